"""Dehla Pakad in which tricks wait in the middle: who takes them, and which middles there can be.

The player who wins two tricks running takes all that lies there (`collect=double_sir`), or the side whose players do
(`collect=double_sir_team`); the winner of the last trick takes the rest. Nothing is picked up while no trump is known
to all: those wins count for nobody, and the trick in which the trump is fixed or shown is the first that can begin a
pair. If it never is, the last trick takes everything. After a pick-up the trick that completed it counts as the first
win of the next pair, as published programs have it, unless `sir_after_pickup=restart` (sources: published rules of
Dehla Pakad and Double Sar; the document itself collects every trick at once).
"""

from __future__ import annotations

from collections.abc import Sequence

from solver.cards import Card, Seat
from solver.games.dehla_rules import DehlaPakadRules
from solver.games.pile import Pile

__all__ = ["collect_trick", "middle_defects"]


def collect_trick(
    middle: Pile, worth: int, winner: Seat, *, last: bool, known: bool, rules: DehlaPakadRules
) -> tuple[int, int, Pile]:
    """Return what NS and EW take when *winner* wins a trick of *worth* units, and the middle after it.

    *known*: a trump is in effect when the trick is complete.
    """
    completes = known and middle.completed_by(winner, ace=False, team=rules.collect == "double_sir_team")
    after = middle.after(worth, winner, completes=completes, restart=rules.sir_after_pickup == "restart", counts=known)
    return middle.shared(worth, winner, after, rest=last)


def middle_defects(
    middle: Pile, *, leader: Seat, trick: Sequence[Card], known: bool, rules: DehlaPakadRules
) -> list[str]:
    """Return why *middle* cannot be when *leader* led or leads *trick*; *known*: a trump is in effect now."""
    if middle.winner is not None and not known:
        return ["no win counts before the trump is known, so the middle is given without a winner"]
    fixing = any(card.suit is not trick[0].suit for card in trick)  # it may be this trick that fixed the trump
    return middle.defects(
        leader=leader,
        ace_rule=False,
        # where only tens count a trick may leave nothing in the middle, as a pick-up does
        restart=rules.sir_after_pickup == "restart" and rules.units[0] > 0,
        first_blocked=False,
        uncounted=fixing or not known,
    )
