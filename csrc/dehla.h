/* The Dehla Pakad search's primitives: one include for the Cython search, plus nodes, the end of a trick and the searcher. */
#ifndef HAKEM_DEHLA_H
#define HAKEM_DEHLA_H

#include "dehla_ways.h"
#include "recall.h"

/* One searcher. */
typedef struct {
    limits limits;
    table table;
    dehla_deal deal;
    recall_slots recall;
    dehla_units units;
    dehla_veil veil;
    unsigned on;
} dehla_search;

INLINE dehla_node dehla_node_of(const dehla_search *s, const dehla_hands *hands, int leader, int need, int trump)
{
    dehla_node node;
    node.own = hands->hand[leader];
    node.lho = hands->hand[(leader + 1) & 3];
    node.partner = hands->hand[(leader + 2) & 3];
    node.rho = hands->hand[(leader + 3) & 3];
    node.in_play = node.own | node.lho | node.partner | node.rho;
    node.tens = node.in_play & s->units.tens;
    node.shape = hands->shape;
    node.leader = leader;
    node.n = bits_count(node.own);
    node.need = need;
    node.total = dehla_units_of(&s->units, node.n, node.in_play);
    node.trump = trump;
    return node;
}

#define DEHLA_OUT_OF_REACH 1000 /* more units than there are */

/* A finished trick: who leads next, the hands, what NS need then, the rank that won it (0 when any other would have), and
 * the tens in it. */
typedef struct {
    dehla_hands hands;
    cards winning_rank;
    cards tens;
    int lying; /* it lies in the middle */
    int leader;
    int need;
    int trump;
} dehla_next;

/* Put the fourth card on a trick whose best card so far is `best`, played by the seat `winner`; `veiled` says that the trump
 * may be hidden and a streak asked about. */
INLINE dehla_next dehla_trick_end(const dehla_search *s, const dehla_trick *trick, cards card, cards best, int winner,
                                  int trump, uint64_t shape, int veiled)
{
    int seat = (trick->leader + 3) & 3;
    cards table = trick->played | card;
    dehla_next next;
    trump = dehla_trump_after(trump, card, trick->lane);
    if (dehla_beats(card, best, trump)) {
        best = card;
        winner = seat;
    }
    for (int i = 0; i < 4; i++)
        next.hands.hand[i] = trick->hand[i];
    next.hands.hand[seat] ^= card;
    next.hands.shape = shape - dehla_shape_unit(seat, card);
    next.leader = winner;
    next.trump = trump;
    next.tens = table & s->units.tens;
    next.lying = 0;
    int won = dehla_units_of(&s->units, 1, table), taker = winner;
    if (veiled) {
        next.hands.middle = trick->middle;
        if (s->veil.collecting)
            won = dehla_collect(&s->veil, &next.hands.middle, trick->leader, winner, won, trump < NO_TRUMP_YET, trick->n,
                                &next.lying, &taker);
    }
    next.need = taker & 1 ? trick->need : trick->need - won;
    next.winning_rank = (table ^ best) & lane_of(best) ? best : 0; /* rule 1 of dehla_state.h */
    if (veiled && s->veil.streak_side >= 0 && trick->n > s->veil.streak_end && (winner ^ s->veil.streak_side) & 1)
        next.need = s->veil.streak_side ? 0 : DEHLA_OUT_OF_REACH; /* the streak is broken */
    if (veiled && s->veil.court && !next.lying &&
        dehla_ends_court(&s->veil, taker, trick->n, trick->middle.pile, trick->need, next.need))
        next.need = s->veil.court == 1 ? DEHLA_OUT_OF_REACH : 0;
    cards in_play = next.hands.hand[0] | next.hands.hand[1] | next.hands.hand[2] | next.hands.hand[3];
    table_prefetch(&s->table, dehla_key(next.hands.shape, winner, trick->n - 1, trump,
                                        veiled ? dehla_frozen_place(&s->veil, trump, in_play) : 0));
    return next;
}

/* What is proved of the play after a finished trick, as it looks before that trick. */
INLINE proof dehla_trick_proof(const dehla_next *next, proof later)
{
    later.ranks |= next->winning_rank;
    if (next->lying || later.verdict == (next->leader & 1 ? FAILS : HOLDS))
        later.ranks |= dehla_counted(next->tens);
    return later;
}

/* Cards that can still part others of one hand: those in the hands and the best card on the table. */
INLINE cards dehla_in_play(const dehla_trick *trick, cards best)
{
    return trick->hand[0] | trick->hand[1] | trick->hand[2] | trick->hand[3] | best;
}

/* Questions that the units left settle: 1 and the proof. */
INLINE int dehla_trivial(const dehla_node *node, proof *p)
{
    *p = proved(0, node->need <= 0);
    return node->need <= 0 || node->need > node->total;
}

/* Whether some card of the fourth hand reaches its aim without search: by the units left, by what is certain or by what the
 * table knows.  The hand has its choice in `moves`; the arguments are those of its turn.  Not for hidden
 * trumps or a middle. */
INLINE int dehla_probe(const dehla_search *s, const dehla_trick *trick, const dehla_moves *moves, cards best, int winner,
                       int trump, uint64_t shape, uint64_t aim, unsigned on, proof *p)
{
    if (trick->n < 3)
        return 0;
    for (int j = 0; j < moves->count; j++) {
        dehla_next next = dehla_trick_end(s, trick, moves->card[j], best, winner, trump, shape, 0);
        dehla_node node = dehla_node_of(s, &next.hands, next.leader, next.need, next.trump);
        proof later;
        if (!dehla_trivial(&node, &later) && !(on & DEHLA_SURE && dehla_trump_ten_decides(&node, &s->units, &later)) &&
            !(on & DEHLA_QUICK && dehla_sure_trick_decides(&node, &s->units, NULL, &later))) {
            dehla_owners owners = dehla_pack_owners(&s->deal, node.in_play, s->units.tens);
            uint64_t key = dehla_key(node.shape, node.leader, node.n, node.trump, 0);
            dehla_memory memory = dehla_lookup(&s->table, key, &owners, &node, NULL);
            if (!memory.decided)
                continue;
            later = memory.proof;
        }
        if (later.verdict != aim)
            continue;
        *p = dehla_trick_proof(&next, later);
        return 1;
    }
    return 0;
}

/* Settle on which ranks a proof at a trick boundary rests (closed upwards, rule 5), and file it with the middle. */
INLINE void dehla_remember(dehla_search *s, const dehla_node *node, uint64_t key, const dehla_owners *owners, proof *p,
                           cards lead, const dehla_middle *middle, unsigned on)
{
    cards ranks = on & DEHLA_GENERAL ? ranks_closed(p->ranks & LANE_CARDS) & node->in_play : node->in_play;
    cards tens = on & DEHLA_TENS ? dehla_counted_tens(p->ranks) & node->tens : node->tens, extended = 0;
    for (cards below = tens & ~ranks; below; below &= below - 1) {
        cards ten = bits_lowest(below);
        extended |= owners->heads & ranks & lane_of(ten) ? ten : 0;
    }
    if (extended)
        ranks = ranks_closed(ranks | extended) & node->in_play;
    p->ranks = ranks | dehla_counted(tens);
    if (on & DEHLA_TABLE)
        dehla_store(&s->table, key, owners, node, p, lead ? bits_first(lead) : TABLE_NO_MOVE, middle, on);
}

/* Where the reply of a hand is noted: `shape` is what is left of all hands, and it may play a card of `choice`. */
INLINE uint64_t dehla_recall_key(uint64_t shape, cards lane, cards best, cards choice, int trump)
{
    uint64_t place = (uint64_t)(bits_first(best) + 64 * (lane_index(lane) + 4 * trump));
    return recall_key(shape + DEHLA_SHAPES * place, choice);
}

/* ---- the searcher ------------------------------------------------------------------------------------------------- */

INLINE void dehla_destroy(dehla_search *s)
{
    dehla_deal_destroy(&s->deal);
    recall_destroy(&s->recall);
    table_destroy(&s->table);
}

/* What a searcher takes besides its table. */
INLINE size_t dehla_fixed_bytes(void) { return dehla_deal_bytes() + recall_bytes(); }

/* Reserve at most `budget` bytes; 0 when that fails or is too little. */
INLINE int dehla_create(dehla_search *s, size_t budget, unsigned on)
{
    memset(s, 0, sizeof *s);
    s->on = on;
    size_t fixed = dehla_fixed_bytes();
    if (budget < fixed)
        return 0;
    if (dehla_deal_create(&s->deal) && recall_create(&s->recall) &&
        table_create(&s->table, budget - fixed, TABLE_BLOCK_BYTES, DEHLA_KEY_TRICKS))
        return 1;
    dehla_destroy(s);
    return 0;
}

/* Load a deal, by seat in playing order, and what is counted in it; the table starts empty, and nothing is remembered. */
INLINE void dehla_load(dehla_search *s, const cards hand[4], int each, int ten)
{
    s->units.each = each;
    s->units.ten = ten;
    s->units.tens = ten ? LANE_TENS : 0;
    dehla_deal_load(&s->deal, hand);
    recall_clear(&s->recall);
    table_clear(&s->table);
}

#endif
