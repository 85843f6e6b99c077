"""A match of Coinche: the running scores, who deals next, points that wait for a winner, and when it is over.

A match is a frozen value; `after` returns the next one. Pairs are (NS, EW).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from solver.cards import Seat, Side
from solver.games.coinche.rules import CoincheRules
from solver.games.coinche.scoring import CoincheScore

__all__ = ["CoincheMatch", "MatchStep"]


@dataclass(frozen=True, slots=True)
class MatchStep:
    """What one deal did to a match: its lines, what each side got of points that had waited, and the match after."""

    deal: tuple[int, int]
    bonus: tuple[int, int]
    after: CoincheMatch


@dataclass(frozen=True, slots=True)
class CoincheMatch:
    """The state of a match before a deal.

    `held` are points that wait for the winner of a deal (litige=hold). `last` is the side that won the last deal that
    was won, `last_taker` its taker; `barred` a side that has reached the target only by a belote that may not do so.
    """

    rules: CoincheRules
    dealer: Seat
    score: tuple[int, int] = (0, 0)
    held: int = 0
    last: Side | None = None
    last_taker: Side | None = None
    barred: Side | None = None

    @property
    def streak(self) -> None:
        """Runs of deals are not counted."""
        return

    @property
    def caller(self) -> None:
        """No player calls alone."""
        return

    @property
    def leader(self) -> Seat:
        """Who speaks first, and leads to the first trick, of the deal to come."""
        return self.dealer.next(self.rules.direction)

    @property
    def target_unit(self) -> str:
        """The target counts points."""
        return "points"

    @property
    def progress(self) -> tuple[int, int]:
        """The points so far."""
        return self.score

    @property
    def outright(self) -> None:
        """No deal wins the match but by points."""
        return

    @property
    def target(self) -> int | None:
        """The score that wins the match."""
        return self.rules.target

    @property
    def winner(self) -> Side | None:
        """The side that has won the match; `None` while it goes on.

        >>> rules = CoincheRules.presets["s4"]
        >>> CoincheMatch(rules, Seat.NORTH, (2010, 2010), last=Side.EW).winner is Side.EW
        True
        """
        there = [side for side in Side if side is not self.barred and self.reaches(self.score[side])]
        if len(there) < 2:
            return there[0] if there else None
        if self.rules.both_over == "last_taker" and self.last_taker is not None:
            return self.last_taker
        if self.score[0] != self.score[1]:
            return Side.NS if self.score[0] > self.score[1] else Side.EW
        return self.last if self.rules.tie == "last_deal_winner" else None

    def reaches(self, score: int) -> bool:
        """Tell whether *score* is enough to win."""
        return score > self.rules.target if self.rules.reach_or_exceed == "exceed" else score >= self.rules.target

    def after(self, score: CoincheScore, *, last: bool = False) -> MatchStep:
        """Return the match after a deal with that score, and what the deal brought.

        Under last_deal_exact the deal that ends the match counts exact points; *last* says that it does for another
        reason, such as time. One that would end it only when rounded is counted exactly too, and does not end it.
        """
        if score.replay:
            return MatchStep((0, 0), (0, 0), self)
        moved = replace(self, dealer=self.leader, held=self.held + score.held)
        bonus = [0, 0]
        if score.winner is not None:
            bonus[score.winner] = self.held
            moved = replace(moved, held=0, last=score.winner, last_taker=score.taker)
        ways = {line: _scored(moved, line, (bonus[0], bonus[1]), score) for line in (score.points, score.exact)}
        exact = last or any(way.winner is not None for way in ways.values())
        deal = score.exact if self.rules.last_deal_exact and exact else score.points
        return MatchStep(deal, (bonus[0], bonus[1]), ways[deal])

    def passed_out(self) -> CoincheMatch:
        """Return the match after a deal that nobody bid on."""
        return self if self.rules.all_pass == "same_dealer" else replace(self, dealer=self.leader)  # noqa: S105


def _scored(match: CoincheMatch, deal: tuple[int, int], bonus: tuple[int, int], score: CoincheScore) -> CoincheMatch:
    """Return *match* with what a deal brought added to its scores."""
    total = (match.score[0] + deal[0] + bonus[0], match.score[1] + deal[1] + bonus[1])
    barred = None
    if match.rules.belote_cannot_finish_when_capot:
        for side in Side:
            beaten = score.capot is side.other or (score.made is False and side is score.taker)
            if beaten and match.reaches(total[side]) and not match.reaches(total[side] - score.belote[side]):
                barred = side
    return replace(match, score=total, barred=barred)
