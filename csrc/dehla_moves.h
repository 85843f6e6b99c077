/* The order in which the Dehla Pakad search tries cards: scores with weights tuned on node counts.
 *
 * Ordering is the largest single factor of the search.  The weights were found by coordinate search on the number of trick
 * nodes over random deals, and checked on others; what they say in words: never lead a suit in which you hold the ten
 * guarded, lead suits in which partner is void, give a ten to a trick that is safe and to no other.
 */
#ifndef HAKEM_DEHLA_MOVES_H
#define HAKEM_DEHLA_MOVES_H

#include "dehla_table.h"

/* Weights of the features of a lead; a rank is 0 for the deuce to 12 for the ace. */
static const struct {
    int ten, master;                             /* the card is a ten; no opponent can beat it in its suit */
    int rank;                                    /* minus: each rank of a card that is not */
    int partner_master;                          /* partner has a card of the suit that no opponent beats */
    int partner_void, lho_void, rho_void, trump; /* in a plain suit; a trump lead */
    int own_ten, partner_ten;                    /* the suit's ten is in own hand (another card is led), in partner's */
    int their_ten;                               /* it is hostile */
    int partner_fixes, they_fix;                 /* trump still open and partner, an opponent void */
    int same_card, same_suit;                    /* as a remembered lead */
} DEHLA_LEAD = {
    .ten = 28, .master = 40, .rank = 4, .partner_master = 12,
    .partner_void = 48, .lho_void = -228, .rho_void = -72, .trump = -52,
    .own_ten = -80, .partner_ten = 40, .their_ten = 40, .partner_fixes = 24, .they_fix = -56,
    .same_card = 200, .same_suit = 150,
};

/* Weights of the features of a card played to a trick.  "Sure": no opponent yet to play has a higher card of its suit. */
static const struct {
    struct {
        int sure, sure_each_ten;       /* the card wins; each ten in the trick, itself included */
        int unsure, unsure_tens;       /* it wins so far; there are tens in the trick */
        int rank;                      /* minus: each rank */
        int ten_unsure, over_partner;  /* a ten put at risk; not a ten, and the trick is partner's */
        int ruff_partner;              /* it does not follow suit, and the trick is partner's */
        int fix_each, fix_ten, ruff;   /* it fixes the trump: each card of the suit, a ten; it is a ruff */
    } win;
    struct {
        int ten_sure, ten_unsure, other, rank; /* the trick is partner's, to stay or not; not a ten; minus: each rank */
    } partners;
    struct {
        int ten, other, rank, under_ruff; /* the trick is lost; not a ten; minus: each rank; a trump too low to win */
    } lost;
    int discard_from_ten; /* not following, and the suit's ten stays behind */
} DEHLA_PLAY = {
    .win = {.sure = 160, .sure_each_ten = 148, .unsure = 52, .unsure_tens = 236, .rank = 5, .ten_unsure = -172,
            .over_partner = -60, .ruff_partner = -160, .fix_each = 188, .fix_ten = -28, .ruff = 144},
    .partners = {.ten_sure = 480, .ten_unsure = -272, .other = 108, .rank = 5},
    .lost = {.ten = -252, .other = 0, .rank = 16, .under_ruff = -196},
    .discard_from_ten = -148,
};

typedef struct {
    cards card[13];
    int score[13];
    int count;
} dehla_moves;

/* Take the most promising card; 0 when there is none left.  Ties go to the one listed first. */
INLINE cards dehla_take(dehla_moves *moves)
{
    if (!moves->count)
        return 0;
    int at = 0;
    for (int j = 1; j < moves->count; j++)
        if (moves->score[j] > moves->score[at])
            at = j;
    cards card = moves->card[at];
    moves->count--;
    for (int j = at; j < moves->count; j++) {
        moves->card[j] = moves->card[j + 1];
        moves->score[j] = moves->score[j + 1];
    }
    return card;
}

INLINE int dehla_pips(cards card) { return 12 - lane_rank(card); }

/* List the leads among `groups`; `remembered` is a lead of the same shape (TABLE_NO_MOVE: none). */
INLINE void dehla_leads(const dehla_node *node, const dehla_units *units, cards groups, int remembered, unsigned on,
                        dehla_moves *moves)
{
    moves->count = 0;
    for (int s = 0; s < 4; s++) {
        cards lane = lane_cards(s), choices = groups & lane;
        if (!choices)
            continue;
        cards own = node->own & lane, lho = node->lho & lane, partner = node->partner & lane, rho = node->rho & lane;
        cards others = lho | rho, above = others ? best_of(others) - 1 : ~0ULL, ten = units->tens & lane;
        int unset = node->trump == NO_TRUMP_YET, suit = 0;
        if (partner & above)
            suit += DEHLA_LEAD.partner_master;
        if (s == node->trump)
            suit += DEHLA_LEAD.trump;
        else
            suit += (!partner ? DEHLA_LEAD.partner_void : 0) + (!lho ? DEHLA_LEAD.lho_void : 0) +
                    (!rho ? DEHLA_LEAD.rho_void : 0);
        if (partner & ten)
            suit += DEHLA_LEAD.partner_ten;
        if (others & ten)
            suit += DEHLA_LEAD.their_ten;
        if (unset)
            suit += (!partner ? DEHLA_LEAD.partner_fixes : 0) + (!lho || !rho ? DEHLA_LEAD.they_fix : 0);
        if (remembered >> 4 == s)
            suit += DEHLA_LEAD.same_suit;
        for (cards tens = choices & ten, rest = choices ^ tens; rest | tens;) { /* the worst first, the ten last */
            cards card = rest ? worst_of(rest) : tens;
            int score = suit;
            if (rest)
                rest ^= card;
            else
                tens = 0;
            if (card & ten)
                score += DEHLA_LEAD.ten;
            else if (own & ten)
                score += DEHLA_LEAD.own_ten;
            score += card & above ? DEHLA_LEAD.master : -DEHLA_LEAD.rank * dehla_pips(card);
            if (bits_first(card) == remembered)
                score += DEHLA_LEAD.same_card - DEHLA_LEAD.same_suit;
            moves->card[moves->count] = card;
            moves->score[moves->count++] = on & DEHLA_ORDER ? score : 0;
        }
    }
}

/* List the cards of `groups` that `seat` can play to the trick, whose best card so far is `best`; `tens` in the trick. */
INLINE void dehla_replies(const dehla_trick *trick, const dehla_units *units, cards hand, int seat, int last, cards best,
                          int winner, int trump, cards groups, unsigned on, dehla_moves *moves)
{
    int follows = (hand & trick->lane) != 0, unset = trump == NO_TRUMP_YET;
    int partners = !((winner ^ seat) & 1), tens = bits_count(trick->played & units->tens);
    cards best_lane = lane_of(best), later = last ? 0 : trick->hand[(seat + 1) & 3]; /* the opponent yet to play */
    moves->count = 0;
    for (int s = 0; s < 4; s++) {
        cards lane = lane_cards(s), choices = groups & lane;
        if (!choices)
            continue;
        cards ten = units->tens & lane, above = later & lane ? best_of(later & lane) - 1 : ~0ULL;
        int ruffs = lane != best_lane && (s == trump || (unset && !(lane & trick->lane)));
        for (cards held = choices & ten, rest = choices ^ held; rest | held;) { /* the worst first, the ten last */
            cards card = rest ? worst_of(rest) : held;
            int score, is_ten = (card & ten) != 0;
            if (rest)
                rest ^= card;
            else
                held = 0;
            if (lane == best_lane ? card < best : ruffs) {
                int sure = last || (card & above), all = tens + is_ten;
                score = sure ? DEHLA_PLAY.win.sure + DEHLA_PLAY.win.sure_each_ten * all
                             : DEHLA_PLAY.win.unsure + (all ? DEHLA_PLAY.win.unsure_tens : 0);
                score -= DEHLA_PLAY.win.rank * dehla_pips(card);
                if (is_ten && !sure)
                    score += DEHLA_PLAY.win.ten_unsure;
                if (partners && !is_ten)
                    score += DEHLA_PLAY.win.over_partner;
                if (!follows) {
                    if (partners)
                        score += DEHLA_PLAY.win.ruff_partner;
                    score += unset ? DEHLA_PLAY.win.fix_each * lane_length(hand, s) + (is_ten ? DEHLA_PLAY.win.fix_ten : 0)
                                   : DEHLA_PLAY.win.ruff;
                }
            } else {
                if (partners) {
                    int stays = last || !(later & best_lane & (best - 1));
                    score = is_ten ? (stays ? DEHLA_PLAY.partners.ten_sure : DEHLA_PLAY.partners.ten_unsure)
                                   : DEHLA_PLAY.partners.other - DEHLA_PLAY.partners.rank * dehla_pips(card);
                } else {
                    score = is_ten ? DEHLA_PLAY.lost.ten : DEHLA_PLAY.lost.other - DEHLA_PLAY.lost.rank * dehla_pips(card);
                    if (!follows && s == trump)
                        score += DEHLA_PLAY.lost.under_ruff;
                }
                if (!follows && !is_ten && (hand & ten))
                    score += DEHLA_PLAY.discard_from_ten;
            }
            moves->card[moves->count] = card;
            moves->score[moves->count++] = on & DEHLA_ORDER ? score : 0;
        }
    }
}

#endif
