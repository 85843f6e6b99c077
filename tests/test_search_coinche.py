"""The search of Coinche agrees with the plain reference: under all options, with each optimisation and without it."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.backends.coinche import SWITCHES, CoincheBackend
from solver.cards import Card, Seat, Side, Strain, cards_of, mask_of
from solver.deal import Deal
from solver.errors import LimitError
from solver.games import game
from solver.games.coinche import SHORT_DECK, CoincheRules
from solver.games.stakes import Question, Threshold
from solver.position import Position
from solver.results import Limit
from solver.solve import Searcher
from tests.oracle import assert_same_but_for_suits, assert_turned, disagreement, disagreements
from tests.strategies import deals, seats

COINCHE = game("coinche")
STRAINS = COINCHE.strains
PACK = cards_of(SHORT_DECK)


def rules_of(text: str) -> CoincheRules:
    """Read options of Coinche."""
    return cast("CoincheRules", COINCHE.rules(text))


#: The options that change legal moves or points, with all their values.
OPTIONS = {
    "direction": ("anticlockwise", "clockwise"),
    "over_partner_led": ("yes", "no"),
    "undertrump": ("must", "free"),
    "partner_ruff": ("free", "no_under", "must_over"),
    "sa_scale": ("ace_19", "plain"),
    "ta_scale": ("jack_14", "jack_13", "trump"),
}
ALL_RULES = [
    rules_of(";".join(["denominations=all", *map("=".join, zip(OPTIONS, values, strict=True))]))
    for values in itertools.product(*OPTIONS.values())
]


def endings(count: int, *, seed: int, cards: tuple[int, ...] = (1, 2, 3, 3, 4)) -> Iterator[Position]:
    """Yield small positions: any rules, strain and leader, some from few suits only, most of them mid-trick."""
    draw = random.Random(seed)
    for number in range(count):
        size = draw.choice(cards)
        pack = [card for card in PACK if card.suit < draw.choice((2, 3, 4))] if number % 2 else PACK
        if len(pack) < 4 * size:
            pack = PACK
        dealt = draw.sample(pack, 4 * size)
        position = Position(
            Deal.of([mask_of(dealt[size * i : size * (i + 1)]) for i in range(4)]),
            strain=STRAINS[number % 6] if number % 4 else STRAINS[number % 3],
            leader=draw.choice(tuple(Seat)),
            game=COINCHE,
            rules=draw.choice(ALL_RULES),
        )
        for _ in range(draw.randrange(min(4 * size, 7))):
            position.push(draw.choice(position.legal_plays()))
        yield position


@st.composite
def positions(draw: st.DrawFn, *, min_cards: int = 1, max_cards: int = 4) -> Position:
    """Positions of Coinche under any rules, with a history."""
    deal = draw(deals(min_cards=min_cards, max_cards=max_cards, deck=SHORT_DECK))
    strain, rules = draw(st.sampled_from(STRAINS)), draw(st.sampled_from(ALL_RULES))
    position = Position(deal, strain=strain, leader=draw(seats), game=COINCHE, rules=rules)
    for _ in range(draw(st.integers(0, 4 * position.tricks_left - 1))):
        position.push(draw(st.sampled_from(position.legal_plays())))
    return position


@pytest.mark.sanitize
def test_every_card_of_random_endings_has_the_reference_value() -> None:
    """Value of the position and of every legal card, on a thousand endings over all options."""
    assert not disagreements(endings(1000, seed=11), Searcher(memory_mb=8))


@pytest.mark.slow
def test_every_card_of_many_endings_has_the_reference_value() -> None:
    """The same on four thousand, and some of five cards a hand."""
    assert not disagreements(endings(4000, seed=12), Searcher(memory_mb=8))
    assert not disagreements(endings(40, seed=13, cards=(5,)), Searcher(memory_mb=8))


@pytest.mark.parametrize("rules", ALL_RULES[::7], ids=str)
def test_legal_moves_are_those_of_the_readable_rules(rules: CoincheRules) -> None:
    """The engine's list of legal cards, through whole deals, without a search."""
    backend = CoincheBackend(memory=1 << 20, cpu="auto", without=())
    draw = random.Random(rules.text())
    for number, strain in itertools.product(range(4), STRAINS):
        deal = Deal.random(cards=8, seed=number, deck=SHORT_DECK)
        position = Position(deal, strain=strain, leader=draw.choice(tuple(Seat)), game=COINCHE, rules=rules)
        while not position.is_over:
            legal = position.legal_plays()
            hand = position.hands[position.to_move]
            found = backend.legal(hand, position.trick, strain, rules, leader=0)
            assert tuple(map(Card.of, found)) == legal, position
            position.push(draw.choice(legal))


def family(deal: Deal, strain: Strain, rules: CoincheRules, *, count: int, plies: int, seed: int) -> Iterator[Position]:
    """Yield positions of one deal that share shapes: many ways to play the same number of cards."""
    draw = random.Random(seed)
    for _ in range(count):
        position = Position(deal, strain=strain, leader=draw.choice(tuple(Seat)), game=COINCHE, rules=rules)
        for _ in range(plies):
            position.push(draw.choice(position.legal_plays()))
        yield position


@pytest.mark.sanitize
@pytest.mark.parametrize("strain", STRAINS, ids=str)
def test_a_table_that_is_kept_answers_like_an_empty_one(strain: Strain) -> None:
    """Proofs of one position serve others of the same shape: a rank too few, or a point, would show here."""
    for seed in range(4):
        draw = random.Random(seed)
        rules = draw.choice(ALL_RULES)
        deal = Deal.random(cards=6, seed=seed, deck=SHORT_DECK)
        searcher = Searcher(memory_mb=8, reuse=True)
        for leader in Seat:
            searcher.cards(Position(deal, strain=strain, leader=leader, game=COINCHE, rules=rules))
        for position in family(deal, strain, rules, count=40, plies=12, seed=seed):
            assert disagreement(position, searcher) is None


@pytest.mark.slow
@pytest.mark.parametrize("strain", STRAINS, ids=str)
def test_a_kept_table_on_long_families(strain: Strain) -> None:
    """The same with full deals that are solved for all leaders first, so that the table is full of proofs."""
    for seed in range(12):
        draw = random.Random(seed)
        rules = draw.choice(ALL_RULES)
        deal = Deal.random(cards=8, seed=1000 + seed, deck=SHORT_DECK)
        searcher = Searcher(reuse=True)
        for leader in Seat:
            searcher.cards(Position(deal, strain=strain, leader=leader, game=COINCHE, rules=rules))
        for position in family(deal, strain, rules, count=100, plies=18, seed=seed):
            assert disagreement(position, searcher) is None


@pytest.mark.sanitize
@pytest.mark.parametrize("switch", SWITCHES)
def test_one_optimisation_less_gives_the_same_answers(switch: str) -> None:
    """Each optimisation off in turn, against the reference."""
    assert not disagreements(endings(150, seed=17), Searcher(memory_mb=8, without=(switch,)))


@pytest.mark.sanitize
@pytest.mark.parametrize("switch", SWITCHES)
def test_one_optimisation_alone_gives_the_same_answers(switch: str) -> None:
    """All others off."""
    others = tuple(name for name in SWITCHES if name != switch)
    assert not disagreements(endings(100, seed=19), Searcher(memory_mb=8, without=others))


def test_every_optimisation_saves_nodes() -> None:
    """Same values, more nodes, when one is taken away."""
    values = {}
    nodes = {}
    for switch in ("", *SWITCHES):
        searcher = Searcher(memory_mb=64, without=(switch,) if switch else ())
        results = [
            searcher.value(
                Position(
                    Deal.random(cards=7, seed=seed, deck=SHORT_DECK),
                    strain=Strain(seed % 4),
                    leader=Seat(seed // 4 % 4),
                    game=COINCHE,
                )
            )
            for seed in range(120)
        ]
        values[switch] = [result.value for result in results]
        nodes[switch] = sum(result.nodes for result in results)
    for switch in SWITCHES:
        assert values[switch] == values[""]
        assert nodes[switch] > nodes[""], (switch, nodes)


def test_an_unknown_optimisation_is_refused() -> None:
    """With the list of those there are."""
    position = next(endings(1, seed=1))
    with pytest.raises(LimitError, match="bounds, table, general"):
        Searcher(without=("magic",)).value(position)


@given(positions())
def test_any_position_agrees_with_the_reference(position: Position) -> None:
    """What hypothesis can think of."""
    assert disagreement(position, Searcher(memory_mb=8)) is None


@given(positions(max_cards=8), st.permutations(range(4)))
def test_suits_are_interchangeable(position: Position, order: list[int]) -> None:
    """Renaming the suits, the trump with them, changes nothing."""
    assert_same_but_for_suits(position, order, Searcher(memory_mb=64))


@given(positions(max_cards=8), st.integers(1, 3))
def test_turning_the_table_turns_the_sides(position: Position, turns: int) -> None:
    """By two seats the value stays, by one or three it changes sides."""
    assert_turned(position, turns, Searcher(memory_mb=64))


@given(positions(min_cards=5, max_cards=8))
def test_the_value_is_that_of_the_best_card(position: Position) -> None:
    """Minimax, one ply down: also where the reference is too slow."""
    searcher = Searcher(memory_mb=64)
    found = searcher.cards(position)
    side = position.to_move.side
    assert searcher.value(position).value == found.value
    assert found.value.of(side) == max(entry.value.of(side) for entry in found.cards)
    assert [entry.card for entry in found.cards] == list(position.legal_plays())
    for entry in found.cards[:3]:
        position.push(entry.card)
        assert searcher.value(position).value == entry.value
        position.undo()


@given(positions(max_cards=8))
def test_the_line_is_best_play_to_the_end(position: Position) -> None:
    """Every card legal, every card keeping the value, to the last trick."""
    searcher = Searcher(memory_mb=64)
    line = searcher.line(position)
    played = position.copy()
    for card in line.cards:
        played.play(card)
    assert played.is_over
    assert played.taken == (line.value.ns, line.value.ew)


@given(positions(max_cards=5), st.data())
def test_at_least_asks_about_the_value(position: Position, data: st.DataObject) -> None:
    """For both sides and targets around the value, possible or not; bounds that come along contain the value."""
    searcher = Searcher(memory_mb=8)
    value = searcher.value(position).value
    for side in Side:
        far = data.draw(st.integers(-1, position.total + 1))
        for target in (value.of(side) - 1, value.of(side), value.of(side) + 1, far):
            answer = searcher.at_least(position, target, side=side)
            assert answer.answer is (value.of(side) >= target)
            assert answer.value.lower <= value.ns <= answer.value.upper


@given(deals(min_cards=2, max_cards=6, deck=SHORT_DECK), st.sampled_from(ALL_RULES))
def test_the_table_is_the_value_for_every_strain_and_leader(deal: Deal, rules: CoincheRules) -> None:
    """Twenty-four results, as asked one by one; without sans atout and tout atout where the rules have none."""
    searcher = Searcher(memory_mb=16)
    table = searcher.table(deal, game="coinche", rules=rules)
    assert table.exact
    for strain, leader in itertools.product(STRAINS, Seat):
        position = Position(deal, strain=strain, leader=leader, game=COINCHE, rules=rules)
        assert table.values[strain][leader] == searcher.value(position).value
    assert list(searcher.table(deal, game="coinche").values) == list(STRAINS[:4])


# All tricks


class Capot:
    """Stakes of one for a side that wins every trick to come."""

    unit = "capots"

    def __init__(self, side: Side) -> None:
        self.side = side

    def thresholds(self, taken: tuple[int, int], tricks_left: int) -> list[Threshold]:  # noqa: ARG002
        question = Question(self.side, 0, streak_end=0)
        if self.side is Side.NS:
            return [Threshold(0, None), Threshold(1, question)]
        return [Threshold(-1, None), Threshold(0, question, when=False)]


def takes_all(position: Position, side: Side, searcher: Searcher, *, limit: Limit | None = None) -> bool | None:
    """Ask whether a side wins every trick to come; what was taken before is left out."""
    rest = Position(
        position.deal,
        strain=position.strain,
        leader=position.leader,
        game=COINCHE,
        rules=position.rules,
        trick=position.trick,
    )
    payoff = searcher.outcome(rest, Capot(side), limit=limit).payoff
    return None if payoff.lower != payoff.upper else payoff.lower != 0


def wins_all(position: Position, side: Side) -> bool:
    """Tell the same by trying everything."""
    if position.is_over:
        return True
    outcomes = []
    for card in position.legal_plays():
        tricks = position.tricks_left
        position.push(card)
        lost = position.tricks_left < tricks and position.leader.side is not side
        outcomes.append(not lost and wins_all(position, side))
        position.undo()
    return any(outcomes) if position.to_move.side is side else all(outcomes)


@pytest.mark.sanitize
def test_all_tricks_of_random_endings() -> None:
    """Whether a side wins every trick, on endings of up to three cards."""
    searcher = Searcher(memory_mb=8)
    for position in endings(300, seed=23, cards=(1, 2, 3)):
        for side in Side:
            assert takes_all(position, side, searcher) is wins_all(position, side), position


def test_all_points_are_not_all_tricks() -> None:
    """North gives a trick without points away so as to have the last one, and all points."""
    deal = Deal.parse("N:8.A.. ..87. 7.8.. 9.7..")
    position = Position(deal, strain=Strain.CLUBS, leader=Seat.NORTH, game="coinche")
    searcher = Searcher()
    assert (searcher.value(position).value.ns, position.total) == (21, 21)
    assert takes_all(position, Side.NS, searcher) is False
    assert takes_all(position, Side.EW, searcher) is False


@given(positions(min_cards=4, max_cards=8))
def test_all_tricks_bring_all_points(position: Position) -> None:
    """A side that wins all tricks has all points, and a card that keeps both."""
    searcher = Searcher(memory_mb=64)
    side = position.to_move.side
    if takes_all(position, side, searcher):
        assert searcher.value(position).value.of(side.other) == position.taken[side.other]
        keeps = []
        for card in position.legal_plays():
            after = position.copy()
            after.push(card)
            won = after.tricks_left == position.tricks_left or after.leader.side is side
            keeps.append(won and takes_all(after, side, searcher) is True)
        assert any(keeps)


def test_a_streak_that_ends_before_the_deal_is_refused() -> None:
    """By name, as it is another question."""

    class FirstTrick(Capot):
        def thresholds(self, taken: tuple[int, int], tricks_left: int) -> list[Threshold]:  # noqa: ARG002
            return [Threshold(0, None), Threshold(1, Question(Side.NS, 0, streak_end=tricks_left - 1))]

    deal = Deal.random(cards=3, seed=1, deck=SHORT_DECK)
    position = Position(deal, strain=Strain.CLUBS, leader=Seat.NORTH, game="coinche")
    with pytest.raises(LimitError, match="asks only who wins all tricks"):
        Searcher().outcome(position, FirstTrick(Side.NS))


# Limits


@given(positions(min_cards=5, max_cards=8), st.integers(0, 2000))
def test_stopped_searches_never_lie(position: Position, nodes: int) -> None:
    """Value, question, cards, line and all tricks under any node limit; what a stop leaves behind is right."""
    limit = Limit(nodes=nodes)
    searcher, keeping = Searcher(memory_mb=64), Searcher(memory_mb=64, reuse=True)
    truth = searcher.cards(position)
    side = position.to_move.side
    everything = takes_all(position, side, searcher)
    for some in (searcher, keeping):
        for found in (some.value(position, limit=limit), some.line(position, limit=limit)):
            assert found.value.lower <= truth.value.ns <= found.value.upper
            assert found.nodes <= nodes + 4  # the trick that was being played
            assert found.value.exact or found.stopped == "nodes"
        cards = some.cards(position, limit=limit)
        assert cards.value.lower <= truth.value.ns <= cards.value.upper
        for entry, known in zip(cards.cards, truth.cards, strict=True):
            assert entry.card is known.card
            assert entry.value.lower <= known.value.ns <= entry.value.upper
        answer = some.at_least(position, 82, side=Side.NS, limit=limit)
        assert answer.answer in (None, truth.value.ns >= 82)
        assert takes_all(position, side, some, limit=limit) in (None, everything)
        assert some.value(position).value == truth.value


@pytest.mark.sanitize
@pytest.mark.parametrize("strain", STRAINS, ids=str)
def test_a_full_table_keeps_its_answers(strain: Strain) -> None:
    """With memory for a few thousand proofs only, which have to make room again and again."""
    backend = CoincheBackend(memory=160 << 10, cpu="auto", without=())
    for seed in range(4):
        deal = Deal.random(cards=8, seed=seed, deck=SHORT_DECK)
        position = Position(deal, strain=strain, leader=Seat.NORTH, game=COINCHE, rules=ALL_RULES[0])
        backend.begin(nodes=None, seconds=float("inf"), watch_signals=False)
        backend.load(position, keep=False)
        found = Searcher(memory_mb=64).cards(position)
        assert backend.value(0, position.total) == (found.value.ns, found.value.ns)
        cards = {Card.of(index): lower for index, lower, _ in backend.all_cards()}
        assert cards == {entry.card: entry.value.ns for entry in found.cards}


def test_the_same_query_costs_the_same_again() -> None:
    """A, then B, then A on one searcher, and A on a fresh one: equal answers and equal nodes."""
    a, b = (
        Position(
            Deal.random(cards=8, seed=seed, deck=SHORT_DECK),
            strain=strain,
            leader=Seat.EAST,
            game=COINCHE,
            rules="denominations=all",
        )
        for seed, strain in ((1, Strain.HEARTS), (2, Strain.ALL_TRUMP))
    )
    searcher = Searcher()
    first = searcher.cards(a)
    takes_all(a, Side.NS, searcher)
    searcher.cards(b)
    again = searcher.cards(a)
    fresh = Searcher().cards(a)
    assert first.cards == again.cards == fresh.cards
    assert first.nodes == again.nodes == fresh.nodes


# Known answers


def test_undertrump_decides_an_ending() -> None:
    """With the duty every lead brings nothing; without it the diamonds bring 57 and 61."""
    deal = Deal.parse("N:T.9..8 ..J.TJ ..K8.9 .J..A7")
    found = {
        duty: {
            str(entry.card): entry.value.ns
            for entry in Searcher().cards(
                Position(
                    deal,
                    strain=Strain.HEARTS,
                    leader=Seat.SOUTH,
                    game="coinche",
                    rules=f"undertrump={duty};direction=clockwise",
                )
            ).cards
        }
        for duty in ("must", "free")
    }
    assert found == {"must": {"DK": 0, "D8": 0, "C9": 0}, "free": {"DK": 57, "D8": 61, "C9": 0}}
