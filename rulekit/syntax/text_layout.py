"""A text that does not parse, laid out anew as its mistakes of layout and of tokens are understood.

Recovery finds that a colon was forgotten, that a line stands too deep, that a text ends earlier than its tokens say: it
tells so here, and goes on with the tokens that follow.  What the layout complains of is always of the last one, so that
one mistake brings no complaints about the lines behind it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence

from ..diagnostics import Diagnostic, Help, Source, Span
from .indentation import Between, IndentedTokens, lay_out
from .lexer import Scan, Token, TokenLine


class TextLayout:
    """Tokens, and what is wrong with them and their lines, as far as it is known."""

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

    def unaligned(self, token: Token) -> Between | None:
        """Between which two blocks a line begins that is not aligned with either."""
        return self.between.get(token.start)

    def damaged(self, start: int, end: int) -> bool:
        """Whether a message about tokens or layout stands in these characters."""
        index = bisect_left(self.damage, start)
        return index < len(self.damage) and self.damage[index] <= end

    def without(self, problems: Iterable[Diagnostic]) -> None:
        """These have another message now."""
        gone = list(problems)
        self.token_problems = [d for d in self.token_problems if d not in gone]
        self._note_damage()

    def line_number(self, token: Token) -> int:
        """The physical line, counted from 0 among those with tokens, on which a token stands."""
        firsts = [line.first for line in self.scan.lines]
        return bisect_right(firsts, self._index(token)) - 1

    def depth_behind(self, number: int) -> int:
        """How deep the line behind this one stands."""
        return self.scan.lines[number + 1].depth if number + 1 < len(self.scan.lines) else 0

    def _index(self, token: Token) -> int:
        return bisect_left(self.scan.tokens, token.start, key=lambda t: t.start)

    def opened(self, heading_end: Token, keep: int) -> bool:
        """Lay out as if a colon stood behind this token; False when that would change the first `keep` tokens."""
        return self._try(self.scan, {*self.colons, self._index(heading_end)}, keep)

    def moved(self, lines: Sequence[int], depth: int, keep: int) -> bool:
        """Lay out as if these lines were set in by `depth` columns."""
        changed = list(self.scan.lines)
        for number in lines:
            changed[number] = TokenLine(changed[number].first, depth)
        return self._try(self.scan._replace(lines=changed), self.colons, keep)

    def reread(self, scan: Scan, keep: int) -> bool:
        """Lay out other tokens, the same ones before the line at fault."""
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

    def set_in(self, number: int, depth: int) -> Help:
        """The fix that sets a line in by so many columns."""
        start = self.scan.tokens[self.scan.lines[number].first].start
        margin = self.source.text.rfind("\n", 0, start) + 1
        return set_in_by(Span(self.source, margin, start), depth)

    def run_of(self, number: int) -> list[int]:
        """The lines from this one on that stand as deep as it, up to the first that stands less deep."""
        lines = self.scan.lines
        deep = lines[number].depth
        found = []
        for later in range(number, len(lines)):
            if lines[later].depth < deep:
                break
            if lines[later].depth == deep:
                found.append(later)
        return found


def set_in_by(margin: Span, depth: int) -> Help:
    """The fix that gives a line another margin."""
    where = f"set it in by {depth} columns" if depth else "begin it at the left margin"
    return Help(where, margin, " " * depth)
