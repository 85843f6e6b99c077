"""Bytes that once broke a reader, and texts made to be slow: the law holds, and time grows with length only."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest

from solver.notation import read
from tests.fuzz.notation_target import check, corpus, mutated

CORPUS = sorted((Path(__file__).resolve().parent / "data" / "corpus").iterdir())


@pytest.mark.parametrize("path", CORPUS, ids=[path.name for path in CORPUS])
def test_the_corpus_keeps_the_law(path):
    """Every input of the corpus is read without an exception and comes back from its own text."""
    data = path.read_bytes()
    check(data)
    check(data, strict=True)
    check(data, language="fr", game="coinche")
    check(data, language="pt")


@pytest.mark.parametrize("seed", range(4))
def test_mutations_of_the_corpus_keep_the_law(seed):
    """A few mutations of every input keep the law too; longer hunts are `python -m tests.fuzz.notation_target`."""
    source = random.Random(seed)
    inputs = corpus()
    for data in inputs:
        check(mutated(data, source.choice(inputs), source), strict=seed == 1, language=[None, None, "de", "pt"][seed])


#: Stretches that a careless reader goes over again and again when they are repeated.
SLOW = [
    '[a "',
    '[a "\\"',
    '["',
    "[A",
    "[A ",
    "[A  \n",
    "[",
    "{",
    "}",
    "{}",
    "{%}\n",
    "{\n%}\n",
    '"',
    '"a]\n[b "',
    '{x\n[A "',
    '[A "x"]',
    '[A "x"]\n',
    '[A "x"]\n\n',
    '[Deal "N:A... K... Q... J..."]\n',
    '[Deal "N:A... K... Q... J..."][Board "1"]\n',
    '[Play "N"]\n\n',
    '[Play "N"]SA\n- - - -\n',
    "- - - -\n",
    "SA S2 S3 S4\n",
    "% x\n",
    "; x\n",
    "words\n",
    "words\n\n",
    " ",
    "\n",
    "md|3S2,H3,D4,C5|",
    "|",
    "pc|SA|",
    "mb|1N!|an|x|",
    "qx|o1|",
    "♠AK\n♥QJ\n♦T9\n♣87\n",
    "♠",
    "♠ ",
    "S: ",
    "S AK H QJ ",
    '{"schema":"hakem/record/1","tags":[]}\n',
    '{"schema":"hakem/record/1"',
    "=1=",
    "$1",
    "!?",
    "^R",
    "CAPOT ",
    "\\",
    "#",
]


@pytest.mark.parametrize("stretch", SLOW)
def test_time_grows_with_the_length(stretch):
    """A long text of one stretch is read in a moment, alone and in its usual places.

    Thirty thousand characters take a tenth of the limit where time grows with the length, and several times the limit
    where it grows with its square.
    """
    body = stretch * (30_000 // len(stretch))
    frames = (
        body,
        f'[Deal "N:A... K... Q... J..."]\n[Play "N"]\n{body}',
        f'[Auction "N"]\n{body}',
        f'[Deal "{body}"]',
    )
    started = time.process_time()
    for text in frames:
        read(text)
    assert time.process_time() - started < 3
