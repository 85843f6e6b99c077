"""The command `hakem`: which commands there are, and what every end of a run means.

Exit status: 0 the question was answered; 1 the answer is no; 2 the input was bad, or some of it was; 130 after Ctrl-C;
141 when the reader of the output went away.  Whatever a user wrote, the program ends with a sentence, never with a
traceback; a traceback means a fault of the program itself and is left to be seen.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import Annotated

import typer

from cli import analyze, arena, bid, convert, lead, puzzle, rules, score, solve, suggest, trump, version
from cli.output import ANSWERED, BAD_INPUT, INTERRUPTED, Output, OutputError

PROGRAM = "hakem"

#: Every command by its name: one module each, with a function `command` that Typer reads, and `EXAMPLES` for its help.
COMMANDS = {
    "analyze": analyze,
    "solve": solve,
    "trump": trump,
    "lead": lead,
    "suggest": suggest,
    "bid": bid,
    "score": score,
    "arena": arena,
    "rules": rules,
    "convert": convert,
    "version": version,
}

#: Groups of commands by their name: modules with `COMMANDS`, `HELP` and `EXAMPLES` of their own.
GROUPS = {"puzzle": puzzle}

STATUSES = "\n\nExit status: 0 answered, 1 the answer is no, 2 bad input, 130 after Ctrl-C."


def _examples(lines: Iterable[str]) -> str:
    """Return the end of a help text; the backspace keeps Typer from filling the lines."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)


def _help_without_command(context: typer.Context) -> None:
    """Say what there is where no command is named."""
    if context.invoked_subcommand is None:
        Output(as_json=False).say(context.get_help())
        raise typer.Exit(BAD_INPUT)


app = typer.Typer(
    name=PROGRAM,
    help="Solve open hands of Court Piece (Rang, Hokm, Coat), Dehla Pakad, Coinche and plain whist or bridge play"
    " exactly, and advise a player who sees one hand.",
    epilog=_examples(example for module in (*COMMANDS.values(), *GROUPS.values()) for example in module.EXAMPLES[:1])
    + STATUSES,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for name, module in COMMANDS.items():
    app.command(name, epilog=_examples(module.EXAMPLES))(module.command)
for name, group in GROUPS.items():
    shown = _examples(example for module in group.COMMANDS.values() for example in module.EXAMPLES[:1])
    commands = typer.Typer(name=name, help=group.HELP, epilog=shown, rich_markup_mode=None)
    commands.callback(invoke_without_command=True)(_help_without_command)
    for word, module in group.COMMANDS.items():
        commands.command(word, epilog=_examples(module.EXAMPLES))(module.command)
    app.add_typer(commands)


@app.callback(invoke_without_command=True)
def common(
    context: typer.Context,
    *,
    show_version: Annotated[bool, typer.Option("--version", help="Print the version and exit.")] = False,
) -> None:
    """Read what stands before the command's name."""
    if show_version:
        version.print_version()
        raise typer.Exit
    _help_without_command(context)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line, `sys.argv` by default, and return its exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    output = Output(as_json="--json" in words)
    try:
        result = app(words, prog_name=PROGRAM, standalone_mode=False)
        status = result if isinstance(result, int) else ANSWERED
        output.close()
    except typer.Exit as stop:
        status = stop.exit_code
    except (KeyboardInterrupt, typer.Abort):
        status = INTERRUPTED
    except (OutputError, OSError) as error:  # what commands read is checked where they read it; Typer writes unchecked
        output.abandon(error)
        status = BAD_INPUT
    except Exception as error:
        if not _refused(error, words, output):
            raise
        status = BAD_INPUT
    if status == INTERRUPTED:
        output.say("interrupted")
    return status


def _refused(error: Exception, words: Sequence[str], output: Output) -> bool:
    """Report an error of the input; return whether it was one."""
    if hasattr(error, "format_message"):  # Typer's errors about a command line, whichever class they descend from
        command = [word for word in words[:1] if word in COMMANDS or word in GROUPS]
        command += [word for word in words[1:2] if command and word in getattr(GROUPS.get(words[0]), "COMMANDS", ())]
        output.usage_error(error.format_message(), help_command=" ".join([PROGRAM, *command, "--help"]))
        return True
    from solver import HakemError

    if isinstance(error, HakemError):
        output.failure(error)
        return True
    return False
