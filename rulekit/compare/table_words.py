"""What changed in a list, a table or an option, said from its rows: how many things of how many kinds, what came, what
went, what is another number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..model import changes as ch
from ..model.identifier_words import identifier_words
from ..model.rulebook import Rulebook
from ..syntax import nodes as s
from ..syntax.format import format_node
from .names import TitleLookup, item_title

NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
MOST = 5
"""Rows or cells that are named one by one."""


def in_letters(count: int) -> str:
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def counted_by(clause: s.Clause, rulebook: Rulebook) -> str:
    """The kind of piece of which a table says how many there are; "" where it says so of none."""
    return _counted(clause, rulebook)[0]


def details(change: ch.Replaced, first: TitleLookup, second: TitleLookup, what: str = "") -> str:
    """The sentence behind the title of a changed list, table, board or option; `what` its rows count, if they do."""
    a, b = change.before.clause, change.after.clause
    said: list[str] = []
    counted = _counted(a, first.rulebook)[1], _counted(b, second.rulebook)[1]
    if isinstance(a, s.TableClause) and isinstance(b, s.TableClause) and len(a.rows) + len(b.rows):
        said += _size(a, b, counted, what)
    items = [d for d in change.details if isinstance(d, ch.ItemChange)]
    for how, word in (("added", "new"), ("removed", "gone")):
        told = [_row(d.after or d.before, counted[how == "added"], b if how == "added" else a) for d in items
                if d.how == how]  # fmt: skip
        if told:
            said.append(f"{word}: {_listed(told)}")
    said += _cells([d for d in change.details if isinstance(d, ch.CellChange)], counted, first, b)
    called = renamed_items(change)
    said += [f'"{one}" is called "{two}"' for one, two in called[:MOST]]
    if len(called) > MOST:
        said.append(f"{len(called) - MOST} more names")
    for detail in change.details:
        match detail:
            case ch.OrderChange(after=after):
                said.append(f"another order: {_listed([identifier_words(n) for n in after])}")
            case ch.DefaultChange(before=one, after=two):
                name = change.after.clause.name.text
                said.append(f'unless chosen: "{second.answer(name, two)}" instead of "{first.answer(name, one)}"')
    return "; ".join(said)


def renamed_items(change: ch.Replaced) -> list[tuple[str, str]]:
    """The titles of what is called otherwise, before and after."""
    items = (d for d in change.details if isinstance(d, ch.ItemChange) and d.how == "reworded")
    titles = ((item_title(d.before), item_title(d.after)) for d in items)
    return [(one, two) for one, two in titles if one != two]


def _size(a: s.TableClause, b: s.TableClause, counted: tuple[str, str], what: str) -> Iterator[str]:
    one, two = _total(a, counted[0]), _total(b, counted[1])
    if one is not None and two is not None:
        kinds = f" of {in_letters(len(a.rows))} kinds", f" of {in_letters(len(b.rows))}"
        if len(a.rows) == len(b.rows):
            kinds = "", ""
        called = f" {what}" if what else ""
        if one != two or len(a.rows) != len(b.rows):
            yield f"{one}{called}{kinds[0]} become {two}{kinds[1]}"
        else:
            yield f"still {one}{called}"
    elif len(a.rows) != len(b.rows):
        yield f"{in_letters(len(a.rows))} rows become {in_letters(len(b.rows))}"


def _counted(clause: s.Clause, rulebook: Rulebook) -> tuple[str, str]:
    """A kind of piece, and the column of a table that says how many of a row there are; "" where there is none."""
    for placed in rulebook.clauses:
        piece = placed.clause
        if isinstance(piece, s.PieceClause) and isinstance(piece.population, s.Attribute):
            of = {f.name.text: f.type.name.text for f in piece.fields if isinstance(f.type, s.NamedType)}
            base = piece.population.base
            if isinstance(base, s.Ref) and len(of) == 1 and of.get(base.name.text) == clause.name.text:
                return piece.name.text, piece.population.name.text
    return "", ""


def _total(table: s.TableClause, column: str) -> int | None:
    """The sum of a column of plain numbers."""
    cells = [cell(table, row, column) for row in table.rows]
    return sum(c.value for c in cells if isinstance(c, s.Number)) if _all_numbers(cells) else None


def _all_numbers(cells: Sequence[s.Expr | None]) -> bool:
    return bool(cells) and all(isinstance(c, s.Number) for c in cells)


def cell(table: s.TableClause, row: s.Row, column: str) -> s.Expr | None:
    at = next((i for i, f in enumerate(table.fields) if f.name.text == column), None)
    return row.cells[at] if at is not None and at < len(row.cells) else None


def _row(node: s.Item | s.Row | None, column: str, clause: s.Clause) -> str:
    """A row by its title, with how many of it there are."""
    if isinstance(node, s.Row) and isinstance(clause, s.TableClause):
        count = cell(clause, node, column)
        if isinstance(count, s.Number):
            return f'"{item_title(node)}" ({count.value})'
    return f'"{item_title(node)}"'


def _cells(
    cells: Sequence[ch.CellChange], counted: tuple[str, str], names: TitleLookup, table: s.Clause
) -> Iterator[str]:
    titles = {r.item.name.text: item_title(r) for r in table.rows} if isinstance(table, s.TableClause) else {}
    gone = {c.column for c in cells if c.after is None}
    came = {c.column for c in cells if c.before is None}
    if came:
        yield f"new column: {_listed([identifier_words(c) for c in sorted(came)])}"
    if gone:
        yield f"column gone: {_listed([identifier_words(c) for c in sorted(gone)])}"
    told = [c for c in cells if c.before is not None and c.after is not None]
    for one in told[:MOST]:
        column = "" if counted[1] == one.column else f", {identifier_words(one.column)}"
        row = titles.get(one.row, identifier_words(one.row))
        yield f'"{row}"{column}: {_plain(one.before)} becomes {_plain(one.after)}'
    if len(told) > MOST:
        yield f"{len(told) - MOST} more cells"


def _plain(expr: s.Expr | None) -> str:
    return identifier_words(expr.name.text) if isinstance(expr, s.Ref) else format_node(expr) if expr else "nothing"


def _listed(told: Sequence[str]) -> str:
    more = f" and {len(told) - MOST} more" if len(told) > MOST else ""
    return ", ".join(told[:MOST]) + more
