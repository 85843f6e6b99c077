"""Lists of bare deals, one a line: `N:AK5... QJ... T9... 87...`, as generators of deals write them.

A line begins with a seat and a colon, then come the four hands clockwise, as in the tag `Deal`; with a number from 1 to
6, six hands, which make it a deal of six players. What follows the hands
on the line is kept as free text, and so are lines that are no deals; empty lines are passed over.
"""

from __future__ import annotations

import re
from typing import Final

from solver.record import Entry, Record

from .interpret import build
from .pbn import FREE_TEXT
from .report import Report
from .settings import Options

__all__ = ["is_lines", "read_lines"]

#: The first hand with its dots, or a hand that is not known; and another one.
_FIRST: Final = r"\s*(?:[^\s.]*\.[^\s.]*\.[^\s.]*\.[^\s.]*|-)"
_NEXT: Final = r"(?:\s+(?:\S*\.\S*|-))"

#: A seat in any of the languages, or the number of one of six players, and the hands.
_DEAL: Final = re.compile(
    rf"\s*(?P<deal>[A-Za-z]:{_FIRST}{_NEXT}{{0,3}}|(?P<six>[1-6]):{_FIRST}{_NEXT}{{0,5}})(?P<rest>.*)"
)


def is_lines(text: str) -> bool:
    """Whether the first line with anything on it is a deal."""
    first = next((line for line in text.split("\n") if line.strip()), "")
    return _DEAL.match(first) is not None


def read_lines(text: str, report: Report, *, options: Options) -> list[Record]:
    """Return the deals of *text*; every line is a record of its own, and an error in one leaves the others alone."""
    records = []
    for number, (line, match, words) in enumerate(_found(text), start=1):
        pad = report.for_game(f"deal {number}", line=line)
        deal = Entry("Deal", " ".join(match["deal"].split()), line=line, column=match.start("deal") + 1)
        players = [Entry("Game", "DehlaPakad", line=line), Entry("Players", "6", line=line)] if match["six"] else []
        entries = [Entry("Board", str(number), line=line), *players, deal]
        records.append(build(entries, words, pad, options=options, line=line, number=number))
        report.errors.extend(pad.errors)
        report.notices.extend(pad.notices)
    return records


def _found(text: str) -> list[tuple[int, re.Match[str], list[str]]]:
    """Return every deal with the number of its line and the free text before and beside it."""
    found: list[tuple[int, re.Match[str], list[str]]] = []
    words: list[str] = []
    for number, line in enumerate(text.split("\n"), start=1):
        match = _DEAL.match(line)
        beside = line if match is None else match["rest"]
        if beside.strip():
            words.append(FREE_TEXT + beside.strip())
        if match is not None:
            found.append((number, match, words))
            words = []
    found[-1][2].extend(words)
    return found
