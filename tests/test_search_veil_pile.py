"""Court Piece with a trump that is not open and tricks in the middle: the search agrees with the plain reference."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence

import pytest

from solver.backends.dehla import SWITCHES
from solver.cards import Card, Seat, Side, Strain, Suit, cards_of
from solver.deal import Deal
from solver.errors import LimitError, PositionError
from solver.games import CourtPieceRules, HiddenTrump, Pile, game
from solver.position import Position
from solver.solve import Searcher
from tests.test_outcomes import scaled
from tests.test_outcomes_sir import HANGING, SCORES, plain, plain_after, scaled_stop, stakes_under
from tests.test_search_dehla import pack_with_tens
from tests.test_search_double_sir import disagreement
from tests.test_search_veil import COURT, beginning

COURT_PIECE = game(COURT)

#: Every way in which tricks wait in the middle that this search knows.
COLLECTS = tuple(
    f"collect=double_sir;sir_run_unit={unit};sir_after_pickup={after};sir_first_pair_blocked={blocked};"
    f"sir_last_trick={last}"
    for unit, after, blocked, last in itertools.product(
        ("player", "team"), ("continue", "restart"), ("no", "yes"), ("takes_rest", "lost")
    )
)

#: How the trump comes about.
TRUMPS = (
    "trump_mode=cut",
    "trump_mode=hidden_paper",
    "trump_mode=hidden_paper;reveal_by=opponents_only;ask_must_trump=no",
    "trump_mode=hidden_card",
    "trump_mode=hidden_card;reveal_by=opponents_only",
)


def begun(draw: random.Random, rules: str, size: int, *, suits: int = 4) -> Position:
    """A position between two tricks whose trump is not known: a new deal, or with tricks in the middle."""
    position = beginning(draw, (COURT, rules), pack_with_tens(draw, size, suits=suits), size)
    if draw.random() < 0.4:
        return position
    return Position(
        position.deal,
        strain=None,
        hidden=position.hidden,
        leader=position.leader,
        rules=position.rules,
        carry=Pile(draw.randint(1, 5)),
    )


def endings(count: int, collect: str, *, seed: int, cards: Sequence[int] = (1, 2, 3, 3)) -> Iterator[Position]:
    """Yield small positions under every trump in turn, many of them mid-trick."""
    draw = random.Random(f"{seed} {collect}")
    for number in range(count):
        size = draw.choice(cards)
        suits = 4 if number % 3 else draw.choice((2, 3))
        position = begun(draw, f"{TRUMPS[number % len(TRUMPS)]};{collect}", size, suits=suits)
        for _ in range(draw.choice((0, draw.randrange(4 * size)))):
            position.push(draw.choice(position.legal_plays()))
        yield position


def wrong(searcher: Searcher, positions: Iterator[Position]) -> list[str]:
    """All disagreements about what can be played, and lines that are illegal, too short or worth something else."""
    found = []
    for position in positions:
        problem = disagreement(position, searcher)
        if problem is not None:
            found.append(problem)
        side = position.to_move.side
        line = searcher.line(position)
        played = position.copy()
        for card in line.cards:
            played.play(card)
        if not played.is_over or played.taken[side] != line.value.of(side):
            found.append(f"{position!r}: {line!r}")
    return found


@pytest.mark.sanitize
@pytest.mark.parametrize("collect", COLLECTS)
def test_everything_that_can_be_played_has_the_reference_value(collect: str, cpu: str) -> None:
    """Both sides' tricks, and a line that is worth it."""
    assert not wrong(Searcher(cpu=cpu), endings(10, collect, seed=1 + (cpu == "bmi2")))


@pytest.mark.slow
@pytest.mark.parametrize("collect", COLLECTS)
def test_many_endings_have_the_reference_value(collect: str, cpu: str) -> None:
    """The same on hundreds, some of four cards a hand."""
    assert not wrong(Searcher(cpu=cpu), endings(150, collect, seed=2))
    assert not wrong(Searcher(cpu=cpu), endings(15, collect, seed=3, cards=(4,)))


@pytest.mark.sanitize
@pytest.mark.parametrize("collect", COLLECTS)
def test_a_table_that_is_kept_answers_like_an_empty_one(collect: str) -> None:
    """Proofs about one middle and one line of play serve others of the same deal."""
    draw = random.Random(collect)
    first = begun(draw, f"{TRUMPS[COLLECTS.index(collect) % len(TRUMPS)]};{collect}", 6)
    searcher = Searcher(reuse=True)
    searcher.cards(first)
    for _ in range(10):
        position = first.copy()
        for _ in range(draw.randint(11, 14)):
            position.push(draw.choice(position.legal_plays()))
        assert disagreement(position, searcher) is None


@pytest.mark.sanitize
@pytest.mark.parametrize("switch", SWITCHES)
def test_one_optimisation_less_or_alone_gives_the_same_answers(switch: str) -> None:
    """Each one off in turn, then all others off."""
    for number, collect in enumerate(COLLECTS[::3]):
        some = [at for at in endings(5, collect, seed=60 + number, cards=(2, 3)) if at.strain is None]
        assert not wrong(Searcher(without=(switch,)), iter(some))
        assert not wrong(Searcher(without=tuple(name for name in SWITCHES if name != switch)), iter(some[:1]))


@pytest.mark.parametrize(
    ("win", "count"), [(2, 4), pytest.param(2, 200, marks=pytest.mark.slow), pytest.param(3, 8, marks=pytest.mark.slow)]
)
def test_courts_with_a_trump_that_is_not_open(monkeypatch: pytest.MonkeyPatch, win: int, count: int) -> None:
    """What such deals pay, with two or three tricks in place of seven, after everything that can be played."""
    tricks = scaled(monkeypatch, win)
    draw = random.Random(win * count)
    searcher = Searcher()
    scores = [score for score in (*SCORES, *HANGING) if "ace" not in score]
    for number, (trump, score) in enumerate(itertools.product(TRUMPS, scores)):
        if trump == "trump_mode=cut" and "target_bid" in score:
            continue
        for _ in range(count):
            rules = f"{score};{trump};sir_last_trick={draw.choice(('takes_rest', 'lost'))}"
            dealt = pack_with_tens(draw, tricks, suits=2 + number % 3)
            position = beginning(draw, (COURT, rules), dealt, tricks)
            assert isinstance(position.rules, CourtPieceRules)
            position = Position(
                position.deal,
                strain=None,
                hidden=position.hidden,
                leader=position.leader,
                rules=scaled_stop(position.rules, win),
            )
            stakes = stakes_under(position, draw)
            course: list[tuple[int, int]] = []
            for _ in range(draw.randrange(4)):
                position.push(draw.choice(position.legal_plays()))
            known: dict[object, int] = {}
            outcome = searcher.outcome(position, stakes, cards=True)
            assert outcome.payoff.of(Side.NS) == plain(position, stakes, course, known)
            for entry in outcome.cards:
                assert entry.payoff.of(Side.NS) == plain_after(entry.card, position, stakes, course, known)


def test_a_table_has_rows_for_known_trumps_too() -> None:
    """They are solved by the search for trumps that are not open, and have the values of the other one."""
    deal = Deal.random(cards=6, seed=3)
    for collect in COLLECTS[::5]:
        rules = f"classic;trump_mode=cut;{collect}"
        table = Searcher().table(deal, rules=rules)
        for strain, leader in itertools.product(table.values, Seat):
            position = Position(deal, strain=strain, leader=leader, rules=rules)
            assert table.values[strain][leader] == Searcher().value(position).value


def test_no_win_counts_before_the_trump_is_shown() -> None:
    """North wins twice and takes nothing; the trick in which East asks counts as the first of a pair."""
    position = Position(
        Deal.parse("N:AKQJ... 432.A.. 765.K.. T98.2.."),
        strain=None,
        hidden=HiddenTrump(Suit.HEARTS, Seat.SOUTH),
        leader=Seat.NORTH,
        rules="double-sir;trump_mode=hidden_paper",
    )
    for text in ("SA", "S2", "S5", "S8", "SK", "S3", "S6", "S9"):
        position.play(Card.parse(text))
    assert (position.carry, position.taken) == (Pile(2), (0, 0))
    for text in ("SQ", "S4", "S7", "ST"):
        position.play(Card.parse(text))
    assert (position.carry, position.taken) == (Pile(3), (0, 0))
    searcher = Searcher()
    assert disagreement(position, searcher) is None
    position.play(Card.parse("SJ"))
    position.play(Card.parse("?HA"))
    assert position.strain is Strain.HEARTS
    position.play(Card.parse("HK"))
    position.play(Card.parse("H2"))
    assert position.taken == (0, 4)  # the last trick takes the rest


def test_the_middle_before_the_trump_is_known_has_no_winner() -> None:
    """A win that counts is refused, and so is a middle without one once the trump is known."""
    deal = Deal.parse("N:AK... 43... 76... T9...")
    rules = "double-sir;trump_mode=cut"
    with pytest.raises(PositionError, match="no win counts before the trump is known"):
        Position(deal, strain=None, leader=Seat.NORTH, rules=rules, carry=Pile(2, Seat.NORTH))
    with pytest.raises(PositionError, match="whose win of the last one counts is not said"):
        Position(deal, strain=Strain.HEARTS, leader=Seat.NORTH, rules=rules, carry=Pile(2))
    assert Position(deal, strain=None, leader=Seat.NORTH, rules=rules, carry=Pile(2)).total == 4


def test_the_ace_rule_with_a_trump_that_is_not_open_is_not_searched() -> None:
    """It can be played, and is refused by name until the trump is known."""
    rules = "double-sir-ace;trump_mode=cut"
    position = Position(Deal.random(cards=3, seed=1), strain=None, leader=Seat.NORTH, rules=rules)
    searcher = Searcher()
    with pytest.raises(LimitError, match="collect=double_sir_ace and trump_mode=cut"):
        searcher.value(position)
    while position.strain is None:
        position.push(position.legal_plays()[-1])
    assert disagreement(position, searcher) is None
    assert cards_of(position.hands[position.to_move])
