"""Files about trumps that are hidden, noted, named or fixed by a card: tags, play, JSON, and what contradicts what."""

from __future__ import annotations

import re

import pytest

from solver import Failure, ScoredDeal, from_json, read, score_deals, to_json, write
from solver.cards import FULL_DECK, Card, Seat, Strain, Suit, cards_of
from solver.errors import PositionError
from solver.games import HiddenTrump
from solver.notation import compose
from solver.notation.letters import LANGUAGES
from solver.record import NoticeKind, Record
from tests.cli_run import ROOT

N, E, S, W = Seat

PEG = """[Game "CourtPiece"]
[Rules "peg"]
[Hakem "N"]
[Trump "-"]
[HiddenTrump "H"]
[Taken "6-4"]
[Deal "N:K.2.3. 4.53.. 97..2. 8..98."]
[Play "N"]
"""

ACE_OF_CLUBS = """[Game "CourtPiece"]
[Rules "band-rang"]
[Hakem "S"]
[Trump "-"]
[HiddenTrump "CA"]
[Deal "N:5.AQ987.AT.K9843 A84.J64.K543.Q65 KQT96.532.Q86.AT J732.KT.J972.J72"]
[Play "S"]
SQ SJ S5 S8
H5 HT HA HJ
CT C7 C3 CQ
S6 S2 H8 SA
DQ D9 DT D3
ST S7 C4 S4
D6 D2 DA DK
S9 C2 C9 C6
D8 CJ C8 C5
SK S3 H7 H4
H2 HK H9 H6
H3 DJ HQ D4
CA D7 CK D5
"""


def one(text: str, *, language: str | None = None) -> Record:
    """Read the only game of *text*."""
    reading = read(text, language=language)
    assert len(reading.records) == 1
    return reading.records[0]


def noted(record: Record) -> list[str]:
    """Return the contradictions and deviations of a record."""
    return [notice.message for notice in record.warnings if notice.kind is not NoticeKind.REMARK]


def texts(record: Record) -> str:
    """Return the cards of the play in order."""
    return " ".join(card.text for card in record.play)


# Reading


def test_a_hidden_trump_that_is_asked_for():
    """Tags say what is hidden and by whom, a question mark before a card that it was asked for."""
    record = one(f"{PEG}SK S4 S7 S8\nD3 ?H3 D2 D8\n")
    assert (record.errors, noted(record)) == ((), [])
    assert (record.strain, record.hidden, record.leader) == (None, HiddenTrump(Suit.HEARTS, N), N)
    assert texts(record) == "SK S4 S7 S8 D3 ?H3 D2 D8"
    position = record.position()
    assert (position.strain, position.taken, position.leader) == (Strain.HEARTS, (7, 5), E)


@pytest.mark.parametrize(
    ("tag", "hidden"),
    [
        ("H", HiddenTrump(Suit.HEARTS, N)),
        ("N H", HiddenTrump(Suit.HEARTS, N)),
        ("♥", HiddenTrump(Suit.HEARTS, N)),
        ("HT", HiddenTrump(Suit.HEARTS, N, Card.parse("HT"))),
    ],
)
def test_how_a_hidden_trump_is_written(tag, hidden):
    """A suit or a card, with the seat that set it or without where the hakem is known."""
    assert one(PEG.replace('"H"', f'"{tag}"')).hidden == hidden


def in_the_letters_of(code: str) -> list[tuple[str, Card]]:
    """Return every card as the language writes it, with both words for the ten and in small letters too."""
    language = LANGUAGES[code]
    ranks = [(letter, rank) for letter, rank in language.ranks.items() if letter in language.own_ranks]
    suits = {suit: letter for letter, suit in zip(language.suit_letters, Suit, strict=True)}
    written = [(suits[suit] + letter, Card(suit, rank)) for suit in Suit for letter, rank in ranks]
    assert {card for _, card in written} == set(cards_of(FULL_DECK))
    return [(shape(text), card) for text, card in written for shape in (str.upper, str.lower)]


FACE_DOWN = {
    "band-rang": {"Game": "CourtPiece", "Rules": "band-rang", "Hakem": "N"},
    "closed_card": {"Game": "DehlaPakad", "Rules": "dp_trump=closed_card", "Dealer": "E"},
}


@pytest.mark.parametrize("given", FACE_DOWN.values(), ids=FACE_DOWN)
@pytest.mark.parametrize("code", [None, *LANGUAGES])
def test_a_card_that_lies_face_down_is_that_card(given, code):
    """`CA` is the ace of clubs, in French of hearts, and never short for carreau; so with all 52 cards."""
    for text, card in in_the_letters_of(code or "en"):
        for value in (text, f"N {text}"):
            tags = "".join(
                f'[{name} "{said}"]\n' for name, said in {**given, "Trump": "-", "HiddenTrump": value}.items()
            )
            record = one(tags, language=code)
            assert (record.hidden, record.errors, noted(record)) == (HiddenTrump(card.suit, N, card), (), []), value
            if code is None:
                assert HiddenTrump.parse(f"N {text}") == record.hidden
                written = {
                    "schema": "hakem/record/1",
                    "game": "court-piece",
                    "rules": "band-rang",
                    "hidden": f"N {text}",
                }
                if given["Game"] == "CourtPiece":
                    assert from_json(written).hidden == record.hidden
                    assert to_json(record)["hidden"] == f"N {card}"


@pytest.mark.parametrize(
    ("value", "language", "hidden"),
    [
        ("Ca", "fr", HiddenTrump(Suit.DIAMONDS, N)),
        ("Ka", None, HiddenTrump(Suit.DIAMONDS, N)),
        ("Kr", None, HiddenTrump(Suit.CLUBS, N)),
        ("Ca", None, HiddenTrump(Suit.CLUBS, N, Card.parse("CA"))),
        ("SA", None, HiddenTrump(Suit.SPADES, N, Card.parse("SA"))),
    ],
)
def test_short_names_of_suits(value, language, hidden):
    """Where no card lies face down a word is a suit first, but English ones before those of other languages."""
    assert one(
        f'[Game "CourtPiece"]\n[Rules "peg"]\n[Hakem "N"]\n[HiddenTrump "{value}"]\n', language=language
    ).hidden == (hidden)


def test_a_card_face_down_that_languages_read_differently():
    """`PA` is the ace of spades in French and of clubs in Portuguese: no guess, and not the suit of Paus either."""
    reading = read('[Game "CourtPiece"]\n[Rules "band-rang"]\n[Hakem "N"]\n[HiddenTrump "PA"]\n')
    (error,) = reading.errors
    assert error.message.endswith("which is SA in French, German, Spanish; CA in Portuguese: name the language")


def test_the_score_of_a_deal_whose_trump_is_the_ace_of_clubs_face_down():
    """A whole deal of Band Rang in which nobody asks and the ace of clubs is taken up last: 8-5, and no revoke."""
    (deal,) = score_deals(read(ACE_OF_CLUBS).records)
    assert isinstance(deal, ScoredDeal)
    assert (deal.record.errors, deal.revoke, deal.scored.units) == ((), None, (8, 5))


@pytest.mark.parametrize(
    ("tags", "setter"),
    [({"Hakem": "W"}, W), ({"Dealer": "E"}, N), ({"Dealer": "E", "Rules": "peg;caller_seat=left"}, S)],
)
def test_the_hakem_is_the_setter(tags, setter):
    """Whoever is the hakem by the tags has set the trump."""
    given = {"Game": "CourtPiece", "Rules": "peg", "HiddenTrump": "H", **tags}
    record = compose([*given.items(), ("Deal", "N:K.2.3. 4.53.. 97..2. 8..98."), ("Leader", "N")])
    assert record.hidden == HiddenTrump(Suit.HEARTS, setter)


def test_a_named_trump():
    """T7 in a file: West says clubs with the two of diamonds."""
    record = one(
        '[Game "DehlaPakad"]\n[Rules "dp_trump=first_void_named"]\n[Trump "?"]\n[TrumpFixed "W D2=C 1"]\n'
        '[Deal "N:AK... 43... 75... ..2.9"]\n[Play "N"]\nSA D2=C S5 S3\n'
    )
    assert (record.errors, noted(record)) == ((), [])
    assert texts(record) == "SA D2=C S5 S3"
    assert record.position().strain is Strain.CLUBS


@pytest.mark.parametrize(
    ("rules", "tags"),
    [("closed", '[HiddenTrump "H"]'), ("closed", '[TrumpFixed "W D2=H 1"]')],
)
def test_what_was_noted_may_stand_in_a_tag(rules, tags):
    """T8 in a file of a whole deal: the play has the card alone, a tag says what was noted with it."""
    deal = "N:AK2.AKQ2.AK5.A32 QJ3.J43.QJT.K654 54.T875.9876.QJ7 T9876.96.432.T98"
    play = "SA S6 S4 S3\nSK S7 S5 SJ\nS2 ST H7 SQ\n"
    head = f'[Game "DehlaPakad"]\n[Rules "{rules}"]\n[Dealer "E"]\n[Trump "?"]\n[Deal "{deal}"]\n'
    record = one(f'{head}{tags.replace("W D2=H 1", "S H7=H 3")}\n[Play "N"]\n{play}')
    assert (record.errors, noted(record)) == ((), [])
    assert (record.hidden, texts(record)[-11:]) == (None, "ST H7=H SQ".rjust(11))
    assert record.position().hidden == HiddenTrump(Suit.HEARTS, S)
    assert record.rows[2][S] is Card.parse("H7=H")


def test_five_cards_first():
    """T9 in a file: the tag has the cards in play until the trump is fixed."""
    record = one(
        '[Game "DehlaPakad"]\n[Rules "dp_deal=five_then_eight"]\n[Trump "?"]\n[Leader "N"]\n'
        '[Deal "N:AK.A.. 43.K.. 75.Q.. 6...A2"]\n[FirstFive "N:A.A.. 4.K.. 7.Q.. ...A2"]\n[Play "N"]\nSA C2 S7 S4\n'
    )
    assert (record.errors, noted(record)) == ((), [])
    assert [card.text for card in record.position(0).legal_plays()] == ["SA", "HA"]
    assert record.position().undealt == 0


def test_a_card_that_lies_face_down_belongs_to_the_right_hand_neighbour():
    """In Dehla Pakad with a closed card the dealer's right-hand neighbour, who leads, has set it."""
    deal = "N:AK2.AKQ2.AK5.A32 QJ3.J43.QJT.K654 54.T875.9876.QJ7 T9876.96.432.T98"
    given = {"Game": "DehlaPakad", "Rules": "dp_trump=closed_card", "Dealer": "E", "Trump": "-", "HiddenTrump": "H2"}
    record = compose([*given.items(), ("Deal", deal)])
    assert (record.errors, noted(record)) == ((), [])
    assert record.initial_position().hidden == HiddenTrump(Suit.HEARTS, N, Card.parse("H2"))


def test_a_trick_in_progress_in_which_it_was_shown():
    """The question mark in CurrentTrick says with which card."""
    record = one(
        '[Game "CourtPiece"]\n[Rules "peg"]\n[Hakem "N"]\n[Trump "H"]\n[Deal "N:2... .8.. .4.. 9..8."]\n'
        '[CurrentTrick "N SK E H5 S ?H3"]\n[ToPlay "W"]\n'
    )
    assert (record.errors, noted(record)) == ((), [])
    assert record.initial_position().trick_winner_so_far() is S


# Back and forth


FILES = [
    f"{PEG}SK S4 S7 S8\nD3 ?H3 D2 D8\n",
    f"{PEG}SK S4 S7 S8\nD3 H3 D2 D8\n",
    (
        '[Game "DehlaPakad"]\n[Rules "dp_trump=first_void_named"]\n[Trump "?"]\n[TrumpFixed "W D2=C 1"]\n'
        '[Deal "N:AK... 43... 75... ..2.9"]\n[Play "N"]\nSA D2=C! {well named} S5 =1= S3\n[Note "1:a note"]\n'
    ),
    (
        '[Game "DehlaPakad"]\n[Rules "closed"]\n[Trump "-"]\n[HiddenTrump "W H"]\n[Leader "N"]\n'
        '[Deal "N:AK... 43... .75.. .J..9"]\n[Play "N"]\nSA C9 H5 S3\n'
    ),
    (
        '[Game "DehlaPakad"]\n[Rules "dp_deal=five_then_eight"]\n[Trump "?"]\n[Leader "N"]\n'
        '[Deal "N:AK.A.. 43.K.. 75.Q.. 6...A2"]\n[FirstFive "N:A.A.. 4.K.. 7.Q.. ...A2"]\n'
    ),
]


@pytest.mark.parametrize("text", FILES)
def test_files_come_back_as_they_are(text):
    """What is read is written as it was, and as JSON it is the same record."""
    record = one(text)
    assert (record.errors, noted(record)) == ((), [])
    again = one(write([record]))
    assert (again.entries, again.play, again.hidden, again.undealt) == (
        record.entries,
        record.play,
        record.hidden,
        record.undealt,
    )
    data = to_json(record)
    assert from_json(data) == record
    assert data.get("hidden") == (f"{record.hidden.setter} {record.hidden}" if record.hidden else None)
    assert data.get("play", []) == [card.text for card in record.play]
    parts = {name: value for name, value in data.items() if name not in ("tags", "head", "source", "line")}
    from_parts = from_json(parts)
    assert from_parts.position().key() == record.position().key()


def test_an_annotation_is_no_question():
    """A question mark behind a card, or alone behind one, is still an annotation."""
    record = one(f"{PEG}SK? S4 ? S7!? S8\nD3 ?H3? D2 D8\n")
    assert [card.suffix for card in record.played] == ["?", "?", "!?", "", "", "?", "", ""]
    assert record.play[5] is Card.parse("?H3")


def test_other_languages():
    """A section in the letters of another language may ask and name, too."""
    record = one(
        '[Game "DehlaPakad"]\n[Rules "dp_trump=first_void_named"]\n[Trump "?"]\n'
        '[Deal "N:AR... 43... 75... ..2.9"]\n[Play "N"]\nEA O2=P E5 E3\n',
        language="pt",
    )
    assert texts(record) == "SA D2=C S5 S3"
    assert dict(record.sections)["Play"] == ("SA D2=C S5 S3",)


def test_hands_that_are_not_known():
    """A play that asks can be followed without the hands, by the rules."""
    deal = {"Game": "CourtPiece", "Rules": "peg", "Hakem": "N", "Trump": "-", "HiddenTrump": "H"}
    play = [Card.parse(card) for card in ["SK", "H5", "?H3", "S8", "D4", "D2", "D3", "D8"]]
    record = compose(deal.items(), play=play)
    assert (record.errors, record.hidden) == ((), HiddenTrump(Suit.HEARTS, N))
    assert record.played[4].seat is S


# What contradicts what


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"peg"', '"classic"', "HiddenTrump says 'H', but under classic no trump is hidden; it is kept"),
        ('Trump "-"', 'Trump "S"', "Trump says S, HiddenTrump says that H is hidden; HiddenTrump holds"),
        ('HiddenTrump "H"', 'HiddenTrump "E H"', "HiddenTrump says that East set the trump, which is the part of"),
        (
            '[HiddenTrump "H"]',
            '[HiddenTrump "H"]\n[TrumpFixed "E S4 1"]\n[FirstFive "N:K... 4... 9... 8..."]',
            "FirstFive is given, but under peg all cards are dealt before the play; it is kept, not used",
        ),
    ],
)
def test_contradictions(old, new, words):
    """Tags that do not agree are reported with the one that holds."""
    record = one(PEG.replace(old, new, 1) + "SK S4 S7 S8\n")
    assert [message for message in noted(record) if message.startswith(words)]


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("W", "expected a suit or a card, after the seat that set it where that is not clear"),
        ("NT", "expected a suit or a card"),
        ("X H", "tag HiddenTrump: expected a seat (N, E, S or W), not 'X'"),
        ("N H T", "expected a suit or a card"),
    ],
)
def test_hidden_trumps_that_cannot_be_read(value, words):
    """A text that is no hidden trump is an error with its place."""
    reading = read(PEG.replace('HiddenTrump "H"', f'HiddenTrump "{value}"') + "SK S4 S7 S8\n")
    assert [str(error) for error in reading.errors if words in str(error) and error.line == 5]


def test_who_noted_a_trump_has_to_be_named():
    """In an ending anybody may have."""
    text = FILES[3].replace('"W H"', '"H"')
    assert ["who set the trump is not known: name the seat, such as 'W H'" in str(each) for each in read(text).errors]


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("S S5 1", "TrumpFixed says S S5 1, but West fixed the trump with D2=C in trick 1; the play holds"),
        ("W D3 1", "TrumpFixed says that West played D3 to trick 1, which the play does not; it holds"),
        ("W D2=H 1", "TrumpFixed says that West named H, the play says D2=C; it holds"),
        ("W ?D2 1", "tag TrumpFixed: expected seat, card and trick such as 'W D3 1', not 'W ?D2 1'"),
    ],
)
def test_trump_fixed_against_the_play(said, words):
    """The play decides what fixed the trump, and with which suit."""
    assert noted(one(FILES[2].replace("W D2=C 1", said))) == [words]


def test_a_trump_that_is_fixed_later_does_not_hold_before():
    """A file that gives the final trump in Trump contradicts its TrumpFixed, and is told how to write it."""
    [message] = noted(one(FILES[2].replace('[Trump "?"]', '[Trump "C"]').replace("D2=C!", "D2")))
    assert message.startswith("TrumpFixed says that West fixed the trump in trick 1, Trump that C is trump when")


def test_the_card_that_lies_face_down_is_one_of_the_first():
    """It was set aside from the cards that the hakem saw."""
    text = PEG.replace('"peg"', '"band-rang"').replace('HiddenTrump "H"', 'HiddenTrump "H2"') + "SK S4 S7 S8\n"
    assert noted(one(text)) == []
    seen = text.replace("[Taken", '[FirstCards "SK D3 SA SQ SJ"]\n[Taken').replace("[Deal", '[Event "x"]\n[Deal')
    assert "HiddenTrump says that H2 lies face down, which FirstCards does not have; it is kept" in noted(one(seen))


@pytest.mark.parametrize(
    ("play", "words"),
    [
        ("SK ?S4 S7 S8", "East cannot ask: spades were led and he still holds S4"),
        ("?SK S4 S7 S8", "North leads and cannot ask: only who cannot follow suit may"),
        ("SK S4=H S7 S8", "no suit is named during the play in this game"),
        ("SK S4 S7 S8\nD3 ?H3 D2 D8\nH5 H2 ?S9 D9", "South cannot ask: no trump is hidden"),
    ],
)
def test_illegal_questions(play, words):
    """A card that may not ask, or name a suit, is an error with line and column."""
    reading = read(f"{PEG}{play}\n")
    assert [error for error in reading.errors if words in str(error) and error.line and error.column]


def test_a_suit_is_named_once_and_by_the_first():
    """A plain card where a suit has to be named, and a second naming, are errors that say how to write it."""
    reading = read(FILES[2].replace("D2=C!", "D2").replace('[TrumpFixed "W D2=C 1"]\n', ""))
    assert "West is the first who cannot follow suit and names the trump: write D2=S" in str(reading.errors[0])
    reading = read(FILES[2].replace("S5 =1=", "S5=C =1="))
    assert "the trump is fixed already: S5 cannot name C again" in str(reading.errors[0])


def test_what_is_missing_is_asked_for():
    """A hidden trump that nobody tells makes no position, and neither do first cards that are not told."""
    record = one(PEG.replace('[HiddenTrump "H"]\n', "") + "SK S4 S7 S8\n")
    with pytest.raises(PositionError, match=r"the hidden trump is not known \(tag HiddenTrump, such as 'W H'\)"):
        record.position()
    full = "N:AK2.AKQ2.AK5.A32 QJ3.J43.QJT.K654 54.T875.9876.QJ7 T9876.96.432.T98"
    given = {"Game": "DehlaPakad", "Rules": "dp_deal=five_then_eight", "Dealer": "E", "Trump": "?", "Deal": full}
    with pytest.raises(PositionError, match=r"say which of these 13 they are \(tag FirstFive\)"):
        compose(given.items()).position()


def test_without_the_first_five_a_deal_can_still_be_scored():
    """What each player had first is not told, so that until the trump is fixed no card is held to be a revoke."""
    deal = "N:JT64.AQT93.962.5 AK7.J65.AK74.J98 Q985.K8742..QT63 32..QJT853.AK742"
    head = f'[Game "DehlaPakad"]\n[Rules "dp_deal=five_then_eight"]\n[Dealer "E"]\n[Trump "?"]\n[Deal "{deal}"]\n'
    first = "S4 S2 C3 S7"  # South holds spades, which need not be among his first five
    record = one(f'{head}[Play "N"]\n{first}\nHA D3 H2 H5\n')
    assert (record.errors, texts(record)) == ((), "S4 S2 C3 S7 H2 H5 HA D3")
    [unfinished] = score_deals([record])
    assert isinstance(unfinished, Failure)
    assert "2 tricks are recorded" in str(unfinished.error)
    with pytest.raises(PositionError, match="say which of these 13 they are"):
        record.position()
    [late] = read(f'{head}[Play "N"]\n{first}\nHA D3 H2 SK\n').refused  # by then all cards are dealt
    assert "hearts were led and East still holds HJ, H6, H5: SK is a revoke" in str(late.errors[0])


@pytest.mark.parametrize(
    ("first", "words"),
    [
        ("N:K.2.. 4.K.. 7.Q.. ...A2", "North does not hold H2"),
        ("N:A.A.. - 7.Q.. ...A2", "the first cards of East are not given"),
        ("N:A.A.. 4.K..", "expected four hands"),
    ],
)
def test_first_cards_that_cannot_be(first, words):
    """They are among the cards of each hand, and all are given."""
    reading = read(FILES[4].replace("N:A.A.. 4.K.. 7.Q.. ...A2", first))
    assert [error for error in reading.errors if words in str(error) and error.line == 6]


def test_the_trump_in_a_whole_deal_is_hidden_at_first():
    """A file that gives it as open is told so; it is played as one that was shown."""
    full = "N:AK2.AKQ2.AK5.A32 QJ3.J43.QJT.K654 54.T875.9876.QJ7 T9876.96.432.T98"
    record = compose([("Game", "CourtPiece"), ("Rules", "peg"), ("Hakem", "N"), ("Trump", "H"), ("Deal", full)])
    assert "under peg the trump is hidden at first (tag HiddenTrump), Trump says H" in noted(record)[0]
    assert record.strain is Strain.HEARTS


# Scoring


def test_a_hidden_trump_is_scored_as_it_was_played():
    """Every hand is of one suit: North takes all tricks unless East asks, and then East does."""
    deal = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
    head = f'[Game "CourtPiece"]\n[Rules "peg"]\n[Dealer "E"]\n[Trump "-"]\n[HiddenTrump "H"]\n[Deal "{deal}"]\n'
    ranks = "AKQJT98765432"
    never = "\n".join(f"S{rank} H{rank} D{rank} C{rank}" for rank in ranks)
    at_once = never.replace("HA", "?HA")
    for play, tricks, courts in ((never, (13, 0), (2, 0)), (at_once, (0, 13), (0, 2))):
        [found] = score_deals([one(f'{head}[Play "N"]\n{play}\n')])
        assert isinstance(found, ScoredDeal)
        assert (found.scored.units, found.scored.points) == (tricks, courts)


def test_an_improper_question_is_no_revoke():
    """It cannot be scored as one: the record is refused with the rule."""
    [record] = read(f"{PEG}SK ?S4 S7 S8\n").refused
    [failure] = score_deals([Failure(record.errors[0], record)])
    assert isinstance(failure, Failure)
    assert "East cannot ask" in str(failure.error)


@pytest.mark.parametrize("page", ["court-piece.md", "dehla-pakad.md"])
def test_examples_of_the_documents(page):
    """Each example of such a deal on a page is in order, even in strict reading, and can be played."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    examples = list(re.findall(r"^```pbn\n(.*?)^```", text, flags=re.DOTALL | re.MULTILINE))
    examples = [part for part in examples if "HiddenTrump" in part or "FirstFive" in part]
    assert examples
    for example in examples:
        reading = read(example, strict=True)
        assert (reading.errors, reading.warnings) == ((), ())
        assert all(record.position().history for record in reading.records)
