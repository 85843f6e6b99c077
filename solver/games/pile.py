"""Tricks that lie in the middle: what a deal remembers between them, and who takes them (Double Sir).

A trick that is won stays in the middle. One player who wins two tricks running takes all that lies there, the second
of the two included. Sources: the Spanish Court Piece document mentions the game, and published rules of Dehla Pakad
play it for the tens; the details are those of published descriptions, and where these differ an option decides (see
`CourtPieceRules`, `DehlaPakadRules`):

* the run may belong to a player or to his side;
* after a pick-up the trick that completed it counts as the first win of a new pair, or does not;
* with the ace rule a trick won with an ace right after a trick won with an ace does not complete a pair. It counts as
  a first win itself, so that the next trick, won without an ace, completes one;
* the win of the first trick of the deal may count for nobody, so that nothing is taken before the third trick;
* no win counts before a trump is known; the trick in which it is fixed or shown is the first that can begin a pair;
* the winner of the last trick takes what is left, or nobody does.

Units are those of the game, tricks in Court Piece, whatever the rules count in Dehla Pakad.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from solver.cards import Seat
from solver.errors import ParseError

__all__ = ["Pile"]


class Pile(NamedTuple):
    """What lies in the middle between two tricks, and whose win may be the first of a pair.

    >>> Pile(2, Seat.EAST).after(1, Seat.EAST, completes=True, restart=False)
    Pile(size=0, winner=Seat.EAST, ace=False, first=False)
    >>> Pile.parse("3 W").text
    '3 W'
    """

    #: Units in the middle.
    size: int = 0
    #: Who won the last trick, as far as that win still counts; he is on lead. `None`: no win counts.
    winner: Seat | None = None
    #: Whether that trick was won with an ace; only where the ace rule holds.
    ace: bool = False
    #: Whether the next trick is the first one, whose win counts for nobody; only where the first pair is blocked.
    first: bool = False

    @classmethod
    def parse(cls, text: str) -> Pile:
        """Read a middle as `text` writes it: the units, whose win counts, and `ace` or `first`; case does not matter.

        `3 W`: three units, West may complete a pair; `3` (or `3 -`): nobody may. Raises `ParseError`.
        """
        words = text.split()
        size = words.pop(0) if words else ""
        winner = None
        if words and words[0].lower() not in {"ace", "first"}:
            word = words.pop(0)
            winner = None if word == "-" else Seat.parse(word)
        marks = [word.lower() for word in words]
        if not re.fullmatch("[0-9]{1,4}", size) or marks not in ([], ["ace"], ["first"]):
            raise ParseError(
                "expected what lies in the middle: units, the seat whose win of the last trick counts, and 'ace' if it "
                f"was won with an ace, such as '3 W', not {text!r}",
                text=text,
            )
        return cls(int(size), winner, ace=marks == ["ace"], first=marks == ["first"])

    @property
    def text(self) -> str:
        """The middle in words that `parse` reads: `3 W`."""
        marks = ["ace"] * self.ace + ["first"] * self.first
        return " ".join([str(self.size), *([] if self.winner is None else [self.winner.letter]), *marks])

    def completed_by(self, winner: Seat, *, ace: bool, team: bool) -> bool:
        """Tell whether *winner*'s trick is the second of a pair; *ace*: the ace rule holds and he won with an ace."""
        if self.winner is None or (ace and self.ace):
            return False
        return winner is self.winner or (team and winner.side is self.winner.side)

    def after(
        self, worth: int, winner: Seat, *, completes: bool, restart: bool, ace: bool = False, counts: bool = True
    ) -> Pile:
        """Return the middle after a trick of *worth* units; what *completes* a pair empties it.

        *counts*: the win may begin a pair.
        """
        if completes and restart:
            return Pile()
        if self.first or not counts:
            return Pile(self.size + worth)
        return Pile(0 if completes else self.size + worth, winner, ace)

    def shared(self, worth: int, winner: Seat, after: Pile, *, rest: bool) -> tuple[int, int, Pile]:
        """Return what NS and EW get when *winner* wins a trick of *worth* units, and the middle that it leaves.

        What is not in the middle *after* the trick is his side's; with *rest*, the end of the deal, all is.
        """
        left = Pile() if rest else after
        units = self.size + worth - left.size
        return (0, units, left) if winner & 1 else (units, 0, left)

    def defects(
        self, *, leader: Seat, ace_rule: bool, restart: bool, first_blocked: bool, uncounted: bool = False
    ) -> list[str]:
        """Return what is wrong with this middle under the options when *leader* is on lead; empty when nothing is.

        *uncounted*: units may lie there from tricks whose wins count for nobody.
        """
        reasons = []
        if self.size < 0:
            reasons.append(f"expected 0 or more in the middle, not {self.size}")
        if self.winner is not None and self.winner is not leader:
            reasons.append(f"{self.winner.word} won the last trick and leads, not {leader.word}")
        if self.winner is None and self.size > (1 if first_blocked else 0) and not uncounted:
            reasons.append("tricks lie in the middle, but whose win of the last one counts is not said")
        if self.winner is not None and not self.size and restart:
            reasons.append("after a pick-up no win counts, as the run starts anew")
        if self.ace and (self.winner is None or not ace_rule):
            reasons.append("a win with an ace is remembered only under the ace rule, and with the winner")
        if self.first and (not first_blocked or self.size or self.winner is not None):
            reasons.append("a first trick whose win counts for nobody needs that rule, and nothing before it")
        return reasons
