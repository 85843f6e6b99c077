"""The tips of the Court Piece documents: what to call, when to lead trumps, when to hold them."""

from __future__ import annotations

from solver.arena.bots.tips.memory import Memory
from solver.arena.bots.tips.play import TipsPlay
from solver.cards import SUIT_MASKS, Card, Rank, Strain, Suit, cards_of
from solver.view import View

__all__ = ["CourtPieceTips", "call_from"]

_HONOURS = {Rank.ACE: 4, Rank.KING: 3, Rank.QUEEN: 2, Rank.JACK: 1}
#: From this trick on (the seventh) the hakem's partner plays his high trumps.
_LATE = 6


def call_from(hand: int) -> Strain:
    """Return the trump that the tips call: the longest and strongest suit, by its length and its top honours.

    Never a suit of three cards headed by the ace alone, as long as there is another (first tip of the document).

    >>> from solver.cards import Card, mask_of
    >>> call_from(mask_of(map(Card.parse, "SA S7 S2 HK HQ".split()))).word
    'hearts'
    >>> call_from(mask_of(map(Card.parse, "SK SJ S2 HK HQ".split()))).word
    'spades'
    """

    def strength(suit: Suit) -> tuple[bool, int, int]:
        held = cards_of(hand & SUIT_MASKS[suit])
        honours = sum(_HONOURS.get(card.rank, 0) for card in held)
        ace_alone = len(held) == 3 and [card.rank for card in held if card.rank in _HONOURS] == [Rank.ACE]
        return (not ace_alone, 3 * len(held) + honours, -suit)

    return Strain.of(max(Suit, key=strength))


class CourtPieceTips(TipsPlay):
    """Court Piece by the tips."""

    def call_trump(self, view: View) -> Strain:
        """Call the longest and strongest suit."""
        return call_from(view.hand)

    def lead(self, table: Memory) -> Card:
        """Lead trumps early as hakem, hold them as his partner until late, take masters home, else lead low."""
        hakem = table.view.hakem
        trumps = [card for card in table.legal if table.is_trump(card)]
        top = trumps[0] if trumps and table.is_master(trumps[0]) else None
        if top is not None and table.trumps_out:
            if table.seat is hakem and len(trumps) >= 2:
                return top
            if table.seat.partner is hakem and table.tricks >= _LATE:
                return top
        masters = self.side_masters(table)
        if masters:
            return max(masters, key=lambda card: (card.rank, table.length(card.suit)))
        if top is not None and not table.trumps_out and len(trumps) == len(table.legal):
            return top
        return self.low_from_length(table)

    def may_ruff(self, table: Memory) -> bool:
        """Hold a lone ace of trumps as the hakem's partner until late (third tip)."""
        lone = table.trumps.bit_count() == 1 and cards_of(table.trumps)[0].rank is Rank.ACE
        return not (lone and table.seat.partner is table.view.hakem and table.tricks < _LATE and table.trumps_out)
