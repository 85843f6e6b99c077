"""The family of errors: one base, the place in front, all reasons at once, and a way through a worker process."""

from __future__ import annotations

import pickle

import pytest

from solver.deal import Defect, DefectKind
from solver.errors import (
    DealError,
    HakemError,
    IllegalPlayError,
    LimitError,
    ParseError,
    PositionError,
    RulesError,
)

DEFECTS = (Defect(DefectKind.MISSING, "missing: SA"), Defect(DefectKind.EMPTY, "no hand holds a card"))

ERRORS = [
    HakemError("expected this"),
    ParseError("expected a rank, not 'v'", text="v", source="x.pbn", line=3, column=7),
    RulesError("there is no game 'poker'", text="poker"),
    LimitError("expected 0 or more nodes, not -1"),
    IllegalPlayError("C2 is a revoke", card="C2", seat="W", ply=5, position="Position(...)"),
    PositionError(["one reason", "another"]),
    PositionError("the only reason"),
    DealError(DEFECTS),
    DealError(DEFECTS[:1]),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_one_family(error):
    """Every error is of the family, which is a ValueError, so that one clause catches all bad input."""
    assert isinstance(error, HakemError)
    assert isinstance(error, ValueError)


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_errors_survive_a_pickle(error):
    """An error raised in a worker process arrives with its text, its place and all it carries."""
    twin = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
    assert type(twin) is type(error)
    assert str(twin) == str(error)
    assert vars(twin) == vars(error)


@pytest.mark.parametrize(
    ("place", "text"),
    [
        ({}, "expected this"),
        ({"source": "x.pbn"}, "x.pbn: expected this"),
        ({"source": "x.pbn", "line": 3}, "x.pbn:3: expected this"),
        ({"source": "x.pbn", "line": 3, "column": 7}, "x.pbn:3:7: expected this"),
        ({"line": 3, "column": 7}, "3:7: expected this"),
    ],
)
def test_the_place_comes_first(place, text):
    """The place is shown as far as it is known, whether it was known at once or filled in later; the message stays."""
    assert str(HakemError("expected this", **place)) == text
    later = HakemError("expected this").located(**place)
    assert str(later) == text
    assert later.message == "expected this"


def test_a_known_place_is_not_overwritten():
    """Who raised the error knew best where it was; who passes it on only adds."""
    error = ParseError("expected this", line=3)
    assert error.located(source="x.pbn", line=1, column=1) is error
    assert str(error) == "x.pbn:3:1: expected this"


def test_all_reasons_are_listed():
    """One reason stands alone, several are counted and joined."""
    assert str(PositionError("only")) == "only"
    assert PositionError("only").reasons == ("only",)
    assert str(PositionError(["one", "two"])) == "2 defects: one; two"
    assert str(DealError(DEFECTS)) == "2 defects: missing: SA; no hand holds a card"
    assert DealError(iter(DEFECTS)).defects == DEFECTS
