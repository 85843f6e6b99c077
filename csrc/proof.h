/* What a zero-window question is answered with: a verdict, and the ranks that it rests on.
 *
 * Partition search (M. Ginsberg 1996; B. Haglund and S. Hein describe DDS's form of it): a search returns, besides its
 * verdict, the cards whose RANK mattered.  The verdict then holds for every position with the same suit lengths in every
 * hand and the same owners of those ranks.
 */
#ifndef HAKEM_PROOF_H
#define HAKEM_PROOF_H

#include "lanes.h"

/* Verdicts other than FAILS and HOLDS mean that the search was stopped; they are passed up at once. */
enum verdict { FAILS = 0, HOLDS = 1, STOPPED = 2 };

typedef struct {
    cards ranks;
    uint64_t verdict;
} proof;

INLINE proof proved(cards ranks, uint64_t verdict)
{
    proof p = {ranks, verdict};
    return p;
}

#endif
