"""What beats what: each rule that others override, with these in the order in which they count.

A reader who asks whether a character may do what a card forbids looks here: a question for each fact that has
exceptions and for each step that rules displace, what is usual, what is otherwise, and which of it prevails.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..check.precedence import by_rank
from ..model.rulebook import Placed
from ..syntax import nodes as s
from . import document as d
from .anchors import anchor
from .subject import Subject, line_text


def overrides(subject: Subject) -> Iterator[d.PageBlock]:
    """A part for each question, in the order of the book; nothing where nothing is overridden."""
    for placed in subject.placed():
        match placed.clause:
            case s.FactClause() as fact:
                found = [p for p in subject.placed() if _overrides(p.clause, fact.name.text)]
                if found:
                    yield from _question(subject, placed, _counting(subject, fact), _in_order(subject, found))
            case s.ProcedureClause() | s.FlowClause():
                for step, rules in displaced(subject, placed.clause.name.text).items():
                    yield from _question(subject, placed, subject.ui("page-beats-first"), rules, step)


def _overrides(clause: s.Clause, fact: str) -> bool:
    return isinstance(clause, s.ExceptionClause) and clause.fact.text == fact


def displaced(subject: Subject, procedure: str) -> Mapping[str, list[Placed]]:
    """The rules that come instead of steps of a procedure, by step."""
    found: dict[str, list[Placed]] = {}
    for placed in subject.placed():
        clause = placed.clause
        if isinstance(clause, s.RuleClause) and isinstance(clause.trigger, s.AtStep):
            at = clause.trigger
            if at.procedure.text == procedure and at.when == "instead of":
                found.setdefault(at.step.text, []).append(placed)
    return {step: _in_order(subject, rules) for step, rules in found.items()}


def _in_order(subject: Subject, found: Sequence[Placed]) -> list[Placed]:
    """First what prevails; they are all exceptions, or all rules."""
    ranks, at = subject.rulebook.ranks, dict[str, int]()
    exceptions = [p.clause for p in found if isinstance(p.clause, s.ExceptionClause)]
    rules = [p.clause for p in found if isinstance(p.clause, s.RuleClause)]
    for clause in (*by_rank(exceptions, ranks), *by_rank(rules, ranks)):
        at[clause.name.text] = len(at)
    return sorted(found, key=lambda p: at[p.clause.name.text])


def _counting(subject: Subject, fact: s.FactClause) -> str:
    """How the exceptions to a fact count together."""
    return subject.ui(f"page-beats-{fact.combining or 'first'}")


def _question(
    subject: Subject, placed: Placed, counting: str, found: Sequence[Placed], step: str = ""
) -> Iterator[d.PageBlock]:
    usual = line_text(subject.prose(placed).title)
    title = usual if not step else subject.title(placed.clause.name.text, step)
    yield d.Heading(3, (title,), f"beats-{anchor(placed.id)}{f'-{step}' if step else ''}")
    yield d.PageParagraph((subject.ui("page-usually"), " ", subject.link(placed.id, usual)))
    if len(found) > 1 or counting != subject.ui("page-beats-first"):
        yield d.PageParagraph((counting,))
    yield d.Items(tuple((d.PageParagraph(tuple(_said(subject, one))),) for one in found), numbered=len(found) > 1)


def _said(subject: Subject, placed: Placed) -> Iterator[d.InlinePiece]:
    """What overrides, whose it is, and what a person said of it."""
    prose = subject.prose(placed)
    yield subject.link(placed.id, line_text(prose.title))
    if placed.id in subject.brought:
        yield f" ({subject.brought[placed.id]})"
    if prose.summary:
        yield ": "
        yield from prose.summary
