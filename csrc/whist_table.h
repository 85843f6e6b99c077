/* Entries of the whist search: a proof that holds for every position with the same shape and the same relevant owners.
 *
 * key     bits 0-11, 16-27, 32-43, 48-59: suit lengths of lanes 0 to 2 of the four hands (lane 3 follows from n),
 *         bits 12-15: seat on lead, bits 28-31: tricks left.  Exact: two shapes never share a key.
 * entry   owner planes `low` and `high` (bit 0 and bit 1 of the seat that holds each card still in play), packed over the
 *         cards in play, and the mask of those cards whose owner matters; facts: bounds on the tricks of the side on lead
 *         and the lead that did it.  It matches when ((low ^ l) | (high ^ h)) & mask is 0.
 * block   four entries side by side, compared at once.
 *
 * Packed: with PEXT the cards in play are moved together into the low bits; the portable build packs each lane on its
 * own.  Masks are sets of top cards of each suit, so that in both the same cards come back.
 */
#ifndef HAKEM_WHIST_TABLE_H
#define HAKEM_WHIST_TABLE_H

#include "table.h"
#include "whist_quick.h"

typedef struct {
    uint64_t low[4], high[4], mask[4];
    uint64_t facts[4]; /* bits 0-7 lower bound, 8-15 upper bound, 16-23 lead */
} whist_block;

static_assert(sizeof(whist_block) == TABLE_BLOCK_BYTES, "an entry has 32 bytes");

#define WHIST_DEAD (1ULL << 63) /* a bit that no packed owner plane has: such an entry never matches */

INLINE int whist_fact_lower(uint64_t facts) { return (int)(facts & 255); }
INLINE int whist_fact_upper(uint64_t facts) { return (int)(facts >> 8 & 255); }
INLINE int whist_fact_lead(uint64_t facts) { return (int)(facts >> 16 & 255); }
INLINE uint64_t whist_facts(int lower, int upper, int lead)
{
    return (uint64_t)lower | (uint64_t)upper << 8 | (uint64_t)lead << 16;
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

/* Owners of the cards in play, packed. */
typedef struct {
    uint64_t low, high;
} whist_owners;

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

COLD uint64_t whist_owner_word_fill(const whist_suits *suits, int lane, uint32_t subset)
{
    uint64_t low = 0, high = 0;
    int position = 0;
    for (uint32_t rest = subset; rest; rest &= rest - 1, position++)
        for (unsigned seat = 0; seat < 4; seat++)
            if (suits->owner[lane][seat] & rest & (0 - rest)) {
                low |= (uint64_t)(seat & 1) << position;
                high |= (uint64_t)(seat >> 1) << position;
            }
    return low | high << LANE_BITS;
}

INLINE whist_owners whist_pack_owners(const whist_suits *suits, cards plane_low, cards plane_high, cards in_play)
{
    (void)plane_low, (void)plane_high;
    whist_owners owners = {0, 0};
    for (int lane = 0; lane < 4; lane++) {
        uint32_t subset = (uint32_t)(in_play >> (LANE_BITS * lane)) & LANE_RANKS;
        uint64_t *slot = suits->owner_lane[lane] + subset, word = *slot;
        if (UNLIKELY(word >> GENERATION_SHIFT != suits->generation)) {
            word = whist_owner_word_fill(suits, lane, subset) | (uint64_t)suits->generation << GENERATION_SHIFT;
            *slot = word;
        }
        owners.low |= (word & LANE_RANKS) << (LANE_BITS * lane);
        owners.high |= (word >> LANE_BITS & LANE_RANKS) << (LANE_BITS * lane);
    }
    return owners;
}

INLINE uint64_t whist_pack_ranks(cards ranks, cards in_play)
{
    uint64_t packed = 0;
    for (int lane = 0; lane < 4; lane++)
        packed |= ((1ULL << lane_length(ranks & in_play, lane)) - 1) << (LANE_BITS * lane);
    return packed;
}

INLINE cards whist_unpack_ranks(uint64_t packed, cards in_play)
{
    cards ranks = 0;
    for (int lane = 0; lane < 4; lane++) {
        uint64_t wanted = packed & lane_cards(lane);
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

INLINE void whist_entry_set(whist_block *block, unsigned i, whist_owners owners, uint64_t mask, uint64_t facts)
{
    block->low[i] = owners.low;
    block->high[i] = owners.high;
    block->mask[i] = mask;
    block->facts[i] = facts;
}

INLINE void whist_entries_swap(whist_block *a, unsigned i, whist_block *b, unsigned j)
{
    uint64_t low = a->low[i], high = a->high[i], mask = a->mask[i], facts = a->facts[i];
    whist_entry_set(a, i, (whist_owners){b->low[j], b->high[j]}, b->mask[j], b->facts[j]);
    whist_entry_set(b, j, (whist_owners){low, high}, mask, facts);
}

/* What a lookup found. */
typedef struct {
    int decided;  /* 1: `proof` answers the question */
    int lead;     /* a remembered lead, TABLE_NO_MOVE = none */
    int matching; /* the lead comes from an entry that matches, not only from one of the same shape */
    whist_proof proof;
} whist_memory;

static const whist_memory WHIST_NO_MEMORY = {0, TABLE_NO_MOVE, 0, {0, FAILS}};

/* Ask the table whether the side on lead takes `need` tricks. */
INLINE whist_memory whist_lookup(const table *t, uint64_t key, whist_owners owners, int need, cards in_play)
{
    whist_memory memory = WHIST_NO_MEMORY;
    const table_bucket *bucket = table_find(t, key);
    if (bucket->key != key)
        return memory;
    whist_block *first = (whist_block *)table_block(t, bucket->first);
    for (int x = (bucket->count - 1) >> 2; x >= 0; x--) { /* newest first */
        whist_block *block = first + x;
        for (unsigned matches = whist_matches(block, owners); matches; matches &= matches - 1) {
            unsigned i = (unsigned)__builtin_ctz(matches);
            uint64_t facts = block->facts[i];
            if (whist_fact_lower(facts) >= need || whist_fact_upper(facts) < need) {
                memory.decided = 1;
                memory.proof.ranks = whist_unpack_ranks(block->mask[i], in_play);
                memory.proof.verdict = whist_fact_lower(facts) >= need;
                int newest_full = (bucket->count >> 2) - 1;
                if (newest_full > x) /* what helped once helps again: move it to the front */
                    whist_entries_swap(first + newest_full, i, block, i);
                return memory;
            }
            if (memory.lead == TABLE_NO_MOVE) {
                memory.lead = whist_fact_lead(facts);
                memory.matching = 1;
            }
        }
    }
    if (bucket->best_move != TABLE_NO_MOVE) {
        memory.lead = bucket->best_move;
        memory.matching = 0;
    }
    return memory;
}

/* File a proof: the side on lead takes at least `lower` and at most `upper` tricks, `mask` being the ranks it rests on. */
COLD void whist_store(table *t, uint64_t key, whist_owners owners, uint64_t mask, int lower, int upper, int lead)
{
    table_bucket *bucket = table_find(t, key);
    if (!bucket->key && !table_open(t, bucket, key)) {
        t->clears++;
        table_clear(t);
        return;
    }
    if (lower)
        bucket->best_move = (uint8_t)lead;
    owners.low &= mask;
    owners.high &= mask;
    int placed = 0, blocks = (bucket->count + 3) >> 2;
    whist_block *first = (whist_block *)table_block(t, bucket->first);
    for (int x = 0; x < blocks; x++) { /* entries that say less than this one give way to it */
        whist_block *block = first + x;
        unsigned implied = whist_implied(block, owners, mask);
        if (x == blocks - 1 && (bucket->count & 3))
            implied &= (1u << (bucket->count & 3)) - 1;
        for (; implied; implied &= implied - 1) {
            unsigned i = (unsigned)__builtin_ctz(implied);
            int known_lower = whist_fact_lower(block->facts[i]), known_upper = whist_fact_upper(block->facts[i]);
            if (block->mask[i] == mask) {
                lower = int_max(lower, known_lower);
                upper = int_min(upper, known_upper);
            } else if (known_lower > lower || known_upper < upper) {
                continue;
            }
            if (!placed) {
                whist_entry_set(block, i, owners, mask, whist_facts(lower, upper, lead));
                placed = 1;
            } else {
                block->low[i] = WHIST_DEAD;
                block->mask[i] = WHIST_DEAD;
            }
        }
    }
    if (placed)
        return;
    if (bucket->count == 4u << bucket->capacity && !table_grow(t, bucket)) {
        t->clears++;
        table_clear(t);
        return;
    }
    whist_block *block = (whist_block *)table_block(t, bucket->first) + (bucket->count >> 2);
    unsigned i = bucket->count++ & 3;
    if (i == 0)
        for (unsigned j = 0; j < 4; j++) {
            block->low[j] = WHIST_DEAD;
            block->mask[j] = WHIST_DEAD;
        }
    whist_entry_set(block, i, owners, mask, whist_facts(lower, upper, lead));
}

#endif
