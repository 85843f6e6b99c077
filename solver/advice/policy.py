"""How the other players of Coinche are taken to bid: a simple policy for each seat from its own eight cards.

What a hand is worth is worked out by `solver.games.coinche.valuation`.  From that a seat

* bids the best suit straight up to `CAUTION` points below what it expects there, in whole steps, belote included;
* in a suit that its partner has bid takes him to expect what he bid and `CAUTION` more, and adds what its own cards are
  worth to him beyond an average hand; once both have bid the suit all their cards are in the higher bid;
* coinches a bid of the opponents, who are taken to expect what they bid and `CAUTION` more, when with its own cards
  against them they should miss it by `COINCHE_MARGIN` or more;
* surcoinches when its side should make the bid with `SURCOINCHE_MARGIN` or more to spare;
* passes otherwise.  It never announces a capot, nor a bid without or with all trumps, and never coinches one.

Calls come in turn, as if nobody spoke before his.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from solver.cards import Seat, Strain, Suit
from solver.games.coinche.auction import Auction, Bid, Call, CallKind, Contract
from solver.games.coinche.rules import CoincheRules
from solver.games.coinche.scoring import BELOTE
from solver.games.coinche.valuation import AGAINST, SUPPORT, hand_points, has_belote

__all__ = ["Bidders"]

#: How much less than it expects a seat bids.
CAUTION: Final = 10
#: How far the opponents should miss a bid that is coinched, and make one that is surcoinched.
COINCHE_MARGIN: Final = 20
SURCOINCHE_MARGIN: Final = 30
#: The highest points that the policy bids.
CEILING: Final = 160

_PASS, _COINCHE, _SURCOINCHE = Call(CallKind.PASS), Call(CallKind.COINCHE), Call(CallKind.SURCOINCHE)


@dataclass(slots=True)
class _State:
    """An auction as far as the policy looks at it."""

    turn: int
    contract: Contract | None
    passes: int
    #: The last points that each seat has bid in a suit, and the suit.
    said: list[tuple[int, Suit] | None]


@dataclass(slots=True)
class Bidders:
    """The four seats with their hands (masks), as they finish an auction."""

    rules: CoincheRules
    hands: Sequence[int]
    _own: dict[tuple[int, Suit], int] = field(default_factory=dict)

    def finish(self, auction: Auction, *, spoken: list[Call] | None = None) -> Contract | None:
        """Return the contract when all seats go on by the policy; `None` when the deal is passed out.

        *spoken* gets the calls that they make.
        """
        spoken = [] if spoken is None else spoken
        said: list[tuple[int, Suit] | None] = [None] * 4
        for seat, call in auction.calls:
            if call.kind is CallKind.POINTS and call.bid is not None and call.bid.strain.suit is not None:
                said[seat] = (call.bid.points, call.bid.strain.suit)
        state = _State(auction.turn, auction.contract, auction.passes, said)
        step = self.rules.direction.step
        needed = 4 if self.rules.passes_end == "four" else 3
        while not self._is_over(state, needed):
            contract = state.contract
            if contract is not None and contract.level:
                state.contract = self._after_coinche(state, contract)
                if state.contract.level > contract.level:
                    spoken.append(_SURCOINCHE)
                break
            bid = self._bid(state)
            if bid is not None:
                state.contract = Contract(bid, 0, Seat(state.turn))
                assert bid.strain.suit is not None
                state.said[state.turn] = (bid.points, bid.strain.suit)
                state.passes = 0
                spoken.append(Call(CallKind.POINTS, bid))
            elif contract is not None and self._coinches(state, contract):
                state.contract = Contract(contract.bid, 1, contract.declarer)
                state.passes = 0
                spoken.append(_COINCHE)
            else:
                state.passes += 1
                spoken.append(_PASS)
            state.turn = (state.turn + step) & 3
        return state.contract

    def _is_over(self, state: _State, needed: int) -> bool:
        contract = state.contract
        if contract is None:
            return state.passes >= 4
        if contract.level == 2 or state.passes >= needed:
            return True
        return contract.bid.kind is not CallKind.POINTS and not contract.level and not self.rules.capot_doublable

    def _after_coinche(self, state: _State, contract: Contract) -> Contract:
        """Return the contract once the side that is coinched has surcoinched it, or not."""
        seat, suit = contract.declarer, contract.bid.strain.suit
        if not self.rules.surcoinche or seat is None or suit is None or contract.bid.kind is not CallKind.POINTS:
            return contract
        sure = contract.bid.points + SURCOINCHE_MARGIN
        # The declarer knows his own cards, his partner what they add to the bid.
        own = self._expected(seat, suit, None)
        partner = self._expected(seat.partner, suit, (contract.bid.points, suit))
        passed = state.passes  # those who have declined already
        if passed < 3 and max(own, partner) >= sure:
            return Contract(contract.bid, 2, seat)
        return contract

    def _expected(self, seat: int, suit: Suit, partner: tuple[int, Suit] | None) -> int:
        """Return what *seat* expects its side to take in a suit, from what its partner bid."""
        hand = self.hands[seat]
        belote = BELOTE if has_belote(hand, suit) else 0
        if partner is not None and partner[1] is suit:
            return partner[0] + CAUTION + hand_points(hand, suit, SUPPORT) + belote
        known = self._own.get((seat, suit))
        if known is None:
            known = self._own[seat, suit] = hand_points(hand, suit)
        return known + belote

    def _bid(self, state: _State) -> Bid | None:
        """Return the bid of the seat whose turn it is, or `None`."""
        rules, contract, seat = self.rules, state.contract, state.turn
        lowest = rules.min_bid
        if contract is not None:
            if contract.bid.kind is not CallKind.POINTS or contract.declarer == seat:
                return None
            lowest = max(lowest, contract.bid.points + rules.bid_step)
        most, best = -1, None
        partner, own = state.said[seat ^ 2], state.said[seat]
        for suit in Suit:
            if own is not None and partner is not None and own[1] is partner[1] is suit:
                expected = max(own[0], partner[0])
            else:
                expected = self._expected(seat, suit, partner) - CAUTION
            if expected > most:
                most, best = expected, suit
        points = min(most, CEILING, rules.bid_ceiling or CEILING)
        points -= (points - rules.min_bid) % rules.bid_step
        if best is None or points < lowest:
            return None
        return Bid(CallKind.POINTS, Strain(best), points)

    def _coinches(self, state: _State, contract: Contract) -> bool:
        """Return whether the seat whose turn it is coinches."""
        seat, suit = state.turn, contract.bid.strain.suit
        if contract.declarer is None or contract.declarer.side == seat & 1 or suit is None:
            return False
        if contract.bid.kind is not CallKind.POINTS:
            return False
        theirs = contract.bid.points + CAUTION + hand_points(self.hands[seat], suit, AGAINST)
        return theirs <= contract.bid.points - COINCHE_MARGIN
