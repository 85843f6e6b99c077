# The per-node primitives of the whist search (csrc/whist.h), in the order of the headers; only what the search uses.

from libc.stdint cimport uint32_t, uint64_t

from .limits_c cimport limits

cdef extern from "whist.h" nogil:
    ctypedef uint64_t cards

    # lanes.h
    cards lane_cards(int lane)
    cards lane_of(cards card)
    int lane_length(cards set, int lane)
    int lane_index(cards card)
    int lane_rank(cards card)
    cards best_of(cards set)
    cards worst_of(cards set)
    enum:
        TRUMP_LANE
    cards bits_lowest(uint64_t x)
    int bits_count(uint64_t x)
    int bits_first(uint64_t x)

    # best_two.h
    cards whist_lanes(uint64_t mask, int trump_suit, int two_on_top)
    int whist_index(cards card, int trump_suit, int two_on_top)

    # table.h
    ctypedef struct table:
        uint32_t blocks_peak
        uint32_t blocks_used
        uint64_t clears
    size_t table_bytes(const table *t)

    # whist_state.h
    ctypedef struct whist_proof:
        cards ranks
        uint64_t verdict
    enum whist_verdict:
        FAILS
        HOLDS
        STOPPED
    enum whist_switch:
        WHIST_LAST
        WHIST_RECALL
        WHIST_REPLIES
        WHIST_TABLE
        WHIST_TOUCHING
        WHIST_ALL
    ctypedef struct whist_hands:
        cards hand[4]
        uint64_t shape
    ctypedef struct whist_trick:
        cards hand[4]
        cards lane
        cards played
        int leader
        int n
        int need
        int theirs_need
    whist_proof whist_proved(cards ranks, uint64_t verdict)
    uint64_t whist_shape(const cards *hand)
    uint64_t whist_shape_unit(int seat, cards card)
    cards whist_beating(cards best, int trump)
    cards whist_groups(cards hand, cards in_play, unsigned on)
    cards whist_group_best(cards card, cards hand, cards in_play)
    cards whist_refuted(whist_proof *proof, cards card, cards hand, cards in_play, unsigned on)

    # whist_quick.h
    ctypedef struct whist_suits:
        pass
    bint whist_suits_widen(whist_suits *suits)
    uint64_t whist_trump_word(const whist_suits *suits, cards in_play, int seat)

    # whist_table.h
    ctypedef struct whist_owners:
        pass
    ctypedef struct whist_memory:
        bint decided
        int lead
        bint matching
        whist_proof proof
    uint64_t whist_key(uint64_t shape, int leader, int n)
    whist_owners whist_pack_owners(const whist_suits *suits, cards plane_low, cards plane_high, cards in_play)
    whist_memory whist_lookup(const table *t, uint64_t key, whist_owners owners, int need, cards in_play)
    whist_memory WHIST_NO_MEMORY

    # whist_moves.h
    ctypedef struct whist_choice:
        pass
    ctypedef struct whist_choices:
        whist_choice *choice
        int count
    enum:
        WHIST_LEAD_CHOICES
        WHIST_REPLY_CHOICES
    cards whist_take(whist_choices *moves)
    void whist_drop(whist_choices *moves, cards useless)
    void whist_second_moves(const whist_suits *suits, const whist_trick *trick, cards best, cards in_play, cards groups,
                            cards follow, int trump, unsigned on, whist_choices *moves)
    bint whist_third_decides(const whist_trick *trick, cards best, int winner, int trump, whist_proof *proof)
    void whist_third_moves(const whist_suits *suits, const whist_trick *trick, cards best, int winner, cards in_play,
                           cards groups, cards follow, int trump, unsigned on, whist_choices *moves)
    cards whist_fourth_first(cards follow, cards beating, bint partner_wins)
    void whist_fourth_moves(const whist_suits *suits, const whist_trick *trick, cards beating, bint partner_wins,
                            cards in_play, cards groups, cards follow, int trump, unsigned on, whist_choices *moves)

    # whist_recall.h
    ctypedef struct whist_recall:
        pass
    uint64_t whist_recall_key(uint64_t shape, int leader, cards best, cards choice)
    cards whist_recalled(const whist_recall *recall, uint64_t key, cards choice, cards groups, int n)
    void whist_note_reply(whist_recall *recall, uint64_t key, cards card, int n)

    # whist_lead.h
    ctypedef struct whist_search:
        limits limits
        table table
        whist_suits suits
        cards plane_low
        cards plane_high
        cards killer[14][4]
        int streak_side
        int streak_end
        int streak_need
        unsigned on
        whist_recall recall
    ctypedef struct whist_node:
        cards own
        cards in_play
        uint64_t shape
        int theirs_need
    whist_node whist_node_of(const whist_hands *hands, int leader, int n, int need, int theirs_need)
    whist_proof whist_last_trick(const whist_node *node, int trump)
    bint whist_bounds_decide(const whist_search *s, const whist_node *node, uint64_t trump_word, int trump, unsigned on,
                             whist_proof *proof)
    bint whist_in_streak(const whist_search *s, int n, bint streak)
    int whist_theirs_need(const whist_search *s, int leader, int n, int need, bint streak)
    bint whist_partner_ruffs(const whist_search *s, const whist_node *node, whist_proof *proof)
    cards whist_leads_worth(const whist_search *s, const whist_node *node, int trump, cards *ranks)
    bint whist_leads(const whist_search *s, const whist_node *node, cards worth, const whist_memory *memory, int trump,
                     unsigned on, cards *ranks, whist_choices *moves, whist_proof *proof)
    void whist_remember(whist_search *s, const whist_node *node, whist_owners owners, whist_proof proof, cards lead,
                        unsigned on)

    # whist.h
    ctypedef struct whist_next:
        whist_hands hands
        cards winning_rank
        int winner
        int leader
        int n
    whist_next whist_trick_end(const whist_search *s, const whist_trick *trick, cards card, cards best, int winner,
                               cards beating, uint64_t shape)
    int whist_first_guess(const whist_hands *hands, int leader, int n, bint trump)
    cards whist_in_play(const whist_trick *trick, cards best)
    size_t whist_fixed_bytes(const whist_search *s)
    bint whist_create(whist_search *s, size_t budget, unsigned on)
    void whist_destroy(whist_search *s)
    void whist_load(whist_search *s, const cards *hand, int trump_suit, bint new_owners)
