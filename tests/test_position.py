"""Positions: one gate that names all that is wrong, play and undo that restore everything, rooms for other games."""

from __future__ import annotations

import copy
import pickle
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.cards import FULL_DECK, Card, Direction, Seat, Side, Strain, Suit, cards_of, mask_of
from solver.deal import Deal, Hand
from solver.errors import IllegalPlayError, PositionError, RulesError
from solver.games import HiddenTrump, game, pile
from solver.position import Position
from tests import strategies
from tests.strategies import fresh
from tests.toy_games import TOYS, FirstVoid, Pile, Points

FULL = "N:Q74.AKT3.J72.K82 KJ93.84.T953.A75 A82.J52.AKQ6.QT6 T65.Q976.84.J943"
ALL_GAMES = st.sampled_from((game("court-piece"), *TOYS))


def cards(text: str) -> list[Card]:
    """Read cards separated by blanks."""
    return [Card.parse(part) for part in text.split()]


def position(deal: str, strain: str = "NT", leader: str = "N", **options) -> Position:
    """Return a position from texts."""
    for name in ("trick", "played"):
        if isinstance(options.get(name), str):
            options[name] = cards(options[name])
    return Position(Deal.parse(deal), strain=Strain.parse(strain), leader=Seat.parse(leader), **options)


def shown(of: Position) -> tuple[object, ...]:
    """Return everything that a position shows apart from its history."""
    return (
        of.hands,
        of.deal,
        of.trick,
        of.to_move,
        of.leader,
        of.strain,
        of.taken,
        of.tricks_left,
        of.total,
        of.is_over,
        of.trick_winner_so_far(),
        of.legal_plays(),
        of.key(),
        repr(of),
    )


def state(of: Position) -> tuple[object, ...]:
    """Return everything that a position shows and holds."""
    held = (list(part) if isinstance(part, list) else part for part in (getattr(of, name) for name in of.__slots__))
    return (*held, of.history, *shown(of))


# What a position shows


def test_a_full_deal():
    """At the start of a full deal the leader may play any card and all thirteen tricks are to come."""
    start = position(FULL, "H", "W", game="CourtPiece", rules="courts")
    assert start.to_move is start.leader is Seat.WEST
    assert (start.strain, start.trump, start.direction) == (Strain.HEARTS, Suit.HEARTS, Direction.ANTICLOCKWISE)
    assert (start.tricks_left, start.total, start.taken, start.is_over) == (13, 13, (0, 0), False)
    assert (start.trick, start.history, start.trick_winner_so_far()) == ((), (), None)
    assert start.legal_plays() == tuple(Hand.parse("T65.Q976.84.J943"))
    assert (start.game.name, start.rules.text()) == ("court-piece", "courts")
    assert start.deal == Deal.parse(FULL)


@pytest.mark.parametrize(("rules", "order"), [("classic", "NESW"), ("courts", "NWSE")])
def test_the_turn_goes_round(rules, order):
    """Clockwise the turn goes N E S W, anticlockwise N W S E; the winner leads to the next trick."""
    ending = position("N:A2... K3... Q4... J5...", rules=rules)
    seen = ""
    while not ending.is_over:
        seen += ending.to_move.letter
        ending.play(ending.legal_plays()[0])
    assert seen == order + order
    assert ending.leader is Seat.WEST  # the five is the highest card of the second trick


def test_a_trick_in_progress():
    """Cards on the table belong to those who played them; the turn is the next seat's; the winner so far is told."""
    ending = position("N:A.2.. 3... .4.. J5...", "S", "E", trick="SK D2", rules="classic")
    assert (ending.leader, ending.to_move) == (Seat.EAST, Seat.WEST)
    assert ending.trick_winner_so_far() is Seat.EAST
    assert (ending.tricks_left, ending.total) == (2, 2)
    ending.play(Card.parse("S5"))
    ending.play(Card.parse("SA"))
    assert (ending.leader, ending.taken, ending.tricks_left) == (Seat.NORTH, (1, 0), 1)


@pytest.mark.parametrize(
    ("played", "plays", "taken"),
    [
        ("", "SA", (0, 0)),
        ("SA", "SK", (0, 0)),
        ("SA SK", "SQ", (0, 0)),
        ("SA SK SQ", "SJ", (0, 0)),
        ("SA SK SQ SJ", "", (1, 0)),
    ],
)
def test_one_card_each_to_the_end(played, plays, taken):
    """With one card each there is one play a turn; after the fourth card the deal is over and nothing is to come."""
    ending = position("N:A... K... Q... J...", played=played)
    assert ending.legal_plays() == tuple(cards(plays))
    assert ending.taken == taken
    assert ending.is_over is (plays == "")
    assert ending.tricks_left == (0 if ending.is_over else 1)
    assert ending.total == 1


def test_a_position_without_cards():
    """No card left is a position like any other: finished, nothing to come, what was taken stands."""
    over = position("N:... ... ... ...", leader="S", taken=(7, 6))
    assert (over.is_over, over.tricks_left, over.total, over.taken) == (True, 0, 13, (7, 6))
    assert (over.legal_mask(), over.legal_plays(), over.to_move) == (0, (), Seat.SOUTH)
    with pytest.raises(IllegalPlayError, match="finished, 0 more"):
        over.play(Card.parse("SA"))


def test_a_recorded_trick_by_seats():
    """The winner of a trick leads to the next: a list of cards played in order gives the known winners."""
    deal = "N:A5.QJ987.A8643.J K764.KT543..AT53 J98.A6.KQT72.KQ9 QT32.2.J95.87642"
    ending = position(deal, "H", "W", rules="bridge")
    seats = []
    for card in cards("S2 SA S4 S8  HQ H4 HA H2  D2 D9 DA H3  S6 S9 ST S5  SQ HJ S7 SJ"):
        seats.append(ending.to_move.letter)
        ending.play(card)
    assert "".join(seats) == "WNESNESWSWNEESWNWNES"
    assert (ending.leader, ending.taken, ending.total) == (Seat.NORTH, (3, 2), 13)


# The gate


@pytest.mark.parametrize(
    ("deal", "options", "reasons"),
    [
        ("N:A... A... K... Q...", {}, ["SA in North's hand and in East's hand"]),
        (
            "N:AK... QJ... T9... 8...",
            {},
            ["the hands differ by more than the trick in progress explains: North 2, East 2, South 2, West 1"],
        ),
        (
            "N:AK... Q... J... T...",
            {},
            ["the hands differ by more than the trick in progress explains: North 2, East 1, South 1, West 1"],
        ),
        (
            "N:A... Q... J... T...",
            {"trick": "S2"},
            ["explains: North 1 and one on the table, East 1, South 1, West 1"],
        ),
        (
            "N:... Q... J... T...",
            {"trick": "SA", "leader": "E"},
            ["explains: North 0, East 1 and one on the table, South 1, West 1"],
        ),
        ("N:A... KQ... J2... T3...", {"trick": "SK"}, ["SK in East's hand and on the table, played by North"]),
        (
            "N:A... K... J2... T3...",
            {"trick": "S9 S9"},
            ["S9 on the table, played by North and on the table, played by East"],
        ),
        ("N:... ... ... ...", {"trick": "SA SK SQ SJ"}, ["a trick of 4 cards is not in progress"]),
        ("N:A... - K... -", {}, ["the hand of East is not known", "the hand of West is not known"]),
        (
            "N:AKQJT98765432.A.. .KQJT98765432.2.2 ..AKQJT9876543. ...AKQJT9876543",
            {},
            ["North 14, East 14, South 12, West 12", "deals 13 cards a hand, not 14"],
        ),
        (
            FULL.replace("KJ93", "KJ92").replace("T65", "T6"),
            {"strain": "S"},
            ["S2 in East's hand and in South's hand", "missing: S5, S3", "West 12"],
        ),
        (
            FULL.replace("T65", "T6"),
            {},
            ["missing: S5", "North 13, East 13, South 13, West 12"],
        ),
        (FULL, {"taken": (1, 0)}, ["NS 1 and EW 0 taken with 13 to come are more than the 13 tricks of a deal"]),
        ("N:A... K... Q... J...", {"taken": (6, 7)}, ["NS 6 and EW 7 taken with 1 to come are more than the 13"]),
        ("N:A... K... Q... J...", {"taken": (-1, 0)}, ["expected 0 or more tricks taken, not NS -1, EW 0"]),
        (
            "N:A... Q9... J... T2...",
            {"leader": "S", "trick": "HK D3"},
            ["the hands differ by more than"],
        ),
        (
            "N:A2... Q9... J... T.2..",
            {"leader": "S", "trick": "HK D3"},
            ["illegal trick: hearts were led and West still holds H2: D3 is a revoke"],
        ),
        ("N:A... K... Q... J...", {"strain": "AT"}, ["court-piece cannot be played in AT: give one of S, H, D, C, NT"]),
    ],
)
def test_every_reason_at_once(deal, options, reasons):
    """What cannot be is refused, with every reason, cards by name, sizes by seat."""
    with pytest.raises(PositionError) as caught:
        position(deal, **options)
    for reason in reasons:
        assert reason in str(caught.value)
    assert str(caught.value) == (
        caught.value.reasons[0]
        if len(caught.value.reasons) == 1
        else f"{len(caught.value.reasons)} defects: " + "; ".join(caught.value.reasons)
    )


def test_reasons_are_not_repeated():
    """A fault is told once, and a fault that follows from nothing else is the only one told."""
    with pytest.raises(PositionError) as caught:
        position("N:A... A... K... Q...")
    assert caught.value.reasons == ("SA in North's hand and in East's hand",)


def test_what_is_not_given_is_asked_for():
    """Leader, trump and four hands have to be given; what is missing is asked for, not guessed."""
    deal = Deal.parse("N:A... K... Q... J...")
    with pytest.raises(PositionError, match=r"needs a trump or none: give one of S, H, D, C, NT"):
        Position(deal, strain=None, leader=Seat.NORTH)
    with pytest.raises(PositionError, match=r"expected the seat that leads \(N, E, S or W\), not None"):
        Position(deal, strain=Strain.SPADES, leader=None)
    with pytest.raises(PositionError, match="expected four hands, not 3"):
        Position([Hand(1), Hand(2), Hand(4)], strain=Strain.SPADES, leader=Seat.NORTH)
    with pytest.raises(RulesError, match="there is no game 'poker'"):
        Position(deal, strain=Strain.SPADES, leader=Seat.NORTH, game="poker")
    with pytest.raises(RulesError, match="preset 'hidden' is not supported"):
        Position(deal, strain=Strain.SPADES, leader=Seat.NORTH, rules="hidden")
    with pytest.raises(PositionError, match=r"^'[a-z;=-]+' are not rules of court-piece; presets: classic, "):
        Position(deal, strain=Strain.SPADES, leader=Seat.NORTH, rules=FirstVoid().rules())


def test_game_and_rules_by_name_or_as_they_are():
    """Game and rules may be names or objects; a name may stand for a preset."""
    deal = [Hand(1), Hand(2), Hand(4), Hand(8)]
    options = {"strain": Strain.SPADES, "leader": Seat.NORTH}
    court_piece = game("court-piece")
    assert Position(deal, **options).rules.text() == "classic"
    assert Position(deal, game="hokm", **options).rules.text() == "hokm"
    assert Position(deal, game=court_piece, rules="courts", **options).rules.text() == "courts"
    assert Position(deal, game="hokm", rules=court_piece.rules("classic"), **options).rules.text() == "classic"
    assert Position(deal, game=court_piece, **options) == Position(deal, **options)


@given(st.data())
def test_a_spoilt_position_is_refused(data):
    """A card moved, doubled or taken away between two tricks never passes the gate."""
    deal = data.draw(strategies.deals(max_cards=6))
    hands = list(deal.masks)
    giver, taker = data.draw(st.permutations(range(4)))[:2]
    card = data.draw(st.sampled_from(cards_of(hands[giver])))
    spoil = data.draw(st.sampled_from(("move", "double", "remove")))
    if spoil != "double":
        hands[giver] ^= card.bit
    if spoil != "remove":
        hands[taker] |= card.bit
    with pytest.raises(PositionError):
        Position(Deal.of(hands), strain=Strain.NO_TRUMP, leader=Seat.NORTH)


# Play and undo


@given(strategies.positions(max_cards=5))
def test_the_constructor_gives_the_same_position(reached):
    """A position reached by play equals one made directly in the middle of the trick, and one made from its text."""
    direct = fresh(reached)
    assert direct == reached
    assert direct.key() == reached.key()
    assert direct.history == ()
    assert shown(direct) == shown(reached)
    names = {kind.__name__: kind for kind in (Position, Deal, Strain, Suit, Seat, Card, HiddenTrump, pile.Pile)}
    assert eval(repr(reached), names) == reached  # noqa: S307 - our own text


@given(strategies.positions(max_cards=5, mid_trick=False), st.data())
def test_undo_restores_everything(start, data):
    """Cards played and taken back, one by one in any number, leave every part of the position as it was."""
    before = [state(start)]
    while not start.is_over:
        start.push(data.draw(st.sampled_from(start.legal_plays())))
        before.append(state(start))
    while start.history:
        assert state(start) == before.pop()
        last = start.history[-1]
        assert start.undo() is last
    assert [state(start)] == before
    with pytest.raises(PositionError, match="none was played"):
        start.undo()


@given(ALL_GAMES.flatmap(lambda one: strategies.positions(max_cards=4, mid_trick=False, of=one)), st.data())
def test_laws_of_every_game(start, data):
    """In every game the cards never multiply, units are never lost, turns alternate and the winner leads."""
    total = start.total
    held = mask_of(card for hand in start.hands for card in cards_of(hand))
    while not start.is_over:
        assert start.legal_mask() & ~start.hands[start.to_move] == 0
        assert mask_of(start.legal_plays()) == start.legal_mask()
        assert list(start.legal_plays()) == sorted(set(start.legal_plays()))
        before, seat, tricks = start.taken, start.to_move, start.tricks_left
        winner_so_far = start.trick_winner_so_far()
        assert (winner_so_far is None) is (not start.trick)
        card = data.draw(st.sampled_from(start.legal_plays()))
        start.play(card)
        held ^= card.bit
        assert mask_of(start.trick) & held == 0
        assert start.hands[0] | start.hands[1] | start.hands[2] | start.hands[3] == held
        assert start.total == total
        assert start.taken[0] >= before[0]
        assert start.taken[1] >= before[1]
        if start.trick:
            assert (start.taken, start.tricks_left) == (before, tricks)
            assert start.to_move is seat.next(start.direction)
        else:
            assert start.tricks_left == tricks - 1
            assert start.to_move is start.leader
    assert held == 0
    assert sum(start.taken) == total
    undone = [start.undo() for _ in start.history]
    assert not start.history
    for card in reversed(undone):
        start.play(card)
    assert sum(start.taken) == total


@given(strategies.positions(max_cards=4), strategies.cards)
def test_play_checks_and_changes_nothing_when_it_refuses(start, card):
    """A card is played if and only if it is legal; a refusal leaves the position alone and says why."""
    before = state(start)
    if card in start.legal_plays():
        start.play(card)
        assert start.history[-1] is card
        start.undo()
    else:
        with pytest.raises(IllegalPlayError) as caught:
            start.play(card)
        error = caught.value
        assert card.text in str(error)
        assert (error.card, error.seat, error.ply) == (card.text, start.to_move.letter, len(start.history) + 1)
        names = {kind.__name__: kind for kind in (Position, Deal, Strain, Suit, Seat, Card, HiddenTrump, pile.Pile)}
        assert eval(error.position, names) == start  # noqa: S307 - our own text
        twin = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
        assert (str(twin), twin.position) == (str(error), error.position)
    assert state(start) == before


@pytest.mark.parametrize(
    ("played", "card", "message"),
    [
        ("HK", "C2", "hearts were led and West still holds H8, H3: C2 is a revoke"),
        ("HK", "SA", "West is to play, but North holds SA"),
        ("HK", "HK", "West is to play, but HK lies on the table"),
        ("HK", "DA", "West is to play, but DA is in no hand"),
        ("", "H8", "North is to play, but West holds H8"),
        ("HK H8 H9 HJ", "HK", "North is to play, but HK is in no hand"),
    ],
)
def test_illegal_plays_name_the_rule(played, card, message):
    """The refusal of a card names the rule it breaks: revoke with the cards due, not one's turn, not one's card."""
    ending = position("N:A32.K.. 4.JT.Q. .9.4.KQ .83..2J", rules="courts", played=played)
    with pytest.raises(IllegalPlayError, match=f"^{re.escape(message)}$"):
        ending.play(Card.parse(card))


def test_played_cards_are_checked_and_counted():
    """The first recorded card that is illegal is refused with its number; those before it are history."""
    deal = "N:A32.K.. 4.JT.Q. .9.4.KQ .83..2J"
    good = position(deal, rules="courts", played="HK H3 H9 HJ SA")
    assert good.history == tuple(cards("HK H3 H9 HJ SA"))
    assert good.undo() is Card.parse("SA")
    with pytest.raises(IllegalPlayError, match="West still holds H8, H3: C2 is a revoke") as caught:
        position(deal, rules="courts", played="HK C2 H9")
    assert (caught.value.ply, caught.value.card, caught.value.seat) == (2, "C2", "W")


def test_a_copy_is_its_own():
    """A copy equals its original with its history, and neither changes with the other."""
    first = position("N:A2... K3... Q4... J5...", played="SA")
    second = first.copy()
    assert state(first) == state(second)
    second.play(Card.parse("S3"))
    assert first.history == tuple(cards("SA"))
    assert first != second
    first.undo()
    assert second.history == tuple(cards("SA S3"))
    assert second.undo() is Card.parse("S3")


@given(ALL_GAMES.flatmap(lambda one: strategies.positions(max_cards=4, of=one)))
def test_copies_and_pickles_are_the_same_position(reached):
    """A copy of any kind and a pickle, as sent to a worker process, have the same state, game and history."""
    for twin in (copy.copy(reached), copy.deepcopy(reached), pickle.loads(pickle.dumps(reached))):  # noqa: S301
        assert state(twin) == state(reached)
        assert twin.game is reached.game
        twin.push(twin.legal_plays()[0])
        assert state(twin) != state(reached)


def test_the_key_tells_futures_apart():
    """Keys differ with cards, turn, trick, strain and rules, and not with what was taken or how it was reached."""
    base = position("N:A2... K3... Q4... J5...")
    others = [
        position("N:A3... K2... Q4... J5..."),
        position("N:A2... K3... Q4... J5...", leader="S"),
        position("N:A2... K3... Q4... J5...", "S"),
        position("N:A2... K3... Q4... J5...", rules="courts"),
        position("N:A2... K3... Q4... J5...", played="SA"),
    ]
    keys = {base.key(), *(other.key() for other in others)}
    assert len(keys) == 6
    assert position("N:A2... K3... Q4... J5...", taken=(3, 2)).key() == base.key()
    assert position("N:A2... K3... Q4... J5...", taken=(3, 2)) != base
    one_way = position("N:A.A.. K.K.. Q.Q.. J.J..", played="SA SK SQ SJ HA HK HQ HJ")
    other_way = position("N:A.A.. K.K.. Q.Q.. J.J..", played="HA HK HQ HJ SA SK SQ SJ")
    assert one_way.key() == other_way.key()
    assert base != "base"
    with pytest.raises(TypeError):
        hash(base)


@given(strategies.positions(max_cards=5))
def test_the_trusted_door_gives_the_same(reached):
    """What is made without checks from the parts of a sound position is that position."""
    twin = Position._trusted(
        reached.hands,
        strain=reached.trump_state,
        leader=reached.leader,
        game=reached.game,
        rules=reached.rules,
        trick=reached.trick,
        taken=reached.taken,
        carry=reached.carry,
        undealt=reached.undealt,
    )
    assert twin == reached
    assert (twin.to_move, twin.tricks_left, twin.total) == (reached.to_move, reached.tricks_left, reached.total)


@pytest.mark.parametrize("name", ["game", "rules", "hands", "trick", "taken", "leader", "to_move", "strain", "history"])
def test_what_a_position_shows_cannot_be_set(name):
    """A position changes by play and undo alone."""
    ending = position("N:A... K... Q... J...")
    with pytest.raises(AttributeError):
        setattr(ending, name, getattr(ending, name))


# Rooms for other games


@pytest.mark.parametrize(
    ("played", "trump", "winner"),
    [
        ("SK S4 D3 SA", "D", "S"),  # the low discard is a ruff
        ("SK S4 D3 D9", "D", "E"),  # over-ruffed in the same trick
        ("SK S4 D3 CA", "D", "S"),  # a second void changes nothing
        ("SA S7 HT S2", "H", "S"),  # a ten thrown on the partner's ace takes the trick
        ("SK S4 S3 SA", None, "E"),  # nobody void: still open
    ],
)
def test_a_trump_fixed_in_play(played, trump, winner):
    """A game whose first discard names the trump fits: it ruffs at once, then holds, and undo opens it again."""
    trick = cards(played)
    order = [Seat.NORTH, Seat.WEST, Seat.SOUTH, Seat.EAST]
    spare = dict(zip(order, cards("C2 C3 C4 C5"), strict=True))
    deal = Deal.of([mask_of([spare[seat], trick[order.index(seat)]]) for seat in Seat])
    ending = Position(deal, strain=None, leader=Seat.NORTH, game=FirstVoid())
    assert (ending.strain, ending.trump) == (None, None)
    for card in trick:
        ending.push(card)
    assert ending.strain == (None if trump is None else Strain.parse(trump))
    assert ending.leader is Seat.parse(winner)
    tens = played.count("T")
    assert ending.taken == ((tens, 0) if ending.leader.side is Side.NS else (0, tens))
    for _ in trick:
        ending.undo()
    assert (ending.strain, ending.deal, ending.total) == (None, deal, tens)


def test_a_pile_between_tricks():
    """A game that leaves tricks in the middle fits: a worked run of thirteen winners collects as it should."""
    winners = "NEEWSSSWNWWEN"
    toy = Pile()
    carry = toy.opening_carry(toy.rules())
    taken = (0, 0)
    seen = []
    for number, letter in enumerate(winners, start=1):
        ns, ew, carry = toy.collect(
            (), Seat.parse(letter), last=number == 13, strain=Strain.SPADES, rules=toy.rules(), carry=carry
        )
        taken = (taken[0] + ns, taken[1] + ew)
        seen.append((ns, ew))
    assert taken == (6, 7)
    assert {number: units for number, units in enumerate(seen, start=1) if any(units)} == {
        3: (0, 3),
        6: (3, 0),
        7: (1, 0),
        11: (0, 4),
        13: (2, 0),
    }


def test_card_points_and_the_last_trick():
    """A game with its own order, points, a bonus for the last trick and a duty to ruff fits."""
    deal = Deal.random(cards=8, seed=3, deck=Points.deck)
    assert Position(deal, strain=Strain.SPADES, leader=Seat.NORTH, game=Points()).total == 130
    ending = position("N:.A7.. 8..9. .T8.. 7...9", "S", rules="toy", game=Points())
    ending.play(Card.parse("HA"))
    assert ending.legal_plays() == tuple(cards("S7"))  # void, an opponent wins: West has to ruff
    with pytest.raises(IllegalPlayError, match="West has to follow or to ruff: C9"):
        ending.play(Card.parse("C9"))
    ending.play(Card.parse("S7"))
    ending.play(Card.parse("HT"))
    assert ending.legal_plays() == tuple(cards("S8 D9"))  # void, the partner wins: East is free
    for card in cards("D9 C9 H8 S8 H7"):
        ending.play(card)
    assert ending.taken == (0, 31)  # ace, ten, and ten for the last trick


def test_the_pack_of_the_game_is_the_one_that_counts():
    """A card that the pack of the game does not have is refused by name."""
    with pytest.raises(PositionError, match="S2 in North's hand, but not in the pack of 32 cards"):
        position("N:2... K... Q... J...", rules="toy", game=Points())
    with pytest.raises(PositionError, match="toy-points deals 8 cards a hand, not 9"):
        Position(Deal.random(cards=9, seed=1), strain=Strain.SPADES, leader=Seat.NORTH, game=Points())
    assert FULL_DECK & Points.deck == Points.deck


@pytest.mark.parametrize("wrong", [{"rules": 5}, {"rules": {}}, {"rules": b"courts"}])
def test_rules_of_another_type_are_not_taken_for_the_default(wrong):
    """Rules are a text or an object."""
    with pytest.raises(TypeError, match="expected rules as a text"):
        position(FULL, **wrong)


def test_a_card_as_a_text_is_refused_with_the_way_to_write_it():
    """Texts are no cards; the error says how to make one of them."""
    with pytest.raises(TypeError, match=r"Card\.parse"):
        position(FULL).play("SQ")
