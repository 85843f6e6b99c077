"""Running the command: inside this process for speed, or as a process of its own where streams and signals matter."""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from unittest import mock

import jsonschema

from cli.main import main

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "puzzles" / "examples"
SCHEMAS = ROOT / "cli" / "schemas"
GOLDEN = ROOT / "tests" / "data" / "golden"

#: Variables that change what the command prints.
SENSITIVE = ("NO_COLOR", "TERM", "LC_ALL", "LC_CTYPE", "LANG", "PYTHONIOENCODING", "PYTHONUTF8")


@dataclass(frozen=True)
class Run:
    """What a run left behind."""

    status: int
    out: str
    err: str

    @property
    def objects(self) -> list[dict[str, Any]]:
        """The lines of standard output as JSON, each checked against the schema that it names."""
        objects = [json.loads(line) for line in self.out.splitlines()]
        for each in objects:
            validator(each["schema"]).validate(each)
        return objects

    @property
    def object(self) -> dict[str, Any]:
        """The only object on standard output."""
        [only] = self.objects
        return only


@cache
def validator(schema: str) -> jsonschema.Draft202012Validator:
    """Return the validator of a schema by its name, such as ``hakem/solve/1``."""
    for path in SCHEMAS.glob("*.json"):
        content = json.loads(path.read_text(encoding="utf-8"))
        if content["$id"] == schema:
            jsonschema.Draft202012Validator.check_schema(content)
            # A reader must accept keys that it does not know, so the schema does; here such a key is a fault.
            return jsonschema.Draft202012Validator(content | {"additionalProperties": False})
    raise AssertionError(f"there is no schema {schema!r}")


class Stream(io.TextIOWrapper):
    """A standard stream that keeps its bytes; *terminal* says what it claims to be."""

    def __init__(self, data: bytes = b"", *, encoding: str = "utf-8", terminal: bool = False) -> None:
        super().__init__(io.BytesIO(data), encoding=encoding, errors="backslashreplace", newline="\n")
        self._terminal = terminal

    def isatty(self) -> bool:
        """Whether this passes for a terminal."""
        return self._terminal

    @property
    def written(self) -> str:
        """Everything that was written so far."""
        self.flush()
        return self.buffer.getvalue().decode(self.encoding)  # type: ignore[attr-defined]


def hakem(
    *arguments: str | Path,
    stdin: str | bytes = b"",
    encoding: str = "utf-8",
    terminal: bool = False,
    environ: dict[str, str] | None = None,
) -> Run:
    """Run one command line in this process."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    out, err = Stream(encoding=encoding, terminal=terminal), Stream(terminal=terminal)
    clean = {name: value for name, value in os.environ.items() if name not in SENSITIVE}
    with (
        mock.patch.dict(os.environ, clean | (environ or {}), clear=True),
        mock.patch.object(sys, "stdin", Stream(data)),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        status = main([str(argument) for argument in arguments])
    return Run(status, out.written, err.written)


def process(
    *arguments: str | Path,
    environ: dict[str, str] | None = None,
    **options: Any,
) -> subprocess.Popen[bytes]:
    """Start the command as a process of its own, in the source folder."""
    clean = {name: value for name, value in os.environ.items() if name not in SENSITIVE}
    return subprocess.Popen(
        [sys.executable, "-m", "cli", *map(str, arguments)], cwd=ROOT, env=clean | (environ or {}), **options
    )


def shell(command: str, *, environ: dict[str, str] | None = None, seconds: float = 60) -> Run:
    """Run *command* by bash, with ``hakem`` for the command under test, in the source folder."""
    clean = {name: value for name, value in os.environ.items() if name not in SENSITIVE}
    prelude = f'hakem() {{ "{sys.executable}" -m cli "$@"; }}\n'
    done = subprocess.run(
        ["bash", "-c", prelude + command],
        cwd=ROOT,
        env=clean | (environ or {}),
        capture_output=True,
        stdin=subprocess.DEVNULL,
        timeout=seconds,
        check=False,
    )
    return Run(done.returncode, done.stdout.decode(), done.stderr.decode())
