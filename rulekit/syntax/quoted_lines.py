"""Parses a quoted line of the base: `` `require n <= 3` ``, or a heading without its block, `` `if n > 2:` ``.

The line is parsed alone (a heading with a block that does nothing), and compared with lines of the base by meaning.
Spaces and redundant brackets do not matter; titles and citations matter only if the quote has them.
`model/body_lines.py` finds the line that is meant.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from ..diagnostics import RulekitError, Source
from . import nodes as s
from .form_parts import inner_loop
from .lexer import DEDENT, END, INDENT, NEWLINE, Token, added_token, scan
from .lr_driver import Stopped, parse_tokens
from .traversal import blocks, branches_of, part_names, same

Tail = str
"""`else` or `otherwise`: a line that only introduces the second block of a statement."""
LineMeaning = tuple[s.BodyLine, ...] | s.Branch | Tail
"""The tree of a quoted line: its statements (`choose a in A, b in B` is two), a branch, or a `Tail`."""

_BOOK: Final = ("rulebook", "q", NEWLINE)
_FLOW: Final = (*_BOOK, "flow", ":", NEWLINE, INDENT)
_NOTHING: Final = (":", NEWLINE, INDENT, "nothing", NEWLINE, DEDENT)
_EXAMPLE: Final = (*_BOOK, "example", "q", ":", NEWLINE, INDENT)
_BRANCH: Final = (*_FLOW, "either", "q", *_NOTHING)
CONTEXTS: Final = (_FLOW, _EXAMPLE, _BRANCH)
"""Contexts in which a line may stand: the text before it in a body, in an example, or in another branch."""

_WORDING: Final = frozenset({"tags", "title", "summary", "cites", "phrase"})


class LineReading(NamedTuple):
    """A quoted line, as parsed: its meaning, its tokens, and the terminals that are put before it for parsing
    (`before`)."""

    meaning: LineMeaning
    tokens: tuple[Token, ...]
    before: tuple[str, ...]


@lru_cache(maxsize=1024)
def read_line(text: str) -> LineReading | None:
    """Return what a quoted line means; None if the text is not a line of the language."""
    scanned = scan(Source("quoted", text))
    if scanned.problems or not scanned.tokens:
        return None
    tokens = tuple(scanned.tokens)
    words = [token.text for token in tokens]
    if words[0] in ("else", "otherwise") and words[1:] in ([":"], [",", "reveals", ":"]):
        return LineReading(words[0], tokens, ())
    if words[:2] == ["else", "if"]:
        tokens = tokens[1:]
    for before in CONTEXTS:
        meaning = _read(text, before, tokens)
        if meaning is not None:
            return LineReading(meaning, tuple(scanned.tokens), before)
    return None


def line_tokens(before: Sequence[str], tokens: Sequence[Token]) -> list[Token]:
    """Return a complete text, as tokens, that contains one line: the terminals `before`, the tokens of the line, and
    what ends the text."""
    first, last = tokens[0].start, tokens[-1].end
    heading = tokens[-1].kind == ":"
    after = (*(_NOTHING[1:] if heading else (NEWLINE,)), DEDENT, END)
    return [*(added_token(word, first) for word in before), *tokens, *(added_token(word, last) for word in after)]


def _read(text: str, before: Sequence[str], tokens: Sequence[Token]) -> LineMeaning | None:
    try:
        book = parse_tokens(Source("quoted", text), line_tokens(before, tokens))
    except RulekitError:
        return None
    if isinstance(book, Stopped):
        return None
    match book.members:
        case (s.FlowClause(body=(stmt,)),) if before is _BRANCH and len(branches_of(stmt)) == 2:
            return branches_of(stmt)[1]
        case (s.FlowClause(body=body),) if before is _FLOW:
            return body
        case (s.ExampleClause(settings=settings, lines=lines),) if before is _EXAMPLE:
            return (*settings, *lines) or None
    return None


def says_line(quoted: LineMeaning, line: LineMeaning) -> bool:
    """Return whether a line of the base means the same as the quote."""
    if isinstance(quoted, tuple) and isinstance(line, tuple):
        return len(quoted) == len(line) and all(map(_same_head, quoted, line))
    if isinstance(quoted, s.Branch) and isinstance(line, s.Branch):
        return _same_head(quoted, line)
    return quoted == line


def _same_head(quoted: s.Node, line: s.Node) -> bool:
    """Return whether two statements are equal, apart from the blocks below their headings."""
    if type(quoted) is not type(line):
        return False
    for name in part_names(type(line)):
        one, two = getattr(quoted, name), getattr(line, name)
        if name == "opening":
            continue  # a line is quoted in the same way inside and outside of `opening:`
        if name in _WORDING:
            if not _same_wording(one, two):
                return False
        elif name == "branches":
            if not _same_head(one[0], two[0]):
                return False
        elif name in blocks(type(line)):
            if inner_loop(line) is not None and not _same_head(one[0], two[0]):
                return False
        elif not same(one, two):
            return False
    return True


def _same_wording(quoted: object, line: object) -> bool:
    """Return whether all titles and citations in the quote are also in the line."""
    if isinstance(quoted, s.Tags) and isinstance(line, s.Tags):
        return all(_same_wording(getattr(quoted, part), getattr(line, part)) for part in ("title", "summary", "cites"))
    return not quoted or same(quoted, line)
