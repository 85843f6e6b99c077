"""Pasted hand diagrams: the forms in which four hands are printed, and what is said of others."""

from __future__ import annotations

import pytest

from solver.cards import Seat
from solver.notation import read, write

DEAL = "N:J74.3.AQJ3.AQT54 T9653.K74.T75.96 K82.QJ85.K8642.7 AQ.AT962.9.KJ832"

SIDE_BY_SIDE = """
          ♠ J74
          ♥ 3
          ♦ AQJ3
          ♣ AQT54
 ♠ AQ              ♠ T9653
 ♥ AT962           ♥ K74
 ♦ 9               ♦ T75
 ♣ KJ832           ♣ 96
          ♠ K82
          ♥ QJ85
          ♦ K8642
          ♣ 7
"""
BELOW_EACH_OTHER = """
♠J74
♥3
♦AQJ3
♣AQ1054
♠AQ
♥A10962
♦9
♣KJ832
N
W E
S
♠10 9 6 5 3
♥K 7 4
♦10 7 5
♣9 6
♠K 8 2
♥Q J 8 5
♦K 8 6 4 2
♣7
"""
LETTERS = """
      S: J74
      H: 3
      D: AQJ3
      C: AQT54
S: AQ             S: T9653
H: AT962          H: K74
D: 9              D: T75
C: KJ832          C: 96
      S: K82
      H: QJ85
      D: K8642
      C: 7
"""
NAMED = """
East
♠ T9653
♥ K74
♦ T75
♣ 96
South
♠ K82
♥ QJ85
♦ K8642
♣ 7
West
♠ AQ
♥ AT962
♦ 9
♣ KJ832
North
♠ J74
♥ 3
♦ AQJ3
♣ AQT54
"""


@pytest.mark.parametrize(
    "text", [SIDE_BY_SIDE, BELOW_EACH_OTHER, LETTERS, NAMED], ids=["side", "below", "letters", "named"]
)
def test_forms_of_diagrams(text):
    """Hands side by side, below each other, with letters or symbols, or with names of seats are the same deal."""
    reading = read(text, source="f")
    assert (reading.format, [str(error) for error in reading.errors]) == ("diagram", [])
    assert str(reading.records[0].deal) == DEAL
    assert read(write(reading.records)).records == reading.records


def test_two_diagrams_with_a_rule_between():
    """Several diagrams in one text are several games."""
    reading = read(f"{SIDE_BY_SIDE}--------------------------\n{SIDE_BY_SIDE.replace('♥ 3', '♥ K')}", source="f")
    assert str(reading.records[0].deal) == DEAL
    assert len(reading.records) + len(reading.refused) == 2
    assert "HK in North's hand and in East's hand" in str(reading.errors[0])


@pytest.mark.parametrize("void", ["", "-", "—", "void"])
def test_voids(void):
    """A suit without cards is empty, a dash, or the word for it."""
    text = SIDE_BY_SIDE.replace("♥ 3\n", f"♥ {void}\n").replace("♠ J74", "♠ J743")
    reading = read(text.replace("♠ T9653", "♠ T965").replace("♥ K74", "♥ K743"), source="f")
    assert str(reading.records[0].deal[Seat.NORTH]) == "J743..AQJ3.AQT54"


def test_words_around_a_diagram():
    """Board, dealer and vulnerability are read; other words are kept as escape lines."""
    text = f"Board 12\nDealer: West\nBoth Vul\nA fine deal{SIDE_BY_SIDE}"
    (record,) = read(text).records
    assert (record.board, record.dealer, record.tag("Vulnerable")) == ("12", Seat.WEST, "All")
    assert record.head == ("%: A fine deal",)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (SIDE_BY_SIDE.replace("♣ 7\n", ""), "expected a diagram of four hands"),
        (NAMED.replace("North", "East"), "expected one hand after the name of each seat"),
        (SIDE_BY_SIDE.replace("J74", "J7Z"), "f:2: expected a rank (A K Q J T 9 to 2) in spades"),
    ],
)
def test_diagrams_that_are_not_whole(text, error):
    """A diagram that is not four hands is an error with its line."""
    reading = read(text, source="f")
    assert reading.records == ()
    assert error in str(reading.errors[0])
