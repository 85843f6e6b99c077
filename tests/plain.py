"""The rules of the whist family once more, as plainly as they can be put, to check those of the package.

Nothing here comes from the package: cards are texts such as `"SA"`, a table is a list of four lists of cards in
playing order with the leader first, and `trump` is a suit letter or `None`. Sides are numbered by that order too:
side 0 holds places 0 and 2.
"""

from __future__ import annotations

RANKS = "23456789TJQKA"


def playable(hand: list[str], led: str | None) -> list[str]:
    """Return the cards that may be played when the suit *led* was led."""
    following = [card for card in hand if card[0] == led]
    return following or hand


def winner(trick: list[str], trump: str | None) -> int:
    """Return the place of the card that takes *trick*."""
    trumps = [card for card in trick if card[0] == trump]
    rivals = trumps or [card for card in trick if card[0] == trick[0][0]]
    return trick.index(max(rivals, key=lambda card: RANKS.index(card[1])))


def most(table: list[list[str]], trump: str | None, trick: tuple[tuple[int, str], ...], turn: int, side: int) -> int:
    """Return the tricks that *side* takes from here on; *trick* holds the places and cards played, *turn* is next."""
    if len(trick) == 4:
        place = trick[winner([card for _, card in trick], trump)][0]
        return (place % 2 == side) + most(table, trump, (), place, side)
    if not any(table):
        return 0
    results = []
    for card in playable(table[turn], trick[0][1][0] if trick else None):
        rest = [[held for held in hand if held != card] for hand in table]
        results.append(most(rest, trump, (*trick, (turn, card)), (turn + 1) % 4, side))
    return max(results) if turn % 2 == side else min(results)


def ways(table: list[list[str]], trump: str | None, trick: tuple[tuple[int, str], ...], turn: int, plies: int) -> int:
    """Return the number of ways to play *plies* more cards."""
    if len(trick) == 4:
        trick, turn = (), trick[winner([card for _, card in trick], trump)][0]
    if plies == 0:
        return 1
    count = 0
    for card in playable(table[turn], trick[0][1][0] if trick else None):
        rest = [[held for held in hand if held != card] for hand in table]
        count += ways(rest, trump, (*trick, (turn, card)), (turn + 1) % 4, plies - 1)
    return count
