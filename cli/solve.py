"""The command `hakem solve`: the exact answer about one position."""

from __future__ import annotations

from typing import Annotated

import typer

from cli import options
from cli.output import ANSWER_NO, ANSWERED, Output

EXAMPLES = (
    'hakem solve --deal "N:A2... K3... .76.. .54.." --trump H --leader N',
    "hakem solve --trump S --leader W --at-least 7 --json - < deal.txt",
    "hakem solve puzzles/examples/rang.pbn --no-cards --objective courts",
)


def command(
    file: Annotated[
        str | None,
        typer.Argument(metavar="FILE", help="A file with one game, or '-' for standard input, in place of --deal."),
    ] = None,
    *,
    deal: Annotated[
        str | None, typer.Option("--deal", metavar="TEXT", help="Four hands, such as 'N:AK.. QJ.. T9.. 87..'.")
    ] = None,
    trump: Annotated[
        str | None,
        typer.Option(
            "--trump",
            metavar="STRAIN",
            help="S, H, D, C, NT or AT, in place of what the file says; ? with --deal where the play fixes it.",
        ),
    ] = None,
    leader: options.Leader = None,
    trick: Annotated[
        str | None,
        typer.Option(
            "--trick", metavar="CARDS", help="Cards on the table, in no hand any more, as the leader began them."
        ),
    ] = None,
    taken: Annotated[
        str | None, typer.Option("--taken", metavar="NS-EW", help="What each side took before, such as 3-2.")
    ] = None,
    pile: Annotated[
        str | None,
        typer.Option(
            "--pile",
            metavar="UNITS SEAT",
            help="What lies in the middle in Double Sir, and whose win of the last trick counts, such as '3 W'.",
        ),
    ] = None,
    hidden: Annotated[
        str | None,
        typer.Option(
            "--hidden",
            metavar="SEAT SUIT",
            help="A trump that is fixed but not shown, after who set it: 'N H'; 'N HT' where that card lies face down.",
        ),
    ] = None,
    first_five: Annotated[
        str | None,
        typer.Option(
            "--first-five",
            metavar="TEXT",
            help="The cards in play until the trump is fixed, as for --deal, where the others are dealt later.",
        ),
    ] = None,
    played: Annotated[
        str | None, typer.Option("--played", metavar="CARDS", help="Cards played from there, such as 'SA S2'.")
    ] = None,
    at_least: Annotated[
        int | None,
        typer.Option(
            "--at-least",
            metavar="K",
            min=0,
            help="Ask whether the side to move takes K of the whole deal; 'no' exits with 1.",
        ),
    ] = None,
    objective: options.Objective = None,
    tag: Annotated[
        list[str] | None,
        typer.Option(
            "--tag",
            metavar="NAME=VALUE",
            help="What a score depends on and a bare deal does not say: Hakem=N, Streak=6-0, Contract=90S ...",
        ),
    ] = None,
    cards: Annotated[
        bool, typer.Option("--cards/--no-cards", help="Every legal card and a best line, or only the first answer.")
    ] = True,
    game: options.Game = None,
    rules: options.Rules = None,
    direction: options.Direction = None,
    complete: options.Complete = False,
    strict: options.Strict = False,
    language: options.Language = None,
    seconds: options.Seconds = None,
    nodes: options.Nodes = None,
    memory: options.Memory = options.DEFAULT_MEMORY,
    as_json: options.JsonFlag = False,
    ascii_only: options.AsciiFlag = False,
) -> None:
    """Solve one position.

    Prints its value, every legal card and a best line, and answers whether a goal can be reached.
    The position comes from --deal, from a file, or from standard input (a deal as for --deal, or a whole game).
    What the options say takes the place of what the file says. Amounts are totals of the whole deal.
    """
    from cli import six
    from cli.position_input import Wanted, position_of, tags_of
    from cli.reading import Reader
    from cli.render.payload import solve_payload
    from cli.render.report import solve_text
    from solver import Searcher, position_outcome, record_outcome, solve_position

    output = Output(as_json=as_json, ascii_only=ascii_only)
    if deal is None and file is not None and six.are_six([file]):
        six.refuse(
            {
                "--trump": trump,
                "--leader": leader,
                "--trick": trick,
                "--taken": taken,
                "--pile": pile,
                "--tag": tag,
                "--game": game,
                "--direction": direction,
                "--complete": complete,
            }
        )
        status = six.solve(
            Reader(output, strict=strict, language=language, rules=rules),
            file,
            played=played,
            at_least=at_least,
            objective=options.objective_of(objective),
            cards=cards,
            limit=options.limit(seconds=seconds, nodes=nodes),
            memory_mb=options.megabytes(memory),
        )
        raise typer.Exit(status)
    wanted = Wanted(
        deal=deal,
        trump=trump,
        leader=leader,
        trick=trick,
        taken=taken,
        pile=pile,
        hidden=hidden,
        first_five=first_five,
        played=played,
        game=game,
        rules=rules,
        direction=direction,
        complete=complete,
        tags=tag or (),
    )
    reader = Reader(output, strict=strict, language=language, game=game, rules=rules, trump=trump, leader=leader)
    position, record = position_of(wanted, reader, file)
    objective = options.objective_of(objective)
    tags = tags_of(tag or (), objective)
    searcher = Searcher(memory_mb=options.megabytes(memory), reuse=True)
    limit = options.limit(seconds=seconds, nodes=nodes)
    outcome = None
    with output.progress.running("positions"):
        output.progress.total = 1
        report = solve_position(
            position,
            searcher,
            at_least=at_least,
            cards=cards,
            limit=limit,
        )
        if objective is not None and record is not None:
            outcome = record_outcome(record, position, searcher, objective, cards=cards, limit=limit)
        elif objective is not None:
            outcome = position_outcome(position, searcher, objective, tags=tags, cards=cards, limit=limit)
    if as_json:
        output.emit(solve_payload(report, outcome=outcome, objective=objective))
    else:
        output.text(solve_text(report, output.style, outcome=outcome))
    answered = report.answer is None or report.answer.answer
    raise typer.Exit(ANSWERED if answered else ANSWER_NO)
