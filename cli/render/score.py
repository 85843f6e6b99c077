"""Scores of deals and matches as text for people: one line a deal, how the match stands after it, and how it ends.

Amounts are those of both sides, North-South first.
"""

from __future__ import annotations

from collections.abc import Mapping

from cli.render.report import SIDE_NAMES
from cli.render.style import Style, printable
from solver import MatchState, ScoredDeal, Side

#: The columns and their least widths; "caller" only where one player calls.
_WIDTHS = {
    "deal": 4,
    "board": 6,
    "dealer": 6,
    "caller": 6,
    "leader": 6,
    "units": 7,
    "won by": 6,
    "as": 13,
    "score": 9,
    "match": 7,
    "run": 5,
}


class ScoreSheet:
    """The sheet of one run: it opens a match where one begins, and closes it where the next one does."""

    def __init__(self, style: Style) -> None:
        self._style = style
        self._match = 0
        self._last: ScoredDeal | None = None
        self._widths: dict[str, int] = {}

    def rows(self, deal: ScoredDeal) -> str:
        """Return the line of *deal*; before it the end of the match before, and the head of a new match."""
        lines = []
        if deal.match != self._match:
            if self._last is not None:
                lines += [self.end(), ""]
            lines += self._head(deal)
        self._match = deal.match
        self._last = deal
        lines.append(self._row(_cells(deal)))
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
        if state.winner is not None:
            return self._style.emphasis(f"{SIDE_NAMES[state.winner]} win the match{_how(last, state, state.winner)}.")
        ns, ew = state.progress
        stands = "Equal" if ns == ew else f"{'N/S' if ns > ew else 'E/W'} lead"
        aim = "" if state.target is None else f" of {state.target}"
        if state.target_unit != last.unit:
            aim += f" {state.target_unit}"
        late = ""
        if state.target is None:
            late = "; if the time is over it is a draw" if ns == ew else "; if the time is over they win"
        return f"{stands}, {ns}-{ew}{aim}; {_next(last, state)}{late}."

    def _head(self, deal: ScoredDeal) -> list[str]:
        """Return what stands over the lines of a match."""
        record = deal.record
        assert record.game is not None
        assert record.rules is not None
        about = [f"{record.game.title}, rules {record.rules.text()}"]
        if deal.before is not None:
            target, outright = deal.before.target, deal.before.outright
            aim = "played for time" if target is None else f"first to {target} {deal.before.target_unit}"
            about.append(aim if outright is None else f"{aim}, or {outright}")
        title = self._style.emphasis(f"{printable(record.source or 'deals')}, match {deal.match}")
        names = {"caller": "trump by", "leader": "leads", "units": deal.taken_unit, "score": deal.unit}
        columns = list(_WIDTHS)
        if _has_hakem(deal):
            names["caller"] = "hakem"
            columns.remove("leader")
        elif deal.caller is None:
            columns.remove("caller")
        self._widths = {column: max(_WIDTHS[column], len(names.get(column, ""))) for column in columns}
        return [title, "; ".join(about), self._row({column: names.get(column, column) for column in columns})]

    def _row(self, cells: Mapping[str, str]) -> str:
        """Return *cells* in the columns of the match."""
        first, *rest = self._widths
        columns = [cells[first].rjust(self._widths[first])]
        columns.extend(cells[column].ljust(self._widths[column]) for column in rest)
        return "  ".join(columns).rstrip()


def _has_hakem(deal: ScoredDeal) -> bool:
    """Tell whether the game has a hakem, who calls and mostly leads."""
    return deal.record.game is not None and deal.record.game.name == "court-piece"


def _how(last: ScoredDeal, state: MatchState, winner: Side) -> str:
    """Return with what a side has won the match."""
    ns, ew = state.progress
    reached = state.target is not None and state.progress[winner] >= state.target
    if last.scored.outcome == state.outright and not reached:
        return f" with {state.outright}"
    if state.target_unit != last.unit:
        return f" with {state.progress[winner]} {state.target_unit}"
    return f", {max(ns, ew)}-{min(ns, ew)}"


def _next(last: ScoredDeal, state: MatchState) -> str:
    """Return who does what in the deal to come."""
    parts = [f"{state.dealer.word} deals"]
    if _has_hakem(last):
        parts += [f"{state.caller.word} calls"] if state.caller is not None else []
    else:
        parts.append(f"{state.leader.word} leads")
        parts += [f"{state.caller.word} sets the trump"] if state.caller is not None else []
    *before, end = parts
    return f"next, {', '.join(before)} and {end}"


def _cells(deal: ScoredDeal) -> dict[str, str]:
    """Return what stands in the columns of one deal."""
    scored, after = deal.scored, deal.after
    score = _pair(scored.points)
    if scored.bonus != (0, 0):
        score += f" +{max(scored.bonus)}"
    return {
        "deal": str(deal.deal),
        "board": printable(deal.record.board or ""),
        "dealer": deal.dealer.word,
        "caller": deal.caller.word if deal.caller is not None else "",
        "leader": deal.leader.word,
        "units": _pair(scored.units),
        "won by": SIDE_NAMES[scored.winner] if scored.winner is not None else "-",
        "as": scored.outcome,
        "score": score,
        "match": "?" if after is None else _pair(after.score),
        "run": "" if after is None or after.streak is None else _pair(after.streak),
    }


def _pair(pair: tuple[int, int]) -> str:
    return f"{pair[0]}-{pair[1]}"
