"""Puts the rules of a game into words: how to play it, for a panel beside its board, and all its rules, for a page.

The panel has the aim of the game, then parts. If the author wrote a book for players (`section` clauses), the parts are
its sections, cards (such as `At a glance`) first. Otherwise they are the chapters, with the author's summary of each
clause or its exact rules. Cards and parts about the end of the game are open at first, the others folded. The page has
the whole book, if there is one, and then every clause.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, Final

from ..check.checked import CheckedModel
from ..model.naming import LAYER, word_name
from ..model.outline import DEFAULTS, Chapter, outline
from ..model.rulebook import Placed
from ..model.sections import BookSection, all_sections, sections
from ..prose import ClauseProse, Speaker, speaker
from ..prose.prose_blocks import blocks_text, inline_text
from ..syntax import nodes as s
from ..syntax.forms import clause_kinds
from ..syntax.traversal import body_of, may_end_game

NEEDED: Final = frozenset({"flow", "procedure", "action", "choice", "rule", "exception", "fact", "board", "table"})
"""Kinds of clauses that the panel of a game without a book shows: by the author's summary, else by the exact rules."""
SILENT: Final = clause_kinds("about_book") | {"example"}
"""Kinds of clauses that contain no rule of the game."""

FEW_WORDS: Final = 250
"""A part about the end of the game is open at first only if it has at most so many words."""


def how_to_play(model: CheckedModel, said: Speaker) -> dict[str, Any]:
    """Return the contents of the panel as JSON: the paragraphs on the aim, and the parts. Each part has a title, its
    lines, and whether it is open at first. Lines have a depth, a title or "", and whether they are items of a list."""
    roots = sections(model.rulebook)
    ends = {placed.id for placed in model.rulebook.clauses if may_end_game(body_of(placed.clause))}
    if not roots:
        summary = said.summary(word_name(LAYER, model.rulebook.name))
        chapters = [one for one in outline(model.rulebook).chapters if not one.reference]
        return {"aim": [summary] if summary else [], "parts": list(filter(None, _chapters(said, chapters, ends)))}
    heads = [one for one in roots if not said.section_title(one.placed)]
    parts = [one for one in roots if one not in heads]
    parts.sort(key=lambda one: one.manner != "card")
    return {
        "aim": [line["text"] for one in heads for line in _lines(said, one, 0)],
        "parts": [_part(said, one, ends) for one in parts],
    }


def aim_of(model: CheckedModel, said: Speaker) -> list[str]:
    """Return the paragraphs on the aim of a game, in the speaker's language."""
    return list(how_to_play(model, said)["aim"])


def _part(said: Speaker, root: BookSection, ends: Collection[str]) -> dict[str, Any]:
    lines = list(_lines(said, root, 0))
    title, lines = lines[0]["title"], [{**lines[0], "title": ""}, *lines[1:]]
    lines = [one for one in lines if one["title"] or one["text"] or "rows" in one]
    is_end = any(told.id in ends and told.inner is None for one in all_sections([root]) for told in one.says)
    words = sum(len(one["text"].split()) for one in lines)
    return {"title": title, "open": root.manner == "card" or (is_end and words <= FEW_WORDS), "lines": lines}


def _lines(said: Speaker, one: BookSection, depth: int) -> Iterator[dict[str, Any]]:
    title, text = said.section_title(one.placed), said.section_text(one.placed)
    told = {"title": title.text if title else "", "text": text.text if text else ""}
    if any(told.values()):
        yield {"depth": depth, **told, "item": one.manner in ("item", "step")}
    table = said.section_table(one.placed)
    if table is not None:
        rows = [[inline_text(cell) for cell in row] for row in (table.head, *table.rows)]
        yield {"depth": depth, "title": "", "text": "", "item": False, "rows": rows}
    for child in one.children:
        yield from _lines(said, child, depth + 1)


def _chapters(said: Speaker, chapters: list[Chapter], ends: Collection[str]) -> Iterator[dict[str, Any]]:
    """Yield the chapters of a game without a book as parts of the panel; the chapter with the course of play comes
    first."""
    told = [(one, [placed for placed in one.clauses if placed.clause.kind in NEEDED]) for one in chapters]
    told.sort(key=lambda pair: not any(isinstance(placed.clause, s.FlowClause) for placed in pair[1]))
    for chapter, clauses in told:
        clauses = sorted(clauses, key=lambda placed: not isinstance(placed.clause, s.FlowClause))
        lines = [line for placed in clauses if (line := _clause(said, placed))]
        is_open = any(placed.id in ends or isinstance(placed.clause, s.FlowClause) for placed in clauses)
        if lines:
            yield {"title": chapter_title(said, chapter), "open": is_open, "lines": lines}


def _clause(said: Speaker, placed: Placed) -> dict[str, Any] | None:
    """Return a clause as a line of the panel. Return None for a clause without the author's summary, unless it is the
    flow, an action or a procedure."""
    prose = said.clause(placed)
    if prose.summary is None and not isinstance(placed.clause, s.FlowClause | s.ActionClause | s.ProcedureClause):
        return None
    text = inline_text(prose.summary) if prose.summary else blocks_text(prose.exact)
    return {"depth": 0, "title": inline_text(prose.title), "text": text, "item": False}


def told_rules(model: CheckedModel, language: str) -> dict[str, Any]:
    """Return all rules in words, as JSON: the sections of the book for players, and the chapters with the exact words
    of each clause."""
    said = speaker(model, language, bounds=False)
    chapters = [one for one in outline(model.rulebook).chapters if not one.reference]
    book = [line for root in sections(model.rulebook) for line in _lines(said, root, 0) if "rows" not in line]
    return {
        "book": [{key: line[key] for key in ("depth", "title", "text")} for line in book],
        "chapters": [found for one in chapters if (found := _chapter(said, one))["clauses"]],
    }


def _chapter(said: Speaker, one: Chapter) -> dict[str, Any]:
    told = [said.clause(placed) for placed in one.clauses if placed.clause.kind not in SILENT]
    return {"title": chapter_title(said, one), "clauses": [_exact_clause(prose) for prose in told]}


def chapter_title(said: Speaker, one: Chapter) -> str:
    """Return the title of a chapter: the author's, or the usual one of a default chapter."""
    if one.title is None and one.name in DEFAULTS:
        return said.ui(f"chapter-{one.name}")
    return said.title(word_name("chapter", one.name))


def _exact_clause(prose: ClauseProse) -> dict[str, str]:
    summary = inline_text(prose.summary) if prose.summary else ""
    return {"title": inline_text(prose.title), "summary": summary, "text": blocks_text(prose.exact)}
