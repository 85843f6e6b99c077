"""What a round of Dehla Pakad scores, and a match of them: streaks, kots, points, who deals next, when it is over.

Source: the scoring section of the Dehla Pakad document; other ways of scoring are options (`DehlaPakadRules`). Where
the document contradicts itself it is read as follows: a loss is 0 or 1 ten, two tens each leave both streaks alone; a
kot is what wins the match, that is the full streak or all four tens in one round; after two tens each the same player
deals again only if his side lost the round immediately before, and a round without a winner was not lost.

Rounds and matches are frozen values; `DehlaMatch.after` returns the next state. Pairs of numbers are (NS, EW).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from solver.cards import Seat, Side
from solver.errors import RulesError
from solver.games.dehla_rules import GAME_POINTS, DehlaPakadRules

__all__ = ["DehlaMatch", "DehlaRound", "DehlaScore", "DehlaStep", "round_winner", "score_round"]

#: What to do where the tens are counted and an option asks for the tricks too.
_COUNT_BOTH = ": set dp_count=tens_tricks to count both"


@dataclass(frozen=True, slots=True)
class DehlaRound:
    """A round that was played: the tens and the tricks that each side took.

    Tricks are `None` when they are not known; some options need them. Six players share 12 tens and 26 tricks. Raises
    `RulesError` for numbers that no round has.
    """

    tens: tuple[int, int]
    tricks: tuple[int, int] | None = None
    players: int = 4

    def __post_init__(self) -> None:
        tens, tricks = (4, 13) if self.players == 4 else (12, 26)
        if min(self.tens) < 0 or sum(self.tens) != tens:
            raise RulesError(f"expected {tens} tens between both sides, not NS {self.tens[0]}, EW {self.tens[1]}")
        if self.tricks is not None and (min(self.tricks) < 0 or sum(self.tricks) != tricks):
            ns, ew = self.tricks
            raise RulesError(f"expected {tricks} tricks between both sides, not NS {ns}, EW {ew}")


@dataclass(frozen=True, slots=True)
class DehlaScore:
    """What a round was: its winner (`None`: nobody), points and kots of both sides, and whether it wins the match."""

    winner: Side | None
    points: tuple[int, int] = (0, 0)
    kots: tuple[int, int] = (0, 0)
    wins_match: bool = False


def score_round(
    played: DehlaRound, rules: DehlaPakadRules, *, dealer: Seat, last_winner: Side | None = None
) -> DehlaScore:
    """Score a round under `rules`; `last_winner` won the round immediately before.

    Raises `RulesError` when tricks are needed and not known, and for a round of another number of players.

    >>> rules = DehlaPakadRules.presets["dehla-pakad"]
    >>> score_round(DehlaRound((4, 0)), rules, dealer=Seat.EAST)
    DehlaScore(winner=Side.NS, points=(1, 0), kots=(0, 0), wins_match=True)
    """
    if played.players != rules.players:
        raise RulesError(f"expected a round of {rules.players} players, not of {played.players}")
    winner = round_winner(played, rules, dealer=dealer, last_winner=last_winner)
    if winner is None:
        return DehlaScore(None)
    four = rules.counts_tens and played.tens[winner] == rules.tens
    award = 1
    if four and rules.sweep13 == "double" and rules.four_tens in {"kot", "bonus1"}:
        award = 2 if _tricks(played, f"sweep13=double needs{_COUNT_BOTH}")[winner] == rules.tricks else 1
    points = 1 + (award if four and rules.four_tens == "bonus1" else 0)
    if rules.scoring == "points321":
        points = 3 if four else 2 if 2 * played.tens[winner] > rules.tens else 1
    kots = award if four and rules.four_tens == "kot" else 0
    return DehlaScore(winner, _pair(winner, points), _pair(winner, kots), four and rules.four_tens == "match")


@dataclass(frozen=True, slots=True)
class DehlaStep:
    """What one round did to a match."""

    score: DehlaScore
    after: DehlaMatch


@dataclass(frozen=True, slots=True)
class DehlaMatch:
    """The state of a match before a round.

    `streak` counts the rounds that each side has won running, `last` won the round immediately before (`None`: nobody,
    or there was none), `points` counts won rounds where the rules give nothing else, `winner` has won the match.
    """

    rules: DehlaPakadRules
    dealer: Seat
    streak: tuple[int, int] = (0, 0)
    last: Side | None = None
    points: tuple[int, int] = (0, 0)
    kots: tuple[int, int] = (0, 0)
    winner: Side | None = None

    @property
    def score(self) -> tuple[int, int]:
        """What each side has won so far: kots where these are counted, otherwise points."""
        return self.kots if self.rules.scoring == "kots" else self.points

    @property
    def caller(self) -> Seat | None:
        """Who names the trump before the play, or lays it face down; `None` where the play brings it about.

        The right-hand neighbour of the option's name is the player who leads, on the left in the clockwise game.
        """
        if self.rules.dp_trump == "open_partner":
            return self.dealer.partner
        return self.leader if self.rules.dp_trump in {"open_right", "closed_card"} else None

    @property
    def target(self) -> int | None:
        """The rounds running, points or kots that win the match; `None` when it is played for time."""
        if self.rules.scoring == "streak":
            return self.rules.streak_target
        return GAME_POINTS if self.rules.scoring == "game_points_7" else self.rules.match or None

    @property
    def target_unit(self) -> str:
        """What the target counts, in the plural."""
        return "rounds running" if self.rules.scoring == "streak" else self.rules.score_unit

    @property
    def outright(self) -> str | None:
        """The outcome of a round that wins the match at once: all the tens, where they do."""
        return self.rules.all_tens if self.rules.four_tens == "match" and self.rules.counts_tens else None

    @property
    def progress(self) -> tuple[int, int]:
        """What each side has of the target: the rounds won running where these win, otherwise the score."""
        return self.streak if self.rules.scoring == "streak" else self.score

    @property
    def leader(self) -> Seat:
        """Who leads to the first trick: the player next to the dealer, on his right in the anticlockwise game."""
        return self.dealer.next(self.rules.direction)

    def after(self, played: DehlaRound) -> DehlaStep:
        """Return what a round brings and the match after it; raises `RulesError` when the match is over."""
        if self.winner is not None:
            raise RulesError(f"{self.winner.name} have won the match: there is no further round")
        rules = self.rules
        score = score_round(played, rules, dealer=self.dealer, last_winner=self.last)
        winner = score.winner
        if winner is None:
            streak = self.streak if rules.streak_on_tie == "keep" else (0, 0)
            return DehlaStep(score, replace(self, streak=streak, last=None, dealer=self._dealer_after(played, None)))
        run = self.streak[winner] + 1
        kots = score.kots[winner]
        if rules.scoring == "kots":
            if not kots and run >= rules.streak_target:
                kots = 1
            if kots:
                run = 0  # a kot, however it came, begins a new count
        following = replace(
            self,
            dealer=self._dealer_after(played, winner),
            streak=_pair(winner, run),
            last=winner,
            points=_sum(self.points, score.points),
            kots=_sum(self.kots, _pair(winner, kots)),
        )
        won = score.wins_match
        won |= following.target is not None and following.progress[winner] >= following.target
        return DehlaStep(replace(score, kots=_pair(winner, kots)), replace(following, winner=winner if won else None))

    def prospects(self) -> tuple[DehlaStep | None, ...]:
        """Return what NS taking 0, 1, 2 and so on to all tens would do to the match; `None` where tricks decide.

        More tens are never worse for a side, so best play for tens is best play for the match; this says what is at
        stake between two cards whose tens differ.
        """
        steps: list[DehlaStep | None] = []
        every, players = self.rules.tens, self.rules.players
        for tens in range(every + 1):
            try:
                steps.append(self.after(DehlaRound((tens, every - tens), players=players)))
            except RulesError:
                if self.winner is not None:
                    raise
                steps.append(None)
        return tuple(steps)

    def _dealer_after(self, played: DehlaRound, winner: Side | None) -> Seat:
        """Return who deals next: the same player while his side loses, otherwise the next one."""
        dealers = self.dealer.side
        if winner is None:
            lost = self.last is not None and self.last is not dealers
            return self.dealer if lost else self.dealer.next(self.rules.direction)
        if winner is dealers:
            return self.dealer.next(self.rules.direction)
        if self.rules.dealer_rotation == "mendikot" and played.tricks is not None and not played.tricks[dealers]:
            return self.dealer.partner  # he lost all thirteen tricks
        return self.dealer


def round_winner(
    played: DehlaRound, rules: DehlaPakadRules, *, dealer: Seat, last_winner: Side | None = None
) -> Side | None:
    """Return the side that wins a round, or `None`; `last_winner` won the round immediately before.

    Raises `RulesError` when tricks are needed and not known.
    """
    if rules.dp_count == "tricks":
        return _more(_tricks(played, "dp_count=tricks needs"))
    if rules.dp_count == "cards":
        tricks = _tricks(played, "dp_count=cards needs")
        each, ten = rules.units
        return _more((each * tricks[0] + ten * played.tens[0], each * tricks[1] + ten * played.tens[1]))
    winner = _more(played.tens)  # win_tens: three of four, seven of twelve
    if winner is not None or rules.tie22 == "none":
        return winner
    if rules.tie22 == "tricks7":
        return _more(_tricks(played, f"tie22=tricks7 needs{_COUNT_BOTH}"))
    return dealer.side.other if rules.tie22 == "non_dealer" else last_winner


def _more(amounts: tuple[int, int]) -> Side | None:
    """Return the side that has more than half, if one does."""
    return None if amounts[0] == amounts[1] else Side.NS if amounts[0] > amounts[1] else Side.EW


def _tricks(played: DehlaRound, needs: str) -> tuple[int, int]:
    """Return the tricks; *needs* says which option needs them, and how they are had."""
    if played.tricks is None:
        raise RulesError(f"expected the tricks of both sides, which {needs}")
    return played.tricks


def _pair(side: Side, amount: int) -> tuple[int, int]:
    """Return *amount* for *side* and nothing for the other."""
    return (amount, 0) if side is Side.NS else (0, amount)


def _sum(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    return (one[0] + other[0], one[1] + other[1])
