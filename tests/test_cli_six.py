"""Files of six players on the command line."""

from __future__ import annotations

import re

import pytest

from tests.cli_run import ROOT, hakem

#: The example of the document.
DOCUMENT = (ROOT / "docs" / "dehla-pakad.md").read_text(encoding="utf-8")
FILE = re.findall(r'```pbn\n(\[Game "DehlaPakad"\]\n\[Players.*?)```', DOCUMENT, re.DOTALL)[0]


def test_the_example_of_the_document_is_analysed():
    """Hands, what is taken, the value, cards with copies once, a line."""
    run = hakem("analyze", "-", "--ascii", stdin=FILE)
    assert (run.status, run.err) == (0, "")
    assert "Dehla Pakad, three packs, six players; rules dehla-pakad;players=6 (anticlockwise)" in run.out
    assert "\n  3  S Q  H QQ  D -  C -\n" in run.out
    assert "1-3-5 4, 2-4-6 3 tens taken; trump not fixed yet; player 1 to lead." in run.out
    assert "Value: 1-3-5 5, 2-4-6 5 (tens of the whole deal, best play by both sides)" in run.out
    assert "  1-3-5   2-4-6   player 1 plays\n      5       5   SA HK   best\n      4       6   ST\n" in run.out
    assert "No recorded card cost tens." in run.out


def test_what_costs_tens_is_found():
    """A ten that is thrown away is named with what would have been better."""
    text = FILE.replace("S2 SQ\n", "S2 SQ\nST S7 ST SJ SQ SK\n")
    [mistake] = hakem("analyze", "-", "--json", stdin=text).object["mistakes"]
    assert (mistake["player"], mistake["card"], mistake["trick"], mistake["cost"]) == ("1", "ST", 2, 1)
    assert mistake["before"]["135"] - mistake["after"]["135"] == 1
    words = "Recorded cards that cost tens:\n  trick 2, card 7: player 1 ST cost 1-3-5 1 (5 to 4); better: SA HK"
    assert words in hakem("analyze", "-", "--ascii", stdin=text).out


def test_one_position_is_solved(tmp_path):
    """Questions, cards played from there, and the exit status of a no."""
    path = tmp_path / "six.pbn"
    path.write_text(FILE, encoding="utf-8")
    found = hakem("solve", path, "--json").object
    assert (found["value"], found["exact"], found["to_move"]) == ({"135": 5, "246": 5}, True, "1")
    assert len(found["line"]) == 18
    yes = hakem("solve", path, "--at-least", "5", "--json").object["at_least"]
    assert yes == {"k": 5, "side": "135", "answer": True}
    no = hakem("solve", path, "--at-least", "6", "--no-cards", "--ascii")
    assert (no.status, "At least 6 tens for 1-3-5: no" in no.out, "Best line" in no.out) == (1, True, False)
    played = hakem("solve", path, "--played", "HK CA", "--json").object
    assert (played["to_move"], played["trump_now"]) == ("5", "C")
    stopped = hakem("solve", path, "--nodes", "0", "--json").object
    assert (stopped["stopped"], stopped["value"]["135"], stopped["exact"]) == ("nodes", None, False)
    assert "Stopped by its limit of nodes" in hakem("solve", path, "--nodes", "0", "--ascii").out
    assert "on the table 1 HK, 6 CA; player 5 to play." in hakem("solve", path, "--played", "HK CA", "--ascii").out


def test_what_a_deal_pays():
    """The round, and what it brings in the match; a streak of six makes it the match."""
    text = FILE.replace('[Taken "4-3"]', '[Taken "6-3"]\n[Streak "6-0"]')
    found = hakem("solve", "-", "--objective", "match", "--json", stdin=text).object["outcome"]
    assert (found["135"], found["246"], found["unit"]) == (2, -2, "points")
    found = hakem("analyze", "-", "--objective", "round", "--json", stdin=text.replace("6-3", "5-4")).object["outcome"]
    assert {entry["card"]: entry["135"] for entry in found["cards"]} == {"SA": 0, "ST": -1, "HK": 0}
    words = hakem("solve", "-", "--objective", "round", "--ascii", stdin=text.replace("6-3", "5-4")).out
    assert "Outcome: 1-3-5 +0, 2-4-6 +0 (rounds, both sides playing for them)\n        +0 for 1-3-5: SA HK\n" in words
    part = hakem("solve", "-", "--objective", "round", "--nodes", "0", "--json", stdin=text).object["outcome"]
    assert (part["135"], part["bounds"]["135"]) == (None, [0, 1])


MATCH = "".join(
    f'[Game "DehlaPakad"]\n[Players "6"]\n{dealer}[Result "{result}"]\n\n'
    for dealer, result in (('[Dealer "2"]\n', "7-5"), ("", "6-6"), ("", "12-0"))
)


def test_a_match_is_scored():
    """Rounds, streak, who deals, and the end by all twelve tens."""
    run = hakem("score", "-", stdin=MATCH)
    assert run.status == 0
    assert [line.split()[-1] for line in run.out.splitlines() if re.match(r" +[1-3] ", line)] == ["1-0", "1-0", "2-0"]
    assert run.out.endswith("1-3-5 win the match with all twelve tens.\n")
    first, second, third = hakem("score", "-", "--json", stdin=MATCH).objects
    assert (first["winner"], second["winner"], third["outcome"]) == ("135", None, "all twelve tens")
    assert third["after"]["winner"] == "135"
    halfway = hakem("score", "-", stdin=MATCH[: MATCH.index('[Result "12-0"]')] + '[Result "8-4"]\n')
    assert halfway.out.endswith("1-3-5 2, 2-4-6 0 of 7 rounds running; next, player 2 deals and player 1 leads.\n")
    wrong = hakem("score", "-", stdin=MATCH.replace('[Result "6-6"]', '[Streak "3-0"]\n[Result "6-6"]'))
    assert (wrong.status, "Streak gives 3-0, the rounds before give 1-0" in wrong.err) == (1, True)
    alone = hakem("score", "-", "--alone", stdin=MATCH)
    assert (alone.status, "expected to know the dealer" in alone.err) == (2, True)


@pytest.mark.parametrize(
    ("arguments", "text", "words"),
    [
        (["solve", "-", "--trump", "S"], FILE, "--trump: expected no such option with a file of six players"),
        (["solve", "-", "--objective", "courts"], FILE, "expected one of the objectives units, round, match, not"),
        (["solve", "-", "--objective", "round"], FILE, "2 of 12 units are not told: say what was taken (tag Taken)"),
        (["analyze", "-", "--objective", "match"], FILE, "2 of 12 units are not told"),
        (["analyze", "-", "--complete"], FILE, "--complete: expected no such option"),
        (["score", "-", "--game", "dehla"], FILE, "--game: expected no such option"),
        (["solve", "-", "--rules", "collect=double_sir"], FILE, "--rules: "),
        (["solve", "-", "--played", "ZZ"], FILE, "--played: expected a card"),
        (["solve", "-", "--played", "C2"], FILE, "player 1 is to play, but does not hold C2"),
        (["solve", "-"], FILE + "\n" + FILE, "expected one game, found 2: use hakem analyze"),
        (["solve", "-"], FILE.replace("SA S6", "SA DA"), "standard input:8:4: spades were led and player 6 still"),
        (["analyze", "-"], FILE.replace("KQ.T.2.", "KQJ.T.2."), "the hands differ by more than the trick"),
        (["analyze", "-"], '[Game "DehlaPakad"][Players "6"]', "there is no deal; the leader is not known"),
        (["score", "-"], FILE, "no Result says how it ended"),
        (["convert", "-", "--to", "json"], FILE.replace("KQ.T.2.", "KQ.T.2"), "standard input:5:8: tag Deal: the hand"),
        (["convert", "-", "--to", "pbn"], FILE.replace("SA S6", "SA DA"), "standard input:8:4: spades were led and"),
        (["convert", "-", "--to", "pbn", "--game", "coinche"], FILE[FILE.index("[Players") :], "expected dehla-pakad"),
        (["lead", "-"], FILE, "tag Players: expected 4, not '6'; six players have files of"),
    ],
)
def test_bad_input_is_refused_in_a_line(arguments, text, words):
    """Status 2, the reason, no traceback; with --json an object."""
    run = hakem(*arguments, stdin=text)
    assert run.status == 2
    assert words in run.err
    assert "Traceback" not in run.err
    assert hakem(*arguments, "--json", stdin=text).status == 2 or arguments[0] == "convert"


def test_files_of_four_and_six_are_not_mixed(tmp_path):
    """A file of six beside others is refused, a large deal is shown without a value."""
    six, four = tmp_path / "six.pbn", tmp_path / "four.pbn"
    six.write_text(FILE, encoding="utf-8")
    four.write_text('[Deal "N:A... K... Q... J..."]\n[Contract "NT"]\n[Play "N"]\n', encoding="utf-8")
    run = hakem("analyze", six, four)
    assert (run.status, "expected files of six players by themselves" in run.err) == (2, True)
    assert hakem("analyze", four).status == 0
    assert hakem("analyze", six, tmp_path / "none.pbn").status == 2
    from solver.six import SixDeal

    whole = f'[Game "DehlaPakad"]\n[Players "6"]\n[Leader "1"]\n[Deal "{SixDeal.random(seed=1)}"]\n'
    shown = hakem("analyze", "-", "--json", stdin=whole)
    assert (shown.object["value"], shown.object["notes"]) == (
        None,
        ["26 cards a hand are too many for the search: it takes 10"],
    )
    solved = hakem("solve", "-", stdin=whole)
    assert (solved.status, "26 cards a hand are too many for the search" in solved.err) == (2, True)


def test_standard_input_of_four_players_is_still_read():
    """Looking for six players loses nothing of it."""
    run = hakem("analyze", "-", stdin='[Deal "N:A... K... Q... J..."]\n[Contract "NT"]\n[Play "N"]\n')
    assert run.status == 0
    assert "Value: N/S 1, E/W 0" in run.out
