# The limits of a search (csrc/search_limits.h), for every game's module.

from libc.stdint cimport uint64_t

cdef extern from "search_limits.h" nogil:
    enum limits_reason:
        RUNNING
        STOPPED_SECONDS
        STOPPED_NODES
        STOPPED_CANCEL
        STOPPED_SIGNAL

    ctypedef struct limits:
        uint64_t nodes
        uint64_t trick_nodes
        uint64_t node_limit
        double deadline
        double next_signals
        int cancelled
        int watch_signals
        int reason

    double limits_clock()
    bint limits_due(const limits *l)
    void limits_schedule(limits *l)
    void limits_begin(limits *l, uint64_t node_limit, double seconds, bint watch_signals)
