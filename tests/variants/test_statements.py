"""In library books that list the statements of their sources, each statement is met, and each citation names
statements.

The test uses `rulekit sources` to find what `rulekit check` reports as W206, W207 and W208 in all configurations, since
checking a book of the largest family takes a minute.
"""

from __future__ import annotations

from typing import Any

import pytest

from rulekit.check.checks.citations import MOST_WORDS
from rulekit.rulebook_files import library
from tests.cli import run
from tests.shipped import GAMES, spanning

ALONE = ("carcassonne/base", "carcassonne/messages")
"""Base games without a list of statements, which their layers add."""


def lists(name: str) -> bool:
    """Return whether a rulebook lists the statements of its source, or another of its folder, if that has a base."""
    folder = library() / name.partition("/")[0]
    files = folder.glob("*.rules") if (folder / "base.rules").exists() else [library() / f"{name}.rules"]
    return any("\nstatements " in path.read_text(encoding="utf-8") for path in files)


BOOKS = tuple(name for name in GAMES if name not in ALONE and lists(name))


def test_families_with_long_sources_are_among_these() -> None:
    assert {"carcassonne", "emissary"} <= {name.partition("/")[0] for name in BOOKS}


@pytest.mark.parametrize("book", spanning(BOOKS, ["carcassonne/messages-c2-zmg"]))
def test_every_statement_of_its_sources_is_met(capsys: pytest.CaptureFixture[str], book: str) -> None:
    data = run(capsys, "sources", book, "--json").data
    listed = {
        (source["source"], section["section"], one["number"]): one
        for source in data["sources"]
        for section in source["sections"]
        for one in section.get("statements", ())
    }
    assert listed
    assert {at for at, one in listed.items() if one["state"] == "open"} == set(), "W206"
    assert {at for at, one in listed.items() if "why" in one and "said" in hows(one)} == set(), "W207"
    assert {at for at, one in listed.items() if len(one["text"].split()) > MOST_WORDS} == set(), "W208"
    told = {at[:2] for at in listed}
    vague = {
        (clause["clause"], cite["section"])
        for clause in data["clauses"]
        for cite in clause["cites"]
        if (cite["source"], cite["section"]) in told and not cite["statements"]
    }
    assert vague == set(), "a citation without numbers is none of a statement"


def hows(statement: dict[str, Any]) -> set[str]:
    """Return the ways in which the citing clauses meet a statement."""
    return {cited["how"] for cited in statement["cited"]}
