"""Puzzles that several tests look at, and the checks of the collection, made once for all of them."""

from __future__ import annotations

from functools import cache

from solver.cards import Seat, Side, Strain
from solver.deal import Deal
from solver.position import Position
from solver.puzzles import Goal, Puzzle, PuzzleReport, check_puzzle, collection
from solver.solve import Searcher

WHITFELD = "N:.T9.J8.A8 J8..T65.9 T5..AK9.T Q7..Q7.KJ"


def position(deal: str, strain: str, leader: str, **options: object) -> Position:
    """Return a position of bridge rules unless told otherwise."""
    options.setdefault("rules", "bridge")
    return Position(Deal.parse(deal), strain=Strain.parse(strain), leader=Seat.parse(leader), **options)  # type: ignore[arg-type]


def whitfeld(goal: str = "NS 6 tricks") -> Puzzle:
    """Return Whitfeld's problem."""
    return Puzzle(name="six", position=position(WHITFELD, "H", "S"), goal=Goal.parse(goal))


def sample(seed: int) -> Puzzle:
    """Return some puzzle with five cards, sound or not, of one game after the other."""
    game = ("court-piece", "coinche", "dehla-pakad")[seed % 3]
    probe = Position(Deal.parse("N:A... K... Q... J..."), strain=Strain.SPADES, leader=Seat.SOUTH, game=game)
    deal = Deal.random(cards=5, seed=seed, deck=probe.game.deck)
    start = Position(deal, strain=Strain.HEARTS, leader=Seat.SOUTH, game=game)
    unit = start.game.unit_of(start.rules)
    return Puzzle(name=f"sample-{seed}", position=start, goal=Goal(Side.NS, unit, reference_value(start)))


def reference_value(start: Position) -> int:
    """Return the most that North and South can take."""
    return Searcher(memory_mb=8).value(start).value.ns


def puzzle_of(name: str) -> Puzzle:
    """Return a puzzle of the collection."""
    return next(puzzle for puzzle in collection() if puzzle.name == name)


@cache
def report_of(name: str) -> PuzzleReport:
    """Return the check of a puzzle of the collection."""
    return check_puzzle(puzzle_of(name))
