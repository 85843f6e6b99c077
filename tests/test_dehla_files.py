"""Rounds of Dehla Pakad in files, of four players and of six: what the tags say of the match, what does not agree."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import Failure, ScoredDeal, read, score_deals
from solver.cards import Seat, Side
from solver.six import SixFailure, SixScored, read_six, score_six
from tests.cli_run import hakem
from tests.dehla_rounds import KOTS, failed, failed_six, rounds, scored, scored_six

N, E, S, W = Seat
NS, EW = Side

# The score of a deal, and what ends a match


def test_deal_score_is_compared():
    """What a round brings under the rules holds against the tag, in points or in kots, for four players and for six."""
    [four] = scored(rounds("Dealer E, Result 3-1, DealScore 0-1"))
    assert (four.scored.points, four.differences) == ((1, 0), ("DealScore gives 0-1, the rules give 1-0",))
    assert scored(rounds("Dealer E, Result 3-1, DealScore 1-0"))[0].differences == ()
    [kots] = scored(rounds("Dealer E, Result 3-1, DealScore 1-0", rules=KOTS))
    assert kots.differences == ("DealScore gives 1-0, the rules give 0-0",)
    [six] = scored_six(rounds("Dealer 2, Result 12-0, DealScore 0-1", players=6))
    assert six.differences == ("DealScore gives 0-1, the rules give 1-0",)


def test_a_match_of_kots_ends_at_its_target():
    """Three kots are reached by a run of seven; the next round begins another match. The tag may stand once only."""
    text = rounds(
        "Dealer E, MatchTarget 3, MatchScore 1-0, Streak 6-0, Result 3-1",
        "Result 4-0",
        "Dealer N, Result 2-2",
        rules=KOTS,
    )
    first, second, third = scored(text)
    assert (first.before.target, first.after.score, first.after.winner) == (3, (2, 0), None)
    assert (second.match, second.after.score, second.after.winner) == (1, (3, 0), NS)
    assert (third.match, third.before.target) == (2, None)
    [option] = scored(rounds("Dealer E, MatchScore 2-0, Result 4-0", rules=KOTS + ";match=3"))
    assert option.after.winner is NS
    one, two = scored_six(rounds("Dealer 2, MatchTarget 2, Result 12-0", "Result 12-0", rules=KOTS, players=6))
    assert (one.after.winner, two.number, two.after.core.score, two.after.winner) == (None, 2, (2, 0), NS)


@pytest.mark.parametrize(
    ("rules", "target", "before", "winner"),
    [
        ("dehla-pakad", "3", "Streak 2-0", NS),
        ("dehla-pakad", "5", "Streak 2-0", None),
        ("points321", "5", "MatchScore 3-4", NS),
        ("points321", "timed", "MatchScore 3-4", None),
        ("game-points", "7", "MatchScore 6-0", NS),
    ],
)
def test_what_a_match_target_counts(rules, target, before, winner):
    """Rounds running, or points, as the rules score the match."""
    [four] = scored(rounds(f"Dealer E, MatchTarget {target}, {before}, Result 3-1", rules=rules))
    assert four.after.winner is winner
    if rules != "points321":
        text = rounds(f"Dealer 1, MatchTarget {target}, {before}, Result 9-3", rules=rules, players=6)
        assert scored_six(text)[0].after.winner is winner


def test_a_match_target_that_changes_is_named():
    """The tag of a later round holds."""
    text = rounds("Dealer E, MatchTarget 5, Streak 2-0, Result 2-2", "MatchTarget 3, Result 3-1")
    last = scored(text)[-1]
    assert (last.differences, last.after.winner) == (("MatchTarget gives 3, the rounds before 5",), NS)


@pytest.mark.parametrize(
    ("tags", "rules", "message"),
    [
        ("DealScore abc", "dehla-pakad", "tag DealScore: expected amounts of"),
        ("MatchTarget abc", "dehla-pakad", "tag MatchTarget: expected 3 or 5 or 7, not 'abc' (scoring=streak)"),
        ("MatchTarget 9", "game-points", "tag MatchTarget: expected 7, not '9' (scoring=game_points_7)"),
        ("MatchTarget x", KOTS, "tag MatchTarget: expected timed or a whole number from 1 to 1000, not 'x'"),
        ("Streak 3-4", "dehla-pakad", "tag Streak: expected 0 for one side"),
        ("Streak 7-0", "dehla-pakad", "expected fewer than 7 rounds running, which win the match, not '7-0'"),
        ("Streak 8-0", KOTS, "expected fewer than 7 rounds running, which make a kot and begin a new count"),
        ("Streak 3-0, MatchTarget 3", "dehla-pakad", "expected fewer than 3 rounds running"),
        ("MatchScore 7-2", "game-points", "tag MatchScore: expected fewer than 7 points, which win the match"),
        ("MatchScore 0-3", KOTS + ";match=3", "tag MatchScore: expected fewer than 3 kots"),
    ],
)
def test_tags_of_the_match_that_cannot_be_right(tags, rules, message):
    """Each is an error of the round, for four players and for six."""
    assert message in failed(rounds(f"Dealer E, Result 3-1, {tags}", rules=rules))
    assert message in failed_six(rounds(f"Dealer 1, Result 9-3, {tags}", rules=rules, players=6))


def test_tags_that_cannot_be_read_end_the_command_with_an_error():
    """The exit status is 2, and the reader notices a target too."""
    run = hakem("score", "-", stdin=rounds("Dealer E, Result 3-1, MatchTarget abc"))
    assert run.status == 2
    assert "tag MatchTarget: expected 3 or 5 or 7" in run.err
    assert hakem("score", "-", stdin=rounds("Dealer E, Result 3-1, DealScore abc")).status == 2
    assert hakem("score", "-", stdin=rounds("Dealer E, Result 3-1, DealScore 0-1")).status == 1
    notice = read(rounds("Dealer E, MatchTarget abc")).warnings
    assert [each.message[:16] for each in notice] == ["tag MatchTarget:"]


# The winner of the round before


def test_a_streak_names_the_last_winner():
    """A file that begins with a run begins after a round that its side has won."""
    first, second = scored(rounds("Dealer E, Streak 2-0, Result 2-2", "Result 2-2", rules="tie22=last_winner"))
    assert (first.scored.winner, first.after.streak, second.after.streak) == (NS, (3, 0), (4, 0))
    [six] = scored_six(rounds("Dealer 1, Streak 0-2, Result 6-6", rules="tie22=last_winner", players=6))
    assert (six.score.winner, six.after.core.streak) == (EW, (0, 3))


@pytest.mark.parametrize(("streak", "dealer"), [("0-4", N), ("4-0", W), ("0-0", W)])
def test_who_deals_after_a_tie_at_the_beginning_of_a_file(streak, dealer):
    """The same player deals again when the run is that of the other side, which has won the round before."""
    assert scored(rounds(f"Dealer N, Streak {streak}, Result 2-2"))[0].after.dealer is dealer


def test_a_streak_that_contradicts_the_rounds_before_names_another_winner():
    """The tag holds; one that agrees changes nothing, also after a tie."""
    text = rounds("Dealer N, Result 3-1", "Streak 0-1, Dealer N, Result 2-2", rules="dehla-pakad")
    assert scored(text)[1].after.dealer is N
    tied = rounds("Dealer N, Streak 0-4, Result 2-2", "Streak 0-4, Result 2-2")
    assert [each.after.dealer for each in scored(tied)] == [N, W]


def test_the_last_winner_is_known_to_the_search():
    """Two tens each are taken: under `tie22=last_winner` the side with the run has won the round."""
    deal = ("--deal", "N:2... .2.. ..2. ...2", "--trump", "S", "--leader", "N", "--tag", "Dealer=E")
    asked = ("--objective", "round", "--taken", "2-2", "--json")
    for streak, expected in (("2-0", 1), ("0-2", -1), ("0-0", 0)):
        run = hakem(
            "solve", "--game", "dehla-pakad", "--rules", "tie22=last_winner", *deal, "--tag", f"Streak={streak}", *asked
        )
        assert run.object["outcome"]["NS"] == expected


# What a search needs to know

ENDING = ("--deal", "N:2.T.. .32.. ..T2. ...T2", "--trump", "S", "--leader", "N", "--tag", "Dealer=E")


def asked(rules: str, objective: str, *more: str) -> tuple[str, ...]:
    """Return the arguments that ask what an ending with three tens to come pays."""
    return ("solve", "--game", "dehla-pakad", "--rules", rules, *ENDING, "--objective", objective, *more)


def test_a_round_does_not_ask_for_tricks_that_only_the_match_needs():
    """What all tricks double is paid in the match; who wins the round is known by the tens."""
    rules = "sweep13=double;four_tens=kot;scoring=kots"
    run = hakem(*asked(rules, "round", "--taken", "1-0", "--json"))
    assert run.object["outcome"]["NS"] == 1
    refused = hakem(*asked(rules, "match", "--taken", "1-0"))
    assert refused.status == 2
    assert "which sweep13=double needs: set dp_count=tens_tricks to count both" in refused.err


def test_tricks_that_the_round_needs_are_asked_for():
    """The error names the option and the remedy, and the remedy helps."""
    refused = hakem(*asked("tie22=tricks7", "round", "--taken", "1-0"))
    assert refused.status == 2
    assert "which tie22=tricks7 needs: set dp_count=tens_tricks to count both" in refused.err
    taken = 14 * 1 + 6, 5  # a ten and six tricks, and five tricks without one
    run = hakem(*asked("tie22=tricks7;dp_count=tens_tricks", "round", "--taken", "{}-{}".format(*taken), "--json"))
    assert run.object["outcome"]["NS"] == 1
    decided = [word.replace("T", "4") for word in asked("tie22=tricks7", "round", "--taken", "3-1", "--json")]
    assert hakem(*decided).object["outcome"]["NS"] == 1


def test_who_leads_to_a_whole_deal_tells_the_dealer():
    """The option --leader does so; in an ending it does not, and the error says what would."""
    deal = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
    start = ("solve", "--game", "dehla-pakad", "--leader", "N", "--trump", "S", "--objective", "round", "--json")
    assert hakem(*start, "--deal", deal).object["outcome"]["NS"] == 1
    ending = hakem(*start, "--deal", "N:2... .2.. ..2. ...2", "--taken", "3-1")
    assert "expected to know the dealer for the score (tag Dealer, or Leader of a whole deal)" in ending.err


# Whatever a file holds

RULES = (
    "dehla-pakad",
    "mendikot",
    "points321",
    "double-sar",
    "dp_count=tricks",
    "tie22=last_winner",
    KOTS,
    "open",
    "x",
)
TAGS = {
    "Dealer": ("N", "E", "1", "?"),
    "Result": ("3-1", "NS 3", "2-2", "7-5", "31-25", "8-5", "36-33", "9-3", "^3-1", "abc", "0-4", "85-83", "99999-1"),
    "Tricks": ("8-5", "13-0", "14-12", "1", "x"),
    "Streak": ("0-0", "6-0", "0-7", "1-1", "x"),
    "MatchScore": ("0-0", "6-6", "9999-9999", "x"),
    "MatchTarget": ("3", "7", "timed", "0", "x"),
    "DealScore": ("1-0", "0-2", "x"),
    "Leader": ("N", "2"),
    "Taken": ("3-1", "4-4", "9-9"),
}
FILES = st.lists(
    st.fixed_dictionaries({}, optional={name: st.sampled_from(values) for name, values in TAGS.items()}),
    min_size=1,
    max_size=4,
)


@given(st.sampled_from(RULES), FILES)
def test_any_file_has_scores_or_errors(rules, games):
    """One for each round, for four players and for six; what is scored has amounts, a state and a sheet."""
    for players in (4, 6):
        head = {"Game": "DehlaPakad", "Rules": rules} | ({"Players": "6"} if players == 6 else {})
        text = "\n".join("".join(f'[{name} "{value}"]\n' for name, value in (head | game).items()) for game in games)
        if players == 4:
            records = read(text).records
            found: list[object] = list(score_deals(records))
            states = [each.after for each in found if isinstance(each, ScoredDeal) and each.after is not None]
        else:
            records = read_six(text).records
            found = list(score_six(records))
            states = [each.after.core for each in found if isinstance(each, SixScored)]
        assert len(found) == len(records)
        assert all(str(each.error) for each in found if isinstance(each, (Failure, SixFailure)))
        assert all(min(state.streak) == 0 for state in states)
        assert all(state.winner is not None or max(state.progress) < (state.target or 10**5) for state in states)


@pytest.mark.parametrize(
    ("tag", "place"),
    [
        ("Streak abc", "5:10"),
        ("Streak 3-4", "5:10"),
        ("MatchScore x", "5:14"),
        ("MatchTarget x", "5:15"),
        ("DealScore x", "5:13"),
        ("Tricks 7-7", "5:10"),
    ],
)
def test_a_fault_of_a_tag_is_said_once_with_its_place(tag, place):
    """One line on standard error, at the tag, for four players and for six; other commands notice it."""
    run = hakem("score", "-", stdin=rounds(f"Dealer E, Result 3-1, {tag}"))
    assert run.status == 2
    [line] = run.err.splitlines()
    assert line.startswith(f"error: standard input:{place}: ")
    six = hakem("score", "-", stdin=rounds(f"Dealer 1, {tag}, Result 9-3", players=6))
    [line] = six.err.splitlines()
    assert line.startswith(f"error: standard input:{place}: ")
    noticed = hakem("convert", "-", "--to", "pbn", stdin=rounds(f"Dealer E, Result 3-1, {tag}"))
    assert noticed.status == 0
    assert f"warning: standard input:{place}: " in noticed.err
