"""What a player who pays attention knows in the middle of a deal: the trick, the cards gone, the voids shown."""

from __future__ import annotations

from functools import cached_property

from solver.cards import SUIT_MASKS, Card, Seat, Strain, Suit, cards_of, mask_of
from solver.games.coinche.play import higher as higher_in_coinche
from solver.view import View

__all__ = ["Memory"]

_SEATS = tuple(Seat)


class Memory:
    """The state of the play as the seat of *view* sees it, worked out once from the cards played."""

    def __init__(self, view: View) -> None:
        table = view.table
        self.view = view
        self.seat = view.seat
        self.coinche = view.game.name == "coinche"
        self.strain: Strain | None = table.strain
        self.leader = table.leader
        self.trick = table.trick
        #: The number of complete tricks.
        self.tricks = len(table.won)
        #: The suits that each seat has shown not to have, by seat.
        self.voids: tuple[set[Suit], ...] = (set(), set(), set(), set())
        for card, player, (_, trick) in zip(view.played, table.players, table.before, strict=True):
            if trick and card.suit is not trick[0].suit:
                self.voids[player].add(trick[0].suit)
        played = mask_of(view.played)
        self.hand = view.hand & ~played
        #: The cards that some other player may hold.
        self.unseen = view.pack & ~played & ~self.hand

    def player(self, turn: int) -> Seat:
        """Return who plays card *turn*, from 0, of the trick."""
        return _SEATS[(self.leader + self.view.rules.direction.step * turn) & 3]

    @cached_property
    def legal(self) -> tuple[Card, ...]:
        """The cards that may be played, in index order."""
        view = self.view
        return cards_of(view.game.legal_mask(self.hand, self.trick, self.strain, view.rules))

    @property
    def trump(self) -> Suit | None:
        """The trump suit, as far as there is one now."""
        return None if self.strain is None else self.strain.suit

    @property
    def trumps(self) -> int:
        """The mask of one's own trumps."""
        return 0 if self.trump is None else self.hand & SUIT_MASKS[self.trump]

    @property
    def trumps_out(self) -> int:
        """The mask of the trumps that others may hold."""
        return 0 if self.trump is None else self.unseen & SUIT_MASKS[self.trump]

    def is_trump(self, card: Card) -> bool:
        """Tell whether *card* is of the trump suit."""
        return card.suit is self.trump

    def higher(self, card: Card) -> int:
        """Return the mask of the cards of the same suit that are higher."""
        if self.coinche:
            assert self.strain is not None
            return higher_in_coinche(card, self.strain)
        return SUIT_MASKS[card.suit] & (card.bit - 1)

    def rank(self, card: Card) -> int:
        """Return how strong *card* is in its suit; more is stronger."""
        return -self.higher(card).bit_count()

    def is_master(self, card: Card) -> bool:
        """Tell whether nobody else can hold a higher card of its suit, the trick included."""
        in_trick = mask_of(other for other in self.trick if other.suit is card.suit)
        return not self.higher(card) & (self.unseen | in_trick)

    # The trick in progress

    @cached_property
    def winning(self) -> Seat:
        """Who is winning the trick in progress."""
        return self.player(self.view.game.winner(self.trick, self.strain, self.view.rules))

    @property
    def partner_wins(self) -> bool:
        """Whether the partner is winning the trick."""
        return bool(self.trick) and self.winning is self.seat.partner

    @property
    def is_last(self) -> bool:
        """Whether the card to come completes the trick."""
        return len(self.trick) == 3

    def wins(self, card: Card) -> bool:
        """Tell whether *card* would be winning the trick."""
        trick = (*self.trick, card)
        strain = self.view.game.strain_after(self.strain, card, self.hand, self.trick, self.view.rules, seat=self.seat)
        return self.view.game.winner(trick, strain, self.view.rules) == len(self.trick)

    def is_safe(self, card: Card, *, after: int) -> bool:
        """Tell whether *card*, which wins the trick, keeps it as far as one can know; *after* players follow.

        They cannot beat it in its suit, and none of the opponents among them is known to be able to ruff.
        """
        if not after:
            return True
        if self.higher(card) & self.unseen:
            return False
        if self.trump is None or self.is_trump(card) or not self.trumps_out:
            return True
        led = self.trick[0].suit if self.trick else card.suit
        behind = (self.player(turn) for turn in range(4 - after, 4))
        return not any(led in self.voids[seat] for seat in behind if seat.side is not self.seat.side)

    @cached_property
    def partner_is_safe(self) -> bool:
        """Whether the partner is winning the trick and will keep it as far as one can know."""
        if not self.partner_wins:
            return False
        best = self.trick[(self.winning - self.leader) * self.view.rules.direction.step & 3]
        return self.is_safe(best, after=3 - len(self.trick))

    # Suits

    def length(self, suit: Suit) -> int:
        """Return how many cards of *suit* are left in the hand."""
        return (self.hand & SUIT_MASKS[suit]).bit_count()
