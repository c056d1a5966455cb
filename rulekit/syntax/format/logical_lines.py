"""Splits a text into logical lines (which may go over several rows), each with its level, block and comments; formats
quoted lines of the base."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import pairwise

from attrs import define, field

from ...diagnostics import Source
from ..indentation import lay_out
from ..lexer import DEDENT, END, INDENT, NAME, NEWLINE, QUOTED, Comment, Token, scan
from ..parse_table import advance, table
from ..quoted_lines import line_tokens, read_line
from ..word_reading import terminal_at
from .spacing import OPENERS, PROPERTY, join_line, space_tokens


@define
class Piece:
    """A logical line (`tokens` with their `terminals`), or a comment that is alone on its row (`comment`).

    `level` counts the blocks around it. `first_row` and `last_row` are rows of the source, from 1. `trailing` is a
    comment at the end of the line. `opens` says whether a block follows, `upright` whether the author began a row with
    `else`."""

    level: int
    first_row: int
    last_row: int
    tokens: list[Token] = field(factory=list)
    terminals: list[str] = field(factory=list)
    comment: str = ""
    trailing: str = ""
    opens: bool = False
    upright: bool = False

    @property
    def word(self) -> str:
        """Return the first word of the line; empty for a comment."""
        return self.tokens[0].text if self.tokens else ""

    @property
    def clause_word(self) -> str:
        """Return the first word of the clause, after `replace` if present."""
        return self.tokens[1].text if self.word == "replace" else self.word


def pieces(source: Source) -> list[Piece]:
    """Return the logical lines and comments of a text in order. The text must parse."""
    scanned = scan(source)
    laid = lay_out(source, scanned)
    terminals: list[str] = []
    states = [table().first]
    for number in range(len(laid.tokens)):  # finds the grammar's terminal of each token, without building a tree
        terminals.append(terminal_at(states, laid.tokens, number))
        taken = advance(states, terminals[-1])
        assert taken
    depths = {scanned.tokens[line.first].start: line.depth for line in scanned.lines}
    tokens = [format_quote(token) if token.kind == QUOTED else token for token in laid.tokens]
    lines = list(lines_of_tokens(tokens, terminals, source))
    return list(_with_comments(source, lines, scanned.comments, depths))


def lines_of_tokens(tokens: list[Token], terminals: list[str], source: Source | None = None) -> Iterator[Piece]:
    """Yield the logical lines of tokens. Without `source`, the lines are numbered instead of having rows."""
    level, start, look, row = 0, 0, -1, 0
    for number, token in enumerate(tokens):
        if token.kind == NEWLINE or (token.kind == END and number > start):
            first, last = tokens[start], tokens[number - 1]
            row += 1
            rows = (source.place(first.start).line, source.place(last.end).line) if source else (row, row)
            opens = tokens[min(number + 1, len(tokens) - 1)].kind == INDENT
            own = terminals[start:number]
            look = level if "look" in own[:2] and first.text in ("look", "replace") else look if level > look else -1
            own = _properties(own) if -1 < look < level else own
            upright = source is not None and any(map(partial(_begins_case, source), pairwise(tokens[start:number])))
            yield Piece(level, *rows, tokens[start:number], own, opens=opens, upright=upright)
        if token.kind in (NEWLINE, INDENT, DEDENT, END):
            level += {INDENT: 1, DEDENT: -1}.get(token.kind, 0)
            start = number + 1


def _begins_case(source: Source, pair: tuple[Token, Token]) -> bool:
    """Return whether the second of two tokens is an `else` at the start of a row."""
    return pair[1].text == "else" and "\n" in source.text[pair[0].end : pair[1].start]


def _properties(terminals: list[str]) -> list[str]:
    """Return the terminals of a line in a look, with `PROPERTY` in place of each name of a property. So spacing does
    not join the name to a bracket or sign after it."""
    found, depth = list(terminals), 0
    for number, terminal in enumerate(terminals):
        depth += (terminal in OPENERS) - (terminal in (")", "]", "}"))
        first = number == 0 or (not depth and terminals[number - 1] in (",", ":"))
        if first and terminal == NAME and number + 1 < len(terminals) and terminals[number + 1] in ("-", "("):
            found[number] = PROPERTY
    return found


def _with_comments(
    source: Source, lines: list[Piece], comments: list[Comment], depths: dict[int, int]
) -> Iterator[Piece]:
    """Yield logical lines and comments in order. A comment inside a logical line of several rows comes before that
    line."""
    columns: dict[int, int] = {0: 0}
    left = list(reversed(comments))
    previous: Piece | None = None
    for line in lines:
        start, end = line.tokens[0].start, line.tokens[-1].end
        before: list[Comment] = []
        while left and left[-1].start < start:
            before.append(left.pop())
        for comment in before:
            yield _comment_line(source, comment, line.level, previous, columns)
        columns[line.level] = depths.get(start, 0)
        while left and left[-1].start < end:
            inner = left.pop()
            yield Piece(line.level, line.first_row, line.first_row, comment=inner.text)
        if left and not left[-1].own and source.place(left[-1].start).line == line.last_row:
            line.trailing = left.pop().text
        yield line
        previous = line
    while left:
        yield _comment_line(source, left.pop(), 0, previous, columns)


def _comment_line(
    source: Source, comment: Comment, level: int, previous: Piece | None, columns: dict[int, int]
) -> Piece:
    """Return the piece for a comment between two lines. It is indented as written, but neither less than both lines nor
    more than both."""
    place = source.place(comment.start)
    deepest = previous.level if previous and not previous.opens else level
    while deepest > level and columns.get(deepest, 0) > place.column - 1:
        deepest -= 1
    return Piece(max(level, deepest), place.line, place.line, comment=comment.text)


def format_quote(token: Token) -> Token:
    """Return the token of a quoted line, formatted. It stays the same if the text in the quotes is not a line of the
    language."""
    text = token.text[1:-1].strip()
    reading = read_line(text)
    if reading is not None and reading.before:
        head = reading.tokens[:1] if reading.tokens[0].text == "else" else ()
        tokens = line_tokens(reading.before, reading.tokens[len(head) :])
        states, terminals = [table().first], list[str]()
        for number in range(len(reading.before) + len(reading.tokens) - len(head)):
            terminals.append(terminal_at(states, tokens, number))
            advance(states, terminals[-1])
        own = [*head, *tokens[len(reading.before) : len(terminals)]]
        text = join_line(space_tokens(own, ["else"] * len(head) + terminals[len(reading.before) :]))
    elif reading is not None:
        text = join_line(space_tokens(reading.tokens, [one.text for one in reading.tokens]))
    return token._replace(text=f"`{text}`")
