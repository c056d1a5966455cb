"""E412-E414: steps have duplicate names, a rule names a missing step, or two rules replace the same step.

E430: an example begins at a step inside a procedure that `after` runs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations

from ...diagnostics import did_you_mean
from ...graphs import reached_by
from ...model.rulebook import Placed
from ...model.symbols import ProcedureSymbol
from ...syntax import nodes as s
from ...syntax.forms import does
from ...syntax.traversal import bodies, body_of, inside, names_declared_by
from ..checked import CheckedModel
from ..checker import Checker
from ..clause_call_graph import call_edges, call_targets_by_source
from ..precedence import MOST_RIVALS, clauses_below, disjoint, guard_cases

StepsByName = dict[str, s.Name]


def steps(c: Checker, model: CheckedModel) -> None:
    known: dict[str, StepsByName] = {}
    for placed in c.book.clauses:
        clause = placed.clause
        mine = _steps_by_name(c, clause, body_of(clause), {})
        if isinstance(clause, s.FlowClause | s.ProcedureClause):
            known["flow" if isinstance(clause, s.FlowClause) else clause.name.text] = mine
    instead: dict[tuple[str, str], list[Placed]] = {}
    begins: list[s.Given] = []
    for placed in c.book.clauses:
        clause = placed.clause
        if isinstance(clause, s.RuleClause) and isinstance(clause.trigger, s.AtStep):
            trigger = clause.trigger
            _exists(c, known, trigger.procedure, trigger.step)
            if trigger.when == "instead of":
                instead.setdefault((trigger.procedure.text, trigger.step.text), []).append(placed)
        elif isinstance(clause, s.ExampleClause):
            for line in clause.lines:
                if isinstance(line, s.Given) and line.procedure is not None and line.step is not None:
                    _exists(c, known, line.procedure, line.step)
                    begins.append(line)
    for rules in instead.values():
        _instead(c, rules)
    _check_lookahead(c, begins)


def _steps_by_name(c: Checker, clause: s.Clause, body: Iterable[s.Stmt], before: StepsByName) -> StepsByName:
    """Return a mapping from names to the steps of a body, and report a name that occurs twice or is in `before`. The
    two branches of an `if` may share a name, since only one is played; rules then apply in both."""
    found: StepsByName = {}
    for stmt in body:
        for name in names_declared_by((stmt,)) if does(stmt, "woven") else ():
            other = {**before, **found}.get(name.text)
            if other is not None:
                text = f"there is already a step `{name.text}` in {clause.kind} `{clause.name.text}`"
                c.report.add("E412", name.span, text, labels=[(other.span, "here")])
            found.setdefault(name.text, name)
        inside: StepsByName = {}
        for inner in bodies(stmt):
            apart = {} if does(stmt, "tests") else inside
            inside = {**_steps_by_name(c, clause, inner, {**before, **found, **apart}), **inside}
        found = {**inside, **found}
    return found


def _exists(c: Checker, known: Mapping[str, StepsByName], procedure: s.Name, step: s.Name) -> None:
    names = known.get(procedure.text)
    if names is not None and step.text not in names:
        what = "the flow" if procedure.text == "flow" else f"procedure `{procedure.text}`"
        message = f"{what} has no step `{step.text}`"
        c.report.add("E413", step.span, message, expected=list(names), help=did_you_mean(step.text, names, step.span))


def _instead(c: Checker, rules: list[Placed]) -> None:
    """Report two rules of equal rank that replace the same step, if neither is `over` the other. If there are too many
    to compare, `exceptions.py` reports that."""
    if len(rules) > MOST_RIVALS:
        return
    first = clauses_below(rules)
    guards = {placed.id: guard_cases(c, placed) for placed in rules}
    for earlier, later in combinations(rules, 2):
        a, b = earlier.clause, later.clause
        assert isinstance(a, s.RuleClause) and isinstance(b, s.RuleClause)
        if (a.rank.text if a.rank else "") != (b.rank.text if b.rank else ""):
            continue
        if b.name.text in first[a.name.text] or a.name.text in first[b.name.text]:
            continue
        if disjoint(c, guards[earlier.id], guards[later.id]):
            continue
        message = f"rules `{a.name.text}` and `{b.name.text}` both come instead of one step, and both may hold"
        advice = [f"say which wins: `rule {b.name.text} … over {a.name.text}`, or a higher `rank`"]
        c.report.add("E414", b.name.span, message, labels=[(a.name.span, "the other")], help=advice)


def _check_lookahead(c: Checker, begins: list[s.Given]) -> None:
    """Report examples that begin at a step inside a procedure that an `after` expression calls. Such a procedure runs
    as a whole, so a game cannot start in its middle."""
    if not begins:
        return
    begun = (_after(c, node) for p in c.book.clauses for root in p.roots for node in inside(root, s.After))
    seen = reached_by(begun, call_targets_by_source(call_edges(c.book.clauses)))
    for line in begins:
        assert line.procedure is not None and line.step is not None
        if f"procedure {line.procedure.text}" in seen:
            c.report.add(
                "E430",
                line.step.span,
                f"no example can begin at a step of procedure `{line.procedure.text}`, for `after` looks beyond it",
                help=["begin it where the procedure is called, at a step there"],
            )


def _after(c: Checker, node: s.After) -> str:
    symbol = c.refs.get(node.call)
    return f"procedure {symbol.name}" if isinstance(symbol, ProcedureSymbol) else ""
