"""Writes trees as text, one string for each logical line, and lays out whole texts: blank lines, tables, comments."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from attrs import evolve

from ...diagnostics import Diagnostic, Source
from .. import nodes as s
from ..clause_parts import lines_of_example
from ..lexer import END, Token
from ..parser import parse
from ..traversal import branches_of, part_names, without_tags
from .logical_lines import Piece, lines_of_tokens, pieces
from .spacing import join_line, space_tokens, wrap_tokens
from .tree_tokens import TreeWriter


def tree_lines(*nodes: s.Node | tuple[s.Stmt, ...] | object, symbol: str | None = None) -> list[Piece]:
    """Return the logical lines of these nodes, written as a symbol of the grammar (None: its class decides)."""
    writer = TreeWriter()
    for node in nodes:
        writer.write(symbol, node)
    writer.put(END, "")
    return list(lines_of_tokens(writer.tokens, writer.terminals))


def _texts(lines: Sequence[Piece]) -> list[str]:
    return ["  " * line.level + join_line(space_tokens(line.tokens, line.terminals)) for line in lines]


def body_lines(lines: Sequence[s.BodyLine]) -> list[str]:
    """Return lines of a body or of an example as text. Choices that are on one line stay on it."""
    return _texts(tree_lines(*lines_of_example(lines), symbol="@example_part"))


def quotable_text(nodes: Sequence[s.Node]) -> str:
    """Return the text that quotes a line of a body, without titles, citations and (of a heading) its block."""
    bare = [_bare(node) for node in nodes]
    if isinstance(bare[0], s.Branch):
        return "or " + _texts(tree_lines(bare[0]))[0]
    return body_lines([node for node in bare if isinstance(node, s.BodyLine)])[0]


def _bare(node: s.Node) -> s.Node:
    if isinstance(node, s.TitledPart):
        return without_tags(node)
    if branches_of(node):
        first, *rest = branches_of(node)
        return evolve(node, branches=(without_tags(first), *rest))  # type: ignore[call-arg]  # this class has the field
    return evolve(node, phrase=None) if "phrase" in part_names(type(node)) else node  # type: ignore[call-arg]


def format_node(node: s.Node) -> str:
    """Return any part of a tree as text, with no limit on the width. A part with a body gives several lines."""
    if isinstance(node, s.Citation):
        return f"[{_texts(tree_lines(node))[0]}]"
    if isinstance(node, s.Branch):
        return "either " + "\n".join(_texts(tree_lines(node)))
    return "\n".join(_texts(tree_lines(node, symbol="@expr" if isinstance(node, s.Expr) else None)))


def format_text(source: Source) -> tuple[str | None, list[Diagnostic]]:
    """Return the text in standard layout; None and the diagnostics if it does not parse."""
    book, problems = parse(source)
    return (None if book is None else _lay_out_pieces(pieces(source))), problems


def _lay_out_pieces(found: list[Piece]) -> str:
    rows = _align_tables(found)
    members = _member_levels(found)
    out: list[str] = []
    for number, piece in enumerate(found):
        if number and _has_blank_before(found, members, number):
            out.append("")
        indent = 2 * piece.level
        if piece.comment:
            out.append(" " * indent + piece.comment)
            continue
        lines = rows.get(number) or wrap_tokens(space_tokens(piece.tokens, piece.terminals), indent, piece.upright)
        if piece.trailing:
            lines[-1] += "  " + piece.trailing
        out.extend(lines)
    return "\n".join(out) + "\n" if out else ""


def format_book(book: s.Book) -> str:
    """Return a book's tree as text, without comments and with only the standard blank lines."""
    return _lay_out_pieces(tree_lines(book))


def _member_levels(found: list[Piece]) -> list[bool]:
    """Return a list that says, for each piece, whether it is the first line of a clause or an edit."""
    out: list[bool] = []
    holders = {0}
    header = True
    for piece in found:
        if piece.comment:
            out.append(False)
            continue
        holders = {level for level in holders if level <= piece.level}
        member = piece.level in holders and not header
        if member and piece.word in ("under", "for"):
            holders.add(piece.level + 1)
        header = False
        out.append(member)
    return out


def _has_blank_before(found: list[Piece], members: list[bool], number: int) -> bool:
    """Return whether a blank line comes before this piece."""
    above, here = found[number - 1], found[number]
    written = here.first_row - above.last_row > 1
    if above.comment and above.level <= here.level:
        return written
    target = next((i for i in range(number, len(found)) if not found[i].comment), None)
    if target is None:
        return written
    if above.opens and here.level > above.level:
        return False
    if not members[target] or found[target].level != here.level:
        return written
    if "chapter" in (found[target].clause_word, above.clause_word):
        return True
    one_liners = above.level == here.level and members[number - 1] and not above.opens and not found[target].opens
    return written or not one_liners


def _align_tables(found: list[Piece]) -> dict[int, list[str]]:
    """Return the rows of tables as text, with aligned cells. The keys are the indexes of the rows in `found`."""
    out: dict[int, list[str]] = {}
    numbered = [(i, piece) for i, piece in enumerate(found) if not piece.comment]
    for is_row, group in groupby(numbered, key=lambda pair: pair[1].word == "|"):
        if not is_row:
            continue
        table = [(i, piece, _cells(piece)) for i, piece in group]
        count = max(len(cells) for _, _, cells in table)
        widths = [max(len(cells[c]) if c < len(cells) else 0 for _, _, cells in table) for c in range(count)]
        for i, piece, cells in table:
            padded = (cell.ljust(width) for cell, width in zip(cells, widths, strict=False))
            out[i] = [" " * (2 * piece.level) + "| " + " | ".join(padded) + " |"]
    return out


def _cells(piece: Piece) -> list[str]:
    """Return the cells of a table row as text."""
    out: list[str] = []
    tokens: list[Token] = []
    terminals: list[str] = []
    for token, terminal in zip(piece.tokens[1:], piece.terminals[1:], strict=True):
        if terminal == "|":
            out.append(join_line(space_tokens(tokens, terminals)))
            tokens, terminals = [], []
        else:
            tokens.append(token)
            terminals.append(terminal)
    return out
