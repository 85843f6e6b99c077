"""The commands for files of six players: `solve`, `analyze` and `score` turn to this module for them.

A file is one of six players when `[Players "6"]` stands near its beginning; all games of it must be. What only makes
sense with four players is refused by the name of its option.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cli.output import ANSWER_NO, ANSWERED, Output
from cli.reading import STDIN, STDIN_NAME, InputError, load, option

if TYPE_CHECKING:
    from solver import Limit
    from solver.six import SixRecord

_MARK = re.compile(rb'\[\s*Players\s+"\s*6\s*"', re.IGNORECASE)
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
    output: Output,
    file: str,
    *,
    rules: str | None,
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

    records = list(_records(output, [file], rules))
    if output.failed:
        return output.status
    if len(records) != 1:
        raise InputError(f"expected one game, found {len(records)}: use hakem analyze", source=_name(file))
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
        raise InputError(note, source=_name(file))
    if output.as_json:
        output.emit(solve_payload(found, cards=cards, objective=objective))
    else:
        output.text(solve_text(found, output.style, cards=cards))
    answered = found.answer is None or found.answer.answer
    return ANSWERED if answered else ANSWER_NO


def analyze(
    output: Output,
    files: Iterable[str],
    *,
    rules: str | None,
    objective: str | None,
    limit: Limit,
    memory_mb: int,
) -> int:
    """Analyse every game of files of six players and return the exit status."""
    from cli.render.six import analysis_text, analyze_payload
    from solver import HakemError
    from solver.six import SixSearcher, analyze_six

    searcher = SixSearcher(memory_mb=memory_mb)
    shown = 0
    with output.progress.running("deals"):
        for record in _records(output, files, rules):
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


def score(output: Output, files: Iterable[str], *, rules: str | None, alone: bool) -> int:
    """Score every game of files of six players, each file one match, and return the exit status."""
    from cli.render.six import match_text, score_payload, score_text
    from solver.six import SixFailure, score_six

    scored = differences = 0
    for file in files:
        records = list(_records(output, [file], rules))
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


def _records(output: Output, files: Iterable[str], rules: str | None) -> Iterable[SixRecord]:
    """Yield the sound games of *files*; what is wrong with the others is said."""
    from solver import HakemError
    from solver.six import read_six

    if rules is not None:
        option("--rules", lambda text: read_six("", rules=text), rules)
    for file in files:
        try:
            reading = read_six(load(file), source=_name(file), rules=rules)
        except HakemError as error:
            output.failure(error)
            continue
        for fault in (fault for refused in reading.refused for fault in refused.errors):
            output.failure(fault)
        output.progress.total += len(reading.records)
        yield from reading.records


def _is_six(path: str) -> bool:
    """Tell whether `[Players "6"]` stands at the beginning of a file."""
    try:
        if path == STDIN:
            return _MARK.search(load(path, keep=True)[:_LOOKED_AT]) is not None
        with Path(path).open("rb") as file:
            return _MARK.search(file.read(_LOOKED_AT)) is not None
    except (OSError, ValueError, InputError):
        return False


def _name(file: str) -> str:
    return STDIN_NAME if file == STDIN else file
