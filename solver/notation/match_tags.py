"""What the tags about score and match say, and where those of Court Piece contradict the rules that the file names.

A tag that cannot be read is passed over here, because it matters to no position; scoring refuses it (`solver.scoring`).
Nothing is held against rules that nobody named: those are only what a file without rules is read by.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from solver.cards import Card, Strain
from solver.errors import ParseError
from solver.games import CourtPieceRules, DehlaPakadRules, Rules
from solver.games.court_piece_match import read_redeals, why_no_streak
from solver.games.court_piece_rules import OPTIONS
from solver.games.court_piece_score import read_kot
from solver.games.dehla_results import unreadable
from solver.games.dehla_tags import tag_of
from solver.games.scorer import pair_of

from .report import shown
from .tags import Tags

__all__ = ["check_call", "check_dehla_tags", "check_match_tags"]

_PAIRS: Final = ("dealscore", "matchscore", "streak")
_DEHLA: Final = (*_PAIRS, "matchtarget", "result", "tricks")


def check_match_tags(tags: Tags, rules: Rules | None) -> None:
    """Report tags of the score that are no amounts of both sides, and those of Court Piece that no deal can have."""
    if isinstance(rules, CourtPieceRules):
        _check_court_piece(tags, rules)
    for name in _PAIRS:
        known = tags.known(name)
        if known is not None and pair_of(known[1]) is None:
            entry, value = known
            tags.deviation(
                f"tag {entry.name}: expected amounts of both sides, NS first, such as '3-2', not {shown(value)}", entry
            )


def _check_court_piece(tags: Tags, rules: CourtPieceRules) -> None:
    """Report a `Kot` or `Redeals` that cannot be read, and runs of won deals that no match can have."""
    readers: Mapping[str, Callable[[str], object]] = {"kot": read_kot, "redeals": read_redeals}
    for name, read in readers.items():
        known = tags.known(name)
        if known is not None:
            entry, value = known
            try:
                read(value)
            except ParseError as error:
                tags.deviation(f"tag {entry.name}: {error.message}", entry)
    streak, said = pair_of(tags.value("streak")), tags.entry("streak")
    why = "" if streak is None else why_no_streak(streak, rules)
    if why and said is not None:
        tags.deviation(f"tag {said.name}: {why}", said)


def check_dehla_tags(tags: Tags, rules: DehlaPakadRules) -> None:
    """Report tags of the score that no round of Dehla Pakad under *rules* can have, but those reported already."""
    said = {name: value for name in _DEHLA if (value := tags.value(name)) is not None}
    for error in unreadable(said, rules):
        name = tag_of(error)
        entry = tags.entry(name)
        if entry is not None and not (name in _PAIRS and pair_of(said[name]) is None):
            tags.deviation(error.message, entry)


def check_call(tags: Tags, rules: CourtPieceRules, trump: Strain | None, seen: Sequence[Card]) -> None:
    """Report a call that the rules do not allow: no trump, too many cards seen, a target that cannot be undertaken."""
    if trump is Strain.NO_TRUMP and not rules.nt_allowed:
        name = "trump" if tags.value("trump") is not None else "contract"
        tags.contradiction(f"a deal without trump is not played under {rules} (nt_allowed=no); it is kept", name)
    if seen and len(seen) != rules.caller_sees:
        tags.contradiction(
            f"FirstCards lists {len(seen)} cards, under {rules} the hakem sees {rules.caller_sees}; they are kept",
            "firstcards",
        )
    for name, option in (("target", "target_bid"), ("matchtarget", "match")):
        known = tags.known(name)
        if known is None:
            continue
        entry, value = known
        try:
            amount = OPTIONS[option](value)
        except ParseError as error:
            tags.deviation(f"tag {entry.name}: {error.message}", entry)
            continue
        if name == "target" and amount and rules.play_to == 7:
            tags.contradiction(f"Target says {amount}, but under {rules} the play stops at 7 tricks; it is kept", name)
