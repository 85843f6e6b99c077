"""docs/advice.md: its Python was run."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "advice.md").read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_examples_give_what_they_say(example: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A comment after an expression without a name is its value."""
    monkeypatch.chdir(ROOT)
    names: dict[str, Any] = {}
    exec("from solver import *", names)  # noqa: S102 - our own document
    exec(compile(example, "docs/advice.md", "exec"), names)  # noqa: S102
    shown = re.findall(r"^(\w\S.*?)\s+# ([A-Z]\w*\(.*\)|Card\.parse\(.*\))$", example, re.MULTILINE)
    assert shown
    for expression, value in shown:
        assert eval(expression, names) == eval(value, names), expression  # noqa: S307
