"""Games of six players between notations: nothing is lost, games of four stand beside them, faults have their place."""

from __future__ import annotations

import json
import random
import re

import pytest

from solver import read
from solver.cards import Direction
from solver.errors import ParseError
from solver.record import Record
from solver.six import (
    SIX_SCHEMA,
    Player,
    SixDeal,
    SixPosition,
    SixRecord,
    read_games,
    read_six,
    six_from_json,
    six_to_json,
    write_games,
    write_six,
)
from tests.cli_run import ROOT, hakem

DOCUMENT = (ROOT / "docs" / "dehla-pakad.md").read_text(encoding="utf-8")
SIX = re.findall(r'```pbn\n(\[Game "DehlaPakad"\]\n\[Players.*?)```', DOCUMENT, re.DOTALL)[0]
FOUR = '; four players\n[Board "4"]\n[Deal "N:A... K... Q... J..."]\n[Contract "NT"]\n[Play "N"]\nSA SK SQ SJ\n'
FRENCH = """[Game "DehlaPakad"]
[Players "6"]
[Trump "T"]
[CurrentTrick "1 PR 6 P10"]
[Deal "2:RD.10.2. D2.DD.. V9.V.3. A5.4.4. 7..A.A A2.R.. "]
[Play "1"]
- - {un commentaire} P5 PV
""".replace('A2.R.. "', 'A2.R.."')


def parts_of_a_game(seed: int) -> dict[str, object]:
    """An ending with cards on the table and cards played, as a program would give it."""
    chance = random.Random(seed)
    rules = chance.choice(["dehla-pakad", "direction=clockwise", "dp_count=cards"])
    table = SixPosition(
        SixDeal.random(cards=chance.randrange(2, 9), seed=seed),
        strain=None,
        leader=chance.choice(list(Player)),
        rules=rules,
    )
    for _ in range(chance.randrange(6)):
        table.play(chance.choice(table.legal_plays()))
    parts: dict[str, object] = {"schema": SIX_SCHEMA, "board": str(seed), "rules": rules, "leader": str(table.leader)}
    parts |= {"deal": table.deal.format(chance.choice(list(Player))), "taken": "1-2"}
    if table.strain is not None:
        parts["trump"] = table.strain.letter
    if table.trick:
        turns = [table.leader.next(table.direction, steps=turn) for turn in range(len(table.trick))]
        parts["trick"] = " ".join(f"{turn} {card}" for turn, card in zip(turns, table.trick, strict=True))
    play = []
    for _ in range(chance.randrange(20)):
        if not table.is_over:
            play.append(chance.choice(table.legal_plays()))
            table.play(play[-1])
    parts["play"] = [card.text for card in play]
    return parts


@pytest.mark.parametrize("seed", range(40))
def test_parts_become_a_game_that_goes_through_every_form(seed):
    """JSON, then a file, then JSON is the same object; the position is that of the parts."""
    parts = parts_of_a_game(seed)
    record = six_from_json(parts)
    assert not record.errors
    data = six_to_json(record)
    assert json.loads(json.dumps(data)) == data
    assert six_from_json(data) == record
    [again] = read_six(write_six([record])).records
    assert again == record
    assert {key: value for key, value in six_to_json(again).items() if key not in ("source", "line")} == data
    for key in ("board", "leader", "taken"):
        assert data[key] == parts[key]
    assert data.get("trick") == parts.get("trick")
    assert data.get("play", []) == parts["play"]
    assert data["deal"] == str(SixDeal.parse(str(parts["deal"])))


def test_the_text_of_a_file_is_kept():
    """Comments, unknown tags and layout come back; only the version line is the writer's."""
    text = f'{{before}}\n[Event "Diwali"]\n{SIX}'.replace("S2 SQ\n", "S2 SQ ; {a remark}\n")
    [record] = read_games(text, source="evening").records
    assert isinstance(record, SixRecord)
    written = write_games([record])
    assert written == "% PBN 2.1\n" + text
    assert six_from_json(six_to_json(record)) == record
    assert six_to_json(record)["source"] == "evening"


def test_games_of_four_and_six_stand_side_by_side():
    """Every game by its own rules, in order, through files and JSON, with its number and line."""
    text = f"{FOUR}\n{SIX}\n{FOUR}\n{SIX}"
    reading = read_games(text)
    assert not reading.errors
    assert [type(record) for record in reading.records] == [Record, SixRecord] * 2
    assert [record.number for record in reading.records] == [1, 2, 3, 4]
    assert reading.records[0] == read(FOUR).records[0]
    assert reading.records[1] == read_six(SIX).records[0]
    assert read_games(write_games(reading.records)).records == reading.records
    lines = hakem("convert", "-", "--json", stdin=text)
    assert [each["schema"] for each in lines.objects] == ["hakem/record/1", "hakem/six-record/1"] * 2
    back = hakem("convert", "-", "--to", "pbn", stdin=lines.out)
    assert (back.status, back.err) == (0, "")
    assert back.out == hakem("convert", "-", "--to", "pbn", stdin=text).out
    assert hakem("convert", "-", "--to", "json", stdin=f"[{','.join(lines.out.splitlines())}]").status == 0
    [listed] = {str(each["play"]) for each in lines.objects[1::2]}
    assert listed == str(["SA", "S6", "S5", "S9", "S2", "SQ"])


def test_files_are_converted_to_files(tmp_path):
    """There and back by file names; the second file of a kind has the same bytes."""
    source, first, second, third = (tmp_path / name for name in ("0.pbn", "1.json", "2.pbn", "3.jsonl"))
    source.write_text(SIX, encoding="utf-8")
    for one, other in ((source, first), (first, second), (second, third)):
        assert hakem("convert", one, other).status == 0
    assert read_six(second.read_bytes()).records == read_six(SIX).records
    again = tmp_path / "4.pbn"
    assert hakem("convert", third, again).status == 0
    assert again.read_bytes() == second.read_bytes()
    assert hakem("convert", source, again).status == 2
    solved = hakem("solve", first, "--json").object
    assert solved["value"] == {"135": 5, "246": 5}
    assert hakem("analyze", first, "--ascii").out.startswith(f"{first}, game 1\n")


def test_a_bad_game_loses_nothing():
    """The others are written; the bad ones are errors in their place, with all that is wrong in one object."""
    bad = SIX.replace("[Dealer", '[Leader "9"]\n[Dealer').replace("KQ.T.2.", "KQ.T.2")
    run = hakem("convert", "-", "--json", stdin=f"{SIX}\n{bad}\n{FOUR}")
    assert run.status == 2
    assert [each["schema"] for each in run.objects] == ["hakem/six-record/1", "hakem/error/1", "hakem/record/1"]
    assert len(run.objects[1]["reasons"]) == 2
    assert (run.objects[1]["number"], run.objects[1]["at_line"], run.objects[1]["at_column"]) == (2, 13, 10)
    assert [line.split(": ")[1] for line in run.err.splitlines()] == ["standard input:13:10", "standard input:16:8"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (SIX.replace("AAT.K", "AAAAT.K"), "standard input:5:8: 2 defects: the hands differ by more than the trick"),
        (SIX.replace("J9.J", "JA.J").replace("Q2.QQ", "QA.QQ"), "standard input:5:8: SA comes 4 times, but 3 packs"),
        (SIX.replace("4-3", "9-9"), "standard input:5:8: 1-3-5 9 and 2-4-6 9 taken with 3 to come are more than"),
        (SIX[: SIX.index("[Play ")].replace("AAT", "AAAT"), "standard input:5:8: the hands differ"),
    ],
)
def test_faults_have_their_place(text, words):
    """Line and column, also where nothing was played."""
    run = hakem("convert", "-", "--to", "json", stdin=text)
    assert (run.status, run.out) == (2, "")
    assert words in run.err


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"deal": "1:A... K... Q... J... T... 9..."}, "expected deal '1:AAT.K.. KQ.T.2. Q2.QQ.. J9.J.3."),
        ({"play": ["SA"]}, "expected play ['SA', 'S6', 'S5', 'S9', 'S2', 'SQ'] as the tags have it, not a list"),
        ({"tags": 7}, "expected a list as tags, not a number"),
        ({"tags": [{"name": "Players"}]}, "expected tag 1 to be an object with name and value"),
        ({"schema": "hakem/six-record/2"}, "expected an object with schema 'hakem/six-record/1'"),
    ],
)
def test_json_that_contradicts_itself(change, words):
    """What counts is the text; what does not agree with it is refused."""
    data = six_to_json(read_six(SIX).records[0])
    with pytest.raises(ParseError, match=re.escape(words)):
        six_from_json(data | change)
    run = hakem("convert", "-", "--to", "pbn", stdin=json.dumps(data | change))
    assert (run.status, "standard input:1: expected" in run.err) == (2, True)


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ({}, "expected tags, or parts such as deal"),
        ({"deal": 4}, "expected a text as deal, not a number"),
        ({"deal": "N:A... K... Q... J..."}, "expected a player and 6 hands"),
        ({"deal": "1:A... K... Q... J... T... 9...", "play": ["SA"]}, "the leader is not known"),
        ({"deal": "1:A... K... Q... J... T... 9...", "leader": "1", "play": ["SA", "SK"]}, "player 6 is to play, but"),
        ({"game": "coinche", "deal": "1:A... K... Q... J... T... 9..."}, "expected dehla-pakad for six players"),
        ({"deal": "1:A... K... Q... J... T... 9...", "board": "7\n8"}, "expected a value in one line for the tag"),
    ],
)
def test_parts_that_make_no_game(parts, words):
    """A program that leaves out what is needed is told so, with status 2."""
    run = hakem("convert", "-", "--to", "pbn", stdin=json.dumps({"schema": SIX_SCHEMA} | parts))
    assert (run.status, run.out) == (2, "")
    assert words in run.err
    assert run.err.startswith("error: standard input:1")


def test_other_languages_are_written_in_english():
    """With --language letters of that language are read everywhere; comments stay as they are."""
    run = hakem("convert", "-", "--to", "pbn", "--language", "fr", stdin=FRENCH)
    assert (run.status, run.err) == (0, "")
    assert '[Trump "C"]' in run.out
    assert '[CurrentTrick "1 SK 6 ST"]' in run.out
    assert '[Deal "2:KQ.T.2. Q2.QQ.. J9.J.3. A5.4.4. 7..A.A A2.K.."]' in run.out
    assert "- - {un commentaire} S5 SJ\n" in run.out
    [record] = read_six(run.out).records
    assert [card.card.text for card in record.played] == ["S5", "SJ"]
    assert record.position() == read_six(FRENCH, language="fr").records[0].position()
    assert hakem("convert", "-", "--to", "pbn", stdin=FRENCH).status == 2
    assert hakem("solve", "-", "--language", "fr", "--json", stdin=FRENCH).object["trump"] == "C"


def test_a_deal_a_line():
    """Six hands after the number of a player are a deal of six, beside deals of four."""
    six = "A... K... Q... J... T... 9..."
    text = f"1:{six} first\n\nN:A... K... Q... J...\n3:{six}\n4:A... K...\n"
    reading = read_games(text, source="list")
    assert [type(record) for record in reading.records] == [SixRecord, Record, SixRecord]
    assert [record.board for record in reading.records] == ["1", "2", "3"]
    assert reading.records[0].head == ("%: first",)
    [error] = reading.errors
    assert str(error).startswith("list:5:1: tag Deal: expected a player and 6 hands")
    assert read_games(write_games(reading.records)).records == reading.records
    assert "six players have files of their own" in str(read(text).errors[0])


def test_strict_reading_and_warnings():
    """Deviations of the form are warnings, and errors with --strict, as for four players."""
    text = SIX.replace("[Players", "[players")
    run = hakem("convert", "-", "--to", "json", stdin=text)
    assert (run.status, "warning: standard input:2:11: the tag Players is written 'players'" in run.err) == (0, True)
    for command in (("convert", "-", "--to", "json"), ("analyze", "-"), ("solve", "-")):
        strict = hakem(*command, "--strict", stdin=text)
        assert (strict.status, "error: standard input:2:11: the tag Players" in strict.err) == (2, True)


def test_readers_of_four_players_name_the_form():
    """An object of six players is refused by name."""
    text = json.dumps(six_to_json(read_six(SIX).records[0]))
    assert "six players have files of their own" in str(read(text).errors[0])
    [refused] = read_six(json.dumps({"schema": "hakem/record/1", "deal": "N:A... K... Q... J..."})).refused
    assert 'expected [Players "6"] in every game of the file' in str(refused.errors[0])
    assert Direction.ANTICLOCKWISE is read_six(text).records[0].rules.direction


def test_whatever_json_holds_is_read():
    """Broken objects give records and errors, never anything else."""
    draw = random.Random(11)
    sound = json.dumps(six_to_json(read_six(SIX).records[0]))
    for _ in range(300):
        text = list(sound)
        for _ in range(draw.randrange(1, 4)):
            place = draw.randrange(len(text))
            text[place : place + draw.randrange(3)] = draw.choice('[]"{}:.-*?10ATKQJSHDC6 ,\n;$=^\\')
        reading = read_games("".join(text))
        assert reading.records or reading.errors
        for record in reading.records:
            assert read_games(write_games([record])).records == (record,)
