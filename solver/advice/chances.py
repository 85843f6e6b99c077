"""The chance to win the match after a deal, from the state of the match: what a deal is worth beyond its own score.

Near the end of a match points are not worth what they are worth at its beginning.  The rest of the match is taken to be
deals as they typically go, with nothing to choose between the sides, and the chance to win it is worked out exactly for
that.  What is assumed of a typical deal:

* Dehla Pakad: tens 4-0, 3-1, 2-2, 1-3 and 0-4 with 14, 27, 18, 27 and 14 in a hundred, as best play with open cards
  gave them in 150 random deals (to a whole number, both sides alike).
* Coinche: the taker is either side, one time in two; bids and points as in `TYPICAL_DEALS`, scored by the rules in
  force and rounded to `STEP` points; belotes and coinches are left out. They sum up 1,500 random deals, bid by the
  policy of `solver.advice.policy` and played with open cards.

Chances are whole numbers of 1/`CHANCE_SCALE`: the chance of North-South less that of East-West, so that they can be the
payoffs of a search.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Final, TypeVar

from solver.cards import Seat, Side, Strain
from solver.games.coinche.auction import Bid, CallKind, Contract
from solver.games.coinche.match import CoincheMatch
from solver.games.coinche.rules import CoincheRules
from solver.games.coinche.scoring import CoincheResult, score_deal
from solver.games.dehla_match import DehlaMatch, DehlaRound
from solver.games.dehla_rules import DehlaPakadRules

__all__ = ["CHANCE_SCALE", "coinche_chance", "dehla_chance", "has_chance"]

#: What a certain win is worth.
CHANCE_SCALE: Final = 10_000

#: Typical deals of Coinche: points bid, points of the taker's tricks (162: all tricks), how many in a hundred.
TYPICAL_DEALS: Final = (
    (90, 107, 4),
    (90, 72, 1),
    (100, 122, 11),
    (100, 81, 6),
    (110, 124, 8),
    (110, 141, 8),
    (110, 95, 7),
    (120, 133, 8),
    (120, 154, 4),
    (120, 162, 4),
    (120, 103, 6),
    (130, 143, 7),
    (130, 162, 5),
    (130, 115, 4),
    (140, 152, 4),
    (140, 162, 3),
    (140, 128, 3),
    (150, 162, 4),
    (150, 139, 3),
)
#: The grid of Coinche scores between which chances are interpolated.
STEP: Final = 20

_MATCH_POINTS: Final = 7

_ROUNDS: Final = ((4, 0.14), (3, 0.27), (2, 0.18), (1, 0.27), (0, 0.14))

_State = TypeVar("_State", bound=Hashable)


def has_chance(match: object) -> bool:
    """Return whether the match has an end that a chance to win it can be counted for."""
    if isinstance(match, CoincheMatch):
        return True
    return isinstance(match, DehlaMatch) and match.rules.scoring in {"streak", "game_points_7"}


def dehla_chance(match: DehlaMatch) -> int:
    """Return North-South's chance less East-West's to win a match of Dehla Pakad from a state between two rounds."""
    if match.winner is not None:
        return CHANCE_SCALE if match.winner is Side.NS else -CHANCE_SCALE
    return round(CHANCE_SCALE * _dehla_values(match.rules)[_plain(match)])


def _plain(match: DehlaMatch) -> DehlaMatch:
    """Return a state without what the chance does not depend on, and with what the search for it cannot bound."""
    streaks = match.rules.scoring == "streak"
    return DehlaMatch(
        match.rules,
        Seat.NORTH,
        streak=match.streak if streaks else (0, 0),
        points=(0, 0) if streaks else match.points,
    )


@lru_cache(maxsize=16)
def _dehla_values(rules: DehlaPakadRules) -> Mapping[DehlaMatch, float]:
    """Return the chance in every state of a match under some rules."""
    start = DehlaMatch(rules, Seat.NORTH)

    def after(match: DehlaMatch) -> Iterable[tuple[float, DehlaMatch, Side | None]]:
        for tens, share in _ROUNDS:
            step = match.after(DehlaRound((tens, 4 - tens), (7, 6) if tens >= 2 else (6, 7)))
            yield share, _plain(step.after), step.after.winner

    return _values([start, *_begun(start)], after)


def _begun(start: DehlaMatch) -> Iterable[DehlaMatch]:
    """Yield states in which a match may be met although no typical deals lead there."""
    streaks = start.rules.scoring == "streak"
    most = start.rules.streak_target if streaks else _MATCH_POINTS
    for ns in range(most):
        for ew in range(most):
            yield replace(start, streak=(ns, ew)) if streaks else replace(start, points=(ns, ew))


def _values(
    starts: Iterable[_State], after: Callable[[_State], Iterable[tuple[float, _State, Side | None]]]
) -> Mapping[_State, float]:
    """Return the chance less the other side's in all states that can be reached, by iteration until it stands."""
    moves: dict[_State, list[tuple[float, _State, Side | None]]] = {}
    waiting = list(starts)
    while waiting:
        state = waiting.pop()
        if state in moves:
            continue
        moves[state] = list(after(state))
        waiting.extend(following for _, following, winner in moves[state] if winner is None)
    values = dict.fromkeys(moves, 0.0)
    change = 1.0
    while change > 1e-7:
        change = 0.0
        for state, ways in moves.items():
            value = sum(
                share * (values[following] if winner is None else 1.0 if winner is Side.NS else -1.0)
                for share, following, winner in ways
            )
            change = max(change, abs(value - values[state]))
            values[state] = value
    return values


def coinche_chance(match: CoincheMatch) -> int:
    """Return North-South's chance less East-West's to win a match of Coinche from a state between two deals."""
    if match.winner is not None:
        return CHANCE_SCALE if match.winner is Side.NS else -CHANCE_SCALE
    target = match.rules.target
    chance = _coinche_values(match.rules)
    ns, ew = (min(max(score, 0), target) / STEP for score in match.score)
    low_ns, low_ew = int(ns), int(ew)
    part_ns, part_ew = ns - low_ns, ew - low_ew
    value = sum(
        share * chance(low_ns + up_ns, low_ew + up_ew)
        for up_ns, share_ns in ((0, 1 - part_ns), (1, part_ns))
        for up_ew, share_ew in ((0, 1 - part_ew), (1, part_ew))
        if (share := share_ns * share_ew)
    )
    return round(CHANCE_SCALE * value)


@lru_cache(maxsize=16)
def _coinche_values(rules: CoincheRules) -> Callable[[int, int], float]:
    """Return the chance as a function of both scores in steps."""
    end = -(-rules.target // STEP)
    lines: dict[tuple[int, int], float] = {}
    for bid, points, share in TYPICAL_DEALS:
        contract = Contract(Bid(CallKind.POINTS, Strain.SPADES, bid), 0, Seat.NORTH)
        swept = points == 162
        result = CoincheResult(contract=contract, points=(points, 162 - points), tricks=(8, 0) if swept else (5, 3))
        taker, defence = (round(line / STEP) for line in score_deal(result, rules).points)
        for line in ((taker, defence), (defence, taker)):
            lines[line] = lines.get(line, 0.0) + share
    ways = [(line, share) for line, share in lines.items() if line != (0, 0)]
    total = sum(share for _, share in ways)
    known: dict[tuple[int, int], float] = {}

    def chance(ns: int, ew: int) -> float:
        """Work the chance out from the end of the match backwards, along the deals that can follow."""
        waiting = [(ns, ew)]
        while waiting:
            at = waiting[-1]
            if at in known:
                waiting.pop()
                continue
            if max(at) >= end:
                known[at] = float((at[0] > at[1]) - (at[0] < at[1]))
                continue
            following = [(at[0] + line[0], at[1] + line[1]) for line, _ in ways]
            missing = [state for state in following if state not in known]
            if missing:
                waiting.extend(missing)
                continue
            known[at] = sum(share * known[state] for state, (_, share) in zip(following, ways, strict=True)) / total
        return known[ns, ew]

    return chance
