"""What a deal of Coinche is played for: its score under the contract, or the match, in questions for a search.

Between the steps of the score points are what counts, so almost every step is "at least so many points". All eight
tricks are a question of their own, for they cannot be told from points: a trick of sevens, eights and nines is worth
nothing. So is a generale, for which the bidder himself must win them. Where the points of the cards are converted
before the last trick adds its ten (conversion=cards_152, without trumps or with all), a step takes fewer points of
cards with that trick than without it, and the question weighs it accordingly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, Literal, cast

from solver.cards import Seat, Side, Strain
from solver.errors import PositionError, RulesError
from solver.games.coinche.auction import CallKind, Contract
from solver.games.coinche.match import CoincheMatch, MatchStep
from solver.games.coinche.play import LAST_TRICK, SHORT_DECK, points_of
from solver.games.coinche.rules import CoincheRules
from solver.games.coinche.scoring import TRICKS, CoincheResult, score_deal
from solver.games.stakes import Question, Threshold

__all__ = ["CoincheStakes", "all_points"]


def all_points(strain: Strain, rules: CoincheRules) -> int:
    """Return the points of a whole deal, 162 with a trump suit."""
    return points_of(SHORT_DECK, strain, rules) + LAST_TRICK


@lru_cache(maxsize=32)
def _payoffs(stakes: CoincheStakes) -> tuple[int, ...]:
    """Return what North-South get for each number of points, without a sweep; the same through all of a deal."""
    return tuple(map(stakes.payoff, range(stakes.total + 1)))


@dataclass(frozen=True, slots=True)
class CoincheStakes:
    """The stakes of one deal of a match, played in *contract*, which names its declarer.

    `objective` "score" pays North-South's line less East-West's; "match" pays +1 to North-South when the deal wins them
    the match and -1 when it wins it for East-West. `belotes` and `announces` as in `CoincheResult`. `tricks` are those
    taken by (NS, EW) before the position that is asked about; they are needed where the points of a side without any do
    not tell whether it has a trick. `himself` says whether the bidder of a generale has won every trick so far.
    The points taken by both and those to come must be those of a whole deal. `worth` says what the deal is worth in
    place of its score; it must grow with that.
    """

    match: CoincheMatch
    contract: Contract
    belotes: tuple[int, int] = (0, 0)
    announces: tuple[int, int] = (0, 0)
    objective: Literal["score", "match"] = "score"
    tricks: tuple[int, int] | None = None
    himself: bool | None = None
    worth: Callable[[MatchStep], int] | None = None

    @classmethod
    def alone(cls, contract: Contract, rules: CoincheRules, *, belotes: tuple[int, int] = (0, 0)) -> CoincheStakes:
        """Return the stakes of a deal that is no part of a match."""
        return cls(CoincheMatch(rules, Seat.NORTH), contract, belotes)

    @property
    def unit(self) -> str:
        """What a payoff counts."""
        return "matches" if self.objective == "match" else "points of score"

    @property
    def total(self) -> int:
        """The points of the whole deal."""
        return all_points(self.contract.bid.strain, self.match.rules)

    def payoff(self, points: int, swept: Side | None = None, *, last: Side = Side.NS, alone: bool = False) -> int:
        """Return what North-South get for *points*, when *swept* has all eight tricks, or nobody.

        *last* won the last trick, where that counts for itself; *alone*: the bidder of a generale won all of them.
        """
        tricks = TRICKS // 2
        if swept is not None:
            tricks = TRICKS if swept is Side.NS else 0
        elif points in (0, self.total):
            tricks = 1 if not points else TRICKS - 1
        result = CoincheResult(
            contract=self.contract,
            points=(points, self.total - points),
            tricks=(tricks, TRICKS - tricks),
            belotes=self.belotes,
            announces=self.announces,
            last=last,
            alone=alone,
        )
        step = self.match.after(score_deal(result, self.match.rules))
        if self.worth is not None:
            return self.worth(step)
        if self.objective == "match":
            winner = step.after.winner
            return 0 if winner is None else 1 if winner is Side.NS else -1
        return step.deal[0] + step.bonus[0] - step.deal[1] - step.bonus[1]

    def thresholds(self, taken: tuple[int, int], tricks_left: int) -> Sequence[Threshold]:
        """Return the payoffs that can still come and the questions that decide them."""
        self._check(taken, tricks_left)
        if self.contract.bid.kind is CallKind.GENERALE:
            return self._generale(taken, tricks_left)
        if self._is_converted and tricks_left:
            return self._converted(taken, tricks_left)
        low, high = taken[0], self.total - taken[1]
        every = _payoffs(replace(self, tricks=None, himself=None))
        plain = {points: every[points] for points in range(low, high + 1)}
        sweeps = {
            side: self.payoff(high if side is Side.NS else low, side) for side in self._sweepers(taken, tricks_left)
        }
        if not tricks_left and sweeps:
            plain = {}
        payoffs = sorted({*plain.values(), *sweeps.values()})
        if any(plain[points] > plain[points + 1] for points in plain if points < high):
            raise RulesError(f"under {self.match.rules.text()!r} more points may pay less, so no question settles it")
        return [Threshold(payoffs[0], None), *(self._threshold(payoff, plain, sweeps) for payoff in payoffs[1:])]

    def _check(self, taken: tuple[int, int], tricks_left: int) -> None:
        """Refuse what no search can answer, and positions that are not of this deal."""
        whole = sum(taken)
        begun, over = tricks_left < TRICKS, not tricks_left
        if whole > self.total or (whole and not begun) or (over and whole != self.total):
            raise PositionError(
                [f"of {self.total} points {taken[0]} and {taken[1]} cannot be taken with {tricks_left} tricks to come"]
            )
        if self.tricks is not None and sum(self.tricks) + tricks_left != TRICKS:
            raise PositionError(
                [f"{self.tricks[0]} and {self.tricks[1]} tricks taken and {tricks_left} to come are not 8"]
            )

    @property
    def _is_converted(self) -> bool:
        """Whether the points of the cards are converted before the last trick adds its ten."""
        rules = self.match.rules
        scaled = rules.conversion == "cards_152" and self.total != all_points(_SUIT, rules)
        return scaled and self.contract.bid.kind is CallKind.POINTS

    def _generale(self, taken: tuple[int, int], tricks_left: int) -> Sequence[Threshold]:
        """Return the two payoffs of a generale, and the question between them."""
        declarer = self.contract.declarer
        assert declarer is not None
        side = declarer.side
        points = self.total if side is Side.NS else 0
        made, lost = self.payoff(points, side, alone=True), self.payoff(self.total - points)
        lost_already = self.himself is False or taken[side.other] or (self.tricks and self.tricks[side.other])
        if lost_already or made == lost:
            return [Threshold(lost, None)]
        if self.himself is None and tricks_left < TRICKS:
            raise PositionError([f"expected to know whether {declarer.word} himself won all tricks so far"])
        if not tricks_left:
            return [Threshold(made, None)]
        question = Question(side, 0, 0, alone=declarer)
        return [Threshold(min(made, lost), None), Threshold(max(made, lost), question, when=made > lost)]

    def _converted(self, taken: tuple[int, int], tricks_left: int) -> Sequence[Threshold]:
        """Return the payoffs where the points of cards and the ten of the last trick count apart."""
        low, high = taken[0], self.total - taken[1] - LAST_TRICK  # points of cards that North-South can get
        pays = {
            last: [
                self.payoff(points + (LAST_TRICK if last is Side.NS else 0), last=last)
                for points in range(low, high + 1)
            ]
            for last in Side
        }
        sweeps = {
            side: self.payoff(self.total if side is Side.NS else 0, side, last=side)
            for side in self._sweepers(taken, tricks_left)
        }
        payoffs = sorted({*pays[Side.NS], *pays[Side.EW], *sweeps.values()})
        if any(steps != sorted(steps) for steps in pays.values()) or any(
            more < fewer for more, fewer in zip(pays[Side.NS], pays[Side.EW], strict=True)
        ):
            raise RulesError(f"under {self.match.rules.text()!r} more points may pay less, so no question settles it")
        steps = [Threshold(payoffs[0], None)]
        for payoff in payoffs[1:]:
            with_last, without = (
                next((low + more for more, pay in enumerate(pays[last]) if pay >= payoff), high + 1) for last in Side
            )
            plain = min(with_last, without) <= high
            found = self._swept_threshold(payoff, sweeps, plain=plain, always=with_last == without == low)
            # NS reach it with `with_last` points of cards and the last trick, or `without` and not that trick.
            bonus = without - with_last - LAST_TRICK
            steps.append(found or Threshold(payoff, Question(Side.NS, without, bonus=bonus)))
        return steps

    def _sweepers(self, taken: tuple[int, int], tricks_left: int) -> Iterable[Side]:
        """Return the sides that may still win all eight tricks."""
        for side in Side:
            if taken[side.other] or (self.tricks is not None and self.tricks[side.other]):
                continue
            if tricks_left < TRICKS and self.tricks is None:
                points = self.total - taken[1] if side is Side.NS else taken[0]
                if self.payoff(points, side, last=side) == self.payoff(points, last=side):
                    continue
                raise PositionError(["the points do not tell which side has lost a trick: say so (tag Tricks)"])
            yield side

    def _threshold(self, payoff: int, plain: dict[int, int], sweeps: dict[Side, int]) -> Threshold:
        """Return the question whether North-South get at least *payoff*."""
        least = next((points for points, pays in plain.items() if pays >= payoff), None)
        found = self._swept_threshold(
            payoff, sweeps, plain=least is not None, always=least is not None and least == min(plain)
        )
        return found or Threshold(payoff, Question(Side.NS, cast("int", least)))

    def _swept_threshold(self, payoff: int, sweeps: dict[Side, int], *, plain: bool, always: bool) -> Threshold | None:
        """Return the question about all tricks that settles *payoff*; `None` where points do.

        *plain* says that it can be reached without all tricks, *always* that any points bring it unless the other side
        wins all tricks.
        """
        ours, theirs = sweeps.get(Side.NS), sweeps.get(Side.EW)
        if not plain:
            # Only all tricks pay so much.
            if ours is not None and ours >= payoff and (theirs is None or theirs < payoff):
                return Threshold(payoff, Question(Side.NS, 0, 0))
        elif ours is None or ours >= payoff:
            if always:
                # Every way to lose a trick or more pays so much; only without any is it missed.
                if theirs is not None and theirs < payoff:
                    return Threshold(payoff, Question(Side.EW, 0, 0), when=False)
            elif theirs is None or theirs < payoff:
                return None
        raise RulesError(f"a payoff of {payoff} under {self.match.rules.text()!r} is no single question")


#: Any strain that is a suit: its deals have 162 points.
_SUIT: Final = Strain.SPADES
