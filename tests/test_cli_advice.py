"""The commands of advice: what they answer, in text and JSON, and how they refuse what cannot be."""

from __future__ import annotations

import importlib.util
import json

import pytest

from tests.cli_run import EXAMPLES, hakem

HAND = "SA SK S5 HQ D2"
WHOLE = "AK72.Q5.KJ93.T84"
EIGHT = "--hand: expected the 8 cards that you were dealt, not 7"
THIRTEEN = "--hand: expected the 13 cards that you were dealt, not 10"
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


@pytest.mark.parametrize(
    ("calls", "auction"),
    [
        ("90D X", "N:90♦ W:X"),
        ("90D Pass Pass X", "S:90♦ E:Pass N:Pass W:X"),
        ("90D Pass Pass X Pass Pass", "N:90♦ W:Pass S:Pass E:X N:Pass W:Pass"),
        ("90D X Pass", "S:90♦ E:X N:Pass"),
    ],
)
def test_after_a_coinche_the_bidders_side_is_asked(calls, auction):
    """South is of the side that may surcoinche, and nothing else than that or Pass is left."""
    run = hakem("bid", "--hand", "J97.AT.87.A", "--calls", calls, *QUICK)
    assert run.status == 0, run.err
    assert "South holds" in run.out
    assert f"Auction: {auction}" in run.out
    found = hakem("bid", "--hand", "J97.AT.87.A", "--calls", calls, *QUICK, "--json").object
    assert {each["action"] for each in found["candidates"]} == {"Pass", "XX"}
    north = hakem("bid", "--hand", "J97.AT.87.A", "--calls", calls, "--seat", "N", *QUICK, "--json").object
    assert (north["seat"], len(north["candidates"])) == ("N", 2)


def test_calls_may_have_blanks():
    """A call is read as the program writes it; an all-tricks bid may be coinched where the rules let it."""
    run = hakem("bid", "--hand", "J97.AT.87.A", "--calls", "80 coeur CAPOT S", "--rules", "capot_doublable=yes", *QUICK)
    assert run.status == 0, run.err
    assert "Auction: N:80♥ W:CAPOT ♠" in run.out


@pytest.mark.parametrize(
    ("words", "held", "table"),
    [
        (["--trump", "H", "--seat", "S"], "South", "North ♥A, East ♥7"),
        (["--trump", "H"], "South", "North ♥A, East ♥7"),
        (["--trump", "H", "--seat", "N"], "North", "South ♥A, West ♥7"),
        (["--rules", "hokm", "--trump", "H", "--seat", "S"], "South", "North ♥A, West ♥7"),
        (["--rules", "peg", "--seat", "S"], "South", "North ♥A, East ♥7"),
        (["--rules", "peg"], "South", "North ♥A, East ♥7"),
        (["--rules", "peg", "--seat", "W"], "West", "East ♥A, South ♥7"),
    ],
)
def test_the_leader_follows_from_whose_turn_it_is(words, held, table):
    """Who led is counted back from the seat; a hidden trump was set by the hakem, who led."""
    run = hakem("suggest", "--hand", WHOLE, *words, "--played", "HA H7", *QUICK)
    assert run.status == 0, run.err
    assert f"{held} holds ♠ AK72" in run.out
    assert f"On the table: {table}" in run.out
    if "peg" in words:
        assert f"the trump is hidden, set by {table.split(maxsplit=1)[0]}\n" in run.out


def test_the_leader_after_whole_tricks():
    """It is counted back through who took the tricks; the hand may be what is left of it."""
    words = ("--trump", "H", "--played", "HQ HA H3 H7", "--seat", "W")
    whole = hakem("suggest", "--hand", "AK72.A5.KJ9.T843", *words, *QUICK, "--json")
    left = hakem("suggest", "--hand", "AK72.5.KJ9.T843", *words, *QUICK, "--json")
    assert whole.status == 0, whole.err
    assert whole.out == left.out
    assert whole.object["seat"] == "W"


def test_who_has_hidden_a_trump_is_asked():
    """The seat of --hidden leads as the hakem, and its suit is written as the others are."""
    run = hakem("lead", "--hand", WHOLE, "--hidden", "S H", "--rules", "peg", *QUICK)
    assert run.status == 0, run.err
    assert "the trump is hidden, set by South: ♥" in run.out
    assert "South holds" in run.out
    card = hakem("lead", "--hand", WHOLE, "--hidden", "S HQ", "--rules", "band-rang", *QUICK, "--ascii")
    assert "set by South: HQ" in card.out


def test_five_cards_are_seen_where_the_others_are_dealt_later():
    """Who names an open trump of Dehla Pakad has then seen the first part of the cards."""
    run = hakem("trump", "--game", "dehla-pakad", "--rules", "open;dp_deal=five_then_eight", "--hand", HAND, *QUICK)
    assert run.status == 0, run.err
    assert "5 of 13 cards seen" in run.out


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
        (["suggest", "--hand", "AQJ42.K5.T93.J84", "--trump", "S", "--seat", "S", "--played", "SA"], "South holds SA"),
        (
            ["suggest", "--hand", "AQJ42.K5.T93.J84", "--trump", "S", "--seat", "S", "--leader", "S", "--played", "SA"],
            "not South's",
        ),
        (["lead", "--game", "coinche", "--hand", "J.AT.987.K", "--contract", "90S", "--declarer", "E"], EIGHT),
        (["bid", "--hand", "J97.AT.87."], EIGHT),
        (["suggest", "--hand", "AK7.Q.KJ9.T84", "--trump", "S", "--played", "HA H7"], THIRTEEN),
        (["lead", "--hand", "AK7.Q.KJ9.T84", "--rules", "peg", "--hidden", "S H"], THIRTEEN),
        (
            ["suggest", "--hand", "AK7.5.KJ93.T84", "--trump", "H", "--seat", "W", "--played", "HQ HA H3 H7"],
            "--hand: expected the 13 cards that you were dealt, or the 12 that are left of them, not 11",
        ),
        (
            ["trump", "--hand", "SA SK S5 HQ"],
            "--hand: expected the 5 cards that the hakem has seen under classic, not 4",
        ),
        (["trump", "--hand", "AQJ42.K5.T93.J84", "--rules", "hokm"], "--hand: expected the 5 cards that the hakem has"),
        (
            ["trump", "--hand", HAND, "--game", "dehla-pakad", "--rules", "open"],
            "--hand: expected the 13 cards that you",
        ),
        (
            ["trump", "--hand", HAND, "--rules", "trump_mode=cut"],
            "--rules: nobody names a trump under classic;trump_mode=cut",
        ),
        (
            ["bid", "--hand", "J97.AT.87.A", "--calls", "90D X XX"],
            "--calls: the auction is over: the contract is 90DXX",
        ),
        (["bid", "--hand", "J97.AT.87.A", "--calls", "90D X Pass Pass Pass"], "--calls: the auction is over"),
        (
            ["bid", "--hand", "J97.AT.87.A", "--calls", "CAPOT S"],
            "--calls: the auction is over: the contract is CAPOT S",
        ),
        (
            ["bid", "--hand", "J97.AT.87.A", "--calls", "CAPOT S Pass", "--rules", "capot_doublable=yes"],
            "--calls: who is to call now has nothing to call but Pass",
        ),
        (
            ["bid", "--hand", "J97.AT.87.A", "--calls", "90D X", "--seat", "N", "--dealer", "N"],
            "--seat: it is East's turn to call, not North's",
        ),
        (
            ["lead", "--game", "dehla-pakad", "--rules", "dp_deal=five_then_eight", "--hand", "AQT7.K98.T6.AJ54"],
            "dp_deal=five_then_eight: until the trump is fixed",
        ),
        (
            ["lead", "--hand", WHOLE, "--trump", "S", "--hidden", "S H"],
            "--hidden: nobody hides a trump before the play",
        ),
        (["lead", "--hand", WHOLE, "--rules", "peg"], "--hidden: expected the hidden trump, which North"),
        (
            ["lead", "--hand", WHOLE, "--rules", "peg", "--hidden", "S H", "--hakem", "N"],
            "--hidden: North hides the trump, so South cannot have",
        ),
        (["trump", "--hand", WHOLE, "--rules", "bridge"], "--rules: nobody names a trump under bridge"),
        (["bid", "--hand", "J97.AT.87.A", "--tag", "MatchScore=abc"], "MatchScore"),
        (["trump", "--hand", HAND, "--model", "auction"], "--model: the model auction says nothing of Court Piece"),
        (["trump", "--hand", HAND, "--model", "x"], "--model: expected one of the models"),
        (["bid", "--hand", "J97.AT.87.A", "--tag", "Contract=90S"], "--tag: the calls (--calls) make the contract"),
        (["bid", "--hand", "J97.AT.87.A", "--tag", "Belote=S"], "--tag: Belote is declared in the play"),
        (["lead", "--hand", WHOLE, "--trump", "S", "--tag", "Hakem=N"], "--tag: Hakem is said by an option of its own"),
        (["bid", "--hand", "J97.AT.87.A", "--tag", "MatchScore=9999-1210"], "the match is over at 9999-1210"),
        (["trump", "--hand", HAND, "--time", "nan"], "--time: expected more than 0 seconds"),
        (["trump", "--hand", HAND, "--time", "-1"], "--time: expected more than 0 seconds"),
        (["trump", "--hand", HAND, "--targets", "0,13"], "--targets: expected targets among 0, 9, 10, 11, not 13"),
        (["trump", "--hand", HAND, "--objective", "glory"], "--objective: expected one of the objectives"),
        (["bid", "--hand", "J97.AT.87.A", "--objective", "units"], "--objective: calls are not compared by units"),
        (["trump", "--hand", HAND, "--method", "guess"], "--method: expected one of the methods"),
        (
            ["lead", "--game", "coinche", "--hand", "J97.AT.87.A", "--contract", "90NT", "--declarer", "E"],
            "--contract: these rules have no bids in no trump",
        ),
        (["lead", "--game", "coinche", "--hand", "J97.AT.87.A", "--contract", "S", "--declarer", "E"], "--contract: "),
        (
            ["lead", "--game", "coinche", "--hand", "J97.AT.87.A", "--contract", "90S"],
            "--declarer: expected the contract",
        ),
        (["lead", "--hand", WHOLE], "--trump: expected the trump"),
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


def test_what_an_ending_has_taken():
    """A file that begins with an ending says what was taken before, with and without cards played from there."""
    text = '[Deal "N:A2... K3... .76.. .54.."]\n[Trump "H"]\n[Leader "N"]\n'
    run = hakem("suggest", "-", "--ascii", *QUICK, stdin=f'{text}[Taken "NS 6 EW 5"]\n')
    assert "\nN/S 6, E/W 5 tricks taken\n" in run.out
    found = hakem("suggest", "-", "--json", *QUICK, stdin=f'{text}[Taken "NS 6 EW 5"]\n[Play "N"]\nSA S3 H6 H4\n')
    assert (found.object["taken"], found.object["seat"]) == ({"NS": 7, "EW": 5}, "S")
    assert "\nN/S 0, E/W 0 tricks taken\n" in hakem("suggest", "-", "--ascii", *QUICK, stdin=text).out
    assert " taken" not in hakem("lead", "--hand", WHOLE, "--trump", "S", "--ascii", *QUICK).out


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["--rules", "hokm", "--tag", "MatchScore=abc"], "tag MatchScore: expected amounts of both sides"),
        (["--rules", "hokm", "--tag", "Streak=3"], "tag Streak: expected amounts of both sides"),
        (["--rules", "hokm", "--tag", "Target=q"], "tag Target: expected off or a whole number"),
        (["--rules", "hokm", "--tag", "Kot=Z"], "tag Kot: expected NS, EW or none, not 'Z'"),
        (["--game", "dehla-pakad", "--tag", "MatchScore=1"], "tag MatchScore: expected amounts of both sides, NS"),
    ],
)
def test_a_tag_that_cannot_be_read_is_an_error(words, error):
    """Nothing else is compared in its place."""
    for command in ("lead", "suggest"):
        run = hakem(command, "--hand", WHOLE, "--trump", "S", *words, *QUICK)
        assert (run.status, run.out) == (2, "")
        assert error in run.err
        assert hakem(command, "--hand", WHOLE, "--trump", "S", *words, "--objective", "units", *QUICK).status == 0


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
