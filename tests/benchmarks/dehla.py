"""Solve random deals of Dehla Pakad and report nodes and time: `python -m tests.benchmarks.dehla`.

Deals of any size with all four tens in them, the same on every machine: North leads, trump open or spades, everything
exact or only "three tens?". Each deal is solved under a limit of nodes, so that a run ends; the share that was solved,
and the share within a budget of trick nodes, are reported beside the times. A list of deals that were hard is solved
last. Times are CPU times of one thread; nodes do not depend on the machine.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass

from solver.cards import FULL_DECK, Rank, Seat, Side, Strain, cards_of, mask_of
from solver.deal import Deal
from solver.games import game
from solver.position import Position
from solver.results import Limit
from solver.solve import Searcher
from tests.benchmarks.common import machine

DEHLA = game("dehla-pakad")

#: The budget that most deals should need less of.
TRICK_NODES = 2_000_000

#: Deals that cost most among the first hundred of this benchmark, with the trump and the tens of North-South.
HARD: tuple[tuple[str, str | None, int], ...] = (
    ("N:A86.K543.AJ4.954 KT3.AQ987.Q8653. J7.JT2.72.AKJT72 Q9542.6.KT9.Q863", None, 1),
    ("N:AK2.75.QJT84.KQ4 T9.J862.A9752.A2 Q843.AT9.K63.T83 J765.KQ43..J9765", None, 3),
    ("N:75.AQ94.Q9762.98 3.K83.KJ83.AJ753 AJT842.J6.5.QT64 KQ96.T752.AT4.K2", None, 2),
    ("N:KT52.2.T975.AQJ9 J964.5.KQ32.6532 A8.AKQ983.J.KT87 Q73.JT764.A864.4", "S", 3),
    ("N:Q832.J642.K97.63 KJ.A9753.Q54.AQ7 T764.KT8.T83.T85 A95.Q.AJ62.KJ942", "S", 2),
    ("N:Q32.AQ.T75.AQ653 T95.T763.AJ982.4 A86.J92.KQ643.87 KJ74.K854..KJT92", "S", 0),
)


@dataclass(frozen=True)
class Row:
    """One deal, solved as far as the limit allowed."""

    tens: tuple[int, int]
    nodes: int
    trick_nodes: int
    milliseconds: float
    stopped: str | None


def random_deals(count: int, *, cards: int, seed: int) -> Iterator[Deal]:
    """Yield deals of *cards* cards a hand that hold all four tens."""
    for number in range(count):
        draw = random.Random(seed + number)
        pack = list(cards_of(FULL_DECK))
        draw.shuffle(pack)
        pack.sort(key=lambda card: card.rank is not Rank.TEN)
        dealt = pack[: 4 * cards]
        draw.shuffle(dealt)
        yield Deal.of([mask_of(dealt[cards * place : cards * (place + 1)]) for place in range(4)])


def solve(searcher: Searcher, deal: Deal, strain: Strain | None, *, question: int | None, nodes: int) -> Row:
    """Solve one deal exactly, or only whether North-South take *question* tens."""
    position = Position(deal, strain=strain, leader=Seat.NORTH, game=DEHLA)
    return measure(searcher, position, question=question, nodes=nodes)


def measure(searcher: Searcher, position: Position, *, question: int | None, nodes: int) -> Row:
    """Solve a position exactly, or only whether North-South take *question* units."""
    begun = time.process_time()
    limit = Limit(nodes=nodes)
    if question is None:
        solution = searcher.value(position, limit=limit)
    else:
        solution = searcher.at_least(position, question, side=Side.NS, limit=limit)
    spent = 1000 * (time.process_time() - begun)
    bounds = solution.value.bounds(Side.NS)
    return Row(bounds, solution.nodes, solution.trick_nodes, spent, solution.stopped)


def spread(amounts: Iterable[float]) -> str:
    """Median, mean, the 95th of a hundred, and the greatest."""
    ordered = sorted(amounts)
    late = ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))]
    return f"{statistics.median(ordered):12,.1f} {statistics.fmean(ordered):12,.1f} {late:12,.1f} {ordered[-1]:12,.1f}"


def report(rows: list[Row]) -> list[str]:
    """The lines about one kind of question."""
    solved = [row for row in rows if row.stopped is None]
    within = sum(row.trick_nodes <= TRICK_NODES for row in solved)
    return [
        f"  milliseconds {spread(row.milliseconds for row in rows)}",
        f"  trick nodes  {spread(row.trick_nodes for row in rows)}",
        f"  solved {len(solved)} of {len(rows)}, {100 * within / len(rows):.1f} % within {TRICK_NODES:,} trick nodes",
    ]


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--cards", type=int, default=13)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nodes", type=int, default=100_000_000, help="limit of cards played, a deal")
    parser.add_argument("--memory-mb", type=int, default=128)
    parser.add_argument("--cpu", default="auto")
    parser.add_argument("--no-hard", action="store_true", help="leave out the hard deals")
    parser.add_argument("--json", action="store_true", help="write every deal's numbers as JSON")
    options = parser.parse_args()
    searcher = Searcher(memory_mb=options.memory_mb, cpu=options.cpu)
    found: dict[str, list[Row]] = {}
    for strain, question in ((None, None), (Strain.SPADES, None), (None, 3), (Strain.SPADES, 3)):
        what = "trump open" if strain is None else f"trump {strain.letter}"
        name = f"{options.cards} cards, {what}, " + ("exact" if question is None else f"{question} tens?")
        found[name] = [
            solve(searcher, deal, strain, question=question, nodes=options.nodes)
            for deal in random_deals(options.deals, cards=options.cards, seed=options.seed)
        ]
    for text, letter, tens in () if options.no_hard else HARD:
        strain = None if letter is None else Strain.parse(letter)
        row = solve(searcher, Deal.parse(text), strain, question=None, nodes=options.nodes)
        found[f"{text} {letter or 'open'}, {tens} tens"] = [row]
        if not row.tens[0] <= tens <= row.tens[1]:
            raise SystemExit(f"expected {tens} tens of NS in {text!r} ({letter or 'trump open'}), found {row.tens}")
    if options.json:
        print(json.dumps({"machine": machine(), **{name: list(map(asdict, rows)) for name, rows in found.items()}}))
        return
    print(*(f"{name}: {fact}" for name, fact in machine().items()), sep="\n")
    print(f"{'':16}{'median':>12} {'mean':>12} {'95 %':>12} {'most':>12}")
    for name, rows in found.items():
        print(name, *report(rows), sep="\n")


if __name__ == "__main__":
    main()
