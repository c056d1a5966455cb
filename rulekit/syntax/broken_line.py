"""A line that stopped parsing: its repair, whether the parser continues after one, and its replacement in the tree.

`repairs.py` has the common repairs and the order in which all are tried, `everyday_forms.py` those of forms written as
elsewhere, `foreign_words.py` words of another language.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from ..diagnostics import Diagnostic, Help, Source, Span
from .expected_words import accepted
from .lexer import DEDENT, INDENT, INT, NAME, NEWLINE, STRING, Token
from .parse_table import advance, shifts
from .word_reading import LOOK, is_wavering, terminal_at


class BrokenLine(NamedTuple):
    """A line that stopped parsing: its tokens are `tokens[first:]`; `state_stacks`: the parser's before each."""

    source: Source
    tokens: Sequence[Token]
    first: int
    at: int
    state_stacks: Sequence[tuple[int, ...]]

    @property
    def stack(self) -> tuple[int, ...]:
        return self.state_stacks[-1]

    @property
    def token(self) -> Token:
        return self.tokens[self.at]

    def before(self, index: int) -> tuple[int, ...]:
        """The states before token `index` of the line."""
        return self.state_stacks[index - self.first]


class Repair(NamedTuple):
    """What to say, and the parser's states with the number of the next token once the line is taken as mended."""

    message: Diagnostic
    stack: list[int]
    next: int


def go_on(
    stack: Sequence[int], inserted: Sequence[str], tokens: Sequence[Token], at: int, until: int | None = None
) -> tuple[list[int], int] | None:
    """Parse `inserted`, then the tokens from `at` to the end of their line (or to `until`); None when that fails."""
    work = list(stack)
    for terminal in inserted:
        if not advance(work, terminal):
            return None
    stop = min(at + LOOK, len(tokens)) if until is None else max(at, until)
    for number in range(at, stop):
        token = tokens[number]
        terminal = terminal_at(work, tokens, number)
        if terminal == NAME and is_wavering(work, token):
            return None  # too weak a ground: the author hardly meant a name here
        if not advance(work, terminal):
            return None
        if token.kind == NEWLINE and number + 1 < len(tokens):
            after = tokens[number + 1]
            # The next line may be wrong in itself: only its depth is held against this one.
            block = after.kind in (INDENT, DEDENT)
            if not shifts(work, after.kind) if block else accepted(work) == {INDENT}:
                return None
            return work, number + 1
    return work, max(at, stop)


def written(source: Source, start: int, end: int, text: str) -> tuple[Span, str]:
    """The place of these characters, and `text` as it is put there: with blanks where words would grow together."""
    before, after = source.text[start - 1 : start], source.text[end : end + 1]
    lead = " " if _in_word(before) and _in_word(text[:1]) else ""
    tail = " " if _in_word(after) and _in_word(text[-1:]) else ""
    return Span(source, start, end), lead + text + tail


def _in_word(letter: str) -> bool:
    return letter.isalnum() or letter == "_"


def exchanged(source: Source, advice: str, token: Token, text: str) -> Help:
    """The fix that writes `text` for a token."""
    span, new = written(source, token.start, token.end, text)
    return Help(advice, span, new)


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
