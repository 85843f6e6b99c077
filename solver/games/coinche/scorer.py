"""Coinche deals and matches as files record them: from facts and tags to a score, and what does not agree.

What a file says outright holds against what would follow, and the difference is named. A belote that a hand holds
counts as declared unless the tag `Belote` says otherwise; announcements count only as far as `Announces` names them. A
deal whose play is recorded in part is scored from its `Result`, the taker's points or those of both sides without
belote, where that settles the score.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from solver.cards import Card, Rank, Seat, Side, Strain, Suit
from solver.errors import ParseError, RulesError
from solver.games.coinche.auction import Contract, why_no_contract
from solver.games.coinche.match import CoincheMatch
from solver.games.coinche.rules import OPTIONS, CoincheRules
from solver.games.coinche.scoring import (
    TRICKS,
    Announcement,
    CoincheResult,
    announcement_points,
    belotes_of,
    score_deal,
)
from solver.games.coinche.stakes import CoincheStakes, all_points
from solver.games.scorer import DealFacts, Pair, Scored, Scorer, pair_of
from solver.games.stakes import Stakes

__all__ = ["PASSED", "CoincheScorer", "parse_announcements", "parse_seats", "points_of_result"]

#: Contracts of deals that nobody bid on.
PASSED: Final = frozenset({"pass", "passed", "passed out", "all pass", "allpass", "ap", "p", "passe"})


@dataclass(frozen=True, slots=True)
class CoincheScorer(Scorer[CoincheMatch]):
    """Scores Coinche in points."""

    unit = "points"
    objectives: ClassVar[tuple[str, ...]] = ("score", "match")

    rules: CoincheRules

    def before(self, state: CoincheMatch | None, facts: DealFacts) -> tuple[CoincheMatch, tuple[str, ...]]:
        """Return the match before the deal: what the deals before led to, and what tags say instead.

        Raises `ParseError` where nothing tells who dealt, and for tags that cannot be read.
        """
        differences: list[str] = []
        target = facts.tags.get("matchtarget")
        rules = self.rules if target is None else replace(self.rules, target=_target(target))
        dealer = self._dealer(facts)
        if state is None:
            if dealer is None:
                raise ParseError("expected to know the dealer for the score (tags Dealer, Leader)")
            state = CoincheMatch(rules, dealer)
            first = True
        else:
            first = False
            state = replace(state, rules=state.rules if target is None else rules)
            if dealer is not None and dealer is not state.dealer:
                tag = "Dealer" if facts.dealer is not None else "the first lead"
                differences.append(
                    f"{tag} makes {dealer.word} the dealer, the deals before make it {state.dealer.word}; {tag} holds"
                )
                state = replace(state, dealer=dealer)
        score = _tagged(facts, "MatchScore", state.score)
        if not first:
            differences += _difference("MatchScore", score, state.score, "the deals before give")
        return replace(state, score=score), tuple(differences)

    def score(self, state: CoincheMatch, facts: DealFacts) -> Scored[CoincheMatch]:
        """Score the deal, and compare `Result` and `DealScore` with it.

        Raises `ParseError` where contract or declarer is not known, `RulesError` for a revoke, which these rules do not
        punish, and for a deal that is not decided.
        """
        if facts.contract is not None and facts.contract.lower() in PASSED:
            differences = _difference("DealScore", _tagged(facts, "DealScore", (0, 0)), (0, 0), "nobody bid, so it is")
            return Scored((0, 0), (0, 0), (0, 0), None, "passed out", state.passed_out(), tuple(differences))
        contract = _contract(facts, state.rules)
        if facts.revoke is not None:
            raise RulesError(f"{facts.revoke}; the rules {state.rules} have no penalty for it")
        results = [
            CoincheResult(
                contract=contract,
                points=points,
                tricks=tricks,
                belotes=self._belotes(facts, contract.bid.strain),
                announces=self._announces(facts, contract.bid.strain),
                last=facts.tricks[-1].winner.side if facts.tricks and not facts.left else None,
                alone=facts.from_start and all(trick.winner is contract.declarer for trick in facts.tricks),
            )
            for points, tricks in self._ways(facts, contract)
        ]
        scores = {score.points: score for score in (score_deal(result, state.rules) for result in results)}
        if len(scores) > 1:
            raise RulesError(
                f"{_words(results[0].points)} points do not settle the score: it depends on who won all tricks"
            )
        score = next(iter(scores.values()))
        step = state.after(score)
        gained = (step.deal[0] + step.bonus[0], step.deal[1] + step.bonus[1])
        differences = self._result_differs(facts, contract, results[0].points)
        differences += _difference("DealScore", _tagged(facts, "DealScore", gained), gained, "the rules give")
        return Scored(
            points=step.deal,
            bonus=step.bonus,
            units=results[0].points,
            winner=score.winner,
            outcome=f"{contract} {score.outcome}",
            after=step.after,
            differences=tuple(differences),
        )

    def stakes(self, state: CoincheMatch, facts: DealFacts, objective: str) -> Stakes:
        """Return the stakes: the score of the deal, or the match.

        A tag `Tricks` says how many tricks each side had when the record begins, where points do not tell. Raises
        `ParseError` where contract or declarer is not known.
        """
        if objective not in self.objectives:
            return Scorer.stakes(self, state, facts, objective)
        contract = _contract(facts, state.rules)
        tricks = None
        if facts.from_start or "tricks" in facts.tags:
            before = _tagged(facts, "Tricks", (0, 0))
            won = [before[side] + sum(trick.winner.side is side for trick in facts.tricks) for side in Side]
            tricks = (won[0], won[1])
        himself = None
        if facts.from_start or any(trick.winner is not contract.declarer for trick in facts.tricks):
            himself = all(trick.winner is contract.declarer for trick in facts.tricks)
        return CoincheStakes(
            state,
            contract,
            belotes=self._belotes(facts, contract.bid.strain),
            announces=self._announces(facts, contract.bid.strain),
            objective="match" if objective == "match" else "score",
            tricks=tricks,
            himself=himself,
        )

    def _dealer(self, facts: DealFacts) -> Seat | None:
        """Return the dealer as his tag tells him, else as the first lead, if a bidder did not take that."""
        generale = self.rules.generale_lead == "bidder" and (facts.contract or "").upper().startswith("GENERALE")
        if facts.dealer is not None or facts.leader is None or not facts.from_start or generale:
            return facts.dealer
        return next(seat for seat in Seat if seat.next(self.rules.direction) is facts.leader)

    def _ways(self, facts: DealFacts, contract: Contract) -> list[tuple[Pair, Pair]]:
        """Return points and tricks of both sides at the end of the deal, in every way that the record leaves open."""
        total = all_points(contract.bid.strain, self.rules)
        won = [sum(trick.winner.side is side for trick in facts.tricks) for side in Side]
        end = facts.tricks[-1].taken if facts.tricks else facts.before
        if not facts.left:
            if sum(end) != total:
                raise RulesError(
                    f"{_words(end)} points are taken, a deal has {total}: say what was taken before (Taken)"
                )
            points = end
        else:
            recorded = _recorded(facts, contract, total)
            if recorded is None:
                raise RulesError(
                    f"the deal is not played to its end ({len(facts.tricks)} tricks are recorded), and no Result says"
                    " how it ended"
                )
            if any(have > result for have, result in zip(end, recorded, strict=True)):
                raise RulesError(f"Result gives {_words(recorded)} points, the play {_words(end)} so far")
            points = recorded
        if facts.from_start and not facts.left:
            return [(points, (won[0], won[1]))]
        ways = []
        for ns in (0, 1, TRICKS // 2, TRICKS - 1, TRICKS):
            tricks = (ns, TRICKS - ns)
            if all(tricks[side] >= won[side] and (tricks[side] or not points[side]) for side in Side):
                ways.append((points, tricks))
        return ways

    def _result_differs(self, facts: DealFacts, contract: Contract, points: Pair) -> list[str]:
        """Compare `Result` with the points that were found."""
        recorded = _recorded(facts, contract, sum(points))
        return [] if recorded is None else _difference("Result", recorded, points, "the play gives")

    def _belotes(self, facts: DealFacts, strain: Strain) -> Pair:
        """Return how many belotes each side declared, or holds where nothing is said of them."""
        tag = facts.tags.get("belote")
        if tag is not None:
            seats = [] if tag == "-" else parse_seats(tag)
            return (sum(seat.side is Side.NS for seat in seats), sum(seat.side is Side.EW for seat in seats))
        hands = _hands(facts, self.rules)
        if hands is None and strain is not Strain.NO_TRUMP:
            raise RulesError("expected to know who had a belote for the score (tags Belote, Deal)")
        return belotes_of(hands or (0, 0, 0, 0), strain, self.rules)

    def _announces(self, facts: DealFacts, strain: Strain) -> Pair:
        """Return what the announcements of the tag `Announces` score."""
        named = parse_announcements(facts.tags.get("announces", ""))
        first = facts.leader if facts.from_start and facts.leader is not None else Seat.NORTH
        return announcement_points(named, strain=strain, first=first, rules=self.rules)


def parse_seats(text: str) -> tuple[Seat, ...]:
    """Read the seats of a tag such as `N`, or `N W` where there may be several; raises `ParseError`."""
    try:
        return tuple(Seat.parse(word) for word in text.replace(",", " ").split())
    except ParseError:
        raise ParseError(f"tag Belote: expected seats (N, E, S or W) or -, not {text!r}", text=text) from None


def parse_announcements(text: str) -> tuple[Announcement, ...]:
    """Read announcements such as `N tierce SQ; W carre J`; raises `ParseError`.

    >>> [str(found) for found in parse_announcements("N tierce SQ; W carré J")]
    ['N tierce SQ', 'W carre J']
    """
    found = []
    for part in text.split(";"):
        if not part.strip():
            continue
        words = part.lower().replace("é", "e").split()
        try:
            seat, kind, card = words
            named = Card(Suit.SPADES, Rank.parse(card)) if kind == "carre" and len(card) == 1 else Card.parse(card)
            found.append(Announcement(Seat.parse(seat), kind, named))
        except RulesError as error:
            raise ParseError(f"tag Announces: {error.message}", text=text) from None
        except ValueError:
            expected = "seat, kind and card such as 'N tierce SQ' or 'W carre J'"
            raise ParseError(f"tag Announces: expected {expected}, not {part.strip()!r}", text=text) from None
    return tuple(found)


def points_of_result(text: str, declarer: Side | None, total: int) -> Pair | None:
    """Read a `Result`: points of both sides, NS first, or those of the taker alone; `None` for another text.

    >>> points_of_result("102", Side.EW, 162), points_of_result("NS 60 EW 102", None, 162)
    ((60, 102), (60, 102))
    """
    pair = pair_of(text)
    if pair is not None:
        return pair
    if declarer is None or not text.isascii() or not text.isdigit() or len(text) > 4:
        return None
    points = int(text)
    return (points, total - points) if declarer is Side.NS else (total - points, points)


def _recorded(facts: DealFacts, contract: Contract, total: int) -> Pair | None:
    """Return the points of both sides that `Result` gives; one that a caret marks is known to be wrong."""
    text = facts.tags.get("result")
    if text is None or text.startswith("^"):
        return None
    points = points_of_result(text, None if contract.declarer is None else contract.declarer.side, total)
    if points is None:
        raise ParseError(f"tag Result: expected the taker's points or those of both sides, not {text!r}", text=text)
    if sum(points) != total or min(points) < 0:
        raise ParseError(f"tag Result: a deal has {total} points, not {_words(points)}", text=text)
    return points


def _contract(facts: DealFacts, rules: CoincheRules) -> Contract:
    """Return the contract, with who declared it; one that no auction leads to under *rules* is refused."""
    if facts.contract is None:
        raise ParseError("expected to know the contract for the score (tags Contract, Auction)")
    if facts.declarer is None:
        raise ParseError("expected to know the declarer for the score (tags Declarer, Auction)")
    contract = Contract.parse(facts.contract, declarer=facts.declarer)
    if facts.strain is not None and facts.strain is not contract.bid.strain:
        contract = replace(contract, bid=replace(contract.bid, strain=facts.strain))
    if why := why_no_contract(contract, rules):
        raise RulesError(f"{contract} is no contract: {why}")
    return contract


def _hands(facts: DealFacts, rules: CoincheRules) -> Sequence[int] | None:
    """Return the four full hands, as dealt or as played; `None` where they are not known."""
    dealt = [hand for hand in facts.hands if hand is not None and hand.bit_count() == TRICKS]
    if len(dealt) == len(Seat):
        return dealt
    if facts.left or not facts.from_start:
        return None
    hands = [0, 0, 0, 0]
    for trick in facts.tricks:
        for turn, card in enumerate(trick.cards):
            hands[trick.leader.next(rules.direction, steps=turn)] |= card.bit
    return hands


def _target(text: str) -> int:
    """Read the target of a match."""
    try:
        value = OPTIONS["target"](text)
    except ParseError as error:
        raise ParseError(f"tag MatchTarget: {error.message}", text=text) from None
    assert isinstance(value, int)
    return value


def _tagged(facts: DealFacts, tag: str, default: Pair) -> Pair:
    """Return the amounts of both sides from a tag, *default* without it."""
    text = facts.tags.get(tag.lower())
    if text is None:
        return default
    pair = pair_of(text)
    if pair is None:
        raise ParseError(
            f"tag {tag}: expected amounts of both sides, NS first, such as '640-1210', not {text!r}", text=text
        )
    return pair


def _difference(tag: str, recorded: Pair, found: Pair, words: str) -> list[str]:
    """Say that a tag does not agree with what was found, if so."""
    return [] if recorded == found else [f"{tag} says {_words(recorded)}, {words} {_words(found)}"]


def _words(pair: Pair) -> str:
    """Write amounts as in tags."""
    return f"{pair[0]}-{pair[1]}"
