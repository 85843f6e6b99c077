/* Tricks of the Dehla Pakad search that are certain before they are played, and the last one. */
#ifndef HAKEM_DEHLA_QUICK_H
#define HAKEM_DEHLA_QUICK_H

#include "dehla_veil.h"

/* A trick boundary as the search looks at it. */
typedef struct {
    cards own, lho, partner, rho; /* hands from the leader on */
    cards in_play;
    cards tens; /* tens in play, if tens count */
    uint64_t shape;
    int leader;
    int n;
    int need;  /* of NS */
    int total; /* units still to come */
    int trump;
} dehla_node;

/* What is fixed while a question is asked: the units, and the tens if these count. */
typedef struct {
    int each, ten;
    cards tens;
} dehla_units;

INLINE int dehla_units_of(const dehla_units *units, int tricks, cards set)
{
    return units->each * tricks + units->ten * bits_count(set & units->tens);
}

/* The last trick plays itself: whether NS win it, and with it all that is left. */
INLINE proof dehla_last_trick(const dehla_node *node)
{
    cards card[4] = {node->own, node->lho, node->partner, node->rho}, lane = lane_of(card[0]), best = card[0];
    int trump = node->trump, winner = 0;
    for (int i = 1; i < 4; i++) {
        trump = dehla_trump_after(trump, card[i], lane);
        if (dehla_beats(card[i], best, trump)) {
            best = card[i];
            winner = i;
        }
    }
    cards ranks = (node->in_play ^ best) & lane_of(best) ? best : 0;
    return proved(ranks | dehla_counted(node->tens), !((node->leader + winner) & 1));
}

/* Is the ten of trumps safe, because no opponent of its owner has a better trump?  It is then his side's, whatever happens:
 * he keeps it until it wins. */
INLINE int dehla_trump_ten_decides(const dehla_node *node, const dehla_units *units, proof *p)
{
    if (node->trump >= NO_TRUMP_YET) /* or hidden */
        return 0;
    cards trumps = lane_cards(node->trump), ten = node->tens & trumps;
    if (!ten)
        return 0;
    cards side = node->own | node->partner, others = node->lho | node->rho;
    int leaders_side = (ten & side) != 0;
    cards hostile = (leaders_side ? others : side) & trumps;
    if (hostile & (ten - 1))
        return 0;
    int ns = leaders_side == !(node->leader & 1);
    if (ns ? units->ten < node->need : node->total - units->ten >= node->need)
        return 0;
    *p = proved((hostile ? ten : 0) | dehla_counted(ten), (uint64_t)ns);
    return 1;
}

/* Does a trick that the leader's side wins for certain, with the tens that it can put into it, decide the question?
 *
 * `veil` is NULL where the trump is never hidden and an open one is fixed by a card.  A frozen card of the leader's side
 * counts for nothing; one of the opponents may beat others (it may be shown), but is never forced out. */
INLINE int dehla_sure_trick_decides(const dehla_node *node, const dehla_units *units, const dehla_veil *veil, proof *p)
{
    int most = -1;
    cards counted = 0, ruffs = node->trump >= NO_TRUMP_YET ? ~0ULL : lane_cards(node->trump), partners_ruffs = ruffs, ranks = 0;
    cards frozen = 0, partners = node->partner, trumps = 0, setters = 0;
    if (veil) {
        if (dehla_is_hidden(node->trump)) {
            const cards hand[4] = {node->own, node->lho, node->partner, node->rho};
            trumps = lane_cards(dehla_hidden_lane(node->trump));
            setters = hand[(dehla_hidden_setter(node->trump) - node->leader) & 3];
        }
        frozen = dehla_frozen(veil, node->trump);
        partners &= ~frozen;
        partners_ruffs = dehla_partners_ruffs(veil, node->trump, node->leader);
    }
    for (int s = 0; s < 4; s++) {
        cards lane = lane_cards(s), own = node->own & ~frozen & lane, ten = units->tens & lane;
        if (!own)
            continue;
        cards lho = node->lho & lane, partner = partners & lane, rho = node->rho & lane;
        if (veil)
            ruffs = dehla_hostile_ruffs(veil, node->trump, node->leader, setters, lane);
        /* opponents who cannot follow must not be able to ruff either */
        if ((!lho && (node->lho & ruffs)) || (!rho && (node->rho & ruffs)))
            continue;
        cards others = lho | rho;
        cards above = others ? best_of(others) - 1 : ~0ULL; /* ranks that no opponent beats */
        cards own_winners = own & above, partner_winners = partner & above;
        ten &= ~frozen;
        cards forced = lho == ten || rho == ten ? ten : 0; /* an opponent's only card of the suit is its ten */
        int count = -1;
        cards winner = 0, tens = 0;
        if (own_winners) {
            tens = forced | (own_winners & ten) | (partner ? partner & ten : bits_lowest(partners & units->tens));
            count = bits_count(tens);
            winner = others | partner ? (own_winners & ten ? ten : best_of(own_winners)) : 0;
        }
        if (partner_winners) {
            cards with = forced | (partner_winners & ten) | (own & ten);
            if (bits_count(with) > count) {
                tens = with;
                count = bits_count(with);
                winner = partner_winners & ten ? ten : best_of(partner_winners);
            }
        }
        /* partner ruffs; where he shows the trump to do so, opponents must not be able to follow him in that */
        if (!partner && (partners & partners_ruffs) && !(!lho && (node->lho & trumps)) && !(!rho && (node->rho & trumps))) {
            cards with = forced | (own & ten) | bits_lowest(partners & partners_ruffs & units->tens);
            if (bits_count(with) > count) {
                tens = with;
                count = bits_count(with);
                winner = 0;
            }
        }
        if (count > most) {
            most = count;
            counted = tens;
            ranks = winner;
        }
    }
    if (most < 0)
        return 0;
    int units_won = units->each + units->ten * most, ns = !(node->leader & 1);
    if (ns ? units_won < node->need : node->total - units_won >= node->need)
        return 0;
    *p = proved(ranks | dehla_counted(counted), (uint64_t)ns);
    return 1;
}

/* Where tricks wait in the middle: does the pick-up by a trick that the leader wins himself for certain decide the question?
 * He has a run, and the trump is in effect. */
INLINE int dehla_sure_pair_decides(const dehla_node *node, const dehla_units *units, const dehla_middle *middle, proof *p)
{
    if (!middle->run || node->trump >= NO_TRUMP_YET)
        return 0;
    cards trumps = lane_cards(node->trump), ranks = 0, counted = 0;
    int most = -1;
    for (int s = 0; s < 4; s++) {
        cards lane = lane_cards(s), own = node->own & lane, ten = units->tens & lane;
        cards lho = node->lho & lane, partner = node->partner & lane, rho = node->rho & lane, others = lho | partner | rho;
        cards winners = others ? own & (best_of(others) - 1) : own;
        if (!winners || (!lho && (node->lho & trumps)) || (!rho && (node->rho & trumps)) ||
            (!partner && !(node->partner & ~trumps))) /* who must not ruff needs something else */
            continue;
        cards tens = (lho == ten || rho == ten ? ten : 0) | (winners & ten) |
                     (partner ? partner & ten : bits_lowest(node->partner & units->tens & ~trumps));
        if (bits_count(tens) > most) {
            most = bits_count(tens);
            counted = tens;
            ranks = others ? winners & ten ? ten : best_of(winners) : 0;
        }
    }
    if (most < 0)
        return 0;
    int units_won = middle->pile + units->each + units->ten * most, ns = !(node->leader & 1);
    if (ns ? units_won < node->need : node->total - units_won >= node->need)
        return 0;
    *p = proved(ranks | dehla_counted(counted), (uint64_t)ns);
    return 1;
}

#endif
