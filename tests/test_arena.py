"""The arena: the same deals for everyone, whole deals by the rules, honest sums, logs that go on where they stopped."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

from solver.arena import BOTS, Contest, parse_player, run
from solver.arena.bots import Bot
from solver.arena.bots.chance import RandomBot
from solver.arena.bots.tips import tips_for
from solver.arena.deals import deal_number
from solver.arena.estimate import estimate, student_quantile
from solver.arena.log import Log
from solver.arena.seeds import pick, seed_of, shuffled
from solver.arena.table import BotError, Played, Table
from solver.cards import Card, Seat, Side, Strain, mask_of
from solver.deal import Deal
from solver.errors import HakemError, LimitError, ParseError
from solver.games import all_games, game
from solver.games.scorer import DealFacts, WonTrick
from solver.position import Position
from solver.view import View

GAMES = ("court-piece", "dehla-pakad", "coinche")


def random_bots(number: int) -> list[Bot]:
    """Four players who play by chance."""
    return [RandomBot(seed_of(number, int(seat))) for seat in Seat]


# Chance


def test_numbers_that_stand_for_chance_never_change():
    """Logs and published results name seeds, so the numbers made of them are fixed for good."""
    assert seed_of(1, "deal", "court-piece", 0) == 13_894_008_069_190_087_116
    assert [pick("abcd", seed_of("pick", number)) for number in range(8)] == list("cdaccbcb")
    assert shuffled("abcdef", 7) == list("dceafb")


def test_draws_are_even():
    """Each of six orders of three, and each of five items, comes as often as chance has it."""
    orders = {}
    picks = {}
    for number in range(3000):
        orders.setdefault("".join(shuffled("abc", number)), []).append(number)
        picks.setdefault(pick(range(5), seed_of("even", number)), []).append(number)
    assert {len(places) for places in orders.values()} <= set(range(430, 571))
    assert len(orders) == 6
    assert {len(places) for places in picks.values()} <= set(range(520, 681))


@pytest.mark.parametrize("name", GAMES)
def test_a_deal_is_the_same_for_everyone(name):
    """Deal n of a seed is one deal, another seed gives another, and the dealer goes round."""
    deals = [deal_number(number, seed=3, game=game(name)) for number in range(8)]
    assert deals == [deal_number(number, seed=3, game=game(name)) for number in range(8)]
    assert len({deal.hands for deal in deals}) == 8
    assert deals[0].hands != deal_number(0, seed=4, game=game(name)).hands
    assert [deal.dealer for deal in deals] == [*Seat, *Seat]
    first = deals[0].first_cards(Seat.WEST, 5)
    assert first.bit_count() == 5
    assert first & deals[0].hands[Seat.WEST] == first


# Playing


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        (each.name, preset)
        for each in all_games()
        for preset in each.presets
        if preset not in {"peg", "band-rang", "closed", "bridge"}
    ],
)
def test_bots_keep_to_the_rules(name, rules):
    """Players by chance and by the tips finish deals under every preset without a word from the table."""
    try:
        table = Table(game(name), game(name).rules(rules))
    except LimitError as refused:
        pytest.skip(str(refused))
    for number in range(4):
        dealt = deal_number(number, seed=8, game=table.game)
        table.play(dealt, random_bots(number))
        table.play(dealt, [tips_for(table.game, 0) for _ in Seat])


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("court-piece", "classic"),
        ("court-piece", "hokm"),
        ("dehla-pakad", "mendikot"),
        ("coinche", "s4"),
        ("coinche", "ffb2016"),
    ],
)
def test_payoffs_are_scores(name, rules):
    """What a deal pays is what the scorer writes down for it, played to its last card."""
    table = Table(game(name), game(name).rules(rules))
    for number in range(12):
        dealt = deal_number(number, seed=21, game=table.game)
        bots = [tips_for(table.game, 0) if seat.side is Side.NS else RandomBot(number) for seat in Seat]
        played = table.play(dealt, bots)
        if played.contract == "Pass":
            assert played.payoff == 0
            continue
        assert played.payoff == written_down(table, dealt, played, random.Random(number))


def written_down(table: Table, dealt, played: Played, rest: random.Random) -> int:
    """Score a deal as a file with its play would be; cards after the deal was settled are played by chance."""
    scorer = table.game.scorer(table.rules)
    assert scorer is not None
    view = replace(first_view(table, dealt), strain=played.strain)
    position = Position(
        Deal.of(dealt.hands), strain=played.strain, leader=view.leader, game=table.game, rules=table.rules
    )
    tricks = []
    cards = list(played.plays)
    while not position.is_over:
        leader, trick = position.leader, position.trick
        card = cards.pop(0) if cards else rest.choice(position.legal_plays())
        position.play(card)
        if not position.trick:
            tricks.append(WonTrick(leader, (*trick, card), position.leader, position.taken))
    facts = DealFacts(
        tags={},
        strain=played.strain,
        dealer=dealt.dealer,
        hakem=view.hakem,
        declarer=played.declarer,
        leader=view.leader,
        tricks=tuple(tricks),
        before=(0, 0),
        from_start=True,
        left=0,
        revoke=None,
        contract=played.contract,
        hands=dealt.hands,
    )
    state, _ = scorer.before(None, facts)
    scored = scorer.score(state, facts)
    return scored.points[0] + scored.bonus[0] - scored.points[1] - scored.bonus[1]


def first_view(table: Table, dealt) -> View:
    """The view of North before anything was said."""
    return View.of(seat=Seat.NORTH, hand=dealt.hands[0], game=table.game, rules=table.rules, dealer=dealt.dealer)


class Spy(RandomBot):
    """Remembers the views that it is shown."""

    def __init__(self, seed: int, seen: list[View]) -> None:
        super().__init__(seed)
        self._seen = seen

    def play(self, view: View) -> Card:
        self._seen.append(view)
        return super().play(view)

    def call_trump(self, view: View) -> Strain:
        self._seen.append(view)
        return super().call_trump(view)


@pytest.mark.parametrize("name", GAMES)
def test_views_show_no_hidden_card(name):
    """A player sees his own cards, those played, and what was said: as hakem five cards before he calls."""
    table = Table(game(name), game(name).rules())
    seen: list[View] = []
    dealt = deal_number(1, seed=2, game=table.game)
    table.play(dealt, [Spy(int(seat), seen) for seat in Seat])
    for view in seen:
        if view.strain is None and view.hakem is not None:
            assert view.hand == dealt.first_cards(view.seat, 5)
        else:
            assert view.hand == dealt.hands[view.seat]
        assert not any(view.exposed)
        assert view.to_move is view.seat or view.strain is None
    assert len(seen) > 8


class Cheat(RandomBot):
    """Plays a card that it does not have, or names no trump of the game."""

    def play(self, view: View) -> Card:
        return next(card for card in map(Card.of, range(52)) if not view.hand & card.bit)

    def call_trump(self, view: View) -> Strain:
        return Strain.ALL_TRUMP if view.seat is Seat.SOUTH else super().call_trump(view)


def test_answers_against_the_rules_are_found():
    """The table takes no card that may not be played and no trump that there is not."""
    table = Table(game("court-piece"), game("court-piece").rules())
    for number, fault in ((0, "played"), (3, "named AT")):  # South is the hakem when West deals
        with pytest.raises(BotError, match=fault):
            table.play(deal_number(number, seed=1, game=table.game), [Cheat(1) for _ in Seat])


@pytest.mark.parametrize(
    ("name", "rules", "options", "fault"),
    [
        ("coinche", "s4;generale=500", {}, "generale"),
        ("dehla-pakad", "dehla-pakad;dp_trump=fixed", {}, "dp_trump"),
        ("court-piece", "peg", {}, "trump_mode"),
        ("court-piece", None, {"objective": "score"}, "courts"),
        ("court-piece", None, {"tags": {"Hakem": "N"}}, "MatchScore"),
    ],
)
def test_what_bots_cannot_play_is_refused(name, rules, options, fault):
    """Before any card, with the option that is to blame."""
    with pytest.raises(LimitError, match=fault):
        Table(game(name), game(name).rules(rules), **options)


# Contests


@pytest.mark.parametrize("name", GAMES)
def test_a_bot_against_itself_gains_nothing(name):
    """Deal by deal: both tables are the same but for who sits where."""
    for bot in ("random", "tips"):
        report = run(Contest((bot, bot), name, seed=6), 6)
        assert (report.won, report.level, report.lost) == (0, 6, 0)


@pytest.mark.parametrize("name", GAMES)
def test_turning_the_bots_round_turns_the_result(name):
    """A against B is B against A with the sign changed."""
    ours = run(Contest(("tips", "random"), name, seed=6), 10)
    theirs = run(Contest(("random", "tips"), name, seed=6), 10)
    assert ours.difference.mean == -theirs.difference.mean
    assert (ours.won, ours.level, ours.lost) == (theirs.lost, theirs.level, theirs.won)
    assert ours.difference.mean > 0


def test_workers_and_interruptions_change_nothing(tmp_path):
    """One worker, two workers, and a run that was killed in the middle of a line and went on: one result."""
    contest = Contest(("tips", "random"), "coinche", seed=5)
    whole = run(contest, 14)
    assert run(contest, 14, workers=2, log=tmp_path / "two").difference == whole.difference
    log = tmp_path / "log"
    run(contest, 9, log=log)
    lines = log.read_bytes().splitlines(keepends=True)
    assert len(lines) == 10
    log.write_bytes(b"".join(lines[:7]) + lines[7][:-9])
    told = []
    report = run(contest, 14, log=log, on_result=told.append)
    assert report.difference == whole.difference
    assert (report.won, report.level, report.lost) == (whole.won, whole.level, whole.lost)
    assert len(log.read_bytes().splitlines()) == 15
    assert sorted(result.number for result in told) == list(range(14))
    assert run(contest, 5, log=log).difference == run(contest, 5).difference


def test_a_finished_log_is_only_read(tmp_path):
    """Nothing is played again, and nothing is added."""
    contest = Contest(("tips", "random"), seed=5)
    log = tmp_path / "log"
    run(contest, 3, log=log)
    before = log.read_bytes()
    report = run(contest, 3, log=log)
    assert log.read_bytes() == before
    assert report.thinking[0].cards > 0


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"deal,gain\n1,2\n", r"log:1: expected a log of the arena"),
        (b'{"format":"other"}\n', r"log:1: expected a log of the arena \(hakem-arena/1\)"),
        (b"words without an end", r"log:1: expected a log"),
        (
            None,
            r"log:1: the log is of another contest: bots \['tips', 'random'\] there and \['random', 'tips'\] here",
        ),
    ],
)
def test_a_log_of_something_else_is_left_alone(tmp_path, content, fault):
    """It is refused with what is different, and not touched."""
    log = tmp_path / "log"
    if content is None:
        run(Contest(("tips", "random"), seed=5), 1, log=log)
    else:
        log.write_bytes(content)
    before = log.read_bytes()
    with pytest.raises(ParseError, match=fault):
        run(Contest(("random", "tips"), seed=6), 2, log=log)
    assert log.read_bytes() == before


def test_a_line_that_is_no_result_is_named(tmp_path):
    """A log whose lines were changed by hand is an error with its line."""
    log = tmp_path / "log"
    contest = Contest(("tips", "random"), seed=5)
    run(contest, 2, log=log)
    log.write_bytes(log.read_bytes() + b'{"deal":2}\n')
    with pytest.raises(ParseError, match="log:4: expected the result of a deal"):
        run(contest, 4, log=log)


def test_two_runs_do_not_share_a_log(tmp_path):
    """The second is told so, and the log stays whole."""
    log = tmp_path / "log"
    contest = Contest(("tips", "random"), seed=5)
    with Log(log, contest.config()), pytest.raises(LimitError, match="is being written by another run"):
        run(contest, 2, log=log)
    assert run(contest, 2, log=log).difference.count == 2


def test_logs_hold_what_was_played(tmp_path):
    """The first line names everything that the results depend on."""
    log = tmp_path / "log"
    run(Contest(("bid=tips,play=random", "random"), "coinche", "colver", 5, tags={"MatchScore": "10-20"}), 1, log=log)
    header = json.loads(log.read_text().splitlines()[0])
    assert header["config"]["bots"] == ["bid=tips,play=random", "random"]
    assert header["config"]["rules"] == "colver"
    assert header["config"]["tags"] == {"matchscore": "10-20"}
    with Log(log, header["config"]) as again:
        assert [line["deal"] for line in again.lines] == [0]


@pytest.mark.parametrize(("deals", "workers"), [(0, 1), (1, 0), (10**9, 1), (1, 10**4)])
def test_numbers_that_make_no_sense(deals, workers):
    """Nor does a contest begin with them."""
    with pytest.raises(LimitError):
        run(Contest(("tips", "random")), deals, workers=workers)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("nobody", "expected one of the bots random, tips"),
        ("tips:worlds=3", "tips has no option 'worlds'; it has none"),
        ("pimc:worlds=none", "expected pimc:worlds to be a whole number from 1"),
        ("pimc:worlds=0", "whole number"),
        ("pimc:cards=3", "it has worlds"),
        ("bid=tips", "bid=BOT,play=BOT"),
        ("bid=tips,play=tips,play=tips", "bid=BOT,play=BOT"),
        ("tips,random", "bid=BOT,play=BOT"),
    ],
)
def test_bots_that_there_are_not(text, fault):
    """The error lists what there is."""
    with pytest.raises(ParseError, match=fault):
        parse_player(text)


def test_bots_are_written_out():
    """However a bot is asked for, it has one full name."""
    full = parse_player("pimc").full
    assert full.startswith("pimc:worlds=")
    assert parse_player(full) == replace(parse_player("pimc"), text=full)
    assert parse_player(" bid=tips , play=tips").full == "tips"
    assert set(BOTS) >= {"random", "tips", "pimc", "alphamu", "colver-smart", "colver-naive", "colver-heuristic"}


# Estimates


@pytest.mark.parametrize(
    ("freedom", "quantile"), [(1, 12.7062), (2, 4.3027), (3, 3.1824), (5, 2.5706), (12, 2.1788), (120, 1.9799)]
)
def test_students_quantiles(freedom, quantile):
    """As in the tables."""
    assert student_quantile(0.975, freedom) == pytest.approx(quantile, rel=2e-3)


def test_an_interval_holds_the_mean_as_often_as_it_says():
    """Nineteen times out of twenty, for small samples too."""
    draw = random.Random(4)
    held = 0
    for _ in range(2000):
        found = estimate([draw.gauss(3, 2) for _ in range(6)])
        held += found.low <= 3 <= found.high
    assert 1870 <= held <= 1930


def test_one_number_tells_nothing_of_the_rest():
    """The interval is the whole line, and is never clear of 0."""
    assert not estimate([5]).clear
    assert not estimate([]).clear
    assert estimate([4, 5, 6]).clear


# The tips


def mask(text: str) -> int:
    return mask_of(map(Card.parse, text.split()))


def test_the_tips_name_the_longest_and_strongest_suit():
    """Never three cards with the ace alone, as long as there is something else."""
    from solver.advice.calling import call_from

    assert call_from(mask("SA S7 S2 HK HQ")) is Strain.HEARTS
    assert call_from(mask("SA SK S2 HK HQ")) is Strain.SPADES
    assert call_from(mask("D9 D8 D7 D3 SA")) is Strain.DIAMONDS
    assert call_from(mask("CA C5 C4 S3 H2")) is not Strain.CLUBS


def tips_play(name: str, text: str, played: str, *, hand: str, **more) -> str:
    """What the tips play."""
    view = View.of(
        game=name,
        seat=Seat.NORTH,
        hand=mask(hand),
        strain=None if text == "?" else Strain.parse(text),
        played=tuple(map(Card.parse, played.split())),
        **more,
    )
    return str(tips_for(view.game, 0).play(view))


def test_the_hakem_leads_the_ace_of_trumps():
    """With length, to draw the trumps of the others."""
    hand = "SA S9 S8 S7 S2 HK H5 H4 D9 D7 D2 CQ C3"
    assert tips_play("court-piece", "S", "", hand=hand, hakem=Seat.NORTH) == "SA"


def test_the_partner_keeps_a_lone_ace_of_trumps():
    """He throws away instead of ruffing with it early; with another trump he ruffs."""
    played = "CA"  # East leads and wins so far, clockwise: South is hakem
    lone = "SA H9 H8 H7 H6 H5 D9 D8 D7 D6 D5 D4 D3"
    other = "SA S2 H8 H7 H6 H5 D9 D8 D7 D6 D5 D4 D3"
    common = {"hakem": Seat.SOUTH, "leader": Seat.WEST, "rules": "classic"}
    assert tips_play("court-piece", "S", played, hand=lone, **common) == "D3"
    assert tips_play("court-piece", "S", played, hand=other, **common) == "S2"


def test_a_ten_waits_until_it_is_safe():
    """It goes on the partner's master, and not under an opponent's card."""
    hand = "HT H3 S9 S8 S7 S6 S5 D9 D8 D7 C9 C8 C7"
    safe = {"leader": Seat.SOUTH}
    assert tips_play("dehla-pakad", "S", "HA H2", hand=hand, rules="dehla-pakad;direction=clockwise", **safe) == "HT"
    caught = {"leader": Seat.WEST}
    assert tips_play("dehla-pakad", "S", "HA", hand=hand, rules="dehla-pakad;direction=clockwise", **caught) == "H3"


def test_the_first_void_makes_the_best_suit_trump():
    """Not the suit that one happens to have least of."""
    hand = "S5 S4 S3 DA DK DQ D5 D4 C9 C8 C7 C6 C2"
    assert tips_play("dehla-pakad", "?", "HA", hand=hand, leader=Seat.EAST) == "D4"


def test_twenty_points_a_trick():
    """The value of a hand is 20 points a trick, and 20 for a belote."""
    from solver.arena.bots.tips.coinche import bid_value, expected_tricks
    from solver.cards import Suit

    strong = mask("SJ S9 SA S7 HA HT DA C7")
    assert expected_tricks(strong, Suit.SPADES) == 6.5
    assert bid_value(strong, Suit.SPADES) == 130
    belote = mask("SK SQ S8 HA H7 D9 D8 C7")
    assert bid_value(belote, Suit.SPADES) - bid_value(mask("SK ST S8 HA H7 D9 D8 C7"), Suit.SPADES) == 20


# colver


def colver_or_skip():
    return pytest.importorskip("colver")


@pytest.mark.peer
def test_deals_at_colvers_table_are_ours():
    """Cards that may be played, who is to play, and the score of the deal agree on deals played by chance."""
    colver_or_skip()
    from solver.arena.bots.colver import ColverBot, call_of, card_of, number_of, number_of_call, place_of

    table = Table(game("coinche"), game("coinche").rules("colver"))

    class Checked(ColverBot):
        """Plays by chance, and compares what it may play."""

        def bid(self, view: View):
            call = RandomBot(self.seed).bid(view)
            numbers = set(self._table.legal_actions())
            assert view.auction is not None
            assert numbers == {number_of_call(each) for each in view.auction.legal_calls(view.seat)}
            assert all(number_of_call(call_of(number)) == number for number in numbers)
            return call

        def play(self, view: View):
            self._end_auction()
            hand = view.hand & ~view.table.played_by[view.seat]
            legal = view.game.legal_mask(hand, view.table.trick, view.table.strain, view.rules)
            assert {card_of(number).bit for number in self._table.legal_actions()} == {
                1 << index for index in range(52) if legal >> index & 1
            }
            assert self._table.current_player() == place_of(view.seat, view.rules.direction)
            return RandomBot(self.seed).play(view)

    kinds = set()
    for number in range(60):
        dealt = deal_number(number, seed=31, game=table.game)
        bots = [Checked(seed_of(number, int(seat)), bids="", plays="") for seat in Seat]
        played = table.play(dealt, bots)
        kinds.add(played.contract[-1:] if played.contract else "")
        if played.contract == "Pass":
            continue
        while not bots[0]._table.is_terminal():  # the table stops when all is settled
            bots[0]._table.step(bots[0]._table.legal_actions()[0])
        ours, theirs = bots[0]._table.rewards()
        assert played.payoff == ours - theirs, (number, played)
    assert number_of(Card.parse("S7")) == 0
    assert len(kinds) >= 4


@pytest.mark.peer
def test_colvers_bots_play():
    """Each of them finishes deals; heuristics answer the same every time."""
    colver_or_skip()
    for bot in ("colver-smart:ms=1", "colver-naive:ms=1", "colver-heuristic", "colver-maxi"):
        contest = Contest((bot, "tips"), "coinche", "colver", seed=4)
        report = run(contest, 2)
        assert report.thinking[0].cards > 0
        if "ms" not in bot:
            assert run(contest, 2).difference == report.difference


def test_colver_plays_its_own_rules_only():
    """Others are refused with the preset to use."""
    with pytest.raises(HakemError, match="--rules colver"):
        run(Contest(("colver-smart", "tips"), "coinche"), 1)
    with pytest.raises(HakemError, match="colver plays Coinche"):
        run(Contest(("colver-smart", "tips"), "court-piece"), 1)


# The adviser at the table


@pytest.mark.parametrize("name", GAMES)
def test_the_adviser_plays(name):
    """Whole deals, the same for the same seed."""
    contest = Contest(("pimc:worlds=2:calls=2:nodes=2000", "tips"), name, seed=9)
    report = run(contest, 1)
    assert report.thinking[0].cards > 0
    assert run(contest, 1).difference == report.difference


def test_bids_by_count_keep_to_the_rules_and_go_up_in_small_steps():
    """No bid is more than ten points above the lowest one allowed, and no partner's bid is left for a worse one."""
    table = Table(game("coinche"), game("coinche").rules())
    makers = parse_player("count").maker(table.game, table.rules, "score")
    heard: list[tuple[Seat, int]] = []

    class Listener(RandomBot):
        def called(self, seat: Seat, call) -> None:
            if call.bid is not None:
                heard.append((seat, call.bid.points))

    for number in range(40):
        heard.clear()
        bots: list[Bot] = [makers(0) for _ in Seat]
        bots[0].called = Listener(0).called  # type: ignore[method-assign]
        table.play(deal_number(number, seed=3, game=table.game), bots)
        lowest = 80
        for _, points in heard:
            assert lowest <= points <= lowest + 10
            lowest = points + 10
    with pytest.raises(LimitError, match="for bids in Coinche"):
        parse_player("count").maker(game("court-piece"), game("court-piece").rules(), "courts")
