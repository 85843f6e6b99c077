"""What an adviser answers: candidates, what they are worth to the side of the seat that asked, and how sure that is.

Payoffs are those of the asking seat's side, in the unit of the objective; what one side gets the other loses.
"""

from __future__ import annotations

from dataclasses import dataclass

from solver.advice.statistics import Difference
from solver.cards import Card, Seat, Strain
from solver.games import Game, Rules
from solver.games.coinche.auction import Call

__all__ = ["Action", "Advice", "Ask", "CandidateAdvice", "NewDeal", "TrumpCall"]


@dataclass(frozen=True, slots=True, order=True)
class TrumpCall:
    """A trump, or none, and how many tricks are undertaken with it (0: only to win the deal)."""

    strain: Strain
    target: int = 0

    def __str__(self) -> str:
        return f"{self.strain.letter} {self.target}" if self.target else self.strain.letter


@dataclass(frozen=True, slots=True)
class Ask:
    """To ask for a hidden trump that one does not know, and to choose a card once it is shown."""

    def __str__(self) -> str:
        return "ask"


#: What can be advised: a card to play, to ask for the trump, a trump to call, a call of the auction.
Action = Card | Ask | TrumpCall | Call


@dataclass(frozen=True, slots=True)
class CandidateAdvice:
    """One candidate: what it is worth on average over the worlds, and against the best.

    `win` is the share of the worlds in which it is paid something (`None` where the payoff is a chance itself);
    `error` the standard error of `mean`.  `distribution` gives how much of the weight each payoff has, in ascending
    order.  `difference` is that to the best candidate, at most 0 on average and compared world by world; `None` for the
    best itself.  `equal`: paid the same as the best in every world.
    """

    action: Action
    mean: float
    error: float
    win: float | None
    distribution: tuple[tuple[float, float], ...]
    difference: Difference | None
    equal: bool = False

    @property
    def close(self) -> bool:
        """Whether it may be as good as the best for all that the worlds tell."""
        return self.difference is not None and not self.difference.settled


@dataclass(frozen=True, slots=True)
class NewDeal:
    """That the hakem may ask for a new deal by the option *redeal*, whose value is `rule`, and whether he should.

    What he can expect of a fresh deal lies between `low` and `high`, means over `deals` of them in the unit of the
    advice; `None` where fresh deals were not looked at.  `worth` is true where even the lower one is surely more than
    the best candidate brings, false where the upper one is surely less, and `None` where neither is settled.
    """

    rule: str
    deals: int = 0
    low: float | None = None
    high: float | None = None
    worth: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """The candidates, the best first, and what the answer rests on.

    `kind` is "play", "trump" or "bid".  `worlds` were examined of `count` consistent ones; `complete` says that those
    were all, so that nothing is left to chance.  `effective` is the effective number of worlds once they are weighted
    by `models`.  `stopped` says why fewer worlds were examined than allowed: "clear" or "seconds".  `bounded` counts
    the worlds in which a limit on the search left bounds, whose middle was taken.  `new_deal` is there where the hakem
    may ask for one.
    """

    kind: str
    game: Game
    rules: Rules
    seat: Seat
    objective: str
    unit: str
    candidates: tuple[CandidateAdvice, ...]
    worlds: int
    count: int
    complete: bool
    effective: float
    confidence: float
    seed: int
    method: str
    models: tuple[str, ...]
    seconds: float
    stopped: str | None = None
    bounded: int = 0
    facts: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    new_deal: NewDeal | None = None

    @property
    def best(self) -> Action:
        """The candidate with the highest mean."""
        return self.candidates[0].action

    @property
    def too_close(self) -> tuple[CandidateAdvice, ...]:
        """The candidates that may be as good as the best, those excepted that were paid the same in every world."""
        return tuple(candidate for candidate in self.candidates[1:] if candidate.close and not candidate.equal)

    @property
    def equals(self) -> tuple[CandidateAdvice, ...]:
        """The candidates that were paid the same as the best in every world."""
        return tuple(candidate for candidate in self.candidates[1:] if candidate.equal)
