"""The command `hakem suggest`: what to do in a view, whatever is to be decided there."""

from __future__ import annotations

from typing import Annotated

import typer

from cli import advice_options as advice
from cli.output import Output

EXAMPLES = (
    "hakem suggest puzzles/examples/rang.pbn --upto 12",
    'hakem suggest --hand "AK72.Q5.KJ93.T84" --trump H --played "HA H7"',
    'hakem suggest deal.pbn --seat W --constraint "N: S>=4" --time 5 --json',
)


@advice.shared
def command(
    file: Annotated[
        str | None,
        typer.Argument(metavar="FILE", help="A file with one game, or '-' for standard input, in place of --hand."),
    ] = None,
    *,
    upto: Annotated[
        int | None,
        typer.Option("--upto", min=0, metavar="N", help="Go through the first N recorded cards only (with a file)."),
    ] = None,
    calls: Annotated[
        int | None,
        typer.Option("--calls", min=0, metavar="N", help="Go through the first N calls only, and decide the next one."),
    ] = None,
    played: Annotated[
        str | None,
        typer.Option("--played", metavar="CARDS", help="All cards played so far, in order, such as 'SA S5 S2 SJ D4'."),
    ] = None,
    leader: Annotated[
        str | None,
        typer.Option(
            "--leader",
            metavar="SEAT",
            help="Who led to the first trick, also in place of what a file says (default: who makes it your turn).",
        ),
    ] = None,
    described: advice.Described,
    settings: advice.Settings,
) -> None:
    """Say which card to play, seeing only one hand.

    The view comes from a file (the hand of the tag View, of --seat, or of whose turn it is; the other hands are not
    looked at), or from --hand with what was played; an ending from a file, where the tag Taken says what was taken
    before. Where a trump or a call is to be decided, that is what is answered.
    """
    from cli.advising import answer, play_view

    output = Output(as_json=settings.as_json, ascii_only=settings.ascii_only)
    view = play_view(file, output, described, settings, upto=upto, calls=calls, played=played, leader=leader)
    answer(view, output, settings)
