"""The format of PBN-like files: how text becomes games and tags, and how games become text."""

from __future__ import annotations

import pytest

from solver.cards import Direction, Seat, Side, Strain
from solver.errors import IllegalPlayError, RulesError
from solver.games import CourtPiece
from solver.notation import read, write
from solver.record import NoticeKind

DEAL = "N:A643.KJT8.92.AK3 2.653.QJT7.T9842 KQ97.Q9.AK54.J75 JT85.A742.863.Q6"
GAME = f'[Game "CourtPiece"]\n[Rules "courts"]\n[Dealer "E"]\n[Hakem "N"]\n[Trump "H"]\n[Deal "{DEAL}"]\n'
WHOLE = f'[Deal "{DEAL}"]'
TINY = '[Deal "N:AK... QJ... T9... 87..."]'


def one(text, **options):
    """Read a text that holds one game without errors."""
    reading = read(text, source="f", **options)
    assert [str(error) for error in reading.errors] == []
    (record,) = reading.records
    return record


def played(record):
    """Return the play with seats, as `SA:N S5:W`."""
    return " ".join(f"{card.card}:{card.seat}" for card in record.played)


def noted(text, **options):
    """Return the notices of a text."""
    return [str(notice) for notice in read(text, source="f", **options).warnings]


def faults(text, **options):
    """Return the errors of a text."""
    return [str(error) for error in read(text, source="f", **options).errors]


# Text, tags, games


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["lf", "crlf", "cr"])
@pytest.mark.parametrize("mark", ["plain", "utf-8-sig", "utf-16"])
def test_line_ends_and_byte_order_marks(end, mark):
    """Line ends of all systems and all byte order marks give the same records."""
    text = f'[Event "Tōkyō"]\n{TINY}\n\n[Event "2"]\n{TINY}\n'.replace("\n", end)
    data = text.encode("utf-8" if mark == "plain" else mark)
    reading = read(data)
    assert (len(reading.records), reading.errors, reading.warnings) == (2, (), ())
    assert reading.records[0].tag("Event") == "Tōkyō"


def test_utf16_without_a_mark_is_recognised():
    """Zero bytes in every other place are UTF-16, with a notice."""
    reading = read(TINY.encode("utf-16-le"), source="f")
    assert len(reading.records) == 1
    assert "UTF-16-LE" in str(reading.warnings[0])


def test_line_numbers_are_those_of_an_editor():
    """Only line ends end lines: form feeds and other breaks inside text do not shift line numbers."""
    text = '{ a\x0cb\x85c\u2028d }\n[Event "\u2029"]\n[Deal "N:A..."]\n'
    assert faults(text) == ["f:3:10: expected four hands ('-' for one that is not known), found 1"]


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        (r"a \"b\" c", 'a "b" c'),
        (r"a \\ b", r"a \ b"),
        (r"P:\dlr", r"P:\dlr"),
        (r"\\", "\\"),
        ("\\#", "#"),
        ("\\##x", "##x"),
        (r"\#x", r"\#x"),
        ("  padded ", "  padded "),
        ("tab\tinside", "tab\tinside"),
    ],
)
def test_strings(raw, value):
    """A backslash escapes a quote and a backslash, keeps what looks inherited from being so, and else is itself."""
    record = one(f'[Event "{raw}"]\n{TINY}')
    assert record.tag("Event") == value
    assert one(write([record])) == record


@pytest.mark.parametrize(
    ("line", "value", "notice"),
    [
        (r'[Event "P:\dlr\"]', "P:\\dlr\\", "a backslash stands before the closing quote"),
        ('[Event "the "big" game"]', 'the "big" game', "a quote inside the value has no backslash before it"),
        ('[Event "open"', "open", "the tag has no closing bracket"),
        ("[Event “curly”]", "curly", "the value stands in typographic quotes"),
        ("[Event plain words]", "plain words", "the value has no quotes"),
    ],
)
def test_broken_tags_with_one_reading(line, value, notice):
    """A tag whose end can only be in one place is read, with a notice of what is wrong."""
    reading = read(f"{line}\n{TINY}", source="f")
    assert reading.records[0].tag("Event") == value
    assert f"tag Event: {notice}" in str(reading.warnings[0])
    assert read(f"{line}\n{TINY}", strict=True).errors != ()


def test_a_tag_without_an_end_refuses_its_game_only():
    """A tag that ends nowhere is an error with its place; the games around it are read."""
    reading = read(f'{TINY}\n\n[Event "lost\n{TINY}\n\n{TINY}', source="f")
    assert [str(error) for error in reading.errors] == [
        "f:3:9: game 2: expected the tag to end in '\"]' on its line, not '[Event \"lost'"
    ]
    assert [record.number for record in reading.records] == [1, 3]


def test_white_space_inside_a_tag():
    """Blanks and line ends may stand between the parts of a tag, and tags may share a line."""
    record = one('[ Event\n  "x" ]   [Site "y"] [Deal\t"N:AK... QJ... T9... 87..."]')
    assert record.tags[:2] == (("Event", "x"), ("Site", "y"))


def test_comments_stay_where_they_were():
    """Comments of both kinds and escape lines keep their places when a game is written."""
    text = (
        "% PBN 2.1\n% made by hand\n{ before }\n"
        f'[Event "x"]\n; after the event\n{TINY}\n{{ two\n\nlines }}\n[Play "N"]\nSA {{ch}} SJ ; rest\nS9 S7\n*\n'
    )
    assert write([one(text)]) == text


def test_an_escape_line_inside_a_comment():
    """A brace on a line that begins with % closes nothing."""
    record = one(f"{{ a\n% not here }}\nstill }}\n{TINY}")
    assert record.head == ("{ a", "% not here }", "still }")


def test_an_unclosed_comment_loses_no_game():
    """A comment that is never closed ends before the next tag line; the games behind it are read."""
    text = f"{TINY}\n{{ oops\n\nmore\n{TINY.replace('AK', 'KA')}\n\n{TINY}"
    reading = read(text, source="f")
    assert len(reading.records) == 3
    assert "f:2:1: " in str(reading.warnings[0])
    assert "never closed" in str(reading.warnings[0])
    assert write(reading.records).count("}") == 1


def test_a_comment_that_hides_a_deal_is_remarked():
    """Deals inside a comment are not read; a line that begins with one is worth a remark, not an error."""
    reading = read(f"{{ old\n{TINY}\n}}\n{TINY}", source="f", strict=True)
    assert (len(reading.records), reading.errors) == (1, ())
    assert [notice.kind for notice in reading.warnings] == [NoticeKind.REMARK]


def test_a_record_without_a_deal():
    """A game may have no deal; it is kept, and asking for its position says what is missing."""
    record = one('[Event "x"]\n[West "A"]\n')
    assert record.deal is None
    with pytest.raises(ValueError, match=r"f:1: 3 defects: there is no deal; the trump .*; the leader"):
        record.initial_position()


@pytest.mark.parametrize("value", ["", "?", "-"])
def test_a_deal_that_is_not_known(value):
    """An empty value, a question mark and a dash stand for no deal."""
    assert one(f'[Board "1"]\n[Deal "{value}"]').deal is None


def test_a_repeated_tag_is_kept_and_the_first_one_holds():
    """Of two tags of one name the first holds; the second is kept and noticed."""
    text = f'[Trump "S"]\n{TINY}\n[Trump "H"]\n[Play "N"]\n'
    record = one(text)
    assert (record.strain, len(record.tags)) == (Strain.SPADES, 4)
    assert noted(text) == ["f:3:9: the tag Trump comes again with another value, 'H'; the first one holds"]


def test_games_without_blank_lines_start_where_tags_repeat():
    """Where a deal comes again with another value, the new game starts at the first tag that comes again."""
    text = f'[Board "1"]\n{TINY}\n[Result "9"]\n[Board "2"]\n[Deal "N:KA... QJ... T9... 76..."]\n[Result "8"]\n'
    first, second = read(text).records
    assert (first.tags[-1], first.board) == (("Result", "9"), "1")
    assert (second.tags[0], second.tags[-1]) == (("Board", "2"), ("Result", "8"))


def test_the_same_deal_again_is_the_same_game():
    """A deal that comes again with the same value, nothing else differing, starts no game."""
    assert len(read(f"{TINY}\n{TINY}\n").records) == 1
    assert len(read(f'[Board "1"]\n{TINY}\n[Board "2"]\n{TINY}\n').records) == 2


def test_a_blank_line_inside_a_game():
    """A play after one blank line without tags of its own belongs to the game before; after two it does not."""
    head, play = f'[Board "1"]\n{TINY}\n[Contract "NT"]\n', '[Play "N"]\nSA SJ S9 S7\n'
    assert played(one(f"{head}\n{play}")) == "SA:N SJ:E S9:S S7:W"
    apart = read(f"{head}\n\n{play}")
    assert [len(record.rows) for record in apart.records] == [0, 1]
    assert read(write(apart.records)).records == apart.records


def test_misspelt_tag_names_are_noticed():
    """A known tag in another case is read all the same."""
    text = '[DEAL "N:AK... QJ... T9... 87..."]\n[trump "S"]'
    assert one(text).strain is Strain.SPADES
    assert len(noted(text)) == 2


def test_inheritance_needs_a_game_before():
    """A # in the first game is an error; two with a text are the way to begin."""
    assert faults(f'[Event "#"]\n{TINY}') == [
        "f:1:9: tag Event: expected a value; '#' repeats the game before, but none has the tag"
    ]
    text = f'[Event "##x"]\n{TINY}\n\n{TINY}\n\n[Event "y"]\n{TINY}\n\n{TINY}'
    assert [record.tag("Event") for record in read(text).records] == ["x", "x", "y", "y"]


def test_records_stand_alone():
    """Inherited values are written out, so any choice of records can be written."""
    text = f'[Event "##x"]\n[Board "1"]\n{TINY}\n\n[Board "2"]\n{TINY}'
    second = read(text).records[1]
    assert write([second]).splitlines()[1:3] == ['[Event "x"]', '[Board "2"]']


def test_free_text_after_a_tag_is_kept_with_a_notice():
    """Text behind a tag that has no section is kept; unknown tags may have what section they like."""
    text = f"{TINY}\nwords\n"
    assert noted(text) == ["f:2: free text follows the tag Deal; it is kept"]
    assert noted(f'{TINY}\n[MyTable "a;b"]\n1 2\n3 4\n') == []


# The game


def test_bridge_files_work_as_they_are():
    """A file that names no game is bridge: clockwise, the declarer's left-hand opponent leads."""
    record = one(f'[Declarer "S"]\n[Contract "4SX"]\n[Deal "{DEAL}"]')
    assert (record.game_name, record.rules.preset, record.leader) == ("court-piece", "bridge", Seat.WEST)
    assert (record.strain, record.direction) == (Strain.SPADES, Direction.CLOCKWISE)
    assert one(f'[Declarer "^S"]\n[Contract "NT"]\n[Deal "{DEAL}"]').leader is Seat.WEST


def test_court_piece_in_playing_order():
    """In an anticlockwise game columns are in the order of play from the seat of the tag."""
    record = one(f'{GAME}[Play "N"]\nSA S5 S7 S2\nCA C6 C5 C2\n*\n')
    assert (record.rules.text(), record.direction, record.hakem) == ("courts", Direction.ANTICLOCKWISE, Seat.NORTH)
    assert played(record) == "SA:N S5:W S7:S S2:E CA:N C6:W C5:S C2:E"
    assert record.position().taken == (2, 0)


@pytest.mark.parametrize(
    ("tags", "leader"),
    [
        ('[Game "CourtPiece"]\n[Dealer "E"]\n', Seat.NORTH),
        ('[Game "Coinche"]\n[Dealer "E"]\n[Deal "-"]\n', Seat.NORTH),
        ('[Game "DehlaPakad"]\n[Dealer "W"]\n', Seat.SOUTH),
        ('[Game "CourtPiece"]\n[Dealer "E"]\n[Leader "S"]\n', Seat.SOUTH),
        ('[Hakem "W"]\n', Seat.WEST),
        ('[Dealer "E"]\n', None),
        ('[Declarer "N"]\n', Seat.EAST),
        ('[Game "Bridge"]\n[Dealer "E"]\n', None),
        ('[ToPlay "W"]\n', Seat.WEST),
        ('[Play "W"]\n', Seat.WEST),
    ],
)
def test_who_leads(tags, leader):
    """The leader comes from the tags that say so, from the dealer only where the file names one of our games."""
    assert one(f"{tags}{'' if 'Deal ' in tags else WHOLE}").leader is leader


@pytest.mark.parametrize("tag", ['[Hakem "N"]', '[Declarer "N"]', '[Game "CourtPiece"]\n[Dealer "N"]'])
def test_who_leads_in_an_ending(tag):
    """Who called, was declarer or dealt says nothing of who leads later on, nor against what does."""
    assert one(f"{tag}\n{TINY}").leader is None
    assert one(f'{tag}\n[ToPlay "S"]\n{TINY}').leader is Seat.SOUTH
    assert noted(f'{tag}\n[ToPlay "S"]\n{TINY}') == []


def test_games_not_supported_are_read_and_written(monkeypatch):
    """A game or rules that cannot be played are kept; asking for a position says so, with the place."""
    monkeypatch.setattr(CourtPiece, "refused", {"upsidedown": "the ace is high"})
    text = f'[Game "CourtPiece"]\n[Rules "upside-down"]\n[Trump "H"]\n[Leader "N"]\n{TINY}\n'
    record = one(text)
    assert (record.game, record.rules, record.leader) == (None, None, Seat.NORTH)
    assert write([record]) == f"% PBN 2.1\n{text}"
    with pytest.raises(
        RulesError, match=r"f:2:9: game 1 can be read but not solved: preset 'upside-down' is not supported"
    ):
        record.position()
    assert [notice.kind for notice in record.warnings] == [NoticeKind.REMARK]
    unknown = read(f'[Game "Skat"]\n{TINY}', source="f")
    assert "f:1:8: there is no game 'Skat'" in str(unknown.warnings[0])
    assert read(f'[Game "Skat"]\n{TINY}', strict=True).errors != ()


def test_the_callers_game_is_for_files_that_name_none():
    """A game given by the caller holds where the file has no tag; against the tag it is a contradiction."""
    assert one(TINY, game="hokm").rules.preset == "hokm"
    text = f'[Game "CourtPiece"]\n{TINY}'
    assert one(text, game="coinche").game_name == "court-piece"
    assert "the file holds" in noted(text, game="coinche")[0]
    assert noted(text, game="Court Piece") == []
    with pytest.raises(RulesError, match="there is no game 'poker'"):
        read(TINY, game="poker")


def test_the_callers_trump_leader_and_rules_take_the_place_of_the_files():
    """What the caller says of trump, leader and rules holds, and the play is read by it."""
    text = f'{GAME}[Play "N"]\nSA S5 S7 S2\n'
    record = one(text, trump=Strain.CLUBS, rules="courts;direction=clockwise", leader=Seat.NORTH)
    assert (record.strain, record.rules.text()) == (Strain.CLUBS, "courts;direction=clockwise")
    assert played(record) == "SA:N S2:E S7:S S5:W"


def test_direction_and_rules():
    """The tag Direction changes the rules' direction, and holds against an option that says otherwise."""
    assert one(f'[Game "CourtPiece"]\n[Direction "anticlockwise"]\n{TINY}').rules.text() == (
        "classic;direction=anticlockwise"
    )
    text = f'[Game "CourtPiece"]\n[Rules "courts;direction=clockwise"]\n[Direction "anticlockwise"]\n{TINY}'
    assert one(text).direction is Direction.ANTICLOCKWISE
    assert "Direction holds" in noted(text)[0]
    assert faults(f'[Direction "sideways"]\n{TINY}') == [
        "f:1:13: tag Direction: expected clockwise or anticlockwise, not 'sideways'"
    ]


@pytest.mark.parametrize(
    ("tags", "strain"),
    [
        ('[Trump "S"]', Strain.SPADES),
        ('[Trump "♥"]', Strain.HEARTS),
        ('[Trump "no trump"]', Strain.NO_TRUMP),
        ('[Trump "?"]', None),
        ('[Trump "-"]', None),
        ('[Contract "5Cx"]', Strain.CLUBS),
        ('[Contract "3nt"]', Strain.NO_TRUMP),
        ('[Contract "H"]', Strain.HEARTS),
        ('[Contract "Pass"]', None),
        ('[Game "Coinche"]\n[Contract "100SX"]', Strain.SPADES),
        ('[Game "Coinche"]\n[Contract "CAPOT D"]', Strain.DIAMONDS),
        ('[Game "Coinche"]\n[Rules "s4;denominations=all"]\n[Contract "90TA"]', Strain.ALL_TRUMP),
        ('[Game "Coinche"]\n[Contract "80 coeur"]', Strain.HEARTS),
    ],
)
def test_trump_and_contract(tags, strain):
    """Trump is read from Trump or from the denomination of Contract, in every form."""
    reading = read(f'{tags}\n[Board "1"]')
    assert (reading.records[0].strain, reading.errors, reading.warnings) == (strain, (), ())


# The play


@pytest.mark.parametrize(
    ("rows", "cards"),
    [
        ("SA S5 S7 S2\nCA C6 C5 C2", "SA:N S5:W S7:S S2:E CA:N C6:W C5:S C2:E"),
        ("sa s5 s7 s2", "SA:N S5:W S7:S S2:E"),
        ("SA S5 S7 S2 CA C6 C5 C2", "SA:N S5:W S7:S S2:E CA:N C6:W C5:S C2:E"),
        ("SA {a\nlong comment} S5\nS7 S2\nCA", "SA:N S5:W S7:S S2:E CA:N"),
        ("SA S5 - -\n*", "SA:N S5:W"),
        ("SA S5 + -", "SA:N S5:W"),
        ("SA S5 S7 S2\n+", "SA:N S5:W S7:S S2:E"),
        ("SA S5 S7 S2\n- - - -\n- - - -", "SA:N S5:W S7:S S2:E"),
        ("SA", "SA:N"),
        ("*", ""),
        ("", ""),
        ("SA!! S5$8 S7=2= S2?!", "SA:N S5:W S7:S S2:E"),
        ("♠A ♠5 ♠7 ♠2", "SA:N S5:W S7:S S2:E"),
        ("S3 S10 S7 S2\n- HA - -", "S3:N ST:W S7:S S2:E HA:W"),
        ("SA ^R HA S7 S2", "SA:N HA:W S7:S S2:E"),
    ],
)
def test_play_rows(rows, cards):
    """Rows are read whatever their layout; dashes, stars, plus signs, notes and suffixes are no cards."""
    assert played(one(f'{GAME}[Play "N"]\n{rows}\n')) == cards


@pytest.mark.parametrize(
    ("rows", "notice"),
    [
        ("SA S2 S7 S5\nCA C2 C5 C6", "the hands tell who played them"),
        ("SA S5 S7 S2\nC3 C6 CJ C2\nDA DJ D2 D3", "the hands tell who played them"),
        ("SA S5 S7\nS4", "more cards follow; they are kept, not used"),
        ("AS S5 S7 S2", "expected the suit before the rank, as in SA, not 'AS'"),
    ],
)
def test_play_that_is_not_in_seat_columns(rows, notice):
    """Rows in another order are read where the hands leave one way only, and that is said."""
    text = f'{GAME}[Play "N"]\n{rows}\n'
    assert one(text).position().total == 13
    assert any(notice in line for line in noted(text)), noted(text)


def test_short_rows():
    """Where a line of three cards would shift all that follows, every line is a trick if only that fits the hands."""
    text = '[Deal "N:AK2... QJ3... T94... 876..."]\n[Contract "NT"]\n[Play "N"]\nSA SJ S9\nSK SQ ST S8\n'
    assert any("every line was read as a trick" in line for line in noted(text))
    assert played(one(text)) == "SA:N SJ:E S9:S"


@pytest.mark.parametrize(
    ("rows", "errors"),
    [
        ("SA HA S7 S2", ["f:8:4: spades were led and West still holds SJ, ST, S8, S5: HA is a revoke"]),
        (
            "SA S5 S7 S2\nSA C6 C5 H2",
            ["f:9:1: SA is played twice (first on line 8)", "f:9:10: H2 stands in East's column, but West holds it"],
        ),
        ("SA S5 S7 ZZ", ["f:8:10: expected a card such as SA, or -, not 'ZZ'"]),
        ("SA S5 S7 S1", ["f:8:10: expected a card such as SA, or -, not 'S1'"]),
        ('SA S5 "x" S2', ["f:8:7: expected a card such as SA, or -, not '\"x\"'"]),
    ],
)
def test_play_errors(rows, errors):
    """A card that cannot be, or that breaks a rule, is an error with its place and the rule."""
    assert faults(f'{GAME}[Play "N"]\n{rows}\n') == errors


def test_a_revoke_refuses_the_game_and_keeps_the_record():
    """A game with an illegal card is refused, kept with its cards up to there, and its text is not lost."""
    text = f'{GAME}[Play "N"]\nSA S5 HQ S2\nCA C6 C5 C2\n'
    reading = read(text, source="f")
    (record,) = reading.refused
    assert (reading.records, played(record), len(record.rows)) == ((), "SA:N S5:W", 2)
    assert str(record.errors[0]) == "f:8:7: spades were led and South still holds SK, SQ, S9, S7: HQ is a revoke"
    assert write([record]) == f"% PBN 2.1\n{text}"


def test_a_revoke_that_is_owned_up_to_is_played():
    """A card marked as a revoke is played as it was; without the mark a position refuses it."""
    record = one(f'{GAME}[Play "N"]\nSA ^R HA S7 S2\nCA C6 C5 C2\n')
    assert record.position().taken == (1, 1)
    assert record.played[1].irregular == "R"


def test_play_with_hands_that_are_not_known():
    """Cards of hands that are not known are followed by the rules, cards of known hands are checked."""
    text = '[Deal "N:AK2... - - -"]\n[Contract "NT"]\n[Play "N"]\nSA SJ S9 S7\nS2 SQ ST S8\n- SX - -\n'
    record = one(text.replace("- SX - -", "- S3 - -"))
    assert played(record).endswith("S2:N SQ:E ST:S S8:W S3:E")
    assert faults(text.replace("SX", "SK")) == ["f:6:3: SK stands in East's column, but North holds it"]


def test_play_with_a_trump_that_is_not_known():
    """Without a trump the play is followed as long as every trump gives the same winners."""
    text = f'[Deal "{DEAL}"]\n[Play "N"]\nSA S2 S7 S5\nH8 H3 HQ HA\nD2 D7 DA D3\n'
    record = one(text)
    assert len(record.play) == 12
    ruffed = one('[Deal "N:A2... .K2.. K3... .A3.."]\n[Play "N"]\nSA H2 S3 H3\nS2 HK SK HA\n')
    assert len(ruffed.play) == 4
    assert any("depends on the trump" in str(notice) for notice in ruffed.warnings)


def test_leader_by_the_play_when_the_first_tag_is_wrong():
    """Where the leader of the weightiest tag makes the play impossible and another tag's does not, the other holds."""
    text = '[Deal "N:A2... K3... Q4... J5..."]\n[Contract "NT"]\n[Leader "E"]\n[Play "N"]\n- SK SQ SJ\n'
    record = one(text)
    assert (record.leader, played(record)) == (Seat.EAST, "SK:E SQ:S SJ:W")


def test_endings_with_a_trick_in_progress():
    """The cards left, the trick on the table, whose turn it is and what was taken make a position."""
    text = (
        '[Game "CourtPiece"]\n[Rules "courts"]\n[Trump "S"]\n[Deal "N:64... .65.. KQ9... JT..."]\n'
        '[CurrentTrick "N SA W S5"]\n[ToPlay "S"]\n[Taken "NS 3 EW 7"]\n'
    )
    assert faults(text)[0].startswith("f:4:8: the hands differ in size, which the trick does not explain: ")
    sound = text.replace(".65..", ".652..")
    position = one(sound).initial_position()
    assert (position.to_move, position.taken, position.total) == (Seat.SOUTH, (3, 7), 13)
    record = one(sound + '[Play "N"]\nSA S5 SK H6\nS6 SJ SQ H5\n')
    assert played(record) == "SK:S H6:E S6:N SJ:W SQ:S H5:E"
    assert record.position().taken == (5, 7)


@pytest.mark.parametrize(
    ("tags", "error"),
    [
        ('[CurrentTrick "N SA S S5"]', "play is anticlockwise, expected W after N, not S"),
        ('[CurrentTrick "N SA W"]', "expected one to three seats, each with a card"),
        ('[CurrentTrick "N SA W SA"]', "a card comes twice"),
        ('[CurrentTrick "N ZZ"]', "expected a card, suit first, such as SA, not 'ZZ'"),
        ('[Taken "many"]', "expected units by side such as 'NS 3 EW 2' or '3-2', not 'many'"),
        ('[Hakem "X"]', "tag Hakem: expected a seat (N, E, S or W), not 'X'"),
        ('[Trump "Z"]', "tag Trump: expected a trump (S, H, D, C, NT or AT), not 'Z'"),
        ('[Trump "AT"]', "tag Trump: court-piece is not played in all trump"),
        ('[FirstCards "SA QQ"]', "tag FirstCards: expected a card, suit first, such as SA, not 'QQ'"),
        ('[Play "Q"]', "tag Play: expected a seat (N, E, S or W), not 'Q'"),
    ],
)
def test_bad_values_of_our_tags(tags, error):
    """A value of a tag of ours that makes no sense is an error that says what was expected."""
    found = faults(f'[Game "CourtPiece"]\n[Rules "courts"]\n{tags}\n')
    assert len(found) == 1
    assert error in found[0]


@pytest.mark.parametrize(
    ("tags", "notice"),
    [
        ('[Hakem "S"]\n[Play "N"]', "Hakem makes South the leader, Play North; Play holds"),
        ('[Hakem "S"]\n[Dealer "E"]', "Hakem is South, but North is when East deals; Hakem holds"),
        ('[Leader "S"]\n[Play "N"]\nSA S5 S7 S2', "Leader makes South the leader"),
        ('[Trump "S"]\n[Contract "4H"]', "Trump says S, Contract says H; Trump holds"),
        ('[Hakem "N"]\n[FirstCards "SA HK S2"]', "FirstCards says that the hakem saw S2, which North does not hold"),
        ('[ToPlay "E"]\n[Play "N"]\nSA S5 S7 S2\nCA', "ToPlay is East, but it is the turn of West"),
        ('[Result "1-12"]\n[Play "N"]\nSA S5 S7 S2\nCA C6 C5 C2', "Result gives NS 1 tricks, the play gives 2"),
        ('[Result "NS 4"]\n[TrumpFixed "W D3 1"]\n[Play "N"]\nSA S5 S7 S2', "TrumpFixed says that West played D3"),
    ],
)
def test_contradictions_are_noticed(tags, notice):
    """Tags that contradict each other or the play are notices that say which part holds."""
    text = f'[Game "CourtPiece"]\n[Rules "courts"]\n[Deal "{DEAL}"]\n{tags}\n'
    found = read(text if "Trump" in tags.split("[")[1] else text.replace("[Deal", '[Trump "H"]\n[Deal'), source="f")
    assert any(notice in str(one) and one.kind is NoticeKind.CONTRADICTION for one in found.warnings), found
    assert found.errors == ()


def test_a_bid_that_nobody_can_make():
    """A Coinche contract is a multiple of ten from 80 on; another one is an error."""
    assert "a bid must be a multiple of 10, not 85" in str(read('[Game "Coinche"]\n[Contract "85S"]').errors[0])
    assert noted('[Game "Coinche"]\n[Contract "90S"]') == []


def test_a_result_that_is_marked_as_wrong_is_left_alone():
    """A caret before the result says that it is known to be wrong."""
    play = '[Play "N"]\nSA S5 S7 S2\nCA C6 C5 C2'
    assert noted(f'{GAME}[Result "^NS 0"]\n{play}') == []
    assert len(noted(f'{GAME}[Result "NS 0"]\n{play}')) == 1


# The auction


def test_coinche_calls():
    """Calls go round in the order of play; two words may be one call, and a call out of turn names its seat."""
    record = one(
        '[Game "Coinche"]\n[Rules "coinche_ends=no"]\n[Auction "N"]\nPass 80D 100 S X:W\nCAPOT coeur {so} Pass\n'
    )
    assert [(call.text, call.seat) for call in record.auction] == [
        ("Pass", Seat.NORTH),
        ("80D", Seat.WEST),
        ("100 S", Seat.SOUTH),
        ("X:W", Seat.WEST),
        ("CAPOT coeur", Seat.EAST),
        ("Pass", Seat.NORTH),
    ]
    assert record.auction[4].comments == ("so",)


def test_bridge_calls_with_irregularities():
    """A dash and ^S use up a turn, ^I marks the bid that follows, a star ends the auction."""
    record = one('[Auction "W"]\n- 1D ^I 1C! ^S\n2D =1= $3 *\n[Note "1: weak"]')
    assert [(call.text, call.seat, call.irregular) for call in record.auction] == [
        ("1D", Seat.NORTH, ""),
        ("1C", Seat.EAST, "I"),
        ("2D", Seat.WEST, ""),
    ]
    assert (record.auction[1].suffix, record.auction[2].notes, record.auction[2].nags) == ("!", (1,), (3,))
    assert record.notes == (("Auction", 1, "weak"),)


@pytest.mark.parametrize(
    ("hand", "error"),
    [
        ("JT52.Q9864.KT43..", None),
        (".Q9864.KT43.A.", "it cannot be told which dot is too many"),
        ("A..KQ.JT.", "it cannot be told which dot is too many"),
        (".A.K.Q.J", "found 5: '.A.K.Q.J'"),
        ("A.K.Q.J.T", "found 5: 'A.K.Q.J.T'"),
        ("A.K.Q", "found 3: 'A.K.Q'"),
        ("A.K.Q...", "found 6: 'A.K.Q...'"),
    ],
)
def test_dots(hand, error):
    """A dot too many at the end is passed over if no other empty suit could be the one too many; no suit is shifted."""
    found = faults(f'[Deal "N:{hand} - - -"]')
    assert (error is None and found == []) or error in found[0]


# Positions


def test_position_after_some_cards():
    """A position is the one after so many recorded cards, which can be taken back on it."""
    record = one(f'{GAME}[Play "N"]\nSA S5 S7 S2\nCA C6 C5 C2\n')
    position = record.position(5)
    assert (position.taken, position.to_move, len(position.history)) == ((1, 0), Seat.WEST, 5)
    assert position.undo() is record.play[4]
    assert record.position(99).taken[Side.NS] == 2


def test_an_illegal_card_in_a_position_names_its_place():
    """A record that was refused for a card raises for that card with file, line and column."""
    from dataclasses import replace

    record = one(f'{GAME}[Play "N"]\nSA S5 S7 S2\nCA C6 C5 C2\n')
    broken = replace(record, played=record.played[:1] + record.played[2:])
    with pytest.raises(IllegalPlayError, match=r"^f:8:7: ") as caught:
        broken.position()
    assert caught.value.ply == 2


def test_the_fourth_hand_is_filled_in_on_request():
    """Three full hands give the fourth on request, not otherwise, and not when more is missing."""
    hands = DEAL[2:].split()
    text = '[Trump "H"]\n[Leader "N"]\n[Deal "N:{} {} {} -"]'
    record = one(text.format(*hands[:3]))
    with pytest.raises(ValueError, match="the hand of West is not known"):
        record.initial_position()
    assert str(record.initial_position(complete=True).deal[Seat.WEST]) == hands[3]
    two = one(text.format(hands[0], hands[1], "-"))
    with pytest.raises(ValueError, match="the hand of South is not known; the hand of West is not known"):
        two.initial_position(complete=True)
