"""What one seat knows of a deal: its own cards, the play so far, cards that lie open, the auction, what it assumes.

A view never holds what its seat cannot know: it is made from a record by leaving out the other hands and the cards
played later. What follows from a view for the hidden hands, and which deals it leaves, is the business of
`solver.worlds`; a *world* is four masks of the cards now in the hands, by `Seat`, and after them, where the seat does
not know a trump that somebody has hidden, the code of that trump (`trump_code`).

Hands in a view are hands as dealt, the cards played since included, unless they are said to be those of now.
"""

# ruff: noqa: SLF001 - worlds were checked when they were made, so their positions need no check

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from .cards import FULL_DECK, SUIT_MASKS, Card, Rank, Seat, Strain, Suit, cards_of, mask_of
from .constraints import Constraint, parse_constraints
from .deal import Deal, Hand
from .errors import RulesError, ViewError
from .games import CoincheRules, CourtPieceRules, Game, Pile, Rules, resolve
from .games.coinche import Auction, IllegalCallError
from .games.coinche import Call as CoincheCall
from .games.coinche.auction import CallKind
from .games.coinche.scorer import parse_seats
from .games.court_piece_match import dealer_for, hakem_for, leader_for
from .games.scorer import DealFacts, MatchState, Scorer, WonTrick
from .games.trump import HiddenTrump, TrumpState, laid
from .position import Position
from .record import Record
from .scoring import said_tags

__all__ = ["Table", "View", "coded_trump", "trump_code"]

#: Tags of a record that a player knows before the play and that a score depends on.
_KNOWN_BEFORE = frozenset({"matchscore", "matchtarget", "streak", "target", "kot", "tricks"})


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


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """What *seat* knows. Raises `ViewError`, which lists everything that cannot be so.

    >>> view = View.of(seat=Seat.NORTH, hand="AK5.Q2..", rules="courts", hakem=Seat.NORTH)
    >>> view.to_move, view.sizes, view.unseen.bit_count()
    (Seat.NORTH, (13, 13, 13, 13), 47)
    """

    game: Game
    rules: Rules
    seat: Seat
    #: The cards dealt to *seat* as far as it has seen them, those played since included (mask).
    hand: int
    leader: Seat
    #: The strain with which the play began; `None` as long as nobody has named it, or if the play fixes it.
    strain: Strain | None = None
    dealer: Seat | None = None
    hakem: Seat | None = None
    declarer: Seat | None = None
    #: A trump that was hidden before the play, where *seat* has set it or has seen it since; or its suit alone.
    hidden: HiddenTrump | None = None
    shown: Suit | None = None
    #: The cards played since the view begins, in playing order.
    played: tuple[Card, ...] = ()
    #: Cards that all know to have been dealt to a seat, such as a dummy or a card that was shown (masks by seat).
    exposed: tuple[int, int, int, int] = (0, 0, 0, 0)
    #: The cards that may be in the four hands when the view begins (mask), and how many each hand has then. Cards of
    #: the pack that are in no hand are gone, and nobody is taken to remember which.
    pack: int = FULL_DECK
    size: int = 13
    #: The units of NS and EW from tricks before the view begins.
    taken: tuple[int, int] = (0, 0)
    #: What lies in the middle when the view begins, where tricks wait there; `None` stands for nothing.
    pile: Pile | None = None
    #: The calls so far, in Coinche, and the contract as it stands at the end of them.
    auction: Auction | None = None
    contract: str | None = None
    #: What else is known of deal and match, as file tags: `MatchScore`, `Streak`, `MatchTarget`, `Target`.
    tags: tuple[tuple[str, str], ...] = ()
    #: What *seat* assumes of hidden hands.
    constraints: tuple[Constraint, ...] = ()

    #: What lies open now; follows from the rest.
    table: Table = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        reasons = self._defects()
        if not reasons:
            table, reasons = _walk(self)
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
        try:
            return _from_record(record, seat, upto=upto, calls=calls)
        except (ViewError, RulesError) as error:
            raise error.located(source=record.source, line=record.line) from None

    def _defects(self) -> list[str]:
        """Return what is wrong with the view before any card is looked at."""
        game = self.game
        reasons = game.contradictions(self.rules)
        if not isinstance(self.rules, game.rules_class):
            reasons.append(f"{self.rules!r} are not rules of {game.name}")
        elif self.strain is not None or self.hidden is not None or self.shown is not None or self.played:
            found = self._hiding_defects()
            if not found and (self.opening is not None or self.setter is None):
                found = game.setup_defects(self.opening, self.rules)
            reasons += found
            if self.strain is None and getattr(self.rules, "dp_deal", "all13") != "all13":
                reasons.append(f"under {self.rules} cards are dealt during the play, which is not modelled here")
        own = f"{self.seat.word}'s hand"
        held, pack = self.hand.bit_count(), self.pack
        foreign = cards_of((self.hand | self.exposed[0] | self.exposed[1] | self.exposed[2] | self.exposed[3]) & ~pack)
        if foreign:
            reasons.append(f"{', '.join(map(str, foreign))} is not among the {pack.bit_count()} cards of the deal")
        if held > self.size:
            reasons.append(f"{own} has {held} cards, {self.size} at most are dealt to a hand")
        if 4 * self.size > pack.bit_count():
            reasons.append(f"four hands of {self.size} cards are more than the {pack.bit_count()} of the deal")
        if len(self.played) > 4 * self.size:
            reasons.append(f"{len(self.played)} cards are played, but four hands of {self.size} cards have fewer")
        holders = [
            (own, self.hand),
            *((f"{seat.word}'s open cards", mask) for seat, mask in zip(Seat, self.exposed, strict=True)),
        ]
        for place, (words, mask) in enumerate(holders):
            for other, elsewhere in holders[place + 1 :]:
                twice = mask & elsewhere
                if twice and not (place == 0 and other == holders[self.seat + 1][0]):
                    reasons.append(f"{', '.join(map(str, cards_of(twice)))} is in {words} and in {other}")
        if mask_of(self.played).bit_count() < len(self.played):
            repeated = [card.text for place, card in enumerate(self.played) if card.bit & mask_of(self.played[:place])]
            reasons.append(f"{', '.join(repeated)} is played twice")
        return reasons

    def _hiding_defects(self) -> list[str]:
        """Return what is wrong with what is known of a hidden trump."""
        mode = self.game.trump_mode(self.rules)
        told = self.hidden is not None or self.shown is not None
        if self.strain is not None:
            return [f"a trump that was hidden is not in effect when the play begins: {self.strain} cannot be"] * told
        if mode.shown_by == "no" or mode.fixed_by != "no":
            return [f"under {self.rules} nobody hides a trump before the play"] * told
        setter = self.setter
        if setter is None:
            return ["expected to know who has hidden the trump (the hakem)"]
        if self.hidden is None:
            if self.seat is setter:
                return [f"expected the hidden trump, which {setter.word}, whose view it is, has set himself"]
            if self.shown is not None and mode.indicator:
                return [f"expected the card that {setter.word} had laid face down, not only its suit"]
        elif self.hidden.setter is not setter:
            return [f"{setter.word} hides the trump, so {self.hidden.setter} cannot have"]
        elif self.shown not in (None, self.hidden.suit):
            return [f"{self.shown.word} cannot have been shown, for {self.hidden.suit.word} are the hidden trump"]
        return []

    # What there is to see

    @property
    def setter(self) -> Seat | None:
        """Who sets a trump that is hidden before the play begins; `None` where nobody does, or it is not known."""
        mode = self.game.trump_mode(self.rules)
        if mode.shown_by == "no" or mode.fixed_by != "no":
            return None
        return self.hakem if isinstance(self.rules, CourtPieceRules) else self.leader

    @property
    def opening(self) -> TrumpState:
        """The state of the trump with which the play begins; `None` also for a hidden one that is not known."""
        if self.strain is not None or self.hidden is not None or self.shown is None or self.setter is None:
            return self.strain if self.hidden is None else self.hidden
        return HiddenTrump(self.shown, self.setter)

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


def _walk(view: View) -> tuple[Table, list[str]]:
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


def _from_record(record: Record, seat: Seat | None, *, upto: int | None, calls: int | None) -> View:
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
