"""The examples in the docstrings of the library print what they say."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def modules() -> list[str]:
    """Return the dotted names of all Python modules of the library and the command."""
    return [
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for top in ("solver", "cli")
        for path in sorted((ROOT / top).rglob("*.py"))
        if path.name != "__main__.py"
    ]


@pytest.mark.parametrize("name", modules())
def test_docstring_examples(name: str) -> None:
    """Each example of the module runs as shown."""
    module = importlib.import_module(name)
    assert doctest.testmod(module, optionflags=doctest.ELLIPSIS).failed == 0
