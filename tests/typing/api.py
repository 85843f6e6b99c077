"""What a user's type checker sees of the public API; checked by `mypy --strict`, never run."""

from __future__ import annotations

from typing_extensions import assert_type

from solver import (
    Answer,
    Card,
    CardsSolution,
    Deal,
    Failure,
    Limit,
    Line,
    MatchState,
    Position,
    Reading,
    ScoredDeal,
    Searcher,
    Seat,
    Side,
    Solution,
    Strain,
    TableSolution,
    Value,
    read,
    score_deals,
    write,
)


def ask(searcher: Searcher) -> None:
    """Every query has its own result type, and limits go to all of them."""
    deal = Deal.random(seed=1)
    position = Position(deal, strain=Strain.SPADES, leader=Seat.NORTH, rules="courts", taken=(0, 0))
    limit = Limit(seconds=1.0, nodes=10_000)
    assert_type(searcher.value(position, limit=limit), Solution)
    assert_type(searcher.at_least(position, 7, side=Side.NS, limit=limit), Answer)
    assert_type(searcher.at_least(position, 7).answer, "bool | None")
    assert_type(searcher.cards(position, limit=limit), CardsSolution)
    assert_type(searcher.cards(position).best, tuple[Card, ...])
    assert_type(searcher.line(position, limit=limit), Line)
    table = searcher.table(deal, strains=[Strain.NO_TRUMP], leaders=[Seat.EAST], limit=limit)
    assert_type(table, TableSolution)
    assert_type(table.values[Strain.NO_TRUMP][Seat.EAST], Value)
    assert_type(table.values[Strain.NO_TRUMP][Seat.EAST].ns, int)
    searcher.cancel()
    searcher.clear()


def play(position: Position) -> int:
    """Cards and seats are types of their own, not strings or numbers."""
    assert_type(position.legal_plays(), tuple[Card, ...])
    assert_type(position.to_move, Seat)
    assert_type(position.undo(), Card)
    position.play("SA")  # type: ignore[arg-type]
    return position.taken[Side.NS]


def scores(text: str) -> None:
    """A deal has a score and the match before and after it, or a failure takes its place."""
    for deal in score_deals(read(text).records):
        assert_type(deal, ScoredDeal | Failure)
        if isinstance(deal, ScoredDeal):
            assert_type(deal.after, MatchState | None)
            assert_type(deal.scored.points, tuple[int, int])


def files(text: str) -> str:
    """What was read can be written."""
    reading = read(text)
    assert_type(reading, Reading)
    return write(reading.records)
