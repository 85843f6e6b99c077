"""The auction of Coinche: who may call what, how calls are written, and what comes of it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.cards import Seat, Strain
from solver.errors import ParseError, RulesError
from solver.games import game
from solver.games.coinche.auction import Auction, Call, CallKind, Contract, IllegalCallError, parse_call

COINCHE = game("coinche")
N, E, S, W = Seat

#: Options, first speaker, calls, contract, declarer; the order of the turns is N W S E.
COMPLETE = [
    pytest.param("", N, "Pass Pass Pass Pass", None, None, id="four passes"),
    pytest.param("", N, "90S Pass Pass Pass", "90S", N, id="three passes after a bid"),
    pytest.param("", N, "Pass 80H Pass 90C Pass Pass Pass", "90C", E, id="the last bid holds"),
    pytest.param("", N, "Pass Pass Pass 80H Pass Pass Pass", "80H", E, id="a fourth speaker"),
    pytest.param("", N, "Pass 80H 90D Pass 100D Pass Pass Pass", "100D", N, id="who passed may bid, and raise"),
    pytest.param("", N, "Pass 80D 100S X Pass", "100SX", S, id="a coinche, declined"),
    pytest.param("", N, "Pass 80D 100S X", "100SX", S, id="a coinche ends it"),
    pytest.param("", N, "Pass 80D 100S X XX", "100SXX", S, id="surcoinche of the partner"),
    pytest.param("", N, "Pass 80D 100S X Pass Pass XX", "100SXX", S, id="surcoinche of the bidder"),
    pytest.param("", N, "Pass 80D 100S X XX Pass Pass Pass", "100SXX", S, id="passes after it"),
    pytest.param("", N, "90S X:E", "90SX", N, id="a coinche out of turn"),
    pytest.param("", N, "90S Pass X:W", "90SX", N, id="a coinche out of turn after a pass"),
    pytest.param("", N, "90S X:E XX:S", "90SXX", N, id="surcoinche out of turn"),
    pytest.param("", N, "90S X:E XX", "90SXX", N, id="surcoinche of an unnamed player of the side"),
    pytest.param("", N, "80S CAPOT D", "CAPOT D", W, id="capot closes"),
    pytest.param("", N, "80S CAPOT D Pass Pass Pass", "CAPOT D", W, id="passes after a capot"),
    pytest.param("capot_doublable=yes", N, "CAPOT D X XX", "CAPOT DXX", N, id="a capot that may be coinched"),
    pytest.param("capot_doublable=yes", N, "CAPOT D Pass Pass Pass", "CAPOT D", N, id="and is not"),
    pytest.param("generale=1000", N, "160S GENERALE H", "GENERALE H", W, id="generale"),
    pytest.param("denominations=all", N, "80SA 90TA Pass Pass Pass", "90TA", W, id="sans and tout atout"),
    pytest.param("coinche_ends=no", N, "90S X 100S Pass Pass Pass", "100S", S, id="escape from a coinche"),
    pytest.param("coinche_ends=no", N, "90S X Pass Pass Pass", "90SX", N, id="no escape"),
    pytest.param("bga", N, "90S Pass Pass Pass 100H Pass Pass Pass Pass", "100H", N, id="four passes end it"),
    pytest.param("suit_rank=clubs_low", N, "80C 80S Pass Pass Pass", "80S", W, id="a higher suit goes over"),
    pytest.param("min_bid=82", N, "82C 92S Pass Pass Pass", "92S", W, id="82, 92, ..."),
    pytest.param("direction=clockwise", N, "Pass 80D Pass Pass Pass", "80D", E, id="the other way round"),
    pytest.param("", N, "passe, 80 coeur, contre, surcontre", "80HXX", W, id="French"),
    pytest.param("", N, "passo, 80 copas, 90 espadas, dobro", "90SX", S, id="Portuguese"),
]

#: Options, calls, index of the call that is wrong, words of the reason.
WRONG = [
    ("", "80S 80H", 1, "80H does not go over the last bid, 80S"),
    ("suit_rank=clubs_low", "80S 80H", 1, "does not go over"),
    ("", "70S", 0, "the lowest bid is 80, not 70"),
    ("", "85S", 0, "a bid must be a multiple of 10, not 85"),
    ("", "82S", 0, "82 is said 80"),
    ("ffb2016", "170S", 0, "the highest bid is 160, not 170"),
    ("", "90SA", 0, "these rules have no bids in no trump"),
    ("", "GENERALE S", 0, "no generale"),
    ("", "X", 0, "no bid to coinche"),
    ("", "80S Pass X", 2, "South may coinche only a bid of the opponents"),
    ("", "80S X:S", 1, "South may coinche only a bid of the opponents"),
    ("", "80S X X", 2, "coinched already"),
    ("", "80S XX", 1, "no coinche to surcoinche"),
    ("", "80S X XX:E", 2, "only North or his partner may surcoinche"),
    ("", "80S X 90S", 2, "after 80S was coinched nothing may be bid"),
    ("", "80S X XX 90S", 3, "80S was surcoinched"),
    ("surcoinche=no", "80S X XX", 2, "no surcoinche"),
    ("", "CAPOT S X", 1, "CAPOT S ends it and cannot be coinched"),
    ("capot_doublable=yes", "CAPOT S CAPOT H", 1, "CAPOT S ends the bidding"),
    ("ffb2016", "80S X:E", 1, "it is the turn of West, and a coinche must wait for its turn"),
    ("", "80S Pass Pass Pass 90S", 4, "after the end of the auction: three passes follow 80S"),
    ("", "80S Pass Pass Pass Pass", 4, "three passes follow 80S"),
    ("", "Pass Pass Pass Pass 80S", 4, "all four have passed"),
    ("bga", "90S Pass Pass Pass 100S", 4, "only in another strain"),
    ("passes_end=four;own_raise=no", "90S Pass Pass Pass 100H", 4, "may not raise his own bid"),
    ("", "80S hello", 1, "expected a call"),
]


def words(text: str) -> list[str]:
    """Split a line of calls; CAPOT and GENERALE have a suit after them."""
    if "," in text:
        return [call.strip() for call in text.split(",")]
    return (
        text.replace("CAPOT ", "CAPOT_").replace("GENERALE ", "GENERALE_").replace("_", "\N{NO-BREAK SPACE}").split(" ")
    )


@pytest.mark.parametrize(("options", "first", "calls", "contract", "declarer"), COMPLETE)
def test_complete_auctions(options, first, calls, contract, declarer):
    """An auction that is over leads to the contract of its last bid."""
    auction = Auction.read(COINCHE.rules(options), first, words(calls))
    assert auction.is_over
    assert auction.passed_out is (contract is None)
    if contract is None:
        assert auction.contract is None
    else:
        assert str(auction.contract) == contract
        assert auction.contract.declarer is declarer


@pytest.mark.parametrize(("options", "calls", "index", "reason"), WRONG)
def test_wrong_auctions(options, calls, index, reason):
    """The first call that breaks a rule is named, with the rule."""
    with pytest.raises(IllegalCallError) as caught:
        Auction.read(COINCHE.rules(options), N, words(calls))
    assert caught.value.index == index
    assert reason in caught.value.message
    assert caught.value.text == words(calls)[index]


@pytest.mark.parametrize(
    ("calls", "over", "closed"),
    [
        ("Pass", False, False),
        ("80S Pass Pass", False, False),
        ("80S X", True, False),
        ("80S X XX", True, True),
        ("80S X Pass Pass Pass", True, True),
        ("CAPOT S", True, True),
        ("Pass Pass Pass Pass", True, True),
    ],
)
def test_when_it_is_over(calls, over, closed):
    """A coinche ends the bidding, but leaves a surcoinche to be said."""
    auction = Auction.read(COINCHE.rules(), N, words(calls))
    assert (auction.is_over, auction.is_closed) == (over, closed)


def test_legal_calls():
    """What may be called at each turn, and by a player whose turn it is not."""
    rules = COINCHE.rules("bid_ceiling=160")
    auction = Auction.after_deal(rules, E)
    assert auction.turn is N
    first = auction.legal_calls()
    assert [str(call) for call in first[:5]] == ["Pass", "80S", "80H", "80D", "80C"]
    assert len(first) == 1 + 9 * 4 + 4
    auction = auction.call(parse_call("150H")[0])
    assert [str(call) for call in auction.legal_calls()] == (
        ["Pass", "160S", "160H", "160D", "160C", "CAPOT S", "CAPOT H", "CAPOT D", "CAPOT C", "X"]
    )
    assert [str(call) for call in auction.legal_calls(E)] == ["X"]
    assert auction.legal_calls(N) == ()
    coinched = auction.call(Call(CallKind.COINCHE), E)
    assert [str(call) for call in coinched.legal_calls(S)] == ["Pass", "XX"]
    assert [str(call) for call in coinched.legal_calls(W)] == ["Pass"]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("90S", "90S"), ("80 coeur", "80H"), ("80 cœur", "80H"), ("capot à trèfle", "CAPOT C"), ("CAPOT D", "CAPOT D"),
        ("générale ♥", "GENERALE H"), ("100♦", "100D"), ("90 NT", "90SA"), ("90 sans atout", "90SA"), ("90AT", "90TA"),
        ("120 paus", "120C"), ("je passe", "Pass"), ("passo", "Pass"), ("PASS", "Pass"), ("contre", "X"),
        ("Coinche !", "X"), ("dobro", "X"), ("surcoinche", "XX"), ("redouble", "XX"), ("surcontré", "XX"),
    ],
)  # fmt: skip
def test_reading_and_writing_calls(text, written):
    """Calls are read in three languages and written in one form, which is read as the same call."""
    call, seat = parse_call(text)
    assert (str(call), seat) == (written, None)
    assert parse_call(written) == (call, None)


@pytest.mark.parametrize("text", ["", "90", "S", "90S:E", "X:Q", "90Z", "12345S", "90SX", ":", "capot", "X:"])
def test_what_is_no_call(text):
    """What is no call is refused with what was expected."""
    with pytest.raises(ParseError, match="expected a call"):
        parse_call(text)


@given(st.sampled_from(["", "X", "XX"]), st.integers(80, 1000), st.sampled_from(list(Strain)))
def test_contracts_round_trip(risk, points, strain):
    """A contract is read as it was written."""
    for text in (f"{points}{strain.letter}{risk}", f"CAPOT {strain.letter}{risk}", f"GENERALE {strain}{risk}"):
        contract = Contract.parse(text)
        assert Contract.parse(str(contract)) == contract
        assert contract.level == len(risk)
        assert contract.bid.strain is strain


@pytest.mark.parametrize(
    ("text", "written"),
    [("80 coeur coinché", "80HX"), ("100 pique surcoinchée", "100SXX"), ("90♠*", "90SX"), ("90 paus dobrado", "90CX")],
)
def test_contracts_in_words(text, written):
    """Contracts may be written in words."""
    assert str(Contract.parse(text)) == written


@pytest.mark.parametrize("text", ["", "X", "Pass", "100", "100SXXX", "4S!"])
def test_what_is_no_contract(text):
    """What is no contract is refused."""
    with pytest.raises(ParseError, match="expected a contract"):
        Contract.parse(text)


@pytest.mark.parametrize("preset", sorted(COINCHE.presets))
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_every_listed_call_is_taken(preset, data):
    """Whatever is listed as legal is taken, the auction comes to an end, and reads back as it was written."""
    rules = COINCHE.rules(preset)
    auction = Auction(rules, data.draw(st.sampled_from(list(Seat))))
    written = []
    while not auction.is_closed and len(written) < 60:
        seat = data.draw(st.sampled_from([auction.turn] * 4 + list(Seat)))
        calls = auction.legal_calls(seat)
        if not calls:
            assert seat is not auction.turn
            continue
        call = data.draw(st.sampled_from([*calls[:1] * 3, *calls]))
        written.append(f"{call}" if seat is auction.turn else f"{call}:{seat}")
        auction = auction.call(call, seat)
    in_turn = [text for text in written if ":" not in text or text[0] == "X"]
    if in_turn == written:
        assert Auction.read(rules, auction.first, written) == auction


def test_six_card_auction_is_refused_by_name():
    """An auction with six cards is another game, and never taken for this one."""
    for text in ("stephanoise", "s4;six_card_auction=yes"):
        with pytest.raises(RulesError, match="six cards"):
            COINCHE.rules(text)
