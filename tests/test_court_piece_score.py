"""What a deal of Court Piece scores: the worked examples of the sources, and laws that hold for any deal."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.cards import Card, Seat, Side, Strain
from solver.errors import RulesError
from solver.games import game
from solver.games.court_piece_score import CourtPieceScore, Outcome, PlayedDeal, kot_of, score_deal, score_tricks

COURT_PIECE = game("court-piece")

PAGAT = "courts;play_to=13;sweep_value=52"
#: Scoring A of an online game: 1 for a win of the hakem's side, 2 for one of the others; two more for a court.
ONLINE_A = "classic;caller_fail_value=2;sweep_value=0;kot_value=3;kot_side=either;kot_value_opponents=4;match=10"
#: Scoring B of the same: a court of the hakem's side 1, of the others 3, plain wins nothing.
ONLINE_B = "courts;kot_value_opponents=3"


def course(winners: str) -> list[tuple[int, int]]:
    """Return the tricks after each of *winners*: `c` the hakem's side, which is North-South, `o` the others."""
    counts = [(winners[:end].count("c"), winners[:end].count("o")) for end in range(1, len(winners) + 1)]
    assert len(winners) == 13
    return counts


def scored(winners: str, rules: str, **more) -> CourtPieceScore:
    """Return the score of a deal called by North in which *winners* won the tricks."""
    return score_deal(PlayedDeal(Seat.NORTH, course(winners), **more), COURT_PIECE.rules(rules))


FIRST_SEVEN = "c" * 7 + "o" * 6
THEIR_SEVEN = "o" * 7 + "c" * 6
SWEEP = "c" * 13
K1 = "cccoccocccoco"
K2 = "cccccooooooco"
K2_AT_SEVEN = "cccccc" + "o" * 7
K5 = "ccccccocooooo"


@pytest.mark.parametrize(
    ("winners", "rules", "courts", "outcome"),
    [
        pytest.param(K1, "classic", (1, 0), "win", id="K1-classic"),
        pytest.param(K1, "kot-pees", (1, 0), "win", id="K1-kot-pees"),
        pytest.param(K1, "courts", (0, 0), "win", id="K1-courts"),
        pytest.param(K1, "hokm", (1, 0), "win", id="K1-hokm"),
        pytest.param(K2, "classic", (0, 1), "win", id="K2-classic"),
        pytest.param(K2, "classic;caller_fail_value=2", (0, 2), "win", id="K2-fail-doubled"),
        pytest.param(K2, "kot-pees", (0, 1), "win", id="K2-kot-pees"),
        pytest.param(K2_AT_SEVEN, "courts", (0, 0), "win", id="K2-courts"),
        pytest.param(K2_AT_SEVEN, "hokm", (0, 1), "win", id="K2-hokm"),
        pytest.param(SWEEP, "classic", (2, 0), "sweep", id="K3-classic"),
        pytest.param(SWEEP, "classic;sweep_value=3", (3, 0), "sweep", id="K3-house"),
        pytest.param(SWEEP, "kot-pees", (2, 0), "kot", id="K3-not-added"),
        pytest.param(SWEEP, "courts", (1, 0), "kot", id="K3-courts"),
        pytest.param(SWEEP, "hokm", (2, 0), "kot", id="K3-hokm"),
        pytest.param(FIRST_SEVEN, "classic", (1, 0), "win", id="K4-classic"),
        pytest.param(FIRST_SEVEN, "kot-pees", (2, 0), "kot", id="K4-kot-pees"),
        pytest.param(FIRST_SEVEN, "courts", (1, 0), "kot", id="K4-courts"),
        pytest.param(FIRST_SEVEN, "hokm", (2, 0), "kot", id="K4-hokm"),
        pytest.param(K5, "classic", (1, 0), "win", id="K5-classic"),
        pytest.param(K5, "kot-pees", (1, 0), "win", id="K5-kot-pees"),
        pytest.param(K5, "courts", (0, 0), "win", id="K5-courts"),
        pytest.param(K5, "hokm", (1, 0), "win", id="K5-hokm"),
        pytest.param(THEIR_SEVEN, "classic", (0, 1), "win", id="K6-classic"),
        pytest.param(THEIR_SEVEN, "classic;caller_fail_value=2", (0, 2), "win", id="K6-fail-doubled"),
        pytest.param(THEIR_SEVEN, "kot-pees", (0, 1), "win", id="K6-callers-kot"),
        pytest.param(THEIR_SEVEN, "kot-pees;kot_side=either", (0, 2), "kot", id="K6-either"),
        pytest.param(THEIR_SEVEN, "courts", (0, 1), "kot", id="K6-courts"),
        pytest.param(THEIR_SEVEN, "hokm", (0, 3), "kot", id="K6-hokm"),
        pytest.param(SWEEP, PAGAT, (52, 0), "sweep", id="K7-bavney"),
        pytest.param(FIRST_SEVEN, PAGAT, (1, 0), "kot", id="K7-first-seven"),
        pytest.param("cccccoccooooo", ONLINE_A, (1, 0), "win", id="K16-caller"),
        pytest.param(K2_AT_SEVEN, ONLINE_A, (0, 2), "win", id="K16-opponents"),
        pytest.param(FIRST_SEVEN, ONLINE_A, (3, 0), "kot", id="K16-caller-kot"),
        pytest.param(THEIR_SEVEN, ONLINE_A, (0, 4), "kot", id="K16-opponents-kot"),
        pytest.param(FIRST_SEVEN, ONLINE_B, (1, 0), "kot", id="online-B-caller"),
        pytest.param(THEIR_SEVEN, ONLINE_B, (0, 3), "kot", id="online-B-goon-court"),
        pytest.param(K1, ONLINE_B, (0, 0), "win", id="online-B-plain"),
        pytest.param(FIRST_SEVEN, "troefcall", (13, 0), "kot", id="troefcall-kap"),
        pytest.param(SWEEP, "troefcall", (52, 0), "sweep", id="troefcall-bounie"),
        pytest.param(K1, "satat", (1, 0), "win", id="satat-seven"),
        pytest.param(FIRST_SEVEN, "satat", (2, 0), "kot", id="satat-first-seven"),
        pytest.param(SWEEP, "satat", (3, 0), "sweep", id="satat-all"),
        pytest.param("o" * 13, "classic", (0, 2), "sweep", id="their-sweep"),
    ],
)
def test_worked_deals(winners, rules, courts, outcome):
    """Every worked example of a deal, under every set of rules it is worked for."""
    score = scored(winners, rules)
    assert (score.courts, score.outcome.value) == (courts, outcome)
    assert score.winner is (Side.NS if winners.count("c") >= 7 else Side.EW)


@pytest.mark.parametrize(
    ("tricks", "target", "rules", "courts", "outcome"),
    [
        pytest.param(10, 10, "classic", (2, 0), "target made", id="K14"),
        pytest.param(11, 10, "classic", (2, 0), "target made", id="K14-more"),
        pytest.param(9, 10, "classic", (0, 2), "target missed", id="K15"),
        pytest.param(5, 10, "classic", (0, 2), "target missed", id="not-even-seven"),
        pytest.param(10, 10, "classic;target_bid_bonus=3", (4, 0), "target made", id="bonus"),
        pytest.param(9, 10, "classic;target_bid_fail=3", (0, 3), "target missed", id="fail"),
        pytest.param(9, None, "classic;target_bid=10", (0, 2), "target missed", id="of-the-rules"),
        pytest.param(9, 9, "classic;target_bid=10", (2, 0), "target made", id="deal-before-rules"),
        pytest.param(9, 0, "classic;target_bid=10", (1, 0), "win", id="deal-without"),
        pytest.param(13, 11, "classic", (3, 0), "sweep", id="sweep-and-bonus"),
        pytest.param(9, 10, "classic;target_bid_fail=0", (0, 0), "target missed", id="fail-for-nothing"),
        pytest.param(5, 10, "classic;target_bid_fail=0", (0, 1), "target missed", id="at-least-the-failure"),
    ],
)
def test_targets(tricks, target, rules, courts, outcome):
    """A target that is made earns its bonus on top; one that is missed loses even with seven tricks."""
    winners = ("o" * (13 - tricks) + "c" * tricks) if tricks < 13 else SWEEP
    score = scored(winners, rules, target=target)
    assert (score.courts, score.outcome.value) == (courts, outcome)


@pytest.mark.parametrize(
    ("deal", "rules", "message"),
    [
        (PlayedDeal(Seat.NORTH, course(K1)[:9]), "classic", "expected all thirteen tricks to score a deal, but 9"),
        (PlayedDeal(Seat.NORTH, course(K1)[:6]), "courts", "expected seven tricks or all thirteen"),
        (PlayedDeal(Seat.NORTH, course(K1), revoked=Side.NS), "classic", "no penalty for a revoke"),
        (PlayedDeal(Seat.NORTH, course(K1), target=10), "courts", "a target of 10 tricks needs play_to=13"),
        (PlayedDeal(Seat.NORTH, course(K1), target=8), "classic", "expected a target of 9, 10 or 11 tricks, not 8"),
    ],
)
def test_what_cannot_be_scored(deal, rules, message):
    """A deal that is not over, an unpunished revoke and an impossible target are refused, with the reason."""
    with pytest.raises(RulesError, match=message):
        score_deal(deal, COURT_PIECE.rules(rules))


def test_a_revoke_is_a_court_for_the_others():
    """A revoke that is found late ends the deal, whatever the tricks, for one court."""
    for side in Side:
        score = scored(SWEEP, "courts", revoked=side)
        assert score.courts == ((0, 1) if side is Side.NS else (1, 0))
        assert (score.winner, score.outcome, score.won_court) == (side.other, Outcome.REVOKE, True)


def collected(winners: str, rules: str, aces: str = "") -> list[tuple[int, int]]:
    """Return what the sides have collected after each trick that the seats *winners* win."""
    options = COURT_PIECE.rules(rules)
    carry = COURT_PIECE.opening_carry(options)
    taken = (0, 0)
    counts = []
    for number, letter in enumerate(winners):
        best = "SA" if aces[number : number + 1] == "a" else "SK"
        trick = [Card.parse(card) for card in (best, "S4", "S3", "S2")]
        ns, ew, carry = COURT_PIECE.collect(
            trick, Seat.parse(letter), last=number == 12, strain=Strain.HEARTS, rules=options, carry=carry
        )
        taken = (taken[0] + ns, taken[1] + ew)
        counts.append(taken)
    return counts


WORKED_SIR = "NEEWSSSWNWWEN"


@pytest.mark.parametrize(
    ("rules", "tricks", "courts"),
    [
        pytest.param("double-sir", (4, 7), (0, 0), id="stops-at-seven"),
        pytest.param("double-sir;play_to=13", (6, 7), (0, 0), id="played-on"),
        pytest.param("double-sir;sir_after_pickup=restart", (3, 8), (0, 0), id="restart"),
        pytest.param("double-sir;sir_after_pickup=restart;play_to=13", (5, 8), (0, 0), id="restart-played-on"),
        pytest.param("classic;collect=double_sir", (6, 7), (0, 1), id="scored-as-classic"),
    ],
)
def test_double_sir_worked_deal(rules, tricks, courts):
    """The worked deal of Double Sir: seven collected tricks win it, 7-4, and no court as the others have collected."""
    score = score_deal(PlayedDeal(Seat.NORTH, collected(WORKED_SIR, rules)), COURT_PIECE.rules(rules))
    assert (score.tricks, score.courts, score.winner) == (tricks, courts, Side.EW)


@pytest.mark.parametrize(
    ("winners", "rules", "aces", "courts", "winner"),
    [
        pytest.param("NNNNNNNEEEEEE", "double-sir", "", (1, 0), Side.NS, id="seven-to-none"),
        pytest.param("NENENENENENEE", "double-sir", "", (0, 1), Side.EW, id="all-at-the-end"),
        pytest.param("NEEWSSSSSSSSS", "double-sir", "", (0, 0), Side.NS, id="others-have-collected"),
        pytest.param("NNNNNNNEWEWEW", "double-sir-ace", "aaaaaaa", (0, 0), None, id="aces-take-nothing"),
    ],
)
def test_double_sir_courts(winners, rules, aces, courts, winner):
    """Seven collected tricks are a court when the other side has collected none at that point."""
    if winner is None:
        rules += ";sir_last_trick=lost"
    score = score_deal(PlayedDeal(Seat.NORTH, collected(winners, rules, aces)), COURT_PIECE.rules(rules))
    assert (score.courts, score.winner) == (courts, winner)
    if winner is None:
        assert (score.outcome, score.won_court) == (Outcome.NOBODY, False)


PRESETS = [name for name in COURT_PIECE.presets if name != "bridge"]


@given(st.text("co", min_size=13, max_size=13), st.sampled_from(PRESETS))
def test_one_side_scores(winners, preset):
    """One side wins and only it scores, and the same tricks at the other side's call score the same for the others."""
    rules = COURT_PIECE.rules(preset)
    score = scored(winners, preset)
    assert score.winner is not None
    assert score.courts[score.winner.other] == 0
    assert max(score.tricks) >= 7
    kot = kot_of(course(winners), rules)
    if rules.collect == "trick" and rules.play_to == 13:
        total = (winners.count("c"), winners.count("o"))
        assert score_tricks(total, hakem=Side.NS, kot=kot, rules=rules) == score
    mirrored = score_deal(PlayedDeal(Seat.EAST, [(ew, ns) for ns, ew in course(winners)]), rules)
    assert (mirrored.courts[::-1], mirrored.winner) == (score.courts, score.winner.other)
    assert mirrored.outcome is score.outcome
