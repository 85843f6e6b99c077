"""Court Piece: the play of the whist family, with a trump suit or with none.

Every player follows suit if he can and otherwise plays what he likes; the highest trump wins the trick, else the
highest card of the suit led; the winner leads. Aces are high, every trick counts one, and all tricks are played
(sources: the classic rules 2 and 10 to 13 and the courts rules 1 and 4 of the Court Piece documents; the play of bridge
and of open Hokm is the same). The winner collects a trick at once or, in Double Sir, leaves it in the middle until two
tricks running have one winner. In Satat the two of hearts is the best card of its suit, and that suit is hearts or
trumps. The trump may be hidden until somebody asks for it, or fixed by the first card that does not follow suit
(`solver.games.trump`). The options are in `court_piece_rules`, what the tricks score in `court_piece_score`, the match
in `court_piece_match`.
"""

# ruff: noqa: ARG002 - every game is given the same facts, and this one needs few of them

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import ClassVar, Final

from solver.cards import FULL_DECK, SUIT_MASKS, Card, Rank, Seat, Strain, Suit, cards_of
from solver.games.base import Game, Rules, key_of
from solver.games.court_piece_rules import ABOUT, OPTIONS, REFUSED, CourtPieceRules, contradictions
from solver.games.court_piece_scorer import CourtPieceScorer
from solver.games.pile import Pile
from solver.games.trump import OPEN, HiddenTrump, TrumpMode, TrumpState, trump_suit, whist_winner

__all__ = ["CourtPiece", "CourtPieceRules"]

_BEST_TWO: Final = Card.parse("H2")


class CourtPiece(Game):
    """Court Piece, counted in tricks."""

    name = "court-piece"
    title = "Court Piece"
    aliases = MappingProxyType(
        {
            "coat-piece": None,
            "rang": None,
            "rung": None,
            "chakri": None,
            "seven-hands": None,
            "single-sar": None,
            "hokm": "hokm",
            "whist": "bridge",
            "bridge": "bridge",
            "double-sir": "double-sir",
            "double-sir-ace": "double-sir-ace",
            "kot-pees": "kot-pees",
            "satat": "satat",
            "peg": "peg",
            "hidden-trump": "peg",
            "band-rang": "band-rang",
            "troefcall": "troefcall",
        }
    )
    unit = "tricks"
    deck = FULL_DECK
    hand_size = 13
    strains = (Strain.SPADES, Strain.HEARTS, Strain.DIAMONDS, Strain.CLUBS, Strain.NO_TRUMP)
    rules_class = CourtPieceRules
    default_preset = "classic"
    about_presets = ABOUT
    options: ClassVar[Mapping[str, Callable[[str], object]]] = OPTIONS
    refused: ClassVar[Mapping[str, str]] = MappingProxyType({key_of(name): why for name, why in REFUSED.items()})

    def contradictions(self, rules: Rules) -> list[str]:
        """Name the options that cannot go together."""
        return contradictions(rules) if isinstance(rules, CourtPieceRules) else []

    def strains_under(self, rules: Rules) -> tuple[Strain, ...]:
        """Return what may be trump; a card that cuts makes a suit trump, never none."""
        cut = isinstance(rules, CourtPieceRules) and rules.trump_mode == "cut"
        return self.strains[:4] if cut else self.strains

    def trump_mode(self, rules: Rules) -> TrumpMode:
        """Return how the trump comes about: open, hidden, or cut by the first void card."""
        if not isinstance(rules, CourtPieceRules) or rules.trump_mode == "open":
            return OPEN
        return _trump_mode(rules.trump_mode, rules.reveal_by, must_trump=rules.ask_must_trump)

    def scorer(self, rules: Rules) -> CourtPieceScorer | None:
        """Return what scores deals and matches in courts; bridge has a score of its own, which is not offered."""
        if not isinstance(rules, CourtPieceRules) or rules.preset == "bridge":
            return None
        return CourtPieceScorer(rules)

    def legal_mask(self, hand: int, trick: Sequence[Card], strain: TrumpState, rules: Rules) -> int:
        """Return the cards of the suit led, or the whole hand when there is none or on lead."""
        if isinstance(strain, HiddenTrump):
            return self.trump_mode(rules).mask(hand, trick, strain)
        if not trick:
            return hand
        if _has_best_two(rules):
            return hand & _suit_mask(_suit_of(trick[0], strain, rules), strain, rules) or hand
        return hand & SUIT_MASKS[trick[0].suit] or hand

    def legal_plays(
        self, hand: int, trick: Sequence[Card], strain: TrumpState, rules: Rules, *, seat: Seat
    ) -> tuple[Card, ...]:
        """Return the plain cards, and those with which a hidden trump may be asked for."""
        if isinstance(strain, HiddenTrump):
            return self.trump_mode(rules).plays(hand, trick, strain, seat=seat)
        return cards_of(self.legal_mask(hand, trick, strain, rules))

    def winner(self, trick: Sequence[Card], strain: TrumpState, rules: Rules) -> int:
        """Return the place of the highest trump, else of the highest card of the suit led."""
        if _has_best_two(rules):
            return _winner_with_two(trick, strain, rules)
        return whist_winner(trick, strain)

    def why_illegal(
        self, card: Card, hand: int, trick: Sequence[Card], strain: TrumpState, rules: Rules, *, seat: Seat
    ) -> str:
        """Name the suit led and the cards with which *seat* could follow."""
        about_trump = self.trump_mode(rules).why_illegal(card, hand, trick, strain, seat=seat)
        if about_trump:
            return about_trump
        led = _suit_of(trick[0], strain, rules)
        held = ", ".join(other.text for other in cards_of(hand & _suit_mask(led, strain, rules)))
        return f"{led.word} were led and {seat.word} still holds {held}: {card} is a revoke"

    # The middle

    def shares_all(self, rules: Rules) -> bool:
        """Tell that it does, unless what lies in the middle at the end is lost."""
        return not isinstance(rules, CourtPieceRules) or rules.collect == "trick" or rules.sir_last_trick != "lost"

    def opening_carry(self, rules: Rules) -> Hashable:
        """Return an empty middle where tricks stay there, else nothing."""
        if not isinstance(rules, CourtPieceRules) or rules.collect == "trick":
            return None
        return Pile(first=rules.sir_first_pair_blocked)

    def carry_defects(
        self, carry: Hashable, *, leader: Seat, trick: Sequence[Card], strain: TrumpState, rules: Rules
    ) -> list[str]:
        """Say what is wrong with a middle; where tricks are collected at once there is none."""
        if not isinstance(rules, CourtPieceRules) or rules.collect == "trick":
            return super().carry_defects(carry, leader=leader, trick=trick, strain=strain, rules=rules)
        if not isinstance(carry, Pile):
            return [f"expected what lies in the middle as a Pile, not {carry!r}"]
        known = isinstance(strain, Strain)
        if carry.winner is not None and not known:
            return ["no win counts before the trump is known, so the middle is given without a winner"]
        return carry.defects(
            leader=leader,
            ace_rule=rules.collect == "double_sir_ace",
            restart=rules.sir_after_pickup == "restart",
            first_blocked=rules.sir_first_pair_blocked,
            # it may be the trick in progress that made the trump known
            uncounted=rules.trump_mode != "open" and (not known or bool(trick)),
        )

    def units_to_come(
        self, cards: int, tricks: int, *, strain: TrumpState, rules: Rules, carry: Hashable = None
    ) -> int:
        """Return the tricks left and those in the middle: the most that can come where the rest may be lost."""
        return tricks + carry.size if isinstance(carry, Pile) and tricks else tricks

    def collect(
        self,
        trick: Sequence[Card],
        winner: Seat,
        *,
        last: bool,
        strain: TrumpState,
        rules: Rules,
        carry: Hashable,
    ) -> tuple[int, int, Hashable]:
        """Give the trick to its winner's side, or the middle to the side that completes a pair or ends the deal."""
        if not (isinstance(carry, Pile) and isinstance(rules, CourtPieceRules)):
            return super().collect(trick, winner, last=last, strain=strain, rules=rules, carry=carry)
        ace = rules.collect == "double_sir_ace" and trick[self.winner(trick, strain, rules)].rank is Rank.ACE
        completes = carry.completed_by(winner, ace=ace, team=rules.sir_run_unit == "team")
        known = isinstance(strain, Strain)  # no win counts before the trump is
        restart = rules.sir_after_pickup == "restart"
        after = carry.after(1, winner, completes=completes, restart=restart, ace=ace, counts=known)
        return carry.shared(1, winner, after, rest=last and rules.sir_last_trick == "takes_rest")


@cache
def _trump_mode(name: str, reveal_by: str, *, must_trump: bool) -> TrumpMode:
    """Return the mode of the option `trump_mode`, other than `open`."""
    if name == "cut":
        return TrumpMode(fixed_by="card")
    return TrumpMode(
        shown_by="asking",
        indicator=name == "hidden_card",
        opponents_only=reveal_by == "opponents_only",
        must_trump=must_trump,
    )


def _has_best_two(rules: Rules) -> bool:
    """Tell whether the two of hearts is the best card of its suit."""
    return isinstance(rules, CourtPieceRules) and rules.h2_top != "no"


def _suit_of(card: Card, strain: TrumpState, rules: Rules) -> Suit:
    """Return the suit that *card* belongs to: its own, but for a two of hearts that is always a trump."""
    trump = trump_suit(strain)
    if card is _BEST_TWO and trump is not None and isinstance(rules, CourtPieceRules) and rules.h2_top == "trump":
        return trump
    return card.suit


def _suit_mask(suit: Suit, strain: TrumpState, rules: Rules) -> int:
    """Return the cards that belong to *suit*."""
    rest = SUIT_MASKS[suit] & ~_BEST_TWO.bit
    return rest | _BEST_TWO.bit if _suit_of(_BEST_TWO, strain, rules) is suit else rest


def _winner_with_two(trick: Sequence[Card], strain: TrumpState, rules: Rules) -> int:
    """Return the place of the winner of a trick in which the two of hearts is the best card of its suit."""
    led = _suit_of(trick[0], strain, rules)

    def strength(place: int) -> tuple[bool, bool, int]:
        card = trick[place]
        suit = _suit_of(card, strain, rules)
        return (int(suit) == strain, suit is led, Rank.ACE + 1 if card is _BEST_TWO else card.rank)

    return max(range(len(trick)), key=strength)
