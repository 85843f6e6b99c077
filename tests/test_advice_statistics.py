"""What a sample says: against textbook values, against samples written out, and how often an early stop is wrong."""

from __future__ import annotations

import math
import random

import pytest

from solver.advice.chances import CHANCE_SCALE, coinche_chance, dehla_chance
from solver.advice.statistics import Sample, student_quantile
from solver.cards import Seat, Side
from solver.errors import RulesError
from solver.games import resolve
from solver.games.coinche.auction import Contract
from solver.games.coinche.match import CoincheMatch
from solver.games.coinche.rules import CoincheRules
from solver.games.coinche.stakes import CoincheStakes
from solver.games.dehla_match import DehlaMatch, DehlaRound

#: Student's t as tables print it: probability, then degrees of freedom and quantile.
TABLE = {
    0.9: {1: 3.078, 2: 1.886, 3: 1.638, 5: 1.476, 10: 1.372, 30: 1.310, 120: 1.289},
    0.975: {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 10: 2.228, 30: 2.042, 120: 1.980},
    0.995: {1: 63.657, 2: 9.925, 3: 5.841, 5: 4.032, 10: 3.169, 30: 2.750, 120: 2.617},
    0.9995: {1: 636.619, 2: 31.599, 3: 12.924, 5: 6.869, 10: 4.587, 30: 3.646, 120: 3.373},
}


@pytest.mark.parametrize("probability", TABLE)
def test_student_quantiles_are_those_of_the_tables(probability):
    """The quantile agrees with printed tables to their last digit."""
    for freedom, value in TABLE[probability].items():
        assert student_quantile(probability, freedom) == pytest.approx(value, abs=0.0011)


def test_a_sample_by_hand():
    """Mean, error, win and difference of a small sample are what the formulas give."""
    sample = Sample([(1.0, 0.0), (1.0, -1.0), (-1.0, -1.0), (2.0, 0.0)])
    assert sample.mean(0) == 0.75
    assert sample.error(0) == pytest.approx(math.sqrt(sum((x - 0.75) ** 2 for x in (1, 1, -1, 2)) / 3 / 4))
    assert sample.share(0, above=0) == 0.75
    assert sample.distribution(0) == {-1.0: 0.25, 1.0: 0.5, 2.0: 0.25}
    found = sample.difference(0, 1, confidence=0.95)
    differences = (1, 2, 0, 2)
    error = math.sqrt(sum((x - 1.25) ** 2 for x in differences) / 3 / 4)
    assert found.mean == 1.25
    assert found.high - found.mean == pytest.approx(3.182 * error, rel=1e-3)
    assert sample.best() == 0


def test_weights_stand_for_worlds_that_come_several_times():
    """A world of weight three counts in means and shares like three worlds; the effective size is Kish's."""
    once = Sample([(1.0, 5.0), (2.0, 0.0)], [3.0, 1.0])
    thrice = Sample([(1.0, 5.0)] * 3 + [(2.0, 0.0)])
    for column in (0, 1):
        assert once.mean(column) == thrice.mean(column)
        assert once.distribution(column) == thrice.distribution(column)
        assert once.share(column, above=1) == thrice.share(column, above=1)
    assert once.effective_size == pytest.approx(16 / 10)
    assert Sample([(0.0,)] * 7, [2.0] * 7).effective_size == pytest.approx(7)


def test_all_worlds_leave_nothing_to_chance():
    """With all worlds examined errors are zero and intervals points, equally weighted or not."""
    for weights in (None, [1.0, 2.0, 3.0]):
        sample = Sample([(1.0, 0.0), (0.0, 1.0), (2.0, 1.0)], weights, complete=True)
        assert sample.error(0) == 0
        found = sample.difference(0, 1, confidence=0.95)
        assert found.low == found.mean == found.high
    one = Sample([(1.0, 0.0)])
    assert math.isinf(one.error(0))
    assert not one.difference(0, 1, confidence=0.95).settled


def test_the_best_is_seldom_declared_clear_by_mistake():
    """Where two candidates are worth the same, one in twenty samples at most is stopped for either of them."""
    rng = random.Random(5)
    wrong = 0
    for _ in range(400):
        # One pays a little, the other nothing but now and then a lot: the same on average.
        rows = [(1.0, 20.0 * (rng.random() < 0.05)) for _ in range(128)]
        wrong += any(Sample(rows[:size]).is_clear(level=0.05, looks=3, spread=20) for size in (32, 64, 128))
    assert wrong <= 20
    rows = [(rng.gauss(1, 1), rng.gauss(0, 1)) for _ in range(64)]
    assert Sample(rows).is_clear(level=0.05, looks=3, spread=6)
    assert not Sample([(1.0, 1.0)] * 64).is_clear(level=0.05, looks=3, spread=4)


def test_candidates_paid_the_same_do_not_hide_each_other():
    """Of two equal candidates the first is the best, and clear if both are clear of the rest."""
    sample = Sample([(0.0, 1.0, 1.0)] * 40 + [(1.0, 1.0, 1.0)] * 5)
    assert sample.best() == 1
    assert sample.is_clear(level=0.05, looks=1, spread=1)


@pytest.mark.parametrize("preset", ["s4", "cannes2016", "bid_only"])
def test_the_chance_to_win_a_match_of_coinche(preset):
    """It is even at equal scores, grows with one's own score, is sure at the end, and turns with the sides."""
    _, rules = resolve("coinche", preset)

    def chance(ns, ew):
        return coinche_chance(CoincheMatch(rules, Seat.NORTH, (ns, ew)))

    assert chance(0, 0) == chance(700, 700) == 0
    row = [chance(ns, 990) for ns in range(0, rules.target, 70)]
    assert row == sorted(row)
    assert row[0] < 0 < row[-1]
    assert chance(1200, 300) == -chance(300, 1200) > chance(800, 300) > 0
    assert chance(rules.target + 40, 1990) == CHANCE_SCALE
    # Four hundred points are worth more near the end.
    assert chance(1800, 1400) - chance(1400, 1400) > chance(400, 0) - chance(0, 0)


def test_the_chance_to_win_a_match_of_dehla_pakad():
    """A run of six is worth a third of the match; all four tens win it; in points it goes by points."""
    game, rules = resolve("dehla-pakad", None)
    match = DehlaMatch(rules, Seat.NORTH)
    values = [dehla_chance(DehlaMatch(rules, Seat.NORTH, streak=(run, 0))) for run in range(7)]
    assert values == sorted(values)
    assert values[0] == 0
    assert 0.25 * CHANCE_SCALE < values[6] < 0.5 * CHANCE_SCALE
    assert dehla_chance(match.after(DehlaRound((4, 0))).after) == CHANCE_SCALE
    assert dehla_chance(match.after(DehlaRound((0, 4))).after) == -CHANCE_SCALE
    points = DehlaMatch(game.rules("game-points"), Seat.NORTH, points=(6, 2))
    assert 0.4 * CHANCE_SCALE < dehla_chance(points) < CHANCE_SCALE
    assert points.after(DehlaRound((3, 1))).after.winner is Side.NS


@pytest.mark.parametrize("preset", sorted(CoincheRules.presets))
def test_more_points_are_never_a_smaller_chance(preset):
    """Under all rules, contracts and scores the chance is something that a search can be asked for, step by step."""
    rules = CoincheRules.presets[preset]
    for score in ((0, 0), (rules.target - 70, rules.target - 300), (rules.target - 10, rules.target - 10)):
        match = CoincheMatch(rules, Seat.EAST, score)
        for text, declarer in (("80S", Seat.NORTH), ("130SX", Seat.EAST), ("CAPOT S", Seat.WEST)):
            contract = Contract.parse(text, declarer=declarer)
            try:
                plain = CoincheStakes(match, contract, (1, 0)).thresholds((0, 0), 8)
            except RulesError:
                continue  # not even the score can be asked for
            steps = CoincheStakes(match, contract, (1, 0), worth=lambda step: coinche_chance(step.after)).thresholds(
                (0, 0), 8
            )
            assert len(plain) >= len(steps) >= 1
            assert [step.payoff for step in steps] == sorted({step.payoff for step in steps})
