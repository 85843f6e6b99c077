/* The order in which the Dehla Pakad search tries the ways to play (dehla_veil.h), each with its cards: the card's own score
 * (dehla_moves.h) and what speaks for the trump that goes with it. */
#ifndef HAKEM_DEHLA_WAYS_H
#define HAKEM_DEHLA_WAYS_H

#include "dehla_moves.h"

#define DEHLA_MAX_ACTIONS (DEHLA_MAX_WAYS * 13)

/* What an asker gains is what his card does; besides that he shows the trump, where all may ask before others do.  A suit is
 * named for the cards held in it. */
typedef struct {
    int ask, ask_alone;              /* asking where all may, where one side alone may */
    int shown_ours, shown_theirs;    /* each card of the trump shown in the hands of a side */
    int named_own, named_partner;    /* each card of the suit named in own hand, in partner's */
    int named_theirs;                /* in the opponents' hands */
} dehla_way_weights;

static const dehla_way_weights DEHLA_WAY = {.ask = 120, .ask_alone = 0, .shown_ours = 20, .shown_theirs = -20,
                                            .named_own = 60, .named_partner = 40, .named_theirs = -40};

typedef struct {
    cards card[DEHLA_MAX_ACTIONS];
    int score[DEHLA_MAX_ACTIONS];
    uint8_t way[DEHLA_MAX_ACTIONS];
    int count;
} dehla_actions;

/* What speaks for the trump of a way when it is not the one that was there before. */
INLINE int dehla_way_score(const dehla_veil *veil, const dehla_trick *trick, int seat, int before, int after)
{
    const dehla_way_weights *w = &DEHLA_WAY;
    if (before == after)
        return 0;
    int lane = dehla_trump_suit(after), own = lane_length(trick->hand[seat], lane);
    int partner = lane_length(trick->hand[(seat + 2) & 3], lane);
    int theirs = lane_length(trick->hand[(seat + 1) & 3], lane) + lane_length(trick->hand[(seat + 3) & 3], lane);
    if (dehla_is_hidden(before))
        return (veil->askers == 15 ? w->ask : w->ask_alone) + w->shown_ours * (own + partner) + w->shown_theirs * theirs;
    return w->named_own * own + w->named_partner * partner + w->named_theirs * theirs;
}

/* The cards with which a later hand may ruff, as far as a trump is known: a hidden one may be shown until then. */
INLINE cards dehla_later_ruffs(int trump)
{
    return trump == NO_TRUMP_YET ? 0 : lane_cards(dehla_trump_suit(trump));
}

/* Add the moves of one way. */
INLINE void dehla_add_way(dehla_actions *actions, const dehla_moves *moves, int way, int bonus)
{
    for (int i = 0; i < moves->count; i++) {
        actions->card[actions->count] = moves->card[i];
        actions->score[actions->count] = (moves->key[i] >> 4) + bonus;
        actions->way[actions->count] = (uint8_t)way;
        actions->count++;
    }
}

/* Take the most promising action, of equals the first: its card, and its way in `*way`; 0 when there is none left. */
INLINE cards dehla_take_action(dehla_actions *actions, int *way)
{
    int at = -1;
    for (int i = 0; i < actions->count; i++)
        if (actions->card[i] && (at < 0 || actions->score[i] > actions->score[at]))
            at = i;
    if (at < 0)
        return 0;
    cards card = actions->card[at];
    *way = actions->way[at];
    actions->card[at] = 0;
    return card;
}

#endif
