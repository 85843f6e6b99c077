"""The oracle itself: agrees with a second one, with itself without its memory, with known endings and with DDS."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.cards import Card, Direction, Rank, Seat, Side, Strain, Suit, cards_of, mask_of
from solver.deal import Deal
from solver.errors import LimitError
from solver.games import game
from solver.position import Position
from solver.reference import card_values, perft, perft_split, value
from tests import plain, strategies
from tests.peers import dds
from tests.toy_games import TOYS

COURT_PIECE = game("court-piece")


def position(deal: str, strain: str, leader: str, played: str = "", **options) -> Position:
    """Return a position from texts."""
    return Position(
        Deal.parse(deal),
        strain=Strain.parse(strain),
        leader=Seat.parse(leader),
        played=[Card.parse(card) for card in played.split()],
        **options,
    )


def of_mover(ending: Position) -> dict[str, int]:
    """Return the value of each card by its text, in tricks of the side to move from here on."""
    values = card_values(ending)
    if ending.to_move.side is Side.EW:
        return {card.text: ending.tricks_left - tricks for card, tricks in values.items()}
    return {card.text: tricks for card, tricks in values.items()}


def plainly(ending: Position) -> tuple[list[list[str]], str | None, tuple[tuple[int, str], ...], int]:
    """Return the position as `tests.plain` wants it: hands in playing order from the leader."""
    order = [ending.leader.next(ending.direction, steps=turn) for turn in range(4)]
    table = [[card.text for card in cards_of(ending.hands[seat])] for seat in order]
    trick = tuple((place, card.text) for place, card in enumerate(ending.trick))
    return table, ending.trump.letter if ending.trump else None, trick, len(trick)


@given(strategies.whist_positions(max_cards=3))
def test_a_second_oracle_agrees(ending):
    """A search written without the package, on texts, finds the same value, in both directions, also in mid-trick."""
    side = 0 if ending.leader.side is Side.NS else 1
    assert value(ending) == plain.most(*plainly(ending), side)


@given(strategies.whist_positions(max_cards=3))
def test_a_second_count_agrees(ending):
    """The number of ways to play on is that of the plain rules, at every depth."""
    left = sum(hand.bit_count() for hand in ending.hands)
    for plies in range(min(left, 9) + 1):
        assert perft(ending, plies) == plain.ways(*plainly(ending), plies)


GAMES = (COURT_PIECE, game("dehla-pakad"), game("coinche"), *TOYS)


@settings(max_examples=60)
@given(st.sampled_from(GAMES).flatmap(lambda one: strategies.positions(max_cards=3, of=one)))
def test_the_value_is_that_of_the_best_card(ending):
    """For the side to move, in every game; with no card left it is nothing."""
    values = card_values(ending).values()
    best = max if ending.to_move.side is Side.NS else min
    assert value(ending) == (best(values) if values else 0)


@settings(max_examples=60)
@given(st.sampled_from((COURT_PIECE, *TOYS)).flatmap(lambda one: strategies.positions(max_cards=3, of=one)))
def test_the_memory_changes_nothing(ending):
    """Values with the memory and without it are equal, in every game."""
    assert value(ending) == value(ending, memory=False)
    assert card_values(ending) == card_values(ending, memory=False)


def test_the_memory_can_be_turned_off(monkeypatch):
    """Without the memory no position is looked up, so that the memory itself can be checked."""
    ending = position("N:A2... K3... Q4... J5...", "NT", "N")
    asked = []
    monkeypatch.setattr(Position, "key", lambda self: asked.append(len(self.history)) or tuple(self.history))
    assert value(ending, memory=False) == 1
    assert len(card_values(ending, memory=False)) == 2
    assert asked == []
    value(ending)
    assert len(asked) > 8
    asked.clear()
    card_values(ending)
    assert len(asked) > 8


@settings(max_examples=60)
@given(st.sampled_from((COURT_PIECE, *TOYS)).flatmap(lambda one: strategies.positions(max_cards=4, of=one)))
def test_a_value_is_the_best_of_its_cards(ending):
    """The value is the best card's for the side to move; every legal card has one, from 0 to what is left."""
    values = card_values(ending)
    assert tuple(values) == ending.legal_plays()
    to_come = ending.total - sum(ending.taken)
    assert all(0 <= units <= to_come for units in values.values())
    best = max if ending.to_move.side is Side.NS else min
    assert value(ending) == best(values.values())


@settings(max_examples=50)
@given(strategies.whist_positions(max_cards=4))
def test_what_was_taken_is_not_counted(ending):
    """The value is that of the tricks from here on, whatever was taken before, and the position is left as it was."""
    before = (ending.copy(), ending.history)
    worth = value(ending)
    perft(ending, 2)
    assert (ending, ending.history) == before
    assert worth == value(strategies.fresh(ending))


def turned(ending: Position, quarters: int) -> Position:
    """Return the position with every seat moved on by *quarters*."""
    return Position._trusted(
        [ending.hands[(seat - quarters) % 4] for seat in range(4)],
        strain=ending.strain,
        leader=ending.leader.next(steps=quarters),
        game=ending.game,
        rules=ending.rules,
        trick=ending.trick,
    )


@settings(max_examples=50)
@given(strategies.whist_positions(max_cards=4))
def test_turning_the_table(ending):
    """Seats turned by two keep the value; turned by one the sides change places."""
    assert turned(ending, 2).taken == (0, 0)
    assert value(turned(ending, 2)) == value(ending)
    assert value(turned(ending, 1)) == ending.tricks_left - value(ending)


@settings(max_examples=50)
@given(strategies.whist_positions(max_cards=4))
def test_the_mirror(ending):
    """East and West exchanged and the direction turned round, it is the same game."""
    north, east, south, west = ending.hands
    other = ending.direction.other
    mirror = Position._trusted(
        (north, west, south, east),
        strain=ending.strain,
        leader=Seat(-ending.leader % 4),
        game=ending.game,
        rules=ending.game.rules(f"direction={other}"),
        trick=ending.trick,
    )
    assert value(mirror) == value(ending)
    assert card_values(mirror) == card_values(ending)


@settings(max_examples=50)
@given(strategies.whist_positions(max_cards=4), st.permutations(tuple(Suit)))
def test_suits_have_no_order(ending, names):
    """Suits renamed, trump with them, keep every value."""

    def renamed(card: Card) -> Card:
        return Card(names[card.suit], card.rank)

    twin = Position._trusted(
        [mask_of(renamed(card) for card in cards_of(hand)) for hand in ending.hands],
        strain=ending.strain if ending.trump is None else Strain.of(names[ending.trump]),
        leader=ending.leader,
        game=ending.game,
        rules=ending.rules,
        trick=tuple(renamed(card) for card in ending.trick),
    )
    assert card_values(twin) == {renamed(card): tricks for card, tricks in card_values(ending).items()}


# Known endings; values in tricks of the side to move, from here on


@pytest.mark.parametrize(
    ("ending", "values"),
    [
        pytest.param(("N:Q2..6.A 5.632.. A..A.Q8 K4...K9", "NT", "S"), "DA 4 SA 3 CQ 3 C8 3", id="every-card"),
        pytest.param(("N:987... K45... AQ2... T63...", "S", "W", "S6"), "S9 2 S8 2 S7 2", id="touching-cards"),
        pytest.param(("N:98J... K45... AQ2... T63...", "S", "W", "S6"), "SJ 2 S9 3 S8 3", id="gap-between-cards"),
        pytest.param(("N:A... K... Q... J...", "NT", "N"), "SA 1", id="one-card-1"),
        pytest.param(("N:A... K... Q... J...", "NT", "N", "SA"), "SK 0", id="one-card-2"),
        pytest.param(("N:A... K... Q... J...", "NT", "N", "SA SK"), "SQ 1", id="one-card-3"),
        pytest.param(("N:A... K... Q... J...", "NT", "N", "SA SK SQ"), "SJ 0", id="one-card-4"),
        pytest.param(("N:A... K... Q... J...", "NT", "N", "SA SK SQ SJ"), "", id="finished"),
        pytest.param(("W:.2.. 3... .A.. ...9", "S", "W"), "H2 0", id="ruff-at-the-last-trick"),
        pytest.param(("W:.2.. 3... .A.. ...9", "S", "W", "H2"), "S3 1", id="ruff-at-the-last-trick-mid"),
        pytest.param(("N:6.3.86. .2.Q.T2 95.K.3. .4.9.74", "H", "S"), "S9 2 S5 2 HK 3 D3 2", id="tricks-not-tens"),
    ],
)
def test_known_endings(ending, values):
    """Endings whose values are known from enumeration or from another solver, every legal card."""
    listed = " ".join(f"{card} {tricks}" for card, tricks in of_mover(position(*ending)).items())
    expected = values.split()
    order = sorted(zip(expected[::2], expected[1::2], strict=True), key=lambda pair: Card.parse(pair[0]))
    assert listed == " ".join(f"{card} {tricks}" for card, tricks in order)


@pytest.mark.parametrize("direction", Direction)
@pytest.mark.parametrize("length", [1, 2, 3])
def test_a_suit_each(length, direction):
    """Who has a suit each runs it: the trump suit takes every trick, else the leader's; this finds suits mixed up."""
    ranks = list(Rank)[-length:]
    deal = Deal.of([mask_of(Card(suit, rank) for rank in ranks) for suit in Suit])  # spades North, hearts East, ...
    for leader in Seat:
        for strain in COURT_PIECE.strains:
            ending = Position(deal, strain=strain, leader=leader, rules=f"direction={direction}")
            side = leader.side if strain is Strain.NO_TRUMP else Seat(int(strain)).side
            assert value(ending) == (length if side is Side.NS else 0)


def test_no_cards_no_value():
    """When the deal is over nothing is to come and no card can be played."""
    over = position("N:... ... ... ...", "S", "N", taken=(5, 3))
    assert (value(over), card_values(over), perft(over, 0), perft(over, 1)) == (0, {}, 1, 0)


@pytest.mark.parametrize(("count", "plies"), [(perft, -1), (perft_split, 0), (perft_split, -1)])
def test_plies_are_not_negative(count, plies):
    """A count of fewer plies than make sense is refused."""
    with pytest.raises(LimitError, match="plies"):
        count(position("N:A... K... Q... J...", "S", "N"), plies)


@pytest.mark.peer
@pytest.mark.skipif(not dds.available(), reason="endplay is not installed")
@settings(max_examples=150)
@given(strategies.whist_positions(max_cards=4))
def test_dds_agrees(ending):
    """DDS finds the same value for every card, both directions, all strains, also in mid-trick."""
    theirs = {card.text: tricks for card, tricks in dds.solve(ending).items()}
    assert of_mover(ending) == theirs
