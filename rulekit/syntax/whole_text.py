"""Parses a text as a whole: runs the lexer, finds blocks, runs the parser, and explains what is wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ..diagnostics import Diagnostic, Help, RulekitError, Source, Span
from . import nodes as s
from .indentation import IndentedTokens, lay_out
from .lexer import Scan, scan
from .lr_driver import Stopped, parse_tokens
from .text_values import wrong_values
from .versions import refusal
from .word_reading import find_misused_words

MAX_LENGTH: Final = 2**20
"""Characters; far more than any rulebook written by a person."""


def parse_whole(
    source: Source, explain: Callable[[Source], list[Diagnostic]] | None = None
) -> tuple[s.Book | None, list[Diagnostic]]:
    """Return the book and no errors, or None and the errors in order. `explain` finds the errors of a text that does
    not parse; by default, `recovery.explain`. Never raise an exception."""
    if len(source.text) > MAX_LENGTH:
        message = f"the text has {len(source.text)} characters; the most that is read is {MAX_LENGTH}"
        return None, [Diagnostic("E140", message, Span(source, 0, 0), help=(Help("split it into layers"),))]
    scanned = scan(source)
    refused = refusal(source, scanned)
    if refused:
        return None, [refused]
    laid = lay_out(source, scanned)
    problems = [*scanned.problems, *laid.problems]
    if laid.fatal:
        return None, _in_order(problems)
    terminals: list[str] = []
    try:
        made = parse_tokens(source, laid.tokens, terminals)
    except RulekitError as error:
        return None, _in_order([*problems, *error.diagnostics])
    if isinstance(made, Stopped) or problems:
        return None, explain(source) if explain is not None else _explain(source, scanned, laid)
    problems += find_misused_words(source, laid.tokens, terminals) or wrong_values(made, laid.tokens)
    return (None if problems else made), problems


def _explain(source: Source, scanned: Scan, laid: IndentedTokens) -> list[Diagnostic]:
    from .recovery import explain  # imported here, since it is not needed for a correct text

    return explain(source, scanned, laid)


def _in_order(problems: list[Diagnostic]) -> list[Diagnostic]:
    return sorted(problems, key=lambda d: d.span.start if d.span else 0)
