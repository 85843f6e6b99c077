"""Advice: one world gives the solver's answer, all worlds their mean, and nothing depends on the workers."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations
from unittest import mock

import pytest

from solver.advice import Adviser, Ask, TrumpCall, advise
from solver.advice.bidding import BidDecision
from solver.advice.decisions import PlayDecision
from solver.advice.drawing import POOL, draw, picked
from solver.advice.objectives import objective_of, objectives_of, worthy_stakes
from solver.advice.pimc import looks
from solver.advice.policy import Bidders
from solver.cards import FULL_DECK, SUIT_MASKS, Card, Rank, Seat, Side, Strain, Suit, cards_of, mask_of
from solver.errors import LimitError, PositionError, ViewError
from solver.games import game, resolve
from solver.games.coinche.auction import Auction, Bid, Call, CallKind, Contract
from solver.games.coinche.rules import CoincheRules
from solver.games.coinche.valuation import hand_points
from solver.games.trump import HiddenTrump
from solver.reference import card_values
from solver.results import Limit
from solver.solve import Searcher
from solver.view import View, trump_code
from solver.worlds import Worlds
from solver.worlds.facts import facts_of

SHORT_DECK = game("coinche").deck


def dealt(size, *, seed, deck=FULL_DECK):
    """Four hands of *size* cards as masks."""
    cards = list(cards_of(deck))
    random.Random(seed).shuffle(cards)
    return [mask_of(cards[size * seat : size * (seat + 1)]) for seat in range(4)]


def ending(name, hands, *, seat=Seat.NORTH, leader=None, open_hands=False, **more):
    """A view of an ending of any game that *seat* leads, of a deal whose other tricks are gone."""
    size = hands[0].bit_count()
    rest = 13 - size
    deck = 0
    for hand in hands:
        deck |= hand
    setup = {
        "court-piece": {"strain": Strain.HEARTS, "hakem": seat, "taken": (rest // 2, rest - rest // 2)},
        "dehla-pakad": {
            "strain": None,
            "dealer": Seat.EAST,
            "taken": (4 - sum(card.rank is Rank.TEN for card in cards_of(deck)), 0),
        },
        "coinche": {"strain": Strain.SPADES, "dealer": Seat.EAST, "contract": "80S", "declarer": Seat.NORTH},
    }[name]
    if name == "coinche":
        left = value_of_all(deck, size)
        setup["taken"] = (162 - left, 0) if size < 8 else (0, 0)
        setup["tags"] = [("tricks", f"{8 - size}-0"), ("belote", "-")]
    exposed = tuple(0 if each is seat or not open_hands else hands[each] for each in Seat)
    return View.of(
        seat=seat,
        hand=hands[seat],
        game=name,
        pack=deck,
        size=size,
        leader=leader or seat,
        exposed=exposed,
        **(setup | more),
    )


def value_of_all(deck, size):
    """The points of Coinche that an ending in spades holds."""
    coinche = game("coinche")
    return coinche.units_to_come(deck, size, strain=Strain.SPADES, rules=coinche.rules(None))


@pytest.mark.parametrize("name", ["court-piece", "dehla-pakad", "coinche"])
@pytest.mark.parametrize("seed", range(4))
def test_with_one_world_the_answer_is_the_solvers(name, seed):
    """A view in which all hands lie open has one world, and each card is worth what the exact search says."""
    deck = SHORT_DECK if name == "coinche" else FULL_DECK
    hands = dealt(5, seed=seed, deck=deck)
    view = ending(name, hands, open_hands=True)
    advice = advise(view, workers=1)
    assert (advice.worlds, advice.count, advice.complete) == (1, 1, True)
    objective = objective_of(view, None)
    stakes = worthy_stakes(view, objective, hands)
    solution = Searcher(memory_mb=16).outcome(view.position(hands), stakes, cards=True)
    assert {each.action: each.mean for each in advice.candidates} == {
        entry.card: objective.shown(entry.payoff.of(Side.NS)) for entry in solution.cards
    }
    assert advice.candidates[0].mean == objective.shown(solution.payoff.of(Side.NS))
    assert all(each.error == 0 for each in advice.candidates)


@pytest.mark.parametrize("name", ["court-piece", "dehla-pakad"])
def test_all_worlds_give_the_mean_of_the_reference(name):
    """Where all worlds are examined, each mean is that over all deals of what plain minimax gives."""
    hands = dealt(2, seed=11)
    view = ending(name, hands)
    advice = advise(view, worlds=1000, workers=1, objective="deal" if name == "court-piece" else "round")
    unseen = [card for seat in (1, 2, 3) for card in cards_of(hands[seat])]
    sums = dict.fromkeys(cards_of(hands[0]), 0)
    count = 0
    for east in combinations(unseen, 2):
        rest = [card for card in unseen if card not in east]
        for south in combinations(rest, 2):
            west = [card for card in rest if card not in south]
            world = (hands[0], mask_of(east), mask_of(south), mask_of(west))
            count += 1
            before = view.taken[0]
            for card, units in card_values(view.position(world)).items():
                total = before + units
                if name == "court-piece":
                    sums[card] += 1 if total >= 7 else -1
                else:
                    sums[card] += (total >= 3) - (total <= 1)
    assert (advice.count, advice.worlds, advice.complete, advice.stopped) == (count, count, True, None)
    assert {each.action: each.mean for each in advice.candidates} == pytest.approx(
        {card: total / count for card, total in sums.items()}
    )


def test_hidden_hands_are_not_looked_at():
    """Advice is the same whatever the other hands of the record hold: a view does not know them."""
    hands = dealt(4, seed=3)
    swapped = [hands[0], hands[2], hands[3], hands[1]]
    one, other = (advise(ending("court-piece", each), worlds=40, workers=1) for each in (hands, swapped))
    assert [(each.action, each.mean) for each in one.candidates] == [
        (each.action, each.mean) for each in other.candidates
    ]


@pytest.mark.parametrize("name", ["court-piece", "dehla-pakad", "coinche"])
def test_the_number_of_workers_changes_nothing(name):
    """One, two and three workers give the same advice to the last digit, early stop included."""
    deck = SHORT_DECK if name == "coinche" else FULL_DECK
    view = ending(name, dealt(6, seed=8, deck=deck))
    found = [advise(view, worlds=80, seed=4, workers=workers) for workers in (1, 2, 3)]
    facts = [(each.candidates, each.worlds, each.stopped, each.count) for each in found]
    assert facts[0] == facts[1] == facts[2]
    again = advise(view, worlds=80, seed=5, workers=1)
    assert again.candidates != found[0].candidates or name == "dehla-pakad"


@pytest.mark.parametrize("name", ["court-piece", "dehla-pakad"])
def test_touching_cards_are_evaluated_once_and_rightly(name):
    """Cards with nothing in play between them share an evaluation, which is what each has by itself; tens do not."""
    shared = 0
    for seed in range(12):
        hands = dealt(6, seed=seed)
        view = ending(name, hands)
        searcher = Searcher(memory_mb=16, reuse=True)
        together = PlayDecision(view, hands)
        row = together.row(hands, searcher, Limit()).payoffs
        shared += len(together.actions) - len(set(together._same.values()))
        for card, paid in zip(together.actions, row, strict=True):
            assert PlayDecision(view, hands, candidates=[card]).row(hands, searcher, Limit()).payoffs == (paid,)
    assert shared > 12


def test_an_early_stop_is_a_prefix_of_the_whole_sample():
    """What is clear after some worlds is what the first worlds of the whole sample say."""
    # The ace of trumps wins the last trick that decides the deal; a lower card gives it away.
    view = ending("court-piece", dealt(7, seed=5))
    early = advise(view, worlds=200, workers=1, seed=1)
    whole = advise(view, worlds=200, workers=1, seed=1, early=False)
    assert whole.worlds == 200
    if early.stopped == "clear":
        assert early.worlds in looks(200)
        assert advise(view, worlds=early.worlds, workers=1, seed=1, early=False).candidates == early.candidates
        assert early.best == whole.best


def test_a_clear_best_stops_the_sample():
    """A decision with one winning card is not examined to the end."""
    none = Strain.NO_TRUMP
    hand = mask_of(map(Card.parse, ["CA", "D2"]))
    pack = hand | mask_of(map(Card.parse, ["SK", "H2", "H3", "H4", "D3", "D4"]))
    view = View.of(
        seat=Seat.NORTH, hand=hand, pack=pack, size=2, leader=Seat.NORTH, strain=none, hakem=Seat.NORTH, taken=(6, 5)
    )
    advice = advise(view, worlds=89, workers=1)
    assert advice.count == 90
    assert advice.best is Card.parse("CA")
    assert advice.stopped == "clear"
    assert advice.worlds in looks(89)
    assert not advice.too_close


def test_limits():
    """After its time a sample ends with the worlds examined by then; a limit of nodes always leaves the same bounds."""
    view = View.of(seat=Seat.NORTH, hand="AK5.Q2.J7.T98765", rules="hokm", hakem=Seat.NORTH, strain=Strain.SPADES)
    quick = advise(view, worlds=3_000, seconds=0.3, workers=2, early=False)
    assert quick.stopped == "seconds"
    assert 1 <= quick.worlds < 3_000
    few = [advise(view, worlds=4, nodes=2_000, workers=workers) for workers in (1, 2)]
    assert few[0].bounded > 0
    assert not few[0].complete
    assert few[0].candidates == few[1].candidates


def test_a_trump_call_pays_what_the_deal_pays():
    """Each trump is worth, in a world, what the exact search says of the deal with that trump."""
    hand = mask_of(map(Card.parse, ["SA", "SK", "S5", "HQ", "D2"]))
    view = View.of(seat=Seat.SOUTH, hand=hand, rules="hokm;nt_allowed=yes", hakem=Seat.SOUTH)
    advice = advise(view, worlds=6, seed=2, workers=1)
    assert {each.action for each in advice.candidates} == {TrumpCall(strain) for strain in tuple(Strain)[:5]}
    searcher = Searcher(memory_mb=16)
    for call in (TrumpCall(Strain.HEARTS), TrumpCall(Strain.NO_TRUMP)):
        paid = []
        for world in Worlds(view).sample(6, seed=2).tolist():
            named = view.with_strain(call.strain)
            stakes = worthy_stakes(named, objective_of(named, "courts"), world)
            paid.append(searcher.outcome(named.position(world), stakes).payoff.of(Side.NS))
        [found] = [each for each in advice.candidates if each.action == call]
        assert found.mean == pytest.approx(sum(paid) / 6)
        assert found.win == sum(each > 0 for each in paid) / 6


def test_targets_are_weighed_against_each_other():
    """A hakem may undertake more tricks: with all aces and kings a target pays more, with nothing it pays less."""
    rules = "classic;nt_allowed=no"
    strong = View.of(
        seat=Seat.NORTH, hand=mask_of(map(Card.parse, ["SA", "SK", "SQ", "SJ", "ST"])), rules=rules, hakem=Seat.NORTH
    )
    advice = advise(strong, worlds=12, workers=1, targets=(0, 9, 10), candidates=None)
    assert advice.best.strain is Strain.SPADES
    assert len(advice.candidates) == 12
    with pytest.raises(PositionError, match="expected targets among 0, 9, 10, 11, not 8"):
        advise(strong, worlds=1, targets=(8,))
    hokm = View.of(seat=Seat.NORTH, hand=strong.hand, rules="hokm", hakem=Seat.NORTH)
    with pytest.raises(PositionError, match="13 tricks"):
        advise(hokm, worlds=1, targets=(9,))


def test_a_plain_win_counts_for_the_run():
    """Under rules that pay only for runs a win is worth a prospect, and at six won deals a whole court."""
    hands = dealt(3, seed=1)
    low = ending("court-piece", hands, rules="courts", taken=(5, 5))
    high = ending("court-piece", hands, rules="courts", taken=(5, 5), tags=[("streak", "6-0")])
    most = [
        max(value for value, _ in advise(view, worlds=2000, workers=1).candidates[0].distribution)
        for view in (low, high)
    ]
    assert most == [pytest.approx(round(1000 / 64) / 1000), 1.0]


@pytest.mark.parametrize("preset", ["double-sir", "double-sir-ace", "satat", "troefcall", "kot-pees"])
def test_courts_are_what_pays_under_all_rules(preset):
    """Every preset with a score has courts as the default, and they can be asked for at the call."""
    hand = mask_of(map(Card.parse, ["SA", "SK", "S5", "HQ", "D2"]))
    view = View.of(seat=Seat.SOUTH, hand=hand, rules=preset, hakem=Seat.SOUTH)
    advice = advise(view, worlds=2, workers=1, nodes=20_000)
    assert advice.objective == "courts"
    assert len(advice.candidates) == 4


def test_open_trump_of_dehla_pakad():
    """The player who names the trump before the play is advised which."""
    view = View.of(
        seat=Seat.WEST,
        hand=dealt(13, seed=2)[3],
        game="dehla-pakad",
        rules="open",
        dealer=Seat.EAST,
    )
    advice = advise(view, worlds=2, workers=1, objective="round")
    assert advice.kind == "trump"
    assert len(advice.candidates) == 4


def test_a_forced_card_needs_no_worlds():
    """Where only one card may be played it is chosen without a search, otherwise what `advise` says."""
    hands = dealt(5, seed=2)
    view = ending("court-piece", hands)
    adviser = Adviser(workers=1)
    assert adviser.choose(view, worlds=20) is adviser.advise(view, worlds=20).best
    led = next(card for card in cards_of(hands[3]) if (hands[0] & SUIT_MASKS[card.suit]).bit_count() == 1)
    second = ending("court-piece", hands, leader=Seat.WEST).after(led)
    [only] = cards_of(hands[0] & SUIT_MASKS[led.suit])
    with mock.patch.object(Searcher, "outcome", side_effect=AssertionError("nothing is searched")):
        assert adviser.choose(second, worlds=20) is only


# Bids


def bidder(seed, calls="", *, seat=None, rules="s4", tags=()):
    """A view in an auction that East's dealing began."""
    _, parsed = resolve("coinche", rules)
    auction = Auction.read(parsed, Seat.NORTH, calls.split())
    seat = auction.turn if seat is None else seat
    hand = dealt(8, seed=seed, deck=SHORT_DECK)[seat]
    return View.of(seat=seat, hand=hand, game="coinche", rules=rules, dealer=Seat.EAST, auction=auction, tags=tags)


@pytest.mark.parametrize("calls", ["", "Pass 80D", "80S Pass 90S X", "90H Pass Pass"])
def test_a_call_pays_what_its_contract_scores(calls):
    """In every world a call is worth what the exact search says of the contract that the auction ends in."""
    view = bidder(9, calls)
    decision = BidDecision(view)
    searcher = Searcher(memory_mb=32, reuse=True)
    exact = Searcher(memory_mb=32)
    sign = 1 if view.seat.side is Side.NS else -1
    for world in Worlds(view).sample(3, seed=1).tolist():
        row = decision.row(world, searcher, Limit()).payoffs
        hands = view.dealt(world)
        for place in range(0, len(decision.actions), 7):
            call, paid = decision.actions[place], row[place]
            contract = Bidders(view.rules, hands).finish(view.auction.call(call, view.seat))
            if contract is None:
                assert paid == 0
                continue
            strain = contract.bid.strain
            at = View.of(
                seat=view.seat,
                hand=view.hand,
                game="coinche",
                rules=view.rules,
                dealer=Seat.EAST,
                strain=strain,
                contract=str(contract),
                declarer=contract.declarer,
            )
            stakes = worthy_stakes(at, objective_of(at, "score"), world)
            assert paid == sign * exact.outcome(at.position(world), stakes).payoff.of(Side.NS)


@pytest.mark.parametrize("preset", sorted(CoincheRules.presets))
def test_the_policy_keeps_the_rules_of_the_auction(preset):
    """Whatever was called before, the seats go on with legal calls to the end of the auction."""
    rules = CoincheRules.presets[preset]
    rng = random.Random(1)
    for seed in range(30):
        auction = Auction.after_deal(rules, Seat(seed & 3))
        for _ in range(rng.randrange(4)):
            if auction.is_over:
                break
            legal = [call for call in auction.legal_calls() if call.kind is not CallKind.GENERALE]
            auction = auction.call(rng.choice(legal[:9] + legal[-3:]))
        if auction.is_closed:
            continue
        bidders = Bidders(rules, dealt(8, seed=seed, deck=SHORT_DECK))
        spoken = []
        contract = bidders.finish(auction, spoken=spoken)
        for call in spoken:
            auction = auction.call(call, contract.declarer if call.kind is CallKind.SURCOINCHE else None)
        assert auction.contract == contract
        assert auction.is_over


def test_the_policy_bids_as_it_says():
    """A hand full of trumps is bid, a bare one passed, a hopeless bid of the opponents coinched, a good one raised."""
    rules = CoincheRules.presets["s4"]
    start = Auction.after_deal(rules, Seat.EAST)
    strong = mask_of(map(Card.parse, ["SJ", "S9", "SA", "S7", "HA", "HT", "D8", "C7"]))
    rest = [card for card in cards_of(SHORT_DECK) if not strong & card.bit]
    hands = [strong, mask_of(rest[0::3]), mask_of(rest[1::3]), mask_of(rest[2::3])]
    spoken = []
    Bidders(rules, hands).finish(start, spoken=spoken)
    assert str(spoken[0]) == "120S"
    wall = mask_of(map(Card.parse, ["SJ", "S9", "SA", "ST", "SK", "HA", "DA", "CA"]))
    rest = [card for card in cards_of(SHORT_DECK) if not wall & card.bit]
    hands = [mask_of(rest[0::3]), mask_of(rest[1::3]), mask_of(rest[2::3]), wall]
    begun = start.call(Call(CallKind.POINTS, Bid(CallKind.POINTS, Strain.SPADES, 160)))
    contract = Bidders(rules, hands).finish(begun)
    assert contract == Contract(Bid(CallKind.POINTS, Strain.SPADES, 160), 1, Seat.NORTH)


def test_bids_know_the_match():
    """With the match known its chance is what counts; a safe bid then beats a better paid one near the end."""
    plain, near = bidder(14), bidder(14, tags=[("MatchScore", "1900-1500")])
    assert objective_of(plain, None).name == "score"
    assert objective_of(near, None).name == "chance"
    advice = advise(near, worlds=40, workers=1)
    assert all(0 <= each.mean <= 1 and each.win is None for each in advice.candidates)
    assert {str(each.action) for each in advice.candidates} >= {"Pass", "80S", "CAPOT C"}


def test_units_where_nothing_is_known_of_the_score():
    """Without a hakem tricks are compared, and the answer says why; tens and points can be asked for."""
    hands = dealt(4, seed=6)
    view = ending("court-piece", hands, hakem=None, open_hands=True, taken=(0, 0))
    advice = advise(view, workers=1)
    assert (advice.objective, advice.unit) == ("units", "tricks")
    assert "hakem" in advice.notes[0]
    solution = Searcher(memory_mb=16).cards(view.position(hands))
    assert {each.action: each.mean for each in advice.candidates} == {
        entry.card: entry.value.of(Side.NS) for entry in solution.cards
    }
    assert all(each.win is None for each in advice.candidates)
    tens = ending("dehla-pakad", hands, open_hands=True, seat=Seat.EAST)
    found = advise(tens, workers=1, objective="tens")
    solution = Searcher(memory_mb=16).cards(tens.position(hands))
    assert {each.action: each.mean for each in found.candidates} == {
        entry.card: entry.value.of(Side.EW) for entry in solution.cards
    }
    with pytest.raises(LimitError, match="calls are not compared by units"):
        advise(bidder(1), objective="units")


# Refusals


def test_what_cannot_be_decided_is_refused():
    """Somebody else's turn, an unknown objective or method, and settings that make no sense are errors that say so."""
    view = ending("court-piece", dealt(3, seed=1))
    with pytest.raises(LimitError, match="objectives deal, courts, units, not 'points'"):
        advise(view, objective="points")
    with pytest.raises(LimitError, match="methods pimc"):
        advise(view, method="guess")
    with pytest.raises(LimitError, match="1 world or more"):
        advise(view, worlds=0)
    with pytest.raises(LimitError, match="1 worker or more"):
        Adviser(workers=0)
    with pytest.raises(LimitError, match="confidence"):
        advise(view, confidence=1)
    with pytest.raises(PositionError, match="it is East's turn to play, not North's"):
        advise(view.after(cards_of(view.hand)[0]))
    with pytest.raises(PositionError, match="may not be played"):
        advise(view, candidates=[next(card for card in cards_of(FULL_DECK) if not card.bit & view.hand)])
    with pytest.raises(PositionError, match="turn to call"):
        advise(bidder(1, "Pass", seat=Seat.NORTH))
    with pytest.raises(PositionError, match="hakem, who is not East"):
        advise(View.of(seat=Seat.EAST, hand=dealt(5, seed=1)[1], rules="hokm", hakem=Seat.NORTH))
    assert objectives_of(view) == ("deal", "courts", "units")


# Which deals


def test_deals_are_picked_by_their_weights():
    """Of many deals each is picked in proportion to its weight, to the nearest number up or down."""
    rng = random.Random(3)
    weights = [rng.random() ** 3 for _ in range(400)]
    total = sum(weights)
    places = picked(weights, 50)
    assert places == sorted(places)
    assert len(places) == 50
    for place, weight in enumerate(weights):
        assert abs(places.count(place) - 50 * weight / total) < 1.001
    assert picked([0.0, 0.0, 3.0], 2) == [2, 2]


def test_models_choose_the_deals():
    """After a call of the partner the deals fit it better than a fair sample; without models they are that sample."""
    view = bidder(9, "Pass 100D Pass", seat=Seat.EAST)
    space = Worlds(view)
    fair = draw(space, view, 100, seed=1, models=())
    assert fair.worlds == [tuple(row) for row in space.sample(100, seed=1).tolist()]
    assert (fair.weights, fair.share, fair.models) == (None, 1.0, ())
    chosen = draw(space, view, 100, seed=1, models=None)
    assert chosen.models == ("auction",)
    assert chosen.weights is None
    assert len(chosen.worlds) == 100
    diamonds = [
        sum(hand_points(world[Seat.WEST], Suit.DIAMONDS) for world in each.worlds) / 100 for each in (fair, chosen)
    ]
    assert diamonds[1] > diamonds[0] + 10
    assert set(chosen.worlds) <= {tuple(row) for row in space.sample(100 * POOL, seed=1).tolist()}


def test_all_deals_keep_their_weights():
    """Where all deals are examined the means are those weighed by the models, without any error."""
    hands = dealt(2, seed=11)
    start = ending("court-piece", hands, leader=Seat.WEST)
    view = start.after(cards_of(hands[3])[0])
    advice = advise(view, worlds=1000, workers=1)
    assert advice.models == ("play",)
    assert advice.complete
    assert advice.effective <= advice.worlds
    assert all(each.error == 0 for each in advice.candidates)
    plain = advise(view, worlds=1000, workers=1, models=[])
    assert plain.models == ()
    assert plain.effective == plain.worlds == advice.worlds
    with pytest.raises(LimitError, match="models"):
        advise(view, models=["tea leaves"])


# Trumps that are hidden


def hidden_view(seed, *, known=False, played=(), rules="peg"):
    """A view of an ending of three cards with a hidden trump of North's, who led; all hands lie open."""
    hands = dealt(3, seed=seed)
    pack = hands[0] | hands[1] | hands[2] | hands[3]
    turn = Seat(len(played) % 4)
    return hands, View.of(
        seat=turn,
        hand=hands[turn],
        rules=rules,
        pack=pack,
        size=3,
        hakem=Seat.NORTH,
        taken=(5, 5),
        played=played,
        exposed=tuple(0 if each is turn else hands[each] for each in Seat),
        hidden=HiddenTrump(Suit.HEARTS, Seat.NORTH) if known else None,
    )


def test_whether_to_ask_for_the_trump():
    """Who is void weighs asking against every card; asking pays what the best card does once the trump is seen."""
    asked = 0
    for seed in range(60):
        hands = dealt(3, seed=seed)
        led = next((card for card in cards_of(hands[0]) if not hands[1] & SUIT_MASKS[card.suit]), None)
        if led is None:
            continue
        hands, view = hidden_view(seed, played=(led,))
        world = [hands[0] & ~led.bit, *hands[1:]]
        advice = advise(view, workers=1, objective="deal", models=())
        assert advice.complete
        assert advice.count == 4  # North may have hidden any suit
        expected: dict[object, float] = {}
        for guess in view.guesses():
            known = [*world, trump_code(guess)]
            position = view.position(known)
            assert position.hidden == guess == view.hidden_in(known)
            stakes = worthy_stakes(view, objective_of(view, "deal"), known)
            paid = {
                entry.card: entry.payoff.of(Side.EW)
                for entry in Searcher(memory_mb=16).outcome(position, stakes, cards=True).cards
            }
            best = max(value for card, value in paid.items() if card.asks)
            plain = {card: value for card, value in paid.items() if not card.asks}
            for action, value in [*plain.items(), (Ask(), best)]:
                expected[action] = expected.get(action, 0) + value / 4
        assert {each.action: each.mean for each in advice.candidates} == expected
        asked += advice.best == Ask()
    assert asked


def test_the_setter_knows_his_trump():
    """Who has set the trump plays by it, and asks with a card of his own."""
    hands, view = hidden_view(4, known=True)
    position = view.position(hands)
    assert position.hidden == HiddenTrump(Suit.HEARTS, Seat.NORTH)
    assert not any(isinstance(each.action, Ask) for each in advise(view, workers=1).candidates)
    with pytest.raises(ViewError, match="North, whose view it is, has set himself"):
        replace(view, hidden=None, played=(cards_of(hands[0])[0],))


def test_a_shown_trump_tells_who_has_none():
    """Who asked and did not trump has no trumps; from then on the trump is known."""
    hand = mask_of(map(Card.parse, ["SA", "SK", "S3", "H9", "H8", "H7", "H6", "D9", "D8", "D7", "C9", "C8", "C7"]))
    cards = [Card.parse(text) for text in ("S3", "D2", "S4")]
    view = View.of(
        seat=Seat.NORTH,
        hand=hand,
        rules="peg",
        hakem=Seat.NORTH,
        hidden=HiddenTrump(Suit.HEARTS, Seat.NORTH),
        played=(cards[0], cards[1].asking, cards[2]),
    )
    assert view.table.strain is Strain.HEARTS
    assert view.table.setter is None
    told = [str(fact) for fact in facts_of(view) if fact.seat is Seat.EAST]
    assert any("no hearts" in text and "no spades" in text for text in told)
    assert all(not world[Seat.EAST] & SUIT_MASKS[Suit.HEARTS] for world in Worlds(view).sample(50, seed=1).tolist())


@pytest.mark.parametrize("rules", ["peg", "band-rang"])
def test_naming_a_hidden_trump(rules):
    """A hakem who hides his trump is advised which, by the deal in which it is hidden."""
    hand = mask_of(map(Card.parse, ["SA", "SK", "S5", "HQ", "D2"]))
    view = View.of(seat=Seat.SOUTH, hand=hand, rules=rules, hakem=Seat.SOUTH)
    advice = advise(view, worlds=2, workers=1, objective="deal", nodes=20_000)
    assert advice.kind == "trump"
    strains = {each.action.strain for each in advice.candidates}
    assert strains == ({Strain.SPADES, Strain.HEARTS, Strain.DIAMONDS} | ({Strain.CLUBS} if rules == "peg" else set()))


def test_a_hand_that_is_not_whole_is_not_advised_on():
    """A card to play or a call depends on every card of the seat: with some unknown, others' cards might be advised."""
    play = View.of(seat=Seat.NORTH, hand="AK7.Q.KJ9.T84", rules="hokm", hakem=Seat.NORTH, strain=Strain.SPADES)
    for ask in (advise, Adviser().choose):
        with pytest.raises(ViewError, match=r"expected the 13 cards that North was dealt, .* not 10"):
            ask(play, worlds=4)
    auction = Auction.after_deal(CoincheRules.presets["s4"], Seat.EAST)
    bid = View.of(seat=auction.turn, hand="J.AT.987.K", game="coinche", dealer=Seat.EAST, auction=auction)
    with pytest.raises(ViewError, match="expected the 8 cards"):
        advise(bid, worlds=4)


def test_deals_in_two_parts_are_not_advised_on_until_the_second_is_dealt():
    """A view of one is refused at the first lead as later, and taken once the trump is known."""
    rules = "dp_deal=five_then_eight"
    told = {"seat": Seat.NORTH, "hand": "AQT7.K98.T6.AJ54", "game": "dehla-pakad", "rules": rules, "leader": Seat.NORTH}
    with pytest.raises(ViewError, match="dp_deal=five_then_eight"):
        View.of(**told)
    assert View.of(**told, strain=Strain.SPADES).to_move is Seat.NORTH


def test_a_match_that_is_over_is_not_played_for():
    """Nothing is paid any more; units still are."""
    view = View.of(
        seat=Seat.NORTH,
        hand="J97.AT.87.A",
        game="coinche",
        dealer=Seat.EAST,
        contract="90S",
        declarer=Seat.EAST,
        strain=Strain.SPADES,
        tags=[("MatchScore", "2100-300")],
    )
    with pytest.raises(LimitError, match=r"the match is over at 2100-300 \(MatchScore\): North and South have won it"):
        advise(view, worlds=4)
    assert advise(view, worlds=4, objective="units").unit == "points"
