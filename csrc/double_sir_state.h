/* State of the Double Sir search: Court Piece play in which tricks stay in the middle until somebody collects them.
 *
 * Whoever wins two tricks running takes the whole pile, the second trick included; the winner of the last trick takes
 * what is left.  Amounts are tricks still to be collected by the seats 0 and 2, those in the pile included, so that
 * `pile + n` of them are to come with n tricks left.  A question is "do the seats 0 and 2 collect at least `need`?": they
 * want HOLDS, the other two FAILS.
 *
 * What a trick boundary has besides the hands:
 *   pile   tricks in the middle
 *   run    whether the win of the last trick, which is the leader's, counts as the first of a pair
 *   ace    under the ace rule: whether it was won with an ace (an ace right after an ace completes no pair)
 *
 * The pile only adds up: with everything else the same, V(pile) <= V(pile + 1) <= V(pile) + 1.  A proof for one pile and
 * one need so answers questions about many others (`sir_fact_implies`).
 *
 * The rules of partition search are those of whist_state.h.  The ace rule looks at a card's absolute rank, which a position
 * of the same shape need not share, so it is tracked beside the ranks of a proof, in bits that are no cards:
 *
 *     bit 13 of a lane   whether a card of this suit is the ace mattered.  The position that a proof is used for must then
 *                        have the ace in play too, or not in play either; if it is in play, its owner matters.
 *     bit 15 of lane 3   whether the trick before was won with an ace mattered.
 */
#ifndef HAKEM_DOUBLE_SIR_STATE_H
#define HAKEM_DOUBLE_SIR_STATE_H

#include "whist_table.h"

#define SIR_ACE_MATTERS 0x2000200020002000ULL
#define SIR_RUN_ACE_MATTERS (1ULL << 63)

/* Optimisations, each with a switch.  Those that are about touching cards and siblings are whist's. */
enum sir_switch {
    SIR_SURE_RUN = 1 << 0,  /* tricks that the leader wins one after the other whatever happens */
    SIR_SURE_PAIR = 1 << 1, /* the trick that completes the leader's pair */
    SIR_PILE = 1 << 2,      /* a proof about one pile answers questions about others */
    SIR_TABLE = WHIST_TABLE,
    SIR_GENERAL = WHIST_GENERAL,
    SIR_TOUCHING = WHIST_TOUCHING,
    SIR_SIBLINGS = WHIST_SIBLINGS,
    SIR_ORDER = WHIST_ORDER,
    SIR_SURE_TRUMPS = 1 << 9, /* what a hand collects by its top trumps */
    SIR_PROBE = 1 << 10,      /* the fourth hand asks the table about all its cards before it tries one */
    SIR_ALL = (WHIST_ALL & ~WHIST_LAST) | 1 << 9 | 1 << 10
};

/* How a run stands when a trick begins. */
enum sir_run { SIR_NO_RUN = 0, SIR_RUN = 1, SIR_RUN_OF_ACE = 2 };

/* The rules in force.  Which trick is blocked is a matter of the deal: its win counts for nobody. */
typedef struct {
    int restart;   /* no win counts after a pick-up */
    int team;      /* a run belongs to a side */
    int blocked_n; /* tricks left when the blocked trick begins, 0 = none is */
} sir_rules;

/* A trick in progress.  Hands are by seat. */
typedef struct {
    cards hand[4];
    cards lane; /* all ranks of the suit led */
    int leader;
    int n; /* tricks left, this one included */
    int need, pile, run;
} sir_trick;

/* What the search knows at a trick boundary. */
typedef struct {
    cards own, lho, partner, rho; /* the leader, and the others in playing order */
    cards in_play;
    uint64_t shape;
    int leader, n, need, pile, run;
    int leader_need; /* what the leader's side needs to have its way */
} sir_node;

INLINE sir_node sir_node_of(const whist_hands *hands, int leader, int n, int need, int pile, int run)
{
    sir_node node;
    node.own = hands->hand[leader];
    node.lho = hands->hand[(leader + 1) & 3];
    node.partner = hands->hand[(leader + 2) & 3];
    node.rho = hands->hand[(leader + 3) & 3];
    node.in_play = node.own | node.lho | node.partner | node.rho;
    node.shape = hands->shape;
    node.leader = leader;
    node.n = n;
    node.need = need;
    node.pile = pile;
    node.run = run;
    node.leader_need = leader & 1 ? pile + n - need + 1 : need;
    return node;
}

/* The verdict that the side of a seat wants. */
INLINE uint64_t sir_aim(int seat) { return seat & 1 ? FAILS : HOLDS; }

/* The cards that beat `best` (whist_beating, with the trumps as a set that may be empty). */
INLINE cards sir_beating(cards best, cards trumps)
{
    cards beating = (best - 1) & lane_of(best);
    return best & trumps ? beating : beating | trumps;
}

/* Of the cards in `hand`, the worst of every group that nothing in play separates; under the ace rule an ace stands alone. */
INLINE cards sir_groups(cards hand, cards in_play, int ace_rule, unsigned on)
{
    cards groups = whist_groups(hand, in_play, on);
    return ace_rule ? groups | (hand & LANE_ACES) : groups;
}

/* whist_refuted, with the ace alone under the ace rule. */
INLINE cards sir_refuted(whist_proof *proof, cards card, cards hand, cards in_play, int ace_rule, unsigned on)
{
    if (ace_rule && !(card & LANE_ACES))
        hand &= ~LANE_ACES;
    return whist_refuted(proof, card, hand, in_play, on);
}

/* ---- the end of a trick ------------------------------------------------------------------------------------------- */

/* What a finished trick leads to, and what that rests on. */
typedef struct {
    whist_hands hands;
    cards ranks;      /* that mattered in this trick, without what the play after it needs */
    cards ace;        /* what matters if the next trick asks whether this one was won with an ace */
    int leader, n, need, pile, run;
} sir_next;

/* Close a trick whose best card is `best`, of seat `winner`; `played` holds all four cards. */
INLINE sir_next sir_trick_end(const sir_rules *rules, const sir_trick *trick, cards best, int winner, cards played,
                              uint64_t shape, int ace_rule)
{
    sir_next next;
    for (int seat = 0; seat < 4; seat++)
        next.hands.hand[seat] = trick->hand[seat];
    next.hands.shape = shape;
    next.leader = winner;
    next.n = trick->n - 1;
    next.ranks = (played ^ best) & lane_of(best) ? best : 0; /* rule 1 of whist_state.h */
    next.ace = 0;
    int runs_on = trick->run != SIR_NO_RUN && (rules->team ? !((winner ^ trick->leader) & 1) : winner == trick->leader);
    int collects = runs_on, run = SIR_RUN;
    if (ace_rule) {
        cards matters = (lane_of(best) & LANE_ACES) | (lane_of(best) & LANE_ACES) << 13;
        int is_ace = (best & LANE_ACES) != 0;
        if (runs_on && trick->n > 1) {
            if (is_ace)
                next.ranks |= SIR_RUN_ACE_MATTERS;
            if (trick->run == SIR_RUN_OF_ACE)
                next.ranks |= matters;
            collects = !(is_ace && trick->run == SIR_RUN_OF_ACE);
        }
        if (is_ace)
            run = SIR_RUN_OF_ACE;
        next.ace = matters;
    }
    if (trick->n == 1)
        collects = 1;
    next.need = trick->need;
    if (collects) {
        if (!(winner & 1))
            next.need -= trick->pile + 1;
        next.pile = 0;
        next.run = rules->restart ? SIR_NO_RUN : run;
    } else {
        next.pile = trick->pile + 1;
        next.run = run;
    }
    if (trick->n == rules->blocked_n)
        next.run = SIR_NO_RUN;
    return next;
}

/* The ranks of a finished trick together with those of the play after it. */
INLINE cards sir_trick_ranks(const sir_next *next, cards later, int ace_rule)
{
    if (!ace_rule)
        return next->ranks | later;
    if (later & SIR_RUN_ACE_MATTERS)
        later = (later ^ SIR_RUN_ACE_MATTERS) | next->ace;
    /* Aces played in this trick are gone later on, but their ranks are what matters. */
    return next->ranks | later | (later & SIR_ACE_MATTERS) >> 13;
}

/* The last trick: its winner collects everything. */
INLINE whist_proof sir_last_trick(const sir_node *node, cards trumps)
{
    cards best = node->own, card;
    int winner = 0;
    const cards others[3] = {node->lho, node->partner, node->rho};
    for (int i = 0; i < 3; i++) {
        card = others[i];
        if (card & sir_beating(best, trumps)) {
            best = card;
            winner = i + 1;
        }
    }
    return whist_proved((node->in_play ^ best) & lane_of(best) ? best : 0, !((node->leader + winner) & 1));
}

#endif
