"""Court Piece play for the whist engine: seats in playing order, tricks of the leader's side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from solver.backends import engine_module
from solver.backends.engine import EngineBackend, make_engine, trick_begun, two_on_top
from solver.cards import Side, Strain
from solver.position import Position
from solver.search import compiled

if TYPE_CHECKING:
    from solver.search._whist_portable import Engine

__all__ = ["BACKEND", "SWITCHES", "WhistBackend"]

#: Optimisations by name, in the bits of `enum whist_switch` (csrc/whist_state.h).
SWITCHES = {
    "quick": 1 << 0,
    "sure": 1 << 1,
    "replies": 1 << 2,
    "last": 1 << 3,
    "table": 1 << 4,
    "general": 1 << 5,
    "touching": 1 << 6,
    "siblings": 1 << 7,
    "order": 1 << 8,
    "recall": 1 << 9,
}


class WhistBackend(EngineBackend):
    """The engine sees seats in playing order; the mirror image of a table plays the other way round."""

    def __init__(self, *, memory: int, cpu: str, without: Sequence[str]) -> None:
        engine = compiled(engine_module("whist", cpu)).Engine
        self._engine: Engine = make_engine(engine, memory=memory, switches=SWITCHES, without=without)
        self._leader_is_ns = True
        self._tricks = 0
        self._loaded: tuple[list[int], int, int, list[int]] = ([0, 0, 0, 0], 0, 0, [])
        self._two_on_top = -1
        self._fresh = True  # the next load of the engine starts from an empty table
        self._aim: tuple[int, int] | None = None  # streak side and end for which the engine is loaded

    def load(self, position: Position, *, keep: bool) -> None:
        """Take a position: the engine wants the hands as the trick in progress found them."""
        masks, place, table = trick_begun(position)
        strain = position.strain
        assert strain is not None  # the whist family knows its trump from the start
        self._loaded = (masks, place, min(strain, Strain.NO_TRUMP), table)
        self._two_on_top = two_on_top(position.rules, strain)
        self._fresh = self._fresh or not keep
        self._aim = None
        self._leader_is_ns = not place & 1
        self._tricks = position.tricks_left

    def _ready(self, streak_side: int = -1, streak_end: int = 0) -> Engine:
        """Return the engine, loaded for plain questions or for a streak: the table serves one kind at a time."""
        aim = (streak_side, streak_end)
        if self._aim != aim:
            self._engine.load(
                *self._loaded,
                keep=not self._fresh,
                streak_side=streak_side,
                streak_end=streak_end,
                two_on_top=self._two_on_top,
            )
            self._fresh = False
            self._aim = aim
        return self._engine

    def value(self, lower: int, upper: int, guess: int | None = None) -> tuple[int, int]:
        """Narrow the bounds on the tricks of North-South."""
        engine = self._ready()
        if self._leader_is_ns:
            return engine.narrow(lower, upper, engine.guess() if guess is None else guess)
        tricks = self._tricks
        guess = engine.guess() if guess is None else tricks - guess
        lower, upper = engine.narrow(tricks - upper, tricks - lower, guess)
        return tricks - upper, tricks - lower

    def at_least(self, need: int) -> bool | None:
        """Whether North-South take `need` tricks more."""
        engine = self._ready()
        if self._leader_is_ns:
            return engine.holds(need)
        other = engine.holds(self._tricks - need + 1)
        return None if other is None else not other

    def streak(self, side: Side, need: int, end: int) -> bool | None:
        """Whether `side` wins every trick until `end` are left and takes `need` from here on."""
        if need > self._tricks:
            return False
        return self._ready(int(side), end).streak(max(need, self._tricks - end))

    def cards(self, value: int) -> Sequence[tuple[int, int, int]]:
        """Bounds on the tricks of North-South after every legal card."""
        engine = self._ready()
        if self._leader_is_ns:
            return engine.cards(value)
        tricks = self._tricks
        return [(card, tricks - upper, tricks - lower) for card, lower, upper in engine.cards(tricks - value)]

    def line(self, value: int) -> Sequence[int]:
        """Best play to the end."""
        engine = self._ready()
        self._aim = None  # the engine plays the line on its own position
        return engine.line(value if self._leader_is_ns else self._tricks - value)


BACKEND = WhistBackend
