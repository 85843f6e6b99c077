"""Weights of worlds: what a habit makes likely, held against plain arithmetic and against players who have it."""

from __future__ import annotations

import math
import random
from itertools import combinations

import numpy as np
import pytest

from solver import Card, Deal, LimitError, Position, Seat, Strain, Suit, View, Worlds
from solver.advice.policy import Bidders
from solver.games.coinche import SHORT_DECK, Auction, CoincheRules
from solver.games.coinche.valuation import AGAINST, OWN, SUPPORT, hand_points
from solver.worlds import MODELS, effective_size, models_for, world_weights
from solver.worlds.likelihood import CALL_SCALE, EVERY_SET, FLOOR, HABITS, _worth

HONOURS = {"A": 4, "K": 3, "Q": 2, "J": 1}


def array(*hands: tuple[int, ...]) -> np.ndarray:
    """Return worlds as an array."""
    return np.array(hands, dtype=np.uint64)


def liking(cards: list[str], suit: str) -> float:
    """Return how much a hakem likes a suit of the cards that he sees, by the words of the model."""
    ranks = [card[1] for card in cards if card[0] == suit]
    value = 3 * len(ranks) + sum(HONOURS.get(rank, 0) for rank in ranks)
    alone = len(ranks) == 3 and "A" in ranks and not set("KQJ") & set(ranks)
    return value - 6 * alone


def called(deal: Deal, seed: int) -> View:
    """Return West's view of a deal in which North names the suit that he likes best of five of his cards."""
    seen = [card.text for card in random.Random(seed).sample(list(deal[Seat.NORTH]), 5)]
    trump = max("SHDC", key=lambda suit: liking(seen, suit))
    return View.of(seat=Seat.WEST, hand=deal[Seat.WEST], rules="courts", hakem=Seat.NORTH, strain=Strain.parse(trump))


def gain(view: View, truth: tuple[int, ...], worlds: int = 100) -> float:
    """Return the logarithm of the weight of the true hands over the mean weight of a sample."""
    hands = np.concatenate([array(truth), Worlds(view).sample(worlds, seed=1)])
    weights = world_weights(view, hands, models_for(view))
    return math.log(weights[0] / weights[1:].mean())


def test_the_call_is_averaged_over_cards_that_may_have_been_seen():
    """The chance of a call is that of a plain loop over an eighth of the sets of five, and close to that of all."""
    for seed in range(5):
        deal = Deal.random(seed=seed)
        view = called(deal, seed)
        hand = [card.text for card in deal[Seat.NORTH]]
        chances = []
        for seen in combinations(hand, 5):
            likes = {suit: math.exp(liking(list(seen), suit) / CALL_SCALE) for suit in "SHDC"}
            chances.append(likes[view.strain.letter] / sum(likes.values()))
        logs = MODELS["call"].log_weights(view, array(deal.masks))
        some, whole = (
            math.log(FLOOR + (1 - FLOOR) * sum(each) / len(each)) for each in (chances[4::EVERY_SET], chances)
        )
        assert logs[0] == pytest.approx(some, abs=1e-5)
        assert logs[0] == pytest.approx(whole, abs=0.1)


def test_the_true_hands_of_a_hakem_who_calls_his_best_suit_weigh_more():
    """Over twenty deals the truth gains on chance; a hakem who calls hearts has more of them than by chance."""
    gains = [gain(called(deal, seed), deal.masks) for seed in range(20) for deal in [Deal.random(seed=seed)]]
    assert sum(gains) / len(gains) > 0.1
    best = View.of(seat=Seat.WEST, hand="AK54.Q2.KJ4.Q932", rules="courts", hakem=Seat.NORTH, strain=Strain.HEARTS)
    worlds = Worlds(best).sample(400, seed=2)
    weights = world_weights(best, worlds, models_for(best))
    hearts = np.array([(int(world[Seat.NORTH]) & Suit.HEARTS.mask).bit_count() for world in worlds])
    assert np.average(hearts, weights=weights) > hearts.mean() + 0.3


def test_worth_of_many_hands_is_that_of_each():
    """The arrays count what `hand_points` counts."""
    hands = [Deal.random(seed=seed, cards=8, deck=SHORT_DECK).masks[0] for seed in range(200)]
    for suit in Suit:
        for weights in (OWN, SUPPORT, AGAINST):
            assert _worth(array(*[(hand,) for hand in hands])[:, 0], suit, weights).tolist() == [
                hand_points(hand, suit, weights) for hand in hands
            ]


def bid_view(seed: int) -> tuple[View, tuple[int, ...]]:
    """Return South's view after an auction of four players who bid by their cards, and the hands."""
    rules = CoincheRules.presets["s4"]
    deal = Deal.random(seed=seed, cards=8, deck=SHORT_DECK)
    auction, spoken = Auction(rules, Seat.NORTH), []
    Bidders(rules, deal.masks).finish(auction, spoken=spoken)
    for call in spoken:
        auction = auction.call(call)
    hand = deal[Seat.SOUTH]
    return View.of(seat=Seat.SOUTH, hand=hand, game="coinche", leader=Seat.NORTH, auction=auction), deal.masks


def test_the_true_hands_of_bidders_weigh_more():
    """Over thirty auctions the truth gains on chance, and every world keeps some weight."""
    gains = [gain(*bid_view(seed)) for seed in range(30)]
    assert sum(gains) / len(gains) > 1
    assert all(math.isfinite(each) for each in gains)


def test_calls_of_an_auction():
    """A bidder has the cards of his suit, who passes lacks them, who coinches holds trumps against the bid."""
    rules = CoincheRules.presets["s4"]
    auction = Auction.read(rules, Seat.NORTH, ["110S", "Pass", "Pass", "X"])
    view = View.of(seat=Seat.SOUTH, hand="8.AT7.K98.Q", game="coinche", leader=Seat.NORTH, auction=auction)
    worlds = Worlds(view).sample(3000, seed=3)
    weights = world_weights(view, worlds, models_for(view, ["auction"]))
    spades = np.array([[(int(hand) & Suit.SPADES.mask).bit_count() for hand in world] for world in worlds])
    means, plain = np.average(spades, axis=0, weights=weights), spades.mean(axis=0)
    assert means[Seat.NORTH] > plain[Seat.NORTH] + 0.5
    assert means[Seat.EAST] > means[Seat.WEST]
    jack = np.array([bool(int(world[Seat.NORTH]) & Card.parse("SJ").bit) for world in worlds])
    assert np.average(jack, weights=weights) > 0.5 > jack.mean()


def after_trick(cards: str, *, game: str = "court-piece", strain: Strain = Strain.SPADES) -> tuple[View, np.ndarray]:
    """Return North's view after some cards, North leading and playing anticlockwise, and worlds of it."""
    rules = "courts" if game == "court-piece" else None
    hand = "AKQ.654.654.6543" if game == "court-piece" else "AKQ.A7.A7.7"
    view = View.of(
        seat=Seat.NORTH,
        hand=hand,
        game=game,
        rules=rules,
        leader=Seat.NORTH,
        hakem=Seat.NORTH if game == "court-piece" else None,
        strain=strain,
        played=tuple(Card.parse(card) for card in cards.split()),
    )
    return view, Worlds(view).sample(500, seed=1)


@pytest.mark.parametrize(
    ("cards", "seat", "unlikely", "habit"),
    [
        # West plays low over North's six, with two players after him.
        ("H6 H2", "W", "HA", HABITS["does not win though he could"][2]),
        # East, last, lets South's queen win.
        ("H6 H2 HQ H3", "E", "HK", HABITS["does not win though he could"][0]),
        # East, last, takes the queen with the ace.
        ("H6 H2 HQ HA", "E", "HK", HABITS["wins with more than needed"][0]),
        # South beats nobody, and had a lower card than the nine.
        ("H6 HQ H9", "S", "H3", HABITS["loses more than needed"][1]),
        # East beats his partner's queen, with a lower card in hand.
        ("H6 HQ H2 HK", "E", "H3", HABITS["beats his partner"][0]),
        # West leads the king of diamonds though he holds the ace.
        ("H6 HQ H2 H3 DK", "W", "DA", HABITS["leads another than his master"][0]),
    ],
)
def test_what_a_card_says(cards, seat, unlikely, habit):
    """A world in which the player could have done better weighs less, by the chance of his habit."""
    view, worlds = after_trick(cards)
    card = Card.parse(unlikely).bit
    seat = Seat.parse(seat)
    model = MODELS["play"]
    before, _ = after_trick(" ".join(cards.split()[:-1]))
    logs = model.log_weights(view, worlds | np.array(view.table.played_by, dtype=np.uint64))
    earlier = model.log_weights(before, worlds | np.array(view.table.played_by, dtype=np.uint64))
    last = logs - earlier
    held = np.array([bool(int(world[seat]) & card) for world in worlds])
    assert held.any()
    assert np.exp(last[held].max()) <= habit + 1e-9
    assert last.max() == 0
    assert model.applies(view)


def test_forced_cards_say_nothing():
    """Who must beat, or has nothing else, is not taken to have chosen: duties of Coinche are no habits."""
    view, worlds = after_trick("SA S7 SJ", game="coinche")  # South must beat his partner's ace
    logs = MODELS["play"].log_weights(view, worlds | np.array(view.table.played_by, dtype=np.uint64))
    nine = Card.parse("S9").bit
    assert all(log == 0 for log, world in zip(logs, worlds, strict=True) if not int(world[Seat.SOUTH]) & nine)


def test_weights_are_relative_and_their_price_is_told():
    """Their mean is one; equal weights are worth all worlds, one large weight is worth one."""
    view = called(Deal.random(seed=1), 1)
    worlds = Worlds(view).sample(50, seed=1)
    assert world_weights(view, worlds, models_for(view)).mean() == pytest.approx(1)
    assert world_weights(view, worlds, ()).tolist() == [1.0] * 50
    assert effective_size(np.ones(50)) == 50
    assert effective_size(np.array([1.0, 0, 0])) == 1


def test_models_say_something_only_where_there_is_something():
    """The own call says nothing about others; without calls and cards there is nothing to weigh."""
    hakem = View.of(seat=Seat.NORTH, hand="AK54.Q2.KJ4.Q932", rules="courts", hakem=Seat.NORTH, strain=Strain.SPADES)
    assert models_for(hakem) == ()
    assert [model.name for model in models_for(called(Deal.random(seed=1), 1))] == ["call"]
    assert [model.name for model in models_for(bid_view(1)[0])] == ["auction"]
    assert models_for(bid_view(1)[0], ["call", "play"]) == ()
    with pytest.raises(LimitError, match="expected one of the models call, auction, play, not 'x'"):
        models_for(hakem, ["x"])


def test_weights_do_not_depend_on_the_batch():
    """Each world is weighed by itself."""
    deal = Deal.random(seed=2)
    position = Position(deal, strain=Strain.HEARTS, leader=Seat.NORTH, rules="courts")
    for card in ("first", "second", "third", "fourth", "fifth"):
        del card
        position.push(position.legal_plays()[-1])
    view = View.of(
        seat=Seat.WEST,
        hand=deal[Seat.WEST],
        rules="courts",
        hakem=Seat.NORTH,
        strain=Strain.HEARTS,
        played=position.history,
    )
    worlds = Worlds(view).sample(1100, seed=1)
    dealt = worlds | np.array(view.table.played_by, dtype=np.uint64)
    for model in models_for(view):
        whole = model.log_weights(view, dealt)
        assert np.allclose(
            np.concatenate([model.log_weights(view, dealt[:7]), model.log_weights(view, dealt[7:])]), whole
        )
