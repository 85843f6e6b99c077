"""Themes: what happens in the main line of a puzzle, each recognised by a rule that is written down here.

A theme is found at one card of the main line.  For the attackers this is an only-move, so that the theme is not an
accident of the line but what the goal needs; a squeeze is found at a discard of the defenders.  Squeezes also count in
the variations: the lines that leave the main line with another card of a defender and are then the hardest.

    unblock               an attacker follows suit with a card that does not win the trick, his partner wins it, and a
                          lower card of the suit would miss the goal
    hold-up               an attacker who could win the trick in the suit led lets the other side win it
    ruff refusal          an attacker who could win with a trump discards, and the other side wins the trick
    over-ruff             an attacker trumps higher than the other side has trumped
    discard of a winner   an attacker throws a card that the other side, which holds cards of the suit, cannot beat
    throw-in              an attacker leads, a defender wins the trick, and what he leads is won by an attacker who
                          would miss the goal if he had to lead there himself
    squeeze               a defender discards, and each of his cards, of two suits or more, gives the attackers a trick
                          in its suit
    Vienna coup           an attacker leads the best card of a suit, so that a defender holds the best card left, and
                          that defender is squeezed in the suit later
    under-trump           Coinche: an attacker trumps lower than the trick is trumped already
    last trick            Coinche: the attackers let points go in a trick, against a natural play that takes them and
                          with which they lose the last trick, and so win the last trick
    capot                 Coinche: all tricks are the goal
    void trump            Dehla Pakad: an attacker who cannot follow chooses the trump, and another suit would miss the
                          goal
    guarding a ten        Dehla Pakad: the attackers keep and win a ten that they lose after a natural play
    kot                   the first seven tricks, all thirteen or all four tens are the goal
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from solver.cards import Card, Rank, Seat, Suit, cards_of
from solver.position import Position

from .goal import Feat
from .judge import Judge
from .plays import Alike, alike, strengths, trick_gain, wins_so_far
from .study import Step, Study
from .suits import best_card, is_master, running, void

__all__ = ["THEMES", "Theme", "ThemeFound", "find_themes", "theme_named"]


@dataclass(frozen=True, slots=True)
class ThemeFound:
    """A theme, the line that shows it, and the place of its card in the line, from 0; `None` for the whole puzzle."""

    name: str
    line: tuple[Step, ...]
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Theme:
    """A theme by name, how it is found, the *games* that have it (none named: all), and whether variations count."""

    name: str
    find: Callable[[_Lines], Iterator[int | None]]
    games: tuple[str, ...] = ()
    variations: bool = False


class _Lines:
    """A line with what the rules of the themes look at."""

    def __init__(self, study: Study, judge: Judge, steps: tuple[Step, ...]) -> None:
        self.study = study
        self.judge = judge
        self.goal = study.solution.goal
        self.steps = steps
        root = study.solution.root.position
        self.game = root.game.name
        at = root.copy()
        #: Who wins the trick that each card is played to; `None` in a trick that the line leaves open.
        self.winners: list[Seat | None] = []
        open_since = 0
        for place, step in enumerate(self.steps):
            left = at.tricks_left
            at.push(step.card)
            self.winners.append(None)
            if at.tricks_left < left:
                self.winners[open_since:] = [at.leader] * (place + 1 - open_since)
                open_since = place + 1
        self.end = at

    def onlys(self) -> Iterator[tuple[int, Step, Position]]:
        """Yield the only-moves: place, step and position."""
        for place, step in enumerate(self.steps):
            if step.only:
                yield place, step, step.node.position

    def won_by_foes(self, place: int) -> bool:
        """Return whether the defenders win the trick of a card."""
        winner = self.winners[place]
        return winner is not None and winner.side is not self.goal.side

    def whole(self) -> Position:
        """Return the end of the deal after the main line, played on with best play in units."""
        return self._played_on(self.end)

    def after(self, step: Step, card: Card) -> Position:
        """Return the end of the deal when *card* is played instead, with best play in units from there."""
        at = step.node.position.copy()
        at.push(card)
        return self._played_on(at)

    def _played_on(self, at: Position) -> Position:
        at = at.copy()
        for card in self.judge.line(at):
            at.push(card)
        return at


def find_themes(study: Study, judge: Judge) -> tuple[ThemeFound, ...]:
    """Return the themes of a puzzle, each once, at the first card that shows it."""
    main = _Lines(study, judge, study.main_line)
    others: list[_Lines] | None = None
    found = []
    for theme in THEMES:
        if theme.games and main.game not in theme.games:
            continue
        lines = [main]
        if theme.variations:
            if others is None:
                others = [_Lines(study, judge, steps) for steps in study.variations]
            lines += others
        shown = ((line, place) for line in lines for place in theme.find(line))
        for line, place in shown:
            found.append(ThemeFound(theme.name, line.steps, place))
            break
    return tuple(found)


#: What else themes are called.
_ALSO = {
    "simplesqueeze": "squeeze",
    "savingthelasttrick": "last trick",
    "choosingthetrumpbythevoid": "void trump",
    "endplay": "throw-in",
    "ducking": "hold-up",
    "mendikot": "kot",
}


def theme_named(name: str) -> Theme | None:
    """Return the theme called *name*, in any case and with any separators, or `None`."""

    def plain(text: str) -> str:
        return "".join(character for character in text.lower() if character.isalnum())

    wanted = plain(_ALSO.get(plain(name), name))
    return next((theme for theme in THEMES if plain(theme.name) == wanted), None)


# The rules


def _best_so_far(position: Position) -> Card:
    """Return the card that wins the trick as it stands."""
    return position.trick[position.game.winner(position.trick, position.strain, position.rules)]


def _led_by_foe_so_far(position: Position) -> bool:
    """Return whether the other side wins the trick as it stands."""
    winner = position.trick_winner_so_far()
    return winner is not None and winner.side is not position.to_move.side


def _same_suit(groups: Sequence[Alike], suit: Suit) -> Iterator[Card]:
    """Yield the best card of each group of *suit*."""
    return (group[0] for group in groups if group[0].suit is suit)


def _unblock(lines: _Lines) -> Iterator[int | None]:
    for place, step, at in lines.onlys():
        winner = lines.winners[place]
        if not at.trick or winner is not step.seat.partner or step.card.suit is not at.trick[0].suit:
            continue
        strength = strengths(at)
        if any(
            strength[card.index] < strength[step.card.index] for card in _same_suit(step.node.losing, step.card.suit)
        ):
            yield place


def _hold_up(lines: _Lines) -> Iterator[int | None]:
    for place, step, at in lines.onlys():
        if not at.trick or step.card.suit is not at.trick[0].suit or wins_so_far(at, step.card):
            continue
        if lines.won_by_foes(place) and any(
            wins_so_far(at, card) for card in _same_suit(step.node.losing, step.card.suit)
        ):
            yield place


def _ruff_refusal(lines: _Lines) -> Iterator[int | None]:
    for place, step, at in lines.onlys():
        trump = at.trump
        if not at.trick or trump is None or trump in (step.card.suit, at.trick[0].suit):
            continue
        if not void(at, step.seat, at.trick[0].suit) or not lines.won_by_foes(place):
            continue
        if any(wins_so_far(at, card) for card in _same_suit(step.node.losing, trump)):
            yield place


def _over_ruff(lines: _Lines) -> Iterator[int | None]:
    for place, step, at in lines.onlys():
        trump = at.trump
        if not at.trick or trump is None or at.trick[0].suit is trump or step.card.suit is not trump:
            continue
        if _best_so_far(at).suit is trump and _led_by_foe_so_far(at) and wins_so_far(at, step.card):
            yield place


def _discard_of_a_winner(lines: _Lines) -> Iterator[int | None]:
    for place, step, at in lines.onlys():
        if not at.trick or step.card.suit in (at.trick[0].suit, at.trump) or at.strain is None:
            continue
        if is_master(at, step.card, step.seat.side):
            yield place


def _throw_in(lines: _Lines) -> Iterator[int | None]:
    for place, _, at in lines.onlys():
        if at.trick or not lines.won_by_foes(place):
            continue
        later = next(
            (late for late in range(place + 1, len(lines.steps)) if not lines.steps[late].node.position.trick), None
        )
        helped = None if later is None else lines.winners[later]
        if later is None or helped is None or helped.side is not lines.goal.side:
            continue
        after = lines.steps[later].node.position
        if len(alike(after)) > 1 and not lines.judge.reaches(_led_by(after, helped)):
            yield place


def _led_by(position: Position, leader: Seat) -> Position:
    """Return *position*, between two tricks, with another leader."""
    return Position(
        position.deal,
        strain=position.strain,
        leader=leader,
        game=position.game,
        rules=position.rules,
        taken=position.taken,
        carry=position.carry,
    )


def squeezed_in(step: Step) -> tuple[Suit, ...]:
    """Return the suits of a squeeze: those of a discard that, in each of them, gives the attackers a trick."""
    at = step.node.position
    if step.attack or not at.trick or not void(at, step.seat, at.trick[0].suit) or at.strain is None:
        return ()
    if not _led_by_foe_so_far(at):
        return ()
    suits = []
    for group in alike(at):
        suit = group[0].suit
        if suit is at.trump or not gained(at, group[-1]):
            return ()
        if suit not in suits:
            suits.append(suit)
    return tuple(suits) if len(suits) > 1 else ()


def gained(position: Position, card: Card) -> tuple[Card, ...]:
    """Return the cards with which the other side can run more of a suit once the seat to move throws *card* of it."""
    attackers = position.to_move.side.other
    before = running(position, card.suit, attackers)
    after = position.copy()
    after.push(card)
    more = running(after, card.suit, attackers)
    return more[len(before) :]


def _squeeze(lines: _Lines) -> Iterator[int | None]:
    for place, step in enumerate(lines.steps):
        if squeezed_in(step):
            yield place


def _vienna_coup(lines: _Lines) -> Iterator[int | None]:
    for place, step, at in lines.onlys():
        suit = step.card.suit
        winner = lines.winners[place]
        if at.trick or suit is at.trump or best_card(at, suit) is not step.card or winner is not step.seat:
            continue
        after = next((later.node.position for later in lines.steps[place + 1 :] if not later.node.position.trick), None)
        best = None if after is None else best_card(after, suit)
        if after is None or best is None or best_card(after, suit, lines.goal.side.seats) is None:
            continue
        for later in lines.steps[place + 4 :]:
            if later.node.position.hands[later.seat] & best.bit and suit in squeezed_in(later):
                yield place
                break


def _under_trump(lines: _Lines) -> Iterator[int | None]:
    for place, step, at in lines.onlys():
        trump = at.trump
        if not at.trick or trump is None or at.trick[0].suit is trump or step.card.suit is not trump:
            continue
        if _best_so_far(at).suit is trump and not wins_so_far(at, step.card):
            yield place


def _last_trick(lines: _Lines) -> Iterator[int | None]:
    side = lines.goal.side
    if isinstance(lines.goal.what, Feat) or lines.whole().to_move.side is not side:
        return
    for place, step, at in lines.onlys():
        if any(
            trick_gain(at, card) > trick_gain(at, step.card) and lines.after(step, card).to_move.side is not side
            for card in step.tempting
        ):
            yield place


def _capot(lines: _Lines) -> Iterator[int | None]:
    if lines.goal.what is Feat.CAPOT:
        yield None


def _kot(lines: _Lines) -> Iterator[int | None]:
    if lines.goal.what in (Feat.KOT, Feat.SWEEP):
        yield None


def _void_trump(lines: _Lines) -> Iterator[int | None]:
    for place, step, at in lines.onlys():
        if at.strain is not None or not at.trick or not void(at, step.seat, at.trick[0].suit):
            continue
        if any(group[0].suit is not step.card.suit for group in step.node.losing):
            yield place


def _guarding_a_ten(lines: _Lines) -> Iterator[int | None]:
    side = lines.goal.side
    ours = _tens_won(lines.whole(), lines)
    for place, step, at in lines.onlys():
        held = cards_of((at.hands[side.seats[0]] | at.hands[side.seats[1]]) & ~step.card.bit)
        guarded = [card for card in held if card.rank is Rank.TEN and ours.get(card) is side]
        for card in step.tempting:
            won = _tens_won(lines.after(step, card), lines)
            if any(ten is not card and won.get(ten) is side.other for ten in guarded):
                yield place
                break


def _tens_won(end: Position, lines: _Lines) -> dict[Card, object]:
    """Return which side won each ten, by replaying the line that led to *end*."""
    at = end.copy()
    cards = []
    start = len(lines.study.solution.root.position.history)
    while len(at.history) > start:
        cards.append(at.undo())
    won: dict[Card, object] = {}
    for card in reversed(cards):
        trick, left = (*at.trick, card), at.tricks_left
        at.push(card)
        if at.tricks_left < left:
            won.update((each, at.leader.side) for each in trick if each.rank is Rank.TEN)
    return won


#: Every theme, in the order in which they are named.
THEMES: tuple[Theme, ...] = (
    Theme("unblock", _unblock),
    Theme("hold-up", _hold_up),
    Theme("ruff refusal", _ruff_refusal),
    Theme("over-ruff", _over_ruff),
    Theme("discard of a winner", _discard_of_a_winner),
    Theme("throw-in", _throw_in),
    Theme("squeeze", _squeeze, variations=True),
    Theme("Vienna coup", _vienna_coup, variations=True),
    Theme("under-trump", _under_trump, ("coinche",)),
    Theme("last trick", _last_trick, ("coinche",)),
    Theme("capot", _capot, ("coinche",)),
    Theme("void trump", _void_trump, ("dehla-pakad",)),
    Theme("guarding a ten", _guarding_a_ten, ("dehla-pakad",)),
    Theme("kot", _kot, ("court-piece", "dehla-pakad")),
)
