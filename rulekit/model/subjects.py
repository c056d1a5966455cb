"""Clauses that are about each of some: `for each p in Player where holds(p, lantern): …`.

What is the same for all clauses of such a block, whom they are about and when, is said once.  In an action this is
`me`, in an answer to an event the seat or the parameter of that name, in an exception the parameter, at a step the
procedure's parameter of that name, else `me`, and a `whenever` rule runs through them.  `about` writes it into each
clause, so that later rooms meet nothing new.
"""

from __future__ import annotations

from typing import TypeVar

from attrs import evolve

from ..diagnostics import Diagnostic, Help, Label
from ..diagnostics.sink import DiagnosticSink
from ..syntax import nodes as s
from ..syntax.traversal import copied, part_names, walk
from .edit import Edit

Part = TypeVar("Part")


def about(edit: Edit, block: s.Under, condition: s.Expr | None, problems: DiagnosticSink) -> Edit:
    """An edit of the block's, with what the block says of it; `condition` is what the configuration leaves to ask."""
    assert block.binder is not None
    found = _about(edit, block.binder, condition)
    if isinstance(found, Diagnostic):
        problems.add(found)
        return edit
    clause = found.clause
    if clause is not None and block.cites and not clause.tags.cites:
        found = evolve(found, clause=evolve(clause, tags=evolve(clause.tags, cites=block.cites)))
    return found


def _about(edit: Edit, binder: s.Binder, condition: s.Expr | None) -> Edit | Diagnostic:
    tests = _tests(binder, condition)
    name = binder.name.text
    match edit.clause:
        case s.ActionClause(body=body) as clause:
            evolved: s.Clause = evolve(clause, body=_me_named(binder, body))
        case s.RuleClause(trigger=s.AtStep(params=params)) if name in [
            one.text for one in params if isinstance(one, s.Name)
        ]:
            return evolve(edit, conditions=(*edit.conditions, *tests))
        case s.RuleClause(trigger=s.AtStep(where=where) as trigger, body=body) as clause:
            asked = evolve(trigger, where=with_me(where, name))
            evolved = evolve(clause, trigger=asked, body=_me_named(binder, body))
        case s.RuleClause(trigger=s.Whenever(binder=None, condition=when) as trigger) as clause:
            own = s.Binder(binder.name, copied(binder.domain), span=binder.span)
            wanted = evolve(trigger, binder=own, condition=_joined((*edit.conditions, *tests, when)))
            return evolve(edit, clause=evolve(clause, trigger=wanted), conditions=())
        case s.RuleClause(trigger=s.When(params=params, seat=seat)) as clause:
            named = [one.text for one in (*params, seat) if isinstance(one, s.Name)]
            if name not in named:
                return _nobody(edit, binder, f"`by {name}`, or `{name}` for a parameter of the event")
            return evolve(edit, conditions=(*edit.conditions, *tests))
        case s.ExceptionClause(params=params):
            if name not in [one.text for one in params if isinstance(one, s.Name)]:
                return _nobody(edit, binder, f"`{name}` for a parameter of the fact")
            return evolve(edit, conditions=(*edit.conditions, *tests))
        case _:
            return _without_subject(edit, binder)
    conditions = tuple(with_me(test, name) for test in (*edit.conditions, *tests))
    return evolve(edit, clause=evolved, conditions=conditions)


def _tests(binder: s.Binder, condition: s.Expr | None) -> tuple[s.Expr, ...]:
    """What must be so of whoever it is about: that he is one of those, where this is not a matter of type."""
    member = s.Binary("in", s.Ref(binder.name, span=binder.name.span), binder.domain, span=binder.span)
    own: tuple[s.Expr, ...] = () if isinstance(binder.domain, s.Ref) else (member,)
    return copied((*own, *([] if condition is None else [condition])))


def _joined(tests: tuple[s.Expr, ...]) -> s.Expr:
    found = tests[-1]
    for test in reversed(tests[:-1]):
        found = s.Binary("and", test, found, span=found.span)
    return found


def _me_named(binder: s.Binder, body: tuple[s.Stmt, ...]) -> tuple[s.Stmt, ...]:
    """A body in which the name stands for whoever acts; it stays so where another one decides something in it."""
    used = any(isinstance(part, s.Ref) and part.name.text == binder.name.text for stmt in body for part in walk(stmt))
    me = s.Ref(s.Name("me", span=binder.name.span), span=binder.name.span)
    return (s.Let(binder.name, me, False, span=binder.name.span), *body) if used else body


def with_me(part: Part, name: str) -> Part:
    """The same tree in new nodes, with `me` for the name."""
    if isinstance(part, s.Ref) and part.name.text == name:
        return evolve(part, name=evolve(part.name, text="me"))
    if isinstance(part, s.Node):
        return evolve(part, **{field: with_me(getattr(part, field), name) for field in part_names(type(part))})
    if isinstance(part, tuple):
        return tuple(with_me(item, name) for item in part)  # type: ignore[return-value]
    return part


def _nobody(edit: Edit, binder: s.Binder, how: str) -> Diagnostic:
    message = f"`{edit.id}` does not say who `{binder.name.text}` is"
    labels = (Label(binder.span, "it is about each of these"),)
    return Diagnostic("E245", message, edit.name.span, labels, help=(Help(f"write {how}"),))


def _without_subject(edit: Edit, binder: s.Binder) -> Diagnostic:
    labels = (Label(binder.span, "it would be about each of these"),)
    why = "only actions, rules and exceptions are about somebody"
    if edit.amendment is not None:
        why = "single parts of a clause are changed for everybody"
    advice = Help(f"{why}; write it outside of the block")
    return Diagnostic("E245", f"`{edit.id}` cannot be about each `{binder.name.text}`", edit.name.span, labels,
                      help=(advice,))  # fmt: skip
