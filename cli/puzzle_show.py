"""The command `hakem puzzle show`: a puzzle as it is set."""

from __future__ import annotations

from cli import options
from cli.output import Output
from cli.puzzle_options import Name

EXAMPLES = ("hakem puzzle show whitfeld-six", "hakem puzzle show mine.pbn --json")


def command(
    name: Name,
    *,
    as_json: options.JsonFlag = False,
    ascii_only: options.AsciiFlag = False,
) -> None:
    """Show a puzzle without its solution.

    The cards, who is to play, and the goal.
    """
    from cli.puzzle_input import puzzles_named
    from cli.render.puzzle import puzzle_text
    from cli.render.puzzle_payload import puzzle_payload

    output = Output(as_json=as_json, ascii_only=ascii_only)
    puzzles = puzzles_named(name)
    if as_json:
        for puzzle in puzzles:
            output.emit(puzzle_payload(puzzle))
    else:
        output.text("\n\n\n".join(puzzle_text(puzzle, output.style) for puzzle in puzzles))
