"""A line that stopped parsing, what a repair of it is, and whether the parser goes on behind one.

Which repairs there are is said elsewhere: `repairs.py` has the common ones and the order in which all are tried,
`foreign_line.py` words of another language, `ranges.py` ranges, `several_names.py` names that run over something.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..diagnostics import Diagnostic, Help, Source, Span
from .expected_words import accepted
from .lexer import DEDENT, INDENT, NAME, NEWLINE, Token
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
