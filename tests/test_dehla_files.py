"""Rounds of Dehla Pakad in files, of four players and of six: tags, results, and what does not agree."""

from __future__ import annotations

import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from solver import Failure, ScoredDeal, read, score_deals
from solver.cards import Card, Seat, Side, Strain, Suit
from solver.errors import RulesError
from solver.games import HiddenTrump, game
from solver.games.dehla_match import DehlaMatch, DehlaRound
from solver.games.dehla_results import Taken, counted, decided
from solver.six import SixDeal, SixFailure, SixScored, read_six, score_six
from tests.cli_run import ROOT, hakem

N, E, S, W = Seat
NS, EW = Side


def rounds(*each: str, rules: str = "dehla-pakad", players: int = 4) -> str:
    """Return a file of rounds, each with its tags: `Dealer E, Result 3-1`."""
    head = {"Game": "DehlaPakad", "Rules": rules} | ({"Players": "6"} if players == 6 else {})
    games = [head | dict(tag.strip().split(" ", 1) for tag in tags.split(",")) for tags in each]
    return "\n".join("".join(f'[{name} "{value}"]\n' for name, value in game.items()) for game in games)


def scored(text: str) -> list[ScoredDeal]:
    """Score the rounds of *text*, all of which have a score."""
    found = list(score_deals(read(text).records))
    assert all(isinstance(each, ScoredDeal) for each in found), found
    return found


def failed(text: str) -> str:
    """Return why the only round of *text* has no score."""
    [found] = score_deals(read(text).records)
    assert isinstance(found, Failure)
    return str(found.error)


def scored_six(text: str) -> list[SixScored]:
    """Score the rounds of six players in *text*, all of which have a score."""
    found = list(score_six(read_six(text).records))
    assert all(isinstance(each, SixScored) for each in found), found
    return found


def failed_six(text: str) -> str:
    """Return why the only round of six players in *text* has no score."""
    [found] = score_six(read_six(text).records)
    assert isinstance(found, SixFailure)
    return str(found.error)


# The score of a deal, and what ends a match

KOTS = "scoring=kots;four_tens=kot"


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


# Results


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
        ("dehla-pakad", "Result 3-1, Tricks x", "tag Tricks: expected amounts of NS and EW"),
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


# The sheet


def sheet(*each: str, rules: str = "dehla-pakad", players: int = 4) -> list[list[str]]:
    """Return the lines that `score` prints for rounds, cut into columns."""
    run = hakem("score", "-", "--ascii", stdin=rounds(*each, rules=rules, players=players))
    assert run.status == 0, run.err
    return [re.split(r"\s{2,}", line.strip()) for line in run.out.splitlines()]


@pytest.mark.parametrize(
    ("rules", "tags", "head", "row", "end"),
    [
        pytest.param(
            "dehla-pakad",
            "Dealer E, Streak 4-0, MatchScore 5-8, Board 9, Result 3-1",
            "first to 7 rounds running, or all four tens",
            {"dealer": "East", "leads": "North", "tens": "3-1", "rounds": "1-0", "match": "6-8", "run": "5-0"},
            "N/S lead, 5-0 of 7 rounds running; next, East deals and North leads.",
            id="a streak",
        ),
        pytest.param(
            "dehla-pakad",
            "Dealer E, Streak 0-6, MatchScore 7-6, Board 9, Result 1-3",
            "first to 7 rounds running, or all four tens",
            {"won by": "E/W", "as": "round", "rounds": "0-1", "match": "7-7", "run": "0-7"},
            "E/W win the match with 7 rounds running.",
            id="a streak that wins",
        ),
        pytest.param(
            "dehla-pakad",
            "Dealer E, MatchScore 2-5, Board 9, Result 4-0",
            "first to 7 rounds running, or all four tens",
            {"as": "all four tens", "match": "3-5"},
            "N/S win the match with all four tens.",
            id="all four tens",
        ),
        pytest.param(
            "double-sar",
            "Dealer E, Board 9, Result 31-25",
            "first to 7 rounds running",
            {"card points": "31-25", "won by": "N/S", "as": "round", "rounds": "1-0"},
            "N/S lead, 1-0 of 7 rounds running; next, East deals and North leads.",
            id="D7",
        ),
        pytest.param(
            "double-sar",
            "Dealer E, Board 9, Result 4-0, Tricks 13-0",
            "first to 7 rounds running",
            {"card points": "56-0", "as": "round"},
            "N/S lead, 1-0 of 7 rounds running; next, East deals and North leads.",
            id="four tens that are nothing special",
        ),
        pytest.param(
            "dp_count=tricks",
            "Dealer E, Board 9, Result 8-5",
            "first to 7 rounds running",
            {"tricks": "8-5", "rounds": "1-0"},
            "N/S lead, 1-0 of 7 rounds running; next, East deals and North leads.",
            id="tricks",
        ),
        pytest.param(
            KOTS,
            "Dealer E, MatchTarget 3, Streak 6-0, Board 9, Result 3-1",
            "first to 3 kots",
            {"kots": "1-0", "match": "1-0", "run": "0-0"},
            "N/S lead, 1-0 of 3; next, East deals and North leads.",
            id="kots",
        ),
        pytest.param(
            "points321",
            "Dealer E, MatchScore 3-4, Board 9, Result 4-0",
            "played for time",
            {"points": "3-0", "match": "6-4", "as": "all four tens"},
            "N/S lead, 6-4; next, East deals and North leads; if the time is over they win.",
            id="points",
        ),
        pytest.param(
            "game-points",
            "Dealer E, MatchScore 6-5, Board 9, Result 3-1",
            "first to 7 points, or all four tens",
            {"points": "1-0", "match": "7-5"},
            "N/S win the match, 7-5.",
            id="game points",
        ),
        pytest.param(
            "open",
            "Dealer E, Board 9, Result 3-1",
            "first to 7 rounds running, or all four tens",
            {"dealer": "East", "trump by": "West", "leads": "North"},
            "N/S lead, 1-0 of 7 rounds running; next, East deals, North leads and West sets the trump.",
            id="the partner names the trump",
        ),
        pytest.param(
            "dp_trump=open_right;direction=clockwise",
            "Dealer E, Board 9, Result 3-1",
            "first to 7 rounds running, or all four tens",
            {"trump by": "South", "leads": "South"},
            "N/S lead, 1-0 of 7 rounds running; next, East deals, South leads and South sets the trump.",
            id="the player who leads names the trump",
        ),
    ],
)
def test_the_sheet_says_what_is_so(rules, tags, head, row, end):
    """What the match is played for, who leads, what is counted, what it brought, and how the match stands."""
    lines = sheet(tags, rules=rules)
    assert lines[1][0].split("; ")[-1] == head
    found = dict(zip(lines[2], lines[3], strict=True))
    assert {name: found.get(name) for name in row} == row
    assert lines[-1] == [end]


def test_the_sheet_in_json():
    """Units say what is counted, in the round and in the match."""
    text = rounds("Dealer E, Streak 6-0, Result 29-27", rules="double-sar;dp_trump=open_partner")
    found = hakem("score", "-", "--json", stdin=text).object
    assert (found["unit"], found["taken"], found["score_unit"]) == ("card points", {"NS": 29, "EW": 27}, "rounds")
    assert (found["caller"], found["leader"], found["outcome"]) == ("W", "N", "round")
    after = found["after"]
    assert (after["target"], after["target_unit"], after["winner"]) == (7, "rounds running", "NS")
    kots = hakem("score", "-", "--json", stdin=rounds("Dealer E, Result 4-0", rules=KOTS)).object
    assert (kots["score_unit"], kots["after"]["target"], kots["after"]["target_unit"]) == ("kots", None, "kots")


@pytest.mark.parametrize(
    ("rules", "tags", "head", "row", "end"),
    [
        (
            "dehla-pakad",
            "Dealer 2, Streak 4-0, Board 9, Result 7-5",
            "first to 7 rounds running, or all twelve tens",
            {"tens": "7-5", "rounds": "1-0", "run": "5-0"},
            "1-3-5 5, 2-4-6 0 of 7 rounds running; next, player 2 deals and player 1 leads.",
        ),
        (
            "double-sar",
            "Dealer 2, Streak 6-0, Board 9, Result 85-83",
            "first to 7 rounds running",
            {"card points": "85-83", "as": "round"},
            "1-3-5 win the match with 7 rounds running.",
        ),
        (
            "dehla-pakad",
            "Dealer 2, Board 9, Result 0-12",
            "first to 7 rounds running, or all twelve tens",
            {"as": "all twelve tens"},
            "2-4-6 win the match with all twelve tens.",
        ),
        (
            KOTS,
            "Dealer 2, Board 9, Result 0-12",
            "played for time",
            {"kots": "0-1", "match": "0-1", "run": "0-0"},
            "1-3-5 0, 2-4-6 1 kots; next, player 1 deals and player 6 leads.",
        ),
    ],
)
def test_the_sheet_of_six(rules, tags, head, row, end):
    """The same for six players."""
    lines = sheet(tags, rules=rules, players=6)
    assert lines[1][0].split("; ")[-1] == head
    found = dict(zip(lines[2], lines[3], strict=True))
    assert {name: found.get(name) for name in row} == row
    assert lines[-1] == [end]


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


# Who set the trump

CLOSED_CARD = (ROOT / "tests" / "data" / "closed-card.pbn").read_text(encoding="utf-8")


def test_the_player_after_the_dealer_lays_the_trump_down():
    """Also in a clockwise game, where he sits on the dealer's left."""
    [record] = read(CLOSED_CARD).records
    assert (record.leader, record.hidden, record.errors, record.warnings) == (
        E,
        HiddenTrump(Suit.DIAMONDS, E, Card.parse("DJ")),
        (),
        (),
    )
    [found] = scored(CLOSED_CARD)
    assert (found.caller, found.scored.units, found.scored.winner) == (E, (13, 43), EW)


def test_a_seat_that_the_hidden_trump_names_holds():
    """A seat with the card holds against the place that the rules give him; one without it is an error."""
    said = read(
        CLOSED_CARD.replace('"DJ"', '"E DJ"')
        .replace('Dealer "N"', 'Dealer "S"')
        .replace("[Trump", '[Leader "E"]\n[Trump')
    )
    assert [record.hidden for record in said.records] == [HiddenTrump(Suit.DIAMONDS, E, Card.parse("DJ"))]
    assert "HiddenTrump says that East set the trump, which is the part of West; it holds" in {
        notice.message for notice in said.warnings
    }
    other = read(CLOSED_CARD[: CLOSED_CARD.index("[Play")].replace('"DJ"', '"S D9"'))
    assert [record.hidden for record in other.records] == [HiddenTrump(Suit.DIAMONDS, S, Card.parse("D9"))]
    wrong = read(CLOSED_CARD.replace('"DJ"', '"W DJ"'))
    assert "tag HiddenTrump: West set the trump and does not hold DJ" in str(wrong.errors[0])


# A trump before anything is played

WHOLE = (
    '[Deal "N:JT64.AQT93.962.5 AK7.J65.AK74.J98 Q985.K8742..QT63 32..QJT853.AK742"]\n'
    '[Play "N"]\nHA D3 H2 H5\nC5 CA C3 C8\n'
)


@pytest.mark.parametrize("rules", ["dehla-pakad", "closed", "dp_trump=first_void_named"])
def test_a_trump_that_the_play_would_fix_contradicts_the_rules(rules):
    """West's D3 would fix diamonds in trick 1; the tag holds, with a notice, and in strict reading it is an error."""
    text = rounds("Dealer E, Trump H", rules=rules) + WHOLE
    reading = read(text)
    words = "no trump is fixed when the play begins (it would be ?); Trump holds"
    [notice] = [each for each in reading.warnings if words in each.message]
    assert (notice.line, notice.message.startswith("Trump says H")) == (4, True)
    assert reading.records[0].position().strain is Strain.HEARTS
    assert any(words in error.message for error in read(text, strict=True).errors)
    assert not read(text.replace('"H"', '"?"').replace(rules, "dehla-pakad")).warnings
    assert not read(text.replace(rules, "dp_trump=fixed")).warnings


def test_a_trump_of_six_before_anything_is_played():
    """The same for six players; an ending may begin with a trump."""
    deal = SixDeal.random(seed=1)
    text = rounds("Dealer 1, Trump H", players=6) + f'[Deal "{deal}"]\n'
    [notice] = read_six(text).warnings
    assert "no trump is fixed when the play begins" in notice.message
    [error] = read_six(text, strict=True).errors
    assert "no trump is fixed when the play begins" in str(error)
    assert read_six(text.replace('"H"', '"?"')).warnings == ()
    assert read_six(text.replace("dehla-pakad", "open")).warnings == ()
    ending = rounds("Dealer 1, Trump H", players=6) + '[Deal "1:A... K... Q... J... T... 9..."]\n'
    assert read_six(ending).warnings == ()


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
