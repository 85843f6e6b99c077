"""Where a command writes: data on standard output, talk on standard error, and what both add up to as an exit status.

Assumes that one command runs per process.  Standard output carries nothing but data: with ``--json`` nothing but JSON,
one object a line, in plain ASCII, so that no locale, pipe or terminal changes a byte of it.  Text is written in the
encoding of the stream; what that lacks is escaped, never an error.  A reader that goes away ends the program quietly.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, BinaryIO, TextIO

import typer

from cli.progress import Progress
from cli.render.style import Style, printable

if TYPE_CHECKING:
    from solver import HakemError, Record
    from solver.six import SixRecord

ANSWERED = 0
ANSWER_NO = 1
BAD_INPUT = 2
INTERRUPTED = 130
BROKEN_PIPE = 141


class OutputError(Exception):
    """Standard output cannot be written: it is closed, or its disk is full."""


class Output:
    """The two streams of a command, and whether anything went wrong so far."""

    def __init__(self, *, as_json: bool, ascii_only: bool = False) -> None:
        self.as_json = as_json
        self.failed = False
        self.progress = Progress(_stderr())
        self._ascii_only = ascii_only

    @property
    def style(self) -> Style:
        """How text may look on standard output."""
        return Style.of(_stdout(), ascii_only=self._ascii_only)

    @property
    def status(self) -> int:
        """The exit status of what was reported so far."""
        return BAD_INPUT if self.failed else ANSWERED

    def text(self, text: str) -> None:
        """Write *text* and a line end to standard output."""
        stream = _stdout()
        encoding = stream.encoding or "utf-8"
        safe = text.encode(encoding, "backslashreplace").decode(encoding)
        self._write(stream, lambda: stream.write(safe + "\n"))

    def prompt(self, text: str) -> None:
        """Write *text* to standard output and leave the line open for what the user types."""
        stream = _stdout()
        encoding = stream.encoding or "utf-8"
        safe = text.encode(encoding, "backslashreplace").decode(encoding)
        self._write(stream, lambda: stream.write(safe))

    def emit(self, payload: Mapping[str, object]) -> None:
        """Write *payload* to standard output as one line of JSON."""
        from cli.render.payload import json_line

        self.text(json_line(payload))

    def data(self, data: bytes) -> None:
        """Write *data* to standard output as it is."""
        stream = _stdout()
        self._write(stream, lambda: _write_all(stream.buffer, data))

    def say(self, message: str) -> None:
        """Write a line for a person to standard error."""
        stream = _stderr()
        if stream is None:
            return
        with self.progress.hidden(), contextlib.suppress(OSError):  # nobody listens; the data still matter
            stream.write(printable(message) + "\n")
            stream.flush()

    def warn(self, message: str) -> None:
        """Say what was passed over or left out, which is no failure."""
        self.say(f"warning: {message}")

    def notices(self, record: Record | None, *, but: Iterable[str] = ()) -> None:
        """Say what the reader noticed in *record*, except for what *but*, which is said besides, repeats."""
        if record is not None:
            repeated = [record.noticed(message) for message in but]
            for notice in record.warnings:
                if notice not in repeated:
                    self.warn(str(notice))

    def complain(self, error: HakemError) -> None:
        """Say what part of a question cannot be answered; the rest of the answer is printed as if it were whole."""
        self.warn(str(error))
        self.failed = True

    def failure(self, error: HakemError, *, record: Record | SixRecord | None = None) -> None:
        """Report *error* and remember it for the exit status; with ``--json`` also as an object in its place.

        A *record* that was refused when it was read may have more errors: all are said, in one object.
        """
        from cli.render.payload import error_payload

        self.failed = True
        if self.as_json:
            self.emit(error_payload(error, record=record))
        errors = record.errors if record is not None and record.errors else (error,)
        for each in errors:
            self.say(f"error: {each}")

    def usage_error(self, message: str, *, help_command: str) -> None:
        """Report a command line that cannot be read."""
        from cli.render.payload import usage_payload

        self.failed = True
        if self.as_json:
            self.emit(usage_payload(message))
        self.say(f"error: {message[:1].lower()}{message[1:]}\ntry '{help_command}'")

    def close(self) -> None:
        """Push out what Typer has written, so that a failure is seen now and not after the end."""
        stream: TextIO | None = getattr(sys, "stdout", None)
        if stream is not None:
            self._write(stream, lambda: None)

    def abandon(self, error: OSError | OutputError) -> None:
        """Say that standard output cannot be written, and give it up."""
        reason = f"cannot write to standard output: {error.strerror}" if isinstance(error, OSError) else str(error)
        stream: TextIO | None = getattr(sys, "stdout", None)
        if stream is not None:
            _silence(stream)
        self.say(f"error: {reason}")

    def _write(self, stream: TextIO, write: Callable[[], object]) -> None:
        try:
            with self.progress.hidden():
                write()
                stream.flush()
        except BrokenPipeError:
            _silence(stream)
            raise typer.Exit(BROKEN_PIPE) from None


def _stdout() -> TextIO:
    """Return standard output, which Python leaves out when the program is started without it."""
    stream: TextIO | None = getattr(sys, "stdout", None)
    if stream is None:
        raise OutputError("cannot write to standard output: it is closed")
    return stream


def _write_all(stream: BinaryIO, data: bytes) -> None:
    """Write all of *data*; a stream without a buffer (PYTHONUNBUFFERED) takes only what the system takes at a time."""
    left = memoryview(data)
    while left:
        left = left[stream.write(left) :]


def _stderr() -> TextIO | None:
    stream: TextIO | None = getattr(sys, "stderr", None)
    return stream


def _silence(stream: TextIO) -> None:
    """Send what *stream* still holds nowhere, or Python would try once more at its end and complain."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
