"""Measure endings of six players: `python -m tests.benchmarks.dehla_six`.

For each number of cards a hand: the value in tens of random endings of three packs (`SixDeal.random(seed=SEED + i)`),
with a trump that is fixed and one that nobody has fixed. Reported are trick boundaries, which depend on no machine,
process CPU time, and how many endings were solved within ten million cards of the search.
"""

from __future__ import annotations

import argparse
import json
import sys
from time import process_time
from typing import TYPE_CHECKING

from solver.cards import Strain
from solver.results import Limit
from solver.six import Player, SixDeal, SixPosition, SixSearcher
from tests.benchmarks.common import SEED, machine

if TYPE_CHECKING:
    from collections.abc import Sequence

#: Cards of the search within which an ending is to be solved.
BUDGET = 10_000_000


def measure(cards: int, strain: Strain | None, *, deals: int, memory_mb: int) -> dict[str, object]:
    """Solve endings of one size and return what they cost."""
    searcher = SixSearcher(memory_mb=memory_mb)
    nodes, times, solved = [], [], 0
    for number in range(deals):
        deal = SixDeal.random(cards=cards, seed=SEED + number)
        position = SixPosition(deal, strain=strain, leader=Player(number % len(Player)))
        begun = process_time()
        solution = searcher.value(position, limit=Limit(nodes=BUDGET))
        times.append(process_time() - begun)
        nodes.append(solution.trick_nodes)
        solved += solution.exact
    nodes.sort()
    times.sort()
    return {
        "cards": cards,
        "trump": "open" if strain is None else strain.word,
        "deals": deals,
        "solved": solved,
        "trick_nodes": sum(nodes),
        "median": nodes[deals // 2],
        "p90": nodes[deals * 9 // 10],
        "most": nodes[-1],
        "median_ms": round(1000 * times[deals // 2], 1),
        "p90_ms": round(1000 * times[deals * 9 // 10], 1),
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure every size and print a line or a JSON object each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=50)
    parser.add_argument("--cards", type=int, nargs="*", default=[5, 6, 7, 8])
    parser.add_argument("--memory-mb", type=int, default=128)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    if not options.json:
        print(", ".join(f"{name}: {value}" for name, value in machine().items()))
    for cards in options.cards:
        for strain in (Strain.SPADES, None):
            row = measure(cards, strain, deals=options.deals, memory_mb=options.memory_mb)
            print(json.dumps(row) if options.json else "  ".join(f"{name} {value}" for name, value in row.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
