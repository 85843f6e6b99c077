"""A new deal that the hakem may ask for: when, and whether it pays."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from cli.render.advice import advice_text
from cli.render.style import Style
from solver import View, advise, game, view_to_name_trump, view_to_play
from solver.advice import CandidateAdvice, NewDeal, TrumpCall
from solver.advice.crew import Crew
from solver.advice.redeal import _asking_again, compared, new_deal
from solver.cards import Card, Seat, Strain, mask_of
from solver.errors import ParseError
from tests.cli_run import hakem

COURT_PIECE = game("court-piece")
POOR = "ST S9 H8 D7 C3"
WHOLE = "ST S9 S5 H8 H4 H3 D7 D6 D2 CA C9 C8 C3"


def call_view(rules: str, cards: str = POOR, **tags: str) -> View:
    """Return the view of North, who has seen *cards* and is to call."""
    hand = mask_of(map(Card.parse, cards.split()))
    return view_to_name_trump(COURT_PIECE, COURT_PIECE.rules(rules), hand=hand, tags=tags.items())


def lead_view(rules: str, cards: str = WHOLE, **more: object) -> View:
    """Return the view of North, who has *cards* and leads hearts as trump."""
    hand = mask_of(map(Card.parse, cards.split()))
    known = COURT_PIECE.rules(rules)
    return view_to_play(COURT_PIECE, known, hand=hand, strain=Strain.HEARTS, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("view", "rule"),
    [
        (call_view("satat"), "caller_no_picture"),
        (call_view("satat", "SA HA DA CA C2"), "caller_no_picture"),  # an ace is no picture
        (call_view("satat", "SJ S9 H8 D7 C3"), None),
        (call_view("satat", Redeals="1"), "caller_no_picture"),
        (call_view("satat", Redeals="2"), None),  # at most twice
        (call_view("satat;redeal_limit=none", Redeals="2"), "caller_no_picture"),
        (call_view("classic"), None),
        (call_view("classic;redeal=caller_below_ten"), None),
        (call_view("classic;redeal=caller_below_ten", "S9 S8 H8 D7 C3"), "caller_below_ten"),
        (call_view("troefcall"), None),  # he has not seen all his cards
        (call_view("troefcall;caller_sees=13", WHOLE), "hand_no_picture"),
        (lead_view("troefcall"), "hand_no_picture"),
        (lead_view("troefcall", WHOLE.replace("CA", "CK")), None),
        (lead_view("troefcall", hakem=Seat.EAST, seat=Seat.NORTH), None),  # he is not the hakem
        (lead_view("satat"), None),  # he has called
        (lead_view("troefcall", played=[Card.parse("CA")], leader=Seat.NORTH, seat=Seat.NORTH), None),
    ],
)
def test_when_a_new_deal_may_be_asked_for(view, rule):
    """By the first cards before the call, by the whole hand before the first card, as often as the limit says."""
    found = new_deal(view)
    assert (found and found.rule) == rule


def test_a_number_of_new_deals_that_cannot_be_read():
    """The tag is named."""
    with pytest.raises(ParseError, match="tag Redeals: expected a whole number from 0 to 100, not 'many'"):
        new_deal(call_view("satat", Redeals="many"))


def candidate(mean: float, error: float = 0.05) -> CandidateAdvice:
    """Return a best call that is worth so much."""
    return CandidateAdvice(TrumpCall(Strain.SPADES), mean, error, None, ((mean, 1.0),), None)


@pytest.mark.parametrize(
    ("mean", "error", "worth"), [(-2.0, 0.05, True), (3.0, 0.05, False), (0.6, 0.05, None), (-2.0, math.inf, None)]
)
def test_whether_it_pays(mean, error, worth):
    """Asking pays below what fresh deals bring at least, keeping above what they bring at most; else it is open."""
    view = call_view("satat")
    found = compared(
        NewDeal("caller_no_picture"),
        view,
        candidate(mean, error),
        objective="courts",
        targets=(),
        confidence=0.95,
        crew=Crew(1, memory_mb=16),
        deals=24,
        seed=3,
    )
    assert found.deals == 24
    assert found.low is not None
    assert found.high is not None
    assert -2 < found.low < found.high < 3
    assert found.worth is worth


@pytest.mark.parametrize(
    ("most", "again", "mean"),
    [
        ([1.0, -1.0], [False, False], 0.0),
        ([1.0, -1.0], [False, True], 1.0),  # he asks until he has the good one
        ([2.0, -1.0, 0.0], [False, True, False], 1.0),
        ([1.0, -1.0], [True, True], 1.0),
        ([-3.0, 3.0, 0.0, -1.0], [False, False, True, True], 0.0),
    ],
)
def test_what_asking_again_and_again_is_worth(most, again, mean):
    """The value is put into itself where a fresh deal may be given up."""
    values = _asking_again(most, again)
    assert math.fsum(values) / len(values) == pytest.approx(mean, abs=1e-4)


def test_advice_has_it_and_is_the_same_for_any_number_of_workers():
    """With the call; the same for a seed, not looked at for a bot, and not compared for part of the candidates."""
    view = call_view("satat")
    one, two = (advise(view, worlds=12, workers=workers) for workers in (1, 2))
    assert one.new_deal == two.new_deal
    assert one.new_deal is not None
    assert one.new_deal.deals == 12
    assert advise(view, worlds=4, workers=1, redeals=False).new_deal is None
    some = advise(view, worlds=4, workers=1, candidates=[TrumpCall(Strain.SPADES)])
    assert some.new_deal == NewDeal("caller_no_picture")
    hidden = replace(COURT_PIECE.rules("band-rang"), redeal="caller_no_picture")
    assert advise(call_view(hidden.text()), worlds=4, workers=1).new_deal == NewDeal("caller_no_picture")


@pytest.mark.parametrize(
    ("worth", "begins"),
    [
        (True, "Ask for a new deal (none of the first cards is above the nine): 8 fresh deals bring +0.25 when"),
        (False, "You may ask for a new deal (none of the first cards is above the nine), but keep this one: 8 fresh"),
        (None, "You may ask for a new deal (none of the first cards is above the nine); whether it pays is open: 8"),
    ],
)
def test_what_the_text_says(worth, begins):
    """Whether to ask stands before the call."""
    view = call_view("classic;redeal=caller_below_ten", "S9 S8 H8 D7 C3")
    found = advise(view, worlds=2, workers=1, redeals=False)
    found = replace(found, new_deal=NewDeal("caller_below_ten", 8, 0.25, 1.0, worth))
    text = advice_text(found, view, Style(signs=False))
    assert text.index(begins) < text.index("Call ")


def test_the_commands_say_it():
    """In text and in JSON, for the call and for the lead."""
    quick = ("--worlds", "12", "--workers", "1")
    run = hakem("trump", "--rules", "satat", "--hand", POOR, *quick)
    assert "sk for a new deal (no king, queen or jack among the first cards)" in run.out
    assert "12 fresh deals bring " in run.out
    found = hakem("trump", "--rules", "satat", "--hand", POOR, *quick, "--json").object["new_deal"]
    assert (found["rule"], found["deals"]) == ("caller_no_picture", 12)
    assert found["low"] <= found["high"]
    assert "new deal" not in hakem("trump", "--rules", "satat", "--hand", POOR, *quick, "--tag", "Redeals=2").out
    assert hakem("trump", "--rules", "hokm", "--hand", POOR, *quick, "--json").object["new_deal"] is None
    lead = hakem("lead", "--rules", "troefcall", "--trump", "H", "--hand", WHOLE, *quick)
    assert "sk for a new deal (no king, queen or jack in the hand)" in lead.out
    wrong = hakem("trump", "--rules", "satat", "--hand", POOR, "--tag", "Redeals=x")
    assert (wrong.status, "tag Redeals: expected a whole number from 0 to 100, not 'x'" in wrong.err) == (2, True)
