"""The command and the world around it: terminals, pipes, closed streams, Ctrl-C, speed of --help, completion."""

from __future__ import annotations

import os
import re
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cli.main import COMMANDS, GROUPS
from cli.progress import Progress
from cli.render.style import Style, printable
from solver import Card, Strain, Suit
from tests.cli_run import EXAMPLES, ROOT, Stream, hakem, process, shell

ENDING = ("solve", "--deal", "N:Q2..6.A 5.632.. A..A.Q8 K4...K9", "--trump", "NT", "--leader", "S")
#: Each seat holds two long suits with gaps: minutes of search without a trump.
ENDLESS = (
    "solve",
    "--deal",
    "S:AQT8642.KJ9753.. KJ9753..AQT8642. ..KJ9753.AQT8642 .AQT8642..KJ9753",
    "--trump",
    "NT",
    "--leader",
    "N",
)

pytestmark = pytest.mark.skipif(os.name != "posix", reason="shells, signals and /dev are those of POSIX")


def test_a_pipe_that_closes_ends_the_program_quietly():
    """When the reader of the output goes away nothing is said, and the status is that of a broken pipe."""
    run = shell(f"hakem analyze --no-table {EXAMPLES}/*.pbn {EXAMPLES}/*.pbn | head -n 1; echo ${{PIPESTATUS[0]}}")
    assert run.out.splitlines()[-1] in ("141", "0")
    assert run.err == ""
    with process(*ENDING, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as started:
        assert started.stdout is not None
        assert started.stderr is not None
        started.stdout.close()
        assert started.stderr.read() == b""
        assert started.wait(30) == 141


def test_streams_that_are_closed():
    """Without standard input or output the program says so in one line; without standard error it still works."""
    run = shell("hakem solve - --trump S --leader N <&-")
    assert (run.status, run.err) == (2, "error: expected data on standard input, but it is closed\n")
    quoted = " ".join(f"'{word}'" for word in ENDING)
    run = shell(f"hakem {quoted} >&-")
    assert (run.status, run.err) == (2, "error: cannot write to standard output: it is closed\n")
    run = shell(f"hakem analyze {EXAMPLES}/none.pbn 2>&-")
    assert (run.status, run.out, run.err) == (2, "", "")
    run = shell(f"hakem {quoted} --json 2>&-")
    assert (run.status, run.object["value"]["NS"]) == (0, 4)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_an_error():
    """Output that cannot be written is reported, and the status is not 0."""
    quoted = " ".join(f"'{word}'" for word in ENDING)
    for words in (quoted, f"{quoted} --json", "--help", "version", f"convert {EXAMPLES}/rang.pbn --to pbn"):
        run = shell(f"hakem {words} >/dev/full")
        assert (run.status, run.err) == (2, "error: cannot write to standard output: No space left on device\n")


def test_a_file_that_is_too_long(monkeypatch, tmp_path):
    """The bound on a file is said once, with the file."""
    monkeypatch.setattr("cli.reading.LARGEST", 4 << 20)
    path = tmp_path / "long.pbn"
    path.write_bytes(b" " * ((4 << 20) + 1))
    run = hakem("analyze", path)
    assert (run.status, run.err) == (2, f"error: {path}: expected at most 4 megabytes\n")


@pytest.mark.parametrize("more", [(), ("--json",)], ids=["text", "json"])
def test_ctrl_c_ends_a_search_at_once(more):
    """Ctrl-C during a search of minutes ends it within a moment, with one line and the status 130."""
    with process(*ENDLESS, *more, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as started:
        time.sleep(2.0)  # enough to start and be searching
        started.send_signal(signal.SIGINT)
        out, err = started.communicate(timeout=60)
        assert (started.returncode, out, err) == (130, b"", b"interrupted\n")


def test_ctrl_c_ends_searches_in_threads(tmp_path):
    """With several jobs Ctrl-C stops all of them."""
    path = tmp_path / "hard.pbn"
    path.write_text(
        "".join(f'[Board "{n}"]\n[Deal "{ENDLESS[2]}"]\n[Trump "NT"]\n[Leader "{"NE"[n]}"]\n\n' for n in (0, 1))
    )
    options = ("--json", "--jobs", "2", "--no-table")
    with process("analyze", path, *options, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as started:
        time.sleep(2.0)
        started.send_signal(signal.SIGINT)
        out, err = started.communicate(timeout=60)
        assert (started.returncode, out, err) == (130, b"", b"interrupted\n")


@pytest.mark.parametrize("how", ["raise KeyboardInterrupt", 'exec("raise KeyboardInterrupt")'])
def test_ctrl_c_before_the_program_is_read(how):
    """Ctrl-C during the imports shows no traceback either, also where a text is executed, as for data classes."""
    program = f"""
import sys
class Impatient:
    def find_spec(name, path=None, target=None):
        if name == "typer":
            {how}
sys.meta_path.insert(0, Impatient)
from cli.__main__ import main
sys.exit(main())
"""
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=False)
    assert (run.returncode, run.stdout, run.stderr) == (130, "", "")


@pytest.mark.parametrize("delay", [0.3, 1.5])
def test_ctrl_c_again_and_again(delay):
    """A key that is held down ends the program like one Ctrl-C, whatever it does by then."""
    with process(*ENDLESS, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as started:
        time.sleep(delay)
        for _ in range(20):
            started.send_signal(signal.SIGINT)
            time.sleep(0.01)
        out, err = started.communicate(timeout=60)
        assert (started.returncode, out) == (130, b"")
        assert err in (b"", b"interrupted\n")


def test_a_stream_without_a_buffer_loses_nothing(tmp_path):
    """With PYTHONUNBUFFERED a reader that goes away in the middle of a long text is seen as well."""
    path = tmp_path / "many.pbn"
    path.write_text("".join(f'[Board "{n}"]\n[Deal "{ENDLESS[2]}"]\n\n' for n in range(2000)))
    for environ in ({}, {"PYTHONUNBUFFERED": "1"}):
        words = ("convert", path, "--to", "pbn")
        with process(*words, environ=environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as started:
            assert started.stdout is not None
            assert os.read(started.stdout.fileno(), 10) == b"% PBN 2.1\n"
            started.stdout.close()
            assert started.wait(60) == 141


def test_colour_is_for_terminals_only():
    """Colour comes on a terminal and nowhere else, and not with NO_COLOR, on a dumb terminal or with --ascii."""
    assert "\x1b[31m" in hakem(*ENDING, terminal=True).out
    assert "\x1b" not in hakem(*ENDING).out
    assert "\x1b" not in hakem(*ENDING, terminal=True, environ={"NO_COLOR": "1"}).out
    assert "\x1b" not in hakem(*ENDING, terminal=True, environ={"TERM": "dumb"}).out
    assert "\x1b" not in hakem(*ENDING, "--ascii", terminal=True).out
    assert "\x1b[31m" in hakem(*ENDING, terminal=True, environ={"NO_COLOR": ""}).out


@pytest.mark.parametrize(
    ("encoding", "environ", "signs"),
    [
        ("utf-8", {}, True),
        ("utf-8", {"LANG": "pt_BR.UTF-8"}, True),
        ("utf-8", {"LC_ALL": "C.UTF-8"}, True),
        ("utf-8", {"LC_ALL": "C"}, False),
        ("utf-8", {"LANG": "POSIX"}, False),
        ("utf-8", {"LC_ALL": "C", "PYTHONIOENCODING": "utf-8"}, True),
        ("ascii", {}, False),
        ("latin-1", {}, False),
    ],
)
def test_suit_signs_or_letters(encoding, environ, signs):
    """Suit signs are used where the stream and the locale can show them, letters elsewhere."""
    run = hakem(*ENDING, encoding=encoding, environ=environ)
    assert ("♦A" in run.out) == signs
    assert ("DA" in run.out) != signs
    assert run.status == 0


def test_an_ascii_locale_in_a_process():
    """Under LC_ALL=C nothing but ASCII is printed."""
    quoted = " ".join(f"'{word}'" for word in ENDING)
    assert shell(f"hakem {quoted}", environ={"LC_ALL": "C"}).out.isascii()
    assert not shell(f"hakem {quoted}", environ={"LC_ALL": "C.UTF-8"}).out.isascii()


def test_nothing_from_a_file_steers_the_terminal():
    """Control characters that come from input are escaped."""
    run = hakem("solve", "-", stdin='[Board "\x1b[31mred"]\n[Deal "N:A... K... Q... J..."]\n[Trump "S"]\n')
    assert "\x1b" not in run.err
    run = hakem("analyze", "-", stdin='[Board "\x1b[31mred"]\n[Deal "N:A... K... Q... J..."]\n[Trump "S"]\n')
    assert "\x1b" not in run.out
    assert printable("a\x1b[0m\tb\n") == "a\\x1b[0m\\tb\n"


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_has_examples(command):
    """Each --help says what the command does and shows examples."""
    run = hakem(*([command] if command else []), "--help")
    assert run.status == 0
    assert "Example" in run.out
    assert f"hakem {command}".strip() in run.out
    assert run.out.isascii()
    assert max(map(len, run.out.splitlines())) <= 80


@pytest.mark.parametrize("command", [*COMMANDS, *(f"puzzle {word}" for word in GROUPS["puzzle"].COMMANDS)])
def test_help_speaks_of_options_that_there_are(command):
    """Every option that a help text mentions is one of the command."""
    text = hakem(*command.split(), "--help").out.partition("Examples:")[0]
    options = set(re.findall(r"^  (?:-., )?(--[a-z-]+)(?: / (--[a-z-]+))?", text, re.MULTILINE))
    own = {name for pair in options for name in pair}
    assert set(re.findall(r"--[a-z][a-z-]+", text)) <= own


@pytest.mark.parametrize("words", [[], ["puzzle"]])
def test_the_list_of_commands_is_whole(words):
    """What each command does fits into its line on a terminal of 80 columns."""
    listed = hakem(*words, "--help").out.partition("Commands:")[2].partition("Examples:")[0]
    assert "..." not in listed


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("trump", "Your seat: N, E, S or W (default: N)."),
        ("bid", "Your seat: N, E, S or W (default: S, or what --dealer makes it)."),
        ("lead", "Your seat (default: whose turn it is; North leads first if nothing else says who does)."),
        ("suggest", "Your seat (default: whose turn it is; North leads first if nothing else says who does)."),
    ],
)
def test_help_says_where_one_sits(command, words):
    """The seat that is meant without --seat differs by command."""
    assert words in " ".join(hakem(command, "--help").out.split())


def test_no_command_shows_help():
    """Without a command the help goes to standard error and the status is that of bad input."""
    run = hakem()
    assert (run.status, run.out) == (2, "")
    assert "Usage: hakem" in run.err


def test_an_unknown_command():
    """A command that does not exist is bad input."""
    run = hakem("solv")
    assert (run.status, run.out) == (2, "")
    assert "no such command 'solv'" in run.err
    assert hakem("solv", "--json").object["kind"] == "usage"


def processor_seconds(*arguments: str) -> float:
    """Return the least processor time of three runs of Python with *arguments*."""
    times = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *arguments], check=True, capture_output=True, cwd=ROOT)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(times)


@pytest.mark.parametrize("words", [("--help",), ("analyze", "--help")])
def test_help_is_quick(words):
    """--help takes under 0.3 s (on a busy machine: four times what Typer takes alone) and does not load the library."""
    program = f"import sys; from cli.main import main; main({list(words)!r}); print('solver' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True, cwd=ROOT)
    assert run.stdout.splitlines()[-1] == "False"
    assert processor_seconds("-m", "cli", *words) < max(0.3, 4 * processor_seconds("-c", "import typer"))


def test_shell_completion():
    """The shell completes commands and options."""
    for words, expected in (("hakem an", "analyze"), ("hakem solve --at", "--at-least")):
        environ = {"_HAKEM_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
        assert expected in shell("hakem", environ=environ).out.split()
    assert "complete_bash" in shell("hakem --show-completion bash").out or (
        "complete_bash" in shell("hakem", environ={"_HAKEM_COMPLETE": "source_bash"}).out
    )


def test_progress_is_a_line_on_a_terminal(monkeypatch):
    """The line appears, is taken away for other output and at the end, and exists on terminals only."""
    monkeypatch.setattr("cli.progress.FIRST_AFTER", 0.01)
    monkeypatch.setattr("cli.progress.EVERY", 0.01)
    for terminal in (True, False):
        stream = Stream(terminal=terminal)
        progress = Progress(stream)
        with progress.running("deals"):
            progress.total, progress.done = 8, 2
            time.sleep(0.2)
            with progress.hidden():
                stream.write("a warning\n")
            time.sleep(0.1)
        if terminal:
            assert "\r[######..................] 2 of 8 deals  0:00\x1b[K" in stream.written
            assert "\r\x1b[Ka warning\n" in stream.written
            assert stream.written.endswith("\r\x1b[K")
        else:
            assert stream.written == "a warning\n"


def test_progress_on_a_narrow_terminal():
    """A line that wraps could not be taken away, so it is shorter than the terminal is wide."""
    progress = Progress(Stream(terminal=True))
    progress.total, progress.done, progress.what = 8, 2, "deals"
    assert progress.line(61, columns=46) == "[######..................] 2 of 8 deals  1:01"
    assert progress.line(61, columns=45) == "2 of 8 deals  1:01"
    assert progress.line(61, columns=10) == "2 of 8 de"


def test_styles_of_cards():
    """Hearts and diamonds are red, and a card is two columns wide in every style."""
    plain, letters, colour = Style(), Style(signs=False), Style(color=True)
    assert [style.card(Card.parse("HT")) for style in (plain, letters, colour)] == ["♥T", "HT", "\x1b[31m♥T\x1b[0m"]
    assert colour.card(Card.parse("S2")) == "♠2"
    assert [style.strain(Strain.NO_TRUMP) for style in (plain, letters)] == ["NT", "NT"]
    assert [plain.suit(suit) for suit in Suit] == ["♠", "♥", "♦", "♣"]


@pytest.mark.parametrize("words", [("version",), ("--version",)])
def test_the_version(words):
    """Both ways of asking say the version."""
    from solver import __version__

    assert hakem(*words).out.splitlines()[0] == f"hakem {__version__}"


def test_the_version_as_an_object():
    """The object names the build that this machine uses."""
    facts = hakem("version", "--json").object
    assert facts["cpu"] in facts["builds"]
    assert "portable" in facts["builds"]
    assert "court-piece" in facts["games"]
