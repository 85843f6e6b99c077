"""Time puzzles, their solution graphs and their making: `python -m tests.benchmarks.puzzles`.

    solve      Whitfeld's six: the first card that takes all tricks, and that no other does
    graph      the solution graph of every puzzle of the collection with six cards a hand: its size, the time to make
               it, and the time to replay every defence in it by the rules
    check      all puzzles of the collection, checked as `hakem puzzle check` does
    generate   ten puzzles of Court Piece with six cards, seed 1

Times are CPU times of one thread, in seconds, each the best of a few runs where it is short; sizes do not depend on the
machine.  The exit status is 1 when a graph is not what it says or a puzzle is not sound.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from itertools import islice
from time import process_time
from typing import Any, TypeVar

from solver.puzzles import (
    Judge,
    Puzzle,
    Wanted,
    check_puzzle,
    collection,
    find_puzzle,
    generate,
    solution_graph,
    verify,
)
from tests.benchmarks.common import machine

_Result = TypeVar("_Result")


def timed(work: Callable[[], _Result], *, runs: int = 1) -> tuple[float, _Result]:
    """Return the least time of *runs* runs, and what the last one returned."""
    best = float("inf")
    for _ in range(runs):
        start = process_time()
        result = work()
        best = min(best, process_time() - start)
    return best, result


def graph_row(puzzle: Puzzle) -> dict[str, Any]:
    """Return what the solution graph of one puzzle is and costs."""
    made, solution = timed(lambda: solution_graph(puzzle.position, puzzle.goal), runs=3)
    replayed, faults = timed(lambda: verify(solution))
    return {
        "puzzle": puzzle.name,
        "goal": str(puzzle.goal),
        "positions": len(solution.nodes),
        "plays": solution.edges,
        "seconds": made,
        "replayed": replayed,
        "faults": faults,
    }


def main() -> int:
    """Measure, print, and say whether everything was as it must be."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    arguments = parser.parse_args()
    six = find_puzzle("whitfeld-six")
    assert six is not None
    solved, keys = timed(lambda: Judge(six.goal, six.position).winning(six.position), runs=5)
    rows = [graph_row(puzzle) for puzzle in collection() if puzzle.cards == 6]
    checked, reports = timed(lambda: [check_puzzle(puzzle) for puzzle in collection()])
    wanted = Wanted.of("court-piece", cards=6)
    made, puzzles = timed(lambda: list(islice(generate(wanted, seed=1), 10)))
    unsound = [report.puzzle.name for report in reports if not report.sound]
    found = {
        "machine": machine(),
        "solve": {"seconds": solved, "keys": sorted(card.text for card in keys)},
        "graphs": rows,
        "check": {"puzzles": len(reports), "seconds": checked, "unsound": unsound},
        "generate": {"puzzles": len(puzzles), "seconds": made},
    }
    if arguments.json:
        print(json.dumps(found))
    else:
        print_tables(found)
    return int(bool(unsound) or any(row["faults"] for row in rows))


def print_tables(found: dict[str, Any]) -> None:
    """Print everything for people."""
    print(", ".join(f"{name}: {value}" for name, value in found["machine"].items()))
    keys = " or ".join(found["solve"]["keys"])
    print(f"\nsolve: Whitfeld's six in {found['solve']['seconds']:.4f} s, first card {keys}")
    print(f"\n{'graph':<16} {'goal':<14} {'positions':>9} {'plays':>7} {'seconds':>8} {'replayed':>8}")
    for row in found["graphs"]:
        size = f"{row['positions']:>9} {row['plays']:>7}"
        print(f"{row['puzzle']:<16} {row['goal']:<14} {size} {row['seconds']:>8.3f} {row['replayed']:>8.3f}")
        for fault in row["faults"]:
            print(f"  {fault}")
    check, made = found["check"], found["generate"]
    print(f"\ncheck: {check['puzzles']} puzzles in {check['seconds']:.1f} s, not sound: {check['unsound'] or 'none'}")
    print(f"generate: {made['puzzles']} puzzles of six cards in {made['seconds']:.1f} s")


if __name__ == "__main__":
    sys.exit(main())
