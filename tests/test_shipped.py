"""The games of `shipped.SPANNING` use every form of the language between them."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from rulekit.check.builtin_types import BUILTINS
from rulekit.rulebook_files import names
from rulekit.syntax import nodes as s
from rulekit.syntax.traversal import walk
from tests.shipped import SPANNING, SPANNING_BOOKS, book

UNUSED = {"Clause", "Node", "RulesetClause", "calls remembered", "calls distance"}
"""Two nodes that are only the base of others, and what no shipped game uses."""
LARGE = {"Window", "look beside", "look labels"}
"""What only Emissary or Messages uses; their folders in `tests/variants` test them."""


def forms(games: Iterable[str]) -> set[str]:
    """Return the nodes, clauses, operators, built-in functions and properties of looks in the books of games."""
    books = {read.span.source.name: read for name in games for read in book(name).books}
    return {form for read in books.values() for node in walk(read) for form in _forms(node)}


def _forms(node: s.Node) -> Iterable[str]:
    yield type(node).__name__
    match node:
        case s.LookProp(key=key):
            yield f"look {key.text}"
        case s.Call(name=name) if name.text in BUILTINS:
            yield f"calls {name.text}"
        case s.Clause(kind=kind):
            yield f"clause {kind}"
        case s.Binary(op=op) | s.Unary(op=op) | s.Assign(op=op):
            yield f"operator {op}"


def test_the_games_that_stand_for_all_use_every_node_and_function() -> None:
    nodes = {name for name, one in vars(s).items() if isinstance(one, type) and issubclass(one, s.Node)}
    every = nodes | {f"calls {name}" for name in BUILTINS}
    found = forms(SPANNING)
    assert every - found - UNUSED == LARGE & every
    assert found & UNUSED == set()


def test_the_books_that_stand_for_all_are_those_of_the_games() -> None:
    files = {read.span.source.name for name in SPANNING for read in book(name).books}
    assert {read.span.source.name for name in SPANNING_BOOKS for read in book(name).books} == files


@pytest.mark.soak
def test_no_shipped_book_uses_another_form() -> None:
    assert forms(names()) - forms(SPANNING) == LARGE
