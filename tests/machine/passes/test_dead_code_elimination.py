"""Dead-code elimination: parts that no node needs, directly or indirectly, are removed. Those used only in trials, or
only read, stay.
"""

from __future__ import annotations

from rulekit.engine.reference import ReferenceEngine
from rulekit.machine import program as m
from rulekit.machine.analyses.manager import Analyses
from rulekit.machine.passes.dead_code_elimination import dead_code_elimination
from tests.machine.build import L, at, call, decision, end, function, machine, number, op, option, put, routine, step
from tests.machine.verify import verify

TABLES = tuple(m.Table(name, (2,), 0, (1, 2)) for name in ("asked", "deep", "spare"))


def made() -> m.Machine:
    return machine(
        [
            decision("turn", option("go", 0, "gone", tests=(m.Test(call("allowed")),))),
            step(
                "gone",
                m.Run("act", ()),
                put("n", (), m.After("tried", (), at("n"))),
                put(m.PAYOFF, (0,), m.Lookup("asked", (m.Const(0),))),
                to="end",
            ),
            end(),
        ],
        (number("n", 9, seen="spare"),),
        functions=(
            function("deeper", ("x",), m.Lookup("deep", (L("x"),))),
            function("allowed", (), op("gt", call("deeper", 1), 0)),
            function("spare", (), m.SetConst(2, 0), 2),
            function("spare too", (), m.SizeOf(call("spare"))),
            function("in a routine", (), op("add", 1, 1)),
        ),
        routines=(
            routine("act", (), put("n", (), call("in a routine")), m.Run("inner", ())),
            routine("inner", (), put("n", (), 3)),
            routine("tried", (), m.Run("inner too", ())),
            routine("inner too", (), put("n", (), 4)),
            routine("spare", (), put("n", (), m.Lookup("spare", (m.Const(0),)))),
        ),
        tables=TABLES,
    )


def test_what_is_reached_stays_in_its_order():
    assert verify(made()) == []
    why: list[str] = []
    kept = dead_code_elimination(Analyses(made()), why)
    assert [f.name for f in kept.functions] == ["deeper", "allowed", "in a routine"]
    assert [r.name for r in kept.routines] == ["act", "inner", "tried", "inner too"]
    assert [t.name for t in kept.tables] == ["asked", "deep"]
    assert why == ["dead_code_elimination: 3 functions and routines that playouts do not need are left out"]


def test_what_is_left_is_whole_and_plays_the_same():
    kept = dead_code_elimination(Analyses(made()), [])
    assert verify(kept) == []
    assert kept.nodes == made().nodes and [c.name for c in kept.cells] == [c.name for c in made().cells]
    assert all(c.seen is None and c.counted is None for c in kept.cells)
    assert ReferenceEngine(kept).playouts(5, 1, each=True) == ReferenceEngine(made()).playouts(5, 1, each=True)


def test_branches_that_constants_decide_are_gone():
    never = op("and", op("eq", 0, 1), call("deep"))
    statements = (
        m.IfStatement(never, (m.Run("act", ()),), (put("n", (), 1),)),
        m.IfStatement(op("eq", at("n"), 1), (m.IfStatement(m.Const(1), (put("n", (), 2),), ()),), ()),
    )
    made = machine(
        [step("go", *statements, to="end"), end()],
        (number("n", 9),),
        functions=(function("deep", (), op("gt", at("n"), 2)),),
        routines=(routine("act", (), put("n", (), 3)),),
    )
    kept = dead_code_elimination(Analyses(made), [])
    assert verify(kept) == [] and kept.functions == kept.routines == ()
    (go, _) = kept.nodes
    assert isinstance(go, m.StepNode)
    assert go.body == (put("n", (), 1), m.IfStatement(op("eq", at("n"), 1), (put("n", (), 2),), ()))
