"""Composes the editor's notes of a game: what no source decides, what is different in other editions, and the sources.

Players need none of this during play. It is for readers who ask why a rule is as it is, and who wrote it.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics.printable import capital
from ..syntax import nodes as s
from ..syntax.traversal import inside
from . import page_blocks as d
from .clause_sections import Writer, clauses_that_change
from .footnotes import assumptions, source_list
from .reference_page import part
from .settled import is_in_force


def notes_blocks(writer: Writer) -> Iterator[d.PageBlock]:
    """Yield the blocks of the editor's notes after their heading."""
    subject = writer.subject
    yield from part(subject, "open-questions", _open_questions(writer))
    yield from part(subject, "assumed", assumptions(subject))
    yield from part(subject, "differences", writer.editions.links(subject))
    yield from part(subject, "changes", writer.editions.struck(subject))
    yield from part(subject, "sources", source_list(subject), search=None)  # search: its words are also in the rules


def _open_questions(writer: Writer) -> Iterator[d.PageBlock]:
    """Yield a table of all rulings, which are questions that the sources leave open. Each has its reason, its answers,
    and the number of clauses that each answer changes."""
    subject = writer.subject
    rows = tuple(
        (
            (subject.numbers[placed.id],),
            (subject.link(placed.id), " ", *(subject.prose(placed).summary or ())),
            tuple(_answers(writer, placed.clause)),
        )
        for placed in subject.placed()
        if isinstance(placed.clause, s.OptionClause) and placed.clause.ruling
    )
    if rows:
        yield d.PageParagraph((subject.ui("page-open-questions-intro"),))
        yield d.PageTable(((), (subject.ui("page-question"),), (subject.ui("page-answers"),)), rows)


def _answers(writer: Writer, clause: s.OptionClause) -> Iterator[d.InlinePiece]:
    """Yield the answers to a ruling: the page's own in bold, each other one with the number of clauses that it
    changes."""
    subject, name = writer.subject, clause.name.text
    reading = [one for one in subject.placed() if any(name == ref.name.text for ref in inside(one.clause, s.Ref))]
    for at, item in enumerate(clause.items):
        yield "; " if at else ""
        title = capital(subject.title(name, item.name.text))
        if is_in_force(subject, clause, item):
            yield d.Strong(title)
        else:
            changed = clauses_that_change(writer.games, None, {name: item.name.text}) or reading
            yield f"{title} ({subject.ui('page-changes-rules', count=len(changed))})"
