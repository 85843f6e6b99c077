"""Logs of contests: one JSON object a line, first what is played, then one line for each deal; only ever appended to.

A run that was killed may leave half a line at the end.  It is cut off when the log is opened again, and its deal is
played again.  A log of another contest is refused, with what is different.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Any

from solver.errors import LimitError, ParseError

__all__ = ["Log", "digest"]

_FORMAT = "hakem-arena/1"


def digest(config: Mapping[str, Any]) -> str:
    """Return a short name of *config*, the same for the same contest everywhere."""
    return sha256(_written(config).encode()).hexdigest()[:16]


def _written(data: Mapping[str, Any]) -> str:
    return json.dumps(data, sort_keys=True, separators=(",", ":"))


class Log:
    """A log that is open for more; `lines` are the results that it already has.

    Raises `ParseError` with file and line for a file that is no log, or one of another contest, `LimitError` for one
    that another run has open, and `OSError` for one that cannot be opened.
    """

    def __init__(self, path: Path, config: Mapping[str, Any]) -> None:
        self.path = path
        self.lines: list[Mapping[str, Any]] = []
        self._config = dict(config)
        self._header = {"format": _FORMAT, "hash": digest(config), "config": self._config}
        self._file = path.open("a+b")
        try:
            self._lock()
            whole = self._read()
            self._file.truncate(whole)
            if not whole:
                self.append(self._header)
        except BaseException:
            self._file.close()
            raise

    def append(self, data: Mapping[str, Any]) -> None:
        """Write one more line, so that it is there whatever happens next."""
        self._file.write(_written(data).encode() + b"\n")
        self._file.flush()

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __enter__(self) -> Log:  # noqa: PYI034 - typing.Self is newer than Python 3.10
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _lock(self) -> None:
        """Keep other runs from writing to the file; what they wrote would be lost, or torn to pieces."""
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise LimitError(
                f"the log {self.path} is being written by another run: wait for it or name another"
            ) from None

    def _read(self) -> int:
        """Read what is there; return how many bytes of it are whole lines."""
        self._file.seek(0)
        data = self._file.read()
        whole = data.rfind(b"\n") + 1
        for number, line in enumerate(data[:whole].splitlines(), 1):
            entry = self._entry(line, number)
            if number == 1:
                self._check(entry)
            else:
                self.lines.append(entry)
        if not whole and data:
            self._check(self._entry(data, 1))
        return whole

    def _entry(self, line: bytes, number: int) -> Mapping[str, Any]:
        """Read one line."""
        with contextlib.suppress(ValueError):
            entry = json.loads(line)
            if isinstance(entry, dict):
                return MappingProxyType(entry)
        raise ParseError("expected a log of the arena: one JSON object a line", source=str(self.path), line=number)

    def _check(self, header: Mapping[str, Any]) -> None:
        """Refuse a log that is not of this contest."""
        source = str(self.path)
        if header.get("format") != _FORMAT:
            raise ParseError(
                f"expected a log of the arena ({_FORMAT}); name another file for the log", source=source, line=1
            )
        if header.get("hash") == self._header["hash"]:
            return
        theirs = header.get("config") or {}
        differing = [
            f"{name} {theirs.get(name)!r} there and {value!r} here"
            for name, value in self._config.items()
            if theirs.get(name) != value
        ]
        what = "; ".join(differing) or "its hash"
        raise ParseError(f"the log is of another contest: {what}; name another file", source=source, line=1)
