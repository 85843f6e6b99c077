# The root of the Double Sir search (double_sir.pxi includes this file): a loaded position with cards on its table, questions
# about it and about every card that can be played, and the Python class around them.

cimport cython

from .driver cimport narrow_wide, raise_pending
from .limits_c cimport limits_begin


cdef struct Root:
    sir_search search
    whist_hands hands    # at the beginning of the trick in progress
    int leader           # of that trick
    int n                # tricks left, that one included
    int pile             # tricks in the middle, and how the run stands, at the beginning of that trick
    int run
    int count            # cards on the table
    cards table[4]       # those cards in playing order
    bint ace_rule
    cards candidate      # a card to put on the table before the question, 0 = none


cdef void root_trick(const Root *root, int need, sir_trick *trick) noexcept nogil:
    """The trick in progress before its first card."""
    cdef int seat
    for seat in range(4):
        trick.hand[seat] = root.hands.hand[seat]
    trick.leader = root.leader
    trick.n = root.n
    trick.need = need
    trick.pile = root.pile
    trick.run = root.run


cdef sir_proof root_proof(Root *root, int need, Kind kind) noexcept nogil:
    """Do the seats 0 and 2 collect `need` more, after the cards on the table and `candidate`?"""
    cdef sir_trick trick
    cdef uint64_t shape = root.hands.shape
    cdef int i, seat, winner = root.leader, count = root.count + (root.candidate != 0)
    cdef cards card, best = 0, played = 0
    cdef sir_proof proof
    if count == 0:
        return lead(&root.search, &root.hands, root.leader, root.n, need, root.pile, root.run, kind)
    if sir_trivial(need, root.pile, root.n, &proof):
        return proof
    root_trick(root, need, &trick)
    for i in range(count):
        card = root.table[i] if i < root.count else root.candidate
        seat = (root.leader + i) & 3
        if i == 0:
            trick.lane = lane_of(card)
            best = card
        elif card & sir_beating(best, root.search.trumps):
            best = card
            winner = seat
        trick.hand[seat] ^= card
        played |= card
        shape -= whist_shape_unit(seat, card)
    if count == 4:
        return finish(&root.search, &trick, best, winner, played, shape, kind)
    return reply(&root.search, &trick, count, best, winner, played, shape, kind)


cdef sir_proof root_question(Root *root, int need) noexcept nogil:
    """`root_proof` by the copy of the search that fits."""
    if root.search.on == SIR_ALL:
        if root.ace_rule:
            return root_proof(root, need, <AceRule>0)
        return root_proof(root, need, <AnyCard>0)
    if root.ace_rule:
        return root_proof(root, need, <AceRuleSwitched>0)
    return root_proof(root, need, <AnyCardSwitched>0)


cdef int ask(void *root, int need) noexcept nogil:
    """`root_question` for `narrow_wide`: at least `need`, or at most one less; negative when stopped."""
    cdef sir_proof proof = root_question(<Root *>root, need)
    return -1 if proof.verdict > HOLDS else root_value(<Root *>root, proof)


cdef int root_value(const Root *root, sir_proof proof) noexcept nogil:
    """What a proof says about the seats 0 and 2: at least that where it holds, at most where it fails."""
    cdef int collected = sir_collected(proof, root.pile)
    return collected if proof.verdict == HOLDS else root.pile + root.n - collected


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
        if best == 0 or root.table[i] & sir_beating(best, root.search.trumps):
            best = root.table[i]
    return in_play | best


cdef int root_advance(Root *root, cards card, int need) noexcept nogil:
    """Put a card on the table for good, and begin the next trick after the fourth.  What seats 0 and 2 then need, of
    `need` before."""
    cdef int i, winner = root.leader
    cdef cards best, played = 0
    cdef uint64_t shape = root.hands.shape
    cdef sir_trick trick
    cdef sir_next following
    root.table[root.count] = card
    root.count += 1
    if root.count < 4:
        return need
    root_trick(root, need, &trick)
    best = root.table[0]
    for i in range(4):
        trick.hand[(root.leader + i) & 3] ^= root.table[i]
        shape -= whist_shape_unit(root.leader + i, root.table[i])
        played |= root.table[i]
        if i and root.table[i] & sir_beating(best, root.search.trumps):
            best = root.table[i]
            winner = (root.leader + i) & 3
    following = sir_trick_end(&root.search.rules, &trick, best, winner, played, shape, root.ace_rule)
    root.hands = following.hands
    root.leader = following.leader
    root.n = following.n
    root.pile = following.pile
    root.run = following.run
    root.count = 0
    return following.need


cdef bint root_cards(Root *root, int value, cards *group, int *lower, int *upper, int *groups) noexcept nogil:
    """Bounds on what seats 0 and 2 collect after each card that the hand to play may choose, one entry a group of touching
    cards (`group` holds its lowest card).  `value` is that of the position.  False when stopped.

    A proof about one card holds for every card of the suit that lies, as it does, below all ranks that mattered."""
    cdef cards hand = root_hand(root), legal = root_legal(root), in_play = root_in_play(root), rest, lane, ranks
    cdef int need, i, j, k = 0, step, total = root.pile + root.n
    cdef bint maximising = ((root.leader + root.count) & 1) == 0, same
    cdef sir_proof proof
    rest = sir_groups(legal, in_play, root.ace_rule, root.search.on)
    while rest:
        group[k] = bits_lowest(rest)
        lower[k] = 0 if maximising else value
        upper[k] = value if maximising else total
        rest &= rest - 1
        k += 1
    groups[0] = k
    need = value if maximising else value + 1
    step = -1 if maximising else 1
    while 0 < need <= total:
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
                    lower[j] = max(lower[j], root_value(root, proof))
                else:
                    upper[j] = min(upper[j], root_value(root, proof))
        need += step
    return True


@cython.final
cdef class Engine:
    """One searcher's state: a transposition table and a loaded position.

    Cards are indices 0..51 (13 * suit + 0 for the ace ... 12 for the deuce), hands masks of such bits, seats 0..3 in
    playing order, strains 0..3 for the trump suit and 4 for none.  Amounts are tricks still to be collected by the seats 0
    and 2, the pile included.  Nothing is checked here: `solver.solve` is the gate.  Not safe for two threads at once
    (`cancel` is).
    """

    cdef Root root
    cdef uint64_t deal[4]
    cdef int trump_suit
    cdef bint loaded
    cdef tuple court
    cdef int two_on_top

    def __cinit__(self, *, size_t memory, unsigned switches=SIR_ALL):
        if not sir_create(&self.root.search, memory, switches):
            raise MemoryError(f"no memory for a search table of {memory} bytes")
        self.court = (0, 0, 0, 0)
        self.two_on_top = -1

    def __dealloc__(self):
        sir_destroy(&self.root.search)

    def begin(self, *, nodes, double seconds, bint watch_signals):
        """Start counting: limits hold for all queries until the next call.  `nodes` may be None."""
        limits_begin(&self.root.search.limits, <uint64_t>-1 if nodes is None else <uint64_t>nodes, seconds, watch_signals)

    def rules(self, *, bint ace_rule, bint restart, bint team):
        """Choose the rules of the positions loaded from now on."""
        if (ace_rule, restart, team) != (self.root.ace_rule, self.root.search.rules.restart, self.root.search.rules.team):
            self.loaded = False
        self.root.ace_rule = ace_rule
        self.root.search.rules.restart = restart
        self.root.search.rules.team = team

    def load(self, hands, int leader, int strain, table, *, int pile, int run, bint blocked, bint keep, int court=0,
             int rest=0, int safe=0, int stop=0, int spare=0, int two_on_top=-1):
        """Take a position: four masks of the hands at the beginning of the trick, the indices on the table, and the pile and
        the run (0 none, 1 a win that counts, 2 one with an ace) as that trick found them; `blocked`: its win counts for
        nobody.  `court` 1 or 2: questions are about the court of seats 0 and 2, or 1 and 3, and a pick-up of the others takes
        all that is left (only for `holds`), but not once its side needs no more than `safe`; with `stop` its own pick-up loses
        before the last trick if it leaves 1 to `stop` to need.  `spare` is then what may be missed of all that is to come.
        `rest` 1 or 2: what the last trick leaves counts for seats 0 and 2, or 1 and 3; 0: for its winner.  `two_on_top`: the
        suit (0..3) whose best card the two of hearts is; it belongs to that suit then (not under the ace rule).  With `keep`
        what is known stays if the cards are part of the deal loaded last with the same strain."""
        cdef uint64_t mask[4]
        cdef cards lanes[4]
        cdef bint same = self.loaded and keep and strain == self.trump_suit
        cdef int seat
        if two_on_top >= 0 and self.two_on_top < 0 and not whist_suits_widen(&self.root.search.suits):
            raise MemoryError("no memory for suits of fourteen cards")
        for seat in range(4):
            mask[seat] = hands[seat]
            same = same and not mask[seat] & ~self.deal[seat]
            lanes[seat] = whist_lanes(mask[seat], strain, two_on_top)
        same = same and two_on_top == self.two_on_top
        self.two_on_top = two_on_top
        same = same and (court, safe, stop, spare) == self.court
        self.court = (court, safe, stop, spare)
        self.root.search.rules.court = court
        self.root.search.rules.safe = safe
        self.root.search.rules.stop = stop
        self.root.search.rules.rest = rest
        if not same:
            sir_load(&self.root.search, lanes, strain)
            for seat in range(4):
                self.deal[seat] = mask[seat]
            self.trump_suit = strain
            self.loaded = True
        for seat in range(4):
            self.root.hands.hand[seat] = lanes[seat]
        self.root.hands.shape = whist_shape(lanes)
        self.root.leader = leader
        self.root.n = bits_count(mask[0])
        self.root.pile = pile
        self.root.run = run
        self.root.search.rules.blocked_n = self.root.n if blocked else 0
        self.root.candidate = 0
        self.root.count = 0
        for index in table:
            self.root.table[self.root.count] = whist_lanes(1ULL << <int>index, strain, two_on_top)
            self.root.count += 1

    def narrow(self, int lower, int upper, int guess):
        """Narrow the bounds of the value as far as the limits allow: (lower, upper)."""
        with nogil:
            narrow_wide(ask, &self.root, guess, &lower, &upper)
        raise_pending(&self.root.search.limits)
        return lower, upper

    def holds(self, int need):
        """Whether seats 0 and 2 collect `need` more: True, False or None when stopped."""
        cdef int found
        with nogil:
            found = ask(&self.root, need)
        raise_pending(&self.root.search.limits)
        return None if found < 0 else found >= need

    def cards(self, int value):
        """Every legal card as (index, lower, upper), given the exact value of the position."""
        cdef cards group[13]
        cdef int lower[13]
        cdef int upper[13]
        cdef int groups = 0, i
        cdef cards hand, in_play, members
        with nogil:
            root_cards(&self.root, value, group, lower, upper, &groups)
        raise_pending(&self.root.search.limits)
        hand = root_hand(&self.root)
        in_play = root_in_play(&self.root)
        found = []
        for i in range(groups):
            members = group[i]
            if self.root.search.on & SIR_TOUCHING and not (self.root.ace_rule and group[i] & <cards>LANE_ACES):
                members = hand & lane_of(group[i]) & (2 * group[i] - 1) & ~(whist_group_best(group[i], hand, in_play) - 1)
                if self.root.ace_rule:
                    members &= ~<cards>LANE_ACES
            while members:
                found.append((self.index_of(bits_lowest(members)), lower[i], upper[i]))
                members &= members - 1
        found.sort()
        return found

    def line(self, int value):
        """Best play to the end, as indices, given the exact value of the position; shorter when stopped.  Each card is the
        cheapest that keeps the value.  The loaded position is used up."""
        cdef cards groups, card
        cdef int need = value
        cdef bint wanted
        cdef sir_proof proof
        played = []
        while self.root.n:
            groups = sir_groups(root_legal(&self.root), root_in_play(&self.root), self.root.ace_rule, self.root.search.on)
            wanted = ((self.root.leader + self.root.count) & 1) == 0
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
            need = root_advance(&self.root, card, need)
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
        return table_bytes(&self.root.search.table) + whist_suits_bytes(&self.root.search.suits) + recall_bytes()
