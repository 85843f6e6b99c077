"""Deals and positions on which other programs went wrong, with the answers that are known."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from solver.cards import Card, Seat, Side, Strain
from solver.deal import Deal
from solver.position import Position
from solver.results import Value
from solver.solve import Searcher

pytestmark = pytest.mark.sanitize


def cards(text: str) -> list[Card]:
    """Read `SA D10 h2`."""
    return [Card.parse(word) for word in text.split()]


def tricks_to_come(position: Position) -> dict[str, int]:
    """Return what each legal card brings the side to move from here on."""
    side = position.to_move.side
    found = Searcher().cards(position)
    return {str(entry.card): entry.value.of(side) - position.taken[side] for entry in found.cards}


def declarer_table(deal: str) -> dict[str, list[int]]:
    """Return the tricks of each declarer in NT S H D C, as bridge tables print them (his left-hand opponent leads)."""
    position = Deal.parse(deal)
    values = Searcher().table(position, rules="bridge").values
    order = (Strain.NO_TRUMP, Strain.SPADES, Strain.HEARTS, Strain.DIAMONDS, Strain.CLUBS)
    return {seat.letter: [values[strain][seat.next()].of(seat.side) for strain in order] for seat in Seat}


FORCED = "N:T843.K4.KT853.73 J97.J763.642.KJ5 Q52.Q982.QJ.9862 AK6.AT5.A97.AQT4"
THREE_NO_TRUMP = "N:QT9.A8765432.KJ. KJ..A8765432.QT9 A8765432.QT9..KJ .KJ.QT9.A8765432"
SUIT_EACH = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
TWELVE_EACH = "N:KQJT98765432... .KQJT98765432.. ..KQJT98765432. ...KQJT98765432"


def test_equivalent_cards_have_their_value_and_no_sentinel() -> None:
    """One legal group of cards, or one legal card, still has a number."""
    position = Position(Deal.parse(FORCED), strain=Strain.NO_TRUMP, leader=Seat.NORTH, played=cards("D5"))
    assert set(tricks_to_come(position).values()) == {9}
    position.play(Card.parse("D2"))
    assert tricks_to_come(position) == {"DQ": 4, "DJ": 4}


@pytest.mark.parametrize(
    ("deal", "expected"),
    [
        ("N:987... K45... AQ2... T63...", {"S9": 2, "S8": 2, "S7": 2}),
        ("N:98J... K45... AQ2... T63...", {"SJ": 2, "S9": 3, "S8": 3}),
    ],
    ids=["touching", "not quite touching"],
)
def test_cards_that_touch_only_now(deal: str, expected: dict[str, int]) -> None:
    """Spades trump, West leads S6: North's cards, the ten of West being between the nine and the jack."""
    position = Position(Deal.parse(deal), strain=Strain.SPADES, leader=Seat.WEST, played=cards("S6"))
    assert tricks_to_come(position) == expected


def test_every_card_has_its_own_value() -> None:
    """Not the best card's value and zeros."""
    position = Position(Deal.parse("N:Q2..6.A 5.632.. A..A.Q8 K4...K9"), strain=Strain.NO_TRUMP, leader=Seat.SOUTH)
    assert tricks_to_come(position) == {"SA": 3, "DA": 4, "CQ": 3, "C8": 3}


def test_all_thirteen_leads_are_listed() -> None:
    """Touching cards too."""
    deal = "N:653.A53.983.AQ85 QJT7.KJ9862..J32 AK84.QT.QJT6.KT7 92.74.AK7542.964"
    found = tricks_to_come(Position(Deal.parse(deal), strain=Strain.NO_TRUMP, leader=Seat.WEST))
    assert len(found) == 13
    assert set(found.values()) == {3}


def test_the_line_settles_a_doubt() -> None:
    """Nine tricks for declarer after the lead of S4, whatever spade South plays."""
    deal = "N:42.K953.Q6.96432 Q3.AT7.JT875.AQT KJ8765.J6.A43.87 AT9.Q842.K92.KJ5"
    position = Position(Deal.parse(deal), strain=Strain.NO_TRUMP, leader=Seat.NORTH, played=cards("S4"))
    assert Searcher().value(position).value.of(Side.EW) == 9
    position.play(Card.parse("S3"))
    assert set(tricks_to_come(position).values()) == {4}
    assert len(tricks_to_come(position)) == 6


@pytest.mark.parametrize("trick", ["", "SA", "SA SK", "SA SK SQ", "SA SK SQ SJ"])
def test_the_last_trick_at_every_card(trick: str) -> None:
    """One card each: 1, 0, 1, 0 for the side to move, and nothing more when all have played."""
    position = Position(
        Deal.parse("N:A... K... Q... J..."), strain=Strain.NO_TRUMP, leader=Seat.NORTH, played=cards(trick)
    )
    assert Searcher().value(position).value == Value(1, 1, total=1)
    assert len(Searcher().cards(position).cards) == (1 if len(position.history) < 4 else 0)


def test_a_ruff_in_the_last_trick() -> None:
    """A small trump beats an ace."""
    position = Position(Deal.parse("W:.2.. 3... .A.. ...9"), strain=Strain.SPADES, leader=Seat.WEST)
    assert Searcher().value(position).value.ns == 1


@pytest.mark.parametrize(
    ("deal", "table"),
    [
        (SUIT_EACH, {"N": [0, 13, 0, 13, 0], "E": [0, 0, 13, 0, 13], "S": [0, 13, 0, 13, 0], "W": [0, 0, 13, 0, 13]}),
        (TWELVE_EACH, {"N": [0, 12, 0, 12, 0], "E": [0, 0, 12, 0, 12], "S": [0, 12, 0, 12, 0], "W": [0, 0, 12, 0, 12]}),
        (
            THREE_NO_TRUMP,
            {"N": [9, 11, 11, 2, 2], "E": [9, 2, 2, 11, 11], "S": [9, 11, 11, 2, 2], "W": [9, 2, 2, 11, 11]},
        ),
        (
            FORCED,
            {"N": [3, 5, 3, 6, 3], "E": [9, 8, 9, 7, 9], "S": [3, 5, 3, 6, 3], "W": [9, 8, 9, 7, 9]},
        ),
        (
            "N:AQ953.A72.A9754. KJT76.64.832.T87 8.KQJT983..AQ942 42.5.KQJT6.KJ653",
            {"N": [10, 8, 12, 7, 7], "E": [3, 5, 0, 5, 6], "S": [10, 7, 12, 7, 7], "W": [3, 5, 0, 5, 5]},
        ),
        (
            "N:AQ952.4.JT97.AT5 KT7643.J97.82.J8 .AKQ532.AQ.97632 J8.T86.K6543.KQ4",
            {"N": [11, 8, 11, 9, 11], "E": [2, 5, 2, 3, 2], "S": [10, 8, 11, 9, 11], "W": [2, 5, 2, 3, 2]},
        ),
    ],
    ids=["a suit each", "twelve of a suit each", "everybody makes 3NT", "ordinary", "voids", "long suits"],
)
def test_tables_of_known_deals(deal: str, table: dict[str, list[int]]) -> None:
    """As bridge tables: NT S H D C for each declarer. Suits are not alike, so none can be taken for another."""
    assert declarer_table(deal) == table


def test_an_eight_card_ending() -> None:
    """North leads: 5 in no trump, 6 in spades, hearts and diamonds, 1 in clubs, of 8."""
    deal = Deal.parse("N:AT9.KQ.J98. KQ8.AJ.T7.A J7.T98.AQ.K .7.K.QJT987")
    values = Searcher().table(deal, leaders=[Seat.NORTH]).values
    assert [values[strain][Seat.NORTH].ns for strain in values] == [6, 6, 6, 1, 5]


def test_thirty_five_worlds() -> None:
    """One ending, every way to deal the last five cards: the sums of each lead over all of them."""
    text = (Path(__file__).parent / "data" / "cases" / "a26_deal_per_line.pbn").read_text(encoding="ascii")
    worlds = re.findall(r'"(.+)"', text)
    assert len(worlds) == 35
    sums: dict[str, int] = {}
    searcher = Searcher()
    for world in worlds:
        position = Position(Deal.parse(world), strain=Strain.NO_TRUMP, leader=Seat.NORTH)
        for entry in searcher.cards(position).cards:
            sums[str(entry.card)] = sums.get(str(entry.card), 0) + entry.value.ns
    assert sums == {"C5": 75, "CT": 73, "S8": 50, "HT": 41}
