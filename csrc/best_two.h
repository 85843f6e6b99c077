/* Lanes of fourteen ranks, for the two of hearts where it is the best card of a suit.
 *
 * It comes in bit 0 of that suit's lane, and every other card of the suit one bit further down.  A game that has such a card
 * includes this before anything that knows how long a lane is.
 */
#ifndef HAKEM_BEST_TWO_H
#define HAKEM_BEST_TWO_H

#define LANE_RANKS 0x3fffULL /* thirteen, and the two of hearts where it is the best trump */

#include "lanes.h"

#define TWO_OF_HEARTS (1ULL << 25) /* in a mask of 52 bits */

/* As `lanes_from_mask`; with `two_on_top` 0..3 the two of hearts is the best card of that suit (-1: it is what it is). */
INLINE cards whist_lanes(uint64_t mask, int trump_suit, int two_on_top)
{
    if (two_on_top < 0)
        return lanes_from_mask(mask, trump_suit);
    int lane = LANE_BITS * lane_of_suit(two_on_top, trump_suit);
    cards set = lanes_from_mask(mask & ~TWO_OF_HEARTS, trump_suit), suit = set & (LANE_RANKS << lane);
    set = (set ^ suit) | suit << 1; /* every other card one down, which leaves bit 0 */
    return mask & TWO_OF_HEARTS ? set | 1ULL << lane : set;
}

/* The index 0..51 of a card in lanes. */
INLINE int whist_index(cards card, int trump_suit, int two_on_top)
{
    int suit = lane_of_suit(lane_index(card), trump_suit), rank = lane_rank(card);
    if (suit == two_on_top) {
        if (rank == 0)
            return 25;
        rank--;
    }
    return 13 * suit + rank;
}

#endif
