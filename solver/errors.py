"""The errors of the package: one family, so that a caller can tell bad input from a fault of ours.

Everything raised because of what a user wrote, in a file, on a command line or in a call, descends from
`HakemError`. An error may know where the offending text stood; the place is shown in front of the message as
`source:line:column:`, as far as it is known. Where several things are wrong at once one error lists them all. Every
error survives pickling, so that worker processes can hand it back unchanged.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Protocol, TypeVar

__all__ = [
    "DealError",
    "DefectLike",
    "HakemError",
    "IllegalPlayError",
    "ImpossibleView",
    "LimitError",
    "ParseError",
    "PositionError",
    "RulesError",
    "ViewError",
]

_E = TypeVar("_E", bound="HakemError")


class DefectLike(Protocol):
    """What a `DealError` carries; the real class is `solver.deal.Defect`, a layer above this one."""

    @property
    def kind(self) -> Enum:
        """The kind of fault."""

    @property
    def message(self) -> str:
        """The fault in words."""

    @property
    def seat(self) -> int | None:
        """The one seat concerned, or `None`."""

    @property
    def cards(self) -> Sequence[object]:
        """The cards concerned."""


class HakemError(ValueError):
    """Base of all errors about bad input.

    *text* is the offending text, *source* names the file or stream, *line* and *column* count from 1. `message`
    is the text without the place. *argument* is the argument of a function or class that is wrong, where it is one:
    a program may have a name of its own for it.
    """

    argument: str | None = None

    def __init__(
        self,
        message: str,
        *,
        text: str | None = None,
        source: str | None = None,
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.text = text
        self.source = source
        self.line = line
        self.column = column

    def located(self: _E, *, source: str | None = None, line: int | None = None, column: int | None = None) -> _E:
        """Fill in the parts of the place that are not known yet, and return the same error."""
        if self.source is None:
            self.source = source
        if self.line is None:
            self.line = line
        if self.column is None:
            self.column = column
        return self

    def about(self: _E, argument: str) -> _E:
        """Say which argument is wrong, and return the same error."""
        self.argument = argument
        return self

    def __str__(self) -> str:
        place = [str(part) for part in (self.source, self.line, self.column) if part is not None]
        return ":".join([*place, " " + self.message]) if place else self.message


class ParseError(HakemError):
    """A text is not well formed. The message says what was expected and ends with the offending text."""


class RulesError(HakemError):
    """A game, preset, option or value is unknown, contradictory or not supported; the message lists what is."""


class LimitError(HakemError):
    """A limit or a size makes no sense, such as a negative number of nodes."""


class IllegalPlayError(HakemError):
    """A card may not be played now.

    The message names the rule, the suit led and the cards that could follow. *card* and *seat* are the card's and
    the seat's text, *ply* is the number of the card among those played, counted from 1, and *position* is the
    position before the play in the form of a call that rebuilds it.
    """

    def __init__(
        self,
        message: str,
        *,
        card: str | None = None,
        seat: str | None = None,
        ply: int | None = None,
        position: str | None = None,
    ) -> None:
        super().__init__(message, text=card)
        self.card = card
        self.seat = seat
        self.ply = ply
        self.position = position


class PositionError(HakemError):
    """A position cannot be what it says. `reasons` holds every reason, and the message lists them all."""

    def __init__(self, reasons: Iterable[str] | str) -> None:
        self.reasons: tuple[str, ...] = (reasons,) if isinstance(reasons, str) else tuple(reasons)
        super().__init__(_listed(self.reasons))
        self.args = (self.reasons,)  # what pickle calls the class with


class ViewError(HakemError):
    """A seat cannot know what a view says. `reasons` holds every reason, and the message lists them all."""

    def __init__(self, reasons: Iterable[str] | str) -> None:
        self.reasons: tuple[str, ...] = (reasons,) if isinstance(reasons, str) else tuple(reasons)
        super().__init__(_listed(self.reasons))
        self.args = (self.reasons,)  # what pickle calls the class with


class ImpossibleView(ViewError):  # noqa: N818 - the name says what is wrong
    """No deal fits what a view says. `reasons` are a smallest set of facts that contradict each other."""

    def __init__(self, reasons: Iterable[str] | str) -> None:
        super().__init__(reasons)
        together = "these contradict each other: " if len(self.reasons) > 1 else ""
        self.message = f"no deal fits this view; {together}" + "; ".join(self.reasons)


class DealError(HakemError):
    """A deal is not what it should be. `defects` holds every defect, and the message lists them all."""

    def __init__(self, defects: Iterable[DefectLike]) -> None:
        self.defects: tuple[DefectLike, ...] = tuple(defects)
        super().__init__(_listed([defect.message for defect in self.defects]))
        self.args = (self.defects,)  # what pickle calls the class with


def _listed(reasons: Sequence[str]) -> str:
    """Join *reasons* into one message."""
    if len(reasons) == 1:
        return reasons[0]
    return f"{len(reasons)} defects: " + "; ".join(reasons)
