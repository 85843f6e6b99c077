/* Lines that decide a Double Sir position without search: tricks that one side wins one after the other whatever the other
 * side plays, now one partner, now the other, until it has collected what it needs.
 *
 * The side on lead needs one such line.  The other side needs one for each suit that may be led.
 *
 * A trick of a line is safe when the winning card beats all cards of the suit that the other side had when the line began
 * (or when so many rounds were played that it has none left), and no hand of that side can ruff.  A hand that still has
 * trumps has followed suit to every trick before, or the line would have ended there; so the lengths with which it began say
 * what it holds now.  The side's own two hands are played as the line goes: the partner of the winner adds his worst card.
 *
 * Under the ace rule a pick-up rests on one of the two cards being no ace, and its absence on both being aces.
 */
#ifndef HAKEM_DOUBLE_SIR_LINES_H
#define HAKEM_DOUBLE_SIR_LINES_H

#include "double_sir_state.h"

#define SIR_LINE_TRICKS 24 /* tried for one line at most */

/* What stays the same through a line, and what came of it. */
typedef struct {
    const sir_rules *rules;
    cards theirs, trumps;
    int length[2][4], longest[4]; /* suits of their two hands, and the longer of both */
    int need, pile, ace_rule;
    int rest;   /* the last trick takes what is left */
    int spoils; /* tricks left if one pick-up takes all of them, 0 = it does not */
    int tricks; /* still to be tried */
    int collected;
    cards ranks;
} sir_lines;

/* After some tricks of it. */
typedef struct {
    cards hand[2];
    int rounds[4]; /* that were led, by suit */
    int lead;      /* which of the two hands is on lead */
    int runner;    /* whose win counts as the first of a pair, -1 nobody's */
    int ace;       /* whether that was an ace */
    cards ace_at;  /* what that rests on */
    int n, waiting, collected; /* tricks left, in the middle besides the pile at the beginning, and picked up besides it */
} sir_line;

/* The card that a hand throws away: the worst of a long suit, if possible of one in which it has no winners. */
INLINE cards sir_line_discard(cards hand, cards theirs, cards trumps)
{
    cards tops = hand & ranks_above(theirs), best = 0;
    int most = -99;
    hand &= ~trumps;
    for (int lane = 0; lane < 4; lane++) {
        cards suit = hand & lane_cards(lane);
        if (!suit)
            continue;
        cards card = worst_of(suit);
        int weight = bits_count(suit) - (suit & tops ? 5 : 0) - (card & tops ? 20 : 0);
        if (weight > most) {
            most = weight;
            best = card;
        }
    }
    return best;
}

/* Count a trick that `winner` takes with `card`, and return what this rests on besides ranks. */
INLINE cards sir_line_count(const sir_lines *s, sir_line *line, int winner, cards card)
{
    int who = s->rules->team ? 0 : winner, ace = 0, collects = line->runner == who;
    cards facts = 0, ace_at = 0;
    if (s->ace_rule) {
        ace = (card & LANE_ACES) != 0;
        ace_at = (lane_of(card) & LANE_ACES) | (lane_of(card) & LANE_ACES) << SIR_ACE_SHIFT;
        if (collects && (line->n > 1 || !s->rest)) {
            collects = !(ace && line->ace);
            facts = (ace ? line->ace_at : 0) | (!ace || line->ace ? ace_at : 0);
        }
    }
    line->waiting++;
    line->runner = who;
    line->ace = ace;
    line->ace_at = ace_at;
    if (collects || (line->n == 1 && s->rest)) {
        line->collected = s->spoils ? s->spoils : line->collected + line->waiting;
        line->waiting = 0;
        if (s->rules->restart)
            line->runner = -1;
    }
    line->n--;
    line->lead = winner;
    return facts;
}

COLD int sir_line_goes_on(sir_lines *s, const sir_line *line);

/* Whether the line goes on to its end with a trick of this suit that the hand `winner` of the two takes. */
INLINE int sir_line_trick(sir_lines *s, const sir_line *line, int lane, int winner)
{
    cards suit = lane_cards(lane), own = line->hand[winner] & suit, helps = line->hand[winner ^ 1] & suit;
    cards trumps = suit & s->trumps ? 0 : s->trumps; /* that could ruff */
    int out = line->rounds[lane] >= s->longest[lane];
    cards card, other, rank = 0;
    if (own) {
        card = best_of(own);
        if (!out && s->theirs & suit & (card - 1))
            return 0;
        if (helps || !out)
            rank = card;
    } else {
        card = line->hand[winner] & trumps;
        if (!card)
            return 0;
        card = worst_of(card);
    }
    if (helps) {
        other = worst_of(helps);
        if (own && other < card)
            return 0; /* partner must beat it */
    } else {
        other = sir_line_discard(line->hand[winner ^ 1], s->theirs, trumps);
        if (!other)
            return 0; /* or ruff it */
    }
    if (trumps)
        for (int hand = 0; hand < 2; hand++)
            if (s->length[hand][TRUMP_LANE] > line->rounds[TRUMP_LANE] && line->rounds[lane] >= s->length[hand][lane])
                return 0;
    if (s->tricks-- <= 0)
        return 0;
    sir_line next = *line;
    next.hand[winner] ^= card;
    next.hand[winner ^ 1] ^= other;
    next.rounds[lane]++;
    rank |= sir_line_count(s, &next, winner, card);
    if (next.collected && s->pile + next.collected >= s->need)
        s->collected = next.collected;
    else if (!next.n || !sir_line_goes_on(s, &next))
        return 0;
    s->ranks |= rank;
    return 1;
}

/* Whether the side, on lead, wins on until it has what it needs. */
COLD int sir_line_goes_on(sir_lines *s, const sir_line *line)
{
    for (int other = 0; other < 2; other++)
        for (int lane = 3; lane >= 0; lane--)
            if (line->hand[line->lead] & lane_cards(lane) && sir_line_trick(s, line, lane, line->lead ^ other))
                return 1;
    return 0;
}

/* Whether the side of the leader (0) or the other side (1) has its lines. */
COLD int sir_lines_decide(const sir_rules *rules, const sir_node *node, int side, cards trumps, int ace_rule, sir_proof *proof)
{
    const cards hand[4] = {node->own, node->lho, node->partner, node->rho};
    sir_line line = {.hand = {hand[side], hand[side + 2]}, .runner = side || !node->run ? -1 : 0,
                     .ace = node->run == SIR_RUN_OF_ACE, .ace_at = SIR_RUN_ACE_MATTERS, .n = node->n};
    sir_lines s = {.rules = rules, .theirs = hand[side ^ 1] | hand[(side ^ 1) + 2], .trumps = trumps, .pile = node->pile,
                   .ace_rule = ace_rule, .rest = sir_has_rest(rules, node->leader + side),
                   .tricks = SIR_LINE_TRICKS};
    uint64_t aim = sir_aim(node->leader + side);
    if (!((line.hand[0] | line.hand[1]) & ranks_above(s.theirs)))
        return 0;
    for (int lane = 0; lane < 4; lane++) {
        s.length[0][lane] = lane_length(hand[side ^ 1], lane);
        s.length[1][lane] = lane_length(hand[(side ^ 1) + 2], lane);
        s.longest[lane] = int_max(s.length[0][lane], s.length[1][lane]);
    }
    s.need = side ? node->pile + node->n - node->leader_need + 1 : node->leader_need;
    if (sir_court_open(rules, node->n, node->need, node->pile) && sir_spoils(rules, node->leader + side))
        s.spoils = node->n;
    if (rules->stop && !s.spoils)
        return 0; /* a pick-up may end the deal too early */
    if (!side) {
        if (!sir_line_goes_on(&s, &line))
            return 0;
        *proof = sir_proved(s.ranks, aim, s.collected, SIR_NEVER);
        return 1;
    }
    int least = SIR_NEVER;
    for (int lane = 0; lane < 4; lane++)
        if (node->own & lane_cards(lane)) {
            s.tricks = SIR_LINE_TRICKS;
            if (!sir_line_trick(&s, &line, lane, 0) && !sir_line_trick(&s, &line, lane, 1))
                return 0;
            least = int_min(least, s.collected);
        }
    *proof = sir_proved(s.ranks, aim, least, SIR_NEVER);
    return 1;
}

/* Whether lines settle the question. */
INLINE int sir_lines_settle(const sir_rules *rules, const sir_node *node, cards trumps, int ace_rule, unsigned on,
                            sir_proof *proof)
{
    return on & SIR_LINES && (sir_lines_decide(rules, node, 0, trumps, ace_rule, proof) ||
                              sir_lines_decide(rules, node, 1, trumps, ace_rule, proof));
}

#endif
