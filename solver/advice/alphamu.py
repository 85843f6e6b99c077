"""Alpha-mu: plays are compared by what a strategy gets that cannot tell the worlds apart, instead of one that can.

Perfect information Monte Carlo lets the asking seat play every world as if it saw all hands from the next trick on, so
that it values plans that nobody could carry out (strategy fusion), and it never asks what an earlier choice gave away
(non-locality).  Alpha-mu (T. Cazenave and V. Ventos, "The alpha-mu search algorithm for the game of Bridge", 2020)
looks at the next `moves` decisions of the seat without that: a decision is the same in all worlds that look the same.
What a strategy gets is then a vector, with what it is paid in each world; of strategies that start with a play only
those are kept whose vectors no other one equals or beats everywhere, its Pareto front.

* The seat's own turn: the fronts of its cards together.  The same card in all worlds.
* An opponent's turn: he sees all hands, so in each world he takes what is worst for the seat among the cards that he
  may play there; every vector of one card's front meets every vector of the others', entry by entry the smaller.
* The partner's turn: he plays for the seat and sees his own hand, no other.  In worlds in which he holds the same cards
  he plays the same card; from one hand to another he may play differently.
* Past the last decision that is looked at, and wherever a single world is left, worlds are solved exactly.

With `moves` = 1 that is perfect information Monte Carlo.  More moves never raise what a play is worth, which is what
the cuts rest on: a play is not searched deeper when its value from before is no better than what the best has now (root
cut), nor a position below the seat's turn when even the exact values of its worlds are no better than a vector that
another card already gets (early cut).  Worlds in which nothing more can be lost take no part in the search.

The paper's game has open partners and outcomes 0 and 1; here payoffs are the steps of a score, and fronts are of those.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from operator import ge

from solver.advice import pimc
from solver.advice.crew import Crew
from solver.advice.decisions import Decision, PlayDecision
from solver.advice.methods import Examined, Plan, Progress
from solver.advice.objectives import WorldStakes
from solver.cards import Card, Seat, Side, cards_of
from solver.games.stakes import Stakes
from solver.position import Position
from solver.results import Limit
from solver.solve import Searcher
from solver.view import View

__all__ = ["AlphaMu", "Evaluate", "Front", "PlayValue", "Strategies", "examine", "pareto"]

#: Memory of the searcher that each world has, in megabytes.
_MEMORY = 4

#: What a strategy is paid in each of some worlds.
Vector = tuple[float, ...]
#: Vectors none of which another one equals or beats everywhere.
Front = list[Vector]
#: The sides that won some tricks, and what both had taken after each.
Winners = tuple[tuple[Side, tuple[int, int]], ...]
#: Returns what a world's position is worth to the seat with open hands, and whether it is the least it can be.
Evaluate = Callable[[int, Position], tuple[float, bool]]


@dataclass(frozen=True, slots=True)
class PlayValue:
    """What a card is worth: what the best strategy that starts with it is paid in each world.

    `moves` decisions were looked at for it. A card that fell to the root cut keeps the vector of fewer moves, which is
    at most as high as its own would have been low: no better than that of the best card.
    """

    card: Card
    payoffs: Vector
    moves: int


@dataclass(frozen=True, slots=True)
class Strategies:
    """The outcome of a search: every card, and how far it went.

    `moves` decisions were looked at; `complete` says that looking at more would change nothing, as all decisions to
    come were looked at. `stopped` is "seconds" or "evaluations" when a limit kept it from `moves`.
    """

    plays: tuple[PlayValue, ...]
    moves: int
    complete: bool
    stopped: str | None
    evaluations: int


def examine(
    decision: Decision,
    worlds: Sequence[Sequence[int]],
    plan: Plan,
    *,
    crew: Crew,
    weights: Sequence[float] | None = None,
    complete: bool = False,
    on_progress: Progress | None = None,
) -> Examined:
    """Compare plays by what strategies get in all of *worlds*.

    Calls and trumps, and plays while a trump is hidden or may yet be named, are examined by perfect information Monte
    Carlo.

    A row holds what the best strategy of each card is paid in its world. `Plan.moves` decisions are looked at, fewer
    when `Plan.evaluations` or `Plan.seconds` end; how many is said in the notes. The limit of nodes is not used: a
    strategy needs exact worlds.
    """
    if not isinstance(decision, PlayDecision) or not _is_plain(decision.view):
        return pimc.examine(
            decision, worlds, plan, crew=crew, weights=weights, complete=complete, on_progress=on_progress
        )
    deadline = math.inf if plan.seconds is None else time.perf_counter() + plan.seconds
    search = AlphaMu(
        [decision.view.position(world) for world in worlds],
        _Exact(decision, worlds),
        weights=weights,
        evaluations=plan.evaluations,
        deadline=deadline,
    )
    cards = [action for action in decision.actions if isinstance(action, Card)]
    found = search.search(plan.moves, cards=cards)
    if on_progress is not None:
        on_progress(len(worlds), len(worlds))
    said = "all decisions to come" if found.complete else f"{found.moves} of the seat's decisions"
    limited = f", a limit of {found.stopped} kept it from more" if found.stopped else ""
    shown = decision.objective.shown
    columns = [[shown(payoff) for payoff in play.payoffs] for play in found.plays]
    rows = list(zip(*columns, strict=True))
    return Examined(rows, notes=(f"alpha-mu looked at {said}{limited}",))


def _is_plain(view: View) -> bool:
    """Tell whether cards are all that is played: nobody asks for a trump or names one."""
    return view.table.strain is not None or view.game.trump_mode(view.rules).fixed_by == "card"


class _Exact:
    """What a world's position is worth to the seat that decides, by an exact search."""

    def __init__(self, decision: PlayDecision, worlds: Sequence[Sequence[int]]) -> None:
        self._decision = decision
        self._worlds = worlds
        self._side = decision.view.seat.side
        # A searcher keeps what it has proved as long as it stays with one deal, so that each world needs its own.
        self._searchers = [Searcher(memory_mb=_MEMORY, reuse=True) for _ in worlds]
        #: Who won the tricks that were completed since, by their cards; stakes by that, and in each world.
        self._winners: dict[tuple[Card, ...], Winners] = {}
        self._by_winners: dict[Winners, WorldStakes] = {}
        self._stakes: dict[tuple[int, Winners], Stakes] = {}

    def __call__(self, world: int, position: Position) -> tuple[float, bool]:
        """Return what it is worth, and whether it cannot be less."""
        stakes = self._stakes_of(world, position)
        steps = stakes.thresholds(position.taken, position.tricks_left)
        # The steps ascend for North-South.
        least = steps[0] if self._side is Side.NS else steps[-1]
        if len(steps) == 1:
            return self._sign(least.payoff), True
        payoff = self._searchers[world].outcome(position, stakes, limit=Limit()).payoff.of(self._side)
        return float(payoff), payoff == self._sign(least.payoff)

    def _sign(self, payoff: int) -> float:
        return float(payoff if self._side is Side.NS else -payoff)

    def _stakes_of(self, world: int, position: Position) -> Stakes:
        """Return the stakes of a world there: what can still be paid may depend on who won the tricks since."""
        history, view = position.history, self._decision.view
        since = history[: len(history) - len(position.trick)] if len(history) + len(view.table.trick) >= 4 else ()
        winners = self._winners.get(since)
        if winners is None:
            winners = self._winners[since] = _winners(view, since)
        known = self._stakes.get((world, winners))
        if known is None:
            stakes = self._by_winners.get(winners)
            if stakes is None:
                after = replace(view, played=view.played + since)
                stakes = WorldStakes(after, self._decision.objective, world=self._worlds[world])
                self._by_winners[winners] = stakes
            known = self._stakes[world, winners] = stakes.of(self._worlds[world])
        return known


def _winners(view: View, cards: Sequence[Card]) -> Winners:
    """Return the sides that win the tricks which *cards* complete, and what both have taken after each."""
    game, rules, table = view.game, view.rules, view.table
    leader, trick, strain, taken, carry = table.leader, table.trick, table.strain, table.taken, table.carry
    left = table.tricks_left
    found = []
    for card in cards:
        seat = leader.next(rules.direction, steps=len(trick))
        strain = game.strain_after(strain, card, card.bit, trick, rules, seat=seat)  # type: ignore[assignment]  # plain
        trick = (*trick, card)
        if len(trick) == 4:
            leader = leader.next(rules.direction, steps=game.winner(trick, strain, rules))
            left -= 1
            ns, ew, carry = game.collect(trick, leader, last=not left, strain=strain, rules=rules, carry=carry)
            taken = (taken[0] + ns, taken[1] + ew)
            found.append((leader.side, taken))
            trick = ()
    return tuple(found)


class _StoppedError(Exception):
    """A limit was reached."""


class AlphaMu:
    """A search for one decision.

    *positions* are the worlds at that moment: the same cards of the seat to move, the same trick. *evaluate* is asked
    about a position of world number *i* and is exact.
    *weights* say how much each world counts, by default the same. At most *evaluations* worlds are solved, and nothing
    is begun after *deadline* (`time.perf_counter`).
    """

    def __init__(
        self,
        positions: Sequence[Position],
        evaluate: Evaluate,
        *,
        weights: Sequence[float] | None = None,
        evaluations: int | None = None,
        deadline: float = math.inf,
    ) -> None:
        self._begun = list(positions)
        self._positions: list[Position] = []
        self._evaluate = evaluate
        self._weights = [1.0] * len(self._begun) if weights is None else list(weights)
        self._whole = math.fsum(self._weights)
        self._limit = math.inf if evaluations is None else evaluations
        self._deadline = deadline
        first = self._begun[0]
        self._seat: Seat = first.to_move
        self._side: Side = first.to_move.side
        self._known: dict[tuple[object, ...], tuple[float, bool]] = {}
        self._evaluations = 0
        self._limits_hold = True
        #: Whether some decision was not looked at, in the last search.
        self._cut_short = False

    def search(self, moves: int, *, cards: Iterable[Card] | None = None) -> Strategies:
        """Compare *cards*, by default all legal ones, looking at up to *moves* decisions of the seat.

        The first decision is always looked at, whatever the limits.
        """
        worlds = tuple(range(len(self._begun)))
        chosen = list(self._begun[0].legal_plays() if cards is None else cards)
        self._positions = [position.copy() for position in self._begun]
        self._limits_hold = False
        plays = self._deepened(chosen, {}, worlds, 1)
        self._limits_hold = True
        done, complete, stopped = 1, not self._cut_short, None
        try:
            while done < moves and not complete:
                plays = self._deepened(chosen, plays, worlds, done + 1)
                done, complete = done + 1, not self._cut_short
        except _StoppedError as stop:
            stopped = str(stop)
        return Strategies(tuple(plays[card] for card in chosen), done, complete, stopped, self._evaluations)

    def front(self, moves: int) -> Front:
        """Return the front of the whole position, when *moves* decisions are looked at; limits do not hold."""
        self._positions = [position.copy() for position in self._begun]
        self._limits_hold = False
        worlds = tuple(range(len(self._begun)))
        return self._own(worlds, moves, self._values(worlds)[0])

    def _deepened(
        self, cards: Sequence[Card], before: dict[Card, PlayValue], worlds: tuple[int, ...], moves: int
    ) -> dict[Card, PlayValue]:
        """Return the values of *cards* when *moves* decisions are looked at; *before* with one decision less."""
        self._cut_short = False
        plays = dict(before)
        order = sorted(cards, key=lambda card: -self._mean(before[card].payoffs)) if before else cards
        best = -math.inf
        for card in order:
            if before and self._mean(before[card].payoffs) <= best:
                continue  # root cut: deeper it can only be worth less
            front = self._after(card, worlds, moves - 1, [])
            payoffs = max(front, key=lambda vector: (self._mean(vector), vector))
            plays[card] = PlayValue(card, payoffs, moves)
            best = max(best, self._mean(payoffs))
        return plays

    def _mean(self, payoffs: Vector) -> float:
        """Return the mean of a vector over all worlds."""
        products = (weight * payoff for weight, payoff in zip(self._weights, payoffs, strict=True))
        return math.fsum(products) / self._whole

    # Fronts

    def _front(self, worlds: tuple[int, ...], moves: int, alpha: Front) -> Front:
        """Return the front over *worlds*, which look the same, when *moves* more decisions are looked at.

        Vectors that one of *alpha* equals or beats everywhere may be missing or too high.
        """
        ceiling, open_worlds = self._values(worlds)
        if len(open_worlds) <= 1 or any(_covers(vector, ceiling) for vector in alpha):
            return [ceiling]
        if not moves:
            self._cut_short = True
            return [ceiling]
        if len(open_worlds) < len(worlds):
            # In the other worlds every strategy gets what is certain.
            places = [worlds.index(world) for world in open_worlds]
            known = [
                tuple(vector[place] for place in places)
                for vector in alpha
                if _covers(_replaced(vector, places, (math.inf,) * len(places)), ceiling)
            ]
            front = self._front_of_open(open_worlds, moves, known, tuple(ceiling[place] for place in places))
            return [_replaced(ceiling, places, vector) for vector in front]
        return self._front_of_open(worlds, moves, alpha, ceiling)

    def _front_of_open(self, worlds: tuple[int, ...], moves: int, alpha: Front, ceiling: Vector) -> Front:
        """Return the front over worlds in which something can still be lost; none is higher than *ceiling*."""
        seat = self._positions[worlds[0]].to_move
        if seat is self._seat:
            return self._own(worlds, moves, ceiling)
        if seat.side is self._side:
            return self._partners(worlds, moves, ceiling)
        return self._opponents(worlds, moves, alpha)

    def _own(self, worlds: tuple[int, ...], moves: int, ceiling: Vector) -> Front:
        """The seat's turn: one card for all worlds."""
        legal = self._positions[worlds[0]].legal_plays()
        left = moves - (len(legal) > 1)  # a forced card is no decision
        front: Front = []
        for card in legal:
            front = pareto([*front, *self._after(card, worlds, left, front)])
            if ceiling in front:
                return [ceiling]
        return front

    def _opponents(self, worlds: tuple[int, ...], moves: int, alpha: Front) -> Front:
        """An opponent's turn: in each world the card that is worst for the seat."""
        front: Front = [(math.inf,) * len(worlds)]
        for card, places in self._choices(worlds):
            found = self._after(card, tuple(worlds[place] for place in places), moves, [])
            front = pareto(
                _replaced(vector, places, [min(vector[place], other[i]) for i, place in enumerate(places)])
                for vector in front
                for other in found
            )
            if alpha and all(any(_covers(known, vector) for known in alpha) for vector in front):
                break  # early cut: further cards only make it worse
        return front

    def _partners(self, worlds: tuple[int, ...], moves: int, ceiling: Vector) -> Front:
        """The partner's turn: for each of the hands that he may have one card."""
        hands: dict[int, list[int]] = {}
        partner = self._seat.partner
        for place, world in enumerate(worlds):
            hands.setdefault(self._positions[world].hands[partner], []).append(place)
        front: Front = [(-math.inf,) * len(worlds)]
        for card, places in self._choices(worlds):
            found = self._after(card, tuple(worlds[place] for place in places), moves, [])
            groups = [group for hand, group in hands.items() if hand & card.bit and set(group) <= set(places)]
            met: list[Vector] = []
            for vector in front:
                for other in found:
                    offered = _replaced(vector, places, other)
                    met += _selections(vector, offered, groups)
            front = pareto(met)
            if ceiling in front:
                return [ceiling]
        return front

    def _choices(self, worlds: tuple[int, ...]) -> list[tuple[Card, list[int]]]:
        """Return the cards that may be played in some of the worlds, with the places of these, in index order."""
        where: dict[int, list[int]] = {}
        for place, world in enumerate(worlds):
            for card in cards_of(self._positions[world].legal_mask()):
                where.setdefault(card.index, []).append(place)
        return [(Card.of(index), places) for index, places in sorted(where.items())]

    def _after(self, card: Card, worlds: tuple[int, ...], moves: int, alpha: Front) -> Front:
        """Return the front after *card*, which may be played in all of *worlds*."""
        for world in worlds:
            self._positions[world].push(card)
        front = self._front(worlds, moves, alpha)
        for world in worlds:
            self._positions[world].undo()
        return front

    def _values(self, worlds: tuple[int, ...]) -> tuple[Vector, tuple[int, ...]]:
        """Return what the worlds are worth with open hands, and those in which it could still become less."""
        values = []
        still = []
        for world in worlds:
            position = self._positions[world]
            key = (world, position.key(), position.taken)
            known = self._known.get(key)
            if known is None:
                if self._limits_hold:
                    self._check()
                known = self._known[key] = self._evaluate(world, position)
                self._evaluations += 1
            values.append(known[0])
            if not known[1]:
                still.append(world)
        return tuple(values), tuple(still)

    def _check(self) -> None:
        """Stop where a limit is reached."""
        if self._evaluations >= self._limit:
            raise _StoppedError("evaluations")
        if time.perf_counter() >= self._deadline:
            raise _StoppedError("seconds")


def pareto(vectors: Iterable[Vector]) -> Front:
    """Return those of *vectors* that no other one equals or beats everywhere, in descending order.

    >>> pareto([(0, 1), (1, 0), (0, 0), (1, 0)])
    [(1, 0), (0, 1)]
    """
    front: Front = []
    for vector in sorted(set(vectors), reverse=True):  # what beats a vector everywhere comes before it
        if not any(_covers(kept, vector) for kept in front):
            front.append(vector)
    return front


def _covers(high: Vector, low: Vector) -> bool:
    """Tell whether *high* equals or beats *low* everywhere."""
    return all(map(ge, high, low))


def _replaced(vector: Vector, places: Sequence[int], values: Sequence[float]) -> Vector:
    """Return *vector* with *values* in *places*."""
    entries = list(vector)
    for place, value in zip(places, values, strict=True):
        entries[place] = value
    return tuple(entries)


def _selections(old: Vector, new: Vector, groups: Sequence[Sequence[int]]) -> list[Vector]:
    """Return the vectors that take each of *groups* from *old* or from *new*, where neither is better throughout."""
    found = [old]
    for group in groups:
        mine = [old[place] for place in group]
        theirs = [new[place] for place in group]
        if all(map(ge, mine, theirs)):
            continue
        taken = [_replaced(vector, group, theirs) for vector in found]
        found = taken if all(map(ge, theirs, mine)) else found + taken
    return found
