"""Scores of recorded deals and of the matches that they make up.

Assumes that the deals of one source follow one another: they are one match until it is won, until game or rules change,
or as long as the source lasts.  A deal that cannot be scored leaves the state of its match unknown, and the deals after
it have scores of their own only, until a tag says how the match stands.  What a deal scores and what the tags mean is
the game's business (`solver.games.scorer`); who won which trick and who revoked is found here, by the rules of play.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from .analysis import Failure
from .cards import Card, Seat, Strain, cards_of, mask_of
from .errors import HakemError, IllegalPlayError, LimitError, PositionError
from .games import Game, Pile, Rules, TrumpState
from .games.scorer import DealFacts, MatchState, Pair, Revoke, Scored, Scorer, WonTrick
from .games.trump import laid, not_dealt_yet
from .record import Record

__all__ = ["MatchState", "ScoredDeal", "deal_facts", "said_tags", "score_deals"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredDeal:
    """What a recorded deal scored, and the match before and after it.

    `match` numbers the matches of all that was scored and `deal` the deals of the match, from 1.  `before` and `after`
    are `None` where a deal before this one could not be scored, so that nothing is known of the match.  `differences`
    name the tags that do not agree with what was found, `revoke` the revoke that ended the deal.  Amounts are counted
    in `unit`, those of `scored.units` in `taken_unit`. `leader` leads to the first trick.
    """

    record: Record
    match: int
    deal: int
    unit: str
    dealer: Seat
    caller: Seat | None
    leader: Seat
    taken_unit: str
    before: MatchState | None
    after: MatchState | None
    scored: Scored[Any]
    revoke: Revoke | None
    differences: tuple[str, ...]


def score_deals(items: Iterable[Record | Failure], *, alone: bool = False) -> Iterator[ScoredDeal | Failure]:
    """Score records in order, as the deals of matches; with *alone* each as the first deal of a match of its own.

    What cannot be scored becomes a `Failure` in its place and loses nothing else; so does what could not be read, but
    for a deal whose only fault is a revoke, which is scored where the rules punish it.
    """
    keeper = _Keeper(alone=alone)
    for item in items:
        record = item.record if isinstance(item, Failure) else item
        keeper.turn_to(item.error.source if isinstance(item, Failure) and record is None else _source(record))
        try:
            if isinstance(item, Failure) and not _only_revoked(item.record):
                keeper.lose()
                yield item
            elif record is not None:
                yield keeper.scored(record)
        except HakemError as error:
            keeper.lose()
            assert record is not None
            if record.errors:
                error.located(source=record.source, line=record.errors[0].line)
            record.located(error)
            yield Failure(error, replace(record, errors=()))  # what made it unfit to be read is part of this error


def _source(record: Record | None) -> str | None:
    """Return the source of *record*."""
    return None if record is None else record.source


class _Keeper:
    """The match that is being kept."""

    def __init__(self, *, alone: bool) -> None:
        self._alone = alone
        self._source: str | None = None
        self._match = 0
        self._deal = 0
        self._played: tuple[Game, Rules] | None = None
        self._state: MatchState | None = None
        self._known = True

    def turn_to(self, source: str | None) -> None:
        """Go on with the next deal, which stands in *source*."""
        over = self._state is not None and self._state.winner is not None
        if not self._match or self._alone or over or source != self._source:
            self._begin()
        self._source = source
        self._deal += 1

    def lose(self) -> None:
        """Note that the deal could not be scored, so that nobody knows how the match stands."""
        self._known = False
        self._state = None

    def scored(self, record: Record) -> ScoredDeal:
        """Score the deal."""
        facts = deal_facts(record)
        game, rules = record.game, record.rules
        assert game is not None
        assert rules is not None
        scorer: Scorer[Any] | None = game.scorer(rules)
        if scorer is None:
            raise LimitError(f"{game.name} under {rules} can be read and played, but there is no score for it")
        if self._played not in (None, (game, rules)):
            self._begin()
            self._deal = 1
        self._played = (game, rules)
        begun, differences = scorer.before(self._state, facts)
        scored = scorer.score(begun, facts)
        self._known = self._known or "matchscore" in facts.tags
        self._state = scored.after if self._known else None
        return ScoredDeal(
            record=record,
            match=self._match,
            deal=self._deal,
            unit=scorer.unit,
            dealer=begun.dealer,
            caller=begun.caller,
            leader=facts.leader if facts.from_start and facts.leader is not None else begun.leader,
            taken_unit=scorer.taken_unit or game.unit_of(rules),
            before=begun if self._known else None,
            after=self._state,
            scored=scored,
            revoke=facts.revoke,
            differences=(*differences, *scored.differences),
        )

    def _begin(self) -> None:
        """Begin a match."""
        self._match += 1
        self._deal = 0
        self._played = None
        self._state = None
        self._known = True


def deal_facts(record: Record) -> DealFacts:
    """Return what *record* says about its deal that a score may need: tags, and tricks up to the first revoke.

    A hand that the record does not give is taken to hold the cards that its seat plays, and a card of it that the
    record marks as a revoke (`^R`) to be one, if it can.  Raises `RulesError` for a game that cannot be played,
    `PositionError` where cards are recorded but the trump or the leader is not known.
    """
    walk = _walked(record)
    return DealFacts(
        tags=said_tags(record),
        strain=record.strain,
        dealer=record.dealer,
        hakem=record.hakem,
        declarer=record.declarer,
        leader=record.leader,
        tricks=tuple(walk.tricks),
        before=record.taken,
        from_start=walk.from_start,
        left=walk.left,
        waiting=walk.waiting,
        revoke=walk.revoke,
        contract=record.contract,
        hands=_dealt(record),
    )


def said_tags(record: Record) -> dict[str, str]:
    """Return the tags of *record* that have a value, by name in lower case; of those that come twice the first."""
    return {name.lower(): value.strip() for name, value in reversed(record.tags) if _says_something(name, value)}


_UNKNOWN = frozenset({"", "?", "-"})


def _says_something(name: str, value: str) -> bool:
    """Tell whether a tag has a value; a dash is one where it means that nobody declared."""
    return value.strip() not in _UNKNOWN or (name.lower() == "belote" and value.strip() == "-")


def _dealt(record: Record) -> tuple[int | None, int | None, int | None, int | None]:
    """Return the hands as the record begins."""
    hands = record.deal.hands if record.deal is not None else (None, None, None, None)
    north, east, south, west = (None if hand is None else hand.mask for hand in hands)
    return (north, east, south, west)


def _walked(record: Record) -> _Walk:
    """Go through the recorded play of *record*."""
    if record.game is None or record.rules is None:
        record.initial_position()  # raises, and says why
    walk = _Walk(record)
    if any(card is not None for row in record.rows for card in row):
        walk.through(record.rows)
    return walk


class _Walk:
    """The recorded play, gone through by the rules but past a card that they do not allow."""

    def __init__(self, record: Record) -> None:
        game, rules = record.game, record.rules
        assert game is not None
        assert rules is not None
        self._record = record
        self._game = game
        self._rules = rules
        self._strain: TrumpState = record.strain if record.hidden is None else record.hidden
        self._undealt = record.undealt
        self._unseen = False
        unknown = [record.deal is None or record.deal[seat] is None for seat in Seat]
        #: Cards that the record itself calls revokes (`^R`), of hands that it does not give.
        self._marked = {each.card.plain for each in record.played if each.irregular == "R" and unknown[each.seat]}
        self._carry: Hashable = game.opening_carry(rules) if record.pile is None else record.pile
        self._taken: Pair = record.taken
        self.tricks: list[WonTrick] = []
        self.revoke: Revoke | None = None
        self.why = ""
        dealt = [hand for hand in (record.deal.hands if record.deal is not None else ()) if hand is not None]
        #: How many tricks were to come when the record began.
        self._length = max((len(hand) for hand in dealt), default=game.hand_size)
        if record.trick and self._length < game.hand_size and len(dealt) < 4:
            self._length += 1
        self.left = self._length
        self.from_start = self._length == game.hand_size and not any(record.taken)

    @property
    def waiting(self) -> int:
        """The units that lie in the middle."""
        return self._carry.size if isinstance(self._carry, Pile) else 0

    def through(self, rows: Sequence[Sequence[Card | None]]) -> None:
        """Go through the play as far as it is recorded or to the first revoke."""
        record, direction = self._record, self._rules.direction
        leader = record.leader
        reasons = []
        if leader is None:
            reasons.append("the leader is not known (tags Play, Leader, Hakem, Declarer)")
        reasons.extend(record.missing_trump())
        if leader is None or reasons:
            raise PositionError(reasons)
        hands = self._hands(rows)
        self._unseen = self._game.deals_unseen(self._undealt, hands, self._strain, self._rules)
        table = list(record.trick)
        for row in rows:
            trick: list[Card] = []
            for turn in range(4):
                seat = leader.next(direction, steps=turn)
                lies = bool(table)
                card = table.pop(0) if table else row[seat]
                if card is None:
                    break
                if not self._played(seat, card, hands, trick, lies=lies):
                    cards = sum(card is not None for card in row) + (len(record.trick) if row is rows[0] else 0)
                    self._revoked(seat, card, hands[seat], trick, closed=cards == 4)
                    return
                hands[seat] &= ~card.bit
            if len(trick) < 4:
                return
            leader = self._won(leader, trick)
            if self._undealt:
                self._undealt = self._game.still_undealt(self._undealt, hands, self._strain, self._rules)
            if self._unseen:
                self._unseen = self._game.deals_unseen(0, hands, self._strain, self._rules)

    def _hands(self, rows: Sequence[Sequence[Card | None]]) -> list[int]:
        """Return what each seat holds when the record begins, its card on the table included."""
        record = self._record
        hands = [mask_of(card for row in rows if (card := row[seat]) is not None) for seat in Seat]
        for seat, hand in zip(Seat, record.deal.hands if record.deal is not None else (), strict=False):
            if hand is not None:
                hands[seat] = hand.mask
        for turn, card in enumerate(record.trick):
            assert record.leader is not None
            hands[record.leader.next(self._rules.direction, steps=turn)] |= card.bit
        return hands

    def _played(self, seat: Seat, card: Card, hands: Sequence[int], trick: list[Card], *, lies: bool) -> bool:
        """Add a card to *trick* if it is allowed; return whether it is.

        What *lies* on the table when the record begins has had its effect on the trump already. Raises
        `IllegalPlayError` for a card that may be played, but not with what its player does besides.
        """
        game, rules, before = self._game, self._rules, self._strain
        hand = card.bit if self._unseen else hands[seat] & ~self._undealt
        legal = game.legal_mask(hand, trick, before, rules) & card.bit
        if self._undealt & card.bit:
            raise IllegalPlayError(not_dealt_yet(seat, card), card=card.text, seat=seat.letter)
        if lies and (legal or game.trump_mode(rules).indicator):  # his card of the suit led may have lain face down
            trick.append(card)
            return True
        marked = card.plain in self._marked and not game.legal_mask(game.deck, trick, before, rules) & card.bit
        if not legal or marked:
            return False
        if card not in game.legal_plays(hand, trick, before, rules, seat=seat):
            why = game.why_illegal(card, hand, trick, before, rules, seat=seat)
            raise IllegalPlayError(why, card=card.text, seat=seat.letter)
        self._strain = game.strain_after(before, card, hand, trick, rules, seat=seat)
        trick.append(laid(card, trick, before, self._strain))
        return True

    def _revoked(self, seat: Seat, card: Card, hand: int, trick: Sequence[Card], *, closed: bool) -> None:
        """Note a card that is not allowed."""
        game, strain, rules = self._game, self._strain, self._rules
        legal = game.legal_mask(hand & ~self._undealt, trick, strain, rules)
        if legal & card.bit:  # the record says so, and not what was due
            self.revoke = Revoke(seat, len(self.tricks) + 1, card.plain, (), closed)
            return
        due = cards_of(legal)
        self.revoke = Revoke(seat, len(self.tricks) + 1, card.plain, due, closed)
        self.why = game.why_illegal(card, hand, trick, strain, rules, seat=seat)

    def _won(self, leader: Seat, trick: Sequence[Card]) -> Seat:
        """Count a complete trick and return its winner."""
        game, rules = self._game, self._rules
        winner = leader.next(rules.direction, steps=game.winner(trick, self._strain, rules))
        self.left -= 1
        ns, ew, self._carry = game.collect(
            trick, winner, last=not self.left, strain=self._strain, rules=rules, carry=self._carry
        )
        self._taken = (self._taken[0] + ns, self._taken[1] + ew)
        strain = self._strain if isinstance(self._strain, Strain) else None
        self.tricks.append(WonTrick(leader, tuple(trick), winner, self._taken, strain))
        return winner


def _only_revoked(record: Record | None) -> bool:
    """Tell whether a revoke is all that keeps *record* from being read."""
    if record is None or len(record.errors) != 1 or record.game is None or record.rules is None:
        return False
    try:
        why = _walked(record).why
    except HakemError:
        return False
    return bool(why) and record.errors[0].message.endswith(why)
