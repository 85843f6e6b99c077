"""A second telling of the rules of hidden, noted, named and cut trumps, against which whole deals are played.

It shares nothing with the library but texts: cards are strings, hands are lists, and each rule is said once more as the
sources say it.
"""

from __future__ import annotations

import random

import pytest

from solver.cards import FULL_DECK, Card, Seat, Suit, cards_of, mask_of
from solver.deal import Deal
from solver.games import HiddenTrump
from solver.position import Position
from tests.strategies import fresh

RANKS = "23456789TJQKA"
SEATS = "NESW"

#: Rules by text: the game, how the trump is fixed, how it is shown, and so on.
MODES = [
    ("court-piece", f"peg;trump_mode={card};reveal_by={who};ask_must_trump={must};direction={way}")
    for card in ("hidden_paper", "hidden_card")
    for who in ("any_void", "opponents_only")
    for must in ("yes", "no")
    for way in ("clockwise", "anticlockwise")
] + [
    ("court-piece", "classic;trump_mode=cut"),
    ("dehla-pakad", "dp_trump=first_void"),
    ("dehla-pakad", "dp_trump=first_void_named"),
    ("dehla-pakad", "dp_trump=closed_void"),
    ("dehla-pakad", "dp_trump=closed_card;direction=clockwise"),
    ("dehla-pakad", "dp_trump=first_void;dp_deal=five_then_eight"),
    ("dehla-pakad", "dp_trump=first_void_named;dp_deal=five_then_eight"),
    ("dehla-pakad", "dp_trump=closed_void;dp_deal=five_then_eight"),
]


class Table:
    """A deal as people play it."""

    def __init__(self, game, rules, *, hands, later, leader, hidden):
        suit, setter, card = hidden
        self.rules, self.tens_only = rules, game == "dehla-pakad"
        self.step = 1 if ("direction=clockwise" in rules or (game == "court-piece" and "direction" not in rules)) else 3
        self.hands = {seat: list(hand) for seat, hand in zip(SEATS, hands, strict=True)}
        self.later = {seat: list(hand) for seat, hand in zip(SEATS, later, strict=True)}
        self.turn = self.leader = leader
        self.suit, self.setter, self.card = suit, setter, card  # what is hidden, by whom, and the card that lies there
        self.trump = None
        self.trick = []  # (seat, card, whether it counts as a trump)
        self.taken = {"N": 0, "E": 0}

    def void(self, seat):
        return bool(self.trick) and all(card[0] != self.trick[0][1][0] for card in self.hands[seat])

    def legal(self):
        seat, hand = self.turn, self.hands[self.turn]
        if self.trick and not self.void(seat):
            return {card for card in hand if card[0] == self.trick[0][1][0]}
        lies = [self.card] if self.card is not None and seat == self.setter and self.trump is None else []
        if not hand:  # he takes up the card that lies face down
            return set(lies)
        if not self.trick or self.trump is not None:
            return set(hand)
        if self.suit is None:  # nobody has fixed the trump: he does
            if "first_void_named" in self.rules or "closed_void" in self.rules:
                return {f"{card}={suit}" for card in hand for suit in "SHDC"}
            return set(hand)
        if "peg" not in self.rules:  # the setter shows it when he is void, and plays what he likes
            return set(hand + (lies if seat == self.setter else []))
        asks = "any_void" in self.rules or (SEATS.index(seat) - SEATS.index(self.setter)) % 2
        again = hand + lies
        ruffs = [card for card in again if card[0] == self.suit]
        if "ask_must_trump=yes" in self.rules and ruffs:
            again = ruffs
        return set(hand) | ({f"?{card}" for card in again} if asks else set())

    def play(self, text):
        seat, card = self.turn, text.lstrip("?")[:2]
        was_void, last = self.void(seat), not self.hands[seat]
        if self.suit is not None and self.trump is None:
            shows = last if "peg" in self.rules else last or (seat == self.setter and was_void)
            if text[0] == "?" or (shows and seat == self.setter):
                self.trump = self.suit
                if self.card is not None:
                    self.hands[self.setter].append(self.card)
                    self.card = None
        elif self.trump is None and was_void:
            if "closed_void" in self.rules:
                self.suit, self.setter = text[3], seat
            else:
                self.trump = text[3] if "=" in text else card[0]
        self.hands[seat].remove(card)
        self.trick.append((seat, card, card[0] == self.trump))
        self.turn = SEATS[(SEATS.index(seat) + self.step) % 4]
        if len(self.trick) == 4:
            self.finish()

    def finish(self):
        led = self.trick[0][1][0]
        ruffs = [entry for entry in self.trick if entry[2] and led != self.trump]
        run = ruffs or [entry for entry in self.trick if entry[1][0] == led]
        self.turn = self.leader = max(run, key=lambda entry: RANKS.index(entry[1][1]))[0]
        won = sum(card[1] == "T" for _, card, _ in self.trick) if self.tens_only else 1
        self.taken["N" if self.leader in "NS" else "E"] += won
        self.trick = []
        if self.trump is not None or self.suit is not None or not any(self.hands.values()):
            for seat in SEATS:
                self.hands[seat] += self.later[seat]
                self.later[seat] = []


def deal(rng, size):
    """Deal cards of few suits, so that voids come early; the short suits are long in some hands."""
    pack = [card.text for card in cards_of(FULL_DECK) if rng.random() < (0.9, 0.7, 0.5, 0.3)[card.suit]]
    rng.shuffle(pack)
    pack = (pack + [card.text for card in cards_of(FULL_DECK) if card.text not in pack])[: 4 * size]
    return [pack[size * seat : size * (seat + 1)] for seat in range(4)]


def hidden_of(table):
    """Return the trump that is hidden at the *table*, as the library has it."""
    if table.suit is None or table.trump is not None:
        return None
    card = None if table.card is None else Card.parse(table.card)
    return HiddenTrump(Suit.parse(table.suit), Seat.parse(table.setter), card)


@pytest.mark.parametrize(("game", "rules"), MODES)
def test_deals_go_as_people_play_them(game, rules):
    """At every turn of many random deals: the same plays, trump, winner and units.

    And at every turn the constructor makes the same position out of what lies there.
    """
    rng = random.Random(f"{game} {rules}")
    asked = 0
    for _ in range(60):
        size = rng.randint(1, 7)
        dealt = deal(rng, size)
        first = rng.randint(1, min(size, 5)) if "five" in rules else size
        leader, setter = rng.choice(SEATS), rng.choice(SEATS)
        suit = card = None
        hands = [hand[:first] for hand in dealt]
        if "peg" in rules or "closed_card" in rules:
            card = rng.choice(hands[SEATS.index(setter)])
            suit = card[0]
            if "hidden_paper" in rules:
                card, suit = None, rng.choice("SHDC")
            else:
                hands[SEATS.index(setter)] = [other for other in hands[SEATS.index(setter)] if other != card]
        table = Table(
            game, rules, hands=hands, later=[hand[first:] for hand in dealt], leader=leader, hidden=(suit, setter, card)
        )
        position = Position(
            Deal.of([mask_of(map(Card.parse, hand)) for hand in dealt]),
            strain=None,
            hidden=hidden_of(table),
            leader=Seat.parse(leader),
            game=game,
            rules=rules,
            undealt=mask_of(Card.parse(other) for hand in dealt for other in hand[first:]),
        )
        while not position.is_over:
            plays = {str(play) for play in position.legal_plays()}
            assert (position.to_move.letter, plays) == (table.turn, table.legal()), repr(position)
            text = rng.choice(sorted(plays))
            asked += text[0] == "?" or "=" in text
            position.play(Card.parse(text))
            table.play(text)
            strain = None if position.strain is None else position.strain.letter
            assert (strain, position.hidden) == (table.trump, hidden_of(table)), repr(position)
            assert fresh(position) == position
            assert (position.leader.letter, position.taken) == (table.leader, (table.taken["N"], table.taken["E"]))
    assert asked or not ("peg" in rules or "named" in rules or "closed_void" in rules)
