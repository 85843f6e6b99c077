"""Dehla Pakad for its engine: seats in playing order, what is counted, and a trump that may still be open."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from solver.backends import engine_module
from solver.backends.engine import EngineBackend, make_engine, trick_begun
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
    "ways": 1 << 7,
}

_NO_TRUMP_YET = 4


class DehlaBackend(EngineBackend):
    """The engine sees seats in playing order; the mirror image of a table plays the other way round.

    North is seat 0 either way, so that the units of North-South are those of seats 0 and 2.
    """

    def __init__(self, *, memory: int, cpu: str, without: Sequence[str]) -> None:
        engine = import_module(engine_module("dehla", cpu)).Engine
        self._engine: Engine = make_engine(engine, memory=memory, switches=SWITCHES, without=without, least=8)

    def load(self, position: Position, *, keep: bool) -> None:
        """Take a position: the engine wants the hands as the trick in progress found them.

        A trump fixed in this very trick may be given as if it had been there before: the cards played until then
        followed suit, so that none of them was affected.
        """
        masks, place, table = trick_begun(position)
        rules = position.rules
        assert isinstance(rules, DehlaPakadRules)
        each, ten = rules.units
        trump = _NO_TRUMP_YET if position.strain is None else int(position.strain)
        self._engine.load(masks, place, trump, table, each=each, ten=ten, keep=keep)

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


BACKEND = DehlaBackend
