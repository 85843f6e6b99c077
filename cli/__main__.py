"""`python -m cli` is the command `hakem` where no script was installed."""

from __future__ import annotations

import sys

from cli.main import main

if __name__ == "__main__":
    sys.exit(main())
