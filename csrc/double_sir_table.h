/* Entries of the Double Sir search: a proof that holds for every position with the same shape and the same relevant owners,
 * and by way of the pile for many questions.
 *
 * key     whist's (shape, seat on lead, tricks left), in bit 44 whether a run is on, in bits 45 and 46 who has what the last
 *         trick leaves, in bit 47 whether a court is open that hangs on what is collected so far; then, or if asked for, in bits
 *         60-63 the pile.  Exact; other rules and the trump are those of the whole table.
 * entry   owner planes, packed, and the mask of the cards that matter, as in whist_table.h, with these facts above them:
 *
 *         63        60      59        55     51                             0
 *         [D| . . | holds | without | with | low plane                       ]   what is proved (sir_proof), of which side
 *         [ . |    matters    |  state  | high plane                         ]   five bits each, ace rule only:
 *         [D|                           | mask                               ]   ace in play by lane, run begun with an ace
 *
 *         An entry of the ace rule also has to agree in those bits of `state` that matter.
 */
#ifndef HAKEM_DOUBLE_SIR_TABLE_H
#define HAKEM_DOUBLE_SIR_TABLE_H

#include "double_sir_state.h"

INLINE uint64_t sir_key(const sir_rules *rules, uint64_t shape, int leader, int n, int need, int pile, int run, unsigned on)
{
    int hangs = UNLIKELY(rules->safe | rules->stop) && sir_court_open(rules, n, need, pile);
    return whist_key(shape, leader, n) | (uint64_t)(run != SIR_NO_RUN) << 44 | (uint64_t)rules->rest << 45 |
           (uint64_t)hangs << 47 | (uint64_t)(on & SIR_PILE && !hangs ? 0 : pile) << 60;
}

/* Under the ace rule: what a proof may rest on besides owners (aces in play by lane, a run begun with an ace). */
INLINE unsigned sir_state(const sir_node *node)
{
    uint64_t aces = node->in_play & LANE_ACES;
    aces |= aces >> 15;
    return (unsigned)((aces | aces >> 30) & 15) | (unsigned)(node->run == SIR_RUN_OF_ACE) << 4;
}

/* The bits of the state that the ranks of a proof say matter, and back. */
INLINE unsigned sir_matters(cards ranks)
{
    uint64_t aces = (ranks & SIR_ACE_MATTERS) >> SIR_ACE_SHIFT;
    aces |= aces >> 15;
    return (unsigned)((aces | aces >> 30) & 15) | (unsigned)((ranks & SIR_RUN_ACE_MATTERS) != 0) << 4;
}

INLINE cards sir_matters_ranks(unsigned matters)
{
    uint64_t aces = matters & 15;
    aces = (aces | aces << 30) & 0x0000000300000003ULL;
    aces = (aces | aces << 15) & LANE_ACES;
    return aces << SIR_ACE_SHIFT | (matters & 16 ? SIR_RUN_ACE_MATTERS : 0);
}

/* What an entry knows. */
typedef struct {
    int with_pile, without, holds;
    unsigned state, matters;
} sir_facts;

INLINE sir_facts sir_entry_facts(const whist_block *block, unsigned i)
{
    uint64_t low = block->low[i], high = block->high[i];
    sir_facts facts = {(int)(low >> 52) & 15, (int)(low >> 56) & 15, (int)(low >> 60) & 1, (unsigned)(high >> 52) & 31,
                       (unsigned)(high >> 57) & 31};
    return facts;
}

INLINE void sir_entry_set(whist_block *block, unsigned i, whist_owners owners, uint64_t mask, sir_facts facts)
{
    block->low[i] = (owners.low & mask) | (uint64_t)facts.with_pile << 52 | (uint64_t)facts.without << 56 |
                    (uint64_t)facts.holds << 60;
    block->high[i] = (owners.high & mask) | (uint64_t)facts.state << 52 | (uint64_t)facts.matters << 57;
    block->mask[i] = mask;
}

/* Whether an entry says no more than a proof of the same side, as far as the numbers go. */
INLINE int sir_facts_within(const sir_facts *known, const sir_facts *facts)
{
    return known->holds == facts->holds && known->with_pile <= facts->with_pile && known->without <= facts->without;
}

/* What a lookup found. */
typedef struct {
    int decided; /* 1: `proof` answers the question */
    int lead;    /* the lane index and rank of a remembered lead (bits_first), TABLE_NO_MOVE = none */
    sir_proof proof;
} sir_memory;

static const sir_memory SIR_NO_MEMORY = {0, TABLE_NO_MOVE, {0, FAILS, 0, 0}};

INLINE sir_memory sir_lookup(const table *t, uint64_t key, whist_owners owners, const sir_node *node, int ace_rule)
{
    sir_memory memory = SIR_NO_MEMORY;
    const table_bucket *bucket = table_find(t, key);
    if (bucket->key != key)
        return memory;
    unsigned state = ace_rule ? sir_state(node) : 0;
    whist_block *first = (whist_block *)table_block(t, bucket->first);
    memory.lead = bucket->best_move;
    for (int x = (bucket->count - 1) >> 2; x >= 0; x--) { /* newest first */
        whist_block *block = first + x;
        for (unsigned matches = whist_matches(block, owners); matches; matches &= matches - 1) {
            unsigned i = (unsigned)__builtin_ctz(matches);
            sir_facts facts = sir_entry_facts(block, i);
            sir_proof proof = sir_proved(0, (uint64_t)facts.holds, facts.with_pile, facts.without);
            if ((ace_rule && (state ^ facts.state) & facts.matters) ||
                sir_collected(proof, node->pile) < (facts.holds ? node->need : node->pile + node->n - node->need + 1))
                continue;
            memory.decided = 1;
            memory.proof = proof;
            memory.proof.ranks = whist_unpack_ranks(block->mask[i], node->in_play);
            if (ace_rule)
                memory.proof.ranks |= sir_matters_ranks(facts.matters);
            int newest_full = (bucket->count >> 2) - 1;
            if (newest_full > x) { /* what helped once helps again: move it to the front */
                whist_block *front = first + newest_full, kept;
                whist_entry_copy(&kept, 0, front, i);
                whist_entry_copy(front, i, block, i);
                whist_entry_copy(block, i, &kept, 0);
            }
            return memory;
        }
    }
    return memory;
}

/* File a proof; `lead` is the card that reached the leader's aim, TABLE_NO_MOVE = none. */
COLD void sir_store(table *t, uint64_t key, whist_owners owners, uint64_t mask, sir_facts facts, int lead)
{
    t->stores++;
    table_bucket *bucket = table_find(t, key);
    if (!bucket->key) {
        bucket = table_open_bucket(t, bucket, key);
        if (UNLIKELY(!bucket)) {
            table_make_room(t);
            return;
        }
    }
    table_leaf *leaf = &bucket->leaf;
    if (lead != TABLE_NO_MOVE)
        leaf->best_move = (uint8_t)lead;
    int placed = 0;
    for (int x = (leaf->count - 1) >> 2; x >= 0; x--) { /* entries that say no more than this one give way to it */
        whist_block *first = (whist_block *)table_block(t, leaf->first), *block = first + x;
        unsigned implied = whist_implied(block, owners, mask);
        if (leaf->count - 4 * x < 4)
            implied &= (1u << (leaf->count - 4 * x)) - 1;
        while (UNLIKELY(implied)) {
            unsigned i = 31u - (unsigned)__builtin_clz(implied);
            implied ^= 1u << i;
            sir_facts known = sir_entry_facts(block, i);
            if (!sir_facts_within(&known, &facts) || facts.matters & (~known.matters | (facts.state ^ known.state)))
                continue;
            if (!placed) {
                sir_entry_set(block, i, owners, mask, facts);
                placed = 1;
                continue;
            }
            int last = --leaf->count;
            whist_block *end = first + (last >> 2);
            whist_entry_copy(block, i, end, (unsigned)last & 3);
            whist_entry_kill(end, (unsigned)last & 3);
        }
    }
    if (placed)
        return;
    if (leaf->count == 4u << leaf->capacity && !table_leaf_grow(t, leaf)) {
        table_make_room(t);
        return;
    }
    whist_block *block = (whist_block *)table_block(t, leaf->first) + (leaf->count >> 2);
    unsigned i = leaf->count++ & 3;
    if (i == 0)
        for (unsigned j = 1; j < 4; j++)
            whist_entry_kill(block, j);
    sir_entry_set(block, i, owners, mask, facts);
}

#endif
