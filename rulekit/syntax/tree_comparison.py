"""Trees by content: `same` compares two without their places, `dump` prints one as indented text."""

from __future__ import annotations

from .expression_nodes import Node
from .traversal import part_names


def same(one: object, other: object) -> bool:
    """Whether two trees (or parts of trees) say the same, wherever they were written."""
    work = [(one, other)]
    while work:
        a, b = work.pop()
        if a is b:
            continue
        if isinstance(a, Node) and isinstance(b, Node):
            if type(a) is not type(b):
                return False
            work.extend((getattr(a, name), getattr(b, name)) for name in part_names(type(a)))
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
