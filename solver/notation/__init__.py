"""Reading and writing deals: PBN-like files, LIN, pasted diagrams, lists of deals, JSON.

What a text is, is told by its content, never by a file's name. Reading does not fail because of what a file holds: the
result (`Reading`) lists the games, the errors, and what was passed over. The format of files is described in
`docs/format.md`.
"""

# ruff: noqa: PLC0415 - readers are loaded when something is read: importing the library must stay quick

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from solver.cards import Card, Seat, Strain
from solver.errors import ParseError
from solver.record import Notice, Record

from .report import Reading, Report
from .settings import SCHEMA, Options

__all__ = [
    "SCHEMA",
    "Options",
    "Reading",
    "compose",
    "from_json",
    "options",
    "read",
    "read_file",
    "reread",
    "to_json",
    "write",
]

_Reader = Callable[..., "list[Record]"]


def options(
    *,
    language: str | None = None,
    game: str | None = None,
    rules: str | None = None,
    trump: Strain | None = None,
    leader: Seat | None = None,
) -> Options:
    """Return what a caller says about files: the language of card letters, and what is not in the file or overrides it.

    *game* is for games that do not name theirs; *rules*, *trump* and *leader* take the place of what a file says.
    Raises `ParseError` for a language and `RulesError` for a game that is not known.
    """
    from .kinds import check_game
    from .letters import alphabet

    if game is not None:
        check_game(game)
    return Options(
        alphabet=None if language is None else alphabet(language), game=game, rules=rules, trump=trump, leader=leader
    )


def read(
    data: bytes | str | os.PathLike[str],
    *,
    source: str | None = None,
    strict: bool = False,
    language: str | None = None,
    game: str | None = None,
    rules: str | None = None,
    trump: Strain | None = None,
    leader: Seat | None = None,
) -> Reading:
    """Read every game of *data*: the bytes or the text of a file, or its path as a path object.

    *source* names it in messages. With *strict* every deviation from the format is an error. *language* is that of
    the card letters (`en fr de es pt`), for letters that languages use differently; for the other arguments see
    `options`. Whatever *data* holds, a `Reading` comes back; only a path can raise `OSError`.

    >>> reading = read('[Deal "N:AK... QJ... T9... 87..."] [Contract "NT"] [Play "N"] SA SJ S9 S7')
    >>> reading.records[0].position().taken
    (1, 0)
    """
    from .decode import decode

    said = options(language=language, game=game, rules=rules, trump=trump, leader=leader)
    if isinstance(data, os.PathLike):
        source = os.fspath(data) if source is None else source
        data = Path(data).read_bytes()
    report = Report(source=source, strict=strict)
    text = decode(data, report)
    name, reader = _reader(text)
    if reader is None:
        report.error(_unknown(text), text=text[:60], line=1)
        return _reading([], report, None)
    records = reader(text, report, options=said)
    if not records and not report.errors:
        report.error("expected at least one game, found none")
    return _reading(records, report, name)


def _reader(text: str) -> tuple[str | None, _Reader | None]:
    """Return the notation of *text* and what reads it, by looking at the text."""
    from .jsonio import is_json, read_json
    from .pbn import is_pbn, read_pbn

    if is_json(text):
        return "json", read_json
    if is_pbn(text):
        return "pbn", read_pbn
    from .diagram import is_diagram, read_diagrams
    from .lin import is_lin, read_lin

    if is_lin(text):
        return "lin", read_lin
    if is_diagram(text):
        return "diagram", read_diagrams
    from .lines import is_lines, read_lines

    if is_lines(text):
        return "lines", read_lines
    return None, None


def _reading(records: Iterable[Record], report: Report, name: str | None) -> Reading:
    """Sort records into those without and those with errors."""
    found = tuple(records)
    return Reading(
        records=tuple(record for record in found if not record.errors),
        errors=tuple(sorted(report.errors, key=_place)),
        warnings=tuple(sorted(report.notices, key=_place)),
        refused=tuple(record for record in found if record.errors),
        format=name,
    )


def _place(item: ParseError | Notice) -> tuple[int, int]:
    """Return where something stands, for sorting."""
    return (item.line or 0, item.column or 0)


def _unknown(text: str) -> str:
    """Return what to say of a text that is in no notation that can be read."""
    if not text.strip():
        return "expected deals, found an empty file"
    words = text.split(maxsplit=1)[0][:40]
    form = 'JSON records ({"schema":"hakem/record/1",...})' if words[0] in "{[" else "JSON records"
    return (
        f'expected deals as PBN tags ([Deal "N:..."]), LIN (md|...|), hand diagrams, a deal a line or {form}, '
        f"found a text that begins with {words!r}"
    )


def read_file(
    path: str | os.PathLike[str],
    *,
    strict: bool = False,
    language: str | None = None,
    game: str | None = None,
    rules: str | None = None,
    trump: Strain | None = None,
    leader: Seat | None = None,
) -> Reading:
    """Read the file *path* as `read` does; a file that cannot be read is an error of the reading too."""
    if not os.fspath(path):
        return Reading(errors=(ParseError("cannot read the file: expected the name of a file, not an empty one"),))
    try:
        data = Path(path).read_bytes()
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        return Reading(errors=(ParseError(f"cannot read the file: {reason.lower()}", source=os.fspath(path)),))
    return read(
        data,
        source=os.fspath(path),
        strict=strict,
        language=language,
        game=game,
        rules=rules,
        trump=trump,
        leader=leader,
    )


def reread(record: Record, *, said: Options, strict: bool = False) -> Record:
    """Return what the text of *record* means when a caller says other things about it; its errors are in the record."""
    from .interpret import build

    report = Report(source=record.source, strict=strict, line=record.line)
    return build(record.entries, record.head, report, options=said, line=record.line, number=record.number)


def write(records: Iterable[Record]) -> str:
    """Write *records* as a PBN-like file; reading it gives the same records."""
    from .pbn import write_pbn

    return write_pbn(records)


def to_json(record: Record) -> dict[str, Any]:
    """Return *record* as an object for `json`; `from_json` gives an equal record back."""
    from .jsonio import to_json as convert

    return convert(record)


def from_json(
    data: Mapping[str, Any],
    *,
    said: Options | None = None,
    strict: bool = False,
    source: str | None = None,
    line: int | None = None,
) -> Record:
    """Return the record that the JSON object *data* stands for; what is wrong with its deal is in `Record.errors`.

    *source* and *line* say where *data* stood; without them the record keeps the place that it came from at first.
    Raises `ParseError` where *data* is not of this form, where its text could not stand in a file, and where
    its parts contradict its text.
    """
    from .jsonio import from_json as convert

    return convert(data, options=said, strict=strict, source=source, line=line)


def compose(
    tags: Iterable[tuple[str, str]],
    *,
    play: Sequence[Card] = (),
    comments: Iterable[str] = (),
    said: Options | None = None,
) -> Record:
    """Return the record of a game given by its *tags* and, in the order of play, the cards of its *play*.

    *comments* stand at its head. The columns of the play start with the leader that the tags name. Raises
    `ParseError` where a text cannot stand in a file, and for cards whose seats cannot be told; all else that is
    wrong is in `Record.errors`.

    >>> record = compose([("Deal", "N:AK... QJ... T9... 87..."), ("Trump", "S"), ("Leader", "N")])
    >>> print(write([record]), end="")
    % PBN 2.1
    [Deal "N:AK... QJ... T9... 87..."]
    [Trump "S"]
    [Leader "N"]
    """
    from .composing import compose as make

    return make(tags, play=play, comments=comments, options=said)
