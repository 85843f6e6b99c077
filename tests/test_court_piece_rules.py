"""The options of Court Piece: each changes an outcome, presets are as their sources say, contradictions are refused."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import MISSING, fields, replace

import pytest

from solver import Searcher, analyze, read, view_to_name_trump
from solver.advice.decisions import trump_strains
from solver.cards import Card, Direction, Seat, Side, Strain, Suit, mask_of
from solver.deal import Deal
from solver.errors import LimitError, RulesError, ViewError
from solver.games import CourtPieceRules, HiddenTrump, game, option_infos
from solver.games.court_piece_match import CourtPieceMatch, hakem_for, leader_for, may_redeal
from solver.games.court_piece_score import PlayedDeal, score_deal
from solver.notation import compose
from solver.position import Position
from solver.reference import value
from tests.cli_run import ROOT

COURT_PIECE = game("court-piece")
HIDDEN = ("hidden_paper", "hidden_card")
HEARTS_ENDINGS = (
    "N:KJT.Q.. Q.T.K.K A.J.9.T 9.A.J.J",
    "N:3.9..T 7.6.8. 2..K3. .8.9.4",
    "N:2.2..A .3..K8 A.7.J. 3..72.",
    "N:K.2.. .53.. 97... ..98.",
)
FULL = "N:A643.KJT8.92.AK3 2.653.QJT7.T9842 KQ97.Q9.AK54.J75 JT85.A742.863.Q6"


def cards(text: str) -> list[Card]:
    """Read cards separated by blanks."""
    return [Card.parse(part) for part in text.split()]


# What an option may change: each probe turns rules into something to compare.


def turn(rules: CourtPieceRules) -> object:
    """Who plays second after North has led."""
    position = Position(Deal.parse(FULL), strain=Strain.HEARTS, leader=Seat.NORTH, rules=rules)
    position.play(Card.parse("SA"))
    return position.to_move


def notices(rules: CourtPieceRules, **tags: str) -> object:
    """What the reader holds against a deal called by North with *tags*."""
    given = {"Game": "CourtPiece", "Rules": rules.text(), "Hakem": "N", "Deal": FULL, **tags}
    return tuple(notice.message.split(" under ")[0] for notice in compose(given.items()).warnings)


def no_trump(rules: CourtPieceRules) -> object:
    """What the reader says of a deal without trump."""
    return notices(rules, Trump="NT")


def seen(rules: CourtPieceRules) -> object:
    """Whether the reader finds fault with a hakem who saw 5, 7, 9 and 13 cards."""
    return [notices(rules, Trump="S", FirstCards=" ".join(HAND[:number])) for number in (5, 7, 9, 13)]


HAND = ("SA", "S6", "S4", "S3", "HK", "HJ", "HT", "H8", "D9", "D2", "CA", "CK", "C3")


def calls(rules: CourtPieceRules) -> object:
    """What a hakem may be advised to call who holds spades and hearts, and after how many cards he is asked."""
    found = []
    for number in (5, 7, 9, 13):
        try:
            view = view_to_name_trump(COURT_PIECE, rules, hand=mask_of(cards(" ".join(HAND[:number]))))
        except ViewError:
            continue
        found.append((number, trump_strains(view)))
    return found


def hakem(rules: CourtPieceRules) -> object:
    """Who calls when East deals."""
    return hakem_for(Seat.EAST, rules)


def leader(rules: CourtPieceRules) -> object:
    """Who leads when North calls."""
    return leader_for(Seat.NORTH, rules)


def new_deals(rules: CourtPieceRules) -> object:
    """Which hands may be dealt again, and how often."""
    hands = ("SA ST H8 D7 C2", "S9 S8 H7 H6 D2", "SA S9 H8 H7 H6 D5 D4 D3 D2 C9 C8 C7 C6")
    return [may_redeal(mask_of(cards(hand)), rules, before=before) for hand in hands for before in (0, 2)]


def hidden_hearts(rules: CourtPieceRules) -> object:
    """What North-South take of some endings that North leads, hearts being his trump in the way of the rules.

    In the last one a single line of play is possible: East throws a heart on spades. With best play nobody in these
    endings is the worse for a hidden trump that he may ask for, so that a card has to be compared too.
    """
    values = []
    for text in HEARTS_ENDINGS:
        deal = Deal.parse(text)
        hearts = [card for card in deal[Seat.NORTH] or () if card.suit is Suit.HEARTS]
        hidden = HiddenTrump(Suit.HEARTS, Seat.NORTH, hearts[-1] if rules.trump_mode == "hidden_card" else None)
        position = Position(
            deal,
            strain=Strain.HEARTS if rules.trump_mode == "open" else None,
            hidden=hidden if rules.trump_mode in HIDDEN else None,
            leader=Seat.NORTH,
            rules=rules,
        )
        if len(deal[Seat.NORTH] or ()) == 2:
            for card in cards("SK H5 S9 D9"):
                position.play(card)
        values.append((position.taken, value(position)))
    return values


def winner(rules: CourtPieceRules) -> object:
    """Who wins tricks with the two of hearts in them."""
    return [
        COURT_PIECE.winner(cards(trick), Strain.parse(strain), rules)
        for trick, strain in (("HA H2 H3 H4", "S"), ("DA H2 D3 SA", "S"), ("HA H2 H3 H4", "NT"))
    ]


def pile(rules: CourtPieceRules) -> object:
    """What is collected after each trick of a deal, the third of them won with an ace after an ace."""
    carry = COURT_PIECE.opening_carry(rules)
    counts = []
    ns = ew = 0
    for number, letter in enumerate("NNEESSSWNWWEN"):
        trick = cards("SA S4 S3 S2" if number < 4 else "SK S4 S3 S2")
        won = COURT_PIECE.collect(
            trick, Seat.parse(letter), last=number == 12, strain=Strain.HEARTS, rules=rules, carry=carry
        )
        ns, ew, carry = ns + won[0], ew + won[1], won[2]
        counts.append((ns, ew))
    return counts


def course(winners: str) -> list[tuple[int, int]]:
    """Return the tricks of both sides after each trick; `c` is the hakem's side, North-South."""
    return [(winners[:end].count("c"), winners[:end].count("o")) for end in range(1, 14)]


def scores(rules: CourtPieceRules, **more: object) -> object:
    """What deals of every kind score: plain, failed, kot of either side, sweep, nine and ten tricks."""
    kinds = ("oooooo" + "c" * 7, "cccccc" + "o" * 7, "c" * 7 + "o" * 6, "o" * 7 + "c" * 6, "c" * 13)
    found = []
    for winners in (*kinds, "oooo" + "c" * 9, "ooo" + "c" * 10):
        score = score_deal(PlayedDeal(Seat.NORTH, course(winners), **more), rules)
        found.append((score.courts, score.tricks))
    return found


def target(rules: CourtPieceRules) -> object:
    """What deals score in which the hakem undertook nine tricks."""
    return scores(rules, target=9)


def revoke(rules: CourtPieceRules) -> object:
    """What a revoke of East costs, if anything."""
    try:
        return score_deal(PlayedDeal(Seat.NORTH, course("c" * 13)[:2], revoked=Side.EW), rules).courts
    except RulesError:
        return None


def runs(rules: CourtPieceRules) -> object:
    """Courts and runs of a match in which North-South win five deals, then East-West make a kot."""
    match = CourtPieceMatch.start(rules, dealer=Seat.EAST)
    states = []
    for winners in ["oooooo" + "c" * 7] * 5 + ["o" * 7 + "c" * 6]:
        side = match.hakem.side
        counts = [(ns, ew) for ns, ew in course(winners)]
        match = match.after(score_deal(PlayedDeal(Seat.NORTH if side is Side.NS else Seat.EAST, counts), rules)).after
        states.append((match.courts, match.streak))
    return states


def callers(rules: CourtPieceRules) -> object:
    """Who calls in each deal of a match, the first of which North-South win by a kot."""
    match = CourtPieceMatch.start(rules, dealer=Seat.EAST)
    called = []
    kinds = {"K": "c" * 7 + "o" * 6, "N": "o" * 6 + "c" * 7, "E": "c" * 6 + "o" * 7}
    for winners in map(kinds.__getitem__, "KNEENNEN"):
        match = match.after(score_deal(PlayedDeal(match.hakem, course(winners)), rules)).after
        called.append(match.hakem)
    return called


def end(rules: CourtPieceRules) -> object:
    """Who has won at which number of courts."""
    return [CourtPieceMatch(rules, Seat.EAST, courts=(courts, 0)).winner for courts in range(12)]


#: For each option what it changes, and texts of rules that differ in it; every two of them must give something else.
EFFECTS: dict[str, list[tuple[Callable[[CourtPieceRules], object], list[str]]]] = {
    "direction": [(turn, ["classic", "classic;direction=anticlockwise"])],
    "caller_sees": [(probe, [f"classic;caller_sees={number}" for number in (5, 7, 9, 13)]) for probe in (seen, calls)],
    "caller_seat": [(hakem, ["classic", "classic;caller_seat=left"])],
    "trump_mode": [(hidden_hearts, [f"classic;trump_mode={how}" for how in (*HIDDEN, "open", "cut")])],
    "reveal_by": [(hidden_hearts, [f"peg;reveal_by={who}" for who in ("any_void", "opponents_only")])],
    "ask_must_trump": [
        (hidden_hearts, [f"peg;trump_mode=hidden_card;ask_must_trump={must}" for must in ("yes", "no")])
    ],
    "nt_allowed": [
        (probe, ["classic", more]) for probe in (no_trump, calls) for more in ("classic;nt_allowed=yes", "badam-satti")
    ],
    "redeal": [
        (
            new_deals,
            [f"classic;redeal={value}" for value in ("none", "caller_no_picture", "caller_below_ten")],
        ),
        (new_deals, ["classic", "classic;redeal=hand_no_picture"]),
    ],
    "redeal_limit": [(new_deals, ["classic;redeal=caller_no_picture", "satat"])],
    "target_bid": [(scores, ["classic", *(f"classic;target_bid={tricks}" for tricks in (9, 10, 11))])],
    "leader": [(leader, ["classic;caller_seat=left", "classic;caller_seat=left;leader=dealer_right"])],
    "h2_top": [(winner, [f"classic;h2_top={value}" for value in ("no", "trump", "heart_top")])],
    "collect": [(pile, ["classic", "double-sir", "double-sir-ace"])],
    "sir_run_unit": [(pile, ["double-sir", "double-sir;sir_run_unit=team"])],
    "sir_after_pickup": [(pile, ["double-sir", "double-sir;sir_after_pickup=restart"])],
    "sir_first_pair_blocked": [(pile, ["double-sir", "double-sir;sir_first_pair_blocked=yes"])],
    "sir_last_trick": [(pile, ["double-sir", "double-sir;sir_last_trick=lost"])],
    "play_to": [(scores, ["hokm", "hokm;play_to=13"])],
    "deal_value": [(scores, [f"classic;deal_value={value}" for value in (0, 1, 2)])],
    "caller_fail_value": [(scores, [f"classic;caller_fail_value={value}" for value in (0, 1, 2)])],
    "sweep_value": [(scores, [f"classic;sweep_value={value}" for value in (1, 2, 3, 52)])],
    "kot_value": [(scores, [f"classic;kot_value={value}" for value in ("none", 2, 3, 13)])],
    "kot_side": [(scores, ["kot-pees", "kot-pees;kot_side=either"])],
    "kot_value_opponents": [(scores, ["hokm", "hokm;kot_value_opponents=same", "hokm;kot_value_opponents=5"])],
    "streak_len": [(runs, ["classic", "classic;streak_len=3", "classic;streak_len=5"])],
    "streak_value": [(runs, ["classic;streak_len=3", "classic;streak_len=3;streak_value=2"])],
    "streak_repeats": [(runs, ["classic;streak_len=3", "classic;streak_len=3;streak_repeats=yes"])],
    "streak_reset_on_court": [
        (runs, [f"courts;streak_reset_on_court={value}" for value in ("none", "winner", "both")])
    ],
    "target_bid_bonus": [(target, ["classic", "classic;target_bid_bonus=2"])],
    "target_bid_fail": [(target, ["classic", "classic;target_bid_fail=3"])],
    "revoke_penalty": [(revoke, ["classic", "classic;revoke_penalty=court"])],
    "hakem_rotation": [
        (
            callers,
            [f"kot-pees;hakem_rotation={value}" for value in ("every_deal", "winners", "result", "hokm", "two_deals")],
        )
    ],
    "rotation": [(callers, ["classic", "classic;rotation=clockwise"])],
    "match": [(end, [f"classic;match={value}" for value in ("timed", 5, 7, 9)])],
}


@pytest.mark.parametrize("option", list(COURT_PIECE.options))
def test_every_option_changes_an_outcome(option):
    """Each value of each option gives another outcome than every other value, all else being equal."""
    for probe, texts in EFFECTS[option]:
        rules = [COURT_PIECE.rules(text) for text in texts]
        outcomes = [probe(each) for each in rules]
        assert all(one != other for place, one in enumerate(outcomes) for other in outcomes[:place]), probe.__name__
        assert len({getattr(each, option) for each in rules}) == len(rules)


def test_every_option_says_what_it_means():
    """Meaning, source, choices and a default that can be read back are there for every option."""
    for info in option_infos(COURT_PIECE, COURT_PIECE.rules("courts")):
        assert info.meaning
        assert info.source
        assert info.choices != "any text"
        assert COURT_PIECE.rules(f"courts;{info.name}={info.value}") == COURT_PIECE.rules("courts")
        assert COURT_PIECE.rules(f"{info.name}={info.default}") == COURT_PIECE.rules()
    assert set(COURT_PIECE.about_presets) == set(COURT_PIECE.presets)


def test_classic_is_the_default_of_every_option():
    """The default of each option is what the classic rules say."""
    for field in fields(CourtPieceRules):
        if field.default is not MISSING:
            assert getattr(COURT_PIECE.rules("classic"), field.name) == field.default


@pytest.mark.parametrize(
    ("preset", "values"),
    [
        ("classic", {"play_to": 13, "deal_value": 1, "sweep_value": 2, "kot_value": 0, "match": 7, "caller_sees": 5}),
        ("kot-pees", {"kot_value": 2, "kot_side": "caller", "sweep_value": 2}),
        ("courts", {"play_to": 7, "deal_value": 0, "kot_value": 1, "kot_side": "either", "streak_len": 7, "match": 0}),
        ("courts", {"revoke_penalty": "court", "streak_reset_on_court": "both", "hakem_rotation": "result"}),
        ("hokm", {"play_to": 7, "kot_value": 2, "kot_value_opponents": 3, "kot_side": "either", "match": 7}),
        ("double-sir", {"collect": "double_sir", "sir_after_pickup": "continue", "sir_run_unit": "player"}),
        ("double-sir-ace", {"collect": "double_sir_ace", "sir_last_trick": "takes_rest"}),
        ("satat", {"h2_top": "trump", "caller_seat": "left", "redeal": "caller_no_picture", "redeal_limit": 2}),
        ("troefcall", {"caller_seat": "left", "kot_value": 13, "sweep_value": 52, "redeal": "hand_no_picture"}),
        ("peg", {"trump_mode": "hidden_paper", "reveal_by": "any_void", "ask_must_trump": True, "sweep_value": 2}),
        ("band-rang", {"trump_mode": "hidden_card", "reveal_by": "opponents_only", "ask_must_trump": True}),
        ("badam-satti", {"nt_allowed": True}),
        ("bridge", {"nt_allowed": True, "caller_sees": 13}),
    ],
)
def test_presets(preset, values):
    """Each preset has the numbers of its source."""
    rules = COURT_PIECE.rules(preset)
    assert {name: getattr(rules, name) for name in values} == values


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("courts;target_bid=10", "option target_bid=10 needs play_to=13: the play would stop at 7 tricks"),
        ("courts;sweep_value=2", "option sweep_value=2 needs play_to=13"),
        ("hokm;kot_side=caller", "option kot_value_opponents=3 needs kot_side=either"),
        ("hokm;kot_value=none", "option kot_value_opponents=3 needs a kot_value"),
        ("classic;redeal_limit=2", "option redeal_limit=2 needs a redeal"),
        ("classic;streak_repeats=yes", "option streak_repeats=yes needs a streak_len"),
        ("courts;streak_repeats=yes", "option streak_repeats=yes needs streak_reset_on_court=none"),
        ("classic;sir_last_trick=lost", "option sir_last_trick=lost needs collect=double_sir or double_sir_ace"),
        ("classic;target_bid=8", "option 'target_bid': expected off or a whole number from 9 to 11, not '8'"),
        ("classic;match=never", "option 'match': expected timed or a whole number from 1 to 1000, not 'never'"),
        ("classic;kot_value=-1", "option 'kot_value': expected none or a whole number from 0 to 1000, not '-1'"),
        ("classic;caller_sees=6", "option 'caller_sees': expected 5 or 7 or 9 or 13, not '6'"),
        ("classic;trump_mode=shut", "expected open or hidden_paper or hidden_card or cut, not 'shut'"),
        ("classic;ask_must_trump=no", "option ask_must_trump=no needs trump_mode=hidden_paper or hidden_card"),
        ("classic;reveal_by=opponents_only", "option reveal_by=opponents_only needs trump_mode=hidden_paper or hidden"),
        ("satat;trump_mode=cut;redeal=none;redeal_limit=none", "option trump_mode=cut needs h2_top=no"),
        ("peg;nt_allowed=yes", "option nt_allowed=yes needs trump_mode=open: what is hidden is a suit"),
        ("badam-satti;trump_mode=hidden_card", "option nt_allowed=yes needs trump_mode=open"),
        ("hokm;rotation=clockwise", "option rotation=clockwise needs another hakem_rotation than hokm or result"),
        ("courts;rotation=clockwise", "option rotation=clockwise needs another hakem_rotation than hokm or result"),
        ("troefcall;rotation=anticlockwise", "option rotation=anticlockwise needs another hakem_rotation"),
        ("hokm;kot_value_opponents=none", "'kot_value_opponents': expected same or a whole number from 0 to 1000"),
        ("badam-satti;trump_mode=cut", "option trump_mode=cut needs nt_allowed=no: nobody calls"),
        ("classic;target_bid=9;trump_mode=cut", "option trump_mode=cut needs target_bid=off: nobody calls"),
        ("classic;redeal=caller_below_ten;trump_mode=cut", "option trump_mode=cut needs redeal=none: nobody calls"),
    ],
)
def test_what_is_refused(text, message):
    """Values that do not exist and options that cannot hold together are refused, with what there is instead."""
    with pytest.raises(RulesError) as caught:
        COURT_PIECE.rules(text)
    assert message in str(caught.value)


#: The options of the survey of the sources, with every value that it lists, and what else they need.
SURVEYED = {
    "direction": "clockwise anticlockwise",
    "caller_sees": "5 7 9 13",
    "nt_allowed": "no yes",
    "trump_mode": "open hidden_paper hidden_card cut",
    "reveal_by": "any_void opponents_only;trump_mode=hidden_card",
    "ask_must_trump": "yes no;trump_mode=hidden_paper",
    "leader": "caller dealer_right",
    "play_to": "13 7;sweep_value=none",
    "collect": "trick double_sir double_sir_ace",
    "sir_run_unit": "player team;collect=double_sir",
    "sir_after_pickup": "continue restart;collect=double_sir",
    "sir_first_pair_blocked": "no yes;collect=double_sir",
    "sir_last_trick": "takes_rest lost;collect=double_sir",
    "deal_value": "0 1 2",
    "sweep_value": "none 1 2 3 52",
    "kot_value": "none 1 2 3 13",
    "kot_side": "caller either",
    "kot_value_opponents": "same 3;kot_side=either;kot_value=1",
    "caller_fail_value": "1 2",
    "streak_len": "0 3 7",
    "streak_value": "1;streak_len=3",
    "streak_reset_on_court": "both winner none",
    "target_bid": "off 9 10 11",
    "target_bid_bonus": "1",
    "target_bid_fail": "2",
    "h2_top": "no trump heart_top",
    "hakem_rotation": "every_deal winners result_s1 hokm two_deals",
    "redeal": "none caller_no_picture caller_below_ten",
    "revoke_penalty": "none court",
    "match": "5 7 9 timed",
}


@pytest.mark.parametrize("option", SURVEYED)
def test_every_value_of_the_sources_is_taken(option):
    """And each is another one, which comes back from how it is written."""
    values, *needs = SURVEYED[option].split(";")
    found = [COURT_PIECE.rules(";".join(["classic", f"{option}={text}", *needs])) for text in values.split()]
    assert [COURT_PIECE.rules(rules.text()) for rules in found] == found
    assert len(set(found)) == len(found)


def test_what_is_printed_is_one_of_the_values():
    """No number stands beside a list of values that does not have it."""
    for preset in COURT_PIECE.presets:
        for info in option_infos(COURT_PIECE, COURT_PIECE.rules(preset)):
            words, _, span = info.choices.partition(" or a whole number from ")
            low, _, high = span.partition(" to ")
            for shown in (info.value, info.default):
                numbers = range(int(low), int(high) + 1) if span else ()
                assert shown in words.split(" or ") or int(shown) in numbers, (preset, info)


def test_several_unknown_options_and_one_list():
    """What there is stands once, after all that there is not."""
    with pytest.raises(RulesError) as caught:
        COURT_PIECE.rules("classic;one=1;trump=S;three=3;match=x")
    message = str(caught.value).partition("'x'; ")[2]
    assert message.startswith("there is no option 'one'; option 'trump' is not supported (the trump is given with the")
    assert "there is no option 'three'; options of court-piece: " in message
    assert message.count("options of court-piece: ") == 1
    assert str(caught.value).startswith("option 'match': expected timed")


def test_rules_that_were_put_together_by_hand_are_checked_too():
    """A rules object with contradictory options makes no position."""
    rules = replace(COURT_PIECE.rules("courts"), target_bid=9)
    assert COURT_PIECE.setup_defects(Strain.SPADES, rules) == [
        "option target_bid=9 needs play_to=13: the play would stop at 7 tricks"
    ]


# Satat: the two of hearts


@pytest.mark.parametrize(
    ("h2_top", "strain", "hand", "trick", "legal"),
    [
        ("trump", "S", "H2 H7 S4", "HK", "H7"),  # it is no heart
        ("trump", "S", "H2 D7 S4", "HK", "H2 D7 S4"),  # so its holder is void
        ("trump", "S", "H2 H7 D4", "SK", "H2"),  # but a trump, which follows
        ("trump", "S", "H2 H7 S4", "SK", "H2 S4"),
        ("trump", "S", "S4 H7 D4", "H2", "S4"),  # and asks for trumps when it is led
        ("trump", "S", "H7 D4", "H2", "H7 D4"),
        ("trump", "H", "H2 H7 S4", "HK", "H2 H7"),
        ("trump", "NT", "H2 H7 S4", "HK", "H2 H7"),
        ("heart_top", "S", "H2 H7 S4", "HK", "H2 H7"),
        ("heart_top", "S", "H2 H7 S4", "SK", "S4"),
        ("heart_top", "S", "S4 H7 D4", "H2", "H7"),
        ("no", "S", "H2 H7 S4", "HK", "H2 H7"),
    ],
)
def test_what_follows_with_the_best_two(h2_top, strain, hand, trick, legal):
    """The two of hearts follows as a trump, or as a heart."""
    rules = COURT_PIECE.rules(f"classic;h2_top={h2_top}")
    mask = COURT_PIECE.legal_mask(mask_of(cards(hand)), cards(trick), Strain.parse(strain), rules)
    assert mask == mask_of(cards(legal))


@pytest.mark.parametrize(
    ("h2_top", "strain", "trick", "wins"),
    [
        ("trump", "S", "SA H2 SK SQ", 1),
        ("trump", "S", "DA H2 SA D3", 1),
        ("trump", "S", "H2 SA SK SQ", 0),
        ("trump", "S", "HA H2 H3 H4", 1),
        ("trump", "H", "HA H2 HK HQ", 1),
        ("trump", "NT", "HA H2 HK HQ", 1),
        ("trump", "NT", "SA H2 SK SQ", 0),
        ("heart_top", "S", "HA H2 HK HQ", 1),
        ("heart_top", "S", "HA H2 S3 HQ", 2),
        ("heart_top", "S", "SA H2 SK SQ", 0),
        ("heart_top", "H", "SA H2 SK HA", 1),
        ("heart_top", "S", "DA D2 D3 H2", 0),
        ("no", "H", "HA H2 H3 H4", 0),
        ("trump", "S", "DA DK D3 D4", 0),
        ("trump", "S", "DA S2 D3 S4", 3),
    ],
)
def test_who_wins_with_the_best_two(h2_top, strain, trick, wins):
    """As a trump it beats all cards, as a heart all hearts."""
    rules = COURT_PIECE.rules(f"classic;h2_top={h2_top}")
    assert COURT_PIECE.winner(cards(trick), Strain.parse(strain), rules) == wins


def test_a_revoke_with_the_best_two_is_named():
    """The refusal lists the two of hearts among the cards that could follow a trump."""
    why = COURT_PIECE.why_illegal(
        Card.parse("D4"),
        mask_of(cards("H2 D4 H7")),
        cards("SK"),
        Strain.SPADES,
        COURT_PIECE.rules("satat"),
        seat=Seat.EAST,
    )
    assert why == "spades were led and East still holds H2: D4 is a revoke"


def test_satat_is_played():
    """A deal of Satat can be played to its end; under the ace rule there is no search, and that is said."""
    position = Position(Deal.parse(FULL), strain=Strain.CLUBS, leader=Seat.NORTH, game="satat")
    while not position.is_over:
        position.play(position.legal_plays()[0])
    assert sum(position.taken) == 13
    both = Position(Deal.parse(FULL), strain=Strain.CLUBS, leader=Seat.NORTH, rules="satat;collect=double_sir_ace")
    with pytest.raises(LimitError, match="h2_top=trump"):
        Searcher(memory_mb=16).value(both)


# Presets in files and searches


@pytest.mark.parametrize("preset", [name for name in COURT_PIECE.presets if name != "bridge"])
def test_solvable_presets_are_read_and_solved(preset):
    """An ending under the text of any preset is read from a file and solved."""
    tags = '[Deal "N:AK... QJ... T9... 87..."] [Trump "S"] [Leader "N"] [Taken "6-5"]'
    record = read(f'[Game "CourtPiece"] [Rules "{preset}"] {tags}').records[0]
    assert record.rules is not None
    assert record.rules.text() == preset
    if record.rules.collect == "trick":  # with a pile the position needs to know it
        report = analyze(record, Searcher(memory_mb=16), table=False).report
        assert report is not None
        assert report.value.ns == 8


@pytest.mark.parametrize(
    ("rules", "tags", "words"),
    [
        ("courts", {"Dealer": "E", "Hakem": "W", "Trump": "S"}, "Hakem is West, but North is when East deals"),
        ("satat", {"Dealer": "E", "Hakem": "N", "Trump": "S"}, "Hakem is North, but South is when East deals"),
        ("courts", {"Dealer": "E", "Trump": "NT"}, "a deal without trump is not played under courts"),
        ("courts", {"Dealer": "E", "Trump": "S", "FirstCards": "SA HK HJ HT H2"}, "which North does not hold"),
        ("courts", {"Dealer": "E", "Trump": "S", "FirstCards": "SA HK HJ"}, "lists 3 cards"),
        ("courts", {"Dealer": "E", "Trump": "S", "Target": "10"}, "Target says 10, but under courts the play stops"),
        ("classic", {"Dealer": "E", "Trump": "S", "Target": "8"}, "tag Target: expected off or a whole number"),
        ("classic", {"Dealer": "E", "Trump": "S", "MatchTarget": "x"}, "tag MatchTarget: expected timed or"),
        ("kot-pees", {"Dealer": "E", "Trump": "S", "Kot": "foo"}, "tag Kot: expected NS, EW or none, not 'foo'"),
        ("satat", {"Dealer": "E", "Trump": "S", "Redeals": "x"}, "tag Redeals: expected a whole number from 0 to 100"),
        ("classic", {"Dealer": "E", "Trump": "S", "Result": "abc"}, "tag Result: expected tricks such as '9-4'"),
        ("classic", {"Dealer": "E", "Trump": "S", "MatchScore": "3"}, "tag MatchScore: expected amounts of both sides"),
        ("classic", {"Dealer": "E", "Trump": "S", "Streak": "one-two"}, "tag Streak: expected amounts"),
        ("classic", {"Dealer": "E", "Trump": "S", "DealScore": "-1-0"}, "tag DealScore: expected amounts"),
    ],
)
def test_contradictions_of_tags(rules, tags, words):
    """Tags that contradict each other or the rules are reported, and the deal is read all the same."""
    record = compose({"Game": "CourtPiece", "Rules": rules, "Deal": FULL, **tags}.items())
    assert record.errors == ()
    assert [notice.message for notice in record.warnings if words in notice.message]


@pytest.mark.parametrize(
    ("rules", "tags", "seat"),
    [
        ("courts", {"Dealer": "E"}, Seat.NORTH),
        ("satat", {"Dealer": "E"}, Seat.SOUTH),
        ("satat;leader=dealer_right", {"Dealer": "E"}, Seat.NORTH),
        ("courts", {"Hakem": "W"}, Seat.WEST),
    ],
)
def test_who_leads(rules, tags, seat):
    """The first lead is the hakem's, whichever neighbour of the dealer that is, or that of the dealer's right."""
    record = compose({"Game": "CourtPiece", "Rules": rules, "Deal": FULL, "Trump": "S", **tags}.items())
    assert (record.leader, record.warnings) == (seat, ())


def test_a_result_at_the_seventh_trick_is_no_contradiction():
    """Where play stops at seven tricks a result of fewer than thirteen is in order."""
    rows = ("SA S2 S7 S5", "CA C2 C5 C6")
    given = {"Game": "CourtPiece", "Rules": "hokm;direction=clockwise", "Hakem": "N", "Trump": "H", "Deal": FULL}
    play = [card for row in rows for card in cards(row)]
    assert compose({**given, "Result": "7-3"}.items(), play=play).warnings == ()
    assert compose({**given, "Result": "1-7"}.items(), play=play).warnings != ()
    assert compose({**given, "Rules": "classic", "Result": "7-3"}.items(), play=play).warnings != ()


@pytest.mark.parametrize("result", ["14", "NS 14", "EW 12"])
def test_a_result_of_one_side_against_the_play(result):
    """A number alone is that of the hakem's side: after two tricks of North-South nobody can have that many."""
    given = {"Game": "CourtPiece", "Rules": "classic", "Hakem": "N", "Trump": "H", "Deal": FULL, "Result": result}
    (notice,) = compose(given.items(), play=cards("SA S2 S7 S5 CA C2 C5 C6")).warnings
    assert notice.message.startswith("Result gives ")


def test_directions_of_presets():
    """Spanish rules and Hokm go anticlockwise, the others clockwise."""
    ways = {name: rules.direction for name, rules in COURT_PIECE.presets.items()}
    assert {name for name, way in ways.items() if way is Direction.ANTICLOCKWISE} == {"courts", "hokm"}


# The documents


def test_the_table_of_options_is_as_the_program_has_it():
    """docs/court-piece.md has every option with its values, default, meaning and source, and every preset."""
    text = (ROOT / "docs" / "court-piece.md").read_text(encoding="utf-8")
    for info in option_infos(COURT_PIECE, COURT_PIECE.rules()):
        choices = info.choices if "whole" in info.choices else info.choices.replace(" or ", ", ")
        assert f"| `{info.name}` | {choices} | `{info.default}` | {info.meaning} | {info.source} |" in text
    for preset, about in COURT_PIECE.about_presets.items():
        assert f"* `{preset}`: {about}.\n" in text
        assert f"| `{preset}` | {COURT_PIECE.rules(preset).direction} | " in text


def test_rules_in_the_documents_can_be_read():
    """Each text of rules that docs/court-piece.md shows is one."""
    text = (ROOT / "docs" / "court-piece.md").read_text(encoding="utf-8")
    shown = re.findall(r"`([a-z-]+;[a-z_]+=[^`.]+)`", text)
    assert len(shown) > 3
    for rules in shown:
        assert COURT_PIECE.rules(rules)
