"""From rows of cards by seat to the order of play, checked against the deal and the rules.

A row says which seat played which card; who led it follows from the trick before. So the play is gone through card by
card with the rules of the game. Where the trump is not known the play goes on as long as every trump gives the same
winners. Rows whose cards do not stand in the columns of the seats that hold them are put in order by the hands, if all
four are known; whether that is right is then shown by the rules.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field

from solver.cards import Card, Direction, Seat, Suit
from solver.deal import Deal
from solver.games import Game, Rules, TrumpState
from solver.games.trump import laid, not_dealt_yet
from solver.record import PlayedCard

from .sections import Cell

__all__ = ["Fault", "Fixing", "Played", "Row", "by_columns", "by_owners", "owners_of", "ownership_faults", "replay"]

#: The cards of one trick by the seat that played them.
Row = dict[Seat, Cell]


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong with the play, and the cell it is in; *error* is false where the rest can only not be used."""

    message: str
    cell: Cell
    error: bool = True


@dataclass(frozen=True, slots=True)
class Fixing:
    """With which card the trump was fixed during the play, and in which trick, from 1."""

    seat: Seat
    card: Card
    trick: int


@dataclass(slots=True)
class Played:
    """How a replay went: the cards in the order of play, units taken, and the first thing wrong."""

    cards: list[PlayedCard] = field(default_factory=list)
    fault: Fault | None = None
    #: Units that NS and EW took in the tricks replayed, those before the record included.
    taken: tuple[int, int] = (0, 0)
    #: Whose turn it is, where that is known.
    to_move: Seat | None = None
    #: Cards left in the hand of the seat to move, where that is known.
    left: int | None = None
    #: With which card the trump was fixed, if it was during the replay.
    fixing: Fixing | None = None
    #: Why the replay stopped before the cards did, if it did without fault.
    stopped: str = ""


def by_columns(rows: Sequence[Sequence[Cell]], first: Seat, direction: Direction) -> list[Row]:
    """Return *rows* by seat, the column of *first* being the left one."""
    return [
        {first.next(direction, steps=column): cell for column, cell in enumerate(row) if cell.card is not None}
        for row in rows
    ]


def by_owners(rows: Sequence[Sequence[Cell]], owners: Mapping[Card, Seat]) -> list[Row] | None:
    """Return *rows* by the seats that hold the cards; `None` unless each row has one card of each seat in it.

    Only the last row that holds cards may have fewer than four.
    """
    arranged: list[Row] = []
    short = False
    for row in rows:
        cards = [(cell.card.plain, cell) for cell in row if cell.card is not None]
        seats = {owners[card]: cell for card, cell in cards if card in owners}
        if len(seats) != len(cards) or (short and cards):
            return None
        short |= len(cards) < 4
        arranged.append(seats)
    return arranged


def ownership_faults(rows: Sequence[Row], deal: Deal | None, trick: Sequence[Card]) -> list[Fault]:
    """Return every card that its seat cannot have played: not in its hand, or played before."""
    faults: list[Fault] = []
    owners = {} if deal is None else owners_of(deal)
    played: dict[Card, Cell | None] = dict.fromkeys(card.plain for card in trick)
    for row in rows:
        for seat, cell in row.items():
            if cell.card is None:
                continue
            card = cell.card.plain
            if card in played:
                first = played[card]
                where = f" (first on line {first.line})" if first is not None and first.line else ""
                faults.append(Fault(f"{card} is played twice{where}", cell))
                continue
            played[card] = cell
            if deal is None:
                continue
            hand = deal[seat]
            holder = owners.get(card)
            if hand is not None and card not in hand:
                what = f"but {holder.word} holds it" if holder is not None else "but is in no hand that is known"
                faults.append(Fault(f"{card} stands in {seat.word}'s column, {what}", cell))
            elif hand is None and holder is not None:
                faults.append(Fault(f"{card} stands in {seat.word}'s column, but {holder.word} holds it", cell))
    return faults


def replay(
    rows: Sequence[Row],
    *,
    leader: Seat,
    deal: Deal | None,
    game: Game,
    rules: Rules,
    trump: TrumpState,
    trick: Sequence[Card] = (),
    taken: tuple[int, int] = (0, 0),
    carry: Hashable = None,
    names: Suit | None = None,
    undealt: int = 0,
) -> Played:
    """Go through *rows* and return the order of play, up to the first fault.

    *trick* lies on the table, led by *leader*; *carry* is what the game remembers of the tricks before, `None` nothing
    yet. A *trump* of `None` stands for every strain that is possible, unless
    the game fixes its trump during the play. *names* is the suit that the first void player names, for a play that
    does not say it; *undealt* are cards that are dealt only during the play.
    """
    state = _State(leader, deal, game, rules, trump, list(trick), taken, carry, names=names, undealt=undealt)
    result = Played()
    last = max((number for number, row in enumerate(rows) if row), default=-1)  # rows of dashes may follow it
    for number, row in enumerate(rows[: last + 1]):
        if not _play_row(row, number < last, state, result):
            break
    result.taken = state.taken
    result.fixing = state.fixing
    if not result.fault:
        result.to_move = state.to_move
        if result.to_move is not None:
            hand = state.hands[result.to_move]
            result.left = None if hand is None else hand.bit_count()
    return result


@dataclass(slots=True)
class _State:
    """Where a replay stands: who leads, what is left of the hands that are known, what may be trump."""

    leader: Seat
    deal: Deal | None
    game: Game
    rules: Rules
    trump: TrumpState
    trick: list[Card]
    taken: tuple[int, int]
    carry: Hashable
    names: Suit | None = None
    undealt: int = 0
    hands: list[int | None] = field(default_factory=list)
    strains: list[TrumpState] = field(default_factory=list)
    to_move: Seat | None = None
    tricks: int = 0
    #: Whether it is not known which cards of the hands are dealt already.
    unseen: bool = False
    fixing: Fixing | None = None

    def __post_init__(self) -> None:
        self.hands = [None] * 4 if self.deal is None else [hand.mask if hand else None for hand in self.deal.hands]
        self.strains = [self.trump]
        if self.trump is None and not self.game.trump_may_be_open(self.rules):
            self.strains = [*self.game.strains_under(self.rules)]
        if self.carry is None:
            self.carry = self.game.opening_carry(self.rules)
        self.to_move = self.leader.next(self.rules.direction, steps=len(self.trick))
        hands = [hand or 0 for hand in self.hands]
        self.unseen = len(self.strains) == 1 and self.game.deals_unseen(self.undealt, hands, self.trump, self.rules)

    def completed(self, seat: Seat, card: Card) -> Card:
        """Return *card* with the suit that is named with it, where it has to name one and the tags say which."""
        if self.names is None or card.plain is not card:
            return card
        hand = self._hand(seat, card)
        naming = card.naming(self.names)
        legal = self.game.legal_plays(hand, self.trick, self.strains[0], self.rules, seat=seat)
        return naming if naming in legal else card

    def _hand(self, seat: Seat, card: Card) -> int:
        """Return what *seat* may play from, or only *card* where his hand is not known."""
        hand = self.hands[seat]
        return card.bit if hand is None or self.unseen else hand & ~self.undealt

    def why_illegal(self, seat: Seat, card: Card) -> str:
        """Return why *seat* may not play *card*, or nothing if it may in one of the strains."""
        hand = self._hand(seat, card)
        if self.undealt & card.bit:
            return not_dealt_yet(seat, card)
        why = ""
        for strain in self.strains:
            if card in self.game.legal_plays(hand, self.trick, strain, self.rules, seat=seat):
                return ""
            why = why or self.game.why_illegal(card, hand, self.trick, strain, self.rules, seat=seat)
        return why

    def play(self, seat: Seat, card: Card) -> str:
        """Play *card*; return why the play cannot be followed further, or nothing."""
        hand = self.hands[seat]
        before = self.strains
        self.strains = [
            self.game.strain_after(strain, card, hand or card.bit, self.trick, self.rules, seat=seat)
            for strain in before
        ]
        if hand is not None:
            self.hands[seat] = hand & ~card.bit
        if before[0] is None and len(before) == 1 and self.strains[0] is not None:
            self.fixing = Fixing(seat, card, self.tricks + 1)
        self.trick.append(laid(card, self.trick, before[0], self.strains[0]))
        self.to_move = seat.next(self.rules.direction)
        if len(self.trick) < 4:
            return ""
        places = {self.game.winner(self.trick, strain, self.rules) for strain in self.strains}
        if len(places) > 1:
            self.to_move = None
            return "who wins the trick depends on the trump, which is not known"
        winner = self.leader.next(self.rules.direction, steps=places.pop())
        ns, ew, self.carry = self.game.collect(
            self.trick,
            winner,
            last=all(left == 0 for left in self.hands),
            strain=self.strains[0],
            rules=self.rules,
            carry=self.carry,
        )
        self.taken = (self.taken[0] + ns, self.taken[1] + ew)
        self.leader = self.to_move = winner
        self.trick = []
        self.tricks += 1
        hands = [hand or 0 for hand in self.hands]
        if self.undealt:
            self.undealt = self.game.still_undealt(self.undealt, hands, self.strains[0], self.rules)
        if self.unseen:
            self.unseen = self.game.deals_unseen(0, hands, self.strains[0], self.rules)
        return ""


def _play_row(row: Row, more: bool, state: _State, result: Played) -> bool:  # noqa: FBT001 - one caller
    """Play the cards of one row; return whether the next row can follow."""
    direction = state.rules.direction
    remaining = dict(row)
    for turn, card in enumerate(state.trick):
        seat = state.leader.next(direction, steps=turn)
        cell = remaining.pop(seat, None)
        if cell is not None and cell.card is not None and cell.card.plain is not card.plain:
            result.fault = Fault(f"{seat.word} has {card} on the table already and cannot play {cell.card} too", cell)
            return False
    while remaining:
        assert state.to_move is not None
        seat = state.to_move
        cell = remaining.pop(seat, None)
        out_of_turn = next((other for other in row.values() if other.irregular == "L"), None)
        if out_of_turn is not None:
            result.stopped = "a lead out of turn; the play from there on is kept, not used"
            return False
        if cell is None or cell.card is None:
            other, late = next(iter(remaining.items()))
            result.fault = Fault(
                f"{seat.word} was to play before {other.word} played {late.card}, but has no card in the row",
                late,
                error=False,
            )
            return False
        card = state.completed(seat, cell.card)
        why = "" if cell.irregular == "R" else state.why_illegal(seat, card)
        if why:
            result.fault = Fault(why, cell)
            return False
        result.cards.append(
            PlayedCard(
                card,
                seat,
                suffix=cell.suffix,
                notes=tuple(cell.notes),
                nags=tuple(cell.nags),
                comments=tuple(cell.comments),
                irregular=cell.irregular,
                line=cell.line,
                column=cell.column,
            )
        )
        stuck = state.play(seat, card)
        if stuck:
            if more:
                result.stopped = stuck
            return False
        if not state.trick:
            return True
    if more:
        result.stopped = "a trick is not complete but more cards follow; they are kept, not used"
    return False


def owners_of(deal: Deal) -> Mapping[Card, Seat]:
    """Return who holds each card of *deal*."""
    return {card: seat for seat, hand in zip(Seat, deal.hands, strict=True) for card in hand or ()}
