"""Scores of rounds of six players, and of the matches that they make up.

A round is scored as with four players (`solver.games.dehla_match`), by twelve tens and 26 tricks; what differs is the
table: the deal passes to the next of six. Deals of one file are one match.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from solver.cards import Rank, Seat, Side
from solver.errors import HakemError, ParseError
from solver.games.dehla_match import DehlaMatch, DehlaRound, DehlaScore, DehlaStep
from solver.games.dehla_results import Decided, Taken, counted_unit, decided
from solver.games.dehla_rules import DehlaPakadRules
from solver.games.dehla_tags import begun, compared, deal_score, tag_of

from .cards import HAND_SIZE, Player
from .record import SixRecord

__all__ = ["SixFailure", "SixMatch", "SixScored", "match_of", "score_six"]


@dataclass(frozen=True, slots=True)
class SixMatch:
    """The state of a match before a round: who deals, and all else as with four players.

    In `core` a seat stands for the dealer's side only: North for 1, 3 and 5, East for 2, 4 and 6.
    """

    dealer: Player
    core: DehlaMatch

    @property
    def winner(self) -> Side | None:
        """Who has won the match; `None` as long as it goes on."""
        return self.core.winner

    @property
    def leader(self) -> Player:
        """Who leads to the first trick."""
        return self.dealer.next(self.core.rules.direction)

    def after(self, played: DehlaRound) -> tuple[DehlaScore, SixMatch]:
        """Return what a round brings and the match after it; raises `RulesError` as `DehlaMatch.after` does."""
        step = self.core.after(played)
        return step.score, self.following(step)

    def following(self, step: DehlaStep) -> SixMatch:
        """Return the match after a round that brought *step*."""
        stays = step.after.dealer is self.core.dealer
        dealer = self.dealer if stays else self.dealer.next(self.core.rules.direction)
        return SixMatch(dealer, replace(step.after, dealer=_seat(dealer)))


@dataclass(frozen=True, slots=True)
class SixScored:
    """What a recorded round scored: its number in the match, the match before and after it, what it comes to."""

    record: SixRecord
    number: int
    before: SixMatch
    after: SixMatch
    decided: Decided
    differences: tuple[str, ...]

    @property
    def score(self) -> DehlaScore:
        """What the round was: its winner, points and kots."""
        return self.decided.step.score

    @property
    def amounts(self) -> tuple[int, int]:
        """What both sides have of that by which the round is won, `unit`."""
        return self.decided.amounts

    @property
    def unit(self) -> str:
        """What a round is won by, in the plural: tens, card points or tricks."""
        return counted_unit(self.record.rules)

    @property
    def gained(self) -> tuple[int, int]:
        """What the round brought: kots where these are counted, otherwise points."""
        return deal_score(self.score, self.record.rules)

    @property
    def outcome(self) -> str:
        """In a word or two what the round was to its winner."""
        return self.decided.outcome


@dataclass(frozen=True, slots=True)
class SixFailure:
    """A round that cannot be scored, and why."""

    record: SixRecord
    error: HakemError


def score_six(records: Iterable[SixRecord]) -> Iterator[SixScored | SixFailure]:
    """Score *records* in order as the rounds of a match; after its end, or after a failure, a new one begins."""
    state: SixMatch | None = None
    number = 0
    rules: DehlaPakadRules | None = None
    for record in records:
        if state is None or state.winner is not None or rules != record.rules:
            state, number = None, 0
        rules = record.rules
        number += 1
        try:
            scored = _scored(record, number, state)
        except HakemError as error:
            state = None
            yield SixFailure(record, _located(error, record))
        else:
            state = scored.after
            yield scored


def _taken(record: SixRecord) -> Taken:
    """Return what the recorded play brought both sides."""
    if record.deal is None:
        return Taken()
    tens, tricks = [0, 0], [0, 0]
    position = record.position(0)
    for played in record.played:
        trick = (*position.trick, played.card)
        position.push(played.card)
        if not position.trick:
            side = position.leader.side
            tricks[side] += 1
            tens[side] += sum(card.rank is Rank.TEN for card in trick)
    whole = position.is_over and all(len(hand) == HAND_SIZE for hand in record.deal)
    return Taken(
        units=position.taken,
        tens=(tens[0], tens[1]),
        tricks=(tricks[0], tricks[1]),
        played=sum(tricks),
        whole=whole,
    )


def match_of(record: SixRecord, state: SixMatch | None = None) -> tuple[SixMatch, tuple[str, ...]]:
    """Return the match before the round of *record*, and the tags that do not agree with it.

    *state* is what the rounds before led to, `None` for the first of a match. Tags hold. Raises `ParseError` where
    nothing tells who deals, and for tags that cannot be read.
    """
    differences: list[str] = []
    first = state is None
    dealer = record.dealer
    if state is None:
        if dealer is None:
            raise ParseError("expected to know the dealer for the score (tag Dealer)")
        state = SixMatch(dealer, DehlaMatch(record.rules, _seat(dealer)))
    elif dealer is not None and dealer is not state.dealer:
        differences.append(f"the deal is {dealer.word}'s, the rounds before make it {state.dealer.word}'s")
        state = SixMatch(dealer, replace(state.core, dealer=_seat(dealer)))
    core, contradicted = begun(state.core, record.told, first=first)
    return replace(state, core=core), (*differences, *contradicted)


def _scored(record: SixRecord, number: int, state: SixMatch | None) -> SixScored:
    """Return the score of a round that was begun with *state*, `None` for the first of a match."""
    state, contradicted = match_of(record, state)
    differences = [*contradicted]
    found = decided(state.core, _taken(record), record.told)
    differences += [*found.differences, *compared(record.told, found.step.score, state.core.rules)]
    return SixScored(record, number, state, state.following(found.step), found, tuple(differences))


def _located(error: HakemError, record: SixRecord) -> HakemError:
    """Say where *error* is: at the tag that it is about, or where the record begins."""
    if isinstance(error, ParseError):
        tag = tag_of(error)
        entry = next((each for each in record.entries if each.name.lower() == tag), None)
        if entry is not None:
            error.located(line=entry.line, column=entry.column)
    return error.located(source=record.source, line=record.line)


def _seat(player: Player) -> Seat:
    """Return the seat that stands for a player's side."""
    return Seat.NORTH if player.side is Side.NS else Seat.EAST
