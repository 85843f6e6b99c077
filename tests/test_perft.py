"""Counting the ways to play: legal plays, turns and winners, checked all at once against recorded numbers."""

from __future__ import annotations

from math import factorial, prod

import pytest

from solver.reference import perft, perft_split
from tests import perft_files

CASES = perft_files.load()

#: Larger counts than this are left to the slow run.
QUICK = 12_000


def at_depths(*, quick: bool) -> list[object]:
    """Return the recorded counts, the quick or the other ones, as parameters."""
    return [
        pytest.param(case, depth, count, id=f"{case.name}-{depth}")
        for case in CASES
        for depth, count in case.counts.items()
        if (count <= QUICK) is quick
    ]


def check(case, depth, count):
    """Compare, and on a difference show the summand of each first card, ready to be compared with another counter."""
    found = perft(case.position, depth)
    split = {str(card): ways for card, ways in perft_split(case.position, depth).items()}
    assert sum(split.values()) == found
    assert found == count, f"{case.position!r}: {split}"


@pytest.mark.parametrize(("case", "depth", "count"), at_depths(quick=True))
def test_counts(case, depth, count):
    """The number of ways to play so many cards is the recorded one."""
    check(case, depth, count)


@pytest.mark.slow
@pytest.mark.parametrize(("case", "depth", "count"), at_depths(quick=False))
def test_large_counts(case, depth, count):
    """The number of ways to play so many cards is the recorded one, also where it is large."""
    check(case, depth, count)


@pytest.mark.parametrize(
    "case", [case for case in CASES if case.name.startswith(("a-suit", "one-"))], ids=lambda case: case.name
)
def test_closed_forms(case):
    """Where no choice is ever restricted there are (n!)^4 ways, and the recorded numbers are the products for it."""
    cards = case.position.tricks_left
    for depth, count in case.counts.items():
        assert count == prod(cards - ply // 4 for ply in range(depth))
    if 4 * cards in case.counts:
        assert case.counts[4 * cards] == factorial(cards) ** 4


def test_the_files_cover_the_game():
    """The recorded positions have every strain, both directions, every place in a trick, and full deals."""
    shapes = {(case.position.strain, case.position.direction) for case in CASES}
    assert len(shapes) == 10
    assert {len(case.position.trick) for case in CASES} == {0, 1, 2, 3}
    assert {case.position.tricks_left for case in CASES} >= {1, 2, 3, 4, 5, 6, 13}
    assert len({case.name for case in CASES}) == len(CASES)


def test_the_files_are_read_and_written():
    """What is read from the files can be written and read again."""
    again = perft_files.read(perft_files.write(CASES))
    assert again == CASES
