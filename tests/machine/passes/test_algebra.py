"""The set that algebra computes for a condition contains exactly the values for which the condition holds."""

from __future__ import annotations

from itertools import product
from random import Random

import attrs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulekit.engine.reference import ReferenceEngine
from rulekit.machine import program as m
from rulekit.machine.analyses.manager import Analyses
from rulekit.machine.passes.algebra import Algebra
from tests.machine.build import L, at, e, end, function, inside, look, machine, number, op, routine, set_cell, span
from tests.machine.verify import verify

SIZES = (1, 3, 7, 20, 66)
COMPARED = ("eq", "ne", "lt", "le", "gt", "ge")


class Conditions:
    """Generates random conditions on a name `x` in 0..size-1, with sets of this size and of another, and with
    tables."""

    def __init__(self, r: Random) -> None:
        self.r = r
        self.size, self.other = r.choice(SIZES), r.choice(SIZES)
        self.count = 0
        self.tables = (
            self.table("steps", self.size, 0),
            self.table("worth", self.size, 0),
            self.table("sets", self.size, self.other),
            self.table("own", self.size, self.size),
            self.table("back", self.other, self.size),
            self.table("level", self.other, 0),
        )

    def table(self, name: str, size: int, kind: int) -> m.Table:
        values = []
        by = self.r.choice((-2, -1, 1, 3))
        for x in range(size):
            if name == "steps":
                values.append(x + by if 0 <= x + by < self.other and self.r.random() < 0.9 else -1)
            elif kind == 0:
                values.append(self.r.randrange(4))
            else:
                near = (x + self.r.choice((by, 0)) for _ in range(2))
                values.append(sum({1 << y for y in near if 0 <= y < kind}))
        return m.Table(name, (size,), kind, tuple(values))

    def name(self) -> str:
        self.count += 1
        return f"y{self.count}"

    def sized(self, kind: int, depth: int) -> m.Expr:
        """Return a set that does not depend on x."""
        names = [n for n, k in (("a", self.size), ("b", self.size), ("c", self.other)) if k == kind]
        if depth <= 0 or self.r.random() < 0.5:
            return at(self.r.choice(names)) if names and self.r.random() < 0.8 else self.constant(kind)
        op_ = self.r.choice(("union", "common", "minus"))
        return m.SetOp(op_, self.sized(kind, depth - 1), self.sized(kind, depth - 1))

    def constant(self, kind: int) -> m.SetConst:
        return m.SetConst(kind, self.r.choice((0, (1 << kind) - 1, self.r.getrandbits(kind))))

    def free(self) -> m.Expr:
        """Return a condition that does not depend on x."""
        return op(self.r.choice(COMPARED), at("n"), self.r.randrange(4))

    def condition(self, depth: int) -> m.Expr:
        r, x = self.r, L("x")
        if depth <= 0:
            return r.choice((m.Has(self.sized(self.size, 1), x), self.free(), op("eq", self.look("worth"), 1)))
        match r.randrange(12):
            case 0:
                return op("not", self.condition(depth - 1))
            case 1 | 2:
                some = [self.condition(depth - 1) for _ in range(r.randint(2, 3))]
                return m.Op(r.choice(("and", "or")), tuple(some))
            case 3:
                return m.Has(self.sized(self.other, depth), self.look("steps"))
            case 4:
                sides = [self.look("worth"), r.choice((at("n"), e(2), op("add", at("n"), 1)))]
                r.shuffle(sides)
                return m.Op(r.choice(COMPARED), tuple(sides))
            case 5:
                met = self.meeting(depth)
                return op(*r.choice((("eq", met, 0), ("ne", met, 0), ("gt", met, 0))))
            case 6:
                return m.Compare("within", self.look("sets"), self.sized(self.other, depth))
            case 7 | 8:
                return self.quantified(depth)
            case 9:
                return m.IfElse(self.condition(depth - 1), self.condition(depth - 1), self.condition(depth - 1))
            case 10:
                name = self.name()
                value = r.choice((self.look("worth"), at("n")))
                compared = op(r.choice(COMPARED), L(name), r.randrange(4))
                return m.Bind(name, value, op(r.choice(("and", "or")), compared, self.condition(depth - 1)))
        return m.Has(self.sized(self.size, depth), x)

    def look(self, table: str) -> m.Lookup:
        return m.Lookup(table, (L("x"),))

    def meeting(self, depth: int) -> m.Expr:
        sets: list[m.Expr] = [self.look("sets"), self.sized(self.other, depth)]
        self.r.shuffle(sets)
        return m.SizeOf(m.SetOp(self.r.choice(("common", "common", "minus")), sets[0], sets[1]))

    def quantified(self, depth: int) -> m.Expr:
        name = self.name()
        y = L(name)
        over = self.r.choice(
            (inside(self.sized(self.other, depth)), inside(self.look("sets")), span(0, self.other - 1))
        )
        related = self.r.choice(
            (
                m.Has(self.look("sets"), y),
                op(self.r.choice(COMPARED), y, L("x")),
                m.Has(m.Lookup("back", (y,)), L("x")),
                op("eq", self.look("steps"), y),
                op(self.r.choice(COMPARED), self.look("worth"), m.Lookup("level", (y,))),
            )
        )
        own = m.Has(self.sized(self.other, 1), y)
        where = self.r.choice((None, own, related))
        body = self.r.choice((related, own, op("and", related, own), op("and", own, op("not", related))))
        return m.Fold(self.r.choice(("some", "all")), name, over, where, body)

    def machine(self, condition: m.Expr) -> m.Machine:
        loop = m.SetBuild(self.size, "x", span(0, self.size - 1), condition)
        given = (("a", self.size), ("b", self.size), ("c", self.other), "n")
        return machine(
            [end()],
            (set_cell("a", self.size), set_cell("b", self.size), set_cell("c", self.other), number("n", 3)),
            tables=self.tables,
            functions=(function("loop", (), loop, self.size),),
            routines=(routine("put", given, *(m.Write(cell, (), L(cell)) for cell in ("a", "b", "c", "n"))),),
        )

    def members(self, size: int) -> frozenset[int]:
        bits = self.constant(size).bits
        return frozenset(x for x in range(size) if bits >> x & 1)


def law(seed: int) -> bool:
    """Return whether algebra finds a set for a random condition; if so, compare it with a loop in eight random
    states."""
    maker = Conditions(Random(seed))
    condition = maker.condition(3)
    made = maker.machine(condition)
    assert verify(made) == []
    analyses = Analyses(made)
    algebra = Algebra(analyses)
    found = algebra.where(condition, "x", maker.size, {})
    if found is None:
        return False
    whole = function("sets", (), found, maker.size)
    asked = analyses.with_added(attrs.evolve(made, functions=(*made.functions, whole)))
    assert verify(asked) == []
    engine = ReferenceEngine(asked)
    start = engine.start(1)
    for _ in range(8):
        sets = [maker.members(size) for size in (maker.size, maker.size, maker.other)]
        state = engine.run(start, "put", (*sets, maker.r.randrange(4)))
        assert engine.call(state, "sets", ()) == engine.call(state, "loop", ()), seed
    return True


@settings(max_examples=250, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 10**9))
def test_a_set_found_by_algebra_is_what_the_loop_gives(seed):
    """Sampled: 250 conditions, eight states each."""
    law(seed)


def test_algebra_finds_a_set_for_most_of_these_conditions():
    """Otherwise the test above would prove little."""
    assert sum(law(seed) for seed in range(150)) > 100


# ------------------------------------------------------------------------------------------------------ tables of sets

A, B, X = L("a"), L("b"), L("x")
ASKED = machine(
    [end()],
    (number("n", 3),),
    tables=(
        m.Table("goes", (3, 4), 0, (0, 1, 1, 0, 1, 0, 0, 1, 0, 0, 1, 1)),
        m.Table("kind", (6,), 0, (2, 0, 1, 1, 0, 2)),
        m.Table("short", (2,), 0, (1, 0)),
    ),
)
SCOPE = {"a": (0, 2), "b": (-1, 1), "c": (0, 2), "far": (0, 1 << 20)}


def tables_of(maker: Algebra) -> tuple[m.Table, ...]:
    """Return the tables that algebra added."""
    return maker.tables.analyses.with_added(ASKED).tables[len(ASKED.tables) :]


def algebra() -> Algebra:
    return Algebra(Analyses(ASKED))


ROWS: dict[str, m.Expr] = {
    "one other name": op("eq", look("goes", A, X), 1),
    "a name that may be below 0": op("lt", op("add", X, B), 2),
    "two": op("ge", op("add", look("goes", A, X), B), 1),
    "a guard before what would fault": op("and", op("lt", X, 2), op("eq", look("short", X), op("mod", A, 2))),
}


@pytest.mark.parametrize("case", ROWS)
def test_a_row_for_each_value_of_the_other_names(case):
    """Exhausted: the row looked up contains the values for which the condition holds."""
    maker = algebra()
    found = maker.tables.rows(ROWS[case], "x", 4, SCOPE)
    assert isinstance(found, m.Lookup)
    names = sorted(maker.free.of(ROWS[case]) - {"x"})
    params = tuple((name, 0, *SCOPE[name]) for name in names)
    one = m.SetBuild(4, "x", span(0, 3), ROWS[case])
    made = attrs.evolve(
        ASKED,
        tables=(*ASKED.tables, *tables_of(maker)),
        functions=(function("loop", params, one, 4), function("row", params, found, 4)),
    )
    assert verify(made) == []
    engine = ReferenceEngine(made)
    start = engine.start(1)
    for args in product(*(range(low, high + 1) for low, high in (SCOPE[name] for name in names))):
        assert engine.call(start, "row", args) == engine.call(start, "loop", args)


NO_ROWS: dict[str, m.Expr] = {
    "no other name": op("eq", look("kind", X), 1),
    "a name of any number": op("eq", L("unknown"), X),
    "too many rows": op("eq", op("mod", L("far"), 4), X),
    "what cells tell": op("eq", op("add", at("n"), A), X),
    "what would fault": op("eq", look("short", X), A),
}


@pytest.mark.parametrize("case", NO_ROWS)
def test_there_are_no_rows(case):
    maker = algebra()
    assert maker.tables.rows(NO_ROWS[case], "x", 4, SCOPE) is None and tables_of(maker) == ()


def test_what_tables_do_not_say_may_be_left_open():
    """With `open_`, a row that depends on cells (here for a = 0) contains all values, since the condition is tested
    again."""
    maker = algebra()
    condition = m.IfElse(op("eq", A, 0), op("eq", at("n"), X), op("eq", look("goes", A, X), 1))
    assert maker.tables.rows(condition, "x", 4, SCOPE) is None
    assert maker.tables.rows(condition, "x", 4, SCOPE, open_=True) is not None
    assert tables_of(maker)[-1].values == (0b1111, 0b1001, 0b1100)
    assert maker.tables.rows(condition, "x", 4, SCOPE) is None  # the cached answer with `open_` is not used without it


def test_the_same_question_of_other_names_has_the_same_table():
    maker = algebra()
    one, other = (maker.tables.rows(op("eq", look("goes", name, X), 1), "x", 4, SCOPE) for name in (A, L("c")))
    turned = maker.tables.rows(op("eq", look("goes", A, L("y")), 1), "y", 4, SCOPE)
    assert one is not None and one == turned and len(tables_of(maker)) == 1
    assert other == m.Lookup(tables_of(maker)[0].name, (L("c"),))
    narrower = maker.tables.rows(op("eq", look("goes", A, X), 1), "x", 4, {"a": (1, 2)})
    assert narrower == m.Lookup(tables_of(maker)[1].name, (op("sub", A, 1),))
    assert tables_of(maker)[1].values == tables_of(maker)[0].values[1:]


def test_rows_that_are_looked_up_alike_are_looked_up_at_once():
    maker = algebra()
    one, two, three = (
        maker.tables.rows(condition, "x", 4, SCOPE)
        for condition in (op("eq", look("goes", A, X), 1), op("ge", X, A), op("lt", X, op("add", A, 2)))
    )
    of_b, free = maker.tables.rows(op("lt", X, B), "x", 4, SCOPE), at("n")
    assert one and two and three and of_b
    found = maker.tables.together([one, free, two, of_b, three])
    assert found[1:] == [free, of_b] and isinstance(found[0], m.Lookup) and found[0].index == (A,)
    table = next(t for t in tables_of(maker) if t.name == found[0].table)
    rows = [[x for x in range(4) if bits >> x & 1] for bits in table.values]
    assert rows == [[1], [], [2, 3]]
    assert maker.tables.together([one]) == [one] and maker.tables.together([]) == []
    told = look("kind", A)
    assert maker.tables.together([told, told]) == [told, told]  # tables of the rulebook are not merged
