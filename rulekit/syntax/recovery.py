"""Explains the errors of a text that does not parse: several independent messages, usually one for a line.

The parser runs again with states only, without building a tree. Where it stops, it looks for a repair (repairs.py). If
there is none, it reports the line without a guess and skips it. A stand-in, a correct line of the same kind, is parsed
instead, so that the block below is read. A line with wrong tokens gets no second message.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..diagnostics import Diagnostic, Help, Source, Span
from ..diagnostics.proven_fixes import prove_fixes
from .broken_line import (
    BrokenLine,
    Repair,
    block_end,
    line_end,
    states_after_header,
    states_after_stand_in,
    states_in_block,
    try_parse,
)
from .everyday_forms import advice_for
from .foreign_words import in_english
from .heading_tags import title_after_colon
from .indentation import IndentedTokens, TextLayout, lay_out
from .lexer import DEDENT, END, INDENT, NAME, NEWLINE, QUOTED, STRING, Scan, Token
from .lexer import scan as scan_tokens
from .lr_driver import clause_words, header_words, next_terminals, terminal_words
from .parse_table import advance, shifts, table
from .repairs import missing_brackets, repair
from .rereading import line_parses, readings, unquoted_rows
from .unknown_words import (
    advice_diagnostic,
    block_advice,
    missing_header,
    plain_diagnostic,
    stray_line,
    unknown_line,
    with_forms,
)
from .word_reading import FREE, error_for_reserved_word, listed_words, terminal_at, unusable_names

MAX_ERRORS: Final = 20


def explain(source: Source, scan: Scan, laid: IndentedTokens) -> list[Diagnostic]:
    """Return all messages for a text that does not parse: about its tokens, its layout and its grammar. Fixes that do
    not work are left out."""
    found = _Recovery(source, scan, laid).run()
    return [with_forms(d) for d in prove_fixes(found, lambda changed: _read_again(changed[source]))]


def _read_again(source: Source) -> list[Diagnostic]:
    """Return the messages for a text to which fixes were applied; the fixes in these messages are not tested."""
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
        # `start` and `heading`: the parser's states at the start of this line and of the line before it
        # `line`: the first token of this line; `first`: the first after its last repair; `state_stacks`: states since
        self.start: tuple[int, ...] = (table().first,)
        self.heading: tuple[int, ...] = (table().first,)
        self.line = self.stopped = 0

    @property
    def tokens(self) -> list[Token]:
        return self.text.tokens

    @property
    def out(self) -> list[Diagnostic]:
        """Return all messages so far."""
        return [*self.text.problems, *self.said]

    def run(self) -> list[Diagnostic]:
        """Return all messages, in the order of the text."""
        first = self.tokens[0]
        if first.text in header_words() and self.text.add_header():
            self.said.append(missing_header(self.source, first))
        at = 0
        while at < len(self.tokens) and len(self.said) <= MAX_ERRORS:
            if at == 0 or self.tokens[at - 1].kind in (NEWLINE, INDENT, DEDENT):
                self.align(at)
                self.check_tokens(at)
                self.heading, self.start = self.start, tuple(self.stack)
                self.first = self.line = at
                self.state_stacks = []
            self.state_stacks.append(tuple(self.stack))
            token = self.tokens[at]
            if advance(self.stack, terminal_at(self.stack, self.tokens, at)):
                at += 1
                if token.kind == NEWLINE:
                    self.report_reserved_names(at)
            else:
                self.stack = list(self.state_stacks[-1])
                at = self.recover(at)
        out = sorted(self.out, key=lambda d: d.span.start if d.span else 0)
        if len(out) > MAX_ERRORS:
            del out[MAX_ERRORS:]
            message = f"more than {MAX_ERRORS} errors; mend these first"
            out.append(Diagnostic("E142", message, out[-1].span))
        return out

    def report_reserved_names(self, end: int) -> None:
        """Report reserved words that are used as names in a line that otherwise parses."""
        for index, states in zip(range(self.first, end), self.state_stacks, strict=False):
            token = self.tokens[index]
            if token.kind == NAME and token.text in unusable_names() and token.text not in self.refused:
                before = self.tokens[index - 1].text if index else ""
                if terminal_at(states, self.tokens, index) == NAME and before not in FREE:
                    self.refused.add(token.text)
                    self.said.append(error_for_reserved_word(self.source, token))

    def recover(self, at: int) -> int:
        """Report the error at token `at`. Return where parsing continues; `self.stack` has the states of that token."""
        token = self.tokens[at]
        self.stopped = at
        can = next_terminals(self.stack)
        if token.kind in (INDENT, DEDENT, END) or can == {INDENT}:
            return self.report_misplaced_block(at, can)
        again = self.move_title(at) or self.correct_layout(at)
        if again is not None:
            return again
        end = line_end(self.tokens, at)
        if self.is_damaged(self.tokens[self.line].start, self.tokens[end].end):
            again = self.reread_line(at, end)
            return self.skip_unreadable(at, end) if again is None else again
        if at == self.line and can <= {STRING, DEDENT}:
            told, at = unquoted_rows(self.source, self.tokens, at)
            self.said.append(told)
            self.stack = states_after_stand_in(self.stack)
            return at
        used = [t for t in self.tokens[self.line : end] if t.kind == NAME and t.text in self.refused]
        if self.rename(used, at) or self.name_listed_words(end):
            return self.line
        line = BrokenLine(self.source, self.tokens, self.first, at, self.state_stacks)
        if at == 0 and token.text in clause_words():
            self.said.append(missing_header(self.source, token))
            self.stack = states_after_header(self.stack)
            return at
        stray = None if QUOTED in can else stray_line(self.source, self.tokens, self.line, at, self.start)
        if stray:
            self.said.append(stray)
            return self.skip(end + 1)
        unknown = unknown_line(self.source, self.tokens, self.line, at, self.start)
        lacking = advice_for(line)
        mended = None if lacking else repair(line, only_words=unknown is not None)
        if mended:
            return self.apply_repair(mended)
        if lacking:
            self.said.append(advice_diagnostic(self.source, token, lacking, can))
        else:
            self.said.append(unknown or missing_brackets(line) or plain_diagnostic(line, self.line, can))
        return self.skip(end + 1)

    def name_listed_words(self, end: int) -> bool:
        """Report reserved words in a list of names, if the line parses with other names. Return whether it does."""
        listed = listed_words(self.tokens[self.line : end + 1])
        if not self.rename(listed, end):
            return False
        self.said += [error_for_reserved_word(self.source, t) for t in listed if t.text not in self.refused]
        self.refused |= {t.text for t in listed}
        return True

    def rename(self, words: Sequence[Token], last: int) -> bool:
        """Replace these words by names and begin the line again, if it then parses up to token `last`. Return whether
        it does."""
        named = [t._replace(text=f"{t.text}_1") if t in words else t for t in self.tokens[self.line : last + 1]]
        stack = list(self.start)
        if not words or not all(advance(stack, terminal_at(stack, named, n)) for n in range(len(named))):
            return False
        self.tokens[self.line : last + 1] = named
        self.stack, self.first, self.state_stacks = list(self.start), self.line, []
        return True

    def apply_repair(self, made: Repair) -> int:
        """Report a repair. Return the index of the token at which parsing continues."""
        self.said.append(made.message)
        self.stack, self.first, self.state_stacks = made.stack, made.next, []
        return made.next

    def is_damaged(self, start: int, end: int) -> bool:
        """Return whether an error in tokens or indentation was found between these offsets."""
        return self.text.has_problem_in(start, end)

    def align(self, at: int) -> None:
        """Find out by its content to which block a misaligned line belongs; report and indent it."""
        between = self.text.blocks_around(self.tokens[at])
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
        fixes = tuple(self.text.indent_help(number, depth) for depth in depths)
        depth = depths[0] if len(depths) == 1 or between.closed else between.inner
        if self.text.indent_lines([number], depth, at):
            message = "this line is not aligned with any block around it"
            self.said.append(Diagnostic("E121", message, self.span(token), help=fixes))

    def check_tokens(self, at: int) -> None:
        """Read a line in another way if errors in its tokens may change its meaning although it parses."""
        if not self.text.damage or self.tokens[at].kind in (DEDENT, END):
            return
        end = line_end(self.tokens, at)
        low, high = self.tokens[at].start, self.tokens[end].end
        wrong = [d.code for d in self.text.problems if d.span and low <= d.span.start <= high]
        if "E105" in wrong or ("E111" in wrong and len(wrong) > 1):
            before = self.start
            self.first = self.line = at
            self.start, self.state_stacks = tuple(self.stack), [tuple(self.stack)]
            self.reread_line(at, end)
            self.start = before

    def fits(self, first: int, before: list[str], number: int, depth: int) -> bool:
        """Return whether a line can be in the block of this depth, after the tokens `before` that close blocks."""
        end = line_end(self.tokens, first)
        done = try_parse(self.stack, before, self.tokens, first, end)
        if done is None or not shifts(done[0], NEWLINE):
            return False
        return self.tokens[end - 1].kind != ":" or self.text.depth_behind(number) > depth

    def correct_layout(self, at: int) -> int | None:
        """Correct a missing colon, or a line that is too deep. Return the next token; None if nothing is wrong."""
        # parsing stopped at the first token again: this line was repaired before, and the error is on the line below it
        first = self.first + (self.first == self.line)
        begins = [i for i in range(at, first - 1, -1) if self.tokens[i].start in self.text.line_starts]
        for index in begins:
            stack = self.state_stacks[index - self.first]
            if self.add_missing_colon(index, stack, at):
                del self.state_stacks[index - self.first :]
                return index
            if self.outdent_line(index, stack):
                del self.state_stacks[index - self.first :]
                self.report_reserved_names(index)
                return index + 1
        return None

    def move_title(self, at: int) -> int | None:
        """Move a title from after the colon of a heading to before it. Return the next token; None if none is."""
        title, colon = self.tokens[at], self.tokens[at - 1]
        if title.kind != STRING or colon.kind != ":" or at - 1 <= self.first:
            return None
        before = self.state_stacks[at - 1 - self.first]
        fits = try_parse(before, (STRING, ":", NEWLINE, INDENT), (), 0)
        if fits is None or not self.text.move_colon(colon, title, at - 1):
            return None
        self.said.append(title_after_colon(self.span(self.tokens[self.line]), colon, title))
        self.stack = list(before)
        del self.state_stacks[at - 1 - self.first :]
        return at - 1

    def reread_line(self, at: int, end: int) -> int | None:
        """Read a line with wrong tokens as it may be meant. Return the next token; None if no reading parses."""
        low, high = self.tokens[self.line].start, self.tokens[end].end
        wrong = [d for d in self.text.token_problems if d.span and low <= d.span.start <= high]
        cause = [d for d in wrong if d.code == "E111"] or [d for d in wrong if d.code == "E105"]
        if wrong and all(d.code == "E110" for d in wrong):
            broken = BrokenLine(self.source, self.tokens, self.first, at, self.state_stacks)
            for made in in_english(broken):
                self.text.drop_problems(wrong)
                return self.apply_repair(made)
        if len(cause) != 1 or self.first != self.line:
            return None
        number = self.text.line_number(self.tokens[self.line])
        for new in readings(self.source, self.text.scan, cause[0]):
            if line_parses(self.source, self.start, number, new.scan, cause[0]) and self.text.replace_scan(
                new.scan, self.line
            ):
                self.text.drop_problems(wrong)
                self.said.append(new.message)
                self.stack, self.first, self.state_stacks = list(self.start), self.line, []
                return self.line
        return None

    def add_missing_colon(self, at: int, stack: tuple[int, ...], stopped: int) -> bool:
        """Report a heading that lacks its colon before a deeper line, and add the colon. Return whether it does."""
        if ":" not in next_terminals(stack) or try_parse(stack, (":", NEWLINE, INDENT), (), 0) is None:
            return False
        previous = self.tokens[at - 1]
        damaged = self.is_damaged(self.tokens[self.line].start, previous.end)
        if at < stopped and not self.begins_a_block(at, stack):
            return False
        if not self.text.add_colon(previous, at):
            return False
        if not damaged:
            gap = Span(self.source, previous.end, previous.end)
            fix = Help("write `:` at the end of the line; the deeper lines under it are its block", gap, ":")
            message = "a colon is missing at the end of this line"
            self.said.append(Diagnostic("E103", message, gap, (), ("`:`",), (fix,)))
        self.stack = list(stack)
        return True

    def begins_a_block(self, at: int, stack: tuple[int, ...]) -> bool:
        """Return whether the physical line that begins at `at` would be a complete line of a block."""
        end = self.text.physical_end(at)
        opened = try_parse(stack, (":", NEWLINE, INDENT), self.tokens, at, end)
        return opened is not None and shifts(opened[0], NEWLINE)

    def outdent_line(self, at: int, stack: tuple[int, ...]) -> bool:
        """Report a line that is indented by mistake, and lay it out like the line above. Return whether it is."""
        end = self.text.physical_end(at)
        # Parse only this physical line: the next lines may be equally deep, or be its block.
        own = try_parse(stack, (NEWLINE,), self.tokens, at, end)
        if (
            own is None
            or not shifts(own[0], NEWLINE)
            or self.is_damaged(self.tokens[self.line].start, self.tokens[end].end)
        ):
            return False
        number = self.text.line_number(self.tokens[at])
        lines = self.text.run_of(number)
        depth = self.text.scan.lines[self.text.line_number(self.tokens[self.line])].depth
        fixes = tuple(self.text.indent_help(line, depth) for line in lines)
        span = self.span(self.tokens[at])
        if not self.text.indent_lines(lines, depth, at):
            return False
        message = "this line is deeper than the one above it, and so it continues that one"
        self.said.append(Diagnostic("E122", message, span, (), (), fixes))
        self.stack = list(stack)
        advance(self.stack, NEWLINE)
        return True

    def report_misplaced_block(self, at: int, can: frozenset[str]) -> int:
        """Report a block that is not allowed here, or a missing one. Return the token at which parsing continues."""
        token = self.tokens[at]
        if can == {INDENT}:
            colon = self.tokens[at - 2]
            if not self.is_damaged(self.source_line(colon), colon.end):
                message = "this colon promises a block, and no deeper line follows"
                expected = ("a block of deeper lines",)
                advice = tuple(block_advice(self.source, self.tokens[:at], self.heading, self.stack))
                self.said.append(Diagnostic("E123", message, self.span(colon), (), expected, advice))
            self.stack = states_after_stand_in(self.heading)
            return at
        if token.kind == INDENT:
            return block_end(self.tokens, at)
        if token.kind == END:
            if not self.out:
                message = "the text ends before it is complete"
                hint = Help('begin with `rulebook NAME "Title"`')
                self.said.append(Diagnostic("E101", message, self.span(token), (), terminal_words(can), (hint,)))
            return len(self.tokens)
        self.stack = states_after_stand_in(self.stack)
        return at if shifts(self.stack, DEDENT) else at + 1

    def source_line(self, token: Token) -> int:
        """Return the offset of the start of the token's physical line."""
        return self.source.text.rfind("\n", 0, token.start) + 1

    def skip_unreadable(self, at: int, end: int) -> int:
        """Skip a line with wrong tokens; report an unknown first word with invalid letters. Return the next token."""
        start = self.tokens[self.line].start
        wrong = [d for d in self.text.token_problems if d.span and d.span.start == start]
        unknown = unknown_line(self.source, self.tokens, self.line, at, self.start)
        if unknown and [d.code for d in wrong] == ["E110"]:
            self.text.drop_problems(wrong)
            self.said.append(unknown)
        return self.skip(end + 1)

    def skip(self, at: int) -> int:
        """Skip the line that ends before token `at`; its block is parsed, if possible. Return the next token."""
        failed_at_colon = (
            self.tokens[at - 2].kind == ":" and not shifts(self.state_stacks[-1], NEWLINE) and self.stopped == at - 1
        )
        self.stack = list(self.start)
        if self.tokens[at].kind != INDENT:
            self.stack = states_after_stand_in(self.stack)
            return at
        if failed_at_colon:
            # The block contains what should have come after the colon; this was reported already.
            self.stack = states_after_stand_in(self.stack)
            return block_end(self.tokens, at)
        headed = states_in_block(self.stack, self.tokens, self.line, at)
        if headed:
            self.stack = headed
            return at + 1
        self.stack = states_after_stand_in(self.stack)
        return block_end(self.tokens, at)

    def span(self, token: Token) -> Span:
        return Span(self.source, token.start, token.end)
