"""The layout of a text that does not parse, corrected as recovery finds mistakes.

Recovery reports a forgotten colon, a line that is too deep, or a text that ends early, and continues with the new
tokens.  Complaints about layout are always those of the last layout, so one mistake causes none about later lines.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence

from ..diagnostics import Diagnostic, Help, Source, Span
from .indentation import Between, IndentedTokens, lay_out
from .lexer import Scan, Token, TokenLine


class TextLayout:
    """The tokens, and the known errors in them and in their lines."""

    def __init__(self, source: Source, scan: Scan, laid: IndentedTokens) -> None:
        self.source, self.scan = source, scan
        self.colons: set[int] = set()
        self.token_problems = list(scan.problems)
        self.tokens: list[Token] = []
        self.line_starts: frozenset[int] = frozenset()
        self._adopt(scan, self.colons, laid)

    def _adopt(self, scan: Scan, colons: set[int], laid: IndentedTokens) -> None:
        self.scan, self.colons = scan, colons
        self.tokens, self.between = list(laid.tokens), laid.between
        self.layout_problems = laid.problems
        self.line_starts = frozenset(scan.tokens[line.first].start for line in scan.lines)
        self._note_damage()

    def _note_damage(self) -> None:
        self.damage = sorted(d.span.start for d in self.problems if d.span and d.code != "E113")

    @property
    def problems(self) -> list[Diagnostic]:
        return [*self.token_problems, *self.layout_problems]

    def blocks_around(self, token: Token) -> Between | None:
        """Return the two blocks around a misaligned line, or None."""
        return self.between.get(token.start)

    def has_problem_in(self, start: int, end: int) -> bool:
        """Return True if a message about tokens or layout is within these characters."""
        index = bisect_left(self.damage, start)
        return index < len(self.damage) and self.damage[index] <= end

    def drop_problems(self, problems: Iterable[Diagnostic]) -> None:
        """Drop these problems, which have another message now."""
        gone = list(problems)
        self.token_problems = [d for d in self.token_problems if d not in gone]
        self._note_damage()

    def line_number(self, token: Token) -> int:
        """Return the number of a token's physical line, from 0, counting lines with tokens."""
        firsts = [line.first for line in self.scan.lines]
        return bisect_right(firsts, self._index(token)) - 1

    def depth_behind(self, number: int) -> int:
        """Return the depth of the next line."""
        return self.scan.lines[number + 1].depth if number + 1 < len(self.scan.lines) else 0

    def _index(self, token: Token) -> int:
        return bisect_left(self.scan.tokens, token.start, key=lambda t: t.start)

    def add_colon(self, heading_end: Token, keep: int) -> bool:
        """Lay out the text as if a colon followed this token; return False if the first `keep` tokens would change."""
        return self._try(self.scan, {*self.colons, self._index(heading_end)}, keep)

    def indent_lines(self, lines: Sequence[int], depth: int, keep: int) -> bool:
        """Lay out the text as if these lines were indented by `depth` columns."""
        changed = list(self.scan.lines)
        for number in lines:
            changed[number] = TokenLine(changed[number].first, depth)
        return self._try(self.scan._replace(lines=changed), self.colons, keep)

    def replace_scan(self, scan: Scan, keep: int) -> bool:
        """Lay out other tokens; those before the wrong line are the same."""
        return self._try(scan, self.colons, keep)

    def _try(self, scan: Scan, colons: set[int], keep: int) -> bool:
        laid = lay_out(self.source, scan, colons)
        before = [(t.kind, t.start) for t in laid.tokens[:keep]]
        if laid.fatal or before != [(t.kind, t.start) for t in self.tokens[:keep]]:
            return False
        renamed = self.tokens[:keep]
        self._adopt(scan, colons, laid)
        self.tokens[:keep] = renamed
        return True

    def indent_help(self, number: int, depth: int) -> Help:
        """Return the fix that indents a line by `depth` columns."""
        start = self.scan.tokens[self.scan.lines[number].first].start
        margin = self.source.text.rfind("\n", 0, start) + 1
        return margin_help(Span(self.source, margin, start), depth)

    def run_of(self, number: int) -> list[int]:
        """Return the lines from this one on with the same depth, up to the first that is less deep."""
        lines = self.scan.lines
        deep = lines[number].depth
        found = []
        for later in range(number, len(lines)):
            if lines[later].depth < deep:
                break
            if lines[later].depth == deep:
                found.append(later)
        return found


def margin_help(margin: Span, depth: int) -> Help:
    """Return the fix that gives a line another margin."""
    where = f"set it in by {depth} columns" if depth else "begin it at the left margin"
    return Help(where, margin, " " * depth)
