"""Courts of Double Sir: seven collected tricks while the other side has none, by questions and by a plain search."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from solver.backends.double_sir import SWITCHES
from solver.cards import Card, Seat, Side, mask_of
from solver.deal import Deal
from solver.errors import LimitError, RulesError
from solver.games import CourtPieceRules, Pile, court_piece_score, game
from solver.games.court_piece_match import CourtPieceMatch
from solver.games.court_piece_score import PlayedDeal, score_deal
from solver.games.court_piece_stakes import CourtPieceStakes
from solver.games.stakes import Question, Threshold
from solver.position import Position
from solver.results import Limit
from solver.solve import Searcher
from tests.cli_run import hakem
from tests.test_outcomes import scaled

COURT_PIECE = game("court-piece")

#: What tricks in the middle may be scored by.
SCORES = (
    "double-sir",
    "double-sir-ace",
    "double-sir;streak_len=0;deal_value=1;caller_fail_value=2;kot_value=3;kot_value_opponents=4",
    "classic;collect=double_sir",
    "classic;collect=double_sir;kot_value=2;kot_side=either;sweep_value=3",
    "classic;collect=double_sir_ace;kot_value=2",
)

#: Scores in which a court needs more tricks than it takes to be one, or in which play may stop too early for a sweep.
HANGING = (
    "classic;collect=double_sir;kot_value=3;kot_side=either;target_bid=9",
    "classic;collect=double_sir_ace;kot_value=3;target_bid=9;sweep_value=5;caller_fail_value=3",
    "double-sir;sweep_value=3;deal_value=1;caller_fail_value=1;kot_value=2",
    "double-sir-ace;sweep_value=2",
)


def plain(position: Position, stakes: CourtPieceStakes, course: list[tuple[int, int]], known: dict[object, int]) -> int:
    """Play to the end; `course` holds what both sides have after each trick, the score is that of the whole deal."""
    if position.is_over:
        score = score_deal(PlayedDeal(stakes.match.hakem, course, stakes.target or None), stakes.match.rules)
        if stakes.objective == "deal":
            return 0 if score.winner is None else 1 if score.winner is Side.NS else -1
        step = stakes.match.after(score)
        return step.deal[0] + step.bonus[0] - step.deal[1] - step.bonus[1]
    stop = next((taken for taken in course if max(taken) >= court_piece_score.WIN), None)
    key = (position.key(), position.taken, stop)
    if key not in known:
        values = [plain_after(card, position, stakes, course, known) for card in position.legal_plays()]
        known[key] = max(values) if position.to_move.side is Side.NS else min(values)
    return known[key]


def plain_after(
    card: Card, position: Position, stakes: CourtPieceStakes, course: list[tuple[int, int]], known: dict[object, int]
) -> int:
    """Play for the score after `card`."""
    left = position.tricks_left
    position.push(card)
    after = [*course, position.taken] if position.tricks_left < left else course
    found = plain(position, stakes, after, known)
    position.undo()
    return found


def moments(
    count: int, *, seed: int, tricks: int, win: int, scores: Sequence[str]
) -> Iterator[tuple[Position, CourtPieceStakes, list[tuple[int, int]]]]:
    """Yield positions in the middle of deals whose first `win` tricks are not collected yet, and their stakes."""
    draw = random.Random(seed)
    for number in range(count):
        size = min(tricks, draw.choice((3, 4, 4)))
        pack = range(52) if number % 2 else range(draw.choice((16, 26, 39)))
        dealt = draw.sample(pack, 4 * size)
        options = [draw.choice(scores), f"sir_run_unit={draw.choice(('player', 'team'))}"]
        options.append(f"sir_after_pickup={draw.choice(('continue', 'restart'))}")
        options.append(f"sir_last_trick={draw.choice(('takes_rest', 'lost'))}")
        options.append(f"direction={draw.choice(('clockwise', 'anticlockwise'))}")
        rules = COURT_PIECE.rules(";".join(options))
        assert isinstance(rules, CourtPieceRules)
        rules = scaled_stop(rules, win)
        leader = draw.choice(tuple(Seat))
        played = tricks - size
        middle = draw.randint(0, played)
        rest = played - middle
        first = draw.choice((0, rest, draw.randint(0, rest)))
        if max(first, rest - first) >= win and 0 < first < rest:
            first = 0
        winner = leader if middle or rules.sir_after_pickup == "continue" else None
        ace = rules.collect == "double_sir_ace" and winner is not None and draw.random() < 0.3
        position = Position(
            Deal.of([mask_of(map(Card.of, dealt[size * i : size * (i + 1)])) for i in range(4)]),
            strain=COURT_PIECE.strains[number % 5],
            leader=leader,
            rules=rules,
            taken=(first, rest - first),
            carry=Pile(middle, winner, ace) if played else None,
        )
        course = [position.taken] * played
        for _ in range(draw.randrange(4)):
            position.push(draw.choice(position.legal_plays()))
        yield position, stakes_under(position, draw), course


def scaled_stop(rules: CourtPieceRules, win: int) -> CourtPieceRules:
    """Return the rules of a scaled game, which stops at its own seven tricks."""
    return rules if rules.play_to == 13 else replace(rules, play_to=win)  # type: ignore[arg-type]


def stakes_under(position: Position, draw: random.Random) -> CourtPieceStakes:
    """Return what a position is played for under its rules, with runs of won deals that may be about to end."""
    rules = position.rules
    assert isinstance(rules, CourtPieceRules)
    match = CourtPieceMatch(
        rules, dealer=draw.choice(tuple(Seat)), streak=draw.choice(((0, 0), (6, 0), (0, 6), (2, 0)))
    )
    objective = draw.choice(("deal", "courts", "courts", "courts"))
    target = draw.choice(court_piece_score.TARGETS) if rules.target_bid else 0
    return CourtPieceStakes(match, objective, target, waiting=position.waiting)


def wrong_courts(
    count: int, *, seed: int, tricks: int, win: int, searcher: Searcher, scores: Sequence[str] = SCORES
) -> list[str]:
    """Compare the position and every card with the plain search."""
    found = []
    for position, stakes, course in moments(count, seed=seed, tricks=tricks, win=win, scores=scores):
        outcome = searcher.outcome(position, stakes, cards=True)
        known: dict[object, int] = {}
        expected = {card: plain_after(card, position, stakes, course, known) for card in position.legal_plays()}
        ours = {entry.card: entry.payoff.of(Side.NS) for entry in outcome.cards}
        if outcome.payoff.of(Side.NS) != plain(position, stakes, course, known) or ours != expected:
            found.append(f"{position!r} {stakes!r}: {expected}, not {ours}")
    return found


def test_courts_late_in_a_deal() -> None:
    """Three and four cards a hand of thirteen: the court is alive, dead, or made."""
    assert not wrong_courts(24, seed=1, tricks=13, win=7, searcher=Searcher(memory_mb=16))


@pytest.mark.parametrize("win", [2, 3])
def test_courts_of_whole_deals(monkeypatch: pytest.MonkeyPatch, win: int) -> None:
    """The same rules with two or three tricks in place of seven: the question stays open over several pick-ups."""
    tricks = scaled(monkeypatch, win)
    assert not wrong_courts(30, seed=win, tricks=tricks, win=win, searcher=Searcher(memory_mb=16))


@pytest.mark.parametrize("win", [2, 3])
def test_courts_that_hang_on_what_is_collected(monkeypatch: pytest.MonkeyPatch, win: int) -> None:
    """A target beside a court, and a sweep where play stops at seven: whole scaled deals, and late in a deal."""
    searcher = Searcher(memory_mb=16, reuse=True)
    assert not wrong_courts(12, seed=10, tricks=13, win=7, searcher=searcher, scores=HANGING)
    tricks = scaled(monkeypatch, win)
    assert not wrong_courts(24, seed=win, tricks=tricks, win=win, searcher=searcher, scores=HANGING)


@pytest.mark.parametrize("without", SWITCHES)
def test_courts_without_an_optimisation(monkeypatch: pytest.MonkeyPatch, without: str) -> None:
    """One of them off at a time."""
    searcher = Searcher(memory_mb=16, without=[without])
    assert not wrong_courts(6, seed=5, tricks=13, win=7, searcher=searcher)
    tricks = scaled(monkeypatch, 3)
    assert not wrong_courts(10, seed=6, tricks=tricks, win=3, searcher=searcher, scores=(*SCORES, *HANGING))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_two_thousand_courts(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    """Each seed five hundred, in the full and in the scaled game, in both builds."""
    assert not wrong_courts(250, seed=100 + seed, tricks=13, win=7, searcher=Searcher(memory_mb=16, cpu="portable"))
    tricks = scaled(monkeypatch, 3)
    searcher = Searcher(memory_mb=16, reuse=True)
    assert not wrong_courts(250, seed=200 + seed, tricks=tricks, win=3, searcher=searcher)
    assert not wrong_courts(250, seed=300 + seed, tricks=tricks, win=3, searcher=searcher, scores=HANGING)


def stakes_of(rules: str) -> CourtPieceStakes:
    """The stakes of a new deal under `rules`."""
    options = COURT_PIECE.rules(rules)
    assert isinstance(options, CourtPieceRules)
    return CourtPieceStakes(CourtPieceMatch(options, dealer=Seat.EAST))


def test_a_whole_deal_has_courts_between_losing_and_collecting_all() -> None:
    """Thirteen cards: a court is at least a won deal, and to collect everything is a court."""
    searcher = Searcher(memory_mb=64)
    stakes = stakes_of("double-sir;deal_value=1;caller_fail_value=1;kot_value=2;streak_len=0")
    limit = Limit(nodes=3_000_000)
    known = 0
    for seed in range(4):
        position = Position(
            Deal.random(seed=seed), strain=COURT_PIECE.strains[seed], leader=Seat.NORTH, rules=stakes.match.rules
        )
        found = searcher.outcome(position, stakes, limit=limit)
        seven = searcher.at_least(position, 7, side=Side.NS, limit=limit).answer
        every = searcher.at_least(position, 13, side=Side.NS, limit=limit).answer
        if found.exact and seven is not None and every is not None:
            known += 1
            courts = found.payoff.of(Side.NS)
            assert (courts > 0) is seven
            assert not every or courts == 2
    assert known


def test_a_stopped_search_has_bounds_of_courts() -> None:
    """They contain the payoff."""
    stakes = stakes_of("double-sir;deal_value=1;caller_fail_value=1;kot_value=2;streak_len=0")
    deal = Deal.random(seed=8, cards=9)
    position = Position(
        deal, strain=COURT_PIECE.strains[0], leader=Seat.NORTH, rules=stakes.match.rules, carry=Pile(4, Seat.NORTH)
    )
    stakes = CourtPieceStakes(stakes.match, waiting=4)
    truth = Searcher(memory_mb=32).outcome(position, stakes, cards=True)
    assert truth.exact
    for nodes in (0, 100, 5000):
        found = Searcher(memory_mb=32).outcome(position, stakes, cards=True, limit=Limit(nodes=nodes))
        assert found.payoff.lower <= truth.payoff.lower <= found.payoff.upper
        for entry, known in zip(found.cards, truth.cards, strict=True):
            assert entry.payoff.lower <= known.payoff.lower <= entry.payoff.upper


def test_plain_questions_are_the_same_before_and_after_a_court() -> None:
    """One searcher that keeps its table answers both kinds."""
    searcher, fresh = Searcher(memory_mb=16, reuse=True), Searcher(memory_mb=16)
    for position, stakes, _ in moments(12, seed=9, tricks=13, win=7, scores=SCORES):
        before = searcher.value(position).value
        searcher.outcome(position, stakes, cards=True)
        assert searcher.cards(position).value == before == fresh.value(position).value


def test_questions_that_cannot_be_asked() -> None:
    """Steps of the score that are no single question, and searches that know no courts."""
    options = COURT_PIECE.rules("courts;streak_value=2")
    assert isinstance(options, CourtPieceRules)
    with pytest.raises(RulesError, match="a kot or all tricks would bring less than a won deal"):
        CourtPieceStakes(CourtPieceMatch(options, dealer=Seat.EAST, streak=(6, 0))).thresholds((0, 0), 13)

    class Asks:
        unit = "courts"

        def thresholds(self, taken: tuple[int, int], tricks_left: int) -> list[Threshold]:  # noqa: ARG002
            return [Threshold(0, None), Threshold(1, Question(Side.NS, 7, before_other=7))]

    position = Position(Deal.random(seed=1, cards=2), strain=COURT_PIECE.strains[0], leader=Seat.NORTH)
    with pytest.raises(LimitError, match="cannot ask which side takes units first"):
        Searcher(memory_mb=8).outcome(position, Asks())


FILE = """[Game "CourtPiece"]
[Rules "double-sir"]
[Hakem "N"]
[Trump "NT"]
[Deal "N:AK3... QJ4... 652... T97..."]
[Taken "0-0"]
[Pile "10 N"]
[ToPlay "N"]
"""


def test_courts_on_the_command_line() -> None:
    """North takes all that lies there, eleven tricks, before East-West have anything: a court."""
    found = hakem("solve", "-", "--objective", "courts", "--json", stdin=FILE).object
    assert (found["outcome"]["NS"], found["outcome"]["EW"]) == (1, -1)
    lost = FILE.replace("0-0", "0-1").replace("10 N", "9 N")
    dead = hakem("solve", "-", "--objective", "courts", "--json", stdin=lost)
    assert dead.object["outcome"]["NS"] == 0
