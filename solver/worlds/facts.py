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

from solver.cards import SUIT_MASKS, Card, Seat, Suit, cards_of
from solver.constraints import Amount, Constraint, Has, Term
from solver.errors import ViewError
from solver.games import CoincheRules
from solver.games.coinche.play import card_points
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
    """One thing that a view says of the hand dealt to *seat*, in words and for the count."""

    seat: Seat
    content: Content
    text: str

    def __str__(self) -> str:
        return self.text


def facts_of(view: View) -> tuple[Fact, ...]:
    """Return everything that *view* says of the hands."""
    return (*_known_facts(view), *played_facts(view), *_belote_facts(view), *_assumed_facts(view))


def names(mask: int) -> str:
    """List the cards of a mask: `SA SK`."""
    return " ".join(card.text for card in cards_of(mask))


def _known_facts(view: View) -> Iterator[Fact]:
    """Yield which cards each seat is known to have been dealt."""
    seat = view.seat
    if view.hand:
        yield Fact(seat, Holds(view.hand), f"{seat.word} was dealt {names(view.hand)}")
    for each in Seat:
        if view.exposed[each]:
            yield Fact(each, Holds(view.exposed[each]), f"{each.word} was seen with {names(view.exposed[each])}")
        if view.table.played_by[each] and each is not seat:
            cards = view.table.played_by[each]
            yield Fact(each, Holds(cards), f"{each.word} has played {names(cards)}")


def played_facts(view: View) -> Iterator[Fact]:
    """Yield what each card played says of the rest of the hand that it came from."""
    game, rules, table = view.game, view.rules, view.table
    gone = [0, 0, 0, 0]  # the cards that each seat had played before
    lacking = [0, 0, 0, 0]
    for ply, (card, seat) in enumerate(zip(view.played, table.players, strict=True)):
        strain, trick = table.before[ply]
        before = gone[seat]
        gone[seat] |= card.bit
        if not trick:
            continue
        rest = view.pack & ~(before | card.bit)

        def legal(others: int, card: Card = card, strain=strain, trick=trick) -> bool:  # type: ignore[no-untyped-def]  # noqa: ANN001 - as bound
            return bool(game.legal_mask(others | card.bit, trick, strain, rules) & card.bit)

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
        number = ply // 4 + 1
        how = f"{card} on trick {number}"
        if excluded & ~lacking[seat]:
            lacking[seat] |= excluded
            what = _absent(excluded, rest)
            yield Fact(seat, Lacks(excluded), f"{seat.word} has {what} left after {how}")
        for needed, trigger in mended.items():
            what = f"with {_absent(trigger, rest, 'any of ')} {seat.word} also had one of {names(needed)}"
            yield Fact(seat, Implies(trigger, needed), f"{what} before {how}")


def _absent(mask: int, rest: int, word: str = "no ") -> str:
    """Say which cards are missing, whole suits by their name; *rest* are the cards that it could have been."""
    parts = []
    single = []
    for suit in Suit:
        of_suit = mask & SUIT_MASKS[suit]
        if of_suit and of_suit == rest & SUIT_MASKS[suit]:
            parts.append(suit.word)
        else:
            single += [card.text for card in cards_of(of_suit)]
    return word + f" and {word}".join([*parts, *(["of ".removeprefix("of ") + " ".join(single)] if single else [])])


def _belote_facts(view: View) -> Iterator[Fact]:
    """Yield nothing: a belote shows only in the cards themselves, which a view already has."""
    del view
    return iter(())


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
