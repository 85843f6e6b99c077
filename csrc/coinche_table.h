/* Entries of the Coinche search: a bound that holds for every position of a shape with the same relevant owners, whatever
 * points lie on their ranks.
 *
 * key     shape of the four lanes in bytes, seat on lead in bits 32-33, tricks left in bits 36-39.  The shape of a plain lane is the number of cards
 *         that each hand has left in it, that of the trump lane the owners of the trumps left, from the lowest to the
 *         highest.  Either is written as the canonical subset of the lane that has it, so it takes no more than a byte:
 *             plain lane: of each hand its lowest cards;   trump lane: the lowest cards with that sequence of owners.
 *         It never is 0, as no hand is empty.
 * owners  by lane 16 bits, two for each card in play from the best in the top bits: the seat that holds it.
 * mask    those of them that matter: an entry matches when (owners ^ other) & mask is 0.
 *
 * Transfer of points.  An entry proved for the cards `old` serves a position with the cards `now` of the same shape.  Hand
 * by hand and rank by rank the i-th card of one stands for the i-th card of the other, and only their points differ:
 *     at least:  value(now) >= bound(old) - sum of (old - now) over the cards where old is worth more,
 *     at most:   value(now) <= bound(old) + sum of (now - old) over the cards where now is worth more.
 * The run of top trumps that one side holds goes to that side however it is played, so that its points count in full.
 */
#ifndef HAKEM_COINCHE_TABLE_H
#define HAKEM_COINCHE_TABLE_H

#include "coinche_state.h"

typedef struct {
    uint64_t owners;
    uint64_t mask;
    coinche_cards cards; /* in play when it was proved */
    uint16_t bound;      /* points of the side on lead: bit 15 set: at least bits 0-14, else at most */
    uint16_t tops;       /* nibble by lane: how many top ranks matter */
} coinche_entry;

#define COINCHE_BLOCK_ENTRIES 4
#define COINCHE_BLOCK_BYTES (COINCHE_BLOCK_ENTRIES * sizeof(coinche_entry))
#define COINCHE_KEY_TRICKS 36
#define COINCHE_LOWER 0x8000u

static_assert(sizeof(coinche_entry) == 24, "an entry has 24 bytes");

/* ---- what points and a deal fix --------------------------------------------------------------------------------------- */

INLINE void coinche_bytes_fill(coinche_bytes *bytes)
{
    for (unsigned byte = 0; byte < 256; byte++) {
        int count = 0;
        bytes->top[byte][0] = 0;
        for (unsigned bit = 0x80; bit; bit >>= 1)
            if (byte & bit)
                bytes->top[byte][++count] = (uint8_t)bit;
        bytes->count[byte] = (uint8_t)count;
        for (int k = count + 1; k < 9; k++)
            bytes->top[byte][k] = bytes->top[byte][count];
    }
}

/* Tables of a scale.  gap[k][a][b]: what a is worth more than b, card by card from the lowest, where a card of a is worth
 * more than its counterpart; the pairs of subsets with equal numbers of cards are all that is ever asked for. */
COLD void coinche_points_fill(coinche_points *points, const coinche_scale *scale, const coinche_bytes *bytes)
{
    points->scale = *scale;
    for (int card = 0; card < 32; card++)
        points->card[card] = scale->lane_points[coinche_lane(card) == COINCHE_TRUMP_LANE][card & 7];
    uint8_t by_count[9][70];
    int subsets[9] = {0};
    for (unsigned byte = 0; byte < 256; byte++)
        by_count[bytes->count[byte]][subsets[bytes->count[byte]]++] = (uint8_t)byte;
    for (int kind = 0; kind < 2; kind++) {
        const uint8_t *worth = scale->lane_points[kind];
        points->gap[kind][0][0] = 0;
        for (int count = 1; count < 9; count++)
            for (int i = 0; i < subsets[count]; i++)
                for (int j = 0; j < subsets[count]; j++) {
                    unsigned a = by_count[count][i], b = by_count[count][j];
                    int more = worth[bits_first(a)] - worth[bits_first(b)];
                    points->gap[kind][a][b] =
                        (uint8_t)(points->gap[kind][a & (a - 1)][b & (b - 1)] + int_max(more, 0));
                }
    }
    for (unsigned byte = 0; byte < 256; byte++) {
        points->trumps[byte] = 0;
        for (unsigned rest = byte; rest; rest &= rest - 1)
            points->trumps[byte] = (uint16_t)(points->trumps[byte] + scale->lane_points[1][bits_first(rest)]);
    }
}

/* Tables of a deal: `hand` holds all cards of every position that is to be searched with them. */
COLD void coinche_deal_fill(coinche_deal *deal, const coinche_cards hand[4], int trump)
{
    for (int lane = 0; lane < 4; lane++) {
        uint8_t *shape = deal->shape[lane];
        uint16_t *owners = deal->owners[lane];
        for (int seat = 0; seat < 4; seat++)
            deal->own[lane][seat] = (uint8_t)coinche_byte(hand[seat], lane);
        shape[0] = 0;
        owners[0] = 0;
        for (int bit = 0; bit < 8; bit++) { /* subsets whose best card is `bit`, from those without it */
            int holder = 0;
            while (holder < 4 && !(deal->own[lane][holder] >> bit & 1))
                holder++;
            if (holder == 4)
                continue; /* a card of no hand is in no subset */
            unsigned own = deal->own[lane][holder], code = (unsigned)holder << 14;
            for (unsigned below = 0; below < 1u << bit; below++) {
                /* the holder's lowest card not yet placed; where the order counts, above all that are */
                unsigned taken = shape[below];
                if (trump && lane == COINCHE_TRUMP_LANE && taken)
                    taken = (2u << coinche_best(taken)) - 1;
                unsigned left = own & ~taken;
                shape[below | 1u << bit] = (uint8_t)(shape[below] | (left & (0 - left)));
                owners[below | 1u << bit] = (uint16_t)(owners[below] >> 2 | code);
            }
        }
    }
}

/* ---- asking and filing ------------------------------------------------------------------------------------------------ */

INLINE uint64_t coinche_key(const coinche_deal *deal, coinche_cards in_play, int leader, int n)
{
    uint32_t shape = deal->shape[0][coinche_byte(in_play, 0)] | (uint32_t)deal->shape[1][coinche_byte(in_play, 1)] << 8 |
                     (uint32_t)deal->shape[2][coinche_byte(in_play, 2)] << 16 |
                     (uint32_t)deal->shape[3][coinche_byte(in_play, 3)] << 24;
    return shape | (uint64_t)leader << 32 | (uint64_t)n << COINCHE_KEY_TRICKS;
}

INLINE uint64_t coinche_owners(const coinche_deal *deal, coinche_cards in_play)
{
    return (uint64_t)deal->owners[0][coinche_byte(in_play, 0)] | (uint64_t)deal->owners[1][coinche_byte(in_play, 1)] << 16 |
           (uint64_t)deal->owners[2][coinche_byte(in_play, 2)] << 32 | (uint64_t)deal->owners[3][coinche_byte(in_play, 3)] << 48;
}

/* The trumps that one side holds above all of the other's. */
INLINE unsigned coinche_top_run(unsigned own, unsigned other) { return other ? own & ~((2u << coinche_best(other)) - 1) : own; }

/* What has to be added to a bound proved with the cards `old` to get one with the cards `now`. */
INLINE int coinche_transfer(const coinche_points *points, const coinche_deal *deal, const coinche_bytes *bytes,
                            coinche_cards old, coinche_cards now, int lower, int leader, int trump)
{
    coinche_cards changed = old ^ now, more = lower ? old : now, less = lower ? now : old;
    int lost = 0;
    for (int lane = 0; lane < (trump ? COINCHE_TRUMP_LANE : 4); lane++) {
        if (!coinche_byte(changed, lane))
            continue;
        unsigned a = coinche_byte(more, lane), b = coinche_byte(less, lane);
        const uint8_t *own = deal->own[lane];
        lost += points->gap[0][a & own[0]][b & own[0]] + points->gap[0][a & own[1]][b & own[1]] +
                points->gap[0][a & own[2]][b & own[2]] + points->gap[0][a & own[3]][b & own[3]];
    }
    int shift = lower ? -lost : lost;
    if (trump && (changed & COINCHE_TRUMPS)) {
        const uint8_t *own = deal->own[COINCHE_TRUMP_LANE];
        unsigned before = coinche_byte(old, COINCHE_TRUMP_LANE), after = coinche_byte(now, COINCHE_TRUMP_LANE);
        unsigned ours = after & (own[leader] | own[(leader + 2) & 3]), theirs = after & ~ours;
        unsigned run = ours > theirs ? coinche_top_run(ours, theirs) : coinche_top_run(theirs, ours);
        unsigned lowest = bytes->top[before][bytes->count[run]], run_before = before & ~(lowest - 1);
        unsigned under = after ^ run, under_before = before ^ run_before;
        if (ours > theirs)
            shift += points->trumps[run] - points->trumps[run_before];
        shift += lower ? -points->gap[1][under_before][under] : points->gap[1][under][under_before];
    }
    return shift;
}

/* The relevant ranks of an entry, as cards of the position that it serves. */
INLINE coinche_cards coinche_ranks(const coinche_entry *entry, coinche_cards in_play, const coinche_bytes *bytes)
{
    unsigned tops = entry->tops;
    return bytes->top[coinche_byte(in_play, 0)][tops & 15] |
           (coinche_cards)bytes->top[coinche_byte(in_play, 1)][tops >> 4 & 15] << 8 |
           (coinche_cards)bytes->top[coinche_byte(in_play, 2)][tops >> 8 & 15] << 16 |
           (coinche_cards)bytes->top[coinche_byte(in_play, 3)][tops >> 12] << 24;
}

/* Ask the table; 1 when it decides the question of `node`. */
INLINE int coinche_lookup(const table *t, const coinche_points *points, const coinche_deal *deal, const coinche_bytes *bytes,
                          const coinche_node *node, int trump, unsigned on, coinche_proof *proof)
{
    const table_bucket *bucket = table_find(t, node->key);
    if (bucket->key != node->key)
        return 0;
    uint64_t owners = coinche_owners(deal, node->in_play);
    const coinche_entry *first = (const coinche_entry *)table_block(t, bucket->first);
    for (const coinche_entry *entry = first; entry < first + bucket->count; entry++) { /* the strongest first */
        int bound = entry->bound & (COINCHE_LOWER - 1), lower = entry->bound >= COINCHE_LOWER;
        coinche_cards changed = entry->cards ^ node->in_play;
        if ((entry->owners ^ owners) & entry->mask)
            continue;
        /* only the run of top trumps can make a bound stronger */
        if ((bound >= node->need) != lower && !(trump && changed & COINCHE_TRUMPS))
            continue;
        if (changed) {
            if (!(on & COINCHE_TRANSFER))
                continue;
            bound += coinche_transfer(points, deal, bytes, entry->cards, node->in_play, lower, node->leader, trump);
            if ((bound >= node->need) != lower)
                continue;
        }
        *proof = coinche_proved(bound, coinche_ranks(entry, node->in_play, bytes));
        return 1;
    }
    return 0;
}

/* The order of a bucket: lower bounds from the highest, then upper bounds from the lowest. */
INLINE int coinche_strength(const coinche_entry *entry)
{
    return entry->bound >= COINCHE_LOWER ? entry->bound : -entry->bound;
}

/* File what was proved about `node`. */
COLD void coinche_store(table *t, const coinche_deal *deal, const coinche_bytes *bytes, const coinche_node *node,
                        coinche_proof proof, int trump, unsigned on)
{
    coinche_entry entry = {coinche_owners(deal, node->in_play), 0, node->in_play, (uint16_t)proof.value, 0};
    if (proof.value >= node->need)
        entry.bound |= COINCHE_LOWER;
    for (int lane = 0; lane < (trump ? COINCHE_TRUMP_LANE : 4); lane++) {
        unsigned left = coinche_byte(node->in_play, lane);
        unsigned ranks = on & COINCHE_GENERAL ? coinche_byte(proof.ranks, lane) : left;
        if (!ranks)
            continue;
        unsigned tops = bytes->count[left >> coinche_worst(ranks)];
        entry.tops = (uint16_t)(entry.tops | tops << (4 * lane));
        entry.mask |= (uint64_t)(0xffffu << (16 - 2 * tops) & 0xffff) << (16 * lane);
    }
    table_bucket *bucket = table_find(t, node->key);
    if (!bucket->key)
        bucket = table_open_bucket(t, bucket, node->key);
    if (!bucket) {
        table_make_room(t);
        return;
    }
    table_leaf *leaf = &bucket->leaf;
    if (leaf->count == COINCHE_BLOCK_ENTRIES << leaf->capacity) {
        if (!table_leaf_grow(t, leaf)) {
            table_make_room(t);
            return;
        }
    }
    coinche_entry *first = (coinche_entry *)table_block(t, leaf->first);
    int place = leaf->count++;
    for (; place > 0 && coinche_strength(&first[place - 1]) <= coinche_strength(&entry); place--)
        first[place] = first[place - 1];
    first[place] = entry;
    t->stores++;
}

#endif
