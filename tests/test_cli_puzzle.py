"""`hakem puzzle`: from the list to a solved puzzle, checks, solutions with their graphs, new puzzles."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import networkx as nx
import pytest

from cli.puzzle_options import THEME_NAMES
from solver.puzzles import THEMES, Puzzle, collection, find_puzzle, read_puzzles

from .cli_run import ROOT, hakem

SIX = "whitfeld-six"


def six() -> Puzzle:
    """Return Whitfeld's problem."""
    puzzle = find_puzzle(SIX)
    assert puzzle is not None
    return puzzle


def unsound(folder: Path) -> Path:
    """Write a puzzle that asks for too little."""
    path = folder / "low.pbn"
    text = (ROOT / "puzzles" / "court-piece" / f"{SIX}.pbn").read_text(encoding="utf-8")
    path.write_text(text.replace("NS 6 tricks", "NS 5 tricks"), encoding="utf-8")
    return path


# list and show


def test_the_list_names_every_puzzle_and_how_to_begin() -> None:
    """Names, stars, goals; the last line is a command that plays one."""
    run = hakem("puzzle", "list")
    assert run.status == 0
    assert f"  {SIX} " in run.out
    name = run.out.rstrip().rpartition(" ")[2]
    assert run.out.rstrip().endswith(f"hakem puzzle try {name}")
    assert find_puzzle(name) is not None


def test_the_list_can_be_narrowed() -> None:
    """By game, theme and difficulty; each line of JSON agrees."""
    for option, keeps in (
        (("--game", "Coinche"), lambda each: each["game"] == "coinche"),
        (("--theme", "squeeze"), lambda each: "squeeze" in each["themes"]),
        (("--theme", "simple squeeze"), lambda each: "squeeze" in each["themes"]),
        (("--theme", "Hold Up"), lambda each: "hold-up" in each["themes"]),
        (("--difficulty", "2-3"), lambda each: each["difficulty"] in (2, 3)),
        (("--difficulty", "5"), lambda each: each["difficulty"] == 5),
    ):
        every = hakem("puzzle", "list", "--json").objects
        some = hakem("puzzle", "list", *option, "--json").objects
        assert some == [each for each in every if keeps(each)]
        assert 0 < len(some) < len(every)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("list", "--game", "chess"), "--game: there is no game 'chess'"),
        (("list", "--theme", "magic"), "--theme: expected a theme out of"),
        (("list", "--difficulty", "7"), "--difficulty: expected a difficulty from 1 to 5"),
        (("list", "--difficulty", "4-2"), "--difficulty: expected a difficulty from 1 to 5"),
        (("show", "nobody"), "there is no puzzle called 'nobody'"),
        (("show", "nowhere.pbn"), "nowhere.pbn: cannot read the file"),
        (("solve", SIX, "--graph", "six.gif"), "--graph: expected a file that ends in"),
        (("solve", SIX, "--graph", "no/such/folder/six.dot"), "cannot write the file"),
        (("check", "nobody"), "there is no puzzle called"),
        (("generate", "--game", "coinche", "--cards", "11"), "expected 3 to 8 cards a hand"),
        (("generate", "--theme", "capot"), "expected a theme of Court Piece"),
        (("generate", "--rules", "double-sir"), "remembers more than tricks"),
        (("try", "nobody"), "there is no puzzle called"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(arguments: tuple[str, ...], message: str) -> None:
    """What was expected, the option or file, no traceback."""
    run = hakem("puzzle", *arguments)
    assert run.status == 2
    assert message in run.err
    assert len(run.err.strip().splitlines()) == 1


def test_help_names_every_theme() -> None:
    """In the order of importance, and no other."""
    told = re.split(r"[,;:.] (?:of Coinche also |of Dehla Pakad )?|\.$", THEME_NAMES)[1:-1]
    assert sorted(told) == sorted(theme.name for theme in THEMES)
    assert "Vienna coup" in hakem("puzzle", "list", "--help").out


def test_nothing_found_is_exit_1() -> None:
    """No puzzle of Dehla Pakad is a capot."""
    run = hakem("puzzle", "list", "--game", "dehla-pakad", "--theme", "capot")
    assert run.status == 1
    assert run.out == "0 puzzles.\n"


def test_show_gives_nothing_away() -> None:
    """The cards and the goal, and neither themes nor the first card."""
    run = hakem("puzzle", "show", SIX)
    assert run.status == 0
    assert "Goal: North and South take all 6 tricks." in run.out
    assert "W. H. Whitfeld" in run.out
    for word in ("unblock", "squeeze", "plays"):
        assert word not in run.out
    assert hakem("puzzle", "show", SIX, "--json").object["deal"] == str(six().position.deal)


@pytest.mark.parametrize("name", [puzzle.name for puzzle in collection()])
def test_the_origin_names_everybody_once(name: str) -> None:
    """Author and year are not said again where the source in words has them."""
    [puzzle] = [each for each in collection() if each.name == name]
    origin = hakem("puzzle", "show", name).out.splitlines()[1]
    for part in (puzzle.author, puzzle.date):
        assert origin.count(part) == max(1, puzzle.source.count(part)) or not part


def test_files_and_standard_input_are_puzzles_too() -> None:
    """A file by its path, and the same through a pipe."""
    path = ROOT / "puzzles" / "court-piece" / f"{SIX}.pbn"
    told = hakem("puzzle", "show", path, "--json").object
    piped = hakem("puzzle", "show", "-", "--json", stdin=path.read_bytes()).object
    assert told == hakem("puzzle", "show", SIX, "--json").object
    assert piped["deal"] == told["deal"]


# try


def test_a_puzzle_is_solved_by_typing_cards() -> None:
    """The main line's cards of one side solve it against the program's defence, which plays the others."""
    cards = "DA DJ S5 HT H9 CT CA ST D8 DK"
    run = hakem("puzzle", "try", SIX, stdin="\n".join(cards.split()) + "\n")
    assert run.status == 0, run.out
    assert "Solved: North and South take all 6 tricks." in run.out
    assert "West plays" in run.out
    assert run.err == ""


def test_cards_may_be_typed_in_short() -> None:
    """Suit signs, small letters, blanks, a suit or a rank alone where only one play fits."""
    run = hakem("puzzle", "try", SIX, stdin="d a\n♦j\nS5\n10h\nH\nC\nca\ns\nd8\nk\n")
    assert run.status == 0, run.out
    assert "Solved" in run.out


def test_a_wrong_card_is_punished_and_named() -> None:
    """After the natural spade the program takes a trick; the user hears which card it was and may go back."""
    play = "S5\nH9\nD8\nDK\nC10\nCA\nback\nhint\nrestart\nDA\nquit\n"
    run = hakem("puzzle", "try", SIX, stdin=play)
    assert run.status == 1
    assert "can no longer be reached" in run.out or "out of reach" in run.out
    assert "Solved" not in run.out


def test_failing_says_which_card_it_was() -> None:
    """The nine of diamonds loses to the queen at once."""
    run = hakem("puzzle", "try", SIX, stdin="D9\nDJ\nmoves\nback\nback\nhint\nhint\nquit\n")
    assert run.status == 1
    assert "The goal is out of reach. It went with trick 1: South ♦9." in run.out
    assert "One play keeps it; ask again" in run.out
    assert "Play ♦A or ♦K." in run.out


def test_what_cannot_be_played_is_said_and_asked_again() -> None:
    """Nonsense, cards of others and ambiguous words change nothing."""
    run = hakem("puzzle", "try", SIX, stdin="foo\nHA\nD\nback\n\nhelp\nshow\nmoves\ngive up\n")
    assert run.status == 1
    assert "Expected a card such as ST, or 'help', not 'foo'." in run.out
    assert "HA is in no hand" in run.out
    assert "may be DA or DK or D9" in run.out
    assert "There is nothing to take back." in run.out
    assert "South may play ♠T ♠5 ♦A ♦K ♦9 ♣T" in run.out
    assert "South plays ♦A or ♦K." in run.out


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_typed_there_is_an_answer(seed: int) -> None:
    """No error, no traceback, no control characters, whatever a user types."""
    draw = random.Random(seed)
    typed = "hint,back,moves,show,restart,help,foo,S,H,D,C,A,K,Q,J,T,9,10,sa,hk,♠A,undo,?,SA\x1b[31m,," + "x" * 300
    words = typed.split(",")
    cards = [suit + rank for suit in "SHDC" for rank in "AKQJT98765432"]
    lines = [draw.choice(words if draw.random() < 0.5 else cards) for _ in range(50)]
    puzzle = draw.choice(collection())
    run = hakem("puzzle", "try", puzzle.name, stdin="\n".join(lines))
    assert run.status in (0, 1)
    assert run.err == ""
    assert "\x1b" not in run.out


def test_the_end_of_the_input_ends_the_attempt() -> None:
    """A pipe that ends, or Ctrl-D, leaves with status 1."""
    assert hakem("puzzle", "try", SIX, stdin="DA\n").status == 1


def test_everything_needed_is_in_the_help() -> None:
    """The help of try names each word that can be typed."""
    run = hakem("puzzle", "try", "--help")
    assert run.status == 0
    for word in ("hint", "back", "moves", "show", "restart", "give up", "quit", "help"):
        assert word in run.out
    assert "hakem puzzle list" in hakem("puzzle", "--help").out


@pytest.mark.parametrize("name", ["list", "show", "try", "solve", "check", "generate"])
def test_every_command_has_help_with_an_example(name: str) -> None:
    """As all commands do."""
    run = hakem("puzzle", name, "--help")
    assert run.status == 0
    assert f"hakem puzzle {name}" in run.out.partition("Examples:")[2]


# solve and check


def test_solve_explains() -> None:
    """The first card, why no other, the main line with its only cards, what must be kept, other defences."""
    run = hakem("puzzle", "solve", SIX)
    assert run.status == 0
    for words in (
        "South plays ♦A or ♦K.",
        "♣T, the natural play, fails, E/W take 1 trick:",
        "  1. S ♦A!  W ♦7   N ♦J!  E ♦5",
        "At tricks 1 and 4 ♦8, the natural play, would miss the goal.",
        "East must keep two cards of diamonds, or South's ♦9 becomes good.",
        "Other defences:",
        "Themes: unblock, squeeze.",
        "difficulty 5 of 5",
    ):
        assert words in run.out


def test_solve_as_json() -> None:
    """The same in an object that agrees with its schema."""
    told = hakem("puzzle", "solve", SIX, "--json").object
    assert told["key"] == ["DA", "DK"]
    assert [step["card"] for step in told["line"][:3]] == ["DA", "D7", "DJ"]
    assert told["line"][2]["tempting"] == ["D8"]
    assert len(told["refutations"]) == 4


@pytest.mark.parametrize("kind", ["dot", "graphml", "json", "svg", "png"])
def test_solve_writes_the_graph(tmp_path: Path, kind: str) -> None:
    """In the format that the name of the file ends in; the size is said."""
    if kind in ("svg", "png"):
        pytest.importorskip("matplotlib")
    path = tmp_path / f"six.{kind}"
    run = hakem("puzzle", "solve", SIX, "--graph", path)
    assert run.status == 0
    positions = hakem("puzzle", "solve", SIX, "--json").object["positions"]
    assert f"{positions} positions" in run.err
    data = path.read_bytes()
    if kind == "graphml":
        assert len(nx.parse_graphml(data.decode(), node_type=int)) == positions
    elif kind == "json":
        assert len(json.loads(data)["nodes"]) == positions
    else:
        assert data[:8].strip().startswith({"dot": b"digraph", "svg": b"<?xml", "png": b"\x89PNG"}[kind])


def test_every_play_of_the_attackers_on_request(tmp_path: Path) -> None:
    """With --every the graph is larger, the explanation the same."""
    one = hakem("puzzle", "solve", SIX, "--graph", tmp_path / "one.json")
    every = hakem("puzzle", "solve", SIX, "--every", "--graph", tmp_path / "every.json")
    assert one.out == every.out
    assert (tmp_path / "every.json").stat().st_size > 2 * (tmp_path / "one.json").stat().st_size


def test_solve_says_when_there_is_no_solution(tmp_path: Path) -> None:
    """Exit 1 and a sentence."""
    path = unsound(tmp_path)
    path.write_text(path.read_text(encoding="utf-8").replace("NS 5", "NS 7"), encoding="utf-8")
    run = hakem("puzzle", "solve", path)
    assert run.status == 1
    assert "the goal NS 7 tricks cannot be reached" in run.err


def test_check_tells_sound_from_unsound(tmp_path: Path) -> None:
    """Exit 0 for the first, 1 with the reason for the second, 2 for what cannot be read."""
    run = hakem("puzzle", "check", SIX)
    assert run.status == 0
    assert run.out.startswith(f"{SIX}: sound; first card ♦A ♦K; difficulty 5;")
    run = hakem("puzzle", "check", SIX, unsound(tmp_path), "--json")
    assert run.status == 1
    assert [each["sound"] for each in run.objects] == [True, False]
    assert "not-the-most" in [fault["kind"] for fault in run.objects[1]["faults"]]
    run = hakem("puzzle", "check", unsound(tmp_path))
    assert run.status == 1
    assert "NS 6 tricks can be reached" in run.out
    assert hakem("puzzle", "check", SIX, "nobody").status == 2
    assert "stopped by its limit of nodes" in hakem("puzzle", "check", SIX, "--nodes", "1").err


# generate


def test_the_same_seed_gives_the_same_puzzles() -> None:
    """Files that are sound puzzles, all different; more of a seed begin with the fewer; another seed gives others."""
    arguments = ("puzzle", "generate", "--game", "court-piece", "--cards", "4", "--seed", "5")
    few, more = hakem(*arguments, "--count", "2"), hakem(*arguments, "--count", "4")
    assert few.status == more.status == 0
    assert more.out.startswith(few.out.rstrip("\n"))
    puzzles = read_puzzles(more.out, source="made.pbn")
    assert len(puzzles) == 4
    other = hakem(*arguments[:-1], "6", "--count", "1")
    assert read_puzzles(other.out, source="other.pbn")[0].position not in [each.position for each in puzzles]


def test_generated_files_are_checked_and_played(tmp_path: Path) -> None:
    """Each file passes the check; the folder is made."""
    folder = tmp_path / "mine" / "new"
    run = hakem("puzzle", "generate", "--game", "dehla-pakad", "--cards", "4", "--count", "3", "--output", folder)
    assert run.status == 0
    paths = run.out.split()
    assert sorted(paths) == sorted(str(path) for path in folder.iterdir())
    assert hakem("puzzle", "check", *paths).status == 0


def test_themes_and_difficulty_can_be_asked_for() -> None:
    """Every puzzle has both themes and a difficulty in the range."""
    run = hakem(
        "puzzle", "generate", "--game", "coinche", "--cards", "4", "--theme", "capot", "--difficulty", "2-4", "--json"
    )
    assert run.status == 0
    assert run.object["goal"] == "NS capot"
    assert run.object["difficulty"] in (2, 3, 4)


def test_too_few_endings_is_exit_1() -> None:
    """The puzzles found are printed, and how many are missing is said."""
    run = hakem("puzzle", "generate", "--cards", "3", "--count", "5", "--tries", "3")
    assert run.status == 1
    assert "of 5 puzzles in 3 endings" in run.err
