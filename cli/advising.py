"""What the commands of advice have in common: a view from options or a file, the question, and how it is answered.

Assumes that a command has put together a view.  Progress is shown while worlds are examined; Ctrl-C ends it at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cli.advice_options import Described, Settings
from cli.output import Output
from cli.position_input import cards, tags_of
from cli.reading import STDIN, STDIN_NAME, InputError, Reader, load, option
from solver import Game, HakemError, Hand, HiddenTrump, Record, Rules, Seat, Strain, resolve, view_to_play

if TYPE_CHECKING:
    from solver import View

#: Worlds that are examined without --worlds: as they are, and where --time ends the sample.
WORLDS, MOST_WORLDS = 200, 10_000

_DOTTED = re.compile(r"[^\s.]*\.[^\s.]*\.[^\s.]*\.[^\s.]*")


def answer(view: View, output: Output, settings: Settings, *, targets: Sequence[int] = ()) -> None:
    """Find the advice for *view* and what is assumed besides, and write it; an error names the option that is wrong."""
    from cli.render.advice import advice_text
    from cli.render.advice_payload import advice_payload
    from solver import advise

    view = assuming(view, settings.constraints)
    plot = None
    if settings.plot is not None:
        from cli.render.plot import Plotter

        plot = Plotter(settings.plot)
    worlds = settings.worlds
    if worlds is None:
        worlds = WORLDS if settings.time is None else MOST_WORLDS

    def progress(done: int, total: int) -> None:
        output.progress.done, output.progress.total = done, total

    with naming_options(), output.progress.running("worlds"):
        found = advise(
            view,
            worlds=worlds,
            seed=settings.seed,
            seconds=settings.time,
            method=settings.method,
            objective=None if settings.objective is None else settings.objective.lower(),
            models=() if settings.no_models else settings.models,
            workers=settings.workers,
            targets=targets,
            early=not settings.whole,
            on_progress=progress,
        )
    if plot is not None:
        plot.draw(found)
    if output.as_json:
        output.emit(advice_payload(found, view))
    else:
        output.text(advice_text(found, view, output.style))


#: Options whose arguments in the library have another name.
_OPTIONS = {"strain": "--trump", "seconds": "--time", "models": "--model", "tags": "--tag"}


@contextmanager
def naming_options() -> Iterator[None]:
    """Let errors about an argument of the library name the option that it came from."""
    try:
        yield
    except HakemError as error:
        if error.argument is not None:
            error.located(source=_OPTIONS.get(error.argument, f"--{error.argument}"))
        raise


def hand_mask(text: str | None) -> int:
    """Read the cards of a hand, one by one or in four suits with dots between them."""
    if text is None:
        raise InputError("expected --hand with your cards, or a file")
    if _DOTTED.fullmatch(text.strip()):
        return option("--hand", Hand.parse, text.strip()).mask
    found = option("--hand", cards, text)
    if not found:
        raise InputError("expected cards such as 'SA SK S5', not an empty text", source="--hand")
    twice = sorted({card for card in found if found.count(card) > 1})
    if twice:
        raise InputError(f"{', '.join(map(str, twice))} is given twice", source="--hand")
    return Hand.of(found).mask


def game_and_rules(game: str | None, rules: str | None, *, default: str) -> tuple[Game, Rules]:
    """Return the game and the rules that the options name."""
    found, preset = option("--game", lambda text: resolve(text, None), game or default)
    return found, preset if rules is None else option("--rules", found.rules, rules)


def seat_of(name: str, text: str | None) -> Seat | None:
    """Read a seat."""
    return None if text is None else option(name, Seat.parse, text)


def strain_of(text: str | None) -> Strain | None:
    """Read a trump; ? stands for one that the play fixes, - for a hidden one."""
    return None if text is None or text.strip() in ("?", "-") else option("--trump", Strain.parse, text)


def score_tags(words: Sequence[str] | None, *, bidding: bool = False) -> list[tuple[str, str]]:
    """Read what the score depends on, as far as no other option or the file says it."""
    tags = tags_of(words or (), "what pays", more=() if bidding else ("Redeals",))
    for name in tags:
        if bidding and name in ("Contract", "Declarer"):
            raise InputError(f"the calls (--calls) make the contract, {name} cannot be said besides", source="--tag")
        if name in ("Contract", "Declarer", "Dealer", "Hakem"):
            raise InputError(f"{name} is said by an option of its own or by the file, not by a tag", source="--tag")
        if bidding and name in ("Announces", "Belote"):
            raise InputError(f"{name} is declared in the play, and not known during the auction", source="--tag")
    return list(tags.items())


def assuming(view: View, constraints: Sequence[str] | None) -> View:
    """Return the view with what its seat assumes."""
    for text in constraints or ():
        view = option("--constraint", view.assuming, text)
    return view


def play_view(
    file: str | None,
    output: Output,
    said: Described,
    settings: Settings,
    *,
    upto: int | None = None,
    calls: int | None = None,
    played: str | None = None,
    leader: str | None = None,
    first: bool = False,
) -> View:
    """Return the view that a file or the options describe; *first* asks for that of who leads to the first trick."""
    if file is not None:
        described = {"--hand": said.hand, "--hidden": said.hidden, "--hakem": said.hakem, "--dealer": said.dealer}
        described |= {"--contract": said.contract, "--declarer": said.declarer, "--played": played}
        refuse_with_file(file, described)
        reader = Reader(
            output,
            strict=said.strict,
            language=said.language,
            game=said.game,
            rules=said.rules,
            trump=said.trump,
            leader=leader,
        )
        record = _game_of(file, reader, said.number)
        looking = seat_of("--seat", said.seat)
        if first and looking is None:
            looking = record.leader
        return _of_record(record, looking, upto=upto, calls=calls, tags=settings.tags)
    game, rules = game_and_rules(said.game, said.rules, default="court-piece")
    with naming_options():
        return view_to_play(
            game,
            rules,
            hand=hand_mask(said.hand),
            seat=seat_of("--seat", said.seat),
            strain=strain_of(said.trump),
            hidden=None if said.hidden is None else option("--hidden", HiddenTrump.parse, said.hidden),
            leader=seat_of("--leader", leader),
            hakem=seat_of("--hakem", said.hakem),
            dealer=seat_of("--dealer", said.dealer),
            contract=said.contract,
            declarer=seat_of("--declarer", said.declarer),
            played=option("--played", cards, played or ""),
            tags=score_tags(settings.tags),
        )


def _game_of(file: str, reader: Reader, number: int | None) -> Record:
    """Return the game of a file with that number, or the only one."""
    source = STDIN_NAME if file == STDIN else file
    reading = reader.reading(load(file), source=source)
    if reading.errors and (number is None or len(reading.records) < number):
        raise reading.errors[0]
    records = reading.records
    if number is None and len(records) != 1:
        raise InputError(f"expected one game, found {len(records)}: say which with --number", source=source)
    if number is not None and number > len(records):
        raise InputError(f"expected a game number up to {len(records)}, not {number}", source=source)
    return records[(number or 1) - 1]


def _of_record(
    record: Record, seat: Seat | None, *, upto: int | None, calls: int | None, tags: Sequence[str] | None
) -> View:
    """Return the view that a recorded game gives; what options say takes the place of what the file says."""
    from solver import View

    view = View.from_record(record, seat, upto=upto, calls=calls)
    said = score_tags(tags)
    named = {name.lower() for name, _ in said}
    kept = [(name, value) for name, value in view.tags if name not in named]
    return replace(view, tags=(*kept, *((name.lower(), value) for name, value in said))) if said else view


def refuse_with_file(file: str, given: dict[str, Any]) -> None:
    """Refuse options that describe a view beside a file, which says all of it."""
    said = [name for name, value in given.items() if value is not None]
    if said:
        raise InputError(f"expected either a file or {', '.join(said)}, got both: {file!r}")
