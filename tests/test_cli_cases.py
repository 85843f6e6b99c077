"""Files that users of other programs had trouble with, through the command: what is printed and the exit status."""

from __future__ import annotations

from tests.cli_run import ROOT, hakem

CASES = ROOT / "tests" / "data" / "cases"


def test_free_text_after_the_deals():
    """Statistics after the last deal are one warning with their lines; both deals are there and the status is 0."""
    run = hakem("analyze", CASES / "a06_statistics.pbn", "--json", "--nodes", "1000")
    assert run.status == 0
    assert [found["board"] for found in run.objects] == ["1", "2"]
    [warning] = run.err.splitlines()
    assert "a06_statistics.pbn:9" in warning
    strict = hakem("analyze", CASES / "a06_statistics.pbn", "--strict", "--nodes", "1000")
    assert strict.status == 2


def test_end_positions():
    """Endings are solved from their file; the one without a leader has a table, and solving it asks for the leader."""
    run = hakem("analyze", CASES / "a09_end_position.pbn", "--json")
    assert run.status == 0
    first, second, third = run.objects
    assert (first["table"]["H"]["W"], first["taken"], first["value"]) == (
        {"NS": 6, "EW": 6},
        {"NS": 2, "EW": 0},
        {"NS": 7, "EW": 5},
    )
    assert first["to_move"] == "N"
    assert [mistake["card"] for mistake in first["mistakes"]] == ["C5"]
    assert second["notes"] == ["no card values: the leader is not known"]
    assert second["table"]["NT"]["S"] == {"NS": 3, "EW": 0}
    assert third["value"] == {"NS": 12, "EW": 0}
    text = (CASES / "a09_end_position.pbn").read_text(encoding="utf-8").split("\n\n")[1]
    asked = hakem("solve", "-", stdin=text)
    assert asked.status == 2
    assert "the leader is not known" in asked.err
    assert hakem("solve", "-", "--leader", "S", "--json", stdin=text).object["value"] == {"NS": 3, "EW": 0}


def test_play_rows_are_seat_columns():
    """Cards stand in the columns of their seats: 25 cards, N/S 6 tricks, South has led; the lead cost two tricks."""
    found = hakem("analyze", CASES / "a10_play_columns.pbn", "--json", "--no-table").object
    assert found["played"][:9] == ["SK", "H3", "S4", "S3", "C2", "C6", "CK", "C5", "S7"]
    assert (len(found["played"]), found["taken"], found["to_move"]) == (25, {"NS": 6, "EW": 0}, "W")
    assert found["value"] == {"NS": 8, "EW": 5}
    [mistake] = found["mistakes"]
    assert (mistake["ply"], mistake["seat"], mistake["card"], mistake["cost"]) == (1, "W", "SK", 2)
    assert (mistake["before"]["NS"], mistake["after"]["NS"]) == (6, 8)


def test_every_second_game_is_wrong():
    """Good games survive bad ones; each bad one is one object in its place, and messages say what, where and who."""
    run = hakem("analyze", CASES / "a12_bad_deals.pbn", "--json", "--nodes", "1000")
    assert run.status == 2
    assert [found["board"] for found in run.objects] == [str(number) for number in range(1, 13)]
    kinds = [found["schema"].split("/")[1] for found in run.objects]
    assert [number for number, kind in enumerate(kinds, start=1) if kind == "analyze"] == [1, 7, 9, 12]
    for board, line, words in (
        (2, 6, "'v'"),
        (3, 9, "SK in North's hand and in West's hand"),
        (3, 9, "missing: C2"),
        (4, 12, "West holds 14 cards"),
        (5, 15, "West holds 12 cards"),
        (6, 18, "West holds 12 cards"),
        (8, 24, "no hand holds a card"),
        (10, 30, "'X'"),
        (11, 33, "found 3"),
    ):
        found = run.objects[board - 1]
        assert found["at_line"] == line
        assert any(words in reason for reason in [found["error"], *found["reasons"]])
        assert any(f"bad_deals.pbn:{line}:" in said and words in said for said in run.err.splitlines())


def test_a_game_is_refused_for_cards_that_are_not_in_its_pack():
    """A deal with twos is no deal of a pack that begins with seven, whatever else stands in the file."""
    run = hakem("analyze", CASES / "a24_eight_cards.pbn", "--json", "--game", "coinche", "--nodes", "1000")
    assert run.status == 2
    assert run.objects[0]["board"] == "1"
    assert run.objects[0]["schema"] == "hakem/error/1"
