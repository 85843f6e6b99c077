"""Tags of Dehla Pakad about a trump that is set before the play, or cannot be: who set it, and what contradicts."""

from __future__ import annotations

import pytest

from solver import read
from solver.cards import Card, Seat, Side, Strain, Suit
from solver.games import HiddenTrump
from solver.six import SixDeal, read_six
from tests.cli_run import ROOT
from tests.dehla_rounds import rounds, scored

N, E, S, W = Seat
NS, EW = Side

# Who set the trump

CLOSED_CARD = (ROOT / "tests" / "data" / "closed-card.pbn").read_text(encoding="utf-8")


def test_the_player_after_the_dealer_lays_the_trump_down():
    """Also in a clockwise game, where he sits on the dealer's left."""
    [record] = read(CLOSED_CARD).records
    assert (record.leader, record.hidden, record.errors, record.warnings) == (
        E,
        HiddenTrump(Suit.DIAMONDS, E, Card.parse("DJ")),
        (),
        (),
    )
    [found] = scored(CLOSED_CARD)
    assert (found.caller, found.scored.units, found.scored.winner) == (E, (13, 43), EW)


def test_a_seat_that_the_hidden_trump_names_holds():
    """A seat with the card holds against the place that the rules give him; one without it is an error."""
    said = read(
        CLOSED_CARD.replace('"DJ"', '"E DJ"')
        .replace('Dealer "N"', 'Dealer "S"')
        .replace("[Trump", '[Leader "E"]\n[Trump')
    )
    assert [record.hidden for record in said.records] == [HiddenTrump(Suit.DIAMONDS, E, Card.parse("DJ"))]
    assert "HiddenTrump says that East set the trump, which is the part of West; it holds" in {
        notice.message for notice in said.warnings
    }
    other = read(CLOSED_CARD[: CLOSED_CARD.index("[Play")].replace('"DJ"', '"S D9"'))
    assert [record.hidden for record in other.records] == [HiddenTrump(Suit.DIAMONDS, S, Card.parse("D9"))]
    wrong = read(CLOSED_CARD.replace('"DJ"', '"W DJ"'))
    assert "tag HiddenTrump: West set the trump and does not hold DJ" in str(wrong.errors[0])


# A trump before anything is played

WHOLE = (
    '[Deal "N:JT64.AQT93.962.5 AK7.J65.AK74.J98 Q985.K8742..QT63 32..QJT853.AK742"]\n'
    '[Play "N"]\nHA D3 H2 H5\nC5 CA C3 C8\n'
)


@pytest.mark.parametrize("rules", ["dehla-pakad", "closed", "dp_trump=first_void_named"])
def test_a_trump_that_the_play_would_fix_contradicts_the_rules(rules):
    """West's D3 would fix diamonds in trick 1; the tag holds, with a notice, and in strict reading it is an error."""
    text = rounds("Dealer E, Trump H", rules=rules) + WHOLE
    reading = read(text)
    words = "no trump is fixed when the play begins (it would be ?); Trump holds"
    [notice] = [each for each in reading.warnings if words in each.message]
    assert (notice.line, notice.message.startswith("Trump says H")) == (4, True)
    assert reading.records[0].position().strain is Strain.HEARTS
    assert any(words in error.message for error in read(text, strict=True).errors)
    assert not read(text.replace('"H"', '"?"').replace(rules, "dehla-pakad")).warnings
    assert not read(text.replace(rules, "dp_trump=fixed")).warnings


def test_a_trump_of_six_before_anything_is_played():
    """The same for six players; an ending may begin with a trump."""
    deal = SixDeal.random(seed=1)
    text = rounds("Dealer 1, Trump H", players=6) + f'[Deal "{deal}"]\n'
    [notice] = read_six(text).warnings
    assert "no trump is fixed when the play begins" in notice.message
    [error] = read_six(text, strict=True).errors
    assert "no trump is fixed when the play begins" in str(error)
    assert read_six(text.replace('"H"', '"?"')).warnings == ()
    assert read_six(text.replace("dehla-pakad", "open")).warnings == ()
    ending = rounds("Dealer 1, Trump H", players=6) + '[Deal "1:A... K... Q... J... T... 9..."]\n'
    assert read_six(ending).warnings == ()
