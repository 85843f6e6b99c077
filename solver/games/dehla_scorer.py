"""Dehla Pakad rounds and matches as files record them: from facts and tags to a score, and what does not agree.

What a file says outright holds against what would follow from the rounds before it, and the difference is named. A
round whose play is recorded in part is scored from its `Result`, or as soon as all four tens are taken and no option
asks for the tricks (`solver.games.dehla_results`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Final, Literal

from solver.cards import Direction, Rank, Seat, Strain
from solver.errors import ParseError, RulesError
from solver.games.dehla_match import DehlaMatch
from solver.games.dehla_pile import collect_trick
from solver.games.dehla_results import Taken, counted_unit, decided
from solver.games.dehla_rules import DehlaPakadRules
from solver.games.dehla_stakes import DehlaStakes
from solver.games.dehla_tags import begun, compared, deal_score
from solver.games.pile import Pile
from solver.games.scorer import DealFacts, Pair, Scored, Scorer
from solver.games.stakes import Stakes

__all__ = ["DehlaScorer"]

_TEN = 14  # more than the tricks of a deal, so that one number counts both


_OBJECTIVES: Final[Mapping[str, Literal["round", "match"]]] = {"round": "round", "match": "match"}


@dataclass(frozen=True, slots=True)
class DehlaScorer(Scorer[DehlaMatch]):
    """Scores Dehla Pakad in rounds won, in points that the rules give for them, or in kots."""

    objectives: ClassVar[tuple[str, ...]] = tuple(_OBJECTIVES)

    rules: DehlaPakadRules

    @property
    def unit(self) -> str:
        """What a match is counted in: rounds, points or kots."""
        return self.rules.score_unit

    @property
    def taken_unit(self) -> str:
        """What a round is won by: tens, card points or tricks."""
        return counted_unit(self.rules)

    def before(self, state: DehlaMatch | None, facts: DealFacts) -> tuple[DehlaMatch, tuple[str, ...]]:
        """Return the match before the round: what the rounds before led to, and what tags say instead.

        Raises `ParseError` where nothing tells who deals, and for tags that cannot be read.
        """
        differences: list[str] = []
        dealer = self._dealer(facts)
        first = state is None
        if state is None:
            if dealer is None:
                raise ParseError("expected to know the dealer for the score (tag Dealer, or Leader of a whole deal)")
            state = DehlaMatch(self.rules, dealer)
        elif dealer is not None and dealer is not state.dealer:
            differences.append(
                f"the deal is {dealer.word}'s, the rounds before make it {state.dealer.word}'s; what is recorded holds"
            )
            state = replace(state, dealer=dealer)
        state, contradicted = begun(state, facts.tags, first=first)
        return state, (*differences, *contradicted)

    def stakes(self, state: DehlaMatch, facts: DealFacts, objective: str) -> Stakes:
        """Return the stakes: the round, or what it brings in the match."""
        known = _OBJECTIVES.get(objective)
        if known is None:
            return Scorer.stakes(self, state, facts, objective)
        return DehlaStakes(state, known, facts.waiting)

    def score(self, state: DehlaMatch, facts: DealFacts) -> Scored[DehlaMatch]:
        """Score the round, and compare `Result` and `DealScore` with it.

        Raises `RulesError` for a revoke, which no rules punish, and for a round that is not decided.
        """
        if facts.revoke is not None:
            raise RulesError(f"{facts.revoke}; {self.rules} have no penalty for it")
        found = decided(state, self._taken(facts), facts.tags)
        score = found.step.score
        return Scored(
            points=deal_score(score, state.rules),
            bonus=(0, 0),
            units=found.amounts,
            winner=score.winner,
            outcome=found.outcome,
            after=found.step.after,
            differences=(*found.differences, *compared(facts.tags, score, state.rules)),
        )

    def _dealer(self, facts: DealFacts) -> Seat | None:
        """Return the dealer as the tags tell him, else as the first lead does."""
        if facts.dealer is not None:
            return facts.dealer
        if facts.leader is None or not facts.from_start:
            return None
        back = Direction.CLOCKWISE if self.rules.direction is Direction.ANTICLOCKWISE else Direction.ANTICLOCKWISE
        return facts.leader.next(back)

    def _taken(self, facts: DealFacts) -> Taken:
        """Return what the recorded play brought both sides."""
        units, played = facts.tricks[-1].taken if facts.tricks else facts.before, len(facts.tricks)
        if not facts.from_start:
            return Taken(units=units, played=played)
        tens, tricks = self._collected(facts)
        return Taken(units=units, tens=tens, tricks=tricks, played=played, whole=not facts.left)

    def _collected(self, facts: DealFacts) -> tuple[Pair, Pair]:
        """Return the tens and the tricks that both sides took in the recorded play."""
        middle = Pile()
        units = [0, 0]
        for place, trick in enumerate(facts.tricks, 1):
            worth = 1 + _TEN * sum(card.rank is Rank.TEN for card in trick.cards)
            if self.rules.collect == "trick":
                units[trick.winner.side] += worth
                continue
            last = not facts.left and place == len(facts.tricks)
            known = isinstance(trick.strain, Strain)
            ns, ew, middle = collect_trick(middle, worth, trick.winner, last=last, known=known, rules=self.rules)
            units = [units[0] + ns, units[1] + ew]
        (ns_tens, ns_tricks), (ew_tens, ew_tricks) = (divmod(side, _TEN) for side in units)
        return (ns_tens, ew_tens), (ns_tricks, ew_tricks)
