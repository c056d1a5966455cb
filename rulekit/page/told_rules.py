"""The rules of a rulebook in words, for a page: first the book for players, if there is one, then every clause."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from ..check.checked import CheckedModel
from ..model.naming import word_name
from ..model.outline import DEFAULTS, Chapter, outline
from ..model.sections import BookSection, sections
from ..prose import ClauseProse, Speaker, speaker
from ..prose.prose_blocks import blocks_text, inline_text

SILENT: Final = ("words", "look", "statements", "chapter", "section", "example")
"""Kinds of clauses that tell no rule."""


def told_rules(model: CheckedModel, language: str) -> dict[str, Any]:
    """Return the sections of the book for players, each with its depth, and the chapters with each clause exactly."""
    said = speaker(model, language, bounds=False)
    chapters = [one for one in outline(model.rulebook).chapters if not one.reference]
    return {
        "book": [line for root in sections(model.rulebook) for line in _section(said, root, 0)],
        "chapters": [found for one in chapters if (found := _chapter(said, one))["clauses"]],
    }


def _section(said: Speaker, one: BookSection, depth: int) -> Iterator[dict[str, Any]]:
    title, text = said.section_title(one.placed), said.section_text(one.placed)
    if title or text:
        yield {"depth": depth, "title": title.text if title else "", "text": text.text if text else ""}
    for child in one.children:
        yield from _section(said, child, depth + 1)


def _chapter(said: Speaker, one: Chapter) -> dict[str, Any]:
    told = [said.clause(placed) for placed in one.clauses if placed.clause.kind not in SILENT]
    return {"title": chapter_title(said, one), "clauses": [_clause(prose) for prose in told]}


def chapter_title(said: Speaker, one: Chapter) -> str:
    """Return the title of a chapter: the author's, or that of a default chapter."""
    return (
        said.ui(f"chapter-{one.name}")
        if one.title is None and one.name in DEFAULTS
        else said.title(word_name("chapter", one.name))
    )


def _clause(prose: ClauseProse) -> dict[str, str]:
    summary = inline_text(prose.summary) if prose.summary else ""
    return {"title": inline_text(prose.title), "summary": summary, "text": blocks_text(prose.exact)}
