/* Bounds that decide a Double Sir position without search: tricks that the leader himself wins for sure.
 *
 * Only the leader's own tricks count here, as a run belongs to a player (and his partner's would not harm it where it
 * belongs to the side): his top cards, and the rest of a suit once nobody else has a card of it.
 */
#ifndef HAKEM_DOUBLE_SIR_SURE_H
#define HAKEM_DOUBLE_SIR_SURE_H

#include "double_sir_state.h"

/* How many tricks the leader can win one after the other, and the ranks that this rests on.  `tops`: his cards that are
 * better than everything of theirs in the suit. */
COLD int sir_sure_run(const sir_node *node, cards tops, cards trumps, cards *ranks)
{
    const cards others[3] = {node->lho, node->partner, node->rho};
    cards theirs = node->lho | node->partner | node->rho;
    int run = 0, drawn = 1; /* drawn: nobody else has a trump, or will have once the leader's are played */
    *ranks = 0;
    if (theirs & trumps) {
        cards top = tops & trumps;
        int longest = 0;
        for (int i = 0; i < 3; i++)
            longest = int_max(longest, bits_count(others[i] & trumps));
        run = bits_count(top);
        if (top)
            *ranks = worst_of(top);
        drawn = run >= longest;
    }
    if (drawn)
        run = bits_count(node->own & trumps);
    for (int lane = 0; lane < 4; lane++) {
        cards suit = lane_cards(lane), top = tops & suit;
        if (!top || suit & trumps)
            continue;
        int tricks = bits_count(top), longest = 0, safe = 13;
        for (int i = 0; i < 3; i++) {
            int length = bits_count(others[i] & suit);
            longest = int_max(longest, length);
            if (!drawn && others[i] & trumps)
                safe = int_min(safe, length); /* rounds before a ruff */
        }
        if (tricks >= longest)
            tricks = bits_count(node->own & suit);
        tricks = int_min(tricks, safe);
        if (!tricks)
            continue;
        run += tricks;
        if (longest)
            *ranks |= worst_of(top);
    }
    return run;
}

/* Whether the leader can win this trick for sure, his partner helping, with a card that is no ace if `no_ace`.
 * `*card` is that card, `*ranks` what this rests on. */
INLINE int sir_sure_trick(const sir_node *node, cards trumps, int no_ace, cards *card, cards *ranks)
{
    cards opponents = node->lho | node->rho;
    for (int lane = 0; lane < 4; lane++) {
        cards suit = lane_cards(lane), own = node->own & suit;
        if (!own)
            continue;
        cards best = best_of(own), against = opponents & suit, partner = node->partner & suit;
        if (against & (best - 1) || (no_ace && best & LANE_ACES))
            continue;
        int plain = !(suit & trumps);
        if (plain && ((!(node->lho & suit) && node->lho & trumps) || (!(node->rho & suit) && node->rho & trumps)))
            continue;
        if (partner) {
            if (worst_of(partner) < best)
                continue; /* he must beat it */
        } else if (plain && node->partner & trumps && !(node->partner & ~trumps)) {
            continue; /* he must ruff it */
        }
        *card = best;
        *ranks = against | partner ? best : 0;
        return 1;
    }
    return 0;
}

/* Whether the leader's sure tricks give his side what it needs. */
INLINE int sir_bounds_decide(const sir_rules *rules, const sir_node *node, cards trumps, int ace_rule, unsigned on,
                             whist_proof *proof)
{
    int n = node->n, pile = node->pile;
    uint64_t aim = sir_aim(node->leader);
    cards ranks, card;
    if (on & SIR_SURE_PAIR && node->run && pile + 1 >= node->leader_need &&
        sir_sure_trick(node, trumps, ace_rule && node->run == SIR_RUN_OF_ACE, &card, &ranks)) {
        if (ace_rule) {
            if (card & LANE_ACES)
                ranks |= SIR_RUN_ACE_MATTERS;
            else if (node->run == SIR_RUN_OF_ACE)
                ranks |= (lane_of(card) & LANE_ACES) << 13;
        }
        *proof = whist_proved(ranks, aim);
        return 1;
    }
    if (!(on & SIR_SURE_RUN))
        return 0;
    cards tops = node->own & ranks_above(node->lho | node->partner | node->rho);
    if (!tops)
        return 0;
    int run = sir_sure_run(node, tops, trumps, &ranks), collected;
    if (run >= n) {
        collected = pile + n; /* the last trick takes the rest */
    } else {
        if (ace_rule) { /* aces in the run would have to be spread over it */
            if (node->own & LANE_ACES)
                return 0;
            ranks |= (lanes_filled(tops) & LANE_ACES) << 13;
        }
        if (node->run)
            collected = !run ? 0 : pile + 1 + (rules->restart ? (run - 1) / 2 * 2 : run - 1);
        else
            collected = run < 2 ? 0 : pile + (rules->restart ? run / 2 * 2 : run);
    }
    if (collected < node->leader_need)
        return 0;
    *proof = whist_proved(ranks, aim);
    return 1;
}

#endif
