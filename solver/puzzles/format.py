"""Puzzles as files: the tags of a deal (docs/format.md), and what makes a puzzle of it.

    [Title "The Vienna coup"]         what lists call it
    [Author "..."] [Source "..."]     who made it, and where it is from
    [Date "1864"]
    [Goal "NS 6 tricks"]              what is to be reached (`Goal`)
    [Theme "unblock, squeeze"]        themes by name
    [Difficulty "3"]                  1 to 5
    [Solution "DA DK"]                the first card, with those that come to the same; below it the main line, a row a
                                      trick: the seat that leads, and the cards in turn

The puzzle's position is the one in which the record begins; its side to play is the side of the goal.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from solver.cards import Card
from solver.errors import HakemError, ParseError
from solver.notation import compose
from solver.position import Position
from solver.record import Entry, Record

from .goal import Goal
from .themes import THEMES, theme_named

__all__ = ["HARDEST", "Puzzle", "puzzle_of", "record_of"]

HARDEST = 5
_ROW = re.compile(r"([NESW]):\s*(.*)")
_Parsed = TypeVar("_Parsed")


@dataclass(frozen=True, slots=True, kw_only=True)
class Puzzle:
    """A puzzle: a position, the goal of the side to play, and what its author says of it.

    *solution* is the first card, and with it those that come to the same; *line* is the main line from there, the first
    card included.  What is not known is empty, and 0 for the difficulty.
    """

    name: str
    position: Position
    goal: Goal
    title: str = ""
    author: str = ""
    source: str = ""
    date: str = ""
    themes: tuple[str, ...] = ()
    difficulty: int = 0
    solution: tuple[Card, ...] = ()
    line: tuple[Card, ...] = ()
    about: tuple[str, ...] = ()

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.position.game.name

    @property
    def cards(self) -> int:
        """The cards of each hand, those on the table included."""
        return self.position.tricks_left


def puzzle_of(record: Record, *, name: str = "") -> Puzzle:
    """Return the puzzle that *record* holds, called *name* (by default what the record is called).

    Raises `ParseError` with the place of the tag that is missing or cannot be read, and the errors of the position.
    """
    goal_entry = _entry(record, "Goal")
    if goal_entry is None:
        raise ParseError(
            'expected a tag Goal, such as [Goal "NS 6 tricks"], to make a puzzle of the deal',
            source=record.source,
            line=record.line,
        )
    position = record.initial_position()
    goal = _tag(record, "Goal", Goal.parse)
    if goal is None:
        raise _at(goal_entry, record, "expected a goal such as 'NS 6 tricks'")
    try:
        goal.question(position)
    except HakemError as error:
        raise _at(goal_entry, record, error.message) from None
    if position.to_move.side is not goal.side:
        raise _at(goal_entry, record, f"expected a goal of the side to play, but {position.to_move.word} is to play")
    solution_entry = _entry(record, "Solution")
    return Puzzle(
        name=name or record.label,
        position=position,
        goal=goal,
        title=_value(record, "Title"),
        author=_value(record, "Author"),
        source=_value(record, "Source"),
        date=_value(record, "Date"),
        themes=_tag(record, "Theme", _themes) or (),
        difficulty=_tag(record, "Difficulty", _difficulty) or 0,
        solution=_tag(record, "Solution", _cards) or (),
        line=() if solution_entry is None else _line(solution_entry, record),
        about=_comments(record),
    )


def record_of(puzzle: Puzzle) -> Record:
    """Return the record of *puzzle*, for `solver.write`; `puzzle_of` gives the puzzle back."""
    position = puzzle.position
    if position.trick or position.history:
        start = position.copy()
        while start.history:
            start.undo()
        position = start
    seats = [position.leader.next(position.direction, steps=turn) for turn in range(len(position.trick))]
    tags = [
        ("Title", puzzle.title),
        ("Author", puzzle.author),
        ("Source", puzzle.source),
        ("Date", puzzle.date),
        ("Game", "".join(word.capitalize() for word in position.game.name.split("-"))),
        ("Rules", position.rules.text()),
        ("Deal", str(position.deal)),
        ("Trump", "?" if position.strain is None else position.strain.letter),
        ("ToPlay", position.to_move.letter),
        ("CurrentTrick", " ".join(f"{seat.letter} {card}" for seat, card in zip(seats, position.trick, strict=True))),
        ("Taken", f"NS {position.taken[0]} EW {position.taken[1]}" if any(position.taken) else ""),
        ("Goal", str(puzzle.goal)),
        ("Theme", ", ".join(puzzle.themes)),
        ("Difficulty", str(puzzle.difficulty or "")),
        ("Solution", " ".join(card.text for card in puzzle.solution)),
    ]
    comments = ["\n".join(puzzle.about)] if puzzle.about else []
    record = compose([(name, value) for name, value in tags if value], comments=comments)
    entries = tuple(
        replace(entry, body=line_rows(position, puzzle.line)) if entry.name == "Solution" else entry
        for entry in record.entries
    )
    return replace(record, entries=entries)


def line_rows(position: Position, line: Sequence[Card]) -> tuple[str, ...]:
    """Write the cards of *line*, played from *position*, a row a trick: ``S: DA D7 DJ D5``."""
    at = position.copy()
    rows: list[list[str]] = []
    for card in line:
        if not rows or not at.trick:
            rows.append([f"{at.to_move.letter}:"])
        rows[-1].append(card.text)
        at.push(card)
    return tuple(" ".join(row) for row in rows)


# Reading


def _entry(record: Record, name: str) -> Entry | None:
    return next((entry for entry in record.entries if entry.name.lower() == name.lower()), None)


def _value(record: Record, name: str) -> str:
    entry = _entry(record, name)
    return "" if entry is None or entry.value.strip() in ("", "?", "-") else entry.value.strip()


def _at(entry: Entry, record: Record, message: str) -> ParseError:
    """Return an error in the value of *entry*."""
    return ParseError(
        f"tag {entry.name}: {message}", text=entry.value, source=record.source, line=entry.line, column=entry.column
    )


def _tag(record: Record, name: str, parse: Callable[[str], _Parsed]) -> _Parsed | None:
    """Return what *parse* makes of the tag called *name*, or `None` where it is not given."""
    entry = _entry(record, name)
    if entry is None or not _value(record, name):
        return None
    try:
        return parse(entry.value)
    except HakemError as error:
        raise _at(entry, record, error.message) from None


def _themes(text: str) -> tuple[str, ...]:
    """Read names of themes, separated by commas."""
    names = []
    for word in text.split(","):
        theme = theme_named(word)
        if theme is None:
            raise ParseError(f"expected themes out of {', '.join(each.name for each in THEMES)}, not {word.strip()!r}")
        names.append(theme.name)
    return tuple(names)


def _difficulty(text: str) -> int:
    """Read a number from 1 to 5."""
    if text.strip() not in [str(number) for number in range(1, HARDEST + 1)]:
        raise ParseError(f"expected a difficulty from 1 to {HARDEST}, not {text.strip()!r}")
    return int(text)


def _cards(text: str) -> tuple[Card, ...]:
    """Read cards separated by blanks."""
    return tuple(Card.parse(word) for word in text.split())


def _line(entry: Entry, record: Record) -> tuple[Card, ...]:
    """Read the rows under the tag Solution."""
    cards: list[Card] = []
    for offset, row in enumerate(entry.body):
        found = _ROW.fullmatch(row.strip())
        if found is None:
            continue  # a comment
        try:
            cards.extend(_cards(found[2]))
        except HakemError as error:
            line = None if entry.body_line is None else entry.body_line + offset
            raise ParseError(f"line of the solution: {error.message}", source=record.source, line=line) from None
    return tuple(cards)


def _comments(record: Record) -> tuple[str, ...]:
    """Return the comments in braces before the first tag, a line each."""
    text = "\n".join(record.head)
    return tuple(
        line.strip()
        for found in re.findall(r"\{(.*?)\}", text, re.DOTALL)
        for line in found.split("\n")
        if line.strip()
    )
