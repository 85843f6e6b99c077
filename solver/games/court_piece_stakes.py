"""What a deal of Court Piece is played for: the deal itself, or courts as the rules pay them.

The outcomes of a deal are nested: a sweep is a kot (the first seven tricks), a kot is a won deal.  Each step of the
score is therefore one question of the search: so many tricks, or the first seven in a row and so many in all.  In
Double Sir a court is seven collected tricks while the other side has collected none, which is a question of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from solver.cards import Side
from solver.errors import PositionError, RulesError
from solver.games.court_piece_match import CourtPieceMatch, MatchStep
from solver.games.court_piece_score import ALL, WIN, score_tricks
from solver.games.stakes import Question, Threshold

__all__ = ["CourtPieceStakes"]

_AFTER_FIRST_SEVEN = ALL - WIN


@dataclass(frozen=True, slots=True)
class CourtPieceStakes:
    """The stakes of one deal of a match.

    `objective` "deal" pays +1 to the side that wins the deal (makes its target, or seven tricks); "courts" pays what
    the score and the runs of won deals bring, North-South's courts minus East-West's.  `target` as in `PlayedDeal`.
    `kot` says who took the first seven tricks; it is needed only after the seventh trick, where trick counts do not
    tell.  `waiting` tricks lie in the middle.  `worth` says what else than courts a deal brings to count, in place of
    them; it must grow with the courts.
    """

    match: CourtPieceMatch
    objective: Literal["deal", "courts"] = "courts"
    target: int = 0
    kot: Side | Literal["unknown"] | None = "unknown"
    waiting: int = 0
    worth: Callable[[MatchStep], int] | None = None

    @property
    def unit(self) -> str:
        """What a payoff counts."""
        return "deals" if self.objective == "deal" else "courts"

    def payoff(self, tricks: int, kot: Side | None) -> int:
        """Return what North-South get for `tricks` tricks of thirteen, the first seven being those of `kot`, if any."""
        rules = self.match.rules
        score = score_tricks(
            (tricks, ALL - tricks),
            hakem=self.match.hakem.side,
            kot=kot,
            rules=rules,
            target=self.target or rules.target_bid,
        )
        if self.objective == "deal":
            return 0 if score.winner is None else 1 if score.winner is Side.NS else -1
        step = self.match.after(score)
        if self.worth is not None:
            return self.worth(step)
        return step.deal[0] + step.bonus[0] - step.deal[1] - step.bonus[1]

    def thresholds(self, taken: tuple[int, int], tricks_left: int) -> Sequence[Threshold]:
        """Return the payoffs that can still come and the questions that decide them."""
        return _thresholds(self, taken, tricks_left)

    def _found(self, taken: tuple[int, int], tricks_left: int) -> Sequence[Threshold]:
        """Work them out."""
        rules = self.match.rules
        if sum(taken) + self.waiting + tricks_left != ALL:
            middle = f", {self.waiting} in the middle" if self.waiting else ""
            found = f"{sum(taken)} are taken{middle} and {tricks_left} left"
            raise PositionError([f"expected {ALL} tricks in all, but {found}: say what is taken"])
        if rules.collect != "trick" and rules.play_to == WIN and rules.sweep_value and self.objective == "courts":
            raise RulesError(
                f"courts under {rules.text()!r} depend on how the middle is taken past seven tricks: "
                "play_to=13 or sweep_value=0 is needed"
            )
        possible = self._kots(taken)
        low, high = taken[0], ALL - taken[1]
        # The least tricks with which each payoff is reached, by who made the kot; out of range = never.
        ends = {kot: _range(kot, low, high) for kot in possible}
        payoffs = sorted({self.payoff(tricks, kot) for kot, tricks_of in ends.items() for tricks in tricks_of})
        steps = [Threshold(payoffs[0], None)]
        for payoff in payoffs[1:]:
            least = {
                kot: next((tricks for tricks in tricks_of if self.payoff(tricks, kot) >= payoff), high + 1)
                for kot, tricks_of in ends.items()
            }
            steps.append(self._threshold(payoff, least))
        return steps

    def _kots(self, taken: tuple[int, int]) -> list[Side | None]:
        """Return who can still turn out to have taken the first seven tricks."""
        played = sum(taken)
        if (played if self.match.rules.collect == "trick" else max(taken)) < WIN:
            return [None, *(side for side in Side if not taken[side.other])]
        for side in Side:
            if taken[side.other] == 0:
                return [side]
        if max(taken) < WIN:
            return [None]
        if self.kot == "unknown":
            if self.payoff(taken[0], None) == self.payoff(taken[0], Side.NS if taken[0] >= WIN else Side.EW):
                return [None]
            raise PositionError(["the trick counts do not tell who took the first seven tricks: say so (kot)"])
        return [self.kot]

    def _threshold(self, payoff: int, least: dict[Side | None, int]) -> Threshold:
        """Turn "at least so many tricks, by who made the kot" into one question."""
        if len(least) == 1:
            return Threshold(payoff, Question(Side.NS, next(iter(least.values()))))
        plain = least[None]
        ours = max(least.get(Side.NS, plain), WIN)
        if Side.NS in least and ours < plain:
            # A kot gets it with fewer tricks than it takes without one: only a sweep, itself a kot, may do so too.
            return self._only_if(sound=plain >= ALL, threshold=Threshold(payoff, self._kot_question(Side.NS, ours)))
        theirs = least.get(Side.EW, plain)
        if plain < WIN and theirs > plain:
            # East-West keep it from North-South by a kot, or by a sweep, itself a kot.
            need = max(ALL + 1 - theirs, WIN)
            threshold = Threshold(payoff, self._kot_question(Side.EW, need), when=False)
            return self._only_if(sound=plain <= 1, threshold=threshold)
        return Threshold(payoff, Question(Side.NS, plain))

    def _kot_question(self, side: Side, need: int) -> Question:
        """Ask whether *side* makes a kot and takes *need* tricks in all."""
        if self.match.rules.collect == "trick":
            return Question(side, need, _AFTER_FIRST_SEVEN)
        if need == ALL:
            return Question(side, ALL)  # all tricks are a kot, too
        if need > WIN:
            raise RulesError(f"a kot with {need} tricks under {self.match.rules.text()!r} is no single question")
        return Question(side, WIN, before_other=True)

    def _only_if(self, *, sound: bool, threshold: Threshold) -> Threshold:
        """Return a threshold whose question covers all ways to get the payoff."""
        if not sound:
            raise RulesError(f"a payoff of {threshold.payoff} under {self.match.rules.text()!r} is no single question")
        return threshold


@lru_cache(maxsize=256)
def _thresholds(stakes: CourtPieceStakes, taken: tuple[int, int], tricks_left: int) -> Sequence[Threshold]:
    """Return the thresholds of stakes, which come back with every world and in deal after deal."""
    return stakes._found(taken, tricks_left)  # noqa: SLF001 - the other half of a method


def _range(kot: Side | None, low: int, high: int) -> range:
    """Return the numbers of tricks that North-South can end with when `kot` took the first seven."""
    if kot is Side.NS:
        return range(max(low, WIN), high + 1)
    if kot is Side.EW:
        return range(low, min(high, ALL - WIN) + 1)
    return range(low, high + 1)
