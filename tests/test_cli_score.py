"""`hakem score` and `hakem rules`: text and JSON, what disagrees, and the exit status."""

from __future__ import annotations

import pytest

from solver import all_games
from tests.cli_run import EXAMPLES, GOLDEN, hakem

MATCH = EXAMPLES / "court-piece-match.pbn"
REVOKE = """\
[Board "1"]
[Game "CourtPiece"]
[Rules "courts"]
[Dealer "E"]
[Hakem "N"]
[Trump "H"]
[Deal "N:A643.KJT8.92.AK3 2.653.QJT7.T9842 KQ97.Q9.AK54.J75 JT85.A742.863.Q6"]
[Play "N"]
SA S5 S7 S2
CA S8 C5 C2
*
"""
SHEET = """\
[Game "CourtPiece"]
[Hakem "N"]
[Result "9-4"]

[Game "CourtPiece"]
[Result "6-7"]
"""


@pytest.mark.parametrize(("suffix", "more"), [("txt", ()), ("json", ("--json",))])
def test_a_whole_match(suffix, more, update_golden):
    """The match of the examples prints its running score, as text and as JSON; status 0 and nothing to complain of."""
    run = hakem("score", MATCH, *more)
    golden = GOLDEN / f"score_{MATCH.stem}.{suffix}"
    shown = run.out.replace(str(EXAMPLES) + "/", "")
    if update_golden:
        golden.write_text(shown, encoding="utf-8")
    assert shown == golden.read_text(encoding="utf-8")
    assert (run.status, run.err) == (0, "")
    if more:
        assert len(run.objects) == 8
        assert run.objects[-1]["after"]["winner"] == "EW"


def test_a_sheet_of_results():
    """Results alone are enough; the text says how the match stands and who deals next."""
    run = hakem("score", "-", stdin=SHEET)
    assert (run.status, run.err) == (0, "")
    assert run.out.endswith("Equal, 1-1 of 7; next, West deals and South calls.\n")
    assert "standard input, match 1\nCourt Piece, rules classic; first to 7 courts\n" in run.out


def test_rules_of_the_caller():
    """Rules on the command line take the place of the file's."""
    run = hakem("score", "-", "--rules", "classic;match=timed", stdin=SHEET)
    assert "played for time" in run.out
    assert run.out.endswith("if the time is over it is a draw.\n")


def test_what_disagrees_is_status_1():
    """A recorded score that is not what the rules give is a warning, a difference in JSON, and status 1."""
    text = SHEET.replace('[Result "9-4"]', '[Result "9-4"]\n[DealScore "2-0"]')
    run = hakem("score", "-", "--json", stdin=text)
    assert run.status == 1
    assert [each["differences"] for each in run.objects] == [["DealScore says 2-0, the rules give 1-0"], []]
    assert run.err == "warning: standard input:1: game 1: DealScore says 2-0, the rules give 1-0\n"


def test_a_revoke():
    """A revoke is shown with the cards that were due, as text and as JSON."""
    run = hakem("score", "-", stdin=REVOKE)
    assert run.status == 0
    assert "West revoked with S8 in trick 2; due was CQ, C6" in run.out
    found = hakem("score", "-", "--json", stdin=REVOKE).object
    assert found["revoke"] == {"seat": "W", "trick": 2, "card": "S8", "due": ["CQ", "C6"]}
    assert (found["outcome"], found["winner"], found["score"]) == ("revoke", "NS", {"NS": 1, "EW": 0})


def test_one_bad_deal_loses_no_other():
    """A deal without a score is an error in its place, status 2; the others are scored, the match is not known."""
    text = REVOKE.replace("courts", "classic;direction=anticlockwise") + "\n" + SHEET
    run = hakem("score", "-", "--json", stdin=text)
    assert run.status == 2
    lost, *others = run.objects
    assert (lost["schema"], lost["kind"], lost["at_line"]) == ("hakem/error/1", "rules", 10)
    assert "West revoked with S8 in trick 2" in lost["error"]
    assert [each["score"] for each in others] == [{"NS": 1, "EW": 0}, {"NS": 0, "EW": 1}]
    assert [each["match"] for each in others] == [2, 2]  # other rules are another match
    text = hakem("score", "-", stdin=text)
    assert "error: standard input:10:" in text.err


@pytest.mark.parametrize(
    ("tag", "place", "words"),
    [
        ('[Rules "courtss"]', "2:9", "game 1 can be read but not solved: there is no preset 'courtss'"),
        ('[Streak "x"]', "2:10", "tag Streak: expected amounts of both sides"),
        ('[Streak "3-4"]', "2:10", "tag Streak: expected 0 for one side"),
        ('[Target "12"]', "2:10", "tag Target: expected off or a whole number from 9 to 11"),
        ('[MatchScore "3"]', "2:14", "tag MatchScore: expected amounts of both sides"),
        ('[MatchTarget "x"]', "2:15", "tag MatchTarget: expected timed or"),
        ('[DealScore "x"]', "2:13", "tag DealScore: expected amounts"),
        ('[Kot "x"]', "2:7", "tag Kot: expected NS, EW or none, not 'x'"),
        ('[Result "x"]', "2:10", "tag Result: expected tricks"),
    ],
)
def test_one_fault_is_said_once_and_where(tag, place, words):
    """What the reader noticed and what the score refuses are one error, with line and column."""
    rules = "" if "Rules" in tag else '[Rules "classic"]\n'
    rest = "" if "Result" in tag else '[Result "9-4"]\n'
    run = hakem("score", "-", stdin=f'[Game "CourtPiece"]\n{tag}\n{rules}[Hakem "N"]\n{rest}')
    assert (run.status, run.err.count("\n")) == (2, 1)
    assert run.err.startswith(f"error: standard input:{place}: {words}")


@pytest.mark.parametrize(
    ("tags", "words"),
    [
        ('[Dealer "N"]\n[Hakem "N"]', "Hakem is North, but West is when North deals; Hakem holds"),
        ('[Hakem "N"]\n[Result "9-4"]', "Result says 9-4, the play gives 8-5"),
        ('[Hakem "N"]\n[Result "NS 9"]', "Result says NS 9, the play gives 8-5"),
        ('[Hakem "N"]\n[Result "9"]', "Result says NS 9, the play gives 8-5"),
        ('[Hakem "N"]\n[Kot "NS"]', "Kot says NS, which the play rules out"),
    ],
)
def test_one_difference_is_said_once(tags, words):
    """A warning and status 1, and not the reader's notice of the same besides."""
    deal = '[Deal "N:AK... QJ... T9... 87..."]\n[Trump "S"]\n[Leader "N"]\n[Taken "6-5"]\n'
    play = '[Play "N"]\nSA SQ S9 S7\nSK SJ ST S8\n'
    run = hakem("score", "-", stdin=f'[Game "CourtPiece"]\n{tags}\n{deal}{play}')
    assert (run.status, run.err) == (1, f"warning: standard input:1: game 1: {words}\n")


def test_other_notices_are_said_with_their_deal():
    """A fault of one tag does not hide what was noticed of another, nor what stands outside the games."""
    text = '[Game "CourtPiece"]\n[Streak "x"]\n[Hakem "N"]\n[FirstCards "SA SK"]\n[Rules "classic"]\n[Result "9-4"]\n'
    run = hakem("score", "-", stdin=text)
    assert run.err.splitlines()[0].startswith("warning: standard input:4:14: FirstCards lists 2 cards")
    assert run.err.splitlines()[1].startswith("error: standard input:2:10: tag Streak")
    assert len(run.err.splitlines()) == 2
    deal = '[Deal "N:AK... QJ... T9... 87..."]\n[Trump "S"]\n[Leader "N"]\n[Taken "6-5"]\n'
    for command in ("analyze", "solve"):
        run = hakem(command, "-", stdin=f'[Game "CourtPiece"]\n[Rules "courtss"]\n[Streak "x"]\n{deal}')
        assert [line.split(":")[0] for line in run.err.splitlines()] == ["warning", "error"]
        assert "error: standard input:2:9: game 1 can be read but not solved: there is no preset" in run.err


def test_several_matches():
    """Each file is a match of its own; `--alone` makes every deal one."""
    run = hakem("score", MATCH, "-", "--json", stdin=SHEET)
    assert [each["match"] for each in run.objects] == [1] * 8 + [2] * 2
    run = hakem("score", "-", "--alone", stdin=SHEET.replace('"6-7"]', '"6-7"]\n[Hakem "S"]'))
    assert run.status == 0
    assert run.out.count("match ") >= 2


@pytest.mark.parametrize(
    ("arguments", "stdin", "words"),
    [
        (("no-such-file.pbn",), "", "cannot read the file"),
        (("-",), "", "expected deals"),
        (("-", "--rules", "nonsense"), SHEET, "there is no preset"),
        (("-",), '[Deal "N:AK... QJ... T9... 87..."]\n', "there is no score for it"),
        (("-",), SHEET.replace('[Hakem "N"]\n', ""), "expected to know the hakem"),
    ],
)
def test_bad_input(arguments, stdin, words):
    """Bad input is an error with its reason and status 2."""
    run = hakem("score", *arguments, stdin=stdin)
    assert (run.status, run.out) == (2, "")
    assert words in run.err


# Rules


def test_the_games_and_their_presets():
    """Without arguments every game is listed with its presets, as text and as JSON."""
    run = hakem("rules")
    assert (run.status, run.err) == (0, "")
    for known in all_games():
        assert f"{known.title}: {known.name} (also " in run.out
        assert all(f" {preset} " in run.out + " " or f" {preset}\n" in run.out for preset in known.presets)
    objects = hakem("rules", "--json").objects
    assert [each["game"] for each in objects] == [known.name for known in all_games()]
    assert all(each["options"] for each in objects)


@pytest.mark.parametrize("known", all_games(), ids=repr)
def test_every_option_of_every_game(known):
    """A game's options are printed with value, default, and what may be given; JSON holds the same."""
    for preset in known.presets:
        found = hakem("rules", known.name, preset, "--json").object
        assert [option["name"] for option in found["options"]] == list(known.options)
        assert found["rules"] == preset
        text = hakem("rules", known.name, preset).out
        for option in found["options"]:
            assert f"  {option['name']}={option['value']}" in text
            assert option["choices"]


def test_values_that_differ_from_the_default():
    """The text names the default where the value is another one."""
    text = hakem("rules", "rang", "courts;match=5").out
    assert "Options under courts;match=5:" in text
    assert "  play_to=7 (default 13)\n" in text
    assert "  caller_sees=5\n" in text
    assert "courts: a court." in text


def test_an_alias_stands_for_its_preset():
    """The name of a variant is enough."""
    assert "Options under hokm:" in hakem("rules", "hokm").out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("poker",), "there is no game 'poker'; games: court-piece"),
        (("court-piece", "nonsense"), "there is no preset 'nonsense'; presets of court-piece: classic, kot-pees"),
        (("court-piece", "courts;nope=1"), "there is no option 'nope'; options of court-piece: direction, caller_sees"),
        (("court-piece", "courts;target_bid=9"), "needs play_to=13"),
    ],
)
@pytest.mark.parametrize("more", [(), ("--json",)])
def test_rules_that_do_not_exist(arguments, words, more):
    """Unknown names and contradictory options are refused with what there is, status 2."""
    run = hakem("rules", *arguments, *more)
    assert run.status == 2
    assert words in run.err
    if more:
        assert run.object["kind"] == "rules"
