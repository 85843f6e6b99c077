"""Puzzles as text for people: what is asked, why the solution is one, and what a check found."""

from __future__ import annotations

from collections.abc import Sequence

from cli.render.deal import cards_text, diagram
from cli.render.report import SIDE_NAMES, TRICKS_A_LINE, position_heading, state_text
from cli.render.style import Style, printable
from solver import Card, Position, Seat, Side
from solver.puzzles import Explanation, Feat, Goal, Puzzle, PuzzleReport, Refutation, Step, Variation

SIDES = {Side.NS: "North and South", Side.EW: "East and West"}
DOTS = 5
MOST_VARIATIONS = 8


def puzzle_text(puzzle: Puzzle, style: Style) -> str:
    """A puzzle as it is set: no word about its solution."""
    position = puzzle.position
    heading = [style.emphasis(printable(puzzle.name + (f": {puzzle.title}" if puzzle.title else "")))]
    # A source in words names author and year itself.
    author, date = ("" if part in puzzle.source else part for part in (puzzle.author, puzzle.date))
    origin = ", ".join(printable(part) for part in (author, puzzle.source, date) if part)
    if origin:
        heading.append(origin)
    heading.extend(printable(line) for line in puzzle.about)
    hard = f"; difficulty {puzzle.difficulty} of {DOTS}" if puzzle.difficulty else ""
    heading.append(position_heading(position, style) + hard)
    goal = f"Goal: {goal_text(puzzle.goal, position)}"
    return "\n\n".join(
        ["\n".join(heading), diagram(position.deal, style), state_text(position, style), style.emphasis(goal)]
    )


def goal_text(goal: Goal, position: Position) -> str:
    """The goal in a sentence."""
    who = SIDES[goal.side]
    if goal.what is Feat.CAPOT:
        return f"{who} win all tricks (capot)."
    if goal.what is Feat.SWEEP:
        return f"{who} win every trick that is left, for all thirteen (sweep)."
    if goal.what is Feat.KOT and position.game.name == "dehla-pakad":
        return f"{who} take all four tens (kot)."
    if goal.what is Feat.KOT:
        more = 7 - position.taken[goal.side]
        count = "the next trick" if more == 1 else f"the next {more} tricks"
        return f"{who} win {count}, and so the first seven (kot)."
    assert goal.amount is not None
    taken = position.taken[goal.side]
    unit = str(goal).partition(" ")[2].partition(" ")[2]
    if position.total - position.taken[goal.side.other] == goal.amount:
        return f"{who} take all {goal.amount} {unit}{' of the deal' if taken else ''}."
    already = f", those taken before ({taken}) included" if taken else ""
    return f"{who} take at least {goal.amount} {unit}{already}."


def list_text(puzzles: Sequence[Puzzle], style: Style) -> str:
    """A line a puzzle."""
    width = max((len(puzzle.name) for puzzle in puzzles), default=0)
    lines: list[str] = []
    game = ""
    for puzzle in puzzles:
        if puzzle.game != game:
            game = puzzle.game
            lines += ([""] if lines else []) + [style.emphasis(puzzle.position.game.title)]
        level = "*" * puzzle.difficulty + "." * (DOTS - puzzle.difficulty)
        cards = f"{puzzle.cards} card{'s' if puzzle.cards != 1 else ''}"
        lines.append(
            f"  {puzzle.name:<{width}}  {level}  {cards:<8}  {puzzle.goal!s:<14}  {printable(puzzle.title)}".rstrip()
        )
    count = f"{len(puzzles)} puzzle{'s' if len(puzzles) != 1 else ''}"
    lines += ["", f"{count}. Play one: hakem puzzle try {puzzles[0].name}"] if puzzles else [f"{count}."]
    return "\n".join(lines)


def explanation_text(puzzle: Puzzle, explanation: Explanation, style: Style) -> str:
    """The solution: the first card and why no other, the main line, the variations, and what the graph counts."""
    seat = puzzle.position.to_move
    key = " or ".join(style.card(card) for card in explanation.key)
    blocks = [style.emphasis(f"{seat.word} plays {key}.")]
    if explanation.duals:
        others = ", ".join(_group(group, style) for group in explanation.duals)
        blocks.append(f"Other first cards reach the goal too: {others}.")
    blocks.append("\n".join(_refuted(each, puzzle.position, style) for each in explanation.refutations))
    blocks.append("Main line:\n" + _main_line(explanation.main_line, style))
    blocks.append("\n".join(_facts(explanation, style)))
    shown = explanation.variations[:MOST_VARIATIONS]
    if shown:
        lines = ["Other defences:"] + [_variation(each, explanation.main_line, style) for each in shown]
        if len(explanation.variations) > len(shown):
            lines.append(f"  and {len(explanation.variations) - len(shown)} more (hakem puzzle solve --graph)")
        blocks.append("\n".join(lines))
    blocks.append(_counts(explanation))
    return "\n\n".join(block for block in blocks if block)


def keys_text(puzzle: Puzzle, keys: Sequence[Sequence[Card]], style: Style) -> str:
    """The first cards that reach the goal, where there is no more to say."""
    cards = ", or ".join(" or ".join(style.card(card) for card in group) for group in keys)
    return style.emphasis(f"{puzzle.position.to_move.word} plays {cards}.")


def check_text(report: PuzzleReport, style: Style) -> str:
    """Whether a puzzle is sound, in a line or in one a reason."""
    name = printable(report.puzzle.name)
    if not report.sound:
        reasons = [f"  {fault.message}" for fault in report.faults]
        return "\n".join([f"{name}: {style.emphasis('not sound')}", *reasons])
    words = [f"{name}: sound", f"first card {_group(report.keys[0], style)}"]
    if report.solution is not None and report.study is not None:
        words.append(f"difficulty {report.study.difficulty}")
        words.append(f"{report.study.defences} different defence{'s' if report.study.defences != 1 else ''}")
        words.append(f"graph of {len(report.solution.nodes)} positions")
    else:
        words.append("proved by search; too large for a solution graph")
    if report.duals:
        words.append(f"later duals in {report.duals} positions")
    return "; ".join(words)


def card_played(seat: Seat, card: Card, style: Style, *, forced: bool = False) -> str:
    """A card as it is played in an attempt."""
    return f"{seat.word} plays {style.card(card)}" + (" (the only card)." if forced else ".")


def trick_won(position: Position) -> str:
    """Who won the trick that was just finished, and what each side has."""
    ns, ew = position.taken
    unit = position.game.unit_of(position.rules)
    return f"{position.to_move.word} wins the trick: N/S {ns}, E/W {ew} {unit}."


def table_text(position: Position, style: Style) -> str:
    """The hands, and what is on the table, in an attempt."""
    return f"\n{diagram(position.deal, style)}\n{state_text(position, style)}"


def line_text(position: Position, line: Sequence[Card], style: Style) -> str:
    """A line of play in a row: each trick opened by the seat that leads it."""
    return "    ".join(_tricks(position, line, style))


def _tricks(position: Position, line: Sequence[Card], style: Style) -> list[str]:
    """The tricks of a line of play, each opened by the seat that leads it."""
    at = position.copy()
    tricks: list[str] = []
    for card in line:
        if not tricks or not at.trick:
            tricks.append(f"{at.to_move.letter}:")
        tricks[-1] += f" {style.card(card)}"
        at.push(card)
    return tricks


def _refuted(refutation: Refutation, position: Position, style: Style) -> str:
    """Why a first card is wrong."""
    cards = _group(refutation.group, style)
    natural = ", the natural play," if refutation.natural else ""
    end = position.copy()
    for card in refutation.line:
        end.push(card)
    taken = end.taken[position.to_move.side.other] - position.taken[position.to_move.side.other]
    unit = position.game.unit_of(position.rules)
    count = f"{taken} {unit.removesuffix('s') if taken == 1 else unit}"
    loss = f"{SIDE_NAMES[position.to_move.side.other]} take {count}" if taken else "the goal is out of reach"
    tricks = _tricks(position, refutation.line, style)
    rows = ["    ".join(tricks[start : start + TRICKS_A_LINE]) for start in range(0, len(tricks), TRICKS_A_LINE)]
    return "\n".join([f"  {cards}{natural} fails, {loss}:", *(f"    {row}" for row in rows)])


def _main_line(steps: Sequence[Step], style: Style) -> str:
    """The main line, a trick a row; an exclamation mark where only one card will do."""
    rows: list[str] = []
    for step in steps:
        opening = not rows or not step.node.position.trick
        mark = "!" if step.only else " "
        word = f"{step.seat.letter} {style.card(step.card)}{mark}"
        if opening:
            rows.append(f"  {len(rows) + 1}. {word}")
        else:
            rows[-1] += f"  {word}"
    rows = [row.rstrip() for row in rows]
    rows.append("  (! the only card that keeps the goal)")
    return "\n".join(rows)


def _facts(explanation: Explanation, style: Style) -> list[str]:
    """Themes, temptations, and what the defenders must keep."""
    steps = explanation.main_line
    tempting: dict[str, list[int]] = {}
    for place, step in enumerate(steps):
        if place and step.tempting:
            wrong = " or ".join(style.card(card) for card in step.tempting)
            tempting.setdefault(wrong, []).append(_trick_of(steps, place))
    lines = [
        f"At trick{'s' if len(tricks) > 1 else ''} {_listed(tricks)} {wrong}, the natural play, would miss the goal."
        for wrong, tricks in tempting.items()
    ]
    for keep in explanation.must_keep:
        what = "a card" if keep.count == 1 else f"{_number(keep.count)} cards"
        suit = keep.suit.word
        lines.append(
            f"At trick {_trick_of(steps, keep.place)} {keep.seat.word} must keep {what} of {suit}, or "
            f"{keep.owner.word}'s {style.card(keep.winner)} becomes good."
        )
    for squeeze in explanation.squeezed:
        suits = " and ".join(suit.word for suit in squeeze.suits)
        lines.append(f"At trick {_trick_of(steps, squeeze.place)} {squeeze.seat.word} is squeezed in {suits}.")
    if explanation.themes:
        lines.append(f"Themes: {', '.join(theme.name for theme in explanation.themes)}.")
    return lines


def _variation(variation: Variation, steps: Sequence[Step], style: Style) -> str:
    """What happens when a defender plays another card."""
    cards = ", ".join(_group(group, style) for group in variation.groups)
    place = f"  Trick {_trick_of(steps, variation.place)}, {variation.seat.word} {cards}"
    answers = [step for step in variation.line[1:] if step.only][:3]
    if not answers:
        return f"{place}: no more only cards."
    words = [f"{step.seat.word} {style.card(step.card)}!" for step in answers]
    return f"{place}: then {', '.join(words)}"


def _counts(explanation: Explanation) -> str:
    study, solution = explanation.study, explanation.solution
    onlys, traps = study.only_moves, study.traps
    words = [
        f"{onlys} only card{'s' if onlys != 1 else ''} in the main line",
        f"{traps} of them a trap" if traps == 1 else f"{traps} of them traps",
        f"{study.defences} essentially different defence{'s' if study.defences != 1 else ''}",
        f"difficulty {study.difficulty} of {DOTS}",
    ]
    size = f"Solution graph: {len(solution.nodes)} positions, {solution.edges} plays."
    return f"{'; '.join(words)}.\n{size}"


def _trick_of(steps: Sequence[Step], place: int) -> int:
    """The number of the trick, from 1, that a card of the main line is played to."""
    return 1 + sum(not step.node.position.trick for step in steps[1 : place + 1])


def _group(group: Sequence[Card], style: Style) -> str:
    return cards_text(tuple(group), style)


def _listed(numbers: Sequence[int]) -> str:
    """Write numbers in a row: 3, 4 and 6."""
    words = [str(number) for number in numbers]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _number(count: int) -> str:
    words = ("no", "one", "two", "three", "four", "five", "six")
    return words[count] if count < len(words) else str(count)
