"""Trees as text, one string for each logical line; how lines are wrapped and tables aligned is page.py's work."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from attrs import evolve

from .. import nodes as s
from .clause_text import clause, example_lines, header, table_row, word
from .expression_text import binder, citation, cites, expr, item, tags, type_expr
from .statement_text import body, branch, statement

__all__ = ["book_lines", "format_node", "quotable_text"]


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
        name = "" if member.kind == "flow" else f" {member.name.text}"
        return [f"strike {member.kind}{name}{tags(member.tags)}"]
    if isinstance(member, s.Set):
        return [f"set {member.name.text} = {expr(member.value)}"]
    if isinstance(member, s.Amendment):
        return _amendment(member)
    if isinstance(member, s.BodyAmendment):
        return _body_amendment(member)
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
    return [heading, *("  " + table_row(part) for part in member.parts if isinstance(part, s.Row))]


def _body_amendment(member: s.BodyAmendment) -> list[str]:
    word = {"add": "add to", "replace": "replace in", "strike": "strike from"}[member.verb]
    name = "" if member.kind == "flow" else f" {member.name.text}"
    within = "".join(f" in `{line.text}`" for line in member.within)
    beside = f" {member.side} `{member.beside.text}`" if member.side and member.beside else ""
    heading = f"{word} {member.kind}{name}{within}{beside}{tags(member.tags)}:"
    if member.verb == "strike":
        return [f"{heading} {', '.join(f'`{line.text}`' for line in member.struck)}"]
    out = body_lines(member.lines)
    for change in member.changes:
        out += [f"`{change.line.text}`:", *("  " + line for line in body_lines(change.lines))]
    return [heading, *("  " + line for line in out)]


def body_lines(lines: Sequence[s.BodyLine]) -> list[str]:
    """Lines of a body or of an example; statements of one line together."""
    out: list[str] = []
    for is_statement, group in groupby(lines, key=lambda line: isinstance(line, s.Stmt)):
        if is_statement:
            rows = body("", [line for line in group if isinstance(line, s.Stmt)])[1:]
            out += [row[2:] for row in rows]
        else:
            out += example_lines(
                [line for line in group if isinstance(line, s.Setting | s.Given | s.Played | s.Expect)]
            )
    return out


def quotable_text(nodes: Sequence[s.Node]) -> str:
    """A line of a body as it is quoted: a heading without its block, and without titles and citations."""
    bare = [_bare(node) for node in nodes]
    if isinstance(bare[0], s.Branch):
        return branch(bare[0], "or")[0]
    return body_lines([node for node in bare if isinstance(node, s.BodyLine)])[0]


def _bare(node: s.Node) -> s.Node:
    match node:
        case s.Step(tags=tags_) | s.Branch(tags=tags_):
            return evolve(node, tags=s.Tags(None, None, (), span=tags_.span))
        case s.Either(branches=(first, *rest)):
            bare = evolve(first, tags=s.Tags(None, None, (), span=first.tags.span))
            return evolve(node, branches=(bare, *rest))
        case s.Choose():
            return evolve(node, phrase=None)
    return node


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
