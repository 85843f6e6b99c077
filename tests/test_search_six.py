"""Six players: the compiled search agrees with the plain reference, and says honestly where it stops."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator

import pytest

from solver import reference
from solver.cards import Card, Rank, Side, Strain, Suit
from solver.errors import LimitError
from solver.results import Limit
from solver.six import MOST_CARDS, Player, SixDeal, SixPosition, SixSearcher
from solver.six.solve import SWITCHES

#: Trick nodes of `test_the_search_costs_what_it_did`; a change of the search changes it.
SIGNATURE = 207159


def endings(count: int, *, seed: int, most: int = 3) -> Iterator[SixPosition]:
    """Yield small positions with many copies: all counts, both directions, trump fixed or not, most in mid-trick."""
    draw = random.Random(seed)
    while count:
        size = draw.choice((1, 2, 2, most))
        top = draw.randrange(0, 3)
        ranks = list(Rank)[::-1][top : top + draw.choice((3, 5, 13))]
        suits = list(Suit)[: draw.choice((2, 3, 4))]
        pack = [Card(suit, rank) for suit in suits for rank in ranks for _ in range(3)]
        if len(pack) < 6 * size:
            continue
        draw.shuffle(pack)
        counted = draw.choice(("tens", "tens", "cards", "tricks", "tens_tricks"))
        position = SixPosition(
            SixDeal.of([pack[size * player : size * (player + 1)] for player in Player]),
            strain=draw.choice((None, None, *map(Strain.of, suits))),
            leader=Player(draw.randrange(6)),
            rules=f"direction={draw.choice(('clockwise', 'anticlockwise'))};dp_count={counted}",
        )
        for _ in range(draw.randrange(0, 8)):
            if len(position.history) < 6 * size - 1:
                position.play(draw.choice(position.legal_plays()))
        yield position
        count -= 1


def check(position: SixPosition, searcher: SixSearcher) -> None:
    """Hold value, cards, line and questions against the reference."""
    taken = position.taken[0]
    value = reference.value(position) + taken
    expected = {card: units + taken for card, units in reference.card_values(position).items()}
    cards, line = searcher.cards_and_line(position)
    assert cards.value.ns == value
    assert {entry.card: entry.value.ns for entry in cards.cards} == expected
    assert set(cards.best) == {card for card, units in expected.items() if units == value}
    assert list(expected) == [entry.card for entry in cards.cards]
    end = position.copy()
    for card in line.cards:
        end.play(card)
    assert (end.is_over, end.taken[0]) == (True, value)
    for side, amount in ((Side.NS, value), (Side.EW, position.total - value)):
        for target in (0, amount, amount + 1, position.total + 1):
            answer = searcher.at_least(position, target, side=side)
            assert answer.answer is (amount >= target)
            assert answer.value.lower <= value <= answer.value.upper


def test_the_search_agrees_with_the_reference():
    """Values of endings, of every card, the line, and every question."""
    searcher = SixSearcher(memory_mb=4)
    for position in endings(150, seed=1):
        check(position, searcher)


@pytest.mark.slow
def test_the_search_agrees_with_the_reference_on_many_endings():
    """Three thousand endings."""
    searcher = SixSearcher(memory_mb=4)
    for position in endings(3000, seed=2):
        check(position, searcher)


def test_endings_of_seven_cards_are_solved_at_once():
    """The size that docs/dehla-pakad.md promises within a second: a million trick nodes are far less than one."""
    searcher = SixSearcher(memory_mb=64)
    for seed in range(12):
        position = SixPosition(SixDeal.random(cards=7, seed=100 + seed), strain=Strain.SPADES, leader=Player(seed % 6))
        solution = searcher.value(position)
        assert solution.exact
        assert solution.trick_nodes < 1_000_000


@pytest.mark.parametrize("without", SWITCHES)
def test_every_optimisation_changes_only_the_cost(without):
    """With one of them off the answers are the same; nodes differ somewhere."""
    full, less = SixSearcher(memory_mb=4), SixSearcher(memory_mb=4, without=[without])
    differ = False
    for position in endings(60, seed=3, most=4):
        one, other = full.value(position), less.value(position)
        assert one.value == other.value
        differ |= one.trick_nodes != other.trick_nodes or one.nodes != other.nodes
    assert differ


def test_the_search_costs_what_it_did():
    """The same endings cost the same nodes as before, in any order and after any others."""
    searcher = SixSearcher(memory_mb=16)
    deals = [SixDeal.random(cards=6, seed=seed) for seed in range(8)]
    nodes = [
        searcher.value(SixPosition(deal, strain=strain, leader=Player.ONE)).trick_nodes
        for deal in deals
        for strain in (None, Strain.HEARTS)
    ]
    again = searcher.value(SixPosition(deals[0], strain=None, leader=Player.ONE))
    assert again.trick_nodes == nodes[0]
    assert sum(nodes) == SIGNATURE


def test_many_positions_in_one_searcher():
    """The eras of the table go round."""
    searcher = SixSearcher(memory_mb=1)
    known = [(position, reference.value(position)) for position in endings(20, seed=4, most=2)]
    for _ in range(30):
        for position, value in known:
            assert searcher.value(position).value.ns == value + position.taken[0]


def test_a_limit_leaves_bounds_that_hold():
    """Stopped at any node, the value lies within the bounds, cards and line included."""
    searcher = SixSearcher(memory_mb=16)
    stopped = 0
    for seed in range(3):
        position = SixPosition(SixDeal.random(cards=7, seed=seed), strain=None, leader=Player.TWO)
        value = searcher.value(position).value
        assert value.exact
        for nodes in (0, 1000, 20_000):
            cards, line = searcher.cards_and_line(position, limit=Limit(nodes=nodes))
            stopped += cards.stopped == "nodes"
            assert cards.value.lower <= value.lower <= cards.value.upper
            best = [entry.value.bounds(position.to_move.side) for entry in cards.cards]
            assert max(low for low, _ in best) <= value.of(position.to_move.side) <= max(high for _, high in best)
            end = position.copy()
            for card in line.cards:
                end.play(card)
            answer = searcher.at_least(position, 2, limit=Limit(nodes=nodes))
            assert answer.answer in (None, value.of(position.to_move.side) >= 2)
    assert stopped
    large = SixPosition(SixDeal.random(cards=10, seed=0), strain=None, leader=Player.ONE)
    assert searcher.value(large, limit=Limit(seconds=0.05)).stopped == "seconds"


def test_a_search_can_be_cancelled():
    """From another thread; the answer says so."""
    searcher = SixSearcher(memory_mb=16)
    position = SixPosition(SixDeal.random(cards=10, seed=0), strain=None, leader=Player.ONE)
    timer = threading.Timer(0.1, searcher.cancel)
    timer.start()
    assert searcher.value(position).stopped == "cancelled"
    timer.join()


def test_settings_and_positions_that_cannot_be_searched():
    """Each is refused in words."""
    for settings, words in (
        ({"memory_mb": 0}, "expected 1 or more megabytes"),
        ({"memory_mb": 1 << 40}, "expected more memory"),
        ({"without": ["luck"]}, "expected optimisations among fold, table, order, same, got 'luck'"),
    ):
        with pytest.raises(LimitError, match=words):
            SixSearcher(**settings)
    large = SixPosition(SixDeal.random(cards=MOST_CARDS + 1, seed=0), strain=None, leader=Player.ONE)
    with pytest.raises(LimitError, match="expected an ending of at most 10 cards a hand, not 11"):
        SixSearcher(memory_mb=1).value(large)


def test_a_deal_that_is_over_has_a_value():
    """Nothing is left to play."""
    position = SixPosition(SixDeal.parse("1:... ... ... ... ... ..."), strain=None, leader=Player.ONE, taken=(7, 5))
    cards, line = SixSearcher(memory_mb=1).cards_and_line(position)
    assert (cards.value.ns, cards.value.ew, cards.cards, line.cards) == (7, 5, (), ())


def test_ten_cards_a_hand_are_taken():
    """The largest endings fit the search; with one suit and no ten left they are solved at a glance."""
    ranks = [Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK, *list(Rank)[:6]]
    hands = [[Card(Suit((player + turn) % 4), rank) for turn, rank in enumerate(ranks)] for player in range(6)]
    position = SixPosition(SixDeal.of(hands), strain=Strain.SPADES, leader=Player.ONE)
    assert SixSearcher(memory_mb=1).value(position).value.total == 0
