"""What kind of value each expression of a machine has, and what must hold of its parts (`kind_checker.py`)."""

from __future__ import annotations

from . import program as m
from .kind_checker import Kind, KindChecker, Kinds, checks_kind
from .program import NUMBER

ARITY = {"neg": (1, 1), "not": (1, 1), "and": (1, None), "or": (1, None)}
BODY_NEEDED = ("some", "all", "sum", "most", "least")
INT32 = range(-(1 << 31), 1 << 31)


@checks_kind(m.Const)
def _const(c: KindChecker, e: m.Const, scope: Kinds) -> Kind:
    if e.value not in INT32:
        c.complain(f"{e.value} does not fit in 32 bits")
    return NUMBER


@checks_kind(m.Local)
def _local(c: KindChecker, e: m.Local, scope: Kinds) -> Kind:
    if e.name not in scope:
        c.complain(f"local {e.name} is not bound")
    return scope.get(e.name)


@checks_kind(m.Load)
def _load(c: KindChecker, e: m.Load, scope: Kinds) -> Kind:
    cell = c.element(e.cell, e.index, scope, "number", "set")
    if cell is None:
        return None
    if e.cell.startswith("history.") and not e.cell.endswith(".size"):
        c.complain(f"{e.cell} is read by name; only a position may")
    return NUMBER if cell.kind == "number" else cell.high + 1


@checks_kind(m.RingSize)
def _ring_size(c: KindChecker, e: m.RingSize, scope: Kinds) -> Kind:
    c.element(e.cell, e.index, scope, "ring")
    return NUMBER


@checks_kind(m.RingAt)
def _ring_at(c: KindChecker, e: m.RingAt, scope: Kinds) -> Kind:
    c.element(e.cell, e.index, scope, "ring")
    c.want(e.position, NUMBER, scope)
    return NUMBER


@checks_kind(m.Op)
def _op(c: KindChecker, e: m.Op, scope: Kinds) -> Kind:
    least, most = ARITY.get(e.op, (2, 2))
    if len(e.args) < least or (most is not None and len(e.args) > most):
        c.complain(f"{e.op} has {len(e.args)} arguments")
    c.numbers(e.args, scope)
    return NUMBER


@checks_kind(m.IfElse)
def _if(c: KindChecker, e: m.IfElse, scope: Kinds) -> Kind:
    c.want(e.condition, NUMBER, scope)
    kind = c.kind(e.then, scope)
    c.want(e.otherwise, kind, scope)
    return kind


@checks_kind(m.Call)
def _call(c: KindChecker, e: m.Call, scope: Kinds) -> Kind:
    function = c.functions.get(e.function)
    if function is None:
        c.complain(f"no function is named {e.function}")
        return None
    c.arguments(function, e.args, scope)
    return function.kind


@checks_kind(m.Bind)
def _bind(c: KindChecker, e: m.Bind, scope: Kinds) -> Kind:
    return c.kind(e.body, {**scope, e.name: c.kind(e.value, scope)})


@checks_kind(m.Fold)
def _fold(c: KindChecker, e: m.Fold, scope: Kinds) -> Kind:
    inner = c.loop(e.name, e.over, e.where, scope)
    c.want(e.body, NUMBER, inner)
    c.want(e.otherwise, NUMBER, scope)
    c.fault(e.fault)
    if (e.body is None) == (e.kind in BODY_NEEDED):
        c.complain(f"{e.kind} {'needs a' if e.body is None else 'has no'} body")
    if e.fault is None and (e.kind == "only" or (e.kind in ("most", "least", "first") and e.otherwise is None)):
        c.complain(f"{e.kind} has neither a result for nothing nor a fault")
    return NUMBER


@checks_kind(m.Lookup)
def _lookup(c: KindChecker, e: m.Lookup, scope: Kinds) -> Kind:
    c.numbers(e.index, scope)
    table = c.tables.get(e.table)
    if table is None:
        c.complain(f"no table is named {e.table}")
        return None
    if len(e.index) != len(table.shape):
        c.complain(f"table {e.table} has {len(table.shape)} dimensions, not {len(e.index)}")
    return table.kind


@checks_kind(m.SetConst)
def _set_const(c: KindChecker, e: m.SetConst, scope: Kinds) -> Kind:
    if e.bits < 0 or e.bits >> max(e.size, 0):
        c.complain(f"a constant set over {e.size} has other members")
    return c.size(e.size)


@checks_kind(m.SetOp)
def _set_op(c: KindChecker, e: m.SetOp, scope: Kinds) -> Kind:
    return c.same_sets(e.left, e.right, scope)


@checks_kind(m.SetBuild)
def _set_build(c: KindChecker, e: m.SetBuild, scope: Kinds) -> Kind:
    inner = c.loop(e.name, e.over, e.where, scope)
    found = NUMBER if e.image is None else c.kind(e.image, inner)
    if found not in (NUMBER, e.size, None):
        c.complain(f"the image of a set of {e.size} is a set of {found}")
    return c.size(e.size)


@checks_kind(m.SetOf)
def _set_of(c: KindChecker, e: m.SetOf, scope: Kinds) -> Kind:
    c.numbers(e.items, scope)
    return c.size(e.size)


@checks_kind(m.Has)
def _has(c: KindChecker, e: m.Has, scope: Kinds) -> Kind:
    c.some_set(e.set, scope)
    c.want(e.member, NUMBER, scope)
    return NUMBER


@checks_kind(m.SizeOf)
def _size_of(c: KindChecker, e: m.SizeOf, scope: Kinds) -> Kind:
    c.some_set(e.set, scope)
    return NUMBER


@checks_kind(m.Compare)
def _compare(c: KindChecker, e: m.Compare, scope: Kinds) -> Kind:
    c.same_sets(e.left, e.right, scope)
    return NUMBER


@checks_kind(m.Reach)
def _reach(c: KindChecker, e: m.Reach, scope: Kinds) -> Kind:
    seed = c.kind(e.seed, scope)
    if seed not in (None, NUMBER, e.size):
        c.complain(f"a reach over {e.size} begins with a set over {seed}")
    c.loop(e.target, e.over, e.where, {**scope, e.source: NUMBER})
    return c.size(e.size)


@checks_kind(m.Shift)
def _shift(c: KindChecker, e: m.Shift, scope: Kinds) -> Kind:
    c.some_set(e.set, scope)
    return c.size(e.size)


@checks_kind(m.Grow)
def _grow(c: KindChecker, e: m.Grow, scope: Kinds) -> Kind:
    c.want(e.seed, e.size, scope)
    c.want(e.more, e.size, {**scope, e.name: e.size})
    return c.size(e.size)


@checks_kind(m.After)
def _after(c: KindChecker, e: m.After, scope: Kinds) -> Kind:
    routine = c.routines.get(e.routine)
    if routine is None:
        c.complain(f"no routine is named {e.routine}")
    else:
        c.arguments(routine, e.args, scope)
    return c.kind(e.body, scope)


def known_position(c: KindChecker, name: str) -> None:
    if name not in c.positions:
        c.complain(f"no position is named {name}")


@checks_kind(m.Seen)
def _seen(c: KindChecker, e: m.Seen, scope: Kinds) -> Kind:
    known_position(c, e.position)
    return NUMBER


@checks_kind(m.Check)
def _check(c: KindChecker, e: m.Check, scope: Kinds) -> Kind:
    c.want(e.condition, NUMBER, scope)
    c.fault(e.fault)
    return c.kind(e.value, scope)
