/* State of the Dehla Pakad search: what is fixed for a deal and what moves.
 *
 * Whist play in which the trump may still be open: the first card that does not follow suit makes its suit trump and is a
 * trump in that very trick.  So the trump is a part of the position (lane 0..3, or NO_TRUMP_YET) and suits keep their lanes
 * (lanes.h) whatever is trump.
 *
 * Seats are numbered in playing order; seats 0 and 2 are NS.  Every question is "do NS take at least `need` more units?",
 * whoever is on lead: NS want HOLDS, EW want FAILS.  A trick brings its winner `each` units and `ten` units for every ten in
 * it:
 *
 *     each  ten
 *       0     1    tens, the game itself
 *       4     1    card points: every card 1, a ten 2
 *       1     0    tricks
 *       1    14    tens, and tricks where tens are equal
 *
 * Where tens count, a ten is never taken for one of its neighbours, but the cards above and below one's own ten are
 * touching: the ten is a choice of its own and does not part them.  Rules of partition search (proof.h) as kept here:
 *   1. a trick adds its winning card to the ranks only if at least two cards of that suit were in the trick;
 *   2. a cut-off takes the ranks of the child that cut, a node where every card misses its aim the union of all;
 *   3. if one card stood for a group of touching cards and the ranks reach into the group, the whole group is in;
 *   4. a bound that cuts returns the ranks it rests on;
 *   5. an entry sees a ten at the head of the run of its owner's cards that it belongs to (dehla_heads), so if the ranks
 *      reach the head but not the ten they are extended down to the ten;
 *   6. a ten counts if the side that gets its way took it on the way; any other ten in play could as well be a card of no
 *      worth, or the card next to it.  What counted is noted beside the ranks, in bit 13 of the suit's lane, which is no card.
 */
#ifndef HAKEM_DEHLA_STATE_H
#define HAKEM_DEHLA_STATE_H

#include "proof.h"
#include "search_limits.h"

#define NO_TRUMP_YET 4
#define LANE_TENS 0x0010001000100010ULL /* bit 4 of every lane */
#define TENS_COUNTED (LANE_TENS << 9)   /* bit 13 of every lane */

/* Optimisations, each with a switch, so that tests can compare the search with and without it. */
enum dehla_switch {
    DEHLA_QUICK = 1 << 0,    /* a trick that the leader's side wins for certain */
    DEHLA_SURE = 1 << 1,     /* the ten of trumps when no opponent has a higher one */
    DEHLA_TABLE = 1 << 2,    /* the transposition table */
    DEHLA_GENERAL = 1 << 3,  /* entries that keep only the ranks that mattered (off: all ranks) */
    DEHLA_TOUCHING = 1 << 4, /* one card stands for a group of touching cards */
    DEHLA_SIBLINGS = 1 << 5, /* skip lower cards of a suit after one failed without its rank mattering */
    DEHLA_ORDER = 1 << 6,    /* move ordering weights and remembered leads */
    DEHLA_WAYS = 1 << 7,     /* of suits to be named that nobody has, one stands for all */
    DEHLA_TENS = 1 << 8,     /* entries that keep only the tens that counted (off: all tens in play) */
    DEHLA_PILE = 1 << 9,     /* a proof about one middle answers questions about others */
    DEHLA_PROBE = 1 << 10,   /* the fourth hand asks the table about all its cards before it tries one */
    DEHLA_RECALL = 1 << 11,  /* first the reply that reached its aim in the like of a trick (recall.h) */
    DEHLA_ALL = (1 << 12) - 1
};

/* The shape of four hands, exactly, as a number in base 14: the lengths of lanes 0 to 2 of every hand (lane 3 follows from
 * the number of cards). */
#define DEHLA_SHAPES 56693912375296ULL /* 14^12 */

static const uint64_t DEHLA_SHAPE_UNIT[4][4] = {
    {1ULL, 14ULL, 196ULL, 0},
    {2744ULL, 38416ULL, 537824ULL, 0},
    {7529536ULL, 105413504ULL, 1475789056ULL, 0},
    {20661046784ULL, 289254654976ULL, 4049565169664ULL, 0},
};

/* What lies in the middle, where tricks wait there (dehla_veil.h). */
typedef struct {
    int pile; /* units */
    int run;  /* the win of the last trick, which is the leader's, counts as the first of a pair */
} dehla_middle;

/* Hands at a trick boundary by seat, and their shape. */
typedef struct {
    cards hand[4];
    uint64_t shape;
    dehla_middle middle; /* not looked at where there is none */
} dehla_hands;

/* A trick in progress. */
typedef struct {
    cards hand[4]; /* by seat */
    cards lane;    /* all ranks of the suit led */
    cards played;  /* cards on the table */
    cards dealt;   /* cards that can be used in it (dehla_veil.h) */
    int leader;
    int n;    /* tricks left, this one included */
    int need; /* units NS need of them */
    dehla_middle middle; /* before this trick */
} dehla_trick;

INLINE uint64_t dehla_shape_unit(int seat, cards card) { return DEHLA_SHAPE_UNIT[seat & 3][lane_index(card)]; }

INLINE uint64_t dehla_shape(const cards hand[4])
{
    uint64_t shape = 0;
    for (int seat = 0; seat < 4; seat++)
        for (int lane = 0; lane < 4; lane++)
            shape += (uint64_t)lane_length(hand[seat], lane) * DEHLA_SHAPE_UNIT[seat][lane];
    return shape;
}

/* The trump after `card` was played to a trick in which `lane` was led. */
INLINE int dehla_trump_after(int trump, cards card, cards lane)
{
    return trump == NO_TRUMP_YET && !(card & lane) ? lane_index(card) : trump;
}

/* Whether `card` beats `best`; the trump is the one that holds for `card`. */
INLINE int dehla_beats(cards card, cards best, int trump)
{
    cards lane = lane_of(best);
    return card & lane ? card < best : lane_index(card) == trump;
}

/* A set of tens as a proof notes that they counted, the tens of such a note, and the note in four bits, by lane. */
INLINE cards dehla_counted(cards tens) { return (tens & LANE_TENS) << 9; }

INLINE cards dehla_counted_tens(cards ranks) { return (ranks & TENS_COUNTED) >> 9; }

INLINE unsigned dehla_tens_by_lane(cards tens) { return (unsigned)(tens >> 4 | tens >> 19 | tens >> 34 | tens >> 49) & 15; }

INLINE cards dehla_tens_of_lanes(unsigned lanes)
{
    uint64_t tens = lanes;
    return (tens << 4 | tens << 19 | tens << 34 | tens << 49) & LANE_TENS;
}

/* Of the cards in `hand`, those worth trying: the worst of every group of touching cards, and the tens. */
INLINE cards dehla_groups(cards hand, cards in_play, cards tens, unsigned on)
{
    if (!(on & DEHLA_TOUCHING))
        return hand;
    tens &= hand;
    return lane_groups(hand ^ tens, in_play ^ tens) | tens;
}

/* The best card of the group of `card`, which is no ten. */
INLINE cards dehla_group_best(cards card, cards hand, cards in_play, cards tens)
{
    tens &= hand;
    return lane_group_best(card, hand ^ tens, in_play ^ tens);
}

/* After `card` of `hand` missed its player's aim, with the ranks that showed it: widen them by rule 3, and return the cards
 * that need no search, because they would miss it by the same proof (as far as the best of their group is among them). */
INLINE cards dehla_refuted(proof *p, cards card, cards hand, cards in_play, cards tens, unsigned on)
{
    cards lane = lane_of(card), ranks = p->ranks & lane;
    if ((card & tens) || ranks >= card)
        return 0;
    if (ranks && ranks >= dehla_group_best(card, hand, in_play, tens)) {
        p->ranks |= card;
        return 0;
    }
    if (!(on & DEHLA_SIBLINGS))
        return 0;
    return (ranks ? lane & ~(2 * worst_of(ranks) - 1) : lane) & ~tens;
}

#endif
