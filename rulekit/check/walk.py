"""Walks over syntax: the parts of a node, the bodies of a statement.  Knows the shape of nodes and nothing of their
meaning.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import fields

from ..model.rulebook import Placed
from ..syntax import nodes as s

_NAMES: dict[type, tuple[str, ...]] = {}


def part_names(kind: type[s.Node]) -> tuple[str, ...]:
    """The names of the fields that hold a node's parts."""
    names = _NAMES.get(kind)
    if names is None:
        names = _NAMES[kind] = tuple(f.name for f in fields(kind) if f.name != "span")
    return names


def parts(node: s.Node) -> Iterator[s.Node]:
    """The nodes directly inside."""
    for name in part_names(type(node)):
        value = getattr(node, name)
        if isinstance(value, tuple):
            for item in value:
                if isinstance(item, s.Node):
                    yield item
        elif isinstance(value, s.Node):
            yield value


def walk(node: s.Node) -> Iterator[s.Node]:
    """The node and everything inside it, outer before inner, in the order written."""
    stack = [node]
    while stack:
        here = stack.pop()
        yield here
        stack.extend(reversed(list(parts(here))))


def statements(stmt: s.Stmt) -> Iterator[tuple[s.Stmt, ...]]:
    """The bodies inside a statement."""
    match stmt:
        case s.If():
            yield stmt.then
            yield stmt.otherwise
        case s.Either():
            for branch in stmt.branches:
                yield branch.body
            if stmt.otherwise is not None:
                yield stmt.otherwise
        case s.Do():
            if stmt.otherwise is not None:
                yield stmt.otherwise
        case s.By() | s.AtOnce() | s.Window() | s.ForEach() | s.Repeat() | s.Rounds() | s.Turns() | s.Step():
            yield stmt.body


def every(body: tuple[s.Stmt, ...]) -> Iterator[s.Stmt]:
    """All statements of a body, at any depth."""
    for stmt in body:
        yield stmt
        for inner in statements(stmt):
            yield from every(inner)


def steps_of(clauses: Iterable[Placed]) -> Iterator[tuple[Placed, str, s.Step]]:
    """The steps at which rules can come and examples begin, those of the flow and of procedures, each with its name
    (`flow.opening`, `act.gather`).
    """
    for placed in clauses:
        clause = placed.clause
        if isinstance(clause, s.FlowClause | s.ProcedureClause):
            holder = "flow" if isinstance(clause, s.FlowClause) else clause.name.text
            for stmt in every(body_of(clause)):
                if isinstance(stmt, s.Step):
                    yield placed, f"{holder}.{stmt.name.text}", stmt


def laid_out(clauses: Iterable[Placed]) -> frozenset[str]:
    """The names of the steps at which examples begin."""
    return frozenset(
        f"{line.procedure.text}.{line.step.text}"
        for placed in clauses
        if isinstance(placed.clause, s.ExampleClause)
        for line in placed.clause.lines
        if isinstance(line, s.Given) and line.procedure is not None and line.step is not None
    )


def body_of(clause: s.Clause) -> tuple[s.Stmt, ...]:
    """The statements of a clause that has a body; else none."""
    match clause:
        case s.ActionClause(body=body) | s.RuleClause(body=body) | s.FlowClause(body=body):
            return body
        case s.ProcedureClause(body=body):
            return body or ()
    return ()


def called(body: tuple[s.Stmt, ...]) -> set[str]:
    """What a body leads to: `procedure x`, `event e`, `choice c`."""
    found: set[str] = set()
    for stmt in every(body):
        match stmt:
            case s.Perform(call=call) | s.Let(value=s.Call() as call):
                found.add(f"procedure {call.name.text}")
            case s.Announce(call=call):
                found.add(f"event {call.name.text}")
            case s.Do(choice=choice):
                found.add(f"choice {choice.text}")
    return found
