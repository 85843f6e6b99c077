"""Tags about a trump that is not open from the first card on: hidden, noted or named; and the cards dealt first.

`HiddenTrump` is a suit or the card that lies face down, after the seat that set it where the other tags do not tell:
`H`, `HT`, `W H`. `FirstFive` lists, as a deal, the cards that are in play until the trump is fixed. `TrumpFixed` says
with which card that happened, `W D3 1`, or `W D2=C 1` where a suit was named with it; it is compared with the play.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from solver.cards import Card, Seat, Strain, Suit
from solver.deal import Deal
from solver.games import Game, HiddenTrump, Rules, TrumpMode, TrumpState

from .deals import read_deal
from .letters import ENGLISH, Alphabet
from .meaning import MANY_LANGUAGES, find_card, find_play, find_seat, find_strain
from .replay import Fixing, Row
from .report import shown
from .tags import Tags

__all__ = ["TrumpFixed", "TrumpTags", "check_trump_fixed", "read_trump"]


@dataclass(frozen=True, slots=True)
class TrumpFixed:
    """What `TrumpFixed` says: who fixed the trump, with which card, in which trick of the record, from 1."""

    seat: Seat
    card: Card
    trick: int


@dataclass(frozen=True, slots=True)
class TrumpTags:
    """What the tags of a game say about its trump when the record begins."""

    #: The strain in effect, and the trump that is hidden; at most one of the two.
    strain: Strain | None
    hidden: HiddenTrump | None
    #: The suit that the first void player is going to name or to note, where a tag says it.
    names: Suit | None
    #: The cards that are dealt only during the play, as a mask.
    undealt: int
    #: The tag `TrumpFixed`.
    said: TrumpFixed | None

    @property
    def state(self) -> TrumpState:
        """The state of the trump."""
        return self.strain if self.hidden is None else self.hidden


def read_trump(
    tags: Tags,
    alphabet: Alphabet | None,
    game: Game | None,
    rules: Rules | None,
    *,
    strain: Strain | None,
    setter: Seat | None,
    deal: Deal | None,
    trick: Sequence[Card],
    trick_leader: Seat | None,
    whole: bool,
    overridden: bool,
) -> TrumpTags:
    """Return what the tags say about the trump; what they contradict is reported.

    *strain* is what `Trump` says, *setter* who sets a hidden trump as far as other tags tell. *trick_leader* led the
    *trick* in progress, and *whole* says that the record begins with the first trick. Where the caller has *overridden*
    the trump nothing is hidden.
    """
    said = _trump_fixed(tags, alphabet)
    if game is None or rules is None:
        return TrumpTags(strain, None, None, 0, said)
    mode = game.trump_mode(rules)
    hidden = None
    if not overridden:
        if whole and not trick and strain is not None and said is None and mode.fixed_by != "no":
            tags.contradiction(
                f"Trump says {strain}, but under {rules} no trump is fixed when the play begins (it would be ?); Trump "
                "holds",
                "trump",
            )
        hidden = _hidden_trump(tags, alphabet, mode, rules, strain=strain, setter=setter, deal=deal, whole=whole)
    undealt = _first_five(
        tags,
        alphabet,
        game,
        rules,
        deal=deal,
        trick=trick,
        trick_leader=trick_leader,
        fixed=not trick and (strain is not None or hidden is not None),
    )
    names = _named_suit(tags, alphabet, mode, said)
    return TrumpTags(strain if hidden is None else None, hidden, names, undealt, said)


def _hidden_trump(
    tags: Tags,
    alphabet: Alphabet | None,
    mode: TrumpMode,
    rules: Rules,
    *,
    strain: Strain | None,
    setter: Seat | None,
    deal: Deal | None,
    whole: bool,
) -> HiddenTrump | None:
    """Return the trump that is hidden when the record begins, from `HiddenTrump`; *strain* is what is said to be open.

    *setter* is who set it as far as the other tags tell; a seat that the tag names holds against it. *whole* says that
    the record begins with the first trick.
    `None` also where the tag only tells what will be noted during the play.
    """
    known = tags.known("hiddentrump")
    if known is None:
        if mode.shown_by != "no" and mode.fixed_by == "no" and whole and strain in tuple(map(Strain.of, Suit)):
            tags.contradiction(
                f"under {rules} the trump is hidden at first (tag HiddenTrump), Trump says {strain}; it is taken to be "
                "shown",
                "trump",
            )
        return None
    entry, value = known
    if mode.shown_by == "no":
        tags.contradiction(
            f"HiddenTrump says {shown(value)}, but under {rules} no trump is hidden; it is kept, not used",
            "hiddentrump",
        )
        return None
    words = value.split()
    seat: Seat | None = None
    if len(words) == 2:
        seat, why = find_seat(words[0], alphabet)
        if seat is None:
            tags.error(f"tag {entry.name}: {why}", entry)
            return None
    suit, card, why = _suit_or_card(words[-1], alphabet, mode)
    if suit is None or len(words) > 2:
        why = why or (
            "expected a suit or a card, after the seat that set it where that is not clear, such as 'H', 'HT' or "
            f"'W H', not {shown(value)}"
        )
        tags.error(f"tag {entry.name}: {why}", entry)
        return None
    if alphabet is not None:
        text = suit.letter if card is None else card.text
        tags.rewrite("hiddentrump", value=text if seat is None else f"{seat} {text}")
    if mode.fixed_by != "no" and whole:
        return None  # nobody has noted it yet
    if strain is not None:
        tags.contradiction(f"Trump says {strain}, HiddenTrump says that {suit} is hidden; HiddenTrump holds", "trump")
    named = seat
    if mode.fixed_by == "no":
        seat = seat or setter
    if seat is None:
        tags.error(f"tag {entry.name}: who set the trump is not known: name the seat, such as 'W {value}'", entry)
        return None
    hand = None if deal is None else deal[seat]
    if mode.indicator and card is not None and hand is not None and card not in hand:
        tags.error(f"tag {entry.name}: {seat.word} set the trump and does not hold {card}", entry)
        return None
    if mode.fixed_by == "no" and named is not None and setter is not None and named is not setter:
        tags.contradiction(
            f"HiddenTrump says that {named.word} set the trump, which is the part of {setter.word}; it holds",
            "hiddentrump",
        )
    return HiddenTrump(suit, seat, card)


def _suit_or_card(word: str, alphabet: Alphabet | None, mode: TrumpMode) -> tuple[Suit | None, Card | None, str]:
    """Return the suit that *word* stands for, and the card if it stands for one; or why it cannot be told.

    Some words are both: `CA` is the ace of clubs and short for the French carreau, `KA` in German the ace of diamonds
    and karo. Where a card lies face down it is the card; elsewhere what the language itself has comes before what
    only others have.
    """
    card, why = find_card(word, alphabet)
    suit = _suit(find_strain(word, alphabet)[0])
    if mode.indicator and (card is not None or MANY_LANGUAGES in why):
        return (None, None, why) if card is None else (card.suit, card, "")
    own = alphabet or ENGLISH
    if card is not None and own.card(word) is card and _suit(own.strain(word)) is None:
        return card.suit, card, ""
    if suit is not None:
        return suit, None, ""
    return (None, None, "") if card is None else (card.suit, card, "")


def _suit(strain: Strain | None) -> Suit | None:
    """Return the suit of a strain that has one."""
    return None if strain is None else strain.suit


def _named_suit(tags: Tags, alphabet: Alphabet | None, mode: TrumpMode, fixed: TrumpFixed | None) -> Suit | None:
    """Return the suit that the first void player names or notes, where the tags tell it and the play may not."""
    if fixed is not None and fixed.card.names is not None:
        return fixed.card.names
    known = tags.known("hiddentrump")
    if known is None or mode.fixed_by != "note":
        return None
    return _suit_or_card(known[1].split()[-1], alphabet, mode)[0]


def _first_five(
    tags: Tags,
    alphabet: Alphabet | None,
    game: Game,
    rules: Rules,
    *,
    deal: Deal | None,
    trick: Sequence[Card],
    trick_leader: Seat | None,
    fixed: bool,
) -> int:
    """Return the cards of *deal* that are not dealt yet when the record begins: all but those of `FirstFive`.

    *fixed* says that the trump is fixed before the *trick*, which *trick_leader* led.
    """
    entry = tags.entry("firstfive")
    if entry is None or tags.value("firstfive") is None or deal is None:
        return 0
    interrupted = getattr(rules, "dp_deal", "all13") != "all13" and game.trump_may_be_open(rules)
    if not interrupted or fixed:
        why = "the trump is fixed" if interrupted else f"under {rules} all cards are dealt before the play"
        tags.contradiction(f"FirstFive is given, but {why}; it is kept, not used", "firstfive")
        return 0
    found = read_deal(
        entry.value,
        tags.report,
        alphabet=alphabet,
        deck=game.deck,
        trick=trick,
        leader=trick_leader,
        direction=rules.direction,
        line=entry.line,
        column=entry.column,
    )
    if found is None:
        return 0
    tags.rewrite("firstfive", value=found.deal.format(found.first))
    undealt = 0
    for seat, hand, first in zip(Seat, deal.hands, found.deal.hands, strict=True):
        if hand is None:
            continue
        if first is None:
            tags.error(f"tag {entry.name}: the first cards of {seat.word} are not given", entry)
            return 0
        strange = ", ".join(card.text for card in first if card not in hand)
        if strange:
            tags.error(f"tag {entry.name}: {seat.word} does not hold {strange}", entry)
            return 0
        undealt |= hand.mask & ~first.mask
    return undealt


def _trump_fixed(tags: Tags, alphabet: Alphabet | None) -> TrumpFixed | None:
    """Return what `TrumpFixed` says; a text that says nothing is reported."""
    known = tags.known("trumpfixed")
    if known is None:
        return None
    entry, value = known
    words = value.split()
    seat = find_seat(words[0], alphabet)[0]
    card = find_play(words[1], alphabet)[0] if len(words) > 1 else None
    number = int(words[2]) if len(words) == 3 and re.fullmatch("[0-9]{1,2}", words[2]) else 0
    if seat is None or card is None or card.asks or not number:
        tags.deviation(f"tag {entry.name}: expected seat, card and trick such as 'W D3 1', not {shown(value)}", entry)
        return None
    if alphabet is not None:
        tags.rewrite("trumpfixed", value=f"{seat} {card} {number}")
    return TrumpFixed(seat, card, number)


def check_trump_fixed(
    tags: Tags, said: TrumpFixed | None, rows: Sequence[Row], found: Fixing | None, *, strain: Strain | None
) -> None:
    """Report a `TrumpFixed` that is not in the play, or not what fixed the trump there; *found* is what did.

    *strain* is the trump that holds from the beginning of the record on.
    """
    if said is not None and strain is not None:
        tags.contradiction(
            f"TrumpFixed says that {said.seat.word} fixed the trump in trick {said.trick}, Trump that {strain} is trump"
            " when the record begins (it would be ? until then); Trump holds",
            "trumpfixed",
        )
    if said is None or not rows:
        return
    cell = rows[said.trick - 1].get(said.seat) if said.trick <= len(rows) else None
    if cell is None or cell.card is None or cell.card.plain is not said.card.plain:
        tags.contradiction(
            f"TrumpFixed says that {said.seat.word} played {said.card} to trick {said.trick}, which the play does not; "
            "it holds",
            "trumpfixed",
        )
    elif found is not None and (found.seat, found.card.plain, found.trick) != (said.seat, said.card.plain, said.trick):
        tags.contradiction(
            f"TrumpFixed says {said.seat} {said.card} {said.trick}, but {found.seat.word} fixed the trump with "
            f"{found.card} in trick {found.trick}; the play holds",
            "trumpfixed",
        )
    elif found is not None and said.card.names not in (None, found.card.names):
        tags.contradiction(
            f"TrumpFixed says that {said.seat.word} named {said.card.names}, the play says {found.card}; it holds",
            "trumpfixed",
        )
