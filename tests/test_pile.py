"""Double Sir: tricks that stay in the middle, in play; every option changes who takes what."""

from __future__ import annotations

import pytest

from solver import reference
from solver.cards import Card, Seat, Strain
from solver.deal import Deal
from solver.errors import PositionError
from solver.games import CourtPieceRules, Pile, game
from solver.position import Position

COURT_PIECE = game("court-piece")


def collected(winners: str, options: str, aces: str = "") -> list[tuple[int, int]]:
    """Return what NS and EW have after each trick that the seats *winners* win; *aces* marks those won with an ace."""
    rules = COURT_PIECE.rules(options)
    carry = COURT_PIECE.opening_carry(rules)
    ns = ew = 0
    counts = []
    for number, letter in enumerate(winners):
        trick = [Card.parse(text) for text in ("SA" if aces[number : number + 1] == "a" else "SK", "S4", "S3", "S2")]
        won = COURT_PIECE.collect(
            trick, Seat.parse(letter), last=number == 12, strain=Strain.HEARTS, rules=rules, carry=carry
        )
        ns, ew, carry = ns + won[0], ew + won[1], won[2]
        counts.append((ns, ew))
    return counts


CONTINUE = [(0, 0), (0, 0), (0, 3), (0, 3), (0, 3), (3, 3), (4, 3), (4, 3), (4, 3), (4, 3), (4, 7), (4, 7), (6, 7)]
RESTART = [(0, 0), (0, 0), (0, 3), (0, 3), (0, 3), (3, 3), (3, 3), (3, 3), (3, 3), (3, 3), (3, 8), (3, 8), (5, 8)]


@pytest.mark.parametrize(("after", "counts"), [("continue", CONTINUE), ("restart", RESTART)])
def test_the_worked_deal(after: str, counts: list[tuple[int, int]]) -> None:
    """Thirteen tricks, winners by seat, with both readings of what holds after a pick-up."""
    assert collected("NEEWSSSWNWWEN", f"double-sir;sir_after_pickup={after}") == counts


@pytest.mark.parametrize(
    ("winners", "aces", "options", "taken"),
    [
        ("NEE", "-aa", "double-sir", (0, 3)),
        ("NEE", "-aa", "double-sir-ace", (0, 0)),  # an ace after an ace completes nothing
        ("NEE", "-a-", "double-sir-ace", (0, 3)),
        ("NEE", "--a", "double-sir-ace", (0, 3)),
        ("NEEE", "-aa-", "double-sir-ace", (0, 4)),  # the second ace is a first win itself
        ("NEEE", "-aaa", "double-sir-ace", (0, 0)),
        ("NEW", "---", "double-sir", (0, 0)),
        ("NEW", "---", "double-sir;sir_run_unit=team", (0, 3)),
        ("NEW", "-aa", "double-sir-ace;sir_run_unit=team", (0, 0)),
        ("NN", "--", "double-sir", (2, 0)),
        ("NN", "--", "double-sir;sir_first_pair_blocked=yes", (0, 0)),
        ("NNN", "---", "double-sir;sir_first_pair_blocked=yes", (3, 0)),
        ("NEE", "---", "double-sir;sir_first_pair_blocked=yes", (0, 3)),
        ("NNN", "---", "double-sir", (3, 0)),
        ("NNN", "---", "double-sir;sir_after_pickup=restart", (2, 0)),
        ("NENENENENENEN", "", "double-sir", (13, 0)),
        ("NENENENENENEN", "", "double-sir;sir_last_trick=lost", (0, 0)),
        ("NENENENENENEE", "", "double-sir;sir_last_trick=lost", (0, 13)),
        ("NENENENENENEE", "-----------aa", "double-sir-ace", (0, 13)),  # the last trick takes all, ace or not
        ("NN", "--", "classic", (2, 0)),
    ],
)
def test_what_each_option_changes(winners: str, aces: str, options: str, taken: tuple[int, int]) -> None:
    """The same winners bring other counts under other options."""
    assert collected(winners, options, aces)[-1] == taken


def test_a_position_remembers_the_middle() -> None:
    """Played card by card: the middle, who won last, the units taken, and back."""
    position = Position(
        Deal.parse("N:AK2... 543... 876... QJT..."), strain=Strain.NO_TRUMP, leader=Seat.NORTH, rules="double-sir"
    )
    assert (position.carry, position.total) == (Pile(), 3)
    for text in ("S2", "S3", "S6", "ST"):
        position.play(Card.parse(text))
    assert (position.carry, position.taken, position.total) == (Pile(1, Seat.WEST), (0, 0), 3)
    for text in ("SQ", "SK", "S4", "S7"):
        position.play(Card.parse(text))
    assert (position.carry, position.taken, position.total) == (Pile(2, Seat.NORTH), (0, 0), 3)
    for text in ("SA", "S5", "S8", "SJ"):
        position.play(Card.parse(text))
    assert (position.taken, position.total) == ((3, 0), 3)
    while position.history:
        position.undo()
    assert (position.carry, position.taken) == (Pile(), (0, 0))


def test_a_position_in_the_middle_of_a_deal_is_given_its_middle() -> None:
    """The value counts what lies there, and depends on whose win counts."""

    def value(carry: Pile | None) -> int:
        return reference.value(
            Position(
                Deal.parse("N:A3... 54... K2... QJ..."),
                strain=Strain.NO_TRUMP,
                leader=Seat.NORTH,
                rules="double-sir",
                carry=carry,
            )
        )

    assert value(Pile(4, Seat.NORTH)) >= 5  # the ace completes the pair
    assert value(Pile(4, Seat.NORTH)) == 6
    assert value(None) == 2


ALL = "double-sir-ace;sir_first_pair_blocked=yes;sir_after_pickup=continue"


@pytest.mark.parametrize(
    ("rules", "carry", "reason"),
    [
        ("classic", Pile(1, Seat.NORTH), "remembers nothing between tricks"),
        ("double-sir", (1, Seat.NORTH), "expected what lies in the middle as a Pile"),
        ("double-sir", Pile(-1, Seat.NORTH), "expected 0 or more in the middle, not -1"),
        ("double-sir", Pile(1, Seat.EAST), "East won the last trick and leads, not North"),
        ("double-sir", Pile(1), "whose win of the last one counts is not said"),
        (ALL, Pile(2), "whose win of the last one counts is not said"),
        ("double-sir;sir_after_pickup=restart", Pile(0, Seat.NORTH), "the run starts anew"),
        ("double-sir", Pile(1, Seat.NORTH, ace=True), "only under the ace rule"),
        ("double-sir-ace", Pile(0, None, ace=True), "only under the ace rule, and with the winner"),
        ("double-sir", Pile(first=True), "needs that rule"),
        (ALL, Pile(1, first=True), "needs that rule, and nothing before it"),
        ("double-sir", Pile(12, Seat.NORTH), "more than the 13 tricks of a deal"),
    ],
)
def test_a_middle_that_cannot_be_is_refused(rules: str, carry: object, reason: str) -> None:
    """What lies in the middle has to fit the rules and the leader."""
    with pytest.raises(PositionError, match=reason):
        Position(
            Deal.parse("N:A2... 54... K3... QJ..."),
            strain=Strain.NO_TRUMP,
            leader=Seat.NORTH,
            rules=rules,
            carry=carry,
        )


@pytest.mark.parametrize("rules", [ALL, "double-sir", "double-sir;sir_after_pickup=restart"])
def test_a_middle_that_can_be_is_taken(rules: str) -> None:
    """Every middle that play reaches can be given."""
    for turn in range(4):
        position = Position(
            Deal.random(seed=turn),
            strain=Strain.HEARTS,
            leader=Seat(turn),
            rules=rules,
        )
        while not position.is_over:
            position.push(position.legal_plays()[len(position.history) * 7 % len(position.legal_plays())])
            twin = Position(
                position.deal,
                strain=Strain.HEARTS,
                leader=position.leader,
                rules=rules,
                trick=position.trick,
                taken=position.taken,
                carry=position.carry,
            )
            assert twin == position
            assert twin.total == position.total


def test_double_sir_presets() -> None:
    """Both presets are the classic game but for the middle."""
    plain, ace = COURT_PIECE.presets["double-sir"], COURT_PIECE.presets["double-sir-ace"]
    assert isinstance(plain, CourtPieceRules)
    assert isinstance(ace, CourtPieceRules)
    assert (plain.collect, ace.collect) == ("double_sir", "double_sir_ace")
    assert (ace.sir_run_unit, ace.sir_after_pickup, ace.sir_last_trick) == ("player", "continue", "takes_rest")
