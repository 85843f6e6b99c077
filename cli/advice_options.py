"""Options that the commands of advice share: how many worlds, how long, what for, and what is known and assumed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from functools import wraps
from inspect import Parameter, Signature, signature
from typing import Annotated, Any, get_type_hints

import typer

from cli import options

Hand = Annotated[
    str | None,
    typer.Option("--hand", metavar="CARDS", help="Your cards, such as 'SA SK S5 HQ D2' or 'AK5.Q.2.' (S.H.D.C)."),
]
Rules = Annotated[
    str | None,
    typer.Option("--rules", metavar="TEXT", help="Rules as 'preset' or 'preset;option=value' (default: of the game)."),
]
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
        "--worlds",
        min=1,
        max=1_000_000,
        metavar="N",
        help="Possible deals to examine at most (default 200; with --time 10000).",
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
    """How an answer is to be found and shown."""

    tags: Tags = None
    constraints: Constraints = None
    objective: Objective = None
    worlds: Worlds = None
    seed: Seed = 0
    time: Time = None
    method: Method = "pimc"
    models: Models = None
    no_models: NoModels = False
    whole: Whole = False
    workers: Workers = None
    plot: Plot = None
    as_json: options.JsonFlag = False
    ascii_only: options.AsciiFlag = False


@dataclass(frozen=True, slots=True)
class Described:
    """The view of a player who is to play a card, by what he says or by a file."""

    number: Annotated[
        int | None, typer.Option("--number", min=1, metavar="N", help="Which game of the file, from 1.")
    ] = None
    seat: Annotated[
        str | None,
        typer.Option(
            "--seat",
            metavar="SEAT",
            help="Your seat (default: whose turn it is; North leads first if nothing else says who does).",
        ),
    ] = None
    hand: Hand = None
    trump: Annotated[
        str | None,
        typer.Option(
            "--trump",
            metavar="STRAIN",
            help="S, H, D, C, NT or AT, also in place of what a file says; ? with --hand where the play fixes it.",
        ),
    ] = None
    hidden: Hidden = None
    hakem: Hakem = None
    dealer: Dealer = None
    contract: Contract = None
    declarer: Declarer = None
    game: options.Game = None
    rules: options.Rules = None
    strict: options.Strict = False
    language: options.Language = None


def shared(command: Callable[..., None]) -> Callable[..., None]:
    """Let a command take the options of `Settings` and `Described` as the objects that its parameters ask for."""
    hints = get_type_hints(command, include_extras=True)
    parameters: list[Parameter] = []
    groups: dict[str, Any] = {}
    for parameter in signature(command).parameters.values():
        kind = hints[parameter.name]
        if not is_dataclass(kind):
            parameters.append(parameter.replace(annotation=kind))
            continue
        groups[parameter.name] = kind
        types = get_type_hints(kind, include_extras=True)
        parameters += [
            Parameter(each.name, Parameter.KEYWORD_ONLY, default=each.default, annotation=types[each.name])
            for each in fields(kind)
        ]

    @wraps(command)
    def run(**given: Any) -> None:  # noqa: ANN401 - what Typer read
        for name, kind in groups.items():
            given[name] = kind(**{each.name: given.pop(each.name) for each in fields(kind)})
        command(**given)

    run.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return run


def numbers(name: str, text: str | None) -> tuple[int, ...]:
    """Read a list of numbers with commas or blanks between them."""
    from cli.reading import InputError

    words = (text or "").replace(",", " ").split()
    for word in words:
        if not (word.isascii() and word.isdigit()):
            raise InputError(f"expected numbers such as 0,9,10, not {word!r}", source=name)
    return tuple(dict.fromkeys(map(int, words)))
