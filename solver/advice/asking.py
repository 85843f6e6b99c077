"""Views for the questions of a player at the table: what he holds, where he sits, and what was said and played.

What he does not say is taken as it usually is: he is the one whose turn it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from solver.cards import Card, Direction, Seat, Strain, Suit
from solver.errors import ViewError
from solver.games import CoincheRules, CourtPieceRules, DehlaPakadRules, Game, Rules
from solver.games.coinche.auction import Auction, Contract, IllegalCallError
from solver.games.court_piece_match import leader_for
from solver.games.trump import HiddenTrump
from solver.view import View

__all__ = ["view_to_bid", "view_to_name_trump", "view_to_play"]

Tags = Iterable[tuple[str, str]]


def view_to_name_trump(game: Game, rules: Rules, *, hand: int, seat: Seat = Seat.NORTH, tags: Tags = ()) -> View:
    """Return the view of *seat*, who names the trump and has seen *hand* (a mask).

    Raises `ViewError` where nobody names a trump before the play, and for what a `View` cannot be.
    """
    if isinstance(rules, CourtPieceRules):
        return View.of(seat=seat, hand=hand, game=game, rules=rules, hakem=seat, tags=tags)
    if isinstance(rules, DehlaPakadRules):
        places = {"open_partner": seat.partner, "open_right": seat.next(Direction.CLOCKWISE)}
        dealer = places.get(rules.dp_trump)
        if dealer is None:
            raise ViewError(
                f"nobody names a trump before the play under {rules}: use dp_trump=open_partner or dp_trump=open_right"
            )
        return View.of(seat=seat, hand=hand, game=game, rules=rules, dealer=dealer, tags=tags)
    raise ViewError(f"expected a game in which one player names the trump, not {game.title}")


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
    Raises `ViewError` for another game than Coinche and for calls that may not be made, with the place of the first.
    """
    if not isinstance(rules, CoincheRules):
        raise ViewError(f"expected Coinche, which has an auction, not {game.title}")
    wanted = seat or (Seat.SOUTH if dealer is None else None)
    reason: ViewError | None = None
    for each in Seat if dealer is None else (dealer,):
        try:
            auction = Auction.read(rules, each.next(rules.direction), calls)
        except IllegalCallError as error:
            place = "" if error.index is None else f"call {error.index + 1}: "
            reason = reason or ViewError(f"{place}{error.message}")
            continue  # whether a call is out of turn depends on who dealt
        if auction.is_closed:
            ending = "all four have passed" if auction.contract is None else f"the contract is {auction.contract}"
            raise ViewError(f"the auction is over: {ending}")
        if wanted is None or dealer is not None or auction.turn is wanted or auction.is_over:
            return View.of(
                seat=auction.turn if wanted is None else wanted,
                hand=hand,
                game=game,
                rules=rules,
                dealer=each,
                auction=auction,
                tags=tags,
            )
    assert reason is not None  # one of four dealers makes it anybody's turn
    raise reason


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
    """Return the view of a player who was dealt *hand* (a mask, with the cards played since) and is to play.

    Without *seat* he is the player whose turn it is after *played*; without *leader*, *hakem* and *dealer* he led to
    the first trick.  The strain of Coinche is its contract's.  Where the trump is hidden, *hidden* is what he has set
    himself, and *strain* what was shown since.  Raises `ViewError` for what is missing or cannot be.
    """
    if isinstance(rules, CoincheRules):
        if contract is None or declarer is None:
            raise ViewError("expected the contract and its declarer: the score of a deal of Coinche depends on them")
        strain = Contract.parse(contract, declarer=declarer).bid.strain
    elif contract is not None or declarer is not None:
        raise ViewError(f"there are no contracts in {game.title}")
    elif strain is None and not game.trump_may_be_open(rules) and game.trump_mode(rules).shown_by == "no":
        raise ViewError("expected the trump: it is known before the play")
    if hakem is not None and not isinstance(rules, CourtPieceRules):
        raise ViewError(f"there is no hakem in {game.title}")
    if leader is None and hakem is None and dealer is None:
        leader = Seat.NORTH if seat is None else seat
    shown: Suit | None = None
    if game.trump_mode(rules).shown_by != "no":
        if isinstance(rules, CourtPieceRules) and hakem is None and dealer is None:
            hakem = next(each for each in Seat if leader_for(each, rules) is leader)
        shown = None if strain is None else strain.suit
        strain = None
    known = View.of(
        seat=Seat.NORTH if seat is None else seat,
        hand=0 if seat is None else hand,
        game=game,
        rules=rules,
        leader=leader,
        hakem=hakem,
        dealer=dealer,
        contract=contract,
        declarer=declarer,
        tags=tags,
    )
    if seat is None:
        # Whose turn it is does not depend on who looks; who has not set the trump need not know it.
        setter = known.setter
        other = Seat.NORTH if setter is None else setter.next()
        seen = replace(known, seat=other, hand=0, strain=strain, hidden=hidden, shown=shown, played=tuple(played))
        known = replace(known, seat=seen.to_move, hand=hand)
    return replace(known, strain=strain, hidden=hidden, shown=shown, played=tuple(played))
