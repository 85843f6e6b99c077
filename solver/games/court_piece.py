"""Court Piece: the play of the whist family, with a trump suit or with none.

Every player follows suit if he can and otherwise plays what he likes; the highest trump wins the trick, else the
highest card of the suit led; the winner leads. Aces are high, every trick counts one, and all tricks are played
(sources: the classic rules 2 and 10 to 13 and the courts rules 1 and 4 of the Court Piece documents; the play of bridge
and of open Hokm is the same). The presets name the ways in which the game is played; they differ in the direction of
the turn. What the tricks score, and variants in which another card wins or another card is legal, are refused by name
instead of being taken for this game.
"""

# ruff: noqa: ARG002 - every game is given the same facts, and this one needs few of them

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar, Final

from solver.cards import FULL_DECK, SUIT_MASKS, Card, Direction, Seat, Strain, cards_of
from solver.games.base import Game, Rules, key_of

__all__ = ["CourtPiece", "CourtPieceRules"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CourtPieceRules(Rules):
    """The options of Court Piece: the direction of play."""


CourtPieceRules.presets = MappingProxyType(
    {
        name: CourtPieceRules(preset=name, direction=direction)
        for name, direction in (
            ("classic", Direction.CLOCKWISE),  # play section of the Portuguese and German documents
            ("courts", Direction.ANTICLOCKWISE),  # Spanish document
            ("hokm", Direction.ANTICLOCKWISE),
            ("bridge", Direction.CLOCKWISE),
        )
    }
)

_AT_ONCE: Final = "the winner of a trick collects it at once"
_OPEN: Final = "the trump is known to all from the first card on"
_COUNTED: Final = "tricks are counted, and nothing is scored"
_GIVEN: Final = "trump and leader are given with the position"
_OWN_SUIT: Final = "every card ranks in its own suit"

_REFUSED: Final[Mapping[str, str]] = {
    # presets
    "kot-pees": _COUNTED,
    "double-sar": "it has two meanings, a score and a way to collect tricks; here tricks are counted, each at once",
    "double-sir": _AT_ONCE,
    "double-sir-ace": _AT_ONCE,
    "satat": _OWN_SUIT,
    "troefcall": _COUNTED,
    "badam-satti": "give the strain NT to a preset instead",
    "peg": _OPEN,
    "hidden": _OPEN,
    "hidden-trump": _OPEN,
    "closed-trump": _OPEN,
    "band-rang": _OPEN,
    # options
    "trump": _GIVEN,
    "leader": _GIVEN,
    "caller_sees": _GIVEN,
    "nt_allowed": _GIVEN,
    "redeal": _GIVEN,
    "trump_mode": _OPEN,
    "reveal_by": _OPEN,
    "ask_must_trump": _OPEN,
    "play_to": "all tricks are played",
    "collect": _AT_ONCE,
    "sir_run_unit": _AT_ONCE,
    "sir_after_pickup": _AT_ONCE,
    "sir_first_pair_blocked": _AT_ONCE,
    "sir_last_trick": _AT_ONCE,
    "h2_top": _OWN_SUIT,
    "satat_h2": _OWN_SUIT,
    **dict.fromkeys(
        (
            "deal_value",
            "sweep_value",
            "kot_value",
            "kot_side",
            "kot_value_opponents",
            "caller_fail_value",
            "streak_len",
            "streak_value",
            "streak_reset_on_court",
            "target_bid",
            "target_bid_bonus",
            "target_bid_fail",
            "hakem_rotation",
            "revoke_penalty",
            "match",
        ),
        _COUNTED,
    ),
}


class CourtPiece(Game):
    """Court Piece with an open trump or none, counted in tricks."""

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
        }
    )
    unit = "tricks"
    deck = FULL_DECK
    hand_size = 13
    strains = (Strain.SPADES, Strain.HEARTS, Strain.DIAMONDS, Strain.CLUBS, Strain.NO_TRUMP)
    rules_class = CourtPieceRules
    default_preset = "classic"
    refused: ClassVar[Mapping[str, str]] = MappingProxyType({key_of(name): why for name, why in _REFUSED.items()})

    def legal_mask(self, hand: int, trick: Sequence[Card], strain: Strain | None, rules: Rules) -> int:
        """Return the cards of the suit led, or the whole hand when there is none or on lead."""
        if not trick:
            return hand
        return hand & SUIT_MASKS[trick[0].suit] or hand

    def winner(self, trick: Sequence[Card], strain: Strain | None, rules: Rules) -> int:
        """Return the place of the highest trump, else of the highest card of the suit led."""
        best = trick[0]
        place = 0
        for turn in range(1, len(trick)):
            card = trick[turn]
            if card.suit is best.suit:
                if card.index < best.index:  # within a suit the higher card has the lower index
                    best, place = card, turn
            elif int(card.suit) == strain:
                best, place = card, turn
        return place

    def why_illegal(
        self, card: Card, hand: int, trick: Sequence[Card], strain: Strain | None, rules: Rules, *, seat: Seat
    ) -> str:
        """Name the suit led and the cards with which *seat* could follow."""
        led = trick[0].suit
        held = ", ".join(other.text for other in cards_of(hand & SUIT_MASKS[led]))
        return f"{led.word} were led and {seat.word} still holds {held}: {card} is a revoke"
