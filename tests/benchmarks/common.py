"""What the benchmarks share: where the deals come from, and what they ran on."""

from __future__ import annotations

import os
import platform
from pathlib import Path

from solver.cards import Seat
from solver.deal import Deal

__all__ = ["SEED", "deals_of_file", "machine", "random_deals"]

#: The first seed of the default run: deal i is `Deal.random(seed=SEED + i)`.
SEED = 1


def random_deals(count: int, *, seed: int = SEED) -> list[Deal]:
    """Return `count` full deals, the same on every machine."""
    return [Deal.random(seed=seed + number) for number in range(count)]


def deals_of_file(path: Path) -> list[Deal]:
    """Read deals written as 52 owner digits a line (0 N, 1 E, 2 S, 3 W; SA SK .. S2 HA .. C2); the rest is ignored."""
    deals = []
    for number, line in enumerate(path.read_text(encoding="ascii").splitlines(), start=1):
        digits = line[:52]
        if any(digits.count(str(int(seat))) != 13 for seat in Seat):
            raise SystemExit(f"{path}:{number}: expected 52 digits, 13 of each of 0 1 2 3, got {digits!r}")
        masks = [0, 0, 0, 0]
        for index, digit in enumerate(digits):
            masks[int(digit)] |= 1 << index
        deals.append(Deal.of(masks))
    return deals


def _processor() -> str:
    """Return the name of the processor as far as the system tells it."""
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.is_file():
        for line in cpuinfo.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def machine() -> dict[str, str]:
    """Describe what the numbers were measured on."""
    from solver.search import _cpu

    load = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"
    return {
        "processor": _processor(),
        "cores": str(os.cpu_count()),
        "load at start": load,
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "extensions": f"build {_cpu.build_id}",
    }
