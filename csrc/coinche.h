/* The Coinche search's primitives: one include for the Cython search, with the searcher itself, what settles a trick
 * boundary without search, and the first guess of a value. */
#ifndef HAKEM_COINCHE_H
#define HAKEM_COINCHE_H

#include "coinche_recall.h"

typedef struct {
    limits limits;
    table table;
    coinche_cards hand[4]; /* by seat; cards leave as they are played and come back */
    coinche_duties duties;
    unsigned on; /* enum coinche_switch */
    int silent;  /* with COINCHE_ALONE: the seat whose tricks count for the other side, as his partner plays alone */
    coinche_deal deal;
    coinche_order order;
    coinche_bytes bytes;
    coinche_points points;
    coinche_recall recall;
} coinche_search;

/* ---- trick boundaries ------------------------------------------------------------------------------------------------- */

INLINE coinche_cards coinche_in_play(const coinche_search *s) { return s->hand[0] | s->hand[1] | s->hand[2] | s->hand[3]; }

/* Whether a trick that the hand at `place` wins counts for the side of the trick's leader. */
INLINE int coinche_counts_for_leader(const coinche_search *s, int leader, int place, unsigned on)
{
    return !((place & 1) ^ (on & COINCHE_ALONE && ((leader + place) & 3) == s->silent));
}

/* The last trick plays itself. */
INLINE coinche_proof coinche_last_trick(const coinche_search *s, int leader, int rest, int trump, unsigned on)
{
    int best = coinche_worst(s->hand[leader]), lane = coinche_lane(best), winner = leader, followed = 0;
    for (int place = 1; place < 4; place++) {
        int seat = (leader + place) & 3, card = coinche_worst(s->hand[seat]);
        followed |= coinche_lane(card) == lane;
        if (coinche_beats(card, best, trump)) {
            best = card;
            winner = seat;
        }
    }
    int counts = coinche_counts_for_leader(s, leader, (winner - leader) & 3, on);
    return coinche_proved(counts ? rest : 0, followed ? coinche_rank(best, trump) : 0);
}

/* Whether the top trumps alone decide: nobody can keep their points from the side that holds them. */
INLINE int coinche_trumps_decide(const coinche_search *s, int leader, int need, int rest, coinche_proof *proof)
{
    unsigned ours = (s->hand[leader] | s->hand[(leader + 2) & 3]) >> 24;
    unsigned theirs = (s->hand[(leader + 1) & 3] | s->hand[(leader + 3) & 3]) >> 24;
    if (ours > theirs) {
        int sure = s->points.trumps[coinche_top_run(ours, theirs)];
        *proof = coinche_proved(sure, 0);
        return sure >= need;
    }
    if (theirs) {
        int most = rest - s->points.trumps[coinche_top_run(theirs, ours)];
        *proof = coinche_proved(most, 0);
        return most < need;
    }
    return 0;
}

/* Settle a trick boundary without searching, if that can be: 1 and the proof, or 0 and the node that has to be searched. */
INLINE int coinche_settled(coinche_search *s, int leader, int need, int rest, int n, int trump, unsigned on,
                           coinche_node *node, coinche_proof *proof)
{
    s->limits.trick_nodes++;
    if (n == 1) {
        *proof = coinche_last_trick(s, leader, rest, trump, on);
        return 1;
    }
    if (need <= 0 || need > rest) {
        *proof = coinche_proved(need <= 0 ? 0 : rest, 0);
        return 1;
    }
    if (trump && on & COINCHE_BOUNDS && coinche_trumps_decide(s, leader, need, rest, proof))
        return 1;
    node->leader = leader;
    node->need = need;
    node->rest = rest;
    node->n = n;
    node->in_play = coinche_in_play(s);
    if (!(on & COINCHE_TABLE))
        return 0;
    node->key = coinche_key(&s->deal, node->in_play, leader, n);
    return coinche_lookup(&s->table, &s->points, &s->deal, &s->bytes, node, trump, on, proof);
}

/* ---- tricks ----------------------------------------------------------------------------------------------------------- */

/* The trick with one card more, played by the hand at `place`. */
INLINE coinche_table_cards coinche_with(const coinche_search *s, coinche_table_cards table, int card, int place, int lane,
                                        int trump)
{
    if (coinche_beats(card, table.best, trump)) {
        table.best = card;
        table.winner = place;
    }
    table.points += s->points.card[card];
    table.followed += coinche_lane(card) == lane;
    return table;
}

/* A trick that begins with `card`. */
INLINE coinche_table_cards coinche_led(const coinche_search *s, int card)
{
    coinche_table_cards table = {card, 0, s->points.card[card] + s->points.scale.trick, 0};
    return table;
}

/* The rank that won a full trick (rule 1). */
INLINE coinche_cards coinche_winning_rank(coinche_table_cards table, int trump)
{
    return table.followed ? coinche_rank(table.best, trump) : 0;
}

/* What the winner of a full trick needs of the points after it, and what his proof says about the trick's leader's side. */
INLINE int coinche_need_after(const coinche_search *s, const coinche_trick *trick, coinche_table_cards table, unsigned on)
{
    int need = coinche_counts_for_leader(s, trick->leader, table.winner, on) ? trick->need - table.points : trick->need;
    return table.winner & 1 ? trick->rest - table.points - need + 1 : need;
}

INLINE coinche_proof coinche_seen_from_leader(const coinche_search *s, coinche_proof proof, const coinche_trick *trick,
                                              coinche_table_cards table, int trump, unsigned on)
{
    if (!coinche_is_stopped(proof)) {
        int after = table.winner & 1 ? trick->rest - table.points - proof.value : proof.value;
        proof.value = coinche_counts_for_leader(s, trick->leader, table.winner, on) ? after + table.points : after;
    }
    proof.ranks |= coinche_winning_rank(table, trump);
    return proof;
}

/* ---- the first guess -------------------------------------------------------------------------------------------------- */

/* Where a first question should be asked: the expected points of the side of `leader`, of `rest`.
 *
 * A linear fit on who holds which rank and on lengths, one with a trump suit (error 12 points on full deals, where half
 * the points would be wrong by 37) and one without.  In an ending the cards left stand for the top ranks.  A guess only
 * saves questions. */
typedef struct {
    double on_lead, rank[8], top_two; /* rank of a plain suit; the top two cards with one side */
    double lead_top, lead_top_two;    /* of a plain suit, with the leader himself */
    double longest;                   /* longest suit of a hand */
} coinche_guess;

static const coinche_guess COINCHE_GUESS[2] = {
    {10.4, {-2.4, -2.9, -2.5, -2.6, -2.4, -0.6, -0.7, 13.9}, 6.6, -1.8, 6.6, 1.2},
    {5.87, {-1.24, -1.33, -1.01, -1.27, -1.19, -0.94, 0.01, 8.12}, 4.07, 0.58, 0, -2.32}};

COLD int coinche_first_guess(const coinche_search *s, int leader, int rest, int trump)
{
    static const double TRUMP_RANK[8] = {-4.77, -4.63, -4.28, -4.62, -1.79, -1.01, 3.34, 16.62};
    const coinche_guess *w = &COINCHE_GUESS[trump != 0];
    int owner[4][8], count[4][4] = {{0}}; /* by lane and rank from the top; by lane and seat */
    for (int lane = 0; lane < 4; lane++) {
        int rank = 7;
        for (int bit = 7; bit >= 0; bit--)
            for (int seat = 0; seat < 4; seat++)
                if (s->hand[seat] >> (8 * lane + bit) & 1) {
                    owner[lane][rank--] = seat;
                    count[lane][seat]++;
                }
        while (rank >= 0)
            owner[lane][rank--] = -1;
    }
#define SIGN(seat) ((seat) < 0 ? 0 : ((seat) ^ leader) & 1 ? -1 : 1)
    double value = w->on_lead; /* all terms are over half the points */
    if (trump) {
        const int *trumps = owner[COINCHE_TRUMP_LANE];
        for (int rank = 0; rank < 8; rank++)
            value += TRUMP_RANK[rank] * SIGN(trumps[rank]);
        if (trumps[7] >= 0)
            value += SIGN(trumps[7]) * (0.19 * count[COINCHE_TRUMP_LANE][trumps[7]] - (trumps[7] == trumps[6] ? 0.09 : 0));
    }
    for (int lane = 0; lane < (trump ? COINCHE_TRUMP_LANE : 4); lane++) {
        const int *owners = owner[lane];
        for (int rank = 0; rank < 8; rank++)
            value += w->rank[rank] * SIGN(owners[rank]);
        if (SIGN(owners[6]) == SIGN(owners[7]))
            value += w->top_two * SIGN(owners[7]);
        if (owners[7] == leader)
            value += w->lead_top + (owners[6] == leader ? w->lead_top_two : 0);
    }
    for (int seat = 0; seat < 4; seat++) {
        int longest = 0, voids = 0, singletons = 0, trumps = trump ? count[COINCHE_TRUMP_LANE][seat] : 0;
        for (int lane = 0; lane < 4; lane++) {
            longest = int_max(longest, count[lane][seat]);
            voids += lane < COINCHE_TRUMP_LANE && count[lane][seat] == 0;
            singletons += lane < COINCHE_TRUMP_LANE && count[lane][seat] == 1;
        }
        value += SIGN(seat) * (2.25 * trumps * trumps + w->longest * longest + (trumps ? 11.72 * voids + 2.96 * singletons : 0));
    }
#undef SIGN
    int guess = (int)((value + 81.0) * rest / 162.0 + 0.5);
    return int_max(0, int_min(guess, rest));
}

/* ---- one searcher ----------------------------------------------------------------------------------------------------- */

INLINE void coinche_destroy(coinche_search *s) { table_destroy(&s->table); }

/* Reserve at most `budget` bytes; 0 when that fails or is too little. */
INLINE int coinche_create(coinche_search *s, size_t budget, unsigned on)
{
    memset(s, 0, sizeof *s);
    s->on = on;
    coinche_bytes_fill(&s->bytes);
    return table_create(&s->table, budget, COINCHE_BLOCK_BYTES, COINCHE_KEY_TRICKS);
}

/* Count by another scale; `order` are the points of the cards that the order of moves goes by. */
INLINE void coinche_count_by(coinche_search *s, const coinche_scale *scale, const uint8_t order[2][8], int trump)
{
    uint8_t by_card[32];
    coinche_points_fill(&s->points, scale, &s->bytes);
    for (int card = 0; card < 32; card++)
        by_card[card] = order[coinche_lane(card) == COINCHE_TRUMP_LANE][card & 7];
    coinche_order_fill(&s->order, by_card, trump);
}

/* Take the hands of another deal, or of the same one with another trump: the table starts empty. */
INLINE void coinche_load(coinche_search *s, const coinche_cards hand[4], int trump)
{
    coinche_deal_fill(&s->deal, hand, trump);
    coinche_recall_clear(&s->recall);
    table_clear(&s->table);
}

#endif
