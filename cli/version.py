"""The command `hakem version`: what is installed, for a report that others can follow."""

from __future__ import annotations

import typer

from cli import options
from cli.output import Output

EXAMPLES = ("hakem version", "hakem version --json")


def command(*, as_json: options.JsonFlag = False) -> None:
    """Print what is installed.

    Besides the version: the Python it runs on, and which build of the searches this machine uses.
    """
    from cli.render.payload import version_payload
    from cli.render.report import version_text

    output = Output(as_json=as_json)
    facts = _facts()
    if as_json:
        output.emit(version_payload(facts))
    else:
        output.text(version_text(facts))
    raise typer.Exit(output.status)


def print_version() -> None:
    """Print the short answer of ``hakem --version``."""
    from solver import __version__

    Output(as_json=False).text(f"hakem {__version__}")


def _facts() -> dict[str, str | list[str]]:
    import platform

    from solver import __version__, build_info

    build = build_info()
    return {
        "hakem": __version__,
        "python": platform.python_version(),
        "platform": platform.platform(),
        "cpu": build.cpu,
        "builds": list(build.builds),
        "build_id": build.build_id,
        "games": list(build.games),
    }
