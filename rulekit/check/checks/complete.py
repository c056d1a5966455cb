"""E401: a flow; E402, W402: nothing left to be said, but by an edition; E404: a choice that no action joins."""

from __future__ import annotations

from ...model.clause_table import is_unsaid
from ...syntax import nodes as s
from ..checked import CheckedModel
from ..checker import Checker


def complete(c: Checker, model: CheckedModel) -> None:
    clauses = c.book.clauses
    missing = [p for p in clauses if is_unsaid(p.clause)]
    left = any(p.layer == c.book.layers[-1] for p in missing)  # the last book itself leaves things to say
    part = left or (c.book.part and bool(missing))
    for placed in missing:
        clause = placed.clause
        c.report.add(
            "W402" if part else "E402",
            clause.name.span,
            f"{clause.kind} `{clause.name.text}` is still to be said"
            + (" by an edition" if part else ", and nothing says it"),
            help=[] if part else [f"add `{clause.kind} {clause.name.text}` to this book"],
            severity="note" if part else "error",
        )
    if not part and not any(isinstance(p.clause, s.FlowClause) for p in clauses):
        c.report.add(
            "E401",
            c.book.header.name.span,
            "no `flow` says how the game goes",
            help=["add `flow:` with its first to last step"],
        )
    joined = {p.clause.choice.text for p in clauses if isinstance(p.clause, s.ActionClause)}
    for placed in clauses:
        if isinstance(placed.clause, s.ChoiceClause) and placed.clause.name.text not in joined and not part:
            name = placed.clause.name
            c.report.add(
                "E404",
                name.span,
                f"no action is in choice `{name.text}`",
                help=[f"write `action NAME in {name.text}:`"],
            )
