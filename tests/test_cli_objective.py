"""`--objective`: what a deal pays under its rules, on the command line."""

from __future__ import annotations

import pytest

from tests.cli_run import EXAMPLES, hakem

DEAL = "N:AQ642.K3.AJ5.K84 K5.JT94.K832.A76 J973.A8.Q764.952 T8.Q7652.T9.QJT3"
STREAK = ("--tag", "Streak=6-0")
POSITION = ("solve", "--deal", DEAL, "--trump", "S", "--leader", "N")


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (("--rules", "kot-pees", "--objective", "courts", "--tag", "Hakem=N"), ("courts", 1)),
        (("--rules", "kot-pees", "--objective", "deal", "--tag", "Hakem=N"), ("deals", 1)),
        (("--rules", "courts;direction=clockwise", "--objective", "courts", "--tag", "Hakem=N"), ("courts", 0)),
        (
            ("--rules", "courts;direction=clockwise", "--objective", "courts", "--tag", "Hakem=N", *STREAK),
            ("courts", 1),
        ),
        (("--rules", "classic", "--objective", "courts", "--tag", "Hakem=N", "--tag", "Target=9"), ("courts", 2)),
        (("--rules", "classic", "--objective", "courts", "--tag", "Hakem=N", "--tag", "Target=10"), ("courts", -2)),
    ],
    ids=["a won deal", "the deal", "a plain win", "the seventh in a row", "a target of nine", "one of ten"],
)
def test_a_deal_pays_what_its_rules_say(options: tuple[str, ...], expected: tuple[str, int]) -> None:
    """North-South take nine tricks: what that is worth depends on the rules, the match and the call."""
    done = hakem(*POSITION, *options, "--json")
    assert done.status == 0
    found = done.object
    outcome = found["outcome"]
    assert isinstance(outcome, dict)
    assert (outcome["unit"], outcome["NS"], outcome["EW"]) == (*expected, -expected[1])
    assert len(outcome["cards"]) == 13
    assert found["value"] == {"NS": 9, "EW": 4}


def test_the_text_shows_the_outcome() -> None:
    """With the cards under what they bring."""
    done = hakem(*POSITION, "--rules", "kot-pees", "--objective", "courts", "--tag", "Hakem=N", "--ascii")
    assert done.status == 0
    assert "Outcome: N/S +1, E/W -1 (courts, both sides playing for them)" in done.out


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--objective", "magic", "--tag", "Hakem=N"), "deal, courts"),
        (("--objective", "courts", "--tag", "Dealer=X"), "a seat"),
        (("--objective", "courts", "--tag", "Hakem"), "Name=value"),
        (("--objective", "courts", "--tag", "Hakem=Q"), "a seat"),
        (("--objective", "courts", "--tag", "Hakem=N", "--tag", "Hakem=S"), "Hakem once"),
    ],
    ids=["unknown objective", "no dealer", "no value", "no seat", "twice"],
)
def test_what_is_missing_is_asked_for(options: tuple[str, ...], words: str) -> None:
    """One line, status 2."""
    done = hakem(*POSITION, *options)
    assert done.status == 2
    assert words in done.err
    assert len(done.err.strip().splitlines()) <= 2


@pytest.mark.parametrize("options", [(), ("--tag", "Hakem=N"), ("--tag", "Dealer=E")])
def test_who_leads_to_a_whole_deal_is_the_hakem(options: tuple[str, ...]) -> None:
    """--leader counts as it does in files; with Hakem or Dealer it is the same."""
    run = hakem(*POSITION, "--rules", "kot-pees", "--objective", "deal", *options, "--json")
    assert (run.status, run.object["outcome"]["NS"]) == (0, 1)


def test_who_leads_to_an_ending_need_not_be_the_hakem() -> None:
    """There he has to be said."""
    run = hakem(*ENDING, "--taken", "4-7", "--objective", "deal", "--json")
    assert (run.status, run.object["kind"]) == (2, "parse")
    assert "expected to know the hakem for the score (tag Hakem or Dealer, or Leader of a whole deal)" in run.err


ENDING = ("solve", "--deal", "N:AK... QJ... T9... 87...", "--trump", "S", "--leader", "N", "--rules", "kot-pees")


@pytest.mark.parametrize(
    ("taken", "kot", "found"),
    [
        ("8-3", ("--tag", "Kot=NS"), 2),
        ("8-3", ("--tag", "Kot=none"), 1),
        ("8-3", (), "say so (tag Kot: NS, EW or none)"),
        ("8-3", ("--tag", "Kot=foo"), "tag Kot: expected NS, EW or none, not 'foo'"),
        ("3-8", ("--tag", "Kot=NS"), "tag Kot: NS cannot have the first seven tricks with 3-8 taken"),
        ("4-7", ("--tag", "Kot=EW"), -1),
    ],
)
def test_who_took_the_first_seven_is_said_by_a_tag(taken: str, kot: tuple[str, ...], found: int | str) -> None:
    """In an ending the tag tells what the tricks do not; one that they rule out is an error."""
    done = hakem(*ENDING, "--taken", taken, "--objective", "courts", "--tag", "Hakem=N", *kot, "--json")
    if isinstance(found, str):
        assert done.status == 2
        assert found in done.err
    else:
        assert (done.status, done.object["outcome"]["NS"]) == (0, found)


def test_analyze_says_what_recorded_deals_pay() -> None:
    """From the tags of the file, in text and JSON."""
    done = hakem("analyze", str(EXAMPLES / "rang.pbn"), "--no-table", "--objective", "deal", "--json")
    assert done.status == 0
    outcome = done.object["outcome"]
    assert isinstance(outcome, dict)
    assert (outcome["objective"], outcome["NS"]) == ("deal", 1)
    done = hakem("analyze", str(EXAMPLES / "rang.pbn"), "--no-table", "--objective", "courts")
    assert "Outcome: N/S +0" in done.out


def test_units_are_no_further_question() -> None:
    """They are answered anyway, by any of their names."""
    for name in ("units", "tricks"):
        done = hakem(*POSITION, "--objective", name, "--json")
        assert done.status == 0
        assert "outcome" not in done.object


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--objective", "courts", "--tag", "Hakem=N", "--tag", "Streek=6-0"), "Streak"),
        (("--tag", "Hakem=N"), "--objective"),
    ],
    ids=["a typo", "no objective"],
)
def test_tags_that_mean_nothing_are_refused(options: tuple[str, ...], words: str) -> None:
    """Instead of being passed over."""
    done = hakem(*POSITION, *options)
    assert done.status == 2
    assert words in done.err


def test_a_deal_whose_outcome_is_not_known_is_one_object() -> None:
    """What can be said is said once; what is missing goes to standard error."""
    done = hakem("analyze", str(EXAMPLES / "bridge.pbn"), "--no-table", "--objective", "courts", "--json")
    assert done.status == 2
    assert {each["schema"] for each in done.objects} == {"hakem/analyze/1"}
    assert "no score to play for" in done.err
