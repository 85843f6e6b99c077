"""The options of Dehla Pakad and its named sets of them.

Every difference between the published ways of playing is an option, with its meaning and its source. *Document* is the
Portuguese description that the project started from; its options are the defaults. All of them can be read, written
and scored; those that the play does not know are refused when a position is made (`solver.games.dehla_pakad`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from solver.cards import Direction
from solver.errors import ParseError
from solver.games.base import Rules, amount_or, one_of, option

__all__ = ["ABOUT", "GAME_POINTS", "OPTIONS", "UNIT_NAMES", "DehlaPakadRules", "contradictions", "with_target"]

#: The points that win a match under `scoring=game_points_7`.
GAME_POINTS: Final = 7

#: What is counted, and what it is called.
UNIT_NAMES: Final[Mapping[str, str]] = MappingProxyType(
    {"tens": "tens", "cards": "card points", "tricks": "tricks", "tens_tricks": "units (14 a ten, 1 a trick)"}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class DehlaPakadRules(Rules):
    """The options of Dehla Pakad; the defaults are those of the document (preset `dehla-pakad`)."""

    dp_trump: str = option(
        "first_void",
        "how the trump comes about: the first void card is of it (first_void) or its player names it "
        "(first_void_named); dealer's partner or the player after the dealer names it before the play (open_partner, "
        "open_right); it is noted in secret by the first void player or laid face down (closed_void, closed_card); "
        "it is given (fixed)",
        "document; open_right, closed_card: published rules",
    )
    dp_deal: str = option(
        "all13", "whether all cards are dealt before the play, or eight each once the trump is fixed", "document; Pagat"
    )
    collect: str = option(
        "trick",
        "who takes a trick: its winner at once, or the player (side) who wins two running, with all that lies there",
        "document; double_sir: Pagat",
    )
    sir_after_pickup: str = option(
        "continue",
        "whether the trick that completed a pair is the first win of the next one",
        "published programs; choice: rules do not say",
    )
    dp_count: str = option(
        "tens",
        "what is counted: tens; cards, tens as two (the document's Double Sar); tricks; tens and then tricks (14 to 1)",
        "document; tens_tricks: mendikot",
    )
    win_tens: int = option(3, "the tens that win a round; with six players it is 7 of 12", "document; choice: 7 of 12")
    tie22: str = option(
        "none",
        "who wins a round at two tens each: nobody, who has more tricks, the side that did not deal, the last winner",
        "document; others: published rules",
    )
    four_tens: str = option(
        "match", "what all four tens bring: the match, a kot, a bonus point, three points", "document; published rules"
    )
    sweep13: str = option("none", "whether all thirteen tricks double what four tens bring", "mendikot")
    streak_target: int = option(7, "how many rounds won running make a kot", "document: 7; casual play 3 or 5")
    streak_on_tie: str = option("keep", "whether a round that nobody wins leaves the streaks alone", "document")
    scoring: str = option(
        "streak",
        "how the match is decided: by the streak, at seven game points, or by counting kots or points",
        "document; kots, points321: published rules",
    )
    match: int = option(
        0,
        "how many kots or points win the match; timed: it is played for time, and whoever has more then wins",
        "published rules: 1, 3 or 5 kots, or timed",
        zero="timed",
    )
    dealer_rotation: str = option(
        "result_s3",
        "who deals next: the same player while his side loses; in mendikot his partner if it lost all tricks",
        "document; mendikot: published rules",
    )
    players: int = option(4, "how many play; six play with three packs", "document")

    @property
    def tens(self) -> int:
        """The tens of a round: four in every pack."""
        return 4 if self.players == 4 else 12

    @property
    def tricks(self) -> int:
        """The tricks of a round."""
        return 13 if self.players == 4 else 26

    @property
    def units(self) -> tuple[int, int]:
        """The units that a trick brings its winner: for itself, and for each ten in it."""
        if self.dp_count == "tens":
            return (0, 1)
        if self.dp_count == "cards":
            return (self.players, 1)  # every card 1, a ten 2
        if self.dp_count == "tricks":
            return (1, 0)
        return (1, self.tricks + 1)  # no number of tricks makes up for a ten

    @property
    def total(self) -> int:
        """The units of a round."""
        each, ten = self.units
        return each * self.tricks + ten * self.tens

    @property
    def score_unit(self) -> str:
        """What a match is counted in, in the plural: rounds where the streak decides it, else points or kots."""
        return {"streak": "rounds", "kots": "kots"}.get(self.scoring, "points")

    @property
    def all_tens(self) -> str:
        """All the tens of a round, in words."""
        return "all four tens" if self.players == 4 else "all twelve tens"

    @property
    def counts_tens(self) -> bool:
        """Whether rounds are won by tens."""
        return self.dp_count in {"tens", "tens_tricks"}

    @property
    def may_be_nobodys(self) -> bool:
        """Whether nobody may win a round though somebody has won one before."""
        if not self.counts_tens:
            return self.total % 2 == 0
        return self.tie22 == "none" or (self.tie22 == "tricks7" and self.tricks % 2 == 0)


def _preset(name: str, **options: object) -> DehlaPakadRules:
    return DehlaPakadRules(preset=name, direction=Direction.ANTICLOCKWISE, **options)  # type: ignore[arg-type]


DehlaPakadRules.presets = MappingProxyType(
    {
        rules.preset: rules
        for rules in (
            _preset("dehla-pakad"),
            _preset("closed", dp_trump="closed_void"),
            _preset("open", dp_trump="open_partner"),
            _preset("double-sar", dp_count="cards"),
            _preset("game-points", scoring="game_points_7"),
            _preset(
                "mendikot",
                dp_count="tens_tricks",
                tie22="tricks7",
                four_tens="bonus1",
                sweep13="double",
                scoring="game_points_7",
                dealer_rotation="mendikot",
            ),
            _preset("points321", dp_count="tens_tricks", tie22="tricks7", four_tens="points3", scoring="points321"),
        )
    }
)

#: What the presets are.
ABOUT: Final[Mapping[str, str]] = MappingProxyType(
    {
        "dehla-pakad": "the document's game: trump by the first void, seven rounds running or all four tens",
        "closed": "the trump is noted in secret by the first void player, who shows it when he is void again",
        "open": "dealer's partner names the trump before the play",
        "double-sar": "all cards count one and tens two",
        "game-points": "a point for every round won, seven win the match",
        "mendikot": "two tens each go by tricks, four tens bring a bonus",
        "points321": "three points for four tens, two for three, one for two tens and more tricks",
    }
)


def _number(*values: int) -> Callable[[str], int]:
    """Return a reader of an option that has one of the numbers *values*."""

    def read(text: str) -> int:
        if text not in map(str, values):
            raise ParseError(f"expected {' or '.join(map(str, values))}, not {text!r}", text=text)
        return int(text)

    return read


OPTIONS: Final[Mapping[str, Callable[[str], object]]] = MappingProxyType(
    {
        "direction": Direction.parse,
        "dp_trump": one_of(
            "first_void",
            "first_void_named",
            "open_partner",
            "open_right",
            "closed_void",
            "closed_card",
            "fixed",
        ),
        "dp_deal": one_of("all13", "five_then_eight"),
        "collect": one_of("trick", "double_sir", "double_sir_team"),
        "sir_after_pickup": one_of("continue", "restart"),
        "dp_count": one_of(*UNIT_NAMES),
        "win_tens": _number(3),
        "tie22": one_of("none", "tricks7", "non_dealer", "last_winner"),
        "four_tens": one_of("match", "kot", "bonus1", "points3"),
        "sweep13": one_of("none", "double"),
        "streak_target": _number(3, 5, 7),
        "streak_on_tie": one_of("keep", "reset"),
        "scoring": one_of("streak", "game_points_7", "kots", "points321"),
        "match": amount_or("timed", 1, 1000),
        "dealer_rotation": one_of("result_s3", "mendikot"),
        "players": _number(4, 6),
    }
)


def contradictions(rules: DehlaPakadRules) -> list[str]:
    """Return which options cannot hold together: what four tens bring must be something that is counted."""
    reasons = []
    if rules.collect == "trick" and rules.sir_after_pickup != "continue":
        reasons.append(
            f"sir_after_pickup={rules.sir_after_pickup} needs collect=double_sir or double_sir_team, not collect=trick"
        )
    if rules.players != 4:
        for name, value in (("collect", "trick"), ("dp_deal", "all13"), ("dealer_rotation", "result_s3")):
            if getattr(rules, name) != value:
                reasons.append(f"players={rules.players} needs {name}={value}, not {name}={getattr(rules, name)}")
        if rules.dp_trump.startswith("closed") or rules.dp_trump == "first_void_named":
            reasons.append(f"players={rules.players} needs an open trump, not dp_trump={rules.dp_trump}")
    needed = {"kot": "kots", "bonus1": "game_points_7", "points3": "points321"}.get(rules.four_tens)
    if needed is not None and rules.scoring != needed:
        reasons.append(f"four_tens={rules.four_tens} needs scoring={needed}, not scoring={rules.scoring}")
    if rules.scoring == "points321" and (rules.four_tens != "points3" or rules.tie22 != "tricks7"):
        reasons.append("scoring=points321 (3 points, 2, 1 for tricks) needs four_tens=points3 and tie22=tricks7")
    return [*reasons, *_without_effect(rules)]


def _without_effect(rules: DehlaPakadRules) -> list[str]:
    """Return which options say something about what the others leave no room for."""
    reasons = []
    if not rules.counts_tens:
        for name, default in (("tie22", "none"), ("four_tens", "match")):
            if getattr(rules, name) != default:
                reasons.append(f"{name}={getattr(rules, name)} goes by tens, not by dp_count={rules.dp_count}")
    if rules.sweep13 != "none" and rules.four_tens not in {"kot", "bonus1"}:
        reasons.append(f"sweep13={rules.sweep13} needs four_tens=kot or bonus1, not four_tens={rules.four_tens}")
    if rules.scoring not in {"streak", "kots"}:
        for name, value in (("streak_target", 7), ("streak_on_tie", "keep")):
            if getattr(rules, name) != value:
                reasons.append(
                    f"{name}={getattr(rules, name)} needs scoring=streak or kots, not scoring={rules.scoring}"
                )
    elif rules.streak_on_tie != "keep" and not rules.may_be_nobodys:
        counted = f"tie22={rules.tie22}" if rules.counts_tens else f"dp_count={rules.dp_count}"
        reasons.append(f"streak_on_tie={rules.streak_on_tie} needs rounds that nobody wins, not {counted}")
    if rules.match and rules.scoring not in {"kots", "points321"}:
        reasons.append(f"match={rules.match} needs scoring=kots or points321, not scoring={rules.scoring}")
    return reasons


def with_target(rules: DehlaPakadRules, text: str) -> DehlaPakadRules:
    """Return *rules* with what wins the match as the tag `MatchTarget` says it.

    That is a number of rounds running, of points or of kots, as the rules score the match, or `timed`. Raises
    `ParseError` for another text and for a number that the rules do not have.
    """
    try:
        if rules.scoring == "streak":
            return replace(rules, streak_target=OPTIONS["streak_target"](text.strip()))  # type: ignore[arg-type]
        if rules.scoring == "game_points_7":
            _number(GAME_POINTS)(text.strip())
            return rules
        return replace(rules, match=OPTIONS["match"](text))  # type: ignore[arg-type]
    except ParseError as error:
        raise ParseError(f"tag MatchTarget: {error.message} (scoring={rules.scoring})", text=text) from None
