"""The view of a seat: what it was told, what follows from that for the table, and what becomes of it in a world."""

# ruff: noqa: SLF001 - worlds were checked when they were made, so their positions need no check

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from solver.cards import SUIT_MASKS, Card, Rank, Seat, Strain, Suit, cards_of
from solver.constraints import Constraint, parse_constraints
from solver.deal import Deal, Hand
from solver.errors import RulesError, ViewError
from solver.games import CourtPieceRules, Game, Pile, Rules, resolve
from solver.games.court_piece_match import dealer_for, hakem_for, leader_for
from solver.games.scorer import DealFacts, MatchState, Scorer
from solver.games.trump import HiddenTrump, TrumpState
from solver.position import Position
from solver.record import Record

from .table import Table, coded_trump, walk
from .told import Told

__all__ = ["View"]


@dataclass(frozen=True, slots=True, kw_only=True)
class View(Told):
    """What *seat* knows. Raises `ViewError`, which lists everything that cannot be so.

    >>> view = View.of(seat=Seat.NORTH, hand="AK5.Q2..", rules="courts", hakem=Seat.NORTH)
    >>> view.to_move, view.sizes, view.unseen.bit_count()
    (Seat.NORTH, (13, 13, 13, 13), 47)
    """

    #: What lies open now; follows from the rest.
    table: Table = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        reasons = self.defects()
        if not reasons:
            table, reasons = walk(self)
            object.__setattr__(self, "table", table)
        if reasons:
            raise ViewError(reasons)

    # Making views

    @classmethod
    def of(
        cls,
        *,
        seat: Seat,
        hand: Hand | Iterable[Card] | int | str,
        game: str | Game = "court-piece",
        rules: str | Rules | None = None,
        leader: Seat | None = None,
        dealer: Seat | None = None,
        hakem: Seat | None = None,
        constraints: str | Iterable[Constraint] = (),
        tags: Iterable[tuple[str, str]] = (),
        **more: Any,  # noqa: ANN401 - the other fields of a view
    ) -> View:
        """Make a view; what the rules tell of hakem, dealer and leader need not be given.

        *hand* is a mask, cards, or a text such as `AK5.T98..Q` or `SA SK S5`; *more* are fields of the class. Raises
        `ViewError`, `ParseError`, and `RulesError` for unknown names.
        """
        found: Game
        if isinstance(game, Game):
            found = game
            known = rules if isinstance(rules, Rules) else game.rules(rules)
        else:
            found, known = resolve(game, rules if isinstance(rules, str) else None)
            known = rules if isinstance(rules, Rules) else known
        if isinstance(hand, str):
            words = hand.replace(",", " ").split()
            hand = Hand.parse(hand) if "." in hand else Hand.of(Card.parse(word) for word in words)
        mask = hand if isinstance(hand, int) else hand.mask if isinstance(hand, Hand) else Hand.of(hand).mask
        if isinstance(known, CourtPieceRules) and known.preset != "bridge":
            if hakem is None and dealer is not None:
                hakem = hakem_for(dealer, known)
            elif hakem is not None and dealer is None:
                dealer = dealer_for(hakem, known)
            if leader is None and hakem is not None:
                leader = leader_for(hakem, known)
        elif leader is None and dealer is not None:
            leader = dealer.next(known.direction)
        if leader is None:
            raise ViewError("expected to know who leads (the leader, the hakem or the dealer)")
        more.setdefault("pack", found.deck)
        more.setdefault("size", min(found.hand_size, more["pack"].bit_count() // 4))
        return cls(
            game=found,
            rules=known,
            seat=seat,
            hand=mask,
            leader=leader,
            dealer=dealer,
            hakem=hakem,
            constraints=parse_constraints(constraints) if isinstance(constraints, str) else tuple(constraints),
            tags=tuple((name.lower(), value) for name, value in tags),
            **more,
        )

    @classmethod
    def from_record(
        cls, record: Record, seat: Seat | None = None, *, upto: int | None = None, calls: int | None = None
    ) -> View:
        """Return what *seat* knows after the first *upto* recorded cards, or after the first *calls* calls.

        The seat is by default that of the tag `View`, else the only one whose hand is known, else the one whose turn
        it is. In a record that gives all four hands the other three are left out; in one that does not, a hand that is
        given lies open. A record that begins in the middle of a deal and gives all hands tells which cards are left;
        one that does not leaves that open. The tag `Constraint` holds what is assumed. Raises `ViewError`,
        `RulesError` and `ParseError` with the place in the file.
        """
        from .records import view_of_record  # noqa: PLC0415 - it makes views itself

        try:
            return view_of_record(record, seat, upto=upto, calls=calls)
        except (ViewError, RulesError) as error:
            raise error.located(source=record.source, line=record.line) from None

    # What there is to see

    @property
    def to_move(self) -> Seat:
        """Whose turn it is to play."""
        return self.table.to_move

    @property
    def sizes(self) -> tuple[int, int, int, int]:
        """How many cards each seat holds now."""
        north, east, south, west = (self.size - mask.bit_count() for mask in self.table.played_by)
        return (north, east, south, west)

    @property
    def known(self) -> tuple[int, int, int, int]:
        """The cards known to have been dealt to each seat: its own, open ones, and those it has played (masks)."""
        masks = [mask | played for mask, played in zip(self.exposed, self.table.played_by, strict=True)]
        masks[self.seat] |= self.hand
        north, east, south, west = masks
        return (north, east, south, west)

    @property
    def unseen(self) -> int:
        """The cards of which the seat does not know where they are (mask)."""
        north, east, south, west = self.known
        return self.pack & ~(north | east | south | west)

    @property
    def gone(self) -> int:
        """How many cards of the pack are in no hand when the view begins."""
        return self.pack.bit_count() - 4 * self.size

    @property
    def scorer(self) -> Scorer[Any] | None:
        """What scores the deal; `None` for a game without a score."""
        return self.game.scorer(self.rules)

    def assuming(self, constraints: str | Iterable[Constraint]) -> View:
        """Return the view with further *constraints*."""
        more = parse_constraints(constraints) if isinstance(constraints, str) else tuple(constraints)
        return replace(self, constraints=self.constraints + more)

    def with_strain(self, strain: Strain) -> View:
        """Return the view after *strain* was named; nothing may have been played before."""
        return replace(self, strain=strain)

    def after(self, card: Card) -> View:
        """Return the view after one more card, played by whose turn it is."""
        return replace(self, played=(*self.played, card))

    def as_seen(self) -> View:
        """Return the view, which may tell what is hidden, without a hidden trump that nobody has shown to the seat."""
        trump = self.table.trump
        if not isinstance(trump, HiddenTrump) or trump.setter is self.seat:
            return self
        if self.opening is not None:
            return replace(self, hidden=None, shown=None)
        return replace(self, played=tuple(card if card.names is None else card.plain for card in self.played))

    def guesses(self) -> tuple[HiddenTrump, ...]:
        """Return what a hidden trump may be that the seat does not know; nothing where there is none."""
        setter = self.table.setter
        if setter is None or not self.table.is_veiled:
            return ()
        if not self.game.trump_mode(self.rules).indicator:
            return tuple(HiddenTrump(suit, setter) for suit in Suit)
        his = self.unseen | (self.known[setter] & ~self.table.played_by[setter])
        return tuple(HiddenTrump(card.suit, setter, card) for card in cards_of(his))

    def supposing(self, hidden: HiddenTrump) -> View:
        """Return the view of a seat that knows in addition that *hidden* is the trump it did not know."""
        noted = self.table.noted
        if noted is None:
            return replace(self, hidden=hidden)
        card = self.played[noted].naming(hidden.suit)
        return replace(self, played=(*self.played[:noted], card, *self.played[noted + 1 :]))

    def hidden_in(self, world: Sequence[int]) -> HiddenTrump | None:
        """Return the trump that is hidden now in *world*; `None` when none is.

        Where neither seat nor world know it, its setter is taken to have set his longest and strongest suit (three for
        a card and 4, 3, 2, 1 for ace to jack), as the first tip of the game's description says, and its lowest card.
        """
        table = self.table
        if table.setter is None:
            return None
        if isinstance(table.trump, HiddenTrump):
            return table.trump
        if len(world) > 4:
            return coded_trump(int(world[4]), table.setter)
        hand = (
            int(world[table.setter]) if self.game.trump_mode(self.rules).indicator else self.dealt(world)[table.setter]
        )
        worth = {
            suit: sum(3 + max(card.rank - Rank.TEN, 0) for card in cards_of(hand & SUIT_MASKS[suit])) for suit in Suit
        }
        suit = max(Suit, key=lambda each: worth[each])
        held = cards_of(hand & SUIT_MASKS[suit])
        laid_down = held[-1] if held and self.game.trump_mode(self.rules).indicator else None
        return HiddenTrump(suit, table.setter, laid_down)

    # Worlds

    def position(self, world: Sequence[int], *, strain: Strain | None = None) -> Position:
        """Return the position in which the cards now in the hands are those of *world* (nothing is checked).

        *strain* is the strain to play in where the view does not know it yet; a hidden trump is that of `hidden_in`.
        """
        table = self.table
        trump: TrumpState = table.trump if strain is None else strain
        if trump is None and table.is_veiled:
            trump = self.hidden_in(world)
        return Position._trusted(
            [int(mask) for mask in world[:4]],
            strain=trump,
            leader=table.leader,
            game=self.game,
            rules=self.rules,
            trick=table.trick,
            taken=table.taken,
            carry=table.carry,
        )

    def dealt(self, world: Sequence[int]) -> tuple[int, int, int, int]:
        """Return the hands of *world* as they were when the view begins, as masks by seat."""
        north, east, south, west = (
            int(mask) | played for mask, played in zip(world[:4], self.table.played_by, strict=True)
        )
        return (north, east, south, west)

    def deal_of(self, world: Sequence[int]) -> Deal:
        """Return the deal of *world*: the hands as they were when the view begins."""
        return Deal.of(self.dealt(world))

    def facts(self, world: Sequence[int] | None = None, *, strain: Strain | None = None) -> DealFacts:
        """Return the facts that a score is computed from, with the hands of *world* where one is given."""
        table = self.table
        return DealFacts(
            tags=dict(self.tags),
            strain=table.strain if strain is None else strain,
            dealer=self.dealer,
            hakem=self.hakem,
            declarer=self.declarer,
            leader=self.leader,
            tricks=table.won,
            before=self.taken,
            from_start=self.size == self.game.hand_size and not any(self.taken),
            left=table.tricks_left,
            waiting=table.carry.size if isinstance(table.carry, Pile) else 0,
            revoke=None,
            contract=self.contract,
            hands=(None, None, None, None) if world is None else self.dealt(world),
        )

    def match_state(self) -> MatchState | None:
        """Return the state of the match before the deal; `None` for a game without a score.

        Raises a `HakemError` where something is not known that the score needs, such as who dealt.
        """
        scorer = self.scorer
        return None if scorer is None else scorer.before(None, self.facts())[0]
