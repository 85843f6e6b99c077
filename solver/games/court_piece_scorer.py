"""Court Piece deals and matches as files record them: from facts and tags to a score, and what does not agree.

What a file says outright holds against what would follow from the deals before it, and the difference is named: a
hakem, a match score or runs of won deals in tags.  A deal whose play is recorded in part is scored from its `Result`
where that settles the score.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final, Literal

from solver.cards import Seat, Side
from solver.errors import ParseError, RulesError
from solver.games.court_piece_match import (
    CourtPieceMatch,
    MatchStep,
    dealer_for,
    hakem_for,
    leader_for,
    why_no_hakem,
    why_no_streak,
)
from solver.games.court_piece_rules import OPTIONS, CourtPieceRules
from solver.games.court_piece_score import ALL, WIN, CourtPieceScore, Outcome, PlayedDeal, kot_of, read_kot, score_deal
from solver.games.court_piece_stakes import CourtPieceStakes
from solver.games.scorer import DealFacts, Pair, Scored, Scorer, pair_of, units_by_side
from solver.games.stakes import Stakes

__all__ = ["CourtPieceScorer"]


_NUMBER: Final = re.compile("[0-9]{1,4}")
_OBJECTIVES: Final[Mapping[str, Literal["deal", "courts"]]] = {"deal": "deal", "courts": "courts"}


@dataclass(frozen=True, slots=True)
class CourtPieceScorer(Scorer[CourtPieceMatch]):
    """Scores Court Piece in courts."""

    unit = "courts"
    objectives: ClassVar[tuple[str, ...]] = tuple(_OBJECTIVES)

    rules: CourtPieceRules

    def before(self, state: CourtPieceMatch | None, facts: DealFacts) -> tuple[CourtPieceMatch, tuple[str, ...]]:
        """Return the match before the deal: what the deals before led to, and what tags say instead.

        Raises `ParseError` where nothing tells who the hakem is, for tags that cannot be read, and for runs of won
        deals that no match can have.
        """
        differences: list[str] = []
        rules = self.rules
        target = facts.tags.get("matchtarget")
        if target is not None:
            rules = replace(rules, match=_option("MatchTarget", "match", target))
        if facts.hakem is not None and facts.dealer is not None:
            differences += filter(None, [why_no_hakem(facts.hakem, facts.dealer, rules)])
        hakem = self._recorded_hakem(facts)
        first = state is None
        if state is None:
            if hakem is None:
                known = "tag Hakem or Dealer, or Leader of a whole deal"
                raise ParseError(f"expected to know the hakem for the score ({known})")
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
        why = why_no_streak(streak, rules) if "streak" in facts.tags else ""
        if why:
            raise ParseError(f"tag Streak: {why}", text=facts.tags["streak"])
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
        result = _result(facts, state.hakem.side)
        kot = _kot_tag(facts)
        differences: list[str] = []
        if facts.revoke is not None:
            scores = [self._punished(deal, facts, rules)]
        else:
            courses = self._courses(facts, result, rules)
            fitting = [taken for taken in courses if kot in (_UNSAID, kot_of(taken, rules))]
            if not fitting:
                shown = result is None or (facts.from_start and len(deal.taken) >= WIN)
                told = "the play" if shown else f"Result {result}"
                differences.append(f"Kot says {kot or 'none'}, which {told} rules out")
            scores = self._ends(deal, fitting or courses, rules)
        score, step = _settled([(score, state.after(score)) for score in scores], facts)
        if facts.revoke is None and result is not None:
            whole = facts.tricks[-1].taken if facts.tricks and not facts.left else score.tricks
            if not (result.fits(score.tricks) or result.fits(whole)):
                differences.append(f"Result says {result}, the play gives {_words(score.tricks)}")
        gained = _gained(step)
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

    def _courses(self, facts: DealFacts, result: _Result | None, rules: CourtPieceRules) -> list[list[Pair]]:
        """Return the ways in which the deal can have gone: as recorded or, where that stops early or begins late, to
        the recorded result.
        """
        played = [trick.taken for trick in facts.tricks]
        stopped = rules.play_to == WIN and played and max(played[-1]) >= WIN
        if facts.from_start and (not facts.left or stopped):
            return [played]
        so_far = played[-1] if played else facts.before
        if result is None and facts.left:
            tricks, text = len(facts.tricks), facts.tags.get("result")
            told = "no Result says how it ended" if text is None else f"Result {text!r} is marked as wrong"
            raise RulesError(f"the deal is not played to its end ({tricks} tricks are recorded), and {told}")
        end = result.end(rules) if result is not None and facts.left else so_far
        if any(have > tricks for have, tricks in zip(so_far, end, strict=True)):
            raise RulesError(f"Result gives {result} tricks, but {_words(so_far)} are taken by then")
        if sum(end) > ALL:
            raise RulesError(f"{_words(end)} tricks are taken, those of the tag Taken among them, but a deal has {ALL}")
        courses = _courses(facts.before, played, end, rules)
        if not courses:
            said = _words(end) if result is None else f"Result {result}"
            raise RulesError(f"{said} is not the end of a deal under {rules}")
        return courses

    def _ends(
        self, deal: PlayedDeal, courses: Sequence[Sequence[Pair]], rules: CourtPieceRules
    ) -> list[CourtPieceScore]:
        """Return the scores that these courses of the deal come to, each once."""
        scores: dict[tuple[Pair, Outcome], CourtPieceScore] = {}
        for taken in courses:
            score = score_deal(replace(deal, taken=taken), rules)
            if taken != deal.taken:  # all that is known of it is its end
                score = replace(score, tricks=taken[-1])
            scores.setdefault((score.courts, score.outcome), score)
        return list(scores.values())


@dataclass(frozen=True, slots=True)
class _Result:
    """The tricks that a tag `Result` gives to one side or to both."""

    tricks: Mapping[Side, int]

    def __str__(self) -> str:
        if len(self.tricks) == len(Side):
            return _words((self.tricks[Side.NS], self.tricks[Side.EW]))
        return " ".join(f"{side} {tricks}" for side, tricks in self.tricks.items())

    def fits(self, tricks: Pair) -> bool:
        """Tell whether it says nothing else than *tricks*."""
        return all(tricks[side] == said for side, said in self.tricks.items())

    def end(self, rules: CourtPieceRules) -> Pair:
        """Return the tricks of both sides.

        A side that is not named has what is left of thirteen or, where play stops at seven, seven. Raises `RulesError`
        where that is not known, and for more tricks than a deal has.
        """
        if sum(self.tricks.values()) > ALL:
            raise RulesError(f"Result gives {self} tricks, but a deal has {ALL}")
        if len(self.tricks) < len(Side):
            [(side, tricks)] = self.tricks.items()
            stops = rules.play_to == WIN
            if (stops and tricks == WIN) or (not stops and rules.collect != "trick" and rules.sir_last_trick == "lost"):
                raise RulesError(f"Result gives {self}: under {rules} expected the tricks of both sides, such as '7-4'")
            other = WIN if stops and tricks < WIN else ALL - tricks
            return (tricks, other) if side is Side.NS else (other, tricks)
        return self.tricks[Side.NS], self.tricks[Side.EW]


def _result(facts: DealFacts, hakem: Side) -> _Result | None:
    """Return what `Result` says; a number alone is the hakem's side's, and what a caret marks is known to be wrong."""
    text = facts.tags.get("result")
    if text is None or text.startswith("^"):
        return None
    units = units_by_side(text) or ({hakem: int(text)} if _NUMBER.fullmatch(text) else None)
    if units is None:
        expected = "expected tricks such as '9-4', 'NS 9' or '9'"
        raise ParseError(f"tag Result: {expected}, not {text!r}", text=text)
    return _Result(units)


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


_UNSAID: Final = "unknown"


def _kot_tag(facts: DealFacts) -> Side | Literal["unknown"] | None:
    """Return who took the first seven tricks in a row as the tag `Kot` says it: a side, or `None` for neither."""
    text = facts.tags.get("kot")
    if text is None:
        return _UNSAID
    try:
        return read_kot(text)
    except ParseError as error:
        raise ParseError(f"tag Kot: {error.message}", text=text) from None


def _kot(facts: DealFacts, rules: CourtPieceRules) -> Side | Literal["unknown"] | None:
    """Return who took the first seven tricks: as the play shows or, where it does not, as the tag says.

    Raises `RulesError` for a tag that what is taken rules out.
    """
    said = _kot_tag(facts)
    if facts.from_start and len(facts.tricks) >= WIN:
        return kot_of([trick.taken for trick in facts.tricks], rules)
    taken = facts.tricks[-1].taken if facts.tricks else facts.before
    if isinstance(said, Side) and (taken[said.other] if taken[said] < WIN else not taken[said]):
        raise RulesError(f"tag Kot: {said} cannot have the first seven tricks with {_words(taken)} taken")
    return said


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


def _settled(
    found: Sequence[tuple[CourtPieceScore, MatchStep]], facts: DealFacts
) -> tuple[CourtPieceScore, MatchStep]:
    """Return the one of the scores that a deal can have, or the one which `DealScore` tells.

    Where a plain win and a kot come to the same it is the plain win. Raises `RulesError` where more than one is left.
    """
    fitting = {(_gained(step), step.after): (score, step) for score, step in sorted(found, key=_plain)}
    told = [each for (gained, _), each in fitting.items() if gained == _tagged(facts, "DealScore", gained)]
    if len(fitting) > 1 and len(told) != 1:
        either = " or ".join(sorted({_words(gained) for gained, _ in fitting}))
        but = f" (DealScore says {facts.tags['dealscore']})" if "dealscore" in facts.tags else ""
        raise RulesError(
            f"Result {facts.tags.get('result')} does not settle the score, {either}{but}: it depends on who took the "
            "first seven tricks; say so with the tag Kot: NS, EW or none"
        )
    return told[0] if len(fitting) > 1 else next(iter(fitting.values()))


def _plain(found: tuple[CourtPieceScore, MatchStep]) -> bool:
    """Put a won deal behind all others."""
    return found[0].outcome is Outcome.WIN


def _gained(step: MatchStep) -> Pair:
    """Return the courts that a deal brought, the bonus of a run included."""
    return (step.deal[0] + step.bonus[0], step.deal[1] + step.bonus[1])


def _words(pair: Pair) -> str:
    """Write amounts as in tags."""
    return f"{pair[0]}-{pair[1]}"
