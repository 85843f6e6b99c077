"""The command `hakem puzzle solve`: the solution and why it is one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli import options
from cli.output import ANSWER_NO, Output
from cli.puzzle_options import Name

if TYPE_CHECKING:
    from solver.puzzles import SolutionGraph

EXAMPLES = (
    "hakem puzzle solve whitfeld-six",
    "hakem puzzle solve whitfeld-six --graph six.svg",
    "hakem puzzle solve mine.pbn --graph mine.graphml --every",
)

KINDS = (".dot", ".graphml", ".json", ".png", ".svg")


def command(
    name: Name,
    *,
    graph: Annotated[
        str | None,
        typer.Option(
            "--graph", metavar="FILE", help="Also write the solution graph: .dot, .graphml, .json, .png or .svg."
        ),
    ] = None,
    every: Annotated[
        bool,
        typer.Option("--every", help="In the graph, follow every play that reaches the goal."),
    ] = False,
    as_json: options.JsonFlag = False,
    ascii_only: options.AsciiFlag = False,
) -> None:
    """Say what solves a puzzle, and why.

    The first card and what beats the others, the main line, what the defenders must keep, and where another defence
    needs another answer. All of it is read off the solution graph, which holds every defence.
    """
    from cli.puzzle_input import puzzle_named
    from cli.reading import InputError
    from cli.render.puzzle import explanation_text, keys_text, puzzle_text
    from cli.render.puzzle_payload import solution_payload
    from solver import LimitError
    from solver.puzzles import Judge, alike, explain, solution_graph

    output = Output(as_json=as_json, ascii_only=ascii_only)
    kind = None if graph is None else Path(graph).suffix.lower()
    if kind is not None and kind not in KINDS:
        raise InputError(f"expected a file that ends in {', '.join(KINDS)}, not {graph!r}", source="--graph")
    puzzle = puzzle_named(name)
    judge = Judge(puzzle.goal, puzzle.position)
    if not judge.reaches(puzzle.position):
        output.say(f"the goal {puzzle.goal} cannot be reached")
        raise typer.Exit(ANSWER_NO)
    with output.progress.running("puzzles"):
        output.progress.total = 1
        try:
            explanation = explain(solution_graph(puzzle.position, puzzle.goal, judge), judge)
        except LimitError:
            if as_json or graph is not None:
                raise
            winning = judge.winning(puzzle.position)
            keys = [group for group in alike(puzzle.position) if group[0] in winning]
            answer = keys_text(puzzle, keys, output.style)
            output.text(f"{puzzle_text(puzzle, output.style)}\n\n{answer}")
            output.warn("the puzzle is too large for a solution graph, so there is no explanation")
            raise typer.Exit from None
        drawn = explanation.solution
        if every and graph is not None:
            drawn = solution_graph(puzzle.position, puzzle.goal, judge, every=True)
    if graph is not None and kind is not None:
        _write(Path(graph), kind, drawn)
        output.say(f"{graph}: {len(drawn.nodes)} positions, {drawn.edges} plays")
    if as_json:
        output.emit(solution_payload(puzzle, explanation))
    else:
        output.text(puzzle_text(puzzle, output.style) + "\n\n" + explanation_text(puzzle, explanation, output.style))


def _write(path: Path, kind: str, solution: SolutionGraph) -> None:
    """Write the graph to a file of its kind."""
    from cli.reading import InputError
    from cli.render.payload import json_line
    from solver.puzzles import dot_text, draw_graph, graph_object, graphml_text

    if kind in (".png", ".svg"):
        data = draw_graph(solution, kind=kind[1:])
    elif kind == ".dot":
        data = dot_text(solution).encode()
    elif kind == ".graphml":
        data = graphml_text(solution).encode()
    else:
        data = (json_line(graph_object(solution)) + "\n").encode()
    try:
        path.write_bytes(data)
    except OSError as error:
        raise InputError(f"cannot write the file: {(error.strerror or str(error)).lower()}", source=str(path)) from None
