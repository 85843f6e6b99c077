/* Which card reached its aim last, where a hand had the same legal cards in the same place: the one to try first.
 *
 * One slot for many positions, found by a hash of the leader, the place in the trick, the best card on the table and the legal
 * cards.  Nothing else goes in: with the ownership of all suits the same trick seldom comes again, and 10 % more nodes are
 * visited than so; the points that are needed make it worse too.  A slot holds its card (5 bits) and 11 more bits of the hash;
 * what it says is a guess about order and nothing else.
 *
 *     slot   [ hash 11 | card 5 ]      with its bits turned over, so that 0 is never looked for: nothing noted
 */
#ifndef HAKEM_COINCHE_RECALL_H
#define HAKEM_COINCHE_RECALL_H

#include "coinche_moves.h"

#define COINCHE_RECALL_BITS 11  /* 4 KB: more slots save nothing */
#define COINCHE_RECALL_TRICKS 3 /* with fewer tricks left it saves nothing */
#define COINCHE_RECALL_FIRST (8192u << 8) /* above every score of a move */

typedef struct {
    uint16_t slot[1 << COINCHE_RECALL_BITS];
    int used;
} coinche_recall;

/* Forget everything. */
INLINE void coinche_recall_clear(coinche_recall *recall)
{
    if (recall->used)
        memset(recall->slot, 0, sizeof recall->slot);
    recall->used = 0;
}

/* Where the reply of the hand at `place` is noted, which may play the cards `legal` on `best`; on lead `best` is -1. */
INLINE uint64_t coinche_recall_key(int leader, int place, int best, coinche_cards legal)
{
    uint64_t where = (uint64_t)(best + 1 + 64 * (place + 4 * leader));
    uint64_t key = where * 0x9e3779b97f4a7c15ULL + legal * 0xc4ceb9fe1a85ec53ULL;
    return (key ^ key >> 31) * 0xbf58476d1ce4e5b9ULL;
}

INLINE unsigned coinche_recall_slot(uint64_t key, int card) { return ((unsigned)(key >> 20) & 0xffe0) | (unsigned)card; }

/* Put the card noted there, if it is among the candidates, before all others. */
INLINE void coinche_recalled_first(const coinche_recall *recall, uint64_t key, coinche_moves *moves)
{
    unsigned slot = ~(unsigned)recall->slot[key >> (64 - COINCHE_RECALL_BITS)] & 0xffff;
    if ((slot ^ coinche_recall_slot(key, 0)) & 0xffe0)
        return;
    for (int i = 0; i < moves->count; i++)
        if (((moves->move[i] ^ slot) & 31) == 0)
            moves->move[i] += COINCHE_RECALL_FIRST;
}

/* Note the card that reached its aim. */
INLINE void coinche_note_reply(coinche_recall *recall, uint64_t key, int card)
{
    recall->slot[key >> (64 - COINCHE_RECALL_BITS)] = (uint16_t)~coinche_recall_slot(key, card);
    recall->used = 1;
}

#endif
