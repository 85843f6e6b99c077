"""The command `hakem bid`: what to call in an auction of Coinche."""

from __future__ import annotations

from typing import Annotated

import typer

from cli import advice_options as advice
from cli.output import Output

EXAMPLES = (
    'hakem bid --hand "AJ97.AT.8.7"',
    'hakem bid --hand "AJ97.AT.8.7" --calls "80H Pass 90D" --rules ffb2016',
    'hakem bid --hand "AJ97.AT.8.7" --tag MatchScore=1640-1210 --json',
)


@advice.shared
def command(
    *,
    hand: advice.Hand = None,
    seat: Annotated[
        str | None,
        typer.Option("--seat", metavar="SEAT", help="Your seat: N, E, S or W (default: S, or what --dealer makes it)."),
    ] = None,
    dealer: Annotated[
        str | None,
        typer.Option("--dealer", metavar="SEAT", help="Who dealt (default: the seat that makes it your turn)."),
    ] = None,
    calls: Annotated[
        str | None,
        typer.Option("--calls", metavar="CALLS", help="The calls so far, in order: 'Pass 80D 90S X', 'CAPOT S'."),
    ] = None,
    game: Annotated[str | None, typer.Option("--game", metavar="NAME", help="coinche, the default.")] = None,
    rules: advice.Rules = None,
    settings: advice.Settings,
) -> None:
    """Say what to call in an auction of Coinche.

    Each call is followed to a contract in many possible deals, the other seats bidding by a simple rule from their own
    cards, and scored. Without --seat you are South; the dealer sits so that it is your turn after the calls.
    """
    from cli.advising import answer, game_and_rules, hand_mask, naming_options, score_tags, seat_of
    from solver import view_to_bid
    from solver.games.coinche import split_calls

    output = Output(as_json=settings.as_json, ascii_only=settings.ascii_only)
    found, known = game_and_rules(game, rules, default="coinche")
    with naming_options():
        view = view_to_bid(
            found,
            known,
            seat=seat_of("--seat", seat),
            dealer=seat_of("--dealer", dealer),
            hand=hand_mask(hand),
            calls=split_calls(calls or ""),
            tags=score_tags(settings.tags, bidding=True),
        )
    answer(view, output, settings)
