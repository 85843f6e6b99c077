"""The tips of the Court Piece documents: what to call, when to lead trumps, when to hold them."""

from __future__ import annotations

from solver.advice.calling import call_from
from solver.arena.bots.tips.memory import Memory
from solver.arena.bots.tips.play import TipsPlay
from solver.cards import Card, Rank, Strain, cards_of
from solver.view import View

__all__ = ["CourtPieceTips"]

#: From this trick on (the seventh) the hakem's partner plays his high trumps.
_LATE = 6


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
