"""Rounds of Dehla Pakad as files, for tests: written in a line each, and scored."""

from __future__ import annotations

from solver import Failure, ScoredDeal, read, score_deals
from solver.six import SixFailure, SixScored, read_six, score_six

#: Seven rounds running and all four tens are a kot each.
KOTS = "scoring=kots;four_tens=kot"


def rounds(*each: str, rules: str = "dehla-pakad", players: int = 4) -> str:
    """Return a file of rounds, each with its tags: `Dealer E, Result 3-1`."""
    head = {"Game": "DehlaPakad", "Rules": rules} | ({"Players": "6"} if players == 6 else {})
    games = [head | dict(tag.strip().split(" ", 1) for tag in tags.split(",")) for tags in each]
    return "\n".join("".join(f'[{name} "{value}"]\n' for name, value in game.items()) for game in games)


def scored(text: str) -> list[ScoredDeal]:
    """Score the rounds of *text*, all of which have a score."""
    found = list(score_deals(read(text).records))
    assert all(isinstance(each, ScoredDeal) for each in found), found
    return found


def failed(text: str) -> str:
    """Return why the only round of *text* has no score."""
    [found] = score_deals(read(text).records)
    assert isinstance(found, Failure)
    return str(found.error)


def scored_six(text: str) -> list[SixScored]:
    """Score the rounds of six players in *text*, all of which have a score."""
    found = list(score_six(read_six(text).records))
    assert all(isinstance(each, SixScored) for each in found), found
    return found


def failed_six(text: str) -> str:
    """Return why the only round of six players in *text* has no score."""
    [found] = score_six(read_six(text).records)
    assert isinstance(found, SixFailure)
    return str(found.error)
