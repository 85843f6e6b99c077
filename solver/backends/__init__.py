"""Between positions and the compiled searches: one module a game, which translates both ways.

A backend knows how its game's positions look to its engine (a module of `solver.search` that knows only integers) and
what the engine's answers mean.  It checks nothing: a `Position` is sound by construction.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Protocol, runtime_checkable

from solver.cards import Seat, Side
from solver.errors import LimitError
from solver.games import CoincheRules, CourtPieceRules, DehlaPakadRules, Game, Rules
from solver.position import Position
from solver.search import compiled

__all__ = [
    "CPU_CHOICES",
    "AsksAlone",
    "AsksCourts",
    "AsksStreaks",
    "Backend",
    "CardsFirst",
    "CountsForOne",
    "WeighsLastTrick",
    "engine_for",
    "engine_module",
    "make_backend",
]

CPU_CHOICES = ("auto", "portable", "bmi2")


class Backend(Protocol):
    """What the `Searcher` asks of a game.  Amounts are units still to come, of North-South, in the game's unit."""

    def begin(self, *, nodes: int | None, seconds: float, watch_signals: bool) -> None:
        """Set the limits of everything asked until the next call, and the counters to zero."""

    def load(self, position: Position, *, keep: bool) -> None:
        """Take a position; with `keep`, what is known stays as far as it is about the same deal and strain."""

    def value(self, lower: int, upper: int, guess: int | None = None) -> tuple[int, int]:
        """Narrow the bounds on the value as far as the limits allow; `guess` if it is better than the engine's own."""

    def at_least(self, need: int) -> bool | None:
        """Whether North-South take `need` units more; `None` when stopped."""

    def cards(self, value: int) -> Sequence[tuple[int, int, int]]:
        """Every legal card as (index, lower, upper), for a position of that value."""

    def line(self, value: int) -> Sequence[int]:
        """Best play to the end as card indices, for a position of that value; shorter when stopped."""

    def cancel(self) -> None:
        """Stop the running query; safe from any thread."""

    @property
    def nodes(self) -> int:
        """Cards played by the search since `begin`."""

    @property
    def trick_nodes(self) -> int:
        """Trick boundaries visited since `begin`."""

    @property
    def stopped(self) -> str | None:
        """Which limit ended the search since `begin`, if any."""


@runtime_checkable
class AsksStreaks(Protocol):
    """A backend that can also be asked about winning every trick up to a point."""

    def streak(self, side: Side, need: int, end: int) -> bool | None:
        """Whether `side` wins every trick until `end` are left, and `need` units from here on; `None` when stopped."""


@runtime_checkable
class AsksAlone(Protocol):
    """A backend that can also be asked whether one player wins all tricks."""

    def alone(self, seat: Seat) -> bool | None:
        """Whether `seat` himself wins every trick from here on; `None` when stopped."""


@runtime_checkable
class WeighsLastTrick(Protocol):
    """A backend that can count the last trick for more, or less, than the game does."""

    def at_least_with(self, bonus: int, need: int) -> bool | None:
        """Whether North-South take `need` units where the last trick brings `bonus` more; `None` when stopped."""


@runtime_checkable
class AsksCourts(Protocol):
    """A backend that can also be asked what a side takes before the other side takes anything."""

    def before_other(self, side: Side, need: int, *, safe: int = 0, stop: int = 0) -> bool | None:
        """Whether `side` takes `need` units more before the other side takes any; `None` when stopped.

        The other side may take some once `side` needs no more than `safe`.  With `stop` play ends before the last trick
        when what `side` takes leaves it in need of 1 to `stop`, and the answer is then no.
        """


@runtime_checkable
class CountsForOne(Protocol):
    """A backend of a game in which units may be left that nobody gets."""

    def count_for(self, side: Side) -> None:
        """Ask until the next `load` what `side` makes sure of: what nobody gets counts for the other side.

        Amounts are North-South's all the same; after `load` they are what North-South make sure of.
        """


@runtime_checkable
class CardsFirst(Protocol):
    """A backend for which all cards cost less when the value is not asked for first: it is that of the best card."""

    def all_cards(self) -> Sequence[tuple[int, int, int]]:
        """Every legal card as (index, lower, upper); there is one at least."""


def engine_module(game: str, cpu: str) -> str:
    """Return the name of the compiled module of a game for `cpu` ("auto", "portable" or "bmi2").

    "auto" takes the BMI2 build where that is the faster one.  Raises `LimitError` for a build that this machine cannot
    run.
    """
    if cpu not in CPU_CHOICES:
        raise LimitError(f"expected cpu to be one of {', '.join(CPU_CHOICES)}, got {cpu!r}")
    machine = compiled("_cpu")
    if cpu == "bmi2" and not machine.has_bmi2():
        raise LimitError("this machine has no BMI2 and AVX2 instructions: use cpu='portable' or 'auto'")
    fast = cpu == "bmi2" or (cpu == "auto" and machine.has_fast_pext())
    return f"_{game}_{'bmi2' if fast else 'portable'}"


def engine_for(game: Game, rules: Rules, *, settled: bool = True) -> str:
    """Return the name of the engine that solves `game` under `rules`.

    *settled*: the trump is in effect, or known not to be there, and was not shown in the trick in progress. Raises
    `LimitError` that names the game or the options which none solves.
    """
    if isinstance(rules, CourtPieceRules):
        if not settled:
            if rules.collect == "double_sir_ace":
                raise LimitError(
                    f"{game.name} with collect={rules.collect} and trump_mode={rules.trump_mode} can be played, but "
                    "there is no search for both before the trump is known"
                )
            return "dehla"
        if rules.collect == "trick":
            return "whist"
        if rules.h2_top != "no" and rules.collect == "double_sir_ace":
            raise LimitError(
                f"{game.name} with collect={rules.collect} and h2_top={rules.h2_top} can be played, but there is no "
                "search for both together"
            )
        return "double_sir"
    if isinstance(rules, CoincheRules):
        return "coinche"
    if isinstance(rules, DehlaPakadRules):
        return "dehla"
    raise LimitError(f"{game.title} can be read and played, but there is no search for it yet")


def make_backend(engine: str, *, memory: int, cpu: str, without: Sequence[str]) -> Backend:
    """Make the backend of an engine that uses at most `memory` bytes, without the optimisations named.

    Raises `LimitError` for too little memory or an unknown optimisation.
    """
    module = import_module(f"solver.backends.{engine}")
    backend: Backend = module.BACKEND(memory=memory, cpu=cpu, without=without)
    return backend
