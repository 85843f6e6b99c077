"""Measure Double Sir on random full deals: `python -m tests.benchmarks.double_sir`.

For each set of rules: "do North and South collect at least 7?" and, with --exact, the value. Deal i is
`Deal.random(seed=SEED + i)`; trump and leader go round with it. Reported are trick boundaries (they depend on no
machine), process CPU time, and the share of deals that were answered within a million boundaries. Last come the deals
that were hardest among the first three hundred, one by one.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict, dataclass
from time import process_time
from typing import TYPE_CHECKING

from solver.cards import Seat, Side, Strain
from solver.position import Position
from solver.solve import Searcher
from tests.benchmarks.common import SEED, machine, random_deals

if TYPE_CHECKING:
    from collections.abc import Sequence

    from solver.deal import Deal

RULES = (
    "double-sir;sir_after_pickup=continue",
    "double-sir;sir_after_pickup=restart",
    "double-sir-ace;sir_after_pickup=continue",
    "double-sir-ace;sir_after_pickup=restart",
)

#: Trick boundaries within which a deal is to be answered.
BUDGET = 1_000_000

#: Numbers of the deals that cost most among the first three hundred, whichever way a pick-up is read.
HARD = (39, 80, 113, 115, 247, 254)


@dataclass(frozen=True, slots=True)
class Row:
    """What one work cost over the deals."""

    rules: str
    work: str
    deals: int
    yes: int
    trick_nodes: int
    median: int
    p95: int
    p99: int
    most: int
    within_budget: float
    milliseconds: float


def position_of(deal: Deal, number: int, rules: str) -> Position:
    """Return deal `number` of the list under some rules, with its trump and its leader."""
    return Position(deal, strain=Strain(number % 4), leader=Seat(number // 4 % 4), rules=rules)


def measure(rules: str, *, exact: bool, options: argparse.Namespace) -> Row:
    """Answer one question about every deal."""
    searcher = Searcher(memory_mb=options.memory_mb, cpu=options.cpu)
    nodes: list[int] = []
    yes = 0
    spent = 0.0
    for number, deal in enumerate(random_deals(options.deals, seed=options.seed)):
        position = position_of(deal, number, rules)
        begun = process_time()
        if exact:
            solution = searcher.value(position)
            yes += solution.value.ns >= 7
            nodes.append(solution.trick_nodes)
        else:
            answer = searcher.at_least(position, 7, side=Side.NS)
            yes += answer.answer is True
            nodes.append(answer.trick_nodes)
        spent += process_time() - begun
    nodes.sort()
    count = len(nodes)
    return Row(
        rules=rules,
        work="exact" if exact else "at least 7",
        deals=count,
        yes=yes,
        trick_nodes=sum(nodes),
        median=nodes[count // 2],
        p95=nodes[count * 95 // 100],
        p99=nodes[count * 99 // 100],
        most=nodes[-1],
        within_budget=sum(one <= BUDGET for one in nodes) / count,
        milliseconds=1000 * spent / count,
    )


def hard(rules: str, options: argparse.Namespace) -> list[tuple[int, bool | None, int]]:
    """Answer the question about the hard deals of the default list: number, answer and trick boundaries of each."""
    searcher = Searcher(memory_mb=options.memory_mb, cpu=options.cpu)
    deals = random_deals(max(HARD) + 1)
    found = []
    for number in HARD:
        answer = searcher.at_least(position_of(deals[number], number, rules), 7, side=Side.NS)
        found.append((number, answer.answer, answer.trick_nodes))
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the works and print a line or a JSON object each; 1 if an exact value and a question disagree."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--rules", action="append", help="rules to measure (default: four sets)")
    parser.add_argument("--exact", action="store_true", help="the value too, not only the question")
    parser.add_argument("--memory-mb", type=int, default=256)
    parser.add_argument("--cpu", default="auto")
    parser.add_argument("--no-hard", action="store_true", help="leave out the hard deals")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    if not options.json:
        print(", ".join(f"{name}: {value}" for name, value in machine().items()))
    wrong = False
    for rules in options.rules or RULES:
        works = (False, True) if options.exact else (False,)
        rows = [measure(rules, exact=exact, options=options) for exact in works]
        wrong = wrong or any(row.yes != rows[0].yes for row in rows)
        for row in rows:
            if options.json:
                print(json.dumps(asdict(row)))
            else:
                print(
                    f"{row.rules:42} {row.work:10} {row.yes}/{row.deals} yes, trick nodes {row.trick_nodes} "
                    f"(median {row.median}, p95 {row.p95}, p99 {row.p99}, most {row.most}), "
                    f"{row.within_budget:.1%} within {BUDGET}, {row.milliseconds:.1f} ms a deal"
                )
        for number, answer, nodes in () if options.no_hard else hard(rules, options):
            if options.json:
                print(json.dumps({"rules": rules, "hard": number, "yes": answer, "trick_nodes": nodes}))
            else:
                print(f"  deal {number}: {'yes' if answer else 'no'}, trick nodes {nodes}")
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
