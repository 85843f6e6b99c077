"""Compare what a deal pays with how many tricks it brings: `python -m tests.benchmarks.objectives`.

Full deals of Court Piece, trump and leader in turn.  For each: the tricks exactly, whether the deal is won, and what it
pays in courts under several scores, each from an empty table, one after the other in one process, which goes first in
turn.  Nodes depend on no machine; times are CPU times of one thread.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from time import process_time

from solver.cards import Seat, Strain
from solver.games import CourtPieceRules
from solver.games.court_piece_match import CourtPieceMatch
from solver.games.court_piece_stakes import CourtPieceStakes
from solver.position import Position
from solver.results import OutcomeSolution, Solution
from solver.solve import Searcher
from tests.benchmarks.common import SEED, machine, random_deals

#: Scores whose deals pay in different ways: none, the hakem's kot, each side's, for a streak too, and all tricks.
RULES = ("classic", "kot-pees", "hokm", "courts", "classic;kot_value=2;kot_side=either;sweep_value=3")


def ask(searcher: Searcher, position: Position, objective: str) -> Solution | OutcomeSolution:
    """Solve a deal for "tricks", "deal" or "courts"; the hakem leads to the first trick."""
    if objective == "tricks":
        return searcher.value(position)
    rules = position.rules
    assert isinstance(rules, CourtPieceRules)
    match = CourtPieceMatch(rules, dealer=position.leader.next(rules.direction, steps=3))
    return searcher.outcome(position, CourtPieceStakes(match, "deal" if objective == "deal" else "courts"))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the works and print a line or a JSON object each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--memory-mb", type=int, default=64)
    parser.add_argument("--cpu", default="auto")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    searcher = Searcher(memory_mb=options.memory_mb, cpu=options.cpu)
    works = [("tricks", "classic"), ("deal", "classic"), *(("courts", rules) for rules in RULES)]
    spent = dict.fromkeys(works, 0.0)
    cards = dict.fromkeys(works, 0)
    tricks = dict.fromkeys(works, 0)
    for number, deal in enumerate(random_deals(options.deals, seed=options.seed)):
        first = number % len(works)
        for work in works[first:] + works[:first]:
            objective, rules = work
            position = Position(deal, strain=Strain(number % 4), leader=Seat(number // 4 % 4), rules=rules)
            begun = process_time()
            found = ask(searcher, position, objective)
            spent[work] += process_time() - begun
            cards[work] += found.nodes
            tricks[work] += found.trick_nodes
    if not options.json:
        print(", ".join(f"{name}: {value}" for name, value in machine().items()))
        print(f"{'':56}{'ms a deal':>10}{'of tricks':>10}{'cards':>10}{'boundaries':>12}")
    for work, seconds in spent.items():
        row = {
            "work": ", ".join(work),
            "milliseconds": 1000 * seconds / options.deals,
            "of_tricks": seconds / spent[works[0]],
            "cards": cards[work] // options.deals,
            "trick_nodes": tricks[work] // options.deals,
        }
        print(json.dumps(row) if options.json else "{:56}{:10.2f}{:10.2f}{:10,}{:12,}".format(*row.values()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
