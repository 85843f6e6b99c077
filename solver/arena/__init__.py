"""The arena: bots play each other on duplicate deals, so that ways to call, bid and play can be compared by results."""

from solver.arena.bots import BOTS, Bot, parse_player
from solver.arena.contest import Contest, DealResult, Report, run

__all__ = ["BOTS", "Bot", "Contest", "DealResult", "Report", "parse_player", "run"]
