"""The options of Dehla Pakad: every value of each changes an outcome, and those that could change none are refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from solver import Searcher, view_to_name_trump
from solver.cards import Card, Seat, Side, Strain, Suit, mask_of
from solver.deal import Deal
from solver.errors import RulesError, ViewError
from solver.games import DehlaPakadRules, HiddenTrump, game, option_infos
from solver.games.dehla_match import DehlaMatch, DehlaRound, round_winner
from solver.notation import compose
from solver.position import Position

DEHLA = game("dehla-pakad")
N, E, S, W = Seat
NS, EW = Side

#: West cannot follow a heart; the turn goes North, West, South, East.
VOID = "N:K.A.9. 2.K.4. 3.2.5. 4..3.T"
FULL = "N:JT64.AQT93.962.5 AK7.J65.AK74.J98 Q985.K8742..QT63 32..QJT853.AK742"
FIRST_FIVE = "N:J6.AQ.9. A.J6.4.9 Q.K8..Q3 3..Q5.A7"


def cards(text: str) -> list[Card]:
    """Read cards separated by blanks."""
    return [Card.parse(part) for part in text.split()]


# What an option may change: each probe turns rules into something to compare.


def leads(rules: DehlaPakadRules) -> object:
    """Who leads when East has dealt."""
    return DehlaMatch(rules, E).leader


def trumps(rules: DehlaPakadRules) -> object:
    """Who sets the trump before the play, what the first void player may do, what is trump then and who has won.

    He plays a diamond, and names or notes clubs with it where he has to; before the play, spades are set.
    """
    mode, caller = DEHLA.trump_mode(rules), DehlaMatch(rules, E).caller
    known = mode.fixed_by == "no"
    hidden = HiddenTrump(Suit.SPADES, caller, Card.parse("SK")) if caller is not None and mode.indicator else None
    position = Position(
        Deal.parse(VOID),
        strain=Strain.SPADES if known and hidden is None else None,
        hidden=hidden,
        leader=N,
        game=DEHLA,
        rules=rules,
    )
    position.play(Card.parse("HA"))
    legal = position.legal_plays()
    diamond = Card.parse("D3")
    position.play(diamond if diamond in legal else diamond.naming(Suit.CLUBS))
    for card in cards("H2 HK"):
        position.play(card)
    return caller, [str(card) for card in legal], position.strain, position.hidden, position.leader


def asked(rules: DehlaPakadRules) -> object:
    """Who has dealt when North is asked for the trump, and may ask himself after five cards only."""
    found = []
    for count in (13, 5):
        hand = mask_of(cards("SJ ST S6 S4 HA HQ HT H9 H3 D9 D6 D2 C5")[:count])
        try:
            found.append(view_to_name_trump(DEHLA, rules, hand=hand, seat=N).dealer)
        except ViewError:
            found.append(None)
    return tuple(found)


def first_plays(rules: DehlaPakadRules) -> object:
    """What North may lead whose first five cards are known."""
    given = {"Game": "DehlaPakad", "Rules": rules.text(), "Dealer": "E", "Trump": "?", "Deal": FULL}
    return compose({**given, "FirstFive": FIRST_FIVE}.items()).position().legal_plays()


def pile(rules: DehlaPakadRules) -> object:
    """What is collected after each trick of a deal."""
    carry = DEHLA.opening_carry(rules)
    counts = []
    ns = ew = 0
    for number, letter in enumerate("NNEESSSWNWWEN"):
        trick = cards("SK S4 ST S2")
        won = DEHLA.collect(trick, Seat.parse(letter), last=number == 12, strain=Strain.CLUBS, rules=rules, carry=carry)
        ns, ew, carry = ns + won[0], ew + won[1], won[2]
        counts.append((ns, ew))
    return counts


def counts(rules: DehlaPakadRules) -> object:
    """What an ending is worth, and who wins rounds whose tens and tricks go different ways."""
    position = Position(Deal.parse(VOID), strain=Strain.CLUBS, leader=N, game=DEHLA, rules=rules)
    rounds = [DehlaRound((3, 1), (6, 7)), DehlaRound((4, 0), (6, 7)), DehlaRound((2, 2), (5, 8))]
    winners = [round_winner(each, rules, dealer=E) for each in rounds]
    return Searcher().value(position).value.ns, winners


def ties(rules: DehlaPakadRules) -> object:
    """Who wins rounds of two tens each and eight tricks to five, of either dealer, after a round of East-West."""
    return [round_winner(DehlaRound((2, 2), (8, 5)), rules, dealer=dealer, last_winner=EW) for dealer in (N, E)]


def all_tens(rules: DehlaPakadRules) -> object:
    """What all four tens bring, with nine tricks and with all."""
    found = []
    for tricks in ((9, 4), (13, 0)):
        after = DehlaMatch(rules, E, streak=(2, 0)).after(DehlaRound((4, 0), tricks)).after
        found.append((after.points, after.kots, after.winner))
    return found


def course(rules: DehlaPakadRules) -> object:
    """How a match goes in which North-South win three rounds, nobody the next, East-West one, North-South the rest."""
    match = DehlaMatch(rules, E)
    states = []
    for tens in (*((3, 1),) * 3, (2, 2), (1, 3), *((3, 1),) * 7):
        if match.winner is None:
            match = match.after(DehlaRound(tens, (6, 7))).after
        states.append((match.score, match.streak, match.winner))
    return states


def end(rules: DehlaPakadRules) -> object:
    """Who has won when all four tens are taken again and again, what the match counts to, and its score."""
    match = DehlaMatch(rules, E)
    won = []
    for _ in range(6):
        if match.winner is None:
            match = match.after(DehlaRound((4, 0), (9, 4))).after
        won.append(match.winner)
    return match.target, match.score, won


def dealers(rules: DehlaPakadRules) -> object:
    """Who deals after rounds that the dealer's side loses, with a trick and without."""
    return [DehlaMatch(rules, E).after(DehlaRound((4, 0), tricks)).after.dealer for tricks in ((12, 1), (13, 0))]


def table(rules: DehlaPakadRules) -> object:
    """How many tens and tricks there are, and which tens win."""
    won = []
    for tens in range(rules.tens + 1):
        played = DehlaRound((tens, rules.tens - tens), players=rules.players)
        won.append(round_winner(played, rules, dealer=E))
    return rules.tens, rules.tricks, won


TRUMPS = ("first_void", "first_void_named", "open_partner", "open_right", "closed_void", "closed_card", "fixed")
NAMED = ("open_partner", "open_right", "fixed")
KOTS = "scoring=kots;four_tens=kot"
#: For each option what it changes, and texts of rules that differ in it; every two of them must give something else.
EFFECTS: dict[str, list[tuple[Callable[[DehlaPakadRules], object], list[str]]]] = {
    "direction": [(leads, ["dehla-pakad", "direction=clockwise"])],
    "dp_trump": [
        (trumps, [f"dp_trump={how}" for how in TRUMPS]),
        (asked, [f"dp_trump={how}" for how in NAMED]),
    ],
    "dp_deal": [
        (first_plays, ["dp_deal=all13", "dp_deal=five_then_eight"]),
        (asked, ["open;dp_deal=all13", "open;dp_deal=five_then_eight"]),
    ],
    "collect": [(pile, [f"collect={how}" for how in ("trick", "double_sir", "double_sir_team")])],
    "sir_after_pickup": [(pile, [f"collect=double_sir;sir_after_pickup={how}" for how in ("continue", "restart")])],
    "dp_count": [(counts, [f"dp_count={what}" for what in ("tens", "cards", "tricks", "tens_tricks")])],
    "tie22": [(ties, [f"tie22={how}" for how in ("none", "tricks7", "non_dealer", "last_winner")])],
    "four_tens": [
        (all_tens, ["scoring=kots;four_tens=match", KOTS]),
        (all_tens, ["game-points;four_tens=match", "game-points;four_tens=bonus1"]),
        (all_tens, ["dehla-pakad", KOTS, "game-points;four_tens=bonus1", "points321"]),
    ],
    "sweep13": [
        (all_tens, [f"{KOTS};sweep13={value}" for value in ("none", "double")]),
        (all_tens, [f"game-points;four_tens=bonus1;sweep13={value}" for value in ("none", "double")]),
    ],
    "streak_target": [
        (course, [f"{scoring};streak_target={rounds}" for rounds in (3, 5, 7)])
        for scoring in ("scoring=streak", "scoring=kots")
    ],
    "streak_on_tie": [(course, ["streak_on_tie=keep", "streak_on_tie=reset"])],
    "scoring": [
        (course, ["dehla-pakad", "scoring=game_points_7", "scoring=kots"]),
        (all_tens, ["dehla-pakad", "points321"]),
        (end, [KOTS, "points321", "game-points;four_tens=bonus1", "dehla-pakad"]),
    ],
    "match": [
        (end, [f"{KOTS};match={kots}" for kots in ("timed", 1, 3, 5)]),
        (end, [f"points321;match={points}" for points in ("timed", 3, 9)]),
    ],
    "dealer_rotation": [(dealers, ["dealer_rotation=result_s3", "dealer_rotation=mendikot"])],
    "players": [(table, ["players=4", "players=6"])],
}


@pytest.mark.parametrize("option", [name for name in DEHLA.options if name != "win_tens"])
def test_every_option_changes_an_outcome(option):
    """Each value of each option gives another outcome than every other value, all else being equal."""
    for probe, texts in EFFECTS[option]:
        rules = [DEHLA.rules(text) for text in texts]
        outcomes = [probe(each) for each in rules]
        assert all(one != other for place, one in enumerate(outcomes) for other in outcomes[:place]), (
            probe.__name__,
            outcomes,
        )
        assert len({getattr(each, option) for each in rules}) == len(rules)


def test_every_value_is_in_the_table():
    """No value that can be given is left out but numbers without end; three tens is the only one of its option."""
    for name in DEHLA.options:
        choices = set(DEHLA.choices(name).split(" or "))
        if name == "win_tens":
            assert choices == {"3"}
            continue
        tried = {DEHLA.rules(text).written(name) for _, texts in EFFECTS[name] for text in texts}
        assert tried >= choices - {"a whole number from 1 to 1000"}, name


def test_every_option_says_what_it_means():
    """Meaning, source, choices and a value that can be read back are there for every option."""
    for preset in DEHLA.presets:
        for info in option_infos(DEHLA, DEHLA.rules(preset)):
            assert info.meaning
            assert info.source
            assert info.choices != "any text"
            assert DEHLA.rules(f"{preset};{info.name}={info.value}") == DEHLA.rules(preset)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("sweep13=double", "sweep13=double needs four_tens=kot or bonus1, not four_tens=match"),
        ("points321;sweep13=double", "sweep13=double needs four_tens=kot or bonus1, not four_tens=points3"),
        ("dp_count=cards;tie22=tricks7", "tie22=tricks7 goes by tens, not by dp_count=cards"),
        ("dp_count=tricks;tie22=last_winner", "tie22=last_winner goes by tens, not by dp_count=tricks"),
        (f"{KOTS};dp_count=tricks", "four_tens=kot goes by tens, not by dp_count=tricks"),
        ("points321;dp_count=cards", "four_tens=points3 goes by tens, not by dp_count=cards"),
        ("game-points;streak_target=5", "streak_target=5 needs scoring=streak or kots, not scoring=game_points_7"),
        ("points321;streak_on_tie=reset", "streak_on_tie=reset needs scoring=streak or kots"),
        ("streak_on_tie=reset;tie22=non_dealer", "streak_on_tie=reset needs rounds that nobody wins, not tie22="),
        ("streak_on_tie=reset;tie22=tricks7", "streak_on_tie=reset needs rounds that nobody wins, not tie22=tricks7"),
        ("streak_on_tie=reset;dp_count=tricks", "streak_on_tie=reset needs rounds that nobody wins, not dp_count="),
        ("match=3", "match=3 needs scoring=kots or points321, not scoring=streak"),
        ("game-points;match=9", "match=9 needs scoring=kots or points321, not scoring=game_points_7"),
        (f"{KOTS};match=x", "option 'match': expected timed or a whole number from 1 to 1000, not 'x'"),
        ("win_tens=4", "option 'win_tens': expected 3, not '4'"),
    ],
)
def test_options_that_change_nothing_are_refused(text, message):
    """An option that the others leave no room for is an error that names them."""
    with pytest.raises(RulesError) as caught:
        DEHLA.rules(text)
    assert message in str(caught.value)


def test_what_changes_something_is_not_refused():
    """With six players tricks can be even, and so can card points with four."""
    for text in ("players=6;streak_on_tie=reset;tie22=tricks7", "players=6;streak_on_tie=reset;dp_count=tricks"):
        assert DEHLA.rules(text).streak_on_tie == "reset"
    assert DEHLA.rules("double-sar;streak_on_tie=reset").may_be_nobodys
