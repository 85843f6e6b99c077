"""Trumps that are not open to all from the first card on: cut, named, noted in secret, laid face down, asked for.

How the trump comes about is a `TrumpMode`, which a game reads from its options; the state of the trump is one of

* a `Strain`: in effect, or known that there is none;
* `None`: nobody has fixed it yet;
* a `HiddenTrump`: fixed but not shown. Until it is shown nothing ruffs: the best card of the suit led wins.

What players do besides playing a card is written on the card (`Card.asks`, `Card.names`). In a trick a card that asks
marks where the trump was shown, whether somebody asked or not: it counts from that card on, and a card of the trump
suit that was thrown before it in the same trick does not ruff.

Sources: the Portuguese and German Court Piece article (Peg: written down, shown when a void player wants to trump),
published descriptions of the closed trump of Court Piece (a void player may ask, and must then trump if he can; the
card that was set aside returns to its owner when it is shown; elsewhere only his opponents ask), the Dehla Pakad
document (the first void player notes the trump and shows it when he is void again, or says it) and published rules of
the same game (a card laid face down by the player after the dealer).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from solver.cards import SUIT_MASKS, Card, Seat, Strain, Suit, cards_of
from solver.errors import ParseError

__all__ = [
    "OPEN",
    "HiddenTrump",
    "TrumpMode",
    "TrumpState",
    "first_ruff",
    "laid",
    "not_dealt_yet",
    "trump_suit",
    "whist_winner",
]


@dataclass(frozen=True, slots=True)
class HiddenTrump:
    """A trump that is fixed but not shown.

    *suit* is trump once it is shown. *setter* has fixed it. *card* is the indicator: a card of the suit that lies face
    down and belongs to the setter, who takes it up when the trump is shown; `None` where the suit is written or said.
    Masks of his hand contain the indicator.
    """

    suit: Suit
    setter: Seat
    card: Card | None = None

    def __str__(self) -> str:
        return self.suit.letter if self.card is None else self.card.text

    @property
    def text(self) -> str:
        """Who set it and what, as in files: `N H`, or `N HT` with the card that lies face down."""
        return f"{self.setter} {self}"

    @classmethod
    def parse(cls, text: str) -> HiddenTrump:
        """Read what `text` writes."""
        try:
            seat, what = text.split()
            setter = Seat.parse(seat)
            try:
                return cls(Suit.parse(what), setter)
            except ParseError:
                card = Card.parse(what)
                if card is card.plain:
                    return cls(card.suit, setter, card)
        except ValueError:  # ParseErrors among them
            pass
        expected = "expected who set the hidden trump and the suit, or the card that lies face down: 'N H' or 'N HT'"
        raise ParseError(f"{expected}, not {text!r}", text=text)


TrumpState: TypeAlias = Strain | HiddenTrump | None


@dataclass(frozen=True, slots=True)
class TrumpMode:
    """How the trump comes about and, where it is hidden, who shows it."""

    #: What fixes a trump that is not fixed when play begins: the first card that does not follow suit (`card`), or its
    #: player, who names it aloud (`name`) or notes it in secret (`note`). `no`: it is fixed before.
    fixed_by: Literal["no", "card", "name", "note"] = "no"
    #: How a hidden trump is shown: a void player asks, or its setter is void. `no`: none is hidden.
    shown_by: Literal["no", "asking", "setter"] = "no"
    #: Whether a hidden trump lies on the table as a card of its setter.
    indicator: bool = False
    #: Whether only the setter's opponents may ask.
    opponents_only: bool = False
    #: Whether a player who asked must trump if he can.
    must_trump: bool = True

    # Play

    def plays(self, hand: int, trick: Sequence[Card], trump: TrumpState, *, seat: Seat) -> tuple[Card, ...]:
        """Return all that *seat* may do with *hand*: plain cards, then cards that ask, then cards that name a suit.

        Only for games in which players follow suit and are otherwise free.
        """
        if trump is None:
            plain = cards_of(self.mask(hand, trick, None))
            if self.fixed_by in ("name", "note") and trick and not hand & SUIT_MASKS[trick[0].suit]:
                return tuple(card.naming(suit) for suit in Suit for card in plain)
            return plain
        if not isinstance(trump, HiddenTrump) or not trick:
            return cards_of(self.mask(hand, trick, trump))
        free = _free(hand, trump)
        plain = cards_of(free & SUIT_MASKS[trick[0].suit])
        if plain:
            return plain
        if self.shown_by == "setter":
            return cards_of(hand if seat is trump.setter else free)
        if not free:  # the setter's last card is the indicator, which shows the trump
            return cards_of(hand)
        if not self.may_ask(seat, trump):
            return cards_of(free)
        return (*cards_of(free), *(card.asking for card in cards_of(self._after_asking(hand, trump))))

    def mask(self, hand: int, trick: Sequence[Card], trump: TrumpState) -> int:
        """Return the cards of *hand* that may be played in one way or another, as a mask.

        A hand that contains the indicator is its setter's.
        """
        if not isinstance(trump, HiddenTrump):
            return hand & SUIT_MASKS[trick[0].suit] or hand if trick else hand
        free = _free(hand, trump)
        if not trick:
            return free or hand
        shows = self.shown_by == "setter" or not self.opponents_only
        return free & SUIT_MASKS[trick[0].suit] or (hand if shows else free) or hand

    def may_ask(self, seat: Seat, trump: HiddenTrump) -> bool:
        """Tell whether *seat* may ask for the trump when he cannot follow suit."""
        return self.shown_by == "asking" and not (self.opponents_only and seat.side is trump.setter.side)

    def after(self, trump: TrumpState, card: Card, trick: Sequence[Card], *, seat: Seat) -> TrumpState:
        """Return the state of the trump once *seat* plays *card* to *trick*; it holds for *card* itself."""
        if trump is None:
            if not trick or card.suit is trick[0].suit or self.fixed_by == "no":
                return None
            suit = card.suit if card.names is None else card.names
            return HiddenTrump(suit, seat) if self.fixed_by == "note" else Strain.of(suit)
        if not isinstance(trump, HiddenTrump):
            return trump
        shown = card.asks or card.plain is trump.card
        if self.shown_by == "setter" and seat is trump.setter and trick:
            shown = shown or card.suit is not trick[0].suit
        return Strain.of(trump.suit) if shown else trump

    def _after_asking(self, hand: int, trump: HiddenTrump) -> int:
        """Return the cards that may be played by who has asked, the indicator among them if it is his."""
        return (hand & SUIT_MASKS[trump.suit] if self.must_trump else 0) or hand

    # Why not

    def why_illegal(self, card: Card, hand: int, trick: Sequence[Card], trump: TrumpState, *, seat: Seat) -> str:
        """Say what the trump has to do with it that *seat* may not play *card*; empty when it has nothing.

        Asked only about a card of *hand* that is not legal.
        """
        hidden = trump if isinstance(trump, HiddenTrump) else None
        free = hand if hidden is None else _free(hand, hidden)
        if card.names is not None:
            return self._why_not_named(card, trick, trump, seat=seat)
        if card.asks:
            if hidden is None:
                return f"{seat.word} cannot ask: no trump is hidden, so that {card.plain} is played without"
            if not trick:
                return f"{seat.word} leads and cannot ask: only who cannot follow suit may"
            if self.shown_by != "asking":
                return f"nobody asks in this game: the trump is shown when {hidden.setter.word} cannot follow suit"
            if free & SUIT_MASKS[trick[0].suit]:
                held = _texts(free & SUIT_MASKS[trick[0].suit])
                return f"{seat.word} cannot ask: {trick[0].suit.word} were led and he still holds {held}"
            if not self.may_ask(seat, hidden):
                return f"{seat.word} cannot ask: only the opponents of {hidden.setter.word}, who set the trump, may"
            if not free:
                return f"{seat.word} takes up {card.plain}, his last card, which shows the trump: nothing is asked"
            held = _texts(self._after_asking(hand, hidden))
            return f"{seat.word} asks and must trump with {held}: {card.plain} is no trump"
        if hidden is not None and hidden.card is card:
            return f"{card} lies face down as the trump card: {seat.word} cannot play it before it is shown"
        if trump is None and self.fixed_by in ("name", "note") and trick and not hand & SUIT_MASKS[trick[0].suit]:
            return f"{seat.word} is the first who cannot follow suit and names the trump: write {card}=S, =H, =D or =C"
        return ""

    def _why_not_named(self, card: Card, trick: Sequence[Card], trump: TrumpState, *, seat: Seat) -> str:
        """Say why no suit can be named with *card*; empty when one could be."""
        if self.fixed_by not in ("name", "note"):
            return f"no suit is named during the play in this game, so that {card.plain} is played without"
        if trump is not None:
            return f"the trump is fixed already: {card.plain} cannot name {card.names} again"
        if not trick or card.suit is trick[0].suit:
            how = "follows suit" if trick else "leads"
            return f"{seat.word} {how} and names no trump: {card.plain} is played without"
        return ""

    # Setup

    def defects(self, trump: TrumpState, rules: object) -> list[str]:
        """Return what is wrong with a deal whose trump is in the state *trump*, *rules* being how they are written."""
        if trump is None:
            return [] if self.fixed_by != "no" else [f"under {rules} the trump is fixed before the play: give it"]
        if not isinstance(trump, HiddenTrump):
            return []
        if self.shown_by == "no":
            return [f"under {rules} no trump is hidden, so that {trump} cannot be"]
        reasons = []
        if self.indicator and trump.card is None:
            reasons.append(f"under {rules} the hidden trump lies on the table as a card: give that, such as HT")
        if not self.indicator and trump.card is not None:
            reasons.append(f"under {rules} no card lies face down for the trump: give the suit {trump.suit} alone")
        if trump.card is not None and trump.card.suit is not trump.suit:
            reasons.append(f"{trump.card} lies face down, but the hidden trump is said to be {trump.suit}")
        return reasons

    def trick_defects(self, trick: Sequence[Card], trump: TrumpState, seats: Sequence[Seat]) -> list[str]:
        """Return why *trick*, of which *seats* played the cards, cannot be in progress with the trump as it is."""
        reasons = [
            f"{card.plain} lies on the table, so that the suit it named is known: give the card alone, and the trump"
            for card in trick
            if card.names is not None
        ]
        shown = [place for place, card in enumerate(trick) if card.asks]
        astray = [place for place, card in enumerate(trick) if card.suit is not trick[0].suit]
        if shown:
            card = trick[shown[0]].plain
            if self.shown_by == "no":
                reasons.append(f"no trump is hidden in this game, so that none was shown with {card}")
            elif not isinstance(trump, Strain):
                reasons.append(f"the trump was shown with {card}: give it as the strain, not as hidden")
            elif len(shown) > 1:
                reasons.append(f"the trump was shown with {card} and cannot be with {trick[shown[1]].plain} again")
            elif shown == [0]:
                reasons.append(f"the trump was not shown with {card}: who leads does not ask")
            elif card.suit is trick[0].suit and not (self.indicator and card.suit is trump_suit(trump)):
                reasons.append(f"the trump was not shown with {card}, which follows suit")
        if trump is None and astray and self.fixed_by != "no":
            seat, card = seats[astray[0]], trick[astray[0]]
            reasons.append(f"{seat.word} did not follow suit with {card.plain}, so that the trump is fixed: give it")
        if isinstance(trump, HiddenTrump) and self.shown_by == "setter" and trump.setter in seats:
            place = seats.index(trump.setter)
            if place in astray[0 if self.indicator else 1 :]:
                reasons.append(
                    f"{trump.setter.word}, who set the trump, did not follow suit with {trick[place].plain}, so that "
                    "it is shown: give it as the strain"
                )
        return reasons

    def may_have_been_void(self, hand: int, trick: Sequence[Card], place: int, trump: TrumpState) -> bool:
        """Tell whether the one card of the suit led in *hand* may have lain face down when its owner played at *place*.

        That is so in the trick in which the trump is shown, up to the card with which it is.
        """
        held = hand & SUIT_MASKS[trick[0].suit]
        return (
            self.indicator
            and trick[0].suit is trump_suit(trump)
            and any(card.asks for card in trick[place:])
            and held.bit_count() == 1
        )


#: The trump is known to all from the first card on.
OPEN: Final = TrumpMode()


def trump_suit(trump: TrumpState) -> Suit | None:
    """Return the suit that ruffs, or `None` when none does: no trump, not fixed yet, or hidden."""
    return trump.suit if isinstance(trump, Strain) else None


def not_dealt_yet(seat: Seat, card: Card) -> str:
    """Say why *seat* may not play *card*, which is dealt only once the trump is fixed."""
    return f"{seat.word} does not hold {card.plain} yet: it is dealt once the trump is fixed"


def laid(card: Card, trick: Sequence[Card], before: TrumpState, after: TrumpState) -> Card:
    """Return how *card* lies on the table once it is played to *trick*: as the one that asks if the trump was shown.

    *before* and *after* are the states of the trump before it and with it.
    """
    shown = before is not after and isinstance(before, HiddenTrump)
    return card.asking if shown and trick else card.plain


def first_ruff(trick: Sequence[Card]) -> int:
    """Return the place in *trick*, from 0, from which on trumps ruff: that of the card with which it was shown."""
    for place, card in enumerate(trick):
        if card.asks:
            return place
    return 0


def whist_winner(trick: Sequence[Card], trump: TrumpState) -> int:
    """Return the place of the highest trump in *trick*, else of the highest card of the suit led."""
    suit = trump_suit(trump)
    ruffs = first_ruff(trick)
    best = trick[0]
    winner = 0
    for place, card in enumerate(trick):
        if card.suit is best.suit:
            if card.index < best.index:  # within a suit the higher card has the lower index
                best, winner = card, place
        elif card.suit is suit and place >= ruffs:
            best, winner = card, place
    return winner


def _free(hand: int, trump: HiddenTrump) -> int:
    """Return the cards of *hand* that do not lie face down."""
    return hand if trump.card is None else hand & ~trump.card.bit


def _texts(mask: int) -> str:
    """List the cards of *mask*."""
    return ", ".join(card.text for card in cards_of(mask))
