"""The command `hakem score`: what recorded deals score, and how their match stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from cli import options
from cli.output import ANSWER_NO, Output

if TYPE_CHECKING:
    from solver import ScoredDeal

EXAMPLES = (
    "hakem score puzzles/examples/court-piece-match.pbn",
    "hakem score --rules 'kot-pees;match=5' evening.pbn",
    "hakem score --json --alone deals.pbn > scores.jsonl",
)


def command(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE", help="Files of recorded deals, each one match; '-' is standard input."),
    ],
    *,
    alone: Annotated[bool, typer.Option("--alone", help="Score every deal by itself, not as one of a match.")] = False,
    game: options.Game = None,
    rules: options.Rules = None,
    strict: options.Strict = False,
    language: options.Language = None,
    as_json: options.JsonFlag = False,
    ascii_only: options.AsciiFlag = False,
) -> None:
    """Score recorded deals and matches.

    The deals of a file are one match, from the first on or from where the tags MatchScore and Streak say it stands.
    Prints what each deal scored, how the match stands, and who deals and calls next. Recorded results are checked:
    exit status 1 says that one of them does not agree. A revoke is found, and scored where the rules punish it.
    """
    from cli import six
    from cli.reading import InputError, Reader
    from cli.render.payload import score_payload
    from cli.render.score import ScoreSheet
    from solver import Failure, score_deals

    output = Output(as_json=as_json, ascii_only=ascii_only)
    if six.are_six(files):
        six.refuse({"--game": game})
        raise typer.Exit(six.score(Reader(output, strict=strict, language=language, rules=rules), files, alone=alone))
    reader = Reader(output, strict=strict, language=language, game=game, rules=rules)
    sheet = ScoreSheet(output.style)
    scored = differences = 0
    for deal in score_deals(reader.items(files), alone=alone):
        if isinstance(deal, Failure):
            output.notices(deal.record, but=[deal.error.message])
            output.failure(deal.error, record=deal.record)
            continue
        output.notices(deal.record, but=_said_again(deal))
        scored += 1
        differences += len(deal.differences)
        if as_json:
            output.emit(score_payload(deal))
        else:
            output.text(sheet.rows(deal))
        for difference in deal.differences:
            output.warn(f"{deal.record.source}:{deal.record.line}: {deal.record.label}: {difference}")
    if not as_json and scored:
        output.text(sheet.end())
    if not scored and not output.failed:
        raise InputError("expected at least one deal that can be scored, found none")
    raise typer.Exit(output.status or (ANSWER_NO if differences else output.status))


def _said_again(deal: ScoredDeal) -> list[str]:
    """Return what the reader noticed about tags that differ from what was found: the difference says it."""
    from solver.record import NoticeKind

    tags = {difference.partition(" ")[0] for difference in deal.differences}
    label = f"{deal.record.label}: "
    noticed = (each.message for each in deal.record.warnings if each.kind is NoticeKind.CONTRADICTION)
    return [message for message in noticed if message.removeprefix(label).partition(" ")[0] in tags]
