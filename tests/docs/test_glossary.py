"""Every file that the glossary names is there, each term stands once, and in order."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROWS = re.findall(
    r"^\| ([^|]+) \| [^|]+ \| `([^`]+)` \|$", (ROOT / "docs" / "glossary.md").read_text("utf-8"), re.MULTILINE
)


def test_files_are_there() -> None:
    assert len(ROWS) > 40
    assert [path for _, path in ROWS if not (ROOT / "rulekit" / path).is_file()] == []


def test_terms_stand_once_and_in_order() -> None:
    terms = [term.lower() for term, _ in ROWS]
    assert terms == sorted(set(terms))
