"""The best contract of each side with open cards, and what it scores.

For each side by itself this asks: had it the last word, what should it bid? It takes the contract, not coinched, that
leaves it most points ahead when both sides then play for the score. What is assumed:

* Who leads is given, and is the same whoever bids: in Coinche that depends on the dealer alone.
* The other side neither bids on nor coinches, so no contract is taken that fails: a sacrifice is no par here.
* Bids are those of the rules: capot, and points from the lowest bid in steps to the ceiling. Generale is left out.
* Belotes count for whoever holds them. Announcements do not count, for what of them is declared is not known.
* Of contracts that pay the same the higher counts, which the other side would have to go over, then the first strain
  in the order of tables.

Where the rules settle a score by who wins the last trick (conversion=cards_152 without a trump suit), only capot is
considered in these strains.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from solver.cards import Seat, Side, Strain
from solver.games.coinche.auction import Bid, CallKind, Contract
from solver.games.coinche.rules import CoincheRules
from solver.games.coinche.scoring import BELOTE, TRICKS, CoincheResult, CoincheScore, belotes_of, score_deal
from solver.games.coinche.stakes import CoincheStakes, all_points
from solver.games.par import BestContract, Par, Pays

__all__ = ["par_of"]

#: A contract, what both sides write down for it, and the order in which contracts are preferred.
_Candidate = tuple[tuple[int, tuple[int, int], int], BestContract]


def par_of(
    rules: CoincheRules, hands: Sequence[int], *, leader: Seat, values: Mapping[Strain, int], pays: Pays
) -> Par | None:
    """Return the best contract of each side in a full deal; `None` where *pays* does not know what is asked.

    *hands* are the masks of the full hands by seat; *values* the points that North-South take of each strain that the
    rules allow when *leader* leads; *pays* is asked only whether a side that takes all points takes all tricks too.
    """
    best: list[BestContract | None] = []
    for side in Side:
        candidates: list[_Candidate] = []
        for strain in rules.strains:
            points = (values[strain], all_points(strain, rules) - values[strain])
            belotes = belotes_of(hands, strain, rules)
            both = rules.belote_side == "both"
            counted = [belotes[each] * BELOTE if both or each is side else 0 for each in Side]
            swept = False
            if not points[side.other]:
                capot = Contract(Bid(CallKind.CAPOT, strain), declarer=side.seats[0])
                paid = pays(strain, CoincheStakes.alone(capot, rules, belotes=belotes))
                if paid is None:
                    return None
                swept = paid > 0 if side is Side.NS else paid < 0
            for contract, score in _made(rules, side, strain, points, belotes, swept=swept):
                ahead = score.points[side] - score.points[side.other]
                found = BestContract(str(contract), strain, points, (counted[0], counted[1]), score.points)
                candidates.append(((ahead, contract.bid.rank(), -strain), found))
        best.append(max(candidates, key=lambda candidate: candidate[0])[1] if candidates else None)
    return Par(leader, best[0], best[1])


def _made(
    rules: CoincheRules, side: Side, strain: Strain, points: tuple[int, int], belotes: tuple[int, int], *, swept: bool
) -> Iterator[tuple[Contract, CoincheScore]]:
    """Yield the contracts in a strain that *side* makes with *points*, or with all tricks where it sweeps them.

    A side that takes fewer points than all can be held to them, and what a contract pays grows with the points, so
    that they tell the score; of tricks only whether they are all matters.
    """
    tricks = (TRICKS // 2, TRICKS // 2)
    if swept:
        tricks = (TRICKS, 0) if side is Side.NS else (0, TRICKS)
    bids = [Bid(CallKind.POINTS, strain, amount) for amount in _amounts(rules, sum(points) + sum(belotes) * BELOTE)]
    if rules.conversion == "cards_152" and strain.suit is None:
        bids = []
    if swept:
        bids.append(Bid(CallKind.CAPOT, strain))
    for bid in bids:
        contract = Contract(bid, declarer=side.seats[0])
        result = CoincheResult(contract=contract, points=points, tricks=tricks, belotes=belotes, last=side)
        score = score_deal(result, rules)
        if score.made:
            yield contract, score


def _amounts(rules: CoincheRules, most: int) -> range:
    """Return the points that may be bid, up to *most* where the rules set no end."""
    return range(rules.min_bid, (rules.bid_ceiling or most) + 1, rules.bid_step)
