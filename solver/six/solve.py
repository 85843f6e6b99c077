"""Exact answers about endings of six players: value, "at least k?", every legal card, best line.

Six hands make tricks of six cards, so that the search is for endings: it takes up to ten cards a hand, and how far it
gets in what time is said in docs/dehla-pakad.md. A limit stops it and leaves bounds that hold the truth.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from solver.backends.engine import make_engine
from solver.cards import Card, Direction, Side
from solver.errors import LimitError
from solver.results import Answer, CardsSolution, CardValue, Limit, Line, Solution, Value
from solver.search import compiled

from .cards import PLAYERS
from .position import SixPosition

if TYPE_CHECKING:
    from solver.search._dehla_six import Engine

__all__ = ["MOST_CARDS", "SWITCHES", "SixSearcher"]

#: Optimisations by name, in the bits of `enum six_switch` (csrc/dehla_six.h).
SWITCHES: Final = {"fold": 1 << 0, "table": 1 << 1, "order": 1 << 2, "same": 1 << 3}

#: The largest endings that the search takes, in cards a hand.
MOST_CARDS: Final = 10

_NO_TRUMP_YET: Final = 4


class SixSearcher:
    """Solves endings of six players within a budget of memory.

    Amounts are totals of the whole deal as far as the position knows it. `without` names optimisations to do without
    (tests use it). One searcher answers one query at a time; Ctrl-C raises `KeyboardInterrupt` out of it, `cancel`
    stops it from another thread. Raises `LimitError` for settings that make no sense, and for positions that are too
    large.
    """

    def __init__(self, *, memory_mb: int = 256, without: Iterable[str] = ()) -> None:
        if memory_mb < 1:
            raise LimitError(f"expected 1 or more megabytes of memory, got {memory_mb!r}")
        engine = compiled("_dehla_six").Engine
        self._engine: Engine = make_engine(
            engine, memory=memory_mb << 20, switches=SWITCHES, without=tuple(without), least=1
        )
        self._begun = 0.0

    def value(self, position: SixPosition, *, limit: Limit | None = None) -> Solution:
        """Return what both sides take of the whole deal with best play."""
        self._load(position, limit)
        return Solution(self._value(position), *self._cost())

    def at_least(
        self, position: SixPosition, target: int, *, side: Side | None = None, limit: Limit | None = None
    ) -> Answer:
        """Return whether *side* (that of the player to move by default) takes at least *target* of the whole deal."""
        side = position.to_move.side if side is None else side
        self._load(position, limit)
        taken, to_come, total = position.taken[0], position.to_come, position.total
        need = (target if side is Side.NS else total - target + 1) - taken
        reached: bool | None = need <= 0
        if 0 < need <= to_come:
            reached = self._engine.holds(need)
        lower = taken + min(max(need, 0), to_come) if reached else taken
        upper = taken + (to_come if reached or reached is None else min(max(need - 1, 0), to_come))
        answer = None if reached is None else reached is (side is Side.NS)
        return Answer(Value(lower, upper, total), *self._cost(), target=target, side=side, answer=answer)

    def cards(self, position: SixPosition, *, limit: Limit | None = None) -> CardsSolution:
        """Return the value of every legal card, copies once."""
        return self.cards_and_line(position, limit=limit, line=False)[0]

    def line(self, position: SixPosition, *, limit: Limit | None = None) -> Line:
        """Return best play to the end of the deal; it has as many cards as were found when a limit stops the search."""
        self._load(position, limit)
        value = self._value(position)
        cards = self._line(position, value)
        return Line(value, *self._cost(), cards=cards)

    def cards_and_line(
        self, position: SixPosition, *, limit: Limit | None = None, line: bool = True
    ) -> tuple[CardsSolution, Line]:
        """Return `cards` and, unless *line* is false, `line`, each with the cost of both."""
        self._load(position, limit)
        value = self._value(position)
        cards = self._cards(position, value)
        played = self._line(position, value) if line else ()
        cost = self._cost()
        return CardsSolution(value, *cost, side=position.to_move.side, cards=cards), Line(value, *cost, cards=played)

    def cancel(self) -> None:
        """Stop the query that is running now, from any thread."""
        self._engine.cancel()

    def _load(self, position: SixPosition, limit: Limit | None) -> None:
        """Take a position: seats in playing order, hands as the trick in progress found them."""
        if position.tricks_left > MOST_CARDS:
            raise LimitError(
                f"expected an ending of at most {MOST_CARDS} cards a hand, not {position.tricks_left}: six hands are "
                "searched exactly towards the end of a deal only"
            )
        limit = limit or Limit()
        self._begun = time.perf_counter()
        self._engine.begin(
            nodes=limit.nodes,
            seconds=math.inf if limit.seconds is None else limit.seconds,
            # Python runs signal handlers on its main thread only.
            watch_signals=threading.current_thread() is threading.main_thread(),
        )
        turn = 1 if position.direction is Direction.CLOCKWISE else -1
        hands = [list(position.deal.hands[turn * place % PLAYERS]) for place in range(PLAYERS)]
        place = turn * position.leader % PLAYERS
        for steps, card in enumerate(position.trick):
            hands[(place + steps) % PLAYERS].append(card)
        # A trump fixed in this very trick may be given as if it had been there before: cards until then followed suit.
        trump = _NO_TRUMP_YET if position.strain is None else int(position.strain)
        each, ten = position.rules.units
        self._engine.load(
            [[card.index for card in hand] for hand in hands],
            place,
            trump,
            [card.index for card in position.trick],
            each=each,
            ten=ten,
        )

    def _value(self, position: SixPosition) -> Value:
        """Return the value of the loaded position, or bounds when stopped."""
        to_come = position.to_come
        return self._whole(position, *self._engine.narrow(0, to_come, (to_come + 1) // 2))

    def _whole(self, position: SixPosition, lower: int, upper: int) -> Value:
        """Return what 1, 3 and 5 take from here on as a value of the whole deal."""
        taken = position.taken[0]
        return Value(taken + lower, taken + upper, position.total)

    def _cards(self, position: SixPosition, value: Value) -> tuple[CardValue, ...]:
        """Return every legal card with what is known of it."""
        taken = position.taken[0]
        if not value.exact:  # all that is known of a single card: it cannot beat the best one
            ours = position.to_move.side is Side.NS
            known = Value(
                taken if ours else value.lower, value.upper if ours else taken + position.to_come, position.total
            )
            return tuple(CardValue(card, known) for card in position.legal_plays())
        if position.is_over:
            return ()
        return tuple(
            CardValue(Card.of(index), self._whole(position, lower, upper))
            for index, lower, upper in self._engine.cards(value.lower - taken)
        )

    def _line(self, position: SixPosition, value: Value) -> tuple[Card, ...]:
        """Return best play to the end; empty when the value is not known."""
        if not value.exact or position.is_over:
            return ()
        return tuple(Card.of(index) for index in self._engine.line(value.lower - position.taken[0]))

    def _cost(self) -> tuple[int, int, float, str | None]:
        """Nodes, trick nodes, seconds and what stopped the query."""
        engine = self._engine
        return engine.nodes, engine.trick_nodes, time.perf_counter() - self._begun, engine.stopped
