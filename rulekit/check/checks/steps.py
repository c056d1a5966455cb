"""E412-E414: steps have names of their own; rules come before, after or instead of steps that exist; two rules cannot
both be instead of one.
"""

from __future__ import annotations

from ...diagnostics.near import did_you_mean
from ...model.rulebook import Placed
from ...syntax import nodes as s
from ..checked import CheckedModel
from ..checker import Checker
from ..disjoint import disjoint, guard_of
from ..walk import body_of, every


def steps(c: Checker, model: CheckedModel) -> None:
    known: dict[str, dict[str, s.Step]] = {}
    for placed in c.book.clauses:
        clause = placed.clause
        holder = "flow" if isinstance(clause, s.FlowClause) else clause.name.text
        mine: dict[str, s.Step] = {}
        for stmt in every(body_of(clause)):
            if isinstance(stmt, s.Step):
                other = mine.setdefault(stmt.name.text, stmt)
                if other is not stmt:
                    c.report.add(
                        "E412",
                        stmt.name.span,
                        f"there is already a step `{stmt.name.text}` in {clause.kind} `{clause.name.text}`",
                        labels=[(other.name.span, "here")],
                    )
        if isinstance(clause, s.FlowClause | s.ProcedureClause):
            known[holder] = mine
    instead: dict[tuple[str, str], list[Placed]] = {}
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
    for rules in instead.values():
        _instead(c, rules)


def _exists(c: Checker, known: dict[str, dict[str, s.Step]], procedure: s.Name, step: s.Name) -> None:
    names = known.get(procedure.text)
    if names is not None and step.text not in names:
        what = "the flow" if procedure.text == "flow" else f"procedure `{procedure.text}`"
        c.report.add(
            "E413",
            step.span,
            f"{what} has no step `{step.text}`",
            expected=list(names),
            help=did_you_mean(step.text, names, step.span),
        )


def _instead(c: Checker, rules: list[Placed]) -> None:
    for number, later in enumerate(rules):
        for earlier in rules[:number]:
            a, b = earlier.clause, later.clause
            assert isinstance(a, s.RuleClause) and isinstance(b, s.RuleClause)
            over = b.name.text in (n.text for n in a.over) or a.name.text in (n.text for n in b.over)
            if over or disjoint(c, guard_of(c, earlier), guard_of(c, later)):
                continue
            c.report.add(
                "E414",
                b.name.span,
                f"rules `{a.name.text}` and `{b.name.text}` both come instead of one step, and both may hold",
                labels=[(a.name.span, "the other")],
                help=[f"say which wins: `rule {b.name.text} … over {a.name.text}`"],
            )
