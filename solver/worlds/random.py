"""Random numbers that depend on nothing but a seed and a place, the same on every machine and for every batch.

The generator is Philox4x32-10 (Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", 2011): a
keyed function of a counter, without a state. The key is the seed; the counter is the number of a world and the place
of the word in it, so that world *i* has the same words whoever draws it, and when.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["Words", "below", "philox", "words"]

#: Unsigned words of 64 bits.
Words = NDArray[np.uint64]

_LOW: Final = np.uint64(0xFFFFFFFF)
_HALF: Final = np.uint64(32)
_MULTIPLIERS: Final = (np.uint64(0xD2511F53), np.uint64(0xCD9E8D57))
_WEYL: Final = (0x9E3779B9, 0xBB67AE85)
_ROUNDS: Final = 10


def philox(counter: tuple[Words, Words, Words, Words], key: tuple[int, int]) -> tuple[Words, Words, Words, Words]:
    """Return the four 32-bit words (in 64 bits each) of Philox4x32-10 for every *counter* under *key*."""
    c0, c1, c2, c3 = counter
    k0, k1 = key
    for _ in range(_ROUNDS):
        left = c0 * _MULTIPLIERS[0]
        right = c2 * _MULTIPLIERS[1]
        c0 = (right >> _HALF) ^ c1 ^ np.uint64(k0)
        c2 = (left >> _HALF) ^ c3 ^ np.uint64(k1)
        c1 = right & _LOW
        c3 = left & _LOW
        k0 = (k0 + _WEYL[0]) & 0xFFFFFFFF
        k1 = (k1 + _WEYL[1]) & 0xFFFFFFFF
    return c0, c1, c2, c3


def words(seed: int, worlds: Words, first: int, count: int) -> Words:
    """Return the words *first*, *first* + 1, ... of each of *worlds*, as an array of (worlds, *count*).

    *seed* and the numbers of worlds are from 0 to 2**64 - 1, places of words from 0 to 2**32 - 1.
    """
    begin, end = first // 2, (first + count + 1) // 2
    shape = (len(worlds), end - begin)
    blocks = np.broadcast_to(np.arange(begin, end, dtype=np.uint64), shape)
    column = np.broadcast_to(worlds[:, None], shape)
    counter = (column & _LOW, column >> _HALF, blocks, np.zeros(shape, dtype=np.uint64))
    w0, w1, w2, w3 = philox(counter, (seed & 0xFFFFFFFF, seed >> 32))
    made = np.empty((len(worlds), 2 * (end - begin)), dtype=np.uint64)
    made[:, 0::2] = (w0 << _HALF) | w1
    made[:, 1::2] = (w2 << _HALF) | w3
    return made[:, first - 2 * begin : first - 2 * begin + count]


def below(bounds: Words, drawn: Words, again: Callable[[NDArray[np.intp], int], Words]) -> Words:
    """Return numbers from 0 to *bounds* - 1, all equally likely, from the words *drawn*.

    A word that would favour small numbers, one of about 2**58, is replaced by `again(places, attempt)`.
    """
    spare = (np.uint64(0) - bounds) % bounds  # 2**64 modulo the bound: so many words are too many
    attempt = 0
    while True:
        unfair = np.flatnonzero(drawn < spare)
        if not len(unfair):
            return drawn % bounds
        attempt += 1
        drawn = drawn.copy()
        drawn[unfair] = again(unfair, attempt)
