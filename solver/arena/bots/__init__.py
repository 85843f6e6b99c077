"""The bots by name, and how a bot is written: `tips`, `pimc:worlds=20`, `bid=tips,play=pimc:worlds=20`.

A text names a bot and its options; two bots can share a seat, one for calls and one for cards, so that bids can be
compared under the same play, and the other way round.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from solver.advice import Adviser
from solver.arena.bots.adviser import AdvisedBot
from solver.arena.bots.base import Bot, OpenDeal
from solver.arena.bots.chance import RandomBot
from solver.arena.bots.colver import ColverBot, colver_rules, load
from solver.arena.bots.counted import CountingBot
from solver.arena.bots.mixed import MixedBot
from solver.arena.bots.tips import tips_for
from solver.arena.seeds import seed_of
from solver.errors import LimitError, ParseError
from solver.games import Game, Rules

__all__ = ["BOTS", "Bot", "BotKind", "Maker", "OpenDeal", "Option", "Player", "parse_player"]

#: Makes a bot for one seat of one deal, from its seed.
Maker = Callable[[int], Bot]


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a bot: a whole number."""

    default: int
    low: int
    high: int
    meaning: str


@dataclass(frozen=True, slots=True)
class BotKind:
    """A kind of bot.

    `make` gets the game, its rules, the objective and the options, and returns what makes bots for single seats; what
    these share, such as a searcher, lives there. It raises a `HakemError` where the bot cannot play that game.
    """

    about: str
    make: Callable[[Game, Rules, str, Mapping[str, int]], Maker]
    options: Mapping[str, Option] = field(default_factory=dict)


def _random(game: Game, rules: Rules, objective: str, options: Mapping[str, int]) -> Maker:
    del game, rules, objective, options
    return RandomBot


def _tips(game: Game, rules: Rules, objective: str, options: Mapping[str, int]) -> Maker:
    del rules, objective, options
    tips_for(game, 0)
    return lambda seed: tips_for(game, seed)


def _count(game: Game, rules: Rules, objective: str, options: Mapping[str, int]) -> Maker:
    del rules, objective, options
    if game.name != "coinche":
        raise LimitError(f"the count of points is for bids in Coinche, not for {game.title}")
    return CountingBot


def _adviser(method: str) -> Callable[[Game, Rules, str, Mapping[str, int]], Maker]:
    def make(game: Game, rules: Rules, objective: str, options: Mapping[str, int]) -> Maker:
        del rules
        adviser = Adviser(workers=1, memory_mb=16)
        tips = tips_for(game, 0) if options["tips"] else None
        return lambda seed: AdvisedBot(
            seed, adviser=adviser, method=method, objective=objective, options=options, tips=tips
        )

    return make


def _colver(bids: str, plays: str) -> Callable[[Game, Rules, str, Mapping[str, int]], Maker]:
    def make(game: Game, rules: Rules, objective: str, options: Mapping[str, int]) -> Maker:
        del objective
        colver_rules(game, rules)
        load()
        return lambda seed: ColverBot(seed, bids=bids, plays=plays, milliseconds=options.get("ms"))

    return make


_SAMPLES = {
    "worlds": Option(20, 1, 100_000, "worlds that a card is examined in"),
    "calls": Option(40, 1, 100_000, "worlds that a trump or a bid is examined in"),
    "models": Option(1, 0, 1, "whether deals are picked by what the others called and played"),
    "tips": Option(1, 0, 1, "whether the tips choose among cards that are worth the same in the worlds"),
    "nodes": Option(0, 0, 1_000_000_000, "nodes that each query may take, its bounds count half and half; 0: no limit"),
}
_MS = Option(20, 1, 600_000, "milliseconds a card")

BOTS: Mapping[str, BotKind] = MappingProxyType(
    {
        "random": BotKind("any legal card", _random),
        "tips": BotKind("the tips of the documents that describe the games", _tips),
        "count": BotKind("bids by a count of points, plays by the tips, Coinche", _count),
        "pimc": BotKind("perfect information Monte Carlo, the adviser's usual method", _adviser("pimc"), _SAMPLES),
        "alphamu": BotKind(
            "alpha-mu with few cards in the hand, before that perfect information Monte Carlo",
            _adviser("alphamu"),
            {
                **_SAMPLES,
                "moves": Option(3, 1, 13, "decisions of the seat that are looked at"),
                "cards": Option(5, 1, 13, "most cards in the hand with which alpha-mu is used"),
                "evaluations": Option(20_000, 0, 1_000_000_000, "exact values that a decision may ask for"),
            },
        ),
        "colver-smart": BotKind(
            "colver's improved bids and smart IS-MCTS, Coinche",
            _colver("bid_improved", "action_smart_ismcts"),
            {"ms": _MS},
        ),
        "colver-naive": BotKind(
            "colver's improved bids and naive IS-MCTS, Coinche",
            _colver("bid_improved", "action_naive_ismcts"),
            {"ms": _MS},
        ),
        "colver-heuristic": BotKind(
            "colver's older bids and heuristic play, which sees all hands, Coinche",
            _colver("bid_improved_v1", "action_heuristic_play"),
        ),
        "colver-maxi": BotKind(
            "colver's bids and play by conventions, which sees all hands, Coinche",
            _colver("bid_maxi", "action_maxi_play"),
        ),
    }
)


@dataclass(frozen=True, slots=True)
class Player:
    """A bot as it was asked for: who calls, who plays, each with all of its options."""

    text: str
    calls: tuple[str, tuple[tuple[str, int], ...]]
    cards: tuple[str, tuple[tuple[str, int], ...]]

    @property
    def full(self) -> str:
        """The bot with every option written out, the same for every way of writing it."""
        calls, cards = _written(self.calls), _written(self.cards)
        return cards if calls == cards else f"bid={calls},play={cards}"

    def maker(self, game: Game, rules: Rules, objective: str) -> Maker:
        """Return what makes the bot for a seat."""
        cards = BOTS[self.cards[0]].make(game, rules, objective, dict(self.cards[1]))
        if self.calls == self.cards:
            return cards
        calls = BOTS[self.calls[0]].make(game, rules, objective, dict(self.calls[1]))
        return lambda seed: MixedBot(calls(seed_of(seed, "calls")), cards(seed))


def parse_player(text: str) -> Player:
    """Read a bot; raises `ParseError`, which lists what there is.

    >>> parse_player("tips").full, parse_player("bid=random, play=tips").full
    ('tips', 'bid=random,play=tips')
    """
    parts = [part.strip() for part in text.split(",")]
    if len(parts) == 1 and not parts[0].startswith(("bid=", "play=")):
        bot = _parse(parts[0])
        return Player(text, bot, bot)
    named = dict(part.partition("=")[::2] for part in parts)
    if len(parts) != 2 or set(named) != {"bid", "play"}:
        raise ParseError(f"expected a bot, or two as 'bid=BOT,play=BOT', not {text!r}", text=text)
    return Player(text, _parse(named["bid"]), _parse(named["play"]))


def _parse(text: str) -> tuple[str, tuple[tuple[str, int], ...]]:
    """Read the name and the options of one bot."""
    name, *words = text.strip().lower().split(":")
    kind = BOTS.get(name)
    if kind is None:
        raise ParseError(f"expected one of the bots {', '.join(BOTS)}, not {text.strip()!r}", text=text)
    values = {option: about.default for option, about in kind.options.items()}
    for word in words:
        option, _, number = word.partition("=")
        about = kind.options.get(option)
        if about is None:
            known = ", ".join(kind.options) or "none"
            raise ParseError(f"{name} has no option {option!r}; it has {known}", text=text)
        if not number.isascii() or not number.isdigit() or not about.low <= int(number) <= about.high:
            raise ParseError(
                f"expected {name}:{option} to be a whole number from {about.low} to {about.high}, not {number!r}",
                text=text,
            )
        values[option] = int(number)
    return name, tuple(values.items())


def _written(bot: tuple[str, tuple[tuple[str, int], ...]]) -> str:
    """Write a bot with all of its options."""
    name, options = bot
    return ":".join([name, *(f"{option}={value}" for option, value in options)])
