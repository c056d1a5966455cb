"""Whether the parts of a machine fit together: names are bound, kinds and sizes agree.

`verify` asks this for each function, routine and node.  A complaint says where (`where`) and what; the kind of a part
that was complained of is unknown (None) and fits everything, so that one mistake gives one complaint.  What must hold
of each form is said by `verify_expressions.py` and `verify_statements.py`, which enter it here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TypeVar

from attrs import define, field

from . import program as m
from .program import NUMBER

Kind = int | None
Kinds = dict[str, Kind]

EXPRESSIONS: dict[type, Callable[..., Kind]] = {}
STATEMENTS: dict[type, Callable[..., None]] = {}

Checks = TypeVar("Checks", bound=Callable[..., object])


def checks_kind(form: type) -> Callable[[Checks], Checks]:
    """Enters a function as the one that gives expressions of this form their kind."""

    def enter(function: Checks) -> Checks:
        EXPRESSIONS[form] = function  # type: ignore[assignment]
        return function

    return enter


def fitting(form: type) -> Callable[[Checks], Checks]:
    """Enters a function as the one that looks at statements of this form."""

    def enter(function: Checks) -> Checks:
        STATEMENTS[form] = function  # type: ignore[assignment]
        return function

    return enter


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
        return EXPRESSIONS[type(expr)](self, expr, scope)

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

    def loop(self, name: str, over: m.LoopDomain, where: m.Expr | None, scope: Kinds) -> Kinds:
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
