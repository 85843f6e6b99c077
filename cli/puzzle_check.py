"""The command `hakem puzzle check`: whether puzzles are sound."""

from __future__ import annotations

from typing import Annotated

import typer

from cli import options
from cli.output import ANSWER_NO, Output

EXAMPLES = ("hakem puzzle check whitfeld-six", "hakem puzzle check mine.pbn yours.pbn --json")


def command(
    names: Annotated[
        list[str], typer.Argument(metavar="ID|FILE...", help="Puzzles by name, or files; '-' is standard input.")
    ],
    *,
    seconds: options.Seconds = None,
    nodes: options.Nodes = None,
    as_json: options.JsonFlag = False,
    ascii_only: options.AsciiFlag = False,
) -> None:
    """Check whether puzzles are sound.

    Exits with 1, and the reasons, if one is not. The goal can be reached, it is the most that can be, one first card
    reaches it (cards that come to the same count as one; others are duals and are listed), and every defence loses:
    the solution graph is replayed by the rules. What the file says of solution, main line, themes and difficulty must
    be so. Limits hold for each question.
    """
    from cli.puzzle_input import puzzles_named
    from cli.render.puzzle import check_text
    from cli.render.puzzle_payload import check_payload
    from solver import HakemError
    from solver.puzzles import check_puzzle

    output = Output(as_json=as_json, ascii_only=ascii_only)
    limit = options.limit(seconds=seconds, nodes=nodes)
    sound = True
    with output.progress.running("puzzles"):
        for name in names:
            try:
                puzzles = puzzles_named(name)
            except HakemError as error:
                output.failure(error)
                continue
            output.progress.total += len(puzzles)
            for puzzle in puzzles:
                try:
                    report = check_puzzle(puzzle, limit=limit)
                except HakemError as error:
                    output.failure(error)
                    continue
                output.progress.done += 1
                sound = sound and report.sound
                if as_json:
                    output.emit(check_payload(report))
                else:
                    output.text(check_text(report, output.style))
    if output.failed:
        raise typer.Exit(output.status)
    if not sound:
        raise typer.Exit(ANSWER_NO)
