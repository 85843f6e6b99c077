# The root of the Coinche search (coinche.pxi includes this file): a loaded position with cards on its table, questions
# about it and about every card that can be played, and the Python class around them.

cimport cython
from libc.stdint cimport uint8_t

from .driver cimport narrow_wide, raise_pending
from .limits_c cimport limits_begin


cdef struct Root:
    coinche_search search
    coinche_cards hand[4]  # by seat, at the beginning of the trick in progress
    int leader             # of that trick
    int n                  # tricks left, that one included
    int rest               # points to come, those on the table included
    int count              # cards on the table
    int table[4]           # those cards in playing order
    bint trump
    int candidate          # a card to put on the table before the question, -1 = none


cdef coinche_proof root_proof(Root *root, int need, Kind kind) noexcept nogil:
    """Do the side of the trick's leader take `need` of the points to come, after the cards on the table and `candidate`?"""
    cdef coinche_search *s = &root.search
    cdef coinche_node node
    cdef coinche_trick trick
    cdef coinche_table_cards table
    cdef coinche_proof proof
    cdef int trump = trump_of(kind), i, count = root.count + (root.candidate >= 0), card
    for i in range(4):
        s.hand[i] = root.hand[i]
    if count == 0:
        if not coinche_settled(s, root.leader, need, root.rest, root.n, trump, switches_of(s, kind), &node, &proof):
            proof = search(s, &node, kind)
        return proof
    trick.leader = root.leader
    trick.need = need
    trick.rest = root.rest
    trick.n = root.n
    trick.lane = 0
    for i in range(count):
        card = root.table[i] if i < root.count else root.candidate
        s.hand[(root.leader + i) & 3] ^= coinche_bit(card)
        if i == 0:
            trick.lane = coinche_lane(card)
            table = coinche_led(s, card)
        else:
            table = coinche_with(s, table, card, i, trick.lane, trump)
    if root.n == 1:
        table.points += s.points.scale.last
    if count == 1:
        return second(s, &trick, table, kind)
    if count == 2:
        return third(s, &trick, table, kind)
    if count == 3:
        return fourth(s, &trick, table, kind)
    return finish(s, &trick, table, kind)


cdef int root_value(void *pointer, int need) noexcept nogil:
    """`root_proof` by the copy of the search that fits, for `narrow_wide`."""
    cdef Root *root = <Root *>pointer
    cdef coinche_proof proof
    if root.search.on == COINCHE_ALL:
        if root.trump:
            proof = root_proof(root, need, <WithTrump>0)
        else:
            proof = root_proof(root, need, <NoTrump>0)
    elif root.trump:
        proof = root_proof(root, need, <WithTrumpSwitched>0)
    else:
        proof = root_proof(root, need, <NoTrumpSwitched>0)
    return -1 if coinche_is_stopped(proof) else proof.value


cdef coinche_table_cards root_table(const Root *root) noexcept nogil:
    """What lies on the table; there must be something."""
    cdef coinche_table_cards table = coinche_led(&root.search, root.table[0])
    cdef int i
    for i in range(1, root.count):
        table = coinche_with(&root.search, table, root.table[i], i, coinche_lane(root.table[0]), root.trump)
    return table


cdef coinche_cards root_legal(const Root *root) noexcept nogil:
    """The legal cards of the hand to play."""
    cdef coinche_cards hand = root.hand[(root.leader + root.count) & 3]
    cdef coinche_table_cards table
    if root.count == 0:
        return hand
    table = root_table(root)
    return coinche_legal(hand, coinche_lane(root.table[0]), table.best, (table.winner ^ root.count) & 1 == 0,
                         root.search.duties, root.trump)


cdef coinche_cards root_others(const Root *root) noexcept nogil:
    """Cards that can come between two of the hand to play: those of the other hands, and the best one on the table."""
    cdef coinche_cards others = 0
    cdef int i
    for i in range(4):
        others |= root.hand[i]
    others ^= root.hand[(root.leader + root.count) & 3]
    for i in range(root.count):
        others ^= coinche_bit(root.table[i])
    if root.count:
        others |= coinche_bit(root_table(root).best)
    return others


cdef int root_advance(Root *root, int card) noexcept nogil:
    """Put a card on the table for good, and begin the next trick after the fourth; the points that this brings the side of
    the trick's leader."""
    cdef coinche_table_cards table
    cdef int i
    root.table[root.count] = card
    root.count += 1
    if root.count < 4:
        return 0
    table = root_table(root)
    for i in range(4):
        root.hand[(root.leader + i) & 3] ^= coinche_bit(root.table[i])
    if root.n == 1:
        table.points += root.search.points.scale.last
    root.leader = (root.leader + table.winner) & 3
    root.n -= 1
    root.rest -= table.points
    root.count = 0
    return 0 if table.winner & 1 else table.points


cdef int root_guess(Root *root) noexcept nogil:
    """A first guess of the value."""
    cdef int seat
    for seat in range(4):
        root.search.hand[seat] = root.hand[seat]
    return coinche_first_guess(&root.search, root.leader, root.rest, root.trump)


cdef int root_cards(Root *root, int *card, int *lower, int *upper) noexcept nogil:
    """Bounds on the points of the leader's side after each legal card, and the number of these.

    Cards of a suit with none of the others between them differ at most by the gap of their points."""
    cdef coinche_cards legal = root_legal(root), others = root_others(root), between
    cdef const uint8_t *points = root.search.points.card
    cdef bint running = True
    cdef int guess = root_guess(root), count = 0, i, gap
    while legal:
        card[count] = coinche_worst(legal)
        lower[count] = 0
        upper[count] = root.rest
        legal &= legal - 1
        for i in range(count):
            between = coinche_above(card[i]) & coinche_below(card[count]) & others
            if coinche_lane(card[i]) == coinche_lane(card[count]) and not between:
                gap = abs(<int>points[card[i]] - <int>points[card[count]])
                lower[count] = max(lower[count], lower[i] - gap)
                upper[count] = min(upper[count], upper[i] + gap)
        root.candidate = card[count]
        running = running and narrow_wide(root_value, root, guess, lower + count, upper + count)
        root.candidate = -1
        guess = lower[count]
        count += 1
    return count


@cython.final
cdef class Engine:
    """One searcher's state: a transposition table, the tables of a deal and of a scale of points, a loaded position.

    Cards are indices 0..51 (13 * suit, plus 0 for the ace ... 7 for the seven), hands masks of such bits, seats 0..3 in
    playing order, strains 0..3 for the trump suit, 4 for none and 5 for all.  Points always count for the side of the
    LEADER OF THE TRICK in progress, over the tricks still to be completed.  Nothing is checked here: `solver.solve` is the
    gate.  Not safe for two threads at once (`cancel` is).
    """

    cdef Root root
    cdef uint64_t deal[4]
    cdef int strain
    cdef unsigned switches
    cdef object game

    def __cinit__(self, *, size_t memory, unsigned switches=COINCHE_ALL):
        if not coinche_create(&self.root.search, memory, switches):
            raise MemoryError(f"no memory for a search table of {memory} bytes")
        self.switches = switches
        self.game = None

    def __dealloc__(self):
        coinche_destroy(&self.root.search)

    def begin(self, *, nodes, double seconds, bint watch_signals):
        """Start counting: limits hold for all queries until the next call.  `nodes` may be None."""
        limits_begin(&self.root.search.limits, <uint64_t>-1 if nodes is None else <uint64_t>nodes, seconds, watch_signals)

    def load(self, hands, int leader, int strain, table, *, duties, points, int last, bint tricks, int alone,
             bint keep):
        """Take a position: four masks of the hands at the beginning of the trick, and the indices on the table.

        `duties` are three numbers: whether the partner's card need not be beaten when trumps are led, whether a player who
        must trump may discard if he cannot overtrump, and what a void player may do on his partner's trump (0 anything, 1
        no lower trump, 2 a higher one if he has only trumps).  `points` are those of A K Q J T 9 8 7 in a suit that is not
        the trump suit and in the one that is, and `last` what the last trick is worth besides.  With `tricks` they only
        guide the search, and each trick counts one.
        With `alone`, a seat or -1, the tricks of that seat's partner count for the other side; `cards` and `line` are not
        for it.
        With `keep` what is known stays if the cards are part of the deal loaded last and all else is the same."""
        cdef uint64_t mask[4]
        cdef bint same = self.game == (strain, duties, points, last, tricks, alone), known = keep and same
        cdef int seat
        for seat in range(4):
            mask[seat] = hands[seat]
            known = known and not mask[seat] & ~self.deal[seat]
            self.root.hand[seat] = coinche_from_mask(mask[seat], strain)
        self.strain = strain
        self.root.trump = strain < 4
        if not same:
            self.count_by(duties, points, last, tricks)
            self.game = (strain, duties, points, last, tricks, alone)
            # Cards that bring their side the same points may bring them to different players of it.
            self.root.search.on = self.switches & ~(COINCHE_NEAR | COINCHE_SURE) | COINCHE_ALONE if alone >= 0 else self.switches
            self.root.search.silent = (alone + 2) & 3
        if not known:
            for seat in range(4):
                self.deal[seat] = mask[seat]
            coinche_load(&self.root.search, self.root.hand, self.root.trump)
        self.root.leader = leader
        self.root.n = bits_count(mask[leader])
        self.root.candidate = -1
        self.root.count = 0
        for index in table:
            self.root.table[self.root.count] = coinche_card(index, strain)
            self.root.count += 1
        self.root.rest = self.root.search.points.scale.trick * self.root.n
        if self.root.n:
            self.root.rest += self.root.search.points.scale.last
        for seat in range(4):
            self.root.rest += self.worth(self.root.hand[seat])

    cdef int worth(self, coinche_cards cards):
        """The points of some cards."""
        cdef int total = 0
        while cards:
            total += self.root.search.points.card[coinche_worst(cards)]
            cards &= cards - 1
        return total

    cdef void count_by(self, duties, points, int last, bint tricks):
        """Fill in what depends on the rules and on what is counted."""
        cdef coinche_scale scale
        cdef uint8_t order[2][8]
        cdef int kind, rank, place
        for kind in range(2):
            for rank in range(8):
                place = coinche_place_of_rank(rank, coinche_trump_order(3 if kind else 0, self.strain))
                scale.lane_points[kind][place] = 0 if tricks else points[kind][rank]
                order[kind][place] = points[kind][rank]
        scale.trick = 1 if tricks else 0
        scale.last = 0 if tricks else last
        coinche_count_by(&self.root.search, &scale, order, self.root.trump)
        self.root.search.duties.spare_partner = duties[0]
        self.root.search.duties.may_discard = duties[1]
        self.root.search.duties.partner_ruff = duties[2]
        self.root.search.duties.beat_suit_led = self.strain == 5

    def guess(self):
        """A first guess of the value."""
        return root_guess(&self.root)

    def narrow(self, int lower, int upper, int guess):
        """Narrow the bounds of the value as far as the limits allow: (lower, upper)."""
        with nogil:
            narrow_wide(root_value, &self.root, guess, &lower, &upper)
        raise_pending(&self.root.search.limits)
        return lower, upper

    def holds(self, int need):
        """Whether the leader's side takes `need` points: True, False or None when stopped."""
        cdef int value
        with nogil:
            value = root_value(&self.root, need)
        raise_pending(&self.root.search.limits)
        return None if value < 0 else value >= need

    def cards(self):
        """Every legal card as (index, lower, upper), the bounds as far apart as limits left them."""
        cdef int card[8]
        cdef int lower[8]
        cdef int upper[8]
        cdef int count, i
        with nogil:
            count = root_cards(&self.root, card, lower, upper)
        raise_pending(&self.root.search.limits)
        return sorted((coinche_index(card[i], self.strain), lower[i], upper[i]) for i in range(count))

    def legal(self):
        """The indices of the legal cards."""
        cdef coinche_cards legal = root_legal(&self.root)
        found = []
        while legal:
            found.append(coinche_index(coinche_worst(legal), self.strain))
            legal &= legal - 1
        return sorted(found)

    def line(self, int value):
        """Best play to the end, as indices, given the exact value of the position; shorter when stopped.  Each card is the
        cheapest that keeps the value.  The loaded position is used up."""
        cdef coinche_cards rest
        cdef int need = value, leader, card, answer
        cdef bint wanted
        played = []
        while self.root.n:
            leader = self.root.leader
            rest = root_legal(&self.root)
            wanted = self.root.count % 2 == 0
            while True:
                card = self.cheapest(rest)
                rest ^= coinche_bit(card)
                if not rest:
                    break  # the last one must keep the value, as no other did
                self.root.candidate = card
                with nogil:
                    answer = root_value(&self.root, need if wanted else need + 1)
                self.root.candidate = -1
                raise_pending(&self.root.search.limits)
                if answer < 0:
                    return played
                if (answer >= (need if wanted else need + 1)) == wanted:
                    break
            played.append(coinche_index(card, self.strain))
            need -= root_advance(&self.root, card)
            if self.root.count == 0 and (self.root.leader ^ leader) & 1:
                need = self.root.rest - need
        return played

    cdef int cheapest(self, coinche_cards cards):
        """The card worth least, of those the lowest of its suit."""
        cdef int best = coinche_worst(cards), card
        while cards:
            card = coinche_worst(cards)
            cards &= cards - 1
            if 8 * self.root.search.points.card[card] + (card & 7) < 8 * self.root.search.points.card[best] + (best & 7):
                best = card
        return best

    def cancel(self):
        """Stop the running query; safe from any thread."""
        self.root.search.limits.cancelled = 1

    @property
    def to_come(self):
        """Points that both sides together still take."""
        return self.root.rest

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
        return table_bytes(&self.root.search.table)
