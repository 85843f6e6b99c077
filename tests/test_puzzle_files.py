"""Puzzles as files, in canonical form, and their graphs for other programs."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import networkx as nx
import pytest

from solver.cards import Card, Direction, Seat, Side, Strain, Suit, cards_of
from solver.deal import Deal
from solver.errors import HakemError
from solver.notation import read, write
from solver.position import Position
from solver.puzzles import (
    THEMES,
    Goal,
    Puzzle,
    Study,
    check_puzzle,
    completed_puzzle,
    dot_text,
    draw_graph,
    find_puzzle,
    graph_object,
    graphml_text,
    puzzle_of,
    record_of,
    solution_graph,
)
from solver.puzzles.canonical import canonical
from solver.puzzles.export import drawn_part

from . import strategies
from .cli_run import ROOT
from .puzzle_reports import WHITFELD, position, sample, whitfeld

# Files


@pytest.mark.parametrize("seed", range(9))
def test_puzzles_are_read_as_they_are_written(seed: int) -> None:
    """A puzzle of each game, with all that its author says, survives the file; the file is in order."""
    puzzle = sample(seed)
    report = check_puzzle(puzzle)
    puzzle = replace(
        completed_puzzle(puzzle, report),
        title='A "title"',
        author="N. N.",
        source="a book",
        date="1901",
        about=("One line.", "Two."),
    )
    text = write([record_of(puzzle)])
    reading = read(text, strict=True)
    assert not reading.errors
    assert puzzle_of(reading.records[0], name=puzzle.name) == puzzle


def test_a_puzzle_may_begin_in_mid_trick() -> None:
    """Cards on the table and units taken are written and read."""
    start = position(WHITFELD, "H", "S", played=[Card.parse("DA"), Card.parse("D7")], taken=(3, 1))
    start = strategies.fresh(start)
    puzzle = Puzzle(name="six", position=start, goal=Goal.parse("NS 9 tricks"))
    assert check_puzzle(puzzle).keys == ((Card.parse("DJ"),),)
    again = puzzle_of(read(write([record_of(puzzle)]), strict=True).records[0], name="six")
    assert again == puzzle


@pytest.mark.parametrize(
    ("tag", "message"),
    [
        ('[Goal "NS seven"]', "tag Goal: expected a goal"),
        ('[Goal "EW 6 tricks"]', "goal of the side to play, but South"),
        ('[Goal "NS 6 points"]', "counts tricks"),
        ('[Goal "NS 6 tricks"]\n[Theme "magic"]', "tag Theme: expected themes out of"),
        ('[Goal "NS 6 tricks"]\n[Difficulty "9"]', "tag Difficulty: expected a difficulty from 1 to 5"),
        ('[Goal "NS 6 tricks"]\n[Solution "XX"]', "tag Solution"),
        ("", "expected a tag Goal"),
    ],
)
def test_tags_that_make_no_puzzle_are_refused_with_their_place(tag: str, message: str) -> None:
    """The error names the tag, the line and what was expected."""
    text = f'[Game "CourtPiece"]\n[Rules "bridge"]\n[Deal "{WHITFELD}"]\n[Trump "H"]\n[ToPlay "S"]\n{tag}\n'
    with pytest.raises(HakemError, match=message) as caught:
        puzzle_of(read(text, source="six.pbn").records[0])
    assert str(caught.value).startswith("six.pbn:")


def test_the_document_tells_of_puzzles_as_they_are() -> None:
    """docs/puzzles.md has a row for each theme, goals that can be read, and a file of the collection as example."""
    text = (ROOT / "docs" / "puzzles.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([^|`]+) \| [^|]+ \|$", text, re.MULTILINE)
    assert [row for row in rows if row not in ("theme", "goal", "---")] == [theme.name for theme in THEMES]
    goals = re.findall(r"`((?:NS|EW) [^`]+)`", text)
    assert len(goals) >= 6
    for goal in goals:
        assert str(Goal.parse(goal)) == goal
    example = re.search(r"^```pbn\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    assert example is not None
    told = puzzle_of(read(example[1], strict=True).records[0], name="whitfeld-six")
    shipped = find_puzzle("whitfeld-six")
    assert shipped is not None
    assert replace(told, source="", about=()) == replace(shipped, source="", about=())


# Canonical forms


def turned(puzzle: Puzzle, *, steps: int, suits: str, mirrored: bool) -> Puzzle:
    """Return the same puzzle with seats turned, suits exchanged and the table mirrored."""
    old = puzzle.position
    seat_of = {seat: Seat((-seat if mirrored else seat) + steps & 3) for seat in Seat}
    suit_of = {Suit.parse(letter): Suit.parse(other) for letter, other in zip("SHDC", suits, strict=True)}
    masks = [0, 0, 0, 0]
    for seat in Seat:
        for card in cards_of(old.hands[seat]):
            masks[seat_of[seat]] |= Card(suit_of[card.suit], card.rank).bit
    trump = old.trump
    direction = old.direction if not mirrored else next(each for each in Direction if each is not old.direction)
    start = Position(
        Deal.of(masks),
        strain=old.strain if trump is None else Strain.of(suit_of[trump]),
        leader=seat_of[old.leader],
        game=old.game,
        rules=replace(old.rules, direction=direction),
    )
    side = seat_of[Seat.NORTH if puzzle.goal.side is Side.NS else Seat.EAST].side
    return replace(puzzle, position=start, goal=replace(puzzle.goal, side=side))


@pytest.mark.parametrize("steps", range(4))
@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("suits", ["SHDC", "HSCD", "CDHS"])
def test_the_same_puzzle_has_one_canonical_form(steps: int, mirrored: bool, suits: str) -> None:
    """Turning, mirroring and renaming change nothing, and the turned puzzle is as sound as the other."""
    puzzle = whitfeld()
    other = turned(puzzle, steps=steps, suits=suits, mirrored=mirrored)
    assert canonical(other.position, other.goal) == canonical(puzzle.position, puzzle.goal)
    report = check_puzzle(other)
    assert report.sound
    assert len(report.keys) == 1


def test_other_puzzles_have_another_form() -> None:
    """Another goal, another holder of a card, another trump; in Coinche another rank."""
    puzzle = whitfeld()
    forms = {
        canonical(puzzle.position, puzzle.goal),
        canonical(puzzle.position, Goal.parse("NS 5 tricks")),
        canonical(position(WHITFELD, "D", "S"), puzzle.goal),
        canonical(position(WHITFELD.replace("T5..", "T8..").replace("J8..", "J5.."), "H", "S"), puzzle.goal),
        canonical(position(WHITFELD, "H", "W"), Goal.parse("EW 6 tricks")),
    }
    assert len(forms) == 5
    higher = canonical(position(WHITFELD.replace("T5..AK9", "T6..AK9"), "H", "S"), puzzle.goal)
    assert higher == canonical(puzzle.position, puzzle.goal)  # the six beats no more cards than the five does
    seven, eight = (
        canonical(
            Position(
                Deal.parse(f"N:A{rank}... KQ... JT... .A7.."), strain=Strain.SPADES, leader=Seat.NORTH, game="coinche"
            ),
            Goal.parse("NS 20 points"),
        )
        for rank in "78"
    )
    assert seven != eight


# Other programs


def test_graphs_are_written_for_other_programs() -> None:
    """GraphML and JSON hold every node, edge and attribute; DOT has a line for each."""
    solution = solution_graph(whitfeld().position, whitfeld().goal)
    again = nx.parse_graphml(graphml_text(solution), node_type=int)
    assert dict(again.nodes(data=True)) == dict(solution.graph.nodes(data=True))
    assert list(again.edges(data="card")) == list(solution.graph.edges(data="card"))
    told = json.loads(json.dumps(graph_object(solution)))
    assert len(told["nodes"]) == len(solution.nodes)
    assert {(edge["from"], edge["to"], edge["card"]) for edge in told["edges"]} == set(
        solution.graph.edges(data="card")
    )
    dot = dot_text(solution)
    assert dot.count(" -> ") == solution.edges
    assert dot.count("fillcolor") == len(solution.nodes)


def test_a_drawing_shows_the_main_line_of_a_large_graph() -> None:
    """All nodes of the main line are in the part that is drawn, and nodes that go on elsewhere say so."""
    solution = solution_graph(whitfeld().position, whitfeld().goal)
    part = drawn_part(solution, most=100)
    line = [step.node.number for step in Study(solution).main_line]
    assert set(line) <= set(part)
    assert len(part) < len(solution.nodes)
    assert any(cut for _, cut in part.nodes(data="cut"))
    assert len(drawn_part(solution, most=1000)) == len(solution.nodes)


@pytest.mark.parametrize(("kind", "begins"), [("png", b"\x89PNG"), ("svg", b"<?xml")])
def test_drawings(kind: str, begins: bytes) -> None:
    """A picture comes out where matplotlib is installed."""
    pytest.importorskip("matplotlib")
    puzzle = sample(0)
    assert draw_graph(solution_graph(puzzle.position, puzzle.goal), kind=kind).startswith(begins)


def test_the_collection_is_found_by_name() -> None:
    """A name in any case finds its puzzle, another none."""
    found = find_puzzle("Whitfeld-Six")
    assert found is not None
    assert found.position == whitfeld().position
    assert find_puzzle("no-such-puzzle") is None
