"""What a view says of the four hands, as separate facts: who was dealt which cards, and who cannot have which.

Plays are read by the rules of the game alone: a card was legal when it was played, so the hand that it came from was
one from which it may be played. `played_facts` asks the game's own `legal_mask` what each single card would have
changed about that, so it needs no rule of any game. It assumes two things of the rules, which hold for all games of
the package and are tested by enumeration: whether a card may be played depends on which cards are beside it one by one
(no card is harmless alone and in the way together with another that is harmless alone), and where one card in the way
is made good by another, any single one of those others does it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from solver.cards import SUIT_MASKS, Card, Rank, Seat, Suit, cards_of
from solver.constraints import Amount, Constraint, Has, Term
from solver.errors import ViewError
from solver.games import CoincheRules
from solver.games.coinche.play import card_points
from solver.games.coinche.scorer import parse_announcements, parse_seats
from solver.view import View

__all__ = ["Fact", "Holds", "Implies", "Lacks", "Lengths", "Sum", "facts_of", "names"]


@dataclass(frozen=True, slots=True)
class Holds:
    """The hand holds all cards of the mask."""

    mask: int


@dataclass(frozen=True, slots=True)
class Lacks:
    """The hand holds no card of the mask."""

    mask: int


@dataclass(frozen=True, slots=True)
class Implies:
    """If the hand holds a card of *trigger* it also holds one of *needed*."""

    trigger: int
    needed: int


@dataclass(frozen=True, slots=True)
class Sum:
    """The numbers of the cards held (masks with a number each; other cards count 0) add up to *low* to *high*."""

    weights: tuple[tuple[int, int], ...]
    low: int
    high: int | None


@dataclass(frozen=True, slots=True)
class Lengths:
    """The lengths of the suits agree with the terms."""

    terms: tuple[Term, ...]


Content = Holds | Lacks | Implies | Sum | Lengths


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that a view says of the hand dealt to *seat*, for the count and in words.

    *plain* facts need not be told: the seat's own cards, and what has been played.
    """

    seat: Seat
    content: Content
    text: str
    plain: bool = False

    def __str__(self) -> str:
        return self.text


def facts_of(view: View) -> tuple[Fact, ...]:
    """Return everything that *view* says of the hands."""
    return (*_known_facts(view), *played_facts(view), *_declared_facts(view), *_assumed_facts(view))


def names(mask: int) -> str:
    """List the cards of a mask: `SA SK`."""
    return " ".join(card.text for card in cards_of(mask))


def _known_facts(view: View) -> Iterator[Fact]:
    """Yield which cards each seat is known to have been dealt."""
    seat = view.seat
    if view.hand:
        yield Fact(seat, Holds(view.hand), f"{seat.word} was dealt {names(view.hand)}", plain=True)
    hidden = view.hidden
    if hidden is not None and hidden.card is not None:
        plain = hidden.setter is seat
        yield Fact(hidden.setter, Holds(hidden.card.bit), f"{hidden.setter.word} hid {hidden.card}", plain)
    for each in Seat:
        if view.exposed[each]:
            yield Fact(each, Holds(view.exposed[each]), f"{each.word} has shown {names(view.exposed[each])}")
        if view.table.played_by[each] and each is not seat:
            cards = view.table.played_by[each]
            yield Fact(each, Holds(cards), f"{each.word} has played {names(cards)}", plain=True)


def played_facts(view: View) -> Iterator[Fact]:
    """Yield what each card played says of the rest of the hand that it came from."""
    played = [0, 0, 0, 0]  # the cards that each seat had played before
    lacking = [0, 0, 0, 0]
    for ply, (card, seat) in enumerate(zip(view.played, view.table.players, strict=True)):
        rest = view.pack & ~(played[seat] | card.bit)
        played[seat] |= card.bit
        excluded, mended = _told_by(view, ply, card, rest)
        how = f"{card.plain} on trick {ply // 4 + 1}"
        seen = seat is view.seat
        if excluded & ~lacking[seat]:
            lacking[seat] |= excluded
            yield Fact(seat, Lacks(excluded), f"{seat.word} had {_listed(excluded, rest)} beside {how}", plain=seen)
        for needed, trigger in mended.items():
            either = f"{seat.word} had {_listed(trigger, rest)} beside {how}, or one of {names(needed)} too"
            yield Fact(seat, Implies(trigger, needed), either, plain=seen)


def _told_by(view: View, ply: int, card: Card, rest: int) -> tuple[int, dict[int, int]]:
    """Return which cards of *rest* cannot have been in the hand beside *card*, and which only beside certain others.

    The latter are keyed by these others.
    """
    strain, trick = view.table.before[ply]
    if not trick:
        return 0, {}

    def legal(others: int) -> bool:
        if card is card.plain:
            return bool(view.game.legal_mask(others | card.bit, trick, strain, view.rules) & card.bit)
        seat = view.table.players[ply]
        return card in view.game.legal_plays(others | card.bit, trick, strain, view.rules, seat=seat)

    in_the_way = 0
    for other in cards_of(rest):
        if not legal(other.bit):
            in_the_way |= other.bit
    harmless = rest & ~in_the_way
    excluded = 0
    mended: dict[int, int] = {}
    for other in cards_of(in_the_way):
        if not legal(other.bit | harmless):
            excluded |= other.bit
            continue
        needed = 0
        for helper in cards_of(harmless):
            if legal(other.bit | helper.bit):
                needed |= helper.bit
        mended[needed] = mended.get(needed, 0) | other.bit
    return excluded, mended


def _listed(mask: int, rest: int) -> str:
    """Say which cards were not there, whole suits by name; *rest* are the cards that could have been."""
    parts = []
    for suit in Suit:
        held = mask & SUIT_MASKS[suit]
        if held:
            parts.append(suit.word if held == rest & SUIT_MASKS[suit] else names(held).replace(" ", " or "))
    return "no " + " and no ".join(parts)


def _declared_facts(view: View) -> Iterator[Fact]:
    """Yield what was declared in Coinche: a belote, announcements (tags `Belote`, `Announces`)."""
    strain = view.table.strain
    if not isinstance(view.rules, CoincheRules) or strain is None:
        return
    said = dict(view.tags)
    if strain.suit is not None and said.get("belote", "-") != "-":
        belote = Card(strain.suit, Rank.KING).bit | Card(strain.suit, Rank.QUEEN).bit
        for seat in parse_seats(said["belote"]):
            yield Fact(seat, Holds(belote), f"{seat.word} has declared a belote")
    for announced in parse_announcements(said.get("announces", "")):
        yield Fact(announced.seat, Holds(announced.cards), f"announced: {announced}")


def _assumed_facts(view: View) -> Iterator[Fact]:
    """Yield what is assumed, one fact a term."""
    for constraint in view.constraints:
        for term in constraint.terms:
            yield Fact(constraint.seat, _content(term, constraint, view), f"{constraint.seat.letter}: {term} (assumed)")


def _content(term: Term, constraint: Constraint, view: View) -> Content:
    """Return what a term says, where the game has to be asked too."""
    if isinstance(term, Has):
        return Holds(term.mask) if term.held else Lacks(term.mask)
    if not isinstance(term, Amount) or len(term.of) == 1:
        return Lengths((term,))
    strain = view.table.strain
    weights = term.weights()
    if weights is None and term.of == "trumps" and strain is not None and strain.suit is not None:
        weights = ((SUIT_MASKS[strain.suit], 1),)
    if weights is None and term.of == "points" and isinstance(view.rules, CoincheRules) and strain is not None:
        points = {card: card_points(card, strain, view.rules) for card in cards_of(view.pack)}
        weights = tuple((card.bit, each) for card, each in points.items() if each)
    if weights is None:
        why = "the trump is not known" if strain is None else f"{view.game.name} in {strain.word} has no {term.of}"
        raise ViewError(f"constraint {str(constraint)!r} counts {term.of}, but {why}")
    return Sum(weights, term.low, term.high)
