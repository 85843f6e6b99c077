"""Why the solution is the solution: facts of the solution graph, ready to be put into words.

Nothing here is prose; each fact says what happens and where, and the wording is the command line's.  Everything is read
off the graph and the search, so an explanation cannot say what is not so:

* the **key**, and for every other first card a line of the defence that keeps the goal from being reached;
* the **main line**, with the cards that it needs and the natural plays that would miss the goal;
* the **variations**: where a defender has another card that asks for another answer;
* what a defender **must keep**: a discard after which the attackers can run one card more in the suit, and the discards
  at which each card of a defender is of that kind (he is squeezed).
"""

from __future__ import annotations

from dataclasses import dataclass

from solver.cards import SUIT_MASKS, Card, Seat, Suit
from solver.position import Position

from .goal import loses_trick
from .graph import SolutionGraph
from .judge import Judge
from .plays import Alike, alike, lowest_first, natural_plays, strengths
from .study import Step, Study
from .suits import void
from .themes import ThemeFound, find_themes, gained, squeezed_in

__all__ = ["Explanation", "MustKeep", "Refutation", "Squeezed", "Variation", "explain", "refutation"]

_LONGEST_ANSWER = 4  # cards of the attackers' answers that a variation shows


@dataclass(frozen=True, slots=True)
class Refutation:
    """A card that misses the goal, whether it is a natural play, and a line that shows it, that card included.

    The line ends with the card that puts the goal out of reach.
    """

    group: Alike
    natural: bool
    line: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Variation:
    """Another defence: the place in the main line, the groups of cards, and the line that follows, answers included."""

    place: int
    seat: Seat
    groups: tuple[Alike, ...]
    line: tuple[Step, ...]

    @property
    def answer(self) -> Card:
        """The attackers' next card."""
        return next(step.card for step in self.line[1:] if step.attack)


@dataclass(frozen=True, slots=True)
class MustKeep:
    """A discard that a defender cannot afford: by it the attackers' *winner* can be run.

    *count* is the number of cards of *suit* that he holds before it.
    """

    place: int
    seat: Seat
    suit: Suit
    count: int
    winner: Card
    owner: Seat


@dataclass(frozen=True, slots=True)
class Squeezed:
    """A discard of a defender who can spare no card of any of the suits that he holds."""

    place: int
    seat: Seat
    suits: tuple[Suit, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """Everything there is to say about the solution of a puzzle; places count the cards of the main line from 0.

    *duals* are other first cards that reach the goal; a sound puzzle has none.
    """

    solution: SolutionGraph
    study: Study
    key: Alike
    duals: tuple[Alike, ...]
    refutations: tuple[Refutation, ...]
    main_line: tuple[Step, ...]
    variations: tuple[Variation, ...]
    must_keep: tuple[MustKeep, ...]
    squeezed: tuple[Squeezed, ...]
    themes: tuple[ThemeFound, ...]


def explain(solution: SolutionGraph, judge: Judge) -> Explanation:
    """Return the explanation of a solution graph; *judge* is that of the same puzzle."""
    study = Study(solution)
    root = solution.root
    natural = study.natural(root)
    key = solution.plays[0][0][1] if solution.plays[0] else ()
    keeps: dict[tuple[Seat, Suit, Card], MustKeep] = {}
    for place, step in enumerate(study.main_line):
        for keep in _must_keep(place, step):
            keeps.setdefault((keep.seat, keep.suit, keep.winner), keep)
    return Explanation(
        solution=solution,
        study=study,
        key=key,
        duals=tuple(group for group in root.winning if group != key),
        refutations=tuple(
            Refutation(group, group[-1] in natural, refutation(root.position, group[-1], judge))
            for group in root.losing
        ),
        main_line=study.main_line,
        variations=tuple(
            variation for place, step in enumerate(study.main_line) for variation in _variations(place, step, study)
        ),
        must_keep=tuple(keeps.values()),
        squeezed=tuple(
            Squeezed(place, step.seat, suits)
            for place, step in enumerate(study.main_line)
            if (suits := squeezed_in(step))
        ),
        themes=find_themes(study, judge),
    )


def refutation(position: Position, card: Card, judge: Judge) -> tuple[Card, ...]:
    """Return a line that begins with *card*, which misses the goal, and ends when the goal is out of reach.

    The defenders play what keeps the goal from being reached, the attackers what is natural.
    """
    at = position.copy()
    line: list[Card] = []
    lost = False
    playing: Card | None = card
    while playing is not None:
        left = at.tricks_left
        at.push(playing)
        line.append(playing)
        lost = lost or loses_trick(at, left, judge.goal.side)
        playing = None if judge.decided(at, lost=lost) is False or at.is_over else _refuting(at, judge, lost=lost)
    return tuple(line)


def _refuting(at: Position, judge: Judge, *, lost: bool) -> Card:
    """Return what is played next in a line that misses the goal."""
    groups = alike(at)
    natural = natural_plays(at)
    if at.to_move.side is not judge.goal.side and len(groups) > 1:
        reached = judge.winning(at, lost=lost)
        groups = tuple(group for group in groups if group[0] not in reached)
    card = min(groups, key=lambda group: (group[-1] not in natural, *lowest_first(at, group[-1])))
    return card[-1]


def _variations(place: int, step: Step, study: Study) -> list[Variation]:
    """Return the other cards of a defender that ask for another answer than his card of the main line."""
    if step.attack:
        return []
    solution = study.solution
    answers: dict[tuple[Card, ...], list[tuple[Alike, tuple[Step, ...]]]] = {}
    for card, group, child in solution.plays[step.node.number]:
        line = (study.step(step.node, card, group), *study.line_from(child))
        answers.setdefault(_answers(line), []).append((group, line))
    main = next(key for key, lines in answers.items() if any(line[0].card is step.card for _, line in lines))
    found = []
    for key, lines in answers.items():
        if key != main and key:
            hardest = max((line for _, line in lines), key=lambda line: sum(each.only for each in line))
            found.append(Variation(place, step.seat, tuple(group for group, _ in lines), hardest))
    return found


def _answers(line: tuple[Step, ...]) -> tuple[Card, ...]:
    """Return the first only-moves of the attackers in a line."""
    return tuple(step.card for step in line if step.only)[:1]


def _must_keep(place: int, step: Step) -> list[MustKeep]:
    """Return what a defender who discards cannot spare."""
    at = step.node.position
    if step.attack or not at.trick or not void(at, step.seat, at.trick[0].suit) or at.strain is None:
        return []
    found = []
    for suit in Suit:
        held = at.hands[step.seat] & SUIT_MASKS[suit]
        group = [group for group in alike(at) if group[0].suit is suit]
        if suit is at.trump or not group:
            continue
        strength = strengths(at)
        lowest = min((each[-1] for each in group), key=lambda card: strength[card.index])
        more = gained(at, lowest)
        if more:
            owner = next(seat for seat in Seat if at.hands[seat] & more[0].bit)
            found.append(MustKeep(place, step.seat, suit, held.bit_count(), more[0], owner))
    return found
