"""LIN, the notation of an online bridge club: `md|3S52H864...|` and so on, read into the same records as PBN.

The format was never published; what is read here is what its files show. A file is a row of commands, each with a
value, separated by bars. A command that has no counterpart among tags is kept as an escape line `%LIN`.

===== =============================================================================================================
pn    players, South West North East; eight names are two tables
md    dealer (1 South, 2 West, 3 North, 4 East) and the hands of South, West, North, East; a missing one is the rest
sv    vulnerability: o, n, e, b
mb    a call: p pass, d double, r redouble; `!` an alert; an: its explanation
pc    a card, in the order of play; mc: tricks claimed for the declarer
qx    starts a board: o1, c1 are board 1 in the open and in the closed room; ah: title of the board
===== =============================================================================================================
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from solver.cards import FULL_DECK, Card, Direction, Seat
from solver.deal import Deal
from solver.errors import HakemError, ParseError
from solver.record import Entry, Record

from .composing import play_body
from .interpret import build
from .letters import ENGLISH
from .replay import owners_of
from .report import Report, shown
from .settings import Options

__all__ = ["is_lin", "read_lin"]

_IS_LIN: Final = re.compile(r"(?:^|\|)[ \t]*(?:md\|[1-4]|qx\|[oc]?[0-9]+\||vg\|)", re.MULTILINE)
_ORDER: Final = (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)
_DEALERS: Final = {"1": Seat.SOUTH, "2": Seat.WEST, "3": Seat.NORTH, "4": Seat.EAST}
_VULNERABLE: Final[Mapping[str, str]] = {"o": "None", "0": "None", "-": "None", "n": "NS", "e": "EW", "b": "All"}
_CALLS: Final[Mapping[str, str]] = {"P": "Pass", "D": "X", "DBL": "X", "R": "XX", "RDBL": "XX", "PASS": "Pass"}
#: Commands about layout only, and those that are read.
_LAYOUT: Final = frozenset({"st", "rh", "pg", "pf"})


@dataclass(slots=True)
class _Board:
    """What the commands say about one board."""

    line: int
    started: bool = False
    names: tuple[str, ...] = ()
    room: str = ""
    number: str = ""
    title: str = ""
    dealer: Seat | None = None
    deal_line: int = 0
    hands: list[str] = field(default_factory=list)
    vulnerable: str = ""
    calls: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    cards: list[tuple[str, int]] = field(default_factory=list)
    claim: str = ""
    extra: list[str] = field(default_factory=list)


class _Tag(Protocol):
    """Adds a tag to the record under construction."""

    def __call__(self, name: str, value: str, body: Sequence[str] = (), line: int | None = None) -> None: ...


def is_lin(text: str) -> bool:
    """Return whether *text* looks like LIN."""
    return _IS_LIN.search(text) is not None


def read_lin(text: str, report: Report, *, options: Options) -> list[Record]:
    """Return every board of *text*; errors and notices go to *report*, those of a board also into its record."""
    boards = [board for board in _boards(text) if board.started]
    records = []
    for number, board in enumerate(boards, start=1):
        label = f"board {board.number}" if board.number else f"game {number}"
        pad = report.for_game(label, line=board.line)
        records.append(_record(board, pad, options, number))
        report.errors.extend(pad.errors)
        report.notices.extend(pad.notices)
    return records


def _commands(text: str) -> Iterator[tuple[str, str, int]]:
    """Yield command, value and line of the value."""
    parts = text.split("|")
    line = 1
    for place in range(0, len(parts) - 1, 2):
        line += parts[place].count("\n")
        yield " ".join(parts[place].split()).lower(), parts[place + 1], line
        line += parts[place + 1].count("\n")


def _boards(text: str) -> list[_Board]:
    """Sort the commands into boards."""
    boards = [_Board(1)]
    names: tuple[str, ...] = ()

    def new_board(line: int) -> None:
        if boards[-1].started:
            boards.append(_Board(line))
        boards[-1].line = line

    for command, value, line in _commands(text):
        value = " ".join(value.split())  # noqa: PLW2901 - values may be broken over lines
        if command == "qx" or (command in ("pn", "md") and boards[-1].hands):
            new_board(line)
        board = boards[-1]
        if command == "qx":
            match = re.match(r"([oc]?)([0-9]{0,4})", value)
            board.room = {"o": "Open", "c": "Closed"}.get(match[1] if match else "", "")
            board.number = match[2] if match else ""
            board.started = True
        elif command == "pn":
            names = tuple(name.strip() for name in value.split(","))
        elif command == "md":
            board.started = True
            board.dealer = _DEALERS.get(value[:1])
            board.hands = value[1 if board.dealer is not None else 0 :].split(",")
            board.deal_line = line
        elif command == "sv":
            board.vulnerable = _VULNERABLE.get(value.lower(), "")
        elif command == "ah":
            board.title = value
            match = re.fullmatch(r"Board\s+([0-9]{1,4})", value, re.IGNORECASE)
            board.number = match[1] if match else board.number
        elif command == "mb" and value:
            board.calls.append(value)
            board.notes.append("")
        elif command == "an" and board.calls:
            board.notes[-1] = value
        elif command == "pc" and value:
            board.cards.append((value, line))
        elif command == "mc":
            board.claim = value
        elif command not in _LAYOUT and (command or value):
            board.extra.append(f"%LIN {command}|{value}|")
        board.names = board.names if command != "pn" and board.names else names
    return boards


def _record(board: _Board, report: Report, options: Options, number: int) -> Record:
    """Return the record of *board*."""
    entries: list[Entry] = []

    def tag(name: str, value: str, body: Sequence[str] = (), line: int | None = None) -> None:
        if value or body:
            entries.append(Entry(name, value, tuple(body), line=line or board.line))

    if board.title and not re.fullmatch(r"Board\s+[0-9]+", board.title, re.IGNORECASE):
        tag("Description", board.title)
    tag("Board", board.number)
    names = board.names[4:8] if board.room == "Closed" and len(board.names) >= 8 else board.names[:4]
    for seat, name in zip(_ORDER, names, strict=False):
        tag(seat.word, name)
    tag("Room", board.room)
    tag("Dealer", board.dealer.letter if board.dealer is not None else "")
    tag("Vulnerable", board.vulnerable)
    deal_text = _deal_text(board, report)
    tag("Deal", deal_text, line=board.deal_line)
    deal = _deal(deal_text)
    calls = [_call(call) for call in board.calls]
    contract, declarer = _contract(calls, board.dealer)
    tag("Declarer", declarer.letter if declarer is not None else "")
    tag("Contract", contract)
    result = board.claim if declarer is not None and re.fullmatch("[0-9]{1,2}", board.claim) else ""
    tag("Result", result)
    if calls and board.dealer is not None:
        _auction(board, calls, tag)
    if board.cards:
        _play(board, deal, declarer, report, tag)
    extra = board.extra + ([f"%LIN mc|{board.claim}|"] if board.claim and not result else [])
    if not entries:
        tag("Board", "?")
    return build(entries, extra, report, options=options, line=board.line, number=number)


def _deal_text(board: _Board, report: Report) -> str:
    """Return the value of the `Deal` tag; the one hand that is not written is the rest of the pack."""
    if not any(hand.strip() for hand in board.hands):
        return ""
    if len(board.hands) > 4:
        report.error(
            f"expected at most four hands, found {len(board.hands)}", text=",".join(board.hands), line=board.deal_line
        )
    hands = [_hand(hand, report, board.deal_line) for hand in (*board.hands[:4], "", "", "", "")[:4]]
    text = f"S:{' '.join(hands)}"
    if hands.count("-") == 1:
        try:
            text = Deal.parse(text).completed(deck=FULL_DECK).format(Seat.SOUTH)
        except HakemError:
            return text  # what is wrong with the hands is reported when the tag is read
        seat = _ORDER[hands.index("-")]
        report.remark(f"the hand of {seat.word} is not written; it is the rest of the pack", line=board.deal_line)
    return text


def _hand(text: str, report: Report, line: int) -> str:
    """Return a hand such as `S52H864DKJ75CKJ73` with dots, `-` for none."""
    text = text.strip()
    if not text:
        return "-"
    parts = re.split("([SHDCshdc])", text)
    suits = dict.fromkeys("SHDC", "")
    if parts[0]:
        report.error(f"expected a hand that starts with a suit letter, not {shown(text)}", text=text, line=line)
    for suit, ranks in zip(parts[1::2], parts[2::2], strict=True):
        suits[suit.upper()] += "".join(ranks.split()).upper()
    return ".".join(suits.values())


def _deal(text: str) -> Deal | None:
    """Return the deal as far as it is sound enough to tell who holds a card."""
    try:
        return Deal.parse(text) if text else None
    except ParseError:
        return None


def _call(text: str) -> str:
    """Return a call in the words of PBN, without its alert."""
    bare = text.replace("!", "").strip().upper()
    bid = re.fullmatch(r"([1-7])(NT?|[SHDC])", bare)
    if bid:
        return bid[1] + ("NT" if bid[2][0] == "N" else bid[2])
    return _CALLS.get(bare, re.sub(r"[\s{};\"\[\]%]", "", bare) or "-")


def _contract(calls: Sequence[str], dealer: Seat | None) -> tuple[str, Seat | None]:
    """Return contract and declarer of a complete auction, else nothing."""
    if dealer is None or len(calls) < 4 or calls[-3:] != ["Pass"] * 3:
        return "", None
    seats = [dealer.next(steps=turn) for turn in range(len(calls))]
    bids = [(seat, call) for seat, call in zip(seats, calls, strict=True) if call[0] in "1234567"]
    if not bids:
        return "Pass", None
    last, bid = bids[-1]
    declarer = next(seat for seat, call in bids if seat.side is last.side and call[1:] == bid[1:])
    after = calls[len(calls) - 1 - calls[::-1].index(bid) :]
    return bid + ("XX" if "XX" in after else "X" if "X" in after else ""), declarer


def _auction(board: _Board, calls: Sequence[str], tag: _Tag) -> None:
    """Write the auction, four calls a line, with alerts as notes."""
    assert board.dealer is not None
    words: list[str] = []
    notes: list[str] = []
    for call, written, note in zip(calls, board.calls, board.notes, strict=True):
        if note or "!" in written:
            notes.append(note or "alert")
            words.append(f"{call} ={len(notes)}=")
        else:
            words.append(call)
    tag("Auction", board.dealer.letter, [" ".join(words[start : start + 4]) for start in range(0, len(words), 4)])
    for number, note in enumerate(notes, start=1):
        tag("Note", f"{number}:{note}")


def _play(board: _Board, deal: Deal | None, declarer: Seat | None, report: Report, tag: _Tag) -> None:
    """Write the play in columns from the leader; who leads and who wins is told by the hands."""
    cards: list[Card] = []
    for text, line in board.cards:
        card = ENGLISH.card(text)
        if card is None:
            report.error(f"expected a card such as SA, not {shown(text)}", text=text, line=line)
            return
        cards.append(card)
    owners = owners_of(deal) if deal is not None and None not in deal.hands else {}
    leader = owners.get(cards[0], declarer.next() if declarer is not None else None)
    line = board.cards[0][1]
    if leader is None:
        report.deviation("the cards played cannot be given to seats; they are kept, not used", line=line)
        board.extra.append(f"%LIN pc|{' '.join(text for text, _ in board.cards)}|")
        return
    try:
        body = play_body(cards, leader=leader, direction=Direction.CLOCKWISE, deal=deal)
    except ParseError as error:
        report.error(error.message, text=error.text, line=line)
        return
    tag("Play", leader.letter, [*body, "*"] if board.claim else body, line=line)
