"""PBN-like files: games out of text, and text out of records.

The file is cut into pieces (`solver.notation.scan`), pieces into games, which blank lines separate, and tags with
inherited values are filled in; what a game then means is found in `solver.notation.interpret`. Everything between two
tags stays with the tag before it, line by line as it was, so that writing gives back comments, sections and their
layout. What is written is read back as the same records.

Where files do not keep to the standard's one blank line between games: a `Deal` that comes again with another value
starts a new game, and an auction or play after a blank line that follows a game without one belongs to that game.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from solver.record import Entry, Record

from .decode import Lines
from .interpret import build
from .report import Report
from .scan import Kind, Piece, escape, scan, unescape
from .settings import Options
from .tags import KNOWN_TAGS

__all__ = ["FREE_TEXT", "is_pbn", "raw_games", "read_pbn", "write_pbn"]

_TAG_LINE: Final = re.compile(r'\[\s*[A-Za-z][A-Za-z0-9_]*\s*["“„]')
_VERSION: Final = re.compile(r"% PBN [0-9]+\.[0-9]+[ \t]*\Z|% EXPORT[ \t]*\Z")
_DEAL_LINE: Final = re.compile(r'^\[\s*Deal\s*"', re.MULTILINE)

#: What free text is kept behind, so that it is read as an escape line from then on.
FREE_TEXT: Final = "%: "

#: Tags that say which game this is; a block that has none, but an auction or play, belongs to the one before.
_OPENING: Final = frozenset(
    {"event", "site", "date", "board", "deal", "dealer", "north", "east", "south", "west", "game"}
)
#: Tags whose value the standard does not let be inherited.
_NOT_INHERITED: Final = frozenset({"dealer", "vulnerable", "deal", "declarer", "contract", "auction", "play"})

_LONG_LINE: Final = 255
_BLANKS: Final = " \t\x0b\x0c\n"


def is_pbn(text: str) -> bool:
    """Return whether there is a tag anywhere in *text*."""
    return _TAG_LINE.search(text) is not None


def write_pbn(records: Iterable[Record]) -> str:
    """Write *records* as a PBN-like file; reading it gives the same records."""
    blocks = ["% PBN 2.1\n"]
    for record in records:
        if len(blocks) > 1:
            # Two blank lines keep apart what one would leave to be taken for the rest of the game before.
            blocks.append("\n\n" if _goes_on({entry.name.lower() for entry in record.entries}) else "\n")
        blocks.extend(f"{line}\n" for line in record.head)
        for entry in record.entries:
            blocks.append(f'[{entry.name} "{_raw(entry.value)}"]\n')
            blocks.extend(f"{line}\n" for line in entry.body)
    return "".join(blocks)


def _raw(value: str) -> str:
    """Write a value so that it is read as it is: one that looks inherited gets a backslash, which reading takes off."""
    raw = escape(value)
    return f"\\{raw}" if raw == "#" or raw.startswith("##") else raw


def _goes_on(names: set[str]) -> bool:
    """Return whether a game with tags of these *names* may be the rest of a game that a blank line cut off."""
    return bool(names & {"auction", "play"}) and not names & _OPENING


def _plain(raw: str) -> str:
    """Return the value of a tag that inherits nothing; see `_raw`."""
    return unescape(raw[1:] if raw == "\\#" or raw.startswith("\\##") else raw)


@dataclass(slots=True)
class _Game:
    """The text of one game: lines before the first tag, the tags, and what there is to say of their form."""

    line: int
    head: list[str]
    #: The number of blank lines before it.
    blanks: int = 1
    entries: list[Entry] = field(default_factory=list)
    remarks: Report = field(default_factory=Report)

    def names(self) -> set[str]:
        """Return the names of the tags in lower case."""
        return {entry.name.lower() for entry in self.entries}


class _Slicer:
    """Text by stretches; comments that are never closed come out closed."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._closings: list[int] = []

    def close(self, place: int) -> None:
        """Add a closing brace at *place*; places come in order."""
        self._closings.append(place)

    def cut(self, start: int, end: int) -> str:
        """Return the text from *start* to *end*."""
        parts = []
        for place in self._closings[bisect_right(self._closings, start) : bisect_right(self._closings, end)]:
            parts.append(self._text[start:place])
            escaped = self._text.startswith("%", self._text.rfind("\n", 0, place) + 1)
            parts.append("\n}" if escaped else "}")  # a brace on an escape line closes nothing
            start = place
        parts.append(self._text[start:end])
        return "".join(parts)


def read_pbn(text: str, report: Report, *, options: Options) -> list[Record]:
    """Return every game of *text*; errors and notices go to *report*, those of a game also into its record."""
    lines = Lines(text)
    _report_long_lines(text, report)
    games = _joined(_games(text, lines, report), report)
    records: list[Record] = []
    values: dict[str, str] = {}
    lasting: dict[str, Entry] = {}
    for number, game in enumerate(games, start=1):
        pad = report.for_game(_label(game, number, len(games)), line=game.line)
        pad.repeat(game.remarks)
        _inherit(game, values, lasting, pad)
        records.append(build(game.entries, game.head, pad, options=options, line=game.line, number=number))
        report.errors.extend(pad.errors)
        report.notices.extend(pad.notices)
    return records


def raw_games(text: str) -> list[tuple[tuple[str, ...], tuple[Entry, ...]]]:
    """Return the head and the tags of every game of *text*, whatever they mean."""
    found = []
    values: dict[str, str] = {}
    lasting: dict[str, Entry] = {}
    for game in _joined(_games(text, Lines(text), Report()), Report()):
        _inherit(game, values, lasting, Report())
        found.append((tuple(game.head), tuple(game.entries)))
    return found


def _label(game: _Game, number: int, games: int) -> str | None:
    """Return what messages call the game."""
    board = next((entry.value for entry in game.entries if entry.name.lower() == "board"), "")
    if board.strip("?-# "):
        return f"board {unescape(board)[:40]}"
    return f"game {number}" if games > 1 else None


def _report_long_lines(text: str, report: Report) -> None:
    """Report the first line that is longer than the standard has it, and how many there are."""
    found = [(number, line) for number, line in enumerate(text.split("\n"), start=1) if len(line) >= _LONG_LINE]
    if found:
        number, line = found[0]
        others = f", and {len(found) - 1} more" if len(found) > 1 else ""
        report.deviation(
            f"the line has {len(line)} characters{others}; the format has at most {_LONG_LINE} with the line end",
            line=number,
        )


# From pieces to games


def _games(text: str, lines: Lines, report: Report) -> list[_Game]:
    """Cut *text* into games at its blank lines; text that belongs to none is kept with its neighbours."""
    games: list[_Game] = []
    loose: list[str] = []  # lines that the next game takes
    slicer = _Slicer(text)
    for block, blanks in _blocks(text):
        first_tag = next((number for number, piece in enumerate(block) if piece.kind is Kind.TAG), len(block))
        loose.extend(_loose_lines(block[:first_tag], slicer, text, lines, report))
        if first_tag < len(block):
            game = _game(block[first_tag:], loose, slicer, text, lines)
            game.blanks = blanks
            games.extend(_split(game, report))
            loose = []
    if loose and games:
        _append(games[-1], loose)
    return games


def _append(game: _Game, more: Sequence[str]) -> None:
    """Add lines at the end of *game*."""
    last = game.entries[-1]
    lines = [*last.body, *more]
    lines[-1] = lines[-1].rstrip(_BLANKS)
    game.entries[-1] = replace(last, body=tuple(lines))


def _blocks(text: str) -> Iterator[tuple[list[Piece], int]]:
    """Yield the pieces between blank lines, and how many blank lines are before them."""
    block: list[Piece] = []
    blanks = 0
    for piece in scan(text, bare_tags=frozenset(KNOWN_TAGS.values())):
        if piece.kind is not Kind.BLANK:
            block.append(piece)
            continue
        if block:
            yield block, blanks
            block, blanks = [], 0
        blanks += 1
    if block:
        yield block, blanks


def _loose_lines(pieces: Sequence[Piece], slicer: _Slicer, text: str, lines: Lines, report: Report) -> list[str]:
    """Return pieces that stand outside of games as lines: comments and escape lines as they are, text escaped."""
    found: list[str] = []
    free: list[Piece] = []
    for piece in pieces:
        if piece.kind is Kind.TEXT:
            free.append(piece)
            found.append(FREE_TEXT + text[piece.start : piece.end].rstrip())
            continue
        if piece.kind is Kind.COMMENT:
            _mark_comment(piece, slicer, text, lines, report)
        stretch = slicer.cut(piece.start, piece.end)
        if piece.kind is not Kind.ESCAPE or not _VERSION.match(stretch):
            found.extend(stretch.split("\n"))
    if free:
        first, last = lines.line(free[0].start), lines.line(free[-1].start)
        where = f"line {first}" if first == last else f"lines {first} to {last}"
        report.deviation(
            f"free text belongs to no game, {where}; it is kept as escape lines",
            text=text[free[0].start : free[0].end][:60],
            line=first,
            column=lines.column(free[0].start),
        )
    return found


def _mark_comment(piece: Piece, slicer: _Slicer, text: str, lines: Lines, report: Report) -> None:
    """Report a comment that is not closed, or that hides deals."""
    line, column = lines.line(piece.start), lines.column(piece.start)
    if not piece.closed:
        slicer.close(piece.end)
        report.deviation(piece.deviation, text=text[piece.start : piece.end][:40], line=line, column=column)
    elif _DEAL_LINE.search(text, piece.start, piece.end):
        report.remark(
            f"the comment that ends on line {lines.line(piece.end - 1)} has a Deal tag in it, which is not read",
            line=line,
            column=column,
        )


def _game(block: Sequence[Piece], head: list[str], slicer: _Slicer, text: str, lines: Lines) -> _Game:
    """Return the game that *block*, which starts with a tag, holds; values are still as written."""
    game = _Game(line=lines.line(block[0].start), head=head)
    tags = [number for number, piece in enumerate(block) if piece.kind is Kind.TAG]
    for number, following in zip(tags, [*tags[1:], len(block)], strict=True):
        tag = block[number]
        line, column = lines.line(tag.value_start), lines.column(tag.value_start)
        if tag.problem:
            game.remarks.error(tag.problem, text=tag.raw, line=line, column=column)
        elif tag.deviation:
            game.remarks.deviation(f"tag {tag.name}: {tag.deviation}", text=tag.raw, line=line, column=column)
        for piece in block[number + 1 : following]:
            if piece.kind is Kind.COMMENT:
                _mark_comment(piece, slicer, text, lines, game.remarks)
        stop = block[following].start if following < len(block) else block[-1].end
        body, place = _body(slicer.cut(tag.end, stop), tag.end)
        game.entries.append(
            Entry(
                tag.name,
                tag.raw,
                body,
                line=line,
                column=column,
                body_line=lines.line(place),
                body_column=lines.column(place) - 1,
            )
        )
    return game


def _body(stretch: str, start: int) -> tuple[tuple[str, ...], int]:
    """Return the lines of the text after a tag, which begins at *start*, and the place of their first character."""
    stretch = stretch.rstrip(_BLANKS)
    first, newline, rest = stretch.partition("\n")
    bare = first.lstrip(_BLANKS)
    if not bare:
        return tuple(rest.split("\n")) if rest else (), start + len(first) + len(newline)
    place = start + len(first) - len(bare)
    if bare[0] in "%[":  # at the head of a line these would mean something else
        bare, place = " " + bare, place - 1
    return (bare, *rest.split("\n")) if newline else (bare,), place


def _split(game: _Game, report: Report) -> list[_Game]:
    """Return the games that *game* holds: one, or more where its deal comes again with another value."""
    games = [game]
    entries, game.entries = game.entries, []
    values: dict[str, str] = {}
    again: int | None = None  # the first tag since the last deal that the game had before
    differs = False
    added: list[Entry] = []
    for entry in entries:
        name = entry.name.lower()
        current = games[-1]
        if "deal" in values and name in values and name != "note":
            if again is None:
                again = len(current.entries)
            differs |= values[name] != entry.value
            if name == "deal":
                if differs:
                    moved = current.entries[again:]
                    del current.entries[again:]
                    current = _Game(line=(moved or [entry])[0].line or game.line, head=[], entries=moved)
                    games.append(current)
                    added.append(entry)
                    values = {}
                    for other in moved:
                        values.setdefault(other.name.lower(), other.value)
                again, differs = None, False
        current.entries.append(entry)
        values.setdefault(name, entry.value)
    if added:
        first, last = added[0], added[-1]
        where = f"line {first.line}" if first is last else f"lines {first.line} to {last.line}"
        report.deviation(
            f"the tag Deal comes again without a blank line before it, {where}; "
            f"{'a game starts' if first is last else f'{len(added)} games start'} there",
            line=first.line,
            column=first.column,
        )
    return games


def _joined(games: Sequence[_Game], report: Report) -> list[_Game]:
    """Return *games* with an auction or play that a blank line cut off put back where it belongs."""
    joined: list[_Game] = []
    for game in games:
        names = game.names()
        sections = names & {"auction", "play"}
        if joined and game.blanks == 1 and _goes_on(names):
            before = joined[-1].names()
            if "deal" in before and not sections & before:
                report.deviation(
                    "a blank line stands before an auction or play without tags of a game of its own; "
                    "it belongs to the game before",
                    line=game.line,
                )
                if game.head:
                    _append(joined[-1], game.head)
                joined[-1].entries.extend(game.entries)
                joined[-1].remarks.repeat(game.remarks)
                continue
        joined.append(game)
    return joined


def _inherit(game: _Game, values: dict[str, str], lasting: dict[str, Entry], report: Report) -> None:
    """Turn the raw values of *game* into values: undo escapes, and fill in what is inherited.

    *values* holds the last value of each tag, *lasting* those that hold for games without the tag (`##`).
    """
    seen: set[str] = set()
    for place, entry in enumerate(game.entries):
        name, raw = entry.name.lower(), entry.value
        if name == "note":
            game.entries[place] = replace(entry, value=_plain(raw))
            continue
        again = name in seen  # repetitions of a tag are kept; they neither start nor end an inheritance
        seen.add(name)
        keeps = raw.startswith("##")
        if raw == "#" or keeps:
            if name in _NOT_INHERITED:
                message = f"tag {entry.name}: the format has no inherited value for it"
                report.deviation(message, text=raw, line=entry.line, column=entry.column)
                keeps = False
            value = unescape(raw[2:])
            if not value:
                value = values.get(name, "")
                if name not in values and raw == "#":
                    report.error(
                        f"tag {entry.name}: expected a value; '#' repeats the game before, but none has the tag",
                        text=raw,
                        line=entry.line,
                        column=entry.column,
                    )
        else:
            value = _plain(raw)
        if again:
            game.entries[place] = replace(entry, value=value)
            continue
        values[name] = value
        game.entries[place] = replace(entry, value=value)
        if keeps or name in lasting:
            lasting[name] = Entry(entry.name, value)
    missing = [entry for name, entry in lasting.items() if name not in seen]
    game.entries[:0] = [replace(entry, line=game.line) for entry in missing]
