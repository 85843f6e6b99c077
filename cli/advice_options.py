"""Options that the commands of advice share: how many worlds, how long, what for, and what is known and assumed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import typer

Hand = Annotated[
    str | None,
    typer.Option("--hand", metavar="CARDS", help="Your cards, such as 'SA SK S5 HQ D2' or 'AK5.Q.2.' (S.H.D.C)."),
]
Seat = Annotated[str | None, typer.Option("--seat", metavar="SEAT", help="Your seat: N, E, S or W.")]
Dealer = Annotated[str | None, typer.Option("--dealer", metavar="SEAT", help="Who dealt.")]
Hakem = Annotated[str | None, typer.Option("--hakem", metavar="SEAT", help="Who called trump (Court Piece).")]
Hidden = Annotated[
    str | None,
    typer.Option("--hidden", metavar="TRUMP", help="A hidden trump that you have set: seat and suit or card, 'S H'."),
]
Contract = Annotated[
    str | None,
    typer.Option("--contract", metavar="BID", help="The contract of a deal of Coinche, such as 100S or 90HX."),
]
Declarer = Annotated[
    str | None, typer.Option("--declarer", metavar="SEAT", help="Who made the contract's bid (Coinche).")
]
Tags = Annotated[
    list[str] | None,
    typer.Option(
        "--tag", metavar="NAME=VALUE", help="What the score depends on: MatchScore=3-2, Streak=6-0 (NS-EW) ..."
    ),
]
Constraints = Annotated[
    list[str] | None,
    typer.Option("--constraint", metavar="TEXT", help="What you assume of hidden hands, such as 'W: S>=4, !DK'."),
]
Objective = Annotated[
    str | None,
    typer.Option(
        "--objective",
        metavar="NAME",
        help="What is played for: deal, courts, round, match, chance, score or units (default: what pays).",
    ),
]
Worlds = Annotated[
    int | None,
    typer.Option(
        "--worlds", min=1, max=1_000_000, metavar="N", help="Possible deals to examine at most (default 200)."
    ),
]
Seed = Annotated[int, typer.Option("--seed", min=0, metavar="N", help="Which deals are drawn: same seed, same answer.")]
Time = Annotated[
    float | None, typer.Option("--time", metavar="S", help="Answer after S seconds with what is examined by then.")
]
Method = Annotated[
    str, typer.Option("--method", metavar="NAME", help="The decision rule, pimc or alphamu (docs/advice.md).")
]
Models = Annotated[
    list[str] | None,
    typer.Option(
        "--model",
        metavar="NAME",
        help="Choose the deals by what the others did: call, auction, play (default: all).",
    ),
]
NoModels = Annotated[bool, typer.Option("--no-model", help="Take all possible deals for equally likely.")]
Whole = Annotated[bool, typer.Option("--whole", help="Examine all the worlds even when the best is clear before.")]
Workers = Annotated[
    int | None,
    typer.Option(
        "--workers", "-j", min=1, max=256, metavar="N", help="Searches side by side (default: all processors)."
    ),
]
Plot = Annotated[
    str | None,
    typer.Option("--plot", metavar="FILE", help="Draw the payoffs of each candidate as FILE.png (or .svg, .pdf)."),
]


@dataclass(frozen=True, slots=True)
class Settings:
    """How an answer is to be found and shown, as the options say it."""

    worlds: int | None
    seed: int
    time: float | None
    method: str
    objective: str | None
    models: Sequence[str] | None
    no_models: bool
    whole: bool
    workers: int | None
    plot: str | None


def numbers(name: str, text: str | None) -> tuple[int, ...]:
    """Read a list of numbers with commas or blanks between them."""
    from cli.reading import InputError

    words = (text or "").replace(",", " ").split()
    for word in words:
        if not (word.isascii() and word.isdigit()):
            raise InputError(f"expected numbers such as 0,9,10, not {word!r}", source=name)
    return tuple(dict.fromkeys(map(int, words)))
