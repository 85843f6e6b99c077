"""Advice as the object that ``--json`` prints (docs/json.md, cli/schemas/advice.json)."""

from __future__ import annotations

import math
from typing import Any

from solver import Advice, CandidateAdvice, TrumpCall, View

ADVICE = "hakem/advice/1"


def advice_payload(advice: Advice, view: View) -> dict[str, Any]:
    """What `hakem trump`, `lead`, `suggest` and `bid` answer."""
    strain = view.table.strain
    return {
        "schema": ADVICE,
        "kind": advice.kind,
        "game": advice.game.name,
        "rules": advice.rules.text(),
        "seat": advice.seat.letter,
        "side": advice.seat.side.name,
        "trump": None if strain is None else strain.letter,
        "taken": dict(zip(("NS", "EW"), view.table.taken, strict=True)),
        "objective": advice.objective,
        "unit": advice.unit,
        "best": _action(advice.candidates[0]),
        "too_close": [_action(each) for each in advice.too_close],
        "equal": [_action(each) for each in advice.equals],
        "candidates": [_candidate(each) for each in advice.candidates],
        "worlds": advice.worlds,
        "possible": str(advice.count),
        "complete": advice.complete,
        "effective_worlds": round(advice.effective, 3),
        "models": list(advice.models),
        "known": list(advice.facts),
        "method": advice.method,
        "confidence": advice.confidence,
        "seed": advice.seed,
        "stopped": advice.stopped,
        "bounded": advice.bounded,
        "notes": list(advice.notes),
        "new_deal": _new_deal(advice),
    }


def _action(candidate: CandidateAdvice) -> str:
    return str(candidate.action)


def _new_deal(advice: Advice) -> dict[str, Any] | None:
    found = advice.new_deal
    if found is None:
        return None
    numbers = {"low": _number(found.low), "high": _number(found.high), "worth": found.worth}
    return {"rule": found.rule, "deals": found.deals, **numbers}


def _candidate(candidate: CandidateAdvice) -> dict[str, Any]:
    """One candidate; numbers to six digits, so that they are the same on every machine."""
    difference = candidate.difference
    payload: dict[str, Any] = {"action": _action(candidate)}
    if isinstance(candidate.action, TrumpCall):
        payload |= {"trump": candidate.action.strain.letter, "target": candidate.action.target}
    return payload | {
        "mean": _number(candidate.mean),
        "error": _number(candidate.error),
        "win": _number(candidate.win),
        "distribution": [[_number(paid), _number(share)] for paid, share in candidate.distribution],
        "difference": None
        if difference is None
        else {"mean": _number(difference.mean), "low": _number(difference.low), "high": _number(difference.high)},
        "close": candidate.close,
        "equal": candidate.equal,
    }


def _number(value: float | None) -> float | None:
    """A number as it is printed; none where it is not known or has no end."""
    return None if value is None or not math.isfinite(value) else round(value, 6) + 0.0
