"""Reads the tokens of a line in another way if it has a text without quotes or a decimal point.

Such a reading inserts a quote somewhere, or takes the decimal point for the dots of a range. It counts if the line then
parses.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from ..diagnostics import Diagnostic, Help, Source, Span
from .broken_line import block_end, line_end, try_parse
from .indentation import lay_out
from .lexer import DEDENT, END, INDENT, STRING, Scan, Token, TokenLine, scan

_LONGEST: Final = 400
"""Characters of the longest line in which a quote is tried at every place."""
_LINES_BEHIND: Final = 6
"""Physical lines read after the broken one: they may continue it, or show that a block follows."""


class NewReading(NamedTuple):
    """Another reading of a text: the scan in which one line has other tokens, and the message that replaces the old
    one."""

    scan: Scan
    message: Diagnostic


def readings(source: Source, known: Scan, problem: Diagnostic) -> Iterator[NewReading]:
    """Yield other readings of the line with the error `problem` (an unclosed text or a decimal point), likeliest
    first."""
    assert problem.span
    start = source.text.rfind("\n", 0, problem.span.start) + 1
    end = source.text.find("\n", start)
    line = Span(source, start, end if end >= 0 else len(source.text))
    if problem.code == "E111":
        for offset in _quote_positions(line.text):
            tokens = _tokens(line, offset)
            if tokens is not None:
                yield NewReading(_splice(known, line, tokens), _quote_missing(source, tokens, start + offset))
    elif problem.code == "E105":
        low, _, high = problem.span.text.partition(".")
        if low.isdecimal() and high.isdecimal() and int(low[-9:]) <= int(high[-9:]):
            yield _as_range(source, known, problem.span)


def line_parses(source: Source, states: Sequence[int], first_line: int, new: Scan, problem: Diagnostic) -> bool:
    """Return whether a line parses in another reading; it begins with physical line `first_line`, where the parser has
    `states`."""
    assert problem.span
    starts = [new.tokens[line.first].start for line in new.lines]
    last = min(max(first_line, bisect_right(starts, problem.span.start) - 1) + _LINES_BEHIND, len(new.lines) - 1)
    begin = new.lines[first_line].first
    stop = new.lines[last + 1].first if last + 1 < len(new.lines) else len(new.tokens)
    lines = [TokenLine(line.first - begin, line.depth) for line in new.lines[first_line : last + 1]]
    part = lay_out(source, Scan(new.tokens[begin:stop], lines, [], []))
    closed = not any(d.code in ("E124", "E125") for d in part.problems)
    return closed and not part.fatal and try_parse(states, (), part.tokens, 0) is not None


def _quote_positions(text: str) -> list[int]:
    """Return where a quote may be missing: at the end, before what may follow a text, then around each word."""
    if len(text) > _LONGEST:
        return []
    whole = len(text.rstrip())
    ends = [m.start() for m in re.finditer(r"\s*(?::(?!\S)|[\[\]|,)])", text.rstrip())]
    words = list(re.finditer(r"\w\S*", text))
    return list(dict.fromkeys([whole, *ends, *(m.start() for m in words), *(m.end() for m in words)]))


def _tokens(line: Span, offset: int) -> list[Token] | None:
    """Return the tokens of a line with a quote inserted at `offset`, each at its place in the original text; None if
    the tokens have an error."""
    text = line.text
    read = scan(Source("line", f'{text[:offset]}"{text[offset:]}'))
    if read.problems:
        return None
    return [
        t._replace(start=line.start + t.start - (t.start > offset), end=line.start + t.end - (t.end > offset))
        for t in read.tokens
    ]


def _quote_missing(source: Source, tokens: Sequence[Token], at: int) -> Diagnostic:
    opening = any(t.kind == STRING and t.start == at for t in tokens)
    span = next((Span(source, t.start, t.end) for t in tokens if t.kind == STRING and at in (t.start, t.end)), None)
    fix = Help(f'write `"` {"before" if opening else "behind"} it', Span(source, at, at), '"')
    message = f"this text has no {'opening' if opening else 'closing'} quote"
    return Diagnostic("E111", message, span or Span(source, at, at), (), ('`"`',), (fix,))


def _as_range(source: Source, known: Scan, span: Span) -> NewReading:
    low, high = span.text.split(".")
    middle = span.start + len(low)
    tokens = [
        Token("INT", low, span.start, middle),
        Token("..", "..", middle, middle + 1),
        Token("INT", high, middle + 1, span.end),
    ]
    fix = Help(f"write `{low}..{high}`", span, f"{low}..{high}")
    message = "a range is written with two dots; numbers are whole"
    return NewReading(_splice(known, span, tokens), Diagnostic("E105", message, span, (), ("`..`",), (fix,)))


def _splice(known: Scan, span: Span, tokens: Sequence[Token]) -> Scan:
    """Return the scan with the tokens in this span replaced."""
    starts = [t.start for t in known.tokens]
    first, last = bisect_right(starts, span.start - 1), bisect_right(starts, span.end - 1)
    more = len(tokens) - (last - first)
    lines = [line if line.first <= first else TokenLine(line.first + more, line.depth) for line in known.lines]
    return known._replace(tokens=[*known.tokens[:first], *tokens, *known.tokens[last:]], lines=lines)


def unquoted_rows(source: Source, tokens: Sequence[Token], at: int) -> tuple[Diagnostic, int]:
    """Return one message for consecutive rows of a layout without quotes, and the token after them."""
    fixed, end = "", at
    while tokens[end].kind not in (DEDENT, END, STRING):
        last = line_end(tokens, end)
        row = Span(source, tokens[end].start, tokens[last - 1].end)
        before = source.text[tokens[end - 1].start : row.start] if end > at else ""
        fixed += f'{before}"{row.text}"'
        end = last + 1
        if tokens[end].kind == INDENT:
            end = block_end(tokens, end)
    rows = Span(source, tokens[at].start, row.end)
    fix = () if '"' in rows.text else (Help("put each row in quotes", rows, fixed),)
    return Diagnostic("E101", "each row here is a text in quotes", rows, (), ("a text in quotes",), fix), end
