"""Function specialisation: a function or routine called with constants gets a copy for them, or is inlined."""

from __future__ import annotations

import sys

import attrs
import pytest

from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine
from rulekit.machine import program as m
from rulekit.machine.analyses.manager import Analyses
from rulekit.machine.passes.bitboards import bitboards
from rulekit.machine.passes.function_specialisation import LONG, function_specialisation
from rulekit.machine.passes.inline import SMALL, expression_size
from rulekit.machine.text import expression, lines_of
from tests.machine.build import (
    L,
    at,
    call,
    decision,
    e,
    end,
    function,
    inside,
    level,
    machine,
    number,
    op,
    option,
    put,
    routine,
    set_cell,
    span,
    step,
    where,
)
from tests.machine.verify import verify

from .shown import plain

P, Q = L("p"), L("q")
BOTH = (("p", 0, 0, 9), ("q", 0, 0, 9))
TABLES = (m.Table("worth", (3,), 0, (5, 0, 7)), m.Table("near", (3,), 5, (0b11, 0b111, 0b110)))
CELLS = (
    number("n", 99, low=-99),
    number("c", 9, initial=(2,)),
    number("slot", 9, 3),
    set_cell("lit", 10, initial=(6,)),
)


def long(*inner: m.Expr, size: int = SMALL) -> m.Expr:
    """Return a condition too long to be inlined, which ends with `inner`."""
    return m.Op("and", (*(op("ne", at("c"), 50 + i) for i in range(size // 3 + 1)), *inner))


def asking(*bodies: m.Expr, functions: tuple[m.Function, ...] = (), routines: tuple[m.Routine, ...] = ()) -> m.Machine:
    """Return a machine with a step that writes each of these values."""
    body = tuple(put("n", (), value, 4) for value in bodies)
    return machine([step("it", *body, to="end"), end()], CELLS, tables=TABLES, functions=functions, routines=routines)


def after(made: m.Machine) -> m.Machine:
    assert verify(made) == []
    changed = function_specialisation(Analyses(made), [])
    assert verify(changed) == []
    one, two = ReferenceEngine(made), ReferenceEngine(changed)
    assert two.start(3).cells == one.start(3).cells == WasmEngine(changed, optimise=False).start(3).cells
    return changed


def written(made: m.Machine) -> list[str]:
    """Return the values that the step writes after the pass, as text."""
    node = after(made).nodes[0]
    return [plain(expression(s.value)) if isinstance(s, m.Write) else plain(next(lines_of([s]))) for s in node.body]


def names(made: m.Machine) -> list[str]:
    changed = after(made)
    return [f.name for f in changed.functions] + [r.name for r in changed.routines]


LESS = function("less", BOTH, op("lt", op("add", P, at("c")), Q))
WIDE = function("wide", BOTH, long(op("lt", op("add", P, at("c")), Q)))

WRITTEN: dict[str, tuple[m.Expr, str]] = {
    "a small function stands where it is called": (call("less", 3, at("slot", 0)), "let %q^ = slot[0] in 3 + c < %q^"),
    "with the other argument known": (call("less", at("slot", 0), 3), "let %p^ = slot[0] in %p^ + c < 3"),
    "with both": (call("less", 4, 3), "4 + c < 3"),
    "a large one is called without what is known": (call("wide", 3, at("slot", 0)), "wide(3, _)(slot[0])"),
    "and another for the other argument": (call("wide", at("slot", 0), 3), "wide(_, 3)(slot[0])"),
    "a large one of which all is known": (call("wide", 4, 3), "wide(4, 3)()"),
    "nothing known": (call("less", at("slot", 0), at("c")), "less(slot[0], c)"),
    "what arguments become is known too": (
        call("less", m.Lookup("worth", (e(1),)), op("add", 1, call("worthy", 2))),
        "0 + c < 8",
    ),
    "what constants decide": (call("either", 1, at("slot", 1)), "let %q^ = slot[1] in %q^ + 1"),
    "and the other way": (call("either", 0, at("slot", 1)), "let %q^ = slot[1] in wide(0, _)(%q^)"),
    "a member of a set of a table": (call("close", 1, 2), "1"),
    "no member of it": (call("close", 0, 2), "0"),
    "a place outside the table, to which nobody comes": (
        m.IfElse(at("slot", 0), call("worthy", 9), e(0)),
        "if slot[0] then worth{9} else 0",
    ),
    "a name that is bound inside": (call("hides", 3), "some(%p^ in lit: %p^ + 3 == c)"),
}
FUNCTIONS = (
    LESS,
    WIDE,
    function("worthy", (("p", 0, 0, 9),), m.Lookup("worth", (P,))),
    function("either", BOTH, m.IfElse(P, op("add", Q, P), call("wide", P, Q))),
    function("close", BOTH, m.Has(m.Lookup("near", (P,)), Q)),
    function(
        "hides", (("q", 0, 0, 9),), m.Fold("some", "p", inside(at("lit")), None, op("eq", op("add", P, Q), at("c")))
    ),
)


@pytest.mark.parametrize("case", WRITTEN)
def test_a_call(case):
    body, text = WRITTEN[case]
    assert written(asking(body, functions=FUNCTIONS)) == [text]


def test_one_function_for_all_calls_that_know_the_same():
    made = asking(call("wide", 3, at("c")), call("wide", 3, at("slot", 0)), call("wide", 4, at("c")), functions=(WIDE,))
    assert names(made) == ["wide(3, _)", "wide(4, _)"]
    changed = after(made)
    assert [f.params for f in changed.functions] == [WIDE.params[1:]] * 2
    assert all(expression(f.body).endswith(f"{n} + c < %q") for f, n in zip(changed.functions, (3, 4), strict=True))


def test_what_is_called_in_it_is_known_there_too():
    outer = function("outer", BOTH, long(op("or", call("wide", P, Q), call("less", Q, P))))
    changed = after(asking(call("outer", 3, at("c")), functions=(WIDE, LESS, outer)))
    assert [f.name for f in changed.functions] == ["wide(3, _)", "outer(3, _)"]
    assert expression(changed.functions[1].body).endswith("(wide(3, _)(%q) or %q + c < 3)")


def test_what_nothing_calls_any_more_is_gone():
    kept = asking(call("wide", 3, at("c")), call("wide", at("c"), at("c")), functions=(WIDE, LESS))
    assert names(kept) == ["wide", "wide(3, _)"]


def test_a_function_that_calls_itself_is_left():
    again = function("again", BOTH, m.IfElse(op("gt", Q, 0), call("again", P, op("sub", Q, 1)), P), nested=20)
    made = asking(call("again", 3, at("c")), functions=(again,))
    assert written(made) == ["again(3, c)"] and names(made) == ["again"]


def test_growth_is_bounded(monkeypatch):
    """Copies are made until their total size reaches GROWTH; the remaining calls stay as they are."""
    made = asking(*(call("wide", i, at("c")) for i in range(5)), functions=(WIDE,))
    assert len(names(made)) == 5
    monkeypatch.setattr(sys.modules[function_specialisation.__module__], "GROWTH", 3 * expression_size(WIDE.body) - 1)
    assert names(made) == ["wide", "wide(0, _)", "wide(1, _)"]
    assert written(made) == ["wide(0, _)(c)", "wide(1, _)(c)", "wide(2, c)", "wide(3, c)", "wide(4, c)"]


# ----------------------------------------------------------------------------------------------------------- routines


def routines_after(made: m.Machine) -> dict[str, list[str]]:
    return {r.name: [plain(line) for line in lines_of(r.body)] for r in after(made).routines}


SET = routine("set", BOTH, put("slot", (op("mod", Q, 3),), op("add", P, 1), 4), m.ReturnResult(Q), kind=0)


def test_a_routine_by_run_and_by_after():
    made = asking(m.After("set", (at("c"), e(2)), at("slot", 2)), routines=(SET,))
    made = attrs.evolve(
        made,
        nodes=(
            step("it", m.Run("set", (e(7), at("c")), "back"), put("c", (), L("back")), *made.nodes[0].body, to="end"),
            end(),
        ),
    )
    assert written(made) == ["let %back = run set(7, _)(c)", "%back", "after set(_, 2)(c): slot[2]"]
    assert routines_after(made) == {
        "set(7, _)": ["slot[%q mod 3] := 8 !4", "return %q"],
        "set(_, 2)": ["slot[2] := %p + 1 !4", "return 2"],
    }


def test_a_routine_that_runs_another():
    outer = routine("outer", BOTH, m.IfStatement(op("gt", Q, 1), (m.Run("set", (P, Q)),), (m.Run("set", (P, e(1))),)))
    made = asking(m.After("outer", (e(4), at("c")), at("slot", 2)), routines=(SET, outer))
    found = routines_after(made)
    assert list(found) == ["set(4, _)", "set(4, 1)", "outer(4, _)"]
    assert [line.strip() for line in found["outer(4, _)"]] == [
        "if %q > 1:",
        "run set(4, _)(%q)",
        "else:",
        "run set(4, 1)()",
    ]


BOUND: dict[str, m.Stmt] = {
    "assigned": m.Define("p", op("add", P, 1)),
    "assigned in a loop": m.Each("i", span(0, 2), None, (m.Define("p", op("add", P, 1)),)),
    "the name of a loop": m.Each("p", span(0, 2), None, (put("slot", (P,), 3),)),
    "where a result goes": m.Run("set", (e(1), e(2)), "p"),
}


@pytest.mark.parametrize("case", BOUND)
def test_a_routine_that_gives_a_parameter_another_value_is_left(case):
    changing = routine("changing", BOTH, BOUND[case], put("c", (), P))
    made = asking(m.After("changing", (e(3), at("c")), at("c")), routines=(SET, changing))
    assert written(made) == ["after changing(3, c): c"]
    known = asking(m.After("changing", (at("c"), e(3)), at("c")), routines=(SET, changing))
    # the other parameter never changes, so it may be a constant
    assert written(known) == ["after changing(_, 3)(c): c"]


def test_a_routine_that_runs_itself_is_left():
    again = routine(
        "again",
        BOTH,
        m.IfStatement(op("gt", Q, 0), (m.Run("again", (P, op("sub", Q, 1))),)),
        put("c", (), P),
        nested=20,
    )
    assert written(asking(m.After("again", (e(3), at("c")), at("c")), routines=(again,))) == ["after again(3, c): c"]


# ---------------------------------------------------------------------------------------------------------- decisions


def choosing(body: m.Expr, **rest: object) -> m.Machine:
    inner = level("x", 0, 9, "c", where(call("asked", L("x"), at("n"))))
    asked = function("asked", BOTH, body, **rest)
    return machine(
        [decision("turn", option("pass", 0, "end"), option("go", 1, "end", inner)), end()], CELLS, functions=(asked,)
    )


def test_a_condition_of_a_parameter_stands_there_itself():
    """In the condition of a decision's parameter, a call is inlined up to a larger size."""
    for size, stands in ((SMALL * 3, True), (LONG + 9, False)):
        made = choosing(long(op("lt", P, op("add", Q, 5)), size=size))
        (test,) = after(made).nodes[0].alternatives[1].levels[0].tests
        assert ("asked" not in expression(test.value)) is stands
        assert expression(test.value).startswith("let %q^1 = n in c != 50") is stands
        engines = [ReferenceEngine(made), ReferenceEngine(after(made)), WasmEngine(after(made), optimise=False)]
        assert len({engine.options(engine.start(1)) for engine in engines}) == 1
    again = choosing(m.IfElse(Q, call("asked", P, op("sub", Q, 1)), P), nested=9)
    assert after(again).nodes == again.nodes


def test_games_are_the_same():
    made = choosing(long(op("lt", P, op("add", Q, 5)), op("or", call("less", 4, P), call("less", P, 3))))
    made = attrs.evolve(made, functions=(*made.functions, LESS))
    found = ReferenceEngine(made).playouts(60, 2, each=True)
    assert WasmEngine(after(made), optimise=False).playouts(60, 2, each=True) == found
    assert WasmEngine(made).playouts(60, 2, each=True) == found


# ---------------------------------------------------------------------------------------------- later passes, the log


def test_a_later_pass_finds_what_was_made_for_the_same():
    """The pass `bitboards` later finds that a site contains 3. The copy of the function for 3 exists already and is
    used."""
    big = function("big", BOTH, long(op("ne", P, Q)))
    sites = m.SetBuild(3, "x", span(0, 2), op("ge", at("slot", L("x")), 2))
    some = m.Fold("some", "x", inside(sites), None, call("big", L("x"), at("slot", L("x"))))
    changed = bitboards(Analyses(after(asking(call("big", at("c"), 3), some, functions=(big,)))), [])
    assert verify(changed) == []
    assert [f.name for f in changed.functions].count("big(_, 3)") == 1


def test_why():
    why: list[str] = []
    wide = call("wide", 3, at("c"))
    function_specialisation(Analyses(asking(wide, wide, functions=(WIDE,))), why)
    assert why == [
        "function_specialisation: 1 functions and routines are known for some of their arguments; 2 calls of them"
    ]
