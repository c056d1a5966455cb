"""W210: a summary or caption is unchanged although a later layer changed its clause.

W841 reports translations of summaries, only if the author requests that language; `told_sections.py` reports texts of
sections. If a text is still right, the author repeats it in that layer, or lets a section of the layer mention the
clause.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from ...diagnostics import Source
from ...model.meaning_hash import WORDING
from ...model.naming import word_name_of
from ...model.sections import NamedClauses
from ...syntax import nodes as s
from ...syntax.traversal import same
from ..checked import CheckedModel
from ..checker import Checker
from .printed_texts import PrintedText, own_language, printed_texts, shown_item, ways_out

IN_PARTS: Final = (s.EnumClause, s.TableClause, s.BoardClause, s.OptionClause)
"""Clauses that a layer can change part by part; such a change cannot include a new summary."""


def stale_texts(c: Checker, model: CheckedModel) -> None:
    if c.book.changed:
        return
    order = {source: at for at, source in enumerate(c.book.files)}
    changed = dict(_changes(c, order))
    said = _last_said(c, order)
    for printed in printed_texts(c.book):
        is_section = isinstance(printed.placed.clause, s.SectionClause)
        foreign = printed.language != own_language(c.book) and not is_section
        if foreign or printed.role == "title" or printed.item == "":
            continue
        read = max(order.get(printed.text.span.source, 0), said.get(printed.placed.id, 0))
        what, at = printed.placed.id, changed.get(printed.placed.id, 0)
        if is_section:
            what, at = _caption_subject(c, printed, changed) if printed.role == "caption" else (what, 0)
        own = printed.placed.clause.tags.summary
        if own is not None and printed.role == "summary" and printed.language != own_language(c.book):
            at = max(at, order.get(own.span.source, 0))
        if at > read:
            layer = c.book.layers[at]
            tongue = "" if printed.language == own_language(c.book) else f" in `{printed.language}`"
            message = f"`{layer}` changed `{what}`, and this {printed.role}{tongue} stayed"
            name = word_name_of(printed.placed.id) if printed.language != own_language(c.book) else printed.placed.id
            advice = f"write it again with `{name}` in `{layer}`, as it holds there"
            c.report.add("W210", printed.text.span, message, help=[advice, *ways_out(printed, c.book)])


def _changes(c: Checker, order: Mapping[Source, int]) -> Iterator[tuple[str, int]]:
    """Yield the id of each clause whose meaning a layer changed, with the number of the last such layer."""
    for id_, changes in c.book.changes_of.items():
        for old, new, source in changes:
            if not isinstance(new, IN_PARTS) and not same(_played(old), _played(new), WORDING):
                yield id_, order.get(source, 0)


def _played(clause: s.Clause) -> object:
    """Return the part of a clause that counts as its meaning: the whole clause or, of an example, only the positions
    that it sets up."""
    if isinstance(clause, s.ExampleClause):
        return tuple(line for line in clause.lines if isinstance(line, s.Given))
    return clause


def _last_said(c: Checker, order: Mapping[Source, int]) -> dict[str, int]:
    """Return a mapping from each clause that sections mention to the number of the last layer with such a section."""
    found: dict[str, int] = {}
    known = NamedClauses(c.book)
    for placed in c.book.clauses:
        if isinstance(placed.clause, s.SectionClause):
            for named in placed.clause.says:
                for one in known.clauses_meant(named):
                    found[one.id] = max(found.get(one.id, 0), order.get(named.span.source, 0))
    return found


def _caption_subject(c: Checker, printed: PrintedText, changed: dict[str, int]) -> tuple[str, int]:
    """Return the clause that a caption is about, and the number of the layer that last changed it."""
    section = printed.placed.clause
    assert isinstance(section, s.SectionClause)
    for shown in section.shows:
        if shown.named is not None and shown_item(shown) == printed.item:
            for placed in NamedClauses(c.book).clauses_meant(shown.named, shown=True):
                return placed.id, changed.get(placed.id, 0)
    return printed.placed.id, 0
