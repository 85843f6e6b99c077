"""One form for all puzzles that are the same but for names: seats turned round the table, suits exchanged.

Two puzzles are the same when one becomes the other by turning the table, by looking at it in a mirror (which turns the
direction of play), by exchanging suits that the rules do not tell apart, and, in games that count tricks, by moving
cards up or down without changing which beats which.
"""

from __future__ import annotations

from collections.abc import Hashable
from itertools import permutations

from solver.cards import SUIT_MASKS, Card, Seat, Suit, cards_of
from solver.position import Position

from .goal import Goal
from .plays import strengths

__all__ = ["canonical"]


def canonical(position: Position, goal: Goal) -> Hashable:
    """Return what is equal for puzzles that are the same and differs for others.

    The seats are named by turns from the seat to play, the trump is the first suit, and the other suits stand in the
    order that makes the form the least.
    """
    order = [position.to_move.next(position.direction, steps=turn) for turn in range(4)]
    trump = position.trump
    plain = [suit for suit in Suit if suit is not trump]
    named = [] if trump is None else [trump]
    form = min(
        tuple(_suit(position, order, suit) for suit in (*named, *arrangement)) for arrangement in permutations(plain)
    )
    rules = position.rules.text().partition(";direction=")[0]
    mine = goal.side is position.to_move.side
    taken = position.taken[goal.side], position.taken[goal.side.other]
    led = len(position.trick)
    return (
        position.game.name,
        rules,
        str(position.strain and position.strain.suit is None),
        mine,
        _wants(goal),
        taken,
        led,
        form,
    )


def _wants(goal: Goal) -> tuple[str, int]:
    """Return what is asked for, without the side."""
    return str(goal).partition(" ")[2], goal.amount or 0


def _suit(position: Position, order: list[Seat], suit: Suit) -> tuple[tuple[int, int], ...]:
    """Return who holds each card of *suit* from the highest down, and what it is.

    The first number is the turn of the holder, 4 and more for the cards on the table in the order in which they were
    played.  The second is the card's rank, and 0 where only the order counts.
    """
    ranks_count = position.game.name != "court-piece" or position.carry is not None
    strength = strengths(position)
    holders: list[tuple[Card, int]] = [
        (card, turn) for turn, seat in enumerate(order) for card in cards_of(position.hands[seat] & SUIT_MASKS[suit])
    ]
    holders += [(card, 4 + place) for place, card in enumerate(position.trick) if card.suit is suit]
    holders.sort(key=lambda held: -strength[held[0].index])
    return tuple((turn, int(card.rank) if ranks_count else 0) for card, turn in holders)
