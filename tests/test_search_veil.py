"""The search with trumps that are hidden, cut, named or noted agrees with the plain reference, action by action."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import pytest

from solver.backends.dehla import SWITCHES
from solver.cards import Card, Seat, Side, Strain, Suit, cards_of, mask_of
from solver.deal import Deal
from solver.games import HiddenTrump, court_piece_score, court_piece_stakes
from solver.games.court_piece_match import CourtPieceMatch
from solver.games.court_piece_rules import CourtPieceRules
from solver.games.court_piece_stakes import CourtPieceStakes
from solver.position import Position
from solver.results import Limit
from solver.solve import Searcher
from tests.oracle import disagreement
from tests.test_outcomes import payoff_after
from tests.test_search_dehla import pack_with_tens

COURT, DEHLA = "court-piece", "dehla-pakad"

#: Every way in which a trump can come about later than with the first card, with the options that change the play.
MODES: tuple[tuple[str, str], ...] = (
    (COURT, "trump_mode=cut"),
    *(
        (COURT, f"trump_mode={mode};reveal_by={who};ask_must_trump={must}")
        for mode in ("hidden_paper", "hidden_card")
        for who in ("any_void", "opponents_only")
        for must in ("yes", "no")
    ),
    (DEHLA, "dp_trump=first_void_named"),
    (DEHLA, "dp_trump=closed_void"),
    (DEHLA, "dp_trump=closed_card"),
    (DEHLA, "dp_trump=first_void;dp_deal=five_then_eight"),
    (DEHLA, "dp_trump=first_void_named;dp_deal=five_then_eight"),
    (DEHLA, "dp_trump=closed_void;dp_deal=five_then_eight"),
)
IDS = [rules.replace("trump_mode=", "").replace("dp_trump=", "") for _, rules in MODES]
COUNTS = ("tens", "tens", "cards", "tricks", "tens_tricks")


def beginning(draw: random.Random, mode: tuple[str, str], dealt: list[Card], size: int) -> Position:
    """A position between two tricks: the trump not fixed or hidden, if the mode hides one; some cards not dealt yet."""
    name, rules = mode
    hands = [mask_of(dealt[size * place : size * (place + 1)]) for place in range(4)]
    rules += f";direction={draw.choice(('clockwise', 'anticlockwise'))}"
    if name == DEHLA:
        rules += f";dp_count={draw.choice(COUNTS)}"
    hidden = None
    if "hidden" in rules or "closed_card" in rules or ("closed_void" in rules and draw.random() < 0.5):
        setter = draw.choice(tuple(Seat))
        card = draw.choice(cards_of(hands[setter]))
        hidden = HiddenTrump(card.suit, setter, card if "hidden_card" in rules or "closed_card" in rules else None)
        if hidden.card is None and draw.random() < 0.3:
            hidden = HiddenTrump(draw.choice(tuple(Suit)), setter)
    undealt = 0
    if "five_then_eight" in rules and hidden is None:
        held_back = draw.randint(max(0, size - 5), size - 1)
        undealt = mask_of(card for hand in hands for card in draw.sample(cards_of(hand), held_back))
    return Position(
        Deal.of(hands),
        strain=None,
        hidden=hidden,
        leader=draw.choice(tuple(Seat)),
        game=name,
        rules=rules,
        undealt=undealt,
    )


def endings(
    count: int, mode: tuple[str, str], *, seed: int, cards: tuple[int, ...] = (1, 2, 2, 3, 3)
) -> Iterator[Position]:
    """Yield small positions of one mode, many of them mid-trick."""
    draw = random.Random(f"{seed} {mode}")
    for number in range(count):
        size = draw.choice(cards)
        dealt = pack_with_tens(draw, size, suits=4 if number % 3 else draw.choice((2, 3)))
        position = beginning(draw, mode, dealt, size)
        for _ in range(draw.choice((0, draw.randrange(4 * size)))):
            position.push(draw.choice(position.legal_plays()))
        yield position


def wrong(searcher: Searcher, positions: Iterator[Position]) -> list[str]:
    """All disagreements about values of actions, and lines that are illegal, too short or too good to be true."""
    found = []
    for position in positions:
        problem = disagreement(position, searcher)
        if problem is not None:
            found.append(problem)
        line = searcher.line(position)
        played = position.copy()
        for card in line.cards:
            played.play(card)
        if not played.is_over or played.taken[0] != line.value.ns:
            found.append(f"{position!r}: {line!r}")
    return found


@pytest.mark.sanitize
@pytest.mark.parametrize("mode", MODES, ids=IDS)
def test_every_action_has_the_reference_value(mode: tuple[str, str], cpu: str) -> None:
    """Value of the position and of everything that can be played, and a line that is worth it."""
    assert not wrong(Searcher(cpu=cpu), endings(20, mode, seed=1 + (cpu == "bmi2")))


@pytest.mark.slow
@pytest.mark.parametrize("mode", MODES, ids=IDS)
def test_every_action_of_many_endings_has_the_reference_value(mode: tuple[str, str], cpu: str) -> None:
    """The same on hundreds of endings a mode, some of four cards a hand."""
    assert not wrong(Searcher(cpu=cpu), endings(150, mode, seed=3))
    assert not wrong(Searcher(cpu=cpu), endings(10, mode, seed=4, cards=(4,)))


@pytest.mark.sanitize
@pytest.mark.parametrize("mode", MODES, ids=IDS)
def test_a_table_that_is_kept_answers_like_an_empty_one(mode: tuple[str, str]) -> None:
    """Proofs of one line of play serve others of the same deal: what an entry leaves out would show here."""
    draw = random.Random(str(mode))
    begun = beginning(draw, mode, pack_with_tens(draw, 6, suits=4), 6)
    searcher = Searcher(reuse=True)
    searcher.cards(begun)
    for _ in range(12):
        position = begun.copy()
        for _ in range(draw.randint(10, 13)):
            position.push(draw.choice(position.legal_plays()))
        assert disagreement(position, searcher) is None


@pytest.mark.sanitize
@pytest.mark.parametrize("switch", SWITCHES)
def test_one_optimisation_less_or_alone_gives_the_same_answers(switch: str) -> None:
    """Each one off in turn, then all others off, over all modes."""
    for number, mode in enumerate(MODES):
        some = [position for position in endings(6, mode, seed=50 + number) if position.strain is None]
        assert not wrong(Searcher(without=(switch,)), iter(some))
        assert not wrong(Searcher(without=tuple(name for name in SWITCHES if name != switch)), iter(some[:2]))


def full(mode: tuple[str, str], size: int, seed: int, *, suits: int = 4) -> Position:
    """A deal of *size* cards a hand under a mode."""
    draw = random.Random(f"{seed} {mode} {size}")
    return beginning(draw, mode, pack_with_tens(draw, size, suits=suits), size)


#: Trick nodes of one deal of nine cards a mode, in their order: changes whenever the search does.
NODES = [205, 4068, 849, 5008, 16456, 1172, 6330, 22, 11693, 6682, 10060, 4563, 1105, 1294, 1255]


def test_both_builds_visit_the_same_nodes(cpu: str) -> None:
    """As many as they did when they were last looked at."""
    searcher = Searcher(cpu=cpu)
    assert [searcher.value(full(mode, 9, 1)).trick_nodes for mode in MODES] == NODES


def test_optimisations_save_nodes() -> None:
    """Same values, more nodes in sum, when one is taken away; naming suits that nobody holds matters in named modes."""
    nodes = {}
    values = {}
    for switch in ("", *SWITCHES):
        searcher = Searcher(without=(switch,) if switch else ())
        found = [searcher.value(full(mode, 6, seed, suits=2 + seed)) for mode in MODES for seed in range(3)]
        nodes[switch] = sum(solution.trick_nodes for solution in found)
        values[switch] = [solution.value for solution in found]
    for switch in SWITCHES:
        assert values[switch] == values[""]
        assert (nodes[switch] > nodes[""]) is (switch != "pile"), switch  # no tricks wait in the middle


def test_stopped_searches_never_lie() -> None:
    """Under any limit bounds contain the value, actions theirs, and "at least" answers nothing that is not so."""
    draw = random.Random(8)
    for mode, seed in itertools.product(MODES, range(2)):
        position = full(mode, 6, seed)
        truth = Searcher().cards(position)
        limit = Limit(nodes=draw.randrange(600))
        short = Searcher().cards(position, limit=limit)
        assert short.value.lower <= truth.value.ns <= short.value.upper
        assert [entry.card for entry in short.cards] == [entry.card for entry in truth.cards]
        for entry, exact in zip(short.cards, truth.cards, strict=True):
            assert entry.value.lower <= exact.value.ns <= entry.value.upper
        for side in Side:
            answer = Searcher().at_least(position, 2, side=side, limit=limit)
            assert answer.answer in (None, truth.value.of(side) >= 2)


def test_a_table_has_a_row_for_an_open_trump() -> None:
    """Cut trump: not fixed yet and every suit, each as asked one by one."""
    deal = Deal.random(cards=5, seed=3)
    rules = "classic;trump_mode=cut"
    table = Searcher().table(deal, rules=rules)
    assert list(table.values) == [None, *tuple(Strain)[:4]]
    for strain, leader in itertools.product(table.values, Seat):
        position = Position(deal, strain=strain, leader=leader, rules=rules)
        assert table.values[strain][leader] == Searcher().value(position).value


@pytest.mark.parametrize(
    ("win", "count"), [(2, 6), pytest.param(2, 220, marks=pytest.mark.slow), pytest.param(3, 6, marks=pytest.mark.slow)]
)
def test_courts_with_a_trump_that_is_not_open(monkeypatch: pytest.MonkeyPatch, win: int, count: int) -> None:
    """What such deals pay, with two or three tricks in place of seven, after every action."""
    tricks = 2 * win - 1
    for module in (court_piece_score, court_piece_stakes):
        monkeypatch.setattr(module, "WIN", win)
        monkeypatch.setattr(module, "ALL", tricks)
    monkeypatch.setattr(court_piece_stakes, "_AFTER_FIRST_SEVEN", tricks - win)
    draw = random.Random(win * count)
    searcher = Searcher()
    for mode in (mode for mode in MODES if mode[0] == COURT):
        for number in range(count):
            dealt = pack_with_tens(draw, tricks, suits=2 + number % 3)
            position = beginning(draw, (COURT, f"kot-pees;{mode[1]}"), dealt, tricks)
            for _ in range(draw.randrange(4 * (win - 1))):
                position.push(draw.choice(position.legal_plays()))
            rules = position.rules
            assert isinstance(rules, CourtPieceRules)
            stakes = CourtPieceStakes(CourtPieceMatch(rules, dealer=Seat.EAST), kot="unknown")
            outcome = searcher.outcome(position, stakes, cards=True)
            known: dict[object, int] = {}
            for entry in outcome.cards:
                assert entry.payoff.of(Side.NS) == payoff_after(entry.card, position, stakes, "open", known)


def test_a_trump_that_was_thrown_before_it_was_shown_does_not_ruff() -> None:
    """East throws the ace of the hidden suit, South asks and ruffs with the two: it is his trick."""
    position = Position(
        Deal.parse("N:K4... .A.6. .2.7. 32..."),
        strain=None,
        hidden=HiddenTrump(Suit.HEARTS, Seat.SOUTH),
        leader=Seat.NORTH,
        rules="trump_mode=hidden_paper",
        played=(Card.parse("SK"), Card.parse("HA"), Card.parse("?H2")),
    )
    assert position.strain is Strain.HEARTS
    assert disagreement(position, Searcher()) is None
    position.play(Card.parse("S3"))
    assert position.leader is Seat.SOUTH
