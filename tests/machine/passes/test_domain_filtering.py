"""Domain filtering: what tables say about a parameter becomes the set it runs over; the condition itself stays."""

from __future__ import annotations

from itertools import product

import attrs
import pytest

from rulekit.engine.interface import GameFault
from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine
from rulekit.machine import program as m
from rulekit.machine.analyses.manager import Analyses
from rulekit.machine.form_table import parts_of
from rulekit.machine.passes.domain_filtering import domain_filtering
from tests.machine.build import (
    L,
    at,
    bits,
    call,
    decision,
    end,
    function,
    let,
    level,
    look,
    machine,
    number,
    op,
    option,
    put,
    routine,
    set_cell,
    span,
    where,
)
from tests.machine.verify import verify

from .shown import nodes_after

SIZE = 20  # too large for testing each value separately
X, Y = L("x"), L("y")
GOES = tuple(int((x + y) % 3 == 0) for x in range(4) for y in range(SIZE))
EVEN = tuple(int(y % 2 == 0) for y in range(SIZE))
LEAPS = (0, 3, 1)
TABLES = (m.Table("goes", (4, SIZE), 0, GOES), m.Table("even", (SIZE,), 0, EVEN), m.Table("leap", (3,), 0, LEAPS))
CELLS = (
    number("x", 3),
    number("y", SIZE - 1),
    number("n", 3, initial=(1,)),
    number("k", 2),
    set_cell("lit", SIZE, 4, initial=(0b1011, 0b11110000, 0, (1 << SIZE) - 1)),
)


GO = op("eq", look("goes", X, Y), 1)
OPEN = op("ne", op("mod", op("mul", Y, at("n")), 3), at("k"))
"""A condition about which tables and sets say nothing."""


def deciding(*tests: m.Test, within: m.Expr | None = None, low: int = 0, **rest: object) -> m.Machine:
    """Return a machine with one decision: to pass, or to choose x and then y, which must pass the tests. The routine
    `put` sets the cells that the tests read."""
    inner = attrs.evolve(level("y", low, SIZE - 1, "y", *tests), within=within)
    return machine(
        [decision("turn", option("pass", 0, "end"), option("go", 1, "end", level("x", 0, 3, "x"), inner)), end()],
        CELLS,
        tables=TABLES,
        routines=(routine("put", (("n", 0, 0, 3), ("k", 0, 0, 2)), put("n", (), L("n")), put("k", (), L("k"))),),
        **rest,
    )


def told(made: m.Machine) -> str:
    """Return the text of the set that y runs over after the pass."""
    line = next(line for line in nodes_after(domain_filtering, made)[0].splitlines() if "for %y" in line)
    return line.strip().removeprefix("for %y number ").removesuffix(" into y")


def rows(made: m.Machine) -> list[set[int]]:
    """Return the rows of the only table in the set that y runs over."""
    changed = domain_filtering(Analyses(made), [])
    (name,) = (p.table for p in parts_of(changed.nodes[0].alternatives[1].levels[1].within) if isinstance(p, m.Lookup))
    table = next(t for t in changed.tables if t.name == name)
    return [{y for y in range(SIZE) if value >> y & 1} for value in table.values]


def same_options(made: m.Machine) -> None:
    """Assert, exhausted over n and k, that both engines offer the same options in the same order before and after the
    pass."""
    changed = domain_filtering(Analyses(made), [])
    assert verify(made) == [] == verify(changed)
    engines = [ReferenceEngine(made), ReferenceEngine(changed), WasmEngine(changed, optimise=False), WasmEngine(made)]
    for n, k in product(range(4), range(3)):
        found = []
        for engine in engines:
            state = engine.run(engine.start(1), "put", (n, k))
            try:
                found.append(engine.options(state))
            except GameFault as fault:
                found.append((fault.index,))
        assert found == [found[0]] * len(engines), (n, k)


GOING = [{y for y in range(SIZE) if (x + y) % 3 == 0} for x in range(4)]
ALL = set(range(SIZE))
ASKED = function(
    "asked",
    (("p", 0, 0, SIZE - 1),),
    op("and", op("eq", look("even", L("p")), 1), op("ne", op("mul", L("p"), at("n")), 6)),
)

WEAKER: dict[str, tuple[m.Expr, list[set[int]]]] = {
    "one of two must hold of tables": (op("or", op("and", GO, OPEN), op("and", GO, op("not", OPEN))), GOING),
    "an arm of which tables say nothing allows all": (
        m.IfElse(op("gt", X, 1), OPEN, op("and", GO, OPEN)),
        [*GOING[:2], ALL, ALL],
    ),
    "a condition that tables decide, and arms that they do not": (
        m.IfElse(op("eq", look("even", Y), 1), op("and", GO, OPEN), op("and", op("gt", X, 0), OPEN)),
        [{y for y in range(SIZE) if (y in GOING[x] if y % 2 == 0 else x > 0)} for x in range(4)],
    ),
    "a condition that they do not decide": (
        m.IfElse(op("or", OPEN, GO), op("and", op("gt", X, 0), OPEN), op("and", GO, OPEN)),
        # the second arm is reached only if GO is false, so it is false itself
        [{y for y in ALL if x > 0} for x in range(4)],
    ),
    "not of what tables decide in part": (
        op("not", op("or", op("not", GO), OPEN)),
        GOING,
    ),
    "not both": (op("not", op("and", op("or", op("not", GO), OPEN), op("or", op("not", GO), op("not", OPEN)))), GOING),
    "not both, where one side is told for some values": (
        op("not", op("and", GO, op("or", OPEN, op("gt", X, 1)))),
        [ALL - GOING[x] if x > 1 else ALL for x in range(4)],
    ),
    "not not": (op("not", op("not", op("and", op("not", op("not", OPEN)), GO))), GOING),
    "a name that tables decide": (
        m.Bind("z", look("goes", X, Y), op("or", op("and", op("eq", L("z"), 1), OPEN), op("and", L("z"), OPEN))),
        GOING,
    ),
    "a call is looked into": (
        op("or", op("and", GO, OPEN), op("and", op("gt", X, 1), call("asked", Y))),
        [{y for y in ALL if y in GOING[x] or (x > 1 and y % 2 == 0)} for x in range(4)],
    ),
}


@pytest.mark.parametrize("case", WEAKER)
def test_a_condition_is_weakened_to_what_tables_say(case):
    condition, expected = WEAKER[case]
    made = deciding(where(condition), functions=(ASKED,))
    assert rows(made) == expected
    assert "where" in nodes_after(domain_filtering, made)[0].splitlines()[-2]  # the condition is still tested
    same_options(made)


def test_conditions_come_together():
    """Each condition restricts the set; one that is a set already is used as it is."""
    made = deciding(
        where(op("or", op("and", GO, OPEN), op("and", GO, op("gt", at("n"), 1)))), where(m.Has(at("lit", X), Y))
    )
    assert told(made) == "where#{%x} & lit[%x]"
    same_options(made)


def test_a_name_for_what_cells_hold_is_worked_out_before_the_loop():
    """The table has a row for each value of n, 0..3."""
    asked = op("eq", look("goes", L("v"), Y), 1)
    made = deciding(
        where(m.Bind("v", at("n"), op("or", op("and", asked, OPEN), op("and", asked, op("gt", at("k"), 0)))))
    )
    assert told(made) == "let %v = n in where#{%v}" and rows(made) == GOING
    same_options(made)


def test_names_given_twice_are_kept_apart():
    """Two arms bind the same name `v` to different values."""
    arms = [
        m.Bind("v", value, op("and", op("eq", look("goes", L("v"), Y), 1), op("or", OPEN, op("gt", X, 1))))
        for value in (at("n"), at("k"))
    ]
    made = deciding(where(m.Op("or", tuple(arms))))
    assert told(made) == "let %v = n in let %v^ = k in where#{%v, %v^}"
    same_options(made)
    both = m.Bind("w", op("add", at("n"), at("k")), op("and", *(m.Bind("v", b.value, b.body) for b in arms), L("w")))
    made = deciding(where(both))
    assert told(made) == "let %w = n + k in let %v = n in let %v^ = k in where#{%v, %v^, %w}"
    same_options(made)
    hidden = m.Bind("v", at("n"), op("and", arms[1], op("eq", look("goes", L("v"), Y), 1)))
    same_options(deciding(where(hidden)))
    over = m.Bind("x", at("n"), op("and", GO, OPEN))
    same_options(deciding(where(op("and", over, op("or", GO, OPEN)))))


def test_what_only_a_test_before_it_makes_safe_is_not_worked_out_before_the_loop():
    """For x = 0, `leap[x - 1]` would be outside its table; a test before it excludes x = 0."""
    leap = look("leap", op("sub", X, 1))
    guarded = op("and", op("ne", X, 0), m.Bind("v", leap, op("and", m.Has(at("lit", L("v")), Y), OPEN)))
    made = deciding(where(m.Bind("w", op("add", at("n"), at("k")), op("and", op("ge", L("w"), 0), guarded))))
    assert "leap" not in told(made)
    same_options(made)


def test_what_may_fault_keeps_what_comes_behind_it():
    """`6 mod n` faults if n is 0, for any y that is tested."""
    faults = op("ge", op("mod", 6, at("n")), 0)
    both = op("or", op("and", GO, OPEN), op("and", GO, op("gt", at("k"), 0)))
    behind, before = deciding(where(faults), where(both)), deciding(where(both), where(faults))
    assert domain_filtering(Analyses(behind), []) == behind and told(before) == "where#{%x}"
    for made in (behind, before, deciding(where(op("and", both, faults))), deciding(where(op("and", faults, both)))):
        same_options(made)


LEFT: dict[str, m.Machine] = {
    "a named test": deciding(let("z", at("n")), where(op("or", op("and", GO, OPEN), op("and", GO, L("z"))))),
    "nothing that tables say": deciding(where(OPEN)),
    "one side of which they say nothing": deciding(where(op("or", GO, OPEN))),
    "a set of another size": deciding(where(op("or", op("and", GO, OPEN), GO)), within=bits(1, 2, 3, size=9)),
}


@pytest.mark.parametrize("case", LEFT)
def test_a_parameter_is_left(case):
    assert domain_filtering(Analyses(LEFT[case]), []).nodes == LEFT[case].nodes


def test_a_parameter_that_begins_above_0():
    made = deciding(where(op("or", op("and", GO, OPEN), op("and", GO, op("gt", at("n"), 1)))), low=7)
    above = ", ".join(str(y) for y in range(7, SIZE))
    assert told(made) == f"{{{above}}}/20 & where#{{%x}}"
    same_options(made)


def test_a_set_that_it_runs_over_already_is_narrowed():
    made = deciding(
        where(op("or", op("and", GO, OPEN), op("and", GO, op("gt", at("n"), 1)))), within=at("lit", at("n"))
    )
    assert told(made) == "lit[n] & where#{%x}"
    same_options(made)


def test_a_set_that_may_fault_is_still_worked_out():
    """No value passes, but the fault of computing the set comes first and must stay."""
    never = m.Fold("some", "z", span(0, 3), None, op("eq", op("add", L("z"), Y), 77))
    made = deciding(where(never), within=m.Check(op("ne", at("n"), 2), 4, at("lit", 3)))
    assert domain_filtering(Analyses(made), []).nodes == made.nodes
    same_options(made)
    assert told(deciding(where(never), within=at("lit", 3))) == "{}/20"


def test_games_are_the_same():
    made = deciding(where(op("or", op("and", GO, OPEN), op("and", GO, op("gt", at("n"), 0)))))
    filtered = domain_filtering(Analyses(made), [])
    found = WasmEngine(filtered, optimise=False).playouts(80, 4, each=True)
    assert found == ReferenceEngine(made).playouts(80, 4, each=True)
