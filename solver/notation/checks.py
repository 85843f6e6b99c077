"""Where the tags of a game contradict each other or the play; each finding says which part holds.

These are notices, not errors: the play, the deal and the tags that say a thing outright hold against what would merely
follow from others.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from solver.cards import Card, Seat
from solver.deal import Deal

from .kinds import GameKind
from .letters import Alphabet
from .meaning import find_card, find_seat, units_by_side
from .replay import Played, Row
from .report import shown
from .tags import Tags

__all__ = [
    "check_first_cards",
    "check_hakem",
    "check_leaders",
    "check_result",
    "check_to_play",
    "check_trump_fixed",
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
    if hakem is None or dealer is None or kind.name != "court-piece" or kind.bridge or kind.rules is None:
        return
    expected = kind.hakem_of(dealer)
    if hakem is not expected:
        tags.contradiction(
            f"Hakem is {hakem.word}, but {expected.word} is when {dealer.word} deals; Hakem holds", "hakem"
        )


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


def check_to_play(tags: Tags, to_play: Seat | None, turn: Seat | None) -> None:
    """Report a `ToPlay` that is not whose turn it is."""
    if to_play is not None and turn is not None and to_play is not turn:
        tags.contradiction(f"ToPlay is {to_play.word}, but it is the turn of {turn.word}, which holds", "toplay")


def check_trump_fixed(tags: Tags, alphabet: Alphabet | None, rows: Sequence[Row]) -> None:
    """Report a `TrumpFixed` that is not in the play: `W D3 1` is seat, card, number of the trick."""
    known = tags.known("trumpfixed")
    if known is None:
        return
    entry, value = known
    words = value.split()
    seat = find_seat(words[0], alphabet)[0]
    card = find_card(words[1], alphabet)[0] if len(words) > 1 else None
    number = int(words[2]) if len(words) == 3 and re.fullmatch("[0-9]{1,2}", words[2]) else 0
    if seat is None or card is None or not number:
        tags.deviation(f"tag {entry.name}: expected seat, card and trick such as 'W D3 1', not {shown(value)}", entry)
        return
    if alphabet is not None:
        tags.rewrite("trumpfixed", value=f"{seat} {card} {number}")
    cell = rows[number - 1].get(seat) if number <= len(rows) else None
    if rows and (cell is None or cell.card is not card):
        tags.contradiction(
            f"TrumpFixed says that {seat.word} played {card} to trick {number}, which the play does not; it holds",
            "trumpfixed",
        )


def check_result(tags: Tags, played: Played | None, declarer: Seat | None, *, stops: bool = False) -> None:
    """Report a `Result` in tricks that the play rules out; one that a caret marks is known to be wrong.

    Where play *stops* at seven tricks the result may be that of the seventh, whatever is recorded after it.
    """
    value = tags.value("result")
    if (
        value is None
        or value.startswith("^")
        or played is None
        or played.fault
        or played.stopped
        or played.left is None
    ):
        return
    units = units_by_side(value)
    if units is None and declarer is not None and re.fullmatch("[0-9]{1,2}", value):
        units = {declarer.side: int(value)}
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
