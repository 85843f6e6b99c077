"""Results of rounds of Dehla Pakad: in what is counted, compared with the play, and what they settle."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from solver.cards import Seat, Side
from solver.errors import RulesError
from solver.games import game
from solver.games.dehla_match import DehlaMatch, DehlaRound
from solver.games.dehla_results import Taken, counted, decided
from tests.cli_run import hakem
from tests.dehla_rounds import KOTS, failed, rounds, scored, scored_six

NS, EW = Side


@pytest.mark.parametrize(
    ("rules", "tags", "amounts", "winner"),
    [
        pytest.param("double-sar", "Result 31-25", (31, 25), NS, id="D7"),
        pytest.param("double-sar", "Result 28-28", (28, 28), None, id="D7 even"),
        pytest.param("double-sar", "Result 3-1, Tricks 7-6", (31, 25), NS, id="D7 by tens and tricks"),
        pytest.param("double-sar", "Result EW 29", (27, 29), EW, id="one side"),
        pytest.param("dp_count=tricks", "Result 8-5", (8, 5), NS, id="tricks"),
        pytest.param("dp_count=tricks", "Result NS 6", (6, 7), EW, id="tricks of one side"),
        pytest.param("dehla-pakad", "Result NS 3", (3, 1), NS, id="tens of one side"),
        pytest.param("tie22=tricks7", "Result 2-2, Tricks 5-8", (2, 2), EW, id="D2 by tricks"),
        pytest.param("mendikot", "Result 36-33", (2, 2), NS, id="14 a ten and 1 a trick"),
        pytest.param("mendikot", "Result 4-0, Tricks 13-0", (4, 0), NS, id="D6"),
        pytest.param("mendikot", "Result 3-1", (3, 1), NS, id="tricks that do not matter"),
    ],
)
def test_results_in_what_is_counted(rules, tags, amounts, winner):
    """A result in the unit of the rules, or in tens with the tricks where they matter."""
    [found] = scored(rounds(f"Dealer E, {tags}", rules=rules))
    assert (found.scored.units, found.scored.winner, found.differences) == (amounts, winner, ())
    run = hakem("score", "-", stdin=rounds(f"Dealer E, {tags}", rules=rules))
    assert (run.status, run.err) == (0, "")
    assert f"{amounts[0]}-{amounts[1]}" in run.out


@pytest.mark.parametrize(
    ("rules", "tags", "amounts", "winner"),
    [
        ("double-sar", "Result 85-83", (85, 83), NS),
        ("dp_count=tricks", "Result 13-13", (13, 13), None),
        ("tie22=tricks7", "Result 6-6, Tricks 12-14", (6, 6), EW),
        ("dehla-pakad", "Result EW 7", (5, 7), EW),
    ],
)
def test_results_of_six_in_what_is_counted(rules, tags, amounts, winner):
    """The same with three packs."""
    [found] = scored_six(rounds(f"Dealer 1, {tags}", rules=rules, players=6))
    assert (found.amounts, found.score.winner, found.differences) == (amounts, winner, ())


@pytest.mark.parametrize(
    ("rules", "tags", "message"),
    [
        ("double-sar", "Result 3-1", "Result 3-1 does not settle the score under double-sar: it depends on the tricks"),
        ("tie22=tricks7", "Result 2-2", "which a tag Tricks can give, such as 7-6"),
        ("mendikot", "Result 4-0", "does not settle the score under mendikot"),
        ("double-sar", "Result 2-54", "Result gives card points 2-54, which no round has"),
        ("double-sar", "Result 31-26", "expected 56 card points or 4 tens between NS and EW, not '31-26'"),
        ("dehla-pakad", "Result 3-2", "tag Result: expected 4 tens between NS and EW, not '3-2'"),
        ("dehla-pakad", "Result NS 5", "expected 4 tens between NS and EW, not 'NS 5'"),
        ("dehla-pakad", "Result abc", "expected 4 tens between NS and EW, not 'abc'"),
        ("dehla-pakad", "Result ^3-1", "its Result '^3-1' is marked as wrong"),
        ("dehla-pakad", "Result 4-0, Tricks 0-13", "Result gives tens 4-0 and Tricks gives 0-13, which no round has"),
        ("dehla-pakad", "Result 3-1, Tricks 7-7", "tag Tricks: expected 13 tricks between NS and EW, not '7-7'"),
        ("dehla-pakad", "Result 3-1, Tricks x", "tag Tricks: expected amounts of both sides, NS first,"),
        ("dealer_rotation=mendikot", "Result 4-0", "it depends on the tricks of both sides"),
    ],
)
def test_results_that_settle_nothing(rules, tags, message):
    """What is missing or cannot be is named, with what would do."""
    assert message in failed(rounds(f"Dealer E, {tags}", rules=rules))


SETTLED = (
    "dehla-pakad",
    "mendikot",
    "points321",
    "double-sar",
    "dp_count=tricks",
    "tie22=tricks7",
    "tie22=last_winner",
)


@given(
    st.sampled_from((*SETTLED, "dealer_rotation=mendikot", f"{KOTS};sweep13=double")),
    st.sampled_from(Seat),
    st.sampled_from([(0, 0), (6, 0), (0, 2)]),
    st.integers(0, 13),
    st.integers(0, 4),
)
def test_what_is_settled_is_what_was_played(text, dealer, streak, tricks, tens):
    """A result with its tricks has the score of the round; without them it has the same or is not settled."""
    assume(tens <= 4 * tricks and 4 - tens <= 4 * (13 - tricks))
    rules = game("dehla-pakad").rules(text)
    state = DehlaMatch(rules, dealer, streak=streak, last=NS if streak[0] else EW if streak[1] else None)
    played = DehlaRound((tens, 4 - tens), (tricks, 13 - tricks))
    every = [
        DehlaRound((tens, 4 - tens), (tricks, 13 - tricks))
        for tricks in range(14)
        for tens in range(5)
        if tens <= 4 * tricks and 4 - tens <= 4 * (13 - tricks)
    ]
    for told in (lambda each: each.tens, lambda each: counted(each, rules)):
        tags = {"result": "{}-{}".format(*told(played)), "tricks": f"{tricks}-{13 - tricks}"}
        assert decided(state, Taken(), tags).step == state.after(played)
        del tags["tricks"]
        ends = {(counted(each, rules), state.after(each)) for each in every if told(each) == told(played)}
        if len(ends) > 1:
            with pytest.raises(RulesError, match="does not settle the score"):
                decided(state, Taken(), tags)
        else:
            found = decided(state, Taken(), tags)
            assert {(found.amounts, found.step)} == ends


#: All thirteen spades are North's, and so on: North takes all thirteen tricks, and with them all tens.
SUITS = '[Trump "S"]\n[Deal "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"]\n'
ALL_ROWS = "\n".join(f"S{rank} C{rank} D{rank} H{rank}" for rank in "AKQJT98765432")


def test_results_are_compared_with_the_play():
    """In tens or in what is counted; the play holds, and where it stops early once no more tens can come too."""
    for rules, amounts in (("dp_trump=fixed", "4-0"), ("double-sar;dp_trump=fixed", "56-0")):
        text = rounds("Dealer E, Result 3-1, Tricks 12-1", rules=rules) + SUITS + f'[Play "N"]\n{ALL_ROWS}\n'
        [found] = scored(text)
        told = ("Result gives 3-1, the play gives 4-0", "Tricks gives 12-1, the play gives 13-0")
        assert found.differences == told
        assert "{}-{}".format(*found.scored.units) == amounts
        assert scored(text.replace("3-1", amounts).replace("12-1", "13-0"))[0].differences == ()
    early = rounds("Dealer E, Result 1-3", rules="dp_trump=fixed") + SUITS + '[Play "N"]\n' + ALL_ROWS[:60] + "\n"
    assert scored(early)[0].differences == ("Result gives 1-3, the play gives 4-0",)
    begun = early.replace(ALL_ROWS[:60], ALL_ROWS[:12])
    assert scored(begun)[0].scored.units == (1, 3)


@pytest.mark.parametrize(
    ("rules", "result", "rows", "message"),
    [
        ("dp_count=tricks", "0-4", 5, "Result gives tens 0-4, the play 4-0 so far"),
        ("double-sar", "10-46", 3, "Result gives card points 10-46, the play 12-0 so far"),
        ("dehla-pakad", "0-4", 6, None),
    ],
)
def test_a_result_that_the_play_rules_out(rules, result, rows, message):
    """What was taken cannot be the other side's; where the play has settled the round it holds, with a word."""
    text = rounds(f"Dealer E, Result {result}", rules=rules + ";dp_trump=fixed") + SUITS
    text += '[Play "N"]\n' + "\n".join(ALL_ROWS.splitlines()[:rows]) + "\n"
    if message is None:
        assert scored(text)[0].differences == ("Result gives 0-4, the play gives 4-0",)
    else:
        assert message in failed(text)
