"""A clause as a section: its number, title and address, what a person said of it, what it exactly says, its pictures.

What is shown of a kind besides its prose is in `inventory.py`, `options.py`, `examples.py` and `turn_diagram.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from ..model.naming import word_name
from ..model.rulebook import Placed
from ..prose import Paragraph, ProseTable
from ..syntax import nodes as s
from ..syntax.format import format_node
from . import document as d
from . import inventory, options
from .anchors import NumberedChapter, Section, anchor
from .citations import notes
from .editions import Editions
from .examples import example
from .games import Games
from .pictures import Pictures
from .single_use import placed_behind
from .subject import Subject, line_text

CHAPTER_LEVEL = 2
CLAUSE_LEVEL = 3


@frozen(eq=False)
class Writer:
    """Whatever the sections of one page are made from."""

    subject: Subject
    games: Games
    pictures: Pictures
    editions: Editions


def chapter(writer: Writer, one: NumberedChapter) -> Iterator[d.PageBlock]:
    """A chapter with all of its sections."""
    subject = writer.subject
    yield d.Heading(CHAPTER_LEVEL, (subject.chapter_title(one),), one.anchor, one.number)
    summary = subject.speaker.summary(word_name("chapter", one.chapter.name))
    marks = notes(subject, one.chapter.cites)
    if summary or marks:
        yield d.PageParagraph((summary, *marks), "rk-summary")
    new = len(one.sections) > 1 and writer.editions.is_new(subject, (section.placed for section in one.sections))
    if new:
        yield from writer.editions.new_here(subject)
    for section in one.sections:
        yield from clause_section(writer, section, new)


def clause_section(writer: Writer, section: Section, new: bool = False) -> Iterator[d.PageBlock]:
    """One clause, under its heading; `new`: in a chapter of which it was said that all of it is new."""
    subject, placed = writer.subject, section.placed
    prose = subject.prose(placed)
    yield d.Heading(CLAUSE_LEVEL, prose.title, anchor(placed.id), section.number)
    marks = notes(subject, placed.clause.tags.cites)
    shown = _with_facts(writer, placed, tuple(_shown(writer, section)), new)
    if prose.summary:
        yield d.PageParagraph((*prose.summary, *marks), "rk-summary")
    elif marks:
        shown = _marked(shown, marks)
    if subject.full:
        law = d.CodeBlock(format_node(placed.clause))
        yield d.Box("rk-law", (d.Box("rk-text", shown), d.Box("rk-source", (law,))))
    else:
        yield from shown
    yield from writer.editions.was(subject, placed, new)


def _with_facts(writer: Writer, host: Placed, shown: tuple[d.PageBlock, ...], new: bool) -> tuple[d.PageBlock, ...]:
    """What a clause says, with the facts that are used in it alone behind the sentences that name them."""
    for placed in writer.subject.explained.get(host.id, ()):
        shown = placed_behind(shown, placed.id, d.Aside(tuple(_explained(writer, placed, new))))
    return shown


def _explained(writer: Writer, placed: Placed, new: bool) -> Iterator[d.PageBlock]:
    """A fact where it is used: its address and title, what a person said of it, and what it exactly says."""
    subject = writer.subject
    prose = subject.prose(placed)
    title = d.Strong(f"{line_text(prose.title)}.")
    summary = (" ", *prose.summary) if prose.summary else ()
    marks = notes(subject, placed.clause.tags.cites)
    yield d.PageParagraph((d.Target(anchor(placed.id)), title, *summary, *marks))
    yield from _with_facts(writer, placed, prose.exact, new)
    if subject.full:
        yield d.CodeBlock(format_node(placed.clause))
    yield from writer.editions.was(subject, placed, new)


def _said(subject: Subject, node: s.Clause, exact: tuple[d.PageBlock, ...]) -> tuple[d.PageBlock, ...]:
    """What the prose says that no table of the page says with pictures, marks and addresses."""
    match node:
        case s.EnumClause() | s.TableClause():
            return tuple(block for block in exact if not isinstance(block, ProseTable))
        case s.OptionClause(items=items) if items:
            return exact[:1]
        case s.BoardClause():
            return tuple(_folded(subject, block) if isinstance(block, ProseTable) else block for block in exact)
    return exact


def _folded(subject: Subject, table: ProseTable) -> d.PageBlock:
    """A long table that says what a picture shows."""
    return d.Remark("abstract", subject.ui("page-as-table"), (table,), folded=True)


def _marked(blocks: tuple[d.PageBlock, ...], marks: d.InlineLine) -> tuple[d.PageBlock, ...]:
    """The marks behind the first sentence, or, where none stands first, in a line of their own."""
    if blocks and isinstance(first := blocks[0], Paragraph):
        return (d.PageParagraph((*first.text, *marks)), *blocks[1:])
    return (*blocks, d.PageParagraph(marks, "rk-cites"))


def _shown(writer: Writer, section: Section) -> Iterator[d.PageBlock]:
    """What the clause exactly says, with the tables and pictures of its kind."""
    subject, placed = writer.subject, section.placed
    node = placed.clause
    match node:
        case s.ExampleClause():
            yield from example(subject, placed, writer.games, writer.pictures)
            return
        case s.BoardClause() | s.EnumClause() | s.TableClause():
            yield from writer.pictures.board(node.name.text)
    yield from _said(subject, node, subject.prose(placed).exact)
    match node:
        case s.EnumClause():
            yield from inventory.items(subject, node, writer.pictures)
        case s.TableClause():
            yield from inventory.table(subject, node, writer.pictures)
        case s.PieceClause():
            yield from inventory.sorts(subject, node, writer.pictures)
        case s.OptionClause():
            yield from options.option(subject, writer.games, node)
        case s.RulesetClause():
            yield from options.ruleset(subject, node)
