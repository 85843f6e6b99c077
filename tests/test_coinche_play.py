"""The duties of Coinche, case by case, as two implementations see them: the readable rules and the compiled search."""

from __future__ import annotations

from typing import cast

import pytest

from solver.cards import Card, Direction, Rank, Seat, Strain, Suit, cards_of, mask_of
from solver.deal import Deal
from solver.errors import IllegalPlayError, PositionError, RulesError
from solver.games import game, resolve
from solver.games.coinche import SHORT_DECK, CoincheRules, card_points, rank_order
from solver.position import Position

COINCHE = game("coinche")

#: Trick in the order in which it was played, hand of the player to move, trump, options, legal cards.
CASES = [
    # Trump is led: the partner (first card) is winning, and is beaten all the same.
    ("L1", "H9 HQ", "HJ H7 SA", "H", "", "HJ"),
    ("L1 loose", "H9 HQ", "HJ H7 SA", "H", "over_partner_led=no", "HJ H7"),
    ("L2", "HJ H7", "HA H8 CA", "H", "", "HA H8"),
    ("L3", "HJ H7", "SA C7", "H", "", "SA C7"),
    ("L4", "SK HQ", "HA H8 DA", "H", "", "HA"),
    ("L5", "SK H9", "HA H8 DA C7", "H", "", "HA H8"),
    ("L5 free", "SK H9", "HA H8 DA C7", "H", "undertrump=free", "HA H8 DA C7"),
    ("L6", "SA S7", "HJ D8", "H", "", "HJ D8"),
    ("L7", "SA H8 S9", "H7 HJ CQ", "H", "", "H7 HJ CQ"),
    ("L7 no_under", "SA H8 S9", "H7 HJ CQ", "H", "partner_ruff=no_under", "HJ CQ"),
    ("L7 must_over", "SA H8 S9", "H7 HJ CQ", "H", "partner_ruff=must_over", "H7 HJ CQ"),
    ("L8", "SA H8 S9", "H7 HJ", "H", "", "H7 HJ"),
    ("L8 must_over", "SA H8 S9", "H7 HJ", "H", "partner_ruff=must_over", "HJ"),
    ("L8 no_under", "SA H8 S9", "H7 HJ", "H", "partner_ruff=no_under", "HJ"),
    ("L8c", "SA H8 S9", "H7 CQ", "H", "", "H7 CQ"),
    ("L8c no_under", "SA H8 S9", "H7 CQ", "H", "partner_ruff=no_under", "CQ"),
    ("only lower trumps", "SA HQ S9", "H7 H8", "H", "partner_ruff=no_under", "H7 H8"),
    ("only lower trumps, must_over", "SA HQ S9", "H7 H8", "H", "partner_ruff=must_over", "H7 H8"),
    ("L9", "SA H8 HT", "HK H9 D7", "H", "", "H9"),
    ("L10", "SA S7 S8", "C7 DA", "H", "", "C7 DA"),
    ("L11", "SA S7 S8", "H7 HK CA", "H", "", "H7 HK"),
    ("L12", "S8 S7 H9", "SA S9 HJ", "H", "", "SA S9"),
    ("L13", "SA", "HK H7 C8", "H", "", "HK H7"),
    ("L14", "SA HQ H8", "HK H7 C8", "H", "", "HK H7 C8"),
    ("L14 no_under", "SA HQ H8", "HK H7 C8", "H", "partner_ruff=no_under", "HK C8"),
    ("L15 follow", "SA S7", "ST S8 HJ", "NT", "denominations=all", "ST S8"),
    ("L15 no duty to beat", "S9 S7", "ST S8 HJ", "NT", "denominations=all", "ST S8"),
    ("L15 void", "SA S7", "HJ D8", "NT", "denominations=all", "HJ D8"),
    ("L16", "DA D7 DK", "DJ D8 HA", "AT", "denominations=all", "DJ"),
    ("L16 void", "DA D7 DK", "HJ H8 CA", "AT", "denominations=all", "HJ H8 CA"),
    ("L16 partner", "D7 DA D8", "DJ DQ HA", "AT", "denominations=all", "DJ"),
    ("L16 partner loose", "D7 DA D8", "DJ DQ HA", "AT", "denominations=all;over_partner_led=no", "DJ DQ"),
    # Overtrumping by the order of trumps; the partner's exception holds only where another suit is led.
    ("jack over ten", "C7 DT", "DJ DK DQ", "D", "", "DJ"),
    ("nine over ten", "DT", "D9 D7", "D", "", "D9"),
    ("neither beats the nine", "DT D9", "DA D8", "D", "", "DA D8"),
    ("jack over nine", "DT D9 DA", "DK DQ DJ", "D", "", "DJ"),
    ("partner led and is winning", "DT D7", "D9 DK", "D", "", "D9"),
    ("partner's ruff is winning", "C7 DT DK", "DJ D8 HA SK", "D", "", "DJ D8 HA SK"),
]


def cards(text: str) -> list[Card]:
    """Read cards written one after another."""
    return [Card.parse(word) for word in text.split()]


@pytest.mark.parametrize(
    ("trick", "hand", "strain", "options", "legal"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
class TestDuties:
    """Each case is asked of both."""

    def test_readable_rules(self, trick, hand, strain, options, legal):
        """What a position offers."""
        found = COINCHE.legal_mask(mask_of(cards(hand)), cards(trick), Strain.parse(strain), COINCHE.rules(options))
        assert set(cards_of(found)) == set(cards(legal))

    def test_compiled_rules(self, trick, hand, strain, options, legal):
        """What the search tries; the other hands do not matter."""
        from solver.backends.coinche import CoincheBackend

        backend = CoincheBackend(memory=4 << 20, cpu="auto", without=())
        rules = cast("CoincheRules", COINCHE.rules(options))
        seat = (1 - len(cards(trick))) % 4
        found = backend.legal(mask_of(cards(hand)), cards(trick), Strain.parse(strain), rules, leader=seat)
        assert set(map(Card.of, found)) == set(cards(legal))

    def test_errors_name_the_rule(self, trick, hand, strain, options, legal):
        """Every card that is not legal is refused with a reason that names it and those that are."""
        rules = COINCHE.rules(options)
        for card in set(cards(hand)) - set(cards(legal)):
            why = COINCHE.why_illegal(
                card, mask_of(cards(hand)), cards(trick), Strain.parse(strain), rules, seat=Seat.SOUTH
            )
            assert str(card) in why
            assert all(str(other) in why for other in cards(legal))


@pytest.mark.parametrize(
    ("trick", "strain", "place"),
    [
        ("CJ DK", "S", 0),
        ("ST SK", "NT", 0),
        ("SK ST", "NT", 1),
        ("S9 ST", "NT", 1),
        ("S9 ST", "S", 0),
        ("SJ S9 SA", "S", 0),
        ("SJ S9 SA", "AT", 0),
        ("S7 HJ S8", "AT", 2),
        ("SA H7 HQ H8", "H", 2),
        ("SA HT H9 HJ", "H", 3),
    ],
)
def test_winner(trick, strain, place):
    """The highest trump, else the highest of the suit led, each by the order of its suit."""
    assert COINCHE.winner(cards(trick), Strain.parse(strain), COINCHE.rules("denominations=all")) == place


@pytest.mark.parametrize(
    ("strain", "options", "total"),
    [
        ("S", "", 162),
        ("NT", "", 162),
        ("NT", "sa_scale=plain", 130),
        ("AT", "", 162),
        ("AT", "ta_scale=jack_13", 162),
        ("AT", "ta_scale=trump", 258),
    ],
)
def test_points_of_a_deal(strain, options, total):
    """All cards and the last trick, and card by card."""
    rules = COINCHE.rules(f"denominations=all;{options}")
    assert isinstance(rules, CoincheRules)
    strain = Strain.parse(strain)
    assert COINCHE.units_to_come(SHORT_DECK, 8, strain=strain, rules=rules) == total
    assert sum(card_points(card, strain, rules) for card in cards_of(SHORT_DECK)) == total - 10
    deal = Deal.random(cards=8, seed=3, deck=SHORT_DECK)
    assert Position(deal, strain=strain, leader=Seat.EAST, game=COINCHE, rules=rules).total == total


def test_orders_and_points():
    """J 9 A T K Q 8 7 in trumps and A T K Q J 9 8 7 beside them, with their points."""
    rules = COINCHE.rules()
    assert isinstance(rules, CoincheRules)
    assert "".join(rank.letter for rank in rank_order(Suit.SPADES, Strain.SPADES)) == "J9ATKQ87"
    assert "".join(rank.letter for rank in rank_order(Suit.HEARTS, Strain.SPADES)) == "ATKQJ987"
    assert "".join(rank.letter for rank in rank_order(Suit.HEARTS, Strain.ALL_TRUMP)) == "J9ATKQ87"
    trumps = [Card(Suit.SPADES, rank) for rank in rank_order(Suit.SPADES, Strain.SPADES)]
    worth = [card_points(card, Strain.SPADES, rules) for card in trumps]
    assert worth == [20, 14, 11, 10, 4, 3, 0, 0]
    assert card_points(Card(Suit.HEARTS, Rank.NINE), Strain.SPADES, rules) == 0


def test_a_trick_is_worth_its_cards_and_the_last_one_ten_more():
    """Each trick goes to one side whole."""
    position = Position(
        Deal.parse("N:JT.8.. A9.T.. K.K.7. Q.9..8"), strain=Strain.SPADES, leader=Seat.NORTH, game="coinche"
    )
    assert position.direction is Direction.ANTICLOCKWISE
    for card in cards("SJ SQ SK S9"):
        position.play(card)
    assert position.taken == (41, 0)
    for card in cards("ST C8 D7 SA"):
        position.play(card)
    assert position.taken == (41, 21)
    for card in cards("HT H8 H9 HK"):
        position.play(card)
    assert position.taken == (41, 45)
    assert position.total == 86


def test_sans_atout_and_tout_atout_are_options():
    """Under the rules of the document only suits are trump; the error says what there is."""
    deal = Deal.random(cards=8, seed=1, deck=SHORT_DECK)
    for strain in (Strain.NO_TRUMP, Strain.ALL_TRUMP):
        with pytest.raises(PositionError, match="coinche cannot be played in"):
            Position(deal, strain=strain, leader=Seat.NORTH, game="coinche")
        Position(deal, strain=strain, leader=Seat.NORTH, game="coinche", rules="denominations=all")
    assert COINCHE.strains_under(COINCHE.rules("denominations=suits+sa")) == (*COINCHE.strains[:4], Strain.NO_TRUMP)


def test_options_are_read_and_written():
    """In any spelling; unknown values are refused with the list of those there are."""
    rules = COINCHE.rules("s4; undertrump=FREE; over-partner-led=no; partner_ruff=must over")
    assert rules.text() == "s4;over_partner_led=no;undertrump=free;partner_ruff=must_over"
    assert COINCHE.rules(rules.text()) == rules
    assert resolve("Belote contrée")[0] is COINCHE
    with pytest.raises(RulesError, match="expected must or free"):
        COINCHE.rules("undertrump=maybe")


def test_an_illegal_card_is_refused_with_its_rule():
    """Through the position, as players meet it."""
    position = Position(
        Deal.parse("N:A8.7.. .J8.9. 9.QK.. T7..8."), strain=Strain.HEARTS, leader=Seat.NORTH, game="coinche"
    )
    position.play(Card.parse("SA"))
    position.play(Card.parse("S7"))
    position.play(Card.parse("S9"))
    with pytest.raises(IllegalPlayError, match="has no spades and an opponent is winning with SA, so must trump"):
        position.play(Card.parse("D9"))
