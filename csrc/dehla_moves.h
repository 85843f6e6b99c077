/* The order in which the Dehla Pakad search tries cards: scores with weights tuned on node counts.
 *
 * Ordering is the largest single factor of the search.  The weights were found by coordinate search on the sum of (trick
 * nodes)^0.7 over random deals with the trump open and fixed, and checked on other and larger ones.  The reasoning behind
 * the features: keep away from suits in which you hold the ten guarded, lead suits in which partner is void, give a ten to a
 * trick that is safe and to no other.
 */
#ifndef HAKEM_DEHLA_MOVES_H
#define HAKEM_DEHLA_MOVES_H

#include "dehla_table.h"

/* Weights of the features of a lead; a rank is 0 for the deuce to 12 for the ace. */
typedef struct {
    int ten, master;                             /* the card is a ten; no opponent can beat it in its suit */
    int rank;                                    /* minus: each rank of a card that is not */
    int partner_master;                          /* partner has a card of the suit that no opponent beats */
    int partner_ruffs, partner_void;             /* void in this plain suit: can ruff, cannot */
    int lho_ruffs, lho_void, rho_ruffs, rho_void;
    int trump;                                   /* a trump lead */
    int own_ten, partner_ten;                    /* the suit's ten is in own hand (another card is led), in partner's */
    int their_ten, their_ten_master, rho_ten;    /* it is hostile; this card beats it; the fourth hand has it, also */
    int no_ten;                                  /* it is gone */
    int for_partners_ten;                        /* partner has the ten and a master, this card is none */
    int singleton, length;                       /* the only card of the suit; each card in the suit */
    int partner_length;                          /* each card that partner has in it */
    int lho_single, partner_single;              /* it is the only one that this hand has in it */
    int lho_best, rho_best;                      /* the hostile card that beats all of own side's is there */
    int bare_ten;                                /* a hostile hand has the ten and nothing else in it */
    int trump_drawn;                             /* a trump lead when only own side has trumps */
    int same_suit, same_card;                    /* as a remembered lead */
} dehla_lead_weights;

/* Weights of the features of a card played to a trick.  "Sure": the opponent yet to play has no higher card of its suit. */
typedef struct {
    struct {
        int sure, sure_each_ten;              /* the card wins; each ten in the trick, itself included */
        int may_be_ruffed;                    /* it is sure in its suit, but the next hand could ruff */
        int unsure, unsure_tens, ten_unsure;  /* it wins so far; there are tens in the trick; it is one, put at risk */
        int partner_beats;                    /* second hand, not sure: the fourth has a better card of the suit */
        int rank;                             /* minus: each rank */
        int over_partner, ruff_partner;       /* the trick was partner's: not a ten; the card does not follow suit */
        int fix_each, fix_ten;                /* it fixes the trump: each card of the suit; it is a ten */
        int ruff, ruff_each;                  /* it is a ruff; each trump */
    } win;
    struct {
        int ten_sure, ten_unsure, other, rank; /* the trick is partner's, to stay or not; not a ten; minus: each rank */
        int may_lose;                          /* following, not a ten, and the trick may not stay his */
        int each, from_ten, under_ruff;        /* not following: each card of the suit; its ten stays behind; a low trump */
    } partners;
    struct {
        int ten, other, rank;                 /* the trick is lost so far; not a ten; minus: each rank */
        int each, from_ten, under_ruff;       /* as above */
        int ten_partner_beats, partner_beats; /* second hand, following: the fourth can win it; a ten, another card */
        int tens;                             /* there is a ten in it, this card is none */
        int keeps_ten;                        /* following, and the ten of the suit stays behind */
    } lost;
    int same_card; /* as a remembered reply */
} dehla_play_weights;

static const dehla_lead_weights DEHLA_LEAD[2] = {
    {/* trump fixed */
     .ten = 44, .master = 24, .rank = 4, .partner_master = 76, .partner_ruffs = 48, .lho_ruffs = -228,
     .lho_void = -64, .rho_ruffs = -392, .rho_void = -32, .trump = -52, .own_ten = -32, .partner_ten = 40,
     .their_ten = 40, .their_ten_master = 72, .no_ten = -16, .singleton = 12, .length = -3, .partner_length = 1,
     .lho_single = 32, .partner_single = -16, .lho_best = 36, .trump_drawn = -112, .same_suit = 166,
     .same_card = 400},
    {/* no trump yet */
     .ten = 44, .master = 40, .rank = 2, .partner_master = 108, .partner_ruffs = 72, .partner_void = 72,
     .lho_ruffs = -284, .lho_void = -348, .rho_ruffs = -192, .rho_void = -160, .own_ten = -16, .partner_ten = 40,
     .their_ten = 40, .their_ten_master = 72, .rho_ten = 32, .no_ten = -16, .singleton = 12, .length = 2,
     .partner_length = 1, .lho_single = -32, .partner_single = -16, .lho_best = 36, .rho_best = 12,
     .bare_ten = -48, .same_suit = 246, .same_card = 400},
};

/* By whether no trump is fixed yet, and the hand. */
static const dehla_play_weights DEHLA_PLAY[2][3] = {
    {
        {/* trump fixed, second hand */
         .win = {.sure = 160, .sure_each_ten = 148, .may_be_ruffed = 64, .unsure = -108, .unsure_tens = 236,
                 .ten_unsure = -156, .rank = 7, .over_partner = -60, .ruff_partner = 32, .ruff = 144},
         .partners = {.ten_sure = 480, .ten_unsure = -272, .other = 108, .rank = 5, .may_lose = -144,
                      .from_ten = -148},
         .lost = {.ten = -252, .other = -220, .rank = 16, .from_ten = -148, .under_ruff = -196,
                  .partner_beats = -80, .keeps_ten = 24},
         .same_card = 800},
        {/* trump fixed, third hand */
         .win = {.sure = 160, .sure_each_ten = 148, .may_be_ruffed = 64, .unsure = 52, .unsure_tens = 236,
                 .ten_unsure = -156, .rank = 4, .over_partner = -60, .ruff_partner = 32, .ruff = 144},
         .partners = {.ten_sure = 480, .ten_unsure = -272, .other = 108, .rank = 5, .may_lose = -144,
                      .from_ten = -148},
         .lost = {.ten = -378, .rank = 16, .from_ten = -148, .under_ruff = -196},
         .same_card = 800},
        {/* trump fixed, fourth hand */
         .win = {.sure = 160, .sure_each_ten = 148, .rank = 7, .over_partner = -160, .ruff_partner = -168,
                 .ruff = 144},
         .partners = {.ten_sure = 480, .other = 108, .rank = 5, .from_ten = -148},
         .lost = {.ten = -332, .rank = 16, .from_ten = -148, .under_ruff = -196},
         .same_card = 800},
    },
    {
        {/* no trump yet, second hand */
         .win = {.sure = 160, .sure_each_ten = 148, .may_be_ruffed = 64, .unsure = -108, .unsure_tens = 236,
                 .ten_unsure = -156, .rank = 5, .over_partner = -60, .ruff_partner = 32, .fix_each = 124,
                 .fix_ten = -28},
         .partners = {.ten_sure = 480, .ten_unsure = -272, .other = 108, .rank = 5, .from_ten = -148},
         .lost = {.ten = -252, .other = -220, .from_ten = -148, .partner_beats = -80, .keeps_ten = 24},
         .same_card = 800},
        {/* no trump yet, third hand */
         .win = {.sure = 160, .sure_each_ten = 148, .may_be_ruffed = 64, .unsure = 52, .unsure_tens = 236,
                 .ten_unsure = -156, .rank = 2, .over_partner = -60, .ruff_partner = 32, .fix_each = 156,
                 .fix_ten = -28},
         .partners = {.ten_sure = 480, .ten_unsure = -272, .other = 108, .rank = 5, .from_ten = -148},
         .lost = {.ten = -378, .rank = 16, .from_ten = -148},
         .same_card = 800},
        {/* no trump yet, fourth hand */
         .win = {.sure = 160, .sure_each_ten = 148, .rank = 5, .over_partner = -160, .ruff_partner = -168,
                 .fix_each = 156, .fix_ten = -28},
         .partners = {.ten_sure = 480, .other = 108, .rank = 5, .from_ten = -148},
         .lost = {.ten = -332, .rank = 16, .from_ten = -148},
         .same_card = 800},
    },
};

/* ---- candidates --------------------------------------------------------------------------------------------------- */

typedef struct {
    cards card[13];
    int key[13]; /* score, and below it the place in the list: ties go to the card listed first */
    int count;
} dehla_moves;

INLINE void dehla_offer(dehla_moves *moves, cards card, int score)
{
    moves->card[moves->count] = card;
    moves->key[moves->count] = score * 16 + 15 - moves->count;
    moves->count++;
}

/* Take the most promising card; 0 when there is none left. */
INLINE cards dehla_take(dehla_moves *moves)
{
    if (!moves->count)
        return 0;
    int at = 0;
    for (int j = 1; j < moves->count; j++)
        if (moves->key[j] > moves->key[at])
            at = j;
    cards card = moves->card[at];
    moves->count--;
    moves->card[at] = moves->card[moves->count];
    moves->key[at] = moves->key[moves->count];
    return card;
}

INLINE int dehla_pips(cards card) { return 12 - lane_rank(card); }

/* Whether a hand that has none of a plain suit can ruff it. */
INLINE int dehla_ruffs(cards hand, cards trumps, int unset) { return unset || (hand & trumps); }

/* List the leads among `groups`; `remembered` is a lead of the same shape (TABLE_NO_MOVE: none). */
INLINE void dehla_leads(const dehla_node *node, const dehla_units *units, cards groups, int remembered, unsigned on,
                        dehla_moves *moves)
{
    int unset = node->trump == NO_TRUMP_YET;
    cards trumps = unset ? 0 : lane_cards(node->trump);
    const dehla_lead_weights *w = &DEHLA_LEAD[unset];
    moves->count = 0;
    for (int s = 0; s < 4; s++) {
        cards lane = lane_cards(s), choices = groups & lane;
        if (!choices)
            continue;
        cards own = node->own & lane, lho = node->lho & lane, partner = node->partner & lane, rho = node->rho & lane;
        cards others = lho | rho, above = others ? best_of(others) - 1 : ~0ULL, ten = units->tens & lane;
        int suit = w->length * bits_count(own) + (own == bits_lowest(own) ? w->singleton : 0);
        if (s == node->trump) {
            suit += w->trump + (others ? 0 : w->trump_drawn);
        } else {
            if (!partner)
                suit += dehla_ruffs(node->partner, trumps, unset) ? w->partner_ruffs : w->partner_void;
            if (!lho)
                suit += dehla_ruffs(node->lho, trumps, unset) ? w->lho_ruffs : w->lho_void;
            if (!rho)
                suit += dehla_ruffs(node->rho, trumps, unset) ? w->rho_ruffs : w->rho_void;
        }
        suit += w->partner_length * bits_count(partner);
        suit += (lho && lho == bits_lowest(lho) ? w->lho_single : 0);
        suit += (partner && partner == bits_lowest(partner) ? w->partner_single : 0);
        suit += (ten && (lho == ten || rho == ten) ? w->bare_ten : 0);
        if (!((own | partner) & above))
            suit += best_of(others) & lho ? w->lho_best : w->rho_best;
        suit += (partner & above ? w->partner_master : 0) + (partner & ten ? w->partner_ten : 0);
        suit += (rho & ten ? w->rho_ten : 0) + (node->in_play & ten ? 0 : w->no_ten);
        if (remembered >> 4 == s)
            suit += w->same_suit;
        for (cards tens = choices & ten, rest = choices ^ tens; rest | tens;) { /* the worst first, the ten last */
            cards card = rest ? worst_of(rest) : tens;
            int score = suit, master = (card & above) != 0;
            if (rest)
                rest ^= card;
            else
                tens = 0;
            if (card & ten)
                score += w->ten;
            else if (own & ten)
                score += w->own_ten;
            score += master ? w->master : -w->rank * dehla_pips(card);
            if (others & ten)
                score += master ? w->their_ten_master : w->their_ten;
            if (!master && (partner & above) && (partner & ten))
                score += w->for_partners_ten;
            if (bits_first(card) == remembered)
                score += w->same_card - w->same_suit;
            dehla_offer(moves, card, on & DEHLA_ORDER ? score : 0);
        }
    }
}

/* List the cards of `groups` that the `turn`-th hand after the leader can play; `best` is the best card on the table, and
 * `winner` played it.  `trumps` are the cards with which later hands may ruff, as far as a trump is known; `remembered` is a
 * reply to the like of this trick (RECALL_NONE: none). */
INLINE void dehla_replies(const dehla_trick *trick, const dehla_units *units, cards hand, int turn, cards best, int winner,
                          int trump, cards trumps, cards groups, int remembered, unsigned on, dehla_moves *moves)
{
    int seat = (trick->leader + turn) & 3, last = turn == 3, unset = trump == NO_TRUMP_YET;
    const dehla_play_weights *w = &DEHLA_PLAY[unset][turn - 1];
    int follows = (hand & trick->lane) != 0, partners = !((winner ^ seat) & 1);
    int tens = bits_count(trick->played & units->tens);
    cards best_lane = lane_of(best);
    cards later = last ? 0 : trick->hand[(seat + 1) & 3]; /* the opponent yet to play */
    cards fourth = turn == 1 ? trick->hand[(seat + 2) & 3] : 0;
    int later_ruffs = !last && !(later & trick->lane) && dehla_ruffs(later, trumps, unset);
    moves->count = 0;
    for (int s = 0; s < 4; s++) {
        cards lane = lane_cards(s), choices = groups & lane;
        if (!choices)
            continue;
        cards ten = units->tens & lane, above = later & lane ? best_of(later & lane) - 1 : ~0ULL;
        int ruffs = lane != best_lane && (s == trump || (unset && !(lane & trick->lane)));
        int length = follows ? 0 : lane_length(hand, s);
        for (cards held = choices & ten, rest = choices ^ held; rest | held;) { /* the worst first, the ten last */
            cards card = rest ? worst_of(rest) : held;
            int score, is_ten = (card & ten) != 0, all = tens + is_ten;
            if (rest)
                rest ^= card;
            else
                held = 0;
            if (lane == best_lane ? card < best : ruffs) {
                int sure = last || (card & above);
                if (sure) {
                    score = w->win.sure + w->win.sure_each_ten * all;
                    if (later_ruffs && s != trump)
                        score += w->win.may_be_ruffed;
                } else {
                    score = w->win.unsure + (all ? w->win.unsure_tens : 0) + (is_ten ? w->win.ten_unsure : 0);
                    if (fourth & lane & (card - 1))
                        score += w->win.partner_beats;
                }
                score -= w->win.rank * dehla_pips(card);
                if (partners && !is_ten)
                    score += w->win.over_partner;
                if (!follows) {
                    if (partners)
                        score += w->win.ruff_partner;
                    score += unset ? w->win.fix_each * length + (is_ten ? w->win.fix_ten : 0)
                                   : w->win.ruff + w->win.ruff_each * length;
                }
            } else if (partners) {
                int stays = last || !(later & best_lane & (best - 1));
                score = is_ten ? (stays ? w->partners.ten_sure : w->partners.ten_unsure)
                               : w->partners.other - w->partners.rank * dehla_pips(card);
                if (!follows)
                    score += w->partners.each * length + (!is_ten && (hand & ten) ? w->partners.from_ten : 0) +
                             (s == trump ? w->partners.under_ruff : 0);
                else if (!is_ten && !stays)
                    score += w->partners.may_lose;
            } else {
                score = is_ten ? w->lost.ten : w->lost.other - w->lost.rank * dehla_pips(card) + (all ? w->lost.tens : 0);
                if (!follows)
                    score += w->lost.each * length + (!is_ten && (hand & ten) ? w->lost.from_ten : 0) +
                             (s == trump ? w->lost.under_ruff : 0);
                else
                    score += (!is_ten && (hand & ten) ? w->lost.keeps_ten : 0) +
                             (!(fourth & lane & (best - 1)) ? 0
                              : is_ten                      ? w->lost.ten_partner_beats
                                                            : w->lost.partner_beats);
            }
            if (bits_first(card) == remembered)
                score += w->same_card;
            dehla_offer(moves, card, on & DEHLA_ORDER ? score : 0);
        }
    }
}

#endif
