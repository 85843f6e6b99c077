"""Constraints: every form in which they can be written, what they mean, and what is wrong with others."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import Card, Constraint, ParseError, Seat, parse_constraints
from solver.constraints import AMOUNTS, Amount, Balanced, Has, Shape, lengths_fit

SUITS = st.sampled_from("SHDC")


@st.composite
def amounts(draw):
    """Amounts of suits and of other things."""
    of = draw(st.one_of(SUITS, st.sampled_from(sorted(AMOUNTS))))
    low = draw(st.integers(0, 60))
    return Amount(of, low, draw(st.one_of(st.none(), st.integers(low, 99))))


@st.composite
def shapes(draw):
    """Shapes of thirteen cards, in order or not."""
    lengths = draw(st.permutations([4, 3, 3, 3]) | st.permutations([5, 4, 4, 0]) | st.permutations([6, 3, 2, 2]))
    return draw(st.sampled_from("-=")).join(map(str, lengths))


@st.composite
def terms(draw):
    """One term of a constraint, as text."""
    card = draw(st.integers(0, 51).map(Card.of))
    return draw(
        st.one_of(
            amounts().map(str),
            st.just(card.text),
            st.just(f"!{card.text}"),
            st.just("balanced"),
            shapes().map("shape {}".format),
        )
    )


@given(st.sampled_from(list(Seat)), st.lists(terms(), min_size=1, max_size=5))
def test_what_is_written_is_read_again(seat, texts):
    """The text of a constraint gives the same constraint."""
    constraint = Constraint.parse(f"{seat.letter}: {', '.join(texts)}")
    assert constraint.seat is seat
    assert len(constraint.terms) == len(texts)
    assert Constraint.parse(str(constraint)) == constraint


@given(amounts())
def test_amounts_mean_what_they_say(amount):
    """An amount is read as it is written, whatever its form."""
    assert Constraint.parse(f"N: {amount}").terms == (amount,)


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused(text):
    """No text brings down the reader; an error names what was expected and the text."""
    try:
        Constraint.parse(text)
    except ParseError as error:
        assert "expected a constraint such as" in error.message  # noqa: PT017 - most texts are refused
        assert error.text == text  # noqa: PT017 - as above


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("S>=4", Amount("S", 4, None)),
        ("s >= 4", Amount("S", 4, None)),
        ("S≥4", Amount("S", 4, None)),
        ("♠ 4+", Amount("S", 4, None)),
        ("S>4", Amount("S", 5, None)),
        ("H=2-3", Amount("H", 2, 3)),
        ("H 2–3", Amount("H", 2, 3)),
        ("H: 2..3", Amount("H", 2, 3)),
        ("D<2", Amount("D", 0, 1)),
        ("D<=2", Amount("D", 0, 2)),
        ("C=0", Amount("C", 0, 0)),
        ("!C", Amount("C", 0, 0)),
        ("HCP 10-14", Amount("hcp", 10, 14)),
        ("hcp>=12", Amount("hcp", 12, None)),
        ("trumps 3", Amount("trumps", 3, 3)),
        ("S10", Has(Card.parse("ST").bit)),
        ("! d k", Has(Card.parse("DK").bit, held=False)),
        ("!dk", Has(Card.parse("DK").bit, held=False)),
        ("Balanced", Balanced()),
        ("shape 4432", Shape(frozenset(), "")),
    ],
)
def test_forms(text, term):
    """Case, blanks and signs may differ; a card and a length of one suit are told apart."""
    found = Constraint.parse(f"W: {text}").terms[0]
    if isinstance(term, Shape):
        assert len(found.patterns) == 12
        return
    assert found == term


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("S>=4", "a seat and a colon before the terms are missing"),
        ("X: S>=4", "expected a seat"),
        ("W:", "no term follows the seat"),
        ("W: S4x", "'S4x' is no card, length, shape or number of something"),
        ("W: S>=4+", "'S>=4\\+' has both >= and a range"),
        ("W: H=3-2", "'H=3-2' is a range without a number in it"),
        ("W: D<0", "'D<0' is a range without a number in it"),
        ("W: clubs 3", "'clubs 3' counts 'clubs', which is none of S, H, D, C, hcp"),
        ("W: shape 4-4-4", "'shape 4-4-4' is no shape such as 4-4-3-2"),
        ("W: shape 4-4=3-2", "is no shape such as"),
        ("W: shape 9-9-0-0", "'shape 9-9-0-0' is the shape of a hand of 18 cards"),
        ("W: foo 3, S>=x", "'foo 3' counts 'foo'.*'S>=x' is no card"),
    ],
)
def test_errors(text, message):
    """Everything wrong with a constraint is told at once, with the text."""
    with pytest.raises(ParseError, match=message):
        Constraint.parse(text)


def test_several_constraints():
    """Semicolons separate them, and empty parts are none."""
    found = parse_constraints("W: S>=4, !DK; E: balanced;")
    assert [str(each) for each in found] == ["W: S>=4, !DK", "E: balanced"]
    assert parse_constraints("  ") == ()
    with pytest.raises(ParseError, match="no term follows"):
        parse_constraints("W: S>=4; E:")


@pytest.mark.parametrize(
    ("text", "lengths", "fits"),
    [
        ("shape 4-4-3-2", (2, 3, 4, 4), True),
        ("shape 4=4=3=2", (2, 3, 4, 4), False),
        ("shape 5-x-x-x", (0, 5, 4, 4), True),
        ("shape 5-x-x-x", (6, 4, 2, 1), False),
        ("shape x=x=5=x", (0, 4, 5, 4), True),
        ("shape 4-3-3-3|4-4-3-2", (4, 4, 3, 2), True),
        ("balanced", (4, 3, 3, 3), True),
        ("balanced", (2, 3, 3, 5), True),
        ("balanced", (4, 4, 4, 1), False),
        ("balanced", (5, 4, 2, 2), False),
        ("balanced", (3, 2, 2, 1), True),
        ("balanced", (3, 3, 2, 0), False),
        ("balanced", (4, 2, 1, 1), False),
        ("S>=4", (4, 3, 3, 3), True),
        ("S>=4", (3, 4, 3, 3), False),
        ("hcp 10+", (3, 4, 3, 3), True),
    ],
)
def test_lengths(text, lengths, fits):
    """Lengths of suits agree with shapes, and with amounts of suits; other terms do not speak of them."""
    assert lengths_fit(Constraint.parse(f"N: {text}").terms, lengths) is fits
