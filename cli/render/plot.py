"""The payoffs of candidates as a drawing: one row of bars a candidate, the best on top.

Needs matplotlib, which the extra ``plot`` installs; it is loaded only when a drawing is asked for, and that it is there
is checked before anything is examined.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from cli.reading import InputError

if TYPE_CHECKING:
    from solver import Advice

#: Candidates that are drawn; more would be too small to read.
MOST = 12
#: Payoffs that get a bar of their own; more are put together.
BARS = 24


class Plotter:
    """Draws to a file.  Raises `InputError` where the file cannot be drawn: its kind, its folder, or no matplotlib."""

    def __init__(self, file: str) -> None:
        self.path = Path(file)
        if self.path.suffix.lower() not in (".png", ".svg", ".pdf"):
            raise InputError(f"expected a file whose name ends in .png, .svg or .pdf, not {file!r}", source="--plot")
        if not self.path.parent.is_dir():
            raise InputError(f"there is no folder {str(self.path.parent)!r}", source="--plot")
        try:
            import matplotlib as mpl
        except ImportError:
            raise InputError("expected matplotlib for a drawing: pip install 'hakem[plot]'", source="--plot") from None
        mpl.use("Agg")

    def draw(self, advice: Advice) -> None:
        """Draw what each candidate pays."""
        from matplotlib.figure import Figure

        shown = advice.candidates[:MOST]
        figure = Figure(figsize=(8, 1.1 + 0.75 * len(shown)), layout="constrained")
        axes = figure.subplots(len(shown), 1, sharex=True, sharey=True, squeeze=False)[:, 0]
        values = sorted({paid for each in shown for paid, _ in each.distribution})
        low, high = values[0], values[-1]
        gaps = [b - a for a, b in pairwise(values)]
        width = max((high - low) / BARS, 0.0) if len(values) > BARS else 0.8 * min(gaps, default=1.0)
        width = width or 0.8
        for each, ax in zip(shown, axes, strict=True):
            bars: dict[float, float] = {}
            for paid, share in each.distribution:
                place = paid if len(values) <= BARS else low + width * (int((paid - low) / width) + 0.5)
                bars[place] = bars.get(place, 0.0) + 100 * share
            color = "tab:green" if each.difference is None else "tab:orange" if each.close else "tab:blue"
            ax.bar(list(bars), list(bars.values()), width=0.9 * width, color=color)
            ax.axvline(each.mean, color="black", linewidth=1)
            ax.set_ylabel(str(each.action), rotation=0, ha="right", va="center")
            ax.spines[["top", "right"]].set_visible(False)
        axes[-1].set_xlabel(f"{advice.unit} (line: mean), per cent of {advice.worlds} worlds")
        try:
            figure.savefig(self.path, dpi=150)
        except OSError as error:
            raise InputError(f"cannot write: {error.strerror}", source=str(self.path)) from None
