"""How text may look where it goes: with colour or without, with suit signs or letters.

Colour is for terminals only, and not where NO_COLOR is set.  Suit signs need a stream that can hold them and a locale
that is not plain ASCII; letters serve everywhere else.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from solver import Card, Strain, Suit

RED = "31"
BOLD = "1"
DIM = "2"


@dataclass(frozen=True, slots=True)
class Style:
    """What a stream can show.

    >>> Style(color=False, signs=False).emphasis("best")
    'best'
    """

    color: bool = False
    signs: bool = True

    @classmethod
    def of(cls, stream: TextIO, *, ascii_only: bool = False) -> Style:
        """Look at *stream* and the environment; *ascii_only* asks for plain letters whatever they say."""
        if ascii_only:
            return cls(color=False, signs=False)
        terminal = stream.isatty() and os.environ.get("TERM") != "dumb"
        return cls(color=terminal and not os.environ.get("NO_COLOR"), signs=_holds_signs(stream))

    def suit(self, suit: Suit) -> str:
        """The sign or the letter of *suit*, hearts and diamonds in red."""
        return self._red(suit.symbol if self.signs else suit.letter, red=suit.letter in "HD")

    def strain(self, strain: Strain) -> str:
        """The sign or the letters of *strain*."""
        return self.suit(strain.suit) if strain.suit is not None else strain.letter

    def card(self, card: Card) -> str:
        """A card, suit first, with what is done besides: two columns wide where that is nothing."""
        return self._red(card.symbol_text if self.signs else card.text, red=card.suit.letter in "HD")

    def emphasis(self, text: str) -> str:
        """Text that stands out."""
        return self._painted(text, BOLD)

    def aside(self, text: str) -> str:
        """Text that steps back."""
        return self._painted(text, DIM)

    def _red(self, text: str, *, red: bool) -> str:
        return self._painted(text, RED) if red else text

    def _painted(self, text: str, code: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.color else text


def printable(text: str) -> str:
    """Return *text* with control characters escaped, so that nothing from a file can steer a terminal."""
    return "".join(
        character if character.isprintable() or character == "\n" else character.encode("unicode_escape").decode()
        for character in text
    )


def _holds_signs(stream: TextIO) -> bool:
    try:
        "♠♥♦♣".encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    if os.environ.get("PYTHONIOENCODING") or os.environ.get("PYTHONUTF8"):
        return True  # asked for in so many words
    # Python writes UTF-8 under the C locale too, but who asks for that locale has a reason not to want it.
    named = next((value for name in ("LC_ALL", "LC_CTYPE", "LANG") if (value := os.environ.get(name))), "")
    return named not in ("C", "POSIX")
