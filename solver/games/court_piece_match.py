"""A match of Court Piece: running courts, runs of won deals, who deals and who calls next, and when it is over.

A match is a frozen value; `after` returns the next one.  A player's right-hand neighbour is the next seat anticlockwise,
seen from above.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from solver.cards import Direction, Seat, Side
from solver.games.court_piece_rules import CourtPieceRules
from solver.games.court_piece_score import CourtPieceScore

__all__ = ["CourtPieceMatch", "MatchStep", "hakem_for", "may_redeal"]


def hakem_for(dealer: Seat, rules: CourtPieceRules) -> Seat:
    """Return who calls when `dealer` deals.

    >>> hakem_for(Seat.EAST, CourtPieceRules.presets["courts"])
    Seat.NORTH
    """
    return dealer.next(Direction.ANTICLOCKWISE if rules.caller_seat == "right" else Direction.CLOCKWISE)


def dealer_for(hakem: Seat, rules: CourtPieceRules) -> Seat:
    """Return who deals when `hakem` calls: the inverse of `hakem_for`."""
    return hakem.next(Direction.CLOCKWISE if rules.caller_seat == "right" else Direction.ANTICLOCKWISE)


@dataclass(frozen=True, slots=True)
class MatchStep:
    """What one deal did to a match: courts of (NS, EW) for the deal itself and for a run of won deals."""

    deal: tuple[int, int]
    bonus: tuple[int, int]
    after: CourtPieceMatch


@dataclass(frozen=True, slots=True)
class CourtPieceMatch:
    """The state of a match before a deal.

    `courts` and `streak` (deals won in a row) are (NS, EW).  `held` and `held_won` count, for hakem_rotation=two_deals, the
    deals that the hakem's side has played as such since it got the call, and those of them that it won.  `callers` are the
    players of (NS, EW) who call for their side when the call goes by the winners.
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
    def winner(self) -> Side | None:
        """The side that has won the match; `None` while it goes on, for a draw, and while it is played for time.

        If both sides passed the target in one deal the higher total wins; when they are equal a deciding deal is played.
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
        courts = (
            self.courts[0] + score.courts[0] + bonus[0],
            self.courts[1] + score.courts[1] + bonus[1],
        )
        moved = replace(self, courts=courts, streak=streak)
        if score.winner is not None:
            court = score.won_court or bonus != (0, 0)
            moved = moved._rotated(score.winner, court=court)
        return MatchStep(score.courts, bonus, moved)

    def _streak_after(self, score: CourtPieceScore) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return both runs after the deal, and the bonus of a run that got long enough."""
        winner = score.winner
        if winner is None:
            return self.streak, (0, 0)
        rules = self.rules
        streak = [0, 0]
        streak[winner] = self.streak[winner] + 1
        bonus = [0, 0]
        starts_anew = score.won_court and rules.streak_reset_on_court != "none"
        if not starts_anew and rules.streak_len and streak[winner] == rules.streak_len:
            bonus[winner] = rules.streak_value
            starts_anew = rules.streak_reset_on_court != "none"
        if starts_anew:
            streak[winner] = 0  # the other side's run has ended anyway
        return (streak[0], streak[1]), (bonus[0], bonus[1])

    def _rotated(self, winner: Side, *, court: bool) -> CourtPieceMatch:
        """Return the match with the dealer of the next deal; `court`: the winner scored a court."""
        rules = self.rules
        hakem = self.hakem
        hakem_won = winner is hakem.side
        if rules.hakem_rotation == "every_deal":
            return replace(self, dealer=self.dealer.next(rules.rotation))
        if rules.hakem_rotation == "hokm":
            # The hakem stays while his side wins; otherwise the next player calls and he deals.
            following = hakem if hakem_won else hakem_for(hakem, rules)
            return replace(self, dealer=dealer_for(following, rules))
        if rules.hakem_rotation == "result":
            # The dealer's side always lost the deal before; a court of the hakem's side moves the deal to his partner.
            if not hakem_won:
                return replace(self, dealer=hakem_for(self.dealer, rules))
            return replace(self, dealer=self.dealer.partner if court else self.dealer)
        if rules.hakem_rotation == "winners":
            callers = self.callers or _first_callers(hakem, rules)
            return replace(self, dealer=dealer_for(callers[winner], rules), callers=callers)
        held, won = self.held + 1, self.held_won + hakem_won
        if held < 2:
            return replace(self, held=held, held_won=won)
        dealer = self.dealer if won == 2 else self.dealer.next(rules.rotation)
        return replace(self, dealer=dealer, held=0, held_won=0)


def _first_callers(hakem: Seat, rules: CourtPieceRules) -> tuple[Seat, Seat]:
    """Return each side's designated caller (NS, EW): the first hakem, and the player who would call next."""
    other = hakem.next(rules.rotation)
    return (hakem, other) if hakem.side is Side.NS else (other, hakem)


def may_redeal(first_cards: int, rules: CourtPieceRules) -> bool:
    """Return whether the hakem may ask for a new deal after seeing `first_cards` (a mask of 52 bits)."""
    if rules.redeal == "none":
        return False
    lane = 0
    for suit in range(4):
        lane |= first_cards >> (13 * suit) & 0x1FFF
    pictures = 0b0001111 if rules.redeal == "caller_no_picture" else 0b0011111  # ace to jack; and the ten
    return not lane & pictures
