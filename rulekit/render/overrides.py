"""What beats what: each rule that others override, with these in the order in which they count.

A reader who asks whether a character may do what a card forbids looks here: a question for each fact that has
exceptions and for each step that rules displace, what is usual, what is otherwise, and which of it prevails.  The page
of a game tells it in short; each question has a page of its own, with all that the rules say of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from ..check.precedence import by_rank
from ..model.rulebook import Placed
from ..syntax import nodes as s
from . import document as d
from .anchors import Section, anchor
from .citations import ASSUMED
from .sections import Writer, clause_section
from .subject import Subject, line_text

PREFIX = "beats-"
"""How the names of the pages of questions begin, and the anchors of the parts that tell them in short."""


@frozen(eq=False)
class Precedence:
    """What is usual, and what overrides it, first what prevails; `counting` says how, where there is anything to say.

    `step`: of a procedure, which rules come instead of; else it is a fact.
    """

    usual: Placed
    counting: str
    overriding: tuple[Placed, ...]
    step: str = ""

    @property
    def name(self) -> str:
        """Its anchor, and its file."""
        return f"{PREFIX}{anchor(self.usual.id)}{f'-{self.step}' if self.step else ''}"

    def title(self, subject: Subject) -> str:
        if self.step:
            return subject.title(self.usual.clause.name.text, self.step)
        return line_text(subject.prose(self.usual).title)


def questions(subject: Subject) -> Iterator[Precedence]:
    """In the order of the book; none where nothing is overridden."""
    first = subject.ui("page-beats-first")
    for placed in subject.placed():
        match placed.clause:
            case s.FactClause() as fact:
                found = _in_order(subject, [p for p in subject.placed() if _overrides(p.clause, fact.name.text)])
                counting = subject.ui(f"page-beats-{fact.combining or 'first'}")
                if found:
                    yield Precedence(placed, counting if len(found) > 1 or counting != first else "", found)
            case s.ProcedureClause() | s.FlowClause():
                for step, rules in displaced(subject, placed.clause.name.text).items():
                    yield Precedence(placed, first if len(rules) > 1 else "", rules, step)


def overrides(subject: Subject, folder: str) -> Iterator[d.PageBlock]:
    """A part for each question; their pages are in `folder`."""
    for one in questions(subject):
        usual = line_text(subject.prose(one.usual).title)
        yield d.Heading(3, (one.title(subject),), one.name)
        yield d.PageParagraph((subject.ui("page-usually"), " ", subject.link(one.usual.id, usual)))
        if one.counting:
            yield d.PageParagraph((one.counting,))
        said = tuple((d.PageParagraph(tuple(_said(subject, placed))),) for placed in one.overriding)
        yield d.Items(said, numbered=len(said) > 1)
        more = d.AnchorLink(subject.ui("page-beats-whole"), "", f"{folder}/{one.name}.md")
        yield d.PageParagraph((more,), "rk-elsewhere")


def question_page(writer: Writer, one: Precedence, file: str) -> d.Page:
    """All that the rules say of a question: the clauses, the first that counts first, and examples of the same
    sections of the sources; seen from the folder of the game's page.
    """
    subject, title = writer.subject, one.title(writer.subject)
    blocks = (d.Heading(1, (title,), "top"), *_whole(writer, one))
    return d.Page(f"{file}/{one.name}", f"{title} ({subject.heading})", subject.language, blocks, writer.pictures.files)


def _whole(writer: Writer, one: Precedence) -> Iterator[d.PageBlock]:
    subject = writer.subject
    back = d.AnchorLink(f"{subject.heading}: {subject.ui('page-overrides')}", "overrides")
    yield d.PageParagraph((back,), "rk-elsewhere")
    yield d.Heading(2, (subject.ui("page-beats-usual"),), "usual")
    yield from _clause(writer, one.usual)
    yield d.Heading(2, (subject.ui("page-beats-otherwise"),), "otherwise")
    if one.counting:
        yield d.PageParagraph((one.counting,))
    for placed in one.overriding:
        yield from _clause(writer, placed)
    examples = tuple(_examples(subject, one))
    if examples:
        yield d.Heading(2, (subject.ui("page-beats-examples"),), "examples")
        yield d.Items(
            tuple((d.PageParagraph((subject.link(p.id, line_text(subject.prose(p).title)),)),) for p in examples)
        )


def _clause(writer: Writer, placed: Placed) -> Iterator[d.PageBlock]:
    return clause_section(writer, Section(placed, writer.subject.numbers[placed.id]))


def _examples(subject: Subject, one: Precedence) -> Iterator[Placed]:
    """Those that show what the same sections of a source say as one of the clauses that override."""
    shown = {place for placed in one.overriding for place in _cited(placed)}
    for placed in subject.placed():
        if isinstance(placed.clause, s.ExampleClause) and not shown.isdisjoint(_cited(placed)):
            yield placed


def _cited(placed: Placed) -> set[tuple[str, str]]:
    return {
        (cite.source.text, part.strip())
        for cite in placed.clause.tags.cites
        if cite.detail is not None and cite.source.text != ASSUMED
        for part in cite.detail.value.split(";")
    }


def _overrides(clause: s.Clause, fact: str) -> bool:
    return isinstance(clause, s.ExceptionClause) and clause.fact.text == fact


def displaced(subject: Subject, procedure: str) -> Mapping[str, tuple[Placed, ...]]:
    """The rules that come instead of steps of a procedure, by step."""
    found: dict[str, list[Placed]] = {}
    for placed in subject.placed():
        clause = placed.clause
        if isinstance(clause, s.RuleClause) and isinstance(clause.trigger, s.AtStep):
            at = clause.trigger
            if at.procedure.text == procedure and at.when == "instead of":
                found.setdefault(at.step.text, []).append(placed)
    return {step: _in_order(subject, rules) for step, rules in found.items()}


def _in_order(subject: Subject, found: Sequence[Placed]) -> tuple[Placed, ...]:
    """First what prevails; they are all exceptions, or all rules."""
    ranks, at = subject.rulebook.ranks, dict[str, int]()
    exceptions = [p.clause for p in found if isinstance(p.clause, s.ExceptionClause)]
    rules = [p.clause for p in found if isinstance(p.clause, s.RuleClause)]
    for clause in (*by_rank(exceptions, ranks), *by_rank(rules, ranks)):
        at[clause.name.text] = len(at)
    return tuple(sorted(found, key=lambda p: at[p.clause.name.text]))


def _said(subject: Subject, placed: Placed) -> Iterator[d.InlinePiece]:
    """What overrides, whose it is, and what a person said of it."""
    prose = subject.prose(placed)
    yield subject.link(placed.id, line_text(prose.title))
    if placed.id in subject.brought:
        yield f" ({subject.brought[placed.id]})"
    if prose.summary:
        yield ": "
        yield from prose.summary
