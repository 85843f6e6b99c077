"""Which round of Dehla Pakad a record tells of: from its play where that is whole, else from `Result` and `Tricks`.

A result in tens does not tell the tricks, one in card points neither. So every round that fits all that is recorded is
scored, and the record is settled when they all come to the same: what does not matter need not be known, and nothing
is guessed. Pairs are (NS, EW); tags are given by name in lower case.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from solver.cards import Seat, Side
from solver.errors import ParseError, RulesError
from solver.games.dehla_match import DehlaMatch, DehlaRound, DehlaStep
from solver.games.dehla_rules import UNIT_NAMES, DehlaPakadRules
from solver.games.dehla_tags import begun, difference, sides_of, told
from solver.games.scorer import Pair, units_by_side

__all__ = ["Decided", "Taken", "counted", "counted_unit", "decided", "unreadable"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """What both sides have taken in the recorded play, at the least: units as the rules count, tens, tricks.

    *played* counts the complete tricks that are recorded. Where *whole* is set they are all those of the round.
    """

    units: Pair = (0, 0)
    tens: Pair = (0, 0)
    tricks: Pair = (0, 0)
    played: int = 0
    whole: bool = False


@dataclass(frozen=True, slots=True)
class _Result:
    """What `Result` says: amounts of both sides, in units as the rules count or in tens."""

    amounts: Pair
    unit: Literal["units", "tens"]

    def counts(self, rules: DehlaPakadRules) -> str:
        """Return what the amounts count, in the plural."""
        return "tens" if self.unit == "tens" else UNIT_NAMES[rules.dp_count]


@dataclass(frozen=True, slots=True)
class Decided:
    """What a round comes to: what both sides have of that by which it is won, its step, and tags that do not agree."""

    amounts: Pair
    step: DehlaStep
    differences: tuple[str, ...] = ()

    @property
    def outcome(self) -> str:
        """In a word or two what the round was to its winner."""
        winner, rules = self.step.score.winner, self.step.after.rules
        if winner is None:
            return "nobody"
        if rules.counts_tens and self.amounts[winner] == rules.tens:
            return rules.all_tens
        return "round"


def counted_unit(rules: DehlaPakadRules) -> str:
    """Return what a round is won by, in the plural: tens, card points or tricks."""
    return "tens" if rules.counts_tens else UNIT_NAMES[rules.dp_count]


def counted(played: DehlaRound, rules: DehlaPakadRules) -> Pair:
    """Return what both sides have of that by which a round is won; raises `RulesError` where the tricks are needed."""
    return played.tens if rules.counts_tens else _units(played, rules)


def decided(state: DehlaMatch, taken: Taken, tags: Mapping[str, str]) -> Decided:
    """Return what the recorded round, which was begun with *state*, comes to; the play holds against the tags.

    Raises `ParseError` for tags that cannot be read, and `RulesError` for a round that is not decided.
    """
    rules = state.rules
    result, tricks = _result(tags, rules), _told_tricks(tags, rules)
    if taken.whole:
        held = [DehlaRound(taken.tens, taken.tricks, rules.players)]
    else:
        held = [played for played in _rounds(rules) if _holds(played, taken, rules)]
    fitting = _matching(held, result, tricks, rules)
    found = _settled(state, fitting or held)
    if fitting and found is not None:
        return found
    if not fitting:
        if found is not None:
            return replace(found, differences=_differences(held, result, tricks, rules))
        said = " and ".join(
            words
            for words in (
                "" if result is None else f"Result gives {_named(result, rules)}",
                "" if tricks is None else f"Tricks gives {_words(tricks)}",
            )
            if words
        )
        if not _matching(_rounds(rules), result, tricks, rules):
            raise RulesError(f"{said}, which no round has")
        in_tens = result is not None and result.unit == "tens" and rules.units[0]
        raise RulesError(f"{said}, the play {_words(taken.tens if in_tens else taken.units)} so far")
    if result is None and len({counted(played, rules) for played in fitting}) > 1:
        known = tags.get("result")
        why = "no Result says how it ended" if known is None else f"its Result {known!r} is marked as wrong"
        raise RulesError(f"the round is not played to its end ({taken.played} tricks are recorded), and {why}")
    said = "the play" if result is None else f"Result {_words(result.amounts)}"
    raise RulesError(
        f"{said} does not settle the score under {rules}: it depends on the tricks of both sides, which a tag Tricks "
        f"can give, such as {rules.tricks // 2 + 1}-{(rules.tricks - 1) // 2}"
    )


def unreadable(tags: Mapping[str, str], rules: DehlaPakadRules) -> list[ParseError]:
    """Return what is wrong with the tags of a round by themselves, whatever was played and whatever came before."""
    found: list[ParseError] = []
    checks: tuple[Callable[[], object], ...] = (
        lambda: begun(DehlaMatch(rules, Seat.NORTH), tags, first=True),
        lambda: told(tags, "DealScore", (0, 0), rules),
        lambda: _result(tags, rules),
        lambda: _told_tricks(tags, rules),
    )
    for check in checks:
        try:
            check()
        except ParseError as error:
            found.append(error)
    return found


def _settled(state: DehlaMatch, rounds: Iterable[DehlaRound]) -> Decided | None:
    """Return what all of *rounds* come to, `None` where they come to different things."""
    ends = {(counted(played, state.rules), state.after(played)) for played in rounds}
    if len(ends) != 1:
        return None
    [(amounts, step)] = ends
    return Decided(amounts, step)


def _differences(
    held: Iterable[DehlaRound], result: _Result | None, tricks: Pair | None, rules: DehlaPakadRules
) -> tuple[str, ...]:
    """Say what the tags give that no round has which ends the play."""
    found: list[str] = []
    if result is not None:
        ends = {played.tens if result.unit == "tens" else _units(played, rules) for played in held}
        found += _difference("Result", result.amounts, ends)
    if tricks is not None:
        found += _difference("Tricks", tricks, {played.tricks for played in held if played.tricks is not None})
    return tuple(found) or ("Result and Tricks give what the play rules out together",)


def _difference(tag: str, recorded: Pair, found: Collection[Pair]) -> list[str]:
    """Say that what a tag gives is none of what can be, if so."""
    if recorded in found:
        return []
    if len(found) > 1:
        return [f"{tag} gives {_words(recorded)}, which the play rules out"]
    return difference(tag, recorded, next(iter(found)), "the play gives")


def _result(tags: Mapping[str, str], rules: DehlaPakadRules) -> _Result | None:
    """Return what `Result` says, `None` without one and for one that is marked as wrong; an error names the tag.

    The amount of one side tells that of the other. Tens are understood whatever the rules count.
    """
    text = tags.get("result")
    if text is None or text.startswith("^"):
        return None
    sides = units_by_side(text) or {}
    readings = [_Result((rules.tens, 0), "tens"), _Result((rules.total, 0), "units")]
    if not rules.counts_tens:
        readings.reverse()
    if len(sides) == 1:
        [(side, amount)] = sides.items()
        sides[side.other] = sum(readings[0].amounts) - amount
    if len(sides) == 2:
        amounts = (sides[Side.NS], sides[Side.EW])
        for reading in readings:
            if sum(amounts) == sum(reading.amounts) and min(amounts) >= 0:
                return replace(reading, amounts=amounts)
    expected = " or ".join(dict.fromkeys(f"{sum(each.amounts)} {each.counts(rules)}" for each in readings))
    raise ParseError(f"tag Result: expected {expected} between {sides_of(rules)}, not {text!r}", text=text)


def _told_tricks(tags: Mapping[str, str], rules: DehlaPakadRules) -> Pair | None:
    """Return the tricks of both sides as `Tricks` gives them; an error names the tag."""
    if "tricks" not in tags:
        return None
    tricks = told(tags, "Tricks", (0, 0), rules)
    if sum(tricks) != rules.tricks:
        text = tags["tricks"]
        raise ParseError(
            f"tag Tricks: expected {rules.tricks} tricks between {sides_of(rules)}, not {text!r}", text=text
        )
    return tricks


def _rounds(rules: DehlaPakadRules) -> list[DehlaRound]:
    """Return every round that there can be: nobody takes more tens than the cards of his tricks."""
    return [
        DehlaRound((tens, rules.tens - tens), (tricks, rules.tricks - tricks), rules.players)
        for tricks in range(rules.tricks + 1)
        for tens in range(rules.tens + 1)
        if tens <= rules.players * tricks and rules.tens - tens <= rules.players * (rules.tricks - tricks)
    ]


def _matching(
    rounds: Iterable[DehlaRound], result: _Result | None, tricks: Pair | None, rules: DehlaPakadRules
) -> list[DehlaRound]:
    """Return the rounds that have what the tags say."""
    found = [played for played in rounds if tricks is None or played.tricks == tricks]
    if result is None:
        return found
    return [
        played
        for played in found
        if result.amounts == (played.tens if result.unit == "tens" else _units(played, rules))
    ]


def _holds(played: DehlaRound, taken: Taken, rules: DehlaPakadRules) -> bool:
    """Tell whether a round can end a play in which so much was *taken*."""
    assert played.tricks is not None
    amounts = ((_units(played, rules), taken.units), (played.tens, taken.tens), (played.tricks, taken.tricks))
    return all(end >= has for ends, have in amounts for end, has in zip(ends, have, strict=True))


def _units(played: DehlaRound, rules: DehlaPakadRules) -> Pair:
    """Return the units of both sides as the rules count."""
    each, ten = rules.units
    if not each:
        return (ten * played.tens[0], ten * played.tens[1])
    if played.tricks is None:
        raise RulesError(f"expected the tricks of both sides, which dp_count={rules.dp_count} needs")
    tens, tricks = played.tens, played.tricks
    return (each * tricks[0] + ten * tens[0], each * tricks[1] + ten * tens[1])


def _named(result: _Result, rules: DehlaPakadRules) -> str:
    """Write a result with what it counts."""
    return f"{result.counts(rules)} {_words(result.amounts)}"


def _words(pair: Pair) -> str:
    """Write amounts as in tags."""
    return f"{pair[0]}-{pair[1]}"
