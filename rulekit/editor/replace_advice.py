"""Adds a fix to an error inside a `replace`. The fix inserts the text of the base's clause, or one line of it, for the
user to change.

The parser, which finds most of these errors, does not know the base. It can only say how any clause is changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from textwrap import dedent
from typing import Final, NamedTuple

from attrs import evolve

from ..diagnostics import Diagnostic, Help, Source, Span
from ..model.body_lines import FoundLine, lines_of_clause
from ..model.edits import clause_word
from ..model.rulebook import Rulebook
from ..syntax import nodes as s

WORD: Final = re.compile(r"\w+")
LONGEST: Final = 8
"""A fix contains the whole clause if it has fewer lines than this."""
BODIES: Final = (s.ActionClause, s.ProcedureClause, s.RuleClause, s.FlowClause, s.ExampleClause)
"""Clauses whose lines can be changed one by one; the fix changes one line."""


class _Change(NamedTuple):
    """The text of a `replace` in a layer, and its place."""

    text: str
    span: Span


def with_replace_fixes(found: Sequence[Diagnostic], main: Source, base: Rulebook) -> list[Diagnostic]:
    """Return the messages. Errors that a `replace` in the text `main` causes have an additional fix; if several are in
    the same `replace`, only the first has it."""
    done: set[int] = set()
    told: list[Diagnostic] = []
    for one in found:
        change = _change_of(one, main) if one.severity == "error" else None
        if change and change.span.start not in done:
            done.add(change.span.start)
            fixes = [help for help in one.help if help.replacement is not None]
            rest = [help for help in one.help if help.replacement is None]
            one = evolve(one, help=(*fixes, *_fixes(change, base), *rest))
        told.append(one)
    return told


def _change_of(message: Diagnostic, main: Source) -> _Change | None:
    """Return the `replace` around a message. If the message is in another text than `main`, return the first `replace`
    in `main` of a clause that the message names. Return None if there is none."""
    if message.span is None or message.span.source.name == main.name:
        return None if message.span is None else _change_at(message.span.source, message.span.first.line)
    named = re.findall(r"`(\w+)`", message.message)
    for number, line in enumerate(main.text.split("\n"), 1):
        if line.startswith("replace") and set(named) & {*WORD.findall(line.split('"')[0])}:
            return _change_at(main, number)
    return None


def _change_at(source: Source, number: int) -> _Change | None:
    """Return the `replace` around a line: its first line and the indented lines below it. Return None if there is
    none."""
    lines = source.text.split("\n")
    first = min(number, len(lines)) - 1
    while first > 0 and (not lines[first].strip() or lines[first][0].isspace()):
        first -= 1
    if not lines[first].startswith("replace"):
        return None
    last = first + 1
    while last < len(lines) and (not lines[last].strip() or lines[last][0].isspace()):
        last += 1
    text = "\n".join(lines[first:last]).rstrip()
    return _Change(text, _at(source, sum(len(line) + 1 for line in lines[:first]), len(text)))


def _at(source: Source, start: int, length: int) -> Span:
    return Span(source, start, start + length)


def _fixes(change: _Change, base: Rulebook) -> Iterator[Help]:
    clause = _clause_meant(change.text, base)
    if clause is None:
        return
    word = clause_word(clause)
    called = word if isinstance(clause, s.FlowClause) else f"{word} {clause.name.text}"
    if isinstance(clause, BODIES):
        lines = [one for one in lines_of_clause(clause) if one.sort == "line" and one.block is None]
        texts = [one.text for one in lines]
        usable = [one for one in lines if texts.count(one.text) == 1 and "`" not in one.text and "\n" not in one.text]
        if usable:
            text = max(usable, key=lambda one: _likeness(one, change.text)).text
            new = f"replace in {called}:\n  `{text}`:\n    {text}"
            yield Help(f"change a line of `{called}` like this", change.span, new)
    elif isinstance(clause, s.OptionClause) and (value := re.search(r"= *(\w+)$", change.text)):
        yield Help("another default is", change.span, f"set {clause.name.text} = {value[1]}")
    elif clause.span.text.count("\n") < LONGEST:
        indent = " " * (clause.span.first.column - 1)
        yield Help(
            f"write all of `{called}`, and change it", change.span, "replace " + dedent(indent + clause.span.text)
        )


def _clause_meant(text: str, base: Rulebook) -> s.Clause | None:
    """Return the clause of the base that the first line of a `replace` names; None if there is none. If the line names
    the kind of a clause, only clauses of this kind count, as long as one of them is named."""
    words = WORD.findall(text.split("\n")[0].split('"')[0])
    named = [p.clause for p in base.clauses if p.clause.name.text in words and not isinstance(p.clause, s.WordsClause)]
    of_kind = [clause for clause in named if clause_word(clause) in words]
    return min(of_kind or named, key=lambda clause: words.index(clause.name.text), default=None)


def _likeness(line: FoundLine, text: str) -> float:
    return max(SequenceMatcher(None, line.text, one.strip(" `:")).ratio() for one in text.split("\n"))
