"""What a deal of Court Piece is played for: the deal itself, or courts as the rules pay them.

The outcomes of a deal are nested: a sweep is a kot (the first seven tricks), a kot is a won deal.  Each step of the
score is therefore one question of the search: so many tricks, or the first seven in a row and so many in all.  In
Double Sir a court is seven collected tricks while the other side has collected none, which is a question of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

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
    tell.  `waiting` tricks lie in the middle.  `stopped` is what (NS, EW) had when play stopped at seven tricks, where
    that is over and known.  `worth` says what else than courts a deal brings to count, in place of
    them; it must grow with the courts.
    """

    match: CourtPieceMatch
    objective: Literal["deal", "courts"] = "courts"
    target: int = 0
    kot: Side | Literal["unknown"] | None = "unknown"
    waiting: int = 0
    stopped: tuple[int, int] | None = None
    worth: Callable[[MatchStep], int] | None = None

    @property
    def unit(self) -> str:
        """What a payoff counts."""
        return "deals" if self.objective == "deal" else "courts"

    def payoff(self, tricks: int, kot: Side | None, others: int | None = None) -> int:
        """Return what North-South get for `tricks` tricks, the first seven being those of `kot`, if any.

        `others` are the tricks of East-West; by default all that are left of thirteen.
        """
        rules = self.match.rules
        score = score_tricks(
            (tricks, ALL - tricks if others is None else others),
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
        """Work them out: the ends of the deal by what they pay, and the question that parts them."""
        if sum(taken) + self.waiting + tricks_left != ALL:
            middle = f", {self.waiting} in the middle" if self.waiting else ""
            found = f"{sum(taken)} are taken{middle} and {tricks_left} left"
            raise PositionError([f"expected {ALL} tricks in all, but {found}: say what is taken"])
        pays = {end: self._paid(end) for end in self._ends(taken, tricks_left)}
        payoffs = sorted(set(pays.values()))
        steps = [Threshold(payoffs[0], None)]
        for payoff in payoffs[1:]:
            reached = {end for end, paid in pays.items() if paid >= payoff}
            steps.append(self._threshold(payoff, reached, pays))
        return steps

    def _ends(self, taken: tuple[int, int], tricks_left: int) -> Iterator[_End]:
        """Yield the ends that the deal can still have; some of them no play may reach."""
        rules = self.match.rules
        if self.stopped is not None:
            yield _End(*self.stopped, kot=self._kots(self.stopped)[0], swept=ALL in self.stopped)
            return
        stops = rules.play_to == WIN and rules.collect != "trick"
        late, whole = (self._paid(_End(*taken, kot=None, swept=swept)) for swept in (False, True))
        if stops and ALL in taken and late != whole:
            raise PositionError(["the trick counts do not tell whether play had stopped before the last trick"])
        for kot in self._kots(taken):
            for ns in range(taken[0], ALL - taken[1] + 1):
                for ew in range(taken[1], ALL - ns + 1) if self._loses else (ALL - ns,):
                    end = _End(ns, ew, kot)
                    if (not tricks_left and (ns, ew) != taken) or not end.possible:
                        continue
                    yield end
                    if stops and ALL in (ns, ew) and max(taken) < WIN:
                        yield end._replace(swept=True)

    def _paid(self, end: _End) -> int:
        """Return what an end pays; where play stops at seven, more tricks count only if they come with the seventh."""
        ns, ew = end.ns, end.ew
        if self.match.rules.play_to == WIN and not end.swept:
            ns, ew = min(ns, WIN), min(ew, WIN)
        return self.payoff(ns, end.kot, ew)

    @property
    def _loses(self) -> bool:
        """Whether tricks may be left that nobody gets."""
        return self.match.rules.collect != "trick" and self.match.rules.sir_last_trick == "lost"

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
            winner = Side.NS if taken[0] >= WIN else Side.EW
            if self._paid(_End(*taken, kot=None)) == self._paid(_End(*taken, kot=winner)):
                return [None]
            why = "the trick counts do not tell who took the first seven tricks: say so (tag Kot: NS, EW or none)"
            raise PositionError([why])
        return [self.kot]

    def _threshold(self, payoff: int, reached: set[_End], ends: Iterable[_End]) -> Threshold:
        """Return the question that is answered as wanted exactly in the ends that are `reached`."""
        ours, theirs = min(end.ns for end in reached), max(end.ew for end in reached) + 1
        for question, when, holds in self._questions(ours, theirs):
            if reached == {end for end in ends if holds(end)}:
                return Threshold(payoff, question, when)
        raise RulesError(
            f"who gets {payoff} {self.unit} or more under {self.match.rules.text()!r} is no single question: a kot or "
            "all tricks would bring less than a won deal"
        )

    def _questions(self, ours: int, theirs: int) -> Iterator[tuple[Question, bool, Callable[[_End], bool]]]:
        """Yield questions with the answer that is wanted and the ends in which it is given.

        North-South want `ours` tricks at least, or fewer than `theirs` for East-West, with or without a kot.
        """
        yield Question(Side.NS, ours), True, lambda end: end.ns >= ours
        yield Question(Side.EW, theirs), False, lambda end: end.ew < theirs
        yield self._kot_question(Side.NS, ours), True, lambda end: end.kot is Side.NS and end.ns >= ours
        yield Question(Side.NS, ALL, stop=WIN), True, lambda end: end.swept and end.ns == ALL
        yield Question(Side.EW, ALL, stop=WIN), False, lambda end: not end.swept or end.ew < ALL
        for need in range(ALL, WIN - 1, -1):
            yield (
                self._kot_question(Side.EW, need),
                False,
                lambda end, need=need: end.kot is not Side.EW or end.ew < need,  # type: ignore[misc]
            )

    def _kot_question(self, side: Side, need: int) -> Question:
        """Ask whether *side* makes a kot and takes *need* tricks in all."""
        if self.match.rules.collect == "trick":
            return Question(side, need, _AFTER_FIRST_SEVEN)
        return Question(side, need, before_other=WIN)


class _End(NamedTuple):
    """How a deal may end: the tricks of both sides, and who took the first seven, if one did.

    `swept`: all thirteen had come when play stopped at seven.
    """

    ns: int
    ew: int
    kot: Side | None
    swept: bool = False

    @property
    def possible(self) -> bool:
        """Whether a kot goes with these tricks: who has seven and the other side none has made one."""
        tricks = (self.ns, self.ew)
        made = next((side for side in Side if tricks[side] >= WIN and not tricks[side.other]), None)
        return made is self.kot if made is not None else self.kot is None or tricks[self.kot] >= WIN


@lru_cache(maxsize=256)
def _thresholds(stakes: CourtPieceStakes, taken: tuple[int, int], tricks_left: int) -> Sequence[Threshold]:
    """Return the thresholds of stakes, which come back with every world and in deal after deal."""
    return stakes._found(taken, tricks_left)  # noqa: SLF001 - the other half of a method
