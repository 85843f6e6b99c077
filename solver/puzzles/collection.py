"""The puzzles that come with the program, and puzzles of files.

The collection lies in the folder ``puzzles`` beside the packages, a file a puzzle in a folder a game; it is installed
with them as package data.  A puzzle is called what its file is called.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

from solver.errors import HakemError, ParseError
from solver.notation import read

from .format import Puzzle, puzzle_of

if TYPE_CHECKING:
    from importlib.abc import Traversable

__all__ = ["FOLDERS", "collection", "find_puzzle", "read_puzzles"]

#: The folder of each game.
FOLDERS = ("court-piece", "dehla-pakad", "coinche")


@cache
def collection() -> tuple[Puzzle, ...]:
    """Return every puzzle of the collection, by game, difficulty and name."""
    puzzles = [puzzle for file in _files() for puzzle in read_puzzles(file.read_bytes(), source=file.name)]
    order = {game: place for place, game in enumerate(FOLDERS)}
    return tuple(sorted(puzzles, key=lambda puzzle: (order[puzzle.game], puzzle.difficulty, puzzle.name)))


def find_puzzle(name: str) -> Puzzle | None:
    """Return the puzzle of the collection called *name*, in any case, or `None`; only its own file is read."""
    wanted = name.strip().lower() + ".pbn"
    for file in _files():
        if file.name.lower() == wanted:
            return read_puzzles(file.read_bytes(), source=file.name)[0]
    return None


def read_puzzles(data: bytes | str, *, source: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a file, at least one, called by the name of the file (and by number where there are more).

    Raises the first error of the file, and `ParseError` for a deal that is no puzzle.
    """
    reading = read(data, source=source)
    if reading.errors:
        raise reading.errors[0]
    if not reading.records:
        raise ParseError("expected at least one puzzle, found none", source=source)
    stem = source.replace("\\", "/").rpartition("/")[2].removesuffix(".pbn")
    single = len(reading.records) == 1
    puzzles = []
    for number, record in enumerate(reading.records, start=1):
        try:
            puzzles.append(puzzle_of(record, name=stem if single else f"{stem}-{number}"))
        except HakemError as error:
            error.located(source=record.source, line=record.line)
            raise
    return tuple(puzzles)


def _files() -> Iterator[Traversable]:
    """Yield the files of the collection."""
    root = resources.files("puzzles")
    for folder in FOLDERS:
        yield from sorted(
            (file for file in root.joinpath(folder).iterdir() if file.name.endswith(".pbn")), key=lambda file: file.name
        )
