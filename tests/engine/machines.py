"""Generates random well-formed machines with every form, and with sizes near those of machine words.

`machines()` and `callees()` are Hypothesis strategies; `make` and `make_callees` are for long runs. Indexes are always
in range, and nothing runs long, since functions call only earlier ones, or themselves up to a limit. Everything else
may fault, and engines must fault alike. The file is long, since it has a small function for each form.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

from hypothesis import strategies as st

from rulekit.machine import program as m

from ..machine.build import FAULTS, chance, decision, end, history, machine, number, ring, set_cell

SIZES = (1, 2, 5, 63, 64, 65, 127, 128, 129, 450)
EDGES = (0, 1, 2, 3, 7, 8, 31, 32, 63, 64, 65, 127, 128, 129, 255, 256, 32767, 32768, 65535, 65536, (1 << 31) - 1)
RANGES = ((0, 1), (0, 9), (-1, 1), (1, 6), (0, 255), (0, 256), (-128, 127), (-129, 127), (0, 65535), (-32769, 5))
WIDE = ((0, 70000), (-(1 << 31), (1 << 31) - 1))
DEEP = 3
MANY = 16
Scope = dict[str, int]  # the kinds of the local variables: 0 for a number, else the size of a set


class Maker:
    """Makes one machine from the random numbers of `r`."""

    def __init__(self, r: Random) -> None:
        self.r = r
        self.count = 0
        self.loops = self.nest = 0
        self.players = r.randint(1, 4)
        self.kinds = tuple(r.sample(SIZES, 3))
        self.cells = self._cells()
        self.tables = self._tables()
        self.positions = (m.Position("here", self._some_cells(), 3, self.fault()),)
        self.functions: list[m.Function] = []
        self.routines: list[m.Routine] = []

    def fault(self) -> int:
        return self.r.randrange(1, len(FAULTS))

    def name(self) -> str:
        self.count += 1
        return f"v{self.count}"

    def some(self, *choices: object) -> object:
        return self.r.choice(choices)

    # -------------------------------------------------------------------------------------------------- declarations

    def _shape(self) -> tuple[int, ...]:
        return self.r.choice(((), (), (3,), (2, 3), (5,), (2, 2, 2)))

    def _cells(self) -> list[m.Cell]:
        cells: list[m.Cell] = []
        for i, (low, high) in enumerate(self.r.sample((*RANGES, *WIDE), 4)):
            shape = self._shape()
            total = 1
            for size in shape:
                total *= size
            initial = [self.r.choice((low, high, self.r.randint(low, high))) for _ in range(self.r.choice((1, total)))]
            cells.append(number(f"n{i}", high, *shape, low=low, initial=initial))
        for i, kind in enumerate(self.kinds):
            cells.append(set_cell(f"s{i}", kind, *self._shape(), initial=(self.bits(kind),)))
        for i in range(2):
            cells.append(
                ring(f"r{i}", self.r.choice((1, 3, 255, 256, 70000)), self.r.choice((1, 2, 4)), *self._shape())
            )
        picks = [number("picked", 20, low=-20), number("pair", 20, 2, low=-20)]
        return [*cells, *picks, *history("here", 3)]

    def _some_cells(self) -> tuple[str, ...]:
        return tuple(c.name for c in self.cells if not c.name.startswith("history") and self.r.random() < 0.6)

    def _tables(self) -> tuple[m.Table, ...]:
        values = tuple(self.r.choice((*EDGES, -1, -128, -129)) for _ in range(6))
        small = tuple(self.r.randrange(9) for _ in range(4))
        sets = tuple(self.bits(self.kinds[0]) for _ in range(3))
        return m.Table("t0", (2, 3), 0, values), m.Table("t1", (4,), 0, small), m.Table("t2", (3,), self.kinds[0], sets)

    def bits(self, kind: int) -> int:
        full = (1 << kind) - 1
        return self.r.choice((0, full, 1, 1 << (kind - 1), self.r.getrandbits(kind), self.r.getrandbits(kind)))

    # -------------------------------------------------------------------------------------------------------- numbers

    def index(self, shape: tuple[int, ...], scope: Scope, depth: int) -> tuple[m.Expr, ...]:
        return tuple(self.below(size, scope, depth) for size in shape)

    def below(self, size: int, scope: Scope, depth: int) -> m.Expr:
        """Return an expression with a value in 0..size-1."""
        if depth <= 0 or self.r.random() < 0.4:
            return m.Const(self.r.choice((0, size - 1, self.r.randrange(size))))
        return m.Op("mod", (self.number(scope, depth - 1), m.Const(size)))

    def const(self) -> m.Expr:
        return m.Const(
            self.r.choice((-1, 1)) * self.r.choice(EDGES) if self.r.random() < 0.4 else self.r.randint(-3, 9)
        )

    def number(self, scope: Scope, depth: int = DEEP) -> m.Expr:
        locals_ = [name for name, kind in scope.items() if kind == 0]
        if depth <= 0 or self.r.random() < 0.15:
            return m.Local(self.r.choice(locals_)) if locals_ and self.r.random() < 0.6 else self.const()
        return self.r.choice(NUMBERS)(self, scope, depth - 1)

    def small(self, scope: Scope, depth: int) -> m.Expr:
        """Return an expression with a value in -2..4, for the bounds of loops."""
        return m.Op("sub", (self.below(7, scope, depth), m.Const(2)))

    def truth(self, scope: Scope, depth: int) -> m.Expr:
        op = self.r.choice(("eq", "ne", "lt", "le", "gt", "ge"))
        return m.Op(op, (self.number(scope, depth - 1), self.number(scope, depth - 1)))

    def cell(self, *kinds: str) -> m.Cell:
        return self.r.choice([c for c in self.cells if c.kind in kinds and not c.name.startswith("history")])

    def load(self, scope: Scope, depth: int) -> m.Expr:
        cell = self.cell("number")
        return m.Load(cell.name, self.index(cell.shape, scope, depth))

    def ring_form(self, scope: Scope, depth: int) -> m.Expr:
        cell = self.cell("ring")
        index = self.index(cell.shape, scope, depth)
        return self.r.choice((m.RingSize(cell.name, index), m.RingAt(cell.name, index, self.small(scope, depth))))

    def op(self, scope: Scope, depth: int) -> m.Expr:
        name = self.r.choice(
            (
                "neg",
                "not",
                "add",
                "sub",
                "mul",
                "div",
                "mod",
                "min",
                "max",
                "eq",
                "ne",
                "lt",
                "le",
                "gt",
                "ge",
                "and",
                "or",
            )
        )
        args = 1 if name in ("neg", "not") else self.r.randint(1, 3) if name in ("and", "or") else 2
        return m.Op(name, tuple(self.number(scope, depth) for _ in range(args)))

    def lookup(self, scope: Scope, depth: int) -> m.Expr:
        table = self.r.choice(self.tables[:2])
        return m.Lookup(table.name, self.index(table.shape, scope, depth))

    def over(self, scope: Scope, depth: int) -> m.LoopDomain:
        """Return a loop's range or set. Large sets are usually cut down to a few members, and always inside another
        loop."""
        if self.r.random() < 0.5:
            return m.LoopDomain(self.small(scope, depth), self.small(scope, depth))
        kind = self.r.choice(self.kinds)
        found = self.set(kind, scope, depth)
        if kind > 9 and (self.nest or self.r.random() < 0.7):
            few = {0, kind - 1, self.r.randrange(kind), self.r.randrange(kind)}
            found = m.SetOp("common", found, m.SetConst(kind, sum(1 << x for x in few)))
        return m.LoopDomain(within=found)

    @contextmanager
    def inside(self) -> Iterator[None]:
        self.nest += 1
        yield
        self.nest -= 1

    def fold(self, scope: Scope, depth: int) -> m.Expr:
        kind = self.r.choice(("some", "all", "count", "sum", "most", "least", "first", "only"))
        name = self.name()
        inner = {**scope, name: 0}
        with self.inside():
            body = self.number(inner, depth) if kind in ("some", "all", "sum", "most", "least") else None
            where = self.number(inner, depth) if self.r.random() < 0.6 else None
        otherwise = self.number(scope, depth) if kind != "only" and self.r.random() < 0.7 else None
        return m.Fold(kind, name, self.over(scope, depth), where, body, otherwise, self.fault())

    def set_question(self, scope: Scope, depth: int) -> m.Expr:
        kind = self.r.choice(self.kinds)
        one, two = self.set(kind, scope, depth), self.set(kind, scope, depth)
        compare = m.Compare(self.r.choice(("same", "within")), one, two)
        return self.r.choice((m.Has(one, self.number(scope, depth)), m.SizeOf(one), compare))

    def seen(self, scope: Scope, depth: int) -> m.Expr:
        return m.Seen("here")

    # ----------------------------------------------------------------------------------------------------------- sets

    def set(self, kind: int, scope: Scope, depth: int = DEEP) -> m.Expr:
        locals_ = [name for name, k in scope.items() if k == kind]
        if depth <= 0 or self.r.random() < 0.15:
            return (
                m.Local(self.r.choice(locals_))
                if locals_ and self.r.random() < 0.6
                else m.SetConst(kind, self.bits(kind))
            )
        return self.r.choice(SETS)(self, kind, scope, depth - 1)

    def load_set(self, kind: int, scope: Scope, depth: int) -> m.Expr:
        if kind == self.kinds[0] and self.r.random() < 0.4:
            return m.Lookup("t2", self.index((3,), scope, depth))
        cell = self.r.choice([c for c in self.cells if c.kind == "set" and c.high + 1 == kind])
        return m.Load(cell.name, self.index(cell.shape, scope, depth))

    def set_op(self, kind: int, scope: Scope, depth: int) -> m.Expr:
        op = self.r.choice(("union", "common", "minus"))
        return m.SetOp(op, self.set(kind, scope, depth), self.set(kind, scope, depth))

    def set_of(self, kind: int, scope: Scope, depth: int) -> m.Expr:
        return m.SetOf(kind, tuple(self.below(kind, scope, depth) for _ in range(self.r.randint(0, 3))))

    def set_build(self, kind: int, scope: Scope, depth: int) -> m.Expr:
        name = self.name()
        inner = {**scope, name: 0}
        with self.inside():
            where = self.number(inner, depth) if self.r.random() < 0.6 else None
            image = self.value(self.r.choice((0, 0, kind)), inner, depth) if self.r.random() < 0.6 else None
        return m.SetBuild(kind, name, self.over(scope, depth), where, image)

    def reach(self, kind: int, scope: Scope, depth: int) -> m.Expr:
        source, target = self.name(), self.name()
        inner = {**scope, source: 0, target: 0}
        seed = self.set(kind, scope, 0) if self.r.random() < 0.5 else self.below(kind, scope, depth)
        where = m.Op("eq", (m.Local(target), m.Op("add", (m.Local(source), m.Const(self.r.randint(-3, 3))))))
        with self.inside():
            if self.r.random() < 0.4:
                where = self.truth(inner, depth)
            return m.Reach(kind, seed, source, target, self.over({**scope, source: 0}, depth), where)

    # ------------------------------------------------------------------------------------------------ numbers or sets

    def value(self, kind: int, scope: Scope, depth: int) -> m.Expr:
        return self.set(kind, scope, depth) if kind else self.number(scope, depth)

    def any_kind(self) -> int:
        return self.r.choice((0, 0, *self.kinds))

    def either(self, kind: int, scope: Scope, depth: int) -> m.Expr:
        form = self.r.choice((self._if, self._bind, self._check, self._call, self._after))
        return form(kind, scope, depth)

    def _if(self, kind: int, scope: Scope, depth: int) -> m.Expr:
        return m.IfElse(self.number(scope, depth), self.value(kind, scope, depth), self.value(kind, scope, depth))

    def _bind(self, kind: int, scope: Scope, depth: int) -> m.Expr:
        other, name = self.any_kind(), self.r.choice((*scope, self.name()))
        return m.Bind(name, self.value(other, scope, depth), self.value(kind, {**scope, name: other}, depth))

    def _check(self, kind: int, scope: Scope, depth: int) -> m.Expr:
        return m.Check(self.number(scope, depth), self.fault(), self.value(kind, scope, depth))

    def _call(self, kind: int, scope: Scope, depth: int) -> m.Expr:
        able = [f for f in self.functions if f.kind == kind]
        return self.called(self.r.choice(able), scope, depth) if able else self.value(kind, scope, depth)

    def called(self, function: m.Function, scope: Scope, depth: int) -> m.Call:
        return m.Call(function.name, tuple(self.value(p.kind, scope, depth) for p in function.params))

    def _after(self, kind: int, scope: Scope, depth: int) -> m.Expr:
        if not self.routines:
            return self.value(kind, scope, depth)
        routine = self.r.choice(self.routines)
        args = tuple(self.value(p.kind, scope, depth) for p in routine.params)
        return m.After(routine.name, args, self.value(kind, scope, depth))

    # ----------------------------------------------------------------------------------------------------- statements

    def block(self, scope: Scope, depth: int, result: int | None = None) -> tuple[m.Stmt, ...]:
        """Return statements, which may define local variables in `scope`. `result` is the kind of value that a `return`
        gives; None means no `return`."""
        return tuple(self.statement(scope, depth, result) for _ in range(self.r.randint(1, 3)))

    def statement(self, scope: Scope, depth: int, result: int | None) -> m.Stmt:
        choice = self.r.random()
        if depth > 0 and choice < 0.3:
            return self.nesting(scope, depth - 1, result)
        if choice < 0.36 and self.loops:
            return m.Break()
        if choice < 0.4 and result is not None:
            return m.ReturnResult(self.value(result, scope, 2))
        if choice < 0.41:
            return m.Raise(self.fault())
        return self.r.choice(STATEMENTS)(self, scope)

    def nesting(self, scope: Scope, depth: int, result: int | None) -> m.Stmt:
        form = self.r.choice(("when", "each", "while"))
        if form == "when":
            then = self.block(dict(scope), depth, result)
            otherwise = self.block(dict(scope), depth, result) if self.r.random() < 0.5 else ()
            return m.IfStatement(self.number(scope, 2), then, otherwise)
        self.loops += 1
        name, over = self.name(), self.over(scope, 1)
        with self.inside():
            if form == "each":
                inner = {**scope, name: 0}
                where = self.number(inner, 1) if self.r.random() < 0.5 else None
                made: m.Stmt = m.Each(name, over, where, self.block(inner, depth, result))
            else:
                limit = m.Const(self.r.randint(0, 4))
                made = m.While(self.number(scope, 2), limit, self.fault(), self.block(dict(scope), depth, result))
        self.loops -= 1
        return made

    def assign(self, scope: Scope) -> m.Stmt:
        cell = self.cell("number", "set")
        index = self.index(cell.shape, scope, 1)
        if cell.kind == "set":
            return m.Write(cell.name, index, self.set(cell.high + 1, scope, 2), self.r.choice((None, self.fault())))
        if self.r.random() < 0.7:
            return m.Write(cell.name, index, self.number(scope, 2), self.fault())
        width = min(cell.high - cell.low + 1, 1 << 30)
        value = m.Op("add", (self.below(width, scope, 2), m.Const(cell.low)))
        return m.Write(cell.name, index, value)

    def insert(self, scope: Scope) -> m.Stmt:
        cell = self.cell("set")
        member = self.below(cell.high + 1, scope, 2)
        return m.Insert(cell.name, self.index(cell.shape, scope, 1), member, self.r.random() < 0.4)

    def push(self, scope: Scope) -> m.Stmt:
        cell = self.cell("ring")
        value = m.Op("add", (self.below(cell.high, scope, 2), m.Const(1)))
        end = self.r.choice(("top", "bottom"))
        return m.Push(cell.name, self.index(cell.shape, scope, 1), end, value, self.fault())

    def pull(self, scope: Scope) -> m.Stmt:
        cell = self.cell("ring")
        position = self.r.choice((m.Const(0), self.small(scope, 1)))
        return m.Pull(cell.name, self.index(cell.shape, scope, 1), position, self.fault())

    def define(self, scope: Scope) -> m.Stmt:
        if scope and self.r.random() < 0.4:
            name = self.r.choice(list(scope))
            return m.Define(name, self.value(scope[name], scope, 2))
        name, kind = self.name(), self.any_kind()
        made = m.Define(name, self.value(kind, scope, 2))
        scope[name] = kind
        return made

    def run(self, scope: Scope) -> m.Stmt:
        if not self.routines:
            return self.assign(scope)
        routine = self.r.choice(self.routines)
        args = tuple(self.value(p.kind, scope, 1) for p in routine.params)
        if routine.kind is None or self.r.random() < 0.3:
            return m.Run(routine.name, args)
        into = self.name()
        scope[into] = routine.kind
        return m.Run(routine.name, args, into)

    def note(self, scope: Scope) -> m.Stmt:
        return m.Note("here", self.r.random() < 0.4)

    def show(self, scope: Scope) -> m.Stmt:
        return m.Reveal(("it",), (), (), None, self.number(scope, 2), "", self.set(self.kinds[0], scope, 1))

    def mark(self, scope: Scope) -> m.Stmt:
        return m.Mark(f"action m{self.r.randrange(4)}")

    # ---------------------------------------------------------------------------------------------- callees and nodes

    def params(self) -> tuple[m.Parameter, ...]:
        return tuple(m.Parameter(self.name(), self.any_kind()) for _ in range(self.r.choice((0, 1, 2, 2, 3))))

    def function(self) -> m.Function:
        name, params, kind = f"f{len(self.functions)}", self.params(), self.any_kind()
        scope = {p.name: p.kind for p in params}
        if self.r.random() < 0.3:
            again = m.Function(name, "", params, kind, m.Const(0))
            args = tuple(self.value(p.kind, scope, 1) for p in params)
            body: m.Expr = m.IfElse(self.number(scope, 1), m.Call(again.name, args), self.value(kind, scope, 1))
            return m.Function(name, "", params, kind, body, self.r.randint(1, 4), self.fault())
        return m.Function(name, "", params, kind, self.value(kind, scope, self.r.randint(1, DEEP)))

    def routine(self) -> m.Routine:
        name, params, kind = f"p{len(self.routines)}", self.params(), self.r.choice((None, self.any_kind()))
        scope = {p.name: p.kind for p in params}
        nested = self.r.choice((0, 0, 2))
        body = list(self.block(scope, 2, kind))
        if nested:
            args = tuple(self.value(p.kind, scope, 1) for p in params)
            body.append(m.IfStatement(self.number(scope, 1), (m.Run(name, args),)))
        if kind is not None:
            body.append(m.ReturnResult(self.value(kind, scope, 2)))
        return m.Routine(name, "", params, kind, tuple(body), nested, self.fault())

    def node(self, id: str, ids: list[str]) -> m.Node:
        choice = self.r.random()
        if choice < 0.45:
            return self.decision(id, ids)
        if choice < 0.6:
            return self.chance(id, ids)
        scope: Scope = {}
        body = self.block(scope, 2)
        to = self.r.choice(ids)
        ways: tuple[m.Next, ...] = (
            m.Jump(to),
            m.Fork(self.number(scope, 2), to, self.r.choice(ids)),
            m.Switch(self.below(3, scope, 2), (to, self.r.choice(ids), self.r.choice(ids))),
        )
        return m.StepNode(id, "", body, self.r.choice(ways))

    def tests(self, scope: Scope) -> tuple[m.Test, ...]:
        made = []
        for _ in range(self.r.choice((0, 0, 1, 2))):
            if self.r.random() < 0.5:
                made.append(m.Test(self.number(scope, 2)))
            else:
                name, kind = self.name(), self.any_kind()
                made.append(m.Test(self.value(kind, scope, 2), name))
                scope[name] = kind
        return tuple(made)

    def decision(self, id: str, ids: list[str]) -> m.Node:
        base, alternatives = self.r.choice((0, 3)), []
        for i in range(self.r.randint(1, 3)):
            scope: Scope = {}
            tests, levels, count = self.tests(scope), [], 1
            for _ in range(self.r.choice((0, 1, 1, 2, 3))):
                name, low = self.name(), self.r.randint(-3, 3)
                high = low + self.r.choice((0, 1, 2, 5))
                scope[name] = 0
                own, index = self.tests(scope), self.below(2, scope, 2)
                cell = ("pair", (index,)) if self.r.random() < 0.5 else ("picked", ())
                levels.append(m.Level(name, "", low, high, own, *cell))
                count *= high - low + 1
            order = tuple(v.name for v in levels)
            alternatives.append(m.Alternative("", f"a{i}", tests, tuple(levels), order, base, self.r.choice(ids)))
            base += count + self.r.choice((0, 2))
        self.r.shuffle(alternatives)
        otherwise = self.r.choice((None, self.r.choice(ids)))
        who = self.below(self.players, {}, 1)
        return decision(id, *alternatives, who=who, move=self.r.random() < 0.7, otherwise=otherwise, fault=self.fault())

    def chance(self, id: str, ids: list[str]) -> m.Node:
        name, low = self.name(), self.r.randint(-3, 2)
        weight = self.r.choice((m.Const(1), m.Const(3), self.small({name: 0}, 2), self.number({name: 0}, 2)))
        high = low + self.r.choice((0, 1, 5))
        cell, index = self.r.choice((("picked", ()), ("pair", (self.below(2, {name: 0}, 1),))))
        stream = self.r.choice(("dice", "deck"))
        to = self.r.choice(ids)
        return chance(id, name, low, high, weight, cell, to, index=index, stream=stream, fault=self.fault())

    def machine(self, callees: int) -> m.Machine:
        """Return a machine with this many functions and routines. With MANY it has only an end node, and the callees
        are tested one by one; otherwise its nodes call them."""
        for _ in range(callees):
            self.functions.append(self.function())
            self.routines.append(self.routine())
        ids = [f"k{i}" for i in range(self.r.randint(2, 6))] if callees < MANY else []
        nodes = [self.node(id, [*ids, "end"]) for id in ids]
        return machine(
            [*nodes, end()],
            self.cells,
            self.players,
            tables=self.tables,
            functions=tuple(self.functions),
            routines=tuple(self.routines),
            positions=self.positions,
            fuel=5000,
        )


NUMBERS = (
    Maker.load, Maker.load, Maker.ring_form, Maker.op, Maker.op, Maker.op, Maker.lookup, Maker.fold, Maker.fold,
    Maker.set_question, Maker.set_question, Maker.seen, lambda s, scope, depth: s.either(0, scope, depth),
    lambda s, scope, depth: s.either(0, scope, depth),
)  # fmt: skip
SETS = (Maker.load_set, Maker.load_set, Maker.set_op, Maker.set_of, Maker.set_build, Maker.reach, Maker.either)
STATEMENTS = (
    Maker.assign, Maker.assign, Maker.insert, Maker.push, Maker.push, Maker.pull, Maker.define, Maker.define, Maker.run,
    Maker.note, Maker.show, Maker.mark,
)  # fmt: skip


def make(r: Random) -> m.Machine:
    """Return the machine of a small random game."""
    return Maker(r).machine(r.randint(1, 3))


def make_callees(r: Random) -> m.Machine:
    """Return a machine with many functions and routines, but without a game."""
    return Maker(r).machine(MANY)


def machines() -> st.SearchStrategy[m.Machine]:
    return st.randoms(use_true_random=False).map(make)


def callees() -> st.SearchStrategy[m.Machine]:
    """Return a strategy of machines with many callees. Only the seed is drawn, since Hypothesis could not shrink so
    many choices."""
    return st.integers(0, (1 << 32) - 1).map(lambda seed: make_callees(Random(seed)))


def arguments(r: Random, params: tuple[m.Parameter, ...]) -> list[int | frozenset[int]]:
    """Return random values for the parameters of a function or routine, often near limits."""
    return [some_members(r, p.kind) if p.kind else some_number(r) for p in params]


def some_number(r: Random) -> int:
    edge = r.choice(EDGES)
    return r.choice((r.randint(-3, 9), r.randint(0, 130), edge, -edge, -edge - 1))


def some_members(r: Random, kind: int) -> frozenset[int]:
    density = r.choice((0.0, 0.1, 0.5, 1.0))
    edges = {x for x in (0, 63, 64, 127, 128, kind - 1) if x < kind and r.random() < 0.3}
    return frozenset(edges | {x for x in range(kind) if r.random() < density})
