/* Bounds that decide a Double Sir position without search: what one player collects himself whatever the others do.
 *
 * Partners do not count, as a run belongs to a player (where it belongs to the side the bounds hold all the more).
 *   the pair      the leader has a run and wins this trick for sure
 *   the run       tricks that the leader wins one after the other: top cards, and the rest of a suit that others are out of
 *   the trumps    two or more top trumps in one hand, wherever it sits.  It keeps them until trumps are led or nothing else
 *                 is left; it then wins, is on lead, and wins again, so that it collects at least as many tricks as it has
 *                 top trumps (pair by pair where a pick-up ends the run).  At most one of them is an ace, so that the ace
 *                 rule does not matter.  A single last trump wins the last trick.
 *
 * Where what the last trick leaves belongs to the other side, a last trick counts for a player only if it completes a pair.
 *
 *   the next run  some lead lets partner win for sure and go on with a run of his own; or each lead lets an opponent do so
 */
#ifndef HAKEM_DOUBLE_SIR_SURE_H
#define HAKEM_DOUBLE_SIR_SURE_H

#include "double_sir_state.h"

/* How many tricks the leader can win one after the other, counted up to `wanted`, and the ranks that these rest on.  `tops`:
 * his cards that are better than everything of theirs in the suit. */
COLD int sir_sure_run(const sir_node *node, cards tops, cards trumps, int wanted, cards *ranks)
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
        drawn = run >= longest;
        if (top)
            *ranks = worst_of(drawn ? top : bits_keep(top, int_min(run, wanted)));
    }
    if (drawn)
        run = bits_count(node->own & trumps);
    for (int held = 0; held < 2; held++) /* first the suits that nobody else has: they rest on no rank */
        for (int lane = 0; lane < 4 && run < wanted; lane++) {
            cards suit = lane_cards(lane), top = tops & suit;
            if (!top || suit & trumps || ((theirs & suit) != 0) != held)
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
            tricks = int_min(int_min(tricks, safe), wanted - run);
            run += tricks;
            if (tricks && held)
                *ranks |= worst_of(bits_keep(top, tricks));
        }
    return run;
}

/* How many tricks in a row the leader has to win to collect what he needs; all `n` when fewer do not do, more than there are
 * when these do not do either: the last one completes no pair, and the rest belongs to the others. */
INLINE int sir_run_wanted(const sir_rules *rules, const sir_node *node)
{
    int rest = node->leader_need - node->pile - (node->run != SIR_NO_RUN), wanted;
    if (rules->restart)
        rest = (int_max(rest, 0) + 1) & ~1;
    wanted = node->run ? 1 + int_max(rest, 0) : int_max(rest, 2);
    return wanted > node->n && !sir_has_rest(rules, node->leader) ? node->n + 1 : int_min(wanted, node->n);
}

/* What he collects by them besides the pile. */
INLINE int sir_run_collected(const sir_rules *rules, const sir_node *node, int tricks)
{
    if (!rules->restart || (tricks == node->n && sir_has_rest(rules, node->leader)))
        return tricks;
    return node->run ? 1 + ((tricks - 1) & ~1) : tricks & ~1;
}

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

/* ---- one trick further ---------------------------------------------------------------------------------------------- */

/* A hand after it has followed suit with its worst card, or has discarded from another suit. */
INLINE cards sir_less_one(cards hand, cards suit)
{
    cards held = hand & suit;
    return held ? hand ^ worst_of(held) : hand;
}

/* Whether the hand at `place` after the leader (1 to 3) wins a lead of `suit` for sure, its partner helping, and then collects
 * `need` by a run of its own.  The leader helps where it is his partner; else he leads whichever card of the suit he likes.
 * `*collected` is what comes of it besides the pile, `*ranks` what it rests on.  Without the ace rule, runs of players only. */
COLD int sir_next_run(const sir_rules *rules, const sir_node *node, cards suit, int place, cards trumps, int need,
                      int *collected, cards *ranks)
{
    const cards hand[4] = {node->own, node->lho, node->partner, node->rho};
    cards winners = hand[place], held = winners & suit, partner = hand[(place + 2) & 3] & suit, card;
    cards before = hand[(place + 1) & 3], behind = hand[(place + 3) & 3]; /* the opponents of the hand */
    int plain = !(suit & trumps);
    if (plain && ((!(before & suit) && before & trumps) || (!(behind & suit) && behind & trumps)))
        return 0; /* they could ruff */
    if (held) {
        card = best_of(held);
        if ((before | behind) & suit & (card - 1) || (partner && worst_of(partner) < card))
            return 0; /* somebody beats it, or partner has to */
    } else {
        card = plain && winners & trumps ? worst_of(winners & trumps) : 0;
        if (!card)
            return 0;
    }
    if (!partner && plain && hand[(place + 2) & 3] & trumps)
        return 0; /* partner has to ruff, or to discard from a suit that he is to follow in later */
    cards masters = (winners ^ card) & ranks_above(before | behind | hand[(place + 2) & 3]);
    if (!masters)
        return 0;
    sir_node next = *node;
    next.own = winners ^ card;
    next.lho = sir_less_one(before, suit);
    next.partner = sir_less_one(hand[(place + 2) & 3], suit);
    next.rho = sir_less_one(behind, suit);
    next.n = node->n - 1;
    next.pile = node->pile + 1;
    next.run = SIR_RUN;
    next.leader = (node->leader + place) & 3;
    next.leader_need = need;
    int wanted = sir_run_wanted(rules, &next);
    if (sir_sure_run(&next, masters, trumps, wanted, ranks) < wanted)
        return 0;
    *ranks |= held ? card : 0;
    *collected = 1 + sir_run_collected(rules, &next, wanted);
    return 1;
}

/* Whether this trick and a run after it settle the question. */
INLINE int sir_next_decides(const sir_rules *rules, const sir_node *node, cards trumps, int ace_rule, unsigned on,
                            sir_proof *proof)
{
    if (!(on & SIR_NEXT) || ace_rule || rules->team || rules->stop)
        return 0;
    uint64_t aim = sir_aim(node->leader);
    cards ranks, all = 0;
    int collected, least = SIR_NEVER;
    if (node->partner & ranks_above(node->own | node->lho | node->rho))
        for (int lane = 0; lane < 4; lane++)
            if (node->own & lane_cards(lane) &&
                sir_next_run(rules, node, lane_cards(lane), 2, trumps, node->leader_need, &collected, &ranks)) {
                *proof = sir_proved(ranks, aim, collected, SIR_NEVER);
                return 1;
            }
    if (!((node->lho | node->rho) & ranks_above(node->own | node->partner)))
        return 0;
    int need = node->pile + node->n - node->leader_need + 1;
    for (int lane = 0; lane < 4; lane++) {
        if (!(node->own & lane_cards(lane)))
            continue;
        if (!sir_next_run(rules, node, lane_cards(lane), 1, trumps, need, &collected, &ranks) &&
            !sir_next_run(rules, node, lane_cards(lane), 3, trumps, need, &collected, &ranks))
            return 0;
        all |= ranks;
        least = int_min(least, collected);
    }
    *proof = sir_proved(all, aim ^ 1, least, SIR_NEVER);
    return 1;
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
                if (card & LANE_ACES)
                    ranks |= SIR_RUN_ACE_MATTERS;
                else if (node->run == SIR_RUN_OF_ACE)
                    ranks |= (lane_of(card) & LANE_ACES) << 13;
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

    /* The leader's run. */
    if (!(on & SIR_SURE_RUN))
        return 0;
    cards masters = node->own & ranks_above(node->lho | node->partner | node->rho);
    if (!masters)
        return 0;
    int wanted = spoils ? int_min(node->run ? 1 : 2, n) : sir_run_wanted(rules, node);
    int spread = ace_rule && node->own & LANE_ACES; /* aces in the run would have to be spread over it */
    if (spread) {
        if (!sir_has_rest(rules, node->leader))
            return 0;
        wanted = n; /* the last trick takes the rest */
    }
    if (sir_sure_run(node, masters, trumps, wanted, &ranks) < wanted)
        return 0;
    if (ace_rule && (wanted < n || !sir_has_rest(rules, node->leader)))
        ranks |= (lanes_filled(masters) & LANE_ACES) << 13;
    *proof = sir_proved(ranks, aim, spoils ? n : sir_run_collected(rules, node, wanted), SIR_NEVER);
    return 1;
}

#endif
