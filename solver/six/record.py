"""Games of six players in files: the PBN-like form with `[Players "6"]`, six hands and six columns.

The text is cut into games and tags as for four players (`solver.notation`) and kept, so that writing gives it back;
what the tags mean is found here. Amounts of both sides are written `3-2`, those of 1, 3 and 5 first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from solver.cards import Card, Direction, Strain
from solver.errors import HakemError, IllegalPlayError, ParseError, PositionError, RulesError
from solver.games import DehlaPakadRules, game, resolve
from solver.games.scorer import pair_of
from solver.notation import Options
from solver.notation.letters import ENGLISH
from solver.notation.report import shown
from solver.notation.scan import Token, TokenKind, section_tokens
from solver.record import Entry, Notice, NoticeKind

from .cards import HAND_SIZE, PLAYERS, Player, SixDeal
from .position import GAME, SixPosition, six_rules

__all__ = ["SixPlay", "SixRecord", "build_six"]

_UNKNOWN = frozenset({"", "?", "-"})

_Parsed = TypeVar("_Parsed")


@dataclass(frozen=True, slots=True)
class SixPlay:
    """One card of the recorded play, who played it, and its place in the file."""

    card: Card
    player: Player
    line: int | None = field(default=None, compare=False)
    column: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class SixRecord:
    """One game of a file of six players; what is not known is `None`."""

    #: The text: tags with the lines that follow them, and the lines before the first tag.
    entries: tuple[Entry, ...]
    head: tuple[str, ...] = ()
    source: str | None = field(default=None, compare=False)
    line: int | None = field(default=None, compare=False)
    number: int = field(default=1, compare=False)

    rules: DehlaPakadRules
    deal: SixDeal | None = None
    trick: tuple[Card, ...] = ()
    taken: tuple[int, int] = (0, 0)
    strain: Strain | None = None
    leader: Player | None = None
    dealer: Player | None = None
    #: The cards played, in the order of play.
    played: tuple[SixPlay, ...] = ()
    errors: tuple[HakemError, ...] = field(default=(), compare=False)
    warnings: tuple[Notice, ...] = field(default=(), compare=False)

    def tag(self, name: str) -> str | None:
        """Return the value of the first tag called *name* (case does not matter); `None` if it says nothing."""
        entry = _entry(self.entries, name)
        return None if entry is None or entry.value.strip() in _UNKNOWN else entry.value.strip()

    @property
    def told(self) -> dict[str, str]:
        """The values of the tags that say something, by name in lower case; of those that come twice the first."""
        names = {entry.name.lower() for entry in self.entries}
        return {name: value for name in names if (value := self.tag(name)) is not None}

    @property
    def board(self) -> str | None:
        """The board number as written, or `None`."""
        return self.tag("Board")

    @property
    def label(self) -> str:
        """What to call the record in a message."""
        return f"board {self.board}" if self.board else f"game {self.number}"

    @property
    def on_table(self) -> str:
        """The cards on the table when the record begins, each after its player, as in the tag `CurrentTrick`."""
        leader = self.leader
        if leader is None:
            return ""
        players = (leader.next(self.rules.direction, steps=turn) for turn in range(len(self.trick)))
        return " ".join(f"{player} {card}" for player, card in zip(players, self.trick, strict=True))

    def position(self, upto: int | None = None) -> SixPosition:
        """Return the position after the first *upto* recorded cards, all of them by default.

        Raises `PositionError` for what is missing or wrong, and `IllegalPlayError` with the place of the card.
        """
        reasons = [] if self.deal is not None else ["there is no deal"]
        if self.leader is None:
            reasons.append("the leader is not known (tags Play, Leader, Dealer)")
        try:
            if self.deal is None or self.leader is None:
                raise PositionError(reasons)
            position = SixPosition(
                self.deal,
                strain=self.strain,
                leader=self.leader,
                rules=self.rules,
                trick=self.trick,
                taken=self.taken,
            )
        except HakemError as error:
            error.located(source=self.source, line=self.line)
            raise
        for ply, played in enumerate(self.played[:upto], start=1):
            try:
                position.play(played.card)
            except IllegalPlayError as error:
                error.ply = ply
                error.located(source=self.source, line=played.line, column=played.column)
                raise
        return position


def build_six(
    entries: Sequence[Entry],
    head: Sequence[str],
    *,
    options: Options,
    source: str | None = None,
    line: int | None = None,
    number: int = 1,
) -> SixRecord:
    """Return the record of a game from its tags; what is wrong with them is in its errors.

    *line* is where the game begins, for what has no place of its own.
    """
    return _Game(entries, options, source, line).record(tuple(head), number)


def _entry(entries: Sequence[Entry], name: str) -> Entry | None:
    folded = name.lower()
    return next((entry for entry in entries if entry.name.lower() == folded), None)


class _Game:
    """The tags of one game on their way to a record, and what is wrong with them."""

    def __init__(self, entries: Sequence[Entry], said: Options, source: str | None, line: int | None) -> None:
        self.entries = tuple(entries)
        self.source = source
        self.line = line
        self.said = said
        self.alphabet = ENGLISH if said.alphabet is None else said.alphabet
        self.errors: list[HakemError] = []

    def record(self, head: tuple[str, ...], number: int) -> SixRecord:
        """Return what the tags mean; errors are in it."""
        if self.value("Players") != str(PLAYERS):
            self.error(f'expected [Players "{PLAYERS}"] in every game of the file', "Players")
        rules = self.rules()
        dealer, leads = self.player("Dealer"), self.player("Leader")
        turn, first = self.player("ToPlay"), self.player("Play")
        trick_leader, trick = self.current_trick(rules.direction)
        play = _entry(self.entries, "Play")
        has_play = play is not None and any(token.kind is TokenKind.WORD for token in section_tokens(play.body))
        candidates = (
            trick_leader,
            None if has_play else turn,  # after recorded cards ToPlay says who goes on, not who led
            leads,
            first,
            None if dealer is None else dealer.next(rules.direction),
        )
        leader = next((candidate for candidate in candidates if candidate is not None), None)
        record = SixRecord(
            entries=self.entries,
            head=head,
            source=self.source,
            line=self.line,
            number=number,
            rules=rules,
            deal=self.parsed("Deal", lambda text: SixDeal.parse(text, rank=self.alphabet.rank)),
            trick=trick,
            taken=self.pair("Taken"),
            strain=self.parsed("Trump", self.trump),
            leader=leader,
            dealer=dealer,
        )
        if not self.errors:
            self.check_deal(record)
        if not self.errors and play is not None and has_play:
            record = self.with_play(record, play, first)
        if self.alphabet is not ENGLISH and not self.errors:
            record = replace(record, entries=tuple(self.in_english(entry, record) for entry in self.entries))
        return replace(record, errors=tuple(self.errors), warnings=tuple(self.warnings(record)))

    def warnings(self, record: SixRecord) -> list[Notice]:
        """Return what the tags say that the rules do not have: a trump that is fixed before anything is played."""
        entry = _entry(self.entries, "Trump")
        whole = record.deal is not None and all(len(hand) == HAND_SIZE for hand in record.deal)
        if entry is None or record.strain is None or not whole or GAME.trump_mode(record.rules).fixed_by == "no":
            return []
        message = (
            f"Trump says {record.strain}, but under {record.rules} no trump is fixed when the play begins (it would be "
            "?); Trump holds"
        )
        line = self.line if entry.line is None else entry.line
        kind, text = NoticeKind.CONTRADICTION, entry.value
        return [Notice(message, kind=kind, text=text, source=self.source, line=line, column=entry.column)]

    def check_deal(self, record: SixRecord) -> None:
        """Note what is wrong with hands that can be read, whoever leads."""
        entry = _entry(self.entries, "Deal")
        if record.deal is None or entry is None:
            return
        try:
            replace(record, source=None, line=None, leader=record.leader or Player.ONE).position(0)
        except HakemError as error:
            line = self.line if entry.line is None else entry.line
            self.errors.append(error.located(source=self.source, line=line, column=entry.column))

    def in_english(self, entry: Entry, record: SixRecord) -> Entry:
        """Return a tag of a sound game with its cards in English letters."""
        name = entry.name.lower()
        if name == "deal" and record.deal is not None:
            return replace(entry, value=record.deal.format(Player.parse(entry.value.partition(":")[0])))
        if name == "trump" and record.strain is not None:
            return replace(entry, value=record.strain.letter)
        if name == "currenttrick" and record.trick:
            return replace(entry, value=record.on_table)
        if name != "play":
            return entry
        lines = list(entry.body)
        for cell in reversed(section_tokens(entry.body)):
            card = self.alphabet.card(cell.text) if cell.kind is TokenKind.WORD else None
            if card is not None:
                line = lines[cell.line]
                lines[cell.line] = f"{line[: cell.start]}{card}{line[cell.start + len(cell.text) :]}"
        return replace(entry, body=tuple(lines))

    def value(self, name: str) -> str | None:
        """Return the value of a tag; `None` if it says nothing."""
        entry = _entry(self.entries, name)
        return None if entry is None or entry.value.strip() in _UNKNOWN else entry.value.strip()

    def error(self, message: str, name: str) -> None:
        """Note what is wrong with a tag."""
        entry = _entry(self.entries, name) or (self.entries[0] if self.entries else None)
        line, column = (None, None) if entry is None else (entry.line, entry.column)
        line = self.line if line is None else line
        self.errors.append(ParseError(message, source=self.source, line=line, column=column))

    def parsed(self, name: str, parse: Callable[[str], _Parsed]) -> _Parsed | None:
        """Return the value of a tag as *parse* reads it; `None` without one and after an error."""
        text = self.value(name)
        if text is None:
            return None
        try:
            return parse(text)
        except HakemError as error:
            self.error(f"tag {name}: {error.message}", name)
            return None

    def player(self, name: str) -> Player | None:
        """Return the player that a tag names."""
        return self.parsed(name, Player.parse)

    def pair(self, name: str) -> tuple[int, int]:
        """Return the amounts of both sides that a tag gives, 0 and 0 without it."""
        return self.parsed(name, read_pair) or (0, 0)

    def card(self, text: str) -> Card:
        """Read a card in the letters of the file."""
        card = self.alphabet.card(text)
        return Card.parse(text) if card is None else card

    def trump(self, text: str) -> Strain:
        """Read a trump suit."""
        strain = self.alphabet.strain(text)
        if strain is None or strain.suit is None:
            expected = "expected a suit (S H D C) or '?' for a trump that nobody has fixed"
            raise ParseError(f"{expected}, not {text!r}", text=text)
        return strain

    def rules(self) -> DehlaPakadRules:
        """Return the options: those that the caller says, else those of the tags; the default ones after an error."""
        name = self.value("Game") or self.said.game or GAME.name
        try:
            other = game(name) is not GAME
            rules = six_rules(None if other else resolve(name, self.said.rules or self.value("Rules"))[1].text())
        except RulesError as error:
            self.error(error.message, "Rules")
            return six_rules()
        if other:
            self.error(f"expected {GAME.name} for six players, not {game(name).name}", "Game")
        direction = None if self.said.rules else self.parsed("Direction", Direction.parse)
        return rules if direction is None else replace(rules, direction=direction)

    def current_trick(self, direction: Direction) -> tuple[Player | None, tuple[Card, ...]]:
        """Return who led the trick in progress, and its cards, from `CurrentTrick`: `1 SA 6 S5`."""
        text = self.value("CurrentTrick")
        if text is None:
            return None, ()
        words = re.split(r"[\s,;:]+", text)
        try:
            players = [Player.parse(word) for word in words[::2]]
            cards = [self.card(word) for word in words[1::2]]
        except ParseError as error:
            self.error(f"tag CurrentTrick: {error.message}", "CurrentTrick")
            return None, ()
        turns = [players[0].next(direction, steps=turn) for turn in range(len(players))]
        if len(cards) != len(players) or len(cards) >= PLAYERS or players != turns:
            self.error(
                f"tag CurrentTrick: expected one to five players in turn ({direction}), each with a card, "
                f"not {shown(text)}",
                "CurrentTrick",
            )
            return None, ()
        return players[0], tuple(cards)

    def with_play(self, record: SixRecord, entry: Entry, first: Player | None) -> SixRecord:
        """Return *record* with its play, in the order in which it went; what is wrong with it is noted."""
        if first is None:
            self.error("tag Play: expected the player of the first column", "Play")
            return record
        try:
            position = record.position()
        except HakemError as error:
            self.errors.append(error)
            return record
        cells = [token for token in section_tokens(entry.body) if token.kind in {TokenKind.WORD, TokenKind.STAR}]
        cells = cells[: next((place for place, cell in enumerate(cells) if cell.kind is TokenKind.STAR), len(cells))]
        played: list[SixPlay] = []
        for start in range(0, len(cells), PLAYERS):
            row = {
                first.next(record.rules.direction, steps=column): cell
                for column, cell in enumerate(cells[start : start + PLAYERS])
                if cell.text not in _UNKNOWN
            }
            if not self.play_row(row, position, played, entry):
                break
        return replace(record, played=tuple(played))

    def play_row(
        self, row: dict[Player, Token], position: SixPosition, played: list[SixPlay], entry: Entry
    ) -> bool:
        """Play the cards of one row, a trick; return whether the next row can follow."""
        if position.trick and not played:  # what lies on the table may stand in the row again
            for turn, card in enumerate(position.trick):
                player = position.leader.next(position.direction, steps=turn)
                if player in row and self.alphabet.card(row[player].text) is card:
                    del row[player]
        while row:
            player = position.to_move
            cell = row.pop(player, None) or next(iter(row.values()))
            line = self.line if entry.body_line is None else entry.body_line + cell.line
            column = cell.start + 1 + (entry.body_column if cell.line == 0 else 0)
            try:
                card = self.card(cell.text)
                position.play(card)
            except HakemError as error:
                if isinstance(error, IllegalPlayError):
                    error.ply = len(played) + 1
                self.errors.append(error.located(source=self.source, line=line, column=column))
                return False
            played.append(SixPlay(card, player, line, column))
        return not position.trick


def read_pair(text: str) -> tuple[int, int]:
    """Read the amounts of both sides, those of 1, 3 and 5 first: `3-2`."""
    pair = pair_of(text)
    if pair is None:
        raise ParseError(f"expected amounts of 1-3-5 and 2-4-6 such as 3-2, not {text!r}", text=text)
    return pair
