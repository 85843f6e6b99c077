"""Cards, suits, ranks, seats, sides and strains: the words that every other module speaks.

Assumptions made once, here. There is one numbering of the 52 cards, by suit and then from the ace downwards::

    index   0  1  2  3  4  5  6  7  8  9 10 11 12 | 13 .. 25 | 26 .. 38 | 39 .. 51
    card   SA SK SQ SJ ST S9 S8 S7 S6 S5 S4 S3 S2 | HA .. H2 | DA .. D2 | CA .. C2

and a set of cards is an `int` of 52 bits, bit *i* standing for the card of index *i* (a *mask*). Seats are numbered
clockwise. A rank here is a *name*, not a strength: in some games the ten beats the king, and the order of strength
belongs to the game (`solver.games`).

Every `parse` takes what the `str` of the same class gives, upper or lower case, and raises
`ParseError` for all else. Only plain letters are understood here; the letters of other
languages are a matter of the readers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum, IntEnum
from typing import Final, Literal, NoReturn, final

from .errors import ParseError

__all__ = [
    "FULL_DECK",
    "SUIT_MASKS",
    "Card",
    "Direction",
    "Rank",
    "Seat",
    "Side",
    "Strain",
    "Suit",
    "cards_of",
    "mask_of",
]


class _Word(IntEnum):
    """An integer with a name: prints as its short text, and its `repr` is an expression that gives it back."""

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __bool__(self) -> Literal[True]:
        # Spades, North and NS have the number 0, and must not pass for a value that is absent.
        return True


class Suit(_Word):
    """One of the four suits, in the order in which hands are written.

    >>> Suit.parse("h"), Suit.HEARTS.letter, Suit.HEARTS.symbol, Suit.HEARTS.word
    (Suit.HEARTS, 'H', '♥', 'hearts')
    """

    SPADES = 0
    HEARTS = 1
    DIAMONDS = 2
    CLUBS = 3

    @property
    def letter(self) -> str:
        """The suit as one of the letters S H D C."""
        return "SHDC"[self]

    @property
    def symbol(self) -> str:
        """The suit as one of the characters ♠ ♥ ♦ ♣."""
        return "♠♥♦♣"[self]

    @property
    def word(self) -> str:
        """The suit as an English word in lower case, for messages."""
        return self.name.lower()

    @property
    def mask(self) -> int:
        """All thirteen cards of the suit, as a mask."""
        return SUIT_MASKS[self]

    def __str__(self) -> str:
        return self.letter

    @classmethod
    def parse(cls, text: str) -> Suit:
        """Read a suit: a letter, a suit symbol, or an English name."""
        found = _SUITS.get(_plain(text))
        if found is None:
            raise _unreadable("a suit (S, H, D or C)", text)
        return found


class Rank(_Word):
    """The name of a card within its suit; its strength is a matter of the game.

    >>> Rank.parse("10"), Rank.TEN.letter, Rank.TEN.word
    (Rank.TEN, 'T', 'ten')
    """

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    @property
    def letter(self) -> str:
        """The rank as one of the characters 2 3 4 5 6 7 8 9 T J Q K A."""
        return "23456789TJQKA"[self - 2]

    @property
    def word(self) -> str:
        """The rank as an English word in lower case, for messages."""
        return self.name.lower()

    def __str__(self) -> str:
        return self.letter

    @classmethod
    def parse(cls, text: str) -> Rank:
        """Read a rank: one of the characters of `letter`, `10`, or an English name."""
        found = _RANKS.get(_plain(text))
        if found is None:
            raise _unreadable("a rank (A, K, Q, J, T or 10, 9 to 2)", text)
        return found


@final
class Card:
    """One of the 52 cards, as it lies in a hand or as it is played.

    There is one object per card, so cards may be compared with `is`. Cards sort in the order in which they are
    written (`SA` first, `C2` last), which says nothing of which card wins a trick.

    >>> card = Card(Suit.HEARTS, Rank.TEN)
    >>> card is Card.parse("h10"), str(card), card.symbol_text, card.index
    (True, 'HT', '♥T', 17)

    Where a trump is hidden or named during the play, a player may do more than play his card. The card that does so is
    an object of its own: the same suit, rank, index and bit, with what is done besides, and sorted after all plain
    cards. `?HT` asks for the hidden trump and plays the ten of hearts, `D2=C` plays the two of diamonds and names
    clubs. `plain` is the card alone.

    >>> asking, naming = card.asking, Card.parse("D2").naming(Suit.CLUBS)
    >>> str(asking), asking.asks, asking.plain is card, str(naming), naming.names
    ('?HT', True, True, 'D2=C', Suit.CLUBS)
    """

    __slots__ = ("asks", "bit", "code", "index", "names", "rank", "suit", "symbol_text", "text")

    #: The suit of the card.
    suit: Suit
    #: The rank of the card.
    rank: Rank
    #: The number of the card, 0 to 51 (see the table at the head of this module).
    index: int
    #: The card as a mask: `1 << index`.
    bit: int
    #: Whether the hidden trump is asked for with this card; in a trick, whether the trump was shown with it.
    asks: bool
    #: The suit that is named with this card, or `None`.
    names: Suit | None
    #: Card and action as a number: the index, 64 more when it asks, 128 times 1 to 4 more when it names a suit.
    code: int
    #: The card as suit letter and rank letter, such as `SA`, `?SA` or `SA=H`; the same as `str(card)`.
    text: str
    #: The card as suit symbol and rank letter, such as `♠A`.
    symbol_text: str

    def __new__(cls, suit: Suit, rank: Rank) -> Card:
        """Return the one object that stands for the card."""
        return _CARDS[13 * suit + 14 - rank]

    @classmethod
    def of(cls, code: int) -> Card:
        """Return the card of the given *code*; for a card alone that is its index, 0 to 51."""
        found = _BY_CODE.get(code)
        if found is None:
            raise ParseError(f"expected a card index from 0 to 51, not {code!r}", text=str(code))
        return found

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read a card written suit first: `SA`, `s10`, `♠A`; `?SA` when it asks, `SA=H` when it names a suit."""
        plain = _plain(text)
        body, named, name = plain.removeprefix("?").partition("=")
        suit = _SUITS.get(body[:1])
        rank = _RANKS.get(body[1:]) if len(body) <= 3 else None
        if suit is None or rank is None:
            raise _unreadable("a card, suit first, such as SA or HT", text)
        card = _CARDS[13 * suit + 14 - rank]
        asks = plain.startswith("?")
        if not named:
            return card.asking if asks else card
        trump = _SUITS.get(name)
        if trump is None or asks:
            raise _unreadable("a card that asks, such as ?SA, or one that names a suit, such as SA=H", text)
        return card.naming(trump)

    @property
    def plain(self) -> Card:
        """The card alone, without what is done besides."""
        return _CARDS[self.index]

    @property
    def asking(self) -> Card:
        """The card when the hidden trump is asked for with it."""
        return _BY_CODE[self.index | 1 << 6]

    def naming(self, suit: Suit) -> Card:
        """Return the card when *suit* is named with it."""
        return _BY_CODE[self.index | (suit + 1) << 7]

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"cannot set {name!r}: cards do not change")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"cannot delete {name!r}: cards do not change")

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Card.parse({self.text!r})"

    def __hash__(self) -> int:
        # Not the address: sets of cards iterate in the same order in every run.
        return self.code

    def __lt__(self, other: Card) -> bool:
        return self.code < other.code

    def __le__(self, other: Card) -> bool:
        return self.code <= other.code

    def __gt__(self, other: Card) -> bool:
        return self.code > other.code

    def __ge__(self, other: Card) -> bool:
        return self.code >= other.code

    def __reduce__(self) -> tuple[object, ...]:
        return (Card.of, (self.code,))


class Direction(Enum):
    """The sense in which the turn goes round the table, seen from above."""

    CLOCKWISE = "clockwise"
    ANTICLOCKWISE = "anticlockwise"

    @property
    def step(self) -> int:
        """What the number of a seat grows by from one turn to the next: +1 or -1 (modulo 4)."""
        return 1 if self is Direction.CLOCKWISE else -1

    @property
    def other(self) -> Direction:
        """The opposite sense."""
        return Direction.ANTICLOCKWISE if self is Direction.CLOCKWISE else Direction.CLOCKWISE

    def __str__(self) -> str:
        return self.value

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"

    @classmethod
    def parse(cls, text: str) -> Direction:
        """Read `clockwise` or `anticlockwise` (`counterclockwise` means the same)."""
        found = _DIRECTIONS.get(_plain(text).replace("-", ""))
        if found is None:
            raise _unreadable("clockwise or anticlockwise", text)
        return found


class Side(_Word):
    """A partnership: North and South, or East and West."""

    NS = 0
    EW = 1

    @property
    def other(self) -> Side:
        """The opponents."""
        return Side.EW if self is Side.NS else Side.NS

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """The two seats of the side."""
        return (Seat.EAST, Seat.WEST) if self is Side.EW else (Seat.NORTH, Seat.SOUTH)

    @classmethod
    def parse(cls, text: str) -> Side:
        """Read a side: `NS` or `EW`, also turned round or with a `/` or `-` between the letters."""
        found = _SIDES.get(_plain(text).replace("/", "").replace("-", ""))
        if found is None:
            raise _unreadable("a side (NS or EW)", text)
        return found


class Seat(_Word):
    """A place at the table, numbered clockwise from North.

    >>> Seat.NORTH.next(), Seat.NORTH.next(Direction.ANTICLOCKWISE), Seat.NORTH.partner, Seat.NORTH.side
    (Seat.EAST, Seat.WEST, Seat.SOUTH, Side.NS)
    """

    NORTH = 0
    EAST = 1
    SOUTH = 2
    WEST = 3

    @property
    def letter(self) -> str:
        """The seat as one of the letters N E S W."""
        return "NESW"[self]

    @property
    def word(self) -> str:
        """The seat as an English word, for messages."""
        return ("North", "East", "South", "West")[self]

    @property
    def partner(self) -> Seat:
        """The seat opposite."""
        return _SEATS[self ^ 2]

    @property
    def side(self) -> Side:
        """The partnership of the seat."""
        return Side.EW if self & 1 else Side.NS

    def next(self, direction: Direction = Direction.CLOCKWISE, *, steps: int = 1) -> Seat:
        """Return the seat that comes *steps* turns later when play goes round in *direction*."""
        return _SEATS[(self + direction.step * steps) & 3]

    def __str__(self) -> str:
        return self.letter

    @classmethod
    def parse(cls, text: str) -> Seat:
        """Read a seat: a letter or an English name."""
        found = _SEAT_WORDS.get(_plain(text))
        if found is None:
            raise _unreadable("a seat (N, E, S or W)", text)
        return found


class Strain(_Word):
    """What is trump: a suit, nothing, or (in games that know it) every suit.

    The first four members have the numbers of the suits. Where a game fixes the trump only during the play, a strain
    that is not known yet is `None`, which is not the same as `NO_TRUMP`.
    """

    SPADES = 0
    HEARTS = 1
    DIAMONDS = 2
    CLUBS = 3
    NO_TRUMP = 4
    ALL_TRUMP = 5

    @property
    def suit(self) -> Suit | None:
        """The trump suit, or `None` when no single suit is trump."""
        return Suit(self) if self < 4 else None

    @property
    def letter(self) -> str:
        """The strain as one of S H D C NT AT."""
        return ("S", "H", "D", "C", "NT", "AT")[self]

    @property
    def symbol(self) -> str:
        """The strain as one of ♠ ♥ ♦ ♣ NT AT."""
        return ("♠", "♥", "♦", "♣", "NT", "AT")[self]

    @property
    def word(self) -> str:
        """The strain in English, lower case, for messages."""
        return self.name.lower().replace("_", " ")

    def __str__(self) -> str:
        return self.letter

    @classmethod
    def of(cls, suit: Suit | None) -> Strain:
        """Return the strain in which *suit* is trump; no trump for `None`."""
        return cls.NO_TRUMP if suit is None else cls(int(suit))

    @classmethod
    def parse(cls, text: str) -> Strain:
        """Read a strain: a suit, `NT` (`N`, `SA`, `no trump`) or `AT` (`TA`, `all trump`)."""
        found = _STRAINS.get(_plain(text))
        if found is None:
            raise _unreadable("a strain (S, H, D, C, NT or AT)", text)
        return found


def cards_of(mask: int) -> tuple[Card, ...]:
    """Return the cards of *mask* in index order.

    >>> cards_of(0b11)
    (Card.parse('SA'), Card.parse('SK'))
    """
    cards = []
    while mask:
        low = mask & -mask
        cards.append(_CARDS[low.bit_length() - 1])
        mask ^= low
    return tuple(cards)


def mask_of(cards: Iterable[Card]) -> int:
    """Return the set of *cards* as a mask; a card that comes twice counts once."""
    mask = 0
    for card in cards:
        mask |= card.bit
    return mask


#: The thirteen cards of each suit, by `Suit`.
SUIT_MASKS: Final[tuple[int, int, int, int]] = (0x1FFF, 0x1FFF << 13, 0x1FFF << 26, 0x1FFF << 39)

#: All 52 cards.
FULL_DECK: Final[int] = (1 << 52) - 1

_SEATS: Final = tuple(Seat)


def _make_cards() -> Iterator[Card]:
    """Make the objects, plain cards first and in the order of their codes; nothing else may make one."""
    actions: tuple[tuple[bool, Suit | None], ...] = ((False, None), (True, None), *((False, suit) for suit in Suit))
    for asks, names in actions:
        ask = "?" if asks else ""
        name, name_symbol = ("", "") if names is None else (f"={names.letter}", f"={names.symbol}")
        for suit in Suit:
            for rank in reversed(Rank):
                card = object.__new__(Card)
                index = 13 * suit + 14 - rank
                for attribute, value in (
                    ("suit", suit),
                    ("rank", rank),
                    ("index", index),
                    ("bit", 1 << index),
                    ("asks", asks),
                    ("names", names),
                    ("code", index | asks << 6 | (0 if names is None else names + 1) << 7),
                    ("text", ask + suit.letter + rank.letter + name),
                    ("symbol_text", ask + suit.symbol + rank.letter + name_symbol),
                ):
                    object.__setattr__(card, attribute, value)
                yield card


_BY_CODE: Final[Mapping[int, Card]] = {card.code: card for card in _make_cards()}
_CARDS: Final[tuple[Card, ...]] = tuple(_BY_CODE.values())[:52]


def _plain(text: str) -> str:
    """Bring *text* to the form of the keys below: no outer blanks, lower case where that is plain ASCII.

    Case folding of all of Unicode would make letters of other scripts pass for ours (the Kelvin sign for a K).
    """
    text = text.strip().replace("\ufe0e", "").replace("\ufe0f", "")  # text or emoji form of a suit symbol
    return "".join(character.lower() if character.isascii() else character for character in text)


def _unreadable(expected: str, text: str) -> ParseError:
    """Return the error for a *text* that is not the *expected* thing."""
    return ParseError(f"expected {expected}, not {text!r}", text=text)


_SUITS: Final[Mapping[str, Suit]] = {
    key: suit
    for suit in Suit
    for key in (suit.letter.lower(), suit.symbol, "♤♡♢♧"[suit], suit.word, suit.word.removesuffix("s"))
}
_RANKS: Final[Mapping[str, Rank]] = {
    "10": Rank.TEN,
    **{key: rank for rank in Rank for key in (rank.letter.lower(), rank.word)},
}
_DIRECTIONS: Final[Mapping[str, Direction]] = {
    "clockwise": Direction.CLOCKWISE,
    "anticlockwise": Direction.ANTICLOCKWISE,
    "counterclockwise": Direction.ANTICLOCKWISE,
}
_SIDES: Final[Mapping[str, Side]] = {
    "ns": Side.NS,
    "sn": Side.NS,
    "ew": Side.EW,
    "we": Side.EW,
    "northsouth": Side.NS,
    "eastwest": Side.EW,
}
_SEAT_WORDS: Final[Mapping[str, Seat]] = {
    key: seat for seat in Seat for key in (seat.letter.lower(), seat.word.lower())
}
_STRAINS: Final[Mapping[str, Strain]] = {
    **{key: Strain(int(suit)) for key, suit in _SUITS.items()},
    **dict.fromkeys(("nt", "n", "sa", "no trump", "notrump", "no-trump", "sans atout"), Strain.NO_TRUMP),
    **dict.fromkeys(("at", "ta", "all trump", "alltrump", "all-trump", "tout atout"), Strain.ALL_TRUMP),
}
