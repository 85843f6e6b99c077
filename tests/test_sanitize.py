"""A short tour through every entry of the compiled searches, meant for the sanitizer build (`-m sanitize`).

Under AddressSanitizer and UndefinedBehaviorSanitizer, with C asserts and bounds checks on, an access out of bounds, an
overflow or a broken invariant ends the run. The tour goes where such faults hide: the first and the last cards, tables
that overflow, searches that stop half-way, memory that is given back. In an ordinary build it checks the answers only.
"""

from __future__ import annotations

import random
import threading

import pytest

from solver import reference
from solver.cards import Seat, Side, Strain
from solver.deal import Deal
from solver.position import Position
from solver.results import Limit
from solver.solve import Searcher

pytestmark = pytest.mark.sanitize

STRAINS = (Strain.SPADES, Strain.HEARTS, Strain.DIAMONDS, Strain.CLUBS, Strain.NO_TRUMP)
FREAK = "S:Q853.AJ962.KT74. AJ962.KT74..Q853 KT74..Q853.AJ962 .Q853.AJ962.KT74"


def position_of(cards: int, *, seed: int, plies: int | None = None) -> Position:
    """Return a random position: `cards` dealt to each hand, then `plies` (default: any number) random legal plays."""
    draw = random.Random(seed)
    position = Position(
        Deal.random(cards=cards, seed=seed),
        strain=draw.choice(STRAINS),
        leader=draw.choice(tuple(Seat)),
        rules=draw.choice(("classic", "courts")),
    )
    for _ in range(draw.randrange(4 * cards) if plies is None else plies):
        position.push(draw.choice(position.legal_plays()))
    return position


@pytest.mark.parametrize("cards", [1, 2, 3, 4])
def test_small_endings_in_every_part_of_a_trick(cards: int, cpu: str) -> None:
    """Values of position and cards are the reference's, from the first card to the last."""
    searcher = Searcher(memory_mb=8, cpu=cpu)
    for seed in range(25):
        position = position_of(cards, seed=seed)
        here = position.taken[Side.NS]
        assert searcher.value(position).value.ns == here + reference.value(position)
        values = {card: here + value for card, value in reference.card_values(position).items()}
        assert {entry.card: entry.value.ns for entry in searcher.cards(position).cards} == values


@pytest.mark.parametrize("cards", range(1, 14))
def test_every_number_of_cards_under_every_strain(cards: int, cpu: str) -> None:
    """Questions, lines and tables of 1 to 13 cards a hand end and agree with each other."""
    searcher = Searcher(memory_mb=16, cpu=cpu)
    deal = Deal.random(cards=cards, seed=cards)
    limit = Limit(nodes=60_000)
    table = searcher.table(deal, rules="bridge", limit=limit).values
    for number, strain in enumerate(STRAINS):
        leader = Seat((cards + number) % 4)
        position = Position(deal, strain=strain, leader=leader, rules="bridge")
        low, high = table[strain][leader].bounds(leader.side)
        assert searcher.at_least(position, low, side=leader.side, limit=limit).answer is not False
        assert searcher.at_least(position, high + 1, side=leader.side, limit=limit).answer is not True
    line = searcher.line(position, limit=limit)
    for card in line.cards:
        position.play(card)
    assert not line.value.exact or position.is_over


def test_a_table_that_overflows(cpu: str) -> None:
    """The least memory is enough: the table is emptied when it is full, and the bounds stay sound."""
    searcher = Searcher(memory_mb=4, cpu=cpu)
    position = Position(Deal.parse(FREAK), strain=Strain.NO_TRUMP, leader=Seat.SOUTH, rules="bridge")
    solution = searcher.value(position, limit=Limit(nodes=600_000))
    low, high = solution.value.bounds(Side.NS)
    assert low <= 8 <= high


def test_searches_that_are_stopped(cpu: str) -> None:
    """Stopping after any number of nodes, by time or from another thread leaves the searcher usable and exact."""
    searcher = Searcher(memory_mb=8, cpu=cpu)
    position = position_of(13, seed=5, plies=6)
    for nodes in (0, 1, 2, 3, 5, 10, 100, 1_000, 10_000):
        low, high = searcher.value(position, limit=Limit(nodes=nodes)).value.bounds(Side.NS)
        assert 0 <= low <= high <= 13
        searcher.cards(position, limit=Limit(nodes=nodes))
        searcher.line(position, limit=Limit(nodes=nodes))
    searcher.value(position, limit=Limit(seconds=0))
    timer = threading.Timer(0.05, searcher.cancel)
    timer.start()
    searcher.value(Position(Deal.parse(FREAK), strain=Strain.NO_TRUMP, leader=Seat.SOUTH), limit=Limit(seconds=20))
    timer.join()
    ending = position_of(3, seed=8, plies=0)
    assert searcher.value(ending).value.ns == reference.value(ending)


def test_one_searcher_for_many_deals_and_many_searchers(cpu: str) -> None:
    """A searcher carries nothing from deal to deal, and gives its memory back."""
    searcher = Searcher(memory_mb=8, cpu=cpu)
    for seed in range(300):
        ending = position_of(2, seed=seed)
        assert searcher.value(ending).value.ns == ending.taken[Side.NS] + reference.value(ending)
    for seed in range(20):
        assert Searcher(memory_mb=8 + seed, cpu=cpu).value(position_of(5, seed=seed)).exact
    keeping = Searcher(memory_mb=8, cpu=cpu, reuse=True)
    position = position_of(6, seed=3, plies=0)
    value = keeping.value(position).value
    while not position.is_over:
        position.push(keeping.cards(position).best[0])
        assert keeping.value(position).value == value
    keeping.clear()


def test_searchers_in_threads(cpu: str) -> None:
    """Searchers share nothing: the same deals give the same values and node counts side by side."""
    deals = [Deal.random(cards=8, seed=seed) for seed in range(3)]

    def solve(found: list[object]) -> None:
        searcher = Searcher(memory_mb=8, cpu=cpu)
        for deal in deals:
            solution = searcher.value(Position(deal, strain=Strain.CLUBS, leader=Seat.EAST))
            found.append((solution.value, solution.nodes))

    results: list[list[object]] = [[] for _ in range(4)]
    threads = [threading.Thread(target=solve, args=(found,)) for found in results]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(found == results[0] and len(found) == len(deals) for found in results)
