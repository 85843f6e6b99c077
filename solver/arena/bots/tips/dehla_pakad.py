"""The tips of the Dehla Pakad document: high cards early, tens when they are safe, a trump for the end."""

from __future__ import annotations

from solver.advice.calling import call_from
from solver.arena.bots.tips.memory import Memory
from solver.arena.bots.tips.play import TipsPlay
from solver.cards import SUIT_MASKS, Card, Rank, Strain, Suit, cards_of
from solver.view import View

__all__ = ["DehlaPakadTips"]

_HONOURS = {Rank.ACE: 4, Rank.KING: 3, Rank.QUEEN: 2, Rank.JACK: 1}


class DehlaPakadTips(TipsPlay):
    """Dehla Pakad by the tips."""

    def worth(self, table: Memory, card: Card) -> int:
        """Count tens."""
        del table
        return card.rank is Rank.TEN

    def call_trump(self, view: View) -> Strain:
        """Name the longest and strongest suit."""
        return call_from(view.hand)

    def lead(self, table: Memory) -> Card:
        """Lead masters of side suits early, never a ten that can be caught, and keep a trump for the last tricks."""
        masters = self.side_masters(table)
        if masters:
            return max(masters, key=lambda card: (self.worth(table, card), card.rank, -table.length(card.suit)))
        trumps = [card for card in table.legal if table.is_trump(card)]
        if len(trumps) >= 3 and table.trumps_out and table.is_master(trumps[0]):
            return trumps[0]
        return self.low_from_length(table)

    def wants(self, table: Memory) -> bool:
        """Take a trick that holds a ten, or that one can take with a ten; others if it costs no high card."""
        if not table.partner_wins:
            return True
        return any(card.rank is Rank.TEN and table.wins(card) for card in table.legal)

    def void(self, table: Memory) -> Card:
        """Fix the trump in one's strongest suit; later ruff tens, and others while a trump stays in reserve."""
        if table.strain is not None:
            return super().void(table)
        suit = max((suit for suit in Suit if table.length(suit)), key=lambda suit: self._strength(table, suit))
        cards = [card for card in table.legal if card.suit is suit]
        if table.is_last:
            return max(cards, key=lambda card: (card.rank is Rank.TEN, -card.rank))
        return min(cards, key=lambda card: (card.rank is Rank.TEN, card.rank))

    def may_ruff(self, table: Memory) -> bool:
        """Ruff a ten at once, another trick unless it takes the last trump."""
        return table.trumps.bit_count() > 1 or any(card.rank is Rank.TEN for card in table.trick)

    def _strength(self, table: Memory, suit: Suit) -> tuple[int, int]:
        held = cards_of(table.hand & SUIT_MASKS[suit])
        return (3 * len(held) + sum(_HONOURS.get(card.rank, 0) for card in held), -suit)
