# cython: language_level=3
"""The exact search of Dehla Pakad endings with three packs and six players.

Two functions call each other: lead -> reply (second to sixth hand) -> lead.  Each answers "do the seats 0, 2 and 4 take at
least `need` of the units still to come?" (csrc/dehla_six.h); every hand returns with the first card that gives its side the
verdict it wants.  What is proved at a trick boundary is remembered under an exact key.  A verdict above HOLDS means that the
search was stopped, and is returned at once.
"""

cimport cython
from libc.stdint cimport uint8_t, uint64_t

from .dehla_six_c cimport *
from .driver cimport limits_poll, narrow, raise_pending
from .limits_c cimport limits_begin, limits_due


cdef int lead(six_search *s, six_cards left, int leader, int trump, int need) noexcept nogil:
    """A trick boundary, `leader` to play the first of the cards `left`."""
    cdef int aim = (leader & 1) ^ 1, tricks = bits_count(left) // SIX_SEATS, to_come, card, verdict, remembered = SIX_NO_CARD
    cdef const six_entry *known
    cdef six_choices moves
    cdef six_trick trick
    cdef six_cards hand

    # Step 1. Questions that need no look at the cards; limits.
    s.limits.trick_nodes += 1
    if need <= 0:
        return SIX_HOLDS
    to_come = six_to_come(s, left, tricks)
    if need > to_come:
        return SIX_FAILS
    if limits_due(&s.limits) and limits_poll(&s.limits):
        return SIX_STOPPED

    # Step 2. What is remembered, of all hands of the same standing together.
    if s.on & SIX_SAME and tricks > 1:
        left = six_same(s, left)
    if s.on & SIX_TABLE and tricks > 1:
        known = six_find(s, left, leader, trump)
        if known != NULL:
            if known.lower >= need:
                return SIX_HOLDS
            if known.upper < need:
                return SIX_FAILS
            remembered = known.move

    # Step 3. Try the cards.
    hand = s.owned[leader] & left
    six_leads(s, left, leader, trump, six_groups(s, hand, left ^ hand, s.on), remembered, &moves)
    remembered = SIX_NO_CARD
    verdict = aim ^ 1
    while True:
        card = six_take(&moves)
        if card < 0:
            break
        trick = six_led(s, left, leader, trump, card)
        verdict = reply(s, &trick, 1, need)
        if verdict == aim:
            remembered = card
            break
        if verdict > SIX_HOLDS:
            return verdict

    # Step 4. Remember.
    if s.on & SIX_TABLE and tricks > 1:
        six_store(s, left, leader, trump, tricks, need, verdict == SIX_HOLDS, to_come, remembered)
    return verdict


cdef int reply(six_search *s, const six_trick *trick, int turn, int need) noexcept nogil:
    """The hand of turn 1 to 5 to play; the trick is complete after turn 5."""
    cdef int seat = (trick.leader + turn) % SIX_SEATS, aim = (seat & 1) ^ 1, card, verdict
    cdef six_cards choice
    cdef six_choices moves
    cdef six_trick after
    if turn == SIX_SEATS:
        return lead(s, trick.left, trick.winner, trick.trump, need - six_taken(s, trick))
    s.limits.nodes += 1
    choice = six_legal(s, trick, seat)
    six_replies(s, trick, turn, six_groups(s, choice, (trick.left & ~s.owned[seat]) | six_bit(trick.best), s.on), &moves)
    while True:
        card = six_take(&moves)
        if card < 0:
            return aim ^ 1
        after = six_played(s, trick, seat, card)
        verdict = reply(s, &after, turn + 1, need)
        if verdict == aim or verdict > SIX_HOLDS:
            return verdict


# ---- the root ---------------------------------------------------------------------------------------------------------

cdef struct Root:
    six_search search
    six_cards left     # in the hands, before the cards on the table were played
    int leader
    int trump          # at the beginning of the trick
    int count          # cards on the table
    int table[5]


cdef bint root_trick(const Root *root, six_trick *trick) noexcept nogil:
    """The trick in progress after the cards on the table; False between two tricks."""
    cdef int i
    if root.count == 0:
        return False
    trick[0] = six_led(&root.search, root.left, root.leader, root.trump, root.table[0])
    for i in range(1, root.count):
        trick[0] = six_played(&root.search, trick, (root.leader + i) % SIX_SEATS, root.table[i])
    return True


cdef int root_ask(void *pointer, int need) noexcept nogil:
    """Do the seats 0, 2 and 4 take `need` more, what is on the table included?"""
    cdef Root *root = <Root *>pointer
    cdef six_trick trick
    if root_trick(root, &trick):
        return reply(&root.search, &trick, root.count, need)
    return lead(&root.search, root.left, root.leader, root.trump, need)


cdef int root_ask_after(Root *root, int card, int need) noexcept nogil:
    """The same after `card` of the hand to play."""
    cdef six_trick trick
    if root_trick(root, &trick):
        trick = six_played(&root.search, &trick, (root.leader + root.count) % SIX_SEATS, card)
    else:
        trick = six_led(&root.search, root.left, root.leader, root.trump, card)
    return reply(&root.search, &trick, root.count + 1, need)


cdef six_cards root_legal(const Root *root) noexcept nogil:
    """The cards that the hand to play may choose."""
    cdef six_trick trick
    if root_trick(root, &trick):
        return six_legal(&root.search, &trick, (root.leader + root.count) % SIX_SEATS)
    return root.search.owned[root.leader] & root.left


cdef int root_advance(Root *root, int card) noexcept nogil:
    """Put a card on the table for good, and begin the next trick after the sixth; what seats 0, 2 and 4 take with it."""
    cdef six_trick trick
    cdef bint begun = root_trick(root, &trick)
    if begun:
        trick = six_played(&root.search, &trick, (root.leader + root.count) % SIX_SEATS, card)
    if root.count < SIX_SEATS - 1:
        root.table[root.count] = card
        root.count += 1
        return 0
    root.left = trick.left
    root.leader = trick.winner
    root.trump = trick.trump
    root.count = 0
    return six_taken(&root.search, &trick)


cdef bint root_card(Root *root, int card, int lower, int upper, int guess, int *low, int *high) noexcept nogil:
    """Narrow the bounds of the value after `card`, which lies between `lower` and `upper`; False when stopped."""
    cdef int need, verdict
    low[0] = lower
    high[0] = upper
    while low[0] < high[0]:
        need = min(max(guess, low[0] + 1), high[0])
        verdict = root_ask_after(root, card, need)
        if verdict == SIX_HOLDS:
            low[0] = need
            guess = need + 1
        elif verdict == SIX_FAILS:
            high[0] = need - 1
            guess = need - 1
        else:
            return False
    return True


@cython.final
cdef class Engine:
    """One searcher's state: a transposition table and a loaded position.

    Cards are indices 0..51 (13 * suit + 0 for the ace ... 12 for the two), and may come up to three times.  Seats are 0..5 in
    playing order, trumps 0..3 or 4 for one that is not fixed yet.  Amounts are units still to be taken by the seats 0, 2 and
    4.  Nothing is checked here: `solver.six` is the gate.  Not safe for two threads at once (`cancel` is).
    """

    cdef Root root
    cdef uint8_t index[60]
    cdef int total

    def __cinit__(self, *, size_t memory, unsigned switches=SIX_ALL):
        if not six_create(&self.root.search, memory, switches):
            raise MemoryError(f"no memory for a search table of {memory} bytes")

    def __dealloc__(self):
        six_destroy(&self.root.search)

    def begin(self, *, nodes, double seconds, bint watch_signals):
        """Start counting: limits hold for all queries until the next call.  `nodes` may be None."""
        limits_begin(&self.root.search.limits, <uint64_t>-1 if nodes is None else <uint64_t>nodes, seconds, watch_signals)

    def load(self, hands, int leader, int trump, table, *, int each, int ten):
        """Take a position: six lists of card indices, the hands at the beginning of the trick in progress, at most ten cards
        each; the trump as that trick found it; the indices on the table; the units of a trick and of a ten."""
        cdef uint8_t owner[60]
        cdef int count = 0, seat, bit, index
        for index, seat in sorted((index, seat) for seat in range(SIX_SEATS) for index in hands[seat]):
            self.index[count] = index
            owner[count] = seat
            count += 1
        six_load(&self.root.search, self.index, owner, count, each, ten)
        self.root.left = (1ULL << count) - 1
        self.root.leader = leader
        self.root.trump = trump
        self.root.count = 0
        self.total = each * (count // SIX_SEATS) + ten * sum(self.index[bit] % 13 == 4 for bit in range(count))
        for index in table:
            seat = (leader + self.root.count) % SIX_SEATS
            bit = 0
            while self.index[bit] != index or owner[bit] != seat:
                bit += 1
            self.root.table[self.root.count] = bit
            self.root.count += 1

    def narrow(self, int lower, int upper, int guess):
        """Narrow the bounds of the value as far as the limits allow: (lower, upper)."""
        with nogil:
            narrow(root_ask, &self.root, guess, &lower, &upper)
        raise_pending(&self.root.search.limits)
        return lower, upper

    def holds(self, int need):
        """Whether seats 0, 2 and 4 take `need` more: True, False or None when stopped."""
        cdef int verdict
        with nogil:
            verdict = root_ask(&self.root, need)
        raise_pending(&self.root.search.limits)
        return None if verdict > SIX_HOLDS else verdict == SIX_HOLDS

    def cards(self, int value):
        """Every legal card as (index, lower, upper), copies once, given the exact value of the position."""
        cdef six_cards legal = root_legal(&self.root), rest = legal
        cdef int bit, low = 0, high = 0
        cdef bint ours = ((self.root.leader + self.root.count) & 1) == 0, going = True
        found = []
        while rest:
            bit = bits_first(rest)
            rest &= ~self.root.search.equal[bit]
            low = 0 if ours else value
            high = value if ours else self.total
            if going:
                with nogil:
                    going = root_card(&self.root, bit, low, high, value if ours else value + 1, &low, &high)
                raise_pending(&self.root.search.limits)
            found.append((self.index[bit], low, high))
        return found

    def line(self, int value):
        """Best play to the end, as indices, given the exact value of the position; shorter when stopped.  Each card is the
        cheapest that keeps the value.  The loaded position is used up."""
        cdef six_cards rest
        cdef int bit, verdict, need = value, chosen
        cdef bint ours
        played = []
        while self.root.left:
            rest = root_legal(&self.root)
            ours = ((self.root.leader + self.root.count) & 1) == 0
            cards = {}
            while rest:
                bit = bits_first(rest)
                rest &= ~self.root.search.equal[bit]
                cards[bit] = (self.index[bit] % 13, self.index[bit])
            order = sorted(cards, key=cards.get, reverse=True)
            chosen = order[len(order) - 1]  # if none before it keeps the value, this one does
            for bit in order[:len(order) - 1]:
                with nogil:
                    verdict = root_ask_after(&self.root, bit, need if ours else need + 1)
                raise_pending(&self.root.search.limits)
                if verdict > SIX_HOLDS:
                    return played
                if (verdict == SIX_HOLDS) == ours:
                    chosen = bit
                    break
            played.append(self.index[chosen])
            need -= root_advance(&self.root, chosen)
        return played

    def cancel(self):
        """Stop the running query; safe from any thread."""
        self.root.search.limits.cancelled = 1

    @property
    def nodes(self):
        """Cards played since `begin`, by the second to sixth hand."""
        return self.root.search.limits.nodes

    @property
    def trick_nodes(self):
        """Trick boundaries visited since `begin`."""
        return self.root.search.limits.trick_nodes

    @property
    def stopped(self):
        """Why the query was stopped: 'seconds', 'nodes', 'cancelled' or 'signal'; None while it was not."""
        return (None, "seconds", "nodes", "cancelled", "signal")[self.root.search.limits.reason]

    @property
    def memory(self):
        """Bytes that this engine uses."""
        return self.root.search.bytes
