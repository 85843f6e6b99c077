"""The plain search of six players: what the compiled one must agree with.

Minimax over all lines of play on `SixPosition`, with nothing but a memory of positions already valued. Values are units
that 1, 3 and 5 take from here on; they play for more of them, 2, 4 and 6 for fewer. Three cards a hand take seconds.
"""

from __future__ import annotations

from collections.abc import Hashable

from solver.cards import Card, Side

from .position import SixPosition

__all__ = ["card_values", "value"]


def value(position: SixPosition) -> int:
    """Return the units that 1, 3 and 5 take from *position* on when both sides play best."""
    return _value(position.copy(), {})


def card_values(position: SixPosition) -> dict[Card, int]:
    """Return for every legal card, in index order, the units that 1, 3 and 5 take from here on if it is played."""
    position = position.copy()
    known: dict[Hashable, int] = {}
    return {card: _value_after(position, card, known) for card in position.legal_plays()}


def _value(position: SixPosition, known: dict[Hashable, int]) -> int:
    """Return the units of 1, 3 and 5 from here on; *known* holds values by key."""
    if position.is_over:
        return 0
    key = position.key()
    if key not in known:
        values = [_value_after(position, card, known) for card in position.legal_plays()]
        known[key] = max(values) if position.to_move.side is Side.NS else min(values)
    return known[key]


def _value_after(position: SixPosition, card: Card, known: dict[Hashable, int]) -> int:
    """Return the units of 1, 3 and 5 from here on if *card* is played now."""
    before, _ = position.taken
    position.push(card)
    after, _ = position.taken
    rest = _value(position, known)
    position.undo()
    return after - before + rest
