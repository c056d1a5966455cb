"""Whether the expressions and statements of a machine fit together: names are bound, kinds and sizes agree.

`verify` asks this for each function, routine and node.  A complaint says where (`where`) and what; the kind of a part
that was complained of is unknown (None) and fits everything, so that one mistake gives one complaint.
Long, since it has a small function for each form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from attrs import define, field

from . import program as m
from .program import NUMBER

Kind = int | None
Kinds = dict[str, Kind]

ARITY = {"neg": (1, 1), "not": (1, 1), "and": (1, None), "or": (1, None)}
BODY_NEEDED = ("some", "all", "sum", "most", "least")
INT32 = range(-(1 << 31), 1 << 31)


@define
class KindChecker:
    """The names of a machine and the complaints so far."""

    cells: Mapping[str, m.Cell]
    tables: Mapping[str, m.Table]
    functions: Mapping[str, m.Function]
    routines: Mapping[str, m.Routine]
    positions: Mapping[str, m.Position]
    fault_count: int
    problems: list[str] = field(factory=list)
    where: str = ""
    loops: int = 0
    result: Kind = None
    in_routine: bool = False

    def complain(self, what: str) -> None:
        self.problems.append(f"{self.where}: {what}")

    def fault(self, number: int | None) -> None:
        if number is not None and not 0 <= number < self.fault_count:
            self.complain(f"no fault has the number {number}")

    # -------------------------------------------------------------------------------------------------- expressions

    def kind(self, expr: m.Expr, scope: Kinds) -> Kind:
        return KINDS[type(expr)](self, expr, scope)

    def want(self, expr: m.Expr | None, kind: Kind, scope: Kinds) -> None:
        """Complains unless the expression, where there is one, is of this kind."""
        if expr is None:
            return
        found = self.kind(expr, scope)
        if found is not None and kind is not None and found != kind:
            self.complain(f"{type(expr).__name__} is {named(found)} where {named(kind)} belongs")

    def some_set(self, expr: m.Expr, scope: Kinds) -> Kind:
        found = self.kind(expr, scope)
        if found == NUMBER:
            self.complain(f"{type(expr).__name__} is a number where a set belongs")
            return None
        return found

    def same_sets(self, left: m.Expr, right: m.Expr, scope: Kinds) -> Kind:
        kind = self.some_set(left, scope)
        self.want(right, kind, scope)
        return kind

    def numbers(self, exprs: Sequence[m.Expr], scope: Kinds) -> None:
        for expr in exprs:
            self.want(expr, NUMBER, scope)

    def element(self, name: str, index: Sequence[m.Expr], scope: Kinds, *sorts: str) -> m.Cell | None:
        """The cell of this name, if it exists, is of one of the sorts, and the index fits its shape."""
        self.numbers(index, scope)
        cell = self.cells.get(name)
        if cell is None:
            self.complain(f"no cell is named {name}")
        elif cell.kind not in sorts:
            self.complain(f"cell {name} is a {cell.kind}")
        elif len(index) != len(cell.shape):
            self.complain(f"cell {name} has {len(cell.shape)} dimensions, not {len(index)}")
        else:
            return cell
        return None

    def arguments(self, callee: m.Function | m.Routine, args: Sequence[m.Expr], scope: Kinds) -> None:
        if len(args) != len(callee.params):
            self.complain(f"{callee.name} takes {len(callee.params)} arguments, not {len(args)}")
        for param, arg in zip(callee.params, args, strict=False):
            self.want(arg, param.kind, scope)

    def loop(self, name: str, over: m.Over, where: m.Expr | None, scope: Kinds) -> Kinds:
        """The scope inside a loop."""
        if over.within is not None:
            self.some_set(over.within, scope)
            if over.low is not None or over.high is not None:
                self.complain("a loop has both a set and bounds")
        elif over.low is None or over.high is None:
            self.complain("a loop has no bounds")
        self.want(over.low, NUMBER, scope)
        self.want(over.high, NUMBER, scope)
        inner = {**scope, name: NUMBER}
        self.want(where, NUMBER, inner)
        return inner

    def size(self, size: int) -> Kind:
        if size < 1:
            self.complain(f"a set is over {size} members")
            return None
        return size

    # --------------------------------------------------------------------------------------------------- statements

    def block(self, body: Sequence[m.Stmt], scope: Kinds) -> None:
        """Statements in order; what they define joins the scope."""
        for statement in body:
            STATEMENTS[type(statement)](self, statement, scope)

    def inner_block(self, body: Sequence[m.Stmt], scope: Kinds) -> None:
        self.block(body, dict(scope))

    @contextmanager
    def looping(self) -> Iterator[None]:
        self.loops += 1
        yield
        self.loops -= 1


def named(kind: int) -> str:
    return "a number" if kind == NUMBER else f"a set over {kind}"


# ---------------------------------------------------------------------------------------------------- kinds of values


def _const(c: KindChecker, e: m.Const, scope: Kinds) -> Kind:
    if e.value not in INT32:
        c.complain(f"{e.value} does not fit in 32 bits")
    return NUMBER


def _local(c: KindChecker, e: m.Local, scope: Kinds) -> Kind:
    if e.name not in scope:
        c.complain(f"local {e.name} is not bound")
    return scope.get(e.name)


def _load(c: KindChecker, e: m.Load, scope: Kinds) -> Kind:
    cell = c.element(e.cell, e.index, scope, "number", "set")
    if cell is None:
        return None
    if e.cell.startswith("history.") and not e.cell.endswith(".size"):
        c.complain(f"{e.cell} is read by name; only a position may")
    return NUMBER if cell.kind == "number" else cell.high + 1


def _ring_size(c: KindChecker, e: m.RingSize, scope: Kinds) -> Kind:
    c.element(e.cell, e.index, scope, "ring")
    return NUMBER


def _ring_at(c: KindChecker, e: m.RingAt, scope: Kinds) -> Kind:
    c.element(e.cell, e.index, scope, "ring")
    c.want(e.position, NUMBER, scope)
    return NUMBER


def _op(c: KindChecker, e: m.Op, scope: Kinds) -> Kind:
    least, most = ARITY.get(e.op, (2, 2))
    if len(e.args) < least or (most is not None and len(e.args) > most):
        c.complain(f"{e.op} has {len(e.args)} arguments")
    c.numbers(e.args, scope)
    return NUMBER


def _if(c: KindChecker, e: m.If, scope: Kinds) -> Kind:
    c.want(e.condition, NUMBER, scope)
    kind = c.kind(e.then, scope)
    c.want(e.otherwise, kind, scope)
    return kind


def _call(c: KindChecker, e: m.Call, scope: Kinds) -> Kind:
    function = c.functions.get(e.function)
    if function is None:
        c.complain(f"no function is named {e.function}")
        return None
    c.arguments(function, e.args, scope)
    return function.kind


def _bind(c: KindChecker, e: m.Bind, scope: Kinds) -> Kind:
    return c.kind(e.body, {**scope, e.name: c.kind(e.value, scope)})


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


def _lookup(c: KindChecker, e: m.Lookup, scope: Kinds) -> Kind:
    c.numbers(e.index, scope)
    table = c.tables.get(e.table)
    if table is None:
        c.complain(f"no table is named {e.table}")
        return None
    if len(e.index) != len(table.shape):
        c.complain(f"table {e.table} has {len(table.shape)} dimensions, not {len(e.index)}")
    return table.kind


def _set_const(c: KindChecker, e: m.SetConst, scope: Kinds) -> Kind:
    if e.bits < 0 or e.bits >> max(e.size, 0):
        c.complain(f"a constant set over {e.size} has other members")
    return c.size(e.size)


def _set_op(c: KindChecker, e: m.SetOp, scope: Kinds) -> Kind:
    return c.same_sets(e.left, e.right, scope)


def _set_build(c: KindChecker, e: m.SetBuild, scope: Kinds) -> Kind:
    inner = c.loop(e.name, e.over, e.where, scope)
    found = NUMBER if e.image is None else c.kind(e.image, inner)
    if found not in (NUMBER, e.size, None):
        c.complain(f"the image of a set of {e.size} is a set of {found}")
    return c.size(e.size)


def _set_of(c: KindChecker, e: m.SetOf, scope: Kinds) -> Kind:
    c.numbers(e.items, scope)
    return c.size(e.size)


def _has(c: KindChecker, e: m.Has, scope: Kinds) -> Kind:
    c.some_set(e.set, scope)
    c.want(e.member, NUMBER, scope)
    return NUMBER


def _size_of(c: KindChecker, e: m.SizeOf, scope: Kinds) -> Kind:
    c.some_set(e.set, scope)
    return NUMBER


def _compare(c: KindChecker, e: m.Compare, scope: Kinds) -> Kind:
    c.same_sets(e.left, e.right, scope)
    return NUMBER


def _reach(c: KindChecker, e: m.Reach, scope: Kinds) -> Kind:
    seed = c.kind(e.seed, scope)
    if seed not in (None, NUMBER, e.size):
        c.complain(f"a reach over {e.size} begins with a set over {seed}")
    c.loop(e.target, e.over, e.where, {**scope, e.source: NUMBER})
    return c.size(e.size)


def _shift(c: KindChecker, e: m.Shift, scope: Kinds) -> Kind:
    c.some_set(e.set, scope)
    return c.size(e.size)


def _grow(c: KindChecker, e: m.Grow, scope: Kinds) -> Kind:
    c.want(e.seed, e.size, scope)
    c.want(e.more, e.size, {**scope, e.name: e.size})
    return c.size(e.size)


def _after(c: KindChecker, e: m.After, scope: Kinds) -> Kind:
    routine = c.routines.get(e.routine)
    if routine is None:
        c.complain(f"no routine is named {e.routine}")
    else:
        c.arguments(routine, e.args, scope)
    return c.kind(e.body, scope)


def _position(c: KindChecker, name: str) -> None:
    if name not in c.positions:
        c.complain(f"no position is named {name}")


def _seen(c: KindChecker, e: m.Seen, scope: Kinds) -> Kind:
    _position(c, e.position)
    return NUMBER


def _check(c: KindChecker, e: m.Check, scope: Kinds) -> Kind:
    c.want(e.condition, NUMBER, scope)
    c.fault(e.fault)
    return c.kind(e.value, scope)


KINDS: dict[type, Callable[..., Kind]] = {
    m.Const: _const,
    m.Local: _local,
    m.Load: _load,
    m.RingSize: _ring_size,
    m.RingAt: _ring_at,
    m.Op: _op,
    m.If: _if,
    m.Call: _call,
    m.Bind: _bind,
    m.Fold: _fold,
    m.Lookup: _lookup,
    m.SetConst: _set_const,
    m.SetOp: _set_op,
    m.SetBuild: _set_build,
    m.SetOf: _set_of,
    m.Has: _has,
    m.SizeOf: _size_of,
    m.Compare: _compare,
    m.Reach: _reach,
    m.Shift: _shift,
    m.Grow: _grow,
    m.After: _after,
    m.Seen: _seen,
    m.Check: _check,
}

# ---------------------------------------------------------------------------------------------------------- statements


def _assign(c: KindChecker, s: m.Assign, scope: Kinds) -> None:
    cell = c.element(s.cell, s.index, scope, "number", "set")
    c.want(s.value, None if cell is None else NUMBER if cell.kind == "number" else cell.high + 1, scope)
    c.fault(s.fault)


def _insert(c: KindChecker, s: m.Insert, scope: Kinds) -> None:
    c.element(s.cell, s.index, scope, "set")
    c.want(s.member, NUMBER, scope)


def _push(c: KindChecker, s: m.Push, scope: Kinds) -> None:
    c.element(s.cell, s.index, scope, "ring")
    c.want(s.value, NUMBER, scope)
    c.fault(s.fault)


def _pull(c: KindChecker, s: m.Pull, scope: Kinds) -> None:
    c.element(s.cell, s.index, scope, "ring")
    c.want(s.position, NUMBER, scope)
    c.fault(s.fault)


def _define(c: KindChecker, s: m.Define, scope: Kinds) -> None:
    _defined(c, s.name, c.kind(s.value, scope), scope)


def _defined(c: KindChecker, name: str, kind: int | None, scope: Kinds) -> None:
    """A local keeps its kind as long as its block lasts."""
    if scope.get(name, kind) != kind and kind is not None:
        c.complain(f"local {name} changes its kind")
    scope[name] = kind


def _when(c: KindChecker, s: m.When, scope: Kinds) -> None:
    c.want(s.condition, NUMBER, scope)
    c.inner_block(s.then, scope)
    c.inner_block(s.otherwise, scope)


def _each(c: KindChecker, s: m.Each, scope: Kinds) -> None:
    inner = c.loop(s.name, s.over, s.where, scope)
    with c.looping():
        c.block(s.body, inner)


def _while(c: KindChecker, s: m.While, scope: Kinds) -> None:
    c.want(s.condition, NUMBER, scope)
    c.want(s.limit, NUMBER, scope)
    c.fault(s.fault)
    with c.looping():
        c.inner_block(s.body, scope)


def _break(c: KindChecker, s: m.Break, scope: Kinds) -> None:
    if not c.loops:
        c.complain("a break stands outside any loop")


def _run(c: KindChecker, s: m.Run, scope: Kinds) -> None:
    routine = c.routines.get(s.routine)
    if routine is None:
        c.complain(f"no routine is named {s.routine}")
        return
    c.arguments(routine, s.args, scope)
    if s.into is not None:
        if routine.kind is None:
            c.complain(f"routine {s.routine} gives nothing")
        _defined(c, s.into, routine.kind, scope)


def _return(c: KindChecker, s: m.Return, scope: Kinds) -> None:
    if not c.in_routine:
        c.complain("a return stands outside any routine")
    elif (s.value is None) != (c.result is None):
        c.complain("a return gives nothing" if s.value is None else "a return gives what the routine does not")
    c.want(s.value, c.result, scope)


def _raise(c: KindChecker, s: m.Raise, scope: Kinds) -> None:
    c.fault(s.fault)


def _note(c: KindChecker, s: m.Note, scope: Kinds) -> None:
    _position(c, s.position)


def _show(c: KindChecker, s: m.Show, scope: Kinds) -> None:
    c.some_set(s.audience, scope)
    if (s.cell is None) == (s.value is None):
        c.complain(f"show {' '.join(s.what)} shows neither a cell nor a value, or both")
    elif s.value is not None:
        c.numbers(s.index, scope)
        c.kind(s.value, scope)
        if not len(s.index) == len(s.dims) == len(s.what) - 1:
            c.complain(f"show {' '.join(s.what)} has {len(s.index)} numbers and {len(s.dims)} domains")
    else:
        _shown_element(c, s, scope)


def _shown_element(c: KindChecker, s: m.Show, scope: Kinds) -> None:
    """An element of a heap is all its kinds together."""
    assert s.cell is not None
    cell = c.cells.get(s.cell)
    heap: tuple[m.Expr, ...] = (m.Const(0),) if cell is not None and cell.heap else ()
    found = c.element(s.cell, (*s.index, *heap), scope, "number", "set", "ring")
    if found is not None and found.role not in ("place", "keep"):
        c.complain(f"cell {s.cell} is nothing that players see")


def _mark(c: KindChecker, s: m.Mark, scope: Kinds) -> None:
    """A mark needs nothing; `verify` looks up its clause."""


STATEMENTS: dict[type, Callable[..., None]] = {
    m.Assign: _assign,
    m.Insert: _insert,
    m.Push: _push,
    m.Pull: _pull,
    m.Define: _define,
    m.When: _when,
    m.Each: _each,
    m.While: _while,
    m.Break: _break,
    m.Run: _run,
    m.Return: _return,
    m.Raise: _raise,
    m.Note: _note,
    m.Show: _show,
    m.Mark: _mark,
}
