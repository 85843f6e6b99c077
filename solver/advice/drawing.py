"""Which of the possible deals are examined: all, a fair sample, or one picked by how likely they are.

Where models say how likely a deal is, weighing a fair sample would let a few deals decide.  Drawing costs little beside
examining, so `POOL` times as many are drawn and weighed, and of these as many as are to be examined are picked, each
as often as its weight says (systematic resampling).  What is picked counts like a fair sample, but for no more than the
effective size of all that were drawn.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from solver.errors import LimitError
from solver.view import View
from solver.worlds import MODELS, Worlds, effective_size, models_for, world_weights
from solver.worlds.random import Words

__all__ = ["POOL", "Drawn", "draw"]

#: How many deals are drawn for one that is picked by its weight.
POOL = 8
#: Weights, whose mean is 1, are counted in these parts.
_PARTS = 1 << 20


@dataclass(frozen=True, slots=True)
class Drawn:
    """Worlds in the order in which they are to be examined.

    `complete`: these are all that there are, with their `weights` if models weigh them. Otherwise none has a weight,
    and `share` is what each counts for. `models` are the names of those that say something.
    """

    worlds: list[tuple[int, ...]]
    weights: list[float] | None = None
    complete: bool = False
    share: float = 1.0
    models: tuple[str, ...] = ()


def draw(space: Worlds, view: View, n: int, *, seed: int, models: Sequence[str] | None) -> Drawn:
    """Return up to *n* worlds of *space*, all if there are no more, chosen by *models* (`None`: all that apply).

    Raises `LimitError` for a model that there is not, or is one of another game.
    """
    habits = models_for(view, models)
    for name in models or ():
        game = MODELS[name].game
        if game not in (None, view.game.name):
            raise LimitError(f"the model {name} says nothing of {view.game.title}: it is one of {game}").about("models")
    names = tuple(habit.name for habit in habits)
    if not habits:
        taken = space.take(n, seed=seed)
        return Drawn(_tuples(taken.hands), None, taken.complete)
    if space.count <= n:
        taken = space.take(n, seed=seed)
        return Drawn(_tuples(taken.hands), world_weights(view, taken.hands, habits).tolist(), True, 1.0, names)
    pool = space.take(n * POOL, seed=seed).hands
    weights = world_weights(view, pool, habits)
    share = min(1.0, effective_size(weights) / n)
    return Drawn(_tuples(pool[picked(weights.tolist(), n)]), None, False, share, names)


def picked(weights: Sequence[float], n: int) -> list[int]:
    """Return *n* places, each as often as its weight says to the nearest whole number up or down, in ascending order.

    >>> picked([1.0, 0.0, 2.0, 1.0], 4)
    [0, 2, 2, 3]
    """
    # Whole numbers, so that the last digit of a weight, which may differ between machines, changes next to nothing.
    ends = list(accumulate(round(weight * _PARTS) for weight in weights))
    return [bisect_right(ends, (2 * place + 1) * ends[-1] // (2 * n)) for place in range(n)]


def _tuples(hands: Words) -> list[tuple[int, ...]]:
    """Return masks as numbers of Python."""
    return [tuple(row) for row in hands.tolist()]
