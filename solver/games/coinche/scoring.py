"""What a deal of Coinche scores: from the contract, the points and the tricks to the lines of both sides.

The contract is judged on exact points, a capot on tricks, which are not the same: a side may lose a trick and still
have every point. Only what is written down is rounded. Twenty for a belote, and announcements, stand beside the points
of the tricks: they may help a contract, change hands when it fails, and are doubled only where an option says so.

Where the points of a deal do not add up to 162 they may be scaled; all amounts are then whole numbers of a fraction of
a point, so that nothing is lost before the rounding. Pairs are (NS, EW).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from solver.cards import SUIT_MASKS, Card, Rank, Seat, Side, Strain, Suit, cards_of
from solver.errors import RulesError
from solver.games.coinche.auction import CallKind, Contract
from solver.games.coinche.play import LAST_TRICK
from solver.games.coinche.rules import CoincheRules

__all__ = [
    "BELOTE",
    "TRICKS",
    "Announcement",
    "CoincheResult",
    "CoincheScore",
    "announcement_points",
    "announcements_in",
    "belotes_of",
    "score_deal",
]

#: What the king and queen of trumps in one hand score.
BELOTE: Final = 20
#: The tricks of a deal.
TRICKS: Final = 8

#: All points of a deal with a trump suit, and what its two rounded lines come to.
_ALL_POINTS: Final = 162
_ALL_ROUNDED: Final = 160


@dataclass(frozen=True, slots=True, kw_only=True)
class CoincheResult:
    """What was played, as far as the score needs it.

    `points` are those of the tricks, the last trick's ten included, as the search counts them; `belotes` how many each
    side declared; `announces` what the announcements of the side that may score them come to. `last` is the side that
    won the last trick, needed only for conversion=cards_152; `alone` says that the declarer himself won all tricks.
    """

    contract: Contract
    points: tuple[int, int]
    tricks: tuple[int, int]
    belotes: tuple[int, int] = (0, 0)
    announces: tuple[int, int] = (0, 0)
    last: Side | None = None
    alone: bool = False


@dataclass(frozen=True, slots=True)
class CoincheScore:
    """The lines of both sides.

    `points` are as written down, `exact` before rounding; `belote` is what of them came from a belote alone. `made` is
    `None` where the deal is undecided (equal points under litige=hold or redeal); `held` are the points that then wait
    for the winner of the next deal. `replay` says that the deal does not count and is dealt again.
    """

    points: tuple[int, int]
    exact: tuple[int, int]
    made: bool | None
    taker: Side
    capot: Side | None
    belote: tuple[int, int] = (0, 0)
    held: int = 0
    replay: bool = False

    @property
    def winner(self) -> Side | None:
        """The taker when the contract was made, the defence when it failed."""
        return None if self.made is None else self.taker if self.made else self.taker.other

    @property
    def outcome(self) -> str:
        """What the deal was, in a word or two."""
        if self.made is None:
            return "litige"
        return "failed" if not self.made else "made, all tricks" if self.capot is self.taker else "made"


def score_deal(result: CoincheResult, rules: CoincheRules) -> CoincheScore:
    """Score a deal; raises `RulesError` when *result* leaves out what *rules* need, or cannot be.

    >>> contract = Contract.parse("100SX", declarer=Seat.SOUTH)  # the document's example: a belote, and failed
    >>> result = CoincheResult(contract=contract, points=(70, 92), tricks=(4, 4), belotes=(1, 0))
    >>> score_deal(result, CoincheRules.presets["s4"]).points
    (20, 360)
    """
    if result.contract.declarer is None:
        raise RulesError(f"the score needs to know who declared {result.contract}")
    taker = result.contract.declarer.side
    if sum(result.tricks) != TRICKS or any(result.points[side] and not result.tricks[side] for side in Side):
        raise RulesError(f"{result.tricks[0]} and {result.tricks[1]} tricks cannot bring {result.points} points")
    sheet = _Sheet(result, rules, taker)
    capot = next((side for side in Side if result.tricks[side] == TRICKS), None)
    kind = result.contract.bid.kind
    if kind is CallKind.POINTS:
        equal = rules.litige != "none" and sheet.total(taker) == sheet.total(taker.other) >= sheet.bid
        if equal and rules.litige == "redeal":
            return CoincheScore((0, 0), (0, 0), None, taker, capot, replay=True)
        if equal and rules.litige == "hold":
            return _held(sheet, capot)
        made = not equal and _is_made(sheet)
        lines = _contract_made(sheet, capot) if made else _contract_failed(sheet, capot)
    else:
        made = capot is taker and (kind is CallKind.CAPOT or result.alone)
        lines = _all_tricks(sheet, made=made)
    belote = sheet.belote_lines(made=made)
    announces = sheet.announce_lines(made=made, capot=capot)
    exact = [lines[side] + sheet.den * (belote[side] + announces[side]) for side in Side]
    return CoincheScore(
        (sheet.rounded(exact[0]), sheet.rounded(exact[1])),
        (_nearest(exact[0], sheet.den), _nearest(exact[1], sheet.den)),
        made,
        taker,
        capot,
        belote,
    )


class _Sheet:
    """The amounts of a deal in parts of a point: `den` of them are one."""

    __slots__ = ("belotes", "den", "level", "points", "result", "rules", "taker")

    def __init__(self, result: CoincheResult, rules: CoincheRules, taker: Side) -> None:
        self.result = result
        self.rules = rules
        self.taker = taker
        self.level = result.contract.level
        self.points, self.den = _converted(result, rules)
        scoring = tuple(Side) if rules.belote_side == "both" else (taker,)
        kept = [result.belotes[side] * BELOTE if side in scoring else 0 for side in Side]
        self.belotes = (kept[0], kept[1])

    @property
    def mult(self) -> int:
        """What a coinche multiplies by."""
        return self.rules.multiplier(self.level)

    @property
    def base(self) -> int:
        """What a failed contract costs besides the bid."""
        return self.den * self.rules.fail_base

    @property
    def bid(self) -> int:
        """The bid."""
        return self.den * self.result.contract.bid.points

    @property
    def paid_bid(self) -> int:
        """The bid as it is scored."""
        without = self.result.contract.bid.strain is Strain.NO_TRUMP
        return self.bid * (self.rules.sa_mult if without else 1)

    def total(self, side: Side) -> int:
        """What counts for *side* when the contract is judged: the points of its tricks, and what helps besides."""
        belote = self.belotes[side] if self.rules.belote_helps_contract else 0
        announces = self.result.announces[side] if self.rules.announce_helps_contract else 0
        return self.points[side] + self.den * (belote + announces)

    def scoped(self, part: int, bid: int) -> int:
        """Return *part* and *bid* together, with what a coinche multiplies multiplied."""
        scope = self.rules.coinche_scope if self.level else "bid"
        if scope == "bid":
            return part + bid * self.mult
        if scope == "all":
            return (part + bid) * self.mult
        return part * self.mult + (bid if scope == "base" else 0)

    def belote_lines(self, *, made: bool) -> tuple[int, int]:
        """Return what each side writes down for belotes."""
        rules, taker = self.rules, self.taker
        if rules.count_mode == "bid":
            return (0, 0)
        lines = list(self.belotes)
        winner = taker if made else taker.other
        loser = winner.other
        moves: str = rules.belote_on_fail
        if made:
            moves = rules.belote_coinched if self.level else "holder"
        if rules.belote_doubled and self.level:
            lines[winner] *= self.mult
        if moves == "winner":
            lines[winner] += lines[loser]
        if moves != "holder":
            lines[loser] = 0
        return (lines[0], lines[1])

    def announce_lines(self, *, made: bool, capot: Side | None) -> tuple[int, int]:
        """Return what each side writes down for announcements; those of a failed taker or a beaten defence move."""
        rules, taker = self.rules, self.taker
        if rules.count_mode == "bid":
            return (0, 0)
        lines = list(self.result.announces)
        beaten = capot is taker or (self.level > 0 and rules.coinche_made_defence == "zero")
        if not made or beaten:
            winner = taker if made else taker.other
            lines[winner] += lines[winner.other]
            lines[winner.other] = 0
        return (lines[0], lines[1])

    def rounded(self, amount: int) -> int:
        """Return *amount* as it is written down, in points."""
        if self.rules.rounding == "none":
            return _nearest(amount, self.den)
        ten = 10 * self.den
        if self.rules.rounding == "10_6up":
            return 10 * -((ten - 2 * amount) // (2 * ten))
        return 10 * ((2 * amount + ten) // (2 * ten))


def _nearest(amount: int, den: int) -> int:
    """Return the nearest whole number of points, half a point up."""
    return (2 * amount + den) // (2 * den)


def _converted(result: CoincheResult, rules: CoincheRules) -> tuple[tuple[int, int], int]:
    """Return the points of both sides in parts of a point, and how many parts one is."""
    total = sum(result.points)
    if rules.conversion == "none" or total == _ALL_POINTS:
        return result.points, 1
    if rules.conversion == "total_162":
        return (result.points[0] * _ALL_POINTS, result.points[1] * _ALL_POINTS), total
    if result.last is None:
        raise RulesError("the score under conversion=cards_152 needs to know who won the last trick")
    points = []
    for side in Side:
        last = LAST_TRICK if side is result.last else 0
        cards = (result.points[side] - last) * (_ALL_POINTS - LAST_TRICK)
        points.append(_nearest(cards, total - LAST_TRICK) + last)
    return (points[0], points[1]), 1


def _is_made(sheet: _Sheet) -> bool:
    """Whether a contract for points is made, on exact points."""
    test = sheet.rules.made_test
    need = sheet.bid
    if test == "bid_plus_2" or (test == "ge_bid_82" and sheet.result.contract.bid.points == 80):
        need += 2 * sheet.den
    points = sheet.total(sheet.taker)
    if points < need:
        return False
    return test != "ge_bid_and_more_than_defence" or points > sheet.total(sheet.taker.other)


def _contract_made(sheet: _Sheet, capot: Side | None) -> list[int]:
    """Return the lines of a contract that was made, without belotes and announcements."""
    rules, taker, defence = sheet.rules, sheet.taker, sheet.taker.other
    swept = capot is taker
    part, theirs = sheet.points[taker], sheet.points[defence]
    if rules.rounding == "complement" and not swept:
        theirs = sheet.den * sheet.rounded(theirs)
        part = sheet.den * _ALL_ROUNDED - theirs
    if sheet.level and rules.coinche_made_taker == "base":
        part = sheet.base
    if swept and (not sheet.level or rules.capot_when_coinched == "counts"):
        part = sheet.den * rules.capot_unannounced
    if sheet.level and rules.coinche_made_defence == "zero":
        theirs = 0
    bid = sheet.paid_bid
    if rules.count_mode == "bid":
        part = theirs = 0
    elif rules.count_mode == "made":
        bid = 0
    lines = [0, 0]
    lines[taker] = sheet.scoped(part, bid)
    if swept and sheet.level and rules.capot_when_coinched == "adds_100":
        lines[taker] += sheet.den * 100
    lines[defence] = theirs
    return lines


def _contract_failed(sheet: _Sheet, capot: Side | None) -> list[int]:
    """Return the lines of a contract that failed, without belotes and announcements."""
    rules, defence = sheet.rules, sheet.taker.other
    part = sheet.base
    if capot is defence and rules.capot_by_defence:
        part = sheet.den * rules.capot_unannounced
    lines = [0, 0]
    lines[defence] = sheet.scoped(part, sheet.paid_bid if rules.fail_plus_bid else 0)
    return lines


def _all_tricks(sheet: _Sheet, *, made: bool) -> list[int]:
    """Return the lines of an announced capot or generale, without belotes and announcements."""
    rules = sheet.rules
    bid = sheet.result.contract.bid
    if bid.kind is CallKind.GENERALE:
        amount = rules.generale * sheet.mult
    else:
        amount = rules.capot_bid_made if made else rules.capot_bid_fail
        if rules.capot_doubling == "all":
            amount *= sheet.mult
        else:
            amount += rules.capot_value * (sheet.mult - 1)
    lines = [0, 0]
    lines[sheet.taker if made else sheet.taker.other] = sheet.den * amount
    return lines


def _held(sheet: _Sheet, capot: Side | None) -> CoincheScore:
    """Return the score of a deal with equally many points on both sides: the taker's wait for the next winner."""
    taker, defence = sheet.taker, sheet.taker.other
    own = [sheet.points[side] + sheet.den * (sheet.belotes[side] + sheet.result.announces[side]) for side in Side]
    exact = [0 if side is taker else own[side] for side in Side]
    return CoincheScore(
        (sheet.rounded(exact[0]), sheet.rounded(exact[1])),
        (_nearest(exact[0], sheet.den), _nearest(exact[1], sheet.den)),
        None,
        taker,
        capot,
        (0, sheet.belotes[1]) if defence is Side.EW else (sheet.belotes[0], 0),
        held=sheet.rounded(own[taker]),
    )


def belotes_of(hands: Sequence[int], strain: Strain, rules: CoincheRules) -> tuple[int, int]:
    """Return how many belotes the sides hold in *hands*, the masks of full hands by seat."""
    suits = [strain.suit] if strain.suit is not None else []
    if strain is Strain.ALL_TRUMP and rules.ta_belotes == "all":
        suits = list(Suit)
    belotes = [0, 0]
    for suit in suits:
        pair = Card(suit, Rank.KING).bit | Card(suit, Rank.QUEEN).bit
        for seat in Seat:
            belotes[seat.side] += hands[seat] & pair == pair
    return (belotes[0], belotes[1])


#: Sequences by the number of cards that they need, and fours of a kind.
_SEQUENCES: Final[Mapping[str, tuple[int, int]]] = MappingProxyType(
    {"tierce": (3, 20), "cinquante": (4, 50), "cent": (5, 100)}
)
_CARRE: Final = "carre"
#: The order of sequences, which is not that of play, and what four of a kind come to with trumps and without.
_ORDER: Final = tuple(Rank.parse(letter) for letter in "AKQJT987")
_FOURS: Final = dict(zip(map(Rank.parse, "J9ATKQ"), (200, 150, 100, 100, 100, 100), strict=True))
_FOURS_SA: Final = dict(zip(map(Rank.parse, "ATKQJ9"), (200, 150, 100, 100, 100, 100), strict=True))


@dataclass(frozen=True, slots=True)
class Announcement:
    """A sequence (tierce, cinquante, cent) named by its highest card, or four of a kind (carre) by any of theirs."""

    seat: Seat
    kind: str
    card: Card

    def __post_init__(self) -> None:
        if self.kind not in (*_SEQUENCES, _CARRE):
            raise RulesError(f"expected an announcement ({', '.join(_SEQUENCES)} or {_CARRE}), not {self.kind!r}")
        if not self.cards:
            raise RulesError(f"there is no {self.kind} with {self.card}")

    def __str__(self) -> str:
        return f"{self.seat} {self.kind} {self.card.rank.letter if self.kind == _CARRE else self.card}"

    @property
    def cards(self) -> int:
        """The cards that it needs, as a mask; none where there is no such announcement."""
        if self.kind == _CARRE:
            fours = [Card(suit, self.card.rank).bit for suit in Suit] if self.card.rank in _FOURS else []
            return sum(fours)
        place = _ORDER.index(self.card.rank) if self.card.rank in _ORDER else len(_ORDER)
        ranks = _ORDER[place : place + _SEQUENCES[self.kind][0]]
        return sum(Card(self.card.suit, rank).bit for rank in ranks) if len(ranks) == _SEQUENCES[self.kind][0] else 0

    def points(self, strain: Strain) -> int:
        """Return what it scores."""
        if self.kind == _CARRE:
            return (_FOURS_SA if strain is Strain.NO_TRUMP else _FOURS)[self.card.rank]
        return _SEQUENCES[self.kind][1]

    def strength(self, strain: Strain) -> tuple[int, int, int]:
        """Return what orders announcements: fours of a kind, then the longer and the higher sequence."""
        if self.kind == _CARRE:
            fours = list(_FOURS_SA if strain is Strain.NO_TRUMP else _FOURS)
            return (1, -fours.index(self.card.rank), 0)
        return (0, _SEQUENCES[self.kind][1], -_ORDER.index(self.card.rank))


def announcements_in(hand: int, seat: Seat) -> tuple[Announcement, ...]:
    """Return all announcements in the full hand of *seat*: each longest sequence, and each four of a kind.

    >>> from solver.cards import mask_of
    >>> hand = mask_of(map(Card.parse, "SQ SJ ST HK DK CK SK C7".split()))
    >>> [str(found) for found in announcements_in(hand, Seat.NORTH)]
    ['N carre K', 'N cinquante SK']
    """
    found = [
        Announcement(seat, _CARRE, Card(Suit.SPADES, rank))
        for rank in _FOURS
        if all(hand & Card(suit, rank).bit for suit in Suit)
    ]
    for suit in Suit:
        run: list[Card] = []
        for card in (*cards_of(hand & SUIT_MASKS[suit]), None):
            if card is not None and (not run or _ORDER.index(card.rank) == _ORDER.index(run[-1].rank) + 1):
                run.append(card)
                continue
            kind = next((kind for kind in ("cent", "cinquante", "tierce") if len(run) >= _SEQUENCES[kind][0]), None)
            if kind is not None:
                found.append(Announcement(seat, kind, run[0]))
            run = [] if card is None else [card]
    return tuple(found)


def announcement_points(
    announcements: Sequence[Announcement], *, strain: Strain, first: Seat, rules: CoincheRules
) -> tuple[int, int]:
    """Return what the announcements of (NS, EW) score: the side with the best of them scores all of its own.

    *first* leads to the first trick, when announcements are made. Between equal ones announce_tie decides: nobody
    scores, or a sequence in trumps is better, and then the first to speak.
    """
    if not announcements or not rules.announcements:
        return (0, 0)

    def rank(announcement: Announcement) -> tuple[int, ...]:
        strength = announcement.strength(strain)
        if rules.announce_tie == "none":
            return strength
        trumps = announcement.kind != _CARRE and strain.suit is announcement.card.suit
        turn = (announcement.seat - first) * rules.direction.step % 4
        return (*strength, trumps, -turn)

    best = max(map(rank, announcements))
    sides = {announcement.seat.side for announcement in announcements if rank(announcement) == best}
    if len(sides) > 1:
        return (0, 0)
    points = [0, 0]
    for announcement in announcements:
        if announcement.seat.side in sides:
            points[announcement.seat.side] += announcement.points(strain)
    return (points[0], points[1])
