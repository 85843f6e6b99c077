from collections.abc import Sequence
from typing import final

@final
class Engine:
    def __new__(cls, *, memory: int, switches: int = ...) -> Engine: ...
    def begin(self, *, nodes: int | None, seconds: float, watch_signals: bool) -> None: ...
    def load(
        self,
        hands: Sequence[int],
        leader: int,
        trump: int,
        table: Sequence[int],
        *,
        each: int,
        ten: int,
        keep: bool,
        trumps: Sequence[int] = ...,
        naming: int = ...,
        askers: int = ...,
        must_trump: bool = ...,
        by_setter: bool = ...,
        indicator: int = ...,
        streak_side: int = ...,
        streak_end: int = ...,
        undealt: int = ...,
        collecting: int = ...,
        restart: bool = ...,
        pile: int = ...,
        run: bool = ...,
        blocked: bool = ...,
        rest: int = ...,
        court: int = ...,
        safe: int = ...,
        stop: int = ...,
        spare: int = ...,
    ) -> None: ...
    def narrow(self, lower: int, upper: int, guess: int) -> tuple[int, int]: ...
    def holds(self, need: int) -> bool | None: ...
    def cards(self, value: int) -> list[tuple[int, int, int]]: ...
    def line(self, value: int) -> list[int]: ...
    def cancel(self) -> None: ...
    @property
    def nodes(self) -> int: ...
    @property
    def trick_nodes(self) -> int: ...
    @property
    def stopped(self) -> str | None: ...
    @property
    def memory(self) -> int: ...
    @property
    def clears(self) -> int: ...
