"""What recorded deals and single positions pay under their rules, beside the units that they bring.

A game's scorer knows what a deal can be played for (`Scorer.objectives`) and what that depends on: who called, the
contract, the state of the match.  This module gathers those facts, from a record or from words given with a position,
and asks the search.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .cards import Seat
from .errors import LimitError
from .games import Game, Rules
from .games.scorer import DealFacts, Scorer
from .games.stakes import Stakes
from .position import Position
from .record import Record
from .results import Limit, OutcomeSolution
from .scoring import deal_facts
from .solve import Searcher

__all__ = ["objectives", "position_outcome", "record_outcome", "stakes_of"]


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
    stakes = stakes_of(position.game, position.rules, deal_facts(record), objective)
    return searcher.outcome(position, stakes, cards=cards, limit=limit)


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

    They are `Hakem`, `Target`, `Kot`, `Contract`, `Declarer`, `Belote`, `Dealer`, `MatchScore`, `Streak` and so on.
    """
    words = {name.lower(): value for name, value in tags.items()}

    def seat(name: str) -> Seat | None:
        return Seat.parse(words[name]) if name in words else None

    facts = DealFacts(
        tags=words,
        strain=position.strain,
        dealer=seat("dealer"),
        hakem=seat("hakem"),
        declarer=seat("declarer"),
        leader=seat("leader"),
        tricks=(),
        before=position.taken,
        from_start=False,
        left=position.tricks_left,
        revoke=None,
        contract=words.get("contract"),
        hands=position.hands,
    )
    stakes = stakes_of(position.game, position.rules, facts, objective)
    return searcher.outcome(position, stakes, cards=cards, limit=limit)
