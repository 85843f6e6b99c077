"""The options of Coinche, as data, with the named sets of them.

The base, `s4`, is the Portuguese document of the game, whose scores are those of the game's description on Pagat;
what it leaves open is read as the options' defaults say. Sources are named as follows: *document* is that document;
*ffb* are the texts of the French belote federation (*ffb 2016* its contrée rules of January 2016, *ffb el* a later
reprint, *ffb web* its page on coinche), which contradict one another; *cannes* is the championship of Cannes, rules of
2016; *colver*, *bga* and *contrai* are programs; *tables* are rules as played here and there. *Choice* marks what no
source settles and what was chosen.

The *taker* is the side that won the auction, whichever of its players made the last bid; the other is the *defence*.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final, Literal

from solver.cards import Direction, Strain
from solver.games.base import Rules, number, one_of, option, yes_or_no

__all__ = ["ABOUT", "OPTIONS", "REFUSED", "CoincheRules", "contradictions"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CoincheRules(Rules):
    """The options of Coinche: the play, the auction, what a deal scores, and the match."""

    # The play

    over_partner_led: bool = option(
        True,
        "whether a trump that is led must be beaten even when the partner is winning; with all trumps, any suit led",
        "document, ffb: yes; a few tables: no",
    )
    undertrump: Literal["must", "free"] = option(
        "must",
        "whether a player who must trump and cannot overtrump an opponent must still play a trump, a lower one",
        "document, bga: must; ffb, cannes, colver: free",
    )
    partner_ruff: Literal["free", "no_under", "must_over"] = option(
        "free",
        "what a player may do who is void in the suit led while his partner is winning with a trump: any card; no lower"
        " trump unless he has nothing else; any card, but a higher trump if he has only trumps",
        "document, ffb 2016, cannes: free; bga: no_under; ffb el: must_over",
    )
    denominations: Literal["suits", "suits+sa", "suits+ta", "all"] = option(
        "suits",
        "what may be trump: a suit; also nothing (sans atout), everything (tout atout), or both",
        "document: suits; bga and many tables: all",
    )
    sa_scale: Literal["ace_19", "plain"] = option(
        "ace_19",
        "points without trumps: ace 19 (152 in all), or as in a suit that is not trump (120)",
        "tables: ace_19; bga: plain",
    )
    ta_scale: Literal["jack_14", "jack_13", "trump"] = option(
        "jack_14",
        "points with all trumps: jack 14 and queen 1, or jack 13 and queen 2 (152 in all), or as in a trump suit (248)",
        "tables: jack_14; ffb 2015: jack_13; ffb 2016, bga: trump",
    )

    # The auction

    min_bid: int = option(80, "the lowest bid; the others are whole steps above it", "document: 80; tables: 82")
    bid_step: int = option(10, "what a bid must be a multiple of, counted from the lowest", "document: 10; tables: 5")
    bid_ceiling: int = option(
        0, "the highest bid that names points; 0: none", "document: none; ffb 2016: 160; bga: 170; contrai: 180"
    )
    suit_rank: Literal["none", "clubs_low"] = option(
        "none",
        "whether a bid of the same points goes over another in a lower denomination, in the order C D H S SA TA",
        "document: none; tables: clubs_low",
    )
    passes_end: Literal["three", "four"] = option(
        "three",
        "how many passes in a row after a bid end the auction; with four the bidder may speak again",
        "document: three; bga: four",
    )
    own_raise: Literal["yes", "other_suit", "no"] = option(
        "yes",
        "whether a player may raise his own standing bid (passes_end=four): always, in another suit only, not at all",
        "bga: other_suit; choice",
    )
    all_pass: Literal["next_dealer", "same_dealer"] = option(
        "next_dealer", "who deals again when all four pass", "document: next_dealer; contrai: same_dealer"
    )
    coinche_out_of_turn: bool = option(
        True,
        "whether a coinche may be called without waiting for one's turn; a surcoinche always may",
        "document: yes; ffb, cannes: no",
    )
    coinche_ends: bool = option(
        True,
        "whether after a coinche only a surcoinche is left to be said; if not, a higher bid undoes it",
        "document: yes; tables: no (decoincher)",
    )
    surcoinche: bool = option(True, "whether there is a surcoinche", "document")
    capot_doublable: bool = option(
        False, "whether an announced capot, which ends the bidding, may be coinched", "document: no; ffb: yes"
    )
    generale: int = option(
        0,
        "what a generale, all tricks won by the bidder alone, scores when announced, made or lost; 0: there is none",
        "document, ffb: none; tables: 500 or 1000; contrai: 1000",
    )
    generale_lead: Literal["first_speaker", "bidder"] = option(
        "first_speaker", "who leads to the first trick of a generale", "tables: first_speaker or bidder"
    )

    # The score of a deal

    count_mode: Literal["made+bid", "made", "bid"] = option(
        "made+bid",
        "what counts: points made and the bid, points made, or the bid alone (then also no belote and no capot)",
        "document: made+bid; ffb 2016: made+bid or made; tables: bid",
    )
    made_test: Literal["ge_bid_82", "ge_bid", "ge_bid_and_more_than_defence", "bid_plus_2"] = option(
        "ge_bid_82",
        "what makes a contract: as many points as bid, but 82 for 80; as many as bid; also more than the defence; two"
        " more than bid",
        "document: ge_bid_82; ffb 2016, cannes: ge_bid; ffb web: ge_bid_and_more_than_defence",
    )
    fail_base: int = option(
        160,
        "what the defence scores for a failed contract besides the bid",
        "document: 160; cannes, colver, bga: 162; bid alone: 0",
    )
    fail_plus_bid: bool = option(
        True, "whether the bid is scored on top of it", "document: yes; ffb 2016 with points made alone: no"
    )
    belote_side: Literal["taker", "both"] = option(
        "taker",
        "whose king and queen of trumps score twenty: only the taker's, or either side's",
        "document: taker; ffb, colver, bga: both",
    )
    belote_helps_contract: bool = option(
        True, "whether the twenty count towards the contract", "document, ffb: yes; tables: no"
    )
    belote_on_fail: Literal["holder", "winner"] = option(
        "holder",
        "who scores the taker's twenty when the contract fails",
        "document: holder; ffb 2016, cannes, colver: winner",
    )
    belote_coinched: Literal["holder", "winner", "lost"] = option(
        "holder",
        "who scores the defence's twenty when a coinched contract is made",
        "ffb 2016, colver: winner; contrai: holder; bga: lost",
    )
    belote_doubled: bool = option(
        False, "whether a coinche doubles the winner's belote too", "document, cannes: no; bga: yes"
    )
    ta_belotes: Literal["all", "none"] = option(
        "all", "whether with all trumps there is a belote in every suit, or in none", "tables: all; bga: none"
    )
    sa_mult: int = option(
        1, "by what the bid of a contract without trumps is multiplied when it is scored", "tables: 1; ffc: 2"
    )
    coinche_mult: int = option(2, "by what a coinche multiplies", "all")
    surcoinche_mult: int = option(
        4, "by what a surcoinche multiplies", "document: doubled again; ffb el, cannes, colver: 3"
    )
    coinche_scope: Literal["bid", "all", "base", "flat"] = option(
        "bid",
        "what a coinche multiplies: the bid; the bid and what is scored besides; only what is scored besides; that, and"
        " the bid is not scored",
        "document, cannes: bid; ffb 2016, ffb web, bga: all; tables: base; old tournaments: flat (320)",
    )
    coinche_made_taker: Literal["points", "base"] = option(
        "points",
        "what the taker of a coinched contract scores besides the bid: the points made, or what a failure would cost",
        "document, bga: points; ffb, cannes, colver, contrai: base",
    )
    coinche_made_defence: Literal["keeps", "zero"] = option(
        "keeps",
        "whether the defence keeps its points when a coinched contract is made",
        "document, which doubles the bid only: keeps (choice); all others: zero",
    )
    capot_unannounced: int = option(
        250,
        "what all eight tricks count in place of the points; 162: nothing more than these",
        "document: 250; cannes, colver: 252",
    )
    capot_when_coinched: Literal["counts", "no", "adds_100"] = option(
        "counts",
        "whether that holds in a coinched contract too, or adds a hundred to the score instead",
        "cannes, ffb el: counts; ffb 2016: no, with points made alone adds_100",
    )
    capot_by_defence: bool = option(
        False,
        "whether a defence that wins all eight tricks counts these in place of the base of a failure",
        "document: silent (choice); tables: yes",
    )
    capot_value: int = option(250, "the bid that an announced capot is", "most: 250; cannes: 270")
    capot_bid_made: int = option(
        500, "what an announced capot scores", "document: 500; cannes: 522; colver: 502; bid alone: 250"
    )
    capot_bid_fail: int = option(
        500,
        "what the defence scores for an announced capot that is lost",
        "document: 500; tables: 410; cannes: 432; colver, bga: 412",
    )
    capot_doubling: Literal["all", "bid"] = option(
        "all",
        "what a coinche multiplies of an announced capot: all of it, or the value of the bid",
        "ffb 2016: all (1000, 2000); ffb el, cannes, colver: bid",
    )
    announcements: bool = option(
        False,
        "whether sequences and fours of a kind score (tierce 20, fifty, hundred; jacks 200, nines 150, others 100)",
        "document, contree: no; coinche: yes",
    )
    announce_tie: Literal["none", "first_speaker"] = option(
        "none",
        "who scores when the best announcements of both sides are equal: nobody, or who was first to play",
        "ffb: none; tables: first_speaker",
    )
    announce_helps_contract: bool = option(
        True, "whether announcements count towards the contract", "ffb: yes; tables: no"
    )
    conversion: Literal["none", "total_162", "cards_152"] = option(
        "none",
        "what is done where the points of a deal do not add up to 162: nothing; they are scaled to that; the cards'"
        " points are scaled to 152 and rounded, then the last trick adds its ten",
        "ffb 2016: total_162; bga: cards_152",
    )
    rounding: Literal["10_5up", "10_6up", "none", "complement"] = option(
        "10_5up",
        "how the scores of each side are rounded: to tens, a 5 up; to tens, a 5 down; not at all; the defence's points"
        " to tens and the taker's to what they leave of 160",
        "document, ffb 2016: 10_5up; cannes, ffb el: 10_6up; colver, bga: none; tables: complement",
    )
    litige: Literal["none", "hold", "redeal", "taker_fails"] = option(
        "none",
        "what equal points of both sides (81 each) do to a contract that they would make: nothing; the taker's points"
        " wait for the winner of the next deal; the deal does not count; the taker fails",
        "document: none; ffb for belote: hold; tables",
    )

    # The match

    target: int = option(2000, "the score that wins the match", "document: 2000; cannes: 2001; tables: 500 to 3000")
    reach_or_exceed: Literal["reach", "exceed"] = option(
        "reach", "whether the target must be reached or exceeded", "document, ffb: reach; bga: exceed"
    )
    both_over: Literal["higher", "last_taker"] = option(
        "higher",
        "who wins when both sides get there in one deal: the higher score, or the taker of that deal",
        "document, ffb: higher; tables: last_taker",
    )
    tie: Literal["last_deal_winner", "extra_deal"] = option(
        "last_deal_winner",
        "what decides between equal scores: the last deal (its winner made his contract, or defeated it), or another",
        "document: last_deal_winner; ffb, contrai: extra_deal",
    )
    last_deal_exact: bool = option(
        False, "whether the deal that ends the match is scored without rounding", "cannes, ffb el: yes"
    )
    belote_cannot_finish_when_capot: bool = option(
        False,
        "whether a side that won no trick, or failed, cannot reach the target by its belote alone",
        "ffb 2015, ffb el: yes; ffb 2016: no",
    )

    @property
    def strains(self) -> tuple[Strain, ...]:
        """What may be trump."""
        return _DENOMINATIONS[self.denominations]

    def multiplier(self, level: int) -> int:
        """Return by what a contract that is not coinched (0), coinched (1) or surcoinched (2) is multiplied."""
        return (1, self.coinche_mult, self.surcoinche_mult)[level]


_SUITS: Final = (Strain.SPADES, Strain.HEARTS, Strain.DIAMONDS, Strain.CLUBS)
_DENOMINATIONS: Final[Mapping[str, tuple[Strain, ...]]] = MappingProxyType(
    {
        "suits": _SUITS,
        "suits+sa": (*_SUITS, Strain.NO_TRUMP),
        "suits+ta": (*_SUITS, Strain.ALL_TRUMP),
        "all": (*_SUITS, Strain.NO_TRUMP, Strain.ALL_TRUMP),
    }
)

#: How the text of each option is read.
OPTIONS: Final[Mapping[str, Callable[[str], object]]] = MappingProxyType(
    {
        "direction": Direction.parse,
        "over_partner_led": yes_or_no,
        "undertrump": one_of("must", "free"),
        "partner_ruff": one_of("free", "no_under", "must_over"),
        "denominations": one_of(*_DENOMINATIONS),
        "sa_scale": one_of("ace_19", "plain"),
        "ta_scale": one_of("jack_14", "jack_13", "trump"),
        "min_bid": number(10, 200),
        "bid_step": number(1, 100),
        "bid_ceiling": number(0, 1000),
        "suit_rank": one_of("none", "clubs_low"),
        "passes_end": one_of("three", "four"),
        "own_raise": one_of("yes", "other_suit", "no"),
        "all_pass": one_of("next_dealer", "same_dealer"),
        "coinche_out_of_turn": yes_or_no,
        "coinche_ends": yes_or_no,
        "surcoinche": yes_or_no,
        "capot_doublable": yes_or_no,
        "generale": number(0, 5000),
        "generale_lead": one_of("first_speaker", "bidder"),
        "count_mode": one_of("made+bid", "made", "bid"),
        "made_test": one_of("ge_bid_82", "ge_bid", "ge_bid_and_more_than_defence", "bid_plus_2"),
        "fail_base": number(0, 1000),
        "fail_plus_bid": yes_or_no,
        "belote_side": one_of("taker", "both"),
        "belote_helps_contract": yes_or_no,
        "belote_on_fail": one_of("holder", "winner"),
        "belote_coinched": one_of("holder", "winner", "lost"),
        "belote_doubled": yes_or_no,
        "ta_belotes": one_of("all", "none"),
        "sa_mult": number(1, 10),
        "coinche_mult": number(1, 10),
        "surcoinche_mult": number(1, 10),
        "coinche_scope": one_of("bid", "all", "base", "flat"),
        "coinche_made_taker": one_of("points", "base"),
        "coinche_made_defence": one_of("keeps", "zero"),
        "capot_unannounced": number(0, 1000),
        "capot_when_coinched": one_of("counts", "no", "adds_100"),
        "capot_by_defence": yes_or_no,
        "capot_value": number(0, 1000),
        "capot_bid_made": number(0, 5000),
        "capot_bid_fail": number(0, 5000),
        "capot_doubling": one_of("all", "bid"),
        "announcements": yes_or_no,
        "announce_tie": one_of("none", "first_speaker"),
        "announce_helps_contract": yes_or_no,
        "conversion": one_of("none", "total_162", "cards_152"),
        "rounding": one_of("10_5up", "10_6up", "none", "complement"),
        "litige": one_of("none", "hold", "redeal", "taker_fails"),
        "target": number(1, 99999),
        "reach_or_exceed": one_of("reach", "exceed"),
        "both_over": one_of("higher", "last_taker"),
        "tie": one_of("last_deal_winner", "extra_deal"),
        "last_deal_exact": yes_or_no,
        "belote_cannot_finish_when_capot": yes_or_no,
    }
)

#: Presets and options that players know and that are not offered.
REFUSED: Final[Mapping[str, str]] = MappingProxyType(
    {
        **dict.fromkeys(
            ("stephanoise", "coinche-stephanoise", "ffc", "six-cards", "six_card_auction", "auction_cards"),
            "the auction is held with six cards and two more are dealt after it; here all eight are dealt first",
        ),
        "generale_partner": "the partner of who bids a generale plays along here, and must not win a trick",
    }
)

_S4: Final = CoincheRules(preset="s4", direction=Direction.ANTICLOCKWISE)
_FFB_2016: Final = replace(
    _S4,
    preset="ffb2016",
    undertrump="free",
    ta_scale="trump",
    conversion="total_162",
    bid_ceiling=160,
    coinche_out_of_turn=False,
    capot_doublable=True,
    made_test="ge_bid",
    belote_side="both",
    belote_on_fail="winner",
    belote_coinched="winner",
    coinche_scope="all",
    coinche_made_taker="base",
    coinche_made_defence="zero",
    capot_when_coinched="no",
    tie="extra_deal",
)
_CANNES: Final = replace(
    _S4,
    preset="cannes2016",
    undertrump="free",
    coinche_out_of_turn=False,
    capot_doublable=True,
    made_test="ge_bid",
    fail_base=162,
    belote_side="both",
    belote_on_fail="winner",
    belote_coinched="winner",
    surcoinche_mult=3,
    coinche_made_taker="base",
    coinche_made_defence="zero",
    capot_unannounced=252,
    capot_value=270,
    capot_bid_made=522,
    capot_bid_fail=432,
    capot_doubling="bid",
    rounding="10_6up",
    target=2001,
    last_deal_exact=True,
)

#: Each preset with a line about it.
_PRESETS: Final[Mapping[CoincheRules, str]] = {
    _S4: "the document, which scores as Pagat's base game does",
    _FFB_2016: "contrée rules of the French federation, January 2016: points made and bid, 320 for a coinche",
    replace(_FFB_2016, preset="ffb2016_note1", coinche_scope="bid"): (
        "the same with its Note 1 for tournaments: 160 and the doubled bid"
    ),
    replace(
        _FFB_2016, preset="ffb_points_faits", count_mode="made", fail_plus_bid=False, capot_when_coinched="adds_100"
    ): "the same counting points made alone",
    replace(
        _FFB_2016,
        preset="ffb_web",
        ta_scale="jack_14",
        conversion="none",
        bid_ceiling=650,
        made_test="ge_bid_and_more_than_defence",
        belote_on_fail="holder",
        belote_coinched="holder",
        announcements=True,
    ): "the federation's page on coinche, with announcements: all is doubled",
    replace(
        _CANNES,
        preset="ffb_el",
        partner_ruff="must_over",
        fail_base=160,
        capot_unannounced=250,
        capot_value=250,
        capot_bid_made=500,
        capot_bid_fail=410,
        target=2000,
        tie="extra_deal",
        belote_cannot_finish_when_capot=True,
    ): "a later reprint of the federation's rules: a surcoinche triples, 85 rounds to 80",
    _CANNES: "championship of Cannes, 2016: 162 or 252, a surcoinche triples, 85 rounds to 80, to 2001",
    replace(
        _CANNES,
        preset="colver",
        direction=Direction.CLOCKWISE,
        bid_ceiling=160,
        capot_value=250,
        capot_bid_made=502,
        capot_bid_fail=412,
        rounding="none",
        target=2000,
        last_deal_exact=False,
    ): "the program colver, unrounded",
    replace(
        _S4,
        preset="bga",
        direction=Direction.CLOCKWISE,
        partner_ruff="no_under",
        denominations="all",
        sa_scale="plain",
        ta_scale="trump",
        conversion="cards_152",
        bid_ceiling=170,
        passes_end="four",
        own_raise="other_suit",
        capot_doublable=True,
        fail_base=162,
        belote_side="both",
        belote_coinched="lost",
        belote_doubled=True,
        ta_belotes="none",
        coinche_scope="all",
        coinche_made_defence="zero",
        capot_bid_fail=412,
        rounding="none",
        reach_or_exceed="exceed",
    ): "the program of Board Game Arena, unrounded: all is doubled",
    replace(
        _S4,
        preset="contrai",
        bid_ceiling=180,
        all_pass="same_dealer",  # noqa: S106 - the pass of an auction
        capot_doublable=True,
        generale=1000,
        made_test="ge_bid",
        belote_side="both",
        coinche_made_taker="base",
        coinche_made_defence="zero",
        capot_when_coinched="no",
        rounding="none",
        tie="extra_deal",
    ): "the program ContrAI, unrounded: 160 and the doubled bid",
    replace(
        _S4,
        preset="bid_only",
        capot_doublable=True,
        count_mode="bid",
        made_test="ge_bid",
        belote_side="both",
        fail_base=0,
        coinche_made_defence="zero",
        capot_bid_made=250,
        capot_bid_fail=250,
    ): "the winner of the deal scores the bid, and nothing else counts",
}

#: What each preset is, by its name.
ABOUT: Final[Mapping[str, str]] = MappingProxyType({rules.preset: about for rules, about in _PRESETS.items()})

CoincheRules.presets = MappingProxyType({rules.preset: rules for rules in _PRESETS})


def contradictions(rules: CoincheRules) -> list[str]:
    """Return which options cannot hold together, and why."""
    problems = []
    if rules.bid_ceiling and rules.bid_ceiling < rules.min_bid:
        problems.append(f"no bid can be at least min_bid={rules.min_bid} and at most bid_ceiling={rules.bid_ceiling}")
    return problems
