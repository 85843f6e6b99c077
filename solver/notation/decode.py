"""From bytes to text: encodings, line ends, and where in the text something stands.

A byte order mark decides; without one UTF-8 is tried, and Latin-1, which cannot fail, is what is left (the standard's
own character set). UTF-16 without a mark is recognised by its zero bytes. Line ends of all systems become line feeds;
no other character ends a line, so line numbers are those of an editor.
"""

from __future__ import annotations

import codecs
import re
from bisect import bisect_right
from collections.abc import Mapping
from typing import Final

from .report import Report

__all__ = ["Lines", "decode"]

_MARKS: Final[Mapping[bytes, str]] = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}

#: Half a character: a string of Python may hold one, a file may not.
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


def decode(data: bytes | str, report: Report) -> str:
    """Return the text of *data* with line feeds as line ends, and report what had to be guessed or replaced."""
    text = _SURROGATE.sub("\ufffd", data) if isinstance(data, str) else _from_bytes(data, report)
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return text.rstrip("\x1a\x00")  # what old systems put at the end of a file


def _from_bytes(data: bytes, report: Report) -> str:
    for mark, encoding in _MARKS.items():
        if data.startswith(mark):
            text = data[len(mark) :].decode(encoding, errors="replace")
            if "\ufffd" in text:
                report.deviation(f"the file is not sound {encoding.upper()}; some characters were replaced")
            return text
    sample = data[:512]
    for parity, encoding in ((1, "utf-16-le"), (0, "utf-16-be")):
        zeros, others = sample[parity::2], sample[1 - parity :: 2]
        if len(sample) >= 8 and zeros.count(0) > 0.9 * len(zeros) and not others.count(0):
            report.deviation(f"the file has no byte order mark; it was read as {encoding.upper()}")
            return data.decode(encoding, errors="replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


class Lines:
    """The lines of a text, for finding line and column of a place in it."""

    __slots__ = ("_starts", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self._starts = [0]
        place = text.find("\n")
        while place >= 0:
            self._starts.append(place + 1)
            place = text.find("\n", place + 1)

    def line(self, place: int) -> int:
        """Return the number of the line, from 1, that holds the character at *place*."""
        return bisect_right(self._starts, place)

    def column(self, place: int) -> int:
        """Return the number of the character at *place* within its line, from 1."""
        return place - self._starts[self.line(place) - 1] + 1
