"""The command `hakem rules`: the presets and options of games, with meaning, default and source."""

from __future__ import annotations

from typing import Annotated

import typer

from cli import options
from cli.output import Output

EXAMPLES = (
    "hakem rules",
    "hakem rules court-piece courts",
    "hakem rules court-piece 'hokm;kot_value=3' --json",
)


def command(
    name: Annotated[
        str | None, typer.Argument(metavar="GAME", help="Game such as court-piece; all games without it.")
    ] = None,
    preset: Annotated[
        str | None, typer.Argument(metavar="PRESET", help="Preset, or rules as 'preset;option=value'.")
    ] = None,
    *,
    as_json: options.JsonFlag = False,
) -> None:
    """Print the rules that can be played.

    Without arguments the games and their presets; with a game every option with its values, what it means, its default
    and who plays it so; with a preset too, the values that it has.
    """
    from cli.render.payload import rules_payload
    from cli.render.rules import game_text, rules_text
    from solver import all_games, resolve

    output = Output(as_json=as_json)
    known = [(game, game.rules()) for game in all_games()] if name is None else [resolve(name, preset)]
    if as_json:
        for game, rules in known:
            output.emit(rules_payload(game, rules))
    elif name is None:
        output.text("\n\n".join(game_text(game) for game, _ in known))
    else:
        output.text("\n\n".join(f"{game_text(game)}\n\n{rules_text(game, rules)}" for game, rules in known))
