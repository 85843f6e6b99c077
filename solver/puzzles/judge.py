"""Whether a goal can be reached from here: the exact searches, asked about puzzles.

One `Judge` serves one puzzle.  It keeps what was proved, so that the hundreds of positions of a solution graph cost
little more than the first.
"""

from __future__ import annotations

from solver.cards import Card
from solver.errors import LimitError
from solver.position import Position
from solver.results import Limit
from solver.solve import Searcher

from .goal import Goal, GoalStakes, decided

__all__ = ["Judge"]

MEMORY_MB = 32


class Judge:
    """Answers questions about one goal in the positions of one deal.

    Raises `LimitError` when *limit*, which holds for each question, stops a search; errors of the goal as
    `Goal.question`.
    """

    def __init__(
        self, goal: Goal, position: Position, *, searcher: Searcher | None = None, limit: Limit | None = None
    ) -> None:
        self.goal = goal
        self.question = goal.question(position)
        self._stakes = GoalStakes(self.question)
        self._searcher = searcher or Searcher(memory_mb=MEMORY_MB, reuse=True)
        self._searcher.clear()
        self._limit = limit

    def decided(self, position: Position, *, lost: bool = False) -> bool | None:
        """Return what `Goal.decided` says of a position of the same deal."""
        return decided(self.question, position, lost=lost)

    def reaches(self, position: Position, *, lost: bool = False) -> bool:
        """Return whether the goal's side reaches it with best play; *lost* as in `Goal.decided`."""
        answer = self.decided(position, lost=lost)
        if answer is not None:
            return answer
        found = self._searcher.outcome(position, self._stakes, limit=self._limit)
        self._check(found.stopped)
        return bool(found.payoff.of(self.goal.side))

    def winning(self, position: Position, *, lost: bool = False) -> frozenset[Card]:
        """Return the legal plays after which the goal is still reached with best play, whoever is to move."""
        answer = self.decided(position, lost=lost)
        if answer is not None:
            return frozenset(position.legal_plays()) if answer else frozenset()
        found = self._searcher.outcome(position, self._stakes, cards=True, limit=self._limit)
        self._check(found.stopped)
        return frozenset(entry.card for entry in found.cards if entry.payoff.of(self.goal.side))

    def line(self, position: Position) -> tuple[Card, ...]:
        """Return best play in units to the end of the deal, whatever the goal is."""
        if position.is_over:
            return ()
        found = self._searcher.line(position, limit=self._limit)
        self._check(found.stopped)
        return found.cards

    @staticmethod
    def _check(stopped: str | None) -> None:
        """Refuse an answer that is none."""
        if stopped is not None:
            raise LimitError(f"the search was stopped by its limit of {stopped} before the puzzle was solved")
