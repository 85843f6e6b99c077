"""Games by name, options as text, and the rules of play as tables of cases."""

from __future__ import annotations

import pickle
import re
from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.cards import Card, Direction, Seat, Strain, cards_of, mask_of
from solver.errors import HakemError, RulesError
from solver.games import CourtPiece, Game, game, games, register, resolve
from solver.games.base import key_of
from tests import strategies

COURT_PIECE = game("court-piece")
RULES = COURT_PIECE.rules()
PRESETS = [
    "classic",
    "kot-pees",
    "courts",
    "hokm",
    "double-sir",
    "double-sir-ace",
    "satat",
    "troefcall",
    "peg",
    "band-rang",
    "badam-satti",
    "bridge",
]


def cards(text: str) -> list[Card]:
    """Read cards separated by blanks."""
    return [Card.parse(part) for part in text.split()]


# Names


@pytest.mark.parametrize(
    ("name", "preset"),
    [
        ("court-piece", "classic"),
        ("CourtPiece", "classic"),
        ("COURT PIECE", "classic"),
        ("court_piece", "classic"),
        ("Rang", "classic"),
        ("rung", "classic"),
        ("Hokm", "hokm"),
        ("bridge", "bridge"),
        ("Whist", "bridge"),
        ("Double_Sir", "double-sir"),
        ("double-sir-ace", "double-sir-ace"),
        ("Kot Pees", "kot-pees"),
        ("Satat", "satat"),
        ("Troefcall", "troefcall"),
        ("hidden-trump", "peg"),
        ("Peg", "peg"),
        ("band rang", "band-rang"),
    ],
)
def test_names_of_court_piece(name, preset):
    """The game goes by several names, in any spelling of blanks and case; some stand for a preset."""
    assert game(name) is COURT_PIECE
    found, rules = resolve(name)
    assert (found, rules.text()) == (COURT_PIECE, preset)


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("hokm", None, "hokm"),
        ("hokm", "", "hokm"),
        ("hokm", " courts ", "courts"),
        ("hokm", "direction=clockwise", "hokm;direction=clockwise"),
        ("bridge", "direction=clockwise;", "bridge"),
        ("rang", "direction=anticlockwise", "classic;direction=anticlockwise"),
        ("rang", "courts;direction=clockwise", "courts;direction=clockwise"),
    ],
)
def test_a_name_stands_for_its_preset_only_where_none_is_given(name, text, expected):
    """Options given with a name change the preset of that name; a preset given with it wins."""
    assert resolve(name, text)[1].text() == expected


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("", ["there is no game ''"]),
        ("poker", ["there is no game 'poker'"]),
        ("Double Sar", ["is not supported", "both the name of a score"]),
    ],
)
def test_other_games_are_refused_by_name(name, words):
    """A game that is not offered is refused by its name, with what there is, never taken for a game like it."""
    for look_up in (game, resolve):
        with pytest.raises(RulesError) as caught:
            look_up(name)
        for word in (*words, "court-piece (also ", "rang", "hokm"):
            assert word in str(caught.value)


def test_a_name_belongs_to_one_game():
    """A second game under a name that is taken is refused, and nothing of it is kept."""

    class Other(CourtPiece):
        name = "other"
        aliases = {"new-name": None, "Hokm": None}  # noqa: RUF012 - as in a game that forgets

    before = games()
    with pytest.raises(RulesError, match="hokm stand for other games"):
        register(Other())
    assert games() == before
    with pytest.raises(RulesError):
        game("new-name")


# Options


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("direction", Direction)
def test_options_text_gives_the_options_back(preset, direction):
    """Options are read back from their text, from a text that names all of them, and from a pickle."""
    rules = replace(COURT_PIECE.presets[preset], direction=direction)
    assert COURT_PIECE.rules(rules.text()) == rules
    assert COURT_PIECE.rules(str(rules)) == rules
    assert COURT_PIECE.rules(f" {preset.upper()} ; Direction = {direction} ; ") == rules
    assert pickle.loads(pickle.dumps(rules)) == rules  # noqa: S301 - our own bytes
    assert hash(COURT_PIECE.rules(rules.text())) == hash(rules)


@pytest.mark.parametrize(
    ("preset", "direction"),
    [
        ("classic", Direction.CLOCKWISE),
        ("courts", Direction.ANTICLOCKWISE),
        ("hokm", Direction.ANTICLOCKWISE),
        ("bridge", Direction.CLOCKWISE),
        ("satat", Direction.CLOCKWISE),
        ("troefcall", Direction.CLOCKWISE),
    ],
)
def test_presets_have_the_direction_of_their_source(preset, direction):
    """Each preset goes round as its source says, and its text is its bare name."""
    rules = COURT_PIECE.rules(preset)
    assert rules.direction is direction
    assert rules.text() == preset
    assert COURT_PIECE.presets[preset] == rules


def test_presets_are_all_there_are():
    """The presets are these, and the default is the classic game."""
    assert list(COURT_PIECE.presets) == PRESETS
    assert COURT_PIECE.rules() == COURT_PIECE.rules("") == COURT_PIECE.rules("classic")


@pytest.mark.parametrize(
    ("text", "messages"),
    [
        ("nonsense", ["there is no preset 'nonsense'; presets of court-piece: classic, kot-pees, courts, hokm"]),
        ("classic;foo=1", ["there is no option 'foo'; options of court-piece: direction, caller_sees"]),
        ("classic;direction", ["option 'direction': expected clockwise or anticlockwise, not ''"]),
        ("classic;direction=left", ["option 'direction': expected clockwise or anticlockwise, not 'left'"]),
        ("direction=clockwise;direction=clockwise", ["option 'direction' is given twice"]),
        ("courts;hokm", ["there is no option 'hokm'"]),
        ("classic;=1", ["there is no option ''"]),
        ("Double Sar", ["is not supported (it is the name of a score (kot-pees) and of a way to collect"]),
        ("courts;reveal_by=opponents_only", ["option reveal_by=opponents_only needs trump_mode=hidden_paper or"]),
        ("hidden", ["is not supported (it is the option trump_mode=hidden_paper or hidden_card)"]),
        ("courts;collect=never", ["option 'collect': expected trick or double_sir or double_sir_ace, not 'never'"]),
        ("double-sir;sir_first_pair_blocked=maybe", ["expected yes or no, not 'maybe'"]),
        ("courts;sir_run_unit=team", ["option sir_run_unit=team needs collect=double_sir or double_sir_ace"]),
        (
            "double-sir;collect=trick;sir_first_pair_blocked=yes;sir_last_trick=lost",
            ["option sir_first_pair_blocked=yes needs", "option sir_last_trick=lost needs"],
        ),
        ("satat;trump_mode=hidden_card", ["option trump_mode=hidden_card needs h2_top=no"]),
        ("courts;play_to=9", ["option 'play_to': expected 7 or 13, not '9'"]),
        ("classic;satat_h2=trump", ["option 'satat_h2' is not supported (it is the option h2_top)"]),
        (
            "no;such=1;trump=cut;direction=up",
            ["no preset 'no'", "no option 'such'", "option 'trump' is not", "not 'up'"],
        ),
    ],
)
def test_options_that_are_refused(text, messages):
    """Everything wrong with a text of options is told at once, with what holds instead and what there is."""
    with pytest.raises(RulesError) as caught:
        COURT_PIECE.rules(text)
    for message in messages:
        assert message in str(caught.value)
    assert str(caught.value).endswith(f"in the rules {text!r}")
    assert caught.value.text == text


@given(st.text(alphabet="clasicourtshkmbdge;=- _", max_size=30))
def test_any_text_is_options_or_refused(text):
    """Any text is read as options whose own text gives them back, or refused by the error of the family."""
    try:
        rules = COURT_PIECE.rules(text)
    except HakemError:
        return
    assert COURT_PIECE.rules(rules.text()) == rules


def test_every_option_is_read_and_written():
    """The options that can be read are the fields of the options object, so that none can be lost on the way."""
    for known in games():
        assert list(known.options) == [field.name for field in fields(known.rules_class)][1:]
        for preset, rules in known.presets.items():
            assert (rules.preset, type(rules)) == (preset, known.rules_class)
            full = ";".join([preset, *(f"{name}={getattr(rules, name)}" for name in known.options)])
            assert known.rules(full) == rules
        assert known.default_preset in known.presets
        assert not {key_of(name) for name in (*known.presets, *known.options)} & set(known.refused)


# Play


@pytest.mark.parametrize(
    ("hand", "trick", "legal"),
    [
        ("SA HK D2", "", "SA HK D2"),
        ("SA S2 HK D2", "SK", "SA S2"),
        ("HK D2 C3", "SK", "HK D2 C3"),  # void: any card, no duty to ruff
        ("H8 S2 S9", "HK HA S3", "H8"),  # following comes before ruffing
        ("C4 S9", "HK HA S3", "C4 S9"),  # no duty to beat a ruff
        ("S9 S2", "S3 H2 SA", "S9 S2"),  # no duty to beat
        ("D2", "SK C4 C5", "D2"),
    ],
)
@pytest.mark.parametrize("strain", COURT_PIECE.strains)
def test_follow_suit_and_no_more(hand, trick, legal, strain):
    """A player follows suit if able; void he plays any card; nobody has to ruff or to beat, whatever is trump."""
    mask = COURT_PIECE.legal_mask(mask_of(cards(hand)), cards(trick), strain, RULES)
    assert mask == mask_of(cards(legal))


@pytest.mark.parametrize(
    ("trick", "strain", "winner"),
    [
        ("HK", "S", 0),
        ("HK HA S3 H8", "S", 2),  # the worked example of the courts rules
        ("HK HA C3 H8", "S", 1),
        ("HK HA S3 S2", "S", 2),
        ("HK HA S3 S4", "S", 3),
        ("S2 HA DA CA", "NT", 0),
        ("S2 HA DA CA", "S", 0),
        ("S2 HA DA CA", "D", 2),
        ("S2 HA DA CA", "C", 3),
        ("ST SJ S9 SQ", "NT", 3),  # the ten is below the jack
        ("CA C2 S2 SA", "H", 0),
        ("CJ DK", "S", 0),
        ("D4 D5 D3 D6", "D", 3),
    ],
)
def test_who_wins_a_trick(trick, strain, winner):
    """The highest trump wins, else the highest card of the suit led; other cards never do."""
    assert COURT_PIECE.winner(cards(trick), Strain.parse(strain), RULES) == winner


@given(st.lists(strategies.cards, min_size=1, max_size=4, unique=True), st.sampled_from(COURT_PIECE.strains))
def test_winner_by_sorting(trick, strain):
    """Sorting the cards by (trump, suit led, rank) gives the same winner."""

    def strength(card: Card) -> tuple[bool, bool, int]:
        return (card.suit is strain.suit, card.suit is trick[0].suit, card.rank)

    best = max(trick, key=strength)
    assert trick[COURT_PIECE.winner(trick, strain, RULES)] is best


def test_a_revoke_is_named():
    """The refusal of a revoke says which suit was led, who still holds it, and with which cards."""
    hand = mask_of(cards("H8 H3 C2"))
    why = COURT_PIECE.why_illegal(
        Card.parse("C2"), hand, cards("HK"), Strain.SPADES, RULES, seat=Seat.WEST
    )
    assert why == "hearts were led and West still holds H8, H3: C2 is a revoke"


def test_a_trick_counts_one_for_its_winner():
    """Each trick is one trick to the side that won it; nothing is remembered between tricks."""
    trick = cards("HK HA S3 H8")
    for last in (False, True):
        for seat in Seat:
            gained = COURT_PIECE.collect(trick, seat, last=last, strain=Strain.SPADES, rules=RULES, carry=None)
            assert gained == ((1, 0, None) if seat in (Seat.NORTH, Seat.SOUTH) else (0, 1, None))
    assert COURT_PIECE.units_to_come(0, 9, strain=Strain.SPADES, rules=RULES) == 9
    assert COURT_PIECE.opening_carry(RULES) is None


@pytest.mark.parametrize("known", games(), ids=repr)
def test_every_game_is_complete(known: Game):
    """A registered game says everything that the rest of the package asks of it."""
    assert known.name == known.name.lower()
    assert known.title
    assert known.unit
    assert known.deck.bit_count() == 4 * known.hand_size
    assert len(set(known.strains)) == len(known.strains)
    for rules in known.presets.values():
        for strain in known.strains_under(rules):
            defects = known.setup_defects(strain, rules)
            assert all("is not played here" in defect for defect in defects)
            assert not defects or rules.preset != known.default_preset
    assert [card.bit & known.deck for card in cards_of(known.deck)].count(0) == 0
    assert re.fullmatch(r"[a-z-]+", known.name)
