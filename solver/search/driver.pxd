# What every exact search shares above its recursion: the poll for limits and the zero-window driver.

cdef extern from "Python.h" nogil:
    # Declared here without Cython's automatic raising: see signal_pending.
    int PyErr_CheckSignals() noexcept
    void *PyErr_Occurred() noexcept

from .limits_c cimport (
    RUNNING,
    STOPPED_CANCEL,
    STOPPED_NODES,
    STOPPED_SECONDS,
    STOPPED_SIGNAL,
    limits,
    limits_clock,
    limits_schedule,
)


cdef inline bint signal_pending() noexcept with gil:
    """Run Python's signal handlers; whether one of them raised (Ctrl-C).  The exception stays set in this thread while the
    search unwinds, which touches no Python; `raise_pending` lets it go on its way at the root."""
    return PyErr_CheckSignals() != 0


cdef inline int raise_pending(const limits *l) except -1:
    """Raise what a signal handler raised during the search."""
    if l.reason == STOPPED_SIGNAL and PyErr_Occurred() != NULL:
        return -1
    return 0


cdef inline bint limits_poll(limits *l) noexcept nogil:
    """Whether the search must stop now; called when `limits_due`.  Takes the GIL at most every 50 ms, and only on Python's
    main thread, which alone receives signals."""
    cdef double now
    if l.reason != RUNNING:
        return True
    if l.nodes >= l.node_limit:
        l.reason = STOPPED_NODES
        return True
    if l.cancelled:
        l.reason = STOPPED_CANCEL
        return True
    now = limits_clock()
    if now >= l.deadline:
        l.reason = STOPPED_SECONDS
        return True
    if l.watch_signals and now >= l.next_signals:
        l.next_signals = now + 0.05
        if signal_pending():
            l.reason = STOPPED_SIGNAL
            return True
    limits_schedule(l)
    return False


# The answer to "at least `need`?": 0 no, 1 yes, anything else: stopped.
ctypedef int (*question)(void *searcher, int need) noexcept nogil


cdef inline bint narrow(question ask, void *searcher, int guess, int *lower, int *upper) noexcept nogil:
    """Ask zero-window questions until `lower == upper`, the first at `guess`, then one step at a time (a good guess is
    seldom wrong by two).  False when stopped: the bounds are then as good as what was proved."""
    cdef int need, verdict
    while lower[0] < upper[0]:
        need = min(max(guess, lower[0] + 1), upper[0])
        verdict = ask(searcher, need)
        if verdict == 1:
            lower[0] = need
            guess = need + 1
        elif verdict == 0:
            upper[0] = need - 1
            guess = need - 1
        else:
            return False
    return True


# A bound from "at least `need`?": a value of `need` or more is a lower bound, a smaller one an upper bound, and a negative
# one means that the search was stopped.
ctypedef int (*valuation)(void *searcher, int need) noexcept nogil


cdef inline bint narrow_wide(valuation ask, void *searcher, int guess, int *lower, int *upper) noexcept nogil:
    """`narrow` for values of a wide range, such as card points: the first question at `guess`, then steps that grow by half
    as long as they stay inside the bounds, then the middle.  Answers that say more than they were asked are taken at their
    word.  (Steps of 5 points and their growth were fitted to the nodes of Coinche deals.)"""
    cdef int need, value, step = 5
    while lower[0] < upper[0]:
        need = min(max(guess, lower[0] + 1), upper[0])
        value = ask(searcher, need)
        if value < 0:
            return False
        if value >= need:
            lower[0] = value
            guess = value + 1 + step
        else:
            upper[0] = value
            guess = value - step
        if upper[0] - lower[0] <= 3 or not lower[0] < guess <= upper[0]:
            guess = (lower[0] + upper[0] + 1) // 2
        step = step * 3 // 2
    return True
