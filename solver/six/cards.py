"""Players and hands at a table of six: hands in which a card may come up to three times.

A hand is a tuple of cards in index order (spades to clubs, high to low), copies side by side.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from solver.cards import FULL_DECK, Card, Direction, Rank, Side, Suit, cards_of
from solver.deal import shuffled
from solver.errors import LimitError, ParseError, PositionError

__all__ = ["COPIES", "HAND_SIZE", "PLAYERS", "SIDE_NAMES", "Player", "SixDeal", "SixHand"]

PLAYERS: Final = 6
COPIES: Final = 3  # packs that are shuffled together
HAND_SIZE: Final = 26

#: The sides in words, NS first.
SIDE_NAMES: Final = ("1-3-5", "2-4-6")

SixHand = tuple[Card, ...]


class Player(IntEnum):
    """A place at the table, numbered clockwise from 1 in words and from 0 as a number.

    >>> Player.parse("6").next(), Player.parse("1").next(Direction.ANTICLOCKWISE)
    (Player.ONE, Player.SIX)
    >>> Player.parse("2").side.name
    'EW'
    """

    ONE = 0
    TWO = 1
    THREE = 2
    FOUR = 3
    FIVE = 4
    SIX = 5

    @classmethod
    def parse(cls, text: str) -> Player:
        """Read the number of a player, 1 to 6; raises `ParseError`."""
        digit = text.strip().lower().removeprefix("player").strip()
        if not re.fullmatch("[1-6]", digit):
            raise ParseError(f"expected the number of a player, 1 to 6, not {text!r}", text=text)
        return cls(int(digit) - 1)

    @property
    def letter(self) -> str:
        """The number, as files have it."""
        return str(self + 1)

    @property
    def word(self) -> str:
        """The player in words: `player 1`."""
        return f"player {self + 1}"

    @property
    def side(self) -> Side:
        """The team: NS stands for 1, 3 and 5, EW for 2, 4 and 6."""
        return Side(self & 1)

    def next(self, direction: Direction = Direction.CLOCKWISE, *, steps: int = 1) -> Player:
        """Return the player *steps* places further."""
        return _PLAYERS[(self + direction.step * steps) % PLAYERS]

    def __str__(self) -> str:
        return self.letter

    def __repr__(self) -> str:
        return f"Player.{self.name}"


_PLAYERS: Final = tuple(Player)


def hand_of(cards: Iterable[Card]) -> SixHand:
    """Return *cards* as a hand."""
    return tuple(sorted(cards))


def mask_of_hand(hand: Iterable[Card]) -> int:
    """Return the different cards of a hand as a mask."""
    mask = 0
    for card in hand:
        mask |= card.bit
    return mask


def parse_hand(text: str, *, rank: Callable[[str], Rank | None] | None = None) -> SixHand:
    """Read a hand as files write it, `AAK.T9..2`: spades, hearts, diamonds, clubs; copies are written again.

    *rank* reads the letters of another language.
    """
    suits = text.strip().split(".")
    if len(suits) != len(Suit):
        raise ParseError(f"expected four suits with dots between them, such as AAK.T9..2, not {text!r}", text=text)
    cards = []
    for suit, ranks in zip(Suit, suits, strict=True):
        for letter in ranks.replace("10", "T"):
            found = (rank or _english)(letter)
            if found is None:
                expected = f"expected ranks of {suit.word} (A K Q J T 9 ... 2)"
                raise ParseError(f"{expected}, not {ranks!r}", text=text)
            cards.append(Card(suit, found))
    return hand_of(cards)


def _english(letter: str) -> Rank | None:
    """Read the letter of a rank."""
    try:
        return Rank.parse(letter)
    except ParseError:
        return None


def format_hand(hand: Sequence[Card]) -> str:
    """Write a hand as `parse_hand` reads it."""
    return ".".join("".join(card.rank.letter for card in hand if card.suit is suit) for suit in Suit)


@dataclass(frozen=True, slots=True)
class SixDeal:
    """Six hands, by `Player`, each in index order.

    >>> deal = SixDeal.parse("3:AA... KK... QQ... JJ... TT... 99...")
    >>> str(deal[Player.THREE][0]), str(deal)
    ('SA', '1:TT... 99... AA... KK... QQ... JJ...')
    """

    hands: tuple[SixHand, SixHand, SixHand, SixHand, SixHand, SixHand]

    @classmethod
    def of(cls, hands: Sequence[Iterable[Card]]) -> SixDeal:
        """Return the deal of six hands; raises `PositionError` for another number of them."""
        if len(hands) != PLAYERS:
            raise PositionError(f"expected {PLAYERS} hands, not {len(hands)}")
        one, two, three, four, five, six = (hand_of(hand) for hand in hands)
        return cls((one, two, three, four, five, six))

    @classmethod
    def parse(cls, text: str, *, rank: Callable[[str], Rank | None] | None = None) -> SixDeal:
        """Read `1:hand hand hand hand hand hand`, clockwise from the player named; raises `ParseError`.

        *rank* reads the letters of another language than English.
        """
        first, colon, rest = text.strip().partition(":")
        words = rest.split()
        if not colon or len(words) != PLAYERS:
            raise ParseError(
                f"expected a player and {PLAYERS} hands, such as '1:AA... KK... QQ... JJ... TT... 99...', "
                f"not {len(words)} hands in {text[:60]!r}",
                text=text,
            )
        player = Player.parse(first)
        hands: dict[Player, SixHand] = {}
        for steps, word in enumerate(words):
            seat = player.next(steps=steps)
            try:
                hands[seat] = parse_hand(word, rank=rank)
            except ParseError as error:
                raise ParseError(f"the hand of {seat.word}: {error.message}", text=word) from None
        return cls.of([hands[seat] for seat in Player])

    @classmethod
    def random(cls, *, cards: int = HAND_SIZE, seed: int) -> SixDeal:
        """Return a random deal of *cards* cards a hand out of three packs, the same for the same *seed* everywhere.

        Drawn as `Deal.random` draws, with the copies of a card side by side in the pack.
        """
        if not 0 <= cards <= HAND_SIZE:
            raise LimitError(f"expected 0 to {HAND_SIZE} cards a hand, not {cards!r}")
        pack = [card for card in cards_of(FULL_DECK) for _ in range(COPIES)]
        drawn = shuffled(pack, PLAYERS * cards, seed=seed)
        return cls.of([drawn[cards * seat : cards * (seat + 1)] for seat in Player])

    def format(self, first: Player = Player.ONE) -> str:
        """Write the deal as `parse` reads it, clockwise from *first*."""
        hands = (format_hand(self.hands[first.next(steps=steps)]) for steps in range(PLAYERS))
        return f"{first}:{' '.join(hands)}"

    def __getitem__(self, player: Player) -> SixHand:
        return self.hands[player]

    def __iter__(self) -> Iterator[SixHand]:
        return iter(self.hands)

    def __str__(self) -> str:
        return self.format()

    def __repr__(self) -> str:
        return f"SixDeal.parse({str(self)!r})"


def pack_defects(cards: Iterable[Card], *, whole: bool) -> list[str]:
    """Return what is wrong with *cards* taken together: too many copies, or some missing of a *whole* deal."""
    counts = Counter(cards)
    reasons = [
        f"{card} comes {count} times, but {COPIES} packs have it {COPIES} times"
        for card, count in sorted(counts.items())
        if count > COPIES
    ]
    missing = [card.text for card in cards_of(FULL_DECK) if counts[card] < COPIES] if whole else []
    if missing:
        reasons.append(f"copies are missing of {', '.join(missing)}")
    return reasons
