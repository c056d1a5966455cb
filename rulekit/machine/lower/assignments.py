"""Lowering of assignments: to variables of a body, to variables declared by `keep`, and, in examples, to the active
player."""

from __future__ import annotations

from ...check.type_relations import within
from ...model.symbols import KeepSymbol, LocalSymbol, Symbol
from ...model.types import INT32, DomainType, NumberType, SetType, Type
from ...syntax import nodes as s
from ...syntax.traversal import index_args
from .. import program as m
from . import open_boards
from .body import BodyLowering, lowers
from .env import Env
from .value_encoding import convert, op

WIDE = NumberType(*INT32)


@lowers(s.Assign)
def assign(f: BodyLowering, stmt: s.Assign, env: Env, tail: bool) -> None:
    symbol = f.ex.model.refs[stmt.target]
    if isinstance(symbol, LocalSymbol):
        f.emit(to_variable(f, stmt, symbol, env))
    else:
        f.emit(*to_cell(f, stmt, symbol, env))


def to_variable(f: BodyLowering, stmt: s.Assign, symbol: LocalSymbol, env: Env) -> m.Stmt:
    """Return the statement that assigns to `symbol`, a variable of the body."""
    target = env.locals[symbol]
    new = new_value(f, stmt, target, symbol.type, env)
    if isinstance(target, m.Local):
        if isinstance(symbol.type, NumberType):
            new = f.ex.within(new, WIDE, symbol.type, stmt.target, env)
        return m.Define(target.name, new)
    assert isinstance(target, m.Load)
    return m.Write(target.cell, (), new, leaves_range(f, stmt, symbol, env))


def to_cell(f: BodyLowering, stmt: s.Assign, symbol: Symbol, env: Env) -> list[m.Stmt]:
    """Return the statements that assign to a variable declared by `keep`, or to the active player. If one member is
    added to a set or removed, only this member is written; otherwise the whole value."""
    fault = leaves_range(f, stmt, symbol, env)
    if not isinstance(symbol, KeepSymbol):  # the active player, to whom only the position of an example assigns
        return [m.Write(m.ACTIVE, (), f.ex.value(stmt.value, env))]
    index = f.ex.index(index_args(stmt.target), symbol.dims, env)
    one = stmt.value.items if isinstance(stmt.value, s.SetLiteral) and stmt.op != "=" else ()
    drop, at = stmt.op == "-=", (env.clause, stmt.span)
    if drop and not all(within(f.ex.type(item), symbol.type) for item in one):
        one = ()  # a number outside the range of the set's members is removed as any absent member is
    if isinstance(symbol.type, SetType) and len(one) == 1:
        member = f.ex.member(one[0], symbol.type, env)
        full = [] if drop else open_boards.before_insert(f.b, symbol, index, member, at)
        return [*full, m.Insert(symbol.name, index, member, drop)]
    value = new_value(f, stmt, m.Load(symbol.name, index), symbol.type, env)
    full, value = ([], value) if drop else open_boards.before_write(f.b, symbol, index, value, at)
    checked = isinstance(symbol.type, NumberType) and not fits(f, stmt, symbol.type)
    return [*full, m.Write(symbol.name, index, value, fault if checked else None)]


def leaves_range(f: BodyLowering, stmt: s.Assign, symbol: Symbol, env: Env) -> int:
    """Return the number of the fault for an assigned value outside the range of the variable."""
    type_ = getattr(symbol, "type", None)
    limits = f" {type_.low}..{type_.high}" if isinstance(type_, NumberType) else ""
    return f.b.fault("E702", env.clause, f"{stmt.target.name.text} would leave its range{limits}", stmt.span)


def fits(f: BodyLowering, stmt: s.Assign, wanted: NumberType) -> bool:
    """Return whether the type of the assigned value guarantees that it is in the range of the type `wanted`."""
    type_ = f.ex.type(stmt.value)
    return stmt.op == "=" and isinstance(type_, NumberType) and wanted.low <= type_.low and type_.high <= wanted.high


def new_value(f: BodyLowering, stmt: s.Assign, old: m.Expr, type_: Type, env: Env) -> m.Expr:
    """Return the expression for the value that the variable has after an assignment. `old` reads its value before."""
    if stmt.op == "=":
        return f.ex.value(stmt.value, env) if isinstance(type_, NumberType) else f.ex.fit(stmt.value, type_, env)
    if isinstance(type_, SetType):
        if stmt.op == "+=":
            return m.SetOp("union", old, f.ex.fit(stmt.value, type_, env))
        return m.SetOp("minus", old, convert(f.ex.value(stmt.value, env), f.ex.type(stmt.value), type_))
    value = op("add" if stmt.op == "+=" else "sub", old, f.ex.value(stmt.value, env))
    return op("mod", value, m.Const(len(type_.domain))) if isinstance(type_, DomainType) else value
