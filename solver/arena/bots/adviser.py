"""Players who ask the adviser: what `hakem suggest`, `trump` and `bid` would say, with few worlds and no clock."""

from __future__ import annotations

from collections.abc import Mapping

from solver.advice import Adviser
from solver.advice.results import Advice, TrumpCall
from solver.arena.bots.base import Bot
from solver.arena.seeds import seed_of
from solver.cards import Card, Strain
from solver.games.coinche.auction import Call
from solver.view import View

__all__ = ["AdvisedBot"]


class AdvisedBot(Bot):
    """Does what *adviser* finds best for *objective*, with the *options* of its kind.

    Options: `worlds` for a card, `calls` (worlds for a trump or a bid), `nodes` (limit of each query, 0 for none); for
    alpha-mu also `moves`, and `cards`: with more cards than that in the hand it plays by perfect information Monte
    Carlo.
    """

    def __init__(
        self,
        seed: int,
        *,
        adviser: Adviser,
        method: str,
        objective: str,
        options: Mapping[str, int],
        tips: Bot | None = None,
    ) -> None:
        super().__init__(seed)
        self._adviser = adviser
        self._method = method
        self._objective = objective
        self._options = options
        self._tips = tips

    def call_trump(self, view: View) -> Strain:
        """Name the best trump."""
        best = self._advice(view, "calls", "pimc").best
        assert isinstance(best, TrumpCall)
        return best.strain

    def bid(self, view: View) -> Call:
        """Make the best call."""
        best = self._advice(view, "calls", "pimc").best
        assert isinstance(best, Call)
        return best

    def play(self, view: View) -> Card:
        """Play the best card."""
        held = (view.hand & ~view.table.played_by[view.seat]).bit_count()
        method = self._method if held <= self._options.get("cards", held) else "pimc"
        advice = self._advice(view, "worlds", method)
        best = [candidate.action for candidate in advice.candidates if candidate.mean == advice.candidates[0].mean]
        if len(best) > 1 and self._tips is not None:
            # Open hands leave nothing to choose between these cards; at a table of hidden hands a habit is better.
            card = self._tips.play(view)
            if card in best:
                return card
        assert isinstance(best[0], Card)
        return best[0]

    def _advice(self, view: View, worlds: str, method: str) -> Advice:
        """Ask the adviser."""
        turn = len(view.played) if view.auction is None or view.played else -len(view.auction.calls)
        return self._adviser.advise(
            view,
            worlds=self._options[worlds],
            seed=seed_of(self.seed, "advice", turn),
            method=method,
            objective=self._objective,
            nodes=self._options["nodes"] or None,
            models=None if self._options["models"] else (),
            early=False,
            moves=self._options.get("moves", 1),
            evaluations=self._options.get("evaluations", 20_000),
        )
