"""Parse values in summaries and in the texts, titles and captions of sections: `"At {full.guests} guests it is full."`.

Braces contain an expression of the rulebook, and after `|` a form of words: `{Follower|plural}`; `{{` is a brace.
`text_values` parses the expressions at their places in the text; `words_between` returns the text around them.
`rulekit.check` restricts which expressions are allowed, and `rulekit.prose` writes them as words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary

from ..diagnostics import Diagnostic, Help, RulekitError, Source, Span
from . import nodes as s
from .lexer import END, NEWLINE, STRING, Token, added_token, scan
from .lr_driver import Stopped, parse_tokens
from .traversal import walk

_BRACED: Final = re.compile(r'"[^"\r\n]*\{')
_PIECES: Final = re.compile(r'"((?:\\.|[^"\\\r\n])*)"')
_BEFORE: Final = ("rulebook", "q", NEWLINE, "figure", "q", "=")
_FORM: Final = re.compile(r"\s*\|\s*(\w+)\s*$")
TEXT: Final = "text"
"""The key of a line in `words` that translates the text of a section without a title: `text "…"`."""


class WrittenValue(NamedTuple):
    """A value in a text: its expression, and the grammatical form that it asks for (`plural`); an empty form is the
    usual one."""

    node: s.Expr
    form: str


@lru_cache(maxsize=4096)
def texts_with_values(root: s.Node) -> tuple[s.Text, ...]:
    """Return the texts in a tree that can contain values: summaries, and the texts, titles and captions of sections, in
    each language."""
    return tuple(_texts_with_values(root))


def _texts_with_values(root: s.Node) -> Iterator[s.Text]:
    for node in walk(root):
        match node:
            case s.SectionClause(tags=s.Tags(title=s.Text() as title)):
                yield title
            case s.ShowsLine(caption=s.Text() as caption):
                yield caption
            case s.Word(kind=s.Name(text="section"), title=s.Text() as title, summary=summary):
                yield title
                if summary is not None:
                    yield summary
            case s.Tags(summary=text) | s.Header(summary=text) | s.Word(summary=text) if text is not None:
                yield text
            case s.WordForm(key=s.Name(text=key), value=value) if key == TEXT:
                yield value


def wrong_values(book: s.Book, tokens: Sequence[Token]) -> list[Diagnostic]:
    """Return the errors in the values of a book's texts."""
    if not any(token.kind == STRING and "{" in token.text for token in tokens):
        return []
    found: list[Diagnostic] = []
    parts = (part for part in (book.header, *book.members) if _BRACED.search(part.span.text))
    for text in (text for part in parts for text in texts_with_values(part)):
        try:
            text_values(text)
        except RulekitError as error:
            found += error.diagnostics
    return found


Values = tuple[WrittenValue, ...]
_KNOWN: Final[WeakKeyDictionary[s.Text, Values]] = WeakKeyDictionary()
"""The values of texts that were read before."""


def text_values(text: s.Text) -> Values:
    """Return the values in a text, in their order; raise RulekitError if one cannot be read."""
    if "{" not in text.value:
        return ()
    known = _KNOWN.get(text)
    if known is None:
        known = _KNOWN[text] = _read(text)
    return known


def values_read(root: s.Node) -> dict[s.Text, Values]:
    """Return the values of those texts in a tree whose values have been parsed, so that a cache can store them with the
    tree."""
    return {text: _KNOWN[text] for text in texts_with_values(root) if text in _KNOWN}


def remember_values(values: Mapping[s.Text, Values]) -> None:
    """Store the values of texts from a cache, so that they need not be parsed again."""
    _KNOWN.update(values)


def _read(text: s.Text) -> Values:
    source, at = text.span.source, text.span.start
    values: list[WrittenValue] = []
    for piece in _PIECES.finditer(text.span.text):
        start = at + piece.start(1)
        places = _braces(piece[1], lambda low, start=start: _error(source, start + low))  # type: ignore[misc]
        values += [_value(source, start + low, start + high) for low, high in places]
    return tuple(values)


@lru_cache(maxsize=4096)
def words_between(text: str) -> tuple[str, ...]:
    """Return the words of a text around its values: before the first, between them, and after the last."""
    cuts = [0, *(cut for low, high in _braces(text, ValueError) for cut in (low - 1, high + 1)), len(text)]
    return tuple(text[low:high].replace("{{", "{") for low, high in zip(cuts[::2], cuts[1::2], strict=True))


def _braces(words: str, fail: Callable[[int], Exception]) -> Iterator[tuple[int, int]]:
    """Yield where each expression in braces begins and ends in a text. Braces inside an expression belong to it."""
    at = 0
    while (at := words.find("{", at)) >= 0:
        if words.startswith("{{", at):
            at += 2
            continue
        depth, end = 1, at + 1
        while end < len(words) and depth:
            depth += {"{": 1, "}": -1}.get(words[end], 0)
            end += 1
        if depth:
            raise fail(at)
        yield at + 1, end - 1
        at = end


def _value(source: Source, start: int, end: int) -> WrittenValue:
    form = _FORM.search(source.text[:end], start)
    return WrittenValue(_expression(source, start, form.start() if form else end), form[1] if form else "")


def _expression(source: Source, start: int, end: int) -> s.Expr:
    """Return the expression between two places of a text."""
    scanned = scan(Source(source.name, source.text[start:end]))
    tokens = [token._replace(start=token.start + start, end=token.end + start) for token in scanned.tokens]
    before = [added_token(word, start) for word in _BEFORE]
    wrapped = [*before, *tokens, added_token(NEWLINE, end), added_token(END, end)]
    made = Stopped(0) if scanned.problems or not tokens else parse_tokens(source, wrapped)
    if isinstance(made, Stopped):
        at = made.at - len(_BEFORE)
        raise _error(source, tokens[at].start if 0 < at < len(tokens) else start - 1)
    (figure,) = made.members
    assert isinstance(figure, s.FigureClause)
    return figure.value


def _error(source: Source, at: int) -> RulekitError:
    message = "between `{` and `}` of a text stands a value, and this is none"
    advice = Help('write an expression, as in `"{players} players"`, or `{{` for a brace')
    return RulekitError(Diagnostic("E101", message, Span(source, at, at + 1), help=(advice,)))
