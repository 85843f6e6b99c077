"""Records out of parts: what other notations, JSON and programs bring along, put into tags.

The parts become the text of a PBN-like game, and the record is what that text means, so there is one place only where
meaning is found (`solver.notation.interpret`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from solver.cards import Card, Direction, Seat
from solver.deal import Deal
from solver.errors import ParseError
from solver.games import Game, Rules, TrumpState
from solver.games.trump import laid
from solver.record import Entry, Record

from .interpret import build
from .replay import owners_of
from .report import Report
from .settings import Options

__all__ = ["check_text", "compose", "play_body"]

_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]*\Z")


def compose(
    tags: Iterable[tuple[str, str]],
    *,
    play: Sequence[Card] = (),
    comments: Iterable[str] = (),
    options: Options | None = None,
    report: Report | None = None,
) -> Record:
    """Return the record of a game given by its *tags* and, in the order of play, the cards of its *play*.

    *comments* stand at its head; *report* knows where the parts come from. The columns of the play start with the
    leader that the tags name. Raises `ParseError` where a text cannot stand in a file, and for cards whose seats
    cannot be told; all else that is wrong is in `Record.errors`.
    """
    entries = []
    for name, value in tags:
        check_text(name, value)
        entries.append(Entry(name, value))
    head = []
    for comment in comments:
        if "}" in comment or not _is_text(comment):
            raise ParseError(f"expected a comment without '}}' and control characters, not {comment!r}", text=comment)
        head.extend(f"{{{comment}}}".split("\n"))
    options = options or Options()
    if play:
        known = build(entries, head, Report(), options=options)
        if known.leader is None:
            raise ParseError("expected a leader (tag Leader) for the cards played")
        body = play_body(
            play,
            leader=known.leader,
            direction=known.direction,
            deal=known.deal,
            trick=known.trick,
            game=known.game,
            rules=known.rules,
            trump=known.strain if known.hidden is None else known.hidden,
        )
        entries = [entry for entry in entries if entry.name.lower() != "play"]
        entries.append(Entry("Play", known.leader.letter, body))
    report = report or Report()
    return build(entries, head, report, options=options, line=report.line)


def check_text(name: str, value: str) -> None:
    """Raise `ParseError` unless *name* and *value* can be written as a tag."""
    if not _NAME.match(name):
        raise ParseError(f"expected a tag name of letters and digits, not {name!r}", text=name)
    if "\n" in value or not _is_text(value):
        raise ParseError(f"expected a value in one line for the tag {name}, not {value!r}", text=value)


def _is_text(text: str) -> bool:
    """Return whether *text* is the same after being written to a file and read."""
    return not re.search("[\r\ud800-\udfff]", text)


def play_body(
    play: Sequence[Card],
    *,
    leader: Seat,
    direction: Direction,
    deal: Deal | None,
    trick: Sequence[Card] = (),
    game: Game | None = None,
    rules: Rules | None = None,
    trump: TrumpState = None,
) -> tuple[str, ...]:
    """Return the lines of a play section in columns from *leader* for cards in the order of *play*.

    Who played a card is told by the hands where they are known, else by the rules. Raises `ParseError` where
    neither tells.
    """
    owners = {} if deal is None or None in deal.hands else owners_of(deal)
    rows: list[str] = []
    first = leader
    start = len(trick)
    table = list(trick)
    cards = list(play)
    while cards:
        row: dict[Seat, Card] = {}
        for turn in range(start, min(4, start + len(cards))):
            card = cards.pop(0)
            seat = owners.get(card.plain, first.next(direction, steps=turn))
            if seat in row:
                raise ParseError(
                    f"expected one card of each seat in a trick, but {seat.word} has {row[seat]} and {card}"
                )
            row[seat] = card
            before = trump
            if game is not None and rules is not None:
                trump = game.strain_after(before, card, card.bit, table, rules, seat=seat)
            table.append(laid(card, table, before, trump))
        rows.append(" ".join(_cell(row.get(leader.next(direction, steps=column))) for column in range(4)).rstrip())
        if cards:
            first = _next_leader(cards[0], owners, table, first, direction, game=game, rules=rules, trump=trump)
        start, table = 0, []
    return tuple(rows)


def _next_leader(
    card: Card,
    owners: Mapping[Card, Seat],
    table: Sequence[Card],
    first: Seat,
    direction: Direction,
    *,
    game: Game | None,
    rules: Rules | None,
    trump: TrumpState,
) -> Seat:
    """Return who leads *card* after the trick on the *table*."""
    if card.plain in owners:
        return owners[card.plain]
    if game is None or rules is None or (trump is None and not game.trump_may_be_open(rules)):
        raise ParseError(f"expected the hands, or game and trump, to tell who led {card}", text=card.text)
    return first.next(direction, steps=game.winner(table, trump, rules))


def _cell(card: Card | None) -> str:
    return "- " if card is None else card.text
