# The per-node primitives of the Coinche search (csrc/coinche.h), in the order of the headers; only what the search uses.

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from .limits_c cimport limits

cdef extern from "coinche.h" nogil:
    ctypedef uint32_t coinche_cards

    # coinche_cards.h
    coinche_cards coinche_bit(int card)
    int coinche_lane(int card)
    coinche_cards coinche_suit_of(int card)
    int coinche_worst(coinche_cards set)
    coinche_cards coinche_above(int card)
    coinche_cards coinche_below(int card)
    int coinche_trump_order(int lane, int strain)
    int coinche_place_of_rank(int rank, int trump_order)
    int coinche_card(int index, int strain)
    int coinche_index(int card, int strain)
    coinche_cards coinche_from_mask(uint64_t mask, int strain)
    int bits_count(uint64_t x)

    # table.h
    ctypedef struct table:
        pass
    size_t table_bytes(const table *t)

    # coinche_state.h
    ctypedef struct coinche_proof:
        int value
        coinche_cards ranks
    enum:
        COINCHE_STOPPED
    coinche_proof coinche_proved(int value, coinche_cards ranks)
    bint coinche_is_stopped(coinche_proof proof)
    enum coinche_switch:
        COINCHE_TABLE
        COINCHE_NEAR
        COINCHE_SURE
        COINCHE_RECALL
        COINCHE_ALL
        COINCHE_ALONE
    ctypedef struct coinche_duties:
        uint8_t spare_partner
        uint8_t may_discard
        uint8_t partner_ruff
        uint8_t beat_suit_led
    ctypedef struct coinche_scale:
        uint8_t lane_points[2][8]
        int trick
        int last
    ctypedef struct coinche_bytes:
        pass
    ctypedef struct coinche_deal:
        pass
    ctypedef struct coinche_points:
        coinche_scale scale
        uint8_t card[32]
    ctypedef struct coinche_trick:
        int leader
        int lane
        int need
        int rest
        int n
    ctypedef struct coinche_table_cards:
        int best
        int winner
        int points
        int followed
    ctypedef struct coinche_node:
        int leader
        int need
        int rest
        int n
        coinche_cards in_play
    coinche_cards coinche_legal(coinche_cards hand, int lane, int best, bint partner_wins, coinche_duties duties, int trump)
    coinche_cards coinche_legal_rank(coinche_cards hand, int lane, coinche_table_cards table, int place,
                                     coinche_duties duties, int trump)

    # coinche_table.h
    void coinche_store(table *t, const coinche_deal *deal, const coinche_bytes *bytes, const coinche_node *node,
                       coinche_proof proof, int trump, unsigned on)

    # coinche_moves.h
    ctypedef struct coinche_order:
        pass
    ctypedef struct coinche_moves:
        int count
    int coinche_take(coinche_moves *moves)
    int coinche_fate_of(const coinche_moves *moves, int card)
    void coinche_lead_moves(const coinche_cards *hand, int leader, const coinche_order *order, const coinche_bytes *bytes,
                            int trump, unsigned on, coinche_moves *moves)
    void coinche_follow_moves(coinche_cards own, coinche_cards legal, coinche_cards next, coinche_cards last,
                              coinche_cards others, int lane, coinche_table_cards table, int place,
                              const coinche_order *order, const coinche_bytes *bytes, int trump, unsigned on,
                              coinche_moves *moves)
    ctypedef struct coinche_tried:
        int count
        coinche_cards cards
    void coinche_tried_add(coinche_tried *tried, int card, int fate, coinche_proof proof)
    bint coinche_near(const coinche_tried *tried, int card, int fate, coinche_cards others, int need, int best, int place,
                      const uint8_t *points, int trump, unsigned on, int *value, coinche_cards *ranks)

    # coinche_recall.h
    enum:
        COINCHE_RECALL_TRICKS
    ctypedef struct coinche_recall:
        pass
    uint64_t coinche_recall_key(int leader, int place, int best, coinche_cards legal)
    void coinche_recalled_first(const coinche_recall *recall, uint64_t key, coinche_moves *moves)
    void coinche_note_reply(coinche_recall *recall, uint64_t key, int card)

    # coinche.h
    ctypedef struct coinche_search:
        limits limits
        table table
        coinche_cards hand[4]
        coinche_duties duties
        unsigned on
        int silent
        coinche_deal deal
        coinche_order order
        coinche_bytes bytes
        coinche_points points
        coinche_recall recall
    coinche_cards coinche_in_play(const coinche_search *s)
    bint coinche_settled(coinche_search *s, int leader, int need, int rest, int n, int trump, unsigned on,
                         coinche_node *node, coinche_proof *proof)
    coinche_table_cards coinche_with(const coinche_search *s, coinche_table_cards table, int card, int place, int lane,
                                     int trump)
    coinche_table_cards coinche_led(const coinche_search *s, int card)
    int coinche_need_after(const coinche_search *s, const coinche_trick *trick, coinche_table_cards table, unsigned on)
    coinche_proof coinche_seen_from_leader(const coinche_search *s, coinche_proof proof, const coinche_trick *trick,
                                           coinche_table_cards table, int trump, unsigned on)
    int coinche_first_guess(const coinche_search *s, int leader, int rest, bint trump)
    bint coinche_create(coinche_search *s, size_t budget, unsigned on)
    void coinche_destroy(coinche_search *s)
    void coinche_count_by(coinche_search *s, const coinche_scale *scale, const uint8_t (*order)[8], bint trump)
    void coinche_load(coinche_search *s, const coinche_cards *hand, bint trump)
