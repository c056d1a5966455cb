"""What is wrong with a text that does not parse: several independent messages, for a line
as a rule one; two where a second word is misspelt behind the first that was mended.

The parser's states alone are run again (no tree).  Where they stop, a repair is sought (repairs.py); failing that the
line is reported in general terms and passed over, with a stand-in of its kind so that the block under it is still read.
Lines in which the tokens themselves were wrong have had their message and get no second one.
"""

from __future__ import annotations

from typing import Final

from ..diagnostics import Diagnostic, Help, Source, Span
from ..diagnostics.proven_fixes import prove_fixes
from .broken_line import BrokenLine, Repair, began, go_on, headed_by, stood_in
from .everyday_forms import advice_for
from .expected_words import accepted, clause_words, terminal_words
from .foreign_words import in_english
from .indentation import IndentedTokens, lay_out
from .lexer import DEDENT, END, INDENT, NAME, NEWLINE, QUOTED, STRING, Scan, Token
from .lexer import scan as scan_tokens
from .parse_table import advance, shifts, table
from .repairs import repair, unbracketed
from .rereading import parses, readings
from .syntax_help import with_forms
from .text_layout import TextLayout
from .unknown_words import advised, headless, stray_line, unexpected, unknown_line
from .word_reading import FREE, reserved, reserved_word_error, terminal_at

MAX_ERRORS: Final = 20


def explain(source: Source, scan: Scan, laid: IndentedTokens) -> list[Diagnostic]:
    """All messages for a text: of its tokens and layout, and what the grammar finds in the other lines."""
    found = _Recovery(source, scan, laid).run()
    return [with_forms(d) for d in prove_fixes(found, lambda changed: _read_again(changed[source]))]


def _read_again(source: Source) -> list[Diagnostic]:
    """The messages for a changed text, whether or not their fixes work."""
    scanned = scan_tokens(source)
    laid = lay_out(source, scanned)
    return laid.problems if laid.fatal else _Recovery(source, scanned, laid).run()


class _Recovery:
    def __init__(self, source: Source, scan: Scan, laid: IndentedTokens) -> None:
        self.source = source
        self.text = TextLayout(source, scan, laid)
        self.said: list[Diagnostic] = []
        self.refused: set[str] = set()
        self.stack = [table().first]
        self.first = 0
        self.state_stacks: list[tuple[int, ...]] = []
        # The states at the start of the line, and of the line before it; `line` is the line's first token, `first`
        # the first after its last repair, with the states before each token since in `state_stacks`.
        self.start: tuple[int, ...] = (table().first,)
        self.heading: tuple[int, ...] = (table().first,)
        self.line = self.stopped = 0

    @property
    def tokens(self) -> list[Token]:
        return self.text.tokens

    @property
    def out(self) -> list[Diagnostic]:
        """Everything that is told so far."""
        return [*self.text.problems, *self.said]

    def run(self) -> list[Diagnostic]:
        at = 0
        while at < len(self.tokens) and len(self.said) <= MAX_ERRORS:
            if at == 0 or self.tokens[at - 1].kind in (NEWLINE, INDENT, DEDENT):
                self.align(at)
                self.read_first(at)
                self.heading, self.start = self.start, tuple(self.stack)
                self.first = self.line = at
                self.state_stacks = []
            self.state_stacks.append(tuple(self.stack))
            token = self.tokens[at]
            if advance(self.stack, terminal_at(self.stack, self.tokens, at)):
                at += 1
                if token.kind == NEWLINE:
                    self.refuse(at)
            else:
                self.stack = list(self.state_stacks[-1])
                at = self.mend(at)
        out = sorted(self.out, key=lambda d: d.span.start if d.span else 0)
        if len(out) > MAX_ERRORS:
            del out[MAX_ERRORS:]
            message = f"more than {MAX_ERRORS} errors; mend these first"
            out.append(Diagnostic("E142", message, out[-1].span, severity="note"))
        return out

    def refuse(self, end: int) -> None:
        """Reserved words used as names in a line that is otherwise right."""
        for index, states in zip(range(self.first, end), self.state_stacks, strict=False):
            token = self.tokens[index]
            if token.kind == NAME and token.text in reserved() and token.text not in self.refused:
                before = self.tokens[index - 1].text if index else ""
                if terminal_at(states, self.tokens, index) == NAME and before not in FREE:
                    self.refused.add(token.text)
                    self.said.append(reserved_word_error(self.source, token))

    def mend(self, at: int) -> int:
        """Report the failure at token `at` and say with which token to go on, `self.stack` being set for it."""
        token = self.tokens[at]
        self.stopped = at
        can = accepted(self.stack)
        if token.kind in (INDENT, DEDENT, END) or can == {INDENT}:
            return self.misplaced_block(at, can)
        again = self.wrong_layout(at)
        if again is not None:
            return again
        end = self.line_end(at)
        if self.damaged(self.tokens[self.line].start, self.tokens[end].end):
            again = self.read_again(at, end)
            return self.unreadable(at, end) if again is None else again
        if at == self.line and can <= {STRING, DEDENT}:
            return self.unquoted_rows(at)
        if self.with_refused_names(at, end):
            return self.line
        line = BrokenLine(self.source, self.tokens, self.first, at, self.state_stacks)
        if at == 0 and token.text in clause_words():
            self.said.append(headless(self.source, token))
            self.stack = began(self.stack)
            return at
        stray = None if QUOTED in can else stray_line(self.source, self.tokens, self.line, at, self.start)
        if stray:
            self.said.append(stray)
            return self.skip(end + 1)
        unknown = unknown_line(self.source, self.tokens, self.line, at, self.start)
        lacking = advice_for(line)
        mended = None if lacking else repair(line, only_words=unknown is not None)
        if mended:
            return self.mended(mended)
        if lacking:
            self.said.append(advised(self.source, token, lacking, can))
        else:
            self.said.append(unknown or unbracketed(line) or unexpected(line, self.line, can))
        return self.skip(end + 1)

    def unquoted_rows(self, at: int) -> int:
        """Rows of a block that must each be a text, and are none: one message for those that follow one another."""
        fixed, end = "", at
        while self.tokens[end].kind not in (DEDENT, END, STRING):
            last = self.line_end(end)
            row = Span(self.source, self.tokens[end].start, self.tokens[last - 1].end)
            before = self.source.text[self.tokens[end - 1].start : row.start] if end > at else ""
            fixed += f'{before}"{row.text}"'
            end = last + 1
            if self.tokens[end].kind == INDENT:
                end = self.past_block(end)
        span = Span(self.source, self.tokens[at].start, row.end)
        fix = () if '"' in span.text else (Help("put each row in quotes", span, fixed),)
        message = "each row here is a text in quotes"
        self.said.append(
            Diagnostic("E101", message, Span(self.source, span.start, row.end), (), ("a text in quotes",), fix)
        )
        self.stack = stood_in(self.stack)
        return end

    def with_refused_names(self, at: int, end: int) -> bool:
        """Whether the line goes on past `at` with the words refused as names read as names: such a mistake has had its
        message where the name was given.  They are names from there on, and the line is to be read again.
        """
        line = self.tokens[self.line : end + 1]
        named = [t._replace(text=f"{t.text}_1") if t.kind == NAME and t.text in self.refused else t for t in line]
        if named == line:
            return False
        stack = list(self.start)
        for number in range(at - self.line + 1):
            if not advance(stack, terminal_at(stack, named, number)):
                return False
        self.tokens[self.line : end + 1] = named
        self.stack, self.first, self.state_stacks = list(self.start), self.line, []
        return True

    def line_end(self, at: int) -> int:
        while self.tokens[at].kind != NEWLINE:
            at += 1
        return at

    def mended(self, made: Repair) -> int:
        self.said.append(made.message)
        self.stack, self.first, self.state_stacks = made.stack, made.next, []
        return made.next

    def damaged(self, start: int, end: int) -> bool:
        """Whether a message about the tokens stands in these characters."""
        return self.text.damaged(start, end)

    def align(self, at: int) -> None:
        """Where a line is not aligned, find by what it says to which block it belongs."""
        between = self.text.unaligned(self.tokens[at])
        if between is None:
            return
        first = at
        while self.tokens[first].kind == DEDENT:
            first += 1
        closed = [DEDENT] * (first - at - between.closed)
        token, number = self.tokens[first], self.text.line_number(self.tokens[first])
        ways = ((between.outer, [*closed, DEDENT]), (between.inner, closed))
        depths = [depth for depth, before in ways if self.fits(first, before, number, depth)]
        if not depths:
            return
        fixes = tuple(self.text.set_in(number, depth) for depth in depths)
        depth = depths[0] if len(depths) == 1 or between.closed else between.inner
        if self.text.moved([number], depth, at):
            message = "this line is not aligned with any block around it"
            self.said.append(Diagnostic("E121", message, self.span(token), help=fixes))

    def read_first(self, at: int) -> None:
        """A line whose tokens are wrong in a way that may hide what is meant, although the line may parse."""
        if not self.text.damage or self.tokens[at].kind in (DEDENT, END):
            return
        end = self.line_end(at)
        low, high = self.tokens[at].start, self.tokens[end].end
        wrong = [d.code for d in self.text.problems if d.span and low <= d.span.start <= high]
        if "E105" in wrong or ("E111" in wrong and len(wrong) > 1):
            before = self.start
            self.first = self.line = at
            self.start, self.state_stacks = tuple(self.stack), [tuple(self.stack)]
            self.read_again(at, end)
            self.start = before

    def fits(self, first: int, before: list[str], number: int, depth: int) -> bool:
        """Whether the line at token `first`, physical line `number`, can stand in the block of this depth."""
        end = self.line_end(first)
        done = go_on(self.stack, before, self.tokens, first, end)
        if done is None or not shifts(done[0], NEWLINE):
            return False
        return self.tokens[end - 1].kind != ":" or self.text.depth_behind(number) > depth

    def wrong_layout(self, at: int) -> int | None:
        """A deeper line after a heading without its colon, or one that should not be deeper: where to go on."""
        begins = [i for i in range(at, self.first, -1) if self.tokens[i].start in self.text.line_starts]
        for index in begins:
            stack = self.state_stacks[index - self.first]
            if self.forgotten_colon(index, stack, at):
                del self.state_stacks[index - self.first :]
                return index
            if self.too_deep(index, stack):
                del self.state_stacks[index - self.first :]
                self.refuse(index)
                return index + 1
        return None

    def read_again(self, at: int, end: int) -> int | None:
        """A line whose tokens are wrong, read as they may have been meant; where to go on, None if there is no such
        way.
        """
        low, high = self.tokens[self.line].start, self.tokens[end].end
        wrong = [d for d in self.text.token_problems if d.span and low <= d.span.start <= high]
        cause = [d for d in wrong if d.code == "E111"] or [d for d in wrong if d.code == "E105"]
        if wrong and all(d.code == "E110" for d in wrong):
            broken = BrokenLine(self.source, self.tokens, self.first, at, self.state_stacks)
            for made in in_english(broken):
                self.text.without(wrong)
                return self.mended(made)
        if len(cause) != 1 or self.first != self.line:
            return None
        number = self.text.line_number(self.tokens[self.line])
        for new in readings(self.source, self.text.scan, cause[0]):
            if parses(self.source, self.start, number, new.scan, cause[0]) and self.text.reread(new.scan, self.line):
                self.text.without(wrong)
                self.said.append(new.message)
                self.stack, self.first, self.state_stacks = list(self.start), self.line, []
                return self.line
        return None

    def forgotten_colon(self, at: int, stack: tuple[int, ...], stopped: int) -> bool:
        """A deeper line after a heading without its colon: report it, and lay out the text as if it stood there."""
        if ":" not in accepted(stack) or go_on(stack, (":", NEWLINE, INDENT), (), 0) is None:
            return False
        previous = self.tokens[at - 1]
        damaged = self.damaged(self.tokens[self.line].start, previous.end)
        if at < stopped and not self.begins_a_block(at, stack):
            return False
        if not self.text.opened(previous, at):
            return False
        if not damaged:
            gap = Span(self.source, previous.end, previous.end)
            fix = Help("write `:` at the end of the line; the deeper lines under it are its block", gap, ":")
            message = "a colon is missing at the end of this line"
            self.said.append(Diagnostic("E103", message, gap, (), ("`:`",), (fix,)))
        self.stack = list(stack)
        return True

    def begins_a_block(self, at: int, stack: tuple[int, ...]) -> bool:
        """Whether the physical line at `at` is a whole line of a block that opens before it."""
        end = at + 1
        while self.tokens[end].kind != NEWLINE and self.tokens[end].start not in self.text.line_starts:
            end += 1
        opened = go_on(stack, (":", NEWLINE, INDENT), self.tokens, at, end)
        return opened is not None and shifts(opened[0], NEWLINE)

    def too_deep(self, at: int, stack: tuple[int, ...]) -> bool:
        """A line that is one of its own, set in deeper than the one it then continues: report it, and lay it out as
        deep as that.
        """
        end = at + 1
        while self.tokens[end].kind != NEWLINE and self.tokens[end].start not in self.text.line_starts:
            end += 1
        # Up to the end of the physical line: what follows may be as deep, or its block.
        own = go_on(stack, (NEWLINE,), self.tokens, at, end)
        if (
            own is None
            or not shifts(own[0], NEWLINE)
            or self.damaged(self.tokens[self.line].start, self.tokens[end].end)
        ):
            return False
        number = self.text.line_number(self.tokens[at])
        lines = self.text.run_of(number)
        depth = self.text.scan.lines[self.text.line_number(self.tokens[self.line])].depth
        fixes = tuple(self.text.set_in(line, depth) for line in lines)
        span = self.span(self.tokens[at])
        if not self.text.moved(lines, depth, at):
            return False
        message = "this line is deeper than the one above it, and so it continues that one"
        self.said.append(Diagnostic("E122", message, span, (), (), fixes))
        self.stack = list(stack)
        advance(self.stack, NEWLINE)
        return True

    def misplaced_block(self, at: int, can: frozenset[str]) -> int:
        """A block where none may be, or none where one must be."""
        token = self.tokens[at]
        if can == {INDENT}:
            self.stack = list(self.heading)
            colon = self.tokens[at - 2]
            if not self.damaged(self.source_line(colon), colon.end):
                hint = Help("set the lines of its block in by two spaces; `nothing` is a body that does nothing")
                message = "this colon promises a block, and no deeper line follows"
                expected = ("a block of deeper lines",)
                self.said.append(Diagnostic("E123", message, self.span(colon), (), expected, (hint,)))
            self.stack = stood_in(self.stack)
            return at
        if token.kind == INDENT:
            return self.past_block(at)
        if token.kind == END:
            if not self.out:
                message = "the text ends before it is complete"
                hint = Help('begin with `rulebook NAME "Title"`')
                self.said.append(Diagnostic("E101", message, self.span(token), (), terminal_words(can), (hint,)))
            return len(self.tokens)
        self.stack = stood_in(self.stack)
        return at if shifts(self.stack, DEDENT) else at + 1

    def source_line(self, token: Token) -> int:
        """The offset at which the token's physical line begins."""
        return self.source.text.rfind("\n", 0, token.start) + 1

    def unreadable(self, at: int, end: int) -> int:
        """Pass over a line with wrong tokens; an unknown first word with letters that no name has is told as such."""
        start = self.tokens[self.line].start
        wrong = [d for d in self.text.token_problems if d.span and d.span.start == start]
        unknown = unknown_line(self.source, self.tokens, self.line, at, self.start)
        if unknown and [d.code for d in wrong] == ["E110"]:
            self.text.without(wrong)
            self.said.append(unknown)
        return self.skip(end + 1)

    def skip(self, at: int) -> int:
        """Pass over the line that ends before token `at`; a block under it is read under a stand-in heading."""
        failed_at_colon = (
            self.tokens[at - 2].kind == ":" and not shifts(self.state_stacks[-1], NEWLINE) and self.stopped == at - 1
        )
        self.stack = list(self.start)
        if self.tokens[at].kind != INDENT:
            self.stack = stood_in(self.stack)
            return at
        if failed_at_colon:
            # What should have stood behind the colon is in the block: it has had its message.
            self.stack = stood_in(self.stack)
            return self.past_block(at)
        headed = headed_by(self.stack, self.tokens, self.line, at)
        if headed:
            self.stack = headed
            return at + 1
        self.stack = stood_in(self.stack)
        return self.past_block(at)

    def past_block(self, at: int) -> int:
        """The token after the block that opens at `at`."""
        depth = 0
        while at < len(self.tokens):
            depth += {INDENT: 1, DEDENT: -1}.get(self.tokens[at].kind, 0)
            at += 1
            if not depth:
                break
        return at

    def span(self, token: Token) -> Span:
        return Span(self.source, token.start, token.end)
