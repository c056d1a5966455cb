"""A mutant: what was changed in a text, and by which operator.

An operator gives edits of the text, found by the spans of the syntax; what comes of it is parsed and checked as any
rulebook is.
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
    """A part of the text and what stands there instead."""

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
    """What operators look at: the statements, nodes and clauses of the text to be changed, and something hidden."""

    base: Base
    model: CheckedModel
    source: random.Random

    @property
    def clauses(self) -> Iterator[s.Clause]:
        """Those of the changed book that play by this configuration."""
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
        """A condition on something that not all see."""
        found = secrets(self.model)
        return self.source.choice(found) if found else ""


Operator = Callable[[Site], Iterator[Edit]]
OPERATORS: dict[str, Operator] = {}
OUTRIGHT: set[str] = set()


def operator(function: Operator) -> Operator:
    """Enters an operator under the name of its function."""
    OPERATORS[function.__name__] = function
    return function


def outright(function: Operator) -> Operator:
    """One that makes what somebody sees ask something hidden; the others may plant what leaks nothing, and that can be
    told of a small game only.
    """
    OUTRIGHT.add(function.__name__)
    return operator(function)


def mutants(base: Base, name: str, seed: str) -> list[Mutant]:
    """All that an operator makes of a base."""
    if base.large and name not in OUTRIGHT:
        return []
    source = random.Random(f"{seed}/{base.name}/{name}")
    return [Mutant(base, name, edit) for edit in OPERATORS[name](Site(base, base.model, source))]
