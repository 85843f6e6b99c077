"""Time the worlds of a view: `python -m tests.benchmarks.worlds`.

Works, each on seeded views of Court Piece and Coinche:

    mid-game   10,000 worlds of a view after six tricks of random legal play, the count included
    full       the same before the first card
    hakem      the same for a hakem who has seen five cards
    assumed    the same before the first card, with shapes and points of all three hidden hands assumed
    duties     the same after three tricks of Coinche
    few        all worlds of a view in which fewer than 10,000 are left, listed
    weights    1,600 worlds, drawn and weighed by all models that apply

Process CPU time, which other load does not shift, the best of --rounds.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from random import Random
from time import process_time

from solver.cards import FULL_DECK, Seat, Strain
from solver.deal import Deal
from solver.games import resolve
from solver.games.coinche import SHORT_DECK
from solver.position import Position
from solver.view import View
from solver.worlds import Worlds, models_for, world_weights
from tests.benchmarks.common import SEED, machine

ASSUMED = "W: shape 4-4-3-2; E: hcp 5+, H<=2; S: hcp 8-12"
WORLDS = 10_000


@dataclass
class Row:
    """One work: milliseconds, and how many worlds agree with the view."""

    work: str
    ms: float
    count: int


def view_after(plies: int, *, game: str, rules: str, seed: int, constraints: str = "") -> View:
    """Return the view of the seat to move after some random legal cards of a random deal."""
    found, options = resolve(game, rules)
    cards, deck = (8, SHORT_DECK) if game == "coinche" else (13, FULL_DECK)
    deal = Deal.random(seed=seed, cards=cards, deck=deck)
    position = Position(deal, strain=Strain.HEARTS, leader=Seat.NORTH, game=found, rules=options)
    choose = Random(seed)
    for _ in range(plies):
        position.push(choose.choice(position.legal_plays()))
    seat = position.to_move
    hand = deal[seat]
    assert hand is not None
    return View.of(
        seat=seat,
        hand=hand,
        game=found,
        rules=options,
        leader=Seat.NORTH,
        hakem=Seat.EAST if game == "court-piece" else None,
        strain=Strain.HEARTS,
        played=position.history,
        constraints=constraints,
    )


def works(seed: int) -> dict[str, tuple[View, Callable[[View], object]]]:
    """Return the works by name: a view, and what is done with it."""

    def sample(view: View) -> object:
        return Worlds(view).sample(WORLDS, seed=1)

    def take(view: View) -> object:
        return Worlds(view).take(WORLDS, seed=1)

    def weigh(view: View) -> object:
        return world_weights(view, Worlds(view).sample(1600, seed=1), models_for(view))

    middle = view_after(24, game="court-piece", rules="courts", seed=seed)
    return {
        "mid-game": (middle, sample),
        "full": (view_after(0, game="court-piece", rules="courts", seed=seed), sample),
        "hakem": (View.of(seat=Seat.NORTH, hand="SA SK S5 HQ D2", rules="courts", hakem=Seat.NORTH), sample),
        "assumed": (view_after(0, game="court-piece", rules="courts", seed=seed, constraints=ASSUMED), sample),
        "duties": (view_after(12, game="coinche", rules="s4", seed=seed), sample),
        "few": (view_after(37, game="court-piece", rules="courts", seed=seed), take),
        "weights": (middle, weigh),
    }


def main() -> None:
    """Run the works and print what they took."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    arguments = parser.parse_args()
    rows = []
    for name, (view, work) in works(arguments.seed).items():
        best = float("inf")
        for _ in range(arguments.rounds):
            begun = process_time()
            work(view)
            best = min(best, process_time() - begun)
        rows.append(Row(name, 1000 * best, Worlds(view).count))
    if arguments.json:
        print(json.dumps({"machine": machine(), "rows": [asdict(row) for row in rows]}))
        return
    print(machine())
    print(f"{'work':<10} {'ms':>8}  consistent deals")
    for row in rows:
        print(f"{row.work:<10} {row.ms:8.1f}  {row.count:.3g}")


if __name__ == "__main__":
    main()
