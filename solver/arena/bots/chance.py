"""A player who takes what the rules allow by chance: the level below which no other should fall."""

from __future__ import annotations

from solver.arena.bots.base import Bot
from solver.arena.seeds import pick, seed_of
from solver.cards import Card, Strain, cards_of
from solver.games.coinche.auction import Call, CallKind
from solver.view import View

__all__ = ["RandomBot"]


class RandomBot(Bot):
    """Plays any legal card, names any trump, each as likely as the others; passes half of the time, else bids low."""

    def call_trump(self, view: View) -> Strain:
        """Name any strain that the rules allow."""
        return pick(view.game.strains_under(view.rules), seed_of(self.seed, "trump"))

    def bid(self, view: View) -> Call:
        """Pass, or make one of the lowest bids."""
        auction = view.auction
        assert auction is not None
        turn = len(auction.calls)
        bids = [call for call in auction.legal_calls(view.seat) if call.kind is CallKind.POINTS]
        if not bids or seed_of(self.seed, "pass", turn) % 2:
            return Call(CallKind.PASS)
        lowest = [call for call in bids if call.bid is not None and call.bid.points == bids[0].bid.points]  # type: ignore[union-attr]
        return pick(lowest, seed_of(self.seed, "bid", turn))

    def play(self, view: View) -> Card:
        """Play any legal card."""
        table = view.table
        hand = view.hand & ~table.played_by[view.seat]
        legal = cards_of(view.game.legal_mask(hand, table.trick, table.strain, view.rules))
        return pick(legal, seed_of(self.seed, "card", len(view.played)))
