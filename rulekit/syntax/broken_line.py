"""A line on which parsing stopped; a test whether a repair lets parsing continue; stand-ins for skipped lines.

`repairs.py` has the repairs of any line and the order in which all are tried. `everyday_forms.py` has the repairs of
everyday notation, `foreign_words.py` those of words of another language.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from ..diagnostics import Diagnostic, Help, Source, Span
from .lexer import DEDENT, INDENT, INT, NAME, NEWLINE, STRING, Token
from .lr_driver import next_terminals, terminal_words
from .parse_table import advance, shifts
from .word_reading import LOOK, is_ambiguous, terminal_at


class BrokenLine(NamedTuple):
    """A line on which parsing stopped at token `at`. Its tokens begin at token `first`; `state_stacks` has the parser's
    states before each token from there to `at`."""

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

    def span(self, first: Token, last: Token | None = None) -> Span:
        """Return the place of the token `first`, or of all tokens from it to `last`."""
        return Span(self.source, first.start, (last or first).end)

    def diagnostic(self, code: str, message: str, span: Span, *help: Help) -> Diagnostic:
        """Return a diagnostic that also lists what could be written where parsing stopped."""
        return Diagnostic(code, message, span, (), terminal_words(next_terminals(self.stack)), help)

    def before(self, index: int) -> tuple[int, ...]:
        """Return the parser's states before the token with this index."""
        return self.state_stacks[index - self.first]


class Repair(NamedTuple):
    """A repair that works: its message, the parser's states after it, and the index of the next token to parse."""

    message: Diagnostic
    stack: list[int]
    next: int


def try_parse(
    stack: Sequence[int], inserted: Sequence[str], tokens: Sequence[Token], at: int, until: int | None = None
) -> tuple[list[int], int] | None:
    """Parse the terminals `inserted`, then the tokens from `at` to the end of their line (or to `until`). Return the
    parser's states and the index of the next token; None if something cannot be parsed."""
    work = list(stack)
    for terminal in inserted:
        if not advance(work, terminal):
            return None
    stop = min(at + LOOK, len(tokens)) if until is None else max(at, until)
    for number in range(at, stop):
        token = tokens[number]
        terminal = terminal_at(work, tokens, number)
        if terminal == NAME and is_ambiguous(work, token):
            return None  # too uncertain: the author probably meant the keyword
        if not advance(work, terminal):
            return None
        if token.kind == NEWLINE and number + 1 < len(tokens):
            after = tokens[number + 1]
            # The next line may have errors of its own: only its depth is tested.
            block = after.kind in (INDENT, DEDENT)
            if not shifts(work, after.kind) if block else next_terminals(work) == {INDENT}:
                return None
            return work, number + 1
    return work, max(at, stop)


def insertion(source: Source, start: int, end: int, text: str) -> tuple[Span, str]:
    """Return the span from `start` to `end`, and what replaces it: `text`, with spaces if it would run into a word."""
    before, after = source.text[start - 1 : start], source.text[end : end + 1]
    lead = " " if _in_word(before) and _in_word(text[:1]) else ""
    tail = " " if _in_word(after) and _in_word(text[-1:]) else ""
    return Span(source, start, end), lead + text + tail


def _in_word(letter: str) -> bool:
    return letter.isalnum() or letter == "_"


def replacement_help(source: Source, advice: str, token: Token, text: str) -> Help:
    """Return the fix that replaces a token by `text`, with this advice."""
    span, new = insertion(source, token.start, token.end, text)
    return Help(advice, span, new)


def line_end(tokens: Sequence[Token], at: int) -> int:
    """Return the index of the NEWLINE that ends this line."""
    while tokens[at].kind != NEWLINE:
        at += 1
    return at


def block_end(tokens: Sequence[Token], at: int) -> int:
    """Return the index of the token after the block that opens at `at`."""
    depth = 0
    while at < len(tokens):
        depth += {INDENT: 1, DEDENT: -1}.get(tokens[at].kind, 0)
        at += 1
        if not depth:
            break
    return at


# Stand-ins, one for each kind of line and one for each kind of heading: they are parsed in place of a skipped line.
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
    ("section", NAME, ":", NEWLINE, INDENT),
    (STRING, ":", NEWLINE, INDENT),
    ("given", ":", NEWLINE, INDENT),
    ("opening", ":", NEWLINE, INDENT),
    ("rulebook", NAME, ":", NEWLINE, INDENT),
)


def states_after_stand_in(stack: Sequence[int]) -> list[int]:
    """Return the parser's states after the first stand-in line that can be parsed here; unchanged if there is none."""
    return next((done[0] for line in _LINES if (done := try_parse(stack, line, (), 0))), list(stack))


def states_in_block(stack: Sequence[int], tokens: Sequence[Token], line: int, indent: int) -> list[int] | None:
    """Return the parser's states in a block with a skipped heading (at `line`), after a stand-in; None if none can be
    here. A stand-in is preferred that begins with the same word, and after which the block's first line parses."""
    word = tokens[line].text
    headings = sorted(_HEADINGS, key=lambda heading: heading[0] != word)
    possible = [h for h in headings if try_parse(stack, h, (), 0)]
    best = next((h for h in possible if try_parse(stack, h, tokens, indent + 1)), None)
    return _advance_all(stack, best or possible[0]) if possible else None


def states_after_header(stack: Sequence[int]) -> list[int]:
    """Return the parser's states after a header has ended."""
    return _advance_all(stack, _LINES[-1])


def _advance_all(stack: Sequence[int], terminals: Sequence[str]) -> list[int]:
    states = list(stack)
    for terminal in terminals:
        advance(states, terminal)
    return states
