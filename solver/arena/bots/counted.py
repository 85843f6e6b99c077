"""A player who bids in Coinche by a count of points, for the score and not for the simplest rule.

The count is the adviser's (`solver.games.coinche.valuation`).  What is made of it differs from the policy by which the
adviser takes other seats to bid (`solver.advice.policy`), which has to be plain: here bids go up in small steps, so
that the partner can speak, stay further below what is expected, and coinche more readily.  The constants were found in
the arena, on deals with seeds of their own, against colver's improved bids under colver's heuristic play.
"""

from __future__ import annotations

from typing import Final

from solver.arena.bots.tips.coinche import CoincheTips
from solver.cards import Seat, Strain, Suit
from solver.games.coinche.auction import Auction, Bid, Call, CallKind, Contract
from solver.games.coinche.scoring import BELOTE
from solver.games.coinche.valuation import AGAINST, SUPPORT, hand_points, has_belote
from solver.view import View

__all__ = ["CountingBot"]

#: How far below what it expects it bids, alone and in a suit that its partner has bid.
CAUTION: Final = 15
WITH_PARTNER: Final = 10
#: How much further it goes while the opponents have the bid.
AGAINST_A_BID: Final = 5
#: The most that it goes beyond the lowest bid that is allowed.
LEAP: Final = 10
#: What its cards must take away from the opponents for a coinche; what its side must have to spare for a surcoinche.
COINCHE: Final = -15
SURCOINCHE: Final = 30

_PASS = Call(CallKind.PASS)


class CountingBot(CoincheTips):
    """Bids by the count, plays by the tips."""

    def bid(self, view: View) -> Call:
        """Bid the best suit, coinche what the opponents should not make, surcoinche what one's own side should."""
        auction = view.auction
        assert auction is not None
        contract = auction.contract
        if contract is not None and (contract.level or contract.bid.kind is not CallKind.POINTS):
            return self._answer(auction, contract, view)
        said = _said(auction)
        theirs = contract is not None and contract.declarer is not None and contract.declarer.side is not view.seat.side
        best = max(Suit, key=lambda suit: (self._reach(view, suit, said, theirs=theirs), -suit))
        call = self._bid(auction, best, self._reach(view, best, said, theirs=theirs))
        if call is not None and (contract is None or contract.declarer is not view.seat):
            return call
        if theirs and contract is not None and contract.bid.strain.suit is not None:
            taken_away = hand_points(view.hand, contract.bid.strain.suit, AGAINST)
            coinche = Call(CallKind.COINCHE)
            if taken_away <= COINCHE and not auction.why_illegal(coinche, view.seat):
                return coinche
        return _PASS

    def _answer(self, auction: Auction, contract: Contract, view: View) -> Call:
        """Surcoinche a coinched bid of one's side with enough to spare."""
        suit, call = contract.bid.strain.suit, Call(CallKind.SURCOINCHE)
        if suit is None or contract.bid.kind is not CallKind.POINTS or auction.why_illegal(call, view.seat):
            return _PASS
        expected = _expected(view.hand, suit, None if contract.declarer is view.seat else contract.bid.points + CAUTION)
        return call if expected >= contract.bid.points + SURCOINCHE else _PASS

    def _reach(self, view: View, suit: Suit, said: dict[Seat, tuple[int, Suit]], *, theirs: bool) -> int:
        """Return up to how many points one goes in a suit, from what both partners have *said*."""
        own, partner = said.get(view.seat), said.get(view.seat.partner)
        if partner is not None and partner[1] is suit:
            if own is not None and own[1] is suit:
                return max(own[0], partner[0])  # all cards of both are in the higher bid
            return _expected(view.hand, suit, partner[0] + CAUTION) - CAUTION - WITH_PARTNER
        return _expected(view.hand, suit, None) - CAUTION + (AGAINST_A_BID if theirs else 0)

    def _bid(self, auction: Auction, suit: Suit, reach: int) -> Call | None:
        """Return the bid in a suit for a hand that goes up to *reach*; `None` when that is too little."""
        rules, contract = auction.rules, auction.contract
        lowest = rules.min_bid if contract is None else contract.bid.points + rules.bid_step
        points = min(reach, rules.bid_ceiling or 160)
        points -= (points - rules.min_bid) % rules.bid_step
        points = min(points, lowest + LEAP // rules.bid_step * rules.bid_step)
        if points < lowest:
            return None
        call = Call(CallKind.POINTS, Bid(CallKind.POINTS, Strain.of(suit), points))
        return None if auction.why_illegal(call, auction.turn) else call


def _said(auction: Auction) -> dict[Seat, tuple[int, Suit]]:
    """Return the last bid in a suit of each seat, as points and suit."""
    said = {}
    for seat, call in auction.calls:
        if call.bid is not None and call.kind is CallKind.POINTS and call.bid.strain.suit is not None:
            said[seat] = (call.bid.points, call.bid.strain.suit)
    return said


def _expected(hand: int, suit: Suit, partner: int | None) -> int:
    """Return what a hand expects its side to take: alone, or with a partner who expects *partner* points himself."""
    belote = BELOTE if has_belote(hand, suit) else 0
    if partner is None:
        return hand_points(hand, suit) + belote
    return partner + hand_points(hand, suit, SUPPORT) + belote
