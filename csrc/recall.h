/* Which card reached its aim last, where the same cards could be played to the same best card: the reply to try first.
 *
 * One slot for many positions, found by a hash of the lengths of all suits, the suit led, the best card on the table, the
 * trump where it may change, and the cards to choose from: whatever else is different, the answer seldom is.  What a slot says
 * is a guess about order and nothing else.  Replies late in a deal are not noted, so that a small ending has nothing to clear.
 *
 *     slot   [ hash 10 | card 6 ]      all ones: nothing noted
 */
#ifndef HAKEM_RECALL_H
#define HAKEM_RECALL_H

#include <stdlib.h>
#include <string.h>

#include "compiler.h"

#define RECALL_SLOTS ((size_t)1 << 16) /* four times as many save 4 % of the nodes of a full deal and cost more time */
#define RECALL_NONE 63                  /* no card */
#define RECALL_TRICKS 4                 /* with fewer tricks left nothing is noted */

typedef struct {
    uint16_t *slot;
    int used; /* something is noted */
} recall_slots;

INLINE size_t recall_bytes(void) { return RECALL_SLOTS * sizeof(uint16_t); }

/* Forget everything. */
INLINE void recall_clear(recall_slots *recall)
{
    if (recall->used)
        memset(recall->slot, 0xff, recall_bytes());
    recall->used = 0;
}

INLINE int recall_create(recall_slots *recall)
{
    recall->slot = (uint16_t *)malloc(recall_bytes());
    recall->used = recall->slot != NULL;
    if (recall->used)
        recall_clear(recall);
    return recall->slot != NULL;
}

INLINE void recall_destroy(recall_slots *recall)
{
    free(recall->slot);
    recall->slot = NULL;
}

/* Where the reply of a hand is noted that may play a card of `choice`; `like` stands for whatever else makes tricks alike. */
INLINE uint64_t recall_key(uint64_t like, uint64_t choice)
{
    return like * 0x9e3779b97f4a7c15ULL ^ choice * 0xff51afd7ed558ccdULL;
}

/* The card noted there, as the number of its bit; RECALL_NONE if there is none. */
INLINE int recalled(const recall_slots *recall, uint64_t key)
{
    unsigned slot = recall->slot[key >> 48];
    return (slot ^ (unsigned)(key >> 32)) & 0xffc0 ? RECALL_NONE : (int)(slot & 63);
}

/* Note the card that reached its aim with `n` tricks left. */
INLINE void recall_note(recall_slots *recall, uint64_t key, uint64_t card, int n)
{
    if (n < RECALL_TRICKS)
        return;
    recall->used = 1;
    recall->slot[key >> 48] = (uint16_t)((key >> 32 & 0xffc0) | (unsigned)bits_first(card));
}

#endif
