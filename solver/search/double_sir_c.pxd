# The per-node primitives of the Double Sir search (csrc/double_sir.h), in the order of the headers; only what it uses.

from libc.stdint cimport uint64_t

from .limits_c cimport limits

cdef extern from "double_sir.h" nogil:
    ctypedef uint64_t cards

    # lanes.h
    cards lane_cards(int lane)
    cards lane_of(cards card)
    int lane_rank(cards card)
    cards worst_of(cards set)
    enum:
        LANE_ACES
    cards bits_lowest(uint64_t x)
    int bits_count(uint64_t x)
    int bits_first(uint64_t x)

    # best_two.h
    cards whist_lanes(uint64_t mask, int trump_suit, int two_on_top)
    int whist_index(cards card, int trump_suit, int two_on_top)

    # table.h
    ctypedef struct table:
        pass
    size_t table_bytes(const table *t)

    # whist_state.h, whist_quick.h, whist_table.h
    enum whist_verdict:
        FAILS
        HOLDS
        STOPPED
    ctypedef struct whist_hands:
        cards hand[4]
        uint64_t shape
    ctypedef struct whist_owners:
        pass
    uint64_t whist_shape(const cards *hand)
    uint64_t whist_shape_unit(int seat, cards card)
    cards whist_group_best(cards card, cards hand, cards in_play)
    ctypedef struct whist_suits:
        pass
    size_t whist_suits_bytes(const whist_suits *suits)
    bint whist_suits_widen(whist_suits *suits)

    # double_sir_state.h
    enum:
        SIR_NEVER
    ctypedef struct sir_proof:
        cards ranks
        uint64_t verdict
        int with_pile
        int without
    sir_proof sir_proved(cards ranks, uint64_t verdict, int with_pile, int without)
    int sir_collected(sir_proof proof, int pile)
    enum sir_switch:
        SIR_TABLE
        SIR_TOUCHING
        SIR_PROBE
        SIR_RECALL
        SIR_ALL
    enum sir_run:
        SIR_NO_RUN
        SIR_RUN
        SIR_RUN_OF_ACE
    ctypedef struct sir_rules:
        int restart
        int team
        int blocked_n
        int court
        int rest
        int safe
        int stop
    ctypedef struct sir_trick:
        cards hand[4]
        cards lane
        int leader
        int n
        int need
        int pile
        int run
    ctypedef struct sir_node:
        cards own
        cards in_play
        uint64_t shape
    ctypedef struct sir_next:
        whist_hands hands
        int leader
        int n
        int need
        int pile
        int run
    sir_node sir_node_of(const whist_hands *hands, int leader, int n, int need, int pile, int run)
    uint64_t sir_aim(int seat)
    bint sir_trivial(int need, int pile, int n, sir_proof *proof)
    sir_proof sir_both(sir_proof before, sir_proof proof)
    cards sir_beating(cards best, cards trumps)
    cards sir_groups(cards hand, cards in_play, bint ace_rule, unsigned on)
    cards sir_refuted(sir_proof *proof, cards card, cards hand, cards in_play, bint ace_rule, unsigned on)
    sir_next sir_trick_end(const sir_rules *rules, const sir_trick *trick, cards best, int winner, cards played,
                           uint64_t shape, bint ace_rule)
    sir_proof sir_trick_proof(const sir_next *next, sir_proof later, bint ace_rule)
    sir_proof sir_last_trick(const sir_rules *rules, const sir_node *node, cards trumps, bint ace_rule)

    # double_sir_sure.h
    bint sir_bounds_decide(const sir_rules *rules, const sir_node *node, cards trumps, bint ace_rule, unsigned on,
                           sir_proof *proof)

    bint sir_lines_settle(const sir_rules *rules, const sir_node *node, cards trumps, bint ace_rule, unsigned on,
                          sir_proof *proof)

    # double_sir_table.h
    ctypedef struct sir_memory:
        bint decided
        int lead
        sir_proof proof
    sir_memory SIR_NO_MEMORY
    uint64_t sir_key(const sir_rules *rules, uint64_t shape, int leader, int n, int need, int pile, int run,
                     unsigned on)
    sir_memory sir_lookup(const table *t, uint64_t key, whist_owners owners, const sir_node *node, bint ace_rule)

    # double_sir_moves.h
    ctypedef struct sir_choices:
        int count
    cards sir_take(sir_choices *moves, cards useless)
    void sir_leads(const sir_node *node, cards groups, cards trumps, int remembered, unsigned on, sir_choices *moves)
    void sir_replies(const sir_trick *trick, int turn, cards best, int winner, cards groups, cards trumps,
                     int remembered, unsigned on, sir_choices *moves)

    # recall.h
    ctypedef struct recall_slots:
        pass
    size_t recall_bytes()
    enum:
        RECALL_NONE
    int recalled(const recall_slots *recall, uint64_t key)
    void recall_note(recall_slots *recall, uint64_t key, uint64_t card, int n)

    # double_sir.h
    ctypedef struct sir_search:
        limits limits
        table table
        recall_slots recall
        cards trumps
        sir_rules rules
        unsigned on
        whist_suits suits
    whist_owners sir_owners(const sir_search *s, cards in_play)
    bint sir_blocked(const sir_search *s, const sir_node *node)
    sir_proof sir_remember(sir_search *s, const sir_node *node, uint64_t key, whist_owners owners, sir_proof proof,
                           cards lead, bint ace_rule, unsigned on)
    bint sir_probe(const sir_search *s, const sir_trick *trick, cards best, int winner, cards played, uint64_t shape,
                   const sir_choices *moves, bint ace_rule, unsigned on, sir_proof *proof)
    uint64_t sir_recall_key(uint64_t shape, cards lane, cards best, cards choice)
    void sir_prefetch(const sir_search *s, const sir_next *next, unsigned on)
    cards sir_in_play(const sir_trick *trick, cards best)
    bint sir_create(sir_search *s, size_t budget, unsigned on)
    void sir_destroy(sir_search *s)
    void sir_load(sir_search *s, const cards *hand, int trump_suit)
