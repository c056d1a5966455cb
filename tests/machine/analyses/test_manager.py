"""The manager of analyses: its answers fit the current machine, and include tables and cells that were just added."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import attrs
import pytest

from rulekit.machine import optimise
from rulekit.machine import program as m
from rulekit.machine.analyses.compile_time import CompileTime
from rulekit.machine.analyses.effects import Effects
from rulekit.machine.analyses.free_names import FreeNames
from rulekit.machine.analyses.manager import PARTS, Analyses, Analysis
from rulekit.machine.analyses.speculation_safety import LoopDetection, SpeculationSafety
from rulekit.machine.analyses.value_ranges import ValueRanges
from rulekit.machine.passes.case_splitting import CaseSplitter
from rulekit.machine.passes.lookup_tables import Rows
from rulekit.machine.passes.occluded_fills import StraightWalks
from tests.machine.build import (
    BOUND,
    L,
    at,
    call,
    e,
    end,
    function,
    history,
    inside,
    look,
    machine,
    number,
    op,
    put,
    routine,
    set_cell,
)
from tests.machine.verify import verify

KINDS = (CompileTime, Effects, FreeNames, LoopDetection, Rows, SpeculationSafety, StraightWalks, ValueRanges)


MADE = machine(
    [end()],
    (*history("here", 3), number("n", 3), set_cell("s", 9)),
    positions=(m.Position("here", ("n",), 3, BOUND),),
    invariants=(m.Invariant("sound", "always", "sound"),),
    tables=(m.Table("goes", (4,), 0, (0, 1, 2, 3)),),
    functions=(function("f", (("x", 0, 0, 3),), op("add", look("goes", L("x")), at("n"))), function("sound", (), 1)),
    routines=(routine("r", (), put("n", (), 1)),),
)
MORE = m.Table("more", (2,), 0, (5, 7))


def test_these_are_all_analyses() -> None:
    assert optimise.PASSES  # importing the passes imports every file with an analysis
    assert set(Analysis.__subclasses__()) == set(KINDS)


def test_an_analysis_is_made_once() -> None:
    analyses = Analyses(MADE)
    assert analyses.get(ValueRanges) is analyses.get(SpeculationSafety).ranges is analyses.get(ValueRanges)
    assert analyses.get(Rows).compile_time is analyses.get(CompileTime)


# --------------------------------------------------------------------------------------------------------- invalidation


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("kind", KINDS)
def test_an_analysis_goes_with_any_part_that_it_rests_on(kind: type[Analysis], part: str) -> None:
    analyses = Analyses(MADE)
    old = analyses.get(kind)
    equal = attrs.evolve(MADE, **{part: (*getattr(MADE, part),)})
    assert (analyses.after(equal).get(kind) is old) == (part not in kind.PARTS)
    assert analyses.after(MADE).get(kind) is old


class Watched(Analyses):
    """A manager that records which parts of the machine are read."""

    def __init__(self, made: m.Machine) -> None:
        self.asked: set[str] = set()
        super().__init__(made)

    def __getattribute__(self, name: str) -> Any:
        found = super().__getattribute__(name)
        if name in PARTS:
            super().__getattribute__("asked").add(name)
        if name == "machine":
            return Fields(found, super().__getattribute__("asked"))
        return found


@attrs.frozen
class Fields:
    made: m.Machine
    asked: set[str]

    def __getattr__(self, name: str) -> object:
        self.asked.add(name)
        return getattr(self.made, name)


@pytest.mark.parametrize("kind", KINDS)
def test_an_analysis_says_all_that_its_answers_rest_on(kind: type[Analysis]) -> None:
    """An analysis reads all it needs when it is made, so the parts it declares (`PARTS`) can be compared with those it
    read."""
    analyses = Watched(MADE)
    made = analyses.get(kind)
    assert analyses.asked == kind.PARTS
    assert not any(isinstance(value, Analyses) for value in vars(made).values())


DIVIDES = function("f", (("x", 0, 0, 3),), op("div", 6, at("n")))
CHANGES: dict[str, tuple[dict[str, Any], Callable[[Analyses], object], object, object]] = {
    "value ranges": (
        {"cells": (*MADE.cells[:-2], number("n", 9), MADE.cells[-1])},
        lambda known: known.get(ValueRanges).of(op("add", at("n"), 1), {}),
        (1, 4),
        (1, 10),
    ),
    "value ranges, of a table": (
        {"tables": (m.Table("goes", (4,), 0, (4, 5, 6, 7)),)},
        lambda known: known.get(ValueRanges).of(look("goes", L("x")), {"x": (0, 3)}),
        (0, 3),
        (4, 7),
    ),
    "speculation safety": (
        {"functions": (DIVIDES,)},
        lambda known: known.get(SpeculationSafety).total(call("f", 2), {}),
        True,
        False,
    ),
    "effects": (
        {"routines": (routine("r", (), m.Insert("s", (), e(1))),)},
        lambda known: known.get(Effects).writes(m.Run("r", ())),
        {"n"},
        {"s"},
    ),
    "compile-time evaluation": (
        {"tables": (m.Table("goes", (4,), 0, (4, 5, 6, 7)),)},
        lambda known: known.get(CompileTime).column(look("goes", L("x")), "x", 4),
        [0, 1, 2, 3],
        [4, 5, 6, 7],
    ),
    "rows": (
        {"tables": (m.Table("goes", (4,), 0, (0, 0, 1, 0)),)},
        lambda known: known.get(Rows).of(op("eq", look("goes", L("x")), L("y")), "x", 4, {"y": (0, 1)}),
        (0b0001, 0b0010),
        (0b1011, 0b0100),
    ),
    "the call graph": (
        {"functions": (DIVIDES,)},
        lambda known: known.get(Effects).callees_from([call("f", 1)]),
        {("function", "f"), ("table", "goes")},
        {("function", "f")},
    ),
}


@pytest.mark.parametrize("case", CHANGES)
def test_of_a_changed_machine_the_answer_is_another(case: str) -> None:
    change, ask, before, after = CHANGES[case]
    analyses = Analyses(MADE)
    assert ask(analyses) == before
    later = analyses.after(attrs.evolve(MADE, **change))
    assert ask(later) == after == ask(Analyses(later.machine))


# ---------------------------------------------------------------------------------------- added tables, cells and names


def test_what_is_added_is_known_at_once_and_stays_known() -> None:
    analyses = Analyses(MADE)
    ranges, safety = analyses.get(ValueRanges), analyses.get(SpeculationSafety)
    known = analyses.get(CompileTime)
    table = analyses.add_table("where", 0, (2,), (5, 7))
    cell = analyses.add_cell(number("more", 6)).name
    analyses.add_function(function("g", (), op("add", at(cell), look(table, 1))))
    assert ranges.of(look(table, L("x")), {"x": (0, 1)}) == (5, 7) and ranges.of(at(cell), {}) == (0, 6)
    assert safety.total(call("g"), {}) and known.value(look(table, 1), {}) == 7
    later = analyses.after(analyses.with_added(MADE))
    assert verify(later.machine) == []
    assert [t.name for t in later.machine.tables] == ["goes", table] and later.machine.cells[-1].name == cell
    assert later.get(CompileTime) is known and later.get(SpeculationSafety) is safety
    assert later.get(Effects).reads(call("g")) == {cell}


def test_what_was_added_and_left_out_is_not_known() -> None:
    analyses = Analyses(MADE)
    known = analyses.get(CompileTime)
    table = analyses.add_table("where", 0, (2,), (5, 7))
    for whole in (MADE, attrs.evolve(analyses.with_added(MADE), tables=MADE.tables)):
        later = analyses.after(whole)
        assert later.get(CompileTime) is not known and table not in later.tables


def test_what_is_added_to_a_part_that_was_changed_besides() -> None:
    analyses = Analyses(MADE)
    known = analyses.get(CompileTime)
    analyses.add_table("where", 0, (2,), (5, 7))
    later = analyses.after(analyses.with_added(attrs.evolve(MADE, tables=(MORE,))))
    assert [t.name for t in later.machine.tables] == ["more", "where#1"]
    assert later.get(CompileTime) is not known and list(later.tables) == ["more", "where#1"]


def test_tables_that_are_alike_are_one_and_names_are_free() -> None:
    """Equal tables are added once. A new table gets a free name, although numbers may have gaps."""
    taken = attrs.evolve(MADE, tables=(attrs.evolve(MORE, name="where#2"), MORE))
    analyses = Analyses(taken)
    first = analyses.add_table("where", 4, (2,), (5, 7))
    assert first == "where#3" and analyses.add_table("where", 4, (2,), (5, 7)) == first
    others = [analyses.add_table("where", *one) for one in ((5, (2,), (5, 7)), (4, (1, 2), (5, 7)), (4, (2,), (7, 5)))]
    assert others == ["where#4", "where#5", "where#6"]
    assert len(analyses.with_added(taken).tables) == 6


def test_cells_get_names_that_are_free() -> None:
    analyses = Analyses(machine([end()], (number("n", 3), set_cell("lasting 1", 3))))
    names = [analyses.add_cell(number(name, 1)).name for name in ("lasting 1", "lasting 1", "n", "n", "n planes")]
    assert names == ["lasting 2", "lasting 3", "n 2", "n 3", "n planes"]


def test_all_that_ask_for_fresh_names_get_different_ones() -> None:
    """Two helpers of the same pass also get different names, since an expression of one may enclose that of the
    other."""
    old = function("old", (), m.Bind("a^7", e(1), L("a^7")))
    analyses = Analyses(attrs.evolve(MADE, functions=(old,)))
    splitter = CaseSplitter(analyses)
    givers = (analyses.fresh, splitter.fresh, splitter.vectoriser.fresh, splitter.vectoriser.algebra.fresh)
    assert [give("a") for give in (*givers, *givers)] == [f"a^{number_}" for number_ in range(8, 16)]
    # counting starts again, since none of the names was used
    assert analyses.after(analyses.machine).fresh("a") == "a^8"


def test_what_is_shared_by_machines_is_looked_through_once_for_names() -> None:
    deep = function("deep", (), m.Fold("count", "x^30", inside(at("s"))))
    analyses = Analyses(attrs.evolve(MADE, functions=(*MADE.functions, deep)))
    assert analyses.fresh("x") == "x^31"
    assert analyses.after(attrs.evolve(MADE, functions=MADE.functions)).fresh("x") == "x^1"
    assert analyses.after(attrs.evolve(MADE, functions=(deep,))).fresh("x") == "x^31"


def test_a_symbol_table_is_only_looked_into() -> None:
    tables: Mapping[str, m.Table] = Analyses(MADE).tables
    assert list(tables) == ["goes"] and tables["goes"] is MADE.tables[0]
