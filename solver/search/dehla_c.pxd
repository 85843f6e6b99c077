# The per-node primitives of the Dehla Pakad search (csrc/dehla.h), in the order of the headers; only what the search uses.

from libc.stdint cimport uint64_t

from .limits_c cimport limits

cdef extern from "dehla.h" nogil:
    ctypedef uint64_t cards

    # lanes.h
    cards lanes_from_mask(uint64_t mask, int trump_suit)
    cards lane_cards(int lane)
    cards lane_of(cards card)
    int lane_index(cards card)
    int lane_rank(cards card)
    cards worst_of(cards set)
    cards bits_lowest(uint64_t x)
    int bits_count(uint64_t x)

    # table.h
    ctypedef struct table:
        uint64_t clears
    size_t table_bytes(const table *t)

    # proof.h
    ctypedef struct proof:
        cards ranks
        uint64_t verdict
    enum verdict:
        FAILS
        HOLDS
        STOPPED
    proof proved(cards ranks, uint64_t verdict)

    # dehla_state.h
    enum:
        NO_TRUMP_YET
    enum dehla_switch:
        DEHLA_QUICK
        DEHLA_SURE
        DEHLA_TABLE
        DEHLA_TOUCHING
        DEHLA_ORDER
        DEHLA_WAYS
        DEHLA_PROBE
        DEHLA_RECALL
        DEHLA_PILE
        DEHLA_ALL
    ctypedef struct dehla_middle:
        int pile
        int run
    ctypedef struct dehla_hands:
        cards hand[4]
        uint64_t shape
        dehla_middle middle
    ctypedef struct dehla_trick:
        cards hand[4]
        cards lane
        cards played
        cards dealt
        int leader
        int n
        int need
        dehla_middle middle
    uint64_t dehla_shape_unit(int seat, cards card)
    uint64_t dehla_shape(const cards *hand)
    int dehla_trump_after(int trump, cards card, cards lane)
    bint dehla_beats(cards card, cards best, int trump)
    cards dehla_groups(cards hand, cards in_play, cards tens, unsigned on)
    cards dehla_group_best(cards card, cards hand, cards in_play, cards tens)
    cards dehla_refuted(proof *p, cards card, cards hand, cards in_play, cards tens, unsigned on)

    # dehla_veil.h
    enum:
        DEHLA_MAX_WAYS
    ctypedef struct dehla_veil:
        int naming
        int askers
        int must_trump
        int by_setter
        cards indicator
        int streak_side
        int streak_end
        cards undealt
        int collecting
        int restart
        int blocked_n
        int rest
        int court
        int safe
        int stop
        int spare
    ctypedef struct dehla_ways:
        int count
        int trump[DEHLA_MAX_WAYS]
        cards choice[DEHLA_MAX_WAYS]
    bint dehla_is_hidden(int trump)
    cards dehla_frozen(const dehla_veil *veil, int trump)
    cards dehla_dealt(const dehla_veil *veil, int trump, cards leaders)
    int dehla_frozen_place(const dehla_veil *veil, int trump, cards in_play)
    int dehla_trump_taken_up(const dehla_veil *veil, int trump, cards hand)
    void dehla_ways_of(const dehla_veil *veil, int trump, int seat, cards hand, cards lane, dehla_ways *ways)
    bint dehla_plays_itself(const dehla_veil *veil, int trump)
    int dehla_trump_suit(int trump)
    bint dehla_in_streak(const dehla_veil *veil, int n)
    bint dehla_same_veil(const dehla_veil *a, const dehla_veil *b)
    int dehla_collect(const dehla_veil *veil, dehla_middle *middle, int leader, int winner, int worth, bint known, int n,
                      int *lying, int *taker)
    bint dehla_way_is_idle(const dehla_ways *ways, int way, cards in_play)

    # dehla_quick.h
    ctypedef struct dehla_node:
        cards own
        cards in_play
        cards tens
        uint64_t shape
        int n
        int total
        int trump
    ctypedef struct dehla_units:
        int each
        int ten
        cards tens
    int dehla_units_of(const dehla_units *units, int tricks, cards set)
    proof dehla_last_trick(const dehla_node *node)
    bint dehla_trump_ten_decides(const dehla_node *node, const dehla_units *units, proof *p)
    bint dehla_sure_trick_decides(const dehla_node *node, const dehla_units *units, const dehla_veil *veil, proof *p)
    bint dehla_sure_pair_decides(const dehla_node *node, const dehla_units *units, const dehla_middle *middle, proof *p)

    # dehla_table.h
    enum:
        TABLE_NO_MOVE
    ctypedef struct dehla_deal:
        pass
    ctypedef struct dehla_owners:
        pass
    ctypedef struct dehla_memory:
        bint decided
        int lead
        proof proof
    dehla_owners dehla_pack_owners(const dehla_deal *deal, cards in_play, cards tens)
    uint64_t dehla_key(uint64_t shape, int leader, int n, int trump, int frozen_place)
    void dehla_pack_middle(dehla_owners *owners, const dehla_middle *middle)
    dehla_memory dehla_lookup(const table *t, uint64_t key, const dehla_owners *owners, const dehla_node *node,
                              const dehla_middle *middle)

    # recall.h
    ctypedef struct recall_slots:
        pass
    enum:
        RECALL_NONE
    int recalled(const recall_slots *recall, uint64_t key)
    void recall_note(recall_slots *recall, uint64_t key, uint64_t card, int n)

    # dehla_moves.h
    ctypedef struct dehla_moves:
        int count
    cards dehla_take(dehla_moves *moves)
    void dehla_leads(const dehla_node *node, const dehla_units *units, cards groups, int remembered, unsigned on,
                     dehla_moves *moves)
    void dehla_replies(const dehla_trick *trick, const dehla_units *units, cards hand, int turn, cards best, int winner,
                       int trump, cards trumps, cards groups, int remembered, unsigned on, dehla_moves *moves)

    # dehla_ways.h
    enum:
        DEHLA_MAX_ACTIONS
    ctypedef struct dehla_actions:
        int count
    int dehla_way_score(const dehla_veil *veil, const dehla_trick *trick, int seat, int before, int after)
    cards dehla_later_ruffs(int trump)
    void dehla_add_way(dehla_actions *actions, const dehla_moves *moves, int way, int bonus)
    cards dehla_take_action(dehla_actions *actions, int *way)

    # dehla.h
    uint64_t dehla_recall_key(uint64_t shape, cards lane, cards best, cards choice, int trump)
    ctypedef struct dehla_search:
        limits limits
        table table
        dehla_deal deal
        recall_slots recall
        dehla_units units
        dehla_veil veil
        unsigned on
    dehla_node dehla_node_of(const dehla_search *s, const dehla_hands *hands, int leader, int need, int trump)
    ctypedef struct dehla_next:
        dehla_hands hands
        int leader
        int need
        int trump
    dehla_next dehla_trick_end(const dehla_search *s, const dehla_trick *trick, cards card, cards best, int winner, int trump,
                               uint64_t shape, bint veiled)
    cards dehla_in_play(const dehla_trick *trick, cards best)
    proof dehla_trick_proof(const dehla_next *next, proof later)
    bint dehla_trivial(const dehla_node *node, proof *p)
    bint dehla_probe(const dehla_search *s, const dehla_trick *trick, const dehla_moves *moves, cards best, int winner,
                     int trump, uint64_t shape, uint64_t aim, unsigned on, proof *p)
    void dehla_remember(dehla_search *s, const dehla_node *node, uint64_t key, const dehla_owners *owners, proof *p,
                        cards lead, const dehla_middle *middle, unsigned on)
    size_t dehla_fixed_bytes()
    bint dehla_create(dehla_search *s, size_t budget, unsigned on)
    void dehla_destroy(dehla_search *s)
    void dehla_load(dehla_search *s, const cards *hand, int each, int ten)
