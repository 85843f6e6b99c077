"""The auction of Coinche: what may be called, how calls are written, and the contract that results.

An auction is a frozen value that grows by one call at a time; `Auction.read` takes a whole one and names the call at
which it goes wrong. Who may call what depends only on the rules and on the calls so far, never on cards.

A coinche that does not wait for its turn is a call of its seat (`X:E`) and does not use up anybody's turn. After a
coinche, a surcoinche or a capot, which end the auction, the passes of those who say so are let go by, and after a
coinche a surcoinche is taken while it comes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from types import MappingProxyType
from typing import Final

from solver.cards import Seat, Side, Strain
from solver.errors import HakemError, ParseError
from solver.games.coinche.rules import CoincheRules

__all__ = [
    "LEVELS",
    "Auction",
    "Bid",
    "Call",
    "CallKind",
    "Contract",
    "IllegalCallError",
    "parse_call",
    "split_calls",
    "why_no_bid",
    "why_no_contract",
]

#: How a contract that was coinched, or surcoinched, is marked.
LEVELS: Final = ("", "X", "XX")


class CallKind(Enum):
    """What sort of call it is."""

    PASS = "pass"  # noqa: S105 - no password
    POINTS = "points"
    CAPOT = "capot"
    GENERALE = "generale"
    COINCHE = "coinche"
    SURCOINCHE = "surcoinche"


_BIDS: Final = (CallKind.POINTS, CallKind.CAPOT, CallKind.GENERALE)


class IllegalCallError(HakemError):
    """A call may not be made. *index* is its place in the auction from 0, *reason* the rule that it breaks."""

    def __init__(self, reason: str, *, call: str | None = None, index: int | None = None) -> None:
        super().__init__(reason, text=call)
        self.reason = reason
        self.index = index


@dataclass(frozen=True, slots=True)
class Bid:
    """What a side undertakes: so many points, or all tricks (capot; generale: the bidder alone), in a strain."""

    kind: CallKind
    strain: Strain
    #: The points that are bid; 0 for a capot and a generale.
    points: int = 0

    def __str__(self) -> str:
        letters = {Strain.NO_TRUMP: "SA", Strain.ALL_TRUMP: "TA"}.get(self.strain, self.strain.letter)
        return f"{self.points}{letters}" if self.kind is CallKind.POINTS else f"{self.kind.name} {letters}"

    def rank(self) -> tuple[int, int]:
        """Return what orders bids: a capot is above all points, a generale above a capot."""
        return (_BIDS.index(self.kind), self.points)

    def value(self, rules: CoincheRules) -> int:
        """Return the points that the bid is worth as a bid."""
        if self.kind is CallKind.POINTS:
            return self.points
        return rules.capot_value if self.kind is CallKind.CAPOT else rules.generale


@dataclass(frozen=True, slots=True)
class Call:
    """One call: a pass, a bid, a coinche or a surcoinche."""

    kind: CallKind
    bid: Bid | None = None

    def __str__(self) -> str:
        if self.bid is not None:
            return str(self.bid)
        return {CallKind.PASS: "Pass", CallKind.COINCHE: "X", CallKind.SURCOINCHE: "XX"}[self.kind]


@dataclass(frozen=True, slots=True)
class Contract:
    """What an auction led to: the last bid, who made it, and whether it was coinched (1) or surcoinched (2)."""

    bid: Bid
    level: int = 0
    declarer: Seat | None = None

    def __str__(self) -> str:
        return f"{self.bid}{LEVELS[self.level]}"

    @classmethod
    def parse(
        cls, text: str, *, declarer: Seat | None = None, strain: Callable[[str], Strain | None] | None = None
    ) -> Contract:
        """Read a contract such as `100SX`, `80 coeur`, `CAPOT D` or `90TAXX`; *strain* as in `parse_call`.

        >>> str(Contract.parse("100 pique surcoinché"))
        '100SXX'
        """
        match = _CONTRACT.fullmatch(_folded(text))
        if match is not None:
            level = _LEVEL_OF.get((match["risk"] or "").strip(), 1 if match["risk"] else 0)
            try:
                call, seat = parse_call(match["bid"], strain=strain)
            except ParseError:
                call, seat = None, None
            if call is not None and call.bid is not None and seat is None:
                return cls(call.bid, level, declarer)
        raise ParseError(f"expected a contract such as 100S, 80HX or CAPOT D, not {text!r}", text=text)


def parse_call(text: str, *, strain: Callable[[str], Strain | None] | None = None) -> tuple[Call, Seat | None]:
    """Read a call, and the seat that made it out of turn (`X:E`).

    Words may be English, French or Portuguese; *strain* reads what stands for a trump, where the caller knows more
    words for it. Raises `ParseError`.

    >>> [str(parse_call(text)[0]) for text in ("90S", "80 coeur", "capot D", "passo", "surcontre", "90 ouros")]
    ['90S', '80H', 'CAPOT D', 'Pass', 'XX', '90D']
    """
    call_text, colon, seat_text = _folded(text).partition(":")
    seat = _SEATS.get(seat_text.strip()) if colon else None
    kind = _WORDS.get(re.sub(r"[\s'’!.-]", "", call_text))
    if kind is not None and (seat is not None or not colon):
        return Call(kind), seat
    match = _BID.fullmatch(call_text)
    if match is not None and not colon:
        found = (strain or _strain)(match["strain"])
        if found is None and strain is not None:
            found = _strain(match["strain"])
        if found is not None:
            if match["points"]:
                return Call(CallKind.POINTS, Bid(CallKind.POINTS, found, int(match["points"]))), None
            kind = CallKind.GENERALE if match["all"].startswith("g") else CallKind.CAPOT
            return Call(kind, Bid(kind, found)), None
    raise ParseError(f"expected a call such as Pass, 90S, CAPOT D, X, XX or X:E, not {text!r}", text=text)


def split_calls(text: str) -> list[str]:
    """Return the calls of a text with blanks or commas between them; a call may have blanks too.

    >>> split_calls("Pass 80 coeur, CAPOT S x 90 sans atout XX")
    ['Pass', '80 coeur', 'CAPOT S', 'x', '90 sans atout', 'XX']
    """
    calls: list[str] = []
    for part in text.split(","):
        words = part.split()
        while words:
            # The shortest row of words that is a call; a word that begins none is left for the reader to refuse.
            length = next((n for n in range(1, _MOST_WORDS + 1) if n <= len(words) and _is_call(words[:n])), 1)
            calls.append(" ".join(words[:length]))
            del words[:length]
    return calls


def _is_call(words: Sequence[str]) -> bool:
    try:
        parse_call(" ".join(words))
    except ParseError:
        return False
    return True


@dataclass(frozen=True, slots=True)
class Auction:
    """The calls so far, each with its seat; *first* speaks first."""

    rules: CoincheRules
    first: Seat
    calls: tuple[tuple[Seat, Call], ...] = ()
    #: How many turns have been used: calls out of turn use none.
    turns: int = 0
    #: The last bid, who made it, and whether it is coinched (1) or surcoinched (2).
    contract: Contract | None = None
    #: How many passes stand at the end.
    passes: int = 0

    @classmethod
    def after_deal(cls, rules: CoincheRules, dealer: Seat) -> Auction:
        """Begin the auction of a deal: who is next to the dealer in the order of play speaks first."""
        return cls(rules, dealer.next(rules.direction))

    @classmethod
    def read(
        cls,
        rules: CoincheRules,
        first: Seat,
        calls: Iterable[str],
        *,
        strain: Callable[[str], Strain | None] | None = None,
    ) -> Auction:
        """Read a whole auction; raises `IllegalCallError` with the index of the first call that is none or not allowed.

        >>> rules = CoincheRules.presets["s4"]
        >>> str(Auction.read(rules, Seat.NORTH, "Pass 80D 100S X Pass".split()).contract)
        '100SX'
        """
        auction = cls(rules, first)
        for index, text in enumerate(calls):
            try:
                call, seat = parse_call(text, strain=strain)
            except ParseError as error:
                raise IllegalCallError(error.message, call=text, index=index) from None
            standing = auction.contract
            if call.kind is CallKind.SURCOINCHE and seat is None and standing is not None:
                seat = auction.turn if auction.turn.side is _side_of(standing) else standing.declarer
            try:
                auction = auction.call(call, seat)
            except IllegalCallError as error:
                error.index, error.text = index, text
                raise
        return auction

    @property
    def turn(self) -> Seat:
        """Whose turn it is, or would be."""
        return self.first.next(self.rules.direction, steps=self.turns)

    @property
    def is_over(self) -> bool:
        """Whether the contract stands, or the deal is passed out; a surcoinche may still be said after a coinche."""
        contract = self.contract
        if contract is None:
            return self.passes >= 4
        if contract.level == 2 or self.passes >= self._passes_needed:
            return True
        if contract.level == 1:
            return self.rules.coinche_ends
        return contract.bid.kind is not CallKind.POINTS and not self.rules.capot_doublable

    @property
    def _passes_needed(self) -> int:
        """How many passes end the auction once there is a bid."""
        return 4 if self.rules.passes_end == "four" else 3

    @property
    def is_closed(self) -> bool:
        """Whether nothing can be called any more."""
        contract = self.contract
        if contract is None or contract.level == 2 or self.passes >= self._passes_needed:
            return self.is_over
        return self.is_over and not (contract.level == 1 and self.rules.surcoinche)

    @property
    def passed_out(self) -> bool:
        """Whether all four passed and nobody bid."""
        return self.contract is None and self.passes >= 4

    def call(self, call: Call, seat: Seat | None = None) -> Auction:
        """Return the auction after *call* of *seat*, by default of whose turn it is; raises `IllegalCallError`."""
        seat = self.turn if seat is None else seat
        reason = self.why_illegal(call, seat)
        if reason:
            raise IllegalCallError(reason, call=str(call))
        grown = replace(self, calls=(*self.calls, (seat, call)), turns=self.turns + (seat is self.turn), passes=0)
        if call.kind is CallKind.PASS:
            return replace(grown, passes=self.passes + 1)
        if call.bid is not None:
            return replace(grown, contract=Contract(call.bid, 0, seat))
        assert self.contract is not None
        return replace(grown, contract=replace(self.contract, level=self.contract.level + 1))

    def legal_calls(self, seat: Seat | None = None) -> tuple[Call, ...]:
        """Return what *seat*, by default whose turn it is, may call now, in the order pass, bids, X, XX.

        Where the rules have no highest bid, points are listed up to 180, all that can be made, or to one step above the
        last bid.
        """
        seat = self.turn if seat is None else seat
        rules = self.rules
        standing = 0 if self.contract is None else self.contract.bid.points
        top = rules.bid_ceiling or max(180, standing + rules.bid_step)
        bids = [
            Bid(CallKind.POINTS, strain, points)
            for points in range(rules.min_bid, top + 1, rules.bid_step)
            for strain in rules.strains
        ]
        bids += [Bid(kind, strain) for kind in (CallKind.CAPOT, CallKind.GENERALE) for strain in rules.strains]
        calls = [Call(CallKind.PASS), *(Call(bid.kind, bid) for bid in bids)]
        calls += [Call(CallKind.COINCHE), Call(CallKind.SURCOINCHE)]
        return tuple(call for call in calls if not self.why_illegal(call, seat))

    def why_illegal(self, call: Call, seat: Seat) -> str:
        """Return which rule forbids *seat* to call *call* now; an empty text when none does."""
        if call.kind is CallKind.SURCOINCHE and not self.rules.surcoinche:
            return "there is no surcoinche under these rules"
        declines = self.contract is not None and self.passes < self._passes_needed
        if call.kind is CallKind.PASS and self.is_over and declines:
            return ""  # nothing to say to a coinche, a surcoinche or a capot
        if self.is_closed:
            return f"{call} comes after the end of the auction: {self._ending()}"
        if call.kind is CallKind.COINCHE:
            return self._why_no_coinche(seat)
        if call.kind is CallKind.SURCOINCHE:
            return self._why_no_surcoinche(seat)
        if seat is not self.turn:
            return f"it is the turn of {self.turn.word}, and only a coinche may come out of turn, not {call}"
        return "" if call.bid is None else self._why_no_bid(call.bid, seat)

    def _ending(self) -> str:
        """Say what ended the auction."""
        contract = self.contract
        if contract is None:
            return "all four have passed"
        if contract.level == 2:
            return f"{contract.bid} was surcoinched"
        if self.passes >= self._passes_needed:
            return f"{self.rules.passes_end} passes follow {contract}"
        return f"{contract.bid} was coinched" if contract.level else f"{contract} ends it and cannot be coinched"

    def _why_no_coinche(self, seat: Seat) -> str:
        """Return why *seat* may not coinche."""
        contract = self.contract
        if contract is None or contract.declarer is None:
            return "there is no bid to coinche"
        if contract.level:
            return f"{contract.bid} is coinched already"
        if contract.declarer.side is seat.side:
            return f"{seat.word} may coinche only a bid of the opponents, and {contract} is of his own side"
        if seat is not self.turn and not self.rules.coinche_out_of_turn:
            return f"it is the turn of {self.turn.word}, and a coinche must wait for its turn"
        return ""

    def _why_no_surcoinche(self, seat: Seat) -> str:
        """Return why *seat* may not surcoinche."""
        contract = self.contract
        if contract is None or contract.declarer is None or not contract.level:
            return "there is no coinche to surcoinche"
        if contract.declarer.side is not seat.side:
            return f"only {contract.declarer.word} or his partner may surcoinche {contract}, not {seat.word}"
        return ""

    def _why_no_bid(self, bid: Bid, seat: Seat) -> str:
        """Return why *seat*, whose turn it is, may not bid *bid*."""
        rules = self.rules
        if why := why_no_bid(bid, rules):
            return why
        contract = self.contract
        if contract is None:
            return ""
        if self.is_over:
            return f"after {self._ending()} nothing may be bid"
        if contract.bid.kind is not CallKind.POINTS:
            return f"{contract.bid} ends the bidding"
        if contract.declarer is seat and rules.own_raise != "yes":
            if rules.own_raise == "no":
                return f"{seat.word} may not raise his own bid of {contract.bid}"
            if contract.bid.strain is bid.strain:
                return f"{seat.word} may raise his own bid of {contract.bid} only in another strain"
        same = bid.rank() == contract.bid.rank()
        over = same and rules.suit_rank == "clubs_low" and _suit_rank(bid.strain) > _suit_rank(contract.bid.strain)
        if bid.rank() > contract.bid.rank() or over:
            return ""
        return f"{bid} does not go over the last bid, {contract.bid}"


def why_no_bid(bid: Bid, rules: CoincheRules) -> str:
    """Return why nobody can ever bid *bid* under *rules*; an empty text when it can be bid."""
    if bid.strain not in rules.strains:
        return f"these rules have no bids in {bid.strain.word}"
    if bid.kind is CallKind.GENERALE and not rules.generale:
        return "there is no generale under these rules"
    return _why_no_points(bid.points, rules) if bid.kind is CallKind.POINTS else ""


def why_no_contract(contract: Contract, rules: CoincheRules) -> str:
    """Return why no auction under *rules* leads to *contract*; an empty text when one does."""
    bid = contract.bid
    if why := why_no_bid(bid, rules):
        return why
    if contract.level and bid.kind is not CallKind.POINTS and not rules.capot_doublable:
        return f"under these rules {bid} cannot be coinched"
    return "there is no surcoinche under these rules" if contract.level == 2 and not rules.surcoinche else ""


def _why_no_points(points: int, rules: CoincheRules) -> str:
    """Return why *points* cannot be bid under *rules*; an empty text when they can."""
    if points < rules.min_bid:
        return f"the lowest bid is {rules.min_bid}, not {points}"
    if (points - rules.min_bid) % rules.bid_step:
        lowest = rules.min_bid % rules.bid_step
        steps = f"a multiple of {rules.bid_step}" if not lowest else f"{rules.min_bid} or whole {rules.bid_step}s above"
        said = "; 82 is said 80" if points == 82 else ""
        return f"a bid must be {steps}, not {points}{said}"
    if rules.bid_ceiling and points > rules.bid_ceiling:
        return f"the highest bid is {rules.bid_ceiling}, not {points}"
    return ""


def _side_of(contract: Contract) -> Side | None:
    """Return the taker of *contract*."""
    return None if contract.declarer is None else contract.declarer.side


def _suit_rank(strain: Strain) -> int:
    """Return the place of *strain* in the order clubs, diamonds, hearts, spades, sans atout, tout atout."""
    return 3 - strain if strain < 4 else int(strain)


def _folded(text: str) -> str:
    """Return *text* in lower case, without the accents and ligatures of the words that are looked for here."""
    return " ".join(text.lower().translate(_ACCENTS).split())


_ACCENTS: Final = str.maketrans(
    {"é": "e", "è": "e", "à": "a", "œ": "oe", "á": "a", "ã": "a", "\ufe0e": "", "\ufe0f": ""}
)

#: Calls without points, as players of three languages say them; accents, blanks and signs are left out.
_WORDS: Final[Mapping[str, CallKind]] = MappingProxyType(
    {
        word: kind
        for kind, words in {
            CallKind.PASS: "pass passe jepasse passo passa p",
            CallKind.COINCHE: "x coinche jecoinche coincho contre contro dobro double dbl",
            CallKind.SURCOINCHE: "xx surcoinche jesurcoinche surcoincho surcontre sobrecoinche redobro redouble rdbl",
        }.items()
        for word in words.split()
    }
)

#: The most words of a call: "generale a tout atout".
_MOST_WORDS: Final = 4

_SEATS: Final[Mapping[str, Seat]] = MappingProxyType({seat.letter.lower(): seat for seat in Seat})

_STRAINS: Final[Mapping[str, Strain]] = MappingProxyType(
    {
        word: strain
        for strain, words in {
            Strain.SPADES: ("pique", "piques", "espadas"),
            Strain.HEARTS: ("coeur", "coeurs", "copas"),
            Strain.DIAMONDS: ("carreau", "carreaux", "ouros"),
            Strain.CLUBS: ("trefle", "trefles", "paus"),
            Strain.NO_TRUMP: ("sans atout", "sans-atout", "sem trunfo"),
            Strain.ALL_TRUMP: ("tout atout", "tout-atout", "tudo trunfo"),
        }.items()
        for word in words
    }
)

_BID: Final = re.compile(
    r"(?:(?P<points>[0-9]{1,4})|(?P<all>capote?|generale?|geral))\s*(?:(?:a|de)\s+)?(?P<strain>.+)"
)
_CONTRACT: Final = re.compile(
    r"(?P<bid>.+?)\s*(?P<risk>\bxx?|xx?|\*\*?|sur(?:coinche|contre)e?|(?:coinche|contre)e?|redobrad[oa]|dobrad[oa])?"
)
_LEVEL_OF: Final[Mapping[str, int]] = MappingProxyType(
    dict.fromkeys(("xx", "**", "surcoinche", "surcoinchee", "surcontre", "surcontree", "redobrado", "redobrada"), 2)
)


def _strain(text: str) -> Strain | None:
    """Return the strain that *text* names in English letters, or in words of the three languages."""
    try:
        return Strain.parse(text)
    except ParseError:
        return _STRAINS.get(text)
