"""Edits whose condition can only be known during the game: both the old clause and the new one live on.

Actions, rules and exceptions carry conditions (`Placed.conditions`, `Placed.unless`).  For the other kinds the
condition is written into the clause itself, so that later rooms meet nothing new: a fact gains an exception, a
procedure a branch, an invariant a premise.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import reduce
from typing import Literal

from attrs import evolve

from ..diagnostics import Diagnostic, Help, Label
from ..diagnostics.sink import DiagnosticSink
from ..syntax import nodes as s
from ..syntax.traversal import copied
from ..syntax.tree_comparison import same
from .edit import Edit
from .header import book_name
from .rulebook import Placed


def change(edit: Edit, versions: Sequence[Placed], taken: Collection[str], problems: DiagnosticSink) -> list[Placed]:
    """The versions of a clause once `edit` is made under its conditions; `versions` is empty where it is added.

    `taken` holds every identity in use, so that a derived name is new.
    """
    condition = joined("and", edit.conditions)
    old = versions[0].clause if versions else None
    result: list[Placed] | None = None
    match edit.kind, old, edit.clause:
        case (("action" | "rule" | "exception"), _, new):
            kept = [evolve(v, unless=(*v.unless, copied(condition))) for v in versions]
            added = (
                []
                if new is None
                else [Placed(named_apart(edit, new, versions, taken), book_name(edit.book), edit.conditions)]
            )
            result = kept + added
        case "invariant", (s.InvariantClause() | None), (s.InvariantClause() | None):
            result = _invariant(edit, old, edit.clause, condition)
        case "fact", s.FactClause(), s.FactClause() as new if _shape(edit, old, new, problems):
            result = _fact(edit, old, new, versions, taken, problems)
        case "procedure", s.ProcedureClause(), s.ProcedureClause() as new if _shape(edit, old, new, problems):
            body = (s.If(condition, False, new.body or (), old.body or (), span=edit.span),)
            result = [Placed(evolve(old, body=body), book_name(edit.book))]
        case "procedure", s.ProcedureClause(result=None, body=body), None if body is not None:
            kept_if = (s.If(negated(condition), False, body, (), span=edit.span),)
            result = [Placed(evolve(old, body=kept_if), book_name(edit.book))]
        case (("fact" | "procedure"), (s.FactClause() | s.ProcedureClause()), (s.FactClause() | s.ProcedureClause())):
            return list(versions)  # its shape differs, which `_shape` has said
    if result is None:
        problems.add(not_during(edit))
        return list(versions)
    return result


def joined(op: Literal["and", "or"], conditions: Sequence[s.Expr]) -> s.Expr:
    return reduce(lambda a, b: s.Binary(op, a, b, span=b.span), conditions)


def negated(condition: s.Expr) -> s.Expr:
    if isinstance(condition, s.Unary) and condition.op == "not":
        return condition.item
    return s.Unary("not", condition, span=condition.span)


def named_apart(edit: Edit, new: s.Clause, versions: Sequence[Placed], taken: Collection[str]) -> s.Clause:
    """The new clause by its own name, or where the old one keeps that, by one derived from the layer's."""
    if not versions:
        return new
    stem = f"{new.name.text}_under_{book_name(edit.book)}"
    name, count = stem, 1
    while f"{new.kind} {name}" in taken:
        count += 1
        name = f"{stem}_{count}"
    return evolve(new, name=evolve(new.name, text=name))


def _invariant(
    edit: Edit,
    old: s.InvariantClause | None,
    new: s.InvariantClause | None,
    condition: s.Expr,
) -> list[Placed] | None:
    """Each version asks for its own only while its condition holds; one clause says both."""
    if old and new and old.when != new.when:
        return None
    some = new or old
    if some is None:
        return None
    parts = []
    for clause, holds in ((old, negated(copied(condition))), (new, copied(condition))):
        if clause is None:
            continue
        if clause.when == "never":
            parts.append(s.Binary("and", holds, clause.condition, span=clause.condition.span))
        else:
            parts.append(s.Binary("or", negated(holds), clause.condition, span=clause.condition.span))
    whole = joined("or" if some.when == "never" else "and", parts)
    return [Placed(evolve(some, condition=whole), book_name(edit.book))]


def _fact(
    edit: Edit,
    old: s.FactClause,
    new: s.FactClause,
    versions: Sequence[Placed],
    taken: Collection[str],
    problems: DiagnosticSink,
) -> list[Placed] | None:
    if old.combining or new.value is None:
        why = "combines its exceptions" if old.combining else "would have no value"
        advice = Help("write an `exception` to it under this condition")
        problems.add(
            Diagnostic("E229", f"`{edit.id}` {why}: it cannot be replaced during the game", edit.span, help=(advice,))
        )
        return list(versions)
    exception = s.ExceptionClause(
        fact=new.name,
        params=copied(new.params),
        where=joined("and", edit.conditions),
        rank=None,
        over=tuple(copied(v.clause.name) for v in versions[1:]),
        never_both=False,
        value=new.value,
        name=new.name,
        tags=new.tags,
        span=edit.span,
    )
    return [*versions, Placed(named_apart(edit, exception, versions, taken), book_name(edit.book))]


def _shape(
    edit: Edit, old: s.FactClause | s.ProcedureClause, new: s.FactClause | s.ProcedureClause, problems: DiagnosticSink
) -> bool:
    """During the game both texts stand behind one heading, which must then be the same."""
    if same(old.params, new.params) and same(old.result, new.result):
        return True
    label = Label(old.name.span, "the heading it has now")
    message = f"`{edit.id}` is replaced during the game, so its parameters and result must stay as they are"
    problems.add(Diagnostic("E229", message, edit.name.span, (label,)))
    return False


def not_during(edit: Edit) -> Diagnostic:
    does = {"add": "come", "replace": "change", "strike": "go", "set": "be set", "go on": "go on", "amend": "change"}[
        edit.verb
    ]
    what = f"`{edit.id}`" if edit.kind not in ("", "flow") else f"`{edit.name.text}`"
    return Diagnostic(
        "E228",
        f"{what} cannot {does} during the game",
        edit.span,
        (Label(edit.conditions[0].span, "this is known only during the game"),),
        help=(Help("only actions, rules, exceptions, facts, procedures and invariants may change then; "
                   "move it out of the block, or let the condition speak of options, rulings and `players` only"),),
    )  # fmt: skip
