"""E303: a procedure with decisions is called where no player is `me` (the one who acts), or a rule that uses `me` is
attached to a step where no player is `me`.

E450: a `given` of an example asks players or takes turns; it may only draw and end the game. E406: `after` runs a
procedure that asks, draws or ends the game.
"""

from __future__ import annotations

from ...model.rulebook import Placed
from ...model.symbols import ProcedureSymbol
from ...syntax import nodes as s
from ...syntax.traversal import every, inside, leads_to
from ..checked import CheckedModel
from ..checker import Checker
from ..effect_analysis import asks, classify, steps_of
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
            message = f"a player decides in procedure `{symbol.name}`, and nobody decides here"
            advice = ["call it inside `by p:` or a turn"]
            asked = [(needs[symbol.name].span, "this asks a player")]
            c.report.add("E303", call.span, message, labels=asked, help=advice)
    for owner, node in c.uses.me.items():
        step = _alone(owner, stands)
        if step is not None:
            message = "nobody decides here, so there is no `me`"
            advice = ["say who: `by p:`"]
            c.report.add("E303", node.span, message, labels=[(step.span, "at this step nobody decides")], help=advice)


Stands = dict[str, list[tuple[s.Name, Me]]]


def _stands(c: Checker) -> Stands:
    """Return a mapping from the names of steps to the steps. Each step has its name and whether a player is `me` (acts)
    there."""
    found: Stands = {}
    for _, name, step in steps_of(c.book.clauses):
        found.setdefault(name, []).append((step.name, c.uses.me_of_steps.get(step, "no")))
    return found


def _rule_steps(clause: s.Clause, stands: Stands) -> list[tuple[s.Name, Me]]:
    """Return the steps to which a rule is attached, each with whether a player is `me` (acts) there."""
    if not isinstance(clause, s.RuleClause) or not isinstance(clause.trigger, s.AtStep):
        return []
    return stands.get(f"{clause.trigger.procedure.text}.{clause.trigger.step.text}", [])


def _alone(owner: Placed | None, stands: Stands) -> s.Name | None:
    """Return the name of a step to which a rule is attached and where no player is `me` (acts); None if there is no
    such step."""
    if owner is None:
        return None
    return next((step for step, me in _rule_steps(owner.clause, stands) if me == "no"), None)


def _procedures_without_decider(clause: s.Clause, stands: Stands) -> list[str]:
    """Return the names of procedures that may only be called where a player is `me` (acts), because this clause uses
    `me`: the clause itself, or the procedure to whose step it is attached as a rule."""
    if isinstance(clause, s.ProcedureClause):
        return [clause.name.text]
    if any(me == "inherited" for _, me in _rule_steps(clause, stands)):
        assert isinstance(clause, s.RuleClause) and isinstance(clause.trigger, s.AtStep)
        return [clause.trigger.procedure.text]
    return []


def questions_in_setup(c: Checker, model: CheckedModel) -> None:
    asking = classify(c.book.clauses, is_flow=asks)
    for _, example in c.examples.clauses:
        for line in example.lines:
            for stmt in every(line.body) if isinstance(line, s.Given) else ():
                if (asks(stmt) or asking.intersection(leads_to(stmt))) and not c.report.has(stmt.span):
                    message = "`given` lays a position out at once, and this asks somebody, or is about turns"
                    advice = ["lay out by `put`, `move` and `shuffle`; what is decided is said by `play` later"]
                    c.report.add("E450", stmt.span, message, help=advice)


def afters(c: Checker, model: CheckedModel) -> None:
    for placed in c.book.clauses:
        for node in (after for root in placed.roots for after in inside(root, s.After)):
            symbol = c.refs.get(node.call)
            if isinstance(symbol, ProcedureSymbol) and f"procedure {symbol.name}" in model.flow:
                message = f"procedure `{symbol.name}` asks, draws or ends something, so `after` cannot look beyond it"
                c.report.add("E406", node.call.span, message, labels=[(symbol.clause.name.span, "here")])
