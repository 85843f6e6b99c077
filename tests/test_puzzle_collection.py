"""The puzzles that come with the program: all sound, all different, enough of each kind, found by their names."""

from __future__ import annotations

import re
from collections import Counter
from importlib import resources

import pytest

from solver.games import resolve
from solver.notation import read
from solver.puzzles import Feat, Wanted, collection, find_puzzle
from solver.puzzles.canonical import canonical
from solver.puzzles.collection import FOLDERS
from solver.puzzles.generate import ending_puzzle

from .puzzle_reports import puzzle_of, report_of

NAMES = [puzzle.name for puzzle in collection()]
_MADE = re.compile(
    r"hakem puzzle generate --game (\S+) --rules (\S+) --cards (\d+) --seed (\d+)(?: --theme (\S+))?, ending (\d+)"
)


@pytest.mark.parametrize("name", NAMES)
def test_every_puzzle_is_sound(name: str) -> None:
    """It passes the check, graph included, and its file says solution, line and difficulty as they are found."""
    puzzle, report = puzzle_of(name), report_of(name)
    assert [fault.message for fault in report.faults] == []
    assert len(report.keys) == 1
    assert puzzle.solution == report.keys[0]
    assert report.study is not None
    assert puzzle.line == tuple(step.card for step in report.study.main_line)
    assert puzzle.difficulty == report.study.difficulty
    assert puzzle.themes == tuple(theme.name for theme in report.themes)


def test_there_are_enough_of_each_kind() -> None:
    """Sixty and more, fifteen a game, five kots, all difficulties in each game, every theme somewhere."""
    puzzles = collection()
    assert len(puzzles) >= 60
    games = Counter(puzzle.game for puzzle in puzzles)
    assert all(games[game] >= 15 for game in FOLDERS)
    feats = Counter((puzzle.game, puzzle.goal.what) for puzzle in puzzles)
    assert feats["court-piece", Feat.KOT] + feats["court-piece", Feat.SWEEP] >= 5
    assert feats["dehla-pakad", Feat.KOT] >= 2
    assert feats["coinche", Feat.CAPOT] >= 2
    for game in FOLDERS:
        assert {puzzle.difficulty for puzzle in puzzles if puzzle.game == game} == {1, 2, 3, 4, 5}


def test_no_puzzle_comes_twice() -> None:
    """Neither by name nor, up to seats and suits, by cards."""
    assert len(set(NAMES)) == len(NAMES)
    assert len({canonical(puzzle.position, puzzle.goal) for puzzle in collection()}) == len(NAMES)


def test_every_file_is_in_order() -> None:
    """Strict reading finds nothing to say; each file lies in the folder of its game and is called as its puzzle."""
    for folder in FOLDERS:
        for file in resources.files("puzzles").joinpath(folder).iterdir():
            reading = read(file.read_bytes(), source=file.name, strict=True)
            assert not reading.errors
            puzzle = find_puzzle(file.name.removesuffix(".pbn"))
            assert puzzle is not None
            assert puzzle.game == folder
            assert puzzle.title
            assert puzzle.author
            assert puzzle.source
            assert puzzle.date


@pytest.mark.parametrize("name", [name for name in NAMES if _MADE.match(puzzle_of(name).source)][::9])
def test_made_puzzles_can_be_made_again(name: str) -> None:
    """What the source says gives the same position and goal."""
    puzzle = puzzle_of(name)
    found = _MADE.fullmatch(puzzle.source)
    assert found is not None
    game, rules, cards, seed, theme, ending = found.groups()
    wanted = Wanted.of(game, rules=rules, cards=int(cards), themes=[theme] if theme else [])
    again = ending_puzzle(wanted, seed=int(seed), number=int(ending))
    assert again is not None
    assert (again.position, again.goal, again.line) == (puzzle.position, puzzle.goal, puzzle.line)
    assert (again.source, again.themes, again.difficulty) == (puzzle.source, puzzle.themes, puzzle.difficulty)


def test_names_of_games_are_those_of_the_folders() -> None:
    """A folder a game."""
    assert [resolve(folder)[0].name for folder in FOLDERS] == list(FOLDERS)
