"""What a player assumes of a hand that he does not see, as he would write it: `W: S>=4, H=2-3, hcp 10-14, SA, !DK`.

A constraint speaks of the hand of one seat as it was dealt, the cards that it has played since included.  Its terms all
hold together:

* `SA`, `!DK`: the hand holds the card, or does not;
* `S>=4`, `H=2-3`, `D<2`, `C=0`, `S 4+`, `!H`: the length of a suit, `!H` for none;
* `shape 4-4-3-2` the lengths in any order, `shape 4=4=3=2` those of spades, hearts, diamonds, clubs, `x` for any
  length, `|` between shapes; `balanced`: no suit missing, none of one card, at most one of two (in hands of eight
  cards: no suit missing, none of more than three);
* `hcp 10-14`: four for an ace, three for a king, two for a queen, one for a jack; `points 30+`: the cards' own points
  in games that count points; `aces`, `kings`, `queens`, `jacks`, `tens` and `trumps`: how many.

Amounts are written `4`, `2-3`, `4+`, `>=4`, `>4`, `<=4`, `<4`, with `=` or without.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import permutations
from types import MappingProxyType
from typing import Final

from .cards import SUIT_MASKS, Card, Rank, Seat, Suit, cards_of, mask_of
from .errors import ParseError

__all__ = ["AMOUNTS", "Amount", "Constraint", "Has", "Shape", "Term", "lengths_fit", "parse_constraints"]

#: Stands for any length in a shape.
ANY: Final = -1

#: What can be counted besides suits, in words for messages.
AMOUNTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "hcp": "high card points",
        "points": "card points",
        "trumps": "trumps",
        "aces": "aces",
        "kings": "kings",
        "queens": "queens",
        "jacks": "jacks",
        "tens": "tens",
    }
)

_HCP: Final = {Rank.ACE: 4, Rank.KING: 3, Rank.QUEEN: 2, Rank.JACK: 1}
_OF_RANK: Final = {
    "aces": Rank.ACE,
    "kings": Rank.KING,
    "queens": Rank.QUEEN,
    "jacks": Rank.JACK,
    "tens": Rank.TEN,
}


@dataclass(frozen=True, slots=True)
class Has:
    """The hand holds all of the cards of a mask, or none of them."""

    mask: int
    held: bool = True

    def __str__(self) -> str:
        return ", ".join(("" if self.held else "!") + card.text for card in cards_of(self.mask))


@dataclass(frozen=True, slots=True)
class Amount:
    """The hand has from *low* to *high* (`None`: any number) of something: a suit (`S`) or one of `AMOUNTS`."""

    of: str
    low: int
    high: int | None

    def __str__(self) -> str:
        suit = len(self.of) == 1
        if self.high is None:
            return f"{self.of}>={self.low}" if suit else f"{self.of} {self.low}+"
        if self.low == self.high:
            return f"{self.of}={self.low}" if suit else f"{self.of} {self.low}"
        if self.low == 0:
            return f"{self.of}<={self.high}" if suit else f"{self.of} 0-{self.high}"
        return f"{self.of}={self.low}-{self.high}" if suit else f"{self.of} {self.low}-{self.high}"

    def weights(self) -> tuple[tuple[int, int], ...] | None:
        """Return what each card counts, as masks with their number; `None` where that depends on the game."""
        if len(self.of) == 1:
            return ((SUIT_MASKS[Suit.parse(self.of)], 1),)
        if self.of == "hcp":
            return tuple((_rank_mask(rank), points) for rank, points in _HCP.items())
        rank = _OF_RANK.get(self.of)
        return None if rank is None else ((_rank_mask(rank), 1),)


@dataclass(frozen=True, slots=True)
class Shape:
    """The lengths of spades, hearts, diamonds and clubs are one of *patterns*; -1 stands for any length."""

    patterns: frozenset[tuple[int, int, int, int]]
    text: str

    def __str__(self) -> str:
        return self.text

    def fits(self, lengths: tuple[int, int, int, int]) -> bool:
        """Tell whether a hand with these lengths has the shape."""
        return any(
            all(wanted in (ANY, length) for wanted, length in zip(pattern, lengths, strict=True))
            for pattern in self.patterns
        )


@dataclass(frozen=True, slots=True)
class Balanced:
    """No suit missing, none of one card, at most one of two; in hands of eight cards none of more than three."""

    def __str__(self) -> str:
        return "balanced"

    def fits(self, lengths: tuple[int, int, int, int]) -> bool:
        """Tell whether a hand with these lengths is balanced."""
        if sum(lengths) < 12:
            return max(lengths) <= -(-sum(lengths) // 4) + 1 and min(lengths) > 0
        return min(lengths) >= 2 and sum(length == 2 for length in lengths) <= 1


Term = Has | Amount | Shape | Balanced


@dataclass(frozen=True, slots=True)
class Constraint:
    """What is assumed of the hand that *seat* was dealt: all of *terms*.

    >>> str(Constraint.parse("w: s >= 4, h=2-3, hcp 10+, SA, !DK"))
    'W: S>=4, H=2-3, hcp 10+, SA, !DK'
    """

    seat: Seat
    terms: tuple[Term, ...]

    def __str__(self) -> str:
        return f"{self.seat.letter}: " + ", ".join(map(str, self.terms))

    @classmethod
    def parse(cls, text: str) -> Constraint:
        """Read one constraint; raises `ParseError` that names every term that is none."""
        name, colon, rest = text.partition(":")
        problems = []
        seat = None
        if not colon:
            problems.append("a seat and a colon before the terms are missing")
            rest = text
        else:
            try:
                seat = Seat.parse(name.strip())
            except ParseError as error:
                problems.append(error.message)
        terms: list[Term] = []
        words = [word.strip() for word in rest.split(",")]
        if not any(words):
            problems.append("no term follows the seat")
        for word in words:
            if not word:
                continue
            try:
                terms.append(_term(word))
            except ParseError as error:
                problems.append(error.message)
        if problems or seat is None:
            raise ParseError(
                f"expected a constraint such as 'W: S>=4, H=2-3, hcp 10-14, SA, !DK', but {'; '.join(problems)}: "
                f"{text!r}",
                text=text,
            )
        return cls(seat, tuple(terms))


def parse_constraints(text: str) -> tuple[Constraint, ...]:
    """Read constraints separated by semicolons; raises `ParseError`.

    >>> [str(each) for each in parse_constraints("W: S>=4; E: !H")]
    ['W: S>=4', 'E: H=0']
    """
    return tuple(Constraint.parse(part) for part in text.split(";") if part.strip())


def lengths_fit(terms: tuple[Term, ...], lengths: tuple[int, int, int, int]) -> bool:
    """Tell whether suits of these lengths agree with those of *terms* that speak of lengths."""
    for term in terms:
        if isinstance(term, Shape | Balanced) and not term.fits(lengths):
            return False
        if isinstance(term, Amount) and len(term.of) == 1:
            length = lengths[Suit.parse(term.of)]
            if length < term.low or (term.high is not None and length > term.high):
                return False
    return True


_CARD: Final = re.compile(r"(!?)\s*([SHDC♠♥♦♣])\s*(10|[2-9TJQKA])", re.IGNORECASE)
_VOID: Final = re.compile(r"!\s*([SHDC♠♥♦♣])", re.IGNORECASE)
_AMOUNT: Final = re.compile(
    r"(?P<of>[SHDC♠♥♦♣]|[a-z]+)\s*(?P<sign>>=|<=|=>|=<|≥|≤|>|<|==?|:)?\s*"
    r"(?P<low>[0-9]{1,3})\s*(?:(?P<plus>\+)|(?:-|–|\.\.)\s*(?P<high>[0-9]{1,3}))?",
    re.IGNORECASE,
)
_SHAPE: Final = re.compile(r"shape\s*[:=]?\s*(?P<shapes>[0-9x|=\- ]+)", re.IGNORECASE)


def _term(text: str) -> Term:
    """Read one term."""
    match = _CARD.fullmatch(text)
    if match is not None:
        return Has(Card.parse(match[2] + match[3]).bit, held=not match[1])
    match = _VOID.fullmatch(text)
    if match is not None:
        return Amount(Suit.parse(match[1]).letter, 0, 0)
    if text.lower() == "balanced":
        return Balanced()
    match = _SHAPE.fullmatch(text)
    if match is not None:
        return _shape(text, match["shapes"])
    match = _AMOUNT.fullmatch(text)
    if match is not None and (match["sign"] or len(match["of"]) > 1 or match["plus"] or match["high"]):
        return _amount(text, match)
    raise ParseError(f"{text!r} is no card, length, shape or number of something", text=text)


def _amount(text: str, match: re.Match[str]) -> Amount:
    """Read a length or a number of something."""
    name = match["of"]
    if len(name) == 1:
        name = Suit.parse(name).letter
    elif name.lower() in AMOUNTS:
        name = name.lower()
    else:
        raise ParseError(f"{text!r} counts {name!r}, which is none of S, H, D, C, {', '.join(AMOUNTS)}", text=text)
    low = int(match["low"])
    high = int(match["high"]) if match["high"] else None if match["plus"] else low
    sign = {"=>": ">=", "≥": ">=", "=<": "<=", "≤": "<="}.get(match["sign"] or "=", match["sign"] or "=")
    if sign[0] in "<>":
        if match["high"] or match["plus"]:
            raise ParseError(f"{text!r} has both {sign} and a range", text=text)
        low, high = {">=": (low, None), ">": (low + 1, None), "<=": (0, low), "<": (0, low - 1)}[sign]
    if high is not None and high < low:
        raise ParseError(f"{text!r} is a range without a number in it", text=text)
    return Amount(name, low, high)


def _shape(text: str, shapes: str) -> Shape:
    """Read shapes separated by bars."""
    patterns: set[tuple[int, int, int, int]] = set()
    for shape in shapes.split("|"):
        written = shape.strip().lower()
        ordered = "=" in written
        parts = re.split(r"\s*[-=]\s*", written) if re.search("[-=]", written) else list(written)
        if len(parts) != 4 or ("-" in written and ordered) or not all(re.fullmatch("[0-9]{1,2}|x", p) for p in parts):
            raise ParseError(
                f"{text!r} is no shape such as 4-4-3-2 in any order, 4=4=3=2 in the order S H D C, or 5-x-x-x",
                text=text,
            )
        lengths = [ANY if part == "x" else int(part) for part in parts]
        if ANY not in lengths and sum(lengths) not in range(1, 14):
            raise ParseError(f"{text!r} is the shape of a hand of {sum(lengths)} cards", text=text)
        orders = [tuple(lengths)] if ordered else permutations(lengths)
        patterns.update((s, h, d, c) for s, h, d, c in orders)
    return Shape(frozenset(patterns), "shape " + "|".join(part.strip() for part in shapes.lower().split("|")))


def _rank_mask(rank: Rank) -> int:
    """Return the four cards of *rank*."""
    return mask_of(Card(suit, rank) for suit in Suit)
