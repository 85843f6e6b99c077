"""Dehla Pakad: how trump is fixed, what a trick is worth, and which options are played."""

from __future__ import annotations

import random

import pytest

from solver.cards import Card, Direction, Seat, Strain, mask_of
from solver.deal import Deal
from solver.errors import IllegalPlayError, PositionError, RulesError
from solver.games import DehlaPakadRules, game, resolve
from solver.position import Position

DEHLA = game("dehla-pakad")
RULES = DEHLA.rules()

N, E, S, W = Seat


def cards(text: str) -> list[Card]:
    """Read cards separated by blanks."""
    return [Card.parse(part) for part in text.split()]


def position(text: str, leader: Seat = N, **options: object) -> Position:
    """A position of Dehla Pakad with the trump open unless it is given."""
    return Position(Deal.parse(text), **{"strain": None, "leader": leader, "game": DEHLA} | options)


# How trump is fixed: play goes N W S E, no trump yet


@pytest.mark.parametrize(
    ("deal", "trick", "strain", "winner", "tens"),
    [
        pytest.param("N:K.2.. A..2. .3.3. 4.4..", "SK S4 D3 SA", "D", S, (0, 0), id="T1 the low discard is a ruff"),
        pytest.param("N:K.2.. ..92. .3.3. 4.4..", "SK S4 D3 D9", "D", E, (0, 0), id="T2 over-ruffed at once"),
        pytest.param("N:K.2.. ..2.A .3.3. 4.4..", "SK S4 D3 CA", "D", S, (0, 0), id="T3 the second void is a discard"),
        pytest.param("N:A.2.. 2.3.. .T.4. 7.4..", "SA S7 HT S2", "H", S, (1, 0), id="T4 a ten on partner's ace ruffs"),
        pytest.param("N:A.2.. .J.3. .T.4. 7.4..", "SA S7 HT HJ", "H", E, (0, 1), id="T4 and can be over-ruffed"),
    ],
)
def test_the_first_void_card_fixes_trump_and_is_one(deal, trick, strain, winner, tens):
    """The first card that does not follow suit makes its suit trump, in that very trick; later ones change nothing."""
    table = position(deal)
    for card in cards(trick):
        assert table.strain is None or table.strain is Strain.parse(strain)
        table.play(card)
    assert (table.strain, table.leader, table.taken) == (Strain.parse(strain), winner, tens)


def test_only_the_first_void_fixes_trump_and_never_a_leader():
    """T5: a player void twice in a row fixes by the first card only; what is led fixes nothing."""
    table = position("N:65.3.. 43.4.. ..32.2 A2.2..", W)
    for card in cards("SA D2"):
        assert table.strain is None
        table.play(card)
    assert table.strain is Strain.DIAMONDS
    for card in cards("S3 S5"):
        table.play(card)
    assert table.leader is S
    for card in cards("C2 S4 S6 S2"):
        table.play(card)
    assert (table.strain, table.leader) == (Strain.DIAMONDS, S)


def test_trump_is_fixed_by_the_last_trick_of_a_full_deal():
    """T6: after twelve tricks without a void every hand has a card of another suit left, so the second player fixes."""
    full = random.Random(6)
    for _ in range(200):
        table = Position(Deal.random(seed=full.randrange(10**6)), strain=None, leader=N, game=DEHLA)
        while not table.is_over:
            table.push(full.choice(table.legal_plays()))
        assert table.strain is not None
    order = "23456789TJQKA"
    hands = ["", "", "", ""]
    for suit, letter in enumerate("SHDC"):
        for index, rank in enumerate(order):
            hands[suit if index == 12 else index % 4] += f"{letter}{rank} "
    deal = Deal.of([mask_of(cards(hand)) for hand in hands])
    table = Position(deal, strain=None, leader=N, game=DEHLA)
    while table.tricks_left > 1:
        follow = [card for card in table.legal_plays() if table.trick and card.suit is table.trick[0].suit]
        table.play(min(follow or table.legal_plays(), key=lambda card: card.rank))
    assert table.strain is None
    leader = table.leader
    while not table.is_over:
        table.play(table.legal_plays()[0])
    assert table.strain is not None
    assert table.leader is leader.next(Direction.ANTICLOCKWISE)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        pytest.param("players=6", "players=6: three packs and six hands", id="players"),
        pytest.param("open", "dehla-pakad needs a trump or none: give one of S, H, D, C", id="open"),
        pytest.param("dp_trump=fixed", "dehla-pakad needs a trump or none: give one of S, H, D, C", id="fixed"),
        pytest.param("dp_trump=closed_card", "dp_trump=closed_card the trump is fixed before", id="shut"),
    ],
)
def test_what_is_not_played_and_what_is_missing_is_named(options, words):
    """What is not played is never played as the simple game; a trump that was called has to be given."""
    with pytest.raises(PositionError, match=words):
        position("N:K.2.. A..2. .3.3. 4.4..", rules=options)


@pytest.mark.parametrize("options", ["open", "dp_trump=open_right", "dp_trump=fixed", "dp_trump=first_void_named"])
def test_a_trump_that_is_known_is_given(options):
    """Where the trump is named before the play, or was, it is the strain of the position and no card changes it."""
    table = position("N:K.2.. A..2. .3.3. 4.4..", strain=Strain.HEARTS, rules=options)
    for card in cards("SK S4 D3 SA"):
        table.play(card)
    assert (table.strain, table.leader) == (Strain.HEARTS, E)


def test_five_cards_first():
    """T9, T10: in the five-card start trump may be fixed in trick 3, or stay open when the five are played."""
    table = position("N:A5.K.4.4 K3.Q.5.5 J2.J2.6. Q4.T3.7.")
    for card in cards("SA S4 S2 S3 HK H3 H2 HQ D4 D7 D6 D5"):
        table.play(card)
        assert table.strain is None
    for card in cards("SQ SJ"):
        table.play(card)
    table = position("N:A5.K.4.4 K3.Q.5.5 J2.J.6.6 Q4.T.7.7")
    while not table.is_over:
        following = [card for card in table.legal_plays() if not table.trick or card.suit is table.trick[0].suit]
        table.play(following[0])
    assert table.strain is None


def test_a_revoke_is_named():
    """Following suit is the only duty."""
    table = position("N:K.2.. A..2. 3.3.. 4.4..")
    for card in cards("SK S4"):
        table.play(card)
    with pytest.raises(IllegalPlayError, match="spades were led and South still holds S3: H3 is a revoke"):
        table.play(Card.parse("H3"))


# What is counted


@pytest.mark.parametrize(
    ("count", "taken"), [("tens", (2, 0)), ("cards", (14, 4)), ("tricks", (3, 1)), ("tens_tricks", (31, 1))]
)
def test_what_a_trick_is_worth(count, taken):
    """Tens, card points (a ten is 2), tricks, or tens and then tricks at 14 to 1."""
    rules = f"dp_count={count};dp_trump=fixed"
    table = position("N:AT.A2.. 32.43.. 54.65.. 76.T7..", strain=Strain.CLUBS, rules=rules)
    assert table.total == sum(taken)
    for card in cards("SA S6 S4 S2 ST S7 S5 S3 HA HT H5 H3 H2 H7 H6 H4"):
        table.play(card)
        assert table.total == sum(taken)
    assert table.taken == taken


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("DehlaPakad", "dehla-pakad"),
        ("dehla", "dehla-pakad"),
        ("Mindi", "mendikot"),
        ("mendikot", "mendikot"),
        ("MindiCoat", "mendikot"),
    ],
)
def test_names(name, text):
    """The game goes by several names, some for a relative of it."""
    found, rules = resolve(name)
    assert (found, rules.text()) == (DEHLA, text)


def test_presets():
    """The presets differ from the document's game by the options that their sources name."""
    assert list(DEHLA.presets) == [
        "dehla-pakad", "closed", "open", "double-sar", "game-points", "mendikot", "points321",
    ]  # fmt: skip
    assert DehlaPakadRules(preset="dehla-pakad", direction=Direction.ANTICLOCKWISE) == RULES
    assert DEHLA.rules("s3;streak_target=5").text() == "dehla-pakad;streak_target=5"
    assert DEHLA.rules("S3") == RULES
    assert DEHLA.rules("double-sar").text() == "double-sar"
    assert DEHLA.unit_of(DEHLA.rules("double-sar")) == "card points"
    assert DEHLA.unit_of(RULES) == "tens"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("streak_target=4", "option 'streak_target': expected 3 or 5 or 7, not '4'"),
        ("dp_trump=none", "option 'dp_trump': expected first_void or"),
        ("double-sir", "preset 'double-sir' is not supported (it is the option collect=double_sir)"),
        ("pan", "there is no preset 'pan'; presets of dehla-pakad: dehla-pakad, closed"),
    ],
)
def test_options_that_are_wrong(text, message):
    """They are named, with what there is."""
    with pytest.raises(RulesError) as caught:
        DEHLA.rules(text)
    assert message in str(caught.value)


def test_the_sample_deal():
    """The deal of the sample file: W is void in hearts, S in diamonds; diamonds become trump in trick 1."""
    deal = Deal.parse("N:JT64.AQT93.962.5 AK7.J65.AK74.J98 Q985.K8742..QT63 32..QJT853.AK742")
    table = Position(deal, strain=None, leader=N, game="DehlaPakad", rules="s3")
    assert table.total == 4
    for trick, winner in (("HA D3 H2 H5", W), ("CA C3 C8 C5", W), ("CK C6 C9 D2", N)):
        for card in cards(trick):
            table.play(card)
        assert (table.leader, table.strain) == (winner, Strain.DIAMONDS)
