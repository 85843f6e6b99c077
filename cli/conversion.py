"""Writing what was read: to standard output or a file, as a PBN-like text or as JSON.

Assumes that the games of one file fit in memory.  A file is written only after everything was read, and only if there
is something to write; a file that is there is not written over unless that was asked for.
"""

from __future__ import annotations

from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

from cli.reading import STDIN, InputError, Reader
from cli.render.payload import json_line
from solver import Record, to_json

if TYPE_CHECKING:
    from solver.six import SixRecord

FORMS = {".pbn": "pbn", ".json": "json", ".jsonl": "json"}


def form_of(*, to: str | None, target: str | None, as_json: bool) -> str:
    """Return what to write, ``pbn`` or ``json``.  Raises where that is not said, or said in two ways."""
    if as_json:
        if to == "pbn" or target is not None:
            raise InputError("expected --json without --to pbn and without OUTPUT: it prints JSON")
        return "json"
    if to is not None:
        return to
    form = FORMS.get(PurePath(target).suffix.lower()) if target is not None else None
    if form is None:
        raise InputError(
            f"expected --to pbn or --to json, or an OUTPUT that ends in one of {', '.join(FORMS)}"
            + ("" if target is None else f", not {target!r}")
        )
    return form


def convert(reader: Reader, file: str, target: str | None, *, form: str, force: bool) -> None:
    """Read *file* and write its games, of four or six players, to *target*, or to standard output without one."""
    from solver.six import write_games

    output = reader.output
    records: list[Record | SixRecord] = []
    for record, error in reader.games(file):
        if error is not None:
            output.failure(error, record=record)
        elif record is not None and output.as_json:
            output.emit(_object(record))
        elif record is not None:
            records.append(record)
    if not records:
        return
    text = write_games(records) if form == "pbn" else "".join(json_line(_object(each)) + "\n" for each in records)
    data = text.encode("utf-8", "surrogateescape")
    if target is None or target == STDIN:
        output.data(data)
        return
    try:
        with Path(target).open("wb" if force else "xb") as stream:
            stream.write(data)
    except FileExistsError:
        raise InputError("expected a new file, or --force to write over this one", source=target) from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise InputError(f"cannot write the file: {reason[:1].lower()}{reason[1:]}", source=target) from None


def _object(record: Record | SixRecord) -> dict[str, Any]:
    """Return *record* as an object of JSON."""
    from solver.six import six_to_json

    return to_json(record) if isinstance(record, Record) else six_to_json(record)
