/* State, moves and table of the search for Dehla Pakad with three packs and six players.
 *
 * An ending has at most sixty cards.  Each of them, copies of the same card included, has a bit of its own in a 64-bit set:
 * suit by suit, the best card first, copies side by side and those of one hand together.  Owners never change, so that the
 * set of cards still in play says all about the hands:
 *
 *     bit    0   1   2   3   4   5 ...
 *     card   SA  SA  SK  SQ  SQ  S9 ...       owner of each in `owned`
 *
 * Of copies in one hand the lowest bit is always played first, so that equal hands are equal sets.
 *
 * Amounts are units still to be taken by the seats 0, 2 and 4: `each` for a trick and `ten` for every ten in it.  A question
 * is "do they take at least `need`?".  They want HOLDS, the seats 1, 3 and 5 FAILS.  Of cards that beat each other neither,
 * because they are equal, the one played first stays ahead.
 */
#ifndef HAKEM_DEHLA_SIX_H
#define HAKEM_DEHLA_SIX_H

#include <stdlib.h>
#include <string.h>

#include "search_limits.h"

#define SIX_SEATS 6
#define SIX_CARDS 60
#define SIX_NO_TRUMP 4 /* nobody has fixed it yet */
#define SIX_NO_CARD 63

enum six_verdict { SIX_FAILS = 0, SIX_HOLDS = 1, SIX_STOPPED = 2 };

/* Optimisations, each with a switch. */
enum six_switch {
    SIX_FOLD = 1 << 0,  /* of cards that no other hand can tell apart only the worst is tried */
    SIX_TABLE = 1 << 1, /* what was proved at trick boundaries */
    SIX_ORDER = 1 << 2, /* likely cards first */
    SIX_SAME = 1 << 3,  /* hands that differ in cards of the same standing only are taken for the same */
    SIX_ALL = 15
};

typedef uint64_t six_cards;

/* An entry of the table: bounds on what seats 0, 2 and 4 take from a trick boundary on.  16 bytes, four to a line.
 *
 *     left (64)   the cards in play
 *     state (8)   leader * 8 + trump
 *     era (8)     of the position that it was found for; of another one it counts as empty
 */
typedef struct {
    six_cards left;
    int16_t lower, upper;
    uint8_t state, move, tricks, era;
} six_entry;

_Static_assert(sizeof(six_entry) == 16, "an entry is 16 bytes");

#define SIX_BUCKET 4

typedef struct {
    limits limits;
    six_cards owned[SIX_SEATS];
    six_cards suit[4];
    six_cards better[SIX_CARDS]; /* cards of the same suit that rank higher */
    six_cards equal[SIX_CARDS];  /* all copies of the card, itself included */
    uint8_t suit_of[SIX_CARDS];
    uint8_t rank_of[SIX_CARDS]; /* 0 the ace to 12 the two */
    six_cards tens;
    int each, ten;
    unsigned on;
    six_entry *entries;
    uint64_t buckets; /* a power of two */
    size_t bytes;
    unsigned era; /* 1 to 255; 0 is that of no position */
} six_search;

/* A trick in progress. */
typedef struct {
    six_cards left; /* in the hands */
    int leader, led, best, winner, trump;
    int tens; /* on the table */
} six_trick;

INLINE six_cards six_bit(int card) { return 1ULL << card; }

INLINE int six_to_come(const six_search *s, six_cards left, int tricks)
{
    return s->each * tricks + s->ten * bits_count(left & s->tens);
}

/* Whether `card` beats the best card on the table. */
INLINE int six_beats(const six_search *s, int card, int best, int trump)
{
    if (s->suit_of[card] == s->suit_of[best])
        return (int)(s->better[best] >> card & 1);
    return s->suit_of[card] == trump;
}

/* The trick begun by a lead. */
INLINE six_trick six_led(const six_search *s, six_cards left, int leader, int trump, int card)
{
    six_trick trick = {left ^ six_bit(card), leader, s->suit_of[card], card, leader, trump,
                       (int)(s->tens >> card & 1)};
    return trick;
}

/* The trick after the card of a later hand, which fixes the trump if it is the first that does not follow suit. */
INLINE six_trick six_played(const six_search *s, const six_trick *before, int seat, int card)
{
    six_trick trick = *before;
    trick.left ^= six_bit(card);
    trick.tens += (int)(s->tens >> card & 1);
    if (trick.trump == SIX_NO_TRUMP && s->suit_of[card] != trick.led)
        trick.trump = s->suit_of[card];
    if (six_beats(s, card, trick.best, trick.trump)) {
        trick.best = card;
        trick.winner = seat;
    }
    return trick;
}

/* What seats 0, 2 and 4 take with a complete trick. */
INLINE int six_taken(const six_search *s, const six_trick *trick)
{
    return trick->winner & 1 ? 0 : s->each + s->ten * trick->tens;
}

/* The cards that a hand may play. */
INLINE six_cards six_legal(const six_search *s, const six_trick *trick, int seat)
{
    six_cards hand = s->owned[seat] & trick->left, follow = hand & s->suit[trick->led];
    return follow ? follow : hand;
}

/* Of `cards`, one of each group that the `others` in play cannot tell apart: no card of theirs lies between them or is
 * equal to one, and all or none count as tens.  The worst stands for its group, of its copies the one to be played first. */
INLINE six_cards six_groups(const six_search *s, six_cards cards, six_cards others, unsigned on)
{
    six_cards groups = 0;
    for (six_cards rest = cards; rest;) {
        int card = bits_first(rest);
        six_cards copies = s->equal[card] & cards;
        rest ^= copies;
        if (!(on & SIX_FOLD)) {
            groups |= six_bit(card);
            continue;
        }
        six_cards worse = rest & s->suit[s->suit_of[card]];
        if (worse) {
            int next = bits_first(worse);
            six_cards between = (s->better[next] & ~s->better[card]) | s->equal[next];
            int as_ten = s->ten == 0 || !((s->tens >> card ^ s->tens >> next) & 1);
            if (!(between & others) && as_ten)
                continue; /* the next one stands for it */
        }
        groups |= six_bit(card);
    }
    return groups;
}

/* The cards in play at a trick boundary with each hand's cards exchanged for the worst of the same standing that it was
 * loaded with: those that are better than, equal to and worse than the same cards of the other hands in play.  Tens stay where
 * they count.  Units, plays and what beats what are the same as before. */
INLINE six_cards six_same(const six_search *s, six_cards left)
{
    six_cards fixed = s->ten ? s->tens : 0;
    for (int suit = 0; suit < 4; suit++) {
        six_cards in_play = s->suit[suit] & left;
        for (int seat = 0; seat < SIX_SEATS; seat++) {
            six_cards own = s->owned[seat] & s->suit[suit] & ~fixed, others = in_play & ~s->owned[seat];
            if (!(own & left) || !(own & ~left))
                continue;
            while (own) {
                int card = bits_first(own);
                six_cards alike = own & s->equal[card];
                if (!(s->equal[card] & others)) {
                    six_cards worse = others & ~s->better[card];
                    alike = worse ? own & s->better[bits_first(worse)] : own;
                }
                own &= ~alike;
                six_cards held = alike & left, worst = alike;
                for (int more = bits_count(alike) - bits_count(held); more > 0; more--)
                    worst &= worst - 1;
                left ^= held ^ worst;
                in_play ^= held ^ worst;
            }
        }
    }
    return left;
}

/* ---- the order of cards -------------------------------------------------------------------------------------------- */

typedef struct {
    int count;
    uint8_t card[16];
    int16_t score[16];
} six_choices;

/* The cards that later hands of one side hold. */
INLINE six_cards six_held(const six_search *s, six_cards left, int leader, int from, int side)
{
    six_cards held = 0;
    for (int turn = from; turn < SIX_SEATS; turn++) {
        int seat = (leader + turn) % SIX_SEATS;
        if ((seat & 1) == side)
            held |= s->owned[seat] & left;
    }
    return held;
}

/* Whether a later hand of the other side may ruff a suit. */
INLINE int six_may_ruff(const six_search *s, six_cards left, int leader, int from, int side, int suit, int trump)
{
    if (suit == trump)
        return 0;
    for (int turn = from; turn < SIX_SEATS; turn++) {
        int seat = (leader + turn) % SIX_SEATS;
        six_cards hand = s->owned[seat] & left;
        if ((seat & 1) == side && !(hand & s->suit[suit]) && (trump == SIX_NO_TRUMP || hand & s->suit[trump]))
            return 1;
    }
    return 0;
}

/* Leads: what stays ahead, and suits in which the tens are the others'.  The weights here and below are those of fewest nodes
 * among neighbours, on random endings of seven cards. */
INLINE void six_leads(const six_search *s, six_cards left, int leader, int trump, six_cards groups, int remembered,
                      six_choices *moves)
{
    int side = leader & 1;
    six_cards theirs = six_held(s, left, leader, 1, side ^ 1), tens = s->ten ? s->tens & left : 0;
    moves->count = 0;
    for (; groups; groups &= groups - 1) {
        int card = bits_first(groups), suit = s->suit_of[card], score = s->rank_of[card];
        if (s->on & SIX_ORDER) {
            int ten = (int)(tens >> card & 1), ahead = !(s->better[card] & theirs);
            int ruffed = six_may_ruff(s, left, leader, 1, side ^ 1, suit, trump);
            score = 6 * (bits_count(tens & s->suit[suit] & theirs) - bits_count(tens & s->suit[suit] & ~theirs)) - score / 2;
            if (ahead && !ruffed)
                score += 40 + 30 * ten;
            else if (ruffed || !(left & ~theirs & ~s->owned[leader] & s->better[card]))
                score -= 60 * ten;
            if (ruffed)
                score -= 25;
            if (card == remembered)
                score += 1000;
        }
        moves->card[moves->count] = (uint8_t)card;
        moves->score[moves->count++] = (int16_t)score;
    }
}

/* Later hands: tens to partners who stay ahead, the cheapest card that takes the trick from the others, low cards. */
INLINE void six_replies(const six_search *s, const six_trick *trick, int turn, six_cards groups, six_choices *moves)
{
    int seat = (trick->leader + turn) % SIX_SEATS, side = seat & 1;
    six_cards theirs = six_held(s, trick->left, trick->leader, turn + 1, side ^ 1);
    int with_us = (trick->winner & 1) == side;
    int safe = with_us && !(s->better[trick->best] & theirs) &&
               !six_may_ruff(s, trick->left, trick->leader, turn + 1, side ^ 1, trick->led, trick->trump);
    moves->count = 0;
    for (; groups; groups &= groups - 1) {
        int card = bits_first(groups), suit = s->suit_of[card], score = s->rank_of[card];
        if (s->on & SIX_ORDER) {
            int ten = (int)(s->tens >> card & 1) && s->ten;
            int trump = trick->trump == SIX_NO_TRUMP && suit != trick->led ? suit : trick->trump;
            int beats = six_beats(s, card, trick->best, trump);
            score = 7 * score / 4;
            if (beats && !safe) {
                int stays = !(s->better[card] & theirs) &&
                            (suit == trump ||
                             !six_may_ruff(s, trick->left, trick->leader, turn + 1, side ^ 1, trick->led, trump));
                score += (with_us ? 20 : 45) + 10 * stays + (stays ? 25 : -10) * ten + 8 * (trick->tens > 0 && s->ten);
            } else if (safe) {
                score += 60 * ten - 20 * (beats || suit == trump);
            } else {
                score += with_us ? 25 * ten : -60 * ten;
                score -= 15 * (suit == trump && suit != trick->led);
            }
        }
        moves->card[moves->count] = (uint8_t)card;
        moves->score[moves->count++] = (int16_t)score;
    }
}

/* The best of the choices that are left, taken out; -1 when there is none. */
INLINE int six_take(six_choices *moves)
{
    if (!moves->count)
        return -1;
    int best = 0;
    for (int i = 1; i < moves->count; i++)
        if (moves->score[i] > moves->score[best])
            best = i;
    int card = moves->card[best];
    moves->count--;
    moves->card[best] = moves->card[moves->count];
    moves->score[best] = moves->score[moves->count];
    return card;
}

/* ---- the table ------------------------------------------------------------------------------------------------------ */

INLINE six_entry *six_bucket(const six_search *s, six_cards left, unsigned state)
{
    uint64_t hash = (left ^ (uint64_t)state << 58 ^ (uint64_t)state >> 2) * 0x9E3779B97F4A7C15ULL;
    hash ^= hash >> 29;
    hash *= 0xBF58476D1CE4E5B9ULL;
    return s->entries + SIX_BUCKET * (hash >> 32 & (s->buckets - 1));
}

INLINE unsigned six_state(int leader, int trump) { return (unsigned)(leader * 8 + trump); }

/* The entry about a trick boundary; NULL when there is none. */
INLINE const six_entry *six_find(const six_search *s, six_cards left, int leader, int trump)
{
    unsigned state = six_state(leader, trump);
    const six_entry *bucket = six_bucket(s, left, state);
    for (int i = 0; i < SIX_BUCKET; i++)
        if (bucket[i].left == left && bucket[i].state == state && bucket[i].era == s->era)
            return bucket + i;
    return NULL;
}

/* Remember a verdict.  In a full bucket what cost least, the shortest ending, gives way. */
INLINE void six_store(six_search *s, six_cards left, int leader, int trump, int tricks, int need, int holds, int to_come,
                      int move)
{
    unsigned state = six_state(leader, trump);
    six_entry *bucket = six_bucket(s, left, state), *place = bucket;
    int least = SIX_CARDS;
    for (int i = 0; i < SIX_BUCKET; i++) {
        int worth = bucket[i].era == s->era ? bucket[i].tricks : -1;
        if (worth >= 0 && bucket[i].left == left && bucket[i].state == state) {
            place = bucket + i;
            break;
        }
        if (worth < least) {
            least = worth;
            place = bucket + i;
        }
    }
    if (place->left != left || place->state != state || place->era != s->era) {
        place->left = left;
        place->state = (uint8_t)state;
        place->era = (uint8_t)s->era;
        place->tricks = (uint8_t)tricks;
        place->lower = 0;
        place->upper = (int16_t)to_come;
        place->move = SIX_NO_CARD;
    }
    if (holds)
        place->lower = (int16_t)int_max(place->lower, need);
    else
        place->upper = (int16_t)int_min(place->upper, need - 1);
    if (move != SIX_NO_CARD)
        place->move = (uint8_t)move;
}

/* Begin a new position: what is in the table counts no more. */
INLINE void six_forget(six_search *s)
{
    if (s->era == 255) { /* the eras begin again */
        memset(s->entries, 0, s->bytes);
        s->era = 0;
    }
    s->era++;
}

INLINE void six_destroy(six_search *s)
{
    free(s->entries);
    s->entries = NULL;
}

/* Create a search with a table of at most `budget` bytes; 0 when there is no memory. */
INLINE int six_create(six_search *s, size_t budget, unsigned on)
{
    memset(s, 0, sizeof *s);
    s->on = on;
    s->buckets = 1;
    while (2 * s->buckets * SIX_BUCKET * sizeof(six_entry) <= budget)
        s->buckets *= 2;
    s->bytes = s->buckets * SIX_BUCKET * sizeof(six_entry);
    s->entries = calloc(1, s->bytes);
    return s->entries != NULL && s->bytes <= budget;
}

/* Take cards by suit and rank, in the order of the bits, with their owners. */
COLD void six_load(six_search *s, const uint8_t *index, const uint8_t *owner, int count, int each, int ten)
{
    memset(s->owned, 0, sizeof s->owned);
    memset(s->suit, 0, sizeof s->suit);
    s->tens = 0;
    s->each = each;
    s->ten = ten;
    for (int i = 0; i < count; i++) {
        int suit = index[i] / 13, rank = index[i] % 13;
        s->suit_of[i] = (uint8_t)suit;
        s->rank_of[i] = (uint8_t)rank;
        s->owned[owner[i]] |= six_bit(i);
        s->suit[suit] |= six_bit(i);
        if (rank == 4)
            s->tens |= six_bit(i);
        s->better[i] = s->equal[i] = 0;
        for (int j = 0; j < count; j++) {
            if (index[j] / 13 == suit && index[j] < index[i])
                s->better[i] |= six_bit(j);
            if (index[j] == index[i])
                s->equal[i] |= six_bit(j);
        }
    }
    six_forget(s);
}

#endif
