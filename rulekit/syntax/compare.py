"""Trees by content: `same` compares two without their places, `dump` prints one as indented text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import attrs

from .expression_nodes import Node

_PARTS: Final[dict[Any, tuple[str, ...]]] = {}


def parts_of(kind: type[Node]) -> tuple[str, ...]:
    """The names of a kind of node's fields, its span left out."""
    if kind not in _PARTS:
        _PARTS[kind] = tuple(f.name for f in attrs.fields(kind) if f.name != "span")
    return _PARTS[kind]


def children(node: Node) -> Iterator[Node]:
    """The nodes directly below a node, in the order of its fields."""
    for name in parts_of(type(node)):
        value = getattr(node, name)
        if isinstance(value, Node):
            yield value
        elif isinstance(value, tuple):
            yield from (item for item in value if isinstance(item, Node))


def walk(node: Node) -> Iterator[Node]:
    """The node and all below it, outer before inner, in the order of the fields; without recursion."""
    work = [node]
    while work:
        top = work.pop()
        yield top
        work.extend(reversed(list(children(top))))


def same(one: object, other: object) -> bool:
    """Whether two trees (or parts of trees) say the same, wherever they were written."""
    work = [(one, other)]
    while work:
        a, b = work.pop()
        if isinstance(a, Node) and isinstance(b, Node):
            if type(a) is not type(b):
                return False
            work.extend((getattr(a, name), getattr(b, name)) for name in parts_of(type(a)))
        elif isinstance(a, tuple) and isinstance(b, tuple):
            if len(a) != len(b):
                return False
            work.extend(zip(a, b, strict=True))
        elif type(a) is not type(b) or a != b:
            return False
    return True


def dump(node: object, depth: int = 0) -> str:
    """A tree as text, one node a line, two spaces for each level; for tests and for the curious."""
    pad = "  " * depth
    if isinstance(node, Node):
        simple, deep = [], []
        for name in parts_of(type(node)):
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
