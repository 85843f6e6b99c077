"""What there is to decide in a view, and what each candidate pays in one world.

A decision knows its candidates and evaluates all of them in a world at once, because what the search proves about one
of them serves the others.  Evaluations depend on nothing but the view and the world, so they may be made in any order
and by any number of workers.  Under a limit on the search a payoff may be known within bounds only; their middle is
taken, and the row says so.
"""

# ruff: noqa: SLF001 - worlds were checked when they were made, so their positions need no check

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, Protocol

from solver.advice.objectives import Objective, WorldStakes, objective_of, playable
from solver.advice.results import Action, Ask, TrumpCall
from solver.cards import SUIT_MASKS, Card, Rank, Side, Strain, Suit, cards_of, mask_of
from solver.errors import PositionError, ViewError
from solver.games import CourtPieceRules, DehlaPakadRules
from solver.games.court_piece_score import TARGETS
from solver.games.stakes import Stakes
from solver.games.trump import HiddenTrump
from solver.position import Position
from solver.results import Limit, Payoff
from solver.solve import Searcher
from solver.view import View

__all__ = ["Decision", "PlayDecision", "Row", "TrumpDecision", "forced_play", "is_trump_call", "require_whole_hand"]

World = Sequence[int]


@dataclass(frozen=True, slots=True)
class Row:
    """What the candidates pay the asking side in one world; `bounded`: some only within bounds, which `stopped`."""

    payoffs: tuple[float, ...]
    bounded: bool = False
    stopped: str | None = None


class Decision(Protocol):
    """What a seat has to decide."""

    @property
    def kind(self) -> Literal["play", "trump", "bid"]:
        """What is decided."""

    @property
    def view(self) -> View:
        """Who decides, and what he knows."""

    @property
    def objective(self) -> Objective:
        """What for."""

    @property
    def actions(self) -> tuple[Action, ...]:
        """The candidates; of two that are worth the same the first is advised."""

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader of the answer should know of the question, as sentences."""

    @property
    def spread(self) -> float:
        """The most by which what two candidates pay in a world can differ."""

    def row(self, world: World, searcher: Searcher, limit: Limit) -> Row:
        """Evaluate all candidates in a world."""


def is_trump_call(view: View) -> bool:
    """Return whether what *view* has to decide is which trump to name before the play."""
    if view.played or view.table.strain is not None or view.hidden is not None:
        return False
    if isinstance(view.rules, CourtPieceRules):
        return view.game.trump_mode(view.rules).fixed_by == "no"
    return isinstance(view.rules, DehlaPakadRules) and view.rules.dp_trump in ("open_partner", "open_right")


def require_whole_hand(view: View) -> None:
    """Raise `ViewError` unless the seat of *view* has seen all its cards: what it may do depends on each of them."""
    seen = view.hand.bit_count()
    if seen < view.size:
        reason = (
            f"expected the {view.size} cards that {view.seat.word} was dealt, those played since included, not {seen}"
        )
        raise ViewError(reason)


def forced_play(view: View) -> Card | None:
    """Return the only card that the seat of *view* may play, if it is its turn and there is only one."""
    if view.to_move is not view.seat:
        return None
    require_whole_hand(view)
    own = [0, 0, 0, 0]
    own[view.seat] = view.hand & ~view.table.played_by[view.seat]
    legal = view.position(own).legal_plays()  # they depend on no other hand
    return legal[0] if len(legal) == 1 else None


class PlayDecision:
    """Which card to play, and whether to ask for a trump that is hidden.

    Who knows the trump asks with a card of his choice.  For anybody else asking is one candidate, `Ask`: what may be
    played with it depends on the trump, which he sees first.

    Raises `PositionError` when it is not the turn of the view's seat, or nothing is left to play, and `ViewError` where
    the view does not hold all cards of its seat.
    """

    kind: Literal["play"] = "play"

    def __init__(
        self, view: View, world: World, *, objective: str | None = None, candidates: Iterable[Action] | None = None
    ) -> None:
        position = view.position(world)
        if position.is_over:
            raise PositionError(["all cards are played"])
        if view.to_move is not view.seat:
            raise PositionError([f"it is {view.to_move.word}'s turn to play, not {view.seat.word}'s, whose view it is"])
        require_whole_hand(view)
        self.view = view
        self.objective, self._stakes, note = playable(view, objective, world)
        self.notes: tuple[str, ...] = () if note is None else (note,)
        self._blind = view.table.is_veiled
        plays = position.legal_plays()
        legal: list[Card | Ask] = [card for card in plays if not (self._blind and card.asks)]
        if len(legal) < len(plays):
            legal.append(Ask())
        chosen = legal if candidates is None else list(_legal(candidates, legal))
        cards = [action for action in chosen if isinstance(action, Card)]
        cards.sort(key=lambda card: _thrift(card, position))
        self._actions: tuple[Card | Ask, ...] = (*cards, *(action for action in chosen if isinstance(action, Ask)))
        self.actions: tuple[Action, ...] = self._actions
        self._same = _touching(view, position, cards)
        self._asked = tuple(dict.fromkeys(self._same.values()))
        self.spread = spread_of(self._stakes.of(world), position, self.objective)

    def row(self, world: World, searcher: Searcher, limit: Limit) -> Row:
        """Evaluate every card in a world; cards that touch share one evaluation."""
        position = self.view.position(world)
        asking: tuple[Card, ...] = ()
        if len(self._actions) > len(self._same):
            asking = tuple(card for card in position.legal_plays() if card.asks)
        solution = searcher.outcome(position, self._stakes.of(world), cards=(*self._asked, *asking), limit=limit)
        side, shown = self.view.seat.side, self.objective.shown
        paid = {entry.card: middle(entry.payoff, side) for entry in solution.cards}
        payoffs = tuple(
            shown(max(paid[card] for card in asking) if isinstance(action, Ask) else paid[self._same[action]])
            for action in self._actions
        )
        return Row(payoffs, not solution.exact, solution.stopped)


class TrumpDecision:
    """Which trump to name, and how many tricks to undertake with it where *targets* are given (0: none).

    Raises `PositionError` for a view whose seat does not name the trump.
    """

    kind: Literal["trump"] = "trump"

    def __init__(
        self,
        view: View,
        world: World,
        *,
        objective: str | None = None,
        candidates: Iterable[Action] | None = None,
        targets: Sequence[int] = (),
    ) -> None:
        caller = view.hakem if isinstance(view.rules, CourtPieceRules) else view.dealer
        if isinstance(view.rules, CourtPieceRules) and caller is not view.seat:
            raise PositionError([f"the trump is named by the hakem, who is not {view.seat.word}"])
        self.view = view
        self.objective = objective_of(view, objective, world=world)
        self.notes: tuple[str, ...] = ()
        strains = trump_strains(view)
        calls = [TrumpCall(strain, target) for strain in strains for target in _targets(view, targets)]
        self._calls = tuple(calls if candidates is None else _callable(candidates, strains))
        self.actions: tuple[Action, ...] = self._calls
        self._stakes = {
            (action.strain, action.target): WorldStakes(_with_target(view, action), self.objective, world=world)
            for action in self._calls
        }
        self.spread = max(
            spread_of(
                self._stakes[call.strain, call.target].of(world),
                called_position(view, world, call.strain),
                self.objective,
            )
            for call in self._calls
        )

    def row(self, world: World, searcher: Searcher, limit: Limit) -> Row:
        """Evaluate every call in a world: targets of one trump follow each other and share what is proved."""
        payoffs: list[float] = []
        bounded, stopped = False, None
        side, shown = self.view.seat.side, self.objective.shown
        positions: dict[Strain, Position] = {}
        for action in self._calls:
            position = positions.get(action.strain)
            if position is None:
                position = positions[action.strain] = called_position(self.view, world, action.strain)
            stakes = self._stakes[action.strain, action.target].of(world)
            solution = searcher.outcome(position, stakes, limit=limit)
            bounded = bounded or not solution.exact
            stopped = stopped or solution.stopped
            payoffs.append(shown(middle(solution.payoff, side)))
        return Row(tuple(payoffs), bounded, stopped)


def called_position(view: View, world: World, strain: Strain) -> Position:
    """Return the position at the first lead once the seat of *view* has named *strain*.

    Where the trump is hidden it is noted, or the lowest card of it lies face down (the highest may be wanted sooner).
    """
    mode = view.game.trump_mode(view.rules)
    position = view.position(world, strain=strain)
    suit = strain.suit
    if suit is None or mode.shown_by == "no":
        return position
    cards = cards_of(position.hands[view.seat] & SUIT_MASKS[suit])
    if mode.indicator and not cards:
        raise PositionError([f"{view.seat.word} has no {suit.word} to lay face down"])
    hidden = HiddenTrump(suit, view.seat, cards[-1] if mode.indicator else None)
    return Position._trusted(
        position.hands, strain=hidden, leader=position.leader, game=view.game, rules=view.rules, carry=position.carry
    )


def spread_of(stakes: Stakes, position: Position, objective: Objective) -> float:
    """Return the difference between the most and the least that a position can still pay."""
    steps = stakes.thresholds(position.taken, position.tricks_left)
    return objective.shown(steps[-1].payoff) - objective.shown(steps[0].payoff)


def trump_strains(view: View) -> tuple[Strain, ...]:
    """Return the trumps that may be named."""
    strains = [strain for strain in view.game.strains_under(view.rules) if strain.suit is not None]
    if view.game.trump_mode(view.rules).indicator:
        strains = [strain for strain in strains if view.hand & SUIT_MASKS[strain]]  # a card of it lies face down
    if isinstance(view.rules, CourtPieceRules) and view.rules.nt_allowed:
        strains.append(Strain.NO_TRUMP)
    return tuple(strains)


def _targets(view: View, targets: Sequence[int]) -> tuple[int, ...]:
    """Return the targets that may be undertaken: those that are asked about, or what the rules fix for all deals."""
    for target in targets:
        if target and target not in TARGETS:
            raise PositionError([f"expected targets among 0, {', '.join(map(str, TARGETS))}, not {target}"]).about(
                "targets"
            )
    if targets and not (isinstance(view.rules, CourtPieceRules) and view.rules.play_to == 13):
        raise PositionError([f"a target needs Court Piece in which all 13 tricks are played, not {view.rules}"]).about(
            "targets"
        )
    return tuple(targets) or (0,)


def _callable(candidates: Iterable[Action], strains: Sequence[Strain]) -> Iterable[TrumpCall]:
    """Yield the candidates, which must be calls that may be made."""
    for candidate in candidates:
        if not isinstance(candidate, TrumpCall) or candidate.strain not in strains:
            raise PositionError([f"{candidate} may not be called; {', '.join(each.letter for each in strains)} may"])
        yield candidate


def _with_target(view: View, action: TrumpCall) -> View:
    """Return the view as the stakes of a call see it."""
    tags = view.tags
    if action.target:
        tags = (*((name, value) for name, value in tags if name != "target"), ("target", str(action.target)))
    return replace(view, tags=tags, strain=action.strain)


def middle(payoff: Payoff, side: Side) -> float:
    """Return a payoff of *side*, the middle where only bounds are known."""
    lower, upper = payoff.bounds(side)
    return (lower + upper) / 2


def _legal(candidates: Iterable[Action], legal: Sequence[Card | Ask]) -> Iterable[Card | Ask]:
    """Yield the candidates, which must be legal."""
    for candidate in candidates:
        if not isinstance(candidate, Card | Ask) or candidate not in legal:
            raise PositionError([f"{candidate} may not be played; {', '.join(map(str, legal))} may"])
        yield candidate


def _thrift(card: Card, position: Position) -> tuple[bool, int, int]:
    """Return what orders cards so that of equal ones the cheapest is advised: no trumps, low ranks."""
    return (card.suit is position.trump, card.rank, -card.suit)


def _touching(view: View, position: Position, cards: Sequence[Card]) -> dict[Card, Card]:
    """Return for each card the one that is evaluated for it.

    Cards of one hand with nothing in play between them are worth the same in every world where they bring the same:
    all cards in plain Court Piece, and in Dehla Pakad all but tens.  What may be in play are the cards of the pack that
    were not played to tricks that are over, wherever they are.
    """
    rules = position.rules
    tens = isinstance(rules, DehlaPakadRules)
    if not (tens or (isinstance(rules, CourtPieceRules) and rules.h2_top == "no")):
        return {card: card for card in cards}
    # A trump that is hidden or named, and a pile of tricks, make a card more than its rank.
    simple = position.game.trump_mode(rules).fixed_by in ("no", "card") and position.hidden is None
    if not simple or view.table.carry is not None:
        return {card: card for card in cards}
    own = position.hands[position.to_move]
    gone = 0
    for won in view.table.won:
        gone |= mask_of(won.cards)
    others = view.pack & ~own & ~gone
    same: dict[Card, Card] = {}
    for suit in Suit:
        standing: dict[bool, Card] = {}
        for card in cards_of((own | others) & SUIT_MASKS[suit]):
            if card.bit & others:
                standing = {}
            elif card in cards:
                same[card] = standing.setdefault(tens and card.rank is Rank.TEN, card)
    return same
