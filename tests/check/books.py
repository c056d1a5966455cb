"""Builds the parts of a rulebook, from a few lines of text, that a test of one part of the check needs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from rulekit.check.checker import Checker
from rulekit.check.declarations import declare, type_fact
from rulekit.check.run import names
from rulekit.diagnostics import Source
from rulekit.model.assembly import assemble
from rulekit.model.rulebook import Config, Placed
from rulekit.syntax import nodes as s
from rulekit.syntax import parse
from rulekit.syntax.traversal import walk

HEAD = 'rulebook book "A book":\n  players 2 to 4\n  ranks low < high\n'
FLOW = "flow:\n  game over, drawn\n"
Kind = TypeVar("Kind", bound=s.Node)


def parsed(text: str) -> s.Book:
    book, found = parse(Source("book", text if text.startswith("rulebook") else HEAD + text))
    assert book is not None, found
    return book


def body(text: str) -> tuple[s.Stmt, ...]:
    """Return the parsed statements of a procedure's body; their names need not exist."""
    lines = "".join(f"  {line}\n" for line in text.strip("\n").splitlines())
    (clause,) = parsed("procedure p:\n" + lines).members
    assert isinstance(clause, s.ProcedureClause) and clause.body is not None
    return clause.body


def named(text: str, players: int = 2, errors: bool = False) -> Checker:
    """Return the checker of a rulebook after every clause got its names and types. A `flow` is added if there is
    none."""
    rulebook, found = assemble([parsed(text if "flow" in text else text + FLOW)], Config(players))
    assert rulebook is not None, found
    c = Checker(rulebook, declare, type_fact)
    names(c)
    assert errors or not c.report.has_errors, c.report.diagnostics
    return c


def clause(c: Checker, name: str) -> Placed:
    return next(p for p in c.book.clauses if p.clause.name.text == name)


def value(c: Checker, fact: str) -> s.Expr:
    """Return the expression of a fact."""
    said = clause(c, fact).clause
    assert isinstance(said, s.FactClause) and said.value is not None
    return said.value


def all_of(c: Checker, kind: type[Kind]) -> Iterator[Kind]:
    """Yield the syntax nodes of a class, in the order written."""
    return (node for placed in c.book.clauses for node in walk(placed.clause) if isinstance(node, kind))
