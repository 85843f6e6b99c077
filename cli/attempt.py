"""The talk of `hakem puzzle try`: reads what the user types, line by line, and says what happens.

Works on a terminal and through a pipe alike; what comes through a pipe is echoed, so that the output reads as the
conversation did.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from cli.output import Output
from cli.render.puzzle import (
    SIDES,
    card_played,
    explanation_text,
    goal_text,
    line_text,
    puzzle_text,
    table_text,
    trick_won,
)
from cli.render.style import printable
from solver import Card, HakemError, ParseError
from solver.puzzles import Attempt, Judge, Outcome, Puzzle, alike, explain, solution_graph

HELP = """Type a card to play it: SA, h10, c 7; a suit or a rank alone will do where only one card fits.
  hint      is the goal still there? asked again: which card keeps it
  back      take your last card back, as often as you like
  moves     the cards that may be played
  show      the hands and the goal
  restart   from the first card
  give up   see the solution
  quit      leave"""


class Game:
    """One user at one puzzle."""

    def __init__(self, puzzle: Puzzle, output: Output) -> None:
        self._puzzle = puzzle
        self._output = output
        self._attempt = Attempt(puzzle)
        self._hinted_at: int | None = None
        self._hints = self._backs = 0
        self._left = False
        self._words: dict[str, Callable[[], None]] = {
            "hint": self._hint,
            "back": self._back,
            "undo": self._back,
            "moves": self._moves,
            "show": self._show,
            "restart": self._restart,
            "give up": self._give_up,
            "giveup": self._give_up,
            "quit": self._quit,
            "exit": self._quit,
            "q": self._quit,
            "help": self._help,
            "?": self._help,
        }

    def run(self) -> bool:
        """Talk until the puzzle is solved or the user leaves; return whether it was solved."""
        self._say(puzzle_text(self._puzzle, self._output.style))
        side = self._puzzle.goal.side
        roles = f"You play {SIDES[side]}; the program plays {SIDES[side.other]}."
        self._say(f"\n{roles} Type a card, or 'help' for what else you can type.")
        while not self._left:
            outcome = self._attempt.outcome
            if outcome is Outcome.SOLVED:
                self._solved()
                return True
            if outcome is Outcome.FAILED:
                self._failed()
            elif not self._attempt.users_turn:
                self._defend()
                continue
            elif self._forced():
                continue
            self._ask()
        return False

    # What the user types

    def _ask(self) -> None:
        """Read one line and do what it says."""
        open_ = self._attempt.outcome is Outcome.OPEN
        seat = self._attempt.seat.word if open_ else "back, restart, give up or quit"
        self._output.prompt(f"{seat}> ")
        line = sys.stdin.readline() if sys.stdin is not None else ""
        if not line:
            self._say("")
            self._left = True
            return
        if not sys.stdin.isatty():
            self._say(printable(line.strip()))
        words = " ".join(line.lower().split())
        action = self._words.get(words)
        if action is not None:
            action()
        elif not words:
            return
        elif not open_:
            self._say("The goal is out of reach: type 'back' to take your last card back, or 'give up'.")
        else:
            self._card(line)

    def _card(self, text: str) -> None:
        """Play the card that the user typed."""
        try:
            card = self._meant(text)
            left = self._attempt.position.tricks_left
            self._attempt.play(card)
        except HakemError as error:
            self._say(f"{error.message[:1].upper()}{error.message[1:]}.")
            return
        self._after(left)

    def _meant(self, text: str) -> Card:
        """Return the card that *text* means: a whole card, or a suit or a rank that fits one legal card."""
        legal = self._attempt.position.legal_plays()
        word = text.strip().replace(" ", "")
        for whole in (word, word[-1:] + word[:-1]):  # suit first or, as some write, last
            try:
                return Card.parse(whole)
            except ParseError:
                continue
        wanted = "T" if word == "10" else word.upper()
        fits = [card for card in legal if wanted in (card.suit.letter, card.suit.symbol, card.rank.letter)]
        if len(fits) == 1 or (fits and wanted in "SHDC" and self._same(fits)):
            return fits[-1]
        if fits:
            raise ParseError(f"expected one card, but {word!r} may be {' or '.join(card.text for card in fits)}")
        raise ParseError(f"expected a card such as {legal[0].text}, or 'help', not {text.strip()!r}")

    def _same(self, cards: list[Card]) -> bool:
        """Return whether all *cards* come to the same."""
        return any(set(cards) <= set(group) for group in alike(self._attempt.position))

    # What happens

    def _forced(self) -> bool:
        """Play the user's card where there is only one, and return whether there was."""
        legal = self._attempt.position.legal_plays()
        if len(legal) > 1 or not self._attempt.played:
            return False
        left = self._attempt.position.tricks_left
        seat = self._attempt.seat
        self._attempt.play(legal[0])
        self._say(card_played(seat, legal[0], self._output.style, forced=True))
        self._after(left)
        return True

    def _defend(self) -> None:
        """Let a defender play, and say what."""
        left = self._attempt.position.tricks_left
        seat = self._attempt.seat
        forced = len(self._attempt.position.legal_plays()) == 1
        card = self._attempt.defend()
        self._say(card_played(seat, card, self._output.style, forced=forced))
        self._after(left)

    def _after(self, left: int) -> None:
        """Say who won the trick, if a card has ended one, and show the hands for the next."""
        position = self._attempt.position
        if position.tricks_left == left:
            return
        self._say(trick_won(position))
        if self._attempt.outcome is Outcome.OPEN:
            self._say(table_text(position, self._output.style))

    def _solved(self) -> None:
        used = [f"{count} {what}{'s' if count != 1 else ''}" for count, what in ((self._hints, "hint"),) if count]
        used += [f"{self._backs} taken back"] if self._backs else []
        how = f" With {' and '.join(used)}." if used else ""
        rest = "" if self._attempt.position.is_over else " The rest is yours whatever is played."
        goal = goal_text(self._puzzle.goal, self._puzzle.position)
        self._say(self._output.style.emphasis(f"Solved: {goal}") + rest + how)

    def _failed(self) -> None:
        """Say that the goal is out of reach, and with which card it went."""
        wrong = self._attempt.first_mistake()
        where = ""
        if wrong is not None:
            trick, seat, card = wrong
            where = f" It went with trick {trick}: {seat.word} {self._output.style.card(card)}."
        self._say(f"The goal is out of reach.{where}")

    # What the user may ask for

    def _hint(self) -> None:
        attempt = self._attempt
        if attempt.outcome is not Outcome.OPEN:
            self._say("The goal is out of reach: take a card back.")
            return
        self._hints += 1
        hint = attempt.hint()
        if not hint.reachable:
            self._say("The goal can no longer be reached against best defence: take a card back.")
        elif self._hinted_at != len(attempt.played):
            self._hinted_at = len(attempt.played)
            groups = sum(group[0] in hint.cards for group in alike(attempt.position))
            several = groups > 1
            count = f"{groups} plays of {attempt.seat.word} keep" if several else "One play keeps"
            self._say(f"The goal is still there. {count} it; ask again to see {'them' if several else 'it'}.")
        else:
            self._say("Play " + " or ".join(self._output.style.card(card) for card in hint.cards) + ".")

    def _back(self) -> None:
        if not self._attempt.back():
            self._say("There is nothing to take back.")
            return
        while len(self._attempt.position.legal_plays()) == 1 and self._attempt.back():
            pass
        self._backs += 1
        self._show()

    def _restart(self) -> None:
        self._attempt = Attempt(self._puzzle)
        self._hinted_at = None
        self._show()

    def _moves(self) -> None:
        position = self._attempt.position
        style = self._output.style
        self._say(f"{position.to_move.word} may play " + " ".join(style.card(card) for card in position.legal_plays()))

    def _show(self) -> None:
        played = self._attempt.played
        if played:
            self._say("So far: " + line_text(self._puzzle.position, played, self._output.style))
        self._say(table_text(self._attempt.position, self._output.style).lstrip("\n"))
        self._say(f"Goal: {goal_text(self._puzzle.goal, self._puzzle.position)}")

    def _give_up(self) -> None:
        puzzle = self._puzzle
        judge = Judge(puzzle.goal, puzzle.position)
        explanation = explain(solution_graph(puzzle.position, puzzle.goal, judge), judge)
        self._say("\n" + explanation_text(puzzle, explanation, self._output.style))
        self._left = True

    def _quit(self) -> None:
        self._left = True

    def _help(self) -> None:
        self._say(HELP)

    def _say(self, text: str) -> None:
        self._output.text(text)
