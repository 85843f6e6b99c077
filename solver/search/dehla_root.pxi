# The root of the Dehla Pakad search (dehla.pxi includes this file): a loaded position with cards on its table, questions
# about it and about everything that can be played, and the Python class around them.

cimport cython

from .driver cimport narrow_wide, raise_pending
from .limits_c cimport limits_begin


cdef struct Root:
    dehla_search search
    dehla_hands hands    # at the beginning of the trick in progress
    int leader           # of that trick
    int trump            # at its beginning
    cards dealt          # the cards that can be used in it
    int n                # tricks left, that one included
    int count            # cards on the table
    cards table[4]       # those cards in playing order
    int trumps[4]        # and the trump after each
    cards candidate      # a card to put on the table before the question, 0 = none
    int candidate_trump  # and the trump with which it is played
    bint veiled          # the rules of dehla_veil.h are in force


cdef struct Table:
    cards best           # the best card on the table, 0 = none
    int winner           # the seat that played it
    int trump            # after the last card


cdef Table root_table(const Root *root, int count) noexcept nogil:
    """The first `count` cards on the table, the candidate as the last where it is among them."""
    cdef Table table = Table(0, root.leader, root.trump)
    cdef cards card
    cdef int i
    for i in range(count):
        if i < root.count:
            card = root.table[i]
            table.trump = root.trumps[i]
        else:
            card = root.candidate
            table.trump = dehla_trump_after(root.candidate_trump, card, lane_of(root.table[0] if i else card))
        if i == 0 or dehla_beats(card, table.best, table.trump):
            table.best = card
            table.winner = (root.leader + i) & 3
    return table


cdef proof root_proof(Root *root, int need, Kind kind) noexcept nogil:
    """Do NS take `need` units from the beginning of the trick on, after the cards on the table and `candidate`?"""
    cdef int count = root.count + (root.candidate != 0), i
    cdef Table table = root_table(root, min(count, 3))
    cdef dehla_trick trick
    cdef uint64_t shape = root.hands.shape
    cdef cards card
    if count == 0:
        return lead(&root.search, &root.hands, root.leader, need, root.trump, kind)
    if need <= 0:
        return proved(0, HOLDS)
    if need > root_total(root):
        return proved(0, FAILS)
    for i in range(4):
        trick.hand[i] = root.hands.hand[i]
    trick.leader = root.leader
    trick.n = root.n
    trick.need = need
    trick.dealt = root.dealt
    trick.middle = root.hands.middle
    trick.played = 0
    trick.lane = lane_of(root.table[0] if root.count else root.candidate)
    for i in range(min(count, 3)):
        card = root.table[i] if i < root.count else root.candidate
        trick.hand[(root.leader + i) & 3] ^= card
        trick.played |= card
        shape -= dehla_shape_unit(root.leader + i, card)
    if count == 4:
        return finish(&root.search, &trick, root.candidate, table.best, table.winner, root.candidate_trump, shape, kind)
    if Kind is Veiled:
        return choose(&root.search, &trick, count, table.best, table.winner, table.trump, shape)
    else:
        return follow(&root.search, &trick, count, table.best, table.winner, table.trump, shape, kind)


cdef proof root_question(Root *root, int need) noexcept nogil:
    """`root_proof` by the copy of the search that fits."""
    if root.veiled:
        return root_proof(root, need, <Veiled>0)
    if root.search.on == DEHLA_ALL:
        return root_proof(root, need, <Tuned>0)
    return root_proof(root, need, <Switched>0)


cdef int root_total(const Root *root) noexcept nogil:
    """The units from the beginning of the trick on, with those in the middle."""
    cdef cards all = root.hands.hand[0] | root.hands.hand[1] | root.hands.hand[2] | root.hands.hand[3]
    return dehla_units_of(&root.search.units, root.n, all) + root.hands.middle.pile


cdef int ask(void *root, int need) noexcept nogil:
    """`root_question` for `narrow_wide`."""
    cdef uint64_t answer = root_question(<Root *>root, need).verdict
    return -1 if answer > HOLDS else need if answer == HOLDS else need - 1


cdef int root_trump(const Root *root) noexcept nogil:
    """The trump after the cards on the table."""
    return root.trumps[root.count - 1] if root.count else root.trump


cdef cards root_hand(const Root *root) noexcept nogil:
    """The cards that the hand to play can use."""
    return root.hands.hand[(root.leader + root.count) & 3] & root.dealt


cdef int root_code(const Root *root, const dehla_ways *ways, int way) noexcept nogil:
    """What a card played in this way is called besides its index: bit 6, it asks for the trump; from bit 7 on, the suit that
    it names and 1."""
    cdef int before = root_trump(root), after = ways.trump[way]
    if dehla_is_hidden(before):
        return way << 6  # the second way is asking
    return (dehla_trump_suit(after) + 1) << 7 if before == NO_TRUMP_YET and ways.count > 1 else 0


cdef cards root_in_play(const Root *root, int trump) noexcept nogil:
    """Cards that can still matter: all hands and the best card on the table, without a card frozen in the hand to play."""
    cdef cards in_play = 0
    cdef int i
    for i in range(4):
        in_play |= root.hands.hand[i]
    for i in range(root.count):
        in_play ^= root.table[i]
    in_play |= root_table(root, root.count).best
    return in_play & ~(dehla_frozen(&root.search.veil, trump) & root_hand(root))


cdef int root_advance(Root *root, cards card, int trump) noexcept nogil:
    """Put a card on the table for good, played with that trump; after the fourth begin the next trick, and return the units of
    NS in this one."""
    cdef Table table
    cdef cards played = 0
    cdef int i, won, lying, taker
    root.table[root.count] = card
    root.trumps[root.count] = dehla_trump_after(trump, card, lane_of(root.table[0]))
    root.count += 1
    if root.count < 4:
        return 0
    table = root_table(root, 4)
    for i in range(4):
        played |= root.table[i]
        root.hands.hand[(root.leader + i) & 3] ^= root.table[i]
        root.hands.shape -= dehla_shape_unit(root.leader + i, root.table[i])
    won = dehla_units_of(&root.search.units, 1, played)
    taker = table.winner
    if root.search.veil.collecting:
        won = dehla_collect(&root.search.veil, &root.hands.middle, root.leader, table.winner, won,
                            table.trump < NO_TRUMP_YET, root.n, &lying, &taker)
    root.leader = table.winner
    root.trump = table.trump
    root.n -= 1
    root.count = 0
    root.dealt = dehla_dealt(&root.search.veil, root.trump, root.hands.hand[root.leader])
    return 0 if taker & 1 else won


# What can be played at the root: groups of touching cards (`card` is the lowest) and tens, each in every way.
cdef struct RootMoves:
    dehla_ways ways
    cards in_play[DEHLA_MAX_WAYS]
    int count
    cards card[DEHLA_MAX_ACTIONS]
    int way[DEHLA_MAX_ACTIONS]
    int lower[DEHLA_MAX_ACTIONS]  # bounds on the units of NS after it
    int upper[DEHLA_MAX_ACTIONS]


cdef void root_moves(const Root *root, RootMoves *moves) noexcept nogil:
    """List them, in every way the cheapest first: the lowest card, of suits that tie the last in S H D C order."""
    cdef cards rest
    cdef int way
    dehla_ways_of(&root.search.veil, root_trump(root), (root.leader + root.count) & 3, root_hand(root),
                  lane_of(root.table[0]) if root.count else 0, &moves.ways)
    moves.count = 0
    for way in range(moves.ways.count):
        moves.in_play[way] = root_in_play(root, moves.ways.trump[way])
        rest = dehla_groups(moves.ways.choice[way], moves.in_play[way], root.search.units.tens, root.search.on)
        while rest:
            moves.card[moves.count] = cheapest(rest)
            moves.way[moves.count] = way
            rest ^= moves.card[moves.count]
            moves.count += 1


cdef bint root_cards(Root *root, int value, RootMoves *moves) noexcept nogil:
    """Bounds on the units of NS after everything that can be played.  `value` is that of the position.  False when stopped.

    A proof about one card holds for every card of the suit that lies, as it does, below all ranks that mattered; a ten is
    apart."""
    cdef cards legal, in_play, tens = root.search.units.tens
    cdef cards lane, ranks, card
    cdef int total = root_total(root), need, step, i, j
    cdef bint ns = ((root.leader + root.count) & 1) == 0
    cdef proof found
    root_moves(root, moves)
    for i in range(moves.count):
        moves.lower[i] = 0 if ns else value
        moves.upper[i] = value if ns else total
    for i in range(moves.count):
        # From the value away from what the side to move wants, with steps that double, then halving.
        step = 1
        need = value if ns else value + 1
        card = moves.card[i]
        lane = lane_of(card)
        legal = moves.ways.choice[moves.way[i]]
        in_play = moves.in_play[moves.way[i]]
        while moves.lower[i] < moves.upper[i]:
            need = min(max(need, moves.lower[i] + 1), moves.upper[i])
            found = root_answer(root, moves, i, need)
            if found.verdict > HOLDS:
                return False
            ranks = found.ranks & lane
            for j in range(moves.count):
                if j == i or (
                    moves.way[j] == moves.way[i]
                    and moves.card[j] & lane
                    and not (card | moves.card[j]) & tens
                    and below(ranks, card, legal, in_play, tens)
                    and below(ranks, moves.card[j], legal, in_play, tens)
                ):
                    if found.verdict == HOLDS:
                        moves.lower[j] = max(moves.lower[j], need)
                    else:
                        moves.upper[j] = min(moves.upper[j], need - 1)
            if (found.verdict == HOLDS) == ns:
                step = 0
            if step:
                need = moves.upper[i] + 1 - step if ns else moves.lower[i] + step
                step *= 2
            else:
                need = (moves.lower[i] + moves.upper[i] + 1) // 2
    return True


cdef proof root_answer(Root *root, const RootMoves *moves, int i, int need) noexcept nogil:
    """`root_question` after one of the moves."""
    cdef proof found
    root.candidate = moves.card[i]
    root.candidate_trump = moves.ways.trump[moves.way[i]]
    found = root_question(root, need)
    root.candidate = 0
    return found


cdef inline bint below(cards ranks, cards card, cards hand, cards in_play, cards tens) noexcept nogil:
    """Whether the whole group of `card` lies below the ranks of its suit."""
    return ranks == 0 or (ranks < card and ranks < dehla_group_best(card, hand, in_play, tens))


cdef cards cheapest(cards groups) noexcept nogil:
    """The lowest card, of suits that tie the last in S H D C order."""
    cdef cards best = 0, card
    cdef int rank = -1, lane
    for lane in range(4):
        card = groups & lane_cards(lane)
        if not card:
            continue
        card = worst_of(card)
        if lane_rank(card) >= rank:
            rank = lane_rank(card)
            best = card
    return best


cdef int index_of(cards card) noexcept nogil:
    """Index 0..51 of a card in lanes."""
    return 13 * lane_index(card) + lane_rank(card)


@cython.final
cdef class Engine:
    """One searcher's state: a transposition table, what is known of a deal, a loaded position.

    Cards are indices 0..51 (13 * suit + 0 for the ace ... 12 for the deuce), hands masks of such bits, seats 0..3 in
    playing order, the trump a code of csrc/dehla_veil.h.  An action is a card's index, with bit 6 set when it asks for a
    hidden trump, and from bit 7 on the suit that it names and 1.  Amounts are units of NS (seats 0 and 2) from the beginning
    of the trick in progress on; a trick brings `each` units and `ten` units for every ten in it.  Nothing is checked here:
    `solver.solve` is the gate.  Not safe for two threads at once (`cancel` is).
    """

    cdef Root root
    cdef uint64_t deal[4]
    cdef bint loaded

    def __cinit__(self, *, size_t memory, unsigned switches=DEHLA_ALL):
        if not dehla_create(&self.root.search, memory, switches):
            raise MemoryError(f"no memory for a search table of {memory} bytes")
        self.root.search.veil.streak_side = -1

    def __dealloc__(self):
        dehla_destroy(&self.root.search)

    def begin(self, *, nodes, double seconds, bint watch_signals):
        """Start counting: limits hold for all queries until the next call.  `nodes` may be None."""
        limits_begin(&self.root.search.limits, <uint64_t>-1 if nodes is None else <uint64_t>nodes, seconds, watch_signals)

    def load(self, hands, int leader, int trump, table, *, int each, int ten, bint keep, trumps=(), int naming=0,
             int askers=0, bint must_trump=False, bint by_setter=False, int indicator=-1, int streak_side=-1,
             int streak_end=0, uint64_t undealt=0, int collecting=0, bint restart=False, int pile=0, bint run=False,
             bint blocked=False, int rest=0, int court=0, int safe=0, int stop=0, int spare=0):
        """Take a position: four masks of the hands at the beginning of the trick, the trump then, and the indices on the
        table.  With `keep` what is known stays if the cards are part of the deal loaded last and the same is counted by the
        same rules; once a trump is in effect it does not matter how it came about.

        `trumps` are the codes of the trump after each card on the table, where these do not follow from the first.  The other
        options are the fields of `dehla_veil` and `dehla_middle`, the latter as the trick in progress found it; with the default
        ones the trump is never hidden or named, and no tricks wait."""
        cdef uint64_t mask[4]
        cdef cards lanes[4]
        cdef dehla_units *units = &self.root.search.units
        cdef dehla_veil *veil = &self.root.search.veil
        cdef cards face_down = 0 if indicator < 0 else lanes_from_mask(1ULL << indicator, NO_TRUMP_YET)
        cdef dehla_veil rules = dehla_veil(naming, askers, must_trump, by_setter, face_down, streak_side, streak_end,
                                           lanes_from_mask(undealt, NO_TRUMP_YET), collecting, restart, 0, rest, court,
                                           safe, stop, spare)
        cdef int now = trumps[len(trumps) - 1] if trumps else trump, seat
        cdef bint same = self.loaded and keep and units.each == each and units.ten == ten
        if same and now < NO_TRUMP_YET and not undealt:
            rules.naming = veil.naming
            rules.askers = veil.askers
            rules.must_trump = veil.must_trump
            rules.by_setter = veil.by_setter
            rules.indicator = veil.indicator
            rules.undealt = veil.undealt
        same = same and dehla_same_veil(veil, &rules)
        for seat in range(4):
            mask[seat] = hands[seat]
            same = same and not mask[seat] & ~self.deal[seat]
            lanes[seat] = lanes_from_mask(mask[seat], NO_TRUMP_YET)
        veil[0] = rules
        veil.blocked_n = bits_count(mask[0]) if blocked else 0
        if not same:
            dehla_load(&self.root.search, lanes, each, ten)
            for seat in range(4):
                self.deal[seat] = mask[seat]
            self.loaded = True
        for seat in range(4):
            self.root.hands.hand[seat] = lanes[seat]
        self.root.hands.shape = dehla_shape(lanes)
        self.root.hands.middle = dehla_middle(pile, run)
        self.root.leader = leader
        self.root.trump = trump
        self.root.n = bits_count(mask[0])
        self.root.candidate = 0
        self.root.count = 0
        self.root.dealt = ~rules.undealt if undealt else ~<cards>0
        self.root.veiled = dehla_is_hidden(now) or (now == NO_TRUMP_YET and naming) or streak_side >= 0 or undealt or collecting
        for index in table:
            root_advance(&self.root, lanes_from_mask(1ULL << <int>index, NO_TRUMP_YET), trump)
            if trumps:
                self.root.trumps[self.root.count - 1] = trumps[self.root.count - 1]
            trump = self.root.trumps[self.root.count - 1]

    def narrow(self, int lower, int upper, int guess):
        """Narrow the bounds of the value as far as the limits allow: (lower, upper)."""
        with nogil:
            narrow_wide(ask, &self.root, guess, &lower, &upper)
        raise_pending(&self.root.search.limits)
        return lower, upper

    def holds(self, int need):
        """Whether NS take `need` units: True, False or None when stopped.  While a streak is asked about: whether they do or
        (if it is the other side's) break it."""
        cdef proof found
        with nogil:
            found = root_question(&self.root, need)
        raise_pending(&self.root.search.limits)
        return None if found.verdict > HOLDS else found.verdict == HOLDS

    def cards(self, int value):
        """Every legal action as (action, lower, upper), given the exact value of the position."""
        cdef RootMoves moves
        cdef int i, way, code
        cdef cards legal, tens, members
        with nogil:
            root_cards(&self.root, value, &moves)
        raise_pending(&self.root.search.limits)
        found = []
        for i in range(moves.count):
            way = moves.way[i]
            code = root_code(&self.root, &moves.ways, way)
            legal = moves.ways.choice[way]
            tens = self.root.search.units.tens & legal
            members = moves.card[i]
            if self.root.search.on & DEHLA_TOUCHING and not members & tens:
                members = legal & ~tens & lane_of(moves.card[i]) & (2 * moves.card[i] - 1)
                members &= ~(dehla_group_best(moves.card[i], legal, moves.in_play[way], tens) - 1)
            while members:
                found.append((index_of(bits_lowest(members)) | code, moves.lower[i], moves.upper[i]))
                members &= members - 1
        found.sort()
        return found

    def line(self, int value):
        """Best play to the end, as actions, given the exact value of the position; shorter when stopped.  Each card is the
        cheapest that keeps the value, without asking if it can be.  The loaded position is used up."""
        cdef RootMoves moves
        cdef int need = value, i = 0, code
        cdef bint ns
        cdef proof found
        played = []
        while self.root.n:
            root_moves(&self.root, &moves)
            ns = ((self.root.leader + self.root.count) & 1) == 0
            for i in range(moves.count):
                if i == moves.count - 1:
                    break  # the last one must keep the value, as no other did
                with nogil:
                    found = root_answer(&self.root, &moves, i, need if ns else need + 1)
                raise_pending(&self.root.search.limits)
                if found.verdict > HOLDS:
                    return played
                if (found.verdict == HOLDS) == ns:
                    break
            code = root_code(&self.root, &moves.ways, moves.way[i])
            played.append(index_of(moves.card[i]) | code)
            need -= root_advance(&self.root, moves.card[i], moves.ways.trump[moves.way[i]])
        return played

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
        return table_bytes(&self.root.search.table) + dehla_fixed_bytes()

    @property
    def clears(self):
        """How often the table was full and started anew, over the life of the engine."""
        return self.root.search.table.clears
