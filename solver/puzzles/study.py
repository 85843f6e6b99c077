"""What a solution graph tells: the main line, where there is only one card, and how hard it all is.

The attackers know the solution; a defence is the harder the more it asks of them.  What it asks is counted at every
**only-move** (one group of cards reaches the goal, another does not), and once more where it is a **trap**: no card
that somebody would play who looks no further than the trick (`natural_plays`) reaches the goal.  The **main line**
is the defence that asks most, and of those the longest.

Two defences are **essentially different** when they ask for different only-moves, in cards or in order.

The **difficulty** from 1 to 5 is read off a number of points: one for each only-move and two for each trap of the main
line, two more when the first card is a trap, and one for each doubling of the number of essentially different defences.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial

from solver.cards import Card, Seat
from solver.position import Position

from .graph import Node, Play, SolutionGraph
from .judge import Judge
from .plays import Alike, alike, lowest_first, natural_plays, state_of

__all__ = ["GRADES", "Step", "Study", "natural_play_fails"]

#: Fewer points than these are the difficulties 1, 2, 3 and 4.
GRADES = (5, 8, 12, 16)

_KEY_TRAP = 2
_TRAP = 2


@dataclass(frozen=True, slots=True)
class Step:
    """One card of a line: the node that it is played in, who plays it, and the cards that come to the same.

    *tempting* are the natural plays that miss the goal, at an only-move of the attackers.
    """

    node: Node
    seat: Seat
    card: Card
    group: Alike
    attack: bool
    tempting: tuple[Card, ...] = ()
    trap: bool = False

    @property
    def only(self) -> bool:
        """Whether no other group of cards reaches the goal."""
        return self.attack and self.node.only


class Study:
    """The measures of one solution graph; each is found when it is first asked for."""

    def __init__(self, solution: SolutionGraph) -> None:
        self.solution = solution
        self._natural: dict[int, frozenset[Card]] = {}

    # Single nodes

    def natural(self, node: Node) -> frozenset[Card]:
        """Return the natural plays in the position of *node*."""
        if node.number not in self._natural:
            self._natural[node.number] = natural_plays(node.position)
        return self._natural[node.number]

    def tempting(self, node: Node) -> tuple[Card, ...]:
        """Return the natural plays that miss the goal at an attack, in card order; the lowest of each group."""
        natural = self.natural(node)
        return tuple(group[-1] for group in node.losing if group[-1] in natural)

    def is_trap(self, node: Node) -> bool:
        """Return whether no natural play reaches the goal at an attack where another card does."""
        natural = self.natural(node)
        return bool(node.winning) and bool(node.losing) and not any(group[0] in natural for group in node.winning)

    # Lines

    @cached_property
    def demands(self) -> list[tuple[int, int]]:
        """What the hardest defence asks for from each node on, in points, and how many cards the line has."""
        solution = self.solution
        asked = [(0, 0)] * len(solution.nodes)
        for node in solution.upwards():
            children = [asked[child] for _, _, child in solution.plays[node.number]]
            if not children:
                continue
            if node.kind == "defence":
                points, cards = max(children)
            else:
                points, cards = min(children)
                points += node.only + (_TRAP if self.is_trap(node) else 0)
            asked[node.number] = points, cards + 1
        return asked

    @cached_property
    def main_line(self) -> tuple[Step, ...]:
        """The defence that asks most of the attackers, and their answers, to the end of a branch."""
        return self.line_from(0)

    @cached_property
    def variations(self) -> tuple[tuple[Step, ...], ...]:
        """The lines that leave the main line with another card of a defender, and are then the hardest from there."""
        lines = []
        for place, step in enumerate(self.main_line):
            if step.attack:
                continue
            for card, group, child in self.solution.plays[step.node.number]:
                if card is not step.card:
                    other = self.step(step.node, card, group)
                    lines.append((*self.main_line[:place], other, *self.line_from(child)))
        return tuple(lines)

    def line_from(self, number: int) -> tuple[Step, ...]:
        """Return the hardest line from a node to the end of its branch."""
        steps = []
        while children := self.solution.plays[number]:
            node = self.solution.nodes[number]
            card, group, number = min(children, key=partial(self._choice, node))
            steps.append(self.step(node, card, group))
        return tuple(steps)

    def _choice(self, node: Node, play: Play) -> tuple[object, ...]:
        """Return what lines choose plays by: hard ones for the defenders, easy ones for the attackers."""
        card, _, child = play
        points, cards = self.demands[child]
        if node.kind == "attack":
            return (points, cards, *lowest_first(node.position, card))
        return (-points, -cards, card not in self.natural(node), *lowest_first(node.position, card))

    def step(self, node: Node, card: Card, group: Alike) -> Step:
        """Return *card* as a step of a line."""
        attack = node.kind == "attack"
        return Step(
            node=node,
            seat=node.position.to_move,
            card=card,
            group=group,
            attack=attack,
            tempting=self.tempting(node) if attack and node.only else (),
            trap=attack and self.is_trap(node),
        )

    # The whole

    @cached_property
    def defences(self) -> int:
        """The number of essentially different defences."""
        numbers: dict[tuple[Card, int], int] = {}
        plans: list[frozenset[int]] = [frozenset((0,))] * len(self.solution.nodes)
        for node in self.solution.upwards():
            children = self.solution.plays[node.number]
            if not children:
                continue
            following = frozenset().union(*(plans[child] for _, _, child in children))
            if node.kind == "attack" and node.only:
                card = children[0][0]
                following = frozenset(numbers.setdefault((card, plan), len(numbers) + 1) for plan in following)
            plans[node.number] = following
        return len(plans[0])

    @property
    def only_moves(self) -> int:
        """The only-moves of the main line."""
        return sum(step.only for step in self.main_line)

    @property
    def traps(self) -> int:
        """The traps of the main line."""
        return sum(step.trap for step in self.main_line)

    @cached_property
    def points(self) -> int:
        """The points of the difficulty."""
        key = _KEY_TRAP if self.main_line and self.main_line[0].trap else 0
        return self.only_moves + _TRAP * self.traps + key + (self.defences.bit_length() - 1)

    @property
    def difficulty(self) -> int:
        """From 1, easy, to 5."""
        return 1 + sum(self.points >= limit for limit in GRADES)


def natural_play_fails(position: Position, judge: Judge) -> bool:
    """Return whether the attackers miss the goal when they only make natural plays, even the best choice of them."""
    seen: dict[object, bool] = {}
    at = position.copy()

    def reaches() -> bool:
        decided = judge.decided(at)
        if decided is not None:
            return decided
        key = state_of(at)
        if key not in seen:
            groups = alike(at)
            if at.to_move.side is judge.goal.side:
                good = natural_plays(at) & judge.winning(at)
                seen[key] = any(after(group[-1]) for group in groups if group[-1] in good)
            else:
                seen[key] = all(after(group[-1]) for group in groups)
        return seen[key]

    def after(card: Card) -> bool:
        at.push(card)
        answer = reaches()
        at.undo()
        return answer

    return not reaches()
