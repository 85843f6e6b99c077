"""What a decision is for: the stakes of the deal as the adviser puts them, and the unit of the answer.

The objectives are those of the game's scorer, and two more ways to count what a deal does to the rest of the match:

* "courts" (Court Piece) also counts the prospect of a run where runs of won deals earn a bonus: with L deals to a
  bonus, a run is taken to be worth the bonus times 1/2 for each deal that it lacks, as if the rest were won and lost
  alike.  Without that a plain win would be worth nothing under rules that pay only for runs.
* "chance" (Coinche, Dehla Pakad) is the chance to win the match after the deal (`solver.advice.chances`).

Besides, cards can be compared by the units that they bring ("units": tricks, tens, points), which has no steps.

By default a deal of Court Piece is played for courts, one of Dehla Pakad for the chance, and one of Coinche for its
score until something is known of the match, then for the chance; a deal of bridge or whist play, and one of which is
not known what its score depends on, for units.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from solver.advice.chances import CHANCE_SCALE, coinche_chance, dehla_chance, has_chance
from solver.cards import Side
from solver.errors import HakemError, LimitError, ParseError
from solver.games import CourtPieceRules
from solver.games.coinche.auction import Contract
from solver.games.coinche.match import CoincheMatch
from solver.games.coinche.match import MatchStep as CoincheStep
from solver.games.coinche.scoring import belotes_of
from solver.games.coinche.stakes import CoincheStakes
from solver.games.court_piece_match import CourtPieceMatch, MatchStep
from solver.games.court_piece_stakes import CourtPieceStakes
from solver.games.dehla_stakes import DehlaStakes
from solver.games.stakes import Question, Stakes, Threshold
from solver.view import View

__all__ = [
    "CHANCE",
    "Objective",
    "WorldStakes",
    "contract_stakes",
    "default_objective",
    "objective_of",
    "objectives_of",
    "passed_out_payoff",
]

#: The name of the chance to win the match as an objective.
CHANCE: Final = "chance"
#: And of the units that a deal brings.
UNITS: Final = "units"

#: Prospects of runs are counted in thousandths of a court.
_COURT: Final = 1000


@dataclass(frozen=True, slots=True)
class Objective:
    """What is played for: its name, the unit of what is shown, and how many units of the stakes one of these is."""

    name: str
    unit: str
    scale: int = 1
    #: What both sides together have, where a payoff is what one side has more than the other, but its own is shown.
    total: int | None = None

    @property
    def is_chance(self) -> bool:
        """Whether payoffs are chances."""
        return self.name == CHANCE

    @property
    def has_winner(self) -> bool:
        """Whether the sign of a payoff says that something is won."""
        return self.total is None

    def shown(self, payoff: float) -> float:
        """Return what a payoff of the stakes is shown as: a chance from 0 to 1, or an amount in the unit.

        >>> Objective("courts", "courts", 1000).shown(1500), Objective("chance", "chance", 10_000, 1).shown(5000)
        (1.5, 0.75)
        """
        return payoff / self.scale if self.total is None else (payoff / self.scale + self.total) / 2


def objectives_of(view: View) -> tuple[str, ...]:
    """Return what the deal of a view can be played for; empty for a game without a score."""
    scorer = view.scorer
    if scorer is None:
        return (UNITS,)
    try:
        chance = has_chance(view.match_state())
    except HakemError:
        chance = False  # who dealt is not known
    return (*scorer.objectives, *((CHANCE,) if chance else ()), UNITS)


def default_objective(view: View) -> str:
    """Return what pays, where nothing else is asked for and all that it depends on is known."""
    known = objectives_of(view)
    if view.rules.preset == "bridge" or len(known) == 1:
        return UNITS
    if isinstance(view.rules, CourtPieceRules):
        return "courts"
    if view.game.name == "coinche":
        return CHANCE if any(name == "matchscore" for name, _ in view.tags) else "score"
    return CHANCE if CHANCE in known else known[-2]


def objective_of(view: View, name: str | None, *, world: Sequence[int] = ()) -> Objective:
    """Return the objective called *name*, by default what pays; *world* is one of the view, needed for units.

    Raises `LimitError` for an objective that there is not, and where the match is over.
    """
    known = objectives_of(view)
    unit = view.game.unit_of(view.rules)
    if name in ("tricks", "tens", "points") and name == unit:
        name = UNITS
    name = default_objective(view) if name is None else name
    if name == CHANCE and name not in known:
        view.match_state()  # says what of the match is not known
    if name not in known:
        raise LimitError(f"expected one of the objectives {', '.join(known)}, not {name!r}").about("objective")
    if name == UNITS:
        return Objective(name, unit, 1, view.position(world).total if world else 0)
    _require_match(view)
    if name == CHANCE:
        return Objective(name, "chance to win the match", CHANCE_SCALE, 1)
    if isinstance(view.rules, CourtPieceRules):
        runs = name == "courts" and view.rules.streak_len > 0
        return Objective(name, "courts" if name == "courts" else "deals", _COURT if runs else 1)
    units = {"score": "points of score", "match": "matches" if view.game.name == "coinche" else "match points"}
    return Objective(name, units.get(name, "rounds"))


def _require_match(view: View) -> None:
    """Raise `LimitError` when the match of *view* has been won before the deal, so that the deal pays nothing."""
    try:
        state = view.match_state()
    except HakemError:
        return  # what is not known is said where it is needed
    if state is not None and state.winner is not None:
        score = f"{state.score[0]}-{state.score[1]}"
        won = " and ".join(seat.word for seat in state.winner.seats)
        raise LimitError(f"the match is over at {score} (MatchScore): {won} have won it")


class WorldStakes:
    """The stakes of a view's deal in each of its worlds.

    Only Coinche's depend on the world, by its belotes; what the questions of some stakes are is worked out once.
    """

    def __init__(self, view: View, objective: Objective, *, world: Sequence[int]) -> None:
        self._view = view
        self._base = worthy_stakes(view, objective, world)
        said = dict(view.tags).get("belote")
        self._varies = isinstance(self._base, CoincheStakes) and said is None
        self._kept: dict[tuple[int, int], Stakes] = {}

    def of(self, world: Sequence[int]) -> Stakes:
        """Return the stakes in *world*."""
        base = self._base
        belotes = (0, 0)
        if self._varies and isinstance(base, CoincheStakes):
            belotes = belotes_of(self._view.dealt(world), base.contract.bid.strain, base.match.rules)
        kept = self._kept.get(belotes)
        if kept is None:
            if self._varies and isinstance(base, CoincheStakes):
                base = replace(base, belotes=belotes)
            kept = self._kept[belotes] = Settled(base)
        return kept


@dataclass(frozen=True, slots=True)
class Settled:
    """Stakes that remember their questions."""

    stakes: Stakes
    _known: dict[tuple[tuple[int, int], int], Sequence[Threshold]] = field(default_factory=dict, compare=False)

    @property
    def unit(self) -> str:
        """What a payoff counts."""
        return self.stakes.unit

    def thresholds(self, taken: tuple[int, int], tricks_left: int) -> Sequence[Threshold]:
        """Return the payoffs that can still come and the questions that decide them."""
        steps = self._known.get((taken, tricks_left))
        if steps is None:
            steps = self._known[taken, tricks_left] = self.stakes.thresholds(taken, tricks_left)
        return steps


@dataclass(frozen=True, slots=True)
class UnitStakes:
    """Stakes that pay every unit: North-South's less East-West's, of `total` of both.

    Units that nobody may get count for the side that is not `side`.
    """

    unit: str
    total: int
    side: Side = Side.NS

    def thresholds(self, taken: tuple[int, int], tricks_left: int) -> Sequence[Threshold]:  # noqa: ARG002 - as stakes do
        """Return the units that can still come, each with the question whether they do."""
        low, high, total = taken[0], self.total - taken[1], self.total
        steps = [Threshold(2 * low - total, None)]
        for ns in range(low + 1, high + 1):
            ours = self.side is Side.NS
            question = Question(Side.NS, ns) if ours else Question(Side.EW, total - ns + 1)
            steps.append(Threshold(2 * ns - total, question, when=ours))
        return steps


def playable(view: View, name: str | None, world: Sequence[int]) -> tuple[Objective, WorldStakes, str | None]:
    """Return the objective of a card to play and its stakes, and why it is not what pays, if it is not.

    An objective that is asked for by *name* must be possible; by default units are what is left where something is
    not known. A tag that cannot be read is an error in any case.
    """
    objective = objective_of(view, name, world=world)
    try:
        stakes = WorldStakes(view, objective, world=world)
        position = view.position(world)
        stakes.of(world).thresholds(position.taken, position.tricks_left)
    except HakemError as error:
        unreadable = isinstance(error, ParseError) and error.text is not None
        if unreadable or name is not None or objective.name == UNITS:
            raise
        objective = objective_of(view, UNITS, world=world)
        note = f"what the deal pays is not known ({error}), so that {objective.unit} are compared"
        return objective, WorldStakes(view, objective, world=world), note
    return objective, stakes, None


def worthy_stakes(view: View, objective: Objective, world: Sequence[int] | None = None) -> Stakes:
    """Return the stakes of the deal of a view under an objective, in *world* where they depend on it.

    Raises a `HakemError` where something that they depend on is not known.
    """
    if objective.name == UNITS:
        return UnitStakes(objective.unit, objective.total or 0, view.seat.side)
    scorer = view.scorer
    assert scorer is not None  # there is an objective
    facts = view.facts(world)
    state, _ = scorer.before(None, facts)
    name = scorer.objectives[-1] if objective.is_chance else objective.name
    stakes = scorer.stakes(state, facts, name)
    if objective.is_chance and isinstance(stakes, CoincheStakes):
        return replace(stakes, worth=_coinche_worth)
    if objective.is_chance and isinstance(stakes, DehlaStakes):
        return replace(stakes, worth=lambda step: dehla_chance(step.after))
    if objective.scale != 1 and isinstance(stakes, CourtPieceStakes):
        return replace(stakes, worth=courts_and_prospects)
    return stakes


def courts_and_prospects(step: MatchStep) -> int:
    """Return North-South's courts less East-West's, the prospects of runs included, in thousandths of a court."""
    courts = step.deal[0] + step.bonus[0] - step.deal[1] - step.bonus[1]
    return _COURT * courts + _prospect(step.after, Side.NS) - _prospect(step.after, Side.EW)


def _prospect(match: CourtPieceMatch, side: Side) -> int:
    """Return what the run of *side* is worth."""
    rules = match.rules
    missing = rules.streak_len - match.streak[side]
    if match.streak[side] == 0 or missing <= 0:
        return 0
    return round(_COURT * rules.streak_value * 0.5**missing)


def contract_stakes(view: View, objective: Objective, contract: Contract, belotes: tuple[int, int]) -> CoincheStakes:
    """Return the stakes of a deal of Coinche when the auction ends in *contract*; announcements are left out."""
    worth = _coinche_worth if objective.is_chance else None
    name: Literal["score", "match"] = "match" if objective.name == "match" else "score"
    return CoincheStakes(_coinche_match(view), contract, belotes, objective=name, worth=worth)


def passed_out_payoff(view: View, objective: Objective) -> int:
    """Return what North-South get when nobody bids."""
    return coinche_chance(_coinche_match(view).passed_out()) if objective.is_chance else 0


def _coinche_match(view: View) -> CoincheMatch:
    """Return the state of the match before a deal of Coinche."""
    state = view.match_state()
    assert isinstance(state, CoincheMatch)
    return state


def _coinche_worth(step: CoincheStep) -> int:
    return coinche_chance(step.after)
