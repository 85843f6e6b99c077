"""Puzzles: goals, cards that come to the same, the solution graph, soundness, files, canonical forms."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import networkx as nx
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from solver import reference
from solver.backends import engine_for
from solver.cards import Card, Seat, Side, Strain, mask_of
from solver.deal import Deal
from solver.errors import HakemError, LimitError, ParseError, PositionError, RulesError
from solver.position import Position
from solver.puzzles import (
    Goal,
    Judge,
    Puzzle,
    SolutionGraph,
    Study,
    alike,
    check_puzzle,
    completed_puzzle,
    explain,
    natural_plays,
    solution_graph,
    verify,
)
from solver.puzzles.graph import Node
from solver.puzzles.plays import all_open
from solver.puzzles.study import natural_play_fails
from solver.results import Limit

from . import strategies
from .puzzle_reports import position, sample, whitfeld


def kinds(puzzle: Puzzle) -> list[str]:
    """Return the kinds of fault that a check finds."""
    return [fault.kind.value for fault in check_puzzle(puzzle).faults]


# Goals


@pytest.mark.parametrize(
    "text", ["NS 6 tricks", "EW 82 points", "NS 3 tens", "NS 1 trick", "NS kot", "EW sweep", "NS capot", "NS 0 tens"]
)
def test_goals_are_read_as_they_are_written(text: str) -> None:
    """Reading and writing a goal gives the same text and the same goal."""
    assert str(Goal.parse(text)) == text
    assert Goal.parse(text.lower()) == Goal.parse(text)


@pytest.mark.parametrize(
    "text", ["", "NS", "6 tricks", "NS 6", "NS six tricks", "NS 6 hearts", "XX 6 tricks", "NS win"]
)
def test_what_is_no_goal_is_refused(text: str) -> None:
    """The message says what a goal looks like or which side is not known."""
    with pytest.raises(ParseError, match="expected"):
        Goal.parse(text)


@pytest.mark.parametrize(
    ("goal", "game", "message"),
    [
        ("NS 3 tens", "court-piece", "counts tricks, not tens"),
        ("NS capot", "court-piece", "has no capot"),
        ("NS sweep", "coinche", "has no sweep"),
        ("NS kot", "coinche", "has no kot"),
        ("NS 4 points", "dehla-pakad", "counts tens"),
    ],
)
def test_goals_of_other_games_are_refused(goal: str, game: str, message: str) -> None:
    """A goal must be one that the game counts."""
    deal = Deal.parse("N:A7... K8... Q9... JT...")
    start = Position(deal, strain=Strain.SPADES, leader=Seat.NORTH, game=game)
    with pytest.raises(RulesError, match=message):
        Goal.parse(goal).question(start)


def test_a_kot_needs_what_was_taken_before() -> None:
    """In an ending of two tricks the first seven can only be told from what is taken."""
    with pytest.raises(PositionError, match="say what is taken"):
        Goal.parse("NS kot").question(position("N:A7... K8... Q9... JT...", "S", "N"))


def searchable(start: Position) -> bool:
    """Return whether there is a search for the rules of *start*."""
    try:
        engine_for(start.game, start.rules)
    except LimitError:
        return False
    return True


@settings(max_examples=30)
@given(strategies.positions(max_cards=3), st.integers(0, 12))
def test_the_judge_agrees_with_the_plain_search(start: Position, amount: int) -> None:
    """For every game with an open trump, the goal is reached when plain minimax says so, after each card too."""
    assume(not start.is_over and searchable(start))
    goal = Goal(start.to_move.side, start.game.unit_of(start.rules), amount)
    if not all_open(start):
        with pytest.raises(RulesError, match="a trump that is open"):
            Judge(goal, start)
        return
    judge = Judge(goal, start)
    ns = start.taken[0] + reference.value(start)
    mine = ns if goal.side is Side.NS else start.total - ns
    assert judge.reaches(start) is (mine >= amount)
    for card, more in reference.card_values(start).items():
        got = start.taken[0] + more if goal.side is Side.NS else start.total - start.taken[0] - more
        assert (card in judge.winning(start)) is (got >= amount)


def plain_reaches(
    at: Position, won: Callable[[Position, bool], bool | None], side: Side, *, lost: bool = False
) -> bool:
    """Return whether *side* reaches what *won* tells at the end of a line, by trying everything."""
    answer = won(at, lost)
    if answer is not None:
        return answer
    outcomes = []
    for card in at.legal_plays():
        left = at.tricks_left
        at.push(card)
        gone = lost or (at.tricks_left < left and at.leader.side is not side)
        outcomes.append(plain_reaches(at, won, side, lost=gone))
        at.undo()
    return any(outcomes) if at.to_move.side is side else all(outcomes)


@settings(max_examples=25)
@given(strategies.positions(of="coinche", max_cards=3))
def test_a_capot_is_all_tricks(start: Position) -> None:
    """The judge and trying everything agree on all tricks, which points do not tell."""
    if start.is_over or start.trick:
        return
    side = start.to_move.side
    start = strategies.fresh(
        Position(start.deal, strain=start.strain, leader=start.leader, game="coinche", rules=start.rules)
    )
    judge = Judge(Goal.parse(f"{side.name} capot"), start)

    def won(at: Position, lost: bool) -> bool | None:
        return False if lost else True if at.is_over else None

    assert judge.reaches(start) is plain_reaches(start, won, side)


@pytest.mark.parametrize(("seed", "cards"), [(seed, 8) for seed in range(6)])
def test_a_kot_is_the_first_seven_tricks(seed: int, cards: int) -> None:
    """With five tricks taken the side needs the next two; trying everything says the same."""
    deal = Deal.random(cards=cards, seed=seed)
    start = Position(deal, strain=Strain.SPADES, leader=Seat.SOUTH, taken=(13 - cards, 0))
    judge = Judge(Goal.parse("NS kot"), start)

    def won(at: Position, lost: bool) -> bool | None:
        return False if lost else True if at.taken[0] >= 7 else None

    assert judge.reaches(start) is plain_reaches(start, won, Side.NS)


# Cards that come to the same, and natural plays


@settings(max_examples=40)
@given(strategies.positions(max_cards=3))
def test_alike_cards_have_the_same_value(start: Position) -> None:
    """The groups hold each legal card once, and plain minimax gives every card of a group the same value."""
    groups = alike(start)
    assert sorted(card for group in groups for card in group) == sorted(start.legal_plays())
    values = reference.card_values(start)
    for group in groups:
        assert len({values[card] for card in group}) == 1


def hands(*words: str) -> Deal:
    """Return a deal by its cards, North first."""
    return Deal.of([mask_of(Card.parse(word) for word in each.split()) for each in words])


def texts(groups: object) -> list[str]:
    """Return groups of cards as texts."""
    return [" ".join(card.text for card in group) for group in groups]  # type: ignore[attr-defined]


def test_touching_cards_come_to_the_same_and_cards_between_part_them() -> None:
    """Ace and king are one group; the nine is not with the jack while another hand holds the ten."""
    deal = hands("SA SK SJ S9", "ST S8 S7 S6", "SQ H2 H3 H4", "S5 S4 S3 S2")
    assert texts(alike(Position(deal, strain=Strain.NO_TRUMP, leader=Seat.NORTH))) == ["SA SK", "SJ", "S9"]


def test_a_card_on_the_table_still_counts_and_one_of_an_old_trick_does_not() -> None:
    """While the queen lies on the table king and jack differ; when she has been turned they are one."""
    deal = hands("SK SJ H2", "SQ S3 H3", "S5 S4 H4", "S2 S7 H5")
    start = Position(
        deal, strain=Strain.NO_TRUMP, leader=Seat.EAST, played=[Card.parse("SQ"), Card.parse("S5"), Card.parse("S2")]
    )
    assert texts(alike(start)) == ["SK", "SJ"]
    deal = hands("SK SJ H2 D2", "SQ S3 H3 D3", "S5 S4 H4 D4", "SA S7 H5 D5")
    played = [Card.parse(word) for word in ("SQ", "S5", "SA", "SJ")]
    start = Position(deal, strain=Strain.NO_TRUMP, leader=Seat.EAST, played=played)
    assert texts(alike(start))[0] == "S7"


def test_a_ten_stands_alone_where_tens_count() -> None:
    """In Dehla Pakad the ten is not with the jack and the nine, which are together across it."""
    deal = hands("SJ ST S9", "SA H2 H3", "SK H4 H5", "SQ H6 H7")
    start = Position(deal, strain=Strain.HEARTS, leader=Seat.NORTH, game="dehla-pakad")
    assert texts(alike(start)) == ["SJ S9", "ST"]


@pytest.mark.parametrize(
    ("deal", "strain", "played", "expected"),
    [
        ("N:A4..3. K5..6. 76..2. 82..5.", "NT", "", "SA"),
        ("N:A3..2. 54..6. 76..3. 82..5.", "NT", "S7 S8", "SA"),
        ("N:A3..2. 54..6. 76..3. 82..5.", "NT", "S7 S2", "S3"),
        ("N:43..2. 6.5..7 .KQ..8 2.A..9", "NT", "HK HA", "S3 S4 D2"),
        ("N:43..2. 6.5..7 .KQ..8 2.A..9", "S", "HK HA", "S3 S4"),
        ("N:43..2. 65..7. .KQ..8 .32..9", "S", "HK H2", "D2"),
    ],
    ids=[
        "the master",
        "to win it",
        "partner wins",
        "lowest of each suit",
        "the lowest trump",
        "no trump on the partner",
    ],
)
def test_natural_plays(deal: str, strain: str, played: str, expected: str) -> None:
    """The most of the trick as cheaply as can be."""
    start = position(deal, strain, "S" if played else "N")
    for word in played.split():
        start.play(Card.parse(word))
    assert start.to_move is Seat.NORTH
    assert sorted(card.text for card in natural_plays(start)) == sorted(expected.split())


# The solution graph


def test_whitfelds_six_is_solved() -> None:
    """All six tricks, with the ace or king of diamonds and nothing else, and the jack must be thrown under it."""
    report = check_puzzle(whitfeld())
    assert report.sound
    assert texts(report.keys) == ["DA DK"]
    assert report.study is not None
    line = report.study.main_line
    assert [(step.card.text, step.only) for step in line[:3:2]] == [("DA", True), ("DJ", True)]
    assert {"unblock", "squeeze"} <= {theme.name for theme in report.themes}


def test_whitfelds_six_is_a_small_search() -> None:
    """All first cards are settled within two thousand nodes: far under a tenth of a second on any machine."""
    puzzle = whitfeld()
    judge = Judge(puzzle.goal, puzzle.position, limit=Limit(nodes=2000))
    assert sorted(card.text for card in judge.winning(puzzle.position)) == ["DA", "DK"]


@pytest.mark.parametrize("every", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_the_graph_holds_every_defence(seed: int, every: bool) -> None:
    """Walking over the graph with any legal card of the defenders (or one that comes to the same) ends at the goal."""
    puzzle = sample(seed)
    solution = solution_graph(puzzle.position, puzzle.goal, every=every)
    assert verify(solution) == []
    seen = set()

    def walk(node: Node) -> None:
        if node.number in seen:
            return
        seen.add(node.number)
        at = node.position
        if node.kind in ("reached", "certain"):
            assert worst(at.copy(), puzzle.goal) is True
            return
        if node.kind == "defence":
            assert at.to_move.side is Side.EW
            for card in at.legal_plays():
                child = solution.child(node.number, card)
                assert child is not None
                walk(solution.nodes[child])
        else:
            plays = solution.plays[node.number]
            assert len(plays) == (len(node.winning) if every else 1)
            for _, _, child in plays:
                walk(solution.nodes[child])

    walk(solution.root)
    assert seen == set(range(len(solution.nodes)))


def worst(at: Position, goal: Goal) -> bool:
    """Return whether the goal is reached by every line of play."""
    answer = goal.decided(at)
    if answer is not None:
        return answer
    outcomes = []
    for card in at.legal_plays():
        at.push(card)
        outcomes.append(worst(at, goal))
        at.undo()
    return all(outcomes)


def test_the_graph_is_acyclic_and_merges_transpositions() -> None:
    """There are fewer nodes than edges and one, and every path goes forward."""
    solution = solution_graph(whitfeld().position, whitfeld().goal)
    assert nx.is_directed_acyclic_graph(solution.graph)
    assert len(solution.graph) == len(solution.nodes) < solution.edges + 1
    assert all(
        solution.graph.nodes[start]["played"] < solution.graph.nodes[end]["played"]
        for start, end in solution.graph.edges
    )


def broken(puzzle: Puzzle, fault: str) -> SolutionGraph:
    """Return the solution graph of *puzzle* with something wrong in it."""
    solution = solution_graph(puzzle.position, puzzle.goal)
    defence = next(
        node.number for node in solution.nodes if node.kind == "defence" and len(solution.plays[node.number]) > 1
    )
    if fault == "missing":
        solution.plays[defence].pop()
    elif fault == "lost":
        solution.plays[0] = []
        solution.nodes[0] = replace(solution.nodes[0], kind="certain")
    elif fault == "illegal":
        _, group, child = solution.plays[0][0]
        solution.plays[0][0] = (Card.parse("HA"), group, child)
    else:
        solution.nodes[defence] = replace(solution.nodes[defence], position=solution.root.position)
    return solution


@pytest.mark.parametrize(
    ("fault", "message"),
    [("missing", "a play is missing"), ("lost", "ends before the goal"), ("position", "is another position")],
)
def test_verification_finds_what_is_wrong(fault: str, message: str) -> None:
    """A graph without one defence, one that ends too soon and one with a false position do not pass."""
    assert any(message in text for text in verify(broken(whitfeld(), fault)))


def test_verification_plays_by_the_rules() -> None:
    """A card that nobody could play is refused by the position itself."""
    with pytest.raises(HakemError, match="HA"):
        verify(broken(whitfeld(), "illegal"))


def test_a_graph_that_grows_too_large_is_refused() -> None:
    """The limit is said, and a check goes on without the graph."""
    with pytest.raises(LimitError, match="more than 20 nodes"):
        solution_graph(whitfeld().position, whitfeld().goal, most_nodes=20)
    report = check_puzzle(whitfeld(), most_nodes=20)
    assert report.sound
    assert report.study is None
    assert "20 nodes" in report.graph_refused


def test_a_goal_out_of_reach_has_no_graph() -> None:
    """North and South cannot take seven of six tricks."""
    with pytest.raises(PositionError, match="cannot be reached"):
        solution_graph(whitfeld().position, Goal.parse("NS 7 tricks"))


# What the graph tells


def test_the_main_line_is_the_hardest_defence() -> None:
    """No line of the graph asks for more points, and the answers of the attackers are those of the graph."""
    solution = solution_graph(whitfeld().position, whitfeld().goal)
    study = Study(solution)

    def most(number: int) -> int:
        node = solution.nodes[number]
        own = 0
        if node.kind == "attack" and node.only:
            own = 1 + (2 if study.is_trap(node) else 0)
        return own + max((most(child) for _, _, child in solution.plays[number]), default=0)

    asked = sum(step.only + (2 if step.trap else 0) for step in study.main_line)
    assert asked == most(0) == study.demands[0][0]


def test_different_defences_are_counted_by_what_they_ask_for() -> None:
    """The number is that of the different rows of only-moves over all lines of the graph."""
    for seed in range(4):
        puzzle = sample(seed)
        solution = solution_graph(puzzle.position, puzzle.goal)
        rows = set()

        def walk(
            number: int, row: tuple[Card, ...], solution: SolutionGraph = solution, rows: set[object] = rows
        ) -> None:
            node = solution.nodes[number]
            plays = solution.plays[number]
            if not plays:
                rows.add(row)
            for card, _, child in plays:
                walk(child, (*row, card) if node.kind == "attack" and node.only else row)

        walk(0, ())
        assert Study(solution).defences == len(rows)


def test_refutations_end_with_the_goal_out_of_reach() -> None:
    """Every first card that is wrong has a legal line, and the goal is lost at its end and not before."""
    puzzle = whitfeld()
    judge = Judge(puzzle.goal, puzzle.position)
    explanation = explain(solution_graph(puzzle.position, puzzle.goal, judge), judge)
    assert sorted(card for each in explanation.refutations for card in each.group) == sorted(
        set(puzzle.position.legal_plays()) - {Card.parse("DA"), Card.parse("DK")}
    )
    for each in explanation.refutations:
        at = puzzle.position.copy()
        for card in each.line:
            assert puzzle.goal.decided(at) is None
            at.play(card)
        assert puzzle.goal.decided(at) is False


def test_variations_leave_the_main_line_with_a_defenders_card() -> None:
    """Each is a legal line to the end of a branch, with another next only-move than the main line."""
    puzzle = whitfeld()
    judge = Judge(puzzle.goal, puzzle.position)
    explanation = explain(solution_graph(puzzle.position, puzzle.goal, judge), judge)
    assert explanation.variations
    for variation in explanation.variations:
        at = puzzle.position.copy()
        for step in explanation.main_line[: variation.place]:
            at.play(step.card)
        assert at.to_move is variation.seat
        for step in variation.line:
            at.play(step.card)
        main = next(step.card for step in explanation.main_line[variation.place + 1 :] if step.only)
        other = next(step.card for step in variation.line if step.only)
        assert main is not other


def test_what_must_be_kept_is_so() -> None:
    """East must keep two diamonds and West two clubs in Whitfeld's problem."""
    puzzle = whitfeld()
    judge = Judge(puzzle.goal, puzzle.position)
    explanation = explain(solution_graph(puzzle.position, puzzle.goal, judge), judge)
    words = [(keep.seat.letter, keep.suit.letter, keep.count, keep.winner.text) for keep in explanation.must_keep]
    assert ("E", "D", 2, "D9") in words
    assert ("W", "C", 2, "C8") in words


def test_natural_play_fails_where_a_trap_cannot_be_walked_round() -> None:
    """In Whitfeld's problem it does; with all winners in one hand it does not."""
    puzzle = whitfeld()
    assert natural_play_fails(puzzle.position, Judge(puzzle.goal, puzzle.position))
    easy = position("N:32.3.. 54.2.. AK.A.. 76.4..", "NT", "S")
    assert not natural_play_fails(easy, Judge(Goal.parse("NS 3 tricks"), easy))


# Soundness


def test_faults_are_found() -> None:
    """A goal out of reach, one that is too low, more than one first card, no choice."""
    assert kinds(whitfeld("NS 7 tricks")) == ["unreachable"]
    assert "not-the-most" in kinds(whitfeld("NS 5 tricks"))
    both = position("N:A2... K3... .76.. .54..", "H", "N")
    assert kinds(Puzzle(name="x", position=both, goal=Goal.parse("NS 2 tricks"))) == ["dual"]
    last = position(
        "N:A2... K3... .76.. .54..",
        "H",
        "N",
        played=[Card.parse("SA"), Card.parse("SK"), Card.parse("H7"), Card.parse("H5")],
    )
    assert kinds(Puzzle(name="x", position=last, goal=Goal.parse("NS 2 tricks"))) == ["no-choice"]


def test_what_a_file_says_is_held_against_what_is_found() -> None:
    """A false first card, main line, theme or difficulty is a fault; nothing said is none."""
    puzzle = whitfeld()
    told = completed_puzzle(puzzle, check_puzzle(puzzle))
    assert check_puzzle(told).sound
    assert told.difficulty == 5
    assert kinds(replace(told, solution=(Card.parse("D9"),))) == ["solution"]
    assert kinds(replace(told, difficulty=1)) == ["difficulty"]
    assert kinds(replace(told, themes=("hold-up",))) == ["theme"]
    assert kinds(replace(told, line=told.line[:4])) == ["line"]
    assert kinds(replace(told, line=(Card.parse("S5"), *told.line[1:]))) == ["line"]
    assert kinds(replace(told, line=(Card.parse("HA"),))) == ["line"]
