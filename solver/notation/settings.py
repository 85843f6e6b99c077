"""What a caller says about the files he reads, and the name of the JSON form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from solver.cards import Seat, Strain

from .letters import Alphabet

__all__ = ["SCHEMA", "Options"]

#: The name and version of the JSON form of a record.
SCHEMA: Final = "hakem/record/1"


@dataclass(frozen=True, slots=True)
class Options:
    """What the caller says about a file: its language, the game of files that name none, and what overrides files."""

    alphabet: Alphabet | None = None
    game: str | None = None
    rules: str | None = None
    trump: Strain | None = None
    leader: Seat | None = None
