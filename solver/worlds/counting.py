"""How many deals fit a set of facts, and which one has a given number: dynamic programming over groups of cards.

Cards about which the facts say the same form a *group*: the same seats may hold them, and they count the same wherever
something is counted. Seats about which nothing is counted and which may hold the same cards form a *class*, whose
cards are dealt out among its seats at the end. A deal is then a number of cards of each group for each class (its
*path*), and after that only which cards. Paths are counted by dynamic programming over the groups
(`solver.worlds.layers`), where a state is how many cards each class still needs and what the meters of
`solver.worlds.meters` remember.

Besides the four seats there may be a fifth holder: the cards that are in no hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import comb

from solver.cards import SUIT_MASKS, Seat, Suit, cards_of

from .facts import Fact, Holds, Implies, Lacks, Lengths, Sum
from .layers import Layers
from .meters import ConditionMeter, LengthMeter, Meter, SumMeter

__all__ = ["GONE", "Census", "Class", "Group"]

#: The holder of cards that are in no hand.
GONE = 4


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
        #: The numbers of cards of each group for each class, counted; `None` where no deal fits even without a count.
        self.layers: Layers | None = None
        #: The number of deals.
        self.count = 0
        if not self.possible:
            self.groups, self.classes = (), ()
            return
        self._build(allowed, needs, facts)
        self.layers = Layers(
            [(group.size, group.classes) for group in self.groups],
            [sum(each.needs) for each in self.classes],
            self._meters,
        )
        self.count = self.layers.count
        for each in self.classes:
            left = sum(each.needs)
            for need in each.needs:
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
                most = [value * min(group.size, need) for value, group in zip(each, self.groups, strict=True)]
                yield SumMeter(each, most, content.low - have, high)
            elif isinstance(content, Implies):
                trigger, needed = (
                    frozenset(number for number, group in enumerate(self.groups) if group.cards & mask)
                    for mask in (content.trigger, content.needed)
                )
                yield ConditionMeter(trigger, needed, due=bool(forced & content.trigger))


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


def _union(masks: Iterable[int]) -> int:
    """Return the cards of all masks together."""
    union = 0
    for mask in masks:
        union |= mask
    return union
