"""A puzzle played against the program: the user plays the attackers, the program defends as well as it can.

As long as the goal can be reached the program chooses the defence that asks most of the attackers
(`Study.demands`); once it cannot, a card that keeps it so.  Nothing here talks or reads; the command line does.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from solver.cards import Card, Seat

from .check import settled
from .explain import refutation
from .format import Puzzle
from .goal import loses_trick
from .graph import solution_graph
from .judge import Judge
from .plays import alike, lowest_first, natural_plays
from .study import Study

__all__ = ["Attempt", "Hint", "Outcome"]

_MOST_NODES = 20_000


class Outcome(Enum):
    """Where an attempt stands."""

    OPEN = "open"
    SOLVED = "solved"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Hint:
    """What helps the user: whether the goal can still be reached and, when it is his turn, which cards reach it."""

    reachable: bool
    cards: tuple[Card, ...]


class Attempt:
    """One attempt at a puzzle, card by card; the program's cards are played by `defend`."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.position = puzzle.position.copy()
        self._start = len(self.position.history)
        self._judge = Judge(puzzle.goal, puzzle.position)
        self._lost: list[bool] = [False]

    @property
    def played(self) -> tuple[Card, ...]:
        """The cards played so far."""
        return self.position.history[self._start :]

    @property
    def outcome(self) -> Outcome:
        """Whether the goal is reached or out of reach."""
        answer = self._judge.decided(self.position, lost=self._lost[-1])
        if answer is None and settled(self.position, self._judge, lost=self._lost[-1]):
            answer = True
        return Outcome.OPEN if answer is None else Outcome.SOLVED if answer else Outcome.FAILED

    @property
    def users_turn(self) -> bool:
        """Whether the user is to play."""
        return self.outcome is Outcome.OPEN and self.position.to_move.side is self.puzzle.goal.side

    @property
    def seat(self) -> Seat:
        """Whose turn it is."""
        return self.position.to_move

    def play(self, card: Card) -> None:
        """Play a card for the user; raises `IllegalPlayError` and changes nothing if it may not be played."""
        left = self.position.tricks_left
        self.position.play(card)
        self._note(left)

    def defend(self) -> Card:
        """Play the best card for the defender whose turn it is, and return it."""
        card = self._defence()
        left = self.position.tricks_left
        self.position.push(card)
        self._note(left)
        return card

    def back(self) -> bool:
        """Take back the user's last card and what was played after it; return whether there was one."""
        if not any(seat.side is self.puzzle.goal.side for seat in self._seats()):
            return False
        while True:
            self.position.undo()
            self._lost.pop()
            if self.position.to_move.side is self.puzzle.goal.side:
                return True

    def hint(self) -> Hint:
        """Return whether the goal can be reached from here, and with which cards."""
        if not self.users_turn:
            return Hint(self._judge.reaches(self.position, lost=self._lost[-1]), ())
        winning = self._judge.winning(self.position, lost=self._lost[-1])
        return Hint(bool(winning), tuple(card for card in self.position.legal_plays() if card in winning))

    def first_mistake(self) -> tuple[int, Seat, Card] | None:
        """Return the user's card that let the goal go, after its trick, from 1, and seat; `None` if none did."""
        at = self.puzzle.position.copy()
        lost = False
        for card in self.played:
            seat, left = at.to_move, at.tricks_left
            at.push(card)
            lost = lost or loses_trick(at, left, self.puzzle.goal.side)
            if seat.side is self.puzzle.goal.side and not self._judge.reaches(at, lost=lost):
                return self.puzzle.position.tricks_left - left + 1, seat, card
        return None

    def refutation(self, card: Card) -> tuple[Card, ...]:
        """Return a line that shows why *card*, played now, misses the goal."""
        return refutation(self.position, card, self._judge)

    def _note(self, left: int) -> None:
        """Remember whether the attackers have lost a trick, after a card with *left* tricks to come before it."""
        self._lost.append(self._lost[-1] or loses_trick(self.position, left, self.puzzle.goal.side))

    def _seats(self) -> list[Seat]:
        """Return who played each card so far."""
        at = self.position.copy()
        seats = []
        while len(at.history) > self._start:
            at.undo()
            seats.append(at.to_move)
        return seats

    def _defence(self) -> Card:
        """Return the defender's card."""
        at, lost = self.position, self._lost[-1]
        groups = alike(at)
        if len(groups) == 1:
            return groups[0][-1]
        reached = self._judge.winning(at, lost=lost)
        refuting = [group for group in groups if group[0] not in reached]
        if refuting:
            natural = natural_plays(at)
            card = min(refuting, key=lambda group: (group[-1] not in natural, *lowest_first(at, group[-1])))
            return card[-1]
        solution = solution_graph(at, self.puzzle.goal, self._judge, most_nodes=_MOST_NODES)
        line = Study(solution).main_line
        return line[0].card if line else groups[0][-1]
