"""Makes the finite domains of a configuration: enumerations, answers, tables and pieces, with the values of their
attributes.

This file evaluates constants (`evaluate_before_game`), and reports expressions that are not constant.
`board_construction.py` makes boards, `declarations.py` places and everything else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod

from ..model.naming import value_text
from ..model.symbols import DomainSymbol, LocalSymbol
from ..model.types import (
    INT32,
    Domain,
    DomainType,
    ErrorType,
    FieldInfo,
    NumberType,
    OptionType,
    SetType,
    TruthType,
    Type,
    Value,
)
from ..syntax import nodes as s
from ..syntax.traversal import inside
from .binders import bind
from .checker import Checker
from .constant_evaluation import evaluate, type_members
from .evaluation_context import NotConstant
from .expression_types import check, condition
from .report import enumerate_names
from .symbol_table import Scope
from .type_relations import ERROR, TRUTH, TRUTH_ADVICE, item_name, number_type, show, size

MOST_MEMBERS = 4096
MOST_SITES = 8192
MOST_OPTIONAL = 2**20


def evaluate_before_game(
    c: Checker, node: s.Expr, wanted: Type, what: str, scope: Scope | None = None
) -> Value | ErrorType:
    """Return the value of an expression that must be constant and fit `wanted`; ErrorType if an error was reported."""
    scope = scope or Scope("constant", what=what)
    t = check(c, node, scope, wanted, what)
    if isinstance(t, ErrorType):
        return ERROR
    return constant_value(c, node, wanted, what, {})


def constant_value(
    c: Checker, node: s.Expr, wanted: Type, what: str, env: dict[LocalSymbol, Value]
) -> Value | ErrorType:
    """Return the value of a constant expression whose types are known. It must lie within `wanted`; return ErrorType if
    an error was reported."""
    try:
        value = evaluate(c, node, env)
    except NotConstant as problem:
        if isinstance(problem.node, s.Ref) and problem.node not in c.refs:
            return ERROR  # the error has been reported
        c.not_constant(problem, what)
        return ERROR
    if not type_contains(wanted, value):
        _report_outside(c, node, wanted, value, what)
        return ERROR
    return value


def _report_outside(c: Checker, node: s.Expr, wanted: Type, value: Value, what: str) -> None:
    """Report that a constant is a number outside the range of `wanted`, or a set with such members."""
    message, advice = f"{what} must be {show(wanted)}, and this is {value}", []
    if isinstance(value, frozenset) and isinstance(wanted, SetType) and isinstance(wanted.item, NumberType):
        outside = sorted(value - {*type_members(wanted.item)})
        are = "is" if len(outside) == 1 else "are"
        listed = enumerate_names(map(str, outside))
        message = f"{what} has {listed}, which {are} not in {item_name(wanted.item)}"
        joined = NumberType(min(wanted.item.low, *value), max(wanted.item.high, *value))
        advice = [f"write `set of {item_name(joined)}`, or leave {'it' if are == 'is' else 'them'} out"]
    c.report.add("E621", node.span, message, expected=[show(wanted)], help=advice)


def type_contains(t: Type, value: Value) -> bool:
    match t:
        case NumberType(low, high):
            return isinstance(value, int) and low <= value <= high
        case OptionType(item):
            return value is None or (item is not None and type_contains(item, value))
        case SetType(item):
            return isinstance(value, frozenset) and (item is None or all(type_contains(item, v) for v in value))
    return True


def resolve(c: Checker, node: s.TypeExpr) -> Type:
    """Return the type that a type expression denotes; ErrorType if an error was reported."""
    match node:
        case s.NamedType(name=name):
            if name.text == "truth":
                return TruthType()
            symbol = c.names.lookup(name.text)
            if isinstance(symbol, DomainSymbol):
                c.refs[node] = symbol
                c.uses.symbols.add(symbol)
                return DomainType(symbol.domain)
            if symbol is not None or not c.names.exists(name.text):
                kinds = ("enum", "table", "piece", "board")
                c.names.unknown(name, "type", ["Player", "truth", *c.names.of_kinds(*kinds)], "E210")
            return ERROR
        case s.RangeType(low=low, high=high):
            ends = [evaluate_before_game(c, n, number_type(*INT32), "the end of a range") for n in (low, high)]
            if not isinstance(ends[0], int) or not isinstance(ends[1], int):
                return ERROR
            if ends[0] > ends[1]:
                c.report.add("E622", node.span, f"the range {ends[0]}..{ends[1]} is empty")
                return ERROR
            return NumberType(ends[0], ends[1])
        case s.OptionalType(item=item) | s.SetType(item=item):
            inner = resolve(c, item)
            if isinstance(inner, NumberType | DomainType):
                optional = isinstance(node, s.OptionalType)
                most, what = (MOST_OPTIONAL, "a value that may be none") if optional else (MOST_SITES, "a set")
                if size(inner) > most:
                    message = f"{what} may have at most {most} possible members; this has {size(inner)}"
                    c.report.add("E623", node.span, message)
                    return ERROR
                return OptionType(inner) if optional else SetType(inner)
            if not isinstance(inner, ErrorType):
                form = "or none" if isinstance(node, s.OptionalType) else "set of"
                message = f"`{form}` goes with numbers and members of domains, not with {show(inner)}"
                advice = [TRUTH_ADVICE] if inner == TRUTH else ()
                c.report.add("E316", node.span, message, help=advice)
    return ERROR


# -------------------------------------------------------------------------------------------------- making enumerations


def labels_of(c: Checker, items: Sequence[s.Item]) -> tuple[str, ...]:
    """Return the names of items, each once, and report duplicates."""
    labels: dict[str, None] = {}
    for item in items:
        if item.name.text in labels:
            c.report.add("E204", item.name.span, f"`{item.name.text}` stands here twice")
        labels[item.name.text] = None
    return tuple(labels)


def enumeration(c: Checker, clause: s.EnumClause) -> Domain | None:
    if not within_member_limit(c, clause, len(clause.items), MOST_MEMBERS, "members"):
        return None
    return Domain(clause.name.text, "enum", labels_of(c, clause.items), turning=clause.turning)


def answers(c: Checker, clause: s.OptionClause) -> Domain:
    return Domain(clause.name.text, "answers", labels_of(c, clause.items))


def within_member_limit(
    c: Checker, clause: s.Clause, count: int, most: int, what: str, advice: Sequence[str] = ()
) -> bool:
    if count > most:
        message = f"`{clause.name.text}` would have {count} {what}; at most {most} are allowed"
        c.report.add("E623", clause.name.span, message, help=advice)
    elif count == 0:
        c.report.add("E624", clause.name.span, f"`{clause.name.text}` has no {what} at all")
    return 0 < count <= most


# -------------------------------------------------------------------------------------------------------- making tables


def table(c: Checker, clause: s.TableClause) -> Domain | None:
    if clause.binders:
        return _table_for_each(c, clause)
    if not clause.rows or not within_member_limit(c, clause, len(clause.rows), MOST_MEMBERS, "rows"):
        return None
    own = any(n.name.text == clause.name.text for f in clause.fields for n in inside(f.type, s.NamedType))
    rows = Domain(clause.name.text, "table", labels_of(c, [r.item for r in clause.rows]))
    if own:  # an attribute has the rows as values, so they must be known before it is evaluated
        c.names.add_domain(rows)
    fields = _attributes(c, clause, len(rows))
    if own and fields is None:
        c.names.drop_domain(rows)
    return None if fields is None else rows.with_attributes(fields)


def _attributes(c: Checker, clause: s.TableClause, rows: int) -> tuple[FieldInfo, ...] | None:
    """Return the attributes of a table, each with its value for every row; None if an error was reported."""
    types = [resolve(c, f.type) for f in clause.fields]
    columns: list[list[Value]] = [[] for _ in types]
    complete = rows == len(clause.rows)
    for row in clause.rows:
        if len(row.cells) != len(types):
            c.report.add(
                "E206",
                row.span,
                f"row `{row.item.name.text}` has {len(row.cells)} cells, and the table has {len(types)} attributes",
                expected=[f.name.text for f in clause.fields],
            )
            complete = False
            continue
        for cell, t, column, field in zip(row.cells, types, columns, clause.fields, strict=True):
            value = evaluate_before_game(c, cell, t, f"`{field.name.text}`")
            if isinstance(value, ErrorType):
                complete = False
            else:
                column.append(value)
    if not complete or any(isinstance(t, ErrorType) for t in types):
        return None
    names = _field_names(c, clause.fields)
    return tuple(FieldInfo(n, t, tuple(col)) for n, t, col in zip(names, types, columns, strict=True))


def _field_names(c: Checker, fields: Sequence[s.Field]) -> list[str]:
    names: list[str] = []
    for field in fields:
        if field.name.text in names:
            c.report.add("E204", field.name.span, f"attribute `{field.name.text}` stands here twice")
        names.append(field.name.text)
    return names


def _table_for_each(c: Checker, clause: s.TableClause) -> Domain | None:
    scope = Scope("constant", what="a table")
    items: list[Type] = []
    for binder in clause.binders:
        items.append(bind(c, binder, scope))
    condition(c, clause.where, scope, "what follows `where`")
    if c.report.has_errors and any(isinstance(t, ErrorType) for t in items):
        return None
    if clause.where is not None and c.report.has(clause.where.span):
        return None
    rows: list[dict[LocalSymbol, Value]] = []
    try:
        for env in _ways(c, clause.binders, {}):
            c.work.spend(clause.binders[0])
            if clause.where is None or evaluate(c, clause.where, env):
                rows.append(env)
                if len(rows) > MOST_MEMBERS:
                    break
    except NotConstant as problem:
        c.not_constant(problem, "a table")
        return None
    if len(rows) > MOST_MEMBERS:
        message = f"`{clause.name.text}` would have more than {MOST_MEMBERS} rows, which is the most"
        advice = "say by `where` which are meant, or go through the two beside each other: `for each x in …, y in …`"
        c.report.add("E623", clause.name.span, message, help=[advice])
        return None
    if not within_member_limit(c, clause, len(rows), MOST_MEMBERS, "rows"):
        return None
    symbols = [c.binds[b] for b in clause.binders]
    fields = tuple(
        FieldInfo(symbol.name, t, tuple(row[symbol] for row in rows)) for symbol, t in zip(symbols, items, strict=True)
    )
    labels = tuple("_".join(label(f.type, f.values[i]) for f in fields) for i in range(len(rows)))
    return Domain(clause.name.text, "table", labels, fields=fields)


def _ways(c: Checker, binders: Sequence[s.Binder], env: dict[LocalSymbol, Value]) -> Iterator[dict[LocalSymbol, Value]]:
    if not binders:
        yield env
        return
    values = evaluate(c, binders[0].domain, env)
    found = sorted(values) if isinstance(values, frozenset) else [] if values is None else [values]
    for value in found:
        inner = {**env, c.binds[binders[0]]: value}
        if binders[0].where is None or evaluate(c, binders[0].where, inner):
            yield from _ways(c, binders[1:], inner)


def label(t: Type, value: Value) -> str:
    """Return the text that stands for the value of an attribute in the label of a member. The label must be an
    identifier, so a minus becomes `m`."""
    text = value_text(t, value)
    return f"m{text[1:]}" if text.startswith("-") else text


# -------------------------------------------------------------------------------------------------------- making pieces


def values_of(t: Type) -> Sequence[Value] | None:
    """Return every value of an attribute's type, in order; None if an attribute cannot have this type."""
    match t:
        case NumberType() | DomainType():
            return type_members(t)
        case TruthType():
            return [False, True]
        case OptionType(item) if item is not None:
            return [None, *type_members(item)]
    return None


def pieces(c: Checker, clause: s.PieceClause) -> Domain | None:
    types = [resolve(c, f.type) for f in clause.fields]
    names = _field_names(c, clause.fields)
    columns: list[Sequence[Value]] = []
    for field, t in zip(clause.fields, types, strict=True):
        values = values_of(t)
        if values is None:
            if not isinstance(t, ErrorType):
                c.report.add(
                    "E316", field.span, f"a piece's attribute may not be a {show(t)}", help=["put it into a table"]
                )
            return None
        columns.append(values)
    count = prod(map(len, columns))
    if not within_member_limit(c, clause, count, MOST_MEMBERS, "kinds"):
        return None
    rows = list(product(*columns))
    fields = tuple(
        FieldInfo(n, t, tuple(row[i] for row in rows), f.open)
        for i, (n, t, f) in enumerate(zip(names, types, clause.fields, strict=True))
    )
    labels = tuple("_".join(label(f.type, f.values[i]) for f in fields) for i in range(count))
    if not fields:
        labels = (clause.name.text.lower(),)
    if len(set(labels)) < count:
        twice = next(one for one in labels if labels.count(one) > 1)
        c.report.add("E204", clause.name.span, f"two kinds of `{clause.name.text}` would both be called `{twice}`")
    population = _population(c, clause, rows, types)
    return (
        None if population is None else Domain(clause.name.text, "piece", labels, fields=fields, population=population)
    )


def _population(
    c: Checker, clause: s.PieceClause, rows: list[tuple[Value, ...]], types: list[Type]
) -> tuple[int | None, ...] | None:
    if clause.population is None:
        return (None,) * len(rows)
    scope = Scope("constant")
    symbols = []
    for field, t in zip(clause.fields, types, strict=True):
        symbol = LocalSymbol(field.name.text, t)
        c.binds[field] = scope.names[field.name.text] = symbol
        symbols.append(symbol)
    what = f"the population of `{clause.name.text}`"
    wanted = NumberType(0, MOST_MEMBERS)
    if isinstance(check(c, clause.population, scope, wanted, what), ErrorType):
        return None
    if not scope.used:
        one = constant_value(c, clause.population, wanted, what, {})
        return None if not isinstance(one, int) else (one,) * len(rows)
    counts: list[int] = []
    for row in rows:
        count = constant_value(c, clause.population, wanted, what, dict(zip(symbols, row, strict=True)))
        if not isinstance(count, int):
            return None
        counts.append(count)
    return tuple(counts)
