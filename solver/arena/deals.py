"""The deals of a contest: deal number n of seed s is the same for everyone."""

from __future__ import annotations

from dataclasses import dataclass

from solver.arena.seeds import seed_of, shuffled
from solver.cards import Seat, cards_of
from solver.deal import Deal
from solver.games import Game

__all__ = ["Dealt", "deal_number"]


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal of a contest: its number, from 0, the hands as masks, and the order in which each seat got its cards."""

    number: int
    dealer: Seat
    hands: tuple[int, int, int, int]
    #: The cards of each seat in the order in which they were dealt, as indices.
    order: tuple[tuple[int, ...], ...]

    def first_cards(self, seat: Seat, count: int) -> int:
        """Return the mask of the first *count* cards that *seat* got."""
        return sum(1 << index for index in self.order[seat][:count])


def deal_number(number: int, *, seed: int, game: Game) -> Dealt:
    """Return deal *number* of the contest with *seed*; the deal goes round the table with the numbers."""
    source = seed_of(seed, "deal", game.name, number)
    deal = Deal.random(cards=game.hand_size, seed=source, deck=game.deck)
    order = tuple(
        tuple(card.index for card in shuffled(cards_of(mask), seed_of(source, "order", int(seat))))
        for seat, mask in zip(Seat, deal.masks, strict=True)
    )
    return Dealt(number, Seat(number % 4), deal.masks, order)
