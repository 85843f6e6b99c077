/* State of the whist search (Court Piece play, with a trump suit or none): what is fixed for a deal and what moves.
 *
 * Terms, always relative to the hand on lead of the trick: own (the leader), lho (plays second), partner (third), rho
 * (fourth).  `need` is the number of tricks that the leader's side must still take, `n` the tricks left.
 *
 * Partition search (M. Ginsberg 1996; B. Haglund and S. Hein describe DDS's form of it): a search returns, besides its
 * verdict, the cards whose RANK mattered.  The verdict then holds for every position with the same suit lengths in every
 * hand and the same owners of those ranks.  Four rules keep it sound:
 *   1. a trick adds its winning card only if at least two cards of that suit were in the trick;
 *   2. a cut-off takes the ranks of the child that cut, a node where every card fails the union of all children;
 *   3. if one card stood for a group of touching cards and the ranks reach into the group, the whole group is in;
 *   4. a bound that cuts (quick tricks, sure trumps, ruffs) returns the ranks it rests on.
 */
#ifndef HAKEM_WHIST_STATE_H
#define HAKEM_WHIST_STATE_H

#include "lanes.h"
#include "search_limits.h"

/* A verdict on "the leader's side takes at least need tricks", with the ranks that it depends on.
 *
 * Verdicts other than FAILS and HOLDS mean that the search was stopped.  They are chosen so that both kinds of node
 * return at once (one side tests `!= FAILS`, the other `!= HOLDS`) and so that changing sides keeps them apart. */
typedef struct {
    cards ranks;
    uint64_t verdict;
} whist_proof;

enum whist_verdict { FAILS = 0, HOLDS = 1, STOPPED = 2 /* or 3 after changing sides */ };

INLINE whist_proof whist_proved(cards ranks, uint64_t verdict)
{
    whist_proof proof = {ranks, verdict};
    return proof;
}

/* Optimisations, each with a switch, so that tests can compare the search with and without it. */
enum whist_switch {
    WHIST_QUICK = 1 << 0,    /* quick tricks of the side on lead */
    WHIST_SURE = 1 << 1,     /* sure trump tricks of either side */
    WHIST_REPLIES = 1 << 2,  /* leads that lose at once to top cards or ruffs, and partner's ruffs */
    WHIST_LAST = 1 << 3,     /* cut inside a trick that decides the question */
    WHIST_TABLE = 1 << 4,    /* the transposition table */
    WHIST_GENERAL = 1 << 5,  /* entries that keep only the ranks that mattered (off: all ranks) */
    WHIST_TOUCHING = 1 << 6, /* one card stands for a group of touching cards */
    WHIST_SIBLINGS = 1 << 7, /* skip lower cards of a suit after one failed without its rank mattering */
    WHIST_ORDER = 1 << 8,    /* move ordering weights, killers and remembered leads */
    WHIST_RECALL = 1 << 9,   /* first the reply that reached its aim to the same card under the same lengths of suits */
    WHIST_ALL = (1 << 10) - 1
};

/* Hands at a trick boundary by seat, with all suit lengths in nibbles: bits 16*seat + 4*lane. */
typedef struct {
    cards hand[4];
    uint64_t shape;
} whist_hands;

/* A trick in progress.  Hands are relative to the leader: 0 own, 1 lho, 2 partner, 3 rho. */
typedef struct {
    cards hand[4];
    cards lane;   /* all ranks of the suit led */
    cards played; /* cards on the table */
    int leader;      /* seat that led */
    int n;           /* tricks left, this one included */
    int need;        /* tricks the leader's side needs */
    int theirs_need; /* tricks with which the other side refutes that */
} whist_trick;

/* Nibble of `whist_hands.shape` that counts the suit of `card` in the hand of `seat`. */
INLINE uint64_t whist_shape_unit(int seat, cards card) { return 1ULL << (16 * (seat & 3) + 4 * lane_index(card)); }

INLINE uint64_t whist_shape(const cards hand[4])
{
    uint64_t shape = 0;
    for (int seat = 0; seat < 4; seat++)
        for (int lane = 0; lane < 4; lane++)
            shape |= (uint64_t)lane_length(hand[seat], lane) << (16 * seat + 4 * lane);
    return shape;
}

/* The cards that beat `best`, given that they are of its suit or trumps. */
INLINE cards whist_beating(cards best, int trump)
{
    cards beating = (best - 1) & lane_of(best);
    if (trump && !(best & TRUMPS))
        beating |= TRUMPS;
    return beating;
}

/* Of the cards in `hand`, those worth trying: the worst of every group of touching cards. */
INLINE cards whist_groups(cards hand, cards in_play, unsigned on)
{
    return on & WHIST_TOUCHING ? lane_groups(hand, in_play) : hand;
}

/* The best card of the group of `card` in `hand`. */
INLINE cards whist_group_best(cards card, cards hand, cards in_play) { return lane_group_best(card, hand, in_play); }

/* After `card` of `hand` did not reach its player's aim, with the ranks that showed it: widen them by rule 3, and return
 * the cards of the hand that need no search, because they would fail by the same proof. */
INLINE cards whist_refuted(whist_proof *proof, cards card, cards hand, cards in_play, unsigned on)
{
    cards lane = lane_of(card), ranks = proof->ranks & lane;
    if (ranks >= card)
        return 0;
    if (ranks && ranks >= whist_group_best(card, hand, in_play)) {
        proof->ranks |= card;
        return 0;
    }
    if (!(on & WHIST_SIBLINGS))
        return 0;
    return ranks ? lane & ~(2 * worst_of(ranks) - 1) : lane;
}

#endif
