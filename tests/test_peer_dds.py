"""Every trick count equals DDS's: whole tables of full deals, and every card of positions in the middle of the play."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from solver.cards import Seat, Strain
from solver.deal import Deal
from solver.position import Position
from solver.solve import Searcher
from tests.peers import dds

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = [
    pytest.mark.peer,
    pytest.mark.skipif(not dds.available(), reason="endplay, which carries DDS, is not installed"),
]

STRAINS = (Strain.SPADES, Strain.HEARTS, Strain.DIAMONDS, Strain.CLUBS, Strain.NO_TRUMP)


def positions(count: int, *, seed: int) -> Iterator[Position]:
    """Yield positions after random legal play: 1 to 13 cards dealt, any trump, any leader, both directions."""
    draw = random.Random(seed)
    while count:
        cards = 13 if draw.random() < 0.5 else draw.randint(1, 12)
        position = Position(
            Deal.random(cards=cards, seed=draw.getrandbits(64)),
            strain=draw.choice(STRAINS),
            leader=draw.choice(tuple(Seat)),
            rules=draw.choice(("classic", "courts")),
        )
        for _ in range(draw.randrange(4 * cards)):
            position.push(draw.choice(position.legal_plays()))
        yield position
        count -= 1


def differing_results(count: int, *, seed: int, searcher: Searcher) -> list[str]:
    """Compare the 20 results of `count` random deals and describe those that differ."""
    found = []
    for number in range(seed, seed + count):
        deal = Deal.random(seed=number)
        ours = searcher.table(deal, rules="bridge").values
        for (strain, leader), tricks in dds.table(deal).items():
            value = ours[strain][leader]
            if not value.exact or value.of(leader.side) != tricks:
                found.append(f"{deal} {strain} {leader} leads: DDS {tricks}, ours {value}")
    return found


def differing_cards(count: int, *, seed: int, searcher: Searcher) -> list[str]:
    """Compare the value of every legal card in `count` random positions and describe those that differ."""
    found = []
    for position in positions(count, seed=seed):
        side = position.to_move.side
        taken = position.taken[side]
        solution = searcher.cards(position)
        ours = {entry.card: entry.value.bounds(side) for entry in solution.cards}
        theirs = {card: (taken + tricks, taken + tricks) for card, tricks in dds.solve(position).items()}
        if ours != theirs or not solution.exact or solution.value.of(side) != max(theirs.values())[0]:
            found.append(f"{position!r}: DDS {theirs}, ours {ours}")
    return found


def test_tables_of_full_deals_equal_those_of_dds(cpu: str) -> None:
    """The trick table of a deal (5 trumps, 4 leaders) is DDS's, with either build of the search."""
    assert not differing_results(12, seed=7_100, searcher=Searcher(cpu=cpu))


def test_every_card_of_positions_in_play_equals_dds(cpu: str) -> None:
    """Each legal card has DDS's number, mid-trick, with touching and forced cards, and in both directions of play."""
    assert not differing_cards(200, seed=7_200, searcher=Searcher(cpu=cpu))


def test_questions_about_a_goal_agree_with_dds() -> None:
    """ "At least k?" is yes for the number of tricks DDS finds and no for one more."""
    searcher = Searcher()
    for position in positions(60, seed=7_300):
        side = position.to_move.side
        tricks = position.taken[side] + max(dds.solve(position).values())
        assert searcher.at_least(position, tricks).answer is True, position
        assert searcher.at_least(position, tricks + 1).answer is False, position


@pytest.mark.slow
def test_tables_of_300_full_deals_equal_those_of_dds() -> None:
    """6,000 results without a difference."""
    assert not differing_results(300, seed=70_000, searcher=Searcher())


@pytest.mark.slow
def test_every_card_of_2000_positions_in_play_equals_dds() -> None:
    """2,000 positions without a difference."""
    assert not differing_cards(2_000, seed=71_000, searcher=Searcher())


def test_a_table_from_dds_needs_a_full_deal() -> None:
    """DDS's table through endplay is wrong below 13 cards: the adapter refuses instead of misleading."""
    with pytest.raises(ValueError, match="wrong below 13 cards"):
        dds.table(Deal.random(cards=12, seed=1))
