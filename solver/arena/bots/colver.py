"""The offline bots of colver (PyPI `colver`, a program for belote contree), as opponents from outside.

colver keeps a table of its own, so it is told the deal and everything that happens; its tree searches draw the hands
that they cannot see, its heuristics look at all of them.  Its rules of play are those of Coinche with `undertrump=free`
and `partner_ruff=free`, four suits and bids up to 160; under other rules it is refused.  The searches have a time for
each card, so that their answers depend on the machine.

colver is imported when the first bot is made: it comes with the extra `arena`.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any

from solver.arena.bots.base import Bot, OpenDeal
from solver.cards import Card, Direction, Rank, Seat, Strain, Suit, cards_of
from solver.errors import LimitError
from solver.games import Game, Rules
from solver.games.coinche.auction import Bid, Call, CallKind
from solver.games.coinche.rules import CoincheRules
from solver.view import View

__all__ = ["ColverBot", "call_of", "card_of", "colver_rules", "number_of", "number_of_call", "place_of"]

_RANKS = tuple(Rank.parse(letter) for letter in "789JQKTA")
#: colver's number of each call that is no bid, and of the first capot; points begin at 1.
_PASS, _CAPOT, _COINCHE, _SURCOINCHE = 0, 37, 41, 42
_LEAST, _MOST, _STEP = 80, 160, 10
#: What of the rules colver plays.
_WANTED: Mapping[str, object] = {
    "over_partner_led": True,
    "undertrump": "free",
    "partner_ruff": "free",
    "denominations": "suits",
    "bid_ceiling": _MOST,
    "min_bid": _LEAST,
    "bid_step": _STEP,
    "coinche_ends": True,
}


def number_of(card: Card) -> int:
    """Return colver's number of a card."""
    return 8 * card.suit + _RANKS.index(card.rank)


def card_of(number: int) -> Card:
    """Return the card that has a number in colver."""
    return Card(Suit(number // 8), _RANKS[number % 8])


def place_of(seat: Seat, direction: Direction) -> int:
    """Return colver's number of a seat, which goes with the play; that of North is 0."""
    return int(seat) if direction is Direction.CLOCKWISE else -int(seat) % 4


def number_of_call(call: Call) -> int:
    """Return colver's number of a call; raises `LimitError` for one that it does not know."""
    bid = call.bid
    if bid is None:
        return {CallKind.PASS: _PASS, CallKind.COINCHE: _COINCHE, CallKind.SURCOINCHE: _SURCOINCHE}[call.kind]
    if bid.strain.suit is not None:
        if bid.kind is CallKind.CAPOT:
            return _CAPOT + bid.strain
        if bid.kind is CallKind.POINTS and _LEAST <= bid.points <= _MOST and not bid.points % _STEP:
            return 1 + (bid.points - _LEAST) // _STEP * 4 + bid.strain
    raise LimitError(f"colver does not know the call {call}")


def call_of(number: int) -> Call:
    """Return the call that has a number in colver."""
    if number in (_PASS, _COINCHE, _SURCOINCHE):
        return Call({_PASS: CallKind.PASS, _COINCHE: CallKind.COINCHE, _SURCOINCHE: CallKind.SURCOINCHE}[number])
    if number >= _CAPOT:
        return Call(CallKind.CAPOT, Bid(CallKind.CAPOT, Strain(number - _CAPOT)))
    step, suit = divmod(number - 1, 4)
    return Call(CallKind.POINTS, Bid(CallKind.POINTS, Strain(suit), _LEAST + step * _STEP))


def colver_rules(game: Game, rules: Rules) -> CoincheRules:
    """Return *rules* if colver plays by them; raises `LimitError`, which says how to set them, if not."""
    if not isinstance(rules, CoincheRules):
        raise LimitError(f"colver plays Coinche, not {game.title}")
    differing = [name for name, value in _WANTED.items() if getattr(rules, name) != value]
    if differing:
        raise LimitError(
            f"colver plays by other rules in {', '.join(differing)}: use the preset colver (--rules colver)"
        )
    return rules


def load() -> Any:  # noqa: ANN401 - a module without types
    """Import colver; raises `LimitError`, which says how to install it."""
    try:
        return importlib.import_module("colver")
    except ImportError:
        raise LimitError("colver is not installed: pip install 'hakem[arena]'") from None


class ColverBot(Bot):
    """One seat of colver: *bids* and *plays* name the methods of its `Env` that answer.

    *milliseconds* is the time for a card that a tree search gets; heuristics have none.
    """

    def __init__(self, seed: int, *, bids: str, plays: str, milliseconds: int | None = None) -> None:
        super().__init__(seed)
        self._bids = bids
        self._plays = plays
        self._time = () if milliseconds is None else (milliseconds,)
        self._table: Any = None

    def sit_down(self, deal: OpenDeal, seat: Seat) -> None:
        """Lay the deal out on colver's table."""
        colver_rules(deal.game, deal.rules)
        del seat
        direction = deal.rules.direction
        hands: list[list[int]] = [[], [], [], []]
        for each in Seat:
            hands[place_of(each, direction)] = [number_of(card) for card in cards_of(deal.hands[each])]
        self._table = load().Env.deal_with_hands(place_of(deal.dealer, direction), hands)
        self._table.smart_ismcts_init()

    def called(self, seat: Seat, call: Call) -> None:
        """Make the call on colver's table, unless its auction is over by then."""
        del seat
        if self._table.phase() == 0:
            self._table.smart_ismcts_step(number_of_call(call))

    def played(self, seat: Seat, card: Card) -> None:
        """Play the card on colver's table."""
        del seat
        self._end_auction()
        self._table.smart_ismcts_step(number_of(card))

    def bid(self, view: View) -> Call:
        """Ask colver for a call."""
        del view
        number: int = getattr(self._table, self._bids)()
        return call_of(number)

    def play(self, view: View) -> Card:
        """Ask colver for a card."""
        del view
        self._end_auction()
        number: int = getattr(self._table, self._plays)(*self._time)
        return card_of(number)

    def _end_auction(self) -> None:
        """Pass on colver's table as long as it waits for words that are not said here."""
        while self._table.phase() == 0:
            self._table.smart_ismcts_step(_PASS)
