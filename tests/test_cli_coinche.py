"""Coinche on the command line: table, best contracts, scores as objectives, and recorded cards that cost some."""

from __future__ import annotations

import json
from typing import cast

import pytest

from solver import Deal, Par, Position, Searcher, Seat, Side, analyze, game, outcome_report, read
from solver.games.coinche import SHORT_DECK, CoincheRules
from solver.games.coinche.auction import Bid, CallKind, Contract
from solver.games.coinche.scoring import belotes_of
from solver.games.coinche.stakes import CoincheStakes
from tests.cli_run import EXAMPLES, ROOT, hakem

COINCHE = game("coinche")
DEAL = "N:QT.QT.Q.AJT 8.AK97.KJ9. AKJ97.8..97 .J.AT87.KQ8"
BARE = ("solve", "--game", "coinche", "--deal", DEAL, "--trump", "S", "--leader", "N", "--json")


def deal_text(seed: int, rules: str, *, play: str = "", contract: str = "80S") -> str:
    """A file with a full random deal."""
    deal = Deal.random(cards=8, seed=seed, deck=SHORT_DECK)
    return (
        f'[Game "Coinche"]\n[Rules "{rules}"]\n[Dealer "E"]\n[Deal "{deal}"]\n[Declarer "S"]\n'
        f'[Contract "{contract}"]\n[Play "N"]\n{play}*\n'
    )


def par_of(seed: int, rules: str) -> tuple[Par, Position]:
    """The best contracts of a random deal, and its position."""
    [record] = read(deal_text(seed, rules)).records
    analysis = analyze(record, Searcher(memory_mb=32, reuse=True))
    assert analysis.par is not None
    return analysis.par, record.initial_position()


@pytest.mark.parametrize(
    ("seed", "rules"),
    [
        (2, "ffb2016"),
        (3, "cannes2016"),
        (6, "bid_only"),
        (7, "s4;denominations=all"),
        (8, "s4;rounding=complement;belote_side=both"),
        (47, "s4"),
        (9, "s4;capot_unannounced=600"),
    ],
)
def test_no_contract_pays_more_than_the_best(seed, rules):
    """The search plays every bid in every strain for its score: none pays more, and the best pays what it says."""
    par, whole = par_of(seed, rules)
    own = cast("CoincheRules", whole.rules)
    searcher = Searcher(memory_mb=32)
    for side in Side:
        payoffs: dict[str, int] = {}
        for strain in own.strains:
            position = Position(
                whole.deal, strain=strain, leader=whole.leader, game=COINCHE, rules=own
            )
            belotes = belotes_of(whole.hands, strain, own)
            bids = [Bid(CallKind.POINTS, strain, points) for points in range(80, (own.bid_ceiling or 190) + 1, 10)]
            for bid in (*bids, Bid(CallKind.CAPOT, strain)):
                contract = Contract(bid, declarer=side.seats[0])
                stakes = CoincheStakes.alone(contract, own, belotes=belotes)
                payoffs[str(contract)] = searcher.outcome(position, stakes).payoff.of(side)
        best = par.of(side)
        if best is None:
            assert max(payoffs.values()) < 0
        else:
            ahead = best.score[side] - best.score[side.other]
            assert payoffs[best.contract] == ahead == max(payoffs.values())


def test_a_side_without_a_contract_has_none():
    """Some deals have strong and weak sides; both kinds of answers come up."""
    found = {par_of(seed, "s4")[0].of(side) is None for seed in (3, 47) for side in Side}
    assert found == {True, False}


def test_best_contracts_need_a_whole_deal_and_its_leader():
    """Without the table, without a leader, and in an ending there is no block and JSON says null."""
    for text, options in (
        (deal_text(3, "s4"), ("--no-table",)),
        (deal_text(3, "s4").replace('[Dealer "E"]\n', "").replace('[Play "N"]\n*', ""), ()),
        ('[Game "Coinche"]\n[Leader "N"]\n[Trump "S"]\n[Deal "N:AT... KQ... J9... 87..."]\n', ()),
    ):
        run = hakem("analyze", "-", "--json", *options, stdin=text)
        assert run.status == 0
        assert run.object["par"] is None
        assert "Best contract" not in hakem("analyze", "-", *options, stdin=text).out
    run = hakem("analyze", "-", "--nodes", "50", "--json", stdin=deal_text(3, "s4"))
    assert (run.object["exact"], run.object["par"]) == (False, None)


def test_the_example_in_json():
    """Best contracts with leader, points and lines of both sides."""
    par = hakem("analyze", EXAMPLES / "coinche.pbn", "--json").object["par"]
    assert par["leader"] == "N"
    assert par["NS"] == {
        "contract": "CAPOT C",
        "trump": "C",
        "taken": {"NS": 162, "EW": 0},
        "belote": {"NS": 0, "EW": 0},
        "score": {"NS": 500, "EW": 0},
    }
    assert (par["EW"]["contract"], par["EW"]["score"]) == ("CAPOT D", {"NS": 0, "EW": 500})


def test_what_the_document_shows():
    """The block in docs/coinche.md, of a deal with a belote."""
    document = (ROOT / "docs" / "coinche.md").read_text(encoding="utf-8")
    shown = document[document.index("Best contract of each side") :].split("\n```", 1)[0]
    assert shown in hakem("analyze", "-", stdin=deal_text(3, "s4")).out


def test_all_strains_of_the_rules_are_in_the_table():
    """Sans atout and tout atout where the rules have them, with their own totals."""
    [four] = hakem("analyze", "-", "--json", stdin=deal_text(7, "s4")).objects
    [six] = hakem("analyze", "-", "--json", stdin=deal_text(7, "s4;denominations=all")).objects
    assert list(four["table"]) == ["S", "H", "D", "C"]
    assert list(six["table"]) == ["S", "H", "D", "C", "NT", "AT"]
    assert {name: sum(row["N"].values()) for name, row in six["table"].items()} == {
        "S": 162,
        "H": 162,
        "D": 162,
        "C": 162,
        "NT": 162,
        "AT": 162,
    }
    text = hakem("analyze", "-", "--ascii", stdin=deal_text(7, "s4;denominations=all")).out
    assert "Points for the side of the seat that leads:\n  leads    S    H    D    C   NT   AT\n" in text


def test_contracts_of_a_bare_deal():
    """Tags say the contract; with all trumps the side that can sweeps, and the payoff follows the contract."""
    made = hakem(*BARE, "--objective", "score", "--tag", "Contract=90S", "--tag", "Declarer=S").object
    assert (made["unit"], made["value"]) == ("points", {"NS": 152, "EW": 10})
    assert (made["outcome"]["unit"], made["outcome"]["NS"]) == ("points of score", 90 + 150 - 10)
    lost = hakem(*BARE, "--objective", "score", "--tag", "Contract=90S", "--tag", "Declarer=E").object
    assert lost["outcome"]["NS"] == 250
    played = hakem(
        *BARE, "--played", "CA C8", "--objective", "score", "--tag", "Contract=90S", "--tag", "Declarer=S"
    ).object
    assert played["outcome"]["NS"] == 90 + 140 - 30
    won = ("--tag", "Contract=90S", "--tag", "Declarer=S", "--tag", "MatchScore=1800-0")
    match = hakem(*BARE, "--objective", "match", *won).object["outcome"]
    assert (match["unit"], match["NS"], match["EW"]) == ("matches", 1, -1)


@pytest.mark.parametrize(
    ("tags", "words"),
    [
        ((), "contract"),
        (("--tag", "Contract=90S"), "declarer"),
        (("--tag", "Contract=ninety", "--tag", "Declarer=S"), "expected a contract such as 100S"),
    ],
)
def test_a_score_needs_contract_and_declarer(tags, words):
    """What is missing is asked for."""
    run = hakem(*BARE, "--objective", "score", *tags)
    assert run.status == 2
    assert words in run.object["error"]


def outcomes_by_ply(text: str, objective: str) -> None:
    """Hold the mistakes of a recorded play against the outcome before and after each card."""
    [record] = read(text).records
    position = record.position()
    report = outcome_report(record, position, Searcher(memory_mb=32, reuse=True), objective)
    assert report.unchecked == 0
    mistakes = {mistake.ply: mistake for mistake in report.mistakes}
    searcher = Searcher(memory_mb=32)
    contract = Contract.parse(record.contract or "", declarer=record.declarer)
    belotes = belotes_of(record.initial_position().hands, contract.bid.strain, cast("CoincheRules", record.rules))
    at = record.initial_position()
    tricks = [0, 0]
    for ply, card in enumerate(record.play, start=1):
        stakes = CoincheStakes.alone(contract, cast("CoincheRules", record.rules), belotes=belotes)
        stakes = CoincheStakes(stakes.match, contract, belotes, tricks=(tricks[0], tricks[1]))
        found = searcher.outcome(at, stakes, cards=True)
        side = at.to_move.side
        each = {entry.card: entry.payoff.of(side) for entry in found.cards}
        cost = found.payoff.of(side) - each[card]
        assert (ply in mistakes) is (cost > 0)
        if cost:
            mistake = mistakes[ply]
            assert (mistake.cost, mistake.seat, mistake.card) == (cost, at.to_move, card)
            assert set(mistake.better) == {one for one, payoff in each.items() if payoff == max(each.values())}
        left = at.tricks_left
        at.push(card)
        if at.tricks_left < left:
            tricks[at.leader.side] += 1


@pytest.mark.parametrize("seed", range(6))
def test_recorded_cards_that_cost_score(seed):
    """Careless play to the end: each card costs what the outcome falls by, and nothing else is reported."""
    contract = ("80S", "100SX", "120H", "CAPOT C", "90D", "80CXX")[seed]
    [record] = read(deal_text(seed, "s4", contract=contract)).records
    at = record.initial_position()
    rows = [["-"] * 4 for _ in range(8)]
    columns = {Seat.NORTH: 0, Seat.WEST: 1, Seat.SOUTH: 2, Seat.EAST: 3}
    for number in range(32):
        legal = at.legal_plays()
        card = legal[(7 * number + seed) % len(legal)]
        rows[number // 4][columns[at.to_move]] = str(card)
        at.push(card)
    play = "".join(" ".join(row) + "\n" for row in rows)
    outcomes_by_ply(deal_text(seed, "s4", play=play, contract=contract), "score")


def test_analyze_names_cards_that_cost_score():
    """In text and in JSON, beside those that cost points."""
    run = hakem("analyze", EXAMPLES / "coinche.pbn", "--no-table", "--objective", "score", "--ascii")
    assert run.status == 0
    assert "Outcome: N/S +300, E/W -300 (points of score, both sides playing for them)" in run.out
    assert "trick 1, card 1: North CA cost N/S 40 (+340 to +300); better: SQ ST DQ" in run.out
    found = hakem("analyze", EXAMPLES / "coinche.pbn", "--no-table", "--objective", "score", "--json").object
    outcome = found["outcome"]
    assert [(each["ply"], each["cost"]) for each in outcome["mistakes"]] == [(1, 40), (2, 10), (6, 10)]
    assert outcome["mistakes"][0]["before"] == {"NS": 340, "EW": -340}
    assert outcome["unchecked"] == 0
    few = ("--no-table", "--objective", "score", "--json", "--nodes", "90")
    stopped = hakem("analyze", EXAMPLES / "coinche.pbn", *few)
    outcome = stopped.object["outcome"]
    assert (outcome["stopped"], outcome["mistakes"]) == ("nodes", [])
    assert outcome["unchecked"] > 0
    best = hakem("analyze", EXAMPLES / "coinche.pbn", "--no-table", "--objective", "match", "--ascii")
    assert "No recorded card cost matches." in best.out


def test_all_commands_take_coinche_files(tmp_path):
    """The example goes through solve, convert and back, and score says that it is not played out."""
    path = EXAMPLES / "coinche.pbn"
    solved = hakem("solve", path, "--json").object
    assert (solved["game"], solved["unit"], solved["value"]) == ("coinche", "points", {"NS": 128, "EW": 34})
    assert hakem("solve", path, "--at-least", "35", "--no-cards").status == 1
    target = tmp_path / "coinche.json"
    assert hakem("convert", path, target).status == 0
    assert json.loads(target.read_text())["contract"] == "100SX"
    again = hakem("analyze", target, "--no-table", "--json").object
    assert again["value"] == solved["value"]
    run = hakem("score", path)
    assert run.status == 2
    assert "2 tricks are recorded" in run.err
    text = path.read_text(encoding="utf-8").replace("*\n", "", 1)
    done = hakem("score", "-", "--json", stdin=f"{text}*\n".replace('[Belote "-"]', '[Belote "-"]\n[Result "128"]'))
    assert (done.status, done.object["score"]) == (0, {"NS": 330, "EW": 30})


def test_the_last_hand_is_dealt_from_the_short_pack():
    """--complete gives an unknown hand what is left of 32 cards."""
    deal = DEAL.rsplit(" ", 1)[0] + " -"
    run = hakem(
        "solve", "--game", "coinche", "--deal", deal, "--complete", "--trump", "S", "--leader", "N", "--json"
    )
    assert run.object["value"] == {"NS": 152, "EW": 10}
