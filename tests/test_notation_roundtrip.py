"""Laws of reading and writing on inputs that nobody wrote by hand."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from solver.cards import FULL_DECK, Card, Direction, Seat, Strain, cards_of
from solver.deal import Deal
from solver.games import game
from solver.notation import compose, from_json, options, read, reread, to_json, write
from solver.notation.deals import read_deal
from solver.notation.letters import LANGUAGES
from solver.notation.pbn import raw_games, write_pbn
from solver.notation.report import Report
from solver.notation.scan import escape, scan, section_tokens, unescape
from solver.position import Position
from solver.record import Entry, Record
from tests.fuzz.notation_target import WORDS, check
from tests.strategies import deals, directions, partial_deals, seats

#: Text that a file may hold in one line.
line_text = st.text(st.characters(exclude_characters="\r\n", exclude_categories=["Cs"]), max_size=30)
names = st.from_regex(r"[A-Z][A-Za-z0-9_]{0,8}", fullmatch=True)
pieces = st.sampled_from([word.decode("utf-8", "replace") for word in WORDS])


@st.composite
def played_records(draw: st.DrawFn) -> tuple[Position, Record]:
    """A position after legal play from its start, and the record composed of it."""
    deal = draw(deals(max_cards=13))
    strain = draw(st.sampled_from(game("court-piece").strains))
    leader, direction = draw(seats), draw(directions)
    rules = f"courts;direction={direction};nt_allowed=yes"
    position = Position(deal, strain=strain, leader=leader, rules=rules)
    for _ in range(draw(st.integers(0, 4 * position.tricks_left))):
        position.push(draw(st.sampled_from(position.legal_plays())))
    tags = [
        ("Game", "CourtPiece"),
        ("Rules", rules),
        ("Deal", deal.format(draw(seats))),
        ("Trump", strain.letter),
        ("Leader", leader.letter),
        ("Event", draw(line_text)),
    ]
    return position, compose(tags, play=position.history)


@given(played_records())
def test_a_played_deal_comes_back(drawn):
    """A deal with legal play is written and read as the same record, and its position is the one played."""
    position, record = drawn
    assert record.errors == ()
    reading = read(write([record]))
    assert reading.records == (record,)
    assert reading.errors == reading.warnings == ()
    assert record.position() == position
    assert record.play == position.history
    assert from_json(json.loads(json.dumps(to_json(record)))) == record


@given(played_records(), st.data())
def test_columns_in_another_order_are_put_right_by_the_hands(drawn, data):
    """Rows whose cards stand in any order are read as the same play, as long as every trick is complete."""
    position, record = drawn
    cards = position.history[: len(position.history) // 4 * 4]
    entries = [entry for entry in record.entries if entry.name != "Play"]
    tricks = [data.draw(st.permutations(cards[start : start + 4])) for start in range(0, len(cards), 4)]
    rows = [" ".join(map(str, trick)) for trick in tricks]
    entries.append(Entry("Play", record.leader.letter, tuple(rows)))
    (again,) = read(write([Record(entries=tuple(entries))])).records
    assert again.play == cards


@given(partial_deals(), seats)
def test_deals_are_read_as_they_are_written(deal, first):
    """A sound deal is read as itself whatever seat is first; another one is refused, never changed."""
    report = Report()
    found = read_deal(deal.format(first), report, alphabet=None, deck=FULL_DECK)
    if deal.defects() or all(not hand for hand in deal.hands):
        assert found is None
        assert report.errors
    else:
        assert (found.deal, found.first) == (deal, first)
        assert not report.errors


@given(deals(max_cards=6), st.sampled_from(list(LANGUAGES.values())), st.booleans(), st.booleans(), st.booleans())
def test_deals_in_any_language_and_style(deal, language, ten, lower, lettered):
    """A deal in the letters of a language, ten as 10, in lower case or with suit letters is the same deal."""
    letters = {
        rank: letter for letter, rank in language.ranks.items() if letter in language.own_ranks and letter != "10"
    }
    hands = []
    for hand in deal.hands:
        suits = ["", "", "", ""]
        for card in hand:
            suits[card.suit] += "10" if ten and card.rank == 10 else letters[card.rank]
        if lettered:
            suits = [letter + cards for letter, cards in zip(language.suit_letters, suits, strict=True)]
        hands.append(".".join(suits))
    text = f"N:{' '.join(hands)}"
    found = read_deal(text if lower else text.upper(), Report(), alphabet=language, deck=FULL_DECK)
    assert found is not None
    assert found.deal == deal


@given(st.lists(st.tuples(names, line_text), min_size=1, max_size=5), st.lists(line_text, max_size=3))
def test_any_tags_come_back(tags, words):
    """Tags with any values, and escape lines with any text, are read as they were written."""
    entries = [Entry(name, value) for name, value in tags if name.lower() != "deal"] or [Entry("A", "")]
    head = tuple(f"%-{word.rstrip()}" for word in words)
    assert raw_games(write_pbn([Record(entries=tuple(entries), head=head)])) == [(head, tuple(entries))]


@given(line_text)
def test_strings_of_tags(value):
    """Escaping and reading a value gives the value."""
    assert unescape(escape(value)) == value


@given(st.lists(pieces | line_text, max_size=30), st.booleans(), st.sampled_from([None, "fr", "pt"]))
def test_any_text_keeps_the_law(parts, strict, language):
    """Whatever stretches of such files are strung together, the law of the readers holds."""
    check("".join(parts), strict=strict, language=language)


@given(st.binary(max_size=200))
def test_any_bytes_keep_the_law(data):
    """Whatever the bytes, the law of the readers holds."""
    check(data)


@given(st.lists(pieces, max_size=20).map("".join))
def test_pieces_cover_the_text(text):
    """Pieces of a text come in order, do not overlap, and leave out nothing but white space."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    place = 0
    for piece in scan(text):
        assert piece.start >= place
        assert text[place : piece.start].strip(" \t\n\x0b\x0c") == ""
        assert piece.end > piece.start
        place = piece.end
    assert text[place:].strip(" \t\n\x0b\x0c") == ""


@given(st.lists(pieces, max_size=20).map("".join))
def test_tokens_stand_where_they_say(text):
    """Every token of a section is found on its line at its place."""
    body = tuple(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))
    for token in section_tokens(body):
        if token.kind.value != "comment":
            assert body[token.line].startswith(token.text, token.start)


@given(deals(min_cards=13, max_cards=13), st.sampled_from(list(Strain)[:5]), st.sampled_from(list(Seat)))
def test_what_the_caller_says_holds(deal, strain, leader):
    """A record read again with a trump and a leader has them."""
    record = reread(compose([("Deal", str(deal))]), said=options(trump=strain, leader=leader, rules="courts"))
    position = record.initial_position()
    assert (position.strain, position.leader, position.direction) == (strain, leader, Direction.ANTICLOCKWISE)


def test_every_card_in_a_play_section():
    """Each of the 52 cards is read in a play section, in both cases."""
    deal = Deal.random(seed=1)
    for card in cards_of(FULL_DECK):
        owner = next(seat for seat in Seat if card in deal[seat])
        for text in (card.text, card.text.lower(), card.symbol_text, f"{card.suit.letter}{int(card.rank)}"):
            if text[1:].isdigit() and int(text[1:]) > 10:
                continue
            (record,) = read(f'[Deal "{deal}"]\n[Contract "NT"]\n[Play "{owner}"]\n{text}\n').records
            assert record.play == (Card.parse(card.text),)
