"""The layers: who may import whom, read from the sources themselves.

A file of the library imports only what stands below it in the list; nothing in the library knows the command line.
The heavy packages are imported where they are used and not when the library is.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

#: From the bottom up; modules of one row may import each other only inside a package of that row.
ROWS: tuple[tuple[str, ...], ...] = (
    ("solver.errors",),
    ("solver.cards",),
    ("solver.deal", "solver.constraints"),
    ("solver.games",),
    ("solver.soundness",),
    ("solver.position",),
    ("solver.reference", "solver.record"),
    ("solver.notation",),
    ("solver.search",),
    ("solver.results",),
    ("solver.backends",),
    ("solver.solve",),
    ("solver.batch", "solver.about"),
    ("solver.analysis",),
    ("solver.scoring",),
    ("solver.outcomes",),
    ("solver.puzzles",),
    ("solver.six",),
    ("solver.view",),
    ("solver.worlds",),
    ("solver.advice",),
    ("solver.arena",),
    ("solver",),
    ("cli",),
)
RANKS = {module: rank for rank, row in enumerate(ROWS) for module in row}

#: Packages that take long to import.
HEAVY = frozenset({"numpy", "networkx", "matplotlib", "typer", "rich", "click", "endplay"})

#: The rooms that compute with arrays, and are loaded only when they are asked.
MAY_BE_HEAVY = frozenset({"cli", "solver.worlds"})

#: The searches know only integers, so nothing but their errors may come from the rest of the library.
SEARCH_MAY_IMPORT = frozenset({"solver.errors", "solver.search"})

SOURCES = sorted(path for folder in ("solver", "cli") for path in (ROOT / folder).rglob("*.py"))


def module_name(path: Path) -> str:
    """Return the dotted name of the module at *path*."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def row_of(module: str) -> str | None:
    """Return the entry of the list that *module* belongs to: the longest name that it begins with."""
    parts = module.split(".")
    for length in range(len(parts), 0, -1):
        name = ".".join(parts[:length])
        if name == "solver" and module != "solver":
            return None
        if name in RANKS:
            return name
    return None


def imports(tree: ast.AST, module: str, *, package: bool) -> Iterator[tuple[str, int, bool]]:
    """Yield every module imported in *tree*, the line, and whether it is imported when the file itself is."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    inside = {inner for function in functions for inner in ast.walk(function)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = module.split(".") if package else module.split(".")[:-1]
            start = base[: len(base) - node.level + 1] if node.level else []
            origin = ".".join([*start, *(node.module.split(".") if node.module else [])])
            # `from package import name` may import a module, so that the more exact of both counts
            names = [f"{origin}.{alias.name}" if known(f"{origin}.{alias.name}") else origin for alias in node.names]
        else:
            continue
        for name in names:
            yield name, node.lineno, node not in inside


def known(module: str) -> bool:
    """Tell whether *module* is a file or folder of ours."""
    path = ROOT.joinpath(*module.split("."))
    return path.is_dir() or any(path.with_suffix(suffix).exists() for suffix in (".py", ".pyx", ".pyi"))


def faults(source: str, module: str, *, package: bool = False) -> list[str]:
    """Return what is wrong with the imports of *module*, whose text is *source*."""
    own = row_of(module)
    if own is None:
        return [f"{module} is in no layer: give it a row"]
    found = []
    for name, line, at_import in imports(ast.parse(source), module, package=package):
        place = f"{module}:{line}"
        top = name.partition(".")[0]
        if top in HEAVY and at_import and own not in MAY_BE_HEAVY:
            found.append(f"{place}: {name} is imported when the library is")
        if top not in ("solver", "cli"):
            continue
        other = row_of(name)
        if other is None:
            found.append(f"{place}: {name} is in no layer: give it a row")
        elif own == "solver.search":
            if other not in SEARCH_MAY_IMPORT:
                found.append(f"{place}: the searches import {name}")
        elif other != own and RANKS[other] >= RANKS[own]:
            found.append(f"{place}: {name} is not below {own}")
    return found


@pytest.mark.parametrize("path", SOURCES, ids=[module_name(path) for path in SOURCES])
def test_imports_go_downwards(path):
    """A module imports only from the layers below its own, and nothing heavy when it is imported itself."""
    assert faults(path.read_text(encoding="utf-8"), module_name(path), package=path.stem == "__init__") == []


def test_the_library_is_light():
    """Importing the library loads none of the heavy packages, neither directly nor through another."""
    program = "import sys, solver; print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT)
    assert HEAVY & set(run.stdout.split()) == set()


@pytest.mark.parametrize(
    ("module", "source", "fault"),
    [
        ("solver.cards", "from solver.deal import Deal", "solver.deal is not below solver.cards"),
        ("solver.cards", "from .deal import Deal", "solver.deal is not below solver.cards"),
        ("solver.cards", "from . import deal", "solver.deal is not below solver.cards"),
        ("solver.cards", "import solver.position", "solver.position is not below solver.cards"),
        ("solver.games.base", "def f():\n    from solver.position import Position", "solver.position is not below"),
        ("solver.record", "from .reference import value", "solver.reference is not below solver.record"),
        ("solver.solve", "import cli", "cli is not below solver.solve"),
        ("solver.deal", "import solver", "solver is not below solver.deal"),
        ("solver.solve", "import numpy as np", "numpy is imported when the library is"),
        ("solver.solve", "if True:\n    from networkx.algorithms import flow", "networkx.algorithms is imported when"),
        ("solver.search.thing", "from solver.position import Position", "the searches import solver.position"),
        ("solver.new", "", "solver.new is in no layer"),
        ("solver.deal", "from . import cards, errors", None),
        ("solver.games.court_piece", "from .base import Game", None),
        ("solver.solve", "def f():\n    import numpy", None),
        ("solver.position", "from solver.games import Game", None),
        ("cli.main", "import typer\nimport solver\nfrom cli.output import show", None),
    ],
)
def test_what_this_test_catches(module, source, fault):
    """The check finds an upward import in every form it can be written in, and nothing else."""
    found = faults(source, module)
    assert len(found) == (fault is not None)
    assert fault is None or fault in found[0]
