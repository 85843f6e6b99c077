"""A player who bids in Coinche by the count of points that the adviser takes the other seats to bid by."""

from __future__ import annotations

from solver.advice.policy import Bidders
from solver.arena.bots.tips.coinche import CoincheTips
from solver.games.coinche.auction import Call, CallKind
from solver.view import View

__all__ = ["CountingBot"]

_PASS = Call(CallKind.PASS)


class CountingBot(CoincheTips):
    """Bids by the count, plays by the tips."""

    def bid(self, view: View) -> Call:
        """Make the call of the policy, which looks at the seat's own cards only."""
        auction = view.auction
        assert auction is not None
        if auction.turn is not view.seat or (auction.contract is not None and auction.contract.level):
            return _PASS
        hands = [view.hand if seat == view.seat else 0 for seat in range(4)]
        spoken: list[Call] = []
        Bidders(auction.rules, hands).finish(auction, spoken=spoken)
        call = spoken[0] if spoken else _PASS
        return _PASS if auction.why_illegal(call, view.seat) else call
