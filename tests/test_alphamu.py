"""Alpha-mu: exact against all strategies on small endings, and never anything but what one seat can carry out."""

from __future__ import annotations

import math
import random

import pytest

from solver import reference
from solver.advice import Adviser
from solver.advice.alphamu import AlphaMu, pareto
from solver.cards import Card, Seat, Side, Strain, cards_of, mask_of
from solver.deal import Deal
from solver.errors import LimitError
from solver.games import game
from solver.position import Position
from solver.view import View
from tests.strategies_by_force import best_mean, vectors

GAMES = (("court-piece", Strain.SPADES), ("dehla-pakad", None), ("coinche", Strain.HEARTS))


class Ending:
    """A seat with *cards* cards, a trick that may be under way, and *count* worlds that agree with both."""

    def __init__(self, name: str, strain: Strain | None, *, cards: int, count: int, seed: int, win: bool) -> None:
        draw = random.Random(f"{name} {seed}")
        played = game(name)
        rules = played.rules()
        deck = [card for card in cards_of(played.deck) if card.rank >= 9]
        pack = draw.sample(deck, 4 * cards)
        own, rest = pack[:cards], pack[cards:]
        leader = draw.choice(tuple(Seat))
        turn = draw.randrange(4) if seed % 2 else 0
        seat = leader.next(rules.direction, steps=turn)
        self.worlds: list[Position] = []
        trick: list[Card] | None = None
        for _ in range(40):
            draw.shuffle(rest)
            hands = {each: rest[place * cards : (place + 1) * cards] for place, each in enumerate(_others(seat))}
            masks = [mask_of(own if each is seat else hands[each]) for each in Seat]
            position = Position(Deal.of(masks), strain=strain, leader=leader, game=played, rules=rules)
            if trick is None:
                trick = []
                for _ in range(turn):
                    trick.append(draw.choice(position.legal_plays()))
                    position.push(trick[-1])
            elif not _replayed(position, trick):
                continue
            self.worlds.append(position)
            if len(self.worlds) == count:
                break
        self.side = seat.side
        self.total = self.worlds[0].total
        #: With *win* all that counts is to take so many units.
        self.need = draw.randint(1, max(self.total, 1)) if win else None

    def pays(self, _: int, position: Position) -> float:
        """What a finished deal pays."""
        taken = position.taken[self.side]
        return float(taken if self.need is None else taken >= self.need)

    def exact(self, _: int, position: Position) -> tuple[float, bool]:
        """What open hands are worth, by the plain reference, and whether it cannot be less."""
        ns = position.taken[0] + reference.value(position)
        units = ns if self.side is Side.NS else self.total - ns
        have = position.taken[self.side]
        if self.need is None:
            return float(units), units == have
        return float(units >= self.need), units < self.need or have >= self.need


def _others(seat: Seat) -> list[Seat]:
    return [each for each in Seat if each is not seat]


def _replayed(position: Position, cards: list[Card]) -> bool:
    for card in cards:
        if card not in position.legal_plays():
            return False
        position.push(card)
    return True


def mean_of(plays) -> float:
    return max(math.fsum(play.payoffs) / len(play.payoffs) for play in plays)


@pytest.mark.parametrize("win", [False, True], ids=["units", "win"])
@pytest.mark.parametrize(("name", "strain"), GAMES, ids=[name for name, _ in GAMES])
def test_fronts_are_those_of_all_strategies(name, strain, win):
    """Every vector that a strategy can get is equalled or beaten by the front, and the front is of such vectors.

    With two cards a hand each strategy is also written out choice by choice and played against every defence.
    """
    for seed in range(9):
        cards = 3 if seed % 4 == 0 else 2
        ending = Ending(name, strain, cards=cards, count=2 if cards == 3 else 3, seed=seed, win=win)
        everything = vectors(ending.worlds, ending.pays)
        search = AlphaMu(ending.worlds, ending.exact)
        found = search.search(cards)
        assert found.complete
        assert found.stopped is None
        assert mean_of(found.plays) * len(ending.worlds) == pytest.approx(max(map(math.fsum, everything)))
        assert search.front(cards) == pareto(everything)
        if cards == 2:
            assert mean_of(found.plays) == pytest.approx(best_mean(ending.worlds, ending.pays))


def test_it_does_not_play_each_world_by_itself():
    """A finesse that goes either way: who sees the queen wins all tricks, a pair that does not wins half."""
    either_way = ("N:AJT... Q65... K43... 7.98..", "N:AJT... 6.98.. K43... Q75...")
    worlds = [Position(Deal.parse(text), strain=Strain.NO_TRUMP, leader=Seat.NORTH) for text in either_way]
    rules = _Won(3)
    one, all_ = (AlphaMu(worlds, rules.exact).search(moves) for moves in (1, 9))
    assert (mean_of(one.plays), mean_of(all_.plays)) == (1.0, 0.5)
    assert max(map(sum, vectors(worlds, rules.pays))) == 1
    assert AlphaMu(worlds, rules.exact).front(9) == [(1.0, 0.0), (0.0, 1.0)]


class _Won:
    """All that counts is to take *need* tricks, for North-South."""

    def __init__(self, need: int) -> None:
        self.need = need

    def pays(self, _: int, position: Position) -> float:
        return float(position.taken[0] >= self.need)

    def exact(self, _: int, position: Position) -> tuple[float, bool]:
        won = position.taken[0] + reference.value(position) >= self.need
        return float(won), not won or position.taken[0] >= self.need


@pytest.mark.parametrize(("name", "strain"), GAMES, ids=[name for name, _ in GAMES])
def test_more_moves_never_raise_a_value(name, strain):
    """What a play is worth falls, or stays, with every decision that is looked at."""
    for seed in range(4):
        ending = Ending(name, strain, cards=3, count=4, seed=seed, win=False)
        values = [mean_of(AlphaMu(ending.worlds, ending.exact).search(moves).plays) for moves in (1, 2, 3)]
        assert values == sorted(values, reverse=True)


def test_limits_stop_it_with_what_it_has():
    """One decision is always looked at; a deeper search that is not finished leaves no trace."""
    ending = Ending("court-piece", Strain.SPADES, cards=3, count=6, seed=2, win=False)
    one = AlphaMu(ending.worlds, ending.exact).search(1)
    before = [position.key() for position in ending.worlds]
    for limit in ({"evaluations": 0}, {"deadline": 0.0}):
        found = AlphaMu(ending.worlds, ending.exact, **limit).search(9)
        assert found.plays == one.plays
        assert found.moves == 1
        assert found.stopped == ("seconds" if "deadline" in limit else "evaluations")
        assert not found.complete
    assert [position.key() for position in ending.worlds] == before


def test_weights_decide():
    """A world that counts for more than all others is played for."""
    ending = Ending("court-piece", Strain.SPADES, cards=3, count=3, seed=8, win=False)
    for world, position in enumerate(ending.worlds):
        weights = [1000.0 if place == world else 1.0 for place in range(len(ending.worlds))]
        found = AlphaMu(ending.worlds, ending.exact, weights=weights).search(9)
        best = max(found.plays, key=lambda play: play.payoffs[world])
        assert best.payoffs[world] == ending.exact(world, position)[0]


def test_fronts_keep_what_nothing_beats():
    """Equal vectors once, beaten ones not at all."""
    assert pareto([(1, 0, 0), (0, 1, 0), (1, 0, 0), (0, 0, 0), (1, 0, -1)]) == [(1, 0, 0), (0, 1, 0)]
    assert pareto([]) == []


# As a method of the adviser


def cards(text: str) -> int:
    return mask_of(map(Card.parse, text.split()))


VIEWS = {
    "court-piece": View.of(
        seat=Seat.SOUTH,
        hand="SA SQ H9 D7 C5",
        pack=cards("SA SQ SK ST HA HK H9 HQ DA D7 D8 DK CQ C5 C4 CA SJ HJ DJ CJ"),
        size=5,
        taken=(4, 4),
        strain=Strain.HEARTS,
        leader=Seat.SOUTH,
        hakem=Seat.SOUTH,
        rules="classic",
    ),
    "dehla-pakad": View.of(
        game="dehla-pakad",
        seat=Seat.SOUTH,
        hand="ST S9 H9 DT",
        pack=cards("ST S9 H9 DT SA SK HA HK DA DK CA CK HT CT H2 D2"),
        size=4,
        strain=Strain.HEARTS,
        leader=Seat.SOUTH,
        dealer=Seat.WEST,
    ),
    "coinche": View.of(
        game="coinche",
        rules="colver",
        seat=Seat.SOUTH,
        hand="HJ HA SA D7",
        pack=cards("HJ HA SA D7 H9 HT HK S7 S8 ST DA DT D8 CA CT C7"),
        size=4,
        taken=(40, 25),
        strain=Strain.HEARTS,
        leader=Seat.SOUTH,
        dealer=Seat.EAST,
        declarer=Seat.NORTH,
        contract="90H",
        tags=[("Tricks", "2-2"), ("Belote", "-")],
    ),
}


@pytest.mark.parametrize("name", VIEWS)
def test_one_move_is_perfect_information_monte_carlo(name):
    """The same means, errors and order, whatever pays."""
    view = VIEWS[name]
    adviser = Adviser(workers=1)
    pimc = adviser.advise(view, worlds=12, seed=3)
    one = adviser.advise(view, worlds=12, seed=3, method="alphamu", moves=1)
    assert one.candidates == pimc.candidates
    deeper = adviser.advise(view, worlds=12, seed=3, method="alphamu", moves=9)
    means = {candidate.action: candidate.mean for candidate in pimc.candidates}
    assert all(candidate.mean <= means[candidate.action] + 1e-9 for candidate in deeper.candidates)
    assert "all decisions to come" in deeper.notes[0]


def test_a_single_world_is_the_exact_answer():
    """Nothing is hidden when every card is known, and then both rules agree."""
    view = VIEWS["court-piece"]
    open_view = View.of(
        seat=view.seat,
        hand=view.hand,
        pack=view.pack,
        size=5,
        taken=(4, 4),
        strain=view.strain,
        leader=view.leader,
        hakem=view.hakem,
        rules="classic",
        constraints="N: SK, HA, HK, DA, CQ; E: ST, SJ, HQ, D8, C4",
    )
    adviser = Adviser(workers=1)
    assert adviser.advise(open_view, method="alphamu").candidates == adviser.advise(open_view).candidates


def test_kots_are_followed_past_the_seventh_trick():
    """The first seven tricks may be completed within the search, and who won them decides what is paid."""
    tricks = ("SA S8 S7 S6", "SK S5 S4 S3", "SQ S2 D2 D3", "SJ D4 D5 D6", "ST D7 D8 D9", "S9 C2 C3 C4")
    view = View.of(
        seat=Seat.NORTH,
        hand="SA SK SQ SJ ST S9 HA HK HQ HJ H4 H3 H2",
        rules="kot-pees",
        hakem=Seat.NORTH,
        strain=Strain.HEARTS,
        played=tuple(Card.parse(card) for trick in tricks for card in trick.split()),
    )
    adviser = Adviser(workers=1)
    pimc = adviser.advise(view, worlds=4)
    deeper = adviser.advise(view, worlds=4, method="alphamu", moves=2)
    assert deeper.best == pimc.best
    assert deeper.candidates[0].mean == pytest.approx(2.0)


def test_moves_that_make_no_sense():
    """At least the next one is looked at."""
    with pytest.raises(LimitError, match="1 move or more"):
        Adviser(workers=1).advise(VIEWS["court-piece"], method="alphamu", moves=0)
