/* Bounds that decide a Double Sir position without search: what one player collects himself whatever the others do.
 *
 * Partners do not count, as a run belongs to a player (where it belongs to the side the bounds hold all the more).
 *   the pair      the leader has a run and wins this trick for sure
 *   the trumps    two or more top trumps in one hand, wherever it sits.  It keeps them until trumps are led or nothing else
 *                 is left; it then wins, is on lead, and wins again, so that it collects at least as many tricks as it has
 *                 top trumps (pair by pair where a pick-up ends the run).  At most one of them is an ace, so that the ace
 *                 rule does not matter.  A single last trump wins the last trick.
 *
 * Where what the last trick leaves belongs to the other side, a last trick counts for a player only if it completes a pair.
 */
#ifndef HAKEM_DOUBLE_SIR_SURE_H
#define HAKEM_DOUBLE_SIR_SURE_H

#include "double_sir_state.h"

/* Whether the leader can win this trick for sure, his partner helping, with a card that is none of `kept`, and no ace if
 * `no_ace`.  `*card` is that card, `*ranks` what this rests on. */
INLINE int sir_sure_trick(const sir_node *node, cards kept, cards trumps, int no_ace, cards *card, cards *ranks)
{
    cards opponents = node->lho | node->rho;
    for (int lane = 0; lane < 4; lane++) {
        cards suit = lane_cards(lane), own = node->own & suit & ~kept;
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

/* What a hand collects at least by its top trumps. */
typedef struct {
    int seat;      /* relative to the leader */
    int collected; /* 0 when there is no such hand */
    cards top;     /* those trumps; 0 when nobody else has any, so that no rank matters */
} sir_trumps;

INLINE sir_trumps sir_top_trumps(const sir_rules *rules, const sir_node *node, cards trumps)
{
    sir_trumps found = {0, 0, 0};
    cards left = node->in_play & trumps;
    if (!left)
        return found;
    const cards hand[4] = {node->own, node->lho, node->partner, node->rho};
    cards best = best_of(left);
    found.seat = best & (node->own | node->partner) ? (best & node->own ? 0 : 2) : best & node->lho ? 1 : 3;
    cards held = hand[found.seat] & trumps, others = left ^ held;
    if (!others) {
        found.collected = bits_count(held); /* the last tricks of the deal, if not before */
        if (!sir_has_rest(rules, node->leader + found.seat))
            found.collected = found.collected < 2 ? 0 : rules->restart ? found.collected & ~1 : found.collected;
        return found;
    }
    found.top = held & (best_of(others) - 1);
    int count = bits_count(found.top);
    found.collected = count < 2 ? 0 : rules->restart ? count & ~1 : count;
    return found;
}

/* As few of a hand's top trumps as collect `need` tricks. */
INLINE sir_trumps sir_trumps_needed(const sir_rules *rules, sir_trumps found, int need)
{
    if (found.top) {
        found.collected = int_max(rules->restart ? (need + 1) & ~1 : need, 2);
        found.top = bits_keep(found.top, found.collected);
    }
    return found;
}

/* Whether what some player collects for sure settles the question. */
INLINE int sir_bounds_decide(const sir_rules *rules, const sir_node *node, cards trumps, int ace_rule, unsigned on,
                             sir_proof *proof)
{
    int n = node->n, pile = node->pile;
    uint64_t aim = sir_aim(node->leader);
    cards ranks, card;
    sir_trumps tops = {0, 0, 0};
    int court = sir_court_open(rules, n, node->need, pile);
    int spoils = court && sir_spoils(rules, node->leader); /* then one pick-up of the leader's takes all */

    /* Top trumps of any hand; for a court they may come too late. */
    if (on & SIR_SURE_TRUMPS) {
        tops = sir_top_trumps(rules, node, trumps);
        if (court && !sir_spoils(rules, node->leader + tops.seat))
            tops.collected = 0;
        int need = tops.seat & 1 ? pile + n - node->leader_need + 1 : node->leader_need;
        if (tops.collected >= need) {
            tops = sir_trumps_needed(rules, tops, need);
            *proof = sir_proved(tops.top ? worst_of(tops.top) : 0, sir_aim(node->leader + tops.seat), tops.collected,
                                tops.collected);
            return 1;
        }
    }

    if (rules->stop && !spoils)
        return 0; /* his pick-up may end the deal too early */

    /* The pair that the leader completes, and the top trumps of his side after that. */
    if (on & SIR_SURE_PAIR && node->run) {
        int need = spoils ? 0 : node->leader_need - pile - 1;
        if (need <= (tops.seat & 1 ? 0 : tops.collected) &&
            sir_sure_trick(node, need > 0 ? trumps : 0, trumps, ace_rule && node->run == SIR_RUN_OF_ACE, &card, &ranks)) {
            if (ace_rule) {
                if (card & LANE_ACES || node->run != SIR_RUN_OF_ACE)
                    ranks |= SIR_RUN_ACE_MATTERS;
                else
                    ranks |= (lane_of(card) & LANE_ACES) << SIR_ACE_SHIFT;
            }
            int collected = spoils ? n : 1;
            if (need > 0) {
                tops = sir_trumps_needed(rules, tops, need);
                ranks |= tops.top ? worst_of(tops.top) : 0;
                collected += tops.collected;
            }
            *proof = sir_proved(ranks, aim, collected, SIR_NEVER);
            return 1;
        }
    }
    return 0;
}

#endif
