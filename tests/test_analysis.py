"""The analysis of records: against the plain search, within limits, and over many records at once."""

from __future__ import annotations

import random

import pytest

from solver import reference
from solver.analysis import Analysis, Failure, analyze, analyze_many, solve_position
from solver.cards import Card, Seat, Side, Strain
from solver.deal import Deal
from solver.errors import DealError, IllegalPlayError, ParseError, PositionError, RulesError
from solver.games import game
from solver.position import Position
from solver.record import PlayedCard, Record
from solver.results import Limit
from solver.solve import Searcher

COURT_PIECE = game("court-piece")


def record_of(
    deal: Deal,
    *,
    strain: Strain | None = Strain.SPADES,
    leader: Seat | None = Seat.NORTH,
    rules: str = "classic",
    play: list[Card] | None = None,
    **more: object,
) -> Record:
    """Return a record as a reader makes it, with the seats of *play* worked out."""
    chosen = COURT_PIECE.rules(rules)
    played = []
    if play:
        position = Position(deal, strain=strain, leader=leader, rules=chosen)
        for card in play:
            played.append(PlayedCard(card=card, seat=position.to_move))
            if position.legal_mask() & card.bit:
                position.push(card)
    return Record(
        entries=(),
        deal=deal,
        game=COURT_PIECE,
        rules=chosen,
        direction=chosen.direction,
        strain=strain,
        leader=leader,
        played=tuple(played),
        **more,
    )


#: Who gets what lies in the middle at the end: the last trick's winner, or nobody.
LAST = ("lost", "takes_rest")


def random_record(seed: int, *, cards: int = 4) -> Record:
    """Return an ending with a random legal play of random length."""
    dice = random.Random(seed)
    deal = Deal.random(cards=cards, seed=seed)
    strain, leader = dice.choice(COURT_PIECE.strains), dice.choice(list(Seat))
    rules = dice.choice(["classic", "courts"]) if seed % 3 else f"double-sir;sir_last_trick={LAST[seed % 2]}"
    position = Position(deal, strain=strain, leader=leader, rules=rules)
    for _ in range(dice.randrange(4 * cards + 1)):
        position.push(dice.choice(position.legal_plays()))
    return record_of(deal, strain=strain, leader=leader, rules=rules, play=list(position.history))


def total_of(side: Side, position: Position) -> int:
    """Return what *side* takes of the whole deal, by the plain search."""
    return position.taken[side] + reference.value(position, side=side)


def plain_mistakes(record: Record) -> list[tuple[int, int, Seat, Card, int, tuple[Card, ...], int, int]]:
    """Return the mistakes of *record* found card by card with the plain search, first to last."""
    position = record.initial_position()
    found = []
    for ply, card in enumerate(record.play, start=1):
        side = position.to_move.side
        before = position.taken[side]
        options = {card: before + more for card, more in reference.card_values(position, side=side).items()}
        best = max(options.values())
        if options[card] != best:
            better = tuple(option for option, value in options.items() if value == best)
            cost = best - options[card]
            found.append((ply, (ply - 1) // 4 + 1, position.to_move, card, cost, better, best, options[card]))
        position.push(card)
    return found


@pytest.fixture(scope="module")
def searcher() -> Searcher:
    """One searcher for all records, as a batch has it."""
    return Searcher(memory_mb=16, reuse=True)


@pytest.mark.parametrize("seed", range(36))
def test_an_analysis_agrees_with_the_plain_search(searcher, seed):
    """Value, cards, line and every mistake of a random play are what full minimax says."""
    record = random_record(seed)
    analysis = analyze(record, searcher, table=False)
    position = record.position()
    assert analysis.report is not None
    assert analysis.exact
    assert analysis.unchecked == 0
    for side in Side:
        assert analysis.report.value.of(side) == total_of(side, position)
        cards = {entry.card: entry.value.of(side) - position.taken[side] for entry in analysis.report.cards.cards}
        assert cards == reference.card_values(position, side=side)
    assert [
        (m.ply, m.trick, m.seat, m.card, m.cost, m.better, m.before.of(m.seat.side), m.after.of(m.seat.side))
        for m in analysis.mistakes
    ] == plain_mistakes(record)
    side = position.to_move.side
    for card in analysis.report.line.cards:
        position.play(card)
    assert position.is_over
    assert position.taken[side] == analysis.report.value.of(side)


@pytest.mark.parametrize("seed", range(5))
def test_the_table_agrees_with_the_plain_search(searcher, seed):
    """Each trump and leader has the value that full minimax finds from that lead, and what was taken before counts."""
    record = random_record(seed, cards=3)
    ending = record_of(record.deal, rules=record.rules.text(), taken=(4, 2))
    for each, before in ((record, (0, 0)), (ending, (4, 2))):
        table = analyze(each, searcher).table
        assert list(table.values) == list(COURT_PIECE.strains)
        for strain, row in table.values.items():
            assert list(row) == list(Seat)
            for leader, value in row.items():
                position = Position(each.deal, strain=strain, leader=leader, rules=each.rules, taken=before)
                assert (value.ns, value.total) == (total_of(Side.NS, position), position.total)
                assert value.ew == total_of(Side.EW, position)


def test_a_table_ends_with_its_own_limit(searcher):
    """The table and the rest have a limit each, so the cards of a position are the same with and without a table."""
    record = record_of(Deal.random(seed=11), play=[])
    limit = Limit(nodes=20_000)
    alone = analyze(record, searcher, table=False, limit=limit)
    both = analyze(record, searcher, limit=limit)
    assert alone.report.cards == both.report.cards.__class__(
        **{
            name: getattr(both.report.cards, name)
            for name in ("value", "nodes", "trick_nodes", "stopped", "side", "cards")
        },
        seconds=alone.report.cards.seconds,
    )
    assert both.stopped == "nodes"
    assert not both.exact


def test_a_stopped_analysis_reports_only_what_is_proved(searcher):
    """Under any limit the bounds hold, the mistakes are true ones, and what was not examined is counted."""
    record = random_record(7, cards=5)
    whole = analyze(record, searcher, table=False)
    assert whole.mistakes
    stopped = 0
    for nodes in (0, 1, 5, 20, 60, 150, 400, 1000):
        part = analyze(record, searcher, table=False, limit=Limit(nodes=nodes))
        low, high = part.report.value.bounds(Side.NS)
        assert low <= whole.report.value.ns <= high
        assert set(part.mistakes) <= set(whole.mistakes)
        assert [mistake for mistake in whole.mistakes if mistake.ply > part.unchecked] == list(part.mistakes)
        assert part.exact == (part.unchecked == 0 and part.report.exact)
        stopped += part.stopped == "nodes"
    assert stopped >= 3


@pytest.mark.parametrize(
    ("changes", "notes"),
    [
        ({"leader": None}, ["no card values: the leader is not known"]),
        ({"strain": None}, ["no card values: the trump is not known"]),
        (
            {"strain": None, "leader": None},
            ["no card values: the trump is not known", "no card values: the leader is not known"],
        ),
    ],
)
def test_what_is_not_known_is_noted_and_not_guessed(searcher, changes, notes):
    """Without trump or leader there is a table but no value of a card."""
    analysis = analyze(record_of(Deal.random(cards=3, seed=1), **changes), searcher)
    assert list(analysis.notes) == notes
    assert analysis.report is None
    assert analysis.table is not None
    assert analysis.solved


def test_a_deal_with_hands_unknown_is_not_solved(searcher):
    """Hands that are not given are named; nothing is made up."""
    analysis = analyze(record_of(Deal.parse("N:AK... - QJ... -")), searcher)
    assert list(analysis.notes) == ["the hand of East is not known", "the hand of West is not known"]
    assert not analysis.solved


def test_one_unknown_hand_is_completed_on_request(searcher):
    """The last hand is the rest of the pack if asked for, and two unknown hands are refused."""
    full = Deal.random(seed=3)
    limit = Limit(nodes=1000)
    three = Deal((full[Seat.NORTH], None, full[Seat.SOUTH], full[Seat.WEST]))
    analysis = analyze(record_of(three), searcher, complete=True, limit=limit, table=False)
    assert analysis.deal == full
    assert analysis.report.position.deal == full
    two = Deal((full[Seat.NORTH], None, full[Seat.SOUTH], None))
    with pytest.raises(DealError, match=r"the hand of East is not known; .* West"):
        analyze(record_of(two), searcher, complete=True)


def test_a_record_in_mid_trick_has_cards_but_no_table(searcher):
    """A deal whose hands differ by the trick on the table has no other leader to ask about."""
    record = record_of(Deal.parse("N:2... K3... .76.. .54.."), trick=(Card.parse("SA"),))
    analysis = analyze(record, searcher)
    assert analysis.table is None
    assert analysis.report.position.to_move is Seat.EAST
    assert list(analysis.notes) == ["no table: the record begins in the middle of a trick"]


def test_tricks_of_mistakes_count_from_the_one_in_progress(searcher):
    """In a record that begins in mid-trick, trick 1 is that trick."""
    record = Record(
        entries=(),
        deal=Deal.parse("N:3... K2... .76.. .54.."),
        game=COURT_PIECE,
        rules=COURT_PIECE.rules(),
        strain=Strain.NO_TRUMP,
        leader=Seat.NORTH,
        trick=(Card.parse("SA"),),
        played=(PlayedCard(card=Card.parse("SK"), seat=Seat.EAST), PlayedCard(card=Card.parse("H6"), seat=Seat.SOUTH)),
    )
    [mistake] = analyze(record, searcher).mistakes
    assert (mistake.ply, mistake.trick, mistake.card, mistake.cost) == (1, 1, Card.parse("SK"), 1)


@pytest.mark.parametrize(
    ("record", "error"),
    [
        (record_of(Deal.parse("N:AK... AQ... 23... 45...")), PositionError),
        (record_of(Deal.parse("N:AK... QJ... 2... 45...")), PositionError),
        (
            record_of(Deal.parse("N:A2... K3... .76.. .54.."), play=[Card.parse("SA"), Card.parse("H7")]),
            IllegalPlayError,
        ),
        (Record(entries=(), game_name="coinche", unplayable="it is another game", number=4), RulesError),
    ],
    ids=["card twice", "sizes", "illegal play", "another game"],
)
def test_an_impossible_record_raises_its_error(searcher, record, error):
    """What cannot be is an error of the record, with its place."""
    with pytest.raises(error):
        analyze(record, searcher)


@pytest.mark.parametrize("jobs", [1, 3])
def test_many_records_come_in_order_and_lose_nothing(jobs):
    """Failures stand in their places, and the numbers are those of one record at a time, node counts included."""
    good = [random_record(seed) for seed in range(12)]
    bad = record_of(Deal.parse("N:AK... AQ... 23... 45..."))
    unread = Failure(ParseError("expected a deal"))
    items = [*good[:5], bad, unread, *good[5:], *good[:3]]
    results = list(analyze_many(items, jobs=jobs, memory_mb=16))
    assert [result.record for result in results] == [*good[:5], bad, None, *good[5:], *good[:3]]
    assert [isinstance(result, Failure) for result in results] == [False] * 5 + [True] * 2 + [False] * 10
    for record, result in zip(items, results, strict=True):
        if isinstance(result, Analysis):
            [alone] = analyze_many([record], memory_mb=16)
            assert (result.report.value, result.report.cards.cards, result.mistakes, result.nodes) == (
                alone.report.value,
                alone.report.cards.cards,
                alone.mistakes,
                alone.nodes,
            )


@pytest.mark.parametrize("jobs", [1, 2])
def test_equal_records_are_solved_once(jobs, monkeypatch):
    """A deal that comes again costs no search; two plays of one deal share its table."""
    asked: list[str] = []
    for name in ("table", "cards_and_line"):
        plain = getattr(Searcher, name)
        monkeypatch.setattr(
            Searcher,
            name,
            lambda *args, _name=name, _plain=plain, **more: (asked.append(_name), _plain(*args, **more))[1],
        )
    record = random_record(2)
    other = record_of(record.deal, rules=record.rules.text(), strain=Strain.CLUBS, leader=Seat.SOUTH)
    results = list(analyze_many([record, other, record, record], jobs=jobs, memory_mb=16))
    assert sorted(asked) == ["cards_and_line", "cards_and_line", "table"]
    assert results[0].mistakes == results[2].mistakes
    assert results[0].table == results[1].table


def test_solve_asks_the_goal_first():
    """With a goal and no cards the goal is the only question; with cards the answer and the values agree."""
    position = Position(Deal.random(cards=4, seed=4), strain=Strain.HEARTS, leader=Seat.EAST)
    searcher = Searcher(memory_mb=16)
    value = total_of(Side.NS, position)
    for goal in range(6):
        only = solve_position(position, searcher, at_least=goal, cards=False)
        full = solve_position(position, searcher, at_least=goal)
        assert only.cards is None
        assert only.line is None
        assert only.exact
        assert only.answer.side is Side.EW
        assert only.answer.answer is full.answer.answer is (4 - value >= goal)
        assert only.value.lower <= value <= only.value.upper
        assert full.value.ns == value


def test_solve_of_a_finished_deal():
    """When all cards are played the value is what was taken, and there is nothing to play."""
    position = Position(
        Deal.parse("N:A... K... Q... J..."),
        strain=Strain.NO_TRUMP,
        leader=Seat.NORTH,
        taken=(3, 2),
        played=[Card.parse(text) for text in ("SA", "SK", "SQ", "SJ")],
    )
    report = solve_position(position, Searcher(memory_mb=16), at_least=4)
    assert (report.value.ns, report.value.ew) == (4, 2)
    assert report.cards.cards == ()
    assert report.line.cards == ()
    assert report.answer.answer is True
    assert report.exact
