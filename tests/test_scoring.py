"""Recorded deals and matches scored: tricks by the rules, runs of deals in a file, revokes, results that disagree."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import Failure, ScoredDeal, read, score_deals
from solver.cards import Card, Seat, Side, Strain
from solver.deal import Deal
from solver.games import game, games
from solver.games.court_piece_match import CourtPieceMatch, why_no_streak
from solver.games.court_piece_score import PlayedDeal, kot_of, score_deal, score_tricks
from solver.notation import compose
from solver.position import Position
from solver.scoring import deal_facts
from tests.cli_run import EXAMPLES

DEAL = "N:A643.KJT8.92.AK3 2.653.QJT7.T9842 KQ97.Q9.AK54.J75 JT85.A742.863.Q6"
TOP = '[Game "CourtPiece"]\n[Rules "courts"]\n[Dealer "E"]\n[Hakem "N"]\n[Trump "H"]\n'
#: Two tricks, anticlockwise from North; in the second East, who holds hearts and no spades, may play what he likes.
TWO_TRICKS = "SA S5 S7 S2\nCA C6 C5 C2\n"
#: The last two tricks of a deal, in which North-South make it 8-5.
ENDING = '[Game "CourtPiece"]\n[Hakem "N"]\n[Deal "N:AK... QJ... T9... 87..."]\n[Trump "S"]\n[Leader "N"]\n'
ENDING += '[Taken "6-5"]\n'
ENDING_PLAY = '[Play "N"]\nSA SQ S9 S7\nSK SJ ST S8\n'


def scores(text: str, *, alone: bool = False) -> list[ScoredDeal | Failure]:
    """Score the games of *text*, in order, those that were refused too."""
    reading = read(text)
    refused = [Failure(record.errors[0], record) for record in reading.refused]
    items = [*reading.records, *refused]
    items.sort(key=lambda item: (item.record if isinstance(item, Failure) else item).line or 0)
    return list(score_deals(items, alone=alone))


def result(tricks: str, *tags: str) -> str:
    """Return a game of which only the result is recorded."""
    return "\n".join(['[Game "CourtPiece"]', f'[Result "{tricks}"]', *tags]) + "\n\n"


def played(text: str) -> ScoredDeal:
    """Return the score of the only game of *text*, which has one."""
    [found] = scores(text)
    assert isinstance(found, ScoredDeal), found
    return found


def failed(text: str) -> str:
    """Return why the only game of *text* has no score."""
    [found] = scores(text)
    assert isinstance(found, Failure)
    return str(found.error)


# A whole match


def test_the_match_of_the_examples():
    """A match to seven courts, deal by deal: tricks, courts with the bonus of three running, running score, hakem."""
    reading = read(Path(EXAMPLES / "court-piece-match.pbn"))
    assert (reading.errors, reading.warnings) == ((), ())
    deals = list(score_deals(reading.records))
    assert all(isinstance(deal, ScoredDeal) and deal.differences == () for deal in deals)
    rows = [
        (
            deal.dealer.letter + deal.caller.letter,
            deal.scored.units,
            deal.scored.outcome,
            deal.scored.points,
            deal.scored.bonus,
            deal.after.score,
            deal.after.streak,
        )
        for deal in deals
    ]
    assert rows == [
        ("EN", (7, 6), "win", (1, 0), (0, 0), (1, 0), (1, 0)),
        ("NW", (4, 9), "kot", (0, 2), (0, 0), (1, 2), (0, 1)),
        ("WS", (7, 6), "win", (1, 0), (0, 0), (2, 2), (1, 0)),
        ("SE", (4, 9), "win", (0, 1), (0, 0), (2, 3), (0, 1)),
        ("EN", (7, 6), "win", (1, 0), (0, 0), (3, 3), (1, 0)),
        ("NW", (4, 9), "win", (0, 1), (0, 0), (3, 4), (0, 1)),
        ("WS", (5, 8), "win", (0, 1), (0, 0), (3, 5), (0, 2)),
        ("SE", (4, 9), "win", (0, 1), (0, 1), (3, 7), (0, 3)),
    ]
    assert [deal.after.winner for deal in deals] == [None] * 7 + [Side.EW]
    assert {(deal.match, deal.unit, deal.after.target) for deal in deals} == {(1, "courts", 7)}


def test_the_same_match_under_other_rules():
    """Other rules give other scores, and the recorded ones are named as different."""
    deals = list(score_deals(read(Path(EXAMPLES / "court-piece-match.pbn"), rules="hokm").records))
    assert [deal.scored.outcome for deal in deals].count("kot") == 1
    assert deals[1].scored.points == (0, 2)
    assert any("Hakem" in difference for deal in deals for difference in deal.differences)


# Results without play


def test_a_score_sheet():
    """Results alone make a match, as long as they settle the score; the first hakem is enough to know all others."""
    text = result("9-4", '[Hakem "N"]') + result("6-7") + result("13-0")
    deals = scores(text)
    assert [(deal.caller, deal.scored.points, deal.after.score) for deal in deals] == [
        (Seat.NORTH, (1, 0), (1, 0)),
        (Seat.WEST, (0, 1), (1, 1)),
        (Seat.SOUTH, (2, 0), (3, 1)),
    ]


@pytest.mark.parametrize(
    ("tricks", "rules", "points"),
    [
        ("9-4", "classic", (1, 0)),
        ("6-7", "kot-pees", (0, 1)),
        ("9-4", "kot-pees", "who took the first seven"),
        ("13-0", "kot-pees", (2, 0)),
        ("7-0", "courts", (1, 0)),
        ("7-3", "courts", (0, 0)),
        ("13-0", "hokm", (2, 0)),
        ("9-4", "hokm", "who took the first seven"),
        ("6-4", "hokm", "is not the end of a deal"),
        ("7-3", "classic", "is not the end of a deal"),
        ("9-5", "classic", "Result gives 9-5 tricks"),
        ("7-4", "double-sir", (0, 0)),
        ("7-0", "double-sir", (1, 0)),
        ("9-4", "classic;target_bid=10", (0, 2)),
        ("14-0", "classic", "Result gives 14-0 tricks, but a deal has 13"),
        ("NS 9", "classic", (1, 0)),
        ("EW 9", "classic", (0, 1)),
        ("NS 9 EW 4", "classic", (1, 0)),
        ("9", "classic", (1, 0)),
        ("13", "kot-pees", (2, 0)),
        ("4", "hokm", (0, 1)),
        ("EW 4", "courts", (0, 0)),
        ("NS 7", "courts", "expected the tricks of both sides, such as '7-4'"),
        ("NS 7", "double-sir;play_to=13;sir_last_trick=lost", "expected the tricks of both sides"),
        ("EW 14", "classic", "Result gives EW 14 tricks, but a deal has 13"),
        ("abc", "classic", "tag Result: expected tricks such as '9-4', 'NS 9' or '9', not 'abc'"),
        ("NS 9 NS 4", "classic", "tag Result: expected tricks"),
        ("^9-4", "classic", "and Result '^9-4' is marked as wrong"),
    ],
)
def test_results_that_settle_the_score(tricks, rules, points):
    """A result without play is scored where it leaves no doubt, and what is missing is said where it does."""
    text = result(tricks, f'[Rules "{rules}"]', '[Hakem "N"]')
    if isinstance(points, str):
        assert points in failed(text)
    else:
        assert played(text).scored.points == points


@pytest.mark.parametrize(
    ("tricks", "rules", "tags", "points"),
    [
        ("9-4", "kot-pees", '[Kot "NS"]', (2, 0)),
        ("9-4", "kot-pees", '[Kot "none"]', (1, 0)),
        ("9-4", "kot-pees", '[DealScore "2-0"]', (2, 0)),
        ("9-4", "kot-pees", '[DealScore "1-0"]', (1, 0)),
        ("9-4", "kot-pees", '[DealScore "3-0"]', "1-0 or 2-0 (DealScore says 3-0)"),
        ("9-4", "kot-pees", "", "1-0 or 2-0: it depends on who took the first seven tricks; say so with the tag Kot"),
        ("9-4", "kot-pees", '[Kot "foo"]', "tag Kot: expected NS, EW or none, not 'foo'"),
        ("4-9", "troefcall", '[Kot "EW"]', (0, 13)),
        ("4-9", "satat", '[Kot "nobody"]', (0, 1)),
        ("7-4", "courts", '[Kot "none"]', (0, 0)),
        ("9-4", "kot-pees;streak_len=3", '[Streak "2-0"]\n[DealScore "3-0"]', (2, 0)),
        ("9", "kot-pees", '[Kot "NS"]', (2, 0)),
    ],
)
def test_what_a_sheet_says_besides_the_result(tricks, rules, tags, points):
    """Who took the first seven tricks, or what the deal scored, tells which of two scores a result has."""
    text = result(tricks, f'[Rules "{rules}"]', '[Hakem "N"]', tags)
    if isinstance(points, str):
        assert points in failed(text)
    else:
        found = played(text)
        assert (found.scored.points, found.differences) == (points, ())


def test_a_whole_match_from_a_sheet():
    """Seven courts of kot-pees by results and kots alone."""
    sheet = [("9-4", "NS"), ("5-8", "none"), ("10-3", "NS"), ("13-0", "?"), ("7-6", "none")]
    first, *rest = (result(tricks, '[Rules "kot-pees"]', f'[Kot "{kot}"]') for tricks, kot in sheet)
    text = first.replace("[Kot", '[Hakem "N"]\n[Kot') + "".join(rest)
    assert [deal.after.score for deal in scores(text)] == [(2, 0), (2, 1), (4, 1), (6, 1), (7, 1)]
    assert scores(text)[-1].after.winner is Side.NS


@given(
    st.sampled_from(["classic", "kot-pees", "courts", "hokm", "satat", "troefcall", "courts;play_to=13", "double-sir"]),
    st.lists(st.sampled_from(list(Side)), min_size=13, max_size=13),
    st.integers(0, 7),
    st.sampled_from(list(Seat)),
)
def test_a_sheet_scores_as_the_play_does(rules, winners, run, caller):
    """Tricks and the tag Kot say all that a score needs, however the tricks came; so does Result of one side."""
    known = game("court-piece").rules(rules)
    winners = [winners[0]] * run + winners[run:]
    counts = [(winners[:end].count(Side.NS), winners[:end].count(Side.EW)) for end in range(1, 14)]
    score = score_deal(PlayedDeal(caller, counts), known)
    kot = kot_of(counts, known)
    tags = [f'[Rules "{rules}"]', f'[Hakem "{caller}"]', f'[Kot "{"none" if kot is None else kot}"]']
    sheets = ["{}-{}".format(*score.tricks), "NS {} EW {}".format(*score.tricks), "EW {1} NS {0}".format(*score.tricks)]
    if known.play_to == 13:
        sheets += [f"NS {score.tricks[0]}", f"EW {score.tricks[1]}", str(score.tricks[caller.side])]
    for sheet in sheets:
        found = played(result(sheet, *tags))
        assert (found.scored.points, found.scored.units, found.scored.outcome, found.differences) == (
            score.courts,
            score.tricks,
            score.outcome.value,
            (),
        )


@pytest.mark.parametrize(
    ("kot", "difference"),
    [
        ("EW", ["Kot says EW, which the play rules out"]),
        ("NS", ["Kot says NS, which the play rules out"]),
        ("none", []),
    ],
)
def test_a_kot_against_the_play(kot, difference):
    """The play holds against what the tag says, and that is reported."""
    text = (EXAMPLES / "court-piece-match.pbn").read_text(encoding="utf-8")
    found = scores(text.replace("[Dealer", f'[Kot "{kot}"]\n[Dealer', 1))[0]
    assert found.scored.outcome == "win"
    assert list(found.differences) == difference


def test_a_kot_that_the_result_rules_out():
    """Who has six tricks in all has not taken the first seven."""
    found = played(result("6-7", '[Rules "kot-pees"]', '[Hakem "N"]', '[Kot "NS"]'))
    assert (found.scored.points, found.differences) == ((0, 1), ("Kot says NS, which Result 6-7 rules out",))


@pytest.mark.parametrize(
    ("result_", "differences"),
    [
        ("6", ["Result says NS 6, the play gives 8-5"]),
        ("NS 6", ["Result says NS 6, the play gives 8-5"]),
        ("EW 5", []),
        ("8", []),
        ("^6", []),
        ("8-5", []),
        ("9-4", ["Result says 9-4, the play gives 8-5"]),
    ],
)
def test_every_form_of_result_is_compared(result_, differences):
    """A number alone is that of the hakem's side; who keeps a sheet of one side is told of a slip too."""
    assert list(played(f'{ENDING}[Result "{result_}"]\n{ENDING_PLAY}').differences) == differences


def test_a_result_that_cannot_be_read():
    """It is an error of the score, even where the play tells all."""
    assert "tag Result: expected tricks" in failed(f'{ENDING}[Result "abc"]\n{ENDING_PLAY}')


def test_play_settles_what_the_result_does_not():
    """Two tricks of both sides rule a kot out."""
    rows = "SA S5 S7 S2\nCA C6 C5 C2\nC3 CQ C7 C4\n"
    text = f'{TOP}[Deal "{DEAL}"]\n[Result "7-4"]\n[Play "N"]\n{rows}*\n'
    assert played(text).scored.points == (0, 0)
    pees = text.replace("courts", "kot-pees;direction=anticlockwise")
    assert played(pees.replace("7-4", "9-4")).scored.points == (1, 0)
    assert "Result gives 1-7" in failed(text.replace("7-4", "1-7"))
    assert "3 tricks are recorded" in failed(text.replace('[Result "7-4"]\n', ""))


def test_an_ending_counts_what_was_taken_before():
    """A record that begins late is scored with the tricks that it says were taken before."""
    found = played(ENDING + ENDING_PLAY)
    assert (found.scored.units, found.scored.points) == ((8, 5), (1, 0))


def test_an_ending_with_more_tricks_than_a_deal():
    """Two tricks besides twelve that were taken before are one too many."""
    assert "8-6 tricks are taken" in failed(ENDING.replace("6-5", "6-6") + ENDING_PLAY)


# Tags of the match


@pytest.mark.parametrize(
    ("tags", "before", "difference"),
    [
        (['[MatchScore "3-1"]'], ((3, 1), (1, 0)), "MatchScore says 3-1, the deals before give 1-0"),
        (['[MatchScore "1-0"]'], ((1, 0), (1, 0)), None),
        (['[MatchScore "NS 1 EW 0"]'], ((1, 0), (1, 0)), None),
        (['[Streak "0-2"]'], ((1, 0), (0, 2)), "Streak says 0-2, the deals before give 1-0"),
        (['[Hakem "S"]'], ((1, 0), (1, 0)), "Hakem makes South the hakem, the deals before make it West"),
        (['[Dealer "E"]'], ((1, 0), (1, 0)), "Dealer makes North the hakem, the deals before make it West"),
        (['[Hakem "W"]', '[Dealer "N"]'], ((1, 0), (1, 0)), None),
    ],
)
def test_tags_against_the_running_state(tags, before, difference):
    """Tags hold against what follows from the deals before, and the difference is named."""
    _, second = scores(result("9-4", '[Hakem "N"]') + result("6-7", *tags))
    assert (second.before.score, second.before.streak) == before
    assert [each for each in second.differences if difference and difference in each] == list(second.differences)
    assert bool(second.differences) is bool(difference)


def test_tags_start_the_running_state():
    """Score, runs and target of the first deal are where the match begins."""
    text = result("7-3", '[Rules "courts"]', '[Hakem "N"]', '[MatchScore "4-4"]', '[Streak "6-0"]', '[MatchTarget "5"]')
    found = played(text)
    assert (found.scored.bonus, found.after.score, found.after.winner) == ((1, 0), (5, 4), Side.NS)
    assert played(text.replace('"5"', '"timed"')).after.winner is None


def test_a_match_that_was_over_before():
    """A deal after the end of its match is scored, and that is said."""
    found = played(result("9-4", '[Hakem "N"]', '[MatchScore "7-2"]'))
    assert found.differences == ("the match is over at 7-2: 7 courts win it",)
    assert played(result("9-4", '[Hakem "N"]', '[MatchScore "7-7"]')).differences == ()


@pytest.mark.parametrize(
    ("tags", "difference"),
    [
        (['[DealScore "1-0"]'], None),
        (['[DealScore "2-0"]'], "DealScore says 2-0, the rules give 1-0"),
    ],
)
def test_recorded_scores(tags, difference):
    """The recorded score of the deal is compared with the one found."""
    assert played(result("9-4", '[Hakem "N"]', *tags)).differences == ((difference,) if difference else ())


def test_a_recorded_result_that_the_play_denies():
    """A result that the whole play does not give is named; the play holds."""
    text = (EXAMPLES / "court-piece-match.pbn").read_text().split("\n\n")[0].replace("7-6", "8-5")
    assert played(text).differences == ("Result says 8-5, the play gives 7-6",)
    assert played(text.replace("8-5", "^8-5")).differences == ()


@pytest.mark.parametrize(
    ("tag", "message"),
    [
        ('[MatchScore "3"]', "tag MatchScore: expected amounts of both sides"),
        ('[Target "8"]', "tag Target: expected off or a whole number from 9 to 11"),
        ('[MatchTarget "soon"]', "tag MatchTarget: expected timed or"),
        ('[DealScore "x"]', "tag DealScore: expected amounts of both sides"),
    ],
)
def test_tags_that_cannot_be_read(tag, message):
    """A tag of the match that says nothing that can be used is an error of its deal."""
    assert message in failed(result("9-4", '[Hakem "N"]', tag))


@pytest.mark.parametrize(
    ("target", "points"), [("10", (0, 2)), ("9", (2, 0)), ("off", (1, 0)), ("0", (1, 0)), ("?", (1, 0))]
)
def test_targets(target, points):
    """The target of a deal is in its tag."""
    assert played(result("9-4", '[Hakem "N"]', f'[Target "{target}"]')).scored.points == points


def test_a_target_where_play_stops():
    """Where play stops at seven tricks no target can be undertaken."""
    assert "needs play_to=13" in failed(result("7-3", '[Rules "courts"]', '[Hakem "N"]', '[Target "9"]'))


def test_the_hakem_must_be_known():
    """Nobody is made hakem who is not."""
    assert "expected to know the hakem" in failed(result("9-4"))


# Matches in a file


def test_a_match_that_is_over_makes_room_for_the_next():
    """After a match is won the next deal begins another; so do other rules."""
    won = '[Rules "classic;match=1"]'
    text = result("9-4", won, '[Hakem "N"]') + result("4-9", won, '[Hakem "N"]') + result("4-9", '[Hakem "N"]')
    assert [(deal.match, deal.deal, deal.after.score) for deal in scores(text)] == [
        (1, 1, (1, 0)),
        (2, 1, (0, 1)),
        (3, 1, (0, 1)),
    ]


def test_deals_alone():
    """Deals that have nothing to do with each other are scored each by itself."""
    deals = scores(result("9-4", '[Hakem "N"]') * 3, alone=True)
    assert [(deal.match, deal.after.score, deal.differences) for deal in deals] == [
        (number, (1, 0), ()) for number in (1, 2, 3)
    ]


def test_a_lost_deal_leaves_the_match_unknown():
    """After a deal without a score nobody knows the match, until a tag says it; the deals keep their own scores."""
    text = (
        result("9-4", '[Hakem "N"]')
        + result("9-5", '[Hakem "W"]')
        + result("9-4", '[Hakem "S"]')
        + result("9-4", '[Hakem "E"]', '[MatchScore "3-0"]')
        + result("9-4", '[Hakem "N"]')
    )
    first, lost, third, fourth, fifth = scores(text)
    assert isinstance(lost, Failure)
    assert (first.after.score, third.scored.points, third.before, third.after) == ((1, 0), (1, 0), None, None)
    assert (fourth.before.score, fourth.after.score, fifth.after.score) == ((3, 0), (4, 0), (5, 0))
    assert [deal.deal for deal in (first, third, fourth, fifth)] == [1, 3, 4, 5]


# Revokes

REVOKE = f'{TOP}[Deal "{DEAL}"]\n[Play "N"]\nSA S5 S7 S2\nCA S8 C5 C2\n*\n'


def test_a_revoke_is_found_and_punished():
    """West holds clubs and plays a spade: East-West pay a court, both runs end, and the deal moves on by that court."""
    found = played(REVOKE.replace("[Trump", '[Streak "0-6"]\n[Trump'))
    assert found.revoke is not None
    assert str(found.revoke) == "West revoked with S8 in trick 2; due was CQ, C6"
    assert (found.revoke.seat, found.revoke.trick, found.revoke.closed) == (Seat.WEST, 2, True)
    assert found.revoke.due == (Card.parse("CQ"), Card.parse("C6"))
    assert (found.scored.points, found.scored.outcome, found.scored.units) == ((1, 0), "revoke", (1, 0))
    assert (found.after.score, found.after.streak, found.after.dealer) == ((1, 0), (0, 0), Seat.WEST)


def test_a_revoke_that_the_record_owns_up_to():
    """A card marked as a revoke is one, though the file is in order."""
    text = REVOKE.replace("S8", "^R S8")
    assert read(text).errors == ()
    assert played(text).scored.outcome == "revoke"


def test_a_revoke_without_penalty_is_an_error():
    """Where the rules have no penalty the deal has no score, and the error says who, where and what was due."""
    text = REVOKE.replace("courts", "classic;direction=anticlockwise")
    [lost] = scores(text)
    assert isinstance(lost, Failure)
    assert "West revoked with S8 in trick 2; due was CQ, C6; the rules classic" in str(lost.error)
    assert "revoke_penalty=court" in str(lost.error)
    assert lost.error.line == 9


def test_a_revoke_that_can_still_be_mended():
    """As long as the trick is not complete a revoke costs nothing yet, so the deal has no score."""
    text = REVOKE.replace("CA S8 C5 C2", "CA S8")
    assert "the trick is not complete, so it can still be mended" in failed(text)


def test_a_revoke_is_found_without_the_hands():
    """What a seat plays later it held before: a revoke is found where only the play is recorded."""
    text = f'{TOP}[Play "N"]\nSA S5 S7 S2\nCA S8 C5 C2\nCK CQ C7 C4\n*\n'
    found = played(text)
    assert found.revoke is not None
    assert (found.revoke.seat, found.revoke.due) == (Seat.WEST, (Card.parse("CQ"),))


def test_other_faults_stay_errors():
    """A card that its seat does not hold is no revoke."""
    assert "stands in South's column" in failed(REVOKE.replace("S8 C5", "C6 HA"))


MARKED = '[Game "CourtPiece"]\n[Rules "courts"]\n[Hakem "N"]\n[Trump "S"]\n[Play "N"]\nSA S5 S7 S2\n'


def test_a_revoke_that_is_marked_is_found_without_the_hands():
    """What was due is not known then; it is punished, or said to have no penalty, all the same."""
    found = played(f"{MARKED}HA ^R S3 HK H3\n*\n")
    assert (found.scored.outcome, found.scored.points, found.scored.units) == ("revoke", (1, 0), (1, 0))
    assert str(found.revoke) == "West revoked with S3 in trick 2"
    assert "West revoked with S3 in trick 2; the rules classic have no penalty" in failed(
        f"{MARKED.replace('courts', 'classic')}HA H3 HK ^R S3\n*\n"
    )
    later = played(f"{MARKED}HA ^R S3 HK H3\nHQ H9 H6 H2\n*\n").revoke  # West plays a heart that he held
    assert later is not None
    assert later.due == (Card.parse("H9"),)


def test_a_card_that_is_not_dealt_yet_is_no_revoke():
    """Led or thrown before the trump is fixed, it is an error with its place."""
    text = (
        '[Game "DehlaPakad"]\n[Rules "mendikot;dp_deal=five_then_eight"]\n[Dealer "W"]\n'
        '[Deal "S:T74.AJ8.T965.QT5 93.Q54.KQ842.K84 KQJ652.963.J.A93 A8.KT72.A73.J762"]\n'
        '[FirstFive "N:J6.96..9 A.2.3.J6 T7.A.6.Q .54.82.8"]\n[Play "S"]\n'
    )
    assert failed(f"{text}HJ H5 H9 H2\n*\n").endswith("South does not hold HJ yet: it is dealt once the trump is fixed")
    assert "West does not hold HQ yet" in failed(f"{text}HA HQ H9 H2\n*\n")


@pytest.mark.parametrize("row", ["^R HA S3 HK H3", "HA S3 ^R HK H3"])
def test_a_mark_on_a_card_that_is_no_revoke(row):
    """Who leads, or follows suit, has not revoked, whatever he holds."""
    assert "2 tricks are recorded" in failed(f"{MARKED}{row}\n*\n")


def test_a_mark_is_held_against_the_hands():
    """Where the hand is known it tells: East has played his only spade, so that he may throw a diamond."""
    text = f'{TOP}[Deal "{DEAL}"]\n[Result "7-4"]\n[Play "N"]\nSA S5 S7 S2\nS3 S8 S9 ^R D7\n*\n'
    assert played(text).revoke is None


def test_a_revoke_after_the_end_does_not_count():
    """Where play stops at seven tricks nothing that is recorded after them counts."""
    suits = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
    rows = [f"S{r} C{r} D{r} H{r}" for r in "AKQJT987"]
    text = f'{TOP.replace("H", "S", 0)}[Deal "{suits}"]\n[Play "N"]\n' + "\n".join(rows) + "\n*\n"
    text = text.replace('[Trump "H"]', '[Trump "S"]')
    assert (played(text).scored.outcome, played(text).scored.units) == ("kot", (7, 0))


# Whatever a file holds

LINES = (EXAMPLES / "court-piece-match.pbn").read_text().splitlines()[:62]
MORE = [
    '[Rules "courts"]',
    '[Rules "double-sir;sir_last_trick=lost"]',
    '[Rules "satat"]',
    '[MatchScore "9999-9999"]',
    '[Streak "3-3"]',
    '[MatchTarget "1"]',
    '[Target "11"]',
    '[Result "NS 13"]',
    '[Result "9"]',
    '[Result "abc"]',
    '[Result "^7-6"]',
    '[Kot "EW"]',
    '[Kot "x"]',
    '[DealScore "2-0"]',
    '[Rules "kot-pees"]',
    '[Rules "courts"]',
    "HA ^R S3 HK H3",
    '[Taken "3-2"]',
    '[CurrentTrick "N H3 E H5"]',
    '[Direction "anticlockwise"]',
    '[Dealer "?"]',
    "- - - -",
    "SA SA SA SA",
    "H2 H3 - -",
]


@given(st.data())
def test_any_file_has_scores_or_errors(data):
    """Lines left out, put in and exchanged give deals with scores or errors, one for each game, and nothing else."""
    lines = list(LINES)
    for _ in range(data.draw(st.integers(1, 6))):
        place = data.draw(st.integers(0, len(lines) - 1))
        what = data.draw(st.sampled_from(["drop", "put", "swap"]))
        if what == "drop" and len(lines) > 1:
            del lines[place]
        elif what == "put":
            lines.insert(place, data.draw(st.sampled_from(MORE)))
        else:
            other = data.draw(st.integers(0, len(lines) - 1))
            lines[place], lines[other] = lines[other], lines[place]
    text = "\n".join(lines)
    reading = read(text)
    found = scores(text)
    assert len(found) == len(reading.records) + len(reading.refused)
    for deal in found:
        if isinstance(deal, ScoredDeal):
            assert 0 in deal.scored.points
            assert sum(deal.scored.units) <= 13
        else:
            assert str(deal.error)


@pytest.mark.parametrize(
    ("rules", "streak", "words"),
    [
        ("courts", "3-4", "tag Streak: expected 0 for one side, whose run ended with the deal that the other won last"),
        ("classic", "2-3", "tag Streak: expected 0 for one side"),
        ("courts;streak_reset_on_court=winner", "1-1", "tag Streak: expected 0 for one side"),
        ("courts", "7-0", "tag Streak: expected fewer than 7 deals won in a row"),
        ("courts", "8-3", "tag Streak: expected 0 for one side"),
        ("classic;streak_len=3;streak_reset_on_court=winner", "0-3", "tag Streak: expected fewer than 3"),
        ("courts", "6-0", None),
        ("classic;streak_len=3", "7-0", None),
        ("classic", "9-0", None),
    ],
)
def test_runs_that_no_match_can_have(rules, streak, words):
    """One of two runs is over, and one that brought its bonus has started anew, unless the rules let it go on."""
    text = result("7-6", f'[Rules "{rules}"]', '[Hakem "N"]', f'[Streak "{streak}"]')
    noted = [notice.message for notice in read(text).warnings]
    if words is None:
        assert (played(text).before.streak, noted) == (tuple(map(int, streak.split("-"))), [])
    else:
        assert words in failed(text)
        assert len([message for message in noted if words in message]) == 1


def test_runs_that_the_rules_give_are_possible():
    """Whatever deals are won, how and under which rules: the state after them is one that a tag may say."""
    rng = random.Random(7)
    for how in ("courts", "courts;streak_reset_on_court=winner", "classic;streak_len=3", "kot-pees;streak_len=2"):
        rules = game("court-piece").rules(how)
        state = CourtPieceMatch.start(rules, dealer=Seat.EAST)
        for _ in range(200):
            side = rng.choice(list(Side))
            other = rng.randrange(0, 7)
            taken = [(7, other), (other, 7)][side]
            if rules.play_to == 13:
                taken = [(13 - other, other), (other, 13 - other)][side]
            kot = side if not other or (rules.play_to == 13 and rng.random() < 0.5) else None
            state = state.after(score_tricks(taken, hakem=state.hakem.side, kot=kot, rules=rules)).after
            assert why_no_streak(state.streak, rules) == "", (how, state)


def test_a_hakem_against_the_dealer_of_the_first_deal():
    """The hakem holds, and that the dealer says otherwise is a difference as in any later deal."""
    found = played(result("9-4", '[Dealer "N"]', '[Hakem "N"]'))
    assert found.differences == ("Hakem is North, but West is when North deals; Hakem holds",)
    assert (found.dealer, found.caller) == (Seat.EAST, Seat.NORTH)


# The facts


def test_facts_of_a_record():
    """Tricks with their winners, what is left, tags by name without those that are not known."""
    [record] = read(f'{TOP}[Deal "{DEAL}"]\n[Result "?"]\n[Play "N"]\n{TWO_TRICKS}*\n').records
    facts = deal_facts(record)
    assert [(trick.leader, trick.winner, trick.taken) for trick in facts.tricks] == [
        (Seat.NORTH, Seat.NORTH, (1, 0)),
        (Seat.NORTH, Seat.NORTH, (2, 0)),
    ]
    assert (facts.left, facts.from_start, facts.revoke, facts.hakem) == (11, True, None, Seat.NORTH)
    assert (facts.tags.get("hakem"), "result" in facts.tags) == ("N", False)


@pytest.mark.parametrize("preset", [name for name in game("court-piece").presets if name != "bridge"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_tricks_are_those_of_the_position(preset, seed):
    """Play that was legal on a position has its tricks, piles and scores under every preset."""
    chance = random.Random(seed)
    rules = game("court-piece").rules(preset)
    deal = Deal.random(seed=seed)
    hakem = chance.choice(tuple(Seat))
    position = Position(deal, strain=Strain.CLUBS, leader=hakem, rules=rules)
    taken = []
    while not position.is_over:
        position.play(chance.choice(position.legal_plays()))
        if not position.trick:
            taken.append(position.taken)
    tags = {"Game": "CourtPiece", "Rules": preset, "Hakem": hakem.letter, "Trump": "C", "Deal": deal.format()}
    record = compose(tags.items(), play=position.history)
    assert [trick.taken for trick in deal_facts(record).tricks] == taken
    [found] = score_deals([record])
    assert isinstance(found, ScoredDeal)
    score = score_deal(PlayedDeal(hakem, taken), rules)
    assert (found.scored.points, found.scored.units, found.scored.winner) == (score.courts, score.tricks, score.winner)


def test_bridge_has_no_score_here():
    """A game that has no scorer is refused by name."""
    text = '[Deal "N:AK... QJ... T9... 87..."]\n[Trump "S"]\n[Leader "N"]\n'
    assert "there is no score for it" in failed(text)


@pytest.mark.parametrize("known", games(), ids=repr)
def test_scorers_of_games(known):
    """Every game says for each preset whether it has a score, and in what."""
    for rules in known.presets.values():
        scorer = known.scorer(rules)
        assert scorer is None or scorer.unit
