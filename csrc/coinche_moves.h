/* Choosing cards in the Coinche search: the order in which moves are tried, and moves that need not be tried.
 *
 * The order is by far the largest single factor.  A move's score is a weighted sum of a few features, whose weights were
 * fitted to the total number of nodes, not to how often the first move cuts.
 */
#ifndef HAKEM_COINCHE_MOVES_H
#define HAKEM_COINCHE_MOVES_H

#include "coinche_table.h"

/* ---- weights ---------------------------------------------------------------------------------------------------------- */

/* "rank" is the bit of the lane, 0 to 7; "points" are those of the card. */
typedef struct {
    int length;                     /* each card of the suit in the hand */
    int wins, wins_points;          /* no opponent can beat the card */
    int trump, trump_drawn;         /* of those: a trump, while opponents have some or none */
    int partner_void;               /* of those: the partner has none of the suit */
    int partner_wins, partner_wins_points, partner_wins_trump, partner_wins_rank; /* the partner can beat both opponents */
    int other, other_points, other_trump, other_rank;                             /* neither */
    int under_both;                 /* of those: both opponents can beat it */
    int partner_better;             /* of those: the partner can beat it */
    int master;                     /* of those: no opponent holds a higher card of the suit */
    int singleton;                  /* of those: the last card of a plain suit, with trumps left to ruff with */
    int ruffed;                     /* of those: an opponent can ruff */
} coinche_lead_weights;

typedef struct {
    int both_opponents; /* second hand only: whatever is played, the third hand can win and the fourth can win that */
    int ours;           /* our side is to win the trick */
    int ours_points;
    int ours_trick;     /* ... each point already in it */
    int take, take_rank;             /* with this card */
    int take_ruff, take_ruff_rank;   /* ... which is a trump on another suit */
    int leave_rank;                  /* with another card */
    int leave_discard, leave_trump, leave_trump_rank; /* ... this one being no card of the suit led; a trump */
    int leave_length;                /* ... and each card of its suit */
    int theirs_points, theirs_rank;  /* the opponents are to win it */
    int theirs_beating;              /* although this card is the best so far */
    int theirs_trump, theirs_trump_rank;
    int theirs_length;
    int master;         /* a discard that no other hand can beat in its suit */
} coinche_follow_weights;

static const coinche_lead_weights COINCHE_LEAD = {
    .length = -8, .wins = 294, .wins_points = 2, .trump = -115, .trump_drawn = -426, .partner_void = -10,
    .partner_wins = 162, .partner_wins_points = 0, .partner_wins_trump = 0, .partner_wins_rank = 21,
    .other = 37, .other_points = -16, .other_trump = 18, .other_rank = 10,
    .under_both = 58, .partner_better = 7, .master = -11, .singleton = 0, .ruffed = -2};

static const coinche_follow_weights COINCHE_FOLLOW[3] = {
    {.both_opponents = 39, .ours = -4, .ours_points = 0, .ours_trick = -10, .take = 97, .take_rank = 4, .take_ruff = 35,
     .take_ruff_rank = -8, .leave_rank = 0, .leave_discard = 8, .leave_trump = -282, .leave_trump_rank = -16,
     .leave_length = 6, .theirs_points = -12, .theirs_rank = 5, .theirs_beating = 30, .theirs_trump = 198,
     .theirs_trump_rank = 26, .theirs_length = -2, .master = -1},
    {.both_opponents = 0, .ours = 413, .ours_points = 11, .ours_trick = 11, .take = -40, .take_rank = 6, .take_ruff = -51,
     .take_ruff_rank = -17, .leave_rank = 12, .leave_discard = 36, .leave_trump = -270, .leave_trump_rank = -13,
     .leave_length = 0, .theirs_points = -49, .theirs_rank = 2, .theirs_beating = 2, .theirs_trump = -188,
     .theirs_trump_rank = -14, .theirs_length = -26, .master = -23},
    {.both_opponents = 0, .ours = 344, .ours_points = 12, .ours_trick = -4, .take = -3, .take_rank = -8, .take_ruff = -32,
     .take_ruff_rank = -34, .leave_rank = -5, .leave_discard = -11, .leave_trump = -267, .leave_trump_rank = 0,
     .leave_length = -13, .theirs_points = -35, .theirs_rank = 10, .theirs_beating = 25, .theirs_trump = -174,
     .theirs_trump_rank = -6, .theirs_length = -1, .master = -8}};

/* The parts of the sums that depend on the card alone. */
typedef struct {
    int16_t lead_wins[32], lead_partner[32], lead_other[32];
    int16_t take[3][2][32];      /* by place - 1, whether it is a card of another suit than the one led, card */
    int16_t leave[3][2][32];
    int16_t theirs[3][2][2][32]; /* by place - 1, whether it is the best so far, as above */
} coinche_order;

COLD void coinche_order_fill(coinche_order *order, const uint8_t points[32], int trump)
{
    for (int card = 0; card < 32; card++) {
        const coinche_lead_weights *l = &COINCHE_LEAD;
        int rank = card & 7, is_trump = trump && coinche_lane(card) == COINCHE_TRUMP_LANE, worth = points[card];
        order->lead_wins[card] = (int16_t)(l->wins + l->wins_points * worth);
        order->lead_partner[card] = (int16_t)(l->partner_wins + l->partner_wins_points * worth +
                                              l->partner_wins_trump * is_trump + l->partner_wins_rank * rank);
        order->lead_other[card] =
            (int16_t)(l->other + l->other_points * worth + l->other_trump * is_trump + l->other_rank * rank);
        for (int place = 0; place < 3; place++) {
            const coinche_follow_weights *w = COINCHE_FOLLOW + place;
            for (int away = 0; away < 2; away++) {
                int discarded_trump = away && is_trump, ours = w->ours + w->ours_points * worth;
                order->take[place][away][card] = (int16_t)(ours + w->take + w->take_rank * rank +
                                                           (away ? w->take_ruff + w->take_ruff_rank * rank : 0));
                order->leave[place][away][card] =
                    (int16_t)(ours + w->leave_rank * rank + (away ? w->leave_discard : 0) +
                              (discarded_trump ? w->leave_trump + w->leave_trump_rank * rank : 0));
                for (int beating = 0; beating < 2; beating++)
                    order->theirs[place][beating][away][card] =
                        (int16_t)(w->theirs_points * worth + w->theirs_rank * rank + (beating ? w->theirs_beating : 0) +
                                  (discarded_trump ? w->theirs_trump + w->theirs_trump_rank * rank : 0));
            }
        }
    }
}

/* ---- candidates --------------------------------------------------------------------------------------------------------- */

/* Who is sure to win the trick once a card is played. */
enum coinche_fate { COINCHE_OPEN = 0, COINCHE_OURS, COINCHE_THEIRS };

/* Candidates: score in the upper bits, place in the list, card in the lowest five. */
typedef struct {
    uint32_t move[8];
    int count;
    coinche_cards ours, theirs; /* cards after which the trick is sure to be the player's side's, or the other's */
} coinche_moves;

INLINE void coinche_offer(coinche_moves *moves, int card, int score, unsigned on)
{
    uint32_t rising = on & COINCHE_ORDER ? (uint32_t)(4096 + score) : 0;
    moves->move[moves->count] = rising << 8 | (uint32_t)moves->count << 5 | (uint32_t)card;
    moves->count++;
}

/* Take the most promising card; call it `count` times. */
INLINE int coinche_take(coinche_moves *moves)
{
    uint32_t best = moves->move[0];
    for (int i = 1; i < moves->count; i++)
        best = moves->move[i] > best ? moves->move[i] : best;
    moves->move[best >> 5 & 7] = 0;
    return best & 31;
}

INLINE int coinche_fate_of(const coinche_moves *moves, int card)
{
    return (int)(moves->ours >> card & 1) + 2 * (int)(moves->theirs >> card & 1);
}

#define COINCHE_CANNOT (-1)
#define COINCHE_CAN_RUFF 32

/* The best card with which a hand can take a trick of a lane from a card of that lane: a card of the lane, or any trump. */
INLINE int coinche_reach(coinche_cards hand, int lane, int trump)
{
    coinche_cards follow = hand & coinche_lane_cards(lane);
    if (follow)
        return coinche_best(follow);
    return trump && lane != COINCHE_TRUMP_LANE && (hand & COINCHE_TRUMPS) ? COINCHE_CAN_RUFF : COINCHE_CANNOT;
}

/* The same when a trump is winning a trick of a plain suit. */
INLINE int coinche_overruff(coinche_cards hand, int lane)
{
    return !(hand & coinche_lane_cards(lane)) && (hand & COINCHE_TRUMPS) ? coinche_best(hand) : COINCHE_CANNOT;
}

INLINE void coinche_lead_moves(const coinche_cards hand[4], int leader, const coinche_order *order, const coinche_bytes *bytes,
                               int trump, unsigned on, coinche_moves *moves)
{
    const coinche_lead_weights *w = &COINCHE_LEAD;
    coinche_cards own = hand[leader], lho = hand[(leader + 1) & 3], partner = hand[(leader + 2) & 3];
    coinche_cards rho = hand[(leader + 3) & 3];
    moves->count = 0;
    moves->ours = moves->theirs = 0;
    for (int lane = 0; lane < 4; lane++) {
        unsigned held = coinche_byte(own, lane);
        if (!held)
            continue;
        int is_trump = trump && lane == COINCHE_TRUMP_LANE;
        int lho_best = coinche_reach(lho, lane, trump), rho_best = coinche_reach(rho, lane, trump);
        int partner_best = coinche_reach(partner, lane, trump);
        int best = int_max(lho_best, rho_best), second = int_min(lho_best, rho_best);
        int partner_wins = partner_best > best;
        if (partner_best == COINCHE_CAN_RUFF) { /* then the trumps decide */
            unsigned theirs = (coinche_byte(lho, lane) ? 0 : lho >> 24) | (coinche_byte(rho, lane) ? 0 : rho >> 24);
            partner_wins = partner >> 24 > theirs;
        }
        int count = bytes->count[held], base = w->length * count;
        int winning = base + (is_trump ? (lho | rho) >> 24 ? w->trump : w->trump_drawn : 0) +
                      (coinche_byte(partner, lane) ? 0 : w->partner_void);
        int other = base + (trump && !is_trump && count == 1 && own >> 24 ? w->singleton : 0) +
                    (best == COINCHE_CAN_RUFF ? w->ruffed : 0);
        unsigned opposing = coinche_byte(lho | rho, lane);
        int opposing_best = is_trump ? 99 : opposing ? 8 * lane + coinche_best(opposing) : COINCHE_CANNOT;
        for (; held; held &= held - 1) {
            int card = 8 * lane + coinche_worst(held), score;
            if (card > best) {
                moves->ours |= coinche_bit(card);
                score = winning + order->lead_wins[card];
            } else if (partner_wins && partner_best > card) {
                score = base + order->lead_partner[card];
            } else {
                score = other + order->lead_other[card] + (card < second ? w->under_both : 0) +
                        (partner_best > card ? w->partner_better : 0) + (card > opposing_best ? w->master : 0);
            }
            coinche_offer(moves, card, score, on);
        }
    }
}

/* The legal cards of the hand at `place` 1 to 3; `next` and `last` are the hands that play after it, as far as there are. */
INLINE void coinche_follow_moves(coinche_cards own, coinche_cards legal, coinche_cards next, coinche_cards last,
                                 coinche_cards others, int lane, coinche_table_cards table, int place,
                                 const coinche_order *order, const coinche_bytes *bytes, int trump, unsigned on,
                                 coinche_moves *moves)
{
    const coinche_follow_weights *w = COINCHE_FOLLOW + place - 1;
    int next_follows = COINCHE_CANNOT, next_ruffs = COINCHE_CANNOT, last_follows = COINCHE_CANNOT, last_ruffs = COINCHE_CANNOT;
    int ruffable = trump && lane != COINCHE_TRUMP_LANE, trumped = ruffable && coinche_lane(table.best) == COINCHE_TRUMP_LANE;
    if (place < 3) {
        next_follows = coinche_reach(next, lane, trump);
        next_ruffs = ruffable ? coinche_overruff(next, lane) : COINCHE_CANNOT;
    }
    if (place == 1) {
        last_follows = coinche_reach(last, lane, trump);
        last_ruffs = ruffable ? coinche_overruff(last, lane) : COINCHE_CANNOT;
    }
    /* who takes the trick if this hand does not: what the next can do, then our partner after him */
    int partner_wins = ((table.winner ^ place) & 1) == 0;
    int next_beats = (trumped ? next_ruffs : next_follows) > table.best;
    int last_beats = (trumped ? last_ruffs : last_follows) > table.best;
    int ours_without = place == 1 ? last_beats : place == 2 ? partner_wins && !next_beats : partner_wins;
    int base = (place == 1 && next_beats && last_beats ? w->both_opponents : 0) +
               (ours_without ? w->ours_trick * table.points : 0);
    moves->count = 0;
    moves->ours = moves->theirs = 0;
    for (; legal; legal &= legal - 1) {
        int card = coinche_worst(legal), away = coinche_lane(card) != lane, score;
        int takes = away ? trump && coinche_lane(card) == COINCHE_TRUMP_LANE && (!trumped || card > table.best)
                         : !trumped && card > table.best;
        if (place == 3) {
            if (takes || partner_wins)
                moves->ours |= coinche_bit(card);
            else
                moves->theirs |= coinche_bit(card);
        }
        if (!takes) {
            if (place == 1 && !last_beats)
                moves->theirs |= coinche_bit(card);
            if (place == 2 && !partner_wins)
                moves->theirs |= coinche_bit(card);
            if (place == 2 && ours_without)
                moves->ours |= coinche_bit(card);
            score = base + (ours_without ? order->leave[place - 1][away][card] : order->theirs[place - 1][0][away][card]);
            if (away) {
                unsigned suit = coinche_byte(own, coinche_lane(card));
                score += (ours_without ? w->leave_length : w->theirs_length) * bytes->count[suit];
                if (coinche_byte(others, coinche_lane(card)) < 1u << (card & 7))
                    score += w->master;
            }
        } else {
            int next_over = (away ? next_ruffs : next_follows) > card, last_over = (away ? last_ruffs : last_follows) > card;
            score = 0;
            if (place < 3 && !next_over)
                moves->ours |= coinche_bit(card);
            if (place == 1 && next_over && last_over)
                score += w->both_opponents;
            if (place == 3 || !next_over)
                score += w->ours_trick * table.points + order->take[place - 1][away][card];
            else
                score += order->theirs[place - 1][1][away][card] +
                         (away ? w->theirs_length * bytes->count[coinche_byte(own, coinche_lane(card))] : 0);
        }
        coinche_offer(moves, card, score, on);
    }
}

/* ---- nearly equal cards ------------------------------------------------------------------------------------------------- */

/* Cards of a node that did not reach its aim. */
typedef struct {
    struct {
        int value, card, fate;
        coinche_cards ranks;
    } one[8];
    int count;
    coinche_cards cards;
} coinche_tried;

INLINE void coinche_tried_add(coinche_tried *tried, int card, int fate, coinche_proof proof)
{
    tried->one[tried->count].value = proof.value;
    tried->one[tried->count].card = card;
    tried->one[tried->count].fate = fate;
    tried->one[tried->count].ranks = proof.ranks;
    tried->count++;
    tried->cards |= coinche_bit(card);
}

/* Whether `card` cannot do what cards that were tried could not.
 *
 * Two cards of a suit in one hand are the same but for their points if no other hand and no card on the table that matters
 * (`others`) comes between them, or if both lie below the ranks that mattered; then the values after them differ at most by
 * the gap of their points.  Where it is sure whose trick it is, the one worth more can only gain for that side by being in
 * it, so they differ one way only; the rank that makes it sure is then relevant.  If so, the bound of the node (`value`) and
 * its `ranks` are widened and 1 is returned.  `gains`: the player wants the value to reach `need` (the leader's side). */
INLINE int coinche_near(const coinche_tried *tried, int card, int fate, coinche_cards others, int need, int best, int place,
                        const uint8_t points[32], int trump, unsigned on, int *value, coinche_cards *ranks)
{
    const int gains = (place & 1) == 0;
    const coinche_cards suit = coinche_suit_of(card);
    if (!(tried->cards & suit) || !(on & COINCHE_NEAR))
        return 0;
    for (int i = 0; i < tried->count; i++) {
        int other = tried->one[i].card;
        if (coinche_lane(other) != coinche_lane(card))
            continue;
        int more = (int)points[card] - (int)points[other], gap = more < 0 ? -more : more;
        int low = int_min(card, other), high = int_max(card, other);
        int sure = on & COINCHE_SURE && fate != COINCHE_OPEN && fate == tried->one[i].fate;
        int one_way = fate == COINCHE_OURS ? int_max(more, 0) : int_max(-more, 0);
        coinche_cards sure_rank = 0;
        if (place == 3 && sure)
            gap = one_way;
        int bound = gains ? tried->one[i].value + gap : tried->one[i].value - gap;
        if ((bound >= need) == gains) {
            if (place == 3 || !sure)
                continue;
            bound = gains ? tried->one[i].value + one_way : tried->one[i].value - one_way;
            if ((bound >= need) == gains)
                continue;
            if (place == 0 || (fate == COINCHE_OURS && coinche_lane(card) == coinche_lane(best) && card > best))
                sure_rank = coinche_rank(low, trump);
            else
                sure_rank = coinche_rank(best, trump);
        }
        int apart = (coinche_below(high) & coinche_above(low) & others) != 0;
        if (coinche_is_plain(card, trump)) {
            coinche_cards mattered = tried->one[i].ranks & suit;
            if ((mattered && coinche_worst(mattered) <= high) || sure_rank == coinche_bit(low)) {
                if (apart)
                    continue;
                *ranks |= coinche_bit(low);
            }
        } else if (apart) {
            continue;
        }
        *ranks |= sure_rank;
        *value = gains ? int_max(*value, bound) : int_min(*value, bound);
        return 1;
    }
    return 0;
}

#endif
