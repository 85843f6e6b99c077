"""What each side could best undertake with open cards, for games in which sides bid.

A game that has this returns it from `Game.par`; what exactly is compared is said there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from solver.cards import Seat, Side, Strain
from solver.games.stakes import Stakes

__all__ = ["BestContract", "Par", "Pays"]

#: What a deal in a strain pays North-South under stakes when both sides play for that; `None` while it is not known.
Pays = Callable[[Strain, Stakes], "int | None"]


@dataclass(frozen=True, slots=True)
class BestContract:
    """A contract that a side makes against best play.

    `units` are those that both sides take with best play for units, `extra` what they hold that scores besides (in
    Coinche: belotes), `score` the lines that both write down.
    """

    contract: str
    strain: Strain
    units: tuple[int, int]
    extra: tuple[int, int]
    score: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Par:
    """The best contract of each side when `leader` leads; `None` for a side that makes none."""

    leader: Seat
    ns: BestContract | None
    ew: BestContract | None

    def of(self, side: Side) -> BestContract | None:
        """Return the best contract of *side*."""
        return self.ns if side is Side.NS else self.ew
