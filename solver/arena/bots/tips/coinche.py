"""The tips of the Coinche document: 20 points a trick that one expects, 20 for a belote; draw trumps, then aces.

How many tricks a hand expects is left open there; `expected_tricks` counts them as players do: the jack of trumps and a
guarded nine, trumps beyond the third, aces of other suits, tens behind them.
"""

from __future__ import annotations

from solver.arena.bots.tips.memory import Memory
from solver.arena.bots.tips.play import TipsPlay
from solver.cards import SUIT_MASKS, Card, Rank, Seat, Strain, Suit, cards_of
from solver.games.coinche.auction import Auction, Bid, Call, CallKind
from solver.games.coinche.play import card_points
from solver.games.coinche.rules import CoincheRules
from solver.view import View

__all__ = ["CoincheTips", "bid_value", "expected_tricks"]

#: The points of a trick that one expects, and of a belote in the hand (how to work out one's bid).
A_TRICK = 20
BELOTE = 20
#: Tricks that a partner, of whom nothing is known, is counted on for.
FROM_PARTNER = 1.0
#: A coinche needs so many points beyond what the defence must take.
MARGIN = 20
_PASS = Call(CallKind.PASS)


def expected_tricks(hand: int, trump: Suit) -> float:
    """Return how many tricks *hand* expects to win by itself when *trump* is trump.

    >>> from solver.cards import Card, mask_of
    >>> expected_tricks(mask_of(map(Card.parse, "SJ S9 SA S7 HA HT DA C7".split())), Suit.SPADES)
    6.5
    """
    ranks = {card.rank for card in cards_of(hand & SUIT_MASKS[trump])}
    length = len(ranks)
    tricks = 0.0
    if Rank.JACK in ranks:
        tricks += 1
    if Rank.NINE in ranks:
        tricks += 1 if Rank.JACK in ranks or length >= 3 else 0.5 if length == 2 else 0
    if Rank.ACE in ranks:
        tricks += 1 if length >= 4 or {Rank.JACK, Rank.NINE} <= ranks else 0.5 if length >= 2 else 0
    tricks += max(0, length - 3)
    for suit in Suit:
        if suit is trump:
            continue
        held = {card.rank for card in cards_of(hand & SUIT_MASKS[suit])}
        if Rank.ACE in held:
            tricks += 1
            tricks += 0.5 if Rank.TEN in held else 0
        elif Rank.TEN in held and len(held) >= 2:
            tricks += 0.5 if Rank.KING in held else 0.25
        if not held and length >= 3:
            tricks += 0.5
    return tricks


def bid_value(hand: int, trump: Suit) -> float:
    """Return what *hand* is worth in *trump*, in points: 20 a trick and 20 for king and queen of trumps."""
    ranks = {card.rank for card in cards_of(hand & SUIT_MASKS[trump])}
    return A_TRICK * expected_tricks(hand, trump) + (BELOTE if {Rank.KING, Rank.QUEEN} <= ranks else 0)


class CoincheTips(TipsPlay):
    """Coinche by the tips."""

    # Bidding

    def bid(self, view: View) -> Call:
        """Bid what the hand is worth, raise the partner by what one adds, coinche what cannot be made."""
        auction = view.auction
        assert auction is not None
        rules = auction.rules
        contract = auction.contract
        values = {suit: bid_value(view.hand, suit) + A_TRICK * FROM_PARTNER for suit in Suit}
        if contract is not None and contract.declarer is not None and contract.bid.strain.suit is not None:
            declarer, suit = contract.declarer, contract.bid.strain.suit
            if declarer.side is not view.seat.side:
                if self._beaten(view, suit, contract.bid.value(rules)):
                    return self._if_allowed(auction, Call(CallKind.COINCHE))
            elif declarer is not view.seat:
                # He counted on one trick from here.
                added = A_TRICK * (expected_tricks(view.hand, suit) - FROM_PARTNER)
                values[suit] = max(values[suit], contract.bid.points + added)
            if contract.level:
                return _PASS
        suit = max(Suit, key=lambda suit: (values[suit], -suit))
        if values[suit] >= A_TRICK * (8 + FROM_PARTNER):
            return self._if_allowed(auction, Call(CallKind.CAPOT, Bid(CallKind.CAPOT, Strain.of(suit))))
        return self._points(auction, suit, values[suit])

    def _if_allowed(self, auction: Auction, call: Call) -> Call:
        """Make a call if it is allowed, else pass."""
        return _PASS if auction.why_illegal(call, auction.turn) else call

    def _points(self, auction: Auction, suit: Suit, value: float) -> Call:
        """Bid the value of the best suit in whole steps: at once the whole of it, as the document does."""
        rules = auction.rules
        steps = int((value - rules.min_bid) // rules.bid_step)
        if steps < 0:
            return _PASS
        points = min(rules.min_bid + steps * rules.bid_step, rules.bid_ceiling or 180)
        return self._if_allowed(auction, Call(CallKind.POINTS, Bid(CallKind.POINTS, Strain.of(suit), points)))

    def _beaten(self, view: View, trump: Suit, bid: int) -> bool:
        """Tell whether one's own tricks and one of the partner should be enough to beat a bid."""
        mine = A_TRICK * (expected_tricks(view.hand, trump) + FROM_PARTNER)
        return mine >= 162 - bid + MARGIN

    # Play

    def worth(self, table: Memory, card: Card) -> int:
        """Count the points of the card."""
        assert table.strain is not None
        rules = table.view.rules
        assert isinstance(rules, CoincheRules)
        return card_points(card, table.strain, rules)

    def lead(self, table: Memory) -> Card:
        """Draw trumps as taker, lead masters, else low; defenders lead their aces."""
        declarer = table.view.declarer
        takes = declarer is not None and declarer.side is table.seat.side
        trumps = sorted((card for card in table.legal if table.is_trump(card)), key=table.rank)
        if takes and trumps and self._opponents_may_have_trumps(table):
            if table.is_master(trumps[-1]):
                return trumps[-1]
            if table.seat is declarer and len(trumps) >= 4:
                return self.cheapest(table, trumps)
            if table.seat is not declarer and table.tricks == 0:
                return trumps[-1]
        masters = self.side_masters(table)
        if masters:
            return max(masters, key=lambda card: (self.worth(table, card), -table.length(card.suit)))
        return self._low(table)

    def _opponents_may_have_trumps(self, table: Memory) -> bool:
        if not table.trumps_out or table.trump is None:
            return False
        return any(table.trump not in table.voids[seat] for seat in Seat if seat.side is not table.seat.side)

    def _low(self, table: Memory) -> Card:
        """Lead the card that costs least, from a short suit outside trumps."""
        plain = [card for card in table.legal if not table.is_trump(card)] or list(table.legal)
        return min(
            plain, key=lambda card: (self.worth(table, card), table.length(card.suit), table.rank(card), card.index)
        )
