"""Translates keywords written in Dutch or German: one message for the whole line, with the line in English.

Titles may be in any language, but keywords are English. A translation counts only if the line then parses to its end. A
word that is correct without translation, or that is a name, is kept. Each row of `foreign_words.txt` has a keyword and
the words for it in the LANGUAGES.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from ..diagnostics import Diagnostic, Help, Source, Span
from .broken_line import BrokenLine, Repair, try_parse
from .lexer import NAME, NEWLINE, Token
from .lr_driver import next_terminals, terminal_words
from .parse_table import advance
from .word_reading import terminal_at

LANGUAGES: Final = ("Dutch", "German")


@cache
def foreign_words() -> dict[str, tuple[tuple[str, frozenset[str]], ...]]:
    """Return a mapping from each foreign word (in lower case) to the English keywords that it may mean, each with the
    languages."""
    found: dict[str, dict[str, set[str]]] = {}
    for line in Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").splitlines():
        english, _, said = line.partition(":")
        for language, words in zip(LANGUAGES, said.split("|"), strict=True):
            for word in words.split():
                for spelt in {word, _without_marks(word)}:
                    found.setdefault(spelt, {}).setdefault(english, set()).add(language)
    return {w: tuple((e, frozenset(ls)) for e, ls in meant.items() if e != w) for w, meant in found.items()}


def meanings(word: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """Return the English keywords that a word may mean, each with the languages in which it means that."""
    return foreign_words().get(word.lower(), ())


def _without_marks(word: str) -> str:
    for mark, plain in (("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("ß", "ss"), ("é", "e")):
        word = word.replace(mark, plain)
    return word


_TRIES: Final = 300
"""Readings of one line to try at most; few words have several meanings."""
_LONGEST: Final = 300
"""Tokens of the longest line that is translated."""


class _Translated(NamedTuple):
    token: Token
    english: str
    languages: frozenset[str]


def in_english(line: BrokenLine) -> Iterator[Repair]:
    """Yield the repair that translates a line into English, if a foreign word comes before the point where parsing
    stopped."""
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
    done = try_parse(stack, (), line.tokens, end)
    if done:
        expected = terminal_words(next_terminals(line.before(said[0])))
        yield Repair(_diagnostic(line.source, words, expected), *done)


def _may_be(token: Token) -> bool:
    return token.kind == NAME and bool(meanings(token.text))


class _Reading:
    """A search for translations of foreign words that let the tokens up to `end` be parsed. Each foreign word is
    translated or kept; at least one must be translated. The first solution counts."""

    def __init__(self, tokens: Sequence[Token], end: int) -> None:
        self.tokens, self.end = tokens, end
        self.tries = 0

    def read(
        self, stack: list[int], at: int, words: tuple[_Translated, ...]
    ) -> tuple[list[int], tuple[_Translated, ...]] | None:
        """Return the parser's states before token `end`, and the translated words; None if there is no solution. The
        method calls itself once for each foreign word."""
        while at < self.end and not _may_be(self.tokens[at]):
            if not advance(stack, terminal_at(stack, self.tokens, at)):
                return None
            at += 1
        self.tries += 1
        if self.tries > _TRIES:
            return None
        if at == self.end:
            return (stack, words) if words and try_parse(stack, (), self.tokens, at) else None
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


def _diagnostic(source: Source, words: Sequence[_Translated], expected: tuple[str, ...]) -> Diagnostic:
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
