"""Plain words for a clause: its author's words, or else a generated sentence without formulas.

If a generated sentence has a formula, the first screen only names the clause, and the full comparison shows the
sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ..diagnostics.printable import capital, with_full_stop
from ..model import change_kinds as ch
from ..model.difference import table_cell
from ..model.naming import identifier_words
from ..model.rulebook import Placed
from ..syntax import nodes as s
from ..syntax.forms import does
from ..syntax.traversal import body_of, branches_of, every
from .edition_labels import sentences_apart
from .edition_prose import Voice, rows_text
from .names import clause_title, item_title, population
from .text_difference import DiffLine, mark_rows, rows_line

LONGEST = 240
"""Letters of the longest generated sentence that counts as plain."""
MOST_ROWS = 6
"""Rows or cells that are named one by one, at most."""

_FORMULA = re.compile(
    r"for every|every other|exactly when|\bis (at most|at least|more than|less than|not|\d)|these (are|is) so|"
    r"from now on|now this happens|no longer holds|of all|remember|forget|otherwise|\bplus\b|\bminus\b|\bnumber of\b|"
    r"“|”|\(the |\(a |_|\b\d+\. |: (true|false)\b|(?-i:\b[B-Z]\b|\w A\b)|true that|in this order|payoff|repeat|"
    r"do this, or leave it|the same as|among the|that belongs to|for whom|for which|whose",
    re.IGNORECASE,
)


def is_plain(text: str) -> bool:
    """Return whether a generated sentence is short and has no formula."""
    return bool(text) and len(text) <= LONGEST and _FORMULA.search(text) is None


def change_words(change: ch.Change, first: Voice, second: Voice) -> tuple[str, str]:
    """Return the words of a clause before and after a change. They are "" for an edition that has no such clause, or no
    plain words for it."""
    match change:
        case ch.Added(after=placed):
            return _replaced_step(placed, second), clause_words(placed, second)
        case ch.Struck(before=placed):
            return clause_words(placed, first), _replaced_step(placed, first)
        case ch.Replaced():
            found = next(_both_sides(change, first, second), ("", ""))
            return _as_sentence(found[0]), _as_sentence(found[1])
        case ch.HeaderChanged(part="players", before=one, after=two):
            return f"{one} players.", f"{two} players."
        case ch.HeaderChanged(before=one, after=two):
            return _as_sentence(one), _as_sentence(two)
    return "", ""


def clause_words(placed: Placed, voice: Voice) -> str:
    """Return what a clause says in plain words; "" if a formula would be necessary."""
    written = voice.summary(placed)
    if written:
        return written
    clause = placed.clause
    said = ""
    if isinstance(clause, s.TableClause | s.EnumClause):
        return _as_sentence(_rows(clause, voice))
    if isinstance(clause, s.OptionClause):
        return (
            f'Unless chosen: "{voice.names.answer(clause.name.text, voice.names.rulebook.options[clause.name.text])}".'
        )
    if isinstance(clause, s.RuleClause) and _replaced_step(placed, voice) and clause.tags.title is not None:
        return _as_sentence(clause.tags.title.value)
    if isinstance(clause, s.ExceptionClause) and is_plain(voice.plain_value(placed)):
        return _as_sentence(voice.plain_value(placed))
    if isinstance(clause, s.ActionClause | s.RuleClause):
        said = rows_text(voice.body_rows(placed))
    if not is_plain(said):
        said = rows_text(voice.exact(placed))
    if is_plain(said):
        return _as_sentence(said)
    chosen = "" if isinstance(clause, s.ActionClause) else _decisions(clause)
    if not chosen and isinstance(clause, s.RuleClause | s.ExceptionClause) and clause.tags.title is not None:
        return _as_sentence(clause.tags.title.value)  # here the title is the author's sentence for the rule
    return chosen


def _replaced_step(placed: Placed, voice: Voice) -> str:
    """Return the title of the step that a rule replaces; "" if the clause is no such rule or the step has no title."""
    match placed.clause:
        case s.RuleClause(trigger=s.AtStep(when="instead of") as at):
            step = voice.names.step(at)
            if step is not None and step.tags.title is not None:
                return _as_sentence(step.tags.title.value)
    return ""


def _both_sides(change: ch.Replaced, first: Voice, second: Voice) -> Iterator[tuple[str, str]]:
    """Yield the words of both editions as pairs, in order of preference."""
    a, b = change.before.clause, change.after.clause
    one, two = first.summary(change.before), second.summary(change.after)
    if one and two and one != two:
        yield " ".join(sentences_apart(one, two)) or one, " ".join(sentences_apart(two, one)) or two
    yield from _data_sides(change, first, second)
    before, after = sentences_of_both(change, first, second)
    if is_plain(before) and is_plain(after):
        yield before, after
    if clause_title(a) != clause_title(b):
        yield clause_title(a), clause_title(b)
    before, after = _decisions(a), _decisions(b)
    if before != after and before and after:
        yield before, after


def _data_sides(change: ch.Replaced, first: Voice, second: Voice) -> Iterator[tuple[str, str]]:
    """Yield pairs of words for the differences in data: in a list, a table, the default of an option, or the value of a
    fact."""
    a, b = change.before.clause, change.after.clause
    cells = [d for d in change.details if isinstance(d, ch.CellChange)]
    items = [d for d in change.details if isinstance(d, ch.ItemChange)]
    if isinstance(a, s.TableClause) and isinstance(b, s.TableClause) and cells and not _counts(b, second):
        titles = {row.item.name.text: item_title(row) for row in (*a.rows, *b.rows)}
        yield _cells(cells, titles, True), _cells(cells, titles, False)
    elif isinstance(b, s.TableClause | s.EnumClause | s.BoardClause) and isinstance(a, type(b)) and (items or cells):
        counts = [len(c.items if isinstance(c, s.EnumClause) else c.rows) for c in (a, b)]
        if min(counts) > MOST_ROWS and not cells:
            gone, new = (
                [item_title(d.before or d.after) for d in items if d.how == how] for how in ("removed", "added")
            )
            yield _size(counts[0], gone), _size(counts[1], new)
        else:
            yield _rows(a, first), _rows(b, second)
    for detail in change.details:
        if isinstance(detail, ch.DefaultChange):
            name = b.name.text
            yield first.names.answer(name, detail.before), second.names.answer(name, detail.after)
    if isinstance(a, s.FactClause) and isinstance(b, s.FactClause):
        plain = s.Number | s.Truth
        if isinstance(a.value, plain) and isinstance(b.value, plain) and "value" in change.parts:
            yield _value(a.value), _value(b.value)


def _size(count: int, alone: Sequence[str]) -> str:
    """Return the length of a list as text, with the items that only this edition has."""
    return f"{count}, also {_some(alone)}" if alone else str(count)


def _value(expr: s.Number | s.Truth) -> str:
    return str(expr.value) if isinstance(expr, s.Number) else "yes" if expr.value else "no"


def sentences_of_both(change: ch.Replaced, first: Voice, second: Voice) -> tuple[str, str]:
    """Return the generated sentences that changed, for each side."""
    found = mark_rows(first.exact(change.before), second.exact(change.after), 0)
    line = rows_line(found, only_changed=True)
    return one_side(line, "old"), one_side(line, "new")


def one_side(line: DiffLine, side: str) -> str:
    """Return the words of one side (`old` or `new`) of a line with marks, without the numbers of steps."""
    said = " ".join("".join(part.text for part in line if part.how in ("same", side)).split())
    said = re.sub(r"(^|[.:;] )\d+\. (?=[A-Z“])", r"\1", said)
    return re.sub(r" (?=[.,;:?!](\s|$))", "", said)


def _decisions(clause: s.Clause) -> str:
    """Return sentences on the choices that a clause offers, by their titles; "" if it offers none with titles."""
    said = []
    for stmt in every(body_of(clause)):
        branches = branches_of(stmt)
        titles = [branch.tags.title.value for branch in branches if branch.tags.title is not None]
        if branches and len(titles) == len(branches):
            said.append(f"You {'choose:' if does(stmt, 'one_body') else 'may'} {', or '.join(titles)}.")
    return " ".join(said)


def _counts(table: s.TableClause, voice: Voice) -> str:
    """Return the name of the column in which a table has the number of pieces of each row; "" if there is none."""
    return population(table, voice.names.rulebook)[1]


def _rows(clause: s.Clause, voice: Voice) -> str:
    """Return the titles of the rows of a list or a table, each with its number of pieces if there is one."""
    if isinstance(clause, s.TableClause):
        column = _counts(clause, voice)
        told = []
        for row in clause.rows:
            count = table_cell(clause, row, column) if column else None
            told.append(f"{item_title(row)} ({count.value})" if isinstance(count, s.Number) else item_title(row))
        return _some(told)
    nodes = (
        clause.items if isinstance(clause, s.EnumClause) else clause.rows if isinstance(clause, s.BoardClause) else ()
    )
    return _some([item_title(node) for node in nodes])


def _cells(cells: Sequence[ch.CellChange], titles: dict[str, str], before: bool) -> str:
    told: dict[str, list[str]] = {}
    for cell in cells:
        value = cell.before if before else cell.after
        if isinstance(value, s.Number | s.Ref):
            said = str(value.value) if isinstance(value, s.Number) else identifier_words(value.name.text)
            told.setdefault(cell.row, []).append(f"{identifier_words(cell.column)} {said}")
    rows = (f"{titles.get(row, identifier_words(row))}: {', '.join(found)}" for row, found in told.items())
    return _some([*rows], "; ")


def _some(told: Sequence[str], between: str = ", ") -> str:
    more = f" and {len(told) - MOST_ROWS} more" if len(told) > MOST_ROWS else ""
    return between.join(told[:MOST_ROWS]) + more


def _as_sentence(text: str) -> str:
    """Return a text as a sentence, with a capital and a full stop; "" for an empty text."""
    text = text.strip()
    return with_full_stop(capital(text)) if text else ""
