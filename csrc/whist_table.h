/* Entries of the whist search: a proof that holds for every position with the same shape and the same relevant owners.
 *
 * key     bits 0-11, 16-27, 32-43, 48-59: suit lengths of lanes 0 to 2 of the four hands (lane 3 follows from n),
 *         bits 12-15: seat on lead, bits 28-31: tricks left.  Exact: two shapes never share a key.
 * entry   24 bytes.  Bits 0-51 of the first two words are the owner planes `low` and `high` (bit 0 and bit 1 of the seat that
 *         holds each card in play), packed over the cards in play; the third word is the mask of those cards whose owner
 *         matters.  It matches when ((low ^ l) | (high ^ h)) & mask is 0.
 *
 *         63        59      55      51                                      0
 *         [D| . . . | upper | lower | low plane                              ]   bounds on the tricks of the side on lead
 *         [ . . . . |      lead     | high plane                             ]   the lead that did it (whist_lead_code)
 *         [D|                       | mask                                   ]   D: no entry here, matches nothing
 *
 * block   four entries side by side, compared at once.
 * node    a bucket of 64 entries splits by the owner of the one card in play that splits it best: children 0 to 3 hold the
 *         entries that know that owner, child 4 those that do not care.
 *
 * Packed: the cards in play moved together into the low bits (one PEXT; a table of words a suit in the portable build).
 */
#ifndef HAKEM_WHIST_TABLE_H
#define HAKEM_WHIST_TABLE_H

#include "table.h"
#include "whist_quick.h"

typedef struct {
    uint64_t low[4], high[4], mask[4];
} whist_block;

#define WHIST_BLOCK_BYTES sizeof(whist_block)
#define WHIST_KEY_TRICKS 28 /* where the tricks left are in the key */
#define WHIST_PLANE ((1ULL << 52) - 1)
#define WHIST_DEAD (1ULL << 63)
#define WHIST_SPLIT_CAPACITY 4 /* log2 of the blocks of a bucket that splits instead of growing on */

static_assert(sizeof(whist_block) == 96, "an entry has 24 bytes");

/* Owners of the cards in play, packed. */
typedef struct {
    uint64_t low, high;
} whist_owners;

/* What an entry knows: bounds on the tricks of the side on lead, and a lead. */
typedef struct {
    int lower, upper, lead;
} whist_facts;

INLINE int whist_entry_lower(const whist_block *block, unsigned i) { return (int)(block->low[i] >> 52) & 15; }
INLINE int whist_entry_upper(const whist_block *block, unsigned i) { return (int)(block->low[i] >> 56) & 15; }
INLINE int whist_entry_lead(const whist_block *block, unsigned i) { return (int)(block->high[i] >> 52) & 255; }

INLINE void whist_entry_set(whist_block *block, unsigned i, whist_owners owners, uint64_t mask, whist_facts facts)
{
    block->low[i] = (owners.low & mask) | (uint64_t)facts.lower << 52 | (uint64_t)facts.upper << 56;
    block->high[i] = (owners.high & mask) | (uint64_t)facts.lead << 52;
    block->mask[i] = mask;
}

INLINE void whist_entry_copy(whist_block *to, unsigned j, const whist_block *from, unsigned i)
{
    to->low[j] = from->low[i];
    to->high[j] = from->high[i];
    to->mask[j] = from->mask[i];
}

INLINE void whist_entry_kill(whist_block *block, unsigned i)
{
    block->low[i] = WHIST_DEAD;
    block->high[i] = 0;
    block->mask[i] = WHIST_DEAD;
}

INLINE uint64_t whist_key(uint64_t shape, int leader, int n)
{
    return (shape & 0x0fff0fff0fff0fffULL) | (uint64_t)leader << 12 | (uint64_t)n << 28;
}

/* A lead as the table remembers it: its suit, and how many better cards of the suit the hand holds. */
INLINE int whist_lead_code(cards card, cards hand)
{
    return lane_index(card) << 4 | bits_count(hand & lane_of(card) & (card - 1));
}

/* The card of a remembered lead: the worst of its group, or 0 if the hand has no such card. */
INLINE cards whist_lead_card(int code, cards hand, cards groups)
{
    if (code >= 64)
        return 0;
    cards suit = lane_cards(code >> 4), card = bits_select(hand & suit, code & 15);
    return best_of(groups & suit & (0 - card));
}

#if HAKEM_PEXT

INLINE whist_owners whist_pack_owners(const whist_suits *suits, cards plane_low, cards plane_high, cards in_play)
{
    (void)suits;
    whist_owners owners = {_pext_u64(plane_low, in_play), _pext_u64(plane_high, in_play)};
    return owners;
}
INLINE uint64_t whist_pack_ranks(cards ranks, cards in_play) { return _pext_u64(ranks, in_play); }
INLINE cards whist_unpack_ranks(uint64_t packed, cards in_play) { return _pdep_u64(packed, in_play); }

/* Bit i set: entry i of the block matches. */
INLINE unsigned whist_matches(const whist_block *block, whist_owners owners)
{
    __m256i low = _mm256_xor_si256(_mm256_load_si256((const __m256i *)block->low), _mm256_set1_epi64x((long long)owners.low));
    __m256i high =
        _mm256_xor_si256(_mm256_load_si256((const __m256i *)block->high), _mm256_set1_epi64x((long long)owners.high));
    __m256i differ = _mm256_and_si256(_mm256_or_si256(low, high), _mm256_load_si256((const __m256i *)block->mask));
    __m256i equal = _mm256_cmpeq_epi64(differ, _mm256_setzero_si256());
    return (unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(equal));
}

/* Bit i set: entry i is about the same owners and at least the ranks of `mask`. */
INLINE unsigned whist_implied(const whist_block *block, whist_owners owners, uint64_t mask)
{
    __m256i wanted = _mm256_set1_epi64x((long long)mask);
    __m256i low = _mm256_xor_si256(_mm256_load_si256((const __m256i *)block->low), _mm256_set1_epi64x((long long)owners.low));
    __m256i high =
        _mm256_xor_si256(_mm256_load_si256((const __m256i *)block->high), _mm256_set1_epi64x((long long)owners.high));
    __m256i differ = _mm256_and_si256(_mm256_or_si256(low, high), wanted);
    __m256i missing = _mm256_andnot_si256(_mm256_load_si256((const __m256i *)block->mask), wanted);
    __m256i equal = _mm256_cmpeq_epi64(_mm256_or_si256(differ, missing), _mm256_setzero_si256());
    return (unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(equal));
}

#else

/* Bits 0-13 low plane, 16-29 high plane, both packed over the cards of the suit in play; 32-35 how many these are. */
COLD uint64_t whist_owner_word_fill(const whist_suits *suits, int lane, uint32_t subset)
{
    uint64_t low = 0, high = 0, position = 0;
    for (uint32_t rest = subset; rest; rest &= rest - 1, position++)
        for (unsigned seat = 0; seat < 4; seat++)
            if (suits->owner[lane][seat] & rest & (0 - rest)) {
                low |= (uint64_t)(seat & 1) << position;
                high |= (uint64_t)(seat >> 1) << position;
            }
    return low | high << 16 | position << 32;
}

INLINE whist_owners whist_pack_owners(const whist_suits *suits, cards plane_low, cards plane_high, cards in_play)
{
    (void)plane_low, (void)plane_high;
    whist_owners owners = {0, 0};
    unsigned shift = 0;
    for (int lane = 0; lane < 4; lane++) {
        uint32_t subset = (uint32_t)(in_play >> (LANE_BITS * lane)) & LANE_RANKS;
        uint64_t *slot = suits->owner_lane[lane] + subset, word = *slot;
        if (UNLIKELY(word >> GENERATION_SHIFT != suits->generation)) {
            word = whist_owner_word_fill(suits, lane, subset) | (uint64_t)suits->generation << GENERATION_SHIFT;
            *slot = word;
        }
        owners.low |= (word & LANE_RANKS) << shift;
        owners.high |= (word >> 16 & LANE_RANKS) << shift;
        shift += (unsigned)(word >> 32) & 15;
    }
    return owners;
}

/* `ranks` must be the top cards in play of each suit (what an entry holds is). */
INLINE uint64_t whist_pack_ranks(cards ranks, cards in_play)
{
    uint64_t packed = 0;
    int shift = 0;
    for (int lane = 0; lane < 4; lane++) {
        packed |= ((1ULL << lane_length(ranks & in_play, lane)) - 1) << shift;
        shift += lane_length(in_play, lane);
    }
    return packed;
}

INLINE cards whist_unpack_ranks(uint64_t packed, cards in_play)
{
    cards ranks = 0;
    for (int lane = 0; lane < 4; lane++) {
        int length = lane_length(in_play, lane);
        uint64_t wanted = packed & ((1ULL << length) - 1);
        packed >>= length;
        if (wanted)
            ranks |= bits_keep(in_play & lane_cards(lane), bits_count(wanted));
    }
    return ranks;
}

INLINE unsigned whist_matches(const whist_block *block, whist_owners owners)
{
    unsigned matches = 0;
    for (unsigned i = 0; i < 4; i++)
        matches |= (unsigned)!(((block->low[i] ^ owners.low) | (block->high[i] ^ owners.high)) & block->mask[i]) << i;
    return matches;
}

INLINE unsigned whist_implied(const whist_block *block, whist_owners owners, uint64_t mask)
{
    unsigned matches = 0;
    for (unsigned i = 0; i < 4; i++) {
        uint64_t differ = ((block->low[i] ^ owners.low) | (block->high[i] ^ owners.high)) & mask;
        matches |= (unsigned)!(differ | (mask & ~block->mask[i])) << i;
    }
    return matches;
}

#endif

/* What a lookup found. */
typedef struct {
    int decided;  /* 1: `proof` answers the question */
    int lead;     /* a remembered lead, TABLE_NO_MOVE = none */
    int matching; /* the lead comes from an entry that matches, not only from one of the same shape */
    whist_proof proof;
} whist_memory;

static const whist_memory WHIST_NO_MEMORY = {0, TABLE_NO_MOVE, 0, {0, FAILS}};

/* Look through the entries of one leaf, newest first, for one that says whether the side on lead takes `need` tricks. */
INLINE int whist_leaf_decides(const table *t, const table_leaf *leaf, whist_owners owners, int need, cards in_play,
                              whist_memory *memory)
{
    whist_block *first = (whist_block *)table_block(t, leaf->first);
    for (int x = (leaf->count - 1) >> 2; x >= 0; x--) {
        whist_block *block = first + x;
        for (unsigned matches = whist_matches(block, owners); matches; matches &= matches - 1) {
            unsigned i = (unsigned)__builtin_ctz(matches);
            int holds = whist_entry_lower(block, i) >= need;
            if (holds || whist_entry_upper(block, i) < need) {
                memory->decided = 1;
                memory->proof.ranks = whist_unpack_ranks(block->mask[i], in_play);
                memory->proof.verdict = (uint64_t)holds;
                int newest_full = (leaf->count >> 2) - 1;
                if (newest_full > x) { /* what helped once helps again: move it to the front */
                    whist_block *front = first + newest_full, kept;
                    whist_entry_copy(&kept, 0, front, i);
                    whist_entry_copy(front, i, block, i);
                    whist_entry_copy(block, i, &kept, 0);
                }
                return 1;
            }
            if (memory->lead == TABLE_NO_MOVE) {
                memory->lead = whist_entry_lead(block, i);
                memory->matching = memory->lead != TABLE_NO_MOVE;
            }
        }
    }
    return 0;
}

/* The same in a bucket that was split: the child of the owner, and the children that do not care, node by node. */
COLD void whist_node_lookup(const table *t, const table_leaf *leaf, whist_owners owners, int need, cards in_play,
                            whist_memory *memory)
{
    const table_leaf *waiting[56];
    int count = 0;
    for (;;) {
        while (leaf->capacity & TABLE_NODE) {
            const table_leaf *children = table_children(t, leaf);
            unsigned card = leaf->capacity & 63;
            if (children[4].first)
                waiting[count++] = children + 4;
            leaf = children + ((owners.low >> card & 1) | (owners.high >> card & 1) << 1);
        }
        if (whist_leaf_decides(t, leaf, owners, need, in_play, memory) || !count)
            return;
        leaf = waiting[--count];
    }
}

/* Ask the table whether the side on lead takes `need` tricks. */
INLINE whist_memory whist_lookup(const table *t, uint64_t key, whist_owners owners, int need, cards in_play)
{
    whist_memory memory = WHIST_NO_MEMORY;
    const table_bucket *bucket = table_find(t, key);
    if (bucket->key != key)
        return memory;
    if (whist_leaf_decides(t, &bucket->leaf, owners, need, in_play, &memory)) /* a node has no entries of its own */
        return memory;
    if (UNLIKELY(bucket->leaf.capacity & TABLE_NODE)) {
        whist_node_lookup(t, &bucket->leaf, owners, need, in_play, &memory);
        if (memory.decided)
            return memory;
    }
    if (bucket->leaf.best_move != TABLE_NO_MOVE) {
        memory.lead = bucket->leaf.best_move;
        memory.matching = 0;
    }
    return memory;
}

/* Take out the entries of a leaf that say no more than this proof does.  Facts of an entry about the same ranks are added
 * to `facts`, and its place is returned for the new one; -1 if there is none. */
INLINE int whist_leaf_merge(const table *t, table_leaf *leaf, whist_owners owners, uint64_t mask, whist_facts *facts)
{
    int same = -1;
    for (int x = (leaf->count - 1) >> 2; x >= 0; x--) {
        whist_block *first = (whist_block *)table_block(t, leaf->first), *block = first + x;
        unsigned implied = whist_implied(block, owners, mask);
        if (leaf->count - 4 * x < 4)
            implied &= (1u << (leaf->count - 4 * x)) - 1;
        while (UNLIKELY(implied)) {
            unsigned i = 31u - (unsigned)__builtin_clz(implied);
            implied ^= 1u << i;
            int lower = whist_entry_lower(block, i), upper = whist_entry_upper(block, i);
            if (block->mask[i] == mask) {
                facts->lower = int_max(facts->lower, lower);
                facts->upper = int_min(facts->upper, upper);
                same = 4 * x + (int)i;
                continue;
            }
            if (lower > facts->lower || upper < facts->upper)
                continue;
            int last = --leaf->count;
            whist_block *end = first + (last >> 2);
            if (last == same)
                same = 4 * x + (int)i;
            whist_entry_copy(block, i, end, (unsigned)last & 3);
            whist_entry_kill(end, (unsigned)last & 3);
        }
    }
    return same;
}

/* Add an entry to a leaf; 0 when there is no memory. */
INLINE int whist_leaf_add(table *t, table_leaf *leaf, whist_owners owners, uint64_t mask, whist_facts facts)
{
    if ((leaf->count == 4u << leaf->capacity || !leaf->first) && !table_leaf_grow(t, leaf))
        return 0;
    whist_block *block = (whist_block *)table_block(t, leaf->first) + (leaf->count >> 2);
    unsigned i = leaf->count++ & 3;
    if (i == 0)
        for (unsigned j = 1; j < 4; j++)
            whist_entry_kill(block, j);
    whist_entry_set(block, i, owners, mask, facts);
    return 1;
}

/* Turn a full leaf into a node.  1: done, 0: no memory, 2: no card splits it well enough. */
COLD int whist_leaf_split(table *t, table_leaf *leaf)
{
    const whist_block *first = (const whist_block *)table_block(t, leaf->first);
    uint32_t owned[52][4] = {{0}}; /* entries that know that this card's owner is this seat */
    uint64_t some = 0;
    for (int e = 0; e < leaf->count; e++) {
        const whist_block *block = first + (e >> 2);
        unsigned i = e & 3;
        some |= block->mask[i];
        for (uint64_t rest = block->mask[i]; rest; rest &= rest - 1) {
            int card = bits_first(rest);
            owned[card][(block->low[i] >> card & 1) | (block->high[i] >> card & 1) << 1]++;
        }
    }
    /* A lookup reads the entries of one owner and those that do not care: find the card for which these are fewest. */
    int best = -1;
    double best_cost = 0.75 * leaf->count;
    for (uint64_t rest = some; rest; rest &= rest - 1) {
        int card = bits_first(rest);
        double know = 0, squares = 0;
        for (int seat = 0; seat < 4; seat++) {
            know += owned[card][seat];
            squares += (double)owned[card][seat] * owned[card][seat];
        }
        double cost = leaf->count - know + squares / know;
        if (cost < best_cost) {
            best_cost = cost;
            best = card;
        }
    }
    if (best < 0)
        return 2;
    table_leaf node = {table_run_take(t, 0), 0, (uint8_t)(TABLE_NODE | best), leaf->best_move};
    if (!node.first)
        return 0;
    table_leaf *children = table_children(t, &node);
    memset(children, 0, TABLE_CHILDREN * sizeof(table_leaf));
    for (int e = 0; e < leaf->count; e++) {
        const whist_block *block = first + (e >> 2);
        unsigned i = e & 3;
        unsigned child = block->mask[i] >> best & 1 ? (block->low[i] >> best & 1) | (block->high[i] >> best & 1) << 1 : 4;
        whist_facts facts = {whist_entry_lower(block, i), whist_entry_upper(block, i), whist_entry_lead(block, i)};
        whist_owners owners = {block->low[i] & WHIST_PLANE, block->high[i] & WHIST_PLANE};
        if (!whist_leaf_add(t, children + child, owners, block->mask[i], facts)) {
            table_leaf_free(t, &node);
            return 0;
        }
    }
    table_run_give(t, leaf->first, leaf->capacity);
    *leaf = node;
    return 1;
}

/* Take out of a whole subtree what the proof implies. */
COLD void whist_subtree_merge(const table *t, table_leaf *leaf, whist_owners owners, uint64_t mask, whist_facts facts)
{
    if (!(leaf->capacity & TABLE_NODE)) {
        if (leaf->count)
            whist_leaf_merge(t, leaf, owners, mask, &facts);
        return;
    }
    table_leaf *children = table_children(t, leaf);
    unsigned card = leaf->capacity & 63;
    if (mask >> card & 1)
        whist_subtree_merge(t, children + ((owners.low >> card & 1) | (owners.high >> card & 1) << 1), owners, mask, facts);
    else
        for (int child = 0; child < TABLE_CHILDREN; child++)
            whist_subtree_merge(t, children + child, owners, mask, facts);
}

/* Find the leaf below a node in which this proof belongs. */
COLD table_leaf *whist_node_leaf(const table *t, table_leaf *leaf, whist_owners owners, uint64_t mask, whist_facts facts)
{
    while (leaf->capacity & TABLE_NODE) {
        table_leaf *children = table_children(t, leaf);
        unsigned card = leaf->capacity & 63;
        if (mask >> card & 1) {
            leaf = children + ((owners.low >> card & 1) | (owners.high >> card & 1) << 1);
        } else {
            for (int child = 0; child < 4; child++)
                whist_subtree_merge(t, children + child, owners, mask, facts);
            leaf = children + 4;
        }
    }
    return leaf;
}

/* File a proof about `key`, `mask` being the ranks that it rests on. */
INLINE void whist_store(table *t, uint64_t key, whist_owners owners, uint64_t mask, whist_facts facts)
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
    if (facts.lower)
        leaf->best_move = (uint8_t)facts.lead;
    while (UNLIKELY(leaf->capacity >= WHIST_SPLIT_CAPACITY && (leaf->capacity & TABLE_NODE || leaf->count == 4u << leaf->capacity))) {
        leaf = whist_node_leaf(t, leaf, owners, mask, facts);
        if (leaf->capacity < WHIST_SPLIT_CAPACITY || leaf->count < 4u << leaf->capacity)
            break;
        int split = whist_leaf_split(t, leaf);
        if (split == 2)
            break;
        if (!split) {
            table_make_room(t);
            return;
        }
    }
    int same = whist_leaf_merge(t, leaf, owners, mask, &facts);
    if (same >= 0)
        whist_entry_set((whist_block *)table_block(t, leaf->first) + (same >> 2), (unsigned)same & 3, owners, mask, facts);
    else if (!whist_leaf_add(t, leaf, owners, mask, facts))
        table_make_room(t);
}

#endif
