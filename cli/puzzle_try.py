"""The command `hakem puzzle try`: a puzzle played against the program."""

from __future__ import annotations

import typer

from cli import options
from cli.output import ANSWER_NO, Output
from cli.puzzle_options import Name

EXAMPLES = ("hakem puzzle try whitfeld-six", "hakem puzzle try mine.pbn --ascii")


def command(
    name: Name,
    *,
    ascii_only: options.AsciiFlag = False,
) -> None:
    """Play a puzzle against the program.

    You play the side of the goal, both hands; the program defends as well as it can. Type a card such as SA or h10
    (suit, then rank), or one of: hint, back, moves, show, restart, give up, quit, help. All cards are open.
    Exit status 0 when you solve it, else 1.
    """
    from cli.attempt import Game
    from cli.puzzle_input import puzzle_named

    output = Output(as_json=False, ascii_only=ascii_only)
    if not Game(puzzle_named(name), output).run():
        raise typer.Exit(ANSWER_NO)
