"""What a letter or word in a tag stands for, when the language may or may not be known.

With a language named by the caller that language decides, without one English does. What it does not know is taken
where all languages that know it agree, and refused with a reason, which names the languages, where they do not.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, TypeVar

from solver.cards import Card, Seat, Strain
from solver.games.scorer import units_by_side

from .letters import ENGLISH, LANGUAGES, Alphabet
from .report import shown

__all__ = [
    "MANY_LANGUAGES",
    "english_contract",
    "find_card",
    "find_contract",
    "find_play",
    "find_seat",
    "find_strain",
    "units_by_side",
]

_T = TypeVar("_T")

#: What ends the reason why a word says nothing that languages read differently.
MANY_LANGUAGES: Final = "name the language"


def _find(
    text: str, alphabet: Alphabet | None, look: Callable[[Alphabet], _T | None], expected: str
) -> tuple[_T | None, str]:
    """Return what *look* finds, or `None` and why there is nothing."""
    found = look(alphabet or ENGLISH)
    if found is not None:
        return found, ""
    reason = f"expected {expected}, not {shown(text)}"
    meanings: dict[_T, list[str]] = {}
    for language in LANGUAGES.values():
        value = look(language)
        if value is not None:
            meanings.setdefault(value, []).append(language.name)
    if len(meanings) == 1:
        return next(iter(meanings)), ""
    if meanings:
        listed = "; ".join(f"{value} in {', '.join(names)}" for value, names in meanings.items())
        return None, f"{reason}, which is {listed}: {MANY_LANGUAGES}"
    return None, reason


def find_seat(text: str, alphabet: Alphabet | None) -> tuple[Seat | None, str]:
    """Return the seat that *text* names, or `None` and the reason why it names none."""
    return _find(text, alphabet, lambda language: language.seat(text), "a seat (N, E, S or W)")


def find_strain(text: str, alphabet: Alphabet | None) -> tuple[Strain | None, str]:
    """Return the strain that *text* names, or `None` and the reason why it names none."""
    return _find(text, alphabet, lambda language: language.strain(text), "a trump (S, H, D, C, NT or AT)")


def find_card(text: str, alphabet: Alphabet | None) -> tuple[Card | None, str]:
    """Return the card that *text* names, or `None` and the reason why it names none."""
    return _find(text, alphabet, lambda language: language.card(text), "a card, suit first, such as SA")


def find_play(text: str, alphabet: Alphabet | None) -> tuple[Card | None, str]:
    """Return the card that *text* names as it is played, `?SA` and `SA=H` included, or `None` and why it names none."""
    return _find(text, alphabet, lambda language: language.play(text), "a card, suit first, such as SA")


_CONTRACT: Final = re.compile(
    r"\s*(?P<level>\d{1,3}|capot|generale|générale)?\s*(?P<strain>.*?)\s*"
    r"(?P<risk>[xX]{1,2}|\*{1,2}|coinch[ée]e?|surcoinch[ée]e?)?\s*\Z",
    re.IGNORECASE,
)
_PASSED: Final = frozenset({"pass", "passed", "passed out", "all pass", "allpass", "ap", "p", "passe"})


def find_contract(text: str, alphabet: Alphabet | None) -> tuple[Strain | None, str]:
    """Return the strain of the contract *text*: `5HX`, `3nt`, `H`, `100S`, `CAPOT D`, `90 coeur`.

    `None` and no reason stand for a deal that was passed out, `None` and a reason for a text that is no contract.
    """
    text = text.strip()
    if text.lower() in _PASSED:
        return None, ""
    match = _CONTRACT.match(text) if len(text) <= 40 else None
    strain = None
    if match and match["strain"]:
        strain, why = find_strain(match["strain"], alphabet)
        if strain is not None or MANY_LANGUAGES in why:
            return strain, why
    return None, f"expected a contract such as 4S, 3NTX, H or 100S, not {shown(text)}"


def english_contract(text: str, strain: Strain) -> str:
    """Write the contract *text*, which was read as one in *strain*, with the English letters of the strain."""
    match = _CONTRACT.match(text)
    level = (match["level"] or "") if match else ""
    risk = (match["risk"] or "") if match else ""
    return f"{level}{'' if level.isdigit() or not level else ' '}{strain.letter}{risk}"
