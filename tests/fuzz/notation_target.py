"""The law that readers keep for any bytes, and ways to hunt for bytes that break it.

    python -m tests.fuzz.notation_target [--seconds 60] [--seed 1]      # mutates the corpus, nothing to install
    python -m tests.fuzz.notation_target --atheris [libFuzzer options]  # coverage-guided, if atheris is installed

The law: reading gives a `Reading` whatever the bytes are; what was read without error is written and read again as
the same records, also through JSON; a position, or one of our own errors that says why there is none, comes out of
every record. Bytes that broke it once stay in `tests/data/corpus` and are replayed by `tests/test_notation_fuzz.py`.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import random
import sys
import time
from pathlib import Path

from solver.errors import HakemError
from solver.notation import Reading, from_json, read, to_json, write
from solver.record import Record

DATA = Path(__file__).resolve().parent.parent / "data"

#: Stretches that files of the kinds we read are made of.
WORDS = tuple(
    word.encode("utf-8", "surrogateescape")
    for word in (
        "[Deal ",
        '"N:',
        "\\",
        '"]',
        "{",
        "}",
        ";",
        "%",
        "[",
        "]",
        '"',
        "#",
        "##",
        "*",
        "+",
        "-",
        "^R",
        "^L",
        "=1=",
        "$14",
        "?",
        "!",
        "[Play ",
        "[Auction ",
        "[Note ",
        "[Contract ",
        "[Trump ",
        "[Game ",
        "[Rules ",
        "[CurrentTrick ",
        "[Board ",
        "[Direction ",
        "SA",
        "H10",
        "AP",
        " - - - -",
        "♠",
        "…",
        "\udce9",
        "md|3S",
        "qx|o1|",
        "pc|",
        "mb|",
        "|",
        "10",
        "AKQJT98765432",
        "...",
        "N",
        "E",
        "S",
        "W",
        "\n\n",
        "\r",
        "\r\n",
        "\ufeff",
        "\udcff\udcfe",
        "\x00",
        "\x1a",
        '{"schema":"hakem/record/1",',
        '"tags":[',
    )
)


def check(data: bytes | str, *, strict: bool = False, language: str | None = None, game: str | None = None) -> Reading:
    """Hold *data* against the law; return what was read."""
    reading = read(data, source="fuzz", strict=strict, language=language, game=game)
    assert isinstance(reading, Reading)
    assert reading.records or reading.refused or reading.errors, "nothing was read and nothing reported"
    for error in (*reading.errors, *reading.warnings):
        assert str(error).startswith("fuzz:") or error.source == "fuzz"
    if not strict:
        check_again(reading, language=language, game=game)
    for record in (*reading.records, *reading.refused):
        check_position(record)
    return reading


def check_again(reading: Reading, *, language: str | None, game: str | None) -> None:
    """Check that what was read comes back from its own text, and that refused games can at least be written."""
    text = write(reading.records)
    again = read(text, source="again", game=game)
    assert again.records == reading.records, "the records changed when they were written and read"
    assert not again.refused
    assert not reading.records or write(again.records) == text, "the text changed when it was read and written"
    for record in reading.records:
        data = json.loads(json.dumps(to_json(record)))
        if game is None:
            assert from_json(data) == record, "the record changed on its way through JSON"
    read(write(reading.refused), source="again", language=language, game=game)


def check_position(record: Record) -> None:
    """Check that a record has a position or a reason why it has none."""
    with contextlib.suppress(HakemError):
        record.initial_position(complete=True)
        record.position(complete=True)
        assert record.deal is not None


def mutated(data: bytes, other: bytes, source: random.Random) -> bytes:
    """Return *data* with a few stretches changed, some of them out of *other*."""
    found = bytearray(data[:20000])
    for _ in range(source.randint(1, 6)):
        place = source.randint(0, len(found))
        length = source.choice((0, 1, 1, 2, 5, 20, 200))
        what = source.randrange(6)
        if what == 0:
            del found[place : place + length]
        elif what == 1:
            found[place:place] = source.choice(WORDS)
        elif what == 2:
            found[place : place + length] = source.choice(WORDS)
        elif what == 3:
            start = source.randint(0, len(other))
            found[place:place] = other[start : start + source.choice((5, 50, 500))]
        elif what == 4:
            found[place : place + 1] = bytes([source.randrange(256)])
        else:
            found[place:place] = found[place : place + length] * source.randint(1, 4)
    return bytes(found)


def corpus() -> list[bytes]:
    """Return the inputs that mutation starts from."""
    folders = (DATA / "corpus", DATA / "cases")
    return [path.read_bytes() for folder in folders for path in sorted(folder.iterdir()) if path.is_file()]


def hunt(seconds: float, seed: int) -> int:
    """Mutate the corpus for *seconds*; on a finding write the bytes to the working folder and stop."""
    source = random.Random(seed)
    inputs = corpus()
    end = time.monotonic() + seconds
    runs = 0
    while time.monotonic() < end:
        data = mutated(source.choice(inputs), source.choice(inputs), source)
        runs += 1
        try:
            check(data, strict=source.random() < 0.1, language=source.choice((None, None, None, "fr", "de", "pt")))
        except Exception:
            Path("finding.bin").write_bytes(data)
            print(f"run {runs} with seed {seed} broke the law; the bytes are in finding.bin", file=sys.stderr)
            raise
    print(f"{runs} runs, nothing found", file=sys.stderr)
    return 0


def main() -> int:
    """Hunt as the command line says."""
    if "--atheris" in sys.argv:
        sys.argv.remove("--atheris")
        import atheris  # type: ignore[import-not-found]

        atheris.instrument_all()
        atheris.Setup(sys.argv, lambda data: check(data) and None)
        atheris.Fuzz()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    return hunt(arguments.seconds, arguments.seed)


if __name__ == "__main__":
    sys.exit(main())
