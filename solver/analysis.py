"""Everything there is to say about a recorded game: its table, its position, and which recorded cards cost something.

Assumes an exact `Searcher`: a value is a proof, and a search that was stopped gives bounds.  Only losses that are
proved are reported, so a limit can hide a mistake but never invent one; what was not looked at is counted.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TypeVar

from .batch import Once, ordered_map
from .cards import Card, Seat, Side, Strain
from .deal import Deal
from .errors import HakemError
from .games.par import Par
from .games.stakes import Stakes
from .position import Position
from .record import Record
from .results import Answer, CardsSolution, Limit, Line, OutcomeSolution, Solution, TableSolution, Value
from .solve import Searcher

__all__ = ["Analysis", "Failure", "Mistake", "PositionReport", "analyze", "analyze_many", "solve_position"]

REMEMBERED = 1024  # deals of which a batch keeps the results, for those that come again

_Found = TypeVar("_Found", bound=Solution)


@dataclass(frozen=True, slots=True)
class Mistake:
    """A recorded card that gave away units which the player's side had.

    `ply` counts the recorded cards from 1, and `trick` the tricks from the one in which the record begins, from 1.
    `cost` is in units of the game, lost by the side of `seat`; `better` lists the cards that would have kept the value.
    """

    ply: int
    trick: int
    seat: Seat
    card: Card
    cost: int
    better: tuple[Card, ...]
    before: Value
    after: Value


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionReport:
    """What a position is worth: every legal card, a best line, and the answer to "at least k" where it was asked.

    `cards` and `line` are `None` where they were not asked for.  `stopped` names the first limit that was met.
    """

    position: Position
    value: Value
    cards: CardsSolution | None
    line: Line | None
    answer: Answer | None
    nodes: int
    trick_nodes: int
    seconds: float
    stopped: str | None

    @property
    def exact(self) -> bool:
        """Whether every number in it is exact; a bare answer to "at least k" is, when it is an answer."""
        parts = [entry.value for entry in self.cards.cards] if self.cards is not None else []
        if self.cards is None and self.answer is not None:
            return self.answer.answer is not None
        return self.value.exact and all(value.exact for value in parts) and (self.line is None or self.line.exact)


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis:
    """What `analyze` found for one record.

    `deal` is the deal that was solved, a missing hand filled in where that was asked for.  `table` is `None` where it
    was not asked for or the hands do not allow one, `report` where trump, leader or hands are not known; `notes` say
    why.  `par` is what each side could best bid, in games with bids, for a full deal with its table and a known leader.
    `unchecked` counts the recorded cards, from the first on, that a stopped search left unexamined.
    """

    record: Record
    deal: Deal | None
    table: TableSolution | None
    par: Par | None
    report: PositionReport | None
    mistakes: tuple[Mistake, ...]
    unchecked: int
    notes: tuple[str, ...]
    nodes: int
    trick_nodes: int
    seconds: float
    stopped: str | None

    @property
    def exact(self) -> bool:
        """Whether every number in it is exact and every recorded card was examined."""
        return self.unchecked == 0 and all(part is None or part.exact for part in (self.table, self.report))

    @property
    def solved(self) -> bool:
        """Whether there was anything to solve."""
        return self.table is not None or self.report is not None


@dataclass(frozen=True, slots=True)
class Failure:
    """What takes the place of an analysis that cannot be made; `record` is `None` where none could be read."""

    error: HakemError
    record: Record | None = None


def solve_position(
    position: Position,
    searcher: Searcher,
    *,
    at_least: int | None = None,
    cards: bool = True,
    limit: Limit | None = None,
) -> PositionReport:
    """Solve *position*: its value, every legal card and a best line; without *cards* only its value.

    With *at_least* the first question is whether the side to move takes that many units of the whole deal, and without
    *cards* it is the only one: the value then holds no more than the bounds which that settled.  *limit* holds for all
    questions together.  When the deal is over there are no cards and the line is empty.
    """
    budget = Budget(limit)
    answer: Answer | None = None
    listed: CardsSolution | None = None
    line: Line | None = None
    if at_least is not None:
        answer = budget.spend(searcher.at_least(position, at_least, limit=budget.rest()))
    if cards:
        listed, line = searcher.cards_and_line(position, limit=budget.rest())
        budget.count(listed)  # each of the two reports the cost of both
        value = listed.value
    elif answer is not None:
        value = answer.value
    else:
        value = budget.spend(searcher.value(position, limit=budget.rest())).value
    if answer is not None:  # a stopped search may leave to one question what another has settled
        value = value.within(answer.value)
    return PositionReport(
        position=position,
        value=value,
        cards=listed,
        line=line,
        answer=answer,
        nodes=budget.nodes,
        trick_nodes=budget.trick_nodes,
        seconds=budget.seconds,
        stopped=budget.stopped,
    )


def analyze(
    record: Record,
    searcher: Searcher,
    *,
    limit: Limit | None = None,
    table: bool = True,
    complete: bool = False,
) -> Analysis:
    """Analyse what *record* holds: its deal, the position after the recorded play, and every recorded card.

    *limit* holds for the table, and once more for all the rest.  With *complete*, one unknown hand gets the cards that
    are left of the pack.  Pass a searcher made with ``reuse=True``, or the search begins anew at every recorded card.
    What the record does not say is noted, not guessed.  Raises the record's error where deal or play is impossible.
    """
    return _Analyst(limit=limit, table=table, complete=complete).analysis(record, searcher)


def analyze_many(
    items: Iterable[Record | Failure],
    *,
    jobs: int = 1,
    memory_mb: int = 256,
    limit: Limit | None = None,
    table: bool = True,
    complete: bool = False,
) -> Iterator[Analysis | Failure]:
    """Analyse many records, *jobs* at a time in threads with a searcher of *memory_mb* each; results in input order.

    The error of a record becomes a `Failure` in its place, like what could not even be read, and loses nothing else.
    Equal deals are solved once as long as few others lie between them.  Numbers, node counts too, are the same for any
    number of jobs.
    """
    analyst = _Analyst(limit=limit, table=table, complete=complete)

    def one(item: Record | Failure, searcher: Searcher) -> Analysis | Failure:
        if isinstance(item, Failure):
            return item
        try:
            return analyst.analysis(item, searcher)
        except HakemError as error:
            return Failure(error, item)

    return ordered_map(
        one, items, context=lambda: Searcher(memory_mb=memory_mb, reuse=True), cancel=Searcher.cancel, jobs=jobs
    )


class _Analyst:
    """What the analyses of one run have in common: what is asked, and the answers that may be wanted again."""

    def __init__(self, *, limit: Limit | None, table: bool, complete: bool) -> None:
        self._limit = limit
        self._table = table
        self._complete = complete
        self._tables: Once[TableSolution] = Once(size=REMEMBERED)
        self._plays: Once[_Play] = Once(size=REMEMBERED)

    def analysis(self, record: Record, searcher: Searcher) -> Analysis:
        """Analyse one record; safe from several threads, each with a searcher of its own."""
        try:
            return self._analysis(record, searcher)
        except HakemError as error:
            record.located(error)
            raise

    def _analysis(self, record: Record, searcher: Searcher) -> Analysis:
        game = record.game
        deal = record.deal
        if deal is not None and game is not None and self._complete and None in deal.hands:
            deal = deal.completed(deck=game.deck)
        notes = _missing(record, deal)
        table = play = None
        if deal is not None and None not in deal.hands:
            position = None if notes else record.position(complete=self._complete)
            table = self._table_of(record, deal, searcher)
            play = None if position is None else self._play_of(record, position, searcher)
            if self._table and table is None:
                notes.append(f"no table: {_why_no_table(record, deal)}")
        parts = [part for part in (table, play.report if play else None) if part is not None]
        return Analysis(
            record=record,
            deal=deal,
            table=table,
            par=self._par_of(record, deal, table, searcher),
            report=play.report if play else None,
            mistakes=play.mistakes if play else (),
            unchecked=play.unchecked if play else 0,
            notes=tuple(notes),
            nodes=sum(part.nodes for part in parts),
            trick_nodes=sum(part.trick_nodes for part in parts),
            seconds=sum(part.seconds for part in parts),
            stopped=next((part.stopped for part in parts if part.stopped), None),
        )

    def _table_of(self, record: Record, deal: Deal, searcher: Searcher) -> TableSolution | None:
        """Return the table of *deal* with the units that *record* begins with added.

        `None` where a table would not be about the deal that is played (`_why_no_table`).
        """
        game, rules = record.game, record.rules
        if not self._table or game is None or rules is None or _why_no_table(record, deal):
            return None
        Position(deal, strain=game.strains[0], leader=Seat.NORTH, game=game, rules=rules)  # raises if it is none
        found = self._tables.get(
            (game.name, rules, deal), lambda: searcher.table(deal, game=game, rules=rules, limit=self._limit)
        )
        ns, ew = record.taken
        if not ns + ew:
            return found
        values = {
            strain: {leader: value.plus(ns, ew) for leader, value in row.items()}
            for strain, row in found.values.items()
        }
        return replace(found, values=values)

    def _par_of(self, record: Record, deal: Deal | None, table: TableSolution | None, searcher: Searcher) -> Par | None:
        """Return the best contracts in a full deal that was solved for the seat that leads."""
        game, rules, leader = record.game, record.rules, record.leader
        if game is None or rules is None or deal is None or table is None or leader is None or any(record.taken):
            return None
        hands = deal.masks
        if any(hand.bit_count() != game.hand_size for hand in hands) or not table.exact:
            return None
        values = {strain: row[leader].of(Side.NS) for strain, row in table.values.items() if strain is not None}

        def pays(strain: Strain, stakes: Stakes) -> int | None:
            position = Position(deal, strain=strain, leader=leader, game=game, rules=rules)
            searcher.clear()  # or a limit would stop it sooner or later by what this searcher did before
            payoff = searcher.outcome(position, stakes, limit=self._limit).payoff
            return payoff.lower if payoff.exact else None

        return game.par(rules, hands, leader=leader, values=values, pays=pays)

    def _play_of(self, record: Record, position: Position, searcher: Searcher) -> _Play:
        """Solve *position* and walk back over the play that led to it."""
        key = (position.key(), position.taken, position.history)
        return self._plays.get(key, lambda: _walk_back(record, position, searcher, limit=self._limit))


@dataclass(frozen=True, slots=True)
class _Play:
    """What the play of a record comes to."""

    report: PositionReport
    mistakes: tuple[Mistake, ...]
    unchecked: int


def _why_no_table(record: Record, deal: Deal) -> str:
    """Say why there is no table of *deal* for every leader and every strain; empty when there is one."""
    game, rules = record.game, record.rules
    if record.trick:
        return "the record begins in the middle of a trick"
    if record.pile is not None:  # which only one leader can have won last
        return "the record begins with tricks in the middle"
    if game is None or rules is None:
        return "the game is not known"
    if game.trump_mode(rules).shown_by != "no":
        return "the trump is hidden, and who hides it is part of the deal"
    if record.undealt or (game.trump_may_be_open(rules) and game.undealt_defects(0, deal.masks, (), None, rules)):
        return "cards are dealt during the play"
    return ""


def _missing(record: Record, deal: Deal | None) -> list[str]:
    """Say what *record* lacks for the cards of its position to have values.  Raises where its game cannot be played."""
    if record.game is None:
        record.initial_position()  # raises, and says why
    if deal is None:
        return ["there is no deal"]
    unknown = [seat.word for seat in Seat if deal[seat] is None]
    if unknown:
        return [f"the hand of {seat} is not known" for seat in unknown]
    notes = []
    if record.missing_trump():
        notes.append("no card values: the trump is not known")
    if record.leader is None:
        notes.append("no card values: the leader is not known")
    return notes


def _walk_back(record: Record, position: Position, searcher: Searcher, *, limit: Limit | None) -> _Play:
    """Solve *position*, then find the recorded cards before it that cost something, the last card first.

    Backwards, because a value is then known after every card, and "could the player's side have had one more?" is a
    single question with a narrow answer; most of what it needs was proved for the position after the card.
    """
    searcher.clear()  # or node counts would depend on what this searcher did before
    searcher.expect(beginning(position))  # or each trick back would begin anew
    budget = Budget(limit)
    report = solve_position(position, searcher, limit=limit)
    budget.count(report)
    mistakes: list[Mistake] = []
    now = position.copy()
    after = report.value
    unchecked = len(now.history)
    while unchecked and after.exact:
        card = now.undo()
        side = now.to_move.side
        legal = now.legal_plays()
        held = after.of(side)
        if card not in legal:  # a revoke that the record owns up to: its value says nothing of the cards before it
            after = budget.spend(searcher.value(now, limit=budget.rest())).value
        elif len(legal) > 1 and held < now.total - now.taken[side.other]:
            answer = budget.spend(searcher.at_least(now, held + 1, side=side, limit=budget.rest())).answer
            if answer is None:
                break
            if answer:
                options = budget.spend(searcher.cards(now, limit=budget.rest()))
                if options.stopped:
                    break
                mistakes.append(
                    Mistake(
                        ply=unchecked,
                        trick=(len(record.trick) + unchecked - 1) // 4 + 1,
                        seat=now.to_move,
                        card=card,
                        cost=options.value.of(side) - held,
                        better=options.best,
                        before=options.value,
                        after=after,
                    )
                )
                after = options.value
        unchecked -= 1
        if unchecked and not now.shares_all:  # a card that costs its side nothing may still cost the other side
            after = budget.spend(searcher.value(now, limit=budget.rest())).value
    whole = replace(
        report, nodes=budget.nodes, trick_nodes=budget.trick_nodes, seconds=budget.seconds, stopped=budget.stopped
    )
    return _Play(whole, tuple(reversed(mistakes)), unchecked)


def beginning(position: Position) -> Position:
    """Return the position in which the play on *position* began."""
    first = position.copy()
    while first.history:
        first.undo()
    return first


class Budget:
    """A limit that several queries share, and what they cost together."""

    def __init__(self, limit: Limit | None) -> None:
        self._limit = limit or Limit()
        self._began = time.monotonic()
        self.nodes = 0
        self.trick_nodes = 0
        self.seconds = 0.0
        self.stopped: str | None = None

    def rest(self) -> Limit:
        """What is left for the next query; nothing once a query was stopped."""
        if self.stopped is not None:
            return Limit(seconds=0, nodes=0)
        seconds, nodes = self._limit.seconds, self._limit.nodes
        return Limit(
            seconds=None if seconds is None else max(0.0, seconds - (time.monotonic() - self._began)),
            nodes=None if nodes is None else max(0, nodes - self.nodes),
        )

    def spend(self, solution: _Found) -> _Found:
        """Count what *solution* cost, and return it."""
        self.count(solution)
        return solution

    def count(self, cost: Solution | OutcomeSolution | PositionReport) -> None:
        """Add the *cost* of what was found to the account."""
        self.nodes += cost.nodes
        self.trick_nodes += cost.trick_nodes
        self.seconds += cost.seconds
        self.stopped = self.stopped or cost.stopped
