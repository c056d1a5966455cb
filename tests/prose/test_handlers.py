"""Every form of the rules language has a handler that turns it into prose."""

from __future__ import annotations

import typing

from rulekit.prose.sentences import CONDITIONS, PHRASES, SENTENCES, STEPS
from rulekit.syntax import nodes as s
from rulekit.syntax.forms import clause_kinds

TRUTHS = {
    s.Truth, s.Unary, s.Ref, s.Index, s.Attribute, s.Call, s.Conditional, s.After, s.LetExpression, s.Quantified,
    s.Binary,
}  # fmt: skip
"""Expressions that may be truth values."""


def test_every_expression() -> None:
    assert set(PHRASES) == set(typing.get_args(s.Expr))
    assert set(CONDITIONS) == TRUTHS


def test_every_statement() -> None:
    assert set(STEPS) == set(typing.get_args(s.Stmt))


def test_every_clause() -> None:
    spoken = {kind for kind, name in s.KINDS.items() if name not in clause_kinds("about_book")}
    assert spoken <= set(SENTENCES)
