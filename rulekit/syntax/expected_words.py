"""Describe what the grammar would accept, in the words of the language, never with a parser's names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from .lexer import CITE, DEDENT, END, INDENT, INDEX, INT, NAME, NEWLINE, QUOTED, STRING, Token
from .operators import OPERATORS
from .parse_table import keywords, shifts, stack_after, table
from .word_reading import IN_BODY, IN_BOOK

_NAMED: Final = {
    NAME: "a name",
    INT: "a number",
    STRING: "a text in quotes",
    QUOTED: "a line of the base in backquotes",
    NEWLINE: "the end of the line",
    INDENT: "a block of deeper lines",
    DEDENT: "the end of the block",
    END: "the end of the text",
    INDEX: "`[`",
    CITE: "a citation `[…]`",
}
OPERATOR_WORDS: Final = frozenset([*OPERATORS, "not", "."])


def next_terminals(stack: Sequence[int]) -> frozenset[str]:
    """Return every terminal that may come next."""
    return frozenset(t for t in table().actions[stack[-1]] if shifts(stack, t))


@cache
def clause_words() -> frozenset[str]:
    """Return the words that begin a clause or an edit."""
    return next_terminals(stack_after(*IN_BOOK)) & keywords()


@cache
def statement_words() -> frozenset[str]:
    """Return the words that begin a statement."""
    return next_terminals(stack_after(*IN_BODY)) & keywords()


@cache
def expression_starts() -> frozenset[str]:
    """Return the terminals that begin an expression."""
    return next_terminals(stack_after(*IN_BODY, "require"))


@cache
def _groups() -> tuple[tuple[str, frozenset[str]], ...]:
    return (
        ("a statement", statement_words() | {NAME}),
        ("a clause", clause_words()),
        ("an expression", expression_starts()),
        ("an expression", next_terminals(stack_after(*IN_BODY, "require", NAME, "+"))),
        ("a type", next_terminals(stack_after(*IN_BOOK, "keep", NAME, ":"))),
    )


def terminal_words(terminals: Iterable[str]) -> tuple[str, ...]:
    """Return terminals as readers know them: whole groups first, then words and signs, sorted."""
    left = set(terminals)
    out: list[str] = []
    for name, group in _groups():
        if group <= left:
            left -= group
            if name not in out:
                out.append(name)
    if len(left & OPERATOR_WORDS) > 5:
        left -= OPERATOR_WORDS
        out.append("an operator")
    left.discard(INDEX)
    return (*out, *sorted(_NAMED.get(t, f"`{t}`") for t in left))


def join_with_or(phrases: Sequence[str]) -> str:
    """Return phrases as `a, b or c`."""
    if len(phrases) < 2:
        return "".join(phrases)
    return ", ".join(phrases[:-1]) + " or " + phrases[-1]


def token_words(token: Token) -> str:
    """Return a token as a message names it."""
    if token.kind in (NEWLINE, INDENT, DEDENT, END):
        return _NAMED[token.kind]
    if token.kind == STRING:
        return "the text " + (token.text if len(token.text) < 40 else token.text[:37] + '…"')
    if token.kind == QUOTED:
        return f"the quoted line {token.text}"
    return f"`{token.text if len(token.text) <= 40 else token.text[:37] + '…'}`"
