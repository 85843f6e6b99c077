"""What all tests share: the settings of hypothesis, the report of what is being tested, the two builds of a search."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parent.parent

# A run in the background of a script begins with Ctrl-C ignored, and so would the programs that tests start and
# interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Runs on an installed wheel, in a folder of its own (.ci/run).
collect_ignore = ["wheel"]

# Wall time says nothing on a shared machine, so no deadline. CI draws the same examples each time: a red run there is
# red everywhere, and the search for new ones is a developer's, with the `explore` profile.
settings.register_profile("default", deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("default"), derandomize=True, print_blob=True)
settings.register_profile("explore", settings.get_profile("default"), max_examples=5000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "default"))


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Run the whole suite on all processors, where pytest-xdist is there and no number is given."""
    alone = config.args != config.getini("testpaths") or config.getoption("usepdb", default=False)
    alone = alone or "PYTEST_XDIST_WORKER" in os.environ  # one of those processors itself
    if not alone and getattr(config.option, "numprocesses", 0) is None:
        config.option.numprocesses = min(os.cpu_count() or 1, 8)


def pytest_report_header() -> list[str]:
    """Say which files and which build this run tests."""
    import solver

    lines = [f"solver: {Path(solver.__file__ or '?').parent}"]
    try:
        from solver.search import _cpu
    except ImportError as error:
        lines.append(f"extensions: not built ({error})")
    else:
        lines.append(f"extensions: build {_cpu.build_id}")
    return lines


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add --update-golden, for tests that compare with a stored file."""
    parser.addoption("--update-golden", action="store_true", help="write the stored outputs anew instead of comparing")


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    """Whether stored outputs are to be written anew."""
    return bool(request.config.getoption("--update-golden"))


@pytest.fixture(params=["portable", "bmi2"])
def cpu(request: pytest.FixtureRequest) -> str:
    """Each build of the searches in turn; the one for a fast PEXT only where this machine can run it."""

    from solver.backends import engine_module
    from solver.errors import LimitError
    from solver.search import compiled

    name: str = request.param
    try:
        compiled(engine_module("whist", name))
    except (LimitError, ImportError) as error:
        pytest.skip(f"the {name} build does not run here: {error}")
    return name
