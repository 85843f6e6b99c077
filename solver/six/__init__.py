"""Dehla Pakad with three packs and six players: positions, files, scores and an exact search of endings.

The document names the game in one sentence: six players, three packs shuffled together, two teams of three, and only
the tens count. What it leaves open is read like this:

* the players are numbered 1 to 6 clockwise and sit in turn, so that 1, 3 and 5 play against 2, 4 and 6;
* each gets 26 of the 156 cards; all else is as with four players: the turn goes anticlockwise, the player after the
  dealer leads, the first card that does not follow suit fixes the trump and ruffs;
* of equal cards the one that was played first stays ahead;
* of the twelve tens seven win the round (three of four are more than half, too), six each are nobody's round, and all
  twelve are what all four are with one pack.

The table is of its own because nothing of four players and one pack fits it: a hand may hold a card up to three times.
The rules of play are those of `solver.games.DehlaPakad`, with `players=6`. Where a side is named by `Side`, NS is 1, 3
and 5, and EW is 2, 4 and 6; pairs of amounts are in that order.
"""

from __future__ import annotations

from .analysis import SixAnalysis, SixMistake, analyze_six
from .cards import Player, SixDeal
from .jsonio import SIX_SCHEMA, six_from_json, six_to_json
from .position import SixPosition, six_rules
from .reading import GamesReading, SixReading, read_games, read_six, write_games, write_six
from .record import SixRecord
from .score import SixFailure, SixMatch, SixScored, score_six
from .solve import MOST_CARDS, SixSearcher

__all__ = [
    "MOST_CARDS",
    "SIX_SCHEMA",
    "GamesReading",
    "Player",
    "SixAnalysis",
    "SixDeal",
    "SixFailure",
    "SixMatch",
    "SixMistake",
    "SixPosition",
    "SixReading",
    "SixRecord",
    "SixScored",
    "SixSearcher",
    "analyze_six",
    "read_games",
    "read_six",
    "score_six",
    "six_from_json",
    "six_rules",
    "six_to_json",
    "write_games",
    "write_six",
]
