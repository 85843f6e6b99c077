"""Hidden hands: the deals that agree with what a seat knows, counted, listed and drawn at random."""

from __future__ import annotations

from solver.worlds.worlds import Sampled, Worlds

__all__ = ["Sampled", "Worlds"]
