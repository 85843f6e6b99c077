/* The whist family's search primitives: one include for the Cython search, plus the end of a trick and the root. */
#ifndef HAKEM_WHIST_H
#define HAKEM_WHIST_H

#include "best_two.h"
#include "whist_lead.h"

/* A finished trick: who leads next, the hands, and the rank that won it (0 when any other card would have). */
typedef struct {
    whist_hands hands;
    cards winning_rank;
    int winner; /* relative to the leader of the trick */
    int leader; /* seat */
    int n;
} whist_next;

/* Put the fourth card on a trick whose best card so far is `best`, from the relative hand `winner`. */
INLINE whist_next whist_trick_end(const whist_search *s, const whist_trick *trick, cards card, cards best, int winner,
                                  cards beating, uint64_t shape)
{
    whist_next next;
    if (card & beating) {
        winner = 3;
        best = card;
    }
    int leader = trick->leader;
    next.hands.hand[leader] = trick->hand[0];
    next.hands.hand[(leader + 1) & 3] = trick->hand[1];
    next.hands.hand[(leader + 2) & 3] = trick->hand[2];
    next.hands.hand[(leader + 3) & 3] = trick->hand[3] ^ card;
    next.hands.shape = shape - whist_shape_unit(leader + 3, card);
    next.winner = winner;
    next.leader = (leader + winner) & 3;
    next.n = trick->n - 1;
    table_prefetch(&s->table, whist_key(next.hands.shape, next.leader, next.n));
    next.winning_rank = ((trick->played | card) ^ best) & lane_of(best) ? best : 0; /* rule 1 of whist_state.h */
    return next;
}

/* Cards in play as the third and fourth hand see them: hands and the best card on the table. */
INLINE cards whist_in_play(const whist_trick *trick, cards best)
{
    return trick->hand[0] | trick->hand[1] | trick->hand[2] | trick->hand[3] | best;
}

/* Where a first zero-window question should be asked: the expected tricks of the side of `leader`.
 *
 * A linear fit on the top cards, trumps and shortness of both sides (fitted on 800 random full deals); endings use the
 * same features by relative rank, scaled.  A guess only saves questions. */
COLD int whist_first_guess(const whist_hands *hands, int leader, int n, int trump)
{
    cards side = hands->hand[leader] | hands->hand[(leader + 2) & 3], in_play = 0, rest;
    for (int seat = 0; seat < 4; seat++)
        in_play |= hands->hand[seat];
    int honours = 0, tops = 0, middle = 0, trump_honours = 0;
    rest = in_play;
    for (int rank = 0; rank < 7; rank++) { /* rank among the cards in play, 0 = best */
        cards layer = lane_bests(rest);
        int held = bits_count(side & layer);
        rest ^= layer;
        if (rank < 2)
            tops += held;
        if (rank < 4) {
            honours += (4 - rank) * held;
            trump_honours += side & layer & TRUMPS ? 4 - rank : 0;
        } else {
            middle += held;
        }
    }
    double value;
    if (trump) {
        int shortness = 0;
        for (int seat = 0; seat < 4; seat++)
            for (int lane = 0; lane < TRUMP_LANE; lane++) {
                int length = lane_length(hands->hand[seat], lane), points = length == 0 ? 2 : length == 1;
                shortness += (seat ^ leader) & 1 ? -points : points;
            }
        value = 6.707 + 0.308 * (honours - 20) + 0.242 * (tops - 4) + 0.052 * (middle - 6) +
                0.893 * (lane_length(side, TRUMP_LANE) - 6.5) + 0.092 * (trump_honours - 5) + 0.438 * shortness;
    } else {
        int longest[2] = {0, 0};
        for (int seat = 0; seat < 4; seat++)
            for (int lane = 0; lane < 4; lane++)
                longest[(seat ^ leader) & 1] =
                    int_max(longest[(seat ^ leader) & 1], lane_length(hands->hand[seat], lane));
        value = 6.983 + 0.429 * (honours - 20) + 0.364 * (tops - 4) + 0.099 * (middle - 6) +
                0.188 * (longest[0] - longest[1]);
    }
    int guess = (int)(value * n / 13 + 0.5);
    return int_max(0, int_min(guess, n));
}

/* ---- one searcher ------------------------------------------------------------------------------------------------- */

INLINE void whist_destroy(whist_search *s)
{
    whist_suits_destroy(&s->suits);
    table_destroy(&s->table);
}

/* Bytes besides the transposition table. */
INLINE size_t whist_fixed_bytes(const whist_search *s) { return whist_suits_bytes(&s->suits) + sizeof s->recall; }

/* Reserve at most `budget` bytes; 0 when that fails or is too little. */
INLINE int whist_create(whist_search *s, size_t budget, unsigned on)
{
    memset(s, 0, sizeof *s);
    s->on = on;
    s->streak_side = -1;
    whist_recall_create(&s->recall);
    if (whist_suits_create(&s->suits, SUIT_SUBSETS)) {
        size_t suits = whist_suits_bytes(&s->suits);
        if (budget > 8 * suits)
            suits *= SUIT_SUBSETS_WIDE / SUIT_SUBSETS; /* what `whist_suits_widen` may come to need */
        size_t fixed = suits + sizeof s->recall;
        if (budget > fixed && table_create(&s->table, budget - fixed, WHIST_BLOCK_BYTES, WHIST_KEY_TRICKS))
            return 1;
    }
    whist_destroy(s);
    return 0;
}

/* Make the hands of a trick boundary, in playing order of the seats, the deal that the tables are about: they start empty.
 * `new_owners`: the cards are not part of the deal before. */
INLINE void whist_load(whist_search *s, const cards hand[4], int trump_suit, int new_owners)
{
    whist_suits_load(&s->suits, hand, trump_suit, new_owners);
    s->plane_low = hand[1] | hand[3];
    s->plane_high = hand[2] | hand[3];
    memset(s->killer, 0, sizeof s->killer);
    whist_recall_clear(&s->recall);
    table_clear(&s->table);
}

#endif
