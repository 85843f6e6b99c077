"""Advice as text that can be read at the table: what to do first, then what it rests on.

Amounts are those of the asking seat's side.  `close` marks what may be as good as the best for all that was examined.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from cli.render.deal import cards_text
from cli.render.report import SIDE_NAMES
from cli.render.style import Style, printable
from solver import Advice, CandidateAdvice, Card, HiddenTrump, Suit, TrumpCall, View, cards_of

#: Candidates that are listed; the JSON has all.
MOST = 12
#: Payoffs that are listed one by one; of more it is told what part of the deals pays no more than how much.
FEW = 6
#: A count of deals from which on it is rounded.
MANY = 1_000_000

VERBS = {"play": "Play", "trump": "Call", "bid": "Call"}
HEADINGS = {"play": "card", "trump": "trump", "bid": "call"}
REDEALS = {
    "caller_no_picture": "no king, queen or jack among the first cards",
    "caller_below_ten": "none of the first cards is above the nine",
    "hand_no_picture": "no king, queen or jack in the hand",
}
CHANCE, UNITS = "chance", "units"
MODELS = "chosen by how well they fit what the others did"
QUANTILES = (("10%", 0.1), ("25%", 0.25), ("half", 0.5), ("75%", 0.75))
#: Amounts from which on fractions are left out, and below which they need more digits.
LARGE, SMALL = 20, 0.2


def advice_text(advice: Advice, view: View, style: Style) -> str:
    """Everything about one piece of advice."""
    blocks = [
        _situation(advice, view, style),
        _new_deal(advice),
        _verdict(advice, style),
        _table(advice, style),
        _distributions(advice, style),
        _basis(advice),
    ]
    blocks.extend(f"Note: {printable(note)}" for note in advice.notes)
    return "\n\n".join(block for block in blocks if block)


def action_text(action: object, style: Style) -> str:
    """A card, a trump or a call, with the sign of its suit."""
    if isinstance(action, Card):
        return style.card(action)
    if isinstance(action, TrumpCall):
        sign = style.strain(action.strain)
        return f"{sign} {action.target}" if action.target else sign
    text = str(action)
    strain = getattr(getattr(action, "bid", None), "strain", None)
    if strain is not None and strain.suit is not None:
        return text.removesuffix(strain.letter) + style.suit(strain.suit)
    return text


def hidden_text(hidden: HiddenTrump, style: Style) -> str:
    """What is hidden: a suit, or the card that lies face down."""
    return style.suit(hidden.suit) if hidden.card is None else style.card(hidden.card)


def _situation(advice: Advice, view: View, style: Style) -> str:
    table = view.table
    held = view.hand & ~table.played_by[view.seat]
    hand = "  ".join(
        f"{style.suit(suit)} {''.join(card.rank.letter for card in cards_of(held) if card.suit is suit) or '-'}"
        for suit in Suit
    )
    size = view.sizes[view.seat]
    seen = f" ({held.bit_count()} of {size} cards seen)" if held.bit_count() < size else ""
    about = [f"{advice.game.title}, rules {advice.rules.text()} ({advice.rules.direction})"]
    if table.strain is not None:
        about.append(f"trump {style.strain(table.strain)}" if table.strain.suit is not None else table.strain.word)
    if table.setter is not None:
        hidden = table.trump if isinstance(table.trump, HiddenTrump) else None
        known = "" if hidden is None or table.is_veiled else f": {hidden_text(hidden, style)}"
        about.append(f"the trump is hidden, set by {table.setter.word}{known}")
    if view.contract is not None:
        by = f" by {view.declarer.word}" if view.declarer is not None else ""
        about.append(f"contract {printable(view.contract)}{by}")
    lines = ["; ".join(about), f"{view.seat.word} holds {hand}{seen}"]
    if view.auction is not None and advice.kind == "bid":
        calls = " ".join(f"{seat.letter}:{action_text(call, style)}" for seat, call in view.auction.calls)
        lines.append(f"Auction: {calls or 'nobody has spoken'}")
    if view.played or view.size < view.game.hand_size or any(table.taken):
        ns, ew = table.taken
        lines.append(f"N/S {ns}, E/W {ew} {advice.game.unit_of(advice.rules)} taken")
    if table.trick:
        seats = [table.leader.next(view.rules.direction, steps=turn) for turn in range(len(table.trick))]
        on_table = (f"{seat.word} {style.card(card)}" for seat, card in zip(seats, table.trick, strict=True))
        lines.append("On the table: " + ", ".join(on_table))
    lines.extend(f"Known: {printable(fact)}" for fact in advice.facts)
    return "\n".join(lines)


def _verdict(advice: Advice, style: Style) -> str:
    best = action_text(advice.best, style)
    verdict = f"{VERBS[advice.kind]} {style.emphasis(best)}"
    if len(advice.candidates) == 1:
        return f"{verdict}: there is no choice."
    sentences = []
    if advice.equals:
        sentences.append(f"As good in every deal examined: {_row(advice.equals, style)}.")
    if advice.too_close:
        sentences.append(f"Too close to call: {_row(advice.too_close, style)} may be as good.")
    if not sentences:
        return f"{verdict}: best of all possible deals." if advice.complete else f"{verdict}: clearly best."
    return " ".join([f"{verdict}.", *sentences])


def _new_deal(advice: Advice) -> str:
    """That a new deal may be asked for, and whether it pays."""
    found = advice.new_deal
    if found is None:
        return ""
    may = f"You may ask for a new deal ({REDEALS[found.rule]})"
    if found.low is None or found.high is None:
        return f"{may}."
    if found.worth:
        may = f"Ask for a new deal ({REDEALS[found.rule]})"
    elif found.worth is False:
        may += ", but keep this one"
    else:
        may += "; whether it pays is open"
    digits = _digits(advice)
    low, high, here = (digits.amount(value) for value in (found.low, found.high, advice.candidates[0].mean))
    bring = f"{found.deals:,} fresh deals bring {low} when called by length and honours and {high} when called best"
    return f"{may}: {bring}, this one {here}."


def _row(candidates: Sequence[CandidateAdvice], style: Style) -> str:
    shown = candidates[:MOST]
    cards = tuple(each.action for each in shown if isinstance(each.action, Card))
    parts = [cards_text(cards, style)] if cards else []
    parts += [action_text(each.action, style) for each in shown if not isinstance(each.action, Card)]
    text = ", ".join(parts)
    return text + (f" and {len(candidates) - MOST} more" if len(candidates) > MOST else "")


def _table(advice: Advice, style: Style) -> str:
    digits = _digits(advice)
    wins = any(each.win is not None for each in advice.candidates)
    percent = f"{advice.confidence * 100:g}%"
    rows = [[HEADINGS[advice.kind], "mean", "error"] + ["won"] * wins + [f"against the best ({percent} interval)"]]
    groups = _alike(advice.candidates)
    for group in groups[:MOST]:
        each = group[0]
        error = "?" if math.isinf(each.error) else digits.spread(each.error)
        row = [_row(group, style), digits.amount(each.mean), error]
        if wins:
            row.append("" if each.win is None else f"{100 * each.win:.0f}%")
        rows.append([*row, _against(each, digits, complete=advice.complete)])
    plain = [[_plain(cell) for cell in row] for row in rows]
    widths = [max(len(row[column]) for row in plain) for column in range(len(rows[0]))]
    lines = [f"{advice.unit[:1].upper()}{advice.unit[1:]} for {SIDE_NAMES[advice.seat.side]}:"]
    for row, bare in zip(rows, plain, strict=True):
        cells = []
        for column, (cell, text) in enumerate(zip(row, bare, strict=True)):
            pad = " " * (widths[column] - len(text))
            cells.append(cell + pad if column in (0, len(row) - 1) else pad + cell)
        lines.append("  " + "  ".join(cells).rstrip())
    if len(groups) > MOST:
        lines.append(f"  and {sum(map(len, groups[MOST:]))} more (--json has all)")
    return "\n".join(lines)


def _alike(candidates: Sequence[CandidateAdvice]) -> list[tuple[CandidateAdvice, ...]]:
    """Put together neighbours that were paid alike, the best first; equal ones count as the best."""
    groups: list[list[CandidateAdvice]] = []
    for each in candidates:
        last = groups[-1][0] if groups else None
        same = last is not None and (
            (each.equal and last.difference is None)
            or (each.distribution == last.distribution and each.difference == last.difference)
        )
        if same:
            groups[-1].append(each)
        else:
            groups.append([each])
    return [tuple(group) for group in groups]


@dataclass(frozen=True, slots=True)
class _Digits:
    """How amounts of one answer are written: chances in per cent, large amounts whole, small ones with a fraction."""

    chance: bool
    places: int
    sign: str = "+"

    def amount(self, value: float) -> str:
        """An amount with its sign, or a chance."""
        return self.spread(value) + "%" if self.chance else f"{value:{self.sign}.{self.places}f}"

    def spread(self, value: float) -> str:
        """The size of an error."""
        return f"{100 * value:.1f}" if self.chance else f"{value:.{self.places}f}"

    def difference(self, value: float) -> str:
        """A difference, in points of a hundred for chances."""
        return f"{100 * value:+.1f}" if self.chance else f"{value:+.{self.places}f}"

    def payoff(self, value: float) -> str:
        """One payoff: whole where it is."""
        if self.chance:
            return f"{100 * value:.0f}%"
        return f"{value:{self.sign}.0f}" if value == round(value) else self.amount(value)


def _digits(advice: Advice) -> _Digits:
    most = max(abs(paid) for each in advice.candidates for paid, _ in each.distribution)
    sign = "" if advice.objective == UNITS else "+"
    return _Digits(advice.objective == CHANCE, 0 if most >= LARGE else 2 if most >= SMALL else 3, sign)


def _plain(text: str) -> str:
    """Return *text* without what colours it."""
    parts = text.split("\x1b[")
    return parts[0] + "".join(part.partition("m")[2] for part in parts[1:])


def _against(candidate: CandidateAdvice, digits: _Digits, *, complete: bool) -> str:
    found = candidate.difference
    if found is None:
        return "best"
    if candidate.equal:
        return "the same in every deal"
    mean = digits.difference(found.mean)
    if complete:
        return mean
    interval = "" if math.isinf(found.low) else f" ({digits.difference(found.low)} to {digits.difference(found.high)})"
    return f"{mean}{interval}" + ("  close" if candidate.close else "")


def _distributions(advice: Advice, style: Style) -> str:
    """How often the first candidates are paid what."""
    digits = _digits(advice)
    shown = _alike(advice.candidates)[:4]
    payoffs = {paid for group in shown for paid, _ in group[0].distribution}
    if len(payoffs) <= 1:
        return ""
    lines = ["How often it pays what:"]
    for group in shown:
        each = group[0]
        if len(payoffs) <= FEW:
            shares: dict[str, float] = {}
            for paid, share in reversed(each.distribution):  # payoffs that are written alike count together
                shares[digits.payoff(paid)] = shares.get(digits.payoff(paid), 0.0) + share
            parts = [f"{paid} in {100 * share:.0f}%" for paid, share in shares.items()]
        else:
            parts = [f"{name} up to {digits.payoff(_quantile(each, part))}" for name, part in QUANTILES]
        lines.append(f"  {_row(group, style)}: {', '.join(parts)}")
    return "\n".join(lines)


def _quantile(candidate: CandidateAdvice, part: float) -> float:
    """Return the payoff that this part of the worlds does not go over."""
    total = 0.0
    for paid, share in candidate.distribution:
        total += share
        if total >= part - 1e-12:
            return paid
    return candidate.distribution[-1][0]


def _basis(advice: Advice) -> str:
    count = f"{advice.count:,}"
    if advice.count >= MANY:
        digits, _, power = f"{advice.count:.1e}".partition("e")
        count = f"{digits} x 10^{int(power)}"
    if advice.complete:
        text = f"All {count} possible deals were examined, so that nothing is left to chance"
        if advice.count == 1:
            text = "There is one possible deal, so that nothing is left to chance"
    else:
        text = f"{advice.worlds:,} of {count} possible deals were examined (seed {advice.seed})"
    if advice.models:
        text += f", {MODELS} ({', '.join(advice.models)}; worth {advice.effective:.0f} fair ones)"
    text += {
        "clear": "; the best was clear by then",
        "seconds": "; the time was over by then",
        None: "",
    }[advice.stopped]
    if advice.bounded:
        text += f"; in {advice.bounded} of them a limit left bounds, whose middle counts"
    return f"{text}. {_RULES.get(advice.method, '')}".rstrip()


_RULES = {
    "pimc": "In each, all cards are played as if they lay open (docs/advice.md).",
    "alphamu": "The seat's next decisions are the same in all of them that look the same to it (docs/advice.md).",
}
