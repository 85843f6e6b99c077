"""Solve the known worst deals and report what they cost: `python -m tests.benchmarks.freak`.

Freak shapes are where double dummy searches break down: tens of times the nodes of an ordinary deal, and tables that
overflow. Each trump of each deal is solved for all four leaders under a limit; either all four values are exact, or the
bounds must hold the truth as far as it is known. Known values are DDS's (minutes a deal), or stated with the deal.

Each trump of each deal runs in a process of its own, so that its peak memory is seen: the growth of the resident set
over what the process held before its searcher was made. Seconds are CPU time, the limit is wall time. DDS is not run
here.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import re
import resource
import sys
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from solver.cards import Seat, Strain
from solver.deal import Deal
from solver.results import Limit
from solver.solve import Searcher
from tests.benchmarks.common import machine

if TYPE_CHECKING:
    from collections.abc import Sequence

FILE = Path(__file__).resolve().parent.parent / "data" / "cases" / "b01_worst_cases.pbn"

STRAINS = (Strain.NO_TRUMP, Strain.SPADES, Strain.HEARTS, Strain.DIAMONDS, Strain.CLUBS)

#: Tricks of each declarer in NT, S, H, D, C, by board number; the leader is the declarer's left-hand opponent.
KNOWN: dict[str, dict[str, tuple[int, int, int, int, int]]] = {
    "1": {"N": (7, 8, 8, 11, 6), "E": (5, 5, 5, 2, 6), "S": (7, 8, 8, 11, 6), "W": (6, 5, 5, 2, 7)},
    "2": {"N": (5, 8, 4, 7, 4), "E": (5, 4, 7, 4, 8), "S": (5, 7, 4, 8, 4), "W": (5, 4, 8, 4, 7)},
    "3": {"N": (7, 7, 6, 6, 7), "E": (7, 6, 7, 7, 6), "S": (7, 7, 6, 6, 7), "W": (7, 6, 7, 7, 6)},
    "4": {"N": (10, 8, 12, 7, 7), "E": (3, 5, 0, 5, 6), "S": (10, 7, 12, 7, 7), "W": (3, 5, 0, 5, 5)},
    "5": {"N": (11, 8, 11, 9, 11), "E": (2, 5, 2, 3, 2), "S": (10, 8, 11, 9, 11), "W": (2, 5, 2, 3, 2)},
    "6": {"N": (0, 13, 0, 13, 0), "E": (0, 0, 13, 0, 13), "S": (0, 13, 0, 13, 0), "W": (0, 0, 13, 0, 13)},
}


@dataclass(frozen=True)
class Task:
    """One trump of one deal, to solve in a process of its own."""

    board: str
    name: str
    deal: str
    strain: str
    seconds: float | None
    nodes: int | None
    memory_mb: int
    cpu: str


@dataclass
class Row:
    """What one trump of one deal cost, all four leaders together."""

    board: str
    name: str
    strain: str
    seconds: float
    nodes: int
    trick_nodes: int
    exact: int
    stopped: str | None
    peak_mb: float
    wrong: list[str] = field(default_factory=list)


def boards(path: Path) -> list[tuple[str, str, str]]:
    """Return number, name and deal of each game of a PBN file; the reader of the library is not what is measured."""
    found = []
    for game in re.split(r"\n\s*\n", path.read_text(encoding="latin-1")):
        tags = dict(re.findall(r'^\[(\w+) "([^"]*)"\]', game, re.MULTILINE))
        if "Deal" in tags:
            found.append((tags.get("Board", "?"), tags.get("Event", ""), tags["Deal"]))
    return found


def peak_mb() -> float:
    """Return the peak resident set of this process."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def solve(task: Task) -> Row:
    """Solve one trump of one deal for its four leaders."""
    base = peak_mb()
    searcher = Searcher(memory_mb=task.memory_mb, cpu=task.cpu)
    strain = Strain.parse(task.strain)
    limit = Limit(seconds=task.seconds, nodes=task.nodes)
    start = time.process_time()
    solution = searcher.table(Deal.parse(task.deal), rules="bridge", strains=[strain], limit=limit)
    row = Row(
        task.board,
        task.name,
        strain.letter,
        time.process_time() - start,
        solution.nodes,
        solution.trick_nodes,
        sum(value.exact for value in solution.values[strain].values()),
        solution.stopped,
        peak_mb() - base,
    )
    for declarer, results in KNOWN.get(task.board, {}).items():
        seat = Seat.parse(declarer)
        known = results[STRAINS.index(strain)]
        low, high = solution.values[strain][seat.next()].bounds(seat.side)
        if not low <= known <= high:
            row.wrong.append(f"{declarer} declares: known {known}, got {low} to {high}")
    return row


def show(row: Row) -> str:
    """Format one row of the table."""
    notes = [f"stopped by {row.stopped}"] if row.stopped else []
    notes += [f"WRONG: {text}" for text in row.wrong]
    return (
        f"{f'{row.board} {row.name}':36} {row.strain:>5} {row.seconds:9.2f} {row.nodes:15,} {row.trick_nodes:13,}"
        f" {row.exact:3d}/4 {row.peak_mb:8.0f} {'; '.join(notes)}"
    ).rstrip()


def arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.freak", description=__doc__.splitlines()[0])
    parser.add_argument("--file", type=Path, default=FILE, help="PBN file of deals (default: the known worst ones)")
    parser.add_argument("--boards", metavar="N,N", help="only these boards of the file")
    parser.add_argument("--strains", default="NSHDC", help="only these trumps (default NSHDC; N: none)")
    parser.add_argument("--seconds", type=float, default=120, help="limit for one trump of one deal (default 120)")
    parser.add_argument("--nodes", type=int, help="the same in nodes")
    parser.add_argument("--memory-mb", type=int, default=256, help="memory of the searcher (default 256)")
    parser.add_argument("--cpu", default="auto", choices=("auto", "portable", "bmi2"), help="build of the search")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of the table")
    return parser.parse_args(argv)


def main(argv: Sequence[str] | None = None) -> int:
    """Solve the deals asked for, print the table, and return 1 if a known value lies outside the bounds found."""
    options = arguments(argv)
    wanted = options.boards.split(",") if options.boards else None
    context = {**machine(), "memory": f"{options.memory_mb} MB", "limit": f"{options.seconds} s, {options.nodes} nodes"}
    talk = sys.stderr if options.json else sys.stdout
    print(*(f"{key}: {value}" for key, value in context.items()), sep="\n", file=talk)
    heads = f"{'board':36} {'trump':>5} {'CPU s':>9} {'cards':>15} {'tricks':>13} {'exact':>5} {'peak MB':>8}"
    print(f"\n{heads}", file=talk)
    rows: list[Row] = []
    spawn = multiprocessing.get_context("spawn")
    tasks = [
        Task(board, name, deal, strain, options.seconds, options.nodes, options.memory_mb, options.cpu)
        for board, name, deal in boards(options.file)
        if wanted is None or board in wanted
        for strain in options.strains
    ]
    for task in tasks:
        with spawn.Pool(1) as pool:
            row = pool.apply(solve, (task,))
        rows.append(row)
        print(show(row), file=talk, flush=True)
    wrong = sum(len(row.wrong) for row in rows)
    print(f"\n{sum(row.seconds for row in rows):.1f} CPU s in all, {wrong} known values outside the bounds", file=talk)
    if options.json:
        print(
            json.dumps({"schema": "hakem/benchmark-freak/1", "context": context, "rows": [asdict(row) for row in rows]})
        )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
