/* Memory of a transposition table whose entries are filed under an exact key: a directory of buckets over an arena.
 *
 * A bucket is a contiguous run of 2^capacity blocks of 128 bytes (two cache lines; four entries of 32 bytes), which moves
 * to a run twice as long when it is full; runs given up are kept by size for the next bucket.  Contiguous runs beat
 * linked entries by far where many positions share a key.  The directory is an open hash of exact 64-bit keys (a key is
 * never 0), so that a hit is a proof, never a likely match.
 *
 * The arena is reserved at creation and its pages are touched only as they are needed: a searcher that solves endings
 * stays small.  Nothing is ever allocated later.  When a run or a slot is refused the owner makes room with `table_clear`.
 * No global state; one table belongs to one searcher.
 */
#ifndef HAKEM_TABLE_H
#define HAKEM_TABLE_H

#include <stdlib.h>
#include <string.h>

#include "compiler.h"

#define TABLE_BLOCK_BYTES 128
#define TABLE_MAX_CAPACITY 13
#define TABLE_NO_MOVE 255

typedef struct {
    uint64_t key;
    uint32_t first;    /* index of the first block, 0 = none yet */
    uint16_t count;    /* entries */
    uint8_t capacity;  /* log2 of the number of blocks */
    uint8_t best_move; /* last move that reached its aim under this key, TABLE_NO_MOVE = none */
} table_bucket;

static_assert(sizeof(table_bucket) == 16, "four buckets a cache line");

typedef struct {
    char *blocks;                  /* aligned to TABLE_BLOCK_BYTES; block 0 is never handed out */
    uint32_t blocks_used;          /* blocks ever handed out since the last clear */
    uint32_t blocks_max;
    uint32_t free_run[TABLE_MAX_CAPACITY + 2]; /* first free run of each size; its first word links on */
    table_bucket *directory;
    uint32_t *slots_used;          /* slots of the directory in use, in order of first use */
    uint32_t keys;
    int directory_bits;
    uint32_t blocks_peak;          /* high-water marks over the life of the table */
    uint32_t keys_peak;
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

INLINE void *table_block(const table *t, uint32_t index) { return t->blocks + (size_t)index * TABLE_BLOCK_BYTES; }

INLINE void table_prefetch(const table *t, uint64_t key) { PREFETCH(t->directory + table_slot(t, key)); }

/* A run of 2^capacity blocks; 0 when the budget is used up. */
COLD uint32_t table_run_take(table *t, int capacity)
{
    uint32_t run = t->free_run[capacity];
    if (run) {
        memcpy(&t->free_run[capacity], table_block(t, run), sizeof(uint32_t));
        return run;
    }
    if (t->blocks_used + (1u << capacity) >= t->blocks_max)
        return 0;
    run = t->blocks_used;
    t->blocks_used += 1u << capacity;
    return run;
}

COLD void table_run_give(table *t, uint32_t run, int capacity)
{
    memcpy(table_block(t, run), &t->free_run[capacity], sizeof(uint32_t));
    t->free_run[capacity] = run;
}

/* Forget everything. */
COLD void table_clear(table *t)
{
    if (t->blocks_used > t->blocks_peak)
        t->blocks_peak = t->blocks_used;
    if (t->keys > t->keys_peak)
        t->keys_peak = t->keys;
    if (t->keys < (1u << t->directory_bits) / 16)
        for (uint32_t i = 0; i < t->keys; i++)
            t->directory[t->slots_used[i]].key = 0;
    else
        memset(t->directory, 0, sizeof(table_bucket) << t->directory_bits);
    t->blocks_used = 1;
    t->keys = 0;
    memset(t->free_run, 0, sizeof t->free_run);
}

/* File a key that `table_find` did not know in the bucket that it returned; 0 when directory or arena are full. */
COLD int table_open(table *t, table_bucket *bucket, uint64_t key)
{
    if (t->keys >= (3u << t->directory_bits) / 4)
        return 0;
    uint32_t run = table_run_take(t, 0);
    if (!run)
        return 0;
    *bucket = (table_bucket){key, run, 0, 0, TABLE_NO_MOVE};
    t->slots_used[t->keys++] = (uint32_t)(bucket - t->directory);
    return 1;
}

/* Move a full bucket to a run twice as long; 0 when there is none. */
COLD int table_grow(table *t, table_bucket *bucket)
{
    if (bucket->capacity >= TABLE_MAX_CAPACITY)
        return 0;
    uint32_t run = table_run_take(t, bucket->capacity + 1);
    if (!run)
        return 0;
    memcpy(table_block(t, run), table_block(t, bucket->first), (size_t)TABLE_BLOCK_BYTES << bucket->capacity);
    table_run_give(t, bucket->first, bucket->capacity);
    bucket->first = run;
    bucket->capacity++;
    return 1;
}

/* Bytes the table can use at most. */
INLINE size_t table_bytes(const table *t)
{
    return (size_t)t->blocks_max * TABLE_BLOCK_BYTES + ((sizeof(table_bucket) + sizeof(uint32_t)) << t->directory_bits);
}

INLINE void table_destroy(table *t)
{
    free(t->blocks);
    free(t->directory);
    free(t->slots_used);
    memset(t, 0, sizeof *t);
}

/* Reserve a table of at most `budget` bytes; 0 when there is no memory (or the budget is under 64 KB). */
INLINE int table_create(table *t, size_t budget)
{
    memset(t, 0, sizeof *t);
    t->directory_bits = 17;
    while (t->directory_bits > 8 && ((sizeof(table_bucket) + sizeof(uint32_t)) << t->directory_bits) > budget / 4)
        t->directory_bits--;
    size_t directory = (sizeof(table_bucket) + sizeof(uint32_t)) << t->directory_bits;
    if (budget < 65536 || budget < directory)
        return 0;
    size_t blocks = (budget - directory) / TABLE_BLOCK_BYTES;
    t->blocks_max = (uint32_t)(blocks < UINT32_MAX / 2 ? blocks : UINT32_MAX / 2);
    t->blocks = (char *)aligned_alloc(TABLE_BLOCK_BYTES, (size_t)t->blocks_max * TABLE_BLOCK_BYTES);
    t->directory = (table_bucket *)calloc((size_t)1 << t->directory_bits, sizeof(table_bucket));
    t->slots_used = (uint32_t *)malloc(sizeof(uint32_t) << t->directory_bits);
    if (!t->blocks || !t->directory || !t->slots_used) {
        table_destroy(t);
        return 0;
    }
    t->blocks_used = 1;
    return 1;
}

#endif
