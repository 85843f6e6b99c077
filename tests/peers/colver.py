"""colver, an open-hand solver of belote contree (PyPI `colver`, Rust), reached through its Python bindings.

Its play is that of Coinche with a trump suit and no duty to play a lower trump (`undertrump=free`), so every number of
points must be equal. What is different, and bridged here:

* It scores cards in points of seats 0 and 2 over the whole deal, and writes 252 where they win all tricks; the play for
  252 never brings fewer than 162 points, so that 252 is 162 here.
* Its seats 0 to 3 are in playing order, whatever the direction.
* It plays full deals only; a position in play is reached by its cards from the first one on.

On rare deals it contradicts itself: it scores a card otherwise than the position after that card. `explain` settles a
difference, in the end by the plain reference.

colver is imported at the first call; without it the callers skip.
"""

from __future__ import annotations

import importlib.util
from typing import TYPE_CHECKING, Any

from solver import reference
from solver.arena.bots.colver import card_of, number_of, place_of
from solver.cards import Card, Seat, Side, Strain, cards_of
from solver.games import game
from solver.position import Position
from solver.solve import Searcher

if TYPE_CHECKING:
    from collections.abc import Sequence

    from solver.deal import Deal

__all__ = ["RULES", "CallScores", "available", "explain", "first_lead", "scores", "version"]

#: The rules of Coinche that are colver's, as far as play goes.
RULES = game("coinche").rules("undertrump=free")

_ALL = 162
#: From here on the plain reference is fast enough to settle a difference.
_SMALL = 4


def available() -> bool:
    """Say whether colver can be imported."""
    return importlib.util.find_spec("colver") is not None


def version() -> str:
    """Return the name and version of the peer."""
    from importlib.metadata import version as distribution_version

    return f"colver {distribution_version('colver')}"


def first_lead(deal: Deal, strain: Strain, leader: Seat) -> Position:
    """Return the position before the first lead of a full deal, under colver's rules."""
    return Position(deal, strain=strain, leader=leader, game="coinche", rules=RULES)


class CallScores:
    """One prepared `solve_scores`: the environment is made here, so that calling it costs the search alone.

    The position is the first lead of a full deal, and *played* the cards from there on.
    """

    def __init__(self, position: Position, played: Sequence[Card] = ()) -> None:
        import colver

        direction = position.direction
        hands: list[list[int]] = [[], [], [], []]
        for seat in Seat:
            hands[place_of(seat, direction)] = [number_of(card) for card in cards_of(position.hands[seat])]
        self._environment: Any = colver.Env.deal_with_hands((place_of(position.leader, direction) + 3) % 4, hands)
        self._environment.set_contract(int(position.strain), 8, 0, 0)
        self._environment.set_phase_playing()
        for card in played:
            self._environment.step(number_of(card))

    def __call__(self) -> dict[str, Any]:
        """Search."""
        found: dict[str, Any] = self._environment.solve_scores()
        return found

    @staticmethod
    def values(found: dict[str, Any]) -> dict[Card, int]:
        """Return what a call found: the points of NS for every legal card."""
        return {card_of(number): min(points, _ALL) for number, points in found["scores"]}


def scores(position: Position, played: Sequence[Card] = ()) -> dict[Card, int]:
    """Return the points of NS over the whole deal for every legal card after *played*."""
    call = CallScores(position, played)
    return call.values(call())


def explain(position: Position, searcher: Searcher) -> str:
    """Say why our values of the first leads of a deal and colver's differ; "unexplained" if it is not known.

    Both sides follow a card that they value differently until colver's own value of the position is ours after all (it
    contradicts itself), or until the plain reference tells who is right.
    """
    played: list[Card] = []
    here = position.copy()
    while here.tricks_left > _SMALL:
        theirs = scores(position, played)
        ours = {entry.card: entry.value.ns for entry in searcher.cards(here).cards}
        differing = [card for card in ours if ours[card] != theirs[card]]
        if not differing:
            return f"colver contradicts itself before {played[-1]}" if played else "no difference"
        best = max if here.to_move.side is Side.NS else min
        if played and best(ours.values()) == best(theirs.values()):
            return f"colver contradicts itself before {played[-1]}"
        played.append(differing[0])
        here.push(differing[0])
    values = {card: here.taken[0] + value for card, value in reference.card_values(here).items()}
    ours = {entry.card: entry.value.ns for entry in searcher.cards(here).cards}
    if values != ours:
        return f"unexplained: the reference says {values} and we say {ours} after {played}"
    if values == scores(position, played):
        return f"colver contradicts itself before {played[-1]}"
    return f"colver differs from the plain reference after {' '.join(map(str, played))}"
