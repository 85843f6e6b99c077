"""Worlds: counts, lists and samples against plain enumeration of all deals, by the rules of the games themselves."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from solver import Card, Deal, Position, Seat, Strain, cards_of, mask_of
from solver.games import resolve
from solver.view import View
from solver.worlds import Worlds


def small_deck(ranks: str, suits: str = "SHDC") -> int:
    """Return the cards of some ranks as a mask."""
    return mask_of(Card.parse(suit + rank) for suit in suits for rank in ranks)


def deal_out(pack: list[int], sizes: list[int]):
    """Yield all ways to deal the bits of *pack* in hands of *sizes*, as masks."""
    if not sizes:
        yield ()
        return
    for chosen in combinations(pack, sizes[0]):
        rest = [bit for bit in pack if bit not in chosen]
        for others in deal_out(rest, sizes[1:]):
            yield (sum(chosen), *others)


def replayable(view: View, dealt: tuple[int, ...]) -> bool:
    """Tell whether the cards of *view* can have been played from these hands by the rules."""
    game, rules, strain = view.game, view.rules, view.strain
    hands, leader, trick = list(dealt), view.leader, ()
    seat = leader
    for card in view.played:
        if not game.legal_mask(hands[seat], trick, strain, rules) & card.bit:
            return False
        strain = game.strain_after(strain, card, hands[seat], trick, rules, seat=seat)
        hands[seat] ^= card.bit
        trick = (*trick, card)
        seat = seat.next(rules.direction)
        if len(trick) == 4:
            leader = seat = leader.next(rules.direction, steps=game.winner(trick, strain, rules))
            trick = ()
    return True


def enumerate_worlds(view: View) -> set[tuple[int, ...]]:
    """Return all worlds of *view*, found by dealing the cards in every way and playing what was played."""
    table = view.table
    unseen = [card.bit for card in cards_of(view.unseen)]
    known = view.known
    sizes = [view.size - mask.bit_count() for mask in known]
    found = set()
    for parts in deal_out(unseen, sizes):
        dealt = tuple(mask | part for mask, part in zip(known, parts, strict=True))
        if replayable(view, dealt):
            found.add(tuple(mask & ~played for mask, played in zip(dealt, table.played_by, strict=True)))
    return found


def random_view(number: int, *, game: str, rules: str, strain: Strain | None, deck: int, plies: int) -> View:
    """Return a view after some random cards of a random deal."""
    deal = Deal.random(seed=number, cards=deck.bit_count() // 4, deck=deck)
    position = Position(deal, strain=strain, leader=Seat(number % 4), game=game, rules=rules)
    choose = random.Random(number)
    for _ in range(plies):
        position.push(choose.choice(position.legal_plays()))
    seat = Seat(choose.randrange(4))
    found, options = resolve(game, rules)
    return View.of(
        seat=seat,
        hand=deal.masks[seat],
        game=found,
        rules=options,
        leader=Seat(number % 4),
        strain=strain,
        played=position.history,
        pack=deck,
    )


COINCHE = [
    f"s4;denominations=all;undertrump={under};partner_ruff={ruff};over_partner_led={led}"
    for under in ("must", "free")
    for ruff in ("free", "no_under", "must_over")
    for led in ("yes", "no")
]
SMALL = small_deck("AKQJT", "SH") | small_deck("A", "DC")
COINCHE_SMALL = small_deck("J97", "SHD") | small_deck("AQK", "S")


@pytest.mark.parametrize(
    ("game", "rules", "strains", "deck"),
    [
        ("court-piece", "classic", [Strain.SPADES, Strain.NO_TRUMP], small_deck("AKQ")),
        ("court-piece", "courts", [Strain.CLUBS], SMALL),
        ("court-piece", "satat", [Strain.SPADES, Strain.HEARTS], small_deck("AK2")),
        ("dehla-pakad", "dehla-pakad", [None, Strain.DIAMONDS], small_deck("AT9")),
        *(
            ("coinche", rules, [Strain.SPADES, Strain.HEARTS, Strain.NO_TRUMP, Strain.ALL_TRUMP], COINCHE_SMALL)
            for rules in COINCHE
        ),
    ],
)
def test_worlds_are_all_deals_from_which_the_play_was_legal(game, rules, strains, deck):
    """The worlds are those, each once, and the count says how many."""
    for number in range(30):
        strain = strains[number % len(strains)]
        view = random_view(number, game=game, rules=rules, strain=strain, deck=deck, plies=number % 11 + 1)
        expected = enumerate_worlds(view)
        worlds = Worlds(view)
        assert worlds.count == len(expected)
        listed = [tuple(map(int, row)) for row in worlds.all()]
        assert len(listed) == len(expected)
        assert set(listed) == expected
