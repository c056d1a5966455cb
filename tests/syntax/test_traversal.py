"""Traversal of a clause visits exactly the nodes in its fields, in the order written, also when the result is
cached."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import attrs

from rulekit.diagnostics import Source
from rulekit.syntax import nodes as s
from rulekit.syntax import parse, walk
from rulekit.syntax.traversal import bodies, body_of, branches_in, every, inside, parts_with_titles, steps_in

TEXT = (Path(__file__).parent / "samples" / "everything.rules").read_text()


def clauses() -> list[s.Clause]:
    book, _ = parse(Source("everything.rules", TEXT))
    assert book is not None
    return [member for member in book.members if isinstance(member, s.Clause)]


def held(value: object) -> Iterator[s.Node]:
    """Yield every node in a value, by a simple recursion."""
    if isinstance(value, s.Node):
        yield value
        for field in attrs.fields(type(value)):
            yield from held(getattr(value, field.name))
    elif isinstance(value, tuple):
        for item in value:
            yield from held(item)


def stated(body: tuple[s.Stmt, ...]) -> Iterator[s.Stmt]:
    for stmt in body:
        yield stmt
        for inner in bodies(stmt):
            yield from stated(inner)


def test_a_clause_is_gone_through_as_it_is_written() -> None:
    for clause in clauses():
        assert list(walk(clause)) == list(walk(clause))
        assert set(walk(clause)) == set(held(clause))
        assert next(walk(clause)) is clause


def test_what_is_inside_are_the_nodes_of_these_kinds() -> None:
    found = set[type]()
    for clause in clauses():
        for kinds in ((s.Name,), (s.Ref, s.Call), (s.Citation,), (type(clause),), (s.Node,)):
            assert list(inside(clause, *kinds)) == [node for node in walk(clause) if isinstance(node, kinds)]
            found |= {kind for kind in kinds if inside(clause, kind)}
    assert found >= {s.Name, s.Ref, s.Call, s.Citation}


def test_every_statement_outer_ones_first() -> None:
    several = 0
    for clause in clauses():
        body = body_of(clause)
        assert list(every(body)) == list(stated(body))
        several += len(list(every(body))) > len(body)
    assert several


def test_parts_with_titles_are_all_steps_and_branches_of_a_clause() -> None:
    found: list[s.Node] = []
    for clause in clauses():
        assert steps_in(clause) == inside(clause, s.Step)
        assert branches_in(clause) == inside(clause, s.Branch)
        found += parts_with_titles(clause)
    assert {type(part) for part in found} == {s.Step, s.Branch}
