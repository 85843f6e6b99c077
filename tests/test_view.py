"""Views: what a seat knows of a record at a moment, what it does not, and what cannot be."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest

from solver import (
    Card,
    Deal,
    Hand,
    HiddenTrump,
    ParseError,
    Position,
    Seat,
    Strain,
    Suit,
    View,
    ViewError,
    Worlds,
    cards_of,
    mask_of,
    read,
)
from solver.view import coded_trump

COURT_PIECE = """
[Game "CourtPiece"]
[Rules "courts"]
[Dealer "E"]
[Hakem "N"]
[FirstCards "SA HK HJ HT H8"]
[Trump "H"]
[Deal "N:A643.KJT8.92.AK3 2.653.QJT7.T9842 KQ97.Q9.AK54.J75 JT85.A742.863.Q6"]
[Streak "2-0"]
[MatchScore "0-1"]
[Result "9-4"]
{tags}
[Play "N"]
SA S5 S7 S2
CA C6 C5 C2
CK CQ C7 C4
*
"""
COINCHE = """
[Game "Coinche"]
[Rules "s4"]
[Dealer "E"]
[Deal "N:QT.QT.Q.AJT 8.AK97.KJ9. AKJ97.8..97 .J.AT87.KQ8"]
[Auction "N"]
Pass 80D 100S X
Pass
[Declarer "S"]
[Contract "100SX"]
[Belote "{belote}"]
[MatchScore "640-1210"]
[Play "N"]
CA C8 C7 S8
HT HJ H8 HA
*
"""
DEHLA = """
[Game "DehlaPakad"]
[Dealer "E"]
[Leader "N"]
[Trump "?"]
[Deal "N:JT64.AQT93.962.5 AK7.J65.AK74.J98 Q985.K8742..QT63 32..QJT853.AK742"]
[Play "N"]
HA D3 H2 H5
C5 CA C3 C8
D2 CK C6 C9
*
"""


def cards(text: str) -> tuple[Card, ...]:
    """Return the cards of a text."""
    return tuple(Card.parse(word) for word in text.split())


def record_of(text: str):
    """Return the one game of a text."""
    reading = read(text)
    assert not reading.errors
    return reading.records[0]


def court_piece(tags: str = ""):
    """Return the record of Court Piece, with further tags."""
    return record_of(COURT_PIECE.format(tags=tags))


def test_a_view_leaves_out_the_other_hands_and_the_cards_to_come():
    """Of a full record a seat keeps its own hand and the cards played by then; the result is not known to it."""
    record = court_piece()
    view = View.from_record(record, Seat.EAST, upto=5)
    assert view.seat is Seat.EAST
    assert Hand(view.hand) == record.deal[Seat.EAST]
    assert [card.text for card in view.played] == ["SA", "S5", "S7", "S2", "CA"]
    assert (view.to_move, view.sizes, view.table.taken) == (Seat.WEST, (11, 12, 12, 12), (1, 0))
    assert view.unseen == view.pack & ~view.hand & ~mask_of(view.played)
    assert dict(view.tags) == {"streak": "2-0", "matchscore": "0-1"}
    assert view.exposed == (0, 0, 0, 0)
    state = view.match_state()
    assert (state.score, state.streak, state.dealer, state.caller) == ((0, 1), (2, 0), Seat.EAST, Seat.NORTH)


def test_the_seat_of_a_view():
    """It is named, or that of the tag, or the only hand that is known, or whose turn it is."""
    assert View.from_record(court_piece(), Seat.SOUTH).seat is Seat.SOUTH
    assert View.from_record(court_piece('[View "W"]')).seat is Seat.WEST
    assert View.from_record(court_piece(), upto=2).seat is Seat.SOUTH
    only = COURT_PIECE.replace("2.653.QJT7.T9842 KQ97.Q9.AK54.J75 JT85.A742.863.Q6", "- - -")
    assert View.from_record(record_of(only.format(tags=""))).seat is Seat.NORTH
    two = COURT_PIECE.replace("KQ97.Q9.AK54.J75 JT85.A742.863.Q6", "- -")
    with pytest.raises(ViewError, match="whose view it is"):
        View.from_record(record_of(two.format(tags="")))
    with pytest.raises(ViewError, match="the hand of West, whose view it is, is not known"):
        View.from_record(record_of(two.format(tags="")), Seat.WEST)


def test_a_hand_that_a_file_shows_lies_open():
    """Where some hands are `-`, the others are seen by all; the worlds have them as they are."""
    two = COURT_PIECE.replace("KQ97.Q9.AK54.J75 JT85.A742.863.Q6", "- -").format(tags='[View "N"]')
    view = View.from_record(record_of(two))
    assert Hand(view.exposed[Seat.EAST]) == Hand.parse("2.653.QJT7.T9842")
    worlds = Worlds(view)
    assert all(view.deal_of(world)[Seat.EAST] == Hand.parse("2.653.QJT7.T9842") for world in worlds.sample(5, seed=1))
    assert any("East has shown S2" in fact for fact in worlds.facts)


def test_the_hakem_before_his_call():
    """He has seen his first cards, nothing is trump, and his other cards are dealt like all the rest."""
    lines = COURT_PIECE.split("{tags}", maxsplit=1)[0].splitlines()
    text = "\n".join(line for line in lines if not line.startswith(("[Trump", "[Deal ", "[Result")))
    view = View.from_record(record_of(text))
    assert (view.seat, view.strain, view.to_move) == (Seat.NORTH, None, Seat.NORTH)
    assert Hand(view.hand) == Hand.of(cards("SA HK HJ HT H8"))
    world = Worlds(view).sample(1, seed=4)[0]
    assert [int(mask).bit_count() for mask in world] == [13] * 4
    assert int(world[Seat.NORTH]) & view.hand == view.hand
    position = view.position(world, strain=Strain.HEARTS)
    assert Position(view.deal_of(world), strain=Strain.HEARTS, leader=Seat.NORTH, rules="courts") == position
    assert view.with_strain(Strain.HEARTS).table.strain is Strain.HEARTS


def test_a_position_of_a_world_is_the_position_of_the_record():
    """With the true hands a view gives the position, the deal and the facts of the record."""
    for text, upto in ((COURT_PIECE.format(tags=""), 6), (COINCHE.format(belote="-"), 7), (DEHLA, 3), (DEHLA, 9)):
        record = record_of(text)
        position = record.position(upto)
        view = View.from_record(record, Seat.WEST, upto=upto)
        world = position.hands
        assert view.position(world) == position
        assert view.position(world).to_move is position.to_move is view.to_move
        assert view.deal_of(world) == record.deal
        facts = view.facts(world)
        assert facts.hands == record.deal.masks
        assert facts.strain == position.strain
        assert len(facts.tricks) == upto // 4
        assert facts.left == position.tricks_left


def test_the_auction_up_to_a_call():
    """During the auction neither contract nor trump nor play are known, nor the calls to come."""
    record = record_of(COINCHE.format(belote="-"))
    view = View.from_record(record, calls=2)
    assert (view.seat, view.contract, view.strain, view.declarer, view.played) == (Seat.SOUTH, None, None, None, ())
    assert [str(call) for _, call in view.auction.calls] == ["Pass", "80D"]
    assert Worlds(view).count == 9465511770  # 24 cards for three hands of eight
    after = View.from_record(record, Seat.SOUTH, upto=0)
    assert (after.contract, after.strain, after.declarer) == ("100SX", Strain.SPADES, Seat.SOUTH)


def test_declared_cards_are_known_once_they_are_declared():
    """A belote is known from the first of its cards on, announcements after the first trick, results never."""
    deal = "N:KQ.QT.Q.AJT T8.AK97.K9. AJ97.8.J.97 .J.AT87.KQ8"
    text = COINCHE.format(belote="N").replace("N:QT.QT.Q.AJT 8.AK97.KJ9. AKJ97.8..97 .J.AT87.KQ8", deal)
    text = text.replace("CA C8 C7 S8\nHT HJ H8 HA", "CA C8 C7 S8\nHT HJ H8 H7\nSK D7 SA ST")
    text = text.replace("[Rules", '[Announces "S tierce SJ"]\n[Rules')
    record = read(text).records[0]
    before = View.from_record(record, Seat.WEST, upto=8)
    assert "belote" not in dict(before.tags)
    assert dict(before.tags)["announces"] == "S tierce SJ"
    assert "announced: S tierce SJ" in Worlds(replace(before, tags=(("announces", "S tierce SJ"),))).facts
    assert "announces" not in dict(View.from_record(record, Seat.WEST, upto=3).tags)
    view = View.from_record(record, Seat.WEST, upto=9)
    assert view.table.players[8] is Seat.NORTH
    assert dict(view.tags)["belote"] == "N"
    queen = Card.parse("SQ").bit
    worlds = Worlds(replace(view, tags=(("belote", "N"),)))
    assert all(int(world[Seat.NORTH]) & queen for world in worlds.sample(20, seed=1))
    assert "North has declared a belote" in worlds.facts


def test_endings():
    """A record that begins in the middle tells what is left if it gives all hands; otherwise that stays open."""
    full = (
        '[Game "CourtPiece"]\n[Trump "S"]\n[ToPlay "N"]\n[Taken "NS 5 EW 5"]\n[Deal "N:AQ.2.. K3.3.. J2.4.. T9.5.."]\n'
    )
    view = View.from_record(record_of(full), Seat.SOUTH)
    assert (view.size, view.gone, view.pack.bit_count()) == (3, 0, 12)
    assert view.taken == (5, 5)
    assert Worlds(view).count == 1680  # 9 cards for three hands
    partial = full.replace("AQ.2.. K3.3.. J2.4.. T9.5..", "AQ.2.. - - -")
    view = View.from_record(record_of(partial))
    assert (view.size, view.gone) == (3, 40)
    worlds = Worlds(view)
    assert worlds.count == 49 * 48 * 47 * 46 * 45 * 44 * 43 * 42 * 41 // 6**3
    for world in worlds.sample(20, seed=2):
        assert [int(mask).bit_count() for mask in world] == [3] * 4
        Position(view.deal_of(world), strain=Strain.SPADES, leader=Seat.NORTH, taken=(5, 5))


def test_a_trick_in_progress_when_the_record_begins():
    """Its cards count to the hands that they came from, and are played."""
    text = (
        '[Game "CourtPiece"]\n[Trump "S"]\n[CurrentTrick "N HQ E HK"]\n[Taken "5-5"]\n'
        '[Deal "N:AQ... K3... J2.4.. T9.5.."]\n'
    )
    record = record_of(text)
    view = View.from_record(record)
    assert (view.seat, view.size, view.sizes) == (Seat.SOUTH, 3, (2, 2, 3, 3))
    assert view.table.trick == record.trick
    assert view.position(record.position().hands) == record.position()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"hand": "AKQJT98765432..2."}, "North's hand has 14 cards, 13 at most are dealt to a hand"),
        ({"played": (Card.parse("H2"),)}, "card 1: H2 is not in the hand of North, who played it"),
        ({"played": cards("SA SK")}, "card 2: North holds SK, so West cannot have played it"),
        ({"played": cards("SA HA SA")}, "SA is played twice"),
        ({"strain": Strain.ALL_TRUMP}, "court-piece cannot be played in AT"),
        ({"strain": None, "played": (Card.parse("SA"),)}, "court-piece needs a trump or none"),
        (
            {"exposed": (0, 1, 1, 0)},
            "SA is in North's hand and in East's open cards.*SA is in East's open cards and in",
        ),
        ({"exposed": (0, 1 << 13, 0, 0), "played": cards("SA HA")}, "HA lies open with E, so W"),
        ({"game": "coinche", "rules": None, "leader": Seat.NORTH}, "S6, S5.* is not among the 32 cards of the deal"),
        ({"size": 14}, "four hands of 14 cards are more than the 52 of the deal"),
        ({"leader": None, "hakem": None}, "expected to know who leads"),
        (
            {"hand": "AK.QJT987654..3", "played": cards("SA S2 S3 S4 SK S5 S6 H2 C3")},
            None,
        ),
        (
            {"hand": "A.QJT987654.K.32", "played": cards("HQ HK HA H2 S2 S3 DK")},
            "spades were led and North still holds SA: DK is a revoke",
        ),
    ],
)
def test_what_cannot_be(change, message):
    """Everything wrong with a view is told, with the cards and seats concerned."""
    settings = {"seat": Seat.NORTH, "hand": "AKQJT98765432...", "rules": "courts", "hakem": Seat.NORTH, **change}
    settings.setdefault("strain", Strain.SPADES)
    if message is None:
        View.of(**settings)
        return
    with pytest.raises(ViewError, match=message):
        View.of(**settings)


def test_errors_of_a_record_name_its_place():
    """File and line come with the message; what a constraint says wrong is shown."""
    reading = read(COURT_PIECE.format(tags='[Constraint "W: S>=x"]'), source="game.pbn")
    with pytest.raises(ParseError, match="'S>=x' is no card, length, shape or number"):
        View.from_record(reading.records[0])
    reading = read(COURT_PIECE.replace("A643.KJT8.92.AK3", "-").format(tags='[View "N"]'), source="game.pbn")
    record = replace(reading.records[0], first_cards=())
    with pytest.raises(ViewError, match=r"game\.pbn:2: the hand of North"):
        View.from_record(record)


def test_the_tag_constraint_holds_for_the_worlds():
    """What a file assumes is kept by every world, and told among the facts."""
    view = View.from_record(court_piece('[Constraint "W: S>=4, !DK; E: balanced"]'), Seat.SOUTH, upto=4)
    worlds = Worlds(view)
    assert [fact for fact in worlds.facts if "assumed" in fact] == [
        "W: S>=4 (assumed)",
        "W: !DK (assumed)",
        "E: balanced (assumed)",
    ]
    for world in worlds.sample(50, seed=1):
        west = view.deal_of(world)[Seat.WEST]
        assert Hand(west.suit_mask(Card.parse("SA").suit)).mask.bit_count() >= 4
        assert Card.parse("DK") not in west


def test_views_grow_by_cards_and_assumptions_and_can_be_pickled():
    """`after` plays a card, `assuming` adds constraints; a view survives pickling, its table too."""
    view = View.from_record(court_piece(), Seat.NORTH, upto=0)
    grown = view.after(Card.parse("SA")).after(Card.parse("S5"))
    assert grown == View.from_record(court_piece(), Seat.NORTH, upto=2)
    assert grown.assuming("W: hcp 3+").constraints[0].seat is Seat.WEST
    assert pickle.loads(pickle.dumps(grown)) == grown  # noqa: S301 - our own
    assert pickle.loads(pickle.dumps(grown)).table == grown.table  # noqa: S301 - our own
    with pytest.raises(ViewError, match="North holds S6"):
        view.after(Card.parse("SA")).after(Card.parse("S6"))


def test_hands_may_be_given_in_any_form():
    """A mask, a hand, cards or a text."""
    deal = Deal.random(seed=1)
    hand = deal[Seat.NORTH]
    forms = (hand.mask, hand, tuple(hand), str(hand), " ".join(card.text for card in cards_of(hand.mask)))
    views = {View.of(seat=Seat.NORTH, hand=form, rules="courts", dealer=Seat.EAST) for form in forms}
    assert len(views) == 1
    assert next(iter(views)).hakem is Seat.NORTH


PEG = """
[Game "CourtPiece"]
[Rules "classic;trump_mode=hidden_paper"]
[Dealer "W"]
[Hakem "S"]
[HiddenTrump "S H"]
[Deal "N:A643.KJT8.92.AK3 2.653.QJT7.T9842 KQ97.Q9.AK54.J75 JT85.A742.863.Q6"]
[Play "S"]
SK S5 S3 S2
SQ S8 S4 {last}
*
"""


def test_a_hidden_trump_is_known_to_who_hid_it_and_once_it_is_shown():
    """Before, the others know only that there is one; to the play so far its suit makes no difference."""
    record = record_of(PEG.format(last="D7"))
    own = View.from_record(record, Seat.SOUTH)
    assert (own.hidden, own.table.trump, own.table.is_veiled) == (record.hidden, record.hidden, False)
    assert own.position(record.position().hands) == record.position()
    for seat in (Seat.NORTH, Seat.EAST, Seat.WEST):
        view = View.from_record(record, seat)
        assert (view.hidden, view.table.setter, view.table.trump, view.table.strain) == (None, Seat.SOUTH, None, None)
        assert view.table.is_veiled
        assert [guess.suit for guess in view.guesses()] == list(Suit)
        world = Worlds(view).sample(1, seed=1)[0]
        assert view.position(world).hidden == coded_trump(int(world[4]), Seat.SOUTH)
        assert view.deal_of(world)[seat] == record.deal[seat]
    asked = record_of(PEG.format(last="?H3"))
    view = View.from_record(asked, Seat.WEST)
    assert (view.hidden, view.table.strain, view.table.setter) == (record.hidden, Strain.HEARTS, None)
    assert Worlds(view).sample(1, seed=1).shape == (1, 4)
    before = View.from_record(asked, Seat.WEST, upto=7)
    assert (before.hidden, before.table.setter) == (None, Seat.SOUTH)
    with pytest.raises(ViewError, match="card 8: H3 shows the trump that South had hidden: say which it is"):
        before.after(Card.parse("?H3"))


def test_a_noted_trump_is_seen_as_a_card_alone():
    """Who notes the trump in secret knows it; to the others his card names nothing."""
    text = DEHLA.replace('[Dealer "E"]', '[Rules "closed"]\n[Dealer "E"]').split("HA D3")[0] + "HA D3=C H2 H5\n*\n"
    record = record_of(text)
    assert View.from_record(record, Seat.WEST).table.trump == record.position().hidden
    view = View.from_record(record, Seat.NORTH)
    assert (view.table.setter, view.table.noted, view.played[1]) == (Seat.WEST, 1, Card.parse("D3"))
    clubs = next(guess for guess in view.guesses() if guess.suit is Suit.CLUBS)
    assert view.supposing(clubs).table.trump == record.position().hidden


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"seat": Seat.WEST, "played": cards("SA")},
            "expected the hidden trump, which West, whose view it is, has set",
        ),
        (
            {"hidden": HiddenTrump(Suit.HEARTS, Seat.WEST), "strain": Strain.SPADES},
            "not in effect when the play begins",
        ),
        ({"hidden": HiddenTrump(Suit.HEARTS, Seat.EAST)}, "West hides the trump, so E cannot have"),
        (
            {"hidden": HiddenTrump(Suit.HEARTS, Seat.WEST), "shown": Suit.CLUBS},
            "clubs cannot have been shown, for hearts",
        ),
        ({"shown": Suit.CLUBS, "rules": "courts"}, "nobody hides a trump before the play"),
        ({"hidden": HiddenTrump(Suit.HEARTS, Seat.WEST, Card.parse("HT"))}, "no card lies face down"),
        ({"shown": Suit.CLUBS, "rules": "classic;trump_mode=hidden_card"}, "expected the card that West had laid face"),
    ],
)
def test_hidden_trumps_that_cannot_be(change, message):
    """Who hid what, when and where are told apart."""
    rules = "classic;trump_mode=hidden_paper"
    settings = {"seat": Seat.NORTH, "hand": "AKQJT98765432...", "rules": rules, "hakem": Seat.WEST, **change}
    with pytest.raises(ViewError, match=message):
        View.of(**settings)
