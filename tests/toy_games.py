"""Small games that use what Court Piece does not: a trump fixed in play, a pile, card points, duties to ruff.

They are not offered to anybody. They show that a game with other rules fits the position and the reference search by
its own functions alone.
"""

# ruff: noqa: ARG002 - a game is given more than it needs

from __future__ import annotations

from types import MappingProxyType

from solver.cards import SUIT_MASKS, Direction, Rank, Strain, cards_of
from solver.games import CourtPiece, Rules, TrumpMode

from .strategies import SHORT_DECK


class ToyRules(Rules):
    """The options of a toy."""


ToyRules.presets = MappingProxyType({"toy": ToyRules(preset="toy", direction=Direction.ANTICLOCKWISE)})


class FirstVoid(CourtPiece):
    """The first card that does not follow suit fixes its suit as trump, for that trick too; tens are counted."""

    name = "toy-first-void"
    aliases = MappingProxyType({})
    unit = "tens"
    rules_class = ToyRules
    default_preset = "toy"

    def trump_mode(self, rules):
        return TrumpMode(fixed_by="card")

    def strain_after(self, strain, card, hand, trick, rules, *, seat):
        if strain is None and trick and card.suit is not trick[0].suit:
            return Strain.of(card.suit)
        return strain

    def worth(self, trick, *, last, strain, rules):
        return sum(card.rank is Rank.TEN for card in trick)

    def units_to_come(self, cards, tricks, *, strain, rules, carry=None):
        return sum(card.rank is Rank.TEN for card in cards_of(cards))


class Pile(CourtPiece):
    """Tricks lie in the middle until one player wins two running; the last trick takes what is left.

    The carry is the winner of the last trick (`None` at first) and the number of tricks in the middle.
    """

    name = "toy-pile"
    aliases = MappingProxyType({})
    rules_class = ToyRules
    default_preset = "toy"

    def opening_carry(self, rules):
        return (None, 0)

    def units_to_come(self, cards, tricks, *, strain, rules, carry=(None, 0)):
        return tricks + carry[1]

    def collect(self, trick, winner, *, last, strain, rules, carry):
        before, pile = carry
        pile += 1
        if winner is before or last:
            return (*((0, pile) if winner & 1 else (pile, 0)), (winner, 0))
        return (0, 0, (winner, pile))


class Points(CourtPiece):
    """32 cards, the ten above the king, card points and ten for the last trick; to ruff is a duty against opponents."""

    name = "toy-points"
    aliases = MappingProxyType({})
    unit = "points"
    deck = SHORT_DECK
    hand_size = 8
    strains = (*CourtPiece.strains, Strain.ALL_TRUMP)
    rules_class = ToyRules
    default_preset = "toy"

    POINTS = MappingProxyType({Rank.ACE: 11, Rank.TEN: 10, Rank.KING: 4, Rank.QUEEN: 3, Rank.JACK: 2})
    ORDER = (Rank.SEVEN, Rank.EIGHT, Rank.NINE, Rank.JACK, Rank.QUEEN, Rank.KING, Rank.TEN, Rank.ACE)

    def legal_mask(self, hand, trick, strain, rules):
        if not trick:
            return hand
        follow = hand & SUIT_MASKS[trick[0].suit]
        partner_wins = len(trick) > 1 and self.winner(trick, strain, rules) == len(trick) - 2
        ruffs = hand & strain.suit.mask if strain.suit else 0
        return follow or (0 if partner_wins else ruffs) or hand

    def why_illegal(self, card, hand, trick, strain, rules, *, seat):
        return f"{seat.word} has to follow or to ruff: {card}"

    def winner(self, trick, strain, rules):
        led = trick[0].suit

        def strength(place):
            card = trick[place]
            trump = card.suit is strain.suit
            return (trump, trump or card.suit is led, self.ORDER.index(card.rank))

        return max(range(len(trick)), key=strength)

    def worth(self, trick, *, last, strain, rules):
        return sum(self.POINTS.get(card.rank, 0) for card in trick) + 10 * last

    def units_to_come(self, cards, tricks, *, strain, rules, carry=None):
        return sum(self.POINTS.get(card.rank, 0) for card in cards_of(cards)) + 10 * bool(tricks)


TOYS = (FirstVoid(), Pile(), Points())

