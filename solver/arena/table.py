"""One deal at one table: the trump call or the auction, the play, and what it pays.

The table knows all four hands and shows each player only his view.  Every answer is checked by the rules, so that a bot
that cheats or errs is found out and named.  A deal is scored as the first of a match, or as the tags given say that the
match stands.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from solver.arena.bots.base import Bot, OpenDeal
from solver.arena.deals import Dealt
from solver.cards import Card, Seat, Side, Strain
from solver.deal import Deal
from solver.errors import HakemError, LimitError
from solver.games import Game, Rules
from solver.games.coinche.auction import Auction, Bid, Call, CallKind
from solver.games.coinche.rules import CoincheRules
from solver.games.court_piece_match import hakem_for, leader_for
from solver.games.court_piece_rules import CourtPieceRules
from solver.games.dehla_match import DehlaMatch
from solver.games.dehla_rules import DehlaPakadRules
from solver.games.scorer import DealFacts, Scorer, WonTrick
from solver.position import Position
from solver.view import View

__all__ = ["BotError", "Played", "Table", "Thinking"]

_Answer = TypeVar("_Answer")


class BotError(HakemError):
    """A bot gave an answer that the rules do not allow."""


@dataclass(slots=True)
class Thinking:
    """What the answers of a side took: how many there were, in seconds of the clock, and in seconds of the processor.

    Calls are counted apart from cards; cards that were forced are no answers.
    """

    cards: int = 0
    card_seconds: float = 0.0
    card_processor: float = 0.0
    calls: int = 0
    call_seconds: float = 0.0

    def add(self, other: Thinking) -> None:
        """Add what *other* took."""
        self.cards += other.cards
        self.card_seconds += other.card_seconds
        self.card_processor += other.card_processor
        self.calls += other.calls
        self.call_seconds += other.call_seconds


@dataclass(frozen=True, slots=True)
class Played:
    """A deal that was played: what it pays to North-South, in the unit of the objective, and how it went."""

    payoff: int
    strain: Strain | None
    contract: str | None
    declarer: Seat | None
    plays: tuple[Card, ...]
    thinking: tuple[Thinking, Thinking] = field(compare=False)


class Table:
    """Plays deals of one game under its rules, for one objective.

    *tags* say how the match stands before each deal (`MatchScore`, `Streak`, `MatchTarget`); without them every deal is
    the first of a match. *objective* is by default what the game pays: courts, the match value of a round, the score.

    Raises `LimitError` where the game cannot be played by bots: no score, an unknown objective, a trump that is hidden
    or that no player names.
    """

    def __init__(
        self, game: Game, rules: Rules, *, objective: str | None = None, tags: Mapping[str, str] | None = None
    ) -> None:
        self.game = game
        self.rules = rules
        self.tags = {name.lower(): value for name, value in (tags or {}).items()}
        scorer: Scorer[Any] | None = game.scorer(rules)
        if scorer is None or not scorer.objectives:
            raise LimitError(f"{game.name} under {rules} has no score to play for")
        self.objective = objective or _what_pays(game, rules)
        if self.objective not in scorer.objectives:
            known = ", ".join(scorer.objectives)
            raise LimitError(f"expected one of the objectives {known} of {game.title}, not {objective!r}")
        self._scorer = scorer
        #: Whether what a deal pays may be seen to be settled before its last card: not in Coinche, where every point
        #: counts to the end, nor where a pile waits in the middle.
        self.stops_early = getattr(rules, "collect", "") == "trick"
        self._refuse()

    @property
    def unit(self) -> str:
        """What payoffs count, in the plural."""
        return _UNITS.get(self.objective, self.objective)

    def play(self, dealt: Dealt, bots: Sequence[Bot]) -> Played:
        """Play *dealt* with *bots*, by `Seat`; raises `BotError` for an answer against the rules."""
        return _Round(self, dealt, bots).run()

    def payoff(self, facts: DealFacts) -> int | None:
        """Return what a deal pays to North-South once that is settled; `None` as long as it is not."""
        state, _ = self._scorer.before(None, facts)
        taken = facts.tricks[-1].taken if facts.tricks else (0, 0)
        steps = self._scorer.stakes(state, facts, self.objective).thresholds(taken, facts.left)
        return steps[0].payoff if len(steps) == 1 else None

    def _refuse(self) -> None:
        """Refuse rules under which nobody could be asked for the trump, or that no bot can play, and tags of a deal."""
        rules = self.rules
        for name in self.tags:
            if name not in _MATCH_TAGS:
                raise LimitError(f"expected tags of the match ({', '.join(_MATCH_TAGS.values())}), not {name!r}")
        if isinstance(rules, DehlaPakadRules) and rules.dp_trump not in _DEHLA_TRUMPS:
            known = ", ".join(_DEHLA_TRUMPS)
            raise LimitError(f"expected dp_trump to be one of {known} for bots to play, not {rules.dp_trump}")
        if isinstance(rules, CoincheRules) and rules.generale:
            raise LimitError("a generale is not played by bots: set generale=0")
        if isinstance(rules, CourtPieceRules) and rules.trump_mode.startswith("hidden"):
            raise LimitError(f"expected trump_mode=open or cut for bots to play, not {rules.trump_mode}")
        if getattr(rules, "dp_deal", "all13") != "all13":
            raise LimitError("bots are dealt all cards at once: set dp_deal=all13")
        opening = self.game.opening_strains(rules)
        defects = self.game.setup_defects(opening[0], rules)
        if defects:
            raise LimitError(defects[0])


def _what_pays(game: Game, rules: Rules) -> str:
    """Return what is counted where nothing else is asked for: courts, what a round brings in the match, the score."""
    if isinstance(rules, CourtPieceRules):
        return "courts" if rules.collect == "trick" else "deal"
    return "match" if game.name == "dehla-pakad" else "score"


_UNITS: Mapping[str, str] = {"deal": "deals", "round": "rounds", "match": "points", "score": "points"}
#: The tags that say how a match stands, by their names in lower case.
_MATCH_TAGS: Mapping[str, str] = {"matchscore": "MatchScore", "streak": "Streak", "matchtarget": "MatchTarget"}
#: The ways to a trump in Dehla Pakad that bots know: the play fixes it, or a player names it.
_DEHLA_TRUMPS = ("first_void", "open_partner", "open_right")
_PASS = Call(CallKind.PASS)
#: If none of these can be called, nothing but a pass can: no bid is higher than a capot.
_OTHERS = (
    *(Call(CallKind.CAPOT, Bid(CallKind.CAPOT, strain)) for strain in Strain),
    Call(CallKind.COINCHE),
    Call(CallKind.SURCOINCHE),
)


class _Round:
    """One deal while it is played."""

    def __init__(self, table: Table, dealt: Dealt, bots: Sequence[Bot]) -> None:
        self._table = table
        self._dealt = dealt
        self._bots = bots
        self._thinking = {Side.NS: Thinking(), Side.EW: Thinking()}
        rules = table.rules
        self._hakem: Seat | None = None
        self._leader = dealt.dealer.next(rules.direction)
        if isinstance(rules, CourtPieceRules):
            self._hakem = hakem_for(dealt.dealer, rules)
            self._leader = leader_for(self._hakem, rules)
        self._strain: Strain | None = None
        self._auction: Auction | None = None
        self._plays: list[Card] = []

    def run(self) -> Played:
        """Play it."""
        table, dealt = self._table, self._dealt
        deal = OpenDeal(table.game, table.rules, dealt.hands, dealt.dealer)
        for seat, bot in zip(Seat, self._bots, strict=True):
            bot.sit_down(deal, seat)
        if isinstance(table.rules, CoincheRules):
            self._bid(table.rules)
            assert self._auction is not None
            if self._auction.contract is None:
                return self._played(0)
        else:
            self._call()
        return self._played(self._play())

    def _played(self, payoff: int) -> Played:
        return Played(
            payoff,
            self._strain,
            self._contract,
            self._declarer,
            tuple(self._plays),
            (self._thinking[Side.NS], self._thinking[Side.EW]),
        )

    @property
    def _contract(self) -> str | None:
        auction = self._auction
        if auction is None:
            return None
        return "Pass" if auction.contract is None else str(auction.contract)

    @property
    def _declarer(self) -> Seat | None:
        auction = self._auction
        return None if auction is None or auction.contract is None else auction.contract.declarer

    # Trump and auction

    def _call(self) -> None:
        """Have the trump named, where somebody names it."""
        rules = self._table.rules
        caller: Seat | None = self._hakem
        seen = self._table.game.hand_size
        if isinstance(rules, CourtPieceRules):
            seen = rules.caller_sees
        elif isinstance(rules, DehlaPakadRules):
            caller = DehlaMatch(rules, self._dealt.dealer).caller
        if caller is None or (isinstance(rules, CourtPieceRules) and rules.trump_mode == "cut"):
            return
        view = self._view(caller, hand=self._dealt.first_cards(caller, seen))
        bot = self._bots[caller]
        strain = self._asked(caller, bot.call_trump, view, calls=True)
        allowed = self._table.game.strains_under(rules)
        if strain not in allowed:
            raise BotError(f"{bot} named {strain} as trump in deal {self._dealt.number}")
        self._strain = strain
        for each in self._bots:
            each.named(caller, strain)

    def _bid(self, rules: CoincheRules) -> None:
        """Hold the auction; calls that are the only one allowed are made for the player."""
        auction = Auction.after_deal(rules, self._dealt.dealer)
        while not auction.is_closed:
            seat = auction.turn
            call = _PASS
            if any(not auction.why_illegal(other, seat) for other in _OTHERS):
                self._auction = auction
                call = self._asked(seat, self._bots[seat].bid, self._view(seat), calls=True)
                why = auction.why_illegal(call, seat)
                if why:
                    raise BotError(f"{self._bots[seat]} called {call} in deal {self._dealt.number}: {why}")
            auction = auction.call(call, seat)
            for each in self._bots:
                each.called(seat, call)
        self._auction = auction
        if auction.contract is not None:
            self._strain = auction.contract.bid.strain

    # Play

    def _play(self) -> int:
        """Play the cards until what they pay is settled, and return that."""
        table, dealt = self._table, self._dealt
        position = Position(
            Deal.of(dealt.hands), strain=self._strain, leader=self._leader, game=table.game, rules=table.rules
        )
        tricks: list[WonTrick] = []
        while True:
            leader, trick = position.leader, position.trick
            seat = position.to_move
            legal = position.legal_plays()
            card = legal[0]
            if len(legal) > 1:
                bot = self._bots[seat]
                card = self._asked(seat, bot.play, self._view(seat), calls=False)
                if card not in legal:
                    raise BotError(f"{bot} played {card} in deal {dealt.number}, {seat.word} could play {legal}")
            position.push(card)
            self._plays.append(card)
            for each in self._bots:
                each.played(seat, card)
            if position.trick:
                continue
            tricks.append(WonTrick(leader, (*trick, card), position.leader, position.taken))
            if position.is_over or table.stops_early:
                payoff = table.payoff(self._facts(tricks, position.tricks_left))
                if payoff is not None:
                    return payoff

    # What is known

    def _view(self, seat: Seat, *, hand: int | None = None) -> View:
        """Return what *seat* knows now."""
        table, dealt = self._table, self._dealt
        return View(
            game=table.game,
            rules=table.rules,
            seat=seat,
            hand=dealt.hands[seat] if hand is None else hand,
            leader=self._leader,
            strain=self._strain,
            dealer=dealt.dealer,
            hakem=self._hakem,
            declarer=self._declarer,
            played=tuple(self._plays),
            pack=table.game.deck,
            size=table.game.hand_size,
            auction=self._auction,
            contract=self._contract if self._strain is not None else None,
            tags=tuple(table.tags.items()),
        )

    def _facts(self, tricks: Sequence[WonTrick], left: int) -> DealFacts:
        """Return what the score is computed from."""
        table, dealt = self._table, self._dealt
        return DealFacts(
            tags=table.tags,
            strain=self._strain,
            dealer=dealt.dealer,
            hakem=self._hakem,
            declarer=self._declarer,
            leader=self._leader,
            tricks=tuple(tricks),
            before=(0, 0),
            from_start=True,
            left=left,
            revoke=None,
            contract=self._contract,
            hands=dealt.hands,
        )

    def _asked(self, seat: Seat, question: Callable[[View], _Answer], view: View, *, calls: bool) -> _Answer:
        """Ask *seat* and count how long it thinks."""
        processor, clock = time.process_time(), time.perf_counter()
        answer = question(view)
        seconds, used = time.perf_counter() - clock, time.process_time() - processor
        thinking = self._thinking[seat.side]
        if calls:
            thinking.calls += 1
            thinking.call_seconds += seconds
        else:
            thinking.cards += 1
            thinking.card_seconds += seconds
            thinking.card_processor += used
        return answer
