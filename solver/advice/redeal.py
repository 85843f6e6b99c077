"""Whether the hakem may ask for a new deal, and whether he should.

The rules tell what his cards must be (`redeal`, `redeal_limit`), and the tag `Redeals` how often he has asked already.
What a new deal would bring is estimated in the same way as what this one brings, with all cards played as if they lay
open: fresh deals are dealt, and each is valued twice.  Called by the tips from the first cards alone it pays no more
than what a hakem can get who knows better; with the call that turns out best, and another new deal wherever the rules
give one, it pays no less than what any hakem can get.  His expectation lies between the two means, so that he should
ask where this deal is worth less than the lower one, keep it where it is worth more than the upper one, and where it
lies between them nothing is settled.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from hashlib import blake2b
from statistics import NormalDist

from solver.advice.calling import call_from
from solver.advice.crew import Crew
from solver.advice.decisions import TrumpDecision, is_trump_call
from solver.advice.results import CandidateAdvice, NewDeal, TrumpCall
from solver.advice.statistics import Sample
from solver.cards import Seat, cards_of, mask_of
from solver.deal import Deal, shuffled
from solver.errors import ParseError
from solver.games import CourtPieceRules
from solver.games.court_piece_match import leader_for, may_redeal, read_redeals
from solver.view import View

__all__ = ["compared", "new_deal"]

#: Times that the value of asking again is put into itself; what is left of an error is less than a hand's share to
#: this power.
_ROUNDS = 40


def new_deal(view: View) -> NewDeal | None:
    """Return that the seat of *view* may ask for a new deal now, or `None` where it may not.

    By its first cards it may before it names the trump, by its whole hand before the first card is played. Raises
    `ParseError` for a tag `Redeals` that is no number.
    """
    rules = view.rules
    if not isinstance(rules, CourtPieceRules) or rules.redeal == "none" or rules.preset == "bridge":
        return None
    if view.played or view.size < view.game.hand_size or _hakem(view, rules) is not view.seat:
        return None
    by_hand = rules.redeal == "hand_no_picture"
    if view.hand.bit_count() != (view.size if by_hand else rules.caller_sees) or not (by_hand or is_trump_call(view)):
        return None
    return NewDeal(rules.redeal) if may_redeal(view.hand, rules, before=_asked(view)) else None


def compared(
    found: NewDeal,
    view: View,
    best: CandidateAdvice,
    *,
    objective: str,
    targets: Sequence[int],
    confidence: float,
    crew: Crew,
    deals: int,
    seed: int,
    nodes: int | None = None,
    deadline: float = math.inf,
) -> NewDeal:
    """Return *found* with what *deals* fresh deals bring the seat of *view* and whether they beat its *best* candidate.

    Nothing is compared where the trump card must be laid face down, because what may be called then depends on the
    hand, and beyond the *deadline* (of `time.perf_counter`) no further deal is looked at.
    """
    rules = view.rules
    assert isinstance(rules, CourtPieceRules)
    if view.game.trump_mode(rules).indicator:
        return found
    source = int.from_bytes(blake2b(f"new deal {seed}".encode(), digest_size=8).digest(), "big")
    worlds = [Deal.random(seed=(source + number) % (1 << 64)).masks for number in range(deals)]
    firsts = [
        mask_of(shuffled(cards_of(world[view.seat]), rules.caller_sees, seed=(source - number) % (1 << 64)))
        for number, world in enumerate(worlds)
    ]
    call = View.of(seat=view.seat, hand=firsts[0], game=view.game, rules=rules, hakem=view.seat, tags=view.tags)
    decision = TrumpDecision(call, worlds[0], objective=objective, targets=targets)
    actions = [action for action in decision.actions if isinstance(action, TrumpCall)]
    low: list[float] = []
    most: list[float] = []
    again: list[bool] = []
    with closing(crew.rows(decision, worlds, nodes=nodes, deadline=deadline)) as rows:
        for world, first, row in zip(worlds, firsts, rows, strict=False):
            if row.stopped == "seconds":
                break
            called = next(place for place, action in enumerate(actions) if action.strain is call_from(first))
            low.append(row.payoffs[called])
            most.append(max(row.payoffs))
            seen = world[view.seat] if rules.redeal == "hand_no_picture" else first
            again.append(may_redeal(seen, rules, before=_asked(view) + 1))
    if len(low) < 2:
        return found
    high = _asking_again(most, again)
    sample = Sample(list(zip(low, high, strict=True)))
    least, upmost = sample.mean(0), sample.mean(1)
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    worth = None
    if least - best.mean > z * math.hypot(sample.error(0), best.error):
        worth = True
    elif best.mean - upmost > z * math.hypot(sample.error(1), best.error):
        worth = False
    return replace(found, deals=sample.size, low=least, high=upmost, worth=worth)


def _asking_again(most: Sequence[float], again: Sequence[bool]) -> list[float]:
    """Return the most that each fresh deal is worth where those may be given up *again* for the mean of all of them."""
    values = list(most)
    for _ in range(_ROUNDS):
        mean = math.fsum(values) / len(values)
        values = [max(paid, mean) if ask else paid for paid, ask in zip(most, again, strict=True)]
    return values


def _hakem(view: View, rules: CourtPieceRules) -> Seat:
    """Return the hakem: as the view knows him, else as its leader tells."""
    if view.hakem is not None:
        return view.hakem
    return next(seat for seat in Seat if leader_for(seat, rules) is view.leader)


def _asked(view: View) -> int:
    """Return how many new deals the tags say were asked for in a row."""
    text = dict(view.tags).get("redeals", "0")
    try:
        return read_redeals(text)
    except ParseError as error:
        raise ParseError(f"tag Redeals: {error.message}", text=text) from None
