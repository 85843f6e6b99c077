/* Sets of cards of Coinche as 32-bit words: four suits of eight ranks.
 *
 *     31    24 23    16 15     8 7      0
 *     [lane 3] [lane 2] [lane 1] [lane 0]      one lane a suit; a trump suit is always lane 3
 *
 *     plain lane:   A T K Q J 9 8 7             bit 7 = best ... bit 0 = worst
 *     trump lane:   J 9 A T K Q 8 7             (at tout atout all four lanes have this order, and none is THE trump suit)
 *
 * A higher bit is a better card, and a card is the number of its bit, 0 to 31, so that within a lane, and between any lane
 * and trumps, the higher number wins.
 */
#ifndef HAKEM_COINCHE_CARDS_H
#define HAKEM_COINCHE_CARDS_H

#include "compiler.h"

typedef uint32_t coinche_cards;

#define COINCHE_TRUMPS 0xff000000u
#define COINCHE_TRUMP_LANE 3

INLINE coinche_cards coinche_bit(int card) { return 1u << card; }

/* Which lane a card is in. */
INLINE int coinche_lane(int card) { return card >> 3; }

/* All cards of a lane. */
INLINE coinche_cards coinche_lane_cards(int lane) { return 0xffu << (8 * lane); }

/* All cards of the suit of a card. */
INLINE coinche_cards coinche_suit_of(int card) { return 0xffu << (card & 24); }

/* The cards of a lane as a byte. */
INLINE unsigned coinche_byte(coinche_cards set, int lane) { return set >> (8 * lane) & 0xff; }

/* The best card of a set that lies in one lane; it must not be empty. */
INLINE int coinche_best(coinche_cards set)
{
    assert(set);
    return 31 - __builtin_clz(set);
}

/* The worst card of a set that lies in one lane; it must not be empty. */
INLINE int coinche_worst(coinche_cards set)
{
    assert(set);
    return __builtin_ctz(set);
}

/* All card numbers above `card`, and all below it. */
INLINE coinche_cards coinche_above(int card) { return ~((2u << card) - 1); }
INLINE coinche_cards coinche_below(int card) { return coinche_bit(card) - 1; }

/* Whether `card` takes the trick from `best`, the best card so far: a higher card of its suit, or a trump on another suit. */
INLINE int coinche_beats(int card, int best, int trump)
{
    return coinche_lane(card) == coinche_lane(best) ? card > best : trump && coinche_lane(card) == COINCHE_TRUMP_LANE;
}

/* ---- from and to the order of files: 13 bits a suit, A K Q J T 9 8 7 first ------------------------------------------- */

enum coinche_strain { COINCHE_NO_TRUMP = 4, COINCHE_ALL_TRUMP = 5 }; /* 0 to 3: that suit is trump */

/* The lane of a suit: the trump suit has lane 3, the suits after it move down. */
INLINE int coinche_lane_of_suit(int suit, int strain)
{
    return strain > 3 || suit < strain ? suit : suit == strain ? COINCHE_TRUMP_LANE : suit - 1;
}

INLINE int coinche_suit_of_lane(int lane, int strain)
{
    return strain > 3 || lane < strain ? lane : lane == COINCHE_TRUMP_LANE ? strain : lane + 1;
}

/* Bit of the lane for the rank that is number `rank` of A K Q J T 9 8 7. */
INLINE int coinche_place_of_rank(int rank, int trump_order)
{
    static const int8_t PLACE[2][8] = {{7, 5, 4, 3, 6, 2, 1, 0}, {5, 3, 2, 7, 4, 6, 1, 0}};
    return PLACE[trump_order][rank];
}

INLINE int coinche_trump_order(int lane, int strain)
{
    return strain == COINCHE_ALL_TRUMP || (strain < 4 && lane == COINCHE_TRUMP_LANE);
}

/* A card from its index (13 * suit + rank) and back. */
INLINE int coinche_card(int index, int strain)
{
    int lane = coinche_lane_of_suit(index / 13, strain);
    return 8 * lane + coinche_place_of_rank(index % 13, coinche_trump_order(lane, strain));
}

INLINE int coinche_index(int card, int strain)
{
    int lane = coinche_lane(card), trump_order = coinche_trump_order(lane, strain);
    for (int rank = 0;; rank++)
        if (coinche_place_of_rank(rank, trump_order) == (card & 7))
            return 13 * coinche_suit_of_lane(lane, strain) + rank;
}

INLINE coinche_cards coinche_from_mask(uint64_t mask, int strain)
{
    coinche_cards set = 0;
    for (; mask; mask &= mask - 1)
        set |= coinche_bit(coinche_card(bits_first(mask), strain));
    return set;
}

#endif
