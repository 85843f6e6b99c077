"""How likely worlds are, beyond what the rules tell: from what players chose to call, bid and play.

All worlds of a view fit the rules. A player who had these cards would not have been equally ready to do what he did in
each of them, and a *model* says how ready: it gives every world a weight. Models are habits, not rules, so none ever
rules a world out: every choice keeps at least a chance of `FLOOR`. Weights are relative; the price of using them is
that a sample of n worlds is worth only as much as `effective_size` says.

The models:

* `call` (Court Piece): the hakem names the longest and strongest suit of the cards that he has seen, by the first tip
  of the game's description: three for each card, four, three, two, one for ace, king, queen, jack; hardly ever a suit
  of three cards headed by the ace alone. He prefers a suit to another *e* times for `CALL_SCALE` of difference. His
  first cards are any of his thirteen, all equally likely, so that the choice is averaged over all sets of them.
* `auction` (Coinche): a player bids a suit in which he expects enough, twenty points a trick and for a belote, counted
  as `solver.games.coinche.valuation` does; he passes when his best suit is not worth the lowest bid, raises his partner
  on what his cards add to the bid, coinches on what they take away. He judges with an error of `BID_SPREAD`.
* `play`: who can win a trick that the opponents are winning mostly does, the later he plays the more surely, and as
  cheaply as he can; who cannot loses his lowest card; nobody beats his partner for nothing; who leads a suit of which
  he holds the best card that is left leads that. How often they do otherwise is in `HABITS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from types import MappingProxyType
from typing import Final

import numpy as np
from numpy.typing import NDArray

from solver.cards import SUIT_MASKS, Card, Rank, Seat, Suit, cards_of, mask_of
from solver.errors import LimitError
from solver.games import CoincheRules, CourtPieceRules
from solver.games.coinche import Auction, Call, CallKind
from solver.games.coinche.scoring import BELOTE
from solver.games.coinche.valuation import AGAINST, MASKS, OWN, SUPPORT, Weights
from solver.view import View

from .random import Words

__all__ = ["MODELS", "Model", "effective_size", "models_for", "world_weights"]

Floats = NDArray[np.float64]

#: The least chance of any choice, whatever a model thinks of it.
FLOOR: Final = 0.05

#: Worlds that are weighed at a time, where that takes much memory.
_BATCH: Final = 512

#: `call`: by how much a suit must be better to be preferred *e* times.
CALL_SCALE: Final = 1.5
#: One of so many sets of cards that he may have seen is looked at, evenly spread: the logarithm of the chance is within
#: 0.1 of that over all 1287 sets of five, at a tenth of the time.
EVERY_SET: Final = 8
_HONOURS: Final = {Rank.ACE: 4, Rank.KING: 3, Rank.QUEEN: 2, Rank.JACK: 1}
_RANKS: Final = tuple(Card.of(index).rank for index in range(52))
#: What each card adds to its suit, by index.
_VALUE: Final = np.array([3 + _HONOURS.get(rank, 0) for rank in _RANKS], dtype=np.float32)
#: What is taken off a suit of three cards headed by the ace alone; it is known by its numbers of cards and honours.
_ACE_ALONE: Final = np.float32(6)
_CODE: Final = np.array(
    [1 + (16 if rank is Rank.ACE else 256 if rank in _HONOURS else 0) for rank in _RANKS], dtype=np.float32
)
_THREE_AND_ACE: Final = 3 + 16

#: `auction`: the spread of a player's judgement, in points; how much less than he expects he bids; by how much the
#: opponents must miss their bid to be coinched.
BID_SPREAD: Final = 15.0
CAUTION: Final = 10
COINCHE_MARGIN: Final = 20
#: What a hand must be worth to announce all tricks.
_ALL_TRICKS: Final = 150

#: `play`: the chance of doing otherwise, by how many still play after him (0: he is last).
HABITS: Final[Mapping[str, tuple[float, ...]]] = MappingProxyType(
    {
        "does not win though he could": (0.2, 0.5, 0.8),
        "wins with more than needed": (0.3, 0.6, 0.8),
        "beats his partner": (0.3, 0.5, 0.7),
        "loses more than needed": (0.3, 0.3, 0.3),
        "leads another than his master": (0.5,),
    }
)


@dataclass(frozen=True, slots=True)
class Model:
    """A habit of players: the logarithm of how likely what they did is, for dealt hands (masks of (n, 4))."""

    name: str
    about: str
    applies: Callable[[View], bool]
    log_weights: Callable[[View, Words], Floats]
    #: The only game of which it can say anything; `None` for all.
    game: str | None = None


def models_for(view: View, names: Iterable[str] | None = None) -> tuple[Model, ...]:
    """Return the models called *names*, by default all, that say something about *view*.

    Raises `LimitError` for an unknown name.
    """
    wanted = tuple(MODELS) if names is None else tuple(names)
    for name in wanted:
        if name not in MODELS:
            raise LimitError(f"expected one of the models {', '.join(MODELS)}, not {name!r}").about("models")
    return tuple(MODELS[name] for name in dict.fromkeys(wanted) if MODELS[name].applies(view))


def world_weights(view: View, hands: Words, models: Sequence[Model]) -> Floats:
    """Return the weights of worlds as `Worlds` gives them; their mean is 1. Without models all are 1."""
    dealt = hands.copy()
    dealt[:, :4] |= np.array(view.table.played_by, dtype=np.uint64)
    logs = np.zeros(len(hands))
    for model in models:
        logs += model.log_weights(view, dealt)
    if not len(logs):
        return logs
    weights = np.exp(logs - logs.max())
    return np.asarray(weights / weights.mean())


def effective_size(weights: Floats) -> float:
    """Return how many equally likely worlds the weighted ones are worth (Kish): (sum w)^2 / sum w^2."""
    total = float(np.sum(weights))
    return total * total / float(np.sum(weights * weights)) if total else 0.0


def _counts(hands: Words, mask: int) -> NDArray[np.int64]:
    """Return how many cards of *mask* each hand has."""
    found = np.zeros(hands.shape, dtype=np.int64)
    for card in cards_of(mask):
        found += (hands >> np.uint64(card.index) & np.uint64(1)).astype(np.int64)
    return found


def _has(hands: Words, mask: int) -> NDArray[np.bool_]:
    """Tell which hands have a card of *mask*."""
    return np.asarray((hands & np.uint64(mask)) != 0)


def _floored(chance: Floats) -> Floats:
    """Return the logarithm of a chance that is never less than `FLOOR`."""
    return np.asarray(np.log(FLOOR + (1 - FLOOR) * chance))


def _sure(margin: NDArray[np.generic]) -> Floats:
    """Return the chance that a player sees a margin of so many points as one."""
    return np.asarray(1 / (1 + np.exp(-np.asarray(margin, dtype=np.float64) / BID_SPREAD)))


# The hakem's call


def _has_call(view: View) -> bool:
    """Tell whether another player than the seat, the hakem, has named or hidden a suit from his first cards."""
    rules = view.rules
    return (
        isinstance(rules, CourtPieceRules)
        and rules.preset != "bridge"
        and view.hakem not in (None, view.seat)
        and (view.table.is_veiled or _called(view) is not None)
        and view.size == view.game.hand_size
    )


def _called(view: View) -> Suit | None:
    """Return the suit that was named before the play, as far as the seat knows it."""
    opening = view.opening
    return None if opening is None else opening.suit


def _call_weights(view: View, dealt: Words) -> Floats:
    """Return how likely the hakem was to name the trump, averaged over the cards that he may have seen."""
    rules, hakem, called = view.rules, view.hakem, _called(view)
    assert isinstance(rules, CourtPieceRules)
    assert hakem is not None
    if called is None:  # each world says what was hidden
        suits = (dealt[:, 4] & np.uint64(3)).astype(np.intp)
    else:
        suits = np.full(len(dealt), int(called), dtype=np.intp)
    every = range(view.size)
    sets = list(combinations(every, rules.caller_sees))
    sets = sets[EVERY_SET // 2 :: EVERY_SET] or sets
    seen = np.array([[place in chosen for place in every] for chosen in sets], dtype=np.float32)
    chance = np.empty(len(dealt))
    for first in range(0, len(dealt), _BATCH):
        cards = _places(dealt[first : first + _BATCH, hakem], view.size).T  # (cards, worlds)
        in_suit = np.arange(52)[cards][:, :, None] // 13 == np.arange(4)  # (cards, worlds, suits)
        shape = (len(seen), cards.shape[1], 4)
        value = (seen @ (in_suit * _VALUE[cards][:, :, None]).reshape(view.size, -1)).reshape(shape)
        code = (seen @ (in_suit * _CODE[cards][:, :, None]).reshape(view.size, -1)).reshape(shape)
        value[code == _THREE_AND_ACE] -= _ACE_ALONE
        likings = np.exp(value / np.float32(CALL_SCALE))
        named = likings[:, np.arange(shape[1]), suits[first : first + _BATCH]]
        chance[first : first + _BATCH] = (named / likings.sum(axis=2)).mean(axis=0)
    if not view.game.trump_mode(rules).indicator:
        return _floored(chance)
    # Any card of the suit may be the one that lies face down.
    of_suit = np.stack([_counts(dealt[:, hakem], suit.mask) for suit in Suit])[suits, np.arange(len(dealt))]
    return np.asarray(_floored(chance) - np.log(np.maximum(of_suit, 1)))


def _places(hands: Words, size: int) -> NDArray[np.intp]:
    """Return the indices of the cards of each hand, (n, *size*)."""
    bits = (hands[:, None] >> np.arange(52, dtype=np.uint64)) & np.uint64(1)
    return np.nonzero(bits)[1].reshape(len(hands), size)


# The auction of Coinche


def _has_auction(view: View) -> bool:
    """Tell whether somebody else has called."""
    return view.auction is not None and any(seat is not view.seat for seat, _ in view.auction.calls)


def _worth(hands: Words, suit: Suit, weights: Weights) -> NDArray[np.int64]:
    """Return what hands are worth in *suit*, as `valuation.hand_points` counts it."""
    masks = MASKS[suit]
    trumps = _counts(hands, masks.suit)
    points = weights.base + weights.trump * trumps
    for mask, each in ((masks.jack, weights.jack), (masks.nine, weights.nine), (masks.ace, weights.ace)):
        points = points + each * _has(hands, mask)
    points = points + weights.ten * _has(hands, masks.ten)
    for side, ace, ten in masks.sides:
        held = _counts(hands, side)
        with_ace = _has(hands, ace)
        points = points + weights.void * ((held == 0) & (trumps > 0))
        points = points + weights.side_ace * with_ace
        points = points + weights.side_ten * (~with_ace & _has(hands, ten) & (held > 1))
    return np.asarray(points)


def _auction_weights(view: View, dealt: Words) -> Floats:
    """Return how likely the calls of the other seats were, each from the cards of its seat."""
    rules, whole = view.rules, view.auction
    assert isinstance(rules, CoincheRules)
    assert whole is not None
    logs = np.zeros(len(dealt))
    said: list[tuple[int, Suit] | None] = [None] * 4
    auction = Auction(rules, whole.first)
    for seat, call in whole.calls:
        if seat is not view.seat:
            logs += _call_of_auction(auction, seat, call, dealt[:, seat], said[seat.partner])
        if call.bid is not None and call.kind is CallKind.POINTS and call.bid.strain.suit is not None:
            said[seat] = (call.bid.points, call.bid.strain.suit)
        auction = auction.call(call, seat)
    return logs


def _call_of_auction(
    auction: Auction, seat: Seat, call: Call, hands: Words, partner: tuple[int, Suit] | None
) -> Floats:
    """Return how likely one call was; *auction* is what was called before, *partner* what the partner has bid."""
    contract, rules, kind = auction.contract, auction.rules, call.kind
    standing = None if contract is None else contract.bid.strain.suit
    nothing = np.zeros(len(hands))
    expected = np.stack([_expected(hands, suit, partner) for suit in Suit])
    if kind in (CallKind.COINCHE, CallKind.SURCOINCHE):
        if contract is None or standing is None or contract.bid.kind is not CallKind.POINTS:
            return nothing
        if kind is CallKind.SURCOINCHE:
            return _floored(_sure(expected[standing] - contract.bid.points - COINCHE_MARGIN))
        return _floored(_sure(-COINCHE_MARGIN - CAUTION - _worth(hands, standing, AGAINST)))
    if kind is CallKind.PASS:
        if auction.is_over or (contract is not None and (contract.level or contract.declarer is seat)):
            return nothing
        if contract is not None and contract.bid.kind is not CallKind.POINTS:
            return nothing
        lowest = rules.min_bid if contract is None else max(rules.min_bid, contract.bid.points + rules.bid_step)
        return _floored(_sure(lowest + CAUTION - expected.max(axis=0)))
    if call.bid is None or call.bid.strain.suit is None:
        return nothing
    suit = call.bid.strain.suit
    wanted = call.bid.points + CAUTION if kind is CallKind.POINTS else _ALL_TRICKS
    likings = np.exp((expected - expected.max(axis=0)) / BID_SPREAD)
    return _floored(_sure(expected[suit] - wanted) * likings[suit] / likings.sum(axis=0))


def _expected(hands: Words, suit: Suit, partner: tuple[int, Suit] | None) -> NDArray[np.int64]:
    """Return what hands expect their side to take in *suit*, from what the partner has bid there."""
    belote = BELOTE * (_counts(hands, MASKS[suit].belote) == 2)
    if partner is not None and partner[1] is suit:
        return np.asarray(partner[0] + CAUTION + _worth(hands, suit, SUPPORT) + belote)
    return np.asarray(_worth(hands, suit, OWN) + belote)


# The play


@dataclass(frozen=True, slots=True)
class _Choice:
    """What a player could have done instead of playing a card: cards (a mask), and the chance of not doing it."""

    instead: int
    chance: float


def _has_play(view: View) -> bool:
    """Tell whether somebody else has played a card."""
    return any(seat is not view.seat for seat in view.table.players)


def _play_weights(view: View, dealt: Words) -> Floats:
    """Return how likely the cards were that the other seats played."""
    logs = np.zeros(len(dealt))
    played = [0, 0, 0, 0]
    out = 0
    for ply, (card, seat) in enumerate(zip(view.played, view.table.players, strict=True)):
        if seat is not view.seat:
            rest = view.pack & ~(played[seat] | card.bit)
            for choice in _choices(view, ply, card.plain, rest, out):
                logs += np.log(np.where(_has(dealt[:, seat], choice.instead & rest), choice.chance, 1.0))
        played[seat] |= card.bit
        out |= card.bit
    return logs


def _choices(view: View, ply: int, card: Card, rest: int, out: int) -> Iterator[_Choice]:
    """Yield what could have been done instead of *card*, the hand being some of *rest*; *out* was played before."""
    strain, trick = view.table.before[ply]
    game, rules = view.game, view.rules
    suit = rest & SUIT_MASKS[card.suit]
    if not trick:
        above = [other for other in cards_of(suit & ~out) if game.winner((card, other), strain, rules) == 1]
        best = next((other for other in above if all(_beats(view, ply, other, each) for each in above)), None)
        if best is not None:
            yield _Choice(best.bit, HABITS["leads another than his master"][0])
        return
    place = len(trick)
    after = 3 - place
    winning = game.winner(trick, strain, rules)
    partner = winning == place - 2
    wins = game.winner((*trick, card), strain, rules) == place
    allowed = [
        other for other in cards_of(rest) if game.legal_mask(card.bit | other.bit, trick, strain, rules) & other.bit
    ]
    winners = mask_of(other for other in allowed if game.winner((*trick, other), strain, rules) == place)
    lower = mask_of(other for other in allowed if other.bit & suit and _beats(view, ply, card, other))
    if wins and partner:
        yield _Choice(mask_of(allowed) & ~winners, HABITS["beats his partner"][after])
    elif wins:
        yield _Choice(winners & lower, HABITS["wins with more than needed"][after])
    elif not partner:
        yield _Choice(winners, HABITS["does not win though he could"][after])
        yield _Choice(lower & ~winners, HABITS["loses more than needed"][after])


def _beats(view: View, ply: int, card: Card, other: Card) -> bool:
    """Tell whether *card*, led, beats *other* of the same suit."""
    strain = view.table.before[ply][0]
    return card is other or view.game.winner((card, other), strain, view.rules) == 0


def _named(*models: Model) -> Mapping[str, Model]:
    return MappingProxyType({model.name: model for model in models})


#: The models by name.
MODELS: Final = _named(
    Model("call", "the hakem named his longest and strongest suit", _has_call, _call_weights, "court-piece"),
    Model("auction", "players bid what their cards are worth", _has_auction, _auction_weights, "coinche"),
    Model("play", "players win tricks when they can, and cheaply", _has_play, _play_weights),
)
