/* The Double Sir search's primitives: one include for the Cython search, plus what a searcher owns. */
#ifndef HAKEM_DOUBLE_SIR_H
#define HAKEM_DOUBLE_SIR_H

#include "double_sir_lines.h"
#include "double_sir_moves.h"
#include "double_sir_sure.h"
#include "double_sir_table.h"
#include "recall.h"

typedef struct {
    limits limits;
    table table;
    recall_slots recall;
    whist_suits suits;           /* its owner words serve the portable build */
    cards plane_low, plane_high; /* owners of the whole deal: bit 0 and bit 1 of the seat that holds each card */
    cards trumps;                /* all ranks of the trump suit, 0 = none */
    sir_rules rules;
    unsigned on;
} sir_search;

/* Owners of the cards in play. */
INLINE whist_owners sir_owners(const sir_search *s, cards in_play)
{
    return whist_pack_owners(&s->suits, s->plane_low, s->plane_high, in_play);
}

/* Whether bounds and table are to be left alone: the win of this trick is blocked, of which neither knows. */
INLINE int sir_blocked(const sir_search *s, const sir_node *node) { return UNLIKELY(node->n == s->rules.blocked_n); }

/* File what was proved at a trick boundary and return it as its parent needs it: ranks closed upwards. */
INLINE sir_proof sir_remember(sir_search *s, const sir_node *node, uint64_t key, whist_owners owners, sir_proof proof,
                              cards lead, int ace_rule, unsigned on)
{
    cards ranks = on & SIR_GENERAL ? ranks_closed(proof.ranks & LANE_CARDS) & node->in_play : node->in_play;
    cards matters = ace_rule ? proof.ranks & (SIR_ACE_MATTERS | SIR_RUN_ACE_MATTERS) : 0;
    if (on & SIR_TABLE && !sir_blocked(s, node)) {
        sir_facts facts = {proof.with_pile, proof.without, (int)proof.verdict, ace_rule ? sir_state(node) : 0,
                           sir_matters(matters)};
        sir_store(&s->table, key, owners, whist_pack_ranks(ranks, node->in_play), facts,
                  lead ? bits_first(lead) : TABLE_NO_MOVE);
    }
    proof.ranks = ranks | matters;
    return proof;
}

/* Prefetch what the next trick boundary will ask for. */
INLINE void sir_prefetch(const sir_search *s, const sir_next *next, unsigned on)
{
    table_prefetch(&s->table, sir_key(&s->rules, next->hands.shape, next->leader, next->n, next->need, next->pile, next->run, on));
}

/* Whether some card of the fourth hand reaches its aim by what the table knows, or leaves nothing to ask.  The hand has its
 * choice in `moves`; the arguments are those of its turn. */
INLINE int sir_probe(const sir_search *s, const sir_trick *trick, cards best, int winner, cards played, uint64_t shape,
                     const sir_choices *moves, int ace_rule, unsigned on, sir_proof *proof)
{
    int seat = (trick->leader + 3) & 3;
    uint64_t aim = sir_aim(seat);
    cards beating = sir_beating(best, s->trumps);
    for (int j = 0; j < moves->count; j++) {
        cards card = 1ULL << (moves->word[j] & 63);
        int beats = (card & beating) != 0;
        sir_next next = sir_trick_end(&s->rules, trick, beats ? card : best, beats ? seat : winner, played | card,
                                      shape - whist_shape_unit(seat, card), ace_rule);
        next.hands.hand[seat] ^= card;
        if (next.n < 2)
            return 0;
        sir_proof later;
        if (!sir_trivial(next.need, next.pile, next.n, &later)) {
            sir_node node = sir_node_of(&next.hands, next.leader, next.n, next.need, next.pile, next.run);
            if (!sir_bounds_decide(&s->rules, &node, s->trumps, ace_rule, on, &later)) {
                uint64_t key = sir_key(&s->rules, node.shape, node.leader, node.n, node.need, node.pile, node.run, on);
                sir_memory memory = sir_lookup(&s->table, key, sir_owners(s, node.in_play), &node, ace_rule);
                if (memory.decided)
                    later = memory.proof;
                else if (!sir_lines_settle(&s->rules, &node, s->trumps, ace_rule, on, &later))
                    continue;
            }
        }
        if (later.verdict != aim)
            continue;
        *proof = sir_trick_proof(&next, later, ace_rule);
        return 1;
    }
    return 0;
}

/* Where the reply of a hand is noted: `shape` is what is left of all hands, and it may play a card of `choice`. */
INLINE uint64_t sir_recall_key(uint64_t shape, cards lane, cards best, cards choice)
{
    uint64_t place = (uint64_t)(bits_first(best) + 64 * lane_index(lane));
    return recall_key(shape + place * 0x2545f4914f6cdd1dULL, choice);
}

/* Cards that can still matter in a trick: all hands and the best card on the table. */
INLINE cards sir_in_play(const sir_trick *trick, cards best)
{
    return trick->hand[0] | trick->hand[1] | trick->hand[2] | trick->hand[3] | best;
}

INLINE void sir_destroy(sir_search *s)
{
    whist_suits_destroy(&s->suits);
    recall_destroy(&s->recall);
    table_destroy(&s->table);
}

/* Create a search that uses at most `budget` bytes; 0 when there is no memory. */
INLINE int sir_create(sir_search *s, size_t budget, unsigned on)
{
    memset(s, 0, sizeof *s);
    s->on = on;
    if (whist_suits_create(&s->suits, SUIT_SUBSETS) && recall_create(&s->recall)) {
        size_t suits = whist_suits_bytes(&s->suits);
        if (budget > 8 * suits)
            suits *= SUIT_SUBSETS_WIDE / SUIT_SUBSETS; /* what `whist_suits_widen` may come to need */
        size_t fixed = suits + recall_bytes();
        if (budget > fixed && table_create(&s->table, budget - fixed, WHIST_BLOCK_BYTES, WHIST_KEY_TRICKS))
            return 1;
    }
    sir_destroy(s);
    return 0;
}

/* Load the hands of a trick boundary and forget what was known. */
COLD void sir_load(sir_search *s, const cards hand[4], int trump_suit)
{
    whist_suits_load(&s->suits, hand, trump_suit, 1);
    s->plane_low = hand[1] | hand[3];
    s->plane_high = hand[2] | hand[3];
    s->trumps = trump_suit < 4 ? TRUMPS : 0;
    recall_clear(&s->recall);
    table_clear(&s->table);
}

#endif
