"""The commands of advice: what they answer, in text and JSON, and how they refuse what cannot be."""

from __future__ import annotations

import importlib.util
import json

import pytest

from tests.cli_run import EXAMPLES, hakem

HAND = "SA SK S5 HQ D2"
QUICK = ("--worlds", "8", "--workers", "1")


def test_trump_says_what_to_call():
    """The text names the call, every trump with its mean, and what that rests on."""
    run = hakem("trump", "--hand", HAND, "--rules", "hokm", "--worlds", "60")
    assert run.status == 0
    assert "North holds ♠ AK5  ♥ Q  ♦ 2  ♣ - (5 of 13 cards seen)" in run.out
    assert "Call ♠" in run.out
    assert "Courts for N/S:" in run.out
    assert "possible deals were examined (seed 0)" in run.out


def test_answers_do_not_depend_on_workers():
    """One and two workers print the same bytes; another seed does not."""
    outs = [
        hakem("trump", "--hand", HAND, "--rules", "hokm", "--worlds", "20", "--workers", workers, "--json").out
        for workers in (1, 2)
    ]
    assert outs[0] == outs[1]
    other = hakem("trump", "--hand", HAND, "--rules", "hokm", "--worlds", "20", "--seed", "3", "--json").out
    assert other != outs[0]


def test_json_agrees_with_its_schema_for_every_kind():
    """A trump, a lead, a play and a call are all one schema."""
    runs = {
        "trump": hakem("trump", "--hand", HAND, *QUICK, "--json"),
        "play": hakem("lead", "--hand", "AQJ42.K5.T93.J84", "--trump", "S", "--rules", "hokm", *QUICK, "--json"),
        "bid": hakem("bid", "--hand", "J97.AT.87.A", "--calls", "Pass 80H Pass", *QUICK, "--json"),
    }
    for kind, run in runs.items():
        assert run.status == 0, run.err
        found = run.object
        assert found["kind"] == kind
        assert found["best"] == found["candidates"][0]["action"]
        assert found["candidates"][0]["difference"] is None
        assert sum(share for _, share in found["candidates"][0]["distribution"]) == pytest.approx(1, abs=1e-4)
    assert runs["trump"].object["candidates"][0]["target"] == 0


def test_a_file_is_looked_at_from_one_seat():
    """A recorded game gives the view of whose turn it is, or of --seat, after --upto cards."""
    run = hakem("suggest", EXAMPLES / "rang.pbn", "--upto", "12", *QUICK, "--json")
    assert run.status == 0, run.err
    assert run.object["seat"] == "W"
    assert {each["action"] for each in run.object["candidates"]} == set(
        "S3 ST H3 H6 H7 DK DA C9 CT D5".split()  # noqa: SIM905 - cards read better in a row
    )
    other = hakem("suggest", EXAMPLES / "rang.pbn", "--upto", "12", "--seat", "N", *QUICK)
    assert other.status == 2
    assert "it is West's turn to play, not North's" in other.err
    lead = hakem("lead", EXAMPLES / "rang.pbn", *QUICK, "--json")
    assert (lead.object["seat"], len(lead.object["candidates"])) == ("N", 13)


def test_a_file_of_several_games():
    """One of them is chosen by its number."""
    many = hakem("suggest", EXAMPLES / "ending.pbn", *QUICK)
    assert many.status == 2
    assert "expected one game, found 3: say which with --number" in many.err
    second = hakem("suggest", EXAMPLES / "ending.pbn", "--number", "2", *QUICK, "--json")
    assert second.status == 0, second.err
    assert second.object["unit"] == "tricks"
    assert "up to 3, not 4" in hakem("suggest", EXAMPLES / "ending.pbn", "--number", "4", *QUICK).err


def test_the_auction_of_a_file():
    """With --calls the next call is decided; once cards are played a card is, whatever may still be called."""
    bid = hakem("suggest", EXAMPLES / "coinche.pbn", "--calls", "2", *QUICK, "--json")
    assert (bid.object["kind"], bid.object["seat"]) == ("bid", "S")
    play = hakem("suggest", EXAMPLES / "coinche.pbn", "--upto", "4", *QUICK, "--json")
    assert (play.object["kind"], play.object["seat"]) == ("play", "E")
    over = hakem("suggest", EXAMPLES / "coinche.pbn", "--upto", "0", *QUICK, "--json")
    assert (over.object["kind"], over.object["seat"]) == ("play", "N")


def test_other_hands_of_a_file_change_nothing(tmp_path):
    """The advice for a seat is the same when the file does not give the other hands."""
    whole = (EXAMPLES / "coinche.pbn").read_text(encoding="utf-8")
    start = whole.index('[Deal "')
    end = whole.index('"]', start)
    hands = whole[start + len('[Deal "N:') : end].split()
    blind = whole[:start] + f'[View "N"]\n[Deal "N:{hands[0]} - - -' + whole[end:]
    path = tmp_path / "blind.pbn"
    path.write_text(blind, encoding="utf-8")
    # North's second card, before which East, West and South have shown five.
    seen = [
        hakem("suggest", file, "--seat", "N", "--upto", "0", *QUICK, "--json")
        for file in (EXAMPLES / "coinche.pbn", path)
    ]
    assert seen[0].status == 0, seen[0].err
    assert seen[0].out == seen[1].out


def test_bids_and_their_auction():
    """The auction so far is printed, and without seats it is South's turn."""
    run = hakem("bid", "--hand", "SJ S9 SA S7 HA HT D8 C7", "--calls", "80H Pass 90D", *QUICK)
    assert run.status == 0
    assert "South holds" in run.out
    assert "Auction: E:80♥ N:Pass W:90♦" in run.out
    assert "Points of score for N/S:" in run.out
    near = hakem("bid", "--hand", "SJ S9 SA S7 HA HT D8 C7", "--tag", "MatchScore=1900-300", *QUICK)
    assert "Chance to win the match for N/S:" in near.out


def test_constraints_are_kept():
    """With a constraint only the deals that keep it are examined; one that cannot be is refused."""
    free = hakem("trump", "--hand", HAND, *QUICK, "--json").object
    bound = hakem("trump", "--hand", HAND, "--constraint", "E: S>=4", *QUICK, "--json").object
    assert int(bound["possible"]) < int(free["possible"])
    never = hakem("trump", "--hand", HAND, "--constraint", "E: SA", *QUICK)
    assert never.status == 2
    assert "SA" in never.err


def test_the_time_ends_the_sample():
    """With --time the answer comes by then and says so."""
    run = hakem("trump", "--hand", HAND, "--time", "0.2", "--whole", "--workers", "1", "--json")
    assert run.object["stopped"] == "seconds"
    assert 1 <= run.object["worlds"] < 10_000


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["trump"], "expected --hand with your cards"),
        (["trump", "--hand", "SA SA S3 S4 S5"], "SA is given twice"),
        (["trump", "--hand", "SX"], "--hand"),
        (["trump", "--hand", HAND, "--targets", "8"], "expected targets among 0, 9, 10, 11, not 8"),
        (["trump", "--hand", HAND, "--targets", "nine"], "--targets: expected numbers such as 0,9,10, not 'nine'"),
        (["trump", "--hand", HAND, "--method", "guess"], "expected one of the methods"),
        (["trump", "--hand", HAND, "--objective", "glory"], "expected one of the objectives"),
        (["trump", "--hand", HAND, "--game", "coinche"], "one player names the trump, not Coinche"),
        (["trump", "--hand", HAND, "--game", "dehla-pakad"], "nobody names a trump before the play"),
        (["trump", "--hand", HAND, "--time", "0"], "expected more than 0 seconds"),
        (["bid", "--hand", "J97.AT.87.A", "--game", "hokm"], "expected Coinche"),
        (["bid", "--hand", "J97.AT.87.A", "--calls", "80H 70S"], "call 2: the lowest bid is 80, not 70"),
        (["bid", "--hand", "J97.AT.87.A", "--calls", "Pass Pass Pass Pass"], "all four have passed"),
        (["lead", "--hand", "AQJ42.K5.T93.J84"], "expected the trump"),
        (["lead", "--game", "coinche", "--hand", "J97.AT.87.A"], "expected the contract and its declarer"),
        (["suggest", "x.pbn", "--hand", "SA"], "expected either a file or --hand"),
        (["suggest", "no-such-file.pbn"], "cannot read the file"),
        (["suggest", "--hand", "AQJ42.K5.T93.J84", "--trump", "S", "--seat", "S", "--played", "SA"], "not South's"),
        (["trump", "--hand", HAND, "--plot", "x.gif"], "--plot: expected a file whose name ends in .png"),
        (["trump", "--hand", HAND, "--plot", "no/such/folder/x.png"], "there is no folder"),
    ],
)
def test_refusals(words, error):
    """Bad input ends with status 2 and one line that says what was expected."""
    run = hakem(*words)
    assert run.status == 2
    assert error in run.err
    assert "Traceback" not in run.err
    wrong = hakem(*words, "--json")
    assert json.loads(wrong.out.splitlines()[0])["schema"] == "hakem/error/1"


def test_a_drawing(tmp_path):
    """With matplotlib the payoffs are drawn; without it the option says what to install."""
    file = tmp_path / "advice.png"
    run = hakem("trump", "--hand", HAND, *QUICK, "--plot", file)
    if importlib.util.find_spec("matplotlib") is None:
        assert run.status == 2
        assert "hakem[plot]" in run.err
    else:
        assert run.status == 0
        assert file.read_bytes().startswith(b"\x89PNG")


def test_progress_is_shown_on_a_terminal():
    """The progress line counts worlds, and is gone at the end."""
    run = hakem("trump", "--hand", HAND, "--worlds", "120", "--whole", "--workers", "1", terminal=True)
    assert run.status == 0
    assert "of 120 worlds" in run.err
    assert run.err.endswith("\r\x1b[K")
