"""Files as people have them: each is read, or refused, as its notes say, and comes back from its own text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from solver.cards import Seat, Strain
from solver.errors import PositionError
from solver.notation import from_json, read, to_json, write
from solver.record import NoticeKind

FOLDER = Path(__file__).resolve().parent / "data" / "cases"
FILES = sorted(path.name for path in FOLDER.iterdir())

#: The deal of most of the files about forms of writing.
ORDINARY = "N:T843.K4.KT853.73 J97.J763.642.KJ5 Q52.Q982.QJ.9862 AK6.AT5.A97.AQT4"
VOIDS = "N:QT9.A8765432.KJ. KJ..A8765432.QT9 A8765432.QT9..KJ .KJ.QT9.A8765432"


BAD_RANK = (
    "a12_bad_deals.pbn:6:10: board 2: expected a rank (A K Q J T 9 to 2) in spades in West's hand "
    "'vKQT2.AT.J6542.85', not 'v'"
)


def reading_of(name, **options):
    """Read one of the files."""
    return read((FOLDER / name).read_bytes(), source=name, **options)


def deals_of(name, **options):
    """Return the deals of a file that has no errors."""
    reading = reading_of(name, **options)
    assert reading.errors == ()
    return [str(record.deal) for record in reading.records]


def messages(notices):
    """Return errors or notices as printed."""
    return [str(notice) for notice in notices]


@pytest.mark.parametrize("name", FILES)
def test_every_file_comes_back_from_its_own_text(name):
    """What is read from a file is written and read again as the same records, as a file and as JSON."""
    reading = reading_of(name)
    text = write(reading.records)
    again = read(text, source="again")
    assert again.records == reading.records
    assert again.refused == ()
    assert write(again.records) == text
    for record in (*reading.records, *reading.refused):
        assert from_json(json.loads(json.dumps(to_json(record)))) == record


@pytest.mark.parametrize("name", FILES)
def test_strict_reading_turns_notices_into_errors(name):
    """In strict reading a file has an error for every deviation and contradiction, and nothing else changes."""
    lenient, strict = reading_of(name), reading_of(name, strict=True)
    faults = [notice for notice in lenient.warnings if notice.kind is not NoticeKind.REMARK]
    assert sorted(messages(strict.errors)) == sorted(messages([*lenient.errors, *faults]))
    assert {notice.kind for notice in strict.warnings} <= {NoticeKind.REMARK}


def test_redundant_suit_letters():
    """A suit letter before the cards of its own suit is taken off, and alone it is a void."""
    first, second = deals_of("a01_redundant_suits.pbn")
    assert first == "N:KT853.T3.954.653 J964.AKQJ7.AK8.8 A7.864.QJT73.AKQ Q2.952.62.JT9742"
    assert second == VOIDS == deals_of("a02_voids.pbn")[2]


def test_voids_and_a_dot_too_many():
    """Voids stay in their places; a dot too many at the end of a hand is passed over with a notice."""
    reading = reading_of("a02_voids.pbn")
    assert [str(record.deal[Seat.WEST]) for record in reading.records] == [
        "JT52.Q9864.KT43.",
        "AQJ8.K654.A752.K",
        ".KJ.QT9.A8765432",
        "3..KJT765.QT7532",
    ]
    assert messages(reading.warnings) == [
        "a02_voids.pbn:5:27: board 1: West's hand has a dot too many; only one reading gives a sound deal"
    ]


def test_comments_anywhere():
    """Nothing in a comment is a tag, braces do not nest, a comment alone is no game, a % line in one is passed over."""
    reading = reading_of("a03_comments.pbn")
    assert [record.board for record in reading.records] == ["1", "2"]
    assert [[len(hand) for hand in record.deal.hands] for record in reading.records] == [[13] * 4] * 2
    assert reading.errors == reading.warnings == ()
    first, second = reading.records
    assert "{ a comment between games is not a game }" in second.head
    assert first.sections["Deal"][-1] == "    }"
    assert first.tag("Hidden") is None
    assert second.tag("Hidden") == "WNE"


def test_question_marks_and_raw_backslashes():
    """Question marks stand for what is not known; backslashes stay, also before the closing quote."""
    reading = reading_of("a05_question_marks.pbn")
    first, second = reading.records
    assert first.tag("Event") == r"Hand simulated by dealer with file P:\dlr\Dealer-X.dlr, seed 1"
    assert second.tag("Event") == "path that ends in a backslash P:\\dlr\\"
    assert (first.dealer, first.deal_first) == (Seat.NORTH, Seat.EAST)
    assert (second.dealer, second.declarer, second.leader, second.strain, first.result) == (None,) * 5
    assert str(second.deal) == ORDINARY
    assert [(notice.line, notice.column) for notice in reading.warnings] == [(16, 9)]


def test_statistics_after_the_deals():
    """Free text after the deals is one notice with its lines, and is kept."""
    reading = reading_of("a06_statistics.pbn")
    assert (len(reading.records), reading.errors) == (2, ())
    assert messages(reading.warnings) == [
        "a06_statistics.pbn:9:1: free text belongs to no game, lines 9 to 19; it is kept as escape lines"
    ]
    assert "%: Produced 2 hands" in write(reading.records).splitlines()


def test_inherited_values():
    """One # repeats a value once, two go on repeating it; Deal may be repeated too, with a notice."""
    reading = reading_of("a08_hash_values.pbn")
    first, second, third = reading.records
    assert [record.tag("Event") for record in reading.records] == ["Club night"] * 3
    assert [record.tag("Site") for record in reading.records] == ["Town"] * 3
    assert [record.tag("West") for record in reading.records] == ["?"] * 3
    assert [record.tag("Scoring") for record in reading.records] == ["Matchpoints"] * 3
    assert third.deal == second.deal != first.deal
    assert third.tag("Hidden") == "WNE"
    assert messages(reading.warnings) == [
        "a08_hash_values.pbn:21:8: board 3: tag Deal: the format has no inherited value for it"
    ]


def test_end_positions():
    """Fewer cards, a bare denomination and a leader from the play; without a leader there is no position."""
    reading = reading_of("a09_end_position.pbn")
    assert reading.errors == ()
    twelve, four, other = reading.records
    assert (twelve.strain, twelve.leader, len(twelve.play)) == (Strain.HEARTS, Seat.WEST, 8)
    position = twelve.position()
    assert (position.taken, position.to_move, position.tricks_left) == ((2, 0), Seat.NORTH, 10)
    assert twelve.position(1).to_move is Seat.NORTH
    with pytest.raises(PositionError, match=r"a09_end_position.pbn:10: the leader is not known"):
        four.initial_position()
    assert (four.strain, [len(hand) for hand in four.deal.hands]) == (Strain.NO_TRUMP, [3] * 4)
    assert (other.initial_position().to_move, other.strain) == (Seat.SOUTH, Strain.NO_TRUMP)


def test_rows_are_seat_columns():
    """Cards stand in the columns of their seats; the winner of a trick leads the next."""
    record = reading_of("a10_play_columns.pbn").records[0]
    assert (record.strain, record.leader, record.declarer) == (Strain.HEARTS, Seat.WEST, Seat.SOUTH)
    assert len(record.play) == 25
    leaders = "".join(played.seat.letter for played in record.played[::4])
    assert leaders == "WNSNNNS"
    position = record.position()
    assert (position.taken, position.to_move, position.leader) == ((6, 0), Seat.WEST, Seat.SOUTH)
    king = record.played[0]
    assert (king.suffix, king.nags, king.notes, king.comments) == ("!", (14,), (1,), ("x", "y"))
    assert record.notes == (
        ("Auction", 1, "non-forcing 6-9 points, 6-card"),
        ("Auction", 2, "two colors: clubs; and [diamonds] {not a comment}"),
        ("Play", 1, "highest of series"),
    )
    assert [call.text for call in record.auction][:3] == ["1D", "1S", "3H"]
    assert (record.auction[2].notes, record.auction[-1].text, record.ended) == ((1,), "AP", True)


def test_wrong_decks_one_by_one():
    """Every fault of every deal is named with file, line, column, board and seat, and the good games survive."""
    reading = reading_of("a12_bad_deals.pbn")
    assert [record.board for record in reading.records] == ["1", "7", "9", "12"]
    assert messages(reading.errors) == [
        BAD_RANK,
        "a12_bad_deals.pbn:9:8: board 3: SK in North's hand and in West's hand",
        "a12_bad_deals.pbn:9:8: board 3: missing: C2",
        "a12_bad_deals.pbn:12:8: board 4: North holds 12 cards, 13 expected",
        "a12_bad_deals.pbn:12:8: board 4: West holds 14 cards, 13 expected",
        "a12_bad_deals.pbn:15:8: board 5: missing: SK",
        "a12_bad_deals.pbn:15:8: board 5: West holds 12 cards, 13 expected",
        "a12_bad_deals.pbn:18:8: board 6: West holds 12 cards, 13 expected",
        "a12_bad_deals.pbn:24:8: board 8: no hand holds a card",
        "a12_bad_deals.pbn:30:8: board 10: tag Deal: expected a seat (N, E, S or W), not 'X'",
        "a12_bad_deals.pbn:33:10: board 11: expected four hands ('-' for one that is not known), found 3",
    ]
    assert messages(reading.warnings) == [
        "a12_bad_deals.pbn:21:10: board 7: there is more than one blank between hands"
    ]
    assert [record.board for record in reading.refused] == ["2", "3", "4", "5", "6", "8", "10", "11"]
    assert sum((record.errors for record in reading.refused), ()) == reading.errors


def test_ten_and_case():
    """Lower case, 10 and any order of ranks are the same deal."""
    assert deals_of("a13_ten_and_case.pbn") == [ORDINARY] * 3
    first = reading_of("a13_ten_and_case.pbn").records[0]
    assert (first.dealer, first.declarer, first.strain, first.leader) == (
        Seat.NORTH,
        Seat.WEST,
        Strain.NO_TRUMP,
        Seat.NORTH,
    )


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("a14_latin1.pbn", 1),
        ("a14_long_lines.pbn", 1),
        ("a14_no_final_newline_cr_only.pbn", 2),
        ("a14_utf16le_bom.pbn", 1),
        ("a14_utf8_bom.pbn", 1),
    ],
)
def test_encodings_and_line_ends(name, count):
    """Every encoding and every kind of line end gives the deals."""
    deals = deals_of(name)
    assert (deals[0], len(deals)) == (ORDINARY, count)


def test_latin1_names():
    """Bytes that are no UTF-8 are Latin-1."""
    record = reading_of("a14_latin1.pbn").records[0]
    assert record.tag("Event") == "Café über Å"
    assert record.tag("North") == "A \x96 B"


def test_tables_of_other_programs():
    """Rows of tables are neither plays nor errors, quoted cells end nothing, and all of it is kept as it was."""
    reading = reading_of("a15_tables.pbn")
    assert (len(reading.records), reading.errors, reading.warnings) == (3, (), ())
    first, second, third = reading.records
    assert first.sections["ScoreTable"] == (
        '  1 99.4 "A;B [pair] ; {x}" 11',
        '  - 98.4 "C;D"              10',
        "{ Only the best }",
    )
    assert len(first.sections["OptimumResultTable"]) == 20
    assert second.tag("OptimumResultTable") == r"NT\tS\tH\tD\tC\nN\t7\t10\t10\t5\t5\nS\t7\t10\t10\t5\t6"
    assert second.sections["Minimax"] == ("%%!R 75974684697597468469",)
    assert third.sections["OptimumPlayTable"] == ("KQ86    -       QJ      K", "T       -       -       -")
    assert third.tag("OptimumPlayTable") == r"S\8R;H\8R;D\8R;C\8R"


def test_claims_and_filler_rows():
    """Dashes are no cards; the result of a claim is kept and not checked against the play."""
    reading = reading_of("a17_claim_rows_crlf.pbn")
    assert (reading.errors, reading.warnings) == ((), ())
    record = reading.records[0]
    position = record.position()
    assert (len(record.play), position.taken, position.to_move, position.tricks_left) == (24, (3, 3), Seat.EAST, 7)
    assert (record.board, record.label, record.contract, record.result) == ("01", "board 01", "5Cx", "10")
    assert (record.tag("Date"), record.tag("DealId")) == ("2013-11-23 11:23", "1.lin")


def test_lin_boards():
    """LIN gives dealer, four hands (the fourth is the rest), calls and cards; the holder of the first card leads."""
    reading = reading_of("a18_two_boards.lin")
    assert (reading.format, reading.errors) == ("lin", ())
    first, second = reading.records
    assert first.deal.format(Seat.SOUTH) == "S:52.864.KJ75.KJ73 QJ4.Q972.Q4.T942 A963.AT.A9832.Q5 KT87.KJ53.T6.A86"
    assert (first.board, first.dealer, first.leader, first.ended) == ("49", Seat.NORTH, Seat.NORTH, True)
    assert [card.text for card in first.play] == ["CQ", "CA", "C3", "C2"]
    assert [call.text for call in first.auction] == ["1D", "X", "2D"]
    assert str(second.deal[Seat.EAST]) == "KJ9742.964.Q6.T6"
    assert [(call.text, call.notes) for call in second.auction] == [("1H", ()), ("2S", (1,)), ("Pass", ())]
    assert [notice.kind for notice in reading.warnings] == [NoticeKind.REMARK]


def test_pasted_diagram():
    """A diagram in the order North, West, East, South is read with its board, dealer and vulnerability."""
    reading = reading_of("a22_pasted_diagram.txt")
    assert (reading.format, reading.errors) == ("diagram", ())
    record = reading.records[0]
    assert str(record.deal) == ORDINARY
    assert (record.board, record.dealer, record.tag("Vulnerable")) == ("2", Seat.EAST, "NS")


def test_the_game_is_not_guessed_from_the_cards():
    """Eight cards a hand are a bridge ending unless the caller says Coinche, which has no twos."""
    assert [record.game_name for record in reading_of("a24_eight_cards.pbn").records] == ["court-piece"] * 2
    reading = reading_of("a24_eight_cards.pbn", game="coinche")
    assert [record.board for record in reading.records] == ["2"]
    assert "S2, H3, D4, C5 in North's hand, but not in the pack of 32 cards" in str(reading.errors[0])


def test_one_deal_a_line():
    """Deals on lines of their own, without blank lines, are games of their own, and that is said once."""
    reading = reading_of("a26_deal_per_line.pbn")
    assert (len(reading.records), reading.errors) == (35, ())
    assert len({record.deal for record in reading.records}) == 35
    (notice,) = messages(reading.warnings)
    assert notice.startswith("a26_deal_per_line.pbn:2:8: the tag Deal comes again without a blank line before it")
    assert notice.endswith("lines 2 to 35; 34 games start there")


def test_known_hard_deals():
    """The collection of slow deals is read without a notice."""
    reading = reading_of("b01_worst_cases.pbn")
    assert (len(reading.records), reading.errors, reading.warnings) == (8, (), ())


def test_an_ending_of_another_game_is_kept():
    """An ending without a game tag is read as it stands, and as the game that the caller names."""
    reading = reading_of("c03_dehla_tens_ending.pbn", game="dehla-pakad")
    record = reading.records[0]
    assert (record.game_name, record.strain, record.leader) == ("dehla-pakad", Strain.HEARTS, Seat.SOUTH)
    assert reading_of("c03_dehla_tens_ending.pbn").records[0].game_name == "court-piece"
