"""Advice for a player who sees only his own cards: which trump to name, which card to play, what to call.

`advise` answers for a `View`; an `Adviser` keeps its memory from one question to the next.  The rooms, from the bottom
up: `statistics` (what a sample tells), `results`, `chances` and `objectives` (what a deal is worth), `policy` (how the
other seats bid), `decisions` and `bidding` (what each candidate pays in one world), `crew` (workers), `methods` and
`pimc` (decision rules), `drawing` (which deals), `calling` and `redeal` (whether to ask for a new deal), `asking`
(views from what a player says), `adviser` (all of it).
"""

from solver.advice.adviser import Adviser, advise
from solver.advice.asking import view_to_bid, view_to_name_trump, view_to_play
from solver.advice.methods import METHODS
from solver.advice.results import Action, Advice, Ask, CandidateAdvice, NewDeal, TrumpCall

__all__ = [
    "METHODS",
    "Action",
    "Advice",
    "Adviser",
    "Ask",
    "CandidateAdvice",
    "NewDeal",
    "TrumpCall",
    "advise",
    "view_to_bid",
    "view_to_name_trump",
    "view_to_play",
]
