"""What a game provides so that its deals and matches are scored, and the facts about a deal that it is given.

A game that has a score returns a `Scorer` from `Game.scorer`.  The scorer knows the score of a deal, what it does to
the match, and the tags in which files record them; that a file holds one match, how tricks follow from recorded cards,
and what a revoke is, is the same for all games and lives above (`solver.scoring`).  Pairs of amounts are (NS, EW).
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Generic, Protocol, TypeVar

from solver.cards import Card, Seat, Side, Strain
from solver.errors import LimitError
from solver.games.stakes import Stakes

__all__ = ["DealFacts", "MatchState", "Pair", "Revoke", "Scored", "Scorer", "WonTrick", "pair_of", "units_by_side"]

#: Amounts of (NS, EW).
Pair = tuple[int, int]


def units_by_side(text: str) -> dict[Side, int] | None:
    """Read amounts by side, `NS 3 EW 2` or `EW 4` or, NS first, `3-2`; `None` for another text."""
    pair = re.fullmatch(r"\s*([0-9]{1,4})\s*[-–:]\s*([0-9]{1,4})\s*", text)
    if pair:
        return {Side.NS: int(pair[1]), Side.EW: int(pair[2])}
    words = text.upper().split()
    if not words or len(words) % 2 or len(words) > 4:
        return None
    units: dict[Side, int] = {}
    for side, number in zip(words[::2], words[1::2], strict=True):
        if side not in ("NS", "EW") or not re.fullmatch("[0-9]{1,4}", number) or Side[side] in units:
            return None
        units[Side[side]] = int(number)
    return units


def pair_of(text: str | None) -> Pair | None:
    """Read the amounts of both sides, `3-2` or `NS 3 EW 2`; `None` for another text.

    >>> pair_of("3-2"), pair_of("NS 3 EW 2"), pair_of("EW 2")
    ((3, 2), (3, 2), None)
    """
    units = units_by_side(text or "") or {}
    return (units[Side.NS], units[Side.EW]) if len(units) == 2 else None


@dataclass(frozen=True, slots=True)
class WonTrick:
    """A complete trick: who led it, its cards in the order of play, who won it, and what each side has after it.

    *taken* counts the units of the whole deal, in the game's unit.  *strain* held when the trick was complete; `None`
    while no trump was in effect.
    """

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat
    taken: Pair
    strain: Strain | None = None


@dataclass(frozen=True, slots=True)
class Revoke:
    """A card that the rules did not allow: who played it, to which trick (from 1), and the cards that were due.

    *due* is empty where the record marks the revoke and the hand is not known.
    *closed* says whether the trick is complete, so that the card can no longer be taken back.
    """

    seat: Seat
    trick: int
    card: Card
    due: tuple[Card, ...]
    closed: bool

    def __str__(self) -> str:
        due = ", ".join(card.text for card in self.due)
        found = f"{self.seat.word} revoked with {self.card} in trick {self.trick}"
        return f"{found}; due was {due}" if due else found


@dataclass(frozen=True, slots=True, kw_only=True)
class DealFacts:
    """What is recorded of a deal; what is not known is `None`, nothing is guessed."""

    #: The tags by name in lower case, without those whose value is not known; that of `Belote` may be `-`: nobody's.
    tags: Mapping[str, str]
    strain: Strain | None
    dealer: Seat | None
    hakem: Seat | None
    declarer: Seat | None
    leader: Seat | None
    #: The complete tricks, in order, up to a revoke.
    tricks: tuple[WonTrick, ...]
    #: The units that the sides had when the record begins, and whether it begins with the first trick.
    before: Pair
    from_start: bool
    #: How many tricks are not complete.
    left: int
    #: The first revoke, if there is one; the tricks end before it.
    revoke: Revoke | None
    #: The units that lie in the middle after those tricks, where tricks wait there.
    waiting: int = 0
    #: The contract in a tag, or as the auction gives it.
    contract: str | None = None
    #: The hands as the record begins, as masks by seat; `None` for one that is not known.
    hands: tuple[int | None, int | None, int | None, int | None] = (None, None, None, None)


class MatchState(Protocol):
    """The state of a match between two deals, as far as it is the same for all games."""

    @property
    def score(self) -> Pair:
        """What each side has won so far."""

    @property
    def streak(self) -> Pair | None:
        """Deals that each side has won in a row; `None` in games that do not count them."""

    @property
    def dealer(self) -> Seat:
        """Who deals next."""

    @property
    def caller(self) -> Seat | None:
        """Who calls next, in games in which one player does."""

    @property
    def leader(self) -> Seat:
        """Who leads to the first trick of the deal to come."""

    @property
    def target(self) -> int | None:
        """What wins the match; `None` when it is played for time."""

    @property
    def target_unit(self) -> str:
        """What the target counts, in the plural."""

    @property
    def progress(self) -> Pair:
        """What each side has of that: its score, or its run where a run wins."""

    @property
    def outright(self) -> str | None:
        """The outcome of a deal that wins the match whatever the score; `None` where there is none."""

    @property
    def winner(self) -> Side | None:
        """Who has won the match; `None` as long as it goes on."""


_State = TypeVar("_State", bound=MatchState)


@dataclass(frozen=True, slots=True)
class Scored(Generic[_State]):
    """What a deal scored: for the deal itself, and for what it did to a run of deals.

    *units* are the tricks or points that counted, *outcome* says in a word or two what the deal was to its winner.
    *differences* name the recorded results that do not agree with this.
    """

    points: Pair
    bonus: Pair
    units: Pair
    winner: Side | None
    outcome: str
    after: _State
    differences: tuple[str, ...] = ()


class Scorer(ABC, Generic[_State]):
    """Scores the deals of matches of one game under fixed rules; it has no state of its own."""

    #: What a deal can be played for beside its units, by the names that `stakes` takes.
    objectives: ClassVar[tuple[str, ...]] = ()

    @property
    @abstractmethod
    def unit(self) -> str:
        """What a match is counted in, in the plural."""

    @property
    def taken_unit(self) -> str | None:
        """What `Scored.units` count, in the plural; `None` where that is the unit of the game under its rules."""
        return None

    @abstractmethod
    def before(self, state: _State | None, facts: DealFacts) -> tuple[_State, tuple[str, ...]]:
        """Return the state of the match with which the deal was begun.

        *state* is what the deals before it led to, `None` for the first deal of a match.  Where tags of the deal say
        something else they hold, and the second part names the difference.  Raises a `HakemError` when something that
        the score needs is not known, or a tag cannot be read.
        """

    @abstractmethod
    def score(self, state: _State, facts: DealFacts) -> Scored[_State]:
        """Score a deal that was begun with *state*.

        Raises a `HakemError` for a deal that is not decided, and for a revoke under rules that do not punish one.
        """

    def stakes(self, state: _State, facts: DealFacts, objective: str) -> Stakes:
        """Return what a deal that was begun with *state* is played for from here on.

        Raises `LimitError` for an objective that the game does not have, and a `HakemError` where something that the
        stakes depend on is not known.
        """
        del state, facts  # a game without objectives does not look at them
        known = ", ".join(("units", *self.objectives))
        raise LimitError(f"expected one of the objectives {known}, not {objective!r}")
