"""What has to be followed while cards are dealt out, group by group: sums, conditions, lengths of suits.

A meter watches one hand. It is told how many cards of each group the hand gets, in the order of the groups, and says
whether the hand can still become what it must be. Its state is an integer, so that hands that have the same future are
counted together.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from itertools import product

from solver.constraints import Term, lengths_fit

__all__ = ["ConditionMeter", "LengthMeter", "Meter", "SumMeter"]

_Lengths = tuple[int, int, int, int]


class Meter(ABC):
    """Follows one hand; the state before the first group is `start`."""

    start: int

    @abstractmethod
    def step(self, state: int, group: int, cards: int) -> int | None:
        """Return the state after *cards* cards of *group*; `None` where nothing can come of it any more."""

    @abstractmethod
    def accepts(self, state: int) -> bool:
        """Tell whether the hand is complete and as it must be."""


class SumMeter(Meter):
    """The numbers of the cards must add up to *low* to *high*.

    *each* is the number of a card of each group, *most* what the cards of the group can add together.
    """

    def __init__(self, each: Sequence[int], most: Sequence[int], low: int, high: int | None) -> None:
        self.start = 0
        self._each = each
        self._low = max(low, 0)
        self._high = high
        self._to_come = [sum(most[group + 1 :]) for group in range(len(most))]

    def step(self, state: int, group: int, cards: int) -> int | None:
        """Add the numbers; all that is enough whatever comes is the same."""
        total = state + self._each[group] * cards
        rest = self._to_come[group]
        if (self._high is not None and total > self._high) or total + rest < self._low:
            return None
        if total >= self._low and (self._high is None or total + rest <= self._high):
            return self._low
        return total

    def accepts(self, state: int) -> bool:
        """Tell whether it is enough."""
        return state >= self._low and (self._high is None or state <= self._high)


class ConditionMeter(Meter):
    """A card of one of the groups *trigger* needs one of the groups *needed*."""

    _OPEN, _DUE, _MET = range(3)

    def __init__(self, trigger: frozenset[int], needed: frozenset[int], *, due: bool) -> None:
        self.start = self._DUE if due else self._OPEN
        self._trigger = trigger
        self._needed = needed

    def step(self, state: int, group: int, cards: int) -> int | None:
        """Note what is held."""
        if not cards or state == self._MET:
            return state
        if group in self._needed:
            return self._MET
        return self._DUE if group in self._trigger else state

    def accepts(self, state: int) -> bool:
        """Tell whether nothing is due."""
        return state != self._DUE


class LengthMeter(Meter):
    """The lengths of the suits must agree with *terms*.

    *suits* is the suit of each group, *fixed* how many cards of each suit the hand holds anyway, *free* how many it
    gets at most of each suit, *need* how many in all.
    """

    def __init__(
        self, terms: tuple[Term, ...], suits: Sequence[int], *, fixed: _Lengths, free: _Lengths, need: int
    ) -> None:
        fitting = {
            (s, h, d, c)
            for s, h, d, c in product(*(range(most + 1) for most in free))
            if s + h + d + c == need and lengths_fit(terms, (s + fixed[0], h + fixed[1], d + fixed[2], c + fixed[3]))
        }
        self._suits = suits
        self._next: list[dict[int, int]] = []
        self._most: list[int] = []
        self._ids: dict[frozenset[tuple[int, ...]], int] = {}
        self.start = self._node(frozenset(fitting)) << 8

    def _node(self, rests: frozenset[tuple[int, ...]]) -> int:
        """Return the number of the node from which the lengths of the suits to come are one of *rests*."""
        found = self._ids.get(rests)
        if found is not None:
            return found
        number = self._ids[rests] = len(self._ids)
        self._next.append({})
        self._most.append(max((rest[0] for rest in rests if rest), default=-1))
        branches: dict[int, set[tuple[int, ...]]] = {}
        for rest in rests:
            if rest:
                branches.setdefault(rest[0], set()).add(rest[1:])
        self._next[number] = {length: self._node(frozenset(after)) for length, after in branches.items()}
        return number

    # A state is a node, the suit that is being dealt (0 to 4) and its cards so far: node << 8 | suit << 4 | cards.

    def _closed(self, state: int, suit: int) -> int | None:
        """Return the state in which *suit* is being dealt."""
        node, at, cards = state >> 8, state >> 4 & 15, state & 15
        while at < suit:
            after = self._next[node].get(cards)
            if after is None:
                return None
            node, at, cards = after, at + 1, 0
        return node << 8 | at << 4 | cards

    def step(self, state: int, group: int, cards: int) -> int | None:
        """Count the cards of the suit."""
        suit = self._suits[group]
        if suit > state >> 4 & 15:
            closed = self._closed(state, suit)
            if closed is None:
                return None
            state = closed
        return state + cards if (state & 15) + cards <= self._most[state >> 8] else None

    def accepts(self, state: int) -> bool:
        """Tell whether the last suit is as it must be too."""
        return self._closed(state, 4) is not None
