"""E242: a word for a section or the front page that no page prints.

In the language of the book, the texts of sections and the lines of the front page are written in the section or header
itself. In another language, a word needs a part of the section that it translates.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.naming import FRONT, SECTION
from ...model.word_catalogs import name_of_word
from ...syntax import nodes as s
from ...syntax.text_values import TEXT
from ..checked import CheckedModel
from ..checker import Checker
from .printed_texts import own_language, shown_item

HEAD = "head_"
"""The start of the forms for the heads of a section's table; a number follows."""


def section_words(c: Checker, model: CheckedModel) -> None:
    own = own_language(c.book)
    sections = {p.clause.name.text: p.clause for p in c.book.clauses if isinstance(p.clause, s.SectionClause)}
    for placed in c.book.clauses:
        if isinstance(placed.clause, s.WordsClause):
            for word in placed.clause.entries:
                kind, _, name = name_of_word(word).rpartition(" ")
                section = sections.get(name) if kind == SECTION else None
                if kind in (SECTION, FRONT) and placed.clause.name.text == own:
                    _report_own(c, word, section)
                elif section is not None:
                    _report_without_part(c, word, section)


def _texts(word: s.Word) -> Iterator[tuple[str, s.Text]]:
    """Yield each text of a word that a page might print, after its role: `caption`, `title`, `text`, or `head_2` for
    the head of the second column."""
    if word.title is not None:
        yield ("caption" if word.item else "title"), word.title
    if word.summary is not None:
        yield TEXT, word.summary
    for form in word.forms:
        if form.key.text == TEXT or form.key.text.startswith(HEAD):
            yield form.key.text, form.value


def _report_own(c: Checker, word: s.Word, section: s.SectionClause | None) -> None:
    """Report words in the language of the book itself, because pages print the texts of the section or the header
    instead."""
    for role, text in _texts(word):
        if role == "title" and section is not None and section.tags.title is not None:
            continue  # `word_forms` reports a second title
        message = "no page prints this: in the language of the book, the text in its own place counts"
        advice = "write it in the section or header itself; a layer changes a section by `replace section`"
        c.report.add("E242", text.span, message, help=[advice])


def _report_without_part(c: Checker, word: s.Word, section: s.SectionClause) -> None:
    """Report translations of parts that the section does not have. If the section and the word are from different
    files, nothing is reported: a layer may have replaced the section for which the word was written."""
    if word.span.source is not section.span.source:
        return
    for role, text in _texts(word):
        if not _has_part(section, role, word.item.text if word.item else ""):
            message = f"no page prints this: section `{section.name.text}` has no {_PARTS.get(role, 'such column')}"
            c.report.add("E242", text.span, message, labels=[(section.name.span, "the section")])


_PARTS = {"caption": "caption there", "title": "title", TEXT: "text"}


def _has_part(section: s.SectionClause, role: str, item: str) -> bool:
    match role:
        case "caption":
            return any(shown_item(one) == item and one.caption is not None for one in section.shows)
        case "title":
            return section.tags.title is not None
        case "text":
            return section.tags.summary is not None
    columns = section.table.columns if section.table else ()
    return role in {f"{HEAD}{number}" for number in range(1, len(columns) + 1)}
