"""The command `hakem convert`: games from one notation to another, with nothing lost."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from cli import options
from cli.output import Output

EXAMPLES = (
    "hakem convert deals.pbn deals.json",
    "hakem convert deals.lin --to pbn",
    "hakem convert --json - < deals.pbn",
)


def command(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="PBN-like, LIN or JSON file, pasted diagram, a deal a line; '-' is standard input."
        ),
    ],
    target: Annotated[
        str | None, typer.Argument(metavar="OUTPUT", help="File to write; standard output without it.")
    ] = None,
    *,
    to: Annotated[
        Literal["pbn", "json"] | None,
        typer.Option("--to", help="What to write (default: what the name of OUTPUT ends in)."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = False,
    game: options.Game = None,
    strict: options.Strict = False,
    language: options.Language = None,
    as_json: options.JsonFlag = False,
) -> None:
    """Convert games between notations.

    Writes PBN-like files or JSON (one object a line); both can be converted back without loss. Games of six players
    may stand beside those of four.
    With --json JSON goes to standard output, with errors as objects in the place of their games.
    """
    from cli.conversion import convert, form_of
    from cli.reading import Reader

    output = Output(as_json=as_json)
    form = form_of(to=to, target=target, as_json=as_json)
    convert(Reader(output, strict=strict, language=language, game=game), file, target, form=form, force=force)
    raise typer.Exit(output.status)
