"""Time the search against DDS on the same deals: `python -m tests.benchmarks.compare`.

Works, each a pass of its own over the deals:

    a  all 20 results of a deal (5 trumps, 4 leaders)
    b  one trump, one leader, exact
    c  the same, "does the leader's side take at least 7?"
    d  the same, the exact value of every legal lead
    e  4-card endings: what a query costs besides its search

How the comparison is kept fair: one process, one thread, process CPU time (so that other load shifts neither side);
both solve deal i before either sees deal i+1, and take turns in going first; positions of ours and structures of DDS
are prepared outside the timer, so theirs is the C call alone and ours the call of the public Python API; neither meets
a deal twice in a row, so no table is warm. DDS answers b with target -1 and solutions 1, c with target 7 and solutions
1, d with target -1 and solutions 3, a by CalcDDtable. Every answer is compared; the exit status is 1 if any differs.

Work e takes wall time, best of several rounds call by call: its calls last microseconds, less than the CPU clock sees.

The trump of deal i is the i-th of --strains in turn, the leader is --leader. Nodes are ours: cards played by the second
to fourth hand, and trick boundaries.
"""

from __future__ import annotations

import argparse
import gc
import json
import math
import sys
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any

from solver.backends import make_backend
from solver.cards import Seat, Strain
from solver.deal import Deal
from solver.position import Position
from solver.solve import Searcher
from tests.benchmarks.common import SEED, deals_of_file, machine, random_deals
from tests.peers import dds

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from solver.results import TableSolution

TITLES = {
    "a": "all 20 results of a deal",
    "b": "one trump, one leader, exact",
    "c": 'one trump, one leader, "at least 7?"',
    "d": "every legal lead, exact",
    "e": "4-card endings",
}
GOAL = 7
TABLE_STRAINS = (Strain.SPADES, Strain.HEARTS, Strain.DIAMONDS, Strain.CLUBS, Strain.NO_TRUMP)


@dataclass
class Task:
    """One work on one deal: the timed call of each side, and how to read both answers in the same terms."""

    ours: Callable[[], Any]  # TableSolution or one of the Solution family
    theirs: Callable[[], int]
    answer_of_ours: Callable[[Any], object]
    answer_of_theirs: Callable[[int], object]


@dataclass
class Row:
    """The result of one work: times in milliseconds a deal, ratios as theirs / ours (above 1: ours is faster)."""

    work: str
    title: str
    deals: int
    ours_ms: float = 0.0
    dds_ms: float = 0.0
    ratio_of_sums: float = 0.0
    geometric_mean: float = 0.0
    faster_on: int = 0
    ours_slowest_ms: float = 0.0
    nodes: float = 0.0
    trick_nodes: float = 0.0
    differences: list[str] = field(default_factory=list)


@dataclass
class Endings:
    """Microseconds a query on 4-card endings; `api_us` is what construction and call cost besides the search."""

    work: str
    title: str
    endings: int
    position_us: float
    query_us: float
    search_us: float
    api_us: float
    dds_us: float
    differences: list[str] = field(default_factory=list)


def position_of(deal: Deal, number: int, options: argparse.Namespace) -> Position:
    """Return the position at the first lead of deal `number`."""
    strain = Strain.parse(options.strains[number % len(options.strains)])
    return Position(deal, strain=strain, leader=Seat.parse(options.leader), rules="bridge")


def task_a(deal: Deal, searcher: Searcher) -> Task:
    """Prepare the 20 results of a deal."""
    call = dds.CallTable(deal)

    def ours(result: TableSolution) -> object:
        return {
            (strain, leader): result.values[strain][leader].of(leader.side)
            for strain in TABLE_STRAINS
            for leader in Seat
        }

    def theirs(code: int) -> object:
        call.check(code)
        return call.tricks()

    return Task(lambda: searcher.table(deal, rules="bridge"), call, ours, theirs)


def task_b(position: Position, searcher: Searcher) -> Task:
    """Prepare one exact value."""
    call = dds.CallBoard(position, target=-1, solutions=1)

    def theirs(code: int) -> object:
        call.check(code)
        return max(call.scores().values())

    return Task(
        lambda: searcher.value(position),
        call,
        lambda result: result.value.of(position.to_move.side),
        theirs,
    )


def task_c(position: Position, searcher: Searcher) -> Task:
    """Prepare one question about a goal."""
    call = dds.CallBoard(position, target=GOAL, solutions=1)

    def theirs(code: int) -> object:
        call.check(code)
        # No card is listed when the goal is out of reach.
        return max(call.scores().values(), default=-1) >= GOAL

    return Task(
        lambda: searcher.at_least(position, GOAL),
        call,
        lambda result: result.answer,
        theirs,
    )


def task_d(position: Position, searcher: Searcher) -> Task:
    """Prepare the values of all leads."""
    call = dds.CallBoard(position, target=-1, solutions=3)
    side = position.to_move.side

    def theirs(code: int) -> object:
        call.check(code)
        return call.scores()

    return Task(
        lambda: searcher.cards(position),
        call,
        lambda result: {entry.card: entry.value.of(side) for entry in result.cards},
        theirs,
    )


def timed(call: Callable[[], Any]) -> tuple[float, Any]:
    """Return the CPU seconds of one call, and what it returned."""
    start = process_time()
    result = call()
    return process_time() - start, result


def measure(work: str, deals: Sequence[Deal], options: argparse.Namespace) -> Row:
    """Run one work over all deals, `--repeat` times, keeping the faster time of each side on each deal."""
    searcher = Searcher(memory_mb=options.memory_mb, cpu=options.cpu)
    row = Row(work, TITLES[work], len(deals))
    ours, theirs = [math.inf] * len(deals), [math.inf] * len(deals)

    def prepare(deal: Deal, number: int) -> Task:
        if work == "a":
            return task_a(deal, searcher)
        return {"b": task_b, "c": task_c, "d": task_d}[work](position_of(deal, number, options), searcher)

    # The first call of either side maps its memory: that belongs to neither's time.
    warm = prepare(Deal.random(seed=2**63), 0)
    warm.ours()
    warm.theirs()
    for turn in range(options.repeat):
        for number, deal in enumerate(deals):
            task = prepare(deal, number)
            if (turn + number) % 2:
                seconds, code = timed(task.theirs)
                our_seconds, result = timed(task.ours)
            else:
                our_seconds, result = timed(task.ours)
                seconds, code = timed(task.theirs)
            ours[number] = min(ours[number], our_seconds)
            theirs[number] = min(theirs[number], seconds)
            if turn == 0:
                row.nodes += result.nodes / len(deals)
                row.trick_nodes += result.trick_nodes / len(deals)
                answers = task.answer_of_ours(result), task.answer_of_theirs(code)
                if answers[0] != answers[1]:
                    row.differences.append(f"{work} deal {number + 1} {deal}: ours {answers[0]}, DDS {answers[1]}")
    row.ours_ms, row.dds_ms = 1e3 * sum(ours) / len(deals), 1e3 * sum(theirs) / len(deals)
    row.ratio_of_sums = sum(theirs) / sum(ours)
    row.geometric_mean = math.exp(sum(math.log(b / a) for a, b in zip(ours, theirs, strict=True)) / len(deals))
    row.faster_on = sum(a < b for a, b in zip(ours, theirs, strict=True))
    row.ours_slowest_ms = 1e3 * max(ours)
    return row


def fastest(calls: Sequence[Callable[[], Any]], *, rounds: int, prepare: Sequence[Callable[[], Any]] = ()) -> float:
    """Return the mean microseconds of calls that last microseconds each: the fastest of some rounds, one by one.

    Wall time, whose clock is finer than that of CPU time; the fastest of several is one that nothing interrupted.
    """
    best = [math.inf] * len(calls)
    for _ in range(rounds):
        for number, call in enumerate(calls):
            if prepare:
                prepare[number]()
            start = perf_counter()
            call()
            best[number] = min(best[number], perf_counter() - start)
    return 1e6 * sum(best) / len(calls)


def measure_endings(count: int, options: argparse.Namespace) -> Endings:
    """Time construction and query of 4-card endings; the search alone is the call of the compiled engine."""
    searcher = Searcher(memory_mb=options.memory_mb, cpu=options.cpu)
    setups = [
        partial(
            Position,
            Deal.random(cards=4, seed=options.seed + number),
            strain=TABLE_STRAINS[number % 5],
            leader=Seat(number % 4),
            rules="bridge",
        )
        for number in range(count)
    ]
    positions = [setup() for setup in setups]
    boards = [dds.CallBoard(position, target=-1, solutions=1) for position in positions]
    engine = make_backend("whist", memory=options.memory_mb << 20, cpu=options.cpu, without=())

    def load(position: Position) -> None:
        engine.begin(nodes=None, seconds=math.inf, watch_signals=True)
        engine.load(position, keep=False)

    position_us = fastest(setups, rounds=7)
    query_us = fastest([partial(searcher.value, position) for position in positions], rounds=7)
    loads = [partial(load, position) for position in positions]
    search_us = fastest([partial(engine.value, 0, 4)] * count, rounds=7, prepare=loads)
    endings = Endings(
        "e",
        TITLES["e"],
        count,
        position_us=position_us,
        query_us=query_us,
        search_us=search_us,
        api_us=position_us + query_us - search_us,
        dds_us=fastest(boards, rounds=3),
    )
    results, codes = [searcher.value(position) for position in positions], [call() for call in boards]
    for position, result, call, code in zip(positions, results, boards, codes, strict=True):
        call.check(code)
        ours, theirs = result.value.of(position.to_move.side), max(call.scores().values())
        if ours != theirs:
            endings.differences.append(f"e {position!r}: ours {ours}, DDS {theirs}")
    return endings


def show(row: Row) -> str:
    """Format one work as a line of the table."""
    return (
        f"{row.work}  {row.title:36} {row.ours_ms:9.3f} {row.dds_ms:9.3f} {row.ratio_of_sums:6.2f}x"
        f" {row.geometric_mean:6.2f}x {row.faster_on:5d}/{row.deals:<5d} {row.ours_slowest_ms:8.1f}"
        f" {row.nodes:11,.0f} {row.trick_nodes:11,.0f}"
    )


HEADER = (
    f"{'a deal:':39} {'ours ms':>9} {'DDS ms':>9} {'sums':>7} {'geomean':>7} {'faster on':>11}"
    f" {'worst ms':>8} {'cards':>11} {'tricks':>11}"
)


def arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.compare", description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, metavar="N", help="number of deals (default 200, at least 2)")
    parser.add_argument("--seed", type=int, default=SEED, help=f"deal i is Deal.random(seed=SEED + i) (default {SEED})")
    parser.add_argument("--deals", type=Path, metavar="FILE", help="take the deals from FILE, 52 owner digits a line")
    parser.add_argument("--works", default="abcde", help="which works to run (default abcde)")
    parser.add_argument(
        "--strains", default="SHDC", help="trump of each deal in turn in b, c, d (default SHDC; N: none)"
    )
    parser.add_argument("--leader", default="W", help="leader in b, c, d (default W)")
    parser.add_argument("--repeat", type=int, default=1, metavar="R", help="rounds, best time kept (default 1)")
    parser.add_argument("--cpu", default="auto", choices=("auto", "portable", "bmi2"), help="build of the search")
    parser.add_argument("--memory-mb", type=int, default=256, help="memory of the searcher (default 256)")
    parser.add_argument("--quick", action="store_true", help="10 deals and 200 endings: does it run, do answers agree?")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of the table")
    options = parser.parse_args(argv)
    if not set(options.works) <= set(TITLES):
        parser.error(f"works are {' '.join(TITLES)}, got {options.works!r}")
    return options


def main(argv: Sequence[str] | None = None) -> int:
    """Run the works asked for, print them, and return 1 if any answer differs from DDS's."""
    options = arguments(argv)
    if not dds.available():
        sys.exit("the benchmark compares with DDS: install endplay (pip install -e '.[test]')")
    default = 10 if options.quick else 200
    if options.deals:
        deals = deals_of_file(options.deals)
        deals = deals[: options.count or (default if options.quick else len(deals))]
        source = options.deals.name
    else:
        deals = random_deals(options.count or default, seed=options.seed)
        source = f"Deal.random(seed={options.seed}..{options.seed + len(deals) - 1})"
    if len(deals) < 2:
        sys.exit("the benchmark needs 2 deals or more: on one deal alone DDS would meet its own warm table")
    context = {**machine(), "peer": dds.version(), "cpu option": options.cpu, "deals": f"{len(deals)}, {source}"}
    talk = sys.stderr if options.json else sys.stdout
    print(*(f"{key}: {value}" for key, value in context.items()), sep="\n", file=talk, flush=True)
    rows: list[Row | Endings] = []
    gc.collect()
    gc.disable()
    if set(options.works) & set("abcd"):
        print(f"\n{HEADER}", file=talk)
    for work in options.works:
        if work == "e":
            row: Row | Endings = measure_endings(200 if options.quick else 2000, options)
        else:
            row = measure(work, deals, options)
            print(show(row), file=talk, flush=True)
        rows.append(row)
        if isinstance(row, Endings):
            print(
                f"\ne  {row.endings} {row.title}, microseconds a query: position {row.position_us:.1f},"
                f" query {row.query_us:.1f}, of which search {row.search_us:.1f};"
                f" API (position + query - search) {row.api_us:.1f}; DDS's call {row.dds_us:.1f}",
                file=talk,
            )
        gc.collect()
    differences = [text for row in rows for text in row.differences]
    print(f"\n{len(differences)} answers differ from DDS's", *differences, sep="\n", file=talk)
    if options.json:
        print(json.dumps({"schema": "hakem/benchmark/1", "context": context, "works": [asdict(row) for row in rows]}))
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
