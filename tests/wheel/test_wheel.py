"""The installed wheel works on its own: `.ci/run` copies this file to an empty folder and runs it there.

Nothing of the source folder is on the path, so a file that the sdist or the wheel lacks shows up here. Not collected
with the other tests, which run in the source folder (conftest.py).
"""

from __future__ import annotations

import json
import subprocess
import sys
import sysconfig
import time
from importlib import metadata
from pathlib import Path

import pytest

import solver
from solver.cards import Seat, Side, Strain
from solver.deal import Deal
from solver.position import Position
from solver.solve import Searcher

#: Each seat holds a suit, so that suits exchanged by mistake change the table (case B12 of the collection).
SUITS = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
HAKEM = Path(sysconfig.get_path("scripts")) / "hakem"

#: Who takes all 13 tricks under each trump; without trumps it is whoever leads.
WINNERS = {Strain.SPADES: Side.NS, Strain.HEARTS: Side.EW, Strain.DIAMONDS: Side.NS, Strain.CLUBS: Side.EW}


def run(*arguments: str, stdin: str | None = None) -> subprocess.CompletedProcess[str]:
    """Run the installed command."""
    return subprocess.run(
        [HAKEM, *arguments], input=stdin, capture_output=True, text=True, encoding="utf-8", check=False
    )


def test_the_package_is_the_installed_one() -> None:
    """The library comes from site-packages, with extensions, stubs and type marker, and without C or tests."""
    folder = Path(solver.__file__).parent
    assert folder.parent == Path(sysconfig.get_path("platlib"))
    names = {str(path) for path in metadata.files("hakem") or ()}
    for name in ("solver/py.typed", "cli/py.typed", "solver/search/_cpu.pyi", "solver/search/whist.pxi"):
        assert name in names
    assert not [name for name in names if name.endswith((".c", ".h")) or name.startswith(("tests", "csrc", "build"))]
    assert metadata.version("hakem") == solver.__version__
    assert metadata.metadata("hakem")["License-Expression"] == "MIT"


@pytest.mark.parametrize("leader", list(Seat))
def test_the_table_of_a_deal_of_suits(leader: Seat) -> None:
    """All twenty results of the deal in which each seat holds a suit."""
    values = Searcher(memory_mb=16).table(Deal.parse(SUITS)).values
    for strain, winner in WINNERS.items():
        assert values[strain][leader].of(winner) == 13
    assert values[Strain.NO_TRUMP][leader].of(leader.side) == 13


def test_one_position_through_the_library() -> None:
    """A position, its value and the value of each card."""
    solution = Searcher(memory_mb=16).cards(Position(Deal.parse(SUITS), strain=Strain.HEARTS, leader=Seat.NORTH))
    assert solution.value.ns == 0
    assert len(solution.cards) == 13


def test_one_position_through_the_command() -> None:
    """`hakem solve --json` prints the documented object and nothing else."""
    done = run("solve", "--game", "court-piece", "--deal", SUITS, "--trump", "D", "--leader", "W", "--json")
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["schema"] == "hakem/solve/1"
    assert result["value"] == {"NS": 13, "EW": 0}
    assert result["exact"] is True
    assert len(result["cards"]) == 13


def test_a_file_through_the_command() -> None:
    """`hakem analyze -` reads standard input; the exit status of bad input is 2, without a traceback."""
    done = run("analyze", "-", "--json", stdin=f'[Deal "{SUITS}"]\n')
    assert done.returncode == 0, done.stderr
    table = json.loads(done.stdout)["table"]
    assert table["S"]["N"] == {"NS": 13, "EW": 0}
    done = run("analyze", "-", stdin='[Deal "N:AK... K... Q... J..."]\n')
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_puzzles_come_with_it() -> None:
    """The collection is installed, listed from any folder, checked, and played to the end through a pipe."""
    names = {str(path) for path in metadata.files("hakem") or ()}
    assert "puzzles/court-piece/whitfeld-six.pbn" in names
    assert not [name for name in names if name.startswith("puzzles/examples")]
    done = run("puzzle", "list", "--json")
    assert done.returncode == 0, done.stderr
    games = {json.loads(line)["game"] for line in done.stdout.splitlines()}
    assert games == {"court-piece", "dehla-pakad", "coinche"}
    assert run("puzzle", "check", "whitfeld-six").returncode == 0
    done = run("puzzle", "try", "whitfeld-six", stdin="DA\nDJ\nS5\nHT\nH9\nCT\nCA\nST\nD8\nDK\n")
    assert done.returncode == 0, done.stdout
    assert "Solved" in done.stdout


def test_the_version() -> None:
    """`hakem version` says the version of the distribution."""
    done = run("version")
    assert done.returncode == 0
    assert solver.__version__ in done.stdout


def test_the_import_is_quick() -> None:
    """`import solver` costs under 0.15 s over Python's own start; the best of three, as machines are shared."""

    def seconds(code: str) -> float:
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        return time.perf_counter() - start

    bare = min(seconds("pass") for _ in range(3))
    assert min(seconds("import solver") for _ in range(3)) - bare < 0.15
