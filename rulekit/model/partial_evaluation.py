"""Partial evaluation before the game: computes expressions of options, rulings, `players` and numbers.

This is a small evaluator for syntax trees, without types. An expression with any other name counts as not constant;
`rulekit.check` evaluates such expressions. Conditions are simplified: `robbing == never and board[s] == x` may become
one of its operands.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeGuard

from attrs import field, frozen

from ..diagnostics import Diagnostic, DiagnosticSink, did_you_mean
from ..syntax import nodes as s

NUMBERS: Final[dict[str, Callable[[int, int], int | bool]]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "div": operator.floordiv,
    "mod": operator.mod,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
"""The operators on two numbers, as functions. `div` and `mod` round towards minus infinity, and raise
ZeroDivisionError."""


@frozen
class Join:
    """A logical operator. `of` computes it. If one operand is `absorbing`, it decides the result, whatever the other
    is; None: there is no such value."""

    of: Callable[[bool, bool], bool]
    absorbing: bool | None = None


JOINS: Final = {"or": Join(operator.or_, True), "and": Join(operator.and_, False)}


Constant = int | bool | str
"""A number, a truth, or the name of an answer."""


@frozen
class World:
    """The values of options decided so far, including `players`, and the possible answers of each option with named
    answers."""

    values: Mapping[str, int | str]
    answers: Mapping[str, tuple[str, ...]] = field(factory=dict)


_FUNCTIONS: dict[str, tuple[int, Callable[[list[int]], int]]] = {
    "abs": (1, lambda n: abs(n[0])),
    "lesser": (2, min),
    "greater": (2, max),
}


def is_number(value: object) -> TypeGuard[int]:
    """Return whether a constant is a number. Truth values are none, although they are integers in Python."""
    return isinstance(value, int) and not isinstance(value, bool)


def evaluate_partially(expr: s.Expr, world: World, problems: DiagnosticSink) -> Constant | None:
    """Return the value of an expression, or None if it is not constant. Answers that an option does not have are
    reported in `problems`."""
    match expr:
        case s.Number(value=number):
            return number
        case s.Truth(value=truth):
            return truth
        case s.Ref(name=name):
            return world.values.get(name.text)
        case s.Unary(op=op, item=item):
            inner = evaluate_partially(item, world, problems)
            if op == "not":
                return not inner if isinstance(inner, bool) else None
            return -inner if is_number(inner) else None
        case s.Binary(op=op) if op in JOINS:
            simple = simplify_condition(expr, world, problems)
            return simple if isinstance(simple, bool) else None
        case s.Binary():
            return _binary(expr, world, problems)
        case s.Conditional(condition=condition, then=then, otherwise=otherwise):
            test = evaluate_partially(condition, world, problems)
            if not isinstance(test, bool):
                return None
            return evaluate_partially(then if test else otherwise, world, problems)
        case s.Call(name=name, args=args) if name.text in _FUNCTIONS and all(a.name is None for a in args):
            numbers = [evaluate_partially(a.value, world, problems) for a in args]
            least, function = _FUNCTIONS[name.text]
            known = [n for n in numbers if n is not None and is_number(n)]
            return function(known) if len(known) == len(args) == least else None
    return None


def simplify_condition(expr: s.Expr, world: World, problems: DiagnosticSink) -> bool | s.Expr:
    """Return the value of a condition if it is constant. Otherwise return the condition without its constant parts."""
    if isinstance(expr, s.Binary) and expr.op in JOINS:
        join = JOINS[expr.op]
        left, right = simplify_condition(expr.left, world, problems), simplify_condition(expr.right, world, problems)
        if join.absorbing is not None and join.absorbing in (left, right):
            return join.absorbing
        if isinstance(left, bool) and isinstance(right, bool):
            return join.of(left, right)
        if isinstance(left, bool):
            return right if join.absorbing is not None else expr
        if isinstance(right, bool):
            return left if join.absorbing is not None else expr
        return expr if (left, right) == (expr.left, expr.right) else s.Binary(expr.op, left, right, span=expr.span)
    if isinstance(expr, s.Unary) and expr.op == "not":
        inner = simplify_condition(expr.item, world, problems)
        if isinstance(inner, bool):
            return not inner
        return expr if inner is expr.item else s.Unary("not", inner, span=expr.span)
    value = evaluate_partially(expr, world, problems)
    return value if isinstance(value, bool) else expr


def _binary(expr: s.Binary, world: World, problems: DiagnosticSink) -> Constant | None:
    answers = _answers(expr.left, world) or _answers(expr.right, world)
    if expr.op in ("in", "not in"):
        left = _side(expr.left, answers, world, problems)
        members = _members(expr.right, answers, world, problems)
        if left is None or members is None:
            return None
        return (left in members) == (expr.op == "in")
    left, right = (_side(side, answers, world, problems) for side in (expr.left, expr.right))
    if left is None or right is None:
        return None
    if expr.op in ("==", "!="):
        return (left == right) == (expr.op == "==") if type(left) is type(right) else None
    if not (is_number(left) and is_number(right)):
        return None
    return _arithmetic(expr.op, left, right)


def _arithmetic(op: str, a: int, b: int) -> int | bool | None:
    try:
        return NUMBERS[op](a, b) if op in NUMBERS else None
    except ZeroDivisionError:
        return None


def _answers(expr: s.Expr, world: World) -> tuple[str, tuple[str, ...]] | None:
    """Return the name of the option, with its answers, if `expr` is an option with named answers. Otherwise return
    None."""
    if isinstance(expr, s.Ref) and expr.name.text in world.answers:
        return expr.name.text, world.answers[expr.name.text]
    return None


def _side(
    expr: s.Expr, answers: tuple[str, tuple[str, ...]] | None, world: World, problems: DiagnosticSink
) -> Constant | None:
    """Return the value of one side of a comparison, None if it is not constant. If the other side is an option, a name
    is one of its answers."""
    if answers is None or not isinstance(expr, s.Ref) or expr.name.text in world.values:
        return evaluate_partially(expr, world, problems)
    option, names = answers
    word = expr.name.text
    if word in names:
        return word
    problems.add(no_such_answer(option, names, expr.name))
    return None


def _members(
    expr: s.Expr, answers: tuple[str, tuple[str, ...]] | None, world: World, problems: DiagnosticSink
) -> Sequence[Constant] | None:
    if isinstance(expr, s.Range):
        low, high = evaluate_partially(expr.low, world, problems), evaluate_partially(expr.high, world, problems)
        return range(low, high + 1) if is_number(low) and is_number(high) else None
    if isinstance(expr, s.SetLiteral):
        found = [_side(item, answers, world, problems) for item in expr.items]
        known = [item for item in found if item is not None]
        return known if len(known) == len(found) else None
    return None


def no_such_answer(option: str, answers: Sequence[str], name: s.Name) -> Diagnostic:
    """Return the error that an option does not have this answer."""
    message = f"`{option}` has no answer `{name.text}`"
    advice = did_you_mean(name.text, answers, name.span)
    return Diagnostic("E601", message, name.span, expected=tuple(answers), help=advice)
