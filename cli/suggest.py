"""The command `hakem suggest`: what to do in a view, whatever is to be decided there."""

from __future__ import annotations

from typing import Annotated

import typer

from cli import advice_options as advice
from cli import options
from cli.output import Output

EXAMPLES = (
    "hakem suggest puzzles/examples/rang.pbn --upto 12",
    'hakem suggest --hand "AK72.Q5.KJ93.T84" --trump H --played "HA H7"',
    'hakem suggest deal.pbn --seat W --constraint "N: S>=4" --time 5 --json',
)


def command(
    file: Annotated[
        str | None,
        typer.Argument(metavar="FILE", help="A file with one game, or '-' for standard input, in place of --hand."),
    ] = None,
    *,
    number: Annotated[
        int | None, typer.Option("--number", min=1, metavar="N", help="Which game of the file, from 1.")
    ] = None,
    seat: advice.Seat = None,
    upto: Annotated[
        int | None,
        typer.Option("--upto", min=0, metavar="N", help="Go through the first N recorded cards only (with a file)."),
    ] = None,
    calls: Annotated[
        int | None,
        typer.Option("--calls", min=0, metavar="N", help="Go through the first N calls only, and decide the next one."),
    ] = None,
    hand: advice.Hand = None,
    trump: options.Trump = None,
    hidden: advice.Hidden = None,
    leader: options.Leader = None,
    hakem: advice.Hakem = None,
    dealer: advice.Dealer = None,
    contract: advice.Contract = None,
    declarer: advice.Declarer = None,
    played: Annotated[
        str | None,
        typer.Option("--played", metavar="CARDS", help="All cards played so far, in order, such as 'SA S5 S2 SJ D4'."),
    ] = None,
    game: options.Game = None,
    rules: options.Rules = None,
    tag: advice.Tags = None,
    constraint: advice.Constraints = None,
    strict: options.Strict = False,
    language: options.Language = None,
    objective: advice.Objective = None,
    worlds: advice.Worlds = None,
    seed: advice.Seed = 0,
    time: advice.Time = None,
    method: advice.Method = "pimc",
    model: advice.Models = None,
    no_model: advice.NoModels = False,
    whole: advice.Whole = False,
    workers: advice.Workers = None,
    plot: advice.Plot = None,
    as_json: options.JsonFlag = False,
    ascii_only: options.AsciiFlag = False,
) -> None:
    """Say which card to play, seeing only one hand.

    The view comes from a file (the hand of the tag View, of --seat, or of whose turn it is; the other hands are not
    looked at), or from --hand with what was played. Where a trump or a call is to be decided, that is what is answered.
    """
    from cli.advising import answer, play_view

    output = Output(as_json=as_json, ascii_only=ascii_only)
    view = play_view(
        file,
        output,
        number=number,
        seat=seat,
        upto=upto,
        calls=calls,
        hand=hand,
        trump=trump,
        hidden=hidden,
        leader=leader,
        hakem=hakem,
        dealer=dealer,
        contract=contract,
        declarer=declarer,
        played=played,
        game=game,
        rules=rules,
        tags=tag,
        constraints=constraint,
        strict=strict,
        language=language,
    )
    settings = advice.Settings(worlds, seed, time, method, objective, model, no_model, whole, workers, plot)
    answer(view, output, settings)
