# The exact search of Coinche: partition search over zero-window questions about points.
#
# Four functions call each other, one a hand of the trick: search (the leader) -> second -> third -> fourth -> search.  Each
# answers "do the leader's side take at least `need` of the points to come?" with a proof (csrc/coinche_state.h): a bound on
# their points and the ranks that it rests on.  The leader's side wants a value of `need` or more, so search and third
# return the first card that brings it; second and fourth return the first card that keeps it below.  A search that was
# stopped returns a value beyond all points, which every hand passes on at once.
#
# The functions are compiled four times, by the type of their last argument, which carries no value: with a trump suit or
# without one (sans atout, tout atout), and with every optimisation on or with switches read at run time (for tests).

from libc.stdint cimport uint64_t

from .coinche_c cimport *
from .driver cimport limits_poll
from .limits_c cimport limits_due

ctypedef char NoTrump
ctypedef short WithTrump
ctypedef int NoTrumpSwitched
ctypedef long WithTrumpSwitched

ctypedef fused Kind:
    NoTrump
    WithTrump
    NoTrumpSwitched
    WithTrumpSwitched


cdef inline int trump_of(Kind kind) noexcept nogil:
    """1 with a trump suit, 0 without: a constant of each copy."""
    return 1 if Kind is WithTrump or Kind is WithTrumpSwitched else 0


cdef inline unsigned switches_of(const coinche_search *s, Kind kind) noexcept nogil:
    """Optimisations in force: a constant of the copies without switches."""
    if Kind is NoTrumpSwitched or Kind is WithTrumpSwitched:
        return s.on
    return COINCHE_ALL


cdef coinche_proof search(coinche_search *s, const coinche_node *node, Kind kind) noexcept nogil:
    """A trick boundary that `coinche_settled` could not settle: the leader tries his cards."""
    cdef int trump = trump_of(kind), leader = node.leader, need = node.need, value = -1, card, fate, i
    cdef unsigned on = switches_of(s, kind)
    cdef coinche_cards hand = s.hand[leader], others = node.in_play ^ hand, ranks = 0
    cdef bint recalling = on & COINCHE_RECALL and node.n >= COINCHE_RECALL_TRICKS
    cdef uint64_t key = 0
    cdef coinche_moves moves
    cdef coinche_tried tried
    cdef coinche_trick trick
    cdef coinche_proof proof
    trick.leader = leader
    trick.need = need
    trick.rest = node.rest
    trick.n = node.n
    tried.count = 0
    tried.cards = 0
    coinche_lead_moves(s.hand, leader, &s.order, &s.bytes, trump, on, &moves)
    if recalling:
        key = coinche_recall_key(leader, 0, -1, hand)
        coinche_recalled_first(&s.recall, key, &moves)
    for i in range(moves.count):
        card = coinche_take(&moves)
        fate = coinche_fate_of(&moves, card)
        if coinche_near(&tried, card, fate, others, need, 0, 0, s.points.card, trump, on, &value, &ranks):
            continue
        s.hand[leader] = hand ^ coinche_bit(card)
        s.limits.nodes += 1
        trick.lane = coinche_lane(card)
        proof = second(s, &trick, coinche_led(s, card), kind)
        if proof.value >= need:
            s.hand[leader] = hand
            if recalling and not coinche_is_stopped(proof):
                coinche_note_reply(&s.recall, key, card)
            if on & COINCHE_TABLE and not coinche_is_stopped(proof):
                coinche_store(&s.table, &s.deal, &s.bytes, node, proof, trump, on)
            return proof
        value = max(value, proof.value)
        ranks |= proof.ranks
        coinche_tried_add(&tried, card, fate, proof)
    s.hand[leader] = hand
    proof = coinche_proved(value, ranks)
    if on & COINCHE_TABLE:
        coinche_store(&s.table, &s.deal, &s.bytes, node, proof, trump, on)
    return proof


cdef coinche_proof second(coinche_search *s, const coinche_trick *trick, coinche_table_cards table,
                          Kind kind) noexcept nogil:
    """The leader's first opponent to play; he wants less than `need`."""
    cdef int trump = trump_of(kind), seat = (trick.leader + 1) & 3, need = trick.need, value = 1000, card, fate, i
    cdef unsigned on = switches_of(s, kind)
    cdef coinche_cards hand = s.hand[seat], others, legal, ranks = 0, legal_rank
    cdef bint recalling = on & COINCHE_RECALL and trick.n >= COINCHE_RECALL_TRICKS
    cdef uint64_t key = 0
    cdef coinche_moves moves
    cdef coinche_tried tried
    cdef coinche_proof proof
    legal = coinche_legal(hand, trick.lane, table.best, False, s.duties, trump)
    legal_rank = coinche_legal_rank(hand, trick.lane, table, 1, s.duties, trump)
    if legal & (legal - 1) == 0:
        s.hand[seat] = hand ^ legal
        s.limits.nodes += 1
        proof = third(s, trick, coinche_with(s, table, coinche_worst(legal), 1, trick.lane, trump), kind)
        s.hand[seat] = hand
        proof.ranks |= legal_rank
        return proof
    others = coinche_in_play(s) ^ hand
    coinche_follow_moves(hand, legal, s.hand[(seat + 1) & 3], s.hand[(seat + 2) & 3], others, trick.lane, table, 1, &s.order,
                         &s.bytes, trump, on, &moves)
    if recalling:
        key = coinche_recall_key(trick.leader, 1, table.best, legal)
        coinche_recalled_first(&s.recall, key, &moves)
    others |= coinche_bit(table.best)
    tried.count = 0
    tried.cards = 0
    for i in range(moves.count):
        card = coinche_take(&moves)
        fate = coinche_fate_of(&moves, card)
        if coinche_near(&tried, card, fate, others, need, table.best, 1, s.points.card, trump, on, &value, &ranks):
            continue
        s.hand[seat] = hand ^ coinche_bit(card)
        s.limits.nodes += 1
        proof = third(s, trick, coinche_with(s, table, card, 1, trick.lane, trump), kind)
        if proof.value < need or coinche_is_stopped(proof):
            if recalling and not coinche_is_stopped(proof):
                coinche_note_reply(&s.recall, key, card)
            s.hand[seat] = hand
            proof.ranks |= legal_rank
            return proof
        value = min(value, proof.value)
        ranks |= proof.ranks
        coinche_tried_add(&tried, card, fate, proof)
    s.hand[seat] = hand
    return coinche_proved(value, ranks | legal_rank)


cdef coinche_proof third(coinche_search *s, const coinche_trick *trick, coinche_table_cards table,
                         Kind kind) noexcept nogil:
    """The leader's partner to play; he wants `need` or more."""
    cdef int trump = trump_of(kind), seat = (trick.leader + 2) & 3, need = trick.need, value = -1, card, fate, i
    cdef unsigned on = switches_of(s, kind)
    cdef coinche_cards hand = s.hand[seat], others, legal, ranks = 0, legal_rank
    cdef bint recalling = on & COINCHE_RECALL and trick.n >= COINCHE_RECALL_TRICKS
    cdef uint64_t key = 0
    cdef coinche_moves moves
    cdef coinche_tried tried
    cdef coinche_proof proof
    legal = coinche_legal(hand, trick.lane, table.best, table.winner == 0, s.duties, trump)
    legal_rank = coinche_legal_rank(hand, trick.lane, table, 2, s.duties, trump)
    if legal & (legal - 1) == 0:
        s.hand[seat] = hand ^ legal
        s.limits.nodes += 1
        proof = fourth(s, trick, coinche_with(s, table, coinche_worst(legal), 2, trick.lane, trump), kind)
        s.hand[seat] = hand
        proof.ranks |= legal_rank
        return proof
    others = coinche_in_play(s) ^ hand
    coinche_follow_moves(hand, legal, s.hand[(seat + 1) & 3], 0, others, trick.lane, table, 2, &s.order, &s.bytes, trump, on,
                         &moves)
    if recalling:
        key = coinche_recall_key(trick.leader, 2, table.best, legal)
        coinche_recalled_first(&s.recall, key, &moves)
    others |= coinche_bit(table.best)
    tried.count = 0
    tried.cards = 0
    for i in range(moves.count):
        card = coinche_take(&moves)
        fate = coinche_fate_of(&moves, card)
        if coinche_near(&tried, card, fate, others, need, table.best, 2, s.points.card, trump, on, &value, &ranks):
            continue
        s.hand[seat] = hand ^ coinche_bit(card)
        s.limits.nodes += 1
        proof = fourth(s, trick, coinche_with(s, table, card, 2, trick.lane, trump), kind)
        if proof.value >= need:
            if recalling and not coinche_is_stopped(proof):
                coinche_note_reply(&s.recall, key, card)
            s.hand[seat] = hand
            proof.ranks |= legal_rank
            return proof
        value = max(value, proof.value)
        ranks |= proof.ranks
        coinche_tried_add(&tried, card, fate, proof)
    s.hand[seat] = hand
    return coinche_proved(value, ranks | legal_rank)


cdef coinche_proof fourth(coinche_search *s, const coinche_trick *trick, coinche_table_cards table,
                          Kind kind) noexcept nogil:
    """The last hand to play; it wants less than `need`."""
    cdef int trump = trump_of(kind), seat = (trick.leader + 3) & 3, need = trick.need, value = 1000, card, fate, i
    cdef unsigned on = switches_of(s, kind)
    cdef coinche_cards hand = s.hand[seat], others, legal, ranks = 0, legal_rank
    cdef bint recalling = on & COINCHE_RECALL and trick.n >= COINCHE_RECALL_TRICKS
    cdef uint64_t key = 0
    cdef coinche_moves moves
    cdef coinche_tried tried
    cdef coinche_proof proof
    legal = coinche_legal(hand, trick.lane, table.best, table.winner == 1, s.duties, trump)
    legal_rank = coinche_legal_rank(hand, trick.lane, table, 3, s.duties, trump)
    if legal & (legal - 1) == 0:
        s.hand[seat] = hand ^ legal
        s.limits.nodes += 1
        proof = finish(s, trick, coinche_with(s, table, coinche_worst(legal), 3, trick.lane, trump), kind)
        s.hand[seat] = hand
        proof.ranks |= legal_rank
        return proof
    others = coinche_in_play(s) ^ hand
    coinche_follow_moves(hand, legal, 0, 0, others, trick.lane, table, 3, &s.order, &s.bytes, trump, on, &moves)
    if recalling:
        key = coinche_recall_key(trick.leader, 3, table.best, legal)
        coinche_recalled_first(&s.recall, key, &moves)
    others |= coinche_bit(table.best)
    tried.count = 0
    tried.cards = 0
    for i in range(moves.count):
        card = coinche_take(&moves)
        fate = coinche_fate_of(&moves, card)
        if coinche_near(&tried, card, fate, others, need, table.best, 3, s.points.card, trump, on, &value, &ranks):
            continue
        s.hand[seat] = hand ^ coinche_bit(card)
        s.limits.nodes += 1
        proof = finish(s, trick, coinche_with(s, table, card, 3, trick.lane, trump), kind)
        if proof.value < need or coinche_is_stopped(proof):
            if recalling and not coinche_is_stopped(proof):
                coinche_note_reply(&s.recall, key, card)
            s.hand[seat] = hand
            proof.ranks |= legal_rank
            return proof
        value = min(value, proof.value)
        ranks |= proof.ranks
        coinche_tried_add(&tried, card, fate, proof)
    s.hand[seat] = hand
    return coinche_proved(value, ranks | legal_rank)


cdef inline coinche_proof finish(coinche_search *s, const coinche_trick *trick, coinche_table_cards table,
                                 Kind kind) noexcept nogil:
    """The trick is full: go on with its winner on lead.  After the last trick, which only a question in the middle of it
    comes to, nothing is left."""
    cdef int trump = trump_of(kind)
    cdef coinche_node node
    cdef coinche_proof proof
    if limits_due(&s.limits) and limits_poll(&s.limits):
        return coinche_proved(COINCHE_STOPPED, 0)
    if trick.n == 1:
        proof = coinche_proved(0, 0)
    elif not coinche_settled(s, (trick.leader + table.winner) & 3, coinche_need_after(s, trick, table, switches_of(s, kind)),
                             trick.rest - table.points, trick.n - 1, trump, switches_of(s, kind), &node, &proof):
        proof = search(s, &node, kind)
    return coinche_seen_from_leader(s, proof, trick, table, trump, switches_of(s, kind))


include "coinche_root.pxi"
