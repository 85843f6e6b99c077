"""The search agrees with the plain reference: everywhere, with every optimisation on, and with each of them off."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.backends import AsksStreaks, make_backend
from solver.backends.whist import SWITCHES
from solver.cards import Card, Seat, Side, Strain, mask_of
from solver.deal import Deal
from solver.games import game
from solver.position import Position
from solver.solve import Searcher
from tests.oracle import assert_same_but_for_suits, assert_turned, disagreement, disagreements
from tests.strategies import deals, whist_positions

STRAINS = game("court-piece").strains


def endings(count: int, *, seed: int, cards: tuple[int, ...] = (1, 2, 3, 3, 4)) -> Iterator[Position]:
    """Yield small positions: any strain, leader and direction, some from few suits only, most of them mid-trick."""
    draw = random.Random(seed)
    for number in range(count):
        size = draw.choice(cards)
        pack = range(52) if number % 2 else range(draw.choice((16, 26, 39)))
        dealt = draw.sample(pack, 4 * size)
        position = Position(
            Deal.of([mask_of(map(Card.of, dealt[size * i : size * (i + 1)])) for i in range(4)]),
            strain=STRAINS[number % 5],
            leader=draw.choice(tuple(Seat)),
            rules=draw.choice(("classic", "courts")),
        )
        for _ in range(draw.randrange(min(4 * size, 7))):
            position.push(draw.choice(position.legal_plays()))
        yield position


@pytest.mark.sanitize
def test_every_card_of_random_endings_has_the_reference_value(cpu: str) -> None:
    """Value of the position and of every legal card, on hundreds of endings."""
    assert not disagreements(endings(600, seed=11), Searcher(cpu=cpu))


@pytest.mark.slow
def test_every_card_of_many_endings_has_the_reference_value(cpu: str) -> None:
    """The same on many thousands, up to five cards a hand."""
    assert not disagreements(endings(12000, seed=12), Searcher(cpu=cpu))
    assert not disagreements(endings(300, seed=13, cards=(5,)), Searcher(cpu=cpu))


def family(deal: Deal, strain: Strain, *, count: int, plies: int, seed: int) -> Iterator[Position]:
    """Yield positions of one deal that share shapes: many ways to play the same number of tricks."""
    draw = random.Random(seed)
    for _ in range(count):
        position = Position(deal, strain=strain, leader=draw.choice(tuple(Seat)))
        for _ in range(plies):
            position.push(draw.choice(position.legal_plays()))
        yield position


@pytest.mark.sanitize
@pytest.mark.parametrize("strain", STRAINS, ids=str)
def test_a_table_that_is_kept_answers_like_an_empty_one(strain: Strain, cpu: str) -> None:
    """Proofs of one position are used for others of the same shape: a rank too few in an entry would show here."""
    for seed in range(3):
        deal = Deal.random(cards=6, seed=seed)
        searcher = Searcher(reuse=True, cpu=cpu)
        for position in family(deal, strain, count=60, plies=12, seed=seed):
            assert disagreement(position, searcher) is None


@pytest.mark.slow
@pytest.mark.parametrize("strain", STRAINS, ids=str)
def test_a_kept_table_on_long_families(strain: Strain) -> None:
    """The same with deals of eight cards whose first tricks are solved too, so that the table is full of proofs."""
    for seed in range(40):
        deal = Deal.random(cards=8, seed=1000 + seed)
        searcher = Searcher(reuse=True)
        for leader in Seat:
            searcher.cards(Position(deal, strain=strain, leader=leader))
        for position in family(deal, strain, count=150, plies=20, seed=seed):
            assert disagreement(position, searcher) is None


@pytest.mark.sanitize
@pytest.mark.parametrize("switch", SWITCHES)
def test_one_optimisation_less_gives_the_same_answers(switch: str) -> None:
    """Each optimisation off in turn, against the reference."""
    assert not disagreements(endings(150, seed=17), Searcher(without=(switch,)))


@pytest.mark.sanitize
@pytest.mark.parametrize("switch", SWITCHES)
def test_one_optimisation_alone_gives_the_same_answers(switch: str) -> None:
    """All others off."""
    others = tuple(name for name in SWITCHES if name != switch)
    assert not disagreements(endings(100, seed=19), Searcher(without=others))


def test_every_optimisation_saves_nodes_on_nine_card_deals() -> None:
    """Same values, more nodes, when one is taken away."""
    tables = {}
    nodes = {}
    for switch in ("", *SWITCHES):
        searcher = Searcher(without=(switch,) if switch else ())
        results = [searcher.table(Deal.random(cards=9, seed=seed)) for seed in range(6)]
        tables[switch] = [result.values for result in results]
        nodes[switch] = sum(result.nodes for result in results)
    for switch in SWITCHES:
        assert tables[switch] == tables[""]
        assert nodes[switch] > nodes[""], switch


@given(whist_positions(max_cards=4))
def test_any_position_agrees_with_the_reference(position: Position) -> None:
    """What hypothesis can think of."""
    assert disagreement(position, Searcher()) is None


@given(whist_positions(max_cards=6), st.permutations(range(4)))
def test_suits_are_interchangeable(position: Position, order: list[int]) -> None:
    """Renaming the suits, the trump with them, changes nothing."""
    assert_same_but_for_suits(position, order, Searcher())


@given(whist_positions(max_cards=6), st.integers(1, 3))
def test_turning_the_table_turns_the_sides(position: Position, turns: int) -> None:
    """By two seats the value stays, by one or three it changes sides."""
    assert_turned(position, turns, Searcher())


@given(whist_positions(max_cards=7))
def test_the_mirror_image_plays_the_other_way_round(position: Position) -> None:
    """Exchanging East and West and the direction of play changes nothing."""
    mirrored = (0, 3, 2, 1)
    other = position.direction.other
    mirror = Position(
        Deal.of([position.hands[mirrored[seat]] for seat in Seat]),
        strain=position.strain,
        leader=Seat(mirrored[position.leader]),
        rules=f"direction={other}",
        trick=position.trick,
        taken=position.taken,
    )
    searcher = Searcher()
    assert searcher.value(mirror).value == searcher.value(position).value
    assert searcher.cards(mirror).cards == searcher.cards(position).cards


@given(whist_positions(min_cards=5, max_cards=8))
def test_the_value_is_that_of_the_best_card(position: Position) -> None:
    """Minimax, one ply down: also where the reference is too slow."""
    searcher = Searcher()
    found = searcher.cards(position)
    side = position.to_move.side
    assert found.value.of(side) == max(entry.value.of(side) for entry in found.cards)
    assert [entry.card for entry in found.cards] == list(position.legal_plays())
    for entry in found.cards[:3]:
        position.push(entry.card)
        assert searcher.value(position).value == entry.value
        position.undo()


@given(whist_positions(max_cards=8))
def test_the_line_is_best_play_to_the_end(position: Position) -> None:
    """Every card legal, every card keeping the value, to the last trick."""
    searcher = Searcher()
    line = searcher.line(position)
    played = position.copy()
    for card in line.cards:
        played.play(card)
    assert played.is_over
    assert played.taken == (line.value.ns, line.value.ew)


@given(whist_positions(max_cards=6))
def test_at_least_asks_about_the_value(position: Position) -> None:
    """For both sides and every target, possible or not; bounds that come along contain the value."""
    searcher = Searcher()
    value = searcher.value(position).value
    for side, target in itertools.product(Side, range(-1, position.total + 2)):
        answer = searcher.at_least(position, target, side=side)
        assert answer.answer is (value.of(side) >= target)
        assert answer.value.lower <= value.ns <= answer.value.upper


@given(deals(min_cards=2, max_cards=6))
def test_the_table_is_the_value_for_every_strain_and_leader(deal: Deal) -> None:
    """Twenty results, as asked one by one."""
    searcher = Searcher()
    table = searcher.table(deal)
    assert table.exact
    for strain, leader in itertools.product(STRAINS, Seat):
        assert table.values[strain][leader] == searcher.value(Position(deal, strain=strain, leader=leader)).value


@pytest.mark.sanitize
@pytest.mark.parametrize("rules", ["classic;h2_top=trump", "courts;h2_top=heart_top"])
def test_the_two_of_hearts_on_top(rules: str, cpu: str) -> None:
    """Satat: the best trump whatever suit is trump, or the best heart, with the deuce in every deal."""
    draw = random.Random(rules)
    fresh, kept = Searcher(cpu=cpu), Searcher(cpu=cpu, reuse=True)
    two = Card.parse("H2")
    for number in range(60):
        size = draw.choice((2, 3, 3))
        pack = [card for card in range(52) if card != two.index]
        dealt = [*draw.sample(pack if number % 2 else pack[: 6 * size], 4 * size - 1), two.index]
        draw.shuffle(dealt)
        position = Position(
            Deal.of([mask_of(map(Card.of, dealt[size * i : size * (i + 1)])) for i in range(4)]),
            strain=STRAINS[number % 5],
            leader=draw.choice(tuple(Seat)),
            rules=rules,
        )
        for _ in range(draw.randrange(5)):
            position.push(draw.choice(position.legal_plays()))
        assert disagreement(position, fresh) is None
        assert disagreement(position, kept) is None


def test_fourteen_trumps_and_thirteen_cards_by_turns() -> None:
    """One searcher for full deals with the two on top and without: the table of one says nothing of the other."""
    deal = Deal.random(seed=21)
    searcher = Searcher(reuse=True)
    plain = Searcher().table(deal).values
    satat = Searcher().table(deal, rules="classic;h2_top=trump").values
    assert plain != satat
    for _ in range(2):
        assert searcher.table(deal).values == plain
        assert searcher.table(deal, rules="classic;h2_top=trump").values == satat


def ways_to_win(position: Position, side: Side, end: int, need: int, known: dict[object, bool]) -> bool:
    """Plain search: does `side` win every trick until `end` are left, and `need` of those from here on?"""
    key = (position.key(), need)
    if key not in known:
        if need > position.tricks_left or position.is_over:
            known[key] = need <= 0
            return known[key]
        mine = position.to_move.side is side
        known[key] = not mine
        for card in position.legal_plays():
            tricks, taken = position.tricks_left, position.taken[side]
            position.push(card)
            won = position.taken[side] - taken
            lost = position.tricks_left < tricks and not won and tricks > end
            reached = not lost and ways_to_win(position, side, end, need - won, known)
            position.undo()
            if reached is mine:
                known[key] = mine
                break
    return known[key]


@pytest.mark.sanitize
def test_streaks_are_those_of_the_plain_search(cpu: str) -> None:
    """Every trick to one side up to a point, and so many in all: both sides, every point, mid-trick too."""
    backend = make_backend("whist", memory=16 << 20, cpu=cpu, without=())
    assert isinstance(backend, AsksStreaks)
    backend.begin(nodes=None, seconds=60.0, watch_signals=False)
    wins = 0
    for position in endings(60, seed=23, cards=(2, 3, 3)):
        left = position.tricks_left
        fresh = Position(
            position.deal,
            strain=position.strain,
            leader=position.leader,
            rules=position.rules,
            trick=position.trick,
        )
        for side, end in itertools.product(Side, range(left + 1)):
            for need in range(max(1, left - end), left + 1):
                backend.load(fresh, keep=False)
                expected = ways_to_win(fresh.copy(), side, end, need, {})
                assert backend.streak(side, need, end) is expected
                wins += expected
    assert wins
