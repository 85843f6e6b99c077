"""Work in threads: order, bounds, failures, an early stop, and work that is done once."""

from __future__ import annotations

import threading
import time

import pytest

from solver.batch import WINDOW, Once, ordered_map
from solver.errors import LimitError


class Tool:
    """What a thread needs for itself."""

    def __init__(self) -> None:
        self.told = threading.Event()


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_results_come_in_the_order_of_the_items(jobs):
    """However long each item takes, the results are in the order of the items."""

    def work(item: int, _: Tool) -> int:
        time.sleep(0.002 * (item % 3))
        return item * item

    found = list(ordered_map(work, range(40), context=Tool, cancel=lambda _: None, jobs=jobs))
    assert found == [item * item for item in range(40)]


def test_each_thread_has_one_context():
    """A context is made once a thread and never used by two at a time."""
    made: list[Tool] = []
    busy: set[int] = set()

    def make() -> Tool:
        made.append(Tool())
        return made[-1]

    def work(item: int, tool: Tool) -> int:
        assert id(tool) not in busy
        busy.add(id(tool))
        time.sleep(0.001)
        busy.remove(id(tool))
        return item

    assert list(ordered_map(work, range(30), context=make, cancel=lambda _: None, jobs=3)) == list(range(30))
    assert 1 <= len(made) <= 3


def test_items_are_taken_only_as_results_are_fetched():
    """A slow reader of the results keeps the number of items in hand bounded."""
    taken: list[int] = []

    def items():
        for item in range(1000):
            taken.append(item)
            yield item

    results = ordered_map(lambda item, _: item, items(), context=Tool, cancel=lambda _: None, jobs=2)
    assert next(results) == 0
    assert len(taken) <= WINDOW * 2
    results.close()


@pytest.mark.parametrize("jobs", [1, 3])
def test_an_error_comes_out_in_its_place(jobs):
    """What the work raises is raised where its result would have been, after the results before it."""

    def work(item: int, _: Tool) -> int:
        if item == 3:
            raise LimitError("item 3")
        return item

    results = ordered_map(work, range(9), context=Tool, cancel=lambda _: None, jobs=jobs)
    assert [next(results) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(LimitError, match="item 3"):
        next(results)


def test_an_early_stop_cancels_the_work_under_way():
    """Closing the results tells every context to stop, and returns when all have."""

    def work(item: int, tool: Tool) -> int:
        if item:
            assert tool.told.wait(10)
        return item

    results = ordered_map(work, range(50), context=Tool, cancel=lambda tool: tool.told.set(), jobs=2)
    assert next(results) == 0
    began = time.monotonic()
    results.close()
    assert time.monotonic() - began < 10  # what an item that was not told would wait
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("hakem")]


def test_no_jobs_are_refused():
    """Fewer than one job is a limit that makes no sense."""
    with pytest.raises(LimitError, match="1 job or more, not 0"):
        list(ordered_map(lambda item, _: item, [1], context=Tool, cancel=lambda _: None, jobs=0))


def test_once_computes_once_for_all_who_ask():
    """Threads that ask for the same key at the same time share one computation."""
    once: Once[int] = Once(size=4)
    computed: list[int] = []
    start = threading.Barrier(4)
    found: list[int] = []

    def compute() -> int:
        computed.append(1)
        time.sleep(0.02)
        return 7

    def ask() -> None:
        start.wait()
        found.append(once.get("key", compute))

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [7] * 4
    assert computed == [1]


def test_once_forgets_the_key_used_longest_ago():
    """Memory is bounded: beyond the size the key that was not asked for longest goes."""
    once: Once[int] = Once(size=2)
    once.get("a", lambda: 1)
    once.get("b", lambda: 2)
    once.get("a", lambda: 0)
    once.get("c", lambda: 3)
    assert once.get("a", lambda: 10) == 1
    assert once.get("b", lambda: 20) == 20


def test_once_does_not_keep_a_failure():
    """What failed is tried again."""
    once: Once[int] = Once(size=2)

    def fail() -> int:
        raise LimitError("no")

    with pytest.raises(LimitError):
        once.get("a", fail)
    assert once.get("a", lambda: 5) == 5
