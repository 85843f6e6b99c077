"""The command `hakem puzzle generate`: new puzzles."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Annotated

import typer

from cli import options
from cli.output import ANSWER_NO, Output
from cli.puzzle_options import THEME_NAMES

EXAMPLES = (
    "hakem puzzle generate --game court-piece --cards 6 --count 10 --seed 1",
    "hakem puzzle generate --game dehla-pakad --theme 'void trump' --count 3",
    "hakem puzzle generate --game coinche --cards 5 --difficulty 4-5 --output mine",
)


def command(
    *,
    game: Annotated[str, typer.Option("--game", metavar="NAME", help="The game, such as court-piece.")] = "court-piece",
    rules: Annotated[
        str | None,
        typer.Option("--rules", metavar="TEXT", help="Rules as 'preset' or 'preset;option=value'."),
    ] = None,
    cards: Annotated[int, typer.Option("--cards", metavar="N", help="Cards of each hand.")] = 6,
    theme: Annotated[
        list[str] | None,
        typer.Option("--theme", metavar="NAME", help=f"A theme that each puzzle shows; may be repeated. {THEME_NAMES}"),
    ] = None,
    difficulty: Annotated[
        str | None, typer.Option("--difficulty", metavar="N", help="Only this difficulty, 1 to 5, or a range as 3-5.")
    ] = None,
    count: Annotated[int, typer.Option("--count", min=1, metavar="K", help="How many puzzles.")] = 1,
    seed: Annotated[int, typer.Option("--seed", min=0, metavar="S", help="Another seed gives other puzzles.")] = 1,
    tries: Annotated[
        int, typer.Option("--tries", min=1, metavar="N", help="Give up after so many random endings.")
    ] = 200_000,
    folder: Annotated[
        str | None, typer.Option("--output", metavar="FOLDER", help="Write a file a puzzle, in place of all to stdout.")
    ] = None,
    as_json: options.JsonFlag = False,
) -> None:
    """Make new puzzles.

    Endings in which one first card reaches the most, and natural play does not. Prints them as files of deals with
    goal, solution, main line, themes and difficulty. Thousands of endings may be tried for a rare theme: a throw-in
    or a Vienna coup can take minutes. The same seed gives the same puzzles, no two of which are the same but for seats
    and suits. Exits with 1 when fewer are found than asked for.
    """
    from cli.puzzle_options import grades
    from cli.reading import option
    from cli.render.puzzle_payload import puzzle_payload
    from solver import write
    from solver.puzzles import Wanted, generate, record_of

    output = Output(as_json=as_json)
    easiest, hardest = option("--difficulty", grades, difficulty) if difficulty else (1, 5)
    wanted = Wanted.of(game, rules=rules, cards=cards, themes=theme or (), easiest=easiest, hardest=hardest)
    found = []
    with output.progress.running("puzzles"):
        output.progress.total = count
        for puzzle in islice(generate(wanted, seed=seed, tries=tries), count):
            output.progress.done += 1
            found.append(puzzle)
            if as_json:
                output.emit(puzzle_payload(puzzle))
            elif folder is not None:
                output.text(_save(Path(folder), puzzle.name, write([record_of(puzzle)])))
    if not as_json and folder is None and found:
        output.text(write([record_of(puzzle) for puzzle in found]).rstrip("\n"))
    if len(found) < count:
        output.say(f"found {len(found)} of {count} puzzles in {tries} endings: try another seed, or more --tries")
        raise typer.Exit(ANSWER_NO)


def _save(folder: Path, name: str, text: str) -> str:
    """Write one puzzle to a file of its name and return the path."""
    from cli.reading import InputError

    path = folder / f"{name}.pbn"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot write the file: {(error.strerror or str(error)).lower()}", source=str(path)) from None
    return str(path)
