"""Puzzles that a command line names: of the collection by name, or of files."""

from __future__ import annotations

from pathlib import Path

from cli.reading import STDIN, STDIN_NAME, InputError, load
from solver.puzzles import Puzzle, find_puzzle, read_puzzles


def puzzles_named(name: str) -> tuple[Puzzle, ...]:
    """Return the puzzles that *name* stands for: one of the collection, or those of a file (``-``: standard input)."""
    if name == STDIN:
        return read_puzzles(load(STDIN), source=STDIN_NAME)
    if _is_path(name):
        return read_puzzles(load(name), source=name)
    found = find_puzzle(name)
    if found is None:
        raise InputError(f"there is no puzzle called {name!r}, and no such file: see hakem puzzle list")
    return (found,)


def puzzle_named(name: str) -> Puzzle:
    """Return the one puzzle that *name* stands for."""
    puzzles = puzzles_named(name)
    if len(puzzles) != 1:
        raise InputError(f"expected one puzzle, found {len(puzzles)}", source=name)
    return puzzles[0]


def _is_path(name: str) -> bool:
    """Return whether *name* is meant as a file: it is there, or it cannot be a name of the collection."""
    if any(sign in name for sign in "/\\.\0"):
        return True
    try:
        return Path(name).is_file()
    except OSError:
        return False
