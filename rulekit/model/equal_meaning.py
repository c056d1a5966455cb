"""Whether two texts of a clause say the same in another form: a condition in a block around it or in its own head.

A clause that moves into `for each p in Player where C:` says C no more, and `p` where it said `me`.  Only what surely
means the same is taken for the same; what else differs is a change for `difference.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from ..syntax import nodes as s
from ..syntax.traversal import inside
from .meaning_hash import meaning_key
from .rulebook import Placed
from .subjects import with_me


def same_otherwise_written(a: Placed, b: Placed) -> bool:
    """Whether both say the same, titles and citations of the clause left aside."""
    return type(a.clause) is type(b.clause) and _form(a) == _form(b)


def _form(placed: Placed) -> tuple[object, ...]:
    """The clause without its tests, and the tests in the order in which they are asked."""
    clause, tests = _without_tests(placed.clause)
    tests = tuple(test for part in (*placed.conditions, *tests) for test in _conjuncts(part))
    bare = evolve(clause, tags=s.Tags(None, None, (), span=clause.tags.span))
    return meaning_key(bare), meaning_key(tests), meaning_key(placed.unless)


def _without_tests(clause: s.Clause) -> tuple[s.Clause, tuple[s.Expr, ...]]:
    match clause:
        case s.ExceptionClause(where=where):
            return evolve(clause, where=None), _maybe(where)
        case s.RuleClause(trigger=(s.When(where=where) | s.AtStep(where=where)) as trigger, body=body):
            return evolve(clause, trigger=evolve(trigger, where=None), body=_who_acts(body)), _maybe(where)
        case s.RuleClause(trigger=s.Whenever(binder=s.Binder(), condition=condition) as trigger):
            return evolve(clause, trigger=evolve(trigger, condition=s.Truth(True, span=condition.span))), (condition,)
        case s.ActionClause(body=body):
            body = _who_acts(body)
            rest = next((at for at, stmt in enumerate(body) if not isinstance(stmt, s.Require)), len(body))
            required = tuple(stmt.condition for stmt in body[:rest] if isinstance(stmt, s.Require))
            return evolve(clause, body=body[rest:]), required
    return clause, ()


def _maybe(test: s.Expr | None) -> tuple[s.Expr, ...]:
    return () if test is None else (test,)


def _conjuncts(test: s.Expr) -> Iterator[s.Expr]:
    if isinstance(test, s.Binary) and test.op == "and":
        yield from _conjuncts(test.left)
        yield from _conjuncts(test.right)
    else:
        yield test


def _who_acts(body: tuple[s.Stmt, ...]) -> tuple[s.Stmt, ...]:
    """A body that begins by naming who acts, with `me` for that name; as it stands where `me` becomes another in it."""
    match body:
        case (s.Let(name=name, value=s.Ref(name=s.Name(text="me")), member=False), *rest):
            if not any(inside(stmt, s.By, s.AtOnce, s.Window, s.Turns) for stmt in rest):
                return tuple(with_me(stmt, name.text) for stmt in rest)
    return body
