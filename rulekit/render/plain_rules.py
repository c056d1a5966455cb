"""Composes the page `The rules` of a rulebook without sections, from the summaries that its author wrote.

What players need but has no summary is printed in exact sentences. Memory cells, promises and helpers are only in the
reference. A helper is a fact without title and summary, in a book in which another fact or the flow has a summary.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final

from attrs import frozen

from ..diagnostics.printable import capital
from ..model.rulebook import Placed
from ..model.types import DomainType, SetType
from ..prose import Paragraph
from ..syntax import nodes as s
from ..syntax.forms import does
from ..syntax.traversal import branches_in, inside, walk
from . import inventory
from . import page_blocks as d
from .anchors import NumberedChapter, anchor
from .clause_sections import Writer
from .set_up import set_up_at_a_glance
from .settled import answer_in_force, settled_options
from .subject import line_text
from .turn_diagram import turn_diagram
from .worked_examples import example_figures

NEEDED: Final = ("exception", "action", "rule", "flow", "procedure", "fact")
"""Kinds of clauses that are printed in exact sentences if they have no summary."""
SUMMED_UP: Final = (*NEEDED, "choice", "enum", "table", "piece", "board", "place", "keep", "event")
"""Kinds of clauses that are printed if they have a summary."""
THINGS: Final = ("things", "places")
"""Default chapters, in a book without its own, that are printed together with the contents of the box."""
COURSE: Final = "course"
FEW_ITEMS: Final = 12
FEW_ROWS: Final = 24
"""The greatest number of rows of a printed table; a longer one is only in the reference."""
FEW_WORDS: Final = 120
"""The greatest number of words in the diagram of the course of the game; a longer one is replaced by sentences."""
FEW_EXAMPLES: Final = 12
"""The greatest number of printed examples, not counting those of other ways to play; if there are more, all of them
are only in the reference."""


def plain_rules(writer: Writer, reference: str) -> Iterator[d.PageBlock]:
    """Yield the contents of the box, the set-up, the course of the game, the chapters, the end of the game, and the
    options. `reference` is the path of the page with the exact texts."""
    plain = PlainRules(writer, reference)
    subject, games, pictures = writer.subject, writer.games, writer.pictures
    things = [one for one in plain.chapters if is_usual(one, *THINGS)]
    box = (*inventory.box(subject, games, pictures), *(b for one in things for b in plain.clauses(one)))
    yield from plain.with_heading("rules-box", "box", box)
    yield from plain.with_heading("rules-set-up", "set-up", tuple(set_up_at_a_glance(subject, games, pictures)))
    yield from plain.with_heading("course", "course", tuple(plain.course()))
    for one in plain.chapters:
        if one not in things:
            yield from plain.chapter(one)
    yield from plain.with_heading("how-it-ends", "how-it-ends", tuple(plain.endings()))
    yield from plain.with_heading("settled", "settled", tuple(settled_options(subject, examples=plain.examples_of)))


def word_count(blocks: Sequence[d.PageBlock]) -> int:
    """Return the number of words in the paragraphs among these blocks; words in tables do not count."""
    lines = (one.line for one in d.blocks_of(tuple(blocks)) if isinstance(one, d.PageParagraph))
    return sum(len(line_text(line).split()) for line in lines)


def _is_one_step(diagram: Sequence[d.PageBlock]) -> bool:
    """Return whether a diagram only names one step: it has a single innermost box and no list."""
    every = tuple(d.blocks_of(tuple(diagram)))
    inner = [one for one in every if isinstance(one, d.Box) and not any(isinstance(x, d.Box) for x in one.blocks)]
    return len(inner) == 1 and not any(isinstance(one, d.Items) for one in every)


@frozen(eq=False, slots=False)
class PlainRules:
    """Composes the page `The rules` from the clauses of a book. `reference` is the path of the page with the exact
    texts."""

    writer: Writer
    reference: str

    @cached_property
    def chapters(self) -> tuple[NumberedChapter, ...]:
        """Return the chapters for players."""
        return tuple(one for one in self.writer.subject.chapters if not one.reference)

    @cached_property
    def _kinds_with_summary(self) -> frozenset[str]:
        """Return the kinds of clauses of which at least one has a summary."""
        subject = self.writer.subject
        return frozenset(p.clause.kind for p in subject.placed() if subject.prose(p).summary)

    @cached_property
    def _examples(self) -> Mapping[str, Sequence[Placed]]:
        """Return a mapping from the id of each clause to the examples that show it. It is empty if there are more than
        FEW_EXAMPLES, not counting those of other ways to play."""
        found: dict[str, list[Placed]] = {}
        for placed in self.writer.subject.placed():
            if isinstance(placed.clause, s.ExampleClause):
                found.setdefault(self._shown_by(placed), []).append(placed)
        questions = {p.id for p in self.writer.subject.placed() if isinstance(p.clause, s.OptionClause)}
        return found if sum(len(found[one]) for one in found.keys() - questions) <= FEW_EXAMPLES else {}

    def _shown_by(self, placed: Placed) -> str:
        """Return the id of the clause that an example shows. This is an option to which the example gives another
        answer; else the last printed clause that it plays, or names in what it expects; else the flow."""
        subject = self.writer.subject
        setting = self.writer.games.settings.get(placed.clause.name.text)
        answers = setting.options if setting else {}
        for one in subject.placed():
            asked, name = one.clause, one.clause.name.text
            if isinstance(asked, s.OptionClause) and asked.items and name in answers:
                if answers[name] != answer_in_force(subject, asked):
                    return one.id
        played = [line.label.text for line in inside(placed.clause, s.Played)]
        named = [part.name.text for line in inside(placed.clause, s.Expect) for part in inside(line, s.Call)]
        offered = (self._offers[label] for label in reversed((*named, *played)) if label in self._offers)
        return next(offered, "flow flow")

    @cached_property
    def _offers(self) -> Mapping[str, str]:
        """Return a mapping from the names that an example can play or expect to the ids of printed clauses. These are
        the names of branches that players may choose, and of actions, procedures and facts."""
        found: dict[str, str] = {}
        for placed in self.writer.subject.placed():
            if self.is_printed(placed):
                found.update({branch.name.text: placed.id for branch in branches_in(placed.clause)})
                if isinstance(placed.clause, s.ActionClause | s.ProcedureClause | s.FactClause):
                    found[placed.clause.name.text] = placed.id
        return found

    # ---- parts of the page

    def with_heading(self, key: str, where: str, blocks: tuple[d.PageBlock, ...]) -> Iterator[d.PageBlock]:
        """Yield blocks below a heading; nothing if there are no blocks. `key` is the key of the heading's words, and
        `where` its anchor."""
        if blocks:
            yield d.Heading(2, (self.writer.subject.ui(f"page-{key}"),), where)
            yield from blocks

    def course(self) -> Iterator[d.PageBlock]:
        """Yield the course of the game: the flow as boxes or in sentences. In a book without its own chapters, the
        procedures follow."""
        flow = next((p for p in self.writer.subject.placed() if isinstance(p.clause, s.FlowClause)), None)
        brief = flow is not None and self._summary(flow) is not None
        diagram = tuple(turn_diagram(self.writer.subject, brief))
        short = word_count(diagram) <= FEW_WORDS
        if flow is not None and not (short and self._summary(flow) is None):
            yield from self._words(flow)
        if short and not (brief and _is_one_step(diagram)):  # the summary says the same
            yield from diagram
        for one in self.chapters:
            if is_usual(one, COURSE):
                yield from self.clauses(one)
        yield from self.examples_of("flow flow")

    def chapter(self, one: NumberedChapter) -> Iterator[d.PageBlock]:
        """Yield a chapter; nothing if it has neither a summary nor printed clauses. The default chapter about the
        course of the game is printed elsewhere."""
        if is_usual(one, COURSE):
            return
        subject = self.writer.subject
        summary = subject.chapter_summary(one)
        blocks = tuple(self.clauses(one))
        if blocks or summary:
            yield d.Heading(2, (subject.chapter_title(one),), one.anchor)
        if summary:
            yield d.PageParagraph((summary,))
        yield from blocks

    def clauses(self, one: NumberedChapter) -> Iterator[d.PageBlock]:
        """Yield the printed clauses of a chapter."""
        for section in one.sections:
            for placed in self.writer.subject.with_explained(section.placed):
                if self.is_printed(placed) and not isinstance(placed.clause, s.FlowClause):
                    if not (is_ending(placed) and self._summary(placed)):
                        yield from self.clause(placed)

    def endings(self) -> Iterator[d.PageBlock]:
        """Yield the clauses with summaries that end the game, except the flow."""
        for one in self.chapters:
            for section in one.sections:
                for placed in self.writer.subject.with_explained(section.placed):
                    if self.is_printed(placed) and is_ending(placed) and self._summary(placed):
                        yield from self.clause(placed)

    def _summary(self, placed: Placed) -> d.InlineLine | None:
        return self.writer.subject.prose(placed).summary

    def is_printed(self, placed: Placed) -> bool:
        """Return whether the page contains a clause."""
        kind = placed.clause.kind
        if not self.writer.subject.is_told(placed):
            return False
        if self._summary(placed):
            pictures = self.writer.pictures
            is_thing = kind != "keep" or inventory.is_thing(self.writer.subject, pictures, placed.clause.name.text)
            return kind in SUMMED_UP and is_thing
        titled = placed.clause.tags.title is not None
        helper = kind == "fact" and not titled and not {kind, "flow"}.isdisjoint(self._kinds_with_summary)
        return (kind in NEEDED and not helper) or (kind == "table" and titled)

    # ---- parts of a clause

    def clause(self, placed: Placed) -> Iterator[d.PageBlock]:
        """Yield a paragraph with the title and the text of a clause, then its table and its examples."""
        yield from self._words(placed)
        yield from self._table(placed.clause)
        yield from self.examples_of(placed.id)

    def _words(self, placed: Placed) -> Iterator[d.PageBlock]:
        """Yield a paragraph with the title and the text of a clause. If its summary begins with the title, the title is
        not repeated."""
        subject = self.writer.subject
        prose = subject.prose(placed)
        title = line_text(prose.title).rstrip(".")
        end = "" if title.endswith(("?", "!")) else "."
        begin: d.InlineLine = (d.Target(anchor(placed.id)), d.Strong(f"{title}{end}"), " ")
        exactly = ("\u202f", *self.exactly(placed))
        if prose.summary:
            summary = prose.summary
            if isinstance(summary[0], str) and summary[0].startswith(f"{title} "):
                begin = (begin[0], d.Strong(title))
                summary = (summary[0].removeprefix(title), *summary[1:])
            yield d.PageParagraph((*begin, *summary, *self._members(placed, line_text(summary)), *exactly))
        elif prose.exact and isinstance(first := prose.exact[0], Paragraph):
            yield d.PageParagraph((*begin, *first.text, *exactly))
            yield from prose.exact[1:]
        else:
            yield d.PageParagraph((*begin, *exactly))
            yield from prose.exact

    def exactly(self, placed: Placed) -> d.InlineLine:
        """Return a link to the exact text of a clause."""
        subject = self.writer.subject
        hover = subject.ui("page-exactly")
        return (d.ExactLink("§", (anchor(placed.id),), self.reference, hover),)

    def _members(self, placed: Placed, summary: str) -> d.InlineLine:
        """Return the items of an enumeration, if there are few of them and its summary does not mention them all; else
        nothing."""
        clause = placed.clause
        if not isinstance(clause, s.EnumClause) or len(clause.items) > FEW_ITEMS:
            return ()
        titles = [self.writer.subject.title(clause.name.text, item.name.text) for item in clause.items]
        if all(re.search(rf"\b{re.escape(title)}", summary, re.IGNORECASE) for title in titles):
            return ()
        return (" ", f"{capital(', '.join(titles))}.")

    def _table(self, clause: s.Clause) -> Iterator[d.PageBlock]:
        """Yield the rows of a table, if there are few of them and the picture of a board does not show them already."""
        if not isinstance(clause, s.TableClause) or len(clause.rows) > FEW_ROWS:
            return
        domain = self.writer.subject.domain(clause.name.text)
        sets = [f.type.item for f in domain.fields if isinstance(f.type, SetType)] if domain else []
        if domain is not None and not any(isinstance(item, DomainType) and item.domain.board for item in sets):
            yield from inventory.table(self.writer.subject, clause, self.writer.pictures, self._clauses_about)

    def _clauses_about(self, title: str) -> Iterator[d.InlinePiece]:
        """Yield links to the printed clauses that mention a thing in their title, or whose summary begins with its
        title and a colon. They are for the row of a table that says nothing about the thing."""
        name = re.compile(rf"\b{re.escape(title)}", re.IGNORECASE)
        for placed in self.writer.subject.placed():
            prose = self.writer.subject.prose(placed)
            said, summary = line_text(prose.title), line_text(prose.summary or ())
            if self.is_printed(placed) and (name.search(said) or summary.startswith(f"{title}:")):
                yield from (". ", self.writer.subject.link(placed.id, said))

    def examples_of(self, id_: str) -> Iterator[d.PageBlock]:
        """Yield a folded note for each example that shows a clause, with its title and pictures."""
        subject, games, pictures = self.writer.subject, self.writer.games, self.writer.pictures
        for placed in self._examples.get(id_, ()):
            if figures := example_figures(subject, placed, games, pictures):
                yield d.Remark("example", line_text(subject.prose(placed).title), figures, folded=True)


def is_usual(one: NumberedChapter, *names: str) -> bool:
    """Return whether a chapter is one of the default chapters with these names, which a book without its own chapters
    has."""
    return one.chapter.title is None and one.chapter.name in names


def is_ending(placed: Placed) -> bool:
    """Return whether a clause ends the game, without a decision by a player; False for the flow."""
    statements = [node for node in walk(placed.clause) if isinstance(node, s.Stmt)]
    ends = any(does(one, "ends") for one in statements) and not any(does(one, "decides") for one in statements)
    return ends and not isinstance(placed.clause, s.FlowClause)
