/* State of the Coinche search: what a proof is, which duties hold, what a deal fixes and what moves.
 *
 * Seats are 0 to 3 in playing order; the hands of a trick are also named by place: 0 the leader, 1 to 3 after him.  A
 * question is always "do the leader's side take at least `need` of the `rest` points still to come?"; `n` is the number of
 * tricks left.  Points already taken are no part of it.
 *
 * The search is a partition search (M. Ginsberg 1996) over the plain suits.  It returns, besides a bound on the points, the
 * cards whose RANK mattered, and the bound then holds for every position with the same number of cards of each plain suit
 * in every hand, the same owners of those ranks, and the same owners of all trumps in order of rank.  `ranks` stands for a
 * set closed upwards: of each lane only its lowest bit counts.
 *   1. A trick adds its winning card only if at least two cards of that suit were in it.
 *   2. A cut-off takes the ranks of the child that cut, a node where every card fails the union of all.
 *   3. A legal move that depends on a rank adds it: whether an opponent or the partner is winning when a player who must
 *      trump is void, and, where the suit led has to be beaten without being the trump suit, the best card of the trick.
 *   4. A card left out because it is nearly equal to one that was tried adds the lower of both if the ranks reach that far.
 * Which POINTS lie on the cards is no part of it: they shift the bound (coinche_table.h).
 */
#ifndef HAKEM_COINCHE_STATE_H
#define HAKEM_COINCHE_STATE_H

#include "coinche_cards.h"
#include "search_limits.h"
#include "table.h"

/* What is known about a question: with value >= need the leader's side takes at least `value`, else at most that. */
typedef struct {
    int value;
    coinche_cards ranks;
} coinche_proof;

/* The value of a search that was stopped: no points of a deal come near it, whatever was added on the way back. */
#define COINCHE_STOPPED (1 << 20)

INLINE coinche_proof coinche_proved(int value, coinche_cards ranks)
{
    coinche_proof proof = {value, ranks};
    return proof;
}

INLINE int coinche_is_stopped(coinche_proof proof) { return proof.value >= COINCHE_STOPPED / 2; }

/* Optimisations, each with a switch, so that tests can compare the search with and without it. */
enum coinche_switch {
    COINCHE_BOUNDS = 1 << 0,   /* points that the run of top trumps is sure to bring */
    COINCHE_TABLE = 1 << 1,    /* the transposition table */
    COINCHE_GENERAL = 1 << 2,  /* entries that keep only the ranks that mattered (off: all ranks) */
    COINCHE_TRANSFER = 1 << 3, /* entries that serve positions with other points on the same ranks */
    COINCHE_NEAR = 1 << 4,     /* leave out cards that cannot differ enough from one that was tried */
    COINCHE_SURE = 1 << 5,     /* ... and differ one way only, once it is sure who wins the trick */
    COINCHE_ORDER = 1 << 6,    /* tuned order of moves */
    COINCHE_RECALL = 1 << 7,   /* first the card that reached its aim with the same legal cards in the same place */
    COINCHE_ALL = (1 << 8) - 1,
    COINCHE_ALONE = 1 << 8     /* no optimisation: tricks of one player count for the other side (coinche_counts_for) */
};

/* The duties of a player, as far as they are options. */
enum coinche_partner_ruff { COINCHE_FREE = 0, COINCHE_NO_UNDER, COINCHE_MUST_OVER };
typedef struct {
    uint8_t spare_partner; /* a trump suit that is led need not be beaten while the partner is winning */
    uint8_t may_discard;   /* a player who must trump and cannot overtrump may play any card */
    uint8_t partner_ruff;  /* enum coinche_partner_ruff: void, while the partner is winning with a trump */
    uint8_t beat_suit_led; /* tout atout: every suit is a trump suit when it is led, and none when another is */
} coinche_duties;

/* What is counted: the points of each card, of each trick, and of the last one. */
typedef struct {
    uint8_t lane_points[2][8]; /* by bit of the lane: any lane, and the trump lane */
    int trick;
    int last;
} coinche_scale;

/* The scale by card and by set of a lane, and the gaps of coinche_table.h. */
typedef struct {
    coinche_scale scale;
    uint8_t card[32];
    uint16_t trumps[256];
    uint8_t gap[2][256][256];
} coinche_points;

/* Small tables of bytes, for machines without the instructions. */
typedef struct {
    uint8_t count[256];    /* number of bits */
    uint8_t top[256][9];   /* the k-th highest bit, alone; 0 for k = 0 */
} coinche_bytes;

/* What the owners of a deal fix: see coinche_table.h. */
typedef struct {
    uint8_t own[4][4];        /* cards by lane and seat */
    uint8_t shape[4][256];    /* by lane and subset */
    uint16_t owners[4][256];
} coinche_deal;

/* A trick in progress. */
typedef struct {
    int leader; /* seat */
    int lane;   /* of the suit led */
    int need;
    int rest;   /* points to come, those of this trick included */
    int n;      /* tricks left, this one included */
} coinche_trick;

/* The best card of a trick so far and what is in it. */
typedef struct {
    int best;
    int winner;   /* place of the hand that played it */
    int points;
    int followed; /* cards of the suit led besides the first */
} coinche_table_cards;

/* A trick boundary. */
typedef struct {
    int leader, need, rest, n;
    coinche_cards in_play;
    uint64_t key;
} coinche_node;

/* Whether the ranks of a card's suit are kept as relevant ranks: not those of the trump suit, which is always exact. */
INLINE int coinche_is_plain(int card, int trump) { return !trump || card < 8 * COINCHE_TRUMP_LANE; }

/* `ranks` with the rank of `card`, if its suit has relevant ranks. */
INLINE coinche_cards coinche_rank(int card, int trump) { return coinche_is_plain(card, trump) ? coinche_bit(card) : 0; }

/* ---- legal moves ------------------------------------------------------------------------------------------------------ */

/* The cards of `hand` that may be played on a trick whose suit led is `lane` and whose best card is `best`. */
INLINE coinche_cards coinche_legal(coinche_cards hand, int lane, int best, int partner_wins, coinche_duties duties, int trump)
{
    coinche_cards follow = hand & coinche_lane_cards(lane);
    if (follow) {
        int must_beat = trump ? lane == COINCHE_TRUMP_LANE : duties.beat_suit_led;
        if (must_beat && !(partner_wins && duties.spare_partner)) {
            coinche_cards over = follow & coinche_above(best);
            return over ? over : follow;
        }
        return follow;
    }
    if (!trump || lane == COINCHE_TRUMP_LANE)
        return hand;
    coinche_cards trumps = hand & COINCHE_TRUMPS;
    if (!trumps)
        return hand;
    int trumped = coinche_lane(best) == COINCHE_TRUMP_LANE;
    coinche_cards over = trumped ? trumps & coinche_above(best) : trumps;
    if (partner_wins) {
        if (!trumped || duties.partner_ruff == COINCHE_FREE)
            return hand;
        if (duties.partner_ruff == COINCHE_NO_UNDER) {
            coinche_cards kept = hand & ~(trumps ^ over);
            return kept ? kept : hand;
        }
        return hand == trumps && over ? over : hand;
    }
    if (over)
        return over;
    return duties.may_discard ? hand : trumps;
}

/* Rank on which the choice of legal moves rests (rule 3). */
INLINE coinche_cards coinche_legal_rank(coinche_cards hand, int lane, coinche_table_cards table, int place,
                                        coinche_duties duties, int trump)
{
    coinche_cards follow = hand & coinche_lane_cards(lane);
    if (!trump)
        return duties.beat_suit_led && (follow & (follow - 1)) ? coinche_bit(table.best) : 0;
    if (place > 1 && table.followed && !follow && lane != COINCHE_TRUMP_LANE && (hand & COINCHE_TRUMPS))
        return coinche_rank(table.best, trump);
    return 0;
}

#endif
