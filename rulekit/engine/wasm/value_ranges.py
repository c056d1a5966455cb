"""Value-range analysis: the kind of an expression, the interval of its numbers, whether it may be run speculatively.

The interval of a number lets emitters leave out tests of overflow and of membership; `INT32` is what nothing is known
about.
"""

from __future__ import annotations

from attrs import evolve

from ...machine import program as m
from ...machine.intervals import INT32, TRUTH, Interval, clamp, exact_interval, hull, inside
from ...machine.traversal import parts_of
from .code_generation import CodeGenerator, Variable


def kind_of(gen: CodeGenerator, expr: m.Expr) -> int:
    """NUMBER, or how many members a set may have."""
    match expr:
        case m.Local(name):
            return gen.scope[name].kind
        case m.Load(cell, _):
            found = gen.unit.cells[cell]
            return found.high + 1 if found.kind == "set" else m.NUMBER
        case m.Lookup(table, _):
            return gen.unit.tables[table].kind
        case m.If(_, then, otherwise):
            return max(kind_of(gen, then), kind_of(gen, otherwise))
        case m.SetOp(_, left, right):
            return max(kind_of(gen, left), kind_of(gen, right))
        case m.Call(function, _):
            return gen.unit.callees[function].kind
        case m.Bind(name, value, body):
            return kind_of(gen.bound(name, Variable(kind_of(gen, value), ())), body)
        case m.Check(_, _, value):
            return kind_of(gen, value)
        case m.After(_, _, body):
            return kind_of(gen, body)
        case m.SetConst(size, _) | m.SetOf(size, _):
            return size
        case m.SetBuild() | m.Reach() | m.Shift() | m.Grow():
            return expr.size
    return m.NUMBER


def interval_of(gen: CodeGenerator, expr: m.Expr) -> Interval:
    """Between which numbers the expression lies if it does not fault."""
    match expr:
        case m.Const(value):
            return value, value
        case m.Local(name):
            return gen.scope[name].low, gen.scope[name].high
        case m.Load(cell, _) if gen.unit.cells[cell].kind == "number":
            array = gen.unit.memory.cells[cell]
            return clamp((array.low, array.high))
        case m.RingAt(cell, _, _):
            return 0, gen.unit.cells[cell].high
        case m.RingSize(cell, _):
            return 0, gen.unit.cells[cell].capacity
        case m.Lookup(table, _):
            array = gen.unit.memory.tables[table]
            return clamp((array.low, array.high))
        case m.If(_, then, otherwise):
            return hull(interval_of(gen, then), interval_of(gen, otherwise))
        case m.Bind(name, value, body):
            if kind_of(gen, value) != m.NUMBER:
                return interval_of(gen.bound(name, Variable(kind_of(gen, value), ())), body)
            return interval_of(gen.bound(name, Variable(m.NUMBER, (), *interval_of(gen, value))), body)
        case m.Check(_, _, value):
            return interval_of(gen, value)
        case m.Has() | m.Compare():
            return TRUTH
        case m.SizeOf(of):
            return 0, kind_of(gen, of)
        case m.Op(op, args):
            return clamp(exact_interval(op, [interval_of(gen, arg) for arg in args]))
        case m.Fold():
            return fold_interval(gen, expr)
    return INT32


def fold_interval(gen: CodeGenerator, fold: m.Fold) -> Interval:
    if fold.kind in ("some", "all"):
        return TRUTH
    over = domain_interval(gen, fold.over)
    passes = max(0, over[1] - over[0] + 1)
    if fold.kind == "count":
        return clamp((0, passes))
    inner = gen.bound(fold.name, Variable(m.NUMBER, (), *over))
    body = interval_of(inner, fold.body) if fold.body is not None and fold.kind in ("sum", "most", "least") else over
    if fold.kind == "sum":
        return clamp((min(0, body[0] * passes), max(0, body[1] * passes)))
    return body if fold.otherwise is None else hull(body, interval_of(gen, fold.otherwise))


def domain_interval(gen: CodeGenerator, over: m.Over) -> Interval:
    """Between which numbers the values of a loop lie."""
    if over.within is not None:
        return 0, kind_of(gen, over.within) - 1
    assert over.low is not None and over.high is not None
    low, high = interval_of(gen, over.low)[0], interval_of(gen, over.high)[1]
    return low, max(low, high)


def speculatable(gen: CodeGenerator, expr: m.Expr) -> bool:
    """Speculation safety: whether it surely does not fault, and ends; what nobody sees may then be left out."""
    safe = (m.Const, m.Local, m.Load, m.RingSize, m.RingAt, m.Lookup, m.SetConst, m.SetOf, m.SetOp, m.Has, m.SizeOf)
    for part in parts_of(expr):
        if isinstance(part, m.Op):
            if part.op in ("div", "mod", "add", "sub", "mul", "neg") and not _fits(gen, part):
                return False
        elif not isinstance(part, (*safe, m.If, m.Compare)) or not _indexed(gen, part):
            return False
    return True


def _indexed(gen: CodeGenerator, part: object) -> bool:
    """Whether the index lies in the array whatever was tested before."""
    if isinstance(part, m.Load | m.RingSize | m.RingAt):
        shape = gen.unit.cells[part.cell].shape
    elif isinstance(part, m.Lookup):
        shape = gen.unit.tables[part.table].shape
    elif isinstance(part, m.SetOf):
        return all(inside(interval_of(gen, item), 0, part.size - 1) for item in part.items)
    else:
        return True
    return all(inside(interval_of(gen, i), 0, size - 1) for i, size in zip(part.index, shape, strict=True))


def _fits(gen: CodeGenerator, op: m.Op) -> bool:
    intervals = [interval_of(gen, arg) for arg in op.args]
    return inside(exact_interval(op.op, intervals), *INT32) and (
        op.op not in ("div", "mod") or intervals[1][0] > 0 or intervals[1][1] < 0
    )


def with_interval(variable: Variable, interval: Interval) -> Variable:
    return evolve(variable, low=interval[0], high=interval[1])
