"""Exact open-hand solver for partnership trick games."""

from solver.cards import Card, Direction, Rank, Seat, Side, Strain, Suit
from solver.deal import Deal, Hand
from solver.position import Position
from solver.results import Answer, CardsSolution, CardValue, Limit, Line, Solution, TableSolution, Value
from solver.solve import Searcher

__version__ = "0.1.0"
