"""What is wrong with a text that does not parse: several independent messages, for a line
as a rule one; two where a second word is misspelt behind the first that was mended.

The parser's states alone are run again (no tree).  Where they stop, a repair is sought (repairs.py); failing that the
line is reported in general terms and passed over, with a stand-in of its kind so that the block under it is still read.
Lines in which the tokens themselves were wrong have had their message and get no second one.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import Final

from ..diagnostics import Diagnostic, Help, Source, Span
from .expected_words import accepted, clause_words, listed, statement_words, terminal_words, token_words
from .indentation import lay_out
from .lexer import DEDENT, END, INDENT, INT, NAME, NEWLINE, STRING, Scan, Token
from .parse_table import advance, keywords, reserved, shifts, table, terminal_of
from .repairs import BrokenLine, go_on, repair, unbracketed
from .reserved import FREE, reserved_word_error
from .syntax_help import FORMS

MAX_ERRORS: Final = 20

# What people write who come from other languages, or who forget a word.
_INSTEAD: Final = {
    "while": "repeat while CONDITION:",
    "until": "repeat until CONDITION:",
    "loop": "repeat:",
    "elif": "else if CONDITION:",
    "elsif": "else if CONDITION:",
    "elseif": "else if CONDITION:",
    "each": "for each x in DOMAIN:",
    "when": "if CONDITION:",
    "unless": "if not CONDITION:",
    "switch": "if CONDITION: … else if CONDITION: …",
    "break": "leave loop",
    "call": "NAME(arguments)",
    "var": "keep NAME: TYPE = EXPRESSION, or let NAME = EXPRESSION",
    "increase": "NAME += NUMBER",
    "pass": "nothing",
}
_HEADER: Final = frozenset(["summary", "source", "ranks", "requires", "comes", "pinned", "language", "players"])
_FOLLOWERS: Final = frozenset(["else", "or", "otherwise"])

# One line of each kind, and one heading of each kind, that stand in for a line that was passed over.
_LINES: Final = (
    ("nothing", NEWLINE),
    ("choice", NAME, NEWLINE),
    ("|", NAME, "|", NEWLINE),
    ("expect", INT, NEWLINE),
    (NAME, ":", STRING, NEWLINE),
    (NAME, STRING, NEWLINE),
    (STRING, NEWLINE),
    (NAME, NEWLINE),
    ("requires", NAME, NEWLINE),
    ("rulebook", NAME, NEWLINE),
)
_HEADINGS: Final = (
    ("step", NAME, ":", NEWLINE, INDENT),
    ("flow", ":", NEWLINE, INDENT),
    ("under", INT, ":", NEWLINE, INDENT),
    ("table", NAME, "(", ")", ":", NEWLINE, INDENT),
    ("example", NAME, ":", NEWLINE, INDENT),
    ("option", NAME, ":", NEWLINE, INDENT),
    ("words", NAME, ":", NEWLINE, INDENT),
    ("look", NAME, ":", NEWLINE, INDENT),
    ("given", ":", NEWLINE, INDENT),
    ("rulebook", NAME, ":", NEWLINE, INDENT),
)


def explain(source: Source, scan: Scan, tokens: Sequence[Token], problems: Sequence[Diagnostic]) -> list[Diagnostic]:
    """All messages for a text: the `problems` its tokens and layout had, and what the grammar finds in the other
    lines.
    """
    return _Recovery(source, scan, list(tokens), list(problems)).run()


class _Recovery:
    def __init__(self, source: Source, scan: Scan, tokens: list[Token], problems: list[Diagnostic]) -> None:
        self.source, self.scan, self.tokens, self.out = source, scan, tokens, problems
        self.damage = sorted(d.span.start for d in problems if d.span and d.code != "E113")
        self.line_starts = {scan.tokens[line.first].start for line in scan.lines}
        self.colons: set[int] = set()
        self.refused: set[str] = set()
        self.stack = [table().first]
        self.first = 0
        self.state_stacks: list[tuple[int, ...]] = []
        # The states at the start of the line, and of the line before it; `line` is the line's first token, `first`
        # the first after its last repair, with the states before each token since in `state_stacks`.
        self.start: tuple[int, ...] = (table().first,)
        self.heading: tuple[int, ...] = (table().first,)
        self.line = self.stopped = 0

    def run(self) -> list[Diagnostic]:
        at = 0
        while at < len(self.tokens) and len(self.out) <= MAX_ERRORS:
            if at == 0 or self.tokens[at - 1].kind in (NEWLINE, INDENT, DEDENT):
                self.heading, self.start = self.start, tuple(self.stack)
                self.first = self.line = at
                self.state_stacks = []
            self.state_stacks.append(tuple(self.stack))
            token = self.tokens[at]
            if advance(self.stack, terminal_of(self.stack, token)):
                at += 1
                if token.kind == NEWLINE:
                    self.refuse(at)
            else:
                self.stack = list(self.state_stacks[-1])
                at = self.mend(at)
        self.out.sort(key=lambda d: d.span.start if d.span else 0)
        if len(self.out) > MAX_ERRORS:
            del self.out[MAX_ERRORS:]
            message = f"more than {MAX_ERRORS} errors; mend these first"
            self.out.append(Diagnostic("E142", message, self.out[-1].span, severity="note"))
        return self.out

    def refuse(self, end: int) -> None:
        """Reserved words used as names in a line that is otherwise right."""
        for index, states in zip(range(self.first, end), self.state_stacks, strict=False):
            token = self.tokens[index]
            if token.kind == NAME and token.text in reserved() and token.text not in self.refused:
                before = self.tokens[index - 1].text if index else ""
                if terminal_of(states, token) == NAME and before not in FREE:
                    self.refused.add(token.text)
                    self.out.append(reserved_word_error(self.source, token))

    def mend(self, at: int) -> int:
        """Report the failure at token `at` and say with which token to go on, `self.stack` being set for it."""
        token = self.tokens[at]
        self.stopped = at
        can = accepted(self.stack)
        if token.kind in (INDENT, DEDENT, END) or can == {INDENT}:
            return self.misplaced_block(at, can)
        if token.start in self.line_starts and self.forgotten_colon(at, can):
            return at
        end = self.line_end(at)
        if self.damaged(self.tokens[self.line].start, self.tokens[end].end):
            return self.skip(end + 1)
        if self.with_refused_names(at, end):
            return self.line
        line = BrokenLine(self.source, self.tokens, self.first, at, self.state_stacks)
        if at == 0 and token.text in clause_words():
            self.headless(token)
            advance_all(self.stack, _LINES[-1])
            return at
        stray = self.stray(at)
        if stray:
            self.out.append(stray)
            return self.skip(end + 1)
        mended = repair(line)
        if mended:
            self.out.append(mended.message)
            self.stack, self.first, self.state_stacks = mended.stack, mended.next, []
            return mended.next
        self.out.append(unbracketed(line) or self.general(line, can))
        return self.skip(end + 1)

    def with_refused_names(self, at: int, end: int) -> bool:
        """Whether the line goes on past `at` with the words refused as names read as names: such a mistake has had its
        message where the name was given.  They are names from there on, and the line is to be read again.
        """
        line = self.tokens[self.line : end + 1]
        named = [t._replace(text=f"{t.text}_1") if t.kind == NAME and t.text in self.refused else t for t in line]
        if named == line:
            return False
        stack = list(self.start)
        for token in named[: at - self.line + 1]:
            if not advance(stack, terminal_of(stack, token)):
                return False
        self.tokens[self.line : end + 1] = named
        self.stack, self.first, self.state_stacks = list(self.start), self.line, []
        return True

    def line_end(self, at: int) -> int:
        while self.tokens[at].kind != NEWLINE:
            at += 1
        return at

    def damaged(self, start: int, end: int) -> bool:
        """Whether a message about the tokens stands in these characters."""
        index = bisect_left(self.damage, start)
        return index < len(self.damage) and self.damage[index] <= end

    def headless(self, token: Token) -> None:
        hint = 'begin with `rulebook NAME "Title"`, or with `edition NAME of BASE "Title"` for a layer'
        self.out.append(
            Diagnostic("E103", "the header is missing", self.span(token), (), ("`rulebook`",), (Help(hint),))
        )

    def forgotten_colon(self, at: int, can: frozenset[str]) -> bool:
        """A deeper line after a heading without its colon: report it, and lay out the text as if it stood there."""
        if ":" not in can or go_on(self.stack, (":", NEWLINE, INDENT), (), 0) is None:
            return False
        previous = self.tokens[at - 1]
        gap = Span(self.source, previous.end, previous.end)
        if not self.damaged(self.tokens[self.line].start, previous.end):
            fix = Help("write `:` at the end of the line; the deeper lines under it are its block", gap, ":")
            message = "a colon is missing at the end of this line"
            self.out.append(Diagnostic("E103", message, gap, (), ("`:`",), (fix,)))
        starts = [t.start for t in self.scan.tokens]
        self.colons.add(bisect_left(starts, previous.start))
        self.tokens = lay_out(self.source, self.scan, self.colons).tokens
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
                self.out.append(Diagnostic("E123", message, self.span(colon), (), expected, (hint,)))
            self.stand_in(_LINES)
            return at
        if token.kind == INDENT:
            return self.past_block(at)
        if token.kind == END:
            if not self.out:
                message = "the text ends before it is complete"
                hint = Help('begin with `rulebook NAME "Title"`')
                self.out.append(Diagnostic("E101", message, self.span(token), (), terminal_words(can), (hint,)))
            return len(self.tokens)
        self.stand_in(_LINES)
        return at if shifts(self.stack, DEDENT) else at + 1

    def source_line(self, token: Token) -> int:
        """The offset at which the token's physical line begins."""
        return self.source.text.rfind("\n", 0, token.start) + 1

    def stray(self, at: int) -> Diagnostic | None:
        """The message for a line that begins with a word of another kind of line, or of another language."""
        head = self.tokens[self.line]
        if head.kind != NAME or not (
            at == self.line or (at == self.line + 1 and terminal_of(self.start, head) == NAME)
        ):
            return None
        can = accepted(self.start)
        said = stray_word(head.text, can)
        if said is None or (at > self.line and head.text not in keywords() and self.tokens[at].kind != NAME):
            return None
        message, hint = said
        return Diagnostic("E101", message, self.span(head), (), terminal_words(can), (Help(hint),))

    def general(self, line: BrokenLine, can: frozenset[str]) -> Diagnostic:
        """The message when no repair is in sight."""
        token = line.token
        expected = terminal_words(can)
        span = self.span(token if token.kind != NEWLINE else line.tokens[line.at - 1])
        helps: list[Help] = []
        if token.kind == NEWLINE and line.tokens[line.at - 1].kind == ":":
            message = f"after this colon {_brief(expected)} is expected on the same line"
            helps.append(Help("begin it here; it may go on in deeper lines, best inside brackets or after a comma"))
        elif token.kind == NEWLINE:
            message = f"the line ends where {_brief(expected)} is expected"
            if line.at == self.line + 1 and self.tokens[self.line].kind == NAME and "(" in can:
                helps.append(Help(f"a procedure is called with brackets: `{self.tokens[self.line].text}()`"))
        else:
            message = f"{token_words(token)} stands where {_brief(expected)} is expected"
            if can == {"."}:
                helps.append(Help(f"a step is named with its procedure: `{self.tokens[line.at - 1].text}.STEP`"))
        words = [t.text for t in self.tokens[self.line : line.at]]
        if words:
            word = words[1] if words[0] == "replace" and len(words) > 1 else words[0]
            helps.extend(Help(f"it is written: {form}") for form in FORMS.get(word, ()))
        return Diagnostic("E101", message, span, (), expected, tuple(helps))

    def skip(self, at: int) -> int:
        """Pass over the line that ends before token `at`; a block under it is read under a stand-in heading."""
        failed_at_colon = (
            self.tokens[at - 2].kind == ":" and not shifts(self.state_stacks[-1], NEWLINE) and self.stopped == at - 1
        )
        self.stack = list(self.start)
        if self.tokens[at].kind != INDENT:
            self.stand_in(_LINES)
            return at
        if failed_at_colon:
            # What should have stood behind the colon is in the block: it has had its message.
            self.stand_in(_LINES)
            return self.past_block(at)
        word = self.tokens[self.line].text
        headings = sorted(_HEADINGS, key=lambda heading: heading[0] != word)
        possible = [h for h in headings if go_on(self.stack, h, (), 0)]
        best = next((h for h in possible if go_on(self.stack, h, self.tokens, at + 1)), None)
        if best or possible:
            advance_all(self.stack, best or possible[0])
            return at + 1
        self.stand_in(_LINES)
        return self.past_block(at)

    def stand_in(self, lines: Sequence[Sequence[str]]) -> None:
        """Take the first of the stand-ins that may stand here."""
        for terminals in lines:
            done = go_on(self.stack, terminals, (), 0)
            if done:
                self.stack = done[0]
                return

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


def advance_all(stack: list[int], terminals: Sequence[str]) -> None:
    """Take terminals that are known to fit."""
    for terminal in terminals:
        advance(stack, terminal)


def _brief(expected: Sequence[str]) -> str:
    """What is expected, short enough for one sentence; the whole list stands beside it."""
    return listed(expected) if len(expected) <= 4 else listed([*expected[:3], "something else"])


def stray_word(word: str, can: frozenset[str]) -> tuple[str, str] | None:
    """What to say of a line that begins with this word where only `can` may begin one; None when nothing is known."""
    if word in can:
        return None
    if word == "chapter" and "under" in can:
        hint = "chapters begin at the left margin: a book has the same ones in every configuration"
        return "`chapter` cannot stand under a condition", hint
    if word in _FOLLOWERS:
        wanted = {"else": "if", "or": "either"}.get(word, "either` or `do one of")
        return (
            f"`{word}` has no `{wanted}` right before it",
            f"set it in as deep as its `{wanted}`, with nothing between",
        )
    in_body = "nothing" in can
    if in_body and word in clause_words():
        return f"`{word}` begins a clause and cannot stand in a body", "clauses begin at the left margin"
    if word in statement_words() and not in_body:
        hint = "statements stand in the body of an `action`, a `procedure`, a `rule` or the `flow`"
        return f"`{word}` is a statement and cannot stand here", hint
    if in_body and word in _INSTEAD:
        return f"`{word}` does not begin a statement", f"it is written: {_INSTEAD[word]}"
    if word in _HEADER and "players" not in can:
        return f"`{word}` belongs to the header and cannot stand here", "header lines are set in under the first line"
    return None
