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
 * How the cards are best played may depend on the pile, but a proof is one way to play them, and is good for every pile:
 * its side collects the pile in some of the plays and not in the others.  So a proof carries two numbers, and its side
 * collects at least
 *
 *     min(with_pile + pile, without)      with_pile: besides the pile, in the plays in which the side gets it
 *                                         without:   in the plays in which it does not
 *
 * which is often more than was asked, and answers questions about other piles.
 *
 * Where nobody gets what lies in the middle after the last trick, a question is about one side, and what is lost counts for
 * the other: to a side that plays for its own amount alone it is the same.
 *
 * A court is another question about the same play: does one side collect `need` before the other collects anything?  It is
 * asked as if the first pick-up of the other side, the spoilers, took all that is left: the pile and every trick to come.
 * Amounts then add up as ever, and so do proofs.  A court may need more tricks than have to come first (`safe`), and a pick-up
 * may end the deal too early (`stop`): both hang on what is collected so far, and proofs then hold for one pile only, as long as
 * the court is open.
 *
 * The rules of partition search are those of whist_state.h.  The ace rule looks at a card's absolute rank, which a position
 * of the same shape need not share, so it is tracked beside the ranks of a proof, in bits that are no cards:
 *
 *     bit 14 of a lane   whether a card of this suit is the ace mattered.  The position that a proof is used for must then
 *                        have the ace in play too, or not in play either; if it is in play, its owner matters.
 *     bit 15 of lane 3   whether the trick before was won with an ace mattered.
 */
#ifndef HAKEM_DOUBLE_SIR_STATE_H
#define HAKEM_DOUBLE_SIR_STATE_H

#include "best_two.h"
#include "whist_table.h"

#define SIR_ACE_SHIFT 14
#define SIR_ACE_MATTERS (LANE_ACES << SIR_ACE_SHIFT)
#define SIR_RUN_ACE_MATTERS (1ULL << 63)

#define SIR_SPOILT 64 /* beyond every need: the spoilers have collected, the deal is over */

#define SIR_NEVER 15 /* there are no such plays; more than a side can need */

/* A verdict on "the seats 0 and 2 collect at least `need`", the ranks that it depends on, and the two numbers of the side that
 * it speaks for (0 and 2 where it holds, 1 and 3 where it fails).  Other verdicts mean that the search was stopped. */
typedef struct {
    cards ranks;
    uint32_t verdict;
    uint16_t with_pile, without;
} sir_proof;

INLINE sir_proof sir_proved(cards ranks, uint64_t verdict, int with_pile, int without)
{
    sir_proof proof = {ranks, (uint32_t)verdict, (uint16_t)with_pile, (uint16_t)without};
    return proof;
}

/* What the side of a proof collects at least. */
INLINE int sir_collected(sir_proof proof, int pile) { return int_min(proof.with_pile + pile, proof.without); }

/* Optimisations, each with a switch.  Those that are about touching cards and siblings are whist's. */
enum sir_switch {
    SIR_LINES = 1 << 0,     /* tricks that a side wins one after the other, both partners together */
    SIR_SURE_PAIR = 1 << 1, /* the trick that completes the leader's pair */
    SIR_PILE = 1 << 2,      /* a proof about one pile answers questions about others (off: the pile is part of the key) */
    SIR_TABLE = WHIST_TABLE,
    SIR_GENERAL = WHIST_GENERAL,
    SIR_TOUCHING = WHIST_TOUCHING,
    SIR_SIBLINGS = WHIST_SIBLINGS,
    SIR_ORDER = WHIST_ORDER,
    SIR_SURE_TRUMPS = 1 << 9, /* what a hand collects by its top trumps */
    SIR_PROBE = 1 << 10,      /* the fourth hand asks the table about all its cards before it tries one */
    SIR_RECALL = 1 << 11,     /* first the reply that reached its aim in the like of a trick (recall.h) */
    SIR_ALL = (WHIST_ALL & ~WHIST_LAST) | 7 << 9
};

/* How a run stands when a trick begins. */
enum sir_run { SIR_NO_RUN = 0, SIR_RUN = 1, SIR_RUN_OF_ACE = 2 };

/* The rules in force.  Which trick is blocked is a matter of the deal: its win counts for nobody. */
typedef struct {
    int restart;   /* no win counts after a pick-up */
    int team;      /* a run belongs to a side */
    int blocked_n; /* tricks left when the blocked trick begins, 0 = none is */
    int court;     /* whose court is asked about: 1 that of seats 0 and 2, 2 that of the others, 0 no court */
    int rest;      /* who has what the last trick leaves: 1 seats 0 and 2, 2 the others, 0 its winner */
    int safe;      /* the court is made once its side needs no more than this */
    int stop;      /* a pick-up of its side that leaves it in need of 1 to `stop` is its last: play stops before the last trick */
} sir_rules;

/* Whether the side of a seat has what is left when that seat wins the last trick without completing a pair. */
INLINE int sir_has_rest(const sir_rules *rules, int seat) { return !rules->rest || (seat ^ rules->rest) & 1; }

/* What the side of the court needs with `n` tricks left. */
INLINE int sir_court_need(const sir_rules *rules, int n, int need, int pile)
{
    return rules->court == 1 ? need : pile + n - need + 1;
}

/* Whether a court is asked about, and is not made yet. */
INLINE int sir_court_open(const sir_rules *rules, int n, int need, int pile)
{
    return rules->court && (!rules->safe || sir_court_need(rules, n, need, pile) > rules->safe);
}

/* Whether the first pick-up of a seat takes all that is left while a court is open. */
INLINE int sir_spoils(const sir_rules *rules, int seat) { return rules->court && !((seat ^ rules->court) & 1); }

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

/* Questions that need no look at the cards: 1 and the proof.  After a spoilt court its side has all that is left. */
INLINE int sir_trivial(int need, int pile, int n, sir_proof *proof)
{
    if (need > 0 && need <= pile + n)
        return 0;
    int rest = need >= SIR_SPOILT || need <= -SIR_SPOILT ? n : 0;
    *proof = sir_proved(0, need <= 0, rest, rest);
    return 1;
}

/* What was proved of one of the cards that all miss their hand's aim, added to what was proved of those before. */
INLINE sir_proof sir_both(sir_proof before, sir_proof proof)
{
    return sir_proved(before.ranks | proof.ranks, before.verdict, int_min(before.with_pile, proof.with_pile),
                      int_min(before.without, proof.without));
}

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
INLINE cards sir_refuted(sir_proof *proof, cards card, cards hand, cards in_play, int ace_rule, unsigned on)
{
    whist_proof ranks = whist_proved(proof->ranks, proof->verdict);
    if (ace_rule && !(card & LANE_ACES))
        hand &= ~LANE_ACES;
    cards useless = whist_refuted(&ranks, card, hand, in_play, on);
    proof->ranks = ranks.ranks;
    return useless;
}

/* ---- the end of a trick ------------------------------------------------------------------------------------------- */

/* What a finished trick leads to, and what that rests on. */
typedef struct {
    whist_hands hands;
    cards ranks;      /* that mattered in this trick, without what the play after it needs */
    cards ace;        /* what matters if the next trick asks whether this one was won with an ace */
    int leader, n, need, pile, run;
    int taker;        /* a seat of the side that collected, if somebody did */
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
        cards matters = (lane_of(best) & LANE_ACES) | (lane_of(best) & LANE_ACES) << SIR_ACE_SHIFT;
        int is_ace = (best & LANE_ACES) != 0;
        if (runs_on && (trick->n > 1 || rules->rest)) {
            if (is_ace || trick->run != SIR_RUN_OF_ACE) /* of two cards that are no aces it is enough that one is none */
                next.ranks |= SIR_RUN_ACE_MATTERS;
            if (trick->run == SIR_RUN_OF_ACE)
                next.ranks |= matters;
            collects = !(is_ace && trick->run == SIR_RUN_OF_ACE);
        }
        if (is_ace)
            run = SIR_RUN_OF_ACE;
        next.ace = matters;
    }
    next.taker = trick->n == 1 && rules->rest && !collects ? rules->rest - 1 : winner;
    if (trick->n == 1)
        collects = 1;
    next.need = trick->need;
    if (collects) {
        if (!(next.taker & 1))
            next.need -= trick->pile + 1;
        if (UNLIKELY(rules->court)) {
            int spoils = sir_spoils(rules, next.taker);
            if (spoils) {
                spoils = sir_court_open(rules, trick->n, trick->need, trick->pile);
            } else if (rules->stop && next.n) {
                int left = sir_court_need(rules, next.n, next.need, 0);
                spoils = left > 0 && left <= rules->stop;
            }
            if (spoils)
                next.need = rules->court == 1 ? SIR_SPOILT : -SIR_SPOILT;
        }
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
    return next->ranks | later | (later & SIR_ACE_MATTERS) >> SIR_ACE_SHIFT;
}

/* What is proved of the play after a finished trick, as it looks before that trick. */
INLINE sir_proof sir_trick_proof(const sir_next *next, sir_proof later, int ace_rule)
{
    later.ranks = sir_trick_ranks(next, later.ranks, ace_rule);
    if (next->pile) { /* the pile has one more, for whoever gets it */
        later.with_pile = (uint16_t)int_min(later.with_pile + 1, SIR_NEVER);
        return later;
    }
    int collected = sir_collected(later, 0), ours = sir_aim(next->taker) == later.verdict;
    later.with_pile = (uint16_t)(ours ? int_min(collected + 1, SIR_NEVER) : SIR_NEVER);
    later.without = (uint16_t)(ours ? SIR_NEVER : collected);
    return later;
}

/* The last trick: its winner collects everything, or he completes a pair and the rest belongs to one side. */
INLINE sir_proof sir_last_trick(const sir_rules *rules, const sir_node *node, cards trumps, int ace_rule)
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
    cards ranks = (node->in_play ^ best) & lane_of(best) ? best : 0;
    int taker = node->leader + winner;
    if (rules->rest) {
        int completes = node->run != SIR_NO_RUN && !(rules->team ? winner & 1 : winner);
        if (node->run == SIR_NO_RUN)
            ranks = 0;
        if (ace_rule && completes) {
            if (best & LANE_ACES || node->run != SIR_RUN_OF_ACE)
                ranks |= SIR_RUN_ACE_MATTERS;
            if (node->run == SIR_RUN_OF_ACE) {
                ranks |= (lane_of(best) & LANE_ACES) | (lane_of(best) & LANE_ACES) << SIR_ACE_SHIFT;
                completes = !(best & LANE_ACES);
            }
        }
        if (!completes)
            taker = rules->rest - 1;
    }
    return sir_proved(ranks, sir_aim(taker), 1, SIR_NEVER);
}

#endif
