"""The solution of a puzzle as a graph: every defence, and a play of the attackers against each that reaches the goal.

Nodes are positions and edges are plays.  Positions that are reached in several ways are one node, cards that come
to the same (`solver.puzzles.plays.alike`) one edge.  The defence is complete: a node in which the defenders play
has an edge for every group of legal cards.  Where the attackers play, the graph holds one card that reaches the
goal, or with ``every=True`` all of them; which cards do so is written on the node in any case.

A branch ends where the goal is reached (``reached``), and in the last two tricks where it is reached whatever
anybody, the attackers too, still plays (``certain``).

A graph is a `networkx.DiGraph` whose attributes are plain numbers and texts, so that any format can hold them:

    node   kind      attack, defence, reached or certain
           seat      whose turn it is ('' at the end of a branch)
           played    cards played since the puzzle began
           deal      the hands, as in files
           trick     the cards on the table
           ns, ew    units taken by each side
           winning   at an attack: the groups of cards that reach the goal, 'DA DK | C5'
           losing    at an attack: the groups that do not
           only      whether there is one group that does and another that does not
    edge   card      the card that stands for its group
           alike     the whole group
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from solver.cards import Card
from solver.errors import LimitError, PositionError
from solver.games.stakes import Question
from solver.position import Position

from .goal import Goal, decided, loses_trick
from .judge import Judge
from .plays import Alike, alike, lowest_first, representative, state_of, wins_so_far

__all__ = ["MOST_NODES", "Node", "Play", "SolutionGraph", "solution_graph", "verify"]

#: A play from a node: the card, the cards that come to the same, and the node that it leads to.
Play = tuple[Card, Alike, int]

#: A graph with more nodes is refused.
MOST_NODES = 100_000
_CERTAIN = 2  # tricks from the end in which branches are cut when nothing can go wrong


@dataclass(frozen=True, slots=True)
class Node:
    """A node of a solution graph: its number, its position, and at an attack the groups that reach the goal or not."""

    number: int
    kind: str
    position: Position
    winning: tuple[Alike, ...] = ()
    losing: tuple[Alike, ...] = ()

    @property
    def only(self) -> bool:
        """Whether one group of cards reaches the goal here and another does not."""
        return len(self.winning) == 1 and bool(self.losing)


class SolutionGraph:
    """A solution graph with the positions of its nodes; node 0 is the puzzle's own position."""

    def __init__(self, judge: Judge, *, every: bool) -> None:
        self.goal: Goal = judge.goal
        self.question: Question = judge.question
        self.every = every
        self.nodes: list[Node] = []
        self.plays: list[list[Play]] = []

    @property
    def root(self) -> Node:
        """The node of the puzzle's position."""
        return self.nodes[0]

    @cached_property
    def graph(self) -> Any:  # noqa: ANN401 - networkx has no types
        """The graph as a `networkx.DiGraph`, with the attributes that the head of this module lists."""
        import networkx as nx  # noqa: PLC0415 - heavy, and importing the library must stay quick

        graph = nx.DiGraph(goal=str(self.goal))
        for node in self.nodes:
            graph.add_node(node.number, **self._attributes(node))
        for node in self.nodes:
            for card, group, child in self.plays[node.number]:
                graph.add_edge(node.number, child, card=card.text, alike=" ".join(each.text for each in group))
        return graph

    def child(self, number: int, card: Card) -> int | None:
        """Return the node that *card*, or one that comes to the same, leads to; `None` if the graph has none."""
        return next((child for _, group, child in self.plays[number] if card in group), None)

    def played(self, node: Node) -> tuple[Card, ...]:
        """Return the cards of one line that leads to *node*."""
        return node.position.history[len(self.root.position.history) :]

    def upwards(self) -> list[Node]:
        """Return the nodes so that each comes after those it leads to."""
        return sorted(self.nodes, key=lambda node: (-len(node.position.history), node.number))

    @property
    def edges(self) -> int:
        """The number of edges."""
        return sum(len(plays) for plays in self.plays)

    def _attributes(self, node: Node) -> dict[str, str | int | bool]:
        """Return what the graph says of a node."""
        at = node.position
        return {
            "kind": node.kind,
            "seat": at.to_move.letter if node.kind in ("attack", "defence") else "",
            "played": len(self.played(node)),
            "deal": str(at.deal),
            "trick": " ".join(card.text for card in at.trick),
            "ns": at.taken[0],
            "ew": at.taken[1],
            "winning": _groups_text(node.winning),
            "losing": _groups_text(node.losing),
            "only": node.only,
        }


def solution_graph(
    position: Position,
    goal: Goal,
    judge: Judge | None = None,
    *,
    every: bool = False,
    most_nodes: int = MOST_NODES,
) -> SolutionGraph:
    """Return the solution graph of *goal* in *position*, with all plays of the attackers that reach it if *every*.

    Raises `PositionError` when the goal cannot be reached, and `LimitError` for a graph of more than *most_nodes*.
    """
    builder = _Builder(position, judge or Judge(goal, position), every=every, most_nodes=most_nodes)
    return builder.build()


class _Builder:
    """Walks through the play once and writes down every position that it meets."""

    def __init__(self, position: Position, judge: Judge, *, every: bool, most_nodes: int) -> None:
        self._at = position.copy()
        self._judge = judge
        self._most = most_nodes
        self._numbers: dict[Hashable, int] = {}
        self._certain: dict[Hashable, bool] = {}
        self._solution = SolutionGraph(judge, every=every)

    def build(self) -> SolutionGraph:
        """Return the graph of the position given."""
        if not self._judge.reaches(self._at):
            raise PositionError([f"the goal {self._solution.goal} cannot be reached"])
        self._visit()
        return self._solution

    def _visit(self) -> int:
        """Add the position, and all that follows it, unless it is there; return its number."""
        at = self._at
        key = state_of(at)
        known = self._numbers.get(key)
        if known is not None:
            return known
        number = len(self._numbers)
        if number >= self._most:
            raise LimitError(f"the solution graph has more than {self._most} nodes: ask for the answer without it")
        self._numbers[key] = number
        node, plays = self._node(number)
        self._solution.nodes.append(node)
        edges: list[Play] = []
        self._solution.plays.append(edges)
        for group in plays:
            card = representative(at, group)
            at.push(card)
            edges.append((card, group, self._visit()))
            at.undo()
        return number

    def _node(self, number: int) -> tuple[Node, tuple[Alike, ...]]:
        """Return what there is to say of the position, and the plays that the graph follows."""
        at, goal = self._at, self._solution.goal
        if self._judge.decided(at):
            return Node(number, "reached", at.copy()), ()
        if at.tricks_left <= _CERTAIN and self._cannot_fail():
            return Node(number, "certain", at.copy()), ()
        groups = alike(at)
        if at.to_move.side is not goal.side:
            return Node(number, "defence", at.copy()), groups
        cards = self._judge.winning(at)
        winning = tuple(group for group in groups if group[0] in cards)
        losing = tuple(group for group in groups if group[0] not in cards)
        plays = winning if self._solution.every else (min(winning, key=self._plainness),)
        return Node(number, "attack", at.copy(), winning, losing), plays

    def _plainness(self, group: Alike) -> tuple[object, ...]:
        """Return what to choose a play of the attackers by: one that wins the trick, then the cheapest."""
        return (not wins_so_far(self._at, group[0]), *lowest_first(self._at, group[-1]))

    def _cannot_fail(self) -> bool:
        """Return whether the goal is reached whatever either side still plays."""
        at = self._at
        decided = self._judge.decided(at)
        if decided is not None:
            return decided
        key = state_of(at)
        if key not in self._certain:
            self._certain[key] = all(self._after(card) for card in at.legal_plays())
        return self._certain[key]

    def _after(self, card: Card) -> bool:
        """Return whether the goal is reached in any case once *card* is played."""
        at, goal = self._at, self._solution.goal
        left = at.tricks_left
        at.push(card)
        certain = self._judge.decided(at, lost=loses_trick(at, left, goal.side)) is not False and self._cannot_fail()
        at.undo()
        return certain


def _groups_text(groups: tuple[Alike, ...]) -> str:
    """Write groups of cards: ``DA DK | C5``."""
    return " | ".join(" ".join(card.text for card in group) for group in groups)


def verify(solution: SolutionGraph) -> list[str]:
    """Replay every line of the graph by the rules and return what is wrong with it; an empty list when nothing is.

    No search is asked.  Every node is replayed from the node before it with checked plays; every group of legal
    cards of the defenders must be there, and a card of the attackers; a branch may end only where the goal is
    reached, or is whatever is played.
    """
    replay = _Replay(solution)
    replay.visit(solution.root.position.copy(), 0, lost=False)
    return replay.faults


class _Replay:
    """Walks over a graph with a position of its own."""

    def __init__(self, solution: SolutionGraph) -> None:
        self.faults: list[str] = []
        self._solution = solution
        self._seen: set[tuple[int, bool]] = set()
        self._safe: dict[Hashable, bool] = {}

    def visit(self, at: Position, number: int, *, lost: bool) -> None:
        """Check a node, reached by a line in which the goal's side lost a trick or not, and all that follows it."""
        if (number, lost) in self._seen:
            return
        self._seen.add((number, lost))
        solution = self._solution
        node = solution.nodes[number]
        if node.position != at:
            self._fault(at, f"node {number} is another position")
        answer = decided(solution.question, at, lost=lost)
        if node.kind in ("reached", "certain"):
            if not self._always(at, lost=lost):
                self._fault(at, "the branch ends before the goal is reached")
            return
        if answer is False:
            self._fault(at, "the goal is lost")
            return
        children = solution.plays[number]
        covered = [card for _, group, _ in children for card in group]
        legal = at.legal_plays()
        if not set(covered) <= set(legal) or len(covered) != len(set(covered)):
            self._fault(at, "there is a play that is not legal, or one twice")
        attack = at.to_move.side is solution.goal.side
        if not children or (not attack and set(covered) != set(legal)):
            self._fault(at, "a play is missing")
        for card, _, child in children:
            left = at.tricks_left
            at.play(card)
            self.visit(at, child, lost=lost or loses_trick(at, left, solution.goal.side))
            at.undo()

    def _always(self, at: Position, *, lost: bool) -> bool:
        """Return whether the goal is reached by every line of play from here."""
        answer = decided(self._solution.question, at, lost=lost)
        if answer is not None:
            return answer
        key = (state_of(at), lost)
        if key not in self._safe:
            self._safe[key] = all(self._always_after(at, card, lost=lost) for card in at.legal_plays())
        return self._safe[key]

    def _always_after(self, at: Position, card: Card, *, lost: bool) -> bool:
        """Return the same once *card* is played."""
        left = at.tricks_left
        at.play(card)
        safe = self._always(at, lost=lost or loses_trick(at, left, self._solution.goal.side))
        at.undo()
        return safe

    def _fault(self, at: Position, what: str) -> None:
        """Note a fault with the line that leads to it."""
        line = " ".join(card.text for card in at.history[len(self._solution.root.position.history) :])
        self.faults.append(f"after {line or 'no card'}: {what}")
