"""The command `hakem lead`: which card to lead to the first trick."""

from __future__ import annotations

from typing import Annotated

import typer

from cli import advice_options as advice
from cli.output import Output

EXAMPLES = (
    'hakem lead --hand "AQJ42.K5.T93.J84" --trump S --rules hokm',
    'hakem lead --game coinche --hand "J.AT.987.KQ" --contract 90S --declarer E',
    "hakem lead puzzles/examples/rang.pbn",
)


@advice.shared
def command(
    file: Annotated[
        str | None,
        typer.Argument(metavar="FILE", help="A file with one game, or '-' for standard input, in place of --hand."),
    ] = None,
    *,
    described: advice.Described,
    settings: advice.Settings,
) -> None:
    """Say which card to lead to the first trick.

    You see your own hand only. The leader is the hakem in Court Piece and the player next to the dealer in Coinche and
    Dehla Pakad.
    """
    from cli.advising import answer, play_view

    output = Output(as_json=settings.as_json, ascii_only=settings.ascii_only)
    answer(play_view(file, output, described, settings, upto=0, first=True), output, settings)
