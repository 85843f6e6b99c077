/* Entries of the Dehla Pakad search: a proof that holds for every position with the same shape, the tens that counted in it,
 * and the same relevant owners.
 *
 * key     exact: bits 60-63 the tricks left, below them a number in mixed radix: shape (14^12), seat on lead (4), code of the
 *         trump (21), and how many better cards of its suit the frozen indicator has above it (13).
 * entry   three planes, packed over the cards in play: `low` and `high` (bit 0 and bit 1 of the seat that holds each card)
 *         and `tens` (the heads of the runs that the tens belong to), and the mask of the cards that matter.  Of `tens` it
 *         has those that counted, as far as the mask reaches; which they are is in its bits 52 to 55, by lane (in one deal
 *         their holders are fixed).  It matches when (((low ^ l) | (high ^ h)) & mask) | (tens & ~t) is 0.  In bits 56 to 63
 *         are the units that NS take at least, in `low`, and those that EW take at least, in `high`.
 *         Where tricks wait in the middle, bits 52 to 55 of `low` and `high` are the units there, and bits 56 and 57 of `tens`
 *         are set one for a run and one for none; the run must agree, and a proof about one amount bounds the others.
 * block   four entries side by side, compared at once.
 *
 * Packed: the cards in play are moved together into the low bits, lane by lane, best first.
 */
#ifndef HAKEM_DEHLA_TABLE_H
#define HAKEM_DEHLA_TABLE_H

#include "dehla_quick.h"
#include "table.h"

typedef struct {
    uint64_t low[4], high[4], tens[4], mask[4];
} dehla_block;

static_assert(sizeof(dehla_block) == TABLE_BLOCK_BYTES, "an entry has 32 bytes");

#define DEHLA_BOUND_SHIFT 56
#define DEHLA_TENS_SHIFT 52
#define DEHLA_KEY_TRICKS 60

/* ---- what is fixed for a deal ------------------------------------------------------------------------------------- */

/* By lane and subset of its ranks in play, filled when first asked for:
 * bits 0-12 the head of the ten's run as a rank of the lane (0 = no ten), 13-25 the same packed, 26-38 and 39-51 the owner
 * planes packed, 52-63 the generation that filled it. */
#define DEHLA_WORDS ((size_t)1 << 13)
#define DEHLA_GENERATION_SHIFT 52

typedef struct {
    uint64_t *word[4];
    uint32_t generation; /* of the deal loaded, 1..4095 */
    cards owner[4];      /* the deal by seat */
    cards plane_low, plane_high;
} dehla_deal;

INLINE size_t dehla_deal_bytes(void) { return 4 * DEHLA_WORDS * sizeof(uint64_t); }

INLINE int dehla_deal_create(dehla_deal *deal)
{
    deal->word[0] = (uint64_t *)calloc(4 * DEHLA_WORDS, sizeof(uint64_t));
    for (int lane = 1; lane < 4; lane++)
        deal->word[lane] = deal->word[0] + (size_t)lane * DEHLA_WORDS;
    return deal->word[0] != NULL;
}

INLINE void dehla_deal_destroy(dehla_deal *deal)
{
    free(deal->word[0]);
    deal->word[0] = NULL;
}

COLD void dehla_deal_load(dehla_deal *deal, const cards hand[4])
{
    if (++deal->generation == 1u << (64 - DEHLA_GENERATION_SHIFT)) {
        memset(deal->word[0], 0, dehla_deal_bytes());
        deal->generation = 1;
    }
    for (int seat = 0; seat < 4; seat++)
        deal->owner[seat] = hand[seat];
    deal->plane_low = hand[1] | hand[3];
    deal->plane_high = hand[2] | hand[3];
}

COLD uint64_t dehla_word_fill(const dehla_deal *deal, int lane, uint64_t subset, uint64_t ten)
{
    uint64_t low = 0, high = 0, head = 0, packed_head = 0, run = 0, packed_run = 0;
    int position = 0, owner = -1;
    for (uint64_t rest = subset; rest; rest &= rest - 1, position++) {
        uint64_t card = bits_lowest(rest);
        int seat = 0;
        while (!(deal->owner[seat] >> (LANE_BITS * lane) & card))
            seat++;
        low |= (uint64_t)(seat & 1) << position;
        high |= (uint64_t)(seat >> 1) << position;
        if (seat != owner) { /* a run begins */
            owner = seat;
            run = card;
            packed_run = 1ULL << position;
        }
        if (card == ten) {
            head = run;
            packed_head = packed_run;
        }
    }
    return head | packed_head << 13 | low << 26 | high << 39;
}

INLINE uint64_t dehla_word(const dehla_deal *deal, int lane, cards in_play, cards tens)
{
    uint64_t subset = in_play >> (LANE_BITS * lane) & LANE_RANKS, *slot = deal->word[lane] + subset, word = *slot;
    if (UNLIKELY(word >> DEHLA_GENERATION_SHIFT != deal->generation)) {
        word = dehla_word_fill(deal, lane, subset, tens >> (LANE_BITS * lane) & LANE_RANKS) |
               (uint64_t)deal->generation << DEHLA_GENERATION_SHIFT;
        *slot = word;
    }
    return word;
}

/* ---- packing ------------------------------------------------------------------------------------------------------ */

/* The owners of the cards in play as entries hold them, in `tens` all tens in play; and the heads of their runs as cards. */
typedef struct {
    uint64_t low, high, tens;
    cards heads;
} dehla_owners;

/* The middle in the three planes. */
#define DEHLA_PILE_SHIFT 52
#define DEHLA_RUN_SHIFT 56

INLINE void dehla_pack_middle(dehla_owners *owners, const dehla_middle *middle)
{
    owners->low |= ((uint64_t)middle->pile & 15) << DEHLA_PILE_SHIFT;
    owners->high |= (uint64_t)middle->pile >> 4 << DEHLA_PILE_SHIFT;
    owners->tens |= (middle->run ? 1ULL : 2ULL) << DEHLA_RUN_SHIFT;
}

INLINE int dehla_unpack_pile(uint64_t low, uint64_t high)
{
    return (int)(low >> DEHLA_PILE_SHIFT & 15) | (int)(high >> DEHLA_PILE_SHIFT & 15) << 4;
}

INLINE dehla_owners dehla_pack_owners(const dehla_deal *deal, cards in_play, cards tens)
{
    dehla_owners owners = {0, 0, 0, 0};
#if HAKEM_PEXT
    owners.low = _pext_u64(deal->plane_low, in_play);
    owners.high = _pext_u64(deal->plane_high, in_play);
    if (tens) {
        for (int lane = 0; lane < 4; lane++)
            owners.heads |= (dehla_word(deal, lane, in_play, tens) & LANE_RANKS) << (LANE_BITS * lane);
        owners.tens = _pext_u64(owners.heads, in_play);
    }
#else
    for (int lane = 3; lane >= 0; lane--) {
        uint64_t word = dehla_word(deal, lane, in_play, tens);
        int length = lane_length(in_play, lane);
        owners.heads |= (word & LANE_RANKS) << (LANE_BITS * lane);
        owners.tens = owners.tens << length | (word >> 13 & LANE_RANKS);
        owners.low = owners.low << length | (word >> 26 & LANE_RANKS);
        owners.high = owners.high << length | (word >> 39 & LANE_RANKS);
    }
#endif
    owners.tens |= (uint64_t)dehla_tens_by_lane(in_play & tens) << DEHLA_TENS_SHIFT;
    return owners;
}

INLINE uint64_t dehla_pack_ranks(cards ranks, cards in_play)
{
#if HAKEM_PEXT
    return _pext_u64(ranks, in_play);
#else
    uint64_t packed = 0;
    for (int lane = 3; lane >= 0; lane--)
        packed = packed << lane_length(in_play, lane) | ((1ULL << lane_length(ranks & in_play, lane)) - 1);
    return packed;
#endif
}

INLINE cards dehla_unpack_ranks(uint64_t packed, cards in_play)
{
#if HAKEM_PEXT
    return _pdep_u64(packed, in_play);
#else
    cards ranks = 0;
    for (int lane = 0; lane < 4; lane++) {
        int length = lane_length(in_play, lane);
        ranks |= bits_keep(in_play & lane_cards(lane), bits_count(packed & ((1ULL << length) - 1)));
        packed >>= length;
    }
    return ranks;
#endif
}

/* ---- entries ------------------------------------------------------------------------------------------------------ */

/* `frozen_place` is that of the indicator (dehla_frozen_place), 0 where there is none. */
INLINE uint64_t dehla_key(uint64_t shape, int leader, int n, int trump, int frozen_place)
{
    unsigned state = (unsigned)leader + 4 * ((unsigned)trump + DEHLA_TRUMPS * (unsigned)frozen_place);
    return shape + state * DEHLA_SHAPES + ((uint64_t)n << DEHLA_KEY_TRICKS);
}

static_assert(DEHLA_SHAPES < (1ULL << DEHLA_KEY_TRICKS) / (4 * DEHLA_TRUMPS * 13), "the key has room for all of it");

/* Bit i set: entry i of the block matches. */
INLINE unsigned dehla_matches(const dehla_block *block, const dehla_owners *owners)
{
#if HAKEM_PEXT
    const __m256i *plane = (const __m256i *)(const void *)block;
    __m256i low = _mm256_xor_si256(_mm256_load_si256(plane), _mm256_set1_epi64x((long long)owners->low));
    __m256i high = _mm256_xor_si256(_mm256_load_si256(plane + 1), _mm256_set1_epi64x((long long)owners->high));
    __m256i tens = _mm256_andnot_si256(_mm256_set1_epi64x((long long)owners->tens), _mm256_load_si256(plane + 2));
    __m256i differ = _mm256_or_si256(_mm256_and_si256(_mm256_or_si256(low, high), _mm256_load_si256(plane + 3)), tens);
    return (unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(differ, _mm256_setzero_si256())));
#else
    unsigned matches = 0;
    for (unsigned i = 0; i < 4; i++) {
        uint64_t differ = ((block->low[i] ^ owners->low) | (block->high[i] ^ owners->high)) & block->mask[i];
        matches |= (unsigned)!(differ | (block->tens[i] & ~owners->tens)) << i;
    }
    return matches;
#endif
}

/* What a lookup found. */
typedef struct {
    int decided; /* 1: `proof` answers the question */
    int lead;    /* the lead remembered for this shape, TABLE_NO_MOVE = none */
    proof proof;
} dehla_memory;

/* Ask the table whether NS take the units that they need, or EW those with which they refute that.  `middle` is NULL where no
 * tricks wait in the middle; where they do, somebody takes all of it at a time, so that with d units more there either side
 * takes no less, and with d fewer at most d less. */
INLINE dehla_memory dehla_lookup(const table *t, uint64_t key, const dehla_owners *owners, const dehla_node *node,
                                 const dehla_middle *middle)
{
    dehla_memory memory = {0, TABLE_NO_MOVE, {0, FAILS}};
    const table_bucket *bucket = table_find(t, key);
    if (bucket->key != key)
        return memory;
    memory.lead = bucket->best_move;
    const dehla_block *first = (const dehla_block *)table_block(t, bucket->first);
    for (int x = (bucket->count - 1) >> 2; x >= 0; x--) { /* newest first */
        const dehla_block *block = first + x;
        unsigned matches = dehla_matches(block, owners);
        if (x == (bucket->count - 1) >> 2) /* entries not yet there */
            matches &= (2u << ((bucket->count - 1) & 3)) - 1;
        while (matches) {
            int i = 31 - __builtin_clz(matches);
            matches ^= 1u << i;
            int ns = (int)(block->low[i] >> DEHLA_BOUND_SHIFT), ew = (int)(block->high[i] >> DEHLA_BOUND_SHIFT);
            if (middle) {
                int fewer = dehla_unpack_pile(block->low[i], block->high[i]) - middle->pile;
                if (fewer > 0) {
                    ns -= fewer;
                    ew -= fewer;
                }
            }
            if (ns >= node->need || ew > node->total - node->need) {
                cards tens = dehla_tens_of_lanes((unsigned)(block->tens[i] >> DEHLA_TENS_SHIFT) & 15);
                memory.decided = 1;
                memory.proof = proved(dehla_unpack_ranks(block->mask[i], node->in_play) | dehla_counted(tens),
                                      ns >= node->need);
                return memory;
            }
        }
    }
    return memory;
}

/* File a proof, whose ranks are closed upwards: one side takes at least the units that it needs.  `lead` reached the aim of
 * the hand on lead (TABLE_NO_MOVE: none did). */
COLD void dehla_store(table *t, uint64_t key, const dehla_owners *owners, const dehla_node *node, const proof *p, int lead,
                      const dehla_middle *middle, unsigned on)
{
    table_bucket *bucket = table_find(t, key);
    if (!bucket->key)
        bucket = table_open_bucket(t, bucket, key);
    if (!bucket || (bucket->count == 4u << bucket->capacity && !table_leaf_grow(t, &bucket->leaf))) {
        table_make_room(t);
        return;
    }
    t->stores++;
    if (lead != TABLE_NO_MOVE)
        bucket->best_move = (uint8_t)lead;
    dehla_block *block = (dehla_block *)table_block(t, bucket->first) + (bucket->count >> 2);
    unsigned i = bucket->count++ & 3;
    cards tens = dehla_counted_tens(p->ranks), ranks = p->ranks & LANE_CARDS;
    uint64_t mask = dehla_pack_ranks(ranks, node->in_play);
    uint64_t counted = dehla_pack_ranks(ranks & lanes_filled(tens), node->in_play);
    int ns = p->verdict == HOLDS ? node->need : 0, ew = p->verdict == HOLDS ? 0 : node->total - node->need + 1;
    block->low[i] = (owners->low & mask) | (uint64_t)ns << DEHLA_BOUND_SHIFT;
    block->high[i] = (owners->high & mask) | (uint64_t)ew << DEHLA_BOUND_SHIFT;
    block->tens[i] = (owners->tens & counted) | (uint64_t)dehla_tens_by_lane(tens) << DEHLA_TENS_SHIFT;
    block->mask[i] = mask;
    if (middle) {
        uint64_t pile = 15ULL << DEHLA_PILE_SHIFT;
        block->low[i] |= owners->low & pile;
        block->high[i] |= owners->high & pile;
        block->tens[i] |= owners->tens & 3ULL << DEHLA_RUN_SHIFT;
        block->mask[i] |= on & DEHLA_PILE ? 0 : pile;
    }
}

#endif
