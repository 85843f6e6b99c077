"""Time the Coinche search, against colver where it can answer: `python -m tests.benchmarks.coinche`.

Works, each a pass over the same full deals, trump suit and leader in turn:

    cards   the exact value of every legal lead, also by colver's solve_scores
    value   one exact value
    goal    "does the leader's side take at least 82?"
    capot   "does the leader's side win all tricks?"
    table   all results of a deal: four trumps and four leaders, and with --all sans atout and tout atout

How the comparison is kept fair: one process, one thread, process CPU time (so that other load shifts neither side);
both solve deal i before either sees deal i+1, and take turns in going first; positions of ours and environments of
colver are prepared outside the timer, so theirs is the call of `solve_scores` alone and ours that of the public Python
API; neither meets a deal twice in a row. Every number of points is compared, and a difference that the plain reference
does not settle against colver makes the exit status 1.

Nodes are cards played by our search.
"""

from __future__ import annotations

import argparse
import gc
import json
import math
import statistics
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from time import process_time
from typing import Any

from solver.cards import Seat, Side, Strain
from solver.deal import Deal
from solver.games.coinche import SHORT_DECK
from solver.games.stakes import Question, Threshold
from solver.position import Position
from solver.solve import Searcher
from tests.benchmarks.common import SEED, machine
from tests.peers import colver

GOAL = 82
RULES = {"document": "s4", "colver": "s4;undertrump=free"}


@dataclass
class Row:
    """The result of one work: milliseconds and nodes a deal."""

    work: str
    deals: int
    mean_ms: float
    median_ms: float
    p99_ms: float
    worst_ms: float
    nodes: float
    trick_nodes: float


@dataclass
class Comparison:
    """Every lead of each deal, ours and colver's: ratios as theirs / ours (above 1: ours is faster)."""

    colver_mean_ms: float = 0.0
    colver_median_ms: float = 0.0
    ratio_of_means: float = 0.0
    geometric_mean: float = 0.0
    smallest_ratio: float = 0.0
    leads: int = 0
    explained: list[str] = field(default_factory=list)
    differences: list[str] = field(default_factory=list)


class Capot:
    """One for the side that wins all tricks."""

    unit = "capots"

    def __init__(self, side: Side) -> None:
        self.side = side

    def thresholds(self, taken: tuple[int, int], tricks_left: int) -> list[Threshold]:  # noqa: ARG002
        question = Question(self.side, 0, streak_end=0)
        if self.side is Side.NS:
            return [Threshold(0, None), Threshold(1, question)]
        return [Threshold(-1, None), Threshold(0, question, when=False)]


def positions(count: int, *, seed: int, rules: str) -> list[Position]:
    """Return the first leads of seeded deals, the same on every machine."""
    return [
        Position(
            Deal.random(cards=8, seed=seed + number, deck=SHORT_DECK),
            strain=Strain(number % 4),
            leader=Seat(number // 4 % 4),
            game="coinche",
            rules=rules,
        )
        for number in range(count)
    ]


def timed(call: Callable[[], Any]) -> tuple[float, Any]:
    """Return the CPU seconds of one call, and what it returned."""
    start = process_time()
    result = call()
    return process_time() - start, result


def row_of(work: str, seconds: Sequence[float], results: Sequence[Any]) -> Row:
    """Sum up a work."""
    ordered = sorted(seconds)
    return Row(
        work,
        len(ordered),
        mean_ms=1e3 * statistics.fmean(ordered),
        median_ms=1e3 * statistics.median(ordered),
        p99_ms=1e3 * ordered[int(0.99 * len(ordered))],
        worst_ms=1e3 * ordered[-1],
        nodes=statistics.fmean(result.nodes for result in results),
        trick_nodes=statistics.fmean(result.trick_nodes for result in results),
    )


def measure(work: str, deals: Sequence[Position], searcher: Searcher, *, everything: bool) -> Row:
    """Run one work on all deals."""
    rules = deals[0].rules.text() + (";denominations=all" if everything else "")
    calls: dict[str, Callable[[Position], Any]] = {
        "cards": searcher.cards,
        "value": searcher.value,
        "goal": lambda position: searcher.at_least(position, GOAL),
        "capot": lambda position: searcher.outcome(position, Capot(position.leader.side)),
        "table": lambda position: searcher.table(position.deal, game="coinche", rules=rules),
    }
    pairs = [timed(lambda position=position: calls[work](position)) for position in deals]  # type: ignore[misc]
    return row_of(work, [pair[0] for pair in pairs], [pair[1] for pair in pairs])


def compare(deals: Sequence[Position], searcher: Searcher) -> tuple[Row, Comparison]:
    """Run every lead of each deal here and there, in turn."""
    comparison = Comparison()
    ours, theirs, results = [], [], []
    warm = colver.first_lead(Deal.random(cards=8, seed=2**63, deck=SHORT_DECK), Strain.SPADES, Seat.NORTH)
    searcher.cards(warm)
    colver.CallScores(warm)()
    for number, position in enumerate(deals):
        call = colver.CallScores(position)
        if number % 2:
            seconds, found = timed(call)
            our_seconds, result = timed(lambda position=position: searcher.cards(position))  # type: ignore[misc]
        else:
            our_seconds, result = timed(lambda position=position: searcher.cards(position))  # type: ignore[misc]
            seconds, found = timed(call)
        ours.append(our_seconds)
        theirs.append(seconds)
        results.append(result)
        values = {entry.card: entry.value.ns for entry in result.cards}
        comparison.leads += len(values)
        if values != call.values(found):
            why = colver.explain(position, Searcher())
            kind = comparison.explained if why.startswith("colver") else comparison.differences
            kind.append(f"deal {number + 1}, {position!r}: ours {values}, colver {call.values(found)}: {why}")
    ratios = [b / a for a, b in zip(ours, theirs, strict=True)]
    comparison.colver_mean_ms = 1e3 * statistics.fmean(theirs)
    comparison.colver_median_ms = 1e3 * statistics.median(theirs)
    comparison.ratio_of_means = sum(theirs) / sum(ours)
    comparison.geometric_mean = math.exp(statistics.fmean(map(math.log, ratios)))
    comparison.smallest_ratio = min(ratios)
    return row_of("cards", ours, results), comparison


HEADER = f"{'work':6} {'mean ms':>9} {'median':>8} {'p99':>8} {'worst':>8} {'cards':>10} {'tricks':>10}"


def show(row: Row) -> str:
    """Format one work as a line of the table."""
    return (
        f"{row.work:6} {row.mean_ms:9.3f} {row.median_ms:8.3f} {row.p99_ms:8.3f} {row.worst_ms:8.3f}"
        f" {row.nodes:10,.0f} {row.trick_nodes:10,.0f}"
    )


def arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.coinche", description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=300, metavar="N", help="number of deals (default 300)")
    parser.add_argument("--seed", type=int, default=SEED, help=f"deal i has the seed SEED + i (default {SEED})")
    parser.add_argument("--works", default="cards,value,goal,capot,table", help="which works to run (default all)")
    parser.add_argument(
        "--rules", default="colver", choices=tuple(RULES), help="whose duty to play a lower trump (default colver)"
    )
    parser.add_argument("--all", action="store_true", help="sans atout and tout atout in the table too")
    parser.add_argument("--memory-mb", type=int, default=256, help="memory of the searcher (default 256)")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of the table")
    options = parser.parse_args(argv)
    options.works = options.works.split(",")
    if not set(options.works) <= {"cards", "value", "goal", "capot", "table"}:
        parser.error(f"works are cards, value, goal, capot, table; got {','.join(options.works)!r}")
    return options


def main(argv: Sequence[str] | None = None) -> int:
    """Run the works asked for, print them, and return 1 if an answer differs from colver's without an explanation."""
    options = arguments(argv)
    peer = options.rules == "colver" and colver.available()
    deals = positions(options.count, seed=options.seed, rules=RULES[options.rules])
    context = {
        **machine(),
        "peer": colver.version() if peer else "none",
        "rules": RULES[options.rules],
        "deals": f"{len(deals)}, seeds {options.seed} to {options.seed + len(deals) - 1}",
    }
    talk = sys.stderr if options.json else sys.stdout
    print(*(f"{key}: {value}" for key, value in context.items()), "", HEADER, sep="\n", file=talk, flush=True)
    searcher = Searcher(memory_mb=options.memory_mb)
    searcher.cards(deals[-1])
    rows = []
    comparison = None
    gc.collect()
    gc.disable()
    for work in options.works:
        if work == "cards" and peer:
            row, comparison = compare(deals, searcher)
        else:
            row = measure(work, deals, searcher, everything=options.all)
        rows.append(row)
        print(show(row), file=talk, flush=True)
        gc.collect()
    if comparison is not None:
        print(
            f"\ncolver, every lead: {comparison.colver_mean_ms:.2f} ms mean, {comparison.colver_median_ms:.2f} median;"
            f" ratio of means {comparison.ratio_of_means:.1f}x, geometric mean {comparison.geometric_mean:.1f}x,"
            f" smallest {comparison.smallest_ratio:.1f}x\n"
            f"{comparison.leads} leads compared: {len(comparison.explained)} deals with a fault of colver,"
            f" {len(comparison.differences)} unexplained",
            *comparison.explained,
            *comparison.differences,
            sep="\n",
            file=talk,
        )
    if options.json:
        works = [asdict(row) for row in rows]
        found = {"schema": "hakem/benchmark-coinche/1", "context": context, "works": works}
        print(json.dumps({**found, "comparison": None if comparison is None else asdict(comparison)}))
    return 1 if comparison is not None and comparison.differences else 0


if __name__ == "__main__":
    sys.exit(main())
