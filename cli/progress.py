"""A line on a terminal that says how far a long run has come, and nothing anywhere else.

Assumes that every write of the command goes through `Progress.hidden`, which takes the line away first.  A thread
redraws it, so the clock goes on while one hard deal is being searched (searches release the GIL).
"""

from __future__ import annotations

import contextlib
import os
import threading
import time
from collections.abc import Iterator
from typing import TextIO

FIRST_AFTER = 0.5  # seconds: shorter runs show nothing
EVERY = 0.2  # seconds between redraws
BAR = 24  # characters
COLUMNS = 80  # of a terminal that does not say how wide it is


class Progress:
    """A progress line on *stream*; silent when that is not a terminal.

    `total` may grow while the run goes on, as file after file is read.
    """

    def __init__(self, stream: TextIO | None) -> None:
        self._stream = stream
        self._live = stream is not None and stream.isatty() and os.environ.get("TERM") != "dumb"
        self._lock = threading.RLock()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._drawn = False
        self._began = 0.0
        self.done = 0
        self.total = 0
        self.what = ""

    @contextlib.contextmanager
    def running(self, what: str) -> Iterator[Progress]:
        """Show the line until the block ends; *what* names the things that are counted."""
        self.what = what
        if not self._live:
            yield self
            return
        self._began = time.monotonic()
        self._stop.clear()
        self._thread = threading.Thread(target=self._redraw, name="progress", daemon=True)
        self._thread.start()
        try:
            yield self
        finally:
            self._stop.set()
            self._thread.join()
            self._thread = None
            with self._lock:
                self._erase()

    @contextlib.contextmanager
    def hidden(self) -> Iterator[None]:
        """Take the line away while something else is written."""
        with self._lock:
            self._erase()
            yield

    def line(self, seconds: float, *, columns: int = COLUMNS) -> str:
        """The line as it stands after *seconds*; the bar, then the end, give way to fewer *columns*."""
        filled = BAR * self.done // self.total if self.total else 0
        clock = f"{int(seconds) // 60}:{int(seconds) % 60:02d}"
        count = f"{self.done} of {self.total} {self.what}  {clock}"
        line = f"[{'#' * filled}{'.' * (BAR - filled)}] {count}"
        return line if len(line) < columns else count[: max(columns - 1, 0)]

    def _redraw(self) -> None:
        wait = FIRST_AFTER
        while not self._stop.wait(wait):
            wait = EVERY
            with self._lock, contextlib.suppress(OSError, ValueError):
                if self._stream is not None and not self._stop.is_set():
                    seconds = time.monotonic() - self._began
                    self._stream.write("\r" + self.line(seconds, columns=_columns(self._stream)) + "\x1b[K")
                    self._stream.flush()
                    self._drawn = True

    def _erase(self) -> None:
        if self._drawn and self._stream is not None:
            with contextlib.suppress(OSError, ValueError):
                self._stream.write("\r\x1b[K")
                self._stream.flush()
            self._drawn = False


def _columns(stream: TextIO) -> int:
    """Return how wide the terminal of *stream* is; a line that wraps could not be taken away again."""
    with contextlib.suppress(OSError, ValueError):
        return os.get_terminal_size(stream.fileno()).columns or COLUMNS
    return COLUMNS
