"""The values of single tags: trump, first cards, the trick in progress, units taken.

What a caller's language or the language of the play section made of a value is written back into the tag in the
standard's letters, so that the text means the same without the language.
"""

from __future__ import annotations

import re

from solver.cards import Card, Direction, Seat, Side, Strain
from solver.errors import ParseError
from solver.games import Game, Pile, Rules

from .letters import ENGLISH, Alphabet
from .meaning import english_contract, find_card, find_contract, find_play, find_seat, find_strain, units_by_side
from .report import shown
from .tags import Tags

__all__ = ["current_trick", "first_cards", "middle", "strain", "units_taken"]


def strain(tags: Tags, alphabet: Alphabet | None, game: Game | None, rules: Rules | None) -> Strain | None:
    """Return what is trump, from `Trump` or else from `Contract`."""
    trump = contract = None
    known = tags.known("trump")
    if known is not None:
        entry, value = known
        trump, why = find_strain(value, alphabet)
        if trump is None:
            tags.error(f"tag {entry.name}: {why}", entry)
        elif alphabet is not None and ENGLISH.strain(value) is not trump:
            tags.rewrite("trump", value=trump.letter)
    known = tags.known("contract")
    if known is not None:
        entry, value = known
        contract, why = find_contract(value, alphabet)
        if why:
            tags.deviation(f"tag {entry.name}: {why}", entry)
        elif contract is not None and alphabet is not None and find_contract(value, ENGLISH)[0] is not contract:
            tags.rewrite("contract", value=english_contract(value, contract))
    if trump is not None and contract is not None and trump is not contract:
        tags.contradiction(f"Trump says {trump}, Contract says {contract}; Trump holds", "contract")
    found = contract if trump is None else trump
    source = tags.entry("contract" if trump is None else "trump")
    if found is not None and source is not None and game is not None:
        if found not in game.strains:
            tags.error(f"tag {source.name}: {game.name} is not played in {found.word}", source)
        elif rules is not None and found not in game.strains_under(rules):
            tags.contradiction(
                f"{source.name} says {found}, which the rules {rules} do not have; it is kept", source.name.lower()
            )
    return found


def first_cards(tags: Tags, alphabet: Alphabet | None) -> tuple[Card, ...]:
    """Return the cards that the hakem saw before he named the trump, from `FirstCards`: `SA HK S5`."""
    known = tags.known("firstcards")
    if known is None:
        return ()
    entry, value = known
    cards: list[Card] = []
    for word in re.split(r"[\s,]+", value):
        card, why = find_card(word, alphabet)
        if card is None:
            tags.error(f"tag {entry.name}: {why}", entry)
            return ()
        cards.append(card)
    if len(set(cards)) < len(cards):
        tags.error(f"tag {entry.name}: a card comes twice in {shown(value)}", entry)
    if alphabet is not None:
        tags.rewrite("firstcards", value=" ".join(card.text for card in cards))
    return tuple(cards)


def current_trick(tags: Tags, alphabet: Alphabet | None, direction: Direction) -> tuple[Seat | None, tuple[Card, ...]]:
    """Return who led the trick in progress, and its cards, from `CurrentTrick`: `N H9 W HQ`."""
    known = tags.known("currenttrick")
    if known is None:
        return None, ()
    entry, value = known
    words = re.split(r"[\s,;:]+", value)
    if len(words) % 2 or len(words) > 6:
        tags.error(f"tag {entry.name}: expected one to three seats, each with a card, not {shown(value)}", entry)
        return None, ()
    seats: list[Seat] = []
    cards: list[Card] = []
    for seat_word, card_word in zip(words[::2], words[1::2], strict=True):
        seat, why_seat = find_seat(seat_word, alphabet)
        card, why_card = find_play(card_word, alphabet)
        if seat is None or card is None:
            tags.error(f"tag {entry.name}: {why_seat or why_card}", entry)
            return None, ()
        turn = seats[-1].next(direction) if seats else seat
        if seat is not turn:
            tags.error(f"tag {entry.name}: play is {direction}, expected {turn} after {seats[-1]}, not {seat}", entry)
            return None, ()
        seats.append(seat)
        cards.append(card)
    if len({card.plain for card in cards}) < len(cards):
        tags.error(f"tag {entry.name}: a card comes twice in {shown(value)}", entry)
        return None, ()
    if alphabet is not None:
        written = " ".join(f"{seat} {card}" for seat, card in zip(seats, cards, strict=True))
        tags.rewrite("currenttrick", value=written)
    return seats[0], tuple(cards)


def units_taken(tags: Tags) -> tuple[int, int]:
    """Return the units NS and EW took before the record begins, from `Taken`: `NS 3 EW 2` or `3-2`."""
    known = tags.known("taken")
    if known is None:
        return (0, 0)
    entry, value = known
    units = units_by_side(value)
    if units is None:
        tags.error(f"tag {entry.name}: expected units by side such as 'NS 3 EW 2' or '3-2', not {shown(value)}", entry)
        return (0, 0)
    return (units.get(Side.NS, 0), units.get(Side.EW, 0))


def middle(tags: Tags, alphabet: Alphabet | None, game: Game | None, rules: Rules | None) -> Pile | None:
    """Return what lies in the middle before the record begins, from `Pile`: `3 W` is three units, and West won last.

    `None` without the tag, and where under the rules nothing waits there, which is reported.
    """
    known = tags.known("pile")
    if known is None:
        return None
    entry, value = known
    if game is None or rules is None:
        return None
    if not isinstance(game.opening_carry(rules), Pile):
        why = f"but under {rules} no trick waits in the middle"
        tags.contradiction(f"Pile says {shown(value)}, {why}; it is kept, not used", "pile")
        return None
    words = value.split()
    if len(words) > 1 and alphabet is not None:
        seat, _ = find_seat(words[1], alphabet)
        words[1] = words[1] if seat is None else seat.letter
    try:
        pile = Pile.parse(" ".join(words))
    except ParseError as error:
        tags.error(f"tag {entry.name}: {error.message}", entry)
        return None
    if alphabet is not None:
        tags.rewrite("pile", value=pile.text)
    return pile
