"""One game of a file: everything that was written about it, and what it means to a solver.

A record holds the file's own text, cut into tags (`Entry`) and whatever follows each tag, so that nothing is
lost when it is written back; beside it stands what the readers (`solver.notation`) made of that text: the deal, the
game, who leads, the cards played. Only the text is compared when two records are compared for what they say; where it
stood in which file is not part of it.

Records are made by the readers. They never change; a record with another trump or leader is read again from its own
text (`solver.notation.reread`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeVar

from .cards import Card, Direction, Seat, Strain
from .deal import Deal, Hand
from .errors import HakemError, IllegalPlayError, ParseError, PositionError, RulesError
from .games import Game, HiddenTrump, Pile, Rules
from .position import Position

__all__ = ["Call", "Entry", "Notice", "NoticeKind", "PlayedCard", "Record"]

_E = TypeVar("_E", bound=HakemError)


class NoticeKind(Enum):
    """What a notice is about; in strict reading all but `REMARK` are errors."""

    #: The text is not what the format says, but there is only one way to read it.
    DEVIATION = "deviation"
    #: Two parts of the text do not agree; the notice says which one holds.
    CONTRADICTION = "contradiction"
    #: The text is in order; something worth knowing follows from it.
    REMARK = "remark"


@dataclass(frozen=True, slots=True)
class Notice:
    """Something a reader noticed and went past, with its place as far as it is known (lines and columns from 1)."""

    message: str
    kind: NoticeKind = NoticeKind.DEVIATION
    text: str | None = None
    source: str | None = None
    line: int | None = None
    column: int | None = None

    def error(self) -> ParseError:
        """Return the error that the notice is in strict reading."""
        return ParseError(self.message, text=self.text, source=self.source, line=self.line, column=self.column)

    def __str__(self) -> str:
        return str(self.error())


@dataclass(frozen=True, slots=True)
class Entry:
    """One tag of a game: its name, its value, and the lines of text that follow it up to the next tag.

    The lines of *body* hold comments, escape lines and, for `Auction`, `Play` and tables, their data. *line* and
    *column* say where the value began, *body_line* and *body_column* where the first line of the body did.
    """

    name: str
    value: str
    body: tuple[str, ...] = ()
    line: int | None = field(default=None, compare=False)
    column: int | None = field(default=None, compare=False)
    body_line: int | None = field(default=None, compare=False)
    body_column: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Call:
    """One call of an auction as it was written, with what was noted about it.

    *seat* is `None` where the first speaker is not known. *irregular* is `I` for an insufficient bid that stood.
    """

    text: str
    seat: Seat | None
    suffix: str = ""
    notes: tuple[int, ...] = ()
    nags: tuple[int, ...] = ()
    comments: tuple[str, ...] = ()
    irregular: str = ""
    line: int | None = field(default=None, compare=False)
    column: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class PlayedCard:
    """One card of the recorded play, with what was noted about it.

    *notes* are numbers of `Note` tags, *nags* numeric annotations (`$14`), *suffix* one of `! ? !! ?? !? ?!` or
    nothing. *irregular* is `R` for a revoke that the record itself owns up to, `L` for a lead out of turn.
    """

    card: Card
    seat: Seat
    suffix: str = ""
    notes: tuple[int, ...] = ()
    nags: tuple[int, ...] = ()
    comments: tuple[str, ...] = ()
    irregular: str = ""
    line: int | None = field(default=None, compare=False)
    column: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One game of a file.

    What is not known is `None`: nothing here is guessed. All seats, sides and cards are as at the table; nothing is
    turned to a point of view.
    """

    #: The tags in order, with inherited values filled in, so that a record stands alone.
    entries: tuple[Entry, ...]
    #: The lines before the first tag: comments, escape lines, and free text as escape lines.
    head: tuple[str, ...] = ()

    #: The file or stream, the line on which the game began, and its number in the file, from 1.
    source: str | None = field(default=None, compare=False)
    line: int | None = field(default=None, compare=False)
    number: int = field(default=1, compare=False)

    #: The hands as dealt or, in an ending, as they are when the record begins; `None` without a deal.
    deal: Deal | None = None
    #: The seat whose hand the file names first.
    deal_first: Seat = Seat.NORTH
    #: The cards of a trick in progress when the record begins, in the order in which they were played; in no hand.
    trick: tuple[Card, ...] = ()
    #: The units of NS and EW from tricks before the record begins.
    taken: tuple[int, int] = (0, 0)
    #: What lies in the middle when the record begins, where tricks wait there; `None` where nobody says: nothing.
    pile: Pile | None = None

    #: The game by name, whether or not it can be played by this version.
    game_name: str = "court-piece"
    #: The game and its options; `None` where this version cannot play it, and then *unplayable* says why.
    game: Game | None = None
    rules: Rules | None = None
    unplayable: str | None = None
    #: The sense in which turns, columns and calls go round.
    direction: Direction = Direction.CLOCKWISE

    #: What is trump; `None` when it is not known, not fixed when play begins, or hidden.
    strain: Strain | None = None
    #: The trump that is fixed but not shown when the record begins.
    hidden: HiddenTrump | None = None
    #: The cards of the deal that are dealt only during the play, as a mask.
    undealt: int = 0
    #: Who leads, or led the trick in progress.
    leader: Seat | None = None
    dealer: Seat | None = None
    declarer: Seat | None = None
    hakem: Seat | None = None
    #: The cards that the hakem saw before he named the trump.
    first_cards: tuple[Card, ...] = ()
    #: The contract as written, or as the auction of Coinche gives it.
    contract: str | None = None

    #: The calls, in order.
    auction: tuple[Call, ...] = ()
    #: The cards played, in the order of play, as far as that order is known.
    played: tuple[PlayedCard, ...] = ()
    #: Every row of the play section by seat (N E S W), whether or not the order within it is known.
    rows: tuple[tuple[Card | None, Card | None, Card | None, Card | None], ...] = ()
    #: Whether the play section says by `*` that nothing more follows, as after a claim.
    ended: bool = False
    #: Explanations of notes, in order: the section (`Auction` or `Play`), the number, the text.
    notes: tuple[tuple[str, int, str], ...] = ()

    #: What was noticed while reading, and what makes the record unfit for use.
    warnings: tuple[Notice, ...] = field(default=(), compare=False)
    errors: tuple[ParseError, ...] = field(default=(), compare=False)

    # The text

    @property
    def tags(self) -> tuple[tuple[str, str], ...]:
        """The tags in order, as name and value; a name may come more than once."""
        return tuple((entry.name, entry.value) for entry in self.entries)

    def tag(self, name: str) -> str | None:
        """Return the value of the first tag called *name* (case does not matter), or `None`."""
        folded = name.lower()
        return next((entry.value for entry in self.entries if entry.name.lower() == folded), None)

    @property
    def sections(self) -> Mapping[str, tuple[str, ...]]:
        """The text that follows tags, by tag name, for tags that have any; comments included."""
        sections: dict[str, tuple[str, ...]] = {}
        for entry in self.entries:
            if entry.body:
                sections.setdefault(entry.name, entry.body)
        return sections

    @property
    def board(self) -> str | None:
        """The board number as written, or `None`."""
        board = self.tag("Board")
        return None if board in (None, "", "?", "-") else board

    @property
    def label(self) -> str:
        """What to call the record in a message: `board 7`, or its number in the file."""
        return f"board {self.board}" if self.board else f"game {self.number}"

    @property
    def result(self) -> str | None:
        """The recorded result as written, or `None`; it says what happened, not what best play gives."""
        result = self.tag("Result")
        return None if result in (None, "", "?", "-") else result

    @property
    def play(self) -> tuple[Card, ...]:
        """The cards played, in the order of play."""
        return tuple(played.card for played in self.played)

    # Positions

    def initial_position(self, *, complete: bool = False) -> Position:
        """Return the position in which the record begins.

        With *complete*, one hand that is not known gets the rest of the pack. Raises `PositionError` that says
        everything that is missing (deal, trump, leader) or wrong, `RulesError` for a game or options that this
        version cannot play; both name file and line.
        """
        return self.position(0, complete=complete)

    def position(self, upto: int | None = None, *, complete: bool = False) -> Position:
        """Return the position after the first *upto* recorded cards, all of them by default.

        The cards were played on the position returned, so they can be taken back one by one. A revoke that the
        record owns up to (`^R`) is played as it happened. Raises as `initial_position` does, and
        `IllegalPlayError` with the place of the card.
        """
        position = self._start(complete=complete)
        for ply, played in enumerate(self.played[:upto], start=1):
            try:
                if played.irregular == "R" and position.hands[position.to_move] & played.card.bit:
                    position.push(played.card)
                else:
                    position.play(played.card)
            except IllegalPlayError as error:
                error.ply = ply
                error.located(source=self.source, line=played.line, column=played.column)
                raise
        return position

    def _start(self, *, complete: bool) -> Position:
        """Return the position in which the record begins, or raise everything that is in the way."""
        game, rules, deal, leader = self.game, self.rules, self.deal, self.leader
        if game is None or rules is None:
            reason = self.unplayable or "the game is not known"
            raise self.located(RulesError(f"{self.label} can be read but not solved: {reason}"))
        try:
            if complete and deal is not None:
                deal = deal.completed(deck=game.deck)
            reasons = []
            if deal is None:
                reasons.append("there is no deal")
                hands: tuple[Hand | None, ...] = ()
            else:
                hands = deal.hands
            for seat, hand in zip(Seat, hands, strict=False):
                if hand is None:
                    reasons.append(f"the hand of {seat.word} is not known")
            reasons.extend(self.missing_trump())
            if leader is None:
                reasons.append("the leader is not known (tags Play, Leader, Hakem, Declarer)")
            if reasons or deal is None or leader is None:
                raise PositionError(reasons)
            return Position(
                deal,
                strain=self.strain,
                hidden=self.hidden,
                undealt=self.undealt,
                leader=leader,
                game=game,
                rules=rules,
                trick=self.trick,
                taken=self.taken,
                carry=self.pile,
            )
        except HakemError as error:
            self.located(error)
            raise

    def noticed(self, message: str) -> Notice | None:
        """Return the notice of the reader that says the same as *message*, which may say more in front of it."""
        label = f"{self.label}: "
        return next((each for each in self.warnings if message.endswith(each.message.removeprefix(label))), None)

    def located(self, error: _E) -> _E:
        """Say where *error* is, if it is not known: where the reader noticed the same, or where the record begins."""
        notice = self.noticed(error.message)
        if notice is not None:
            error.located(source=self.source, line=notice.line, column=notice.column)
        return error.located(source=self.source, line=self.line)

    def missing_trump(self) -> list[str]:
        """Say which trump has to be known for a position and is not; an empty list when none is missing."""
        if self.strain is not None or self.hidden is not None or self.game is None or self.rules is None:
            return []
        mode = self.game.trump_mode(self.rules)
        if mode.shown_by != "no" and (self.tag("Trump") or "").strip() == "-":
            return ["the hidden trump is not known (tag HiddenTrump, such as 'W H')"]
        if mode.fixed_by != "no":
            return []
        return [f"the trump is not known (tags Trump, {'Contract' if mode.shown_by == 'no' else 'HiddenTrump'})"]
