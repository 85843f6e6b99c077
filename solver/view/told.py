"""What a seat was told of a deal, and what cannot be so: the fields of a view, before any card is looked at."""

from __future__ import annotations

from dataclasses import dataclass

from solver.cards import FULL_DECK, Card, Seat, Strain, Suit, cards_of, mask_of
from solver.constraints import Constraint
from solver.games import CourtPieceRules, DehlaPakadRules, Game, Pile, Rules
from solver.games.coinche import Auction
from solver.games.trump import HiddenTrump, TrumpState

__all__ = ["Told"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What *seat* was told and sees; `View` is this together with what follows from it."""

    game: Game
    rules: Rules
    seat: Seat
    #: The cards dealt to *seat* as far as it has seen them, those played since included (mask).
    hand: int
    leader: Seat
    #: The strain with which the play began; `None` as long as nobody has named it, or if the play fixes it.
    strain: Strain | None = None
    dealer: Seat | None = None
    hakem: Seat | None = None
    declarer: Seat | None = None
    #: A trump that was hidden before the play, where *seat* has set it or has seen it since; or its suit alone.
    hidden: HiddenTrump | None = None
    shown: Suit | None = None
    #: The cards played since the view begins, in playing order.
    played: tuple[Card, ...] = ()
    #: Cards that all know to have been dealt to a seat, such as a dummy or a card that was shown (masks by seat).
    exposed: tuple[int, int, int, int] = (0, 0, 0, 0)
    #: The cards that may be in the four hands when the view begins (mask), and how many each hand has then. Cards of
    #: the pack that are in no hand are gone, and nobody is taken to remember which.
    pack: int = FULL_DECK
    size: int = 13
    #: The units of NS and EW from tricks before the view begins.
    taken: tuple[int, int] = (0, 0)
    #: What lies in the middle when the view begins, where tricks wait there; `None` stands for nothing.
    pile: Pile | None = None
    #: The calls so far, in Coinche, and the contract as it stands at the end of them.
    auction: Auction | None = None
    contract: str | None = None
    #: What else is known of deal and match, as file tags: `MatchScore`, `Streak`, `MatchTarget`, `Target`.
    tags: tuple[tuple[str, str], ...] = ()
    #: What *seat* assumes of hidden hands.
    constraints: tuple[Constraint, ...] = ()

    def defects(self) -> list[str]:
        """Return what is wrong with the view before any card is looked at."""
        game = self.game
        reasons = game.contradictions(self.rules)
        if not isinstance(self.rules, game.rules_class):
            reasons.append(f"{str(self.rules)!r} are not rules of {game.name}")
        elif self.strain is not None or self.hidden is not None or self.shown is not None or self.played:
            found = self._hiding_defects()
            if not found and (self.opening is not None or self.setter is None):
                found = game.setup_defects(self.opening, self.rules)
            reasons += found
        if self._is_half_dealt:
            reasons.append(
                "dp_deal=five_then_eight: until the trump is fixed five cards of each hand are in play, which is not"
                " modelled here"
            )
        own = f"{self.seat.word}'s hand"
        held, pack = self.hand.bit_count(), self.pack
        foreign = cards_of((self.hand | self.exposed[0] | self.exposed[1] | self.exposed[2] | self.exposed[3]) & ~pack)
        if foreign:
            reasons.append(f"{', '.join(map(str, foreign))} is not among the {pack.bit_count()} cards of the deal")
        if held > self.size:
            reasons.append(f"{own} has {held} cards, {self.size} at most are dealt to a hand")
        if 4 * self.size > pack.bit_count():
            reasons.append(f"four hands of {self.size} cards are more than the {pack.bit_count()} of the deal")
        if len(self.played) > 4 * self.size:
            reasons.append(f"{len(self.played)} cards are played, but four hands of {self.size} cards have fewer")
        holders = [
            (own, self.hand),
            *((f"{seat.word}'s open cards", mask) for seat, mask in zip(Seat, self.exposed, strict=True)),
        ]
        for place, (words, mask) in enumerate(holders):
            for other, elsewhere in holders[place + 1 :]:
                twice = mask & elsewhere
                if twice and not (place == 0 and other == holders[self.seat + 1][0]):
                    reasons.append(f"{', '.join(map(str, cards_of(twice)))} is in {words} and in {other}")
        if mask_of(self.played).bit_count() < len(self.played):
            repeated = [card.text for place, card in enumerate(self.played) if card.bit & mask_of(self.played[:place])]
            reasons.append(f"{', '.join(repeated)} is played twice")
        return reasons

    def _hiding_defects(self) -> list[str]:
        """Return what is wrong with what is known of a hidden trump."""
        mode = self.game.trump_mode(self.rules)
        told = self.hidden is not None or self.shown is not None
        if self.strain is not None:
            return [f"a trump that was hidden is not in effect when the play begins: {self.strain} cannot be"] * told
        if mode.shown_by == "no" or mode.fixed_by != "no":
            return [f"under {self.rules} nobody hides a trump before the play"] * told
        setter = self.setter
        if setter is None:
            return ["expected to know who has hidden the trump (the hakem)"]
        if self.hidden is None:
            if self.seat is setter:
                return [f"expected the hidden trump, which {setter.word}, whose view it is, has set himself"]
            if self.shown is not None and mode.indicator:
                return [f"expected the card that {setter.word} had laid face down, not only its suit"]
        elif self.hidden.setter is not setter:
            return [f"{setter.word} hides the trump, so {self.hidden.setter} cannot have"]
        elif self.shown not in (None, self.hidden.suit):
            return [f"{self.shown.word} cannot have been shown, for {self.hidden.suit.word} are the hidden trump"]
        return []

    @property
    def _is_half_dealt(self) -> bool:
        """Whether play begins with a part of the cards, and the others are dealt once a card has fixed the trump."""
        rules = self.rules
        if not isinstance(rules, DehlaPakadRules) or rules.dp_deal == "all13" or self.strain is not None:
            return False
        return self.game.trump_mode(rules).fixed_by != "no"

    @property
    def setter(self) -> Seat | None:
        """Who sets a trump that is hidden before the play begins; `None` where nobody does, or it is not known."""
        mode = self.game.trump_mode(self.rules)
        if mode.shown_by == "no" or mode.fixed_by != "no":
            return None
        return self.hakem if isinstance(self.rules, CourtPieceRules) else self.leader

    @property
    def opening(self) -> TrumpState:
        """The state of the trump with which the play begins; `None` also for a hidden one that is not known."""
        if self.strain is not None or self.hidden is not None or self.shown is None or self.setter is None:
            return self.strain if self.hidden is None else self.hidden
        return HiddenTrump(self.shown, self.setter)
