"""Double Sir: the search agrees with the plain reference under every option, from any middle."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import reference
from solver.backends.double_sir import SWITCHES
from solver.cards import Card, Seat, Side, Strain, mask_of
from solver.deal import Deal
from solver.games import CourtPieceRules, Pile, Rules, game
from solver.position import Position
from solver.results import Limit, Value
from solver.solve import Searcher
from tests.strategies import deals, double_sir_positions

COURT_PIECE = game("court-piece")
STRAINS = COURT_PIECE.strains

#: Trick nodes of `test_both_builds_cost_the_same`; a change of the search changes it.
SIGNATURE = 1688

#: Every set of options that can be searched.
VARIANTS = [
    f"{preset};sir_run_unit={unit};sir_after_pickup={after};sir_first_pair_blocked={blocked}"
    for preset in ("double-sir", "double-sir-ace")
    for unit in ("player", "team")
    for after in ("continue", "restart")
    for blocked in ("no", "yes")
]
#: With the two of hearts on top; the ace rule is not searched then.
TOPPED = [f"{rules};h2_top={top}" for rules in VARIANTS if "ace" not in rules for top in ("trump", "heart_top")]
#: The same where nobody gets what lies in the middle at the end.
LOST = [f"{rules};sir_last_trick=lost" for rules in (*VARIANTS, *TOPPED[::3])]


def middle(draw: random.Random, leader: Seat, rules: Rules, most: int) -> Pile | None:
    """Return what may lie in the middle when `leader` is on lead: up to `most` tricks; `None` for a new deal."""
    assert isinstance(rules, CourtPieceRules)
    size = draw.randrange(-1, most + 1)
    if size < 0:
        return None
    if size == 0 and rules.sir_after_pickup == "restart":
        return Pile()
    if size == 1 and rules.sir_first_pair_blocked and draw.random() < 0.5:
        return Pile(1)
    return Pile(size, leader, rules.collect == "double_sir_ace" and draw.random() < 0.5)

#: All of these.
SEARCHED = (*VARIANTS, *LOST, *TOPPED)


#: Where cards come from: the whole pack, few suits, or few ranks of every suit (where aces are many; with the two of
#: hearts at last).
PACKS: Sequence[Sequence[int]] = (
    range(52),
    range(20),
    range(26),
    range(39),
    [13 * suit + rank for suit in range(4) for rank in range(5)],
    [*range(5), *range(13, 17), 25, *range(26, 31), *range(39, 44)],
)


def endings(
    count: int, *, seed: int, cards: tuple[int, ...] = (1, 2, 3, 3, 4), variants: Sequence[str] = SEARCHED
) -> Iterator[Position]:
    """Yield small positions of all variants: any strain, leader, direction and middle, most of them mid-trick."""
    draw = random.Random(seed)
    for number in range(count):
        size = draw.choice(cards)
        dealt = draw.sample(list(PACKS[number % len(PACKS)]), 4 * size)
        leader = draw.choice(tuple(Seat))
        rules = COURT_PIECE.rules(f"{draw.choice(variants)};direction={draw.choice(('clockwise', 'anticlockwise'))}")
        position = Position(
            Deal.of([mask_of(map(Card.of, dealt[size * i : size * (i + 1)])) for i in range(4)]),
            strain=draw.choice(STRAINS),
            leader=leader,
            rules=rules,
            carry=middle(draw, leader, rules, 5),
        )
        for _ in range(draw.randrange(min(4 * size, 7))):
            position.push(draw.choice(position.legal_plays()))
        yield position


def disagreement(position: Position, searcher: Searcher) -> str | None:
    """Describe where the searcher and the reference differ on a position: value of a side, or any card."""
    found = searcher.cards(position)
    for side in Side:
        taken = position.taken[side]
        cards = {card: taken + value for card, value in reference.card_values(position, side=side).items()}
        value = max(cards.values()) if position.to_move.side is side else min(cards.values())
        ours = {entry.card: entry.value.of(side) for entry in found.cards}
        if found.value.of(side) != value or ours != cards:
            return f"{position!r}: {side} reference {value} {cards}, search {found.value.of(side)} {ours}"
        if position.shares_all:
            return None  # the other side has the rest
    return None


def disagreements(searcher: Searcher, **which: object) -> list[str]:
    """All that `disagreement` finds on random endings."""
    return list(filter(None, (disagreement(position, searcher) for position in endings(**which))))  # type: ignore[arg-type]


@pytest.mark.sanitize
def test_every_card_of_random_endings_has_the_reference_value(cpu: str) -> None:
    """Value of the position and of every legal card, all variants."""
    assert not disagreements(Searcher(cpu=cpu), count=160, seed=31)


@pytest.mark.slow
def test_every_card_of_many_endings_has_the_reference_value(cpu: str) -> None:
    """The same on thousands, up to five cards a hand."""
    assert not disagreements(Searcher(cpu=cpu), count=6000, seed=32)
    assert not disagreements(Searcher(cpu=cpu), count=250, seed=33, cards=(5,))


def family(deal: Deal, rules: str, *, strain: Strain, count: int, plies: int, seed: int) -> Iterator[Position]:
    """Yield positions of one deal that share shapes: ways to play the same number of tricks, with other middles."""
    draw = random.Random(seed)
    for _ in range(count):
        position = Position(deal, strain=strain, leader=draw.choice(tuple(Seat)), rules=rules)
        for _ in range(plies):
            position.push(draw.choice(position.legal_plays()))
        yield Position(
            position.deal,
            strain=strain,
            leader=position.leader,
            rules=rules,
            carry=middle(draw, position.leader, position.rules, 5),
        )


@pytest.mark.sanitize
@pytest.mark.parametrize("rules", [*VARIANTS, *LOST, *TOPPED[::2]])
def test_a_table_that_is_kept_answers_like_an_empty_one(rules: str) -> None:
    """Proofs serve other positions of their shape and other piles: a rank or an ace too few would show here."""
    for seed in range(2):
        deal = Deal.random(cards=6, seed=seed)
        if seed:  # few ranks: aces decide
            draw = random.Random(seed)
            dealt = draw.sample([13 * suit + rank for suit in range(4) for rank in range(6)], 24)
            deal = Deal.of([mask_of(map(Card.of, dealt[6 * i : 6 * i + 6])) for i in range(4)])
        searcher = Searcher(reuse=True)
        for position in family(deal, rules, strain=STRAINS[seed * 2], count=18, plies=12, seed=seed):
            assert disagreement(position, searcher) is None


@pytest.mark.slow
@pytest.mark.parametrize("rules", [*VARIANTS, *LOST, *TOPPED])
def test_a_kept_table_on_long_families(rules: str) -> None:
    """The same with deals of seven cards whose first tricks are solved too, so that the table is full of proofs."""
    for seed in range(4):
        deal = Deal.random(cards=7, seed=1000 + seed)
        strain = STRAINS[seed % 5]
        searcher = Searcher(reuse=True)
        for leader in Seat:
            searcher.cards(Position(deal, strain=strain, leader=leader, rules=rules))
        for position in family(deal, rules, strain=strain, count=60, plies=16, seed=seed):
            assert disagreement(position, searcher) is None


@pytest.mark.sanitize
@pytest.mark.parametrize("switch", SWITCHES)
def test_one_optimisation_less_gives_the_same_answers(switch: str) -> None:
    """Each optimisation off in turn, against the reference."""
    assert not disagreements(Searcher(without=(switch,)), count=60, seed=37)


@pytest.mark.sanitize
@pytest.mark.parametrize("switch", SWITCHES)
def test_one_optimisation_alone_gives_the_same_answers(switch: str) -> None:
    """All others off."""
    assert not disagreements(
        Searcher(without=tuple(name for name in SWITCHES if name != switch)), count=40, seed=39, cards=(2, 3)
    )


@pytest.mark.slow
def test_many_endings_with_other_optimisations() -> None:
    """Each off in turn and each alone, on thousands of endings."""
    for switch in SWITCHES:
        assert not disagreements(Searcher(without=(switch,)), count=1000, seed=41)
        alone = Searcher(without=tuple(name for name in SWITCHES if name != switch))
        assert not disagreements(alone, count=500, seed=42)


def test_every_optimisation_saves_nodes() -> None:
    """Same values, more nodes, when one is taken away; both readings of what holds after a pick-up."""
    values = {}
    nodes = {}
    for switch in ("", *SWITCHES):
        searcher = Searcher(without=(switch,) if switch else ())
        results = [
            searcher.value(
                Position(
                    Deal.random(cards=9, seed=seed),
                    strain=Strain(seed % 4),
                    leader=Seat.NORTH,
                    rules=f"double-sir;sir_after_pickup={'restart' if seed & 1 else 'continue'}",
                )
            )
            for seed in range(16)
        ]
        values[switch] = [result.value for result in results]
        nodes[switch] = sum(result.trick_nodes for result in results)
    for switch in SWITCHES:
        assert values[switch] == values[""]
        assert nodes[switch] > nodes[""], switch


@given(double_sir_positions(max_cards=3))
def test_any_position_agrees_with_the_reference(position: Position) -> None:
    """What hypothesis can think of."""
    assert disagreement(position, Searcher()) is None


@given(double_sir_positions(min_cards=5, max_cards=7))
def test_the_value_is_that_of_the_best_card(position: Position) -> None:
    """Minimax, one ply down: also where the reference is too slow."""
    searcher = Searcher()
    found = searcher.cards(position)
    side = position.to_move.side
    assert found.value.of(side) == max(entry.value.of(side) for entry in found.cards)
    assert found.value.of(side.other) == min(entry.value.of(side.other) for entry in found.cards)
    assert [entry.card for entry in found.cards] == list(position.legal_plays())
    for entry in found.cards[:3]:
        position.push(entry.card)
        after = searcher.value(position).value
        assert [after.bounds(side) for side in Side] == [entry.value.bounds(side) for side in Side]
        position.undo()


def test_a_full_trick_on_top_of_the_search() -> None:
    """Deals of eight and nine cards: the value is minimax over all ways to play the first trick."""

    def best(position: Position, plies: int) -> int:
        if not plies:
            return searcher.value(position).value.ns
        values = []
        for card in position.legal_plays():
            position.push(card)
            values.append(best(position, plies - 1))
            position.undo()
        return max(values) if position.to_move.side is Side.NS else min(values)

    searcher = Searcher(reuse=True)
    for number, rules in enumerate(VARIANTS[::3]):
        deal = Deal.random(cards=6 + number % 2, seed=70 + number)
        position = Position(deal, strain=STRAINS[number % 5], leader=Seat(number % 4), rules=rules)
        value = Searcher().value(position).value.ns
        assert best(position, 4) == value


@given(double_sir_positions(max_cards=7))
def test_the_line_is_best_play_to_the_end(position: Position) -> None:
    """Every card legal, every card keeping the value, to the last trick."""
    line = Searcher().line(position)
    played = position.copy()
    for card in line.cards:
        played.play(card)
    assert played.is_over
    side = position.to_move.side
    assert played.taken[side] == line.value.of(side)
    assert not position.shares_all or played.taken[side.other] == line.value.of(side.other)


@given(double_sir_positions(max_cards=6))
def test_at_least_asks_about_the_value(position: Position) -> None:
    """For both sides and every target, possible or not; bounds that come along contain the value."""
    searcher = Searcher()
    value = searcher.value(position).value
    for side, target in itertools.product(Side, range(-1, position.total + 2)):
        answer = searcher.at_least(position, target, side=side)
        assert answer.answer is (value.of(side) >= target)
        for each in Side:
            least, most = answer.value.bounds(each)
            assert least <= value.of(each) <= most


@given(deals(min_cards=2, max_cards=5), st.sampled_from([*VARIANTS, *LOST[::3]]))
def test_the_table_is_the_value_of_a_new_deal(deal: Deal, rules: str) -> None:
    """Every strain and leader, nothing in the middle, as asked one by one."""
    searcher = Searcher()
    table = searcher.table(deal, rules=rules)
    assert table.exact
    for strain, leader in itertools.product(STRAINS, Seat):
        position = Position(deal, strain=strain, leader=leader, rules=rules)
        assert table.values[strain][leader] == searcher.value(position).value


def test_one_searcher_serves_all_rules() -> None:
    """Rules in turn on one searcher that keeps what it knows: the answers of fresh ones, and options tell apart."""
    searcher = Searcher(reuse=True)
    found: set[int] = set()
    for seed in range(12):
        deal = Deal.random(cards=6, seed=seed)
        values = []
        for rules in ("classic", *VARIANTS, *LOST):
            position = Position(deal, strain=Strain(seed % 5), leader=Seat(seed % 4), rules=rules)
            values.append(searcher.value(position).value)
            assert values[-1] == Searcher().value(position).value
        found.update(number for number, value in enumerate(values) if value != values[0])
    assert len(found) == len(VARIANTS) + len(LOST)


def test_what_is_lost_is_nobodys() -> None:
    """Two tricks to come that two players win: each side can make sure of nothing, and a pair of tricks takes both."""
    searcher = Searcher()
    for hands, ns, ew in (("N:A.2.. 2.A.. 3.3.. 4.4..", 0, 0), ("N:AK... 42... 53... 76...", 2, 0)):
        for last, value in (("takes_rest", None), ("lost", Value(ns, ns, 2, ew_bounds=(ew, ew)))):
            rules = f"double-sir;sir_last_trick={last}"
            position = Position(Deal.parse(hands), strain=Strain.NO_TRUMP, leader=Seat.NORTH, rules=rules)
            found = searcher.cards(position)
            assert position.shares_all is (value is None)
            assert value is None or found.value == value
            assert value is not None or found.value.ns + found.value.ew == 2


@pytest.mark.sanitize
@given(double_sir_positions(min_cards=6, max_cards=8), st.integers(0, 300))
def test_a_limit_stops_with_sound_bounds(position: Position, nodes: int) -> None:
    """Whatever was proved when the nodes ran out contains the truth, and the same limit stops at the same place."""
    searcher = Searcher()
    truth = searcher.cards(position)
    stopped = searcher.cards(position, limit=Limit(nodes=nodes))
    for side in Side:
        values = {entry.card: entry.value.of(side) for entry in truth.cards}
        least, most = stopped.value.bounds(side)
        assert least <= truth.value.of(side) <= most
        for entry in stopped.cards:
            least, most = entry.value.bounds(side)
            assert least <= values[entry.card] <= most
    assert (stopped.stopped is None) is stopped.exact or stopped.value.exact
    again = searcher.cards(position, limit=Limit(nodes=nodes))
    assert (again.nodes, again.value, again.cards) == (stopped.nodes, stopped.value, stopped.cards)
    reached = searcher.at_least(position, truth.value.ns, side=Side.NS, limit=Limit(nodes=nodes))
    assert reached.answer in (True, None)


@pytest.mark.sanitize
def test_a_small_table_gives_the_same_answers(cpu: str) -> None:
    """With four megabytes the table is emptied again and again."""
    for seed in range(3):
        deal = Deal.random(cards=11, seed=seed)
        position = Position(deal, strain=Strain.CLUBS, leader=Seat.EAST, rules="double-sir")
        assert Searcher(memory_mb=5, cpu=cpu).at_least(position, 6).answer == Searcher().at_least(position, 6).answer


def test_both_builds_cost_the_same(cpu: str) -> None:
    """Same nodes in both, on record with the first seeds' sum."""
    searcher = Searcher(cpu=cpu)
    nodes = 0
    for seed in range(10):
        rules = VARIANTS[seed]
        position = Position(Deal.random(cards=9, seed=seed), strain=STRAINS[seed % 5], leader=Seat.WEST, rules=rules)
        nodes += searcher.at_least(position, 5, side=Side.NS).trick_nodes
    assert nodes == SIGNATURE
