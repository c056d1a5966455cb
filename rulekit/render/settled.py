"""Tells what players agree on before a game: each option and ruling, what these rules do, and what else could be.

In a book with sections the rulings have small numbers, at the sentences that follow from them and in this table.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from ..model.difference import default_of
from ..model.rulebook import Placed
from ..syntax import nodes as s
from . import page_blocks as d
from .anchors import anchor
from .inventory import capital
from .subject import Subject, line_text


def settled_options(subject: Subject) -> Iterator[d.PageBlock]:
    """Return the table of all options."""
    rows = tuple(settled_row(subject, one) for one in subject.placed() if isinstance(one.clause, s.OptionClause))
    if rows:
        head = ("page-question", "page-these-rules", "page-or-agree-on")
        yield d.PageTable(tuple((subject.ui(key),) for key in head), rows, "rk-settled")


def is_ruling(clause: s.Clause) -> bool:
    """Return whether a clause answers a question that the sources leave open."""
    return isinstance(clause, s.OptionClause) and clause.ruling


def ruling_anchor(id_: str) -> str:
    """Return the anchor of the row that tells a ruling."""
    return f"settled-{id_.partition(' ')[2]}"


def settled_rulings(subject: Subject, numbers: Mapping[str, int], there: Collection[str]) -> Iterator[d.PageBlock]:
    """Return the table of the numbered rulings, then the options: what the source says, these rules, and what else.

    `there` are the anchors that the page has already.
    """
    asked = [one for one in subject.placed() if isinstance(one.clause, s.OptionClause)]
    others = [one for one in asked if not is_ruling(one.clause) and one.id not in numbers]
    rows = [
        ((d.Target(ruling_anchor(id_)), str(n)), *_told(subject, subject.shown[id_], there))
        for id_, n in numbers.items()
    ]
    rows += [((), *_told(subject, one, there)) for one in others]
    if rows:
        head = ("page-point", "page-the-source", "page-these-rules", "page-or-agree-on")
        yield d.PageTable(((), *((subject.ui(key),) for key in head)), tuple(rows), "rk-settled")


def _told(subject: Subject, placed: Placed, there: Collection[str]) -> tuple[d.InlineLine, ...]:
    """The question, what its summary says of the sources, the answer of these rules, and the other answers."""
    prose = subject.prose(placed)
    _, own, other = settled_row(subject, placed)
    target = () if anchor(placed.id) in there else (d.Target(anchor(placed.id)),)
    return ((*target, line_text(prose.title)), prose.summary or (), own, other)


def settled_row(subject: Subject, placed: Placed) -> tuple[d.InlineLine, ...]:
    """Return the question, the answer of these rules, and the other answers."""
    clause = placed.clause
    assert isinstance(clause, s.OptionClause)
    prose = subject.prose(placed)
    question = line_text(prose.summary or prose.title)
    first: d.InlineLine = (d.Target(anchor(placed.id)), question)
    name = clause.name.text
    if not clause.items:
        usual = subject.rulebook.options.get(name, default_of(clause))
        return (first, (str(usual),), ())
    own = [subject.title(name, item.name.text) for item in clause.items if is_in_force(subject, clause, item)]
    other = [subject.title(name, item.name.text) for item in clause.items if not is_in_force(subject, clause, item)]
    return (first, (capital("; ".join(own)),), (capital("; ".join(other)),))


def is_in_force(subject: Subject, clause: s.OptionClause, item: s.Item) -> bool:
    """Return whether the page is told with this answer."""
    return item.name.text == subject.rulebook.options.get(clause.name.text, default_of(clause))
