/* Memory of a transposition table whose entries are filed under an exact key: a directory of buckets over an arena.
 *
 * A bucket is a contiguous run of 2^capacity blocks (four entries each), which moves to a run twice as long when it is
 * full; runs given up are kept by size for the next bucket.  Contiguous runs beat linked entries by far where many
 * positions share a key.  The directory is an open hash of exact 64-bit keys (a key is never 0), so that a hit is a proof
 * and never a likely match; it starts small and doubles.
 *
 * A game may split a big bucket: it then is a node with five children instead of entries, and what the children mean is
 * the game's business (whist_table.h).
 *
 *     bucket   [ key 64 ][ first 32 | count 16 | capacity 8 | best move 8 ]
 *     capacity bit 7 clear: log2 of the number of blocks;  bit 7 set: a node, bits 0-6 are the game's, `first` is the
 *              block that holds the children
 *
 * The arena is reserved at creation and its pages are touched only as they are needed: a searcher that solves endings
 * stays small.  When it is full `table_make_room` drops the buckets of the shortest endings, which are many and cheap to
 * find again, until half is free; nothing ever grows past the budget.  One table belongs to one searcher.
 */
#ifndef HAKEM_TABLE_H
#define HAKEM_TABLE_H

#include <stdlib.h>
#include <string.h>

#include "compiler.h"

#define TABLE_BLOCK_BYTES 128 /* of an ordinary table; whist has smaller blocks */
#define TABLE_MAX_CAPACITY 13
#define TABLE_CHILDREN 5
#define TABLE_NODE 0x80
#define TABLE_NO_MOVE 255
#define TABLE_MIN_BITS 10
#define TABLE_ALIGNMENT 64

typedef struct {
    uint32_t first;    /* index of the first block, 0 = none yet */
    uint16_t count;    /* entries */
    uint8_t capacity;  /* see the picture */
    uint8_t best_move; /* last move that reached its aim under this key, TABLE_NO_MOVE = none */
} table_leaf;

typedef struct {
    uint64_t key;
    union {
        table_leaf leaf;
        struct {
            uint32_t first;
            uint16_t count;
            uint8_t capacity;
            uint8_t best_move;
        };
    };
} table_bucket;

static_assert(sizeof(table_bucket) == 16, "four buckets a cache line");

typedef struct {
    char *blocks;                  /* block 0 is never handed out */
    size_t block_bytes;
    uint32_t blocks_used;          /* blocks ever handed out since the last clear */
    uint32_t blocks_max;
    uint32_t free_run[TABLE_MAX_CAPACITY + 2]; /* first free run of each size; its first word links on */
    table_bucket *directory;
    uint32_t keys;
    int directory_bits, directory_bits_max;
    int tricks_shift;              /* where in the key the tricks left are (4 bits); -1: the table is cleared when full */
    uint32_t blocks_peak;          /* high-water marks over the life of the table */
    uint32_t keys_peak;
    uint64_t stores, stores_at_room; /* entries filed since the last clear, and how many when room was made last */
    uint64_t clears;               /* times that it was full */
} table;

INLINE uint32_t table_slot(const table *t, uint64_t key)
{
    return (uint32_t)((key * 0x9e3779b97f4a7c15ULL) >> (64 - t->directory_bits));
}

/* The bucket of a key; its `key` is 0 when the key is not filed yet. */
INLINE table_bucket *table_find(const table *t, uint64_t key)
{
    uint32_t mask = (1u << t->directory_bits) - 1, slot = table_slot(t, key);
    while (t->directory[slot].key && t->directory[slot].key != key)
        slot = (slot + 1) & mask;
    return t->directory + slot;
}

INLINE void *table_block(const table *t, uint32_t index) { return t->blocks + (size_t)index * t->block_bytes; }

INLINE void table_prefetch(const table *t, uint64_t key) { PREFETCH(t->directory + table_slot(t, key)); }

/* ---- runs --------------------------------------------------------------------------------------------------------- */

INLINE void table_run_give(table *t, uint32_t run, int capacity)
{
    memcpy(table_block(t, run), &t->free_run[capacity], sizeof(uint32_t));
    t->free_run[capacity] = run;
}

INLINE uint32_t table_run_pop(table *t, int capacity)
{
    uint32_t run = t->free_run[capacity];
    if (run)
        memcpy(&t->free_run[capacity], table_block(t, run), sizeof(uint32_t));
    return run;
}

/* A run of 2^capacity blocks; 0 when the budget is used up. */
COLD uint32_t table_run_take(table *t, int capacity)
{
    uint32_t run = table_run_pop(t, capacity);
    if (run)
        return run;
    if (t->blocks_used + (1u << capacity) <= t->blocks_max) {
        run = t->blocks_used;
        t->blocks_used += 1u << capacity;
        return run;
    }
    for (int larger = capacity + 1; larger <= TABLE_MAX_CAPACITY; larger++) {
        run = table_run_pop(t, larger);
        if (!run)
            continue;
        while (larger-- > capacity) /* give back the upper halves */
            table_run_give(t, run + (1u << larger), larger);
        return run;
    }
    return 0;
}

/* The five children of a node. */
INLINE table_leaf *table_children(const table *t, const table_leaf *node)
{
    return (table_leaf *)table_block(t, node->first);
}

COLD uint32_t table_leaf_blocks(const table *t, const table_leaf *leaf)
{
    if (!(leaf->capacity & TABLE_NODE))
        return leaf->first ? 1u << leaf->capacity : 0;
    uint32_t blocks = 1;
    for (int child = 0; child < TABLE_CHILDREN; child++)
        blocks += table_leaf_blocks(t, table_children(t, leaf) + child);
    return blocks;
}

COLD void table_leaf_free(table *t, const table_leaf *leaf)
{
    if (leaf->capacity & TABLE_NODE) {
        for (int child = 0; child < TABLE_CHILDREN; child++)
            table_leaf_free(t, table_children(t, leaf) + child);
        table_run_give(t, leaf->first, 0);
    } else if (leaf->first) {
        table_run_give(t, leaf->first, leaf->capacity);
    }
}

/* Make room for one more entry in a leaf that is full or empty; 0 when there is no run. */
COLD int table_leaf_grow(table *t, table_leaf *leaf)
{
    if (!leaf->first) {
        leaf->first = table_run_take(t, 0);
        leaf->capacity = 0;
        leaf->count = 0;
        return leaf->first != 0;
    }
    if (leaf->capacity >= TABLE_MAX_CAPACITY)
        return 0;
    uint32_t run = table_run_take(t, leaf->capacity + 1);
    if (!run)
        return 0;
    memcpy(table_block(t, run), table_block(t, leaf->first), t->block_bytes << leaf->capacity);
    table_run_give(t, leaf->first, leaf->capacity);
    leaf->first = run;
    leaf->capacity++;
    return 1;
}

/* ---- the directory ------------------------------------------------------------------------------------------------ */

INLINE void table_note_peaks(table *t)
{
    if (t->blocks_used > t->blocks_peak)
        t->blocks_peak = t->blocks_used;
    if (t->keys > t->keys_peak)
        t->keys_peak = t->keys;
}

/* Forget everything; a directory that was far too large gets smaller. */
COLD void table_clear(table *t)
{
    table_note_peaks(t);
    if (t->directory_bits > TABLE_MIN_BITS && t->keys < (1u << t->directory_bits) / 8) {
        void *smaller = realloc(t->directory, sizeof(table_bucket) << (t->directory_bits - 1));
        if (smaller) {
            t->directory = (table_bucket *)smaller;
            t->directory_bits--;
        }
    }
    if (t->keys)
        memset(t->directory, 0, sizeof(table_bucket) << t->directory_bits);
    t->blocks_used = 1;
    t->keys = 0;
    t->stores = t->stores_at_room = 0; /* or the next search would depend on this one */
    memset(t->free_run, 0, sizeof t->free_run);
}

/* Rebuild the directory with twice as many slots; 0 without memory. */
COLD int table_rehash(table *t)
{
    table_bucket *old = t->directory, *end = old + ((size_t)1 << t->directory_bits);
    table_bucket *directory = (table_bucket *)calloc((size_t)2 << t->directory_bits, sizeof(table_bucket));
    if (!directory)
        return 0;
    t->directory = directory;
    t->directory_bits++;
    for (table_bucket *bucket = old; bucket < end; bucket++)
        if (bucket->key)
            *table_find(t, bucket->key) = *bucket;
    free(old);
    return 1;
}

/* Forget what has at most `tricks` tricks left, in place: later buckets of a chain close the gap that one leaves. */
COLD void table_drop(table *t, int tricks)
{
    uint32_t mask = (1u << t->directory_bits) - 1;
    for (uint32_t slot = 0; slot <= mask;) {
        if (!t->directory[slot].key || (int)(t->directory[slot].key >> t->tricks_shift & 15) > tricks) {
            slot++;
            continue;
        }
        table_leaf_free(t, &t->directory[slot].leaf);
        t->keys--;
        uint32_t gap = slot;
        for (uint32_t next = (gap + 1) & mask; t->directory[next].key; next = (next + 1) & mask)
            if (((next - table_slot(t, t->directory[next].key)) & mask) >= ((next - gap) & mask)) {
                t->directory[gap] = t->directory[next];
                gap = next;
            }
        t->directory[gap].key = 0; /* and look at `slot` again: it may hold another bucket now */
    }
}

/* The table is full: drop the shortest endings that hold half of it, or everything when that was done just now.
 * Pointers into the table are void afterwards. */
COLD void table_make_room(table *t)
{
    t->clears++;
    uint64_t since = t->stores - t->stores_at_room;
    t->stores_at_room = t->stores;
    if (t->tricks_shift >= 0 && since >= 20000) {
        uint64_t blocks[16] = {0}, all = 0, sum = 0;
        int tricks = 0;
        table_note_peaks(t);
        for (uint32_t slot = 0; slot < 1u << t->directory_bits; slot++)
            if (t->directory[slot].key) {
                uint32_t size = table_leaf_blocks(t, &t->directory[slot].leaf);
                blocks[t->directory[slot].key >> t->tricks_shift & 15] += size;
                all += size;
            }
        while (tricks < 14 && sum < all / 2)
            sum += blocks[++tricks];
        table_drop(t, tricks);
        return;
    }
    table_clear(t);
}

/* File a new key; its bucket, with room for an entry, or NULL when the table is full.  `bucket` is what table_find gave. */
COLD table_bucket *table_open_bucket(table *t, table_bucket *bucket, uint64_t key)
{
    if (t->keys >= 1u << t->directory_bits >> 1) {
        if (t->directory_bits >= t->directory_bits_max || !table_rehash(t))
            return NULL;
        bucket = table_find(t, key);
    }
    uint32_t run = table_run_take(t, 0);
    if (!run)
        return NULL;
    *bucket = (table_bucket){.key = key, .leaf = {run, 0, 0, TABLE_NO_MOVE}};
    t->keys++;
    return bucket;
}

/* ---- the whole table ---------------------------------------------------------------------------------------------- */

/* Bytes the table can use at most. */
INLINE size_t table_bytes(const table *t)
{
    return (size_t)t->blocks_max * t->block_bytes + (sizeof(table_bucket) << t->directory_bits_max) * 3 / 2;
}

INLINE void table_destroy(table *t)
{
    free(t->blocks);
    free(t->directory);
    memset(t, 0, sizeof *t);
}

/* Reserve a table of at most `budget` bytes with blocks of `block_bytes` (a multiple of 32); 0 when there is no memory or
 * the budget is under 128 KB.  `tricks_shift` as in the struct. */
INLINE int table_create(table *t, size_t budget, size_t block_bytes, int tricks_shift)
{
    memset(t, 0, sizeof *t);
    if (budget < 131072)
        return 0;
    t->block_bytes = block_bytes;
    t->tricks_shift = tricks_shift;
    t->directory_bits = t->directory_bits_max = TABLE_MIN_BITS;
    while (t->directory_bits_max < 26 && sizeof(table_bucket) << (t->directory_bits_max + 1) <= budget / 8)
        t->directory_bits_max++;
    /* While the directory doubles the old one is still there: half as much again. */
    size_t blocks = (budget - (sizeof(table_bucket) << t->directory_bits_max) * 3 / 2) / block_bytes;
    t->blocks_max = (uint32_t)(blocks < UINT32_MAX / 2 ? blocks : UINT32_MAX / 2);
    size_t bytes = ((size_t)t->blocks_max * block_bytes + TABLE_ALIGNMENT - 1) / TABLE_ALIGNMENT * TABLE_ALIGNMENT;
    t->blocks = (char *)aligned_alloc(TABLE_ALIGNMENT, bytes);
    t->directory = (table_bucket *)calloc((size_t)1 << TABLE_MIN_BITS, sizeof(table_bucket));
    if (!t->blocks || !t->directory) {
        table_destroy(t);
        return 0;
    }
    t->blocks_used = 1;
    return 1;
}

#endif
