"""The lexer: words, numbers, texts, signs, comments, and where each physical line begins.

It knows no grammar: whether a word is a keyword depends on its place (`word_reading.terminal_at`).  `indentation.py`
gives lines and depth their meaning.  The lexer never fails: it reports errors and continues.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from ..diagnostics import Diagnostic, Help, Source, Span
from ..diagnostics.printable import cut

NAME: Final = "NAME"
INT: Final = "INT"
STRING: Final = "STRING"
QUOTED: Final = "QUOTED"
INDEX: Final = "INDEX"
CITE: Final = "CITE"
NEWLINE: Final = "NEWLINE"
INDENT: Final = "INDENT"
DEDENT: Final = "DEDENT"
END: Final = "END"

LARGEST: Final = 2**31 - 1
LONGEST: Final = 100
"""Letters of the longest name."""

PATTERN: Final = re.compile(
    r"""(?P<space>[ \t]+)
      | (?P<line>\r?\n)
      | (?P<comment>\#[^\r\n]*)
      | (?P<word>[^\W\d]\w*)
      | (?P<decimal>[0-9]+\.[0-9]+)
      | (?P<joined>[0-9]+_\w+)
      | (?P<number>[0-9]+)
      | (?P<text>"(?:\\.|[^"\\\r\n])*")
      | (?P<quoted>`[^`\r\n]*`)
      | (?P<curly>["“”„][^"“”„\r\n]*(?:["”]|“(?!\w))|[“”„][^"“”„\r\n]*“)
      | (?P<open>["“”„][^\r\n]*)
      | (?P<foreign>&&|\|\||=>|=<|->|<>|:=|\*\*|//)
      | (?P<sign>==|!=|<=|>=|\+=|-=|\.\.|[-+*&<>=.,:(){}\[\]|/])
      | (?P<wrong>'[^'\r\n]*'|.)""",
    re.VERBOSE | re.DOTALL,
)
"""The tokens, by group name; syntax highlighting uses it, too."""

PRIVATE: Final = re.compile("[\ue000-\uf8ff\U000f0000-\U0010ffff]")
"""Private-use characters; `prose` uses some as markers while it makes sentences."""

_HINTS: Final = {
    ";": 'a line needs no sign at its end, and several places of a source are one text: [rules "set-up; moving"]',
    "!": "write `not`",
    "%": "write `mod` for the remainder of a division",
    "?": "write `if … then … else …`",
    "^": "write a product; there is no sign for powers",
    "`": "a line of the base stands between two backquotes, as it is written there",
    "//": "write `div` to divide, or `#` before a comment",
    "@": "names need no sign before them",
    "$": "names need no sign before them",
    "’": 'texts stand between straight double quotes: "…"',
    "‘": 'texts stand between straight double quotes: "…"',
    "–": "write `..` for a range, `-`, the hyphen, for minus",
    "−": "write `-`, the hyphen, for minus",
    "≤": "write `<=`",
    "≥": "write `>=`",
    "≠": "write `!=`",
    "×": "write `*`",
    "…": "write `..` for a range",
    "→": "write `gives` before the type of a result",
}


class Token(NamedTuple):
    """A token. `kind` is one of the constants of this file, such as NAME, or the text of a sign. A word is a NAME here;
    the parser decides whether it is a keyword."""

    kind: str
    text: str
    start: int
    end: int


def added_token(word: str, at: int) -> Token:
    """Return a token for a word or sign that is not in the text; its place is `at`."""
    return Token(NAME if word.isalpha() and word.islower() else word, word, at, at)


class Comment(NamedTuple):
    """A comment: `# …` up to the end of its row. `own` says whether nothing else is on the row."""

    text: str
    start: int
    own: bool


class TokenLine(NamedTuple):
    """A row of the text that has tokens: the index of its first token, and its indentation in columns."""

    first: int
    depth: int


class Scan(NamedTuple):
    """The result of the lexer: all tokens and comments of a text, its rows that have tokens, and the errors found in
    the tokens."""

    tokens: list[Token]
    lines: list[TokenLine]
    comments: list[Comment]
    problems: list[Diagnostic]


def scan(source: Source, start: int = 0, end: int | None = None) -> Scan:
    """Return all tokens and comments of a text, or of its part from offset `start` to offset `end`."""
    return _Scanner(source).run(start, len(source.text) if end is None else end)


class _Scanner:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.out = Scan([], [], [], [])
        self.tabs = False

    def run(self, start: int, end: int) -> Scan:
        text, tokens, lines = self.source.text, self.out.tokens, self.out.lines
        line = start = start or int(text.startswith("\ufeff"))
        fresh, skipping = True, False
        for match in PATTERN.finditer(text, start, end):
            group, at, value = match.lastgroup, match.start(), match.group()
            if group == "line":
                line, fresh, skipping = match.end(), True, False
                continue
            if group == "space" or skipping:
                continue
            if fresh and value == "//":
                skipping = True
                fix = Help("a comment begins with `#`", Span(self.source, at, at + 2), "#")
                self.report("E110", "`//` is not part of the language", at, at + 2, None, fix)
                continue
            if group == "comment":
                self.out.comments.append(Comment(value.rstrip(), at, fresh))
                continue
            before = len(tokens)
            self.token(group or "", value, at)
            if fresh and len(tokens) > before:
                lines.append(TokenLine(before, self.depth(line, at)))
                fresh = False
        return self.out

    def token(self, group: str, value: str, at: int) -> None:
        add, end = self.out.tokens.append, at + len(value)
        if group == "word":
            if len(value) > LONGEST:
                hint = "what a reader sees is the title, which may be as long as you like"
                message = f"the name `{value[:30]}…` has {len(value)} letters; the most is {LONGEST}"
                self.report("E114", message, at, end, hint)
                # cut, so that no later stage searches for words similar to a very long one
                value = value[:LONGEST]
            if not value.isascii():
                self.report("E110", f"the name `{value[:40]}` has letters outside a to z", at, end, _ASCII)
            add(Token(NAME, value, at, end))
        elif group == "number":
            if len(value.lstrip("0")) > 10 or int(value[-10:]) > LARGEST:
                shown = cut(value, 30)
                self.report("E113", f"the number {shown} is too large", at, end, f"the largest number is {LARGEST}")
                value = "0"
            add(Token(INT, value, at, end))
        elif group == "decimal":
            hint = "numbers are whole: round it, or count in smaller units"
            self.report("E105", f"`{value}` is not a whole number", at, end, hint)
            add(Token(INT, "0", at, end))
        elif group == "joined":
            hint = (
                "a number has no `_` in it, a name begins with a letter; a row or piece without a name of its own is "
            )
            hint += "written with its parts, `NAME(…)`"
            self.report("E102", f"`{value[:40]}` is neither a number nor a name", at, end, hint)
            add(Token(INT, "0", at, end))
        elif group == "text":
            self.read_text(value, at)
            add(Token(STRING, value, at, end))
        elif group == "quoted":
            add(Token(QUOTED, value, at, end))
        elif group == "open":
            self.report_unclosed(value, at)
        elif group == "curly":
            self.report_curly(value, at)
        elif group == "sign":
            if value == "[":
                previous = self.source.text[at - 1] if at else " "
                add(Token(INDEX if previous.isalnum() or previous == "_" else CITE, value, at, end))
            else:
                add(Token(value, value, at, end))
        else:
            self.report_wrong(value, at, end)

    def report_unclosed(self, value: str, at: int) -> None:
        """Report a text without a closing quote. The rest of the row becomes the text."""
        value = value.rstrip()
        colon = value.endswith(":") and len(value) > 1
        end = at + len(value) - colon
        fix = Help("close it", Span(self.source, end, end), '"')
        before = self.source.text[self.source.text.rfind("\n", 0, at) + 1 : at].lstrip()
        if value == '"' and before.startswith("."):  # in a row of a layout, which is one text from its start
            fix = Help(
                "open it at the beginning of the line", Span(self.source, at - len(before), at - len(before)), '"'
            )
        self.report_text("this text has no closing quote", at, end, fix)
        if colon:
            # Keep the colon of a heading: without it, the block below would continue the line.
            self.out.tokens.append(Token(":", ":", end, end + 1))

    def report_curly(self, value: str, at: int) -> None:
        """Report a text between curly quotes. It is read like a text between straight ones."""
        span = Span(self.source, at, at + len(value))
        right = f'"{value[1:-1]}"'
        fix = Help('texts stand between straight double quotes: "…"', span, right)
        self.report_text("these quotes are not straight", at, span.end, fix)

    def report_text(self, message: str, at: int, end: int, fix: Help) -> None:
        text = self.source.text[at:end].strip('“”„"').replace("\\", "")
        self.out.problems.append(Diagnostic("E111", message, Span(self.source, at, end), help=(fix,)))
        self.out.tokens.append(Token(STRING, f'"{text}"', at, end))

    def read_text(self, value: str, at: int) -> None:
        """Report invalid escapes in a text, and private-use characters."""
        private = PRIVATE.search(value)
        if private is not None:
            start = at + private.start()
            self.report("E110", f"`U+{ord(private[0]):04X}` is for private use", start, start + 1, _PRIVATE_HINT)
        for match in re.finditer(r"\\(.)", value[1:-1]):
            if match.group(1) not in '"\\':
                start = at + 1 + match.start()
                hint = 'only `\\"` and `\\\\` are escapes; write the sign itself'
                self.report("E112", f"`{match.group()}` is not an escape", start, start + 2, hint)

    def report_wrong(self, value: str, at: int, end: int) -> None:
        hint = _HINTS.get(value)
        sign = value if value.isprintable() else f"U+{ord(value[0]):04X}"
        if value.startswith("'") and len(value) > 1:
            sign, hint = "'", f'texts stand between double quotes: "{value[1:-1]}"'
            self.out.tokens.append(Token(STRING, '"' + value[1:-1].replace('"', "") + '"', at, end))
        elif value in _INSTEAD:
            kind, text = _INSTEAD[value]
            hint = hint or f"write `{text}`"
            self.out.tokens.append(Token(kind, text, at, end))
        fix = None
        if hint is None and self.source.text[end : end + 1] == '"':
            fix = Help("a text begins with a quote", Span(self.source, at, at), '"')
        self.report("E110", f"`{sign}` is not part of the language", at, end, hint, fix)

    def depth(self, line: int, at: int) -> int:
        """Return the number of columns before the first token of a row. A tab leads to the next multiple of eight; the
        first tab is reported."""
        space = self.source.text[line:at]
        if "\t" in space and not self.tabs:
            self.tabs = True
            hint = "blocks are indented with spaces, two for each level; `rulekit fmt` cannot guess what a tab meant"
            self.report("E120", "this line is indented with a tab", line, at, hint)
        return len(space.expandtabs(8))

    def report(self, code: str, message: str, start: int, end: int, hint: str | None, fix: Help | None = None) -> None:
        helps = (*((Help(hint),) if hint else ()), *((fix,) if fix is not None else ()))
        self.out.problems.append(Diagnostic(code, message, Span(self.source, start, end), help=helps))


_PRIVATE_HINT: Final = "each font shows another sign there: write a sign that has a meaning of its own"
_ASCII: Final = 'names are made of a to z, A to Z, digits and `_`; what a reader sees is the title: name "Any letters"'
_INSTEAD: Final = {
    "&&": (NAME, "and"),
    "||": (NAME, "or"),
    "=>": (">=", ">="),
    "=<": ("<=", "<="),
    "->": (NAME, "gives"),
    "<>": ("!=", "!="),
    ":=": ("=", "="),
    "//": (NAME, "div"),
}
