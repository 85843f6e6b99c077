"""The trump that the descriptions of Court Piece tell a player to name who has seen his first cards."""

from __future__ import annotations

from solver.cards import SUIT_MASKS, Rank, Strain, Suit, cards_of

__all__ = ["call_from"]

_HONOURS = {Rank.ACE: 4, Rank.KING: 3, Rank.QUEEN: 2, Rank.JACK: 1}


def call_from(hand: int) -> Strain:
    """Return the trump that the tips call: the longest and strongest suit, by its length and its top honours.

    Never a suit of three cards headed by the ace alone, as long as there is another (first tip of the document).

    >>> from solver.cards import Card, mask_of
    >>> call_from(mask_of(map(Card.parse, "SA S7 S2 HK HQ".split()))).word
    'hearts'
    >>> call_from(mask_of(map(Card.parse, "SK SJ S2 HK HQ".split()))).word
    'spades'
    """

    def strength(suit: Suit) -> tuple[bool, int, int]:
        held = cards_of(hand & SUIT_MASKS[suit])
        honours = sum(_HONOURS.get(card.rank, 0) for card in held)
        ace_alone = len(held) == 3 and [card.rank for card in held if card.rank in _HONOURS] == [Rank.ACE]
        return (not ace_alone, 3 * len(held) + honours, -suit)

    return Strain.of(max(Suit, key=strength))
