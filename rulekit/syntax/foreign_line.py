"""A line whose words of the language are Dutch or German: one message for all of them, and the line in English.

Believed only when the line then parses to its end; a word that is right as it stands, or that is somebody's name,
stays.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from ..diagnostics import Diagnostic, Help, Source, Span
from .broken_line import BrokenLine, Repair, go_on
from .expected_words import accepted, terminal_words
from .foreign_words import LANGUAGES, meanings
from .lexer import NAME, NEWLINE, Token
from .parse_table import advance
from .word_reading import terminal_at

_TRIES: Final = 300
"""Readings of one line: words that may stand for several are few."""
_LONGEST: Final = 300
"""Tokens of a line that is read so."""


class _Translated(NamedTuple):
    token: Token
    english: str
    languages: frozenset[str]


def in_english(line: BrokenLine) -> Iterator[Repair]:
    """The line with its foreign words in English, if any is before the place where it stopped."""
    end = line.at
    while end < len(line.tokens) and line.tokens[end].kind != NEWLINE:
        end += 1
    said = [index for index in range(line.first, end) if _may_be(line.tokens[index])]
    if not said or said[0] > line.at or end - line.first > _LONGEST:
        return
    found = _Reading(line.tokens, end).read(list(line.before(line.first)), line.first, ())
    if not found:
        return
    stack, words = found
    done = go_on(stack, (), line.tokens, end)
    if done:
        expected = terminal_words(accepted(line.before(said[0])))
        yield Repair(_told(line.source, words, expected), *done)


def _may_be(token: Token) -> bool:
    return token.kind == NAME and bool(meanings(token.text))


class _Reading:
    """The first way to read the tokens up to `end` in which at least one word is a foreign one."""

    def __init__(self, tokens: Sequence[Token], end: int) -> None:
        self.tokens, self.end = tokens, end
        self.tries = 0

    def read(
        self, stack: list[int], at: int, words: tuple[_Translated, ...]
    ) -> tuple[list[int], tuple[_Translated, ...]] | None:
        """The parser's states before token `end`, and what was translated; depth is the number of foreign words."""
        while at < self.end and not _may_be(self.tokens[at]):
            if not advance(stack, terminal_at(stack, self.tokens, at)):
                return None
            at += 1
        self.tries += 1
        if self.tries > _TRIES:
            return None
        if at == self.end:
            return (stack, words) if words and go_on(stack, (), self.tokens, at) else None
        token = self.tokens[at]
        as_it_is = terminal_at(stack, self.tokens, at)
        ways: list[tuple[str, frozenset[str] | None]] = [*meanings(token.text)]
        ways.insert(len(ways) if as_it_is == NAME else 0, (as_it_is, None))
        for terminal, languages in ways:
            states = list(stack)
            if advance(states, terminal):
                more = () if languages is None else (_Translated(token, terminal, languages),)
                found = self.read(states, at + 1, (*words, *more))
                if found:
                    return found
        return None


def _told(source: Source, words: Sequence[_Translated], expected: tuple[str, ...]) -> Diagnostic:
    start, end = words[0].token.start, words[-1].token.end
    right, at = "", start
    for word in words:
        right += source.text[at : word.token.start] + word.english
        at = word.token.end
    said = " and ".join(f"`{word.token.text}`" for word in words[:3])
    language = next((one for one in LANGUAGES if all(one in word.languages for word in words)), "another language")
    message = f"{said} {'is' if len(words) == 1 else 'are'} {language}: the words of the language are English"
    span = Span(source, start, end)
    if "\n" in right:
        right = " ".join(right.split())
    return Diagnostic("E102", message, span, (), expected, (Help(f"write `{right}`", span, right),))
