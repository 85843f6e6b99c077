"""Why there can be no such position: everything that is wrong with hands, trick, trump and units, all at once."""

# ruff: noqa: D102 - `Position` says what its parts are

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Protocol

from .cards import Card, Seat
from .deal import Holder, card_defects
from .games import Game, HiddenTrump, Rules, TrumpState

__all__ = ["Table", "defects"]


class Table(Protocol):
    """What is looked at: a position, between two plays, of which nothing is known to be right yet."""

    @property
    def game(self) -> Game: ...
    @property
    def rules(self) -> Rules: ...
    @property
    def hands(self) -> tuple[int, int, int, int]: ...
    @property
    def undealt(self) -> int: ...
    @property
    def trick(self) -> tuple[Card, ...]: ...
    @property
    def leader(self) -> Seat: ...
    @property
    def trump_state(self) -> TrumpState: ...
    @property
    def taken(self) -> tuple[int, int]: ...
    @property
    def carry(self) -> Hashable: ...
    @property
    def units_to_come(self) -> int: ...


def defects(table: Table) -> list[str]:
    """Return every reason why there can be no such position, before anything is played on it."""
    game, rules, trick = table.game, table.rules, table.trick
    if len(trick) > 3:
        reason = f"a trick of {len(trick)} cards is not in progress: "
        return [reason + "give the cards as played, or count the trick as taken and name its winner as leader"]
    players = [table.leader.next(rules.direction, steps=turn) for turn in range(len(trick))]
    reasons = _card_defects(table, players)
    reasons.extend(
        game.carry_defects(table.carry, leader=table.leader, trick=trick, strain=table.trump_state, rules=rules)
    )
    ns, ew = table.taken
    if ns < 0 or ew < 0:
        reasons.append(f"expected 0 or more {game.unit} taken, not NS {ns}, EW {ew}")
    elif not reasons:
        most = game.units_to_come(game.deck, game.hand_size, strain=table.trump_state, rules=rules)
        to_come = table.units_to_come
        if ns + ew + to_come > most:
            reasons.append(
                f"NS {ns} and EW {ew} taken with {to_come} to come are more than the {most} {game.unit} of a deal"
            )
    reasons.extend(_trump_defects(table, players))
    return reasons


def _card_defects(table: Table, players: Sequence[Seat]) -> list[str]:
    """Return what is wrong with where the cards are; *players* played those on the table."""
    game, trick, hands = table.game, table.trick, table.hands
    sizes = [hand.bit_count() for hand in hands]
    before = [size + (seat in players) for seat, size in enumerate(sizes)]  # when the trick began
    largest = max(before)
    reasons: list[str] = []
    if _cards_clash(table) or (largest == game.hand_size and sum(before) != 4 * largest):
        holders = [
            *(Holder(seat, f"in {seat.word}'s hand", hands[seat]) for seat in Seat),
            *(
                Holder(seat, f"on the table, played by {seat.word}", card.bit)
                for seat, card in zip(players, trick, strict=True)
            ),
        ]
        whole = largest >= game.hand_size
        reasons.extend(defect.message for defect in card_defects(holders, deck=game.deck, whole=whole))
    if min(before) != largest:
        counts = ", ".join(
            f"{seat.word} {sizes[seat]}" + (" and one on the table" if seat in players else "") for seat in Seat
        )
        reasons.append(f"the hands differ by more than the trick in progress explains: {counts}")
    if largest > game.hand_size:
        reasons.append(f"{game.name} deals {game.hand_size} cards a hand, not {largest}")
    return reasons


def _cards_clash(table: Table) -> bool:
    """Tell whether a card is in two places or not in the pack."""
    seen = 0
    clash = 0
    for mask in (*table.hands, *(card.bit for card in table.trick)):
        clash |= seen & mask
        seen |= mask
    return bool(clash | seen & ~table.game.deck)


def _trump_defects(table: Table, players: Sequence[Seat]) -> list[str]:
    """Return what is wrong with the trick, played by *players*, and with what the trump leaves out of the hands."""
    game, rules, trick, trump, hands = table.game, table.rules, table.trick, table.trump_state, table.hands
    mode = game.trump_mode(rules)
    reasons = [f"illegal trick: {why}" for why in mode.trick_defects(trick, trump, players)]
    if isinstance(trump, HiddenTrump) and trump.card is not None:
        setter, card = trump.setter, trump.card
        if not hands[setter] & card.bit:
            reasons.append(f"{card} lies face down as the trump, but {setter.word}, who set it, does not hold it")
    for turn, seat in enumerate(players):
        card = trick[turn].plain
        hand = hands[seat] & ~table.undealt
        if mode.may_have_been_void(hand, trick, turn, trump):
            continue
        before = trick[:turn]
        if not game.legal_mask(hand | card.bit, before, trump, rules) & card.bit:
            why = game.why_illegal(card, hand | card.bit, before, trump, rules, seat=seat)
            reasons.append(f"illegal trick: {why}")
    if table.undealt & ~(hands[0] | hands[1] | hands[2] | hands[3]):
        reasons.append("a card that is not dealt yet belongs to the hand that it will be dealt to")
    else:
        reasons.extend(game.undealt_defects(table.undealt, hands, trick, trump, rules))
    return reasons
