"""The command `hakem arena`: text and JSON, and what it says about contests that cannot be."""

from __future__ import annotations

import re
import signal
import subprocess
import time

import pytest

from tests.cli_run import hakem, process


def test_text_says_who_gained_and_how_sure_that_is():
    """Bots, deals, difference with interval, pairs and thinking time."""
    run = hakem("arena", "--bots", "tips", "random", "--game", "coinche", "--deals", "6", "--seed", "3")
    assert run.status == 0
    assert run.err == ""
    lines = run.out.splitlines()
    assert lines[0] == "Coinche, s4: tips against random"
    assert lines[1] == "6 deals, each at two tables, seed 3"
    gain = r"tips gains [+-][0-9.]+ points a pair of tables \(95% interval [+-][0-9.]+ to [+-][0-9.]+\)"
    assert re.fullmatch(gain + "(; too close to call)?", lines[2])
    assert re.fullmatch(r"tips won \d pairs, \d were level, random won \d", lines[3])
    assert lines[4].startswith("tips: ")
    assert "ms a card" in lines[4]


def test_json_is_the_same_with_one_worker_and_with_two():
    """The score, that is; how long they thought is what it is."""
    words = ("arena", "--bots", "tips", "random", "--deals", "8", "--seed", "3", "--json")
    one, two = (hakem(*words, "--workers", workers).object for workers in ("1", "2"))
    assert one["bots"] == ["tips", "random"]
    assert one["deals"] == 8
    for each in (one, two):
        del each["thinking"]
    assert one == two


def test_one_deal_has_no_interval():
    """Nor does JSON write infinities."""
    found = hakem("arena", "--bots", "tips", "random", "--deals", "1", "--json").object
    assert found["difference"]["low"] is None
    assert not found["difference"]["clear"]
    assert "one deal tells nothing" in hakem("arena", "--bots", "tips", "random", "--deals", "1").out


def test_a_run_goes_on_from_its_log(tmp_path):
    """The second run plays what is missing, and reports on all."""
    log = str(tmp_path / "log.jsonl")
    words = ("arena", "--bots", "tips", "random", "--seed", "3", "--log", log, "--json")
    hakem(*words, "--deals", "3")
    again = hakem(*words, "--deals", "5").object
    whole = hakem("arena", "--bots", "tips", "random", "--seed", "3", "--deals", "5", "--json").object
    assert again["difference"] == whole["difference"]


def test_bots_are_listed():
    """With their options."""
    run = hakem("arena", "--list")
    assert run.status == 0
    assert "  tips: " in run.out
    assert re.search(r"worlds=\d+  worlds that a card is examined in \(1 to ", run.out)


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ((), "expected two bots: --bots A B"),
        (("--bots", "tips"), "requires 2 arguments"),
        (("--bots", "tips", "nobody"), "expected one of the bots random, tips"),
        (("--bots", "tips", "pimc:worlds=x"), "expected pimc:worlds to be a whole number"),
        (("--bots", "tips", "random", "--game", "chess"), "chess"),
        (("--bots", "tips", "random", "--rules", "none"), "none"),
        (("--bots", "tips", "random", "--objective", "glory"), "expected one of the objectives deal, courts"),
        (("--bots", "tips", "random", "--tag", "Hakem=N"), "expected tags of the match (MatchScore"),
        (("--bots", "tips", "random", "--tag", "MatchScore"), "expected a tag as Name=value"),
        (("--bots", "tips", "random", "--deals", "0"), "--deals"),
        (("--bots", "tips", "random", "--log", "/nowhere/at/all"), "cannot use the log /nowhere/at/all"),
        (("--bots", "tips", "colver-smart"), "colver plays Coinche, not Court Piece"),
    ],
)
def test_what_cannot_be_played(words, fault):
    """One line that says what was expected, and status 2."""
    run = hakem("arena", *words)
    assert run.status == 2
    assert fault in run.err
    assert run.out == ""
    assert "Traceback" not in run.err


def test_ctrl_c_leaves_a_log_to_go_on_from(tmp_path):
    """Workers end with the run, and what was finished is not played again."""
    log = tmp_path / "log.jsonl"
    words = ("arena", "--bots", "tips", "random", "--game", "coinche", "--seed", "3", "--log", str(log))
    options = ("--deals", "100000", "--workers", "2")
    with process(*words, *options, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as started:
        for _ in range(600):
            if log.exists() and log.read_bytes().count(b"\n") > 3:
                break
            time.sleep(0.1)
        started.send_signal(signal.SIGINT)
        out, err = started.communicate(timeout=60)
    assert (started.returncode, out, err) == (130, b"", b"interrupted\n")
    before = log.read_bytes()
    again = hakem(*words, "--deals", "6", "--json").object
    assert log.read_bytes()[: before.rfind(b"\n")] == before[: before.rfind(b"\n")]
    whole = hakem(
        "arena", "--bots", "tips", "random", "--game", "coinche", "--seed", "3", "--deals", "6", "--json"
    ).object
    assert again["difference"] == whole["difference"]
