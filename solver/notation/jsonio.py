"""Records as JSON: the same text in tags, and beside it what it means, for programs that want no parser of their own.

The form has a name and a version, `hakem/record/1`. What counts when it is read is the text (`head` and `tags`);
the rest is there to be read by others, and must not contradict the text. A record without `tags` is taken from its
parts (`game`, `rules`, `deal`, `trump`, `leader`, `play`), so that a program can make one without knowing
the format of files.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, TypeVar

from solver.cards import Card, Seat
from solver.deal import Deal, Hand
from solver.errors import HakemError, ParseError
from solver.record import Entry, Record

from .composing import check_text, compose
from .interpret import build
from .pbn import raw_games, write_pbn
from .report import Report, shown
from .settings import SCHEMA, Options

__all__ = [
    "agree",
    "from_json",
    "is_json",
    "parts_of",
    "place_of",
    "read_json",
    "read_objects",
    "strings",
    "text_json",
    "text_of",
    "to_json",
    "write_json",
]

_Made = TypeVar("_Made")

_FORM: Final = re.compile(r'"hakem/(?:six-)?record/')

#: Parts that stand for a tag each when a record has no tags, in the order in which the tags are written.
_PARTS: Final = (
    ("board", "Board"),
    ("game", "Game"),
    ("rules", "Rules"),
    ("direction", "Direction"),
    ("dealer", "Dealer"),
    ("declarer", "Declarer"),
    ("hakem", "Hakem"),
    ("trump", "Trump"),
    ("hidden", "HiddenTrump"),
    ("contract", "Contract"),
    ("leader", "Leader"),
    ("deal", "Deal"),
    ("first_five", "FirstFive"),
    ("trick", "CurrentTrick"),
    ("taken", "Taken"),
    ("pile", "Pile"),
    ("result", "Result"),
)


def to_json(record: Record) -> dict[str, Any]:
    """Return *record* as an object for `json`; `from_json` gives an equal record back."""
    text = text_json(record.entries, record.head, source=record.source, line=record.line)
    return {"schema": SCHEMA, **text, **_meaning(record)}


def text_json(
    entries: Iterable[Entry], head: Iterable[str], *, source: str | None, line: int | None
) -> dict[str, Any]:
    """Return where a game stood and its text, for an object of which `text_of` gives the text back."""
    data: dict[str, Any] = {}
    if source is not None:
        data["source"] = source
    if line is not None:
        data["line"] = line
    data["head"] = list(head)
    data["tags"] = [
        {"name": entry.name, "value": entry.value, **({"text": list(entry.body)} if entry.body else {})}
        for entry in entries
    ]
    return data


def _meaning(record: Record) -> dict[str, Any]:
    """Return what the record's text means; parts that are not known are left out."""
    trick = None
    if record.trick and record.leader is not None:
        seats = (record.leader.next(record.direction, steps=turn) for turn in range(len(record.trick)))
        trick = " ".join(f"{seat} {card}" for seat, card in zip(seats, record.trick, strict=True))
    parts: dict[str, Any] = {
        "board": record.board,
        "game": record.game_name,
        "rules": None if record.rules is None else record.rules.text(),
        "direction": record.direction.value,
        "dealer": _letter(record.dealer),
        "declarer": _letter(record.declarer),
        "hakem": _letter(record.hakem),
        "trump": None if record.strain is None else record.strain.letter,
        "hidden": None if record.hidden is None else record.hidden.text,
        "contract": record.contract,
        "leader": _letter(record.leader),
        "deal": None if record.deal is None else record.deal.format(record.deal_first),
        "first_five": _first_five(record),
        "trick": trick,
        "taken": "{}-{}".format(*record.taken) if any(record.taken) else None,
        "pile": None if record.pile is None else record.pile.text,
        "result": record.result,
        "play": [card.text for card in record.play] or None,
        "auction": [call.text for call in record.auction] or None,
    }
    return {name: part for name, part in parts.items() if part is not None}


def _first_five(record: Record) -> str | None:
    """Return the cards that are in play until the trump is fixed, as a deal, where others are dealt later."""
    if record.deal is None or not record.undealt:
        return None
    hands = [None if hand is None else Hand(hand.mask & ~record.undealt) for hand in record.deal.hands]
    return Deal((hands[0], hands[1], hands[2], hands[3])).format(record.deal_first)


def _letter(seat: Seat | None) -> str | None:
    return None if seat is None else seat.letter


def from_json(
    data: Mapping[str, Any],
    *,
    options: Options | None = None,
    strict: bool = False,
    source: str | None = None,
    line: int | None = None,
) -> Record:
    """Return the record that *data* stands for; what is wrong with its deal or play is in `Record.errors`.

    *source* and *line* say where *data* stood; without them the record keeps the place that it came from at first.
    Raises `ParseError` where *data* is not of this form, where its text could not stand in a file, and where
    its parts contradict its text.
    """
    if data.get("schema") != SCHEMA:
        other = _brief(data.get("schema"))
        hint = "; six players have files of their own" if "hakem/six-record/" in other else ""
        raise ParseError(f"expected an object with schema {SCHEMA!r}, not {other}{hint}")
    if source is None and line is None:
        source, line = place_of(data)
    report = Report(source=source, strict=strict, line=line)
    options = options or Options()
    if "tags" not in data:
        play = [Card.parse(word) for word in strings(data.get("play", []), "play")]
        return compose(parts_of(data, _PARTS), play=play, options=options, report=report)
    head, entries = text_of(data)
    record = build(entries, head, report, options=options, line=line)
    agree(data, _meaning(record), ("deal", "trump", "hidden", "leader", "play", "game"))
    return record


def place_of(data: Mapping[str, Any]) -> tuple[str | None, int | None]:
    """Return the file and the line that the game of an object came from, as far as the object says so."""
    source, line = data.get("source"), data.get("line")
    return (
        source if isinstance(source, str) else None,
        line if isinstance(line, int) and 0 < line < 1 << 31 else None,
    )


def text_of(data: Mapping[str, Any]) -> tuple[tuple[str, ...], tuple[Entry, ...]]:
    """Return the head and the tags of an object; raises `ParseError` where they could not stand in a file."""
    head = strings(data.get("head", []), "head")
    entries = []
    for number, tag in enumerate(_list(data["tags"], "tags"), start=1):
        name, value = (tag.get("name"), tag.get("value")) if isinstance(tag, dict) else (None, None)
        if not isinstance(name, str) or not isinstance(value, str):
            raise ParseError(f"expected tag {number} to be an object with name and value, not {_brief(tag)}")
        check_text(name, value)
        entries.append(Entry(name, value, strings(tag.get("text", []), f"text of {name}")))
    _check_game(entries, head)
    return head, tuple(entries)


def _check_game(entries: Sequence[Entry], head: tuple[str, ...]) -> None:
    """Raise `ParseError` unless the text is one game, and comes out as it goes in, when written to a file."""
    games = raw_games(write_pbn([Record(entries=tuple(entries), head=head)]))
    if games != [(head, tuple(entries))]:
        raise ParseError("expected tags and text that make one game when they are written to a file")


def parts_of(data: Mapping[str, Any], names: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the tags that the parts of *data* stand for; *names* are pairs of a part and its tag."""
    tags = []
    for part, name in names:
        value = data.get(part)
        if value is not None:
            if not isinstance(value, str):
                raise ParseError(f"expected a text as {part}, not {_brief(value)}")
            tags.append((name, value))
    if not tags:
        raise ParseError("expected tags, or parts such as deal, trump and leader")
    return tags


def agree(data: Mapping[str, Any], meaning: Mapping[str, Any], parts: Iterable[str]) -> None:
    """Raise `ParseError` where one of the *parts* of *data* is not what its text means."""
    for part in parts:
        if part in data and data[part] is not None and data[part] != meaning.get(part):
            raise ParseError(f"expected {part} {meaning.get(part)!r} as the tags have it, not {_brief(data[part])}")


def _brief(value: object) -> str:
    """Return what *value* is, for a message; a value may be nested too deeply to be printed."""
    if isinstance(value, str):
        return shown(value)
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    names = {dict: "an object", list: "a list", int: "a number", float: "a number"}
    return names.get(type(value), type(value).__name__)


def _list(value: object, what: str) -> list[Any]:
    if not isinstance(value, list):
        raise ParseError(f"expected a list as {what}, not {_brief(value)}")
    return value


def strings(value: object, what: str) -> tuple[str, ...]:
    """Return a list of lines of text."""
    found = []
    for item in _list(value, what):
        if not isinstance(item, str) or "\n" in item:
            raise ParseError(f"expected lines of text as {what}, not {_brief(item)}")
        check_text("Text", item)
        found.append(item)
    return tuple(found)


def write_json(records: Sequence[Record]) -> str:
    """Write *records* as JSON, one object a line."""
    return "".join(json.dumps(to_json(record), ensure_ascii=False) + "\n" for record in records)


def is_json(text: str) -> bool:
    """Return whether *text* looks like JSON records: an object, objects a line, or a list of objects."""
    return text.lstrip()[:1] in ("{", "[") and '"schema"' in text and _FORM.search(text) is not None


def read_json(text: str, report: Report, *, options: Options) -> list[Record]:
    """Return every record of *text*; errors go to *report*, those of a record also into it."""

    def make(data: Mapping[str, Any], line: int, number: int) -> Record:
        record = from_json(data, options=options, strict=report.strict, source=report.source, line=line)
        report.errors.extend(record.errors)
        report.notices.extend(record.warnings)
        return replace(record, number=number)

    return read_objects(text, report, make)


def read_objects(text: str, report: Report, make: Callable[[Mapping[str, Any], int, int], _Made]) -> list[_Made]:
    """Return what *make* makes of every object of *text*, from the object, its line and its number.

    What is no object, and what *make* raises, goes to *report*.
    """
    made: list[_Made] = []
    for line, data in _objects(text, report):
        if not isinstance(data, dict):
            report.error(f"expected a JSON object, not {_brief(data)}", line=line)
            continue
        try:
            made.append(make(data, line, len(made) + 1))
        except HakemError as error:
            report.error(error.message, text=error.text, line=line)
    return made


def _objects(text: str, report: Report) -> list[tuple[int, Any]]:
    """Return the objects of a JSON text with the lines they begin on."""
    whole, error = _loaded(text)
    if error is None:
        return [(1, item) for item in (whole if isinstance(whole, list) else [whole])]
    found = []
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            item, wrong = _loaded(line)
            if wrong is not None:
                report.error(f"expected a JSON object: {wrong}", text=line[:60], line=number)
            else:
                found.append((number, item))
    return found


def _loaded(text: str) -> tuple[Any, str | None]:
    """Return what a JSON text holds, or why it cannot be read."""
    try:
        return json.loads(text), None
    except (ValueError, RecursionError) as error:
        return None, str(error) or type(error).__name__
