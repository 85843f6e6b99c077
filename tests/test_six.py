"""Six players with three packs: hands with copies, the play, files, scores."""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import replace

import pytest

from solver import read
from solver.cards import Card, Direction, Rank, Seat, Side, Strain, Suit
from solver.errors import IllegalPlayError, LimitError, ParseError, PositionError, RulesError
from solver.games.dehla_match import DehlaMatch, DehlaRound
from solver.games.dehla_stakes import DehlaStakes
from solver.six import (
    Player,
    SixDeal,
    SixFailure,
    SixMatch,
    SixPosition,
    read_six,
    score_six,
    six_rules,
    write_six,
)
from solver.six.cards import format_hand, parse_hand

ONE, TWO, THREE, FOUR, FIVE, SIX = Player
DEAL = "1:AAT.K.. KQ.T.2. Q2.QQ.. J9.J.3. T5.4.4. 76..A.A"


def cards(text: str) -> list[Card]:
    """Read cards separated by blanks."""
    return [Card.parse(word) for word in text.split()]


def position(text: str, **options: object) -> SixPosition:
    """A position in which player 1 leads and the turn goes 1 2 3 4 5 6."""
    return SixPosition(
        SixDeal.parse(text), **{"strain": None, "leader": ONE, "rules": "direction=clockwise"} | options
    )


# Players and hands


def test_players_sit_clockwise_and_teams_alternate():
    """After six comes one; 1, 3 and 5 are one side."""
    assert [player.next() for player in Player] == [TWO, THREE, FOUR, FIVE, SIX, ONE]
    assert [player.next(Direction.ANTICLOCKWISE, steps=2) for player in Player] == [FIVE, SIX, ONE, TWO, THREE, FOUR]
    assert [player.side for player in Player] == [Side.NS, Side.EW] * 3
    assert [Player.parse(player.letter) for player in Player] == list(Player)
    for text in ("0", "7", "N", "", "12"):
        with pytest.raises(ParseError, match="expected the number of a player, 1 to 6"):
            Player.parse(text)


def test_hands_hold_copies_and_are_written_as_they_are_read():
    """Every hand of random deals goes through its text."""
    assert parse_hand("AAA10.t..22") == tuple(cards("SA SA SA ST HT C2 C2"))
    for seed in range(20):
        deal = SixDeal.random(cards=seed + 7, seed=seed)
        assert SixDeal.parse(str(deal)) == deal
        assert SixDeal.parse(deal.format(FOUR)) == deal
        for hand in deal:
            assert parse_hand(format_hand(hand)) == hand


def test_a_random_deal_is_three_packs():
    """A full deal has every card three times; the same seed gives the same deal."""
    deal = SixDeal.random(seed=5)
    assert set(Counter(card for hand in deal for card in hand).values()) == {3}
    assert deal == SixDeal.random(seed=5) != SixDeal.random(seed=6)
    with pytest.raises(LimitError, match="expected 0 to 26 cards a hand, not 27"):
        SixDeal.random(cards=27, seed=0)
    with pytest.raises(LimitError, match="expected a seed"):
        SixDeal.random(seed=-1)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("AA... KK... QQ... JJ... TT... 99...", "expected a player and 6 hands"),
        ("1:AA... KK... QQ... JJ... TT...", "not 5 hands"),
        ("7:A... K... Q... J... T... 9...", "expected the number of a player"),
        ("1:A... K.. Q... J... T... 9...", "the hand of player 2: expected four suits"),
        ("1:A... K... Q... X... T... 9...", "the hand of player 4: expected ranks of spades"),
    ],
)
def test_deals_that_cannot_be_read(text, words):
    """The error names the player."""
    with pytest.raises(ParseError, match=words):
        SixDeal.parse(text)


# The play


@pytest.mark.parametrize(
    ("deal", "play", "strain", "winner", "taken"),
    [
        pytest.param("1:A... A... A... 4... 5... 6...", "SA SA SA S4 S5 S6", None, ONE, (0, 0), id="first of equals"),
        pytest.param("1:2... 3... A... A... 5... 6...", "S2 S3 SA SA S5 S6", None, THREE, (0, 0), id="first of best"),
        pytest.param("1:A... .T.. .T.. 4... 5... T...", "SA HT HT S4 S5 ST", "H", TWO, (0, 3), id="first of ruffs"),
        pytest.param("1:A... ..2. .A.. 4... 5... ..A.", "SA D2 HA S4 S5 DA", "D", SIX, (0, 0), id="over-ruff"),
        pytest.param("1:A... .2.. .3.. .A.. .A.. T...", "SA H2 H3 HA HA ST", "H", FOUR, (0, 1), id="equal over-ruffs"),
    ],
)
def test_who_wins_a_trick(deal, play, strain, winner, taken):
    """The first void card fixes the trump and ruffs; of equal cards the one that came first stays ahead."""
    table = position(deal)
    for card in cards(play):
        table.play(card)
    assert table.strain is (None if strain is None else Strain.parse(strain))
    assert (table.leader, table.taken, table.is_over) == (winner, taken, True)


def test_the_turn_goes_anticlockwise_by_default():
    """As with four players; copies are listed once."""
    table = SixPosition(SixDeal.parse(DEAL), strain=None, leader=ONE)
    order = []
    for _ in range(6):
        order.append(table.to_move)
        table.play(table.legal_plays()[0])
    assert order == [ONE, SIX, FIVE, FOUR, THREE, TWO]
    two = SixPosition(SixDeal.parse("1:AAT... K22... 333... 444... 555... 666..."), strain=None, leader=ONE)
    assert two.legal_plays() == tuple(cards("SA ST"))


@pytest.mark.parametrize(
    "rules", ["", "direction=clockwise;dp_count=cards", "dp_count=tricks", "mendikot;dealer_rotation=result_s3"]
)
def test_whole_deals_are_played_and_taken_back(rules):
    """All units are taken by somebody, every position can be made anew, and undo gives back the deal."""
    for seed in range(2):
        chance = random.Random(seed)
        table = SixPosition(SixDeal.random(seed=seed), strain=None, leader=Player(seed), rules=rules)
        first = table.copy()
        assert table.total == table.rules.total
        while not table.is_over:
            table.play(chance.choice(table.legal_plays()))
            assert table.total == table.rules.total
            if len(table.history) % 7 == 0:
                twin = SixPosition(
                    table.deal,
                    strain=table.strain,
                    leader=table.leader,
                    rules=table.rules,
                    trick=table.trick,
                    taken=table.taken,
                )
                assert twin == table
        assert sum(table.taken) == table.rules.total
        assert table.strain is not None  # 156 cards cannot be played without a void
        while table.history:
            table.undo()
        assert table == first
    with pytest.raises(PositionError, match="expected a card to take back"):
        first.undo()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"text": "1:AA... A... A2... 44... 55... 66..."}, "the hands differ by more than the trick"),
        ({"text": "1:AA... AA... 22... 44... 55... 66..."}, "SA comes 4 times, but 3 packs have it 3 times"),
        ({"taken": (-1, 0)}, "expected 0 or more tens taken, not -1 and 0"),
        ({"taken": (8, 4)}, "1-3-5 8 and 2-4-6 4 taken with 3 to come are more than the 12 tens of a deal"),
        ({"trick": cards("SA SK S2 S9 S5 S6")}, "a trick of 6 cards is not in progress"),
        ({"text": "1:2... KQ... 32... 44... 55... 66...", "trick": cards("S2")}, None),
        ({"text": "1:2... Q... 32... 44... 55... 66...", "trick": cards("S2 H2")}, "player 2 still holds SQ: H2 is a"),
        ({"strain": Strain.NO_TRUMP}, "dehla-pakad cannot be played in NT"),
        ({"rules": "dp_trump=open_right"}, "dehla-pakad needs a trump"),
    ],
)
def test_positions_that_cannot_be(options, words):
    """Everything that is wrong is named."""
    options = {"text": "1:AT... KT... T2... 44... 55... 66..."} | options
    if words is None:
        position(**options)
        return
    with pytest.raises(PositionError, match=words):
        position(**options)


def test_cards_that_cannot_be_played():
    """Not held, a revoke, or after the end."""
    table = position("1:A.3.. K.2.. Q.2.. J.4.. T.5.. 9.6..")
    with pytest.raises(IllegalPlayError, match=r"player 1 is to play, but does not hold SK; he holds A\.3\.\."):
        table.play(Card.parse("SK"))
    table.play(Card.parse("SA"))
    with pytest.raises(IllegalPlayError, match="spades were led and player 2 still holds SK: H2 is a revoke"):
        table.play(Card.parse("H2"))
    while not table.is_over:
        table.play(table.legal_plays()[0])
    with pytest.raises(IllegalPlayError, match="the deal is over"):
        table.play(Card.parse("SA"))


def test_rules_of_six_players():
    """What cannot be had with six players is said, and rules of four are refused."""
    assert six_rules().text() == "dehla-pakad;players=6"
    assert six_rules("open").players == 6
    for text, words in (
        ("collect=double_sir", "players=6 needs collect=trick, not collect=double_sir"),
        ("dp_deal=five_then_eight", "players=6 needs dp_deal=all13"),
        ("dp_trump=closed_card", "players=6 needs an open trump, not dp_trump=closed_card"),
        ("dp_trump=first_void_named", "players=6 needs an open trump"),
        ("mendikot", "players=6 needs dealer_rotation=result_s3"),
    ):
        with pytest.raises(RulesError, match=words):
            six_rules(text)
    with pytest.raises(RulesError, match="expected rules of six players"):
        position(DEAL, rules=replace(six_rules(), players=4))


@pytest.mark.parametrize(
    ("count", "units", "total"),
    [("tens", (0, 1), 12), ("cards", (6, 1), 168), ("tricks", (1, 0), 26), ("tens_tricks", (1, 27), 350)],
)
def test_what_is_counted(count, units, total):
    """Twelve tens, 26 tricks, 156 cards of which a ten counts two."""
    rules = six_rules(f"dp_count={count}")
    assert (rules.units, rules.total) == (units, total)


# Rounds and matches

#: The seat that stands for the side of a player.
FOUR_SEATS = {player: Seat(player & 1) for player in Player}


@pytest.mark.parametrize(
    ("rules", "tens", "tricks", "expected"),
    [
        pytest.param("", (7, 5), None, (Side.NS, (1, 0), False), id="seven win"),
        pytest.param("", (6, 6), (1, 25), (None, (0, 0), False), id="six each"),
        pytest.param("", (0, 12), None, (Side.EW, (0, 1), True), id="all twelve"),
        pytest.param("tie22=tricks7", (6, 6), (13, 13), (None, (0, 0), False), id="tricks are even too"),
        pytest.param("tie22=tricks7", (6, 6), (12, 14), (Side.EW, (0, 1), False), id="tricks decide"),
        pytest.param("dp_count=tricks", (12, 0), (12, 14), (Side.EW, (0, 1), False), id="only tricks"),
        pytest.param("dp_count=cards", (12, 0), (12, 14), (None, (0, 0), False), id="84 card points each"),
        pytest.param("dp_count=cards", (12, 0), (13, 13), (Side.NS, (1, 0), False), id="85 of 168"),
        pytest.param("points321;dealer_rotation=result_s3", (9, 3), (0, 26), (Side.NS, (2, 0), False), id="two points"),
        pytest.param("points321", (12, 0), (0, 26), (Side.NS, (3, 0), False), id="three points"),
        pytest.param("points321", (6, 6), (0, 26), (Side.EW, (0, 1), False), id="one point"),
    ],
)
def test_what_a_round_scores(rules, tens, tricks, expected):
    """Seven of twelve tens, and what the options make of it."""
    state = SixMatch(ONE, DehlaMatch(six_rules(rules), FOUR_SEATS[ONE]))
    score, _ = state.after(DehlaRound(tens, tricks, 6))
    assert (score.winner, score.points, score.wins_match) == expected


def test_the_deal_goes_round_the_table_of_six():
    """The dealer stays while his side loses; else the next of six deals, anticlockwise; seven rounds win the match."""
    state = SixMatch(TWO, DehlaMatch(six_rules(), FOUR_SEATS[TWO]))
    dealers = []
    for tens in ((7, 5), (5, 7), (6, 6), (8, 4), (7, 5)):
        _, state = state.after(DehlaRound(tens, players=6))
        dealers.append(state.dealer)
    assert dealers == [TWO, ONE, ONE, SIX, SIX]
    assert state.leader is FIVE
    for _ in range(5):
        _, state = state.after(DehlaRound((7, 5), players=6))
    assert state.winner is Side.NS
    with pytest.raises(RulesError, match="won the match"):
        state.after(DehlaRound((7, 5), players=6))


def test_rounds_of_four_and_six_are_not_mixed_up():
    """Numbers of the other table are refused."""
    with pytest.raises(RulesError, match="expected 12 tens between both sides"):
        DehlaRound((3, 1), players=6)
    with pytest.raises(RulesError, match="expected 26 tricks"):
        DehlaRound((7, 5), (7, 6), 6)
    state = DehlaMatch(six_rules(), FOUR_SEATS[ONE])
    with pytest.raises(RulesError, match="expected a round of 6 players, not of 4"):
        state.after(DehlaRound((3, 1)))
    assert [None if step is None else step.score.winner for step in state.prospects()] == (
        [Side.EW] * 6 + [None] + [Side.NS] * 6
    )


@pytest.mark.parametrize("count", ["tens", "cards", "tricks", "tens_tricks"])
def test_stakes_tell_every_number_of_units(count):
    """The payoff of units is that of a round with as many."""
    rules = six_rules(f"dp_count={count}")
    stakes = DehlaStakes(DehlaMatch(rules, FOUR_SEATS[ONE]), "round")
    payoffs = [stakes.payoff(units) for units in range(rules.total + 1)]
    assert payoffs == sorted(payoffs)
    assert (payoffs[0], payoffs[-1]) == (-1, 1)
    if count != "tens_tricks":
        assert payoffs == [(2 * units > rules.total) - (2 * units < rules.total) for units in range(rules.total + 1)]


# Files

FILE = f"""[Game "DehlaPakad"]
[Players "6"]
[Rules "dehla-pakad"]
[Board "7"]
[Dealer "2"]
[Trump "?"]
[Deal "{DEAL}"]
[Taken "4-3"]
[Play "1"] {{columns 1 6 5 4 3 2}}
SA S6 S5 S9 S2 SQ
HK CA
*
"""


def test_a_file_is_read_and_written():
    """Players, six columns, the order of play, and the text as it was."""
    reading = read_six(FILE, source="evening")
    assert not reading.refused
    [record] = reading.records
    assert (record.label, record.dealer, record.leader) == ("board 7", TWO, ONE)
    table = record.position()
    assert (table.to_move, table.strain, table.taken, table.tricks_left) == (FIVE, Strain.CLUBS, (4, 3), 3)
    assert [play.player for play in record.played] == [ONE, SIX, FIVE, FOUR, THREE, TWO, ONE, SIX]
    assert [record.played[7].line, record.played[7].column] == [11, 4]
    assert read_six(write_six([record])).records == (record,)
    assert "{columns 1 6 5 4 3 2}" in write_six([record])
    assert record.position(0).tricks_left == 4


def test_a_trick_in_progress_and_columns_from_anywhere():
    """The columns of the play begin where their tag says; what lies on the table may stand in its row again."""
    text = FILE.replace(DEAL, DEAL.replace("AAT.K", "AT.K"))
    text = text.replace('[Play "1"]', '[CurrentTrick "1 SA 6 S6"]\n[Play "6"]')
    text = text.replace("76..A.A", "7..A.A").replace("SA S6 S5 S9 S2 SQ\nHK CA", "- S5 S9 S2 SQ -")
    [record] = read_six(text).records
    assert record.position().taken == (4, 3)
    assert record.position().leader is ONE
    again = text.replace("- S5 S9 S2 SQ -", "S6 S5 S9 S2 SQ SA")
    assert read_six(again).records[0].position() == record.position()


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"6"]', '"4"]', r'expected \[Players "6"\] in every game'),
        ('"dehla-pakad"', '"collect=double_sir"', "players=6 needs collect=trick"),
        ('"dehla-pakad"', '"nonsense"', "there is no preset 'nonsense'"),
        ('"DehlaPakad"', '"Coinche"', "expected dehla-pakad for six players, not coinche"),
        ('[Dealer "2"]', '[Dealer "N"]', "tag Dealer: expected the number of a player"),
        ('"?"]', '"NT"]', "tag Trump: expected a suit"),
        ("KQ.T.2.", "KQ.T.2", "tag Deal: the hand of player 2: expected four suits"),
        ("KQ.T.2.", "KQJ.T.2.", "the hands differ"),
        ('"4-3"', '"many"', "tag Taken: expected amounts of 1-3-5 and 2-4-6"),
        ("SA S6", "SA S7 S6", "player 5 is to play, but does not hold S6"),
        ("SA S6", "SA DA", "spades were led and player 6 still holds S7, S6: DA is a revoke"),
        ("SA S6", "SA zz", "expected a card"),
        ('[Play "1"]', '[Play "?"]', "expected the player of the first column"),
        ("HK CA", "- CA", "player 1 is to play, but does not hold CA"),
        ('[Play "1"]', '[CurrentTrick "1 SA 5 S5"]\n[Play "1"]', "tag CurrentTrick: expected one to five players in"),
        ('[Play "1"]', '[CurrentTrick "1 SA 6"]\n[Play "1"]', "tag CurrentTrick: expected one to five players"),
        ('[Play "1"]', '[CurrentTrick "1 XX"]\n[Play "1"]', "tag CurrentTrick: expected a card"),
        ('[Dealer "2"]', '[Direction "up"]', "tag Direction: expected"),
    ],
)
def test_faults_of_a_file_are_named(old, new, words):
    """A game with a fault is refused; what is wrong and where stands in its errors."""
    reading = read_six(FILE.replace(old, new, 1), source="evening")
    assert not reading.records
    assert any(re.search(words, str(error)) for error in reading.refused[0].errors)
    assert all(error.source == "evening" and error.line for error in reading.refused[0].errors)


def test_what_is_missing_is_said_when_a_position_is_wanted():
    """A record without a deal or a leader can be read."""
    [record] = read_six('[Game "DehlaPakad"][Players "6"]').records
    with pytest.raises(PositionError, match=r"there is no deal.*the leader is not known"):
        record.position()


def test_four_players_readers_refuse_a_file_of_six():
    """Nothing of it is taken for a deal of four."""
    reading = read(FILE)
    assert not reading.records
    assert "tag Players: expected 4, not '6'" in str(reading.errors[0])
    assert read(FILE.replace('[Players "6"]', '[Players "4"]').replace(DEAL, "N:A... K... Q... J...")).errors


# Scores of files


def test_a_whole_round_is_scored_from_its_play():
    """Tens as the positions have them."""
    for seed in range(3):
        chance = random.Random(seed)
        table = SixPosition(SixDeal.random(seed=seed), strain=None, leader=SIX)
        rows = []
        first = table.deal
        while not table.is_over:
            row = {}
            for _ in range(6):
                player = table.to_move
                row[player] = chance.choice(table.legal_plays())
                table.play(row[player])
            rows.append(" ".join(row[SIX.next(Direction.ANTICLOCKWISE, steps=turn)].text for turn in range(6)))
        text = f'[Game "DehlaPakad"][Players "6"][Dealer "1"][Deal "{first}"][Play "6"]\n' + "\n".join(rows)
        [record] = read_six(text).records
        [scored] = score_six([record])
        assert not isinstance(scored, SixFailure)
        assert scored.amounts == table.taken
        winner = Side.NS if table.taken[0] > 6 else Side.EW if table.taken[1] > 6 else None
        assert scored.score.winner is winner


def result(tens: str, **tags: str) -> str:
    """Return a round of which only the result is recorded."""
    words = {"Game": "DehlaPakad", "Players": "6", "Result": tens} | tags
    return "".join(f'[{name} "{value}"]\n' for name, value in words.items()) + "\n"


def test_a_match_is_kept_over_the_rounds_of_a_file():
    """Streaks and dealers follow; tags that do not agree are named, and hold."""
    text = result("7-5", Dealer="2") + result("8-4") + result("6-6", Streak="2-0") + result("7-5", Streak="5-0")
    scored = list(score_six(read_six(text).records))
    assert not any(isinstance(each, SixFailure) for each in scored)
    assert [each.after.core.streak for each in scored] == [(1, 0), (2, 0), (2, 0), (6, 0)]
    assert [each.before.dealer for each in scored] == [TWO] * 4
    assert [each.differences for each in scored] == [(), (), (), ("Streak gives 5-0, the rounds before give 2-0",)]
    assert [each.outcome for each in scored] == ["round", "round", "nobody", "round"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (result("7-5"), "expected to know the dealer"),
        (result("7-6", Dealer="1"), "expected 12 tens"),
        (result("seven", Dealer="1"), "expected 12 tens between 1-3-5 and 2-4-6"),
        (result("?", Dealer="1"), "no Result says how it ended"),
        (result("7-5", Dealer="1", Streak="x"), "tag Streak: expected amounts"),
        (FILE, "no Result says how it ended"),
        (FILE.replace('[Board "7"]', '[Result "3-9"]'), "Result gives tens 3-9, the play 4-3 so far"),
    ],
)
def test_rounds_that_cannot_be_scored(text, words):
    """The failure says why."""
    [failure] = score_six(read_six(text).records)
    assert isinstance(failure, SixFailure)
    assert words in str(failure.error)


def test_ranks_and_suits_of_the_pack():
    """Three packs have twelve tens."""
    deal = SixDeal.random(seed=1)
    assert sum(card.rank is Rank.TEN for hand in deal for card in hand) == 12
    assert {card.suit for hand in deal for card in hand} == set(Suit)


def test_whatever_a_file_holds_is_read():
    """Broken files give records and errors, never anything else; what is read is written and read again."""
    draw = random.Random(7)
    for _ in range(400):
        text = list(draw.choice((FILE, result("7-5", Dealer="2") + result("8-4"))))
        for _ in range(draw.randrange(1, 4)):
            place = draw.randrange(len(text))
            text[place : place + draw.randrange(3)] = draw.choice('[]"{}:.-*?10ATKQJSHDC6 \n;$=^\0\\')
        reading = read_six("".join(text))
        assert all(record.errors for record in reading.refused)
        for record in reading.records:
            assert read_six(write_six([record])).records == (record,)
        assert len(list(score_six(reading.records))) == len(reading.records)
