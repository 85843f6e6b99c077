"""Coinche in files: auctions, contracts and what goes with them are read, checked, and scored."""

from __future__ import annotations

from typing import cast

import pytest

from solver.cards import Seat, Strain
from solver.errors import LimitError, RulesError
from solver.games import CoincheRules
from solver.games.coinche import CoincheStakes
from solver.games.coinche.scorer import CoincheScorer
from solver.notation import read, write
from solver.outcomes import position_outcome, record_outcome
from solver.position import Position
from solver.record import NoticeKind, Record
from solver.scoring import ScoredDeal, deal_facts, score_deals
from solver.solve import Searcher
from tests.cli_run import EXAMPLES

N, E, S, W = Seat
DEAL = "N:QT.QT.Q.AJT 8.AK97.KJ9. AKJ97.8..97 .J.AT87.KQ8"
HEAD = f'[Game "Coinche"]\n[Dealer "E"]\n[Deal "{DEAL}"]\n'
#: A legal play of all eight tricks under the trump spades; North-South take 128 points.
PLAY = """[Play "N"]
CA C8 C7 S8
HT HJ H8 HA
HQ D7 S7 H7
CT CQ C9 H9
CJ CK SK D9
SQ D8 SA DJ
ST DT S9 HK
DQ DA SJ DK
*
"""


def one(text: str) -> Record:
    """The one game of a text that is in order."""
    found = read(text, source="f")
    assert found.errors == ()
    assert found.warnings == ()
    return found.records[0]


def scored(text: str) -> ScoredDeal:
    """The score of the one game of a text."""
    deal = next(iter(score_deals(read(text, source="f").records)))
    assert isinstance(deal, ScoredDeal), deal
    return deal


def test_the_sample():
    """The shipped example reads without a word: contract, declarer, leader and the points so far."""
    record = one((EXAMPLES / "coinche.pbn").read_text(encoding="utf-8"))
    assert (record.contract, record.declarer, record.strain, record.leader) == ("100SX", S, Strain.SPADES, N)
    assert [call.text for call in record.auction] == ["Pass", "80D", "100S", "X", "Pass"]
    position = record.position()
    assert (position.taken, position.to_move, position.total) == ((0, 34), E, 162)
    assert read(write([record])).records[0].auction == record.auction


def test_the_auction_says_what_tags_leave_out():
    """Contract, trump and declarer come from the auction where no tag names them."""
    record = one(f'{HEAD}[Auction "N"]\nPass 80D 100S X Pass\n{PLAY}')
    assert (record.contract, record.declarer, record.strain) == ("100SX", S, Strain.SPADES)
    assert record.position().taken == (128, 34)
    assert one(f'{HEAD}[Auction "N"]\nPass Pass Pass Pass\n').contract == "Pass"
    assert one(f'{HEAD}[Auction "N"]\nPass 80D 100S AP\n').contract == "100S"
    assert one(f'{HEAD}[Auction "N"]\nPass 80D 100S\n').contract is None


def test_who_speaks_and_leads():
    """Next to the dealer in the order of play, which colver's rules turn round."""
    text = HEAD.replace('"Coinche"]', '"Coinche"]\n[Rules "colver"]')
    record = one(f'{text}[Auction "S"]\n100S Pass Pass Pass\n')
    assert (record.leader, record.declarer) == (S, S)
    assert [call.seat for call in record.auction] == [S, W, N, E]


@pytest.mark.parametrize(
    ("language", "auction", "written"),
    [
        ("fr", "Passe 80K 100P X Passe", "Passe 80D 100S X Passe"),
        ("fr", "passe 80 carreau 100 pique contre passe", "passe 80 carreau 100 pique contre passe"),
        ("pt", "passo 80O 100E dobro passo", "passo 80D 100S dobro passo"),
        (None, "passo 80 ouros 100 espadas dobro passo", "passo 80 ouros 100 espadas dobro passo"),
    ],
)
def test_languages(language, auction, written):
    """Words of three languages, and letters of the one that is named, which are written back in the standard's."""
    found = read(f'{HEAD}[Auction "N"]\n{auction}\n', language=language)
    assert found.errors == ()
    record = found.records[0]
    assert (record.contract, record.declarer) == ("100SX", S)
    again = read(write([record])).records[0]
    assert (again.contract, again.declarer, again.strain) == ("100SX", S, Strain.SPADES)
    assert written in write([record])


@pytest.mark.parametrize(
    ("auction", "where", "reason"),
    [
        ("Pass 80D 80S", "f:5:10", "80S does not go over the last bid, 80D"),
        ("Pass 80D\n100S XX", "f:6:6", "there is no coinche to surcoinche"),
        ("Pass 80D 100S X:N", "f:5:15", "North may coinche only a bid of the opponents"),
        ("Pass 85D", "f:5:6", "a bid must be a multiple of 10, not 85"),
        ("Pass 80D CAPOT S X", "f:5:18", "CAPOT S ends it and cannot be coinched"),
        ("Pass 80D 3NT", "f:5:10", "these rules have no bids in no trump"),
        ("Pass 80D 4S", "f:5:10", "the lowest bid is 80, not 4"),
        ("Pass what", "f:5:6", "expected a call"),
        ("Pass Pass Pass Pass 80S", "f:5:21", "all four have passed"),
    ],
)
def test_illegal_auctions(auction, where, reason):
    """An illegal call is an error that names the rule, at its line and column."""
    found = read(f'{HEAD}[Auction "N"]\n{auction}\n', source="f")
    assert len(found.errors) == 1
    assert str(found.errors[0]).startswith(f"{where}: ")
    assert reason in str(found.errors[0])


@pytest.mark.parametrize(
    ("tags", "where", "reason"),
    [
        ('[Contract "110S"]\n[Auction "N"]\nPass 80D 100S AP\n', "f:4:12", "it says 110S, the auction gives 100S"),
        ('[Contract "100S"]\n[Auction "N"]\nPass 80D 100S X\n', "f:4:12", "it says 100S, the auction gives 100SX"),
        ('[Declarer "N"]\n[Auction "N"]\nPass 80D 100S AP\n', "f:4:12", "it names North, but the last bid is"),
        ('[Contract "100S"]\n[Auction "N"]\nPass Pass Pass Pass\n', "f:4:12", "in the auction all four pass"),
        ('[Auction "W"]\n80D 100S AP\n', "f:4:11", "it begins with West, but North speaks first when East deals"),
        ('[Contract "85S"]', "f:4:12", "a bid must be a multiple of 10, not 85"),
        ('[Contract "95SX"]', "f:4:12", "a bid must be a multiple of 10, not 95"),
        ('[Contract "70S"]', "f:4:12", "the lowest bid is 80, not 70"),
        ('[Contract "CAPOT SX"]', "f:4:12", "CAPOT S cannot be coinched"),
        ('[Contract "GENERALE S"]', "f:4:12", "there is no generale"),
        ('[Contract "90SA"]', "f:4:12", "these rules have no bids in no trump"),
        ('[Contract "100SX foo"]', "f:4:12", "expected a contract such as 100S"),
        ('[Contract "foo"]', "f:4:12", "expected a contract such as 100S"),
    ],
)
def test_contracts_that_no_auction_leads_to(tags, where, reason):
    """A contract against the rules, or against the auction, is an error that names why and where."""
    found = read(f"{HEAD}{tags}\n\n{HEAD}", source="f")
    assert len(found.errors) == 1
    assert str(found.errors[0]).startswith(f"{where}: ")
    assert reason in str(found.errors[0])
    assert len(found.records) == 1, "the game after it is read"


@pytest.mark.parametrize(("lead", "leader"), [("first_speaker", N), ("bidder", S)])
def test_who_leads_to_a_generale(lead, leader):
    """The first speaker, or the bidder where the rules say so; the dealer does not change."""
    head = HEAD.replace('"Coinche"]', f'"Coinche"]\n[Rules "generale=1000;generale_lead={lead}"]')
    record = one(f'{head}[Auction "N"]\nPass 80D GENERALE S\n')
    assert (record.leader, record.dealer, record.warnings) == (leader, E, ())
    plain = one(f'{head}[Auction "N"]\nPass 80D 100S AP\n')
    assert plain.leader is N


@pytest.mark.parametrize("contract", ["S", "Pass", "?", "-", "100 pique"])
def test_contracts_that_say_no_more_or_in_words(contract):
    """A strain alone, a pass and a contract that is not known are in order."""
    assert read(f'{HEAD}[Contract "{contract}"]\n').errors == ()


@pytest.mark.parametrize(
    ("tags", "notice"),
    [
        ('[Contract "100S"]\n[Belote "S"]', "Belote says South, who does not hold the king and queen of spades"),
        ('[Contract "100S"]\n[Announces "S tierce SQ"]', "Announces says S tierce SQ, which South does not hold"),
        (
            '[Contract "100S"]\n[Declarer "S"]\n[Result "120"]\n' + PLAY,
            "Result gives NS 120 points, the play gives 128",
        ),
        ('[Contract "100S"]\n[Declarer "S"]\n[Result "170"]\n' + PLAY, "the deal has 162"),
        ('[Contract "100S"]\n[Result "NS 140 EW 22"]\n' + PLAY, "Result gives EW 22 points, the play gives 34"),
    ],
)
def test_contradictions(tags, notice):
    """Tags that contradict the cards, each other or the play are named, with which holds."""
    found = read(f"{HEAD}{tags}\n", source="f")
    assert found.errors == ()
    named = [one for one in found.warnings if notice in str(one)]
    assert named, found.warnings
    assert named[0].kind is NoticeKind.CONTRADICTION
    assert named[0].line is not None


@pytest.mark.parametrize(
    ("tags", "reason"),
    [
        ('[Belote "Q"]', "expected a seat"),
        ('[Announces "S quinte SQ"]', "expected an announcement"),
        ('[Announces "S tierce"]', "expected seat, kind and card"),
    ],
)
def test_tags_that_cannot_be_read(tags, reason):
    """A value that means nothing is an error of its tag."""
    found = read(f"{HEAD}{tags}\n", source="f")
    assert reason in str(found.errors[0])
    assert found.errors[0].line == 4


def test_tags_in_order():
    """What the cards and the play bear out passes without a word."""
    tags = '[Contract "100S"]\n[Declarer "S"]\n[Result "128"]\n[Belote "-"]\n[Announces "S cinquante SK"]\n'
    deal = HEAD.replace("QT.QT.Q.AJT", "T7.QT.Q.AJT").replace("AKJ97.8..97", "AKQJ9.8..97")
    assert one(f'{deal}[Contract "100S"]\n[Belote "S"]\n[Announces "S cinquante SA"]\n').contract == "100S"
    assert one(f"{HEAD}{tags.replace('S cinquante SK', '-')}{PLAY}").declarer is S


BID = '[Auction "N"]\nPass 80D 100S X Pass\n'


@pytest.mark.parametrize(
    ("rules", "tags", "expected"),
    [
        ("s4", "", (330, 30)),
        ("ffb2016", "", (520, 0)),
        ("cannes2016", "", (360, 0)),
        ("bid_only", "", (200, 0)),
        ("s4", '[Contract "130S"]\n[Declarer "S"]\n', (0, 290)),
        ("s4", '[Contract "130S"]\n[Declarer "S"]\n[Belote "N"]\n', (280, 30)),
        ("s4", '[Contract "80S"]\n[Declarer "E"]\n', (240, 0)),
    ],
)
def test_scores_of_a_played_deal(rules, tags, expected):
    """A deal that was played to its end scores what its rules say."""
    head = HEAD.replace('"Coinche"]', f'"Coinche"]\n[Rules "{rules}"]')
    deal = scored(f"{head}{tags or BID}{PLAY}")
    assert deal.scored.points == expected
    assert deal.scored.units == (128, 34)
    assert deal.differences == ()
    assert deal.after is not None
    assert deal.after.score == expected


def test_scores_from_a_result():
    """Without the play the result will do, where it settles who won all tricks."""
    head = f'{HEAD}[Declarer "S"]\n'
    assert scored(f'{head}[Contract "100S"]\n[Result "128"]\n').scored.points == (230, 30)
    failures = list(score_deals(read(f'{head}[Contract "100S"]\n[Result "162"]\n').records))
    assert "who won all tricks" in str(failures[0].error)
    assert scored(f'{head}[Contract "CAPOT S"]\n[Result "130"]\n').scored.points == (0, 500)
    failures = list(score_deals(read(f'{head}[Contract "100S"]\n').records))
    assert "no Result says how it ended" in str(failures[0].error)


def test_a_match_in_a_file():
    """Scores run on from deal to deal, a deal that is passed out moves the deal on, and the tags are compared."""
    first = f'{HEAD}[MatchScore "640-1210"]\n{BID}{PLAY}'
    passed = '[Game "Coinche"]\n[Dealer "N"]\n[Auction "W"]\nPass Pass Pass Pass\n'
    third = (
        f'{HEAD.replace(chr(34) + "E" + chr(34), chr(34) + "S" + chr(34), 1)}[DealScore "1-2"]\n[MatchScore "1-1"]\n'
    )
    third += f'[Leader "N"]\n[Contract "100S"]\n[Declarer "S"]\n{PLAY}'
    deals = list(score_deals(read(f"{first}\n{passed}\n{third}").records))
    assert [deal.scored.outcome for deal in deals] == ["100SX made", "passed out", "100S made"]
    assert deals[0].after.score == (970, 1240)
    assert deals[1].before.score == (970, 1240)
    assert deals[1].dealer is N
    assert deals[1].after.dealer is W
    assert any("MatchScore says 1-1, the deals before give 970-1240" in one for one in deals[2].differences)
    assert any("DealScore says 1-2, the rules give 230-30" in one for one in deals[2].differences)
    assert any("Dealer makes South the dealer" in one for one in deals[2].differences)


def test_stakes_of_a_recorded_deal():
    """What the rest of the deal is played for comes from the same facts, and the search finds the score."""
    record = one((EXAMPLES / "coinche.pbn").read_text(encoding="utf-8"))
    scorer = CoincheScorer(cast("CoincheRules", record.rules))
    facts = deal_facts(record)
    state, _ = scorer.before(None, facts)
    stakes = scorer.stakes(state, facts, "score")
    assert isinstance(stakes, CoincheStakes)
    assert (str(stakes.contract), stakes.belotes, stakes.tricks) == ("100SX", (0, 0), (0, 2))
    assert state.score == (640, 1210)
    found = Searcher(memory_mb=16).outcome(record.position(), stakes, cards=True)
    # 128 points to North-South with best play: 130 and 200, and 30 to the defence.
    assert found.payoff.lower == 330 - 30
    assert len(found.cards) == 6
    assert record_outcome(record, record.position(), Searcher(memory_mb=16), "match").payoff.lower == 0
    with pytest.raises(LimitError, match="units, score, match"):
        record_outcome(record, record.position(), Searcher(memory_mb=16), "magic")


@pytest.mark.parametrize(
    ("tags", "payoff"),
    [
        ({"Contract": "100S", "Declarer": "S"}, 230 - 30),
        ({"Contract": "100SX", "Declarer": "S"}, 330 - 30),
        ({"Contract": "100S", "Declarer": "S", "Tricks": "0-2"}, 230 - 30),
        ({"Contract": "CAPOT S", "Declarer": "S"}, -500),
    ],
)
def test_stakes_of_an_ending(tags, payoff):
    """A position with the points taken before it, and what is not in it said by tags."""
    played = one((EXAMPLES / "coinche.pbn").read_text(encoding="utf-8")).position()
    position = Position(
        played.deal,
        strain=played.strain,
        leader=played.leader,
        game=played.game,
        rules=played.rules,
        taken=played.taken,
    )
    searcher = Searcher(memory_mb=16)
    tags = {"Dealer": "E", "Belote": "-", **tags}
    assert position_outcome(position, searcher, "score", tags=tags).payoff.lower == payoff
    with pytest.raises(RulesError, match="belote"):
        position_outcome(position, searcher, "score", tags=_without(tags, "Belote"))


def _without(tags: dict[str, str], name: str) -> dict[str, str]:
    """Some tags without one of them."""
    return {key: value for key, value in tags.items() if key != name}


def test_the_target_of_a_match():
    """MatchTarget says what wins it."""
    deal = scored(f'{HEAD}[MatchTarget "1000"]\n[MatchScore "700-600"]\n{BID}{PLAY}')
    assert deal.after.winner is not None
    assert deal.after.target == 1000


@pytest.mark.parametrize(
    "text",
    [
        '[Game "Coinche"]\n[Play "N"]\nSA S2 S7 S8\n',
        '[Game "Coinche"]\n[CurrentTrick "N S2 W S3"]\n[Play "N"]\nS2 S3 SA S7\n',
        '[Game "Coinche"]\n[Deal "N:- - - -"]\n[CurrentTrick "N S2 W S3"]\n[Play "N"]\nS2 S3 SA S7\n',
        '[Game "Coinche"]\n[Deal "N:A... 2... 7... 8..."]\n[Play "N"]\nSA S8 S7 S2\n',
    ],
    ids=["no deal", "on the table", "on the table of a deal", "in a hand"],
)
def test_a_card_that_is_not_in_the_pack_is_an_error_of_its_game(text):
    """Such cards have no place in a trick; the game beside is read."""
    found = read(f"{text}\n{HEAD}{BID}{PLAY}", source="f")
    assert len(found.records) == 1
    assert "not in the pack of 32 cards" in str(found.errors[0])
