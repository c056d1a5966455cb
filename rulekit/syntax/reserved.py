"""Names that may not be given: keywords that nothing could tell from one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..diagnostics import Diagnostic, Help, Source, Span
from .lexer import NAME, Token
from .word_reading import reserved

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
