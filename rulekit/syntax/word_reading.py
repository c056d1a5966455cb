"""Decides whether a word is a keyword or a name where it is, and which words can never be names.

A word is a keyword if the grammar expects that keyword and no name, and a name if it expects no such keyword. If both
are possible, the parser follows both readings along the line. The reading that parses more tokens wins; if both parse
equally many, the word is a keyword. In brackets a name can always be written (`(up) to 3`), so a word is reserved only
if brackets could not make it a name.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import Final

from ..diagnostics import Diagnostic, Help, Source, Span
from .lexer import DEDENT, INDENT, NAME, NEWLINE, STRING, Token
from .nodes import KINDS
from .parse_table import advance, keywords, shifts, stack_after, table

LOOK: Final = 60
"""Tokens along which two readings of a word are followed at most."""

BOOKS: Final = ("rulebook", "edition", "variant", "expansion")
OPENING: Final = frozenset({*KINDS.values(), *BOOKS, "ruling", "always", "never", "finally"})
"""Words after which a name is declared; syntax highlighting uses them."""

IN_BOOK: Final = ("rulebook", NAME, NEWLINE)
IN_BODY: Final = (*IN_BOOK, "flow", ":", NEWLINE, INDENT)
_BEGUN: Final = (
    (*IN_BODY, "require", "("),
    IN_BODY,
    (*IN_BODY, "either", NAME, ":", NEWLINE, INDENT, "nothing", NEWLINE, DEDENT),
    (*IN_BODY, "if", NAME, ":", NEWLINE, INDENT, "nothing", NEWLINE, DEDENT),
)
"""Terminals from the start of a text to where an expression in brackets, or a statement, begins. A keyword there cannot
be turned into a name by brackets."""
_CALLED: Final = frozenset(["fact", "procedure", "event", "table", "piece", "action"])


def terminal_at(stack: Sequence[int], tokens: Sequence[Token], at: int, look: int = LOOK) -> str:
    """Return the terminal that the grammar has for token `at` if the parser is in these states: its keyword, NAME, or
    its sign."""
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
    if word in unusable_names() or at + 1 >= len(tokens) or not look:
        return word
    behind = tokens[at + 1]
    if (behind.text if behind.kind == NAME else behind.kind) not in _behind_names():
        return word
    return _longer_reading(stack, tokens, at, look)


def _longer_reading(stack: Sequence[int], tokens: Sequence[Token], at: int, look: int) -> str:
    """Return the terminal of a word, its keyword or NAME, with which more of the line parses."""
    word = tokens[at].text
    one, other = list(stack), list(stack)
    if not advance(other, NAME) or not advance(one, word):
        return word
    for number in range(at + 1, min(at + 1 + look, len(tokens))):
        other_goes = _goes_on(other, tokens, number, look)
        if not _goes_on(one, tokens, number, look):
            return NAME if other_goes and _is_meant_as_name(word, other, tokens, (at, number), look) else word
        if not other_goes or tokens[number].kind == NEWLINE:
            return word
    return word


def _is_meant_as_name(word: str, stack: list[int], tokens: Sequence[Token], places: tuple[int, int], look: int) -> bool:
    """Return whether a word is a name, after its reading as a keyword has failed. `first(x in D: C)` counts as a wrong
    use of the keyword, unless the whole line parses with a name or the text declares that name."""
    at, stopped = places
    if tokens[at + 1].kind != "(":
        return True
    for number in range(stopped + 1, min(at + 1 + look, len(tokens))):
        if tokens[number - 1].kind == NEWLINE:
            return True
        if not _goes_on(stack, tokens, number, look):
            return any(a.text in _CALLED and b.text == word for a, b in pairwise(tokens))
    return True


def is_ambiguous(stack: Sequence[int], token: Token) -> bool:
    """Return whether both the keyword and a name with the same spelling could come here."""
    return token.kind == NAME and token.text in table().actions[stack[-1]] and shifts(stack, token.text)


def _goes_on(stack: list[int], tokens: Sequence[Token], at: int, look: int) -> bool:
    """Read the next token in one of two readings, and return whether it is allowed there. If that token is ambiguous
    itself, its readings are compared for one token only."""
    terminal = terminal_at(stack, tokens, at, min(look - 1, 1))
    return (terminal != NAME or tokens[at].text not in unusable_names()) and advance(stack, terminal)


@cache
def _behind_names() -> frozenset[str]:
    """Return all terminals that can follow a name in a place where a keyword would also be allowed."""
    actions, words = table().actions, keywords()
    after = {row[NAME] for row in actions if row.get(NAME, -1) >= 0 and not words.isdisjoint(row)}
    return frozenset(terminal for state in after for terminal in actions[state])


@cache
def unusable_names() -> frozenset[str]:
    """Return the reserved words: keywords that are no names where an expression or statement begins, even in
    brackets."""
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


def find_misused_words(source: Source, tokens: Sequence[Token], terminals: Sequence[str]) -> list[Diagnostic]:
    """Return an error for each reserved word that is used as a name. Names of languages (`no`, Norwegian) and of books
    are exempt."""
    found: dict[str, Diagnostic] = {}
    for token, before, terminal in zip(tokens, ("", *terminals), terminals, strict=False):
        if terminal == NAME and token.text in unusable_names() and before not in FREE:
            found.setdefault(token.text, error_for_reserved_word(source, token))
    return [*found.values()]


def listed_words(line: Sequence[Token]) -> list[Token]:
    """Return the reserved words in a line that are placed like names in a list: after a colon or a comma, and before a
    comma, a title or the end of the line."""
    around = zip(line, line[1:], line[2:], strict=False)
    return [
        token
        for before, token, after in around
        if token.text in unusable_names()
        and before.text in (":", ",")
        and (after.text == "," or after.kind in (STRING, NEWLINE))
    ]


def error_for_reserved_word(source: Source, token: Token) -> Diagnostic:
    """Return the error for a reserved word used as a name."""
    word = token.text
    hint = Help(f"add a word to it, as in `{word}_1` or `{word}_card`")
    message = f"`{word}` is a word of the language and cannot be a name"
    return Diagnostic("E130", message, Span(source, token.start, token.end), help=(hint,))
