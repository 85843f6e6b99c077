/* Which card reached its aim last, where the same cards could be played to the same best card: the reply to try first.
 *
 * One slot for many positions, found by a hash of the lengths of all suits, the suit led, the best card on the table, the
 * trump and the cards to choose from: whatever else is different, the answer seldom is.  A slot holds its card (6 bits) and 10
 * more bits of the hash; what it says is a guess about order and nothing else.
 */
#ifndef HAKEM_DEHLA_RECALL_H
#define HAKEM_DEHLA_RECALL_H

#include <stdlib.h>
#include <string.h>

#include "dehla_state.h"

#define DEHLA_RECALL_SLOTS ((size_t)1 << 16) /* four times as many save 4 % of the nodes of a full deal and cost more time */
#define DEHLA_NO_REPLY 63                     /* no card */

typedef struct {
    uint16_t *slot;
} dehla_recall;

INLINE size_t dehla_recall_bytes(void) { return DEHLA_RECALL_SLOTS * sizeof(uint16_t); }

/* Forget everything. */
INLINE void dehla_recall_clear(dehla_recall *recall) { memset(recall->slot, 0xff, dehla_recall_bytes()); }

INLINE int dehla_recall_create(dehla_recall *recall)
{
    recall->slot = (uint16_t *)malloc(dehla_recall_bytes());
    return recall->slot != NULL;
}

INLINE void dehla_recall_destroy(dehla_recall *recall)
{
    free(recall->slot);
    recall->slot = NULL;
}

/* Where the reply of a hand is noted: `shape` is what is left of all hands, and it may play a card of `choice`. */
INLINE uint64_t dehla_recall_key(uint64_t shape, cards lane, cards best, cards choice, int trump)
{
    uint64_t place = (uint64_t)(bits_first(best) + 64 * (lane_index(lane) + 4 * trump));
    return (shape + DEHLA_SHAPES * place) * 0x9e3779b97f4a7c15ULL ^ choice * 0xff51afd7ed558ccdULL;
}

/* The card noted there, as the number of its bit; DEHLA_NO_REPLY if there is none. */
INLINE int dehla_recalled(const dehla_recall *recall, uint64_t key)
{
    unsigned slot = recall->slot[key >> 48];
    return (slot ^ (unsigned)(key >> 32)) & 0xffc0 ? DEHLA_NO_REPLY : (int)(slot & 63);
}

INLINE void dehla_note_reply(dehla_recall *recall, uint64_t key, cards card)
{
    recall->slot[key >> 48] = (uint16_t)((key >> 32 & 0xffc0) | (unsigned)bits_first(card));
}

#endif
