"""Matches of Court Piece: runs of deals, the next dealer and hakem of every profile, and how a match ends."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.cards import Card, Direction, Seat, Side, mask_of
from solver.games import game
from solver.games.court_piece_match import CourtPieceMatch, dealer_for, hakem_for, leader_for, may_redeal
from solver.games.court_piece_score import CourtPieceScore, PlayedDeal, score_deal

COURT_PIECE = game("court-piece")


def match(rules: str, dealer: str = "E", **state) -> CourtPieceMatch:
    """Return a match under *rules*."""
    return replace(CourtPieceMatch.start(COURT_PIECE.rules(rules), dealer=Seat.parse(dealer)), **state)


def deal(of: CourtPieceMatch, what: str) -> CourtPieceScore:
    """Return the score of a deal: `N7-6`, `E8-5` won by that side (its tricks late), `N kot`, `N revoke`, `nobody`."""
    rules, hakem = of.rules, of.hakem
    if what == "nobody":
        lost = replace(rules, collect="double_sir", sir_last_trick="lost", sweep_value=0)
        return score_deal(PlayedDeal(hakem, [(0, 0)] * 13), lost)
    side = Side.NS if what[0] == "N" else Side.EW
    if what.endswith("revoke"):
        return score_deal(PlayedDeal(hakem, [], revoked=side.other), rules)
    if what.endswith("kot"):
        order = [side] * 7 + [side.other] * 6
    else:
        won, lost = map(int, what[1:].split("-"))
        order = [side.other] * lost + [side] * won
    counts = [(order[:end].count(Side.NS), order[:end].count(Side.EW)) for end in range(1, 14)]
    return score_deal(PlayedDeal(hakem, counts), rules)


def played(start: CourtPieceMatch, *deals: str) -> CourtPieceMatch:
    """Return the match after *deals*."""
    for what in deals:
        start = start.after(deal(start, what)).after
    return start


# Runs of deals


@pytest.mark.parametrize(
    ("streak", "deals", "courts", "after"),
    [
        pytest.param((0, 0), ["N7-6"] * 6 + ["E8-5"], (0, 0), (0, 1), id="K8"),
        pytest.param((0, 0), ["N7-6"] * 7, (1, 0), (0, 0), id="K9"),
        pytest.param((6, 0), ["N kot"], (1, 0), (0, 0), id="K10"),
        pytest.param((6, 0), ["N revoke"], (1, 0), (0, 0), id="K11"),
        pytest.param((4, 0), ["E kot"], (0, 1), (0, 0), id="K12"),
        pytest.param((0, 0), ["N7-6"], (0, 0), (1, 0), id="a-plain-win-is-no-court"),
        pytest.param((0, 5), ["N7-6"], (0, 0), (1, 0), id="ends-the-other-run"),
        pytest.param((0, 6), ["E7-6"], (0, 1), (0, 0), id="seventh"),
    ],
)
def test_runs_under_courts(streak, deals, courts, after):
    """Seven deals running are a court, so are the first seven tricks and a revoke, and any court ends both runs."""
    end = played(match("courts", streak=streak), *deals)
    assert (end.courts, end.streak) == (courts, after)


@pytest.mark.parametrize(
    ("rules", "deals", "courts"),
    [
        pytest.param("classic;streak_len=3", ["N7-6", "N8-5", "N9-4"], (4, 0), id="K13"),
        pytest.param("classic;streak_len=3", ["N7-6"] * 5, (6, 0), id="once-a-run"),
        pytest.param("classic;streak_len=3;streak_repeats=yes", ["N7-6"] * 5, (8, 0), id="every-further-deal"),
        pytest.param("classic;streak_len=3;streak_value=2", ["N7-6"] * 3, (5, 0), id="worth-two"),
        pytest.param("classic;streak_len=3;streak_reset_on_court=both", ["N7-6"] * 6, (8, 0), id="starts-anew"),
        pytest.param("kot-pees;streak_len=3", ["N kot", "N7-6", "N7-6"], (5, 0), id="a-kot-is-one-of-the-run"),
        pytest.param("classic;streak_len=3", ["N7-6", "N7-6", "E7-6", "N7-6"], (3, 1), id="broken"),
        pytest.param("classic", ["N7-6"] * 6, (6, 0), id="not-played"),
    ],
)
def test_bonus_for_courts_running(rules, deals, courts):
    """The bonus of the classic rules comes once a run, or as the options say."""
    assert played(match(f"{rules};match=100"), *deals).courts == courts


@pytest.mark.parametrize(("reset", "after"), [("both", (0, 0)), ("winner", (4, 0)), ("none", (0, 1))])
def test_whose_run_starts_anew(reset, after):
    """After a court both runs are gone; or the winner's, the other as it was; or the deal counts like any other."""
    assert played(match(f"courts;streak_reset_on_court={reset}", streak=(4, 0)), "E kot").streak == after


# Who deals and who calls


@pytest.mark.parametrize(
    ("result", "dealer", "hakem"),
    [
        pytest.param("N7-6", "E", "N", id="caller-plain"),
        pytest.param("N kot", "W", "S", id="caller-court"),
        pytest.param("N revoke", "W", "S", id="caller-court-by-revoke"),
        pytest.param("E7-6", "N", "W", id="dealers-pair-plain"),
        pytest.param("E kot", "N", "W", id="dealers-pair-court"),
    ],
)
def test_the_next_dealer_under_courts(result, dealer, hakem):
    """The table of the courts rules for dealer East and hakem North."""
    end = played(match("courts"), result)
    assert (end.dealer, end.hakem) == (Seat.parse(dealer), Seat.parse(hakem))


def test_a_court_by_a_run_moves_the_deal_too():
    """The seventh deal running is a court, so the dealer's partner deals."""
    assert played(match("courts", streak=(6, 0)), "N7-6").dealer is Seat.WEST


@pytest.mark.parametrize(
    ("rules", "deals", "hakems"),
    [
        pytest.param("classic", ["N7-6", "E7-6", "N7-6", "N7-6"], "NWSEN", id="every-deal"),
        pytest.param("classic;rotation=clockwise", ["N7-6", "E7-6", "N7-6"], "NESW", id="clockwise"),
        pytest.param("classic;hakem_rotation=winners", ["N7-6", "E7-6", "E7-6", "N7-6"], "NNWWN", id="winners"),
        pytest.param(
            "classic;hakem_rotation=winners;rotation=clockwise", ["E7-6", "N7-6"], "NEN", id="winners-clockwise"
        ),
        pytest.param("hokm", ["N7-6", "N7-6", "E7-6", "E7-6", "N kot"], "NNNWWS", id="hokm"),
        pytest.param("troefcall", ["N7-6", "E7-6", "N7-6"], "NNES", id="troefcall"),
        pytest.param("classic;hakem_rotation=two_deals", ["N7-6", "N7-6", "N7-6", "E7-6"], "NNNNW", id="two-deals"),
        pytest.param("classic;hakem_rotation=two_deals", ["E7-6", "E7-6", "E7-6", "E7-6"], "NNWWW", id="keeps-by-two"),
        pytest.param("classic;hakem_rotation=two_deals;deal_value=0", ["N7-6", "N7-6"], "NNW", id="needs-courts"),
        pytest.param("classic", ["nobody"], "NW", id="nobody-every-deal"),
        pytest.param("courts", ["nobody"], "NN", id="nobody-result"),
        pytest.param("classic;hakem_rotation=two_deals", ["N7-6", "nobody"], "NNW", id="nobody-two-deals"),
    ],
)
def test_who_calls(rules, deals, hakems):
    """The hakem of each deal of a match, under every way in which the call moves on."""
    state = match(f"{rules};match=100", dealer="W" if rules.startswith("troefcall") else "E")
    called = [state.hakem.letter]
    for what in deals:
        state = played(state, what)
        called.append(state.hakem.letter)
    assert "".join(called) == hakems


@pytest.mark.parametrize("preset", COURT_PIECE.presets)
@pytest.mark.parametrize("seat", Seat)
def test_dealer_and_hakem_are_neighbours(preset, seat):
    """Dealer and hakem follow from each other, and the dealer's right is the next seat anticlockwise."""
    rules = COURT_PIECE.rules(preset)
    assert dealer_for(hakem_for(seat, rules), rules) is seat
    way = Direction.CLOCKWISE if preset in {"satat", "troefcall"} else Direction.ANTICLOCKWISE
    assert hakem_for(seat, rules) is seat.next(way)
    assert CourtPieceMatch.start(rules, hakem=seat).hakem is seat
    assert leader_for(seat, rules) is seat


def test_the_first_hakem_fixes_the_dealer():
    """A hakem who was drawn makes his left-hand neighbour the dealer."""
    assert CourtPieceMatch.start(COURT_PIECE.rules("classic"), hakem=Seat.NORTH).dealer is Seat.EAST


# The end


@pytest.mark.parametrize("target", [5, 7, 9])
def test_first_to_the_target(target):
    """A match to 5, 7 or 9 courts ends with the deal that reaches them."""
    state = match(f"classic;match={target}")
    for won in range(target):
        assert (state.winner, state.courts) == (None, (0, won))
        state = played(state, "E7-6")
    assert (state.winner, state.target) == (Side.EW, target)


@pytest.mark.parametrize(
    ("courts", "winner"),
    [((8, 7), Side.NS), ((7, 8), Side.EW), ((7, 7), None), ((9, 9), None), ((6, 6), None), ((7, 0), Side.NS)],
)
def test_both_at_the_target(courts, winner):
    """If both sides are there the higher total wins; equal, another deal decides."""
    state = match("classic", courts=courts)
    assert state.winner is winner
    if winner is None:
        assert played(state, "N7-6").winner is (Side.NS if max(courts) >= 6 else None)


def test_played_for_time():
    """Without a target nobody wins but who leads when the time is over; equal is a draw."""
    state = match("courts", courts=(40, 40))
    assert (state.winner, state.leading, state.target) == (None, None, None)
    assert played(state, "N kot").leading is Side.NS
    assert played(state, "N kot").winner is None


@given(
    st.lists(st.sampled_from(["N7-6", "E8-5", "N kot", "E kot"]), max_size=30),
    st.sampled_from(list(COURT_PIECE.presets)),
)
def test_laws_of_matches(deals, preset):
    """Courts never fall, at most one side has a run, dealer and hakem are always neighbours."""
    state = match(preset)
    for what in deals:
        step = state.after(deal(state, what))
        gained = tuple(deal + bonus for deal, bonus in zip(step.deal, step.bonus, strict=True))
        assert step.after.courts == (state.courts[0] + gained[0], state.courts[1] + gained[1])
        state = step.after
        assert min(state.streak) == 0
        assert state.hakem is hakem_for(state.dealer, state.rules)
        if state.rules.hakem_rotation == "result":
            assert state.hakem.side is (Side.NS if what[0] == "N" else Side.EW)


# A new deal


@pytest.mark.parametrize(
    ("cards", "rules", "before", "allowed"),
    [
        ("SA S9 H8 D7 C2", "classic", 0, False),
        ("SA ST H8 D7 C2", "satat", 0, True),
        ("SA ST H8 D7 C2", "satat", 1, True),
        ("SA ST H8 D7 C2", "satat", 2, False),
        ("SJ ST H8 D7 C2", "satat", 0, False),
        ("S9 S8 H8 D7 C2", "classic;redeal=caller_below_ten", 5, True),
        ("ST S8 H8 D7 C2", "classic;redeal=caller_below_ten", 0, False),
        ("SA S8 H8 D7 C2", "classic;redeal=caller_below_ten", 0, False),
        ("SA S8 S7 S6 H8 H7 H6 D7 D6 D5 C2 C3 C4", "troefcall", 9, True),
        ("SA S8 S7 S6 H8 H7 H6 D7 D6 D5 C2 C3 CQ", "troefcall", 0, False),
    ],
)
def test_new_deals(cards, rules, before, allowed):
    """A hakem without pictures (king, queen, jack) or with nothing above the nine may ask for a new deal, so often."""
    mask = mask_of(Card.parse(card) for card in cards.split())
    assert may_redeal(mask, COURT_PIECE.rules(rules), before=before) is allowed
