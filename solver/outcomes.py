"""What recorded deals and single positions pay under their rules, beside the units that they bring.

A game's scorer knows what a deal can be played for (`Scorer.objectives`) and what that depends on: who called, the
contract, the state of the match.  This module gathers those facts, from a record or from words given with a position,
and asks the search.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from .analysis import Budget, beginning
from .cards import Card, Seat
from .errors import LimitError
from .games import Game, Rules
from .games.scorer import DealFacts, Scorer, WonTrick
from .games.stakes import Stakes
from .position import Position
from .record import Record
from .results import Limit, OutcomeSolution, Payoff
from .scoring import deal_facts
from .solve import Searcher

__all__ = [
    "OutcomeMistake",
    "OutcomeReport",
    "objectives",
    "outcome_report",
    "position_outcome",
    "record_outcome",
    "stakes_of",
]

#: Games in which the seat after the dealer leads, so that a whole deal tells who dealt.
_DEALER_TELLS_LEADER = frozenset({"coinche", "dehla-pakad"})


@dataclass(frozen=True, slots=True)
class OutcomeMistake:
    """A recorded card after which the deal paid the player's side less; fields as in `Mistake`, in what is paid."""

    ply: int
    trick: int
    seat: Seat
    card: Card
    cost: int
    better: tuple[Card, ...]
    before: Payoff
    after: Payoff


@dataclass(frozen=True, slots=True)
class OutcomeReport:
    """What a recorded deal pays after its play, which recorded cards cost some of that, and how many were not examined.

    Recorded cards are left unexamined, from the first on, when a search was stopped, and before a revoke.
    """

    objective: str
    outcome: OutcomeSolution
    mistakes: tuple[OutcomeMistake, ...] = ()
    unchecked: int = 0


def objectives(game: Game, rules: Rules) -> tuple[str, ...]:
    """Return what deals of *game* can be played for beside units; empty for a game that has no score."""
    scorer = game.scorer(rules)
    return () if scorer is None else scorer.objectives


def stakes_of(game: Game, rules: Rules, facts: DealFacts, objective: str) -> Stakes:
    """Return the stakes of a deal by the name of the objective.

    Raises `LimitError` for a game without a score and for an unknown objective, and a `HakemError` where something that
    the stakes depend on is not known.
    """
    scorer: Scorer[Any] | None = game.scorer(rules)
    if scorer is None:
        raise LimitError(f"{game.name} under {rules} has no score to play for")
    if objective not in scorer.objectives:
        raise LimitError(f"expected one of the objectives units, {', '.join(scorer.objectives)}, not {objective!r}")
    state, _ = scorer.before(None, facts)
    return scorer.stakes(state, facts, objective)


def record_outcome(
    record: Record,
    position: Position,
    searcher: Searcher,
    objective: str,
    *,
    cards: bool = True,
    limit: Limit | None = None,
) -> OutcomeSolution:
    """Return what *position*, which the play of *record* led to, pays under *objective*."""
    facts = replace(deal_facts(record), waiting=position.waiting)
    stakes = stakes_of(position.game, position.rules, facts, objective)
    return searcher.outcome(position, stakes, cards=cards, limit=limit)


def outcome_report(
    record: Record, position: Position, searcher: Searcher, objective: str, *, limit: Limit | None = None
) -> OutcomeReport:
    """Return what *position*, which the play of *record* led to, pays, and the recorded cards that cost some of it.

    A card costs what best play for *objective* pays less after it than before it.  *limit* holds for all together; a
    search that it stops leaves cards unexamined.  Pass a searcher made with ``reuse=True``, or it begins anew at every
    card.  Raises as `stakes_of` does, and where some position of the play does not tell what it is played for.
    """
    searcher.clear()  # or node counts would depend on what this searcher did before
    searcher.expect(beginning(position))  # or each trick back would begin anew
    budget = Budget(limit)
    facts = deal_facts(record)

    def found(at: Position, *, cards: bool) -> OutcomeSolution:
        done = (len(record.trick) + len(at.history)) // 4
        before = replace(facts, tricks=facts.tricks[:done], left=at.tricks_left, waiting=at.waiting, revoke=None)
        stakes = stakes_of(at.game, at.rules, before, objective)
        solution = searcher.outcome(at, stakes, cards=cards, limit=budget.rest())
        budget.count(solution)
        return solution

    now = position.copy()
    outcome = found(now, cards=True)
    after = outcome.payoff
    unchecked = len(now.history)
    mistakes = []
    while unchecked and after.exact and facts.revoke is None:
        card = now.undo()
        side = now.to_move.side
        held = after.of(side)
        payoff = after if len(now.legal_plays()) == 1 else found(now, cards=False).payoff
        if not payoff.exact:
            break
        if payoff.of(side) > held:
            listed = found(now, cards=True)
            if not listed.exact:
                break
            better = tuple(entry.card for entry in listed.cards if entry.payoff == payoff)
            cost = payoff.of(side) - held
            trick = (len(record.trick) + unchecked - 1) // 4 + 1
            mistakes.append(OutcomeMistake(unchecked, trick, now.to_move, card, cost, better, payoff, after))
        after = payoff
        unchecked -= 1
    whole = replace(
        outcome, nodes=budget.nodes, trick_nodes=budget.trick_nodes, seconds=budget.seconds, stopped=budget.stopped
    )
    return OutcomeReport(objective, whole, tuple(reversed(mistakes)), unchecked)


def position_outcome(
    position: Position,
    searcher: Searcher,
    objective: str,
    *,
    tags: Mapping[str, str],
    cards: bool = True,
    limit: Limit | None = None,
) -> OutcomeSolution:
    """Return what *position* pays under *objective*; *tags* say by the names of file tags what it does not tell itself.

    What was played on the position object counts as played in the deal, and who leads to the first trick of a whole
    deal tells who called or dealt where no tag does.  The tags are `Hakem`, `Target`, `Kot`, `Contract`, `Declarer`,
    `Belote`, `Dealer`, `MatchScore`, `Streak` and so on.
    """
    words = {name.lower(): value for name, value in tags.items()}

    def seat(name: str) -> Seat | None:
        return Seat.parse(words[name]) if name in words else None

    first, tricks = _walked(position)
    whole = not any(first.taken) and first.tricks_left == position.game.hand_size
    dealer, leader = seat("dealer"), seat("leader")
    if leader is None and whole and position.game.name not in _DEALER_TELLS_LEADER:
        leader = first.leader  # it tells the hakem
    elif leader is None and dealer is None and whole:
        dealer = next(each for each in Seat if each.next(position.direction) is first.leader)
    facts = DealFacts(
        tags=words,
        strain=position.strain,
        dealer=dealer,
        hakem=seat("hakem"),
        declarer=seat("declarer"),
        leader=leader,
        tricks=tricks,
        before=first.taken,
        from_start=whole,
        left=position.tricks_left,
        waiting=position.waiting,
        revoke=None,
        contract=words.get("contract"),
        hands=first.hands,
    )
    stakes = stakes_of(position.game, position.rules, facts, objective)
    return searcher.outcome(position, stakes, cards=cards, limit=limit)


def _walked(position: Position) -> tuple[Position, tuple[WonTrick, ...]]:
    """Return the position in which *position* began, and the tricks that were completed on it."""
    first = beginning(position)
    at = first.copy()
    tricks = []
    for card in position.history:
        leader, trick, left = at.leader, (*at.trick, card.plain), at.tricks_left
        at.push(card)
        if at.tricks_left < left:
            tricks.append(WonTrick(leader, trick, at.leader, at.taken, at.strain))
    return first, tuple(tricks)
