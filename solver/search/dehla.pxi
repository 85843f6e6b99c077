# The exact search of Dehla Pakad: partition search over zero-window questions, with a trump that the play may have yet to
# fix.
#
# This file is the source of two modules, _dehla_portable and _dehla_bmi2, which differ only in the instructions that the
# C compiler may use (see csrc/compiler.h); _cpu.pyx says which one a machine should take.
#
# Two functions call each other: `lead` at a trick boundary and `follow` for the second to fourth hand; `finish` ends a trick
# with its fourth card.  Each answers "do NS take at least `need` more units?" with a proof (csrc/proof.h; the units are
# those of csrc/dehla_state.h).  Whoever is to play tries cards until one brings the verdict that his side wants; a proof that
# the search was stopped is returned at once.
#
# The functions are compiled three times, by the type of their last argument, which carries no value: with every
# optimisation on, with switches read at run time (for tests), and for trumps that may be hidden, noted or named
# (csrc/dehla_veil.h), where `choose` takes the place of `follow`: a hand may then have several ways to play.
#
# What begins a search and reads its answers is in dehla_root.pxi, which comes in at the end.

from .driver cimport limits_poll
from .limits_c cimport limits_due
from .dehla_c cimport *

ctypedef char Tuned
ctypedef short Switched

ctypedef int Veiled

ctypedef fused Kind:
    Tuned
    Switched
    Veiled

ctypedef fused Plain:
    Tuned
    Switched


cdef inline unsigned switches_of(const dehla_search *s, Kind kind) noexcept nogil:
    """Optimisations in force: a constant of the tuned copy."""
    return DEHLA_ALL if Kind is Tuned else s.on


cdef inline uint64_t aim_of(int seat) noexcept nogil:
    """The verdict that a seat's side wants."""
    return FAILS if seat & 1 else HOLDS


cdef proof lead(dehla_search *s, const dehla_hands *hands, int leader, int need, int trump, Kind kind) noexcept nogil:
    """A trick boundary, `leader` to play."""
    if Kind is Veiled:
        trump = dehla_trump_taken_up(&s.veil, trump, hands.hand[leader])
    cdef unsigned on = switches_of(s, kind)
    cdef uint64_t aim = aim_of(leader), key
    cdef dehla_node node = dehla_node_of(s, hands, leader, need, trump)
    cdef const dehla_middle *middle = &hands.middle if Kind is Veiled and s.veil.collecting else NULL
    cdef cards frozen = dehla_frozen(&s.veil, trump) & node.own if Kind is Veiled else 0
    cdef cards own = node.own ^ frozen, in_play = node.in_play ^ frozen  # one's own frozen card parts no others
    cdef cards dealt = dehla_dealt(&s.veil, trump, node.own) if Kind is Veiled else ~<cards>0
    cdef dehla_owners owners
    cdef dehla_memory memory
    cdef dehla_trick trick
    cdef dehla_moves moves
    cdef proof found
    cdef cards card, useless = 0, ranks = 0, best_lead = 0
    cdef int i
    if Kind is Veiled and middle:
        node.total += middle.pile
        if node.n == s.veil.blocked_n:
            on &= ~DEHLA_TABLE
        if s.veil.safe or s.veil.stop:
            on &= ~DEHLA_PILE
    if Kind is Veiled and ~dealt:
        own &= dealt
        on &= ~(DEHLA_QUICK | DEHLA_TABLE)  # these take all cards of a hand to be alike

    # Step 1. Questions that the units left settle; limits; the last trick.
    s.limits.trick_nodes += 1
    if dehla_trivial(&node, &found):
        return found
    if limits_due(&s.limits) and limits_poll(&s.limits):
        return proved(0, STOPPED)
    if node.n == 1 and (Kind is not Veiled or (dehla_plays_itself(&s.veil, trump) and not s.veil.rest)):
        return dehla_last_trick(&node)

    # Step 2. Tens and tricks that are certain.
    if Kind is Veiled and dehla_in_streak(&s.veil, node.n):
        pass  # one trick brings nothing as long as all are needed
    elif Kind is Veiled and middle:
        if on & DEHLA_QUICK and not s.veil.stop and dehla_sure_pair_decides(&node, &s.units, middle, &found):
            return found
    elif on & DEHLA_SURE and dehla_trump_ten_decides(&node, &s.units, &found):
        return found
    elif on & DEHLA_QUICK and dehla_sure_trick_decides(&node, &s.units, &s.veil if Kind is Veiled else NULL, &found):
        return found

    # Step 3. What the table knows of this shape.
    key = dehla_key(node.shape, leader, node.n, trump,
                    dehla_frozen_place(&s.veil, trump, node.in_play) if Kind is Veiled else 0)
    owners = dehla_pack_owners(&s.deal, node.in_play, s.units.tens)
    if Kind is Veiled and middle:
        dehla_pack_middle(&owners, middle)
    memory.lead = TABLE_NO_MOVE
    if on & DEHLA_TABLE:
        memory = dehla_lookup(&s.table, key, &owners, &node, middle if Kind is Veiled else NULL)
        if memory.decided:
            return memory.proof

    # Step 4. Try the leads.
    if Kind is Veiled:
        node.trump = dehla_trump_suit(trump)
    dehla_leads(&node, &s.units, dehla_groups(own, in_play, node.tens, on), memory.lead, on, &moves)
    for i in range(4):
        trick.hand[i] = hands.hand[i]
    trick.leader = leader
    trick.n = node.n
    trick.need = need
    trick.dealt = dealt
    trick.middle = hands.middle
    while True:
        card = dehla_take(&moves)
        if not card:
            found = proved(ranks, aim ^ 1)
            break
        if card & useless and dehla_group_best(card, own, in_play, node.tens) & useless:
            continue
        trick.hand[leader] = node.own ^ card
        trick.lane = lane_of(card)
        trick.played = card
        if Kind is Veiled:
            found = choose(s, &trick, 1, card, leader, trump, node.shape - dehla_shape_unit(leader, card))
        else:
            found = follow(s, &trick, 1, card, leader, trump, node.shape - dehla_shape_unit(leader, card), kind)
        if found.verdict == aim:
            best_lead = card
            break
        if found.verdict > HOLDS:
            return found
        useless |= dehla_refuted(&found, card, own, in_play, node.tens, on)
        ranks |= found.ranks

    # Step 5. Remember.
    dehla_remember(s, &node, key, &owners, &found, best_lead, middle if Kind is Veiled else NULL, on)
    return found


cdef proof follow(dehla_search *s, dehla_trick *trick, int turn, cards best, int winner, int trump, uint64_t shape,
                  Plain kind) noexcept nogil:
    """The `turn`-th hand after the leader to play; `best` is the best card on the table, and `winner` played it."""
    cdef unsigned on = switches_of(s, kind)
    cdef int seat = (trick.leader + turn) & 3, trump_now, remembered = RECALL_NONE
    cdef uint64_t aim = aim_of(seat)
    cdef cards hand = trick.hand[seat], choice = hand & trick.lane, played = trick.played
    cdef cards in_play = dehla_in_play(trick, best), tens = s.units.tens
    cdef cards card, useless = 0, ranks = 0
    cdef dehla_moves moves
    cdef proof found
    cdef uint64_t recall_key
    s.limits.nodes += 1
    if not choice:
        choice = hand
    recall_key = dehla_recall_key(shape, trick.lane, best, choice, trump)
    if on & DEHLA_RECALL:
        remembered = recalled(&s.recall, recall_key)
    dehla_replies(trick, &s.units, hand, turn, best, winner, trump, 0 if trump == NO_TRUMP_YET else lane_cards(trump),
                  dehla_groups(choice, in_play, tens & choice, on), remembered, on, &moves)
    if turn == 3 and moves.count > 1 and on & DEHLA_PROBE and on & DEHLA_TABLE:
        if dehla_probe(s, trick, &moves, best, winner, trump, shape, aim, on, &found):
            s.limits.trick_nodes += 1
            return found
    while True:
        card = dehla_take(&moves)
        if not card:
            found = proved(ranks, aim ^ 1)
            break
        if card & useless and dehla_group_best(card, choice, in_play, tens) & useless:
            continue
        if turn == 3:
            found = finish(s, trick, card, best, winner, trump, shape, kind)
        else:
            trick.hand[seat] = hand ^ card
            trick.played = played | card
            trump_now = dehla_trump_after(trump, card, trick.lane)
            if dehla_beats(card, best, trump_now):
                found = follow(s, trick, turn + 1, card, seat, trump_now, shape - dehla_shape_unit(seat, card), kind)
            else:
                found = follow(s, trick, turn + 1, best, winner, trump_now, shape - dehla_shape_unit(seat, card), kind)
        if found.verdict == aim:
            recall_note(&s.recall, recall_key, card, trick.n)
            break
        if found.verdict > HOLDS:
            break
        useless |= dehla_refuted(&found, card, choice, in_play, tens, on)
        ranks |= found.ranks
    trick.hand[seat] = hand
    trick.played = played
    return found


cdef inline proof finish(dehla_search *s, const dehla_trick *trick, cards card, cards best, int winner, int trump,
                         uint64_t shape, Kind kind) noexcept nogil:
    """The trick is complete with `card`: go on with its winner on lead."""
    cdef dehla_next following = dehla_trick_end(s, trick, card, best, winner, trump, shape, Kind is Veiled)
    return dehla_trick_proof(&following,
                             lead(s, &following.hands, following.leader, following.need, following.trump, kind))


cdef proof choose(dehla_search *s, dehla_trick *trick, int turn, cards best, int winner, int trump,
                  uint64_t shape) noexcept nogil:
    """`follow` where a hand may have several ways to play: each is a trump from its card on, with the cards that may go with
    it.  What was refuted in one way says nothing about another."""
    cdef unsigned on = s.on
    cdef int seat = (trick.leader + turn) & 3, way, trump_now, remembered
    cdef uint64_t aim = aim_of(seat)
    cdef cards hand = trick.hand[seat], played = trick.played, all = dehla_in_play(trick, best), tens = s.units.tens
    cdef cards dealt = hand & trick.dealt, card, frozen, ranks = 0
    cdef cards[DEHLA_MAX_WAYS] useless, in_play
    cdef uint64_t[DEHLA_MAX_WAYS] recall_key
    cdef dehla_ways ways
    cdef dehla_moves moves
    cdef dehla_actions actions
    cdef proof found
    s.limits.nodes += 1
    dehla_ways_of(&s.veil, trump, seat, dealt, trick.lane, &ways)
    actions.count = 0
    for way in range(ways.count):
        useless[way] = 0
        trump_now = ways.trump[way]
        frozen = dehla_frozen(&s.veil, trump_now) & dealt
        in_play[way] = all ^ frozen
        if way and on & DEHLA_WAYS and dehla_way_is_idle(&ways, way, all):
            continue
        recall_key[way] = dehla_recall_key(shape, trick.lane, best, ways.choice[way], trump_now)
        remembered = recalled(&s.recall, recall_key[way]) if on & DEHLA_RECALL else RECALL_NONE
        dehla_replies(trick, &s.units, dealt ^ frozen, turn, best, winner, trump_now, dehla_later_ruffs(trump_now),
                      dehla_groups(ways.choice[way], in_play[way], tens & ways.choice[way], on),
                      remembered, on, &moves)
        dehla_add_way(&actions, &moves, way,
                      dehla_way_score(&s.veil, trick, seat, trump, trump_now) if on & DEHLA_ORDER else 0)
    while True:
        card = dehla_take_action(&actions, &way)
        if not card:
            found = proved(ranks, aim ^ 1)
            break
        if card & useless[way] and dehla_group_best(card, ways.choice[way], in_play[way], tens) & useless[way]:
            continue
        trump_now = ways.trump[way]
        if turn == 3:
            found = finish(s, trick, card, best, winner, trump_now, shape, <Veiled>0)
        else:
            trick.hand[seat] = hand ^ card
            trick.played = played | card
            trump_now = dehla_trump_after(trump_now, card, trick.lane)
            if dehla_beats(card, best, trump_now):
                found = choose(s, trick, turn + 1, card, seat, trump_now, shape - dehla_shape_unit(seat, card))
            else:
                found = choose(s, trick, turn + 1, best, winner, trump_now, shape - dehla_shape_unit(seat, card))
        if found.verdict == aim:
            recall_note(&s.recall, recall_key[way], card, trick.n)
            break
        if found.verdict > HOLDS:
            break
        useless[way] |= dehla_refuted(&found, card, ways.choice[way], in_play[way], tens, on)
        ranks |= found.ranks
    trick.hand[seat] = hand
    trick.played = played
    return found


include "dehla_root.pxi"
