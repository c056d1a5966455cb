"""Tells which rules override which: a part for each rule that others override, with these in the order of precedence.

A reader who asks whether a character may do what a card forbids finds the answer here. There is a part for each fact
with exceptions, and for each step that rules replace: what is usual, what overrides it, and which of those prevails.
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
from .anchors import anchor
from .footnotes import ASSUMED
from .subject import Subject, line_text

PREFIX = "beats-"
"""The prefix of the anchors of the parts."""


@frozen(eq=False)
class Precedence:
    """A usual rule and the clauses that override it, the strongest first. `counting` is a sentence about how several of
    them combine; it is empty if none is needed. `step` is the name of the step of a procedure that the clauses replace;
    it is empty if the usual rule is a fact."""

    usual: Placed
    counting: str
    overriding: tuple[Placed, ...]
    step: str = ""

    @property
    def name(self) -> str:
        """Return the anchor of the part."""
        return f"{PREFIX}{anchor(self.usual.id)}{f'-{self.step}' if self.step else ''}"

    def title(self, subject: Subject) -> str:
        if self.step:
            return subject.title(word_name_of(self.usual.id), self.step)
        return line_text(subject.prose(self.usual).title)


def questions(subject: Subject) -> Iterator[Precedence]:
    """Yield the precedence for each fact and each step that is overridden, in the order of the book."""
    first = subject.ui("page-beats-first")
    for placed in subject.placed():
        match placed.clause:
            case s.FactClause() as fact:
                found = _in_order(subject, [p for p in subject.placed() if _overrides(p.clause, fact.name.text)])
                counting = subject.ui(f"page-beats-{fact.combining or 'first'}")
                if found:
                    yield Precedence(placed, counting if len(found) > 1 or counting != first else "", found)
            case s.ProcedureClause() | s.FlowClause():
                for step, rules in step_replacements(subject, placed.clause.name.text).items():
                    yield Precedence(placed, first if len(rules) > 1 else "", rules, step)


def overrides(subject: Subject) -> Iterator[d.PageBlock]:
    """Yield a part for each fact and each step that is overridden, with links to examples that cite the same sections
    of sources."""
    for one in questions(subject):
        yield d.Heading(3, (one.title(subject),), one.name)
        yield d.PageParagraph((subject.ui("page-usually"), " ", subject.link(one.usual.id, _usually(subject, one))))
        if one.counting:
            yield d.PageParagraph((one.counting,))
        said = tuple((d.PageParagraph(tuple(_override_line(subject, placed))),) for placed in one.overriding)
        yield d.Items(said, numbered=len(said) > 1 and one.counting == subject.ui("page-beats-first"))
        shown = dict.fromkeys(p.id for placed in one.overriding for p in _examples(subject, placed))
        if shown:
            links = (piece for id_ in shown for piece in (", ", subject.link(id_)))
            yield d.PageParagraph((f"{subject.ui('page-beats-examples')}: ", *tuple(links)[1:]), "rk-elsewhere")


def _usually(subject: Subject, one: Precedence) -> str:
    """Return the usual rule in one line. For a step this is the title of its procedure. For a fact it is the summary or
    the exact text, because the title of the fact is the title of the part already."""
    prose = subject.prose(one.usual)
    title = line_text(prose.title)
    if one.step:
        return title
    said = prose.summary or next((block.text for block in prose.exact if isinstance(block, Paragraph)), ())
    return line_text(said).rstrip(".") or title


def _examples(subject: Subject, placed: Placed) -> Iterator[Placed]:
    """Yield the examples that cite a section of a source that a clause cites too."""
    cited = _citations(placed)
    for other in subject.placed():
        if isinstance(other.clause, s.ExampleClause) and not cited.isdisjoint(_citations(other)):
            yield other


def _citations(placed: Placed) -> set[tuple[str, str]]:
    return {
        (cite.source.text, part.strip())
        for cite in placed.clause.tags.cites
        if cite.detail is not None and cite.source.text != ASSUMED
        for part in cite.detail.value.split(";")
    }


def _overrides(clause: s.Clause, fact: str) -> bool:
    return isinstance(clause, s.ExceptionClause) and clause.fact.text == fact


def step_replacements(subject: Subject, procedure: str) -> Mapping[str, tuple[Placed, ...]]:
    """Return a mapping from the name of each step of a procedure that rules replace, to these rules."""
    found: dict[str, list[Placed]] = {}
    for placed in subject.placed():
        clause = placed.clause
        if isinstance(clause, s.RuleClause) and isinstance(clause.trigger, s.AtStep):
            at = clause.trigger
            if at.procedure.text == procedure and at.when == "instead of":
                found.setdefault(at.step.text, []).append(placed)
    return {step: _in_order(subject, rules) for step, rules in found.items()}


def _in_order(subject: Subject, found: Sequence[Placed]) -> tuple[Placed, ...]:
    """Return overriding clauses in the order of precedence, the strongest first. `found` must contain only exceptions
    or only rules."""
    ranks, at = subject.rulebook.ranks, dict[str, int]()
    exceptions = [p.clause for p in found if isinstance(p.clause, s.ExceptionClause)]
    rules = [p.clause for p in found if isinstance(p.clause, s.RuleClause)]
    for clause in (*by_rank(exceptions, ranks), *by_rank(rules, ranks)):
        at[clause.name.text] = len(at)
    return tuple(sorted(found, key=lambda p: at[p.clause.name.text]))


def _override_line(subject: Subject, placed: Placed) -> Iterator[d.InlinePiece]:
    """Yield the inline pieces about an overriding clause: its title, the chapter of the layer that brought it, and its
    summary."""
    prose = subject.prose(placed)
    yield subject.link(placed.id, line_text(prose.title))
    if placed.id in subject.brought:
        yield f" ({subject.brought[placed.id]})"
    if prose.summary:
        yield ": "
        yield from prose.summary
