"""The command `hakem trump`: which trump a player should name who has seen some of his cards."""

from __future__ import annotations

from typing import Annotated

import typer

from cli import advice_options as advice
from cli.output import Output

EXAMPLES = (
    'hakem trump --hand "SA SK S5 HQ D2" --rules hokm',
    'hakem trump --hand "AK5.Q.2." --targets 0,9,10,11 --plot trump.png',
    'hakem trump --game dehla-pakad --rules open --hand "AQT7.K98.T6.AJ54"',
)


@advice.shared
def command(
    *,
    hand: advice.Hand = None,
    seat: Annotated[
        str | None, typer.Option("--seat", metavar="SEAT", help="Your seat: N, E, S or W (default: N).")
    ] = None,
    targets: Annotated[
        str | None,
        typer.Option(
            "--targets", metavar="LIST", help="Tricks you may undertake to make, such as 0,9,10,11 (0: none)."
        ),
    ] = None,
    game: Annotated[
        str | None, typer.Option("--game", metavar="NAME", help="court-piece (default) or dehla-pakad.")
    ] = None,
    rules: advice.Rules = None,
    settings: advice.Settings,
) -> None:
    """Say which trump to name.

    You are the hakem of Court Piece, who has seen 5 cards (7, 9 or 13 under some rules), or the player of Dehla Pakad
    who names an open trump. The hidden cards are dealt out in many ways, and each trump is played in all of them.
    """
    from cli.advising import answer, game_and_rules, hand_mask, naming_options, score_tags
    from cli.reading import option
    from solver import Seat, view_to_name_trump

    output = Output(as_json=settings.as_json, ascii_only=settings.ascii_only)
    found, known = game_and_rules(game, rules, default="court-piece")
    naming = Seat.NORTH if seat is None else option("--seat", Seat.parse, seat)
    with naming_options():
        view = view_to_name_trump(found, known, hand=hand_mask(hand), seat=naming, tags=score_tags(settings.tags))
    answer(view, output, settings, targets=advice.numbers("--targets", targets))
