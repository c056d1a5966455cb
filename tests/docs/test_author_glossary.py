"""The glossary for authors is in alphabetical order, and each term links to an existing heading."""

from __future__ import annotations

import re
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "reference" / "glossary.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| \[([\w -]+)\]\(([\w/.-]+?\.md)(?:#([\w-]+))?\) \| (.+) \|$", PAGE, re.MULTILINE)
TERMS = [term for term, *_ in ROWS]
NEEDED = {"clause", "decision", "fact", "fault", "keep", "kind", "layer", "looks", "move", "option", "ruling", "words"}


def anchors(path: Path) -> set[str]:
    """Return the anchors of a page's headings."""
    headings = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w]+", "-", heading.lower()).strip("-") for heading in headings}


def test_each_term_is_there_once_and_in_order() -> None:
    assert not NEEDED - set(TERMS)
    assert sorted(set(TERMS)) == TERMS
    assert PAGE.count("\n| [") == len(ROWS)


def test_each_term_leads_to_a_heading() -> None:
    for term, page, anchor, _ in ROWS:
        path = DOCS / "reference" / page
        assert path.exists() and (not anchor or anchor in anchors(path)), term


def test_the_navigation_leads_to_it() -> None:
    assert "reference/glossary.md" in (DOCS.parent / "mkdocs.yml").read_text(encoding="utf-8")
