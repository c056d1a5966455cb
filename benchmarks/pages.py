"""Replaces generated sections of a documentation page: the text between two markers, and nothing else."""

from __future__ import annotations

from pathlib import Path

PAGE = Path(__file__).parent.parent / "docs" / "internals" / "performance.md"
RESULTS, PASSES, COMMANDS, IDIOMS, STEPPING = "results", "passes", "commands", "idioms", "stepping"


def markers(section: str) -> tuple[str, str]:
    return f"<!-- {section}: begin, written by benchmarks -->", f"<!-- {section}: end -->"


def replaced(page: str, section: str, text: str) -> str:
    """Return the page with `text` between the markers of a section. Raise ValueError if the page lacks the section."""
    begin, end = markers(section)
    if page.count(begin) != 1 or page.count(end) != 1 or page.index(begin) > page.index(end):
        raise ValueError(f"the page has not one section between {begin!r} and {end!r}")
    before, rest = page.split(begin)
    _, after = rest.split(end)
    return f"{before}{begin}\n\n{text.strip()}\n\n{end}{after}"
