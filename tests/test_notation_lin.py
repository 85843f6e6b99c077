"""LIN: what becomes of its commands, and what is reported of broken ones."""

from __future__ import annotations

import pytest

from solver.cards import Seat, Strain
from solver.notation import read, write
from solver.record import NoticeKind

HANDS = "S52H864DKJ75CKJ73,SQJ4HQ972DQ4CT942,SA963HATDA9832CQ5,SKT87HKJ53DT6CA86"
DEAL = "S:52.864.KJ75.KJ73 QJ4.Q972.Q4.T942 A963.AT.A9832.Q5 KT87.KJ53.T6.A86"


def one(text):
    """Read a text that holds one board without errors."""
    reading = read(text, source="f")
    assert [str(error) for error in reading.errors] == []
    assert reading.format == "lin"
    (record,) = reading.records
    assert read(write([record])).records == (record,)
    return record


def test_a_whole_board():
    """Players, dealer, vulnerability, auction with alerts, contract, play and claim become tags and sections."""
    record = one(
        "vg|a match|\nqx|o7|pn|Sue,Wim,Nan,Ed|st||md|1" + HANDS + "|rh||ah|Board 7|sv|b|"
        "mb|1N!|an|15 to 17|mb|p|mb|3n|mb|d|mb|r|mb|p|mb|p|mb|p|pg||pc|SQ|pc|SA|pc|SK|pc|s2|pg||pc|H10|mc|9|pg||"
    )
    assert [record.tag(name) for name in ("South", "West", "North", "East", "Room", "Board", "Vulnerable")] == [
        "Sue",
        "Wim",
        "Nan",
        "Ed",
        "Open",
        "7",
        "All",
    ]
    assert record.deal.format(Seat.SOUTH) == DEAL
    assert (record.dealer, record.declarer, record.contract, record.strain) == (
        Seat.SOUTH,
        Seat.SOUTH,
        "3NTXX",
        Strain.NO_TRUMP,
    )
    assert [call.text for call in record.auction] == ["1NT", "Pass", "3NT", "X", "XX", "Pass", "Pass", "Pass"]
    assert record.notes == (("Auction", 1, "15 to 17"),)
    assert (record.leader, record.result, record.ended) == (Seat.WEST, "9", True)
    assert " ".join(f"{card.card}:{card.seat}" for card in record.played) == "SQ:W SA:N SK:E S2:S HT:N"
    assert record.head == ("%LIN vg|a match|",)


def test_the_declarer_is_the_first_to_name_the_suit():
    """Of the side that plays, the one who named the denomination first is the declarer."""
    record = one(f"md|3{HANDS}|mb|1H|mb|p|mb|2H|mb|p|mb|p|mb|p|")
    assert (record.declarer, record.contract, record.leader) == (Seat.NORTH, "2H", Seat.EAST)
    assert one(f"md|3{HANDS}|mb|p|mb|p|mb|p|mb|p|").contract == "Pass"
    assert one(f"md|3{HANDS}|mb|1H|mb|p|").contract is None


def test_boards_of_two_tables():
    """Boards of the closed room take the second four names; boards are told apart by qx."""
    reading = read(f"pn|a,b,c,d,e,f,g,h|qx|o1|md|3{HANDS}|qx|c1|md|3{HANDS}|", source="f")
    assert [(record.tag("Room"), record.tag("South"), record.board) for record in reading.records] == [
        ("Open", "a", "1"),
        ("Closed", "e", "1"),
    ]


def test_the_missing_hand_is_the_rest():
    """Three hands of 13 give the fourth, with a remark; fewer do not."""
    reading = read("md|3" + ",".join(HANDS.split(",")[:3]) + ",|", source="f")
    assert reading.records[0].deal.format(Seat.SOUTH) == DEAL
    assert [notice.kind for notice in reading.warnings] == [NoticeKind.REMARK]
    assert str(read("md|3" + ",".join(HANDS.split(",")[:2]) + ",,|").records[0].deal) == (
        "N:- - 52.864.KJ75.KJ73 QJ4.Q972.Q4.T942"
    )


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("qx|o3|\nmd|1SZ52,,,|", "f:2:1: board 3: expected a rank (A K Q J T 9 to 2) in spades"),
        ("md|1" + HANDS.replace("SQJ4", "SQJ5") + "|", "S5 in South's hand and in West's hand"),
        (f"md|1{HANDS},S2|", "f:1: game 1: expected at most four hands, found 5"),
        ("md|152H864,,,|", "expected a hand that starts with a suit letter, not '52H864'"),
        (f"md|1{HANDS}|pc|ZZ|", "f:1: game 1: expected a card such as SA, not 'ZZ'"),
        (f"md|1{HANDS}|pc|SQ|pc|SJ|", "expected one card of each seat in a trick, but West has SQ and SJ"),
        (f"md|1{HANDS}|mb|1N|mb|p|mb|p|mb|p|pc|SQ|pc|HA|", "spades were led and North still holds"),
    ],
)
def test_lin_errors(text, error):
    """What is wrong in LIN is reported with the line and the board."""
    reading = read(text, source="f")
    assert reading.records == ()
    assert any(error in str(found).replace("f:2: ", "f:2:1: ") for found in reading.errors), reading.errors


def test_cards_that_belong_to_nobody_are_kept():
    """Without hands and declarer the cards cannot be given to seats; they are kept as an escape line."""
    record = one("qx|o1|md|3,,,|pc|SA|pc|S2|")
    assert record.head == ("%LIN pc|SA S2|",)
