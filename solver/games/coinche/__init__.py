"""Coinche (belote contree): its options, play, auction and score, and the object by which the package knows it.

`play` has the duties and the points of the cards, `auction` the calls, `scoring` the score of a deal, `match` that of a
match; `stakes` turns a score into questions for a search, `scorer` reads what files record of it.
"""

from __future__ import annotations

from solver.games.coinche.auction import Auction, Bid, Call, CallKind, Contract, IllegalCallError, split_calls
from solver.games.coinche.game import Coinche
from solver.games.coinche.match import CoincheMatch
from solver.games.coinche.play import LAST_TRICK, SHORT_DECK, card_points, rank_order
from solver.games.coinche.rules import CoincheRules
from solver.games.coinche.scoring import Announcement, CoincheResult, CoincheScore, score_deal
from solver.games.coinche.stakes import CoincheStakes

__all__ = [
    "LAST_TRICK",
    "SHORT_DECK",
    "Announcement",
    "Auction",
    "Bid",
    "Call",
    "CallKind",
    "Coinche",
    "CoincheMatch",
    "CoincheResult",
    "CoincheRules",
    "CoincheScore",
    "CoincheStakes",
    "Contract",
    "IllegalCallError",
    "card_points",
    "rank_order",
    "score_deal",
    "split_calls",
]
