"""Rounds and matches of Dehla Pakad: the worked examples, and laws that hold for any match."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import reference
from solver.cards import Card, Seat, Side
from solver.deal import Deal
from solver.errors import HakemError, PositionError, RulesError
from solver.games import game
from solver.games.dehla_match import DehlaMatch, DehlaRound, score_round
from solver.games.dehla_stakes import DehlaStakes
from solver.games.scorer import DealFacts, Revoke, WonTrick
from solver.position import Position
from solver.solve import Searcher

DEHLA = game("dehla-pakad")
N, E, S, W = Seat
NS, EW = Side


def match(text: str = "", dealer: Seat = N, **state: object) -> DehlaMatch:
    """A match under some options, in some state."""
    return DehlaMatch(DEHLA.rules(text), dealer, **state)


P_DP = "dehla-pakad;scoring=kots;four_tens=kot"


@pytest.mark.parametrize(
    ("before", "played", "expected"),
    [
        pytest.param(
            match(streak=(2, 0), last=NS), ((3, 1), None), {"streak": (3, 0), "winner": None, "last": NS}, id="D1"
        ),
        pytest.param(match("points321"), ((3, 1), (8, 5)), {"points": (2, 0)}, id="D1 points"),
        pytest.param(match("game-points"), ((3, 1), None), {"points": (1, 0), "winner": None}, id="D1 game points"),
        pytest.param(
            match(streak=(4, 0), last=NS),
            ((2, 2), (5, 8)),
            {"streak": (4, 0), "dealer": W, "last": None, "winner": None},
            id="D2",
        ),
        pytest.param(
            match("tie22=tricks7", streak=(4, 0), last=NS),
            ((2, 2), (5, 8)),
            {"streak": (0, 1), "last": EW},
            id="D2 tricks",
        ),
        pytest.param(
            match("tie22=non_dealer", streak=(4, 0), last=NS),
            ((2, 2), None),
            {"streak": (0, 1), "dealer": N},
            id="D2 side",
        ),
        pytest.param(
            match("tie22=last_winner", streak=(4, 0), last=NS), ((2, 2), None), {"streak": (5, 0)}, id="D2 last"
        ),
        pytest.param(match("points321"), ((2, 2), (5, 8)), {"points": (0, 1)}, id="D2 points"),
        pytest.param(match("streak_on_tie=reset", streak=(4, 0)), ((2, 2), None), {"streak": (0, 0)}, id="D2 reset"),
        pytest.param(match(streak=(1, 0), last=NS), ((4, 0), None), {"winner": NS}, id="D3"),
        pytest.param(
            match(P_DP, streak=(1, 0)), ((4, 0), None), {"winner": None, "kots": (1, 0), "streak": (0, 0)}, id="D3 kot"
        ),
        pytest.param(match("mendikot"), ((4, 0), (9, 4)), {"points": (2, 0), "winner": None}, id="D3 bonus"),
        pytest.param(match("points321"), ((4, 0), (9, 4)), {"points": (3, 0)}, id="D3 points"),
        pytest.param(match(streak=(6, 0), last=NS), ((3, 1), None), {"streak": (7, 0), "winner": NS}, id="D4"),
        pytest.param(
            match("streak_target=5", streak=(4, 0)), ((3, 1), None), {"streak": (5, 0), "winner": NS}, id="D4 five"
        ),
        pytest.param(match("streak_target=3", streak=(2, 0)), ((3, 1), None), {"winner": NS}, id="D4 three"),
        pytest.param(match(P_DP, streak=(6, 0)), ((3, 1), None), {"kots": (1, 0), "streak": (0, 0)}, id="D4 kot"),
        pytest.param(match(streak=(6, 0), last=NS), ((1, 3), None), {"streak": (0, 1), "dealer": N}, id="D5"),
        pytest.param(match(streak=(6, 0), last=NS), ((2, 2), None), {"streak": (6, 0), "winner": None}, id="D5 tie"),
        pytest.param(match(), ((4, 0), (13, 0)), {"winner": NS}, id="D6"),
        pytest.param(match("mendikot"), ((4, 0), (13, 0)), {"points": (3, 0)}, id="D6 double"),
        pytest.param(match(P_DP + ";sweep13=double"), ((4, 0), (13, 0)), {"kots": (2, 0)}, id="D6 kots"),
        pytest.param(match("double-sar"), ((3, 1), (7, 6)), {"streak": (1, 0), "last": NS}, id="D7"),
        pytest.param(match("double-sar"), ((4, 0), (6, 7)), {"last": None, "winner": None}, id="D7 even"),
        pytest.param(match(dealer=E), ((2, 2), None), {"dealer": N, "streak": (0, 0)}, id="D8"),
        pytest.param(match(dealer=E, last=NS), ((2, 2), None), {"dealer": E}, id="2-2 after a loss: same dealer"),
        pytest.param(match(dealer=E), ((1, 3), None), {"dealer": N}, id="dealer's side wins: the next one deals"),
        pytest.param(match(dealer=E), ((3, 1), None), {"dealer": E}, id="dealer's side loses: the same deals"),
        pytest.param(
            match("mendikot", dealer=E), ((4, 0), (13, 0)), {"dealer": W}, id="all tricks lost: partner deals"
        ),
        pytest.param(match("mendikot", dealer=E), ((3, 1), (9, 4)), {"dealer": E}, id="mendikot: the same deals"),
        pytest.param(match("direction=clockwise"), ((3, 1), None), {"dealer": E}, id="clockwise"),
        pytest.param(
            match("game-points", points=(6, 2)), ((3, 1), None), {"points": (7, 2), "winner": NS}, id="seven points"
        ),
        pytest.param(match("dp_count=tricks"), ((4, 0), (6, 7)), {"last": EW}, id="tricks only"),
    ],
)
def test_worked_examples(before, played, expected):
    """A round changes the match as the document and the other rule sets say."""
    after = before.after(DehlaRound(*played)).after
    assert {name: getattr(after, name) for name in expected} == expected


def test_who_leads():
    """The player at dealer's right leads in the anticlockwise game."""
    assert match(dealer=E).leader is N
    assert match("direction=clockwise", dealer=E).leader is S


def test_prospects():
    """At a streak of six a safe third ten wins as much as a fourth; at five it does not."""
    six, five = match(streak=(6, 0)), match(streak=(5, 0))
    assert [step.after.winner for step in six.prospects()] == [EW, None, None, NS, NS]
    assert [step.after.winner for step in five.prospects()] == [EW, None, None, None, NS]
    assert [step is None for step in match("mendikot").prospects()] == [True, False, True, False, True]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: DehlaRound((3, 2)), "expected 4 tens between both sides, not NS 3, EW 2"),
        (lambda: DehlaRound((5, -1)), "expected 4 tens"),
        (lambda: DehlaRound((2, 2), (7, 7)), "expected 13 tricks between both sides, not NS 7, EW 7"),
        (lambda: score_round(DehlaRound((2, 2)), DEHLA.rules("tie22=tricks7"), dealer=N), "which tie22=tricks7 needs"),
        (lambda: score_round(DehlaRound((2, 2)), DEHLA.rules("double-sar"), dealer=N), "which dp_count=cards needs"),
        (lambda: match(winner=NS).after(DehlaRound((2, 2))), "NS have won the match"),
        (lambda: match(winner=NS).prospects(), "NS have won the match"),
        (lambda: DEHLA.rules("four_tens=kot"), "four_tens=kot needs scoring=kots, not scoring=streak"),
        (lambda: DEHLA.rules("scoring=points321"), "needs four_tens=points3 and tie22=tricks7"),
        (lambda: DEHLA.rules("points321;dp_count=cards"), "goes by tens"),
    ],
)
def test_what_cannot_be(call, message):
    """Numbers that no round has, tricks that are needed, options that exclude each other."""
    with pytest.raises(RulesError) as caught:
        call()
    assert message in str(caught.value)


rounds = st.builds(
    lambda tens, tricks: DehlaRound((tens, 4 - tens), (tricks, 13 - tricks)), st.integers(0, 4), st.integers(0, 13)
)


@given(st.sampled_from(list(DEHLA.presets)), st.sampled_from(Seat), st.lists(rounds, max_size=30))
def test_laws_of_a_match(preset, dealer, played):
    """One streak at most, points never shrink, both sides have the same chances, and the match ends when it is won."""
    state, turned = match(preset, dealer), match(preset, dealer.next())
    for one in played:
        if state.winner is not None:
            break
        step = state.after(one)
        twin = turned.after(DehlaRound(one.tens[::-1], one.tricks[::-1]))
        assert min(step.after.streak) == 0
        assert all(new >= old for new, old in zip(step.after.points, state.points, strict=True))
        assert (step.after.winner is None) or step.after.winner is step.score.winner
        assert (twin.after.points, twin.after.streak) == (step.after.points[::-1], step.after.streak[::-1])
        assert twin.after.dealer is step.after.dealer.next()
        state, turned = step.after, twin.after


# What a round is played for


@pytest.mark.parametrize("objective", ["round", "match"])
@pytest.mark.parametrize("text", ["dehla-pakad", "mendikot", "double-sar", "points321", P_DP, "dp_count=tricks"])
def test_stakes_are_those_of_the_reference_value(text, objective):
    """Yes-or-no questions about steps give the payoff of the exact value, for the position and for every card."""
    draw = random.Random(text)
    searcher = Searcher()
    for number in range(12):
        state = match(text, draw.choice(tuple(Seat)), streak=draw.choice([(6, 0), (0, 6), (2, 0), (0, 0)]))
        position = Position(
            Deal.random(seed=draw.randrange(10**6)),
            strain=None if number % 2 else draw.choice(DEHLA.strains),
            leader=state.leader,
            game=DEHLA,
            rules=state.rules,
        )
        for _ in range(4 * 10 + draw.randrange(4)):
            position.push(draw.choice(position.legal_plays()))
        stakes = DehlaStakes(state, objective)
        found = searcher.outcome(position, stakes, cards=True)
        before = position.taken[0]
        assert found.payoff.of(NS) == stakes.payoff(before + reference.value(position))
        assert {entry.card: entry.payoff.of(NS) for entry in found.cards} == {
            card: stakes.payoff(before + value) for card, value in reference.card_values(position).items()
        }


def test_stakes_say_what_is_not_known():
    """Tricks that were taken before have to be told where they count."""
    with pytest.raises(PositionError, match="say what each side has taken"):
        DehlaStakes(match("mendikot")).thresholds((0, 0), 5)
    assert DehlaStakes(match(), "round").unit == "rounds"
    assert DehlaStakes(match(P_DP)).unit == "kots"


# Files


def facts(tricks: tuple[WonTrick, ...] = (), **known: object) -> DealFacts:
    """What a file says of a round."""
    nothing = {"strain": None, "dealer": None, "hakem": None, "declarer": None, "leader": None, "revoke": None}
    left = {"tags": {}, "tricks": tricks, "before": (0, 0), "from_start": True, "left": 13 - len(tricks)}
    return DealFacts(**nothing | left | known)


def whole_round(seed: int) -> tuple[tuple[WonTrick, ...], tuple[int, int], tuple[int, int]]:
    """A round played at random: its tricks, the tens and the tricks of both sides."""
    draw = random.Random(seed)
    position = Position(Deal.random(seed=seed), strain=None, leader=N, game=DEHLA)
    tricks, counts = [], [0, 0]
    while not position.is_over:
        leader, cards = position.leader, []
        for _ in range(4):
            cards.append(draw.choice(position.legal_plays()))
            position.push(cards[-1])
        counts[position.leader.side] += 1
        tricks.append(WonTrick(leader, tuple(cards), position.leader, position.taken))
    return tuple(tricks), position.taken, (counts[0], counts[1])


@pytest.mark.parametrize("text", ["dehla-pakad", "mendikot", "game-points"])
def test_a_match_of_files_is_the_match_of_its_rounds(text):
    """The scorer reads tens and tricks off the cards and goes on with the state that came before."""
    rules = DEHLA.rules(text)
    scorer = DEHLA.scorer(rules)
    state, expected = None, DehlaMatch(rules, E)
    for seed in range(5):
        tricks, tens, counts = whole_round(seed)
        known = facts(tricks, leader=N if state is None else None)
        begun, differences = scorer.before(state, known)
        assert (begun, differences) == (expected, ())
        scored = scorer.score(begun, known)
        step = expected.after(DehlaRound(tens, counts))
        assert (scored.after, scored.winner, scored.units) == (step.after, step.score.winner, tens)
        state = expected = step.after
        if expected.winner is not None:
            break


def test_tags_hold_against_what_would_follow():
    """Dealer, streak, match score and result as recorded, with the differences named."""
    scorer = DEHLA.scorer(DEHLA.rules())
    begun, differences = scorer.before(None, facts(dealer=E, tags={"streak": "0-6", "matchscore": "3-8"}))
    assert (begun.streak, begun.score, differences) == ((0, 6), (3, 8), ())
    known = facts(dealer=E, tags={"result": "1-3"})
    step = scorer.score(begun, known)
    assert (step.after.winner, step.after.streak, step.outcome) == (EW, (0, 7), "round")
    begun, differences = scorer.before(match(dealer=N, streak=(2, 0)), facts(dealer=E, tags={"streak": "1-0"}))
    assert begun.dealer is E
    assert len(differences) == 2
    assert scorer.score(match(), facts(tags={"result": "4-0"})).outcome == "all four tens"
    assert scorer.score(match(), facts(tags={"result": "2-2"})).outcome == "nobody"
    tricks, tens, _ = whole_round(1)
    wrong = "4-0" if tens != (4, 0) else "0-4"
    assert scorer.score(match(), facts(tricks, tags={"result": wrong})).differences[0].startswith("Result gives")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda scorer: scorer.before(None, facts()), "expected to know the dealer"),
        (lambda scorer: scorer.before(None, facts(dealer=E, tags={"streak": "x"})), "tag Streak: expected amounts"),
        (lambda scorer: scorer.score(match(), facts()), "not played to its end (0 tricks are recorded)"),
        (
            lambda scorer: scorer.score(match(), facts(revoke=Revoke(N, 1, Card.parse("SA"), (), closed=True))),
            "have no penalty for it",
        ),
    ],
)
def test_rounds_that_cannot_be_scored(call, message):
    """What is missing is named."""
    with pytest.raises(HakemError) as caught:
        call(DEHLA.scorer(DEHLA.rules()))
    assert message in str(caught.value)
