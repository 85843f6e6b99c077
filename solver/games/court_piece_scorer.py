"""Court Piece deals and matches as files record them: from facts and tags to a score, and what does not agree.

What a file says outright holds against what would follow from the deals before it, and the difference is named: a
hakem, a match score or runs of won deals in tags.  A deal whose play is recorded in part is scored from its `Result`
where that settles the score.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final, Literal

from solver.cards import Seat, Side
from solver.errors import ParseError, RulesError
from solver.games.court_piece_match import CourtPieceMatch, dealer_for, hakem_for, leader_for
from solver.games.court_piece_rules import OPTIONS, CourtPieceRules
from solver.games.court_piece_score import ALL, WIN, CourtPieceScore, PlayedDeal, kot_of, score_deal
from solver.games.court_piece_stakes import CourtPieceStakes
from solver.games.scorer import DealFacts, Pair, Scored, Scorer, pair_of
from solver.games.stakes import Stakes

__all__ = ["CourtPieceScorer"]


_OBJECTIVES: Final[Mapping[str, Literal["deal", "courts"]]] = {"deal": "deal", "courts": "courts"}


@dataclass(frozen=True, slots=True)
class CourtPieceScorer(Scorer[CourtPieceMatch]):
    """Scores Court Piece in courts."""

    unit: ClassVar[str] = "courts"
    objectives: ClassVar[tuple[str, ...]] = tuple(_OBJECTIVES)

    rules: CourtPieceRules

    def before(self, state: CourtPieceMatch | None, facts: DealFacts) -> tuple[CourtPieceMatch, tuple[str, ...]]:
        """Return the match before the deal: what the deals before led to, and what tags say instead.

        Raises `PositionError` where nothing tells who the hakem is, `ParseError` for tags that cannot be read.
        """
        differences: list[str] = []
        rules = self.rules
        target = facts.tags.get("matchtarget")
        if target is not None:
            rules = replace(rules, match=_option("MatchTarget", "match", target))
        hakem = self._recorded_hakem(facts)
        first = state is None
        if state is None:
            if hakem is None:
                raise ParseError("expected to know the hakem for the score (tags Hakem, Dealer, Leader)")
            state = CourtPieceMatch.start(rules, hakem=hakem)
        else:
            state = replace(state, rules=rules if target is not None else state.rules)
            if hakem is not None and hakem is not state.hakem:
                tag = "Hakem" if facts.hakem is not None else "Dealer" if facts.dealer is not None else "the first lead"
                differences.append(
                    f"{tag} makes {hakem.word} the hakem, the deals before make it {state.hakem.word}; {tag} holds"
                )
                state = replace(state, dealer=dealer_for(hakem, rules))
        courts = _tagged(facts, "MatchScore", state.courts)
        streak = _tagged(facts, "Streak", state.streak)
        if not first:
            differences += _difference("MatchScore", courts, state.courts, "the deals before give")
            differences += _difference("Streak", streak, state.streak, "the deals before give")
        state = replace(state, courts=courts, streak=streak)
        if state.winner is not None:
            differences.append(f"the match is over at {_words(courts)}: {rules.match} courts win it")
        return state, tuple(differences)

    def score(self, state: CourtPieceMatch, facts: DealFacts) -> Scored[CourtPieceMatch]:
        """Score the deal, and compare `Result` and `DealScore` with it.

        Raises `RulesError` for a revoke that is not punished, and for a deal that is not decided.
        """
        rules = state.rules
        target = facts.tags.get("target")
        deal = PlayedDeal(
            state.hakem,
            [trick.taken for trick in facts.tricks],
            target=None if target is None else _option("Target", "target_bid", target),
        )
        result = facts.tags.get("result")
        recorded = None if result is None or result.startswith("^") else pair_of(result)
        differences: list[str] = []
        if facts.revoke is not None:
            score = self._punished(deal, facts, rules)
        else:
            score = self._scored(deal, facts, recorded, rules)
            whole = facts.tricks[-1].taken if facts.tricks and not facts.left else score.tricks
            if recorded is not None and recorded not in {score.tricks, whole}:
                differences += _difference("Result", recorded, score.tricks, "the play gives")
        step = state.after(score)
        gained = (step.deal[0] + step.bonus[0], step.deal[1] + step.bonus[1])
        differences += _difference("DealScore", _tagged(facts, "DealScore", gained), gained, "the rules give")
        return Scored(
            points=step.deal,
            bonus=step.bonus,
            units=score.tricks,
            winner=score.winner,
            outcome=score.outcome.value,
            after=step.after,
            differences=tuple(differences),
        )

    def stakes(self, state: CourtPieceMatch, facts: DealFacts, objective: str) -> Stakes:
        """Return the stakes: the deal, or courts; the play or a tag `Kot` tells who took the first seven tricks."""
        known = _OBJECTIVES.get(objective)
        if known is None:
            return Scorer.stakes(self, state, facts, objective)
        target = facts.tags.get("target")
        named = 0 if target is None else _option("Target", "target_bid", target)
        stopped = _stopped(facts, state.rules)
        return CourtPieceStakes(state, known, named, _kot(facts, state.rules), facts.waiting, stopped)

    def _recorded_hakem(self, facts: DealFacts) -> Seat | None:
        """Return the hakem as the tags tell him, else as the first lead does under these rules."""
        if facts.hakem is not None:
            return facts.hakem
        if facts.dealer is not None:
            return hakem_for(facts.dealer, self.rules)
        if facts.leader is None or not facts.from_start:
            return None
        return next(seat for seat in Seat if leader_for(seat, self.rules) is facts.leader)

    def _punished(self, deal: PlayedDeal, facts: DealFacts, rules: CourtPieceRules) -> CourtPieceScore:
        """Return the score of a deal that a revoke ended, or that was over before it."""
        revoke = facts.revoke
        assert revoke is not None
        if rules.play_to == WIN and deal.taken and max(deal.taken[-1]) >= WIN:
            return score_deal(deal, rules)
        if not revoke.closed:
            raise RulesError(f"{revoke}: the trick is not complete, so it can still be mended")
        if rules.revoke_penalty == "none":
            raise RulesError(f"{revoke}; the rules {rules} have no penalty for it: set revoke_penalty=court")
        return score_deal(replace(deal, revoked=revoke.seat.side), rules)

    def _scored(
        self, deal: PlayedDeal, facts: DealFacts, recorded: Pair | None, rules: CourtPieceRules
    ) -> CourtPieceScore:
        """Return the score of the recorded play or, where that stops early or begins late, of the recorded result."""
        if facts.from_start and not facts.left:
            return score_deal(deal, rules)
        if facts.from_start and rules.play_to == WIN and deal.taken and max(deal.taken[-1]) >= WIN:
            return score_deal(deal, rules)
        end = facts.tricks[-1].taken if facts.tricks else facts.before
        if recorded is None and not facts.left:
            recorded = end
        if recorded is None:
            tricks = len(facts.tricks)
            raise RulesError(
                f"the deal is not played to its end ({tricks} tricks are recorded), and no Result says how it ended"
            )
        if any(have > result for have, result in zip(end, recorded, strict=True)) or sum(recorded) > ALL:
            raise RulesError(f"Result gives {_words(recorded)} tricks, the play {_words(end)} so far")
        scores = {}
        for taken in _courses(facts.before, [trick.taken for trick in facts.tricks], recorded, rules):
            score = score_deal(replace(deal, taken=taken), rules)
            scores[score.courts, score.outcome] = score
        if not scores:
            raise RulesError(f"Result {_words(recorded)} is not the end of a deal under {rules}")
        if len(scores) > 1:
            raise RulesError(
                f"Result {_words(recorded)} does not settle the score: it depends on who took the first seven tricks"
            )
        return replace(next(iter(scores.values())), tricks=recorded)


def _courses(before: Pair, played: Sequence[Pair], end: Pair, rules: CourtPieceRules) -> list[list[Pair]]:
    """Return ways in which a deal can have gone from nothing over `before` and `played` to `end`.

    They hold every order that matters for the score: each side's tricks first.
    """
    courses = []
    last = played[-1] if played else before
    for first in Side:
        for then in Side:
            taken = [*_climb((0, 0), before, first), *played, *_climb(last, end, then)]
            stop = next((place for place, tricks in enumerate(taken, 1) if max(tricks) >= WIN), 0)
            if rules.play_to == WIN and (not stop or (sum(end) < ALL and stop < len(taken))):
                continue
            taken += [end] * (ALL - len(taken))
            if rules.play_to == ALL and rules.collect == "trick" and sum(end) < ALL:
                continue
            courses.append(taken)
    return courses


def _climb(low: Pair, high: Pair, first: Side) -> list[Pair]:
    """Return the counts after each trick from `low` to `high` when one side takes all of its tricks first."""
    order = [first] * (high[first] - low[first]) + [first.other] * (high[first.other] - low[first.other])
    counts = list(low)
    course = []
    for side in order:
        counts[side] += 1
        course.append((counts[0], counts[1]))
    return course


def _kot(facts: DealFacts, rules: CourtPieceRules) -> Side | Literal["unknown"] | None:
    """Return who took the first seven tricks, as far as it is told."""
    text = facts.tags.get("kot")
    if text is not None:
        try:
            return None if text.lower() in {"none", "nobody"} else Side.parse(text)
        except ParseError:
            raise ParseError(f"tag Kot: expected NS, EW or none, not {text!r}", text=text) from None
    if facts.from_start and len(facts.tricks) >= WIN:
        return kot_of([trick.taken for trick in facts.tricks], rules)
    return "unknown"


def _stopped(facts: DealFacts, rules: CourtPieceRules) -> Pair | None:
    """Return what both sides had when play stopped at seven tricks; `None` where it has not or is not known."""
    if rules.play_to != WIN or not facts.from_start:
        return None
    return next((trick.taken for trick in facts.tricks if max(trick.taken) >= WIN), None)


def _option(tag: str, option: str, text: str) -> int:
    """Read a tag that has the values of an option; an error names the tag."""
    try:
        value = OPTIONS[option](text)
    except ParseError as error:
        raise ParseError(f"tag {tag}: {error.message}", text=text) from None
    assert isinstance(value, int)
    return value


def _tagged(facts: DealFacts, tag: str, default: Pair) -> Pair:
    """Return the amounts of both sides from a tag, *default* without it."""
    text = facts.tags.get(tag.lower())
    if text is None:
        return default
    pair = pair_of(text)
    if pair is None:
        raise ParseError(f"tag {tag}: expected amounts of both sides, NS first, such as '3-2', not {text!r}", text=text)
    return pair


def _difference(tag: str, recorded: Pair, found: Pair, words: str) -> list[str]:
    """Say that a tag does not agree with what was found, if so."""
    if recorded == found:
        return []
    return [f"{tag} says {_words(recorded)}, {words} {_words(found)}"]


def _words(pair: Pair) -> str:
    """Write amounts as in tags."""
    return f"{pair[0]}-{pair[1]}"
