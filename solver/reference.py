"""The plain search: what every faster one must agree with.

Minimax over all lines of play, written to be believed rather than to be fast. It sees a game only through
`Playable`, which positions are, has no pruning and no bounds, and shares nothing with the compiled searches. Its one
help is a memory of positions already valued, which is exact (equal keys mean equal futures) and can be turned off, so
that it can be checked too. Five cards a hand take seconds; it is not for full deals.

All values are units that one side, by default North and South, takes **from here on**; what was taken before is not
counted. That side plays for more of them, the other for fewer, which is not the same as playing for its own where units
may be left that nobody gets. An object that is passed in comes back as it was.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Protocol, TypeVar

from .cards import Card, Side
from .errors import LimitError
from .position import Position

__all__ = ["Playable", "card_values", "perft", "perft_split", "value"]

_P = TypeVar("_P", bound="Playable")


class _Turn(Protocol):
    """Whoever is to move."""

    @property
    def side(self) -> Side: ...


class Playable(Protocol):
    """What the search needs of a position: `Position` has it, and a position of six players."""

    @property
    def is_over(self) -> bool:
        """Whether no card is left to play."""

    @property
    def to_move(self) -> _Turn:
        """Whose turn it is."""

    @property
    def taken(self) -> tuple[int, int]:
        """The units that NS and EW have taken."""

    def legal_plays(self) -> tuple[Card, ...]:
        """Return what may be played now."""

    def push(self, card: Card) -> None:
        """Play *card*."""

    def undo(self) -> Card:
        """Take back the last card."""

    def key(self) -> Hashable:
        """Return a value that is the same for positions with the same future."""

    def copy(self: _P) -> _P:
        """Return a position of its own."""


def value(position: Playable, *, side: Side = Side.NS, memory: bool = True) -> int:
    """Return the units that *side* takes from *position* on when both sides play best.

    >>> from solver.cards import Seat, Strain
    >>> from solver.deal import Deal
    >>> deal = Deal.parse("N:A2... K3... .76.. .54..")
    >>> value(Position(deal, strain=Strain.HEARTS, leader=Seat.NORTH))
    2
    >>> value(Position(deal, strain=Strain.SPADES, leader=Seat.WEST))
    1
    """
    return _value(position.copy(), {} if memory else None, side)


def card_values(position: Playable, *, side: Side = Side.NS, memory: bool = True) -> dict[Card, int]:
    """Return for every legal play, sorted, the units that *side* takes from *position* on if it is played."""
    position = position.copy()
    known: dict[Hashable, int] | None = {} if memory else None
    return {card: _value_after(position, card, known, side) for card in position.legal_plays()}


def perft(position: Position, plies: int) -> int:
    """Return the number of ways to play the next *plies* cards, orders counted as different.

    It is 0 when fewer cards than that are left, and 1 for no cards. Raises `LimitError` for a negative number.
    """
    if plies < 0:
        raise LimitError(f"expected 0 or more plies, not {plies!r}")
    return _perft(position.copy(), plies)


def perft_split(position: Position, plies: int) -> dict[Card, int]:
    """Return the summands of `perft` by the first card, to find where two counts part; *plies* is at least 1."""
    if plies < 1:
        raise LimitError(f"expected 1 or more plies, not {plies!r}")
    position = position.copy()
    counts = {}
    for card in position.legal_plays():
        position.push(card)
        counts[card] = _perft(position, plies - 1)
        position.undo()
    return counts


def _value(position: Playable, known: dict[Hashable, int] | None, side: Side) -> int:
    """Return the units of *side* from here on; *known* holds values by key, or is `None` to remember nothing."""
    if position.is_over:
        return 0
    key = position.key() if known is not None else None
    if known is not None and key in known:
        return known[key]
    values = [_value_after(position, card, known, side) for card in position.legal_plays()]
    best = max(values) if position.to_move.side is side else min(values)
    if known is not None:
        known[key] = best
    return best


def _value_after(position: Playable, card: Card, known: dict[Hashable, int] | None, side: Side) -> int:
    """Return the units of *side* from here on if *card* is played now."""
    before = position.taken[side]
    position.push(card)
    after = position.taken[side]
    rest = _value(position, known, side)
    position.undo()
    return after - before + rest


def _perft(position: Position, plies: int) -> int:
    """Count the ways to play *plies* cards on *position*, which is left as it was."""
    if plies == 0:
        return 1
    if plies == 1:
        return len(position.legal_plays())
    count = 0
    for card in position.legal_plays():
        position.push(card)
        count += _perft(position, plies - 1)
        position.undo()
    return count
