"""What lies open after the cards of a view, and hidden trumps as numbers."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from solver.cards import Card, Seat, Strain, Suit
from solver.games.scorer import WonTrick
from solver.games.trump import HiddenTrump, TrumpState, laid

from .told import Told

__all__ = ["Table", "coded_trump", "trump_code", "walk"]


@dataclass(frozen=True, slots=True)
class Table:
    """What lies open after the cards of a view: the trick in progress, what was taken, who played what."""

    #: The strain in effect; `None` as long as it is not named, not fixed, or hidden.
    strain: Strain | None
    #: The state of the trump, a hidden one included where the seat knows it; who has set one that is hidden now.
    trump: TrumpState
    setter: Seat | None
    #: The place of the card, from 0, with which one that the seat does not know was noted; else `None`.
    noted: int | None
    leader: Seat
    to_move: Seat
    trick: tuple[Card, ...]
    taken: tuple[int, int]
    carry: Hashable
    #: How many tricks are not complete.
    tricks_left: int
    #: Who played each of the cards, in order, and the cards that each seat has played (masks).
    players: tuple[Seat, ...]
    played_by: tuple[int, int, int, int]
    #: The strain in effect and the trick as it lay before each card.
    before: tuple[tuple[TrumpState, tuple[Card, ...]], ...]
    won: tuple[WonTrick, ...]

    @property
    def is_veiled(self) -> bool:
        """Whether a trump is hidden now that the seat does not know."""
        return self.setter is not None and self.trump is None


def walk(view: Told) -> tuple[Table, list[str]]:
    """Go through the cards played; return what lies open after them, and the first thing that is wrong with them."""
    game, rules, direction = view.game, view.rules, view.rules.direction
    leader = to_move = view.leader
    taken, left = view.taken, view.size
    carry = game.opening_carry(rules) if view.pile is None else view.pile
    strain: TrumpState = view.opening
    unknown: Seat | None = None
    noted: int | None = None
    if strain is None and view.setter not in (None, view.seat):
        unknown = view.setter
        strain = _veiled(view.setter)
    notes = game.trump_mode(rules).fixed_by == "note"
    trick: tuple[Card, ...] = ()
    players: list[Seat] = []
    before: list[tuple[TrumpState, tuple[Card, ...]]] = []
    won: list[WonTrick] = []
    played_by = [0, 0, 0, 0]
    reasons: list[str] = []
    whole = view.hand.bit_count() == view.size
    for ply, card in enumerate(view.played, start=1):
        hand = view.hand & ~played_by[view.seat]
        owner = next((seat for seat in Seat if view.exposed[seat] & card.bit), None)
        if not card.bit & view.pack:
            reasons.append(f"card {ply}: {card} is not among the {view.pack.bit_count()} cards of the deal")
        elif to_move is view.seat and whole and not hand & card.bit:
            reasons.append(f"card {ply}: {card} is not in the hand of {to_move.word}, who played it")
        elif to_move is not view.seat and view.hand & card.bit:
            reasons.append(f"card {ply}: {view.seat.word} holds {card}, so {to_move.word} cannot have played it")
        elif owner not in (None, to_move):
            reasons.append(f"card {ply}: {card} lies open with {owner}, so {to_move.word} cannot have played it")
        elif to_move is view.seat and whole and card not in game.legal_plays(hand, trick, strain, rules, seat=to_move):
            why = game.why_illegal(card, hand, trick, strain, rules, seat=to_move)
            reasons.append(f"card {ply}: {why}")
        if reasons:
            break
        before.append((strain, trick))
        players.append(to_move)
        held = hand if to_move is view.seat else card.bit
        after = game.strain_after(strain, card, held, trick, rules, seat=to_move)
        if notes and strain is None and after is not None and card.names is None:
            unknown, noted = to_move, ply - 1
            after = _veiled(to_move)
        elif unknown is not None and isinstance(after, Strain):
            reasons.append(f"card {ply}: {card.plain} shows the trump that {unknown.word} had hidden: say which it is")
            break
        played_by[to_move] |= card.bit
        trick = (*trick, laid(card, trick, strain, after))
        strain = after
        to_move = to_move.next(direction)
        if len(trick) == 4:
            winner = leader.next(direction, steps=game.winner(trick, strain, rules))
            left -= 1
            ns, ew, carry = game.collect(trick, winner, last=not left, strain=strain, rules=rules, carry=carry)
            taken = (taken[0] + ns, taken[1] + ew)
            won.append(WonTrick(leader, trick, winner, taken, strain if isinstance(strain, Strain) else None))
            leader = to_move = winner
            trick = ()
    north, east, south, west = played_by
    table = Table(
        strain=strain if isinstance(strain, Strain) else None,
        trump=None if unknown is not None else strain,
        setter=strain.setter if isinstance(strain, HiddenTrump) else None,
        noted=noted,
        leader=leader,
        to_move=to_move,
        trick=trick,
        taken=taken,
        carry=carry,
        tricks_left=left,
        players=tuple(players),
        played_by=(north, east, south, west),
        before=tuple(before),
        won=tuple(won),
    )
    return table, reasons


def _veiled(setter: Seat) -> HiddenTrump:
    """Return what stands for a hidden trump that is not known: as long as it is hidden its suit makes no difference."""
    return HiddenTrump(Suit.SPADES, setter)


def trump_code(hidden: HiddenTrump) -> int:
    """Return the number that stands for a hidden trump in a world; the seat that hid it is no part of it."""
    return int(hidden.suit) | (0 if hidden.card is None else hidden.card.index + 1) << 2


def coded_trump(code: int, setter: Seat) -> HiddenTrump:
    """Return the hidden trump that a number of `trump_code` stands for.

    >>> coded_trump(trump_code(HiddenTrump(Suit.HEARTS, Seat.WEST, Card.parse("HT"))), Seat.WEST).card
    Card.parse('HT')
    """
    return HiddenTrump(Suit(code & 3), setter, Card.of((code >> 2) - 1) if code >> 2 else None)
