"""Every form of the machine is handled wherever code distinguishes forms."""

from __future__ import annotations

from typing import get_args

import attrs
import pytest

from rulekit.engine.reference import context as reference_context
from rulekit.engine.reference import statement_closures as reference_statements
from rulekit.machine import program as m
from rulekit.machine import text
from rulekit.machine.form_table import parts_of
from tests.machine.samples import SAMPLES

EXPRESSIONS, STATEMENTS = set(get_args(m.Expr)), set(get_args(m.Stmt))


@pytest.mark.parametrize(
    ("forms", "known"),
    [
        (EXPRESSIONS, reference_context.EXPRESSIONS),
        (EXPRESSIONS, text.EXPRESSION_TEXT),
        (STATEMENTS, reference_statements.STATEMENTS),
        (STATEMENTS, text.STATEMENT_TEXT),
    ],
)
def test_every_form_is_known(forms, known):
    assert set(known) == forms


def test_walking_meets_every_part_outermost_first():
    step = m.StepNode("a", "", (m.Define("x", m.Op("add", (m.Const(1), m.Local("y")))),), m.Jump("b"))
    assert [type(part).__name__ for part in parts_of(step)] == ["StepNode", "Define", "Op", "Const", "Local", "Jump"]


def test_the_samples_use_every_node_and_statement_form_but_raise():
    used = {type(part) for made in SAMPLES.values() for part in parts_of(made.nodes + made.routines)}
    assert (STATEMENTS | set(get_args(m.Node)) | set(get_args(m.Next))) - used == {m.Raise}


def every_field(part):
    """Yield all attrs instances inside a part, found by looking into every field."""
    if isinstance(part, tuple):
        for one in part:
            yield from every_field(one)
    elif attrs.has(type(part)):
        yield part
        for field in attrs.fields(type(part)):
            yield from every_field(getattr(part, field.name))


@pytest.mark.parametrize("name", SAMPLES)
def test_no_field_that_holds_a_form_is_passed_over(name):
    assert list(map(id, parts_of(SAMPLES[name]))) == list(map(id, every_field(SAMPLES[name])))
