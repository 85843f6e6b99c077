"""The names that the library offers: all there, all where they are said to be, and quick to import."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import solver


def test_every_public_name_loads() -> None:
    """Each name of __all__ is an object, and star imports find it."""
    for name in solver.__all__:
        assert getattr(solver, name) is not None
    assert set(solver.__all__) <= set(dir(solver))


def test_type_checkers_and_python_see_the_same_names() -> None:
    """The imports for type checkers and the table of homes agree."""
    tree = ast.parse(Path(solver.__file__ or "").read_text(encoding="utf-8"))
    typed = {
        (node.module, alias.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("solver.")
        for alias in node.names
    }
    assert typed == {(f"solver.{home}", name) for name, home in solver._HOME_OF.items()}


def test_importing_the_library_loads_nothing_heavy() -> None:
    """No numpy, networkx, typer or rich, and no compiled module before it is needed."""
    code = "import sys, solver; solver.Position; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not {"numpy", "networkx", "typer", "rich", "solver.search._whist_portable"} & set(loaded)


def test_unknown_names_are_refused() -> None:
    """As any module does."""
    assert not hasattr(solver, "magic")
