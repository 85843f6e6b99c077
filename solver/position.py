"""A moment of a deal: who holds what, what lies on the table, whose turn it is, what each side has taken.

This is the one gate through which every deal passes. The constructor checks everything and names all that is wrong at
once; code past it relies on that. A position is played on in place: `play` checks the card,
`push` trusts its caller and is meant for searches, `undo` takes back either.

The rules come from the game (`solver.games`); what is assumed here is only that four players play one card each to
a trick, that the winner leads to the next, and that the deal ends when no card is left.
"""

# ruff: noqa: SLF001 - positions look into other positions

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

from .cards import Card, Direction, Seat, Strain, Suit, mask_of
from .deal import Deal, Hand
from .errors import IllegalPlayError, PositionError
from .games import Game, HiddenTrump, Pile, Rules, TrumpState, resolve
from .games.trump import laid, not_dealt_yet, trump_suit
from .soundness import defects

__all__ = ["Position"]

_SEATS = tuple(Seat)

#: What undo needs: the card, who played it, and before it leader, trick, tricks left, NS and EW taken, the state of the
#: trump, the cards not dealt, the carry.
_Undo = tuple[Card, int, int, tuple[Card, ...], int, int, int, "TrumpState", int, Hashable]


class Position:
    """A position of any game, between two plays.

    *deal* holds the cards still in the hands; the cards of *trick*, in the order in which they were played, are on the
    table and in no hand. *leader* leads, or led, that trick. *played* are cards that are then played from there, one
    by one and checked. *taken* are the units of NS and EW from tricks that are over. *carry* is what else the game
    remembers of them (in Double Sir a `Pile`); by default nothing has happened before. *strain* is the trump suit, or
    `NO_TRUMP`; `None` stands for a trump that the play has yet to fix, in games that know such a thing, and for one
    that is *hidden*: fixed, but not shown, so that nothing ruffs yet. The card of a hidden trump that lies face down
    counts to its setter's hand. *undealt* are the cards of the hands that are dealt only later, as a mask, where the
    game interrupts the deal. *game* and *rules* may be given by name (`"courts;direction=clockwise"`).

    In *trick* a card that asks (`?HT`) says that the hidden trump was shown with it: trumps thrown before it in that
    trick do not ruff.

    Hands have 1 to 13 cards in Court Piece, or none when the deal is over; they differ only by the trick in progress.

    Raises `PositionError`, which lists all reasons why there can be no such position;
    `IllegalPlayError` for the first of *played* that is illegal; `RulesError` for unknown names.

    >>> position = Position(Deal.parse("N:A2... K3... .76.. .54.."), strain=Strain.HEARTS, leader=Seat.NORTH)
    >>> position.play(Card.parse("SA"))
    >>> position.to_move, position.legal_plays()
    (Seat.EAST, (Card.parse('SK'), Card.parse('S3')))
    >>> for card in position.legal_plays()[:1] + (Card.parse("H6"), Card.parse("H4")):
    ...     position.push(card)
    >>> position.leader, position.taken, position.tricks_left
    (Seat.SOUTH, (1, 0), 1)
    >>> position.undo()
    Card.parse('H4')
    """

    __slots__ = (
        "_carry",
        "_ew",
        "_game",
        "_hands",
        "_leader",
        "_left",
        "_ns",
        "_rules",
        "_stack",
        "_step",
        "_strain",
        "_to_move",
        "_trick",
        "_undealt",
    )

    _game: Game
    _rules: Rules
    _step: int
    _hands: list[int]
    _leader: int
    _to_move: int
    _trick: tuple[Card, ...]
    _left: int
    _ns: int
    _ew: int
    _strain: TrumpState
    _undealt: int
    _carry: Hashable
    _stack: list[_Undo]

    __hash__ = None  # type: ignore[assignment]  # a position changes; its key() does not

    def __init__(
        self,
        deal: Deal | Sequence[Hand],
        *,
        strain: Strain | None,
        leader: Seat,
        hidden: HiddenTrump | None = None,
        game: str | Game = "court-piece",
        rules: str | Rules | None = None,
        trick: Sequence[Card] = (),
        played: Iterable[Card] = (),
        taken: tuple[int, int] = (0, 0),
        carry: Hashable = None,
        undealt: int = 0,
    ) -> None:
        if not isinstance(rules, str | Rules | None):
            raise TypeError(f"expected rules as a text or an object of Rules, not {rules!r}")
        if isinstance(game, str):
            game, named = resolve(game, rules if isinstance(rules, str) else None)
            rules = rules if isinstance(rules, Rules) else named
        elif not isinstance(rules, Rules):
            rules = game.rules(rules)
        trump: TrumpState = strain if hidden is None else hidden
        reasons = game.setup_defects(trump, rules)
        if strain is not None and hidden is not None:
            reasons.append(f"a trump that is hidden is not in effect: give {strain} or the hidden {hidden}, not both")
        if leader not in _SEATS:
            reasons.append(f"expected the seat that leads (N, E, S or W), not {leader!r}")
        hands = deal.hands if isinstance(deal, Deal) else tuple(deal)
        if len(hands) != 4:
            reasons.append(f"expected four hands, not {len(hands)}")
        for seat, hand in zip(_SEATS, hands, strict=False):
            if hand is None:
                reasons.append(f"the hand of {seat.word} is not known")
        if reasons:
            raise PositionError(reasons)
        masks = [hand.mask for hand in hands if hand is not None]
        trick = tuple(trick)
        self._set(
            masks,
            trump=trump if trump is None or isinstance(trump, HiddenTrump) else Strain(trump),
            leader=leader,
            game=game,
            rules=rules,
            trick=trick,
            taken=taken,
            carry=game.opening_carry(rules) if carry is None else carry,
            undealt=undealt,
        )
        reasons = defects(self)
        if reasons:
            raise PositionError(reasons)
        for card in played:
            self.play(card)

    @classmethod
    def _trusted(
        cls,
        masks: Sequence[int],
        *,
        strain: TrumpState,
        leader: Seat,
        game: Game,
        rules: Rules,
        trick: tuple[Card, ...] = (),
        taken: tuple[int, int] = (0, 0),
        carry: Hashable = None,
        undealt: int = 0,
    ) -> Position:
        """Make a position without any check, for code that makes many out of one that was checked.

        *masks* are the cards in the hands, North first; *strain* may also be a hidden trump; *carry* is what the game
        remembers of the tricks before.
        """
        position = cls.__new__(cls)
        position._set(
            masks,
            trump=strain,
            leader=leader,
            game=game,
            rules=rules,
            trick=trick,
            taken=taken,
            carry=carry,
            undealt=undealt,
        )
        return position

    def _set(
        self,
        masks: Sequence[int],
        *,
        trump: TrumpState,
        leader: Seat,
        game: Game,
        rules: Rules,
        trick: tuple[Card, ...],
        taken: tuple[int, int],
        carry: Hashable,
        undealt: int,
    ) -> None:
        """Fill in the state."""
        self._game = game
        self._rules = rules
        self._step = rules.direction.step
        self._hands = list(masks)
        self._leader = int(leader)
        self._to_move = (self._leader + self._step * len(trick)) & 3
        self._trick = trick
        # Whoever leads a trick holds the most cards before it, and one less once he has played.
        self._left = self._hands[self._leader].bit_count() + bool(trick)
        self._ns, self._ew = taken
        self._strain = trump
        self._undealt = undealt
        self._carry = carry
        self._stack = []

    # What there is to see

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._game

    @property
    def rules(self) -> Rules:
        """The options under which it is played."""
        return self._rules

    @property
    def direction(self) -> Direction:
        """The sense in which the turn goes round."""
        return self._rules.direction

    @property
    def strain(self) -> Strain | None:
        """The strain in effect; `None` as long as the play has yet to fix the trump, or nobody has shown it."""
        return None if isinstance(self._strain, HiddenTrump) else self._strain

    @property
    def hidden(self) -> HiddenTrump | None:
        """The trump that is fixed but not shown, or `None` when there is none."""
        return self._strain if isinstance(self._strain, HiddenTrump) else None

    @property
    def trump_state(self) -> TrumpState:
        """The strain in effect, the hidden trump, or `None` when it is not fixed: what the functions of a game take."""
        return self._strain

    @property
    def trump(self) -> Suit | None:
        """The trump suit, or `None` when no single suit is trump."""
        return trump_suit(self._strain)

    @property
    def hands(self) -> tuple[int, int, int, int]:
        """The cards in the hands as masks, by `Seat`, those that lie face down or are not dealt yet among them."""
        north, east, south, west = self._hands
        return (north, east, south, west)

    @property
    def deal(self) -> Deal:
        """The cards in the hands."""
        return Deal.of(self._hands)

    @property
    def undealt(self) -> int:
        """The cards of the hands that are dealt only later and cannot be played yet, as a mask."""
        return self._undealt

    @property
    def leader(self) -> Seat:
        """Who led the trick in progress, or leads the next one."""
        return _SEATS[self._leader]

    @property
    def trick(self) -> tuple[Card, ...]:
        """The cards of the trick in progress, in the order in which they were played: 0 to 3.

        They are plain, but for the one with which a hidden trump was shown, which is the card that asks.
        """
        return self._trick

    @property
    def to_move(self) -> Seat:
        """Whose turn it is; when the deal is over, who won the last trick."""
        return _SEATS[self._to_move]

    @property
    def taken(self) -> tuple[int, int]:
        """The units that NS and EW have taken."""
        return (self._ns, self._ew)

    @property
    def carry(self) -> Hashable:
        """What the game remembers of the tricks that are over, apart from units; `None` in most games."""
        return self._carry

    @property
    def shares_all(self) -> bool:
        """Whether one side or the other gets every unit: false where what lies in the middle at the end is lost."""
        return self._game.shares_all(self._rules)

    @property
    def waiting(self) -> int:
        """The units that lie in the middle, where tricks wait there; 0 in most games."""
        return self._carry.size if isinstance(self._carry, Pile) else 0

    @property
    def tricks_left(self) -> int:
        """The number of tricks not yet complete, the one in progress included."""
        return self._left

    @property
    def is_over(self) -> bool:
        """Whether no card is left to play."""
        return self._left == 0

    @property
    def total(self) -> int:
        """The units of the whole deal as far as this position knows it: taken by both sides, and still to come."""
        return self._ns + self._ew + self.units_to_come

    @property
    def units_to_come(self) -> int:
        """The units that both sides together take from here on; what waits in the middle is counted."""
        cards = self._hands[0] | self._hands[1] | self._hands[2] | self._hands[3] | mask_of(self._trick)
        return self._game.units_to_come(cards, self._left, strain=self._strain, rules=self._rules, carry=self._carry)

    @property
    def history(self) -> tuple[Card, ...]:
        """What was played on this object and not taken back, in order; what `undo` can take back."""
        return tuple(entry[0] for entry in self._stack)

    def trick_winner_so_far(self) -> Seat | None:
        """Return who is winning the trick in progress, or `None` between two tricks."""
        if not self._trick:
            return None
        place = self._game.winner(self._trick, self._strain, self._rules)
        return _SEATS[(self._leader + self._step * place) & 3]

    # Play

    def legal_mask(self) -> int:
        """Return the cards that may be played now, as a mask; 0 when the deal is over."""
        hand = self._hands[self._to_move] & ~self._undealt
        return self._game.legal_mask(hand, self._trick, self._strain, self._rules)

    def legal_plays(self) -> tuple[Card, ...]:
        """Return all that may be played now, in index order; nothing when the deal is over.

        Where it matters for the trump, cards that ask for it come after the plain ones, and cards that name a suit
        after these, by suit.
        """
        hand = self._hands[self._to_move] & ~self._undealt
        return self._game.legal_plays(hand, self._trick, self._strain, self._rules, seat=_SEATS[self._to_move])

    def play(self, card: Card) -> None:
        """Play *card* for the seat to move; raise `IllegalPlayError` and change nothing if it may not."""
        if not isinstance(card, Card):
            raise TypeError(f"expected a Card, such as Card.parse('SA'), not {card!r}")
        if card not in self.legal_plays():
            raise self._illegal(card)
        self.push(card)

    def push(self, card: Card) -> None:
        """Play *card* without checking it; anything but a legal card leaves the position in disorder."""
        seat = self._to_move
        trick = self._trick
        before = self._strain
        self._stack.append(
            (card, seat, self._leader, trick, self._left, self._ns, self._ew, before, self._undealt, self._carry)
        )
        game = self._game
        strain = self._strain = game.strain_after(
            before, card, self._hands[seat], trick, self._rules, seat=_SEATS[seat]
        )
        self._hands[seat] ^= card.bit
        trick = (*trick, laid(card, trick, before, strain))
        if len(trick) < 4:
            self._trick = trick
            self._to_move = (seat + self._step) & 3
            return
        winner = (self._leader + self._step * game.winner(trick, strain, self._rules)) & 3
        self._left -= 1
        ns, ew, self._carry = game.collect(
            trick, _SEATS[winner], last=self._left == 0, strain=strain, rules=self._rules, carry=self._carry
        )
        self._ns += ns
        self._ew += ew
        self._trick = ()
        self._leader = self._to_move = winner
        if self._undealt:
            self._undealt = game.still_undealt(self._undealt, self._hands, strain, self._rules)

    def undo(self) -> Card:
        """Take back the last card played on this object and return it; raise `PositionError` if there is none."""
        if not self._stack:
            raise PositionError("expected a card to take back, but none was played on this position")
        (
            card,
            seat,
            self._leader,
            self._trick,
            self._left,
            self._ns,
            self._ew,
            self._strain,
            self._undealt,
            self._carry,
        ) = self._stack.pop()
        self._hands[seat] ^= card.bit
        self._to_move = seat
        return card

    def copy(self) -> Position:
        """Return a position of its own that is equal to this one and has the same history."""
        twin = Position.__new__(Position)
        for name in Position.__slots__:
            setattr(twin, name, getattr(self, name))
        twin._hands = self._hands.copy()
        twin._stack = self._stack.copy()
        return twin

    __copy__ = copy

    def key(self) -> Hashable:
        """Return a value that is the same for positions of one game with the same future.

        Equal keys have the same legal plays, and every line of play brings the same units from here on; what was
        taken before is no part of it.
        """
        return (
            self._game.name,
            self._rules,
            tuple(self._hands),
            self._leader,
            self._trick,
            self._strain,
            self._undealt,
            self._carry,
        )

    def __eq__(self, other: object) -> bool:
        """Tell whether both are the same position with the same units taken, however they were reached."""
        if not isinstance(other, Position):
            return NotImplemented
        return self.key() == other.key() and self.taken == other.taken

    def __repr__(self) -> str:
        trick = f", trick={self._trick!r}" if self._trick else ""
        carry = f", carry={self._carry!r}" if self._carry != self._game.opening_carry(self._rules) else ""
        hidden = "" if self.hidden is None else f", hidden={self.hidden!r}"
        undealt = f", undealt={self._undealt:#x}" if self._undealt else ""
        return (
            f"Position({self.deal!r}, strain={self.strain!r}{hidden}, leader={self.leader!r}, "
            f"game={self._game.name!r}, rules={self._rules.text()!r}{trick}, taken={self.taken!r}{carry}{undealt})"
        )

    def _illegal(self, card: Card) -> IllegalPlayError:
        """Return the error for playing *card* now."""
        seat = self.to_move
        owner = next((held for held in Seat if self._hands[held] & card.bit), None)
        if self.is_over:
            message = f"the deal is over, finished, 0 more: {card} cannot be played"
        elif owner is None:
            where = "lies on the table" if card.bit & mask_of(self._trick) else "is in no hand"
            message = f"{seat.word} is to play, but {card.plain} {where}"
        elif owner is not seat:
            message = f"{seat.word} is to play, but {owner.word} holds {card.plain}"
        elif self._undealt & card.bit:
            message = not_dealt_yet(seat, card)
        else:
            message = self._game.why_illegal(
                card, self._hands[seat] & ~self._undealt, self._trick, self._strain, self._rules, seat=seat
            )
        return IllegalPlayError(
            message, card=card.text, seat=seat.letter, ply=len(self._stack) + 1, position=repr(self)
        )
