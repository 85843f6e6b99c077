"""The words: every value has a text that gives it back, and no other text passes for one."""

from __future__ import annotations

import copy
import pickle
from enum import Enum
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.cards import (
    FULL_DECK,
    SUIT_MASKS,
    Card,
    Direction,
    Rank,
    Seat,
    Side,
    Strain,
    Suit,
    cards_of,
    mask_of,
)
from solver.errors import HakemError, ParseError
from tests import strategies

DECK = cards_of(FULL_DECK)
WORDS = [*Suit, *Rank, *Seat, *Side, *Strain, *Direction]
PARSED = (Suit, Rank, Seat, Side, Strain, Direction, Card)


@pytest.mark.parametrize("value", [*WORDS, *DECK], ids=repr)
def test_text_gives_the_value_back(value):
    """Every value is read back from its text in any case, from its `repr`, and from a pickle, as the same object."""
    kind = type(value)
    for text in (str(value), str(value).lower(), str(value).upper(), f"{value}", f" {value}\t"):
        assert kind.parse(text) is value
    names = {kind.__name__: kind for kind in PARSED}
    assert eval(repr(value), names) is value  # noqa: S307 - our own text
    assert pickle.loads(pickle.dumps(value)) is value  # noqa: S301 - our own bytes
    assert copy.deepcopy(value) is value


@pytest.mark.parametrize("value", [*Suit, *Rank, *Seat, *Strain], ids=repr)
def test_letters_words_and_symbols_are_read(value):
    """What a value shows as letter, word or symbol is read as that value."""
    shown = [getattr(value, name) for name in ("letter", "word", "symbol") if hasattr(value, name)]
    assert len(shown) >= 2
    for text in shown:
        assert type(value).parse(text) is value


@pytest.mark.parametrize("kind", PARSED, ids=lambda kind: kind.__name__)
def test_texts_are_distinct(kind):
    """No two values of a class share their text."""
    values = DECK if kind is Card else tuple(kind)
    assert len({str(value) for value in values}) == len(values)


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        (Suit, "♤", Suit.SPADES),
        (Suit, "♡", Suit.HEARTS),
        (Suit, "♦\ufe0f", Suit.DIAMONDS),
        (Suit, "♣\ufe0e", Suit.CLUBS),
        (Suit, "Spade", Suit.SPADES),
        (Rank, "10", Rank.TEN),
        (Strain, "N", Strain.NO_TRUMP),
        (Strain, "sa", Strain.NO_TRUMP),
        (Strain, "No Trump", Strain.NO_TRUMP),
        (Strain, "TA", Strain.ALL_TRUMP),
        (Strain, "all-trump", Strain.ALL_TRUMP),
        (Strain, "♥", Strain.HEARTS),
        (Seat, "west", Seat.WEST),
        (Side, "SN", Side.NS),
        (Side, "e/w", Side.EW),
        (Side, "North-South", Side.NS),
        (Direction, "Anti-clockwise", Direction.ANTICLOCKWISE),
        (Direction, "counterclockwise", Direction.ANTICLOCKWISE),
        (Card, "s10", Card(Suit.SPADES, Rank.TEN)),
        (Card, "♥T", Card(Suit.HEARTS, Rank.TEN)),
        (Card, "♥\ufe0f10", Card(Suit.HEARTS, Rank.TEN)),
    ],
)
def test_other_forms(kind, text, value):
    """Usual other ways to write a value are read."""
    assert kind.parse(text) is value


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (Suit, ""),
        (Suit, "x"),
        (Suit, "NT"),
        (Suit, "sp"),
        (Suit, "\u017f"),  # long s: upper case S
        (Rank, "1"),
        (Rank, "0"),
        (Rank, "11"),
        (Rank, "\u212a"),  # Kelvin sign: lower case k
        (Rank, "\uff12"),  # full-width 2
        (Rank, "²"),
        (Strain, ""),
        (Strain, "-"),
        (Strain, "?"),
        (Strain, "3NT"),
        (Seat, ""),
        (Seat, "NE"),
        (Seat, "O"),
        (Side, "N"),
        (Side, "NE"),
        (Direction, "left"),
        (Card, ""),
        (Card, "S"),
        (Card, "AS"),
        (Card, "S1"),
        (Card, "S100"),
        (Card, "SAK"),
        (Card, "S A"),
        (Card, "spadesA"),
        (Card, "Xx"),
        (Card, "HL"),
    ],
)
def test_other_texts_are_refused(kind, text):
    """A text that is no value is refused; the message says what was expected and ends with the text."""
    with pytest.raises(ParseError) as caught:
        kind.parse(text)
    assert str(caught.value).startswith("expected ")
    assert str(caught.value).endswith(f"not {text!r}")
    assert caught.value.text == text


@given(st.sampled_from(PARSED), st.text(max_size=8))
def test_any_text_is_read_or_refused(kind, text):
    """Any text whatever gives a value whose own text gives it back, or the error of the family."""
    try:
        value = kind.parse(text)
    except HakemError:
        return
    assert kind.parse(str(value)) is value


def test_cards_are_numbered_by_suit_from_the_ace_down():
    """The numbers of the cards are those that the head of the module promises to the searches."""
    assert [card.index for card in DECK] == list(range(52))
    ends = [str(DECK[index]) for index in (0, 12, 13, 25, 26, 38, 39, 51)]
    assert " ".join(ends) == "SA S2 HA H2 DA D2 CA C2"
    for card in DECK:
        assert card.index == 13 * card.suit + 14 - card.rank
        assert card.bit == 1 << card.index
        assert Card.of(card.index) is card
        assert Card(card.suit, card.rank) is card
        assert card.symbol_text == card.suit.symbol + card.rank.letter


def test_cards_do_not_change():
    """There is one object a card, so nobody may alter it or make another."""
    card = Card.parse("SA")
    with pytest.raises(AttributeError, match="do not change"):
        card.rank = Rank.TWO
    with pytest.raises(AttributeError, match="do not change"):
        del card.suit
    with pytest.raises(AttributeError):
        card.colour = "black"
    assert copy.copy(card) is card


def test_cards_sort_as_they_are_written():
    """Cards are ordered by index, and their hash is the same in every run."""
    for first, second in combinations(DECK, 2):
        assert first < second
        assert first <= second
        assert second > first
        assert second >= first
        assert first != second
        assert not second < first
        assert not second <= first
        assert not first > second
        assert not first >= second
    for card in DECK:
        assert card <= card  # noqa: PLR0124 - the comparison itself is tested
        assert card >= card  # noqa: PLR0124 - same
        assert not card < card  # noqa: PLR0124 - same
        assert not card > card  # noqa: PLR0124 - same
    assert [hash(card) for card in DECK] == list(range(52))


@pytest.mark.parametrize("index", [-1, 52, 1000])
def test_there_are_52_cards(index):
    """An index that stands for no card is refused, also a negative one."""
    with pytest.raises(ParseError, match="from 0 to 51"):
        Card.of(index)


@pytest.mark.parametrize("value", [*WORDS, *DECK], ids=repr)
def test_no_value_passes_for_nothing(value):
    """Values are true in a condition, also those with the number 0, so `leader or default` means what it says."""
    assert value


def test_seats_go_round():
    """Clockwise is N E S W, so the right-hand neighbour is next in anticlockwise play; partners sit opposite."""
    order = [Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.WEST]
    for place, seat in enumerate(order):
        for steps in range(-5, 6):
            assert seat.next(steps=steps) is order[(place + steps) % 4]
            assert seat.next(Direction.ANTICLOCKWISE, steps=steps) is order[(place - steps) % 4]
        assert seat.partner is order[(place + 2) % 4]
        assert seat.partner.side is seat.side
        assert seat.next().side is seat.side.other
        assert seat in seat.side.seats
    assert Seat.NORTH.next(Direction.ANTICLOCKWISE) is Seat.WEST  # the right of North
    assert [str(seat.side) for seat in order] == ["NS", "EW", "NS", "EW"]


def test_directions():
    """The step of a direction is what the number of a seat grows by."""
    assert (Direction.CLOCKWISE.step, Direction.ANTICLOCKWISE.step) == (1, -1)
    assert Direction.CLOCKWISE.other is Direction.ANTICLOCKWISE
    assert Direction.ANTICLOCKWISE.other is Direction.CLOCKWISE


def test_strains_and_suits():
    """The strain of a suit has that suit, its number and its letter; the others have no suit."""
    for suit in Suit:
        strain = Strain.of(suit)
        assert (strain.suit, int(strain), strain.letter, strain.symbol) == (suit, int(suit), suit.letter, suit.symbol)
    assert Strain.of(None) is Strain.NO_TRUMP
    assert Strain.NO_TRUMP.suit is None
    assert Strain.ALL_TRUMP.suit is None
    assert (Strain.NO_TRUMP.word, Strain.ALL_TRUMP.word) == ("no trump", "all trump")


def test_suit_masks_share_out_the_deck():
    """The four suits have thirteen cards each and no card in common."""
    assert sum(SUIT_MASKS) == FULL_DECK
    for suit in Suit:
        assert suit.mask == SUIT_MASKS[suit] == mask_of(card for card in DECK if card.suit is suit)


@given(strategies.masks)
def test_mask_and_cards_are_a_pair(mask):
    """A mask gives its cards in index order, and the cards give the mask."""
    cards = cards_of(mask)
    assert list(cards) == sorted(set(cards))
    assert mask_of(cards) == mask
    assert mask_of(reversed(cards)) == mask


@pytest.mark.parametrize("value", [*Suit, *Seat], ids=repr)
def test_format_is_that_of_the_text(value):
    """Format specifications apply to the text, on every version of Python, and not to the number."""
    assert f"{value:>3}" == f"  {value}"
    assert isinstance(value, Enum)
    assert isinstance(value, int)
