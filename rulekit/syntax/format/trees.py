"""Write trees as text, a string for each logical line; `text_layout.py` wraps lines and aligns tables."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from .. import nodes as s
from ..clause_parts import lines_of_example
from ..lexer import END
from ..traversal import branches_of, part_names, without_tags
from .logical_lines import Piece, lines_of_tokens
from .spacing import join_line, space_tokens
from .tree_tokens import TreeWriter


def tree_lines(*nodes: s.Node | tuple[s.Stmt, ...] | object, symbol: str | None = None) -> list[Piece]:
    """Return the logical lines of consecutive nodes, as this symbol of the grammar."""
    writer = TreeWriter()
    for node in nodes:
        writer.write(symbol, node)
    writer.put(END, "")
    return list(lines_of_tokens(writer.tokens, writer.terminals))


def _texts(lines: Sequence[Piece]) -> list[str]:
    return ["  " * line.level + join_line(space_tokens(line.tokens, line.terminals)) for line in lines]


def body_lines(lines: Sequence[s.BodyLine]) -> list[str]:
    """Return lines of a body or of an example as text; statements of one line together."""
    return _texts(tree_lines(*lines_of_example(lines), symbol="@example_part"))


def quotable_text(nodes: Sequence[s.Node]) -> str:
    """Return a line of a body as it is quoted: a heading without its block, titles and citations."""
    bare = [_bare(node) for node in nodes]
    if isinstance(bare[0], s.Branch):
        return "or " + _texts(tree_lines(bare[0]))[0]
    return body_lines([node for node in bare if isinstance(node, s.BodyLine)])[0]


def _bare(node: s.Node) -> s.Node:
    if isinstance(node, s.TitledPart):
        return without_tags(node)
    if branches_of(node):
        first, *rest = branches_of(node)
        return evolve(node, branches=(without_tags(first), *rest))  # type: ignore[call-arg]
    return evolve(node, phrase=None) if "phrase" in part_names(type(node)) else node  # type: ignore[call-arg]


def format_node(node: s.Node) -> str:
    """Return any part of a tree as text, unwrapped (several lines if it has a body)."""
    if isinstance(node, s.Citation):
        return f"[{_texts(tree_lines(node))[0]}]"
    if isinstance(node, s.Branch):
        return "either " + "\n".join(_texts(tree_lines(node)))
    return "\n".join(_texts(tree_lines(node, symbol="@expr" if isinstance(node, s.Expr) else None)))
