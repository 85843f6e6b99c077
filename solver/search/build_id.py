"""The identity of the sources that the extensions are compiled from.

An extension carries the id of its sources. In a source folder the tests compare it with the id of the files that lie
beside it, so that an edit without a build is reported as such and never as a green run of the code of yesterday.
setup.py runs this file by its path while nothing is built yet: it must import the standard library only.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

__all__ = ["source_id"]

_SOURCES = (
    ("csrc", (".c", ".h")),
    ("solver/search", (".pxd", ".pxi", ".pyx")),
)


def source_id(root: Path) -> str | None:
    """Return the id (16 hex digits) of the compiled sources below `root`, None where they are not (an installed wheel).

    Line ends do not count: the same commit has the same id on every platform.
    """
    if not (root / "csrc").is_dir():
        return None
    digest = hashlib.sha256()
    files = [
        path
        for folder, suffixes in _SOURCES
        for path in sorted((root / folder).iterdir(), key=lambda path: path.name)
        if path.suffix in suffixes
    ]
    for path in [*files, root / "setup.py"]:
        digest.update(path.relative_to(root).as_posix().encode() + b"\0")
        digest.update(path.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return digest.hexdigest()[:16]
