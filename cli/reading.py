"""Input files and standard input as records, with every failure in its place.

Assumes that one bad file or game must lose nothing else: a failure is yielded where the record would have been.  Files
are read whole and one after the other, so a long list of files never stands in memory at once.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TextIO, TypeVar

from cli.output import Output
from solver import Failure, HakemError, Reading, Record, Seat, Strain, read

if TYPE_CHECKING:
    from solver.record import Notice
    from solver.six import SixRecord

Parsed = TypeVar("Parsed")

STDIN = "-"
STDIN_NAME = "standard input"
LARGEST = 256 << 20  # bytes; the largest collections of deals have a tenth of it


class _Game(Protocol):
    """What is asked of a record here, of however many players."""

    @property
    def line(self) -> int | None: ...
    @property
    def errors(self) -> Sequence[HakemError]: ...


AnyGame = TypeVar("AnyGame", bound=_Game)

#: A game of a file and, where it cannot be used, why; no game where none could be made out.
Found = tuple["AnyGame | None", "HakemError | None"]


class InputError(HakemError):
    """A file or a stream cannot be read, or holds nothing to work on."""


@dataclass(frozen=True, slots=True)
class Reader:
    """How to read: the options that all commands share."""

    output: Output
    strict: bool = False
    language: str | None = None
    game: str | None = None
    rules: str | None = None
    trump: str | None = None
    leader: str | None = None

    def items(self, paths: Iterable[str]) -> Iterator[Record | Failure]:
        """Yield the games of all *paths* in order, and count them for the progress line.

        What was noticed in a game is left to be said with it (`Output.notices`).
        """
        for path in paths:
            try:
                reading = self.reading(load(path), source=name_of(path), quiet=True)
                self.tell_loose(reading)
                found = in_order(reading.records, reading.refused, reading.errors)
            except HakemError as error:
                found = [(None, error)]
            self.output.progress.total += len(found)
            for record, fault in found:
                if fault is not None:
                    yield Failure(fault, record)
                elif record is not None:
                    yield record

    def games(self, path: str) -> list[Found[Record | SixRecord]]:
        """Return the games of a file in which some may be of six players."""
        from solver.six import read_games

        try:
            reading = read_games(
                load(path), source=name_of(path), strict=self.strict, language=self.language, game=self.game
            )
        except HakemError as error:
            return [(None, error)]
        self.tell(reading.warnings)
        return in_order(reading.records, reading.refused, reading.errors)

    def reading(self, data: bytes | str, *, source: str, quiet: bool = False) -> Reading:
        """Read *data*, saying on standard error what was passed over, unless it is to be *quiet*."""
        found = read(
            data,
            source=source,
            strict=self.strict,
            language=self.language,
            game=self.game,
            rules=self.rules,
            trump=None if self.trump is None else option("--trump", Strain.parse, self.trump),
            leader=None if self.leader is None else option("--leader", Seat.parse, self.leader),
        )
        if not quiet:
            self.tell(found.warnings)
        return found

    def tell_loose(self, reading: Reading) -> None:
        """Say on standard error what was noticed outside the games, whose notices are said with them."""
        of_games = {notice for record in (*reading.records, *reading.refused) for notice in record.warnings}
        self.tell(notice for notice in reading.warnings if notice not in of_games)

    def tell(self, notices: Iterable[Notice]) -> None:
        """Say on standard error what was passed over."""
        for notice in notices:
            self.output.warn(str(notice))


def option(name: str, parse: Callable[[str], Parsed], text: str) -> Parsed:
    """Read the text of an option; an error says which option it was."""
    try:
        return parse(text)
    except HakemError as error:
        error.located(source=name)
        raise


#: Standard input that was read and kept for whoever loads it next.
_kept: list[tuple[TextIO, bytes]] = []


def load(path: str, *, keep: bool = False) -> bytes:
    """Return the bytes of the file *path*, or of standard input for ``-``, which with *keep* can be loaded again."""
    if path == STDIN:
        stream: TextIO | None = getattr(sys, "stdin", None)
        if stream is None:
            raise InputError("expected data on standard input, but it is closed")
        kept = _kept.pop() if _kept else None
        try:
            data = kept[1] if kept is not None and kept[0] is stream else stream.buffer.read(LARGEST + 1)
        except OSError as error:
            raise InputError(f"cannot read: {_reason(error)}", source=STDIN_NAME) from None
        if keep:
            _kept.append((stream, data))
        return _bounded(data, STDIN_NAME)
    try:
        with Path(path).open("rb") as file:
            data = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        raise InputError(f"cannot read the file: {_reason(error)}", source=path) from None
    return _bounded(data, path)


def _reason(error: Exception) -> str:
    text = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return text[:1].lower() + text[1:]


def _bounded(data: bytes, source: str) -> bytes:
    if len(data) > LARGEST:
        raise InputError(f"expected at most {LARGEST >> 20} megabytes", source=source)
    return data


def name_of(path: str) -> str:
    """Return what messages call the file *path*."""
    return STDIN_NAME if path == STDIN else path


def in_order(
    records: Iterable[AnyGame], refused: Sequence[AnyGame], errors: Iterable[HakemError]
) -> list[Found[AnyGame]]:
    """Return records and errors by the line they stand on; the errors of one game come as its first."""
    of_games = {id(error) for record in refused for error in record.errors}
    items: list[tuple[int, Found[AnyGame]]] = [(record.line or 0, (record, None)) for record in records]
    items += [(record.line or 0, (record, record.errors[0])) for record in refused]
    items += [(error.line or 0, (None, error)) for error in errors if id(error) not in of_games]
    return [item for _, item in sorted(items, key=lambda pair: pair[0])]
