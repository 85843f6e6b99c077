"""The command `hakem puzzle list`: the puzzles that come with the program."""

from __future__ import annotations

from typing import Annotated

import typer

from cli import options
from cli.output import ANSWER_NO, Output
from cli.puzzle_options import THEME_NAMES

EXAMPLES = (
    "hakem puzzle list",
    "hakem puzzle list --game coinche --difficulty 1-2",
    "hakem puzzle list --theme squeeze --json",
)


def command(
    *,
    game: Annotated[
        str | None, typer.Option("--game", metavar="NAME", help="Only puzzles of this game, such as coinche.")
    ] = None,
    theme: Annotated[
        list[str] | None,
        typer.Option("--theme", metavar="NAME", help=f"Only puzzles with this theme; may be repeated. {THEME_NAMES}"),
    ] = None,
    difficulty: Annotated[
        str | None, typer.Option("--difficulty", metavar="N", help="Only this difficulty, 1 to 5, or a range as 1-2.")
    ] = None,
    as_json: options.JsonFlag = False,
    ascii_only: options.AsciiFlag = False,
) -> None:
    """List the puzzles that come with the program.

    A line a puzzle: its name, how difficult it is (one to five stars), the cards of a hand, the goal and a title.
    'hakem puzzle try NAME' plays it.
    """
    from cli.puzzle_options import grades, theme_names
    from cli.reading import option
    from cli.render.puzzle import list_text
    from cli.render.puzzle_payload import puzzle_payload
    from solver import resolve
    from solver.puzzles import collection

    output = Output(as_json=as_json, ascii_only=ascii_only)
    wanted = None if game is None else option("--game", resolve, game)[0].name
    themes = set(option("--theme", theme_names, ",".join(theme))) if theme else set()
    least, most = option("--difficulty", grades, difficulty) if difficulty else (0, 5)
    found = [
        puzzle
        for puzzle in collection()
        if wanted in (None, puzzle.game) and themes <= set(puzzle.themes) and least <= puzzle.difficulty <= most
    ]
    if as_json:
        for puzzle in found:
            output.emit(puzzle_payload(puzzle))
    else:
        output.text(list_text(found, output.style))
    if not found:
        raise typer.Exit(ANSWER_NO)
