"""Each number of tables, kept values, places and pieces, changed one at a time: no text goes on stating the old one.

A text states a number of a clause if it contains the number, and nothing else that the text is about does.  Once the
number is another, the check must refuse the rulebook or warn of the text.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rulekit.check.checked import CheckedModel
from rulekit.check.checks.printed_texts import PrintedText, printed_texts
from rulekit.check.checks.text_numbers import FROM_SECTIONS, FROM_SUMMARIES, NOT_SAID, stated_in
from rulekit.check.clause_numbers import ClauseNumbers, Source
from rulekit.diagnostics import Source as File
from rulekit.loader import gather
from rulekit.model.rulebook import Config, Placed
from rulekit.model.sections import all_sections, sections
from rulekit.model.symbols import DomainSymbol
from rulekit.pipeline import check_configuration
from rulekit.rulebook_files import find
from rulekit.syntax import nodes as s
from rulekit.syntax import parse
from rulekit.syntax.traversal import inside

from ..shipped import COVERING

SOAKED = ("carcassonne/messages-c2", *(name for name in COVERING if not name.startswith("carcassonne/")))
QUICK = ("czar/dutch", "classics/nine-mens-morris")


def numbers_of(placed: Placed) -> Iterator[s.Number]:
    """Yield the numbers of a clause that this test changes."""
    match placed.clause:
        case s.TableClause(rows=rows):
            for row in rows:
                yield from (cell for cell in row.cells if isinstance(cell, s.Number))
        case s.KeepClause(initial=part) | s.PlaceClause(capacity=part) | s.PieceClause(population=part):
            if part is not None:
                yield from inside(part, s.Number)


def texts_stating(model: CheckedModel, placed: Placed, number: int) -> list[PrintedText]:
    """Return the texts whose number can only be that of the clause."""
    told = {section.id: section for section in all_sections(sections(model.rulebook))}
    with_it, without = ClauseNumbers(model), ClauseNumbers(model)
    symbol = model.symbols.get(placed.clause.name.text)
    gone: list[Source] = [placed, *([symbol.domain] if isinstance(symbol, DomainSymbol) else [])]
    without.leave_out(gone)
    found = []
    for printed in printed_texts(model.rulebook):
        section = told.get(printed.placed.id)
        if number not in stated_in(printed) or number in with_it.header or printed.role == "title":
            continue
        if section is None and isinstance(printed.placed.clause, NOT_SAID):
            continue
        ids = [(printed.placed.id, None)] if section is None else [(one.id, one.inner) for one in section.says]
        starts: list[tuple[Source, str | None]] = [(with_it.clauses[id_], part) for id_, part in ids]
        steps = FROM_SUMMARIES if section is None else FROM_SECTIONS
        if number in with_it.within(starts, steps) and number not in without.within(starts, steps):
            found.append(printed)
    return found


def with_number(book: s.Book, number: s.Number) -> s.Book:
    """Return the book with this number greater by one."""
    text = book.span.source.text
    changed = f"{text[: number.span.start]}{number.value + 1}{text[number.span.end :]}"
    again, found = parse(File(book.span.source.name, changed))
    assert again is not None and not found
    return again


def stale_texts(name: str) -> tuple[list[str], int]:
    """Return the texts of a game that go on stating a changed number, untold; and how many changes texts stated."""
    books, _ = gather([find(name)])
    model, _ = check_configuration(books, Config(), knowledge=False)
    assert model is not None
    stale, stated = [], 0
    for placed in model.rulebook.clauses:
        for number in numbers_of(placed):
            stating = texts_stating(model, placed, number.value)
            if not stating:
                continue
            stated += 1
            changed = [with_number(book, number) if book.span.source is number.span.source else book for book in books]
            again, found = check_configuration(changed, Config(), knowledge=False)
            if again is None:
                continue
            told = {one.span.text for one in found if one.code == "W213" and one.span is not None}
            stale += [
                f"{placed.id}, line {number.span.first.line}: {number.value} in {one.placed.id}: {one.text.value}"
                for one in stating
                if one.text.span.text not in told
            ]
    return stale, stated


@pytest.mark.parametrize(
    "name", [name if name in QUICK else pytest.param(name, marks=pytest.mark.soak) for name in SOAKED]
)
def test_no_text_states_a_number_that_was_changed(name: str) -> None:
    stale, stated = stale_texts(name)
    assert stale == []
    assert stated or name not in QUICK, "texts state numbers"
