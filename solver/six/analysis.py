"""Everything about a recorded deal of six players: the value of its position, its cards, a line, and costly cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from solver.analysis import Budget
from solver.cards import Card
from solver.errors import LimitError, PositionError
from solver.games.dehla_stakes import DehlaStakes
from solver.results import Answer, CardPayoff, CardsSolution, Limit, Line, OutcomeSolution, Payoff, Value

from .cards import PLAYERS, Player
from .position import SixPosition
from .record import SixRecord
from .score import match_of
from .solve import MOST_CARDS, SixSearcher

__all__ = ["OBJECTIVES", "SixAnalysis", "SixMistake", "analyze_six"]

#: What a deal can be played for beside its units.
OBJECTIVES: Final[Mapping[str, Literal["round", "match"]]] = {"round": "round", "match": "match"}


@dataclass(frozen=True, slots=True)
class SixMistake:
    """A recorded card after which best play brings the player's side less.

    `ply` and `trick` count from 1; `better` are all cards that would have kept the value.
    """

    ply: int
    trick: int
    player: Player
    card: Card
    cost: int
    better: tuple[Card, ...]
    before: Value
    after: Value


@dataclass(frozen=True, slots=True)
class SixAnalysis:
    """What was found about the position after the recorded play, and about the cards that led to it.

    `cards` and `line` are `None` where the hands are too many for the search: `notes` say so. `unchecked` counts the
    recorded cards, from the first on, that were not examined. `seconds`, `nodes` and `stopped` are of all together.
    """

    record: SixRecord
    position: SixPosition
    cards: CardsSolution | None
    line: Line | None
    answer: Answer | None
    outcome: OutcomeSolution | None
    mistakes: tuple[SixMistake, ...]
    unchecked: int
    notes: tuple[str, ...]
    nodes: int
    trick_nodes: int
    seconds: float
    stopped: str | None

    @property
    def exact(self) -> bool:
        """Whether the values are known exactly."""
        return self.cards is not None and self.cards.exact and (self.answer is None or self.answer.answer is not None)


def analyze_six(
    record: SixRecord,
    searcher: SixSearcher,
    *,
    played: Sequence[Card] = (),
    at_least: int | None = None,
    objective: str | None = None,
    mistakes: bool = True,
    limit: Limit | None = None,
) -> SixAnalysis:
    """Solve the position that the play of *record*, and then the cards *played*, led to.

    With *mistakes* the cards of both are examined from the last one back.

    `at_least` asks for the side to move, *objective* (`round` or `match`) what the position pays. Cards are examined as
    far back as the search reaches. *limit* holds for all together. Raises `PositionError` where the deal or the leader
    is not known, `IllegalPlayError` for a card, `LimitError` for another objective, and a `HakemError` where something
    that the objective depends on is not known.
    """
    position = record.position()
    for card in played:
        position.play(card)
    budget = Budget(limit)
    done = len(position.history)
    if position.tricks_left > MOST_CARDS:
        note = f"{position.tricks_left} cards a hand are too many for the search: it takes {MOST_CARDS}"
        return SixAnalysis(record, position, None, None, None, None, (), done, (note,), 0, 0, 0.0, None)
    cards, line = searcher.cards_and_line(position, limit=budget.rest())
    budget.count(cards)
    answer = None
    if at_least is not None:
        answer = searcher.at_least(position, at_least, limit=budget.rest())
        budget.count(answer)
    outcome = None if objective is None else _outcome(record, position, cards, objective)
    found: list[SixMistake] = []
    now = position.copy()
    after = cards.value
    while mistakes and done and after.exact:
        card = now.undo()
        if now.tricks_left > MOST_CARDS:
            break
        player = now.to_move
        value = after
        if len(now.legal_plays()) > 1:
            value = budget.spend(searcher.value(now, limit=budget.rest())).value
            if not value.exact:
                break
        cost = value.of(player.side) - after.of(player.side)
        if cost:
            listed = searcher.cards(now, limit=budget.rest())
            budget.count(listed)
            if listed.stopped:
                break
            trick = (len(record.trick) + done - 1) // PLAYERS + 1
            found.append(SixMistake(done, trick, player, card, cost, listed.best, value, after))
        after = value
        done -= 1
    return SixAnalysis(
        record=record,
        position=position,
        cards=cards,
        line=line,
        answer=answer,
        outcome=outcome,
        mistakes=tuple(reversed(found)),
        unchecked=done,
        notes=(),
        nodes=budget.nodes,
        trick_nodes=budget.trick_nodes,
        seconds=budget.seconds,
        stopped=budget.stopped,
    )



def _outcome(record: SixRecord, position: SixPosition, cards: CardsSolution, objective: str) -> OutcomeSolution:
    """Return what the position and every card pay: more units are never worse, so that best play is the same."""
    if objective not in OBJECTIVES:
        raise LimitError(f"expected one of the objectives units, {', '.join(OBJECTIVES)}, not {objective!r}")
    if position.total != position.rules.total:
        missing = position.rules.total - position.total
        raise PositionError(f"{missing} of {position.rules.total} units are not told: say what was taken (tag Taken)")
    stakes = DehlaStakes(match_of(record)[0].core, OBJECTIVES[objective])

    def paid(value: Value) -> Payoff:
        return Payoff(stakes.payoff(value.lower), stakes.payoff(value.upper))

    each = tuple(CardPayoff(entry.card, paid(entry.value)) for entry in cards.cards)
    cost = (cards.nodes, cards.trick_nodes, cards.seconds, cards.stopped)
    return OutcomeSolution(paid(cards.value), stakes.unit, each, *cost)
