"""What the tags of a game mean together: the deal, the game, trump, leader, calls and play.

Nothing is guessed. The leader comes from the tags that say so, in a fixed order, and from the dealer only in games
whose rules make the dealer's right-hand neighbour lead and whose file names the game. Tags that this version has no
use for are kept as they are.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from solver.cards import Card, Seat, mask_of
from solver.deal import Deal
from solver.games import CoincheRules, CourtPieceRules, DehlaPakadRules, Pile
from solver.record import Call, Entry, Record

from .checks import check_face_down, check_first_cards, check_hakem, check_leaders, check_result, check_to_play
from .coinche import bidder_leads, check_coinche, read_bidding
from .deals import DealText, read_deal
from .kinds import GameKind, read_kind
from .letters import ENGLISH, Alphabet
from .match_tags import check_call, check_dehla_tags, check_match_tags
from .replay import Fault, Played, Row, by_columns, by_owners, owners_of, ownership_faults, replay
from .report import Report, shown
from .sections import Cell, PlayText, read_auction, read_play
from .settings import Options
from .tags import KNOWN_TAGS, Tags
from .trumps import TrumpTags, check_trump_fixed, read_trump
from .values import current_trick, first_cards, middle, strain, units_taken

__all__ = ["build"]

_NOTE: Final = re.compile(r"\s*([0-9]{1,9})\s*:\s?(.*)\Z", re.DOTALL)
_SEAT_TAGS: Final = ("hakem", "leader", "toplay", "play", "auction", "view")


def build(
    entries: Sequence[Entry],
    head: Sequence[str],
    report: Report,
    *,
    options: Options,
    line: int | None = None,
    number: int = 1,
) -> Record:
    """Return the record of a game from its tags; errors and notices go to *report* and into the record."""
    tags = Tags(list(entries), report)
    players = tags.known("players")
    if players is not None and players[1] != "4":
        entry, value = players
        tags.error(f"tag Players: expected 4, not {shown(value)}; six players have files of their own", entry)
        return Record(
            entries=tuple(entries),
            head=tuple(head),
            source=report.source,
            line=line,
            number=number,
            errors=tuple(report.errors),
        )
    kind = read_kind(tags, game=options.game, rules=options.rules)
    seats = {name: tags.seat(name, options.alphabet, needed=False) for name in ("dealer", "declarer")}
    seats.update({name: tags.seat(name, options.alphabet, needed=True) for name in _SEAT_TAGS})
    trick_leader, trick = current_trick(tags, options.alphabet, kind.direction)
    taken = units_taken(tags)
    pile = middle(tags, options.alphabet, kind.game, kind.rules)
    deal = _deal(tags, options.alphabet, kind, trick, trick_leader)
    hands = None if deal is None else deal.deal
    play = _play_text(tags, options.alphabet, hands, trick)
    alphabet = options.alphabet
    if play is not None and play.alphabet is not ENGLISH:
        alphabet = play.alphabet
    trump = options.trump if options.trump is not None else strain(tags, alphabet, kind.game, kind.rules)
    auction = _auction(tags, seats["auction"], kind)
    contract = tags.value("contract")
    if isinstance(kind.rules, CoincheRules):
        bidding = read_bidding(
            tags,
            auction,
            kind.rules,
            first=seats["auction"],
            dealer=seats["dealer"],
            declarer=seats["declarer"],
            alphabet=alphabet,
        )
        contract, seats["declarer"] = bidding.contract, bidding.declarer
        trump = bidding.strain if trump is None else trump
    seen = first_cards(tags, alphabet)
    has_play = play is not None and any(cell.card is not None for cell in play.cells)
    whole = hands is None or any(hand is not None and 4 * len(hand) == kind.deck.bit_count() for hand in hands.hands)
    bidder = seats["declarer"] if isinstance(kind.rules, CoincheRules) and bidder_leads(contract, kind.rules) else None
    leaders = _leaders(
        seats, kind, options.leader, trick_leader, bidder=bidder, played=has_play, whole=whole and not any(taken)
    )
    leader = next(iter(leaders.values()), None)
    dealer = seats["dealer"]
    caller = seats["hakem"] or (None if dealer is None or kind.rules is None else kind.hakem_of(dealer))
    fixing = read_trump(
        tags,
        alphabet,
        kind.game,
        kind.rules,
        strain=trump,
        setter=caller or (leader if whole and not any(taken) else None),
        deal=hands,
        trick=trick,
        trick_leader=trick_leader,
        whole=whole and not any(taken),
        overridden=options.trump is not None,
    )
    trump = fixing.strain
    rows: list[Row] = []
    played: Played | None = None
    if play is not None and has_play:
        order = _Order(tags, kind, hands, fixing, trick, trick_leader, taken, pile)
        rows = order.rows(play, seats["play"] or leader)
        leader, played = order.replayed(rows, leaders)
    check_leaders(tags, leader, leaders)
    check_first_cards(tags, seen, caller, hands)
    check_face_down(tags, seen, fixing.hidden)
    check_match_tags(tags, kind.rules)
    named = options.rules is None and tags.value("rules") is not None
    if isinstance(kind.rules, CourtPieceRules) and named and not kind.bridge:
        check_call(tags, kind.rules, trump, seen)
    if isinstance(kind.rules, DehlaPakadRules):
        check_dehla_tags(tags, kind.rules)
    check_hakem(tags, seats["hakem"], seats["dealer"], kind)
    turn = None if played is None else played.to_move
    if not has_play and leader is not None:
        turn = leader.next(kind.direction, steps=len(trick))
    check_to_play(tags, seats["toplay"], turn)
    check_trump_fixed(tags, fixing.said, rows, None if played is None else played.fixing, strain=trump)
    if kind.game is not None and kind.game.unit == "tricks" and getattr(kind.rules, "collect", "trick") == "trick":
        whose = seats["declarer"] if kind.bridge else caller
        check_result(tags, played, whose, stops=getattr(kind.rules, "play_to", 13) == 7)
    if isinstance(kind.rules, CoincheRules):
        check_coinche(
            tags,
            kind.rules,
            strain=trump,
            declarer=seats["declarer"],
            deal=hands,
            whole=whole and not any(taken),
            played=played,
            alphabet=alphabet,
        )
    notes = _notes(tags)
    return Record(
        entries=tuple(tags.entries),
        head=tuple(head),
        source=report.source,
        line=line,
        number=number,
        deal=hands,
        deal_first=Seat.NORTH if deal is None else deal.first,
        trick=trick,
        taken=taken,
        pile=pile,
        game_name=kind.name,
        game=None if kind.rules is None else kind.game,
        rules=kind.rules,
        unplayable=kind.unplayable,
        direction=kind.direction,
        strain=trump,
        hidden=fixing.hidden,
        undealt=fixing.undealt,
        leader=leader,
        dealer=seats["dealer"],
        declarer=seats["declarer"],
        hakem=seats["hakem"],
        first_cards=seen,
        contract=contract,
        auction=auction,
        played=() if played is None else tuple(played.cards),
        rows=_cards_by_seat(rows, played),
        ended=play is not None and play.ended,
        notes=notes,
        warnings=tuple(report.notices),
        errors=tuple(report.errors),
    )


def _deal(
    tags: Tags, alphabet: Alphabet | None, kind: GameKind, trick: tuple[Card, ...], trick_leader: Seat | None
) -> DealText | None:
    """Return the deal, and put its tag into the standard's form."""
    entry = tags.entry("deal")
    if entry is None:
        return None
    found = read_deal(
        entry.value,
        tags.report,
        alphabet=alphabet,
        deck=kind.deck,
        trick=trick,
        leader=trick_leader,
        direction=kind.direction,
        line=entry.line,
        column=entry.column,
    )
    if found is not None:
        tags.rewrite("deal", value=found.deal.format(found.first))
    return found


def _play_text(tags: Tags, alphabet: Alphabet | None, deal: Deal | None, trick: tuple[Card, ...]) -> PlayText | None:
    """Return the play section, and put its cards into the standard's letters."""
    entry = tags.entry("play")
    if entry is None:
        return None
    dealt = None
    if deal is not None and None not in deal.hands:
        dealt = mask_of(trick) | sum(hand.mask for hand in deal.hands if hand is not None)

    def fits(reading: Sequence[Card]) -> bool:
        mask = mask_of(reading)
        return mask.bit_count() == len(reading) and (dealt is None or not mask & ~dealt)

    text = read_play(entry, tags.report, alphabet=alphabet, fits=fits)
    if text is not None:
        tags.rewrite("play", body=text.rewritten(entry.body))
    return text


def _leaders(
    seats: Mapping[str, Seat | None],
    kind: GameKind,
    wanted: Seat | None,
    trick_leader: Seat | None,
    *,
    bidder: Seat | None,
    played: bool,
    whole: bool,
) -> dict[str, Seat]:
    """Return every seat that some part of the file makes the leader, by what does so, the weightiest first.

    Who called, was declarer or dealt only tells who leads to the first trick of a *whole* deal, and the dealer only
    where no *bidder* leads to his generale.
    """
    if wanted is not None:
        return {"the caller": wanted}
    if trick_leader is not None:
        return {"CurrentTrick": trick_leader}
    found: dict[str, Seat | None] = {}
    if not played:  # after recorded cards ToPlay says who goes on, not who led
        found["ToPlay"] = seats["toplay"]
    found["Play"] = seats["play"]
    found["Leader"] = seats["leader"]
    if whole:
        declarer, dealer = seats["declarer"], seats["dealer"]
        found["Hakem"] = seats["hakem"] if kind.hakem_leads else None
        found["Declarer"] = declarer.next() if kind.bridge and declarer is not None else None
        found["Contract"] = bidder
        found["Dealer"] = None if dealer is None or bidder is not None else kind.leader_after(dealer)
    return {name: seat for name, seat in found.items() if seat is not None}


@dataclass(frozen=True, slots=True)
class _Order:
    """What it takes to find the order of play in a play section."""

    tags: Tags
    kind: GameKind
    deal: Deal | None
    fixing: TrumpTags
    trick: tuple[Card, ...]
    trick_leader: Seat | None
    taken: tuple[int, int]
    pile: Pile | None

    def rows(self, play: PlayText, first: Seat | None) -> list[Row]:
        """Return the rows by seat in the way of writing that fits the hands; report what is wrong if none does."""
        entry = self.tags.entry("play")
        assert entry is not None
        if first is None:
            self.tags.deviation("tag Play: expected the seat of the first column; the cards are kept, not used", entry)
            return []
        rows, faults = self._checked(by_columns(play.rows(), first, self.kind.direction))
        if not faults:
            return rows
        cell = faults[0].cell
        for way, candidate in self._other_ways(play, first):
            others, other_faults = self._checked(candidate)
            if not other_faults:
                self.tags.report.deviation(way, text=cell.text, line=cell.line, column=cell.column)
                return others
        for fault in faults:
            self.tags.report.error(fault.message, text=fault.cell.text, line=fault.cell.line, column=fault.cell.column)
        return []

    def _other_ways(self, play: PlayText, first: Seat) -> list[tuple[str, list[Row]]]:
        """Return the rows as they are if the section is not written in columns of four, with words for each way."""
        ways: list[tuple[str, list[Row]]] = []
        line_rows = play.line_rows()
        if line_rows is not None:
            way = "rows of the play are short; every line was read as a trick"
            ways.append((way, by_columns(line_rows, first, self.kind.direction)))
        if self.deal is not None and None not in self.deal.hands:
            owners = {**owners_of(self.deal), **{card.plain: seat for seat, card in self._on_table().items()}}
            way = "the cards of the play are not in the columns of their seats; the hands tell who played them"
            for candidate in (play.rows(), line_rows):
                owned = None if candidate is None else by_owners(candidate, owners)
                if owned is not None:
                    ways.append((way, owned))
        return ways

    def _on_table(self) -> dict[Seat, Card]:
        """Return the cards of the trick in progress by seat."""
        if self.trick_leader is None:
            return {}
        return {self.trick_leader.next(self.kind.direction, steps=turn): card for turn, card in enumerate(self.trick)}

    def _checked(self, rows: list[Row]) -> tuple[list[Row], list[Fault]]:
        """Return *rows* without what lies on the table already, and every card that its seat cannot have played."""
        table = self._on_table()

        def on_table(seat: Seat, cell: Cell) -> bool:
            return seat in table and cell.card is not None and table[seat].plain is cell.card.plain

        if rows and table:
            rows = [{seat: cell for seat, cell in rows[0].items() if not on_table(seat, cell)}, *rows[1:]]
        return rows, ownership_faults(rows, self.deal, self.trick)

    def _not_in_the_pack(self, rows: Sequence[Row]) -> bool:
        """Report the first card that the game does not have, on the table or in *rows*; return whether there is one."""
        report = self.tags.report
        pack = f"is not in the pack of {self.kind.deck.bit_count()} cards"
        for card in self.trick:
            if not card.bit & self.kind.deck:
                entry = self.tags.entry("currenttrick")
                if self.deal is None and entry is not None:  # beside a deal it was reported with the cards of the deal
                    self.tags.error(f"tag {entry.name}: {card} {pack}", entry)
                return True
        for cell in (cell for row in rows for cell in row.values()):
            if cell.card is not None and not cell.card.bit & self.kind.deck:
                report.error(f"{cell.card} {pack}", text=cell.text, line=cell.line, column=cell.column)
                return True
        return False

    def replayed(self, rows: Sequence[Row], leaders: Mapping[str, Seat]) -> tuple[Seat | None, Played | None]:
        """Return the leader with whom the play is legal, the first named if there is none, and how the play went."""
        named = next(iter(leaders.values()), None)
        game, rules = self.kind.game, self.kind.rules
        if not rows or game is None or rules is None or named is None or self._not_in_the_pack(rows):
            return named, None
        tries = {
            seat: replay(
                rows,
                leader=seat,
                deal=self.deal,
                game=game,
                rules=rules,
                trump=self.fixing.state,
                names=self.fixing.names,
                undealt=self.fixing.undealt,
                trick=self.trick,
                taken=self.taken,
                carry=self.pile,
            )
            for seat in dict.fromkeys(leaders.values())
        }
        leader = next((seat for seat, played in tries.items() if played.fault is None), named)
        played = tries[leader]
        report = self.tags.report
        fault = played.fault
        if fault is not None and fault.error:
            report.error(fault.message, text=fault.cell.text, line=fault.cell.line, column=fault.cell.column)
        elif fault is not None:
            message = f"{fault.message}; the play from there on is kept, not used"
            report.deviation(message, text=fault.cell.text, line=fault.cell.line, column=fault.cell.column)
        elif played.stopped:
            entry = self.tags.entry("play")
            report.remark(played.stopped, line=None if entry is None else entry.line)
        return leader, played


def _auction(tags: Tags, first: Seat | None, kind: GameKind) -> tuple[Call, ...]:
    """Return the calls of the auction section."""
    entry = tags.entry("auction")
    return () if entry is None else read_auction(entry, tags.report, first=first, direction=kind.direction)


def _notes(tags: Tags) -> tuple[tuple[str, int, str], ...]:
    """Return the explanations of notes with the section they belong to."""
    notes: list[tuple[str, int, str]] = []
    section = "Auction"
    for entry in tags.entries:
        name = entry.name.lower()
        if name in ("auction", "play"):
            section = KNOWN_TAGS[name]
        elif name == "note":
            match = _NOTE.match(entry.value)
            if match:
                notes.append((section, int(match[1]), match[2]))
            else:
                tags.deviation(
                    f"tag Note: expected a number and a colon before the text, not {shown(entry.value)}", entry
                )
    return tuple(notes)


def _cards_by_seat(
    rows: Sequence[Row], played: Played | None
) -> tuple[tuple[Card | None, Card | None, Card | None, Card | None], ...]:
    """Return the cards of *rows*, North first, as they were *played* where that is known."""
    known = {} if played is None else {played.card.plain: played.card for played in played.cards}
    found = []
    for row in rows:
        cards = (row[seat].card if seat in row else None for seat in Seat)
        north, east, south, west = (None if card is None else known.get(card.plain, card) for card in cards)
        found.append((north, east, south, west))
    return tuple(found)
