"""The commands `hakem puzzle ...`: endings with a goal, to be listed, played, solved, checked and made."""

from __future__ import annotations

from cli import puzzle_check, puzzle_generate, puzzle_list, puzzle_show, puzzle_solve, puzzle_try

EXAMPLES = ("hakem puzzle try whitfeld-six",)

#: Every command by its name, as in `cli.main`.
COMMANDS = {
    "list": puzzle_list,
    "show": puzzle_show,
    "try": puzzle_try,
    "solve": puzzle_solve,
    "check": puzzle_check,
    "generate": puzzle_generate,
}

HELP = """List, play, explain, check and make puzzles.

Begin with 'hakem puzzle list', then 'hakem puzzle try ID'.
"""
