"""The play of Coinche: what beats what, what cards are worth, and which cards may be played.

A strain is a trump suit, `NO_TRUMP` (sans atout) or `ALL_TRUMP` (tout atout). In a trump suit, and in every suit at
tout atout, the order is J 9 A T K Q 8 7; in any other suit A T K Q J 9 8 7.

The duties (rules 9 to 12 of the document), in the order in which they are looked at:

1. A player who can follow suit must. If that suit is a trump suit he must also beat the best card of the trick if he
   can, his partner's too (`over_partner_led`).
2. One who cannot, holds trumps and sees an opponent winning must trump; if an opponent has trumped he must play a
   higher trump, and with none higher still a trump (`undertrump`).
3. One who cannot while his partner is winning plays what he likes (`partner_ruff` limits that once the partner has
   trumped), and so does one with neither the suit nor a trump.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Final

from solver.cards import FULL_DECK, SUIT_MASKS, Card, Rank, Strain, Suit, cards_of, mask_of
from solver.games.coinche.rules import CoincheRules

__all__ = [
    "LAST_TRICK",
    "SHORT_DECK",
    "card_points",
    "has_trump_order",
    "higher",
    "legal_mask",
    "points_of",
    "rank_order",
    "winner",
]

#: The pack: seven to ace of each suit.
SHORT_DECK: Final = mask_of(card for card in cards_of(FULL_DECK) if card.rank >= Rank.SEVEN)
#: What the last trick is worth besides its cards.
LAST_TRICK: Final = 10

_PLAIN_ORDER: Final = tuple(Rank.parse(letter) for letter in "ATKQJ987")
_TRUMP_ORDER: Final = tuple(Rank.parse(letter) for letter in "J9ATKQ87")

#: Points by rank, of each scale.
_SCALES: Final[Mapping[str, Mapping[Rank, int]]] = MappingProxyType(
    {
        "plain": dict(zip(_PLAIN_ORDER, (11, 10, 4, 3, 2, 0, 0, 0), strict=True)),
        "trump": dict(zip(_TRUMP_ORDER, (20, 14, 11, 10, 4, 3, 0, 0), strict=True)),
        "ace_19": dict(zip(_PLAIN_ORDER, (19, 10, 4, 3, 2, 0, 0, 0), strict=True)),
        "jack_14": dict(zip(_TRUMP_ORDER, (14, 9, 6, 5, 3, 1, 0, 0), strict=True)),
        "jack_13": dict(zip(_TRUMP_ORDER, (13, 9, 6, 5, 3, 2, 0, 0), strict=True)),
    }
)


def has_trump_order(suit: Suit, strain: Strain) -> bool:
    """Tell whether *suit* is a trump suit: the one that *strain* names, or any at tout atout."""
    return strain is Strain.ALL_TRUMP or strain.suit is suit


def rank_order(suit: Suit, strain: Strain) -> tuple[Rank, ...]:
    """Return the ranks of *suit* from the highest to the lowest."""
    return _TRUMP_ORDER if has_trump_order(suit, strain) else _PLAIN_ORDER


def card_points(card: Card, strain: Strain, rules: CoincheRules) -> int:
    """Return what *card* is worth."""
    return _SCALES[_scale(card.suit, strain, rules.sa_scale, rules.ta_scale)].get(card.rank, 0)


def _scale(suit: Suit, strain: Strain, sa_scale: str, ta_scale: str) -> str:
    """Return the name of the scale of points that *suit* has."""
    if strain is Strain.NO_TRUMP:
        return sa_scale
    if strain is Strain.ALL_TRUMP:
        return ta_scale
    return "trump" if suit is strain.suit else "plain"


def points_of(cards: int, strain: Strain, rules: CoincheRules) -> int:
    """Return what the cards of a mask are worth together, without the last trick."""
    by_points = _cards_by_points(strain, rules.sa_scale, rules.ta_scale)
    return sum(points * (cards & held).bit_count() for points, held in by_points)


@lru_cache(maxsize=64)
def _cards_by_points(strain: Strain, sa_scale: str, ta_scale: str) -> tuple[tuple[int, int], ...]:
    """Return the numbers of points that a card can be worth, each with the mask of those cards."""
    held: dict[int, int] = {}
    for card in cards_of(SHORT_DECK):
        points = _SCALES[_scale(card.suit, strain, sa_scale, ta_scale)][card.rank]
        held[points] = held.get(points, 0) | card.bit
    return tuple((points, mask) for points, mask in held.items() if points)


@cache
def higher(card: Card, strain: Strain) -> int:
    """Return the cards of the suit of *card* that beat it, as a mask."""
    order = rank_order(card.suit, strain)
    return mask_of(Card(card.suit, rank) for rank in order[: order.index(card.rank)])


def winner(trick: Sequence[Card], strain: Strain) -> int:
    """Return the place in *trick* of the highest trump, else of the highest card of the suit led."""
    place = 0
    for turn in range(1, len(trick)):
        best, card = trick[place], trick[turn]
        if card.suit is best.suit:
            if card.bit & higher(best, strain):
                place = turn
        elif card.suit is strain.suit:  # at tout atout no suit but the one led wins
            place = turn
    return place


def legal_mask(hand: int, trick: Sequence[Card], strain: Strain, rules: CoincheRules) -> int:
    """Return the cards of *hand* that may be played to *trick*."""
    if not trick:
        return hand
    led = trick[0].suit
    place = winner(trick, strain)
    best = trick[place]
    partner_wins = place == len(trick) - 2
    follow = hand & SUIT_MASKS[led]
    if follow:
        beats = follow & higher(best, strain)
        must_beat = has_trump_order(led, strain) and (rules.over_partner_led or not partner_wins)
        return beats if must_beat and beats else follow
    trump = strain.suit
    trumps = hand & SUIT_MASKS[trump] if trump is not None else 0
    if not trumps:
        return hand
    trumped = best.suit is trump
    over = trumps & higher(best, strain) if trumped else trumps
    if partner_wins:
        return _on_partners_ruff(hand, trumps, over, rules) if trumped else hand
    if over:
        return over
    return trumps if rules.undertrump == "must" else hand


def _on_partners_ruff(hand: int, trumps: int, over: int, rules: CoincheRules) -> int:
    """Return what a void player may play whose partner is winning with a trump; *over* are the trumps that beat it."""
    if rules.partner_ruff == "no_under":
        return hand & ~trumps | over or hand
    if rules.partner_ruff == "must_over" and hand == trumps:
        return over or hand
    return hand
