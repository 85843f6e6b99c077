"""Hands and deals as pictures: a compass diagram of what each seat holds.

Assumes a fixed-width font.  Widths are counted on plain text and colour is put on afterwards, so columns line up in
every style.
"""

from __future__ import annotations

from cli.render.style import Style
from solver import Card, Deal, Hand, Position, Seat, Strain, Suit, cards_of

COMPASS = ("     N     ", "  W     E  ", "     S     ", "           ")
GAP = 3
NARROWEST = 8  # columns of a hand, so that endings keep the shape of a table


def diagram(deal: Deal, style: Style) -> str:
    """Return *deal* as seen from above, North at the top; unknown hands say so."""
    north, east, south, west = (_rows(deal[seat], style) for seat in Seat)
    left = max(NARROWEST, *(width for width, _ in west)) + GAP
    indent = " " * left
    lines = [indent + text for _, text in north]
    lines.extend(
        text + " " * (left - width) + compass + " " * GAP + right
        for (width, text), compass, (_, right) in zip(west, COMPASS, east, strict=True)
    )
    lines.extend(indent + text for _, text in south)
    return "\n".join(line.rstrip() for line in lines)


def cards_text(cards: tuple[Card, ...], style: Style) -> str:
    """Return *cards* in a row."""
    return " ".join(style.card(card) for card in cards)


def fixed_by(position: Position, card: Card) -> Strain | None:
    """Return the strain that *card* fixes as trump when it is played now; `None` if it does not.

    A card that shows a hidden trump, or with which one is noted, does not.
    """
    if position.trump_state is not None:
        return None
    after = position.copy()
    after.push(card)
    return after.strain


def _rows(hand: Hand | None, style: Style) -> list[tuple[int, str]]:
    """Return the four rows of a hand, each with its width in columns."""
    if hand is None:
        return [(len(text), text) for text in ("not known", "", "", "")]
    rows = []
    for suit in Suit:
        ranks = "".join(card.rank.letter for card in cards_of(hand.suit_mask(suit))) or "-"
        rows.append((2 + len(ranks), f"{style.suit(suit)} {ranks}"))
    return rows
