"""E303: a procedure in which somebody decides is called only where somebody does; E406: `after` runs only what asks and
draws nothing.
"""

from __future__ import annotations

from ...model.symbols import ProcedureSymbol
from ...syntax import nodes as s
from ..checked import CheckedModel
from ..checker import Checker
from ..walk import every, walk


def deciders(c: Checker, model: CheckedModel) -> None:
    needs: dict[str, s.Node] = {}
    for owner, node in c.uses_me.items():
        if owner is not None:
            for name in _asked_of(c, owner.clause):
                needs.setdefault(name, node)
    changed = True
    while changed:
        changed = False
        for call, symbol, scope in c.calls:
            if symbol.name in needs and scope.me == "inherited" and scope.owner is not None:
                for name in _asked_of(c, scope.owner.clause):
                    if name not in needs:
                        needs[name] = call
                        changed = True
    for call, symbol, scope in c.calls:
        if symbol.name in needs and scope.me == "no":
            c.report.add(
                "E303",
                call.span,
                f"somebody decides in procedure `{symbol.name}`, and here nobody does",
                labels=[(needs[symbol.name].span, "who is this?")],
                help=["call it inside `by p:` or a turn"],
            )


def _asked_of(c: Checker, clause: s.Clause) -> list[str]:
    """The procedures whose callers must say who decides, if this clause asks."""
    if isinstance(clause, s.ProcedureClause):
        return [clause.name.text]
    if isinstance(clause, s.RuleClause) and isinstance(clause.trigger, s.AtStep):
        trigger = clause.trigger
        for placed in c.book.clauses:
            holder = placed.clause
            if not isinstance(holder, s.ProcedureClause) or holder.name.text != trigger.procedure.text:
                continue
            for stmt in every(holder.body or ()):
                if (
                    isinstance(stmt, s.Step)
                    and stmt.name.text == trigger.step.text
                    and c.step_me.get(stmt) == "inherited"
                ):
                    return [holder.name.text]
    return []


def afters(c: Checker, model: CheckedModel) -> None:
    for placed in c.book.clauses:
        for node in walk(placed.clause):
            if not isinstance(node, s.After):
                continue
            symbol = c.refs.get(node.call)
            if isinstance(symbol, ProcedureSymbol) and f"procedure {symbol.name}" in model.flow:
                c.report.add(
                    "E406",
                    node.call.span,
                    f"procedure `{symbol.name}` asks, draws or ends something, so `after` cannot look beyond it",
                    labels=[(symbol.clause.name.span, "here")],
                )
