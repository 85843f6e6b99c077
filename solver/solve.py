"""Exact answers about positions: value, "at least k?", every legal card, best line, and the table of a deal.

    >>> from solver import Deal, Position, Searcher, Seat, Strain
    >>> position = Position(Deal.parse("N:T.9..8 J.7.8. 9.K..7 8.J.9."), strain=Strain.SPADES, leader=Seat.NORTH)
    >>> searcher = Searcher()
    >>> searcher.value(position).value
    Value(lower=1, upper=1, total=3)
    >>> [(str(entry.card), entry.value.ns) for entry in searcher.cards(position).cards]
    [('ST', 1), ('H9', 1), ('C8', 1)]

The caller owns the `Searcher`: it holds the memory, and nothing is shared between two of them.  One searcher answers
one query at a time; use one a thread, the GIL is released while they search.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from solver.backends import (
    CPU_CHOICES,
    AsksAlone,
    AsksCourts,
    AsksStreaks,
    Backend,
    CardsFirst,
    CountsForOne,
    WeighsLastTrick,
    engine_for,
    make_backend,
)
from solver.cards import Card, Seat, Side, Strain
from solver.deal import Deal
from solver.errors import LimitError
from solver.games import Game, Rules, resolve
from solver.games.stakes import Question, Stakes, Threshold
from solver.games.trump import first_ruff
from solver.position import Position
from solver.results import (
    Answer,
    CardPayoff,
    CardsSolution,
    CardValue,
    Limit,
    Line,
    OutcomeSolution,
    Payoff,
    Solution,
    TableSolution,
    Value,
)

__all__ = ["Searcher"]

_NO_LIMIT = Limit()
_MAIN_THREAD = threading.main_thread

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")


def _alone(
    query: Callable[Concatenate[Searcher, _Arguments], _Result],
) -> Callable[Concatenate[Searcher, _Arguments], _Result]:
    """Let a query run only while its searcher runs no other: two in one table would be a crash, not an error."""

    @wraps(query)
    def guarded(self: Searcher, /, *args: _Arguments.args, **options: _Arguments.kwargs) -> _Result:
        if not self._busy.acquire(blocking=False):
            raise RuntimeError("this searcher is busy with another query: use one searcher a thread")
        try:
            return query(self, *args, **options)
        finally:
            self._busy.release()

    return guarded


class Searcher:
    """Solves positions within a budget of memory.

    Each query starts from a clean table, so the same position under the same limits costs the same nodes; inside one
    query everything proved is used again.  With `reuse=True` it is also kept for the next query, as long as that is
    about the same deal and strain (a deal that is played on; `expect` prepares for going back in it): faster, with
    node counts that depend on what was asked before.

    `memory_mb` bounds the memory of each game's engine.  `cpu` picks the build of the search: "auto", or "portable" and
    "bmi2" by force.  `without` names optimisations to do without; they change node counts, never answers (tests use
    it).

    Every query takes a `Limit`; a stopped search says so and returns bounds that contain the truth.  Ctrl-C raises
    `KeyboardInterrupt` out of a query at once; `cancel` stops it from another thread.
    Raises `LimitError` for settings that make no sense.
    """

    def __init__(
        self, *, memory_mb: int = 256, cpu: str = "auto", reuse: bool = False, without: Iterable[str] = ()
    ) -> None:
        if memory_mb < 4:
            raise LimitError(f"expected 4 or more megabytes of memory, got {memory_mb!r}")
        if cpu not in CPU_CHOICES:
            raise LimitError(f"expected cpu to be one of {', '.join(CPU_CHOICES)}, got {cpu!r}")
        self._memory = memory_mb << 20
        self._cpu = cpu
        self._reuse = reuse
        self._without = tuple(without)
        self._backends: dict[str, Backend] = {}
        self._busy = threading.Lock()

    @_alone
    def expect(self, position: Position) -> None:
        """Prepare for queries about `position` and whatever it leads to, in any order, with `reuse=True`.

        What is known serves the deal that was asked about last and its endings; without this call a query about an
        earlier trick therefore begins anew.
        """
        self._query(position, Limit(nodes=0)).value()

    # Queries

    @_alone
    def value(self, position: Position, *, limit: Limit | None = None) -> Solution:
        """Return what both sides take of the whole deal with best play."""
        query = self._query(position, limit)
        value = query.value()
        return Solution(value, *query.cost())

    @_alone
    def at_least(
        self, position: Position, target: int, *, side: Side | None = None, limit: Limit | None = None
    ) -> Answer:
        """Return whether `side` (the side to move by default) takes at least `target` units of the whole deal.

        Cheaper than the value: one question instead of several.
        """
        side = position.to_move.side if side is None else side
        query = self._query(position, limit)
        answer, value = query.at_least(target, side)
        return Answer(value, *query.cost(), target=target, side=side, answer=answer)

    @_alone
    def cards(self, position: Position, *, limit: Limit | None = None) -> CardsSolution:
        """Return the value of every legal card, touching cards and forced ones included."""
        query = self._query(position, limit)
        value, cards = query.value_and_cards()
        return CardsSolution(value, *query.cost(), side=position.to_move.side, cards=cards)

    @_alone
    def line(self, position: Position, *, limit: Limit | None = None) -> Line:
        """Return best play to the end of the deal (a principal variation)."""
        query = self._query(position, limit)
        value = query.value()
        cards = query.line(value)
        return Line(value, *query.cost(), cards=cards)

    @_alone
    def cards_and_line(self, position: Position, *, limit: Limit | None = None) -> tuple[CardsSolution, Line]:
        """Return `cards` and `line` of a position for the price of little more than the first.

        Both report the cost of the whole query.
        """
        query = self._query(position, limit)
        value, cards = query.value_and_cards()
        line = query.line(value)
        cost = query.cost()
        return CardsSolution(value, *cost, side=position.to_move.side, cards=cards), Line(value, *cost, cards=line)

    @_alone
    def table(
        self,
        deal: Deal,
        *,
        game: str | Game = "court-piece",
        rules: str | Rules | None = None,
        strains: Sequence[Strain | None] | None = None,
        leaders: Sequence[Seat] | None = None,
        limit: Limit | None = None,
    ) -> TableSolution:
        """Return the value of a deal for every strain and every seat that leads to the first trick.

        All strains that the game can begin with and all seats by default; one limit holds for the whole table.  Raises
        `PositionError` for a deal that cannot be played.
        """
        if isinstance(game, str):
            game, named = resolve(game, rules if isinstance(rules, str) else None)
            rules = rules if isinstance(rules, Rules) else named
        elif not isinstance(rules, Rules):
            rules = game.rules(rules)
        strains = game.opening_strains(rules) if strains is None else strains
        leaders = tuple(Seat) if leaders is None else leaders
        positions = {
            strain: [
                Position(deal, strain=strain, leader=seat, game=game, rules=rules) for seat in _partners_first(leaders)
            ]
            for strain in strains
        }
        query = _Query(self._backend(game, rules, settled=None not in strains), limit)
        values: dict[Strain | None, dict[Seat, Value]] = {}
        for strain, row in positions.items():
            known: dict[Seat, Value] = {}
            for position in row:
                query.load(position, keep=self._reuse or bool(known or values))
                near = known.get(position.leader.partner, next(iter(known.values()), None))
                known[position.leader] = query.value(near=near)
            values[strain] = {leader: known[leader] for leader in leaders}
        return TableSolution(values, *query.cost())

    @_alone
    def outcome(
        self, position: Position, stakes: Stakes, *, cards: bool | Sequence[Card] = False, limit: Limit | None = None
    ) -> OutcomeSolution:
        """Return what the deal pays under `stakes` when both sides play for that, not for units.

        With `cards`, also the payoff after every legal card, or after those legal ones that are given.  Raises
        `PositionError` when the position does not tell what the stakes depend on, `LimitError` when the game's search
        cannot ask their questions.
        """
        query = self._query(position, limit)
        steps = stakes.thresholds(position.taken, position.tricks_left)
        payoff = query.payoff(steps)
        each: tuple[CardPayoff, ...] = ()
        if cards:
            each = query.card_payoffs(steps, payoff, position.legal_plays() if cards is True else cards)
        return OutcomeSolution(payoff, stakes.unit, each, *query.cost())

    # Control

    def cancel(self) -> None:
        """Stop the query that is running now, from any thread; it returns bounds and says ``"cancelled"``."""
        for backend in list(self._backends.values()):
            backend.cancel()

    def clear(self) -> None:
        """Give back the memory and forget what was proved."""
        self._backends.clear()

    # Inside

    def _backend(self, game: Game, rules: Rules, *, settled: bool) -> Backend:
        """Return the backend that solves a game under its rules; one engine may serve several of them."""
        engine = engine_for(game, rules, settled=settled)
        backend = self._backends.get(engine)
        if backend is None:
            backend = make_backend(engine, memory=self._memory, cpu=self._cpu, without=self._without)
            self._backends[engine] = backend
        return backend

    def _query(self, position: Position, limit: Limit | None) -> _Query:
        settled = position.strain is not None and not first_ruff(position.trick) and not position.undealt
        query = _Query(self._backend(position.game, position.rules, settled=settled), limit)
        query.load(position, keep=self._reuse)
        return query


class _Query:
    """One question or several under one limit: keeps the units already taken apart from what the backend counts."""

    __slots__ = ("_backend", "_begun", "_position", "_taken", "_to_come", "_total", "_won")

    def __init__(self, backend: Backend, limit: Limit | None) -> None:
        limit = limit or _NO_LIMIT
        self._backend = backend
        self._won: Seat | None = None  # who won a trick since the position that the query is about
        self._begun = time.perf_counter()
        backend.begin(
            nodes=limit.nodes,
            seconds=math.inf if limit.seconds is None else limit.seconds,
            # Python runs signal handlers on its main thread only.
            watch_signals=threading.get_ident() == _MAIN_THREAD().ident,
        )

    def load(self, position: Position, *, keep: bool) -> None:
        """Make `position` the one that is asked about."""
        self._position = position
        self._taken = position.taken[0]
        self._total = position.total
        self._to_come = self._total - sum(position.taken)
        self._backend.load(position, keep=keep)

    def value(self, *, near: Value | None = None) -> Value:
        """The value, or bounds when stopped; `near` is that of a position likely to have the same."""
        guess = None if near is None or not near.exact else near.ns - self._taken
        self._count_for(Side.NS)
        lower, upper = self._backend.value(0, self._to_come, guess)
        if self._position.shares_all:
            return self._whole(lower, upper)
        self._count_for(Side.EW)
        least, most = self._backend.value(lower, self._to_come)  # what is lost counts for North-South, too
        return self._both((lower, upper), (least, most))

    def at_least(self, target: int, side: Side) -> tuple[bool | None, Value]:
        """The answer, and the bounds that it settles."""
        self._count_for(side)
        need = target - self._taken if side is Side.NS else self._total - target + 1 - self._taken
        if need <= 0:
            reached: bool | None = True  # North-South have `need` anyway
        elif need > self._to_come:
            reached = False
        else:
            reached = self._backend.at_least(need)
        if reached is None:
            return None, self._known(side, 0, self._to_come)
        lower = min(max(need, 0), self._to_come) if reached else 0
        upper = self._to_come if reached else max(need - 1, 0)
        return reached is (side is Side.NS), self._known(side, lower, min(upper, self._to_come))

    def value_and_cards(self) -> tuple[Value, tuple[CardValue, ...]]:
        """The value and every legal card, in the order that costs less."""
        if not isinstance(self._backend, CardsFirst) or self._position.is_over:
            value = self.value()
            return value, self.cards(value)
        cards = tuple(
            CardValue(Card.of(index), self._whole(lower, upper)) for index, lower, upper in self._backend.all_cards()
        )
        best = max if self._position.to_move.side is Side.NS else min
        lower = best(entry.value.lower for entry in cards)
        return Value(lower, best(entry.value.upper for entry in cards), self._total), cards

    def cards(self, value: Value) -> tuple[CardValue, ...]:
        """Every legal card, with what is known of it."""
        if self._position.is_over:
            return ()
        ours = self._counted_cards(value, Side.NS)
        if self._position.shares_all:
            return tuple(CardValue(card, self._whole(*bounds)) for card, bounds in ours.items())
        theirs = self._counted_cards(value, Side.EW)
        return tuple(CardValue(card, self._both(bounds, theirs[card])) for card, bounds in ours.items())

    def _counted_cards(self, value: Value, side: Side) -> dict[Card, tuple[int, int]]:
        """What is to come for North-South after every legal card where *side*'s units are what is counted."""
        lower, upper = self._to_come_of(value, side)
        if lower != upper:
            # All that is known of a single card: it cannot beat the best one.
            bounds = (0, upper) if self._position.to_move.side is Side.NS else (lower, self._to_come)
            return dict.fromkeys(self._position.legal_plays(), bounds)
        self._count_for(side)
        return {Card.of(index): (least, most) for index, least, most in self._backend.cards(lower)}

    def line(self, value: Value) -> tuple[Card, ...]:
        """Best play to the end, of the side to move for its own units; empty when these are not known."""
        side = self._position.to_move.side
        lower, upper = self._to_come_of(value, side)
        if lower != upper or self._position.is_over:
            return ()
        self._count_for(side)
        return tuple(Card.of(index) for index in self._backend.line(lower))

    def ask(self, question: Question) -> bool | None:
        """The answer to a question of stakes; `None` when stopped."""
        if question.alone is not None:
            return self._wins_alone(question.alone)
        if question.bonus:
            return self._at_least_with(question.bonus, question.need, question.side)
        if question.before_other or question.stop:
            return self._before_other(question)
        if question.streak_end is None:
            return self.at_least(question.need, question.side)[0]
        if not isinstance(self._backend, AsksStreaks):
            raise LimitError(f"the search of {self._position.game.title} cannot ask who wins all tricks up to a point")
        position = self._position
        lost = position.taken[question.side.other] or self._won in question.side.other.seats
        if position.tricks_left >= question.streak_end and lost:
            return False  # a trick of the streak is lost already
        need = question.need - position.taken[question.side]
        return self._backend.streak(question.side, need, question.streak_end)

    def _before_other(self, question: Question) -> bool | None:
        """Whether a side takes units of the whole deal before the other side takes any, or before play stops."""
        if not isinstance(self._backend, AsksCourts):
            raise LimitError(f"the search of {self._position.game.title} cannot ask which side takes units first")
        side, taken = question.side, self._position.taken
        if question.before_other and taken[side] >= question.before_other:
            return self.at_least(question.need, side)[0]
        need = question.need - taken[side]
        if need <= 0:
            return True
        if taken[side.other] or need > self._to_come or (question.stop and taken[side] >= question.stop):
            return False
        safe = question.need - question.before_other if question.before_other else 0
        stop = question.need - question.stop if question.stop else 0
        return self._backend.before_other(side, need, safe=safe, stop=stop)

    def _wins_alone(self, seat: Seat) -> bool | None:
        """Whether one player wins every trick to come, and the one that the query's own card completed."""
        if self._won not in (None, seat):
            return False
        if not isinstance(self._backend, AsksAlone):
            raise LimitError(f"the search of {self._position.game.title} cannot ask who of a side wins all tricks")
        return self._position.is_over or self._backend.alone(seat)

    def _at_least_with(self, bonus: int, need: int, side: Side) -> bool | None:
        """Whether a side takes so many units where the last trick, if it is still to come, brings `bonus` more."""
        if not isinstance(self._backend, WeighsLastTrick):
            raise LimitError(f"the search of {self._position.game.title} cannot weigh the last trick")
        if self._position.is_over:
            won = bonus if self._won is not None and self._won.side is side else 0
            return self._position.taken[side] + won >= need
        if side is Side.EW:
            need = self._total + bonus - need + 1
        need -= self._taken
        reached: bool | None = need <= 0
        if 0 < need <= self._to_come + bonus:
            reached = self._backend.at_least_with(bonus, need)
        return None if reached is None else reached is (side is Side.NS)

    def payoff(self, steps: Sequence[Threshold]) -> Payoff:
        """The highest step that is reached, by bisection; bounds when stopped."""
        low, high = 0, len(steps) - 1
        while low < high:
            middle = (low + high + 1) // 2
            reached = self._reached(steps[middle])
            if reached is None:
                break
            low, high = (middle, high) if reached else (low, middle - 1)
        return Payoff(steps[low].payoff, steps[high].payoff)

    def card_payoffs(self, steps: Sequence[Threshold], payoff: Payoff, cards: Sequence[Card]) -> tuple[CardPayoff, ...]:
        """The payoff after each of the cards, step by step for all of them, so that the table serves them all."""
        position = self._position
        maximising = position.to_move.side is Side.NS
        # No card can do better than the position, for the side to move.
        payoffs = [step.payoff for step in steps]
        lowest = 0 if maximising else payoffs.index(payoff.lower)
        highest = payoffs.index(payoff.upper) if maximising else len(steps) - 1
        low = dict.fromkeys(cards, lowest)
        high = dict.fromkeys(low, highest)
        order = range(1, len(steps)) if not maximising else range(len(steps) - 1, 0, -1)
        for step in order:
            for card, known in low.items():
                if not known < step <= high[card]:
                    continue
                after = position.copy()
                after.push(card)
                self.load(after, keep=True)
                # Who loses a trick to this card may do so without losing units.
                self._won = after.leader if after.tricks_left < position.tricks_left else None
                reached = self._reached(steps[step])
                if reached:
                    low[card] = step
                elif reached is not None:
                    high[card] = step - 1
        self.load(position, keep=True)
        self._won = None
        return tuple(CardPayoff(card, Payoff(steps[low[card]].payoff, steps[high[card]].payoff)) for card in low)

    def _reached(self, step: Threshold) -> bool | None:
        """Whether North-South get at least the payoff of a step."""
        if step.question is None:
            return True
        answer = self.ask(step.question)
        return None if answer is None else answer is step.when

    def cost(self) -> tuple[int, int, float, str | None]:
        """Nodes, trick nodes, seconds, and the limit that stopped it."""
        backend = self._backend
        return backend.nodes, backend.trick_nodes, time.perf_counter() - self._begun, backend.stopped

    def _whole(self, lower: int, upper: int) -> Value:
        return Value(self._taken + lower, self._taken + upper, self._total)

    # Where units may be nobody's: amounts are North-South's, the lost ones counted for the side that is not asked about

    def _count_for(self, side: Side) -> None:
        """Ask what *side* makes sure of, where that is not all that the other side does not."""
        if not self._position.shares_all and isinstance(self._backend, CountsForOne):
            self._backend.count_for(side)

    def _both(self, ours: tuple[int, int], theirs: tuple[int, int]) -> Value:
        """The value by what is to come for North-South, counted for them and counted for East-West."""
        most = self._total - self._taken
        return Value(
            self._taken + ours[0],
            self._taken + min(ours[1], theirs[1]),
            self._total,
            (most - theirs[1], most - max(theirs[0], ours[0])),
        )

    def _known(self, side: Side, lower: int, upper: int) -> Value:
        """The value as far as bounds tell that were found counting for *side*."""
        if self._position.shares_all:
            return self._whole(lower, upper)
        anything = (0, self._to_come)
        return self._both((lower, upper), anything) if side is Side.NS else self._both(anything, (lower, upper))

    def _to_come_of(self, value: Value, side: Side) -> tuple[int, int]:
        """Bounds on what is to come for North-South, counted for *side*."""
        lower, upper = value.bounds(side)
        if side is Side.EW:
            lower, upper = self._total - upper, self._total - lower
        return lower - self._taken, upper - self._taken


def _partners_first(leaders: Sequence[Seat]) -> list[Seat]:
    """The leaders with partners side by side: partners' values are close, and each is the first guess of the next."""
    return sorted(leaders, key=lambda seat: (seat.side, seat))
