"""Work over many items in threads: results in the order of the items, bounded memory, equal work done once.

Assumes that the work releases the GIL (searches do) and that whatever a thread needs for itself, such as a searcher,
comes from a `context` that it owns alone.  Nothing here knows of cards.
"""

from __future__ import annotations

import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from typing import Generic, TypeVar

from .errors import LimitError

Item = TypeVar("Item")
Context = TypeVar("Context")
Result = TypeVar("Result")

WINDOW = 4  # items a job may be ahead of the first result that was not fetched


def ordered_map(
    work: Callable[[Item, Context], Result],
    items: Iterable[Item],
    *,
    context: Callable[[], Context],
    cancel: Callable[[Context], None],
    jobs: int = 1,
) -> Iterator[Result]:
    """Yield `work(item, its thread's context)` for each of *items*, in their order.

    One job works in the calling thread.  With more, at most `WINDOW * jobs` items are in hand at a time, however slowly
    the results are fetched.  When the caller stops early, or Ctrl-C comes, *cancel* is called on every context until
    the work under way has ended; it must make that end soon.  What *work* raises comes out in the item's place.
    """
    if jobs < 1:
        raise LimitError(f"expected 1 job or more, not {jobs!r}")
    if jobs == 1:
        mine = context()
        for item in items:
            yield work(item, mine)
        return
    own = threading.local()
    contexts: list[Context] = []

    def set_up() -> None:
        own.context = context()
        contexts.append(own.context)  # list.append is atomic

    def in_thread(item: Item) -> Result:
        result: Result = work(item, own.context)
        return result

    pool = ThreadPoolExecutor(max_workers=jobs, thread_name_prefix="hakem", initializer=set_up)
    pending: deque[Future[Result]] = deque()
    try:
        for item in items:
            pending.append(pool.submit(in_thread, item))
            if len(pending) >= WINDOW * jobs:
                yield pending.popleft().result()
        while pending:
            yield pending.popleft().result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        running = [future for future in pending if not future.done()]
        while running:
            # Again and again: a context may have been between two searches when it was told. An impatient second Ctrl-C
            # changes nothing, or the threads would outlive the call.
            with suppress(KeyboardInterrupt):
                for each in contexts:
                    cancel(each)
                running = list(wait(running, timeout=0.02).not_done)
        pool.shutdown(wait=True)


class Once(Generic[Result]):
    """Results by key, each computed once, even when several threads ask at the same time.

    Keeps the *size* keys used last, so memory stays bounded; a key that comes back after that is computed again.

    >>> once = Once(size=10)
    >>> once.get("a", lambda: 1), once.get("a", lambda: 2)
    (1, 1)
    """

    def __init__(self, *, size: int) -> None:
        self._size = size
        self._lock = threading.Lock()
        self._kept: OrderedDict[Hashable, Future[Result]] = OrderedDict()

    def get(self, key: Hashable, compute: Callable[[], Result]) -> Result:
        """Return the result for *key*, waiting for a thread that is at it already; *compute* it if there is none.

        What *compute* raises is raised for all who wait, and not kept.
        """
        mine: Future[Result] = Future()
        with self._lock:
            future = self._kept.setdefault(key, mine)
            self._kept.move_to_end(key)
            while len(self._kept) > self._size:
                self._kept.popitem(last=False)
        if future is not mine:
            return future.result()
        try:
            mine.set_result(compute())
        except BaseException as error:
            with self._lock:
                self._kept.pop(key, None)
            mine.set_exception(error)
            raise
        return mine.result()
