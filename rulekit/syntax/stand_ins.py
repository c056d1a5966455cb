"""Lines that stand in for one that was passed over, so that the parser goes on as if a right one had been there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .broken_line import go_on
from .lexer import DEDENT, INDENT, INT, NAME, NEWLINE, STRING, Token
from .parse_table import advance

# One line of each kind, and one heading of each kind, that stand in for a line that was passed over.
_LINES: Final = (
    ("nothing", NEWLINE),
    ("choice", NAME, NEWLINE),
    ("|", NAME, "|", NEWLINE),
    ("expect", INT, NEWLINE),
    (NAME, ":", STRING, NEWLINE),
    (NAME, STRING, NEWLINE),
    (STRING, NEWLINE),
    (STRING, ":", NEWLINE, INDENT, INT, STRING, NEWLINE, DEDENT),
    (INT, STRING, NEWLINE),
    (NAME, NEWLINE),
    ("requires", NAME, NEWLINE),
    ("rulebook", NAME, NEWLINE),
)
_HEADINGS: Final = (
    ("step", NAME, ":", NEWLINE, INDENT),
    ("flow", ":", NEWLINE, INDENT),
    ("under", INT, ":", NEWLINE, INDENT),
    ("table", NAME, "(", ")", ":", NEWLINE, INDENT),
    ("example", NAME, ":", NEWLINE, INDENT),
    ("option", NAME, ":", NEWLINE, INDENT),
    ("words", NAME, ":", NEWLINE, INDENT),
    ("look", NAME, ":", NEWLINE, INDENT),
    ("statements", NAME, ":", NEWLINE, INDENT),
    (STRING, ":", NEWLINE, INDENT),
    ("given", ":", NEWLINE, INDENT),
    ("opening", ":", NEWLINE, INDENT),
    ("rulebook", NAME, ":", NEWLINE, INDENT),
)


def stood_in(stack: Sequence[int]) -> list[int]:
    """The parser's states behind the first of the lines that may stand here; as they are where none may."""
    return next((done[0] for line in _LINES if (done := go_on(stack, line, (), 0))), list(stack))


def headed_by(stack: Sequence[int], tokens: Sequence[Token], line: int, indent: int) -> list[int] | None:
    """The states in a block whose heading, the line at token `line`, was passed over: one of the heading's own kind, or
    under which the block's first line can stand; None where no block can.
    """
    word = tokens[line].text
    headings = sorted(_HEADINGS, key=lambda heading: heading[0] != word)
    possible = [h for h in headings if go_on(stack, h, (), 0)]
    best = next((h for h in possible if go_on(stack, h, tokens, indent + 1)), None)
    return _behind(stack, best or possible[0]) if possible else None


def began(stack: Sequence[int]) -> list[int]:
    """The states behind a header."""
    return _behind(stack, _LINES[-1])


def _behind(stack: Sequence[int], terminals: Sequence[str]) -> list[int]:
    states = list(stack)
    for terminal in terminals:
        advance(states, terminal)
    return states
