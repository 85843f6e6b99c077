"""Cards that come to the same, and the cards that somebody plays who looks no further than the trick on the table.

Both are facts of the rules alone: nothing here searches beyond the trick.
"""

from __future__ import annotations

from collections.abc import Hashable

from solver.cards import SUIT_MASKS, Card, Seat, Side, Strain, cards_of
from solver.games import Game, Rules
from solver.position import Position

__all__ = [
    "Alike",
    "alike",
    "all_open",
    "foes_of",
    "lowest_first",
    "natural_plays",
    "representative",
    "state_of",
    "strengths",
    "trick_gain",
    "wins_so_far",
]

#: Cards that come to the same, from high to low.
Alike = tuple[Card, ...]


def _tables(position: Position) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return, by card index, how many cards of its suit in the pack a card beats, and the units that it brings."""
    rules, strain = position.rules, position.strain
    # By identity, because rules have many options and are asked about at every card.
    known = _known.get((id(rules), strain))
    if known is None or known[0] is not rules:
        if len(_known) >= _MOST_TABLES:
            _known.clear()
        known = (rules, *_tables_of(position.game, rules, strain))
        _known[id(rules), strain] = known
    return known[1:]


def _tables_of(game: Game, rules: Rules, strain: Strain | None) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Work out the tables from the rules of the game."""
    pack = cards_of(game.deck)
    strength = [0] * 52
    units = [0] * 52
    for card in pack:
        strength[card.index] = sum(
            game.winner((other, card), strain, rules) == 1
            for other in pack
            if other.suit is card.suit and other is not card
        )
        units[card.index] = game.units_to_come(card.bit, 0, strain=strain, rules=rules)
    return tuple(strength), tuple(units)


_MOST_TABLES = 64
_known: dict[tuple[int, Strain | None], tuple[Rules, tuple[int, ...], tuple[int, ...]]] = {}


def state_of(position: Position) -> Hashable:
    """Return what tells positions of one deal apart, units taken included; cheaper than `Position.key`."""
    return position.hands, position.leader, position.trick, position.strain, position.carry, position.taken


def all_open(position: Position) -> bool:
    """Return whether all cards are dealt and the trump is open or made by a card: no play is more than its card."""
    if position.hidden is not None or position.undealt:
        return False
    return position.strain is not None or position.game.trump_mode(position.rules).fixed_by in ("no", "card")


def strengths(position: Position) -> tuple[int, ...]:
    """Return, by card index, how many cards of its suit each card of the pack beats under the strain in effect."""
    return _tables(position)[0]


def foes_of(position: Position, side: Side) -> int:
    """Return the cards in the hands of the other side, as a mask."""
    hands = position.hands
    return hands[Seat.EAST] | hands[Seat.WEST] if side is Side.NS else hands[Seat.NORTH] | hands[Seat.SOUTH]


def alike(position: Position) -> tuple[Alike, ...]:
    """Return the legal plays, cards that come to the same in one group, each group from high to low.

    Cards of a suit come to the same when they bring the same units and no card that still counts, in another hand or
    on the table, beats one of them and not the other.  In games that remember more than units between tricks (Double
    Sir, where an ace may be special), or whose trump is not open, every card stands alone.
    """
    if position.carry is not None or not all_open(position):
        return tuple((card,) for card in position.legal_plays())
    legal = position.legal_mask()
    strength, units = _tables(position)
    hands = position.hands
    others = (hands[0] | hands[1] | hands[2] | hands[3]) & ~hands[position.to_move]
    for card in position.trick:
        others |= card.bit
    groups: list[Alike] = []
    for suit in SUIT_MASKS:
        held = legal & suit
        if not held:
            continue
        ranks = 0  # of the others' cards, a bit for each strength
        for card in cards_of(others & suit):
            ranks |= 1 << strength[card.index]
        found: dict[tuple[int, int], list[Card]] = {}
        for card in sorted(cards_of(held), key=lambda card: -strength[card.index]):
            beaten = (ranks & ((1 << strength[card.index]) - 1)).bit_count()
            found.setdefault((beaten, units[card.index]), []).append(card)
        groups.extend(tuple(group) for group in found.values())
    return tuple(groups)


def representative(position: Position, group: Alike) -> Card:
    """Return the card that stands for *group*: the highest where it wins the trick as it stands, else the lowest."""
    return group[0] if wins_so_far(position, group[0]) else group[-1]


def lowest_first(position: Position, card: Card) -> tuple[bool, int, int]:
    """Return what to sort cards by: plain suits before trumps, weak before strong, then clubs to spades."""
    return card.suit is position.trump, strengths(position)[card.index], -int(card.suit)


def wins_so_far(position: Position, card: Card) -> bool:
    """Return whether *card*, played now, is the best of the trick as it stands.

    A lead is when no card of the suit in the hands of the other side beats it.
    """
    game, rules = position.game, position.rules
    if position.trick:
        hand = position.hands[position.to_move]
        strain = game.strain_after(position.strain, card, hand, position.trick, rules, seat=position.to_move)
        return game.winner((*position.trick, card), strain, rules) == len(position.trick)
    strength = strengths(position)
    against = cards_of(foes_of(position, position.to_move.side) & SUIT_MASKS[card.suit])
    return all(strength[foe.index] < strength[card.index] for foe in against)


def natural_plays(position: Position) -> frozenset[Card]:
    """Return what somebody plays who wants the most of the trick on the table and sees no further.

    These are the cards with which the side to move does best in this trick against best play in it, counted in
    units first and in who wins it next.  Where some of them are not trumps the trumps are kept; of each suit it is
    the lowest.  Alike cards come together.
    """
    groups = alike(position)
    if len(groups) == 1:
        return frozenset(groups[0])
    at = position.copy()
    side = at.to_move.side
    begun, before = at.tricks_left, at.taken
    values: dict[Alike, tuple[int, int]] = {}
    for group in groups:
        at.push(group[-1])
        values[group] = _rest_of_trick(at, side, begun, before)
        at.undo()
    most = max(values.values())
    best = [group for group in groups if values[group] == most]
    plain = [group for group in best if group[0].suit is not position.trump] or best
    lowest: dict[int, Alike] = {}
    for group in sorted(plain, key=lambda group: lowest_first(position, group[-1])):
        lowest.setdefault(int(group[0].suit), group)
    return frozenset(card for group in lowest.values() for card in group)


def trick_gain(position: Position, card: Card) -> int:
    """Return the units that the side to move wins in the trick on the table, less those lost, by best play in it."""
    at = position.copy()
    at.push(card)
    return _rest_of_trick(at, position.to_move.side, position.tricks_left, position.taken)[0]


def _rest_of_trick(at: Position, side: Side, begun: int, before: tuple[int, int]) -> tuple[int, int]:
    """Return what *side* makes of the trick with best play in it: units won less units lost, and whether it wins it."""
    if at.tricks_left < begun:
        mine, theirs = at.taken[side] - before[side], at.taken[side.other] - before[side.other]
        return mine - theirs, int(at.leader.side is side)
    values = []
    for group in alike(at):
        at.push(group[-1])
        values.append(_rest_of_trick(at, side, begun, before))
        at.undo()
    return max(values) if at.to_move.side is side else min(values)
