"""The letters of a PBN-like file: which stretch of text is a tag, a comment, an escape line, text or a blank line.

This follows chapters 2 and 3 of the PBN 2.1 standard, import format, as far as tokens go. Where files in the wild break
its rules and only one reading is left, the piece says so (`Piece.deviation`); where none is left it carries a
`Piece.problem`. What tags mean is not known here, except that a tag without quotes must be a tag we know.

Time is linear in the length of the text, whatever it holds: no pattern is tried twice over the same stretch.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final

__all__ = ["Kind", "Piece", "Token", "TokenKind", "escape", "scan", "section_tokens", "unescape"]


class Kind(Enum):
    """What a piece of text is."""

    TAG = "tag"
    COMMENT = "comment"
    ESCAPE = "escape line"
    TEXT = "text"
    BLANK = "blank line"


@dataclass(slots=True)
class Piece:
    """One stretch of the text, from *start* to *end*; for a tag also its name and raw value and where that begins."""

    kind: Kind
    start: int
    end: int
    name: str = ""
    raw: str = ""
    value_start: int = 0
    #: How the piece departs from the standard, if it does and could be read all the same.
    deviation: str = ""
    #: Why the piece cannot be read, if it cannot.
    problem: str = ""
    #: For a comment: whether its closing brace was found.
    closed: bool = True


_SPACE: Final = r"[ \t\x0b\x0c]"
_BLANK: Final = re.compile(_SPACE + r"*(?:\n|\Z)")
_SPACES: Final = re.compile(_SPACE + "*")
_TAG_HEAD: Final = re.compile(r'\[[ \t\x0b\x0c\n]*([A-Za-z][A-Za-z0-9_]*)[ \t\x0b\x0c\n]*(["“”„«])')
_BARE_TAG: Final = re.compile(r'\[([A-Z][A-Za-z0-9_]*)[ \t]([^\[\]"“”„«»{}\n]*)\]')
_STRING: Final = re.compile(r'((?:[^"\\\n]|\\[^\n])*)"')
_CURLY_STRING: Final = re.compile(r'([^“”„«»"\n]*)[“”„«»"]')
_TAG_END: Final = re.compile(r"[ \t\x0b\x0c\n]*\]")
_LAST_RESORT: Final = re.compile(r'"[ \t]*\]')
_TEXT: Final = re.compile(r'(?:[^\n{;\["]|"[^"\n]*")+')
_NEXT_TAG_LINE: Final = re.compile(r'^\[[ \t]*[A-Za-z][A-Za-z0-9_]*[ \t]*"', re.MULTILINE)


def scan(text: str, *, bare_tags: frozenset[str] = frozenset()) -> Iterator[Piece]:
    """Cut *text*, whose lines end in a line feed, into pieces; blanks between pieces belong to none.

    *bare_tags* are names whose tags are recognised at the start of a line even if their value has no quotes.
    """
    place, length = 0, len(text)
    line_start = True
    hopeless = 0  # before this place no quote and bracket close a tag any more
    unclosed_from = length + 1  # from here on no brace closes a comment
    last: Piece | None = None  # text that the next stretch may continue
    while place < length:
        if line_start:
            blank = _BLANK.match(text, place)
            if blank:
                yield from _flush(last)
                last = None
                yield Piece(Kind.BLANK, place, blank.end())
                place = blank.end()
                continue
            line_start = False
            if text[place] == "%":
                yield from _flush(last)
                last = None
                stop = _line_end(text, place)
                yield Piece(Kind.ESCAPE, place, stop)
                place = stop
                continue
            bare = _BARE_TAG.match(text, place)
            if bare and bare[1] in bare_tags:
                yield from _flush(last)
                last = None
                yield Piece(
                    Kind.TAG,
                    place,
                    bare.end(),
                    name=bare[1],
                    raw=bare[2].strip(),
                    value_start=bare.start(2),
                    deviation="the value has no quotes",
                )
                place = bare.end()
                continue
        character = text[place]
        if character == "\n":
            place += 1
            line_start = True
            continue
        if character in " \t\x0b\x0c":
            blanks = _SPACES.match(text, place)
            place = blanks.end() if blanks else place + 1
            continue
        piece: Piece | None = None
        if character == ";":
            piece = Piece(Kind.COMMENT, place, _line_end(text, place))
        elif character == "{":
            if place < unclosed_from:
                stop = _brace_end(text, place)
                if stop > 0:
                    piece = Piece(Kind.COMMENT, place, stop)
                else:
                    unclosed_from = place
            if piece is None:
                piece = _unclosed_comment(text, place)
        elif character == "[":
            head = _TAG_HEAD.match(text, place)
            if head:
                piece, hopeless = _tag(text, head, hopeless)
        if piece is not None:
            yield from _flush(last)
            last = None
            yield piece
            place = piece.end
            continue
        run = _TEXT.match(text, place)
        stop = run.end() if run else place + 1
        if last is not None and "\n" not in text[last.end : place]:
            last.end = stop
        else:
            yield from _flush(last)
            last = Piece(Kind.TEXT, place, stop)
        place = stop
    yield from _flush(last)


def _flush(last: Piece | None) -> Iterator[Piece]:
    if last is not None:
        yield last


def _line_end(text: str, place: int) -> int:
    stop = text.find("\n", place)
    return len(text) if stop < 0 else stop


def _brace_end(text: str, place: int) -> int:
    """Return where the comment that opens at *place* ends, or -1; braces on escape lines inside it do not count."""
    stop = place
    while True:
        stop = text.find("}", stop + 1)
        if stop < 0:
            return -1
        line = text.rfind("\n", place, stop) + 1
        if not line or text[line] != "%":
            return stop + 1
        stop = _line_end(text, stop)


def _unclosed_comment(text: str, place: int) -> Piece:
    """Return the comment that opens at *place* and is never closed: it ends before the next line that starts a tag."""
    following = _NEXT_TAG_LINE.search(text, place)
    stop = following.start() if following else len(text)
    stop = place + len(text[place:stop].rstrip())
    where = "the next line that starts with a tag" if following else "the end of the file"
    deviation = f"the comment that opens here is never closed; it was taken to end before {where}"
    return Piece(Kind.COMMENT, place, stop, deviation=deviation, closed=False)


def _tag(text: str, head: re.Match[str], hopeless: int) -> tuple[Piece | None, int]:
    """Read the tag whose name and opening quote *head* has matched.

    *hopeless* is the end of the last line that is known to hold no further end of a tag; returned updated.
    """
    start, name, quote, value_start = head.start(), head[1], head[2], head.end()
    deviation = "" if quote == '"' else "the value stands in typographic quotes"
    string = (_STRING if quote == '"' else _CURLY_STRING).match(text, value_start)
    if string:
        end = _TAG_END.match(text, string.end())
        if end:
            return Piece(Kind.TAG, start, end.end(), name, string[1], value_start, deviation=deviation), hopeless
        after = _SPACES.match(text, string.end())
        rest = text[after.end() : after.end() + 1] if after else ""
        if rest in ("", "\n", "[", "{", ";"):
            deviation = "the tag has no closing bracket"
            return Piece(Kind.TAG, start, string.end(), name, string[1], value_start, deviation=deviation), hopeless
    if start >= hopeless:
        line_end = _line_end(text, value_start)
        forced = _LAST_RESORT.search(text, value_start, line_end)
        if forced:
            raw = text[value_start : forced.start()]
            deviation = (
                "a backslash stands before the closing quote"
                if raw.endswith("\\")
                else "a quote inside the value has no backslash before it"
            )
            return Piece(Kind.TAG, start, forced.end(), name, raw, value_start, deviation=deviation), hopeless
        hopeless = line_end
    line_end = hopeless
    if text[start - 1 : start] not in ("", "\n"):
        return None, hopeless  # a bracket in the middle of a line of text
    problem = f"expected the tag to end in '\"]' on its line, not {text[start:line_end][-40:]!r}"
    return Piece(Kind.TAG, start, line_end, name, text[value_start:line_end], value_start, problem=problem), hopeless


_ESCAPED: Final = re.compile(r'\\(["\\])')


def unescape(raw: str) -> str:
    """Return the value of a tag from its text between the quotes; a backslash before anything else stays."""
    return _ESCAPED.sub(r"\1", raw) if "\\" in raw else raw


def escape(value: str) -> str:
    """Write the value of a tag as its text between the quotes; `unescape` gives it back."""
    return value.replace("\\", "\\\\").replace('"', '\\"')


class TokenKind(Enum):
    """What a token of an auction or play section is."""

    WORD = "word"
    NOTE = "note"
    NAG = "annotation"
    SUFFIX = "suffix"
    STAR = "*"
    PLUS = "+"
    IRREGULAR = "irregularity"
    COMMENT = "comment"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Token:
    """One token of a section: its text, the line of the body it stands on, and where on it (both from 0)."""

    kind: TokenKind
    text: str
    line: int
    start: int


_TOKEN: Final = re.compile(
    r"(?P<NOTE>=[0-9]+=)|(?P<NAG>\$[0-9]+)"
    # A word may begin with a question mark (a card that asks for the trump) and end in a suit that it names.
    r'|(?P<WORD>(?:(?<!\S)\?)?[^\s{};!?$=*+^"\[\]]+(?:=(?![0-9])[^\s{};!?$=*+^"\[\]]+)?)'
    r"|(?P<SUFFIX>[!?]{1,2})|(?P<STAR>\*)|(?P<PLUS>\+)|(?P<IRREGULAR>\^[ISRL])"
    r'|(?P<OTHER>"[^"\n]*"|\S)'
)


def section_tokens(body: tuple[str, ...]) -> list[Token]:
    """Cut the lines of a section into tokens, comments included, escape lines left out."""
    text = "\n".join(body)
    tokens: list[Token] = []
    line, line_start = 0, 0
    for piece in scan(text):
        while True:
            newline = text.find("\n", line_start, piece.start)
            if newline < 0:
                break
            line, line_start = line + 1, newline + 1
        start = piece.start - line_start
        if piece.kind is Kind.COMMENT:
            inner = text[piece.start + 1 : piece.end]
            if text[piece.start] == "{":
                inner = inner.removesuffix("}")
            tokens.append(Token(TokenKind.COMMENT, inner.strip(), line, start))
        elif piece.kind is Kind.TEXT:
            tokens.extend(
                Token(TokenKind[match.lastgroup or "OTHER"], match[0], line, match.start() - line_start)
                for match in _TOKEN.finditer(text, piece.start, piece.end)
            )
    return tokens
