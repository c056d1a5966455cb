"""Lay out whole texts: levels, blank lines, aligned tables, comments."""

from __future__ import annotations

from itertools import groupby

from ...diagnostics import Diagnostic, Source
from .. import nodes as s
from ..lexer import Token
from ..parser import parse
from .logical_lines import Piece, pieces
from .spacing import join_line, space_tokens, wrap_tokens
from .trees import tree_lines


def format_text(source: Source) -> tuple[str | None, list[Diagnostic]]:
    """Return the text in standard layout; None and the diagnostics if it does not parse."""
    book, problems = parse(source)
    if book is None:
        return None, problems
    return _lay_out_pieces(pieces(source)), problems


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
    """Return, for each piece, whether it is the first line of a clause or an edit."""
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
    member = members[target] and found[target].level == here.level
    if above.opens and here.level > above.level:
        return False
    if not member:
        return written
    if "chapter" in (found[target].clause_word, above.clause_word):
        return True
    one_liners = above.level == here.level and members[number - 1] and not above.opens and not found[target].opens
    if one_liners:
        return written
    return True


def _align_tables(found: list[Piece]) -> dict[int, list[str]]:
    """Return, by index of their piece, the rows of tables as text, with equally wide cells."""
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
    """Return the cells of a row as text."""
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
