"""What was built and what of it this machine uses, for reports and bug reports."""

from __future__ import annotations

from dataclasses import dataclass

from .backends import CPU_CHOICES, engine_module
from .errors import LimitError
from .games import games
from .search import compiled

__all__ = ["BuildInfo", "build_info"]


@dataclass(frozen=True, slots=True)
class BuildInfo:
    """`cpu` is the build of the searches that `Searcher(cpu="auto")` takes here, `builds` are all that can run here.

    `build_id` names the sources that the compiled modules were made of, `games` the games that can be played.
    """

    cpu: str
    builds: tuple[str, ...]
    build_id: str
    games: tuple[str, ...]


def build_info() -> BuildInfo:
    """Ask the compiled modules about themselves and about the machine."""
    builds = []
    for cpu in CPU_CHOICES:
        try:
            engine_module("whist", cpu)
        except LimitError:
            continue
        if cpu != "auto":
            builds.append(cpu)
    chosen = engine_module("whist", "auto")
    return BuildInfo(
        cpu=next(cpu for cpu in builds if chosen.endswith(cpu)),
        builds=tuple(builds),
        build_id=compiled("_cpu").build_id,
        games=tuple(game.name for game in games()),
    )
