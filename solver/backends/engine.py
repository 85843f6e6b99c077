"""What the backends have in common: making the engine, seats in playing order, and what is passed on as it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeVar

from solver.cards import Direction, Seat, Strain, Suit
from solver.errors import LimitError
from solver.games import CourtPieceRules, Rules
from solver.position import Position

__all__ = ["EngineBackend", "make_engine", "place_of", "trick_begun", "two_on_top"]

_CLOCKWISE = (0, 1, 2, 3)
_ANTICLOCKWISE = (0, 3, 2, 1)  # seat <-> place in playing order from North: its own inverse


class _Engine(Protocol):
    """The part of a compiled engine that has nothing to do with its game."""

    def begin(self, *, nodes: int | None, seconds: float, watch_signals: bool) -> None: ...

    def cancel(self) -> None: ...

    @property
    def nodes(self) -> int: ...

    @property
    def trick_nodes(self) -> int: ...

    @property
    def stopped(self) -> str | None: ...


EngineType = TypeVar("EngineType", bound=_Engine)


class EngineBackend:
    """A backend whose limits, counters and cancelling are its engine's."""

    _engine: _Engine

    def begin(self, *, nodes: int | None, seconds: float, watch_signals: bool) -> None:
        """Set the limits."""
        self._engine.begin(nodes=nodes, seconds=seconds, watch_signals=watch_signals)

    def cancel(self) -> None:
        """Stop the running query."""
        self._engine.cancel()

    @property
    def nodes(self) -> int:
        """Cards played."""
        return self._engine.nodes

    @property
    def trick_nodes(self) -> int:
        """Trick boundaries."""
        return self._engine.trick_nodes

    @property
    def stopped(self) -> str | None:
        """Which limit stopped the search."""
        return self._engine.stopped


def make_engine(
    engine: Callable[..., EngineType],
    *,
    memory: int,
    switches: Mapping[str, int],
    without: Sequence[str],
    least: int = 4,
) -> EngineType:
    """Make an *engine* with all of its optimisations, which *switches* name, but those *without* which it must do.

    Raises `LimitError` for an unknown optimisation, and for memory that is too little or not there.
    """
    unknown = [name for name in without if name not in switches]
    if unknown:
        raise LimitError(f"expected optimisations among {', '.join(switches)}, got {', '.join(unknown)!r}")
    on = sum(bit for name, bit in switches.items() if name not in without)
    try:
        return engine(memory=memory, switches=on)
    except (MemoryError, OverflowError):
        size = f"{memory >> 20} MB"
        raise LimitError(f"expected more memory than {size} ({least} MB at least), or less than there is") from None


def place_of(direction: Direction, seat: Seat) -> int:
    """Return the place of *seat* in playing order from North."""
    return (_CLOCKWISE if direction.step == 1 else _ANTICLOCKWISE)[seat]


def trick_begun(position: Position) -> tuple[list[int], int, list[int]]:
    """Return what engines want of a position: the hands by place as the trick in progress found them, the place of its
    leader, and the indices of the cards on the table.

    Seats are in playing order from North: the mirror image of a table plays the other way round.
    """
    order = _CLOCKWISE if position.direction.step == 1 else _ANTICLOCKWISE
    hands = position.hands
    masks = [hands[order[0]], hands[order[1]], hands[order[2]], hands[order[3]]]
    place = order[position.leader]
    trick = position.trick
    for turn, card in enumerate(trick):
        masks[(place + turn) & 3] |= card.bit
    return masks, place, [card.index for card in trick]


def two_on_top(rules: Rules, strain: Strain) -> int:
    """Return the suit whose best card the two of hearts is under *rules*; -1 where it is the worst heart."""
    if not isinstance(rules, CourtPieceRules) or rules.h2_top == "no":
        return -1
    suit = strain.suit if rules.h2_top == "trump" else None
    return int(Suit.HEARTS if suit is None else suit)
