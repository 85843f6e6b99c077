"""What a deal is played for, in the terms of a search: outcomes in order, and the question that each of them is.

A score has steps: seven tricks, a contract, a kot.  Between two steps more units are worth nothing, so what pays is
found by asking yes-or-no questions about the steps, never by comparing units.  A game's stakes turn its scoring rules
into such questions; `Searcher.outcome` asks them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from solver.cards import Seat, Side

__all__ = ["Question", "Stakes", "Threshold"]


@dataclass(frozen=True, slots=True)
class Question:
    """A question: does `side` take at least `need` units of the whole deal.

    With `streak_end` the side must also win every trick until that many tricks are left. With `alone`, a player of
    `side`, he himself must win every trick to come, and nothing else is asked. With `bonus` the last trick brings
    its winner so many units more in this question than the game counts for it. With `before_other` the side must take
    so many of them before the other side has taken anything. With `stop` play ends once the side has so many, and it
    must have taken all of `need` by then.
    """

    side: Side
    need: int
    streak_end: int | None = None
    alone: Seat | None = None
    bonus: int = 0
    before_other: int = 0
    stop: int = 0


@dataclass(frozen=True, slots=True)
class Threshold:
    """North-South's payoff is at least `payoff` exactly when the answer to `question` is `when`."""

    payoff: int
    question: Question | None
    when: bool = True


class Stakes(Protocol):
    """What the outcomes of a deal are worth to North-South."""

    @property
    def unit(self) -> str:
        """What a payoff counts, in the plural."""

    def thresholds(self, taken: tuple[int, int], tricks_left: int) -> Sequence[Threshold]:
        """Return every payoff that can still come, in ascending order; the first is certain and has no question.

        `taken` are the units of (NS, EW) so far, `tricks_left` the tricks not yet complete.  Raises `PositionError`
        when these do not tell what the stakes depend on.
        """
