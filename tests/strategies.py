"""What hypothesis draws: all strategies of the tests.

They shrink towards few cards, low seats, spades, clockwise play and no card played, so that a failing example is one
that a person can play through.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

from hypothesis import strategies as st

from solver.cards import FULL_DECK, Card, Direction, Rank, Seat, Strain, Suit, cards_of, mask_of
from solver.deal import Deal, Hand
from solver.games import Game, HiddenTrump, Rules, game, games
from solver.position import Position

#: The pack of 32 cards, seven to ace.
SHORT_DECK = mask_of(card for card in cards_of(FULL_DECK) if card.rank >= Rank.SEVEN)

suits = st.sampled_from(Suit)
ranks = st.sampled_from(Rank)
cards = st.sampled_from(cards_of(FULL_DECK))
seats = st.sampled_from(Seat)
directions = st.sampled_from(Direction)
decks = st.sampled_from((FULL_DECK, SHORT_DECK))
masks = st.integers(0, FULL_DECK)
hands = st.builds(Hand, masks)


@st.composite
def deals(
    draw: st.DrawFn, *, min_cards: int = 1, max_cards: int = 13, deck: int = FULL_DECK, narrow: bool = True
) -> Deal:
    """Sound deals of *min_cards* to *max_cards* cards a hand out of *deck*.

    With *narrow*, some come from few suits only, where tricks are contested and voids are common.
    """
    size = draw(st.integers(min_cards, max_cards))
    pack: Sequence[Card] = cards_of(deck)
    if narrow and size <= 6:
        kept = draw(st.sampled_from((4, 3, 2)))
        fewer = tuple(card for card in pack if card.suit < kept)
        pack = fewer if len(fewer) >= 4 * size else pack
    order = draw(st.permutations(pack))
    return Deal.of([mask_of(order[size * place : size * (place + 1)]) for place in range(4)])


@st.composite
def partial_deals(draw: st.DrawFn) -> Deal:
    """Deals that are well formed, whatever they hold: any cards anywhere, hands that are not known."""
    return Deal.of([draw(st.none() | masks) for _ in range(4)])


@st.composite
def trumps(draw: st.DrawFn, deal: Deal, played: Game, rules: Rules) -> tuple[Strain | None, HiddenTrump | None]:
    """What may be trump before the first card of *deal*: a strain, none yet, or one that is hidden."""
    strain = draw(st.sampled_from(played.opening_strains(rules)))
    mode = played.trump_mode(rules)
    if mode.shown_by == "no" or mode.fixed_by != "no" or draw(st.booleans()):
        return strain, None
    setter = draw(seats)
    card = draw(st.sampled_from(tuple(deal[setter] or ()))) if mode.indicator else None
    return None, HiddenTrump(draw(suits) if card is None else card.suit, setter, card)


@st.composite
def positions(
    draw: st.DrawFn,
    *,
    min_cards: int = 1,
    max_cards: int = 4,
    mid_trick: bool = True,
    of: str | Game | None = None,
    presets: Sequence[str] | None = None,
) -> Position:
    """Positions of any registered game, both directions, any strain and leader, with a history of legal cards.

    *min_cards* and *max_cards* bound the cards a hand before that history. Without *mid_trick* it is empty. *presets*
    are those to draw from, all of the game by default.
    """
    if of is None:
        of = draw(st.sampled_from(games()))
    played_game = game(of) if isinstance(of, str) else of
    playable = [
        name
        for name, options in played_game.presets.items()
        if not played_game.setup_defects(played_game.strains_under(options)[0], options)
    ]
    rules = played_game.presets[draw(st.sampled_from(tuple(presets or playable)))]
    deal = draw(deals(min_cards=min_cards, max_cards=min(max_cards, played_game.hand_size), deck=played_game.deck))
    strain, hidden = draw(trumps(deal, played_game, rules))
    position = Position(deal, strain=strain, hidden=hidden, leader=draw(seats), game=played_game, rules=rules)
    if mid_trick:
        for _ in range(draw(st.integers(0, 4 * position.tricks_left - 1))):
            position.push(draw(st.sampled_from(position.legal_plays())))
    return position


#: Positions of Court Piece in which the winner of a trick collects it at once: what the whist engine solves.
whist_positions = functools.partial(positions, of="court-piece", presets=("classic", "courts", "hokm", "bridge"))


@st.composite
def double_sir_positions(draw: st.DrawFn, *, min_cards: int = 1, max_cards: int = 4) -> Position:
    """Positions of Double Sir under any options that can be searched, from a new deal on."""
    court_piece = game("court-piece")
    options = ";".join(
        (
            draw(st.sampled_from(("double-sir", "double-sir-ace"))),
            f"direction={draw(directions)}",
            f"sir_run_unit={draw(st.sampled_from(('player', 'team')))}",
            f"sir_after_pickup={draw(st.sampled_from(('continue', 'restart')))}",
            f"sir_first_pair_blocked={draw(st.sampled_from(('no', 'yes')))}",
            f"sir_last_trick={draw(st.sampled_from(('takes_rest', 'lost')))}",
        )
    )
    position = Position(
        draw(deals(min_cards=min_cards, max_cards=max_cards)),
        strain=draw(st.sampled_from(court_piece.strains)),
        leader=draw(seats),
        game=court_piece,
        rules=options,
    )
    for _ in range(draw(st.integers(0, 4 * position.tricks_left - 1))):
        position.push(draw(st.sampled_from(position.legal_plays())))
    return position


def fresh(position: Position) -> Position:
    """Return *position* built anew by its constructor from what it shows, without a history."""
    return Position(
        position.deal,
        strain=position.strain,
        leader=position.leader,
        game=position.game,
        rules=position.rules,
        trick=position.trick,
        taken=position.taken,
        carry=position.carry,
        hidden=position.hidden,
        undealt=position.undealt,
    )
