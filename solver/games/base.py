"""What a game has to say so that the rest of the package can play, search and write it.

A game is a set of pure functions over cards and a frozen options object (`Rules`); it holds no state of a
deal. `solver.position` drives it: it asks which cards are legal, which strain holds after a card, who won a full
trick, and what the trick brings. The functions get the whole trick, the strain in effect and the rules, and most have
a default that fits a simple game:

* A game whose **trump is fixed or shown during the play** says how by its `trump_mode`; the functions below then get
  the state of the trump (`solver.games.trump`), which is not always a strain.
* A game whose tricks are **worth other things than one** (tens, card points, ten for the last trick) overrides
  `worth` and `units_to_come`.
* A game that **remembers something between tricks** (a pile in the middle and who won last) keeps it in the *carry*,
  a hashable value that only the game reads, and overrides `opening_carry`, `carry_defects` and `collect`.
* Duties that depend on the trick (to beat, to ruff, not against the partner) belong in `legal_mask`: the
  partner of the player to move played the card `trick[-2]`.

The readable rules here are the only home of the rules; a compiled search is compared with them by tests.
"""

# ruff: noqa: ARG002 - the defaults of a simple game do not look at all that a game is given

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from types import MappingProxyType
from typing import Any, ClassVar, TypeVar, cast

from solver.cards import Card, Direction, Seat, Strain, cards_of
from solver.errors import ParseError, RulesError
from solver.games.par import Par, Pays
from solver.games.scorer import Scorer
from solver.games.trump import OPEN, HiddenTrump, TrumpMode, TrumpState

__all__ = [
    "Game",
    "OptionInfo",
    "Rules",
    "amount_or",
    "key_of",
    "number",
    "one_of",
    "option",
    "option_infos",
    "yes_or_no",
]

_G = TypeVar("_G", bound="Game")


def option(default: Any, meaning: str, source: str, *, zero: str | None = None) -> Any:  # noqa: ANN401 - as `dataclasses.field`
    """Declare an option of a rules class: its default, what it means and which source knows it.

    *zero* is the word for 0 where that is no number like the others, such as `off`.
    """
    return field(default=default, metadata={"meaning": meaning, "source": source, "zero": zero})


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The options of a game: which preset they started from, and every option with its value.

    A game derives a class of its own from this one, with a field for each further option, and sets its
    `presets`. The order of the fields is the order in which options are written.
    """

    #: The named sets of options of the game.
    presets: ClassVar[Mapping[str, Rules]] = MappingProxyType({})

    #: The name of the preset that the options started from.
    preset: str
    #: The sense in which the turn goes round.
    direction: Direction = field(metadata={"meaning": "the sense in which the turn goes round", "source": "all"})

    def text(self) -> str:
        """Write the preset and the options that differ from it: `courts;direction=clockwise`."""
        base = self.presets[self.preset]
        changed = (
            f"{field.name}={self.written(field.name)}"
            for field in fields(self)
            if field.name != "preset" and getattr(self, field.name) != getattr(base, field.name)
        )
        return ";".join((self.preset, *changed))

    def written(self, name: str) -> str:
        """Write the value of the option *name* as it is read.

        >>> from solver.games import CourtPieceRules
        >>> courts = CourtPieceRules.presets["courts"]
        >>> courts.written("match"), courts.written("kot_value"), courts.written("nt_allowed")
        ('timed', '1', 'no')
        """
        value = getattr(self, name)
        zero = next((field.metadata.get("zero") for field in fields(self) if field.name == name), None)
        if isinstance(value, bool):
            return "yes" if value else "no"
        return str(zero if value == 0 and zero is not None else value)

    def __str__(self) -> str:
        return self.text()


class Game(ABC):
    """A game: its names, its pack, its options and its rules of play.

    Strain arguments are the strain in effect; in games that fix or show their trump during the play also `None` while
    it is not fixed and a `HiddenTrump` while it is not shown. Tricks are cards in the order in which they were played,
    the one with which a hidden trump was shown as the card that asks; hands hold plain cards only.
    """

    #: The name in files and on the command line, in lower case with hyphens.
    name: ClassVar[str]
    #: The name for people.
    title: ClassVar[str]
    #: Other names, each with the preset that it stands for (`None`: the default preset).
    aliases: ClassVar[Mapping[str, str | None]]
    #: What is counted, in the plural.
    unit: ClassVar[str]
    #: The cards of the pack, as a mask.
    deck: ClassVar[int]
    #: The number of cards of each player in a full deal.
    hand_size: ClassVar[int]
    #: The strains that the game can be played in, in the order of tables.
    strains: ClassVar[tuple[Strain, ...]]
    #: The class of the game's options.
    rules_class: ClassVar[type[Rules]]
    #: The preset that holds when none is named.
    default_preset: ClassVar[str]
    #: What each preset is, in one line, where there is something to say.
    about_presets: ClassVar[Mapping[str, str]] = MappingProxyType({})
    #: How the text of each option is read.
    options: ClassVar[Mapping[str, Callable[[str], object]]] = MappingProxyType({"direction": Direction.parse})
    #: Presets and options that players know but the game does not offer, by `key_of`: what holds instead.
    refused: ClassVar[Mapping[str, str]] = MappingProxyType({})

    _instances: ClassVar[dict[type[Game], Game]] = {}

    def __new__(cls: type[_G]) -> _G:
        """Return the one object of the class: a game has no state, and a copy or a pickle of it is the game itself."""
        if cls not in Game._instances:
            Game._instances[cls] = super().__new__(cls)
        return cast("_G", Game._instances[cls])

    # Options

    @property
    def presets(self) -> Mapping[str, Rules]:
        """The named sets of options."""
        return self.rules_class.presets

    def rules(self, text: str | None = None) -> Rules:
        """Read options such as `courts;direction=clockwise`; `None` or an empty text is the default preset.

        A text that starts with an option changes the default preset. Raises `RulesError`, which names every
        unknown, refused, repeated or unreadable part and lists what there is.
        """
        parts = [part.strip() for part in (text or "").split(";")]
        named = parts.pop(0) if "=" not in parts[0] else ""
        preset = _lookup(named, self.presets) if named else self.default_preset
        problems = [] if preset else [self._refusal("preset", [named], self.presets)]
        changes: dict[str, Any] = {}
        unknown: list[str] = []
        for part in parts:
            if not part:
                continue  # after a semicolon at the end
            name, _, value = (piece.strip() for piece in part.partition("="))
            option = _lookup(name, self.options)
            if option is None:
                unknown.append(name)
            elif option in changes:
                problems.append(f"option {option!r} is given twice")
            else:
                try:
                    changes[option] = self.options[option](value)
                except ParseError as error:
                    problems.append(f"option {option!r}: {error}")
        if unknown:
            problems.append(self._refusal("option", unknown, self.options))
        if not problems and preset is not None:
            rules = replace(self.presets[preset], **changes)
            problems = self.contradictions(rules)
            if not problems:
                return rules
        raise RulesError(f"{'; '.join(problems)}; in the rules {text!r}", text=text)

    def contradictions(self, rules: Rules) -> list[str]:
        """Return which options of *rules* cannot hold together, and why; an empty list when all can."""
        return []

    def choices(self, option: str) -> str:
        """Return what may be given for *option*, in the words of its own error: `clockwise or anticlockwise`."""
        try:
            self.options[option]("?")
        except ParseError as error:
            return error.message.removeprefix("expected ").removesuffix(f", not {'?'!r}")
        return "any text"

    def scorer(self, rules: Rules) -> Scorer[Any] | None:
        """Return what scores deals and matches under *rules*; `None`, the default, for a game that has no score."""
        return None

    def par(
        self, rules: Rules, hands: Sequence[int], *, leader: Seat, values: Mapping[Strain, int], pays: Pays
    ) -> Par | None:
        """Return what each side could best undertake in a full deal; `None`, the default, without bids.

        *values* are the units that North-South take with best play when *leader* leads, in each strain of *rules*.
        """
        return None

    def _refusal(self, kind: str, names: Sequence[str], supported: Mapping[str, object]) -> str:
        """Say that there is no *kind* (preset, option) with any of these *names*, and which there are."""
        problems = []
        for name in dict.fromkeys(names):
            instead = self.refused.get(key_of(name))
            why = f"{kind} {name!r} is not supported ({instead})" if instead else f"there is no {kind} {name!r}"
            problems.append(why)
        return f"{'; '.join(problems)}; {kind}s of {self.name}: {', '.join(supported)}"

    def setup_defects(self, strain: TrumpState, rules: Rules) -> list[str]:
        """Return what is wrong with playing in *strain* under *rules*; an empty list when nothing is."""
        defects = []
        strains = self.strains
        mode = OPEN
        if not isinstance(rules, self.rules_class) or rules.preset not in self.presets:
            defects.append(f"{str(rules)!r} are not rules of {self.name}; presets: {', '.join(self.presets)}")
        else:
            defects.extend(self.contradictions(rules))
            strains = self.strains_under(rules)
            mode = self.trump_mode(rules)
        if strain is None and mode.fixed_by == "no" and mode.shown_by == "no":
            defects.append(f"{self.name} needs a trump or none: {_strain_words(strains)}")
        elif isinstance(strain, HiddenTrump) or strain is None:
            defects.extend(mode.defects(strain, rules))
        elif strain not in strains:
            defects.append(f"{self.name} cannot be played in {strain}: {_strain_words(strains)}")
        return defects

    def trump_mode(self, rules: Rules) -> TrumpMode:
        """Return how the trump comes about under *rules*; by default it is open to all from the first card on."""
        return OPEN

    def trump_may_be_open(self, rules: Rules) -> bool:
        """Tell whether the play fixes the trump under *rules*, so that a deal begins with the strain `None`."""
        return self.trump_mode(rules).fixed_by != "no"

    def strains_under(self, rules: Rules) -> tuple[Strain, ...]:
        """Return the strains that *rules* allow, in the order of tables; by default all of the game."""
        return self.strains

    def unit_of(self, rules: Rules) -> str:
        """Return what is counted under *rules*, in the plural; by default the unit of the game."""
        return self.unit

    def opening_strains(self, rules: Rules) -> tuple[Strain | None, ...]:
        """Return the strains that a deal can begin with under *rules*, in the order of tables.

        By default all that they allow, and before these `None` where the play may fix the trump.
        """
        strains = self.strains_under(rules)
        return strains if self.trump_mode(rules).fixed_by == "no" else (None, *strains)

    # Play

    @abstractmethod
    def legal_mask(self, hand: int, trick: Sequence[Card], strain: TrumpState, rules: Rules) -> int:
        """Return the cards of *hand* (both masks) that may be played to *trick*, which holds 0 to 3 cards.

        A card counts that may be played in some way: plain, asking, or naming a suit.
        """

    def legal_plays(
        self, hand: int, trick: Sequence[Card], strain: TrumpState, rules: Rules, *, seat: Seat
    ) -> tuple[Card, ...]:
        """Return all that *seat* may do with *hand*, sorted: plain cards, cards that ask, cards that name a suit.

        By default the cards of `legal_mask`.
        """
        return cards_of(self.legal_mask(hand, trick, strain, rules))

    @abstractmethod
    def winner(self, trick: Sequence[Card], strain: TrumpState, rules: Rules) -> int:
        """Return the place, from 0, of the card that wins *trick* as it stands; it holds 1 to 4 cards."""

    @abstractmethod
    def why_illegal(
        self, card: Card, hand: int, trick: Sequence[Card], strain: TrumpState, rules: Rules, *, seat: Seat
    ) -> str:
        """Say which rule keeps *seat*, who holds *hand*, from playing *card*, and what could be played.

        Asked only about a card of *hand* that is not legal.
        """

    def strain_after(
        self, strain: TrumpState, card: Card, hand: int, trick: Sequence[Card], rules: Rules, *, seat: Seat
    ) -> TrumpState:
        """Return the state of the trump once *seat* plays *card* to *trick* from *hand*, which still holds it.

        What is returned already holds for *card* itself. By default it goes by the `trump_mode`.
        """
        return self.trump_mode(rules).after(strain, card, trick, seat=seat)

    def still_undealt(self, undealt: int, hands: Sequence[int], strain: TrumpState, rules: Rules) -> int:
        """Return the cards of *undealt* that their holders may still not use after a trick.

        *hands* contain them, *strain* is the state of the trump. Asked only where cards are dealt during the play; by
        default they all are after the first trick.
        """
        return 0

    def deals_unseen(self, undealt: int, hands: Sequence[int], strain: TrumpState, rules: Rules) -> bool:
        """Tell whether some cards of *hands* are dealt only later, and *undealt* does not say which.

        A card may then be legal that would not be if all of *hands* could be played.
        """
        return not undealt and bool(self.undealt_defects(0, hands, (), strain, rules))

    def undealt_defects(
        self, undealt: int, hands: Sequence[int], trick: Sequence[Card], strain: TrumpState, rules: Rules
    ) -> list[str]:
        """Return what is wrong with the cards *undealt*, which *hands* contain; by default that there are any."""
        return [f"under {rules} all cards are dealt before the play, so that none can be held back"] if undealt else []

    # Counting

    def worth(self, trick: Sequence[Card], *, last: bool, strain: TrumpState, rules: Rules) -> int:
        """Return the units that a full *trick* is worth; *last* says that no card is left after it. By default 1."""
        return 1

    def units_to_come(
        self, cards: int, tricks: int, *, strain: TrumpState, rules: Rules, carry: Hashable = None
    ) -> int:
        """Return the units that both sides together take from here on.

        *cards* are the cards in the hands and in the trick in progress (a mask), *tricks* is the number of tricks
        not yet complete. By default one a trick.
        """
        return tricks

    def shares_all(self, rules: Rules) -> bool:
        """Tell whether one side or the other gets every unit; by default it does."""
        return True

    def opening_carry(self, rules: Rules) -> Hashable:
        """Return what the game remembers before the first trick; by default nothing."""
        return None

    def carry_defects(
        self, carry: Hashable, *, leader: Seat, trick: Sequence[Card], strain: TrumpState, rules: Rules
    ) -> list[str]:
        """Return why the game cannot remember *carry* when *leader* leads a trick; an empty list when it can.

        *trick* is what lies of that trick already, *strain* holds after it.
        """
        if carry == self.opening_carry(rules):
            return []
        said = getattr(carry, "text", None) or repr(carry)
        return [f"{self.name} under {rules} remembers nothing between tricks, so not {said!s}"]

    def collect(
        self,
        trick: Sequence[Card],
        winner: Seat,
        *,
        last: bool,
        strain: TrumpState,
        rules: Rules,
        carry: Hashable,
    ) -> tuple[int, int, Hashable]:
        """Return the units that NS and EW take when *winner* wins the full *trick*, and what to remember from it.

        By default the winner's side takes `worth` at once.
        """
        worth = self.worth(trick, last=last, strain=strain, rules=rules)
        return (0, worth, carry) if winner & 1 else (worth, 0, carry)

    def __repr__(self) -> str:
        return f"<game {self.name}>"


@dataclass(frozen=True, slots=True)
class OptionInfo:
    """One option of a game: its value under some rules and in the default preset, and what it may be.

    All are texts as they are written in rules; *meaning* and *source* are empty where a game does not say them.
    """

    name: str
    value: str
    default: str
    choices: str
    meaning: str
    source: str


def option_infos(game: Game, rules: Rules) -> tuple[OptionInfo, ...]:
    """Return what there is to know about every option of *game*, with the values under *rules*."""
    default = game.presets[game.default_preset]
    metadata = {field.name: field.metadata for field in fields(game.rules_class)}
    return tuple(
        OptionInfo(
            name=name,
            value=rules.written(name),
            default=default.written(name),
            choices=game.choices(name),
            meaning=str(metadata[name].get("meaning", "")),
            source=str(metadata[name].get("source", "")),
        )
        for name in game.options
    )


def amount_or(word: str, low: int, high: int) -> Callable[[str], int]:
    """Return a reader of a number from *low* to *high*, or of *word*, which stands for 0 like 0 itself."""
    amount = number(low, high)

    def read(text: str) -> int:
        if text.strip().lower() in {word, "0"}:
            return 0
        try:
            return amount(text)
        except ParseError:
            expected = f"{word} or a whole number from {low} to {high}"
            raise ParseError(f"expected {expected}, not {text!r}", text=text) from None

    return read


def key_of(name: str) -> str:
    """Return *name* without case and without anything but letters and digits, for look-ups.

    >>> key_of("Dehla Pakad") == key_of("dehla-pakad") == key_of("DehlaPakad")
    True
    """
    return "".join(character for character in name.lower() if character.isalnum())


def one_of(*names: str) -> Callable[[str], str]:
    """Return a reader of an option that has one of the values *names*, in any spelling of case and separators."""

    def read(text: str) -> str:
        value = _lookup(text, names)
        if value is None:
            raise ParseError(f"expected {' or '.join(names)}, not {text!r}", text=text)
        return value

    return read


def yes_or_no(text: str) -> bool:
    """Read an option that is on or off; also `true` and `false`."""
    value = {"yes": True, "true": True, "no": False, "false": False}.get(key_of(text))
    if value is None:
        raise ParseError(f"expected yes or no, not {text!r}", text=text)
    return value


def number(low: int, high: int) -> Callable[[str], int]:
    """Return a reader of an option that is a whole number from *low* to *high*."""

    def read(text: str) -> int:
        digits = text.strip()
        if not digits.isascii() or not digits.isdigit() or not low <= int(digits) <= high:
            raise ParseError(f"expected a whole number from {low} to {high}, not {text!r}", text=text)
        return int(digits)

    return read


def _lookup(name: str, names: Iterable[str]) -> str | None:
    """Return the one of *names* that *name* means, or `None`."""
    key = key_of(name)
    return next((known for known in names if key_of(known) == key), None)


def _strain_words(strains: Iterable[Strain]) -> str:
    """List the *strains* that could be given."""
    return "give one of " + ", ".join(strain.letter for strain in strains)
