"""The games that can be played, by name.

One module a game; registering a game here is all it takes for files, positions and the command line to know it. A
game that is known by name but not offered is refused by that name, never taken for one that looks like it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from solver.errors import RulesError
from solver.games.base import Game, OptionInfo, Rules, key_of, option_infos
from solver.games.coinche import Coinche, CoincheRules
from solver.games.court_piece import CourtPiece, CourtPieceRules
from solver.games.dehla_pakad import DehlaPakad, DehlaPakadRules
from solver.games.pile import Pile
from solver.games.trump import HiddenTrump, TrumpMode, TrumpState

__all__ = [
    "Coinche",
    "CoincheRules",
    "CourtPiece",
    "CourtPieceRules",
    "DehlaPakad",
    "DehlaPakadRules",
    "Game",
    "HiddenTrump",
    "OptionInfo",
    "Pile",
    "Rules",
    "TrumpMode",
    "TrumpState",
    "all_games",
    "game",
    "games",
    "option_infos",
    "register",
    "resolve",
]

_GAMES: Final[dict[str, Game]] = {}
_NAMES: Final[dict[str, tuple[Game, str | None]]] = {}

#: Games that people may name and that another game must not stand in for, by `key_of`.
_ABSENT: Final[Mapping[str, str]] = {
    key_of(name): why
    for why, names in {
        "it is both the name of a score and of a way to collect tricks, and the latter is double-sir": ("double-sar",),
    }.items()
    for name in names
}


def register(game: Game) -> None:
    """Make *game* known by its name and its aliases; raise `RulesError` if one of them is taken."""
    names = {key_of(name): preset for name, preset in {game.name: None, **game.aliases}.items()}
    taken = sorted(name for name in names if name in _NAMES)
    if taken:
        raise RulesError(f"expected new names for {game.name}, but {', '.join(taken)} stand for other games")
    _GAMES[game.name] = game
    _NAMES.update({name: (game, preset) for name, preset in names.items()})


def games() -> tuple[Game, ...]:
    """Return all games, in the order of their registration."""
    return tuple(_GAMES.values())


#: The same under a name that the package `solver`, which has this module as its attribute, can offer too.
all_games = games


def game(name: str) -> Game:
    """Return the game called *name* (case, blanks and hyphens do not matter).

    Raises `RulesError` that lists the games there are. Some names stand for a preset too: see
    `resolve`.
    """
    return _named(name)[0]


def resolve(name: str, rules: str | None = None) -> tuple[Game, Rules]:
    """Return the game called *name* and the options written in *rules*.

    Where *rules* names no preset, the preset is the one that the name of the game stands for.

    >>> resolve("Hokm")[1].text(), resolve("court-piece", "courts;direction=clockwise")[1].text()
    ('hokm', 'courts;direction=clockwise')
    """
    found, preset = _named(name)
    text = (rules or "").strip()
    if preset is not None and "=" in (text or "=").split(";")[0]:
        text = f"{preset};{text}"
    return found, found.rules(text)


def _named(name: str) -> tuple[Game, str | None]:
    """Return the game called *name* and the preset that this name stands for."""
    found = _NAMES.get(key_of(name))
    if found is not None:
        return found
    why = _ABSENT.get(key_of(name))
    problem = f"the game {name!r} is not supported ({why})" if why else f"there is no game {name!r}"
    listed = "; ".join(f"{known.name} (also {', '.join(known.aliases)})" for known in games())
    raise RulesError(f"{problem}; games: {listed}", text=name)


register(CourtPiece())
register(DehlaPakad())
register(Coinche())
