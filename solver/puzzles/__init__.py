"""Puzzles: positions with a goal and one first card that reaches it; the solution as a graph, and what it tells.

The rooms, from the bottom up: `goal` (what is asked for), `plays` and `suits` (facts of a position that need no
search), `judge` (the exact search, asked about a goal), `graph` (the solution graph), `study` (main line,
only-moves, difficulty), `themes`, `explain`, `format` (files), `check` (soundness), `canonical`, `generate`,
`collection` (what is installed) and `trainer` (a puzzle played against the program).  docs/puzzles.md describes
them for users.

    >>> from solver.puzzles import Study, find_puzzle, solution_graph
    >>> puzzle = find_puzzle("whitfeld-six")
    >>> solution = solution_graph(puzzle.position, puzzle.goal)
    >>> len(solution.nodes), solution.root.winning
    (451, ((Card.parse('DA'), Card.parse('DK')),))
    >>> study = Study(solution)
    >>> [step.card.text for step in study.main_line[:4]], study.defences, study.difficulty
    (['DA', 'D7', 'DJ', 'D5'], 28, 5)
"""

from .check import Fault as PuzzleFault
from .check import PuzzleReport, check_puzzle, completed_puzzle
from .collection import collection, find_puzzle, read_puzzles
from .explain import Explanation, MustKeep, Refutation, Squeezed, Variation, explain
from .export import dot_text, draw_graph, graph_object, graphml_text
from .format import Puzzle, puzzle_of, record_of
from .generate import Wanted, generate
from .goal import Feat, Goal
from .graph import SolutionGraph, solution_graph, verify
from .judge import Judge
from .plays import alike, natural_plays
from .study import Step, Study
from .themes import THEMES, Theme, ThemeFound, theme_named
from .trainer import Attempt, Hint, Outcome

__all__ = [
    "THEMES",
    "Attempt",
    "Explanation",
    "Feat",
    "Goal",
    "Hint",
    "Judge",
    "MustKeep",
    "Outcome",
    "Puzzle",
    "PuzzleFault",
    "PuzzleReport",
    "Refutation",
    "SolutionGraph",
    "Squeezed",
    "Step",
    "Study",
    "Theme",
    "ThemeFound",
    "Variation",
    "Wanted",
    "alike",
    "check_puzzle",
    "collection",
    "completed_puzzle",
    "dot_text",
    "draw_graph",
    "explain",
    "find_puzzle",
    "generate",
    "graph_object",
    "graphml_text",
    "natural_plays",
    "puzzle_of",
    "read_puzzles",
    "record_of",
    "solution_graph",
    "theme_named",
    "verify",
]
