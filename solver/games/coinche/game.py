"""Coinche as a game of the package: the play of `solver.games.coinche.play`, counted in points."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from types import MappingProxyType
from typing import cast

from solver.cards import SUIT_MASKS, Card, Seat, Strain, cards_of, mask_of
from solver.games.base import Game, Rules, key_of
from solver.games.coinche import play
from solver.games.coinche.par import par_of
from solver.games.coinche.rules import ABOUT, OPTIONS, REFUSED, CoincheRules, contradictions
from solver.games.coinche.scorer import CoincheScorer
from solver.games.par import Par, Pays
from solver.games.trump import TrumpState

__all__ = ["Coinche"]


class Coinche(Game):
    """Coinche, counted in card points with ten for the last trick; belote is no part of them."""

    name = "coinche"
    title = "Coinche"
    aliases = MappingProxyType(
        dict.fromkeys(
            (
                "belote",
                "contree",
                "contrée",
                "belote-contree",
                "belote-contrée",
                "belote-coinche",
                "belote-coinchee",
                "belote-coinchée",
            )
        )
    )
    unit = "points"
    deck = play.SHORT_DECK
    hand_size = 8
    strains = (
        Strain.SPADES,
        Strain.HEARTS,
        Strain.DIAMONDS,
        Strain.CLUBS,
        Strain.NO_TRUMP,
        Strain.ALL_TRUMP,
    )
    rules_class = CoincheRules
    default_preset = "s4"
    about_presets = ABOUT
    options = OPTIONS
    refused = MappingProxyType({key_of(name): why for name, why in REFUSED.items()})

    def contradictions(self, rules: Rules) -> list[str]:
        """Name the options that cannot go together."""
        return contradictions(rules) if isinstance(rules, CoincheRules) else []

    def strains_under(self, rules: Rules) -> tuple[Strain, ...]:
        """Return what may be trump: the four suits, and sans atout and tout atout where the rules have them."""
        return rules.strains if isinstance(rules, CoincheRules) else self.strains

    def scorer(self, rules: Rules) -> CoincheScorer:
        """Return what scores deals and matches in points."""
        return CoincheScorer(cast("CoincheRules", rules))

    def par(
        self, rules: Rules, hands: Sequence[int], *, leader: Seat, values: Mapping[Strain, int], pays: Pays
    ) -> Par | None:
        """Return the best contract of each side (`solver.games.coinche.par`)."""
        return par_of(cast("CoincheRules", rules), hands, leader=leader, values=values, pays=pays)

    def legal_mask(self, hand: int, trick: Sequence[Card], strain: TrumpState, rules: Rules) -> int:
        """Return the cards that the duties leave (`solver.games.coinche.play`)."""
        return play.legal_mask(hand, trick, cast("Strain", strain), cast("CoincheRules", rules))

    def winner(self, trick: Sequence[Card], strain: TrumpState, rules: Rules) -> int:  # noqa: ARG002 - no option changes it
        """Return the place of the highest trump, else of the highest card of the suit led."""
        return play.winner(trick, cast("Strain", strain))

    def worth(self, trick: Sequence[Card], *, last: bool, strain: TrumpState, rules: Rules) -> int:
        """Return the points of the cards, and ten for the last trick."""
        points = play.points_of(mask_of(trick), cast("Strain", strain), cast("CoincheRules", rules))
        return points + (play.LAST_TRICK if last else 0)

    def units_to_come(
        self,
        cards: int,
        tricks: int,
        *,
        strain: TrumpState,
        rules: Rules,
        carry: Hashable = None,  # noqa: ARG002 - nothing is remembered between tricks
    ) -> int:
        """Return the points of the cards not yet collected, and of the last trick if that is to come."""
        points = play.points_of(cards, cast("Strain", strain), cast("CoincheRules", rules))
        return points + (play.LAST_TRICK if tricks else 0)

    def why_illegal(
        self, card: Card, hand: int, trick: Sequence[Card], strain: TrumpState, rules: Rules, *, seat: Seat
    ) -> str:
        """Name the duty that *seat* would break with *card*, and the cards that fulfil it."""
        strain = cast("Strain", strain)
        led = trick[0].suit
        place = play.winner(trick, strain)
        best = trick[place]
        legal = self.legal_mask(hand, trick, strain, rules)
        could = ", ".join(other.text for other in cards_of(legal))
        if hand & SUIT_MASKS[led]:
            if card.suit is not led:
                return f"{led.word} were led and {seat.word} still holds {could}: {card} is a revoke"
            return f"{led.word} were led and {seat.word} must beat {best} with {could}: {card} does not"
        if place == len(trick) - 2:
            return f"{seat.word} may not trump lower than the partner's {best} and has {could}: {card} is lower"
        who = f"{seat.word} has no {led.word} and an opponent is winning with {best}, so must"
        if best.suit is not strain.suit:
            return f"{who} trump with {could}: {card} is no trump"
        if legal & play.higher(best, strain):
            return f"{who} overtrump with {could}: {card} does not"
        return f"{who} trump, if only lower, with {could}: {card} is no trump"
