"""Hands and deals: texts that give them back, and every defect named at once."""

from __future__ import annotations

import pickle
import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.cards import FULL_DECK, Card, Seat, Suit, cards_of, mask_of
from solver.deal import Deal, Defect, DefectKind, Hand
from solver.errors import DealError, HakemError, LimitError, ParseError
from tests import strategies
from tests.strategies import SHORT_DECK

#: A sound full deal, to spoil.
FULL = "N:Q74.AKT3.J72.K82 KJ93.84.T953.A75 A82.J52.AKQ6.QT6 T65.Q976.84.J943"

NAMES = {"Hand": Hand, "Deal": Deal}


@given(strategies.hands)
def test_hand_text_gives_the_hand_back(hand):
    """A hand is read back from its text, from its `repr` and from a pickle."""
    assert Hand.parse(str(hand)) == hand
    assert eval(repr(hand), NAMES) == hand  # noqa: S307 - our own text
    assert pickle.loads(pickle.dumps(hand)) == hand  # noqa: S301 - our own bytes


@given(strategies.hands)
def test_hand_is_a_set_of_cards(hand):
    """Length, membership, iteration and suits of a hand agree with each other."""
    cards = list(hand)
    assert cards == sorted(cards)
    assert len(cards) == len(hand)
    assert {card for card in cards_of(FULL_DECK) if card in hand} == set(cards)
    assert Hand.of(reversed(cards)) == hand
    assert sum(hand.suit_mask(suit) for suit in Suit) == hand.mask
    assert "SA" not in hand
    assert bool(hand) is bool(cards)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("...", "..."),
        ("akq.t98..", "AKQ.T98.."),
        ("1083.10.2310.", "T83.T.T32."),
        ("2K4A.3.5.6", "AK42.3.5.6"),
        ("AKQJT98765432...", "AKQJT98765432..."),
    ],
)
def test_hands_in_any_order_and_case(text, canonical):
    """Ranks may come in any order and case, and a ten may be written with two digits."""
    assert str(Hand.parse(text)) == canonical


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected four suits separated by dots, such as 'AK5.T98..Q', not ''"),
        ("AKQ.T98.2", "expected four suits separated by dots, such as 'AK5.T98..Q', not 'AKQ.T98.2'"),
        ("A.K.Q.J.", "expected four suits separated by dots, such as 'AK5.T98..Q', not 'A.K.Q.J.'"),
        (
            "AKv.1..x",
            "'v' is not a rank in spades, '1' is not a rank in hearts, 'x' is not a rank in clubs: 'AKv.1..x'",
        ),
        ("AKA.1010..", "expected a hand, but SA comes twice, HT comes twice: 'AKA.1010..'"),
        ("A K...", "expected a hand, but ' ' is not a rank in spades: 'A K...'"),
        ("SA...", "expected a hand, but 'S' is not a rank in spades: 'SA...'"),
        ("A.\u212a..", "expected a hand, but '\u212a' is not a rank in hearts: 'A.\u212a..'"),
    ],
)
def test_hands_that_are_no_hands(text, message):
    """Everything wrong with the text of a hand is told at once, with the suit and the text."""
    with pytest.raises(ParseError, match=re.escape(message) + "$"):
        Hand.parse(text)


def test_hand_of_cards_with_a_repeated_card():
    """A hand made from cards refuses a card that comes twice, and names it."""
    ace, king = Card.parse("SA"), Card.parse("SK")
    with pytest.raises(DealError, match=r"^SA twice in one hand$") as caught:
        Hand.of([ace, king, ace])
    assert [defect.cards for defect in caught.value.defects] == [(ace,)]


@pytest.mark.parametrize("mask", [-1, FULL_DECK + 1])
def test_hand_mask_has_52_bits(mask):
    """A mask with other bits is no hand."""
    with pytest.raises(ParseError, match="52 bits"):
        Hand(mask)


@given(strategies.partial_deals(), strategies.seats)
def test_deal_text_gives_the_deal_back(deal, first):
    """A deal is read back from its text whichever hand comes first, whatever it holds, and from a pickle."""
    assert Deal.parse(deal.format(first)) == deal
    assert deal.format(first)[:2] == f"{first}:"
    assert str(deal) == deal.format(Seat.NORTH)
    assert eval(repr(deal), NAMES) == deal  # noqa: S307 - our own text
    assert pickle.loads(pickle.dumps(deal)) == deal  # noqa: S301 - our own bytes


def test_hands_are_written_clockwise():
    """The text lists the hands clockwise from the seat that it names."""
    deal = Deal.parse("w:A... K... Q... -")
    assert [deal[seat] for seat in (Seat.WEST, Seat.NORTH, Seat.EAST)] == [
        Hand.parse("A..."),
        Hand.parse("K..."),
        Hand.parse("Q..."),
    ]
    assert deal[Seat.SOUTH] is None


@pytest.mark.parametrize(
    ("text", "messages"),
    [
        ("", ["expected a seat and a colon"]),
        ("A... K... Q... J...", ["expected a seat and a colon"]),
        ("X:A... K... Q... J...", ["expected a seat (N, E, S or W), not 'X'"]),
        (":A... K... Q... J...", ["expected a seat (N, E, S or W), not ''"]),
        ("N:A... K... Q...", ["expected four hands ('-' for one that is not known), found 3"]),
        ("N:A... K... Q... J... T...", ["found 5"]),
        (
            "E:A... Kv... 1... .x..",
            [
                "South: expected a hand, but 'v' is not a rank in spades: 'Kv...'",
                "West: expected a hand, but '1' is not a rank in spades: '1...'",
                "North: expected a hand, but 'x' is not a rank in hearts: '.x..'",
            ],
        ),
        ("Y:A..", ["'Y'", "found 1", "North: expected four suits"]),
    ],
)
def test_texts_that_are_no_deals(text, messages):
    """Everything wrong with the text of a deal is told at once, by seat, and the text ends the message."""
    with pytest.raises(ParseError) as caught:
        Deal.parse(text)
    for message in messages:
        assert message in str(caught.value)
    assert str(caught.value).endswith(repr(text))


@given(st.text(alphabet="NESWnesw:.- AKQJT9876543210xv", max_size=40))
def test_any_text_is_a_deal_or_refused(text):
    """A text gives a deal whose own text gives it back, or the error of the family."""
    try:
        deal = Deal.parse(text)
    except HakemError:
        return
    assert Deal.parse(str(deal)) == deal


@given(st.data())
def test_sound_deals_have_no_defect(data):
    """Equal hands of different cards of the pack are sound, whatever their size."""
    deck = data.draw(strategies.decks)
    size = data.draw(st.integers(1, deck.bit_count() // 4))
    deal = data.draw(strategies.deals(min_cards=size, max_cards=size, deck=deck, narrow=False))
    assert deal.defects(deck=deck) == ()
    assert deal.defects(deck=deck, hand_size=size) == ()
    assert {defect.kind for defect in deal.defects(deck=deck, hand_size=size + 1)} >= {DefectKind.SIZE}


@pytest.mark.parametrize(
    ("change", "messages"),
    [
        ((), []),
        # the cases of a bridge file: a card held twice (and so another missing), one too many, one too few
        (("KJ93", "KJ92"), ["missing: S3", "S2 in East's hand and in South's hand"]),
        (("A75", "A765"), ["C6 in East's hand and in South's hand", "East holds 14 cards, 13 expected"]),
        (("T65", "T6"), ["missing: S5", "West holds 12 cards, 13 expected"]),
        (("T65.Q976", "T6.AQ976"), ["HA in North's hand and in West's hand", "missing: S5"]),
        (("KJ93.84.T953.A75", "-"), []),
        (("KJ93.84.T953.A75", "KJ93.84.T953.A7 "), ["missing: C5", "East holds 12 cards, 13 expected"]),
        (
            ("Q74.AKT3.J72.K82 KJ93.84.T953.A75", "Q74.AKT3.J72.K8 Q74.AKT3.J72.K82"),
            [
                "SQ, S7, S4, HA, HK, HT, H3, DJ, D7, D2, CK, C8 in North's hand and in East's hand",
                "missing: SK, SJ, S9, S3, H8, H4, DT, D9, D5, D3, CA, C7, C5",
                "North holds 12 cards, 13 expected",
            ],
        ),
    ],
)
def test_all_defects_of_a_full_deal_at_once(change, messages):
    """A full deal gone wrong tells the cards held twice with their holders, the missing cards, and sizes by seat."""
    deal = Deal.parse(FULL.replace(*change) if change else FULL)
    assert sorted(defect.message for defect in deal.defects()) == sorted(messages)
    if None not in deal.hands:
        assert sorted(defect.message for defect in deal.defects(hand_size=13)) == sorted(messages)


@pytest.mark.parametrize(
    ("text", "options", "defects"),
    [
        ("N:... ... ... ...", {}, [("EMPTY", None, "", "no hand holds a card")]),
        ("N:- - - -", {}, []),
        (
            "N:AK... QJ... T9... 8...",
            {},
            [("SIZE", None, "", "the hands differ in size: North 2, East 2, South 2, West 1")],
        ),
        ("N:AK... QJ... T9... -", {}, []),
        ("N:AK... QJ... T9... 8...", {"hand_size": 2}, [("SIZE", "W", "", "West holds 1 card, 2 expected")]),
        (
            "N:A... A... A... A...",
            {},
            [("DUPLICATE", None, "SA", "SA in North's hand and in East's hand and in South's hand and in West's hand")],
        ),
        (
            "N:A2... K3... Q7... J8...",
            {"deck": SHORT_DECK},
            [
                ("FOREIGN", "N", "S2", "S2 in North's hand, but not in the pack of 32 cards"),
                ("FOREIGN", "E", "S3", "S3 in East's hand, but not in the pack of 32 cards"),
            ],
        ),
        (
            "N:AKQJT987... .AKQJT987.. ..AKQJT987. ...AKQJT982",
            {"deck": SHORT_DECK},
            [
                ("FOREIGN", "W", "C2", "C2 in West's hand, but not in the pack of 32 cards"),
                ("MISSING", None, "C7", "missing: C7"),
            ],
        ),
    ],
)
def test_defects_carry_kind_seat_and_cards(text, options, defects):
    """Each defect says its kind, the seat where it is one, and the cards, apart from its message."""
    found = [
        (defect.kind.name, defect.seat and defect.seat.letter, " ".join(map(str, defect.cards)), defect.message)
        for defect in Deal.parse(text).defects(**options)
    ]
    assert found == [(kind, seat, cards, message) for kind, seat, cards, message in defects]


@given(strategies.partial_deals(), strategies.decks)
def test_defects_are_exactly_what_is_wrong(deal, deck):
    """Duplicates, foreign and missing cards are those that counting the cards finds, each told once."""
    held = Counter(card for hand in deal.hands if hand is not None for card in hand)
    defects = deal.defects(deck=deck)
    told = {kind: [card for defect in defects if defect.kind is kind for card in defect.cards] for kind in DefectKind}
    assert sorted(told[DefectKind.DUPLICATE]) == sorted(card for card, times in held.items() if times > 1)
    foreign = [card for card in held.elements() if not card.bit & deck]
    assert sorted(told[DefectKind.FOREIGN]) == sorted(foreign)
    missing = [card for card in cards_of(deck) if card not in held]
    assert sorted(told[DefectKind.MISSING]) in ([], missing)
    sizes = {len(hand) for hand in deal.hands if hand is not None}
    if len(sizes) > 1:
        assert any(defect.kind is DefectKind.SIZE for defect in defects)


def test_masks_need_all_hands():
    """Masks are there only when all hands are known; the error names every hand that is not."""
    assert Deal.parse("N:A... K... Q... J...").masks == (1, 2, 4, 8)
    with pytest.raises(DealError, match="2 defects: the hand of East is not known; the hand of West is not known"):
        _ = Deal.parse("N:A... - Q... -").masks


@given(strategies.deals(min_cards=13, narrow=False), strategies.seats)
def test_the_fourth_hand_is_the_rest(deal, seat):
    """The one hand that is not known is the rest of the pack."""
    hands = list(deal.hands)
    hands[seat] = None
    assert Deal(tuple(hands)).completed() == deal
    assert deal.completed() is deal


def test_the_fourth_hand_of_a_short_pack():
    """The rest of a pack of 32 cards completes a deal of eight."""
    deal = Deal.random(cards=8, seed=7, deck=SHORT_DECK)
    assert Deal((deal.hands[0], None, *deal.hands[2:])).completed(deck=SHORT_DECK) == deal


@pytest.mark.parametrize(
    ("text", "messages"),
    [
        ("N:- - A... K...", ["South holds 1 card, 13 expected", "the hand of North is not known", "the hand of East"]),
        ("N:- A... K... Q...", ["East holds 1 card, 13 expected"]),
        (FULL.replace("Q74.AKT3.J72.K82", "-").replace("T65", "T9"), ["S9 in East's hand", "West holds 12 cards"]),
    ],
)
def test_deals_that_cannot_be_completed(text, messages):
    """A deal is completed only when one hand is not known and the others are full and sound; all reasons are told."""
    with pytest.raises(DealError) as caught:
        Deal.parse(text).completed()
    for message in messages:
        assert message in str(caught.value)


def test_random_deals_are_the_same_everywhere():
    """A seed stands for one deal, on every platform and in every version: these are recorded."""
    assert str(Deal.random(seed=1)) == (
        "N:AJ75.Q63.KQ6.KQ8 T983.5.A93.AJ732 K2.AK.JT8542.954 Q64.JT98742.7.T6"
    )
    assert str(Deal.random(seed=2**64 - 1, cards=5)) == "N:KT5..T.5 Q3..Q.K4 97.2.75. 2.64.92."
    assert str(Deal.random(seed=0, cards=8, deck=SHORT_DECK)) == (
        "N:.T7.J7.KJT7 AJT9.KJ..A8 Q8.AQ.AT8.9 K7.98.KQ9.Q"
    )


def test_random_words_are_those_of_splitmix64():
    """The generator is the published one: its first words for a known seed."""
    from solver.deal import _words

    words = _words(1234567)
    assert [next(words) for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@given(st.data())
def test_random_deals_are_sound(data):
    """A random deal of any size and pack is sound."""
    deck = data.draw(strategies.decks)
    cards = data.draw(st.integers(1, deck.bit_count() // 4))
    deal = Deal.random(seed=data.draw(st.integers(0, 2**64 - 1)), cards=cards, deck=deck)
    assert deal.defects(deck=deck, hand_size=cards) == ()


def test_random_deals_favour_nobody():
    """Every card comes to every seat, and to nobody in short deals, about as often as it should."""
    deals = [Deal.random(seed=seed, cards=3).masks for seed in range(2000)]
    for seat in Seat:
        counts = Counter(card for masks in deals for card in cards_of(masks[seat]))
        # 2000 deals, 3 chances in 52: mean 115.4, standard deviation 10.4
        assert min(counts.values()) > 115 - 52
        assert max(counts.values()) < 115 + 52
        assert len(counts) == 52
    assert Deal.random(seed=5, cards=0).masks == (0, 0, 0, 0)


@pytest.mark.parametrize(
    "options",
    [
        {"cards": 14, "seed": 1},
        {"cards": -1, "seed": 1},
        {"cards": 9, "seed": 1, "deck": SHORT_DECK},
        {"seed": -1},
        {"seed": 2**64},
    ],
)
def test_random_deals_that_cannot_be(options):
    """Sizes that the pack does not give, and seeds that are not 64-bit numbers, are refused."""
    with pytest.raises(LimitError, match=r"^expected "):
        Deal.random(**options)


def test_a_deal_has_four_hands():
    """Three hands are no deal."""
    with pytest.raises(ParseError, match="four hands, not 3"):
        Deal((None, None, None))
    with pytest.raises(ParseError, match="four hands, not 5"):
        Deal.of([0] * 5)


def test_a_deal_error_survives_a_pickle():
    """The error of a worker process arrives with its defects."""
    defect = Defect(DefectKind.MISSING, "missing: SA", cards=(Card.parse("SA"),))
    error = DealError([defect]).located(source="x", line=3)
    twin = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
    assert (str(twin), twin.defects) == ("x:3: missing: SA", (defect,))


def test_masks_are_by_seat():
    """The first mask is North's, and so on clockwise."""
    deal = Deal.parse("S:A... K... Q... J...")
    assert deal.masks == tuple(mask_of([Card.parse(text)]) for text in ("SQ", "SJ", "SA", "SK"))
