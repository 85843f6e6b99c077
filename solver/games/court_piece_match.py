"""A match of Court Piece: running courts, runs of won deals, who deals and who calls next, and when it is over.

A match is a frozen value; `after` returns the next one.  A player's right-hand neighbour is the next seat
anticlockwise, seen from above.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from solver.cards import Direction, Rank, Seat, Side, cards_of
from solver.games.base import number
from solver.games.court_piece_rules import CourtPieceRules
from solver.games.court_piece_score import CourtPieceScore

__all__ = [
    "CourtPieceMatch",
    "MatchStep",
    "dealer_for",
    "hakem_for",
    "leader_for",
    "may_redeal",
    "read_redeals",
    "why_no_hakem",
    "why_no_streak",
]

_PICTURES = (Rank.KING, Rank.QUEEN, Rank.JACK)
_ABOVE_NINE = (*_PICTURES, Rank.ACE, Rank.TEN)


def hakem_for(dealer: Seat, rules: CourtPieceRules) -> Seat:
    """Return who calls when `dealer` deals.

    >>> hakem_for(Seat.EAST, CourtPieceRules.presets["courts"])
    Seat.NORTH
    """
    return dealer.next(Direction.ANTICLOCKWISE if rules.caller_seat == "right" else Direction.CLOCKWISE)


def dealer_for(hakem: Seat, rules: CourtPieceRules) -> Seat:
    """Return who deals when `hakem` calls: the inverse of `hakem_for`."""
    return hakem.next(Direction.CLOCKWISE if rules.caller_seat == "right" else Direction.ANTICLOCKWISE)


def leader_for(hakem: Seat, rules: CourtPieceRules) -> Seat:
    """Return who leads to the first trick when `hakem` calls.

    >>> leader_for(Seat.EAST, CourtPieceRules.presets["satat"])
    Seat.EAST
    """
    return hakem if rules.leader == "caller" else dealer_for(hakem, rules).next(Direction.ANTICLOCKWISE)


def why_no_hakem(hakem: Seat, dealer: Seat, rules: CourtPieceRules) -> str:
    """Say why *hakem* cannot call when *dealer* deals; empty when he can."""
    expected = hakem_for(dealer, rules)
    if hakem is expected:
        return ""
    return f"Hakem is {hakem.word}, but {expected.word} is when {dealer.word} deals; Hakem holds"


def why_no_streak(streak: tuple[int, int], rules: CourtPieceRules) -> str:
    """Say why no deal can begin after that many deals won in a row by (NS, EW); empty when one can.

    >>> rules = CourtPieceRules.presets["courts"]
    >>> why_no_streak((0, 7), rules)
    "expected fewer than 7 deals won in a row, which bring the bonus and start anew, not '0-7'"
    >>> why_no_streak((0, 6), rules)
    ''
    """
    said = repr(f"{streak[0]}-{streak[1]}")
    if min(streak):
        return f"expected 0 for one side, whose run ended with the deal that the other won last, not {said}"
    if rules.streak_len and rules.streak_reset_on_court != "none" and max(streak) >= rules.streak_len:
        bonus = "which bring the bonus and start anew"
        return f"expected fewer than {rules.streak_len} deals won in a row, {bonus}, not {said}"
    return ""


@dataclass(frozen=True, slots=True)
class MatchStep:
    """What one deal did to a match: courts of (NS, EW) for the deal itself and for a run of won deals."""

    deal: tuple[int, int]
    bonus: tuple[int, int]
    after: CourtPieceMatch


@dataclass(frozen=True, slots=True)
class CourtPieceMatch:
    """The state of a match before a deal.

    `courts` and `streak` (deals won in a row) are (NS, EW).  `held` and `held_won` count, for hakem_rotation=two_deals,
    the deals of the two that the hakem's side has played with the call, and those of them in which it won a court.
    `callers` are the players of (NS, EW) who call for their side when the call goes by the winners.
    """

    rules: CourtPieceRules
    dealer: Seat
    courts: tuple[int, int] = (0, 0)
    streak: tuple[int, int] = (0, 0)
    held: int = 0
    held_won: int = 0
    callers: tuple[Seat, Seat] | None = None

    @classmethod
    def start(cls, rules: CourtPieceRules, *, dealer: Seat | None = None, hakem: Seat | None = None) -> CourtPieceMatch:
        """Begin a match with the first dealer, or with the first hakem, whose place fixes the dealer."""
        if dealer is None:
            dealer = Seat.EAST if hakem is None else dealer_for(hakem, rules)
        return cls(rules, dealer)

    @property
    def hakem(self) -> Seat:
        """Who calls in the deal to come."""
        return hakem_for(self.dealer, self.rules)

    @property
    def score(self) -> tuple[int, int]:
        """The courts so far."""
        return self.courts

    @property
    def caller(self) -> Seat:
        """The hakem of the deal to come."""
        return self.hakem

    @property
    def leader(self) -> Seat:
        """Who leads to the first trick of the deal to come."""
        return leader_for(self.hakem, self.rules)

    @property
    def target_unit(self) -> str:
        """The target counts courts."""
        return "courts"

    @property
    def progress(self) -> tuple[int, int]:
        """The courts so far."""
        return self.courts

    @property
    def outright(self) -> None:
        """No deal wins the match but by courts."""
        return

    @property
    def target(self) -> int | None:
        """The courts that win the match; `None` when it is played for time."""
        return self.rules.match or None

    @property
    def winner(self) -> Side | None:
        """The side that has won the match; `None` while it goes on, for a draw, and while it is played for time.

        If both sides passed the target in one deal the higher total wins; when they are equal another deal decides.
        """
        if not self.rules.match or max(self.courts) < self.rules.match or self.courts[0] == self.courts[1]:
            return None
        return Side.NS if self.courts[0] > self.courts[1] else Side.EW

    @property
    def leading(self) -> Side | None:
        """The side with more courts, which wins when the time is over; `None`: equal, a draw."""
        if self.courts[0] == self.courts[1]:
            return None
        return Side.NS if self.courts[0] > self.courts[1] else Side.EW

    def after(self, score: CourtPieceScore) -> MatchStep:
        """Return the match after a deal with that score, and what the deal brought."""
        streak, bonus = self._streak_after(score)
        gained = (score.courts[0] + bonus[0], score.courts[1] + bonus[1])
        courts = (self.courts[0] + gained[0], self.courts[1] + gained[1])
        moved = self._rotated(score.winner, court=score.won_court or bonus != (0, 0), scored=max(gained) > 0)
        return MatchStep(score.courts, bonus, replace(moved, courts=courts, streak=streak))

    def _streak_after(self, score: CourtPieceScore) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return both runs after the deal, and the bonus of a run that got long enough."""
        winner = score.winner
        if winner is None:
            return self.streak, (0, 0)
        rules = self.rules
        if score.won_court and rules.streak_reset_on_court != "none":
            streak = [0, 0]
            if rules.streak_reset_on_court == "winner":
                streak[winner.other] = self.streak[winner.other]
            return (streak[0], streak[1]), (0, 0)
        run = self.streak[winner] + 1
        reached = rules.streak_len and (run == rules.streak_len or (rules.streak_repeats and run > rules.streak_len))
        bonus = rules.streak_value if reached else 0
        if reached and rules.streak_reset_on_court != "none":
            run = 0
        return ((run, 0), (bonus, 0)) if winner is Side.NS else ((0, run), (0, bonus))

    def _rotated(self, winner: Side | None, *, court: bool, scored: bool) -> CourtPieceMatch:
        """Return the match with the dealer of the next deal.

        `court`: the winner scored one by more than a won deal; `scored`: he scored any at all.  A deal that nobody won
        counts where the call moves on by deals, and is dealt again by the same dealer where it goes by the result.
        """
        rules = self.rules
        hakem = self.hakem
        hakem_won = winner is hakem.side
        if rules.hakem_rotation == "every_deal":
            return replace(self, dealer=self.dealer.next(rules.rotation))
        if rules.hakem_rotation == "two_deals":
            held, won = self.held + 1, self.held_won + (hakem_won and scored)
            if held < 2:
                return replace(self, held=held, held_won=won)
            dealer = self.dealer if won == 2 else self.dealer.next(rules.rotation)
            return replace(self, dealer=dealer, held=0, held_won=0)
        if winner is None:
            return self
        if rules.hakem_rotation == "hokm":
            # The hakem stays while his side wins; otherwise the next player calls and he deals.
            following = hakem if hakem_won else hakem_for(hakem, rules)
            return replace(self, dealer=dealer_for(following, rules))
        if rules.hakem_rotation == "result":
            # The dealer's side always lost the deal before; a court of the hakem's side moves the deal to his partner.
            if not hakem_won:
                return replace(self, dealer=hakem)
            return replace(self, dealer=self.dealer.partner if court else self.dealer)
        callers = self.callers or _first_callers(hakem, rules)
        return replace(self, dealer=dealer_for(callers[winner], rules), callers=callers)


def _first_callers(hakem: Seat, rules: CourtPieceRules) -> tuple[Seat, Seat]:
    """Return each side's designated caller (NS, EW): the first hakem, and the player who would call next."""
    other = hakem.next(rules.rotation)
    return (hakem, other) if hakem.side is Side.NS else (other, hakem)


def read_redeals(text: str) -> int:
    """Read how many new deals the hakem has asked for in a row; raises `ParseError` for another text."""
    return number(0, 100)(text)


def may_redeal(cards: int, rules: CourtPieceRules, *, before: int = 0) -> bool:
    """Return whether the hakem may ask for a new deal after `before` new deals in a row.

    `cards` (a mask of 52 bits) are those that he has seen when he may ask: his first ones or, with
    redeal=hand_no_picture, his whole hand.

    >>> from solver.cards import Card, mask_of
    >>> first = mask_of(map(Card.parse, "SA S9 H8 D7 C2".split()))
    >>> [may_redeal(first, CourtPieceRules.presets[name]) for name in ("classic", "satat")]
    [False, True]
    """
    if rules.redeal == "none" or (rules.redeal_limit and before >= rules.redeal_limit):
        return False
    high = _ABOVE_NINE if rules.redeal == "caller_below_ten" else _PICTURES
    return not any(card.rank in high for card in cards_of(cards))
