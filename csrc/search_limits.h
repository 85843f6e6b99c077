/* Counters and stop conditions of one search, the same for every game.
 *
 * The search asks `limits_due()` at each trick boundary: one comparison.  Only when it says yes does the slow poll run
 * (solver/search/driver.pxd), which reads the clock, the cancel flag and Python's signals.  Node counts decide when it is
 * due, so the same query with the same node limit stops at the same place on every machine.
 */
#ifndef HAKEM_SEARCH_LIMITS_H
#define HAKEM_SEARCH_LIMITS_H

#include <time.h>

#include "compiler.h"

#define LIMITS_POLL_NODES 16384 /* about a millisecond of search */

enum limits_reason { RUNNING = 0, STOPPED_SECONDS, STOPPED_NODES, STOPPED_CANCEL, STOPPED_SIGNAL };

typedef struct {
    uint64_t nodes;         /* cards played, second to fourth hand of a trick */
    uint64_t trick_nodes;   /* trick boundaries visited */
    uint64_t check_at;      /* value of `nodes` at which the next poll is due */
    uint64_t node_limit;    /* UINT64_MAX = none */
    double deadline;        /* on limits_clock(); infinity = none */
    double next_signals;    /* when Python's signal handlers are asked again */
    volatile int cancelled; /* set from any thread */
    int watch_signals;      /* the query runs on Python's main thread */
    int reason;             /* enum limits_reason; once not RUNNING the search unwinds */
} limits;

/* Seconds on a clock that never goes back. */
INLINE double limits_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

INLINE int limits_due(const limits *l) { return UNLIKELY(l->nodes >= l->check_at) != 0; }

INLINE void limits_schedule(limits *l)
{
    uint64_t next = l->nodes + LIMITS_POLL_NODES;
    l->check_at = next < l->node_limit ? next : l->node_limit;
}

/* Begin a query: counters at zero. */
INLINE void limits_begin(limits *l, uint64_t node_limit, double seconds, int watch_signals)
{
    double now = limits_clock();
    l->nodes = 0;
    l->trick_nodes = 0;
    l->node_limit = node_limit;
    l->deadline = now + seconds;
    l->next_signals = now + 0.05;
    l->cancelled = 0;
    l->watch_signals = watch_signals;
    l->reason = RUNNING;
    limits_schedule(l);
}

#endif
