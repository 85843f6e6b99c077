# The primitives of the six-player search (csrc/dehla_six.h); only what it uses.

from libc.stdint cimport uint8_t, uint64_t

from .limits_c cimport limits

cdef extern from "dehla_six.h" nogil:
    ctypedef uint64_t six_cards
    enum:
        SIX_SEATS
        SIX_CARDS
        SIX_NO_TRUMP
        SIX_NO_CARD
    enum six_verdict:
        SIX_FAILS
        SIX_HOLDS
        SIX_STOPPED
    enum six_switch:
        SIX_TABLE
        SIX_SAME
        SIX_ALL

    ctypedef struct six_entry:
        int lower
        int upper
        int move
    ctypedef struct six_search:
        limits limits
        six_cards owned[6]
        six_cards equal[60]
        int suit_of[60]
        unsigned on
        size_t bytes
    ctypedef struct six_trick:
        six_cards left
        int leader
        int led
        int best
        int winner
        int trump
        int tens
    ctypedef struct six_choices:
        int count

    int bits_count(uint64_t x)
    int bits_first(uint64_t x)
    six_cards six_bit(int card)
    int six_to_come(const six_search *s, six_cards left, int tricks)
    six_trick six_led(const six_search *s, six_cards left, int leader, int trump, int card)
    six_trick six_played(const six_search *s, const six_trick *before, int seat, int card)
    int six_taken(const six_search *s, const six_trick *trick)
    six_cards six_legal(const six_search *s, const six_trick *trick, int seat)
    six_cards six_groups(const six_search *s, six_cards cards, six_cards others, unsigned on)
    void six_leads(const six_search *s, six_cards left, int leader, int trump, six_cards groups, int remembered,
                   six_choices *moves)
    void six_replies(const six_search *s, const six_trick *trick, int turn, six_cards groups, six_choices *moves)
    six_cards six_same(const six_search *s, six_cards left)
    int six_take(six_choices *moves)
    const six_entry *six_find(const six_search *s, six_cards left, int leader, int trump)
    void six_store(six_search *s, six_cards left, int leader, int trump, int tricks, int need, bint holds, int to_come,
                   int move)
    void six_forget(six_search *s)
    void six_destroy(six_search *s)
    bint six_create(six_search *s, size_t budget, unsigned on)
    void six_load(six_search *s, const uint8_t *index, const uint8_t *owner, int count, int each, int ten)
