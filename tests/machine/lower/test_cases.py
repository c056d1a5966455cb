"""A small rulebook for each construct of the language, and the functions, routines and nodes it becomes.

After an intended change, rewrite the goldens with RULEKIT_REGENERATE=1 and read their difference before committing.
"""

from __future__ import annotations

import os
from itertools import takewhile
from pathlib import Path

import pytest

from rulekit.machine import program as m
from rulekit.machine.text import machine_text

from .play import machine

CASES = sorted((Path(__file__).parent / "cases").glob("*.rules"))
SECTIONS = ("functions", "routines", "nodes", "turns begin at", "steps")


def sections(lowered: m.Machine) -> str:
    """Return the sections of a machine's text that depend on the construct."""
    lines = machine_text(lowered).splitlines()
    found: list[str] = []
    for at, line in enumerate(lines):
        if line.rstrip(":") in SECTIONS:
            found += [line, *takewhile(lambda x: x.startswith(" "), lines[at + 1 :])]
    return "\n".join(found) + "\n"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_lowers_as_its_golden(case: Path) -> None:
    golden = case.with_suffix(".machine")
    lowered = sections(machine(case.read_text(encoding="utf-8")))
    if os.environ.get("RULEKIT_REGENERATE"):
        golden.write_text(lowered, encoding="utf-8")
    assert lowered == golden.read_text(encoding="utf-8")


def test_the_sections_are_found() -> None:
    assert sections(machine(CASES[0].read_text(encoding="utf-8"))).count("nodes") >= 1
