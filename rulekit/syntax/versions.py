"""Versions of the language: the version in a header (`syntax 2`), whether it can be read, and how to upgrade.

A text without a version is read as one of the current version. A text of a newer version is refused. A text of an older
version is accepted if none of the forms in it has changed since, otherwise refused; `upgrade_text` and `add_version`
bring it up to date (`fmt --upgrade`). A change that affects older texts gets a line in CHANGES, and CURRENT grows by
one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from ..diagnostics import Diagnostic, Help, Label, Source, Span
from .heading_tags import parse_heading, tags_text
from .indentation import lay_out
from .lexer import DEDENT, END, INDENT, INT, NAME, NEWLINE, Scan, Token, scan

CURRENT: Final = 3


class Rewriting(NamedTuple):
    """A replacement of the characters from `start` to `end` by `text`."""

    start: int
    end: int
    text: str


class LanguageChange(NamedTuple):
    """A form that changed in version `since` of the language. `before` and `now` are examples of how it was and is
    written. `find` yields the rewritings that a text needs."""

    since: int
    before: str
    now: str
    find: Callable[[Sequence[Token]], Iterator[Rewriting]]


def _first_of(tokens: Sequence[Token]) -> Iterator[Rewriting]:
    for word, name, follower in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if word.text == "any" and name.kind == NAME and follower.text == "in":
            yield Rewriting(word.start, word.end, "first")


_WITHOUT_ITEMS: Final = frozenset(
    ["piece", "board", "place", "keep", "position", "fact", "exception", "always", "never", "finally", "figure"]
)
"""Kinds of clauses that have no titles after their heading: one there once was the title of the clause."""


def _tags_in_headings(tokens: Sequence[Token], any_place: bool = False) -> Iterator[Rewriting]:
    """Yield the rewritings that move titles and citations to the end of the heading; comments stay.

    With `any_place`, move all that are in a wrong place; otherwise only those that are where an older version wanted
    them."""
    for line in _member_lines(tokens):
        headed = parse_heading(line)
        if headed is None:
            continue
        early = [run for run in headed.runs[:1] if run[1] < headed.end and (any_place or headed.kind == "figure")]
        late = [run for run in headed.runs[-1:] if run[0] > headed.end and run[1] == len(line)]
        for first, last in early or (late if headed.kind in _WITHOUT_ITEMS else []):
            yield from (Rewriting(token.start, token.end, "") for token in line[first:last])
            at = line[headed.goal - 1].end
            yield Rewriting(at, at, f" {tags_text(line[first:last])}")


def _member_lines(tokens: Sequence[Token]) -> Iterator[Sequence[Token]]:
    """Yield the tokens of each line that may begin a clause: at the left margin, or in blocks of clauses only."""
    line: list[Token] = []
    of_clauses = [True]
    heading = ""
    for token in tokens:
        if token.kind == INDENT:
            of_clauses.append(of_clauses[-1] and heading in ("under", "for"))
        elif token.kind == DEDENT:
            of_clauses.pop()
        elif token.kind not in (NEWLINE, END):
            line.append(token)
        elif line:
            heading = line[0].text
            if of_clauses[-1]:
                yield line
            line = []


CHANGES: Final = (
    LanguageChange(2, "any x in D", "first x in D", _first_of),
    LanguageChange(3, 'fact f = 1 "Title"', 'fact f "Title" = 1', _tags_in_headings),
)


def refusal(source: Source, scanned: Scan) -> Diagnostic | None:
    """Return the error for a text whose version cannot be read; None if it can."""
    said = _version(scanned)
    if said is None or source.text[said.start : said.end] != said.text:
        return None  # no version, or a number that was reported already
    number, span = int(said.text), Span(source, said.start, said.end)
    if number > CURRENT:
        message = f"this is written in version {number} of the language; the newest that is read here is {CURRENT}"
        return Diagnostic("E143", message, span, help=(Help("a newer rulekit reads it"),))
    if number < 1:
        message = f"the language has no version {number}"
        return Diagnostic("E143", message, span, help=(Help(f"write `syntax {CURRENT}`", span, str(CURRENT)),))
    found = _find_changes(source, scanned, number)
    if not found:
        return None
    change, first = found[0]
    label = Label(Span(source, first.start, first.end), f"`{change.before}` is now written `{change.now}`")
    message = f"this is written in version {number} of the language, and not all of it is written so still"
    return Diagnostic("E143", message, span, (label,), help=(Help("`rulekit fmt --upgrade FILE` brings it over"),))


def upgrade_text(source: Source) -> Source:
    """Return a text of an older version, or without a version, in the current version; lines keep their numbers. Titles
    and citations in a wrong place are moved in a text of any version."""
    scanned = scan(source)
    said = _version(scanned)
    number = int(said.text) if said else 1
    if not 1 <= number <= CURRENT:
        return source
    edits = [edit for change, edit in _find_changes(source, scanned, number) if change.find is not _tags_in_headings]
    edits += _tags_in_headings(lay_out(source, scanned).tokens, any_place=True)
    if said:
        edits.append(Rewriting(said.start, said.end, str(CURRENT)))
    return _apply_edits(source, edits)


def add_version(source: Source) -> Source:
    """Return the source with the current version of the language added to its header, unless it has a version. The
    source must parse."""
    if _version(scan(source)):
        return source
    tokens = lay_out(source, scan(source)).tokens
    line, kinds = f"syntax {CURRENT}", [token.kind for token in tokens]
    heading = kinds.index(NEWLINE)
    if tokens[heading - 1].kind != ":":
        at = tokens[heading - 1].end
        return _apply_edits(_apply_edits(source, [_below(source, at, "  " + line)]), [Rewriting(at, at, ":")])
    last = tokens[kinds.index(DEDENT) - 2]
    column = source.place(tokens[kinds.index(INDENT) + 1].start).column - 1
    return _apply_edits(source, [_below(source, last.end, " " * column + line)])


def _below(source: Source, at: int, line: str) -> Rewriting:
    """Return the rewriting that inserts a line below the one at this offset."""
    end = source.text.find("\n", at)
    end = len(source.text) if end < 0 else end
    return Rewriting(end, end, "\n" + line)


def _version(scanned: Scan) -> Token | None:
    """Return the token of the version number in a header; None if there is none."""
    tokens, lines = scanned.tokens, scanned.lines
    for line in lines[1:]:
        if line.depth <= lines[0].depth:
            break
        word, number = tokens[line.first], tokens[line.first + 1 : line.first + 2]
        if word.text == "syntax" and number and number[0].kind == INT:
            return number[0]
    return None


def _find_changes(source: Source, scanned: Scan, number: int) -> list[tuple[LanguageChange, Rewriting]]:
    """Return the changes of the language since version `number` that affect a text, each with a rewriting."""
    since = [change for change in CHANGES if change.since > number]
    tokens = lay_out(source, scanned).tokens if since else []
    return [(change, edit) for change in since for edit in change.find(tokens)]


def _apply_edits(source: Source, edits: Sequence[Rewriting]) -> Source:
    text = source.text
    for edit in sorted(edits, reverse=True):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return Source(source.name, text)
