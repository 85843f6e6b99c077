"""Numbers that stand for chance, the same on every platform, for every order of work and number of workers.

Whatever is drawn in a contest is drawn from a number that names its place: the contest's seed, the deal, the table, the
seat, the turn.  Nothing is drawn from a generator that somebody else may have used before.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

__all__ = ["pick", "seed_of", "shuffled"]

_Item = TypeVar("_Item")


def seed_of(*parts: int | str) -> int:
    """Return a number of 64 bits that depends on all *parts* and on their order.

    >>> seed_of(1, "deal", 7) == seed_of(1, "deal", 7), seed_of(1, 2) == seed_of(12)
    (True, False)
    """
    text = "/".join(str(part) for part in parts)
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")


def pick(items: Sequence[_Item], seed: int) -> _Item:
    """Return one of *items*; each is as likely as the others, to one part in 2**64 / len(items)."""
    return items[seed * len(items) >> 64]


def shuffled(items: Sequence[_Item], seed: int) -> list[_Item]:
    """Return *items* in an order drawn from *seed*; all orders are equally likely."""
    places = sorted(range(len(items)), key=lambda place: (seed_of(seed, place), place))
    return [items[place] for place in places]
