"""What deals of Coinche score: the worked examples under every set of rules, and laws that hold for any deal."""

from __future__ import annotations

import re
from pathlib import Path
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.cards import Card, Seat, Side, Strain, mask_of
from solver.errors import RulesError
from solver.games import game, option_infos
from solver.games.coinche import CoincheRules
from solver.games.coinche.auction import Contract
from solver.games.coinche.scoring import (
    Announcement,
    CoincheResult,
    CoincheScore,
    announcement_points,
    announcements_in,
    belotes_of,
    score_deal,
)

COINCHE = game("coinche")
DOCUMENT = Path(__file__).resolve().parent.parent / "docs" / "coinche.md"
N, E, S, W = Seat
ALL = 8


def scored(rules: str | CoincheRules, bid: str, points: int, belote: str = "", **changes: object) -> tuple[int, int]:
    """The lines (taker, defence) of a deal that South declared; *belote* says who has one, T or D."""
    return score_of(rules, bid, points, belote, **changes).points


def score_of(rules: str | CoincheRules, bid: str, points: int, belote: str = "", **changes: object) -> CoincheScore:
    """The score of a deal that South declared; 162 points are all tricks unless *tricks* says otherwise."""
    if bid.rstrip("X").isdigit():
        bid = f"{bid.rstrip('X')}S{'X' * bid.count('X')}"
    total = cast("int", changes.pop("total", 162))
    tricks = cast("int", changes.pop("tricks", ALL if points == total else 0 if points == 0 else 4))
    if isinstance(rules, str):
        rules = cast("CoincheRules", COINCHE.rules(rules))
    result = CoincheResult(
        contract=Contract.parse(bid, declarer=S),
        points=(points, total - points),
        tricks=(tricks, ALL - tricks),
        belotes=(belote.count("T"), belote.count("D")),
        **changes,
    )
    return score_deal(result, rules)


COLUMNS = ("s4", "ffb2016", "ffb2016_note1", "ffb_web", "cannes2016", "bid_only")
#: Number, bid, points of the taker's tricks, who holds a belote, and taker/defence in the six columns.
EXAMPLES = """
C1  90      102 -  190/60  190/60  190/60  190/60  190/60  90/0
C2  80       82 -  160/80  160/80  160/80  160/80  160/80  80/0
C3  80       81 -  0/240   160/80  160/80  0/240   160/80  80/0
C4  80       85 -  170/80  170/80  170/80  170/80  160/80  80/0
C5  80       86 -  170/80  170/80  170/80  170/80  170/80  80/0
C6  100      99 -  0/260   0/260   0/260   0/260   0/260   0/100
C7  100      82 T  200/80  200/80  200/80  200/80  200/80  100/0
C8  100      70 T  20/260  0/280   0/280   20/260  0/280   0/100
C9  100     120 D  220/40  220/60  220/60  220/60  220/60  100/0
C10 100X    110 -  310/50  520/0   360/0   520/0   360/0   200/0
C11 100X     70 T  20/360  0/540   0/380   20/520  0/380   0/200
C12 120XX   131 -  610/30  1120/0  640/0   1120/0  520/0   480/0
C13 120XX   119 -  0/640   0/1120  0/640   0/1120  0/520   0/480
C14 110     162 -  360/0   360/0   360/0   360/0   360/0   110/0
C15 110     162 T  380/0   380/0   380/0   380/0   380/0   110/0
C16 110X    162 -  470/0   540/0   380/0   540/0   470/0   220/0
C17 CAPOT_S 162 -  500/0   500/0   500/0   500/0   520/0   250/0
C18 CAPOT_S 162 T  520/0   520/0   520/0   520/0   540/0   250/0
C19 CAPOT_S 130 -  0/500   0/500   0/500   0/500   0/430   0/250
C20 CAPOT_S 130 T  20/500  0/520   0/520   20/500  0/450   0/250
C21 160     150 T  330/10  330/10  330/10  330/10  330/10  160/0
C22 80       62 T  160/100 160/100 160/100 20/240  160/100 80/0
C23 130       0 -  0/290   0/290   0/290   0/290   0/290   0/130
"""
#: The same for the programs that do not round, and for the points made alone.
MORE = """
C1  colver 90      102 - 192/60
C4  colver 80       85 - 165/77
C6  colver 100      99 - 0/262
C8  colver 100      70 T 0/282
C10 colver 100X    110 - 362/0
C12 colver 120XX   131 - 522/0
C13 colver 120XX   119 - 0/522
C14 colver 110     162 - 362/0
C17 colver CAPOT_S 162 - 502/0
C19 colver CAPOT_S 130 - 0/412
capot colver CAPOT_SX 162 - 752/0
capot colver CAPOT_SXX 130 T 0/932
belote colver 160  162 T 432/0
C06 colver 160X    161 T 502/0
C06 colver 80      160 - 240/2
C10 bga 100X       110 - 420/0
C11 bga 100X        70 T 20/524
C14 bga 110        162 - 360/0
belote bga 100X    110 T 460/0
belote bga 100X    110 D 420/0
belote bga 100X     70 D 0/564
belote bga 100     110 D 210/72
C10 contrai 100X   110 - 360/0
C12 contrai 120XX  131 - 640/0
C1  contrai 90     102 - 192/60
C8  contrai 100     70 T 20/260
belote contrai 100X 110 D 360/20
capot contrai CAPOT_SXX 162 - 2000/0
capot contrai CAPOT_SX  130 - 0/1000
C1  ffb_points_faits 90   102 - 100/60
C6  ffb_points_faits 100   99 - 0/160
C8  ffb_points_faits 100   70 T 0/180
C10 ffb_points_faits 100X 110 - 320/0
C10 ffb_points_faits 100X 110 D 340/0
C13 ffb_points_faits 120XX 119 - 0/640
C14 ffb_points_faits 110  162 - 250/0
C16 ffb_points_faits 110X 162 - 420/0
C17 ffb_points_faits CAPOT_S 162 - 500/0
capot ffb_points_faits CAPOT_SX 162 D 1020/0
capot ffb2016 CAPOT_SXX 130 T 0/2020
capot ffb2016 CAPOT_S 162 D 500/20
C4  ffb_el 80       85 - 160/80
C10 ffb_el 100X    110 - 360/0
C12 ffb_el 120XX   131 - 520/0
C16 ffb_el 110X    162 - 470/0
C19 ffb_el CAPOT_S 130 T 0/430
capot cannes2016 CAPOT_SX 162 - 790/0
"""


def lines(text: str) -> tuple[int, int]:
    """Read two amounts, `190/60`."""
    taker, _, defence = text.partition("/")
    return int(taker), int(defence)


def cases() -> list[object]:
    """The cells of both tables, one case each."""
    found = []
    for row in EXAMPLES.split("\n")[1:-1]:
        name, bid, points, belote, *columns = row.split()
        assert len(columns) == len(COLUMNS)
        for preset, cell in zip(COLUMNS, columns, strict=True):
            found.append(pytest.param(preset, bid, int(points), belote, lines(cell), id=f"{name} {preset}"))
    for row in MORE.split("\n")[1:-1]:
        name, preset, bid, points, belote, cell = row.split()
        found.append(pytest.param(preset, bid, int(points), belote, lines(cell), id=f"{name} {preset} {bid} {belote}"))
    return found


@pytest.mark.parametrize(("preset", "bid", "points", "belote", "expected"), cases())
def test_worked_examples(preset, bid, points, belote, expected):
    """Every example scores what its column says."""
    assert scored(preset, bid.replace("_", " "), points, belote) == expected


def test_the_documents_example():
    """A bid of a hundred, coinched, a belote, and failed: 20 and 160 + 200."""
    assert scored("s4", "100X", 70, "T") == (20, 360)


@pytest.mark.parametrize(
    ("options", "bid", "points", "belote", "expected"),
    [
        ("belote_side=both", "100", 120, "D", (220, 60)),
        ("belote_side=both", "100X", 120, "D", (320, 60)),
        ("belote_side=both;coinche_made_defence=zero", "100X", 120, "D", (320, 20)),
        ("belote_helps_contract=no", "100", 82, "T", (20, 260)),
        ("coinche_made_defence=zero", "100X", 110, "", (310, 0)),
        ("made_test=bid_plus_2", "100", 101, "", (0, 260)),
        ("made_test=bid_plus_2", "100", 102, "", (200, 60)),
        ("coinche_scope=base", "100X", 80, "", (0, 420)),
        ("coinche_scope=flat", "100XX", 80, "", (0, 640)),
        ("coinche_scope=flat;coinche_made_taker=base;coinche_made_defence=zero", "100X", 120, "", (320, 0)),
        ("coinche_scope=flat", "100", 80, "", (0, 260)),
        ("fail_plus_bid=no", "100", 80, "", (0, 160)),
        ("capot_unannounced=162", "110", 162, "", (270, 0)),
        ("capot_by_defence=yes", "130", 0, "", (0, 380)),
        ("capot_bid_fail=410", "CAPOT S", 100, "", (0, 410)),
        ("capot_doublable=yes", "CAPOT SX", 162, "", (1000, 0)),
        ("generale=1000", "GENERALE S", 162, "", (0, 1000)),
        ("denominations=all", "90SA", 102, "", (190, 60)),
        ("denominations=all;sa_mult=2", "90SA", 102, "", (280, 60)),
        ("denominations=all;sa_mult=2", "90SAX", 80, "", (0, 520)),
        ("denominations=all;sa_mult=2", "90TA", 102, "", (190, 60)),
        ("count_mode=made", "90", 102, "", (100, 60)),
        ("rounding=none", "90", 102, "", (192, 60)),
        ("rounding=complement", "80", 85, "", (160, 80)),
        ("rounding=complement", "80", 87, "T", (180, 80)),
        ("litige=hold", "80", 81, "", (0, 80)),
        ("litige=redeal", "80", 81, "", (0, 0)),
        ("litige=taker_fails;made_test=ge_bid", "80", 81, "", (0, 240)),
        ("litige=none;made_test=ge_bid", "80", 81, "", (160, 80)),
        ("litige=hold", "90", 71, "T", (0, 90)),
        ("litige=hold", "100", 71, "T", (20, 260)),
    ],
)
def test_single_options(options, bid, points, belote, expected):
    """Options change what they say, and nothing else."""
    assert scored(options, bid, points, belote) == expected


@pytest.mark.parametrize(
    ("options", "bid", "points", "belote", "expected"),
    [
        # A belote may make the contract, and may be lost with it: two questions, two options.
        ("s4", "120", 110, "T", (250, 50)),
        ("belote_helps_contract=no", "120", 110, "T", (20, 280)),
        ("belote_helps_contract=no;belote_on_fail=winner", "120", 110, "T", (0, 300)),
        ("colver", "CAPOT S", 150, "D", (0, 432)),
        # All points but not all tricks, plain and coinched, as four sources double it.
        ("colver", "160", 162, "T", (342, 0)),
        ("colver", "160X", 162, "T", (502, 0)),
        ("s4;coinche_scope=all;coinche_made_taker=base;coinche_made_defence=zero", "160X", 162, "T", (660, 0)),
        ("colver", "80", 162, "T", (262, 0)),
        ("colver", "80X", 162, "T", (342, 0)),
        # 76 and 86 round to 170 together, 81 and 81 to 160.
        ("s4", "80", 86, "", (170, 80)),
        ("made_test=ge_bid", "80", 81, "", (160, 80)),
    ],
)
def test_known_disputes(options, bid, points, belote, expected):
    """What programs disagree about is an option, and each of them can be had."""
    assert scored(options, bid, points, belote, tricks=7) == expected


def test_a_generale_is_won_by_the_bidder_alone():
    """All tricks of the side are not enough."""
    assert scored("generale=1000", "GENERALE S", 162, alone=True) == (1000, 0)
    assert scored("generale=1000", "GENERALE S", 162, "T") == (20, 1000)


def test_held_points():
    """Under litige=hold the taker's points wait, rounded; nobody has won the deal."""
    score = score_of("litige=hold", "90", 71, "T")
    assert (score.made, score.winner, score.held, score.outcome) == (None, None, 90, "litige")
    assert score_of("litige=redeal", "80", 81).replay


def test_a_capot_is_judged_on_tricks():
    """A side may have all points and lose a trick that is worth nothing."""
    assert scored("s4", "CAPOT S", 162, tricks=7) == (0, 500)
    assert scored("s4", "110", 162, tricks=7) == (270, 0)
    assert scored("bga", "110", 162, tricks=7) == (272, 0)
    assert scored("s4", "130", 0, tricks=1) == (0, 290)


@pytest.mark.parametrize("preset", sorted(COINCHE.presets))
def test_rounding_makes_no_contract(preset):
    """Points that round to the bid do not make it."""
    assert not score_of(preset, "100", 99).made
    assert score_of(preset, "100", 102).made
    assert not score_of(preset, "120", 115).made


def test_independent_rounding_breaks_the_sum():
    """Of the 163 ways to share the points 48 do not come to 160 with 5 rounded up, 16 with 5 rounded down."""
    broken = {}
    for rounding in ("10_5up", "10_6up", "complement"):
        sums = [
            sum(scored(f"made_test=ge_bid;min_bid=10;count_mode=made;rounding={rounding}", "0", points, tricks=4))
            for points in range(163)
        ]
        broken[rounding] = sum(total != 160 for total in sums)
    assert broken == {"10_5up": 48, "10_6up": 16, "complement": 0}


@pytest.mark.parametrize(
    ("options", "bid", "total", "points", "expected"),
    [
        # 129 of 258 are 81 of 162, 160 are 100.47: a hundred is made, 159 are 99.8 and do not make it.
        ("ffb2016;denominations=all", "80TA", 258, 129, (160, 80)),
        ("ffb2016;denominations=all", "100TA", 258, 160, (200, 60)),
        ("ffb2016;denominations=all", "100TA", 258, 159, (0, 260)),
        ("ffb2016;denominations=all", "80SA", 162, 85, (170, 80)),
        ("s4;denominations=all", "90TA", 162, 102, (190, 60)),
    ],
)
def test_scaled_points(options, bid, total, points, expected):
    """Points that do not add up to 162 are scaled exactly where the rules say so."""
    assert scored(options, bid, points, total=total, tricks=4) == expected


def test_board_game_arena_scales_the_cards():
    """There the cards are scaled to 152 and rounded, and the last trick adds its ten."""
    assert scored("bga", "90TA", 160, total=258, tricks=4, last=Side.NS) == (90 + 102, 60)
    assert scored("bga", "90SA", 80, total=130, tricks=4, last=Side.EW) == (90 + 101, 61)
    with pytest.raises(RulesError, match="last trick"):
        scored("bga", "90TA", 160, total=258, tricks=4)


def test_results_that_cannot_be():
    """Points without a trick, or tricks that are not eight, are refused; so is a contract of nobody."""
    with pytest.raises(RulesError, match="cannot bring"):
        scored("s4", "90", 80, tricks=0)
    result = CoincheResult(contract=Contract.parse("90S"), points=(100, 62), tricks=(4, 4))
    with pytest.raises(RulesError, match="who declared"):
        score_deal(result, cast("CoincheRules", COINCHE.rules()))


@given(
    st.sampled_from(sorted(COINCHE.presets)),
    st.integers(8, 18),
    st.integers(0, 2),
    st.integers(0, 161),
    st.sampled_from(["", "T", "D"]),
)
def test_laws_of_a_score(preset, tens, level, points, belote):
    """A better result never scores less for the taker, nor more for the defence; the loser has his belote at most."""
    bid = f"{10 * tens}{'X' * level}"
    score = score_of(preset, bid, points, belote, tricks=4)
    better = score_of(preset, bid, points + 1, belote, tricks=4)
    assert better.points[0] - better.points[1] >= score.points[0] - score.points[1]
    assert min(score.points) >= 0
    assert score.winner is (Side.NS if score.made else Side.EW)
    if not score.made:
        assert score.points[0] in (0, 20)
    rules = cast("CoincheRules", COINCHE.rules(preset))
    if not level and score.made and rules.count_mode == "made+bid":
        extra = 20 * (belote == "T" or (belote == "D" and rules.belote_side == "both"))
        assert sum(score.exact) == 162 + 10 * tens + extra


def hand(text: str) -> int:
    """The mask of some cards."""
    return mask_of(map(Card.parse, text.split()))


def test_belotes():
    """King and queen of trumps in one hand; with all trumps one in each suit, without trumps none."""
    rules = cast("CoincheRules", COINCHE.rules("denominations=all"))
    hands = [hand("SK SQ HK"), hand("HQ DK DQ"), hand("CK"), hand("CQ")]
    assert belotes_of(hands, Strain.SPADES, rules) == (1, 0)
    assert belotes_of(hands, Strain.DIAMONDS, rules) == (0, 1)
    assert belotes_of(hands, Strain.HEARTS, rules) == (0, 0)
    assert belotes_of(hands, Strain.NO_TRUMP, rules) == (0, 0)
    assert belotes_of(hands, Strain.ALL_TRUMP, rules) == (1, 1)
    assert belotes_of(hands, Strain.ALL_TRUMP, cast("CoincheRules", COINCHE.rules("bga"))) == (0, 0)


@pytest.mark.parametrize(
    ("cards", "found"),
    [
        ("SA SK SQ HJ HT H9 H8 C7", ["N tierce SA", "N cinquante HJ"]),
        ("SJ HJ DJ CJ S9 H9 D9 C9", ["N carre J", "N carre 9"]),
        ("SA SK SQ SJ ST S9 S8 S7", ["N cent SA"]),
        ("S7 H7 D7 C7 S8 H8 D8 C8", []),
        ("SA SQ SJ ST HK HQ HJ CA", ["N tierce SQ", "N tierce HK"]),
        ("ST S9 S8 S7 SA SK C9 D9", ["N cinquante ST"]),
    ],
)
def test_announcements_in_a_hand(cards, found):
    """Sequences in the order A K Q J T 9 8 7, and fours of a kind above the eights."""
    assert [str(each) for each in announcements_in(hand(cards), N)] == found


@pytest.mark.parametrize(
    ("options", "announced", "strain", "expected"),
    [
        ("", "N tierce SA", "S", (0, 0)),
        ("announcements=yes", "N tierce SA", "S", (20, 0)),
        ("announcements=yes", "N tierce SQ;E cinquante HJ;S carre Q", "S", (120, 0)),
        ("announcements=yes", "N tierce SQ;E cinquante HJ;W tierce CA", "S", (0, 70)),
        ("announcements=yes", "N carre J;E carre 9", "S", (200, 0)),
        ("announcements=yes", "N carre J;E carre A", "NT", (0, 200)),
        ("announcements=yes", "N cent SA;E carre Q", "S", (0, 100)),
        ("announcements=yes", "N tierce SA;E tierce HA;S tierce D9", "S", (0, 0)),
        ("announcements=yes;announce_tie=first_speaker", "N tierce SA;W tierce HA;S tierce D9", "C", (0, 20)),
        ("announcements=yes;announce_tie=first_speaker", "N tierce SA;W tierce HA;S tierce D9", "S", (40, 0)),
    ],
)
def test_who_scores_announcements(options, announced, strain, expected):
    """The side with the best announcement scores all of its own."""
    named = []
    for text in announced.split(";"):
        seat, kind, card = text.split()
        named.append(Announcement(Seat.parse(seat), kind, Card.parse(card if len(card) == 2 else f"S{card}")))
    rules = cast("CoincheRules", COINCHE.rules(options))
    assert announcement_points(named, strain=Strain.parse(strain), first=W, rules=rules) == expected


@pytest.mark.parametrize(("kind", "card"), [("tierce", "S8"), ("carre", "S8"), ("cent", "ST"), ("quinte", "SA")])
def test_there_is_no_such_announcement(kind, card):
    """A sequence that does not end, and four eights, are nothing."""
    with pytest.raises(RulesError):
        Announcement(N, kind, Card.parse(card))


@pytest.mark.parametrize(
    ("options", "bid", "points", "announces", "expected"),
    [
        ("", "100", 83, (20, 0), (200, 80)),
        ("announce_helps_contract=no", "100", 83, (20, 0), (0, 280)),
        ("", "100", 70, (20, 0), (0, 280)),
        ("", "100", 110, (0, 50), (210, 100)),
        ("", "100", 162, (0, 50), (400, 0)),
        ("coinche_made_defence=zero", "100X", 110, (0, 50), (360, 0)),
        ("ffb_web", "100", 90, (20, 0), (210, 70)),
    ],
)
def test_announcements_in_the_score(options, bid, points, announces, expected):
    """They help the contract where the rules say so; a failed taker's and a beaten defence's go to the winner."""
    rules = options if options.startswith("ffb") else f"announcements=yes;{options}"
    assert scored(rules, bid, points, announces=announces) == expected


# The document


def test_the_table_of_options_is_as_the_program_has_it():
    """docs/coinche.md has every option with its values, default, meaning and source, and every preset."""
    text = DOCUMENT.read_text(encoding="utf-8")
    for info in option_infos(COINCHE, COINCHE.rules()):
        choices = info.choices if "whole" in info.choices else info.choices.replace(" or ", ", ")
        assert f"| `{info.name}` | {choices} | `{info.default}` | {info.meaning} | {info.source} |" in text
    columns = re.search(r"\| preset \| (.*) \|", text)
    assert columns is not None
    names = columns[1].replace("`", "").split(" | ")
    for preset, about in COINCHE.about_presets.items():
        assert f"* `{preset}`: {about}.\n" in text
        values = " | ".join(COINCHE.rules(preset).written(name) for name in names)
        assert f"| `{preset}` | {values} |" in text


def test_rules_in_the_document_can_be_read():
    """Each text of rules that docs/coinche.md shows is one."""
    shown = re.findall(r"`((?:[a-z0-9_]+;)?[a-z_]+=[a-z0-9_+]+)`", DOCUMENT.read_text(encoding="utf-8"))
    assert len(shown) > 3
    for rules in shown:
        assert COINCHE.rules(rules)
