"""Players who go by the tips of the documents that describe the games; they count cards, but search nothing."""

from solver.arena.bots.tips.coinche import CoincheTips
from solver.arena.bots.tips.court_piece import CourtPieceTips
from solver.arena.bots.tips.dehla_pakad import DehlaPakadTips
from solver.arena.bots.tips.play import TipsPlay
from solver.errors import LimitError
from solver.games import Game

__all__ = ["tips_for"]

_PLAYERS: dict[str, type[TipsPlay]] = {
    "court-piece": CourtPieceTips,
    "dehla-pakad": DehlaPakadTips,
    "coinche": CoincheTips,
}


def tips_for(game: Game, seed: int) -> TipsPlay:
    """Return a player of *game* who goes by its tips; raises `LimitError` for a game without any."""
    player = _PLAYERS.get(game.name)
    if player is None:
        raise LimitError(f"there are no tips for {game.title}, only for {', '.join(sorted(_PLAYERS))}")
    return player(seed)
