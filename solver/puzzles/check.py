"""Whether a puzzle is sound: the goal can be reached, nothing more can be, and only one card does it.

A **sound** puzzle has a goal that the side to play reaches with best play; that is the most it can reach; and one
first card, up to cards that come to the same, with which it does.  Every defence loses: that is what the search
proves, and the solution graph is replayed by the rules to show it.  What the file says (solution, main line,
themes, difficulty) must be what is found.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

from solver.cards import Card
from solver.errors import IllegalPlayError, LimitError
from solver.position import Position
from solver.results import Limit

from .format import Puzzle
from .goal import Feat, Goal, loses_trick
from .graph import MOST_NODES, SolutionGraph, solution_graph, verify
from .judge import Judge
from .plays import Alike, alike
from .study import Study
from .themes import ThemeFound, find_themes

__all__ = ["Fault", "FaultKind", "PuzzleReport", "check_puzzle", "completed_puzzle", "settled"]


class FaultKind(Enum):
    """What keeps a puzzle from being sound, or its file from telling the truth."""

    UNREACHABLE = "unreachable"
    NOT_THE_MOST = "not-the-most"
    DUAL = "dual"
    NO_CHOICE = "no-choice"
    DEFENCE = "defence"
    SOLUTION = "solution"
    LINE = "line"
    THEME = "theme"
    DIFFICULTY = "difficulty"


@dataclass(frozen=True, slots=True)
class Fault:
    """One reason why a puzzle does not pass."""

    kind: FaultKind
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PuzzleReport:
    """What `check_puzzle` found.

    *keys* are the groups of first cards that reach the goal, *duals* the number of later positions of the solution
    graph in which more than one group does.  *study* is `None` where the graph was not made: the goal cannot be
    reached, or it is too large (*graph_refused* says so).
    """

    puzzle: Puzzle
    faults: tuple[Fault, ...]
    keys: tuple[Alike, ...]
    duals: int
    solution: SolutionGraph | None
    study: Study | None
    themes: tuple[ThemeFound, ...]
    graph_refused: str = ""

    @property
    def sound(self) -> bool:
        """Whether the puzzle passes."""
        return not self.faults


def check_puzzle(
    puzzle: Puzzle, *, judge: Judge | None = None, limit: Limit | None = None, most_nodes: int = MOST_NODES
) -> PuzzleReport:
    """Check *puzzle*, and hold what it says of itself against what is found.

    Raises `LimitError` when *limit*, which holds for each question, stops a search.
    """
    judge = judge or Judge(puzzle.goal, puzzle.position, limit=limit)
    position = puzzle.position
    winning = judge.winning(position)
    groups = alike(position)
    keys = tuple(group for group in groups if group[0] in winning)
    if not keys:
        fault = Fault(FaultKind.UNREACHABLE, f"the goal {puzzle.goal} cannot be reached")
        return PuzzleReport(puzzle=puzzle, faults=(fault,), keys=(), duals=0, solution=None, study=None, themes=())
    faults = [*_goal_faults(puzzle, limit=limit), *_key_faults(keys, groups)]
    refused = ""
    solution = study = None
    themes: tuple[ThemeFound, ...] = ()
    try:
        solution = solution_graph(position, puzzle.goal, judge, most_nodes=most_nodes)
    except LimitError as error:
        refused = str(error)
    if solution is not None:
        faults.extend(Fault(FaultKind.DEFENCE, text) for text in verify(solution)[:1])
        study = Study(solution)
        themes = find_themes(study, judge)
    faults.extend(_told_faults(puzzle, keys, study, themes, judge))
    return PuzzleReport(
        puzzle=puzzle,
        faults=tuple(faults),
        keys=keys,
        duals=0 if solution is None else sum(len(node.winning) > 1 for node in solution.nodes[1:]),
        solution=solution,
        study=study,
        themes=themes,
        graph_refused=refused,
    )


def completed_puzzle(puzzle: Puzzle, report: PuzzleReport) -> Puzzle:
    """Return *puzzle* with solution, main line, themes and difficulty as *report* found them."""
    study = report.study
    return replace(
        puzzle,
        solution=report.keys[0] if report.keys else (),
        line=() if study is None else tuple(step.card for step in study.main_line),
        themes=tuple(theme.name for theme in report.themes) if study is not None else puzzle.themes,
        difficulty=puzzle.difficulty if study is None else study.difficulty,
    )


def _goal_faults(puzzle: Puzzle, *, limit: Limit | None) -> list[Fault]:
    """Say that more than the goal can be reached."""
    goal, position = puzzle.goal, puzzle.position
    if isinstance(goal.what, Feat) or goal.amount is None:
        return []
    if position.taken[goal.side] >= goal.amount:
        return [Fault(FaultKind.NOT_THE_MOST, f"the goal {goal} is reached before the first card")]
    if goal.amount >= position.total - position.taken[goal.side.other]:
        return []
    more = Goal(goal.side, goal.what, goal.amount + 1)
    if Judge(more, position, limit=limit).reaches(position):
        return [Fault(FaultKind.NOT_THE_MOST, f"the goal {goal} is not the most: {more} can be reached")]
    return []


def _key_faults(keys: Sequence[Alike], groups: Sequence[Alike]) -> list[Fault]:
    """Say that there is more than one first card, or no choice of one."""
    if len(groups) == 1:
        return [Fault(FaultKind.NO_CHOICE, "there is no choice of the first card")]
    if len(keys) > 1:
        return [Fault(FaultKind.DUAL, f"more than one first card reaches the goal: {_words(keys)}")]
    return []


def _told_faults(
    puzzle: Puzzle, keys: Sequence[Alike], study: Study | None, themes: Sequence[ThemeFound], judge: Judge
) -> list[Fault]:
    """Say where the file is not right about its puzzle; what it does not say is no fault."""
    faults = []
    if puzzle.solution and set(puzzle.solution) != {card for group in keys for card in group}:
        told = " ".join(card.text for card in puzzle.solution)
        faults.append(Fault(FaultKind.SOLUTION, f"the file names {told} as the first card, but it is {_words(keys)}"))
    if puzzle.line:
        faults.extend(_line_faults(puzzle, judge))
    if study is None:
        return faults
    found = [theme.name for theme in themes]
    missing = [theme for theme in puzzle.themes if theme not in found]
    if missing:
        faults.append(Fault(FaultKind.THEME, f"not found in the main line: {', '.join(missing)}"))
    if puzzle.difficulty and puzzle.difficulty != study.difficulty:
        faults.append(
            Fault(FaultKind.DIFFICULTY, f"the file says difficulty {puzzle.difficulty}, but it is {study.difficulty}")
        )
    return faults


def _line_faults(puzzle: Puzzle, judge: Judge) -> list[Fault]:
    """Say where the main line of the file is illegal or lets the goal go."""
    at = puzzle.position.copy()
    lost = False
    for card in puzzle.line:
        left = at.tricks_left
        attack = at.to_move.side is puzzle.goal.side
        try:
            at.play(card)
        except IllegalPlayError as error:
            return [Fault(FaultKind.LINE, f"the main line is illegal: {error.message}")]
        lost = lost or loses_trick(at, left, puzzle.goal.side)
        if attack and not judge.reaches(at, lost=lost):
            return [Fault(FaultKind.LINE, f"the main line lets the goal go with {card}")]
    if not settled(at, judge, lost=lost):
        return [Fault(FaultKind.LINE, "the main line ends before the goal is reached")]
    return []


def settled(at: Position, judge: Judge, *, lost: bool) -> bool:
    """Return whether the goal is reached, or in the last two tricks will be whatever either side plays."""
    answer = judge.decided(at, lost=lost)
    if answer is not None:
        return answer
    return at.tricks_left <= 2 and all(_after(at, card, judge, lost=lost) for card in at.legal_plays())


def _after(at: Position, card: Card, judge: Judge, *, lost: bool) -> bool:
    left = at.tricks_left
    at.push(card)
    safe = settled(at, judge, lost=lost or loses_trick(at, left, judge.goal.side))
    at.undo()
    return safe


def _words(groups: Sequence[Alike]) -> str:
    """Write groups of cards for a message."""
    return ", ".join(" or ".join(card.text for card in group) for group in groups)
