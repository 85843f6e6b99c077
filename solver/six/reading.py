"""Files with games of six players: alone, or beside games of four.

A text is cut into games by the readers of four players (`solver.notation`); those that say `[Players "6"]`, and JSON
objects of that form, are then read by the rules of six. So one bad game never hides the others, and what is wrong with
the form of a file is noticed once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from solver.errors import HakemError
from solver.notation import Options, from_json, options, read, write
from solver.notation.decode import decode
from solver.notation.jsonio import is_json, read_objects
from solver.notation.report import Report
from solver.record import Notice, Record

from .cards import PLAYERS
from .jsonio import SIX_SCHEMA, six_from_json
from .position import six_rules
from .record import SixRecord, build_six

__all__ = ["GamesReading", "SixReading", "read_games", "read_six", "write_games", "write_six"]


@dataclass(frozen=True, slots=True)
class SixReading:
    """What was read: the games without error, and those with errors, each in order.

    *errors* and *warnings* are all there were, those of single games included.
    """

    records: tuple[SixRecord, ...]
    refused: tuple[SixRecord, ...] = ()
    errors: tuple[HakemError, ...] = ()
    warnings: tuple[Notice, ...] = ()


@dataclass(frozen=True, slots=True)
class GamesReading:
    """What was read of a file in which games of four and of six players may stand: as `SixReading`."""

    records: tuple[Record | SixRecord, ...]
    refused: tuple[Record | SixRecord, ...] = ()
    errors: tuple[HakemError, ...] = ()
    warnings: tuple[Notice, ...] = ()


def read_games(
    data: bytes | str,
    *,
    source: str | None = None,
    strict: bool = False,
    language: str | None = None,
    game: str | None = None,
    rules: str | None = None,
) -> GamesReading:
    r"""Read every game of *data*, of four or of six players, as `solver.read` reads those of four.

    Whatever *data* holds, a reading comes back. Raises `ParseError` for a language and `RulesError` for a game that
    is not known.

    >>> text = '[Deal "N:A... K... Q... J..."]\n\n[Players "6"]\n[Deal "1:A... K... Q... J... T... 9..."]\n'
    >>> [type(record).__name__ for record in read_games(text).records]
    ['Record', 'SixRecord']
    """
    said = options(language=language, game=game, rules=rules)
    report = Report(source=source, strict=strict)
    text = decode(data, report)
    found: list[Record | SixRecord]
    errors: list[HakemError]
    if is_json(text):

        def make(data: Mapping[str, Any], line: int, number: int) -> Record | SixRecord:
            if data.get("schema") == SIX_SCHEMA:
                return six_from_json(data, options=said, source=source, line=line, number=number)
            record = from_json(data, said=said, strict=strict, source=source, line=line)
            report.notices.extend(record.warnings)
            return replace(record, number=number)

        found = read_objects(text, report, make)
        errors = [*report.errors, *(error for record in found for error in record.errors)]
    else:
        reading = read(text, source=source, strict=strict, language=language, game=game, rules=rules)
        found = sorted((*reading.records, *reading.refused), key=lambda record: record.number)
        errors = [*report.errors, *reading.errors]
        report.notices.extend(reading.warnings)
    games = [_of_six(record, said) if isinstance(record, Record) and _is_six(record) else record for record in found]
    if strict:
        games = [_strictly(record) if isinstance(record, SixRecord) else record for record in games]
    errors = _instead(errors, found, games)
    report.notices.extend(notice for record in games if isinstance(record, SixRecord) for notice in record.warnings)
    return GamesReading(
        records=tuple(record for record in games if not record.errors),
        refused=tuple(record for record in games if record.errors),
        errors=tuple(sorted(errors, key=_place)),
        warnings=tuple(sorted(report.notices, key=_place)),
    )


def read_six(
    data: bytes | str,
    *,
    source: str | None = None,
    strict: bool = False,
    language: str | None = None,
    rules: str | None = None,
) -> SixReading:
    """Read every game of *data*, all of six players; *rules* take the place of those of the file.

    Nothing that *data* holds is raised: what is wrong with a game is in its `errors`. Raises `RulesError` for *rules*
    that cannot be read, and `ParseError` for a language that is not known.

    >>> text = '[Game "DehlaPakad"][Players "6"][Leader "1"][Deal "1:A... K... Q... J... T... 9..."][Play "1"] SA S9'
    >>> position = read_six(text).records[0].position()
    >>> position.to_move, position.legal_plays()
    (Player.FIVE, (Card.parse('ST'),))
    """
    if rules is not None:
        six_rules(rules)
    reading = read_games(data, source=source, strict=strict, language=language, rules=rules)
    said = options(language=language, rules=rules)
    found = sorted((*reading.records, *reading.refused), key=lambda record: record.number)
    games = [_of_six(record, said) if isinstance(record, Record) else record for record in found]
    return SixReading(
        records=tuple(record for record in games if not record.errors),
        refused=tuple(record for record in games if record.errors),
        errors=tuple(sorted(_instead(reading.errors, found, games), key=_place)),
        warnings=reading.warnings,
    )


def write_games(records: Iterable[Record | SixRecord]) -> str:
    """Write *records*, of four or of six players, as a file; reading it gives the same records."""
    return write(
        Record(entries=record.entries, head=record.head) if isinstance(record, SixRecord) else record
        for record in records
    )


def write_six(records: Iterable[SixRecord]) -> str:
    """Write *records* as a file; reading it gives the same records."""
    return write_games(records)


def _strictly(record: SixRecord) -> SixRecord:
    """Return *record* with its notices as errors."""
    return replace(record, errors=(*record.errors, *(notice.error() for notice in record.warnings)), warnings=())


def _is_six(record: Record) -> bool:
    """Tell whether a record that the readers of four players refused is one of six."""
    return bool(record.errors) and (record.tag("Players") or "").strip() == str(PLAYERS)


def _of_six(record: Record, said: Options) -> SixRecord:
    """Return the record of six players that the text of *record* is.

    Readers of four players look no further than the tag Players, and complain of it last: the errors before are about
    the form of the text.
    """
    found = build_six(
        record.entries, record.head, options=said, source=record.source, line=record.line, number=record.number
    )
    form = record.errors[:-1] if _is_six(record) else ()
    return replace(found, errors=(*form, *found.errors))


def _instead(
    errors: Iterable[HakemError], before: Iterable[Record | SixRecord], after: Iterable[Record | SixRecord]
) -> list[HakemError]:
    """Return *errors* with those of the records *after* in the place of those of the records *before*."""
    gone = {id(error) for record in before for error in record.errors}
    return [
        *(error for error in errors if id(error) not in gone),
        *(error for record in after for error in record.errors),
    ]


def _place(item: HakemError | Notice) -> tuple[int, int]:
    """Return where something stands, for sorting."""
    return (item.line or 0, item.column or 0)
