"""A line of the base where a layer names one, written without its backquotes."""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Diagnostic, Help, Span
from .broken_line import BrokenLine, Repair, go_on
from .expected_words import accepted
from .lexer import NEWLINE, QUOTED
from .quoted_lines import read_line


def unquoted(line: BrokenLine) -> Iterator[Repair]:
    """The longest line that can be quoted here, so that the rest goes on; a heading's own colon is inside."""
    if QUOTED not in accepted(line.stack):
        return
    end = line.at
    while line.tokens[end].kind != NEWLINE:
        end += 1
    for stop in range(end, line.at, -1):
        span = Span(line.source, line.token.start, line.tokens[stop - 1].end)
        if read_line(span.text) is None:
            continue
        for colon in ("", ":"):
            done = go_on(line.stack, [QUOTED, *colon], line.tokens, stop)
            if done is not None:
                fix = Help("write it between backquotes", span, f"`{span.text}`{colon}")
                message = "a line of the base is named as it stands there, between backquotes"
                yield Repair(Diagnostic("E103", message, span, (), ("`` ` ``",), (fix,)), *done)
