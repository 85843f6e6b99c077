/* Choosing cards in the whist search: weights, lazy selection, and what the second, third and fourth hand may play.
 *
 * Candidates are kept as a few SETS of cards of one suit that share a weight, not as a sorted list.  Inside a set the
 * lowest card goes first; between sets the greatest `key` = weight - 8 * (pips of its lowest card).  Most nodes end after
 * one or two cards, so nothing is ever sorted.
 *
 * The weights were tuned by coordinate search on the total node count of many deals (sum of nodes^0.75), with trumps and
 * without apart.  A weight says "look here first"; it cannot change an answer.
 */
#ifndef HAKEM_WHIST_MOVES_H
#define HAKEM_WHIST_MOVES_H

#include "whist_quick.h"

/* ---- weights ------------------------------------------------------------------------------------------------------ */

/* How a led suit looks, for cards whose trick the own side is expected to win (`win`) or to lose (`lose`). */
typedef struct {
    int singleton_honour;  /* an opponent's only card is the best one */
    int both_tops;         /* own has the best card and partner the second best */
    int top;               /* the best card itself, own */
    int under_top;         /* own has the best card, this is another one */
    int partner_then_own;  /* partner has the best card, own the second best */
    int partner_top;       /* partner has the best card */
    int second_best;       /* the second-best card itself, own, the best being hostile */
    int other;
    int entry;             /* the lead of a matching table entry */
    int shape;             /* the lead remembered for this shape */
    int killer;
} whist_lead_weights;

typedef struct {
    struct {
        int lho_ruffs, rho_ruffs, partner_ruffs;             /* somebody is void with a trump left */
        int own_singleton_top, own_singleton;                /* a ruff to come; partner has the best card or not */
        int trump, trump_drawn;                              /* trump leads; when no opponent has any */
        int own_length, partner_length, partner_void;        /* each card in the suit, and when partner has none, without trumps */
        int top_at_rho, second_at_rho, top_at_lho, second_at_lho;
        int lho_length, lho_void, rho_length, rho_void;      /* minus: each card; each of up to `void_cap` tricks left, when void */
        int void_cap;
        whist_lead_weights win, lose;
    } lead;
    struct { /* "rho beats": the fourth hand can beat the card led; "holds": third hand cannot beat this one */
        int rho_beats_holds, rho_beats_covered, rho_beats_duck; /* duck and covered: the fourth hand wins anyway */
        int holds, covered, duck;
        int covered_vain, duck_vain;                            /* the trick is lost */
        int ruff_holds, ruff_covered, ruff_vain, discard, discard_vain;
        int length; /* each trump, when ruffing */
    } second;
    struct { /* "holds": fourth hand cannot beat this card */
        int holds_after_lho, holds_after_own, stands, covered, vain;
        int discard, discard_vain, ruff_own_trick, ruff_holds, ruff_covered, under_ruff, under_ruff_vain;
        int length;
    } third;
    struct {
        int beats_partner, below_partner, wins, loses;
        int discard, discard_vain, ruffs_partner, ruffs, under_ruff;
    } fourth;
} whist_weights;

static const whist_weights WHIST_WEIGHTS[2] = {
    {/* no trump */
     .lead = {.lho_ruffs = 0, .rho_ruffs = 0, .partner_ruffs = 0, .own_singleton_top = 0, .own_singleton = 0,
              .trump = 0, .trump_drawn = 0, .own_length = -64, .partner_length = 36, .partner_void = -144,
              .top_at_rho = -128, .second_at_rho = -208, .top_at_lho = 96, .second_at_lho = -32,
              .lho_length = 68, .lho_void = 80, .rho_length = 68, .rho_void = 72,
              .void_cap = 7,
              .win = {320, 400, 184, 152, 368, 184, 272, 192, 416, 512, 120},
              .lose = {184, 352, 200, -168, 400, 232, 264, 72, 176, 416, 72}},
     .second = {.rho_beats_holds = 400, .rho_beats_covered = 400, .rho_beats_duck = 480,
                .holds = 600, .covered = 400, .duck = 360, .covered_vain = 80, .duck_vain = -48,
                .ruff_holds = 0, .ruff_covered = 0, .ruff_vain = 0, .discard = 480, .discard_vain = 0, .length = 14},
     .third = {.holds_after_lho = 480, .holds_after_own = 480, .stands = 480, .covered = 160, .vain = -80,
               .discard = 480, .discard_vain = 0, .ruff_own_trick = 0, .ruff_holds = 0, .ruff_covered = 0,
               .under_ruff = 0, .under_ruff_vain = 0, .length = 14},
     .fourth = {.beats_partner = -160, .below_partner = 240, .wins = 240, .loses = 112,
                .discard = 240, .discard_vain = 112, .ruffs_partner = 0, .ruffs = 0, .under_ruff = 0}},
    {/* trump suit */
     .lead = {.lho_ruffs = -64, .rho_ruffs = -112, .partner_ruffs = -16, .own_singleton_top = 128, .own_singleton = 224,
              .trump = -32, .trump_drawn = -144, .own_length = 0, .partner_length = 0, .partner_void = 0,
              .top_at_rho = -96, .second_at_rho = -144, .top_at_lho = 0, .second_at_lho = 0,
              .lho_length = 68, .lho_void = 68, .rho_length = 68, .rho_void = 68,
              .void_cap = 13,
              .win = {384, 368, 216, 120, 400, 184, 304, 192, 416, 416, 120},
              .lose = {184, 288, 200, -168, 368, 232, 200, 104, 208, 352, 40}},
     .second = {.rho_beats_holds = 400, .rho_beats_covered = 400, .rho_beats_duck = 480,
                .holds = 600, .covered = 400, .duck = 360, .covered_vain = 80, .duck_vain = -48,
                .ruff_holds = 192, .ruff_covered = 240, .ruff_vain = 152, .discard = 480, .discard_vain = 0, .length = 14},
     .third = {.holds_after_lho = 480, .holds_after_own = 480, .stands = 480, .covered = 160, .vain = -80,
               .discard = 480, .discard_vain = 0, .ruff_own_trick = 240, .ruff_holds = 560, .ruff_covered = 320,
               .under_ruff = 480, .under_ruff_vain = -120, .length = 14},
     .fourth = {.beats_partner = -160, .below_partner = 240, .wins = 240, .loses = 112,
                .discard = 240, .discard_vain = 112, .ruffs_partner = 112, .ruffs = 336, .under_ruff = 0}},
};

/* ---- candidates --------------------------------------------------------------------------------------------------- */

typedef struct {
    cards set;   /* cards of one suit, best one last to be played */
    int weight;
    int key;     /* weight of the set's lowest card */
} whist_choice;

#define WHIST_LEAD_CHOICES 16  /* 4 suits x (3 sets), and two cards on their own */
#define WHIST_REPLY_CHOICES 6

/* Storage belongs to the caller; everything is inlined, so that this lives in registers. */
typedef struct {
    whist_choice *choice;
    int count;
} whist_choices;

INLINE int whist_pips(cards card) { return (14 - lane_rank(card)) * 8; }

INLINE void whist_offer(whist_choices *moves, cards set, int weight, unsigned on)
{
    if (!set)
        return;
    if (!(on & WHIST_ORDER))
        weight = 0;
    whist_choice *choice = moves->choice + moves->count++;
    choice->set = set;
    choice->weight = weight;
    choice->key = weight - whist_pips(worst_of(set));
}

/* What is left of choice j after some of its cards went. */
INLINE void whist_choice_keep(whist_choices *moves, int j, cards set)
{
    if (set) {
        moves->choice[j].set = set;
        moves->choice[j].key = moves->choice[j].weight - whist_pips(worst_of(set));
    } else {
        moves->choice[j] = moves->choice[--moves->count];
    }
}

/* Take the most promising card; 0 when there is none left. */
INLINE cards whist_take(whist_choices *moves)
{
    if (!moves->count)
        return 0;
    int at = 0, key = moves->choice[0].key;
    for (int j = 1; j < moves->count; j++)
        if (moves->choice[j].key > key) {
            key = moves->choice[j].key;
            at = j;
        }
    cards card = worst_of(moves->choice[at].set);
    whist_choice_keep(moves, at, moves->choice[at].set ^ card);
    return card;
}

INLINE void whist_drop(whist_choices *moves, cards useless)
{
    if (!useless)
        return;
    for (int j = 0; j < moves->count; j++)
        if (moves->choice[j].set & useless) {
            int count = moves->count;
            whist_choice_keep(moves, j, moves->choice[j].set & ~useless);
            j -= count - moves->count;
        }
}

/* The best card a hand can play to the trick: of the suit led, else of trumps; 0 if it can only discard. */
INLINE cards whist_best_play(cards hand, cards lane, int trump)
{
    cards follow = hand & lane;
    if (follow)
        return best_of(follow);
    return trump ? best_of(hand & TRUMPS) : 0;
}

INLINE int whist_beats(cards card, cards beating) { return (card & beating) != 0; }

/* Order weight of a discard by the relative hand `place`: from length, and from a suit that its partner has not. */
INLINE int whist_discard(const whist_suits *suits, const whist_trick *trick, int place, int lane, cards in_play, int trump)
{
    if (!trump)
        return whist_discard_weight(whist_suit_word(suits, lane, in_play, (trick->leader + place) & 3));
    return 10 * lane_length(trick->hand[place], lane) + (trick->hand[(place + 2) & 3] & lane_cards(lane) ? 0 : 40);
}

/* ---- second hand -------------------------------------------------------------------------------------------------- */

INLINE void whist_second_moves(const whist_suits *suits, const whist_trick *trick, cards best, cards in_play, cards groups,
                               cards follow, int trump, unsigned on, whist_choices *moves)
{
    const __typeof__(WHIST_WEIGHTS[0].second) *w = &WHIST_WEIGHTS[trump].second;
    cards hand = trick->hand[1], beating = whist_beating(best, trump);
    cards partner_best = whist_best_play(trick->hand[2], trick->lane, trump); /* of the leader: third hand */
    cards rho_best = whist_best_play(trick->hand[3], trick->lane, trump);
    int third_follows = (trick->hand[2] & trick->lane) != 0;
    cards theirs = whist_beats(partner_best, beating) ? partner_best : best; /* what the fourth hand has to beat after a duck */
    int rho_beats = whist_beats(rho_best, beating), ducks_well = whist_beats(rho_best, whist_beating(theirs, trump));
    if (follow) {
        cards winning = groups & beating, holds;
        if (!partner_best)
            holds = winning;
        else if (third_follows)
            holds = winning & (partner_best - 1);
        else
            holds = (partner_best & TRUMPS) && !(trick->lane & TRUMPS) ? 0 : winning;
        cards covered = winning & ~holds, ducks = groups & ~winning;
        if (rho_beats) {
            whist_offer(moves, holds, w->rho_beats_holds, on);
            whist_offer(moves, covered, ducks_well ? w->rho_beats_covered : w->covered_vain, on);
            whist_offer(moves, ducks, ducks_well ? w->rho_beats_duck : w->duck_vain, on);
        } else {
            whist_offer(moves, holds, w->holds, on);
            whist_offer(moves, covered, ducks_well ? w->covered : w->covered_vain, on);
            whist_offer(moves, ducks, ducks_well ? w->duck : w->duck_vain, on);
        }
        return;
    }
    for (int lane = 0; lane < (trump ? TRUMP_LANE : 4); lane++) {
        cards discards = groups & lane_cards(lane);
        if (discards)
            whist_offer(moves, discards,
                        (ducks_well ? w->discard : w->discard_vain) + whist_discard(suits, trick, 1, lane, in_play, trump), on);
    }
    if (trump && (groups & TRUMPS)) {
        cards winning = groups & TRUMPS & beating;
        cards holds = (partner_best & TRUMPS) ? winning & (partner_best - 1) : winning;
        int length = w->length * lane_length(hand, TRUMP_LANE), other = ducks_well ? w->ruff_covered : w->ruff_vain;
        whist_offer(moves, holds, w->ruff_holds + length, on);
        whist_offer(moves, winning & ~holds, other + length, on);
        whist_offer(moves, groups & TRUMPS & ~winning, other + length, on);
    }
}

/* ---- third hand --------------------------------------------------------------------------------------------------- */

/* Whether the trick as it must go now settles the question, because one side needs just this one.
 * `best` belongs to the hand `winner` (0 own, 1 lho). */
INLINE int whist_third_decides(const whist_trick *trick, cards best, int winner, int trump, whist_proof *proof)
{
    if (trick->need != 1 && trick->theirs_need != 1)
        return 0;
    cards hand = trick->hand[2], rho_best = whist_best_play(trick->hand[3], trick->lane, trump);
    cards beaten = whist_best_play(hand, trick->lane, trump) & whist_beating(best, trump);
    cards ours = beaten ? beaten : winner == 0 ? best : 0, card;
    int lost = !ours || whist_beats(rho_best, whist_beating(ours, trump));
    if (!ours)
        card = best;
    else
        card = lost ? rho_best : ours;
    if (lost ? trick->theirs_need != 1 : trick->need != 1)
        return 0;
    cards ranks = card;
    if (trump && (card & TRUMPS) && trick->lane != TRUMPS && !((trick->played & ~card) & TRUMPS)) {
        /* the only trump of the trick wins by being one, whatever its rank */
        cards rival = lost ? (hand & trick->lane ? 0 : hand & TRUMPS)
                           : (trick->hand[3] & trick->lane ? 0 : trick->hand[3] & TRUMPS);
        if (!rival)
            ranks = 0;
    }
    *proof = whist_proved(ranks, !lost);
    return 1;
}

INLINE void whist_third_moves(const whist_suits *suits, const whist_trick *trick, cards best, int winner, cards in_play,
                              cards groups, cards follow, int trump, unsigned on, whist_choices *moves)
{
    const __typeof__(WHIST_WEIGHTS[0].third) *w = &WHIST_WEIGHTS[trump].third;
    cards hand = trick->hand[2], beating = whist_beating(best, trump), rho_follow = trick->hand[3] & trick->lane;
    cards rho = rho_follow ? rho_follow : trump ? trick->hand[3] & TRUMPS : 0; /* the only cards of rho that can win */
    int stands = winner == 0 && !(rho & beating);                            /* the leader's card wins already */
    if (follow) {
        cards winning = groups & beating;
        cards holds = !rho ? winning : rho_follow ? winning & (best_of(rho_follow) - 1) : 0;
        whist_offer(moves, holds, winner ? w->holds_after_lho : w->holds_after_own, on);
        whist_offer(moves, winning & ~holds, w->covered, on);
        whist_offer(moves, groups & ~winning, stands ? w->stands : w->vain, on);
        return;
    }
    for (int lane = 0; lane < (trump ? TRUMP_LANE : 4); lane++) {
        cards discards = groups & lane_cards(lane);
        if (discards)
            whist_offer(moves, discards,
                        (stands ? w->discard : w->discard_vain) + whist_discard(suits, trick, 2, lane, in_play, trump), on);
    }
    if (trump && (groups & TRUMPS)) {
        int length = w->length * lane_length(hand, TRUMP_LANE);
        cards winning = groups & TRUMPS & beating;
        cards holds = !rho || rho_follow ? winning : winning & (lane_bests(rho) - 1);
        whist_offer(moves, holds, (winner == 0 ? w->ruff_own_trick : w->ruff_holds) + length, on);
        whist_offer(moves, winning & ~holds, w->ruff_covered + length, on);
        whist_offer(moves, groups & TRUMPS & ~winning, (stands ? w->under_ruff : w->under_ruff_vain) + length, on);
    }
}

/* ---- fourth hand -------------------------------------------------------------------------------------------------- */

/* The card to try first when following: the cheapest that does what the hand wants. */
INLINE cards whist_fourth_first(cards follow, cards beating, int partner_wins)
{
    cards winning = follow & beating;
    if (partner_wins)
        return worst_of(follow & ~winning ? follow & ~winning : follow);
    return worst_of(winning ? winning : follow);
}

INLINE void whist_fourth_moves(const whist_suits *suits, const whist_trick *trick, cards beating, int partner_wins,
                               cards in_play, cards groups, cards follow, int trump, unsigned on, whist_choices *moves)
{
    const __typeof__(WHIST_WEIGHTS[0].fourth) *w = &WHIST_WEIGHTS[trump].fourth;
    if (follow) {
        whist_offer(moves, groups & beating, partner_wins ? w->beats_partner : w->wins, on);
        whist_offer(moves, groups & ~beating, partner_wins ? w->below_partner : w->loses, on);
        return;
    }
    for (int lane = 0; lane < (trump ? TRUMP_LANE : 4); lane++) {
        cards discards = groups & lane_cards(lane);
        if (discards)
            whist_offer(moves, discards,
                        (partner_wins ? w->discard : w->discard_vain) + whist_discard(suits, trick, 3, lane, in_play, trump),
                        on);
    }
    if (trump && (groups & TRUMPS)) {
        whist_offer(moves, groups & TRUMPS & beating, partner_wins ? w->ruffs_partner : w->ruffs, on);
        whist_offer(moves, groups & TRUMPS & ~beating, w->under_ruff, on);
    }
}

#endif
