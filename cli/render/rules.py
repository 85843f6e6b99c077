"""Presets and options of games as text for people."""

from __future__ import annotations

import textwrap

from solver import Game, OptionInfo, Rules, option_infos

_WIDTH = 100


def game_text(game: Game) -> str:
    """The names and presets of a game."""
    lines = [f"{game.title}: {game.name} (also {', '.join(game.aliases)}), counted in {game.unit}"]
    width = max(len(preset) for preset in game.presets)
    for preset in game.presets:
        about = game.about_presets.get(preset, "")
        mark = "*" if preset == game.default_preset else " "
        lines.append(f"  {mark} {preset.ljust(width)}  {about}".rstrip())
    lines.append("  * holds where no preset is named")
    return "\n".join(lines)


def rules_text(game: Game, rules: Rules) -> str:
    """Every option, with its value under *rules*."""
    infos = option_infos(game, rules)
    return "\n".join([f"Options under {rules.text()}:", *(_option(info) for info in infos)])


def _option(info: OptionInfo) -> str:
    """One option: its value, what may be given, meaning, source."""
    changed = "" if info.value == info.default else f" (default {info.default})"
    parts = [f"{info.meaning}."] if info.meaning else []
    parts.append(f"Values: {info.choices}.")
    if info.source:
        parts.append(f"Source: {info.source}.")
    text = textwrap.fill(" ".join(parts), _WIDTH, initial_indent=" " * 6, subsequent_indent=" " * 6)
    return f"  {info.name}={info.value}{changed}\n{text}"
