"""What was found, as text for people.

Every number says for whom it counts: both sides side by side, or the side of the seat that leads.  A range such as
``6-8`` is what a stopped search knows for certain.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cli.render.deal import cards_text, diagram
from cli.render.style import Style, printable
from solver import (
    Analysis,
    BestContract,
    Card,
    CardsSolution,
    CardValue,
    Deal,
    Game,
    HiddenTrump,
    Line,
    Mistake,
    OutcomeReport,
    OutcomeSolution,
    Par,
    Payoff,
    Pile,
    Position,
    PositionReport,
    Record,
    Rules,
    Seat,
    Side,
    Strain,
    TableSolution,
    TrumpState,
    Value,
)

SIDE_NAMES = {Side.NS: "N/S", Side.EW: "E/W"}
TRICKS_A_LINE = 3
STOPPED = {"seconds": "its limit of seconds", "nodes": "its limit of nodes", "cancelled": "a request to stop"}


def analysis_text(analysis: Analysis, style: Style, *, outcome: OutcomeReport | None = None) -> str:
    """Everything about one record: diagram, table, cards, best line, mistakes."""
    record = analysis.record
    blocks = [_heading(record, style)]
    if analysis.deal is not None:
        blocks.append(diagram(analysis.deal, style))
    if record.trick and record.leader is not None:
        blocks.append("On the table: " + _trick(record.trick, record.leader, record, style))
    if analysis.table is not None:
        blocks.append(table_text(analysis.table, _unit(record), style))
    if analysis.par is not None:
        blocks.append(par_text(analysis.par, _unit(record), style))
    if analysis.report is not None:
        position = analysis.report.position
        if record.played:
            blocks.append(_after(position, len(record.played), style))
        blocks.append(verdict_text(analysis.report, style))
        if outcome is not None:
            blocks.append(outcome_text(outcome.outcome, position.to_move, style))
        blocks.append(_mistakes(analysis, style))
        if outcome is not None:
            blocks.append(_outcome_mistakes(outcome, len(record.played), style))
    blocks.extend(f"Note: {printable(note)}{_remedy(note)}" for note in analysis.notes)
    blocks.append(_stopped(analysis.stopped))
    return "\n\n".join(block for block in blocks if block)


def _remedy(note: str) -> str:
    """The option that says what a record leaves out."""
    options = {"the trump is not known": "--trump", "the leader is not known": "--leader"}
    return next((f" (say it with {option})" for words, option in options.items() if note.endswith(words)), "")


def solve_text(report: PositionReport, style: Style, *, outcome: OutcomeSolution | None = None) -> str:
    """Everything about one position that was asked for."""
    position = report.position
    blocks = [
        position_heading(position, style),
        diagram(position.deal, style),
        state_text(position, style),
    ]
    if report.answer is not None:
        words = {True: "yes", False: "no", None: "not known"}[report.answer.answer]
        unit = _count(report.answer.target, position.game.unit_of(position.rules))
        question = f"At least {unit} for {SIDE_NAMES[report.answer.side]}: "
        blocks.append(question + style.emphasis(words))
    blocks.append(verdict_text(report, style))
    if outcome is not None:
        blocks.append(outcome_text(outcome, position.to_move, style))
    blocks.append(_stopped(report.stopped))
    return "\n\n".join(block for block in blocks if block)


def position_heading(position: Position, style: Style) -> str:
    """The game, its rules and the trump, in a line."""
    return f"{_game(position.game, position.rules)}; {_trump_of(position, style)}"


def verdict_text(report: PositionReport, style: Style) -> str:
    """The value of a position, of its cards, and a best line."""
    position = report.position
    unit = position.game.unit_of(position.rules)
    how = "best play by both sides" if position.shares_all else "as many as each can make sure of"
    value = f"Value: {_sides(report.value)} ({unit} of the whole deal, {how})"
    parts = [value]
    if report.cards is not None and report.cards.cards:
        parts.append(cards_table(report.cards, position.to_move.word, SIDE_NAMES, style) + _fixing(position, style))
    if report.line is not None and report.line.cards:
        parts.append(_line(report.line, position, style))
    return "\n\n".join(parts)


def outcome_text(outcome: OutcomeSolution, seat: Seat, style: Style) -> str:
    """What a deal pays under the stakes, and after every card, the best first for the side to move."""
    words = ", ".join(f"{name} {_payoff(outcome.payoff, side)}" for side, name in SIDE_NAMES.items())
    parts = [f"Outcome: {words} ({outcome.unit}, both sides playing for them)"]
    groups: dict[tuple[int, int], list[Card]] = {}
    for entry in outcome.cards:
        groups.setdefault(entry.payoff.bounds(seat.side), []).append(entry.card)
    for bounds in sorted(groups, reverse=True):
        low, high = bounds
        amount = f"{low:+d}" if low == high else f"{low:+d} to {high:+d}"
        parts.append(f"  {amount:>8} for {SIDE_NAMES[seat.side]}: {cards_text(tuple(groups[bounds]), style)}")
    return "\n".join([*parts, *([_stopped(outcome.stopped)] if outcome.stopped else [])])


def _payoff(payoff: Payoff, side: Side) -> str:
    low, high = payoff.bounds(side)
    return f"{low:+d}" if low == high else f"{low:+d} to {high:+d}"


def table_text(table: TableSolution, unit: str, style: Style) -> str:
    """The table of a deal: a row a leader, a column a strain."""
    rows = {
        leader: [range_text(row[leader], leader.side) for row in table.values.values()]
        for leader in next(iter(table.values.values()))
    }
    width = max(4, *(len(cell) + 2 for cells in rows.values() for cell in cells))
    signs = [
        ("?", "?") if strain is None else (strain.symbol if style.signs else strain.letter, style.strain(strain))
        for strain in table.values
    ]
    heading = "".join(" " * (width - len(plain)) + painted for plain, painted in signs)
    lines = [f"{unit.capitalize()} for the side of the seat that leads:", "  leads" + heading]
    lines.extend(f"  {leader.word:<5}" + "".join(cell.rjust(width) for cell in cells) for leader, cells in rows.items())
    return "\n".join(lines)


def par_text(par: Par, unit: str, style: Style) -> str:
    """The best contract of each side: what it takes, and the lines of both sides, its own first."""
    lines = [f"Best contract of each side with open cards, {par.leader.word} leading:"]
    for side, name in SIDE_NAMES.items():
        best = par.of(side)
        if best is None:
            lines.append(f"  {name}  none")
        else:
            taken = f"{best.units[side]} {unit}" + (f" and belote {best.extra[side]}" if best.extra[side] else "")
            score = f"scores {best.score[side]} to {best.score[side.other]}"
            lines.append(f"  {name}  {_contract(best, style)}: {taken}, {score}")
    return "\n".join(lines)


def _contract(best: BestContract, style: Style) -> str:
    """The contract with the sign of its suit, which its text ends in."""
    suit = best.strain.suit
    return best.contract if suit is None else best.contract.removesuffix(suit.letter) + style.suit(suit)


def version_text(facts: Mapping[str, object]) -> str:
    """One line a fact, the program first."""
    lines = [f"hakem {facts['hakem']}"]
    lines.extend(
        f"{name}: {', '.join(fact) if isinstance(fact, list) else fact}"
        for name, fact in facts.items()
        if name != "hakem"
    )
    return "\n".join(lines)


def _heading(record: Record, style: Style) -> str:
    place = ", ".join(printable(part) for part in (record.source, record.label) if part)
    about = [_game(record.game, record.rules), _trump_of_record(record, style)]
    if record.game is not None and record.game.name == "coinche" and record.contract is not None:
        by = f" by {record.declarer.word}" if record.declarer is not None else ""
        about.append(f"contract {printable(record.contract)}{by}")
    about.extend(
        f"{what} {seat.word}" for what, seat in (("dealer", record.dealer), ("hakem", record.hakem)) if seat is not None
    )
    if record.leader is not None:
        about.append(f"{record.leader.word} {'led' if record.trick else 'leads'}")
    return style.emphasis(place) + "\n" + "; ".join(about)


def _game(game: Game | None, rules: Rules | None) -> str:
    assert game is not None
    assert rules is not None
    return f"{game.title}, rules {rules.text()} ({rules.direction})"


def _trump_of_record(record: Record, style: Style) -> str:
    trump = record.strain if record.hidden is None else record.hidden
    return _trump(trump, style, game=record.game, rules=record.rules)


def _trump_of(position: Position, style: Style) -> str:
    return _trump(position.trump_state, style, game=position.game, rules=position.rules)


def _trump(strain: TrumpState, style: Style, *, game: Game | None, rules: Rules | None) -> str:
    if isinstance(strain, HiddenTrump):
        what = "" if strain.card is None else f", {style.card(strain.card)} face down"
        return f"trump {style.suit(strain.suit)} hidden (set by {strain.setter.word}{what})"
    if strain is None:
        open_trump = game is not None and rules is not None and game.trump_may_be_open(rules)
        return "trump not fixed yet" if open_trump else "trump not known"
    words = {Strain.NO_TRUMP: "no trump", Strain.ALL_TRUMP: "all suits trump"}
    return words.get(strain) or f"trump {style.strain(strain)}"


def _after(position: Position, cards: int, style: Style) -> str:
    """The position that the recorded play led to."""
    text = f"After {cards} recorded card{'s' if cards != 1 else ''}:"
    if not position.is_over:
        text += f"\n\n{diagram(position.deal, style)}\n"
    return f"{text}\n{state_text(position, style)}"


def state_text(position: Position, style: Style) -> str:
    """What was taken, what is on the table, whose turn it is."""
    ns, ew = position.taken
    taken = f"N/S {ns}, E/W {ew} {position.game.unit_of(position.rules)} taken{_middle(position)}"
    taken += _fixed(position, style) + _undealt(position)
    if position.is_over:
        return f"{taken}; all cards are played."
    if position.trick:
        on_table = _trick(position.trick, position.leader, position, style)
        return f"{taken}; on the table {on_table}; {position.to_move.word} to play."
    return f"{taken}; {position.to_move.word} to lead."


def _middle(position: Position) -> str:
    """Say what lies in the middle, and whose win of the last trick counts, where tricks wait there."""
    middle = position.carry
    if not isinstance(middle, Pile) or position.is_over:
        return ""
    winner = "" if middle.winner is None else f" ({middle.winner.word} won the last trick)"
    return f"; {middle.size} in the middle{winner}"


def _fixed(position: Position, style: Style) -> str:
    """Say which cards of the play fixed or showed the trump, if some did."""
    at = position.copy()
    after = at.trump_state
    said = ""
    while at.history:
        card = at.undo()
        before, by = at.trump_state, f"{at.to_move.word} {style.card(card)}"
        if isinstance(after, HiddenTrump) and before is None:
            said = f"; trump {style.suit(after.suit)} noted by {by}, hidden{said}"
        elif isinstance(after, Strain) and isinstance(before, HiddenTrump):
            said = f"; trump {style.strain(after)}, shown with {by}{said}"
        elif isinstance(after, Strain) and before is None:
            said = f"; trump {style.strain(after)}, fixed by {by}{said}"
        after = before
    return said


def _undealt(position: Position) -> str:
    """Say which cards are in play where others are dealt only later."""
    if not position.undealt:
        return ""
    first = Deal.of([hand & ~position.undealt for hand in position.hands])
    return f"; in play until the trump is fixed: {first}"


def _fixing(position: Position, style: Style) -> str:
    """Say what the card to be played does to the trump: all that are legal do, or some may."""
    plays = position.legal_plays()
    hidden, trump = position.hidden, position.trump_state
    if not position.trick or isinstance(trump, Strain):
        return ""
    led, seat = style.suit(position.trick[0].suit), position.to_move.word
    after = position.copy()
    after.push(plays[0])
    does = ""
    if hidden is not None and plays[-1].asks:
        does = f"may ask for the hidden trump {style.suit(hidden.suit)}: cards with ? do."
    elif hidden is not None and after.hidden is None:
        does = f"shows the hidden trump {style.suit(hidden.suit)} with whatever card is played."
    elif hidden is None and after.hidden is not None:
        does = "notes the trump in secret: it is written after the card."
    elif hidden is None and after.strain is not None and plays[0].names is not None:
        does = "names the trump: it is written after the card."
    elif hidden is None and after.strain is not None:
        yet = " among the cards dealt so far" if position.undealt else ""
        return f"\n\n{seat} has no {led}{yet}, and no trump is fixed yet: the suit of the card played becomes trump."
    return f"\n\n{seat} has no {led} to play and {does}" if does else ""


def _trick(trick: Sequence[Card], leader: Seat, owner: Position | Record, style: Style) -> str:
    seats = [leader.next(owner.direction, steps=turn) for turn in range(len(trick))]
    return ", ".join(f"{seat.word} {style.card(card)}" for seat, card in zip(seats, trick, strict=True))


def cards_table(cards: CardsSolution, who: str, names: Mapping[Side, str], style: Style) -> str:
    """Every legal card under its value, the best first; *who* plays, *names* are those of the sides."""
    groups: dict[tuple[int, ...], list[CardValue]] = {}
    for entry in cards.cards:
        least, most = entry.value.bounds(cards.side.other)
        groups.setdefault((*entry.value.bounds(cards.side), -most, -least), []).append(entry)
    best = set(cards.best)
    lines = [f"  {'   '.join(names.values())}   {who} plays"]
    for bounds in sorted(groups, reverse=True):
        entries = groups[bounds]
        amounts = (range_text(entries[0].value, side).rjust(len(name)) for side, name in names.items())
        row = f"  {'   '.join(amounts)}   " + cards_text(tuple(entry.card for entry in entries), style)
        lines.append(row + ("   " + style.emphasis("best") if entries[0].card in best else ""))
    return "\n".join(lines)


def _line(line: Line, position: Position, style: Style) -> str:
    """The line trick by trick, each opened by the seat that leads it; a trick on the table comes first and whole."""
    at = position.copy()
    tricks = [(at.leader, [style.aside(style.card(card)) for card in at.trick])] if at.trick else []
    fixed = []
    for card in line.cards:
        if not at.trick:
            tricks.append((at.to_move, []))
        tricks[-1][1].append(style.card(card))
        seat, before = at.to_move, at.trump_state
        at.push(card)
        if at.strain is not None and not isinstance(before, Strain):
            shows = "shows" if isinstance(before, HiddenTrump) else "makes"
            trump = f"{style.strain(at.strain)} trump" if shows == "makes" else f"the trump {style.strain(at.strain)}"
            fixed.append(f"{seat.word} {style.card(card)} {shows} {trump}.")
    words = [f"{seat.letter}: {' '.join(cards)}" for seat, cards in tricks]
    rows = ["    ".join(words[start : start + TRICKS_A_LINE]) for start in range(0, len(words), TRICKS_A_LINE)]
    heading = "Best line" if line.exact else "Best line as far as known"
    heading += ", from the trick on the table:" if position.trick else ":"
    return "\n".join([heading, *(f"  {row}" for row in (*rows, *fixed))])


def _mistakes(analysis: Analysis, style: Style) -> str:
    if not analysis.record.played:
        return ""
    unit = _unit(analysis.record)
    lines = [_mistake(mistake, unit, style) for mistake in analysis.mistakes]
    if lines:
        lines.insert(0, f"Recorded cards that cost {unit}:")
    elif not analysis.unchecked:
        lines.append(f"No recorded card cost {_article(unit)}.")
    if analysis.unchecked:
        lines.append(f"Not examined, because the search was stopped: the first {analysis.unchecked} recorded cards.")
    return "\n".join(lines)


def _outcome_mistakes(report: OutcomeReport, played: int, style: Style) -> str:
    """The recorded cards after which the deal paid less."""
    if not played:
        return ""
    unit = report.outcome.unit
    lines = []
    for mistake in report.mistakes:
        side = mistake.seat.side
        cost = f"cost {SIDE_NAMES[side]} {mistake.cost} ({mistake.before.of(side):+d} to {mistake.after.of(side):+d})"
        where = f"trick {mistake.trick}, card {mistake.ply}: {mistake.seat.word} {style.card(mistake.card)}"
        lines.append(f"  {where} {cost}; better: {cards_text(mistake.better, style)}")
    if lines:
        lines.insert(0, f"Recorded cards that cost {unit}:")
    elif not report.unchecked:
        lines.append(f"No recorded card cost {unit}.")
    if report.unchecked:
        lines.append(f"Not examined for {unit}: the first {report.unchecked} recorded cards.")
    return "\n".join(lines)


def _mistake(mistake: Mistake, unit: str, style: Style) -> str:
    side = mistake.seat.side
    cost = (
        f"cost {SIDE_NAMES[side]} {_count(mistake.cost, unit)} ({mistake.before.of(side)} to {mistake.after.of(side)})"
    )
    where = f"trick {mistake.trick}, card {mistake.ply}"
    return (
        f"  {where}: {mistake.seat.word} {style.card(mistake.card)} {cost}; better: {cards_text(mistake.better, style)}"
    )


def _stopped(reason: str | None) -> str:
    if reason is None:
        return ""
    return f"Stopped by {STOPPED.get(reason, reason)}: a range holds the true value."


def _sides(value: Value) -> str:
    return ", ".join(f"{name} {range_text(value, side)}" for side, name in SIDE_NAMES.items())


def range_text(value: Value, side: Side) -> str:
    """What a side takes: a number, or what a stopped search knows of it: `6-8`."""
    lower, upper = value.bounds(side)
    return str(lower) if lower == upper else f"{lower}-{upper}"


def _unit(record: Record) -> str:
    return record.game.unit_of(record.rules) if record.game is not None and record.rules is not None else "units"


def _count(amount: int, unit: str) -> str:
    return f"{amount} {unit.removesuffix('s') if amount == 1 else unit}"


def _article(unit: str) -> str:
    return f"a {unit.removesuffix('s')}"
