"""Every wrong rulebook of tests/cases gets the expected messages and no other; the letter of a code is its severity."""

from pathlib import Path

import pytest

from .cases import CASES, diagnose, expected, mismatches

PATHS = sorted(CASES.glob("*.rules"))
NOTES = {"E142", "W402"}
"""Codes of notes, whatever their letter: "there are more errors" and "an edition must say what is missing"."""


@pytest.mark.parametrize("path", PATHS, ids=lambda p: p.stem)
def test_case(path: Path) -> None:
    text = path.read_text("utf-8")
    found = diagnose(text)
    assert mismatches(text, found) == []
    for d in found:
        wanted = "warning" if d.code.startswith("W") else "error"
        assert d.severity in (wanted, "note") and (d.severity == "note") <= (d.code in NOTES), d


def test_there_are_many_cases_and_each_expects_something() -> None:
    assert len(PATHS) >= 60
    assert [p.name for p in PATHS if not expected(p.read_text("utf-8")) and not p.stem.startswith("good_")] == []
