"""Dehla Pakad for its engine: seats in playing order, what is counted, and a trump that may still be open."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from solver.backends import engine_module
from solver.errors import LimitError
from solver.games import DehlaPakadRules
from solver.position import Position

if TYPE_CHECKING:
    from solver.search._dehla_portable import Engine

__all__ = ["BACKEND", "SWITCHES", "DehlaBackend"]

#: Optimisations by name, in the bits of `enum dehla_switch` (csrc/dehla_state.h).
SWITCHES = {
    "quick": 1 << 0,
    "sure": 1 << 1,
    "table": 1 << 2,
    "general": 1 << 3,
    "touching": 1 << 4,
    "siblings": 1 << 5,
    "order": 1 << 6,
}

_CLOCKWISE = (0, 1, 2, 3)
_ANTICLOCKWISE = (0, 3, 2, 1)  # seat <-> place in playing order from North: its own inverse
_NO_TRUMP_YET = 4


class DehlaBackend:
    """The engine sees seats in playing order; the mirror image of a table plays the other way round.

    North is seat 0 either way, so that the units of North-South are those of seats 0 and 2.
    """

    def __init__(self, *, memory: int, cpu: str, without: Sequence[str]) -> None:
        unknown = [name for name in without if name not in SWITCHES]
        if unknown:
            raise LimitError(f"expected optimisations among {', '.join(SWITCHES)}, got {', '.join(unknown)!r}")
        switches = sum(bit for name, bit in SWITCHES.items() if name not in without)
        engine = import_module(engine_module("dehla", cpu)).Engine
        try:
            self._engine: Engine = engine(memory=memory, switches=switches)
        except MemoryError:
            size = f"{memory >> 20} MB"
            raise LimitError(f"expected more memory than {size} (8 MB at least), or less than there is") from None

    def begin(self, *, nodes: int | None, seconds: float, watch_signals: bool) -> None:
        """Set the limits."""
        self._engine.begin(nodes=nodes, seconds=seconds, watch_signals=watch_signals)

    def load(self, position: Position, *, keep: bool) -> None:
        """Take a position: the engine wants the hands as the trick in progress found them.

        A trump fixed in this very trick may be given as if it had been there before: the cards played until then
        followed suit, so that none of them was affected.
        """
        order = _CLOCKWISE if position.direction.step == 1 else _ANTICLOCKWISE
        hands = position.hands
        masks = [hands[order[0]], hands[order[1]], hands[order[2]], hands[order[3]]]
        place = order[position.leader]
        trick = position.trick
        for turn, card in enumerate(trick):
            masks[(place + turn) & 3] |= card.bit
        rules = position.rules
        assert isinstance(rules, DehlaPakadRules)
        each, ten = rules.units
        trump = _NO_TRUMP_YET if position.strain is None else int(position.strain)
        self._engine.load(masks, place, trump, [card.index for card in trick], each=each, ten=ten, keep=keep)

    def value(self, lower: int, upper: int, guess: int | None = None) -> tuple[int, int]:
        """Narrow the bounds on the units of North-South."""
        return self._engine.narrow(lower, upper, (lower + upper + 1) // 2 if guess is None else guess)

    def at_least(self, need: int) -> bool | None:
        """Whether North-South take `need` units more."""
        return self._engine.holds(need)

    def cards(self, value: int) -> Sequence[tuple[int, int, int]]:
        """Bounds on the units of North-South after every legal card."""
        return self._engine.cards(value)

    def line(self, value: int) -> Sequence[int]:
        """Best play to the end."""
        return self._engine.line(value)

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


BACKEND = DehlaBackend
