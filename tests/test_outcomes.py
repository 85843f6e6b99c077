"""What a deal pays under its rules, found by questions, equals a plain search that plays the whole rules."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from solver.cards import Card, Seat, Side, mask_of
from solver.deal import Deal
from solver.errors import PositionError
from solver.games import court_piece_score, court_piece_stakes, game
from solver.games.court_piece_match import CourtPieceMatch
from solver.games.court_piece_rules import CourtPieceRules
from solver.games.court_piece_stakes import CourtPieceStakes
from solver.position import Position
from solver.results import Limit
from solver.solve import Searcher

RULES = (
    "classic",
    "kot-pees",
    "courts",
    "hokm",
    "troefcall",
    "kot-pees;target_bid=9",
    "classic;kot_value=2;kot_side=either;sweep_value=3",
    "classic;caller_fail_value=2;kot_value=3;kot_side=either;kot_value_opponents=4",
    "classic;streak_len=3",
    "satat",
    "courts;h2_top=heart_top",
    "badam-satti",
)


def scaled(monkeypatch: pytest.MonkeyPatch, win: int) -> int:
    """Play the rules with `win` tricks in place of seven, so that whole deals are small enough for the plain search."""
    tricks = 2 * win - 1
    for module in (court_piece_score, court_piece_stakes):
        monkeypatch.setattr(module, "WIN", win)
        monkeypatch.setattr(module, "ALL", tricks)
    monkeypatch.setattr(court_piece_stakes, "_AFTER_FIRST_SEVEN", tricks - win)
    monkeypatch.setattr(court_piece_score, "TARGETS", range(win + 1, tricks + 1))
    return tricks


def payoff(position: Position, stakes: CourtPieceStakes, kot: Any, known: dict[object, int]) -> int:
    """Play for the payoff to the end; `kot` is "open" until the first `WIN` tricks are over.

    `known` holds what was found for one deal under the same stakes."""
    win = court_piece_score.WIN
    taken = position.taken[0]
    if kot == "open" and not position.trick and sum(position.taken) == win:
        kot = Side.NS if taken == win else Side.EW if taken == 0 else None
    if position.is_over:
        end = (taken, kot)
        if end not in known:
            known[end] = stakes.payoff(taken, kot)
        return known[end]
    table = tuple(card.code for card in position.trick)
    key = (*position.hands, position.trump_state, position.leader.value, table, taken, kot)
    if key not in known:
        values = [payoff_after(card, position, stakes, kot, known) for card in position.legal_plays()]
        known[key] = max(values) if position.to_move.side is Side.NS else min(values)
    return known[key]


def payoff_after(card: Card, position: Position, stakes: CourtPieceStakes, kot: Any, known: dict[object, int]) -> int:
    """Play for the payoff after `card`."""
    position.push(card)
    found = payoff(position, stakes, kot, known)
    position.undo()
    return found


def moments(
    count: int, *, seed: int, tricks: int, win: int, sizes: tuple[int, ...]
) -> Iterator[tuple[Position, CourtPieceStakes, Any]]:
    """Yield positions in the middle of deals, with live and dead kots and runs of won deals, and their stakes."""
    draw = random.Random(seed)
    court_piece = game("court-piece")
    for number in range(count):
        size = min(tricks, draw.choice(sizes))
        played = tricks - size
        pack = range(52) if number % 2 else range(draw.choice((max(16, 4 * size), 26, 39)))
        dealt = draw.sample(pack, 4 * size)
        first = draw.choice((0, played, min(played, win), draw.randint(0, played)))
        rules = court_piece.rules(draw.choice(RULES))
        assert isinstance(rules, CourtPieceRules)
        position = Position(
            Deal.of([mask_of(map(Card.of, dealt[size * i : size * (i + 1)])) for i in range(4)]),
            strain=court_piece.strains[number % 5],
            leader=draw.choice(tuple(Seat)),
            rules=rules,
            taken=(first, played - first),
        )
        kot: Any = "open" if played < win else None
        for side in Side:
            if played >= win and position.taken[side] >= win:
                kot = side if position.taken[side.other] == 0 else draw.choice((side, None))
        for _ in range(draw.randrange(4)):
            position.push(draw.choice(position.legal_plays()))
        match = CourtPieceMatch(
            rules, dealer=draw.choice(tuple(Seat)), streak=draw.choice(((0, 0), (6, 0), (0, 6), (2, 0)))
        )
        stakes = CourtPieceStakes(
            match,
            objective=draw.choice(("deal", "courts", "courts")),
            target=win + 1 if rules.target_bid else 0,
            kot="unknown" if kot == "open" else kot,
        )
        yield position, stakes, kot


def wrong_outcomes(count: int, *, seed: int, tricks: int, win: int, sizes: tuple[int, ...] = (3, 4, 4)) -> list[str]:
    """Compare the position and every card with the plain search."""
    found = []
    searcher = Searcher()
    for position, stakes, kot in moments(count, seed=seed, tricks=tricks, win=win, sizes=sizes):
        outcome = searcher.outcome(position, stakes, cards=True)
        known: dict[object, int] = {}
        expected = {card: payoff_after(card, position, stakes, kot, known) for card in position.legal_plays()}
        ours = {entry.card: entry.payoff.of(Side.NS) for entry in outcome.cards}
        if outcome.payoff.of(Side.NS) != payoff(position, stakes, kot, known) or ours != expected:
            found.append(f"{position!r} {stakes!r}: {expected}, not {ours}")
    return found


def test_outcomes_late_in_a_deal() -> None:
    """Three and four cards a hand left of thirteen: the kot is made, missed, or told by whoever knows."""
    assert not wrong_outcomes(60, seed=1, tricks=13, win=7)


@pytest.mark.parametrize("win", [2, 3])
def test_outcomes_while_the_kot_is_alive(monkeypatch: pytest.MonkeyPatch, win: int) -> None:
    """The same rules with two or three tricks in place of seven: deals from their first trick on."""
    tricks = scaled(monkeypatch, win)
    assert not wrong_outcomes(50, seed=win, tricks=tricks, win=win)


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULES)
def test_two_thousand_outcomes_a_rule_set(monkeypatch: pytest.MonkeyPatch, rules: str) -> None:
    """Each rule set on its own, three to five cards a hand, in the full and in the scaled game."""
    monkeypatch.setattr("tests.test_outcomes.RULES", (rules,))
    sizes = (3,) * 8 + (4,) * 15 + (5,)
    assert not wrong_outcomes(1000, seed=11, tricks=13, win=7, sizes=sizes)
    tricks = scaled(monkeypatch, 3)
    assert not wrong_outcomes(1000, seed=12, tricks=tricks, win=3, sizes=sizes)


def test_outcomes_of_whole_deals_agree_with_trick_counts() -> None:
    """Thirteen cards each: winning the deal is taking seven tricks, and a kot is more than that."""
    searcher = Searcher()
    rules = game("court-piece").rules("kot-pees")
    assert isinstance(rules, CourtPieceRules)
    for seed in range(12):
        position = Position(Deal.random(seed=seed), strain=court_strain(seed), leader=Seat.NORTH, rules=rules)
        match = CourtPieceMatch(rules, dealer=Seat.EAST)
        tricks = searcher.value(position).value.ns
        deal = searcher.outcome(position, CourtPieceStakes(match, "deal")).payoff.of(Side.NS)
        courts = searcher.outcome(position, CourtPieceStakes(match)).payoff.of(Side.NS)
        assert deal == (1 if tricks >= 7 else -1)
        assert courts in ((1, 2) if tricks >= 7 else (-1, -2))


def court_strain(number: int) -> Any:
    """One of the strains in turn."""
    strains = game("court-piece").strains
    return strains[number % len(strains)]


def test_a_stopped_outcome_has_bounds() -> None:
    """They contain the payoff, and it says why it stopped."""
    rules = game("court-piece").rules("hokm")
    assert isinstance(rules, CourtPieceRules)
    stakes = CourtPieceStakes(CourtPieceMatch(rules, dealer=Seat.EAST))
    position = Position(Deal.random(seed=5), strain=court_strain(4), leader=Seat.NORTH, rules=rules)
    truth = Searcher().outcome(position, stakes, cards=True)
    assert truth.exact
    for nodes in (0, 10, 1000, 30000):
        found = Searcher().outcome(position, stakes, cards=True, limit=Limit(nodes=nodes))
        assert found.payoff.lower <= truth.payoff.lower <= found.payoff.upper
        for entry, known in zip(found.cards, truth.cards, strict=True):
            assert entry.payoff.lower <= known.payoff.lower <= entry.payoff.upper


def test_what_the_stakes_need_is_asked_for() -> None:
    """Tricks taken before, and after the seventh trick who took the first ones."""
    rules = game("court-piece").rules("hokm")
    assert isinstance(rules, CourtPieceRules)
    stakes = CourtPieceStakes(CourtPieceMatch(rules, dealer=Seat.EAST))
    with pytest.raises(PositionError, match="13 tricks in all"):
        stakes.thresholds((0, 0), 5)
    with pytest.raises(PositionError, match="first seven"):
        stakes.thresholds((8, 1), 4)
    assert len(stakes.thresholds((6, 3), 4)) == 2
