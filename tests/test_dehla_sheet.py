"""What `hakem score` prints of rounds of Dehla Pakad, of four players and of six."""

from __future__ import annotations

import re

import pytest

from tests.cli_run import hakem
from tests.dehla_rounds import KOTS, rounds


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
