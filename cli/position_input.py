"""The one position that `hakem solve` is asked about, from options, from a deal in one line, or from a whole game.

Assumes that options speak last: what they say takes the place of what a file says.  What nobody says is asked for, not
guessed.  Errors name the option, or the place in the file.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace

from cli.reading import STDIN, STDIN_NAME, InputError, Reader, load, option
from solver import (
    Card,
    Deal,
    Direction,
    HakemError,
    HiddenTrump,
    Pile,
    Position,
    Record,
    Seat,
    Strain,
    cards_of,
    resolve,
)

_BARE_DEAL = re.compile(r"[A-Za-z]+\s*:[^\r\n\[\]|]*")
_TAKEN = re.compile(r"(?:NS\s*)?(\d+)\s*(?:-|/|,|\s)\s*(?:EW\s*)?(\d+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """A position as its parts were written; `None` for what no option says."""

    deal: str | None = None
    trump: str | None = None
    leader: str | None = None
    trick: str | None = None
    taken: str | None = None
    pile: str | None = None
    hidden: str | None = None
    first_five: str | None = None
    played: str | None = None
    game: str | None = None
    rules: str | None = None
    direction: str | None = None
    complete: bool = False
    tags: Sequence[str] = ()


def position_of(wanted: Wanted, reader: Reader, file: str | None) -> tuple[Position, Record | None]:
    """Return the position that the options and the *file* describe together, and the record that it comes from, if any.

    Raises an error of the family of `HakemError` that names what is missing, wrong or said twice.
    """
    if wanted.deal is not None:
        if file is not None:
            raise InputError(f"expected either --deal or a file, got both: {file!r}")
        return _from_deal(wanted, wanted.deal, source="--deal"), None
    data = _data(file)
    source = STDIN_NAME if file in (None, STDIN) else str(file)
    line = _one_line(data)
    if line is not None:
        return _from_deal(wanted, line, source=source), None
    for name in ("trick", "taken", "pile", "hidden", "first_five", "tags"):
        if getattr(wanted, name):
            flag = name.removesuffix("s").replace("_", "-")
            raise InputError(f"expected --{flag} with a deal in one line only: a game has tags for it", source=source)
    record = only_game(reader, data, source=source)
    if wanted.direction is not None and record.rules is not None:
        way = option("--direction", Direction.parse, wanted.direction)
        rules = replace(record.rules, direction=way).text()
        record = only_game(replace(reader, rules=rules), data, source=source, quiet=True)
    try:
        position = record.position(complete=wanted.complete)
    except HakemError as error:
        reader.output.notices(record, but=[error.message])
        raise
    reader.output.notices(record)
    for card in option("--played", cards, wanted.played or ""):
        position.play(card)
    return position, record


def rules_text(rules: str | None, direction: str | None) -> str | None:
    """Return the rules with the direction added, as the library reads them."""
    if direction is None:
        return rules
    way = option("--direction", Direction.parse, direction)
    return f"{rules};direction={way}" if rules else f"direction={way}"


#: Tags that a score can depend on, as files write them.
SCORE_TAGS = (
    "Announces",
    "Belote",
    "Contract",
    "Dealer",
    "Declarer",
    "Hakem",
    "Kot",
    "MatchScore",
    "MatchTarget",
    "Streak",
    "Target",
    "Tricks",
)


def tags_of(words: Sequence[str], objective: str | None, *, more: Sequence[str] = ()) -> dict[str, str]:
    """Read tags given as ``Name=value``, *more* ones among them; they mean something only with an objective."""
    if words and objective is None:
        raise InputError(f"expected --objective with a tag: {words[0]!r} changes no other answer", source="--tag")
    names = sorted((*SCORE_TAGS, *more))
    known = {name.lower(): name for name in names}
    tags: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise InputError(f"expected a tag as Name=value, such as Hakem=N, not {word!r}", source="--tag")
        tag = known.get(name.strip().lower())
        if tag is None:
            raise InputError(f"expected one of the tags {', '.join(names)}, not {name.strip()!r}", source="--tag")
        if tag in tags:
            raise InputError(f"expected tag {tag} once", source="--tag")
        tags[tag] = value.strip()
    return tags


def cards(text: str) -> tuple[Card, ...]:
    """Read a row of cards separated by blanks or commas."""
    return tuple(Card.parse(word) for word in re.split(r"[\s,]+", text.strip()) if word)


def units_taken(text: str) -> tuple[int, int]:
    """Read what North-South and East-West took: ``3-2``."""
    found = _TAKEN.fullmatch(text.strip())
    if found is None:
        raise InputError(f"expected two numbers, North-South first, such as 3-2, not {text!r}")
    return int(found[1]), int(found[2])


def _data(file: str | None) -> bytes:
    if file is None and sys.stdin is not None and sys.stdin.isatty():
        raise InputError("expected --deal, a file, or data on standard input")
    return load(STDIN if file is None else file)


def _one_line(data: bytes) -> str | None:
    """Return the text of *data* if it is a deal in one line, such as ``N:AK.. QJ.. T9.. 87..``."""
    try:
        text = data.decode("utf-8-sig").strip()
    except UnicodeDecodeError:
        return None
    return text if _BARE_DEAL.fullmatch(text) else None


def only_game(reader: Reader, data: bytes, *, source: str, quiet: bool = False) -> Record:
    """Return the only game of *data*; raise its first error, or say that there are more.

    What was noticed outside the game is said, unless it is to be *quiet*; what was noticed in it is left to be said.
    """
    reading = reader.reading(data, source=source, quiet=True)
    if reading.errors:
        reader.tell(reading.warnings)
        raise reading.errors[0]
    if not quiet:
        reader.tell_loose(reading)
    if len(reading.records) != 1:
        raise InputError(f"expected one game, found {len(reading.records)}: use hakem analyze", source=source)
    return reading.records[0]


def _from_deal(wanted: Wanted, text: str, *, source: str) -> Position:
    """Build the position of a deal in one line."""
    rules = rules_text(wanted.rules, wanted.direction)
    game, options = resolve(wanted.game or "court-piece", rules)
    needed = {"trump": wanted.trump or wanted.hidden, "leader": wanted.leader}
    missing = [name for name, value in needed.items() if value is None]
    if missing or wanted.leader is None:
        mode = game.trump_mode(options)
        if "trump" in missing and mode.shown_by != "no" and mode.fixed_by == "no":
            missing[0] = "hidden 'SEAT SUIT'"
        names = " and ".join(f"--{name}" for name in missing)
        raise InputError(f"expected {names}: a deal alone does not say what is trump and who leads")
    deal = option(source, Deal.parse, text)
    if wanted.complete:
        deal = deal.completed(deck=game.deck)
    return Position(
        deal,
        strain=_strain(wanted, open_trump=game.trump_may_be_open(options)),
        hidden=option("--hidden", HiddenTrump.parse, wanted.hidden) if wanted.hidden else None,
        undealt=_undealt(deal, wanted.first_five),
        leader=option("--leader", Seat.parse, wanted.leader),
        game=game,
        rules=options,
        trick=option("--trick", cards, wanted.trick or ""),
        taken=option("--taken", units_taken, wanted.taken) if wanted.taken else (0, 0),
        carry=option("--pile", Pile.parse, wanted.pile) if wanted.pile else None,
        played=option("--played", cards, wanted.played or ""),
    )


def _strain(wanted: Wanted, *, open_trump: bool) -> Strain | None:
    """Return the trump that an option gives; none where it is hidden, or still to be fixed."""
    text = (wanted.trump or "-").strip()
    if (text == "?" and open_trump) or (text == "-" and wanted.hidden):
        return None
    if text == "-":
        raise InputError("expected --hidden 'SEAT SUIT' for a trump that is hidden, not --trump '-'")
    return option("--trump", Strain.parse, text)


def _undealt(deal: Deal, first_five: str | None) -> int:
    """Return the cards of *deal* that are dealt only later, where an option gives those that are dealt at first."""
    if first_five is None:
        return 0
    first = option("--first-five", Deal.parse, first_five)
    undealt = 0
    for seat in Seat:
        whole, part = deal[seat], first[seat]
        if whole is None or part is None or part.mask & ~whole.mask:
            strange = " ".join(map(str, cards_of(part.mask & ~whole.mask))) if whole and part else "an unknown hand"
            raise InputError(f"expected cards of {seat.word} as in --deal, not {strange}", source="--first-five")
        undealt |= whole.mask & ~part.mask
    return undealt
