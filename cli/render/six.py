"""What was found about deals of six players, as text for people and as JSON.

Sides are written by their players, `1-3-5` and `2-4-6`, in JSON `"135"` and `"246"`; players by their numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cli.render.report import cards_table, range_text
from cli.render.style import Style, printable
from solver import Card, OutcomeSolution, Payoff, Side, Strain, Suit, Value, game
from solver.six import Player, SixAnalysis, SixPosition, SixRecord, SixScored

SIX = "hakem/six/1"
SIX_SCORE = "hakem/six-score/1"

SIDE_NAMES = {Side.NS: "1-3-5", Side.EW: "2-4-6"}
SIDE_KEYS = {Side.NS: "135", Side.EW: "246"}

Payload = dict[str, Any]


# Text


def analysis_text(found: SixAnalysis, style: Style) -> str:
    """Everything about one record."""
    blocks = [_heading(found.record, style), *_found(found, style, cards=True), _mistakes(found, style)]
    blocks.extend(f"Note: {printable(note)}" for note in found.notes)
    return "\n\n".join(block for block in blocks if block)


def solve_text(found: SixAnalysis, style: Style, *, cards: bool) -> str:
    """Everything about one position that was asked for."""
    blocks = [_about(found.record, style), *_found(found, style, cards=cards)]
    return "\n\n".join(block for block in blocks if block)


def score_text(deal: SixScored, style: Style) -> str:
    """One round of a match in a line, after the head of the match for the first one."""
    record = deal.record
    lines = []
    winner, core = deal.score.winner, deal.after.core
    if deal.number == 1:
        about = f"{_about(record, style, trump=False)}; {_aim(deal)}"
        lines = [style.emphasis(printable(record.source or "deals")), about]
        lines.append(_row("round", "board", "dealer", deal.unit, "won by", "as", core.rules.score_unit, "match", "run"))
    lines.append(
        _row(
            str(deal.number),
            printable(record.board or ""),
            deal.before.dealer.letter,
            _pair(deal.amounts),
            "-" if winner is None else SIDE_NAMES[winner],
            deal.outcome,
            _pair(deal.gained),
            _pair(core.score),
            _pair(core.streak),
        )
    )
    return "\n".join(lines)


def match_text(last: SixScored, style: Style) -> str:
    """How the match stands after its last round."""
    core = last.after.core
    if core.winner is not None:
        with_tens = last.outcome == core.outright and not (core.target and core.progress[core.winner] >= core.target)
        won = core.outright if with_tens else f"{core.progress[core.winner]} {core.target_unit}"
        return style.emphasis(f"{SIDE_NAMES[core.winner]} win the match with {won}.")
    counted = core.progress
    aim = "" if core.target is None else f" of {core.target}"
    stands = f"{SIDE_NAMES[Side.NS]} {counted[0]}, {SIDE_NAMES[Side.EW]} {counted[1]}{aim} {core.target_unit}"
    return f"{stands}; next, {last.after.dealer.word} deals and {last.after.leader.word} leads."


def _aim(deal: SixScored) -> str:
    """What wins the match."""
    core = deal.before.core
    aim = "played for time" if core.target is None else f"first to {core.target} {core.target_unit}"
    return aim if core.outright is None else f"{aim}, or {core.outright}"


def _row(*cells: str) -> str:
    widths = (5, 6, 6, 11, 6, 15, 6, 6, 5)
    first, *rest = cells
    columns = [first.rjust(widths[0]), *(cell.ljust(width) for cell, width in zip(rest, widths[1:], strict=True))]
    return "  ".join(columns).rstrip()


def _heading(record: SixRecord, style: Style) -> str:
    place = ", ".join(printable(part) for part in (record.source, record.label) if part)
    return style.emphasis(place) + "\n" + _about(record, style)


def _about(record: SixRecord, style: Style, *, trump: bool = True) -> str:
    """Game, rules, trump, dealer and leader in a line."""
    title = f"{game('dehla-pakad').title}, three packs, six players"
    about = [title, f"rules {record.rules.text()} ({record.rules.direction})"]
    if trump:
        about.append(_trump(record.strain, style))
        if record.dealer is not None:
            about.append(f"dealer {record.dealer}")
        if record.leader is not None:
            about.append(f"{record.leader.word} {'led' if record.trick else 'leads'}")
    return "; ".join(about)


def _trump(strain: Strain | None, style: Style) -> str:
    return "trump not fixed yet" if strain is None else f"trump {style.strain(strain)}"


def _found(found: SixAnalysis, style: Style, *, cards: bool) -> list[str]:
    """The position, the answer to a question, the value, the cards and a line."""
    position = found.position
    unit = game("dehla-pakad").unit_of(position.rules)
    blocks = [_hands(position, style), _state(position, unit, style)]
    if found.answer is not None:
        words = {True: "yes", False: "no", None: "not known"}[found.answer.answer]
        blocks.append(
            f"At least {found.answer.target} {unit} for {SIDE_NAMES[found.answer.side]}: {style.emphasis(words)}"
        )
    if found.cards is None or found.line is None:
        return blocks
    value = found.cards.value
    sides = ", ".join(f"{name} {range_text(value, side)}" for side, name in SIDE_NAMES.items())
    blocks.append(f"Value: {sides} ({unit} of the whole deal, best play by both sides)")
    if cards and found.cards.cards:
        blocks.append(cards_table(found.cards, position.to_move.word, SIDE_NAMES, style))
    if cards and found.line.cards:
        blocks.append(_line(found.line.cards, position, style))
    if found.outcome is not None:
        blocks.append(_outcome(found.outcome, position.to_move.side, style))
    if found.stopped is not None:
        blocks.append(f"Stopped by its limit of {found.stopped}: a range holds the true value.")
    return blocks


def _outcome(outcome: OutcomeSolution, side: Side, style: Style) -> str:
    """What a deal pays, and after every card, the best first for the side to move."""
    words = ", ".join(f"{name} {_payoff(outcome.payoff.bounds(each))}" for each, name in SIDE_NAMES.items())
    groups: dict[tuple[int, int], list[str]] = {}
    for entry in outcome.cards:
        groups.setdefault(entry.payoff.bounds(side), []).append(style.card(entry.card))
    lines = [f"Outcome: {words} ({outcome.unit}, both sides playing for them)"]
    lines.extend(
        f"  {_payoff(bounds):>8} for {SIDE_NAMES[side]}: {' '.join(groups[bounds])}"
        for bounds in sorted(groups, reverse=True)
    )
    return "\n".join(lines)


def _payoff(bounds: tuple[int, int]) -> str:
    low, high = bounds
    return f"{low:+d}" if low == high else f"{low:+d} to {high:+d}"


def _hands(position: SixPosition, style: Style) -> str:
    """The hands, one a line."""
    rows = []
    for player in Player:
        hand = position.deal[player]
        ranks = {suit: "".join(card.rank.letter for card in hand if card.suit is suit) or "-" for suit in Suit}
        rows.append(f"  {player}  " + "  ".join(f"{style.suit(suit)} {held}" for suit, held in ranks.items()))
    return "\n".join(rows)


def _state(position: SixPosition, unit: str, style: Style) -> str:
    """What was taken, what is trump, what is on the table, whose turn it is."""
    ours, theirs = position.taken
    taken = f"{SIDE_NAMES[Side.NS]} {ours}, {SIDE_NAMES[Side.EW]} {theirs} {unit} taken"
    text = f"{taken}; {_trump(position.strain, style)}"
    if position.is_over:
        return f"{text}; all cards are played."
    if not position.trick:
        return f"{text}; {position.to_move.word} to lead."
    table = ", ".join(
        f"{position.leader.next(position.direction, steps=turn)} {style.card(card)}"
        for turn, card in enumerate(position.trick)
    )
    return f"{text}; on the table {table}; {position.to_move.word} to play."


def _line(cards: Sequence[Card], position: SixPosition, style: Style) -> str:
    """The line trick by trick, each opened by the player who leads it."""
    at = position.copy()
    tricks = [(at.leader, [style.aside(style.card(card)) for card in at.trick])] if at.trick else []
    for card in cards:
        if not at.trick:
            tricks.append((at.to_move, []))
        tricks[-1][1].append(style.card(card))
        at.push(card)
    return "\n".join(["Best line:", *(f"  {player}: {' '.join(words)}" for player, words in tricks)])


def _mistakes(found: SixAnalysis, style: Style) -> str:
    """The recorded cards that cost something."""
    if not found.record.played or found.cards is None:
        return ""
    unit = game("dehla-pakad").unit_of(found.record.rules)
    lines = []
    for mistake in found.mistakes:
        side = mistake.player.side
        cost = f"cost {SIDE_NAMES[side]} {mistake.cost} ({mistake.before.of(side)} to {mistake.after.of(side)})"
        better = " ".join(style.card(card) for card in mistake.better)
        where = f"trick {mistake.trick}, card {mistake.ply}: {mistake.player.word} {style.card(mistake.card)}"
        lines.append(f"  {where} {cost}; better: {better}")
    if lines:
        lines.insert(0, f"Recorded cards that cost {unit}:")
    elif not found.unchecked:
        lines.append(f"No recorded card cost {unit}.")
    if found.unchecked:
        lines.append(f"Not examined: the first {found.unchecked} recorded cards.")
    return "\n".join(lines)


def _pair(pair: tuple[int, int]) -> str:
    return f"{pair[0]}-{pair[1]}"


# JSON


def solve_payload(found: SixAnalysis, *, cards: bool, objective: str | None = None) -> Payload:
    """What `hakem solve` answers."""
    payload = _common(found, objective)
    for key in () if cards else ("cards", "line"):
        del payload[key]
    answer = found.answer
    if answer is not None:
        payload["at_least"] = {"k": answer.target, "side": SIDE_KEYS[answer.side], "answer": answer.answer}
    return payload


def analyze_payload(found: SixAnalysis, *, objective: str | None = None) -> Payload:
    """What `hakem analyze` found for one deal."""
    return _common(found, objective) | {
        "mistakes": [
            {
                "ply": mistake.ply,
                "trick": mistake.trick,
                "player": mistake.player.letter,
                "card": mistake.card.text,
                "cost": mistake.cost,
                "better": [card.text for card in mistake.better],
                "before": _value(mistake.before),
                "after": _value(mistake.after),
            }
            for mistake in found.mistakes
        ],
        "unchecked": found.unchecked,
        "notes": list(found.notes),
    }


def score_payload(deal: SixScored) -> Payload:
    """What `hakem score` found for one round."""
    record, core = deal.record, deal.after.core
    winner = deal.score.winner
    return {
        "schema": SIX_SCORE,
        "source": record.source,
        "number": record.number,
        "board": record.board,
        "at_line": record.line,
        "rules": record.rules.text(),
        "round": deal.number,
        "dealer": deal.before.dealer.letter,
        "unit": deal.unit,
        "taken": _sides(deal.amounts),
        "winner": None if winner is None else SIDE_KEYS[winner],
        "outcome": deal.outcome,
        "score_unit": core.rules.score_unit,
        "score": _sides(deal.gained),
        "after": {
            "score": _sides(core.score),
            "streak": _sides(core.streak),
            "dealer": deal.after.dealer.letter,
            "winner": None if core.winner is None else SIDE_KEYS[core.winner],
        },
        "differences": list(deal.differences),
    }


def _common(found: SixAnalysis, objective: str | None) -> Payload:
    """The record, the position and what was found about it."""
    record, position = found.record, found.position
    payload: Payload = {
        "schema": SIX,
        "source": record.source,
        "number": record.number,
        "board": record.board,
        "at_line": record.line,
        "rules": record.rules.text(),
        "deal": str(record.deal),
        "trump": None if record.strain is None else record.strain.letter,
        "leader": None if record.leader is None else record.leader.letter,
        "played": [play.card.text for play in record.played],
        "trump_now": None if position.strain is None else position.strain.letter,
        "taken": _sides(position.taken),
        "to_move": None if position.is_over else position.to_move.letter,
        "unit": game("dehla-pakad").unit_of(record.rules),
        "value": None if found.cards is None else _value(found.cards.value),
        "cards": None
        if found.cards is None
        else [{"card": entry.card.text, **_value(entry.value)} for entry in found.cards.cards],
        "line": None if found.line is None else [card.text for card in found.line.cards],
        "exact": found.exact,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 6),
        "stopped": found.stopped,
    }
    if found.outcome is not None:
        payload["outcome"] = {
            "objective": objective,
            "unit": found.outcome.unit,
            **_paid(found.outcome.payoff),
            "cards": [{"card": entry.card.text, **_paid(entry.payoff)} for entry in found.outcome.cards],
        }
    return payload


def _paid(payoff: Payoff) -> Payload:
    """What both sides get; where only bounds are known both are null and the bounds stand beside them."""
    if payoff.exact:
        return {key: payoff.of(side) for side, key in SIDE_KEYS.items()}
    bounds = {key: list(payoff.bounds(side)) for side, key in SIDE_KEYS.items()}
    return {**dict.fromkeys(SIDE_KEYS.values()), "bounds": bounds}


def _value(value: Value) -> Payload:
    """Both sides' units; where only bounds are known both are null and the bounds stand beside them."""
    if value.exact:
        return {key: value.of(side) for side, key in SIDE_KEYS.items()}
    bounds = {key: list(value.bounds(side)) for side, key in SIDE_KEYS.items()}
    return {**dict.fromkeys(SIDE_KEYS.values()), "bounds": bounds}


def _sides(pair: tuple[int, int]) -> Payload:
    return dict(zip(SIDE_KEYS.values(), pair, strict=True))
