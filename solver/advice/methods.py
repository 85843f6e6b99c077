"""What the decision rules have in common: how much may be examined, what comes out, and which rules there are.

A rule (a *method*) is a module with a function `examine` of the type `Method`. It returns what each candidate pays in
each of the worlds that it examined; how candidates are compared after that is the same for all rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from types import MappingProxyType
from typing import Final, Protocol, cast

from solver.advice.crew import Crew
from solver.advice.decisions import Decision
from solver.errors import LimitError

__all__ = ["METHODS", "Examined", "Method", "Plan", "Progress", "method_of"]

#: The decision rules by name, and where they are.
METHODS: Final[Mapping[str, str]] = MappingProxyType({"pimc": "solver.advice.pimc", "alphamu": "solver.advice.alphamu"})

#: Called with how many worlds are examined, and of how many.
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Plan:
    """How much of a sample is examined, and how carefully.

    The sample ends when the best is clear at `confidence`, if `early`, and after `seconds`; `nodes` limits every query.
    `moves` are the decisions of the seat that alpha-mu looks at, `evaluations` the exact values that it may ask for.
    `share` is what each world counts for (`Sample`).
    Raises `LimitError` for settings that make no sense.
    """

    worlds: int = 200
    seed: int = 0
    seconds: float | None = None
    nodes: int | None = None
    confidence: float = 0.95
    early: bool = True
    moves: int = 3
    evaluations: int = 20_000
    share: float = 1.0

    def __post_init__(self) -> None:
        if self.worlds < 1:
            raise LimitError(f"expected 1 world or more, got {self.worlds!r}").about("worlds")
        if not 0.5 <= self.confidence < 1:
            raise LimitError(f"expected a confidence from 0.5 to less than 1, got {self.confidence!r}").about(
                "confidence"
            )
        if self.seconds is not None and not self.seconds > 0:
            raise LimitError(f"expected more than 0 seconds, got {self.seconds!r}").about("seconds")
        if self.moves < 1:
            raise LimitError(f"expected 1 move or more, got {self.moves!r}").about("moves")


@dataclass(frozen=True, slots=True)
class Examined:
    """What the candidates pay in the worlds that were examined, one row a world, in their order.

    `stopped` says why these are not all: "clear" or "seconds"; `bounded` counts rows in which a limit on the search
    left bounds; `notes` say what else a reader should know.
    """

    rows: Sequence[tuple[float, ...]]
    stopped: str | None = None
    bounded: int = 0
    notes: tuple[str, ...] = ()


class Method(Protocol):
    """A decision rule."""

    def __call__(
        self,
        decision: Decision,
        worlds: Sequence[Sequence[int]],
        plan: Plan,
        *,
        crew: Crew,
        weights: Sequence[float] | None = None,
        complete: bool = False,
        on_progress: Progress | None = None,
    ) -> Examined:
        """Examine *decision* in the first of *worlds*, in their order, until *plan* says that it is enough.

        *weights* are those of the worlds; with *complete* these are all that there are, and all are examined.
        """


def method_of(name: str) -> Method:
    """Return the decision rule called *name*; raises `LimitError`, which lists the rules, when there is none."""
    home = METHODS.get(name)
    if home is None:
        raise LimitError(f"expected one of the methods {', '.join(METHODS)}, got {name!r}").about("method")
    return cast("Method", import_module(home).examine)
