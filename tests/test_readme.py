"""What README.md shows was run: its Python session, its commands with their output, and the files it names."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from tests.cli_run import ROOT, shell

README = ROOT / "README.md"
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)
SESSION = re.compile(r"^```pycon\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def commands(block: str) -> list[tuple[str, str]]:
    """Return the commands of a block, each with the output shown below it."""
    parts = re.split(r"^\$ (.*)\n", block, flags=re.MULTILINE)
    return list(zip(parts[1::2], parts[2::2], strict=True))


def output(command: str) -> str:
    """Return what *command* prints, errors below the answers."""
    run = shell(command)
    return run.out + run.err


def steady(text: str) -> str:
    """Return *text* without the numbers that differ from machine to machine."""
    return re.sub(r'"(nodes|seconds)":[0-9.e-]+', r'"\1":0', text)


SHOWN = [shown for block in BLOCK.findall(README.read_text(encoding="utf-8")) for shown in commands(block)]


@pytest.mark.parametrize(("command", "expected"), SHOWN, ids=[command[:40] for command, _ in SHOWN])
def test_commands_print_what_is_shown(command, expected, update_golden):
    """Each command of the README prints what stands below it."""
    if update_golden:
        text = README.read_text(encoding="utf-8")
        README.write_text(text.replace(f"$ {command}\n{expected}", f"$ {command}\n{output(command)}"), encoding="utf-8")
        return
    assert steady(output(command)) == steady(expected)


def test_the_python_session(monkeypatch):
    """The sessions in the README run, one after the other, as shown."""
    monkeypatch.chdir(ROOT)
    text = "\n".join(SESSION.findall(README.read_text(encoding="utf-8")))
    session = doctest.DocTestParser().get_doctest(text, {}, "README.md", "README.md", 0)
    found = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(session)
    assert found.attempted > 8
    assert found.failed == 0


def test_links_and_files():
    """Every file that the README links to or names in its commands is there."""
    text = README.read_text(encoding="utf-8")
    names = set(re.findall(r"\]\(([^)#:]+)\)", text)) | set(re.findall(r"\bpuzzles/[\w./-]+\w", text))
    assert names
    assert [name for name in sorted(names) if not Path(ROOT, name).exists()] == []
