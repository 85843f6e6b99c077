"""The text of `Auction` and `Play` sections: calls and cards in the order in which they are written.

A card of the play section stands in the column of the seat that played it, so what comes out here are rows of cells,
not yet the order of play (`solver.notation.replay`). Language is settled here: a section in English letters is
English; another one is read in the language in which every card of it is a card, if there is only one outcome.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from solver.cards import Card, Direction, Seat
from solver.record import Call, Entry

from .letters import ENGLISH, LANGUAGES, Alphabet
from .report import Report, shown
from .scan import Token, TokenKind, section_tokens

__all__ = ["Cell", "PlayText", "read_auction", "read_play"]

_DASHES: Final = frozenset({"-", "--", "---", "–", "—"})
_NOT_STRAINS: Final = frozenset({"PASS", "AP", "X", "XX"})


@dataclass(slots=True)
class _Noted:
    """What was noted about one call or card."""

    suffix: str = ""
    notes: list[int] = field(default_factory=list)
    nags: list[int] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    irregular: str = ""

    def add(self, token: Token) -> bool:
        """Take in an annotation; return whether it was one."""
        if token.kind is TokenKind.SUFFIX:
            self.suffix = token.text
        elif token.kind is TokenKind.NOTE:
            self.notes.append(_number(token.text.strip("=")))
        elif token.kind is TokenKind.NAG:
            self.nags.append(_number(token.text[1:]))
        elif token.kind is TokenKind.COMMENT:
            self.comments.append(token.text)
        else:
            return False
        return True


def _number(digits: str) -> int:
    """Return a number of the file; one that is absurdly long only says that it is."""
    return int(digits[:9])


@dataclass(slots=True)
class Cell(_Noted):
    """One place in a row of the play section: a card, or nothing; with its token for places in the file."""

    card: Card | None = None
    text: str = ""
    line: int | None = None
    column: int | None = None
    #: The line of the body that the token stands on, and where on it, both from 0.
    row: int = 0
    start: int = 0


@dataclass(frozen=True, slots=True)
class PlayText:
    """A play section: its cells in the order of the text, whether `*` ends it, and the language of its cards."""

    cells: tuple[Cell, ...] = ()
    ended: bool = False
    alphabet: Alphabet | None = None

    def rows(self) -> list[list[Cell]]:
        """Return the cells in rows of four, wherever lines end."""
        return [list(self.cells[start : start + 4]) for start in range(0, len(self.cells), 4)]

    def line_rows(self) -> list[list[Cell]] | None:
        """Return the cells in one row a line, if some line but the last is short; `None` if lines tell nothing."""
        lines: dict[int, list[Cell]] = {}
        for cell in self.cells:
            lines.setdefault(cell.row, []).append(cell)
        rows = list(lines.values())
        if any(len(row) > 4 for row in rows) or all(len(row) == 4 for row in rows[:-1]):
            return None
        return rows

    def rewritten(self, body: tuple[str, ...]) -> tuple[str, ...]:
        """Return the lines of the section with every card in the standard's own letters."""
        lines = list(body)
        for cell in reversed(self.cells):
            if cell.card is not None and cell.text != cell.card.text:
                old = lines[cell.row]
                lines[cell.row] = old[: cell.start] + cell.card.text + old[cell.start + len(cell.text) :]
        return tuple(lines)


def _place(entry: Entry, token: Token) -> tuple[int | None, int | None]:
    """Return line and column of a token of the section of *entry* in the file."""
    if entry.body_line is None:
        return None, None
    return entry.body_line + token.line, token.start + 1 + (entry.body_column if token.line == 0 else 0)


def read_auction(entry: Entry, report: Report, *, first: Seat | None, direction: Direction) -> tuple[Call, ...]:
    """Return the calls of an auction section that starts with the call of *first*."""
    heads: list[tuple[str, Seat | None, _Noted, Token]] = []
    turn = 0
    pending = ""
    skip = -1
    tokens = section_tokens(entry.body)
    for number, token in enumerate(tokens):
        if number <= skip or (heads and heads[-1][2].add(token)):
            continue
        if token.kind in (TokenKind.STAR, TokenKind.PLUS):
            break
        if token.kind is TokenKind.IRREGULAR and token.text != "^S":
            pending = token.text[1]
        elif token.kind is TokenKind.IRREGULAR or token.text in _DASHES:
            turn += 1
        elif token.kind is TokenKind.WORD:
            text, skip = _whole_call(tokens, number)
            seat = ENGLISH.seat(text.partition(":")[2])  # a call out of turn names its seat
            if seat is None:
                seat = None if first is None else first.next(direction, steps=turn)
                turn += 1
            heads.append((text, seat, _Noted(irregular=pending), token))
            pending = ""
        elif token.kind is not TokenKind.COMMENT:
            line, column = _place(entry, token)
            report.deviation(f"expected a call, not {shown(token.text)}", text=token.text, line=line, column=column)
    return tuple(
        Call(
            text,
            seat,
            suffix=noted.suffix,
            notes=tuple(noted.notes),
            nags=tuple(noted.nags),
            comments=tuple(noted.comments),
            irregular=noted.irregular,
            line=_place(entry, token)[0],
            column=_place(entry, token)[1],
        )
        for text, seat, noted, token in heads
    )


def _whole_call(tokens: Sequence[Token], number: int) -> tuple[str, int]:
    """Return the call that starts with token *number*, and the number of its last token: `CAPOT S` is one call."""
    text = tokens[number].text
    if (text.isdigit() or text.upper() in ("CAPOT", "GENERALE", "GÉNÉRALE")) and number + 1 < len(tokens):
        following = tokens[number + 1]
        if (
            following.kind is TokenKind.WORD
            and following.text.upper() not in _NOT_STRAINS
            and any(language.strain(following.text) is not None for language in LANGUAGES.values())
        ):
            return f"{text} {following.text}", number + 1
    return text, number


def read_play(
    entry: Entry,
    report: Report,
    *,
    alphabet: Alphabet | None,
    fits: Callable[[Sequence[Card]], bool],
) -> PlayText | None:
    """Return the cells of a play section; `None` after an error.

    *alphabet* is the language that the caller named. Without one *fits* decides between readings that are not English:
    it is asked whether the cards of a reading differ and are all in the deal.
    """
    cells: list[Cell] = []
    ended = False
    pending = ""
    errors_before = len(report.errors)
    for token in section_tokens(entry.body):
        line, column = _place(entry, token)
        if cells and cells[-1].add(token):
            continue
        if ended:
            if token.kind is not TokenKind.COMMENT:
                report.deviation(
                    f"expected nothing after the * that ends the play, not {shown(token.text)}",
                    text=token.text,
                    line=line,
                    column=column,
                )
                break
        elif token.kind is TokenKind.STAR:
            ended = True
        elif token.kind is TokenKind.IRREGULAR:
            pending = token.text[1]
        elif token.kind in (TokenKind.WORD, TokenKind.PLUS):
            text = "" if token.kind is TokenKind.PLUS or token.text in _DASHES else token.text
            cells.append(
                Cell(irregular=pending, text=text, line=line, column=column, row=token.line, start=token.start)
            )
            pending = ""
        elif token.kind is not TokenKind.COMMENT:
            report.error(
                f"expected a card such as SA, or -, not {shown(token.text)}", text=token.text, line=line, column=column
            )
    written = [cell for cell in cells if cell.text]
    cards, used = _cards([cell.text for cell in written], alphabet, fits)
    for cell, card in zip(written, cards, strict=True):
        if card is None:
            report.error(
                f"expected a card such as SA, or -, not {shown(cell.text)}",
                text=cell.text,
                line=cell.line,
                column=cell.column,
            )
        cell.card = card
    if len(report.errors) > errors_before:
        return None
    if used is None:
        cell = written[0]
        report.error(
            "the cards can be read in more than one language: name the language",
            text=cell.text,
            line=cell.line,
            column=cell.column,
        )
        return None
    if alphabet is None and used is not ENGLISH:
        cell = written[0]
        report.deviation(f"cards are in {used.name} letters", text=cell.text, line=cell.line, column=cell.column)
    _rank_first(written, report)
    return PlayText(tuple(cells), ended, used)


def _rank_first(written: Sequence[Cell], report: Report) -> None:
    """Report cards that were written rank first."""
    for cell in written:
        if cell.card is None or cell.text == cell.card.text or ENGLISH.play(cell.text) is not None:
            continue
        if _reversed(cell.text) is cell.card:
            report.deviation(
                f"expected the suit before the rank, as in {cell.card}, not {shown(cell.text)}",
                text=cell.text,
                line=cell.line,
                column=cell.column,
            )
            return


def _reversed(text: str) -> Card | None:
    """Return the card that *text* names in English, rank first (`AS`, `10h`)."""
    return ENGLISH.card(text[-1:] + text[:-1])


def _cards(
    words: Sequence[str], alphabet: Alphabet | None, fits: Callable[[Sequence[Card]], bool]
) -> tuple[list[Card | None], Alphabet | None]:
    """Return the cards that *words* stand for, and the language; `None` as language if several would do."""
    language = alphabet or ENGLISH
    cards = [language.play(word) for word in words]
    if alphabet is not None or None not in cards:
        return cards, language
    turned = [card or _reversed(word) for card, word in zip(cards, words, strict=True)]
    if None not in turned:
        return turned, language
    readings: dict[tuple[Card, ...], Alphabet] = {}
    for language in LANGUAGES.values():
        found = [language.play(word) for word in words]
        whole = [card for card in found if card is not None]
        if len(whole) == len(words) and fits(whole):
            readings.setdefault(tuple(whole), language)
    if not readings:
        return cards, ENGLISH
    reading, language = next(iter(readings.items()))
    return list(reading), language if len(readings) == 1 else None
