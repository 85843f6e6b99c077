"""Tricks that lie in the middle: what a deal remembers between them, and who takes them (Double Sir).

A trick that is won stays in the middle. One player who wins two tricks running takes all that lies there, the second
of the two included. Sources: the Spanish Court Piece document mentions the game; the details are those of published
descriptions, and where these differ an option decides (see `CourtPieceRules`):

* the run may belong to a player or to his side;
* after a pick-up the trick that completed it counts as the first win of a new pair, or does not;
* with the ace rule a trick won with an ace right after a trick won with an ace does not complete a pair. It counts as
  a first win itself, so that the next trick, won without an ace, completes one;
* the win of the first trick of the deal may count for nobody, so that nothing is taken before the third trick;
* the winner of the last trick takes what is left, or nobody does.
"""

from __future__ import annotations

from typing import NamedTuple

from solver.cards import Seat

__all__ = ["Pile"]


class Pile(NamedTuple):
    """What lies in the middle between two tricks, and whose win may be the first of a pair.

    >>> Pile(2, Seat.EAST).after(1, Seat.EAST, completes=True, restart=False)
    Pile(size=0, winner=Seat.EAST, ace=False, first=False)
    """

    #: Units in the middle.
    size: int = 0
    #: Who won the last trick, as far as that win still counts; he is on lead. `None`: no win counts.
    winner: Seat | None = None
    #: Whether that trick was won with an ace; only where the ace rule holds.
    ace: bool = False
    #: Whether the next trick is the first one, whose win counts for nobody; only where the first pair is blocked.
    first: bool = False

    def completed_by(self, winner: Seat, *, ace: bool, team: bool) -> bool:
        """Tell whether *winner*'s trick is the second of a pair; *ace*: the ace rule holds and he won with an ace."""
        if self.winner is None or (ace and self.ace):
            return False
        return winner is self.winner or (team and winner.side is self.winner.side)

    def after(self, worth: int, winner: Seat, *, completes: bool, restart: bool, ace: bool = False) -> Pile:
        """Return the middle after a trick of *worth* units; what *completes* a pair empties it."""
        if completes and restart:
            return Pile()
        if self.first:
            return Pile(worth)
        return Pile(0 if completes else self.size + worth, winner, ace)

    def defects(self, *, leader: Seat, ace_rule: bool, restart: bool, first_blocked: bool) -> list[str]:
        """Return what is wrong with this middle under the options when *leader* is on lead; empty when nothing is."""
        reasons = []
        if self.size < 0:
            reasons.append(f"expected 0 or more in the middle, not {self.size}")
        if self.winner is not None and self.winner is not leader:
            reasons.append(f"{self.winner.word} won the last trick and leads, not {leader.word}")
        if self.winner is None and self.size > (1 if first_blocked else 0):
            reasons.append("tricks lie in the middle, but whose win of the last one counts is not said")
        if self.winner is not None and not self.size and restart:
            reasons.append("after a pick-up no win counts, as the run starts anew")
        if self.ace and (self.winner is None or not ace_rule):
            reasons.append("a win with an ace is remembered only under the ace rule, and with the winner")
        if self.first and (not first_blocked or self.size or self.winner is not None):
            reasons.append("a first trick whose win counts for nobody needs that rule, and nothing before it")
        return reasons
