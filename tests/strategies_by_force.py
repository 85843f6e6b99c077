"""What strategies of one side can get over several worlds, by listing them: the yardstick of alpha-mu.

Nothing is cut and nothing is bounded.  A strategy of the seat says which card it plays after every course of play, one
of the partner the same for every hand that he may hold; opponents see everything and do their worst in each world.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from solver.cards import Card, Seat
from solver.position import Position

Pays = Callable[[int, Position], float]


def vectors(positions: list[Position], pays: Pays) -> set[tuple[float, ...]]:
    """Return what the strategies of the seat to move and its partner get, one number a world; all of them."""
    seat = positions[0].to_move
    everything = _vectors(dict(enumerate(positions)), seat, pays)
    return {tuple(found[world] for world in range(len(positions))) for found in map(dict, everything)}


def _vectors(worlds: dict[int, Position], seat: Seat, pays: Pays) -> set[frozenset[tuple[int, float]]]:
    """Return the vectors over worlds that look the same, as sets of (world, payoff)."""
    first = next(iter(worlds.values()))
    if first.is_over:
        return {frozenset((world, pays(world, position)) for world, position in worlds.items())}
    mover = first.to_move
    after = {}
    for card in sorted({card for position in worlds.values() for card in position.legal_plays()}):
        there = {}
        for world, position in worlds.items():
            if card in position.legal_plays():
                there[world] = position.copy()
                there[world].push(card)
        after[card] = _vectors(there, seat, pays)
    if mover is seat:
        return set().union(*after.values())
    found = set()
    if mover.side is not seat.side:
        for chosen in product(*after.values()):
            met: dict[int, float] = {}
            for vector in chosen:
                for world, payoff in vector:
                    met[world] = min(payoff, met.get(world, payoff))
            found.add(frozenset(met.items()))
        return found
    hands = {world: position.hands[mover] for world, position in worlds.items()}
    legal = {hands[world]: position.legal_plays() for world, position in worlds.items()}
    for policy in product(*legal.values()):
        plays = dict(zip(legal, policy, strict=True))
        for chosen in product(*after.values()):
            by_card = dict(zip(after, map(dict, chosen), strict=True))
            found.add(frozenset((world, by_card[plays[hands[world]]][world]) for world in worlds))
    return found


class UndecidedError(Exception):
    """A strategy meets a choice that it has not made yet."""

    def __init__(self, key: object, cards: tuple[Card, ...]) -> None:
        super().__init__(key)
        self.key = key
        self.cards = cards


def best_mean(positions: list[Position], pays: Pays) -> float:
    """Return the best mean of any strategy, each written out choice by choice and played against every defence."""
    seat = positions[0].to_move
    return max(
        sum(
            _value(world, position.copy(), strategy, seat=seat, course=(), pays=pays)
            for world, position in enumerate(positions)
        )
        for strategy in _strategies(positions, seat, pays)
    ) / len(positions)


def _strategies(positions: list[Position], seat: Seat, pays: Pays) -> Iterator[dict[object, Card]]:
    waiting: list[dict[object, Card]] = [{}]
    while waiting:
        strategy = waiting.pop()
        try:
            for world, position in enumerate(positions):
                _value(world, position.copy(), strategy, seat=seat, course=(), pays=pays)
        except UndecidedError as met:
            waiting += [{**strategy, met.key: card} for card in met.cards]
            continue
        yield strategy


def _value(
    world: int,
    position: Position,
    strategy: dict[object, Card],
    *,
    seat: Seat,
    course: tuple[Card, ...],
    pays: Pays,
) -> float:
    if position.is_over:
        return pays(world, position)
    mover = position.to_move
    legal = position.legal_plays()
    if mover.side is seat.side:
        # The partner's choice depends on his hand, and the seat's only on the course of play: its hand is the same.
        key = (course, mover, position.hands[mover] if mover is not seat else 0)
        if key not in strategy:
            raise UndecidedError(key, legal)
        legal = (strategy[key],)
    values = []
    for card in legal:
        position.push(card)
        values.append(_value(world, position, strategy, seat=seat, course=(*course, card), pays=pays))
        position.undo()
    return min(values)
