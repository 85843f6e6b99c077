"""Letters of five languages: what they stand for, where they clash, and how a file is read in them."""

from __future__ import annotations

import itertools

import pytest

from solver.cards import FULL_DECK, Card, Rank, Seat, Strain, Suit, cards_of
from solver.errors import ParseError
from solver.notation import read, write
from solver.notation.letters import ENGLISH, LANGUAGES, alphabet, fold, ranks_of_all
from solver.notation.meaning import english_contract, find_card, find_contract, find_seat, find_strain

FRENCH = LANGUAGES["fr"]

#: The letters of spades, hearts, diamonds and clubs, of king, queen and jack, and of North, East, South and West.
LETTERS = {
    "en": ("SHDC", "KQJ", "NESW"),
    "fr": ("PCKT", "RDV", "NESO"),
    "de": ("PHKT", "KDB", "NOSW"),
    "es": ("PCDT", "RDJ", "NESO"),
    "pt": ("ECOP", "RDV", "NESO"),
}


@pytest.mark.parametrize("code", LETTERS)
def test_every_card_in_every_language(code):
    """A card written with the letters of a language is that card, ten as 10 and as T, in both cases."""
    suits, honours, _ = LETTERS[code]
    language = alphabet(code)
    for card in cards_of(FULL_DECK):
        rank = dict(zip((Rank.KING, Rank.QUEEN, Rank.JACK), honours, strict=True)).get(card.rank, card.rank.letter)
        for text in (suits[card.suit] + rank, card.suit.symbol + rank):
            assert language.card(text) is card
            assert language.card(text.lower()) is card
            assert language.card(text.replace("T", "10") if card.rank is Rank.TEN and text[0] != "T" else text) is card


@pytest.mark.parametrize("code", LETTERS)
def test_every_seat_in_every_language(code):
    """Seats have the letters of the language; their names are understood in every language."""
    for seat, letter in zip(Seat, LETTERS[code][2], strict=True):
        assert alphabet(code).seat(letter) is seat
    for word, seat in {"Nord": Seat.NORTH, "Süd": Seat.SOUTH, "Oeste": Seat.WEST, "leste": Seat.EAST}.items():
        assert alphabet(code).seat(word) is seat


def test_rank_letters_never_clash():
    """A letter that stands for a rank stands for the same rank in every language that uses it."""
    for one, other in itertools.combinations(LANGUAGES.values(), 2):
        for letter in one.ranks.keys() & other.ranks.keys():
            assert one.ranks[letter] is other.ranks[letter]
    assert ranks_of_all()["v"] is Rank.JACK
    assert "x" not in ranks_of_all()


@pytest.mark.parametrize("word", ["Pique", "PIK", "picas", "espadas", "spade", "♠", "♤", "♠\ufe0f"])
def test_words_and_symbols_mean_one_thing(word):
    """Names of suits and symbols are understood whatever the language."""
    assert {language.suit(word) for language in LANGUAGES.values()} == {Suit.SPADES}


def test_look_alikes_are_no_letters():
    """Letters of other scripts that look like ours, or turn into ours when case is folded, are none of ours."""
    assert fold("\u212a") == "\u212a"  # Kelvin sign
    assert ENGLISH.rank("\u212a") is None
    assert ENGLISH.card("Ѕ2") is None


def test_unknown_language():
    """A language is named by its code or its name; another one is an error that lists them."""
    assert alphabet("French") is FRENCH
    assert alphabet(None) is ENGLISH
    with pytest.raises(ParseError, match=r"one of en \(English\), fr \(French\), .*, not 'xx'"):
        alphabet("xx")


@pytest.mark.parametrize(
    ("find", "text", "value"),
    [
        (find_seat, "n", Seat.NORTH),
        (find_seat, "L", Seat.EAST),
        (find_strain, "K", Strain.DIAMONDS),
        (find_strain, "T", Strain.CLUBS),
        (find_strain, "C", Strain.CLUBS),
        (find_strain, "sans atout", Strain.NO_TRUMP),
        (find_strain, "Tout Atout", Strain.ALL_TRUMP),
        (find_card, "KR", Card(Suit.DIAMONDS, Rank.KING)),
        (find_card, "EA", Card(Suit.SPADES, Rank.ACE)),
    ],
)
def test_what_english_lacks_is_read_where_all_agree(find, text, value):
    """Without a language English holds, then what all languages that know the letter agree on."""
    assert find(text, None) == (value, "")


@pytest.mark.parametrize(
    ("find", "text", "reason"),
    [
        (find_seat, "O", "which is W in French, Spanish, Portuguese; E in German: name the language"),
        (find_strain, "P", "which is S in French, German, Spanish; C in Portuguese: name the language"),
        (find_card, "PA", "which is SA in French, German, Spanish; CA in Portuguese: name the language"),
        (find_seat, "Q", "expected a seat (N, E, S or W), not 'Q'"),
    ],
)
def test_what_languages_use_differently_is_asked_for(find, text, reason):
    """A letter that two languages use differently is no guess: the languages are named."""
    value, why = find(text, None)
    assert value is None
    assert reason in why


@pytest.mark.parametrize("text", ["100C", "CAPOT C", "4CX", "C", "90 cœur coinché"])
def test_contracts_in_a_language_are_rewritten_in_english(text):
    """A contract read in French is written with the English letter of its strain."""
    strain, why = find_contract(text, FRENCH)
    assert (strain, why) == (Strain.HEARTS, "")
    assert find_contract(english_contract(text, strain), None) == (Strain.HEARTS, "")


HANDS = "T843.K4.KT853.73 J97.J763.642.KJ5 Q52.Q982.QJ.9862 AK6.AT5.A97.AQT4"
FRENCH_HANDS = HANDS.translate(str.maketrans("KQJ", "RDV"))


def test_a_whole_file_in_french():
    """A file in French letters is read as such when the caller says so, and written in English letters."""
    text = (
        f'[Dealer "O"]\n[Trump "C"]\n[Leader "O"]\n[Deal "N:{FRENCH_HANDS}"]\n'
        '[FirstCards "PA PR CA"]\n[Play "O"]\nPA {oui} P3 P7 P2\nTD T3 T5 T2\n'
    )
    reading = read(text, language="fr")
    (record,) = reading.records
    assert (str(record.deal), record.strain, record.leader) == (f"N:{HANDS}", Strain.HEARTS, Seat.WEST)
    assert " ".join(map(str, record.play)) == "SA S3 S7 S2 CQ C3 C5 C2"
    written = write([record])
    assert "SA {oui} S3 S7 S2" in written
    assert read(written).records == (record,)
    assert read(text).records == ()


@pytest.mark.parametrize(
    ("row", "language"),
    [("PA P3 P7 P2\nTD T3 T5 T2", "French"), ("EA E3 E7 E2\nPD P3 P5 P2", "Portuguese")],
)
def test_the_hands_tell_the_language_of_the_play(row, language):
    """A play that is not in English letters is read in the language in which the hands hold its cards."""
    reading = read(f'[Trump "C"]\n[Deal "N:{HANDS}"]\n[Play "W"]\n{row}\n')
    (record,) = reading.records
    assert " ".join(map(str, record.play)) == "SA S3 S7 S2 CQ C3 C5 C2"
    assert record.strain is Strain.HEARTS
    assert f"in {language} letters" in str(reading.warnings[0])
    assert read(write(reading.records)).warnings == ()


def test_a_play_in_two_languages_is_not_guessed():
    """Where the hands fit two readings, the caller is asked for the language."""
    text = '[Trump "NT"]\n[Deal "-"]\n[Play "N"]\nPA P3 P7 P2\n'
    assert "in more than one language: name the language" in str(read(text).errors[0])


@pytest.mark.parametrize(
    ("hands", "language"),
    [
        (FRENCH_HANDS, None),
        (HANDS.translate(str.maketrans("QJ", "DB")), None),
        ("ST843.HK4.DKT853.C73 SJ97.HJ763.D642.CKJ5 SQ52.HQ982.DQJ.C9862 SAK6.HAT5.DA97.CAQT4", None),
        ("ST843.HR4.DRT853.C73 SV97.HV763.D642.CRV5 SD52.HD982.DDV.C9862 SAR6.HAT5.DA97.CADT4", None),
        ("PT843.CR4.KRT853.T73 PV97.CV763.K642.TRV5 PD52.CD982.KDV.T9862 PAR6.CAT5.KA97.TADT4", "fr"),
        ("ET843.CR4.ORT853.P73 EV97.CV763.O642.PRV5 ED52.CD982.ODV.P9862 EAR6.CAT5.OA97.PADT4", "pt"),
        ("♠T843.♥K4.♦KT853.♣73 ♠J97.♥J763.♦642.♣KJ5 ♠Q52.♥Q982.♦QJ.♣9862 ♠AK6.♥AT5.♦A97.♣AQT4", None),
        ("X843.R4.RX853.73 V97.V763.642.RV5 D52.D982.DV.9862 AR6.AX5.A97.ADX4", "fr"),
        ("Z843.K4.KZ853.73 B97.B763.642.KB5 D52.D982.DB.9862 AK6.AZ5.A97.ADZ4", "de"),
    ],
)
def test_hands_in_other_letters(hands, language):
    """Ranks in other languages and suit letters inside hands are read, and written as the format has them."""
    reading = read(f'[Deal "N:{hands}"]', language=language)
    assert [str(error) for error in reading.errors] == []
    assert reading.records[0].tag("Deal") == f"N:{HANDS}"


@pytest.mark.parametrize(
    ("deal", "error"),
    [
        (f"N:v{HANDS}", "expected a rank (A K Q J T 9 to 2) in spades in North's hand 'vT843.K4.KT853.73', not 'v'"),
        (f"N:x{HANDS}", "expected a rank; x is not a certain card, in North's hand"),
        (f"N:1{HANDS}", "expected a rank, not a 1 without a 0 after it, in North's hand"),
        (f"N:H{HANDS}", "the suit letter 'H' stands in the place of spades in North's hand"),
        (f"O:{HANDS}", "which is W in French, Spanish, Portuguese; E in German: name the language"),
        (f"N:L{HANDS}", "not 'L'"),
    ],
)
def test_what_is_no_card(deal, error):
    """Anything in a hand that is not a card is an error with its place; nothing is skipped."""
    reading = read(f'[Deal "{deal}"]', source="f")
    assert len(reading.errors) == 1
    assert error in str(reading.errors[0])
    assert str(reading.errors[0]).startswith("f:1:")
