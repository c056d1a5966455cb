"""Whether a word is a keyword or a name where it stands, and which words can never be names.

A word is a keyword where the grammar asks for that keyword and for no name, and a name where it asks for no such
keyword.  Where both could stand, what stands behind it on the line tells: whichever of the two readings goes on
further; the keyword where both go as far.  A name is still read as one there when it stands in brackets (`(up) to 3`),
so a word is reserved, and refused as a name, only where brackets could not tell it from a name either.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import Final

from ..diagnostics import Diagnostic, Help, Source, Span
from .lexer import DEDENT, INDENT, NAME, NEWLINE, Token
from .parse_table import advance, keywords, shifts, stack_after, table

LOOK: Final = 60
"""Tokens of a line beyond which two readings are not followed."""

IN_BOOK: Final = ("rulebook", NAME, NEWLINE)
IN_BODY: Final = (*IN_BOOK, "flow", ":", NEWLINE, INDENT)
_BEGUN: Final = (
    (*IN_BODY, "require", "("),
    IN_BODY,
    (*IN_BODY, "either", NAME, ":", NEWLINE, INDENT, "nothing", NEWLINE, DEDENT),
    (*IN_BODY, "if", NAME, ":", NEWLINE, INDENT, "nothing", NEWLINE, DEDENT),
)
"""Where an expression begins in brackets, and where a statement does: there no bracket helps."""
_CALLED: Final = frozenset(["fact", "procedure", "event", "table", "piece", "action"])


def terminal_at(stack: Sequence[int], tokens: Sequence[Token], at: int, look: int = LOOK) -> str:
    """What the token `at` is to the parser whose states are `stack`: its keyword, a name, or its sign."""
    token = tokens[at]
    if token.kind != NAME:
        return token.kind
    row = table().actions[stack[-1]]
    word = token.text
    action = row.get(word)
    if action is None:
        return NAME
    if NAME not in row:
        return word
    if action < 0 and not shifts(stack, word):
        return NAME
    if word in reserved() or at + 1 >= len(tokens) or not look:
        return word
    behind = tokens[at + 1]
    if (behind.text if behind.kind == NAME else behind.kind) not in _behind_names():
        return word
    return _read(stack, tokens, at, look)


def _read(stack: Sequence[int], tokens: Sequence[Token], at: int, look: int) -> str:
    """The reading of a word that goes on further: both are followed side by side."""
    word = tokens[at].text
    one, other = list(stack), list(stack)
    if not advance(other, NAME) or not advance(one, word):
        return word
    for number in range(at + 1, min(at + 1 + look, len(tokens))):
        other_goes = _goes_on(other, tokens, number, look)
        if not _goes_on(one, tokens, number, look):
            return NAME if other_goes and _meant(word, other, tokens, (at, number), look) else word
        if not other_goes or tokens[number].kind == NEWLINE:
            return word
    return word


def _meant(word: str, stack: list[int], tokens: Sequence[Token], places: tuple[int, int], look: int) -> bool:
    """Whether a word is a name where the keyword cannot stand, at the first of the places: `first(x in D: C)` is
    somebody's slip, unless all of the line is right so or something is declared by that name.
    """
    at, stopped = places
    if tokens[at + 1].kind != "(":
        return True
    for number in range(stopped + 1, min(at + 1 + look, len(tokens))):
        if tokens[number - 1].kind == NEWLINE:
            return True
        if not _goes_on(stack, tokens, number, look):
            return any(a.text in _CALLED and b.text == word for a, b in pairwise(tokens))
    return True


def is_wavering(stack: Sequence[int], token: Token) -> bool:
    """Whether a keyword could stand here as well as a name that is spelt like it."""
    return token.kind == NAME and token.text in table().actions[stack[-1]] and shifts(stack, token.text)


def _goes_on(stack: list[int], tokens: Sequence[Token], at: int, look: int) -> bool:
    """Take the next token, if a reading has a place for it; words between two readings are looked behind once."""
    terminal = terminal_at(stack, tokens, at, min(look - 1, 1))
    return (terminal != NAME or tokens[at].text not in reserved()) and advance(stack, terminal)


@cache
def _behind_names() -> frozenset[str]:
    """All that can stand behind a name where a keyword could stand in its place."""
    actions, words = table().actions, keywords()
    after = {row[NAME] for row in actions if row.get(NAME, -1) >= 0 and not words.isdisjoint(row)}
    return frozenset(terminal for state in after for terminal in actions[state])


@cache
def reserved() -> frozenset[str]:
    """Keywords that brackets could not tell from a name, where an expression or a statement begins: no names are made
    of them.
    """
    out = set[str]()
    for begun in _BEGUN:
        stack = stack_after(*begun)
        named = [*stack]
        advance(named, NAME)
        for word in keywords() & table().actions[stack[-1]].keys() - out:
            read = [*stack]
            if advance(read, word) and any(shifts(named, t) for t in table().actions[read[-1]].keys() - {NAME}):
                out.add(word)
    return frozenset(out)


FREE: Final = ("language", "words", "rulebook", "edition", "variant", "expansion", "requires", "/")


def misused(source: Source, tokens: Sequence[Token], terminals: Sequence[str]) -> list[Diagnostic]:
    """Reserved words that stand as names, each once.  Languages (`no`, Norwegian) and books may have any name."""
    out: list[Diagnostic] = []
    seen: set[str] = set()
    before = ""
    for token, terminal in zip(tokens, terminals, strict=False):
        word = token.text
        if terminal == NAME and word in reserved() and word not in seen and before not in FREE:
            seen.add(word)
            out.append(reserved_word_error(source, token))
        before = terminal
    return out


def reserved_word_error(source: Source, token: Token) -> Diagnostic:
    """The message for one such name."""
    word = token.text
    hint = Help(f"add a word to it, as in `{word}_1` or `{word}_card`")
    message = f"`{word}` is a word of the language and cannot be a name"
    return Diagnostic("E130", message, Span(source, token.start, token.end), help=(hint,))
