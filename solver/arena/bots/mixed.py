"""Two bots at one seat: one names trumps and bids, the other plays the cards."""

from __future__ import annotations

from solver.arena.bots.base import Bot, OpenDeal
from solver.cards import Card, Seat, Strain
from solver.games.coinche.auction import Call
from solver.view import View

__all__ = ["MixedBot"]


class MixedBot(Bot):
    """Calls as one bot does and plays as another does; both see and hear everything."""

    def __init__(self, calls: Bot, cards: Bot) -> None:
        super().__init__(cards.seed)
        self._calls = calls
        self._cards = cards

    def sit_down(self, deal: OpenDeal, seat: Seat) -> None:
        """Seat both."""
        self._calls.sit_down(deal, seat)
        self._cards.sit_down(deal, seat)

    def called(self, seat: Seat, call: Call) -> None:
        """Tell both."""
        self._calls.called(seat, call)
        self._cards.called(seat, call)

    def named(self, seat: Seat, strain: Strain) -> None:
        """Tell both."""
        self._calls.named(seat, strain)
        self._cards.named(seat, strain)

    def played(self, seat: Seat, card: Card) -> None:
        """Tell both."""
        self._calls.played(seat, card)
        self._cards.played(seat, card)

    def call_trump(self, view: View) -> Strain:
        """Ask the one who calls."""
        return self._calls.call_trump(view)

    def bid(self, view: View) -> Call:
        """Ask the one who calls."""
        return self._calls.bid(view)

    def play(self, view: View) -> Card:
        """Ask the one who plays."""
        return self._cards.play(view)
