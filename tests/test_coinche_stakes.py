"""The score of a deal as the objective: what the search says, against plain play to the end of small endings."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import cast

import pytest

from solver.cards import Card, Seat, Side, Strain
from solver.deal import Deal
from solver.errors import PositionError, RulesError
from solver.games import game
from solver.games.coinche import SHORT_DECK, CoincheRules
from solver.games.coinche.auction import Contract
from solver.games.coinche.match import CoincheMatch
from solver.games.coinche.stakes import CoincheStakes
from solver.position import Position
from solver.solve import Searcher

COINCHE = game("coinche")
N, E, S, W = Seat
NS, EW = Side


def ending(
    seed: int, cards: int, *, strain: Strain, rules: CoincheRules, sweep: Side | None
) -> tuple[Position, list[int]]:
    """A position in play with *cards* cards in the longest hand, and the tricks of both sides before it.

    With *sweep* the cards are played so that this side tends to win them all.
    """
    choose = random.Random(seed)
    deal = Deal.random(cards=8, seed=seed, deck=SHORT_DECK)
    position = Position(deal, strain=strain, leader=Seat(seed % 4), game=COINCHE, rules=rules)
    tricks = [0, 0]
    extra = seed % 4
    while position.tricks_left > cards or len(position.trick) < extra:
        legal = position.legal_plays()
        best = legal
        if sweep is not None and len(position.trick) == 3:
            best = tuple(card for card in legal if after(position, card).leader.side is sweep) or legal
        left = position.tricks_left
        position.push(choose.choice(best))
        if position.tricks_left < left:
            tricks[position.leader.side] += 1
    return position, tricks


def after(position: Position, card: Card) -> Position:
    """The position after a card."""
    copy = position.copy()
    copy.push(card)
    return copy


def plain(position: Position, tricks: list[int], stakes: CoincheStakes) -> int:
    """What North-South get when both sides play for it, by going through everything."""
    if position.is_over:
        swept = next((side for side in Side if tricks[side] == 8), None)
        return stakes.payoff(position.taken[0], swept)
    best = max if position.to_move.side is NS else min
    found = []
    for card in position.legal_plays():
        left = position.tricks_left
        position.push(card)
        won = position.tricks_left < left
        winner = position.leader.side
        tricks[winner] += won
        found.append(plain(position, tricks, stakes))
        tricks[winner] -= won
        position.undo()
    return best(found)


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
    stakes = replace(CoincheStakes.alone(contract, rules, belotes=belotes), tricks=(tricks[0], tricks[1]))
    found = Searcher(memory_mb=8).outcome(position, stakes, cards=True)
    assert found.payoff.exact
    assert found.payoff.lower == plain(position.copy(), list(tricks), stakes)
    for entry in found.cards:
        next_position = after(position, entry.card)
        won = list(tricks)
        won[next_position.leader.side] += next_position.tricks_left < position.tricks_left
        assert entry.payoff.exact
        assert entry.payoff.lower == plain(next_position, won, stakes), entry.card


@pytest.mark.parametrize("seed", range(12))
def test_the_match_as_the_objective(seed):
    """Near the target only who wins the match counts."""
    rules = cast("CoincheRules", COINCHE.rules("belote_side=both"))
    contract = Contract.parse(CONTRACTS[seed % len(CONTRACTS)], declarer=Seat(seed % 4))
    position, tricks = ending(seed, 3, strain=contract.bid.strain, rules=rules, sweep=None)
    match = CoincheMatch(rules, N, (1900 - 10 * seed, 1750 + 10 * seed))
    stakes = CoincheStakes(match, contract, objective="match", tricks=(tricks[0], tricks[1]))
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


def test_what_cannot_be_asked():
    """A generale, scores that need the last trick, and positions that are not of a whole deal are refused."""
    contract = Contract.parse("90S", declarer=N)
    rules = cast("CoincheRules", COINCHE.rules("generale=1000"))
    with pytest.raises(RulesError, match="generale"):
        CoincheStakes.alone(Contract.parse("GENERALE S", declarer=N), rules).thresholds((0, 0), 8)
    bga = cast("CoincheRules", COINCHE.rules("bga"))
    with pytest.raises(RulesError, match="last trick"):
        CoincheStakes.alone(Contract.parse("90TA", declarer=N), bga).thresholds((0, 0), 8)
    assert CoincheStakes.alone(Contract.parse("CAPOT TA", declarer=N), bga).thresholds((0, 0), 8)
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
