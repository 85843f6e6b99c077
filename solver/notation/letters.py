"""The letters and words for cards and seats in five languages, and which of them clash.

Files are written in English letters by their standard, but people write `R D V` for king, queen and jack, or `P`
for the suit of spades. Rank letters never clash: in every language here a letter that stands for a rank stands for the
same rank. Suit letters and seat letters do: `C` is clubs in English and hearts everywhere else, `P` is clubs in
Portuguese and spades elsewhere, `O` is West in French, Spanish and Portuguese and East in German. So without a
language named by the caller, English letters hold; a letter that English does not use is understood where all
languages that use it agree; for what is left the caller is asked. Suit symbols and whole words mean one thing only.

Assumes that a card is written suit first. Nothing here knows of files.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from solver.cards import Card, Rank, Seat, Strain, Suit
from solver.errors import ParseError

__all__ = ["ENGLISH", "LANGUAGES", "Alphabet", "alphabet", "fold", "ranks_of_all"]

#: What `fold` may turn to lower case: case folding of all of Unicode lets look-alikes of other scripts through.
_CAPITALS: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZÁÉÈÖÜŒ")


@dataclass(frozen=True, slots=True)
class Alphabet:
    """How one language writes suits, ranks and seats; keys are as `fold` gives them."""

    code: str
    name: str
    suits: Mapping[str, Suit]
    ranks: Mapping[str, Rank]
    seats: Mapping[str, Seat]
    #: The rank letters that the language itself writes, without those it only understands.
    own_ranks: frozenset[str]
    #: For each suit the letter that may stand before its cards inside a hand.
    suit_letters: tuple[str, str, str, str]

    def suit(self, text: str) -> Suit | None:
        """Return the suit that *text* stands for: a letter, an abbreviation, a symbol or a word."""
        key = fold(text)
        return self.suits.get(key, _SUIT_WORDS.get(key))

    def rank(self, text: str) -> Rank | None:
        """Return the rank that *text* stands for: a letter, a number or a word."""
        key = fold(text)
        return self.ranks.get(key, _RANK_WORDS.get(key))

    def seat(self, text: str) -> Seat | None:
        """Return the seat that *text* stands for: a letter or a word."""
        key = fold(text)
        return self.seats.get(key, _SEAT_WORDS.get(key))

    def strain(self, text: str) -> Strain | None:
        """Return the strain that *text* stands for: a suit, or words and letters for none and for all."""
        suit = self.suit(text)
        return _STRAIN_WORDS.get(fold(text)) if suit is None else Strain.of(suit)

    def card(self, text: str) -> Card | None:
        """Return the card that *text* stands for, suit first: `SA`, `♠10`, `Kr9`."""
        key = fold(text)
        for width in (1, 2):
            suit = self.suits.get(key[:width], _SUIT_SYMBOLS.get(key[:width]))
            if suit is not None:
                rank = self.ranks.get(key[width:])
                if rank is not None:
                    return Card(suit, rank)
        return None

    def play(self, text: str) -> Card | None:
        """Return the card that *text* stands for as it is played: also `?SA`, which asks, or `SA=H`, which names."""
        body, equals, name = text.strip().removeprefix("?").partition("=")
        card = self.card(body)
        asks = text.strip().startswith("?")
        if card is None or not (asks or equals):
            return card
        suit = self.suit(name)
        if not equals:
            return card.asking
        return None if suit is None or asks else card.naming(suit)


def alphabet(language: str | None) -> Alphabet:
    """Return the alphabet of *language*: `en`, `fr`, `de`, `es`, `pt` or its English name; `None`: English.

    Raises `ParseError` that lists the languages.
    """
    if language is None:
        return ENGLISH
    key = fold(language)
    for known in LANGUAGES.values():
        if key in (known.code, known.name.lower()):
            return known
    listed = ", ".join(f"{known.code} ({known.name})" for known in LANGUAGES.values())
    raise ParseError(f"expected a language, one of {listed}, not {language!r}", text=language)


def fold(text: str) -> str:
    """Bring *text* to the form of the keys here: no outer blanks, lower case, suit symbols in their plain form."""
    text = text.strip()
    if text.isascii():
        return text.lower()
    text = text.replace("\ufe0e", "").replace("\ufe0f", "")
    return "".join(letter.lower() if letter in _CAPITALS else letter for letter in text)


def ranks_of_all() -> Mapping[str, Rank]:
    """Return the rank letters of all languages together; they agree wherever two languages use the same letter.

    Letters for the ten other than `T` are left out: `X` stands for any small card in English.
    """
    return _ALL_RANKS


_SUIT_SYMBOLS: Final[Mapping[str, Suit]] = {symbol: suit for suit in Suit for symbol in ("♠♥♦♣"[suit], "♤♡♢♧"[suit])}

_SUIT_WORDS: Final[Mapping[str, Suit]] = {
    **_SUIT_SYMBOLS,
    **{
        word: suit
        for suit, words in {
            Suit.SPADES: "spade spades pique piques pik pica picas espada espadas",
            Suit.HEARTS: "heart hearts cœur cœurs coeur coeurs herz corazón corazon corazones copa copas",
            Suit.DIAMONDS: "diamond diamonds carreau carreaux karo diamante diamantes oro oros ouro ouros",
            Suit.CLUBS: (
                "club clubs trèfle trèfles trefle trefles treff kreuz trébol trebol tréboles treboles bastos paus"
            ),
        }.items()
        for word in words.split()
    },
}

_RANK_WORDS: Final[Mapping[str, Rank]] = {
    **{rank.word: rank for rank in Rank},
    **{
        word: rank
        for rank, words in {
            Rank.ACE: "as ass ás",
            Rank.KING: "roi könig koenig rey rei",
            Rank.QUEEN: "dame dama reina rainha",
            Rank.JACK: "valet bube jota valete",
            Rank.TEN: "dix zehn diez dez",
        }.items()
        for word in words.split()
    },
}

_SEAT_WORDS: Final[Mapping[str, Seat]] = {
    word: seat
    for seat, words in {
        Seat.NORTH: "north nord norte",
        Seat.EAST: "east est ost osten este leste",
        Seat.SOUTH: "south sud süd sued sur sul",
        Seat.WEST: "west ouest westen oeste",
    }.items()
    for word in words.split()
}

_STRAIN_WORDS: Final[Mapping[str, Strain]] = {
    **dict.fromkeys(
        (
            "nt",
            "n",
            "sa",
            "st",
            "no trump",
            "no trumps",
            "no-trump",
            "notrump",
            "sans atout",
            "sans-atout",
            "ohne trumpf",
            "ohne",
            "sin triunfo",
            "sem trunfo",
        ),
        Strain.NO_TRUMP,
    ),
    **dict.fromkeys(
        ("at", "ta", "all trump", "all trumps", "all-trump", "alltrump", "tout atout", "tout-atout", "alles trumpf"),
        Strain.ALL_TRUMP,
    ),
}

_ENGLISH_RANKS: Final[Mapping[str, Rank]] = {"10": Rank.TEN, **{rank.letter.lower(): rank for rank in Rank}}
_ENGLISH_SUITS: Final[Mapping[str, Suit]] = {suit.letter.lower(): suit for suit in Suit}
_ENGLISH_SEATS: Final[Mapping[str, Seat]] = {seat.letter.lower(): seat for seat in Seat}


def _language(
    code: str,
    name: str,
    *,
    suits: str,
    ranks: Mapping[str, Rank],
    foreign: str = "",
    seats: str,
    more_suits: Mapping[str, Suit] = MappingProxyType({}),
    more_seats: Mapping[str, Seat] = MappingProxyType({}),
) -> Alphabet:
    """Make the alphabet of a language out of what differs from English.

    *suits* are the letters of spades, hearts, diamonds, clubs, *seats* those of North, East, South, West. English
    letters stay understood where the language does not use them otherwise; *foreign* are English rank letters that it
    does not write.
    """
    own_suits = {letter: Suit(number) for number, letter in enumerate(suits)}
    own_seats = {letter: Seat(number) for number, letter in enumerate(seats)}
    return Alphabet(
        code=code,
        name=name,
        suits=MappingProxyType({**_ENGLISH_SUITS, **more_suits, **own_suits}),
        ranks=MappingProxyType({**_ENGLISH_RANKS, **ranks}),
        seats=MappingProxyType({**_ENGLISH_SEATS, **more_seats, **own_seats}),
        own_ranks=frozenset({*_ENGLISH_RANKS, *ranks} - set(foreign)),
        suit_letters=(suits[0], suits[1], suits[2], suits[3]),
    )


_K, _Q, _J, _T = Rank.KING, Rank.QUEEN, Rank.JACK, Rank.TEN

#: English, which files are written in unless they or the caller say otherwise.
ENGLISH: Final = _language("en", "English", suits="shdc", ranks={}, seats="nesw")

#: All languages by code.
LANGUAGES: Final[Mapping[str, Alphabet]] = MappingProxyType(
    {
        known.code: known
        for known in (
            ENGLISH,
            _language(
                "fr",
                "French",
                suits="pckt",
                more_suits={"pi": Suit.SPADES, "co": Suit.HEARTS, "ca": Suit.DIAMONDS, "tr": Suit.CLUBS},
                ranks={"r": _K, "d": _Q, "v": _J, "x": _T},
                foreign="kqj",
                seats="neso",
            ),
            _language(
                "de",
                "German",
                # Karo has the K; Kreuz is written Kr, or T for its other name, Treff. Hearts are Herz or Cœur.
                suits="phkt",
                more_suits={
                    "c": Suit.HEARTS,
                    "pi": Suit.SPADES,
                    "he": Suit.HEARTS,
                    "co": Suit.HEARTS,
                    "ka": Suit.DIAMONDS,
                    "kr": Suit.CLUBS,
                    "tr": Suit.CLUBS,
                },
                ranks={"d": _Q, "b": _J, "z": _T},
                foreign="qj",
                seats="nosw",
            ),
            _language(
                "es",
                "Spanish",
                # French-suited names first; the names of the Spanish suits are taken for their counterparts.
                suits="pcdt",
                more_suits={
                    "e": Suit.SPADES,
                    "o": Suit.DIAMONDS,
                    "b": Suit.CLUBS,
                    "pi": Suit.SPADES,
                    "co": Suit.HEARTS,
                    "di": Suit.DIAMONDS,
                    "tr": Suit.CLUBS,
                },
                ranks={"r": _K, "d": _Q, "v": _J},
                foreign="kq",
                seats="neso",
            ),
            _language(
                "pt",
                "Portuguese",
                suits="ecop",
                more_suits={"es": Suit.SPADES, "co": Suit.HEARTS, "ou": Suit.DIAMONDS, "pa": Suit.CLUBS},
                ranks={"r": _K, "d": _Q, "v": _J},
                foreign="kqj",
                seats="neso",
                more_seats={"l": Seat.EAST},  # Leste, in Brazil
            ),
        )
    }
)
_ALL_RANKS: Final[Mapping[str, Rank]] = MappingProxyType(
    {
        letter: rank
        for known in LANGUAGES.values()
        for letter, rank in known.ranks.items()
        if rank is not Rank.TEN or letter in ("t", "10")
    }
)
