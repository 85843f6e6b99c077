"""What a search answers: values with both sides in them, bounds when it was stopped, and what it cost.

Every amount counts the *whole deal* in the game's unit (tricks for the whist family), units already taken before
the position included, so that one number means the same thing at every moment of the play.  No bare integer
crosses the library's border: a `Value` holds both sides, and whoever reads it names the side.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .cards import Card, Seat, Side, Strain
from .errors import LimitError

STOPPED_BY_SECONDS = "seconds"
STOPPED_BY_NODES = "nodes"
STOPPED_BY_CANCEL = "cancelled"


@dataclass(frozen=True, slots=True)
class Limit:
    """Stop conditions of one query; `None` means no limit.

    `seconds` is wall time of the whole query, `nodes` counts cards played by the search.  A stopped search still
    answers with bounds that contain the truth.  Raises `LimitError` for a negative number.
    """

    seconds: float | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None and not self.seconds >= 0:
            raise LimitError(f"expected a limit of 0 or more seconds, got {self.seconds!r}")
        if self.nodes is not None and self.nodes < 0:
            raise LimitError(f"expected a limit of 0 or more nodes, got {self.nodes!r}")
        if self.nodes is not None and self.nodes >= 1 << 64:
            raise LimitError(f"expected a limit of fewer than 2**64 nodes, or None for no limit, got {self.nodes!r}")


@dataclass(frozen=True, slots=True)
class Value:
    """What NS and EW take of the whole deal when both sides play best with all cards open.

    `lower` and `upper` bound the units of North-South; `total` is what both sides take together.

    Where units may be left that nobody gets (`Position.shares_all` is false), `total` is the most that both can take,
    and each side's amount stands by itself: what that side can make sure of whatever the other does. `ew_bounds` then
    bound the units of East-West, and both amounts together may be less than `total`. `None` elsewhere.

    >>> value = Value(8, 8, total=13)
    >>> value.ns, value.ew, value.exact
    (8, 5, True)
    >>> Value(6, 9, total=13).bounds(Side.EW)
    (4, 7)
    >>> Value(4, 4, total=13, ew_bounds=(6, 6)).ew
    6
    """

    lower: int
    upper: int
    total: int
    ew_bounds: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.lower <= self.upper <= self.total:
            raise ValueError(f"bounds out of order: 0 <= {self.lower} <= {self.upper} <= {self.total} does not hold")
        if self.ew_bounds is not None and not 0 <= self.ew_bounds[0] <= self.ew_bounds[1] <= self.total - self.lower:
            least = f"with NS at least {self.lower} of {self.total}"
            raise ValueError(f"bounds of EW out of order: {self.ew_bounds} {least}")

    def __repr__(self) -> str:
        alone = "" if self.ew_bounds is None else f", ew_bounds={self.ew_bounds}"
        return f"Value(lower={self.lower}, upper={self.upper}, total={self.total}{alone})"

    @property
    def exact(self) -> bool:
        """Whether the units of both sides are known."""
        return self.lower == self.upper and (self.ew_bounds is None or self.ew_bounds[0] == self.ew_bounds[1])

    @property
    def ns(self) -> int:
        """Units of North-South; `ValueError` while only bounds are known."""
        return self.of(Side.NS)

    @property
    def ew(self) -> int:
        """Units of East-West; `ValueError` while only bounds are known."""
        return self.of(Side.EW)

    def of(self, side: Side) -> int:
        """Units of `side`; `ValueError` while only bounds are known."""
        low, high = self.bounds(side)
        if low != high:
            raise ValueError(f"only bounds are known: {side.name} {low} to {high} of {self.total}")
        return low

    def bounds(self, side: Side) -> tuple[int, int]:
        """Least and greatest possible units of `side`."""
        if side is Side.NS:
            return self.lower, self.upper
        return (self.total - self.upper, self.total - self.lower) if self.ew_bounds is None else self.ew_bounds

    def within(self, other: Value) -> Value:
        """Return what this value and another one of the same position say together."""
        ns, ew = (
            (max(mine[0], theirs[0]), min(mine[1], theirs[1]))
            for mine, theirs in ((self.bounds(side), other.bounds(side)) for side in Side)
        )
        return Value(*ns, self.total, None if self.ew_bounds is None else ew)

    def plus(self, ns: int, ew: int) -> Value:
        """Return the value of a deal in which both sides have taken so many units before."""
        alone = None if self.ew_bounds is None else (self.ew_bounds[0] + ew, self.ew_bounds[1] + ew)
        return Value(self.lower + ns, self.upper + ns, self.total + ns + ew, alone)


@dataclass(frozen=True, slots=True)
class Solution:
    """The value of a position, and what it cost to find.

    `nodes` counts the cards that the search played (second to fourth hand, as the field counts), `trick_nodes` the
    trick boundaries it visited, `seconds` wall time; `stopped` names the limit that ended the search early
    (``"seconds"``, ``"nodes"`` or ``"cancelled"``) or is `None`.
    """

    value: Value
    nodes: int
    trick_nodes: int
    seconds: float
    stopped: str | None

    @property
    def exact(self) -> bool:
        """Whether the value is known exactly."""
        return self.value.exact


@dataclass(frozen=True, slots=True)
class CardValue:
    """A legal card and the value of the deal once it has been played."""

    card: Card
    value: Value


@dataclass(frozen=True, slots=True)
class CardsSolution(Solution):
    """The value of every legal card, in card order (S H D C, high to low), each with its own value.

    Empty when the deal is over.  `value` is that of the position, which is the best card's for the side to move.
    """

    side: Side
    cards: tuple[CardValue, ...]

    @property
    def best(self) -> tuple[Card, ...]:
        """The cards that keep what the side to move has; empty while that is not settled."""
        goal, most = self.value.bounds(self.side)
        if goal != most:
            return ()
        return tuple(entry.card for entry in self.cards if entry.value.bounds(self.side)[0] >= goal)


@dataclass(frozen=True, slots=True)
class Answer(Solution):
    """Whether `side` takes at least `target` units of the whole deal: yes, no, or `None` if stopped before that.

    `value` holds the bounds that the question settled, not necessarily the exact value.
    """

    target: int
    side: Side
    answer: bool | None


@dataclass(frozen=True, slots=True)
class Line(Solution):
    """A principal variation: best play by both sides to the end of the deal, each card keeping the value.

    Where several cards keep it, the line takes the cheapest (lowest rank, then suit order C D H S), so it is the
    same on every machine.  A search that was stopped has the cards found so far.  Where units may be nobody's, the side
    to move plays for its own and the other side for giving it as few as possible.
    """

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Payoff:
    """What the outcome of a deal pays North-South under best play for it: bounds, equal when it is known exactly.

    The unit is that of the stakes; what one side gets the other loses.
    """

    lower: int
    upper: int

    @property
    def exact(self) -> bool:
        """Whether both bounds agree."""
        return self.lower == self.upper

    def of(self, side: Side) -> int:
        """The payoff of `side`; `ValueError` while only bounds are known."""
        if not self.exact:
            raise ValueError(f"only bounds are known: NS {self.lower} to {self.upper}")
        return self.lower if side is Side.NS else -self.lower

    def bounds(self, side: Side) -> tuple[int, int]:
        """Least and greatest possible payoff of `side`."""
        return (self.lower, self.upper) if side is Side.NS else (-self.upper, -self.lower)


@dataclass(frozen=True, slots=True)
class CardPayoff:
    """A legal card and the payoff once it has been played."""

    card: Card
    payoff: Payoff


@dataclass(frozen=True, slots=True)
class OutcomeSolution:
    """The payoff of a position under stakes, of every legal card (in card order, when asked for), and the cost."""

    payoff: Payoff
    unit: str
    cards: tuple[CardPayoff, ...]
    nodes: int
    trick_nodes: int
    seconds: float
    stopped: str | None

    @property
    def exact(self) -> bool:
        """Whether all payoffs are known exactly."""
        return self.payoff.exact and all(entry.payoff.exact for entry in self.cards)


@dataclass(frozen=True, slots=True)
class TableSolution:
    """Values of one deal for each strain and each seat that *leads* to the first trick.

    `values[strain][leader]` is the value of the whole deal; the strain `None` stands for a trump that the play fixes.
    `stopped` as in `Solution`.
    """

    values: Mapping[Strain | None, Mapping[Seat, Value]]
    nodes: int
    trick_nodes: int
    seconds: float
    stopped: str | None

    @property
    def exact(self) -> bool:
        """Whether every value is known exactly."""
        return all(value.exact for row in self.values.values() for value in row.values())
