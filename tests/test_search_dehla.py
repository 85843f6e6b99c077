"""The Dehla Pakad search agrees with the plain reference: trump open and fixed, whatever is counted, mid-trick."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.backends.dehla import SWITCHES
from solver.cards import Card, Rank, Seat, Side, Strain, cards_of, mask_of
from solver.deal import Deal
from solver.errors import LimitError
from solver.games import game
from solver.position import Position
from solver.results import Limit
from solver.solve import Searcher
from tests.oracle import disagreement
from tests.strategies import deals, positions

DEHLA = game("dehla-pakad")
STRAINS = DEHLA.opening_strains(DEHLA.rules())
COUNTS = ("tens", "cards", "tricks", "tens_tricks")

#: Presets under which a position's trump is its strain and nothing is hidden.
OPEN = tuple(name for name, rules in DEHLA.presets.items() if DEHLA.trump_mode(rules).shown_by == "no")


def rules_text(count: str, direction: str = "anticlockwise") -> str:
    """The options for what is counted and which way the turn goes."""
    return f"dehla-pakad;dp_count={count};direction={direction}"


def pack_with_tens(draw: random.Random, size: int, *, suits: int) -> list[Card]:
    """Cards for four hands of *size*, with as many tens as there are suits and room, the others often close to them."""
    cards = [Card.of(index) for index in range(13 * suits)]
    tens = [card for card in cards if card.rank is Rank.TEN]
    others = [card for card in cards if card.rank is not Rank.TEN]
    if draw.random() < 0.5:
        others.sort(key=lambda card: abs(card.rank - Rank.TEN) + 3 * draw.random())
    else:
        draw.shuffle(others)
    chosen = (tens + others)[: 4 * size]
    draw.shuffle(chosen)
    return chosen


def endings(
    count: int, *, seed: int, cards: tuple[int, ...] = (1, 2, 3, 3, 4), counts: tuple[str, ...] = COUNTS
) -> Iterator[Position]:
    """Yield small positions: trump open in half of them, most of them mid-trick, tens in all of them."""
    draw = random.Random(seed)
    for number in range(count):
        size = draw.choice(cards)
        dealt = pack_with_tens(draw, size, suits=4 if number % 3 else draw.choice((2, 3)))
        position = Position(
            Deal.of([mask_of(dealt[size * i : size * (i + 1)]) for i in range(4)]),
            strain=None if number % 2 else draw.choice(DEHLA.strains),
            leader=draw.choice(tuple(Seat)),
            game=DEHLA,
            rules=rules_text(draw.choice(counts), draw.choice(("clockwise", "anticlockwise"))),
        )
        for _ in range(draw.randrange(min(4 * size, 7))):
            position.push(draw.choice(position.legal_plays()))
        yield position


def disagreements(searcher: Searcher, positions: Iterator[Position]) -> list[str]:
    """All that `disagreement` finds."""
    return list(filter(None, (disagreement(position, searcher) for position in positions)))


@pytest.mark.sanitize
def test_every_card_of_random_endings_has_the_reference_value(cpu: str) -> None:
    """Value of the position and of every legal card, trump open and fixed, for everything that can be counted."""
    assert not disagreements(Searcher(cpu=cpu), endings(300, seed=11))


@pytest.mark.slow
def test_every_card_of_many_endings_has_the_reference_value(cpu: str) -> None:
    """The same on a thousand of everything that can be counted, and some of five cards a hand."""
    for count in COUNTS:
        assert not disagreements(Searcher(cpu=cpu), endings(1000, seed=12, counts=(count,)))
    assert not disagreements(Searcher(cpu=cpu), endings(60, seed=13, cards=(5,), counts=("tens", "tens_tricks")))


def same_shape(draw: random.Random, deal: Deal) -> Deal:
    """Another deal with the same suit lengths and the same holders of the tens: ranks change hands inside each suit."""
    hands = [0, 0, 0, 0]
    for suit in range(4):
        held = [card for hand in deal.masks for card in cards_of(hand) if card.suit == suit]
        owners = [
            seat
            for seat, hand in enumerate(deal.masks)
            for card in cards_of(hand)
            if card.suit == suit and card.rank is not Rank.TEN
        ]
        for card in held:
            if card.rank is Rank.TEN:
                hands[next(seat for seat, hand in enumerate(deal.masks) if hand & card.bit)] |= card.bit
        draw.shuffle(owners)
        for seat, card in zip(owners, (card for card in held if card.rank is not Rank.TEN), strict=True):
            hands[seat] |= card.bit
    return Deal.of(hands)


@pytest.mark.sanitize
@pytest.mark.parametrize("strain", STRAINS, ids=str)
def test_a_table_that_is_kept_answers_like_an_empty_one(strain: Strain | None, cpu: str) -> None:
    """Proofs of one line of play are used in others of the same shape: a rank too few in an entry would show here."""
    draw = random.Random(5)
    for _ in range(2):
        dealt = pack_with_tens(draw, 6, suits=4)
        deal = Deal.of([mask_of(dealt[6 * i : 6 * i + 6]) for i in range(4)])
        searcher = Searcher(reuse=True, cpu=cpu)
        for number in range(25):
            position = Position(deal, strain=strain, leader=draw.choice(tuple(Seat)), game=DEHLA)
            if number == 0:
                searcher.cards(position)
            for _ in range(12):
                position.push(draw.choice(position.legal_plays()))
            assert disagreement(position, searcher) is None


@pytest.mark.slow
@pytest.mark.parametrize("count", COUNTS)
def test_a_kept_table_on_long_families(count: str) -> None:
    """The same with seven cards, the first tricks solved too, tens gone in one line and in play in another."""
    draw = random.Random(6)
    for number in range(3):
        dealt = pack_with_tens(draw, 7, suits=4)
        deal = Deal.of([mask_of(dealt[7 * i : 7 * i + 7]) for i in range(4)])
        strain = STRAINS[number % len(STRAINS)]
        searcher = Searcher(reuse=True)
        for leader in Seat:
            searcher.cards(Position(deal, strain=strain, leader=leader, game=DEHLA, rules=rules_text(count)))
        for plies in (12, 16) * 20:
            leader = draw.choice(tuple(Seat))
            position = Position(deal, strain=strain, leader=leader, game=DEHLA, rules=rules_text(count))
            for _ in range(plies):
                position.push(draw.choice(position.legal_plays()))
            assert disagreement(position, searcher) is None


@pytest.mark.sanitize
@pytest.mark.parametrize("switch", SWITCHES)
def test_one_optimisation_less_gives_the_same_answers(switch: str) -> None:
    """Each optimisation off in turn, against the reference."""
    assert not disagreements(Searcher(without=(switch,)), endings(60, seed=17))


@pytest.mark.sanitize
@pytest.mark.parametrize("switch", SWITCHES)
def test_one_optimisation_alone_gives_the_same_answers(switch: str) -> None:
    """All others off."""
    assert not disagreements(Searcher(without=tuple(name for name in SWITCHES if name != switch)), endings(30, seed=19))


def random_deal(seed: int, size: int) -> Deal:
    """A deal of *size* cards a hand with all four tens in it."""
    draw = random.Random(seed)
    cards = [Card.of(index) for index in range(52)]
    draw.shuffle(cards)
    cards.sort(key=lambda card: card.rank is not Rank.TEN)
    dealt = cards[: 4 * size]
    draw.shuffle(dealt)
    return Deal.of([mask_of(dealt[size * i : size * (i + 1)]) for i in range(4)])


def test_every_optimisation_saves_nodes_on_eight_card_deals() -> None:
    """Same values, more nodes, when one is taken away."""
    tables = {}
    nodes = {}
    for switch in ("", *SWITCHES):
        searcher = Searcher(without=(switch,) if switch else ())
        results = [searcher.table(random_deal(seed, 8), game=DEHLA, leaders=[Seat.NORTH]) for seed in range(6)]
        tables[switch] = [result.values for result in results]
        nodes[switch] = sum(result.trick_nodes for result in results)
    for switch in SWITCHES:
        assert tables[switch] == tables[""]
        # Ways are for trumps that are named, and here no tricks wait in the middle.
        assert (nodes[switch] > nodes[""]) is (switch not in {"ways", "pile"}), switch


@given(positions(max_cards=4, of=DEHLA))
def test_any_position_agrees_with_the_reference(position: Position) -> None:
    """What hypothesis can think of."""
    assert disagreement(position, Searcher()) is None


@given(positions(max_cards=6, of=DEHLA, presets=OPEN), st.permutations(range(4)))
def test_suits_are_interchangeable(position: Position, order: list[int]) -> None:
    """Renaming the suits, the trump with them, changes nothing."""

    def rename(card: Card) -> Card:
        return Card.of(13 * order[card.suit] + card.index % 13)

    strain = position.strain
    renamed = Position(
        Deal.of([mask_of(map(rename, cards_of(hand))) for hand in position.hands]),
        strain=None if strain is None else Strain(order[strain]),
        leader=position.leader,
        game=DEHLA,
        rules=position.rules,
        trick=[rename(card) for card in position.trick],
        taken=position.taken,
    )
    searcher = Searcher()
    before, after = searcher.cards(position), searcher.cards(renamed)
    assert after.value == before.value
    assert {rename(entry.card): entry.value for entry in before.cards} == {
        entry.card: entry.value for entry in after.cards
    }


@given(positions(max_cards=6, of=DEHLA, presets=OPEN), st.integers(1, 3))
def test_turning_the_table_turns_the_sides(position: Position, turns: int) -> None:
    """By two seats the value stays, by one or three it changes sides."""

    def turn(seat: Seat) -> Seat:
        return seat.next(steps=turns)

    hands = {turn(seat): position.hands[seat] for seat in Seat}
    taken = position.taken if turns == 2 else position.taken[::-1]
    turned = Position(
        Deal.of([hands[seat] for seat in Seat]),
        strain=position.strain,
        leader=turn(position.leader),
        game=DEHLA,
        rules=position.rules,
        trick=position.trick,
        taken=(taken[0], taken[1]),
    )
    searcher = Searcher()
    before, after = searcher.value(position).value, searcher.value(turned).value
    assert (after.ns, after.ew) == ((before.ns, before.ew) if turns == 2 else (before.ew, before.ns))


@given(positions(min_cards=5, max_cards=8, of=DEHLA))
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


@given(positions(max_cards=7, of=DEHLA))
def test_the_line_is_best_play_to_the_end(position: Position) -> None:
    """Every card legal, every card keeping the value, to the last trick."""
    line = Searcher().line(position)
    played = position.copy()
    for card in line.cards:
        played.play(card)
    assert played.is_over
    assert played.taken == (line.value.ns, line.value.ew)


@given(positions(max_cards=6, of=DEHLA, presets=("dehla-pakad", "double-sar")))
def test_at_least_asks_about_the_value(position: Position) -> None:
    """For both sides and every target, possible or not; bounds that come along contain the value."""
    searcher = Searcher()
    value = searcher.value(position).value
    for side, target in itertools.product(Side, range(-1, position.total + 2)):
        answer = searcher.at_least(position, target, side=side)
        assert answer.answer is (value.of(side) >= target)
        assert answer.value.lower <= value.ns <= answer.value.upper


@given(deals(min_cards=2, max_cards=6), st.sampled_from(("dehla-pakad", "open")))
def test_the_table_is_the_value_for_every_strain_and_leader(deal: Deal, preset: str) -> None:
    """Trump open and every trump, every leader, as asked one by one; no open trump where it is named before."""
    searcher = Searcher()
    table = searcher.table(deal, game=DEHLA, rules=preset)
    assert table.exact
    assert list(table.values) == ([] if preset == "open" else [None]) + list(DEHLA.strains)
    for strain, leader in itertools.product(table.values, Seat):
        position = Position(deal, strain=strain, leader=leader, game=DEHLA, rules=preset)
        assert table.values[strain][leader] == searcher.value(position).value


@given(positions(min_cards=5, max_cards=8, of=DEHLA), st.integers(0, 400))
def test_stopped_searches_never_lie(position: Position, nodes: int) -> None:
    """Under any limit bounds contain the value, cards theirs, and the same limit stops at the same place."""
    searcher = Searcher()
    truth = searcher.cards(position)
    short = searcher.cards(position, limit=Limit(nodes=nodes))
    assert short.value.lower <= truth.value.ns <= short.value.upper
    for entry, exact in zip(short.cards, truth.cards, strict=True):
        assert entry.value.lower <= exact.value.ns <= entry.value.upper
    again = searcher.cards(position, limit=Limit(nodes=nodes))
    assert (again.nodes, again.value, again.cards) == (short.nodes, short.value, short.cards)


def test_both_builds_visit_the_same_nodes(cpu: str) -> None:
    """Packed by one instruction or by hand, entries are the same."""
    searcher = Searcher(cpu=cpu)
    solutions = [
        searcher.value(Position(random_deal(seed, 9), strain=strain, leader=Seat.NORTH, game=DEHLA))
        for seed, strain in enumerate(STRAINS)
    ]
    assert [solution.trick_nodes for solution in solutions] == NODES_OF_NINE_CARDS


#: Trick nodes of five deals: changes whenever the search does, and should then be looked at.
NODES_OF_NINE_CARDS = [300, 162, 6462, 710, 1159]


def test_a_small_table_changes_nothing_but_nodes() -> None:
    """A table that is full again and again gives the same values."""
    deal = random_deal(3, 10)
    position = Position(deal, strain=None, leader=Seat.NORTH, game=DEHLA, rules="double-sar")
    small, large = Searcher(memory_mb=8).value(position), Searcher(memory_mb=64).value(position)
    assert small.value == large.value


def test_tens_before_tricks() -> None:
    """The ending in which most tricks and most tens need different cards."""
    deal = Deal.parse("N:6.3.86. .2.Q.T2 95.K.3. .4.9.74")
    for direction, (count, best) in itertools.product(
        ("clockwise", "anticlockwise"), (("tricks", "HK"), ("tens_tricks", "D3"), ("tens", "D3"))
    ):
        position = Position(
            deal, strain=Strain.HEARTS, leader=Seat.SOUTH, game=DEHLA, rules=rules_text(count, direction)
        )
        found = Searcher().cards(position)
        assert best in map(str, found.best)
        if count == "tens_tricks":
            assert [str(card) for card in found.best] == ["D3"]
            assert divmod(found.value.ns, 14) == (1, 2)


def test_rules_without_a_search_are_refused_by_name() -> None:
    """Memory that is too small and optimisations that there are not."""
    position = Position(random_deal(1, 3), strain=None, leader=Seat.NORTH, game=DEHLA)
    with pytest.raises(LimitError, match="expected optimisations among quick, sure"):
        Searcher(without=("nonsense",)).value(position)
