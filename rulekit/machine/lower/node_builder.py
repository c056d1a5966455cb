"""Writes the body of an owner (the flow clause, a procedure, an action or an event) as nodes, in the way that compilers
build basic blocks.

One step at a time is open. Statements are added to it, and it is closed where control divides. Variables are frame
cells, cleared when their scope ends. `flow.py` has the methods that need other modules of the lowering.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from attrs import evolve

from ...model.symbols import LocalSymbol
from ...model.types import NumberType, Type
from ...syntax import nodes as s
from .. import program as m
from . import places
from .body import BodyLowering, Variable, Write
from .builder import Builder, PseudoInstruction
from .env import Env
from .lowering_context import LoweringContext
from .value_encoding import ONE, ZERO, add, bounds, kind, op


class FrameScopes:
    """The open scopes of the clause `owner`, outermost first. Each scope is a list of its frame cells."""

    def __init__(self, b: Builder, owner: str) -> None:
        self.b = b
        self.owner = owner
        self.scopes: list[list[str]] = []

    def push(self) -> None:
        self.scopes.append([])

    def pop(self) -> list[str]:
        return self.scopes.pop()

    def cell(self, name: str, type_: Type) -> str:
        """Make a frame cell in the innermost scope and return its name."""
        cell = self.b.frame(self.owner, name, type_)
        if self.scopes:
            self.scopes[-1].append(cell)
        return cell

    def number(self, name: str, low: int, high: int) -> str:
        return self.cell(name, NumberType(low, high))

    def since(self, depth: int) -> list[str]:
        """Return the frame cells of the open scopes, except those of the `depth` outermost scopes."""
        return [cell for scope in self.scopes[depth:] for cell in scope]


class NodeBuilder(BodyLowering):
    def __init__(self, cx: LoweringContext, owner: str, clause: str) -> None:
        super().__init__(cx, clause)
        self.owner = owner
        self.inside: tuple[str, str] | None = None  # the clause and the branch of an `either` that is being lowered
        self.current: str | None = None
        self.body: list[m.Stmt | PseudoInstruction] = []
        self.frames = FrameScopes(cx.b, owner)
        # for each open loop, outermost first: the target of `leave loop`, and the number of scopes that stay open there
        self.loop_exits: list[tuple[str, int]] = []
        # in an `at once` (simultaneous choices): the number of loops around it, and the value of its cell before it
        self.part: tuple[int, m.Expr] | None = None

    def label(self, hint: str) -> str:
        return self.b.fresh(f"{self.owner}.{hint}")

    def decision_label(self) -> str:
        """Return the label for options of a `choose`: the name of the branch around it or, outside of branches, of the
        clause."""
        if self.inside is not None and self.inside[0] == self.clause:
            return self.inside[1]
        return self.clause.partition(" ")[2] or self.clause

    # ---------------------------------------------------------------------------------------- opening and closing steps

    @property
    def reachable(self) -> bool:
        return self.current is not None

    def takes(self, stmt: s.Stmt) -> bool:
        return self.cx.has_flow(stmt)

    def open(self, node: str) -> None:
        """Start writing the step `node`. If another step is still open, close it with a jump to `node`."""
        if self.current is not None:
            self.close(m.Jump(node))
        self.current, self.body = node, []

    def emit(self, *statements: m.Stmt | PseudoInstruction) -> None:
        assert self.current is not None
        self.body += statements

    def close(self, next_: m.Next) -> None:
        assert self.current is not None
        self.b.add_step(self.current, self.clause, self.body, next_)
        self.current, self.body = None, []

    def jump(self, target: str) -> None:
        if self.current is not None:
            self.close(m.Jump(target))

    # ------------------------------------------------------------------------------------------------- names and scopes

    def hold(self, name: str, type_: Type, value: m.Expr, env: Env) -> tuple[Env, Variable]:
        cell = m.Load(self.frames.cell(name, type_))
        self.emit(m.Write(cell.cell, (), value))
        return env, Variable(cell)

    def define(self, symbol: LocalSymbol, value: m.Expr, env: Env) -> Env:
        return env.bind(symbol, self.hold(symbol.name, symbol.type, value, env)[1].value)

    def run(self, call: m.Run, result: LocalSymbol, env: Env) -> Env:
        size = kind(result.type)
        # one name for each kind of value, because a local must have the same kind everywhere in a body
        passing = f"#result of {size}" if size else "#result"
        self.emit(evolve(call, into=passing))
        return self.define(result, m.Local(passing), env)

    def fix_place(self, spot: places.Spot, name: str, env: Env) -> tuple[Env, places.Spot]:
        return env, self.materialise(spot)

    def materialise(self, spot: places.Spot) -> places.Spot:
        """Return the place with each index stored in a cell, so that its value is still the same in later nodes."""
        index: list[m.Expr] = []
        for i, (part, dim) in enumerate(zip(spot.index, spot.place.dims, strict=True)):
            if not isinstance(part, m.Const):
                low, high = bounds(dim)
                cell = self.frames.number(f"at{i}", 0, high - low)
                self.emit(m.Write(cell, (), part))
                part = m.Load(cell)
            index.append(part)
        return places.Spot(spot.place, tuple(index))

    def clear(self, cells: Sequence[str]) -> None:
        if self.current is not None:
            self.emit(*self.b.clear(cells))

    @contextmanager
    def scope(self) -> Iterator[None]:
        self.frames.push()
        yield
        self.clear(self.frames.pop())

    def block(self, body: tuple[s.Stmt, ...], env: Env, tail: bool = False) -> None:
        with self.scope():
            self.statements(body, env, tail)

    # ----------------------------------------------------------------------------------------------- branches and loops

    def branch(self, condition: m.Expr, then: Write, otherwise: Write | None) -> None:
        yes, after = self.label("then"), self.label("after")
        no = after if otherwise is None else self.label("else")
        self.close(m.Fork(condition, yes, no))
        self.open(yes)
        then()
        self.jump(after)
        if otherwise is not None:
            self.open(no)
            otherwise()
        self.open(after)

    @contextmanager
    def leave_loop_to(self, after: str) -> Iterator[None]:
        """While the `with` block runs, let a `leave loop` in the rulebook jump to the node `after`."""
        self.loop_exits.append((after, len(self.frames.scopes)))
        yield
        self.loop_exits.pop()

    def times(self, count: m.Expr, range_: NumberType, one: Write) -> None:
        left = Variable(m.Load(self.frames.cell("passes", range_)))
        self.emit(left.set(count))
        body, after = self.label("body"), self.label("after")
        more = m.Fork(op("gt", left.value, ZERO), body, after)
        if isinstance(count, m.Const) and count.value > 0:
            self.open(body)
        else:
            self.close(more)
            self.open(body)
        with self.leave_loop_to(after):
            one()
        if self.reachable:
            self.emit(left.change(-1))
            self.close(more)
        self.open(after)

    def whilst(
        self, test: Callable[[], m.Expr], one: Write, fault: Callable[[], int], limit: int | None = None
    ) -> None:
        passes = None if limit is None else self.frames.number("passes", 0, limit)
        if passes is not None:
            self.emit(m.Write(passes, (), ZERO))
        again, body, after = (self.label(h) for h in ("repeat", "body", "after"))
        self.open(again)
        goes_on = test()
        self.close(m.Jump(body) if goes_on == ONE else m.Fork(goes_on, body, after))
        self.open(body)
        if passes is not None:
            self.emit(m.Write(passes, (), add(m.Load(passes), 1), fault()))
        with self.leave_loop_to(after):
            one()
        self.jump(again)
        self.open(after)

    def leave_if(self, condition: m.Expr) -> None:
        after, on = self.loop_exits[-1][0], self.label("on")
        self.close(m.Fork(condition, after, on))
        self.open(on)

    # ---------------------------------------------------------------------------------- steps and rules of the rulebook

    def begin_step(self, label: str, name: str) -> None:
        entry = self.b.fresh(f"{self.owner}.{label}")
        self.open(entry)
        if name:
            self.b.step_starts.append((name, entry))

    def rule(self, rule: s.RuleClause, env: Env) -> None:
        """Write the body of a rule, to run at this point. The nodes in it belong to the rule, not to the clause around
        it."""
        outer, self.clause = self.clause, f"rule {rule.name.text}"
        if self.current is not None and self.body:
            self.open(self.label("rule"))
        self.emit(m.Mark(self.clause))
        self.block(rule.body, evolve(env, clause=self.clause, in_action=False))
        if self.current is not None:
            self.open(self.label("on"))
        self.clause = outer
