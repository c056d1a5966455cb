"""Ranges that are written as elsewhere: with a dash for the dots, or without braces where a set is a value.

`1-5` where a type or a domain is expected is `1..5`; `x in 0..3` is `x in {0..3}`, for behind `in` stands a value.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..diagnostics import Diagnostic, Help, Span
from .broken_line import BrokenLine, Repair, exchanged, go_on
from .expected_words import accepted, terminal_words
from .lexer import NEWLINE, Token
from .parse_table import advance, shifts
from .word_reading import LOOK, terminal_at

_JOINING: Final = frozenset(["+", "-", "*", "&", "div", "mod", "."])
_EQUAL: Final = {"==": "in", "!=": "not in"}


def dashed(line: BrokenLine) -> Iterator[Repair]:
    """A dash where the two dots of a range are expected."""
    can = accepted(line.stack)
    if line.token.kind == "-" and "to" in can and (done := go_on(line.stack, ["to"], line.tokens, line.at + 1)):
        yield _dash(line, line.token, "to", "from one number to another is written with `to`", done)
    if ".." not in can:
        return
    for index in range(line.at - 1, max(line.first, line.at - LOOK), -1):
        token = line.tokens[index]
        if token.kind != "-" or ".." not in accepted(line.before(index)):
            continue
        done = go_on(line.before(index), [".."], line.tokens, index + 1)
        if done:
            yield _dash(line, token, "..", "a range is written with two dots; `-` is minus", done)


def _dash(line: BrokenLine, token: Token, right: str, message: str, done: tuple[list[int], int]) -> Repair:
    fix = exchanged(line.source, f"write `{right}`", token, right)
    span = Span(line.source, token.start, token.end)
    return Repair(Diagnostic("E105", message, span, (), (f"`{right}`",), (fix,)), *done)


def braced(line: BrokenLine) -> Iterator[Repair]:
    """A range where a value is expected: as a set it stands in braces."""
    if line.token.kind != "..":
        return
    for index in range(line.at - 1, max(line.first, line.at - LOOK), -1):
        before = line.tokens[index - 1]
        if before.text in _JOINING or "{" not in accepted(line.before(index)):
            continue
        stack = list(line.before(index))
        done = go_on(stack, ["{"], line.tokens, index, line.at + 1)
        if not done:
            continue
        states, end = done
        closed = _closed(line, states, end)
        if closed is None:
            continue
        end, rest = closed
        yield Repair(_in_braces(line, index, end), *rest)
        return


def _closed(line: BrokenLine, states: list[int], at: int) -> tuple[int, tuple[list[int], int]] | None:
    """Where the brace can be closed so that the line goes on behind it: as early as that is so."""
    begun = at
    while at < begun + LOOK and line.tokens[at].kind != NEWLINE:
        if not advance(states, terminal_at(states, line.tokens, at)):
            return None
        at += 1
        if shifts(states, "}"):
            rest = go_on(states, ["}"], line.tokens, at)
            if rest:
                return at, rest
    return None


def _in_braces(line: BrokenLine, index: int, end: int) -> Diagnostic:
    source, before = line.source, line.tokens[index - 1]
    start = line.tokens[index].start
    span = Span(source, start, line.tokens[end - 1].end)
    right = f"{{{span.text}}}"
    if before.kind in _EQUAL:
        right = f"{_EQUAL[before.kind]} {right}"
        start = before.start
    fix = Help(f"write `{right}`", Span(source, start, span.end), right)
    message = "a range that is a value stands in braces, as a set does"
    return Diagnostic("E103", message, span, (), terminal_words(accepted(line.before(index))), (fix,))
