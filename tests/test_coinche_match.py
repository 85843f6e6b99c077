"""Matches of Coinche: who deals, what waits for a winner, and when it is over."""

from __future__ import annotations

from typing import cast

import pytest

from solver.cards import Seat, Side
from solver.games import game
from solver.games.coinche import CoincheRules
from solver.games.coinche.auction import Contract
from solver.games.coinche.match import CoincheMatch
from solver.games.coinche.scoring import CoincheResult, CoincheScore, score_deal

COINCHE = game("coinche")
N, E, S, W = Seat
NS, EW = Side


def rules(text: str) -> CoincheRules:
    """Some options."""
    return cast("CoincheRules", COINCHE.rules(text))


def deal(text: str, bid: str, points: int, *, declarer: Seat = S, **changes: object) -> CoincheScore:
    """The score of a deal in which North-South took *points*."""
    tricks = 8 if points == 162 else 0 if points == 0 else 4
    result = CoincheResult(
        contract=Contract.parse(bid, declarer=declarer),
        points=(points, 162 - points),
        tricks=(tricks, 8 - tricks),
        **changes,
    )
    return score_deal(result, rules(text))


def test_dealer_and_leader():
    """The deal passes to the right; who is next to the dealer in the order of play speaks and leads."""
    match = CoincheMatch(rules("s4"), E)
    assert match.leader is N
    assert match.after(deal("s4", "90S", 100)).after.dealer is N
    assert match.passed_out().dealer is N
    assert CoincheMatch(rules("contrai"), E).passed_out().dealer is E
    assert CoincheMatch(rules("colver"), E).leader is S


def test_scores_add_up():
    """Every deal adds both lines."""
    match = CoincheMatch(rules("s4"), N)
    match = match.after(deal("s4", "90S", 102)).after
    match = match.after(deal("s4", "100H", 40, declarer=W)).after
    assert match.score == (190 + 40, 60 + 220)
    assert (match.winner, match.last, match.last_taker) == (None, EW, EW)


@pytest.mark.parametrize(
    ("options", "score", "state", "winner"),
    [
        ("", (1990, 1500), {}, None),
        ("", (2000, 1500), {}, NS),
        ("reach_or_exceed=exceed", (2000, 1500), {}, None),
        ("reach_or_exceed=exceed", (2010, 1500), {}, NS),
        ("cannes2016", (2000, 100), {}, None),
        ("", (2010, 2020), {"last": NS}, EW),
        ("", (2010, 2010), {"last": NS}, NS),
        ("", (2010, 2010), {}, None),
        ("tie=extra_deal", (2010, 2010), {"last": NS}, None),
        ("both_over=last_taker", (2010, 2020), {"last_taker": NS}, NS),
        ("both_over=last_taker", (1990, 2020), {"last_taker": NS}, EW),
        ("target=1000", (1000, 900), {}, NS),
        ("", (2010, 1990), {"barred": NS}, None),
    ],
)
def test_winner(options, score, state, winner):
    """Who has won with these scores."""
    assert CoincheMatch(rules(options), N, score, **state).winner is winner


@pytest.mark.parametrize(("points", "winner"), [(80, EW), (110, NS)])
def test_equal_scores_go_to_the_winner_of_the_last_deal(points, winner):
    """The winner of the last deal made his contract, or defeated it."""
    match = CoincheMatch(rules("s4"), N)
    step = match.after(deal("s4", "100S", points))
    behind = 2000 - step.deal[0], 2000 - step.deal[1]
    after = CoincheMatch(rules("s4"), N, behind).after(deal("s4", "100S", points)).after
    assert after.score == (2000, 2000)
    assert after.winner is winner


def test_points_wait_for_a_winner():
    """Equal points under litige=hold: the defence scores, the taker's points go to whoever wins the next deal."""
    options = "litige=hold"
    match = CoincheMatch(rules(options), N)
    step = match.after(deal(options, "80S", 81))
    assert (step.deal, step.after.held, step.after.last) == ((0, 80), 80, None)
    twice = step.after.after(deal(options, "80S", 81)).after
    assert (twice.score, twice.held) == ((0, 160), 160)
    made = step.after.after(deal(options, "100S", 120))
    assert (made.bonus, made.after.score, made.after.held) == ((80, 0), (300, 120), 0)
    failed = step.after.after(deal(options, "100S", 90))
    assert (failed.bonus, failed.after.score) == ((0, 80), (0, 80 + 260 + 80))
    assert step.after.passed_out().held == 80


def test_a_deal_that_does_not_count():
    """Under litige=redeal the same player deals again."""
    match = CoincheMatch(rules("litige=redeal"), N)
    assert match.after(deal("litige=redeal", "80S", 81)).after == match


@pytest.mark.parametrize(
    ("before", "points", "last", "expected"),
    [
        # A hundred bid and 104 made, the example of the championship of Cannes.
        ((0, 0), 104, True, (204, 58)),
        ((0, 0), 104, False, (200, 60)),
        ((1800, 0), 104, False, (2004, 58)),
        # 1793 and 207 are 2000 and not 2001; rounded they would be 2003: counted exactly, and not over.
        ((1793, 0), 107, False, (2000, 55)),
    ],
)
def test_the_last_deal_is_exact(before, points, last, expected):
    """The deal that ends the match is not rounded, at Cannes."""
    match = CoincheMatch(rules("cannes2016"), N, before)
    after = match.after(deal("cannes2016", "100S", points), last=last).after
    assert after.score == expected
    assert (after.winner is NS) is (expected[0] >= 2001)


def test_a_belote_alone_does_not_finish():
    """A side that won no trick cannot reach the target by its belote, where the rules say so."""
    options = "belote_side=both;belote_cannot_finish_when_capot=yes"
    swept = deal(options, "100S", 162, belotes=(0, 1))
    match = CoincheMatch(rules(options), N, (0, 1990))
    after = match.after(swept).after
    assert (after.score, after.winner, after.barred) == ((350, 2010), None, EW)
    assert after.after(deal(options, "100S", 110)).after.winner is EW
    failed = deal(options, "100S", 20, belotes=(1, 0))
    assert CoincheMatch(rules(options), N, (1990, 0)).after(failed).after.winner is None
    assert CoincheMatch(rules("s4"), N, (1990, 0)).after(failed).after.winner is NS
