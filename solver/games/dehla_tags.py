"""What the tags of a round of Dehla Pakad say about its match, and where they do not agree with what was found.

The same for four players and for six, whose files differ in how the sides are called. Tags are given by name in lower
case. What they say outright holds against what would follow from the rounds before, and the difference is named; what
no match can be (a run on both sides, a run or a score that has won the match already) is an error.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from solver.cards import Side
from solver.errors import ParseError
from solver.games.dehla_match import DehlaMatch, DehlaScore
from solver.games.dehla_rules import DehlaPakadRules, with_target
from solver.games.scorer import Pair, pair_of

__all__ = ["begun", "compared", "deal_score", "difference", "sides_of", "tag_of", "told"]


def begun(state: DehlaMatch, tags: Mapping[str, str], *, first: bool) -> tuple[DehlaMatch, list[str]]:
    """Return the match before a round as `MatchTarget`, `Streak` and `MatchScore` say, and what they contradict.

    *state* is what the rounds before led to, or a new match for the *first* round, which contradicts nothing. Raises
    `ParseError` for tags that cannot be read and for what no match can be before a round.
    """
    found = state
    target = tags.get("matchtarget")
    if target is not None:
        state = replace(state, rules=with_target(state.rules, target))
    rules = state.rules
    streak, score = told(tags, "Streak", state.streak, rules), told(tags, "MatchScore", state.score, rules)
    if streak != found.streak:
        state = replace(state, streak=streak, last=_runner(streak))
    state = replace(state, kots=score) if rules.scoring == "kots" else replace(state, points=score)
    _refuse_over(state, tags)
    if first:
        return state, []
    differences = []
    if state.target != found.target:
        one, other = ("timed" if match.target is None else str(match.target) for match in (state, found))
        differences.append(f"MatchTarget gives {one}, the rounds before {other}")
    differences += difference("Streak", streak, found.streak, "the rounds before give")
    differences += difference("MatchScore", score, found.score, "the rounds before give")
    return state, differences


def _runner(streak: Pair) -> Side | None:
    """Return the side that has a run, which is read as having won the round before; `None` without one.

    A tie that left the run alone may lie between; no tag tells of it.
    """
    return Side.NS if streak[0] else Side.EW if streak[1] else None


def _refuse_over(state: DehlaMatch, tags: Mapping[str, str]) -> None:
    """Raise `ParseError` for a run or a score with which no round can begin."""
    rules = state.rules
    if min(state.streak):
        raise ParseError(
            f"tag Streak: expected 0 for one side, whose run the last round won by the other has ended, not "
            f"{_words(state.streak)!r}",
            text=tags.get("streak"),
        )
    if rules.scoring in {"streak", "kots"} and max(state.streak) >= rules.streak_target:
        what = "win the match" if rules.scoring == "streak" else "make a kot and begin a new count"
        raise ParseError(
            f"tag Streak: expected fewer than {rules.streak_target} rounds running, which {what}, not "
            f"{_words(state.streak)!r}",
            text=tags.get("streak"),
        )
    if rules.scoring != "streak" and state.target is not None and max(state.score) >= state.target:
        raise ParseError(
            f"tag MatchScore: expected fewer than {state.target} {state.target_unit}, which win the match, not "
            f"{_words(state.score)!r}",
            text=tags.get("matchscore"),
        )


def deal_score(score: DehlaScore, rules: DehlaPakadRules) -> Pair:
    """Return what a round brought: kots where these are counted, otherwise points."""
    return score.kots if rules.scoring == "kots" else score.points


def compared(tags: Mapping[str, str], score: DehlaScore, rules: DehlaPakadRules) -> list[str]:
    """Say that `DealScore` does not agree with what the round brought, if so."""
    found = deal_score(score, rules)
    return difference("DealScore", told(tags, "DealScore", found, rules), found, "the rules give")


def told(tags: Mapping[str, str], name: str, default: Pair, rules: DehlaPakadRules) -> Pair:
    """Return the amounts of both sides that a tag gives, *default* without it; an error names the tag."""
    text = tags.get(name.lower())
    if text is None:
        return default
    pair = pair_of(text)
    if pair is None:
        sides = "both sides, NS first," if rules.players == 4 else "1-3-5 and 2-4-6"
        raise ParseError(f"tag {name}: expected amounts of {sides} such as '3-2', not {text!r}", text=text)
    return pair


def tag_of(error: ParseError) -> str:
    """Return which tag an error of this module is about, in lower case: its message begins with `tag Streak:`."""
    return error.message.partition(":")[0].removeprefix("tag ").lower()


def sides_of(rules: DehlaPakadRules) -> str:
    """Return what the sides are called in files."""
    return "NS and EW" if rules.players == 4 else "1-3-5 and 2-4-6"


def difference(tag: str, recorded: Pair, found: Pair, why: str) -> list[str]:
    """Say that a tag does not agree, if so."""
    return [] if recorded == found else [f"{tag} gives {_words(recorded)}, {why} {_words(found)}"]


def _words(pair: Pair) -> str:
    """Write amounts as in tags."""
    return f"{pair[0]}-{pair[1]}"
