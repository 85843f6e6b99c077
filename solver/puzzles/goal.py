"""What a puzzle asks for: so many units for a side, or one of the feats that a game has a name for.

A goal is a question about the whole deal (`solver.games.stakes.Question`), so the exact searches answer it and
nothing here searches.  Units taken before the position count: a kot that is asked for in an ending needs the tricks
taken so far in the position, or it would be a question about another deal.

Feats, and where their rules are read from (docs/court-piece.md, docs/dehla-pakad.md, docs/coinche.md):

    kot      Court Piece: the first seven tricks in a row; Dehla Pakad: all four tens
    sweep    Court Piece: all thirteen tricks
    capot    Coinche: all eight tricks
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from solver.cards import Side
from solver.errors import ParseError, PositionError, RulesError
from solver.games.stakes import Question, Threshold
from solver.position import Position

from .plays import all_open

__all__ = ["Feat", "Goal", "GoalStakes", "decided", "loses_trick"]

_WIN = 7  # tricks that win a deal of Court Piece, and that a kot takes in a row
_ALL = 13
_TENS = 4
_TEXT = re.compile(r"\s*(\w+)\s+(?:(\d+)\s+)?([A-Za-z][A-Za-z -]*?)\s*")


class Feat(Enum):
    """A goal with a name of its own."""

    KOT = "kot"
    SWEEP = "sweep"
    CAPOT = "capot"


#: Other words for feats.
_FEATS = {"kot": Feat.KOT, "court": Feat.KOT, "mendikot": Feat.KOT, "sweep": Feat.SWEEP, "capot": Feat.CAPOT}
_UNITS = ("tricks", "points", "tens")


@dataclass(frozen=True, slots=True)
class Goal:
    """What *side* is to reach in the whole deal: at least *amount* of *what*, or the feat *what*.

    >>> goal = Goal.parse("NS 6 tricks")
    >>> goal.amount, goal.what
    (6, 'tricks')
    >>> print(Goal.parse("ew KOT"))
    EW kot
    """

    side: Side
    what: str | Feat
    amount: int | None = None

    @classmethod
    def parse(cls, text: str) -> Goal:
        """Read ``NS 6 tricks``, ``EW 82 points``, ``NS 3 tens``, ``NS kot``, ``NS sweep`` or ``NS capot``.

        Raises `ParseError`.
        """
        found = _TEXT.fullmatch(text)
        expected = (
            "expected a goal such as 'NS 6 tricks', 'EW 82 points', 'NS 3 tens', 'NS kot', 'NS sweep' or 'NS capot'"
        )
        if found is None:
            raise ParseError(expected, text=text)
        side = Side.parse(found[1])
        word = found[3].lower()
        if found[2] is None:
            feat = _FEATS.get(word)
            if feat is None:
                raise ParseError(expected, text=text)
            return cls(side, feat)
        unit = word if word.endswith("s") else word + "s"
        if unit not in _UNITS:
            raise ParseError(expected, text=text)
        return cls(side, unit, int(found[2]))

    def __str__(self) -> str:
        """Write the goal as `parse` reads it."""
        if isinstance(self.what, Feat):
            return f"{self.side.name} {self.what.value}"
        return f"{self.side.name} {self.amount} {self.what.removesuffix('s') if self.amount == 1 else self.what}"

    def question(self, position: Position) -> Question:
        """Return the question that the goal is in the deal of *position*.

        Raises `RulesError` where the game does not know the goal, and `PositionError` where what was taken before is
        not all there.
        """
        game, rules = position.game, position.rules
        unit = game.unit_of(rules)
        if not all_open(position):
            raise RulesError(f"expected all cards dealt and a trump that is open, or made by a card, not {rules}")
        if not isinstance(self.what, Feat):
            if self.what != unit or self.amount is None:
                raise RulesError(f"{game.title} under {rules} counts {unit}, not {self.what}")
            return Question(self.side, self.amount)
        if self.what is Feat.CAPOT and game.name == "coinche":
            return Question(self.side, 0, 0)
        if self.what is Feat.KOT and game.name == "dehla-pakad" and unit == "tens":
            return Question(self.side, _TENS)
        if self.what in (Feat.KOT, Feat.SWEEP) and game.name == "court-piece" and position.carry is None:
            played = sum(position.taken)
            if played + position.tricks_left != _ALL:
                counted = f"{played} are taken and {position.tricks_left} left"
                raise PositionError(
                    [f"a {self.what.value} is about all {_ALL} tricks, but {counted}: say what is taken (tag Taken)"]
                )
            kot = self.what is Feat.KOT
            return Question(self.side, _WIN if kot else _ALL, _ALL - _WIN if kot else None)
        raise RulesError(f"{game.title} under {rules} has no {self.what.value}")

    def decided(self, position: Position, *, lost: bool = False) -> bool | None:
        """Return whether the goal is reached or out of reach whatever is played; `None` while it is open.

        *lost* says that the side has lost a trick since the puzzle began, which units do not tell in every game.
        """
        return decided(self.question(position), position, lost=lost)


def decided(question: Question, position: Position, *, lost: bool = False) -> bool | None:
    """Return the answer to the question of a goal as far as it no longer depends on the play, as `Goal.decided`."""
    taken = position.taken
    mine, theirs = taken[question.side], taken[question.side.other]
    if question.streak_end is not None:
        if lost or (theirs and position.tricks_left >= question.streak_end):
            return False
        return True if position.tricks_left <= question.streak_end and mine >= question.need else None
    if mine >= question.need:
        return True
    return False if position.total - theirs < question.need else None


def loses_trick(position: Position, before: int, side: Side) -> bool:
    """Return whether the card just played has ended a trick, of *before* that were left, that *side* does not win."""
    return position.tricks_left < before and position.leader.side is not side


@dataclass(frozen=True, slots=True)
class GoalStakes:
    """A goal as stakes: the goal's side gets 1 when it is reached (`solver.games.stakes.Stakes`)."""

    question: Question
    unit: str = "goals"

    def thresholds(self, taken: tuple[int, int], tricks_left: int) -> Sequence[Threshold]:  # noqa: ARG002
        """Return the two outcomes, for North-South, and the question between them."""
        if self.question.side is Side.NS:
            return (Threshold(0, None), Threshold(1, self.question))
        return (Threshold(-1, None), Threshold(0, self.question, when=False))
