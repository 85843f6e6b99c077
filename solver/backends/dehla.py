"""Games whose trump may come about in the play, for their engine: Dehla Pakad, and Court Piece before it is shown.

The engine sees seats in playing order, what is counted, and the trump as a code.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypedDict

from solver.backends import engine_module
from solver.backends.engine import EngineBackend, make_engine, place_of, trick_begun
from solver.cards import Seat, Side
from solver.errors import LimitError
from solver.games import CourtPieceRules, DehlaPakadRules, Pile, Rules
from solver.games.trump import HiddenTrump, first_ruff
from solver.position import Position
from solver.search import compiled

if TYPE_CHECKING:
    from solver.search._dehla_portable import Engine

__all__ = ["BACKEND", "SWITCHES", "DehlaBackend"]

#: Optimisations by name, in the bits of `enum dehla_switch` (csrc/dehla_state.h).
SWITCHES = {
    "quick": 1 << 0,
    "sure": 1 << 1,
    "table": 1 << 2,
    "general": 1 << 3,
    "touching": 1 << 4,
    "siblings": 1 << 5,
    "order": 1 << 6,
    "ways": 1 << 7,
    "tens": 1 << 8,
    "pile": 1 << 9,
    "probe": 1 << 10,
    "recall": 1 << 11,
}

#: Codes of the trump beyond the suits (csrc/dehla_veil.h): none yet, and hidden with a setter.
_NO_TRUMP_YET = 4
_HIDDEN = 5

#: How a trump that is not there yet is fixed, in the numbers of `enum dehla_naming`.
_NAMING: Mapping[str, int] = {"no": 0, "card": 0, "name": 1, "note": 2}

_TRICKS = (1, 0)


#: Who takes a trick, in the numbers of `enum dehla_collecting`.
_COLLECTING: Mapping[str, int] = {"trick": 0, "double_sir": 1, "double_sir_team": 2}


class _Middle(TypedDict):
    """What lies in the middle and who takes it, as the engine wants it."""

    collecting: int
    restart: bool
    pile: int
    run: bool
    blocked: bool


class _Aim(NamedTuple):
    """The kind of question that the engine is loaded for, by its own names: the table serves one at a time."""

    streak_side: int = -1
    streak_end: int = 0
    rest: int = 0
    court: int = 0
    safe: int = 0
    stop: int = 0
    spare: int = 0


_PLAIN = _Aim()


class _Code(TypedDict):
    """The trump of a position as the engine takes it."""

    trump: int


class _Trump(_Code, total=False):
    """With the rules about it."""

    trumps: Sequence[int]
    naming: int
    askers: int
    must_trump: bool
    by_setter: bool
    indicator: int
    undealt: int


class DehlaBackend(EngineBackend):
    """The engine sees seats in playing order; the mirror image of a table plays the other way round.

    North is seat 0 either way, so that the units of North-South are those of seats 0 and 2.
    """

    def __init__(self, *, memory: int, cpu: str, without: Sequence[str]) -> None:
        engine = compiled(engine_module("dehla", cpu)).Engine
        self._engine: Engine = make_engine(engine, memory=memory, switches=SWITCHES, without=without, least=8)
        nothing: _Trump = {"trump": _NO_TRUMP_YET}
        self._loaded: tuple[list[int], int, list[int], tuple[int, int], _Trump] = ([0] * 4, 0, [], _TRICKS, nothing)
        self._middle = _middle(None, None)
        self._tricks = 0
        self._fresh = True  # the next load of the engine starts from an empty table
        self._lost = False  # what the last trick leaves is nobody's
        self._counted = Side.NS  # then: the side that questions are about
        self._aim: _Aim | None = None  # what the engine is loaded for

    def load(self, position: Position, *, keep: bool) -> None:
        """Take a position: the engine wants the hands as the trick in progress found them."""
        masks, place, table = trick_begun(position)
        self._loaded = (masks, place, table, _units(position.rules), _trump(position))
        self._middle = _middle(position.rules, position.carry)
        self._tricks = position.tricks_left
        self._lost = not position.shares_all
        self._counted = Side.NS
        self._fresh = self._fresh or not keep
        self._aim = None

    def _ready(self, aim: _Aim = _PLAIN) -> Engine:
        """Return the engine, loaded for plain questions or others; what is lost counts for the side not asked about."""
        if self._lost:
            aim = aim._replace(rest=3 - aim.court if aim.court else 2 if self._counted is Side.NS else 1)
        if self._aim != aim:
            masks, place, table, (each, ten), trump = self._loaded
            self._engine.load(
                masks,
                place,
                table=table,
                each=each,
                ten=ten,
                keep=not self._fresh,
                **aim._asdict(),
                **trump,
                **self._middle,
            )
            self._fresh = False
            self._aim = aim
        return self._engine

    def value(self, lower: int, upper: int, guess: int | None = None) -> tuple[int, int]:
        """Narrow the bounds on the units of North-South."""
        return self._ready().narrow(lower, upper, (lower + upper + 1) // 2 if guess is None else guess)

    def at_least(self, need: int) -> bool | None:
        """Whether North-South take `need` units more."""
        return self._ready().holds(need)

    def streak(self, side: Side, need: int, end: int) -> bool | None:
        """Whether `side` wins every trick until `end` are left and takes `need` from here on.

        Raises `LimitError` unless tricks are what counts.
        """
        if self._loaded[3] != _TRICKS:
            raise LimitError("expected tricks to be what counts where it is asked who wins all of them up to a point")
        if need > self._tricks:
            return False
        need = max(need, self._tricks - end)
        engine = self._ready(_Aim(int(side), end))
        if side is Side.NS:
            return engine.holds(need)
        broken = engine.holds(self._tricks - need + 1)
        return None if broken is None else not broken

    def count_for(self, side: Side) -> None:
        """Ask from now on what *side* makes sure of."""
        self._counted = side

    def before_other(self, side: Side, need: int, *, safe: int = 0, stop: int = 0) -> bool | None:
        """Whether *side* takes `need` more, all but `safe` of them before the other side takes anything.

        As in `AsksCourts`.  Raises `LimitError` unless tricks are what counts, and wait in the middle.
        """
        if self._loaded[3] != _TRICKS or not self._middle["collecting"]:
            raise LimitError("expected tricks that wait in the middle where it is asked which side takes some first")
        to_come = self._tricks + self._middle["pile"]
        spare = to_come - need
        aim = _Aim(court=1 if side is Side.NS else 2, safe=safe, stop=stop, spare=spare if safe or stop else 0)
        engine = self._ready(aim)
        if side is Side.NS:
            return engine.holds(need)
        prevented = engine.holds(spare + 1)
        return None if prevented is None else not prevented

    def cards(self, value: int) -> Sequence[tuple[int, int, int]]:
        """Bounds on the units of North-South after everything that can be played."""
        return self._ready().cards(value)

    def line(self, value: int) -> Sequence[int]:
        """Best play to the end."""
        engine = self._ready()
        self._aim = None  # the engine plays the line on its own position
        return engine.line(value)


def _units(rules: Rules) -> tuple[int, int]:
    """The units that a trick brings its winner: for itself, and for each ten in it."""
    return rules.units if isinstance(rules, DehlaPakadRules) else _TRICKS


def _middle(rules: Rules | None, carry: Hashable) -> _Middle:
    """What lies in the middle as the trick in progress found it; nothing where tricks are taken at once."""
    if not isinstance(rules, DehlaPakadRules | CourtPieceRules) or not isinstance(carry, Pile):
        return {"collecting": 0, "restart": False, "pile": 0, "run": False, "blocked": False}
    by_side = isinstance(rules, CourtPieceRules) and rules.sir_run_unit == "team"
    return {
        "collecting": _COLLECTING["double_sir_team" if by_side else rules.collect],
        "restart": rules.sir_after_pickup == "restart",
        "pile": carry.size,
        "run": carry.winner is not None,
        "blocked": carry.first,
    }


def _trump(position: Position) -> _Trump:
    """The trump as the engine takes it.

    One that was fixed in the trick in progress may be given as if it had been there before: the cards played until then
    followed suit, so that none of them was affected. One that was shown in it may not: a card of its suit that was
    thrown before does not ruff.
    """
    trump = position.trump_state
    mode = position.game.trump_mode(position.rules)
    found: _Trump = {
        "trump": _NO_TRUMP_YET,
        "naming": _NAMING[mode.fixed_by],
        "must_trump": mode.must_trump,
        "by_setter": mode.shown_by == "setter",
        "undealt": position.undealt,
    }
    if trump is None:
        return found
    if isinstance(trump, HiddenTrump):
        askers = sum(1 << place_of(position.direction, seat) for seat in Seat if mode.may_ask(seat, trump))
        return {
            **found,
            "trump": _HIDDEN + 4 * trump.suit + place_of(position.direction, trump.setter),
            "askers": askers,
            "indicator": -1 if trump.card is None else trump.card.index,
        }
    without = first_ruff(position.trick)
    trumps = [_NO_TRUMP_YET] * without + [int(trump)] * (len(position.trick) - without)
    return {**found, "trump": int(trump), "trumps": trumps}


BACKEND = DehlaBackend
