"""Advice under hidden hands: candidates are compared in worlds that the view allows.

World i depends only on the view, the seed and i, and what a candidate pays in it only on the view and that world, so
that an answer is the same on every machine and for every number of workers, unless a limit of seconds ends it.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from solver.advice.bidding import BidDecision, is_bid
from solver.advice.crew import Crew
from solver.advice.decisions import Decision, PlayDecision, TrumpDecision, forced_play, is_trump_call
from solver.advice.drawing import draw
from solver.advice.methods import Plan, Progress, method_of
from solver.advice.redeal import compared, new_deal
from solver.advice.results import Action, Advice, CandidateAdvice
from solver.advice.statistics import Sample
from solver.view import View
from solver.worlds import Worlds

__all__ = ["Adviser", "advise", "decision_for"]


class Adviser:
    """Gives advice; keeps the searchers of its workers from one question to the next.

    *workers* search side by side, by default as many as the machine has processors for this process; answers do not
    depend on it.  *memory_mb* is the memory of each.  One adviser answers one question at a time.
    """

    def __init__(self, *, workers: int | None = None, memory_mb: int = 64) -> None:
        self._crew = Crew(workers, memory_mb=memory_mb)

    def advise(
        self,
        view: View,
        *,
        worlds: int = 200,
        seed: int = 0,
        seconds: float | None = None,
        nodes: int | None = None,
        method: str = "pimc",
        objective: str | None = None,
        models: Sequence[str] | None = None,
        candidates: Iterable[Action] | None = None,
        targets: Sequence[int] = (),
        confidence: float = 0.95,
        early: bool = True,
        moves: int = 3,
        evaluations: int = 20_000,
        redeals: bool = True,
        on_progress: Progress | None = None,
    ) -> Advice:
        """Return what *view*'s seat should do; the arguments and errors are those of `advise`."""
        begun = time.perf_counter()
        examine = method_of(method)
        asks = new_deal(view) if redeals else None
        weighs = asks is not None and candidates is None and method == "pimc"
        half = seconds / 2 if seconds is not None and weighs else seconds
        plan = Plan(worlds, seed, half, nodes, confidence, early, moves, evaluations)
        space = Worlds(view)
        drawn = draw(space, view, worlds, seed=seed, models=models)
        decision = decision_for(view, drawn.worlds[0], objective=objective, candidates=candidates, targets=targets)
        examined = examine(
            decision,
            drawn.worlds,
            replace(plan, share=drawn.share),
            crew=self._crew,
            weights=drawn.weights,
            complete=drawn.complete,
            on_progress=on_progress,
        )
        size = len(examined.rows)
        sample = Sample(
            examined.rows,
            None if drawn.weights is None else drawn.weights[:size],
            complete=drawn.complete and size == len(drawn.worlds) and not examined.bounded,
            share=drawn.share,
        )
        listed = ranked(decision, sample, confidence)
        if asks is not None and weighs:
            asks = compared(
                asks,
                view,
                listed[0],
                objective=decision.objective.name,
                targets=targets,
                confidence=confidence,
                crew=self._crew,
                deals=worlds,
                seed=seed,
                nodes=nodes,
                deadline=math.inf if seconds is None else begun + seconds,
            )
        return Advice(
            kind=decision.kind,
            game=view.game,
            rules=view.rules,
            seat=view.seat,
            objective=decision.objective.name,
            unit=decision.objective.unit,
            candidates=listed,
            worlds=size,
            count=space.count,
            complete=sample.complete,
            effective=sample.effective_size,
            confidence=confidence,
            seed=seed,
            method=method,
            models=drawn.models,
            seconds=time.perf_counter() - begun,
            stopped=examined.stopped,
            bounded=examined.bounded,
            facts=tuple(space.facts),
            notes=(*decision.notes, *examined.notes),
            new_deal=asks,
        )

    def choose(self, view: View, **options: Any) -> Action:  # noqa: ANN401 - those of `advise`
        """Return only what *view*'s seat should do, at once where it has no choice; *options* are those of `advise`."""
        card = None if is_bid(view) or is_trump_call(view) else forced_play(view)
        return self.advise(view, **{"redeals": False, **options}).best if card is None else card


def advise(
    view: View,
    *,
    worlds: int = 200,
    seed: int = 0,
    seconds: float | None = None,
    nodes: int | None = None,
    method: str = "pimc",
    objective: str | None = None,
    workers: int | None = None,
    models: Sequence[str] | None = None,
    candidates: Iterable[Action] | None = None,
    targets: Sequence[int] = (),
    confidence: float = 0.95,
    early: bool = True,
    moves: int = 3,
    evaluations: int = 20_000,
    redeals: bool = True,
    on_progress: Progress | None = None,
) -> Advice:
    """Return what the seat of *view* should do, and how sure that is.

    Up to *worlds* consistent deals are drawn by *seed*, or all of them where there are no more; the sample ends earlier
    when the best candidate is clear (unless *early* is off) and after *seconds*.  *nodes* limits each query of the
    search; what stays open then counts with the middle of its bounds.  *objective* is what is played for, by default
    what pays (`solver.advice.objectives`).  *models* name the habits by which deals are chosen
    (`solver.worlds.MODELS`), by default all that say something; none for an empty list.  *candidates* restrict the
    answer.  *targets* are numbers of tricks that a hakem may undertake, 0 for none.  *moves* are the decisions of the
    seat that the method "alphamu" looks at, and *evaluations* the exact values that it may ask for.  Where the rules
    let the hakem ask for a new deal, *redeals* says whether to compare his best with what fresh deals bring: up to
    *worlds* of them, in the second half of the *seconds*; only with the method "pimc" and all candidates.
    *on_progress* is told how many worlds of how many are done.

    Raises `ViewError` for a view with which no deal is consistent, `PositionError` when there is nothing to decide,
    `LimitError` for settings that make no sense, and what the stakes raise where something is not known.
    """
    return Adviser(workers=workers).advise(
        view,
        worlds=worlds,
        seed=seed,
        seconds=seconds,
        nodes=nodes,
        method=method,
        objective=objective,
        models=models,
        candidates=candidates,
        targets=targets,
        confidence=confidence,
        early=early,
        moves=moves,
        evaluations=evaluations,
        redeals=redeals,
        on_progress=on_progress,
    )


def decision_for(
    view: View,
    world: Sequence[int],
    *,
    objective: str | None = None,
    candidates: Iterable[Action] | None = None,
    targets: Sequence[int] = (),
) -> Decision:
    """Return what the seat of *view* has to decide: a call, a trump, or a card; *world* is any of its worlds."""
    if is_bid(view):
        return BidDecision(view, objective=objective, candidates=candidates)
    if is_trump_call(view):
        return TrumpDecision(view, world, objective=objective, candidates=candidates, targets=targets)
    return PlayDecision(view, world, objective=objective, candidates=candidates)


def ranked(decision: Decision, sample: Sample, confidence: float) -> tuple[CandidateAdvice, ...]:
    """Return the candidates with what the sample tells of them, the best first."""
    best = sample.best()
    means = [sample.mean(column) for column in range(len(decision.actions))]
    order = sorted(range(len(means)), key=lambda column: (column != best, -means[column], column))
    winnable = decision.objective.has_winner
    return tuple(
        CandidateAdvice(
            action=decision.actions[column],
            mean=means[column],
            error=sample.error(column),
            win=sample.share(column, above=0) if winnable else None,
            distribution=tuple(sample.distribution(column).items()),
            difference=None if column == best else sample.difference(column, best, confidence=confidence),
            equal=column != best and sample.columns[column] == sample.columns[best],
        )
        for column in order
    )
