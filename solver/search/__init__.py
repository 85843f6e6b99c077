"""The exact searches: one compiled module a game, over the per-node C of csrc/.

Modules here know only integers (masks, seats, counts); what they mean and whether they make sense is decided above, in
`solver.solve`.  `_cpu` says which of two builds of the same search suits the machine.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

__all__ = ["compiled"]


def compiled(name: str) -> Any:  # noqa: ANN401 - a module; stubs beside it say what it holds
    """Return the compiled module solver.search.*name*.

    Raises `ImportError` where Python runs from a source folder in which nothing was built, which hides an installed
    package.
    """
    try:
        return import_module(f"solver.search.{name}")
    except ModuleNotFoundError as error:
        if error.name != f"solver.search.{name}":
            raise
        raise ImportError(
            f"the compiled search {name} is not in the folder that Python took hakem from: install in it with "
            "'pip install -e .', or run Python in another folder to use the installed package"
        ) from None
