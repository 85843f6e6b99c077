"""What a caller may count on: limits with sound bounds, cancelling, threads, memory, and the same cost every time."""

from __future__ import annotations

import json
import os
import random
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.cards import Card, Seat, Side, Strain
from solver.deal import Deal
from solver.errors import LimitError, PositionError
from solver.position import Position
from solver.results import Limit, Value
from solver.solve import Searcher
from tests.strategies import whist_positions

BENCH = Path(__file__).parent / "data" / "bench.json"

#: Minutes of search for any program: what limits, signals and cancelling are tried on.
ENDLESS = Deal.parse("S:Q853.AJ962.KT74. AJ962.KT74..Q853 KT74..Q853.AJ962 .Q853.AJ962.KT74")


def endless() -> Position:
    """No trump, South leads."""
    return Position(ENDLESS, strain=Strain.NO_TRUMP, leader=Seat.SOUTH)


def bench_nodes(cpu: str) -> dict[str, int]:
    """Nodes of a fixed set of queries on seeded deals."""
    searcher = Searcher(cpu=cpu)
    nodes = {"table": 0, "value": 0, "at_least": 0, "cards": 0, "line": 0}
    for seed in range(8):
        deal = Deal.random(seed=seed)
        position = Position(deal, strain=Strain(seed % 5), leader=Seat(seed % 4))
        nodes["table"] += searcher.table(deal).nodes
        nodes["value"] += searcher.value(position).nodes
        nodes["at_least"] += searcher.at_least(position, 7).nodes
        nodes["cards"] += searcher.cards(position).nodes
        nodes["line"] += searcher.line(position).nodes
    return nodes


def test_the_search_costs_the_nodes_on_record(cpu: str, update_golden: bool) -> None:
    """The signature: another machine, another build, the same nodes; a change of the search changes the record too."""
    nodes = bench_nodes(cpu)
    if update_golden:
        BENCH.write_text(json.dumps(nodes, indent=2) + "\n", encoding="utf-8")
    assert nodes == json.loads(BENCH.read_text(encoding="utf-8"))


def test_the_same_query_costs_the_same_again() -> None:
    """A, then B, then A on one searcher, and A on a fresh one: equal answers and equal nodes."""
    a = Position(Deal.random(seed=1), strain=Strain.HEARTS, leader=Seat.NORTH)
    b = Position(Deal.random(seed=2), strain=Strain.NO_TRUMP, leader=Seat.EAST)
    searcher = Searcher()
    first = searcher.cards(a)
    searcher.cards(b)
    again = searcher.cards(a)
    fresh = Searcher().cards(a)
    assert first.cards == again.cards == fresh.cards
    assert first.nodes == again.nodes == fresh.nodes


def test_the_same_query_costs_the_same_again_in_a_table_that_overflows() -> None:
    """When and how much is forgotten does not depend on the query before."""
    searcher = Searcher(memory_mb=4, cpu="portable")
    for seed in (11, 7, 11):
        position = Position(Deal.random(seed=seed), strain=Strain.NO_TRUMP, leader=Seat(seed % 4))
        assert searcher.value(position).nodes == Searcher(memory_mb=4, cpu="portable").value(position).nodes


def test_reuse_changes_costs_but_no_answer() -> None:
    """Playing a deal on with a kept table: the answers of an empty one, for fewer nodes."""
    position = Position(Deal.random(seed=3), strain=Strain.SPADES, leader=Seat.WEST)
    kept, fresh = Searcher(reuse=True), Searcher()
    nodes = {kept: 0, fresh: 0}
    for _ in range(30):
        results = [(searcher, searcher.cards(position)) for searcher in (kept, fresh)]
        for searcher, found in results:
            nodes[searcher] += found.nodes
        assert results[0][1].cards == results[1][1].cards
        position.push(results[0][1].best[0])
    assert nodes[kept] < nodes[fresh]


@pytest.mark.sanitize
def test_a_kept_deal_comes_back_after_its_ending_under_another_trump(cpu: str) -> None:
    """What a searcher keeps is about the whole deal, even after an ending of it was asked about under another trump."""
    kept, fresh = Searcher(memory_mb=8, reuse=True, cpu=cpu), Searcher(memory_mb=8, cpu=cpu)
    draw = random.Random(8)
    for seed in range(30):
        deal = Deal.random(cards=8, seed=seed)
        ending = Position(deal, strain=Strain.SPADES, leader=Seat.NORTH)
        kept.value(ending)
        while ending.tricks_left > 4:
            ending.push(draw.choice(ending.legal_plays()))
        kept.value(Position(Deal.of(ending.hands), strain=Strain.HEARTS, leader=Seat.NORTH))
        for leader in Seat:
            whole = Position(deal, strain=Strain.HEARTS, leader=leader)
            assert kept.value(whole).value == fresh.value(whole).value


# ---- limits ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("nodes", [0, 1, 50, 1000, 20_000, 100_000])
def test_a_node_limit_stops_with_bounds_that_hold(nodes: int) -> None:
    """Every query says that it was stopped, keeps near the limit, and contains the truth; twice the same."""
    position = Position(Deal.random(seed=9), strain=Strain.NO_TRUMP, leader=Seat.NORTH)
    truth = Searcher().cards(position)
    limit = Limit(nodes=nodes)
    searcher = Searcher()
    for _ in range(2):
        found = searcher.cards(position, limit=limit)
        assert (found.stopped == "nodes") == (found.nodes >= nodes)
        assert found.nodes <= nodes + 4  # the trick that was being played
        assert found.value.lower <= truth.value.ns <= found.value.upper
        for entry, known in zip(found.cards, truth.cards, strict=True):
            assert entry.card is known.card
            assert entry.value.lower <= known.value.ns <= entry.value.upper
        assert found.nodes == searcher.cards(position, limit=limit).nodes


@given(whist_positions(min_cards=6, max_cards=9), st.integers(0, 400))
def test_stopped_searches_never_lie(position: Position, nodes: int) -> None:
    """Value, question, cards, line and table of any position under any node limit."""
    limit = Limit(nodes=nodes)
    searcher = Searcher()
    truth = searcher.value(position).value.ns
    for value in (searcher.value(position, limit=limit).value, searcher.line(position, limit=limit).value):
        assert value.lower <= truth <= value.upper
    answer = searcher.at_least(position, 3, side=Side.NS, limit=limit)
    assert answer.answer in (None, truth >= 3)
    assert answer.value.lower <= truth <= answer.value.upper
    # A stopped query leaves nothing behind that is wrong.
    assert searcher.value(position).value.ns == truth
    if not position.trick and not any(position.taken):
        table = searcher.table(position.deal, rules=position.rules, limit=limit)
        for strain, row in table.values.items():
            for leader, value in row.items():
                first = Position(position.deal, strain=strain, leader=leader, rules=position.rules)
                exact = searcher.value(first).value
                assert value.lower <= exact.ns <= value.upper


def test_stopped_searches_with_a_kept_table_leave_only_truth_in_it() -> None:
    """Stop at many places, go on with the same table: the value comes out right."""
    for seed in range(12):
        position = Position(Deal.random(cards=10, seed=seed), strain=Strain(seed % 5), leader=Seat(seed % 4))
        truth = Searcher().value(position).value
        searcher = Searcher(reuse=True)
        for nodes in range(0, 3000, 150):
            value = searcher.value(position, limit=Limit(nodes=nodes)).value
            assert value.lower <= truth.ns <= value.upper
        assert searcher.value(position).value == truth


def test_a_time_limit_stops() -> None:
    """The endless deal ends when its seconds are over, and says why."""
    found = Searcher(memory_mb=16).value(endless(), limit=Limit(seconds=0.05))
    assert found.stopped == "seconds"
    assert not found.exact


def test_cancel_stops_from_another_thread() -> None:
    """A running query returns with bounds."""
    searcher = Searcher(memory_mb=16)
    timer = threading.Timer(0.2, searcher.cancel)
    timer.start()
    found = searcher.value(endless(), limit=Limit(seconds=60))
    timer.join()
    assert found.stopped == "cancelled"


def test_a_busy_searcher_refuses_a_second_query() -> None:
    """Two threads in one table would crash: the second query is refused, the first goes on, the next is answered."""
    searcher = Searcher(memory_mb=16)
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(searcher.value, endless(), limit=Limit(seconds=60))
        refused = None
        while refused is None and not first.done():
            try:
                searcher.value(endless(), limit=Limit(nodes=0))
            except RuntimeError as error:
                refused = str(error)
        searcher.cancel()
        assert first.result().stopped == "cancelled"
    assert refused == "this searcher is busy with another query: use one searcher a thread"
    assert searcher.value(endless(), limit=Limit(nodes=0)).stopped == "nodes"


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs POSIX signals")
def test_ctrl_c_stops_and_leaves_the_searcher_usable() -> None:
    """KeyboardInterrupt comes out of the query, and the next one is answered."""
    searcher = Searcher(memory_mb=16)
    sent: list[float] = []

    def interrupt() -> None:
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(0.2, interrupt)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        searcher.value(endless(), limit=Limit(seconds=60))
    assert time.monotonic() - sent[0] < 20  # not the end of the search, which is a minute away
    timer.join()
    position = Position(Deal.random(cards=5, seed=1), strain=Strain.CLUBS, leader=Seat.EAST)
    assert searcher.value(position).exact


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs POSIX signals")
def test_an_exception_of_another_signal_handler_comes_through() -> None:
    """A caller's own alarm works as it does around any Python code."""

    class AlarmError(Exception):
        """The alarm rang."""

    def ring(_number: int, _frame: object) -> None:
        raise AlarmError

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(AlarmError):
            Searcher(memory_mb=16).line(endless(), limit=Limit(seconds=60))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.sanitize
def test_a_full_table_changes_no_answer() -> None:
    """With 4 MB the table overflows; values stay."""
    for seed in (4, 11):
        deal = Deal.random(seed=seed)
        assert Searcher(memory_mb=4).table(deal).values == Searcher().table(deal).values


@pytest.mark.sanitize
def test_searchers_in_threads_do_not_meet() -> None:
    """Eight searchers in four threads answer like one after the other."""
    deals = [Deal.random(cards=9, seed=seed) for seed in range(8)]
    expected = [Searcher().table(deal) for deal in deals]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda deal: Searcher(memory_mb=16).table(deal), deals))
    assert [table.values for table in found] == [table.values for table in expected]
    assert [table.nodes for table in found] == [table.nodes for table in expected]


@pytest.mark.parametrize(
    "settings",
    [{"memory_mb": 1}, {"memory_mb": -5}, {"cpu": "sse9"}],
    ids=["little memory", "negative memory", "unknown cpu"],
)
def test_settings_that_make_no_sense_are_refused(settings: dict[str, object]) -> None:
    """At once, by name."""
    with pytest.raises(LimitError, match="expected"):
        Searcher(**settings)  # type: ignore[arg-type]


def test_unknown_optimisations_are_refused() -> None:
    """With the list of those there are."""
    searcher = Searcher(without=("magic",))
    with pytest.raises(LimitError, match=r"quick, sure.*magic"):
        searcher.value(endless())


@pytest.mark.parametrize("limit", [{"seconds": -1.0}, {"seconds": float("nan")}, {"nodes": -1}], ids=str)
def test_limits_that_make_no_sense_are_refused(limit: dict[str, float]) -> None:
    """Negative ones, and what is no number."""
    with pytest.raises(LimitError):
        Limit(**limit)  # type: ignore[arg-type]


def test_a_table_needs_a_whole_deal() -> None:
    """Hands that are not known, or of different sizes, are named."""
    with pytest.raises(PositionError, match="West"):
        Searcher().table(Deal.parse("N:AK... QJ... T9... -"))
    with pytest.raises(PositionError, match=r"North|West"):
        Searcher().table(Deal.parse("N:AK.2.. QJ... T9... 87..."))


# ---- results --------------------------------------------------------------------------------------------------------


def test_values_know_both_sides() -> None:
    """Bounds turn round for East-West, and unsettled values give no number."""
    value = Value(4, 6, total=13)
    assert value.bounds(Side.NS) == (4, 6)
    assert value.bounds(Side.EW) == (7, 9)
    assert not value.exact
    with pytest.raises(ValueError, match="only bounds"):
        _ = value.ns
    assert (Value(4, 4, total=13).ns, Value(4, 4, total=13).ew) == (4, 9)
    with pytest.raises(ValueError, match="out of order"):
        Value(6, 4, total=13)


def test_amounts_count_the_whole_deal() -> None:
    """Tricks taken before the position are in every number."""
    position = Position(
        Deal.parse("N:A... 2... 3... 4..."), strain=Strain.NO_TRUMP, leader=Seat.NORTH, taken=(5, 7)
    )
    searcher = Searcher()
    assert searcher.value(position).value == Value(6, 6, total=13)
    assert searcher.at_least(position, 6).answer is True
    assert searcher.at_least(position, 7).answer is False
    assert searcher.at_least(position, 7, side=Side.EW).answer is True
    assert searcher.cards(position).cards[0].value == Value(6, 6, total=13)
    assert searcher.line(position).cards == tuple(map(Card.parse, ("SA", "S2", "S3", "S4")))


def test_a_finished_deal_has_its_value_and_no_cards() -> None:
    """Nothing more to play: zero to come, an empty line, an answer to every question."""
    position = Position(Deal.parse("N:A... K... Q... J..."), strain=Strain.NO_TRUMP, leader=Seat.NORTH)
    for card in "SA", "SK", "SQ", "SJ":
        position.play(Card.parse(card))
    searcher = Searcher()
    assert searcher.value(position).value == Value(1, 1, total=1)
    assert searcher.cards(position).cards == ()
    assert searcher.line(position).cards == ()
    assert searcher.at_least(position, 1, side=Side.NS).answer is True
    assert searcher.at_least(position, 1, side=Side.EW).answer is False


def test_a_limit_that_no_counter_holds():
    """More nodes than the machine can count are an error when they are named, not in the search."""
    assert Limit(nodes=(1 << 64) - 1).nodes
    with pytest.raises(LimitError, match="fewer than"):
        Limit(nodes=1 << 64)


def test_a_deal_that_is_walked_back():
    """A searcher that knows which deal follows keeps what it proved when questions go back in it."""
    position = Position(Deal.random(cards=7, seed=11), strain=Strain.HEARTS, leader=Seat.NORTH)
    line = Searcher().line(position).cards
    costs = []
    for expected in (False, True):
        searcher = Searcher(reuse=True)
        if expected:
            searcher.expect(position)
        nodes, values = 0, set()
        now = position.copy()
        for card in line:
            now.push(card)
        for _ in range(len(line)):
            now.undo()
            found = searcher.value(now)
            nodes += found.nodes
            values.add(found.value.ns)
        assert len(values) == 1
        costs.append(nodes)
    assert costs[1] < costs[0]
