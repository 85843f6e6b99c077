"""What a contest of two bots led to: as text for people, and as the object that ``--json`` prints."""

from __future__ import annotations

from typing import Any

from solver.arena import BOTS, Report
from solver.arena.estimate import Estimate
from solver.arena.table import Thinking

ARENA = "hakem/arena/1"


def bots_text() -> str:
    """The bots that there are, with their options."""
    lines = ["Bots, written as NAME or NAME:OPTION=NUMBER; two for one seat as bid=BOT,play=BOT:"]
    for name, kind in BOTS.items():
        lines.append(f"  {name}: {kind.about}")
        for option, about in kind.options.items():
            lines.append(f"      {option}={about.default}  {about.meaning} ({about.low} to {about.high})")
    return "\n".join(lines)


def report_text(report: Report) -> str:
    """The result in a few lines."""
    contest = report.contest
    table = contest.table
    first, second = (player.text for player in contest.players)
    estimate = report.difference
    return "\n".join(
        [
            f"{table.game.title}, {table.rules.text()}: {first} against {second}",
            f"{estimate.count} deals, each at two tables, seed {contest.seed}",
            f"{first} gains {_mean(estimate)} {report.unit} a pair of tables{_interval(estimate)}",
            f"{first} won {report.won} pairs, {report.level} were level, {second} won {report.lost}",
            *(
                f"{name}: {_thinking(thinking)}"
                for name, thinking in zip((first, second), report.thinking, strict=True)
            ),
        ]
    )


def _mean(estimate: Estimate) -> str:
    return f"{estimate.mean:+.3f}"


def _interval(estimate: Estimate) -> str:
    """The interval, and what it says."""
    if estimate.count < 2:
        return "; one deal tells nothing of the rest"
    said = "" if estimate.clear else "; too close to call"
    return f" ({estimate.confidence:.0%} interval {estimate.low:+.3f} to {estimate.high:+.3f}){said}"


def _thinking(thinking: Thinking) -> str:
    """How long a side thought, on average."""
    parts = []
    if thinking.cards:
        clock, processor = thinking.card_seconds / thinking.cards, thinking.card_processor / thinking.cards
        parts.append(f"{1000 * clock:.2f} ms a card ({1000 * processor:.2f} of the processor), {thinking.cards} cards")
    if thinking.calls:
        parts.append(f"{1000 * thinking.call_seconds / thinking.calls:.2f} ms a call, {thinking.calls} calls")
    return "; ".join(parts) or "nothing to decide"


def arena_payload(report: Report) -> dict[str, Any]:
    """The result as an object."""
    estimate = report.difference
    finite = estimate.count > 1
    return {
        "schema": ARENA,
        **report.contest.config(),
        "unit": report.unit,
        "deals": estimate.count,
        "difference": {
            "mean": estimate.mean,
            "error": estimate.error if finite else None,
            "low": estimate.low if finite else None,
            "high": estimate.high if finite else None,
            "confidence": estimate.confidence,
            "clear": estimate.clear,
        },
        "pairs": {"won": report.won, "level": report.level, "lost": report.lost},
        "thinking": [
            {
                "cards": thinking.cards,
                "card_seconds": thinking.card_seconds,
                "card_processor": thinking.card_processor,
                "calls": thinking.calls,
                "call_seconds": thinking.call_seconds,
            }
            for thinking in report.thinking
        ],
    }
