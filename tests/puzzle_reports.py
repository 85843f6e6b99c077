"""The checks of the puzzles of the collection, made once for all tests that look at them."""

from __future__ import annotations

from functools import cache

from solver.puzzles import Puzzle, PuzzleReport, check_puzzle, collection


def puzzle_of(name: str) -> Puzzle:
    """Return a puzzle of the collection."""
    return next(puzzle for puzzle in collection() if puzzle.name == name)


@cache
def report_of(name: str) -> PuzzleReport:
    """Return the check of a puzzle of the collection."""
    return check_puzzle(puzzle_of(name))
