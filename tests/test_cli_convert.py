"""`hakem convert`: nothing is lost in either direction, and nothing is written by mistake."""

from __future__ import annotations

import pytest

from solver import read
from tests.cli_run import EXAMPLES, hakem, shell

LIN = (
    "pn|A,B,C,D|st||md|3S52H864DKJ75CKJ73,SQJ4HQ972DQ4CT942,SA963HATDA9832CQ5,SKT87HKJ53DT6CA86|rh||ah|Board 49|"
    "sv|o|mb|1D|mb|p|mb|2D|mb|p|mb|p|mb|p|pg||\n"
)
GOOD = '[Board "1"]\n[Deal "N:A... K... Q... J..."]\n[Trump "S"]\n'
BAD = '[Board "2"]\n[Deal "N:A... K... A... J..."]\n'


@pytest.mark.parametrize("name", [path.stem for path in sorted(EXAMPLES.glob("*.pbn"))])
def test_there_and_back(name, tmp_path):
    """PBN to JSON to PBN gives the same records, and doing it once more gives the same bytes."""
    source = EXAMPLES / f"{name}.pbn"
    first, second, third = (tmp_path / part for part in ("1.json", "2.pbn", "3.jsonl"))
    assert hakem("convert", source, first).status == 0
    assert hakem("convert", first, second).status == 0
    assert hakem("convert", second, third).status == 0
    assert read(second).records == read(source).records
    again = tmp_path / "4.pbn"
    assert hakem("convert", third, again).status == 0
    assert again.read_bytes() == second.read_bytes()


def test_json_on_standard_output():
    """Both ways of asking print one object a line that follows the schema, in ASCII."""
    for options in (("--to", "json"), ("--json",)):
        run = hakem("convert", EXAMPLES / "bridge.pbn", *options)
        assert (run.status, run.err) == (0, "")
        assert [record["board"] for record in run.objects] == ["12", "13"]
        assert run.out.isascii()
        names = {tag["name"]: tag["value"] for tag in run.objects[0]["tags"]}
        assert names["West"] == "Antónia"


def test_other_notations():
    """LIN and pasted diagrams become PBN-like games with the same deal."""
    run = hakem("convert", "-", "--to", "pbn", stdin=LIN)
    assert run.status == 0
    [record] = read(run.out).records
    assert str(record.deal) == ("N:A963.AT.A9832.Q5 KT87.KJ53.T6.A86 52.864.KJ75.KJ73 QJ4.Q972.Q4.T942")
    solved = hakem("analyze", "-", "--no-table", "--nodes", "0", "--json", stdin=run.out)
    assert solved.object["trump"] == "D"


def test_output_in_utf8_whatever_the_locale():
    """Files and pipes hold UTF-8, in an ASCII locale too."""
    run = shell(f"hakem convert {EXAMPLES}/bridge.pbn --to pbn", environ={"LC_ALL": "C", "PYTHONIOENCODING": "ascii"})
    assert run.status == 0
    assert "Antónia" in run.out


def test_one_bad_game_loses_nothing(tmp_path):
    """Good games are written, the bad one is an error with its line, and the status is 2."""
    target = tmp_path / "out.pbn"
    run = hakem("convert", "-", target, stdin=f"{GOOD}\n{BAD}\n{GOOD}")
    assert (run.status, run.out) == (2, "")
    assert len(read(target).records) == 2
    assert run.err.startswith("error: standard input:6:")
    run = hakem("convert", "-", "--json", stdin=f"{GOOD}\n{BAD}\n{GOOD}")
    assert [each["schema"] for each in run.objects] == ["hakem/record/1", "hakem/error/1", "hakem/record/1"]
    run = hakem("convert", "-", "--to", "json", stdin=f"{GOOD}\n{BAD}\n{GOOD}")
    assert [each["schema"] for each in run.objects] == ["hakem/record/1", "hakem/record/1"]


def test_no_file_without_a_game(tmp_path):
    """When nothing could be read nothing is written."""
    target = tmp_path / "out.pbn"
    assert hakem("convert", "-", target, stdin=BAD).status == 2
    assert hakem("convert", "-", target, stdin="").status == 2
    assert not target.exists()


def test_a_file_that_is_there_is_kept(tmp_path):
    """A file is written over only on request."""
    target = tmp_path / "out.pbn"
    target.write_text("precious")
    run = hakem("convert", EXAMPLES / "rang.pbn", target)
    assert run.status == 2
    assert "--force" in run.err
    assert target.read_text() == "precious"
    assert hakem("convert", EXAMPLES / "rang.pbn", target, "--force").status == 0
    assert read(target).records == read(EXAMPLES / "rang.pbn").records


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("-",), "expected --to pbn or --to json"),
        (("-", "out.txt"), "not 'out.txt'"),
        (("-", "--to", "xml"), "--to"),
        (("none.pbn", "--to", "json"), "none.pbn: cannot read the file: no such file"),
        (("-", "nowhere/out.pbn"), "nowhere/out.pbn: cannot write the file: no such file"),
        (("-", ".", "--to", "pbn", "--force"), "cannot write the file: is a directory"),
        ((), "FILE"),
    ],
)
def test_bad_requests(words, message):
    """What cannot be done is said in one sentence with status 2."""
    run = hakem("convert", *words, stdin=GOOD)
    assert (run.status, run.out) == (2, "")
    assert message in run.err


@pytest.mark.parametrize("words", [("-", "--to", "pbn", "--json"), ("-", "out.json", "--json")])
def test_contradictions(words):
    """--json prints; a file or another form beside it is a contradiction."""
    run = hakem("convert", *words, stdin=GOOD)
    assert run.status == 2
    assert run.object["kind"] == "input"


def test_the_schema_names_every_key():
    """Objects of real files hold no key that the schema does not know."""
    for path in EXAMPLES.glob("*.pbn"):
        assert hakem("convert", path, "--json").objects
