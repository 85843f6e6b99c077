"""What a player at the table of a contest is asked, and what he is told."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from solver.cards import Card, Seat, Strain
from solver.errors import LimitError
from solver.games import Game, Rules
from solver.games.coinche.auction import Call
from solver.view import View

__all__ = ["Bot", "OpenDeal"]


@dataclass(frozen=True, slots=True)
class OpenDeal:
    """A whole deal, as the table knows it: the hands as masks by `Seat`, and who dealt."""

    game: Game
    rules: Rules
    hands: tuple[int, int, int, int]
    dealer: Seat


class Bot(ABC):
    """Plays one seat of one deal: answers from a view, and from nothing but the view and its seed.

    A bot is made for each seat of each deal.  *seed* is a number of 64 bits, different for every seat, table and deal;
    two bots that are made alike and asked alike answer alike.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def sit_down(self, deal: OpenDeal, seat: Seat) -> None:  # noqa: B027 - most need not know
        """Take a seat; *deal* is for programs from outside that keep a table of their own, others do not look."""

    def called(self, seat: Seat, call: Call) -> None:  # noqa: B027 - most need not know
        """Hear a call of any seat, one's own included, before the next question."""

    def named(self, seat: Seat, strain: Strain) -> None:  # noqa: B027 - most need not know
        """Hear the trump that a caller names."""

    def played(self, seat: Seat, card: Card) -> None:  # noqa: B027 - most need not know
        """See a card that any seat plays, one's own included."""

    def call_trump(self, view: View) -> Strain:
        """Name the trump, from the cards that one has seen."""
        raise LimitError(f"{type(self).__name__} names no trump in {view.game.title}")

    def bid(self, view: View) -> Call:
        """Make a call of an auction."""
        raise LimitError(f"{type(self).__name__} does not bid in {view.game.title}")

    @abstractmethod
    def play(self, view: View) -> Card:
        """Play a card; asked only where there are two or more that may be played."""
