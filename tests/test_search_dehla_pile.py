"""The search of Dehla Pakad with tricks that wait in the middle agrees with the plain reference under all its rules."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import pytest

from solver.backends.dehla import SWITCHES
from solver.cards import Seat, Strain
from solver.deal import Deal
from solver.games import Pile
from solver.position import Position
from solver.results import Limit
from solver.solve import Searcher
from tests.oracle import disagreement
from tests.test_search_dehla import pack_with_tens
from tests.test_search_veil import DEHLA, beginning, wrong

#: How tricks are collected.
COLLECTS = tuple(
    f"collect={collect};sir_after_pickup={after}"
    for collect, after in itertools.product(("double_sir", "double_sir_team"), ("continue", "restart"))
)

#: How the trump comes about, `None` for one that is known.
TRUMPS = (None, "first_void", "first_void_named", "closed_void", "closed_card", "first_void;dp_deal=five_then_eight")


def begun(draw: random.Random, collect: str, size: int, *, suits: int = 4) -> Position:
    """A position between two tricks, with something in the middle where that can be."""
    trump = draw.choice(TRUMPS)
    dealt = pack_with_tens(draw, size, suits=suits)
    position = beginning(draw, (DEHLA, f"dp_trump={trump or 'first_void'};{collect}"), dealt, size)
    if trump is not None or draw.random() < 0.2:
        return position
    rules = position.rules
    lying = Pile(draw.choice((1, 2, 14)), position.leader) if draw.random() < 0.7 else Pile()
    strain = draw.choice(tuple(Strain)[:4])
    most = position.game.units_to_come(position.game.deck, 13, strain=strain, rules=rules)
    if lying.size + position.total > most:
        lying = Pile()
    return Position(position.deal, strain=strain, leader=position.leader, game=DEHLA, rules=rules, carry=lying)


def endings(count: int, collect: str, *, seed: int, cards: tuple[int, ...] = (1, 2, 3, 3, 4)) -> Iterator[Position]:
    """Yield small positions, many of them mid-trick."""
    draw = random.Random(f"{seed} {collect}")
    for number in range(count):
        size = draw.choice(cards)
        position = begun(draw, collect, size, suits=4 if number % 3 else draw.choice((2, 3)))
        for _ in range(draw.choice((0, draw.randrange(4 * size)))):
            position.push(draw.choice(position.legal_plays()))
        yield position


@pytest.mark.sanitize
@pytest.mark.parametrize("collect", COLLECTS)
def test_every_card_has_the_reference_value(collect: str, cpu: str) -> None:
    """Value of the position and of everything that can be played, and a line that is worth it."""
    assert not wrong(Searcher(cpu=cpu), endings(40, collect, seed=1 + (cpu == "bmi2"), cards=(1, 2, 2, 3, 3)))


@pytest.mark.slow
@pytest.mark.parametrize("collect", COLLECTS)
def test_every_card_of_many_endings_has_the_reference_value(collect: str, cpu: str) -> None:
    """The same on hundreds of endings."""
    assert not wrong(Searcher(cpu=cpu), endings(400, collect, seed=3, cards=(1, 2, 3, 3)))
    assert not wrong(Searcher(cpu=cpu), endings(30, collect, seed=4, cards=(4,)))


@pytest.mark.sanitize
@pytest.mark.parametrize("collect", COLLECTS)
def test_a_table_that_is_kept_answers_like_an_empty_one(collect: str) -> None:
    """Proofs about one middle and one line of play serve others of the same deal."""
    draw = random.Random(collect)
    for _ in range(3):
        first = begun(draw, collect, 6)
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
    for number, collect in enumerate(COLLECTS):
        assert not wrong(Searcher(without=(switch,)), endings(8, collect, seed=60 + number, cards=(2, 3)))
        others = tuple(name for name in SWITCHES if name != switch)
        assert not wrong(Searcher(without=others), endings(4, collect, seed=70 + number, cards=(2, 3)))


def known_trump(seed: int, collect: str, size: int) -> Position:
    """A deal with spades as trump."""
    draw = random.Random(seed)
    position = beginning(draw, (DEHLA, f"dp_trump=first_void;{collect}"), pack_with_tens(draw, size, suits=4), size)
    return Position(position.deal, strain=Strain.SPADES, leader=Seat.NORTH, game=DEHLA, rules=position.rules.text())


#: Trick nodes of one deal of eight cards, by the way of collecting: changes whenever the search does.
NODES = [1769, 1477, 73, 298]


def test_both_builds_visit_the_same_nodes(cpu: str) -> None:
    """As many as they did when they were last looked at."""
    searcher = Searcher(cpu=cpu)
    assert [searcher.value(known_trump(1, collect, 8)).trick_nodes for collect in COLLECTS] == NODES


def test_proofs_about_other_middles_and_sure_pairs_save_nodes() -> None:
    """Same values, more nodes in sum, without them."""
    nodes = {}
    values = {}
    for switch in ("", "pile", "quick"):
        searcher = Searcher(without=(switch,) if switch else ())
        found = [searcher.value(known_trump(seed, collect, 7)) for collect in COLLECTS for seed in range(4)]
        nodes[switch] = sum(solution.trick_nodes for solution in found)
        values[switch] = [solution.value for solution in found]
    assert values["pile"] == values["quick"] == values[""]
    assert nodes["pile"] > nodes[""]
    assert nodes["quick"] > nodes[""]


def test_stopped_searches_never_lie() -> None:
    """Bounds of the position and of every card contain the truth, whatever lies in the middle."""
    draw = random.Random(9)
    for collect, _ in itertools.product(COLLECTS, range(3)):
        position = begun(draw, collect, 6)
        truth = Searcher().cards(position)
        short = Searcher().cards(position, limit=Limit(nodes=draw.randrange(400)))
        assert short.value.lower <= truth.value.ns <= short.value.upper
        for entry, exact in zip(short.cards, truth.cards, strict=True):
            assert entry.value.lower <= exact.value.ns <= entry.value.upper


def test_the_middle_belongs_to_who_wins_twice() -> None:
    """Two tens wait and North has won a trick: by the ace he takes them at once, else East does in the end."""
    position = Position(
        Deal.parse("N:A.32.. 3.A.2. T...63 4...54"),
        strain=Strain.DIAMONDS,
        leader=Seat.NORTH,
        game=DEHLA,
        rules="dehla-pakad;dp_trump=fixed;collect=double_sir",
        carry=Pile(2, Seat.NORTH),
    )
    found = Searcher().cards(position)
    assert {str(entry.card): entry.value.ns for entry in found.cards} == {"SA": 3, "H3": 0, "H2": 0}
    assert disagreement(position, Searcher()) is None
