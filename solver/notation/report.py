"""What a reading gives back, and the pad on which readers write down what they notice.

A reader never raises because of what a file holds: it writes an error here and goes on with the next game. In strict
reading a notice is an error too, unless it is a mere remark.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from solver.errors import ParseError
from solver.record import Notice, NoticeKind, Record

__all__ = ["Reading", "Report", "shown"]


_SHOWN: Final = 60


def shown(text: str) -> str:
    """Return *text* for a message, quoted, and cut where it would go on and on."""
    return repr(text) if len(text) <= _SHOWN else f"{text[: _SHOWN - 10]!r}..."


@dataclass(frozen=True, slots=True)
class Reading:
    """Everything that was read from one file or text.

    *records* are the games without error, in order. *refused* are the games with errors, with as much of them as
    could be made out; their own errors are in `Record.errors`. *errors* and *warnings* are all there were, those
    of single games included, in the order of the text; *format* is `pbn`, `lin`, `diagram`, `lines`, `json` or `None`.
    """

    records: tuple[Record, ...] = ()
    errors: tuple[ParseError, ...] = ()
    warnings: tuple[Notice, ...] = ()
    refused: tuple[Record, ...] = ()
    format: str | None = None

    @property
    def ok(self) -> bool:
        """Whether there was no error."""
        return not self.errors


@dataclass(slots=True)
class Report:
    """Errors and notices as they come.

    *label* names the game that is being read, as `board 3`; *line* is where it begins, for what has no place of its
    own.
    """

    source: str | None = None
    strict: bool = False
    label: str | None = None
    line: int | None = None
    errors: list[ParseError] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)

    def error(
        self, message: str, *, text: str | None = None, line: int | None = None, column: int | None = None
    ) -> None:
        """Write down an error."""
        line = self.line if line is None else line
        self.errors.append(ParseError(self._labelled(message), text=text, source=self.source, line=line, column=column))

    def deviation(
        self, message: str, *, text: str | None = None, line: int | None = None, column: int | None = None
    ) -> None:
        """Write down something that is not as the format has it but can be read in one way only."""
        self._notice(NoticeKind.DEVIATION, message, text, line, column)

    def contradiction(
        self, message: str, *, text: str | None = None, line: int | None = None, column: int | None = None
    ) -> None:
        """Write down that two parts of the text do not agree, and which one holds."""
        self._notice(NoticeKind.CONTRADICTION, message, text, line, column)

    def remark(
        self, message: str, *, text: str | None = None, line: int | None = None, column: int | None = None
    ) -> None:
        """Write down something worth knowing about a text that is in order."""
        self._notice(NoticeKind.REMARK, message, text, line, column)

    def for_game(self, label: str | None, *, line: int | None) -> Report:
        """Return an empty pad for one game that begins on *line*."""
        return Report(source=self.source, strict=self.strict, label=label, line=line)

    def repeat(self, other: Report) -> None:
        """Write down everything that *other* holds, as of the game that this pad is for."""
        for error in other.errors:
            self.error(error.message, text=error.text, line=error.line, column=error.column)
        for notice in other.notices:
            self._notice(notice.kind, notice.message, notice.text, notice.line, notice.column)

    def _notice(self, kind: NoticeKind, message: str, text: str | None, line: int | None, column: int | None) -> None:
        line = self.line if line is None else line
        notice = Notice(self._labelled(message), kind=kind, text=text, source=self.source, line=line, column=column)
        if self.strict and kind is not NoticeKind.REMARK:
            self.errors.append(notice.error())
        else:
            self.notices.append(notice)

    def _labelled(self, message: str) -> str:
        return f"{self.label}: {message}" if self.label else message
