"""Trumps that are cut, named, noted, laid face down and asked for: what may be played, and what wins."""

from __future__ import annotations

import pickle

import pytest

from solver.cards import Card, Seat, Strain, Suit, cards_of
from solver.deal import Deal
from solver.errors import IllegalPlayError, PositionError
from solver.games import HiddenTrump
from solver.position import Position
from solver.reference import perft, value

N, E, S, W = Seat


def cards(text: str) -> tuple[Card, ...]:
    """Read plays separated by blanks."""
    return tuple(Card.parse(part) for part in text.split())


def peg(deal: str, hidden: str = "H", rules: str = "peg", *, leader: Seat = N, setter: Seat = N, **more) -> Position:
    """Return a position of Court Piece, clockwise, in which *setter* has set the trump *hidden*."""
    card = Card.parse(hidden) if len(hidden) > 1 else None
    return Position(
        Deal.parse(deal),
        strain=None,
        hidden=HiddenTrump(Suit.parse(hidden[0]), setter, card),
        leader=leader,
        rules=rules,
        **more,
    )


def dehla(deal: str, rules: str, *, leader: Seat = N, **more) -> Position:
    """Return a position of Dehla Pakad, anticlockwise, in which no trump is fixed unless *more* says so."""
    return Position(Deal.parse(deal), leader=leader, game="dehla-pakad", rules=rules, **{"strain": None, **more})


def texts(position: Position) -> str:
    """Return all that may be played, as text."""
    return " ".join(map(str, position.legal_plays()))


def play(position: Position, line: str) -> Position:
    """Play *line* on *position* and return it."""
    for card in cards(line):
        position.play(card)
    return position


# The cards that do more


def test_cards_that_ask_or_name_are_objects_of_their_own():
    """Each is one object, with the card it plays, and comes after the plain cards: asking, then naming by suit."""
    plain = Card.parse("HT")
    every = [plain, plain.asking, *(plain.naming(suit) for suit in Suit)]
    assert [str(card) for card in every] == ["HT", "?HT", "HT=S", "HT=H", "HT=D", "HT=C"]
    assert [card.code for card in every] == [17, 17 + 64, 17 + 128, 17 + 256, 17 + 384, 17 + 512]
    for card in every:
        assert Card.parse(f" {str(card).lower()} ") is card is Card.of(card.code)
        assert pickle.loads(pickle.dumps(card)) is card  # noqa: S301 - our own bytes
        assert (card.plain, card.suit, card.rank, card.index, card.bit) == (plain, *plain_facts(plain))
        assert (card.asking, card.naming(Suit.CLUBS)) == (every[1], every[5])
    assert sorted([*every[::-1], Card.parse("C2")]) == [plain, Card.parse("C2"), *every[1:]]
    assert every[1].symbol_text == "?♥T"
    assert every[5].symbol_text == "♥T=♣"


def plain_facts(card: Card) -> tuple[object, ...]:
    """Return what a card and the same card with an action have in common."""
    return (card.suit, card.rank, card.index, card.bit)


@pytest.mark.parametrize("text", ["?", "=", "HT=", "HT=X", "?HT=C", "H?T", "HT?", "=C", "HTC=C", "?HT="])
def test_what_is_no_card(text):
    """A text that is not quite such a card is refused."""
    with pytest.raises(ValueError, match="expected a card"):
        Card.parse(text)


# Court Piece: hidden until somebody asks


def test_before_it_is_shown_nothing_ruffs():
    """An off-suit card of the secret suit does not ruff; the best card of the suit led wins."""
    table = peg("N:K.2.. .53.. 97... ..98.")
    assert texts(play(table, "SK")) == "H5 H3 ?H5 ?H3"
    play(table, "H5 S9 D9")
    assert (table.leader, table.taken, table.strain, table.trump) == (N, (1, 0), None, None)
    assert table.hidden == HiddenTrump(Suit.HEARTS, N)


def test_a_trump_that_is_asked_for_counts_from_that_card_on():
    """East's heart was thrown before South asked and does not ruff; South's lower heart does, and takes the trick."""
    table = peg("N:K.2.. .53.. .4.7. 8...8")
    play(table, "SK H5")
    assert texts(table) == "H4 D7 ?H4"
    play(table, "?H4")
    assert (table.strain, table.hidden, table.trick) == (Strain.HEARTS, None, cards("SK H5 ?H4"))
    assert table.trick_winner_so_far() is S
    play(table, "S8")
    assert (table.leader, table.taken, table.history) == (S, (1, 0), cards("SK H5 ?H4 S8"))


def test_after_it_is_shown_higher_trumps_ruff_over_it():
    """A trump played after the asking card in the same trick beats a lower one."""
    table = play(peg("N:K.2.. .A3.. .4.7. .9..8"), "SK H3 ?H4")
    assert texts(table) == "H9 C8"
    assert play(table, "H9").leader is W


@pytest.mark.parametrize(
    ("rules", "legal"),
    [("peg", "H4 D7 ?H4"), ("peg;ask_must_trump=no", "H4 D7 ?H4 ?D7")],
)
def test_who_asked_must_trump_if_the_rules_say_so(rules, legal):
    """With a trump in hand he plays it; without the duty he may play any card."""
    table = play(peg("N:K.2.. .53.. .4.7. 8...8", rules=rules), "SK H5")
    assert texts(table) == legal


def test_who_has_no_trump_may_ask_all_the_same():
    """He then plays any card, and the trump is shown."""
    table = play(peg("N:K.2.. 8.3.. ...76 9...8"), "SK S8")
    assert texts(table) == "C7 C6 ?C7 ?C6"
    play(table, "?C6 S9")
    assert (table.leader, table.strain) == (N, Strain.HEARTS)


@pytest.mark.parametrize(("rules", "legal"), [("peg", "H3 C6 ?H3"), ("peg;reveal_by=opponents_only", "H3 C6")])
@pytest.mark.parametrize("setter", [N, S])
def test_who_may_ask(rules, legal, setter):
    """Everybody, the hakem and his partner included, or only the opponents of the hakem."""
    table = play(peg("N:K.2.. 8.4.. .3..6 9...8", rules=rules, setter=setter), "SK S8")
    assert texts(table) == legal
    table = play(peg("N:K.2.. .4..7 8.3.. 9...8", rules=rules, setter=setter), "SK")
    assert texts(table) == "H4 C7 ?H4"


def test_the_card_that_lies_face_down_is_not_in_the_hand():
    """It can neither be led nor follow: who holds no other card of the suit is void in it."""
    deal = "N:2.7.A. 8.4.K. .3.Q.6 9.5.J."
    card = "peg;trump_mode=hidden_card"
    assert texts(peg(deal, "H7", card)) == "S2 DA"
    assert texts(peg(deal, "H", "peg")) == "S2 H7 DA"
    table = play(peg(deal, "H7", card, leader=W), "H5")
    assert texts(table) == "S2 DA ?H7"  # void: he may ask, and then holds a trump again
    assert texts(play(table, "?H7")) == "H4"
    assert (table.strain, table.trick_winner_so_far()) == (Strain.HEARTS, N)
    only_opponents = f"{card};reveal_by=opponents_only"
    assert texts(play(peg(deal, "H7", only_opponents, leader=W), "H5")) == "S2 DA"
    assert texts(play(peg(deal, "H7", f"{card};ask_must_trump=no", leader=W), "H5")) == "S2 DA ?S2 ?H7 ?DA"


def test_the_card_returns_when_another_asks():
    """Once the trump is shown its setter can play it again, in the same trick too."""
    table = play(peg("N:2.7.A. 8.4.K. .3.Q.6 .5.J.9", "H7", "band-rang", leader=E), "S8")
    assert texts(table) == "H3 DQ C6"  # the setter's partner cannot ask
    play(table, "C6")
    assert texts(table) == "H5 DJ C9 ?H5"
    play(table, "?H5")
    assert texts(table) == "S2"
    table.undo()
    play(table, "DJ S2")
    assert table.hidden == HiddenTrump(Suit.HEARTS, N, Card.parse("H7"))
    assert play(table, "DK").taken == (0, 1)


def test_the_last_card_is_taken_up():
    """A setter with no card but the one that lies face down takes it up, which shows the trump before it is played."""
    table = peg("N:.7.. 8... .9.. .3..", "H7", "band-rang", leader=E)
    play(table, "S8 H9 H3")
    assert table.hidden is not None
    assert texts(table) == "H7"
    play(table, "H7")
    assert (table.strain, table.taken, table.leader) == (Strain.HEARTS, (1, 0), N)
    assert table.undo() is Card.parse("H7")
    assert table.hidden is not None
    led = peg("N:.7.. .8.. .9.. .3..", "H7", "band-rang")
    assert texts(led) == "H7"
    assert play(led, "H7").trick == cards("H7")


def test_never_asked_for_it_stays_hidden():
    """The deal is then played as one without trump."""
    table = play(peg("N:K.2.. 8.3.. 7.4.. 6.5.."), "SK S8 S7 S6 H2 H3 H4 H5")
    assert (table.is_over, table.taken, table.strain) == (True, (1, 1), None)


def test_cut():
    """Nobody calls: the first card that does not follow suit fixes the trump and ruffs."""
    table = Position(Deal.parse("N:K.2.. 8.3.. .4..6 9...8"), strain=None, leader=N, rules="classic;trump_mode=cut")
    play(table, "SK S8")
    assert texts(table) == "H4 C6"
    play(table, "C6 S9")
    assert (table.strain, table.leader, table.taken) == (Strain.CLUBS, S, (1, 0))


@pytest.mark.parametrize(
    ("rules", "hidden", "line", "card", "words"),
    [
        ("peg", "H", "", "?SK", "North leads and cannot ask: only who cannot follow suit may"),
        ("peg", "H", "SK", "?S8", "East cannot ask: spades were led and he still holds S8"),
        ("peg", "H", "SK", "?H4", "East cannot ask: spades were led and he still holds S8"),
        ("peg", "H", "SK", "H4", "spades were led and East still holds S8: H4 is a revoke"),
        ("peg", "H", "SK S8", "?C6", "South asks and must trump with H3: C6 is no trump"),
        ("peg", "H", "SK S8", "?D6", "South is to play, but D6 is in no hand"),
        ("peg", "H", "SK S8", "?H4", "South is to play, but East holds H4"),
        ("peg", "H", "SK S8", "H3=C", "no suit is named during the play in this game, so that H3 is played without"),
        ("peg;reveal_by=opponents_only", "H", "SK S8", "?H3", "South cannot ask: only the opponents of North, who set"),
        ("peg", "H", "SK S8 ?H3 S9 C6 C8", "?H2", "North cannot ask: no trump is hidden, so that H2 is played without"),
        ("band-rang", "H2", "", "H2", "H2 lies face down as the trump card: North cannot play it before it is shown"),
    ],
)
def test_what_may_not_be_played(rules, hidden, line, card, words):
    """Each illegal action is refused with the rule that forbids it, and changes nothing."""
    table = play(peg("N:K.2.. 8.4.. .3..6 9...8", hidden, rules), line)
    before = table.key()
    with pytest.raises(IllegalPlayError) as caught:
        table.play(Card.parse(card))
    assert words in str(caught.value)
    assert table.key() == before


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"hidden": HiddenTrump(Suit.HEARTS, N, Card.parse("H2"))}, "no card lies face down for the trump: give the"),
        ({"rules": "band-rang", "hidden": HiddenTrump(Suit.HEARTS, N)}, "the hidden trump lies on the table as a card"),
        (
            {"rules": "band-rang", "hidden": HiddenTrump(Suit.HEARTS, N, Card.parse("H4"))},
            "H4 lies face down as the trump, but North, who set it, does not hold it",
        ),
        (
            {"rules": "band-rang", "hidden": HiddenTrump(Suit.SPADES, N, Card.parse("H2"))},
            "H2 lies face down, but the hidden trump is said to be S",
        ),
        ({"rules": "classic"}, "under classic no trump is hidden, so that H cannot be"),
        ({"strain": Strain.HEARTS}, "a trump that is hidden is not in effect: give H or the hidden H, not both"),
        ({"hidden": None}, "under peg the trump is fixed before the play: give it"),
        ({"undealt": 2}, "under peg all cards are dealt before the play"),
        ({"undealt": 1 << 51}, "a card that is not dealt yet belongs to the hand that it will be dealt to"),
    ],
)
def test_positions_that_cannot_be(options, words):
    """What the trump is said to be has to fit the rules and the hands."""
    given = {"strain": None, "hidden": HiddenTrump(Suit.HEARTS, N), "leader": N, "rules": "peg", **options}
    with pytest.raises(PositionError) as caught:
        Position(Deal.parse("N:K.2.. 8.4.. .3..6 9...8"), **given)
    assert words in str(caught.value)


# Dehla Pakad: named, noted, laid face down


def test_named():
    """T7: West is void, says clubs and plays the two of diamonds; North's ace wins, and clubs are trump from now on."""
    table = dehla("N:AK... 43... 75... ..2.9", "dp_trump=first_void_named")
    play(table, "SA")
    assert texts(table) == " ".join(f"{card}={suit}" for suit in "SHDC" for card in ("D2", "C9"))
    play(table, "D2=C")
    assert (table.strain, table.trick, table.history) == (Strain.CLUBS, cards("SA D2"), cards("SA D2=C"))
    play(table, "S5 S3")
    assert table.leader is N
    assert play(table, "SK C9").trick_winner_so_far() is W


def test_a_named_card_may_ruff_by_itself():
    """Naming the suit that is played is the same as cutting: the card is a trump in that trick."""
    table = play(dehla("N:AK... 43... 75... ..2.9", "dp_trump=first_void_named"), "SA C9=C S5 S3")
    assert (table.leader, table.strain) == (W, Strain.CLUBS)


def test_noted():
    """T8: West is void, notes hearts and plays D2; hearts are trump when he is void again, and do not ruff before."""
    table = dehla("N:AK2... 43.T.. .75.6. .J.2.9", "closed")
    play(table, "SA")
    assert "D2=H" in texts(table).split()
    assert all(card.names is not None for card in table.legal_plays())
    play(table, "D2=H")
    assert (table.strain, table.hidden) == (None, HiddenTrump(Suit.HEARTS, W))
    assert texts(table) == "H7 H5 D6"  # void too, but the trump is fixed: a plain card, and it does not ruff
    play(table, "H7 S3")
    assert (table.leader, table.taken) == (N, (0, 0))
    play(table, "SK")
    assert texts(table) == "HJ C9"
    play(table, "C9")  # he is void again, which shows the trump whatever he plays
    assert (table.strain, table.trick) == (Strain.HEARTS, cards("SK ?C9"))
    assert play(table, "H5 S4").leader is S


def test_hearts_thrown_before_the_setter_shows_do_not_ruff():
    """T8, its last clause: in the very trick in which the trump is shown, too."""
    table = dehla("N:.2.Q. ..AK. 5.5.. .J.2.", "closed", hidden=HiddenTrump(Suit.HEARTS, S), leader=E)
    play(table, "DA DQ D2")
    assert texts(table) == "S5 H5"
    play(table, "S5")
    assert (table.strain, table.leader) == (Strain.HEARTS, E)
    table = dehla("N:2.A.. ..AK. 5.5.. 3..2.", "closed", hidden=HiddenTrump(Suit.HEARTS, W), leader=E)
    play(table, "DA S2 D2 S5 DK HA")
    assert table.hidden is not None
    play(table, "S3")  # West is void, which shows hearts
    assert (table.strain, table.trick, table.trick_winner_so_far()) == (Strain.HEARTS, cards("DK HA ?S3"), E)
    assert play(table, "H5").leader is S


def test_laid_face_down():
    """The card and its suit are known to its setter alone; he shows it when he is void, and may play any card then."""
    hidden = HiddenTrump(Suit.HEARTS, N, Card.parse("H7"))
    rules = "dp_trump=closed_card"
    table = dehla("N:2.7.A. 8.4.K. .3.Q.6 9.5.J.", rules, hidden=hidden, leader=E)
    assert texts(play(table, "H4")) == "S2 H7 DA"  # his only heart lies face down: he is void, and takes it up
    play(table, "S2")
    assert (table.strain, table.trick) == (Strain.HEARTS, cards("H4 ?S2"))
    table = dehla("N:2.97.. 8.4.K. .3.Q.6 9.5.J.", rules, hidden=hidden, leader=E)
    assert texts(play(table, "H4")) == "H9"
    assert play(table, "H9").hidden == hidden


def test_nobody_asks_where_the_setter_shows():
    """A void player plays a plain card; to ask, or to name a suit again, is refused with the reason."""
    table = play(dehla("N:AK2... 43.T.. .75.6. .J.2.9", "closed"), "SA D2=H")
    for card, words in (
        ("?H7", "nobody asks in this game: the trump is shown when West cannot follow suit"),
        ("H7=C", "the trump is fixed already: H7 cannot name C again"),
    ):
        with pytest.raises(IllegalPlayError, match=words):
            table.play(Card.parse(card))


@pytest.mark.parametrize(
    ("line", "card", "words"),
    [
        ("SA", "D2", "West is the first who cannot follow suit and names the trump: write D2=S, =H, =D or =C"),
        ("", "SA=C", "North leads and names no trump: SA is played without"),
        ("SA D2=C", "S5=C", "the trump is fixed already: S5 cannot name C again"),
        ("SA", "?D2", "West cannot ask: no trump is hidden, so that D2 is played without"),
    ],
)
def test_what_may_not_be_named(line, card, words):
    """A suit is named once, by the first who cannot follow, and he has to."""
    table = play(dehla("N:AK... 43... 75... ..2.9", "dp_trump=first_void_named"), line)
    with pytest.raises(IllegalPlayError) as caught:
        table.play(Card.parse(card))
    assert words in str(caught.value)


# Dehla Pakad: five cards first


def undealt(deal: str, first: str) -> int:
    """Return the cards of *deal* that are not among those dealt *first*."""
    return sum(Deal.parse(deal).masks) & ~sum(Deal.parse(first).masks)


def test_the_rest_is_dealt_after_the_trick_in_which_the_trump_is_fixed():
    """T9: until then each player uses only his first cards, though he may hold the suit led among the others."""
    deal = "N:AK.A.. 43.K.. 75.Q.. 6...A2"
    table = dehla(deal, "dp_deal=five_then_eight", undealt=undealt(deal, "N:A.A.. 4.K.. 7.Q.. ...A2"))
    assert texts(table) == "SA HA"
    play(table, "SA")
    assert texts(table) == "CA C2"  # the six of spades is not his yet
    play(table, "C2")
    assert (table.strain, texts(table), table.undealt != 0) == (Strain.CLUBS, "S7", True)
    play(table, "S7 S4")
    assert (table.leader, table.undealt) == (W, 0)
    assert texts(table) == "S6 CA"
    for _ in range(4):
        table.undo()
    assert (texts(table), table.strain) == ("SA HA", None)


def test_without_a_void_the_trump_stays_open():
    """T10: when the first cards are played and everybody followed, the rest is dealt and no trump is fixed."""
    deal = "N:AK... 43... 75... 62..."
    table = dehla(deal, "dp_deal=five_then_eight", undealt=undealt(deal, "N:A... 4... 7... 6..."))
    play(table, "SA S6 S7 S4")
    assert (table.strain, table.undealt, texts(table)) == (None, 0, "SK")


def test_a_noted_trump_is_fixed_too():
    """The rest is dealt after the trick in which a closed trump is noted."""
    deal = "N:AK.A.. 43.K.. 75.Q.. 6...A2"
    rules = "closed;dp_deal=five_then_eight"
    table = dehla(deal, rules, undealt=undealt(deal, "N:A.A.. 4.K.. 7.Q.. ...A2"))
    play(table, "SA C2=H S7 S4")
    assert (table.hidden, table.undealt) == (HiddenTrump(Suit.HEARTS, W), 0)


@pytest.mark.parametrize(
    ("first", "more", "words"),
    [
        ("N:A.A.. 4.K.. 7.Q.. ...A", {}, "the same for each player, not North 1, East 1, South 1, West 2"),
        ("N:A.A.. 4.K.. 7.Q.. ...A2", {"strain": Strain.HEARTS}, "the trump is fixed and no trick is in progress"),
        ("N:A.A.. 4.K.. 7.Q.. ...A2", {"rules": "dehla-pakad"}, "all cards are dealt before the play"),
        ("N:... ... ... ...", {}, "nobody has a card to play, so that the rest is dealt"),
    ],
)
def test_cards_that_cannot_be_undealt(first, more, words):
    """The cards still to be dealt have to fit the rules, the trump and the hands."""
    deal = "N:AK.A.. 43.K.. 75.Q.. 6...A2"
    with pytest.raises(PositionError) as caught:
        dehla(deal, **{"rules": "dp_deal=five_then_eight", "undealt": undealt(deal, first), **more})
    assert words in str(caught.value)


def test_a_card_that_is_not_dealt_cannot_be_played():
    """It is refused as what it is."""
    deal = "N:AK.A.. 43.K.. 75.Q.. 6...A2"
    table = dehla(deal, "dp_deal=five_then_eight", undealt=undealt(deal, "N:A.A.. 4.K.. 7.Q.. ...A2"))
    with pytest.raises(IllegalPlayError, match="North does not hold SK yet: it is dealt once the trump is fixed"):
        table.play(Card.parse("SK"))


def test_a_full_deal_has_to_say_which_cards_are_first():
    """With more than eight cards and an open trump it is asked for; with eight all are dealt."""
    full = Deal.random(seed=3)
    with pytest.raises(PositionError, match="say which of these 13 they are"):
        Position(full, strain=None, leader=N, game="dehla-pakad", rules="dp_deal=five_then_eight")
    rest = sum(sum(card.bit for card in cards_of(hand)[5:]) for hand in full.masks)
    table = Position(full, strain=None, leader=N, game="dehla-pakad", rules="dp_deal=five_then_eight", undealt=rest)
    assert len(table.legal_plays()) == 5
    eight = Deal.random(seed=3, cards=8)
    assert Position(eight, strain=None, leader=N, game="dehla-pakad", rules="dp_deal=five_then_eight").undealt == 0


# What each way is worth

#: Endings of Dehla Pakad that North leads.
ENDINGS = (
    "N:9.T..T ..J.K7 KJ..9. .K7..J",
    "N:7.J.K. .K.AJ. .Q8..J T.T7..",
    "N:.QJ7.. ..97.T J..AT. T.T..A",
)


def tens(how: str) -> list[int]:
    """Return the tens that North-South take of each ending when the trump comes about in that way.

    It is hearts where somebody has to know it; five_then_eight is played with one card each that is dealt later.
    """
    values = []
    for text in ENDINGS:
        hands = [cards_of(mask) for mask in Deal.parse(text).masks]
        lowest = [card for card in hands[N] if card.suit is Suit.HEARTS][-1]
        more = {
            "fixed": {"strain": Strain.HEARTS},
            "closed_card": {"hidden": HiddenTrump(Suit.HEARTS, N, lowest)},
            "five_then_eight": {"undealt": sum(hand[0].bit for hand in hands)},
        }.get(how, {})
        rules = f"dp_deal={how}" if how == "five_then_eight" else f"dp_trump={how}"
        position = dehla(text, rules, **more)
        values.append(value(position))
        assert value(position, memory=False) == values[-1]
    return values


def test_every_way_of_the_trump_is_a_game_of_its_own():
    """With best play the ways in which a trump is fixed, noted, shown or dealt for give different results."""
    ways = ("first_void", "first_void_named", "closed_void", "closed_card", "fixed", "five_then_eight")
    results = {how: tens(how) for how in ways}
    assert len({tuple(result) for result in results.values()}) == len(ways), results


def test_every_play_is_counted():
    """A player who may ask, or name four suits, has that many more ways to go on."""
    assert perft(peg("N:K.2.. .53.. 97... ..98."), 1) == 2
    assert perft(peg("N:K.2.. .53.. 97... ..98."), 2) == 4 + 2  # on the king H5 H3 ?H5 ?H3, on the two of hearts H5 H3
    assert perft(play(dehla("N:AK... 43... 75... ..2.9", "closed"), "SA"), 1) == 8
