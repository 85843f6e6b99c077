"""What a round of Dehla Pakad is played for: the round itself, or what it brings in the match.

More tens are never worse for a side, so that each step of the payoff is one question about units.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from solver.cards import Side
from solver.errors import PositionError
from solver.games.dehla_match import DehlaMatch, DehlaRound, DehlaStep, round_winner
from solver.games.stakes import Question, Threshold

__all__ = ["DehlaStakes"]


@dataclass(frozen=True, slots=True)
class DehlaStakes:
    """The stakes of one round of a match, in the units of its rules.

    `objective` "round" pays +1 to the side that wins the round. "match" pays what the round brings in points or kots,
    and where the streak decides the match: 2 for the match, 1 for the round.  `waiting` units lie in the middle.
    `worth` says what a round is worth in place of that; it must grow with what the side takes.
    """

    match: DehlaMatch
    objective: Literal["round", "match"] = "match"
    waiting: int = 0
    worth: Callable[[DehlaStep], int] | None = None

    @property
    def unit(self) -> str:
        """What a payoff counts."""
        if self.objective == "round":
            return "rounds"
        return "kots" if self.match.rules.scoring == "kots" else "points"

    def payoff(self, units: int) -> int:
        """Return what North-South get when they take `units` of the whole round.

        Raises `RulesError` when the rules ask for tricks that the units do not tell.
        """
        match, rules, played = self.match, self.match.rules, self._round(units)
        if self.objective == "round" and self.worth is None:
            return _for_ns(round_winner(played, rules, dealer=match.dealer, last_winner=match.last))
        step = match.after(played)
        if self.worth is not None:
            return self.worth(step)
        if rules.scoring == "streak":
            won = _for_ns(step.score.winner)
            return won if step.after.winner is None else 2 * won
        gained = step.score.kots if rules.scoring == "kots" else step.score.points
        return gained[0] - gained[1]

    def thresholds(self, taken: tuple[int, int], tricks_left: int) -> Sequence[Threshold]:
        """Return the payoffs that can still come and the questions that decide them."""
        rules = self.match.rules
        each, ten = rules.units
        total = rules.total
        if each and sum(taken) + self.waiting + each * tricks_left + ten * rules.tens < total:
            raise PositionError(["the tricks and tens taken so far are not all there: say what each side has taken"])
        payoffs = [(units, self.payoff(units)) for units in range(taken[0], total - taken[1] + 1)]
        steps = [Threshold(payoffs[0][1], None)]
        for units, payoff in payoffs:
            if payoff > steps[-1].payoff:
                steps.append(Threshold(payoff, Question(Side.NS, units)))
        return steps

    def _round(self, units: int) -> DehlaRound:
        """Return a round in which North-South took `units`, in all that the score looks at."""
        rules = self.match.rules
        tens, tricks, players = rules.tens, rules.tricks, rules.players
        each, ten = rules.units
        if not each:
            return DehlaRound((units, tens - units), players=players)
        if rules.counts_tens:
            ours, won = divmod(units, ten)
            return DehlaRound((ours, tens - ours), (won, tricks - won), players)
        if 2 * units == rules.total:  # as many card points each; here a round that has as many
            return DehlaRound((4, 0), (6, 7)) if players == 4 else DehlaRound((6, 6), (13, 13), players)
        if 2 * units > rules.total:
            return DehlaRound((tens, 0), (tricks, 0), players)
        return DehlaRound((0, tens), (0, tricks), players)


def _for_ns(winner: Side | None) -> int:
    """Return 1 for North-South, -1 for East-West, 0 for nobody."""
    return 0 if winner is None else 1 if winner is Side.NS else -1
