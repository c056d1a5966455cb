"""Substitution: inserted expressions keep their meaning."""

from __future__ import annotations

from rulekit.machine import program as m
from rulekit.machine.analyses.manager import fresh_names
from rulekit.machine.passes.inline import replace_names
from rulekit.machine.text import expression
from tests.machine.build import (
    L,
    op,
    span,
)  # fmt: skip

X, Y = L("x"), L("y")


def test_what_is_put_in_is_not_captured():
    inner = m.Fold("some", "x", span(0, 3), None, op("eq", X, Y))
    assert expression(replace_names(inner, {"y": X}, fresh_names())) == "some(%x^1 in 0..3: %x^1 == %x)"
