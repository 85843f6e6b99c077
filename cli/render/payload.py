"""Results and errors as the objects that ``--json`` prints: the stable interface, described in docs/json.md.

Every object names its schema and version first; the schemas are the files in ``cli/schemas``.  Keys do not come and go
with the input, except where docs/json.md says so.  Amounts are totals of the whole deal, for both sides by name.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cli.render.deal import fixed_by
from solver import (
    Analysis,
    Answer,
    CardsSolution,
    DealError,
    Game,
    HakemError,
    HiddenTrump,
    Line,
    MatchState,
    OutcomeReport,
    OutcomeSolution,
    Par,
    Payoff,
    Pile,
    Position,
    PositionError,
    PositionReport,
    Record,
    Rules,
    ScoredDeal,
    Seat,
    Side,
    Strain,
    TableSolution,
    Value,
    option_infos,
)

if TYPE_CHECKING:
    from solver.six import SixRecord

Payload = dict[str, Any]

SOLVE = "hakem/solve/1"
ANALYZE = "hakem/analyze/1"
SCORE = "hakem/score/1"
RULES = "hakem/rules/1"
VERSION = "hakem/version/1"
ERROR = "hakem/error/1"

_KINDS: Mapping[str, str] = {
    "ParseError": "parse",
    "RulesError": "rules",
    "DealError": "deal",
    "IllegalPlayError": "illegal-play",
    "PositionError": "position",
    "LimitError": "limit",
}


def json_line(payload: Mapping[str, object]) -> str:
    """One object in one line of plain ASCII."""
    return json.dumps(payload, ensure_ascii=True, separators=(",", ":"))


def value_payload(value: Value) -> Payload:
    """Both sides' units; where only bounds are known both are null and the bounds stand beside them."""
    if value.exact:
        return {"NS": value.ns, "EW": value.ew}
    bounds = {side.name: list(value.bounds(side)) for side in Side}
    return {"NS": None, "EW": None, "bounds": bounds}


def table_payload(table: TableSolution) -> Payload:
    """The table by strain and by the seat that leads."""
    return {
        "?" if strain is None else strain.letter: {leader.letter: value_payload(value) for leader, value in row.items()}
        for strain, row in table.values.items()
    }


def par_payload(par: Par) -> Payload:
    """The best contract of each side, what both take in it and what they write down."""
    sides: Payload = {"leader": par.leader.letter}
    for side in Side:
        best = par.of(side)
        sides[side.name] = None
        if best is not None:
            sides[side.name] = {
                "contract": best.contract,
                "trump": best.strain.letter,
                "taken": _pair(best.units),
                "belote": _pair(best.extra),
                "score": _pair(best.score),
            }
    return sides


def outcome_payload(outcome: OutcomeSolution, objective: str) -> Payload:
    """What a deal pays; where only bounds are known both sides are null and the bounds stand beside them."""
    return {
        "objective": objective,
        "unit": outcome.unit,
        **_payoff(outcome.payoff),
        "cards": [{"card": entry.card.text, **_payoff(entry.payoff)} for entry in outcome.cards],
        "exact": outcome.exact,
        "nodes": outcome.nodes,
        "seconds": round(outcome.seconds, 6),
        "stopped": outcome.stopped,
    }


def _payoff(payoff: Payoff) -> Payload:
    if payoff.exact:
        return {side.name: payoff.of(side) for side in Side}
    return {"NS": None, "EW": None, "bounds": {side.name: list(payoff.bounds(side)) for side in Side}}


def solve_payload(
    report: PositionReport, *, outcome: OutcomeSolution | None = None, objective: str | None = None
) -> Payload:
    """What `hakem solve` answers."""
    position = report.position
    payload: Payload = {"schema": SOLVE, "game": position.game.name, **_verdict(report)}
    if report.answer is not None:
        payload["at_least"] = _answer(report.answer)
    payload |= {"exact": report.exact, "nodes": report.nodes, "seconds": round(report.seconds, 6)}
    if report.stopped is not None:
        payload["stopped"] = report.stopped
    if outcome is not None and objective is not None:
        payload["outcome"] = outcome_payload(outcome, objective)
    return payload


def _hidden(hidden: HiddenTrump | None) -> str | None:
    """A trump that is hidden, as in files."""
    return None if hidden is None else hidden.text


def _pile(carry: object) -> str | None:
    """What lies in the middle, as in files; nothing in most games."""
    return carry.text if isinstance(carry, Pile) else None


def analyze_payload(analysis: Analysis, *, outcome: OutcomeReport | None = None) -> Payload:
    """What `hakem analyze` found for one deal."""
    record, report = analysis.record, analysis.report
    assert record.game is not None
    assert record.rules is not None
    unit = record.game.unit_of(record.rules)
    verdict: Payload = {"to_move": None, "unit": unit, "value": None, "cards": None, "line": None}
    if report is not None:
        verdict = _verdict(report)
    payload: Payload = {
        "schema": ANALYZE,
        "source": record.source,
        "number": record.number,
        "board": record.board,
        "at_line": record.line,
        "game": record.game.name,
        "rules": record.rules.text(),
        "direction": record.rules.direction.value,
        "deal": str(analysis.deal) if analysis.deal is not None else None,
        "trump": _strain(record.strain),
        "hidden": _hidden(record.hidden),
        "leader": _seat(record.leader),
        "trick": [card.text for card in record.trick],
        "played": [card.text for card in record.play],
        "trump_now": _strain(report.position.strain if report is not None else record.strain),
        "hidden_now": _hidden(record.hidden if report is None else report.position.hidden),
        "taken": dict(zip(("NS", "EW"), report.position.taken if report else record.taken, strict=True)),
        "pile": _pile(report.position.carry if report is not None else record.pile),
        "table": table_payload(analysis.table) if analysis.table is not None else None,
        "par": None if analysis.par is None else par_payload(analysis.par),
        **verdict,
        "mistakes": [
            {
                "ply": mistake.ply,
                "trick": mistake.trick,
                "seat": mistake.seat.letter,
                "card": mistake.card.text,
                "cost": mistake.cost,
                "better": [card.text for card in mistake.better],
                "before": value_payload(mistake.before),
                "after": value_payload(mistake.after),
            }
            for mistake in analysis.mistakes
        ],
        "unchecked": analysis.unchecked,
        "notes": list(analysis.notes),
        "exact": analysis.exact,
        "stopped": analysis.stopped,
        "nodes": analysis.nodes,
        "seconds": round(analysis.seconds, 6),
    }
    if outcome is not None:
        payload["outcome"] = outcome_payload(outcome.outcome, outcome.objective) | {
            "mistakes": [
                {
                    "ply": mistake.ply,
                    "trick": mistake.trick,
                    "seat": mistake.seat.letter,
                    "card": mistake.card.text,
                    "cost": mistake.cost,
                    "better": [card.text for card in mistake.better],
                    "before": _payoff(mistake.before),
                    "after": _payoff(mistake.after),
                }
                for mistake in outcome.mistakes
            ],
            "unchecked": outcome.unchecked,
        }
    return payload


def error_payload(error: HakemError, *, record: Record | SixRecord | None = None) -> Payload:
    """What is wrong with one input; *record* is what could be made out of it."""
    reasons: list[str] = []
    if record is not None and record.errors:
        reasons = [each.message for each in record.errors]
    elif isinstance(error, DealError):
        reasons = [defect.message for defect in error.defects]
    elif isinstance(error, PositionError):
        reasons = list(error.reasons)
    return {
        "schema": ERROR,
        "kind": _KINDS.get(type(error).__name__, "input"),
        "error": error.message,
        "reasons": reasons if len(reasons) > 1 else [],
        "text": error.text,
        "source": error.source if error.source is not None or record is None else record.source,
        "number": None if record is None else record.number,
        "board": None if record is None else record.board,
        "at_line": error.line if error.line is not None or record is None else record.line,
        "at_column": error.column,
    }


def usage_payload(message: str) -> Payload:
    """What is wrong with a command line."""
    return error_payload(HakemError(message)) | {"kind": "usage"}


def score_payload(deal: ScoredDeal) -> Payload:
    """What `hakem score` found for one deal."""
    record, scored, revoke = deal.record, deal.scored, deal.revoke
    assert record.game is not None
    assert record.rules is not None
    return {
        "schema": SCORE,
        "source": record.source,
        "number": record.number,
        "board": record.board,
        "at_line": record.line,
        "game": record.game.name,
        "rules": record.rules.text(),
        "match": deal.match,
        "deal": deal.deal,
        "dealer": deal.dealer.letter,
        "caller": _seat(deal.caller),
        "leader": deal.leader.letter,
        "before": _match(deal.before),
        "unit": deal.taken_unit,
        "taken": _pair(scored.units),
        "winner": None if scored.winner is None else scored.winner.name,
        "outcome": scored.outcome,
        "score_unit": deal.unit,
        "score": _pair(scored.points),
        "bonus": _pair(scored.bonus),
        "after": _match(deal.after),
        "revoke": None
        if revoke is None
        else {
            "seat": revoke.seat.letter,
            "trick": revoke.trick,
            "card": revoke.card.text,
            "due": [card.text for card in revoke.due],
        },
        "differences": list(deal.differences),
    }


def _match(state: MatchState | None) -> Payload | None:
    if state is None:
        return None
    return {
        "score": _pair(state.score),
        "streak": None if state.streak is None else _pair(state.streak),
        "dealer": state.dealer.letter,
        "caller": _seat(state.caller),
        "leader": state.leader.letter,
        "target": state.target,
        "target_unit": state.target_unit,
        "winner": None if state.winner is None else state.winner.name,
    }


def _pair(pair: tuple[int, int]) -> Payload:
    return dict(zip(("NS", "EW"), pair, strict=True))


def rules_payload(game: Game, rules: Rules) -> Payload:
    """What `hakem rules` prints for one game."""
    return {
        "schema": RULES,
        "game": game.name,
        "title": game.title,
        "aliases": list(game.aliases),
        "unit": game.unit,
        "default_preset": game.default_preset,
        "presets": [
            {"name": name, "about": game.about_presets.get(name, "")} for name in game.presets
        ],
        "rules": rules.text(),
        "options": [
            {
                "name": info.name,
                "value": info.value,
                "default": info.default,
                "choices": info.choices,
                "meaning": info.meaning,
                "source": info.source,
            }
            for info in option_infos(game, rules)
        ],
    }


def version_payload(facts: Mapping[str, object]) -> Payload:
    """What `hakem version` prints."""
    return {"schema": VERSION, **facts}


def _verdict(report: PositionReport) -> Payload:
    """The parts that `solve` and `analyze` share; cards and line only where they were asked for."""
    position = report.position
    parts: Payload = {
        "to_move": None if position.is_over else position.to_move.letter,
        "unit": position.game.unit_of(position.rules),
        "value": value_payload(report.value),
    }
    if report.cards is not None:
        parts["cards"] = _cards(report.cards, position)
    if report.line is not None:
        parts["line"] = _line(report.line)
    return parts


def _cards(cards: CardsSolution, position: Position) -> list[Payload]:
    """Every card with its amounts; one that fixes the trump says so."""
    found = []
    for entry in cards.cards:
        strain = fixed_by(position, entry.card)
        fixes = {} if strain is None else {"fixes": strain.letter}
        found.append({"card": entry.card.text, **value_payload(entry.value), **fixes})
    return found


def _line(line: Line) -> list[str]:
    return [card.text for card in line.cards]


def _answer(answer: Answer) -> Payload:
    return {"k": answer.target, "side": answer.side.name, "answer": answer.answer}


def _strain(strain: Strain | None) -> str | None:
    return None if strain is None else strain.letter


def _seat(seat: Seat | None) -> str | None:
    return None if seat is None else seat.letter
