"""Generated sections of a page: what stands between two markers is replaced, all else is left alone."""

from __future__ import annotations

from pathlib import Path

PAGE = Path(__file__).parent.parent / "docs" / "internals" / "performance.md"
RESULTS, PASSES, COMMANDS, IDIOMS = "results", "passes", "commands", "idioms"


def markers(section: str) -> tuple[str, str]:
    return f"<!-- {section}: begin, written by benchmarks -->", f"<!-- {section}: end -->"


def replaced(page: str, section: str, text: str) -> str:
    """The page with this text between the markers of a section.  ValueError where it has no such section."""
    begin, end = markers(section)
    if page.count(begin) != 1 or page.count(end) != 1 or page.index(begin) > page.index(end):
        raise ValueError(f"the page has not one section between {begin!r} and {end!r}")
    before, rest = page.split(begin)
    _, after = rest.split(end)
    return f"{before}{begin}\n\n{text.strip()}\n\n{end}{after}"
