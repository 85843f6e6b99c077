"""The score of a deal as the objective: what the search says, against plain play to the end of small endings."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import cast

import pytest

from solver.cards import Card, Seat, Side, Strain, cards_of, mask_of
from solver.deal import Deal
from solver.errors import PositionError, RulesError
from solver.games import game
from solver.games.coinche import SHORT_DECK, CoincheRules, card_points
from solver.games.coinche.auction import Bid, CallKind, Contract
from solver.games.coinche.match import CoincheMatch
from solver.games.coinche.play import points_of
from solver.games.coinche.stakes import CoincheStakes
from solver.position import Position
from solver.solve import Searcher

COINCHE = game("coinche")
N, E, S, W = Seat
NS, EW = Side


def ending(
    seed: int, cards: int, *, strain: Strain, rules: CoincheRules, sweep: Side | None
) -> tuple[Position, list[int]]:
    """A position in play with *cards* cards in the longest hand, and the tricks of every seat before it.

    With *sweep* the cards are played so that this side tends to win them all.
    """
    choose = random.Random(seed)
    deal = Deal.random(cards=8, seed=seed, deck=SHORT_DECK)
    position = Position(deal, strain=strain, leader=Seat(seed % 4), game=COINCHE, rules=rules)
    tricks = [0, 0, 0, 0]
    extra = seed % 4
    while position.tricks_left > cards or len(position.trick) < extra:
        legal = position.legal_plays()
        best = legal
        if sweep is not None and len(position.trick) == 3:
            best = tuple(card for card in legal if after(position, card).leader.side is sweep) or legal
        left = position.tricks_left
        position.push(choose.choice(best))
        if position.tricks_left < left:
            tricks[position.leader] += 1
    return position, tricks


def after(position: Position, card: Card) -> Position:
    """The position after a card."""
    copy = position.copy()
    copy.push(card)
    return copy


def plain(position: Position, tricks: list[int], stakes: CoincheStakes) -> int:
    """What North-South get when both sides play for it, by going through everything."""
    if position.is_over:
        swept = next((side for side in Side if by_side(tricks)[side] == 8), None)
        alone = stakes.contract.declarer is not None and tricks[stakes.contract.declarer] == 8
        return stakes.payoff(position.taken[0], swept, last=position.leader.side, alone=alone)
    best = max if position.to_move.side is NS else min
    found = []
    for card in position.legal_plays():
        left = position.tricks_left
        position.push(card)
        won = position.tricks_left < left
        winner = position.leader
        tricks[winner] += won
        found.append(plain(position, tricks, stakes))
        tricks[winner] -= won
        position.undo()
    return best(found)


def by_side(tricks: list[int]) -> tuple[int, int]:
    """The tricks of each side out of those of each seat."""
    return tricks[N] + tricks[S], tricks[E] + tricks[W]


CONTRACTS = ("80S", "100SX", "120S", "90HXX", "160D", "CAPOT C", "130C", "110S")
PRESETS = ("s4", "ffb2016", "cannes2016", "colver", "bid_only", "bga", "contrai", "ffb_web", "ffb_points_faits")


@pytest.mark.parametrize("seed", range(45))
def test_against_plain_play(seed):
    """The payoff of the position and of every card, under contracts and rules of all sorts."""
    rules = cast("CoincheRules", COINCHE.rules(PRESETS[seed % len(PRESETS)]))
    contract = Contract.parse(CONTRACTS[seed % len(CONTRACTS)], declarer=Seat(seed // 3 % 4))
    sweep = (None, NS, EW)[seed % 3]
    position, tricks = ending(seed, 3, strain=contract.bid.strain, rules=rules, sweep=sweep)
    belotes = ((0, 0), (1, 0), (0, 1))[seed // 2 % 3]
    stakes = replace(CoincheStakes.alone(contract, rules, belotes=belotes), tricks=by_side(tricks))
    found = Searcher(memory_mb=8).outcome(position, stakes, cards=True)
    assert found.payoff.exact
    assert found.payoff.lower == plain(position.copy(), list(tricks), stakes)
    for entry in found.cards:
        next_position = after(position, entry.card)
        won = list(tricks)
        won[next_position.leader] += next_position.tricks_left < position.tricks_left
        assert entry.payoff.exact
        assert entry.payoff.lower == plain(next_position, won, stakes), entry.card


@pytest.mark.parametrize("seed", range(12))
def test_the_match_as_the_objective(seed):
    """Near the target only who wins the match counts."""
    rules = cast("CoincheRules", COINCHE.rules("belote_side=both"))
    contract = Contract.parse(CONTRACTS[seed % len(CONTRACTS)], declarer=Seat(seed % 4))
    position, tricks = ending(seed, 3, strain=contract.bid.strain, rules=rules, sweep=None)
    match = CoincheMatch(rules, N, (1900 - 10 * seed, 1750 + 10 * seed))
    stakes = CoincheStakes(match, contract, objective="match", tricks=by_side(tricks))
    found = Searcher(memory_mb=8).outcome(position, stakes)
    assert found.payoff.lower == plain(position, list(tricks), stakes)
    assert found.payoff.lower in (-1, 0, 1)


def test_a_worthless_trick_is_a_trick():
    """The loss of a trick of sevens, eights and nines costs the capot and no point."""
    rules = cast("CoincheRules", COINCHE.rules())
    position = Position(
        Deal.parse("N:.K.. 97... ...9 .A.."),
        strain=Strain.DIAMONDS,
        leader=N,
        trick=[Card.parse(text) for text in ("S8", "C8", "H7")],
        game=COINCHE,
        rules=rules,
        taken=(0, 137),
    )
    assert position.total == 162
    contract = Contract.parse("CAPOT D", declarer=E)
    stakes = replace(CoincheStakes.alone(contract, rules), tricks=(0, 6))
    found = Searcher(memory_mb=8).outcome(position, stakes, cards=True)
    assert found.payoff.lower == -500
    assert {str(entry.card): entry.payoff.lower for entry in found.cards} == {"S9": -500, "S7": 500}
    lost = replace(stakes, tricks=(1, 5))
    assert Searcher(memory_mb=8).outcome(position, lost).payoff.lower == 500


def test_full_deals():
    """From the first card on: the outcome is what the value pays where no capot is at stake."""
    rules = cast("CoincheRules", COINCHE.rules())
    deal = Deal.random(cards=8, seed=5, deck=SHORT_DECK)
    position = Position(deal, strain=Strain.HEARTS, leader=N, game=COINCHE, rules=rules)
    searcher = Searcher(memory_mb=32)
    value = searcher.value(position).value
    for bid in ("80H", "110HX", "CAPOT H"):
        stakes = CoincheStakes.alone(Contract.parse(bid, declarer=S), rules)
        payoff = searcher.outcome(position, stakes).payoff
        assert payoff.exact
        if 0 < value.ns < 162:
            assert payoff.lower == stakes.payoff(value.ns)


def leaning(seed: int, cards: int, *, strain: Strain, rules: CoincheRules, to: Seat) -> tuple[Position, list[int]]:
    """An ending before which *to* won every trick, with as good a chance to go on as its deal gives."""
    choose = random.Random(seed)
    masks = [0, 0, 0, 0]
    deck = sorted(cards_of(SHORT_DECK), key=lambda card: card_points(card, strain, rules), reverse=True)
    own = choose.sample(deck[:12], cards) if cards < 5 else deck[:cards]
    others = [card for card in deck if card not in own]
    choose.shuffle(others)
    masks[to] = mask_of(own)
    for turn, seat in enumerate(seat for seat in Seat if seat is not to):
        masks[seat] = mask_of(others[turn * cards : (turn + 1) * cards])
    rest = points_of(mask_of(others[3 * cards :]), strain, rules)
    taken = (rest, 0) if to.side is NS else (0, rest)
    leader = to if cards < 8 else Seat(seed % 4)
    position = Position(Deal.of(masks), strain=strain, leader=leader, game=COINCHE, rules=rules, taken=taken)
    tricks = [0, 0, 0, 0]
    tricks[to] = 8 - cards
    return position, tricks


@pytest.mark.parametrize("seed", range(60))
def test_generale(seed):
    """A bidder who has won all tricks himself goes on, and loses with a trick that his partner wins."""
    rules = cast("CoincheRules", COINCHE.rules(("generale=1000", "contrai", "bga;generale=500")[seed % 3]))
    strain = rules.strains[seed % len(rules.strains)]
    declarer = Seat(seed % 4)
    contract = Contract(Bid(CallKind.GENERALE, strain), seed % 2, declarer)
    position, tricks = leaning(seed, 2 + (seed % 3 > 0), strain=strain, rules=rules, to=declarer)
    stakes = replace(CoincheStakes.alone(contract, rules), himself=True)
    for _ in range(seed % 4):
        position.push(position.legal_plays()[0])
    for without in ((), ("order",), ("table",), ("general",)):
        found = Searcher(memory_mb=8, without=without).outcome(position, stakes, cards=not without)
        assert found.payoff.lower == plain(position.copy(), list(tricks), stakes), without
        for entry in found.cards:
            next_position = after(position, entry.card)
            won = list(tricks)
            won[next_position.leader] += next_position.tricks_left < position.tricks_left
            assert entry.payoff.lower == plain(next_position, won, stakes), entry.card


def test_generales_are_made_and_lost():
    """The endings of `test_generale` are of both sorts, and a partner's trick makes the difference in some."""
    rules = cast("CoincheRules", COINCHE.rules("generale=1000"))
    made, capots = 0, 0
    for seed in range(60):
        position, tricks = leaning(seed, 2 + seed % 3, strain=Strain.HEARTS, rules=rules, to=N)
        generale = replace(CoincheStakes.alone(Contract.parse("GENERALE H", declarer=N), rules), himself=True)
        capot = replace(CoincheStakes.alone(Contract.parse("CAPOT H", declarer=N), rules), tricks=by_side(tricks))
        alone = Searcher(memory_mb=8).outcome(position, generale).payoff.lower == 1000
        together = Searcher(memory_mb=8).outcome(position, capot).payoff.lower == 500
        assert together or not alone
        made += alone
        capots += together and not alone
    assert 5 <= made <= 55
    assert capots >= 5


def test_a_generale_from_the_first_card():
    """In a full deal, where who holds the eight best cards of the lead makes it."""
    rules = cast("CoincheRules", COINCHE.rules("generale=1000"))
    deal = Deal.parse("N:AKQJT987... .AKQJT987.. ..AKQJT987. ...AKQJT987")
    stakes = CoincheStakes.alone(Contract.parse("GENERALE S", declarer=N), rules)
    position = Position(deal, strain=Strain.SPADES, leader=W, game=COINCHE, rules=rules)
    assert Searcher(memory_mb=8).outcome(position, stakes).payoff.lower == 1000
    partner = replace(stakes, contract=Contract.parse("GENERALE S", declarer=S))
    assert Searcher(memory_mb=8).outcome(position, partner).payoff.lower == -1000


@pytest.mark.parametrize("seed", range(60))
def test_points_that_are_converted_before_the_last_trick(seed):
    """Without trumps and with all, by the program's rules the last trick counts beside converted points."""
    rules = cast("CoincheRules", COINCHE.rules("bga"))
    points = (80, 90, 100, 110, 130)[seed % 5]
    strain = (Strain.NO_TRUMP, Strain.ALL_TRUMP)[seed % 2]
    contract = Contract(Bid(CallKind.POINTS, strain, points), seed // 2 % 3, Seat(seed // 5 % 4))
    position, tricks = ending(seed, 3, strain=strain, rules=rules, sweep=(None, NS, EW)[seed % 3])
    stakes = replace(CoincheStakes.alone(contract, rules), tricks=by_side(tricks))
    found = Searcher(memory_mb=8).outcome(position, stakes, cards=True)
    assert found.payoff.exact
    assert found.payoff.lower == plain(position.copy(), list(tricks), stakes)
    for entry in found.cards:
        next_position = after(position, entry.card)
        won = list(tricks)
        won[next_position.leader] += next_position.tricks_left < position.tricks_left
        assert entry.payoff.lower == plain(next_position, won, stakes), entry.card


def test_what_cannot_be_asked():
    """Scores that do not grow with the points, and positions that are not of a whole deal, are refused."""
    contract = Contract.parse("90S", declarer=N)
    rules = cast("CoincheRules", COINCHE.rules("generale=1000"))
    with pytest.raises(PositionError, match="whether North himself won all tricks so far"):
        CoincheStakes.alone(Contract.parse("GENERALE S", declarer=N), rules).thresholds((50, 0), 5)
    equal = cast("CoincheRules", COINCHE.rules("litige=redeal;made_test=ge_bid"))
    with pytest.raises(RulesError, match="more points may pay less"):
        CoincheStakes.alone(Contract.parse("80S", declarer=N), equal).thresholds((0, 0), 8)
    stakes = CoincheStakes.alone(contract, rules)
    with pytest.raises(PositionError, match="cannot be taken"):
        stakes.thresholds((100, 70), 2)
    with pytest.raises(PositionError, match="which side has lost a trick"):
        stakes.thresholds((50, 0), 5)
    with pytest.raises(PositionError, match="are not 8"):
        replace(stakes, tricks=(1, 1)).thresholds((50, 0), 5)
    assert replace(stakes, tricks=(2, 1)).thresholds((50, 0), 5)


@pytest.mark.parametrize("preset", sorted(COINCHE.presets))
@pytest.mark.parametrize("bid", ["80S", "100SX", "160SXX", "CAPOT S"])
def test_every_preset_has_steps(preset, bid):
    """Payoffs ascend, the first is certain, and all others have a question."""
    rules = cast("CoincheRules", COINCHE.rules(preset))
    for declarer in (N, E):
        for belotes in ((0, 0), (1, 0), (0, 1)):
            stakes = CoincheStakes.alone(Contract.parse(bid, declarer=declarer), rules, belotes=belotes)
            steps = stakes.thresholds((0, 0), 8)
            payoffs = [step.payoff for step in steps]
            assert payoffs == sorted(set(payoffs))
            assert [step.question is None for step in steps] == [True] + [False] * (len(steps) - 1)
