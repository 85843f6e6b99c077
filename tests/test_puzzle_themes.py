"""Each theme means what it says: on every puzzle of the collection that shows it, and not where something is missing.

The rules of the themes are told again here, by replaying the line card by card with nothing but the rules of the game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import pytest

from solver.cards import SUIT_MASKS, Card, Rank, Seat, Strain, cards_of
from solver.deal import Deal
from solver.position import Position
from solver.puzzles import THEMES, Feat, Goal, Judge, Study, ThemeFound, collection, natural_plays, solution_graph
from solver.puzzles.themes import find_themes
from solver.solve import Searcher

from .puzzle_reports import report_of


@dataclass(frozen=True)
class Shown:
    """A theme where it is shown: the position before its card, the card, who wins its trick, the position after it."""

    goal: Goal
    found: ThemeFound
    before: Position
    card: Card
    winner: Seat | None
    after: Position | None
    fails: frozenset[Card]

    @property
    def seat(self) -> Seat:
        """Who plays the card."""
        return self.before.to_move

    def beats(self, card: Card) -> bool:
        """Return whether *card*, played instead, would be the best of the trick so far."""
        at = self.before.copy()
        at.push(card)
        return at.trick_winner_so_far() is self.seat if at.trick else at.leader is self.seat

    def holds(self, card: Card) -> bool:
        """Return whether the seat holds another card of the suit of *card*."""
        return bool(self.before.hands[self.seat] & SUIT_MASKS[card.suit])

    @property
    def follows(self) -> bool:
        """Whether the card is of the suit led."""
        return bool(self.before.trick) and self.card.suit is self.before.trick[0].suit

    @property
    def winning_so_far(self) -> Card:
        """The best card of the trick before it."""
        at = self.before
        return at.trick[at.game.winner(at.trick, at.strain, at.rules)]

    def other_side(self, seat: Seat | None) -> bool:
        """Return whether *seat* is of the defenders."""
        return seat is not None and seat.side is not self.goal.side


@cache
def everything() -> tuple[Shown, ...]:
    """Return every theme that the collection shows."""
    shown = []
    for puzzle in collection():
        judge = Judge(puzzle.goal, puzzle.position)
        for found in report_of(puzzle.name).themes:
            if found.place is None:
                shown.append(Shown(puzzle.goal, found, puzzle.position, puzzle.line[0], None, None, frozenset()))
                continue
            at = puzzle.position.copy()
            for step in found.line[: found.place]:
                at.play(step.card)
            before, card = at.copy(), found.line[found.place].card
            after = None
            left = at.tricks_left
            for step in found.line[found.place :]:
                at.play(step.card)
                if at.tricks_left < left:
                    after = at.copy()
                    break
            fails = frozenset(before.legal_plays()) - judge.winning(before)
            shown.append(Shown(puzzle.goal, found, before, card, None if after is None else after.leader, after, fails))
    return tuple(shown)


def unblock(shown: Shown) -> bool:
    lower = [card for card in shown.fails if card.suit is shown.card.suit and card.rank < shown.card.rank]
    coinche = shown.before.game.name == "coinche"  # where ranks are not in the order of the pack
    return shown.follows and shown.winner is shown.seat.partner and (bool(lower) or coinche)


def hold_up(shown: Shown) -> bool:
    could = [card for card in shown.fails if card.suit is shown.card.suit and shown.beats(card)]
    return shown.follows and bool(could) and not shown.beats(shown.card) and shown.other_side(shown.winner)


def ruff_refusal(shown: Shown) -> bool:
    trump = shown.before.trump
    could = [card for card in shown.fails if card.suit is trump and shown.beats(card)]
    return bool(could) and shown.card.suit is not trump and not shown.follows and shown.other_side(shown.winner)


def over_ruff(shown: Shown) -> bool:
    trump = shown.before.trump
    ruffed = shown.winning_so_far.suit is trump is not shown.before.trick[0].suit
    return ruffed and shown.card.suit is trump and shown.beats(shown.card) and not shown.follows


def discard_of_a_winner(shown: Shown) -> bool:
    at = shown.before
    theirs = [
        card
        for seat in Seat
        if seat.side is not shown.goal.side
        for card in cards_of(at.hands[seat] & SUIT_MASKS[shown.card.suit])
    ]
    beaten = all(at.game.winner((shown.card, card), at.strain, at.rules) == 0 for card in theirs)
    return bool(theirs) and beaten and not shown.follows and shown.card.suit is not at.trump


def throw_in(shown: Shown) -> bool:
    assert shown.after is not None
    assert shown.found.place is not None
    at = shown.after.copy()
    left = at.tricks_left
    rest = [step for step in shown.found.line if len(step.node.position.history) >= len(at.history)]
    for step in rest:
        at.play(step.card)
        if at.tricks_left < left:
            break
    helped = at.leader
    turned = Position(
        shown.after.deal,
        strain=shown.after.strain,
        leader=helped,
        game=shown.after.game,
        rules=shown.after.rules,
        taken=shown.after.taken,
    )
    return (
        not shown.before.trick
        and shown.other_side(shown.winner)
        and helped.side is shown.goal.side
        and not Judge(shown.goal, turned).reaches(turned)
    )


def squeeze(shown: Shown) -> bool:
    at = shown.before
    suits = {card.suit for card in at.legal_plays()}
    return shown.seat.side is not shown.goal.side and not shown.follows and len(suits) > 1 and at.trump not in suits


def vienna_coup(shown: Shown) -> bool:
    at, after = shown.before, shown.after
    assert after is not None
    suit = shown.card.suit
    held = [card for seat in Seat for card in cards_of(after.hands[seat] & SUIT_MASKS[suit])]
    best = max(held, key=lambda card: card.rank)
    owner = next(seat for seat in Seat if after.hands[seat] & best.bit)
    highest = all(card.rank <= shown.card.rank for seat in Seat for card in cards_of(at.hands[seat] & SUIT_MASKS[suit]))
    return not at.trick and highest and shown.winner is shown.seat and owner.side is not shown.goal.side


def under_trump(shown: Shown) -> bool:
    trump = shown.before.trump
    ruffed = shown.winning_so_far.suit is trump is not shown.before.trick[0].suit
    return ruffed and shown.card.suit is trump and not shown.beats(shown.card)


def last_trick(shown: Shown) -> bool:
    def last(at: Position) -> Seat:
        at = at.copy()
        for card in Searcher(memory_mb=8).line(at).cards:
            at.push(card)
        return at.to_move

    main = shown.found.line[-1].node.position.copy()
    main.push(shown.found.line[-1].card)
    ends = []
    for card in natural_plays(shown.before) & shown.fails:
        at = shown.before.copy()
        at.push(card)
        ends.append(last(at))
    return last(main).side is shown.goal.side and any(shown.other_side(seat) for seat in ends)


def void_trump(shown: Shown) -> bool:
    at = shown.before.copy()
    at.push(shown.card)
    suits = {card.suit for card in shown.fails}
    return shown.before.strain is None and at.strain is Strain.of(shown.card.suit) and bool(suits - {shown.card.suit})


def guarding_a_ten(shown: Shown) -> bool:
    held = [
        card
        for seat in Seat
        if seat.side is shown.goal.side
        for card in cards_of(shown.before.hands[seat])
        if card.rank is Rank.TEN and card is not shown.card
    ]
    return bool(held) and bool(natural_plays(shown.before) & shown.fails)


RULES: dict[str, Callable[[Shown], bool]] = {
    "unblock": unblock,
    "hold-up": hold_up,
    "ruff refusal": ruff_refusal,
    "over-ruff": over_ruff,
    "discard of a winner": discard_of_a_winner,
    "throw-in": throw_in,
    "squeeze": squeeze,
    "Vienna coup": vienna_coup,
    "under-trump": under_trump,
    "last trick": last_trick,
    "capot": lambda shown: shown.goal.what is Feat.CAPOT,
    "void trump": void_trump,
    "guarding a ten": guarding_a_ten,
    "kot": lambda shown: shown.goal.what in (Feat.KOT, Feat.SWEEP),
}


@pytest.mark.parametrize("theme", [theme.name for theme in THEMES])
def test_a_theme_is_what_it_says(theme: str) -> None:
    """The collection shows it, the rule holds wherever it does, and an attacker's card is the only one."""
    shown = [each for each in everything() if each.found.name == theme]
    assert shown
    for each in shown:
        assert RULES[theme](each), each
        if each.found.place is not None and theme != "squeeze":
            step = each.found.line[each.found.place]
            assert step.only
            assert each.fails
            assert set(step.group) == set(each.before.legal_plays()) - each.fails


def themes_of(deal: str, strain: str, goal: str, *, leader: str = "S", **options: object) -> list[str]:
    """Return the themes of a puzzle."""
    options.setdefault("rules", "bridge")
    start = Position(Deal.parse(deal), strain=Strain.parse(strain), leader=Seat.parse(leader), **options)  # type: ignore[arg-type]
    judge = Judge(Goal.parse(goal), start)
    return [theme.name for theme in find_themes(Study(solution_graph(start, Goal.parse(goal), judge)), judge)]


@pytest.mark.parametrize(
    ("deal", "goal", "shows", "not_shown"),
    [
        ("N:2.AJ.. 3.43.. A.2.Q. .KQ.K.", "NS 3 tricks", {"squeeze"}, {"throw-in", "Vienna coup"}),
        ("N:2.AJ.. 3.4.K. A.2.Q. .KQ5..", "NS 2 tricks", set(), {"squeeze"}),
        ("N:3.AQ.. A.KJ.. 2.32.. 4.54..", "NS 2 tricks", {"throw-in"}, {"squeeze", "hold-up"}),
        ("N:3.AQ.. 4.54.. 2.32.. A.KJ..", "NS 2 tricks", set(), {"throw-in"}),
    ],
    ids=["simple squeeze", "guarded by two defenders", "throw-in", "where the finesse does it too"],
)
def test_textbook_endings(deal: str, goal: str, shows: set[str], not_shown: set[str]) -> None:
    """Small endings of which a person sees what happens."""
    start = Position(Deal.parse(deal), strain=Strain.NO_TRUMP, leader=Seat.SOUTH, rules="bridge")
    judge = Judge(Goal.parse(goal), start)
    found = {theme.name for theme in find_themes(Study(solution_graph(start, Goal.parse(goal), judge)), judge)}
    assert shows <= found
    assert not found & not_shown
