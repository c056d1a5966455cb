"""E416-E418: exceptions of one fact must not contradict each other; `over` names a rival and goes in no circle."""

from __future__ import annotations

from itertools import combinations

from ...diagnostics.near import did_you_mean
from ...model.rulebook import Placed
from ...model.symbols import FactSymbol
from ...syntax import nodes as s
from ..checked import CheckedModel
from ..checker import Checker
from ..disjoint import disjoint, guard_of


def exceptions(c: Checker, model: CheckedModel) -> None:
    for fact, found in c.exceptions.items():
        _over(c, found, f"exception to `{fact}`")
        symbol = c.symbols.get(fact)
        if not isinstance(symbol, FactSymbol) or symbol.clause.combining is not None:
            continue
        ranks: dict[str, list[Placed]] = {}
        for placed in found:
            assert isinstance(placed.clause, s.ExceptionClause)
            ranks.setdefault(placed.clause.rank.text if placed.clause.rank else "", []).append(placed)
        for rivals in ranks.values():
            _conflicts(c, fact, rivals)
    rules: dict[str, list[Placed]] = {}
    for placed in c.book.clauses:
        if isinstance(placed.clause, s.RuleClause):
            rules.setdefault(_trigger(placed.clause), []).append(placed)
    for found in rules.values():
        _over(c, found, "rule of the same trigger")


def _trigger(rule: s.RuleClause) -> str:
    match rule.trigger:
        case s.When(event=event):
            return f"when {event.text}"
        case s.AtStep(procedure=procedure, step=step):
            return f"at {procedure.text}.{step.text}"
    return "whenever"


def _clause(placed: Placed) -> s.ExceptionClause | s.RuleClause:
    assert isinstance(placed.clause, s.ExceptionClause | s.RuleClause)
    return placed.clause


def _over(c: Checker, found: list[Placed], what: str) -> None:
    """`over` names what exists and goes in no circle."""
    names = [p.clause.name.text for p in found]
    beats: dict[str, set[str]] = {}
    for placed in found:
        clause = _clause(placed)
        for name in clause.over:
            if name.text not in names:
                c.report.add(
                    "E416",
                    name.span,
                    f"there is no {what} called `{name.text}`",
                    help=did_you_mean(name.text, names, name.span),
                )
            beats.setdefault(clause.name.text, set()).add(name.text)
    for placed in found:
        name = placed.clause.name
        if name.text in _beaten(beats, name.text):
            c.report.add("E417", name.span, f"`{name.text}` comes over itself, by way of `over`")


def _beaten(beats: dict[str, set[str]], name: str) -> set[str]:
    """All that `name` comes over, directly or not."""
    found: set[str] = set()
    todo = list(beats.get(name, ()))
    while todo:
        other = todo.pop()
        if other not in found:
            found.add(other)
            todo.extend(beats.get(other, ()))
    return found


def _conflicts(c: Checker, fact: str, rivals: list[Placed]) -> None:
    if len(rivals) < 2:
        return
    beats = {p.clause.name.text: {n.text for n in _clause(p).over} for p in rivals}
    guards = {id(p): guard_of(c, p) for p in rivals}
    for earlier, later in combinations(rivals, 2):
        a, b = earlier.clause, later.clause
        assert isinstance(a, s.ExceptionClause) and isinstance(b, s.ExceptionClause)
        if a.never_both or b.never_both:
            continue
        if b.name.text in _beaten(beats, a.name.text) or a.name.text in _beaten(beats, b.name.text):
            continue
        if disjoint(c, guards[id(earlier)], guards[id(later)]):
            continue
        c.report.add(
            "E418",
            b.name.span,
            f"exceptions `{a.name.text}` and `{b.name.text}` to fact `{fact}` may hold at once",
            labels=[(a.name.span, "the other")],
            help=[
                f"say which wins (`over {a.name.text}`, or a `rank`), or that they are `never both`",
                f"or let fact `{fact}` combine them: `combining add`",
            ],
        )
