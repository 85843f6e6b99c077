"""What to call in an auction of Coinche: each call is followed to a contract in every world, and that is scored.

In a world the points of every trump are worked out once, with best play; a contract pays what its score is for these
points under the rules and the state of the match.  To which contract a call leads depends on the other seats, and on
what oneself says later: all of them are taken to go on by the policy of `solver.advice.policy`, each from its own cards
in that world.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from solver.advice.decisions import Row, require_whole_hand
from solver.advice.objectives import CHANCE, UNITS, Objective, Settled, contract_stakes, objective_of, passed_out_payoff
from solver.advice.policy import Bidders
from solver.advice.results import Action
from solver.cards import Side, Strain
from solver.errors import LimitError, PositionError
from solver.games.coinche.auction import Bid, Call, CallKind, Contract
from solver.games.coinche.rules import CoincheRules
from solver.games.coinche.scoring import belotes_of
from solver.games.coinche.stakes import CoincheStakes
from solver.results import Limit
from solver.solve import Searcher
from solver.view import View

__all__ = ["BidDecision", "is_bid"]

World = Sequence[int]

#: The most by which two calls can differ: about a capot made and one lost; a match, or the chance of it.
_SPREADS = {"score": 1000.0, CHANCE: 1.0}


@dataclass(frozen=True, slots=True)
class _Taken:
    """What North-South take with a trump: points, within bounds, and the side that wins all tricks."""

    low: int
    high: int
    swept: Side | None


def is_bid(view: View) -> bool:
    """Return whether what *view* has to decide is a call of an auction: nobody has played, and the contract is open."""
    begun = view.played or view.strain is not None
    return view.auction is not None and not begun and not view.auction.is_closed


class BidDecision:
    """Which call to make.

    Raises `PositionError` when it is not the turn of the view's seat, or it has nothing to call, and `ViewError` where
    the view does not hold all cards of its seat.
    """

    kind: Literal["bid"] = "bid"

    def __init__(self, view: View, *, objective: str | None = None, candidates: Iterable[Action] | None = None) -> None:
        rules, auction = view.rules, view.auction
        assert isinstance(rules, CoincheRules)
        assert auction is not None
        require_whole_hand(view)
        self.view = view
        self.objective: Objective = objective_of(view, objective)
        self.notes: tuple[str, ...] = ()
        if self.objective.name == UNITS:
            raise LimitError("calls are not compared by units: what a contract scores is what they are for").about(
                "objective"
            )
        legal = tuple(call for call in auction.legal_calls(view.seat) if call.kind is not CallKind.GENERALE)
        if auction.turn is not view.seat and not auction.is_over:
            raise PositionError([f"it is {auction.turn.word}'s turn to call, not {view.seat.word}'s, whose view it is"])
        if not legal:
            raise PositionError([f"{view.seat.word} has nothing to call any more"])
        chosen = legal if candidates is None else tuple(_legal(candidates, legal))
        self.actions: tuple[Action, ...] = chosen
        self.spread = _SPREADS.get(self.objective.name, 2.0)
        self._rules = rules
        self._after = [auction.call(call, view.seat) for call in chosen]
        self._capots = {
            (strain, side): Settled(CoincheStakes.alone(_capot(strain, side), rules))
            for strain in rules.strains
            for side in Side
        }
        self._stakes: dict[tuple[Contract, tuple[int, int]], CoincheStakes] = {}
        self._paid: dict[tuple[Contract | None, tuple[int, int], int, Side | None], float] = {}

    def row(self, world: World, searcher: Searcher, limit: Limit) -> Row:
        """Evaluate every call in a world."""
        hands = self.view.dealt(world)
        bidders = Bidders(self._rules, hands)
        contracts = [bidders.finish(auction) for auction in self._after]
        taken: dict[Strain, _Taken] = {}
        stopped: str | None = None
        for contract in contracts:
            if contract is not None and contract.bid.strain not in taken:
                found, reason = self._taken(world, contract.bid.strain, searcher, limit)
                taken[contract.bid.strain] = found
                stopped = stopped or reason
        belotes = {strain: belotes_of(hands, strain, self._rules) for strain in taken}
        sign = 1 if self.view.seat.side is Side.NS else -1
        payoffs = []
        for contract in contracts:
            if contract is None:
                paid = self._pays(None, (0, 0), 0, None)
            else:
                strain = contract.bid.strain
                found = taken[strain]
                paid = self._pays(contract, belotes[strain], found.low, found.swept)
                if found.high != found.low:
                    paid = (paid + self._pays(contract, belotes[strain], found.high, found.swept)) / 2
            payoffs.append(self.objective.shown(sign * paid))
        return Row(tuple(payoffs), any(found.low != found.high for found in taken.values()), stopped)

    def _taken(self, world: World, strain: Strain, searcher: Searcher, limit: Limit) -> tuple[_Taken, str | None]:
        """Return what North-South take in a world with that trump, and what stopped the search, if anything did."""
        position = self.view.position(world, strain=strain)
        solution = searcher.value(position, limit=limit)
        value = solution.value
        swept: Side | None = None
        stopped = solution.stopped
        if value.exact and value.ns in (0, value.total):
            # All points may be taken without all tricks: a trick can be worth nothing.
            side = Side.NS if value.ns else Side.EW
            outcome = searcher.outcome(position, self._capots[strain, side], limit=limit)
            stopped = stopped or outcome.stopped
            swept = side if outcome.payoff.bounds(side)[0] > 0 else None
        return _Taken(value.lower, value.upper, swept), stopped

    def _pays(self, contract: Contract | None, belotes: tuple[int, int], points: int, swept: Side | None) -> float:
        """Return what a contract pays North-South, in units of the stakes."""
        key = (contract, belotes, points, swept)
        paid = self._paid.get(key)
        if paid is None:
            if contract is None:
                paid = passed_out_payoff(self.view, self.objective)
            else:
                stakes = self._stakes.get((contract, belotes))
                if stakes is None:
                    stakes = contract_stakes(self.view, self.objective, contract, belotes)
                    self._stakes[contract, belotes] = stakes
                paid = stakes.payoff(points, swept)
            self._paid[key] = paid
        return paid


def _capot(strain: Strain, side: Side) -> Contract:
    """Return the contract of all tricks."""
    return Contract(Bid(CallKind.CAPOT, strain), declarer=side.seats[0])


def _legal(candidates: Iterable[Action], legal: Sequence[Call]) -> Iterable[Call]:
    """Yield the candidates, which must be legal."""
    for candidate in candidates:
        if not isinstance(candidate, Call) or candidate not in legal:
            raise PositionError([f"{candidate} may not be called now"])
        yield candidate
