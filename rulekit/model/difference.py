"""Compares two rulebooks clause by clause and returns the changes, as objects of the classes in `change_kinds.py`.

Comments, layout, and the layer of a clause never count. A change is `wording` if it concerns only titles, summaries,
citations, phrases, translations, examples, looks or chapters, or clauses that only examples and sections use. All other
changes are changes of the rules. If a condition moves from a block around a clause into its heading, this is no change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from attrs import evolve

from ..graphs import reachable
from ..syntax import nodes as s
from ..syntax.forms import does
from ..syntax.traversal import part_names, same, walk, without_tags
from .amendments import NamedPart, item_of_part
from .change_kinds import (
    Added,
    CellChange,
    Change,
    DefaultChange,
    Detail,
    HeaderChanged,
    ItemChange,
    OrderChange,
    Reordered,
    Replaced,
    Struck,
    WordChange,
)
from .edits import with_subject_as_me
from .header import FRONT_LINES, front_line
from .meaning_hash import WORDING, is_meaningless
from .rulebook import Placed, Rulebook
from .settings import numbers_in_words


def difference(before: Rulebook, after: Rulebook) -> tuple[Change, ...]:
    """Return all changes between two rulebooks: first those of the header, then the removed clauses, then all other
    clauses in the order of `after`, then changes of order."""
    old, new = ({p.id: p for p in book.clauses} for book in (before, after))
    aside, aside_now = helper_ids(before), helper_ids(after)
    changes: list[Change] = [*_header(before, after)]
    changes += [Struck(p, i in aside) for i, p in old.items() if i not in new]
    for i, placed in new.items():
        if i not in old:
            changes.append(Added(placed, i in aside_now))
        elif change := _replacement(old[i], placed, i in aside and i in aside_now):
            changes.append(change)
    return (*changes, *_orders(before, after, old.keys() & new.keys()))


def _header(before: Rulebook, after: Rulebook) -> Iterator[HeaderChanged]:
    a, b = before.header, after.header
    titled = [(t.value if t else "") for h in (a, b) for t in (h.title, h.summary)]
    for part, one, two, wording in [
        ("title", titled[0], titled[2], True),
        ("summary", titled[1], titled[3], True),
        *((line, front_line(a, line), front_line(b, line), True) for line in FRONT_LINES),
        ("players", numbers_in_words(a), numbers_in_words(b), False),
        ("direction", _direction(a), _direction(b), False),
        ("seats", _names(i.name for i in a.seats), _names(i.name for i in b.seats), False),
        ("ranks", " < ".join(before.ranks), " < ".join(after.ranks), False),
    ]:
        if one != two:
            yield HeaderChanged(part, one, two, wording)
    for name in {**before.sources, **after.sources}:
        one, two = (book.sources.get(name, "") for book in (before, after))
        if one != two:
            yield HeaderChanged(f"source {name}", one, two, True)


def _direction(header: s.Header) -> str:
    return "anticlockwise" if header.anticlockwise else "clockwise"


def _names(names: Iterator[s.Name]) -> str:
    return ", ".join(n.text for n in names)


def _replacement(before: Placed, after: Placed, helper: bool) -> Replaced | None:
    """Return the change of a clause that both rulebooks have, or None if it is the same in both. `helper`: only
    examples and sections use it, in both."""
    a, b = before.clause, after.clause
    parts = [] if a is b else list(_differing_parts(a, b))
    parts += [p for p in ("conditions", "unless") if not same(getattr(before, p), getattr(after, p))]
    if any(p not in WORDING for p in parts) and same_otherwise_written(before, after):
        parts = [p for p in parts if p in WORDING]
    if not parts:
        return None
    still = parts and all(p not in ("conditions", "unless", "kind") for p in parts)
    wording = bool(still) and (set(parts) <= WORDING or is_meaningless(b) or same(a, b, WORDING))
    parts.sort(key=lambda p: p in WORDING)
    return Replaced(before, after, tuple(parts), wording or helper, tuple(_details(a, b)), helper)


@lru_cache(maxsize=32768)  # cached, because every configuration has the same clauses
def _differing_parts(a: s.Clause, b: s.Clause) -> tuple[str, ...]:
    """Return the names of the fields in which two clauses differ, or only "kind" if the clauses are of different
    kinds."""
    if type(a) is not type(b):
        return ("kind",)
    return tuple(name for name in part_names(type(b)) if not same(getattr(a, name), getattr(b, name)))


def _details(a: s.Clause, b: s.Clause) -> Iterator[Detail]:
    match a, b:
        case s.EnumClause(), s.EnumClause():
            yield from _items(a.items, b.items)
        case s.OptionClause(), s.OptionClause():
            yield from _items(a.items, b.items)
            one, two = default_of(a), default_of(b)
            if one != two:
                yield DefaultChange(one, two)
        case s.TableClause(), s.TableClause():
            yield from _rows(a, b)
        case s.BoardClause(), s.BoardClause():
            yield from _items(a.rows, b.rows)
            yield from _neighbours(a, b)
        case s.WordsClause(), s.WordsClause():
            yield from _words(a, b)


def default_of(clause: s.OptionClause) -> str:
    """Return the default of an option, as the rulebook writes it."""
    if clause.default is not None:
        return clause.default.span.text
    return clause.items[0].name.text if clause.items else clause.range.low.span.text if clause.range else ""


def _items(a: Sequence[NamedPart], b: Sequence[NamedPart]) -> Iterator[Detail]:
    """Yield the changes of items: those added, removed, given another title, or moved."""
    one, two = ({item_of_part(i).name.text: i for i in side} for side in (a, b))
    yield from (ItemChange("removed", i, None) for n, i in one.items() if n not in two)
    for name, item in two.items():
        if name not in one:
            yield ItemChange("added", None, item)
        elif not same(item_of_part(one[name]), item_of_part(item)):
            yield ItemChange("reworded", one[name], item)
    yield from _order([n for n in one if n in two], [n for n in two if n in one])


def _order(a: list[str], b: list[str]) -> Iterator[OrderChange]:
    if a != b:
        yield OrderChange(tuple(a), tuple(b))


def _rows(a: s.TableClause, b: s.TableClause) -> Iterator[Detail]:
    yield from _items(a.rows, b.rows)
    columns = list(dict.fromkeys(f.name.text for f in (*a.fields, *b.fields)))
    rows = {r.item.name.text: r for r in a.rows}
    for row in b.rows:
        other = rows.get(row.item.name.text)
        for column in columns if other else ():
            one, two = table_cell(a, other, column), table_cell(b, row, column)
            if not same(one, two):
                yield CellChange(row.item.name.text, column, one, two)


def table_cell(table: s.TableClause, row: s.Row | None, column: str) -> s.Expr | None:
    """Return the value of a row in a column of a table. Return None if there is no such row or column."""
    at = next((i for i, f in enumerate(table.fields) if f.name.text == column), None)
    return row.cells[at] if row is not None and at is not None and at < len(row.cells) else None


def _neighbours(a: s.BoardClause, b: s.BoardClause) -> Iterator[CellChange]:
    """Yield the changed rows of a board that is declared as a graph. Its rows have a single column, which has no
    name."""
    rows = {r.item.name.text: r for r in a.rows}
    for row in b.rows:
        other = rows.get(row.item.name.text)
        if other and other.cells and row.cells and not same(other.cells, row.cells):
            yield CellChange(row.item.name.text, "neighbours", other.cells[0], row.cells[0])


def _words(a: s.WordsClause, b: s.WordsClause) -> Iterator[WordChange]:
    one, two = ({w.head_text: w for w in side.entries} for side in (a, b))
    for name in {**one, **two}:
        if not same(one.get(name), two.get(name)):
            yield WordChange(name, one.get(name), two.get(name))


def _orders(before: Rulebook, after: Rulebook, shared: set[str]) -> Iterator[Reordered]:
    """Yield the changes of order between clauses that both rulebooks have; `shared` has their ids."""
    a, b = (_slots(book, shared) for book in (before, after))
    for name, ids in b.items():
        was = a.get(name, [])
        common = [i for i in was if i in ids], [i for i in ids if i in was]
        if common[0] != common[1]:
            yield Reordered(name, tuple(common[0]), tuple(common[1]))


def _slots(book: Rulebook, shared: set[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for placed in book.clauses:
        name = join_point(placed.clause)
        if name and placed.id in shared and not name.startswith("exceptions"):
            found.setdefault(name, []).append(placed.id)
    return found


def join_point(clause: s.Clause) -> str | None:
    """Return the name of the group of clauses among which the order of a clause may matter, such as the actions of one
    choice. Return None if it never matters."""
    match clause:
        case s.ActionClause(choice=choice):
            return f"actions of {choice.text}"
        case s.ExceptionClause(fact=fact):
            return f"exceptions to {fact.text}"
        case s.RuleClause(trigger=s.When(event=event)):
            return f"answers to {event.text}"
        case s.RuleClause(trigger=s.Whenever()):
            return "rules at any time"
        case s.RuleClause(trigger=s.AtStep(procedure=procedure, step=step)):
            return f"rules at {procedure.text}.{step.text}"
    return None


def same_otherwise_written(a: Placed, b: Placed) -> bool:
    """Return whether two clauses certainly mean the same, apart from titles and citations. A condition may be in a
    block around the clause or in its heading."""
    return type(a.clause) is type(b.clause) and same(_form(a), _form(b))


def _form(placed: Placed) -> tuple[object, ...]:
    """Return the clause without its conditions, then its conditions in the order of evaluation, then the conditions
    under which it does not apply. Two clauses for which this is the same mean the same."""
    clause, tests = _without_tests(placed.clause)
    tests = tuple(test for part in (*placed.conditions, *tests) for test in _conjuncts(part))
    return without_tags(clause), tests, placed.unless


def _without_tests(clause: s.Clause) -> tuple[s.Clause, tuple[s.Expr, ...]]:
    match clause:
        case s.ExceptionClause(where=where):
            return evolve(clause, where=None), _as_tuple(where)
        case s.RuleClause(trigger=(s.When(where=where) | s.AtStep(where=where)) as trigger, body=body):
            return evolve(clause, trigger=evolve(trigger, where=None), body=with_subject_as_me(body)), _as_tuple(where)
        case s.RuleClause(trigger=s.Whenever(binder=s.Binder(), condition=condition) as trigger):
            return evolve(clause, trigger=evolve(trigger, condition=s.Truth(True, span=condition.span))), (condition,)
        case s.ActionClause(body=body):
            body = with_subject_as_me(body)
            rest = next((at for at, stmt in enumerate(body) if not does(stmt, "requires")), len(body))
            required = tuple(getattr(stmt, "condition") for stmt in body[:rest])  # noqa: B009 (mypy: not all have it)
            return evolve(clause, body=body[rest:]), required
    return clause, ()


def _as_tuple(test: s.Expr | None) -> tuple[s.Expr, ...]:
    return () if test is None else (test,)


def _conjuncts(test: s.Expr) -> Iterator[s.Expr]:
    if isinstance(test, s.Binary) and test.op == "and":
        yield from _conjuncts(test.left)
        yield from _conjuncts(test.right)
    else:
        yield test


SILENT = (s.WordsClause, s.StatementsClause, s.ChapterClause)
"""Clauses that name others and use none."""
SHOWING = (s.ExampleClause, s.SectionClause)
"""Clauses that illustrate or describe other clauses and make no rule."""
HELPFUL = (s.FactClause, s.ProcedureClause, s.ExceptionClause)
"""Clauses that have an effect only where other clauses use them."""


def helper_ids(rulebook: Rulebook) -> frozenset[str]:
    """Return the ids of the facts and procedures, with their exceptions, that only examples and sections use.

    Clauses that nothing uses are not among them."""
    clauses = [p for p in rulebook.clauses if not isinstance(p.clause, SILENT)]
    serving: dict[str, list[Placed]] = {}
    for placed in clauses:
        if isinstance(placed.clause, HELPFUL):
            serving.setdefault(_name_in_use(placed), []).append(placed)
    rules = [p for p in clauses if not isinstance(p.clause, (*HELPFUL, *SHOWING))]
    game = _reachable_ids(rules, serving)
    read = _reachable_ids([p for p in clauses if isinstance(p.clause, SHOWING)], serving)
    return frozenset(read - game)


def _name_in_use(placed: Placed) -> str:
    """Return the name by which other clauses use a fact or procedure. For an exception, it is the name of its fact."""
    clause = placed.clause
    return clause.fact.text if isinstance(clause, s.ExceptionClause) else clause.name.text


def _reachable_ids(users: Iterable[Placed], serving: Mapping[str, list[Placed]]) -> set[str]:
    """Return the ids of all clauses in `serving` that the clauses `users` use, directly or through others."""

    def used(clauses: Iterable[Placed]) -> Iterable[str]:
        written = frozenset[str]().union(*(_names_in(root) for placed in clauses for root in placed.roots))
        return written & serving.keys()

    names = reachable(used(users), lambda name: used(serving[name]))
    return {one.id for name in names for one in serving[name]}


@lru_cache(maxsize=32768)  # cached, because every configuration has the same clauses
def _names_in(root: s.Node) -> frozenset[str]:
    """Return all names that occur in a syntax tree."""
    return frozenset(node.text for node in walk(root) if isinstance(node, s.Name))
