"""Tells whether changed words say the same to the checks of texts: the same numbers, and no other names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from ..check.checks.printed_names import capitalised_in, identifiers_in
from ..check.checks.section_names import SEE, reference_places
from ..model.naming import numbers_in
from ..model.ordinal_words import implied_numbers
from .pieces import EDITS, HEADLESS, STRING, WrittenPiece

_PROSE: Final = re.compile(r'(?:\s+"[^"\\{}]*")+\s*')
"""A line of a section's text without values."""
_SUMMARY: Final = re.compile(r'(?P<before>[^"]*"[^"\\]*"[ \t]+)"(?P<text>[^"\\{}]*)"')
"""The start of a heading that has a title and a summary without values."""


def reads_alike(old: WrittenPiece, new: WrittenPiece, pieces: Sequence[WrittenPiece]) -> bool:
    """Return whether only a summary or the text of a section changed, and says nothing new that a check reads. `pieces`
    are those of all books."""
    (rest, *was), (same, *now) = _prose(old), _prose(new)
    if old.kind in EDITS | HEADLESS or rest != same:
        return False
    if len(was) != len(now) or any(map(_differ, was, now)) or _differ(" ".join(was), " ".join(now)):
        return False
    whole = " ".join(now)
    if not set(capitalised_in(whole)) <= set(chain.from_iterable(map(capitalised_in, was))):
        return False
    if not set(identifiers_in(whole)) <= set(chain.from_iterable(map(identifiers_in, was))):
        return False
    return not any(_names(title, whole) and not _names(title, " ".join(was)) for title in _changed_titles(pieces))


def _changed_titles(pieces: Sequence[WrittenPiece]) -> Iterator[str]:
    """Yield the titles of clauses that an edit may have given another one."""
    edited = {word for piece in pieces if piece.kind in EDITS for word in piece.declared()}
    for piece in pieces:
        if piece.kind in EDITS or not edited.isdisjoint(piece.declared()) or piece.name in edited:
            yield from (text[1:-1] for text in STRING.findall(piece.text) if text.count(" ") < 3)


def _prose(piece: WrittenPiece) -> list[str]:
    """Return the text of a clause without its summary and the lines of a section's text, followed by these."""
    heading, *lines = piece.text.split("\n")
    found: list[str] = []

    def take(one: re.Match[str]) -> str:
        found.append(one[0][1:-1])
        return '""'

    summary = _SUMMARY.match(heading)
    if summary:
        found.append(summary["text"])
        heading = f"{summary['before']}{heading[summary.end() :]}"
    elif piece.kind == "section" and heading.endswith(":"):
        lines = [STRING.sub(take, line) if _PROSE.fullmatch(line) else line for line in lines]
    return ["\n".join([heading, *lines]), *found]


def _differ(old: str, new: str) -> bool:
    """Return whether two texts state other numbers or refer to other sections, in some language."""
    return any(
        {number for number, _ in numbers_in(old, language)} != {number for number, _ in numbers_in(new, language)}
        or implied_numbers(old, language) != implied_numbers(new, language)
        or _references(old, language) != _references(new, language)
        for language in SEE
    )


def _references(text: str, language: str) -> list[str]:
    return [text[at:] for at in reference_places(text, language)]


def _names(title: str, text: str) -> bool:
    return re.search(rf"(?i)\b{re.escape(title)}\b", text) is not None
