"""What one seat knows of a deal: its own cards, the play so far, cards that lie open, the auction, what it assumes.

A view never holds what its seat cannot know: it is made from a record by leaving out the other hands and the cards
played later. What follows from a view for the hidden hands, and which deals it leaves, is the business of
`solver.worlds`; a *world* is four masks of the cards now in the hands, by `Seat`, and after them, where the seat does
not know a trump that somebody has hidden, the code of that trump (`trump_code`).

Hands in a view are hands as dealt, the cards played since included, unless they are said to be those of now.
"""

from __future__ import annotations

from solver.view.table import Table, coded_trump, trump_code
from solver.view.views import View

__all__ = ["Table", "View", "coded_trump", "trump_code"]
