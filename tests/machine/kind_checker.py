"""Check that the parts of a machine fit together: names are bound, kinds and sizes agree.

A kind tells whether an expression is a number or a set, and the size of the set. `verify` checks each function, routine
and node. A complaint has a location (`where`) and a text. A faulty part has the kind None, which fits everything, so
that one mistake gives one complaint. Most rules follow from the roles of a form's fields (`form_table.py`); `FURTHER`
has the others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from attrs import define, field

from rulekit.machine import program as m
from rulekit.machine.form_table import EXPRESSIONS, STATEMENTS, Part, form_of
from rulekit.machine.kinds import Kind, Kinds
from rulekit.machine.program import NUMBER
from rulekit.model.types import INT32


def kind_text(kind: int) -> str:
    return "a number" if kind == NUMBER else f"a set over {kind}"


Scope = dict[str, Kind]


@define
class KindChecker:
    """Checks the kinds in a machine and collects complaints in `problems`.

    `kinds`, `routines` and `positions` are what the machine declares, and `fault_count` is the number of its faults.
    The other fields tell what is being checked: the location for complaints (`where`), the number of loops around it,
    the kind that a `return` must give (`result`), and whether it is in a routine."""

    kinds: Kinds
    routines: dict[str, m.Routine]
    positions: dict[str, m.Position]
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

    def kind(self, expr: m.Expr, scope: Scope) -> Kind:
        """Check an expression and return its kind."""
        self.parts(expr, scope)
        return self.kinds.of(expr, scope.get)

    def want(self, expr: m.Expr | None, kind: Kind, scope: Scope) -> None:
        """Check an expression, if there is one, and complain unless it has this kind."""
        if expr is not None:
            self.parts(expr, scope)
            self.agree(expr, kind, scope)

    def agree(self, expr: m.Expr | None, kind: Kind, scope: Scope) -> None:
        """Complain unless an expression that has already been checked has this kind."""
        found = None if expr is None else self.kinds.of(expr, scope.get)
        if found is not None and kind is not None and found != kind:
            self.complain(f"{type(expr).__name__} is {kind_text(found)} where {kind_text(kind)} belongs")

    def some_set(self, expr: m.Expr, scope: Scope) -> Kind:
        found = self.kind(expr, scope)
        if found == NUMBER:
            self.complain(f"{type(expr).__name__} is a number where a set belongs")
        return found or None

    def numbers(self, exprs: Sequence[m.Expr], scope: Scope) -> None:
        for expr in exprs:
            self.want(expr, NUMBER, scope)

    def element(self, name: str, index: Sequence[m.Expr], *sorts: str) -> m.Cell | None:
        """Return the cell of this name. Complain if there is none, if its sort is not in `sorts`, or if the index does
        not fit."""
        cell = self.kinds.cells.get(name)
        if cell is None:
            self.complain(f"no cell is named {name}")
        elif cell.kind not in sorts:
            self.complain(f"cell {name} is a {cell.kind}")
        elif len(index) != len(cell.shape):
            self.complain(f"cell {name} has {len(cell.shape)} dimensions, not {len(index)}")
        else:
            return cell
        return None

    def arguments(self, sort: str, callee: m.Function | m.Routine | None, name: str, form: Any, scope: Scope) -> None:
        if callee is None:
            self.complain(f"no {sort} is named {name}")
            return
        if len(form.args) != len(callee.params):
            self.complain(f"{name} takes {len(callee.params)} arguments, not {len(form.args)}")
        for param, arg in zip(callee.params, form.args, strict=False):
            self.agree(arg, param.kind, scope)

    def parts(self, form: Any, scope: Scope) -> None:
        """Check an expression or a statement: first its fields, then the rules that are special to its form."""
        row = form_of(type(form))
        for part in row.parts:
            inner = {**scope, **self.scope_of_part(form, part, scope)} if part.bound else scope
            if part.shape == "domain":
                self.domain(getattr(form, part.name), inner)
            for expr in part.inside(form):
                self.parts(expr, inner)
                if part.kind == "NumberExpr":
                    self.agree(expr, NUMBER, inner)
                elif part.kind == "SetExpr" and self.kinds.of(expr, inner.get) == NUMBER:
                    self.complain(f"{type(expr).__name__} is a number where a set belongs")
        for name, check in BY_ROLE[type(form)]:
            check(self, form, getattr(form, name), scope)
        if type(form) in FURTHER:
            FURTHER[type(form)](self, form, scope)

    def scope_of_part(self, form: Any, part: Part, scope: Scope) -> Scope:
        """Return the kinds of the names that are in scope in a part of a form."""
        kind: Kind = NUMBER
        if isinstance(form, m.Bind):
            kind = self.kinds.of(form.value, scope.get)
        elif isinstance(form, m.Grow):
            kind = form.size
        return {getattr(form, name): kind for name in part.bound}

    def domain(self, over: m.LoopDomain, scope: Scope) -> None:
        self.parts(over, scope)
        if over.within is not None:
            if over.low is not None or over.high is not None:
                self.complain("a loop has both a set and bounds")
        elif over.low is None or over.high is None:
            self.complain("a loop has no bounds")

    # --------------------------------------------------------------------------------------------------- statements

    def block(self, body: Sequence[m.Stmt], scope: Scope) -> None:
        """Check statements in order; each name that they define joins the scope."""
        for statement in body:
            self.parts(statement, scope)
            row = form_of(type(statement))
            looping = isinstance(statement, m.Each | m.While)
            self.loops += looping
            for name in row.blocks:
                loops = {getattr(statement, one): NUMBER for one in row.binds}
                self.block(getattr(statement, name), {**scope, **loops})
            self.loops -= looping

    def define(self, name: str, kind: Kind, scope: Scope) -> None:
        """Add a local to the scope; complain if the block already has the name with another kind."""
        if scope.get(name, kind) != kind and kind is not None:
            self.complain(f"local {name} changes its kind")
        scope[name] = kind


# ----------------------------------------------------------------------------------------------------- by role of field


def _table(c: KindChecker, form: Any, name: str, scope: Scope) -> None:
    table = c.kinds.tables.get(name)
    if table is None:
        c.complain(f"no table is named {name}")
    elif len(form.index) != len(table.shape):
        c.complain(f"table {name} has {len(table.shape)} dimensions, not {len(form.index)}")


def _position(c: KindChecker, form: Any, name: str, scope: Scope) -> None:
    if name not in c.positions:
        c.complain(f"no position is named {name}")


def _size(c: KindChecker, form: Any, size: int, scope: Scope) -> None:
    if size < 1:
        c.complain(f"a set is over {size} members")


RoleCheck = Callable[[KindChecker, Any, Any, Scope], object]
ROLES: dict[str, RoleCheck] = {
    "ValueCell": lambda c, form, name, scope: c.element(name, form.index, "number", "set"),
    "SetCell": lambda c, form, name, scope: c.element(name, form.index, "set"),
    "RingCell": lambda c, form, name, scope: c.element(name, form.index, "ring"),
    "TableName": _table,
    "FunctionName": lambda c, form, name, scope: c.arguments(
        "function", c.kinds.functions.get(name), name, form, scope
    ),
    "RoutineName": lambda c, form, name, scope: c.arguments("routine", c.routines.get(name), name, form, scope),
    "PositionName": _position,
    "FaultNumber": lambda c, form, number, scope: c.fault(number),
    "SetSize": _size,
}
"""By role of a field, such as `ValueCell`, the check of the name or number in it."""

BY_ROLE: dict[type, tuple[tuple[str, RoleCheck], ...]] = {
    form: tuple((name, ROLES[role]) for name, role in form_of(form).fields if role in ROLES)
    for form in (*EXPRESSIONS, *STATEMENTS, m.LoopDomain)
}
"""By class of form, its fields that have a check in `ROLES`, each with that check."""


# ------------------------------------------------------------------------------------------------------------- by form

ARITY = {"neg": (1, 1), "not": (1, 1), "and": (1, None), "or": (1, None)}


def _const(c: KindChecker, e: m.Const, scope: Scope) -> None:
    if not INT32[0] <= e.value <= INT32[1]:
        c.complain(f"{e.value} does not fit in 32 bits")


def _local(c: KindChecker, e: m.Local, scope: Scope) -> None:
    if e.name not in scope:
        c.complain(f"local {e.name} is not bound")


def _load(c: KindChecker, e: m.Load, scope: Scope) -> None:
    if e.cell.startswith("history.") and not e.cell.endswith(".size"):
        c.complain(f"{e.cell} is read by name; only a position may")


def _op(c: KindChecker, e: m.Op, scope: Scope) -> None:
    least, most = ARITY.get(e.op, (2, 2))
    if len(e.args) < least or (most is not None and len(e.args) > most):
        c.complain(f"{e.op} has {len(e.args)} arguments")


def _if(c: KindChecker, e: m.IfElse, scope: Scope) -> None:
    c.agree(e.otherwise, c.kinds.of(e.then, scope.get), scope)


def _fold(c: KindChecker, e: m.Fold, scope: Scope) -> None:
    if (e.body is None) == (e.kind in ("some", "all", "sum", "most", "least")):
        c.complain(f"{e.kind} {'needs a' if e.body is None else 'has no'} body")
    if e.fault is None and (e.kind == "only" or (e.kind in ("most", "least", "first") and e.otherwise is None)):
        c.complain(f"{e.kind} has neither a result for nothing nor a fault")


def _set_const(c: KindChecker, e: m.SetConst, scope: Scope) -> None:
    if e.bits < 0 or e.bits >> max(e.size, 0):
        c.complain(f"a constant set over {e.size} has other members")


def _both_sets(c: KindChecker, e: m.SetOp | m.Compare, scope: Scope) -> None:
    left, right = (c.kinds.of(side, scope.get) for side in (e.left, e.right))
    if left and right:
        c.agree(e.right, left, scope)


def _set_build(c: KindChecker, e: m.SetBuild, scope: Scope) -> None:
    found = None if e.image is None else c.kinds.of(e.image, {**scope, e.name: NUMBER}.get)
    if found not in (NUMBER, e.size, None):
        c.complain(f"the image of a set of {e.size} is a set of {found}")


def _reach(c: KindChecker, e: m.Reach, scope: Scope) -> None:
    seed = c.kinds.of(e.seed, scope.get)
    if seed not in (None, NUMBER, e.size):
        c.complain(f"a reach over {e.size} begins with a set over {seed}")


def _grow(c: KindChecker, e: m.Grow, scope: Scope) -> None:
    c.agree(e.seed, e.size, scope)
    c.agree(e.more, e.size, {**scope, e.name: e.size})


def _write(c: KindChecker, s: m.Write, scope: Scope) -> None:
    c.agree(s.value, c.kinds.of(m.Load(s.cell)), scope)


def _define(c: KindChecker, s: m.Define, scope: Scope) -> None:
    c.define(s.name, c.kinds.of(s.value, scope.get), scope)


def _break(c: KindChecker, s: m.Break, scope: Scope) -> None:
    if not c.loops:
        c.complain("a break stands outside any loop")


def _run(c: KindChecker, s: m.Run, scope: Scope) -> None:
    routine = c.routines.get(s.routine)
    if routine is not None and s.into is not None:
        if routine.kind is None:
            c.complain(f"routine {s.routine} gives nothing")
        c.define(s.into, routine.kind, scope)


def _return(c: KindChecker, s: m.ReturnResult, scope: Scope) -> None:
    if not c.in_routine:
        c.complain("a return stands outside any routine")
    elif (s.value is None) != (c.result is None):
        c.complain("a return gives nothing" if s.value is None else "a return gives what the routine does not")
    c.agree(s.value, c.result, scope)


def _reveal(c: KindChecker, s: m.Reveal, scope: Scope) -> None:
    if (s.cell is None) == (s.value is None):
        c.complain(f"show {' '.join(s.what)} shows neither a cell nor a value, or both")
    elif s.cell is None:
        if not len(s.index) == len(s.dims) == len(s.what) - 1:
            c.complain(f"show {' '.join(s.what)} has {len(s.index)} numbers and {len(s.dims)} domains")
    else:
        cell = c.kinds.cells.get(s.cell)
        # the index of a heap's element lacks the kind of piece, because all counts are shown
        kinds = (m.Const(0),) if cell is not None and cell.heap else ()
        found = c.element(s.cell, (*s.index, *kinds), "number", "set", "ring")
        if found is not None and found.role not in ("place", "keep"):
            c.complain(f"cell {s.cell} is nothing that players see")


FURTHER: dict[type, Callable[[KindChecker, Any, Scope], None]] = {
    m.Const: _const, m.Local: _local, m.Load: _load, m.Op: _op, m.IfElse: _if, m.Fold: _fold, m.SetConst: _set_const,
    m.SetOp: _both_sets, m.Compare: _both_sets, m.SetBuild: _set_build, m.Reach: _reach, m.Grow: _grow,
    m.Write: _write, m.Define: _define, m.Break: _break, m.Run: _run, m.ReturnResult: _return, m.Reveal: _reveal,
}  # fmt: skip
"""By class of form, the check of what the roles of its fields do not cover."""
