"""Every file that the glossary names exists and contains what it names of it; each term occurs once, in order."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROWS = re.findall(
    r"^\| ([^|]+) \| ([^|]+) \| `([^`]+)` \|$",
    (ROOT / "docs/internals/glossary.md").read_text("utf-8"),
    re.MULTILINE,
)


def test_files_are_there() -> None:
    assert len(ROWS) > 40
    assert [path for *_, path in ROWS if not (ROOT / "rulekit" / path).is_file()] == []


def test_what_is_named_of_a_file_is_in_it() -> None:
    """A class in brackets, ``(`Unit`)``, or a method is in the file of its row."""
    named = [(name, path) for _, what, path in ROWS for name in re.findall(r"`([A-Z]\w+)(?:\.\w+)?`", what)]
    assert len(named) > 20
    defined = r"^(?:class {0}\b|{0}\b.* = )"
    files = {path: (ROOT / "rulekit" / path).read_text("utf-8") for _, path in named}
    assert [n for n, path in named if not re.search(defined.format(n), files[path], re.MULTILINE)] == []


def test_terms_stand_once_and_in_order() -> None:
    terms = [term.lower() for term, *_ in ROWS]
    assert terms == sorted(set(terms))
