"""A moment of a deal of six players: who holds what, what lies on the table, whose turn it is, what each side took.

The constructor checks everything and names all that is wrong at once; `play` checks the card, `push` trusts its caller,
`undo` takes back either. The rules of play are those of `solver.games.DehlaPakad`: this module only deals with six
hands in which cards come several times.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace
from typing import Final

from solver.cards import Card, Direction, Rank, Seat, Strain, cards_of
from solver.errors import IllegalPlayError, PositionError, RulesError
from solver.games import DehlaPakad, DehlaPakadRules, game

from .cards import HAND_SIZE, PLAYERS, SIDE_NAMES, Player, SixDeal, format_hand, mask_of_hand, pack_defects

__all__ = ["GAME", "SixPosition", "six_rules"]

_game = game("dehla-pakad")
assert isinstance(_game, DehlaPakad)

#: Whose rules of play hold.
GAME: Final[DehlaPakad] = _game

#: What undo needs: the card, and leader, trick, taken and strain before it.
_Undo = tuple[Card, Player, tuple[Card, ...], tuple[int, int], "Strain | None"]


def six_rules(text: str | None = None) -> DehlaPakadRules:
    """Read options as `DehlaPakad.rules` does; six players are meant whether or not the text says so.

    Raises `RulesError` for options that cannot be had with six players.
    """
    if text is None or not text.strip():
        return GAME.rules("players=6")
    return GAME.rules(text if "players" in text else f"{text.rstrip('; ')};players=6")


class SixPosition:
    """A position of six players, between two plays.

    *deal* holds the cards still in the hands; the cards of *trick*, in the order in which they were played, lie on the
    table. *leader* leads, or led, that trick. *played* are cards that are then played from there, one by one and
    checked. *taken* are the units of both sides from tricks that are over, those of 1, 3 and 5 first. *strain* is the
    trump, `None` while nobody has fixed it. *rules* may be a text.

    Raises `PositionError`, which lists all reasons why there can be no such position, and `IllegalPlayError` for the
    first of *played* that is illegal.

    >>> deal = SixDeal.parse("1:A2... A3... T4... .T2.. 65... 87...")
    >>> position = SixPosition(deal, strain=None, leader=Player.ONE, rules="direction=clockwise")
    >>> for text in ("SA", "SA", "ST", "HT", "S5", "S7"):
    ...     position.play(Card.parse(text))
    >>> position.strain.word, position.leader, position.taken
    ('hearts', Player.FOUR, (0, 2))
    """

    __hash__ = None  # type: ignore[assignment]  # a position changes; its key() does not

    def __init__(
        self,
        deal: SixDeal,
        *,
        strain: Strain | None,
        leader: Player,
        rules: str | DehlaPakadRules | None = None,
        trick: Sequence[Card] = (),
        played: Iterable[Card] = (),
        taken: tuple[int, int] = (0, 0),
    ) -> None:
        self._rules = rules if isinstance(rules, DehlaPakadRules) else six_rules(rules)
        if self._rules.players != PLAYERS:
            raise RulesError(f"expected rules of six players, not {self._rules}")
        self._hands = [list(hand) for hand in deal]
        self._strain = strain
        self._leader = leader
        self._trick = tuple(trick)
        self._taken = taken
        self._stack: list[_Undo] = []
        reasons = self._defects()
        if reasons:
            raise PositionError(reasons)
        for card in played:
            self.play(card)

    # What there is to see

    @property
    def rules(self) -> DehlaPakadRules:
        """The options under which it is played."""
        return self._rules

    @property
    def direction(self) -> Direction:
        """The sense in which the turn goes round."""
        return self._rules.direction

    @property
    def strain(self) -> Strain | None:
        """The trump; `None` as long as nobody has fixed it."""
        return self._strain

    @property
    def deal(self) -> SixDeal:
        """The cards in the hands."""
        return SixDeal.of(self._hands)

    @property
    def leader(self) -> Player:
        """Who led the trick in progress, or leads the next one."""
        return self._leader

    @property
    def trick(self) -> tuple[Card, ...]:
        """The cards of the trick in progress, in the order in which they were played: 0 to 5."""
        return self._trick

    @property
    def to_move(self) -> Player:
        """Whose turn it is; when the deal is over, who won the last trick."""
        return self._leader.next(self.direction, steps=len(self._trick))

    @property
    def taken(self) -> tuple[int, int]:
        """The units that 1-3-5 and 2-4-6 have taken."""
        return self._taken

    @property
    def tricks_left(self) -> int:
        """The number of tricks not yet complete."""
        return len(self._hands[self._leader]) + bool(self._trick)

    @property
    def is_over(self) -> bool:
        """Whether no card is left to play."""
        return self.tricks_left == 0

    @property
    def to_come(self) -> int:
        """The units that both sides together take from here on."""
        each, ten = self._rules.units
        cards = [card for hand in (*self._hands, self._trick) for card in hand]
        return each * self.tricks_left + ten * sum(card.rank is Rank.TEN for card in cards)

    @property
    def total(self) -> int:
        """The units taken by both sides, and still to come."""
        return sum(self._taken) + self.to_come

    @property
    def history(self) -> tuple[Card, ...]:
        """The cards played on this object and not taken back, in order."""
        return tuple(entry[0] for entry in self._stack)

    # Play

    def legal_plays(self) -> tuple[Card, ...]:
        """Return the cards that may be played now, copies once, in index order; none when the deal is over."""
        hand = mask_of_hand(self._hands[self.to_move])
        return cards_of(GAME.legal_mask(hand, self._trick, self._strain, self._rules))

    def play(self, card: Card) -> None:
        """Play *card* for the player to move; raise `IllegalPlayError` and change nothing if he may not."""
        if card not in self.legal_plays():
            raise self._illegal(card)
        self.push(card)

    def push(self, card: Card) -> None:
        """Play *card* without checking it; anything but a legal card leaves the position in disorder."""
        player = self.to_move
        self._stack.append((card, self._leader, self._trick, self._taken, self._strain))
        hand = mask_of_hand(self._hands[player])
        seat = Seat(player & 1)  # who plays matters to hidden trumps only, which six players do not have
        strain = GAME.strain_after(self._strain, card, hand, self._trick, self._rules, seat=seat)
        assert strain is None or isinstance(strain, Strain)
        self._strain = strain
        self._hands[player].remove(card)
        trick = (*self._trick, card)
        if len(trick) < PLAYERS:
            self._trick = trick
            return
        self._leader = self._leader.next(self.direction, steps=GAME.winner(trick, self._strain, self._rules))
        last = not self._hands[self._leader]
        worth = GAME.worth(trick, last=last, strain=self._strain, rules=self._rules)
        ours, theirs = self._taken
        self._taken = (ours, theirs + worth) if self._leader & 1 else (ours + worth, theirs)
        self._trick = ()

    def undo(self) -> Card:
        """Take back the last card played on this object and return it; raise `PositionError` if there is none."""
        if not self._stack:
            raise PositionError("expected a card to take back, but none was played on this position")
        card, self._leader, self._trick, self._taken, self._strain = self._stack.pop()
        hand = self._hands[self.to_move]
        hand.append(card)
        hand.sort()
        return card

    def copy(self) -> SixPosition:
        """Return a position of its own that is equal to this one and has the same history."""
        twin = SixPosition.__new__(SixPosition)
        twin.__dict__.update(self.__dict__)
        twin.__dict__["_hands"] = [hand.copy() for hand in self._hands]
        twin.__dict__["_stack"] = self._stack.copy()
        return twin

    def key(self) -> Hashable:
        """Return a value that is the same for positions with the same future; what was taken is no part of it."""
        return (self._rules, tuple(map(tuple, self._hands)), self._leader, self._trick, self._strain)

    def __eq__(self, other: object) -> bool:
        """Tell whether both are the same position with the same units taken, however they were reached."""
        if not isinstance(other, SixPosition):
            return NotImplemented
        return self.key() == other.key() and self._taken == other._taken

    def __repr__(self) -> str:
        trick = f", trick={self._trick!r}" if self._trick else ""
        return (
            f"SixPosition({self.deal!r}, strain={self._strain!r}, leader={self._leader!r}, "
            f"rules={self._rules.text()!r}{trick}, taken={self._taken!r})"
        )

    # Checks

    def _defects(self) -> list[str]:
        """Return every reason why there can be no such position."""
        reasons = GAME.setup_defects(self._strain, replace(self._rules, players=4))
        trick = self._trick
        if len(trick) >= PLAYERS:
            reasons.append(f"a trick of {len(trick)} cards is not in progress")
            return reasons
        players = [self._leader.next(self.direction, steps=turn) for turn in range(len(trick))]
        sizes = [len(hand) + (player in players) for player, hand in zip(Player, self._hands, strict=True)]
        largest = max(sizes)
        if min(sizes) != largest:
            counts = ", ".join(f"{player.word} {len(hand)}" for player, hand in zip(Player, self._hands, strict=True))
            reasons.append(f"the hands differ by more than the trick in progress explains: {counts}")
        if largest > HAND_SIZE:
            reasons.append(f"three packs give {HAND_SIZE} cards a hand, not {largest}")
        cards = [card for hand in (*self._hands, trick) for card in hand]
        reasons.extend(pack_defects(cards, whole=largest >= HAND_SIZE))
        unit = GAME.unit_of(self._rules)
        if min(self._taken) < 0:
            reasons.append(f"expected 0 or more {unit} taken, not {self._taken[0]} and {self._taken[1]}")
        elif not reasons and self.total > self._rules.total:
            taken = " and ".join(f"{name} {units}" for name, units in zip(SIDE_NAMES, self._taken, strict=True))
            reasons.append(
                f"{taken} taken with {self.to_come} to come are more than the {self._rules.total} {unit} of a deal"
            )
        for turn, player in enumerate(players):
            held = (*self._hands[player], trick[turn])
            if not GAME.legal_mask(mask_of_hand(held), trick[:turn], self._strain, self._rules) & trick[turn].bit:
                reasons.append(f"illegal trick: {self._why_illegal(player, trick[turn], held, trick[:turn])}")
        return reasons

    def _illegal(self, card: Card) -> IllegalPlayError:
        """Return the error for playing *card* now."""
        player = self.to_move
        hand = self._hands[player]
        if self.is_over:
            message = f"the deal is over: {card} cannot be played"
        elif card not in hand:
            message = f"{player.word} is to play, but does not hold {card}; he holds {format_hand(hand)}"
        else:
            message = self._why_illegal(player, card, hand, self._trick)
        return IllegalPlayError(
            message, card=card.text, seat=player.letter, ply=len(self._stack) + 1, position=repr(self)
        )

    def _why_illegal(self, player: Player, card: Card, hand: Sequence[Card], trick: Sequence[Card]) -> str:
        """Name the suit led and the cards with which *player* could follow."""
        led = trick[0].suit
        held = ", ".join(other.text for other in hand if other.suit is led)
        return f"{led.word} were led and {player.word} still holds {held}: {card} is a revoke"
