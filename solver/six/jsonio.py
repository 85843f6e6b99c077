"""Records of six players as JSON: the form `hakem/six-record/1`, made as that of four players is.

What counts when it is read is the text (`head` and `tags`); the other keys say what it means, and must not contradict
it. A record without `tags` is taken from its parts, so that a program can make one without knowing the format of files.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from solver.cards import Card
from solver.errors import ParseError
from solver.notation import Options
from solver.notation.composing import check_text
from solver.notation.jsonio import agree, parts_of, place_of, strings, text_json, text_of
from solver.notation.report import shown
from solver.record import Entry

from .cards import PLAYERS, Player
from .position import GAME
from .record import SixRecord, build_six

__all__ = ["SIX_SCHEMA", "six_from_json", "six_to_json"]

#: The name and version of the JSON form of a record of six players.
SIX_SCHEMA: Final = "hakem/six-record/1"

#: Parts that stand for a tag each when a record has no tags, in the order in which the tags are written.
_PARTS: Final = (
    ("board", "Board"),
    ("rules", "Rules"),
    ("direction", "Direction"),
    ("dealer", "Dealer"),
    ("trump", "Trump"),
    ("leader", "Leader"),
    ("deal", "Deal"),
    ("trick", "CurrentTrick"),
    ("taken", "Taken"),
    ("result", "Result"),
)


def six_to_json(record: SixRecord) -> dict[str, Any]:
    """Return *record* as an object for `json`; `six_from_json` gives an equal record back."""
    text = text_json(record.entries, record.head, source=record.source, line=record.line)
    return {"schema": SIX_SCHEMA, **text, **_meaning(record)}


def _meaning(record: SixRecord) -> dict[str, Any]:
    """Return what the record's text means; parts that are not known are left out."""
    parts: dict[str, Any] = {
        "board": record.board,
        "game": GAME.name,
        "rules": record.rules.text(),
        "direction": record.rules.direction.value,
        "dealer": None if record.dealer is None else record.dealer.letter,
        "trump": None if record.strain is None else record.strain.letter,
        "leader": None if record.leader is None else record.leader.letter,
        "deal": None if record.deal is None else str(record.deal),
        "trick": record.on_table or None,
        "taken": "{}-{}".format(*record.taken) if any(record.taken) else None,
        "result": record.tag("Result"),
        "play": [played.card.text for played in record.played] or None,
    }
    return {name: part for name, part in parts.items() if part is not None}


def six_from_json(
    data: Mapping[str, Any],
    *,
    options: Options | None = None,
    source: str | None = None,
    line: int | None = None,
    number: int = 1,
) -> SixRecord:
    """Return the record that *data* stands for; what is wrong with its deal or play is in `SixRecord.errors`.

    *source* and *line* say where *data* stood; without them the record keeps the place that it came from at first.
    Raises `ParseError` where *data* is not of this form, where its text could not stand in a file, and where
    its parts contradict its text; and `IllegalPlayError` for a play without tags that the rules do not allow.

    >>> data = {"schema": SIX_SCHEMA, "deal": "1:A... K... Q... J... T... 9...", "leader": "1", "play": ["SA"]}
    >>> record = six_from_json(data)
    >>> record.position().to_move, six_from_json(six_to_json(record)) == record
    (Player.SIX, True)
    """
    if data.get("schema") != SIX_SCHEMA:
        raise ParseError(f"expected an object with schema {SIX_SCHEMA!r}, not {shown(str(data.get('schema')))}")
    if source is None and line is None:
        source, line = place_of(data)

    def build(entries: Sequence[Entry], head: Sequence[str]) -> SixRecord:
        return build_six(entries, head, options=options or Options(), source=source, line=line, number=number)

    if "tags" in data:
        head, entries = text_of(data)
        record = build(entries, head)
        if not record.errors:
            agree(data, _meaning(record), ("deal", "trump", "leader", "trick", "play", "game"))
        return record
    game = data.get("game", "DehlaPakad")
    tags = [*parts_of({**data, "game": game}, [("game", "Game")]), ("Players", str(PLAYERS)), *parts_of(data, _PARTS)]
    for name, value in tags:
        check_text(name, value)
    entries = tuple(Entry(name, value) for name, value in tags)
    record = build(entries, ())
    play = [Card.parse(word) for word in strings(data.get("play", []), "play")]
    if play and not record.errors:
        record = build((*entries, _play(record, play)), ())
    return record


def _play(record: SixRecord, play: Sequence[Card]) -> Entry:
    """Return the play section of the cards of *play*, in the order of play, from what *record* begins with."""
    position = record.position()
    first = position.leader
    rows: list[str] = []
    row: dict[Player, Card] = {}
    for card in play:
        row[position.to_move] = card
        position.play(card)
        if not position.trick or len(position.history) == len(play):
            columns = (row.get(first.next(position.direction, steps=column)) for column in range(PLAYERS))
            rows.append(" ".join("- " if each is None else each.text for each in columns).rstrip(" "))
            row = {}
    return Entry("Play", first.letter, tuple(rows))
