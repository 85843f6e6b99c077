"""Contests of two bots on duplicate deals: what is played, by how many workers, and what came out.

Each deal is played twice, with the same cards and the same dealer: once one bot has North-South, once the other.  What
the first gains over both tables is one number, in which the luck of the cards is gone for the most part; the numbers
of the deals are independent of one another, so that their mean has an honest interval.

A deal depends on nothing but the contest and its own number.  So it does not matter who plays it, when, and after
what: any number of workers, a run in one piece or in many, lead to the same scores.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import nullcontext
from dataclasses import asdict, dataclass, field, fields
from functools import cached_property
from pathlib import Path
from typing import Any

from solver.arena.bots import Maker, Player, parse_player
from solver.arena.deals import deal_number
from solver.arena.estimate import Estimate, estimate
from solver.arena.log import Log
from solver.arena.seeds import seed_of
from solver.arena.table import Table, Thinking
from solver.cards import Seat, Side
from solver.errors import LimitError, ParseError
from solver.games import resolve

__all__ = ["Contest", "DealResult", "Report", "run"]

#: Grows whenever deals, tables or bots change what they do, so that a log is not gone on with by another program.
EDITION = 1
#: Deals in hand for each worker, so that none waits while the results of others are written down.
_AHEAD = 3
_MOST_DEALS = 10_000_000
_MOST_WORKERS = 256


@dataclass(frozen=True, slots=True)
class DealResult:
    """A duplicate deal: what it paid to the first bot at the first and at the second table, and what both thought."""

    number: int
    gains: tuple[int, int]
    thinking: tuple[Thinking, Thinking] = field(compare=False)

    @property
    def difference(self) -> int:
        """What the first bot gained over both tables."""
        return sum(self.gains)

    def to_json(self) -> dict[str, Any]:
        """Return the result for a log."""
        return {
            "deal": self.number,
            "gains": list(self.gains),
            "thinking": [asdict(thinking) for thinking in self.thinking],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> DealResult:
        """Read a result back; raises `KeyError`, `TypeError` or `ValueError` for anything else."""
        first, second = (int(gain) for gain in data["gains"])
        names = [each.name for each in fields(Thinking)]
        ours, theirs = (Thinking(**{name: thinking[name] for name in names}) for thinking in data["thinking"])
        return cls(int(data["deal"]), (first, second), (ours, theirs))


@dataclass(frozen=True)
class Contest:
    """Two bots, a game, and the seed that all deals come from.

    `bots` are texts as `parse_player` reads them; `tags` say how the match stands before every deal. Raises a
    `HakemError` for what cannot be played.
    """

    bots: tuple[str, str]
    game_name: str = "court-piece"
    rules_text: str | None = None
    seed: int = 1
    objective_name: str | None = None
    tags: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not 0 <= self.seed < 1 << 64:
            raise LimitError(f"expected a seed from 0 to 2**64 - 1, not {self.seed!r}")

    def __reduce__(self) -> tuple[type[Contest], tuple[Any, ...]]:
        """Travel to workers as what was asked for; they make tables and bots of their own."""
        return Contest, tuple(getattr(self, each.name) for each in fields(self))

    @cached_property
    def players(self) -> tuple[Player, Player]:
        """Both bots."""
        first, second = self.bots
        return (parse_player(first), parse_player(second))

    @cached_property
    def table(self) -> Table:
        """Where they play."""
        game, rules = resolve(self.game_name, self.rules_text)
        return Table(game, rules, objective=self.objective_name, tags=self.tags)

    @cached_property
    def makers(self) -> tuple[Maker, Maker]:
        """What makes the bots of single seats; searchers live as long as this."""
        first, second = self.players
        table = self.table
        return (
            first.maker(table.game, table.rules, table.objective),
            second.maker(table.game, table.rules, table.objective),
        )

    def config(self) -> dict[str, Any]:
        """Return all that the results depend on, for logs."""
        table = self.table
        return {
            "edition": EDITION,
            "game": table.game.name,
            "rules": table.rules.text(),
            "objective": table.objective,
            "tags": dict(sorted(table.tags.items())),
            "bots": [player.full for player in self.players],
            "seed": self.seed,
        }

    def deal(self, number: int) -> DealResult:
        """Play deal *number* at both tables."""
        table = self.table
        dealt = deal_number(number, seed=self.seed, game=table.game)
        gains = []
        thinking = (Thinking(), Thinking())
        for first_side in Side:
            # The seed of a seat goes with the bot, not with the table, so that a bot against itself draws each deal.
            bots = [
                self.makers[seat.side is not first_side](seed_of(self.seed, "bot", number, int(seat))) for seat in Seat
            ]
            played = table.play(dealt, bots)
            gains.append(played.payoff if first_side is Side.NS else -played.payoff)
            thinking[0].add(played.thinking[first_side])
            thinking[1].add(played.thinking[first_side.other])
        return DealResult(number, (gains[0], gains[1]), thinking)


@dataclass(frozen=True, slots=True)
class Report:
    """What came out: the mean difference of a duplicate deal in favour of the first bot, and what both thought.

    `won`, `level` and `lost` count the duplicate deals by who gained over both tables.
    """

    contest: Contest
    unit: str
    difference: Estimate
    won: int
    level: int
    lost: int
    thinking: tuple[Thinking, Thinking]

    @classmethod
    def of(cls, contest: Contest, results: Iterable[DealResult], *, confidence: float = 0.95) -> Report:
        """Sum up *results*, in the order of the deals."""
        ordered = sorted(results, key=lambda result: result.number)
        differences = [result.difference for result in ordered]
        thinking = (Thinking(), Thinking())
        for result in ordered:
            thinking[0].add(result.thinking[0])
            thinking[1].add(result.thinking[1])
        return cls(
            contest,
            contest.table.unit,
            estimate(differences, confidence=confidence),
            sum(difference > 0 for difference in differences),
            sum(difference == 0 for difference in differences),
            sum(difference < 0 for difference in differences),
            thinking,
        )


def run(
    contest: Contest,
    deals: int,
    *,
    workers: int = 1,
    log: Path | None = None,
    on_result: Callable[[DealResult], None] | None = None,
) -> Report:
    """Play deals 0 to *deals* - 1 of *contest* and report on them.

    With a *log*, results are appended to it one by one, and deals that it holds already are not played again.
    *on_result* is told of each result, those of the log first. Raises `LimitError` for numbers that make no sense, and
    `ParseError` for a log of another contest.
    """
    if not 1 <= deals <= _MOST_DEALS:
        raise LimitError(f"expected 1 to {_MOST_DEALS} deals, not {deals!r}")
    if not 1 <= workers <= _MOST_WORKERS:
        raise LimitError(f"expected 1 to {_MOST_WORKERS} workers, not {workers!r}")
    _ = contest.makers  # what cannot be played is found here, before any log is begun or worker started
    results: dict[int, DealResult] = {}

    def take(result: DealResult) -> None:
        results.setdefault(result.number, result)
        if on_result is not None:
            on_result(result)

    with nullcontext() if log is None else Log(log, contest.config()) as book:
        for place, data in enumerate(() if book is None else book.lines, 2):
            try:
                result = DealResult.from_json(data)
            except (KeyError, TypeError, ValueError):
                raise ParseError("expected the result of a deal", source=str(log), line=place) from None
            if result.number < deals and result.number not in results:
                take(result)
        missing = [number for number in range(deals) if number not in results]
        for result in _played(contest, missing, min(workers, len(missing))):
            if book is not None:
                book.append(result.to_json())
            take(result)
    return Report.of(contest, results.values())


def _played(contest: Contest, numbers: list[int], workers: int) -> Iterator[DealResult]:
    """Yield the results of the deals with *numbers*, as they come."""
    if workers <= 1:
        yield from map(contest.deal, numbers)
        return
    context = multiprocessing.get_context("spawn")  # a fork would copy threads that are in the middle of something
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_begin, initargs=(contest,))
    pending: set[Future[DealResult]] = set()
    rest = iter(numbers)
    try:
        while True:
            while len(pending) < _AHEAD * workers and (number := next(rest, None)) is not None:
                pending.add(pool.submit(_deal, number))
            if not pending:
                break
            done, pending = wait(pending, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
    except BaseException:
        for process in multiprocessing.active_children():
            process.terminate()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


#: The contest that this process works for.
_at_work: list[Contest] = []


def _begin(contest: Contest) -> None:
    """Make a worker ready; Ctrl-C ends it without a word, its parent reports."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    _at_work[:] = [contest]


def _deal(number: int) -> DealResult:
    """Play a deal in a worker."""
    return _at_work[0].deal(number)
