/* Which card to try first.  The weights were tuned on the nodes of whole searches; of both runs of features the first is for
 * the leader, the second for the other three hands.  Cards that reached their aim before gain by a history, by player, turn
 * and whether a run is on; the lead remembered for a shape comes before all.
 */
#ifndef HAKEM_DOUBLE_SIR_MOVES_H
#define HAKEM_DOUBLE_SIR_MOVES_H

#include "double_sir_state.h"

#define SIR_MOST_CHOICES 13

/* Candidates of one hand.  A word holds the weight, the order in which they were offered and the card; the largest is taken
 * first. */
typedef struct {
    int64_t word[SIR_MOST_CHOICES];
    int count;
} sir_choices;

/* How often, weighed by the size of the hand, a card reached its aim: by run, turn, seat, card. */
typedef struct {
    uint64_t count[2][4][4][64];
} sir_history;

INLINE void sir_offer(sir_choices *moves, cards card, int weight)
{
    moves->word[moves->count] = (int64_t)weight * 65536 + (SIR_MOST_CHOICES - moves->count) * 256 + bits_first(card);
    moves->count++;
}

/* Take the most promising card that is not useless; 0 when there is none left. */
INLINE cards sir_take(sir_choices *moves, cards useless)
{
    while (moves->count) {
        int at = 0;
        int64_t best = moves->word[0];
        for (int j = 1; j < moves->count; j++)
            if (moves->word[j] > best) {
                best = moves->word[j];
                at = j;
            }
        moves->word[at] = moves->word[--moves->count];
        cards card = 1ULL << (best & 63);
        if (!(card & useless))
            return card;
    }
    return 0;
}

/* 1 + log2 of what the history says about a card; 0 for nothing. */
INLINE int sir_history_weight(const sir_history *history, int run, int turn, int seat, cards card)
{
    uint64_t count = history->count[run != SIR_NO_RUN][turn][seat][bits_first(card)];
    return count ? 64 - __builtin_clzll(count) : 0;
}

INLINE void sir_history_add(sir_history *history, int run, int turn, int seat, cards card, int hand_size)
{
    history->count[run != SIR_NO_RUN][turn][seat][bits_first(card)] += 1 + (uint64_t)(hand_size * hand_size);
}

/* Rank of a card from 0 for the deuce to 12 for the ace. */
INLINE int sir_pips(cards card) { return 12 - lane_rank(card); }

/* ---- the leader --------------------------------------------------------------------------------------------------- */

static const struct {
    int master, master_in_run, rank;                 /* the opponents cannot beat it in its suit; else minus a rank */
    int partner_master, partner_ruffs;               /* partner has the best card of both sides, or may ruff */
    int lho_ruffs, rho_ruffs;
    int trump, trump_in_run, length, singleton, opponents_void;
    int history, shape_suit, shape_card;             /* the lead remembered for the shape, or another of its suit */
} SIR_LEAD = {.master = 56, .master_in_run = 40, .rank = 4, .partner_master = -76, .partner_ruffs = -16, .lho_ruffs = -332,
              .rho_ruffs = -304, .trump = 12, .trump_in_run = -224, .length = 3, .singleton = 144, .opponents_void = -556,
              .history = 14, .shape_suit = 150, .shape_card = 200};

INLINE void sir_leads(const sir_node *node, const sir_history *history, cards groups, cards trumps, int remembered,
                      unsigned on, sir_choices *moves)
{
    for (int lane = 0; lane < 4; lane++) {
        cards suit = lane_cards(lane), rest = groups & suit;
        if (!rest)
            continue;
        cards opponents = (node->lho | node->rho) & suit, partner = node->partner & suit;
        int weight = 0, plain = !(suit & trumps);
        if (on & SIR_ORDER) {
            int length = lane_length(node->own, lane);
            weight = SIR_LEAD.length * length;
            if (length == 1)
                weight += SIR_LEAD.singleton;
            if (!opponents)
                weight += SIR_LEAD.opponents_void;
            if (plain && !partner && node->partner & trumps)
                weight += SIR_LEAD.partner_ruffs;
            if (plain && !(node->lho & suit) && node->lho & trumps)
                weight += SIR_LEAD.lho_ruffs;
            if (plain && !(node->rho & suit) && node->rho & trumps)
                weight += SIR_LEAD.rho_ruffs;
            if (!plain)
                weight += SIR_LEAD.trump + (node->run ? SIR_LEAD.trump_in_run : 0);
        }
        if (remembered >> 4 == lane)
            weight += SIR_LEAD.shape_suit;
        cards best_partner = best_of(partner);
        int partner_leads = partner && !(opponents & (best_partner - 1)); /* his best beats the opponents' */
        while (rest) {
            cards card = worst_of(rest);
            rest ^= card;
            int sum = weight;
            if (on & SIR_ORDER) {
                if (!(opponents & (card - 1)))
                    sum += SIR_LEAD.master + (node->run ? SIR_LEAD.master_in_run : 0);
                else
                    sum -= SIR_LEAD.rank * sir_pips(card);
                if (partner_leads && best_partner < card)
                    sum += SIR_LEAD.partner_master;
            }
            if (on & SIR_HISTORY)
                sum += SIR_LEAD.history * sir_history_weight(history, node->run, 0, node->leader, card);
            if (bits_first(card) == remembered)
                sum += SIR_LEAD.shape_card - SIR_LEAD.shape_suit;
            sir_offer(moves, card, sum);
        }
    }
}

/* ---- the other hands ---------------------------------------------------------------------------------------------- */

static const struct {
    int wins_surely, wins, wins_rank;                /* beats the best card so far; minus a rank */
    int over_runner, over_partner;                   /* that card is partner's, who has a run, or has none */
    int wins_in_run, ruffs;
    int under_partner, under_partner_rank, under_opponent, under_opponent_rank;
    int discard_length, discard_trump, under_partner_in_run;
    int history;
} SIR_REPLY = {.wins_surely = 120, .wins = 72, .wins_rank = 5, .over_runner = -268, .over_partner = 16, .wins_in_run = 16,
               .ruffs = 68, .under_partner = 200, .under_partner_rank = 3, .under_opponent = 20, .under_opponent_rank = 17,
               .discard_length = -80, .discard_trump = -276, .under_partner_in_run = -256, .history = 3};

/* `best` is the best card so far, of seat `winner`; turn 1 to 3 plays now. */
INLINE void sir_replies(const sir_trick *trick, const sir_history *history, int turn, cards best, int winner, cards groups,
                        cards trumps, unsigned on, sir_choices *moves)
{
    int seat = (trick->leader + turn) & 3, follows = (trick->hand[seat] & trick->lane) != 0;
    int partner_wins = !((winner ^ seat) & 1), may_ruff = 0;
    cards beating = sir_beating(best, trumps), later = 0; /* cards of opponents still to play */
    for (int i = turn + 1; i < 4; i += 2) {
        cards hand = trick->hand[(trick->leader + i) & 3];
        later = hand;
        may_ruff = !(hand & trick->lane) && (hand & trumps) != 0;
    }
    for (int lane = 0; lane < 4; lane++) {
        cards suit = lane_cards(lane), rest = groups & suit;
        if (!rest)
            continue;
        int length = follows ? 0 : lane_length(trick->hand[seat], lane);
        while (rest) {
            cards card = worst_of(rest);
            rest ^= card;
            int sum = 0;
            if (on & SIR_ORDER) {
                if (card & beating) {
                    int surely = !(later & suit & (card - 1)) && (card & trumps || !may_ruff);
                    sum = (surely ? SIR_REPLY.wins_surely : SIR_REPLY.wins) - SIR_REPLY.wins_rank * sir_pips(card);
                    if (partner_wins)
                        sum += trick->run && winner == trick->leader ? SIR_REPLY.over_runner : SIR_REPLY.over_partner;
                    if (!follows)
                        sum += SIR_REPLY.ruffs;
                    if (trick->run)
                        sum += SIR_REPLY.wins_in_run;
                } else {
                    sum = partner_wins ? SIR_REPLY.under_partner - SIR_REPLY.under_partner_rank * sir_pips(card)
                                       : SIR_REPLY.under_opponent - SIR_REPLY.under_opponent_rank * sir_pips(card);
                    if (!follows)
                        sum += SIR_REPLY.discard_length * length + (card & trumps ? SIR_REPLY.discard_trump : 0);
                    if (partner_wins && trick->run)
                        sum += SIR_REPLY.under_partner_in_run;
                }
            }
            if (on & SIR_HISTORY)
                sum += SIR_REPLY.history * sir_history_weight(history, trick->run, turn, seat, card);
            sir_offer(moves, card, sum);
        }
    }
}

#endif
