# The exact search of the whist family: partition search over zero-window questions.
#
# This file is the source of two modules, _whist_portable and _whist_bmi2, which differ only in the instructions that the
# C compiler may use (see csrc/compiler.h); _cpu.pyx says which one a machine should take.
#
# Four functions call each other, one a hand of the trick: lead -> second -> third -> fourth -> finish -> lead.  Each answers
# "does the side of the trick's leader take at least `need` of the `n` tricks left?" with a proof: the verdict and the ranks
# it rests on (csrc/whist_state.h explains partition search and its rules).  The leader's side wants HOLDS, so lead and third
# return the first card that holds; second and fourth return the first card that fails.  Any other verdict means that the
# search was stopped, and is returned at once.
#
# The functions are compiled four times, by the type of their last argument, which carries no value: with a trump suit or
# without, and with every optimisation on or with switches read at run time (for tests).

from .driver cimport limits_poll
from .limits_c cimport limits_due
from .whist_c cimport *

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


cdef inline unsigned switches_of(const whist_search *s, Kind kind) noexcept nogil:
    """Optimisations in force: a constant of the copies without switches."""
    if Kind is NoTrumpSwitched or Kind is WithTrumpSwitched:
        return s.on
    return WHIST_ALL


cdef inline bint streak_of(const whist_search *s, Kind kind) noexcept nogil:
    """Whether a streak is asked about: never by the copies without switches."""
    return s.streak_side >= 0 if Kind is NoTrumpSwitched or Kind is WithTrumpSwitched else False


cdef whist_proof lead(whist_search *s, const whist_hands *hands, int leader, int n, int need, Kind kind) noexcept nogil:
    """A trick boundary, `leader` to play."""
    cdef int trump = trump_of(kind), theirs_need
    cdef bint in_streak, with_table
    cdef unsigned on = switches_of(s, kind)
    cdef whist_node node
    cdef whist_proof proof
    cdef whist_memory memory
    cdef whist_owners owners
    cdef whist_trick trick
    cdef whist_choice storage[WHIST_LEAD_CHOICES]
    cdef whist_choices moves
    cdef uint64_t trump_word = 0
    cdef cards worth, card, best_lead = 0, ranks = 0

    # Step 1. Questions that need no look at the cards; limits; the last trick.
    s.limits.trick_nodes += 1
    if need <= 0:
        return whist_proved(0, HOLDS)
    theirs_need = whist_theirs_need(s, leader, n, need, streak_of(s, kind))
    if theirs_need <= 0:
        return whist_proved(0, FAILS)
    if limits_due(&s.limits) and limits_poll(&s.limits):
        return whist_proved(0, STOPPED)
    node = whist_node_of(hands, leader, n, need, theirs_need)
    if n == 1:
        return whist_last_trick(&node, trump)

    # Step 2. Quick tricks and sure trumps; in a streak trump tricks cannot be counted ahead.
    in_streak = whist_in_streak(s, n, streak_of(s, kind))
    if trump:
        trump_word = whist_trump_word(&s.suits, node.in_play, leader)
    if not (trump and in_streak) and whist_bounds_decide(s, &node, trump_word, trump, on, &proof):
        return proof

    # Step 3. What the table knows of this shape.
    # (What the side outside of a streak asks depends on more than `need`, so it is not filed; it leads only at the root.)
    with_table = on & WHIST_TABLE and not (in_streak and (leader ^ s.streak_side) & 1)
    owners = whist_pack_owners(&s.suits, s.plane_low, s.plane_high, node.in_play)
    memory = WHIST_NO_MEMORY
    if with_table:
        memory = whist_lookup(&s.table, whist_key(node.shape, leader, n), owners, need, node.in_play)
        if memory.decided:
            return memory.proof

    # Step 4. Leads that settle it by a ruff or by top cards.
    worth = node.own
    if on & WHIST_REPLIES:
        if trump and (not in_streak or need == 1) and whist_partner_ruffs(s, &node, &proof):
            return proof
        if not (trump and in_streak) or theirs_need == 1:
            worth = whist_leads_worth(s, &node, trump, &ranks)
        if not worth:
            return whist_proved(ranks, FAILS)

    # Step 5. Candidates, unless this very trick decides.
    moves.choice = storage
    moves.count = 0
    if whist_leads(s, &node, worth, &memory, trump, on, &ranks, &moves, &proof):
        return proof

    # Step 6. Try them.
    trick.hand[1] = hands.hand[(leader + 1) & 3]
    trick.hand[2] = hands.hand[(leader + 2) & 3]
    trick.hand[3] = hands.hand[(leader + 3) & 3]
    trick.leader = leader
    trick.n = n
    trick.need = need
    trick.theirs_need = theirs_need
    while True:
        card = whist_take(&moves)
        if not card:
            proof = whist_proved(ranks, FAILS)
            break
        trick.hand[0] = node.own ^ card
        trick.lane = lane_of(card)
        trick.played = card
        proof = second(s, &trick, card, node.shape - whist_shape_unit(leader, card), kind)
        if proof.verdict != FAILS:
            if proof.verdict != HOLDS:
                return proof
            s.killer[n][leader] = card
            best_lead = card
            break
        whist_drop(&moves, whist_refuted(&proof, card, node.own, node.in_play, on))
        ranks |= proof.ranks

    # Step 7. Remember.
    if with_table:
        whist_remember(s, &node, owners, proof, best_lead, on)
    return proof


cdef whist_proof second(whist_search *s, whist_trick *trick, cards best, uint64_t shape, Kind kind) noexcept nogil:
    """The leader's left-hand opponent to play on `best`; `shape` counts what the hands hold now."""
    cdef int trump = trump_of(kind)
    cdef unsigned on = switches_of(s, kind)
    cdef cards hand = trick.hand[1], follow = hand & trick.lane, played = trick.played
    cdef cards choice = follow if follow else hand
    cdef cards in_play = whist_in_play(trick, best), beating = whist_beating(best, trump)
    cdef cards groups, card = 0, useless, ranks = 0
    cdef uint64_t key = 0
    cdef bint listed = False
    cdef whist_choice storage[WHIST_REPLY_CHOICES]
    cdef whist_choices moves
    cdef whist_proof proof
    s.limits.nodes += 1
    groups = whist_groups(choice, in_play, on)
    if on & WHIST_RECALL:
        key = whist_recall_key(shape, trick.leader, best, choice)
        card = whist_recalled(&s.recall, key, choice, groups, trick.n)
    moves.choice = storage
    moves.count = 0
    while True:
        if not card:
            if not listed:
                listed = True
                whist_second_moves(&s.suits, trick, best, in_play, groups, follow, trump, on, &moves)
            card = whist_take(&moves)
            if not card:
                proof = whist_proved(ranks, HOLDS)
                break
        trick.hand[1] = hand ^ card
        trick.played = played | card
        if card & beating:
            proof = third(s, trick, card, 1, shape - whist_shape_unit(trick.leader + 1, card), kind)
        else:
            proof = third(s, trick, best, 0, shape - whist_shape_unit(trick.leader + 1, card), kind)
        if proof.verdict != HOLDS:
            if on & WHIST_RECALL and listed and proof.verdict == FAILS:
                whist_note_reply(&s.recall, key, card, trick.n)
            break
        useless = whist_refuted(&proof, card, choice, in_play, on)
        if listed:
            whist_drop(&moves, useless)
        else:
            groups &= ~(useless | card)
        ranks |= proof.ranks
        card = 0
    trick.hand[1] = hand
    trick.played = played
    return proof


cdef whist_proof third(whist_search *s, whist_trick *trick, cards best, int winner, uint64_t shape,
                       Kind kind) noexcept nogil:
    """The leader's partner to play; `best` is the best card so far, of the relative hand `winner`."""
    cdef int trump = trump_of(kind)
    cdef unsigned on = switches_of(s, kind)
    cdef cards hand = trick.hand[2], follow = hand & trick.lane, played = trick.played
    cdef cards choice = follow if follow else hand
    cdef cards in_play = whist_in_play(trick, best), beating = whist_beating(best, trump)
    cdef cards groups, card = 0, useless, ranks = 0
    cdef uint64_t key = 0
    cdef bint listed = False
    cdef whist_choice storage[WHIST_REPLY_CHOICES]
    cdef whist_choices moves
    cdef whist_proof proof
    s.limits.nodes += 1
    if on & WHIST_LAST and whist_third_decides(trick, best, winner, trump, &proof):
        return proof
    groups = whist_groups(choice, in_play, on)
    if on & WHIST_RECALL:
        key = whist_recall_key(shape, trick.leader, best, choice)
        card = whist_recalled(&s.recall, key, choice, groups, trick.n)
    moves.choice = storage
    moves.count = 0
    while True:
        if not card:
            if not listed:
                listed = True
                whist_third_moves(&s.suits, trick, best, winner, in_play, groups, follow, trump, on, &moves)
            card = whist_take(&moves)
            if not card:
                proof = whist_proved(ranks, FAILS)
                break
        trick.hand[2] = hand ^ card
        trick.played = played | card
        if card & beating:
            proof = fourth(s, trick, card, 2, shape - whist_shape_unit(trick.leader + 2, card), kind)
        else:
            proof = fourth(s, trick, best, winner, shape - whist_shape_unit(trick.leader + 2, card), kind)
        if proof.verdict != FAILS:
            if on & WHIST_RECALL and listed and proof.verdict == HOLDS:
                whist_note_reply(&s.recall, key, card, trick.n)
            break
        useless = whist_refuted(&proof, card, choice, in_play, on)
        if listed:
            whist_drop(&moves, useless)
        else:
            groups &= ~(useless | card)
        ranks |= proof.ranks
        card = 0
    trick.hand[2] = hand
    trick.played = played
    return proof


cdef whist_proof fourth(whist_search *s, const whist_trick *trick, cards best, int winner, uint64_t shape,
                        Kind kind) noexcept nogil:
    """The leader's right-hand opponent, whose partner is the relative hand 1, plays the last card."""
    cdef int trump = trump_of(kind)
    cdef unsigned on = switches_of(s, kind)
    cdef cards hand = trick.hand[3], follow = hand & trick.lane
    cdef cards choice = follow if follow else hand
    cdef cards in_play = whist_in_play(trick, best), beating = whist_beating(best, trump)
    cdef cards card, groups, useless = 0, ranks = 0
    cdef whist_choice storage[WHIST_REPLY_CHOICES]
    cdef whist_choices moves
    cdef whist_proof proof
    s.limits.nodes += 1
    groups = choice
    if follow:
        # One card does the hand's work cheapest; most nodes end with it, before any list is made.
        card = whist_fourth_first(follow, beating, winner == 1)
        proof = finish(s, trick, card, best, winner, beating, shape, kind)
        if proof.verdict != HOLDS or follow == card:
            return proof
        useless = card | whist_refuted(&proof, card, follow, in_play, on)
        ranks = proof.ranks
    groups = whist_groups(choice, in_play, on) & ~useless
    if not groups:
        return whist_proved(ranks, HOLDS)
    moves.choice = storage
    moves.count = 0
    whist_fourth_moves(&s.suits, trick, beating, winner == 1, in_play, groups, follow, trump, on, &moves)
    while True:
        card = whist_take(&moves)
        if not card:
            return whist_proved(ranks, HOLDS)
        proof = finish(s, trick, card, best, winner, beating, shape, kind)
        if proof.verdict != HOLDS:
            return proof
        whist_drop(&moves, whist_refuted(&proof, card, choice, in_play, on))
        ranks |= proof.ranks


cdef inline whist_proof finish(whist_search *s, const whist_trick *trick, cards card, cards best, int winner, cards beating,
                               uint64_t shape, Kind kind) noexcept nogil:
    """The trick is complete with `card`: go on with its winner on lead, and change sides if that is an opponent."""
    cdef whist_next following = whist_trick_end(s, trick, card, best, winner, beating, shape)
    cdef whist_proof proof
    if following.winner & 1:
        proof = lead(s, &following.hands, following.leader, following.n, trick.theirs_need - 1, kind)
        proof.verdict ^= 1
    else:
        proof = lead(s, &following.hands, following.leader, following.n, trick.need - 1, kind)
    proof.ranks |= following.winning_rank
    return proof


include "whist_root.pxi"
