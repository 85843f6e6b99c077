/* Bounds that decide a position without search: quick tricks, sure trump tricks, and ruffs that cash out.
 *
 * Who holds what never changes within a deal, so everything about one suit depends only on which of its cards are left
 * and on who is on lead.  Two tables, filled on first use, hold that in one word a suit:
 *
 * suit word   bits  0-15  four nibbles: tricks the hand on lead cashes at once, by which opponents may ruff (index v)
 *             bits 16-31  four nibbles: further tricks its partner cashes, once on lead
 *             bits 32-35  by v: the hand on lead cashes its whole run (so partner's further tricks count)
 *             bits 36-39  by v: the suit is a link: the hand on lead can also reach partner in it
 *             bits 40-46  how good a discard from the suit is without trumps, in eighths of an order weight, plus 64
 *             bits 56-63  generation of the deal for which the word was computed
 *   v: bit 0 = lho holds a trump that is left after the side on lead drew its tops, bit 1 = rho does
 *
 * trump word  bits  0-4   trump tricks of the side on lead
 *             bit   8     trumps are a link to partner
 *             bits  9-10  v for the hand on lead,  bits 11-12  v once partner has drawn his tops too
 *             bits 16-19  sure trump tricks of the side not on lead,  bits 20-23  of the side on lead
 *             bits 56-63  generation
 *
 * `whist_quick_enough` asks the tables (hot); `whist_quick_ranks` repeats the count for the few positions that pass and
 * says on which ranks it rests, giving up what is not needed to reach `need`.
 */
#ifndef HAKEM_WHIST_QUICK_H
#define HAKEM_WHIST_QUICK_H

#include <stdlib.h>
#include <string.h>

#include "whist_state.h"

#define SUIT_SUBSETS 8192       /* of thirteen cards */
#define SUIT_SUBSETS_WIDE 16384 /* of fourteen, for a deal whose two of hearts joins another suit */
#define GENERATION_SHIFT 56
#define NO_LANE 9

typedef struct {
    uint64_t *words;       /* 4 suits x subsets x 4 seats, then the same for trumps */
    uint64_t *suit[4];     /* part of each lane */
    uint64_t *trump;       /* part of the trump suit */
    uint64_t *owner_words; /* 4 suits x subsets, portable build: owners packed, see whist_table.h */
    uint64_t *owner_lane[4];
    uint32_t owner[4][4]; /* lane, seat: 13 bits of the whole deal */
    unsigned generation;  /* 1..255 */
    size_t subsets;       /* of a suit in the tables */
} whist_suits;


/* Sure trump tricks.  `need` of them for the side of `x` and `y` against `u` and `v`, or 0; u plays just before x and v
 * just before y.  `behind`: the other side is on lead, so a guarded second-best trump behind the best one is a trick. */
COLD int whist_sure_trumps(cards x, cards y, cards u, cards v, int need, int behind, cards *ranks)
{
    cards ours = (x | y) & TRUMPS, theirs = (u | v) & TRUMPS, left = ours | theirs;
    if (!ours)
        return 0;
    cards masters = ours & ranks_above(theirs);
    int x_length = lane_length(x, TRUMP_LANE), y_length = lane_length(y, TRUMP_LANE);
    if (int_max(x_length, y_length) < need)
        return 0;
    int top = int_min(bits_count(masters), int_max(x_length, y_length));
    if (top >= need) {
        *ranks = theirs ? bits_keep(masters, need) : 0;
        return 1;
    }
    /* One hand alone: walking down the ranks, each own card above more own than hostile ones is a trick. */
    for (int second = 0; second < 2; second++) {
        cards hand = (second ? y : x) & TRUMPS;
        if ((second ? y_length : x_length) < need)
            continue;
        int ahead = 0;
        for (cards rest = left; rest;) {
            cards card = best_of(rest);
            rest ^= card;
            if (card & hand) {
                if (++ahead >= need) {
                    *ranks = left & (card | (card - 1));
                    return 1;
                }
            } else if (card & theirs) {
                ahead--;
            }
        }
    }
    if (behind && need == 1 && top == 0) {
        cards first = lane_bests(left), second = lane_bests(left ^ first);
        if (((first & u) && (second & x) && x_length >= 2) || ((first & v) && (second & y) && y_length >= 2)) {
            *ranks = first | second;
            return 1;
        }
    }
    return 0;
}

/* How willingly a hand discards from a suit without trumps, as an order weight (tuned like those of whist_moves.h): from
 * length, not a bare winner, not what guards the second best, rather a suit that partner has not. */
COLD int whist_discard_order(cards own, cards lho, cards partner, cards rho)
{
    cards in_play = own | lho | partner | rho, top = bits_lowest(in_play), second = bits_lowest(in_play ^ top);
    int length = bits_count(own), weight = 14 * length;
    if (top & own)
        weight -= length == 1 ? 40 : 0;
    else if ((second & own) && length == 2)
        weight -= 20;
    if (top & partner)
        weight -= 20;
    if (!partner)
        weight += 40;
    return weight;
}

COLD uint64_t whist_suit_word_fill(const whist_suits *suits, int lane, uint32_t subset, int seat)
{
    const uint32_t *owner = suits->owner[lane];
    cards own = owner[seat] & subset, lho = owner[(seat + 1) & 3] & subset;
    cards partner = owner[(seat + 2) & 3] & subset, rho = owner[(seat + 3) & 3] & subset;
    cards own_run = own & ranks_above(lho | partner | rho) & LANE_RANKS;
    cards partner_run = partner & ranks_above((own & ~own_run) | lho | rho) & LANE_RANKS;
    int run = bits_count(own_run), further = bits_count(partner_run);
    int own_length = bits_count(own), partner_length = bits_count(partner);
    int lho_length = bits_count(lho), rho_length = bits_count(rho), opponents = int_max(lho_length, rho_length);
    int cash = run >= opponents && run >= partner_length ? own_length : run; /* everybody else is out: the rest is good */
    int left = partner_length - run, partner_cash = 0;
    if (further > 0 && left > 0 && cash == run)
        partner_cash = run + further >= opponents && run + further >= own_length ? left : int_min(further, left);
    int discard = own ? whist_discard_order(own, lho, partner, rho) / 8 : 0;
    uint64_t word = (uint64_t)(discard + 64) << 40;
    for (int v = 0; v < 4; v++) {
        int safe = 13; /* rounds before a ruff */
        if (v & 1)
            safe = lho_length;
        if (v & 2)
            safe = int_min(safe, rho_length);
        int tricks = int_min(cash, safe), whole = tricks == run;
        int more = int_max(0, int_min(partner_cash, safe - run));
        int link = whole && further > 0 && left > 0 && own_length > run && run < safe;
        word |= (uint64_t)tricks << (4 * v) | (uint64_t)more << (16 + 4 * v) | (uint64_t)whole << (32 + v) |
                (uint64_t)link << (36 + v);
    }
    return word;
}

COLD uint64_t whist_trump_word_fill(const whist_suits *suits, uint32_t subset, int seat)
{
    cards hand[4];
    for (int i = 0; i < 4; i++)
        hand[i] = (cards)(suits->owner[TRUMP_LANE][(seat + i) & 3] & subset) << (LANE_BITS * TRUMP_LANE);
    cards own = hand[0], lho = hand[1], partner = hand[2], rho = hand[3];
    cards own_run = own & ranks_above(lho | partner | rho) & TRUMPS;
    cards partner_run = partner & ranks_above((own & ~own_run) | lho | rho) & TRUMPS;
    int own_length = bits_count(own), partner_length = bits_count(partner);
    int lho_length = bits_count(lho), rho_length = bits_count(rho), opponents = int_max(lho_length, rho_length);
    int run = bits_count(own_run), further = bits_count(partner_run), left = int_max(partner_length - run, 0);
    int drawn = run >= opponents, cash = run, partner_cash = 0, partner_tops = 0;
    if (drawn && partner_length <= run)
        cash = own_length;
    else if (drawn)
        partner_cash = int_max(own_length, partner_length) - run;
    else
        partner_cash = partner_tops = int_min(further, left);
    int link = own_length > run && further > 0 && left > 0, together = run + partner_tops;
    int lho_ruffs = lho_length > run, rho_ruffs = rho_length > run;
    int lho_ruffs_later = lho_ruffs && lho_length > together, rho_ruffs_later = rho_ruffs && rho_length > together;
    cards unused;
    int theirs = 0, ours = 0;
    while (whist_sure_trumps(lho, rho, own, partner, theirs + 1, 1, &unused))
        theirs++;
    while (whist_sure_trumps(own, partner, rho, lho, ours + 1, 0, &unused))
        ours++;
    return (uint64_t)(cash + partner_cash) | (uint64_t)link << 8 | (uint64_t)(lho_ruffs | rho_ruffs << 1) << 9 |
           (uint64_t)(lho_ruffs_later | rho_ruffs_later << 1) << 11 | (uint64_t)theirs << 16 | (uint64_t)ours << 20;
}

INLINE uint64_t whist_suit_word(const whist_suits *suits, int lane, cards in_play, int seat)
{
    uint32_t subset = (uint32_t)(in_play >> (LANE_BITS * lane)) & LANE_RANKS;
    uint64_t *slot = suits->suit[lane] + subset * 4 + (unsigned)seat, word = *slot;
    if (UNLIKELY(word >> GENERATION_SHIFT != suits->generation)) {
        word = whist_suit_word_fill(suits, lane, subset, seat) | (uint64_t)suits->generation << GENERATION_SHIFT;
        *slot = word;
    }
    return word;
}

INLINE uint64_t whist_trump_word(const whist_suits *suits, cards in_play, int seat)
{
    uint32_t subset = (uint32_t)(in_play >> (LANE_BITS * TRUMP_LANE)) & LANE_RANKS;
    uint64_t *slot = suits->trump + subset * 4 + (unsigned)seat, word = *slot;
    if (UNLIKELY(word >> GENERATION_SHIFT != suits->generation)) {
        word = whist_trump_word_fill(suits, subset, seat) | (uint64_t)suits->generation << GENERATION_SHIFT;
        *slot = word;
    }
    return word;
}

/* Order weight of a discard from a suit without trumps. */
INLINE int whist_discard_weight(uint64_t suit_word) { return ((int)(suit_word >> 40 & 127) - 64) * 8; }

INLINE int whist_sure_theirs(uint64_t trump_word) { return (int)(trump_word >> 16) & 15; }
INLINE int whist_sure_ours(uint64_t trump_word) { return (int)(trump_word >> 20) & 15; }

/* Whether the side of `seat`, on lead, cashes `need` tricks at once; lane `except` is left out (NO_LANE: none).
 * `trump_word` is that of the seat on lead, 0 without trumps. */
INLINE int whist_quick_enough(const whist_suits *suits, cards in_play, int seat, int need, int except, uint64_t trump_word,
                              int trump)
{
    int partner_tricks = 0, tricks, link;
    if (!trump) {
        uint64_t a = whist_suit_word(suits, 0, in_play, seat), b = whist_suit_word(suits, 1, in_play, seat);
        uint64_t c = whist_suit_word(suits, 2, in_play, seat), d = whist_suit_word(suits, 3, in_play, seat);
        tricks = (int)((a & 15) + (b & 15) + (c & 15) + (d & 15));
        if (tricks >= need)
            return 1;
        if (!((a | b | c | d) & (1ULL << 36)))
            return 0;
        return tricks + (int)((a >> 16 & 15) + (b >> 16 & 15) + (c >> 16 & 15) + (d >> 16 & 15)) >= need;
    }
    tricks = (int)(trump_word & 31);
    if (tricks >= need)
        return 1;
    int v = (int)(trump_word >> 9) & 3, later = (int)(trump_word >> 11) & 3;
    link = (int)(trump_word >> 8) & 1;
    for (int lane = 0; lane < TRUMP_LANE; lane++) {
        if (lane == except)
            continue;
        uint64_t word = whist_suit_word(suits, lane, in_play, seat);
        tricks += (int)(word >> (4 * v)) & 15;
        if (word >> (32 + v) & 1)
            partner_tricks += (int)(word >> (16 + 4 * later)) & 15;
        link |= (int)(word >> (36 + v)) & 1;
    }
    return tricks >= need || (link && tricks + partner_tricks >= need);
}

/* Drop the worst cards of the highest lanes until k are left. */
INLINE cards whist_run_trimmed(cards run, int k)
{
    for (int count = bits_count(run); count > k; count--)
        run &= ~bits_highest(run);
    return run;
}

/* What one suit gives the side on lead, and on how many top ranks of each hand that rests. */
typedef struct {
    int own, own_ranks, partner, partner_ranks;
} whist_cash;

/* The count behind `whist_quick_enough`, with the ranks: 1 and `*ranks` if `need` tricks can be cashed, else 0.
 * Tricks beyond `need` are given up where that frees ranks. */
COLD int whist_quick_ranks(cards own, cards lho, cards partner, cards rho, int need, int trump, cards *ranks)
{
    cards others = lho | partner | rho, contested = lanes_filled(others);
    cards own_run = own & ranks_above(others);
    if (!trump && bits_count(own_run) >= need) {
        *ranks = whist_run_trimmed(own_run, need) & contested;
        return 1;
    }
    cards partner_run = partner & ranks_above((own & ~own_run) | lho | rho);
    whist_cash cash[4];
    int tricks = 0, partner_tricks = 0, link = -1, drawn = 0, side_suits = trump ? TRUMP_LANE : 4;
    int lho_ruffs = 0, rho_ruffs = 0, lho_ruffs_later = 0, rho_ruffs_later = 0;
    if (trump) {
        int own_length = lane_length(own, TRUMP_LANE), partner_length = lane_length(partner, TRUMP_LANE);
        int lho_length = lane_length(lho, TRUMP_LANE), rho_length = lane_length(rho, TRUMP_LANE);
        int opponents = int_max(lho_length, rho_length), run = lane_length(own_run, TRUMP_LANE);
        int further = lane_length(partner_run, TRUMP_LANE), left = int_max(partner_length - run, 0);
        whist_cash *c = &cash[TRUMP_LANE];
        drawn = run >= opponents;
        lho_ruffs = lho_length > run;
        rho_ruffs = rho_length > run;
        *c = (whist_cash){run, drawn ? opponents : run, 0, 0};
        if (drawn && partner_length <= run) {
            c->own = own_length;
            c->own_ranks = int_max(opponents, partner_length);
        } else if (drawn) {
            c->partner = int_max(own_length, partner_length) - run;
            c->own_ranks = opponents;
        } else {
            c->partner = c->partner_ranks = int_min(further, left);
        }
        tricks = c->own + c->partner;
        if (own_length > run && further > 0 && left > 0)
            link = TRUMP_LANE;
        int together = run + c->partner_ranks;
        lho_ruffs_later = lho_ruffs && lho_length > together;
        rho_ruffs_later = rho_ruffs && rho_length > together;
        if (tricks >= need) {
            int spare = tricks - need;
            for (; spare > 0 && c->partner_ranks > 0; spare--)
                c->partner_ranks--;
            if (!drawn)
                for (; spare > 0 && c->own_ranks > 0; spare--)
                    c->own_ranks--;
            *ranks = (bits_keep(own_run & TRUMPS, c->own_ranks) | bits_keep(partner_run & TRUMPS, c->partner_ranks)) &
                     contested;
            return 1;
        }
    }
    for (int lane = 0; lane < side_suits; lane++) {
        cards suit = lane_cards(lane);
        int run = bits_count(own_run & suit), further = bits_count(partner_run & suit);
        int own_length = bits_count(own & suit), partner_length = bits_count(partner & suit);
        int lho_length = bits_count(lho & suit), rho_length = bits_count(rho & suit);
        int opponents = int_max(lho_length, rho_length), safe = 13;
        if (lho_ruffs)
            safe = lho_length;
        if (rho_ruffs)
            safe = int_min(safe, rho_length);
        int k = run, rests_on = run;
        if (run >= opponents && run >= partner_length) {
            k = own_length;
            rests_on = int_max(opponents, partner_length);
        }
        if (k > safe) {
            k = safe;
            rests_on = int_min(rests_on, k);
        }
        tricks += k;
        int left = partner_length - k, more = 0, more_ranks = 0;
        if (further > 0 && left > 0 && k == run) {
            if (own_length > run && run < safe)
                link = lane;
            if (run + further >= opponents && run + further >= own_length) {
                more = left;
                more_ranks = int_max(int_min(int_max(opponents, own_length) - run, further), 1);
            } else {
                more = more_ranks = int_min(further, left);
            }
            if (trump) {
                int safe_later = 13;
                if (lho_ruffs_later)
                    safe_later = lho_length;
                if (rho_ruffs_later)
                    safe_later = int_min(safe_later, rho_length);
                safe_later = int_max(safe_later - k, 0);
                if (more > safe_later) {
                    more = safe_later;
                    more_ranks = int_min(more_ranks, more);
                }
            }
        }
        partner_tricks += more;
        cash[lane] = (whist_cash){k, rests_on, more, more_ranks};
    }
    int with_partner;
    if (tricks >= need) {
        with_partner = 0;
    } else if (link >= 0 && tricks + partner_tricks >= need) {
        with_partner = 1;
        tricks += partner_tricks;
    } else {
        return 0;
    }
    int spare = tricks - need;
    cards used = 0;
    if (with_partner) {
        for (int lane = 0; lane < side_suits && spare > 0; lane++) { /* partner's tricks first; the link needs one */
            whist_cash *c = &cash[lane];
            int drop = int_min(spare, int_max(c->partner - (lane == link), 0));
            if (drop > 0 && c->partner_ranks >= c->partner) {
                c->partner -= drop;
                c->partner_ranks -= drop;
                spare -= drop;
            } else if (drop > 0 && drop == c->partner) {
                c->partner = c->partner_ranks = 0;
                spare -= drop;
            }
        }
        if (link == TRUMP_LANE && cash[TRUMP_LANE].partner_ranks == 0)
            cash[TRUMP_LANE].partner_ranks = 1;
        for (int lane = 0; lane < 4; lane++)
            used |= bits_keep(partner_run & lane_cards(lane), cash[lane].partner_ranks);
    } else if (trump) {
        if (!drawn)
            for (; spare > 0 && cash[TRUMP_LANE].partner_ranks > 0; spare--)
                cash[TRUMP_LANE].partner_ranks--;
        used |= bits_keep(partner_run & TRUMPS, cash[TRUMP_LANE].partner_ranks);
    }
    for (int lane = 0; lane < side_suits; lane++) {
        int k = cash[lane].own, rests_on = cash[lane].own_ranks;
        if (!with_partner && spare > 0) {
            if (rests_on == k) {
                int drop = int_min(spare, k);
                rests_on -= drop;
                spare -= drop;
            } else if (spare >= k) {
                rests_on = 0;
                spare -= k;
            }
        }
        used |= bits_keep(own_run & lane_cards(lane), rests_on);
    }
    if (trump)
        used |= bits_keep(own_run & TRUMPS, cash[TRUMP_LANE].own_ranks);
    *ranks = used & contested;
    return 1;
}

/* Both steps: the cheap count, then the ranks. */
INLINE int whist_quick(const whist_suits *suits, cards in_play, int seat, cards own, cards lho, cards partner, cards rho,
                       int need, uint64_t trump_word, int trump, cards *ranks)
{
    return whist_quick_enough(suits, in_play, seat, need, NO_LANE, trump_word, trump) &&
           whist_quick_ranks(own, lho, partner, rho, need, trump, ranks);
}

/* ---- memory of the two tables ------------------------------------------------------------------------------------- */

INLINE size_t whist_suit_words(const whist_suits *suits) { return 4 * suits->subsets * 4; }
INLINE size_t whist_owner_words(const whist_suits *suits) { return HAKEM_PEXT ? 0 : 4 * suits->subsets; }

INLINE void whist_suits_destroy(whist_suits *suits)
{
    free(suits->words);
    free(suits->owner_words);
    memset(suits, 0, sizeof *suits);
}

/* Reserve the tables, empty; 0 when there is no memory. */
COLD int whist_suits_create(whist_suits *suits, size_t subsets)
{
    memset(suits, 0, sizeof *suits);
    suits->subsets = subsets;
    suits->words = (uint64_t *)calloc(2 * whist_suit_words(suits), sizeof(uint64_t));
    if (whist_owner_words(suits))
        suits->owner_words = (uint64_t *)calloc(whist_owner_words(suits), sizeof(uint64_t));
    return suits->words && (suits->owner_words || !whist_owner_words(suits));
}

INLINE size_t whist_suits_bytes(const whist_suits *suits)
{
    return (2 * whist_suit_words(suits) + whist_owner_words(suits)) * sizeof(uint64_t);
}

/* Make room for suits of fourteen cards; 0 when there is no memory.  The next deal must be loaded with new owners. */
COLD int whist_suits_widen(whist_suits *suits)
{
    if (suits->subsets == SUIT_SUBSETS_WIDE)
        return 1;
    whist_suits wide;
    if (!whist_suits_create(&wide, SUIT_SUBSETS_WIDE)) {
        whist_suits_destroy(&wide);
        return 0; /* the tables of thirteen cards stay in use */
    }
    whist_suits_destroy(suits);
    *suits = wide;
    return 1;
}

/* Point the tables at a deal whose trump suit is `trump_suit` (4 = none).  Words are kept by suit, not by lane: they
 * serve every trump of a deal.  `new_deal`: the owners are others than at the last call. */
COLD void whist_suits_load(whist_suits *suits, const cards hand[4], int trump_suit, int new_deal)
{
    if (new_deal && ++suits->generation == 256) {
        suits->generation = 1;
        memset(suits->words, 0, 2 * whist_suit_words(suits) * sizeof(uint64_t));
        if (suits->owner_words)
            memset(suits->owner_words, 0, whist_owner_words(suits) * sizeof(uint64_t));
    }
    for (int suit = 0; suit < 4; suit++) {
        int lane = lane_of_suit(suit, trump_suit);
        suits->suit[lane] = suits->words + (size_t)suit * suits->subsets * 4;
        if (suits->owner_words)
            suits->owner_lane[lane] = suits->owner_words + (size_t)suit * suits->subsets;
        for (int seat = 0; seat < 4; seat++)
            suits->owner[lane][seat] = (uint32_t)(hand[seat] >> (LANE_BITS * lane)) & LANE_RANKS;
    }
    suits->trump = suits->words + whist_suit_words(suits) + (size_t)(trump_suit & 3) * suits->subsets * 4;
}

#endif
