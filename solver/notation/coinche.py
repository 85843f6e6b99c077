"""What the tags of a Coinche deal say together: auction, contract, declarer, belote, announcements, result.

An auction that breaks the rules is an error, at the call that does; so is a contract that no auction leads to, and a
dealer, contract or declarer other than those of the auction. Of belote, announcements and result, which take nothing
from the deal, a notice says what does not agree and what holds. What tags leave out comes from the auction.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from solver.cards import Seat, Side, Strain, Suit
from solver.deal import Deal
from solver.errors import ParseError
from solver.games.coinche import Auction, Call, CallKind, CoincheRules, Contract, IllegalCallError
from solver.games.coinche.auction import parse_call, why_no_contract
from solver.games.coinche.scorer import PASSED, parse_announcements, points_of_result
from solver.games.coinche.scoring import belotes_of
from solver.games.coinche.stakes import all_points
from solver.record import Call as RecordedCall

from .letters import ENGLISH, Alphabet
from .meaning import find_seat, find_strain
from .replay import Played
from .tags import Tags

__all__ = ["Bidding", "bidder_leads", "check_coinche", "read_bidding"]


@dataclass(frozen=True, slots=True)
class Bidding:
    """What tags and auction together say of the contract; `None` for what is not known."""

    #: The contract as the tag has it, or as the auction gives it; `Pass` for a deal that was passed out.
    contract: str | None
    declarer: Seat | None
    strain: Strain | None


def read_bidding(
    tags: Tags,
    calls: Sequence[RecordedCall],
    rules: CoincheRules,
    *,
    first: Seat | None,
    dealer: Seat | None,
    declarer: Seat | None,
    alphabet: Alphabet | None,
) -> Bidding:
    """Return what the contract is, and report an illegal auction and what does not agree with the tags.

    *first* is who speaks first according to `Auction`, *declarer* according to his tag.
    """
    written = tags.value("contract")
    tagged = _contract(tags, rules, alphabet)
    expected = None if dealer is None else dealer.next(rules.direction)
    if calls and first is not None and expected is not None and first is not expected and dealer is not None:
        _clash(
            tags,
            "auction",
            f"it begins with {first.word}, but {expected.word} speaks first when {dealer.word} deals",
        )
    speaker = first or expected
    auction = None if speaker is None else _auction(tags, calls, rules, first=speaker, alphabet=alphabet)
    if auction is None or not auction.is_over:
        return Bidding(written, declarer, None if tagged is None else tagged.bid.strain)
    found = auction.contract
    if found is None:
        if tagged is not None:
            _clash(tags, "contract", f"it says {tagged}, but in the auction all four pass")
        return Bidding(written or "Pass", declarer, None if tagged is None else tagged.bid.strain)
    if tagged is not None and str(tagged) != str(found):
        _clash(tags, "contract", f"it says {tagged}, the auction gives {found}")
    if declarer is not None and found.declarer is not None and declarer is not found.declarer:
        _clash(tags, "declarer", f"it names {declarer.word}, but the last bid is that of {found.declarer.word}")
    return Bidding(written or str(found), declarer or found.declarer, found.bid.strain)


def bidder_leads(contract: str | None, rules: CoincheRules) -> bool:
    """Whether *contract* is a generale to which its bidder leads."""
    if contract is None or rules.generale_lead != "bidder":
        return False
    try:
        return Contract.parse(contract).bid.kind is CallKind.GENERALE
    except ParseError:
        return False


def _clash(tags: Tags, name: str, message: str) -> None:
    """Report that the tag called *name* contradicts the auction, or the auction the dealer."""
    entry = tags.entry(name)
    assert entry is not None
    tags.error(f"tag {entry.name}: {message}", entry)


def _contract(tags: Tags, rules: CoincheRules, alphabet: Alphabet | None) -> Contract | None:
    """Return the contract of the tag; `None` without one, after a pass, or where the tag names only a strain.

    A text that is none of these is an error, and so is a contract that no auction leads to under *rules*.
    """
    known = tags.known("contract")
    if known is None:
        return None
    entry, text = known
    try:
        contract = Contract.parse(text, strain=lambda word: find_strain(word, alphabet)[0])
    except ParseError as error:
        if text.lower() not in PASSED and find_strain(text, alphabet)[0] is None:
            tags.error(f"tag Contract: {error.message}", entry)
        return None
    if why := why_no_contract(contract, rules):
        tags.error(f"tag Contract: {why}", entry)
    return contract


def _auction(
    tags: Tags, calls: Sequence[RecordedCall], rules: CoincheRules, *, first: Seat, alphabet: Alphabet | None
) -> Auction | None:
    """Return the auction as far as it is recorded; `None` after an error."""
    if not calls:
        return None
    texts = [call.text for call in calls]
    rest = texts[-1].upper() == "AP"  # all who are still to speak pass
    try:
        auction = Auction.read(
            rules, first, texts[:-1] if rest else texts, strain=lambda word: find_strain(word, alphabet)[0]
        )
    except IllegalCallError as error:
        call = calls[error.index or 0]
        tags.report.error(f"tag Auction: {error.message}", text=call.text, line=call.line, column=call.column)
        return None
    while rest and not auction.is_over:
        auction = auction.call(Call(CallKind.PASS))
    if alphabet is not None:
        _rewrite(tags, calls, auction)
    return auction


def _rewrite(tags: Tags, calls: Sequence[RecordedCall], auction: Auction) -> None:
    """Put the calls that English letters would not give into the standard's letters."""
    entry = tags.entry("auction")
    if entry is None or entry.body_line is None:
        return
    body = list(entry.body)
    for recorded, (_, call) in reversed(list(zip(calls, auction.calls, strict=False))):
        if recorded.line is None or recorded.column is None or _english(recorded.text) == call:
            continue
        row = recorded.line - entry.body_line
        start = recorded.column - 1 - (entry.body_column if row == 0 else 0)
        pattern = r"\s+".join(re.escape(word) for word in recorded.text.split())
        match = re.compile(pattern).match(body[row], start)
        if match is not None:
            body[row] = body[row][:start] + str(call) + body[row][match.end() :]
    if tuple(body) != entry.body:
        tags.rewrite("auction", body=tuple(body))


def _english(text: str) -> Call | None:
    """Return the call that *text* is in English letters."""
    try:
        return parse_call(text, strain=ENGLISH.strain)[0]
    except ParseError:
        return None


def check_coinche(
    tags: Tags,
    rules: CoincheRules,
    *,
    strain: Strain | None,
    declarer: Seat | None,
    deal: Deal | None,
    whole: bool,
    played: Played | None,
    alphabet: Alphabet | None,
) -> None:
    """Report a belote or announcements that are not held, and a result that the play rules out.

    *whole* says that the record begins with the first card.
    """
    hands = [hand.mask if hand is not None and whole else None for hand in deal.hands] if deal is not None else []
    _check_belote(tags, rules, strain, hands, alphabet)
    _check_announces(tags, hands)
    if strain is not None and whole:
        _check_result(tags, None if declarer is None else declarer.side, played, all_points(strain, rules))


def _check_belote(
    tags: Tags, rules: CoincheRules, strain: Strain | None, hands: Sequence[int | None], alphabet: Alphabet | None
) -> None:
    """Report seats in `Belote` that do not hold the king and queen of trumps."""
    known = tags.known("belote")
    if known is None:
        return
    entry, value = known
    seats = []
    for word in re.split(r"[\s,]+", value):
        seat, why = find_seat(word, alphabet)
        if seat is None:
            tags.error(f"tag {entry.name}: {why}", entry)
            return
        seats.append(seat)
    if alphabet is not None:
        tags.rewrite("belote", value=" ".join(seat.letter for seat in seats))
    for seat in seats if strain is not None and hands else ():
        hand = hands[seat]
        alone = [hand or 0 if other is seat else 0 for other in Seat]
        if hand is not None and strain is not None and not any(belotes_of(alone, strain, rules)):
            suit = strain.suit
            what = "a king and queen" if suit is None else f"the king and queen of {Suit(suit).word}"
            tags.contradiction(f"Belote says {seat.word}, who does not hold {what}; it is kept", "belote")


def _check_announces(tags: Tags, hands: Sequence[int | None]) -> None:
    """Report announcements that are none, or that their seat does not hold."""
    known = tags.known("announces")
    if known is None:
        return
    entry, value = known
    try:
        announced = parse_announcements(value)
    except ParseError as error:
        tags.error(error.message, entry)
        return
    for found in announced:
        hand = hands[found.seat] if hands else None
        if hand is not None and found.cards & ~hand:
            tags.contradiction(
                f"Announces says {found}, which {found.seat.word} does not hold; it is kept", "announces"
            )


def _check_result(tags: Tags, taker: Side | None, played: Played | None, total: int) -> None:
    """Report a `Result` in points that no deal can have, or that the play rules out."""
    value = tags.value("result")
    if value is None or value.startswith("^"):
        return
    points = points_of_result(value, taker, total)
    if points is None:
        return
    if sum(points) != total or min(points) < 0:
        tags.contradiction(f"Result has {points[0]}-{points[1]} points, the deal has {total}; it is kept", "result")
        return
    if played is None or played.fault or played.stopped:
        return
    taken = played.taken
    for side in Side:
        if points[side] < taken[side]:
            over = sum(taken) == total
            gives = f"the play gives {taken[side]}" if over else f"the play gives {taken[side]} so far"
            tags.contradiction(f"Result gives {side} {points[side]} points, {gives}; the play holds", "result")
