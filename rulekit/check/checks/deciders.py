"""E303: a procedure in which somebody decides is called only where somebody does, and a rule comes only at steps where
there is the `me` that it says.
"""

from __future__ import annotations

from ...model.rulebook import Placed
from ...syntax import nodes as s
from ..checked import CheckedModel
from ..checker import Checker
from ..effect_analysis import steps_of
from ..symbol_table import Me


def deciders(c: Checker, model: CheckedModel) -> None:
    needs: dict[str, s.Node] = {}
    stands = _stands(c)
    for owner, node in c.uses.me.items():
        if owner is not None:
            for name in _procedures_without_decider(owner.clause, stands):
                needs.setdefault(name, node)
    changed = True
    while changed:
        changed = False
        for call, symbol, scope in c.uses.calls:
            if symbol.name in needs and scope.me == "inherited" and scope.owner is not None:
                for name in _procedures_without_decider(scope.owner.clause, stands):
                    if name not in needs:
                        needs[name] = call
                        changed = True
    for call, symbol, scope in c.uses.calls:
        nobody = scope.me == "no" or (scope.me == "inherited" and _alone(scope.owner, stands))
        if symbol.name in needs and nobody:
            c.report.add(
                "E303",
                call.span,
                f"somebody decides in procedure `{symbol.name}`, and here nobody does",
                labels=[(needs[symbol.name].span, "who is this?")],
                help=["call it inside `by p:` or a turn"],
            )
    for owner, node in c.uses.me.items():
        step = _alone(owner, stands)
        if step is not None:
            c.report.add(
                "E303",
                node.span,
                "nobody is deciding here, so there is no `me`",
                labels=[(step.span, "at this step nobody decides")],
                help=["say who: `by p:`"],
            )


Stands = dict[str, list[tuple[s.Name, Me]]]


def _stands(c: Checker) -> Stands:
    """Return the steps at which rules can come, by name, each with who decides there."""
    found: Stands = {}
    for _, name, step in steps_of(c.book.clauses):
        found.setdefault(name, []).append((step.name, c.uses.me_of_steps.get(step, "no")))
    return found


def _at(clause: s.Clause, stands: Stands) -> list[tuple[s.Name, Me]]:
    """Return the steps at which a rule comes."""
    if not isinstance(clause, s.RuleClause) or not isinstance(clause.trigger, s.AtStep):
        return []
    return stands.get(f"{clause.trigger.procedure.text}.{clause.trigger.step.text}", [])


def _alone(owner: Placed | None, stands: Stands) -> s.Name | None:
    """Return a step at which the rule comes and nobody decides."""
    return next((step for step, me in _at(owner.clause, stands) if me == "no"), None) if owner is not None else None


def _procedures_without_decider(clause: s.Clause, stands: Stands) -> list[str]:
    """Return the procedures whose callers must say who decides, if this clause asks."""
    if isinstance(clause, s.ProcedureClause):
        return [clause.name.text]
    if any(me == "inherited" for _, me in _at(clause, stands)):
        assert isinstance(clause, s.RuleClause) and isinstance(clause.trigger, s.AtStep)
        return [clause.trigger.procedure.text]
    return []
