"""The command `hakem`, and `python -m cli` where no script was installed: Ctrl-C counts from the first import on.

Ctrl-C that is held down, or pressed again out of impatience, comes while the program ends already: it must not end by
a signal, or by a traceback, in the place of its exit status.
"""

from __future__ import annotations

import signal
import sys
import time

INTERRUPTED = 130
#: Seconds in which another Ctrl-C is taken for the same one.
REPEATED = 0.5


def main() -> int:
    """Run the command line of this process and return its exit status."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _Interrupt())
    status = INTERRUPTED
    try:
        from cli.main import main as run

        status = run()
    except KeyboardInterrupt:  # during the imports, or a late second one
        pass
    except RuntimeError as error:
        if not isinstance(error.__cause__, KeyboardInterrupt):  # Python 3.11 wraps one that comes within a class body
            raise
    if status == INTERRUPTED:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        # CPython ends by a signal when the last text that was executed, such as the methods of a data class, was left
        # by Ctrl-C, even if that was caught: another text is executed.
        exec("")  # noqa: S102
    return status


class _Interrupt:
    """What Ctrl-C does: `KeyboardInterrupt`, once for several that come at once."""

    def __init__(self) -> None:
        self._last = float("-inf")

    def __call__(self, *_: object) -> None:
        now = time.monotonic()
        if now - self._last >= REPEATED:
            self._last = now
            raise KeyboardInterrupt


if __name__ == "__main__":
    sys.exit(main())
