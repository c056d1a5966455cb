"""Groups tokens into lines and blocks by indentation.

A line that ends in a colon opens a block of the deeper lines below it. A deeper line after another line continues it,
and so does any line inside brackets. A line in brackets must be deeper than the line it continues (unless it closes
them), so that a forgotten bracket is found where it is, not at the end of the file.

This file limits the nesting of blocks and brackets, and `lr_driver.py` the height of the tree (both E141), so that no
later stage meets a tree too deep for it.

`TextLayout` is the layout of a text that does not parse. Recovery corrects it step by step: it reports a forgotten
colon, a line that is too deep, or a text that ends early, and continues with the tokens of the corrected layout. Only
the messages of the last layout count, so one mistake causes no messages about later lines.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Sequence
from typing import Final, NamedTuple

from ..diagnostics import Diagnostic, Help, Label, Source, Span
from .lexer import CITE, DEDENT, END, INDENT, INDEX, NAME, NEWLINE, Scan, Token, TokenLine

MAX_BRACKETS: Final = 100
MAX_BLOCKS: Final = 40

_STEP: Final = 2
"""Columns of a level in standard layout; it decides between two equally good readings."""

_CLOSER: Final = {"(": ")", "{": "}", INDEX: "]", CITE: "]"}


class Between(NamedTuple):
    """What is known of a line that is aligned with no block: the columns of the two blocks around it, and whether the
    inner one was ended before the line (`closed`)."""

    outer: int
    inner: int
    closed: bool


class IndentedTokens(NamedTuple):
    """The tokens of a text, with NEWLINE, INDENT, DEDENT and END among them. `fatal` says that nesting exceeded its
    limit, so parsing must stop. `between` has the misaligned lines, keyed by the offset of their first token."""

    tokens: list[Token]
    problems: list[Diagnostic]
    fatal: bool
    between: dict[int, Between]


class _TooDeep(Exception):
    pass


def lay_out(source: Source, scan: Scan, colons: Collection[int] = ()) -> IndentedTokens:
    """Return the tokens of a text, grouped into lines and blocks.

    `colons` are the indexes of tokens after which recovery assumes a forgotten colon."""
    work = _Work(source, scan, colons)
    try:
        work.run()
    except _TooDeep:
        return IndentedTokens(work.out, work.problems, True, work.between)
    return IndentedTokens(work.out, work.problems, False, work.between)


class _Work:
    def __init__(self, source: Source, scan: Scan, colons: Collection[int]) -> None:
        self.source, self.scan, self.colons = source, scan, colons
        self.out: list[Token] = []
        self.problems: list[Diagnostic] = []
        self.depths = [0]
        self.brackets: list[Token] = []
        self.between: dict[int, Between] = {}

    def run(self) -> None:
        lines, tokens = self.scan.lines, self.scan.tokens
        for number, line in enumerate(lines):
            last = lines[number + 1].first if number + 1 < len(lines) else len(tokens)
            if number == 0:
                self.first(line.depth)
            elif not self.continues(line.depth, tokens[line.first]):
                self.end_line()
                self.align(number, tokens[line.first])
            for index in range(line.first, last):
                self.token(tokens[index])
                if index in self.colons:
                    end = tokens[index].end
                    self.out.append(Token(":", ":", end, end))
        if lines:
            self.end_line()
        end = len(self.source.text)
        for _ in self.depths[1:]:
            self.out.append(Token(DEDENT, "", end, end))
        self.out.append(Token(END, "", end, end))

    def first(self, depth: int) -> None:
        if depth:
            token = self.scan.tokens[0]
            self.report("E122", "the first line must begin at the left margin", token, "take the blanks before it away")
            self.depths = [depth]

    def continues(self, depth: int, token: Token) -> bool:
        if depth <= self.depths[-1] and not (self.brackets and token.kind in ")]}"):
            return False
        return bool(self.brackets) or not self.out or self.out[-1].kind != ":"

    def token(self, token: Token) -> None:
        if token.kind in _CLOSER:
            self.brackets.append(token)
            if len(self.brackets) > MAX_BRACKETS:
                hint = "name a part of it: a `fact` or a `let` reads better than deep brackets"
                self.report("E141", f"more than {MAX_BRACKETS} brackets are open here", token, hint)
                raise _TooDeep
        elif token.kind in (")", "]", "}"):
            if not self.brackets:
                self.report("E125", f"this `{token.text}` closes nothing", token, "take it away, or open it before")
                return
            opener = self.brackets.pop()
            wanted = _CLOSER[opener.kind]
            if wanted != token.kind:
                self.report_mismatch(opener, wanted, token)
                token = Token(wanted, wanted, token.start, token.end)
        self.out.append(token)

    def report_mismatch(self, opener: Token, wanted: str, token: Token) -> None:
        message = f"`{token.text}` cannot close `{opener.text}`"
        label = Label(self.span(opener), f"this wants `{wanted}`")
        span = self.span(token)
        fix = Help(f"write `{wanted}`", span, wanted)
        self.problems.append(Diagnostic("E125", message, span, (label,), (f"`{wanted}`",), (fix,)))

    def end_line(self) -> None:
        """End a line and close the brackets that are open in it, with one message for the innermost."""
        end = self.out[-1].end if self.out else 0
        if self.brackets:
            opener = self.brackets[-1]
            wanted = _CLOSER[opener.kind]
            hint = f"write the `{wanted}`; a line that goes on inside brackets must be indented deeper"
            self.report("E124", f"this `{opener.text}` is not closed", opener, hint)
            colon = self.out[-1].kind == ":"
            closers = [Token(_CLOSER[b.kind], _CLOSER[b.kind], end, end) for b in reversed(self.brackets)]
            self.out[len(self.out) - colon : len(self.out) - colon] = closers
            self.brackets.clear()
        self.out.append(Token(NEWLINE, "", end, end))

    def align(self, number: int, token: Token) -> None:
        """Open or close blocks until the current depth is that of the line; report a line that fits no block."""
        at, depth = token.start, self.scan.lines[number].depth
        if depth > self.depths[-1]:
            self.depths.append(self.block_depth(number, token))
            self.out.append(Token(INDENT, "", at, at))
            if len(self.depths) > MAX_BLOCKS + 1:
                hint = "move an inner part into a procedure of its own"
                self.report("E141", f"more than {MAX_BLOCKS} blocks stand inside each other here", token, hint)
                raise _TooDeep
            return
        while depth < self.depths[-1]:
            outer = self.depths[-2] if len(self.depths) > 1 else 0
            if len(self.depths) == 1 or outer < depth:
                self.report_misaligned(depth, outer, token)
                stays = len(self.depths) == 1 or depth - outer >= self.depths[-1] - depth
                if len(self.depths) > 1:
                    self.between[at] = Between(outer, self.depths[-1], not stays)
                if stays:
                    return
            self.depths.pop()
            self.out.append(Token(DEDENT, "", at, at))
            if outer < depth:
                return

    def block_depth(self, number: int, token: Token) -> int:
        """Return the depth of the block that this line opens. It is the line's own depth, except if only this line of
        the block is too deep: then report it and return the depth of the others."""
        lines, outer, deep = self.scan.lines, self.depths[-1], self.scan.lines[number].depth
        beside = 1
        for later in lines[number + 1 :]:
            if self.scan.tokens[later.first].kind in (")", "]", "}"):
                continue
            if later.depth <= outer:
                return deep
            beside += later.depth == deep
            if later.depth < deep:
                break
        else:
            return deep
        if beside > 1 or (later.depth - outer != _STEP and (deep - outer) % _STEP == 0):
            return deep
        margin = Span(self.source, self.source.text.rfind("\n", 0, token.start) + 1, token.start)
        message = f"this line is indented by {deep} columns, the lines beside it by {later.depth}"
        fix = Help(f"indent it by {later.depth} columns", margin, " " * later.depth)
        self.problems.append(Diagnostic("E121", message, self.span(token), help=(fix,)))
        return later.depth

    def report_misaligned(self, depth: int, outer: int, token: Token) -> None:
        if len(self.depths) == 1:
            hint = f"indent it by {self.depths[0]} columns, as the first line is"
        else:
            hint = f"indent it by {outer} or {self.depths[-1]} columns, not {depth}"
        self.report("E121", "this line is not aligned with any block around it", token, hint)

    def report(self, code: str, message: str, token: Token, hint: str) -> None:
        self.problems.append(Diagnostic(code, message, self.span(token), help=(Help(hint),)))

    def span(self, token: Token) -> Span:
        return Span(self.source, token.start, token.end)


class TextLayout:
    """The layout of a text during error recovery: its tokens, and the errors found so far in its tokens and its
    indentation."""

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
        """Return the two blocks around the line that begins with this token if the line is misaligned; otherwise
        None."""
        return self.between.get(token.start)

    def has_problem_in(self, start: int, end: int) -> bool:
        """Return whether an error in tokens or indentation was found between these offsets."""
        index = bisect_left(self.damage, start)
        return index < len(self.damage) and self.damage[index] <= end

    def drop_problems(self, problems: Iterable[Diagnostic]) -> None:
        """Drop these errors, because another message replaces them."""
        gone = list(problems)
        self.token_problems = [d for d in self.token_problems if d not in gone]
        self._note_damage()

    def line_number(self, token: Token) -> int:
        """Return the number of a token's physical line; only lines with tokens count, from 0."""
        firsts = [line.first for line in self.scan.lines]
        return bisect_right(firsts, self._index(token)) - 1

    def depth_behind(self, number: int) -> int:
        """Return the indentation of the line after line `number`, in columns; 0 at the end of the text."""
        return self.scan.lines[number + 1].depth if number + 1 < len(self.scan.lines) else 0

    def _index(self, token: Token) -> int:
        return bisect_left(self.scan.tokens, token.start, key=lambda t: t.start)

    def physical_end(self, at: int) -> int:
        """Return the index after the last token of the physical line at token `at`."""
        return next(
            n
            for n in range(at + 1, len(self.tokens))
            if self.tokens[n].kind == NEWLINE or self.tokens[n].start in self.line_starts
        )

    def add_header(self) -> bool:
        """Lay out the text as if a heading `rulebook NAME:` came first; return whether it has its lines below it."""
        heading = [Token(kind, text, 0, 0) for kind, text in ((NAME, "rulebook"), (NAME, "name"), (":", ":"))]
        lines = [TokenLine(line.first + len(heading), line.depth) for line in self.scan.lines]
        tokens = [*heading, *self.scan.tokens]
        return lines[0].depth > 0 and self._try(Scan(tokens, [TokenLine(0, 0), *lines], [], []), self.colons, 0)

    def move_colon(self, colon: Token, last: Token, keep: int) -> bool:
        """Lay out the text as if a colon came after the token `last` instead; return as `add_colon` does."""
        at, end = self._index(colon), self._index(last)
        lines = [line._replace(first=line.first - (line.first > at)) for line in self.scan.lines]
        tokens = [*self.scan.tokens[:at], *self.scan.tokens[at + 1 :]]
        colons = {index - (index > at) for index in self.colons} | {end - 1}
        return self._try(self.scan._replace(tokens=tokens, lines=lines), colons, keep)

    def add_colon(self, heading_end: Token, keep: int) -> bool:
        """Lay out the text again as if a colon followed the token `heading_end`. Return whether this was done: not if
        the first `keep` tokens would change."""
        return self._try(self.scan, {*self.colons, self._index(heading_end)}, keep)

    def indent_lines(self, lines: Sequence[int], depth: int, keep: int) -> bool:
        """Lay out the text again with these lines indented by `depth` columns. Return whether this was done: not if the
        first `keep` tokens would change."""
        changed = list(self.scan.lines)
        for number in lines:
            changed[number] = TokenLine(changed[number].first, depth)
        return self._try(self.scan._replace(lines=changed), self.colons, keep)

    def replace_scan(self, scan: Scan, keep: int) -> bool:
        """Lay out the text again with a scan in which one line has other tokens. Return whether this was done: not if
        the first `keep` tokens would change."""
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
        """Return the numbers of the lines that have the same depth as line `number`, from this line to the first that
        is less deep."""
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
    """Return the fix that changes a line's indentation to `depth` columns."""
    where = f"indent it by {depth} columns" if depth else "begin it at the left margin"
    return Help(where, margin, " " * depth)
