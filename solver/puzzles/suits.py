"""Facts about one suit in a position: who holds the best card, and how many tricks a side can run.

They are what explanations and themes are worded with.  A suit is looked at by itself, as if nobody trumped.
"""

from __future__ import annotations

from solver.cards import SUIT_MASKS, Card, Seat, Side, Suit, cards_of
from solver.position import Position

from .plays import strengths

__all__ = ["best_card", "is_master", "running", "void"]


def void(position: Position, seat: Seat, suit: Suit) -> bool:
    """Return whether *seat* holds no card of *suit*."""
    return not position.hands[seat] & SUIT_MASKS[suit]


def best_card(position: Position, suit: Suit, seats: tuple[Seat, ...] = tuple(Seat)) -> Card | None:
    """Return the best card of *suit* in the hands of *seats*, or `None` if they hold none."""
    strength = strengths(position)
    held = [card for seat in seats for card in cards_of(position.hands[seat] & SUIT_MASKS[suit])]
    return max(held, key=lambda card: strength[card.index], default=None)


def is_master(position: Position, card: Card, side: Side) -> bool:
    """Return whether *card*, of *side*, beats every card of its suit in the hands of the other side, who hold some."""
    strength = strengths(position)
    theirs = best_card(position, card.suit, side.other.seats)
    return theirs is not None and strength[card.index] > strength[theirs.index]


def running(position: Position, suit: Suit, side: Side) -> tuple[Card, ...]:
    """Return the cards with which *side* wins tricks in *suit* when it leads it until the other side can win.

    In each round the side plays its best card and the lowest of the partner's, the others their lowest unless one of
    them can win.
    """
    strength = strengths(position)
    hands = {
        seat: sorted(cards_of(position.hands[seat] & SUIT_MASKS[suit]), key=lambda card: strength[card.index])
        for seat in Seat
    }
    won: list[Card] = []
    while True:
        mine = [seat for seat in side.seats if hands[seat]]
        if not mine:
            return tuple(won)
        leader = max(mine, key=lambda seat: strength[hands[seat][-1].index])
        card = hands[leader].pop()
        for seat in Seat:
            if seat is leader or not hands[seat]:
                continue
            if seat.side is not side and strength[hands[seat][-1].index] > strength[card.index]:
                return tuple(won)
            hands[seat].pop(0)
        won.append(card)
