"""Court Piece with a pile in the middle for the Double Sir engine: seats in playing order, the middle in numbers."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from solver.backends import engine_module
from solver.cards import Strain
from solver.errors import LimitError
from solver.games import CourtPieceRules, Pile
from solver.position import Position

if TYPE_CHECKING:
    from solver.search._double_sir_portable import Engine

__all__ = ["BACKEND", "SWITCHES", "DoubleSirBackend"]

#: Optimisations by name, in the bits of `enum sir_switch` (csrc/double_sir_state.h).
SWITCHES = {
    "run": 1 << 0,
    "pair": 1 << 1,
    "pile": 1 << 2,
    "history": 1 << 3,
    "table": 1 << 4,
    "general": 1 << 5,
    "touching": 1 << 6,
    "siblings": 1 << 7,
    "order": 1 << 8,
    "trumps": 1 << 9,
    "probe": 1 << 10,
}

_CLOCKWISE = (0, 1, 2, 3)
_ANTICLOCKWISE = (0, 3, 2, 1)  # seat <-> place in playing order from North: its own inverse


class DoubleSirBackend:
    """The engine's seats 0 and 2 are North and South, whichever way the turn goes round."""

    def __init__(self, *, memory: int, cpu: str, without: Sequence[str]) -> None:
        unknown = [name for name in without if name not in SWITCHES]
        if unknown:
            raise LimitError(f"expected optimisations among {', '.join(SWITCHES)}, got {', '.join(unknown)!r}")
        switches = sum(bit for name, bit in SWITCHES.items() if name not in without)
        engine = import_module(engine_module("double_sir", cpu)).Engine
        try:
            self._engine: Engine = engine(memory=memory, switches=switches)
        except MemoryError:
            raise LimitError(
                f"expected more memory than {memory >> 20} MB (4 MB at least), or less than there is"
            ) from None
        self._to_come = 0

    def begin(self, *, nodes: int | None, seconds: float, watch_signals: bool) -> None:
        """Set the limits."""
        self._engine.begin(nodes=nodes, seconds=seconds, watch_signals=watch_signals)

    def load(self, position: Position, *, keep: bool) -> None:
        """Take a position: the engine wants hands and middle as the trick in progress found them."""
        rules, pile, strain = position.rules, position.carry, position.strain
        assert isinstance(rules, CourtPieceRules)
        assert isinstance(pile, Pile)
        assert strain is not None
        order = _CLOCKWISE if position.direction.step == 1 else _ANTICLOCKWISE
        hands = position.hands
        masks = [hands[order[0]], hands[order[1]], hands[order[2]], hands[order[3]]]
        place = order[position.leader]
        trick = position.trick
        for turn, card in enumerate(trick):
            masks[(place + turn) & 3] |= card.bit
        self._engine.rules(
            ace_rule=rules.collect == "double_sir_ace",
            restart=rules.sir_after_pickup == "restart",
            team=rules.sir_run_unit == "team",
        )
        self._engine.load(
            masks,
            place,
            min(strain, Strain.NO_TRUMP),
            [card.index for card in trick],
            pile=pile.size,
            run=0 if pile.winner is None else 2 if pile.ace else 1,
            blocked=pile.first,
            keep=keep,
        )
        self._to_come = position.tricks_left + pile.size

    def value(self, lower: int, upper: int, guess: int | None = None) -> tuple[int, int]:
        """Narrow the bounds on what North-South collect."""
        return self._engine.narrow(lower, upper, (self._to_come + 1) // 2 if guess is None else guess)

    def at_least(self, need: int) -> bool | None:
        """Whether North-South collect `need` tricks more."""
        return self._engine.holds(need)

    def cards(self, value: int) -> Sequence[tuple[int, int, int]]:
        """Bounds on what North-South collect after every legal card."""
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


BACKEND = DoubleSirBackend
