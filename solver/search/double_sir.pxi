# The exact search of Double Sir: partition search over zero-window questions, with the pile in the state.
#
# This file is the source of two modules, _double_sir_portable and _double_sir_bmi2, which differ only in the instructions
# that the C compiler may use (see csrc/compiler.h); _cpu.pyx says which one a machine should take.
#
# Two functions call each other: lead -> reply (second, third, fourth hand) -> finish -> lead.  Each answers "do the seats 0
# and 2 collect at least `need` of the tricks in the pile and of those left?" with a proof: the verdict and the ranks that it
# rests on (csrc/double_sir_state.h).  Every hand returns the first card that gives its side the verdict it wants.  A verdict
# above HOLDS means that the search was stopped, and is returned at once.
#
# The functions are compiled four times, by the type of their last argument, which carries no value: with the ace rule or
# without, and with every optimisation on or with switches read at run time (for tests).

from .double_sir_c cimport *
from .driver cimport limits_poll
from .limits_c cimport limits_due

ctypedef char AnyCard
ctypedef short AceRule
ctypedef int AnyCardSwitched
ctypedef long AceRuleSwitched

ctypedef fused Kind:
    AnyCard
    AceRule
    AnyCardSwitched
    AceRuleSwitched


cdef inline bint ace_rule_of(Kind kind) noexcept nogil:
    """Whether the ace rule holds: a constant of each copy."""
    return Kind is AceRule or Kind is AceRuleSwitched


cdef inline unsigned switches_of(const sir_search *s, Kind kind) noexcept nogil:
    """Optimisations in force: a constant of the copies without switches."""
    if Kind is AnyCardSwitched or Kind is AceRuleSwitched:
        return s.on
    return SIR_ALL


cdef sir_proof lead(sir_search *s, const whist_hands *hands, int leader, int n, int need, int pile, int run,
                    Kind kind) noexcept nogil:
    """A trick boundary, `leader` to play."""
    cdef bint ace_rule = ace_rule_of(kind)
    cdef unsigned on = switches_of(s, kind)
    cdef uint64_t aim = sir_aim(leader), key
    cdef sir_node node
    cdef sir_trick trick
    cdef sir_memory memory
    cdef whist_owners owners
    cdef sir_proof proof, missed = sir_proved(0, aim ^ 1, SIR_NEVER, SIR_NEVER)
    cdef sir_choices moves
    cdef cards card, best_lead = 0, useless = 0
    cdef int seat

    # Step 1. Questions that need no look at the cards; limits; the last trick.
    s.limits.trick_nodes += 1
    if sir_trivial(need, pile, n, &proof):
        return proof
    if limits_due(&s.limits) and limits_poll(&s.limits):
        return sir_proved(0, STOPPED, 0, 0)
    node = sir_node_of(hands, leader, n, need, pile, run)
    if n == 1:
        return sir_last_trick(&s.rules, &node, s.trumps, ace_rule)

    # Step 2. What some player collects whatever happens; what the table knows of this shape.
    key = sir_key(&s.rules, node.shape, leader, n, need, pile, run, on)
    owners = sir_owners(s, node.in_play)
    memory = SIR_NO_MEMORY
    if not sir_blocked(s, &node):
        if sir_bounds_decide(&s.rules, &node, s.trumps, ace_rule, on, &proof):
            return proof
        if on & SIR_TABLE:
            memory = sir_lookup(&s.table, key, owners, &node, ace_rule)
            if memory.decided:
                return memory.proof
        if sir_lines_settle(&s.rules, &node, s.trumps, ace_rule, on, &proof):
            return proof

    # Step 3. Try the cards.
    for seat in range(4):
        trick.hand[seat] = hands.hand[seat]
    trick.leader = leader
    trick.n = n
    trick.need = need
    trick.pile = pile
    trick.run = run
    moves.count = 0
    sir_leads(&node, sir_groups(node.own, node.in_play, ace_rule, on), s.trumps, memory.lead, on, &moves)
    while True:
        card = sir_take(&moves, useless)
        if not card:
            proof = missed
            break
        trick.hand[leader] = node.own ^ card
        trick.lane = lane_of(card)
        proof = reply(s, &trick, 1, card, leader, card, node.shape - whist_shape_unit(leader, card), kind)
        if proof.verdict == aim:
            best_lead = card
            break
        if proof.verdict > HOLDS:
            return proof
        useless |= sir_refuted(&proof, card, node.own, node.in_play, ace_rule, on)
        missed = sir_both(missed, proof)

    # Step 4. Remember.
    return sir_remember(s, &node, key, owners, proof, best_lead, ace_rule, on)


cdef sir_proof reply(sir_search *s, sir_trick *trick, int turn, cards best, int winner, cards played, uint64_t shape,
                     Kind kind) noexcept nogil:
    """The hand of turn 1 to 3 to play on `best`, which is the card of seat `winner`; `shape` counts what the hands hold."""
    cdef bint ace_rule = ace_rule_of(kind)
    cdef unsigned on = switches_of(s, kind)
    cdef int seat = (trick.leader + turn) & 3
    cdef uint64_t aim = sir_aim(seat), rest, recall_key
    cdef cards hand = trick.hand[seat], follow = hand & trick.lane
    cdef cards choice = follow if follow else hand
    cdef cards in_play = sir_in_play(trick, best), beating = sir_beating(best, s.trumps)
    cdef cards card, useless = 0
    cdef sir_choices moves
    cdef sir_proof proof, missed = sir_proved(0, aim ^ 1, SIR_NEVER, SIR_NEVER)
    s.limits.nodes += 1
    moves.count = 0
    recall_key = sir_recall_key(shape, trick.lane, best, choice)
    sir_replies(trick, turn, best, winner, sir_groups(choice, in_play, ace_rule, on), s.trumps,
                recalled(&s.recall, recall_key) if on & SIR_RECALL else RECALL_NONE, on, &moves)
    if turn == 3 and moves.count > 1 and on & SIR_PROBE:
        if sir_probe(s, trick, best, winner, played, shape, &moves, ace_rule, on, &proof):
            s.limits.trick_nodes += 1
            return proof
    while True:
        card = sir_take(&moves, useless)
        if not card:
            proof = missed
            break
        trick.hand[seat] = hand ^ card
        rest = shape - whist_shape_unit(seat, card)
        if turn == 3:
            if card & beating:
                proof = finish(s, trick, card, seat, played | card, rest, kind)
            else:
                proof = finish(s, trick, best, winner, played | card, rest, kind)
        elif card & beating:
            proof = reply(s, trick, turn + 1, card, seat, played | card, rest, kind)
        else:
            proof = reply(s, trick, turn + 1, best, winner, played | card, rest, kind)
        if proof.verdict == aim:
            recall_note(&s.recall, recall_key, card, trick.n)
            break
        if proof.verdict > HOLDS:
            break
        useless |= sir_refuted(&proof, card, choice, in_play, ace_rule, on)
        missed = sir_both(missed, proof)
    trick.hand[seat] = hand
    return proof


cdef inline sir_proof finish(sir_search *s, const sir_trick *trick, cards best, int winner, cards played, uint64_t shape,
                             Kind kind) noexcept nogil:
    """The trick is complete: collect, and go on with its winner on lead."""
    cdef bint ace_rule = ace_rule_of(kind)
    cdef sir_next following = sir_trick_end(&s.rules, trick, best, winner, played, shape, ace_rule)
    cdef sir_proof proof
    sir_prefetch(s, &following, switches_of(s, kind))
    proof = lead(s, &following.hands, following.leader, following.n, following.need, following.pile, following.run, kind)
    return sir_trick_proof(&following, proof, ace_rule)


include "double_sir_root.pxi"
