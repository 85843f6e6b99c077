"""What is tested must be what was built, and what is built must be complete.

In this flat layout the source folder comes before an installed package on Python's path when it starts there, so the
tests run on the extensions that lie in the folder: they must be those of the sources beside them.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from solver.search.build_id import source_id

ROOT = Path(__file__).resolve().parent.parent
BUILD = "build with `pip install -e .` or `python setup.py build_ext --inplace`"


def declared(pattern: str) -> list[str]:
    """Return the strings in the list that `pattern` opens in pyproject.toml (tomllib is newer than Python 3.10)."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    found = re.search(rf"^{pattern} = \[(.*?)\]", text, re.MULTILINE | re.DOTALL)
    assert found, pattern
    return re.findall(r'"([^"]+)"', found[1])


def test_the_extensions_are_those_of_the_sources_beside_them() -> None:
    """An edit of csrc/, a .pyx or setup.py without a build is an error, not a run of older code."""
    try:
        from solver.search import _cpu
    except ImportError as error:
        pytest.fail(f"the extensions are not built ({error}): {BUILD}")
    if Path(_cpu.__file__).resolve().parent != ROOT / "solver" / "search":
        pytest.fail(f"the tests import {_cpu.__file__}, not the folder they belong to: {BUILD}")
    built, sources = _cpu.build_id, source_id(ROOT)
    assert built == sources, f"the extensions are not of the sources beside them ({built}, not {sources}): {BUILD}"


def test_the_source_id_changes_with_each_source_and_not_with_line_ends(tmp_path: Path) -> None:
    """The id covers C headers, Cython sources and build flags, and is the same on every platform."""
    for folder in ("csrc", "solver/search"):
        (tmp_path / folder).mkdir(parents=True)
    files = [tmp_path / name for name in ("setup.py", "csrc/a.h", "solver/search/b.pyx", "solver/search/c.pxi")]
    for path in files:
        path.write_bytes(b"one\ntwo\n")
    seen = {source_id(tmp_path)}
    for path in files:
        path.write_bytes(b"one\ntwo\nthree\n")
        seen.add(source_id(tmp_path))
        path.write_bytes(b"one\r\ntwo\r\n")
    assert len(seen) == 1 + len(files)
    assert source_id(tmp_path) in seen
    assert source_id(tmp_path / "solver") is None


def test_every_package_is_declared() -> None:
    """A package that pyproject.toml does not name would be missing from the wheel only."""
    folders = {
        path.parent.relative_to(ROOT).as_posix().replace("/", ".")
        for top in ("solver", "cli", "puzzles")
        for path in (ROOT / top).rglob("__init__.py")
    }
    assert set(declared("packages")) == folders


def test_every_cython_module_is_built_and_has_its_stub() -> None:
    """Each .pyx has a line in setup.py and a .pyi beside it."""
    setup = (ROOT / "setup.py").read_text(encoding="utf-8")
    for module in sorted((ROOT / "solver" / "search").glob("*.pyx")):
        pair = re.sub("_(portable|bmi2)$", "", module.stem)
        assert f'engine("{module.stem}")' in setup or f'engines("{pair}")' in setup, module.name
        assert module.with_suffix(".pyi").is_file(), module.name


def test_importing_the_library_loads_no_heavy_package() -> None:
    """`import solver` stays quick: what only some commands need is imported where it is needed."""
    code = "import sys, solver; print(*sorted({'numpy', 'networkx', 'typer', 'rich'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert not done.stdout.split()


def test_a_source_folder_without_a_build_says_so(tmp_path):
    """Python in a folder of the sources takes hakem from there; what is not built is named, with the remedy."""
    unbuilt = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
    shutil.copytree(ROOT / "solver", tmp_path / "solver", ignore=unbuilt)
    code = (
        "from solver import Deal, Position, Searcher, Seat, Strain\n"
        "deal = Deal.parse('N:A... K... Q... J...')\n"
        "Searcher().value(Position(deal, strain=Strain.NO_TRUMP, leader=Seat.NORTH))"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert run.stderr.splitlines()[-1].startswith("ImportError: the compiled search ")
    assert "pip install -e ." in run.stderr
