"""Every broken rulebook of tests/cases gets the messages it says, and no other."""

from pathlib import Path

import pytest

from .cases import CASES, expected, mismatches

PATHS = sorted(CASES.glob("*.rules"))


@pytest.mark.parametrize("path", PATHS, ids=lambda p: p.stem)
def test_case(path: Path) -> None:
    assert mismatches(path.read_text("utf-8")) == []


def test_there_are_many_cases_and_each_expects_something() -> None:
    assert len(PATHS) >= 60
    assert [p.name for p in PATHS if not expected(p.read_text("utf-8")) and not p.stem.startswith("good_")] == []
