"""Records: what they say of themselves, and the positions they lead to."""

from __future__ import annotations

import pickle
from dataclasses import FrozenInstanceError, replace

import pytest

from solver.cards import Seat, Strain
from solver.errors import HakemError, IllegalPlayError, PositionError, RulesError
from solver.notation import read
from solver.record import Entry, Notice, NoticeKind, Record

TEXT = """[Board "12"]
[Event "x"]
[Deal "N:A643.KJT8.92.AK3 2.653.QJT7.T9842 KQ97.Q9.AK54.J75 JT85.A742.863.Q6"]
[Contract "4H"]
[Result "10"]
[Play "N"]
SA S2 S7 S5
{end of the trick} CA C2 C5 C6
"""


@pytest.fixture
def record():
    """A record of eight cards."""
    return read(TEXT, source="file.pbn").records[0]


def test_tags_and_sections(record):
    """Tags come in order and by name, sections by the name of their tag."""
    assert record.tags[:2] == (("Board", "12"), ("Event", "x"))
    assert (record.tag("event"), record.tag("Site")) == ("x", None)
    assert record.sections == {"Play": ("SA S2 S7 S5", "{end of the trick} CA C2 C5 C6")}
    assert record.played[3].comments == ("end of the trick",)


@pytest.mark.parametrize(
    ("board", "number", "label"), [("12", 3, "board 12"), ("?", 3, "game 3"), ("", 1, "game 1"), ("-", 2, "game 2")]
)
def test_labels(board, number, label):
    """A record is called by its board, or by its number in the file."""
    assert Record(entries=(Entry("Board", board),), number=number).label == label


def test_a_result_is_what_was_written(record):
    """The result is kept as it is; what is not known is nothing."""
    assert record.result == "10"
    assert Record(entries=(Entry("Result", "?"),)).result is None


def test_records_compare_by_what_they_say(record):
    """Place and notices are no part of a comparison; text and meaning are."""
    assert replace(record, source="other", line=99, number=7, warnings=(Notice("x"),)) == record
    assert replace(record, strain=Strain.SPADES) != record
    assert replace(record, head=("; more",)) != record


def test_records_do_not_change_and_travel(record):
    """A record cannot be changed, and survives pickling."""
    with pytest.raises(FrozenInstanceError):
        record.strain = None
    assert pickle.loads(pickle.dumps(record)) == record  # noqa: S301 - our own bytes


def test_positions(record):
    """The position after some cards can be taken back card by card to the one the record begins with."""
    position = record.position()
    assert (position.taken, position.to_move, position.strain) == ((2, 0), Seat.NORTH, Strain.HEARTS)
    for _ in range(8):
        position.undo()
    assert position == record.initial_position() == record.position(0)
    assert record.position(1).to_move is Seat.EAST


def test_everything_missing_is_said_at_once(record):
    """A position that lacks several things names them all, with file and line."""
    with pytest.raises(PositionError) as caught:
        replace(record, deal=None, strain=None, leader=None).position()
    assert str(caught.value).startswith("file.pbn:1: 3 defects: there is no deal; ")
    assert len(caught.value.reasons) == 3


def test_a_game_that_cannot_be_played(record):
    """The reason why a record cannot be solved is told with its place."""
    with pytest.raises(RulesError, match=r"^file.pbn:1: board 12 can be read but not solved: too wild"):
        replace(record, game=None, rules=None, unplayable="too wild").position()


def test_an_illegal_card_is_told_with_its_place(record):
    """A recorded card that is illegal raises with the line and column of the card."""
    with pytest.raises(IllegalPlayError, match=r"^file.pbn:8:20: ") as caught:
        replace(record, played=record.played[:3] + record.played[4:]).position()
    assert caught.value.ply == 4
    assert isinstance(caught.value, HakemError)


def test_notices_print_like_errors():
    """A notice prints with its place, and is an error of the same words in strict reading."""
    notice = Notice("strange", kind=NoticeKind.DEVIATION, text="x", source="f", line=3, column=4)
    assert str(notice) == str(notice.error()) == "f:3:4: strange"
    assert notice.error().text == "x"
