"""How many deals fit a set of facts, and which one has a given number: dynamic programming over groups of cards.

Cards about which the facts say the same form a *group*: the same seats may hold them, and they count the same
wherever something is counted. Seats about which nothing is counted and which may hold the same cards form a *class*,
whose cards are dealt out among its seats at the end. A deal is then a number of cards of each group for each class (its
*path*), and after that only which cards: the paths are counted by dynamic programming over the groups, where a state is
how many cards each class still needs and what the meters of `solver.worlds.meters` remember. Counts are exact integers.

Besides the four seats there may be a fifth holder: the cards that are in no hand.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import comb

from solver.cards import SUIT_MASKS, Seat, Suit, cards_of

from .facts import Fact, Holds, Implies, Lacks, Lengths, Sum
from .meters import ConditionMeter, LengthMeter, Meter, SumMeter

__all__ = ["GONE", "Branches", "Census", "Class", "Group"]

#: The holder of cards that are in no hand.
GONE = 4

#: How many cards each class still needs, and the states of the meters.
_State = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Cards about which the facts say the same, and the classes (by number) that may hold them."""

    cards: int
    size: int
    classes: tuple[int, ...]
    suit: int


@dataclass(frozen=True, slots=True)
class Class:
    """Holders about which the facts say the same, and how many cards each of them needs besides those it has."""

    holders: tuple[int, ...]
    needs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Branches:
    """The ways to go on from a state: running totals of deals, deals after each, its numbers of cards, its state."""

    totals: tuple[int, ...]
    after: tuple[int, ...]
    numbers: tuple[tuple[int, ...], ...]
    states: tuple[_State, ...]


class Census:
    """The deals of the cards of *pack*, *size* to each seat, that agree with *facts*."""

    #: Empty where even the cards that may be held by each seat do not go round.
    groups: tuple[Group, ...]
    classes: tuple[Class, ...]

    def __init__(self, pack: int, size: int, facts: Iterable[Fact]) -> None:
        facts = tuple(facts)
        spare = pack.bit_count() - 4 * size
        allowed = [pack, pack, pack, pack, pack if spare else 0]
        for fact in facts:
            content = fact.content
            if isinstance(content, Lacks):
                allowed[fact.seat] &= ~content.mask
            elif isinstance(content, Holds):
                for holder in range(5):
                    if holder != fact.seat:
                        allowed[holder] &= ~content.mask
                if content.mask & ~pack:
                    allowed = [0, 0, 0, 0, 0]
        #: The cards that each holder has in every deal.
        self.forced = [
            mask & ~_union(other for place, other in enumerate(allowed) if place != holder)
            for holder, mask in enumerate(allowed)
        ]
        needs = [size - mask.bit_count() for mask in self.forced[:4]] + [spare - self.forced[GONE].bit_count()]
        self.possible = _union(allowed) == pack and min(needs) >= 0
        self._memo: dict[tuple[int, _State], int] = {}
        self._branches: dict[tuple[int, _State], Branches] = {}
        #: The number of deals.
        self.count = 0
        self.paths = 0
        if not self.possible:
            self.groups, self.classes = (), ()
        else:
            self._build(allowed, needs, facts)
            start = (*(sum(each.needs) for each in self.classes), *(meter.start for _, meter in self._meters))
            self.start: _State = start
            #: The number of ways to deal the cards to classes.
            self.paths = self._count(0, start)
            self.count = self.paths
            for some in self.classes:
                left = sum(some.needs)
                for need in some.needs:
                    self.count *= comb(left, need)
                    left -= need

    def _build(self, allowed: Sequence[int], needs: Sequence[int], facts: Sequence[Fact]) -> None:
        """Find classes and groups, and set up the meters."""
        free = _union(allowed) & ~_union(self.forced)
        open_to = [mask & free for mask in allowed]
        counted = [_counted(seat, facts, self.forced[seat]) for seat in Seat]
        classes: dict[object, list[int]] = {}
        for holder in range(5):
            if holder == GONE and not needs[GONE]:
                continue
            alone = holder < GONE and bool(counted[holder])
            classes.setdefault((holder,) if alone else open_to[holder], []).append(holder)
        self.classes = tuple(Class(tuple(each), tuple(needs[holder] for holder in each)) for each in classes.values())
        place = {holder: number for number, each in enumerate(self.classes) for holder in each.holders}
        measured = {int(seat) for seat in Seat if any(isinstance(fact.content, Lengths) for fact in counted[seat])}
        groups: dict[tuple[object, ...], int] = {}
        for card in cards_of(free):
            holders = tuple(holder for holder in place if open_to[holder] & card.bit)
            by_suit = not measured.isdisjoint(holders)
            key: list[object] = [int(card.suit) if by_suit else -1, holders]
            for holder in holders:
                if holder != GONE:
                    key += [_signature(fact, card.bit) for fact in counted[holder]]
            groups[tuple(key)] = groups.get(tuple(key), 0) | card.bit
        ordered = sorted(groups.items(), key=lambda item: (item[0][0], item[1] & -item[1]))
        self.groups = tuple(
            Group(
                cards=mask,
                size=mask.bit_count(),
                classes=tuple(dict.fromkeys(place[holder] for holder in key[1])),  # type: ignore[attr-defined]
                suit=key[0],  # type: ignore[arg-type]
            )
            for key, mask in ordered
        )
        self._meters: list[tuple[int, Meter]] = [
            (place[seat], meter)
            for seat in Seat
            for meter in self._meters_of(seat, counted[seat], open_to[seat], needs[seat])
        ]
        #: The most cards that each class can still get from the groups from a number on.
        self._room = [
            [
                sum(group.size for group in self.groups[number:] if each in group.classes)
                for each in range(len(self.classes))
            ]
            for number in range(len(self.groups) + 1)
        ]

    def _meters_of(self, seat: Seat, facts: Sequence[Fact], open_to: int, need: int) -> Iterator[Meter]:
        """Yield what follows the hand of *seat*."""
        forced = self.forced[seat]
        terms = tuple(term for fact in facts if isinstance(fact.content, Lengths) for term in fact.content.terms)
        if terms:
            yield LengthMeter(
                terms,
                [group.suit for group in self.groups],
                fixed=_lengths(forced),
                free=_lengths(open_to),
                need=need,
            )
        for fact in facts:
            content = fact.content
            if isinstance(content, Sum):
                each = [_value(content, group.cards & -group.cards) for group in self.groups]
                have = sum(number * (mask & forced).bit_count() for mask, number in content.weights)
                high = None if content.high is None else content.high - have
                yield SumMeter(each, content.low - have, high)
            elif isinstance(content, Implies):
                trigger, needed = (
                    frozenset(number for number, group in enumerate(self.groups) if group.cards & mask)
                    for mask in (content.trigger, content.needed)
                )
                yield ConditionMeter(trigger, needed, due=bool(forced & content.trigger))

    def _count(self, number: int, state: _State) -> int:
        """Return the number of ways to deal the groups from *number* on."""
        key = (number, state)
        found = self._memo.get(key)
        if found is not None:
            return found
        if number == len(self.groups):
            places = len(self.classes)
            done = not any(state[:places]) and all(
                meter.accepts(at) for (_, meter), at in zip(self._meters, state[places:], strict=True)
            )
            self._memo[key] = int(done)
            return int(done)
        total = sum(ways * self._count(number + 1, after) for ways, _, after in self._steps(number, state))
        self._memo[key] = total
        return total

    def _steps(self, number: int, state: _State) -> Iterator[tuple[int, tuple[int, ...], _State]]:
        """Yield every way to deal the group *number*: how many there are of it, cards by class, the state after it."""
        group = self.groups[number]
        places = len(self.classes)
        room = self._room[number + 1]
        needs = state[:places]
        if any(need > room[each] for each, need in enumerate(needs) if each not in group.classes):
            return
        for ways, given in _shares(group.size, [(needs[each], room[each]) for each in group.classes]):
            numbers = [0] * places
            for each, cards in zip(group.classes, given, strict=True):
                numbers[each] = cards
            after = [need - cards for need, cards in zip(needs, numbers, strict=True)]
            for (each, meter), at in zip(self._meters, state[places:], strict=True):
                then = meter.step(at, number, numbers[each]) if numbers[each] else at
                if then is None:
                    break
                after.append(then)
            else:
                yield ways, tuple(numbers), tuple(after)

    def branches(self, number: int, state: _State) -> Branches:
        """Return the ways to deal the group *number* that some deal has."""
        key = (number, state)
        found = self._branches.get(key)
        if found is None:
            total = 0
            rows = []
            for ways, numbers, after in self._steps(number, state):
                count = self._count(number + 1, after)
                if count:
                    total += ways * count
                    rows.append((total, count, numbers, after))
            totals, counts, given, states = zip(*rows, strict=True)
            found = self._branches[key] = Branches(totals, counts, given, states)
        return found

    def path(self, rank: int) -> list[tuple[int, ...]]:
        """Return the numbers of cards by group and class of the way to deal number *rank*, from 0 to `paths` - 1."""
        state = self.start
        found = []
        for number in range(len(self.groups)):
            branches = self.branches(number, state)
            chosen = bisect_right(branches.totals, rank)
            if chosen:
                rank -= branches.totals[chosen - 1]
            rank %= branches.after[chosen]
            found.append(branches.numbers[chosen])
            state = branches.states[chosen]
        return found

    def all_paths(self, number: int = 0, state: _State | None = None) -> Iterator[list[tuple[int, ...]]]:
        """Yield the numbers of cards by group and class of all deals, each once."""
        if number == len(self.groups):
            yield []
            return
        branches = self.branches(number, self.start if state is None else state)
        for numbers, after in zip(branches.numbers, branches.states, strict=True):
            for rest in self.all_paths(number + 1, after):
                yield [numbers, *rest]


def _counted(seat: Seat, facts: Sequence[Fact], forced: int) -> list[Fact]:
    """Return the facts about *seat* that have to be followed while cards are dealt."""
    found = []
    for fact in facts:
        content = fact.content
        if fact.seat is not seat or isinstance(content, Holds | Lacks):
            continue
        if isinstance(content, Implies) and forced & content.needed:
            continue
        found.append(fact)
    return found


def _signature(fact: Fact, bit: int) -> int:
    """Return what a card counts for *fact*; lengths go by suits, which are kept apart anyway."""
    content = fact.content
    if isinstance(content, Sum):
        return _value(content, bit)
    if isinstance(content, Implies):
        return bool(content.trigger & bit) + 2 * bool(content.needed & bit)
    return 0


def _value(content: Sum, bit: int) -> int:
    """Return the number of a card."""
    return sum(number for mask, number in content.weights if mask & bit)


def _lengths(mask: int) -> tuple[int, int, int, int]:
    """Return the lengths of the four suits."""
    spades, hearts, diamonds, clubs = ((mask & SUIT_MASKS[suit]).bit_count() for suit in Suit)
    return (spades, hearts, diamonds, clubs)


def _shares(cards: int, wanted: Sequence[tuple[int, int]]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield the ways to share *cards* cards, with how many there are of each: numbers of cards that fit *wanted*.

    *wanted* holds for each class how many cards it needs and how many it could still get later.
    """
    (need, room), rest = wanted[0], wanted[1:]
    if not rest:
        if need - room <= cards <= need:
            yield 1, (cards,)
        return
    for given in range(max(need - room, 0), min(need, cards) + 1):
        ways = comb(cards, given)
        for others, numbers in _shares(cards - given, rest):
            yield ways * others, (given, *numbers)


def _union(masks: Iterable[int]) -> int:
    """Return the cards of all masks together."""
    union = 0
    for mask in masks:
        union |= mask
    return union
