"""Why no deal fits a view: a smallest set of facts that contradict each other.

The set is found through its opposite (smallest unsatisfiable subsets by implicit hitting sets; Ignatiev, Previti,
Liffiton and Marques-Silva, 2015). A set of facts that holds in some deal, grown as far as it goes, leaves out facts of
which every contradiction must have one. So a smallest choice of one out of each of these left-out sets is either a
contradiction, and then there is no smaller one, or holds in some deal and gives another such set.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, combinations

from solver.errors import ImpossibleView
from solver.view import View

from .counting import Census
from .facts import Fact

__all__ = ["impossible", "smallest_contradiction"]


def impossible(view: View, facts: Sequence[Fact]) -> ImpossibleView:
    """Return the error for a view whose *facts* no deal fits."""
    return ImpossibleView([fact.text for fact in smallest_contradiction(view, facts)])


def smallest_contradiction(view: View, facts: Sequence[Fact]) -> tuple[Fact, ...]:
    """Return a smallest set of *facts* that no deal fits; together they must fit none."""

    def fits(chosen: Sequence[int]) -> bool:
        return Census(view.pack, view.size, [facts[number] for number in chosen]).count > 0

    everything = range(len(facts))
    left_out: list[frozenset[int]] = []
    while True:
        chosen = _smallest_hitting(left_out)
        if not fits(chosen):
            return tuple(facts[number] for number in chosen)
        kept = list(chosen)
        for number in everything:
            if number not in kept and fits([*kept, number]):
                kept.append(number)
        left_out.append(frozenset(everything) - frozenset(kept))


def _smallest_hitting(sets: Sequence[frozenset[int]]) -> tuple[int, ...]:
    """Return a smallest set of numbers that has one of each of *sets*."""
    numbers = sorted(frozenset(chain.from_iterable(sets)))
    for size in range(len(numbers) + 1):
        for chosen in combinations(numbers, size):
            if all(not each.isdisjoint(chosen) for each in sets):
                return chosen
    raise AssertionError("a set without an element: the facts fit no deal even without any of them")
