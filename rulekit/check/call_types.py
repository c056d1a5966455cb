"""Types of calls: facts, pieces made from their attributes, procedures, events.

This file recognises built-in functions; `builtin_types.py` finds their types.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..diagnostics import did_you_mean
from ..model.symbols import (
    BuiltinSymbol,
    ConstructorSymbol,
    DomainSymbol,
    EventSymbol,
    FactSymbol,
    ProcedureSymbol,
)
from ..model.types import Domain, DomainType, Type
from ..syntax import nodes as s
from .builtin_types import BUILTINS
from .checker import Checker
from .expression_types import check, infer, types_expression
from .symbol_table import Scope
from .type_relations import ERROR


@types_expression(s.Call)
def _call(c: Checker, node: s.Call, scope: Scope, want: Type | None) -> Type:
    name = node.name.text
    builtin = BUILTINS.get(name)
    if builtin is not None:
        c.refs[node] = BuiltinSymbol(name)
        low, high = builtin.least, builtin.most
        if not low <= len(node.args) <= high or any(a.name for a in node.args):
            for arg in node.args:
                infer(c, arg.value, scope)
            c.report.add("E206", node.span, f"`{name}` is used as `{builtin.form}`", expected=[builtin.form])
            return ERROR
        return builtin.type(c, node, [a.value for a in node.args], scope, want)
    symbol = c.names.lookup(name)
    if symbol is not None:
        c.uses.symbols.add(symbol)
    match symbol:
        case FactSymbol():
            c.refs[node] = symbol
            match_arguments(c, node, [(p.name, p.type) for p in symbol.params], scope, f"fact `{name}`")
            return symbol.result
        case DomainSymbol(domain=domain) if domain.sort in ("piece", "table") or _has_columns(domain):
            made = DomainType(domain)
            c.boards.measure(domain)
            c.refs[node] = ConstructorSymbol(name, made)
            if _has_rows(c, name):
                return _row_by_attributes(c, node, domain, scope)
            match_arguments(c, node, [(f.name, f.type) for f in domain.fields], scope, f"`{name}`")
            return made
    for arg in node.args:
        infer(c, arg.value, scope, ERROR)
    if isinstance(symbol, ProcedureSymbol):
        message = f"procedure `{name}` does things, so it cannot stand inside an expression"
        c.report.add("E318", node.span, message, help=[f"give its result a name first: `let x = {name}(…)`"])
    elif symbol is not None:
        extra = ["an index is written in square brackets"] if name in c.names.of_kinds("place", "keep") else []
        c.report.add("E202", node.name.span, f"`{name}` is {c.names.describe(name)} and cannot be called", help=extra)
    elif name in scope.names:
        c.report.add("E202", node.name.span, f"`{name}` is a local name and cannot be called")
    elif not c.names.exists(name):
        c.names.unknown(node.name, "fact", [*c.names.of_kinds("fact", "piece", "table"), *BUILTINS])
    return ERROR


def _has_columns(domain: Domain) -> bool:
    """Return whether a domain is a board whose sites have a column and a row."""
    return domain.board is not None and bool(domain.fields)


def _has_rows(c: Checker, name: str) -> bool:
    clause = c.names.declared[name].clause if name in c.names.declared else None
    return isinstance(clause, s.TableClause) and not clause.binders


def _row_by_attributes(c: Checker, node: s.Call, domain: Domain, scope: Scope) -> Type:
    for arg in node.args:
        infer(c, arg.value, scope, ERROR)
    fields = " and ".join(f"x.{field.name} == …" for field in domain.fields)
    message = f"the rows of table {domain.name} have names, and several may have the same attributes"
    advice = [f"write the name of a row, or `the x in {domain.name} where {fields}`"]
    c.report.add("E334", node.span, message, expected=domain.labels[:12] if len(domain) <= 12 else (), help=advice)
    return ERROR


def match_arguments(c: Checker, node: s.Call, params: Sequence[tuple[str, Type]], scope: Scope, what: str) -> None:
    """Match arguments to parameters, by name or by position, and store them in the order of the parameters. Report an
    error unless each parameter gets exactly one argument."""
    given: dict[str, s.Expr] = {}
    names = [name for name, _ in params]
    types = dict(params)
    for place, arg in enumerate(node.args):
        if arg.name is None:
            name = names[place] if place < len(names) else ""
        else:
            name = arg.name.text
            if name not in types:
                message = f"{what} has no parameter `{name}`"
                advice = did_you_mean(name, names, arg.name.span)
                c.report.add("E207", arg.name.span, message, expected=names, help=advice)
        if name in given:
            c.report.add("E207", arg.span, f"`{name}` is given twice")
        if name in types:
            given[name] = arg.value
            check(c, arg.value, scope, types[name], f"the argument `{name}`")
        else:
            infer(c, arg.value, scope)
            if arg.name is None:
                c.report.add("E206", arg.span, f"{what} takes {_many(len(params))}", expected=names)
    missing = [n for n in names if n not in given]
    if missing and len(node.args) <= len(names):
        c.report.add("E206", node.span, f"{what} also needs {', '.join(f'`{n}`' for n in missing)}", expected=names)
    c.arguments[node] = tuple(given[n] for n in names if n in given)


def _many(n: int) -> str:
    return "no arguments" if n == 0 else "one argument" if n == 1 else f"{n} arguments"


def call_procedure(c: Checker, node: s.Call, symbol: ProcedureSymbol, scope: Scope) -> None:
    """Find the types in a call of a procedure, which is a statement or part of a `let` or an `after`. The acting player
    (`me`) stays the same inside the procedure."""
    c.refs[node] = symbol
    c.uses.symbols.add(symbol)
    c.uses.calls.append((node, symbol, scope))
    match_arguments(c, node, [(p.name, p.type) for p in symbol.params], scope, f"procedure `{symbol.name}`")


def call_event(c: Checker, node: s.Call, scope: Scope) -> None:
    symbol = c.symbol_of_kind(node.name, EventSymbol, "an event", "event")
    if isinstance(symbol, EventSymbol):
        c.refs[node] = symbol
        match_arguments(c, node, [(p.name, p.type) for p in symbol.params], scope, f"event `{symbol.name}`")
    else:
        for arg in node.args:
            infer(c, arg.value, scope, ERROR)
