"""The commands for files of six players: `solve`, `analyze` and `score` turn to this module for them.

A file is one of six players when `[Players "6"]`, or the form of their JSON, stands near its beginning; all games of it
must be. What only makes sense with four players is refused by the name of its option.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cli.output import ANSWER_NO, ANSWERED
from cli.reading import STDIN, InputError, Reader, in_order, load, name_of, option

if TYPE_CHECKING:
    from solver import Limit
    from solver.six import SixRecord

_MARK = re.compile(rb'\[\s*Players\s+"\s*6\s*"|"schema"\s*:\s*"hakem/six-record/', re.IGNORECASE)
_LOOKED_AT = 1 << 16  # bytes


def are_six(paths: Sequence[str]) -> bool:
    """Tell whether *paths* are files of six players; raise `InputError` if only some of them are.

    What is not there or cannot be read counts as no such file: reading it will say why.
    """
    found = [_is_six(path) for path in paths]
    if any(found) and not all(found):
        six = next(path for path, is_six in zip(paths, found, strict=True) if is_six)
        raise InputError("expected files of six players by themselves, not together with others", source=six)
    return bool(found) and all(found)


def refuse(options: Mapping[str, object]) -> None:
    """Raise `InputError` for the first of *options*, by name, that has a value."""
    for name, value in options.items():
        if value not in (None, False, [], ()):
            raise InputError("expected no such option with a file of six players", source=name)


def solve(
    reader: Reader,
    file: str,
    *,
    played: str | None,
    at_least: int | None,
    objective: str | None,
    cards: bool,
    limit: Limit,
    memory_mb: int,
) -> int:
    """Solve the only game of a file of six players and return the exit status."""
    from cli.position_input import cards as read_cards
    from cli.render.six import solve_payload, solve_text
    from solver.six import SixSearcher, analyze_six

    output = reader.output
    records = list(_records(reader, [file]))
    if output.failed:
        return output.status
    if len(records) != 1:
        raise InputError(f"expected one game, found {len(records)}: use hakem analyze", source=name_of(file))
    searcher = SixSearcher(memory_mb=memory_mb)
    with output.progress.running("positions"):
        output.progress.total = 1
        found = analyze_six(
            records[0],
            searcher,
            played=option("--played", read_cards, played or ""),
            at_least=at_least,
            objective=objective,
            mistakes=False,
            limit=limit,
        )
    for note in found.notes:
        raise InputError(note, source=name_of(file))
    if output.as_json:
        output.emit(solve_payload(found, cards=cards, objective=objective))
    else:
        output.text(solve_text(found, output.style, cards=cards))
    answered = found.answer is None or found.answer.answer
    return ANSWERED if answered else ANSWER_NO


def analyze(
    reader: Reader,
    files: Iterable[str],
    *,
    objective: str | None,
    limit: Limit,
    memory_mb: int,
) -> int:
    """Analyse every game of files of six players and return the exit status."""
    from cli.render.six import analysis_text, analyze_payload
    from solver import HakemError
    from solver.six import SixSearcher, analyze_six

    output = reader.output
    searcher = SixSearcher(memory_mb=memory_mb)
    shown = 0
    with output.progress.running("deals"):
        for record in _records(reader, files):
            try:
                found = analyze_six(record, searcher, objective=objective, limit=limit)
            except HakemError as error:
                output.failure(error.located(source=record.source, line=record.line))
                continue
            output.progress.done += 1
            if output.as_json:
                output.emit(analyze_payload(found, objective=objective))
            else:
                output.text("\n" * bool(shown) + analysis_text(found, output.style))
            shown += 1
            if found.cards is None:
                output.warn(f"{record.source}:{record.line}: not solved: {'; '.join(found.notes)}")
    if not shown and not output.failed:
        raise InputError("expected at least one deal that can be solved, found none")
    return output.status


def score(reader: Reader, files: Iterable[str], *, alone: bool) -> int:
    """Score every game of files of six players, each file one match, and return the exit status."""
    from cli.render.six import match_text, score_payload, score_text
    from solver.six import SixFailure, score_six

    output = reader.output
    scored = differences = 0
    for file in files:
        records = list(_records(reader, [file]))
        groups = [[record] for record in records] if alone else [records]
        last = None
        for deal in (deal for group in groups for deal in score_six(group)):
            if isinstance(deal, SixFailure):
                output.failure(deal.error)
                continue
            scored += 1
            differences += len(deal.differences)
            if output.as_json:
                output.emit(score_payload(deal))
            else:
                output.text(score_text(deal, output.style))
            for difference in deal.differences:
                output.warn(f"{deal.record.source}:{deal.record.line}: {deal.record.label}: {difference}")
            last = deal
        if last is not None and not output.as_json:
            output.text(match_text(last, output.style))
    if not scored and not output.failed:
        raise InputError("expected at least one deal that can be scored, found none")
    return output.status or (ANSWER_NO if differences else ANSWERED)


def _records(reader: Reader, files: Iterable[str]) -> Iterable[SixRecord]:
    """Yield the sound games of *files*; what is wrong with the others is said in their place."""
    from solver import HakemError
    from solver.six import read_six, six_rules

    output, rules = reader.output, reader.rules
    if rules is not None:
        option("--rules", six_rules, rules)
    for file in files:
        try:
            found = read_six(
                load(file), source=name_of(file), strict=reader.strict, language=reader.language, rules=rules
            )
        except HakemError as error:
            output.failure(error)
            continue
        reader.tell(found.warnings)
        output.progress.total += len(found.records)
        for record, fault in in_order(found.records, found.refused, found.errors):
            if fault is not None:
                output.failure(fault, record=record)
            elif record is not None:
                yield record


def _is_six(path: str) -> bool:
    """Tell whether a game of six players stands at the beginning of a file."""
    try:
        if path == STDIN:
            return _MARK.search(load(path, keep=True)[:_LOOKED_AT]) is not None
        with Path(path).open("rb") as file:
            return _MARK.search(file.read(_LOOKED_AT)) is not None
    except (OSError, ValueError, InputError):
        return False
