"""The description of the format: its examples are read as it says, and it names every tag of ours."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from solver.cards import Seat, Strain
from solver.notation import from_json, read, to_json, write
from solver.notation.letters import LANGUAGES
from solver.notation.tags import KNOWN_TAGS

PAGE = (Path(__file__).resolve().parent.parent / "docs" / "format.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```(pbn|json)\n(.*?)^```", PAGE, flags=re.DOTALL | re.MULTILINE)

#: Tags that are not in PBN.
OURS = (
    "Game Rules Direction Leader Trump Hakem FirstCards FirstFive HiddenTrump TrumpFixed Target Kot Redeals "
    "Belote Announces DealScore MatchScore Streak MatchTarget ToPlay CurrentTrick Taken Goal View Constraint"
)


@pytest.mark.parametrize(("kind", "text"), EXAMPLES, ids=[kind for kind, _ in EXAMPLES])
def test_examples_are_read_without_a_notice(kind, text):
    """Every example of the page is in order, even in strict reading, and comes back from its own text."""
    reading = read(text, strict=True)
    assert (reading.format, reading.errors, reading.warnings) == (kind, (), ())
    assert read(write(reading.records)).records == reading.records


def test_the_examples_mean_what_the_page_says():
    """The first example has the columns and the leader that the page names, the second a trick in progress."""
    whole, ending = (read(text).records[0] for kind, text in EXAMPLES if kind == "pbn")
    assert "".join(card.seat.letter for card in whole.played) == "NWSENWSE"
    assert (whole.hakem, len(whole.first_cards), whole.position().taken) == (Seat.NORTH, 5, (2, 0))
    position = ending.initial_position()
    assert (position.to_move, position.strain, position.taken) == (Seat.SOUTH, Strain.SPADES, (3, 7))


def test_the_json_example_is_a_record():
    """The keys of the example are those that the record itself gives."""
    (text,) = (text for kind, text in EXAMPLES if kind == "json")
    data = json.loads(text)
    assert to_json(from_json(data)) == data


@pytest.mark.parametrize("tag", OURS.split())
def test_every_tag_of_ours_is_described(tag):
    """The page names every tag that the reader knows and PBN does not."""
    assert f"`{tag}`" in PAGE
    assert KNOWN_TAGS[tag.lower()] == tag


def test_the_table_of_languages():
    """The letters in the table are those that the languages use."""
    for language in LANGUAGES.values():
        row = next(line for line in PAGE.splitlines() if line.startswith(f"| {language.name} |"))
        suits, _, seats = (cell.split("`")[1].split() for cell in row.split("|")[2:5])
        assert [language.suit(letter) for letter in suits] == [0, 1, 2, 3]
        assert [language.seat(letter) for letter in seats] == [0, 1, 2, 3]
        ranks = row.split("|")[3].split("`")[1].split()
        assert [language.rank(letter) for letter in ranks] == [13, 12, 11, 10]
