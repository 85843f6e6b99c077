"""Court Piece: the play of the whist family, with a trump suit or with none.

Every player follows suit if he can and otherwise plays what he likes; the highest trump wins the trick, else the
highest card of the suit led; the winner leads. Aces are high, every trick counts one, and all tricks are played
(sources: the classic rules 2 and 10 to 13 and the courts rules 1 and 4 of the Court Piece documents; the play of bridge
and of open Hokm is the same). The winner collects a trick at once or, in Double Sir, leaves it in the middle until two
tricks running have one winner. The presets name the ways in which the game is played. What the tricks score, and
variants in which another card wins or another card is legal, are refused by name instead of being taken for this game.
"""

# ruff: noqa: ARG002 - every game is given the same facts, and this one needs few of them

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import ClassVar, Final, Literal

from solver.cards import FULL_DECK, SUIT_MASKS, Card, Direction, Rank, Seat, Strain, cards_of
from solver.games.base import Game, Rules, key_of, one_of, option_text, yes_or_no
from solver.games.pile import Pile

__all__ = ["CourtPiece", "CourtPieceRules"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CourtPieceRules(Rules):
    """The options of Court Piece: the direction of play, and how tricks are collected (`solver.games.pile`)."""

    #: Who takes a trick and when: its winner at once, or whoever wins two running; the latter with the ace rule or not.
    collect: Literal["trick", "double_sir", "double_sir_ace"] = "trick"
    #: Whose run of two it has to be.
    sir_run_unit: Literal["player", "team"] = "player"
    #: Whether the trick that completed a pair is the first win of the next one.
    sir_after_pickup: Literal["continue", "restart"] = "continue"
    #: Whether the win of the first trick counts for nobody.
    sir_first_pair_blocked: bool = False
    #: Whether the winner of the last trick takes what is left in the middle, or nobody does.
    sir_last_trick: Literal["takes_rest", "lost"] = "takes_rest"


CourtPieceRules.presets = MappingProxyType(
    {
        rules.preset: rules
        for rules in (
            # play section of the Portuguese and German documents
            CourtPieceRules(preset="classic", direction=Direction.CLOCKWISE),
            # Spanish document
            CourtPieceRules(preset="courts", direction=Direction.ANTICLOCKWISE),
            CourtPieceRules(preset="hokm", direction=Direction.ANTICLOCKWISE),
            CourtPieceRules(preset="bridge", direction=Direction.CLOCKWISE),
            CourtPieceRules(preset="double-sir", direction=Direction.CLOCKWISE, collect="double_sir"),
            CourtPieceRules(preset="double-sir-ace", direction=Direction.CLOCKWISE, collect="double_sir_ace"),
        )
    }
)

#: The options that say something only where tricks lie in the middle, with their defaults.
_SIR_DEFAULTS: Final[Mapping[str, object]] = {
    field.name: field.default for field in fields(CourtPieceRules) if field.name.startswith("sir_")
}

_OPEN: Final = "the trump is known to all from the first card on"
_COUNTED: Final = "tricks are counted, and nothing is scored"
_GIVEN: Final = "trump and leader are given with the position"
_OWN_SUIT: Final = "every card ranks in its own suit"

_REFUSED: Final[Mapping[str, str]] = {
    # presets
    "kot-pees": _COUNTED,
    "double-sar": "it is the name of a score and of a way to collect tricks; the latter is double-sir",
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
            "double-sir": "double-sir",
            "double-sir-ace": "double-sir-ace",
        }
    )
    unit = "tricks"
    deck = FULL_DECK
    hand_size = 13
    strains = (Strain.SPADES, Strain.HEARTS, Strain.DIAMONDS, Strain.CLUBS, Strain.NO_TRUMP)
    rules_class = CourtPieceRules
    default_preset = "classic"
    options: ClassVar[Mapping[str, Callable[[str], object]]] = MappingProxyType(
        {
            "direction": Direction.parse,
            "collect": one_of("trick", "double_sir", "double_sir_ace"),
            "sir_run_unit": one_of("player", "team"),
            "sir_after_pickup": one_of("continue", "restart"),
            "sir_first_pair_blocked": yes_or_no,
            "sir_last_trick": one_of("takes_rest", "lost"),
        }
    )
    refused: ClassVar[Mapping[str, str]] = MappingProxyType({key_of(name): why for name, why in _REFUSED.items()})

    def contradictions(self, rules: Rules) -> list[str]:
        """Name the options of the middle that are set although no trick stays there."""
        if not isinstance(rules, CourtPieceRules) or rules.collect != "trick":
            return []
        return [
            f"option {name}={option_text(getattr(rules, name))} needs collect=double_sir or double_sir_ace"
            for name, default in _SIR_DEFAULTS.items()
            if getattr(rules, name) != default
        ]

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

    # The middle

    def opening_carry(self, rules: Rules) -> Hashable:
        """Return an empty middle where tricks stay there, else nothing."""
        if not isinstance(rules, CourtPieceRules) or rules.collect == "trick":
            return None
        return Pile(first=rules.sir_first_pair_blocked)

    def carry_defects(self, carry: Hashable, *, leader: Seat, rules: Rules) -> list[str]:
        """Say what is wrong with a middle; where tricks are collected at once there is none."""
        if not isinstance(rules, CourtPieceRules) or rules.collect == "trick":
            return super().carry_defects(carry, leader=leader, rules=rules)
        if not isinstance(carry, Pile):
            return [f"expected what lies in the middle as a Pile, not {carry!r}"]
        return carry.defects(
            leader=leader,
            ace_rule=rules.collect == "double_sir_ace",
            restart=rules.sir_after_pickup == "restart",
            first_blocked=rules.sir_first_pair_blocked,
        )

    def units_to_come(
        self, cards: int, tricks: int, *, strain: Strain | None, rules: Rules, carry: Hashable = None
    ) -> int:
        """Return the tricks left and those in the middle: the most that can come where the rest may be lost."""
        return tricks + carry.size if isinstance(carry, Pile) and tricks else tricks

    def collect(
        self,
        trick: Sequence[Card],
        winner: Seat,
        *,
        last: bool,
        strain: Strain | None,
        rules: Rules,
        carry: Hashable,
    ) -> tuple[int, int, Hashable]:
        """Give the trick to its winner's side, or the middle to the side that completes a pair or ends the deal."""
        if not (isinstance(carry, Pile) and isinstance(rules, CourtPieceRules)):
            return super().collect(trick, winner, last=last, strain=strain, rules=rules, carry=carry)
        ace = rules.collect == "double_sir_ace" and trick[self.winner(trick, strain, rules)].rank is Rank.ACE
        completes = carry.completed_by(winner, ace=ace, team=rules.sir_run_unit == "team")
        after = carry.after(1, winner, completes=completes, restart=rules.sir_after_pickup == "restart", ace=ace)
        if not (completes or (last and rules.sir_last_trick == "takes_rest")):
            return (0, 0, after)
        taken = carry.size + 1
        return (0, taken, after) if winner & 1 else (taken, 0, after)
