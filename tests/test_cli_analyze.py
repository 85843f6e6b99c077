"""`hakem analyze`: what it prints for real files, in order, with every failure in its place."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli_run import EXAMPLES, GOLDEN, hakem

SUITS = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
ENDING = "N:Q2..6.A 5.632.. A..A.Q8 K4...K9"
ENDGAME = f'[Board "7"]\n[Deal "{ENDING}"]\n[Trump "NT"]\n[Leader "S"]\n'
#: Whole matches are there to be scored (tests/test_cli_score.py); to solve all their deals takes long.
NAMES = [path.stem for path in sorted(EXAMPLES.glob("*.pbn")) if not path.stem.endswith("-match")]
#: The table of the Dehla Pakad deal takes long: each trump is a search of its own, and none fixed is one more.
SHORTER = {"dehla": ("--no-table",)}
TWICE = '[Board "8"]\n[Deal "N:AK... AQ... 32... 54..."]\n[Trump "NT"]\n[Leader "S"]\n'


def steady(text: str) -> str:
    """Return *text* without what differs from machine to machine and without folders."""
    text = re.sub(r'"(nodes|seconds)":[0-9.e-]+', r'"\1":0', text)
    return text.replace(str(EXAMPLES) + "/", "")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("suffix", "more"), [("txt", ()), ("json", ("--json",))])
def test_examples_print_what_they_did(name, suffix, more, update_golden):
    """The shipped examples print, as text and as JSON, what is stored beside the tests; no warning, status 0."""
    run = hakem("analyze", EXAMPLES / f"{name}.pbn", *more, *SHORTER.get(name, ()))
    golden = GOLDEN / f"analyze_{name}.{suffix}"
    if update_golden:
        golden.write_text(steady(run.out), encoding="utf-8")
    assert steady(run.out) == golden.read_text(encoding="utf-8")
    assert (run.status, run.err) == (0, "")
    if more:
        assert all(each["exact"] for each in run.objects)


def test_the_object_of_a_deal():
    """One object a deal, with the same parts as `solve` and the table; all keys are always there."""
    run = hakem("analyze", "-", "--json", stdin=ENDGAME)
    found = run.object
    assert (found["source"], found["number"], found["board"], found["at_line"]) == ("standard input", 1, "7", 1)
    solved = hakem("solve", "--deal", ENDING, "--trump", "NT", "--leader", "S", "--json").object
    for key in ("to_move", "unit", "value", "cards", "line", "game"):
        assert found[key] == solved[key]
    assert found["table"]["NT"]["S"] == {"NS": 4, "EW": 0}
    assert list(found["table"]) == ["S", "H", "D", "C", "NT"]
    assert all(list(row) == ["N", "E", "S", "W"] for row in found["table"].values())
    assert found["mistakes"] == found["notes"] == found["played"] == []
    bare = hakem("analyze", "-", "--json", "--no-table", stdin=f'[Deal "{ENDING}"]\n').objects
    assert set(bare[0]) == set(found)


def test_a_deal_without_trump_or_leader_has_a_table_only():
    """What the file does not say is asked for in a note, never guessed."""
    run = hakem("analyze", "-", "--json", stdin=f'[Deal "{SUITS}"]\n')
    assert run.status == 0
    found = run.object
    assert found["table"]["H"]["N"] == {"NS": 0, "EW": 13}
    assert (found["trump"], found["leader"], found["value"], found["cards"], found["line"]) == (None,) * 5
    assert found["notes"] == ["no card values: the trump is not known", "no card values: the leader is not known"]


def test_options_take_the_place_of_tags():
    """A trump or leader given as an option holds for every deal of the files."""
    run = hakem("analyze", "-", "--json", "--no-table", "--trump", "NT", "--leader", "S", stdin=f'[Deal "{ENDING}"]\n')
    assert run.object["value"] == {"NS": 4, "EW": 0}
    run = hakem("analyze", "-", "--json", "--no-table", "--trump", "S", stdin=ENDGAME)
    assert (run.object["trump"], run.object["value"]) == ("S", {"NS": 3, "EW": 1})
    run = hakem("analyze", "-", "--no-table", "--trump", "Z", stdin=ENDGAME)
    assert (run.status, run.out) == (2, "")
    assert "--trump: expected a strain" in run.err


@pytest.mark.parametrize("jobs", ["1", "2", "4"])
def test_one_bad_game_loses_nothing(jobs):
    """Good games before and after a bad one are printed, the error stands in its place, and the status is 2."""
    text = "\n".join([ENDGAME, TWICE, ENDGAME.replace('"7"', '"9"'), TWICE.replace('"8"', '"10"'), ENDGAME])
    run = hakem("analyze", "-", "--json", "--jobs", jobs, stdin=text)
    assert run.status == 2
    assert [found["schema"].split("/")[1] for found in run.objects] == [
        "analyze",
        "error",
        "analyze",
        "error",
        "analyze",
    ]
    assert [found["board"] for found in run.objects] == ["7", "8", "9", "10", "7"]
    error = run.objects[1]
    assert (error["source"], error["number"]) == ("standard input", 2)
    assert "SA" in error["error"]
    assert len(run.err.splitlines()) == 2
    assert all("SA" in line and line.startswith("error: standard input:") for line in run.err.splitlines())
    text_run = hakem("analyze", "-", "--jobs", jobs, stdin=text)
    assert text_run.status == 2
    assert text_run.out.count("Value: N/S 4, E/W 0") == 3


def test_files_that_cannot_be_read(tmp_path):
    """Missing files, folders and binary files are errors in their places; the other files are still analysed."""
    good = tmp_path / "good.pbn"
    good.write_text(ENDGAME)
    binary = tmp_path / "binary.pbn"
    binary.write_bytes(bytes(range(256)) * 16)
    empty = tmp_path / "empty.pbn"
    empty.write_bytes(b"")
    files = (tmp_path / "none.pbn", good, tmp_path, binary, empty, good)
    run = hakem("analyze", *files, "--json", "--no-table")
    assert run.status == 2
    kinds = [found.get("kind", "solved") for found in run.objects]
    assert kinds == ["input", "solved", "input", "parse", "parse", "solved"]
    assert "none.pbn: cannot read the file: no such file or directory" in run.err
    assert "cannot read the file: is a directory" in run.err
    assert "empty.pbn:1: expected deals, found an empty file" in run.err
    assert "Traceback" not in run.err


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ('[Deal "N:AK.Q.. - - -"]\n[Trump "S"]\n', "the hand of East is not known"),
        ('[Event "Pairs"]\n[Board "1"]\n', "there is no deal"),
    ],
)
def test_nothing_to_solve_is_bad_input(text, note):
    """A file with nothing to solve ends with 2 and says why; beside a solved deal that is a warning."""
    run = hakem("analyze", "-", stdin=text)
    assert run.status == 2
    assert f"not solved: {note}" in run.err
    assert "expected at least one deal that can be solved, found none" in run.err
    run = hakem("analyze", "-", "--json", stdin=f"{text}\n{ENDGAME}")
    assert run.status == 0
    assert note in run.objects[0]["notes"]
    assert run.err.count("warning:") == 1


def test_illegal_play_names_the_rule_and_the_card():
    """A revoke in the record is an error with its line and the card that was due."""
    revoke = '[Deal "N:A2... K3... .76.. Q.4.."]\n[Trump "H"]\n[Play "N"]\nSA S3 H7 H4\n'
    run = hakem("analyze", "-", "--json", stdin=revoke)
    assert run.status == 2
    [error] = run.objects
    assert error["at_line"] == 4
    assert "SQ" in error["error"]
    assert "H4" in error["error"]


def test_a_deal_of_another_game_is_one_error():
    """A whole pack under the rules of a game with fewer cards is told in a line, not card by card and hand by hand."""
    run = hakem("analyze", "-", "--game", "coinche", stdin="N:A875.K4.T84.A765 Q6.AQT95.J73.KJ8 KJ942.82.Q96.Q42 -\n")
    assert run.status == 2
    words = "hands of 13 cards are of another game: the pack of 32 gives 8 each"
    assert run.err == f"error: standard input:1:1: deal 1: {words}\n"


def test_limits_hold_for_each_deal():
    """A stopped analysis prints ranges, says so, and the status stays 0; node counts do not depend on jobs."""
    runs = [
        hakem("analyze", EXAMPLES / "rang.pbn", EXAMPLES / "bridge.pbn", "--json", "--nodes", "3000", "--jobs", jobs)
        for jobs in ("1", "3")
    ]
    assert [run.status for run in runs] == [0, 0]
    assert steady(runs[0].out) == steady(runs[1].out)
    assert re.findall(r'"nodes":\d+', runs[0].out) == re.findall(r'"nodes":\d+', runs[1].out)
    first = runs[0].objects[0]
    assert first["stopped"] == "nodes"
    assert first["exact"] is False
    whole = json.loads((GOLDEN / "analyze_rang.json").read_text(encoding="utf-8"))
    for strain, row in first["table"].items():
        for leader, value in row.items():
            true = whole["table"][strain][leader]["NS"]
            low, high = value["bounds"]["NS"] if "bounds" in value else (value["NS"], value["NS"])
            assert low <= true <= high
    text = hakem("analyze", EXAMPLES / "rang.pbn", "--nodes", "3000").out
    assert "Stopped by its limit of nodes: a range holds the true value." in text


def test_warnings_are_talk_and_not_data():
    """What was passed over is said on standard error with its line, and the deals before and after are there."""
    text = f"{ENDGAME}\nGenerated 2922012 hands\nProduced 2 hands\n\n{ENDGAME}"
    run = hakem("analyze", "-", "--json", "--no-table", stdin=text)
    assert run.status == 0
    assert len(run.objects) == 2
    assert re.match(r"warning: standard input:6:", run.err)
    strict = hakem("analyze", "-", "--json", "--no-table", "--strict", stdin=text)
    assert strict.status == 2


def test_the_game_is_never_guessed():
    """Eight cards each from seven up are a bridge ending unless file or option say otherwise; cards of a pack count."""
    deal = '[Deal "N:AT9.KQ.J98. KQ8.AJ.T7.A J7.T98.AQ.K .7.K.QJT987"]\n[Play "N"]\n'
    run = hakem("analyze", "-", "--json", stdin=deal)
    assert [run.object["table"][strain]["N"]["NS"] for strain in ("NT", "S", "H", "D", "C")] == [5, 6, 6, 6, 1]
    with_twos = '[Deal "N:A2.K3.Q4.J5 K4.Q5.J2.A3 Q3.J2.A5.K4 J5.A4.K3.Q2"]\n[Contract "NT"]\n[Play "N"]\n'
    assert hakem("analyze", "-", "--json", stdin=with_twos).status == 0
    assert hakem("analyze", "-", "--json", "--game", "coinche", stdin=with_twos).object["schema"] == "hakem/error/1"


def test_repeated_deals_keep_their_places():
    """The same deal twice is solved once and printed twice, each with its own place."""
    run = hakem("analyze", "-", "--json", "--jobs", "2", stdin=f"{ENDGAME}\n{ENDGAME}\n")
    first, second = run.objects
    assert (first["number"], second["number"]) == (1, 2)
    assert (first["at_line"], second["at_line"]) == (1, 6)
    assert first["cards"] == second["cards"]
    assert first["table"] == second["table"]


def test_files_of_other_programs():
    """Plain bridge files are read as they are: Latin-1 names, CRLF, tables."""
    run = hakem("analyze", EXAMPLES / "bridge.pbn", "--json", "--no-table")
    first, second = run.objects
    assert (first["game"], first["rules"], first["leader"], first["value"]) == (
        "court-piece",
        "bridge",
        "N",
        {"NS": 2, "EW": 11},
    )
    assert [mistake["card"] for mistake in first["mistakes"]] == ["SA", "D2", "D6", "S8"]
    assert second["leader"] == "W"
    assert Path(EXAMPLES / "bridge.pbn").read_bytes().count(b"\r\n") > 40
