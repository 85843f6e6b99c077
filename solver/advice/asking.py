"""Views for the questions of a player at the table: what he holds, where he sits, and what was said and played.

What he does not say is taken as it usually is: he is the one whose turn it is. An error that is about one argument
names it (`HakemError.argument`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from solver.cards import Card, Seat, Strain, Suit
from solver.errors import HakemError, ViewError
from solver.games import CoincheRules, CourtPieceRules, DehlaPakadRules, Game, Rules
from solver.games.coinche.auction import Auction, CallKind, Contract, IllegalCallError, why_no_contract
from solver.games.court_piece_match import leader_for
from solver.games.trump import HiddenTrump
from solver.view import View

__all__ = ["view_to_bid", "view_to_name_trump", "view_to_play"]

Tags = Iterable[tuple[str, str]]

#: The cards that a player has seen who names a trump before the second part of the cards is dealt.
_FIRST_PART = 5


def view_to_name_trump(game: Game, rules: Rules, *, hand: int, seat: Seat = Seat.NORTH, tags: Tags = ()) -> View:
    """Return the view of *seat*, who names the trump and has seen *hand* (a mask), all that the rules let him see.

    Raises `ViewError` where nobody names a trump before the play, for another number of cards, and for what a `View`
    cannot be.
    """
    if isinstance(rules, CourtPieceRules):
        if game.trump_mode(rules).fixed_by != "no":
            raise ViewError(f"nobody names a trump under {rules}: a card that does not follow suit fixes it").about(
                "rules"
            )
        if rules.preset == "bridge":
            raise ViewError(f"nobody names a trump under {rules}: it is known before the play").about("rules")
        _require_cards(hand, rules.caller_sees, f"that the hakem has seen under {rules}")
        return View.of(seat=seat, hand=hand, game=game, rules=rules, hakem=seat, tags=tags)
    if isinstance(rules, DehlaPakadRules):
        places = {"open_partner": seat.partner, "open_right": seat.next(rules.direction, steps=3)}
        dealer = places.get(rules.dp_trump)
        if dealer is None:
            raise ViewError(
                f"nobody names a trump before the play under {rules}: use dp_trump=open_partner or dp_trump=open_right"
            ).about("rules")
        seen = game.hand_size if rules.dp_deal == "all13" else _FIRST_PART
        _require_cards(hand, seen, f"that you have seen under {rules}")
        return View.of(seat=seat, hand=hand, game=game, rules=rules, dealer=dealer, tags=tags)
    raise ViewError(f"expected a game in which one player names the trump, not {game.title}").about("game")


def view_to_bid(
    game: Game,
    rules: Rules,
    *,
    hand: int,
    calls: Sequence[str] = (),
    seat: Seat | None = None,
    dealer: Seat | None = None,
    tags: Tags = (),
) -> View:
    """Return the view of the player who is to call after *calls*.

    He is *seat*, or who follows from the *dealer*, or South; without a dealer the seat that makes it his turn dealt.
    Where only a surcoinche is left, it is the turn of the next player who may say it. Raises `ViewError` for another
    game than Coinche, for calls that may not be made, with the place of the first, for calls after which he has nothing
    to say but to pass, and for a hand that is not whole.
    """
    if not isinstance(rules, CoincheRules):
        raise ViewError(f"expected Coinche, which has an auction, not {game.title}").about("game")
    _require_cards(hand, game.hand_size, "that you were dealt")
    wanted = Seat.SOUTH if seat is None and dealer is None else seat
    illegal: ViewError | None = None
    nothing: str | None = None
    for each in Seat if dealer is None else (dealer,):
        try:
            auction = Auction.read(rules, each.next(rules.direction), calls)
        except IllegalCallError as error:
            place = "" if error.index is None else f"call {error.index + 1}: "
            illegal = illegal or ViewError(f"{place}{error.message}").about("calls")
            continue  # whether a call is out of turn depends on who dealt
        if auction.is_closed:
            ending = "all four have passed" if auction.contract is None else f"the contract is {auction.contract}"
            raise ViewError(f"the auction is over: {ending}").about("calls")
        asked = _who_calls(auction)
        if asked is not None and (wanted is None or asked is wanted):
            return View.of(seat=asked, hand=hand, game=game, rules=rules, dealer=each, auction=auction, tags=tags)
        if asked is None:
            nothing = "who is to call now has nothing to call but Pass"
        elif dealer is not None and wanted is not None:
            raise ViewError(f"it is {asked.word}'s turn to call, not {wanted.word}'s").about("seat")
    if nothing is not None:
        raise ViewError(nothing).about("calls")
    assert illegal is not None  # one of four dealers makes it anybody's turn
    raise illegal


def _who_calls(auction: Auction) -> Seat | None:
    """Return who has a choice: whose turn it is or, where nothing is left but a surcoinche, the next who may say it."""
    seat = auction.turn
    for each in (seat, *(seat.next(auction.rules.direction, steps=steps) for steps in (1, 2, 3) if auction.is_over)):
        if any(call.kind is not CallKind.PASS for call in auction.legal_calls(each)):
            return each
    return None


def view_to_play(
    game: Game,
    rules: Rules,
    *,
    hand: int,
    seat: Seat | None = None,
    strain: Strain | None = None,
    hidden: HiddenTrump | None = None,
    leader: Seat | None = None,
    hakem: Seat | None = None,
    dealer: Seat | None = None,
    contract: str | None = None,
    declarer: Seat | None = None,
    played: Sequence[Card] = (),
    tags: Tags = (),
) -> View:
    """Return the view of a player who is to play: *hand* (a mask) as it was dealt to him, or what is left of it.

    Without *seat* he is who has set the *hidden* trump, or the player whose turn it is after *played*; without
    *leader*, *hakem* and *dealer* who set the hidden trump is the hakem, or else whoever makes it the player's turn led
    to the first trick (North, if *seat* is not given). The strain of Coinche is its contract's. Where the trump is
    hidden, *hidden* is what he has set himself, and *strain* what was shown since. Raises `ViewError` for what is
    missing or cannot be, a hand with too few cards among it.
    """
    mode = game.trump_mode(rules)
    hides = mode.shown_by != "no" and mode.fixed_by == "no"
    if isinstance(rules, CoincheRules):
        strain = _strain_of_contract(contract, declarer, rules)
    elif contract is not None or declarer is not None:
        raise ViewError(f"there are no contracts in {game.title}").about("declarer" if contract is None else "contract")
    if hidden is not None and not hides:
        raise ViewError(f"nobody hides a trump before the play under {rules}").about("hidden")
    if strain is None and not game.trump_may_be_open(rules) and mode.shown_by == "no":
        raise ViewError("expected the trump: it is known before the play").about("strain")
    if hakem is not None and not isinstance(rules, CourtPieceRules):
        raise ViewError(f"there is no hakem in {game.title}").about("hakem")
    placed = not (leader is None and hakem is None and dealer is None)
    if hidden is not None:
        seat = hidden.setter if seat is None else seat
        if not placed:
            hakem, leader = (hidden.setter, None) if isinstance(rules, CourtPieceRules) else (None, hidden.setter)
            placed = True
    shown: Suit | None = None
    if mode.shown_by != "no":
        shown = None if strain is None else strain.suit
        strain = None

    def known(led: Seat | None) -> View:
        """Return what is told before the play, where that seat led."""
        caller = hakem
        if hides and isinstance(rules, CourtPieceRules) and hakem is None and dealer is None:
            caller = next(each for each in Seat if leader_for(each, rules) is led)
        return View.of(
            seat=Seat.NORTH,
            hand=0,
            game=game,
            rules=rules,
            leader=led,
            hakem=caller,
            dealer=dealer,
            contract=contract,
            declarer=declarer,
            strain=strain,
            tags=tags,
        )

    def seen(told: View) -> View:
        """Return what lies open: that does not depend on who looks, and who has not set the trump need not know it."""
        other = Seat.NORTH if told.setter is None else told.setter.next()
        return replace(told, seat=other, hidden=hidden, shown=shown, played=tuple(played))

    told = known(leader if placed else Seat.NORTH)
    if hidden is not None and told.setter is not None and told.setter is not hidden.setter:
        reason = f"{told.setter.word} hides the trump, so {hidden.setter.word} cannot have"
        raise ViewError(reason).about("hidden")
    table = seen(told)
    if seat is None:
        seat = table.to_move
    elif not placed and table.to_move is not seat:
        # Whose turn it is goes round the table with who led.
        led = next(each for each in Seat if seen(known(each)).to_move is seat)
        told = known(led)
        table = seen(told)
    own = table.table.played_by[seat]
    left = told.size - own.bit_count()
    if own and not hand & own and hand.bit_count() == left:
        hand |= own
    _require_cards(hand, told.size, "that you were dealt" + (f", or the {left} that are left of them" if own else ""))
    if hides and hidden is None and shown is None and told.setter is seat:
        raise ViewError(f"expected the hidden trump, which {seat.word}, whose view it is, has set himself").about(
            "hidden"
        )
    return replace(told, seat=seat, hand=hand, hidden=hidden, shown=shown, played=tuple(played))


def _strain_of_contract(contract: str | None, declarer: Seat | None, rules: CoincheRules) -> Strain:
    """Return the strain of a contract, which the rules must allow."""
    if contract is None or declarer is None:
        reason = "expected the contract and its declarer: the score of a deal of Coinche depends on them"
        raise ViewError(reason).about("contract" if contract is None else "declarer")
    try:
        found = Contract.parse(contract, declarer=declarer)
    except HakemError as error:
        raise error.about("contract") from None
    if why := why_no_contract(found, rules):
        raise ViewError(why).about("contract")
    return found.bid.strain


def _require_cards(hand: int, count: int, which: str) -> None:
    """Raise `ViewError` unless *hand* has so many cards."""
    if hand.bit_count() != count:
        raise ViewError(f"expected the {count} cards {which}, not {hand.bit_count()}").about("hand")
