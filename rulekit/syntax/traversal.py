"""Traversal of syntax trees: children, bodies, all statements of a clause; and comparison of trees.

It knows the shape of nodes, not their meaning. Results are cached, since many checks traverse the same clause in many
configurations.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from functools import lru_cache
from operator import attrgetter
from typing import Any, Final, NamedTuple, TypeVar

import attrs

from . import nodes as s
from .expression_nodes import Node
from .forms import by_kind, does, field_types, first_asked, forms_of


@by_kind
def part_names(kind: type[s.Node]) -> tuple[str, ...]:
    """Return the names of the fields of a kind of node, without its span."""
    return tuple(field_types(kind))


@by_kind
def blocks(kind: type[s.Node]) -> tuple[str, ...]:
    """Return the names of those fields of a kind of node that contain a body."""
    return tuple(name for name, declared in field_types(kind).items() if declared.startswith("tuple[Stmt"))


Part = TypeVar("Part")


def copy_tree(part: Part) -> Part:
    """Return a copy of the tree with new nodes. This is needed because later stages keep tables with an entry for each
    node."""
    if isinstance(part, s.Node):
        return attrs.evolve(part, **{name: copy_tree(getattr(part, name)) for name in part_names(type(part))})
    if isinstance(part, tuple):
        return tuple(copy_tree(item) for item in part)  # type: ignore[return-value]  # a tuple as before
    return part


_PLAIN: Final = frozenset({"bool", "int", "int | None", "str"})
"""Types of fields that hold no node."""

_Values = Callable[[Any], tuple[object, ...]]
_HELD: Final[dict[Any, _Values]] = {}


def _node_fields(kind: type[s.Node]) -> _Values:
    """Return a function that returns the values of those fields that may contain nodes."""
    names = [name for name, declared in field_types(kind).items() if declared not in _PLAIN]
    if not names:
        return lambda node: ()
    if len(names) == 1:
        (name,) = names
        return lambda node: (getattr(node, name),)
    return attrgetter(*names)


@lru_cache(maxsize=32768)
def children(node: s.Node) -> tuple[s.Node, ...]:
    """Return the nodes directly inside a node, in the order of the fields."""
    kind = type(node)
    held = _HELD.get(kind)
    if held is None:
        held = _HELD[kind] = _node_fields(kind)
    found: list[s.Node] = []
    for value in held(node):
        if type(value) is tuple:
            found.extend([item for item in value if isinstance(item, s.Node)])
        elif isinstance(value, s.Node):
            found.append(value)
    return tuple(found)


def walk(node: s.Node) -> Iterator[s.Node]:
    """Yield a node and all nodes inside it, outer before inner, in written order; without recursion."""
    return iter(_all_of(node)) if isinstance(node, s.Clause) else _walk(node)


def _walk(node: s.Node) -> Iterator[s.Node]:
    stack: list[s.Node] = [node]
    while stack:
        here = stack.pop()
        yield here
        stack += children(here)[::-1]


@lru_cache(maxsize=4096)
def _all_of(clause: s.Clause) -> tuple[s.Node, ...]:
    return tuple(_walk(clause))


Kind = TypeVar("Kind", bound=s.Node)


def inside(root: s.Node, /, *kinds: type[Kind]) -> tuple[Kind, ...]:
    """Return the nodes of these kinds in a tree, including its root, in the order of `walk`."""
    return _inside(root, kinds)


@lru_cache(maxsize=16384)
def _inside(root: s.Node, kinds: tuple[type[Kind], ...]) -> tuple[Kind, ...]:
    return tuple(node for node in walk(root) if isinstance(node, kinds))


def branches_of(stmt: s.Node) -> tuple[s.Branch, ...]:
    """Return the branches of an `either` or `may`; empty for other statements."""
    return getattr(stmt, "branches", ())


class TwoCases(NamedTuple):
    """The two cases of an `if` or a conditional expression: its condition, and the parts that are evaluated if it holds
    and if it does not."""

    condition: s.Expr
    then: tuple[s.Node, ...]
    otherwise: tuple[s.Node, ...]


def cases_of(node: s.Node) -> TwoCases | None:
    """Return the cases of an `if` or a conditional expression; None for other nodes."""
    if not does(node, "tests"):
        return None
    condition, *parts = attrgetter("condition", "then", "otherwise")(node)
    then, otherwise = (part if isinstance(part, tuple) else (part,) for part in parts)
    return TwoCases(condition, then, otherwise)


def parts_with_titles(root: s.Node) -> tuple[s.TitledPart, ...]:
    """Return the parts of a tree that can have a title and citations of their own, outer before inner, in written
    order: steps and branches."""
    return inside(root, s.Step, s.Branch)


def branches_in(root: s.Node) -> tuple[s.TitledPart, ...]:
    """Return the branches in a tree, outer before inner, in written order."""
    return tuple(part for part in parts_with_titles(root) if not does(part, "woven"))


def steps_in(root: s.Node) -> tuple[s.TitledPart, ...]:
    """Return the steps in a tree, outer before inner, in written order."""
    return tuple(part for part in parts_with_titles(root) if does(part, "woven"))


Titled = TypeVar("Titled", bound="s.Clause | s.TitledPart")


def without_tags(node: Titled) -> Titled:
    """Return a node without its title, summary and citations."""
    return attrs.evolve(node, tags=s.Tags(None, None, (), span=node.tags.span))


@lru_cache(maxsize=16384)
def bodies(stmt: s.Node) -> tuple[tuple[s.Stmt, ...], ...]:
    """Return the bodies directly inside a statement."""
    branches = [branch.body for branch in branches_of(stmt)]
    own = [getattr(stmt, name) for name in blocks(type(stmt))]
    return (*branches, *(body for body in own if body is not None))


def lines_of_body(body: tuple[s.Stmt, ...]) -> Iterator[tuple[s.Stmt, ...]]:
    """Yield the lines of a body, each with its statements: several choices may be on one line."""
    line: list[s.Stmt] = []
    for stmt in body:
        line.append(stmt)
        if blocks(type(stmt)) or not getattr(stmt, "joined", False):
            yield tuple(line)
            line = []
    if line:
        yield tuple(line)


def every(body: tuple[s.Stmt, ...]) -> Iterator[s.Stmt]:
    """Yield all statements of a body, at any depth."""
    return iter(_every(body)) if body else iter(())


@lru_cache(maxsize=4096)
def _every(body: tuple[s.Stmt, ...]) -> tuple[s.Stmt, ...]:
    found: list[s.Stmt] = []
    stack = [*reversed(body)]
    while stack:
        stmt = stack.pop()
        found.append(stmt)
        for inner in reversed(bodies(stmt)):
            stack += reversed(inner)
    return tuple(found)


def may_end_game(body: tuple[s.Stmt, ...]) -> bool:
    """Return whether a statement of a body, at any depth, ends the game."""
    return any(does(stmt, "ends") for stmt in every(body))


@lru_cache(maxsize=4096)
def body_of(clause: s.Clause) -> tuple[s.Stmt, ...]:
    """Return the statements of a clause; () if it has no body."""
    return getattr(clause, "body", None) or ()


def leads_to(stmt: s.Stmt) -> list[str]:
    """Return the ids of the clauses that a statement itself calls, announces or offers: `procedure x`, `event e`,
    `choice c`."""
    if isinstance(stmt, s.Let):
        return [f"procedure {stmt.value.name.text}"] if isinstance(stmt.value, s.Call) else []
    for kind, field in (("procedure", "call.name"), ("event", "call.name"), ("choice", "choice")):
        if does(stmt, kind):
            return [f"{kind} {attrgetter(field)(stmt).text}"]
    return []


def named_audience(stmt: s.Node) -> s.SeenBy | None:
    """Return the audience of what a statement picks or draws, as its `seen by` gives it; None without `seen by`."""
    return getattr(stmt, "audience", None)


def unit_left(stmt: s.Node) -> str:
    """Return the unit that a statement leaves: `turn`, `round` or `loop`; `again` for another turn; "" for other
    statements."""
    return stmt.what if isinstance(stmt, s.Leave) else ""


def write_targets(stmt: s.Node) -> tuple[s.Ref | s.Index, ...]:
    """Return the places and kept values that a statement itself writes."""
    parts = (getattr(stmt, name) for form in forms_of(type(stmt))[:1] for name in form.written)
    return tuple(getattr(part, "place", part) for part in parts)


def names_declared_by(nodes: Iterable[s.Node]) -> Iterator[s.Name]:
    """Yield the names that these nodes themselves declare, not the names declared inside them."""
    for node in nodes:
        name = getattr(node, "name", None)
        if name is not None and does(node, "declares"):
            yield name


def index_args(node: s.Ref | s.Index) -> tuple[s.Expr, ...]:
    """Return the index of a reference to a place or kept value; empty without one."""
    return node.args if isinstance(node, s.Index) else ()


_Asked = tuple[tuple[s.Expr, ...], tuple[Any, ...]]
"""The index expressions and the other expressions that one field of a statement evaluates."""


def _questions_in(declared: str, part: Any) -> _Asked:
    """Return the index expressions and the other values of one field of a statement. `part` is the field's value,
    `declared` its declared type."""
    match declared:
        case "Take":
            return index_args(part.place), (part.value,)
        case "Destination":
            return index_args(part.place), ()
        case "Ref | Index":
            return index_args(part), ()
        case "Call":
            return (), tuple(arg.value for arg in part.args)
        case "Binder":
            return (), (part.domain.low, part.domain.high) if isinstance(part.domain, s.Range) else (part.domain,)
    return (), (part,)


def initial_questions(stmt: s.Stmt) -> list[s.Expr]:
    """Return the expressions that a statement evaluates once, before it does anything: indexes of places first."""
    types = field_types(type(stmt))
    asked = [_questions_in(types[name], getattr(stmt, name)) for name in first_asked(stmt)]
    indexes, values = ([one for part in asked for one in part[at]] for at in (0, 1))
    return [one for one in (*indexes, *values) if isinstance(one, s.Expr)]  # leaves out words such as `every`


@lru_cache(maxsize=4096)
def call_targets(body: tuple[s.Stmt, ...]) -> frozenset[str]:
    """Return the ids of all clauses that a body calls, announces or offers at any depth, such as `procedure x`."""
    return frozenset(target for stmt in every(body) for target in leads_to(stmt))


def same(one: object, other: object, without: Container[str] = ()) -> bool:
    """Return whether two trees (or parts of trees) are equal, ignoring their positions and the fields named in
    `without`."""
    work = [(one, other)]
    while work:
        a, b = work.pop()
        if a is b:
            continue
        if isinstance(a, Node) and isinstance(b, Node):
            if type(a) is not type(b):
                return False
            work.extend((getattr(a, name), getattr(b, name)) for name in part_names(type(a)) if name not in without)
        elif isinstance(a, tuple) and isinstance(b, tuple):
            if len(a) != len(b):
                return False
            work.extend(zip(a, b, strict=True))
        elif type(a) is not type(b) or a != b:
            return False
    return True


def dump(node: object, depth: int = 0) -> str:
    """Return a tree as text, one node a line, two spaces for each level; for tests."""
    pad = "  " * depth
    if isinstance(node, Node):
        simple, deep = [], []
        for name in part_names(type(node)):
            value = getattr(node, name)
            if isinstance(value, tuple) and not value:
                continue
            if isinstance(value, Node | tuple):
                deep.append(f"{pad}  {name}:\n{dump(value, depth + 2)}")
            elif value is not None:
                simple.append(f"{name}={value!r}")
        return "\n".join([f"{pad}{type(node).__name__}({', '.join(simple)})", *deep])
    if isinstance(node, tuple):
        return "\n".join(dump(item, depth) for item in node)
    return f"{pad}{node!r}"
