"""Options that several commands share, each with one name, one meaning and one help text.

Assumes Typer reads them from `Annotated` parameters.  Texts are checked where they are used, by the library's own
parsers, so that an error has the same words as one in a file; only numbers have their range here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from solver import Limit

JsonFlag = Annotated[
    bool, typer.Option("--json", help="Print JSON, one object a line: the stable interface (docs/json.md).")
]
AsciiFlag = Annotated[bool, typer.Option("--ascii", help="Write suits as letters; colour and suit signs are left out.")]

Game = Annotated[
    str | None,
    typer.Option(
        "--game", metavar="NAME", help="Game where the file names none, such as coinche (default: court-piece)."
    ),
]
Rules = Annotated[
    str | None,
    typer.Option(
        "--rules",
        metavar="TEXT",
        help="Rules as 'preset' or 'preset;option=value' (default: what the file says, or those of the game).",
    ),
]
Direction = Annotated[
    str | None,
    typer.Option("--direction", metavar="WAY", help="clockwise or anticlockwise (default: what the rules say)."),
]
Trump = Annotated[
    str | None,
    typer.Option(
        "--trump",
        metavar="STRAIN",
        help="S, H, D, C, NT or AT, in place of what the file says.",
    ),
]
Leader = Annotated[
    str | None,
    typer.Option(
        "--leader", metavar="SEAT", help="Seat that leads first (N, E, S, W), in place of what the file says."
    ),
]
Complete = Annotated[
    bool, typer.Option("--complete", help="Give a single unknown hand the cards that are left of the deck.")
]

Objective = Annotated[
    str | None,
    typer.Option(
        "--objective",
        metavar="NAME",
        help="Also say what the deal pays: deal or courts (Court Piece), round or match (Dehla Pakad), score or match "
        "(Coinche).",
    ),
]

Strict = Annotated[bool, typer.Option("--strict", help="Refuse every deviation from the format instead of warning.")]
Language = Annotated[
    str | None,
    typer.Option("--language", metavar="CODE", help="Language of card letters in the file: en, fr, de, es or pt."),
]

Seconds = Annotated[
    float | None,
    typer.Option("--seconds", min=0, metavar="S", help="Stop a search after S seconds and print the bounds found."),
]
Nodes = Annotated[
    int | None,
    typer.Option("--nodes", min=0, metavar="N", help="Stop a search after N nodes and print the bounds found."),
]
Memory = Annotated[
    int, typer.Option("--memory", min=4, metavar="MB", help="Memory of one search (of each job) in megabytes.")
]
Jobs = Annotated[
    int, typer.Option("--jobs", "-j", min=1, max=256, metavar="N", help="Deals analysed at the same time.")
]

DEFAULT_MEMORY = 256

#: More nodes or megabytes than that are as good as no end, and the machine could not count them.
ENDLESS = 1 << 40


#: Names under which units, which every answer has anyway, may be asked for.
UNITS = frozenset({"units", "tricks", "tens", "points"})


def objective_of(name: str | None) -> str | None:
    """Return the objective that is asked for beside units."""
    return None if name is None or name.lower() in UNITS else name.lower()


def limit(*, seconds: float | None, nodes: int | None) -> Limit:
    """Return the limit that the options set together."""
    from solver import Limit

    return Limit(seconds=seconds, nodes=None if nodes is None else min(nodes, ENDLESS))


def megabytes(memory: int) -> int:
    """Return the memory of one search as the library takes it."""
    return min(memory, ENDLESS)
