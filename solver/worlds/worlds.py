"""All deals that agree with a view: how many there are, all of them, or a fair sample.

A sample is exactly uniform: every deal that agrees with the view has the same probability, whatever is known and
assumed, and none is ever thrown away. A random number picks the numbers of cards by suit and seat in proportion to the
deals that have them (`solver.worlds.counting`), further ones pick the cards. World *i* depends on view and seed alone.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from solver.cards import cards_of
from solver.errors import LimitError
from solver.view import View, trump_code

from .conflicts import impossible
from .counting import Census
from .facts import Fact, facts_of
from .layers import Layers
from .random import Words, below, words

__all__ = ["Sampled", "Worlds"]

#: Worlds made at a time: enough to be quick, few enough for the cache.
_BATCH = 4096
#: The most worlds that are listed.
_MOST = 4_000_000
#: Where the words of further attempts begin; there are never so many words before.
_AGAIN = 1 << 16
#: The word that chooses a hidden trump.
_CHOICE = 1 << 30
_ONE = np.uint64(1)


@dataclass(frozen=True, slots=True)
class Sampled:
    """Worlds: masks of the cards now in the hands, by `Seat` (see `Worlds`); *complete* when these are all of them."""

    hands: Words
    complete: bool


class Worlds:
    """The deals that agree with *view*. Raises `ImpossibleView` when there is none.

    Where somebody has hidden a trump that the seat does not know, a world is a deal together with what the trump may
    be, every such pair counts, and worlds have a fifth column for it (`solver.view.trump_code`).

    >>> from solver.cards import Seat
    >>> worlds = Worlds(View.of(seat=Seat.NORTH, hand="AK5.Q2..", rules="courts", hakem=Seat.NORTH))
    >>> worlds.count
    26564771102357895613668000
    >>> worlds.sample(100, seed=1).shape
    (100, 4)
    """

    def __init__(self, view: View) -> None:
        self.view = view
        self._facts = facts_of(view)
        guesses = view.guesses()
        if not guesses:
            self._spaces = [_Space(view, self._facts)]
            self._codes: list[int] = []
        else:
            spaces = [(guess, _Space(known, facts_of(known))) for guess in guesses for known in [view.supposing(guess)]]
            self._spaces = [space for _, space in spaces if space.count]
            self._codes = [trump_code(guess) for guess, space in spaces if space.count]
        #: The number of worlds.
        self.count = sum(space.count for space in self._spaces)
        if not self.count:
            supposed = view if not guesses else view.supposing(guesses[0])
            fits = not guesses or not Census(view.pack, view.size, self._facts).count
            raise impossible(*((view, self._facts) if fits else (supposed, facts_of(supposed))))

    @property
    def facts(self) -> tuple[str, ...]:
        """What is known of the hidden hands, in words; the seat's own cards and the cards played are left out."""
        return tuple(fact.text for fact in self._facts if not fact.plain)

    def sample(self, n: int, *, seed: int, start: int = 0) -> Words:
        """Return the worlds *start* to *start* + *n* - 1 of a random sequence: masks of (n, 4), cards now in the hands.

        Worlds are drawn independently, so that one may come twice. *seed* and *start* are from 0 to 2**64 - 1.
        """
        for name, value in (("seed", seed), ("start", start), ("number of worlds", n)):
            if not 0 <= value < 1 << 64:
                raise LimitError(f"expected a {name} from 0 to 2**64 - 1, not {value!r}")
        made = np.empty((n, 5 if self._codes else 4), dtype=np.uint64)
        for first in range(0, n, _BATCH):
            last = min(first + _BATCH, n)
            numbers = np.arange(start + first, start + last, dtype=np.uint64)
            if not self._codes:
                made[first:last] = self._spaces[0].drawn(seed, numbers)
                continue
            chosen = self._chosen(seed, numbers)
            for place, (space, code) in enumerate(zip(self._spaces, self._codes, strict=True)):
                here = np.flatnonzero(chosen == place)
                if len(here):
                    made[first + here, :4] = space.drawn(seed, numbers[here])
                    made[first + here, 4] = code
        return made

    def take(self, n: int, *, seed: int) -> Sampled:
        """Return all worlds if there are no more than *n*, else a sample of *n*."""
        if self.count <= n:
            return Sampled(self.all(), complete=True)
        return Sampled(self.sample(n, seed=seed), complete=False)

    def all(self) -> Words:
        """Return all worlds, each once, in a fixed order; raises `LimitError` if there are more than four millions."""
        if self.count > _MOST:
            raise LimitError(f"expected at most {_MOST} worlds to list, there are {self.count}: draw a sample")
        if not self._codes:
            return self._spaces[0].all()
        parts = []
        for space, code in zip(self._spaces, self._codes, strict=True):
            hands = space.all()
            parts.append(np.column_stack([hands, np.full(len(hands), code, dtype=np.uint64)]))
        return np.concatenate(parts)

    def _chosen(self, seed: int, numbers: Words) -> NDArray[np.intp]:
        """Return the place of a hidden trump for each world, in proportion to the deals that agree with it."""
        ends = list(accumulate(space.count for space in self._spaces))
        ranks = _ranks(seed, numbers, self.count, _CHOICE)
        return np.array([bisect_right(ends, rank) for rank in ranks], dtype=np.intp)


class _Space:
    """The deals that agree with a view that leaves only hands open."""

    def __init__(self, view: View, facts: Sequence[Fact]) -> None:
        self._census = Census(view.pack, view.size, facts)
        self.count = self._census.count
        self._played = np.array([*view.table.played_by, 0], dtype=np.uint64)
        self._forced = np.array(self._census.forced, dtype=np.uint64)

    @property
    def _layers(self) -> Layers:
        """The counted numbers of cards; only where there are deals."""
        assert self._census.layers is not None
        return self._census.layers

    def all(self) -> Words:
        """Return all deals."""
        parts = [self._listed(path) for path in self._layers.all_paths()]
        return self._now(np.concatenate(parts))

    def _now(self, dealt: Words) -> Words:
        """Return the cards now in the hands from those dealt to the five holders."""
        return (dealt | self._forced)[:, :4] & ~self._played[:4]

    # Listing

    def _listed(self, path: NDArray[np.uint8]) -> Words:
        """Return all deals of a path, without the cards that are the same in all deals."""
        classes = self._census.classes
        pools = np.zeros((1, len(classes)), dtype=np.uint64)
        for group, numbers in zip(self._census.groups, path, strict=True):
            pools = _joined(pools, _shared(np.array([group.cards], dtype=np.uint64), tuple(map(int, numbers)))[0])
        dealt = np.zeros((len(pools), 5), dtype=np.uint64)
        source = np.arange(len(pools))
        for place, each in enumerate(classes):
            shares = _shared(pools[source, place], each.needs)
            rows, ways, _ = shares.shape
            dealt = np.repeat(dealt, ways, axis=0)
            source = np.repeat(source, ways)
            dealt[:, list(each.holders)] = shares.reshape(rows * ways, len(each.holders))
        return dealt

    # Drawing

    def drawn(self, seed: int, numbers: Words) -> Words:
        """Return the worlds with these numbers."""
        census = self._census
        given = self._paths(seed, numbers)
        cards = sum(group.size for group in census.groups)
        stream = _Stream(seed, numbers, self._path_words, 2 * cards)
        dealt = np.zeros((len(numbers), 5), dtype=np.uint64)
        everyone = np.arange(len(numbers))
        first_holder = np.array([each.holders[0] for each in census.classes], dtype=np.intp)
        merged = {
            place: (
                np.array(each.holders, dtype=np.intp),
                np.repeat(np.array([each.needs], dtype=np.uint64), len(numbers), axis=0),
            )
            for place, each in enumerate(census.classes)
            if len(each.holders) > 1
        }
        turn = 0
        for place, group in enumerate(census.groups):
            left = given[:, place, :].astype(np.uint64)
            for card in cards_of(group.cards):
                if len(group.classes) > 1:
                    chosen = stream.pick(2 * turn, left)
                    left[everyone, chosen] -= _ONE
                else:
                    chosen = np.full(len(numbers), group.classes[0], dtype=np.intp)
                holder = first_holder[chosen]
                for number, (holders, needs) in merged.items():
                    here = np.flatnonzero(chosen == number)
                    if len(here):
                        member = stream.pick(2 * turn + 1, needs[here], here)
                        needs[here, member] -= _ONE
                        holder[here] = holders[member]
                dealt[everyone, holder] |= np.uint64(card.bit)
                turn += 1
        return self._now(dealt)

    @property
    def _path_words(self) -> int:
        """How many words choose a path; with more than one, 64 bits more than it takes."""
        if self._layers.count == 1:
            return 0
        return 1 if self._layers.in_64_bits else _width(self._layers.count)

    def _paths(self, seed: int, numbers: Words) -> NDArray[np.uint8]:
        """Return how many cards of each group each class gets, for each world."""
        layers, width = self._layers, self._path_words
        if not width:
            return layers.paths(np.zeros(len(numbers), dtype=np.int64))
        drawn = words(seed, numbers, 0, width)
        if layers.in_64_bits:

            def again(worlds: NDArray[np.intp], attempt: int) -> Words:
                return words(seed, numbers[worlds], attempt * _AGAIN, 1)[:, 0]

            bounds = np.full(len(numbers), layers.count, dtype=np.uint64)
            return layers.paths(below(bounds, drawn[:, 0], again).astype(np.int64))
        ranks = np.empty(len(numbers), dtype=object)
        ranks[:] = _ranks(seed, numbers, layers.count, 0)
        return layers.paths(ranks)


def _ranks(seed: int, numbers: Words, count: int, place: int) -> list[int]:
    """Return a number from 0 to *count* - 1 for each world, all equally likely; *place* is that of its first word."""
    width = _width(count)
    span = 1 << 64 * width
    fair = span - span % count
    ranks = []
    for world, row in enumerate(words(seed, numbers, place, width).tolist()):
        value = _joined_words(row)
        attempt = 0
        while value >= fair:
            attempt += 1
            again = words(seed, numbers[world : world + 1], place + attempt * _AGAIN, width)
            value = _joined_words(again.tolist()[0])
        ranks.append(value % count)
    return ranks


def _width(count: int) -> int:
    """Return how many words a number below *count* takes, with 64 bits to spare, so that one attempt mostly does."""
    return (count.bit_length() + 64 + 63) // 64


class _Stream:
    """The random words of a batch of worlds, from the place *first* on; a further attempt has words of its own."""

    def __init__(self, seed: int, numbers: Words, first: int, count: int) -> None:
        self._seed = seed
        self._numbers = numbers
        self._first = first
        self._words = words(seed, numbers, first, count)

    def pick(self, place: int, weights: Words, rows: NDArray[np.intp] | None = None) -> NDArray[np.intp]:
        """Return a column of *weights* for each world of *rows*, with a probability in proportion to it."""
        numbers = self._numbers if rows is None else self._numbers[rows]

        def again(worlds: NDArray[np.intp], attempt: int) -> Words:
            return words(self._seed, numbers[worlds], self._first + place + attempt * _AGAIN, 1)[:, 0]

        drawn = self._words[:, place] if rows is None else self._words[rows, place]
        running = np.cumsum(weights, axis=1, dtype=np.uint64)
        value = below(running[:, -1], drawn, again)
        return np.asarray((running <= value[:, None]).sum(axis=1), dtype=np.intp)


def _joined(some: Words, others: Words) -> Words:
    """Return every row of *some* together with every row of *others*, which hold other cards."""
    return np.asarray((some[:, None, :] | others[None, :, :]).reshape(-1, some.shape[1]))


def _shared(pools: Words, numbers: tuple[int, ...]) -> Words:
    """Return all ways to share out the cards of each of *pools* in these *numbers*: (pools, ways, numbers)."""
    rest = pools.copy()
    bits = np.empty((len(pools), sum(numbers)), dtype=np.uint64)
    for place in range(bits.shape[1]):
        bits[:, place] = rest & (~rest + _ONE)
        rest &= rest - _ONE
    patterns = np.array(list(_patterns(sum(numbers), numbers)), dtype=np.uint64)  # (ways, cards)
    shares = np.empty((len(pools), len(patterns), len(numbers)), dtype=np.uint64)
    for column in range(len(numbers)):
        shares[:, :, column] = bits @ (patterns == column).astype(np.uint64).T
    return shares


def _patterns(cards: int, numbers: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield who gets each of *cards* cards, by column, in all ways that give each column its number."""
    if not cards:
        yield ()
        return
    for column, number in enumerate(numbers):
        if number:
            fewer = (*numbers[:column], number - 1, *numbers[column + 1 :])
            for rest in _patterns(cards - 1, fewer):
                yield (column, *rest)


def _joined_words(row: list[int]) -> int:
    """Return the number that words of 64 bits write."""
    value = 0
    for word in row:
        value = value << 64 | word
    return value
