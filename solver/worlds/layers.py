"""Counting by dynamic programming: how many cards of each group go to each class, one group after the other.

A layer holds the states that can be reached before a group: how many cards each class still needs, and the states of
the meters. Between two layers lie the *moves*, sorted by the state that they leave: numbers of cards by class, and in
how many ways that many cards of the group can be chosen. States and moves are arrays, and a layer is made at a stroke.
Counts are exact: 64-bit integers where the number of all deals fits, Python's integers in the same arrays otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import factorial, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .meters import Meter

__all__ = ["Layers"]

_Ints = NDArray[np.int64]
#: Counts: of 64 bits, or Python's integers.
_Counts = NDArray[Any]
#: Counts up to this are kept in 64 bits.
_MOST = 1 << 62


@dataclass(slots=True)
class _Moves:
    """The moves from one layer to the next, sorted by the state that they leave."""

    #: The first move of each state, and one more for the end.
    begin: _Ints
    target: _Ints
    #: The numbers of cards by class, and in how many ways these can be chosen.
    numbers: NDArray[np.uint8]
    choices: _Counts
    #: The deals below the target; with the choices, running totals of the moves of each state.
    below: _Counts
    running: _Counts


class Layers:
    """The ways to deal *groups* (their sizes, and the classes that may hold them) to classes with these *needs*.

    *meters* are those of classes, by number.
    """

    def __init__(
        self,
        groups: Sequence[tuple[int, tuple[int, ...]]],
        needs: Sequence[int],
        meters: Sequence[tuple[int, Meter]],
    ) -> None:
        self._groups = groups
        self._classes = len(needs)
        # No count is larger than that of all ways to deal the cards to hands that may hold any of them.
        bound = factorial(sum(needs)) // prod(map(factorial, needs))
        self._type: Any = np.int64 if bound < _MOST else object
        self._moves: list[_Moves] = []
        #: The number of deals, with each class taken as one hand.
        self.count = 0
        last, held = self._forward(needs, meters)
        if last is not None:
            self._backward(last, held, meters)

    @property
    def in_64_bits(self) -> bool:
        """Whether counts are integers of 64 bits."""
        return self._type is not object

    # Counting

    def _forward(
        self, needs: Sequence[int], meters: Sequence[tuple[int, Meter]]
    ) -> tuple[_Ints | None, list[list[int]]]:
        """Find the states of every layer and the moves between them; return the last layer, and its meters' states."""
        states = np.array([[*needs, *(0 for _ in meters)]], dtype=np.int64)
        held: list[list[int]] = [[meter.start] for _, meter in meters]
        for number, (size, classes) in enumerate(self._groups):
            room = self._room(number + 1)
            tables = []
            for place, (owner, meter) in enumerate(meters):
                table, held[place] = _table(meter, held[place], number, size if owner in classes else 0)
                tables.append(table)
            found: list[tuple[_Ints, _Ints, _Ints, int]] = []
            for choices, numbers in _shares(size, classes, needs):
                after = states.copy()
                after[:, : self._classes] -= numbers
                good = np.all((after[:, : self._classes] >= 0) & (after[:, : self._classes] <= room), axis=1)
                for place, (owner, _) in enumerate(meters):
                    column = self._classes + place
                    after[:, column] = tables[place][states[:, column], numbers[owner]]
                    good &= after[:, column] >= 0
                source = np.flatnonzero(good)
                if len(source):
                    found.append((source, after[source], numbers, choices))
            if not found:
                self._moves = []
                return None, held
            source = np.concatenate([each[0] for each in found])
            order = np.argsort(source, kind="stable")
            share = np.repeat(np.arange(len(found)), [len(each[0]) for each in found])[order]
            next_states, target = _distinct(np.concatenate([each[1] for each in found])[order])
            counts = np.array([each[3] for each in found], dtype=self._type)
            self._moves.append(
                _Moves(
                    begin=np.searchsorted(source[order], np.arange(len(states) + 1)).astype(np.int64),
                    target=target,
                    numbers=np.array([each[2] for each in found], dtype=np.uint8)[share],
                    choices=counts[share],
                    below=counts[:0],
                    running=counts[:0],
                )
            )
            states = next_states
        return states, held

    def _room(self, number: int) -> _Ints:
        """Return how many cards each class can get from the groups from *number* on."""
        room = [
            sum(size for size, classes in self._groups[number:] if each in classes) for each in range(self._classes)
        ]
        return np.array(room, dtype=np.int64)

    def _backward(self, states: _Ints, held: list[list[int]], meters: Sequence[tuple[int, Meter]]) -> None:
        """Count the deals below every state, from the last layer to the first."""
        good = np.all(states[:, : self._classes] == 0, axis=1)
        for place, (_, meter) in enumerate(meters):
            accepted = np.array([meter.accepts(state) for state in held[place]], dtype=bool)
            good &= accepted[states[:, self._classes + place]]
        below = good.astype(np.int64).astype(self._type)
        for moves in reversed(self._moves):
            moves.below = below[moves.target]
            running = np.cumsum(moves.choices * moves.below)
            before = np.concatenate([running[:1] * 0, running])
            below = before[moves.begin[1:]] - before[moves.begin[:-1]]
            moves.running = running - np.repeat(before[moves.begin[:-1]], np.diff(moves.begin))
        self.count = int(below[0])

    # Paths

    def paths(self, ranks: _Counts) -> NDArray[np.uint8]:
        """Return the numbers of cards by group and class (n, groups, classes) of the deals of these *ranks*.

        Ranks are from 0 to `count` - 1; each path has as many as there are deals of it.
        """
        found = np.zeros((len(ranks), len(self._groups), self._classes), dtype=np.uint8)
        state = np.zeros(len(ranks), dtype=np.int64)
        ranks = ranks.copy()
        for number, moves in enumerate(self._moves):
            low, high = moves.begin[state], moves.begin[state + 1] - 1
            first = low.copy()
            while np.any(low < high):
                middle = (low + high) // 2
                right = (moves.running[middle] <= ranks).astype(bool)
                low = np.where(right & (low < high), middle + 1, low)
                high = np.where(right, high, np.minimum(high, middle))
            previous = np.maximum(low - 1, 0)
            ranks = ranks - np.where(low > first, moves.running[previous], ranks * 0)
            # What is left is a place among the choices of these cards and the deals below each of them.
            ranks = ranks % moves.below[low]
            found[:, number, :] = moves.numbers[low]
            state = moves.target[low]
        return found

    def all_paths(self) -> Iterator[NDArray[np.uint8]]:
        """Yield the numbers of cards by group and class of every path that a deal has, each once."""
        path = np.zeros((len(self._groups), self._classes), dtype=np.uint8)

        def walk(number: int, state: int) -> Iterator[NDArray[np.uint8]]:
            if number == len(self._groups):
                yield path.copy()
                return
            moves = self._moves[number]
            for move in range(int(moves.begin[state]), int(moves.begin[state + 1])):
                if moves.below[move]:
                    path[number] = moves.numbers[move]
                    yield from walk(number + 1, int(moves.target[move]))

        if self.count:
            yield from walk(0, 0)


def _table(meter: Meter, held: Sequence[int], group: int, most: int) -> tuple[_Ints, list[int]]:
    """Return what *meter* makes of each state in *held* and each number of cards up to *most*, and its states then.

    Both are numbered by their place in the lists of states; -1 stands for none.
    """
    numbers: dict[int, int] = {}
    table = np.full((len(held), most + 1), -1, dtype=np.int64)
    for place, state in enumerate(held):
        for cards in range(most + 1):
            after = meter.step(state, group, cards)
            if after is not None:
                table[place, cards] = numbers.setdefault(after, len(numbers))
    return table, list(numbers)


def _distinct(rows: _Ints) -> tuple[_Ints, _Ints]:
    """Return the different rows, and the number of each row among them."""
    key = np.zeros(len(rows), dtype=np.int64)
    bound = 1
    for column in range(rows.shape[1]):
        width = int(rows[:, column].max()) + 1
        if bound * width >= 1 << 62:
            _, key = np.unique(key, return_inverse=True)
            bound = len(rows)
        key = key * width + rows[:, column]
        bound *= width
    _, first, number = np.unique(key, return_index=True, return_inverse=True)
    return rows[first], number.reshape(-1).astype(np.int64)


def _shares(size: int, classes: tuple[int, ...], needs: Sequence[int]) -> Iterator[tuple[int, NDArray[np.int64]]]:
    """Yield every way to share *size* cards among *classes*: in how many ways they can be chosen, numbers by class."""
    numbers = np.zeros(len(needs), dtype=np.int64)

    def share(cards: int, rest: tuple[int, ...], ways: int) -> Iterator[tuple[int, NDArray[np.int64]]]:
        each = rest[0]
        if len(rest) == 1:
            if cards <= needs[each]:
                numbers[each] = cards
                yield ways // factorial(cards), numbers.copy()
            return
        for given in range(min(cards, needs[each]) + 1):
            numbers[each] = given
            yield from share(cards - given, rest[1:], ways // factorial(given))

    return share(size, classes, factorial(size))
