"""The command `hakem arena`: bots play each other on duplicate deals."""

from __future__ import annotations

from typing import Annotated

import typer

from cli import options
from cli.output import Output

EXAMPLES = (
    "hakem arena --bots tips random --deals 100",
    "hakem arena --game coinche --bots pimc tips --deals 1000 --log pimc.jsonl",
    "hakem arena --game dehla-pakad --bots alphamu pimc --deals 9 --json",
)


def command(
    *,
    bots: Annotated[
        tuple[str, str] | None,
        typer.Option("--bots", metavar="A B", help="The two bots, such as 'pimc:worlds=20' or 'bid=tips,play=pimc'."),
    ] = None,
    list_bots: Annotated[bool, typer.Option("--list", help="Print the bots and their options, and exit.")] = False,
    deals: Annotated[
        int, typer.Option("--deals", min=1, metavar="N", help="Deals, each of which is played at two tables.")
    ] = 100,
    seed: Annotated[int, typer.Option("--seed", min=0, metavar="N", help="Where all deals come from.")] = 1,
    workers: Annotated[
        int, typer.Option("--workers", "-j", min=1, max=256, metavar="N", help="Processes that play side by side.")
    ] = 1,
    log: Annotated[
        str | None,
        typer.Option("--log", metavar="FILE", help="Append each result to FILE, and go on from what it holds."),
    ] = None,
    game: Annotated[
        str, typer.Option("--game", metavar="NAME", help="Game that is played, such as coinche.")
    ] = "court-piece",
    rules: Annotated[
        str | None, typer.Option("--rules", metavar="TEXT", help="Rules as 'preset' or 'preset;option=value'.")
    ] = None,
    objective: Annotated[
        str | None,
        typer.Option(
            "--objective", metavar="NAME", help="What is counted, of the objectives of the game (default: what pays)."
        ),
    ] = None,
    tag: Annotated[
        list[str] | None,
        typer.Option(
            "--tag", metavar="NAME=VALUE", help="How the match stands before each deal, such as 'MatchScore=1500-900'."
        ),
    ] = None,
    as_json: options.JsonFlag = False,
) -> None:
    """Let two bots play each other.

    Every deal is played twice, with sides exchanged, so that both bots have the same cards. Prints what the first bot
    gains on a pair of tables on average, with the interval that holds the true mean with 95 % confidence, how many
    deals it won, and how long both thought. The same seed gives the same deals and the same score, whatever the
    number of workers, unless a bot plays against the clock. A run that was stopped goes on from its log.
    """
    from pathlib import Path

    from cli.position_input import tags_of
    from cli.reading import InputError
    from cli.render.arena import arena_payload, bots_text, report_text
    from solver.arena import Contest, DealResult, run

    output = Output(as_json=as_json)
    if list_bots:
        output.text(bots_text())
        return
    if bots is None:
        raise typer.BadParameter("expected two bots: --bots A B, of those that --list names")
    contest = Contest(
        bots=bots,
        game_name=game,
        rules_text=rules,
        seed=seed,
        objective_name=objective,
        tags=tags_of(tag or (), "what pays"),
    )
    progress = output.progress
    progress.total = deals

    def count(_: DealResult) -> None:
        progress.done += 1

    try:
        with progress.running("deals"):
            report = run(contest, deals, workers=workers, log=None if log is None else Path(log), on_result=count)
    except OSError as error:
        raise InputError(f"cannot use the log {log}: {error.strerror}") from None
    if as_json:
        output.emit(arena_payload(report))
    else:
        output.text(report_text(report))
