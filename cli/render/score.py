"""Scores of deals and matches as text for people: one line a deal, how the match stands after it, and how it ends.

Amounts are those of both sides, North-South first.
"""

from __future__ import annotations

from cli.render.report import SIDE_NAMES
from cli.render.style import Style, printable
from solver import ScoredDeal

_COLUMNS = ("deal", "board", "dealer", "caller", "units", "won by", "as", "score", "match", "run")
_WIDTHS = (4, 6, 6, 6, 7, 6, 13, 9, 7, 5)


class ScoreSheet:
    """The sheet of one run: it opens a match where one begins, and closes it where the next one does."""

    def __init__(self, style: Style) -> None:
        self._style = style
        self._match = 0
        self._last: ScoredDeal | None = None

    def rows(self, deal: ScoredDeal) -> str:
        """Return the line of *deal*; before it the end of the match before, and the head of a new match."""
        lines = []
        if deal.match != self._match:
            if self._last is not None:
                lines += [self.end(), ""]
            lines += self._head(deal)
        self._match = deal.match
        self._last = deal
        lines.append(_row(_cells(deal)))
        if deal.revoke is not None and deal.scored.outcome == "revoke":
            lines.append(f"      {deal.revoke}")
        return "\n".join(lines)

    def end(self) -> str:
        """Return how the match stands after the last deal."""
        last = self._last
        assert last is not None
        state = last.after
        if state is None:
            return "How the match stands is not known: a deal could not be scored."
        ns, ew = state.score
        if state.winner is not None:
            return self._style.emphasis(f"{SIDE_NAMES[state.winner]} win the match, {max(ns, ew)}-{min(ns, ew)}.")
        follows = f"next, {state.dealer.word} deals"
        if state.caller is not None:
            follows += f" and {state.caller.word} calls"
        stands = "Equal" if ns == ew else f"{'N/S' if ns > ew else 'E/W'} lead"
        aim = "" if state.target is None else f" of {state.target}"
        late = ""
        if state.target is None:
            late = "; if the time is over it is a draw" if ns == ew else "; if the time is over they win"
        return f"{stands}, {ns}-{ew}{aim}; {follows}{late}."

    def _head(self, deal: ScoredDeal) -> list[str]:
        """Return what stands over the lines of a match."""
        record = deal.record
        assert record.game is not None
        assert record.rules is not None
        about = [f"{record.game.title}, rules {record.rules.text()}"]
        if deal.before is not None:
            target = deal.before.target
            about.append("played for time" if target is None else f"first to {target} {deal.unit}")
        title = self._style.emphasis(f"{printable(record.source or 'deals')}, match {deal.match}")
        caller = "hakem" if deal.caller is not None and record.game.name == "court-piece" else "leads"
        names = {"caller": caller, "units": record.game.unit_of(record.rules), "score": deal.unit}
        return [title, "; ".join(about), _row([names.get(column, column) for column in _COLUMNS])]


def _cells(deal: ScoredDeal) -> list[str]:
    """Return the columns of one deal."""
    scored, after = deal.scored, deal.after
    score = _pair(scored.points)
    if scored.bonus != (0, 0):
        score += f" +{max(scored.bonus)}"
    return [
        str(deal.deal),
        printable(deal.record.board or ""),
        deal.dealer.word,
        deal.caller.word if deal.caller is not None else "",
        _pair(scored.units),
        SIDE_NAMES[scored.winner] if scored.winner is not None else "-",
        scored.outcome,
        score,
        "?" if after is None else _pair(after.score),
        "" if after is None or after.streak is None else _pair(after.streak),
    ]


def _row(cells: list[str]) -> str:
    """Return *cells* in columns."""
    first, *rest = cells
    columns = [first.rjust(_WIDTHS[0]), *(cell.ljust(width) for cell, width in zip(rest, _WIDTHS[1:], strict=True))]
    return "  ".join(columns).rstrip()


def _pair(pair: tuple[int, int]) -> str:
    return f"{pair[0]}-{pair[1]}"
