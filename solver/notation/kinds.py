"""Which game a file is about, under which rules, and in which direction turns go.

The game is never guessed from the cards: it is the one the file names, else the one the caller names, else bridge, the
card play of which is Court Piece. Games that this version cannot play are known here well enough for their files to be
read: the pack, and the direction in which columns go.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from solver.cards import FULL_DECK, Card, Direction, Rank, cards_of, mask_of
from solver.errors import ParseError, RulesError
from solver.games import Game, Rules, resolve
from solver.games import game as named_game
from solver.games.base import key_of

from .tags import Tags

__all__ = ["GameKind", "check_game", "read_kind"]


@dataclass(frozen=True, slots=True)
class GameKind:
    """A game as far as reading needs to know it; *rules* are `None` where *unplayable* says why."""

    name: str
    game: Game | None
    rules: Rules | None
    unplayable: str | None
    direction: Direction
    deck: int
    #: Whether the declarer's left-hand opponent leads, as in bridge.
    bridge: bool
    #: Whether the dealer's right-hand neighbour leads if nothing else says who does.
    dealer_rule: bool


@dataclass(frozen=True, slots=True)
class _Shelf:
    """A game that files may hold though this version cannot play it."""

    name: str
    direction: Direction
    deck: int


def _short_deck() -> int:
    """Return the 32 cards from the sevens up."""

    def belongs(card: Card) -> bool:
        return card.rank >= Rank.SEVEN

    return mask_of(filter(belongs, cards_of(FULL_DECK)))


_SHELF: Final[Mapping[str, _Shelf]] = {
    key_of(alias): shelf
    for shelf, aliases in (
        (
            _Shelf("dehla-pakad", Direction.ANTICLOCKWISE, FULL_DECK),
            ("dehla-pakad", "dehla", "mindi", "mendi", "mendikot", "mendicot", "mindicoat"),
        ),
        (
            _Shelf("coinche", Direction.ANTICLOCKWISE, _short_deck()),
            ("coinche", "belote", "contree", "contrée", "belote-contree", "belote-coinchee"),
        ),
    )
    for alias in aliases
}

#: Tags that only games of ours use: a file that has one is not bridge even if it does not name its game.
_OURS: Final = ("hakem", "firstcards", "target", "streak", "matchscore", "matchtarget", "hiddentrump")

#: Games in which the dealer's right-hand neighbour leads unless the file says otherwise.
_DEALER_RULE: Final = frozenset({"court-piece", "dehla-pakad", "coinche"})

_DIRECTION_OPTION: Final = re.compile(r"(?:\A|;)\s*direction\s*=\s*([^;]*)", re.IGNORECASE)


def read_kind(tags: Tags, *, game: str | None, rules: str | None) -> GameKind:
    """Return the game that *tags* are about; *game* and *rules* are what the caller says.

    The caller's *game* is for files that name none; his *rules* take the place of those of the file.
    """
    named = tags.value("game")
    if named and game and not _same(named, game):
        tags.contradiction(f"the file says game {named!r}, the caller says {game!r}; the file holds", "game")
    name = named or game
    text = rules or tags.value("rules")
    says_nothing = name is None and text is None and not any(tag in tags for tag in _OURS)
    if says_nothing:
        text = "bridge"
    name = name or "court-piece"
    shelf = _SHELF.get(key_of(name))
    found, options, unplayable = _resolve(name, text)
    if unplayable is not None:
        _report_unplayable(tags, name, text, shelf=shelf, found=found, why=unplayable)
    direction = Direction.CLOCKWISE
    if found is not None:
        direction = (options or found.rules()).direction
    elif shelf is not None:
        direction = shelf.direction
    direction = _direction(tags, text, options, direction, overridden=rules is not None)
    title = name
    if found is not None:
        title = found.name
    elif shelf is not None:
        title = shelf.name
    bridge = options is not None and options.preset == "bridge"
    return GameKind(
        name=title,
        game=found,
        rules=None if options is None else replace(options, direction=direction),
        unplayable=unplayable,
        direction=direction,
        deck=found.deck if found is not None else (shelf.deck if shelf is not None else FULL_DECK),
        bridge=bridge,
        dealer_rule=(
            (named is not None or game is not None)
            and not bridge
            and title in _DEALER_RULE
            and (options is not None or found is None)  # rules that could not be read may give the lead to another
        ),
    )


def _resolve(name: str, text: str | None) -> tuple[Game | None, Rules | None, str | None]:
    """Return game and rules, and why they cannot be had if they cannot."""
    try:
        found, options = resolve(name, text)
    except RulesError as error:
        try:
            return named_game(name), None, error.message
        except RulesError:
            return None, None, error.message
    return found, options, None


def _report_unplayable(
    tags: Tags, name: str, text: str | None, *, shelf: _Shelf | None, found: Game | None, why: str
) -> None:
    """Say that the game or its rules cannot be played: a remark where players know them, else a deviation."""
    entry = tags.entry("rules" if found is not None else "game")
    offered = found is not None and _offered_elsewhere(found, text)
    note = tags.report.remark if offered or (shelf is not None and found is None) else tags.report.deviation
    reason = f"{shelf.name} can be read and written, not solved" if shelf is not None and found is None else why
    line, column = (None, None) if entry is None else (entry.line, entry.column)
    note(reason, text=name if found is None else text, line=line, column=column)


def _offered_elsewhere(game: Game, text: str | None) -> bool:
    """Return whether every part of the rules *text* that *game* does not offer is one that players know."""
    offered = {key_of(known) for known in (*game.presets, *game.options, *game.refused)}
    return all(key_of(part.partition("=")[0]) in offered for part in (text or "").split(";") if part.strip())


def _direction(tags: Tags, text: str | None, rules: Rules | None, default: Direction, *, overridden: bool) -> Direction:
    """Return the direction from the tag `Direction` or, where the rules could not be read, from their option."""
    option = _DIRECTION_OPTION.search(text or "")
    known = tags.known("direction")
    if known is not None and not overridden:
        entry, value = known
        try:
            wanted = Direction.parse(value)
        except ParseError as error:
            tags.error(f"tag Direction: {error.message}", entry)
        else:
            if option and rules is not None and wanted is not rules.direction:
                tags.contradiction(
                    f"Direction says {wanted}, Rules says {rules.direction}; Direction holds", "direction"
                )
            return wanted
    if option and rules is None:
        try:
            return Direction.parse(option[1])
        except ParseError:
            pass  # part of rules that could not be read, and reported with them
    return default


def _same(one: str, other: str) -> bool:
    """Return whether two names stand for the same game."""
    return _identity(one) == _identity(other)


def _identity(name: str) -> object:
    shelf = _SHELF.get(key_of(name))
    game, _, _ = _resolve(name, None)
    return game or (shelf.name if shelf is not None else key_of(name))


def check_game(name: str) -> None:
    """Raise `RulesError` unless *name* is a game that files can be read as."""
    if key_of(name) not in _SHELF:
        resolve(name)
