"""Records as JSON: nothing is lost, parts may stand alone, and what is not a record is refused."""

from __future__ import annotations

import json

import pytest

from solver.cards import Card, Seat, Strain
from solver.errors import ParseError
from solver.notation import SCHEMA, compose, from_json, options, read, read_file, reread, to_json, write

GAME = """% by hand
{ a comment }
[Board "7"]
[Game "CourtPiece"]
[Rules "courts"]
[Hakem "N"]
[Trump "H"]
[Deal "N:A643.KJT8.92.AK3 2.653.QJT7.T9842 KQ97.Q9.AK54.J75 JT85.A742.863.Q6"]
[MyTable "a;b"]
1 "two [x]"
[Play "N"]
SA {strong} S5 S7 S2
CA C6 =1= C5 C2
*
[Note "1: why?"]
"""


def record_of(text=GAME):
    """Read the one record of a text."""
    (record,) = read(text, source="f").records
    return record


def test_the_form():
    """The object has a schema, the text, and what it means in plain values."""
    data = to_json(record_of())
    assert data["schema"] == SCHEMA == "hakem/record/1"
    assert data["head"] == ["% by hand", "{ a comment }"]
    assert data["tags"][0] == {"name": "Board", "value": "7"}
    assert data["tags"][6] == {"name": "MyTable", "value": "a;b", "text": ['1 "two [x]"']}
    assert {name: data[name] for name in ("game", "rules", "direction", "hakem", "trump", "leader", "board")} == {
        "game": "court-piece",
        "rules": "courts",
        "direction": "anticlockwise",
        "hakem": "N",
        "trump": "H",
        "leader": "N",
        "board": "7",
    }
    assert data["play"] == ["SA", "S5", "S7", "S2", "CA", "C6", "C5", "C2"]
    assert (data["source"], data["line"]) == ("f", 3)


def test_there_and_back():
    """A record comes back equal, with its place."""
    record = record_of()
    again = from_json(json.loads(json.dumps(to_json(record))))
    assert again == record
    assert (again.source, again.line) == ("f", 3)


@pytest.mark.parametrize("lines", [True, False], ids=["lines", "list"])
def test_json_files(lines):
    """Objects a line and a list of objects are read; their places are those in the JSON file."""
    objects = [to_json(record_of()), to_json(record_of(GAME.replace("7", "8", 1)))]
    text = "".join(json.dumps(item) + "\n" for item in objects) if lines else json.dumps(objects, indent=1)
    reading = read(text, source="j")
    assert (reading.format, reading.errors, len(reading.records)) == ("json", (), 2)
    assert [(record.source, record.line) for record in reading.records] == [("j", 1), ("j", 2 if lines else 1)]
    assert reading.records[0] == record_of()


def test_parts_without_tags():
    """A record may be given by its parts alone; the play is put into columns by hands and rules."""
    data = {name: part for name, part in to_json(record_of()).items() if name not in ("tags", "head", "source", "line")}
    record = from_json(data)
    assert (record.deal, record.play, record.rules, record.board) == (
        record_of().deal,
        record_of().play,
        record_of().rules,
        "7",
    )
    assert record.sections["Play"] == ("SA S5 S7 S2", "CA C6 C5 C2")
    ending = {
        "schema": SCHEMA,
        "game": "court-piece",
        "rules": "courts",
        "trump": "S",
        "deal": "N:64... .652.. KQ9... JT...",
        "trick": "N SA W S5",
        "taken": "3-7",
        "play": ["SK", "H6", "S6"],
    }
    record = from_json(ending)
    assert (record.leader, record.taken, record.position().to_move) == (Seat.NORTH, (3, 7), Seat.WEST)
    assert from_json(to_json(record)) == record


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"schema": "hakem/record/2"}, "expected an object with schema 'hakem/record/1', not 'hakem/record/2'"),
        ({"tags": "x"}, "expected a list as tags"),
        ({"tags": [1]}, "expected tag 1 to be an object with name and value"),
        ({"tags": [{"name": "A b", "value": ""}]}, "expected a tag name of letters and digits, not 'A b'"),
        ({"tags": [{"name": "A", "value": "x\ny"}]}, "expected a value in one line"),
        ({"tags": [{"name": "A", "value": "\ud800"}]}, "expected a value in one line"),
        ({"tags": [{"name": "A", "value": "", "text": ["", '[B "x"]']}]}, "expected tags and text that make one game"),
        ({"tags": [{"name": "A", "value": "", "text": ["x", "", "y"]}]}, "expected tags and text that make one game"),
        ({"head": ["words"]}, "expected tags and text that make one game"),
        ({"head": [1]}, "expected lines of text as head"),
        ({"deal": "N:- - - -"}, "expected deal 'N:A643"),
        ({"play": ["SA"]}, "expected play ['SA', 'S5'"),
        ({"trump": "S"}, "expected trump 'H' as the tags have it, not 'S'"),
    ],
)
def test_what_is_no_record(change, error):
    """An object of another form, text that is not one game, and parts against the text are refused."""
    with pytest.raises(ParseError) as caught:
        from_json({**to_json(record_of()), **change})
    assert error in str(caught.value)


@pytest.mark.parametrize("play", [["XX"], "SA", [1]])
def test_parts_of_the_wrong_kind(play):
    """Parts are checked as text and cards."""
    with pytest.raises(ParseError):
        from_json({"schema": SCHEMA, "deal": "N:A... K... Q... J...", "trump": "S", "leader": "N", "play": play})
    with pytest.raises(ParseError, match="expected tags, or parts"):
        from_json({"schema": SCHEMA})
    with pytest.raises(ParseError, match="expected a text as deal"):
        from_json({"schema": SCHEMA, "deal": 3})


@pytest.mark.parametrize(
    "line",
    ["{", "[1, 2", '"hakem/record/"', "1", "null", '{"a": ' * 100_000, '{"schema": "hakem/record/1", "tags": 1}', "{}"],
)
def test_one_bad_line_hides_no_other(line):
    """Of a file of objects a line, a bad line is an error with its number and the others are read."""
    good = json.dumps(to_json(record_of()))
    reading = read(f"{good}\n{line}\n{good}\n", source="j")
    assert len(reading.records) == 2
    assert [error.line for error in reading.errors] == [2]


def test_strict_reading_of_json():
    """Deviations of the text inside JSON are errors in strict reading."""
    text = json.dumps(to_json(record_of(GAME.replace('"7"', '"7"]\n[Board "8"'))))
    assert (len(read(text).records), len(read(text).warnings)) == (1, 1)
    assert (len(read(text, strict=True).records), len(read(text, strict=True).errors)) == (0, 1)


# Records out of parts


def test_composed_records():
    """Tags, cards in the order of play and comments make a record that can be written and read."""
    cards = [Card.parse(word) for word in ["SA", "S5", "S7", "S2", "CA"]]
    tags = [entry for entry in record_of().tags if entry[0] in ("Game", "Rules", "Trump", "Leader", "Hakem", "Deal")]
    record = compose(tags, play=cards, comments=["two\nlines"])
    assert record.play == tuple(cards)
    assert record.head == ("{two", "lines}")
    assert read(write([record])).records == (record,)


def test_composed_play_without_hands_follows_the_rules():
    """Where hands are not known the rules tell who wins, if game and trump are known."""
    cards = [Card.parse(word) for word in ["SA", "S5", "S7", "S2", "CA", "C2"]]
    record = compose([("Trump", "H"), ("Leader", "W")], play=cards)
    assert [played.seat for played in record.played] == [
        Seat.WEST,
        Seat.NORTH,
        Seat.EAST,
        Seat.SOUTH,
        Seat.WEST,
        Seat.NORTH,
    ]
    with pytest.raises(ParseError, match="expected the hands, or game and trump, to tell who led CA"):
        compose([("Leader", "W")], play=cards)
    with pytest.raises(ParseError, match="expected a leader"):
        compose([("Trump", "H")], play=cards)


@pytest.mark.parametrize("comment", ["a } b", "a\rb"])
def test_comments_that_cannot_be_written(comment):
    """A comment that would end early is refused."""
    with pytest.raises(ParseError, match="expected a comment without"):
        compose([("Board", "1")], comments=[comment])


def test_a_record_is_reread_with_another_trump():
    """A record can be read again with what the caller says in place of what the file says."""
    record = reread(record_of(), said=options(trump=Strain.CLUBS))
    assert (record.strain, record.play, record.line) == (Strain.CLUBS, record_of().play, 3)


def test_files(tmp_path):
    """A path is read, and a file that cannot be read is an error of the reading."""
    path = tmp_path / "x.pbn"
    path.write_text(GAME, encoding="utf-8")
    assert read(path).records == read_file(str(path)).records == (record_of(),)
    assert read_file(path).records[0].source == str(path)
    missing = read_file(tmp_path / "none.pbn")
    assert str(missing.errors[0]).endswith("none.pbn: cannot read the file: no such file or directory")
    assert "cannot read the file" in str(read_file("a\0b").errors[0])
    with pytest.raises(OSError, match="none"):
        read(tmp_path / "none.pbn")


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (b"", "f:1: expected deals, found an empty file"),
        (b" \n\r\n", "f:1: expected deals, found an empty file"),
        (b"\xef\xbb\xbf", "f:1: expected deals, found an empty file"),
        ("deals.pbn", "found a text that begins with 'deals.pbn'"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "found a text that begins with"),
        ('{ [Deal "N:- - - -"] }', "f: expected at least one game, found none"),
    ],
)
def test_what_is_nothing_we_know(data, error):
    """A text in no notation we read is one clear error."""
    reading = read(data, source="f")
    assert (len(reading.errors), reading.records) == (1, ())
    assert error in str(reading.errors[0])


def test_an_object_without_a_schema_is_told_which_one():
    """A record typed by hand lacks the schema above all."""
    [error] = read('{"deal":"N:A... K... Q... J...","trump":"S"}').errors
    assert '{"schema":"hakem/record/1",...}' in str(error)
