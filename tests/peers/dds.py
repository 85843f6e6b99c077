"""DDS 2.9 (double dummy solver of bridge), reached through the low-level layer of endplay.

Bridge card play with a trump suit, or without one, has the follow and ruff rules of Court Piece, so every trick count
must be equal. What is different, and bridged here:

* DDS names results by declarer, we by leader; its numbers count tricks *from here on*, the trick in progress included,
  for the side to move (`solve`) or for the declarer (`table`).
* DDS plays clockwise. A game played anticlockwise is the same game with East and West exchanged.
* It lists one card of touching ones, with the others in a mask; here every legal card gets its own number.
* `CalcDDtable` through endplay is wrong below 13 cards a hand (it subtracts from 13), so `table` refuses such deals;
  `SolveBoard` is right for any number. A position without cards is an error to it; here it is an empty answer.

endplay is imported at the first call: importing it costs a second, and without it the callers skip.
"""

from __future__ import annotations

import ctypes
import importlib.util
from typing import TYPE_CHECKING, Any

from solver.cards import Card, Direction, Rank, Seat, Strain, Suit, cards_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from solver.deal import Deal
    from solver.position import Position

__all__ = ["CallBoard", "CallTable", "available", "solve", "table", "version"]

#: DDS's mode: search even when there is one card to play, so that a forced card has its number too.
ALWAYS_SEARCH = 1


def available() -> bool:
    """Say whether endplay can be imported."""
    return importlib.util.find_spec("endplay") is not None


def _dds() -> Any:
    """Return endplay's ctypes layer, told once to use one thread."""
    from endplay import _dds

    if not getattr(_dds, "_hakem_one_thread", False):
        _dds.SetMaxThreads(1)
        _dds._hakem_one_thread = True
    return _dds


def version() -> str:
    """Return the version of endplay; the DDS in it is 2.9."""
    from importlib.metadata import version as distribution_version

    return f"DDS 2.9 (endplay {distribution_version('endplay')})"


def _seat(seat: Seat, direction: Direction) -> int:
    """Return DDS's number of a seat: its own for clockwise play, with East and West exchanged for anticlockwise."""
    return int(seat) if direction is Direction.CLOCKWISE else -int(seat) % 4


def _fill(cards: Any, hands: Sequence[int], direction: Direction) -> None:
    """Write hands (masks by seat) into a 4 x 4 array of rank sets: 2 is bit 2, the ace bit 14."""
    for seat in Seat:
        row = cards[_seat(seat, direction)]
        for card in cards_of(hands[seat]):
            row[card.suit] |= 1 << card.rank


class CallBoard:
    """One prepared `SolveBoard`: the structures are made here, so that calling it costs the C call alone.

    `target` and `solutions` as in DDS: (-1, 1) the value and one card that keeps it, (7, 1) whether 7 tricks can be
    made, (-1, 3) every card. `scores()` reads what the last call left.
    """

    def __init__(self, position: Position, *, target: int = -1, solutions: int = 3) -> None:
        dds = _dds()
        direction = position.direction
        board = dds.deal()
        board.trump = int(position.strain)
        board.first = _seat(position.leader, direction)
        for place, card in enumerate(position.trick):
            board.currentTrickSuit[place] = int(card.suit)
            board.currentTrickRank[place] = int(card.rank)
        _fill(board.remainCards, position.hands, direction)
        self._future = dds.futureTricks()
        self._error = dds.DDSError
        self._function = dds._dll.SolveBoard
        self._arguments = (board, target, solutions, ALWAYS_SEARCH, ctypes.byref(self._future), 0)

    def __call__(self) -> int:
        """Search, and return DDS's code (1 means success)."""
        return self._function(*self._arguments)

    def check(self, code: int) -> None:
        """Raise DDS's error for a code that is not success."""
        if code != 1:
            raise self._error.from_code(code)

    def scores(self) -> dict[Card, int]:
        """Return the tricks of each card listed, touching cards included, for the side to move; -1: target not met."""
        future = self._future
        values = {}
        for place in range(future.cards):
            suit = Suit(future.suit[place])
            ranks = future.equals[place] | 1 << future.rank[place]
            values.update({Card(suit, rank): int(future.score[place]) for rank in Rank if ranks >> rank & 1})
        return values


class CallTable:
    """One prepared `CalcDDtable` of a full deal, in the manner of `CallBoard`."""

    def __init__(self, deal: Deal) -> None:
        if any(mask.bit_count() != 13 for mask in deal.masks):
            raise ValueError("CalcDDtable through endplay is wrong below 13 cards a hand; use CallBoard")
        dds = _dds()
        cards = dds.ddTableDeal()
        _fill(cards.cards, deal.masks, Direction.CLOCKWISE)
        self._results = dds.ddTableResults()
        self._error = dds.DDSError
        self._function = dds._dll.CalcDDtable
        self._arguments = (cards, ctypes.byref(self._results))

    def __call__(self) -> int:
        """Search, and return DDS's code (1 means success)."""
        return self._function(*self._arguments)

    def check(self, code: int) -> None:
        """Raise DDS's error for a code that is not success."""
        if code != 1:
            raise self._error.from_code(code)

    def tricks(self) -> dict[tuple[Strain, Seat], int]:
        """Return the tricks that the *leader's* side makes, by strain and leader, clockwise play."""
        rows = self._results.resTable
        # The leader sits to the left of DDS's declarer, so the declarer is to the leader's right.
        strains = (Strain.SPADES, Strain.HEARTS, Strain.DIAMONDS, Strain.CLUBS, Strain.NO_TRUMP)
        return {
            (strain, leader): 13 - int(rows[int(strain)][int(leader.next(steps=3))])
            for strain in strains
            for leader in Seat
        }


def solve(position: Position) -> dict[Card, int]:
    """Return the tricks to come (the one in progress included) of the side to move, for every legal card."""
    if position.is_over:
        return {}
    call = CallBoard(position)
    call.check(call())
    return call.scores()


def table(deal: Deal) -> dict[tuple[Strain, Seat], int]:
    """Return the tricks of the leader's side of a full deal, by strain and leader."""
    call = CallTable(deal)
    call.check(call())
    return call.tricks()
