/* The hand on lead in the whist search: what decides a position at a trick boundary, and which leads to try.
 *
 * The steps are called in the order of this file by the search (solver/search/whist.pxi, function `lead`).
 */
#ifndef HAKEM_WHIST_LEAD_H
#define HAKEM_WHIST_LEAD_H

#include "whist_moves.h"
#include "whist_recall.h"
#include "whist_table.h"

/* Everything one searcher owns.  `killer[n][seat]`: the lead that last reached its aim with n tricks left.
 *
 * A streak is an aim beside the number of tricks: `streak_side` (0 or 1: the seats of that parity) must win every trick
 * until `streak_end` tricks are left, and `need` tricks in all; a court by the first seven tricks has streak_end 6.  While
 * it lasts the streak's side is refuted by one trick.  The other side can be on lead then only at the root, where it needs
 * that one trick and `streak_need` tells what the streak's side needs.  Trump tricks are counted whenever they come, so
 * with trumps no bound that counts more than the trick in progress holds during a streak. */
typedef struct {
    limits limits;
    table table;
    whist_suits suits;
    cards plane_low, plane_high; /* owners of the whole deal: bit 0 and bit 1 of the seat that holds each card */
    cards killer[14][4];
    int streak_side;             /* -1: none, as in an ordinary search */
    int streak_end, streak_need;
    unsigned on;                 /* enum whist_switch */
    whist_recall recall;
} whist_search;

/* Whether a trick with n tricks left belongs to a streak; `streak` is 0 in searches that know none. */
INLINE int whist_in_streak(const whist_search *s, int n, int streak) { return streak && n > s->streak_end; }

/* Tricks with which the other side refutes that the side of `leader` gets `need` of n. */
INLINE int whist_theirs_need(const whist_search *s, int leader, int n, int need, int streak)
{
    if (!whist_in_streak(s, n, streak))
        return n - need + 1;
    return ((leader ^ s->streak_side) & 1) == 0 ? 1 : s->streak_need;
}

/* A position at a trick boundary, seen from the hand on lead. */
typedef struct {
    cards own, lho, partner, rho, in_play;
    int leader, n, need, theirs_need; /* theirs_need: tricks with which the other side refutes `need` */
    uint64_t shape;
} whist_node;

INLINE whist_node whist_node_of(const whist_hands *hands, int leader, int n, int need, int theirs_need)
{
    whist_node node = {.own = hands->hand[leader],
                       .lho = hands->hand[(leader + 1) & 3],
                       .partner = hands->hand[(leader + 2) & 3],
                       .rho = hands->hand[(leader + 3) & 3],
                       .leader = leader,
                       .n = n,
                       .need = need,
                       .theirs_need = theirs_need,
                       .shape = hands->shape};
    node.in_play = node.own | node.lho | node.partner | node.rho;
    return node;
}

/* One card each: no choice. */
INLINE whist_proof whist_last_trick(const whist_node *node, int trump)
{
    cards in_play = node->in_play;
    cards contest = trump && (in_play & TRUMPS) ? in_play & TRUMPS : in_play & lane_of(node->own);
    cards winner = best_of(contest);
    return whist_proved(contest ^ winner ? winner : 0, ((node->own | node->partner) & winner) != 0);
}

/* Quick tricks of the side on lead, sure trumps of either side. */
INLINE int whist_bounds_decide(const whist_search *s, const whist_node *node, uint64_t trump_word, int trump, unsigned on,
                               whist_proof *proof)
{
    cards ranks = 0;
    if ((on & WHIST_QUICK) && whist_quick(&s->suits, node->in_play, node->leader, node->own, node->lho, node->partner,
                                          node->rho, node->need, trump_word, trump, &ranks)) {
        *proof = whist_proved(ranks, HOLDS);
        return 1;
    }
    if (!trump || !(on & WHIST_SURE))
        return 0;
    if (whist_sure_theirs(trump_word) >= node->theirs_need) {
        whist_sure_trumps(node->lho, node->rho, node->own, node->partner, node->theirs_need, 1, &ranks);
        *proof = whist_proved(ranks, FAILS);
        return 1;
    }
    if (whist_sure_ours(trump_word) >= node->need) {
        whist_sure_trumps(node->own, node->partner, node->rho, node->lho, node->need, 0, &ranks);
        *proof = whist_proved(ranks, HOLDS);
        return 1;
    }
    return 0;
}

/* `seat` ruffs a lead of `lane` with `ruff` and then cashes `need` more tricks with what is left. */
INLINE int whist_ruff_and_cash(const whist_search *s, const whist_node *node, int lane, cards ruff, int seat, cards own,
                               cards lho, cards partner, cards rho, int need, cards *ranks)
{
    cards suit = lane_cards(lane), in_play = node->in_play;
    return whist_quick_enough(&s->suits, in_play, seat & 3, need, lane,
                              whist_trump_word(&s->suits, in_play ^ ruff, seat & 3), 1) &&
           whist_quick_ranks(own & ~suit & ~ruff, lho & ~suit, partner & ~suit, rho & ~suit, need, 1, ranks);
}

/* A lead that partner ruffs, after which he cashes the rest (trump games only). */
INLINE int whist_partner_ruffs(const whist_search *s, const whist_node *node, whist_proof *proof)
{
    if (!(node->partner & TRUMPS))
        return 0;
    for (int lane = 0; lane < TRUMP_LANE; lane++) {
        cards suit = lane_cards(lane);
        if (!(node->own & suit) || (node->partner & suit))
            continue;
        if (!(node->lho & suit) && (node->lho & TRUMPS))
            continue;
        cards ours = node->partner & TRUMPS, theirs = node->rho & TRUMPS, ruff = worst_of(ours), rank = 0, ranks = 0;
        if (!(node->rho & suit) && theirs) { /* rho can over-ruff */
            cards above = ours & (lane_bests(theirs) - 1);
            if (node->need > 1 || !above)
                continue;
            rank = ruff = worst_of(above);
        }
        if (node->need == 1 ||
            whist_ruff_and_cash(s, node, lane, ruff, node->leader + 2, node->partner, node->rho, node->own, node->lho,
                                node->need - 1, &ranks)) {
            *proof = whist_proved(ranks | rank, HOLDS);
            return 1;
        }
    }
    return 0;
}

/* A void opponent's ruff: with which trump, and on which rank that rests.  0 if leader's partner over-ruffs.
 * `over` are the trumps of a partner of the leader who is void too. */
INLINE cards whist_ruff_with(cards trumps, cards over, int theirs_need, cards *rank)
{
    *rank = 0;
    if (!over)
        return worst_of(trumps);
    cards above = theirs_need > 1 ? 0 : trumps & (lane_bests(over) - 1);
    if (!above)
        return 0;
    *rank = worst_of(above);
    return *rank;
}

/* Suits whose lead loses at once, because the other side wins the trick and cashes enough.  Returns the cards still worth
 * leading and adds to `ranks` what refutes the others. */
INLINE cards whist_leads_worth(const whist_search *s, const whist_node *node, int trump, cards *ranks)
{
    cards worth = node->own, tops = lane_bests(node->in_play);
    cards lho_ranks = 0, rho_ranks = 0;
    int lho_cashes = -1, rho_cashes = -1; /* -1: not counted yet */
    int need = node->theirs_need;
    for (int lane = 0; lane < 4; lane++) {
        cards suit = lane_cards(lane), top = tops & suit, why = 0;
        if (!(node->own & suit))
            continue;
        int refuted = 0, side_suit = trump && lane != TRUMP_LANE;
        int partner_ruffs = side_suit && !(node->partner & suit) && (node->partner & TRUMPS);
        if ((top & (node->lho | node->rho)) && !partner_ruffs) { /* their best card wins */
            if (need == 1) {
                refuted = 1;
                why = top;
            } else if (top & node->lho) {
                int seat = (node->leader + 1) & 3;
                if (lho_cashes < 0)
                    lho_cashes = whist_quick(&s->suits, node->in_play, seat, node->lho, node->partner, node->rho, node->own,
                                             need, trump ? whist_trump_word(&s->suits, node->in_play, seat) : 0, trump,
                                             &lho_ranks);
                refuted = lho_cashes;
                why = lho_ranks | top;
            } else {
                int seat = (node->leader + 3) & 3;
                if (rho_cashes < 0)
                    rho_cashes = whist_quick(&s->suits, node->in_play, seat, node->rho, node->own, node->lho, node->partner,
                                             need, trump ? whist_trump_word(&s->suits, node->in_play, seat) : 0, trump,
                                             &rho_ranks);
                refuted = rho_cashes;
                why = rho_ranks | top;
            }
        }
        if (side_suit && !refuted) { /* a void opponent ruffs */
            cards over = partner_ruffs ? node->partner & TRUMPS : 0, rank, cash_ranks = 0;
            if (!(node->lho & suit) && (node->lho & TRUMPS)) {
                cards ruff = whist_ruff_with(node->lho & TRUMPS, over, need, &rank);
                if (ruff)
                    refuted = need == 1 ||
                              whist_ruff_and_cash(s, node, lane, ruff, node->leader + 1, node->lho, node->partner, node->rho,
                                                  node->own, need - 1, &cash_ranks);
                why = cash_ranks | rank;
            }
            if (!refuted && !(node->rho & suit) && (node->rho & TRUMPS)) {
                cards ruff = whist_ruff_with(node->rho & TRUMPS, over, need, &rank);
                cash_ranks = 0;
                if (ruff)
                    refuted = need == 1 ||
                              whist_ruff_and_cash(s, node, lane, ruff, node->leader + 3, node->rho, node->own, node->lho,
                                                  node->partner, need - 1, &cash_ranks);
                why = cash_ranks | rank;
            }
        }
        if (refuted) {
            *ranks |= why;
            worth &= ~suit;
        }
    }
    return worth;
}

/* Leads to try, as weighted sets.  Two questions are answered on the way: with need == 1, whether some lead wins this very
 * trick (then 1 is returned, with *proof); with one trick enough for the other side, leads that lose the trick are left
 * out and their ranks added.
 *
 * "Wins": best play of the other three hands to this trick alone; the weights know both sides of it. */
INLINE int whist_leads(const whist_search *s, const whist_node *node, cards worth, const whist_memory *memory, int trump,
                       unsigned on, cards *ranks, whist_choices *moves, whist_proof *proof)
{
    const __typeof__(WHIST_WEIGHTS[0].lead) *w = &WHIST_WEIGHTS[trump].lead;
    const cards own = node->own, lho = node->lho, partner = node->partner, rho = node->rho;
    cards groups = whist_groups(worth, node->in_play, on), tops = lane_bests(node->in_play);
    cards remembered = 0, killer = 0;
    if (on & WHIST_ORDER) {
        remembered = whist_lead_card(memory->lead, own, groups);
        killer = s->killer[node->n][node->leader] & groups;
    }
    for (int lane = 0; lane < 4; lane++) {
        cards suit = lane_cards(lane), leads = groups & suit;
        if (!leads)
            continue;
        int lho_length = bits_count(lho & suit), rho_length = bits_count(rho & suit);
        int own_length = bits_count(own & suit), partner_length = bits_count(partner & suit);
        cards top = tops & suit, second = bits_lowest((node->in_play ^ top) & suit);
        int weight = 0;
        if (trump && lane != TRUMP_LANE) {
            if (!lho_length && (lho & TRUMPS))
                weight += w->lho_ruffs;
            if (!rho_length && (rho & TRUMPS))
                weight += w->rho_ruffs;
            if (own_length == 1 && (own & TRUMPS) && partner_length >= 2)
                weight += top & partner ? w->own_singleton_top : w->own_singleton;
            if (!partner_length && (partner & TRUMPS))
                weight += w->partner_ruffs;
        } else if (trump) {
            weight += w->trump + ((lho | rho) & TRUMPS ? 0 : w->trump_drawn);
        } else {
            weight += w->own_length * own_length + (partner_length ? w->partner_length * partner_length : w->partner_void);
        }
        if (top & rho)
            weight += w->top_at_rho;
        else if (second & rho)
            weight += w->second_at_rho;
        if (top & lho)
            weight += w->top_at_lho;
        else if (second & lho)
            weight += w->second_at_lho;
        weight -= lho_length ? lho_length * w->lho_length : int_min(node->n, w->void_cap) * w->lho_void;
        weight -= rho_length ? rho_length * w->rho_length : int_min(node->n, w->void_cap) * w->rho_void;

        cards lho_best = whist_best_play(lho, suit, trump), rho_best = whist_best_play(rho, suit, trump);
        cards partner_best = whist_best_play(partner, suit, trump), best = lho_best;
        int partner_wins = 0; /* of the other three hands */
        if (partner_best && (!best || whist_beats(partner_best, whist_beating(best, trump)))) {
            best = partner_best;
            partner_wins = 1;
        }
        if (rho_best && (!best || whist_beats(rho_best, whist_beating(best, trump)))) {
            best = rho_best;
            partner_wins = 0;
        }
        cards winning = partner_wins || !best ? leads : leads & whist_beating(best, trump);
        int ruffed = trump && lane != TRUMP_LANE && (best & TRUMPS);
        if (on & WHIST_LAST) {
            if (node->need == 1 && winning) {
                cards winner = partner_wins ? best : worst_of(winning);
                if (!best || (ruffed && partner_wins && !((lho_best | rho_best) & TRUMPS)))
                    winner = 0; /* wins whatever its rank */
                *proof = whist_proved(winner, HOLDS);
                return 1;
            }
            if (node->theirs_need == 1 && leads != winning) {
                *ranks |= ruffed && !(partner_best & TRUMPS) ? 0 : best;
                leads = winning;
                if (!leads)
                    continue;
            }
        }
        const whist_lead_weights *win = &w->win, *lose = &w->lose;
        int wins, loses, single_wins = 0, single_loses = 0;
        cards single = 0; /* a card with a weight of its own */
        if ((lho_length == 1 && (top & lho)) || (rho_length == 1 && (top & rho))) {
            wins = win->singleton_honour;
            loses = lose->singleton_honour;
        } else if ((top & own) && (second & partner)) {
            wins = win->both_tops;
            loses = lose->both_tops;
        } else if (top & own) {
            wins = win->under_top;
            loses = lose->under_top;
            single = bits_lowest(leads & (0 - top)); /* the group of the best card */
            single_wins = win->top;
            single_loses = lose->top;
        } else if ((top & partner) && (second & own)) {
            wins = win->partner_then_own;
            loses = lose->partner_then_own;
        } else if (top & partner) {
            wins = win->partner_top;
            loses = lose->partner_top;
        } else {
            wins = win->other;
            loses = lose->other;
            if ((second & own) && !(second & leads)) { /* it stands for its group only through a lower card */
                single = bits_lowest(leads & (0 - second));
                single_wins = win->second_best;
                single_loses = lose->second_best;
            }
        }
        cards special = (remembered | killer | single) & leads;
        whist_offer(moves, winning & leads & ~special, weight + wins, on);
        whist_offer(moves, leads & ~winning & ~special, weight + loses, on);
        for (; special; special &= special - 1) {
            cards card = bits_lowest(special);
            int in = (card & winning) != 0, extra = in ? wins : loses;
            if (card == single)
                extra = (in ? single_wins : single_loses) + whist_pips(card); /* pips cancel: rank does not order this one */
            if (card == remembered)
                extra += memory->matching ? (in ? win->entry : lose->entry) : (in ? win->shape : lose->shape);
            if (card == killer)
                extra += in ? win->killer : lose->killer;
            whist_offer(moves, card, weight + extra, on);
        }
    }
    return 0;
}

/* File what the node showed.  `ranks` may be as small as the proof allows; entries keep whole tops of suits. */
INLINE void whist_remember(whist_search *s, const whist_node *node, whist_owners owners, whist_proof proof, cards lead,
                           unsigned on)
{
    cards closed = on & WHIST_GENERAL ? ranks_closed(proof.ranks & node->in_play) : node->in_play;
    int holds = proof.verdict == HOLDS;
    whist_facts facts = {.lower = holds ? node->need : 0,
                         .upper = holds ? node->n : node->need - 1,
                         .lead = lead ? whist_lead_code(lead, node->own) : TABLE_NO_MOVE};
    whist_store(&s->table, whist_key(node->shape, node->leader, node->n), owners, whist_pack_ranks(closed, node->in_play),
                facts);
}

#endif
