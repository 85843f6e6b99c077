"""Hidden hands: the deals that agree with what a seat knows, counted, listed and drawn at random."""

from __future__ import annotations

from solver.worlds.likelihood import MODELS, Model, effective_size, models_for, world_weights
from solver.worlds.worlds import Sampled, Worlds

__all__ = ["MODELS", "Model", "Sampled", "Worlds", "effective_size", "models_for", "world_weights"]
