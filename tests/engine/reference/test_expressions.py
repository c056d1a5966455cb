"""The value or fault of each expression, as a table of expressions and results."""

from __future__ import annotations

import sys

import pytest
from attrs import evolve

from rulekit.engine.interface import ARITHMETIC, GameFault
from rulekit.engine.reference import ReferenceEngine
from rulekit.machine import program as m
from tests.machine.build import (
    BOUND,
    EMPTY,
    L,
    at,
    bits,
    call,
    e,
    end,
    function,
    inside,
    machine,
    number,
    op,
    put,
    ring,
    routine,
    set_cell,
    span,
    step,
)
from tests.machine.verify import verify

SIZE = 70
CELLS = (
    number("grid", 99, 2, 3, initial=(10, 11, 12, 13, 14, 15)),
    set_cell("few", SIZE, initial=((1 << 69) | 0b1011,)),
    ring("pile", 9, 4),
    number("depth", 5000),
    number("cube", 9, 2, 2, 2),
)
TABLES = (m.Table("squares", (2, 3), 0, (0, 1, 4, 9, 16, 25)), m.Table("steps", (4,), 5, (0b10, 0b100, 0b1000, 0)))
FUNCTIONS = (
    function("twice", ("x",), op("mul", 2, L("x"))),
    function(
        "down",
        ("x",),
        m.IfElse(L("x"), op("add", 1, call("down", op("sub", L("x"), 1))), e(0)),
        nested=3,
        fault=BOUND,
    ),
    function("more", (("s", 5), "x"), m.SetOp("union", L("s"), m.SetOf(5, (L("x"),))), kind=5),
)
ROUTINES = (
    routine("clear", ("x",), put("grid", (0, 0), L("x")), m.Insert("few", (), e(5)), m.Pull("pile", (), e(0), EMPTY)),
)
SETUP = step("setup", m.Push("pile", (), "top", e(4), BOUND), m.Push("pile", (), "top", e(6), BOUND), to="end")

two, five = bits(1, 3, size=5), bits(0, 1, 2, 3, 4, size=5)
grid = op("add", at("grid", 0, L("i")), 0)
big = 2**31 - 1


def fold(kind: m.FoldKind, where: m.Expr | None = None, body: m.Expr | None = None, **rest) -> m.Fold:
    return m.Fold(kind, "i", rest.pop("over", span(0, 2)), where, body, **rest)


odd = op("eq", op("mod", L("i"), 2), 1)
never = op("lt", L("i"), 0)
next_one = inside(m.Lookup("steps", (op("min", L("x"), 3),)))

VALUES: list[tuple[m.Expr, int | set[int]]] = [
    (op("neg", 5), -5),
    (op("not", 0), 1),
    (op("not", 7), 0),
    (op("sub", 2, 5), -3),
    (op("div", -7, 2), -4),
    (op("mod", -7, 2), 1),
    (op("div", 7, -2), -4),
    (op("mod", 7, -2), -1),
    (op("min", 3, -1), -1),
    (op("max", 3, -1), 3),
    (op("le", 3, 3), 1),
    (op("gt", 3, 3), 0),
    (op("ne", 3, 4), 1),
    (op("add", big, 0), big),
    (op("and", 1, 5, 2), 1),
    (op("or", 0, 0), 0),
    (op("and", 0, op("div", 1, 0)), 0),
    (op("or", 2, op("div", 1, 0)), 1),
    (m.IfElse(e(0), op("div", 1, 0), e(4)), 4),
    (at("grid", 1, 2), 15),
    (at("few"), {0, 1, 3, 69}),
    (m.RingSize("pile"), 2),
    (m.RingAt("pile", (), e(0)), 4),
    (m.RingAt("pile", (), e(1)), 6),
    (m.RingAt("pile", (), e(2)), 0),
    (m.RingAt("pile", (), e(-1)), 0),
    (m.Lookup("squares", (e(1), e(1))), 16),
    (m.Lookup("steps", (e(2),)), {3}),
    (call("twice", op("add", 1, 2)), 6),
    (call("down", 2), 2),
    (call("more", two, 4), {1, 3, 4}),
    (m.Bind("x", e(3), m.Bind("y", op("add", L("x"), 1), op("mul", L("x"), L("y")))), 12),
    (m.Bind("x", e(3), op("add", m.Bind("x", e(4), L("x")), L("x"))), 7),
    (fold("some", None, odd), 1),
    (fold("some", never, odd), 0),
    (fold("all", None, odd), 0),
    (fold("all", never, odd), 1),
    (fold("some", None, op("or", odd, op("div", 1, op("sub", 2, L("i"))))), 1),
    (fold("count", odd), 1),
    (fold("sum", None, grid), 33),
    (fold("sum", never, grid), 0),
    (fold("most", None, grid, fault=BOUND), 12),
    (fold("least", odd, grid, fault=BOUND), 11),
    (fold("most", never, grid, otherwise=e(-1)), -1),
    (fold("first", op("gt", L("i"), 0), fault=BOUND), 1),
    (fold("first", never, otherwise=e(9)), 9),
    (fold("only", odd, fault=BOUND), 1),
    (fold("count", over=span(3, 2)), 0),
    (fold("sum", None, L("i"), over=inside(at("few"))), 73),
    (two, {1, 3}),
    (m.SetOp("union", two, bits(0, size=5)), {0, 1, 3}),
    (m.SetOp("common", two, bits(0, 1, size=5)), {1}),
    (m.SetOp("minus", five, two), {0, 2, 4}),
    (m.SetOf(5, (e(4), e(4), e(0))), {0, 4}),
    (m.SetBuild(5, "i", span(0, 4), odd), {1, 3}),
    (m.SetBuild(5, "i", span(0, 4), None, op("mul", L("i"), 2)), {0, 2, 4}),
    (m.SetBuild(SIZE, "i", inside(at("few")), None, op("sub", L("i"), 1)), {0, 2, 68}),
    (m.Has(at("few"), e(69)), 1),
    (m.Has(at("few"), e(-1)), 0),
    (m.Has(at("few"), e(70)), 0),
    (m.SizeOf(at("few")), 4),
    (m.Compare("same", two, bits(1, 3, size=5)), 1),
    (m.Compare("same", two, five), 0),
    (m.Compare("within", two, five), 1),
    (m.Compare("within", five, two), 0),
    (m.Reach(5, bits(0, size=5), "x", "y", next_one), {0, 1, 2, 3}),
    (m.Reach(5, e(2), "x", "y", next_one), {2, 3}),
    (m.Reach(5, bits(0, size=5), "x", "y", next_one, op("ne", L("y"), 2)), {0, 1}),
    (m.Reach(5, bits(size=5), "x", "y", next_one), set()),
    (m.Reach(5, bits(4, size=5), "x", "y", span(0, 4), op("eq", L("y"), op("sub", L("x"), 2))), {0, 2, 4}),
    (m.After("clear", (e(7),), op("add", at("grid", 0, 0), m.RingSize("pile"))), 8),
    (m.After("clear", (e(7),), m.Has(at("few"), e(5))), 1),
    (op("add", m.After("clear", (e(7),), at("grid", 0, 0)), at("grid", 0, 0)), 17),
    (m.After("clear", (e(7),), m.After("clear", (e(8),), m.RingSize("pile"))), 0),
    (m.Check(e(1), BOUND, e(3)), 3),
    (op("add", m.Bind("i", e(9), op("add", fold("sum", None, L("i")), L("i"))), 0), 12),
    (m.Bind("x", e(2), op("add", fold("sum", None, m.Bind("x", op("mul", L("i"), 5), L("x"))), L("x"))), 17),
    (m.Bind("i", e(4), fold("most", never, L("i"), otherwise=L("i"))), 4),
    (m.Bind("i", e(1), fold("count", over=span(0, L("i")))), 2),
    (m.Bind("y", e(3), m.Reach(5, bits(0, size=5), "x", "y", span(0, L("y")), op("gt", L("y"), L("x")))), {0, 1, 2, 3}),
    (m.Bind("i", bits(4, size=5), op("add", fold("sum", None, L("i")), m.SizeOf(L("i")))), 4),
    (at("grid", m.After("clear", (e(7),), op("sub", at("grid", 0, 0), 7)), 0), 10),
    (m.SizeOf(m.SetOp("minus", m.After("clear", (e(7),), at("few")), at("few"))), 1),
]

FAULTS: list[tuple[m.Expr, int]] = [
    (op("div", 1, 0), ARITHMETIC),
    (op("mod", 1, 0), ARITHMETIC),
    (op("add", big, 1), ARITHMETIC),
    (op("neg", -big - 1), ARITHMETIC),
    (op("mul", 65536, 32768), ARITHMETIC),
    (fold("sum", None, e(big)), ARITHMETIC),
    (m.Check(e(0), BOUND, op("div", 1, 0)), BOUND),
    (fold("most", never, grid, fault=EMPTY), EMPTY),
    (fold("first", never, fault=EMPTY), EMPTY),
    (fold("only", never, fault=EMPTY), EMPTY),
    (fold("only", None, fault=EMPTY), EMPTY),
    (call("down", 3), BOUND),
    (m.After("clear", (e(1),), m.After("clear", (e(1),), m.After("clear", (e(1),), e(0)))), EMPTY),
]


OUTSIDE: list[tuple[m.Expr, str]] = [
    (at("grid", 2, 0), r"grid\[2, 0\] is outside \[2, 3\]"),
    (at("grid", 0, -1), r"grid\[0, -1\]"),
    (m.Lookup("steps", (e(4),)), r"steps\[4\] is outside \[4\]"),
    (m.Lookup("steps", (e(-1),)), r"steps\[-1\]"),
    (m.Lookup("squares", (e(-1), e(3))), r"squares\[-1, 3\]"),
    (at("cube", 0, 2, 0), r"cube\[0, 2, 0\] is outside \[2, 2, 2\]"),
]

STEPS: list[tuple[m.Expr, int]] = [
    (op("add", at("grid", 0, 0), m.SizeOf(two)), 0),
    (call("twice", call("twice", 1)), 2),
    (call("down", 2), 3),
    (fold("count", odd), 3),
    (fold("sum", None, fold("count", odd)), 12),
    (fold("some", None, odd), 2),
    (fold("all", None, odd), 1),
    (fold("first", odd, fault=BOUND), 2),
    (fold("first", never, otherwise=fold("count")), 6),
    (fold("count", over=inside(at("few"))), 4),
    (fold("count", over=span(3, 2)), 0),
    (op("and", 0, fold("count")), 0),
    (m.SizeOf(m.SetBuild(5, "i", span(0, 4), odd)), 5),
    (m.SizeOf(m.Reach(5, bits(0, size=5), "x", "y", next_one)), 3),
    (m.SizeOf(m.Grow(5, "s", two, m.SetOp("union", L("s"), m.Shift(5, L("s"), 1)))), 2),
    (m.After("clear", (e(7),), fold("count")), 4),
]
"""Expressions with the fuel they use: one for each call, loop iteration and saved state (saving fewer than 64 numbers
is free)."""


def asked(expr: m.Expr, kind: int = 0) -> tuple[ReferenceEngine, m.Machine]:
    functions = (*FUNCTIONS, function("asked", (), expr, kind=kind))
    made = machine([SETUP, end()], CELLS, tables=TABLES, functions=functions, routines=ROUTINES)
    return ReferenceEngine(made), made


@pytest.mark.parametrize(("expr", "value"), VALUES, ids=lambda x: "")
def test_an_expression_gives_its_value_and_changes_nothing(expr, value):
    kind = 0 if isinstance(value, int) else getattr(expr, "size", None) or (SIZE if expr == at("few") else 5)
    engine, made = asked(expr, kind)
    assert verify(made) == []
    state = engine.start(1)
    assert engine.call(state, "asked", ()) == value
    assert state == engine.start(1)


@pytest.mark.parametrize(("expr", "fault"), FAULTS, ids=lambda x: "")
def test_an_expression_faults(expr, fault):
    engine, made = asked(expr)
    assert verify(made) == []
    state = engine.start(1)
    with pytest.raises(GameFault) as caught:
        engine.call(state, "asked", ())
    assert (caught.value.index, caught.value.state) == (fault, state)


@pytest.mark.parametrize(("expr", "message"), OUTSIDE, ids=lambda x: "")
def test_an_index_outside_is_a_defect_and_no_fault(expr, message):
    engine, _ = asked(expr if isinstance(expr, m.Load) or expr.table == "squares" else m.SizeOf(expr))
    with pytest.raises(IndexError, match=message):
        engine.call(engine.start(1), "asked", ())


@pytest.mark.parametrize(("expr", "steps"), STEPS, ids=lambda x: "")
def test_what_an_expression_burns(expr, steps):
    """With exactly this fuel the expression has its value; with one less it faults. The call of `asked` itself uses
    one."""
    engine, made = asked(expr)
    assert verify(made) == []
    state = engine.start(1)
    value = engine.call(state, "asked", ())
    assert ReferenceEngine(evolve(made, fuel=1 + steps)).call(state, "asked", ()) == value
    with pytest.raises(GameFault) as caught:
        ReferenceEngine(evolve(made, fuel=steps)).call(state, "asked", ())
    assert caught.value.index == made.fuel_fault


def test_arguments_are_numbers_and_sets():
    engine, _ = asked(e(0))
    assert engine.call(engine.start(1), "more", (frozenset({0}), 2)) == {0, 2}


@pytest.mark.parametrize("nested", [1, 2, 64, 2000])
def test_recursion_goes_as_deep_as_said_and_no_deeper(nested):
    body = m.IfElse(L("x"), op("add", 1, call("f", op("sub", L("x"), 1))), e(0))
    made = machine([end()], functions=(function("f", ("x",), body, nested=nested, fault=BOUND),))
    engine = ReferenceEngine(made)
    state = engine.start(1)
    assert engine.call(state, "f", (nested - 1,)) == nested - 1
    with pytest.raises(GameFault) as caught:
        engine.call(state, "f", (nested,))
    assert caught.value.index == BOUND


def test_recursion_too_deep_for_python_is_out_of_fuel_and_leaves_its_limit_alone():
    before = sys.getrecursionlimit()
    body = m.IfElse(L("x"), op("add", 1, call("f", op("sub", L("x"), 1))), e(0))
    made = machine([end()], functions=(function("f", ("x",), body, nested=10**6, fault=BOUND),), fuel=10**6)
    engine = ReferenceEngine(made)
    with pytest.raises(GameFault) as caught:
        engine.call(engine.start(1), "f", (10**6 - 1,))
    assert caught.value.index == made.fuel_fault
    assert sys.getrecursionlimit() == before
