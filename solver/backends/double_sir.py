"""Court Piece with a pile in the middle for the Double Sir engine: seats in playing order, the middle in numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from solver.backends import engine_module
from solver.backends.engine import EngineBackend, make_engine, trick_begun, two_on_top
from solver.cards import Side, Strain
from solver.games import CourtPieceRules, Pile
from solver.position import Position
from solver.search import compiled

if TYPE_CHECKING:
    from solver.search._double_sir_portable import Engine

__all__ = ["BACKEND", "SWITCHES", "DoubleSirBackend"]

#: Optimisations by name, in the bits of `enum sir_switch` (csrc/double_sir_state.h).
SWITCHES = {
    "lines": 1 << 0,
    "pair": 1 << 1,
    "pile": 1 << 2,
    "table": 1 << 4,
    "general": 1 << 5,
    "touching": 1 << 6,
    "siblings": 1 << 7,
    "order": 1 << 8,
    "trumps": 1 << 9,
    "probe": 1 << 10,
    "recall": 1 << 11,
}


class DoubleSirBackend(EngineBackend):
    """The engine's seats 0 and 2 are North and South, whichever way the turn goes round."""

    def __init__(self, *, memory: int, cpu: str, without: Sequence[str]) -> None:
        engine = compiled(engine_module("double_sir", cpu)).Engine
        self._engine: Engine = make_engine(engine, memory=memory, switches=SWITCHES, without=without)
        self._to_come = 0
        self._loaded: Callable[..., None] = lambda **_: None
        self._fresh = True  # the next load of the engine starts from an empty table
        self._lost = False  # what the last trick leaves is nobody's
        self._counted = Side.NS  # then: the side that questions are about
        self._asked: tuple[int, ...] | None = None  # the kind of question that the engine is loaded for

    def load(self, position: Position, *, keep: bool) -> None:
        """Take a position: the engine wants hands and middle as the trick in progress found them."""
        rules, pile, strain = position.rules, position.carry, position.strain
        assert isinstance(rules, CourtPieceRules)
        assert isinstance(pile, Pile)
        assert strain is not None
        masks, place, table = trick_begun(position)
        self._fresh = self._fresh or not keep
        self._asked = None
        self._lost = rules.sir_last_trick == "lost"
        self._counted = Side.NS
        self._engine.rules(
            ace_rule=rules.collect == "double_sir_ace",
            restart=rules.sir_after_pickup == "restart",
            team=rules.sir_run_unit == "team",
        )
        self._loaded = partial(
            self._engine.load,
            masks,
            place,
            min(strain, Strain.NO_TRUMP),
            table,
            pile=pile.size,
            run=0 if pile.winner is None else 2 if pile.ace else 1,
            blocked=pile.first,
            two_on_top=two_on_top(rules, strain),
        )
        self._to_come = position.tricks_left + pile.size

    def _ready(self, court: int = 0, *, safe: int = 0, stop: int = 0, spare: int = 0) -> Engine:
        """Return the engine, loaded for plain questions or for a court: the table serves one kind at a time.

        What is nobody's counts for the side that the question is not about.
        """
        rest = 0 if not self._lost else 3 - court if court else 2 if self._counted is Side.NS else 1
        asked = (court, rest, safe, stop, spare if safe or stop else 0)
        if self._asked != asked:
            self._loaded(keep=not self._fresh, court=court, rest=rest, safe=safe, stop=stop, spare=asked[-1])
            self._fresh = False
            self._asked = asked
        return self._engine

    def count_for(self, side: Side) -> None:
        """Ask from now on what *side* makes sure of."""
        self._counted = side

    def value(self, lower: int, upper: int, guess: int | None = None) -> tuple[int, int]:
        """Narrow the bounds on what North-South collect."""
        return self._ready().narrow(lower, upper, (self._to_come + 1) // 2 if guess is None else guess)

    def at_least(self, need: int) -> bool | None:
        """Whether North-South collect `need` tricks more."""
        return self._ready().holds(need)

    def before_other(self, side: Side, need: int, *, safe: int = 0, stop: int = 0) -> bool | None:
        """Whether *side* collects `need` more, all but `safe` of them before the other side collects anything.

        With `stop` a pick-up that leaves 1 to `stop` of them to come is its last, unless it is that of the last trick.
        """
        spare = self._to_come - need
        engine = self._ready(1 if side is Side.NS else 2, safe=safe, stop=stop, spare=spare)
        if side is Side.NS:
            return engine.holds(need)
        prevented = engine.holds(spare + 1)
        return None if prevented is None else not prevented

    def cards(self, value: int) -> Sequence[tuple[int, int, int]]:
        """Bounds on what North-South collect after every legal card."""
        return self._ready().cards(value)

    def line(self, value: int) -> Sequence[int]:
        """Best play to the end."""
        engine = self._ready()
        self._asked = None  # the engine plays the line on its own position
        return engine.line(value)


BACKEND = DoubleSirBackend
