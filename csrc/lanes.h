/* Sets of cards as 64-bit words, and what can be read off all four suits at once.
 *
 *     63      48 47      32 31      16 15       0
 *     [ lane 3  ] [ lane 2 ] [ lane 1 ] [ lane 0 ]      one lane a suit; trumps, if any, are always lane 3
 *
 *     lane:  . . . 2 3 4 5 6 7 8 9 T J Q K A            bit 0 = ace ... bit 12 = deuce, bits 13 to 15 are 0
 *
 * A lower bit is a better card, so "the best card" is the lowest bit and subtracting one walks upwards in rank.
 */
#ifndef HAKEM_LANES_H
#define HAKEM_LANES_H

#include "compiler.h"

typedef uint64_t cards;

#define LANE_BITS 16
#ifndef LANE_RANKS /* a game whose suits may hold fourteen cards says so before it includes this */
#define LANE_RANKS 0x1fffULL
#endif
#define LANE_ACES 0x0001000100010001ULL   /* bit 0 of every lane */
#define LANE_GUARDS 0x8000800080008000ULL /* bit 15 of every lane, never a card */
#define LANE_CARDS (LANE_RANKS * LANE_ACES)
#define TRUMP_LANE 3
#define TRUMPS (LANE_RANKS << (LANE_BITS * TRUMP_LANE))

/* All cards of a lane. */
INLINE cards lane_cards(int lane) { return LANE_RANKS << (LANE_BITS * lane); }

/* Which lane a single card is in. */
INLINE int lane_index(cards card) { return bits_first(card) / LANE_BITS; }

/* All cards of the suit of a single card. */
INLINE cards lane_of(cards card) { return lane_cards(lane_index(card)); }

/* Position of a single card in its lane: 0 = ace ... 12 = deuce. */
INLINE int lane_rank(cards card) { return bits_first(card) % LANE_BITS; }

/* How many cards of a lane are in the set. */
INLINE int lane_length(cards set, int lane) { return bits_count(set & lane_cards(lane)); }

/* The best card of a set that lies in one lane; 0 for the empty set. */
INLINE cards best_of(cards set) { return bits_lowest(set); }

/* The worst card of a set that lies in one lane; it must not be empty. */
INLINE cards worst_of(cards set) { return bits_highest(set); }

/* In every lane: the cards that rank above the best card of the set (the whole lane where the set has none). */
INLINE cards ranks_above(cards set)
{
    cards guarded = set | LANE_GUARDS;
    return ~guarded & (guarded - LANE_ACES);
}

/* In every lane: the best card of the set. */
INLINE cards lane_bests(cards set) { return set & ~((set | LANE_GUARDS) - LANE_ACES); }

/* All cards of every lane in which the set has a card. */
INLINE cards lanes_filled(cards set)
{
    cards some = ((set & LANE_CARDS) + 0x7fff7fff7fff7fffULL) & LANE_GUARDS;
    return (some << 1) - (some >> 15);
}

/* Close a set upwards: in every lane all ranks at or above its worst card. */
INLINE cards ranks_closed(cards set)
{
    set |= (set >> 1) & 0x7fff7fff7fff7fffULL;
    set |= (set >> 2) & 0x3fff3fff3fff3fffULL;
    set |= (set >> 4) & 0x0fff0fff0fff0fffULL;
    set |= (set >> 8) & 0x00ff00ff00ff00ffULL;
    return set;
}

/* Of the cards in `hand`, the worst of every group that nothing else in play separates. */
INLINE cards lane_groups(cards hand, cards in_play)
{
#if HAKEM_PEXT
    cards packed = in_play | LANE_GUARDS; /* guards keep the suits apart */
    cards own = _pext_u64(hand, packed);
    return _pdep_u64(own & ~(own >> 1), packed);
#else
    /* From each card one step towards better ranks, then on through cards that are gone, then one step more. */
    cards gone = ~(in_play | LANE_GUARDS), below_guard = ~LANE_GUARDS;
    cards next = (hand >> 1) & below_guard, path = next & gone;
    path |= gone & (path >> 1);
    gone &= gone >> 1;
    path |= gone & (path >> 2);
    gone &= gone >> 2;
    path |= gone & (path >> 4);
    gone &= gone >> 4;
    path |= gone & (path >> 8);
    return hand & ~(next | ((path >> 1) & below_guard));
#endif
}

/* The best card of the group of `card` in `hand`. */
INLINE cards lane_group_best(cards card, cards hand, cards in_play)
{
    cards lane = lane_of(card);
    cards above = in_play & ~hand & lane & (card - 1); /* better cards of other hands */
    cards own = hand & lane & (2 * card - 1);
    if (above)
        own &= ~(2 * worst_of(above) - 1);
    return best_of(own);
}

/* The lane of a suit when `trump_suit` (4 = none) changes places with the last one; also the suit of a lane. */
INLINE int lane_of_suit(int suit, int trump_suit)
{
    return suit == trump_suit ? TRUMP_LANE : suit == TRUMP_LANE && trump_suit < 4 ? trump_suit : suit;
}

/* A mask of 52 bits (suit by suit, ace first) spread over lanes; `trump_suit` 0..3 changes places with lane 3, 4 = none. */
INLINE cards lanes_from_mask(uint64_t mask, int trump_suit)
{
    cards set = 0;
    for (int suit = 0; suit < 4; suit++)
        set |= ((mask >> (13 * suit)) & 0x1fff) << (LANE_BITS * lane_of_suit(suit, trump_suit));
    return set;
}

#endif
