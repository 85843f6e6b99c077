"""The tags of one game by name, and the pad on which to write what is wrong with them.

Of tags that come more than once the first one holds (PBN 2.1, section 3.4), `Note` excepted. Tag names are matched
whatever their case, and a name that is not in the standard's case is reported.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from solver.cards import Seat
from solver.record import Entry

from .letters import ENGLISH, Alphabet
from .meaning import find_seat
from .report import Report, shown
from .scan import Kind, scan

__all__ = ["KNOWN_TAGS", "Tags"]

#: Tags of the standard that have one line and no section of their own, and ours.
_PLAIN_TAGS: Final = (
    "Event Site Date Board West North East South Dealer Vulnerable Deal Scoring Declarer Contract Result Competition "
    "DealId Description FrenchMP Generator Hidden Room Termination Score ScoreIMP ScoreMP ScorePercentage ScoreRubber "
    "ScoreRubberHistory BidSystemEW BidSystemNS PairEW PairNS WestNA NorthNA EastNA SouthNA WestType NorthType "
    "EastType SouthType EventDate EventSponsor HomeTeam Round Section Stage Table VisitTeam Time UTCDate UTCTime "
    "TimeControl TimeCall TimeCard Annotator AnnotatorNA Application Mode OptimumScore Game Rules Direction Leader "
    "Trump Hakem FirstCards FirstFive HiddenTrump TrumpFixed Target Kot Redeals Belote Announces DealScore "
    "MatchScore Streak MatchTarget Players ToPlay CurrentTrick Taken Pile Tricks Goal View Constraint Title Author "
    "Theme Difficulty"
)

#: Tags with lines of their own below them, and notes, which come more than once.
_SECTIONS: Final = "Auction Play Note Solution"

#: The tags that are known by name, from lower case to their own case.
KNOWN_TAGS: Final[Mapping[str, str]] = {name.lower(): name for name in f"{_PLAIN_TAGS} {_SECTIONS}".split()}
_PLAIN: Final = frozenset(_PLAIN_TAGS.lower().split())

_UNKNOWN: Final = frozenset({"", "?", "-"})


class Tags:
    """The tags of a game; names are given in lower case."""

    def __init__(self, entries: list[Entry], report: Report) -> None:
        self.entries = entries
        self.report = report
        self._places: dict[str, int] = {}
        for place, entry in enumerate(entries):
            self._register(place, entry)

    def _register(self, place: int, entry: Entry) -> None:
        """Remember where a tag is, and report one that is misspelt, repeated, or has text where none belongs."""
        name = entry.name.lower()
        known = KNOWN_TAGS.get(name)
        if known is not None and known != entry.name:
            self.deviation(f"the tag {known} is written {entry.name!r}", entry)
        if name == "note":
            return
        if name in self._places:
            if self.entries[self._places[name]].value != entry.value:
                value = shown(entry.value)
                self.deviation(
                    f"the tag {entry.name} comes again with another value, {value}; the first one holds", entry
                )
            return
        self._places[name] = place
        if name in _PLAIN and entry.body:
            text = "\n".join(entry.body)
            if any(piece.kind is Kind.TEXT for piece in scan(text)):
                self.report.deviation(f"free text follows the tag {entry.name}; it is kept", line=entry.body_line)

    def __contains__(self, name: str) -> bool:
        return name in self._places

    def entry(self, name: str) -> Entry | None:
        """Return the tag called *name*."""
        place = self._places.get(name)
        return None if place is None else self.entries[place]

    def value(self, name: str) -> str | None:
        """Return the value of the tag called *name*; `None` also where the value says that it is not known."""
        entry = self.entry(name)
        return None if entry is None or entry.value.strip() in _UNKNOWN else entry.value.strip()

    def known(self, name: str) -> tuple[Entry, str] | None:
        """Return the tag called *name* with its value, or `None` where the value is not known."""
        entry, value = self.entry(name), self.value(name)
        return None if entry is None or value is None else (entry, value)

    def rewrite(self, name: str, *, value: str | None = None, body: tuple[str, ...] | None = None) -> None:
        """Put a tag into the standard's own form, and its repetitions with the same value too."""
        first = self.entries[self._places[name]]
        for place, entry in enumerate(self.entries):
            if entry is first or (value is not None and entry.name.lower() == name and entry.value == first.value):
                self.entries[place] = replace(
                    entry,
                    value=entry.value if value is None else value,
                    body=entry.body if body is None else body,
                )

    def seat(self, name: str, alphabet: Alphabet | None, *, needed: bool) -> Seat | None:
        """Return the seat that a tag names; a text that is no seat is an error if it is *needed*."""
        known = self.known(name)
        if known is None:
            return None
        entry, value = known
        text = value.removeprefix("^")  # an irregular declarer
        seat, why = find_seat(text, alphabet)
        if seat is None:
            (self.error if needed else self.deviation)(f"tag {entry.name}: {why}", entry)
        elif alphabet is not None and ENGLISH.seat(text) is not seat:
            self.rewrite(name, value=value.replace(text, seat.letter))
        return seat

    def error(self, message: str, entry: Entry) -> None:
        """Report an error in the value of a tag."""
        self.report.error(message, text=entry.value, line=entry.line, column=entry.column)

    def deviation(self, message: str, entry: Entry) -> None:
        """Report a deviation in a tag."""
        self.report.deviation(message, text=entry.value, line=entry.line, column=entry.column)

    def contradiction(self, message: str, name: str) -> None:
        """Report that the tag called *name* does not agree with something else."""
        entry = self.entry(name)
        if entry is None:
            self.report.contradiction(message)
        else:
            self.report.contradiction(message, text=entry.value, line=entry.line, column=entry.column)
