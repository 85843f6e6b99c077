"""How the tips have a card played, as far as all three games agree: leads, following, ruffing and discarding.

Sources: the tips of the documents of the three games; each method names the one that it follows.  What they leave open
is filled in by the oldest rules of whist: second hand low, third hand high, cheapest card that wins, lowest card that
does not.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable

from solver.arena.bots.base import Bot
from solver.arena.bots.tips.memory import Memory
from solver.cards import Card, Suit
from solver.view import View

__all__ = ["TipsPlay"]


class TipsPlay(Bot):
    """A player who goes by rules of thumb; each game fills in its own."""

    def play(self, view: View) -> Card:
        """Play by the rules of thumb."""
        table = Memory(view)
        if not table.trick:
            return self.lead(table)
        if table.legal[0].suit is table.trick[0].suit:
            return self.follow(table)
        return self.void(table)

    # What a card is worth in a trick: nothing in Court Piece

    def worth(self, table: Memory, card: Card) -> int:
        """Return what a card brings to the side that wins its trick."""
        del table, card
        return 0

    def cheapest(self, table: Memory, cards: Iterable[Card]) -> Card:
        """Return the card that one can best do without: little worth, then low, then of the shortest suit."""
        return min(
            cards,
            key=lambda card: (
                self.worth(table, card),
                table.is_trump(card),
                table.is_master(card),
                table.rank(card) if table.coinche else card.rank,
                table.length(card.suit),
                card.index,
            ),
        )

    def richest(self, table: Memory, cards: Iterable[Card]) -> Card:
        """Return the card that brings most to a partner who wins the trick, masters last."""
        return min(
            cards,
            key=lambda card: (
                -self.worth(table, card) if not table.is_master(card) or table.is_last else 0,
                table.is_trump(card),
                table.is_master(card),
                table.rank(card),
                card.index,
            ),
        )

    # Leading

    @abstractmethod
    def lead(self, table: Memory) -> Card:
        """Lead to a trick."""

    def side_masters(self, table: Memory) -> list[Card]:
        """Return one's masters outside trumps that no opponent is known to be able to ruff."""
        return [
            card
            for card in table.legal
            if not table.is_trump(card) and table.is_master(card) and table.is_safe(card, after=3)
        ]

    def low_from_length(self, table: Memory) -> Card:
        """Lead low from the longest suit outside trumps, a signal of strength (Dehla Pakad, third tip)."""
        plain = [card for card in table.legal if not table.is_trump(card)] or list(table.legal)
        longest = max(plain, key=lambda card: (table.length(card.suit), -card.suit)).suit
        return self.cheapest(table, (card for card in plain if card.suit is longest))

    # Following suit

    def follow(self, table: Memory) -> Card:
        """Follow suit: give the partner what he wins anyway, win cheaply last, high third, low second."""
        cards = table.legal
        if table.partner_is_safe:
            return self.richest(table, cards)
        winners = [card for card in cards if table.wins(card)]
        if table.is_last:
            if winners and self.wants(table):
                return self.win_last(table, winners)
            return self.richest(table, cards) if table.partner_wins else self.cheapest(table, cards)
        masters = [card for card in winners if table.is_safe(card, after=3 - len(table.trick))]
        if masters:
            return masters[0]
        if len(table.trick) == 2 and winners and not table.partner_wins:
            return max(winners, key=table.rank)
        return self.cheapest(table, cards)

    def wants(self, table: Memory) -> bool:
        """Tell whether the last player, who can win the trick from what lies there, should."""
        return not table.partner_wins

    def win_last(self, table: Memory, winners: list[Card]) -> Card:
        """Win the trick as the last player: with the card that brings most, else with the lowest."""
        return min(winners, key=lambda card: (-self.worth(table, card), table.is_master(card), table.rank(card)))

    # Without the suit led

    def void(self, table: Memory) -> Card:
        """Ruff what the partner does not win, otherwise throw away."""
        cards = table.legal
        if table.partner_is_safe:
            return self.richest(table, cards)
        ruffs = [card for card in cards if table.is_trump(card) and table.wins(card)]
        if ruffs and not table.partner_wins and self.may_ruff(table):
            return min(ruffs, key=lambda card: (self.worth(table, card), table.rank(card)))
        return self.cheapest(table, cards)

    def may_ruff(self, table: Memory) -> bool:
        """Tell whether a trick that an opponent is winning should be ruffed."""
        del table
        return True

    def longest(self, table: Memory, suits: Iterable[Suit]) -> Suit:
        """Return the longest of *suits* in one's hand."""
        return max(suits, key=lambda suit: (table.length(suit), -suit))
