"""Searchers that work side by side on the worlds of one decision, and are kept from one question to the next.

A row of payoffs depends on nothing but the decision and its world, and rows come out in the order of the worlds, so
that the number of workers changes nothing but the time.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Generator, Sequence

from solver.advice.decisions import Decision, Row
from solver.batch import ordered_map
from solver.errors import LimitError
from solver.results import Limit
from solver.solve import Searcher

__all__ = ["Crew", "usable_processors"]


class Crew:
    """*workers* searchers, by default one for each processor that this process may use, each with its memory."""

    def __init__(self, workers: int | None = None, *, memory_mb: int = 64) -> None:
        self.workers = usable_processors() if workers is None else workers
        if self.workers < 1:
            raise LimitError(f"expected 1 worker or more, got {workers!r}")
        self._memory = memory_mb
        self._idle: list[Searcher] = []

    def searcher(self) -> Searcher:
        """Return a searcher of the caller's own, until he gives it `back`."""
        return self._idle.pop() if self._idle else Searcher(memory_mb=self._memory, reuse=True)

    def back(self, searcher: Searcher) -> None:
        """Take a searcher back."""
        self._idle.append(searcher)

    def rows(
        self,
        decision: Decision,
        worlds: Sequence[Sequence[int]],
        *,
        nodes: int | None = None,
        deadline: float = math.inf,
    ) -> Generator[Row, None, None]:
        """Yield the payoffs in each of the worlds, in their order.

        *nodes* limits every query; *deadline* (of `time.perf_counter`) stops all of them.
        """
        lent: list[Searcher] = []

        def lend() -> Searcher:
            # What a limit of nodes leaves open would depend on the worlds that a searcher saw before.
            searcher = self.searcher() if nodes is None else Searcher(memory_mb=self._memory)
            lent.append(searcher)  # list.append is atomic
            return searcher

        def evaluate(world: Sequence[int], searcher: Searcher) -> Row:
            seconds = None if deadline == math.inf else max(deadline - time.perf_counter(), 0.0)
            return decision.row(world, searcher, Limit(seconds=seconds, nodes=nodes))

        try:
            yield from ordered_map(
                evaluate, worlds, context=lend, cancel=Searcher.cancel, jobs=min(self.workers, len(worlds))
            )
        finally:
            if nodes is None:
                self._idle += lent


def usable_processors() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
