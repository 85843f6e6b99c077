"""The command `hakem analyze`: everything about the deals of files."""

from __future__ import annotations

from typing import Annotated

import typer

from cli import options
from cli.output import Output

EXAMPLES = (
    "hakem analyze puzzles/examples/rang.pbn",
    "hakem analyze --no-table --leader S deals.pbn",
    "hakem analyze --json --jobs 2 deals.pbn more.pbn > results.jsonl",
)


def command(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE", help="PBN-like, LIN or JSON files, pasted diagrams, a deal a line; '-' is standard input."
        ),
    ],
    *,
    table: Annotated[bool, typer.Option("--table/--no-table", help="Solve the table of each trump and leader.")] = True,
    trump: options.Trump = None,
    leader: options.Leader = None,
    game: options.Game = None,
    rules: options.Rules = None,
    objective: options.Objective = None,
    complete: options.Complete = False,
    strict: options.Strict = False,
    language: options.Language = None,
    jobs: options.Jobs = 1,
    seconds: options.Seconds = None,
    nodes: options.Nodes = None,
    memory: options.Memory = options.DEFAULT_MEMORY,
    as_json: options.JsonFlag = False,
    ascii_only: options.AsciiFlag = False,
) -> None:
    """Analyse the deals of files.

    Prints the table of each trump and leader, the value of every card, the best line, and what recorded cards cost.
    The position solved is the one after the recorded play. Limits hold for the table of a deal and for the rest each.
    """
    from cli import six
    from cli.reading import InputError, Reader
    from cli.render.payload import analyze_payload
    from cli.render.report import analysis_text
    from solver import Failure, HakemError, Searcher, analyze_many, outcome_report

    output = Output(as_json=as_json, ascii_only=ascii_only)
    if six.are_six(files):
        six.refuse(
            {
                "--trump": trump,
                "--leader": leader,
                "--game": game,
                "--complete": complete,
            }
        )
        limits = options.limit(seconds=seconds, nodes=nodes)
        status = six.analyze(
            Reader(output, strict=strict, language=language, rules=rules),
            files,
            objective=options.objective_of(objective),
            limit=limits,
            memory_mb=options.megabytes(memory),
        )
        raise typer.Exit(status)
    reader = Reader(output, strict=strict, language=language, game=game, rules=rules, trump=trump, leader=leader)
    results = analyze_many(
        reader.items(files),
        jobs=jobs,
        memory_mb=options.megabytes(memory),
        limit=options.limit(seconds=seconds, nodes=nodes),
        table=table,
        complete=complete,
    )
    objective = options.objective_of(objective)
    searcher = Searcher(memory_mb=options.megabytes(memory), reuse=True)
    shown = solved = 0
    with output.progress.running("deals"):
        for result in results:
            output.progress.done += 1
            if isinstance(result, Failure):
                output.notices(result.record, but=[result.error.message])
                output.failure(result.error, record=result.record)
                continue
            solved += result.solved
            outcome, refused = None, None
            if objective is not None and result.report is not None:
                try:
                    outcome = outcome_report(
                        result.record,
                        result.report.position,
                        searcher,
                        objective,
                        limit=options.limit(seconds=seconds, nodes=nodes),
                    )
                except HakemError as error:
                    refused = result.record.located(error)
            output.notices(result.record, but=[] if refused is None else [refused.message])
            if refused is not None:
                output.complain(refused)
            if as_json:
                output.emit(analyze_payload(result, outcome=outcome))
            else:
                output.text("\n" * bool(shown) + analysis_text(result, output.style, outcome=outcome))
            shown += 1
            if not result.solved:
                output.warn(f"{result.record.source}:{result.record.line}: not solved: {'; '.join(result.notes)}")
    if not solved and not output.failed:
        raise InputError("expected at least one deal that can be solved, found none")
    raise typer.Exit(output.status)
