"""Hands and deals: who holds which cards.

A text that is well formed is a `Hand` or a `Deal`, even if no pack of cards could give it: two hands
may hold the same card, or hands may differ in size. `defects` names everything that is wrong at once, so
that whoever must have a sound deal can refuse it with one message. What a sound deal is depends on the pack of the
game and, in the middle of a trick, on who has played (`solver.position`); neither is assumed here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from .cards import FULL_DECK, SUIT_MASKS, Card, Rank, Seat, Suit, cards_of
from .errors import DealError, LimitError, ParseError

__all__ = ["Deal", "Defect", "DefectKind", "Hand", "Holder", "card_defects", "shuffled"]

_WORD: Final = (1 << 64) - 1

#: What stands for a rank in a hand, as the bit of that rank in spades.
_RANK_BITS: Final[Mapping[str, int]] = {
    "10": 1 << 14 - Rank.TEN,
    **{key: 1 << 14 - rank for rank in Rank for key in (rank.letter, rank.letter.lower())},
}


class DefectKind(Enum):
    """What may be wrong with a deal."""

    #: A card is in two places.
    DUPLICATE = "duplicate"
    #: A card is not in the pack of the game.
    FOREIGN = "foreign"
    #: A card of the pack is nowhere, although the deal uses the whole pack.
    MISSING = "missing"
    #: A hand has a number of cards that it cannot have.
    SIZE = "size"
    #: A hand is not known where it has to be.
    UNKNOWN = "unknown"
    #: Nobody holds a card.
    EMPTY = "empty"


@dataclass(frozen=True, slots=True)
class Defect:
    """One thing wrong with a deal: its kind, a message, the one seat concerned (if it is one), the cards concerned."""

    kind: DefectKind
    message: str
    seat: Seat | None = None
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Hand:
    """A set of cards, iterated and written in index order.

    >>> hand = Hand.parse("AK5.T98..Q")
    >>> len(hand), Card.parse("H9") in hand, str(hand)
    (7, True, 'AK5.T98..Q')
    """

    #: The cards as a mask (see `solver.cards`).
    mask: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.mask <= FULL_DECK:
            raise ParseError(f"expected a mask of 52 bits, not {self.mask!r}", text=str(self.mask))

    @classmethod
    def of(cls, cards: Iterable[Card]) -> Hand:
        """Return the hand that holds *cards*; raise `DealError` if a card comes twice."""
        mask = repeated = 0
        for card in cards:
            repeated |= mask & card.bit
            mask |= card.bit
        if repeated:
            twice = cards_of(repeated)
            raise DealError([Defect(DefectKind.DUPLICATE, f"{_names(twice)} twice in one hand", cards=twice)])
        return cls(mask)

    @classmethod
    def parse(cls, text: str) -> Hand:
        """Read a hand: the ranks of spades, hearts, diamonds and clubs, separated by dots, nothing for a void.

        Ranks may come in any order, and `10` means `T`. Everything wrong with the text is told at once.
        """
        fields = text.split(".")
        if len(fields) != 4:
            raise ParseError(f"expected four suits separated by dots, such as 'AK5.T98..Q', not {text!r}", text=text)
        mask = 0
        problems = []
        for suit, ranks in zip(Suit, fields, strict=True):
            place = 0
            while place < len(ranks):
                width = 2 if ranks.startswith("10", place) else 1
                symbol = ranks[place : place + width]
                place += width
                bit = _RANK_BITS.get(symbol, 0) << 13 * suit
                if not bit:
                    problems.append(f"{symbol!r} is not a rank in {suit.word}")
                elif mask & bit:
                    problems.append(f"{suit.letter}{symbol.upper().replace('10', 'T')} comes twice")
                mask |= bit
        if problems:
            raise ParseError(f"expected a hand, but {', '.join(problems)}: {text!r}", text=text)
        return cls(mask)

    def suit_mask(self, suit: Suit) -> int:
        """Return the cards of *suit* as a mask."""
        return self.mask & SUIT_MASKS[suit]

    def __str__(self) -> str:
        fields = ["", "", "", ""]
        for card in cards_of(self.mask):
            fields[card.suit] += card.rank.letter
        return ".".join(fields)

    def __repr__(self) -> str:
        return f"Hand.parse({str(self)!r})"

    def __iter__(self) -> Iterator[Card]:
        return iter(cards_of(self.mask))

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __contains__(self, card: object) -> bool:
        return isinstance(card, Card) and bool(self.mask & card.bit)


@dataclass(frozen=True, slots=True)
class Deal:
    """Four hands by `Seat`; a hand that is not known is `None`.

    Hands are written clockwise from the seat named first, as in PBN; `-` stands for a hand that is not known.

    >>> deal = Deal.parse("E:K... Q... J... A...")
    >>> str(deal), deal[Seat.NORTH], deal.format(Seat.SOUTH)
    ('N:A... K... Q... J...', Hand.parse('A...'), 'S:Q... J... A... K...')
    """

    hands: tuple[Hand | None, Hand | None, Hand | None, Hand | None]

    def __post_init__(self) -> None:
        if len(self.hands) != 4:
            raise ParseError(f"expected four hands, not {len(self.hands)}")

    @classmethod
    def of(cls, masks: Sequence[int | None]) -> Deal:
        """Return the deal whose hands, North first and clockwise, are *masks*."""
        if len(masks) != 4:
            raise ParseError(f"expected four hands, not {len(masks)}")
        north, east, south, west = (None if mask is None else Hand(mask) for mask in masks)
        return cls((north, east, south, west))

    @classmethod
    def parse(cls, text: str) -> Deal:
        """Read a deal such as `N:AK.. QJ.. T9.. 87..`.

        A deal that is well formed but impossible is accepted: see `defects`. Everything wrong with the text is
        told at once.
        """
        start, colon, rest = text.partition(":")
        if not colon:
            raise ParseError(f"expected a seat and a colon before the hands, such as 'N:', not {text!r}", text=text)
        problems = []
        first = Seat.NORTH
        try:
            first = Seat.parse(start)
        except ParseError as error:
            problems.append(str(error))
        fields = rest.split()
        if len(fields) != 4:
            problems.append(f"expected four hands ('-' for one that is not known), found {len(fields)}")
        hands: list[Hand | None] = [None] * 4
        for turn, field in enumerate(fields[:4]):
            seat = first.next(steps=turn)
            try:
                hands[seat] = None if field == "-" else Hand.parse(field)
            except ParseError as error:
                problems.append(f"{seat.word}: {error}")
        if problems:
            raise ParseError(f"{'; '.join(problems)}; in the deal {text!r}", text=text)
        north, east, south, west = hands
        return cls((north, east, south, west))

    @classmethod
    def random(cls, *, cards: int = 13, seed: int, deck: int = FULL_DECK) -> Deal:
        """Return a random deal of *cards* cards a hand out of *deck*, the same for the same *seed* everywhere.

        All deals are equally likely as far as 64 bits of *seed* can tell them apart. The generator is SplitMix64,
        seeded with *seed* itself; a Fisher-Yates shuffle of the deck, in index order and from the end, draws each
        place by rejection, and North, East, South, West get the last, the second last, ... group of *cards* cards.
        """
        pack = list(cards_of(deck))
        if not 0 <= cards <= len(pack) // 4:
            raise LimitError(f"expected 0 to {len(pack) // 4} cards a hand out of a pack of {len(pack)}, not {cards!r}")
        masks = [0, 0, 0, 0]
        for dealt, card in enumerate(shuffled(pack, 4 * cards, seed=seed)):
            masks[dealt // cards] |= card.bit
        return cls.of(masks)

    @property
    def masks(self) -> tuple[int, int, int, int]:
        """The four hands as masks; raises `DealError` if one is not known."""
        north, east, south, west = self.hands
        if north is None or east is None or south is None or west is None:
            raise DealError(self._unknown())
        return (north.mask, east.mask, south.mask, west.mask)

    def completed(self, *, deck: int = FULL_DECK) -> Deal:
        """Return the deal in which the only hand that is not known holds the rest of *deck*.

        Raises `DealError` unless exactly one hand is not known and the other three are full and sound. A deal
        in which all hands are known is returned as it is.
        """
        unknown = self._unknown()
        if not unknown:
            return self
        defects = list(self.defects(deck=deck, hand_size=deck.bit_count() // 4))
        if len(unknown) > 1:
            defects.extend(unknown)
        if defects:
            raise DealError(defects)
        rest = deck
        for hand in self.hands:
            rest &= ~(hand.mask if hand else 0)
        return Deal.of([rest if hand is None else hand.mask for hand in self.hands])

    def defects(self, *, deck: int = FULL_DECK, hand_size: int | None = None) -> tuple[Defect, ...]:
        """Return everything that is wrong with the deal as it stands between two tricks.

        *deck* is the pack of the game, *hand_size* the number of cards every hand must have; when it is `None` the
        hands must only agree, up to a full deal of *deck*. Cards are missing only from a full deal, which is one where
        a hand has at least as many cards as a full deal gives it. Hands that are not known have no defects.
        """
        full = deck.bit_count() // 4
        holders = [
            Holder(seat, f"in {seat.word}'s hand", hand.mask)
            for seat, hand in zip(Seat, self.hands, strict=True)
            if hand is not None
        ]
        sizes = {holder.seat: holder.mask.bit_count() for holder in holders}
        largest = max(sizes.values(), default=0)
        complete = len(holders) == 4
        if complete and largest == 0:
            return (Defect(DefectKind.EMPTY, "no hand holds a card"),)
        whole = full in (hand_size, largest) or largest > full
        defects = card_defects(holders, deck=deck, whole=complete and whole)
        expected = full if hand_size is None and whole else hand_size
        if expected is not None:
            defects.extend(
                Defect(DefectKind.SIZE, f"{seat.word} holds {_count(size)}, {expected} expected", seat=seat)
                for seat, size in sizes.items()
                if size != expected
            )
        elif len(set(sizes.values())) > 1:
            listed = ", ".join(f"{seat.word} {size}" for seat, size in sizes.items())
            defects.append(Defect(DefectKind.SIZE, f"the hands differ in size: {listed}"))
        return tuple(defects)

    def format(self, first: Seat = Seat.NORTH) -> str:
        """Write the deal, starting with the hand of *first*."""
        hands = (self.hands[first.next(steps=turn)] for turn in range(4))
        return f"{first.letter}:" + " ".join("-" if hand is None else str(hand) for hand in hands)

    def __str__(self) -> str:
        return self.format()

    def __repr__(self) -> str:
        return f"Deal.parse({str(self)!r})"

    def __getitem__(self, seat: Seat) -> Hand | None:
        return self.hands[seat]

    def _unknown(self) -> list[Defect]:
        """Return a defect for every hand that is not known."""
        return [
            Defect(DefectKind.UNKNOWN, f"the hand of {seat.word} is not known", seat=seat)
            for seat, hand in zip(Seat, self.hands, strict=True)
            if hand is None
        ]


@dataclass(frozen=True, slots=True)
class Holder:
    """A place that holds cards: the seat they belong to, words for messages (`in West's hand`), and the cards."""

    seat: Seat
    words: str
    mask: int


def card_defects(holders: Sequence[Holder], *, deck: int, whole: bool) -> list[Defect]:
    """Return what is wrong with the cards of *holders* taken together, whatever their number.

    Cards of the same places are told together. *whole* says that the holders share out the whole *deck*, so that a
    card that nobody has is missing.
    """
    defects = []
    places: dict[tuple[int, ...], list[Card]] = {}
    seen = 0
    for holder in holders:
        seen |= holder.mask
    for card in cards_of(seen):
        where = tuple(number for number, holder in enumerate(holders) if holder.mask & card.bit)
        if len(where) > 1:
            places.setdefault(where, []).append(card)
    for where, cards in places.items():
        words = " and ".join(holders[number].words for number in where)
        defects.append(Defect(DefectKind.DUPLICATE, f"{_names(cards)} {words}", cards=tuple(cards)))
    for holder in holders:
        foreign = cards_of(holder.mask & ~deck)
        if foreign:
            message = f"{_names(foreign)} {holder.words}, but not in the pack of {deck.bit_count()} cards"
            defects.append(Defect(DefectKind.FOREIGN, message, seat=holder.seat, cards=foreign))
    missing = cards_of(deck & ~seen) if whole else ()
    if missing:
        defects.append(Defect(DefectKind.MISSING, f"missing: {_names(missing)}", cards=missing))
    return defects


def _names(cards: Sequence[Card]) -> str:
    """List *cards* in words: `SA, SK`."""
    return ", ".join(card.text for card in cards)


def _count(cards: int) -> str:
    """Say a number of cards in words."""
    return "1 card" if cards == 1 else f"{cards} cards"


def shuffled(pack: Sequence[Card], count: int, *, seed: int) -> list[Card]:
    """Return the *count* cards on top of the shuffled *pack*, as `Deal.random` deals them.

    Raises `LimitError` for a *seed* that is no 64-bit number.
    """
    if not 0 <= seed < 1 << 64:
        raise LimitError(f"expected a seed from 0 to 2**64 - 1, not {seed!r}")
    words = _words(seed)
    left = list(pack)
    drawn = []
    for last in range(len(left) - 1, len(left) - 1 - count, -1):
        chosen = _below(last + 1, words)
        left[last], left[chosen] = left[chosen], left[last]
        drawn.append(left[last])
    return drawn


def _words(state: int) -> Iterator[int]:
    """Yield the 64-bit words of the SplitMix64 generator started at *state*."""
    while True:
        state = (state + 0x9E3779B97F4A7C15) & _WORD
        word = state
        word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
        word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _WORD
        yield word ^ (word >> 31)


def _below(bound: int, words: Iterator[int]) -> int:
    """Return a number from 0 to *bound* - 1, all equally likely, from the next of *words*."""
    fair = (1 << 64) // bound * bound  # words from here on would favour small numbers
    for word in words:
        if word < fair:
            return word % bound
    raise AssertionError("the generator never ends")
