"""Lists of bare deals: one on each line."""

from __future__ import annotations

from pathlib import Path

import pytest

from solver.cards import Strain
from solver.notation import read, read_file, write

FIRST = "N:A643.KJT8.92.AK3 2.653.QJT7.T9842 KQ97.Q9.AK54.J75 JT85.A742.863.Q6"
SECOND = "E:2.653.QJT7.T9842 KQ97.Q9.AK54.J75 JT85.A742.863.Q6 A643.KJT8.92.AK3"


def test_every_line_is_a_deal():
    """Deals in order, with their number as the board and the line where they stand."""
    found = read(f"{FIRST}\n\n  {SECOND}  \n", source="f")
    assert (found.errors, found.warnings, found.format) == ((), (), "lines")
    one, two = found.records
    assert one.deal == two.deal
    assert [(record.board, record.line) for record in found.records] == [("1", 1), ("2", 3)]


def test_other_text_is_kept():
    """Words before, beside and after deals go into the records, and come back from a written file."""
    found = read(f"{FIRST} south to make 9\nfrom a match\n{SECOND}\nthe end\n")
    again = read(write(found.records))
    assert again.errors == ()
    assert [record.deal for record in again.records] == [record.deal for record in found.records]
    written = write(found.records)
    for words in ("south to make 9", "from a match", "the end"):
        assert words in written


def test_a_wrong_line_leaves_the_others_alone():
    """Every defect is named with its line; the deals around it are read."""
    wrong = FIRST.replace("A643", "K643")
    found = read(f"{FIRST}\n{wrong}\n{SECOND}\n", source="f")
    assert len(found.records) == 2
    assert len(found.refused) == 1
    assert all(str(error).startswith("f:2:1: deal 2: ") for error in found.errors)
    assert "SK" in str(found.errors[0])


def test_unknown_hands_and_endings():
    """A hand may be `-`, and hands may be short."""
    found = read("N:A... K... Q... J...\nN:A643.KJT8.92.AK3 - KQ97.Q9.AK54.J75 -\n", trump=Strain.SPADES)
    assert found.errors == ()
    assert [hand is None for hand in found.records[1].deal.hands] == [False, True, False, True]


@pytest.mark.parametrize("text", ["Note: nothing", "N: A643", "http://a.b.c.d", "12:30.1.2"])
def test_other_texts_are_no_lists(text):
    """What only looks like a deal from afar is refused as before."""
    found = read(text)
    assert found.format is None
    assert "a deal a line" in str(found.errors[0])


@pytest.mark.parametrize("name", ["", "."])
def test_a_file_without_a_name(name):
    """An empty name is no folder's."""
    found = read_file(name)
    assert "cannot read the file" in str(found.errors[0])
    if not name:
        assert "expected the name of a file" in str(found.errors[0])


def test_lists_as_files(tmp_path: Path):
    """The name of the file does not matter."""
    path = tmp_path / "deals.txt"
    path.write_text(f"{FIRST}\r\n{SECOND}\r\n", encoding="utf-8")
    assert len(read_file(path).records) == 2
