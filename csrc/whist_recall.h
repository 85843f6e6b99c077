/* Which card reached its aim last, where the same cards could be played to the same best card: the reply to try first.
 *
 * One slot for many positions, found by a hash of the leader, the best card on the table, how many cards of its suit each hand
 * holds, and the cards to choose from: whatever else is different, the answer seldom is.  (With the lengths of all suits fewer
 * replies come again, with none the wrong ones do: 5 to 20 % more nodes than so.)  A slot holds its card (6 bits) and 10 more
 * bits of the hash; what it says is a guess about order and nothing else.  recall.h is the same for searches that spend more on
 * a card: here the slots have to stay in the first cache, and a slot is read without branches.
 *
 *     slot   [ hash 10 | card 6 ]      all ones: nothing noted (bit 63 is no card)
 */
#ifndef HAKEM_WHIST_RECALL_H
#define HAKEM_WHIST_RECALL_H

#include <string.h>

#include "whist_state.h"

#define WHIST_RECALL_BITS 12  /* 8 KB: twice as many slots save 0.5 % of the nodes with trumps, 2 % without */
#define WHIST_RECALL_TRICKS 5 /* with fewer tricks left it saves nothing; small endings then need no clearing */
#define WHIST_RECALL_TAG 0xffc0u

typedef struct {
    uint16_t slot[1 << WHIST_RECALL_BITS];
    int used;
} whist_recall;

/* Forget everything. */
INLINE void whist_recall_clear(whist_recall *recall)
{
    if (recall->used)
        memset(recall->slot, 0xff, sizeof recall->slot);
    recall->used = 0;
}

INLINE void whist_recall_create(whist_recall *recall)
{
    recall->used = 1;
    whist_recall_clear(recall);
}

/* Where the reply of a hand is noted: `shape` is what is left of all hands, and it may play a card of `choice`. */
INLINE uint64_t whist_recall_key(uint64_t shape, int leader, cards best, cards choice)
{
    uint64_t lengths = shape >> (4 * lane_index(best)) & 0x000f000f000f000fULL, seat = (uint64_t)leader << 5;
    return (lengths | seat) * 0x9e3779b97f4a7c15ULL + best * 0xff51afd7ed558ccdULL + choice * 0xc4ceb9fe1a85ec53ULL;
}

INLINE unsigned whist_recall_tag(uint64_t key) { return (unsigned)(key >> 35) & WHIST_RECALL_TAG; }

/* The card to try first with n tricks left: of several `groups` of `choice` the one noted there, 0 if that is none of them; a
 * single one as it is.  Without branches, as none of this can be predicted. */
INLINE cards whist_recalled(const whist_recall *recall, uint64_t key, cards choice, cards groups, int n)
{
    unsigned slot = recall->slot[key >> (64 - WHIST_RECALL_BITS)];
    cards card = 1ULL << (slot & 63) & choice;
    cards fits = 0 - (cards)(((slot & WHIST_RECALL_TAG) == whist_recall_tag(key)) & (n >= WHIST_RECALL_TRICKS));
    cards single = (cards)((groups & (groups - 1)) != 0) - 1;
    return (bits_lowest(groups & (0 - card)) & fits) | (groups & single);
}

/* Note the card that reached its aim with n tricks left. */
INLINE void whist_note_reply(whist_recall *recall, uint64_t key, cards card, int n)
{
    if (n < WHIST_RECALL_TRICKS)
        return;
    recall->slot[key >> (64 - WHIST_RECALL_BITS)] = (uint16_t)(whist_recall_tag(key) | (unsigned)bits_first(card));
    recall->used = 1;
}

#endif
