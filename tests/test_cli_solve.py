"""`hakem solve`: what it answers, how a position is given, and every way of giving it wrong."""

from __future__ import annotations

import json

import pytest

from tests.cli_run import hakem

TRUMP_AND_LEADER = ("--trump", "S", "--leader", "S")
ENDING = "N:Q2..6.A 5.632.. A..A.Q8 K4...K9"
SUITS = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"


def solve(deal: str, trump: str, leader: str, *more: str) -> dict:
    """Return the object for a position given by options."""
    run = hakem("solve", "--deal", deal, "--trump", trump, "--leader", leader, *more, "--json")
    return run.object


def by_card(answer: dict, side: str) -> dict[str, int]:
    """Return the units of *side* by card."""
    return {entry["card"]: entry[side] for entry in answer["cards"]}


def test_the_object_is_the_documented_one():
    """Keys, their order and their values are those of the documentation."""
    run = hakem("solve", "--game", "court-piece", "--deal", ENDING, "--trump", "NT", "--leader", "S", "--json")
    answer = run.object
    assert list(answer) == [
        "schema",
        "game",
        "to_move",
        "unit",
        "value",
        "cards",
        "line",
        "exact",
        "nodes",
        "seconds",
    ]
    assert run.status == 0
    assert run.err == ""
    line = answer.pop("line")
    assert (len(line), len(set(line)), line[0]) == (16, 16, "DA")
    assert answer.pop("nodes") > 0
    assert answer.pop("seconds") >= 0
    assert answer == {
        "schema": "hakem/solve/1",
        "game": "court-piece",
        "to_move": "S",
        "unit": "tricks",
        "value": {"NS": 4, "EW": 0},
        "cards": [
            {"card": "SA", "NS": 3, "EW": 1},
            {"card": "DA", "NS": 4, "EW": 0},
            {"card": "CQ", "NS": 3, "EW": 1},
            {"card": "C8", "NS": 3, "EW": 1},
        ],
        "exact": True,
    }


@pytest.mark.parametrize(
    ("goal", "answer", "status"), [(0, True, 0), (3, True, 0), (4, False, 1), (5, False, 1), (99, False, 1)]
)
@pytest.mark.parametrize("more", [(), ("--no-cards",)], ids=["with cards", "alone"])
def test_a_goal_answers_for_the_side_to_move(goal, answer, status, more):
    """The answer is in the object and in the exit status; a goal that is out of reach is answered too."""
    run = hakem("solve", "--deal", ENDING, "--trump", "S", "--leader", "S", "--at-least", str(goal), "--json", *more)
    assert run.status == status
    assert run.object["at_least"] == {"k": goal, "side": "NS", "answer": answer}
    assert run.object["exact"] is True
    assert ("cards" in run.object) == (not more)


def test_a_goal_in_words():
    """The text says the goal, the side and the answer."""
    run = hakem("solve", "--deal", ENDING, "--trump", "S", "--leader", "W", "--at-least", "1")
    assert "At least 1 trick for E/W: yes" in run.out
    assert run.status == 0
    run = hakem("solve", "--deal", ENDING, "--trump", "S", "--leader", "W", "--at-least", "3")
    assert "At least 3 tricks for E/W: no" in run.out
    assert run.status == 1


def test_no_sentinel_for_forced_or_equal_cards():
    """Touching cards and a forced card have values of their own (values found with another solver)."""
    deal = "N:T843.K4.KT853.73 J97.J763.642.KJ5 Q52.Q982.QJ.9862 AK6.AT5.A97.AQT4"
    answer = solve(deal, "NT", "N", "--played", "D5 D2")
    assert answer["to_move"] == "S"
    assert by_card(answer, "NS") == {"DQ": 4, "DJ": 4}
    answer = solve(deal, "NT", "N", "--played", "D5")
    assert set(by_card(answer, "EW").values()) == {9}


def test_every_card_is_listed():
    """Equivalent cards are all listed, each with its value (values found with another solver)."""
    deal = "N:653.A53.983.AQ85 QJT7.KJ9862..J32 AK84.QT.QJT6.KT7 92.74.AK7542.964"
    answer = solve(deal, "NT", "W")
    assert len(answer["cards"]) == 13
    assert set(by_card(answer, "EW").values()) == {3}


def test_one_call_for_one_contract():
    """Deal, trump and leader give the tricks, and every card of the line keeps the value (West takes 9 in hearts)."""
    deal = "N:AJ975.4.987.AQ54 K642.J53.KT52.73 T8.A976.J43.JT62 Q3.KQT82.AQ6.K98"
    answer = solve(deal, "H", "N")
    assert answer["value"] == {"NS": 4, "EW": 9}
    for ply in (1, 10, 23, 40, 51):
        after = solve(deal, "H", "N", "--played", " ".join(answer["line"][:ply]), "--no-cards")
        assert after["value"] == answer["value"]


@pytest.mark.parametrize(("trump", "ns"), [("S", 13), ("H", 0), ("D", 13), ("C", 0)])
def test_suits_are_not_mixed_up(trump, ns):
    """Each seat holds one suit, so that suits exchanged anywhere change the answer."""
    for leader in "NESW":
        assert solve(SUITS, trump, leader, "--no-cards")["value"] == {"NS": ns, "EW": 13 - ns}


@pytest.mark.parametrize(
    ("played", "to_move", "value"),
    [("", "N", 1), ("SA", "E", 1), ("SA SK", "S", 1), ("SA SK SQ", "W", 1), ("SA SK SQ SJ", None, 1)],
)
def test_nearly_empty_positions(played, to_move, value):
    """One card each, down to a deal that is over: nothing to play, and the value is what was taken."""
    answer = solve("N:A... K... Q... J...", "NT", "N", "--played", played)
    assert answer["to_move"] == to_move
    assert answer["value"] == {"NS": value, "EW": 1 - value}
    assert len(answer["line"]) == 4 - len(played.split())


def test_tricks_that_may_be_nobodys():
    """Each side's number stands by itself, and cards that leave one side as much and the other not are two rows."""
    deal = "N:AK3.2.K.2 QJ4.5.A.3 652.A.3.4 T97..2.T9"
    options = ("--rules", "double-sir;sir_last_trick=lost", "--pile", "2 N", "--taken", "3-2")
    answer = solve(deal, "H", "N", *options)
    assert (answer["value"], answer["exact"]) == ({"NS": 8, "EW": 2}, True)
    cards = {entry["card"]: (entry["NS"], entry["EW"]) for entry in answer["cards"]}
    assert max(ns for ns, _ in cards.values()) == 8
    assert min(ew for _, ew in cards.values()) == 2
    words = hakem("solve", "--deal", deal, "--trump", "H", "--leader", "N", *options).out
    assert "Value: N/S 8, E/W 2 (tricks of the whole deal, as many as each can make sure of)" in words
    rows = [line.split() for line in words.splitlines() if line.startswith("    ") and line.split()[0].isdigit()]
    assert {(int(row[0]), int(row[1])) for row in rows} == set(cards.values())


def test_a_finished_deal_in_words():
    """A deal that is over says so instead of asking for a card."""
    run = hakem("solve", "--deal", "N:A... K... Q... J...", "--trump", "NT", "--leader", "N", "--played", "SA SK SQ SJ")
    assert "N/S 1, E/W 0 tricks taken; all cards are played." in run.out
    assert run.status == 0


def test_direction_and_rules_change_the_turn():
    """Anticlockwise play is asked for by the rules or by the option, and the option may correct the rules."""
    deal = "N:2... A... 3... 4..."
    for more in (("--rules", "courts"), ("--direction", "anticlockwise"), ("--rules", "hokm"), ("--game", "hokm")):
        assert solve(deal, "NT", "N", "--played", "S2", *more)["to_move"] == "W"
    for more in ((), ("--rules", "courts", "--direction", "clockwise"), ("--rules", "courts;direction=clockwise")):
        assert solve(deal, "NT", "N", "--played", "S2", *more)["to_move"] == "E"


def test_a_trick_on_the_table_and_tricks_taken():
    """An ending may begin in mid-trick, and what was taken before counts in every total."""
    answer = solve("N:2... K3... .76.. .54..", "H", "N", "--trick", "SA", "--taken", "6-5", "--played", "SK")
    assert answer["to_move"] == "S"
    assert answer["value"]["NS"] + answer["value"]["EW"] == 13


@pytest.mark.parametrize(
    ("text", "options"),
    [
        (f"{ENDING}\n", ("--trump", "NT", "--leader", "S")),
        (f"\ufeff{ENDING}", ("--trump", "NT", "--leader", "S")),
        (f'[Deal "{ENDING}"]\n[Trump "NT"]\n[Leader "S"]\n', ()),
        (f'[Deal "{ENDING}"]\n[Contract "4S"]\n[Declarer "N"]\n', ("--trump", "NT", "--leader", "S")),
    ],
    ids=["a deal in one line", "with a mark", "a game", "options speak last"],
)
@pytest.mark.parametrize("file", [(), ("-",)], ids=["no file", "-"])
def test_standard_input(text, options, file):
    """A deal or a game on standard input, with or without ``-``; options take the place of what it says."""
    run = hakem("solve", *file, *options, "--json", stdin=text)
    assert run.err == ""
    assert (run.status, run.object["to_move"], run.object["value"]) == (0, "S", {"NS": 4, "EW": 0})


def test_options_over_a_game():
    """Direction and rules take the place of the file's, further cards follow the recorded ones, warnings come once."""
    game = '[Game "CourtPiece"]\n[Rules "hokm;nt_allowed=yes"]\n[Deal "N:2... A... 3... 4..."]\n[Trump "NT"]\n'
    game += '[Play "N"]\nS2 - - -\n\nnoise\n'
    run = hakem("solve", "-", "--json", stdin=game)
    assert (run.status, run.object["to_move"]) == (0, "W")
    assert run.err.count("warning:") == 1
    for more in (
        ("--direction", "clockwise"),
        ("--rules", "classic"),
        ("--rules", "courts", "--direction", "clockwise"),
    ):
        run = hakem("solve", "-", *more, "--json", stdin=game)
        assert (run.status, run.object["to_move"], run.err.count("warning:")) == (0, "E", 1)
    assert hakem("solve", "-", "--played", "S4 S3", "--json", stdin=game).object["to_move"] == "E"
    for option in ("--trick", "--taken"):
        run = hakem("solve", "-", option, "1-1", "--json", stdin=game)
        assert (run.status, run.object["kind"]) == (2, "input")


def test_limits_give_sound_bounds_and_say_so():
    """A stopped search names its limit, prints ranges and null values, and is no failure."""
    deal = "N:A875.K4.T84.A765 Q6.AQT95.J73.KJ8 KJ942.82.Q96.Q42 T3.J763.AK52.T93"
    answer = solve(deal, "S", "N", "--nodes", "2000")
    assert answer["exact"] is False
    assert answer["stopped"] == "nodes"
    low, high = answer["value"]["bounds"]["NS"]
    assert (answer["value"]["NS"], answer["value"]["EW"]) == (None, None)
    assert low <= 8 <= high
    assert answer["value"]["bounds"]["EW"] == [13 - high, 13 - low]
    run = hakem("solve", "--deal", deal, "--trump", "S", "--leader", "N", "--seconds", "0")
    assert run.status == 0
    assert "Stopped by its limit of seconds: a range holds the true value." in run.out


def test_limits_and_goals_beyond_all_bounds():
    """Numbers that no machine can count to are as good as no limit, and a goal beyond the deal is a no."""
    huge = str(10**30)
    assert solve(ENDING, "NT", "S", "--nodes", huge, "--seconds", "inf")["value"] == {"NS": 4, "EW": 0}
    run = hakem("solve", "--deal", ENDING, *TRUMP_AND_LEADER, "--at-least", huge, "--json")
    assert (run.status, run.object["at_least"]["answer"]) == (1, False)
    run = hakem("solve", "--deal", ENDING, *TRUMP_AND_LEADER, "--memory", huge, "--json")
    assert (run.status, run.object["kind"]) == (2, "limit")


def test_an_unknown_answer_is_no_yes():
    """A goal that a limit left open is answered by null, and the status is that of no."""
    deal = "N:A875.K4.T84.A765 Q6.AQT95.J73.KJ8 KJ942.82.Q96.Q42 T3.J763.AK52.T93"
    run = hakem("solve", "--deal", deal, "--trump", "S", "--leader", "N", "--at-least", "8", "--nodes", "0", "--json")
    assert run.status == 1
    assert run.object["at_least"]["answer"] is None
    assert run.object["exact"] is False


def test_an_unknown_hand_is_completed_on_request():
    """With three full hands the fourth is the rest of the pack, but only if that is asked for."""
    three = "N:A875.K4.T84.A765 Q6.AQT95.J73.KJ8 KJ942.82.Q96.Q42 -"
    options = ("--trump", "S", "--leader", "N", "--no-cards", "--at-least", "14", "--json")
    run = hakem("solve", "--deal", three, *options)
    assert run.status == 2
    assert "the hand of West is not known" in run.err
    assert hakem("solve", "--deal", three, "--complete", *options).status == 1


@pytest.mark.parametrize(
    ("options", "stdin", "kind", "message"),
    [
        (("--deal", ENDING), "", "input", "expected --trump and --leader"),
        (("--deal", ENDING, "--trump", "S"), "", "input", "expected --leader"),
        (("--deal", ENDING, "--trump", "X", "--leader", "S"), "", "parse", "--trump: expected a strain"),
        (("--deal", ENDING, "--trump", "S", "--leader", "Q"), "", "parse", "--leader: expected a seat"),
        (("--deal", "AK", "--trump", "S", "--leader", "N"), "", "parse", "--deal: expected a seat and a colon"),
        (("--deal", "N:AK", "--trump", "S", "--leader", "N"), "", "parse", "--deal: expected four hands"),
        (("--deal", ENDING.replace("K9", "Q9"), "--trump", "S", "--leader", "N"), "", "position", "CQ in South's"),
        (("--deal", ENDING.replace("K9", "9"), "--trump", "S", "--leader", "N"), "", "position", "West"),
        (("--deal", ENDING, "--trump", "AT", "--leader", "S"), "", "position", "cannot be played in AT"),
        (("--deal", ENDING, "--trump", "S", "--leader", "S", "--played", "SA CK"), "", "illegal-play", "CK"),
        (("--deal", ENDING, "--trump", "S", "--leader", "S", "--played", "DA Z9"), "", "parse", "--played: expected"),
        (("--deal", ENDING, "--trump", "S", "--leader", "S", "--taken", "x"), "", "input", "--taken: expected two"),
        (("--deal", ENDING, "--trump", "S", "--leader", "S", "--game", "chess"), "", "rules", "no game 'chess'"),
        (("--deal", ENDING, "--trump", "S", "--leader", "S", "--rules", "nope"), "", "rules", "no preset 'nope'"),
        (("--deal", ENDING, "--trump", "S", "--leader", "S", "--direction", "up"), "", "parse", "--direction"),
        (
            ("--deal", ENDING, "--rules", "hokm;direction=clockwise", "--direction", "clockwise", *TRUMP_AND_LEADER),
            "",
            "rules",
            "given twice",
        ),
        (("--deal", ENDING, "--trump", "S", "--leader", "S", "file.pbn"), "", "input", "either --deal or a file"),
        (("--leader", "S"), "", "parse", "standard input:1: expected deals, found an empty file"),
        (("--leader", "S"), f"{ENDING}\n", "input", "expected --trump"),
        ((), f'[Deal "{ENDING}"]\n[Trump "NT"]\n', "position", "leader is not known"),
        (("--trump", "NT"), f'[Deal "{ENDING}"]\n\n[Deal "{SUITS}"]\n', "input", "one game"),
        (("nowhere.pbn",), "", "input", "nowhere.pbn: cannot read the file: no such file"),
        (("--at-least", "-1"), "", "usage", "--at-least"),
        (("--seconds", "soon"), "", "usage", "--seconds"),
        (("--memory", "0"), "", "usage", "--memory"),
        (("--no-such-option",), "", "usage", "--no-such-option"),
    ],
)
def test_bad_input_is_an_error_and_not_a_traceback(options, stdin, kind, message):
    """The sentence is on standard error, the object in place of the answer, and the status is 2."""
    plain = hakem("solve", *options, stdin=stdin)
    assert plain.status == 2
    assert plain.out == ""
    assert message in plain.err
    assert plain.err.startswith("error: ")
    coded = hakem("solve", *options, "--json", stdin=stdin)
    assert coded.status == 2
    assert coded.object["kind"] == kind
    assert coded.err == plain.err


def test_json_is_one_line_whatever_the_terminal():
    """The object is the same on a terminal and in an ASCII locale: never wrapped, never coloured."""
    options = ("solve", "--deal", ENDING, "--trump", "NT", "--leader", "S", "--json")
    runs = [hakem(*options), hakem(*options, terminal=True), hakem(*options, encoding="ascii")]
    answers = [json.loads(run.out) for run in runs]
    for answer in answers:
        del answer["seconds"]
    assert answers[0] == answers[1] == answers[2]
    assert all(run.out.count("\n") == 1 and run.out.isascii() for run in runs)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--leader", "N"), "expected --trump: "),
        (("--trump", "S", "--leader", "N", "--pile", "1 W"), "remembers nothing between tricks, so not 1 W"),
    ],
)
def test_what_a_deal_alone_does_not_say(arguments, message):
    """The error names the option that says it, and shows a middle as it was given."""
    deal = "N:A643.KJT8.92.AK3 2.653.QJT7.T9842 KQ97.Q9.AK54.J75 JT85.A742.863.Q6"
    found = hakem("solve", "--deal", deal, *arguments)
    assert (found.status, found.out) == (2, "")
    assert message in found.err
