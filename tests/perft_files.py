"""The files of counted positions in `tests/data/perft`: how they are read and written.

A file holds entries separated by blank lines; lines that begin with `#` are for readers. An entry is::

    id     first-trick-of-a-full-deal
    game   court-piece
    rules  classic
    deal   N:...
    strain S
    leader N
    trick  SA S2          (left out between two tricks)
    perft  1 13           (depth in cards, number of ways to play that many)
    perft  2 54

The deal holds the cards in the hands, the cards on the table apart. Any counter, of whatever language, may be held
against these numbers; some of them are known in closed form, and the test of the files says which.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from solver.cards import Card, Seat, Strain
from solver.deal import Deal
from solver.position import Position

FOLDER = Path(__file__).resolve().parent / "data" / "perft"


@dataclass(frozen=True)
class Case:
    """A position and the number of ways to play on from it, by depth."""

    name: str
    position: Position
    counts: dict[int, int]


def read(text: str) -> list[Case]:
    """Read the entries of a file."""
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return [_entry(block) for block in "\n".join(lines).split("\n\n") if block.strip()]


def _entry(block: str) -> Case:
    fields: dict[str, str] = {}
    counts: dict[int, int] = {}
    for line in block.strip().splitlines():
        key, value = line.split(maxsplit=1)
        if key == "perft":
            depth, count = value.split()
            counts[int(depth)] = int(count)
        elif key in fields:
            raise ValueError(f"{key} comes twice in {block!r}")
        else:
            fields[key] = value.strip()
    position = Position(
        Deal.parse(fields.pop("deal")),
        strain=Strain.parse(fields.pop("strain")),
        leader=Seat.parse(fields.pop("leader")),
        game=fields.pop("game"),
        rules=fields.pop("rules"),
        trick=[Card.parse(card) for card in fields.pop("trick", "").split()],
    )
    name = fields.pop("id")
    if fields:
        raise ValueError(f"unknown lines {sorted(fields)} in {block!r}")
    return Case(name, position, counts)


def write(cases: list[Case]) -> str:
    """Write *cases* in the form that `read` takes."""
    blocks = []
    for case in cases:
        position = case.position
        lines = [
            f"id     {case.name}",
            f"game   {position.game.name}",
            f"rules  {position.rules.text()}",
            f"deal   {position.deal}",
            f"strain {position.strain}",
            f"leader {position.leader}",
        ]
        if position.trick:
            lines.append("trick  " + " ".join(card.text for card in position.trick))
        lines.extend(f"perft  {depth} {count}" for depth, count in case.counts.items())
        blocks.append("\n".join(lines) + "\n")
    return "\n".join(blocks)


def load() -> list[Case]:
    """Return the entries of all files, in the order of the files' names."""
    return [case for path in sorted(FOLDER.glob("*.perft")) for case in read(path.read_text(encoding="utf-8"))]
