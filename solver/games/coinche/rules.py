"""The options of Coinche, as data, with the named sets of them.

The base, `s4`, is the Portuguese document of the game; what it leaves open is read as the options' defaults say. The
options here are those that change which cards are legal and what cards are worth.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

from solver.cards import Direction, Strain
from solver.games.base import Rules, one_of, yes_or_no

__all__ = ["OPTIONS", "CoincheRules"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CoincheRules(Rules):
    """The options of Coinche."""

    #: Whether a trump that is led must be beaten even when the partner is winning; with all trumps, any suit led.
    over_partner_led: bool = True
    #: Whether a player who must trump and cannot overtrump an opponent must still play a trump, a lower one.
    undertrump: Literal["must", "free"] = "must"
    #: What a player may do who is void in the suit led while his partner is winning with a trump: any card; no lower
    #: trump unless he has nothing else; any card, but a higher trump if he has only trumps.
    partner_ruff: Literal["free", "no_under", "must_over"] = "free"
    #: What may be trump: a suit; also nothing (sans atout), everything (tout atout), or both.
    denominations: Literal["suits", "suits+sa", "suits+ta", "all"] = "suits"
    #: Points without trumps: ace 19 (152 in all), or as in a suit that is not trump (120).
    sa_scale: Literal["ace_19", "plain"] = "ace_19"
    #: Points with all trumps: jack 14 and queen 1 or jack 13 and queen 2 (152 in all), or those of a trump suit (248).
    ta_scale: Literal["jack_14", "jack_13", "trump"] = "jack_14"

    @property
    def strains(self) -> tuple[Strain, ...]:
        """What may be trump."""
        return _DENOMINATIONS[self.denominations]


_SUITS: Final = (Strain.SPADES, Strain.HEARTS, Strain.DIAMONDS, Strain.CLUBS)
_DENOMINATIONS: Final[Mapping[str, tuple[Strain, ...]]] = MappingProxyType(
    {
        "suits": _SUITS,
        "suits+sa": (*_SUITS, Strain.NO_TRUMP),
        "suits+ta": (*_SUITS, Strain.ALL_TRUMP),
        "all": (*_SUITS, Strain.NO_TRUMP, Strain.ALL_TRUMP),
    }
)

#: How the text of each option is read.
OPTIONS: Final[Mapping[str, Callable[[str], object]]] = MappingProxyType(
    {
        "direction": Direction.parse,
        "over_partner_led": yes_or_no,
        "undertrump": one_of("must", "free"),
        "partner_ruff": one_of("free", "no_under", "must_over"),
        "denominations": one_of(*_DENOMINATIONS),
        "sa_scale": one_of("ace_19", "plain"),
        "ta_scale": one_of("jack_14", "jack_13", "trump"),
    }
)

CoincheRules.presets = MappingProxyType(
    {rules.preset: rules for rules in (CoincheRules(preset="s4", direction=Direction.ANTICLOCKWISE),)}
)
