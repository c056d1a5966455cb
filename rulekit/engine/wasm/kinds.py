"""What can be said of an expression before it runs: its kind, the numbers it may give, whether it may fault.

The interval of a number lets emitters leave out tests of overflow and of membership; `INT32` is what nothing is known
about.
"""

from __future__ import annotations

from attrs import evolve

from ...machine import program as m
from ...machine.walk import parts_of
from .writer import INT32, Variable, Writer

Span = tuple[int, int]
TRUTH = (0, 1)


def kind_of(w: Writer, expr: m.Expr) -> int:
    """NUMBER, or how many members a set may have."""
    match expr:
        case m.Local(name):
            return w.scope[name].kind
        case m.Load(cell, _):
            found = w.unit.cells[cell]
            return found.high + 1 if found.kind == "set" else m.NUMBER
        case m.Lookup(table, _):
            return w.unit.tables[table].kind
        case m.If(_, then, otherwise):
            return max(kind_of(w, then), kind_of(w, otherwise))
        case m.SetOp(_, left, right):
            return max(kind_of(w, left), kind_of(w, right))
        case m.Call(function, _):
            return w.unit.callees[function].kind
        case m.Bind(name, value, body):
            return kind_of(w.bound(name, Variable(kind_of(w, value), ())), body)
        case m.Check(_, _, value):
            return kind_of(w, value)
        case m.After(_, _, body):
            return kind_of(w, body)
        case m.SetConst(size, _) | m.SetOf(size, _):
            return size
        case m.SetBuild() | m.Reach() | m.Shift() | m.Grow():
            return expr.size
    return m.NUMBER


def span_of(w: Writer, expr: m.Expr) -> Span:
    """Between which numbers the expression lies if it does not fault."""
    match expr:
        case m.Const(value):
            return value, value
        case m.Local(name):
            return w.scope[name].low, w.scope[name].high
        case m.Load(cell, _) if w.unit.cells[cell].kind == "number":
            array = w.unit.memory.cells[cell]
            return clamp((array.low, array.high))
        case m.RingAt(cell, _, _):
            return 0, w.unit.cells[cell].high
        case m.RingSize(cell, _):
            return 0, w.unit.cells[cell].capacity
        case m.Lookup(table, _):
            array = w.unit.memory.tables[table]
            return clamp((array.low, array.high))
        case m.If(_, then, otherwise):
            return hull(span_of(w, then), span_of(w, otherwise))
        case m.Bind(name, value, body):
            if kind_of(w, value) != m.NUMBER:
                return span_of(w.bound(name, Variable(kind_of(w, value), ())), body)
            return span_of(w.bound(name, Variable(m.NUMBER, (), *span_of(w, value))), body)
        case m.Check(_, _, value):
            return span_of(w, value)
        case m.Has() | m.Compare():
            return TRUTH
        case m.SizeOf(of):
            return 0, kind_of(w, of)
        case m.Op(op, args):
            return clamp(exact(op, [span_of(w, arg) for arg in args]))
        case m.Fold():
            return fold_span(w, expr)
    return INT32


def exact(op: m.NumberOp, spans: list[Span]) -> Span:
    """Between which whole numbers, of any size, the result lies."""
    a, b = spans[0], spans[-1]
    match op:
        case "add":
            return a[0] + b[0], a[1] + b[1]
        case "sub":
            return a[0] - b[1], a[1] - b[0]
        case "neg":
            return -a[1], -a[0]
        case "mul":
            products = [x * y for x in a for y in b]
            return min(products), max(products)
        case "min":
            return min(a[0], b[0]), min(a[1], b[1])
        case "max":
            return max(a[0], b[0]), max(a[1], b[1])
        case "mod":
            return min(0, b[0] + 1), max(0, b[1] - 1)
        case "div":
            if b[0] > 0:
                quotients = [x // y for x in a for y in b]
                return min(quotients), max(quotients)
            most = max(abs(a[0]), abs(a[1]))
            return -most, most
    return TRUTH


def fold_span(w: Writer, fold: m.Fold) -> Span:
    if fold.kind in ("some", "all"):
        return TRUTH
    over = over_span(w, fold.over)
    passes = max(0, over[1] - over[0] + 1)
    if fold.kind == "count":
        return clamp((0, passes))
    inner = w.bound(fold.name, Variable(m.NUMBER, (), *over))
    body = span_of(inner, fold.body) if fold.body is not None and fold.kind in ("sum", "most", "least") else over
    if fold.kind == "sum":
        return clamp((min(0, body[0] * passes), max(0, body[1] * passes)))
    return body if fold.otherwise is None else hull(body, span_of(w, fold.otherwise))


def over_span(w: Writer, over: m.Over) -> Span:
    """Between which numbers the values of a loop lie."""
    if over.within is not None:
        return 0, kind_of(w, over.within) - 1
    assert over.low is not None and over.high is not None
    low, high = span_of(w, over.low)[0], span_of(w, over.high)[1]
    return low, max(low, high)


def hull(a: Span, b: Span) -> Span:
    return min(a[0], b[0]), max(a[1], b[1])


def clamp(span: Span) -> Span:
    """Results outside 32 bits fault, so that what is left lies inside."""
    low, high = max(span[0], INT32[0]), min(span[1], INT32[1])
    return (low, high) if low <= high else INT32


def inside(span: Span, low: int, high: int) -> bool:
    return low <= span[0] and span[1] <= high


def total(w: Writer, expr: m.Expr) -> bool:
    """Whether it surely does not fault, and ends: what nobody sees may then be left out."""
    safe = (m.Const, m.Local, m.Load, m.RingSize, m.RingAt, m.Lookup, m.SetConst, m.SetOf, m.SetOp, m.Has, m.SizeOf)
    for part in parts_of(expr):
        if isinstance(part, m.Op):
            if part.op in ("div", "mod", "add", "sub", "mul", "neg") and not _fits(w, part):
                return False
        elif not isinstance(part, (*safe, m.If, m.Compare)) or not _indexed(w, part):
            return False
    return True


def _indexed(w: Writer, part: object) -> bool:
    """Whether the index lies in the array whatever was tested before."""
    if isinstance(part, m.Load | m.RingSize | m.RingAt):
        shape = w.unit.cells[part.cell].shape
    elif isinstance(part, m.Lookup):
        shape = w.unit.tables[part.table].shape
    elif isinstance(part, m.SetOf):
        return all(inside(span_of(w, item), 0, part.size - 1) for item in part.items)
    else:
        return True
    return all(inside(span_of(w, i), 0, size - 1) for i, size in zip(part.index, shape, strict=True))


def _fits(w: Writer, op: m.Op) -> bool:
    spans = [span_of(w, arg) for arg in op.args]
    return inside(exact(op.op, spans), *INT32) and (op.op not in ("div", "mod") or spans[1][0] > 0 or spans[1][1] < 0)


def with_span(variable: Variable, span: Span) -> Variable:
    return evolve(variable, low=span[0], high=span[1])
