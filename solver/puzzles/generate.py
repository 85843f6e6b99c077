"""Making puzzles: random endings, kept when they are sound and the natural play misses the goal.

An ending is kept when exactly one first card reaches the most that the side to play can reach, when somebody who makes
natural plays only (`natural_plays`) cannot reach it, and when it shows the themes that are asked for.  Puzzles that are
the same but for names (`canonical`) come once.

The endings are drawn one after the other from the seed, so the same seed gives the same puzzles on every machine, and
more puzzles of a seed begin with the fewer.
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from itertools import count

from solver.cards import Card, Rank, Seat, Side, Strain, Suit, mask_of
from solver.deal import Deal
from solver.errors import RulesError
from solver.games import Game, Rules, resolve
from solver.position import Position
from solver.solve import Searcher

from .canonical import canonical
from .check import check_puzzle, completed_puzzle
from .format import Puzzle
from .goal import Feat, Goal
from .judge import MEMORY_MB, Judge
from .plays import alike, natural_plays
from .study import natural_play_fails
from .themes import THEMES, theme_named

__all__ = ["FEWEST_CARDS", "MOST_CARDS", "Wanted", "ending_puzzle", "generate"]

FEWEST_CARDS = 3
MOST_CARDS = 10
_MOST_NODES = 6000  # of a solution graph: what has more is no puzzle for people
_TENS = mask_of(Card(suit, Rank.TEN) for suit in Suit)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What puzzles to make: of which game under which rules, with how many cards a hand, and with which themes.

    *themes* must all be in the puzzle; *easiest* and *hardest* bound the difficulty.  Raises `RulesError` for what no
    puzzle can be.
    """

    game: Game
    rules: Rules
    cards: int
    themes: tuple[str, ...] = ()
    easiest: int = 1
    hardest: int = 5

    @classmethod
    def of(
        cls,
        game: str,
        *,
        rules: str | None = None,
        cards: int = 6,
        themes: Iterable[str] = (),
        easiest: int = 1,
        hardest: int = 5,
    ) -> Wanted:
        """Read the names of a game, its rules and themes."""
        found, options = resolve(game, rules)
        most = min(MOST_CARDS, found.hand_size)
        if not FEWEST_CARDS <= cards <= most:
            raise RulesError(
                f"expected {FEWEST_CARDS} to {most} cards a hand for puzzles of {found.title}, not {cards}"
            )
        names = []
        for word in themes:
            theme = theme_named(word)
            of_game = [each.name for each in THEMES if not each.games or found.name in each.games]
            if theme is None or theme.name not in of_game:
                raise RulesError(f"expected a theme of {found.title} out of {', '.join(of_game)}, not {word!r}")
            names.append(theme.name)
        unit = found.unit_of(options)
        if unit not in ("tricks", "points", "tens"):
            raise RulesError(f"{found.title} under {options} counts {unit}, which no goal can ask for")
        mode = found.trump_mode(options)
        if mode.shown_by != "no" or mode.fixed_by not in ("no", "card"):
            raise RulesError(f"{found.title} under {options} has a trump that is hidden or named, which no puzzle has")
        if found.opening_carry(options) is not None:
            raise RulesError(f"{found.title} under {options} remembers more than tricks, which no puzzle file can say")
        return cls(game=found, rules=options, cards=cards, themes=tuple(names), easiest=easiest, hardest=hardest)


def generate(
    wanted: Wanted, *, seed: int, known: Iterable[Hashable] = (), tries: int | None = None
) -> Iterator[Puzzle]:
    """Yield puzzles, complete with solution, main line, themes and difficulty, as the seed gives them.

    Puzzles whose canonical form is in *known* are left out.  It ends after *tries* endings, and never without.
    """
    maker = _Maker(wanted, seed)
    seen = set(known)
    for number in count(1) if tries is None else range(1, tries + 1):
        puzzle = maker.puzzle(number)
        if puzzle is None:
            continue
        form = canonical(puzzle.position, puzzle.goal)
        if form not in seen:
            seen.add(form)
            yield puzzle


def ending_puzzle(wanted: Wanted, *, seed: int, number: int) -> Puzzle | None:
    """Return the puzzle that one ending of the seed is, or `None` if it is none; endings are counted from 1."""
    return _Maker(wanted, seed).puzzle(number)


class _Maker:
    """Draws endings and keeps those that are puzzles."""

    def __init__(self, wanted: Wanted, seed: int) -> None:
        self._wanted = wanted
        self._seed = seed
        self._values = Searcher(memory_mb=MEMORY_MB)
        self._goals = Searcher(memory_mb=MEMORY_MB, reuse=True)

    def puzzle(self, number: int) -> Puzzle | None:
        """Return the puzzle that the ending of this number is, or `None`."""
        wanted = self._wanted
        position = self._ending(random.Random(f"{wanted.game.name} {wanted.cards} {self._seed} {number}"))
        goal = self._goal(position)
        if goal is None:
            return None
        judge = Judge(goal, position, searcher=self._goals)
        winning = judge.winning(position)
        keys = [group for group in alike(position) if group[0] in winning]
        if len(keys) != 1 or len(winning) == position.legal_mask().bit_count():
            return None
        if winning & natural_plays(position) and not natural_play_fails(position, judge):
            return None
        puzzle = Puzzle(
            name=f"{wanted.game.name}-{wanted.cards}-{self._seed}-{number}",
            position=position,
            goal=goal,
            title=_title(position),
            author="hakem",
            source=f"{self._command()}, ending {number}",
        )
        report = check_puzzle(puzzle, judge=judge, most_nodes=_MOST_NODES)
        if not report.sound or report.study is None:
            return None
        puzzle = completed_puzzle(puzzle, report)
        fits = set(wanted.themes) <= set(puzzle.themes) and wanted.easiest <= puzzle.difficulty <= wanted.hardest
        return puzzle if fits else None

    def _command(self) -> str:
        """Return the command that draws these endings."""
        wanted = self._wanted
        kot = " --theme kot" if _is_kot(wanted) else ""
        options = f"--game {wanted.game.name} --rules {wanted.rules.text()} --cards {wanted.cards} --seed {self._seed}"
        return f"hakem puzzle generate {options}{kot}"

    def _goal(self, position: Position) -> Goal | None:
        """Return the most that South's side can reach, if it asks for one card; a feat where it is one."""
        wanted = self._wanted
        if _is_kot(wanted):
            return Goal(Side.NS, Feat.KOT if position.tricks_left > 6 else Feat.SWEEP)
        found = self._values.cards(position)
        most = found.value.ns
        least = min(entry.value.ns for entry in found.cards)
        if most == least or most <= position.taken[0]:
            return None
        if wanted.game.name == "coinche" and most == found.value.total and not position.taken[1]:
            return Goal(Side.NS, Feat.CAPOT)
        if wanted.game.name == "dehla-pakad" and most == 4 and wanted.game.unit_of(wanted.rules) == "tens":
            return Goal(Side.NS, Feat.KOT)
        best = set(found.best)
        if sum(group[0] in best for group in alike(position)) != 1:
            return None
        return Goal(Side.NS, wanted.game.unit_of(wanted.rules), most)

    def _ending(self, draw: random.Random) -> Position:
        """Return an ending in which South leads."""
        wanted, game = self._wanted, self._wanted.game
        deck = game.deck
        taken = (0, 0)
        if game.name == "dehla-pakad":
            deck = _with_tens(wanted.cards, draw)
        elif _is_kot(wanted):
            taken = (13 - wanted.cards, 0)
        deal = Deal.random(cards=wanted.cards, seed=draw.getrandbits(64), deck=deck)
        strains = game.opening_strains(wanted.rules)
        if not getattr(wanted.rules, "nt_allowed", True):
            strains = tuple(strain for strain in strains if strain is not Strain.NO_TRUMP)
        return Position(
            deal,
            strain=strains[draw.randrange(len(strains))],
            leader=Seat.SOUTH,
            game=game,
            rules=wanted.rules,
            taken=taken,
        )


def _is_kot(wanted: Wanted) -> bool:
    """Return whether the endings are those of a kot or a sweep of Court Piece, all tricks before them taken."""
    return wanted.game.name == "court-piece" and "kot" in wanted.themes


def _title(position: Position) -> str:
    """Return a title that gives nothing away."""
    words = ("three", "four", "five", "six", "seven", "eight", "nine", "ten")
    cards = words[position.tricks_left - FEWEST_CARDS].capitalize()
    if position.strain is None:
        return f"{cards} cards, no trump yet"
    trump = position.trump
    return f"{cards} cards, {'no trump' if trump is None else f'trump {trump.word}'}"


def _with_tens(cards: int, draw: random.Random) -> int:
    """Return a pack of four times *cards* cards with all tens in it."""
    pack = _TENS
    others = [card for card in range(52) if not _TENS >> card & 1]
    for place in range(4 * cards - 4):
        chosen = place + draw.randrange(len(others) - place)
        others[place], others[chosen] = others[chosen], others[place]
        pack |= 1 << others[place]
    return pack
