"""Views of recorded deals: what a seat knew of them at a moment."""

from __future__ import annotations

from dataclasses import replace

from solver.cards import Card, Rank, Seat, mask_of
from solver.errors import RulesError, ViewError
from solver.games import CoincheRules, Rules
from solver.games.coinche import Auction, IllegalCallError
from solver.games.coinche import Call as CoincheCall
from solver.games.coinche.auction import CallKind
from solver.games.coinche.scorer import parse_seats
from solver.record import Record
from solver.scoring import said_tags

from .views import View

__all__ = ["view_of_record"]

#: Tags of a record that a player knows before the play and that a score depends on.
_KNOWN_BEFORE = frozenset({"matchscore", "matchtarget", "streak", "target", "kot", "redeals", "tricks"})


def view_of_record(record: Record, seat: Seat | None, *, upto: int | None, calls: int | None) -> View:
    """Return what *seat* knows at that moment of *record*."""
    game, rules = record.game, record.rules
    if game is None or rules is None:
        reason = record.unplayable or "the game is not known"
        raise RulesError(f"{record.label} can be read but not played: {reason}")
    if record.errors:
        raise record.errors[0]
    auction = _auction_of(record, rules, calls)
    played = record.trick + tuple(card.card for card in record.played[: 0 if calls is not None else upto])
    hands = _hands_of(record)
    given = [each for each in Seat if hands[each] is not None]
    if seat is None:
        tag = record.tag("View")
        if tag is not None and tag.strip() not in ("", "?", "-"):
            seat = Seat.parse(tag)
        elif len(given) == 1:
            seat = given[0]
        elif not given and record.first_cards and record.hakem is not None:
            seat = record.hakem
        elif auction is not None and not auction.is_over:
            seat = auction.turn
        elif record.leader is not None:
            seat = record.position(upto).to_move if len(given) == 4 else None
        if seat is None:
            raise ViewError("expected to know whose view it is (tag View): several hands are known")
    own = hands[seat]
    size = max((hand.bit_count() for hand in hands if hand is not None), default=game.hand_size)
    if own is None:
        if seat is not record.hakem or not record.first_cards:
            raise ViewError(f"the hand of {seat.word}, whose view it is, is not known")
        own = mask_of(record.first_cards)
    dealer, hakem, leader = record.dealer, record.hakem, record.leader
    pack = game.deck
    if len(given) == 4:
        pack = sum(hand for hand in hands if hand is not None)
        exposed = [0, 0, 0, 0]
    else:
        exposed = [hands[each] or 0 if each is not seat else 0 for each in Seat]
    called = auction is not None and not auction.is_over
    constraint = record.tag("Constraint")
    said = said_tags(record)
    tags = [(name, value) for name, value in said.items() if name in _KNOWN_BEFORE]
    if len(played) >= 4 and "announces" in said:
        tags.append(("announces", said["announces"]))  # they are compared after the first trick
    if leader is None and auction is not None:
        leader = auction.first
    view = View.of(
        seat=seat,
        hand=own,
        game=game,
        rules=rules,
        leader=leader,
        dealer=dealer,
        hakem=hakem,
        strain=None if called else record.strain,
        hidden=record.hidden,
        declarer=None if called else record.declarer,
        contract=None if called else record.contract,
        played=played,
        exposed=tuple(exposed),
        pack=pack,
        size=size,
        taken=record.taken,
        pile=record.pile,
        auction=auction,
        constraints=constraint or (),
        tags=tags,
    )
    view = view.as_seen()
    belote = said.get("belote")
    if belote is not None and _has_declared(view, belote):
        view = replace(view, tags=(*view.tags, ("belote", belote)))
    return view


def _has_declared(view: View, belote: str) -> bool:
    """Tell whether all seats of a tag `Belote` have said so by now: with the first of king and queen of trumps."""
    strain = view.table.strain
    if strain is None or strain.suit is None or belote == "-":
        return False
    pair = Card(strain.suit, Rank.KING).bit | Card(strain.suit, Rank.QUEEN).bit
    return all(view.table.played_by[seat] & pair for seat in parse_seats(belote))


def _hands_of(record: Record) -> list[int | None]:
    """Return the hands as the record begins, with the cards of the trick in progress in the hands that played them."""
    dealt = record.deal.hands if record.deal is not None else (None, None, None, None)
    hands = [None if hand is None else hand.mask for hand in dealt]
    if record.leader is not None:
        for turn, card in enumerate(record.trick):
            player = record.leader.next(record.direction, steps=turn)
            hand = hands[player]
            hands[player] = None if hand is None else hand | card.bit
    return hands


def _auction_of(record: Record, rules: Rules, calls: int | None) -> Auction | None:
    """Return the first *calls* calls of a Coinche deal, all of them by default; `None` without an auction."""
    if not isinstance(rules, CoincheRules):
        return None
    first = record.auction[0].seat if record.auction else None
    if first is None and record.dealer is not None:
        first = record.dealer.next(rules.direction)
    if first is None or not (record.auction or record.tag("Auction") is not None or calls is not None):
        return None
    texts = [call.text for call in record.auction[:calls]]
    rest = bool(texts) and texts[-1].upper() == "AP"  # all who are still to speak pass
    try:
        auction = Auction.read(rules, first, texts[:-1] if rest else texts)
    except IllegalCallError as error:
        raise ViewError(f"tag Auction: {error.message}") from None
    while rest and not auction.is_over:
        auction = auction.call(CoincheCall(CallKind.PASS))
    return auction
