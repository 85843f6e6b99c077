"""Time advice under hidden hands: `python -m tests.benchmarks.advice`.

Works:

    trump    a hakem's five cards, 4 trumps, the preset hokm: every world of the sample, no early stop. Beside it DDS
             asks of the same worlds, in its own target-7 search, only whether the hakem's side takes seven tricks; we
             also ask which wins and losses are kots. One thread each, process CPU time; DDS structures are prepared
             outside the timer, ours are not.
    workers  the same with one and with two workers, wall time: the machine must be idle for this to mean anything.
    shell    the same as a command, from the start of the process to its end, wall time.
    bid      eight cards of Coinche, all calls, every world.
    lead     the first lead of Court Piece (hokm) and of Coinche, and of Dehla Pakad with its trump still open.
    trick4   the first card of trick 4 of Court Piece (hokm) after random legal play.

All but `workers` and `shell` are process CPU time, which other load does not shift, the best of --rounds.  Views are
made from seeded deals, hands i of the seed --seed, so that two runs do the same work.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import Any

from solver.advice import Adviser, advise, view_to_bid, view_to_name_trump, view_to_play
from solver.cards import Card, Seat, Strain, cards_of, mask_of
from solver.deal import Deal
from solver.games import game, resolve
from solver.position import Position
from solver.view import View
from solver.worlds import Worlds
from tests.benchmarks.common import SEED, machine
from tests.peers import dds

HANDS = ("SA SK S5 HQ D2", "SK SJ S8 S2 HA", "HA HT DK D9 C3", "SQ S9 S4 H7 CA", "SA HA DA CK C2")
BID_HANDS = ("J97.AT.87.A", "J98.A7.KQ.7", "QT.AKT8.9.7", "A7.J9.AQ8.8")
GOAL = 7


@dataclass
class Row:
    """One work: milliseconds a decision, and what is compared."""

    work: str
    worlds: int
    ms: float
    note: str = ""


def hand_of(text: str) -> int:
    """Return the mask of cards such as `SA SK`."""
    return mask_of(map(Card.parse, text.split()))


def trump_views() -> list[View]:
    """Return the views of hakems who have seen five cards."""
    court_piece, rules = resolve("court-piece", "hokm")
    return [view_to_name_trump(court_piece, rules, hand=hand_of(text)) for text in HANDS]


def timed(work: Callable[[], object], *, rounds: int, clock: Callable[[], float] = process_time) -> float:
    """Return the seconds of the fastest of several runs."""
    best = float("inf")
    for _ in range(rounds):
        begun = clock()
        work()
        best = min(best, clock() - begun)
    return best


def against_dds(worlds: int, rounds: int) -> list[Row]:
    """Time trump calls and the same worlds in DDS."""
    views = trump_views()
    adviser = Adviser(workers=1)
    ours = timed(
        lambda: [adviser.advise(view, worlds=worlds, early=False) for view in views],
        rounds=rounds,
    )
    calls = [
        dds.CallBoard(view.position(world, strain=strain), target=GOAL, solutions=1)
        for view in views
        for world in Worlds(view).sample(worlds, seed=0).tolist()
        for strain in tuple(Strain)[:4]
    ]
    theirs = timed(lambda: [call() for call in calls], rounds=rounds)
    each = 1000 / len(views)
    return [
        Row("trump", worlds, ours * each, f"{ours / theirs:.2f} of the time of DDS"),
        Row("trump, DDS target 7", worlds, theirs * each),
    ]


def workers(worlds: int, rounds: int) -> list[Row]:
    """Time one worker and two, by the wall."""
    views = trump_views()
    rows = []
    for count in (1, 2):
        adviser = Adviser(workers=count)
        work = lambda adviser=adviser: [adviser.advise(view, worlds=worlds, early=False) for view in views]  # noqa: E731
        rows.append(Row(f"trump, {count} workers", worlds, timed(work, rounds=rounds, clock=perf_counter) * 200))
    rows[1].note = f"{rows[0].ms / rows[1].ms:.2f} times as fast as one"
    return rows


def shell(worlds: int, rounds: int) -> list[Row]:
    """Time the command as a process."""
    words = ["trump", "--hand", HANDS[0], "--rules", "hokm", "--worlds", str(worlds), "--whole"]

    def run() -> None:
        subprocess.run([sys.executable, "-m", "cli", *words], check=True, capture_output=True)

    return [Row("hakem trump, whole process", worlds, 1000 * timed(run, rounds=rounds, clock=perf_counter))]


def decisions(worlds: int, rounds: int, seed: int) -> list[Row]:
    """Time bids, leads and plays."""
    adviser = Adviser(workers=1)

    def row(work: str, views: list[View], count: int) -> Row:
        spent = timed(lambda: [adviser.advise(view, worlds=count, early=False) for view in views], rounds=rounds)
        return Row(work, count, 1000 * spent / len(views))

    coinche, s4 = resolve("coinche", "s4")
    bids = [view_to_bid(coinche, s4, hand=Deal.parse(f"N:{hand} - - -").hands[0].mask) for hand in BID_HANDS]  # type: ignore[union-attr]
    court_piece, hokm = resolve("court-piece", "hokm")
    dehla, open_trump = resolve("dehla-pakad", None)
    deals = [Deal.random(seed=seed + number) for number in range(4)]
    short = [Deal.random(seed=seed + number, cards=8, deck=game("coinche").deck) for number in range(4)]
    leads = [view_to_play(court_piece, hokm, hand=deal.masks[0], strain=Strain.SPADES) for deal in deals]
    tricks = [later(deal, 12, seed) for deal in deals]
    dehla_leads = [view_to_play(dehla, open_trump, hand=deal.masks[0]) for deal in deals]
    coinche_leads = [
        view_to_play(coinche, s4, hand=deal.masks[0], contract="90S", declarer=Seat.EAST) for deal in short
    ]
    return [
        row("bid, all calls", bids, worlds),
        row("lead, Court Piece", leads, worlds // 2),
        row("trick 4, Court Piece", tricks, worlds // 2),
        row("lead, Coinche", coinche_leads, worlds // 2),
        row("lead, Dehla Pakad, open trump", dehla_leads, worlds // 10),
    ]


def later(deal: Deal, cards: int, seed: int) -> View:
    """Return the view of whose turn it is after random legal play of Court Piece."""
    position = Position(deal, strain=Strain.SPADES, leader=Seat.NORTH, rules="hokm")
    rng = Random(seed)
    for _ in range(cards):
        position.push(rng.choice(cards_of(position.legal_mask())))
    seat = position.to_move
    return View.of(
        seat=seat,
        hand=deal.masks[seat],
        rules="hokm",
        hakem=Seat.NORTH,
        strain=Strain.SPADES,
        played=position.history,
    )


def main() -> None:
    """Run the works and print their table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--works", default="trump,workers,shell,decisions", help="which works, with commas")
    parser.add_argument("--worlds", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--json", type=Path, help="write the rows there, too")
    options = parser.parse_args()
    rows: list[Row] = []
    chosen = options.works.split(",")
    advise(trump_views()[0], worlds=4, workers=2)  # loads what is loaded once
    if "trump" in chosen:
        rows += against_dds(options.worlds, options.rounds)
    if "workers" in chosen:
        rows += workers(options.worlds, options.rounds)
    if "shell" in chosen:
        rows += shell(options.worlds, options.rounds)
    if "decisions" in chosen:
        rows += decisions(options.worlds, options.rounds, options.seed)
    facts: dict[str, Any] = machine()
    print(", ".join(f"{name}: {value}" for name, value in facts.items()))
    print(f"{'work':<32}{'worlds':>7}{'ms':>10}  note")
    for row in rows:
        print(f"{row.work:<32}{row.worlds:>7}{row.ms:>10.1f}  {row.note}")
    if options.json is not None:
        options.json.write_text(json.dumps({"machine": facts, "rows": [asdict(row) for row in rows]}), encoding="utf-8")


if __name__ == "__main__":
    main()
