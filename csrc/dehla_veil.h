/* Trumps that are named, noted or hidden: what a hand that cannot follow suit may choose besides its card.  And what else
 * is not always so: tricks that wait in the middle, cards that are dealt later, streaks.
 *
 * The trump of a position is one code:
 *
 *     0..3       the lane of the trump in effect
 *     4          NO_TRUMP_YET
 *     5..20      hidden: 5 + 4 * lane + setter; fixed, but nothing ruffs until it is shown
 *
 * A hidden trump is shown when somebody who cannot follow asks for it (Court Piece), or by itself when its setter cannot
 * follow (closed trump of Dehla Pakad), and is in effect from his card on: a card of that suit that lay on the table before
 * does not ruff.  Where the trump is a card laid face down, the indicator, that card is in its setter's hand here but frozen:
 * it can be neither played nor counted for following suit.  When it is his last card he takes it up, which shows it.
 *
 * Tricks may wait in the middle until one player (or one side) wins two running, who takes all of it with the second; the
 * winner of the last trick takes the rest.  A win counts only when a trump is in effect at the end of its trick.  What the last
 * trick leaves may belong to one side, and a court be asked about, both as in double_sir_state.h.
 *
 * A player's choice is a card and the trump that holds from this card on; each such trump, with the cards that may go with
 * it, is a way to play.
 */
#ifndef HAKEM_DEHLA_VEIL_H
#define HAKEM_DEHLA_VEIL_H

#include "dehla_state.h"

#define HIDDEN_TRUMP 5
#define DEHLA_TRUMPS 21 /* codes */
#define DEHLA_MAX_WAYS 4

/* How the first hand that cannot follow fixes a trump that is not there yet. */
enum dehla_naming {
    DEHLA_BY_CARD = 0, /* the suit of its card, which ruffs */
    DEHLA_NAMED,       /* a suit that it names; in effect at once */
    DEHLA_NOTED        /* a suit that it notes in secret: hidden, and it is the setter */
};

/* Who takes a trick. */
enum dehla_collecting {
    DEHLA_AT_ONCE = 0, /* its winner */
    DEHLA_BY_PLAYER,   /* the player who wins two running */
    DEHLA_BY_SIDE      /* the side that does */
};

/* The rules of one deal. */
typedef struct {
    int naming;      /* enum dehla_naming */
    int askers;      /* bit i: seat i may ask for a hidden trump */
    int must_trump;  /* who asks must play a trump if he has one */
    int by_setter;   /* a hidden trump is shown when its setter cannot follow */
    cards indicator; /* the card laid face down, 0 = none */
    int streak_side; /* parity of the seats that must win every trick while more than `streak_end` are left; -1: none */
    int streak_end;
    cards undealt; /* cards that their hands get only after the trick in which the trump is fixed, or when no others are left */
    int collecting; /* enum dehla_collecting */
    int restart;    /* after a pick-up no win counts */
    int blocked_n;  /* tricks left when the trick begins whose win counts for nobody, 0 = none */
    int rest;       /* who has what the last trick leaves: 1 NS, 2 EW, 0 its winner */
    int court;      /* whose court is asked about: 1 that of NS, 2 that of EW, 0 no court */
    int safe;       /* the court is made once its side needs no more than this */
    int stop;       /* a pick-up of its side that leaves it in need of 1 to `stop` is its last */
    int spare;      /* with `safe` or `stop`: the units to come that its side does not need, which open courts keep */
} dehla_veil;

INLINE int dehla_hidden(int lane, int setter) { return HIDDEN_TRUMP + 4 * lane + setter; }

INLINE int dehla_is_hidden(int trump) { return trump >= HIDDEN_TRUMP; }

INLINE int dehla_hidden_lane(int trump) { return (trump - HIDDEN_TRUMP) >> 2; }

INLINE int dehla_hidden_setter(int trump) { return (trump - HIDDEN_TRUMP) & 3; }

/* The card that cannot be played, if any. */
INLINE cards dehla_frozen(const dehla_veil *veil, int trump) { return dehla_is_hidden(trump) ? veil->indicator : 0; }

/* The cards that can be used in a trick that begins with this trump, as far as they are in the hands. */
INLINE cards dehla_dealt(const dehla_veil *veil, int trump, cards leaders)
{
    return trump == NO_TRUMP_YET && leaders & ~veil->undealt ? ~veil->undealt : ~0ULL;
}

/* Where the frozen card stands: how many better cards of its suit are in play. */
INLINE int dehla_frozen_place(const dehla_veil *veil, int trump, cards in_play)
{
    cards frozen = dehla_frozen(veil, trump);
    return frozen ? bits_count(in_play & lane_of(frozen) & (frozen - 1)) : 0;
}

/* The trump when a hand is about to play: it takes up its last card if that is the indicator. */
INLINE int dehla_trump_taken_up(const dehla_veil *veil, int trump, cards hand)
{
    return dehla_is_hidden(trump) && hand == veil->indicator ? dehla_hidden_lane(trump) : trump;
}

/* The cards with which an opponent of the leader could ruff a trick in `lane`, if he cannot follow; `setters` is the hand of
 * the setter of a hidden trump. */
INLINE cards dehla_hostile_ruffs(const dehla_veil *veil, int trump, int leader, cards setters, cards lane)
{
    if (trump == NO_TRUMP_YET)
        return veil->naming == DEHLA_NOTED ? 0 : ~0ULL;
    if (!dehla_is_hidden(trump))
        return lane_cards(trump);
    int hostile = leader & 1 ? 5 : 10, shown;
    if (veil->by_setter)
        shown = dehla_hidden_setter(trump) != leader && !(setters & lane & ~veil->indicator);
    else
        shown = (veil->askers & hostile) || setters == veil->indicator; /* his last card, which he takes up */
    return shown ? lane_cards(dehla_hidden_lane(trump)) : 0;
}

/* The cards with which the leader's partner could ruff a trick, if he cannot follow. */
INLINE cards dehla_partners_ruffs(const dehla_veil *veil, int trump, int leader)
{
    if (trump == NO_TRUMP_YET)
        return veil->naming == DEHLA_NOTED ? 0 : ~0ULL;
    if (!dehla_is_hidden(trump))
        return lane_cards(trump);
    int partner = (leader + 2) & 3;
    int shown = veil->by_setter ? dehla_hidden_setter(trump) == partner : veil->askers >> partner & 1;
    return shown ? lane_cards(dehla_hidden_lane(trump)) : 0;
}

/* The ways to play: from each of these trumps on, the cards that may be played. */
typedef struct {
    int count;
    int trump[DEHLA_MAX_WAYS];
    cards choice[DEHLA_MAX_WAYS];
} dehla_ways;

INLINE void dehla_way(dehla_ways *ways, int trump, cards choice)
{
    ways->trump[ways->count] = trump;
    ways->choice[ways->count] = choice;
    ways->count++;
}

/* How `seat` may play from `hand` when `lane` was led (0: it leads).  An open trump that is fixed by a card stays open here:
 * dehla_trump_after() tells what the card makes of it. */
INLINE void dehla_ways_of(const dehla_veil *veil, int trump, int seat, cards hand, cards lane, dehla_ways *ways)
{
    trump = dehla_trump_taken_up(veil, trump, hand);
    cards free = hand & ~dehla_frozen(veil, trump), follows = free & lane;
    ways->count = 0;
    if (!lane || follows) {
        dehla_way(ways, trump, lane ? follows : free);
    } else if (dehla_is_hidden(trump)) {
        int suit = dehla_hidden_lane(trump);
        cards trumps = hand & lane_cards(suit);
        if (veil->by_setter && seat == dehla_hidden_setter(trump)) {
            dehla_way(ways, suit, hand);
        } else {
            dehla_way(ways, trump, free);
            if (veil->askers >> seat & 1)
                dehla_way(ways, suit, veil->must_trump && trumps ? trumps : hand);
        }
    } else if (trump == NO_TRUMP_YET && veil->naming != DEHLA_BY_CARD) {
        for (int suit = 0; suit < 4; suit++)
            dehla_way(ways, veil->naming == DEHLA_NAMED ? suit : dehla_hidden(suit, seat), free);
    } else {
        dehla_way(ways, trump, free);
    }
}

/* Whether the last trick has no choices: every hand has one card and one way to play it. */
INLINE int dehla_plays_itself(const dehla_veil *veil, int trump)
{
    return trump < NO_TRUMP_YET || (trump == NO_TRUMP_YET && veil->naming == DEHLA_BY_CARD);
}

/* The lane that is or will be trump; NO_TRUMP_YET if there is none. */
INLINE int dehla_trump_suit(int trump) { return dehla_is_hidden(trump) ? dehla_hidden_lane(trump) : trump; }

/* Whether a trick with n tricks left belongs to a streak. */
INLINE int dehla_in_streak(const dehla_veil *veil, int n) { return veil->streak_side >= 0 && n > veil->streak_end; }

INLINE int dehla_same_veil(const dehla_veil *a, const dehla_veil *b)
{
    return a->naming == b->naming && a->askers == b->askers && a->must_trump == b->must_trump && a->by_setter == b->by_setter &&
           a->indicator == b->indicator && a->streak_side == b->streak_side && a->streak_end == b->streak_end &&
           a->undealt == b->undealt && a->collecting == b->collecting && a->restart == b->restart && a->rest == b->rest &&
           a->court == b->court && a->safe == b->safe && a->stop == b->stop && a->spare == b->spare;
}

/* What the side of the court needs of n tricks and the middle when NS need `need`. */
INLINE int dehla_court_need(const dehla_veil *veil, int n, int pile, int need)
{
    return veil->court == 1 ? need : pile + n - need + 1;
}

/* Whether a pick-up by `taker` ends the court that is asked about, with n tricks left and `need` before it; NS need `later`
 * after it. */
INLINE int dehla_ends_court(const dehla_veil *veil, int taker, int n, int pile, int need, int later)
{
    if (!((taker ^ veil->court) & 1)) /* one of the other side */
        return !veil->safe || dehla_court_need(veil, n, pile, need) > veil->safe;
    int left = dehla_court_need(veil, n - 1, 0, later);
    return veil->stop && n > 1 && left > 0 && left <= veil->stop;
}

/* Whether an earlier way comes to the same as this one: both name suits that nobody has (`in_play`: all hands). */
INLINE int dehla_way_is_idle(const dehla_ways *ways, int way, cards in_play)
{
    if (ways->count != DEHLA_MAX_WAYS || in_play & lane_cards(dehla_trump_suit(ways->trump[way])))
        return 0;
    for (int before = 0; before < way; before++)
        if (!(in_play & lane_cards(dehla_trump_suit(ways->trump[before]))))
            return 1;
    return 0;
}

/* Put a trick of `worth` units into the middle, which `winner` won and `leader` led with n tricks left; `known`: a trump is in
 * effect.  Returns the units that are taken, in `*taker` a seat of the side that takes them, and in `*lying` whether the trick
 * stays there. */
INLINE int dehla_collect(const dehla_veil *veil, dehla_middle *middle, int leader, int winner, int worth, int known, int n,
                         int *lying, int *taker)
{
    int all = middle->pile + worth;
    int completes = known && middle->run && (veil->collecting == DEHLA_BY_SIDE ? !((leader ^ winner) & 1) : leader == winner);
    middle->run = known && n != veil->blocked_n && !(completes && veil->restart);
    *lying = !completes && n > 1;
    *taker = !completes && n == 1 && veil->rest ? veil->rest - 1 : winner;
    if (*lying) {
        middle->pile = all;
        return 0;
    }
    middle->pile = 0;
    return all;
}

#endif
