"""The compiled searches against the plain reference, and positions that must be worth what others are.

Shared by the tests of all searches; where endings come from is the business of each.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from solver import reference
from solver.cards import Card, Seat, Side, Strain, cards_of, mask_of
from solver.deal import Deal
from solver.position import Position
from solver.solve import Searcher


def disagreement(position: Position, searcher: Searcher) -> str | None:
    """Describe where the searcher and the reference differ on a position: value, or any card."""
    taken = position.taken[Side.NS]
    cards = {card: taken + value for card, value in reference.card_values(position).items()}
    best = max if position.to_move.side is Side.NS else min  # a test of the reference says that this is its value
    value = best(cards.values()) if cards else taken
    found = searcher.cards(position)
    ours = {entry.card: entry.value.ns for entry in found.cards}
    alone = searcher.value(position).value.ns
    if found.value.ns == alone == value and ours == cards:
        return None
    return f"{position!r}: reference {value} {cards}, search {alone}, {found.value.ns} {ours}"


def disagreements(positions: Iterable[Position], searcher: Searcher) -> list[str]:
    """All that `disagreement` finds."""
    return [found for found in (disagreement(position, searcher) for position in positions) if found is not None]


def rename(card: Card, order: Sequence[int]) -> Card:
    """The card of the same rank in the suit that *order* gives for its own."""
    return Card.of(13 * order[card.suit] + card.index % 13)


def with_suits_renamed(position: Position, order: Sequence[int]) -> Position:
    """The same position in other suits, the trump with them."""
    strain = position.strain
    assert strain is not None
    return Position(
        Deal.of([mask_of(rename(card, order) for card in cards_of(hand)) for hand in position.hands]),
        strain=strain if strain.suit is None else Strain(order[strain]),
        leader=position.leader,
        game=position.game,
        rules=position.rules,
        trick=[rename(card, order) for card in position.trick],
        taken=position.taken,
    )


def assert_same_but_for_suits(position: Position, order: Sequence[int], searcher: Searcher) -> None:
    """Renaming the suits changes neither the value nor that of a card."""
    before, after = searcher.cards(position), searcher.cards(with_suits_renamed(position, order))
    assert after.value == before.value
    assert {rename(entry.card, order): entry.value for entry in before.cards} == {
        entry.card: entry.value for entry in after.cards
    }


def assert_turned(position: Position, turns: int, searcher: Searcher) -> None:
    """Every hand moved on by *turns* seats has the same value, of the other side if that is an odd number of seats."""
    hands = {seat.next(steps=turns): position.hands[seat] for seat in Seat}
    ns, ew = position.taken
    turned = Position(
        Deal.of([hands[seat] for seat in Seat]),
        strain=position.strain,
        leader=position.leader.next(steps=turns),
        game=position.game,
        rules=position.rules,
        trick=position.trick,
        taken=(ns, ew) if turns == 2 else (ew, ns),
    )
    before, after = searcher.value(position).value, searcher.value(turned).value
    assert (after.ns, after.ew) == ((before.ns, before.ew) if turns == 2 else (before.ew, before.ns))
