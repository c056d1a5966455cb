"""Sections of sources: which of them a citation names.

The detail of a citation has parts between semicolons, each of which begins with a section and may go on behind a comma:
`[book "set-up; scoring, example"]`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence


def cited_sections(detail: str, sections: Sequence[str]) -> Iterator[tuple[str, str | None]]:
    """Each part of a detail with the declared section that it begins with, None where it begins with none."""
    for part in detail.split(";"):
        said = part.strip()
        fits = [one for one in sections if said == one or said.startswith(f"{one},")]
        yield said, max(fits, key=len, default=None)
