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

    def line(self, seconds: float) -> str:
        """The line as it stands after *seconds*."""
        filled = BAR * self.done // self.total if self.total else 0
        clock = f"{int(seconds) // 60}:{int(seconds) % 60:02d}"
        return f"[{'#' * filled}{'.' * (BAR - filled)}] {self.done} of {self.total} {self.what}  {clock}"

    def _redraw(self) -> None:
        wait = FIRST_AFTER
        while not self._stop.wait(wait):
            wait = EVERY
            with self._lock, contextlib.suppress(OSError, ValueError):
                if self._stream is not None and not self._stop.is_set():
                    self._stream.write("\r" + self.line(time.monotonic() - self._began) + "\x1b[K")
                    self._stream.flush()
                    self._drawn = True

    def _erase(self) -> None:
        if self._drawn and self._stream is not None:
            with contextlib.suppress(OSError, ValueError):
                self._stream.write("\r\x1b[K")
                self._stream.flush()
            self._drawn = False
