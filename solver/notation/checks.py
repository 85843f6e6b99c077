"""Where the tags of a game contradict each other or the play; each finding says which part holds.

These are notices, not errors: the play, the deal and the tags that say a thing outright hold against what would merely
follow from others.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from solver.cards import Card, Seat
from solver.deal import Deal
from solver.games import CourtPieceRules, HiddenTrump
from solver.games.court_piece_match import why_no_hakem

from .kinds import GameKind
from .meaning import units_by_side
from .replay import Played
from .report import shown
from .tags import Tags

__all__ = [
    "check_face_down",
    "check_first_cards",
    "check_hakem",
    "check_leaders",
    "check_result",
    "check_to_play",
]


def check_leaders(tags: Tags, leader: Seat | None, leaders: Mapping[str, Seat]) -> None:
    """Report tags that make someone else than *leader* the leader; the dealer only counts where nothing else does."""
    source = next((name for name, seat in leaders.items() if seat is leader), None)
    if leader is None or source is None:
        return
    for name, seat in leaders.items():
        if seat is not leader and name != "Dealer":
            tags.contradiction(
                f"{name} makes {seat.word} the leader, {source} {leader.word}; {source} holds", name.lower()
            )


def check_hakem(tags: Tags, hakem: Seat | None, dealer: Seat | None, kind: GameKind) -> None:
    """Report a hakem who is not the neighbour of the dealer that the rules make the hakem."""
    if hakem is None or dealer is None or kind.bridge or not isinstance(kind.rules, CourtPieceRules):
        return
    why = why_no_hakem(hakem, dealer, kind.rules)
    if why:
        tags.contradiction(why, "hakem")


def check_first_cards(tags: Tags, cards: Sequence[Card], hakem: Seat | None, deal: Deal | None) -> None:
    """Report cards that the hakem is said to have seen but does not hold."""
    hand = None if deal is None or hakem is None else deal[hakem]
    if hakem is None or hand is None:
        return
    strange = ", ".join(card.text for card in cards if card not in hand)
    if strange:
        tags.contradiction(
            f"FirstCards says that the hakem saw {strange}, which {hakem.word} does not hold; the deal holds",
            "firstcards",
        )


def check_face_down(tags: Tags, cards: Sequence[Card], hidden: HiddenTrump | None) -> None:
    """Report a card that lies face down as the trump but is not among the first *cards*, from which it was chosen."""
    if hidden is not None and hidden.card is not None and cards and hidden.card not in cards:
        tags.contradiction(
            f"HiddenTrump says that {hidden.card} lies face down, which FirstCards does not have; it is kept",
            "hiddentrump",
        )


def check_to_play(tags: Tags, to_play: Seat | None, turn: Seat | None) -> None:
    """Report a `ToPlay` that is not whose turn it is."""
    if to_play is not None and turn is not None and to_play is not turn:
        tags.contradiction(f"ToPlay is {to_play.word}, but it is the turn of {turn.word}, which holds", "toplay")


def check_result(tags: Tags, played: Played | None, declarer: Seat | None, *, stops: bool = False) -> None:
    """Report a `Result` in tricks that cannot be read, or that the play rules out; a caret marks one known to be wrong.

    A number alone is that of the side of the *declarer*, or of the hakem. Where play *stops* at seven tricks the result
    may be that of the seventh, whatever is recorded after it.
    """
    known = tags.known("result")
    if known is None or known[1].startswith("^"):
        return
    entry, value = known
    units = units_by_side(value)
    if units is None and not re.fullmatch("[0-9]{1,2}", value):
        expected = "expected tricks such as '9-4', 'NS 9' or '9'"
        tags.deviation(f"tag {entry.name}: {expected}, not {shown(value)}", entry)
        return
    if units is None and declarer is not None:
        units = {declarer.side: int(value)}
    if played is None or played.fault or played.stopped or played.left is None:
        return
    whole = sum(played.taken) + played.left
    if stops and units is not None and max(units.values()) == 7 and sum(units.values()) < whole:
        if max(played.taken) >= 7:
            return  # the seventh trick may be anywhere among those recorded: scoring looks
        whole = sum(units.values())
    if units is not None and len(units) == 2 and sum(units.values()) != whole:
        tags.contradiction(f"Result has {sum(units.values())} tricks, the deal has {whole}; it is kept", "result")
        return
    for side, tricks in (units or {}).items():
        has = played.taken[side]
        if not has <= tricks <= has + played.left:
            to_come = f" and leaves {played.left}" if played.left else ""
            tags.contradiction(
                f"Result gives {side} {tricks} tricks, the play gives {has}{to_come}; the play holds", "result"
            )
