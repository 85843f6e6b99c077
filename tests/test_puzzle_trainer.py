"""A puzzle played against the program: it keeps the rules, takes every chance, and hints solve the puzzle."""

from __future__ import annotations

import random

import pytest

from solver.cards import Card
from solver.errors import IllegalPlayError
from solver.puzzles import Attempt, Judge, Outcome, Puzzle, collection, find_puzzle

PUZZLES = collection()


def six() -> Puzzle:
    """Return Whitfeld's problem."""
    puzzle = find_puzzle("whitfeld-six")
    assert puzzle is not None
    return puzzle


def solved_by_hints(puzzle: Puzzle, draw: random.Random) -> Attempt:
    """Play what a hint says until the attempt is over."""
    attempt = Attempt(puzzle)
    while attempt.outcome is Outcome.OPEN:
        if attempt.users_turn:
            hint = attempt.hint()
            assert hint.reachable
            attempt.play(draw.choice(hint.cards))
        else:
            legal = attempt.position.legal_plays()
            assert attempt.defend() in legal
    return attempt


@pytest.mark.parametrize("puzzle", PUZZLES[::8], ids=[puzzle.name for puzzle in PUZZLES[::8]])
def test_hints_solve_it(puzzle: Puzzle) -> None:
    """Any card that a hint names keeps the goal, to the end."""
    assert solved_by_hints(puzzle, random.Random(puzzle.name)).outcome is Outcome.SOLVED


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", PUZZLES, ids=[puzzle.name for puzzle in PUZZLES])
def test_hints_solve_every_puzzle(puzzle: Puzzle) -> None:
    """The same for the whole collection, several times."""
    for seed in range(3):
        assert solved_by_hints(puzzle, random.Random(seed)).outcome is Outcome.SOLVED


@pytest.mark.parametrize("seed", range(12))
def test_the_program_takes_every_chance(seed: int) -> None:
    """Once the goal can no longer be reached it never can again, whatever the user plays."""
    puzzle = PUZZLES[seed * 7 % len(PUZZLES)]
    draw = random.Random(seed)
    attempt = Attempt(puzzle)
    gone = False
    while attempt.outcome is Outcome.OPEN:
        if attempt.users_turn:
            assert attempt.hint().reachable is not gone
            attempt.play(draw.choice(attempt.position.legal_plays()))
            gone = gone or attempt.first_mistake() is not None
        else:
            attempt.defend()
    assert attempt.outcome is (Outcome.FAILED if gone else Outcome.SOLVED)


def test_the_program_defends_as_the_main_line_does() -> None:
    """Against the main line's cards it plays the hardest defence: the main line."""
    puzzle = six()
    attempt = Attempt(puzzle)
    for card in puzzle.line:
        if attempt.users_turn:
            attempt.play(card)
        elif attempt.outcome is Outcome.OPEN:
            attempt.defend()
    asked = [card for card in attempt.played if card in puzzle.line]
    assert attempt.outcome is Outcome.SOLVED
    assert asked[:4] == list(puzzle.line[:4])


def test_cards_are_taken_back_to_the_users_turn() -> None:
    """Back goes over the program's cards, to before the user's last one; at the start there is none."""
    attempt = Attempt(six())
    assert not attempt.back()
    attempt.play(Card.parse("DA"))
    attempt.defend()
    attempt.play(Card.parse("D8"))
    assert not attempt.hint().reachable
    assert attempt.back()
    assert attempt.hint().cards == (Card.parse("DJ"),)
    assert attempt.back()
    assert attempt.played == ()
    assert attempt.position == six().position


def test_illegal_cards_change_nothing() -> None:
    """They raise, and the attempt stands as before."""
    attempt = Attempt(six())
    with pytest.raises(IllegalPlayError):
        attempt.play(Card.parse("HA"))
    assert attempt.played == ()
    assert attempt.users_turn


def test_the_first_mistake_is_named() -> None:
    """The card, its trick and who played it; there is none before."""
    attempt = Attempt(six())
    attempt.play(Card.parse("DA"))
    attempt.defend()
    assert attempt.first_mistake() is None
    attempt.play(Card.parse("D8"))
    found = attempt.first_mistake()
    assert found is not None
    assert (found[0], found[1].letter, found[2].text) == (1, "N", "D8")


def test_a_lost_trick_ends_a_capot() -> None:
    """Also a trick that is worth nothing."""
    puzzle = next(each for each in PUZZLES if str(each.goal) == "NS capot")
    judge = Judge(puzzle.goal, puzzle.position)
    wrong = sorted(set(puzzle.position.legal_plays()) - judge.winning(puzzle.position))
    attempt = Attempt(puzzle)
    attempt.play(wrong[0])
    while attempt.outcome is Outcome.OPEN:
        if attempt.users_turn:
            attempt.play(attempt.position.legal_plays()[0])
        else:
            attempt.defend()
    assert attempt.outcome is Outcome.FAILED
