/* Which card to try first.  The weights were tuned on the nodes of whole searches (deals of 11 and 12 cards, both readings of
 * what holds after a pick-up): first those of the leader, then those of the other three hands.  The lead remembered for a
 * shape comes before all, and so does a remembered reply (recall.h).  A history of leads that reached their aim was tried:
 * it costs nodes.
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

/* Rank of a card from 0 for the deuce to 12 for the ace. */
INLINE int sir_pips(cards card) { return 12 - lane_rank(card); }

/* What a trick can settle for one side. */
typedef struct {
    int decides; /* the leader's run, if he wins this trick */
    int threat;  /* winning this trick and the next */
    int their_threat;
} sir_stakes;

INLINE sir_stakes sir_stakes_of(int leader_need, int n, int pile, int run)
{
    sir_stakes stakes = {run != SIR_NO_RUN && pile + 1 >= leader_need, pile + 2 >= leader_need, n <= leader_need + 1};
    return stakes;
}

/* ---- the leader --------------------------------------------------------------------------------------------------- */

static const struct {
    int master, rank;                                  /* the opponents cannot beat it in its suit; else minus a rank */
    int master_in_run, master_decides, master_threat, master_their_threat, master_trump;
    int partner_master, partner_master_threat;         /* partner has the best card of both sides */
    int partner_ruffs, partner_ruffs_threat, lho_ruffs, rho_ruffs, both_ruff;
    int trump, trump_in_run, trump_decides;
    int length, partner_length, opponents_length;      /* each card */
    int singleton, partner_void, opponents_void;
    int shape_suit, shape_card;                        /* the lead remembered for the shape, or another of its suit */
} SIR_LEAD = {
    .master = 4, .rank = 2, .master_in_run = 28, .master_decides = 336, .master_threat = 0, .master_their_threat = 43,
    .master_trump = -40, .partner_master = -36, .partner_master_threat = 200, .partner_ruffs = -41,
    .partner_ruffs_threat = 191, .lho_ruffs = -432, .rho_ruffs = -519, .both_ruff = 122, .trump = 40,
    .trump_in_run = -188, .trump_decides = 355, .length = 7, .partner_length = -4, .opponents_length = 0,
    .singleton = 168, .partner_void = -12, .opponents_void = -464, .shape_suit = 200, .shape_card = 1375};

INLINE void sir_leads(const sir_node *node, cards groups, cards trumps, int remembered, unsigned on, sir_choices *moves)
{
    sir_stakes stakes = sir_stakes_of(node->leader_need, node->n, node->pile, node->run);
    int run = node->run != SIR_NO_RUN;
    int master = SIR_LEAD.master + (run ? SIR_LEAD.master_in_run : 0) + (stakes.decides ? SIR_LEAD.master_decides : 0) +
                 (stakes.threat ? SIR_LEAD.master_threat : 0) + (stakes.their_threat ? SIR_LEAD.master_their_threat : 0);
    int partner_master = SIR_LEAD.partner_master + (stakes.threat ? SIR_LEAD.partner_master_threat : 0);
    for (int lane = 0; lane < 4; lane++) {
        cards suit = lane_cards(lane), rest = groups & suit;
        if (!rest)
            continue;
        cards opponents = (node->lho | node->rho) & suit, partner = node->partner & suit;
        int weight = 0, plain = !(suit & trumps);
        if (on & SIR_ORDER) {
            int length = lane_length(node->own, lane);
            weight = SIR_LEAD.length * length + SIR_LEAD.partner_length * bits_count(partner) +
                     SIR_LEAD.opponents_length * bits_count(opponents);
            if (length == 1)
                weight += SIR_LEAD.singleton;
            if (!partner)
                weight += SIR_LEAD.partner_void;
            if (!opponents)
                weight += SIR_LEAD.opponents_void;
            if (plain) {
                int lho_ruffs = !(node->lho & suit) && node->lho & trumps, rho_ruffs = !(node->rho & suit) && node->rho & trumps;
                if (!partner && node->partner & trumps)
                    weight += SIR_LEAD.partner_ruffs + (stakes.threat ? SIR_LEAD.partner_ruffs_threat : 0);
                weight += lho_ruffs * SIR_LEAD.lho_ruffs + rho_ruffs * SIR_LEAD.rho_ruffs +
                          (lho_ruffs & rho_ruffs) * SIR_LEAD.both_ruff;
            } else {
                weight += SIR_LEAD.trump + (run ? SIR_LEAD.trump_in_run : 0) + (stakes.decides ? SIR_LEAD.trump_decides : 0);
            }
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
                    sum += master + (plain ? 0 : SIR_LEAD.master_trump);
                else
                    sum -= SIR_LEAD.rank * sir_pips(card);
                if (partner_leads && best_partner < card)
                    sum += partner_master;
            }
            if (bits_first(card) == remembered)
                sum += SIR_LEAD.shape_card - SIR_LEAD.shape_suit;
            sir_offer(moves, card, sum);
        }
    }
}

/* ---- the other hands ---------------------------------------------------------------------------------------------- */

static const struct {
    int wins_surely, wins, rank;                       /* beats the best card so far; minus a rank */
    int surely_threat;                                 /* and to win the next trick too would be enough */
    int over_runner, over_partner;                     /* that card is partner's, who has a run, or has none */
    int over_partner_threat, over_partner_decides;     /* ... whose run decides */
    int beats_threat, beats_their_threat, beats_decides; /* that card is an opponent's */
    int beats_in_partners_run, in_run, ruffs;
    int under_partner, under_partner_rank, under_partner_in_run, under_partner_decides;
    int under_opponent, under_opponent_rank;
    int discard_length, discard_trump;
    int discard_unguarded;                             /* in a suit in which others have as many better cards */
    int same_card;                                     /* as the remembered reply */
} SIR_REPLY = {
    .wins_surely = 144, .wins = 124, .rank = 7, .surely_threat = 0, .over_runner = -308, .over_partner = 68,
    .over_partner_threat = 172, .over_partner_decides = -55, .beats_threat = 12, .beats_their_threat = 12,
    .beats_decides = -40, .beats_in_partners_run = 0, .in_run = 28, .ruffs = 68, .under_partner = 320,
    .under_partner_rank = 4, .under_partner_in_run = -386, .under_partner_decides = 112, .under_opponent = 32,
    .under_opponent_rank = 8, .discard_length = 12, .discard_trump = -276, .discard_unguarded = 60,
    .same_card = 1000};

/* `best` is the best card so far, of seat `winner`; turn 1 to 3 plays now; `remembered` is a reply to the like of this trick
 * (RECALL_NONE: none). */
INLINE void sir_replies(const sir_trick *trick, int turn, cards best, int winner, cards groups, cards trumps, int remembered,
                        unsigned on, sir_choices *moves)
{
    int seat = (trick->leader + turn) & 3, follows = (trick->hand[seat] & trick->lane) != 0;
    int partner_wins = !((winner ^ seat) & 1), run = trick->run != SIR_NO_RUN, may_ruff = 0;
    int need = seat & 1 ? trick->pile + trick->n - trick->need + 1 : trick->need; /* of the hand's side */
    cards beating = sir_beating(best, trumps), later = 0;                         /* cards of an opponent still to play */
    if (turn < 3) {
        later = trick->hand[(seat + 1) & 3];
        may_ruff = !(later & trick->lane) && (later & trumps) != 0;
    }
    int over = 0, under, under_rank;
    if (on & SIR_ORDER) {
        sir_stakes stakes = sir_stakes_of(need, trick->n, trick->pile, trick->run);
        int decides = run && winner == trick->leader &&
                      trick->pile + 1 >= (partner_wins ? need : trick->pile + trick->n + 1 - need);
        over = (run ? SIR_REPLY.in_run : 0) + (follows ? 0 : SIR_REPLY.ruffs);
        if (partner_wins) {
            over += run && winner == trick->leader ? SIR_REPLY.over_runner : SIR_REPLY.over_partner;
            over += (decides ? SIR_REPLY.over_partner_decides : 0) + (stakes.threat ? SIR_REPLY.over_partner_threat : 0);
            under = SIR_REPLY.under_partner + (run ? SIR_REPLY.under_partner_in_run : 0) +
                    (decides ? SIR_REPLY.under_partner_decides : 0);
            under_rank = SIR_REPLY.under_partner_rank;
        } else {
            over += (decides ? SIR_REPLY.beats_decides : 0) + (stakes.threat ? SIR_REPLY.beats_threat : 0) +
                    (stakes.their_threat ? SIR_REPLY.beats_their_threat : 0) +
                    (run && turn == 2 ? SIR_REPLY.beats_in_partners_run : 0);
            under = SIR_REPLY.under_opponent;
            under_rank = SIR_REPLY.under_opponent_rank;
        }
        int surely_over = over + SIR_REPLY.wins_surely + (stakes.threat ? SIR_REPLY.surely_threat : 0);
        over += SIR_REPLY.wins;
        cards others = trick->hand[(seat + 1) & 3] | trick->hand[(seat + 2) & 3] | trick->hand[(seat + 3) & 3];
        for (int lane = 0; lane < 4; lane++) {
            cards suit = lane_cards(lane), rest = groups & suit;
            if (!rest)
                continue;
            int discard = 0;
            if (!follows) {
                cards own = trick->hand[seat] & suit, better = others & suit & (best_of(own) - 1);
                discard = SIR_REPLY.discard_length * bits_count(own) + (suit & trumps ? SIR_REPLY.discard_trump : 0);
                if (bits_count(better) >= bits_count(own))
                    discard += SIR_REPLY.discard_unguarded;
            }
            while (rest) {
                cards card = worst_of(rest);
                rest ^= card;
                int sum;
                if (card & beating) {
                    int surely = !(later & suit & (card - 1)) && (card & trumps || !may_ruff);
                    sum = (surely ? surely_over : over) - SIR_REPLY.rank * sir_pips(card);
                } else {
                    sum = under + discard - under_rank * sir_pips(card);
                }
                if (bits_first(card) == remembered)
                    sum += SIR_REPLY.same_card;
                sir_offer(moves, card, sum);
            }
        }
        return;
    }
    for (; groups; groups &= groups - 1)
        sir_offer(moves, bits_lowest(groups), 0);
}

#endif
