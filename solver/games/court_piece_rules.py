"""The options of Court Piece and its named sets of them.

Every difference between the published ways of playing is an option here, with its meaning and where it comes from;
`hakem rules court-piece` prints this module, `docs/court-piece.md` tells the rest.  Sources are named as follows:
*classic* and *courts* are the two descriptions that the project started from (a Portuguese and German article, and a
Spanish one); *hokm*, *satat*, *troefcall* and *double sir* are published descriptions of those games, *online* those of
programs that play them; *choice* marks what no source settles and what was chosen.

Trick counts and courts are those of the side that an option speaks of; nothing here depends on the seats.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Final, Literal

from solver.cards import Direction
from solver.games.base import Rules, amount_or, key_of, one_of, option, yes_or_no

__all__ = ["ABOUT", "OPTIONS", "REFUSED", "CourtPieceRules", "contradictions"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CourtPieceRules(Rules):
    """The options of Court Piece: the call, the play, what a deal scores, and the match."""

    # The call

    caller_sees: int = option(
        5, "cards the hakem has seen when he calls trump (5, 7, 9, or all 13)", "classic: 5, in some regions 7 or 9"
    )
    caller_seat: Literal["right", "left"] = option(
        "right", "which neighbour of the dealer is the hakem", "classic, courts: right; satat, troefcall: left"
    )
    trump_mode: Literal["open", "hidden_paper", "hidden_card", "cut"] = option(
        "open",
        "when the players learn the trump: at once; when it is asked for, written down until then or laid face down as"
        " a card of the hakem; nobody calls it, and the first card that does not follow suit is of it",
        "classic (Peg: written down); closed trump, band rang: a card; online: cut",
    )
    reveal_by: Literal["any_void", "opponents_only"] = option(
        "any_void",
        "who may ask for a hidden trump when he cannot follow suit: everybody, or the hakem's opponents",
        "classic; band rang: opponents",
    )
    ask_must_trump: bool = option(
        True, "whether he who asked for the trump must play one if he can", "closed trump; choice: no"
    )
    nt_allowed: bool = option(False, "whether a deal may be played without trump (Badam Satti)", "classic, variants")
    redeal: Literal["none", "caller_no_picture", "caller_below_ten", "hand_no_picture"] = option(
        "none",
        "when the hakem may ask for a new deal: no king, queen or jack among his first cards; none of them above the"
        " nine; no king, queen or jack in his whole hand",
        "satat: the first; online: the second; troefcall: the third",
    )
    redeal_limit: int = option(0, "new deals that he may ask for in a row; none: any number", "satat: 2", zero="none")
    target_bid: int = option(
        0,
        "tricks the hakem undertakes to make in every deal; a deal that names its own has that",
        "classic, variants: 9, 10 or 11",
        zero="off",
    )
    leader: Literal["caller", "dealer_right"] = option(
        "caller", "who leads to the first trick", "classic, courts: the caller, who is the dealer's neighbour"
    )

    # The play

    h2_top: Literal["no", "trump", "heart_top"] = option(
        "no",
        "whether the two of hearts is the best card: as the highest trump, whatever is trump, or as the highest heart;"
        " without a trump it is the highest heart in both",
        "satat; choice: to which suit it belongs",
    )
    collect: Literal["trick", "double_sir", "double_sir_ace"] = option(
        "trick",
        "who takes a trick: its winner at once, or whoever wins two running takes the pile; with the ace rule or not",
        "courts mentions it; double sir",
    )
    sir_run_unit: Literal["player", "team"] = option("player", "whose run of two takes the pile", "double sir")
    sir_after_pickup: Literal["continue", "restart"] = option(
        "continue",
        "whether the trick that completed a pair is the first win of the next one",
        "double sir; choice: sources differ",
    )
    sir_first_pair_blocked: bool = option(
        False, "whether the win of the first trick counts for nobody", "double sir, variant"
    )
    sir_last_trick: Literal["takes_rest", "lost"] = option(
        "takes_rest", "whether the winner of the last trick takes what is left in the pile", "double sir"
    )
    play_to: Literal[7, 13] = option(
        13, "whether all 13 tricks are played or play stops when a side has 7", "classic: 13; courts, hokm: 7"
    )

    # The score of a deal, in courts

    deal_value: int = option(
        1, "courts for the hakem's side when it wins the deal", "classic: 1; courts: 0, a plain win"
    )
    caller_fail_value: int = option(
        1, "courts for the other side when the hakem's side does not make 7", "classic: 1, some double it"
    )
    sweep_value: int = option(2, "courts for all 13 tricks; 0 when a sweep is nothing special", "classic: 2, some 3")
    kot_value: int = option(
        0, "courts for the first seven tricks in a row (kot); 0 when they are nothing special", "classic: 2 if played"
    )
    kot_side: Literal["caller", "either"] = option(
        "caller", "who can make a kot", "classic: the hakem's side; courts, hokm: either"
    )
    kot_value_opponents: int = option(
        0, "courts for a kot of the hakem's opponents; same: what kot_value says", "hokm: 3", zero="same"
    )
    streak_len: int = option(0, "deals won in a row that earn a bonus; 0 for none", "courts: 7; classic: 3 if played")
    streak_value: int = option(1, "courts of that bonus", "courts: 1; classic: 1")
    streak_repeats: bool = option(
        False,
        "whether every further won deal of a run earns the bonus again",
        "choice: classic says 3 or more in a row",
    )
    streak_reset_on_court: Literal["none", "winner", "both"] = option(
        "none",
        "whose run of won deals starts anew when a kot, a sweep, a target, a penalty or a bonus was scored: nobody's;"
        " the winner's, and the other run stays as it was; both",
        "courts: both",
    )
    target_bid_bonus: int = option(1, "further courts for a target that is made", "choice: classic gives no number")
    target_bid_fail: int = option(2, "courts for the other side when a target is missed", "classic, variants")
    revoke_penalty: Literal["none", "court"] = option(
        "none", "what the other side gets for a revoke that is found too late", "courts: a court"
    )

    # The match

    hakem_rotation: Literal["every_deal", "winners", "result", "hokm", "two_deals"] = option(
        "every_deal",
        "who calls next: the next seat every deal; the winners' designated caller; by the result: the hakem"
        " deals if the dealer's side wins, the dealer again if the hakem's side wins, his partner if it wins a court;"
        " the same hakem while his side wins, else the next seat, and he deals; the same hakem for two deals, and on if"
        " his side wins a court in both",
        "classic: every_deal, winners, two_deals; courts: result; hokm, troefcall: hokm",
    )
    rotation: Direction = option(  # noqa: RUF009 - a field, whose default is an enum
        Direction.ANTICLOCKWISE, "the sense in which dealer and hakem move on", "classic: anticlockwise, or by region"
    )
    match: int = option(
        7,
        "courts that win the match; timed: it is played for time and may be drawn",
        "classic: 7, 5 or 9",
        zero="timed",
    )

    @property
    def kot_of_opponents(self) -> int:
        """Courts for a kot of the hakem's opponents; 0 when they cannot make one."""
        return 0 if self.kot_side == "caller" else self.kot_value_opponents or self.kot_value


_CLOCKWISE, _ANTICLOCKWISE = Direction.CLOCKWISE, Direction.ANTICLOCKWISE

_COURTS: Final[Mapping[str, object]] = {
    "play_to": 7,
    "deal_value": 0,
    "caller_fail_value": 0,
    "sweep_value": 0,
    "kot_value": 1,
    "kot_side": "either",
    "streak_len": 7,
    "streak_reset_on_court": "both",
    "hakem_rotation": "result",
    "revoke_penalty": "court",
    "match": 0,
}

CourtPieceRules.presets = MappingProxyType(
    {
        rules.preset: rules
        for rules in (
            CourtPieceRules(preset="classic", direction=_CLOCKWISE),
            CourtPieceRules(preset="kot-pees", direction=_CLOCKWISE, kot_value=2),
            CourtPieceRules(preset="courts", direction=_ANTICLOCKWISE, **_COURTS),  # type: ignore[arg-type]
            CourtPieceRules(
                preset="hokm",
                direction=_ANTICLOCKWISE,
                play_to=7,
                sweep_value=0,
                kot_value=2,
                kot_side="either",
                kot_value_opponents=3,
                hakem_rotation="hokm",
            ),
            # Seven collected tricks win; a court when the other side has collected none by then.
            CourtPieceRules(preset="double-sir", direction=_CLOCKWISE, collect="double_sir", **_COURTS),  # type: ignore[arg-type]
            CourtPieceRules(preset="double-sir-ace", direction=_CLOCKWISE, collect="double_sir_ace", **_COURTS),  # type: ignore[arg-type]
            # The values of deal, kot and sweep are a choice that keeps their order: 7, better 7 running, better 13.
            CourtPieceRules(
                preset="satat",
                direction=_CLOCKWISE,
                caller_seat="left",
                redeal="caller_no_picture",
                redeal_limit=2,
                h2_top="trump",
                sweep_value=3,
                kot_value=2,
                kot_side="either",
                rotation=_CLOCKWISE,
            ),
            # Dealer's left, kap (the first seven) 13 points, bounie (all 13) 52; the points of a match are a choice.
            CourtPieceRules(
                preset="troefcall",
                direction=_CLOCKWISE,
                caller_seat="left",
                redeal="hand_no_picture",
                kot_value=13,
                kot_side="either",
                sweep_value=52,
                hakem_rotation="hokm",
                rotation=_CLOCKWISE,
                match=52,
            ),
            CourtPieceRules(preset="peg", direction=_CLOCKWISE, trump_mode="hidden_paper"),
            CourtPieceRules(
                preset="band-rang", direction=_CLOCKWISE, trump_mode="hidden_card", reveal_by="opponents_only"
            ),
            CourtPieceRules(preset="badam-satti", direction=_CLOCKWISE, nt_allowed=True),
            CourtPieceRules(preset="bridge", direction=_CLOCKWISE, nt_allowed=True, caller_sees=13),
        )
    }
)


#: What each preset is, in one line.
ABOUT: Final[Mapping[str, str]] = MappingProxyType(
    {
        "classic": "the Portuguese and German description: a court a deal, 2 for all 13 tricks, first to seven courts",
        "kot-pees": "classic with a kot: two courts when the hakem's side takes the first seven tricks (Double Sar)",
        "courts": "the Spanish description: play stops at seven tricks; courts for the first seven, or for seven deals",
        "hokm": "Hokm: play stops at seven tricks, a kot is worth 2 or, for the hakem's opponents, 3; first to seven",
        "double-sir": "tricks stay in the middle until one player wins two running; scored as courts",
        "double-sir-ace": "double-sir in which an ace right after an ace does not take the middle",
        "satat": "Satat: the hakem is the dealer's left-hand neighbour, the two of hearts is the highest trump",
        "troefcall": "Troefcall: the hakem is the dealer's left-hand neighbour; kap 13 points, bounie 52",
        "peg": "classic in which the hakem writes the trump down, until a void player asks for it",
        "band-rang": "classic in which the trump lies face down as a card, until a void opponent asks for it",
        "badam-satti": "classic in which deals without trump may be mixed with the others",
        "bridge": "the card play of bridge and whist: any trump or none, all hands seen",
    }
)


_match = amount_or("timed", 1, 1000)
_target = amount_or("off", 9, 11)
_courts = amount_or("none", 0, 1000)


def _play_to(text: str) -> int:
    """Read 7 or 13."""
    return int(one_of("7", "13")(text))


def _caller_sees(text: str) -> int:
    """Read how many cards the hakem sees."""
    return int(one_of("5", "7", "9", "13")(text))


def _hakem_rotation(text: str) -> str:
    """Read how the call moves on; `result_s1` is another name for `result`."""
    known = one_of("every_deal", "winners", "result", "hokm", "two_deals")
    return known("result" if key_of(text) == "results1" else text)


#: How the text of each option is read.
OPTIONS: Final[Mapping[str, Callable[[str], object]]] = MappingProxyType(
    {
        "direction": Direction.parse,
        "caller_sees": _caller_sees,
        "caller_seat": one_of("right", "left"),
        "trump_mode": one_of("open", "hidden_paper", "hidden_card", "cut"),
        "reveal_by": one_of("any_void", "opponents_only"),
        "ask_must_trump": yes_or_no,
        "nt_allowed": yes_or_no,
        "redeal": one_of("none", "caller_no_picture", "caller_below_ten", "hand_no_picture"),
        "redeal_limit": amount_or("none", 1, 100),
        "target_bid": _target,
        "leader": one_of("caller", "dealer_right"),
        "h2_top": one_of("no", "trump", "heart_top"),
        "collect": one_of("trick", "double_sir", "double_sir_ace"),
        "sir_run_unit": one_of("player", "team"),
        "sir_after_pickup": one_of("continue", "restart"),
        "sir_first_pair_blocked": yes_or_no,
        "sir_last_trick": one_of("takes_rest", "lost"),
        "play_to": _play_to,
        "deal_value": _courts,
        "caller_fail_value": _courts,
        "sweep_value": _courts,
        "kot_value": _courts,
        "kot_side": one_of("caller", "either"),
        "kot_value_opponents": amount_or("same", 0, 1000),
        "streak_len": _courts,
        "streak_value": _courts,
        "streak_repeats": yes_or_no,
        "streak_reset_on_court": one_of("none", "winner", "both"),
        "target_bid_bonus": _courts,
        "target_bid_fail": _courts,
        "revoke_penalty": one_of("none", "court"),
        "hakem_rotation": _hakem_rotation,
        "rotation": Direction.parse,
        "match": _match,
    }
)

#: Presets and options that players know but that are not offered, and what holds instead.
REFUSED: Final[Mapping[str, str]] = MappingProxyType(
    {
        "double-sar": "it is the name of a score (kot-pees) and of a way to collect tricks (double-sir)",
        "trump": "the trump is given with the deal",
        "hidden": "it is the option trump_mode=hidden_paper or hidden_card",
        "satat_h2": "it is the option h2_top",
    }
)

#: Options that say something only where tricks lie in the middle, with their defaults.
_SIR_DEFAULTS: Final[Mapping[str, object]] = {
    field.name: field.default for field in fields(CourtPieceRules) if field.name.startswith("sir_")
}


def contradictions(rules: CourtPieceRules) -> list[str]:
    """Name the options that cannot go together."""
    found = []

    def unless(holds: bool, name: str, needs: str) -> None:  # noqa: FBT001 - local, one fact a call
        """Report that the option *name* has a value that *needs* something else."""
        if not holds:
            found.append(f"option {name}={rules.written(name)} needs {needs}")

    if rules.collect == "trick":
        for name, default in _SIR_DEFAULTS.items():
            unless(getattr(rules, name) == default, name, "collect=double_sir or double_sir_ace")
    hidden = rules.trump_mode.startswith("hidden")
    unless(hidden or rules.reveal_by == "any_void", "reveal_by", "trump_mode=hidden_paper or hidden_card")
    unless(hidden or rules.ask_must_trump, "ask_must_trump", "trump_mode=hidden_paper or hidden_card")
    if rules.trump_mode != "open":
        unless(rules.h2_top == "no", "trump_mode", "h2_top=no: a two that is always a trump would give it away")
    unless(not (hidden and rules.nt_allowed), "nt_allowed", "trump_mode=open: what is hidden is a suit")
    if rules.trump_mode == "cut":
        unless(not rules.nt_allowed, "trump_mode", "nt_allowed=no: nobody calls")
        unless(not rules.target_bid, "trump_mode", "target_bid=off: nobody calls")
        unless(rules.redeal == "none", "trump_mode", "redeal=none: nobody calls")
    if rules.play_to == 7:
        needs = "play_to=13: the play would stop at 7 tricks"
        unless(not rules.target_bid, "target_bid", needs)
        unless(not rules.sweep_value or rules.collect != "trick", "sweep_value", needs)
    if rules.kot_value_opponents:
        unless(rules.kot_side == "either", "kot_value_opponents", "kot_side=either")
        unless(bool(rules.kot_value), "kot_value_opponents", "a kot_value")
    unless(
        rules.hakem_rotation not in {"hokm", "result"}
        or rules.written("rotation") == rules.presets[rules.preset].written("rotation"),
        "rotation",
        "another hakem_rotation than hokm or result, in which caller_seat says who follows",
    )
    unless(rules.redeal != "none" or not rules.redeal_limit, "redeal_limit", "a redeal")
    unless(bool(rules.streak_len) or not rules.streak_repeats, "streak_repeats", "a streak_len")
    unless(
        not rules.streak_repeats or rules.streak_reset_on_court == "none",
        "streak_repeats",
        "streak_reset_on_court=none: a run would start anew with the bonus",
    )
    return found
