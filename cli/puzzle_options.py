"""Texts of options that several puzzle commands share."""

from __future__ import annotations

import re
from typing import Annotated

import typer

Name = Annotated[str, typer.Argument(metavar="ID|FILE", help="A puzzle by name, or a file; '-' is standard input.")]

#: The themes in a sentence, for help; a test holds it against those there are.
THEME_NAMES = (
    "Themes: unblock, hold-up, ruff refusal, over-ruff, discard of a winner, throw-in, squeeze, Vienna coup, kot; of "
    "Coinche also under-trump, last trick, capot; of Dehla Pakad void trump, guarding a ten."
)

_RANGE = re.compile(r"\s*([1-5])\s*(?:-\s*([1-5])\s*)?")


def theme_names(text: str) -> tuple[str, ...]:
    """Read names of themes separated by commas."""
    from solver import ParseError
    from solver.puzzles import THEMES, theme_named

    names = []
    for word in text.split(","):
        theme = theme_named(word)
        if theme is None:
            known = ", ".join(each.name for each in THEMES)
            raise ParseError(f"expected a theme out of {known}, not {word.strip()!r}")
        names.append(theme.name)
    return tuple(names)


def grades(text: str) -> tuple[int, int]:
    """Read a difficulty, or the least and the greatest: ``3`` or ``2-4``."""
    from solver import ParseError

    found = _RANGE.fullmatch(text)
    if found is None or (found[2] and int(found[2]) < int(found[1])):
        raise ParseError(f"expected a difficulty from 1 to 5, or a range such as 2-4, not {text!r}")
    return int(found[1]), int(found[2] or found[1])
