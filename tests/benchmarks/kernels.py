"""Compare Dehla Pakad and Double Sir with reference kernels: `python -m tests.benchmarks.kernels FOLDER`.

FOLDER holds the kernels' sources, dehla.cpp and double_sir.cpp, which are no part of this project; they are compiled
with the C++ compiler (CXX, default g++) into a temporary folder and loaded into this process.  Every deal is solved by
both before the next, in turn first and second, each with a table of its own of the same size that is empty at the
beginning.  Times are CPU times of one thread, theirs of the call alone, ours of the public Python API.  All answers are
compared: one that differs fails the run.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from time import process_time

from solver.cards import Seat, Side, Strain, cards_of
from solver.position import Position
from solver.solve import Searcher
from tests.benchmarks import dehla, double_sir
from tests.benchmarks.common import SEED, machine, random_deals

#: What a kernel is compiled with.
FLAGS = ("-O3", "-march=native", "-std=c++17", "-shared", "-fPIC", "-w")


@dataclass(frozen=True, slots=True)
class Work:
    """One question about every deal of a list."""

    name: str
    kernel: str  #: "dehla" or "double_sir"
    need: int  #: 0 for the exact value
    strain: Strain | None = None  #: of Dehla Pakad
    rules: str = ""  #: of Double Sir
    variant: int = 0  #: 1: a run goes on after a pick-up


WORKS = (
    Work("dehla, trump open, exact", "dehla", 0),
    Work("dehla, trump S, exact", "dehla", 0, Strain.SPADES),
    Work("dehla, trump open, 3 tens?", "dehla", 3),
    Work("dehla, trump S, 3 tens?", "dehla", 3, Strain.SPADES),
    Work("double sir, restart, 7?", "double_sir", 7, rules="double-sir;sir_after_pickup=restart"),
    Work("double sir, continue, 7?", "double_sir", 7, rules="double-sir;sir_after_pickup=continue", variant=1),
)

#: Only with --exact: minutes.
EXACT = (
    Work("double sir, restart, exact", "double_sir", 0, rules="double-sir;sir_after_pickup=restart"),
    Work("double sir, continue, exact", "double_sir", 0, rules="double-sir;sir_after_pickup=continue", variant=1),
)


@dataclass(frozen=True, slots=True)
class Row:
    """What both needed: sums over the deals, and the share that each answered within the budget of trick boundaries."""

    work: str
    deals: int
    ours_ms: float
    theirs_ms: float
    ours_tricks: int
    theirs_tricks: int
    ours_within: float
    theirs_within: float


class Kernel:
    """A reference kernel, compiled and loaded."""

    def __init__(self, folder: Path, name: str, build: Path, *, memory_mb: int) -> None:
        library = build / f"{name}.so"
        wrapper = Path(__file__).with_suffix(".cpp")
        source = (folder / f"{name}.cpp").resolve()
        if not source.is_file():
            raise SystemExit(f"{source}: there is no such kernel; name the folder that holds {name}.cpp")
        defines = (f'-DKERNEL="{source}"', f"-D{name.upper()}")
        subprocess.run([os.environ.get("CXX", "g++"), *FLAGS, *defines, wrapper, "-o", library], check=True)
        self._library = ctypes.CDLL(str(library))
        self._library.kernel_trick_nodes.restype = ctypes.c_uint64
        self._library.kernel_create(memory_mb)

    def begin(self, variant: int) -> None:
        """Forget everything."""
        self._library.kernel_begin(variant)

    def ask(self, position: Position, need: int) -> int:
        """Ask about a position at the beginning of a trick, its seats in playing order from North on."""
        order = [Seat.NORTH.next(position.direction, steps=steps) for steps in range(4)]
        hands = (ctypes.c_uint64 * 4)()
        for place, seat in enumerate(order):
            for card in cards_of(position.hands[seat]):
                hands[place] |= 1 << (16 * card.suit + 12 - card.index % 13)
        trump = 4 if position.trump is None else int(position.trump)
        found: int = self._library.kernel_ask(hands, order.index(position.leader), trump, need)
        return found

    @property
    def trick_nodes(self) -> int:
        """Trick boundaries since `begin`."""
        nodes: int = self._library.kernel_trick_nodes()
        return nodes


def positions(work: Work, *, count: int, seed: int) -> Iterator[Position]:
    """Yield the deals of the benchmark of that game."""
    if work.kernel == "dehla":
        for deal in dehla.random_deals(count, cards=13, seed=seed):
            yield Position(deal, strain=work.strain, leader=Seat.NORTH, game=dehla.DEHLA)
    else:
        for number, deal in enumerate(random_deals(count, seed=seed)):
            yield double_sir.position_of(deal, number, work.rules)


def ours(searcher: Searcher, position: Position, need: int) -> tuple[int, int]:
    """Our answer, as the kernel gives it, and the trick boundaries."""
    if need:
        answer = searcher.at_least(position, need, side=Side.NS)
        return int(answer.answer is True), answer.trick_nodes
    solution = searcher.value(position)
    return solution.value.ns, solution.trick_nodes


def measure(work: Work, kernel: Kernel, options: argparse.Namespace) -> Row:
    """Answer one question about every deal by both."""
    searcher = Searcher(memory_mb=options.memory_mb, cpu=options.cpu)
    budget = dehla.TRICK_NODES if work.kernel == "dehla" else double_sir.BUDGET
    spent = [0.0, 0.0]
    tricks: tuple[list[int], list[int]] = ([], [])
    for number, position in enumerate(positions(work, count=options.deals, seed=options.seed)):
        answers = [0, 0]
        for which in (number % 2, 1 - number % 2):
            if which:
                kernel.begin(work.variant)
            begun = process_time()
            if which:
                answers[1] = kernel.ask(position, work.need)
                spent[1] += process_time() - begun
                tricks[1].append(kernel.trick_nodes)
            else:
                answers[0], nodes = ours(searcher, position, work.need)
                spent[0] += process_time() - begun
                tricks[0].append(nodes)
        if answers[0] != answers[1]:
            raise SystemExit(f"{work.name}, deal {number}: {answers[0]}, the kernel says {answers[1]}: {position!r}")
    count = len(tricks[0])
    within = [sum(one <= budget for one in side) / count for side in tricks]
    return Row(
        work=work.name,
        deals=count,
        ours_ms=1000 * spent[0] / count,
        theirs_ms=1000 * spent[1] / count,
        ours_tricks=sum(tricks[0]),
        theirs_tricks=sum(tricks[1]),
        ours_within=within[0],
        theirs_within=within[1],
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the works and print a line or a JSON object each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="where the kernels' sources are")
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--game", choices=("dehla", "double_sir"), help="only that one")
    parser.add_argument("--exact", action="store_true", help="exact values of Double Sir too")
    parser.add_argument("--memory-mb", type=int, default=256)
    parser.add_argument("--cpu", default="auto")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    if not options.json:
        print(", ".join(f"{name}: {value}" for name, value in machine().items()))
        print(f"{'':28}{'ms a deal':>20} {'ratio':>6} {'trick boundaries':>25} {'ratio':>6} {'within budget':>15}")
    with tempfile.TemporaryDirectory() as build:
        kernels: dict[str, Kernel] = {}
        for work in (*WORKS, *EXACT) if options.exact else WORKS:
            if options.game in (None, work.kernel):
                if work.kernel not in kernels:
                    kernels[work.kernel] = Kernel(options.folder, work.kernel, Path(build), memory_mb=options.memory_mb)
                row = measure(work, kernels[work.kernel], options)
                if options.json:
                    print(json.dumps(asdict(row)), flush=True)
                    continue
                print(
                    f"{row.work:28}{row.ours_ms:9.2f} of {row.theirs_ms:7.2f} {row.ours_ms / row.theirs_ms:6.2f} "
                    f"{row.ours_tricks:11,} of {row.theirs_tricks:11,} {row.ours_tricks / row.theirs_tricks:5.2f} "
                    f"{row.ours_within:6.1%} {row.theirs_within:7.1%}",
                    flush=True,
                )
    return 0


if __name__ == "__main__":
    sys.exit(main())
