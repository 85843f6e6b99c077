"""Dehla Pakad ("catch the tens"): whist play without a trump until somebody cannot follow suit.

The first card of the deal that does not follow suit makes its own suit trump for the rest of the deal, and is a trump
in that very trick (source: the Portuguese Dehla Pakad document, preparation 3 and play 1 to 5; that the card ruffs at
once is read from "chooses and plays a trump" and "the highest trump wins"). Otherwise players follow suit if they can
and play what they like if they cannot; the winner of a trick leads. Only the four tens count; what they are worth in a
match is the business of `solver.games.dehla_match`. The winner collects a trick at once or, under `collect=double_sir`
and `double_sir_team`, leaves it in the middle (`solver.games.dehla_pile`).

Presets name the game of that document and its published relatives. Trumps that are named without playing them, or
hidden, are played by `solver.games.trump`. All options can be read, written and scored; those whose *play* differs from
what is played here (six players) are refused when a position is made, with their name, and never played as the simple
game.
"""

# ruff: noqa: ARG002 - every game is given the same facts, and this one needs few of them

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar, Final

from solver.cards import FULL_DECK, SUIT_MASKS, Card, Rank, Seat, Strain, cards_of, mask_of
from solver.games.base import Game, Rules, key_of
from solver.games.dehla_pile import collect_trick, middle_defects
from solver.games.dehla_rules import ABOUT, OPTIONS, UNIT_NAMES, DehlaPakadRules, contradictions
from solver.games.dehla_scorer import DehlaScorer
from solver.games.pile import Pile
from solver.games.trump import OPEN, TrumpMode, TrumpState, whist_winner

__all__ = ["DehlaPakad", "DehlaPakadRules"]

#: The four tens, as a mask.
TENS: Final = mask_of(card for card in cards_of(FULL_DECK) if card.rank is Rank.TEN)

#: How each value of the option `dp_trump` brings the trump about.
_MODES: Final[Mapping[str, TrumpMode]] = MappingProxyType(
    {
        "first_void": TrumpMode(fixed_by="card"),
        "first_void_named": TrumpMode(fixed_by="name"),
        "open_partner": OPEN,
        "open_right": OPEN,
        "closed_void": TrumpMode(fixed_by="note", shown_by="setter"),
        "closed_card": TrumpMode(shown_by="setter", indicator=True),
        "fixed": OPEN,
    }
)

#: The cards that each player gets at first and later where the deal is interrupted until the trump is fixed.
_FIRST_BATCH: Final = 5
_SECOND_BATCH: Final = 8


class DehlaPakad(Game):
    """Dehla Pakad with a trump fixed by the first void card, or known from the start."""

    name = "dehla-pakad"
    title = "Dehla Pakad"
    aliases = MappingProxyType(
        {
            "dehla": None,
            "dehla-pakad-s3": None,
            "catch-the-tens": None,
            "mindi": "mendikot",
            "mendikot": "mendikot",
            "mendicot": "mendikot",
            "mindicoat": "mendikot",
        }
    )
    unit = "tens"
    deck = FULL_DECK
    hand_size = 13
    strains = (Strain.SPADES, Strain.HEARTS, Strain.DIAMONDS, Strain.CLUBS)
    rules_class = DehlaPakadRules
    default_preset = "dehla-pakad"
    about_presets = ABOUT
    options = OPTIONS
    refused: ClassVar[Mapping[str, str]] = MappingProxyType(
        {key_of(name): why for name, why in {"double-sir": "it is the option collect=double_sir"}.items()}
    )

    # Options

    def rules(self, text: str | None = None) -> DehlaPakadRules:
        """Read options as every game does; `s3`, a name that files use, is the preset of the document."""
        first, semicolon, rest = (text or "").partition(";")
        if key_of(first) == "s3":
            text = self.default_preset + semicolon + rest
        rules = super().rules(text)
        assert isinstance(rules, DehlaPakadRules)
        return rules

    def contradictions(self, rules: Rules) -> list[str]:
        """Return which options cannot hold together."""
        return contradictions(rules) if isinstance(rules, DehlaPakadRules) else []

    def scorer(self, rules: Rules) -> DehlaScorer | None:
        """Return what scores rounds and matches."""
        return DehlaScorer(rules) if isinstance(rules, DehlaPakadRules) else None

    def unit_of(self, rules: Rules) -> str:
        """Return what is counted under *rules*, in the plural."""
        return UNIT_NAMES[_own(rules).dp_count]

    def trump_mode(self, rules: Rules) -> TrumpMode:
        """Return how the trump comes about."""
        return _MODES[_own(rules).dp_trump]

    def setup_defects(self, strain: TrumpState, rules: Rules) -> list[str]:
        """Return what is wrong with playing in *strain* under *rules*, options that are not played here included."""
        defects = super().setup_defects(strain, rules)
        if not isinstance(rules, DehlaPakadRules):
            return defects
        if rules.players != 4:
            defects.append("players=6: three packs and six hands are a table of their own (solver.six), not this one")
        return defects

    # Play

    def legal_mask(self, hand: int, trick: Sequence[Card], strain: TrumpState, rules: Rules) -> int:
        """Return the cards of the suit led, or the whole hand when there is none or on lead."""
        return self.trump_mode(rules).mask(hand, trick, strain)

    def legal_plays(
        self, hand: int, trick: Sequence[Card], strain: TrumpState, rules: Rules, *, seat: Seat
    ) -> tuple[Card, ...]:
        """Return the plain cards, or those with which the first void player names a suit."""
        return self.trump_mode(rules).plays(hand, trick, strain, seat=seat)

    def winner(self, trick: Sequence[Card], strain: TrumpState, rules: Rules) -> int:
        """Return the place of the highest trump, else of the highest card of the suit led."""
        return whist_winner(trick, strain)

    def why_illegal(
        self, card: Card, hand: int, trick: Sequence[Card], strain: TrumpState, rules: Rules, *, seat: Seat
    ) -> str:
        """Name the suit led and the cards with which *seat* could follow."""
        about_trump = self.trump_mode(rules).why_illegal(card, hand, trick, strain, seat=seat)
        if about_trump:
            return about_trump
        led = trick[0].suit
        held = ", ".join(str(other) for other in cards_of(hand & SUIT_MASKS[led]))
        return f"{led.word} were led and {seat.word} still holds {held}: {card} is a revoke"

    # Cards that are dealt later

    def still_undealt(self, undealt: int, hands: Sequence[int], strain: TrumpState, rules: Rules) -> int:
        """Return *undealt* until the trump is fixed, or the first cards of all are played and it stays open."""
        dealt = (hands[0] | hands[1] | hands[2] | hands[3]) & ~undealt
        return undealt if strain is None and dealt else 0

    def undealt_defects(
        self, undealt: int, hands: Sequence[int], trick: Sequence[Card], strain: TrumpState, rules: Rules
    ) -> list[str]:
        """Say what is wrong with the cards that are dealt once the trump is fixed."""
        if _own(rules).dp_deal == "all13" or self.trump_mode(rules).fixed_by == "no":
            return super().undealt_defects(undealt, hands, trick, strain, rules)
        sizes = [(hand & undealt).bit_count() for hand in hands]
        largest = max(hand.bit_count() for hand in hands)
        if not undealt:
            if strain is None and largest > _SECOND_BATCH:
                why = "until the trump is fixed only the first five cards of each player are in play"
                return [f"dp_deal=five_then_eight: {why}, so say which of these {largest} they are (tag FirstFive)"]
            return []
        reasons = []
        if strain is not None and not trick:
            reasons.append("the trump is fixed and no trick is in progress, so that all cards are dealt")
        if len(set(sizes)) > 1 or sizes[0] > _SECOND_BATCH:
            counts = ", ".join(f"{seat.word} {size}" for seat, size in zip(Seat, sizes, strict=True))
            most = f"at most {_SECOND_BATCH} cards not dealt yet, the same for each player"
            reasons.append(f"expected {most}, not {counts}")
        elif largest - sizes[0] > _FIRST_BATCH:
            reasons.append(f"expected at most {_FIRST_BATCH} cards dealt to each player, not {largest - sizes[0]}")
        if not trick and not any(hand & ~undealt for hand in hands):
            reasons.append("nobody has a card to play, so that the rest is dealt")
        return reasons

    # Counting

    def worth(self, trick: Sequence[Card], *, last: bool, strain: TrumpState, rules: Rules) -> int:
        """Return the units of a full *trick*: by default its tens."""
        each, ten = _own(rules).units
        return each + ten * sum(card.rank is Rank.TEN for card in trick)

    def units_to_come(
        self, cards: int, tricks: int, *, strain: TrumpState, rules: Rules, carry: Hashable = None
    ) -> int:
        """Return the units that both sides together take from here on: by default the tens in play or in the middle."""
        each, ten = _own(rules).units
        waiting = carry.size if isinstance(carry, Pile) and tricks else 0
        return each * tricks + ten * (cards & TENS).bit_count() + waiting

    # The middle

    def opening_carry(self, rules: Rules) -> Hashable:
        """Return an empty middle where tricks stay there, else nothing."""
        return None if _own(rules).collect == "trick" else Pile()

    def carry_defects(
        self, carry: Hashable, *, leader: Seat, trick: Sequence[Card], strain: TrumpState, rules: Rules
    ) -> list[str]:
        """Say what is wrong with a middle; where tricks are collected at once there is none."""
        own = _own(rules)
        if own.collect == "trick":
            return super().carry_defects(carry, leader=leader, trick=trick, strain=strain, rules=rules)
        if not isinstance(carry, Pile):
            return [f"expected what lies in the middle as a Pile, not {carry!r}"]
        return middle_defects(carry, leader=leader, trick=trick, known=isinstance(strain, Strain), rules=own)

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
        if not isinstance(carry, Pile):
            return super().collect(trick, winner, last=last, strain=strain, rules=rules, carry=carry)
        worth = self.worth(trick, last=last, strain=strain, rules=rules)
        return collect_trick(carry, worth, winner, last=last, known=isinstance(strain, Strain), rules=_own(rules))


def _own(rules: Rules) -> DehlaPakadRules:
    """Return *rules* as what they are; positions refuse those of another game before anything is asked here."""
    assert isinstance(rules, DehlaPakadRules)
    return rules
