"""Solve random deals whose trump is not open and report nodes and time: `python -m tests.benchmarks.veil`.

Every way in which a trump comes about in the play, by size of the hands: Court Piece with a trump that is cut, written
down or laid face down, Dehla Pakad with one that is named, noted or laid face down, and with tricks that wait in the
middle while the trump is open and after. The deals are those of `tests.benchmarks.dehla`; whoever sets a trump sets his
longest suit. Exact values and one question ("seven tricks?", "three tens?"), each under a limit of nodes, so that a run
ends. A list of full deals with known values is solved last.
"""

from __future__ import annotations

import argparse
import json
import random
from dataclasses import asdict

from solver.cards import SUIT_MASKS, Seat, Suit, cards_of, mask_of
from solver.deal import Deal
from solver.games import HiddenTrump, game
from solver.position import Position
from solver.solve import Searcher
from tests.benchmarks.common import machine
from tests.benchmarks.dehla import Row, measure, random_deals, report

#: The modes by name: the game and its rules.
MODES: dict[str, tuple[str, str]] = {
    "cut": ("court-piece", "classic;trump_mode=cut"),
    "written, all ask": ("court-piece", "peg"),
    "written, opponents ask": ("court-piece", "peg;reveal_by=opponents_only"),
    "face down, opponents ask": ("court-piece", "band-rang"),
    "named": ("dehla-pakad", "dehla-pakad;dp_trump=first_void_named"),
    "noted": ("dehla-pakad", "closed"),
    "face down": ("dehla-pakad", "closed;dp_trump=closed_card"),
    "five, then eight": ("dehla-pakad", "dehla-pakad;dp_deal=five_then_eight"),
    "waiting, player": ("dehla-pakad", "dehla-pakad;collect=double_sir"),
    "waiting, side": ("dehla-pakad", "dehla-pakad;collect=double_sir_team"),
}

#: Full deals, the mode, and what North-South take.
KNOWN: tuple[tuple[str, str, int], ...] = (
    ("N:KJ842.J5.KJT83.K A763.863.A754.A6 T9.KQ974.9.JT932 Q5.AT2.Q62.Q8754", "cut", 7),
    ("N:KJ842.J5.KJT83.K A763.863.A754.A6 T9.KQ974.9.JT932 Q5.AT2.Q62.Q8754", "written, all ask", 7),
    ("N:KJ842.J5.KJT83.K A763.863.A754.A6 T9.KQ974.9.JT932 Q5.AT2.Q62.Q8754", "written, opponents ask", 6),
    ("N:KQ74.J853.7.KQ64 3.AK97642.A.AT73 AJ952.Q.JT854.J9 T86.T.KQ9632.852", "face down, opponents ask", 8),
    ("N:KJ842.J5.KJT83.K A763.863.A754.A6 T9.KQ974.9.JT932 Q5.AT2.Q62.Q8754", "named", 4),
    ("N:KJ842.J5.KJT83.K A763.863.A754.A6 T9.KQ974.9.JT932 Q5.AT2.Q62.Q8754", "noted", 3),
    ("N:KJ842.J5.KJT83.K A763.863.A754.A6 T9.KQ974.9.JT932 Q5.AT2.Q62.Q8754", "face down", 3),
    ("N:97.K9852.QJ.KQJ4 AK62.AJ74.875.A2 T85.T63.AK42.T65 QJ43.Q.T963.9873", "five, then eight", 0),
)


def position_of(mode: str, deal: Deal, number: int) -> Position:
    """Return a deal before its first card; the setter, who leads, changes with the *number* of the deal."""
    name, rules = MODES[mode]
    played = game(name)
    leader = Seat(number % 4)
    options = played.rules(rules)
    trump_mode = played.trump_mode(options)
    hidden = None
    if trump_mode.fixed_by == "no":
        hand = deal.masks[leader]
        suit = max(Suit, key=lambda suit: (hand & SUIT_MASKS[suit]).bit_count())
        indicator = cards_of(hand & SUIT_MASKS[suit])[number % 3] if trump_mode.indicator else None
        hidden = HiddenTrump(suit, leader, indicator)
    undealt = 0
    if options.text().endswith("five_then_eight"):
        size = len(cards_of(deal.masks[0]))
        for seat, hand in enumerate(deal.masks):
            draw = random.Random(4 * number + seat)
            undealt |= mask_of(draw.sample(cards_of(hand), min(8, size - 1)))
    return Position(deal, strain=None, hidden=hidden, leader=leader, game=played, rules=options, undealt=undealt)


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("modes", nargs="*", metavar="MODE", help=f"of {', '.join(MODES)}; all by default")
    parser.add_argument("--deals", type=int, default=50)
    parser.add_argument("--cards", type=int, nargs="+", default=[8, 10, 13])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nodes", type=int, default=30_000_000, help="limit of cards played, a deal")
    parser.add_argument("--memory-mb", type=int, default=128)
    parser.add_argument("--cpu", default="auto")
    parser.add_argument("--no-known", action="store_true", help="leave out the full deals with known values")
    parser.add_argument("--json", action="store_true", help="write every deal's numbers as JSON")
    options = parser.parse_args()
    unknown = [mode for mode in options.modes if mode not in MODES]
    if unknown:
        parser.error(f"expected modes of {', '.join(MODES)}, not {', '.join(unknown)}")
    searcher = Searcher(memory_mb=options.memory_mb, cpu=options.cpu)
    found: dict[str, list[Row]] = {}
    for cards in options.cards:
        deals = list(random_deals(options.deals, cards=cards, seed=options.seed))
        for mode in options.modes or MODES:
            positions = [position_of(mode, deal, number) for number, deal in enumerate(deals)]
            half = (cards + 1) // 2 if MODES[mode][0] == "court-piece" else 3
            for question in (None, half):
                asked = "exact" if question is None else f"{question} {positions[0].game.unit}?"
                found[f"{cards} cards, {mode}, {asked}"] = [
                    measure(searcher, position, question=question, nodes=options.nodes) for position in positions
                ]
    for number, (text, mode, units) in enumerate(() if options.no_known else KNOWN):
        position = position_of(mode, Deal.parse(text), number)
        row = measure(searcher, position, question=None, nodes=options.nodes)
        found[f"{text} {mode}, {units} {position.game.unit}"] = [row]
        if not row.tens[0] <= units <= row.tens[1]:
            raise SystemExit(f"expected {units} {position.game.unit} of NS in {text!r} ({mode}), found {row.tens}")
    if options.json:
        print(json.dumps({"machine": machine(), **{name: list(map(asdict, rows)) for name, rows in found.items()}}))
        return
    print(*(f"{name}: {fact}" for name, fact in machine().items()), sep="\n")
    print(f"{'':16}{'median':>12} {'mean':>12} {'95 %':>12} {'most':>12}")
    for name, rows in found.items():
        print(name, *report(rows), sep="\n")


if __name__ == "__main__":
    main()
