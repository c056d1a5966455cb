"""Trees as text, one string for each logical line; how lines are wrapped and tables aligned is page.py's work."""

from __future__ import annotations

from .. import nodes as s
from .clause_text import clause, example_lines, header, table_row, word
from .expression_text import binder, citation, cites, expr, item, tags, type_expr
from .statement_text import branch, statement

__all__ = ["book_lines", "format_node"]


def book_lines(book: s.Book) -> list[str]:
    """A whole file."""
    out = header(book.header)
    for member in book.members:
        out += member_lines(member)
    return out


def member_lines(member: s.Member) -> list[str]:
    """A clause, or an edit of a layer."""
    if isinstance(member, s.Replace):
        first, *rest = clause(member.clause)
        return ["replace " + first, *rest]
    if isinstance(member, s.Strike):
        return [f"strike {member.kind} {member.name.text}{tags(member.tags)}"]
    if isinstance(member, s.Set):
        return [f"set {member.name.text} = {expr(member.value)}"]
    if isinstance(member, s.Amendment):
        return _amendment(member)
    if isinstance(member, s.Under):
        inner = [line for part in member.body for line in member_lines(part)]
        heading = f"under {expr(member.condition)}"
        if member.binder is not None:
            heading = f"for each {binder(member.binder)} where {expr(member.condition)}{cites(member.cites)}"
        return [f"{heading}:", *("  " + line for line in inner)]
    return clause(member)


def _amendment(member: s.Amendment) -> list[str]:
    word = {"add": "add to", "replace": "replace in", "strike": "strike from"}[member.verb]
    beside = f" {member.side} {member.beside.text}" if member.side and member.beside else ""
    heading = f"{word} {member.kind} {member.name.text}{beside}:"
    if member.verb == "strike":
        return [f"{heading} {', '.join(name.text for name in member.struck)}"]
    items = [part for part in member.parts if isinstance(part, s.Item)]
    if items:
        return [f"{heading} {', '.join(map(item, items))}"]
    rows = [table_row(part) for part in member.parts if isinstance(part, s.Row)]
    lines = example_lines([part for part in member.parts if not isinstance(part, s.Item | s.Row)])
    return [heading, *("  " + line for line in rows + lines)]


def format_node(node: s.Node) -> str:
    """An expression, type, statement, clause, edit or book as text (several lines where it has a body), unwrapped."""
    if isinstance(node, s.Book):
        return "\n".join(book_lines(node))
    if isinstance(node, s.Header):
        return "\n".join(header(node))
    if isinstance(node, s.Member):
        return "\n".join(member_lines(node))
    if isinstance(node, s.TypeExpr):
        return type_expr(node)
    if isinstance(node, s.Stmt):
        return "\n".join(statement(node))
    if isinstance(node, s.Branch):
        return "\n".join(branch(node))
    if isinstance(node, s.Item):
        return item(node)
    if isinstance(node, s.Row):
        return table_row(node)
    if isinstance(node, s.Word):
        return word(node)
    if isinstance(node, s.Citation):
        return citation(node)
    return expr(node)  # type: ignore[arg-type]
