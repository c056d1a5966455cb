"""The parts that each form reports are exactly those in its fields, and all of them can be replaced."""

from __future__ import annotations

from typing import get_args

import attrs
import pytest

from rulekit.machine import program as m
from rulekit.machine.analyses.free_names import FreeNames, scopes
from rulekit.machine.analyses.manager import Analyses, fresh_names
from rulekit.machine.form_table import BINDERS, CHANGED, INSIDE, LEAVES, STATEMENTS, child_expressions, map_children
from rulekit.machine.passes.inline import replace_names
from tests.machine.build import end, machine

FORMS = get_args(m.Expr)


def numbered():
    """Return expressions that are all different."""
    return (m.Const(n) for n in range(1000))


def made(form: type):
    """Return an instance of the form with an expression in every possible field, and these expressions in order."""
    inside: list[m.Expr] = []
    consts = numbered()

    def one() -> m.Expr:
        inside.append(next(consts))
        return inside[-1]

    def of(type_: str, name: str):
        if type_.removesuffix(" | None") in ("Expr", "NumberExpr", "SetExpr"):
            return one()
        if type_ in ("tuple[Expr, ...]", "tuple[NumberExpr, ...]"):
            return (one(), one())
        if type_ == "LoopDomain":
            return made_over(one)
        return 3 if type_.removesuffix(" | None") in ("int", "SetSize", "FaultNumber") else name

    return form(*(of(str(f.type), f.name) for f in attrs.fields(form))), inside


def made_over(one) -> m.LoopDomain:
    return m.LoopDomain(one(), one(), one())


@pytest.mark.parametrize("form", [*FORMS, m.LoopDomain])
def test_what_is_inside_stands_in_the_order_of_the_fields(form):
    value, inside = made(form)
    assert list(child_expressions(value)) == inside
    assert (inside == []) == (form in LEAVES)


@pytest.mark.parametrize("form", [*FORMS, m.LoopDomain])
def test_each_expression_inside_is_changed_once_and_nothing_else(form):
    value, inside = made(form)
    met: list[m.Expr] = []

    def change(expr: m.Expr) -> m.Expr:
        met.append(expr)
        return m.Local(f"was {expr.value}")

    changed = map_children(value, change)
    assert met == inside
    assert list(child_expressions(changed)) == [m.Local(f"was {expr.value}") for expr in inside]
    back = map_children(changed, lambda expr: m.Const(int(expr.name.split()[1])))
    assert back == value and type(back) is form


@pytest.mark.parametrize("form", [*FORMS, m.LoopDomain])
def test_a_change_to_one_expression_inside_is_not_lost(form):
    value, inside = made(form)
    for chosen in inside:
        changed = map_children(value, lambda expr, chosen=chosen: m.Local("new") if expr is chosen else expr)
        assert list(child_expressions(changed)) == [m.Local("new") if expr is chosen else expr for expr in inside]


@pytest.mark.parametrize("form", [*FORMS, m.LoopDomain])
def test_what_is_not_changed_stays_the_same_object(form):
    value, _ = made(form)
    assert map_children(value, lambda expr: expr) is value


@pytest.mark.parametrize("form", FORMS)
def test_scopes_meet_what_is_inside_and_only_binders_bind(form):
    value, inside = made(form)
    found = scopes(value)
    assert sorted(expr.value for expr, _ in found) == [expr.value for expr in inside]
    assert any(names for _, names in found) == (form in BINDERS)


@pytest.mark.parametrize("form", sorted(BINDERS, key=str))
def test_renaming_gives_bound_names_fresh_ones_and_keeps_the_rest(form):
    value, inside = made(form)
    value = map_children(value, lambda expr: m.Local("x"))
    new = replace_names(value, {"x": m.Const(7)}, fresh_names())
    assert type(new) is form and new != value
    assert list(child_expressions(new)) == [m.Const(7)] * len(inside)
    assert Analyses(machine([end()])).get(FreeNames).of(new) == frozenset()


def test_both_tables_know_every_form():
    holding = {m.LoopDomain, m.Level, m.Test}
    assert set(INSIDE) == set(CHANGED) == {*FORMS, *STATEMENTS, *get_args(m.Node), *get_args(m.Next), *holding}
