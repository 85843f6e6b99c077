"""Hidden, noted, named and cut trumps on the command line: options, words, JSON, scores, and what is refused."""

from __future__ import annotations

import pytest

from tests.cli_run import hakem

ENDING = "N:K.2.3. 4.53.. 97..2. 8..98."
PEG = ("solve", "--deal", ENDING, "--rules", "peg", "--leader", "N", "--hidden", "N H")
NOTED = ("solve", "--game", "dehla-pakad", "--deal", "N:AK2... 43.T.. .75.6. .J.2.9", "--leader", "N", "--trump", "?")
FILE = f"""[Game "CourtPiece"]
[Rules "peg"]
[Hakem "N"]
[Trump "-"]
[HiddenTrump "H"]
[Taken "6-4"]
[Deal "{ENDING}"]
[Play "N"]
SK S4 S7 S8
D3 ?H3 D2 D8
"""
WHOLE = """[Game "DehlaPakad"]
[Rules "closed"]
[Dealer "E"]
[Trump "?"]
[Deal "N:JT64.AQT93.962.5 AK7.J65.AK74.J98 Q985.K8742..QT63 32..QJT853.AK742"]
[Play "N"]
HA D3=C H2 H5
C5 CA C3 C8
"""


def test_who_may_ask_has_a_value_for_it():
    """A void player's cards are listed plain and asked for, in JSON and in words."""
    found = hakem(*PEG, "--played", "SK S4 S7 S8 D3", "--json").object
    assert [entry["card"] for entry in found["cards"]] == ["H5", "H3", "?H5", "?H3"]
    text = hakem(*PEG, "--played", "SK S4 S7 S8 D3", "--ascii").out
    assert "trump H hidden (set by North)" in text
    assert "East has no D to play and may ask for the hidden trump H: cards with ? do." in text
    text = hakem(*PEG, "--played", "SK S4 S7 S8 D3 ?H3", "--ascii").out
    assert "trump H, shown with East ?H3; on the table North D3, East ?H3; South to play." in text


def test_a_card_that_lies_face_down_is_named():
    """The heading says which card it is; it is not among the cards that can be played."""
    deal = ("solve", "--deal", ENDING, "--rules", "band-rang", "--leader", "N", "--hidden", "N H2")
    assert "trump H hidden (set by North, H2 face down)" in hakem(*deal, "--ascii").out
    assert [entry["card"] for entry in hakem(*deal, "--json").object["cards"]] == ["SK", "D3"]


def test_a_void_player_notes_or_names_a_suit():
    """Each card with each suit has a value; the words say what is done with it, and who shows it later."""
    found = hakem(*NOTED, "--rules", "closed", "--played", "SA", "--json").object
    values = {entry["card"]: entry["EW"] for entry in found["cards"]}
    assert len(values) == 12
    assert (values["D2=H"], values["D2=S"]) == (1, 0)
    assert not any("fixes" in entry for entry in found["cards"])
    text = hakem(*NOTED, "--rules", "closed", "--played", "SA", "--ascii").out
    assert "West has no S to play and notes the trump in secret: it is written after the card." in text
    assert "shows the trump H.\n" in text
    text = hakem(*NOTED, "--rules", "closed", "--played", "SA D2=H H7 S3 SK", "--ascii").out
    assert "trump H noted by West D2=H, hidden; on the table North SK; West to play." in text
    assert "West has no S to play and shows the hidden trump H with whatever card is played." in text
    named = hakem(*NOTED, "--rules", "dp_trump=first_void_named", "--played", "SA", "--json").object
    assert all(entry["fixes"] == entry["card"][-1] for entry in named["cards"])
    text = hakem(*NOTED, "--rules", "dp_trump=first_void_named", "--played", "SA", "--ascii").out
    assert "West has no S to play and names the trump: it is written after the card." in text


def test_the_first_five():
    """Until the trump is fixed only the first cards are played, and the text says which these are."""
    words = ("solve", "--game", "dehla-pakad", "--rules", "dp_deal=five_then_eight", "--trump", "?", "--leader", "N")
    deal = ("--deal", "N:AK.A.. 43.K.. 75.Q.. 6...A2", "--first-five", "N:A.A.. 4.K.. 7.Q.. ...A2")
    found = hakem(*words, *deal, "--json").object
    assert [entry["card"] for entry in found["cards"]] == ["SA", "HA"]
    text = hakem(*words, *deal, "--played", "SA", "--ascii").out
    assert "in play until the trump is fixed: N:.A.. 4.K.. 7.Q.. ...A2" in text
    assert "West has no S among the cards dealt so far, and no trump is fixed yet" in text


def test_a_file_is_analysed():
    """The record says what is hidden at first and after the play; there is no table, and a note says why."""
    found = hakem("analyze", "-", "--json", stdin=FILE).object
    assert (found["hidden"], found["hidden_now"], found["trump"], found["trump_now"]) == ("N H", None, None, "H")
    assert found["played"][5] == "?H3"
    assert (found["table"], found["mistakes"], found["exact"]) == (None, [], True)
    assert found["notes"] == ["no table: the trump is hidden, and who hides it is part of the deal"]


def test_a_question_that_costs_a_trick_is_a_mistake():
    """What is done with a card counts: the nine of hearts costs East a trick if he asks with it, and none if not."""
    head = '[Game "CourtPiece"]\n[Rules "peg"]\n[Trump "-"]\n[HiddenTrump "N H"]\n'
    deal = '[Deal "N:.T.T.T Q9.9.. ...AQ9 T.Q.K."]\n[Play "N"]\n'
    asked = hakem("analyze", "-", "--json", stdin=f"{head}{deal}DT ?H9").object
    [mistake] = [each for each in asked["mistakes"] if each["ply"] == 2]
    assert (mistake["card"], mistake["cost"], mistake["better"]) == ("?H9", 1, ["SQ", "S9", "H9"])
    plain = hakem("analyze", "-", "--json", stdin=f"{head}{deal}DT H9").object
    assert not [each for each in plain["mistakes"] if each["ply"] == 2]


def test_a_whole_deal_with_a_limit_gives_bounds():
    """A noted trump in a whole deal: what is known for certain when a limit stops the search."""
    found = hakem("solve", "-", "--nodes", "20000", "--json", stdin=WHOLE).object
    assert found["stopped"] == "nodes"
    bounds = [entry.get("bounds", {"NS": [entry["NS"]] * 2})["NS"] for entry in found["cards"]]
    assert all(0 <= low <= high <= 4 for low, high in bounds)


def test_a_deal_is_scored():
    """What hidden hearts make of the tricks is what the score goes by."""
    rows = "\n".join(f"S{rank} H{rank} D{rank} C{rank}" for rank in "AKQJT98765432")
    deal = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
    head = f'[Game "CourtPiece"]\n[Rules "peg"]\n[Dealer "E"]\n[Trump "-"]\n[HiddenTrump "H"]\n[Deal "{deal}"]\n'
    for text, taken in ((rows, {"NS": 13, "EW": 0}), (rows.replace("HA", "?HA"), {"NS": 0, "EW": 13})):
        assert hakem("score", "-", "--json", stdin=f'{head}[Play "N"]\n{text}\n').objects[0]["taken"] == taken


def test_what_a_deal_pays_with_a_hidden_trump():
    """The objectives of the game are asked about hidden trumps too."""
    found = hakem(*PEG, "--taken", "6-4", "--objective", "courts", "--tag", "Hakem=N", "--json").object
    pays = {entry["card"]: entry["NS"] for entry in found["outcome"]["cards"]}
    assert pays == {"SK": 1, "H2": 1, "D3": -1}


def test_conversion_keeps_what_is_done():
    """To JSON and back the play asks as before."""
    five = (
        '[Game "DehlaPakad"]\n[Rules "dp_deal=five_then_eight"]\n[Trump "?"]\n[Leader "N"]\n'
        '[Deal "N:AK.A.. 43.K.. 75.Q.. 6...A2"]\n[FirstFive "N:A.A.. 4.K.. 7.Q.. ...A2"]\n[Play "N"]\nSA C2 S7 S4\n'
    )
    for text, key, value in (
        (FILE, "hidden", "N H"),
        (WHOLE, "play", ["HA", "D3=C", "H2", "H5", "C5", "CA", "C3", "C8"]),
        (five, "first_five", "N:A.A.. 4.K.. 7.Q.. ...A2"),
    ):
        run = hakem("convert", "-", "--to", "json", stdin=text)
        assert run.object[key] == value
        assert text.strip() in hakem("convert", "-", "--to", "pbn", stdin=run.out).out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--hidden", "H", "--rules", "peg"), "--hidden: expected who set the hidden trump and the suit"),
        (("--hidden", "N ?H2", "--rules", "peg"), "--hidden: expected who set the hidden trump and the suit"),
        (("--hidden", "N H", "--rules", "classic"), "under classic no trump is hidden, so that H cannot be"),
        (("--hidden", "N H4", "--rules", "band-rang"), "H4 lies face down as the trump, but North, who set it"),
        (("--hidden", "N H", "--trump", "S", "--rules", "peg"), "give S or the hidden H, not both"),
        (("--trump", "-", "--rules", "peg"), "expected --hidden 'SEAT SUIT' for a trump that is hidden"),
        (("--rules", "peg"), "expected --hidden 'SEAT SUIT': a deal alone does not say what is trump"),
        (("--hidden", "N H", "--rules", "peg", "--played", "?SK"), "North leads and cannot ask"),
        (("--hidden", "N H", "--rules", "peg", "--played", "SK=H"), "no suit is named during the play"),
        (
            ("--trump", "H", "--rules", "peg", "--first-five", "N:K... 4... 9... 8..."),
            "under peg all cards are dealt before the play",
        ),
        (("--trump", "H", "--first-five", "N:A... 4... 9... 8..."), "--first-five: expected cards of North as in"),
        (("--trump", "H", "--first-five", "N:K... - 9... 8..."), "--first-five: expected cards of East as in --deal"),
    ],
)
def test_what_is_refused(words, message):
    """One line that names the option and the remedy, and status 2."""
    run = hakem("solve", "--deal", ENDING, "--leader", "N", *words)
    assert (run.status, run.out, run.err.count("\n")) == (2, "", 1)
    assert message in run.err


def test_a_file_has_tags_for_it():
    """Options for a deal in one line are refused beside a file, by name."""
    for flag, text in (("--hidden", "N H"), ("--first-five", ENDING)):
        run = hakem("solve", "-", flag, text, stdin=FILE)
        assert (run.status, f"expected {flag} with a deal in one line only" in run.err) == (2, True)


def test_a_caller_may_say_that_the_trump_is_shown():
    """--trump takes the place of what the file hides."""
    found = hakem("analyze", "-", "--trump", "H", "--json", stdin=FILE.replace("?H3", "H3")).object
    assert (found["hidden"], found["trump"]) == (None, "H")
