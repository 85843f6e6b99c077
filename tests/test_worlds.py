"""Worlds: counts, lists and samples against plain enumeration of all deals, by the rules of the games themselves."""

from __future__ import annotations

import pickle
import random
import re
from dataclasses import replace
from itertools import combinations, permutations

import numpy as np
import pytest

from solver import (
    Card,
    Deal,
    HiddenTrump,
    IllegalPlayError,
    ImpossibleView,
    Position,
    Seat,
    Strain,
    Suit,
    cards_of,
    mask_of,
)
from solver.games import resolve
from solver.view import View, trump_code
from solver.worlds import Worlds
from solver.worlds.conflicts import smallest_contradiction
from solver.worlds.counting import Census
from solver.worlds.facts import facts_of
from solver.worlds.random import below, philox


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


HCP = {"A": 4, "K": 3, "Q": 2, "J": 1}
TERMS = (
    "S>=2", "H=1-2", "D<2", "!C", "C 1+", "hcp 3-6", "hcp 5+", "hcp <=4", "aces 1", "kings 1+", "queens 0-1", "SA",
    "!HK", "shape 2-1-1-x", "shape 2=x=1=x", "shape 3-1-1-0|2-2-1-0", "jacks <1", "trumps 1-2",
)  # fmt: skip


def holds(term: str, hand: int, strain: Strain) -> bool:
    """Tell whether a hand is as a term of `TERMS` says, worked out from its text alone."""
    cards = [card.text for card in cards_of(hand)]
    length = {suit: sum(card[0] == suit for card in cards) for suit in "SHDC"}
    name, _, amount = term.partition(" ")
    if name == "shape":
        shapes = [shape.replace("=", "-").split("-") for shape in amount.split("|")]
        ways = [[tuple(shape)] if "=" in amount else permutations(shape) for shape in shapes]
        return any(
            all(want in ("x", str(length[suit])) for want, suit in zip(way, "SHDC", strict=True))
            for each in ways
            for way in each
        )
    if term in ("SA", "!HK"):
        return (term[-2:] in cards) is (term[0] != "!")
    if term == "!C":
        return length["C"] == 0
    numbers = {
        "hcp": sum(HCP.get(card[1], 0) for card in cards),
        "trumps": length[strain.letter],
        **{name: sum(card[1] == name[0].upper() for card in cards) for name in ("aces", "kings", "queens", "jacks")},
        **length,
    }
    name, sign, low, high, plus = re.fullmatch(r"([a-zSHDC]+) ?([<>=]*)(\d+)-?(\d*)(\+?)", term).groups()
    number = numbers[name]
    if high:
        return int(low) <= number <= int(high)
    if plus or sign == ">=":
        return number >= int(low)
    return {"<=": number <= int(low), "<": number < int(low)}.get(sign, number == int(low))


@pytest.mark.parametrize("number", range(36))
def test_constraints_leave_the_deals_that_keep_them(number):
    """The worlds under constraints are those of the view in which each constraint holds; samples keep them too."""
    choose = random.Random(number)
    deck = small_deck("AKQ") if number % 2 else small_deck("AKQJ", "SH") | small_deck("A", "DC")
    some_unknown = number % 3 == 0
    deck = small_deck("AK") if some_unknown else deck
    view = random_view(
        number, game="court-piece", rules="classic", strain=Strain.SPADES, deck=deck, plies=choose.randrange(5)
    )
    if some_unknown:  # some of the own cards are not seen, as by a hakem, and some cards are in no hand
        dealt = cards_of(view.hand)
        view = replace(view, hand=mask_of(dealt[:1]), played=(), pack=deck | small_deck("Q", "S"))
    chosen = [(choose.choice(list(Seat)), choose.choice(TERMS)) for _ in range(choose.randrange(1, 5))]
    assumed = view.assuming("; ".join(f"{seat.letter}: {term}" for seat, term in chosen))
    expected = {
        world
        for world in enumerate_worlds(view)
        if all(holds(term, view.dealt(world)[seat], Strain.SPADES) for seat, term in chosen)
    }
    if not expected:
        with pytest.raises(ImpossibleView, match="no deal fits this view"):
            Worlds(assumed)
        return
    worlds = Worlds(assumed)
    assert worlds.count == len(expected)
    assert sorted(tuple(map(int, row)) for row in worlds.all()) == sorted(expected)
    assert {tuple(map(int, row)) for row in worlds.sample(50, seed=number)} <= expected


def chi_square(view: View, draws: int, seed: int) -> tuple[float, int]:
    """Return the chi-square of a sample against equal frequencies of all worlds, and the degrees of freedom."""
    worlds = Worlds(view)
    listed = {tuple(map(int, row)): 0 for row in worlds.all()}
    assert len(listed) == worlds.count
    for row in worlds.sample(draws, seed=seed):
        listed[tuple(map(int, row))] += 1
    expected = draws / len(listed)
    return sum((seen - expected) ** 2 / expected for seen in listed.values()), len(listed) - 1


#: Views of few worlds in which seats may hold different cards, so that the numbers of cards have many ways.
SMALL_VIEWS = {
    "voids": ("court-piece", "classic", Strain.SPADES, "AKQ", 41, 6, ""),
    "length": ("court-piece", "classic", Strain.NO_TRUMP, "AKQ", 3, 0, "W: S=1-2; E: H>=1"),
    "points": ("court-piece", "classic", Strain.CLUBS, "AKQ", 8, 1, "W: hcp 6+; S: hcp 4-9"),
    "shape": ("court-piece", "classic", Strain.HEARTS, "AKQ", 12, 0, "N: shape 2-1-0-0; E: !DK"),
    "duties": ("coinche", "s4;partner_ruff=must_over", Strain.SPADES, "J98", 17, 5, ""),
}


@pytest.mark.parametrize("wide", [False, True], ids=["64 bits", "wide"])
@pytest.mark.parametrize("name", SMALL_VIEWS)
def test_samples_are_even(name, wide, monkeypatch):
    """Every world comes equally often, as far as chance allows: chi-square at one in ten thousand, for a fixed seed."""
    if wide:
        monkeypatch.setattr("solver.worlds.layers._MOST", 1)
    game, rules, strain, ranks, number, plies, constraints = SMALL_VIEWS[name]
    view = random_view(number, game=game, rules=rules, strain=strain, deck=small_deck(ranks), plies=plies)
    statistic, freedom = chi_square(view.assuming(constraints), 20_000, seed=number)
    assert freedom >= 5
    # Wilson and Hilferty's approximation of the quantile at 3.72 standard deviations.
    limit = freedom * (1 - 2 / (9 * freedom) + 3.72 * (2 / (9 * freedom)) ** 0.5) ** 3
    assert statistic < limit


def test_worlds_depend_on_seed_and_number_alone():
    """However a sequence is cut, world i is the same; another seed gives others."""
    view = View.of(seat=Seat.NORTH, hand="AK5.Q2..", rules="courts", hakem=Seat.NORTH)
    for each in (view, view.assuming("W: hcp 3-9, S>=2; E: balanced")):
        worlds = Worlds(each)
        whole = worlds.sample(5000, seed=9)
        parts = [worlds.sample(n, seed=9, start=start) for start, n in ((0, 1), (1, 4095), (4096, 900), (4996, 4))]
        assert (np.concatenate(parts) == whole).all()
        assert len({tuple(row) for row in whole.tolist()}) == 5000
        assert not (worlds.sample(100, seed=10) == whole[:100]).all(axis=1).any()


def test_the_worlds_of_a_seed_never_change():
    """What is drawn is part of the interface: advice and arena results are repeated from their seeds."""
    view = View.of(seat=Seat.SOUTH, hand="AK54.Q2.KJ4.Q932", rules="courts", hakem=Seat.NORTH, strain=Strain.SPADES)
    assert [str(view.deal_of(world)) for world in Worlds(view).sample(2, seed=1)] == [
        "N:J32.9654.Q875.86 86.A873.A62.JT54 AK54.Q2.KJ4.Q932 QT97.KJT.T93.AK7",
        "N:J876.J987.73.J54 Q92.K65.AQT98.76 AK54.Q2.KJ4.Q932 T3.AT43.652.AKT8",
    ]
    five = View.of(seat=Seat.NORTH, hand="SA SK S5 HQ D2", rules="hokm", hakem=Seat.NORTH)
    assert [str(five.deal_of(world)) for world in Worlds(five).sample(1, seed=7, start=1000)] == [
        "N:AKQ5432.Q.Q2.KJ8 T7.K2.AK95.T9642 J96.J9764.J84.53 8.AT853.T763.AQ7"
    ]
    assumed = view.assuming("W: S>=2, hcp 5-9; E: balanced")
    assert [str(view.deal_of(world)) for world in Worlds(assumed).sample(1, seed=1)] == [
        "N:J86.KT7.9865.K86 Q93.963.AQ7.JT54 AK54.Q2.KJ4.Q932 T72.AJ854.T32.A7"
    ]


def test_philox_gives_the_published_numbers():
    """The known answers of the authors of the generator (Random123, kat_vectors, philox4x32-10)."""
    full = 0xFFFFFFFF
    for counter, key, answer in (
        ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
        ((full,) * 4, (full, full), (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
        (
            (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
            (0xA4093822, 0x299F31D0),
            (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
        ),
    ):
        columns = tuple(np.array([word], dtype=np.uint64) for word in counter)
        assert tuple(int(word[0]) for word in philox(columns, key)) == answer


def test_numbers_below_a_bound_replace_words_that_would_favour_small_ones():
    """A word among the first 2**64 modulo the bound is drawn again, as often as it takes."""
    bounds = np.array([3, 3, 7], dtype=np.uint64)
    asked = []

    def again(places, attempt):
        asked.append((places.tolist(), attempt))
        return np.array([0 if attempt == 1 else 5] * len(places), dtype=np.uint64)

    drawn = np.array([0, 8, 1], dtype=np.uint64)  # 2**64 is 1 modulo 3 and 2 modulo 7
    assert below(bounds, drawn, again).tolist() == [2, 2, 5]
    assert asked == [([0, 2], 1), ([0, 2], 2)]


def test_an_impossible_view_names_what_contradicts():
    """The facts are named in words, and no more of them than it takes."""
    view = View.of(seat=Seat.NORTH, hand="KQ54.A2.KJ4.Q932", rules="courts", hakem=Seat.NORTH, strain=Strain.SPADES)
    for constraints, named in (
        ("W: hcp 20+; E: hcp 22+; S: balanced", ["W: hcp 20+ (assumed)", "E: hcp 22+ (assumed)"]),
        ("W: S>=5, H>=5, D>=5, !CA", ["W: S>=5 (assumed)", "W: H>=5 (assumed)", "W: D>=5 (assumed)"]),
        ("W: shape 4-4-4-1, S=1, H=1", ["W: shape 4-4-4-1 (assumed)", "W: S=1 (assumed)", "W: H=1 (assumed)"]),
        (
            "W: !SA; S: !SA; E: !SA; W: S>=1",
            ["North was dealt", "W: !SA (assumed)", "S: !SA (assumed)", "E: !SA (assumed)"],
        ),
        ("S: H>=5; W: hcp 10+; S: S>=5; S: D>=4", ["S: H>=5 (assumed)", "S: S>=5 (assumed)", "S: D>=4 (assumed)"]),
    ):
        with pytest.raises(ImpossibleView) as caught:
            Worlds(view.assuming(constraints))
        assert [reason[: len(name)] for reason, name in zip(caught.value.reasons, named, strict=True)] == named
        assert str(caught.value).startswith("no deal fits this view; these contradict each other: ")
        again = pickle.loads(pickle.dumps(caught.value))  # noqa: S301 - our own
        assert (str(again), again.reasons) == (str(caught.value), caught.value.reasons)


def test_a_revoke_of_a_hidden_hand_is_a_contradiction():
    """A seat that shows a suit after it could not follow in it is told from its own cards."""
    view = View.of(
        seat=Seat.NORTH,
        hand="A2.KQT98.32.A432",
        rules="courts",
        hakem=Seat.NORTH,
        strain=Strain.SPADES,
        played=tuple(map(Card.parse, ["HK", "D4", "H2", "H3", "HQ", "H4"])),
    )
    with pytest.raises(ImpossibleView) as caught:
        Worlds(view)
    assert caught.value.reasons == (
        "West has played H4 D4",
        "West had no hearts beside D4 on trick 1",
    )


@pytest.mark.parametrize("number", range(25))
def test_no_smaller_set_of_facts_contradicts_itself(number):
    """What is named fits no deal, and every set of fewer facts of the view fits some deal."""
    choose = random.Random(number)
    view = random_view(
        number, game="court-piece", rules="classic", strain=Strain.SPADES, deck=small_deck("AKQ"), plies=number % 4
    )
    while True:
        seat, term = choose.choice(list(Seat)), choose.choice(TERMS)
        view = view.assuming(f"{seat.letter}: {term}")
        facts = facts_of(view)
        if not Census(view.pack, view.size, facts).count:
            break
    found = smallest_contradiction(view, facts)
    assert Census(view.pack, view.size, found).count == 0
    for size in range(len(found)):
        assert all(Census(view.pack, view.size, fewer).count for fewer in combinations(facts, size))


HIDING = [
    ("court-piece", "classic;trump_mode=hidden_paper", "AKQ"),
    ("court-piece", "classic;trump_mode=hidden_paper;reveal_by=opponents_only;ask_must_trump=no", "AKQ"),
    ("court-piece", "classic;trump_mode=hidden_card", "AKQ"),
    ("dehla-pakad", "dehla-pakad;dp_trump=closed_card", "AT9"),
    ("dehla-pakad", "closed", "AT9"),
    ("dehla-pakad", "dehla-pakad;dp_trump=first_void_named", "AT9"),
    ("court-piece", "classic;trump_mode=cut", "AKQ"),
]


def hidden_worlds(view: View) -> set[tuple[int, ...]]:
    """Return all deals and hidden trumps from which what was played could be played, by trying all."""
    guesses = view.guesses() or (None,)
    found = set()
    sizes = [view.size - mask.bit_count() for mask in view.known]
    for parts in deal_out([card.bit for card in cards_of(view.unseen)], sizes):
        dealt = tuple(mask | part for mask, part in zip(view.known, parts, strict=True))
        for guess in guesses:
            known = view if guess is None else view.supposing(guess)
            hidden = known.hidden
            if hidden is not None and hidden.card is not None and not dealt[hidden.setter] & hidden.card.bit:
                continue
            try:
                position = Position(
                    Deal.of(dealt),
                    strain=known.strain,
                    hidden=hidden,
                    leader=view.leader,
                    game=view.game,
                    rules=view.rules,
                    played=known.played,
                )
            except IllegalPlayError:
                continue
            if (guess is None) or position.hidden == guess:
                found.add((*position.hands, *([] if guess is None else [trump_code(guess)])))
    return found


@pytest.mark.parametrize(("game", "rules", "ranks"), HIDING, ids=[rules for _, rules, _ in HIDING])
def test_worlds_with_a_hidden_trump(game, rules, ranks):
    """What is hidden is part of the world as long as the seat does not know it; afterwards all is as with any trump."""
    deck = small_deck(ranks)
    found, options = resolve(game, rules)
    mode = found.trump_mode(options)
    unknown = 0
    for number in range(12):
        choose = random.Random(number)
        deal = Deal.random(seed=number, cards=3, deck=deck)
        setter = leader = Seat(number % 4)
        hidden = None
        if mode.fixed_by == "no":
            card = choose.choice(list(deal[setter]))
            hidden = HiddenTrump(card.suit, setter, card if mode.indicator else None)
        position = Position(deal, strain=None, hidden=hidden, leader=leader, game=found, rules=options)
        for _ in range(number % 6 + 2):
            position.push(choose.choice(position.legal_plays()))
        seat = Seat(choose.randrange(4))
        view = View.of(
            seat=seat,
            hand=deal[seat],
            game=found,
            rules=options,
            leader=leader,
            hakem=setter if game == "court-piece" else None,
            hidden=hidden,
            played=position.history,
            pack=deck,
        ).as_seen()
        worlds = Worlds(view)
        expected = hidden_worlds(view)
        listed = [tuple(map(int, row)) for row in worlds.all()]
        assert (len(listed), worlds.count) == (len(expected), len(expected))
        assert set(listed) == expected
        truth = position.hands
        if view.table.is_veiled:
            unknown += 1
            truth = (*truth, trump_code(position.hidden))
            assert len({row[4] for row in listed}) > 1 or mode.indicator
        assert truth in expected
        assert view.position(truth) == position
        assert {tuple(map(int, row)) for row in worlds.sample(30, seed=number)} <= expected
    assert unknown > 1 or mode.shown_by == "no"


def test_a_hidden_trump_is_drawn_as_evenly_as_the_hands():
    """Every pair of a deal and a card that may lie face down comes equally often."""
    found, options = resolve("court-piece", "classic;trump_mode=hidden_card")
    deck = small_deck("AK")
    deal = Deal.random(seed=3, cards=2, deck=deck)
    view = View.of(seat=Seat.EAST, hand=deal[Seat.EAST], game=found, rules=options, hakem=Seat.NORTH, pack=deck)
    assert view.table.setter is Seat.NORTH
    statistic, freedom = chi_square(view, 20_000, seed=5)
    assert freedom == 179  # 6 cards for three hands, and either card of North
    assert statistic < freedom + 3.72 * (2 * freedom) ** 0.5


def test_who_asked_and_did_not_trump_has_none():
    """Where a player who asks must trump, a card of another suit says that he has no trump."""
    view = View.of(
        seat=Seat.NORTH,
        hand="AKQ.AK2.AK32.A32",
        rules="classic;trump_mode=hidden_paper",
        hakem=Seat.NORTH,
        hidden=HiddenTrump(Suit.HEARTS, Seat.NORTH),
        played=tuple(Card.parse(card) for card in ("SA", "?C4")),
    )
    assert view.table.strain is Strain.HEARTS
    worlds = Worlds(view).sample(200, seed=1)
    assert not any(int(world[Seat.EAST]) & (Suit.SPADES.mask | Suit.HEARTS.mask) for world in worlds)
