"""Puzzles as the objects that ``--json`` prints (docs/json.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from solver import Card
from solver.puzzles import Explanation, Puzzle, PuzzleReport

Payload = dict[str, Any]

PUZZLE = "hakem/puzzle/1"
SOLUTION = "hakem/puzzle-solution/1"
CHECK = "hakem/puzzle-check/1"


def puzzle_payload(puzzle: Puzzle) -> Payload:
    """What `hakem puzzle list`, `show` and `generate` print for one puzzle."""
    position = puzzle.position
    return {
        "schema": PUZZLE,
        "name": puzzle.name,
        "title": puzzle.title,
        "author": puzzle.author,
        "source": puzzle.source,
        "date": puzzle.date,
        "game": puzzle.game,
        "rules": position.rules.text(),
        "trump": None if position.strain is None else position.strain.letter,
        "deal": str(position.deal),
        "leader": position.leader.letter,
        "trick": _cards(position.trick),
        "to_move": position.to_move.letter,
        "taken": dict(zip(("NS", "EW"), position.taken, strict=True)),
        "goal": str(puzzle.goal),
        "themes": list(puzzle.themes),
        "difficulty": puzzle.difficulty or None,
        "solution": _cards(puzzle.solution),
        "line": _cards(puzzle.line),
    }


def solution_payload(puzzle: Puzzle, explanation: Explanation) -> Payload:
    """What `hakem puzzle solve` prints."""
    study, solution = explanation.study, explanation.solution
    return {
        "schema": SOLUTION,
        "name": puzzle.name,
        "goal": str(puzzle.goal),
        "key": _cards(explanation.key),
        "duals": [_cards(group) for group in explanation.duals],
        "refutations": [
            {"cards": _cards(each.group), "natural": each.natural, "line": _cards(each.line)}
            for each in explanation.refutations
        ],
        "line": [
            {
                "seat": step.seat.letter,
                "card": step.card.text,
                "only": step.only,
                "tempting": _cards(step.tempting),
            }
            for step in explanation.main_line
        ],
        "variations": [
            {
                "ply": each.place + 1,
                "seat": each.seat.letter,
                "cards": [card.text for group in each.groups for card in group],
                "line": [step.card.text for step in each.line],
            }
            for each in explanation.variations
        ],
        "must_keep": [
            {
                "ply": keep.place + 1,
                "seat": keep.seat.letter,
                "suit": keep.suit.letter,
                "count": keep.count,
                "winner": keep.winner.text,
            }
            for keep in explanation.must_keep
        ],
        "themes": [theme.name for theme in explanation.themes],
        "difficulty": study.difficulty,
        "only_moves": study.only_moves,
        "traps": study.traps,
        "defences": study.defences,
        "positions": len(solution.nodes),
        "plays": solution.edges,
    }


def check_payload(report: PuzzleReport) -> Payload:
    """What `hakem puzzle check` prints for one puzzle."""
    return {
        "schema": CHECK,
        "name": report.puzzle.name,
        "sound": report.sound,
        "faults": [{"kind": fault.kind.value, "message": fault.message} for fault in report.faults],
        "keys": [_cards(group) for group in report.keys],
        "later_duals": report.duals,
        "themes": [theme.name for theme in report.themes],
        "difficulty": None if report.study is None else report.study.difficulty,
        "positions": None if report.solution is None else len(report.solution.nodes),
    }


def _cards(cards: Sequence[Card]) -> list[str]:
    return [card.text for card in cards]
