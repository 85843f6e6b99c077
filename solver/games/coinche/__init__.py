"""Coinche (belote contree): its options, its play, and the object by which the package knows it."""

from __future__ import annotations

from solver.games.coinche.game import Coinche
from solver.games.coinche.play import LAST_TRICK, SHORT_DECK, card_points, rank_order
from solver.games.coinche.rules import CoincheRules

__all__ = ["LAST_TRICK", "SHORT_DECK", "Coinche", "CoincheRules", "card_points", "rank_order"]
