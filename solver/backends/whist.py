"""Court Piece play for the whist engine: seats in playing order, tricks of the leader's side."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from solver.backends import engine_module
from solver.cards import Side, Strain, Suit
from solver.errors import LimitError
from solver.games import CourtPieceRules, Rules
from solver.position import Position

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
}

_CLOCKWISE = (0, 1, 2, 3)
_ANTICLOCKWISE = (0, 3, 2, 1)  # seat <-> place in playing order from North: its own inverse


class WhistBackend:
    """The engine sees seats in playing order; the mirror image of a table plays the other way round."""

    def __init__(self, *, memory: int, cpu: str, without: Sequence[str]) -> None:
        unknown = [name for name in without if name not in SWITCHES]
        if unknown:
            raise LimitError(f"expected optimisations among {', '.join(SWITCHES)}, got {', '.join(unknown)!r}")
        switches = sum(bit for name, bit in SWITCHES.items() if name not in without)
        engine = import_module(engine_module("whist", cpu)).Engine
        try:
            self._engine: Engine = engine(memory=memory, switches=switches)
        except MemoryError:
            raise LimitError(
                f"expected more memory than {memory >> 20} MB (4 MB at least), or less than there is"
            ) from None
        self._leader_is_ns = True
        self._tricks = 0
        self._loaded: tuple[list[int], int, int, list[int]] = ([0, 0, 0, 0], 0, 0, [])
        self._two_on_top = -1
        self._fresh = True  # the next load of the engine starts from an empty table
        self._aim: tuple[int, int] | None = None  # streak side and end for which the engine is loaded

    def begin(self, *, nodes: int | None, seconds: float, watch_signals: bool) -> None:
        """Set the limits."""
        self._engine.begin(nodes=nodes, seconds=seconds, watch_signals=watch_signals)

    def load(self, position: Position, *, keep: bool) -> None:
        """Take a position: the engine wants the hands as the trick in progress found them."""
        order = _CLOCKWISE if position.direction.step == 1 else _ANTICLOCKWISE
        hands = position.hands
        masks = [hands[order[0]], hands[order[1]], hands[order[2]], hands[order[3]]]
        place = order[position.leader]
        trick = position.trick
        for turn, card in enumerate(trick):
            masks[(place + turn) & 3] |= card.bit
        strain = position.strain
        assert strain is not None  # the whist family knows its trump from the start
        self._loaded = (masks, place, min(strain, Strain.NO_TRUMP), [card.index for card in trick])
        self._two_on_top = _two_on_top(position.rules, strain)
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


def _two_on_top(rules: Rules, strain: Strain) -> int:
    """The suit whose best card the two of hearts is; -1 where it is the worst heart."""
    if not isinstance(rules, CourtPieceRules) or rules.h2_top == "no":
        return -1
    suit = strain.suit if rules.h2_top == "trump" else None
    return int(Suit.HEARTS if suit is None else suit)


BACKEND = WhistBackend
