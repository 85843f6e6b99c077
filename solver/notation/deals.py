"""The value of a `Deal` tag: four hands, read as people and programs write them, with every defect named at once.

Besides the standard's form (`N:AK5.T98..Q ...`) these are understood: lower case, `10` for `T`, ranks in any
order, the rank letters of other languages, a suit letter or symbol before the cards of its own suit, more than one
blank between hands, and a dot too many where only one reading gives a sound deal. A suit is never shifted to another
place, and nothing that is not a card is skipped.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Final

from solver.cards import Card, Direction, Seat, Suit
from solver.deal import Deal, Defect, DefectKind, Hand, Holder, card_defects

from .letters import ENGLISH, LANGUAGES, Alphabet, fold, ranks_of_all
from .meaning import find_seat
from .report import Report, shown

__all__ = ["DealText", "deal_defects", "read_deal"]

_UNKNOWN: Final = frozenset({"", "?", "-"})
_SYMBOLS: Final = ("♠♤", "♥♡", "♦♢", "♣♧")
_EXPECTED_RANK: Final = "expected a rank (A K Q J T 9 to 2)"
_FIELD: Final = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class DealText:
    """A deal as read, and the seat whose hand was written first."""

    deal: Deal
    first: Seat


@dataclass(slots=True)
class _Style:
    """What was noticed about the way in which hands are written; each is reported once for a deal."""

    tens: bool = False
    suits: bool = False
    #: The rank letters in use, and those that are not English: the letter, its place in words, its column.
    letters: set[str] = field(default_factory=set)
    foreign: list[tuple[str, str, int | None]] = field(default_factory=list)


def read_deal(
    value: str,
    report: Report,
    *,
    alphabet: Alphabet | None,
    deck: int,
    trick: Sequence[Card] = (),
    leader: Seat | None = None,
    direction: Direction = Direction.CLOCKWISE,
    line: int | None = None,
    column: int | None = None,
) -> DealText | None:
    """Read *value* and report everything that is wrong with it; `None` when there is no deal or no sound one.

    *alphabet* is the language that the caller named, `None` if he named none. *trick* are cards on the table, led
    by *leader*, which explain unequal hands. *line* and *column* say where the value begins.
    """
    if value.strip() in _UNKNOWN:
        return None

    def at(place: int) -> int | None:
        return None if column is None else column + place

    start, colon, rest = value.partition(":")
    errors_before = len(report.errors)
    first = Seat.NORTH
    if not colon:
        report.error(
            f"expected a seat and a colon before the hands, such as 'N:', not {shown(value)}",
            text=value,
            line=line,
            column=at(0),
        )
        return None
    found, why = find_seat(start, alphabet)
    if found is None:
        report.error(f"tag Deal: {why}", text=start, line=line, column=at(0))
    else:
        first = found
    offset = len(start) + 1
    fields = [(match[0], offset + match.start()) for match in _FIELD.finditer(rest)]
    if len(fields) != 4:
        report.error(
            f"expected four hands ('-' for one that is not known), found {len(fields)}",
            text=value,
            line=line,
            column=at(offset),
        )
    elif rest != " ".join(text for text, _ in fields):
        report.deviation("there is more than one blank between hands", text=value, line=line, column=at(offset))
    style = _Style()
    choices: list[list[Hand | None]] = []
    dots: list[tuple[Seat, int]] = []
    for turn, (text, place) in enumerate(fields[:4]):
        seat = first.next(steps=turn)
        if text in ("-", "–", "—"):
            choices.append([None])
            continue
        hands = _read_hand(text, seat, report, style, alphabet=alphabet, line=line, column=at(place))
        if text.count(".") > 3 and hands:
            dots.append((seat, place))
        choices.append(list(hands))
    if alphabet is None and not any(style.letters <= language.own_ranks for language in LANGUAGES.values()):
        for symbol, words, where in style.foreign:
            report.error(f"{_EXPECTED_RANK} in {words}, not {symbol!r}", text=symbol, line=line, column=where)
    if len(report.errors) > errors_before:
        return None

    def arranged(hands: Sequence[Hand | None]) -> Deal:
        by_seat: list[Hand | None] = [None] * 4
        for turn, hand in enumerate(hands):
            by_seat[first.next(steps=turn)] = hand
        return Deal((by_seat[0], by_seat[1], by_seat[2], by_seat[3]))

    deals = [arranged(hands) for hands in product(*choices)]
    judged = [deal_defects(deal, deck=deck, trick=trick, leader=leader, direction=direction) for deal in deals]
    if judged[0]:
        for defect in judged[0]:
            report.error(defect.message, text=value, line=line, column=at(0))
        return None
    if judged.count(()) > 1:
        for seat, place in dots:
            report.error(
                f"expected four suits separated by dots in {seat.word}'s hand, found five, of which more than one is "
                "empty; it cannot be told which dot is too many",
                text=value,
                line=line,
                column=at(place),
            )
        return None
    for seat, place in dots:
        report.deviation(
            f"{seat.word}'s hand has a dot too many; only one reading gives a sound deal",
            text=value,
            line=line,
            column=at(place),
        )
    if style.tens:
        report.deviation("tens are written 10; the format has T", line=line, column=at(0))
    if style.suits:
        report.deviation("suit letters stand inside the hands", line=line, column=at(0))
    if style.foreign and alphabet is None:
        letters = ", ".join(sorted({symbol for symbol, _, _ in style.foreign}))
        report.deviation(f"ranks are not in English letters: {letters}", line=line, column=at(0))
    return DealText(deals[0], first)


def _read_hand(
    text: str,
    seat: Seat,
    report: Report,
    style: _Style,
    *,
    alphabet: Alphabet | None,
    line: int | None,
    column: int | None,
) -> list[Hand]:
    """Return the hands that *text* may stand for: none after an error, else the one to take and those against it.

    There are others only where a dot at the end is too many and another empty suit might be the one that is.
    """
    fields = text.split(".")
    readings = [fields]
    if len(fields) == 5 and not fields[4]:
        readings = [fields[:4]] + [fields[:gap] + fields[gap + 1 :] for gap in range(4) if not fields[gap]]
    elif len(fields) != 4:
        report.error(
            f"expected four suits separated by dots in {seat.word}'s hand, found {len(fields)}: {shown(text)}",
            text=text,
            line=line,
            column=column,
        )
        return []
    hands: list[Hand] = []
    for suits in readings:
        pad = report if suits is readings[0] else Report()
        hand = _read_suits(suits, text, seat, pad, style, alphabet=alphabet, line=line, column=column)
        if hand is None and pad is report:
            return []
        if hand is not None and hand not in hands:
            hands.append(hand)
    return hands


def _read_suits(
    suits: list[str],
    text: str,
    seat: Seat,
    report: Report,
    style: _Style,
    *,
    alphabet: Alphabet | None,
    line: int | None,
    column: int | None,
) -> Hand | None:
    """Read the four suits of a hand; `None` after an error."""
    ranks = ranks_of_all() if alphabet is None else alphabet.ranks
    mask = 0
    sound = True

    def wrong(message: str, symbol: str, place: int) -> None:
        nonlocal sound
        sound = False
        where = None if column is None else column + place
        report.error(f"{message} in {seat.word}'s hand {shown(text)}", text=symbol, line=line, column=where)

    skips = _suit_letters(suits, alphabet)
    start = 0
    for suit, cards, skip in zip(Suit, suits, skips, strict=True):
        style.suits |= skip > 0
        place = skip
        while place < len(cards):
            width = 2 if cards.startswith("10", place) else 1
            symbol = cards[place : place + width]
            key = fold(symbol)
            rank = ranks.get(key)
            if rank is not None:
                style.tens |= width == 2
                style.letters.add(key)
                if key not in ENGLISH.ranks:
                    where = None if column is None else column + start + place
                    style.foreign.append((symbol, f"{suit.word} in {seat.word}'s hand {shown(text)}", where))
                card = Card(suit, rank)
                if mask & card.bit:
                    wrong(f"{card} comes twice", symbol, start + place)
                mask |= card.bit
            elif key == "1":
                wrong("expected a rank, not a 1 without a 0 after it,", symbol, start + place)
            elif key == "x":
                wrong("expected a rank; x is not a certain card,", symbol, start + place)
            elif place == 0 and _suit_of(symbol, alphabet) is not None:
                wrong(f"the suit letter {symbol!r} stands in the place of {suit.word}", symbol, start)
            elif key:
                wrong(f"{_EXPECTED_RANK} in {suit.word}, not {symbol!r},", symbol, start + place)
            place += width
        start += len(cards) + 1
    return Hand(mask) if sound else None


def _suit_letters(suits: list[str], alphabet: Alphabet | None) -> list[int]:
    """Return for each suit how many characters of suit letter or symbol stand before its cards.

    Some suit letters are rank letters too (`D`, and in other languages `K` and `T`). Those count as suit
    letters where every suit of the hand has one, the letter D also where another suit of the hand has one.
    """
    english = [_prefix(cards, suit.letter, suit) for suit, cards in zip(Suit, suits, strict=True)]
    if all(english):
        return english
    if alphabet is not None and alphabet is not ENGLISH:
        own = [_prefix(cards, alphabet.suit_letters[suit], suit) for suit, cards in zip(Suit, suits, strict=True)]
        if all(own):
            return own
    sure = english.copy()
    if suits[Suit.DIAMONDS][:1] in ("D", "d"):
        sure[Suit.DIAMONDS] = 0
    return english if any(sure) else sure


def _prefix(cards: str, letter: str, suit: Suit) -> int:
    """Return the length of the suit letter or symbol at the head of *cards*, 0 if there is none."""
    if cards[:1] and (cards[0] in _SYMBOLS[suit] or fold(cards[0]) == fold(letter)):
        return 2 if cards[1:2] in ("\ufe0e", "\ufe0f") else 1
    return 0


def _suit_of(symbol: str, alphabet: Alphabet | None) -> Suit | None:
    return (alphabet or ENGLISH).suit(symbol)


def deal_defects(
    deal: Deal,
    *,
    deck: int,
    trick: Sequence[Card] = (),
    leader: Seat | None = None,
    direction: Direction = Direction.CLOCKWISE,
) -> tuple[Defect, ...]:
    """Return everything wrong with *deal*; cards of *trick*, led by *leader*, are on the table and in no hand."""
    if all(not hand for hand in deal.hands) and not trick:
        return (Defect(DefectKind.EMPTY, "no hand holds a card"),)
    sizes = {len(hand) for hand in deal.hands if hand is not None}
    full = deck.bit_count() // 4
    if not trick and len(sizes) == 1 and min(sizes) > full:  # one sentence for what else would be said of every hand
        message = f"hands of {min(sizes)} cards are of another game: the pack of {deck.bit_count()} gives {full} each"
        return (Defect(DefectKind.SIZE, message),)
    if not trick or leader is None:
        return deal.defects(deck=deck)
    players = {leader.next(direction, steps=turn): card for turn, card in enumerate(trick[:3])}
    known = [(seat, hand) for seat, hand in zip(Seat, deal.hands, strict=True) if hand is not None]
    before = {seat: len(hand) + (seat in players) for seat, hand in known}
    holders = [
        *(Holder(seat, f"in {seat.word}'s hand", hand.mask) for seat, hand in known),
        *(Holder(seat, f"on the table, played by {seat.word}", card.bit) for seat, card in players.items()),
    ]
    whole = len(known) == 4 and max(before.values(), default=0) >= full
    defects = card_defects(holders, deck=deck, whole=whole)
    if len(set(before.values())) > 1 or max(before.values(), default=0) > full:
        listed = ", ".join(
            f"{seat.word} {len(hand)}" + (" and one on the table" if seat in players else "") for seat, hand in known
        )
        defects.append(Defect(DefectKind.SIZE, f"the hands differ in size, which the trick does not explain: {listed}"))
    return tuple(defects)
