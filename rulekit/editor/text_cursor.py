"""Computes what is known about a place in a text that is being written: the words before it, and the parser's states
there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from attrs import frozen

from ..diagnostics import Source
from ..syntax import nodes as s
from ..syntax.indentation import lay_out
from ..syntax.lexer import DEDENT, INDENT, NAME, NEWLINE, Token, scan
from ..syntax.parse_table import advance, table
from ..syntax.word_reading import terminal_at
from .workspace import Workspace

WORD: Final = re.compile(r"\w*$")


@frozen(eq=False)
class TextCursor:
    """A place in a text, before the word at the cursor. `stack` has the parser's states there, and `tokens` are the
    tokens before it. `begins` is True if the word is the first in its line. `clause` is the clause around it, if it
    could be parsed."""

    stack: list[int]
    tokens: Sequence[Token]
    begins: bool
    clause: s.Node | None


def cursor_at(workspace: Workspace, path: str, offset: int) -> TextCursor | None:
    """Return the cursor at an offset of a text. Return None inside a quoted text or a comment, or if the line before it
    has a syntax error."""
    parsed = workspace.parsed(path)
    text = parsed.source.text[:offset]
    word = WORD.search(text)
    start = word.start() if word else offset
    piece = next((one for one in reversed(parsed.pieces) if one.start <= start), None)
    margin = start == text.rfind("\n", 0, start) + 1
    begin = start if margin else piece.start if piece is not None else 0
    first = not parsed.pieces or (piece is parsed.pieces[0] and not margin)
    source = Source(path, f"{text[begin:start]}x")
    laid = lay_out(source, scan(source))
    at = next((n for n, one in enumerate(laid.tokens) if one.kind == NAME and one.start == start - begin), None)
    if at is None:
        return None
    stack = _states(laid.tokens, at, first)
    if stack is None:
        return None
    begins = at == 0 or laid.tokens[at - 1].kind in (NEWLINE, INDENT, DEDENT)
    return TextCursor(stack, laid.tokens[:at], begins, piece.node if piece is not None else None)


def _states(tokens: Sequence[Token], end: int, first: bool) -> list[int] | None:
    """Return the parser's states before token number `end`; None if the line of this token has an error. Other lines
    with errors are skipped, together with the lines indented below them. `first` is False if the tokens begin after the
    book's header."""
    stack = [table().first]
    if not first:
        for terminal in ("rulebook", NAME, NEWLINE):
            advance(stack, terminal)
    begun, at = list(stack), 0
    while at < end:
        if at and tokens[at - 1].kind in (NEWLINE, INDENT, DEDENT):
            begun = list(stack)
        if advance(stack, terminal_at(stack, tokens, at)):
            at += 1
            continue
        stack = list(begun)
        while at < end and tokens[at].kind != NEWLINE:
            at += 1
        if at == end:
            return None
        at += 1
        depth = 0
        while at < end and (tokens[at].kind == INDENT or depth):
            depth += {INDENT: 1, DEDENT: -1}.get(tokens[at].kind, 0)
            at += 1
    return stack


def words_of_line(cursor: TextCursor) -> list[str]:
    """Return the words between the start of the cursor's line and the cursor."""
    head = next((t for t in reversed(cursor.tokens) if t.kind in (NEWLINE, INDENT, DEDENT)), None)
    return [t.text for t in cursor.tokens if head is None or t.start >= head.end]
