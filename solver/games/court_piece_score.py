"""What a deal of Court Piece scores: courts by tricks, first-seven (kot), sweep, target bid, revoke.

The unit is the court.  A deal is told by what each side had collected after every trick, so that Double Sir, where
tricks wait in the middle, needs nothing special.  What several rules would pay for does not add up: the larger award
counts (sources treat a kot as equal to a sweep); only the bonus for a target that is made comes on top.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from solver.cards import Seat, Side
from solver.errors import ParseError, RulesError
from solver.games.court_piece_rules import CourtPieceRules

__all__ = ["CourtPieceScore", "Outcome", "PlayedDeal", "award", "kot_of", "read_kot", "score_deal", "score_tricks"]

WIN = 7  # tricks that win a deal
ALL = 13
TARGETS = (9, 10, 11)


class Outcome(Enum):
    """What a deal was to its winner."""

    WIN = "win"
    KOT = "kot"
    SWEEP = "sweep"
    TARGET_MADE = "target made"
    TARGET_MISSED = "target missed"
    REVOKE = "revoke"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """A deal as far as its score needs it.

    `taken` holds the tricks that (NS, EW) had collected after each trick that was played.  `target` is the number of
    tricks that the hakem undertook to make (9, 10 or 11), 0 for none, `None` for what the rules say.  `revoked` is the
    side whose revoke was found when it could no longer be mended; `taken` then ends before that trick.
    """

    hakem: Seat
    taken: Sequence[tuple[int, int]]
    target: int | None = None
    revoked: Side | None = None


@dataclass(frozen=True, slots=True)
class CourtPieceScore:
    """Courts of (NS, EW) for one deal; who won it and how; the tricks of (NS, EW) that counted."""

    courts: tuple[int, int]
    winner: Side | None
    outcome: Outcome
    tricks: tuple[int, int]

    @property
    def won_court(self) -> bool:
        """Whether the deal itself earned a court by more than being won, which may start the runs of deals anew."""
        return self.outcome not in {Outcome.WIN, Outcome.NOBODY} and self.courts != (0, 0)


def kot_of(taken: Sequence[tuple[int, int]], rules: CourtPieceRules) -> Side | None:
    """Return the side that took the first seven tricks, or `None`.

    In Double Sir, where the first tricks cannot be collected at once, it is the side that reaches seven while the other
    has collected none.
    """
    if rules.collect == "trick":
        first = taken[WIN - 1] if len(taken) >= WIN else (0, 0)
        return Side.NS if first[0] == WIN else Side.EW if first[1] == WIN else None
    for tricks in taken:
        if max(tricks) >= WIN:
            return None if min(tricks) else Side.NS if tricks[0] else Side.EW
    return None


def read_kot(text: str) -> Side | None:
    """Read which side took the first seven tricks: `NS` or `EW`, or `none`.

    Raises `ParseError` for another text.

    >>> read_kot("EW"), read_kot("none")
    (Side.EW, None)
    """
    if text.strip().lower() in {"none", "nobody"}:
        return None
    try:
        return Side.parse(text)
    except ParseError:
        raise ParseError(f"expected NS, EW or none, not {text!r}", text=text) from None


def award(
    winner: Side, *, hakem: Side, tricks: int, kot: bool, rules: CourtPieceRules, target: int = 0
) -> tuple[int, Outcome]:
    """Return the courts of the side that won the deal with `tricks` tricks, and for what it gets them.

    With a target the hakem's side wins by making it; otherwise by seven tricks.
    """
    if winner is hakem:
        best, outcome = rules.deal_value, Outcome.WIN
    elif target and tricks < WIN:
        return rules.target_bid_fail, Outcome.TARGET_MISSED
    else:
        best, outcome = rules.caller_fail_value, Outcome.WIN
        if target:
            best, outcome = max(best, rules.target_bid_fail), Outcome.TARGET_MISSED
    if kot:
        value = rules.kot_value if winner is hakem else rules.kot_of_opponents
        if value > best:
            best, outcome = value, Outcome.KOT
    if tricks == ALL and rules.sweep_value > best:
        best, outcome = rules.sweep_value, Outcome.SWEEP
    if target and winner is hakem:
        return best + rules.target_bid_bonus, outcome if outcome is not Outcome.WIN else Outcome.TARGET_MADE
    return best, outcome


def score_deal(deal: PlayedDeal, rules: CourtPieceRules) -> CourtPieceScore:
    """Score a deal under `rules`.

    Where the rules stop play at seven tricks, tricks recorded after that do not count.  Raises `RulesError` for a deal
    that is not finished, for a revoke under rules that do not punish one, and for a target that cannot be undertaken.
    """
    if deal.revoked is not None:
        if rules.revoke_penalty == "none":
            raise RulesError("these rules have no penalty for a revoke: set revoke_penalty=court, or mend the play")
        winner = deal.revoked.other
        tricks = deal.taken[-1] if deal.taken else (0, 0)
        return CourtPieceScore(_courts(winner, 1), winner, Outcome.REVOKE, tricks)
    target = rules.target_bid if deal.target is None else deal.target
    if target and rules.play_to == WIN:
        raise RulesError(f"a target of {target} tricks needs play_to=13: under {rules} the play stops at 7 tricks")
    if target and target not in TARGETS:
        raise RulesError(f"expected a target of 9, 10 or 11 tricks, not {target}")
    taken = _counted(deal.taken, rules)
    return score_tricks(taken[-1], hakem=deal.hakem.side, kot=kot_of(taken, rules), rules=rules, target=target)


def score_tricks(
    tricks: tuple[int, int], *, hakem: Side, kot: Side | None, rules: CourtPieceRules, target: int = 0
) -> CourtPieceScore:
    """Score the tricks of (NS, EW) at the end of a deal; `kot` is the side that took the first seven, if one did."""
    if target:
        winner = hakem if tricks[hakem] >= target else hakem.other
    elif max(tricks) < WIN:
        return CourtPieceScore((0, 0), None, Outcome.NOBODY, tricks)
    else:
        winner = Side.NS if tricks[0] >= WIN else Side.EW
    courts, outcome = award(winner, hakem=hakem, tricks=tricks[winner], kot=kot is winner, rules=rules, target=target)
    return CourtPieceScore(_courts(winner, courts), winner, outcome, tricks)


def _counted(taken: Sequence[tuple[int, int]], rules: CourtPieceRules) -> Sequence[tuple[int, int]]:
    """Return the tricks up to the end of the deal, which must be there."""
    if rules.play_to == WIN:
        for played, tricks in enumerate(taken, 1):
            if max(tricks) >= WIN:
                return taken[:played]
    if len(taken) < ALL:
        reached = "seven tricks or all thirteen" if rules.play_to == WIN else "all thirteen tricks"
        raise RulesError(f"expected {reached} to score a deal, but {len(taken)} tricks are played")
    return taken


def _courts(winner: Side, courts: int) -> tuple[int, int]:
    """Return the courts of one side as (NS, EW)."""
    return (courts, 0) if winner is Side.NS else (0, courts)
