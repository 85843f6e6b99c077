"""Coinche for its engine: seats in playing order, points (or tricks) of the leader's side, duties as numbers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias, cast

from solver.backends import CPU_CHOICES
from solver.backends.engine import EngineBackend, make_engine, trick_begun
from solver.cards import Card, Rank, Seat, Side, Strain, Suit
from solver.errors import LimitError
from solver.games.coinche import LAST_TRICK, CoincheRules, card_points
from solver.position import Position
from solver.search import compiled

if TYPE_CHECKING:
    from solver.search._coinche import Engine

__all__ = ["BACKEND", "SWITCHES", "CoincheBackend"]

#: Optimisations by name, in the bits of `enum coinche_switch` (csrc/coinche_state.h).
SWITCHES: Final = {
    "bounds": 1 << 0,
    "table": 1 << 1,
    "general": 1 << 2,
    "transfer": 1 << 3,
    "near": 1 << 4,
    "sure": 1 << 5,
    "order": 1 << 6,
    "recall": 1 << 7,
}

_RANKS = tuple(Rank.parse(letter) for letter in "AKQJT987")
_PARTNER_RUFF = {"free": 0, "no_under": 1, "must_over": 2}

#: Masks by place in playing order, place of the leader, cards on the table, strain, rules.
_Loaded: TypeAlias = tuple[Sequence[int], int, Sequence[int], Strain, CoincheRules]


class _Counted(NamedTuple):
    """What the engine counts: points with `bonus` more for the last trick, or tricks; those of the partner of the place
    `alone` for the other side.
    """

    tricks: bool = False
    alone: int = -1
    bonus: int = 0


_POINTS_ONLY: Final = _Counted()


class CoincheBackend(EngineBackend):
    """The engine sees seats in playing order; the mirror image of a table plays the other way round."""

    def __init__(self, *, memory: int, cpu: str, without: Sequence[str]) -> None:
        if cpu not in CPU_CHOICES:
            raise LimitError(f"expected cpu to be one of {', '.join(CPU_CHOICES)}, got {cpu!r}")
        engine = compiled("_coinche").Engine
        self._engine: Engine = make_engine(engine, memory=memory, switches=SWITCHES, without=without)
        self._loaded: _Loaded | None = None
        self._fresh = True  # whatever the engine knows is not to be used again
        self._counted: _Counted | None = None  # what the engine counts, None = not loaded yet
        self._leader_is_ns = True
        self._step = 1

    def load(self, position: Position, *, keep: bool) -> None:
        """Take a position: the engine wants the hands as the trick in progress found them."""
        masks, place, table = trick_begun(position)
        rules = cast("CoincheRules", position.rules)
        self._loaded = (masks, place, table, cast("Strain", position.strain), rules)
        self._fresh = self._fresh or not keep
        self._counted = None
        self._leader_is_ns = not place & 1
        self._step = position.direction.step

    def _ready(self, counted: _Counted = _POINTS_ONLY) -> Engine:
        """Return the engine, loaded for what is counted: the table serves one kind of question at a time."""
        if self._counted != counted and self._loaded is not None:
            masks, leader, table, strain, rules = self._loaded
            self._engine.load(
                masks,
                leader,
                int(strain),
                table,
                duties=_duties(rules),
                points=_points(strain, rules),
                last=LAST_TRICK + counted.bonus,
                tricks=counted.tricks,
                alone=counted.alone,
                keep=not self._fresh,
            )
            self._fresh = False
            self._counted = counted
        return self._engine

    def value(self, lower: int, upper: int, guess: int | None = None) -> tuple[int, int]:
        """Narrow the bounds on the points of North-South."""
        engine = self._ready()
        if self._leader_is_ns:
            return engine.narrow(lower, upper, engine.guess() if guess is None else guess)
        total = engine.to_come
        lower, upper = engine.narrow(total - upper, total - lower, engine.guess() if guess is None else total - guess)
        return total - upper, total - lower

    def at_least(self, need: int) -> bool | None:
        """Whether North-South take `need` points more."""
        return self.at_least_with(0, need)

    def at_least_with(self, bonus: int, need: int) -> bool | None:
        """The same where the last trick brings `bonus` more than ten."""
        engine = self._ready(_Counted(bonus=bonus))
        if self._leader_is_ns:
            return engine.holds(need)
        other = engine.holds(engine.to_come - need + 1)
        return None if other is None else not other

    def streak(self, side: Side, need: int, end: int) -> bool | None:
        """Whether `side` wins every trick to come, and with them all points; a streak that ends before is refused."""
        if end:
            raise LimitError(f"the search of Coinche asks only who wins all tricks, not all until {end} are left")
        if need > 0 and need > self._ready().to_come:
            return False
        return self._wins_all(self._ready(_Counted(tricks=True)), side)

    def alone(self, seat: Seat) -> bool | None:
        """Whether `seat` himself wins every trick to come."""
        place = int(seat) * self._step & 3
        return self._wins_all(self._ready(_Counted(tricks=True, alone=place)), seat.side)

    def _wins_all(self, engine: Engine, side: Side) -> bool | None:
        """Whether all that the engine counts is `side`'s."""
        if self._leader_is_ns is (side is Side.NS):
            return engine.holds(engine.to_come)
        lost = engine.holds(1)
        return None if lost is None else not lost

    def all_cards(self) -> Sequence[tuple[int, int, int]]:
        """Bounds on the points of North-South after every legal card."""
        engine = self._ready()
        if self._leader_is_ns:
            return engine.cards()
        total = engine.to_come
        return [(card, total - upper, total - lower) for card, lower, upper in engine.cards()]

    def cards(self, value: int) -> Sequence[tuple[int, int, int]]:  # noqa: ARG002 - it would not help
        """The same; the value is of no use."""
        return self.all_cards()

    def line(self, value: int) -> Sequence[int]:
        """Best play to the end."""
        engine = self._ready()
        return engine.line(value if self._leader_is_ns else engine.to_come - value)

    def legal(
        self, hand: int, trick: Sequence[Card], strain: Strain, rules: CoincheRules, *, leader: int
    ) -> Sequence[int]:
        """The indices of what the engine takes for the legal cards of `hand`, whose turn it is.

        `leader` is the place of the leader in playing order.
        """
        masks = [0, 0, 0, 0]
        for turn, card in enumerate(trick):
            masks[(leader + turn) & 3] = card.bit
        masks[(leader + len(trick)) & 3] = hand
        self._loaded = (masks, leader, [card.index for card in trick], strain, rules)
        self._fresh = True
        self._counted = None
        return self._ready().legal()


def _duties(rules: CoincheRules) -> tuple[int, int, int]:
    """The options that change legal moves, as the engine wants them."""
    return (int(not rules.over_partner_led), int(rules.undertrump == "free"), _PARTNER_RUFF[rules.partner_ruff])


@lru_cache(maxsize=64)
def _points(strain: Strain, rules: CoincheRules) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The points of A K Q J T 9 8 7 beside trumps and in trumps."""
    trump = strain.suit if strain.suit is not None else Suit.SPADES
    plain = next(suit for suit in Suit if suit is not trump)
    beside, trumps = (tuple(card_points(Card(suit, rank), strain, rules) for rank in _RANKS) for suit in (plain, trump))
    return beside, trumps


BACKEND = CoincheBackend
