"""The command `hakem lead`: which card to lead to the first trick."""

from __future__ import annotations

from typing import Annotated

import typer

from cli import advice_options as advice
from cli import options
from cli.output import Output

EXAMPLES = (
    'hakem lead --hand "AQJ42.K5.T93.J84" --trump S --rules hokm',
    'hakem lead --game coinche --hand "J.AT.987.KQ" --contract 90S --declarer E',
    "hakem lead puzzles/examples/rang.pbn",
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
    hand: advice.Hand = None,
    trump: options.Trump = None,
    hidden: advice.Hidden = None,
    hakem: advice.Hakem = None,
    dealer: advice.Dealer = None,
    contract: advice.Contract = None,
    declarer: advice.Declarer = None,
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
    """Say which card to lead to the first trick, seeing only the leader's hand.

    The leader is the hakem in Court Piece and the player next to the dealer in Coinche and Dehla Pakad.
    """
    from cli.advising import answer, play_view

    output = Output(as_json=as_json, ascii_only=ascii_only)
    view = play_view(
        file,
        output,
        number=number,
        seat=seat,
        upto=0,
        calls=None,
        hand=hand,
        trump=trump,
        hidden=hidden,
        leader=None,
        hakem=hakem,
        dealer=dealer,
        contract=contract,
        declarer=declarer,
        played=None,
        first=True,
        game=game,
        rules=rules,
        tags=tag,
        constraints=constraint,
        strict=strict,
        language=language,
    )
    settings = advice.Settings(worlds, seed, time, method, objective, model, no_model, whole, workers, plot)
    answer(view, output, settings)
