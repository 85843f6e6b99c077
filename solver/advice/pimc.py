"""Perfect information Monte Carlo: each candidate is paid what it pays in a world whose cards all can see.

From the decision on everybody is taken to play best with open hands for what pays; docs/advice.md says what this cannot
see.  The sample is looked at at sizes fixed beforehand (`looks`), never at a time, so that the answer is the same for
every number of workers; only a limit of seconds makes it depend on the machine.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from contextlib import closing

from solver.advice.crew import Crew
from solver.advice.decisions import Decision, Row
from solver.advice.methods import Examined, Plan, Progress
from solver.advice.statistics import Sample

__all__ = ["examine", "looks"]

#: The first look at a sample; the following are each at twice as many worlds.
FIRST_LOOK = 32


def examine(
    decision: Decision,
    worlds: Sequence[Sequence[int]],
    plan: Plan,
    *,
    crew: Crew,
    weights: Sequence[float] | None = None,
    complete: bool = False,
    on_progress: Progress | None = None,
) -> Examined:
    """Evaluate the candidates in one world after the other."""
    deadline = math.inf if plan.seconds is None else time.perf_counter() + plan.seconds
    sizes = looks(len(worlds)) if plan.early and not complete and len(decision.actions) > 1 else ()
    rows: list[Row] = []
    stopped: str | None = None
    if on_progress is not None:
        on_progress(0, len(worlds))
    with closing(crew.rows(decision, worlds, nodes=plan.nodes, deadline=deadline)) as found:
        for row in found:
            if row.stopped == "seconds" and rows:
                stopped = "seconds"  # this world is not finished, so it does not count
                break
            rows.append(row)
            if on_progress is not None:
                on_progress(len(rows), len(worlds))
            if len(rows) in sizes:
                known = None if weights is None else weights[: len(rows)]
                sample = Sample([each.payoffs for each in rows], known, share=plan.share)
                if sample.is_clear(level=1 - plan.confidence, looks=len(sizes), spread=decision.spread):
                    stopped = "clear"
                    break
            if len(rows) < len(worlds) and time.perf_counter() >= deadline:
                stopped = "seconds"
                break
    return Examined([row.payoffs for row in rows], stopped, sum(row.bounded for row in rows))


def looks(worlds: int) -> tuple[int, ...]:
    """Return the sizes at which a sample of so many worlds is looked at before its end.

    >>> looks(200)
    (32, 64, 128)
    """
    sizes = []
    size = FIRST_LOOK
    while size < worlds:
        sizes.append(size)
        size *= 2
    return tuple(sizes)
