"""Which game a file is about, under which rules, and in which direction turns go.

The game is never guessed from the cards: it is the one the file names, else the one the caller names, else bridge, the
card play of which is Court Piece. A game or rules that this version cannot play are no reason not to read a file: the
record says why it cannot be solved, and keeps its text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final

from solver.cards import FULL_DECK, Direction, Seat
from solver.errors import ParseError, RulesError
from solver.games import Game, Rules, resolve
from solver.games import game as named_game
from solver.games.base import key_of

from .report import shown
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
    #: Whether the file or the caller names the game.
    named: bool

    @property
    def deck(self) -> int:
        """The cards of the game."""
        return FULL_DECK if self.game is None else self.game.deck

    @property
    def bridge(self) -> bool:
        """Whether the declarer's left-hand opponent leads, as in bridge."""
        return self.rules is not None and self.rules.preset == "bridge"

    @property
    def hakem_leads(self) -> bool:
        """Whether the hakem leads to the first trick."""
        return self.name == "court-piece" and not self.bridge and getattr(self.rules, "leader", "caller") == "caller"

    def hakem_of(self, dealer: Seat) -> Seat:
        """Return the neighbour of *dealer* who is the hakem, or who speaks and leads first.

        In Dehla Pakad and Coinche that is the next player in the order of play, whichever way it goes.
        """
        if self.name in _NEXT_LEADS:
            return dealer.next(self.direction)
        left = getattr(self.rules, "caller_seat", "right") == "left"
        return dealer.next(Direction.CLOCKWISE if left else Direction.ANTICLOCKWISE)

    def leader_after(self, dealer: Seat) -> Seat | None:
        """Return who leads when *dealer* dealt, as far as game and rules tell: his right-hand neighbour, mostly."""
        if not self.named or self.bridge or self.rules is None or self.name not in _DEALER_RULE:
            return None
        if getattr(self.rules, "leader", "caller") == "dealer_right":
            return dealer.next(Direction.ANTICLOCKWISE)
        return self.hakem_of(dealer)


#: Tags that only games of ours use: a file that has one is not bridge even if it does not name its game.
_OURS: Final = ("hakem", "firstcards", "target", "streak", "matchscore", "matchtarget", "hiddentrump")

#: Games in which the next player in the order of play leads, not the right-hand neighbour whichever way it goes.
_NEXT_LEADS: Final = frozenset({"dehla-pakad", "coinche"})

#: Games in which a neighbour of the dealer leads unless the file says otherwise.
_DEALER_RULE: Final = frozenset({"court-piece", "dehla-pakad", "coinche"})

_DIRECTION_OPTION: Final = re.compile(r"(?:\A|;)\s*direction\s*=\s*([^;]*)", re.IGNORECASE)


def read_kind(tags: Tags, *, game: str | None, rules: str | None) -> GameKind:
    """Return the game that *tags* are about; *game* and *rules* are what the caller says.

    The caller's *game* is for files that name none; his *rules* take the place of those of the file.
    """
    named = tags.value("game")
    if named and game and not _same(named, game):
        tags.contradiction(f"the file says game {shown(named)}, the caller says {game!r}; the file holds", "game")
    name = named or game
    text = rules or tags.value("rules")
    if name is None and text is None and not any(tag in tags for tag in _OURS):
        text = "bridge"
    is_named, name = name is not None, name or "court-piece"
    found, options, unplayable = _resolve(name, text)
    if unplayable is not None:
        # What players know and this version does not offer is no fault of the file.
        entry = tags.entry("rules" if found is not None else "game")
        line, column = (None, None) if entry is None else (entry.line, entry.column)
        note = tags.report.remark if "is not supported (" in unplayable else tags.report.deviation
        note(unplayable, text=name if found is None else text, line=line, column=column)
    default = Direction.CLOCKWISE if found is None else (options or found.rules()).direction
    direction = _direction(tags, text, options, default, overridden=rules is not None)
    return GameKind(
        name=name if found is None else found.name,
        game=found,
        rules=None if options is None else replace(options, direction=direction),
        unplayable=unplayable,
        direction=direction,
        named=is_named,
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
    return _resolve(name, None)[0] or key_of(name)


def check_game(name: str) -> None:
    """Raise `RulesError` unless *name* is a game that files can be read as."""
    resolve(name)
