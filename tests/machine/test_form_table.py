"""`parts_of` yields every part of a machine once, outermost first, like a walk through all fields."""

from __future__ import annotations

from collections.abc import Iterator

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulekit.graphs import reachable
from rulekit.machine import program as m
from rulekit.machine.form_table import parts_of, statements_of
from tests.machine import build as b
from tests.machine.samples import SAMPLES


def everything(part: object) -> Iterator[object]:
    if isinstance(part, tuple):
        for one in part:
            yield from everything(one)
    elif attrs.has(type(part)):
        yield part
        for field in attrs.fields(type(part)):
            yield from everything(getattr(part, field.name))


@pytest.mark.parametrize("name", SAMPLES)
def test_the_parts_of_a_machine(name: str) -> None:
    found, expected = list(parts_of(SAMPLES[name])), list(everything(SAMPLES[name]))
    assert len(found) == len(expected)
    assert all(one is two for one, two in zip(found, expected, strict=True))


def test_what_is_no_form_has_no_parts() -> None:
    assert list(parts_of("text")) == [] and list(parts_of((1, (None, "x")))) == []


def test_deep_forms_are_no_recursion() -> None:
    deep: m.Expr = b.L("x")
    for _ in range(20_000):
        deep = b.op("neg", deep)
    assert sum(1 for _ in parts_of(deep)) == 20_001


def test_statements_outermost_first() -> None:
    inner, last, other = (b.put(name, (), 0) for name in ("inner", "last", "other"))
    loop = m.Each("x", b.span(0, 3), None, (inner,))
    when = m.IfStatement(b.e(1), (loop,), (other,))
    assert [id(s) for s in statements_of((when, last))] == [id(s) for s in (when, loop, inner, other, last)]


@pytest.mark.parametrize("name", SAMPLES)
def test_the_statements_of_bodies_are_the_parts_that_are_statements(name: str) -> None:
    machine = SAMPLES[name]
    for body in [n.body for n in machine.nodes if isinstance(n, m.StepNode)] + [r.body for r in machine.routines]:
        kinds = {type(one) for one in statements_of(body)}
        assert [id(s) for s in statements_of(body)] == [id(p) for p in everything(body) if type(p) in kinds]


GRAPHS = st.dictionaries(st.integers(0, 7), st.frozensets(st.integers(0, 7), max_size=3))


@given(GRAPHS, st.sets(st.integers(0, 7)))
def test_what_is_reached_is_the_least_set_closed_under_steps(edges: dict[int, frozenset[int]], seed: set[int]) -> None:
    expected = set(seed)
    for _ in range(9):
        expected |= {other for one in expected for other in edges.get(one, ())}
    assert reachable(iter(seed), lambda one: edges.get(one, frozenset())) == expected
