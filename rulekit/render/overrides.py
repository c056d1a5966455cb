"""What beats what: each rule that others override, with these in the order in which they count.

A reader who asks whether a character may do what a card forbids looks here: a question for each fact that has
exceptions and for each step that rules displace, what is usual, what is otherwise, and which of it prevails.  The page
of a game tells it in short; each question has a page of its own, with all that the rules say of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from ..check.precedence import by_rank
from ..model.naming import word_name_of
from ..model.rulebook import Placed
from ..prose import Paragraph
from ..syntax import nodes as s
from . import page_blocks as d
from .anchors import Section, anchor
from .clause_sections import Writer, clause_section
from .footnotes import ASSUMED
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
            return subject.title(word_name_of(self.usual.id), self.step)
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
        yield d.Heading(3, (one.title(subject),), one.name)
        yield d.PageParagraph((subject.ui("page-usually"), " ", subject.link(one.usual.id, _usually(subject, one))))
        if one.counting:
            yield d.PageParagraph((one.counting,))
        said = tuple((d.PageParagraph(tuple(_said(subject, placed))),) for placed in one.overriding)
        yield d.Items(said, numbered=len(said) > 1 and one.counting == subject.ui("page-beats-first"))
        shown = any(True for placed in one.overriding for _ in _examples(subject, placed))
        more = subject.ui("page-beats-with-examples" if shown else "page-beats-whole")
        yield d.PageParagraph((d.AnchorLink(more, "", f"{folder}/{one.name}.md"),), "rk-elsewhere")


def _usually(subject: Subject, one: Precedence) -> str:
    """What is usual in a line: of a fact what it says, for its title is the question."""
    prose = subject.prose(one.usual)
    title = line_text(prose.title)
    if one.step:
        return title
    said = prose.summary or next((block.text for block in prose.exact if isinstance(block, Paragraph)), ())
    return line_text(said).rstrip(".") or title


def question_page(writer: Writer, one: Precedence, file: str) -> d.Page:
    """All that the rules say of a question: the clauses, the first that counts first, each with the examples of the
    same sections of the sources; seen from the folder of the game's page.
    """
    subject, title = writer.subject, one.title(writer.subject)
    blocks = (d.Heading(1, (title,), "top"), *_whole(writer, one))
    titled, about = f"{title} ({subject.heading})", {"search": {"exclude": True}}
    return d.Page(f"{file}/{one.name}", titled, subject.language, blocks, writer.pictures.files, about)


def _whole(writer: Writer, one: Precedence) -> Iterator[d.PageBlock]:
    subject = writer.subject
    back = d.AnchorLink(f"{subject.heading}: {subject.ui('page-overrides')}", "overrides")
    yield d.PageParagraph((back,), "rk-elsewhere")
    yield d.Heading(2, (subject.ui("page-beats-usual"),), "usual")
    _, *usual = _clause(writer, one.usual)
    if one.step:
        yield d.PageParagraph((subject.link(one.usual.id, line_text(subject.prose(one.usual).title)),))
    yield from usual
    yield d.Heading(2, (subject.ui("page-beats-otherwise"),), "otherwise")
    if one.counting:
        yield d.PageParagraph((one.counting,))
    for placed in one.overriding:
        heading, *said = _clause(writer, placed)
        yield heading
        if placed.id in subject.brought:
            yield d.PageParagraph(
                (d.AnchorLink(subject.brought[placed.id], _chapter(subject, placed)),), "rk-elsewhere"
            )
        yield from said
        examples = tuple(subject.link(p.id, line_text(subject.prose(p).title)) for p in _examples(subject, placed))
        if examples:
            yield d.PageParagraph((d.Strong(subject.ui("page-beats-examples")),))
            yield d.Items(tuple((d.PageParagraph((link,)),) for link in examples))


def _clause(writer: Writer, placed: Placed) -> Iterator[d.PageBlock]:
    """Its heading, and what it says."""
    return clause_section(writer, Section(placed, writer.subject.numbers[placed.id]))


def _chapter(subject: Subject, placed: Placed) -> str:
    """The anchor of the chapter in which it stands."""
    return next(one.anchor for one in subject.chapters if any(placed.id == part.placed.id for part in one.sections))


def _examples(subject: Subject, placed: Placed) -> Iterator[Placed]:
    """Those that show what the same sections of a source say."""
    cited = _cited(placed)
    for other in subject.placed():
        if isinstance(other.clause, s.ExampleClause) and not cited.isdisjoint(_cited(other)):
            yield other


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
