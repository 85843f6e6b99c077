"""Dehla Pakad with tricks that wait in the middle: who takes them, files that say what lies there, scores."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from solver import Pile, from_json, read, reference, score_deals, to_json, write
from solver.analysis import Failure
from solver.cards import Card, Rank, Seat, Strain
from solver.deal import Deal
from solver.errors import ParseError, PositionError, RulesError
from solver.games import DehlaPakadRules, game
from solver.position import Position
from tests.cli_run import hakem

DEHLA = game("dehla-pakad")
N, E, S, W = Seat

PLAYER, TEAM = "collect=double_sir", "collect=double_sir_team"


def collected(winners: str, options: str, *, known_from: int = 0, length: int = 13) -> list[tuple[int, int]]:
    """Return the tricks that NS and EW have after each trick won by the seats *winners*.

    The trump is in effect from trick *known_from* (from 0) on; *length* tricks are the whole deal.
    """
    rules = DEHLA.rules(f"dp_count=tricks;{options}")
    carry = DEHLA.opening_carry(rules)
    ns = ew = 0
    counts = []
    for number, letter in enumerate(winners):
        strain = Strain.CLUBS if number >= known_from else None
        trick = [Card.parse(text) for text in ("SK", "S4", "S3", "S2")]
        last = number == length - 1
        won = DEHLA.collect(trick, Seat.parse(letter), last=last, strain=strain, rules=rules, carry=carry)
        ns, ew, carry = ns + won[0], ew + won[1], won[2]
        counts.append((ns, ew))
    return counts


@pytest.mark.parametrize(
    ("winners", "options", "known_from", "taken"),
    [
        pytest.param("NN", PLAYER, 0, (2, 0), id="two running"),
        pytest.param("NS", PLAYER, 0, (0, 0), id="partners do not complete a pair"),
        pytest.param("NS", TEAM, 0, (2, 0), id="but they do where the side counts"),
        pytest.param("NNN", PLAYER, 0, (3, 0), id="the run goes on"),
        pytest.param("NNN", f"{PLAYER};sir_after_pickup=restart", 0, (2, 0), id="the run starts anew"),
        pytest.param("NNNN", f"{PLAYER};sir_after_pickup=restart", 0, (4, 0), id="and completes a second pair"),
        pytest.param("NSS", f"{TEAM};sir_after_pickup=restart", 0, (2, 0), id="restart for sides"),
        pytest.param("NN", PLAYER, 2, (0, 0), id="nothing before the trump is known"),
        pytest.param("NN", PLAYER, 1, (0, 0), id="the trick that fixes it is win 1"),
        pytest.param("NNN", PLAYER, 1, (3, 0), id="and the next is win 2, with all that lies there"),
        pytest.param("EENN", PLAYER, 2, (4, 0), id="tricks without trump are taken with the rest"),
        pytest.param("NSNS", TEAM, 3, (0, 0), id="for sides too"),
        pytest.param("NSNSN", TEAM, 3, (5, 0), id="for sides too, and then taken"),
        pytest.param("NNNNNNNNNNNNE", PLAYER, 13, (0, 13), id="never a trump: the last trick takes all"),
        pytest.param("NENENENENENEN", PLAYER, 0, (13, 0), id="no pair: the last trick takes all"),
    ],
)
def test_who_takes_the_middle(winners, options, known_from, taken):
    """The same winners bring other counts under other options, and with a trump that is known later."""
    assert collected(winners, options, known_from=known_from)[-1] == taken


def plainly(tricks: Sequence[tuple[Seat, int, bool]], *, team: bool, restart: bool) -> tuple[int, int]:
    """Return what both sides take of whole deals' *tricks* (winner, worth, trump known), as one would tell a child."""
    taken = [0, 0]
    middle, run, owner = 0, 0, None
    for number, (winner, worth, known) in enumerate(tricks, 1):
        middle += worth
        same = owner is not None and (owner.side is winner.side if team else owner is winner)
        run = 0 if not known else run + 1 if same else 1
        owner = winner if known else None
        if run >= 2 or number == len(tricks):
            taken[winner.side] += middle
            middle = 0
            if restart:
                run, owner = 0, None
    return (taken[0], taken[1])


@pytest.mark.parametrize("team", [False, True])
@pytest.mark.parametrize("restart", [False, True])
@pytest.mark.parametrize("count", ["tens", "cards", "tricks", "tens_tricks"])
def test_whole_deals_agree_with_a_plain_telling(team, restart, count):
    """Played at random through positions, deals end as a second account of the rule says, and nothing is lost."""
    after = "restart" if restart else "continue"
    rules = DEHLA.rules(f"collect={TEAM[8:] if team else PLAYER[8:]};sir_after_pickup={after};dp_count={count}")
    assert isinstance(rules, DehlaPakadRules)
    for seed in range(12):
        chance = random.Random(seed)
        position = Position(Deal.random(seed=seed), strain=None, leader=Seat(seed & 3), game=DEHLA, rules=rules)
        total = position.total
        tricks = []
        while not position.is_over:
            card = chance.choice(position.legal_plays())
            trick, left = (*position.trick, card), position.tricks_left
            position.play(card)
            if position.tricks_left < left:
                worth = rules.units[0] + rules.units[1] * sum(each.rank is Rank.TEN for each in trick)
                tricks.append((position.leader, worth, position.strain is not None))
            assert position.total == total
            assert sum(position.taken) + position.waiting <= total
        assert position.taken == plainly(tricks, team=team, restart=restart)
        while position.history:
            position.undo()
        assert (position.carry, position.taken) == (Pile(), (0, 0))


@pytest.mark.parametrize("mode", ["first_void_named", "closed_void"])
def test_a_trump_that_is_not_shown_lets_nothing_be_picked_up(mode):
    """Named aloud it counts at once; noted in secret only from the trick in which its setter shows it."""
    waited = 0
    for seed in range(30):
        chance = random.Random(seed)
        position = Position(
            Deal.random(seed=seed), strain=None, leader=N, game=DEHLA, rules=f"{PLAYER};dp_trump={mode};dp_count=tricks"
        )
        tricks = []
        while not position.is_over:
            left = position.tricks_left
            position.play(chance.choice(position.legal_plays()))
            if position.tricks_left < left:
                tricks.append((position.leader, 1, position.strain is not None))
                waited += position.hidden is not None
        assert position.taken == plainly(tricks, team=False, restart=False)
    assert (waited > 0) is (mode == "closed_void")


def test_a_middle_that_play_reaches_can_be_given():
    """Every position of a deal can be made anew from what it says, in mid-trick too."""
    for seed in range(8):
        rules = DEHLA.rules(PLAYER if seed & 1 else f"{TEAM};sir_after_pickup=restart")
        chance = random.Random(seed)
        position = Position(Deal.random(seed=seed, cards=6), strain=None, leader=N, game=DEHLA, rules=rules)
        while not position.is_over:
            position.push(chance.choice(position.legal_plays()))
            twin = Position(
                position.deal,
                strain=position.strain,
                leader=position.leader,
                game=DEHLA,
                rules=rules,
                trick=position.trick,
                taken=position.taken,
                carry=position.carry,
            )
            assert twin == position
            assert twin.total == position.total


def ending(carry: object, *, options: str = PLAYER, strain: Strain | None = Strain.SPADES) -> Position:
    """Two cards each, North on lead: CA is South's, ST and S6 the only spades."""
    deal = Deal.parse("N:6...9 .5.4. ..5.A T..K.")
    return Position(deal, strain=strain, leader=N, game=DEHLA, rules=options, carry=carry)


@pytest.mark.parametrize(
    ("carry", "options", "strain", "tens"),
    [
        # On C9 West throws DK, and South's CA wins; in the last trick West over-ruffs.
        pytest.param(Pile(2, N), PLAYER, Strain.SPADES, 0, id="South's win does not complete North's pair"),
        pytest.param(Pile(2, N), TEAM, Strain.SPADES, 2, id="for the side it does"),
        pytest.param(Pile(0, N), TEAM, Strain.SPADES, 0, id="with nothing there it brings nothing"),
        # Whatever West plays on C9 becomes trump, and North or South ruffs his other card.
        pytest.param(Pile(2), PLAYER, None, 3, id="the last trick takes what lay there without trump"),
    ],
)
def test_the_value_depends_on_the_middle(carry, options, strain, tens):
    """What lies there, who won last and whose run counts change the tens that the same cards bring."""
    assert reference.value(ending(carry, options=options, strain=strain)) == tens


@pytest.mark.parametrize(
    ("carry", "options", "strain", "reason"),
    [
        (Pile(1, N), "dehla-pakad", Strain.SPADES, "remembers nothing between tricks"),
        ((1, N), PLAYER, Strain.SPADES, "expected what lies in the middle as a Pile"),
        (Pile(1, E), PLAYER, Strain.SPADES, "East won the last trick and leads, not North"),
        (Pile(1), PLAYER, Strain.SPADES, "whose win of the last one counts is not said"),
        (Pile(1, N), PLAYER, None, "no win counts before the trump is known"),
        (Pile(0, N), f"{PLAYER};sir_after_pickup=restart;dp_count=tricks", Strain.SPADES, "the run starts anew"),
        (Pile(1, N, ace=True), PLAYER, Strain.SPADES, "only under the ace rule"),
        (Pile(first=True), PLAYER, Strain.SPADES, "needs that rule"),
        (Pile(4, N), PLAYER, Strain.SPADES, "more than the 4 tens of a deal"),
    ],
)
def test_a_middle_that_cannot_be_is_refused(carry, options, strain, reason):
    """What lies in the middle has to fit the rules, the trump and the leader."""
    with pytest.raises(PositionError, match=reason):
        ending(carry, options=options, strain=strain)


def test_tricks_of_an_open_trump_may_wait_without_a_winner():
    """Before the trump is fixed, and in the trick that fixes it; after that somebody's win counts."""
    ending(Pile(3), strain=None)
    hands = Deal.parse("N:3... .4.. K2... QJ...")
    table = {"leader": N, "trick": [Card.parse("SA"), Card.parse("H5")], "strain": Strain.HEARTS}
    turned = {"game": DEHLA, "rules": f"{PLAYER};direction=clockwise", "carry": Pile(3)}
    assert Position(hands, **table, **turned).waiting == 3
    with pytest.raises(PositionError, match="whose win of the last one counts is not said"):
        Position(hands, **table | {"trick": [Card.parse("SA"), Card.parse("S5")]}, **turned)


def test_options_are_read_and_checked():
    """The option of the run needs a middle."""
    assert DEHLA.rules("collect=double_sir;sir_after_pickup=restart").text().endswith(
        "collect=double_sir;sir_after_pickup=restart"
    )
    with pytest.raises(RulesError, match=r"sir_after_pickup=restart needs collect=double_sir or double_sir_team"):
        DEHLA.rules("sir_after_pickup=restart")


# Files


FILE = """[Game "DehlaPakad"]
[Rules "collect=double_sir"]
[Dealer "E"]
[Leader "N"]
[Trump "S"]
[Deal "N:6...9 .5.4. ..5.A T..K."]
[Taken "0-1"]
[Pile "2 N"]
[Play "N"]
C9 DK CA D4
*
"""


@pytest.mark.parametrize(
    ("text", "pile"),
    [
        ("3 W", Pile(3, W)),
        ("0", Pile()),
        ("2 -", Pile(2)),
        ("4 E ace", Pile(4, E, ace=True)),
        ("0 first", Pile(first=True)),
        ("12 n ACE", Pile(12, N, ace=True)),
    ],
)
def test_a_middle_is_read_and_written(text, pile):
    """The text of a middle means the same again."""
    assert Pile.parse(text) == pile
    assert Pile.parse(pile.text) == pile


@pytest.mark.parametrize("text", ["", "W 3", "3 X", "-1 W", "3 W twice", "3 W ace ace", "3 W E", "99999"])
def test_a_middle_that_cannot_be_read(text):
    """The error says what is expected."""
    with pytest.raises(ParseError, match="expected"):
        Pile.parse(text)


def test_every_middle_of_play_is_written_and_read():
    """Both games, all that the rules remember."""
    for size in (0, 1, 12):
        for winner in (None, *Seat):
            for ace in (False, True):
                for first in (False, True):
                    if not (ace and first):
                        pile = Pile(size, winner, ace, first)
                        assert Pile.parse(pile.text) == pile


def test_a_file_says_what_lies_in_the_middle():
    """The tag leads to the position, and from there on the play counts; nothing is lost in files and JSON."""
    reading = read(FILE)
    assert not reading.errors
    assert not reading.warnings
    [record] = reading.records
    assert record.pile == Pile(2, N)
    before = record.initial_position()
    assert (before.carry, before.taken, before.total) == (Pile(2, N), (0, 1), 4)
    after = record.position()
    assert (after.carry, after.taken, after.leader) == (Pile(2, S), (0, 1), S)
    [again] = read(write([record])).records
    assert again == record
    assert from_json(to_json(record)) == record
    assert to_json(record)["pile"] == "2 N"
    parts = {name: part for name, part in to_json(record).items() if name not in {"tags", "head"}}
    assert from_json(parts).initial_position() == before


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"2 N"', '"2 tens"', "tag Pile: expected"),
        ('"2 N"', '"lots"', "tag Pile: expected what lies in the middle"),
    ],
)
def test_a_tag_that_cannot_be_read_is_an_error(old, new, words):
    """It names the tag and the place."""
    [error] = read(FILE.replace(old, new)).errors
    assert words in str(error)
    assert error.line == 8


def test_a_middle_where_there_is_none_is_reported():
    """Under rules that collect at once the tag is kept and means nothing."""
    reading = read(FILE.replace("collect=double_sir", "dehla-pakad"))
    [notice] = reading.warnings
    assert "Pile says '2 N', but under dehla-pakad no trick waits in the middle; it is kept, not used" in str(notice)
    assert reading.records[0].pile is None
    assert '[Pile "2 N"]' in write(reading.records)


def test_languages_write_the_seat_their_own_way():
    """A German O is East."""
    text = FILE.replace('"2 N"', '"2 O"').replace('[Leader "N"]', '[Leader "O"]').replace('[Dealer "E"]\n', "")
    text = text[: text.index("[Play")].replace("[Trump", '[ToPlay "O"]\n[Trump')
    [record] = read(text, language="de").records
    assert record.pile == Pile(2, E)
    assert record.tag("Pile") == "2 E"


# Scores

WHOLE = """[Game "DehlaPakad"]
[Rules "{rules}"]
[Dealer "E"]
[Leader "N"]
[Trump "?"]
[Deal "{deal}"]
[Play "N"]
{rows}
"""


def played(rules: str, seed: int) -> str:
    """Return a file of a whole deal played at random."""
    chance = random.Random(seed)
    deal = Deal.random(seed=seed)
    position = Position(deal, strain=None, leader=N, game=DEHLA, rules=rules)
    rows: list[dict[Seat, Card]] = []
    while not position.is_over:
        if not position.trick:
            rows.append({})
        card = chance.choice(position.legal_plays())
        rows[-1][position.to_move] = card
        position.play(card)
    lines = [" ".join(row[seat].text for seat in (N, W, S, E)) for row in rows]
    return WHOLE.format(rules=rules, deal=deal, rows="\n".join(lines))


@pytest.mark.parametrize("rules", ["", ";sir_after_pickup=restart", ";dp_count=tens_tricks;tie22=tricks7"])
@pytest.mark.parametrize("unit", [PLAYER, TEAM])
def test_a_round_is_scored_by_what_was_picked_up(unit, rules):
    """Tens and tricks go with the middle, not with the tricks that brought them."""
    different = 0
    for seed in range(10):
        text = played(unit + rules, seed)
        [record] = read(text).records
        [scored] = score_deals([record])
        assert not isinstance(scored, Failure)
        end = record.position()
        tens = end.taken if "tens_tricks" not in rules else (end.taken[0] // 14, end.taken[1] // 14)
        assert scored.scored.units == tens
        winner = next((side for side in (0, 1) if tens[side] >= 3), None)
        if winner is None and rules.endswith("tricks7"):
            winner = 0 if end.taken[0] % 14 >= 7 else 1
        assert scored.scored.winner == winner
        trick = text.replace(unit, "collect=trick").replace(";sir_after_pickup=restart", "")
        [at_once] = score_deals(read(trick).records)
        assert not isinstance(at_once, Failure)
        different += at_once.scored.units != tens
    assert different


def test_a_round_is_scored_from_an_ending():
    """What lay in the middle counts for whoever takes it."""
    text = FILE.replace("C9 DK CA D4\n*", "C9 DK CA D4\nS6 ST D5 H5\n*")
    [scored] = score_deals(read(text).records)
    assert not isinstance(scored, Failure)
    assert scored.scored.units == (0, 4)


# The command line


def test_solve_takes_a_middle_with_a_bare_deal():
    """`--pile` says what lies there; the answer counts it."""
    words = ("solve", "--rules", "double-sir", "--deal", "N:A3... 54... K2... QJ...", "--trump", "NT", "--leader", "N")
    with_pile = hakem(*words, "--pile", "4 N", "--json").object
    assert with_pile["value"] == {"NS": 6, "EW": 0}
    assert hakem(*words, "--json").object["value"] == {"NS": 2, "EW": 0}
    wrong = hakem(*words, "--pile", "four")
    assert wrong.status == 2
    assert "--pile: expected" in wrong.err
    assert "Traceback" not in wrong.err
    refused = hakem(*words[:2], "classic", *words[3:], "--pile", "4 N")
    assert refused.status == 2
    assert "remembers nothing between tricks" in refused.err


COURT = """[Game "CourtPiece"]
[Rules "double-sir"]
[Hakem "N"]
[Trump "NT"]
[Deal "N:A3... 54... K2... QJ..."]
[Taken "3-4"]
[Pile "4 N"]
[ToPlay "N"]
"""


def test_files_of_double_sir_are_analysed_from_their_middle():
    """Court Piece too: the value counts what lies there, text and JSON say it, and there is no table."""
    found = hakem("analyze", "-", "--json", stdin=COURT).object
    assert (found["pile"], found["value"], found["table"]) == ("4 N", {"NS": 9, "EW": 4}, None)
    assert "no table: the record begins with tricks in the middle" in found["notes"]
    text = hakem("analyze", "-", "--ascii", stdin=COURT + '[Play "N"]\nSA S5 SK SQ\n*\n').out
    assert "N/S 8, E/W 4 tricks taken; 0 in the middle (North won the last trick); North to lead." in text
    deal = hakem("solve", "-", "--objective", "deal", "--json", stdin=COURT).object
    assert deal["outcome"]["NS"] == 1
