"""What to say of a line that no repair makes right: that its first word begins no line here, else what was expected."""

from __future__ import annotations

from collections.abc import Sequence

from ..diagnostics import Diagnostic, Help, Source, Span
from .broken_line import BrokenLine
from .expected_words import accepted, listed, terminal_words, token_words
from .lexer import NAME, NEWLINE, Token
from .parse_table import keywords
from .stray_words import stray_word
from .syntax_help import form_help
from .unknown_words import unknown_first_word
from .word_reading import terminal_at


def stray_line(source: Source, tokens: Sequence[Token], line: int, at: int, start: Sequence[int]) -> Diagnostic | None:
    """The message for a line that begins with a word of another kind of line, or of another language.

    The line begins with token `line`, in the parser's states `start`, and stopped at token `at`.
    """
    head = tokens[line]
    if head.kind != NAME or not (at == line or (at == line + 1 and terminal_at(start, tokens, line) == NAME)):
        return None
    can = accepted(start)
    said = stray_word(head.text, can)
    if said is None or (at > line and head.text not in keywords() and tokens[at].kind != NAME):
        return None
    return advised(source, head, (said[0], [said[1]]), can)


def unknown_line(
    source: Source, tokens: Sequence[Token], line: int, at: int, start: Sequence[int]
) -> Diagnostic | None:
    """The message for a line whose first word begins no line here, with the same parameters."""
    can = accepted(start)
    said = unknown_first_word(tokens, line, at, can)
    return None if said is None else advised(source, tokens[line], said, can)


def headless(source: Source, token: Token) -> Diagnostic:
    """The message for a text that begins with a clause."""
    hint = Help('begin with `rulebook NAME "Title"`, or with `edition NAME of BASE "Title"` for a layer')
    span = Span(source, token.start, token.end)
    return Diagnostic("E103", "the header is missing", span, (), ("`rulebook`",), (hint,))


def advised(source: Source, token: Token, said: tuple[str, list[str]], can: frozenset[str]) -> Diagnostic:
    """The message at a token that has these words and this advice."""
    message, advice = said
    span = Span(source, token.start, token.end)
    return Diagnostic("E101", message, span, (), terminal_words(can), tuple(map(Help, advice)))


def unexpected(line: BrokenLine, first: int, can: frozenset[str]) -> Diagnostic:
    """The message in general terms; the line begins with token `first`, perhaps before what was repaired of it."""
    token, before = line.token, line.tokens[line.at - 1]
    expected = terminal_words(can)
    at = token if token.kind != NEWLINE else before
    helps: list[Help] = []
    if token.kind == NEWLINE and before.kind == ":":
        message = f"after this colon {_brief(expected)} is expected on the same line"
        helps.append(Help("begin it here; it may go on in deeper lines, best inside brackets or after a comma"))
    elif token.kind == NEWLINE:
        message = f"the line ends where {_brief(expected)} is expected"
    else:
        message = f"{token_words(token)} stands where {_brief(expected)} is expected"
        if can == {"."}:
            helps.append(Help(f"a step is named with its procedure: `{before.text}.STEP`"))
    words = [t.text for t in line.tokens[first : line.at]]
    if words:
        helps.extend(form_help(words[1] if words[0] == "replace" and len(words) > 1 else words[0]))
    return Diagnostic("E101", message, Span(line.source, at.start, at.end), (), expected, tuple(helps))


def _brief(expected: Sequence[str]) -> str:
    """What is expected, short enough for one sentence; the whole list stands beside it."""
    return listed(expected) if len(expected) <= 4 else listed([*expected[:3], "something else"])
