"""A mutant: a change of a text, and the operator that made it.

An operator yields edits of the text, found by the spans of syntax nodes. The changed text is parsed and checked as
usual.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from attrs import define, frozen

from rulekit.check.checked import CheckedModel
from rulekit.diagnostics import Span
from rulekit.syntax import nodes as s
from rulekit.syntax.traversal import body_of, every, walk

from .bases import Base
from .secrets import secrets


@frozen
class Edit:
    """A replacement of the text between two offsets."""

    start: int
    end: int
    text: str

    @staticmethod
    def at(span: Span, text: str) -> Edit:
        return Edit(span.start, span.end, text)

    @staticmethod
    def behind(span: Span, text: str) -> Edit:
        return Edit(span.end, span.end, text)


@frozen
class Mutant:
    base: Base
    operator: str
    edit: Edit

    @property
    def text(self) -> str:
        old = self.base.text
        return old[: self.edit.start] + self.edit.text + old[self.edit.end :]

    @property
    def line(self) -> int:
        return self.base.book.span.source.place(self.edit.start).line

    def __str__(self) -> str:
        was = self.base.text[self.edit.start : self.edit.end]
        return f"{self.operator} in {self.base.name}, line {self.line}: `{was}` -> `{self.edit.text}`"


@define
class Site:
    """The book to be changed, its checked model, and a source of random numbers. Operators read clauses and nodes from
    it."""

    base: Base
    model: CheckedModel
    source: random.Random

    @property
    def clauses(self) -> Iterator[s.Clause]:
        """Yield the clauses of the changed book that apply in this configuration."""
        ours = self.base.book.span.source
        for placed in self.model.rulebook.clauses:
            if placed.clause.span.source is ours:
                yield placed.clause

    def statements(self, *kinds: type) -> Iterator[Any]:
        for clause in self.clauses:
            for stmt in every(body_of(clause)):
                if not kinds or isinstance(stmt, kinds):
                    yield stmt

    def nodes(self, *kinds: type) -> Iterator[Any]:
        for clause in self.clauses:
            for node in walk(clause):
                if isinstance(node, kinds):
                    yield node

    @property
    def secret(self) -> str:
        """Return a random condition on something that not everybody sees; "" if there is none."""
        found = secrets(self.model)
        return self.source.choice(found) if found else ""


Operator = Callable[[Site], Iterator[Edit]]
OPERATORS: dict[str, Operator] = {}
OUTRIGHT: set[str] = set()


def operator(function: Operator) -> Operator:
    """Register an operator under the name of its function."""
    OPERATORS[function.__name__] = function
    return function


def outright(function: Operator) -> Operator:
    """Register an operator that makes something visible depend on something hidden. The other operators may plant
    harmless changes, which can be recognised only in small games.
    """
    OUTRIGHT.add(function.__name__)
    return operator(function)


def mutants(base: Base, name: str, seed: str) -> list[Mutant]:
    """Return all mutants that an operator makes of a base."""
    if base.large and name not in OUTRIGHT:
        return []
    source = random.Random(f"{seed}/{base.name}/{name}")
    return [Mutant(base, name, edit) for edit in OPERATORS[name](Site(base, base.model, source))]
