"""Hand diagrams, as they are pasted from web pages, mails and books.

A hand is four lines, spades to clubs, each a suit symbol (or letter) and the ranks, with or without blanks. Four hands
below each other are North, West, East, South, the order in which a table is printed; West and East may also stand side
by side, or each hand may have a line with the name of its seat before it. What else there is about the deal (board,
dealer, vulnerability) is read where it is plain; other lines are kept as escape lines.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from solver.cards import Seat, Suit
from solver.record import Entry, Record

from .interpret import build
from .letters import ENGLISH
from .pbn import FREE_TEXT
from .report import Report
from .settings import Options

__all__ = ["is_diagram", "read_diagrams"]

_SYMBOLS: Final[Mapping[str, Suit]] = {symbol: suit for suit in Suit for symbol in ("♠♥♦♣"[suit], "♤♡♢♧"[suit])}
_SYMBOL_CELL: Final = re.compile("([♠♥♦♣♤♡♢♧])[\ufe0e\ufe0f]?[:]?([^♠♥♦♣♤♡♢♧]*)")
_LETTER_CELL: Final = re.compile(r"(?<![A-Za-z0-9])([SHDC])(?::|(?=[ \t]))((?:(?![SHDC][: \t]).)*)")
_VOID: Final = re.compile(r"(?:-+|–+|—+|void)?\Z", re.IGNORECASE)
_COMPASS: Final = re.compile(r"[\s+|_\-]*(?:[NESW][\s+|_\-]*)*\Z")
_BOARD: Final = re.compile(r"(?:board|deal|donne|spiel)\s*(?:no\.?|#|:)?\s*([0-9]{1,4})\b", re.IGNORECASE)
_DEALER: Final = re.compile(r"\b(?:dealer\s*:?\s*([A-Za-z]+)|([A-Za-z]+)\s+deals?)\b", re.IGNORECASE)
_VULNERABLE: Final = re.compile(
    r"\b(?:(none|both|all|neither|no ?one|love|nil|n-?s|e-?w)\s+vul\w*"
    r"|vul\w*\s*:?\s*(none|both|all|neither|love|nil|n-?s|e-?w))\b",
    re.IGNORECASE,
)
_VULNERABILITIES: Final[Mapping[str, str]] = {
    **dict.fromkeys(("none", "neither", "noone", "no one", "love", "nil"), "None"),
    **dict.fromkeys(("both", "all"), "All"),
    **dict.fromkeys(("ns", "n-s"), "NS"),
    **dict.fromkeys(("ew", "e-w"), "EW"),
}

#: The order of four hands without names: that of a printed table, read line by line.
_PRINTED: Final = (Seat.NORTH, Seat.WEST, Seat.EAST, Seat.SOUTH)


@dataclass(frozen=True, slots=True)
class _Cell:
    """One suit of one hand."""

    suit: Suit
    ranks: str
    line: int
    column: int


@dataclass(slots=True)
class _Diagram:
    """What belongs to one deal: its cells by line, names of seats before them, and the other lines."""

    line: int
    rows: list[list[_Cell]] = field(default_factory=list)
    #: For each named hand the seat and the number of rows before it.
    names: list[tuple[Seat, int]] = field(default_factory=list)
    words: list[str] = field(default_factory=list)

    def cells(self) -> int:
        """Return the number of suits so far."""
        return sum(len(row) for row in self.rows)


def is_diagram(text: str) -> bool:
    """Return whether *text* has at least one whole hand in lines that begin with suits."""
    run = 0
    symbols = _has_symbols(text)
    for line in text.split("\n"):
        cells = _cells(line, 0, symbols=symbols)
        if cells:
            run = run + 1 if cells[0].suit == run else int(cells[0].suit == 0)
            if run == 4:
                return True
    return False


def read_diagrams(text: str, report: Report, *, options: Options) -> list[Record]:
    """Return every deal of *text*; errors and notices go to *report*, those of a deal also into its record."""
    diagrams = _diagrams(text)
    records = []
    for number, diagram in enumerate(diagrams, start=1):
        board = next((match[1] for match in map(_BOARD.search, diagram.words) if match), "")
        label = f"board {board}" if board else (f"game {number}" if len(diagrams) > 1 else None)
        pad = report.for_game(label, line=diagram.line)
        records.append(_record(diagram, board, pad, options, number))
        report.errors.extend(pad.errors)
        report.notices.extend(pad.notices)
    return records


def _has_symbols(text: str) -> bool:
    """Return whether suits are written as symbols."""
    return any(symbol in text for symbol in _SYMBOLS)


def _cells(line: str, number: int, *, symbols: bool) -> list[_Cell]:
    """Return the suits on a line, marked by symbols or by letters; a void after a letter is a colon or a dash."""
    pattern = _SYMBOL_CELL if symbols else _LETTER_CELL
    found = []
    for match in pattern.finditer(line):
        suit = _SYMBOLS.get(match[1])
        found.append(
            _Cell(ENGLISH.suits[match[1].lower()] if suit is None else suit, match[2], number, match.start() + 1)
        )
    if pattern is _LETTER_CELL and not all(_looks_like_ranks(cell.ranks) for cell in found):
        return []
    return found


def _looks_like_ranks(text: str) -> bool:
    """Return whether *text* can be the cards of a suit; only asked where a letter, not a symbol, stands before it."""
    bare = "".join(text.split()).lower()
    return bool((bare and _VOID.match(bare)) or re.fullmatch("(?:10|[2-9akqjtrdvb])+", bare))


def _diagrams(text: str) -> list[_Diagram]:
    """Sort the lines into diagrams; one is over when it has sixteen suits."""
    diagrams = [_Diagram(1)]
    symbols = _has_symbols(text)
    for number, line in enumerate(text.split("\n"), start=1):
        cells = _cells(line, number, symbols=symbols)
        current = diagrams[-1]
        if not line.strip():
            continue
        if current.cells() >= 16 and (cells or not _is_compass(line)):
            current = _Diagram(number)
            diagrams.append(current)
        if cells:
            if not current.rows and not current.words:
                current.line = number
            current.rows.append(cells)
        elif not _is_compass(line):
            seat = ENGLISH.seat(line.strip().rstrip(":")) if len(line.strip().rstrip(":")) > 1 else None
            if seat is not None:
                current.names.append((seat, len(current.rows)))
            else:
                current.words.append(line.strip())
    if diagrams[-1].rows or len(diagrams) == 1:
        return diagrams
    last = diagrams.pop()  # words after the last deal belong to it
    diagrams[-1].words.extend(last.words)
    return diagrams


def _is_compass(line: str) -> bool:
    """Return whether a line only draws the table or names its sides."""
    return _COMPASS.match(line) is not None


def _record(diagram: _Diagram, board: str, report: Report, options: Options, number: int) -> Record:
    """Return the record of a diagram."""
    entries: list[Entry] = []
    if board:
        entries.append(Entry("Board", board, line=diagram.line))
    words = []
    for line in diagram.words:
        dealer, vulnerable = _DEALER.search(line), _VULNERABLE.search(line)
        seat = ENGLISH.seat(dealer[1] or dealer[2]) if dealer else None
        if seat is not None and all(entry.name != "Dealer" for entry in entries):
            entries.append(Entry("Dealer", seat.letter, line=diagram.line))
        if vulnerable and all(entry.name != "Vulnerable" for entry in entries):
            said = (vulnerable[1] or vulnerable[2]).lower()
            entries.append(Entry("Vulnerable", _VULNERABILITIES[said], line=diagram.line))
        if seat is None and not vulnerable and not (board and _BOARD.fullmatch(line)):
            words.append(FREE_TEXT + line)
    hands = _hands(diagram, report)
    if hands is not None:
        first = diagram.rows[0][0]
        value = f"N:{' '.join(hands[seat] for seat in Seat)}"
        entries.append(Entry("Deal", value, line=first.line))
    if not entries:
        entries.append(Entry("Board", "?", line=diagram.line))
    return build(entries, words, report, options=options, line=diagram.line, number=number)


def _hands(diagram: _Diagram, report: Report) -> Mapping[Seat, str] | None:
    """Return the hands by seat, with dots; `None` after an error."""
    columns = _columns(diagram.rows)
    if columns is None or len(columns) != 4:
        report.error(
            "expected a diagram of four hands, each a line of spades, hearts, diamonds and clubs, "
            f"found {diagram.cells()} suits",
            line=diagram.rows[0][0].line if diagram.rows else diagram.line,
        )
        return None
    seats: Sequence[Seat] = _PRINTED
    if diagram.names:
        starts = [start for _, start in diagram.names]
        seats = [seat for seat, _ in diagram.names]
        if starts != [0, 4, 8, 12] or len(set(seats)) != 4:
            report.error(
                f"expected one hand after the name of each seat, found the names {', '.join(map(str, seats))}",
                line=diagram.line,
            )
            return None
    return {
        seat: ".".join("" if _VOID.match(cell.ranks.strip()) else "".join(cell.ranks.split()) for cell in hand)
        for seat, hand in zip(seats, columns, strict=True)
    }


def _columns(rows: Sequence[Sequence[_Cell]]) -> list[list[_Cell]] | None:
    """Return the hands in the order in which they are printed; `None` if the lines are not hands."""
    hands: list[list[_Cell]] = []
    for start in range(0, len(rows), 4):
        group = rows[start : start + 4]
        width = len(group[0])
        if len(group) != 4 or any(len(row) != width for row in group):
            return None
        if any(cell.suit != suit for suit, row in enumerate(group) for cell in row):
            return None
        hands.extend([row[column] for row in group] for column in range(width))
    return hands
