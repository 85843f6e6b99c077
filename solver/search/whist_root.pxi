# The root of the whist search (whist.pxi includes this file): a loaded position with cards on its table, questions
# about it and about every card that can be played, and the Python class around them.

cimport cython

from .driver cimport narrow, raise_pending
from .limits_c cimport limits_begin


cdef struct Root:
    whist_search search
    whist_hands hands    # at the beginning of the trick in progress
    int leader           # of that trick
    int n                # tricks left, that one included
    int count            # cards on the table
    cards table[4]       # those cards in playing order
    bint trump
    cards candidate      # a card to put on the table before the question, 0 = none


cdef whist_proof root_proof(Root *root, int need, Kind kind) noexcept nogil:
    """Does the side of the trick's leader take `need` of the `n` tricks, after the cards on the table and `candidate`?"""
    cdef whist_trick trick
    cdef uint64_t shape = root.hands.shape
    cdef int trump = trump_of(kind), i, winner = 0, count = root.count + (root.candidate != 0)
    cdef cards card, best = 0
    if count == 0:
        return lead(&root.search, &root.hands, root.leader, root.n, need, kind)
    if need <= 0:
        return whist_proved(0, HOLDS)
    trick.theirs_need = whist_theirs_need(&root.search, root.leader, root.n, need, streak_of(&root.search, kind))
    if trick.theirs_need <= 0:
        return whist_proved(0, FAILS)
    trick.leader = root.leader
    trick.n = root.n
    trick.need = need
    trick.played = 0
    for i in range(4):
        trick.hand[i] = root.hands.hand[(root.leader + i) & 3]
    for i in range(count):
        card = root.table[i] if i < root.count else root.candidate
        if i == 3:
            return finish(&root.search, &trick, card, best, winner, whist_beating(best, trump), shape, kind)
        if i == 0:
            trick.lane = lane_of(card)
            best = card
        elif card & whist_beating(best, trump):
            best = card
            winner = i
        trick.hand[i] ^= card
        trick.played |= card
        shape -= whist_shape_unit(root.leader + i, card)
    if count == 1:
        return second(&root.search, &trick, best, shape, kind)
    if count == 2:
        return third(&root.search, &trick, best, winner, shape, kind)
    return fourth(&root.search, &trick, best, winner, shape, kind)


cdef whist_proof root_question(Root *root, int need) noexcept nogil:
    """`root_proof` by the copy of the search that fits."""
    if root.search.on == WHIST_ALL and root.search.streak_side < 0:
        if root.trump:
            return root_proof(root, need, <WithTrump>0)
        return root_proof(root, need, <NoTrump>0)
    if root.trump:
        return root_proof(root, need, <WithTrumpSwitched>0)
    return root_proof(root, need, <NoTrumpSwitched>0)


cdef int ask(void *root, int need) noexcept nogil:
    """`root_question` for `narrow`."""
    return <int>root_question(<Root *>root, need).verdict


cdef cards root_hand(const Root *root) noexcept nogil:
    """The hand to play."""
    return root.hands.hand[(root.leader + root.count) & 3]


cdef cards root_legal(const Root *root) noexcept nogil:
    """Its legal cards: follow suit, else anything."""
    cdef cards hand = root_hand(root)
    if root.count and hand & lane_of(root.table[0]):
        return hand & lane_of(root.table[0])
    return hand


cdef cards root_in_play(const Root *root) noexcept nogil:
    """Cards that can still matter: all hands and the best card on the table."""
    cdef cards in_play = 0, best = 0
    cdef int i
    for i in range(4):
        in_play |= root.hands.hand[i]
    for i in range(root.count):
        in_play ^= root.table[i]
        if best == 0 or root.table[i] & whist_beating(best, root.trump):
            best = root.table[i]
    return in_play | best


cdef void root_advance(Root *root, cards card) noexcept nogil:
    """Put a card on the table for good, and begin the next trick after the fourth."""
    cdef int i, winner = 0
    cdef cards best
    root.table[root.count] = card
    root.count += 1
    if root.count < 4:
        return
    best = root.table[0]
    for i in range(4):
        root.hands.hand[(root.leader + i) & 3] ^= root.table[i]
        root.hands.shape -= whist_shape_unit(root.leader + i, root.table[i])
        if i and root.table[i] & whist_beating(best, root.trump):
            best = root.table[i]
            winner = i
    root.leader = (root.leader + winner) & 3
    root.n -= 1
    root.count = 0


cdef bint root_cards(Root *root, int *value, cards *group, int *lower, int *upper, int *groups) noexcept nogil:
    """Bounds on the leader's side's tricks after each card that the hand to play may choose, one entry a group of touching
    cards (`group` holds its lowest card).  `value` is that of the position.  False when stopped.

    A proof about one card holds for every card of the suit that lies, as it does, below all ranks that mattered."""
    cdef cards hand = root_hand(root), legal = root_legal(root), in_play = root_in_play(root), rest, lane, ranks
    cdef int need, i, j, k = 0, step
    cdef bint maximising = root.count % 2 == 0, same
    cdef whist_proof proof
    rest = whist_groups(legal, in_play, root.search.on)
    while rest:
        group[k] = bits_lowest(rest)
        lower[k] = 0 if maximising else value[0]
        upper[k] = value[0] if maximising else root.n
        rest &= rest - 1
        k += 1
    groups[0] = k
    need = value[0] if maximising else value[0] + 1
    step = -1 if maximising else 1
    while 0 < need <= root.n:
        for i in range(k - 1, -1, -1):
            if not (lower[i] < need <= upper[i]):
                continue
            root.candidate = group[i]
            proof = root_question(root, need)
            root.candidate = 0
            if proof.verdict > HOLDS:
                return False
            lane = lane_of(group[i])
            ranks = proof.ranks & lane
            for j in range(k):
                same = j == i or (
                    group[j] & lane != 0
                    and ranks < group[i]
                    and ranks < group[j]
                    and (ranks == 0 or (ranks < whist_group_best(group[i], hand, in_play)
                                        and ranks < whist_group_best(group[j], hand, in_play)))
                )
                if not same:
                    continue
                if proof.verdict == HOLDS:
                    lower[j] = max(lower[j], need)
                else:
                    upper[j] = min(upper[j], need - 1)
        need += step
    return True


@cython.final
cdef class Engine:
    """One searcher's state: a transposition table, the tables of suit words, a loaded position.

    Cards are indices 0..51 (13 * suit + 0 for the ace ... 12 for the deuce), hands masks of such bits, seats 0..3 in
    playing order, strains 0..3 for the trump suit and 4 for none.  Tricks always count for the side of the LEADER OF THE
    TRICK in progress, over the tricks still to be completed.  Nothing is checked here: `solver.solve` is the gate.
    Not safe for two threads at once (`cancel` is).
    """

    cdef Root root
    cdef uint64_t deal[4]
    cdef int trump_suit
    cdef int two_on_top
    cdef bint loaded

    def __cinit__(self, *, size_t memory, unsigned switches=WHIST_ALL):
        self.two_on_top = -1
        if not whist_create(&self.root.search, memory, switches):
            raise MemoryError(f"no memory for a search table of {memory} bytes")

    def __dealloc__(self):
        whist_destroy(&self.root.search)

    def begin(self, *, nodes, double seconds, bint watch_signals):
        """Start counting: limits hold for all queries until the next call.  `nodes` may be None."""
        limits_begin(&self.root.search.limits, <uint64_t>-1 if nodes is None else <uint64_t>nodes, seconds, watch_signals)

    def load(self, hands, int leader, int strain, table, *, bint keep, int streak_side=-1,
             int streak_end=0, int two_on_top=-1):
        """Take a position: four masks of the hands at the beginning of the trick, and the indices on the table.
        With `keep` what is known stays if the cards are part of the deal loaded last with the same strain and streak.

        A streak (see `streak`) belongs to the seats of the parity `streak_side` and lasts until `streak_end` tricks are
        left; `narrow`, `holds`, `cards` and `line` are for positions without one.  `two_on_top`: the suit (0..3) whose
        best card the two of hearts is; it belongs to that suit then."""
        cdef uint64_t mask[4]
        cdef cards lanes[4]
        cdef cards deal[4]
        cdef bint same_owners = self.loaded
        cdef int seat
        if two_on_top >= 0 and self.two_on_top < 0 and not whist_suits_widen(&self.root.search.suits):
            raise MemoryError("no memory for suits of fourteen cards")
        for seat in range(4):
            mask[seat] = hands[seat]
            same_owners = same_owners and not mask[seat] & ~self.deal[seat]
            lanes[seat] = whist_lanes(mask[seat], strain, two_on_top)
        keep = (keep and self.two_on_top == two_on_top and self.root.search.streak_side == streak_side
                and self.root.search.streak_end == streak_end)
        same_owners = same_owners and self.two_on_top == two_on_top
        self.two_on_top = two_on_top
        self.root.search.streak_side = streak_side
        self.root.search.streak_end = streak_end
        if not (keep and same_owners and strain == self.trump_suit):
            for seat in range(4):
                if not same_owners:
                    self.deal[seat] = mask[seat]
                deal[seat] = whist_lanes(self.deal[seat], strain, two_on_top)  # all of it: it may come back with `keep`
            whist_load(&self.root.search, deal, strain, not same_owners)
            self.trump_suit = strain
            self.loaded = True
        for seat in range(4):
            self.root.hands.hand[seat] = lanes[seat]
        self.root.hands.shape = whist_shape(lanes)
        self.root.leader = leader
        self.root.n = bits_count(mask[0])
        self.root.trump = strain < 4
        self.root.candidate = 0
        self.root.count = 0
        for index in table:
            self.root.table[self.root.count] = whist_lanes(1ULL << <int>index, strain, two_on_top)
            self.root.count += 1

    def guess(self):
        """A first guess of the value."""
        return whist_first_guess(&self.root.hands, self.root.leader, self.root.n, self.root.trump)

    def narrow(self, int lower, int upper, int guess):
        """Narrow the bounds of the value as far as the limits allow: (lower, upper)."""
        with nogil:
            narrow(ask, &self.root, guess, &lower, &upper)
        raise_pending(&self.root.search.limits)
        return lower, upper

    def holds(self, int need):
        """Whether the leader's side takes `need` tricks: True, False or None when stopped."""
        cdef int verdict
        with nogil:
            verdict = ask(&self.root, need)
        raise_pending(&self.root.search.limits)
        return None if verdict > <int>HOLDS else verdict == <int>HOLDS

    def streak(self, int need):
        """Whether the streak's side wins every trick until `streak_end` are left, and `need` of all that are left now:
        True, False or None when stopped.  `need` is at most the tricks left, and at least those of the streak."""
        cdef int verdict
        cdef bint its_lead = (self.root.leader ^ self.root.search.streak_side) & 1 == 0
        self.root.search.streak_need = need
        with nogil:
            # Outside of the streak the other side is asked for what refutes it.
            if its_lead:
                verdict = ask(&self.root, need)
            elif self.root.n > self.root.search.streak_end:
                verdict = ask(&self.root, 1) ^ 1
            else:
                verdict = ask(&self.root, self.root.n - need + 1) ^ 1
        raise_pending(&self.root.search.limits)
        return None if verdict > <int>HOLDS else verdict == <int>HOLDS

    def cards(self, int value):
        """Every legal card as (index, lower, upper), given the exact value of the position."""
        cdef cards group[13]
        cdef int lower[13]
        cdef int upper[13]
        cdef int groups = 0, i
        cdef cards hand, in_play, members
        with nogil:
            root_cards(&self.root, &value, group, lower, upper, &groups)
        raise_pending(&self.root.search.limits)
        hand = root_hand(&self.root)
        in_play = root_in_play(&self.root)
        found = []
        for i in range(groups):
            members = group[i]
            if self.root.search.on & WHIST_TOUCHING:
                members = hand & lane_of(group[i]) & (2 * group[i] - 1) & ~(whist_group_best(group[i], hand, in_play) - 1)
            while members:
                found.append((self.index_of(bits_lowest(members)), lower[i], upper[i]))
                members &= members - 1
        found.sort()
        return found

    def line(self, int value):
        """Best play to the end, as indices, given the exact value of the position; shorter when stopped.  Each card is the
        cheapest that keeps the value.  The loaded position is used up."""
        cdef cards groups, card, best, rest
        cdef int need = value, leader
        cdef bint wanted
        cdef whist_proof proof
        played = []
        while self.root.n:
            leader = self.root.leader
            groups = whist_groups(root_legal(&self.root), root_in_play(&self.root), self.root.search.on)
            wanted = self.root.count % 2 == 0
            card = 0
            while groups:
                card = self.cheapest(groups)
                groups ^= card
                if not groups:
                    break  # the last one must keep the value, as no other did
                self.root.candidate = card
                with nogil:
                    proof = root_question(&self.root, need if wanted else need + 1)
                self.root.candidate = 0
                raise_pending(&self.root.search.limits)
                if proof.verdict > HOLDS:
                    return played
                if (proof.verdict == HOLDS) == wanted:
                    break
            played.append(self.index_of(card))
            root_advance(&self.root, card)
            if self.root.count == 0:
                if (self.root.leader ^ leader) & 1:
                    need = self.root.n - need
                else:
                    need -= 1
        return played

    cdef cards cheapest(self, cards groups):
        """The lowest card, of suits that tie the last in S H D C order."""
        cdef cards best = 0, card
        cdef int rank = -1, lane
        for lane in range(4):
            card = groups & lane_cards(lane)
            if not card:
                continue
            card = worst_of(card)
            if lane_rank(card) > rank or (lane_rank(card) == rank and self.index_of(card) > self.index_of(best)):
                rank = lane_rank(card)
                best = card
        return best

    cdef int index_of(self, cards card):
        """Index 0..51 of a card in lanes."""
        return whist_index(card, self.trump_suit, self.two_on_top)

    def cancel(self):
        """Stop the running query; safe from any thread."""
        self.root.search.limits.cancelled = 1

    @property
    def nodes(self):
        """Cards played since `begin`."""
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
        """Bytes that this engine can use at most."""
        return table_bytes(&self.root.search.table) + whist_fixed_bytes(&self.root.search)
