"""Exact open-hand solver and analysis toolkit for partnership trick games: Court Piece and plain whist or bridge play.

    >>> from solver import Deal, Position, Searcher, Seat, Strain
    >>> deal = Deal.parse("N:AQ.K2.. K3.Q4.. J2.J3.. T9.A5..")
    >>> position = Position(deal, strain=Strain.SPADES, leader=Seat.WEST)
    >>> Searcher().value(position).value
    Value(lower=2, upper=2, total=4)

Public names are those of this module.  They are loaded when first used, so that importing the library is quick.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from solver.about import BuildInfo as BuildInfo
    from solver.about import build_info as build_info
    from solver.advice import Advice as Advice
    from solver.advice import Adviser as Adviser
    from solver.advice import Ask as Ask
    from solver.advice import CandidateAdvice as CandidateAdvice
    from solver.advice import NewDeal as NewDeal
    from solver.advice import TrumpCall as TrumpCall
    from solver.advice import advise as advise
    from solver.advice import view_to_bid as view_to_bid
    from solver.advice import view_to_name_trump as view_to_name_trump
    from solver.advice import view_to_play as view_to_play
    from solver.analysis import Analysis as Analysis
    from solver.analysis import Failure as Failure
    from solver.analysis import Mistake as Mistake
    from solver.analysis import PositionReport as PositionReport
    from solver.analysis import analyze as analyze
    from solver.analysis import analyze_many as analyze_many
    from solver.analysis import solve_position as solve_position
    from solver.cards import FULL_DECK as FULL_DECK
    from solver.cards import Card as Card
    from solver.cards import Direction as Direction
    from solver.cards import Rank as Rank
    from solver.cards import Seat as Seat
    from solver.cards import Side as Side
    from solver.cards import Strain as Strain
    from solver.cards import Suit as Suit
    from solver.cards import cards_of as cards_of
    from solver.cards import mask_of as mask_of
    from solver.constraints import Constraint as Constraint
    from solver.constraints import parse_constraints as parse_constraints
    from solver.deal import Deal as Deal
    from solver.deal import Defect as Defect
    from solver.deal import Hand as Hand
    from solver.errors import DealError as DealError
    from solver.errors import HakemError as HakemError
    from solver.errors import IllegalPlayError as IllegalPlayError
    from solver.errors import ImpossibleView as ImpossibleView
    from solver.errors import LimitError as LimitError
    from solver.errors import ParseError as ParseError
    from solver.errors import PositionError as PositionError
    from solver.errors import RulesError as RulesError
    from solver.errors import ViewError as ViewError
    from solver.games import Game as Game
    from solver.games import HiddenTrump as HiddenTrump
    from solver.games import OptionInfo as OptionInfo
    from solver.games import Pile as Pile
    from solver.games import Rules as Rules
    from solver.games import TrumpState as TrumpState
    from solver.games import all_games as all_games
    from solver.games import game as game
    from solver.games import option_infos as option_infos
    from solver.games import resolve as resolve
    from solver.games.par import BestContract as BestContract
    from solver.games.par import Par as Par
    from solver.notation import Reading as Reading
    from solver.notation import from_json as from_json
    from solver.notation import read as read
    from solver.notation import to_json as to_json
    from solver.notation import write as write
    from solver.outcomes import OutcomeMistake as OutcomeMistake
    from solver.outcomes import OutcomeReport as OutcomeReport
    from solver.outcomes import objectives as objectives
    from solver.outcomes import outcome_report as outcome_report
    from solver.outcomes import position_outcome as position_outcome
    from solver.outcomes import record_outcome as record_outcome
    from solver.position import Position as Position
    from solver.record import Record as Record
    from solver.results import Answer as Answer
    from solver.results import CardPayoff as CardPayoff
    from solver.results import CardsSolution as CardsSolution
    from solver.results import CardValue as CardValue
    from solver.results import Limit as Limit
    from solver.results import Line as Line
    from solver.results import OutcomeSolution as OutcomeSolution
    from solver.results import Payoff as Payoff
    from solver.results import Solution as Solution
    from solver.results import TableSolution as TableSolution
    from solver.results import Value as Value
    from solver.scoring import MatchState as MatchState
    from solver.scoring import ScoredDeal as ScoredDeal
    from solver.scoring import score_deals as score_deals
    from solver.solve import Searcher as Searcher
    from solver.view import View as View
    from solver.worlds import Sampled as Sampled
    from solver.worlds import Worlds as Worlds

__version__ = "0.1.0"

# Where each public name is defined; test_public_names.py holds it against the imports above.
_HOMES = {
    "about": "BuildInfo build_info",
    "advice": "Advice Adviser Ask CandidateAdvice NewDeal TrumpCall advise view_to_bid view_to_name_trump view_to_play",
    "analysis": "Analysis Failure Mistake PositionReport analyze analyze_many solve_position",
    "cards": "FULL_DECK Card Direction Rank Seat Side Strain Suit cards_of mask_of",
    "constraints": "Constraint parse_constraints",
    "deal": "Deal Defect Hand",
    "errors": (
        "DealError HakemError IllegalPlayError ImpossibleView LimitError ParseError PositionError RulesError ViewError"
    ),
    "games": "Game HiddenTrump OptionInfo Pile Rules TrumpState all_games game option_infos resolve",
    "games.par": "BestContract Par",
    "notation": "Reading from_json read to_json write",
    "outcomes": "OutcomeMistake OutcomeReport objectives outcome_report position_outcome record_outcome",
    "position": "Position",
    "record": "Record",
    "results": (
        "Answer CardPayoff CardsSolution CardValue Limit Line OutcomeSolution Payoff Solution TableSolution Value"
    ),
    "scoring": "MatchState ScoredDeal score_deals",
    "solve": "Searcher",
    "view": "View",
    "worlds": "Sampled Worlds",
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}

__all__ = ["__version__", *_HOME_OF]  # noqa: PLE0604 - strings, all of them


def __getattr__(name: str) -> object:
    """Load a public name from its home on first use."""
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(f"module 'solver' has no attribute {name!r}")
    value = getattr(import_module(f"solver.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List the public names, loaded or not."""
    return sorted({*globals(), *_HOME_OF})
